//! The types of settings: their values, and how these are written.
//!
//! The settings themselves are in the [table of techniques](super::super::techniques).
//! They can be iterated over: the program makes its options from them, and tests
//! draw random ones.

use std::ops::RangeInclusive;

/// Rule that chooses the next decision variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// By activity in recent conflicts: the queue in focused mode, the scores
    /// in stable mode.
    Activity,
    /// The unassigned variable with the lowest index, as in a run by hand.
    LowestIndex,
}

/// The search modes to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modes {
    /// Focused and stable phases in turn, starting focused.
    Alternate,
    /// Focused mode only: quick restarts, move-to-front queue.
    Focused,
    /// Stable mode only: rare restarts, scores, target phases.
    Stable,
}

/// The values that a setting may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// `on` or `off`.
    Switch,
    /// A whole number.
    Number(RangeInclusive<u64>),
    /// A whole number, or `never`.
    Interval(RangeInclusive<u64>),
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// A setting of the solver, for lists and options. [`Config::get`] and
/// [`Config::set`] read and change its value.
///
/// [`Config::get`]: crate::cdcl::Config::get
/// [`Config::set`]: crate::cdcl::Config::set
#[non_exhaustive]
pub struct Setting {
    /// Name of the field in [`Config`](crate::cdcl::Config).
    pub name: &'static str,
    /// Description of the setting, with its unit.
    pub meaning: &'static str,
    /// Returns the values it may have.
    pub values: fn() -> Values,
}

/// A type that a setting can have.
pub(in crate::cdcl) trait Value: Sized {
    /// Returns the allowed values, given the bounds of the numbers.
    fn values(range: RangeInclusive<u64>) -> Values;
    /// Returns the value as text.
    fn show(&self) -> String;
    /// Parses a text. Returns `None` if it is not an allowed value.
    fn read(text: &str, range: RangeInclusive<u64>) -> Option<Self>;
}

impl Value for bool {
    fn values(_: RangeInclusive<u64>) -> Values {
        Values::Switch
    }

    fn show(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }

    fn read(text: &str, _: RangeInclusive<u64>) -> Option<bool> {
        match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }
}

macro_rules! numbers {
    ($($type:ty)+) => { $(
        impl Value for $type {
            fn values(range: RangeInclusive<u64>) -> Values {
                Values::Number(range)
            }

            fn show(&self) -> String {
                self.to_string()
            }

            fn read(text: &str, range: RangeInclusive<u64>) -> Option<$type> {
                let number: u64 = text.parse().ok().filter(|number| range.contains(number))?;
                number.try_into().ok()
            }
        }
    )+ };
}

numbers! { u32 u64 usize }

impl Value for Option<u64> {
    fn values(range: RangeInclusive<u64>) -> Values {
        Values::Interval(range)
    }

    fn show(&self) -> String {
        self.map_or("never".to_owned(), |number| number.to_string())
    }

    fn read(text: &str, range: RangeInclusive<u64>) -> Option<Option<u64>> {
        match text {
            "never" => Some(None),
            number => u64::read(number, range).map(Some),
        }
    }
}

macro_rules! choices {
    ($($type:ident { $($variant:ident $word:literal,)+ })+) => { $(
        impl Value for $type {
            fn values(_: RangeInclusive<u64>) -> Values {
                Values::Choice(&[$($word),+])
            }

            fn show(&self) -> String {
                match self { $($type::$variant => $word,)+ }.to_owned()
            }

            fn read(text: &str, _: RangeInclusive<u64>) -> Option<$type> {
                match text {
                    $($word => Some($type::$variant),)+
                    _ => None,
                }
            }
        }
    )+ };
}

choices! {
    Decision {
        Activity "activity",
        LowestIndex "lowest-index",
    }
    Modes {
        Alternate "alternate",
        Focused "focused",
        Stable "stable",
    }
}
