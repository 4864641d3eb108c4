//! The settings that a caller may choose. They do not change during a search.

use super::setting::{Setting, Value};
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

/// The range of numbers without bounds of their own.
const ANY: RangeInclusive<u64> = 0..=u64::MAX;
/// The range of intervals and lengths: an interval of 0 conflicts means
/// nothing.
const POSITIVE: RangeInclusive<u64> = 1..=u64::MAX;

macro_rules! settings {
    (
        $(#[doc = $head:literal])+
        $name:ident: $(
            $(#[doc = $doc:literal])+
            $field:ident: $type:ty = $default:expr, $range:expr;
        )+
    ) => {
        $(#[doc = $head])+
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default,)+ }
            }
        }

        impl $name {
            /// Every setting, in the order of the fields.
            pub const SETTINGS: &[Setting] = &[$(
                Setting {
                    name: stringify!($field),
                    meaning: concat!($($doc),+).trim_ascii(),
                    values: || <$type as Value>::values($range),
                    get: |config| config.$field.show(),
                    set: |config, text| match <$type as Value>::read(text, $range) {
                        Some(value) => {
                            config.$field = value;
                            true
                        }
                        None => false,
                    },
                },
            )+];
        }
    };
}

settings! {
    /// The settings of a [`Solver`](crate::cdcl::Solver). Intervals are numbers
    /// of conflicts.
    ///
    /// The same formula and the same settings always give the same search.
    Config:
    /// Rule that chooses the next decision variable.
    decision: Decision = Decision::Activity, ANY;
    /// Try the value true first for a variable that was never assigned.
    first_phase: bool = true, ANY;
    /// Give a decision variable the value that it had before.
    phase_saving: bool = true, ANY;
    /// Bump also the variables that imply the literals of a learned clause, in
    /// stable mode.
    bump_reasons: bool = true, ANY;
    /// Shrink learned clauses, not only minimise them.
    shrink: bool = true, ANY;
    /// Seed of the random choices. 0 makes none; otherwise some variables start
    /// with the opposite phase.
    seed: u64 = 0, ANY;
    /// Search modes to use.
    modes: Modes = Modes::Alternate, ANY;
    /// Conflicts in the first focused phase when the modes alternate.
    mode_interval: u64 = 1000, POSITIVE;
    /// Least number of conflicts between two restarts in focused mode.
    restart_interval: Option<u64> = Some(2), POSITIVE;
    /// Unit, in conflicts, of the Luby sequence that spaces restarts in stable
    /// mode.
    reluctant_period: u64 = 1024, POSITIVE;
    /// Conflicts between two resets of the saved phases, growing linearly.
    rephase_interval: Option<u64> = Some(1000), POSITIVE;
    /// Follow some resets of the saved phases by a local search.
    walk: bool = true, ANY;
    /// Effort limit of local search, in thousandths of the search's ticks.
    walk_effort: u64 = 80, 0..=1 << 20;
    /// Conflicts between two reductions of the learned clauses, growing with
    /// the square root of the conflicts.
    reduce_interval: Option<u64> = Some(25), POSITIVE;
    /// Largest glue of the first tier of learned clauses, which are kept as
    /// long as they are used at all.
    tier1: u32 = 2, 0..=u32::MAX as u64;
    /// Largest glue of the second tier of learned clauses, which are kept while
    /// they were used recently.
    tier2: u32 = 6, 0..=u32::MAX as u64;
    /// Find and use at-most-one groups and pigeonholes.
    counting: bool = true, ANY;
    /// Try, before the search, a few assignments that are models of many easy
    /// formulas.
    lucky: bool = true, ANY;
    /// Simplify clauses by the literals fixed at level 0.
    simplify: bool = true, ANY;
    /// Conflicts between two rounds of variable elimination, growing linearly.
    eliminate_interval: Option<u64> = Some(2000), POSITIVE;
    /// Effort limit of elimination, in thousandths of the search's ticks.
    eliminate_effort: u64 = 200, 0..=1 << 20;
    /// Conflicts between two substitutions of equivalent literals.
    substitute_interval: Option<u64> = Some(2000), POSITIVE;
    /// Effort limit of substitution, in thousandths of the search's ticks.
    substitute_effort: u64 = 20, 0..=1 << 20;
    /// Conflicts between two rounds of probing for failed literals, growing
    /// with the logarithm of their number. Off by default, as it did not pay.
    probe_interval: Option<u64> = None, POSITIVE;
    /// Effort limit of probing, in thousandths of the search's ticks.
    probe_effort: u64 = 10, 0..=1 << 20;
    /// Conflicts between two rounds of vivification, growing with the logarithm
    /// of their number.
    vivify_interval: Option<u64> = Some(2000), POSITIVE;
    /// Effort limit of vivification, in thousandths of the search's ticks.
    vivify_effort: u64 = 100, 0..=1 << 20;
    /// Largest size of the clause arena, in 32-bit words. A search that needs
    /// more ends for lack of memory.
    clause_words: usize = 1 << 31, 0..=1 << 31;
}

impl Config {
    /// Returns the settings of conflict-driven clause learning as it is first
    /// taught: decide the first unassigned variable, with the value
    /// `first_phase`; learn; jump back. There are no restarts, and no clause is
    /// changed or deleted.
    pub fn plain(first_phase: bool) -> Config {
        Config {
            decision: Decision::LowestIndex,
            first_phase,
            phase_saving: false,
            shrink: false,
            bump_reasons: false,
            modes: Modes::Focused,
            restart_interval: None,
            rephase_interval: None,
            reduce_interval: None,
            counting: false,
            lucky: false,
            simplify: false,
            eliminate_interval: None,
            substitute_interval: None,
            probe_interval: None,
            vivify_interval: None,
            ..Config::default()
        }
    }
}
