//! Reads the puzzles of an input one after the other, counts its bytes, and copies the first ones.

use super::inputs::Input;
use super::{ReadingArguments, notes_on};
use crate::cli::content::{self, Content, Hints};
use crate::cli::context::Context;
use std::cell::RefCell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use sudosat::batch::HandOn;
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, Source};
use sudosat::sudoku::text::{self, Entry, Item, Options};

pub(super) type Entries = Box<dyn Iterator<Item = Result<Entry, InputError>>>;

pub(super) type Items = Box<dyn Iterator<Item = Result<Item, InputError>>>;

/// The first bytes that were read of an input.
#[derive(Clone)]
pub(in crate::cli) struct Copied {
    bytes: Rc<RefCell<Vec<u8>>>,
    /// Largest number of bytes.
    most: usize,
}

impl Copied {
    /// Prepares a copy of at most `most` bytes.
    pub(in crate::cli) fn new(most: usize) -> Copied {
        Copied {
            bytes: Rc::default(),
            most,
        }
    }

    /// Returns what was read as text; `None` if it was more than is kept, or no UTF-8.
    pub(in crate::cli) fn text(&self) -> Option<String> {
        let bytes = self.bytes.borrow();
        let is_whole = bytes.len() <= self.most;
        is_whole.then(|| String::from_utf8(bytes.clone()).ok())?
    }
}

/// An input of which the first bytes are copied.
struct Copying<R> {
    input: R,
    copied: Copied,
}

impl<R: BufRead> Read for Copying<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(out)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Copying<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        let Copied { bytes, most } = &self.copied;
        let mut bytes = bytes.borrow_mut();
        // One byte more shows that the copy is not whole.
        let room = (most + 1).saturating_sub(bytes.len()).min(amount);
        if room > 0
            && let Ok(buffer) = self.input.fill_buf()
        {
            bytes.extend_from_slice(&buffer[..room]);
        }
        drop(bytes);
        self.input.consume(amount);
    }
}

/// Returns the puzzles of standard input like [`PuzzleArguments::entries`], and copies
/// its first bytes.
pub(in crate::cli) fn copied_standard_input(
    reading: &ReadingArguments,
    context: Context,
    interrupt: &Interrupt,
    copied: &Copied,
) -> Box<dyn Iterator<Item = Result<Entry, InputError>>> {
    let opened = reading.options().and_then(|options| {
        let opened = Source::open_with("-", interrupt).and_then(content::peek)?;
        Ok((options, opened))
    });
    let (options, opened) = match opened {
        Ok(opened) => opened,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let input = Copying {
        input: opened.input,
        copied: copied.clone(),
    };
    let name = "-".to_owned();
    let entries = entries_of_opened(name, opened.prefix, input, &options, context.hints);
    Box::new(entries.inspect(move |entry| notes_on(entry.as_ref().ok(), context)))
}

/// The progress of reading.
#[derive(Clone, Default)]
pub(in crate::cli) struct Progress {
    /// Number of bytes that were read of files.
    pub consumed: Arc<AtomicU64>,
    /// Called before more is read, which may take any time.
    pub hand_on: Option<HandOn>,
}

impl Progress {
    /// Returns the progress at the beginning, where `hand_on` is called before more is read.
    pub(in crate::cli) fn with(hand_on: &HandOn) -> Progress {
        Progress {
            consumed: Arc::default(),
            hand_on: Some(Rc::clone(hand_on)),
        }
    }

    pub(super) fn before_reading(&self) {
        if let Some(hand_on) = &self.hand_on {
            hand_on();
        }
    }
}

/// An input that counts the bytes read.
pub(super) struct Counted<R> {
    pub(super) input: R,
    /// Number of bytes that are there without reading more.
    pub(super) left: usize,
    pub(super) progress: Progress,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(out)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            self.progress.before_reading();
        }
        let bytes = self.input.fill_buf()?;
        self.left = bytes.len();
        Ok(bytes)
    }

    fn consume(&mut self, amount: usize) {
        self.left -= amount;
        let consumed = &self.progress.consumed;
        consumed.fetch_add(amount as u64, Ordering::Relaxed);
        self.input.consume(amount);
    }
}

/// Returns the puzzles of an input.
pub(super) fn entries_of(
    input: Input,
    options: &Options,
    hints: Hints,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Entries {
    match input {
        Input::Broken(error) => Box::new(std::iter::once(Err(error))),
        Input::Inline { name, text } => Box::new(text::read(
            io::Cursor::new(text.into_bytes()),
            &name,
            options,
        )),
        Input::File(name) => match opened(&name, interrupt, progress) {
            Ok((prefix, input)) => Box::new(entries_of_opened(name, prefix, input, options, hints)),
            Err(error) => Box::new(std::iter::once(Err(error))),
        },
        Input::Line { file, line } => {
            let file_input = Input::File(file.clone());
            let entries = entries_of(file_input, options, hints, interrupt, progress);
            let here = |entry: &Result<Entry, _>| !matches!(entry, Ok(entry) if entry.line != line);
            let none = InputError {
                line: Some(line),
                ..InputError::whole(file, "no puzzle begins on this line")
            };
            let found = entries.into_iter().find(here);
            Box::new(std::iter::once(found.unwrap_or(Err(none))))
        }
    }
}

/// Returns the puzzles of an input like [`entries_of`], those on consecutive lines of a file
/// together.
pub(super) fn items_of(
    input: Input,
    options: &Options,
    hints: Hints,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Items {
    let Input::File(name) = input else {
        let entries = entries_of(input, options, hints, interrupt, progress);
        return Box::new(entries.map(|entry| entry.map(Item::Entry)));
    };
    match opened(&name, interrupt, progress) {
        Ok((prefix, input)) => {
            let items = text::read(input, &name, options).items();
            Box::new(without_foreign(items, name, prefix, hints))
        }
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// Opens a file. Returns its first bytes, and all of them.
fn opened(
    name: &str,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<(Vec<u8>, impl BufRead + use<>), InputError> {
    progress.before_reading();
    let opened = Source::open_with(name, interrupt).and_then(content::peek)?;
    let input = Counted {
        input: opened.input,
        left: 0,
        progress: progress.clone(),
    };
    Ok((opened.prefix, input))
}

/// Returns the puzzles of an input, whose first bytes `prefix` are also in `input`.
pub(super) fn entries_of_opened<R: BufRead + 'static>(
    name: String,
    prefix: Vec<u8>,
    input: R,
    options: &Options,
    hints: Hints,
) -> impl Iterator<Item = Result<Entry, InputError>> + use<R> {
    let entries = text::read(input, &name, options);
    without_foreign(entries, name, prefix, hints)
}

/// If an input is of a kind that another command reads, and has no puzzle, replaces its
/// errors by one that names this command.
pub(super) fn without_foreign<T>(
    mut entries: impl Iterator<Item = Result<T, InputError>>,
    name: String,
    prefix: Vec<u8>,
    hints: Hints,
) -> impl Iterator<Item = Result<T, InputError>> {
    let mut is_first = true;
    let mut is_foreign = false;
    std::iter::from_fn(move || {
        if is_foreign {
            return None;
        }
        let entry = entries.next()?;
        if std::mem::take(&mut is_first)
            && entry.is_err()
            && let Some(error) = content::recognised(&name, &prefix, Content::Puzzle, hints)
        {
            is_foreign = true;
            return Some(Err(error));
        }
        Some(entry)
    })
}
