//! Limits on the command line.

use std::time::Duration;
use sudosat::engine::memory;

/// Reads a number of seconds, whole or not: `--time-limit 0.5`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}

/// How long a file of items and options, or of steps, may be in bytes: in memory
/// two bytes of it, an item and a blank, take about fifty.
pub fn input() -> u64 {
    memory::total() / 48
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_whole_or_not_and_not_negative() {
        assert_eq!(seconds("10"), Ok(Duration::from_secs(10)));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["", "-1", "NaN", "inf", "1e99", "10s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
