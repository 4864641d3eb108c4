//! Vivification: shortens clauses by propagation.
//!
//! The literals of a clause are assumed false one after the other and
//! propagated as if the clause did not exist. If some of the assumptions lead
//! to a conflict or imply one of the literals, the clause can be reduced to
//! these; a literal that is implied false can always be removed (Piette,
//! Hamadi, Saïs, "Vivifying Propositional Clausal Formulae", ECAI 2008; for
//! learned clauses Luo, Li, Xiao, Manyà, Lü, "An Effective Learnt Clause
//! Minimization Approach for CDCL SAT Solvers", IJCAI 2017).
//!
//! If none of this happens, the last literal is assumed true instead: if that
//! leads to a conflict, it can be removed (instantiation: Andersson, Bjesse,
//! Cook, Hanna, "A Proof Engine Approach to Solving Combinational Design
//! Automation Problems", DAC 2002).
//!
//! Clauses are tried in the order of their literals, with the frequent literals
//! first, so that neighbouring clauses share assumptions and the trail can be
//! kept (Li, Xiao, Luo, Manyà, Lü, Li, "Clause Vivification by Unit Propagation
//! in CDCL SAT Solvers", AIJ 2020, and CaDiCaL). The effort limit is a share of
//! the search's ticks, divided among the tiers of learned clauses and the
//! irredundant clauses.

use crate::budget::Budget;
use crate::cdcl::Solver;
use crate::cdcl::core::analysis::{SEEN, inside};
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::reason::{Antecedent, Conflict, Reason};
use crate::formula::Lit;
use crate::proof::Id;

/// Parts of the effort, in tenths, for the three tiers of learned clauses and
/// the irredundant clauses. Chosen by hand: the clauses of small glue are used
/// most, so shortening them pays most.
const SHARES: [i64; 4] = [4, 2, 1, 3];
/// Index of the irredundant clauses among the kinds of clauses.
const IRREDUNDANT: usize = 3;
/// A round begins only with at least this many ticks for each candidate, so
/// that its set-up does not cost more than the work. Chosen by hand.
const LEAST_TICKS: i64 = 10;
/// Number of literals in a cache line of 64 bytes.
const LITS_PER_LINE: usize = 16;

/// The result of assuming a clause's literals false.
#[derive(Clone, Copy)]
enum Outcome {
    /// All of them are false now.
    AllFalse,
    /// This literal of the clause is implied true.
    Implied(Lit),
    /// This clause is in conflict.
    Conflict(Conflict),
}

/// A clause that has only literals of the candidate, and so makes it needless.
#[derive(Clone, Copy)]
enum Subsuming {
    /// A binary clause, which may be a learned one.
    Binary,
    Long(ClauseRef),
}

impl From<Option<ClauseRef>> for Subsuming {
    /// Converts the clause of a conflict or antecedent, which is `None` if it is binary.
    fn from(clause: Option<ClauseRef>) -> Subsuming {
        clause.map_or(Subsuming::Binary, Subsuming::Long)
    }
}

impl Solver {
    /// Returns `true` if a round of vivification is due.
    pub(in crate::cdcl) fn vivifying(&self) -> bool {
        self.limits.vivify.is_due(self.stats.conflicts)
    }

    /// Tries clauses of each kind within the share of the search's ticks, and sets the
    /// next time.
    pub(in crate::cdcl) fn vivify(&mut self, budget: &Budget) {
        self.return_to_root();
        self.stats.vivifications += 1;
        let share = &mut self.limits.vivify_share;
        let effort = share.take(self.stats.ticks, self.config.vivify_effort);
        let record = self.record();
        let mut counts = None;
        for (kind, share) in SHARES.into_iter().enumerate() {
            let more = (effort as i64).saturating_mul(share) / 10;
            let left = self.limits.vivify_left[kind].saturating_add(more);
            let used = self.vivify_kind(kind, &mut counts, left, budget);
            self.limits.vivify_left[kind] = left - used;
            if self.unsatisfiable || self.is_over(budget) {
                break;
            }
        }
        self.stats.vivify_ticks += self.restore_record(record);
        let growth = ((self.stats.vivifications + 9) as f64).log10();
        self.limits.vivify.postpone(self.stats.conflicts, growth);
    }

