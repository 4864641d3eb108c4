//! The lines of the grid.

use super::{CELL, corner};
use crate::sudoku::{Cell, Rules};
use std::fmt::{Formatter, Result};

/// Draws thin lines between cells, and thick ones between regions and around each grid.
pub(super) fn draw(f: &mut Formatter<'_>, rules: &Rules) -> Result {
    let size = rules.size();
    let width = size.side() * CELL;
    for &start in size.starts() {
        let (left, top) = corner(start);
        let (right, bottom) = (left + width, top + width);
        for at in 1..size.side() {
            let (x, y) = (left + at * CELL, top + at * CELL);
            writeln!(
                f,
                "<path d=\"M{left} {y}H{right}M{x} {top}V{bottom}\" stroke-width=\"0.7\"/>"
            )?;
        }
    }
    let regions = rules.regions();
    let is_wall = |cell: Cell, other: Cell| {
        size.has(other) && regions[cell.index(size)] != regions[other.index(size)]
    };
    write!(
        f,
        "<path stroke-width=\"2.5\" stroke-linecap=\"square\" d=\""
    )?;
    for cell in size.cells() {
        let (x, y) = corner(cell);
        let (row, col) = (cell.row(), cell.col());
        if is_wall(cell, Cell::new(row, col + 1)) {
            write!(f, "M{} {y}v{CELL}", x + CELL)?;
        }
        if is_wall(cell, Cell::new(row + 1, col)) {
            write!(f, "M{x} {}h{CELL}", y + CELL)?;
        }
    }
    writeln!(f, "\"/>")?;
    size.starts().iter().try_for_each(|&start| {
        let (x, y) = corner(start);
        writeln!(
            f,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{width}\" stroke-width=\"3\"/>"
        )
    })
}
