//! The solver: its parts, and what a caller may ask of it.

use super::analysis::Analysis;
use super::at_most_one::AtMostOnes;
use super::blocks::Blocks;
use super::caps::Watchdog;
use super::clauses::Clauses;
use super::config::Config;
use super::counting::Groups;
use super::eliminated::Eliminated;
use super::limits::Limits;
use super::phases::Phases;
use super::probe::Probes;
use super::progress::Reporting;
use super::queue::Queue;
use super::scores::Scores;
use super::sharing::Shares;
use super::stats::Stats;
use super::telling::Telling;
use super::trail::Trail;
use super::watches::Watches;
use crate::budget::{Budget, Stop};
use crate::formula::{Lit, Model, Var};
use crate::proof::{Conclusion, Observer};
use std::io;
use std::time::Duration;

/// The answer of a call of `solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model, and [`Solver::model`] has it.
    Sat,
    /// There is none; under assumptions, none that makes the
    /// [core](Solver::core) true.
    Unsat,
    /// The search gave up.
    Unknown(Stop),
}

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
    num_vars: usize,
    /// The trail is a model.
    has_model: bool,
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

    /// The same solver, with an observer. To see all clauses it must be there
    /// before the first of them.
    ///
    /// # Panics
    /// If the observer wants hints and there are clauses.
    #[must_use]
    pub fn with_observer(mut self, observer: Box<dyn Observer>) -> Solver {
        if observer.wants_hints() {
            let is_empty = self.clauses.num_words() == 0 && self.trail.len() == 0;
            assert!(is_empty, "hints are wanted before the first clause");
            self.clauses.have_ids();
        }
        self.telling.set(observer);
        self
    }

    /// Ends the observation and gives the observer back.
    pub fn take_observer(&mut self) -> Option<Box<dyn Observer>> {
        self.telling.take()
    }

    /// Makes there be at least this many variables. Costs memory only once
    /// clauses mention them.
    pub fn reserve_vars(&mut self, num_vars: usize) {
        self.num_vars = self.num_vars.max(num_vars);
    }

    /// How many variables there are.
    pub fn num_vars(&self) -> usize {
        self.num_vars
    }

    /// Looks for a model of the clauses.
    ///
    /// The budget's steps are conflicts of this call. A search that gave up
    /// goes on where it was when called again, with all that it learned.
    ///
    /// # Errors
    /// The observer's: a proof that could not be written, for instance. The
    /// verdict is lost with it.
    pub fn solve(&mut self, budget: &Budget) -> io::Result<Verdict> {
        self.solve_with(&[], budget)
    }

    /// Looks for a model of the clauses in which all assumptions are true.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn solve_with(&mut self, assumptions: &[Lit], budget: &Budget) -> io::Result<Verdict> {
        self.reopen();
        self.assumptions.clear();
        for &lit in assumptions {
            if self.grow(lit.var().index() + 1) {
                self.assumptions.push(lit);
            }
        }
        self.restore_mentioned(assumptions);
        self.core.clear();
        self.is_full = false;
        self.limits.begin_call(self.stats.conflicts);
        self.watchdog.begin_call(&self.stats);
        self.install_added();

        let verdict = self.search(budget);
        self.core.sort_unstable();
        let conclusion = match verdict {
            Verdict::Sat => Conclusion::Satisfiable,
            Verdict::Unsat if self.unsatisfiable => Conclusion::Unsatisfiable,
            Verdict::Unsat => Conclusion::UnsatisfiableUnderAssumptions,
            Verdict::Unknown(_) => Conclusion::Unknown,
        };
        self.has_model = verdict == Verdict::Sat;
        if self.has_model {
            let Solver {
                eliminated, trail, ..
            } = self;
            eliminated.extend(|lit| trail.is_true(lit));
        }
        if !self.has_model {
            self.return_to_root();
        }
        self.telling.conclude(conclusion)?;
        Ok(verdict)
    }

    /// The model, if the last call found one and no clause was added since.
    pub fn model(&self) -> Option<Model> {
        if !self.has_model {
            return None;
        }
        let values = (0..self.num_vars).map(|index| self.is_true_in_model(Var::new(index)));
        Some(Model::new(values.collect()))
    }

    /// The literal's value in the model, if there is a [`Solver::model`].
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.has_model
            .then(|| self.is_true_in_model(lit.var()) == lit.is_positive())
    }

    /// A variable that no clause mentions gets its first phase.
    fn is_true_in_model(&self, var: Var) -> bool {
        if let Some(value) = self.eliminated.value(var) {
            value
        } else if var.index() < self.trail.num_vars() {
            self.trail.is_true(var.positive())
        } else {
            self.config.first_phase
        }
    }

    /// The literal's value at level 0: the one that it has in every model.
    /// `None`: not known to be fixed.
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        let var = lit.var();
        if var.index() >= self.trail.num_vars()
            || self.trail.is_open(var)
            || self.trail.level_of(var) > 0
        {
            return None;
        }
        Some(self.trail.is_true(lit))
    }

    /// After `Unsat`: assumptions that can't all be true, in the order of their
    /// codes. Empty if there is no
    /// model without assumptions either.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// Whether the literal is in the [`Solver::core`].
    pub fn failed(&self, assumption: Lit) -> bool {
        self.core.binary_search(&assumption).is_ok()
    }

    /// A hint: decide the variable so that the literal is true, until the
    /// search knows better.
    pub fn phase(&mut self, lit: Lit) {
        if self.grow(lit.var().index() + 1) {
            self.phases.save(lit.var(), lit.is_positive());
            // A lucky guess knows no phases: whoever gives some wants those tried.
            self.limits.guess = u64::MAX;
        }
    }

    /// About how many bytes the solver takes.
    pub(super) fn bytes(&self) -> usize {
        VAR_BYTES * self.trail.num_vars()
            + self.clauses.bytes()
            + 4 * self.at_most_ones.num_members()
    }

    /// How long the search for at-most-ones and what they prove took, over all
    /// calls, the use of what it found included.
    pub fn counting_time(&self) -> Duration {
        self.counting_time
    }

    /// What was counted, over all calls.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Back to level 0, ready for clauses.
    pub(super) fn reopen(&mut self) {
        self.has_model = false;
        self.return_to_root();
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
