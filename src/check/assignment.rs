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
    /// Number of literals of the trail that [`Assignment::next_to_propagate`] returned.
    propagated: usize,
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

    /// Makes every open literal of a clause false, except `but`. Returns `true`, and
    /// stops, if one of them is true already.
    pub(super) fn assume_false(&mut self, clause: &[Lit], but: Option<Lit>) -> bool {
        for &lit in clause {
            match self.value(lit) {
                _ if Some(lit) == but => {}
                Value::True => return true,
                Value::False => {}
                Value::Open => self.assign(!lit),
            }
        }
        false
    }

    /// Moves the first literals of a clause that are not false, at most two, to its front.
    /// Returns their number.
    pub(super) fn move_watchable_first(&self, clause: &mut [Lit]) -> usize {
        let mut moved = 0;
        for index in 0..clause.len() {
            if self.value(clause[index]) != Value::False {
                clause.swap(moved, index);
                moved += 1;
                if moved == 2 {
                    break;
                }
            }
        }
        moved
    }

    /// Returns the true literals, in the order in which they became true.
    #[inline]
    pub(super) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Returns the true literals that [`Assignment::next_to_propagate`] returned.
    pub(super) fn propagated(&self) -> &[Lit] {
        &self.trail[..self.propagated]
    }

    /// Returns the first true literal that was not returned before, if there is one.
    #[inline]
    pub(super) fn next_to_propagate(&mut self) -> Option<Lit> {
        let lit = *self.trail.get(self.propagated)?;
        self.propagated += 1;
        Some(lit)
    }

    /// Opens all literals but the first `len`.
    pub(super) fn undo_to(&mut self, len: usize) {
        self.undo_each(len, |_| {});
    }

    /// Opens all literals but the first `len`, and calls `undo` for each.
    #[inline]
    pub(super) fn undo_each(&mut self, len: usize, mut undo: impl FnMut(Lit)) {
        for lit in self.trail.drain(len..) {
            self.values[lit.code()] = Value::Open;
            self.values[(!lit).code()] = Value::Open;
            undo(lit);
        }
        self.propagated = self.propagated.min(len);
    }
}
