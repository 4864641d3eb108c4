//! Exact cover by any engine: one of the searches of [`crate::cover`], or a SAT
//! solver on the reduction.

use super::{
    Certificate, End, EngineError, Evidence, Limit, Outcome, Refutation, SatEngine, SatResult,
    SatSolver, Steps, memory,
};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::cover::parallel::{self, Ended};
use crate::cover::zdd::ZddLimits;
use crate::cover::{self, Choice, ExactCover, Gauge, Method, Natural, OptionId, Unfit};
use crate::encode::{self, AtMostOne};
use crate::formula::{Cnf, Lit, Var};
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Approximate memory of a formula and its solver, as a multiple of the formula's:
/// the solver's copy has watches.
const COPIES: u64 = 4;

/// Number of steps after which a count by one thread is given up for one by several, if the method
/// that leads finds one solution after the other, and in any case: some thousandths and some hundredths
/// of a second.
const LOOK: u64 = 50_000;
const TRIAL: u64 = 300_000;

/// Number of nodes between two looks at the gauge. Chosen by hand: few enough to answer soon
/// where nodes are slow.
const SLICE: u64 = 1 << 10;
/// The same while all solutions are counted, where nodes are fast.
const COUNT_SLICE: u64 = 1 << 14;

/// Returns the memory that a diagram of all solutions may take: a quarter of the
/// memory of a search.
pub fn diagram_limits() -> ZddLimits {
    ZddLimits::of(memory::beside_tables())
}

/// A search for the solutions of one exact-cover problem.
///
/// Every solution found has been checked against the problem's definition.
pub struct CoverSearch<'a> {
    problem: &'a ExactCover,
    search: Backend,
}

impl fmt::Debug for CoverSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CoverSearch")
            .field("problem", &self.problem)
            .finish_non_exhaustive()
    }
}

enum Backend {
    Own(Own),
    Sat(Session),
}

/// A search by one of the methods of [`cover`], not by a SAT solver.
struct Own {
    method: Method,
    rule: Choice,
    /// Number of threads, for searches that run to the end at once.
    jobs: usize,
    search: Box<dyn cover::Search>,
    gauge: Option<Arc<Gauge>>,
    /// Number of requests of the gauge that were answered.
    answered: u64,
    /// The budget up to the next look at the gauge.
    slice: Budget,
}

/// A SAT solver's session, and what it has found.
struct Session {
    engine: String,
    solver: Box<dyn SatSolver>,
    /// The formula, with a clause against each solution so far.
    formula: Cnf,
    /// The solutions so far, each with its options in order.
    found: HashSet<Vec<OptionId>>,
}

/// A reason why a search ended without a further solution and without exhausting
/// them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoverError {
    /// It gave up.
    #[error("{0}")]
    Stopped(Stop),
    /// The engine does not know such problems.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The engine failed.
    #[error(transparent)]
    Failed(#[from] EngineError),
}

impl From<Stop> for CoverError {
    fn from(stop: Stop) -> CoverError {
        CoverError::Stopped(stop)
    }
}

