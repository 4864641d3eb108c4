//! The forms that puzzles and grids are printed in.

use super::quiet::Quiet;
use clap::ValueEnum;
use std::io::{self, Write};
use sudosat::sudoku::print::{self, Cells, Lines};
use sudosat::sudoku::rules::{Regions, Spec};
use sudosat::sudoku::text::LineCells;
use sudosat::sudoku::{Rules, Symbols};

/// A form of [`sudosat::sudoku::print`], by its name on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
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
    /// Up to 9×9: the digits of each cell that neither its clue nor a pencil mark excludes, all
    /// cells on one line
    Pencilmarks,
    /// Rules and clues in words: docs/RULES.md
    Rules,
    /// A link that opens the puzzle in f-puzzles: docs/RULES.md says which rules it has
    Fpuzzles,
    /// An SVG picture with the rules drawn
    Svg,
}

impl Format {
    /// Writes a puzzle or grid with its last end of line.
    pub(super) fn write(self, out: &mut impl Write, cells: &impl Cells) -> io::Result<()> {
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
            Format::Fpuzzles => match print::fpuzzles_link(cells) {
                Ok(link) => writeln!(out, "{link}"),
                Err(error) => {
                    let message = format!("{error}; `--to rules` states every rule");
                    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
                }
            },
            Format::Svg => write!(out, "{}", print::svg(cells)),
        }
    }

    /// Returns `true` if a plain 9×9 grid is printed as nothing but its digits and ends of lines.
    pub(super) fn is_digits(self) -> bool {
        matches!(self, Format::Plain | Format::Line)
    }

    /// Writes a plain 9×9 grid as [`Format::write`] does, in a form that [is digits](Format::is_digits).
    pub(super) fn write_digits(self, out: &mut impl Write, digits: &LineCells) -> io::Result<()> {
        if self == Format::Line {
            out.write_all(digits)?;
            return out.write_all(b"\n");
        }
        let mut rows = [b'\n'; 90];
        for (row, digits) in rows.chunks_exact_mut(10).zip(digits.chunks_exact(9)) {
            row[..9].copy_from_slice(digits);
        }
        out.write_all(&rows)
    }

    /// Returns `true` if a grid is one line, so that lines of the output can be counted.
    pub(super) fn is_line(self) -> bool {
        matches!(
            self,
            Format::Line | Format::Json | Format::Pencilmarks | Format::Fpuzzles
        )
    }

    /// Writes the line in the place of a grid that there is none of, which is read back as no
    /// grid.
    pub(super) fn write_word(self, out: &mut impl Write, word: &str) -> io::Result<()> {
        match self {
            Format::Json => writeln!(out, "\"{word}\""),
            _ => writeln!(out, "{word}"),
        }
    }

    /// Prints a note if the rules or excluded candidates of a puzzle are not in this
    /// form, or can't be read back from it. `name` is the puzzle in the note.
    /// Returns `true` if there was something to note.
    pub(super) fn note_loss(self, cells: &impl Cells, name: &str, quiet: Quiet) -> bool {
        let Some(lost) = self.loses(cells) else {
            return false;
        };
        let form = self.to_possible_value();
        let form = form.as_ref().map_or("", |form| form.get_name());
        quiet.note(&format!(
            "note: {name}: the form `{form}` leaves out its {lost}; `--to rules` keeps all"
        ));
        true
    }

    /// Returns the plain form, or the one of rules for a puzzle that it does not hold.
    pub(super) fn keeping(puzzle: &impl Cells) -> Format {
        match Format::Plain.loses(puzzle) {
            None => Format::Plain,
            Some(_) => Format::Rules,
        }
    }

    /// Returns what can't be read back from this form, if there is any. A grid of
    /// which nothing else is stated has the rules that are usual for its size.
    pub(super) fn loses(self, cells: &impl Cells) -> Option<&'static str> {
        let spec = cells.rules().spec();
        let usual = Rules::usual(cells.size());
        let mut kept = usual.spec().clone();
        let keeps_excluded = match self {
            Format::Svg => {
                return match (print::is_drawn(spec), print::undrawn_exclusions(cells)) {
                    (false, _) => Some("rules"),
                    (true, 0) => None,
                    (true, _) => Some("excluded candidates"),
                };
            }
            Format::Json | Format::Rules => return None,
            Format::Fpuzzles => {
                let are_kept = *cells.symbols() == Symbols::NUMBERS;
                return (!are_kept).then_some("symbols");
            }
            Format::Plain | Format::Line | Format::Sdk => false,
            Format::Boxed | Format::Unicode => {
                if let Regions::Boxes { .. } = spec.regions {
                    kept.regions = spec.regions.clone();
                }
                false
            }
            Format::Pencilmarks => {
                kept.parities = spec.parities.clone();
                true
            }
        };
        if !cells.size().is_one_grid() {
            return Some("arrangement of grids");
        }
        // Sizes without usual boxes are read only with their rules stated.
        if *spec != kept || Spec::usual(cells.size()).is_none() {
            Some("rules")
        } else if !keeps_excluded && !cells.excluded().is_empty() {
            Some("excluded candidates")
        } else {
            None
        }
    }

    /// Returns `true` if excluded candidates can be read back from this form.
    pub(super) fn keeps_candidates(self) -> bool {
        matches!(
            self,
            Format::Pencilmarks | Format::Rules | Format::Json | Format::Fpuzzles
        )
    }

    /// Returns the text between two grids that lets both be read back.
    pub(super) fn between(self) -> &'static str {
        match self {
            Format::Line | Format::Json | Format::Pencilmarks | Format::Fpuzzles | Format::Svg => {
                ""
            }
            Format::Rules => "---\n",
            Format::Plain | Format::Boxed | Format::Unicode | Format::Sdk => "\n",
        }
    }
}
