//! Failed-literal probing.
//!
//! A literal is assumed and propagated. After a conflict its negation is a unit
//! clause, and so is the negation of every literal that all ways to the
//! conflict lead through. Only the roots of the binary implication graph are
//! tried: literals that imply others and are implied by none. Whatever a
//! literal further down implies, its root implies too (Le Berre, "Exploiting
//! the Real Power of Unit Propagation Lookahead", SAT 2001; Lynce and
//! Marques-Silva, "Probing-Based Preprocessing Techniques for Propositional
//! Satisfiability", ICTAI 2003).
//!
//! A root is tried again only after further literals were fixed.

use crate::cdcl::Solver;
use crate::cdcl::core::analysis::SEEN;
use crate::cdcl::state::reason::Conflict;
use crate::formula::Lit;

/// The literals still to be tried.
#[derive(Default)]
pub(in crate::cdcl) struct Probes {
    /// The remaining roots of the current round, the next one last.
    roots: Vec<Lit>,
    /// For each literal, the number of fixed literals when it was tried, plus
    /// 1.
    tried: Vec<u32>,
}

impl Solver {
    /// Returns `true` if a round of probing is due.
    pub(in crate::cdcl) fn probing(&self) -> bool {
        self.limits.probe.is_due(self.stats.conflicts)
    }

    /// Tries roots within the share of the search's ticks, and sets the next time.
    pub(in crate::cdcl) fn probe(&mut self) {
        self.return_to_root();
        self.stats.probings += 1;
        let Solver {
            limits,
            stats,
            config,
            ..
        } = self;
        let growth = ((stats.probings + 9) as f64).log10();
        limits.probe.postpone(stats.conflicts, growth);
        let more = limits.probe_share.take(stats.ticks, config.probe_effort);
        let effort = self.limits.probe_left.saturating_add_unsigned(more);
        let record = self.record();
        self.try_roots(effort);
        let used = self.restore_record(record);
        self.limits.probe_left = effort.saturating_sub_unsigned(used);
        self.stats.probe_ticks += used;
    }

    /// Tries roots until none is left or `effort` ticks are spent.
    fn try_roots(&mut self, effort: i64) {
        let start = self.stats.ticks;
        let is_over = |ticks: u64| (ticks - start) as i64 >= effort;
        if is_over(start) {
            return;
        }
        if self.probes.roots.is_empty() {
            self.find_roots();
        }
        while !self.unsatisfiable
            && !is_over(self.stats.ticks)
            && !self.watchdog.has_propagated_enough(&self.stats)
            && let Some(root) = self.probes.roots.pop()
        {
            let fixed = self.trail.num_fixed() as u32 + 1;
            if self.eliminated.has(root.var()) || self.probes.tried[root.code()] == fixed {
                continue;
            }
            self.stats.probed += 1;
            self.try_root(root);
            self.probes.tried[root.code()] = self.trail.num_fixed() as u32 + 1;
        }
    }

    /// Tries an unassigned literal until it does not fail any more or is fixed.
    pub(in crate::cdcl) fn try_root(&mut self, root: Lit) {
        while !self.unsatisfiable && self.trail.is_open(root.var()) && self.fails(root) {}
    }

    /// Puts the unassigned roots into `probes`, those with the most
    /// implications last.
    fn find_roots(&mut self) {
        let num_lits = 2 * self.trail.num_vars();
        self.stats.ticks += num_lits as u64 / 4;
        self.probes.tried.resize(num_lits, 0);
        let fixed = self.trail.num_fixed() as u32 + 1;
        let implications = self.implications();
        let lits = (0..num_lits).map(Lit::from_code);
        let mut roots: Vec<Lit> = lits
            .filter(|&lit| {
                self.trail.is_open(lit.var())
                    && self.probes.tried[lit.code()] != fixed
                    && implications.has_any(lit)
                    && !implications.has_any(!lit)
            })
            .collect();
        roots.sort_by_key(|&lit| self.watches.list(!lit).len());
        self.probes.roots = roots;
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
    use crate::cdcl::Config;
    use crate::formula::{Cnf, Var};

    #[test]
    fn no_root_fails_afterwards() {
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
            // A newly fixed literal may make a root fail that did not fail
            // before.
            loop {
                let fixed = solver.trail.num_fixed();
                solver.try_roots(i64::MAX);
                if solver.unsatisfiable || solver.trail.num_fixed() == fixed {
                    break;
                }
            }
            failed += solver.stats.failed;
            if solver.unsatisfiable {
                assert!(solver.stats.failed > 0);
                continue;
            }
            solver.check_invariants();
            for lit in (0..2 * solver.trail.num_vars()).map(Lit::from_code) {
                let implications = solver.implications();
                if solver.trail.is_open(lit.var())
                    && implications.has_any(lit)
                    && !implications.has_any(!lit)
                {
                    assert!(!solver.fails(lit), "{lit} fails");
                }
            }
            // The result is implied: its negation has no model.
            for index in before..solver.trail.num_fixed() {
                let mut contrary = Solver::default();
                contrary.add_cnf(&cnf);
                contrary.add_clause(&[!solver.trail.lits()[index]]);
                let verdict = contrary.solve(&crate::budget::Budget::unlimited()).unwrap();
                assert_eq!(verdict, crate::cdcl::Verdict::Unsat);
            }
        }
        assert!(failed > 200, "{failed}");
    }
}
