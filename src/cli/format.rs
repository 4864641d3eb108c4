//! The forms that puzzles and grids are printed in.

use std::io::{self, Write};
use sudosat::sudoku::print::{self, Cells, Lines};

/// A form of [`sudosat::sudoku::print`], by its name on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Rows of digits; from 16×16 on numbers in columns
    #[default]
    Plain,
    /// Boxes or regions drawn with | - +
    Boxed,
    /// Boxes or regions drawn with Unicode lines
    Unicode,
    /// All cells on one line
    Line,
    /// A .sdk file
    Sdk,
    /// A JSON object on a line: {"order":3,"rows":[[5,3,null,…],…]}
    Json,
    /// Up to 9×9: the digits that are left in each cell, all cells on one line
    Pencilmarks,
    /// Rules and clues in words: docs/RULES.md
    Rules,
}

impl Format {
    /// Writes a puzzle or grid with its last end of line.
    pub fn write(self, out: &mut impl Write, cells: &impl Cells) -> io::Result<()> {
        match self {
            Format::Plain => write!(out, "{}", print::plain(cells)),
            Format::Boxed => write!(out, "{}", print::boxed(cells, Lines::Ascii)),
            Format::Unicode => write!(out, "{}", print::boxed(cells, Lines::Unicode)),
            Format::Line => writeln!(out, "{}", print::line(cells)),
            Format::Sdk => write!(out, "{}", print::sdk(cells)),
            Format::Json => writeln!(out, "{}", print::json(cells)),
            Format::Pencilmarks => match print::pencilmarks(cells) {
                Some(marks) => writeln!(out, "{marks}"),
                None => {
                    let size = cells.size();
                    let message =
                        format!("a {size} grid has no form of pencilmarks: 2×2 to 9×9 do");
                    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
                }
            },
            Format::Rules => write!(out, "{}", print::description(cells)),
        }
    }

    /// Returns the text between two grids that lets both be read back.
    pub fn between(self) -> &'static str {
        match self {
            Format::Line | Format::Json | Format::Pencilmarks => "",
            Format::Rules => "---\n",
            Format::Plain | Format::Boxed | Format::Unicode | Format::Sdk => "\n",
        }
    }
}