    /// Returns, for each literal, the number of clauses of at least three literals that
    /// contain it.
    fn count_lits(&mut self) -> Vec<u32> {
        let mut counts = vec![0_u32; 2 * self.trail.num_vars()];
        let all = self.clauses.refs();
        for clause in all.filter(|&clause| self.clauses.size(clause) > 2) {
            for lit in self.clauses.lits(clause) {
                counts[lit.code()] += 1;
            }
        }
        self.stats.ticks += (self.clauses.num_words() / LITS_PER_LINE) as u64;
        counts
    }

    /// Tries clauses of a kind until the effort is spent, and returns the ticks
    /// used. `counts` are those of [`count_lits`](Self::count_lits), once a kind of
    /// clauses needed them.
    fn vivify_kind(
        &mut self,
        kind: usize,
        counts: &mut Option<Vec<u32>>,
        effort: i64,
        budget: &Budget,
    ) -> i64 {
        let before = self.stats.ticks;
        let mut candidates = self.vivify_candidates(kind);
        if candidates.is_empty() || effort < LEAST_TICKS * candidates.len() as i64 {
            return 0;
        }
        if candidates
            .iter()
            .all(|&clause| self.clauses.is_vivified(clause))
        {
            for &clause in &candidates {
                self.clauses.set_vivified(clause, false);
            }
        }
        candidates.retain(|&clause| !self.clauses.is_vivified(clause));
        let counts = match counts {
            Some(counts) => counts,
            None => counts.insert(self.count_lits()),
        };
        let (schedule, lits) = self.schedule(&candidates, counts);
        self.stats.ticks += (lits.len() / LITS_PER_LINE + candidates.len()) as u64;
        let mut left = self.effort(effort, budget);
        let mut charged = before;
        for (clause, start, end) in schedule {
            left.spend((self.stats.ticks - charged) as usize);
            charged = self.stats.ticks;
            if self.must_end(&mut left) || self.watchdog.has_propagated_enough(&self.stats) {
                break;
            }
            self.vivify_clause(clause, &lits[start..end]);
            if self.unsatisfiable {
                break;
            }
        }
        if !self.unsatisfiable {
            self.return_to_root();
        }
        (self.stats.ticks - before) as i64
    }

    /// Returns the clauses of a kind. Of the third tier only the clauses that
    /// the next reduction is likely to keep.
    fn vivify_candidates(&self, kind: usize) -> Vec<ClauseRef> {
        let clauses = &self.clauses;
        let is_long = |clause: ClauseRef| clauses.size(clause) > 2;
        if kind == IRREDUNDANT {
            let all = clauses.refs();
            return all
                .filter(|&clause| !clauses.is_learned(clause) && is_long(clause))
                .collect();
        }
        let (tier1, tier2) = (self.config.tier1, self.config.tier2);
        let glues = [
            0..=tier1,
            tier1 + 1..=tier2,
            tier2.max(tier1) + 1..=u32::MAX,
        ];
        let mut candidates: Vec<ClauseRef> = clauses
            .learned
            .iter()
            .copied()
            .filter(|&clause| {
                !clauses.is_garbage(clause)
                    && clauses.is_learned(clause)
                    && is_long(clause)
                    && glues[kind].contains(&clauses.glue(clause))
            })
            .collect();
        if kind == IRREDUNDANT - 1 {
            candidates.sort_unstable_by_key(|&clause| {
                (clauses.glue(clause), clauses.size(clause), clause)
            });
            candidates.truncate(candidates.len().div_ceil(2));
        }
        candidates
    }

