//! Subsumption: removes clauses and literals that another clause makes
//! redundant.
//!
//! A clause C subsumes D if D contains all its literals. If D contains all but
//! one, and the negation of that one, then the resolvent of C and D subsumes D,
//! and the literal can be removed from D: self-subsuming resolution (Eén and
//! Biere, "Effective Preprocessing in SAT through Variable and Clause
//! Elimination", SAT 2005). For each C, the candidates for D are the clauses of
//! C's rarest variable; comparing signatures rules out most of them.

use super::occurrences::{Occurrences, signature};
use crate::cdcl::Solver;
use crate::cdcl::core::analysis::inside;
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::effort::Effort;
use crate::formula::Lit;

/// Clauses with more literals than this are not tried as subsuming clauses. The
/// same limit as CaDiCaL's `subsumeclslim`.
const LONGEST: usize = 100;

/// The part of a clause that another clause makes redundant.
enum Redundant {
    /// The whole clause, which is subsumed.
    Clause,
    /// This literal, which self-subsuming resolution removes.
    Literal(Lit),
}

impl Solver {
    /// Tries the untried clauses while effort is left. All literals must be
    /// propagated at level 0, and are so afterwards.
    pub(in crate::cdcl) fn subsume(&mut self, occurrences: &mut Occurrences, effort: &mut Effort) {
        while !self.unsatisfiable
            && !self.must_end(effort)
            && let Some(clause) = occurrences.untried.pop()
        {
            if !self.clauses.is_garbage(clause) {
                self.clauses.set_matched(clause);
                self.subsume_by(clause, occurrences, effort);
            }
        }
    }

    fn subsume_by(
        &mut self,
        clause: ClauseRef,
        occurrences: &mut Occurrences,
        effort: &mut Effort,
    ) {
        let lits: Vec<Lit> = self.clauses.lits(clause).collect();
        if lits.len() > LONGEST {
            return;
        }
        if lits.iter().any(|&lit| self.trail.is_true(lit)) {
            self.remove_clause(clause);
            return;
        }
        let count = |lit: &Lit| occurrences.of(*lit).len() + occurrences.of(!*lit).len();
        let Some(rarest) = lits.iter().copied().min_by_key(count) else {
            return;
        };
        let own = signature(lits.iter().copied());
        for &lit in &lits {
            self.trail.record_mut(lit.var()).marks |= inside(lit);
        }
        let mut found: Vec<(ClauseRef, Redundant)> = Vec::new();
        for side in [rarest, !rarest] {
            let candidates = occurrences.of(side);
            effort.spend(1 + candidates.len() / 8);
            for candidate in candidates {
                let other = candidate.clause;
                if own & !candidate.signature != 0
                    || other == clause
                    || self.clauses.is_garbage(other)
                    || self.clauses.size(other) < lits.len()
                {
                    continue;
                }
                effort.spend(1 + self.clauses.size(other) / 16);
                if let Some(redundant) = self.redundant_in(other, lits.len()) {
                    found.push((other, redundant));
                }
            }
        }
        for lit in &lits {
            self.trail.record_mut(lit.var()).marks &= !inside(*lit);
        }
        for (other, redundant) in found {
            if self.unsatisfiable || self.must_end(effort) {
                return;
            }
            match redundant {
                _ if self.clauses.is_garbage(other) => {}
                Redundant::Clause => {
                    self.stats.subsumed += 1;
                    self.remove_clause(other);
                }
                Redundant::Literal(lit) => {
                    self.strengthen(other, lit, clause, occurrences, effort);
                }
            }
        }
    }

    /// Returns what the marked clause of `size` literals makes redundant in
    /// `other`, if anything.
    fn redundant_in(&self, other: ClauseRef, size: usize) -> Option<Redundant> {
        let (mut same, mut negated) = (0, None);
        for lit in self.clauses.lits(other) {
            let marks = self.trail.record(lit.var()).marks;
            if marks & inside(lit) != 0 {
                same += 1;
            } else if marks & inside(!lit) != 0 {
                if negated.is_some() {
                    return None;
                }
                negated = Some(lit);
            }
        }
        (same + usize::from(negated.is_some()) == size)
            .then(|| negated.map_or(Redundant::Clause, Redundant::Literal))
    }

    /// Replaces the clause by itself without `lit`; the shorter clause follows
    /// with `by`.
    fn strengthen(
        &mut self,
        clause: ClauseRef,
        lit: Lit,
        by: ClauseRef,
        occurrences: &mut Occurrences,
        effort: &mut Effort,
    ) {
        let old: Vec<Lit> = self.clauses.lits(clause).collect();
        if old.iter().any(|&lit| self.trail.is_true(lit)) {
            self.remove_clause(clause);
            return;
        }
        let is_kept = |&other: &Lit| other != lit && !self.trail.is_false(other);
        let lits: Vec<Lit> = old.iter().copied().filter(is_kept).collect();
        // If `lit` is false by now, the shorter clause follows without `by`.
        if !self.trail.is_false(lit) {
            self.hint_resolution(by, clause);
        } else if self.tracer.wants_hints() {
            self.hint_false(&old);
            self.tracer.hint(self.clauses.id(clause));
        }
        self.stats.strengthened += 1;
        effort.spend(old.len() / 4);
        if self.add_consequence(&lits, occurrences, effort) {
            self.remove_clause(clause);
        }
    }

    /// Adds an irredundant clause of unassigned literals that follows from the
    /// hints given so far, and propagates it if it is a unit clause. Returns
    /// `false` if it does not fit into the arena or the formula is
    /// unsatisfiable.
    pub(in crate::cdcl) fn add_consequence(
        &mut self,
        lits: &[Lit],
        occurrences: &mut Occurrences,
        effort: &mut Effort,
    ) -> bool {
        match *lits {
            [] => {
                self.derive_empty();
                false
            }
            [unit] => {
                let id = self.tracer.derive(lits);
                self.fix(unit, id);
                if let Some(conflict) = self.propagate() {
                    self.learn_from(conflict);
                }
                !self.unsatisfiable
            }
            _ => {
                let id = self.tracer.derive(lits);
                let Some(added) = self.add_to_arena(lits, None, id) else {
                    self.tracer.deleted(lits, id);
                    effort.end(); // and the collection that follows makes room
                    return false;
                };
                occurrences.push(added, &self.clauses);
                true
            }
        }
    }
}
