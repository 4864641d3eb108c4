//! The solver: its parts.

use super::core::analysis::Analysis;
use super::counting::blocks::Blocks;
use super::face::caps::Watchdog;
use super::face::config::Config;
use super::face::progress::Reporting;
use super::face::sharing::Shares;
use super::face::stats::Stats;
use super::face::telling::Telling;
use super::inprocess::probe::Probes;
use super::state::at_most_one::AtMostOnes;
use super::state::clauses::Clauses;
use super::state::eliminated::Eliminated;
use super::state::limits::Limits;
use super::state::phases::Phases;
use super::state::queue::Queue;
use super::state::scores::Scores;
use super::state::trail::Trail;
use super::state::watches::Watches;
use crate::cdcl::counting::Groups;
use crate::formula::Lit;
use std::time::Duration;

/// About how many bytes the tables take for a variable.
const VAR_BYTES: usize = 160;
/// As many new variables at once are checked for fitting into memory.
const LEAP: usize = 1 << 20;

/// A SAT solver. Deterministic: the same calls give the same search.
///
/// It is in one of these states, and any method may be called in any of them:
///
/// | state | begins with | what may be asked |
/// |---|---|---|
/// | open | [`new`](Self::new), a clause added, [`propagate_under`](Self::propagate_under) | [`fixed`](Self::fixed) |
/// | satisfied | `solve` says [`Verdict::Sat`] | [`model`](Self::model), [`value`](Self::value); the next clause or call ends it |
/// | refuted under assumptions | `solve_with` says [`Verdict::Unsat`] | [`core`](Self::core), [`failed`](Self::failed), until the next call |
/// | refuted for good | the same, with an empty core | nothing: every later call says `Unsat` |
/// | undecided | `solve` says [`Verdict::Unknown`] | solving again goes on with all that was learned |
///
/// What ends a search is its [`Budget`] (conflicts, time, an
/// [interrupt](crate::budget::Interrupt) that any thread may raise) or the
/// [caps](Self::set_caps) (ticks, decisions, propagations, memory). A solver may be moved to
/// another thread. Variables need no freezing: one that was eliminated comes
/// back when a clause or an assumption mentions it.
///
/// [`Budget`]: crate::budget::Budget
/// [`Verdict::Sat`]: super::Verdict::Sat
/// [`Verdict::Unsat`]: super::Verdict::Unsat
/// [`Verdict::Unknown`]: super::Verdict::Unknown
pub struct Solver {
    /// What is true now, in which order, and why.
    pub(super) trail: Trail,
    /// What must hold.
    pub(super) clauses: Clauses,
    /// Whom to ask when a literal becomes false.
    pub(super) watches: Watches,
    /// Of which one literal at most is true.
    pub(super) at_most_ones: AtMostOnes,
    /// Groups that were added and are not yet among these.
    pub(super) added_groups: Groups,
    /// What to decide next in focused mode.
    pub(super) queue: Queue,
    /// What to decide next in stable mode.
    pub(super) scores: Scores,
    /// Which way to decide.
    pub(super) phases: Phases,
    /// Which variables went, and how they get their values.
    pub(super) eliminated: Eliminated,
    /// Which literals are to be tried.
    pub(super) probes: Probes,
    /// Scratch of one conflict; empty in between.
    pub(super) analysis: Analysis,
    /// When to do what next.
    pub(super) limits: Limits,
    /// What was done so far.
    pub(super) stats: Stats,
    /// How long the search for structure took: no count, so not among `stats`.
    pub(super) counting_time: Duration,
    /// What the caller chose.
    pub(super) config: Config,
    /// Who is told of it.
    pub(super) telling: Telling,
    /// What a call may cost.
    pub(super) watchdog: Watchdog,
    /// Who gets and gives learned clauses.
    pub(super) shares: Shares,
    /// Who wants to know how far it is.
    pub(super) reporting: Option<Reporting>,
    /// What counting found, to be proved when it is used.
    pub(super) blocks: Blocks,
    /// Every variable below this one is assigned.
    pub(super) lowest_open: usize,
    /// What this call of `solve` assumes.
    pub(super) assumptions: Vec<Lit>,
    /// Assumptions of the last call that can't all be true.
    pub(super) core: Vec<Lit>,
    /// The empty clause was derived.
    pub(super) unsatisfiable: bool,
    /// Memory ran out; this call must end.
    pub(super) is_full: bool,
    /// A clause or a variable did not fit: there is no answer any more.
    pub(super) is_incomplete: bool,
    /// How many variables the caller spoke of.
    pub(super) num_vars: usize,
    /// The trail is a model.
    pub(super) has_model: bool,
}

impl Solver {
    /// A solver without clauses.
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
            probes: Probes::default(),
            analysis: Analysis::default(),
            limits: Limits::new(&config),
            stats: Stats::default(),
            counting_time: Duration::ZERO,
            config,
            telling: Telling::default(),
            watchdog: Watchdog::default(),
            shares: Shares::default(),
            reporting: None,
            blocks: Blocks::default(),
            lowest_open: 0,
            assumptions: Vec::new(),
            core: Vec::new(),
            unsatisfiable: false,
            is_full: false,
            is_incomplete: false,
            num_vars: 0,
            has_model: false,
        }
    }

    /// About how many bytes the solver takes.
    pub(super) fn bytes(&self) -> usize {
        VAR_BYTES * self.trail.num_vars()
            + self.clauses.bytes()
            + 4 * self.at_most_ones.num_members()
    }

    /// Makes the tables hold this many variables. False: they can't.
    #[must_use]
    pub(super) fn grow(&mut self, num_vars: usize) -> bool {
        self.num_vars = self.num_vars.max(num_vars);
        let old = self.trail.num_vars();
        if num_vars <= old {
            return true;
        }
        // One literal can ask for tables of any size: see first if they fit.
        // Small steps are not seen to one by one, but they add up.
        let is_leap = num_vars / LEAP > old / LEAP;
        let cap = self.watchdog.caps.bytes.unwrap_or(usize::MAX);
        if is_leap
            && (num_vars.saturating_mul(VAR_BYTES) > cap
                || Vec::<[u8; VAR_BYTES]>::new()
                    .try_reserve_exact(num_vars - old / LEAP * LEAP)
                    .is_err())
        {
            self.is_incomplete = true;
            return false;
        }
        self.trail.grow(num_vars);
        self.watches.grow(num_vars);
        self.queue.grow(num_vars);
        self.scores.grow(num_vars);
        self.phases.grow(num_vars);
        true
    }
}

impl Default for Solver {
    /// A solver with the default settings.
    fn default() -> Solver {
        Solver::new(Config::default())
    }
}
