//! Single changes of the clues, or of the number of a rule, that leave exactly one
//! solution, those first that are likely mistakes in typing.

use super::NoAnswer;
use super::relaxed::{Origin, Relaxed};
use crate::budget::{Budget, Stop};
use crate::engine;
use crate::formula::Lit;
use crate::reason::solutions::Solutions;
use crate::reason::statements::Statements;
use crate::reason::verify;
use crate::sudoku::rules::{Shape, Spec};
use crate::sudoku::{Candidate, Cell, Digit, Puzzle, Rules};
use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use std::sync::Arc;

/// A change of the clues, or of the number of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The clues of two neighbouring cells change places.
    Swapped([Cell; 2]),
    /// The clues of a part of a row belong one cell further.
    Shifted {
        /// The first cell that has a clue in the wrong place.
        first: Cell,
        /// The last cell that has a clue in the wrong place.
        last: Cell,
        /// Set if they belong one cell to the right; not set if to the left.
        is_right: bool,
    },
    /// The clues of two rows, numbered from 0, change places.
    Rows([usize; 2]),
    /// The cage with this index in the rules ([`crate::sudoku::rules::Spec::cages`])
    /// has another sum.
    Sum {
        /// The index of the cage.
        cage: usize,
        /// The sum that it gets.
        sum: u32,
    },
    /// The mark with this index in the rules ([`crate::sudoku::rules::Spec::marks`]) has another
    /// number.
    Number {
        /// The index of the mark.
        mark: usize,
        /// The number that it gets.
        number: u32,
    },
    /// The clue of a cell is another digit.
    Digit {
        /// The cell whose clue is changed.
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
}

impl Change {
    /// Returns the puzzle with the change made.
    ///
    /// # Panics
    /// If the number of a rule is one that it can't have.
    pub fn apply(self, puzzle: &Puzzle) -> Puzzle {
        let mut changed = puzzle.clone();
        match self {
            Change::Swapped([a, b]) => {
                changed.set_clue(a, puzzle.clue(b));
                changed.set_clue(b, puzzle.clue(a));
            }
            Change::Shifted {
                first,
                last,
                is_right,
            } => {
                let in_row = |col: usize| Cell::new(first.row(), col);
                for col in first.col()..=last.col() {
                    changed.set_clue(in_row(col), None);
                }
                for col in first.col()..=last.col() {
                    let to = if is_right { col + 1 } else { col - 1 };
                    if let Some(clue) = puzzle.clue(in_row(col)) {
                        changed.set_clue(in_row(to), Some(clue));
                    }
                }
            }
            Change::Rows([a, b]) => {
                for col in 0..puzzle.size().side() {
                    changed.set_clue(Cell::new(a, col), puzzle.clue(Cell::new(b, col)));
                    changed.set_clue(Cell::new(b, col), puzzle.clue(Cell::new(a, col)));
                }
            }
            Change::Sum { .. } | Change::Number { .. } => {
                let rules = with_number(puzzle, self).expect("a number that the rule can have");
                changed = changed.with_rules(rules);
            }
            Change::Digit { cell, digit } => changed.set_clue(cell, Some(digit)),
            Change::Moved { from, to } => {
                changed.set_clue(to, puzzle.clue(from));
                changed.set_clue(from, None);
            }
        }
        changed
    }
}

/// Returns the rules of a puzzle with another number of a rule; `None` if the rule can't have it, or
/// for a change of clues.
fn with_number(puzzle: &Puzzle, change: Change) -> Option<Arc<Rules>> {
    let mut spec = puzzle.rules().spec().clone();
    match change {
        Change::Sum { cage, sum } => spec.cages[cage].sum = Some(sum),
        Change::Number { mark, number } => spec.marks[mark].numbers = vec![number],
        _ => return None,
    }
    Rules::new(spec).ok().map(Arc::new)
}

