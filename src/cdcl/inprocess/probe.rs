//! Failed literals.
//!
//! A literal is assumed and propagated. After a conflict its negation is a unit
//! clause, and so is the negation of every literal that all ways to the
//! conflict lead through (Le Berre, "Exploiting the Real Power of Unit Propagation
//! Lookahead", SAT 2001).

use crate::cdcl::Solver;
use crate::cdcl::core::analysis::SEEN;
use crate::cdcl::state::reason::Conflict;
use crate::formula::Lit;

impl Solver {
    /// Tries an unassigned literal until it does not fail any more or is fixed.
    pub(in crate::cdcl) fn try_literal(&mut self, lit: Lit) {
        while !self.unsatisfiable && self.trail.is_open(lit.var()) && self.fails(lit) {}
    }

    /// Tries an unassigned literal at level 0. Returns `true` if that led to a
    /// conflict; then a literal is fixed now, or the formula is unsatisfiable.
    fn fails(&mut self, lit: Lit) -> bool {
        debug_assert!(self.trail.level() == 0 && self.trail.is_propagated());
        self.assume(lit);
        let Some(conflict) = self.propagate() else {
            self.return_to_root();
            return false;
        };
        self.stats.failed += 1;
        let clause = [!self.cause(conflict)];
        self.explain(conflict, &clause);
        let id = self.tracer.derive(&clause);
        self.return_to_root();
        self.fix(clause[0], id);
        if !self.unsatisfiable
            && let Some(conflict) = self.propagate()
        {
            self.learn_from(conflict);
        }
        true
    }

    /// Returns the first unique implication point of the only decision level:
    /// the last literal that all ways from the decision to the conflict pass
    /// through.
    fn cause(&mut self, conflict: Conflict) -> Lit {
        let Solver {
            analysis,
            trail,
            clauses,
            ..
        } = self;
        for lit in conflict.lits(clauses) {
            analysis.analyze_literal(lit, trail);
        }
        let mut position = trail.len();
        let cause = loop {
            position -= 1;
            let lit = trail.lits()[position];
            if trail.record(lit.var()).marks & SEEN == 0 {
                continue;
            }
            if analysis.open == 1 {
                break lit;
            }
            analysis.open -= 1;
            for other in trail.antecedent(lit.var()).lits(clauses) {
                analysis.analyze_literal(other, trail);
            }
        };
        analysis.clear(trail);
        cause
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::{Config, Verdict};
    use crate::formula::{Cnf, Var};

    #[test]
    fn no_literal_fails_afterwards() {
        const VARS: usize = 20;
        let mut rng = fastrand::Rng::with_seed(2);
        let mut failed = 0;
        for _ in 0..500 {
            let mut cnf = Cnf::new(VARS);
            for _ in 0..rng.usize(20..60) {
                let size = rng.usize(2..4);
                let lits = (0..size).map(|_| Var::new(rng.usize(0..VARS)).lit(rng.bool()));
                cnf.add_clause(&lits.collect::<Vec<_>>());
            }
            let mut solver = Solver::new(Config::default());
            solver.add_cnf(&cnf);
            if solver.unsatisfiable || solver.propagate().is_some() {
                continue;
            }
            let before = solver.trail.num_fixed();
            for lit in (0..2 * solver.trail.num_vars()).map(Lit::from_code) {
                solver.try_literal(lit);
                if solver.unsatisfiable {
                    break;
                }
                if solver.trail.is_open(lit.var()) {
                    assert!(!solver.fails(lit), "{lit} fails");
                }
            }
            failed += solver.stats.failed;
            if solver.unsatisfiable {
                assert!(solver.stats.failed > 0);
                continue;
            }
            solver.check_invariants();
            // The result is implied: its negation has no model.
            for index in before..solver.trail.num_fixed() {
                let mut contrary = Solver::default();
                contrary.add_cnf(&cnf);
                contrary.add_clause(&[!solver.trail.lits()[index]]);
                let verdict = contrary.solve(&crate::budget::Budget::unlimited()).unwrap();
                assert_eq!(verdict, Verdict::Unsat);
            }
        }
        assert!(failed > 200, "{failed}");
    }
}
