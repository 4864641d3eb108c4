//! The standard output of `solve`, printed as solutions are found.

use super::Arguments;
use crate::cli::format::Format;
use crate::cli::headings::Headings;
use crate::cli::json;
use crate::cli::one_by_one::InPlace;
use crate::cli::out::Stdout;
use crate::cli::report::MOST_CLASHES;
use std::io::{self, IsTerminal, Write};
use sudosat::batch::{AnswerRecord, Record};
use sudosat::engine::Evidence;
use sudosat::io::{InputError, first_few};
use sudosat::sudoku::text::{Entry, LineCells};
use sudosat::sudoku::{Grid, Puzzle};

/// Standard output, as text or JSON. JSON arrays are written as they grow. What is
/// written is shown at the latest by [`Output::flush`], which is called before waiting
/// for further results; on a terminal it is shown at once.
pub(super) struct Output {
    out: Stdout,
    is_terminal: bool,
    format: Format,
    json: bool,
    /// Number of solutions of the current puzzle so far.
    count: u64,
    /// Set if a grid or a word was printed before.
    printed: bool,
    headings: Headings,
    /// The heading that is to be printed above the next grid.
    heading: Option<String>,
}

/// The first fields of a puzzle's JSON object.
#[derive(serde::Serialize)]
struct Head<'a> {
    puzzle: &'a str,
    /// n, for plain Sudoku.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<usize>,
    size: usize,
    grid: &'a Puzzle,
    clues: usize,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
}

/// The last fields of a puzzle's JSON object.
#[derive(serde::Serialize)]
struct Tail<'a> {
    #[serde(flatten)]
    answer: &'a AnswerRecord,
    /// Set if there is exactly one solution, `None` if that is not known.
    unique: Option<bool>,
}

impl Output {
    pub(super) fn new(arguments: &Arguments) -> Output {
        Output {
            out: arguments.corpus.stdout(),
            is_terminal: io::stdout().is_terminal(),
            format: arguments.to,
            json: arguments.json,
            count: 0,
            printed: false,
            headings: match arguments.json {
                true => Headings::none(),
                false => Headings::new(arguments.to),
            },
            heading: None,
        }
    }

    /// Returns `true` if it matters whether a puzzle is followed by another.
    pub(super) fn look_ahead(&self) -> bool {
        self.headings.look_ahead()
    }

    /// Goes on to the next input. `is_followed` is set if another one follows it.
    pub(super) fn advance(&mut self, is_followed: bool) {
        self.headings.advance(is_followed);
    }

    /// Begins the output of a puzzle. The notes are those of its record.
    pub(super) fn begin(&mut self, entry: &Entry, notes: &[String]) -> io::Result<()> {
        self.count = 0;
        self.heading = self.headings.line(&entry.name);
        if !self.json {
            return Ok(());
        }
        let head = json::text(&Head {
            puzzle: &entry.name,
            order: entry.puzzle.rules().order(),
            size: entry.puzzle.size().side(),
            grid: &entry.puzzle,
            clues: entry.puzzle.num_clues(),
            notes,
        })?;
        write!(self.out, "{},\"solutions\":[", head.trim_end_matches('}'))
    }

    /// Prints a solution of it.
    pub(super) fn solution(&mut self, puzzle: &Puzzle, grid: &Grid) -> io::Result<()> {
        self.count += 1;
        if self.json {
            let comma = if self.count > 1 { "," } else { "" };
            write!(self.out, "{comma}{}", json::text(&json::digits(grid))?)?;
        } else {
            self.part()?;
            self.format.write(&mut self.out, &puzzle.answer(grid))?;
        }
        self.show()
    }

    /// Prints the solution of a plain 9×9 puzzle, in a form that
    /// [is digits](Format::is_digits).
    pub(super) fn digits(&mut self, digits: &LineCells) -> io::Result<()> {
        self.part()?;
        self.format.write_digits(&mut self.out, digits)
    }

    /// Ends the output of a puzzle.
    pub(super) fn end(&mut self, record: &Record) -> io::Result<()> {
        let answer = &record.engines[0];
        if self.json {
            let tail = json::text(&Tail {
                answer,
                unique: record.is_unique(),
            })?;
            writeln!(self.out, "],{}", tail.trim_start_matches('{'))?;
        } else if self.count == 0 {
            self.part()?;
            let word = match &*answer.answer {
                "no solution" => "no solution",
                _ => "unknown",
            };
            self.format.write_word(&mut self.out, word)?;
        }
        self.show()
    }

    /// Prints what stands in the place of an input that was refused.
    pub(super) fn refused(&mut self, error: &InputError) -> io::Result<()> {
        InPlace::of(self.json, Some(self.format)).write(&mut self.out, error)?;
        self.show()
    }

    /// Hands what was written to the reader of standard output.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Flushes on a terminal, where standard error is shown in between.
    fn show(&mut self) -> io::Result<()> {
        match self.is_terminal {
            true => self.flush(),
            false => Ok(()),
        }
    }

    fn part(&mut self) -> io::Result<()> {
        if self.printed {
            write!(self.out, "{}", self.format.between())?;
        }
        self.printed = true;
        if let Some(heading) = self.heading.take() {
            writeln!(self.out, "{heading}")?;
        }
        Ok(())
    }
}

/// Returns the reason why there are no more solutions, as the end of a sentence.
pub(in crate::cli) fn because(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Clash(clashes) => first_few(clashes, MOST_CLASHES, "; "),
        Evidence::Search => "every possibility was tried".into(),
        Evidence::Proof => "the proof was checked".into(),
        Evidence::Checked(engine) => {
            format!("{engine} tried every possibility, and each step was checked")
        }
        Evidence::Agreed(engine) => format!("{engine} tried every possibility and agrees"),
        Evidence::Word => "the solver's word alone, not verified".into(),
    }
}
