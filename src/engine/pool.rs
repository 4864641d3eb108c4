//! Searches kept from one puzzle to the next.

use crate::sudoku::Rules;
use std::sync::{Arc, Mutex, PoisonError};

/// Searches whose tables depend on the rules alone, kept for the next puzzle with the same
/// rules. It holds at most one search for each thread that used it at the same time.
#[derive(Debug)]
pub(super) struct Pool<T>(Mutex<Vec<(Arc<Rules>, T)>>);

impl<T> Pool<T> {
    /// Returns an empty pool.
    pub(super) const fn new() -> Pool<T> {
        Pool(Mutex::new(Vec::new()))
    }

    /// Takes a search for these rules from the pool, if the last one given back is for
    /// them.
    pub(super) fn take(&self, rules: &Arc<Rules>) -> Option<T> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let is_same = |of: &Arc<Rules>| Arc::ptr_eq(of, rules) || of == rules;
        last.filter(|(of, _)| is_same(of)).map(|(_, search)| search)
    }

    /// Gives a search for these rules back.
    pub(super) fn give(&self, rules: &Arc<Rules>, search: T) {
        let mut pool = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pool.push((Arc::clone(rules), search));
    }
}
