//! Bounded variable elimination.
//!
//! The clauses of a variable are replaced by all their resolvents upon it, if
//! these are no more (Davis and Putnam, JACM 1960; Eén and Biere, "Effective
//! Preprocessing in SAT through Variable and Clause Elimination", SAT 2005).
//! The clauses go to [`super::eliminated`], which gives the variable its value
//! in a model, and gives them back when the variable is mentioned again. In a
//! proof they stay, for then.
//!
//! Members of at-most-one groups are exempt, as their binary clauses are
//! nowhere to resolve, and so are assumptions. An eliminated variable is in no
//! clause, so that the search need not know: it decides it last, if at all.

use super::Solver;
use super::clauses::ClauseRef;
use crate::formula::{Lit, Var};

/// A variable with more clauses than this on a side stays.
const MOST_OCCURRENCES: usize = 100;
/// A variable with a longer clause or resolvent than this stays.
const LONGEST: usize = 100;

/// By literal: the irredundant clauses that have it, some garbage among them.
type Occurrences = Vec<Vec<ClauseRef>>;

impl Solver {
    pub(super) fn eliminating(&self) -> bool {
        self.stats.conflicts >= self.limits.eliminate
    }

    pub(super) fn eliminate(&mut self) {
        self.return_to_root();
        self.stats.eliminations += 1;
        let interval = self.config.eliminate_interval.unwrap_or(u64::MAX);
        let rounds = self.stats.eliminations;
        self.limits.eliminate = self
            .stats
            .conflicts
            .saturating_add(interval.saturating_mul(rounds + 1));
        let searched = self.stats.ticks - self.limits.eliminate_ticks;
        self.limits.eliminate_ticks = self.stats.ticks;
        let mut effort = (searched.saturating_mul(self.config.eliminate_effort) / 1000) as i64;
        effort -= (self.clauses.num_words() / 16) as i64;
        if effort < 0 {
            return;
        }

        let mut occurrences: Occurrences = vec![Vec::new(); 2 * self.trail.num_vars()];
        for clause in self.clauses.refs() {
            if !self.clauses.is_learned(clause) {
                for lit in self.clauses.lits(clause) {
                    occurrences[lit.code()].push(clause);
                }
            }
        }
        let mut gone = Vec::new();
        let before = self.stats.eliminated;
        for var in self.elimination_order(&occurrences) {
            if effort < 0 || self.unsatisfiable || self.is_full {
                break;
            }
            self.try_to_eliminate(var, &mut occurrences, &mut effort, &mut gone);
        }
        // Until now propagation may have used them.
        for clause in gone {
            let Solver {
                clauses, telling, ..
            } = self;
            if clauses.size(clause) == 2 {
                let [first, second] = [0, 1].map(|index| clauses.lit(clause, index));
                telling.forget_binary(first, second, clauses.id(clause));
            }
        }
        if self.stats.eliminated > before && !self.unsatisfiable {
            self.remove_learned_with_eliminated();
            self.collect();
        }
    }

    /// The variables that may go, those with the fewest clauses first.
    fn elimination_order(&self, occurrences: &Occurrences) -> Vec<Var> {
        let mut assumed = vec![false; self.trail.num_vars()];
        for lit in &self.assumptions {
            assumed[lit.var().index()] = true;
        }
        let count = |lit: Lit| occurrences[lit.code()].len();
        let sides = |var: Var| [count(var.positive()), count(var.negative())];
        let mut order: Vec<Var> = (0..self.trail.num_vars())
            .map(Var::new)
            .filter(|&var| {
                let sides = sides(var);
                self.trail.is_open(var)
                    && !assumed[var.index()]
                    && self.is_ungrouped(var)
                    && sides != [0, 0]
                    && sides.into_iter().all(|side| side <= MOST_OCCURRENCES)
            })
            .collect();
        order.sort_by_key(|&var| sides(var).into_iter().product::<usize>());
        order
    }

    fn is_ungrouped(&self, var: Var) -> bool {
        let groups = &self.at_most_ones;
        groups.of(var.positive()).is_empty() && groups.of(var.negative()).is_empty()
    }

