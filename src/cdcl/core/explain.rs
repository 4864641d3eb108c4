//! The hints of LRAT: the clauses from which a derived clause follows.
//!
//! Computed only for an observer that wants hints. A derived clause is
//! explained when it is complete: starting from the conflict, the reasons of
//! all literals that are not in the clause are collected down to the clause's
//! own literals. In the order of the trail they are the steps that unit
//! propagation makes when the clause is assumed false. So minimisation and
//! shrinking need not know of hints, and every technique that follows reasons
//! can use the same pass. For a learned clause, analysis has collected the hints
//! of the current level while it resolved, so only the literals that were
//! removed later are left. (CaDiCaL collects chains while it analyses:
//! Pollitt, Fleury, Biere, "Faster LRAT Checking Than Solving with CaDiCaL",
//! SAT 2023.)

use super::analysis::{Analysis, EXPLAINED};
use crate::cdcl::Solver;
use crate::cdcl::api::tracer::Tracer;
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::reason::{Antecedent, Conflict};
use crate::cdcl::state::trail::Trail;
use crate::formula::{Lit, Var};
use crate::proof::Id;

impl Solver {
    /// Adds as hints the reasons that make the conflict's clause false once the
    /// literals of `clause` are false, and the conflict itself. Every literal
    /// on the way must have a reason, be in `clause`, or be fixed at level 0.
    pub(in crate::cdcl) fn explain(&mut self, conflict: Conflict, clause: &[Lit]) {
        if !self.tracer.wants_reasons() {
            return;
        }
        self.begin_explanation(clause);
        let Solver {
            trail,
            analysis,
            tracer,
            clauses,
            ..
        } = self;
        for lit in conflict.lits(clauses) {
            need(lit.var(), trail, analysis, tracer);
        }
        self.end_explanation();
        self.hint_conflict(conflict);
    }

    fn hint_conflict(&mut self, conflict: Conflict) {
        let id = match conflict {
            Conflict::Binary(first, second) => self.id_of_binary(first, second),
            Conflict::Long(clause) => self.clauses.id(clause),
        };
        self.tracer.hint(id);
    }

    /// Does the same as [`Solver::explain`] for the clause that analysis found
    /// and minimised.
    pub(in crate::cdcl) fn explain_learned(&mut self, conflict: Conflict) {
        if !self.tracer.wants_reasons() {
            return;
        }
        // Hints of lower levels come before those of the current level.
        if !(self.analysis.fixed.is_empty() && self.analysis.removed.is_empty()) {
            let clause = std::mem::take(&mut self.analysis.clause);
            self.begin_explanation(&clause);
            self.analysis.clause = clause;
            for index in 0..self.analysis.fixed.len() {
                self.need(self.analysis.fixed[index]);
            }
            for index in 0..self.analysis.removed.len() {
                self.need(self.analysis.removed[index]);
            }
            self.end_explanation();
        }
        self.tracer.hint_all(self.analysis.resolved.iter().rev());
        self.hint_conflict(conflict);
    }

    /// Adds as hints the reasons that make `lit` true once the literals of
    /// `clause` are false. The literal must have a reason. If the literal
    /// itself is assumed false, its reason comes last and is the conflict.
    pub(in crate::cdcl) fn explain_implied(&mut self, lit: Lit, clause: &[Lit]) {
        if !self.tracer.wants_reasons() {
            return;
        }
        self.begin_explanation(clause);
        self.trail.record_mut(lit.var()).marks &= !EXPLAINED;
        self.need(lit.var());
        self.end_explanation();
    }

    /// Adds as hints why a literal of level 0 is true: the unit clauses of the
    /// other literals of its reason, then the reason.
    pub(in crate::cdcl) fn explain_fixed(&mut self, lit: Lit, antecedent: Antecedent) {
        if !self.tracer.wants_reasons() {
            return;
        }
        for other in antecedent.lits(&self.clauses) {
            if other != lit {
                self.tracer.hint_unit(other.var());
            }
        }
        let id = self.id_of_reason(lit, antecedent);
        self.tracer.hint(id);
    }

