//! The state of a running search, for other threads.

use super::SearchStats;
use std::sync::atomic::{AtomicU64, Ordering};

/// The state of a running search, as another thread sees it.
///
/// The search writes its figures only after they were asked for, so that it
/// loses no time.
#[derive(Debug, Default)]
pub struct Gauge {
    /// Number of requests so far.
    asked: AtomicU64,
    nodes: AtomicU64,
    solutions: AtomicU64,
    /// The bits of the share of the tree.
    share: AtomicU64,
}

/// The figures of a [`Gauge`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Number of nodes of the search tree.
    pub nodes: u64,
    /// Number of solutions found.
    pub solutions: u64,
    /// Estimated share of the search tree that is done, from 0 to 1.
    pub share: f64,
}

impl Gauge {
    /// Asks the search for its figures, which it gives within about a thousand nodes.
    pub fn ask(&self) {
        self.asked.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the figures that the search gave last; zeros before the first time.
    pub fn figures(&self) -> Figures {
        Figures {
            nodes: self.nodes.load(Ordering::Relaxed),
            solutions: self.solutions.load(Ordering::Relaxed),
            share: f64::from_bits(self.share.load(Ordering::Relaxed)),
        }
    }

    /// Returns `true` if there was a request since the last call with the same `answered`.
    #[cfg(any(test, feature = "engines", not(target_family = "wasm")))]
    pub(crate) fn is_asked(&self, answered: &mut u64) -> bool {
        let asked = self.asked.load(Ordering::Relaxed);
        std::mem::replace(answered, asked) != asked
    }

    /// Gives the figures.
    pub fn give(&self, stats: SearchStats, share: f64) {
        self.nodes.store(stats.nodes, Ordering::Relaxed);
        self.solutions.store(stats.solutions, Ordering::Relaxed);
        self.share.store(share.to_bits(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_is_seen_once() {
        let gauge = Gauge::default();
        let mut answered = 0;
        assert!(!gauge.is_asked(&mut answered));
        gauge.ask();
        gauge.ask();
        assert!(gauge.is_asked(&mut answered));
        assert!(!gauge.is_asked(&mut answered));
        let stats = SearchStats {
            nodes: 7,
            solutions: 2,
            updates: 0,
        };
        gauge.give(stats, 0.25);
        let expected = Figures {
            nodes: 7,
            solutions: 2,
            share: 0.25,
        };
        assert_eq!(gauge.figures(), expected);
    }
}
