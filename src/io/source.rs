//! Opening an input: a file or standard input, compressed or not.

use super::descriptors::{CLOSED, is_stdin_closed, names_closed_descriptor};
use super::error::InputError;
use super::limit::largest_input;
use super::path::{is_fifo, name_of};
use super::pipe::{self, Pipe, interrupted};
use super::unpack::{is_packed, unpack};
use crate::budget::Interrupt;
use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// An input that is being read: its bytes unpacked, its name for messages.
///
/// gzip, xz and bzip2 are recognised by content, whatever the name. A read can
/// fail in the middle: when the data is damaged or cut off, when it unpacks to
/// absurd size, or when the interrupt is raised; the error's text names the reason,
/// and [`InputError::unreadable`] adds the name of the input.
pub struct Source {
    name: String,
    bytes: Box<dyn BufRead + Send>,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Source {
    /// Opens `-`, which is standard input, or a file.
    ///
    /// # Errors
    /// If there is no such file, it is a directory or may not be read, is a
    /// named pipe that nobody writes to, or is compressed in a way not known.
    pub fn open(arg: impl AsRef<OsStr>) -> Result<Source, InputError> {
        Source::open_with(arg, &Interrupt::new())
    }

    /// Opens an input like [`Source::open`]; opening and reading end with an error when
    /// `interrupt` is raised.
    ///
    /// # Errors
    /// As [`Source::open`], and if the interrupt is raised.
    pub fn open_with(arg: impl AsRef<OsStr>, interrupt: &Interrupt) -> Result<Source, InputError> {
        let arg = arg.as_ref();
        let interrupt = interrupt.clone();
        if arg == "-" {
            if is_stdin_closed() {
                return Err(InputError::whole(
                    "-",
                    "it was closed when the program started",
                ));
            }
            let pipe = Pipe::new(io::stdin(), interrupt)
                .map_err(|error| InputError::unreadable("-", &error))?;
            return Ok(Source::bounded("-".to_string(), unpack(pipe, "-")?));
        }
        let path = Path::new(arg);
        let name = name_of(arg);
        let bytes = match open_path(path, &name, &interrupt)? {
            (file, true) => unpack(Regular { file, interrupt }, &name)?,
            (file, false) => {
                let pipe = Pipe::new(file, interrupt)
                    .map_err(|error| InputError::unreadable(&name, &error))?;
                unpack(pipe, &name)?
            }
        };
        Ok(Source::bounded(name, bytes))
    }

    /// Opens an input like [`Source::open_with`], and begins at this byte of it. What is before is
    /// passed over in a regular file, and read if it is compressed.
    ///
    /// # Errors
    /// As [`Source::open_with`], and if the input is shorter or damaged.
    pub fn open_at(
        arg: impl AsRef<OsStr>,
        start: u64,
        interrupt: &Interrupt,
    ) -> Result<Source, InputError> {
        let arg = arg.as_ref();
        let name = name_of(arg);
        let unreadable = |error: io::Error| InputError::unreadable(&name, &error);
        if start > 0 && arg != "-" {
            let (mut file, is_regular) = open_path(Path::new(arg), &name, interrupt)?;
            if is_regular && !is_packed(&mut file).map_err(unreadable)? {
                file.seek(SeekFrom::Start(start)).map_err(unreadable)?;
                let interrupt = interrupt.clone();
                let bytes = BufReader::with_capacity(64 << 10, Regular { file, interrupt });
                return Ok(Source::bounded(name, Box::new(bytes)));
            }
        }
        let mut source = Source::open_with(arg, interrupt)?;
        let passed = io::copy(&mut (&mut source).take(start), &mut io::sink());
        match passed.map_err(unreadable)? < start {
            true => Err(InputError::whole(name, "it is shorter than it was")),
            false => Ok(source),
        }
    }

    /// Returns the input with the limit of [`limit_inputs`], if one is set.
    fn bounded(name: String, bytes: Box<dyn BufRead + Send>) -> Source {
        let bytes = match largest_input() {
            None => bytes,
            Some(limit) => Box::new(Bounded {
                input: bytes,
                left: limit,
                message: format!("it is longer than the {limit} bytes of --max-input"),
            }),
        };
        Source { name, bytes }
    }

    /// Returns the same input with a limit on its unpacked length: reading fails after
    /// `bytes` bytes, or after those of [`limit_inputs`](super::limit_inputs). For inputs that are held in memory.
    #[must_use]
    pub fn at_most(self, bytes: u64) -> Source {
        if largest_input().is_some() {
            return self;
        }
        let message = format!("{}; --max-input sets another limit", too_long(bytes));
        Source {
            name: self.name,
            bytes: Box::new(Bounded {
                input: self.bytes,
                left: bytes,
                message,
            }),
        }
    }

    /// Returns the name to use in messages: `-` for standard input.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Read for Source {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(out)
    }
}

