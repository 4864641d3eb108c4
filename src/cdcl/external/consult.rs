//! Where the search consults the propagator.

use crate::cdcl::Solver;
use crate::formula::Lit;

impl Solver {
    /// Reports the changes of the trail to the propagator, if there is one, and adds its next
    /// clause. Returns `true` if it had one. Everything must be propagated.
    #[inline]
    pub(in crate::cdcl) fn consult(&mut self) -> bool {
        self.connection.is_on() && self.consult_propagator()
    }

    fn consult_propagator(&mut self) -> bool {
        // So that the limits are checked even if nothing else costs ticks.
        self.stats.ticks += 1;
        self.connection.notify(&self.trail);
        let Some(lemma) = self.connection.next_lemma(&self.trail) else {
            return false;
        };
        self.add_lemma(&lemma);
        true
    }

    /// Returns the open literal that the propagator decides, if it does.
    #[inline]
    pub(in crate::cdcl) fn decision_of_propagator(&mut self) -> Option<Lit> {
        if !self.connection.is_on() {
            return None;
        }
        self.connection.decision(&self.trail)
    }

    /// Returns `true` if the propagator, if there is one, accepts the trail, which is a model. If
    /// it does not, the next call of [`consult`](Self::consult) adds a clause that excludes it.
    pub(in crate::cdcl) fn is_accepted(&mut self) -> bool {
        if !self.connection.is_on() {
            return true;
        }
        let model = self.model_of_trail();
        self.connection.accepts(model)
    }
}
