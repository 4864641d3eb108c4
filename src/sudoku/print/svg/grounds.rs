//! Grounds of cells: windows, extra houses, marks that colour their cells, even and odd cells.

use super::{CELL, corner, middle};
use crate::sudoku::Cell;
use crate::sudoku::rules::{Drawing, Parity, Regions, Spec};
use itertools::Itertools as _;
use std::fmt::{Formatter, Result};

/// Colours of extra houses, in their order.
const COLORS: [&str; 9] = [
    "#888888", "#4da3dc", "#e0a03c", "#6fbf4b", "#b07cc6", "#e06c6c", "#3cc5b4", "#a8763e",
    "#d8d03c",
];

/// Draws cells with a ground of grey (windows), of a colour of their house or mark, and even and
/// odd cells.
pub(super) fn draw(f: &mut Formatter<'_>, spec: &Spec) -> Result {
    let size = spec.size;
    // A second ground of a cell is a smaller square on the first.
    let mut grounds = vec![0; size.num_cells()];
    let mut ground = |f: &mut Formatter<'_>, cell: Cell, color: &str| {
        let (x, y) = corner(cell);
        let inset = (grounds[cell.index(size)] * CELL / 6).min(CELL / 3);
        grounds[cell.index(size)] += 1;
        let (x, y, width) = (x + inset, y + inset, CELL - 2 * inset);
        writeln!(
            f,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{width}\" fill=\"{color}\" fill-opacity=\"0.4\" stroke=\"none\"/>"
        )
    };
    for mark in &spec.marks {
        if let Drawing::Ground(color) = mark.rule.drawing {
            mark.cells
                .iter()
                .try_for_each(|&cell| ground(f, cell, color))?;
        }
    }
    for cell in windows(spec) {
        ground(f, cell, "#888")?;
    }
    for (house, color) in spec.extra.iter().zip(COLORS.into_iter().cycle()) {
        house.iter().try_for_each(|&cell| ground(f, cell, color))?;
    }
    for (cell, parity) in &spec.parities {
        let (x, y) = middle(*cell);
        let radius = CELL * 3 / 8;
        match parity {
            Parity::Odd => writeln!(
                f,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#888\" fill-opacity=\"0.55\" stroke=\"none\"/>"
            )?,
            Parity::Even => writeln!(
                f,
                "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{width}\" fill=\"#888\" fill-opacity=\"0.55\" stroke=\"none\"/>",
                x - radius,
                y - radius,
                width = 2 * radius
            )?,
        }
    }
    Ok(())
}

/// Returns the cells of windows.
fn windows(spec: &Spec) -> Vec<Cell> {
    let (true, Regions::Boxes { rows, cols }) = (spec.windows, &spec.regions) else {
        return Vec::new();
    };
    // A window begins one cell after a box, and is as large.
    let is_in = |at: usize, by: usize| !at.is_multiple_of(by + 1);
    let places = 0..spec.size.side();
    let in_windows: Vec<(usize, usize)> = itertools::iproduct!(places.clone(), places)
        .filter(|&(row, col)| is_in(row, *rows) && is_in(col, *cols))
        .collect();
    let starts = spec.size.starts().iter();
    starts
        .flat_map(|start| {
            in_windows
                .iter()
                .map(|(row, col)| Cell::new(start.row() + row, start.col() + col))
        })
        .unique()
        .collect()
}
