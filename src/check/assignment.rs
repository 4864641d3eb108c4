//! The partial assignment of a proof checker.

use crate::formula::Lit;

/// Value of a literal under the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    True,
    False,
    Open,
}

/// Literals made true in some order, to be undone in the opposite one.
#[derive(Clone, Debug, Default)]
pub(super) struct Assignment {
    /// By literal code.
    values: Vec<Value>,
    trail: Vec<Lit>,
}

impl Assignment {
    /// Makes room for this many variables, all open.
    pub(super) fn grow(&mut self, num_vars: usize) {
        if self.values.len() < 2 * num_vars {
            self.values.resize(2 * num_vars, Value::Open);
        }
    }

    #[inline]
    pub(super) fn value(&self, lit: Lit) -> Value {
        self.values[lit.code()]
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn assign(&mut self, lit: Lit) {
        debug_assert_eq!(self.value(lit), Value::Open);
        self.values[lit.code()] = Value::True;
        self.values[(!lit).code()] = Value::False;
        self.trail.push(lit);
    }

    /// Returns the true literals, in the order in which they became true.
    #[inline]
    pub(super) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Opens all literals but the first `len`.
    pub(super) fn undo_to(&mut self, len: usize) {
        for lit in self.trail.drain(len..) {
            self.values[lit.code()] = Value::Open;
            self.values[(!lit).code()] = Value::Open;
        }
    }
}
