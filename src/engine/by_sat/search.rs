//! A solver's session on a puzzle's formula: each model becomes a grid, is checked, handed over,
//! and excluded, until there is none. The proof of the last answer
//! refutes the whole formula with a clause against each solution.

use super::plan::Task;
use super::{Before, Solutions, blocking_clause, found_again, premises};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::encode::{self, Encoding, Layout, Residual};
use crate::engine::formulas::{Watched, residual, whole_within};
use crate::engine::limited_text::LimitedText;
use crate::engine::{
    Embedding, End, EngineError, Evidence, ProofFormat, Refutation, SatEngine, SatResult,
    SatSolver, SearchReport, memory,
};
use crate::formula::{Cnf, Lit};
use crate::proof::pbp;
use crate::sudoku::{Candidates, Grid, Puzzle};
use std::ops::ControlFlow;

/// Approximate number of bytes that a candidate takes in a solver that is given groups: its
/// variable's tables, its places in four clauses and four groups, and what the
/// search for structure needs for a while.
const CANDIDATE_BYTES: u64 = 580;

/// Least number of rows of a grid whose first solution is expected to be hard to find.
const LARGE: usize = 25;

/// Number of conflicts after which the solver is told that a solution of a large grid is expected. Chosen by hand.
const USUAL: u64 = if cfg!(test) { 2 } else { 10_000 };

/// Solves a task, after what was done before. The budget's steps include those taken before.
pub(super) fn run(
    engine: &dyn SatEngine,
    puzzle: &Puzzle,
    task: &Task,
    before: Before,
    budget: &Budget,
    found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Result<SearchReport, EngineError> {
    let (taken, budget) = (before.steps, budget.clone());
    let budget = match (budget.steps(), taken.main()) {
        (Some(limit), Some((_, conflicts))) => budget.with_steps(limit.saturating_sub(conflicts)),
        _ => budget,
    };
    let mut session = match Session::start(engine, puzzle, task, before.solutions, &budget) {
        Ok(session) => session,
        Err(NotStarted::Stopped(stop)) => return Ok(SearchReport::gave_up(stop)),
        Err(NotStarted::Failed(error)) => return Err(error),
    };
    let end = session.solve(&budget, found)?;
    let is_exhausted = matches!(end, End::Exhausted(_));
    let mut report = SearchReport::new(end, taken.plus(&session.solver.steps()));
    if is_exhausted {
        report.refutation = session.refutation(&budget);
    }
    Ok(report)
}

/// A reason why a session did not begin.
enum NotStarted {
    Stopped(Stop),
    Failed(EngineError),
}

impl From<Stop> for NotStarted {
    fn from(stop: Stop) -> NotStarted {
        NotStarted::Stopped(stop)
    }
}

impl From<EngineError> for NotStarted {
    fn from(error: EngineError) -> NotStarted {
        NotStarted::Failed(error)
    }
}

/// A further solution of a session, or its end.
enum Next {
    Grid(Grid),
    End(End),
}

/// The formula of a session, without the clauses against solutions.
enum Formula {
    Whole(Cnf),
    Open(Residual),
}

/// A solver's session on the formula of a puzzle.
struct Session<'a> {
    engine: &'a str,
    puzzle: &'a Puzzle,
    encoding: Encoding,
    formula: Formula,
    solver: Box<dyn SatSolver>,
    /// The solutions that are excluded.
    solutions: Solutions,
    /// Set if what is looked for is the first solution of a large grid.
    is_large: bool,
}

