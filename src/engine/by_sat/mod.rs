//! Any SAT solver as an engine for puzzles: encode, solve, check, decode, and
//! again without the solution found. A puzzle goes through these files in their order:
//!
//! | stage | file |
//! |---|---|
//! | which formula, which search, which proof | `plan.rs` |
//! | small grids: a search on bit masks, whose learned clauses prove that there is no more | `small.rs`, `lemmas.rs` |
//! | a solver's session: formula in, grids out, each checked and then excluded | `search.rs` |
//! | what the session's proof begins with, if it has a part of the formula | `premises.rs` |
//!
//! Solvers get the formula as `encode` writes it. One that takes at-most-ones
//! as such gets only what the clues leave of it ([`Residual`](crate::encode::Residual)), in memory
//! linear in the candidates. If it is to prove that there are no more solutions,
//! the same search writes the proof of the whole formula, which begins with the
//! premises that the search starts from. Where that is not possible, the solver refutes the
//! whole formula afterwards.
//!
//! Unless a whole proof is to be kept, it first searches small grids with houses alone on
//! bit masks: for most puzzles, starting a solver takes longer than their search.
//! After a thousand learned clauses the solver continues, with the solutions found so far excluded.

mod lemmas;
mod plan;
mod premises;
mod search;
mod small;

pub use lemmas::Lemmas;

use super::formulas::{fits, whole_within};
use super::masks::Masks;
use super::{
    Cdcl, End, Engine, EngineError, Kind, Limit, Proof, Refutation, Request, SatEngine,
    SearchReport, Steps,
};
use crate::budget::Budget;
use crate::encode::{self, Encoding};
use crate::formula::Lit;
use crate::sudoku::text::LineCells;
use crate::sudoku::{Grid, Puzzle, Rules};
use plan::{Plan, Task, encoding_for, encoding_for_proof, has_premises};
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::ControlFlow;

/// A SAT engine that solves puzzles.
pub struct BySat {
    engine: Box<dyn SatEngine>,
    kind: Kind,
}

impl fmt::Debug for BySat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BySat")
            .field("engine", &self.engine.name())
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl BySat {
    /// Makes an engine for puzzles out of a SAT engine. `kind` says what the SAT engine is.
    pub fn new(engine: Box<dyn SatEngine>, kind: Kind) -> BySat {
        BySat { engine, kind }
    }

    /// Returns the engine `cdcl`: our own solver.
    pub fn cdcl() -> BySat {
        BySat::new(Box::new(Cdcl), Kind::Sat)
    }
}

impl Engine for BySat {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn can_prove(&self) -> bool {
        self.engine.can_prove()
    }

    fn takes_lines(&self, proof: Proof) -> bool {
        self.engine.has_masks() && proof == Proof::No
    }

    fn solve_lines(
        &self,
        lines: &[LineCells],
        limit: Limit,
        proof: Proof,
        next: &mut dyn FnMut(Option<LineCells>) -> ControlFlow<()>,
    ) {
        let rules = Rules::plain(3).filter(|_| self.engine.has_masks());
        let mut masks = rules.and_then(|rules| Masks::for_rules(&rules));
        // Its word alone is given, which `takes_lines` says.
        let _ = proof;
        let solution = |cells| masks.as_mut()?.of_line(cells, limit);
        let _ = lines.iter().map(solution).try_for_each(next);
    }

    fn encoding(&self, request: &Request, rules: &Rules) -> Option<Encoding> {
        Some(encoding_for(&*self.engine, request, rules))
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError> {
        let plan = Plan::new(&*self.engine, puzzle, request)?;
        let mut before = Before::default();
        if let Some(mut small) = plan.small() {
            match small.search(budget, found)? {
                Ok(report) => return Ok(report),
                Err(done) => before = done,
            }
        }
        search::run(&*self.engine, puzzle, &plan.task(), before, budget, found)
    }

    /// Proves that there is no further solution: refutes the whole formula with a
    /// clause against each solution.
    fn prove(
        &self,
        puzzle: &Puzzle,
        solutions: &[Grid],
        request: &Request,
        budget: &Budget,
    ) -> Result<Option<Box<Refutation>>, EngineError> {
        if !self.engine.takes_groups() {
            return Ok(None);
        }
        let (rules, format) = (puzzle.rules(), request.proof_format);
        let encoding = encoding_for_proof(request, rules);
        encoding.expresses(rules)?;
        if !fits(puzzle, &encoding) {
            return Ok(None);
        }
        if has_premises(&encoding, format) {
            let task = Task::Open {
                encoding,
                proof: Some(format),
            };
            let before = Before::with(solutions);
            let mut enough = |_| ControlFlow::Break(());
            let report = search::run(&*self.engine, puzzle, &task, before, budget, &mut enough)?;
            return match report.end {
                End::Enough => Err(EngineError::lied(
                    self.name(),
                    "there is a further solution",
                )),
                _ => Ok(report.refutation),
            };
        }
        let Ok(mut formula) = whole_within(puzzle, &encoding, budget) else {
            return Ok(None);
        };
        for grid in solutions {
            formula.add_clause(&blocking_clause(puzzle, grid));
        }
        let certificate = self.engine.refute(&formula, format, budget)?;
        Ok(certificate.map(|certificate| Box::new(Refutation::new(formula, certificate))))
    }
}

/// The work that was done before a session begins.
#[derive(Default)]
struct Before {
    /// The solutions that were found, and are excluded.
    solutions: Solutions,
    /// The steps taken.
    steps: Steps,
}

impl Before {
    /// Returns the work of an earlier search that found these solutions, without its steps.
    fn with(solutions: &[Grid]) -> Before {
        let mut before = Before::default();
        for grid in solutions {
            before.solutions.add(grid.clone());
        }
        before
    }
}

/// Different solutions, each with its number in the order in which they were found.
#[derive(Default)]
struct Solutions(FxHashMap<Grid, usize>);

impl Solutions {
    /// Adds a solution. Returns `false` if it is there already.
    fn add(&mut self, grid: Grid) -> bool {
        let number = self.0.len();
        self.0.insert(grid, number).is_none()
    }

    /// Returns all of them in their order.
    fn in_order(&self) -> Vec<&Grid> {
        let mut all: Vec<(&Grid, &usize)> = self.0.iter().collect();
        all.sort_unstable_by_key(|(_, number)| **number);
        all.into_iter().map(|(grid, _)| grid).collect()
    }
}

/// Returns the error of an engine that finds a solution twice.
fn found_again(engine: &str) -> EngineError {
    EngineError::lied(engine, "it found the same solution again")
}

/// Returns the clause that rules out this grid: one of the cells without a clue
/// holds another number.
fn blocking_clause(puzzle: &Puzzle, grid: &Grid) -> Vec<Lit> {
    grid.candidates()
        .filter(|candidate| puzzle.clue(candidate.cell).is_none())
        .map(|candidate| encode::var(candidate, puzzle.size()).negative())
        .collect()
}
