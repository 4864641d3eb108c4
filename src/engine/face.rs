//! The interface of all engines that solve puzzles.

use super::{
    ByCover, End, EngineError, Evidence, Glance, Lemmas, Limit, Outcome, Proof, Refutation,
    Request, Steps, uniqueness,
};
use crate::budget::{Budget, Stop, Stopwatch};
use crate::check;
use crate::encode::Encoding;
use crate::sudoku::{Grid, Puzzle, Rules};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// An engine that solves puzzles.
pub trait Engine: Send + Sync {
    /// Returns the engine's name, as `--engine` takes it.
    fn name(&self) -> &str;

    /// Returns the kind of engine.
    fn kind(&self) -> Kind;

    /// Returns the name of the engine whose code this one runs, which is by default its
    /// own. Engines with the same lineage do not confirm each other's answers.
    fn lineage(&self) -> &str {
        self.name()
    }

    /// Returns `true` if the engine can prove that there are no more solutions.
    fn can_prove(&self) -> bool {
        false
    }

    /// Finds solutions and passes each one once to `found`, until `found` breaks off,
    /// the budget ends, or there are no more.
    ///
    /// Call [`run`] instead, which first checks that no clues clash, and checks every
    /// solution.
    ///
    /// # Errors
    /// If the engine fails or its answer is wrong.
    fn search(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError>;

    /// Returns the encoding of the formula that the engine gets for puzzles with these
    /// rules, if it gets one.
    fn encoding(&self, request: &Request, rules: &Rules) -> Option<Encoding> {
        let _ = (request, rules);
        None
    }

    /// Returns a proof that a puzzle has these solutions and no more, made after the
    /// search by engines whose search gives no proof. Returns `None` if the engine
    /// can't, or not within the budget.
    ///
    /// # Errors
    /// If the engine fails.
    fn prove(
        &self,
        puzzle: &Puzzle,
        solutions: &[Grid],
        request: &Request,
        budget: &Budget,
    ) -> Result<Option<Box<Refutation>>, EngineError> {
        let _ = (puzzle, solutions, request, budget);
        Ok(None)
    }
}

/// The kinds of engines, by the form in which they get a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A SAT solver in this program, which gets the puzzle as a formula.
    Sat,
    /// A SAT solver that is another program, which gets the formula as a file.
    Program,
    /// Gets the puzzle as an exact-cover problem.
    Cover,
    /// Works on the grid itself.
    Grid,
}

impl Kind {
    /// Returns `true` if the engine is given a formula, so that the encoding matters.
    pub fn takes_formula(self) -> bool {
        matches!(self, Kind::Sat | Kind::Program)
    }
}

/// The result of a search beside the solutions that it handed over.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The reason why it ended.
    pub end: End,
    /// Number of steps that it took.
    pub steps: Steps,
    /// A proof that there are no more solutions, if one was asked for and the
    /// engine can.
    pub refutation: Option<Box<Refutation>>,
    /// Learned clauses of the search that prove there are no more solutions, where the engine
    /// gave these instead of a whole proof; [`Outcome::check_proof`] checks them.
    pub lemmas: Option<Box<Lemmas>>,
    /// Result of the quick search that [`Request::glance`] asks for, where it is a part of this
    /// search: as [`Outcome::is_only`].
    pub is_only: Option<bool>,
}

impl SearchReport {
    /// Returns the report of a search without a proof.
    pub(super) fn new(end: End, steps: Steps) -> SearchReport {
        SearchReport {
            end,
            steps,
            refutation: None,
            lemmas: None,
            is_only: None,
        }
    }

    /// Returns the end of a search that never began.
    pub(super) fn gave_up(stop: Stop) -> SearchReport {
        SearchReport::new(End::GaveUp(stop), Steps::default())
    }
}

