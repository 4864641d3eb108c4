//! Where the search consults the propagators.

use super::connection::CALLER;
use crate::cdcl::Solver;
use crate::formula::Lit;

impl Solver {
    /// Reports the changes of the trail to the propagators, one after the other, until one has a
    /// clause, which is added. Returns `true` if there was one. Everything must be propagated.
    #[inline]
    pub(in crate::cdcl) fn consult(&mut self) -> bool {
        (0..self.connections.len()).any(|place| self.consult_one(place))
    }

    #[inline]
    fn consult_one(&mut self, place: usize) -> bool {
        self.connections[place].is_on() && self.consult_propagator(place)
    }

    fn consult_propagator(&mut self, place: usize) -> bool {
        // So that the limits are checked even if nothing else costs ticks.
        self.stats.ticks += 1;
        let connection = &mut self.connections[place];
        connection.notify(&self.trail);
        let Some(lemma) = connection.next_lemma(&self.trail) else {
            return false;
        };
        self.add_lemma(place, &lemma);
        true
    }

    /// Returns the open literal that the caller's propagator decides, if it does.
    #[inline]
    pub(in crate::cdcl) fn decision_of_propagator(&mut self) -> Option<Lit> {
        let connection = &mut self.connections[CALLER];
        if !connection.is_on() {
            return None;
        }
        connection.decision(&self.trail)
    }

    /// Returns `true` if the propagators accept the trail, which is a model. If
    /// one does not, the next call of [`consult`](Self::consult) adds a clause that excludes it.
    pub(in crate::cdcl) fn is_accepted(&mut self) -> bool {
        if !self.is_connected() {
            return true;
        }
        let model = self.model_of_trail();
        let mut connections = self.connections.iter_mut();
        connections.all(|it| it.accepts(&model))
    }
}
