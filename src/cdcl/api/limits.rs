//! Limits that a caller sets once for all later calls. The limits of a
//! single call are its [budget](crate::budget::Budget).

use crate::budget::{Budget, Stop};
use crate::cdcl::Solver;
use crate::cdcl::Stats;

/// Upper limits on the cost of a call of `solve`, counted from the start of
/// each call. Reaching one ends the call with [`Stop::Steps`], or with
/// [`Stop::Memory`] for the limit on memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallLimits {
    /// Limit on [`Stats::ticks`], each about one cache line of clauses visited.
    pub ticks: Option<u64>,
    /// Limit on [`Stats::decisions`].
    pub decisions: Option<u64>,
    /// Limit on [`Stats::propagations`].
    pub propagations: Option<u64>,
    /// Limit on the solver's approximate memory in bytes. It also ends the adding of
    /// clauses: see [`Solver::add_clause`].
    pub bytes: Option<usize>,
}

/// Number of conflicts between two checks of the limits. Chosen by hand, as is
/// `POLL_TICKS`: larger numbers notice the end of the budget later, smaller ones
/// read the clock more often.
const POLL_CONFLICTS: u64 = 256;
/// Number of ticks between two checks of the limits, for formulas with few
/// conflicts.
const POLL_TICKS: u64 = 10_000;

/// Everything that can end a call of `solve` without an answer, except a lack of
/// memory for the next clause: the caller's limits, the termination callback, and when
/// these and the budget of the call are checked next.
#[derive(Default)]
pub(in crate::cdcl) struct Watchdog {
    pub limits: CallLimits,
    pub terminate: Option<Box<dyn FnMut() -> bool + Send>>,
    /// Set when the callback has ended the call. It is not called again then: a technique
    /// that called it and stopped leaves it to the search to end the call.
    is_terminated: bool,
    /// Set by the first call.
    was_called: bool,
    /// The counters at the start of the call.
    conflicts: u64,
    ticks: u64,
    decisions: u64,
    propagations: u64,
    /// Numbers of conflicts and of ticks at which the limits are checked next.
    poll_conflicts: u64,
    poll_ticks: u64,
}

impl Watchdog {
    /// Begins a call of `solve`: its limits are checked before anything else.
    pub(crate) fn begin_call(&mut self, stats: &Stats) {
        self.conflicts = stats.conflicts;
        self.ticks = stats.ticks;
        self.decisions = stats.decisions;
        self.propagations = stats.propagations;
        self.poll_conflicts = 0;
        self.poll_ticks = 0;
        self.is_terminated = false;
        self.was_called = true;
    }

    /// Returns `true` if a call of `solve` has begun.
    pub(crate) fn was_called(&self) -> bool {
        self.was_called
    }

    /// Returns `true` if the limits must be checked now. Limits that end a call
    /// within few conflicts and ticks are checked after every step of the loop.
    fn is_due(&self, stats: &Stats) -> bool {
        stats.conflicts >= self.poll_conflicts
            || stats.ticks >= self.poll_ticks
            || self.limits.decisions.is_some()
            || self.limits.propagations.is_some()
    }

    /// Sets the next check, which is at the latest where a limit on conflicts
    /// or ticks is reached.
    fn postpone(&mut self, stats: &Stats, budget: &Budget) {
        let end = |start: u64, limit: Option<u64>| start.saturating_add(limit.unwrap_or(u64::MAX));
        let (conflicts, ticks) = (stats.conflicts + POLL_CONFLICTS, stats.ticks + POLL_TICKS);
        self.poll_conflicts = conflicts.min(end(self.conflicts, budget.steps()));
        self.poll_ticks = ticks.min(end(self.ticks, self.limits.ticks));
    }

    /// Returns `true` if the call has reached its limit on propagations. For
    /// techniques that propagate many times in one step of the loop.
    pub(crate) fn has_propagated_enough(&self, stats: &Stats) -> bool {
        is_over(
            self.limits.propagations,
            stats.propagations - self.propagations,
        )
    }

    /// Calls the callback, unless it has ended the call already, and returns `true` if it ended
    /// the call.
    fn must_terminate(&mut self) -> bool {
        if !self.is_terminated
            && let Some(terminate) = &mut self.terminate
        {
            self.is_terminated = terminate();
        }
        self.is_terminated
    }

    /// Returns the reason to stop, if a limit is reached. Reads the clock.
    fn stop(&mut self, budget: &Budget, stats: &Stats, bytes: usize) -> Option<Stop> {
        if let Some(stop) = budget.exhausted(stats.conflicts - self.conflicts) {
            return Some(stop);
        }
        let limits = &self.limits;
        if is_over(limits.ticks, stats.ticks - self.ticks)
            || is_over(limits.decisions, stats.decisions - self.decisions)
            || self.has_propagated_enough(stats)
        {
            Some(Stop::Steps)
        } else if limits.bytes.is_some_and(|limit| bytes > limit) {
            Some(Stop::Memory)
        } else if self.must_terminate() {
            Some(Stop::Interrupted)
        } else {
            None
        }
    }
}

fn is_over(limit: Option<u64>, count: u64) -> bool {
    limit.is_some_and(|limit| count >= limit)
}

