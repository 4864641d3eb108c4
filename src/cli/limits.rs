//! Limits on the command line.

use std::num::NonZeroUsize;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt};
use sudosat::cdcl::CallLimits;
use sudosat::engine::memory;
use sudosat::formula::{Cnf, Lit};

/// The units of times, and their seconds. `ms` stands before `s`, which it ends in.
const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Returns the budget of a search that begins now: it ends after the time limit, if there is one, and
/// at an interrupt.
pub(super) fn budget(time_limit: Option<Duration>, interrupt: &Interrupt) -> Budget {
    let budget = Budget::unlimited().with_interrupt(interrupt.clone());
    match time_limit {
        Some(limit) => budget.with_time(limit),
        None => budget,
    }
}

/// Returns the memory in bytes for all searches of a formula together: half of what this process may
/// take, or less if the formula takes more than a quarter.
pub(super) fn bytes_for_searches(cnf: &Cnf) -> u64 {
    let formula = size_of::<Lit>() * cnf.num_lits() + size_of::<usize>() * cnf.num_clauses();
    let rest = memory::total().saturating_sub(formula as u64);
    memory::for_tables().min(rest / 3 * 2)
}

/// Returns the limit on the memory of each of `searches` searches of a formula.
pub(super) fn search_memory(cnf: &Cnf, searches: u16) -> CallLimits {
    let bytes = bytes_for_searches(cnf) / u64::from(searches);
    CallLimits {
        bytes: Some(bytes.try_into().unwrap_or(usize::MAX)),
        ..CallLimits::default()
    }
}

/// Reads a time: a number, whole or not, of seconds or with a unit, as in
/// `--time-limit 0.5`, `500ms`, `10s`, `2m`, `1h`.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let unit = UNITS.iter().find_map(|(unit, seconds)| {
        let number = text.strip_suffix(unit)?;
        Some((number, *seconds))
    });
    let (number, unit) = unit.unwrap_or((text, 1.0));
    let number: Option<f64> = number.trim_end().parse().ok();
    number
        .and_then(|number| Duration::try_from_secs_f64(number * unit).ok())
        .ok_or_else(|| "expected a time, such as 10, 0.5, 500ms, 10s, 2m or 1h".to_owned())
}

/// Reads a time as [`seconds`] does, and refuses 0.
pub(super) fn some_seconds(text: &str) -> Result<Duration, String> {
    match seconds(text)? {
        Duration::ZERO => Err("expected a time above 0".to_owned()),
        time => Ok(time),
    }
}

/// The units of sizes, and their bytes.
const SIZES: [(char, f64); 4] = [
    ('K', 1024.0),
    ('M', 1_048_576.0),
    ('G', 1_073_741_824.0),
    ('T', 1_099_511_627_776.0),
];

/// The least memory, in bytes, that `--memory-limit` accepts: the program itself takes some.
const LEAST_MEMORY: u64 = 16 << 20;

/// Reads a size of memory as [`size`] does.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    match size(text) {
        Ok(bytes) if bytes < LEAST_MEMORY => {
            Err("expected at least 16M, which the program itself takes".to_owned())
        }
        result => result,
    }
}

/// Reads a size in bytes: a number, whole or not, with a unit, as in `--max-input 300M` or
/// `2G`; of bytes without a unit.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let unit = SIZES.iter().find_map(|(unit, bytes)| {
        let number = text.strip_suffix([*unit, unit.to_ascii_lowercase()])?;
        Some((number, *bytes))
    });
    let (number, unit) = unit.unwrap_or((text, 1.0));
    let number: Option<f64> = number.trim_end().parse().ok();
    match number.map(|number| number * unit) {
        Some(bytes) if bytes >= 0.0 && bytes.is_finite() => Ok(bytes as u64),
        _ => Err("expected a size, such as 300M or 2G".to_owned()),
    }
}

/// Reads the largest number of items to list.
pub(super) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok();
    number.ok_or_else(|| "expected a number from 1".to_owned())
}

/// Returns the longest file of items and options, or of steps, in bytes. In memory
/// two bytes of it, an item and a blank, take about fifty. Most files take far less for
/// their length, so limits on this process alone are left to the search.
pub(super) fn input() -> u64 {
    memory::of_machine() / 48
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_and_are_not_too_small() {
        for (text, bytes) in [
            ("300M", 300 << 20),
            ("2G", 2 << 30),
            ("1.5g", 3 << 29),
            ("20000 k", 20_000 << 10),
            ("1T", 1 << 40),
            ("16777216", 16 << 20),
        ] {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for wrong in ["", "M", "-1G", "NaN", "inf", "1e999G", "2GB", "2 GiB", "x"] {
            assert!(memory(wrong).unwrap_err().contains("300M"), "{wrong}");
        }
        assert_eq!(size("0"), Ok(0));
        assert_eq!(size("15.5K"), Ok(15_872));
        for small in ["0", "1K", "15.9M", "300"] {
            assert!(memory(small).unwrap_err().contains("16M"), "{small}");
        }
    }

    #[test]
    fn times_have_units_and_are_not_negative() {
        assert_eq!(seconds("10"), Ok(Duration::from_secs(10)));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for (text, milliseconds) in [
            ("10s", 10_000),
            ("500ms", 500),
            ("2m", 120_000),
            ("1.5h", 5_400_000),
            ("2 s", 2_000),
        ] {
            assert_eq!(seconds(text), Ok(Duration::from_millis(milliseconds)));
        }
        for wrong in ["", "-1", "NaN", "inf", "1e99", "s", "10d", "1m30s", "-2m"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
            assert!(some_seconds(wrong).is_err(), "{wrong}");
        }
        assert_eq!(some_seconds("1ms"), Ok(Duration::from_millis(1)));
        for zero in ["0", "0s", "0.0ms", "1e-12"] {
            assert_eq!(seconds(zero), Ok(Duration::ZERO));
            assert_eq!(
                some_seconds(zero),
                Err("expected a time above 0".to_owned()),
                "{zero}"
            );
        }
    }
}
