//! Claims of earlier runs about the solutions of a puzzle, verified again by a search that is
//! short enough to be made for each puzzle of a long list.

use super::confirm::second_engine;
use super::{BySat, End, Engine, Limit, Request};
use crate::budget::{Budget, Interrupt};
use crate::check;
use crate::io::counted;
use crate::sudoku::{Grid, Puzzle, Rules};
use std::ops::ControlFlow;

/// Number of candidates of the largest grid that is searched again: 25×25. Making the
/// problem of a larger one takes longer than a claim is worth.
const LARGEST: u64 = 25 * 25 * 25;

/// Number of nodes of a search times the number of candidates, which a node's work grows with.
/// For 9×9 these are 20 000 nodes, with which the answers of a first run are confirmed, too.
/// The limit grows by one node for each cell and solution, up to twice this number.
const WORK: u64 = 20_000 * 729;

/// Largest number of solutions that are searched for by conflict-driven search, too.
const FEW: u64 = 100;

/// Limit on the conflicts of this search. Chosen by hand: a short time at 25×25.
const CONFLICTS: u64 = 1000;

/// A claim about the solutions of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// Number of different solutions.
    pub count: u64,
    /// Set if there are no more.
    pub is_complete: bool,
    /// One of the solutions, which was checked as a grid.
    pub solution: Option<&'a Grid>,
}

/// Returns the name of the engine that confirms the answers of SAT engines about puzzles with these
/// rules.
pub fn confirming_engine(rules: &Rules) -> &'static str {
    second_engine(rules).method_name()
}

