//! Taking clauses in.

use super::Solver;
use super::clauses::ClauseRef;
use crate::formula::{ClauseSink, Cnf, Lit};
use crate::proof::Id;
use std::convert::Infallible;

/// Marks in [`Record::marks`](super::trail::Record::marks): the clause being added has this literal.
const POSITIVE: u32 = 1;
const NEGATIVE: u32 = 1 << 1;

impl Solver {
    /// Adds a clause, before the first `solve` or between two. Any list of
    /// literals will do: empty, with one literal, with repetitions, with a
    /// literal and its negation.
    ///
    /// Ends the life of a model. If memory runs out, `solve` will say so.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.reopen();
        let id = self.telling.original(clause);
        let num_vars = clause.iter().map(|lit| lit.var().index() + 1).max();
        let fits = self.grow(num_vars.unwrap_or(0));
        if !fits || self.unsatisfiable {
            return;
        }
        self.limits.added += 1;
        let mut lits = std::mem::take(&mut self.analysis.clause);
        if self.simplify_into(clause, &mut lits) {
            self.add_simplified(clause, &lits, id);
        } else {
            self.telling.deleted(clause, id);
        }
        lits.clear();
        self.analysis.clause = lits;
    }

    /// Adds a clause of which only these literals are left: open ones, or
    /// any if nothing is propagated yet.
    fn add_simplified(&mut self, clause: &[Lit], lits: &[Lit], mut id: Id) {
        if lits.is_empty() {
            self.hint_false(clause);
            self.telling.hint(id);
            self.derive_empty();
            return;
        }
        if lits.len() < clause.len() {
            self.hint_false(clause);
            self.telling.hint(id);
            let shorter = self.telling.derive(lits);
            self.telling.deleted(clause, id);
            id = shorter;
        }
        if let [unit] = *lits {
            self.fix(unit, id);
        } else if self.add_to_arena(lits, None, id).is_none() {
            self.is_incomplete = true;
        }
    }

    /// Adds every clause of a formula, and its variables.
    pub fn add_cnf(&mut self, cnf: &Cnf) {
        self.reserve_vars(cnf.num_vars());
        for clause in cnf.clauses() {
            self.add_clause(clause);
        }
    }

    /// Leaves in `lits` the clause without repeated literals and those false at
    /// level 0, in the same order. False: the clause holds in any case, as it
    /// has a literal true at level 0, or one and its negation.
    ///
    /// While nothing is propagated yet, units don't count: a clause is kept
    /// whole, whether its units come before it or after it, so that counting
    /// sees the formula as it is.
    fn simplify_into(&mut self, clause: &[Lit], lits: &mut Vec<Lit>) -> bool {
        let trail = &mut self.trail;
        let is_fixed = trail.has_propagated();
        let mut says_something = true;
        for &lit in clause {
            let value = if is_fixed { trail.value(lit) } else { 0 };
            let (mark, opposite) = match lit.is_positive() {
                true => (POSITIVE, NEGATIVE),
                false => (NEGATIVE, POSITIVE),
            };
            let marks = &mut trail.record_mut(lit.var()).marks;
            if value > 0 || *marks & opposite != 0 {
                says_something = false;
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
        says_something
    }

    /// Stores a clause of two or more literals, a learned one with its glue,
    /// and has its first two literals watched. `None`: there is no room.
    pub(super) fn add_to_arena(
        &mut self,
        lits: &[Lit],
        learned: Option<u32>,
        id: Id,
    ) -> Option<ClauseRef> {
        let clause = self.clauses.add(lits, learned, id)?;
        if let [first, second] = *lits {
            self.telling.add_binary(first, second, id);
        }
        self.watches.add(lits[0], lits[1], clause, lits.len() == 2);
        Some(clause)
    }
}

impl ClauseSink for Solver {
    type Error = Infallible;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        self.add_clause(lits);
        Ok(())
    }
}
