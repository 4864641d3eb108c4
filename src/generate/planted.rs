//! Puzzles without a solution that look as if they had one.

use super::{Symmetry, with_clues};
use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Verdict};
use crate::engine::Undecided;
use crate::engine::formulas::{residual_within, solver_of};
use crate::engine::masks::{FEW_CONFLICTS, Found as OnMasks, Masks};
use crate::sudoku::{Candidate, Candidates, Grid, Puzzle, Rules};
use fastrand::Rng;
use std::sync::Arc;

/// Number of clues that are changed in a grid before another one is needed. Chosen
/// by hand: most puzzles take fewer than ten changes.
const TRIES: usize = 200;

/// Largest number of conflicts to decide whether a puzzle has a solution. Chosen by
/// hand: some seconds.
const CONFLICTS: u64 = 50_000;

/// Least share of the cells, in per cent, that have clues to change. Chosen by hand: with
/// more clues most changes are refuted by singles, and with fewer there are many solutions.
const FEWEST: usize = 28;

/// The result of a search in a puzzle.
enum Found {
    /// A solution.
    Solution,
    /// No solution, and not before a decision.
    Nothing,
    /// No solution without a decision, or no answer.
    Unfit,
}

/// Returns a puzzle with `clues` clues that has no solution, though no clues clash,
/// and singles alone don't show it: every cell and every house keeps a candidate
/// when all naked and hidden singles are filled in. It is made from the grid by
/// changing clues until our solver finds no solution. Returns `None` if none was
/// found.
///
/// Up to 16×16, and where houses of all digits are the only rules, the clues that are changed may be fewer. Then clues
/// that singles fill in are added to them. They leave the puzzle without a solution, and
/// singles still don't show it.
///
/// The grid must satisfy the rules. The same seed gives the same puzzle.
///
/// # Errors
/// If the budget ends.
pub fn planted(
    rules: &Arc<Rules>,
    grid: &Grid,
    clues: usize,
    rng: &mut Rng,
    budget: &Budget,
) -> Result<Option<Puzzle>, Undecided> {
    let fewest = clues.min(rules.size().num_cells() * FEWEST / 100);
    let changed = match Masks::for_rules(rules) {
        Some(_) => rng.usize(fewest..=clues),
        None => clues,
    };
    let mut puzzle = with_clues(rules, grid, changed, Symmetry::None, rng);
    let given: Vec<_> = puzzle.clues().map(|clue| clue.cell).collect();
    if given.is_empty() {
        return Ok(None);
    }
    for _ in 0..TRIES {
        let cell = given[rng.usize(..given.len())];
        let old = puzzle.clue(cell);
        puzzle.set_clue(cell, None);
        let allowed = Candidates::new(&puzzle);
        let wrong: Vec<_> = allowed
            .in_cell(cell)
            .filter(|&digit| digit != grid.digit(cell))
            .collect();
        let Some(&digit) = rng.choice(&wrong) else {
            puzzle.set_clue(cell, old);
            continue;
        };
        puzzle.set_clue(cell, Some(digit));
        match search(&puzzle, budget)? {
            Found::Solution => {}
            Found::Nothing => {
                add_singles(&mut puzzle, clues, rng);
                return Ok((puzzle.num_clues() == clues).then_some(puzzle));
            }
            Found::Unfit => puzzle.set_clue(cell, old),
        }
    }
    Ok(None)
}

/// Adds clues in random cells that singles fill in, until there are `clues`.
fn add_singles(puzzle: &mut Puzzle, clues: usize, rng: &mut Rng) {
    let missing = clues.saturating_sub(puzzle.num_clues());
    let Some(mut masks) = Masks::for_rules(puzzle.rules()) else {
        return;
    };
    let mut filled: Vec<Candidate> = masks.singles(puzzle).unwrap_or_default();
    rng.shuffle(&mut filled);
    for single in filled.into_iter().take(missing) {
        puzzle.set_clue(single.cell, Some(single.digit));
    }
}

/// Looks for a solution: up to 16×16 on bit masks, otherwise and where that takes long by
/// our solver on a formula.
fn search(puzzle: &Puzzle, budget: &Budget) -> Result<Found, Undecided> {
    if let Some(stop) = budget.exhausted(0) {
        return Err(Undecided::Stopped(stop));
    }
    if let Some(mut masks) = Masks::for_rules(puzzle.rules()) {
        if masks.singles(puzzle).is_none() {
            return Ok(Found::Unfit);
        }
        masks.begin(puzzle);
        match masks.solution_but(None, puzzle.size(), FEW_CONFLICTS) {
            OnMasks::Solution(_) => return Ok(Found::Solution),
            OnMasks::NoMore => return Ok(Found::Nothing),
            OnMasks::Hard => {}
        }
    }
    let residual = residual_within(puzzle, budget).map_err(Undecided::Stopped)?;
    let mut solver = solver_of(&residual, Config::default(), budget).map_err(Undecided::Stopped)?;
    let limited = budget.clone().with_steps(CONFLICTS);
    Ok(match solver.solve(&limited)? {
        Verdict::Sat => Found::Solution,
        // Unit propagation on this formula is what singles find.
        Verdict::Unsat if solver.stats().decisions > 0 => Found::Nothing,
        Verdict::Unsat | Verdict::Unknown(Stop::Steps) => Found::Unfit,
        Verdict::Unknown(stop) => return Err(Undecided::Stopped(stop)),
    })
}
