//! The limit on the length of inputs that a caller sets for the process.

use std::sync::atomic::{AtomicU64, Ordering};

/// The value of [`LARGEST`] while no limit is set.
const NO_LIMIT: u64 = u64::MAX;

/// Largest number of bytes of an input, unpacked, or [`NO_LIMIT`].
static LARGEST: AtomicU64 = AtomicU64::new(NO_LIMIT);

/// Sets the largest number of bytes, unpacked, that are read of each input which this process
/// opens from now on. It replaces the limits of [`Source::at_most`](super::Source::at_most) and the one on how far
/// compressed data may expand.
pub fn limit_inputs(bytes: u64) {
    LARGEST.store(bytes, Ordering::Relaxed);
}

/// Returns the limit of [`limit_inputs`] in bytes, if one is set.
pub(super) fn largest_input() -> Option<u64> {
    Some(LARGEST.load(Ordering::Relaxed)).filter(|&bytes| bytes != NO_LIMIT)
}
