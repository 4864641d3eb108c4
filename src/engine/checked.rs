//! A search of plain 9×9 puzzles whose steps are checked while it runs.

use super::bands::{Bands, NODES};
use super::pool::Pool;
use super::{
    BySat, End, Engine, EngineError, Evidence, Kind, Limit, Proof, Refutation, Request,
    SearchReport,
};
use crate::budget::{Budget, Stop};
use crate::check::Places;
use crate::encode::Encoding;
use crate::sudoku::text::LineCells;
use crate::sudoku::{Grid, Puzzle, Rules};
use itertools::Itertools;
use std::ops::ControlFlow;

/// Searches on bands, used for one puzzle after the other.
static BANDS: Pool<Bands> = Pool::new();

/// Searches plain 9×9 puzzles with `planes`, whose steps are checked ([`Places`]), and all others
/// with `cdcl`; for outputs that do not show the engine.
#[derive(Debug)]
pub struct CheckedOrCdcl {
    cdcl: BySat,
    /// Maximum number of nodes of `planes`, after which `cdcl` searches.
    max_nodes: u64,
}

impl CheckedOrCdcl {
    /// Returns the engine.
    pub fn new() -> CheckedOrCdcl {
        CheckedOrCdcl {
            cdcl: BySat::cdcl(),
            max_nodes: NODES,
        }
    }
}

impl Default for CheckedOrCdcl {
    fn default() -> CheckedOrCdcl {
        CheckedOrCdcl::new()
    }
}

impl Engine for CheckedOrCdcl {
    fn name(&self) -> &str {
        self.cdcl.name()
    }

    fn kind(&self) -> Kind {
        self.cdcl.kind()
    }

    fn can_prove(&self) -> bool {
        self.cdcl.can_prove()
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
            && let Some((report, grids)) = search(puzzle, request.limit, budget, self.max_nodes)?
        {
            for grid in grids {
                if found(grid).is_break() {
                    let end = End::Enough;
                    return Ok(SearchReport { end, ..report });
                }
            }
            return Ok(report);
        }
        self.cdcl.search(puzzle, request, budget, found)
    }

    fn takes_lines(&self, proof: Proof) -> bool {
        proof <= Proof::Confirmed
    }

    fn solve_lines(
        &self,
        lines: &[LineCells],
        limit: Limit,
        proof: Proof,
        next: &mut dyn FnMut(Option<LineCells>) -> ControlFlow<()>,
    ) {
        let mut bands = Bands::default();
        let is_checked = proof >= Proof::Confirmed;
        let solution = |cells| bands.of_line(cells, limit, self.max_nodes, is_checked);
        let _ = lines.iter().map(solution).try_for_each(next);
    }

    fn encoding(&self, request: &Request, rules: &Rules) -> Option<Encoding> {
        self.cdcl.encoding(request, rules)
    }

    fn prove(
        &self,
        puzzle: &Puzzle,
        solutions: &[Grid],
        request: &Request,
        budget: &Budget,
    ) -> Result<Option<Box<Refutation>>, EngineError> {
        self.cdcl.prove(puzzle, solutions, request, budget)
    }
}

/// Searches a plain 9×9 puzzle, and checks each step. Returns `None` if that takes more than
/// `max_nodes` nodes.
fn search(
    puzzle: &Puzzle,
    limit: Limit,
    budget: &Budget,
    max_nodes: u64,
) -> Result<Option<(SearchReport, Vec<Grid>)>, EngineError> {
    let Some(mut bands) = BANDS.take(puzzle.rules(), || Some(Bands::default())) else {
        return Ok(None);
    };
    let budget = budget.clone().with_steps(max_nodes);
    bands.begin(puzzle);
    let (end, grids) = check(puzzle, limit, |places| {
        bands.next_solution(puzzle.size(), &budget, places)
    })?;
    Ok(match end {
        End::GaveUp(Stop::Steps) => None,
        end => Some((SearchReport::new(end, bands.steps()), grids)),
    })
}

