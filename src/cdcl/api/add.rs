//! Adding clauses and at-most-one constraints.

use crate::cdcl::Solver;
use crate::cdcl::counting::SMALLEST;
use crate::formula::{ClauseSink, Cnf, Lit, Var};
use crate::proof::Id;
use std::convert::Infallible;

/// Mark in [`Record::marks`](crate::cdcl::state::trail::Record::marks): the clause being
/// added has the variable's positive literal.
const POSITIVE: u32 = 1;
/// Mark: the clause being added has the variable's negative literal.
const NEGATIVE: u32 = 1 << 1;

impl Solver {
    /// Adds a variable that no clause mentions yet, and returns it.
    ///
    /// # Panics
    /// If there are [`Var::LIMIT`] variables already.
    pub fn new_var(&mut self) -> Var {
        let var = Var::new(self.num_vars());
        self.reserve_vars(self.num_vars() + 1);
        var
    }

    /// Raises the number of variables to at least `num_vars`. Memory is used
    /// only once clauses mention them.
    pub fn reserve_vars(&mut self, num_vars: usize) {
        self.num_vars = self.num_vars.max(num_vars);
    }

    /// Returns the number of variables.
    pub fn num_vars(&self) -> usize {
        self.num_vars
    }

    /// Adds a clause, before the first `solve` or between two calls. The
    /// literals may be any list: an empty one, a single literal, a list with
    /// repetitions, or with a literal and its negation.
    ///
    /// Discards the current model. If memory runs out, or the limit on
    /// [memory](crate::cdcl::CallLimits::bytes) is exceeded, the clause is not kept and every later `solve`
    /// returns `Unknown`.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.reopen();
        let id = self.tracer.original(clause);
        self.add_reported(clause, id);
    }

    /// Adds a clause that the observer knows under `id`, with new variables.
    pub(in crate::cdcl) fn add_reported(&mut self, clause: &[Lit], id: Id) {
        let num_vars = clause.iter().map(|lit| lit.var().index() + 1).max();
        let fits = self.grow(num_vars.unwrap_or(0));
        if !fits || self.unsatisfiable {
            return;
        }
        if self.is_over_memory() {
            self.is_incomplete = true;
            return;
        }
        self.limits.added += 1;
        self.restore_mentioned(clause);
        self.add_known(clause, id);
    }

    /// Adds a clause that the observer already knows under `id`.
    pub(in crate::cdcl) fn add_known(&mut self, clause: &[Lit], id: Id) {
        if self.unsatisfiable {
            return;
        }
        let mut lits = std::mem::take(&mut self.analysis.clause);
        if self.simplify_into(clause, &mut lits) {
            self.add_simplified(clause, &lits, id);
        } else {
            self.tracer.deleted(clause, id);
        }
        lits.clear();
        self.analysis.clause = lits;
    }

    /// Adds the simplified form `lits` of `clause`. Its literals are
    /// unassigned, or any literals if nothing has been propagated yet.
    fn add_simplified(&mut self, clause: &[Lit], lits: &[Lit], id: Id) {
        let id = self.derive_simplified(clause, lits, id);
        match *lits {
            [] => {}
            [unit] => self.fix(unit, id),
            _ => self.is_incomplete |= self.add_to_arena(lits, None, id).is_none(),
        }
    }

    /// Derives the simplified form `lits` of `clause`, if it is another one, and
    /// returns its id. If no literal is left, that is the empty clause.
    pub(in crate::cdcl) fn derive_simplified(
        &mut self,
        clause: &[Lit],
        lits: &[Lit],
        id: Id,
    ) -> Id {
        if lits.len() == clause.len() && !lits.is_empty() {
            return id;
        }
        self.hint_false(clause);
        self.tracer.hint(id);
        if lits.is_empty() {
            self.derive_empty();
            return id;
        }
        let shorter = self.tracer.derive(lits);
        self.tracer.deleted(clause, id);
        shorter
    }

    /// Adds the constraint that at most one of the literals is true. It means
    /// the same as the clauses ¬a ∨ ¬b for each two of them, but needs memory
    /// linear in the literals.
    ///
    /// Most observers know a formula only by its clauses. For them the constraint
    /// is added as these clauses and reported as such
    /// ([`Observer::has_groups`](crate::proof::Observer::has_groups)).
    ///
    /// ```
    /// use sudosat::prelude::*;
    ///
    /// // Ten pigeons in nine holes.
    /// let mut solver = Solver::default();
    /// let holes: Vec<Vec<Lit>> = (0..9)
    ///     .map(|_| (0..10).map(|_| solver.new_var().positive()).collect())
    ///     .collect();
    /// for pigeon in 0..10 {
    ///     let in_some_hole: Vec<Lit> = holes.iter().map(|hole| hole[pigeon]).collect();
    ///     solver.add_clause(&in_some_hole);
    /// }
    /// for hole in &holes {
    ///     solver.add_at_most_one(hole);
    /// }
    /// assert_eq!(solver.solve(&Budget::unlimited())?, Verdict::Unsat);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn add_at_most_one(&mut self, lits: &[Lit]) {
        let mut sorted = lits.to_vec();
        sorted.sort_unstable();
        let is_proper = sorted.is_sorted_by(|a, b| a.var() < b.var());
        if self.tracer.needs_pairs() || !is_proper || lits.len() < SMALLEST {
            for (index, &first) in lits.iter().enumerate() {
                for &second in &lits[index + 1..] {
                    self.add_clause(&[!first, !second]);
                }
            }
            return;
        }
        self.reopen();
        let num_vars = sorted.last().map_or(0, |lit| lit.var().index() + 1);
        if self.grow(num_vars) && !self.unsatisfiable {
            self.limits.added += 1;
            self.restore_mentioned(&sorted);
            self.added_groups.push(&sorted);
        }
    }

    /// Adds every clause of a formula, and reserves its variables.
    pub fn add_cnf(&mut self, cnf: &Cnf) {
        self.reserve_vars(cnf.num_vars());
        for clause in cnf.clauses() {
            self.add_clause(clause);
        }
    }

    /// Puts into `lits` the clause without repeated literals and without
    /// literals that are false at level 0, in the same order. Returns `false`
    /// if the clause is always satisfied: it has a literal true at level 0, or
    /// a literal and its negation.
    ///
    /// Before the first propagation the unit clauses are ignored: a clause is
    /// kept whole, whether its units come before or after it, so that counting
    /// sees the formula as it was given.
    pub(in crate::cdcl) fn simplify_into(&mut self, clause: &[Lit], lits: &mut Vec<Lit>) -> bool {
        let trail = &mut self.trail;
        let is_fixed = trail.has_propagated();
        let mut is_kept = true;
        for &lit in clause {
            let value = match is_fixed && trail.level_of(lit.var()) == 0 {
                true => trail.value(lit),
                false => 0,
            };
            let (mark, opposite) = match lit.is_positive() {
                true => (POSITIVE, NEGATIVE),
                false => (NEGATIVE, POSITIVE),
            };
            let marks = &mut trail.record_mut(lit.var()).marks;
            if value > 0 || *marks & opposite != 0 {
                is_kept = false;
                break;
            }
            if value == 0 && *marks & mark == 0 {
                *marks |= mark;
                lits.push(lit);
            }
        }
        for lit in lits {
            trail.record_mut(lit.var()).marks = 0;
        }
        is_kept
    }
}