    /// Returns the clauses in the order in which to try them, each with its
    /// range of literals in the second vector. The literals are in the order in
    /// which to assume them false: those of many clauses first. Neighbouring clauses
    /// share their first literals.
    fn schedule(
        &self,
        candidates: &[ClauseRef],
        counts: &[u32],
    ) -> (Vec<(ClauseRef, usize, usize)>, Vec<Lit>) {
        let key = |lit: &Lit| (std::cmp::Reverse(counts[lit.code()]), *lit);
        let mut lits: Vec<Lit> = Vec::new();
        let mut schedule = Vec::with_capacity(candidates.len());
        for &clause in candidates {
            let start = lits.len();
            lits.extend(self.clauses.lits(clause));
            lits[start..].sort_unstable_by_key(key);
            schedule.push((clause, start, lits.len()));
        }
        schedule.sort_unstable_by(|&(first, a, b), &(second, c, d)| {
            let keys = lits[a..b].iter().map(key);
            keys.cmp(lits[c..d].iter().map(key))
                .then(first.cmp(&second))
        });
        (schedule, lits)
    }

    /// Tries a clause. `lits` are its literals in the order in which to assume
    /// them.
    fn vivify_clause(&mut self, clause: ClauseRef, lits: &[Lit]) {
        if self.clauses.is_garbage(clause) {
            return;
        }
        self.stats.vivify_tried += 1;
        self.clauses.set_vivified(clause, true);
        let is_fixed_true =
            |lit: &Lit| self.trail.is_true(*lit) && self.trail.level_of(lit.var()) == 0;
        if lits.iter().any(is_fixed_true) {
            self.remove_clause(clause);
            return;
        }
        self.undo_but_shared(clause, lits);
        for lit in lits {
            self.trail.record_mut(lit.var()).marks |= inside(*lit);
        }
        let Some(outcome) = self.try_lits(clause, lits) else {
            self.unmark(lits);
            return;
        };
        self.mark_decisions(outcome);
        let mut kept: Vec<Lit> = Vec::with_capacity(lits.len());
        kept.extend(lits.iter().copied().filter(|&lit| match outcome {
            Outcome::AllFalse => self.is_decision(!lit),
            Outcome::Implied(implied) if lit == implied => true,
            _ => self.is_decision(!lit) && self.trail.record(lit.var()).marks & SEEN != 0,
        }));
        let subsuming = self.subsuming(outcome);
        self.unmark(lits);
        self.analysis.clear(&mut self.trail);

        let is_learned = self.clauses.is_learned(clause);
        let is_subsumed = match subsuming {
            // Reductions may delete a learned clause, so it can't replace an
            // irredundant one unless it becomes irredundant itself.
            Some(Subsuming::Long(by)) if !is_learned && self.clauses.is_learned(by) => {
                self.clauses.make_irredundant(by);
                true
            }
            Some(Subsuming::Long(_)) => true,
            Some(Subsuming::Binary) => is_learned,
            None => false,
        };
        if is_subsumed {
            self.undo_conflict(outcome);
            self.stats.vivify_removed += 1;
            self.remove_clause(clause);
        } else if kept.len() < lits.len() {
            self.stats.vivify_shortened += 1;
            self.replace_by(clause, &kept, outcome);
        } else if is_learned && matches!(outcome, Outcome::Implied(_)) {
            // Other clauses imply the clause.
            self.stats.vivify_removed += 1;
            self.remove_clause(clause);
        } else {
            self.undo_conflict(outcome);
        }
    }

    /// Removes the marks of the literals of a clause that is being tried.
    fn unmark(&mut self, lits: &[Lit]) {
        for lit in lits {
            self.trail.record_mut(lit.var()).marks &= !inside(*lit);
        }
    }

    /// Assumes the literals false, and if that shows nothing, the last one true. Returns
    /// `None` if that shows nothing either. The literals must be marked.
    fn try_lits(&mut self, clause: ClauseRef, lits: &[Lit]) -> Option<Outcome> {
        match self.assume_false(clause, lits) {
            Outcome::AllFalse if lits.iter().all(|&lit| self.is_decision(!lit)) => {
                self.instantiate(clause, lits)
            }
            outcome => Some(outcome),
        }
    }

    /// Makes the last literal true, as the clause does when the others are false. Returns the
    /// conflict to which that leads, if it does: then the clause is implied without
    /// this literal.
    fn instantiate(&mut self, clause: ClauseRef, lits: &[Lit]) -> Option<Outcome> {
        let last = *lits.last()?;
        let level = self.trail.level();
        self.undo(level - 1);
        self.trail.assign(last, Reason::long(clause));
        let conflict = self.propagate_without(clause);
        match conflict {
            Some(_) => self.stats.vivify_instantiated += 1,
            // The clause must not stay the reason of a literal.
            None => self.undo(level - 2),
        }
        conflict.map(Outcome::Conflict)
    }