impl<'a> Session<'a> {
    /// Gives the engine the formula, and excludes the solutions that are known.
    fn start(
        engine: &'a dyn SatEngine,
        puzzle: &'a Puzzle,
        task: &Task,
        solutions: Solutions,
        budget: &Budget,
    ) -> Result<Session<'a>, NotStarted> {
        let (encoding, formula, solver) = match task {
            Task::Whole { encoding, proof } => {
                let formula = whole_within(puzzle, encoding, budget)?;
                let solver = engine.start(&formula, *proof)?;
                (encoding, Formula::Whole(formula), solver)
            }
            Task::Open { encoding, proof } => {
                refuse_too_large(puzzle)?;
                let residual = residual(puzzle, proof.is_some(), budget)?;
                let solver = start_open(engine, puzzle, &residual, encoding, *proof, budget)?;
                (encoding, Formula::Open(residual), solver)
            }
        };
        // With known solutions or a proof, what is looked for is that there are no more.
        let is_open = matches!(task, Task::Open { proof: None, .. });
        let is_first = is_open && solutions.in_order().is_empty();
        let mut session = Session {
            engine: engine.name(),
            puzzle,
            encoding: *encoding,
            formula,
            solver,
            solutions,
            is_large: is_first && puzzle.size().side() >= LARGE,
        };
        for grid in session.solutions.in_order() {
            let against = session.clause_against(grid);
            session.solver.add_clause(&against);
        }
        Ok(session)
    }

    /// Finds solutions until `found` breaks off, the budget ends, or there are no more.
    fn solve(
        &mut self,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<End, EngineError> {
        let mut next = match self.is_large {
            true => self.first(budget)?,
            false => self.next(budget)?,
        };
        loop {
            let grid = match next {
                Next::Grid(grid) => grid,
                Next::End(end) => return Ok(end),
            };
            let against = self.clause_against(&grid);
            if !self.solutions.add(grid.clone()) {
                return Err(found_again(self.engine));
            }
            if found(grid).is_break() {
                return Ok(End::Enough);
            }
            self.solver.add_clause(&against);
            next = self.next(budget)?;
        }
    }

    /// Continues the solver's search.
    fn next(&mut self, budget: &Budget) -> Result<Next, EngineError> {
        Ok(match self.solver.solve(budget)? {
            SatResult::Unknown(stop) => Next::End(End::GaveUp(stop)),
            SatResult::Unsat => Next::End(End::Exhausted(Evidence::Word)),
            SatResult::Sat(lits) => Next::Grid(self.grid(lits)?),
        })
    }

    /// Looks for the first solution of a large grid. After [`USUAL`] conflicts it tells the solver to expect one.
    fn first(&mut self, budget: &Budget) -> Result<Next, EngineError> {
        let usual = budget.steps().map_or(USUAL, |limit| limit.min(USUAL));
        match self.next(&budget.clone().with_steps(usual))? {
            Next::End(End::GaveUp(Stop::Steps)) if budget.steps() != Some(usual) => {}
            next => return Ok(next),
        }
        self.solver.expect_model(true);
        let next = match budget.steps() {
            Some(limit) => self.next(&budget.clone().with_steps(limit - usual)),
            None => self.next(budget),
        };
        self.solver.expect_model(false);
        next
    }

    /// Returns the grid of a model, if the model satisfies the formula that the solver was given
    /// and the lecture's.
    fn grid(&self, lits: Vec<Lit>) -> Result<Grid, EngineError> {
        let model = match &self.formula {
            Formula::Whole(formula) => check::model(formula, &lits)
                .map_err(|fault| EngineError::lied(self.engine, fault))?,
            Formula::Open(residual) => residual.model(lits),
        };
        check::lecture(self.puzzle, &model)
            .map_err(|fault| EngineError::lied(self.engine, fault))?;
        encode::decode(self.puzzle.size(), model.lits())
            .map_err(|fault| EngineError::lied(self.engine, fault))
    }

    /// Returns the clause against a solution, over the variables of the session.
    fn clause_against(&self, grid: &Grid) -> Vec<Lit> {
        match &self.formula {
            Formula::Whole(_) => blocking_clause(self.puzzle, grid),
            Formula::Open(residual) => residual.not_again(grid),
        }
    }

    /// Returns the refutation of the whole formula with a clause against each solution. Returns
    /// `None` if the session has no proof, or the formula is too large.
    fn refutation(mut self, budget: &Budget) -> Option<Box<Refutation>> {
        let certificate = self.solver.take_certificate()?;
        let mut formula = match self.formula {
            Formula::Whole(formula) => formula,
            Formula::Open(_) => whole_within(self.puzzle, &self.encoding, budget).ok()?,
        };
        for grid in self.solutions.in_order() {
            formula.add_clause(&blocking_clause(self.puzzle, grid));
        }
        Some(Box::new(Refutation::new(formula, certificate)))
    }
}

/// Returns an error if the solver's tables for the open cells would not fit into memory.
fn refuse_too_large(puzzle: &Puzzle) -> Result<(), Stop> {
    // Each open cell has at most N candidates: most puzzles need no closer look.
    let size = puzzle.size();
    let num_open = size.num_cells() - puzzle.num_clues();
    let is_too_large =
        |candidates: usize| candidates as u64 * CANDIDATE_BYTES > memory::for_tables();
    match is_too_large(num_open * size.side()) && is_too_large(Candidates::new(puzzle).len()) {
        true => Err(Stop::Memory),
        false => Ok(()),
    }
}

/// Begins a session on what the clues leave, with a proof of the whole formula
/// if a format is given.
fn start_open(
    engine: &dyn SatEngine,
    puzzle: &Puzzle,
    residual: &Residual,
    encoding: &Encoding,
    proof: Option<ProofFormat>,
    budget: &Budget,
) -> Result<Box<dyn SatSolver>, NotStarted> {
    let mut session = None;
    if let Some(format) = proof {
        let embedding = embedding(puzzle, residual, encoding, format, budget)?;
        session = engine.start_part(embedding);
    }
    let mut session = match session {
        Some(session) => session,
        None => engine.start(&Cnf::new(residual.num_vars()), false)?,
    };
    residual.formula(encoding, &mut Watched::new(&mut *session, budget))?;
    session.end_of_part();
    Ok(session)
}