/// Returns the changes of the number of a rule.
fn numbers(spec: &Spec, origin: Origin) -> Vec<Change> {
    match origin {
        Origin::Cage(cage) => {
            let sums = spec.cages[cage].sum.map(mistyped).unwrap_or_default();
            sums.into_iter()
                .map(|sum| Change::Sum { cage, sum })
                .collect()
        }
        Origin::Mark(mark) if spec.marks[mark].rule.shape != Shape::Grid => {
            let numbers = match spec.marks[mark].numbers[..] {
                [number] => mistyped(number),
                _ => Vec::new(),
            };
            let numbers = numbers.into_iter();
            numbers
                .map(|number| Change::Number { mark, number })
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the pairs of cells that share a side, all beside each other before all above
/// each other.
fn neighbours(puzzle: &Puzzle) -> impl Iterator<Item = [Cell; 2]> + '_ {
    let size = puzzle.size();
    let right = |cell: Cell| Cell::new(cell.row(), cell.col() + 1);
    let below = |cell: Cell| Cell::new(cell.row() + 1, cell.col());
    let beside = size.cells().map(move |cell| [cell, right(cell)]);
    let above = size.cells().map(move |cell| [cell, below(cell)]);
    beside.chain(above).filter(move |cells| size.has(cells[1]))
}

/// Returns the swaps of two neighbouring clues.
fn swapped(puzzle: &Puzzle) -> impl Iterator<Item = Change> + '_ {
    neighbours(puzzle).filter_map(|cells| {
        let [Some(a), Some(b)] = cells.map(|cell| puzzle.clue(cell)) else {
            return None;
        };
        (a != b).then_some(Change::Swapped(cells))
    })
}

/// Returns the shifts of at least two clues of a row: those of all clues up to the last
/// one of the row, and the others. None for several grids.
fn shifted(puzzle: &Puzzle) -> (Vec<Change>, Vec<Change>) {
    let side = rows_of_one_grid(puzzle);
    let (mut to_end, mut inside) = (Vec::new(), Vec::new());
    for row in 0..side {
        let is_blank = |col: usize| puzzle.clue(Cell::new(row, col)).is_none();
        let cols: Vec<usize> = (0..side).filter(|&col| !is_blank(col)).collect();
        for [&first, &last] in cols.iter().array_combinations() {
            let is_free = [
                first > 0 && is_blank(first - 1),
                last + 1 < side && is_blank(last + 1),
            ];
            for is_right in [true, false] {
                let list = match cols.last() == Some(&last) {
                    true => &mut to_end,
                    false => &mut inside,
                };
                list.extend(is_free[usize::from(is_right)].then(|| Change::Shifted {
                    first: Cell::new(row, first),
                    last: Cell::new(row, last),
                    is_right,
                }));
            }
        }
    }
    (to_end, inside)
}

/// Returns the number of rows; 0 for several grids, whose rows may have gaps.
fn rows_of_one_grid(puzzle: &Puzzle) -> usize {
    let size = puzzle.size();
    if size.is_one_grid() { size.side() } else { 0 }
}

/// Returns the swaps of two rows. None for several grids.
fn rows(puzzle: &Puzzle) -> impl Iterator<Item = Change> + '_ {
    let row = |row: usize| {
        let cells = (0..puzzle.size().side()).map(move |col| Cell::new(row, col));
        cells.map(|cell| puzzle.clue(cell)).collect_vec()
    };
    let pairs = (0..rows_of_one_grid(puzzle)).array_combinations();
    pairs.filter_map(move |[a, b]| (row(a) != row(b)).then_some(Change::Rows([a, b])))
}

/// Returns the clues with another digit.
fn digits(puzzle: &Puzzle) -> impl Iterator<Item = Change> + '_ {
    puzzle.clues().flat_map(move |clue| {
        let others = puzzle.size().digits();
        let others = others.filter(move |&digit| digit != clue.digit);
        others.map(move |digit| Change::Digit {
            cell: clue.cell,
            digit,
        })
    })
}