impl Solver {
    /// Sets the limits of every later call.
    pub fn set_limits(&mut self, limits: CallLimits) {
        self.watchdog.limits = limits;
    }

    /// Returns the limits.
    pub fn limits(&self) -> &CallLimits {
        &self.watchdog.limits
    }

    /// Sets a callback that is called a few hundred times a second during a
    /// search; the search ends as interrupted when it returns `true`. `None`
    /// removes the callback. For callers that can't raise the
    /// [interrupt](crate::budget::Budget::with_interrupt) of a budget.
    pub fn set_terminate(&mut self, terminate: Option<Box<dyn FnMut() -> bool + Send>>) {
        self.watchdog.terminate = terminate;
    }

    /// Returns the reason to stop without an answer, if there is one. The limits
    /// are checked now and then: see [`Watchdog`].
    pub(in crate::cdcl) fn stopping(&mut self, budget: &Budget) -> Option<Stop> {
        if self.is_full || self.is_incomplete {
            return Some(Stop::Memory);
        }
        if !self.watchdog.is_due(&self.stats) {
            return None;
        }
        self.watchdog.postpone(&self.stats, budget);
        self.stop(budget)
    }

    /// Returns `true` if a limit of the call is reached. For techniques that can
    /// take seconds. Reads the clock.
    pub(in crate::cdcl) fn is_over(&mut self, budget: &Budget) -> bool {
        self.stop(budget).is_some()
    }

    /// Returns `true` if the limit on memory is exceeded.
    pub(in crate::cdcl) fn is_over_memory(&self) -> bool {
        let limit = self.watchdog.limits.bytes;
        limit.is_some_and(|limit| self.bytes() > limit)
    }

    /// Returns the number of bytes that the limit on memory leaves.
    pub(in crate::cdcl) fn bytes_left(&self) -> usize {
        let limit = self.watchdog.limits.bytes.unwrap_or(usize::MAX);
        limit.saturating_sub(self.bytes())
    }

    fn stop(&mut self, budget: &Budget) -> Option<Stop> {
        let bytes = self.bytes();
        self.watchdog.stop(budget, &self.stats, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::{Config, Verdict};
    use crate::formula::{Lit, Var};

    /// 150 variables at the satisfiability threshold: some thousand conflicts.
    fn solver() -> Solver {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut solver = Solver::new(Config::default());
        for _ in 0..639 {
            let clause: [Lit; 3] = std::array::from_fn(|_| {
                let var = Var::new(rng.usize(0..150));
                var.lit(rng.bool())
            });
            solver.add_clause(&clause);
        }
        solver
    }

    #[test]
    fn each_limit_ends_each_call_and_none_changes_the_answer() {
        let budget = Budget::unlimited();
        let expected = solver().solve(&budget).unwrap();
        let limits = |index: usize| {
            let mut limits = CallLimits::default();
            match index {
                0 => limits.ticks = Some(10_000),
                1 => limits.decisions = Some(100),
                _ => limits.propagations = Some(1000),
            }
            limits
        };
        for index in 0..3 {
            let mut solver = solver();
            solver.set_limits(limits(index));
            let mut calls = 0;
            let verdict = loop {
                calls += 1;
                let before = solver.stats().clone();
                match solver.solve(&budget).unwrap() {
                    Verdict::Unknown(stop) => assert_eq!(stop, Stop::Steps),
                    verdict => break verdict,
                }
                let stats = solver.stats();
                let counts = [
                    stats.ticks - before.ticks,
                    stats.decisions - before.decisions,
                    stats.propagations - before.propagations,
                ];
                let limit = [10_000, 100, 1000][index];
                assert!((limit..2 * limit).contains(&counts[index]), "{counts:?}");
            };
            assert!(calls > 3, "{index}: {calls}");
            assert_eq!(verdict, expected);
        }
        let mut solver = solver();
        solver.set_limits(CallLimits {
            bytes: Some(1000),
            ..CallLimits::default()
        });
        let verdict = solver.solve(&budget).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Stop::Memory));
        solver.set_limits(CallLimits::default());
        assert_eq!(solver.solve(&budget).unwrap(), expected);
    }

    #[test]
    fn a_literal_asks_for_no_more_tables_than_may_be() {
        let mut solver = solver();
        solver.set_limits(CallLimits {
            bytes: Some(1 << 30),
            ..CallLimits::default()
        });
        solver.add_clause(&[Var::new(99_999_999).positive()]);
        let verdict = solver.solve(&Budget::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Stop::Memory));
        assert!(solver.bytes() < 1 << 20);
    }

    #[test]
    fn a_hook_ends_the_search() {
        let mut solver = solver();
        let mut asked = 0;
        solver.set_terminate(Some(Box::new(move || {
            asked += 1;
            asked == 3
        })));
        let verdict = solver.solve(&Budget::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Stop::Interrupted));
        solver.set_terminate(None);
        let verdict = solver.solve(&Budget::unlimited()).unwrap();
        assert!(!matches!(verdict, Verdict::Unknown(_)));
    }

    #[test]
    fn a_solver_may_move_to_another_thread() {
        fn is_send<T: Send>() {}
        is_send::<Solver>();
    }
}
