//! When to do what next.
//!
//! Every technique has a predicate that compares a counter with its limit
//! here, and a verb that sets the limit anew. Limits are in conflicts or in
//! ticks, never in seconds, so that a run can be repeated.

use super::ema::Ema;
use super::reluctant::Reluctant;
use super::schedule::{Schedule, Share};
use crate::cdcl::core::mode::Mode;
use crate::cdcl::face::config::{Config, Modes};

/// The solver's own schedule.
pub(in crate::cdcl) struct Limits {
    /// Restarts of focused mode.
    pub restart: Schedule,
    /// Average glue of the last clauses learned in focused mode, and of all.
    pub fast_glue: Ema,
    pub slow_glue: Ema,
    /// Spaces the restarts of stable mode.
    pub reluctant: Reluctant,
    /// Average number of decisions from one conflict to the next.
    pub decision_rate: Ema,
    /// Decisions made before the last conflict.
    pub last_decisions: u64,
    /// How many conflicts [bumping of reasons](crate::cdcl::core::bump) pauses when there is
    /// too much to bump, and for how many it still does.
    pub bump_reasons_pause: u64,
    pub bump_reasons_wait: u64,
    /// Reductions of the learned clauses.
    pub reduce: Schedule,
    /// Resets of the saved phases.
    pub rephase: Schedule,
    pub mode: Mode,
    /// Conflicts that end the first focused phase.
    pub first_mode: u64,
    /// Ticks at which the mode changes, once the first focused phase is over.
    pub mode_end: Option<u64>,
    /// Ticks of the first focused phase: the unit of the phases to come.
    pub mode_unit: u64,
    /// Clauses of the formula that were added, and at how many of them it is
    /// searched for counting structure.
    pub added: u64,
    pub count: u64,
    /// Ticks at which it may be searched again, and how many times in a row
    /// that found nothing.
    pub recount: u64,
    pub fruitless: u32,
    /// Binary clauses that were learned.
    pub pairs: u64,
    /// What the last search knew: literals fixed, clauses added, pairs.
    pub counted_fixed: usize,
    pub counted_added: u64,
    pub counted_pairs: u64,
    /// How many clauses must have been added for a round of guesses, and how many
    /// guesses of the round were tried.
    pub guess: u64,
    pub guesses: usize,
    /// Ticks at which clauses may be simplified.
    pub simplify: u64,
    /// Literals fixed when clauses were simplified last.
    pub simplified: usize,
    /// The share of the search that local search may cost.
    pub walk_share: Share,
    /// Elimination of variables, and what it may cost.
    pub eliminate: Schedule,
    pub eliminate_share: Share,
    /// Substitution of equivalent literals, and what it may cost.
    pub substitute: Schedule,
    pub substitute_share: Share,
    /// Probing of roots, what it may cost, and the ticks that were left of that.
    pub probe: Schedule,
    pub probe_share: Share,
    pub probe_left: i64,
    /// Vivification, what it may cost, and by kind of clause the ticks that were
    /// left of that.
    pub vivify: Schedule,
    pub vivify_share: Share,
    pub vivify_left: [i64; 4],
    /// Conflicts before this call of `solve`.
    pub call_start: u64,
    /// Conflicts and ticks at which the budget is looked at.
    pub poll_conflicts: u64,
    pub poll_ticks: u64,
}

impl Limits {
    pub fn new(config: &Config) -> Limits {
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

    /// A call of `solve` begins: its budget is looked at before all else.
    pub fn begin_call(&mut self, conflicts: u64) {
        self.call_start = conflicts;
        self.poll_conflicts = 0;
        self.poll_ticks = 0;
    }
}
