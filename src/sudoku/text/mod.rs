//! Puzzles as text: every form that people paste, found out by looking.
//!
//! An input is bytes, read line by line: UTF-8 or UTF-16 (a byte order mark is skipped),
//! lines ended by LF, CRLF or CR. It may hold any number of puzzles in any of the
//! forms, also mixed. The forms are listed in `docs/PUZZLES.md`, each with an
//! example.
//!
//! The text of a puzzle goes through these stages, each of which uses those above it:
//!
//! | stage | from | to | files |
//! |---|---|---|---|
//! | input | bytes | lines of plain characters, or runs of lines that are handed on unread | `utf16`, `normalize`, `lines`, `run` |
//! | kind | a line | what it may be: cells, a comment, a title, the start of a list, … | `line`, `literal` |
//! | entry | lines | the lines of one puzzle, and the annotations around it | `reader/` |
//! | form | the lines of a puzzle | the text of each cell, with its place | `block` (`styles`, `layout`, `gaps`), `one_line`, `list`, `cell_names`, `xml`, `json/`, `foreign`, `fpuzzles/`, `sudokupad/`, `penpa/`, `link`, `sumocue` |
//! | symbols | the texts of all cells | their digits | `alphabet`, `stated` |
//! | rules | descriptions, and the annotations | the puzzle by its rules | `description/`, `annotations/`, `region_map` |
//!
//! Lines next to each other are a block. The cells of a block are found by trying
//! each way of parting lines on all of them: one that gives N rows of N cells is
//! the right one. What is blank and which digits the symbols mean is decided by
//! looking at all cells of the grid, never cell by cell. What can be understood in
//! two ways is refused, with the readings and the option that settles it
//! ([`Options::symbols`], [`Options::rules`]).
//!
//! A damaged puzzle is an error at its place; reading goes on at the next blank
//! line, title or puzzle on one line, and after a damaged description behind the next
//! line `---`. A caller who wants no more stops asking.
//!
//! JSON and the links of f-puzzles, SudokuPad and Penpa+ are read with the feature `json`;
//! without it they are refused, with its name.

mod alphabet;
mod annotations;
mod block;
mod cell_names;
mod chars;
pub mod description;
mod entry;
#[cfg(feature = "json")]
mod foreign;
#[cfg(feature = "json")]
mod fpuzzles;
mod gaps;
#[cfg(feature = "json")]
mod json;
mod layout;
mod line;
mod lines;
mod link;
mod list;
mod literal;
mod messages;
mod no_rules;
mod normalize;
mod one_line;
#[cfg(feature = "json")]
mod penpa;
mod reader;
mod region_map;
mod run;
mod split;
mod stated;
mod styles;
#[cfg(feature = "json")]
mod sudokupad;
mod sumocue;
mod tokens;
mod utf16;
mod xml;

#[cfg(feature = "json")]
pub(super) use fpuzzles::{
    MARKS as FPUZZLES_MARKS, NEGATIVES as FPUZZLES_NEGATIVES, OF_GRID as FPUZZLES_OF_GRID,
    TOGETHER as FPUZZLES_TOGETHER, dutch_difference, negative_numbers, neighbours,
};

pub use entry::{Entry, Expected, Form, Options};
pub use reader::{Cuts, Items, Reader, Start, cuts, read, read_part};
pub use run::{Item, LineCells, LineClues, Run};
pub use stated::Stated;
pub use tokens::{TokenKind, Tokens};