    /// Keeps the decision levels that the next clause shares with the trail and
    /// undoes the others.
    fn undo_but_shared(&mut self, clause: ClauseRef, lits: &[Lit]) {
        let mut shared = 0;
        for &lit in lits {
            if shared == self.trail.level() {
                break;
            }
            if self.trail.is_false(lit) && self.trail.level_of(lit.var()) <= shared {
                continue;
            }
            if self.trail.lits()[self.trail.start(shared + 1)] != !lit {
                break;
            }
            shared += 1;
        }
        // The clause must not be the reason of a literal.
        for index in 0..2 {
            let lit = self.clauses.lit(clause, index);
            if self.trail.is_true(lit)
                && self.trail.antecedent(lit.var()) == Antecedent::Long(clause)
            {
                shared = shared.min(self.trail.level_of(lit.var()) - 1);
            }
        }
        self.undo(shared);
    }

    fn undo(&mut self, level: usize) {
        let from = self.trail.level();
        if level < from {
            self.backtrack(level);
            self.tracer.backjumped(from, level);
        }
    }

    /// Undoes the last level after a conflict: it is not propagated completely,
    /// so it can't be shared.
    fn undo_conflict(&mut self, outcome: Outcome) {
        if let Outcome::Conflict(_) = outcome {
            self.undo(self.trail.level() - 1);
        }
    }

    fn assume_false(&mut self, clause: ClauseRef, lits: &[Lit]) -> Outcome {
        for &lit in lits {
            match self.trail.value(lit) {
                0 => {
                    let start = self.trail.len();
                    self.assume(!lit);
                    if let Some(conflict) = self.propagate_without(clause) {
                        return Outcome::Conflict(conflict);
                    }
                    let is_inside =
                        |&lit: &Lit| self.trail.record(lit.var()).marks & inside(lit) != 0;
                    let implied = self.trail.lits()[start..].iter().copied().find(is_inside);
                    if let Some(implied) = implied {
                        return Outcome::Implied(implied);
                    }
                }
                1 => return Outcome::Implied(lit),
                _ => {}
            }
        }
        Outcome::AllFalse
    }

    fn is_decision(&self, lit: Lit) -> bool {
        let record = self.trail.record(lit.var());
        self.trail.is_true(lit)
            && record.level > 0
            && record.reason.antecedent() == Antecedent::None
    }

    /// Marks as seen the decisions that the outcome follows from.
    fn mark_decisions(&mut self, outcome: Outcome) {
        let Solver {
            analysis,
            trail,
            clauses,
            ..
        } = self;
        match outcome {
            Outcome::AllFalse => return,
            Outcome::Implied(lit) => analysis.mark(lit.var(), trail),
            Outcome::Conflict(conflict) => {
                for lit in conflict.lits(clauses) {
                    analysis.mark(lit.var(), trail);
                }
            }
        }
        for position in (trail.start(1)..trail.len()).rev() {
            let var = trail.lits()[position].var();
            if trail.record(var).marks & SEEN != 0 {
                for lit in trail.antecedent(var).lits(clauses) {
                    analysis.mark(lit.var(), trail);
                }
            }
        }
    }

    /// Returns a clause that has only literals of the candidate, if the outcome
    /// shows one.
    fn subsuming(&self, outcome: Outcome) -> Option<Subsuming> {
        let is_inside = |lit: Lit| self.trail.record(lit.var()).marks & inside(lit) != 0;
        let clauses = &self.clauses;
        match outcome {
            Outcome::AllFalse => None,
            Outcome::Conflict(conflict) => conflict
                .lits(clauses)
                .all(is_inside)
                .then(|| conflict.clause().into()),
            Outcome::Implied(lit) => {
                let antecedent = self.trail.antecedent(lit.var());
                let is_subsuming = antecedent != Antecedent::None
                    && is_inside(lit)
                    && antecedent.lits(clauses).all(is_inside);
                is_subsuming.then(|| antecedent.clause().into())
            }
        }
    }

