//! The solver's data structures.

use super::api::limits::Watchdog;
use super::api::progress::Reporting;
use super::api::sharing::Shares;
use super::api::tracer::Tracer;
use super::choices::Choices;
use super::core::analysis::Analysis;
use super::counting::blocks::Blocks;
use super::external::connection::{Connection, NUM_CONNECTIONS};
use super::state::at_most_one::AtMostOnes;
use super::state::clauses::Clauses;
use super::state::eliminated::Eliminated;
use super::state::phases::Phases;
use super::state::queue::Queue;
use super::state::scores::Scores;
use super::state::trail::Trail;
use super::state::watches::Watches;
use super::techniques::{Config, Limits, Stats};
use crate::cdcl::counting::Groups;
use crate::formula::{Cnf, Lit};
use crate::proof::Id;
use std::fmt;
use std::time::Duration;

/// Approximate size in bytes of all tables together for one variable, used to
/// predict memory use.
const VAR_BYTES: usize = 160;
/// Number of variables between two checks that the tables fit into memory. Chosen by
/// hand: the tables of 65 536 variables take 10 MB, so a check for each variable would
/// gain little.
const LEAP: usize = 1 << 16;

/// A SAT solver. Deterministic: the same calls give the same search.
///
/// A solver is in one of these states. Every method may be called in any of
/// them:
///
/// | state | is entered by | what may be queried |
/// |---|---|---|
/// | open | [`new`](Self::new), adding a clause, [`propagate_under`](Self::propagate_under) | [`fixed`](Self::fixed) |
/// | satisfied | `solve` returns [`Verdict::Sat`] | [`model`](Self::model), [`value`](Self::value), until the next clause or call |
/// | refuted under assumptions | `solve_with` returns [`Verdict::Unsat`] | [`core`](Self::core), [`failed`](Self::failed), until the next call |
/// | refuted for good | the same, with an empty core | nothing: every later call returns `Unsat` |
/// | undecided | `solve` returns [`Verdict::Unknown`] | nothing; solving again continues with all learned clauses |
///
/// A search is limited by its [`Budget`] (conflicts, time, an
/// [interrupt](crate::budget::Interrupt) that any thread may raise) and by the
/// [limits](Self::set_limits) (ticks, decisions, propagations, memory). A solver
/// may be moved to another thread. Variables need no freezing: an eliminated
/// variable is restored when a clause or an assumption mentions it, or a
/// [propagator](super::Propagator) observes it.
///
/// [`Budget`]: crate::budget::Budget
/// [`Verdict::Sat`]: super::Verdict::Sat
/// [`Verdict::Unsat`]: super::Verdict::Unsat
/// [`Verdict::Unknown`]: super::Verdict::Unknown
pub struct Solver {
    /// The assigned literals in order, each with its level and reason.
    pub(super) trail: Trail,
    /// All clauses of two or more literals.
    pub(super) clauses: Clauses,
    /// For each literal, the clauses that watch it.
    pub(super) watches: Watches,
    /// Groups of literals of which at most one is true.
    pub(super) at_most_ones: AtMostOnes,
    /// Groups that were added and are not yet part of `at_most_ones`.
    pub(super) added_groups: Groups,
    /// The decision order of focused mode.
    pub(super) queue: Queue,
    /// The decision order of stable mode.
    pub(super) scores: Scores,
    /// The phase (the value to try first) of each variable.
    pub(super) phases: Phases,
    /// The eliminated variables and how they get their values in a model.
    pub(super) eliminated: Eliminated,
    /// Working memory of conflict analysis; empty between conflicts.
    pub(super) analysis: Analysis,
    /// State of each technique between its runs: when it is due next.
    pub(super) limits: Limits,
    /// Counters of the search.
    pub(super) stats: Stats,
    /// Time spent looking for at-most-one groups and pigeonholes. Not part of
    /// `stats`, which hold only machine-independent counts.
    pub(super) counting_time: Duration,
    /// The settings that the caller chose; they do not change during a search.
    pub(super) config: Config,
    /// The observer that receives proof steps and trace events.
    pub(super) tracer: Tracer,
    /// The limits of a call of `solve`.
    pub(super) watchdog: Watchdog,
    /// The partner that learned clauses are exchanged with.
    pub(super) shares: Shares,
    /// The propagators outside the clauses, and what they were told: that of constraints, and the
    /// caller's.
    pub(super) connections: [Connection; NUM_CONNECTIONS],
    /// The callback that receives progress reports.
    pub(super) reporting: Option<Reporting>,
    /// The blocks that counting found, with what is needed to prove them when
    /// they are used.
    pub(super) blocks: Blocks,
    /// The choices that the formula asks for, and the local search among them.
    pub(super) choices: Choices,
    /// The clauses whose symmetries are to be looked for.
    pub(super) symmetry: Option<Cnf>,
    /// Every variable with a lower index is assigned.
    pub(super) lowest_open: usize,
    /// The assumptions of the current call of `solve`.
    pub(super) assumptions: Vec<Lit>,
    /// Assumptions of the last call that can't all be true: the failed core.
    pub(super) core: Vec<Lit>,
    /// Id in the proof of the clause that the core is impossible, if it has two literals or more.
    pub(super) core_id: Id,
    /// Set when the empty clause was derived.
    pub(super) unsatisfiable: bool,
    /// Set when memory ran out: the current call must end.
    pub(super) is_full: bool,
    /// Set when a clause or a variable did not fit into memory: no later call
    /// can give an answer.
    pub(super) is_incomplete: bool,
    /// Number of variables that the caller has mentioned or reserved.
    pub(super) num_vars: usize,
    /// Set while the trail is a model. Techniques that find one set it.
    pub(super) has_model: bool,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("num_vars", &self.num_vars())
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Creates a solver without clauses.
    pub fn new(config: Config) -> Solver {
        Solver {
            trail: Trail::default(),
            clauses: Clauses::new(config.clause_words),
            watches: Watches::default(),
            at_most_ones: AtMostOnes::default(),
            added_groups: Groups::default(),
            queue: Queue::new(),
            scores: Scores::new(),
            phases: Phases::new(&config),
            eliminated: Eliminated::default(),
            analysis: Analysis::default(),
            limits: Limits::new(&config),
            stats: Stats::default(),
            counting_time: Duration::ZERO,
            config,
            tracer: Tracer::default(),
            watchdog: Watchdog::default(),
            shares: Shares::default(),
            connections: Default::default(),
            reporting: None,
            blocks: Blocks::default(),
            choices: Choices::default(),
            symmetry: None,
            lowest_open: 0,
            assumptions: Vec::new(),
            core: Vec::new(),
            core_id: Id::NONE,
            unsatisfiable: false,
            is_full: false,
            is_incomplete: false,
            num_vars: 0,
            has_model: false,
        }
    }