    /// Adds as hints the unit clauses that make literals of the clause false at
    /// level 0.
    pub(in crate::cdcl) fn hint_false(&mut self, clause: &[Lit]) {
        if !self.tracer.wants_hints() {
            return;
        }
        self.begin_explanation(&[]);
        for &lit in clause {
            if self.trail.is_fixed_false(lit) {
                self.need(lit.var());
            }
        }
        self.end_explanation();
    }

    /// Adds as hints two clauses whose resolvent is derived next.
    pub(in crate::cdcl) fn hint_resolution(&mut self, first: ClauseRef, second: ClauseRef) {
        if self.tracer.wants_hints() {
            let lits = self.clauses.lits(first).chain(self.clauses.lits(second));
            let lits: Vec<Lit> = lits.collect();
            self.hint_false(&lits);
            for clause in [first, second] {
                self.tracer.hint(self.clauses.id(clause));
            }
        }
    }

    fn begin_explanation(&mut self, clause: &[Lit]) {
        debug_assert!(self.analysis.explained.is_empty() && self.analysis.needed.is_empty());
        for lit in clause {
            self.trail.record_mut(lit.var()).marks |= EXPLAINED;
            self.analysis.explained.push(lit.var());
        }
    }

    fn need(&mut self, var: Var) {
        let Solver {
            trail,
            analysis,
            tracer,
            ..
        } = self;
        need(var, trail, analysis, tracer);
    }

    /// Adds as hints the reasons of the needed variables, and the reasons of
    /// the variables that these need.
    fn end_explanation(&mut self) {
        let mut looked = 0;
        let Solver {
            trail,
            analysis,
            tracer,
            clauses,
            ..
        } = self;
        while let Some(&position) = analysis.needed.get(looked) {
            looked += 1;
            let lit = trail.lits()[position as usize];
            let antecedent = trail.antecedent(lit.var());
            debug_assert!(
                antecedent != Antecedent::None,
                "{lit} is decided, and not in the clause"
            );
            match antecedent {
                Antecedent::None => {}
                Antecedent::Binary(other) => need(other.var(), trail, analysis, tracer),
                Antecedent::Long(clause) => {
                    for other in clauses.lits(clause) {
                        need(other.var(), trail, analysis, tracer);
                    }
                }
            }
        }
        let mut needed = std::mem::take(&mut self.analysis.needed);
        needed.sort_unstable();
        for position in needed.drain(..) {
            let lit = self.trail.lits()[position as usize];
            let id = self.id_of_reason(lit, self.trail.antecedent(lit.var()));
            self.tracer.hint(id);
        }
        self.analysis.needed = needed;
        for var in self.analysis.explained.drain(..) {
            self.trail.record_mut(var).marks &= !EXPLAINED;
        }
    }

    /// Returns the id of the clause that implies `lit`.
    #[inline]
    pub(super) fn id_of_reason(&mut self, lit: Lit, antecedent: Antecedent) -> Id {
        match antecedent {
            Antecedent::None => Id::NONE,
            Antecedent::Binary(other) => self.id_of_binary(lit, other),
            Antecedent::Long(clause) => self.clauses.id(clause),
        }
    }

    /// Returns the id of a binary clause that propagation used: a stored
    /// clause, one that a group replaced, or one that follows from a block.
    pub(in crate::cdcl) fn id_of_binary(&mut self, first: Lit, second: Lit) -> Id {
        match self.tracer.binary_again(first, second) {
            Some(id) => id,
            None => self.id_of_pair(!first, !second),
        }
    }
}

/// Marks the variable to be explained, unless it is marked already.
#[inline]
fn need(var: Var, trail: &mut Trail, analysis: &mut Analysis, tracer: &mut Tracer) {
    let record = trail.record_mut(var);
    if record.marks & EXPLAINED != 0 {
        return;
    }
    record.marks |= EXPLAINED;
    analysis.explained.push(var);
    if record.level == 0 {
        tracer.hint_unit(var);
    } else {
        analysis.needed.push(record.position);
    }
}
