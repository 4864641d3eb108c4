//! What a caller may choose. Nothing here changes during a search.

use super::setting::{Setting, Value};
use std::ops::RangeInclusive;

/// How the next variable to decide is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// By what took part in recent conflicts: the queue in focused mode, the
    /// scores in stable mode.
    Activity,
    /// The open variable with the lowest index, as on a blackboard.
    LowestIndex,
}

/// Which of the two search modes are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modes {
    /// Focused and stable phases in turn, starting focused.
    Alternate,
    /// Focused mode only: quick restarts, move-to-front queue.
    Focused,
    /// Stable mode only: rare restarts, scores, target phases.
    Stable,
}

/// Numbers without bounds of their own.
const ANY: RangeInclusive<u64> = 0..=u64::MAX;
/// Distances and lengths: nothing happens every 0 conflicts.
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
    /// The settings of a [`Solver`](crate::cdcl::Solver). Intervals are in conflicts.
    ///
    /// The same formula and the same settings always give the same search.
    Config:
    /// How the next variable to decide is found.
    decision: Decision = Decision::Activity, ANY;
    /// A variable decided for the first time becomes true.
    first_phase: bool = true, ANY;
    /// A variable decided again gets the value that it had before.
    phase_saving: bool = true, ANY;
    /// In stable mode the variables that imply a learned clause's literals are
    /// bumped too.
    bump_reasons: bool = true, ANY;
    /// Learned clauses are shrunk, not only minimised.
    shrink: bool = true, ANY;
    /// Where chance starts. With 0 there is none, else some variables have
    /// the other first phase.
    seed: u64 = 0, ANY;
    /// Which search modes are used.
    modes: Modes = Modes::Alternate, ANY;
    /// How long the first focused phase lasts when modes alternate.
    mode_interval: u64 = 1000, POSITIVE;
    /// The least distance of restarts in focused mode.
    restart_interval: Option<u64> = Some(2), POSITIVE;
    /// The unit of the Luby sequence that spaces restarts in stable mode.
    reluctant_period: u64 = 1024, POSITIVE;
    /// The distance of resets of saved phases, growing linearly.
    rephase_interval: Option<u64> = Some(1000), POSITIVE;
    /// Some resets of saved phases are followed by a local search.
    walk: bool = true, ANY;
    /// What local search may cost, in thousandths of the search's ticks.
    walk_effort: u64 = 80, 0..=1 << 20;
    /// The distance of reductions of the learned clauses, growing with the
    /// square root of the conflicts.
    reduce_interval: Option<u64> = Some(25), POSITIVE;
    /// The largest glue of the first tier of learned clauses, those kept while
    /// they are used at all.
    tier1: u32 = 2, 0..=u32::MAX as u64;
    /// The largest glue of the second tier of learned clauses, those kept
    /// while they are used lately.
    tier2: u32 = 6, 0..=u32::MAX as u64;
    /// At-most-one groups and pigeonholes are looked for and used.
    counting: bool = true, ANY;
    /// Before the search a few assignments are tried that many easy formulas
    /// have for models.
    lucky: bool = true, ANY;
    /// Clauses are simplified by the literals fixed at level 0.
    simplify: bool = true, ANY;
    /// The distance of rounds of variable elimination, growing linearly.
    eliminate_interval: Option<u64> = Some(2000), POSITIVE;
    /// What elimination may cost, in thousandths of the search's ticks.
    eliminate_effort: u64 = 200, 0..=1 << 20;
    /// The distance of substitutions of equivalent literals.
    substitute_interval: Option<u64> = Some(2000), POSITIVE;
    /// What substitution may cost, in thousandths of the search's ticks.
    substitute_effort: u64 = 20, 0..=1 << 20;
    /// The distance of rounds of probing for failed literals, growing with the
    /// logarithm of their number. Off, as it did not pay.
    probe_interval: Option<u64> = None, POSITIVE;
    /// What probing may cost, in thousandths of the search's ticks.
    probe_effort: u64 = 10, 0..=1 << 20;
    /// The distance of rounds of vivification, growing with the logarithm of
    /// their number.
    vivify_interval: Option<u64> = Some(2000), POSITIVE;
    /// What vivification may cost, in thousandths of the search's ticks.
    vivify_effort: u64 = 100, 0..=1 << 20;
    /// How many 32-bit words the clauses may take. A search that needs more
    /// gives up for want of memory.
    clause_words: usize = 1 << 31, 0..=1 << 31;
}

impl Config {
    /// Conflict-driven clause learning as first taught: decide the first open
    /// variable, try `first_phase` first, learn, jump back. No restarts, and
    /// no clause is ever changed or forgotten.
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
