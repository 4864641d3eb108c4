//! Conflict analysis: derives the first-UIP clause of a conflict.
//!
//! The conflict is resolved with the reasons of its literals, last assigned
//! first, until one literal of the current level is left: the first unique
//! implication point (Marques-Silva and Sakallah, "GRASP", ICCAD 1996; Zhang,
//! Madigan, Moskewicz, Malik, "Efficient Conflict Driven Learning", ICCAD
//! 2001).

use super::analysis::SEEN;
use crate::cdcl::Solver;
use crate::cdcl::state::clauses::{ClauseRef, MAX_USED};
use crate::cdcl::state::reason::{Antecedent, Conflict};
use crate::formula::Lit;

impl Solver {
    /// Leaves the first-UIP clause in `analysis.clause`, with its literal of
    /// the current level first.
    pub(in crate::cdcl) fn analyze(&mut self, conflict: Conflict) {
        // Reserve the first place for the literal of the current level.
        self.analysis
            .clause
            .extend(conflict.lits(&self.clauses).next());
        for lit in conflict.lits(&self.clauses) {
            self.analysis.analyze_literal(lit, &mut self.trail);
        }
        self.bump_clause(conflict.clause());
        let mut position = self.trail.len();
        let uip = loop {
            let lit = loop {
                position -= 1;
                let lit = self.trail.lits()[position];
                if self.trail.record(lit.var()).marks & SEEN != 0 {
                    break lit;
                }
            };
            self.analysis.open -= 1;
            if self.analysis.open == 0 {
                break lit;
            }
            let antecedent = self.trail.antecedent(lit.var());
            if self.tracer.wants_reasons() {
                let id = self.id_of_reason(lit, antecedent);
                self.analysis.resolved.push(id);
            }
            debug_assert!(
                antecedent != Antecedent::None,
                "the decision is the last of its level"
            );
            for other in antecedent.lits(&self.clauses) {
                self.analysis.analyze_literal(other, &mut self.trail);
            }
            self.bump_clause(antecedent.clause());
            if self.tracer.wants_steps() {
                self.trace_resolved(lit, antecedent, position);
            }
        };
        self.analysis.clause[0] = !uip;
    }

    /// Records that conflict analysis used a learned clause, and lowers the
    /// clause's glue to its present value.
    fn bump_clause(&mut self, clause: Option<ClauseRef>) {
        let Solver {
            clauses,
            analysis,
            trail,
            config,
            ..
        } = self;
        if let Some(clause) = clause
            && clauses.is_learned(clause)
        {
            clauses.set_used(clause, MAX_USED);
            let old = clauses.glue(clause);
            if old > config.tier1 {
                let glue = analysis.glue(clauses.lits(clause), trail);
                if glue < old {
                    clauses.set_glue(clause, glue);
                }
            }
        }
    }

    /// Reports one resolution step to the observer. The resolvent consists of
    /// the literals of lower levels and the seen literals of this level before
    /// `position`.
    fn trace_resolved(&mut self, pivot: Lit, reason: Antecedent, position: usize) {
        let start = self.trail.start(self.trail.level());
        let open = self.trail.lits()[start..position]
            .iter()
            .rev()
            .filter(|lit| self.trail.record(lit.var()).marks & SEEN != 0);
        let resolvent: Vec<Lit> = open
            .map(|&lit| !lit)
            .chain(self.analysis.clause[1..].iter().copied())
            .collect();
        self.tracer
            .resolved(pivot, reason, &resolvent, &self.clauses);
    }
}
