//! The interface of all engines that solve puzzles.

use super::{End, EngineError, Lemmas, Limit, Proof, Refutation, Request, Steps};
use crate::budget::{Budget, Stop};
use crate::encode::Encoding;
use crate::sudoku::text::LineCells;
use crate::sudoku::{Grid, Puzzle, Rules};
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
    /// Call [`run`](super::run) instead, which first checks that no clues clash, and checks every
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

    /// Returns `true` if the engine implements [`Engine::solve_lines`], and its answers have the evidence
    /// that [`run`](super::run) gives them where this proof is asked for.
    fn takes_lines(&self, proof: Proof) -> bool {
        let _ = proof;
        false
    }

    /// Searches plain 9×9 puzzles, given by their lines, one after the other. Passes to `next` the digits of a
    /// solution of each, for a limit of more than one solution only if there is no other, with the evidence for
    /// this proof. Passes `None` for the other puzzles, and if the engine needs more than some hundred conflicts or
    /// some thousand nodes. Ends when `next` breaks off.
    fn solve_lines(
        &self,
        lines: &[LineCells],
        limit: Limit,
        proof: Proof,
        next: &mut dyn FnMut(Option<LineCells>) -> ControlFlow<()>,
    ) {
        let _ = (limit, proof);
        let _ = lines.iter().try_for_each(|_| next(None));
    }

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
    /// gave these instead of a whole proof.
    /// [`Outcome::check_proof`](super::Outcome::check_proof) checks them.
    pub lemmas: Option<Box<Lemmas>>,
    /// Result of the quick search that [`Request::glance`] asks for, where it is a part of this
    /// search: as [`Outcome::is_only`](super::Outcome::is_only).
    pub is_only: Option<bool>,
}

impl SearchReport {
    /// Returns the report of a search without proof, lemmas or further search.
    pub fn new(end: End, steps: Steps) -> SearchReport {
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