impl BufRead for Source {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.bytes.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.bytes.consume(amount);
    }
}

/// An input with a limit on its length.
struct Bounded<R> {
    input: R,
    /// Number of bytes that may follow.
    left: u64,
    /// The error of a longer input.
    message: String,
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(out)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.input.fill_buf()?;
        if self.left == 0 && !bytes.is_empty() {
            return Err(io::Error::other(self.message.clone()));
        }
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        Ok(&bytes[..bytes.len().min(left)])
    }

    fn consume(&mut self, amount: usize) {
        self.left -= amount as u64;
        self.input.consume(amount);
    }
}

fn too_long(limit: u64) -> String {
    format!("it is longer than the {limit} bytes that are read of such a file")
}

/// Reads to the end, but no more than `limit` bytes: for inputs that are held
/// in memory.
///
/// # Errors
/// If reading fails or the input is longer.
pub fn read_to_limit(input: &mut impl Read, name: &str, limit: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    input
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| InputError::unreadable(name, &error))?;
    if bytes.len() as u64 > limit {
        return Err(InputError::whole(name, too_long(limit)));
    }
    Ok(bytes)
}

/// Opens the file. The flag is set if it is a regular one.
fn open_path(path: &Path, name: &str, interrupt: &Interrupt) -> Result<(File, bool), InputError> {
    let unreadable = |error: io::Error| InputError::unreadable(name, &error);
    if names_closed_descriptor(path) {
        return Err(InputError::whole(name, CLOSED));
    }
    // Looked at before it is opened: opening a named pipe may wait for ever.
    let kind = std::fs::metadata(path)
        .map_err(|error| missing(path, name, error))?
        .file_type();
    if kind.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    if is_fifo(kind) {
        return Ok((pipe::open_fifo(path, name, interrupt)?, false));
    }
    let file = File::open(path).map_err(unreadable)?;
    Ok((file, kind.is_file()))
}

/// Returns the error of a file that can't be found.
fn missing(path: &Path, name: &str, error: io::Error) -> InputError {
    if error.kind() == io::ErrorKind::NotFound && path.is_symlink() {
        return InputError::whole(name, "it is a link to a file that is not there");
    }
    InputError::unreadable(name, &error)
}

/// A regular file: its reads don't block, so the interrupt is asked before each.
struct Regular {
    file: File,
    interrupt: Interrupt,
}

impl Read for Regular {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.interrupt.is_raised() {
                return Err(interrupted());
            }
            // Not every reader above repeats a read that a signal interrupts.
            match self.file.read(out) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_as_long_as_it_may_be_and_no_longer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        for (length, limit) in [(0, 0), (0, 1), (1, 0), (7, 7), (8, 7), (9000, 8999)] {
            let bytes: Vec<u8> = (0..length).map(|index| index as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let mut read = Vec::new();
            let end = Source::open(&path)
                .unwrap()
                .at_most(limit)
                .read_to_end(&mut read);
            let most = usize::try_from(limit).unwrap().min(bytes.len());
            assert_eq!(read, bytes[..most], "{length} {limit}");
            match end {
                Ok(_) => assert!(length <= limit, "{length} {limit}"),
                Err(error) => {
                    let told = format!("it is longer than the {limit} bytes");
                    assert!(length > limit && error.to_string().starts_with(&told));
                }
            }
        }
    }
}
