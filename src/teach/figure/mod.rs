//! Figures for slides in SVG, DOT, TikZ or text: a puzzle, its matrix, a conflict, a
//! search tree, dancing links, pigeonholes.
//!
//! Every figure is drawn from a trace, so it shows what a run did. All forms
//! use the same coordinates.
//!
//! | module | idea |
//! |---|---|
//! | [`subject`] | the subjects of a trace that can be drawn |
//! | [`tree`] | the search tree of a run |
//! | [`links`] | the four-way links of a small problem |
//! | [`pigeonholes`] | the numbers and cells of a house |
//! | `conflict` | the implication graph of a conflict |
//! | `standing` | grids and matrices as they stand |
//! | [`frames`] | single steps, and frames for the steps of a range |
//! | [`diagram`] | nodes and edges with their positions |
//! | [`table`] | rows and columns with their rules (the lines between them) |
//! | [`svg`], [`dot`], [`tikz`], [`text`] | the four forms |

mod conflict;
pub mod diagram;
pub mod dot;
pub mod frames;
pub mod links;
pub mod pigeonholes;
mod standing;
pub mod subject;
pub mod svg;
pub mod table;
pub mod text;
pub mod tikz;
pub mod tree;

use diagram::Diagram;
use frames::Frame;
use std::io::{self, Write};
use table::{Dots, Table};

pub use subject::Subject;

/// A figure in a form that can be written.
#[derive(Clone, Debug)]
pub enum Figure {
    /// Nodes and edges.
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