    /// Eliminates the variable, unless that would make more clauses. Its own
    /// become garbage and are added to `gone`.
    fn try_to_eliminate(
        &mut self,
        var: Var,
        occurrences: &mut Occurrences,
        effort: &mut i64,
        gone: &mut Vec<ClauseRef>,
    ) {
        if !self.trail.is_open(var) {
            return;
        }
        let [positive, negative] = [var.positive(), var.negative()].map(|lit| {
            let all = occurrences[lit.code()].iter().copied();
            all.filter(|&clause| !self.clauses.is_garbage(clause) && !self.is_satisfied(clause))
                .collect::<Vec<_>>()
        });
        let bound = positive.len() + negative.len();
        if positive.len().max(negative.len()) > MOST_OCCURRENCES {
            return;
        }
        let mut resolvents: Vec<(ClauseRef, ClauseRef, Vec<Lit>)> = Vec::new();
        for &first in &positive {
            for &second in &negative {
                let sizes = self.clauses.size(first) + self.clauses.size(second);
                *effort -= 2 + sizes as i64 / 8;
                if sizes > LONGEST {
                    return;
                }
                if let Some(resolvent) = self.resolvent(first, second, var) {
                    resolvents.push((first, second, resolvent));
                    if resolvents.len() > bound {
                        return;
                    }
                }
            }
        }
        for (first, second, resolvent) in &resolvents {
            if !self.add_resolvent(*first, *second, resolvent, occurrences)
                || !self.trail.is_open(var)
            {
                return;
            }
        }
        self.eliminated.begin(var);
        self.stats.eliminated += 1;
        for clause in positive.into_iter().chain(negative) {
            let Solver {
                clauses,
                eliminated,
                ..
            } = self;
            eliminated.push(clauses.lits(clause), clauses.id(clause));
            clauses.mark_garbage(clause);
            gone.push(clause);
        }
    }

    fn is_satisfied(&self, clause: ClauseRef) -> bool {
        let mut lits = self.clauses.lits(clause);
        lits.any(|lit| self.trail.is_true(lit))
    }

    /// What the clauses say without the variable, less what is false at level
    /// 0. `None`: nothing.
    fn resolvent(&mut self, first: ClauseRef, second: ClauseRef, var: Var) -> Option<Vec<Lit>> {
        let Solver { clauses, trail, .. } = self;
        let is_kept = |lit: &Lit| lit.var() != var && !trail.is_false(*lit);
        let mut lits: Vec<Lit> = clauses.lits(first).filter(is_kept).collect();
        lits.extend(clauses.lits(second).filter(is_kept));
        lits.sort_unstable();
        lits.dedup();
        let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        (!is_tautology).then_some(lits)
    }

    /// Derives and adds a resolvent. False: no variable can be eliminated now.
    fn add_resolvent(
        &mut self,
        first: ClauseRef,
        second: ClauseRef,
        resolvent: &[Lit],
        occurrences: &mut Occurrences,
    ) -> bool {
        // Units that came since it was made.
        if resolvent.iter().any(|&lit| self.trail.is_true(lit)) {
            return true;
        }
        let is_open = |lit: &&Lit| !self.trail.is_false(**lit);
        let lits: Vec<Lit> = resolvent.iter().filter(is_open).copied().collect();
        if self.telling.wants_hints() {
            let parents = self.clauses.lits(first).chain(self.clauses.lits(second));
            let parents: Vec<Lit> = parents.collect();
            self.hint_false(&parents);
            let ids = [first, second].map(|clause| self.clauses.id(clause));
            self.telling.hint(ids[0]);
            self.telling.hint(ids[1]);
        }
        match *lits {
            [] => {
                self.derive_empty();
                false
            }
            [unit] => {
                let id = self.telling.derive(&lits);
                self.fix(unit, id);
                if let Some(conflict) = self.propagate() {
                    self.learn_from(conflict);
                }
                !self.unsatisfiable
            }
            _ => {
                let id = self.telling.derive(&lits);
                let Some(added) = self.add_to_arena(&lits, None, id) else {
                    self.telling.deleted(&lits, id);
                    self.is_full = true;
                    return false;
                };
                for lit in lits {
                    occurrences[lit.code()].push(added);
                }
                true
            }
        }
    }

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
    }

    /// Gives the clauses of eliminated variables back that these literals
    /// mention, and of those that they mention in turn.
    pub(super) fn restore_mentioned(&mut self, lits: &[Lit]) {
        let mut mentioned: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
        while let Some(var) = mentioned.pop() {
            if !self.eliminated.has(var) {
                continue;
            }
            self.stats.restored += 1;
            for (id, clause) in self.eliminated.restore(var) {
                mentioned.extend(clause.iter().map(|lit| lit.var()));
                self.add_known(&clause, id);
            }
        }
    }
}
