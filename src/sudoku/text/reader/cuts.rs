//! The lines of an input at which reading may begin, so that its parts can be read apart.
//!
//! A cut is in front of a line that begins with cells, where the state of the reader is that of
//! its beginning: no text, heading or comment is left that could belong to a later line. The names
//! of columns and the word of titles go on to hold; they are a part of the cut.
//!
//! In a list of 9×9 grids of digits and points alone, every line is such a place, and the list is
//! searched for its line ends only.

use super::state::{Before, Reader, Start, read};
use crate::io::InputError;
use crate::sudoku::text::Options;
use std::io::{self, BufRead};
use std::sync::Arc;

/// Number of bytes of a 9×9 grid on a line.
const GRID: usize = 81;

/// The cuts of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    /// Number of bytes of the input, unpacked.
    pub bytes: u64,
    /// The first byte of each part, in their order, and what reading from it on needs. The first is
    /// the beginning.
    pub places: Vec<(u64, Start)>,
}

/// Looks for places to cut an input, at most `most` of them and about equally far apart. `open` is
/// called once or twice. An input in UTF-16 has none.
///
/// # Errors
/// If the input can't be opened or read.
pub fn cuts<R: BufRead>(
    mut open: impl FnMut() -> Result<R, InputError>,
    name: &str,
    options: &Options,
    most: usize,
) -> Result<Cuts, InputError> {
    let unreadable = |error: io::Error| InputError::unreadable(name, &error);
    let mut places = Places::new(most);
    if let Some(bytes) = of_list(open()?, &mut places).map_err(unreadable)?
        && places.places.len() > 1
    {
        return Ok(places.cuts(bytes));
    }
    let mut places = Places::new(most);
    let mut input = Counted {
        input: open()?,
        bytes: 0,
        error: None,
    };
    of_forms(&mut input, name, options, &mut places);
    // Reading may have ended early, at what is no text.
    while input.error.is_none() {
        match input.fill_buf().map(<[u8]>::len) {
            Ok(0) => return Ok(places.cuts(input.bytes)),
            Ok(length) => input.consume(length),
            Err(_) => {}
        }
    }
    Err(unreadable(
        input.error.unwrap_or(io::ErrorKind::Other.into()),
    ))
}

/// Places that are about equally far apart, at most `most`.
struct Places {
    places: Vec<(u64, Start)>,
    most: usize,
    /// Least number of bytes between two places.
    distance: u64,
}

impl Places {
    fn new(most: usize) -> Places {
        let first = Start {
            line: 1,
            ..Start::default()
        };
        Places {
            places: vec![(0, first)],
            most: most.max(2),
            distance: 1,
        }
    }

    /// Returns `true` if a place at this byte is far enough from the last one.
    fn has_room_at(&self, byte: u64) -> bool {
        let last = self.places.last().map_or(0, |place| place.0);
        byte >= last + self.distance
    }

    fn add(&mut self, byte: u64, start: Start) {
        if self.places.len() >= self.most {
            // Places are dropped until half of them are left.
            while 2 * self.places.len() > self.most {
                self.distance *= 2;
                let distance = self.distance;
                let mut last = None;
                self.places.retain(|place| {
                    let keeps = last.is_none_or(|last| place.0 >= last + distance);
                    last = if keeps { Some(place.0) } else { last };
                    keeps
                });
            }
            if !self.has_room_at(byte) {
                return;
            }
        }
        self.places.push((byte, start));
    }

    fn cuts(self, bytes: u64) -> Cuts {
        Cuts {
            bytes,
            places: self.places,
        }
    }
}

/// Looks for places in a list of digits and points. Returns the number of its bytes, or `None` if it
/// is no such list, or has a carriage return alone, which ends a line, too.
fn of_list(mut input: impl BufRead, places: &mut Places) -> io::Result<Option<u64>> {
    let is_cell = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let is_listed = |bytes: &[u8]| {
        // Counted, not searched: processors do this for many bytes at once.
        let others = bytes
            .iter()
            .filter(|&&byte| !is_cell(byte) && byte != b'\n');
        others.filter(|&&byte| byte != b'\r').count() == 0
    };
    let (mut bytes, mut line) = (0_u64, 1_u64);
    // Number of grids on the lines right before, and length of the beginning of the current line. A
    // damaged line ahead of one grid is judged by the next.
    let (mut grids, mut length) = (0, 0);
    let mut is_after_return = false;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            return Ok((!is_after_return).then_some(bytes));
        }
        let is_lone = is_after_return && !chunk.starts_with(b"\n");
        if is_lone || !is_listed(chunk) || has_lone_return(chunk) {
            return Ok(None);
        }
        is_after_return = chunk.ends_with(b"\r");
        let size = chunk.len();
        for part in chunk.split_inclusive(|&byte| byte == b'\n') {
            bytes += part.len() as u64;
            length += part.len();
            if part.ends_with(b"\n") {
                let begin = bytes - length as u64;
                length -= 1 + usize::from(part.ends_with(b"\r\n"));
                if grids >= 2 && length == GRID && places.has_room_at(begin) {
                    let start = Start {
                        line,
                        ..Start::default()
                    };
                    places.add(begin, start);
                }
                grids = if length == GRID { grids + 1 } else { 0 };
                (line, length) = (line + 1, 0);
            }
        }
        input.consume(size);
    }
}

