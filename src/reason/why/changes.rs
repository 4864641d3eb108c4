//! Single changes of the clues that leave exactly one solution, those first that are
//! likely mistakes in typing.

use super::several::Whole;
use super::{NoAnswer, verify};
use crate::budget::{Budget, Stop};
use crate::engine;
use crate::formula::Lit;
use crate::reason::statements::Statements;
use crate::sudoku::{Candidate, Cell, Digit, Puzzle};
use fixedbitset::FixedBitSet;

/// A change of the clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The clues of two neighbouring cells change places.
    Swapped([Cell; 2]),
    /// The clue of a cell is another digit.
    Digit {
        /// The cell.
        cell: Cell,
        /// The digit that it gets.
        digit: Digit,
    },
    /// The clue of a cell belongs in a neighbouring cell, which is blank.
    Moved {
        /// The cell of the clue.
        from: Cell,
        /// The cell where it belongs.
        to: Cell,
    },
    /// The clues of a row from a cell on belong one cell further.
    Shifted {
        /// The first cell that has a clue in the wrong place.
        first: Cell,
        /// Set if they belong one cell to the right; not set if to the left.
        is_right: bool,
    },
}

impl Change {
    /// Returns the puzzle with the change made.
    pub fn apply(self, puzzle: &Puzzle) -> Puzzle {
        let mut changed = puzzle.clone();
        match self {
            Change::Swapped([a, b]) => {
                changed.set_clue(a, puzzle.clue(b));
                changed.set_clue(b, puzzle.clue(a));
            }
            Change::Digit { cell, digit } => changed.set_clue(cell, Some(digit)),
            Change::Moved { from, to } => {
                changed.set_clue(to, puzzle.clue(from));
                changed.set_clue(from, None);
            }
            Change::Shifted { first, is_right } => {
                let side = puzzle.size().side();
                let in_row = |col: usize| Cell::new(first.row(), col);
                for col in first.col()..side {
                    changed.set_clue(in_row(col), None);
                }
                for col in first.col()..side {
                    let to = if is_right { col + 1 } else { col - 1 };
                    if let Some(clue) = puzzle.clue(in_row(col)) {
                        changed.set_clue(in_row(to), Some(clue));
                    }
                }
            }
        }
        changed
    }

    /// Returns all changes of a puzzle, likely mistakes first.
    fn all(puzzle: &Puzzle) -> impl Iterator<Item = Change> + '_ {
        let size = puzzle.size();
        let side = size.side();
        let right = |cell: Cell| Cell::new(cell.row(), cell.col() + 1);
        let below = |cell: Cell| Cell::new(cell.row() + 1, cell.col());
        let neighbours = move || {
            let beside = size.cells().map(move |cell| [cell, right(cell)]);
            let above = size.cells().map(move |cell| [cell, below(cell)]);
            beside.chain(above).filter(move |cells| size.has(cells[1]))
        };
        let swapped = neighbours().filter_map(|cells| {
            let [Some(a), Some(b)] = cells.map(|cell| puzzle.clue(cell)) else {
                return None;
            };
            (a != b).then_some(Change::Swapped(cells))
        });
        let digits = puzzle.clues().flat_map(move |clue| {
            let others = size.digits().filter(move |&digit| digit != clue.digit);
            others.map(move |digit| Change::Digit {
                cell: clue.cell,
                digit,
            })
        });
        let moved = neighbours().filter_map(|[a, b]| match (puzzle.clue(a), puzzle.clue(b)) {
            (Some(_), None) => Some(Change::Moved { from: a, to: b }),
            (None, Some(_)) => Some(Change::Moved { from: b, to: a }),
            _ => None,
        });
        let is_blank = |row: usize, col: usize| puzzle.clue(Cell::new(row, col)).is_none();
        let shifted = puzzle.clues().flat_map(move |clue| {
            let (row, col) = (clue.cell.row(), clue.cell.col());
            let num_clues = (col..side).filter(|&col| !is_blank(row, col)).count();
            let to_right = num_clues > 1 && is_blank(row, side - 1);
            let to_left = num_clues > 1 && col > 0 && is_blank(row, col - 1);
            let shift = move |is_right| Change::Shifted {
                first: clue.cell,
                is_right,
            };
            let to_right = to_right.then(|| shift(true));
            to_right.into_iter().chain(to_left.then(|| shift(false)))
        });
        swapped.chain(digits).chain(moved).chain(shifted)
    }
}

/// The changes found.
pub(super) struct Changes {
    pub list: Vec<Change>,
    /// Set if there are more.
    pub are_more: bool,
    /// The reason why the search ended early.
    pub stop: Option<Stop>,
}

/// Limit on the conflicts of a search for the solutions of a changed puzzle. A change
/// that takes more is left out.
const CONFLICTS: u64 = 2_000;

/// Finds at most `limit` changes that leave exactly one solution.
pub(super) fn find(
    statements: &Statements,
    whole: &mut Whole,
    limit: usize,
    budget: &Budget,
) -> Result<Changes, NoAnswer> {
    let puzzle = statements.puzzle();
    let size = puzzle.size();
    let mut changes = Changes {
        list: Vec::new(),
        are_more: false,
        stop: None,
    };
    // Clues that can't stand together: a puzzle with all of them has no solution.
    let mut clashes: Vec<Vec<usize>> = Vec::new();
    let limited = budget.clone().with_steps(CONFLICTS);
    for change in Change::all(puzzle) {
        let changed = change.apply(puzzle);
        let mut has = FixedBitSet::with_capacity(size.num_candidates());
        has.extend(changed.clues().map(|clue| clue.index(size)));
        if clashes
            .iter()
            .any(|clash| clash.iter().all(|&clue| has.contains(clue)))
        {
            continue;
        }
        let lits: Vec<Lit> = changed.clues().map(|clue| statements.lit(clue)).collect();
        let grid = match whole.only_solution(&lits, &limited) {
            Ok(grid) => grid,
            Err(Stop::Steps) => continue,
            Err(stop) => {
                changes.stop = Some(stop);
                break;
            }
        };
        let Some(grid) = grid else {
            let clash: Vec<usize> = changed
                .clues()
                .filter(|&clue| whole.groups.has_failed(statements.lit(clue)))
                .map(|clue: Candidate| clue.index(size))
                .collect();
            if !clash.is_empty() {
                clashes.push(clash);
            }
            continue;
        };
        verify::solution(&changed, &grid)?;
        match engine::is_only_solution(&changed, &grid, budget).map_err(NoAnswer::from) {
            Ok(true) => {}
            Ok(false) => continue,
            Err(NoAnswer::Stopped(stop)) => {
                changes.stop = Some(stop);
                break;
            }
            Err(error) => return Err(error),
        }
        if changes.list.len() == limit {
            changes.are_more = true;
            break;
        }
        changes.list.push(change);
    }
    Ok(changes)
}
