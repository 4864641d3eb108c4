//! When to do what next.
//!
//! Every technique has a predicate that compares a counter with its limit
//! here, and a verb that sets the limit anew. Limits are in conflicts or in
//! ticks, never in seconds, so that a run can be repeated.

use super::ema::Ema;
use super::reluctant::Reluctant;
use crate::cdcl::core::mode::Mode;
use crate::cdcl::face::config::{Config, Modes};

/// The solver's own schedule.
pub(in crate::cdcl) struct Limits {
    /// Conflicts at which focused mode may restart.
    pub restart: u64,
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
    /// Conflicts at which clauses are reduced.
    pub reduce: u64,
    /// Conflicts at which phases are reset.
    pub rephase: u64,
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
    /// Ticks of the search when phases were last walked from.
    pub walk_ticks: u64,
    /// Conflicts at which variables are eliminated, and the ticks of the
    /// search when they were last.
    pub eliminate: u64,
    pub eliminate_ticks: u64,
    /// Conflicts at which equivalent literals are substituted, and the ticks of
    /// the search when they were last.
    pub substitute: u64,
    pub substitute_ticks: u64,
    /// Conflicts at which roots are probed, the ticks of the search when they
    /// were last, and what was left of the effort allowed.
    pub probe: u64,
    pub probe_ticks: u64,
    pub probe_left: i64,
    /// Conflicts at which clauses are vivified.
    pub vivify: u64,
    /// Ticks of the search when they were last, and by kind of clause what
    /// was left of the effort allowed.
    pub vivify_ticks: u64,
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
            restart: config.restart_interval.unwrap_or(u64::MAX),
            fast_glue: Ema::new(33.0),
            slow_glue: Ema::new(1e5),
            reluctant: Reluctant::new(config.reluctant_period),
            decision_rate: Ema::new(1e5),
            last_decisions: 0,
            bump_reasons_pause: 0,
            bump_reasons_wait: 0,
            reduce: config.reduce_interval.unwrap_or(u64::MAX),
            rephase: config.rephase_interval.unwrap_or(u64::MAX),
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
            walk_ticks: 0,
            eliminate: config.eliminate_interval.unwrap_or(u64::MAX),
            eliminate_ticks: 0,
            substitute: config.substitute_interval.unwrap_or(u64::MAX),
            substitute_ticks: 0,
            probe: config.probe_interval.unwrap_or(u64::MAX),
            probe_ticks: 0,
            probe_left: 0,
            vivify: config.vivify_interval.unwrap_or(u64::MAX),
            vivify_ticks: 0,
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
