//! What is read: a puzzle with where and how it was found; and the options for reading.

use super::description::Statements;
use super::{Stated, Tokens};
use crate::sudoku::{Grid, Puzzle};
use std::fmt;
use std::sync::Arc;

/// Options for texts that can be read in more than one way.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The symbols of grids; found out from the whole grid if not given.
    pub symbols: Option<Stated>,
    /// Rules beside those that puzzles state themselves. Regions take the place of
    /// the usual boxes of a grid that comes without rules.
    pub rules: Option<Arc<Statements>>,
    /// Set to drop the rules and drawings of f-puzzles, SudokuPad and Penpa+ that are not known,
    /// instead of refusing the puzzle; [`Entry::dropped`] names them.
    pub ignore_unknown_rules: bool,
}

/// A puzzle of an input, with where and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its cells as they stood in the input.
    pub tokens: Tokens,
    /// The form of its text.
    pub form: Form,
    /// The line of its first row, from 1.
    pub line: u64,
    /// `INPUT:LINE`.
    pub name: String,
    /// The solutions that the input states, if it does.
    pub expected: Option<Expected>,
    /// The text of a comment `# title: TEXT` before it.
    pub title: Option<String>,
    /// The rules of the input that are not known and were dropped, and drawings of f-puzzles.
    pub dropped: Vec<String>,
    /// The rules that were taken from the text beside the grid, each with its line, from 1.
    pub beside: Vec<(u64, String)>,
}

/// The solutions of a puzzle as an input states them. The statement is not verified
/// here, except that the solution is a full grid of the puzzle's size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The number of solutions.
    pub count: Option<u64>,
    /// A solution.
    pub solution: Option<Grid>,
}

/// The form of a puzzle's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// N² symbols on a line.
    Line,
    /// N² numbers on a line.
    NumberLine,
    /// Rows of symbols.
    Rows,
    /// Rows of symbols in groups parted by blanks.
    Groups,
    /// Rows of symbols after a `[Puzzle]` line.
    Sdk,
    /// Boxes or tables drawn with lines.
    Boxes,
    /// Rows of numbers or symbols parted by blanks.
    Numbers,
    /// Rows of fields parted by commas, semicolons, tabs or `&`.
    Fields,
    /// N³ symbols on a line.
    Pencilmarks,
    /// The candidates of each cell, in rows.
    Candidates,
    /// A line of HoDoKu's library.
    Library,
    /// A list of rows in brackets.
    List,
    /// Names of cells with their digits.
    Named,
    /// OpenSudoku's XML.
    Xml,
    /// A JSON object.
    Json,
    /// A description of rules and clues: [`description`](super::description).
    Description,
    /// The JSON of f-puzzles, which SudokuPad reads too, or a link with it.
    FPuzzles,
    /// SudokuPad's own JSON, or a link with it.
    SudokuPad,
    /// A link of Penpa+.
    Penpa,
    /// A jigsaw on a line that begins with `SumoCueV1`.
    SumoCue,
}

impl Form {
    /// Returns `true` if a puzzle of this form says itself which rules it has.
    pub fn states_rules(self) -> bool {
        matches!(
            self,
            Form::Description | Form::FPuzzles | Form::SudokuPad | Form::Penpa | Form::SumoCue
        )
    }
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
            Form::Candidates => "rows of candidates",
            Form::Library => "a line of HoDoKu's library",
            Form::List => "a list of rows",
            Form::Named => "names of cells with their digits",
            Form::Xml => "OpenSudoku's XML",
            Form::Json => "JSON",
            Form::Description => "a description of rules",
            Form::FPuzzles => "the JSON of f-puzzles and SudokuPad",
            Form::SudokuPad => "SudokuPad's own JSON",
            Form::Penpa => "a link of Penpa+",
            Form::SumoCue => "a jigsaw on a line (SumoCue)",
        })
    }
}
