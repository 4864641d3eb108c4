//! Windows: the steps of a run that are shown.
//!
//! A run on a 9×9 with the lecture's encoding takes more steps than anybody
//! reads, and a hard one may not end. So a run is shown through a window, and
//! ends where the window ends.

use std::str::FromStr;

/// The unit of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Events of the trace.
    Steps,
    /// Conflicts, each with the steps that led to it and the backjump; for
    /// searches without conflicts, dead ends.
    Conflicts,
}

impl Unit {
    /// Returns the default number of units shown.
    pub fn cap(self) -> u64 {
        match self {
            Unit::Steps => 2000,
            Unit::Conflicts => 10,
        }
    }

    /// Returns the name of the unit, as in the options `--steps` and
    /// `--conflicts`.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Steps => "steps",
            Unit::Conflicts => "conflicts",
        }
    }

    /// Parses `A..B`, where A defaults to 1, and B to the end of a window of
    /// the default size, or a single number.
    ///
    /// # Errors
    /// If the text is not a window.
    pub fn window(self, text: &str) -> Result<Window, String> {
        let name = self.name();
        let is_single = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let (from, to) = match is_single {
            true => (text, text),
            false => text
                .split_once("..")
                .ok_or("expected N or A..B, for example 1..50")?,
        };
        let number = |text: &str, default: u64| match text {
            "" => Ok(default),
            digits => digits
                .parse()
                .map_err(|_| format!("expected a number of {name}, found {digits:?}")),
        };
        let first = number(from, 1)?;
        let last = number(to, first.saturating_add(self.cap() - 1))?;
        if first == 0 {
            return Err(format!("{name} are counted from 1"));
        }
        if last < first {
            return Err(format!("{last} comes before {first}"));
        }
        Ok(Window {
            unit: self,
            first,
            last,
            is_single,
        })
    }
}

/// The part of a run from `first` to `last`, both included and counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    unit: Unit,
    first: u64,
    last: u64,
    /// Set if the window was written as a single number.
    is_single: bool,
}

impl Window {
    /// Returns the unit in which the window is counted.
    pub fn unit(self) -> Unit {
        self.unit
    }

    /// Returns the first number shown.
    pub fn first(self) -> u64 {
        self.first
    }

    /// Returns the last number shown.
    pub fn last(self) -> u64 {
        self.last
    }

    /// Returns `true` if the window was written as a single number: a figure shows the
    /// state there, and not each step.
    pub fn is_single(self) -> bool {
        self.is_single
    }

    /// Returns the window from the beginning to `more` after this one's end.
    #[must_use]
    pub fn from_start(self, more: u64) -> Window {
        Window {
            first: 1,
            last: self.last.saturating_add(more),
            is_single: false,
            ..self
        }
    }

    /// Returns the next window of the same width.
    #[must_use]
    pub fn next(self) -> Window {
        let width = self.last - self.first;
        let first = self.last.saturating_add(1);
        Window {
            first,
            last: first.saturating_add(width),
            ..self
        }
    }
}

impl Default for Window {
    fn default() -> Window {
        Window {
            unit: Unit::Steps,
            first: 1,
            last: Unit::Steps.cap(),
            is_single: false,
        }
    }
}

/// Parses a window of steps.
impl FromStr for Window {
    type Err = String;

    fn from_str(text: &str) -> Result<Window, String> {
        Unit::Steps.window(text)
    }
}

impl std::fmt::Display for Window {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.is_single {
            true => write!(f, "{}", self.first),
            false => write!(f, "{}..{}", self.first, self.last),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(text: &str) -> Result<(u64, u64), String> {
        text.parse()
            .map(|window: Window| (window.first, window.last))
    }

    #[test]
    fn a_window_is_two_numbers_from_one() {
        assert_eq!(bounds("3..7"), Ok((3, 7)));
        assert_eq!(bounds("..7"), Ok((1, 7)));
        assert_eq!(bounds("11.."), Ok((11, 2010)));
        assert_eq!(bounds("5..5"), Ok((5, 5)));
        assert_eq!(bounds("7"), Ok((7, 7)));
        let single = |text: &str| text.parse().map(Window::is_single);
        assert_eq!((single("7"), single("7..7")), (Ok(true), Ok(false)));
        for bad in ["", "0", "-7", "0..3", "4..3", "a..3", "1..-3", "1...3"] {
            assert!(bounds(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_window_of_conflicts_is_narrower() {
        let window = Unit::Conflicts.window("3..").unwrap();
        assert_eq!((window.first(), window.last()), (3, 12));
        assert_eq!(window.unit(), Unit::Conflicts);
        assert!(Unit::Conflicts.window("0..1").is_err());
    }

    #[test]
    fn the_next_window_is_as_wide() {
        let window: Window = "11..20".parse().unwrap();
        assert_eq!(window.next().to_string(), "21..30");
        let single: Window = "11".parse().unwrap();
        assert_eq!(single.next().to_string(), "12");
        assert_eq!(window.from_start(5).to_string(), "1..25");
        assert_eq!(Window::default().next().to_string(), "2001..4000");
        let far: Window = format!("{0}..{0}", u64::MAX).parse().unwrap();
        assert_eq!(far.next().last(), u64::MAX);
    }
}
