//! Bounded variable elimination.
//!
//! The clauses of a variable are replaced by all their resolvents upon it, if
//! there are not too many of these (Davis and Putnam, JACM 1960; Eén and Biere,
//! "Effective Preprocessing in SAT through Variable and Clause Elimination",
//! SAT 2005). The removed clauses are kept in
//! [`crate::cdcl::state::eliminated`], which gives the variable its value in a
//! model, and returns them when the variable is mentioned again. A proof does
//! not delete them, because they may return.
//!
//! With [gates](super::gates) fewer resolvents are needed.
//! [Subsumption](super::subsume) runs alongside. When nothing more can be
//! eliminated, the number of resolvents may exceed the number of clauses by a
//! bound that grows up to 16.
//!
//! Members of large at-most-one groups are exempt, because their binary clauses
//! are not stored; small groups become clauses again. Assumptions are exempt
//! too, and variables that a propagator observes. An eliminated variable is in
//! no clause and is not decided.

use super::gates::find_gate;
use super::occurrences::{Occurrence, Occurrences};
use crate::budget::Budget;
use crate::cdcl::Solver;
use crate::cdcl::core::analysis::inside;
use crate::cdcl::counting::Groups;
use crate::cdcl::state::at_most_one::AtMostOnes;
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::effort::Effort;
use crate::formula::{Lit, Var};
use crate::proof::Id;
use rustc_hash::FxHashMap;

/// A variable with more occurrences than this of either literal is not
/// eliminated. The same limit as CaDiCaL's `elimocclim`.
const MOST_OCCURRENCES: usize = 100;
/// A variable with a clause or resolvent of more literals than this is not
/// eliminated. The same limit as CaDiCaL's `elimclslim`.
const LONGEST: usize = 100;
/// Largest excess of resolvents over replaced clauses. 16 as in CaDiCaL
/// (`elimboundmax`).
const LARGEST_BOUND: usize = 16;
/// Largest number of passes in one call over the variables whose clauses became
/// fewer. Chosen by hand: more passes may eliminate more but take longer.
const ROUNDS: usize = 4;
/// Least effort of a call, in ticks, even if the share of the search's ticks is
/// smaller. Chosen by hand: enough to process a middle-sized formula before the
/// search.
const LEAST_EFFORT: u64 = 2_000_000;
/// Groups of at most this many members become binary clauses before an elimination; larger
/// ones stay groups. Chosen by hand: a group of 4 becomes 6 clauses, which take about as much
/// memory as the group.
pub(in crate::cdcl) const SMALL_GROUP: usize = 4;

impl Solver {
    /// Returns `true` if a round of elimination is due.
    pub(in crate::cdcl) fn eliminating(&self) -> bool {
        self.limits.eliminate.is_due(self.stats.conflicts)
    }

    /// Subsumes clauses and eliminates variables within the share of the search's
    /// ticks, and sets the next time.
    pub(in crate::cdcl) fn eliminate(&mut self, budget: &Budget) {
        self.return_to_root();
        self.stats.eliminations += 1;
        let mut effort = self.schedule_elimination(budget);
        if !effort.is_spent() && self.dissolve_small_groups() {
            self.eliminate_within(&mut effort);
        }
        self.stats.eliminate_ticks += effort.spent();
    }

    /// Subsumes clauses and eliminates variables until the effort is spent.
    fn eliminate_within(&mut self, effort: &mut Effort) {
        let num_vars = self.trail.num_vars();
        let mut occurrences = Occurrences::new(&self.clauses, num_vars);
        let before = self.stats.eliminated;
        for _ in 0..ROUNDS {
            self.subsume(&mut occurrences, effort);
            let order = self.elimination_order(&occurrences);
            if order.is_empty() {
                break;
            }
            for var in order {
                if self.unsatisfiable || self.must_end(effort) {
                    break;
                }
                self.eliminated.settle(var);
                self.try_to_eliminate(var, &mut occurrences, effort);
                self.subsume(&mut occurrences, effort);
            }
        }
        drop(occurrences); // before the collection, which takes room too
        // A collection does not reach clauses through the watches of eliminated
        // variables.
        if self.stats.eliminated > before {
            self.remove_learned_with_eliminated();
        }
        if self.unsatisfiable {
            return;
        }
        if !effort.is_spent() && self.eliminated.bound < LARGEST_BOUND {
            let bound = &mut self.eliminated.bound;
            *bound = (2 * *bound).max(1);
            self.eliminated.unsettle_all();
        }
        self.collect();
    }

