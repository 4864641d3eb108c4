//! The engines of `solve` beside our SAT solver.

use super::puzzle::{Found, Search, Searched};
use super::{Failure, unknown};
use sudosat::budget::Budget;
use sudosat::check;
use sudosat::cover::{Choice, Method};
use sudosat::encode;
use sudosat::engine::backtrack::{Backtrack, Next};
use sudosat::sudoku::Puzzle;

/// The searches for covers that solve puzzles.
const BY_COVER: [Method; 5] = [
    Method::Dlx,
    Method::Planes,
    Method::Sparse,
    Method::Bits,
    Method::Matrix,
];

/// Returns the search with this name.
pub(super) fn search_of(name: &str) -> Result<Search, Failure> {
    match name {
        "backtrack" => return Ok(Box::new(|p, b, f| by_backtracking(Next::Reading, p, b, f))),
        "backtrack-fewest" => {
            return Ok(Box::new(|p, b, f| by_backtracking(Next::Fewest, p, b, f)));
        }
        _ => {}
    }
    match BY_COVER.into_iter().find(|method| method.name() == name) {
        Some(method) => Ok(Box::new(move |p, b, f| by_cover(method, p, b, f))),
        None => {
            let covers = BY_COVER.map(Method::name);
            let others = ["cdcl", "backtrack", "backtrack-fewest"];
            Err(unknown("engine", name, others.into_iter().chain(covers)))
        }
    }
}

/// Searches for exact covers.
fn by_cover(method: Method, puzzle: &Puzzle, budget: &Budget, found: &mut Found<'_>) -> Searched {
    let problem = encode::cover(puzzle).map_err(Failure::new)?;
    let mut search = method
        .start(&problem, Choice::Smallest)
        .map_err(Failure::new)?;
    let end = loop {
        match search.advance(budget) {
            Err(stop) => break Err(stop),
            Ok(false) => break Ok(true),
            Ok(true) => {
                let options = search.solution();
                check::cover(&problem, options).map_err(Failure::new)?;
                let grid = encode::grid_from_options(&problem, puzzle.size(), options);
                if found.take(grid.map_err(Failure::new)?)? {
                    break Ok(false);
                }
            }
        }
    };
    Ok((end, search.steps()))
}

/// Searches on the grid.
fn by_backtracking(
    next: Next,
    puzzle: &Puzzle,
    budget: &Budget,
    found: &mut Found<'_>,
) -> Searched {
    // Clues that clash were found before.
    let clash = |_| Failure::new("the clues clash");
    let mut search = Backtrack::new(puzzle, next).map_err(clash)?;
    let end = loop {
        match search.next_solution(budget, &mut ()) {
            Err(stop) => break Err(stop),
            Ok(None) => break Ok(true),
            Ok(Some(grid)) => {
                if found.take(grid)? {
                    break Ok(false);
                }
            }
        }
    };
    let stats = search.stats();
    let steps = vec![
        ("placements", stats.placements),
        ("rejections", stats.rejections),
        ("undos", stats.undos),
    ];
    Ok((end, steps))
}
