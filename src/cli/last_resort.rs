//! The end of a run that can't go on: an allocation fails, or it overruns its limit.
//!
//! [`end`] says why, removes temporary files, and ends the program with the exit code of a run that gave
//! up, whatever other threads are doing. `overrun.rs` calls it when a limit has passed.
//!
//! Estimates and limits let most searches give up in time ([`sudosat::engine::memory`]). For the
//! others, Rust has no error to return: it prints the size of the allocation and aborts, which raises SIGABRT. A
//! handler of this signal wakes a thread of this file, which calls `end`. Meanwhile the
//! thread that aborts is kept in the handler, by a write to a pipe that is full. The handler and
//! the thread allocate nothing after the signal.

use super::exit::Exit;
use std::io::{self, Write};
use std::sync::Mutex;
use sudosat::budget::Stop;
use sudosat::engine::memory;
use sudosat::io::remove_own_files;

/// Writes the answer of a run that stops for this reason.
type Words = Box<dyn Fn(&mut dyn Write, Stop) -> io::Result<()> + Send>;

/// The stage of a command, which decides how a run that ends early is reported.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// It reads. If memory runs out, the input is too large.
    Reading,
    /// It searches, and may give up.
    Searching,
    /// It prints its answer. If it ends now, the answer is incomplete.
    Answering,
}

/// The answer and the exit code of a run that can't go on.
struct End {
    phase: Phase,
    /// The exit of a run that gave up.
    exit: Exit,
    /// The answer for standard output, if there is one.
    words: Option<Words>,
}

static END: Mutex<End> = Mutex::new(End {
    phase: Phase::Searching,
    exit: Exit::GaveUp,
    words: None,
});

fn change(change: impl FnOnce(&mut End)) {
    if let Ok(mut end) = END.lock() {
        change(&mut end);
    }
}

/// Prepares for the case that memory runs out, for a command that begins with this phase.
pub(super) fn arm(phase: Phase) {
    change(|end| end.phase = phase);
    // Without the handler an allocation that fails kills the program.
    #[cfg(unix)]
    let _ = unix::catch_abort();
}

/// Records that the input was read: if memory runs out from now on, the program ends as if
/// it gave up the search.
pub(super) fn searching() {
    change(|end| end.phase = Phase::Searching);
}

/// If the run ends without an answer from now on, this is its exit, and these words are the answer on
/// standard output. They must be written without taking memory.
pub(super) fn give_up_with(
    exit: Exit,
    words: impl Fn(&mut dyn Write, Stop) -> io::Result<()> + Send + 'static,
) {
    change(|end| {
        end.exit = exit;
        end.words = Some(Box::new(words));
    });
}

/// Records that the answer is being printed: if the run ends from now on, the answer is
/// incomplete, so nothing is printed in its place and the exit code is 2.
pub(super) fn answering() {
    change(|end| end.phase = Phase::Answering);
}

/// Ends the program at once, because of this reason. Takes no memory.
pub(super) fn end(stop: Stop) -> ! {
    memory::relax();
    remove_own_files();
    // Another thread holds the lock only for a moment.
    let (exit, text) = match END.try_lock() {
        Ok(end) => end.answer(stop),
        Err(_) => (Exit::GaveUp, gave_up(stop)),
    };
    // If standard error is closed, the exit code is all that is left.
    let _ = raw::stderr().write_all(text);
    raw::exit(exit.code().into())
}

impl End {
    /// Prints the answer, if there is one. Returns the exit and the line for standard error.
    fn answer(&self, stop: Stop) -> (Exit, &'static [u8]) {
        match (self.phase, stop) {
            (Phase::Answering, _) | (Phase::Reading, Stop::Memory) => {
                return (Exit::BadInput, incomplete(stop));
            }
            _ => {}
        }
        let written = self
            .words
            .as_ref()
            .map(|words| words(&mut raw::stdout(), stop));
        match written {
            Some(Err(_)) => (
                Exit::BadInput,
                b"error: standard output: can't be written\n",
            ),
            Some(Ok(())) if self.exit == Exit::Done => (Exit::Done, b""),
            _ => (self.exit, gave_up(stop)),
        }
    }
}

/// Returns the line of a run that ends before its input is read or while it prints its answer.
fn incomplete(stop: Stop) -> &'static [u8] {
    match stop {
        Stop::Time => b"error: out of time: the answer is incomplete\n",
        Stop::Interrupted => b"error: interrupted: the answer is incomplete\n",
        _ => {
            b"error: out of memory: the input is too large for the memory that this run may have\n"
        }
    }
}