impl<'a> CoverSearch<'a> {
    /// Returns a search of our own.
    ///
    /// # Errors
    /// [`CoverError::Unfit`] if the method does not fit the problem.
    pub fn by_method(
        problem: &'a ExactCover,
        method: Method,
        rule: Choice,
    ) -> Result<CoverSearch<'a>, CoverError> {
        let own = method.start_within(problem, rule, diagram_limits())?;
        let search = Backend::Own(Own {
            method,
            rule,
            jobs: 1,
            search: own,
            gauge: None,
            answered: 0,
            slice: Budget::unlimited().with_steps(0),
        });
        Ok(CoverSearch { problem, search })
    }

    /// Returns the same search, for which [`run`](Self::run) and [`count`](Self::count)
    /// use `jobs` threads if it is a search for exact covers.
    #[must_use]
    pub fn with_jobs(mut self, jobs: usize) -> CoverSearch<'a> {
        if let Backend::Own(own) = &mut self.search {
            own.jobs = jobs.max(1);
        }
        self
    }

    /// Returns the same search, which gives its figures to `gauge`. A SAT solver and a
    /// diagram give none.
    #[must_use]
    pub fn with_gauge(mut self, gauge: Arc<Gauge>) -> CoverSearch<'a> {
        if let Backend::Own(own) = &mut self.search
            && own.method != Method::Count
        {
            own.gauge = Some(gauge);
        }
        self
    }

    /// Returns a search by a SAT solver on [`encode::cover_to_cnf`]. A solver that can
    /// is asked for a proof.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the formula would be too large.
    pub fn by_sat(
        problem: &'a ExactCover,
        engine: &dyn SatEngine,
        at_most_one: AtMostOne,
    ) -> Result<CoverSearch<'a>, CoverError> {
        let size = encode::cover_size(problem, at_most_one);
        if size.memory().saturating_mul(COPIES) > memory::total() {
            return Err(Stop::Memory.into());
        }
        let formula = encode::cover_to_cnf(problem, at_most_one).map_err(|_| Stop::Memory)?;
        let session = Session {
            engine: engine.name().to_owned(),
            solver: engine.start(&formula, true)?,
            formula,
            found: HashSet::new(),
        };
        let search = Backend::Sat(session);
        Ok(CoverSearch { problem, search })
    }

    /// Returns the next solution, or `None` if there is no further one. None comes twice.
    ///
    /// # Errors
    /// If the budget ends, the engine fails, or a solution is wrong.
    pub fn next_solution(&mut self, budget: &Budget) -> Result<Option<Vec<OptionId>>, CoverError> {
        let (engine, found) = match &mut self.search {
            Backend::Own(own) => {
                let more = own.advance(budget)?;
                let found = more.then(|| own.search.solution().to_vec());
                (own.method.name(), found)
            }
            Backend::Sat(session) => {
                let found = session.next_solution(self.problem, budget)?;
                (session.engine.as_str(), found)
            }
        };
        if let Some(options) = &found
            && let Err(fault) = check::cover(self.problem, options)
        {
            return Err(EngineError::lied(engine, fault).into());
        }
        Ok(found)
    }

    /// Goes to the next solution without returning it, and returns `true` if there is
    /// one. Our own searches do not list the solution, which is faster, so it is not
    /// checked; that of a SAT engine is.
    ///
    /// # Errors
    /// If the budget ends, or the engine fails or gives a wrong solution.
    pub fn advance(&mut self, budget: &Budget) -> Result<bool, CoverError> {
        match &mut self.search {
            Backend::Own(own) => Ok(own.advance(budget)?),
            Backend::Sat(_) => Ok(self.next_solution(budget)?.is_some()),
        }
    }

    /// Finds solutions until `limit` is reached, `found` breaks off, the budget
    /// ends, or there are no more; then the proof is checked, if the engine gave
    /// one.
    ///
    /// # Errors
    /// If the engine fails, or gives a wrong answer.
    pub fn run(
        self,
        limit: Limit,
        budget: &Budget,
        found: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Result<Outcome, EngineError> {
        if let Backend::Own(own) = &self.search
            && own.jobs > 1
        {
            return own.run(self.problem, limit, budget, found);
        }
        self.repeat(limit, budget, |search| {
            let options = search.next_solution(budget)?;
            Ok(options.map(|options| found(&options)))
        })
    }

    /// Counts the solutions as [`CoverSearch::advance`] finds them, without returning
    /// them.
    ///
    /// If all are wanted, `auto`, `count` and `frontier` count them without listing them; `auto`
    /// does so too if several are.
    ///
    /// # Errors
    /// If the engine fails, or gives a wrong answer.
    pub fn count(mut self, limit: Limit, budget: &Budget) -> Result<Outcome, EngineError> {
        let start = Instant::now();
        if let Some((end, total)) = self.total(limit, budget) {
            let all = total.as_ref().map(Natural::saturated);
            let found = self.found();
            let mut outcome = Outcome::new(all.unwrap_or(found), end, self.steps());
            outcome.share = all.is_none().then(|| self.progress()).flatten();
            let total = total.filter(|_| limit == Limit::ALL);
            (outcome.total, outcome.time) = (total, start.elapsed());
            outcome.method = self.method();
            return Ok(outcome);
        }
        if let Backend::Own(own) = &self.search
            && own.jobs > 1
        {
            return own.count(self.problem, limit, budget);
        }
        self.repeat(limit, budget, |search| {
            let more = search.advance(budget)?;
            Ok(more.then_some(ControlFlow::Continue(())))
        })
    }

    /// Returns the number of solutions up to the limit without going from one to the next, with
    /// the end of the search; or none if it has no such way.
    ///
    /// With several threads, `auto` gives up after a short trial.
    fn total(&mut self, limit: Limit, budget: &Budget) -> Option<(End, Option<Natural>)> {
        let Backend::Own(own) = &mut self.search else {
            return None;
        };
        if limit != Limit::ALL && (limit == Limit::FIRST || own.jobs > 1) {
            return None;
        }
        let is_trial = own.jobs > 1 && own.method == Method::Auto;
        let total = match is_trial && budget.steps().is_none_or(|steps| steps > TRIAL) {
            true => own.trial(budget),
            false => own.total(limit, budget),
        };
        match total {
            Ok(None) => None,
            Ok(Some(total)) if limit != Limit::ALL && limit.is_reached(total.saturated()) => {
                Some((End::Enough, Some(limit.number().into())))
            }
            Ok(total) => Some((End::Exhausted(Evidence::Search), total)),
            Err(Stop::Steps) if is_trial => None,
            Err(stop) => Some((End::GaveUp(stop), None)),
        }
    }

    fn repeat(
        mut self,
        limit: Limit,
        budget: &Budget,
        mut next: impl FnMut(&mut Self) -> Result<Option<ControlFlow<()>>, CoverError>,
    ) -> Result<Outcome, EngineError> {
        let start = Instant::now();
        let mut count = 0;
        let end = loop {
            match next(&mut self) {
                Ok(Some(flow)) => {
                    count += 1;
                    if flow.is_break() || limit.is_reached(count) {
                        break End::Enough;
                    }
                }
                Ok(None) => break End::Exhausted(self.evidence()),
                Err(CoverError::Stopped(stop)) => break End::GaveUp(stop),
                Err(CoverError::Failed(error)) => return Err(error),
                // Told before the search began.
                Err(CoverError::Unfit(_)) => break End::GaveUp(Stop::Declined),
            }
        };
        let share = match &end {
            End::GaveUp(_) => self.progress(),
            _ => None,
        };
        let mut outcome = Outcome::new(count, end, self.steps());
        outcome.method = self.method();
        (outcome.share, outcome.time) = (share, start.elapsed());
        if let (true, Backend::Sat(session)) = (outcome.is_complete(), self.search) {
            let engine = session.engine.clone();
            outcome.refutation = session.refutation();
            outcome
                .check_proof(budget)
                .map_err(|wrong| format!("its proof is refused: {wrong}"))
                .map_err(|fault| EngineError::lied(&engine, fault))?;
            outcome.time = start.elapsed();
        }
        Ok(outcome)
    }

    /// Returns the evidence that there is no further solution, as long as no proof was
    /// checked.
    fn evidence(&self) -> Evidence {
        match &self.search {
            Backend::Own(..) => Evidence::Search,
            Backend::Sat(_) => Evidence::Word,
        }
    }

    /// Returns the estimated share of the tree that is done, if this is a search of our own.
    fn progress(&self) -> Option<f64> {
        match &self.search {
            Backend::Own(own) => Some(own.search.progress()),
            Backend::Sat(_) => None,
        }
    }

    /// Returns the method that answered, if the engine chose one of several.
    fn method(&self) -> Option<Method> {
        match &self.search {
            Backend::Own(own) => own.search.method(),
            Backend::Sat(_) => None,
        }
    }

    /// Returns the number of solutions found so far by a search of our own.
    fn found(&self) -> u64 {
        match &self.search {
            Backend::Own(own) => own.search.stats().solutions,
            Backend::Sat(_) => 0,
        }
    }

    /// Returns the steps of the search so far.
    pub fn steps(&self) -> Steps {
        match &self.search {
            Backend::Own(own) => Steps::new(own.search.steps()),
            Backend::Sat(session) => session.solver.steps(),
        }
    }
}

