//! Collection: compacts the clause arena.
//!
//! Clauses are copied in the order in which watch lists name them, with the
//! lists in the order of the decision queue, so that clauses visited together
//! are stored together (as CaDiCaL does). The same pass drops watches of
//! garbage clauses and marks as binary the watches of clauses that were
//! shortened to two literals.

use crate::cdcl::Solver;
use crate::cdcl::state::watches::Watch;
use crate::formula::Lit;

impl Solver {
    /// Returns `true` if more than a quarter of the arena is waste.
    pub(in crate::cdcl) fn collecting(&self) -> bool {
        self.clauses.num_wasted() > self.clauses.num_words() / 4
    }

    /// Removes garbage clauses and their watches. Sets `is_full` if there is no memory
    /// for the new arena.
    pub(in crate::cdcl) fn collect(&mut self) {
        self.stats.collections += 1;
        let mut arena = Vec::new();
        match arena.try_reserve_exact(self.clauses.num_live()) {
            Ok(()) => self.move_clauses(arena),
            Err(_) => {
                // The watches of garbage clauses must go even so: propagation
                // follows binary watches without reading the clause.
                let clauses = &self.clauses;
                self.watches
                    .retain(|watch| !clauses.is_garbage(watch.clause()));
                self.is_full = true;
            }
        }
    }

    /// Moves all clauses that are no garbage into the arena, which has room for
    /// them.
    fn move_clauses(&mut self, mut arena: Vec<u32>) {
        let Solver {
            clauses,
            watches,
            trail,
            queue,
            phases,
            ..
        } = self;
        // The literal that is more likely to be false comes first.
        let lits = queue.latest_first().flat_map(|var| {
            let phase = phases.saved(var);
            [var.lit(!phase), var.lit(phase)]
        });
        watches.pack(lits, |lit, watch| {
            let old = watch.clause();
            let clause = clauses.relocate(old, &mut arena)?;
            let other = Lit::from_code(
                clauses.lit(old, 0).code() ^ clauses.lit(old, 1).code() ^ lit.code(),
            );
            let is_binary = clauses.size(old) == 2;
            let blit = match trail.is_fixed_false(watch.blit()) || is_binary {
                true => other, // the old one may no longer be in the clause
                false => watch.blit(),
            };
            Some(Watch::new(blit, clause, is_binary))
        });
        trail.move_reasons(|clause| {
            clauses
                .relocate(clause, &mut arena)
                .expect("a reason is no garbage")
        });
        let mut learned = std::mem::take(&mut clauses.learned);
        learned.retain_mut(|clause| match clauses.relocate(*clause, &mut arena) {
            Some(moved) => {
                *clause = moved;
                true
            }
            None => false,
        });
        clauses.learned = learned;
        clauses.replace(arena);
    }
}