    /// Returns the approximate memory of the solver in bytes.
    pub(super) fn bytes(&self) -> usize {
        VAR_BYTES * self.trail.num_vars()
            + self.clauses.bytes()
            + self.watches.bytes()
            + 4 * self.at_most_ones.num_members()
            + self.choices.bytes()
            + self.symmetry.as_ref().map_or(0, |cnf| 4 * cnf.num_lits())
    }

    /// Enlarges the tables to hold `num_vars` variables. Returns `false` if
    /// they do not fit into memory.
    #[must_use]
    pub(super) fn grow(&mut self, num_vars: usize) -> bool {
        self.num_vars = self.num_vars.max(num_vars);
        let old = self.trail.num_vars();
        if num_vars <= old {
            return true;
        }
        // A single literal can require tables of any size, so check first that
        // they fit. Small steps are not checked one by one, but their sum is.
        // The tables grow to twice their size, if that is enough.
        let is_leap = num_vars / LEAP > old / LEAP;
        let num_new = (num_vars - old / LEAP * LEAP).max(old);
        if is_leap && !self.has_room_for(num_vars, num_new) {
            self.is_incomplete = true;
            return false;
        }
        self.grow_tables(num_vars);
        true
    }

    /// Returns `true` if tables for `num_vars` variables, of which `num_new` are
    /// new, fit into memory.
    pub(super) fn has_room_for(&self, num_vars: usize, num_new: usize) -> bool {
        let limit = self.watchdog.limits.bytes.unwrap_or(usize::MAX);
        let mut trial = Vec::<[u8; VAR_BYTES]>::new();
        num_vars.saturating_mul(VAR_BYTES) <= limit && trial.try_reserve_exact(num_new).is_ok()
    }

    pub(super) fn grow_tables(&mut self, num_vars: usize) {
        self.trail.grow(num_vars);
        self.watches.grow(num_vars);
        self.queue.grow(num_vars);
        self.scores.grow(num_vars);
        self.phases.grow(num_vars);
    }
}

impl Default for Solver {
    /// Creates a solver with the default settings.
    fn default() -> Solver {
        Solver::new(Config::default())
    }
}
