//! Searches and tables kept from one puzzle to the next.

use crate::sudoku::Rules;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Values that depend on the rules alone, kept for the next puzzle with the same rules. It
/// holds at most one value for each thread that used it at the same time.
#[derive(Debug)]
pub(super) struct Pool<T>(Mutex<Vec<(Arc<Rules>, T)>>);

/// A value taken from a [`Pool`]. It goes back when it is dropped, unless the thread panics.
#[derive(Debug)]
pub(crate) struct Pooled<'a, T> {
    pool: &'a Pool<T>,
    rules: Arc<Rules>,
    /// The value; `None` only while it is dropped.
    value: Option<T>,
}

impl<T> Pool<T> {
    /// Returns an empty pool.
    pub(super) const fn new() -> Pool<T> {
        Pool(Mutex::new(Vec::new()))
    }

    /// Takes a value for these rules from the pool, if the last one given back is for them,
    /// and makes one otherwise.
    pub(super) fn take(
        &self,
        rules: &Arc<Rules>,
        make: impl FnOnce() -> Option<T>,
    ) -> Option<Pooled<'_, T>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let is_same = |of: &Arc<Rules>| Arc::ptr_eq(of, rules) || of == rules;
        let value = match last {
            Some((of, value)) if is_same(&of) => value,
            _ => make()?,
        };
        Some(Pooled {
            pool: self,
            rules: Arc::clone(rules),
            value: Some(value),
        })
    }
}

/// The reason why [`Pooled::value`] is not `None`.
const KEPT: &str = "internal fault: a pooled value is used after its drop";

impl<T> Deref for Pooled<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.as_ref().expect(KEPT)
    }
}

impl<T> DerefMut for Pooled<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value.as_mut().expect(KEPT)
    }
}

impl<T> Drop for Pooled<'_, T> {
    fn drop(&mut self) {
        if let Some(value) = self.value.take()
            && !thread::panicking()
        {
            let mut pool = self.pool.0.lock().unwrap_or_else(PoisonError::into_inner);
            pool.push((Arc::clone(&self.rules), value));
        }
    }
}