impl ClauseSink for Solver {
    type Error = Infallible;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        self.add_clause(lits);
        Ok(())
    }

    fn no_two(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        self.add_at_most_one(lits);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::budget::Budget;
    use crate::cdcl::{Config, Solver, Verdict};
    use crate::formula::{ClauseSink, Cnf, Lit, Var};
    use crate::proof::{Recorder, Shared};

    /// Generates random clauses and at-most-one constraints, some with repeated
    /// variables. Every second formula adds its groups in two portions.
    fn random(seed: u64) -> (Vec<Vec<Lit>>, Vec<Vec<Lit>>) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut lits = |len: usize| -> Vec<Lit> {
            (0..len)
                .map(|_| Var::new(rng.usize(0..9)).lit(rng.bool()))
                .collect()
        };
        let clauses = (0..8).map(|index| lits(2 + index % 3)).collect();
        let groups = (0..4).map(|index| lits(1 + index)).collect();
        (clauses, groups)
    }

    fn models(mut solver: Solver) -> usize {
        solver.reserve_vars(9);
        let mut count = 0;
        while solver.solve(&Budget::unlimited()).unwrap() == Verdict::Sat {
            count += 1;
            let model = solver.model().unwrap();
            let not_again: Vec<Lit> = model.lits().map(|lit| !lit).collect();
            solver.add_clause(&not_again);
        }
        count
    }

    #[test]
    fn a_group_is_the_same_as_its_clauses() {
        let (mut satisfiable, mut unsatisfiable) = (0, 0);
        for seed in 0..200 {
            let (clauses, groups) = random(seed);
            let mut cnf = Cnf::new(9);
            clauses.iter().for_each(|clause| cnf.add_clause(clause));
            for group in &groups {
                let Ok(()) = cnf.no_two(group);
            }
            let mut expected = Solver::default();
            expected.add_cnf(&cnf);
            let expected = models(expected);
            for config in [Config::default(), Config::plain(false)] {
                let mut solver = Solver::new(config);
                let mut between = 0;
                for group in &groups {
                    solver.add_at_most_one(group);
                    if seed % 2 == 0 {
                        // Groups may be added while others are in use already.
                        solver.solve(&Budget::unlimited()).unwrap();
                        between += 1;
                    }
                    solver.check_invariants();
                }
                clauses.iter().for_each(|clause| solver.add_clause(clause));
                assert_eq!(models(solver), expected, "{seed} {between}");
            }
            if expected > 0 {
                satisfiable += 1;
            } else {
                unsatisfiable += 1;
            }
        }
        assert!(
            satisfiable > 20 && unsatisfiable > 20,
            "{satisfiable} {unsatisfiable}"
        );
    }

    #[test]
    fn an_observer_is_told_the_clauses_of_a_group() {
        let lits: Vec<Lit> = (0..5).map(|index| Var::new(index).positive()).collect();
        let recorder = Shared::new(Recorder::with_originals());
        let mut solver = Solver::default().with_observer(Box::new(recorder.clone()));
        solver.add_at_most_one(&lits);
        let mut cnf = Cnf::default();
        let Ok(()) = cnf.no_two(&lits);
        recorder.with(|recorder| assert_eq!(recorder.originals(), Some(&cnf)));
    }
}
