//! A row of the [table of techniques](super::techniques), and the macro that makes
//! the solver's settings, counters, limits and loop from all rows.

use super::api::progress::Event;

/// A technique of the solver, for lists, reports and experiments. The order of
/// [`Technique::ALL`] is that in which the search looks for one that is due.
#[non_exhaustive]
pub struct Technique {
    /// Name of the technique.
    pub name: &'static str,
    /// Description of what it does, in one sentence.
    pub about: &'static str,
    /// The event that progress reports show, if there is one.
    pub event: Option<Event>,
    /// The name of the setting that switches the technique off, and its value
    /// then. `None` if the technique is always on, or is part of another one.
    pub off: Option<(&'static str, &'static str)>,
    /// Names of its settings, fields of [`Config`](super::Config).
    pub settings: &'static [&'static str],
    /// Names of its counters, fields of [`Stats`](super::Stats).
    pub counters: &'static [&'static str],
}

/// Makes from the rows of the table:
///
/// - [`Config`](super::Config), with a field for each setting, its value by name, and
///   the list of all settings;
/// - [`Stats`](super::Stats), with a field for each counter;
/// - `Limits`, with the state of each technique between its runs;
/// - `Solver::run_due`, which runs the first technique that is due;
/// - [`Technique::ALL`].
///
/// The names in the head are those by which the rows refer to the settings,
/// the solver and the budget.
macro_rules! techniques {
    (
        |$config:ident, $solver:ident, $budget:ident|
        $(
            $(#[doc = $about:literal])+
            $name:ident {
                $(due: $due:ident => $run:expr;)?
                $(event: $event:expr;)?
                $(off: $off:ident = $value:literal;)?
                $(settings { $(
                    $(#[doc = $setting_doc:literal])+
                    $setting:ident: $type:ty = $default:expr, $range:expr;
                )+ })?
                $(counters { $(
                    $(#[doc = $counter_doc:literal])+
                    $counter:ident;
                )+ })?
                $(limits { $(
                    $(#[doc = $limit_doc:literal])+
                    $limit:ident: $limit_type:ty = $first:expr;
                )+ })?
            }
        )+
    ) => {
        /// The settings of a [`Solver`]. Intervals are numbers of conflicts.
        ///
        /// The same formula and the same settings always give the same search.
        ///
        /// ```
        /// use sudosat::cdcl::{Config, Solver};
        ///
        /// let config = Config::default().with(|config| {
        ///     config.seed = 7;
        ///     config.counting = false;
        /// });
        /// let solver = Solver::new(config);
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Config {
            $($($($(#[doc = $setting_doc])+ pub $setting: $type,)+)?)+
        }

        impl Default for Config {
            fn default() -> Config {
                Config { $($($($setting: $default,)+)?)+ }
            }
        }

        impl Config {
            /// Every setting, in the order of the fields.
            pub const SETTINGS: &[Setting] = &[$($($(
                Setting {
                    name: stringify!($setting),
                    meaning: concat!($($setting_doc),+).trim_ascii(),
                    values: || <$type as Value>::values($range),
                },
            )+)?)+];

            /// Returns the value of the setting with this name as text. Returns
            /// `None` if there is no such setting.
            pub fn get(&self, name: &str) -> Option<String> {
                match name {
                    $($($(stringify!($setting) => Some(self.$setting.show()),)+)?)+
                    _ => None,
                }
            }

            /// Sets the setting with this name to the value that `text` stands for.
            /// Returns `false` and changes nothing if there is no such setting, or if
            /// the text is not an allowed value.
            pub fn set(&mut self, name: &str, text: &str) -> bool {
                match name {
                    $($($(stringify!($setting) => {
                        let value = <$type as Value>::read(text, $range);
                        value.map(|value| self.$setting = value).is_some()
                    })+)?)+
                    _ => false,
                }
            }
        }

        /// Counters over all calls of `solve` of one solver. They do not depend
        /// on the machine.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "json", derive(serde::Serialize))]
        #[non_exhaustive]
        pub struct Stats {
            $($($($(#[doc = $counter_doc])+ pub $counter: u64,)+)?)+
        }

        impl Stats {
            /// Adds the counters of another search.
            pub fn add(&mut self, other: &Stats) {
                $($($(self.$counter += other.$counter;)+)?)+
            }

            /// Iterates over the counters with their names, in the order of
            /// declaration.
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
                [$($($((stringify!($counter), self.$counter),)+)?)+].into_iter()
            }
        }

        /// State of each technique between its runs: above all, when it is due
        /// next. Limits are in conflicts or in ticks, never in seconds, so that
        /// a run can be repeated.
        pub(in crate::cdcl) struct Limits {
            $($($($(#[doc = $limit_doc])+ pub $limit: $limit_type,)+)?)+
        }

        impl Limits {
            pub(crate) fn new($config: &Config) -> Limits {
                Limits { $($($($limit: $first,)+)?)+ }
            }
        }

        impl Solver {
            /// Runs the first technique that is due. Returns `false` if none is.
            #[inline]
            pub(in crate::cdcl) fn run_due(&mut self, $budget: &Budget) -> bool {
                let $solver = self;
                $($(
                    if $solver.$due() {
                        $run;
                        return true;
                    }
                )?)+
                false
            }
        }

        impl Technique {
            /// Every technique.
            pub const ALL: &[Technique] = &[$(
                Technique {
                    name: stringify!($name),
                    about: concat!($($about),+).trim_ascii(),
                    event: techniques!(@option $($event)?),
                    off: techniques!(@option $((stringify!($off), $value))?),
                    settings: &[$($(stringify!($setting)),+)?],
                    counters: &[$($(stringify!($counter)),+)?],
                },
            )+];
        }
    };
    (@option) => { None };
    (@option $value:expr) => { Some($value) };
}

pub(super) use techniques;
