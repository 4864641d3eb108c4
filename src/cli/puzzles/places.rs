//! Places in the inputs of a run, at which they are cut into parts that are read apart.

use super::inputs::Input;
use super::notes_on;
use super::reading::{Counted, Entries, Progress, entries_of, without_foreign};
use crate::cli::content::Hints;
use crate::cli::context::Context;
use std::fs;
use std::io::Read;
use std::sync::Arc;
use std::time::SystemTime;
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, Source};
use sudosat::sudoku::text::{self, Entry, Options};

/// All inputs of a run, whose parts are read apart.
pub(in crate::cli) struct Inputs {
    pub(super) inputs: Vec<Input>,
    pub(super) options: Options,
}

/// A place in all inputs at which reading may begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(in crate::cli) struct Place {
    /// Number of the input, from 0.
    pub input: usize,
    /// The first byte, unpacked.
    pub byte: u64,
    /// Number of its line, from 1.
    pub line: u64,
    /// The line before it that names columns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    columns: Option<String>,
    /// The first word of titles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
}

impl Place {
    /// Returns the beginning of an input.
    pub(in crate::cli) fn of_input(input: usize) -> Place {
        Place {
            input,
            ..Place::default()
        }
    }
}

impl Inputs {
    /// Returns the number of inputs.
    pub(in crate::cli) fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Returns the names of the inputs, each with the number of bytes that it has on the disk and
    /// the time at which it was last changed.
    pub(in crate::cli) fn versions(&self) -> impl Iterator<Item = (&str, u64, Option<SystemTime>)> {
        self.inputs.iter().map(|input| match input {
            Input::File(name) => {
                let data = fs::metadata(name).ok();
                let size = data.as_ref().map_or(0, fs::Metadata::len);
                (
                    name.as_str(),
                    size,
                    data.and_then(|data| data.modified().ok()),
                )
            }
            Input::Line { file, line } => (file.as_str(), *line, None),
            Input::Inline { text, .. } => (text.as_str(), 0, None),
            Input::Broken(error) => (error.name.as_str(), 0, None),
        })
    }

    /// Returns the places at which an input can be cut, at most `most`, and the number of its bytes.
    ///
    /// # Errors
    /// If it can't be read.
    pub(in crate::cli) fn places(
        &self,
        input: usize,
        most: usize,
        interrupt: &Interrupt,
    ) -> Result<(Vec<Place>, u64), InputError> {
        let start = |place: (u64, text::Start)| Place {
            input,
            byte: place.0,
            line: place.1.line,
            columns: place.1.columns.as_deref().map(str::to_owned),
            title: place.1.title.as_deref().map(str::to_owned),
        };
        let whole = |bytes: u64| (vec![start((0, text::Start::default()))], bytes);
        Ok(match &self.inputs[input] {
            Input::File(name) => {
                let open = || Source::open_with(name, interrupt);
                let cuts = text::cuts(open, name, &self.options, most)?;
                (cuts.places.into_iter().map(start).collect(), cuts.bytes)
            }
            Input::Inline { text, .. } => whole(text.len() as u64),
            Input::Line { .. } | Input::Broken(_) => whole(1),
        })
    }

    /// Returns the puzzles from one place up to another, with the notes of
    /// [`PuzzleArguments::entries`].
    pub(in crate::cli) fn part(
        self,
        (from, to): (Place, Place),
        context: Context,
        interrupt: &Interrupt,
        progress: &Progress,
    ) -> impl Iterator<Item = Result<Entry, InputError>> + use<> {
        let Inputs { inputs, options } = self;
        let (interrupt, progress) = (interrupt.clone(), progress.clone());
        let hints = context.hints;
        let parts = inputs.into_iter().enumerate().skip(from.input);
        let parts = parts.take_while({
            let to = to.clone();
            move |(index, _)| *index < to.input || *index == to.input && to.byte > 0
        });
        let entries = parts.flat_map(move |(index, input)| {
            let from = if index == from.input {
                from.clone()
            } else {
                Place::default()
            };
            let end = (index == to.input).then_some(to.byte);
            match input {
                Input::File(name) if from.byte > 0 || end.is_some() => {
                    part_of_file(name, (from, end), (&options, hints), &interrupt, &progress)
                }
                input => entries_of(input, &options, hints, &interrupt, &progress),
            }
        });
        entries.inspect(move |entry| notes_on(entry.as_ref().ok(), context))
    }
}

/// Returns the puzzles of a file from a place up to a byte.
fn part_of_file(
    name: String,
    (from, end): (Place, Option<u64>),
    (options, hints): (&Options, Hints),
    interrupt: &Interrupt,
    progress: &Progress,
) -> Entries {
    let start = text::Start {
        line: from.line,
        columns: from.columns.map(Arc::from),
        title: from.title.map(Arc::from),
    };
    progress.before_reading();
    let opened = Source::open_at(&name, from.byte, interrupt);
    let input = match opened {
        Ok(input) => Counted {
            input: input.take(end.map_or(u64::MAX, |end| end.saturating_sub(from.byte))),
            left: 0,
            progress: progress.clone(),
        },
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let entries = text::read_part(input, &name, options, &start);
    match from.byte {
        0 => Box::new(without_foreign(entries, name, Vec::new(), hints)),
        _ => Box::new(entries),
    }
}
