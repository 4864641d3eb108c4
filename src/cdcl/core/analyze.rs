//! What a conflict says, as a clause.
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
    /// Leaves the first-UIP clause in `analysis.clause`, its literal of the
    /// current level first.
    pub(in crate::cdcl) fn analyze(&mut self, conflict: Conflict) {
        // The first place is for the literal of the current level.
        let placeholder = match conflict {
            Conflict::Binary(lit, _) => lit,
            Conflict::Long(clause) => self.clauses.lit(clause, 0),
        };
        self.analysis.clause.push(placeholder);
        match conflict {
            Conflict::Binary(first, second) => {
                self.analysis.see(first, &mut self.trail);
                self.analysis.see(second, &mut self.trail);
            }
            Conflict::Long(clause) => self.see_clause(clause),
        }
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
            self.analysis.resolved.push(lit);
            let antecedent = self.trail.antecedent(lit.var());
            match antecedent {
                Antecedent::Binary(other) => self.analysis.see(other, &mut self.trail),
                Antecedent::Long(clause) => self.see_clause(clause),
                Antecedent::None => unreachable!("the decision is the last literal of its level"),
            }
            if self.telling.wants_steps() {
                self.tell_resolved(lit, antecedent, position);
            }
        };
        self.analysis.clause[0] = !uip;
    }

    /// Takes the clause's literals into the one being learned, and notes that
    /// the clause was of use.
    fn see_clause(&mut self, clause: ClauseRef) {
        let Solver {
            clauses,
            analysis,
            trail,
            config,
            ..
        } = self;
        for lit in clauses.lits(clause) {
            analysis.see(lit, trail);
        }
        if clauses.is_learned(clause) {
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

    /// Tells one step of resolution: what is left are the literals of lower
    /// levels, and the seen ones of this level before `position`.
    fn tell_resolved(&mut self, pivot: Lit, reason: Antecedent, position: usize) {
        let start = self.trail.start(self.trail.level());
        let open = self.trail.lits()[start..position]
            .iter()
            .rev()
            .filter(|lit| self.trail.record(lit.var()).marks & SEEN != 0);
        let resolvent: Vec<Lit> = open
            .map(|&lit| !lit)
            .chain(self.analysis.clause[1..].iter().copied())
            .collect();
        self.telling
            .resolved(pivot, reason, &resolvent, &self.clauses);
    }
}