impl Claim<'_> {
    /// Returns `true` if the claim was verified: it follows from the clues or its own
    /// solution, or a search of `planes` or `dlx` says the same. Returns `false` if that is not known:
    /// nothing is claimed, the grid is large, or the search reached its limit or was
    /// interrupted.
    ///
    /// # Errors
    /// The reason why the claim is wrong.
    pub fn verify(&self, puzzle: &Puzzle, interrupt: &Interrupt) -> Result<bool, String> {
        if !puzzle.clashes().is_empty() {
            return match (self.count, self.is_complete) {
                (0, _) => Ok(self.is_complete),
                _ => Err("there is no solution, because clues clash".to_owned()),
            };
        }
        let known = u64::from(self.solution.is_some());
        if !self.is_complete && self.count <= known {
            return Ok(self.count > 0);
        }
        let size = puzzle.size();
        if size.num_candidates() as u64 > LARGEST {
            return Ok(false);
        }
        let wanted = self.count.saturating_add(u64::from(self.is_complete));
        let limit = WORK / size.num_candidates() as u64;
        let own = wanted.saturating_mul(size.num_cells() as u64);
        let budget = Budget::unlimited().with_interrupt(interrupt.clone());
        let nodes = budget.clone().with_steps(limit + own.min(limit));
        if self.search(second_engine(puzzle.rules()), puzzle, wanted, &nodes)? {
            return Ok(true);
        }
        // Solutions of large grids are found by learning. That there are no more would be the word of
        // the engine that may have made the claim.
        let is_found = wanted <= FEW
            && self.search(
                &BySat::cdcl(),
                puzzle,
                wanted,
                &budget.with_steps(CONFLICTS),
            )?;
        Ok(is_found && !self.is_complete)
    }

    /// Searches for `wanted` solutions: one more than are claimed if there are no more.
    fn search(
        &self,
        second: &dyn Engine,
        puzzle: &Puzzle,
        wanted: u64,
        budget: &Budget,
    ) -> Result<bool, String> {
        let mut found = 0;
        let request = Request::new(Limit::count(wanted));
        let search = second.search(puzzle, &request, budget, &mut |grid| {
            let is_known = self.solution == Some(&grid);
            found += u64::from(is_known || check::grid(puzzle, &grid).is_ok());
            match found < wanted {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        let solutions = |count: u64| match count {
            0 => "no solution".to_owned(),
            count => counted(count, "solution"),
        };
        let claimed = solutions(self.count);
        match search.map(|search| search.end) {
            Ok(End::Enough) if self.is_complete => Err(format!(
                "it says {claimed} and no more, but there is another one"
            )),
            Ok(End::Enough) => Ok(true),
            Ok(End::Exhausted(_)) if found < self.count => Err(format!(
                "it says {claimed}, but a search of all possibilities finds {}",
                solutions(found)
            )),
            Ok(End::Exhausted(_)) => Ok(true),
            // A search that fails says nothing about the claim.
            Ok(End::GaveUp(_)) | Err(_) => Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::solve;
    use crate::sudoku::text::{Options, read};

    /// Returns the puzzle of a line, filled up with blanks to this number of cells.
    fn puzzle(text: &str, num_cells: usize) -> Puzzle {
        let text = format!("{text:.<num_cells$}");
        let entry = read(text.as_bytes(), "p", &Options::default()).next();
        entry.unwrap().unwrap().puzzle
    }

    #[test]
    fn only_true_claims_are_verified() {
        for (text, num_cells, number) in [
            ("12....4", 16, 0),
            (".1.......43..2.1", 16, 1),
            ("......1....23..1", 16, 3),
            ("1", 81, 1000),
        ] {
            let puzzle = puzzle(text, num_cells);
            let engine = BySat::cdcl();
            let request = Request::new(Limit::FIRST);
            let (_, grids) = solve(&engine, &puzzle, &request, &Budget::unlimited()).unwrap();
            for (count, is_complete) in (0..5).flat_map(|count| [(count, false), (count, true)]) {
                let is_true = match is_complete {
                    true => count == number,
                    false => count <= number,
                };
                let expected = match (count, is_complete) {
                    (0, false) => Some(false),
                    _ => is_true.then_some(true),
                };
                let solutions = [None, grids.first().filter(|_| count > 0)];
                for solution in solutions {
                    let claim = Claim {
                        count,
                        is_complete,
                        solution,
                    };
                    let verdict = claim.verify(&puzzle, &Interrupt::new()).ok();
                    assert_eq!(verdict, expected, "{text} {claim:?}");
                }
            }
        }
    }

    #[test]
    fn clues_that_clash_have_no_solution() {
        let puzzle = puzzle("11", 16);
        let verify = |count, is_complete| {
            let claim = Claim {
                count,
                is_complete,
                solution: None,
            };
            claim.verify(&puzzle, &Interrupt::new())
        };
        assert_eq!(verify(0, true), Ok(true));
        assert_eq!(verify(0, false), Ok(false));
        assert!(verify(1, true).is_err());
    }

    /// Exact-cover search finds no solution of a blank 25×25 within its limit.
    #[test]
    fn no_solution_of_a_large_grid_with_many_is_refused() {
        let claim = |count| Claim {
            count,
            is_complete: true,
            solution: None,
        };
        let blank = Puzzle::new(Rules::plain(5).unwrap());
        for count in [0, 1] {
            assert!(claim(count).verify(&blank, &Interrupt::new()).is_err());
        }
    }

    #[test]
    fn what_takes_long_is_left_open() {
        let claim = Claim {
            count: 0,
            is_complete: true,
            solution: None,
        };
        // 36×36 is not searched, and 100 000 solutions are not counted.
        let large = Puzzle::new(Rules::plain(6).unwrap());
        assert_eq!(claim.verify(&large, &Interrupt::new()), Ok(false));
        let claim = Claim {
            count: 100_000,
            ..claim
        };
        let blank = puzzle("", 81);
        assert_eq!(claim.verify(&blank, &Interrupt::new()), Ok(false));
        let interrupt = Interrupt::new();
        interrupt.raise();
        let claim = Claim { count: 2, ..claim };
        assert_eq!(claim.verify(&blank, &interrupt), Ok(false));
    }
}
