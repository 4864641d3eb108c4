//! A search of plain 9×9 puzzles whose steps are checked while it runs.

use super::bands::Bands;
use super::pool::Pool;
use super::{
    BySat, End, Engine, EngineError, Evidence, Kind, Proof, Refutation, Request, SearchReport,
};
use crate::budget::{Budget, Stop};
use crate::check::Places;
use crate::encode::Encoding;
use crate::sudoku::{Grid, Puzzle, Rules};
use std::ops::ControlFlow;

/// Limit on the nodes of the search. The hardest 9×9 puzzles published take a few hundred.
const NODES: u64 = 20_000;

/// Searches on bands, used for one puzzle after the other.
static BANDS: Pool<Bands> = Pool::new();

/// The engine `cdcl` for those who ask if there is another solution, and by which engine they
/// learn it is the same to them: plain 9×9 puzzles are left to `planes`, each step of which is
/// checked ([`Places`]). That takes a fraction of the time of two searches that confirm each other.
#[derive(Debug)]
pub struct CheckedOrCdcl(BySat);

impl CheckedOrCdcl {
    /// Returns the engine.
    pub fn new() -> CheckedOrCdcl {
        CheckedOrCdcl(BySat::cdcl())
    }
}

impl Default for CheckedOrCdcl {
    fn default() -> CheckedOrCdcl {
        CheckedOrCdcl::new()
    }
}

impl Engine for CheckedOrCdcl {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn kind(&self) -> Kind {
        self.0.kind()
    }

    fn can_prove(&self) -> bool {
        self.0.can_prove()
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError> {
        let is_plain = Bands::are_for(puzzle.rules());
        if is_plain
            && request.proof == Proof::Confirmed
            && let Some((report, grids)) = search(puzzle, request, budget)?
        {
            for grid in grids {
                if found(grid).is_break() {
                    let end = End::Enough;
                    return Ok(SearchReport { end, ..report });
                }
            }
            return Ok(report);
        }
        self.0.search(puzzle, request, budget, found)
    }

    fn encoding(&self, request: &Request, rules: &Rules) -> Option<Encoding> {
        self.0.encoding(request, rules)
    }

    fn prove(
        &self,
        puzzle: &Puzzle,
        solutions: &[Grid],
        request: &Request,
        budget: &Budget,
    ) -> Result<Option<Box<Refutation>>, EngineError> {
        self.0.prove(puzzle, solutions, request, budget)
    }
}

/// Searches a plain 9×9 puzzle, and checks each step. Returns `None` if that takes too many
/// nodes.
fn search(
    puzzle: &Puzzle,
    request: &Request,
    budget: &Budget,
) -> Result<Option<(SearchReport, Vec<Grid>)>, EngineError> {
    let Some(mut bands) = BANDS.take(puzzle.rules(), || Some(Bands::default())) else {
        return Ok(None);
    };
    let budget = budget.clone().with_steps(NODES);
    let mut places = Places::new(puzzle);
    let mut grids = Vec::new();
    bands.begin(puzzle);
    let end = loop {
        match bands.next_solution(puzzle.size(), &budget, Some(&mut places)) {
            Ok(Some(grid)) => grids.push(grid),
            Ok(None) => break End::Exhausted(Evidence::Proof),
            Err(Stop::Steps) => return Ok(None),
            Err(stop) => break End::GaveUp(stop),
        }
        if request.limit.is_reached(grids.len() as u64) {
            break End::Enough;
        }
    };
    if let End::Exhausted(_) = end {
        let wrong = |fault: String| EngineError::lied("planes", fault);
        let count = places.finish().map_err(|fault| wrong(fault.to_string()))?;
        if count != grids.len() as u64 {
            return Err(wrong("it did not report every solution".to_owned()));
        }
    }
    Ok(Some((SearchReport::new(end, bands.steps()), grids)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Limit, solve};
    use crate::generate;
    use fastrand::Rng;

    /// Returns the number of solutions up to two by the checked search, and if it was
    /// complete.
    fn checked(puzzle: &Puzzle) -> (u64, bool) {
        let request = Request {
            proof: Proof::Confirmed,
            ..Request::new(Limit::UNIQUE)
        };
        let engine = CheckedOrCdcl::new();
        let (outcome, grids) = solve(&engine, puzzle, &request, &Budget::unlimited()).unwrap();
        assert_eq!(outcome.count, grids.len() as u64);
        if outcome.is_complete() {
            assert_eq!(outcome.end, End::Exhausted(Evidence::Proof));
            assert!(outcome.steps.get("nodes").is_some(), "it is not `cdcl`");
        }
        (outcome.count, outcome.is_complete())
    }

    #[test]
    fn the_steps_of_random_puzzles_are_right() {
        let rules = Rules::plain(3).unwrap();
        let mut rng = Rng::with_seed(5);
        let mut seen = [0; 3];
        for round in 0..120 {
            let grid = generate::random_grid(&rules, &mut rng, &Budget::unlimited()).unwrap();
            let mut puzzle = Puzzle::new(std::sync::Arc::clone(&rules));
            // Few clues without a solution may take a long search.
            let share = if round % 2 == 0 { 8 } else { 4 } + round % 5;
            for cell in puzzle.size().cells() {
                if rng.usize(..16) < share {
                    puzzle.set_clue(cell, Some(grid.digit(cell)));
                }
            }
            // Pencil marks that may exclude the solution.
            for _ in 0..round % 7 * 20 {
                let candidate = puzzle.size().candidate(rng.usize(..729));
                if round % 2 == 0 || grid.digit(candidate.cell) != candidate.digit {
                    puzzle.exclude(candidate);
                }
            }
            if !puzzle.clashes().is_empty() {
                continue;
            }
            let request = Request::new(Limit::UNIQUE);
            let cdcl = BySat::cdcl();
            let (outcome, grids) = solve(&cdcl, &puzzle, &request, &Budget::unlimited()).unwrap();
            let expected = (grids.len() as u64, outcome.is_complete());
            assert_eq!(checked(&puzzle), expected, "{puzzle:?}");
            seen[grids.len()] += 1;
        }
        assert!(seen.iter().all(|&seen| seen > 3), "{seen:?}");
    }

    #[test]
    fn the_steps_of_hard_puzzles_are_right() {
        for line in [
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
            "98.7..6..7......8...6.5......4.3.......2...1.......4.3.6..7.5......8.......1...2.",
            ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        ] {
            let value = |symbol: char| symbol.to_digit(10).unwrap_or(0) as usize;
            let values: Vec<usize> = line.chars().map(value).collect();
            let puzzle = Puzzle::from_values(&values);
            let request = Request::new(Limit::UNIQUE);
            let cdcl = BySat::cdcl();
            let (outcome, _) = solve(&cdcl, &puzzle, &request, &Budget::unlimited()).unwrap();
            assert_eq!(checked(&puzzle), (outcome.count, outcome.is_complete()));
        }
    }
}