/// Solves a puzzle: passes at most `request.limit` solutions to `found`, each checked
/// against the rules and the clues, until `found` breaks off.
///
/// Clues that clash are found before any search.
///
/// # Errors
/// If the engine fails, or a solution or proof of it is wrong.
pub fn run(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    request: &Request,
    budget: &Budget,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> Result<Outcome, EngineError> {
    let start = Stopwatch::start();
    let clashes = puzzle.clashes();
    if !clashes.is_empty() {
        let mut outcome = Outcome {
            count: 0,
            total: None,
            share: None,
            end: End::Exhausted(Evidence::Clash(clashes.clone())),
            steps: Steps::default(),
            time: start.elapsed(),
            refutation: None,
            lemmas: None,
            is_only: None,
        };
        if request.proof >= Proof::Required {
            outcome.refutation = engine.prove(puzzle, &[], request, budget)?;
            check_proof(engine, &mut outcome, budget)?;
            // That clues clash is the plainer reason.
            outcome.end = End::Exhausted(Evidence::Clash(clashes));
            outcome.time = start.elapsed();
        }
        return Ok(outcome);
    }
    let mut count = 0;
    let mut fault = None;
    // A proof made afterwards excludes what was found, and a glance searches for another one.
    let glances = request.glance != Glance::No;
    let proves = request.proof >= Proof::Confirmed && engine.kind().takes_formula();
    let mut solutions = Vec::new();
    let search = engine.search(puzzle, request, budget, &mut |grid| {
        if let Err(wrong) = check::grid(puzzle, &grid) {
            fault = Some(wrong);
            return ControlFlow::Break(());
        }
        count += 1;
        let flow = found(&grid);
        if proves || glances && count == 1 {
            solutions.push(grid);
        }
        match flow {
            ControlFlow::Continue(()) if request.limit.is_reached(count) => ControlFlow::Break(()),
            flow => flow,
        }
    })?;
    if let Some(wrong) = fault {
        return Err(EngineError::Lied {
            engine: engine.name().into(),
            reason: wrong.to_string(),
        });
    }
    let mut outcome = Outcome {
        count,
        total: None,
        share: None,
        end: search.end,
        steps: search.steps,
        time: start.elapsed(),
        refutation: search.refutation,
        lemmas: search.lemmas,
        is_only: search.is_only,
    };
    let has_proof = |outcome: &Outcome| outcome.lemmas.is_some() || outcome.refutation.is_some();
    if request.proof == Proof::Confirmed && !has_proof(&outcome) {
        confirm_word(engine, puzzle, &solutions, budget, &mut outcome)?;
    }
    if request.proof >= Proof::Confirmed {
        if outcome.end == End::Exhausted(Evidence::Word) && !has_proof(&outcome) {
            outcome.refutation = engine.prove(puzzle, &solutions, request, budget)?;
        }
        check_proof(engine, &mut outcome, budget)?;
        let is_open = outcome.end == End::Exhausted(Evidence::Word);
        if is_open && outcome.lemmas.take().is_some() {
            // The budget ended, or there was no base for the lemmas to continue.
            outcome.refutation = engine.prove(puzzle, &solutions, request, budget)?;
            check_proof(engine, &mut outcome, budget)?;
        }
        if request.proof >= Proof::Required {
            // Better than the engine's word, if it writes no proofs.
            confirm_word(engine, puzzle, &solutions, budget, &mut outcome)?;
        }
        // The answer of an uninterrupted run would be confirmed.
        if outcome.end == End::Exhausted(Evidence::Word) && budget.interrupt().is_raised() {
            outcome.end = End::GaveUp(Stop::Interrupted);
        }
        outcome.time = start.elapsed();
    }
    if let (End::Enough, 1, [grid], None) = (&outcome.end, count, &*solutions, outcome.is_only)
        && glances
    {
        outcome.is_only = uniqueness::is_only_by_glance(puzzle, grid, request.glance, budget);
    }
    Ok(outcome)
}

/// Confirms a claim for which there is only the engine's word, if a second search can.
///
/// # Errors
/// If the second search finds other solutions.
fn confirm_word(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    solutions: &[Grid],
    budget: &Budget,
    outcome: &mut Outcome,
) -> Result<(), EngineError> {
    if outcome.end == End::Exhausted(Evidence::Word)
        && let Some(second) = confirm(engine.name(), puzzle, solutions, budget)?
    {
        outcome.end = End::Exhausted(Evidence::Agreed(second));
    }
    Ok(())
}

/// Checks the proof that an engine gave, if it gave one.
fn check_proof(
    engine: &dyn Engine,
    outcome: &mut Outcome,
    budget: &Budget,
) -> Result<(), EngineError> {
    let lied = |wrong: String| EngineError::Lied {
        engine: engine.name().into(),
        reason: format!("its proof is refused: {wrong}"),
    };
    outcome.check_proof(budget).map_err(lied)
}

/// Returns the engine that confirms the answers of others about puzzles with these rules.
pub(super) fn second_engine(rules: &Rules) -> &'static ByCover {
    static PLANES: ByCover = ByCover::planes();
    static LINKS: ByCover = ByCover::dlx();
    match ByCover::are_planes_for(rules) {
        true => &PLANES,
        false => &LINKS,
    }
}