impl Own {
    /// Counts all solutions for a short time, longer if the method that leads does not find one
    /// after the other.
    fn trial(&mut self, budget: &Budget) -> Result<Option<Natural>, Stop> {
        let until = |steps| budget.clone().with_steps(steps);
        match self.total(Limit::ALL, &until(LOOK)) {
            Err(Stop::Steps)
                if matches!(self.search.method(), Some(Method::Frontier | Method::Count)) =>
            {
                self.total(Limit::ALL, &until(TRIAL))
            }
            result => result,
        }
    }

    /// Runs [`cover::Search::total`] or [`cover::Search::count_to`] in slices, between which the
    /// gauge is answered.
    fn total(&mut self, limit: Limit, budget: &Budget) -> Result<Option<Natural>, Stop> {
        let wanted = limit.number();
        let run = |search: &mut dyn cover::Search, budget: &Budget| match limit {
            Limit::ALL => search.total(budget),
            _ => search.count_to(wanted, budget),
        };
        let Some(gauge) = &self.gauge else {
            return run(&mut *self.search, budget);
        };
        let limit = budget.steps().unwrap_or(u64::MAX);
        loop {
            let stats = self.search.stats();
            if gauge.is_asked(&mut self.answered) {
                gauge.give(stats, self.search.progress());
            }
            let end = limit.min(stats.nodes + COUNT_SLICE);
            match run(&mut *self.search, &budget.clone().with_steps(end)) {
                Err(Stop::Steps) if end < limit => {}
                result => return result,
            }
        }
    }

