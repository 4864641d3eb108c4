//! How much memory the machine has.

use std::sync::OnceLock;

/// The machine's memory in bytes, where the system tells it; else 8 GiB.
pub fn total() -> u64 {
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
        assert!(total() > 64 << 20);
    }
}
