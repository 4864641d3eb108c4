//! The memory that a search may take.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of searches at once.
static SHARES: AtomicUsize = AtomicUsize::new(1);

/// Sets the number of searches of this process at once. The memory is the
/// process's, so this number is, too.
pub fn share(searches: NonZeroUsize) {
    SHARES.store(searches.get(), Ordering::Relaxed);
}

/// Returns the memory for each search, in bytes: the machine's, divided by the number
/// of searches at once.
pub fn total() -> u64 {
    of_machine() / SHARES.load(Ordering::Relaxed) as u64
}

/// The machine's memory in bytes, where the system tells it; else 8 GiB.
fn of_machine() -> u64 {
    const OTHERWISE: u64 = 8 << 30;
    static TOTAL: OnceLock<u64> = OnceLock::new();
    *TOTAL.get_or_init(|| {
        std::fs::read_to_string("/proc/meminfo")
            .ok()
            .and_then(|text| in_meminfo(&text))
            .unwrap_or(OTHERWISE)
    })
}

fn in_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        let text = "MemTotal:       24689764 kB\nMemFree:  1 kB\n";
        assert_eq!(in_meminfo(text), Some(24_689_764 << 10));
        assert_eq!(in_meminfo("MemFree: 1 kB"), None);
        assert!(of_machine() > 64 << 20);
    }
}
