//! Simplification by the literals fixed at level 0: clauses with a true literal
//! are satisfied for good and removed; false literals are removed from the
//! others.
//!
//! Every literal of level 0 is propagated, so a clause that is not satisfied
//! has two unassigned watched literals. Shortening therefore changes no watch.

use crate::cdcl::Solver;
use crate::cdcl::state::clauses::ClauseRef;
use crate::proof::Id;

impl Solver {
    /// Returns `true` if literals were fixed since the last simplification, and
    /// the search since then has cost more than a pass over all clauses.
    pub(in crate::cdcl) fn simplifying(&self) -> bool {
        self.config.simplify
            && self.trail.num_fixed() > self.limits.simplified
            && self.stats.ticks >= self.limits.simplify
    }

    /// Removes satisfied clauses and false literals, shrinks the groups, and collects
    /// garbage.
    pub(in crate::cdcl) fn simplify(&mut self) {
        self.return_to_root();
        debug_assert!(self.trail.is_propagated());
        self.stats.simplifications += 1;
        let mut word = 0;
        while let Some(clause) = self.clauses.next_from(word) {
            word = self.clauses.end(clause);
            if self.clauses.is_garbage(clause) {
                continue;
            }
            if self.is_satisfied(clause) {
                self.remove_clause(clause);
                self.stats.simplified += 1;
            } else if self
                .clauses
                .lits(clause)
                .any(|lit| self.trail.is_false(lit))
            {
                self.strip(clause);
                self.stats.simplified += 1;
            }
        }
        let Solver {
            at_most_ones,
            trail,
            tracer,
            ..
        } = self;
        if at_most_ones.len() > 0 {
            at_most_ones.shrink(trail, |group, smaller| tracer.shrunk(group, smaller));
        }
        self.limits.simplified = self.trail.num_fixed();
        self.collect();
        self.limits.simplify = self.stats.ticks + self.clauses.num_words() as u64;
    }

    /// Removes the false literals of the clause.
    fn strip(&mut self, clause: ClauseRef) {
        let (old, old_id) = match self.tracer.is_on() {
            true => (self.clauses.lits(clause).collect(), self.clauses.id(clause)),
            false => (Vec::new(), Id::NONE),
        };
        let Solver { clauses, trail, .. } = self;
        clauses.shorten(clause, |lit| !trail.is_false(lit));
        if self.tracer.is_on() {
            let new: Vec<_> = self.clauses.lits(clause).collect();
            self.hint_false(&old);
            self.tracer.hint(old_id);
            let id = self.tracer.derive(&new);
            self.tracer.deleted(&old, old_id);
            self.clauses.set_id(clause, id);
            if let [first, second] = *new {
                self.tracer.add_binary(first, second, id);
            }
        }
    }
}
