//! Puzzles as text: every form that Sudoku files come in, found out by looking.
//!
//! An input is bytes, read line by line: UTF-8 (a byte order mark is skipped),
//! lines ended by LF, CRLF or CR. Nothing else may be a control character, and
//! no line may be longer than 8 MiB. An input may hold any number of puzzles in
//! any of the forms, also mixed; one without any puzzle is an error.
//!
//! # Cells
//!
//! A blank cell is `.`, `0`, `_`, `*` or `?`, also mixed. A clue is
//! - a digit, up to 9×9;
//! - a letter or digit in a grid of 16×16 or 25×25 ([`Symbols`]; lower case is
//!   upper case). Without [`Options::symbols`], letters beyond G (16×16) or P
//!   (25×25) in a grid without digits say `A–P` or `A–Y`; all else is `1–G` or
//!   `1–P`. There a `0` is a blank only if a G (P) shows that the symbols start
//!   at 1; otherwise it may be a clue of `0–F`, and the puzzle is refused until
//!   the option settles it.
//! - a decimal number with separators around it, for every order; leading
//!   zeros are allowed, and 0 is a blank. A grid of 16×16 or 25×25 with
//!   separators is one of numbers unless it has a letter or the option is given.
//!
//! # Forms
//!
//! | form | example |
//! |---|---|
//! | a grid on a line, n⁴ symbols (`.sdm`), also in n² words | `53..7....6..195...` … |
//! | the same with what is expected | `PUZZLE:COUNT` or `PUZZLE:COUNT:SOLUTION` |
//! | rows of symbols, `.sdk` | `53..7....` |
//! | rows in groups | `53. .7. ...` |
//! | boxes, `.ss` | `\| 5 3 . \| . 7 . \| . . . \|`, `53.\|.7.\|...`, with `+---+` or Unicode lines |
//! | numbers parted by blanks | `10 . . 3` … |
//! | fields parted by `,` `;` or tabs; an empty field is a blank cell | `5,3,,,7,,,,` |
//! | a grid of numbers on a line, n⁴ of them | `1 . . 3` … |
//! | pencilmarks, n⁶ symbols for n = 2 and 3 | `1234567891.3456789` … |
//! | JSON, an object as [`super::print::json`] writes it | `{"order":2,"rows":[[1,null,…` |
//!
//! Pencilmarks take n² symbols a cell; a digit that stands is possible, one
//! that doesn't is excluded. They are no clues.
//!
//! `#` begins a comment anywhere, so the `#A…` lines of `.sdk` are comments. A
//! comment line `# count: 3` says how many solutions the next puzzle has. After
//! a grid on a line any text is a comment that is parted from it by a blank,
//! `,` or `;` and is no second grid. A `[Puzzle]` line and titles as `Grid 01`
//! are passed over; other sections are refused.
//!
//! # Lines, rows and puzzles
//!
//! A grid of several lines has n² rows of n² cells, all parted in the same
//! way. It ends at a blank line, a comment, a title or the end of the input;
//! a further row is an error (but each line of one cell is a grid of 1×1).
//! Blank lines inside it may only part bands.
//!
//! What n⁴ cells on a line are, if n⁴ is also the side of a larger grid:
//! - 81, 256 or 625 symbols are a grid on a line: no alphabet has more than 25.
//! - 16 symbols are a row of a 16×16 grid if a symbol beyond 4 is in that line
//!   or one of the 1 to 15 such lines right after it, or if exactly 16 such
//!   lines stand there (blank lines between bands aside) with a symbol beyond 4
//!   or without any clue. Else that line and all such lines right after it are
//!   4×4 grids. After `[Puzzle]` 16 symbols are a row.
//! - 16, 81, 256 or 625 numbers are a grid on a line if they are alone there:
//!   a blank line or the end of the input follows. Else they are a row.
//!
//! # Refused, in words
//!
//! CSV with quotes or a header, HoDoKu's library lines, XML, JSON of other
//! shapes, `-`, `x` or a blank character for a blank cell, digits of other
//! scripts, no-break spaces, form feeds, grids whose side is no square, orders
//! above [`Order::MAX`](super::Order::MAX), and separators that change within a
//! grid.
//!
//! # Errors
//!
//! Reading ends at the first error: what follows a damaged puzzle can't be
//! trusted. The puzzles before it have been handed out by then.

mod cells;
mod detect;
mod grid;
mod json;
mod lines;
mod one_line;
mod reader;
mod say;
mod symbols;

use super::{Grid, Puzzle};
use std::fmt;

pub use reader::{Reader, read};

/// How to read what can be read in more than one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What the letters of 16×16 and 25×25 grids mean; found out from the
    /// symbols used if not given.
    pub symbols: Option<Symbols>,
}

/// One symbol a digit, for the grids of 16×16 and 25×25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbols {
    /// The first digit is `0`: 0–9A–F, 0–9A–O. A `0` is a clue.
    FromZero,
    /// The first digit is `1`: 1–9A–G, 1–9A–P. A `0` is a blank.
    FromOne,
    /// The first digit is `A`: A–P, A–Y. A `0` is a blank.
    Letters,
}

/// A puzzle of an input, with where and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How it was written.
    pub form: Form,
    /// The line of its first row, from 1.
    pub line: u64,
    /// `INPUT:LINE`.
    pub name: String,
    /// What the input says of its solutions, if it does.
    pub expected: Option<Expected>,
}

/// What an input says of a puzzle's solutions. Nothing of it is checked here,
/// but that the solution is a full grid of the puzzle's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The number of solutions.
    pub count: Option<u64>,
    /// A solution.
    pub solution: Option<Grid>,
}

/// How a puzzle was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// n⁴ symbols on a line.
    Line,
    /// n⁴ numbers on a line.
    NumberLine,
    /// Rows of symbols.
    Rows,
    /// Rows of symbols in groups parted by blanks.
    Groups,
    /// Rows of symbols after a `[Puzzle]` line.
    Sdk,
    /// Boxes drawn with lines.
    Boxes,
    /// Rows of numbers or symbols parted by blanks.
    Numbers,
    /// Rows of fields parted by commas, semicolons or tabs.
    Fields,
    /// n⁶ symbols on a line.
    Pencilmarks,
    /// A JSON object.
    Json,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Line => "a grid on a line",
            Form::NumberLine => "a grid of numbers on a line",
            Form::Rows => "rows of symbols",
            Form::Groups => "rows of symbols in groups",
            Form::Sdk => "rows of symbols after [Puzzle] (.sdk)",
            Form::Boxes => "boxes drawn with lines",
            Form::Numbers => "rows parted by blanks",
            Form::Fields => "rows of fields",
            Form::Pencilmarks => "pencilmarks",
            Form::Json => "JSON",
        })
    }
}
