//! A grid as an SVG picture, with its rules drawn as puzzle books draw them.

mod cages;
mod digits;
mod grid;
mod grounds;
mod lines;
mod marks;
mod outside;
mod sentences;

pub use digits::{exclusions, marked_cells, undrawn_exclusions};
pub use sentences::sentences;

use super::{Cells, show};
use crate::sudoku::Cell;
use crate::sudoku::rules::{Drawing, Mark, Regions, Spec};
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

/// Side of a cell, in the units of the picture.
const CELL: usize = 36;

/// Space around the grid, in the units of the picture: half of the border's width of 3,
/// rounded up.
const MARGIN: usize = 2;

/// Returns a grid as an SVG picture of one line a shape: digits, regions, diagonals,
/// windows, extra houses, cages with sums, even and odd cells, thermometers, arrows,
/// palindromes, marks between cells, and marks of the table of rules by their
/// [`Drawing`]. Rules that have no drawing, as anti-knight, are not in it ([`is_drawn`]). A blank
/// cell with candidates excluded one by one shows the others as small digits.
///
/// The picture has no width of its own and scales to its place. The ink is the text
/// colour of the page around it; what lies under digits is translucent, so that light and dark
/// digits can be read on it.
///
/// ```
/// let puzzle: sudosat::sudoku::Puzzle = "1... ..3. .4.. ...2".parse()?;
/// assert!(sudosat::sudoku::print::svg(&puzzle).to_string().starts_with("<svg "));
/// # Ok::<(), sudosat::io::InputError>(())
/// ```
pub fn svg(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| {
        let (size, spec) = (cells.size(), cells.rules().spec());
        let outside = outside::space(spec);
        let extent = |cells: usize| cells * CELL + 2 * MARGIN + 2 * outside;
        let (width, height) = (extent(size.cols()), extent(size.rows()));
        let first = -(outside as isize);
        let what = match size.is_one_grid() {
            true => format!("A grid of {size}"),
            false => size.to_string(),
        };
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{first} {first} {width} {height}\" role=\"img\" \
             aria-label=\"{what}\" fill=\"none\" stroke=\"currentColor\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">"
        )?;
        below(f, spec)?;
        grid::draw(f, cells.rules())?;
        above(f, spec)?;
        digits::draw(f, cells)?;
        writeln!(f, "</svg>")
    })
}

/// Draws what lies below the lines of the grid.
fn below(f: &mut Formatter<'_>, spec: &Spec) -> Result {
    grounds::draw(f, spec)?;
    lines::draw(f, spec)
}

/// Draws what lies above the lines of the grid and is no digit of a cell.
fn above(f: &mut Formatter<'_>, spec: &Spec) -> Result {
    cages::draw(f, spec)?;
    outside::draw(f, spec)?;
    marks::draw(f, spec)
}

/// The rules of a grid as pictures for a page that draws lines and digits itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// A picture of the size of the grid, to lie below its lines; empty if nothing lies there.
    pub below: String,
    /// Another one, to lie above them. Its numbers outside the grid stick out by up to `space`.
    pub above: String,
    /// Space for the numbers on each side of the grid, in hundredths of a cell.
    pub space: usize,
    /// The cells of cages, whose digits must leave room for the line, each with `true` if it has
    /// numbers in its upper left corner.
    pub cages: BTreeMap<Cell, bool>,
}

impl Layers {
    /// Draws the rules as [`svg`] does.
    pub fn of(spec: &Spec) -> Layers {
        let (width, height) = (spec.size.cols() * CELL, spec.size.rows() * CELL);
        let picture = |shapes: fn(&mut Formatter<'_>, &Spec) -> Result| {
            let shapes = show(move |f| shapes(f, spec)).to_string();
            match shapes.is_empty() {
                true => shapes,
                false => format!(
                    "<svg viewBox=\"{MARGIN} {MARGIN} {width} {height}\" fill=\"none\" \
                     stroke=\"currentColor\" font-family=\"sans-serif\" text-anchor=\"middle\">\n{shapes}</svg>"
                ),
            }
        };
        Layers {
            below: picture(below),
            above: picture(above),
            space: (outside::space(spec) * 100).div_ceil(CELL),
            cages: cages::cells(spec),
        }
    }
}

/// Returns `true` if [`svg`] draws all rules of a grid.
pub fn is_drawn(spec: &Spec) -> bool {
    let is_plain = !matches!(spec.regions, Regions::None);
    let is_mark_drawn = |mark: &Mark| mark.rule.drawing != Drawing::Nothing;
    is_plain && !spec.disjoint_groups && spec.marks.iter().all(is_mark_drawn)
}

/// Returns the upper left corner of a cell.
fn corner(cell: Cell) -> (usize, usize) {
    (MARGIN + cell.col() * CELL, MARGIN + cell.row() * CELL)
}

/// Returns the middle of a cell.
fn middle(cell: Cell) -> (usize, usize) {
    let (x, y) = corner(cell);
    (x + CELL / 2, y + CELL / 2)
}

/// Writes a text in the ink of the picture, around this point.
fn text(f: &mut Formatter<'_>, (x, y): (isize, isize), font: usize, text: &str) -> Result {
    writeln!(
        f,
        "<text x=\"{x}\" y=\"{}\" font-size=\"{font}\" fill=\"currentColor\" stroke=\"none\">{text}</text>",
        y + font as isize * 3 / 8
    )
}