/// Returns the place of what the clues leave in the whole formula, with the beginning of a proof.
fn embedding(
    puzzle: &Puzzle,
    residual: &Residual,
    encoding: &Encoding,
    format: ProofFormat,
    budget: &Budget,
) -> Result<Embedding, Stop> {
    let whole = encode::size(puzzle, encoding, Layout::default());
    let mut embedding = Embedding {
        names: residual.names().collect(),
        num_vars: whole.vars as usize,
        premises: None,
    };
    if format == ProofFormat::Pbp {
        let mut writer = pbp::Writer::growing(LimitedText::new(), whole.clauses);
        premises::derive(puzzle, encoding, &mut writer, budget)?;
        embedding.premises = Some(writer);
    }
    Ok(embedding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{BySat, Cdcl, Kind, Limit, Proof, Request, Steps, solve};
    use crate::generate::{self, Symmetry};
    use crate::sudoku::Rules;
    use fastrand::Rng;
    use std::sync::{Arc, Mutex};

    /// Returns a grid of order n with clues in some of its cells.
    fn puzzle(n: usize, clues: usize, seed: u64) -> Puzzle {
        let (rules, mut rng) = (Rules::plain(n).unwrap(), Rng::with_seed(seed));
        let grid = generate::full_grid(&rules, &mut rng).unwrap();
        generate::with_clues(&rules, &grid, clues, Symmetry::None, &mut rng)
    }

    #[test]
    fn large_grids_are_found() {
        for (n, clues) in [(5, 300), (6, 700)] {
            let puzzle = puzzle(n, clues, 1);
            for (limit, proof) in [(1, Proof::No), (3, Proof::No), (2, Proof::Confirmed)] {
                let mut request = Request::new(Limit::count(limit));
                request.proof = proof;
                let result = solve(&BySat::cdcl(), &puzzle, &request, &Budget::unlimited());
                let (outcome, grids) = result.unwrap();
                assert_eq!(outcome.count, grids.len() as u64);
                assert!(outcome.is_complete() || outcome.count == limit);
                assert!(n == 5 || outcome.count == limit);
            }
        }
    }

    #[test]
    fn large_grids_keep_the_limit_of_conflicts() {
        let request = Request::new(Limit::FIRST);
        let large = [puzzle(5, 260, 1), puzzle(6, 650, 1)];
        for (puzzle, limit) in large
            .iter()
            .flat_map(|puzzle| [0, 1, 2, 3, 7, 40].map(|limit| (puzzle, limit)))
        {
            let budget = Budget::unlimited().with_steps(limit);
            let (outcome, _) = solve(&BySat::cdcl(), puzzle, &request, &budget).unwrap();
            let conflicts = outcome.steps.get("conflicts").unwrap();
            assert!(conflicts <= limit, "{conflicts} of {limit}");
            assert!(outcome.count == 1 || matches!(outcome.end, End::GaveUp(_)));
        }
    }

    /// The engine `cdcl`, which notes when a model is expected.
    struct Noting(Arc<Mutex<Vec<bool>>>);

    impl SatEngine for Noting {
        fn name(&self) -> &str {
            "noting"
        }

        fn takes_groups(&self) -> bool {
            true
        }

        fn start(&self, formula: &Cnf, proof: bool) -> Result<Box<dyn SatSolver>, EngineError> {
            let solver = Cdcl.start(formula, proof)?;
            Ok(Box::new(NotingSolver(solver, Arc::clone(&self.0))))
        }
    }

    struct NotingSolver(Box<dyn SatSolver>, Arc<Mutex<Vec<bool>>>);

    impl SatSolver for NotingSolver {
        fn add_clause(&mut self, clause: &[Lit]) {
            self.0.add_clause(clause);
        }

        fn add_at_most_one(&mut self, lits: &[Lit]) {
            self.0.add_at_most_one(lits);
        }

        fn expect_model(&mut self, is_expected: bool) {
            self.1.lock().unwrap().push(is_expected);
            self.0.expect_model(is_expected);
        }

        fn solve(&mut self, budget: &Budget) -> Result<SatResult, EngineError> {
            self.0.solve(budget)
        }

        fn steps(&self) -> Steps {
            self.0.steps()
        }
    }

    #[test]
    fn a_model_is_expected_of_large_grids_until_one_is_found() {
        for (n, clues, expected) in [
            (4, 100, &[][..]),
            (5, 260, &[true, false]),
            (6, 700, &[true, false]),
        ] {
            let notes = Arc::new(Mutex::new(Vec::new()));
            let engine = BySat::new(Box::new(Noting(Arc::clone(&notes))), Kind::Sat);
            let request = Request::new(Limit::count(2));
            solve(
                &engine,
                &puzzle(n, clues, 1),
                &request,
                &Budget::unlimited(),
            )
            .unwrap();
            let mut notes = notes.lock().unwrap().clone();
            notes.dedup();
            assert_eq!(notes, expected, "order {n}");
        }
    }
}
