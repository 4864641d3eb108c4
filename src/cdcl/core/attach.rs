//! Storing a clause with its watches, and removing it.

use crate::cdcl::Solver;
use crate::cdcl::state::clauses::ClauseRef;
use crate::formula::Lit;
use crate::proof::Id;

impl Solver {
    /// Stores a clause of at least two literals and watches its first two.
    /// `learned` is the glue of a learned clause, `None` for an irredundant
    /// clause. Returns `None` if the arena is full.
    pub(in crate::cdcl) fn add_to_arena(
        &mut self,
        lits: &[Lit],
        learned: Option<u32>,
        id: Id,
    ) -> Option<ClauseRef> {
        let clause = self.clauses.add(lits, learned, id)?;
        if let [first, second] = *lits {
            self.tracer.add_binary(first, second, id);
        }
        self.watches.add(lits[0], lits[1], clause, lits.len() == 2);
        Some(clause)
    }

    /// Reports the deletion of the clause and marks it as garbage. The next
    /// collection removes it and its watches.
    pub(in crate::cdcl) fn remove_clause(&mut self, clause: ClauseRef) {
        self.tracer.deleted_clause(clause, &self.clauses);
        if !self.clauses.is_learned(clause) {
            for lit in self.clauses.lits(clause) {
                self.eliminated.unsettle(lit.var());
            }
        }
        self.clauses.mark_garbage(clause);
    }
}