/// Returns `true` if a carriage return is ahead of another byte than a line feed.
fn has_lone_return(chunk: &[u8]) -> bool {
    // Counted as above.
    let pairs = chunk.iter().zip(chunk.get(1..).unwrap_or_default());
    pairs
        .filter(|&(&byte, &next)| byte == b'\r' && next != b'\n')
        .count()
        > 0
}

/// Looks for places in an input of any forms, by reading it.
fn of_forms(input: impl BufRead, name: &str, options: &Options, places: &mut Places) {
    let mut reader = read(input, name, options);
    reader.lines.keep_starts();
    let mut context: (Option<Arc<str>>, Option<Arc<str>>) = (None, None);
    while !reader.done {
        while reader.queue.next().is_some() {}
        reader.read_on();
        let Some((line, byte)) = reader.place() else {
            continue;
        };
        if !places.has_room_at(byte) {
            continue;
        }
        let columns = reader.header.as_ref().map(|header| &*header.text);
        if context.0.as_deref() != columns {
            context.0 = columns.map(Arc::from);
        }
        if context.1.as_deref() != reader.title_word.as_deref() {
            context.1 = reader.title_word.as_deref().map(Arc::from);
        }
        let (columns, title) = context.clone();
        places.add(
            byte,
            Start {
                line,
                columns,
                title,
            },
        );
    }
}

impl Reader<'_> {
    /// Returns the next line and its first byte, if reading may begin there.
    fn place(&mut self) -> Option<(u64, u64)> {
        let is_at_rest = self.found_any
            && !self.done
            && !self.ends
            && !self.in_sections
            && self.label.is_none()
            && self.refused.is_none()
            && self.lacks.is_none()
            && self.annotations.is_empty()
            && self.maps.is_empty()
            && self.empty_end.is_none()
            && self.grid_of_16.is_none()
            && self.before == Before::default()
            && self.lines.is_between()
            && !self.lines.is_utf16();
        let line = self.lines.last_taken() + 1;
        // What was looked at ahead may have decided how the lines before were read.
        if !is_at_rest || line == 1 || self.lines.last_read() >= line {
            return None;
        }
        let next = self.lines.peek(0).ok().flatten()?;
        // A damaged line in a list is judged by the one before it.
        let is_unlike = |&(number, length): &(u64, usize)| {
            number + 1 == line && length != next.text.chars().count()
        };
        let is_damaged = self.last_of_list.as_ref().is_some_and(is_unlike);
        if !begins_with_cells(&next.text)
            || is_damaged
            || next.number != line
            || !self.queue.is_at_rest()
        {
            return None;
        }
        let byte = self.lines.start_of(line)?;
        Some((line, byte))
    }
}

/// Returns `true` for a line that no reader takes for anything but cells, or an object.
fn begins_with_cells(text: &str) -> bool {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let dense = text.bytes().take_while(|byte| is_cell(byte)).count();
    let is_row = text.len() >= 9 && text.bytes().all(|byte| is_cell(&byte) || byte == b' ');
    dense >= 9 || is_row || text.starts_with('{')
}

/// An input whose bytes are counted, and whose error is kept.
struct Counted<R> {
    input: R,
    bytes: u64,
    error: Option<io::Error>,
}

impl<R: BufRead> io::Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = io::Read::read(&mut self.fill_buf()?, out)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.input.fill_buf() {
            Ok(bytes) => Ok(bytes),
            Err(error) => {
                let kind = error.kind();
                if kind != io::ErrorKind::Interrupted {
                    self.error = Some(error);
                }
                Err(kind.into())
            }
        }
    }

    fn consume(&mut self, amount: usize) {
        self.bytes += amount as u64;
        self.input.consume(amount);
    }
}
