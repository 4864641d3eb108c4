//! Cages with their numbers.

use super::lines::{path, point};
use super::{CELL, corner, outside};
use crate::sudoku::rules::{Cage, Drawing, Spec};
use crate::sudoku::{Cell, Size};
use itertools::Itertools as _;
use std::collections::BTreeMap;
use std::fmt::{Formatter, Result};

/// Size of the font of a cage's sum.
const SUM_HEIGHT: usize = 11;

/// Width of a digit of a cage's sum: six tenths of the font's size, as in most fonts, rounded up.
const SUM_DIGIT: usize = 7;

/// Distance of a cage's line from the border of its cells.
const INSET: usize = 4;

/// Returns `true` if all cells of a cage are joined by their sides: a line around them
/// shows the cage then.
pub(super) fn is_connected(cells: &[Cell]) -> bool {
    let mut reached: Vec<Cell> = cells.iter().take(1).copied().collect();
    let mut done = 0;
    while let Some(&cell) = reached.get(done) {
        for &other in cells {
            let distance = cell.row().abs_diff(other.row()) + cell.col().abs_diff(other.col());
            if distance == 1 && !reached.contains(&other) {
                reached.push(other);
            }
        }
        done += 1;
    }
    reached.len() == cells.len()
}

/// Returns the cages that are drawn inside the grid, and the marks that are drawn as cages, each
/// as its cells and its numbers. Sums of whole diagonals stand outside the grid.
fn drawn(spec: &Spec) -> impl Iterator<Item = (&[Cell], String)> {
    let is_inside = |cage: &&Cage| outside::diagonal(spec.size, cage).is_none();
    let cages = spec.cages.iter().filter(is_inside).map(|cage| {
        let sum = cage.sum.map(|sum| sum.to_string());
        (&cage.cells[..], sum.unwrap_or_default())
    });
    let marks = spec.marks.iter();
    let marks = marks.filter(|mark| mark.rule.drawing == Drawing::Cage);
    cages.chain(marks.map(|mark| (&mark.cells[..], mark.numbers.iter().join("/"))))
}

/// Returns the cells of the cages that are drawn, each with `true` if the numbers of the cage stand
/// in its corner.
pub(super) fn cells(spec: &Spec) -> BTreeMap<Cell, bool> {
    let mut cells = BTreeMap::new();
    for (cage, numbers) in drawn(spec) {
        for &cell in cage {
            *cells.entry(cell).or_default() |=
                !numbers.is_empty() && cage.iter().min() == Some(&cell);
        }
    }
    cells
}

/// Draws the cages, and the marks that are drawn as cages.
pub(super) fn draw(f: &mut Formatter<'_>, spec: &Spec) -> Result {
    drawn(spec).try_for_each(|(cells, numbers)| draw_cage(f, spec.size, cells, &numbers))
}

/// Draws the dashed line around a cage, inside its cells, and its numbers; a dotted line through
/// the cells if their sides do not join them.
fn draw_cage(f: &mut Formatter<'_>, size: Size, cells: &[Cell], numbers: &str) -> Result {
    let Some(&first) = cells.iter().min_by_key(|cell| cell.index(size)) else {
        return Ok(());
    };
    if is_connected(cells) {
        write!(f, "<path stroke-width=\"1\" stroke-dasharray=\"3 2\" d=\"")?;
        for &cell in cells {
            let numbers = if cell == first { numbers } else { "" };
            cage_line(f, size, cells, cell, numbers)?;
        }
        writeln!(f, "\"/>")?;
    } else {
        let style = "stroke=\"#888\" stroke-width=\"1.5\" stroke-dasharray=\"1 4\"";
        path(
            f,
            &cells.iter().map(|&cell| point(cell)).collect_vec(),
            style,
        )?;
    }
    if numbers.is_empty() {
        return Ok(());
    }
    let (x, y) = corner(first);
    writeln!(
        f,
        "<text x=\"{}\" y=\"{}\" font-size=\"{SUM_HEIGHT}\" text-anchor=\"start\" fill=\"currentColor\" \
         stroke=\"none\">{numbers}</text>",
        x + 2,
        y + 10
    )
}

/// Draws the line of a cage in one of its cells. It makes room for the `numbers` in the upper left
/// corner, whose sides are the cage's border.
fn cage_line(
    f: &mut Formatter<'_>,
    size: Size,
    cells: &[Cell],
    cell: Cell,
    numbers: &str,
) -> Result {
    let has = |row: Option<usize>, col: Option<usize>| {
        let cell = row.zip(col).map(|(row, col)| Cell::new(row, col));
        cell.is_some_and(|cell| size.has(cell) && cells.contains(&cell))
    };
    let (x, y) = corner(cell);
    let (row, col) = (cell.row(), cell.col());
    let (up, down) = (row.checked_sub(1), Some(row + 1));
    let (left, right) = (col.checked_sub(1), Some(col + 1));
    let [is_up, is_down] = [up, down].map(|row| has(row, Some(col)));
    let [is_left, is_right] = [left, right].map(|col| has(Some(row), col));
    // A side of the cell reaches its corners where the cage goes on there.
    let start = |goes_on: bool| if goes_on { 0 } else { INSET };
    let end = |goes_on: bool| if goes_on { CELL } else { CELL - INSET };
    let (x0, x1) = (x + start(is_left), x + end(is_right));
    let (y0, y1) = (y + start(is_up), y + end(is_down));
    let (upper, left_side) = match numbers.len() {
        0 => (x0, y0),
        // Not beyond the cell.
        signs => ((x + 3 + SUM_DIGIT * signs).min(x1), y + SUM_HEIGHT + 1),
    };
    for (is_inside, at, x0) in [(is_up, y + INSET, upper), (is_down, y + CELL - INSET, x0)] {
        if !is_inside {
            write!(f, "M{x0} {at}H{x1}")?;
        }
    }
    let sides = [
        (is_left, x + INSET, left_side),
        (is_right, x + CELL - INSET, y0),
    ];
    for (is_inside, at, y0) in sides {
        if !is_inside {
            write!(f, "M{at} {y0}V{y1}")?;
        }
    }
    // The corners that the cage turns around.
    let vertical = [
        (up, is_up, y, y + INSET),
        (down, is_down, y + CELL, y + CELL - INSET),
    ];
    let sideways = [
        (left, is_left, x, x + INSET),
        (right, is_right, x + CELL, x + CELL - INSET),
    ];
    for ((row, is_vertical, y0, y1), (col, is_sideways, x0, x1)) in
        itertools::iproduct!(vertical, sideways)
    {
        if is_vertical && is_sideways && !has(row, col) {
            write!(f, "M{x0} {y1}H{x1}V{y0}")?;
        }
    }
    Ok(())
}
