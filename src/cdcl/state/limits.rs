//! The schedules: when each technique is due.
//!
//! Every technique has a predicate that compares a counter with its limit here,
//! and a method that runs it and sets the next limit. Limits are in conflicts
//! or in ticks, never in seconds, so that a run can be repeated.

use super::ema::Ema;
use super::reluctant::Reluctant;
use super::schedule::{Schedule, Share};
use crate::cdcl::core::mode::Mode;
use crate::cdcl::face::config::{Config, Modes};

/// The schedules of one solver.
pub(in crate::cdcl) struct Limits {
    /// Restarts in focused mode.
    pub restart: Schedule,
    /// Average glue of the last clauses learned in focused mode. `slow_glue`
    /// averages over many more.
    pub fast_glue: Ema,
    pub slow_glue: Ema,
    /// Restarts in stable mode.
    pub reluctant: Reluctant,
    /// Average number of decisions between two conflicts.
    pub decision_rate: Ema,
    /// Number of decisions made before the last conflict.
    pub last_decisions: u64,
    /// Number of conflicts for which bumping of reasons
    /// (`core::bump`) pauses after it found too many
    /// variables. `bump_reasons_wait` is the number of these conflicts still to
    /// come.
    pub bump_reasons_pause: u64,
    pub bump_reasons_wait: u64,
    /// Reductions of the learned clauses.
    pub reduce: Schedule,
    /// Resets of the saved phases.
    pub rephase: Schedule,
    pub mode: Mode,
    /// Number of conflicts at which the first focused phase ends.
    pub first_mode: u64,
    /// Number of ticks at which the mode changes, after the first focused
    /// phase.
    pub mode_end: Option<u64>,
    /// Number of ticks of the first focused phase: the unit of later phases.
    pub mode_unit: u64,
    /// Number of clauses of the formula that were added. When it reaches
    /// `count`, the formula is searched for counting structure.
    pub added: u64,
    pub count: u64,
    /// Number of ticks at which counting may be repeated. `fruitless` is the
    /// number of the last counts in a row that found nothing.
    pub recount: u64,
    pub fruitless: u32,
    /// Number of binary clauses learned.
    pub pairs: u64,
    /// The state at the last count: number of fixed literals, added clauses,
    /// and learned binary clauses.
    pub counted_fixed: usize,
    pub counted_added: u64,
    pub counted_pairs: u64,
    /// Value of `added` at which the next round of lucky guesses begins.
    /// `guesses` is the number of guesses already tried in this round.
    pub guess: u64,
    pub guesses: usize,
    /// Number of ticks at which the next simplification is allowed.
    pub simplify: u64,
    /// Number of literals fixed at the last simplification.
    pub simplified: usize,
    /// Effort share of local search.
    pub walk_share: Share,
    /// Variable elimination, and its effort share.
    pub eliminate: Schedule,
    pub eliminate_share: Share,
    /// Substitution of equivalent literals, and its effort share.
    pub substitute: Schedule,
    pub substitute_share: Share,
    /// Probing, its effort share, and the ticks left over from the last round.
    pub probe: Schedule,
    pub probe_share: Share,
    pub probe_left: i64,
    /// Vivification, its effort share, and for each kind of clause the ticks
    /// left over from the last round.
    pub vivify: Schedule,
    pub vivify_share: Share,
    pub vivify_left: [i64; 4],
    /// Number of conflicts before the current call of `solve`.
    pub call_start: u64,
    /// Numbers of conflicts and of ticks at which the budget is checked next.
    pub poll_conflicts: u64,
    pub poll_ticks: u64,
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Limits {
        Limits {
            restart: Schedule::new(config.restart_interval),
            fast_glue: Ema::new(33.0),
            slow_glue: Ema::new(1e5),
            reluctant: Reluctant::new(config.reluctant_period),
            decision_rate: Ema::new(1e5),
            last_decisions: 0,
            bump_reasons_pause: 0,
            bump_reasons_wait: 0,
            reduce: Schedule::new(config.reduce_interval),
            rephase: Schedule::new(config.rephase_interval),
            mode: match config.modes {
                Modes::Alternate | Modes::Focused => Mode::Focused,
                Modes::Stable => Mode::Stable,
            },
            first_mode: config.mode_interval,
            mode_end: None,
            mode_unit: 0,
            added: 0,
            count: 1,
            recount: 0,
            fruitless: 0,
            pairs: 0,
            counted_fixed: 0,
            counted_added: 0,
            counted_pairs: 0,
            guess: 1,
            guesses: 0,
            simplify: 0,
            simplified: 0,
            walk_share: Share::default(),
            eliminate: Schedule::new(config.eliminate_interval),
            eliminate_share: Share::default(),
            substitute: Schedule::new(config.substitute_interval),
            substitute_share: Share::default(),
            probe: Schedule::new(config.probe_interval),
            probe_share: Share::default(),
            probe_left: 0,
            vivify: Schedule::new(config.vivify_interval),
            vivify_share: Share::default(),
            vivify_left: [0; 4],
            call_start: 0,
            poll_conflicts: 0,
            poll_ticks: 0,
        }
    }

    /// Begins a call of `solve`: its budget is checked before anything else.
    pub(crate) fn begin_call(&mut self, conflicts: u64) {
        self.call_start = conflicts;
        self.poll_conflicts = 0;
        self.poll_ticks = 0;
    }
}
