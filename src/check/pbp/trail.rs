//! The literals that are true, and the inequalities that they follow from.

use super::super::assignment::{Assignment, Value};
use super::handle::Handle;
use crate::formula::Lit;

/// The values of literals and where they come from.
#[derive(Default)]
pub(super) struct Trail {
    pub assignment: Assignment,
    /// By variable: the inequality that fixed it, if it was not assumed. Without
    /// meaning for open variables.
    pub reasons: Vec<Handle>,
}

impl Trail {
    #[inline]
    pub(super) fn value(&self, lit: Lit) -> Value {
        self.assignment.value(lit)
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: Handle) {
        self.assignment.assign(lit);
        self.reasons[lit.var().index()] = reason;
    }

    /// Makes a literal true unless it is. Returns `false` if it is false.
    #[inline]
    pub(super) fn imply(&mut self, lit: Lit, reason: Handle) -> bool {
        let value = self.value(lit);
        if value == Value::Open {
            self.assign(lit, reason);
        }
        value != Value::False
    }

    pub(super) fn is_reason(&self, lit: Lit, handle: Handle) -> bool {
        self.value(lit) == Value::True && self.reasons[lit.var().index()] == handle
    }
}
