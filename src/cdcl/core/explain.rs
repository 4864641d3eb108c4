//! The hints of LRAT: the clauses from which a derived clause follows.
//!
//! Computed only for an observer that wants hints. A derived clause is
//! explained when it is complete: starting from the conflict, the reasons of
//! all literals that are not in the clause are collected down to the clause's
//! own literals. In the order of the trail they are the steps that unit
//! propagation makes when the clause is assumed false. A reason needs only
//! literals of lower trail positions, so the needed literals are taken from the
//! highest position down, and nothing is sorted. Minimisation and
//! shrinking need not know of hints, and every technique that follows reasons
//! can use the same pass. For a learned clause, analysis has collected the hints
//! of the current level while it resolved, so only the literals that were
//! removed later are left. (CaDiCaL collects chains while it analyses:
//! Pollitt, Fleury, Biere, "Faster LRAT Checking Than Solving with CaDiCaL",
//! SAT 2023.)

use super::analysis::{Analysis, EXPLAINED};
use crate::cdcl::Solver;
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
            clauses,
            ..
        } = self;
        for lit in conflict.lits(clauses) {
            need(lit.var(), trail, analysis);
        }
        self.end_explanation(clause);
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
        let clause = std::mem::take(&mut self.analysis.clause);
        self.begin_explanation(&clause);
        for index in 0..self.analysis.fixed.len() {
            self.need(self.analysis.fixed[index]);
        }
        for index in 0..self.analysis.removed.len() {
            self.need(self.analysis.removed[index]);
        }
        // These reasons are of lower levels than those that analysis found.
        self.end_explanation(&clause);
        self.analysis.clause = clause;
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
        self.end_explanation(clause);
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
        self.end_explanation(&[]);
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

    /// Begins to explain the clause. Its literals need no reasons.
    fn begin_explanation(&mut self, clause: &[Lit]) {
        debug_assert!(self.analysis.explained.is_empty());
        self.analysis.needed.grow(self.trail.len());
        for lit in clause {
            self.trail.record_mut(lit.var()).marks |= EXPLAINED;
        }
    }

    #[inline(always)]
    fn need(&mut self, var: Var) {
        need(var, &mut self.trail, &mut self.analysis);
    }

    /// Adds as hints the reasons of the needed variables and of the variables that these
    /// need, and after them the reasons in `resolved`.
    fn end_explanation(&mut self, clause: &[Lit]) {
        while let Some(position) = self.analysis.needed.pop() {
            let Solver {
                trail,
                analysis,
                clauses,
                ..
            } = self;
            let lit = trail.lits()[position as usize];
            let antecedent = trail.antecedent(lit.var());
            match antecedent {
                Antecedent::None => debug_assert!(false, "{lit} is decided, and not in the clause"),
                Antecedent::Binary(other) => need(other.var(), trail, analysis),
                Antecedent::Long(clause) => {
                    for other in clauses.lits(clause) {
                        need(other.var(), trail, analysis);
                    }
                }
            }
            // The literals to come are lower, so none of them needs this one.
            trail.record_mut(lit.var()).marks &= !EXPLAINED;
            let id = self.id_of_reason(lit, antecedent);
            self.analysis.resolved.push(id);
        }
        let Solver {
            trail,
            analysis,
            tracer,
            ..
        } = self;
        for lit in clause {
            trail.record_mut(lit.var()).marks &= !EXPLAINED;
        }
        for var in analysis.explained.drain(..) {
            trail.record_mut(var).marks &= !EXPLAINED;
            tracer.hint_unit(var);
        }
        tracer.hint_all(analysis.resolved.iter().rev());
        analysis.resolved.clear();
    }

    /// Returns the id of the clause that implies `lit`.
    #[inline(always)]
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
#[inline(always)]
fn need(var: Var, trail: &mut Trail, analysis: &mut Analysis) {
    let record = trail.record_mut(var);
    if record.marks & EXPLAINED != 0 {
        return;
    }
    record.marks |= EXPLAINED;
    if record.level == 0 {
        analysis.explained.push(var);
    } else {
        analysis.needed.insert(record.position);
    }
}
