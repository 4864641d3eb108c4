//! The search of small grids on bit masks, before a solver begins.

use super::{Before, Lemmas, Solutions, blocking_clause, found_again};
use crate::budget::Budget;
use crate::encode::Encoding;
use crate::engine::masks::{Found, Masks};
use crate::engine::pool::Pooled;
use crate::engine::{End, EngineError, Evidence, SatEngine, SearchReport};
use crate::sudoku::{Grid, Puzzle};
use std::ops::ControlFlow;

/// A search on bit masks for the solutions of a puzzle.
pub(super) struct Small<'a> {
    /// Name of the engine that the search is a part of.
    engine: &'a str,
    puzzle: &'a Puzzle,
    masks: Pooled<'static, Box<Masks>>,
    /// The encoding of the formula in which the learned clauses are to refute further solutions.
    lemmas: Option<Encoding>,
    /// Set if a quick search for a second solution is to follow one that ends with the first.
    glances: bool,
}

impl<'a> Small<'a> {
    /// Returns the search of a puzzle, if there are masks for its rules.
    pub(super) fn new(
        engine: &'a dyn SatEngine,
        puzzle: &'a Puzzle,
        lemmas: Option<Encoding>,
        glances: bool,
    ) -> Option<Small<'a>> {
        Some(Small {
            engine: engine.name(),
            puzzle,
            masks: Masks::for_rules(puzzle.rules())?,
            lemmas,
            glances,
        })
    }

    /// Searches. Returns what was done if a solver should go on.
    pub(super) fn search(
        &mut self,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<Result<SearchReport, Before>, EngineError> {
        self.masks.begin(self.puzzle);
        let mut solutions = Solutions::default();
        let end = loop {
            match self.masks.next_solution(self.puzzle.size(), budget) {
                Err(stop) => break End::GaveUp(stop),
                Ok(Found::NoMore) => break End::Exhausted(Evidence::Word),
                Ok(Found::Hard) => {
                    let steps = self.masks.steps();
                    return Ok(Err(Before { solutions, steps }));
                }
                Ok(Found::Solution(grid)) => {
                    if !solutions.add(grid.clone()) {
                        return Err(found_again(self.engine));
                    }
                    if found(grid).is_break() {
                        break End::Enough;
                    }
                }
            }
        };
        let mut report = SearchReport::new(end, self.masks.steps());
        match (&report.end, &*solutions.in_order()) {
            (End::Enough, [grid]) if self.glances => {
                report.is_only = self.masks.is_only(self.puzzle, grid);
            }
            (End::Exhausted(_), all) => report.lemmas = self.lemmas(all).map(Box::new),
            _ => {}
        }
        Ok(Ok(report))
    }

    /// Returns the clauses that the search learned, if they are wanted.
    fn lemmas(&self, solutions: &[&Grid]) -> Option<Lemmas> {
        let encoding = self.lemmas?;
        let against = solutions.iter();
        let against = against.map(|grid| blocking_clause(self.puzzle, grid));
        let learned = self.masks.learned(self.puzzle.size());
        Some(Lemmas::new(self.puzzle, &encoding, against, learned))
    }
}
