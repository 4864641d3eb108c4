//! Marks on borders and at corners of cells: dots, signs, and numbers. Numbers have a ground of
//! their own, which hides the lines of the grid.

use super::{middle, text};
use crate::sudoku::Cell;
use crate::sudoku::rules::{Drawing, Mark, Spec};
use itertools::Itertools as _;
use std::fmt::{Formatter, Result};

/// Draws the marks on borders and at corners of cells.
pub(super) fn draw(f: &mut Formatter<'_>, spec: &Spec) -> Result {
    for mark in &spec.marks {
        match mark.rule.drawing {
            Drawing::Corner => at_corner(f, mark)?,
            Drawing::Border(_) | Drawing::Dot { .. } | Drawing::Less => border(f, mark)?,
            _ => {}
        }
    }
    Ok(())
}

/// Draws the numbers of a mark in a circle in the middle of its cells: in two rows if there are
/// more than two.
fn at_corner(f: &mut Formatter<'_>, mark: &Mark) -> Result {
    let sum = mark.cells.iter().map(|&cell: &Cell| middle(cell));
    let (x, y) = sum.fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let count = mark.cells.len().max(1);
    let (x, y) = (x / count, y / count);
    writeln!(
        f,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"#fff\" stroke=\"#000\"/>"
    )?;
    let numbers = &mark.numbers;
    let in_row = if numbers.len() > 2 {
        numbers.len().div_ceil(2)
    } else {
        2
    };
    let is_wide = in_row > 2 || numbers.iter().any(|&number| number > 9);
    let font = if is_wide { 7 } else { 9 };
    let rows = numbers.chunks(in_row.max(1));
    let top = y + font * 3 / 8 - font * rows.len().saturating_sub(1) / 2;
    for (row, numbers) in rows.enumerate() {
        writeln!(
            f,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{font}\" fill=\"#000\" stroke=\"none\">{}</text>",
            top + row * font,
            numbers.iter().join(" ")
        )?;
    }
    Ok(())
}

/// Draws a mark on the border of two cells: a less-than sign, a dot, another sign, or a number.
fn border(f: &mut Formatter<'_>, mark: &Mark) -> Result {
    let ([one, other], Some(number)) = (&mark.cells[..], mark.numbers.first().or(Some(&0))) else {
        return Ok(());
    };
    let ((x0, y0), (x1, y1)) = (middle(*one), middle(*other));
    let (x, y) = (x0.midpoint(x1), y0.midpoint(y1));
    let sign = |f: &mut Formatter<'_>, sign: &str| text(f, (x as isize, y as isize), 12, sign);
    let dot = |f: &mut Formatter<'_>, radius: usize, ground: &str| {
        writeln!(
            f,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{ground}\"/>"
        )
    };
    let in_dot = |f: &mut Formatter<'_>, ink: &str| {
        writeln!(
            f,
            "<text x=\"{x}\" y=\"{}\" font-size=\"8\" fill=\"{ink}\" stroke=\"none\">{number}</text>",
            y + 3
        )
    };
    match mark.rule.drawing {
        Drawing::Less => {
            let is_before = (one.row(), one.col()) < (other.row(), other.col());
            let points_to_first = match (one.row() == other.row(), is_before) {
                (true, true) => "&lt;",
                (true, false) => "&gt;",
                (false, true) => "∧",
                (false, false) => "∨",
            };
            sign(f, points_to_first)
        }
        Drawing::Dot { ground, ink, usual } => {
            dot(f, 5, ground)?;
            match *number == usual {
                true => Ok(()),
                false => in_dot(f, ink),
            }
        }
        Drawing::Border(signs) => match signs.iter().find(|(of, _)| of == number) {
            Some((_, name)) => sign(f, name),
            None => {
                dot(f, 7, "#fff")?;
                in_dot(f, "#000")
            }
        },
        _ => Ok(()),
    }
}