/// Confirms the claim of `engine` that these are all solutions, by a second search, for exact
/// covers. Returns the name of the second engine; `None` if it found no answer within a few
/// thousand nodes, or within the budget.
///
/// # Errors
/// If the second search finds other solutions.
pub fn confirm(
    engine: &str,
    puzzle: &Puzzle,
    solutions: &[Grid],
    budget: &Budget,
) -> Result<Option<&'static str>, EngineError> {
    /// Nodes of the second search beside one for each cell and solution. The
    /// hardest 9×9 puzzles published take some thousands; larger grids that take
    /// more are confirmed by a proof sooner.
    const NODES: u64 = 20_000;
    let second = second_engine(puzzle.rules());
    let own = (solutions.len() as u64 + 1).saturating_mul(puzzle.size().num_cells() as u64);
    let budget = budget.clone().with_steps(own.saturating_add(NODES));
    let request = Request::new(Limit::ALL);
    let mut missing: FxHashSet<&Grid> = solutions.iter().collect();
    let mut other = None;
    let search = second.search(puzzle, &request, &budget, &mut |grid| {
        if missing.remove(&grid) {
            return ControlFlow::Continue(());
        }
        other = Some(grid);
        ControlFlow::Break(())
    })?;
    let lied = |engine: &str, reason: &str| {
        Err(EngineError::Lied {
            engine: engine.into(),
            reason: reason.into(),
        })
    };
    match other {
        Some(grid) if solutions.contains(&grid) => {
            return lied(second.name(), "it found a solution twice");
        }
        Some(grid) if check::grid(puzzle, &grid).is_err() => {
            return lied(second.name(), "it found a grid that is no solution");
        }
        Some(_) if solutions.is_empty() => return lied(engine, "there is a solution"),
        Some(_) => return lied(engine, "there is a further solution"),
        None => {}
    }
    match search.end {
        End::Exhausted(_) if missing.is_empty() => Ok(Some(second.method_name())),
        End::Exhausted(_) => lied(second.name(), "it did not find every solution"),
        End::Enough | End::GaveUp(_) => Ok(None),
    }
}

/// Solves a puzzle like [`run`], and collects the solutions.
///
/// # Errors
/// As [`run`].
pub fn solve(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    request: &Request,
    budget: &Budget,
) -> Result<(Outcome, Vec<Grid>), EngineError> {
    let mut grids = Vec::new();
    let outcome = run(engine, puzzle, request, budget, &mut |grid| {
        grids.push(grid.clone());
        ControlFlow::Continue(())
    })?;
    Ok((outcome, grids))
}