/// Returns the moves of a clue to a blank neighbour.
fn moved(puzzle: &Puzzle) -> impl Iterator<Item = Change> + '_ {
    neighbours(puzzle).filter_map(|[a, b]| match (puzzle.clue(a), puzzle.clue(b)) {
        (Some(_), None) => Some(Change::Moved { from: a, to: b }),
        (None, Some(_)) => Some(Change::Moved { from: b, to: a }),
        _ => None,
    })
}

/// Returns the numbers that a mistyped one may have been, ascending: one decimal digit is
/// another one, missing, or too much, or two neighbouring digits change places.
pub fn mistyped(number: u32) -> Vec<u32> {
    let text = number.to_string().into_bytes();
    let mut texts = Vec::new();
    for place in 0..=text.len() {
        for digit in b'0'..=b'9' {
            let mut other = text.clone();
            other.insert(place, digit);
            texts.push(other);
        }
    }
    for place in 0..text.len() {
        let mut other = text.clone();
        other.remove(place);
        texts.push(other);
        let mut other = text.clone();
        for digit in b'0'..=b'9' {
            other[place] = digit;
            texts.push(other.clone());
        }
        if place > 0 {
            let mut other = text.clone();
            other.swap(place - 1, place);
            texts.push(other);
        }
    }
    let numbers = texts.into_iter().filter_map(|text| {
        let text = String::from_utf8(text).ok()?;
        text.parse().ok().filter(|&other| other != number)
    });
    numbers.sorted().dedup().collect()
}

/// The changes found.
#[derive(Default)]
pub(super) struct Changes {
    pub list: Vec<Change>,
    /// Set if there are more.
    pub are_more: bool,
    /// The reason why the search ended early.
    pub stop: Option<Stop>,
}

/// Limit on the conflicts of a search for the solutions of a changed puzzle. A change
/// that takes more is left out, and the search counts as ended early.
const CONFLICTS: u64 = 2_000;

/// Finds at most `limit` changes that leave exactly one solution: of the clues, if
/// `has_clues` is set, and of the numbers of rules, if they are alone in one of the sets `relaxed`
/// without which there is a solution. Numbers come first if exactly one solution is left without
/// some rule.
pub(super) fn find(
    statements: &Statements,
    solutions: &mut Solutions,
    has_clues: bool,
    relaxed: &[Relaxed],
    limit: usize,
    budget: &Budget,
) -> Result<Changes, NoAnswer> {
    let puzzle = statements.puzzle();
    let mut finder = Finder {
        statements,
        solutions,
        limit,
        clashes: Vec::new(),
        found: Changes::default(),
        budget,
        limited: budget.clone().with_steps(CONFLICTS),
    };
    let clues = |changes: &mut dyn Iterator<Item = Change>, finder: &mut Finder| match has_clues {
        true => finder.try_clues(changes),
        false => Ok(()),
    };
    let all = |finder: &mut Finder| {
        let (to_end, inside) = shifted(puzzle);
        let singles = relaxed.iter().filter(|one| one.origins.len() == 1);
        let is_likely = singles.clone().any(|one| one.is_unique == Some(true));
        let origins: Vec<Origin> = singles.map(|one| one.origins[0]).collect();
        if is_likely {
            finder.try_numbers(&origins)?;
        }
        clues(&mut swapped(puzzle), finder)?;
        clues(&mut to_end.into_iter(), finder)?;
        clues(&mut digits(puzzle), finder)?;
        if !is_likely {
            finder.try_numbers(&origins)?;
        }
        clues(&mut rows(puzzle), finder)?;
        clues(&mut inside.into_iter(), finder)?;
        clues(&mut moved(puzzle), finder)
    };
    let result = all(&mut finder);
    if let Err(stop) = NoAnswer::unless_stopped(result)? {
        finder.found.stop = Some(stop);
    }
    Ok(finder.found)
}