    /// Derives a part of the clause that is implied, and replaces the clause by
    /// it.
    fn replace_by(&mut self, clause: ClauseRef, kept: &[Lit], outcome: Outcome) {
        match outcome {
            Outcome::AllFalse => self.explain(Conflict::Long(clause), kept),
            Outcome::Implied(lit) => self.explain_implied(lit, kept),
            Outcome::Conflict(conflict) => self.explain(conflict, kept),
        }
        let id = self.tracer.derive(kept);
        self.return_to_root();
        let learned = self.clauses.is_learned(clause);
        let glue = self
            .clauses
            .glue(clause)
            .min(kept.len().saturating_sub(1) as u32);
        let used = self.clauses.used(clause);
        if self.add_shortened(kept, learned.then_some((glue, used)), id) {
            self.remove_clause(clause);
        }
    }

    /// Adds a derived clause at level 0, none of whose literals is fixed.
    /// Returns `false` if it does not fit into the arena; then the longer
    /// clause is kept.
    fn add_shortened(&mut self, lits: &[Lit], learned: Option<(u32, u32)>, id: Id) -> bool {
        match *lits {
            [] => self.unsatisfiable = true,
            [unit] => {
                self.fix(unit, id);
                if !self.unsatisfiable
                    && let Some(conflict) = self.propagate()
                {
                    self.learn_from(conflict);
                }
            }
            _ => {
                let glue = learned.map(|(glue, _)| glue);
                let Some(added) = self.add_to_arena(lits, glue, id) else {
                    self.tracer.deleted(lits, id);
                    return false;
                };
                if let Some((_, used)) = learned {
                    self.clauses.set_used(added, used);
                }
                self.clauses.set_vivified(added, true);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::Config;
    use crate::formula::{Cnf, Var};

    const VARS: usize = 10;

    /// Returns the assignments that satisfy all clauses, as bit masks.
    fn models(clauses: &[Vec<Lit>]) -> Vec<u32> {
        let holds =
            |bits: u32, lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
        (0..1 << VARS)
            .filter(|&bits| {
                let mut clauses = clauses.iter();
                clauses.all(|clause| clause.iter().any(|lit| holds(bits, lit)))
            })
            .collect()
    }

    #[test]
    fn what_is_left_of_the_formula_has_the_same_models() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut removed, mut shortened, mut instantiated) = (0, 0, 0);
        for _ in 0..2000 {
            let mut cnf = Cnf::new(VARS);
            for _ in 0..rng.usize(10..40) {
                let size = rng.usize(2..=6);
                let lits = (0..size).map(|_| Var::new(rng.usize(0..VARS)).lit(rng.bool()));
                cnf.add_clause(&lits.collect::<Vec<_>>());
            }
            let mut solver = Solver::new(Config {
                counting: false,
                congruence_interval: None, // it would substitute variables
                ..Config::default()
            });
            solver.add_cnf(&cnf);
            for _ in 0..rng.u32(1..30) {
                solver.step(&Budget::unlimited());
            }
            if solver.unsatisfiable {
                continue;
            }
            solver.return_to_root();
            if solver.propagate().is_some() {
                continue;
            }
            for kind in [IRREDUNDANT, 0, 1, 2, IRREDUNDANT] {
                solver.vivify_kind(kind, &mut None, i64::MAX, &Budget::unlimited());
                if !solver.unsatisfiable {
                    solver.check_invariants();
                }
            }
            removed += solver.stats.vivify_removed;
            shortened += solver.stats.vivify_shortened;
            instantiated += solver.stats.vivify_instantiated;
            let mut left: Vec<Vec<Lit>> =
                solver.trail.lits().iter().map(|&lit| vec![lit]).collect();
            for clause in solver.clauses.refs() {
                if !solver.clauses.is_learned(clause) {
                    left.push(solver.clauses.lits(clause).collect());
                }
            }
            if solver.unsatisfiable {
                left.push(Vec::new());
            }
            let all: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
            assert_eq!(models(&left), models(&all), "{cnf:?}");
        }
        assert!(
            removed > 200 && shortened > 1000 && instantiated > 100,
            "{removed} {shortened} {instantiated}"
        );
    }
}