    /// Sets the time of the next round, and returns the effort of this one.
    fn schedule_elimination<'a>(&mut self, budget: &'a Budget) -> Effort<'a> {
        let Solver {
            limits,
            stats,
            config,
            ..
        } = self;
        let growth = (stats.eliminations + 1) as f64;
        limits.eliminate.postpone(stats.conflicts, growth);
        let share = &mut limits.eliminate_share;
        let effort = share.take(stats.ticks, config.eliminate_effort);
        let mut effort = self.effort(effort.max(LEAST_EFFORT) as i64, budget);
        effort.spend(self.clauses.num_words() / 4);
        effort
    }

    /// Replaces small cliques by binary clauses, which take about as many words
    /// but let the variables be eliminated. Returns `false` if the clauses do
    /// not fit into the arena.
    #[must_use]
    pub(in crate::cdcl) fn dissolve_small_groups(&mut self) -> bool {
        let (groups, num_cliques) = self.at_most_ones.to_groups();
        let mut large = Groups::default();
        let mut num_large = 0;
        let mut small = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let is_clique = number < num_cliques;
            if is_clique && group.len() <= SMALL_GROUP {
                small.push(group);
            } else {
                large.push(group);
                num_large += usize::from(is_clique);
            }
        }
        if small.is_empty() {
            return true;
        }
        let num_vars = self.trail.num_vars();
        let large = AtMostOnes::new(&large, num_large, num_vars).expect("fewer members");
        let mut is_member = vec![false; 2 * num_vars];
        for &lit in small.iter().copied().flatten() {
            is_member[lit.code()] = true;
        }
        // In a proof, the clause that stands for a pair must have an id that no
        // other clause has.
        let mut present = self.binary_clauses(|lit| is_member[(!lit).code()]);
        let mut added = Vec::new();
        for group in small {
            for (place, &first) in group.iter().enumerate() {
                for &second in &group[place + 1..] {
                    // True literals may not be propagated yet.
                    if self.trail.is_false(first)
                        || self.trail.is_false(second)
                        || large.in_one_clique(first, second)
                    {
                        continue;
                    }
                    let pair = sorted([!first, !second]);
                    if let Some(&clause) = present.get(&pair) {
                        self.clauses.make_irredundant(clause);
                        continue;
                    }
                    let id = self.tracer.binary(!first, !second).unwrap_or(Id::NONE);
                    let Some(clause) = self.clauses.add(&[!first, !second], None, id) else {
                        // Undo: keep the groups.
                        for clause in added {
                            self.clauses.mark_garbage(clause);
                        }
                        return false;
                    };
                    self.watches.add(!first, !second, clause, true);
                    present.insert(pair, clause);
                    added.push(clause);
                }
            }
        }
        self.at_most_ones = large;
        true
    }

    /// Returns the binary clauses of two wanted literals by their literals, which are
    /// sorted by code.
    fn binary_clauses(&self, is_wanted: impl Fn(Lit) -> bool) -> FxHashMap<[Lit; 2], ClauseRef> {
        let clauses = &self.clauses;
        let lits = |clause| sorted([0, 1].map(|index| clauses.lit(clause, index)));
        let binary = clauses
            .refs()
            .filter(|&clause| clauses.size(clause) == 2 && clauses.lits(clause).all(&is_wanted));
        binary.map(|clause| (lits(clause), clause)).collect()
    }

    /// Returns the variables that may be eliminated, those with the fewest
    /// clauses first.
    fn elimination_order(&self, occurrences: &Occurrences) -> Vec<Var> {
        let mut assumed = vec![false; self.trail.num_vars()];
        for lit in &self.assumptions {
            assumed[lit.var().index()] = true;
        }
        let count = |lit: Lit| occurrences.of(lit).len();
        let sides = |var: Var| [count(var.positive()), count(var.negative())];
        let mut order: Vec<Var> = (0..self.trail.num_vars())
            .map(Var::new)
            .filter(|&var| {
                let sides = sides(var);
                self.trail.is_open(var)
                    && !self.eliminated.is_settled(var)
                    && !assumed[var.index()]
                    && !self.is_observed(var)
                    && self.is_ungrouped(var)
                    && sides != [0, 0]
            })
            .collect();
        order.sort_by_key(|&var| sides(var).into_iter().product::<usize>());
        order
    }

    pub(in crate::cdcl) fn is_ungrouped(&self, var: Var) -> bool {
        let groups = &self.at_most_ones;
        groups.of(var.positive()).is_empty() && groups.of(var.negative()).is_empty()
    }

    /// Eliminates the variable, unless that would make too many clauses. Its
    /// clauses become garbage.
    fn try_to_eliminate(&mut self, var: Var, occurrences: &mut Occurrences, effort: &mut Effort) {
        if !self.trail.is_open(var) || self.eliminated.has(var) {
            return;
        }
        for lit in [var.positive(), var.negative()] {
            occurrences.clean(lit, &self.clauses);
            let places = occurrences.of(lit);
            effort.spend(places.len() / 4);
            let is_long = |place: &Occurrence| self.clauses.size(place.clause) > LONGEST;
            if places.len() > MOST_OCCURRENCES || places.iter().any(is_long) {
                return;
            }
        }
        let sides = [var.positive(), var.negative()].map(|lit| {
            let places = occurrences.of(lit).iter();
            let (satisfied, open): (Vec<_>, Vec<_>) = places
                .map(|place| place.clause)
                .partition(|&clause| self.is_satisfied(clause));
            for clause in satisfied {
                self.remove_clause(clause);
            }
            open
        });
        let [positive, negative] = &sides;
        let gate = find_gate(&self.clauses, var, [positive, negative]);
        let Some(parents) = self.parents(var, &sides, gate.as_ref(), effort) else {
            return;
        };
        for (first, second) in parents {
            if !self.add_resolvent(first, second, var, occurrences, effort)
                || !self.trail.is_open(var)
            {
                return;
            }
        }
        self.stats.eliminated += 1;
        self.stats.gates += u64::from(gate.is_some());
        self.eliminated.begin(var);
        for &clause in sides.iter().flatten() {
            let Solver {
                clauses,
                eliminated,
                ..
            } = self;
            eliminated.push(clauses.lits(clause), clauses.id(clause));
            for lit in clauses.lits(clause) {
                eliminated.unsettle(lit.var());
            }
            clauses.mark_garbage(clause);
        }
        occurrences.free(var.positive());
        occurrences.free(var.negative());
        self.queue.remove(var);
        self.scores.remove(var);
    }

    /// Returns the pairs of clauses to resolve upon the variable, or `None` if
    /// there are too many or a resolvent is too long.
    fn parents(
        &mut self,
        var: Var,
        [positive, negative]: &[Vec<ClauseRef>; 2],
        gate: Option<&[Vec<usize>; 2]>,
        effort: &mut Effort,
    ) -> Option<Vec<(ClauseRef, ClauseRef)>> {
        let most = positive.len() + negative.len() + self.eliminated.bound;
        // Two clauses in the gate, or two outside it, have no resolvent that is
        // needed.
        let is_needed = |first: usize, second: usize| match gate {
            None => true,
            Some([in_first, in_second]) => in_first.contains(&first) != in_second.contains(&second),
        };
        let mut parents = Vec::new();
        let mut too_many = false;
        for (place, &first) in positive.iter().enumerate() {
            self.mark(first, true);
            let mut size = 0;
            for lit in self.clauses.lits(first) {
                size += usize::from(!self.trail.is_false(lit));
            }
            for (other_place, &second) in negative.iter().enumerate() {
                if !is_needed(place, other_place) {
                    continue;
                }
                effort.spend(1 + self.clauses.size(second) / 8);
                if let Some(more) = self.adds(second, var) {
                    parents.push((first, second));
                    if parents.len() > most || size - 1 + more > LONGEST {
                        too_many = true;
                        break;
                    }
                }
            }
            self.mark(first, false);
            if too_many {
                return None;
            }
        }
        Some(parents)
    }

    fn mark(&mut self, clause: ClauseRef, on: bool) {
        let Solver { clauses, trail, .. } = self;
        for lit in clauses.lits(clause) {
            let marks = &mut trail.record_mut(lit.var()).marks;
            *marks = *marks & !inside(lit) | if on { inside(lit) } else { 0 };
        }
    }

    /// Returns the number of literals that the clause adds to the marked one
    /// when resolved with it, or `None` if the resolvent is a tautology.
    fn adds(&self, clause: ClauseRef, var: Var) -> Option<usize> {
        let mut more = 0;
        for lit in self.clauses.lits(clause) {
            let marks = self.trail.record(lit.var()).marks;
            if lit.var() == var {
                continue;
            } else if marks & inside(!lit) != 0 {
                return None;
            } else if marks & inside(lit) == 0 && !self.trail.is_false(lit) {
                more += 1;
            }
        }
        Some(more)
    }

    pub(in crate::cdcl) fn is_satisfied(&self, clause: ClauseRef) -> bool {
        let mut lits = self.clauses.lits(clause);
        lits.any(|lit| self.trail.is_true(lit))
    }

    /// Derives and adds the resolvent of the two clauses. Returns `false` if no
    /// more variables can be eliminated now.
    fn add_resolvent(
        &mut self,
        first: ClauseRef,
        second: ClauseRef,
        var: Var,
        occurrences: &mut Occurrences,
        effort: &mut Effort,
    ) -> bool {
        let Solver { clauses, trail, .. } = self;
        let is_kept = |lit: &Lit| lit.var() != var && !trail.is_false(*lit);
        let mut lits: Vec<Lit> = clauses.lits(first).filter(is_kept).collect();
        lits.extend(clauses.lits(second).filter(is_kept));
        // Unit clauses may have been derived since the clauses were chosen.
        if lits.iter().any(|&lit| trail.is_true(lit)) {
            return true;
        }
        lits.sort_unstable();
        lits.dedup();
        self.hint_resolution(first, second);
        self.add_consequence(&lits, occurrences, effort)
    }

    /// Removes learned clauses with eliminated variables. Afterwards only
    /// garbage contains them.
    fn remove_learned_with_eliminated(&mut self) {
        let learned = std::mem::take(&mut self.clauses.learned);
        for &clause in &learned {
            let clauses = &self.clauses;
            if !clauses.is_garbage(clause)
                && clauses.is_learned(clause)
                && clauses
                    .lits(clause)
                    .any(|lit| self.eliminated.has(lit.var()))
            {
                self.remove_clause(clause);
            }
        }
        self.clauses.learned = learned;
        for index in 0..self.trail.num_vars() {
            let var = Var::new(index);
            if self.eliminated.has(var) {
                self.watches.clear(var.positive());
                self.watches.clear(var.negative());
            }
        }
    }

    /// Restores the clauses of the eliminated variables among `lits`, and of
    /// those that the restored clauses mention in turn.
    pub(in crate::cdcl) fn restore_mentioned(&mut self, lits: &[Lit]) {
        let mut mentioned: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
        while let Some(var) = mentioned.pop() {
            if !self.eliminated.has(var) {
                continue;
            }
            self.stats.restored += 1;
            self.queue.restore(var);
            self.scores.insert(var);
            self.lowest_open = self.lowest_open.min(var.index());
            for (id, clause) in self.eliminated.restore(var) {
                mentioned.extend(clause.iter().map(|lit| lit.var()));
                self.add_known(&clause, id);
            }
        }
    }
}

fn sorted(mut pair: [Lit; 2]) -> [Lit; 2] {
    pair.sort_unstable();
    pair
}
