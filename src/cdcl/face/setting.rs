//! Settings by name: their values, and how these are written.
//!
//! The settings can be iterated over: the program makes its options from them,
//! and tests draw random ones.

use super::config::{Config, Decision, Modes};
use std::ops::RangeInclusive;

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

/// A row of the table of settings.
pub struct Setting {
    /// Name of the field in [`Config`].
    pub name: &'static str,
    /// Description of the setting, with its unit.
    pub meaning: &'static str,
    /// Returns the values it may have.
    pub values: fn() -> Values,
    /// Returns the current value as text.
    pub get: fn(&Config) -> String,
    /// Sets the value from a text. Returns `false` and changes nothing if the
    /// text is not an allowed value.
    pub set: fn(&mut Config, &str) -> bool,
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

impl Setting {
    /// Returns the setting with this name.
    pub fn by_name(name: &str) -> Option<&'static Setting> {
        Config::SETTINGS.iter().find(|setting| setting.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_reads_back_what_it_shows_and_refuses_the_rest() {
        for setting in Config::SETTINGS {
            let mut config = Config::default();
            let shown = (setting.get)(&config);
            assert!((setting.set)(&mut config, &shown), "{}", setting.name);
            assert_eq!(config, Config::default(), "{}", setting.name);
            for wrong in ["", "-1", "maybe", "99999999999999999999999", "1.5"] {
                assert!(!(setting.set)(&mut config, wrong), "{}", setting.name);
            }
            assert_eq!(config, Config::default(), "{}", setting.name);
            assert!(!setting.meaning.is_empty());
        }
    }

    #[test]
    fn numbers_stay_in_their_range() {
        for setting in Config::SETTINGS {
            let (Values::Number(range) | Values::Interval(range)) = (setting.values)() else {
                continue;
            };
            let mut config = Config::default();
            for inside in [*range.start(), *range.end()] {
                let text = inside.to_string();
                assert!((setting.set)(&mut config, &text), "{} {text}", setting.name);
                assert_eq!((setting.get)(&config), text);
            }
            if let Some(above) = range.end().checked_add(1) {
                assert!(!(setting.set)(&mut config, &above.to_string()));
            }
            if let Some(below) = range.start().checked_sub(1) {
                assert!(!(setting.set)(&mut config, &below.to_string()));
            }
        }
    }
}
