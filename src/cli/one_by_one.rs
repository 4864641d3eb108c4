//! The loop of the commands that answer one puzzle after the other: each is answered
//! as soon as the reader hands it out, except where a heading on a terminal depends on whether
//! another one follows.

use super::exit::Exit;
use super::format::Format;
use super::headings::Headings;
use super::inputs::Inputs;
use super::json;
use std::io::{self, Write};
use std::iter::Peekable;
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, display};
use sudosat::sudoku::text::Entry;

/// The output for an input that is refused. It takes the place of the answer, so that answer
/// number `n` belongs to input number `n`.
#[derive(Clone, Copy, Default)]
pub(super) enum InPlace {
    /// Nothing: answers have several lines.
    #[default]
    Nothing,
    /// [`BAD_INPUT`] in this form of grids, each of which is a line.
    Word(Format),
    /// [`BAD_INPUT`] after the name of the input: answers are sentences on a line.
    Named,
    /// A JSON object.
    Object,
}

/// The word in the place of a grid that could not be read.
pub(super) const BAD_INPUT: &str = "bad input";

impl InPlace {
    /// Returns what goes with answers that are JSON objects if `json` is set, and else grids in
    /// this form, if it is given.
    pub(super) fn of(json: bool, format: Option<Format>) -> InPlace {
        match (json, format) {
            (true, _) => InPlace::Object,
            (false, Some(format)) if format.is_line() => InPlace::Word(format),
            _ => InPlace::Nothing,
        }
    }

    /// Writes what stands in the place of an answer.
    pub(super) fn write(self, out: &mut impl Write, error: &InputError) -> io::Result<()> {
        match self {
            InPlace::Nothing => Ok(()),
            InPlace::Word(format) => format.write_word(out, BAD_INPUT),
            InPlace::Named => writeln!(out, "{}: {BAD_INPUT}", display(&error.place())),
            InPlace::Object => json::refused(out, error),
        }
    }
}

/// The puzzles of a run, those that can't be read, and what is printed between two
/// answers.
pub(super) struct OneByOne<I: Iterator> {
    entries: Peekable<I>,
    interrupt: Interrupt,
    headings: Headings,
    inputs: Inputs,
    in_place: InPlace,
    /// The first error of reading.
    first_error: Option<InputError>,
    is_interrupted: bool,
    /// Set after [`OneByOne::begin`].
    has_begun: bool,
}

impl<I: Iterator<Item = Result<Entry, InputError>>> OneByOne<I> {
    /// Returns the loop over these puzzles, which ends when `interrupt` is raised.
    pub(super) fn new(entries: I, interrupt: &Interrupt, headings: Headings) -> OneByOne<I> {
        OneByOne {
            entries: entries.peekable(),
            interrupt: interrupt.clone(),
            headings,
            inputs: Inputs::default(),
            in_place: InPlace::Nothing,
            first_error: None,
            is_interrupted: false,
            has_begun: false,
        }
    }

    /// Prints this in the place of inputs that are refused.
    pub(super) fn with(mut self, in_place: InPlace) -> OneByOne<I> {
        self.in_place = in_place;
        self
    }

    /// Returns the next puzzle that can be read, `None` at the end or after an interrupt.
    /// The errors of those before it are reported. What was printed so far goes out first,
    /// because the next puzzle may not be there yet.
    pub(super) fn next(&mut self, out: &mut impl Write) -> io::Result<Option<Entry>> {
        out.flush()?;
        while let Some(entry) = self.entries.next() {
            let is_followed = self.headings.look_ahead() && self.entries.peek().is_some();
            self.headings.advance(is_followed);
            if self.interrupt.is_raised() {
                self.is_interrupted = true;
                return Ok(None);
            }
            match entry {
                Ok(entry) => {
                    self.inputs.add_puzzle();
                    return Ok(Some(entry));
                }
                Err(error) => {
                    // What was printed before goes out before the error.
                    out.flush()?;
                    self.inputs.add_error(&error);
                    self.in_place.write(out, &error)?;
                    self.first_error.get_or_insert(error);
                }
            }
        }
        Ok(None)
    }

    /// Reports that the current puzzle is not suitable. It counts as one that could not
    /// be read.
    pub(super) fn refuse(&mut self, out: &mut impl Write, error: &InputError) -> io::Result<()> {
        out.flush()?;
        self.inputs.refuse_puzzle(error);
        self.in_place.write(out, error)
    }

    /// Begins the answer for the puzzle of this name: prints `between`, unless it is the
    /// first answer, and the heading, if there is one.
    pub(super) fn begin(
        &mut self,
        out: &mut impl Write,
        between: &str,
        name: &str,
    ) -> io::Result<()> {
        if self.has_begun {
            write!(out, "{between}")?;
        }
        self.has_begun = true;
        match self.headings.line(name) {
            Some(heading) => writeln!(out, "{heading}"),
            None => Ok(()),
        }
    }

    /// Returns the first error of reading, if there was one.
    pub(super) fn first_error(&self) -> Option<&InputError> {
        self.first_error.as_ref()
    }

    /// Returns `true` if the loop was ended by an interrupt.
    pub(super) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Returns the numbers of puzzles and of errors so far.
    pub(super) fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Returns the exit code, as far as reading decides it.
    pub(super) fn exit(&self) -> Exit {
        if self.inputs.has_errors() {
            Exit::BadInput
        } else if self.is_interrupted {
            Exit::GaveUp
        } else {
            Exit::Done
        }
    }
}
