//! Reading from what may never answer: pipes, terminals, devices.
//!
//! A read from a pipe blocks until somebody writes, and so does opening a
//! named pipe. Both are done on a thread of their own, so that whoever waits
//! for the bytes can give up: when the user interrupts, or when nobody opens
//! the other end.

use super::error::InputError;
use crate::budget::Interrupt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Longest time that a named pipe may be without a writer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time between two looks at the interrupt while no input comes.
const TICK: Duration = Duration::from_millis(20);
/// Number of bytes read at once.
const BLOCK: usize = 64 << 10;

/// The reading end of a thread that reads.
pub(super) struct Pipe {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// Blocks that were read go back to be filled again.
    spent: SyncSender<Vec<u8>>,
    block: Vec<u8>,
    position: usize,
    interrupt: Interrupt,
}

impl Pipe {
    /// Reads `input` on another thread.
    ///
    /// # Errors
    /// If the thread can't be started.
    pub(super) fn new(
        mut input: impl Read + Send + 'static,
        interrupt: Interrupt,
    ) -> io::Result<Pipe> {
        let (filled, blocks) = mpsc::sync_channel(2);
        let (spent, empty) = mpsc::sync_channel::<Vec<u8>>(4);
        thread::Builder::new().spawn(move || {
            loop {
                let mut block = empty.try_recv().unwrap_or_default();
                block.resize(BLOCK, 0);
                let answer = match input.read(&mut block) {
                    Ok(0) => return,
                    Ok(length) => {
                        block.truncate(length);
                        Ok(block)
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let failed = answer.is_err();
                // Nobody listens any more: stop reading.
                if filled.send(answer).is_err() || failed {
                    return;
                }
            }
        })?;
        Ok(Pipe {
            blocks,
            spent,
            block: Vec::new(),
            position: 0,
            interrupt,
        })
    }
}

impl Read for Pipe {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.position == self.block.len() {
            let used = std::mem::take(&mut self.block);
            if used.capacity() > 0 {
                // If the way back is full or closed, the block is just freed.
                let _ = self.spent.try_send(used);
            }
            self.position = 0;
            match wait(&self.blocks, &self.interrupt, None) {
                Ok(block) => self.block = block?,
                Err(Wait::Closed) => return Ok(0),
                Err(Wait::Interrupted | Wait::Late) => return Err(interrupted()),
            }
        }
        let length = out.len().min(self.block.len() - self.position);
        out[..length].copy_from_slice(&self.block[self.position..self.position + length]);
        self.position += length;
        Ok(length)
    }
}

/// Opens a named pipe, if another program opens its other end within some seconds.
pub(super) fn open_fifo(
    path: &Path,
    name: &str,
    interrupt: &Interrupt,
) -> Result<File, InputError> {
    let (opened, answer) = mpsc::sync_channel(1);
    let owned: PathBuf = path.to_owned();
    let opener = thread::Builder::new().spawn(move || {
        // If nobody waits any more, the file is closed again.
        let _ = opened.send(File::open(owned));
    });
    opener.map_err(|error| InputError::unreadable(name, &error))?;
    let deadline = Instant::now() + PATIENCE;
    match wait(&answer, interrupt, Some(deadline)) {
        Ok(file) => file.map_err(|error| InputError::unreadable(name, &error)),
        Err(reason) => {
            release(path);
            Err(match reason {
                Wait::Interrupted => InputError::unreadable(name, &interrupted()),
                Wait::Late | Wait::Closed => InputError::whole(
                    name,
                    format!(
                        "it is a named pipe that no program has opened for writing in {} seconds; \
                         start the one that writes to it",
                        PATIENCE.as_secs()
                    ),
                ),
            })
        }
    }
}

/// Lets the thread that waits for a writer go, by being one for a moment.
fn release(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let _ = File::options()
            .write(true)
            .custom_flags(libc::O_NONBLOCK)
            .open(path);
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Returns the error of a read that the user ended.
pub(super) fn interrupted() -> io::Error {
    // Not `ErrorKind::Interrupted`: callers repeat a read that fails so.
    io::Error::other("interrupted")
}

enum Wait {
    /// The sender has gone.
    Closed,
    /// The interrupt was raised.
    Interrupted,
    /// The deadline passed.
    Late,
}

fn wait<T>(
    receiver: &Receiver<T>,
    interrupt: &Interrupt,
    deadline: Option<Instant>,
) -> Result<T, Wait> {
    loop {
        if interrupt.is_raised() {
            return Err(Wait::Interrupted);
        }
        match receiver.recv_timeout(TICK) {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Disconnected) => return Err(Wait::Closed),
            Err(RecvTimeoutError::Timeout) => {
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return Err(Wait::Late);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_pipe_gives_what_was_written_and_then_ends() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut pipe = Pipe::new(reader, Interrupt::new()).unwrap();
        let sent: Vec<u8> = (0..500_000u32).map(|i| (i % 251) as u8).collect();
        let copy = sent.clone();
        let thread = thread::spawn(move || writer.write_all(&copy).unwrap());
        let mut got = Vec::new();
        pipe.read_to_end(&mut got).unwrap();
        thread.join().unwrap();
        assert!(got == sent);
    }

    #[test]
    fn a_silent_pipe_can_be_interrupted() {
        let (reader, _writer) = io::pipe().unwrap();
        let interrupt = Interrupt::new();
        let mut pipe = Pipe::new(reader, interrupt.clone()).unwrap();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            interrupt.raise();
        });
        let error = pipe.read(&mut [0; 10]).unwrap_err();
        assert_eq!(error.to_string(), "interrupted");
    }
}