/// Returns the line that says why a run gave up.
fn gave_up(stop: Stop) -> &'static [u8] {
    match stop {
        Stop::Time => b"gave up: out of time\n",
        Stop::Interrupted => b"gave up: interrupted\n",
        _ => b"gave up: out of memory\n",
    }
}

/// The standard streams without the buffers and the locks of the standard library: a thread that
/// does not go on may hold them.
#[cfg(unix)]
mod raw {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::io::{self, Write};
    use std::os::fd::BorrowedFd;

    pub(super) use signal_hook::low_level::exit;

    /// A stream. Writing fails where it would have to wait.
    pub(super) struct Raw(BorrowedFd<'static>);

    pub(super) fn stdout() -> Raw {
        Raw(rustix::stdio::stdout())
    }

    pub(super) fn stderr() -> Raw {
        Raw(rustix::stdio::stderr())
    }

    impl Write for Raw {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut ready = [PollFd::new(&self.0, PollFlags::OUT)];
            match poll(&mut ready, Some(&Timespec::default()))? {
                0 => Err(io::ErrorKind::WouldBlock.into()),
                _ => Ok(rustix::io::write(self.0, bytes)?),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}

/// The standard streams, where there is no way around their locks.
#[cfg(not(unix))]
mod raw {
    pub(super) use std::io::{stderr, stdout};
    pub(super) use std::process::exit;
}

#[cfg(unix)]
pub(super) use unix::start_small;

/// Starts a thread.
#[cfg(not(unix))]
pub(super) fn start_small(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().spawn(work).map(drop)
}

#[cfg(unix)]
mod unix {
    use super::end;
    use rustix::fs::{OFlags, fcntl_setfl};
    use signal_hook::consts::SIGABRT;
    use signal_hook::low_level;
    use std::io::{self, PipeReader, Read, Write};
    use std::sync::mpsc;
    use std::thread;
    use sudosat::budget::Stop;

    /// Size of the thread's stack in bytes: small, because it counts as memory from the start.
    const STACK: usize = 128 << 10;

    /// Starts the thread, and then lets SIGABRT wake it.
    pub(super) fn catch_abort() -> io::Result<()> {
        let (woken, wake) = io::pipe()?;
        let (kept, full) = io::pipe()?;
        let mut filler = full.try_clone()?;
        start_small(move || wait(woken, &kept))?;
        // The handler writes a byte to each, in this order.
        low_level::pipe::register(SIGABRT, wake)?;
        low_level::pipe::register(SIGABRT, full)?;
        // Registering makes a write fail that would have to wait; this one shall wait.
        while filler.write(&[0; 1 << 14]).is_ok() {}
        while filler.write(&[0]).is_ok() {}
        fcntl_setfl(&filler, OFlags::empty())?;
        Ok(())
    }

    /// Starts a thread with a small stack, so that it takes little memory and few addresses.
    pub(crate) fn start_small(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        without_arena(|| {
            let (ready, started) = mpsc::channel();
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn(move || {
                let _ = ready.send(());
                drop(ready);
                work();
            })?;
            // An error means that the thread has ended.
            let _ = started.recv();
            Ok(())
        })
    }

    /// Starts a thread by `start` so that it takes few addresses, if they are limited.
    ///
    /// The allocator of glibc reserves 64 MiB of addresses for each thread, and does without them if
    /// they can't be had. So few are left while the thread starts, which is the only time that it
    /// allocates.
    fn without_arena<T>(start: impl FnOnce() -> T) -> T {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
            /// Number of addresses that are left.
            const SPARE: u64 = 2 << 20;
            let before = getrlimit(Resource::As);
            if let Some(limit) = before.current
                && let Some(used) = addresses()
                && used + SPARE < limit
            {
                let lowered = Rlimit {
                    current: Some(used + SPARE),
                    ..before
                };
                let _ = setrlimit(Resource::As, lowered);
                let result = start();
                let _ = setrlimit(Resource::As, before);
                return result;
            }
        }
        start()
    }

    /// Returns the number of addresses that this process has taken, in bytes.
    #[cfg(target_os = "linux")]
    fn addresses() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
        let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kib << 10)
    }

    /// Waits for a byte and ends the program. Returns if there will be none. The other pipe is kept
    /// open.
    fn wait(mut woken: PipeReader, _kept: &PipeReader) {
        loop {
            match woken.read(&mut [0]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(1..) => end(Stop::Memory),
                _ => return,
            }
        }
    }
}