    /// Runs [`cover::Search::advance`] in slices, between which the gauge is answered.
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let Some(gauge) = &self.gauge else {
            return self.search.advance(budget);
        };
        loop {
            match self.search.advance(&self.slice) {
                Err(Stop::Steps) => {}
                result => return result,
            }
            let stats = self.search.stats();
            if gauge.is_asked(&mut self.answered) {
                gauge.give(stats, self.search.progress());
            }
            if let Some(stop) = budget.exhausted(stats.nodes) {
                return Err(stop);
            }
            let end = stats.nodes + SLICE;
            let end = budget.steps().map_or(end, |limit| limit.min(end));
            self.slice = budget.clone().with_steps(end);
        }
    }

    /// Runs [`CoverSearch::run`] with several threads.
    fn run(
        &self,
        problem: &ExactCover,
        limit: Limit,
        budget: &Budget,
        found: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Result<Outcome, EngineError> {
        let start = Instant::now();
        let (mut count, mut enough, mut fault) = (0, false, None);
        let mut check = |options: &[OptionId]| {
            if let Err(wrong) = check::cover(problem, options) {
                fault = Some(EngineError::lied(self.method.name(), wrong));
                return ControlFlow::Break(());
            }
            count += 1;
            let flow = found(options);
            enough = flow.is_break() || limit.is_reached(count);
            match enough {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let (method, rule, jobs) = (self.method, self.rule, self.jobs);
        let ended = parallel::search(
            problem,
            method,
            rule,
            jobs,
            budget,
            self.gauge.as_deref(),
            &mut check,
        );
        match fault {
            Some(fault) => Err(fault),
            None => Ok(outcome(self.method, ended, count, enough, start)),
        }
    }

    /// Runs [`CoverSearch::count`] with several threads.
    fn count(
        &self,
        problem: &ExactCover,
        limit: Limit,
        budget: &Budget,
    ) -> Result<Outcome, EngineError> {
        if limit != Limit::ALL {
            let mut go_on = |_: &[OptionId]| ControlFlow::Continue(());
            return self.run(problem, limit, budget, &mut go_on);
        }
        let start = Instant::now();
        let ended = parallel::count(
            problem,
            self.method,
            self.rule,
            self.jobs,
            budget,
            self.gauge.as_deref(),
        );
        let count = ended.as_ref().map_or(0, |ended| ended.stats.solutions);
        Ok(outcome(self.method, ended, count, false, start))
    }
}

/// Returns the outcome of a search by several threads.
fn outcome(
    method: Method,
    ended: Result<Ended, Unfit>,
    count: u64,
    enough: bool,
    start: Instant,
) -> Outcome {
    let updates = match method {
        Method::Planes => "passes",
        Method::Matrix => "struck out",
        _ => "updates",
    };
    let (stats, stop, share) = match ended {
        Ok(ended) => (ended.stats, ended.stop, ended.share),
        Err(unfit) => {
            let stop = match unfit {
                Unfit::NoThread => Stop::NoThread,
                // That the method fits was seen before.
                _ => Stop::Declined,
            };
            (cover::SearchStats::default(), Some(stop), 0.0)
        }
    };
    let end = match stop {
        _ if enough => End::Enough,
        Some(stop) => End::GaveUp(stop),
        None => End::Exhausted(Evidence::Search),
    };
    let steps = Steps::new([("nodes", stats.nodes), (updates, stats.updates)]);
    let mut outcome = Outcome::new(count, end, steps);
    (outcome.share, outcome.time) = (stop.map(|_| share), start.elapsed());
    outcome
}

impl Session {
    fn next_solution(
        &mut self,
        problem: &ExactCover,
        budget: &Budget,
    ) -> Result<Option<Vec<OptionId>>, CoverError> {
        let lits = match self.solver.solve(budget)? {
            SatResult::Sat(lits) => lits,
            SatResult::Unsat => return Ok(None),
            SatResult::Unknown(stop) => return Err(stop.into()),
        };
        let mut options = encode::options_from_lits(problem, lits);
        options.sort_unstable();
        let not_again: Vec<Lit> = match problem.has_bounds() {
            // No cover is part of another, so this keeps out this one alone.
            false => {
                let chosen = options.iter().map(|option| Var::new(option.index()));
                chosen.map(Var::negative).collect()
            }
            true => {
                let chosen = |option: &OptionId| options.binary_search(option).is_ok();
                let all = problem.options();
                all.map(|option| Var::new(option.index()).lit(!chosen(&option)))
                    .collect()
            }
        };
        self.solver.add_clause(&not_again);
        self.formula.add_clause(&not_again);
        if !self.found.insert(options.clone()) {
            let fault = "it found the same solution again";
            return Err(EngineError::lied(&self.engine, fault).into());
        }
        Ok(Some(options))
    }

    /// Returns the proof that the formula has no model left, if there is one.
    fn refutation(mut self) -> Option<Box<Refutation>> {
        let steps = self.solver.take_proof()?;
        Some(Box::new(Refutation::new(
            self.formula,
            Certificate::Drat(steps),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::problems::PROBLEMS;
    use crate::engine::Cdcl;
    use crate::engine::splr::Splr;
    use std::collections::BTreeSet;

    /// Returns all solutions, and what says that there are no more.
    fn all(search: CoverSearch<'_>) -> (BTreeSet<BTreeSet<OptionId>>, End) {
        let mut found = BTreeSet::new();
        let mut keep = |options: &[OptionId]| {
            assert!(found.insert(options.iter().copied().collect()));
            ControlFlow::Continue(())
        };
        let outcome = search.run(Limit::ALL, &Budget::unlimited(), &mut keep);
        let outcome = outcome.unwrap();
        assert_eq!(outcome.count, found.len() as u64);
        assert!(outcome.steps.main().is_some());
        (found, outcome.end)
    }

    #[test]
    fn all_ways_find_the_same() {
        for problem in &PROBLEMS {
            let problem = problem.read();
            let rule = Choice::Smallest;
            let searched = End::Exhausted(Evidence::Search);
            let by = |method| all(CoverSearch::by_method(&problem, method, rule).unwrap());
            let (links, end) = by(Method::Dlx);
            assert_eq!(end, searched);
            let lists = |method: &Method| *method != Method::Frontier;
            for method in Method::ALL.into_iter().filter(lists) {
                assert_eq!(by(method), (links.clone(), searched.clone()), "{method}");
            }
            for at_most_one in AtMostOne::ALL {
                let search = CoverSearch::by_sat(&problem, &Splr, at_most_one).unwrap();
                let word = End::Exhausted(Evidence::Word);
                assert_eq!(all(search), (links.clone(), word), "{at_most_one}");
                let search = CoverSearch::by_sat(&problem, &Cdcl, at_most_one).unwrap();
                let proof = End::Exhausted(Evidence::Proof);
                assert_eq!(all(search), (links.clone(), proof), "{at_most_one}");
            }
        }
    }

    #[test]
    fn sat_solvers_know_colours_and_bounds() {
        let text = "a 1:3|b | x y\na x:1\na x:2\nb x:1 y\nb x:2\nb\nb y\n";
        let problem = crate::cover::knuth::read(text.as_bytes(), "text", |_| ()).unwrap();
        // With x:1, a and some of {b x:1 y}, {b}, {b y}, not both with y: 5; the
        // same with x:2, {b x:2}, {b}, {b y}: 7.
        for at_most_one in AtMostOne::ALL {
            let search = CoverSearch::by_sat(&problem, &Cdcl, at_most_one).unwrap();
            let (found, end) = all(search);
            assert_eq!((found.len(), end), (5 + 7, End::Exhausted(Evidence::Proof)));
        }
    }

    #[test]
    fn a_search_ends_when_there_are_enough_or_the_budget_is_spent() {
        let triominoes = PROBLEMS
            .iter()
            .find(|problem| problem.name == "triominoes-3x4");
        let problem = triominoes.unwrap().read();
        let search = || CoverSearch::by_method(&problem, Method::Dlx, Choice::Smallest).unwrap();
        let unlimited = Budget::unlimited();
        let two = search().count(Limit::count(2), &unlimited).unwrap();
        assert_eq!((two.count, two.end), (2, End::Enough));
        let mut stop = |_: &[OptionId]| ControlFlow::Break(());
        let one = search().run(Limit::ALL, &unlimited, &mut stop).unwrap();
        assert_eq!((one.count, one.end), (1, End::Enough));
        let spent = Budget::unlimited().with_steps(3);
        let none = search().count(Limit::ALL, &spent).unwrap();
        assert_eq!((none.count, none.end), (0, End::GaveUp(Stop::Steps)));
    }

    /// With a limit, a method that lists solutions and one that counts return the same number and end.
    #[test]
    fn a_limit_is_met_exactly_by_every_method() {
        let instance = cover::problems::build("dominoes:6x6").unwrap();
        let problem = instance.problem();
        for (wanted, count, end) in [
            (6_728, 6_728, End::Enough),
            (1_000, 1_000, End::Enough),
            (6_729, 6_728, End::Exhausted(Evidence::Search)),
        ] {
            for method in [Method::Auto, Method::Dlx, Method::Bits, Method::Restarts] {
                let search = CoverSearch::by_method(problem, method, Choice::Smallest).unwrap();
                let search = search.with_gauge(Arc::new(Gauge::default()));
                let outcome = search.count(Limit::count(wanted), &Budget::unlimited());
                let outcome = outcome.unwrap();
                assert_eq!((outcome.count, &outcome.end), (count, &end), "{method}");
                assert_eq!(outcome.number().to_string(), count.to_string(), "{method}");
            }
        }
    }

    /// The slices between two looks at the gauge do not shorten the turns of two searches.
    #[test]
    fn a_search_with_a_gauge_changes_turns() {
        let instance = cover::problems::build("soma").unwrap();
        let (problem, budget) = (instance.problem(), Budget::unlimited());
        let search = || CoverSearch::by_method(problem, Method::Restarts, Choice::Smallest);
        let alone = search().unwrap().count(Limit::FIRST, &budget).unwrap();
        let seen = search().unwrap().with_gauge(Arc::new(Gauge::default()));
        let seen = seen.count(Limit::FIRST, &budget).unwrap();
        assert_eq!((seen.count, &seen.end), (1, &End::Enough));
        assert_eq!(seen.method, Some(Method::Dlx));
        assert_eq!(seen.steps, alone.steps);
    }

    /// Says of every formula that all of it may be false, or all of it true.
    struct Liar(bool);

    impl SatEngine for Liar {
        fn name(&self) -> &str {
            "liar"
        }
        fn start(
            &self,
            formula: &crate::formula::Cnf,
            _proof: bool,
        ) -> Result<Box<dyn SatSolver>, EngineError> {
            let vars = (0..formula.num_vars()).map(Var::new);
            Ok(Box::new(Lie(vars.map(|var| var.lit(self.0)).collect())))
        }
    }

    struct Lie(Vec<Lit>);

    impl SatSolver for Lie {
        fn add_clause(&mut self, _clause: &[Lit]) {}
        fn solve(&mut self, _budget: &Budget) -> Result<SatResult, EngineError> {
            Ok(SatResult::Sat(self.0.clone()))
        }
        fn steps(&self) -> Steps {
            Steps::default()
        }
    }

    #[test]
    fn a_lying_solver_is_found_out() {
        let mut builder = ExactCover::builder();
        builder.primary("a").unwrap();
        builder.option_named(["a"]).unwrap();
        let one = builder.clone().build();
        builder.option_named(["a"]).unwrap();
        let two = builder.build();
        let ask = |problem: &ExactCover, truth, times| {
            let mut search =
                CoverSearch::by_sat(problem, &Liar(truth), AtMostOne::Pairwise).unwrap();
            let mut answer = Ok(None);
            for _ in 0..times {
                answer = search.next_solution(&Budget::unlimited());
            }
            answer.unwrap_err().to_string()
        };
        assert_eq!(
            ask(&two, false, 1),
            "liar gave a wrong answer: no option covers a"
        );
        assert_eq!(
            ask(&two, true, 1),
            "liar gave a wrong answer: two options cover a: \"a\" and \"a\""
        );
        assert_eq!(
            ask(&one, true, 2),
            "liar gave a wrong answer: it found the same solution again"
        );
    }
}
