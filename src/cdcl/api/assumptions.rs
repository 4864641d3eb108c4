//! Assumptions, and the failed core: the assumptions that a refutation needs.
//!
//! Assumptions are the first decisions (Eén and Sörensson, "Temporal Induction
//! by Incremental SAT Solving", BMC 2003). When one of them is false, following
//! reasons back finds the assumptions that imply its negation.

use crate::cdcl::Solver;
use crate::cdcl::core::analysis::SEEN;
use crate::cdcl::state::reason::Antecedent;
use crate::formula::Lit;

impl Solver {
    /// Leaves in `core` assumptions that can't all be true, `failed` among
    /// them, and derives the clause of their negations.
    pub(in crate::cdcl) fn analyze_final(&mut self, failed: Lit) {
        self.core.clear();
        self.core.push(failed);
        if self.trail.level_of(failed.var()) > 0 {
            self.trail.record_mut(failed.var()).marks |= SEEN;
            self.analysis.seen.push(failed.var());
            self.collect_core();
            self.analysis.clear(&mut self.trail);
        }
        if !self.core.contains(&!failed) {
            let clause: Vec<Lit> = self.core.iter().map(|&lit| !lit).collect();
            if clause.len() > 1 {
                self.explain_implied(!failed, &clause);
                self.core_id = self.tracer.derive(&clause);
            }
        }
    }

    /// Keeps the clause that the assumptions in the [core](Solver::core) can't all be true,
    /// after a call of `solve_with` that returned `Unsat`. The search uses it from then on.
    pub fn keep_core(&mut self) {
        let clause: Vec<Lit> = self.core.iter().map(|&lit| !lit).collect();
        let is_tautology = clause.iter().any(|&lit| clause.contains(&!lit));
        // A unit clause is kept in any case.
        if clause.len() > 1 && !is_tautology {
            self.add_known(&clause, self.core_id);
        }
    }

    /// Follows the reasons of seen literals, last assigned first, and adds the
    /// assumptions met to `core`.
    fn collect_core(&mut self) {
        let Solver {
            trail,
            clauses,
            analysis,
            core,
            ..
        } = self;
        for position in (trail.start(1)..trail.len()).rev() {
            let lit = trail.lits()[position];
            if trail.record(lit.var()).marks & SEEN == 0 {
                continue;
            }
            let antecedent = trail.antecedent(lit.var());
            if antecedent == Antecedent::None {
                core.push(lit);
            }
            for other in antecedent.lits(clauses) {
                analysis.analyze_literal(other, trail);
            }
        }
    }
}
