//! Making a literal true without propagation: by a decision, or by a unit clause
//! at level 0.

use crate::cdcl::Solver;
use crate::cdcl::state::reason::{Antecedent, Reason};
use crate::formula::Lit;
use crate::proof::Id;

impl Solver {
    /// Opens a decision level with `lit` as its decision. The literal must be
    /// unassigned.
    pub(in crate::cdcl) fn assume(&mut self, lit: Lit) {
        self.stats.decisions += 1;
        self.trail.open_level();
        self.trail.assign(lit, Reason::NONE);
        if let Some(observer) = self.tracer.steps() {
            observer.decided(lit, self.trail.level());
        }
    }

    /// Makes a literal true at level 0 because of the unit clause `id`. Derives
    /// the empty clause if the literal is false there.
    pub(in crate::cdcl) fn fix(&mut self, lit: Lit, id: Id) {
        debug_assert!(self.trail.level() == 0);
        if self.trail.is_false(lit) {
            self.tracer.hint_unit(lit.var());
            self.tracer.hint(id);
            self.derive_empty();
        } else if !self.trail.is_true(lit) {
            self.trail.assign(lit, Reason::NONE);
            self.tracer.set_unit(lit, id);
        }
    }

    /// Derives the new literals of level 0 as unit clauses, so that the clauses
    /// that implied them may be deleted.
    pub(in crate::cdcl) fn fix_units(&mut self) {
        while let Some((lit, antecedent)) = self.trail.next_to_fix() {
            self.stats.fixed += 1;
            if antecedent != Antecedent::None {
                self.explain_fixed(lit, antecedent);
                let id = self.tracer.derive(&[lit]);
                self.tracer.set_unit(lit, id);
            }
        }
    }
}
