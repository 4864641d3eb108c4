//! Figures for slides in SVG, DOT, TikZ or text: a puzzle, its matrix, a conflict, a
//! search tree, dancing links, pigeonholes.
//!
//! Every figure is drawn from a trace, so it shows what a run did. All forms
//! use the same coordinates.
//!
//! | module | idea |
//! |---|---|
//! | [`subject`] | the subjects of a trace that can be drawn |
//! | [`draw`] | figures of a whole trace |
//! | [`frames`] | figures of single steps, and frames for the steps of a range |
//! | [`tree`] | the search tree of a run |
//! | [`links`] | the four-way links of a small problem |
//! | `hook` | the ring of headers while one is put into it, and while one is taken out and put back |
//! | [`pigeonholes`] | the numbers and cells of a house |
//! | `conflict` | the implication graph of a conflict |
//! | `resolution` | the resolutions from a conflict to the learned clause |
//! | `board` | the solution of a tiling |
//! | `grid`, `matrix` | the grid and the matrix of a puzzle, whole or after a step |
//! | [`diagram`] | nodes and edges with their positions |
//! | [`table`] | rows and columns with their rules (the lines between them) |
//! | [`svg`], [`dot`], [`tikz`], [`text`] | the four forms |

mod board;
mod conflict;
pub mod diagram;
pub mod dot;
pub mod draw;
pub mod frames;
mod grid;
mod hook;
pub mod links;
mod matrix;
pub mod pigeonholes;
mod resolution;
pub mod subject;
pub mod svg;
pub mod table;
pub mod text;
pub mod tikz;
pub mod tree;

use super::names;
use super::trace::{PuzzlePart, Trace};
use crate::sudoku::Puzzle;
use diagram::Diagram;
use std::io::{self, Write};
use table::{Dots, Table};

pub use subject::Subject;

/// A figure in a form that can be written.
#[derive(Clone, Debug)]
pub enum Figure {
    /// A drawing of nodes and edges.
    Diagram(Diagram),
    /// A grid or a matrix with names.
    Table(Table),
    /// A large matrix, its 1s as dots.
    Dots(Dots),
}

impl Figure {
    /// Returns a description in one sentence.
    pub fn title(&self) -> &str {
        match self {
            Figure::Diagram(diagram) => &diagram.title,
            Figure::Table(table) => &table.title,
            Figure::Dots(dots) => &dots.title,
        }
    }
}

/// A figure with the lines of text below it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The text, a line each; the first one is a heading.
    pub caption: Vec<String>,
    /// The meaning of colours and lines, for the forms that have them.
    pub legend: Option<&'static str>,
    /// The picture above the text.
    pub figure: Figure,
}

impl From<Figure> for Frame {
    /// Returns the figure alone.
    fn from(figure: Figure) -> Frame {
        Frame {
            caption: Vec::new(),
            legend: None,
            figure,
        }
    }
}

impl Frame {
    /// Returns the lines below a picture: the text, and the meaning of colours and lines.
    fn lines(&self) -> Vec<String> {
        let legend = self.legend.map(str::to_owned);
        self.caption.iter().cloned().chain(legend).collect()
    }

    /// Adds the sentence about the symbols of a puzzle that has its own, because the text
    /// calls them by numbers.
    fn with_symbols(mut self, puzzle: Option<&Puzzle>) -> Frame {
        self.caption.extend(puzzle.and_then(names::symbols));
        self
    }
}

/// Returns the trace's puzzle.
///
/// # Errors
/// If the trace is of something else; `what` is the figure with its verb.
fn puzzle_of<'a>(trace: &'a Trace, what: &str) -> Result<&'a PuzzlePart, String> {
    trace.puzzle.as_ref().ok_or_else(|| {
        format!(
            "{what} drawn of a puzzle; an exact-cover problem has the figures matrix, tree, links, hook and splice"
        )
    })
}

/// The output format of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Scalable vector graphics, a file of its own.
    Svg,
    /// Graphviz.
    Dot,
    /// A `tikzpicture` for LaTeX.
    Tikz,
    /// Text for a terminal.
    Text,
}

/// Writes a figure.
///
/// # Errors
/// An error of the output.
pub fn write(out: &mut impl Write, figure: &Figure, form: Form) -> io::Result<()> {
    match form {
        Form::Svg => svg::write(out, figure),
        Form::Dot => dot::write(out, figure),
        Form::Tikz => tikz::write(out, figure),
        Form::Text => text::write(out, figure),
    }
}

/// Writes frames one after the other: an animation, overlays, graphs, or text.
///
/// # Errors
/// An error of the output.
pub fn write_frames(out: &mut impl Write, frames: &[Frame], form: Form) -> io::Result<()> {
    match form {
        Form::Svg => svg::write_frames(out, frames),
        Form::Dot => dot::write_frames(out, frames),
        Form::Tikz => tikz::write_frames(out, frames),
        Form::Text => text::write_frames(out, frames),
    }
}
