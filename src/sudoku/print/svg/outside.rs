//! Numbers outside the grid: clues of rows and columns, and sums of diagonals.

use super::lines::tip;
use super::{CELL, MARGIN, corner, middle, text};
use crate::sudoku::rules::{Cage, Drawing, Mark, Spec};
use crate::sudoku::{Cell, Size};
use itertools::Itertools as _;
use std::fmt::{Formatter, Result};

/// Space for a number outside the grid, in the units of the picture.
const SPACE: usize = 22;

/// Returns the space that the numbers need on each side of the grid: they stand one behind the
/// other at the same end of a row or column, and sums of diagonals come first.
pub(super) fn space(spec: &Spec) -> usize {
    let ends = clues(spec).map(ends_of).counts();
    SPACE * (rows_of_diagonals(spec) + ends.into_values().max().unwrap_or(0))
}

/// Returns 1 if there are sums of diagonals, else 0.
fn rows_of_diagonals(spec: &Spec) -> usize {
    let is_one = |cage: &Cage| diagonal(spec.size, cage).is_some();
    usize::from(spec.cages.iter().any(is_one))
}

/// Returns the marks that are drawn outside.
fn clues(spec: &Spec) -> impl Iterator<Item = &Mark> {
    let marks = spec.marks.iter();
    marks.filter(|mark| mark.rule.drawing == Drawing::Outside)
}

/// Returns the first two cells of a mark.
fn ends_of(mark: &Mark) -> (Option<Cell>, Option<Cell>) {
    (mark.cells.first().copied(), mark.cells.get(1).copied())
}

/// Returns the first cell and the direction (down, right) of a cage that is a little killer: a
/// diagonal from border to border whose digits may repeat.
pub(super) fn diagonal(size: Size, cage: &Cage) -> Option<(Cell, [isize; 2])> {
    let [first, second, ..] = cage.cells[..] else {
        return None;
    };
    let last = *cage.cells.last()?;
    let step = |from: Cell, to: Cell| {
        let [(row, col), (next_row, next_col)] =
            [from, to].map(|cell| (cell.row() as isize, cell.col() as isize));
        [next_row - row, next_col - col]
    };
    let [down, right] = step(first, second);
    let is_inside = |cell: Cell, down: isize, right: isize| {
        let row = cell.row().checked_add_signed(down);
        let next = row.zip(cell.col().checked_add_signed(right));
        next.is_some_and(|(row, col)| size.has(Cell::new(row, col)))
    };
    let is_straight = cage
        .cells
        .windows(2)
        .all(|pair| step(pair[0], pair[1]) == [down, right]);
    let is_whole = !is_inside(first, -down, -right) && !is_inside(last, down, right);
    let is_diagonal = down.abs() == 1 && right.abs() == 1 && is_straight && is_whole;
    let is_sum = cage.repeats && cage.sum.is_some() && size.is_one_grid();
    (is_diagonal && is_sum).then_some((first, [down, right]))
}

/// Draws all numbers outside the grid.
pub(super) fn draw(f: &mut Formatter<'_>, spec: &Spec) -> Result {
    for cage in &spec.cages {
        if let Some((first, direction)) = diagonal(spec.size, cage) {
            let sum = cage.sum.unwrap_or_default();
            draw_diagonal(f, spec.size, (first, direction), &sum.to_string())?;
        }
    }
    let away = rows_of_diagonals(spec);
    for (place, mark) in clues(spec).enumerate() {
        let before = clues(spec).take(place);
        let before = before
            .filter(|other| ends_of(other) == ends_of(mark))
            .count();
        draw_clue(f, mark, away + before)?;
    }
    Ok(())
}

/// Draws the sum of a diagonal and an arrow, which enters the first cell at its corner.
fn draw_diagonal(
    f: &mut Formatter<'_>,
    size: Size,
    (first, [down, right]): (Cell, [isize; 2]),
    sum: &str,
) -> Result {
    let (x, y) = corner(first);
    let side = |step: isize| if step < 0 { CELL } else { 0 };
    let (x, y) = ((x + side(right)) as isize, (y + side(down)) as isize);
    let row = first.row().checked_add_signed(-down);
    let is_above_or_below = row.is_none_or(|row| row >= size.rows());
    let (across, along) = if is_above_or_below { (9, 13) } else { (13, 9) };
    text(f, (x - across * right, y - along * down), 11, sum)?;
    let [start, end] = [-5, 9].map(|away| ((x + away * right) as f64, (y + away * down) as f64));
    writeln!(
        f,
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#888\" stroke-width=\"1.5\"/>",
        start.0, start.1, end.0, end.1
    )?;
    tip(f, start, end, 4.0)
}

/// Draws the numbers of a mark before its first cell, behind `before` other clues of the same line.
fn draw_clue(f: &mut Formatter<'_>, mark: &Mark, before: usize) -> Result {
    let (Some(first), second) = ends_of(mark) else {
        return Ok(());
    };
    let second = second.unwrap_or(first);
    let away = (CELL / 2 + MARGIN + SPACE / 2 + before * SPACE) as isize;
    let (x, y) = middle(first);
    let towards = |one: usize, other: usize| (one as isize - other as isize).signum();
    let across = towards(first.col(), second.col());
    let down = match across {
        0 if first == second => -1,
        _ => towards(first.row(), second.row()),
    };
    let at = (x as isize + across * away, y as isize + down * away);
    text(f, at, 14, &mark.numbers.iter().join(" "))
}