struct Finder<'a, 'b> {
    statements: &'a Statements,
    solutions: &'a mut Solutions<'b>,
    limit: usize,
    /// Clues that can't stand together: a puzzle with all of them has no solution.
    clashes: Vec<Vec<usize>>,
    found: Changes,
    budget: &'a Budget,
    /// The budget with the limit on the conflicts of a search.
    limited: Budget,
}

impl Finder<'_, '_> {
    /// Adds a change that leaves one solution.
    fn add(&mut self, change: Change) {
        match self.found.list.len() < self.limit {
            true => self.found.list.push(change),
            false => self.found.are_more = true,
        }
    }

    /// Tries changes of the clues.
    fn try_clues(&mut self, changes: &mut dyn Iterator<Item = Change>) -> Result<(), NoAnswer> {
        let (statements, puzzle) = (self.statements, self.statements.puzzle());
        let size = puzzle.size();
        for change in changes {
            if self.found.are_more {
                break;
            }
            let changed = change.apply(puzzle);
            let mut has = FixedBitSet::with_capacity(size.num_candidates());
            has.extend(changed.clues().map(|clue| clue.index(size)));
            let is_clash = |clash: &Vec<usize>| clash.iter().all(|&clue| has.contains(clue));
            if self.clashes.iter().any(is_clash) {
                continue;
            }
            let lits: Vec<Lit> = changed.clues().map(|clue| statements.lit(clue)).collect();
            let grid = match self.solutions.only_solution(&lits, &self.limited) {
                Err(Stop::Steps) => {
                    self.found.stop = Some(Stop::Steps);
                    continue;
                }
                grid => grid?,
            };
            let Some(grid) = grid else {
                let clash: Vec<usize> = changed
                    .clues()
                    .filter(|&clue| self.solutions.groups.has_failed(statements.lit(clue)))
                    .map(|clue: Candidate| clue.index(size))
                    .collect();
                if !clash.is_empty() {
                    self.clashes.push(clash);
                }
                continue;
            };
            verify::solution(&changed, &grid)?;
            if engine::is_only_solution(&changed, &grid, self.budget)? {
                self.add(change);
            }
        }
        Ok(())
    }

    /// Tries other numbers of these rules.
    fn try_numbers(&mut self, origins: &[Origin]) -> Result<(), NoAnswer> {
        let puzzle = self.statements.puzzle();
        let spec = puzzle.rules().spec();
        let changes = origins.iter().flat_map(|&origin| numbers(spec, origin));
        for change in changes {
            if self.found.are_more {
                return Ok(());
            }
            let Some(rules) = with_number(puzzle, change) else {
                continue;
            };
            let changed = puzzle.clone().with_rules(rules);
            let statements = Statements::new(&changed);
            let mut solutions = Solutions::new(&statements, self.budget)?;
            let grid = match solutions.solution(&self.limited) {
                Err(Stop::Steps) => {
                    self.found.stop = Some(Stop::Steps);
                    continue;
                }
                grid => grid?,
            };
            let Some(grid) = grid else { continue };
            verify::solution(&changed, &grid)?;
            if engine::is_only_solution(&changed, &grid, &self.limited)? {
                self.add(change);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_number_differs_by_one_typing_mistake() {
        let of_7 = mistyped(7);
        assert!(
            [0, 1, 2, 3, 4, 5, 6, 8, 9, 10 + 7, 70]
                .iter()
                .all(|one| of_7.contains(one))
        );
        assert!(!of_7.contains(&7) && !of_7.contains(&10));
        let of_12 = mistyped(12);
        assert!(of_12.contains(&21) && of_12.contains(&17) && of_12.contains(&2));
        assert!(of_12.contains(&1) && of_12.contains(&132));
        assert!(!of_12.contains(&12) && !of_12.contains(&33));
    }
}