/// Runs a search, given by the function that continues it to the next solution, and checks each
/// step that it reports.
///
/// # Errors
/// A step that does not follow from those before it.
fn check(
    puzzle: &Puzzle,
    limit: Limit,
    mut next: impl FnMut(&mut Places) -> Result<Option<Grid>, Stop>,
) -> Result<(End, Vec<Grid>), EngineError> {
    let mut places = Places::new(puzzle);
    let mut grids = Vec::new();
    let end = loop {
        match next(&mut places) {
            Ok(Some(grid)) => grids.push(grid),
            Ok(None) => break End::Exhausted(Evidence::Checked("planes")),
            Err(stop) => break End::GaveUp(stop),
        }
        if limit.is_reached(grids.len() as u64) {
            break End::Enough;
        }
    };
    let count = match end {
        End::Exhausted(_) => places.finish(),
        End::Enough | End::GaveUp(_) => places.so_far(),
    };
    let count = count.map_err(|fault| EngineError::lied("planes", fault))?;
    if count != grids.len() as u64 || !grids.iter().all_unique() {
        return Err(EngineError::lied(
            "planes",
            "it did not report every solution",
        ));
    }
    Ok((end, grids))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Interrupt;
    use crate::engine::solve;
    use crate::generate;
    use fastrand::Rng;
    use std::time::Duration;

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
            assert_eq!(outcome.end, End::Exhausted(Evidence::Checked("planes")));
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
            HARD,
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
            "98.7..6..7......8...6.5......4.3.......2...1.......4.3.6..7.5......8.......1...2.",
            ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        ] {
            let puzzle = of_line(line);
            let request = Request::new(Limit::UNIQUE);
            let cdcl = BySat::cdcl();
            let (outcome, _) = solve(&cdcl, &puzzle, &request, &Budget::unlimited()).unwrap();
            assert_eq!(checked(&puzzle), (outcome.count, outcome.is_complete()));
        }
    }

    /// Returns the puzzle of a line.
    fn of_line(line: &str) -> Puzzle {
        let value = |symbol: char| symbol.to_digit(10).unwrap_or(0) as usize;
        let values: Vec<usize> = line.chars().map(value).collect();
        Puzzle::from_values(&values)
    }

    /// A puzzle with one solution, for which the search branches.
    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    /// A puzzle with two solutions.
    const TWO: &str =
        ".2.456789456789123789123456.3.564897564897231897231564.1.645978645978312978312645";

    fn request() -> Request {
        Request {
            proof: Proof::Confirmed,
            ..Request::new(Limit::UNIQUE)
        }
    }

    #[test]
    fn cdcl_searches_where_the_nodes_do_not_suffice() {
        let puzzle = of_line(HARD);
        for (max_nodes, is_checked) in [(1, false), (NODES, true)] {
            let cdcl = BySat::cdcl();
            let engine = CheckedOrCdcl { cdcl, max_nodes };
            let (outcome, grids) =
                solve(&engine, &puzzle, &request(), &Budget::unlimited()).unwrap();
            assert_eq!((grids.len(), outcome.is_complete()), (1, true));
            assert_eq!(outcome.steps.get("nodes").is_some(), is_checked);
            let by_planes = outcome.end == End::Exhausted(Evidence::Checked("planes"));
            assert_eq!(by_planes, is_checked);
        }
    }

    #[test]
    fn a_search_ends_by_interrupt_and_by_time() {
        let interrupt = Interrupt::new();
        interrupt.raise();
        let interrupted = Budget::unlimited().with_interrupt(interrupt);
        let late = Budget::unlimited().with_time(Duration::ZERO);
        for (budget, stop) in [(interrupted, Stop::Interrupted), (late, Stop::Time)] {
            let found = &mut |_| panic!("a solution");
            let report = CheckedOrCdcl::new().search(&of_line(HARD), &request(), &budget, found);
            let report = report.unwrap();
            assert_eq!(report.end, End::GaveUp(stop));
            assert!(report.steps.get("nodes").is_some(), "it is not `cdcl`");
        }
    }

    /// Returns the fault found in a search of [`TWO`], which is continued after its first solution
    /// by `then`.
    fn fault(
        limit: Limit,
        mut then: impl FnMut(&mut Bands, &mut Places, Grid) -> Option<Grid>,
    ) -> Option<String> {
        let puzzle = of_line(TWO);
        let (mut bands, mut first) = (Bands::default(), None);
        bands.begin(&puzzle);
        let result = check(&puzzle, limit, |places| match first.take() {
            Some(grid) => Ok(then(&mut bands, places, grid)),
            None => {
                let grid = bands.next_solution(puzzle.size(), &Budget::unlimited(), places)?;
                first.clone_from(&grid);
                Ok(grid)
            }
        });
        match result {
            Ok(_) => None,
            Err(EngineError::Lied { engine, reason }) => {
                assert_eq!(engine, "planes");
                Some(reason)
            }
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn a_search_that_lies_is_caught() {
        let size = of_line(TWO).size();
        let mut honest = |bands: &mut Bands, places: &mut Places, _| {
            let grid = bands.next_solution(size, &Budget::unlimited(), places);
            grid.unwrap()
        };
        assert_eq!(fault(Limit::UNIQUE, &mut honest), None);
        assert_eq!(fault(Limit::ALL, &mut honest), None);
        // The other branch is left out.
        let dropped = fault(Limit::UNIQUE, |_, _, _| None);
        let expected = "the branches of the search do not cover every possibility";
        assert_eq!(dropped.as_deref(), Some(expected));
        let left = fault(Limit::UNIQUE, |_, places, _| {
            places.leave(None);
            None
        });
        let expected = "a branch was left in which there may be a solution";
        assert_eq!(left.as_deref(), Some(expected));
        // One grid twice, which is enough for the limit: reported, and not reported.
        let twice = fault(Limit::UNIQUE, |_, places, grid| {
            places.solve();
            Some(grid)
        });
        let expected = "a branch was left for one solution while more or none may be in it";
        assert_eq!(twice.as_deref(), Some(expected));
        let mut again = |bands: &mut Bands, places: &mut Places, grid| {
            assert!(honest(bands, places, Grid::clone(&grid)).is_some());
            Some(grid)
        };
        let again = fault(Limit::UNIQUE, &mut again);
        assert_eq!(again.as_deref(), Some("it did not report every solution"));
        let twice = fault(Limit::UNIQUE, |_, _, grid| Some(grid));
        assert_eq!(twice.as_deref(), Some("it did not report every solution"));
    }
}
