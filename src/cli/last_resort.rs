//! The end of a run when an allocation fails.
//!
//! Estimates and limits let most searches give up in time ([`sudosat::engine::memory`]). For the
//! others, Rust has no error to return: it prints the size of the allocation and aborts, which raises SIGABRT. A
//! handler of this signal wakes a thread of this file. The thread says that memory ran out, removes
//! temporary files, and ends the program with the exit code of a run that gave up. Meanwhile the
//! thread that aborts is kept in the handler, by a write to a pipe that is full.
//!
//! The handler and the thread allocate nothing after the signal.

use super::exit::Exit;
use std::io::{self, Write};
use std::sync::Mutex;

/// Writes an answer.
type Words = Box<dyn Fn(&mut dyn Write) -> io::Result<()> + Send>;

/// The answer and the exit code of a run that has no memory left.
struct End {
    exit: Exit,
    /// The answer for standard output, if there is one.
    words: Option<Words>,
}

static END: Mutex<End> = Mutex::new(End {
    exit: Exit::GaveUp,
    words: None,
});

fn set(exit: Exit, words: Option<Words>) {
    if let Ok(mut end) = END.lock() {
        *end = End { exit, words };
    }
}

/// Prepares for the case that memory runs out: the program then ends with this exit.
pub(super) fn arm(exit: Exit) {
    set(exit, None);
    // Without the handler an allocation that fails kills the program.
    #[cfg(unix)]
    let _ = unix::catch_abort();
}

/// Records that the input was read: if memory runs out from now on, the program ends as if
/// it gave up the search.
pub(super) fn searching() {
    set(Exit::GaveUp, None);
}

/// If memory runs out from now on, these words are the answer on standard output. They must be written
/// without taking memory.
pub(super) fn searching_with(
    exit: Exit,
    words: impl Fn(&mut dyn Write) -> io::Result<()> + Send + 'static,
) {
    set(exit, Some(Box::new(words)));
}

/// Records that the answer is being printed: if memory runs out from now on, the answer is
/// incomplete, so nothing is printed in its place and the exit code is 2.
pub(super) fn answering() {
    set(Exit::BadInput, None);
}

#[cfg(unix)]
mod unix {
    use super::{END, Exit};
    use rustix::fs::{OFlags, fcntl_setfl};
    use rustix::stdio::{stderr, stdout};
    use signal_hook::consts::SIGABRT;
    use signal_hook::low_level;
    use std::io::{self, PipeReader, Read, Write};
    use std::os::fd::BorrowedFd;
    use std::sync::mpsc;
    use std::thread;
    use sudosat::engine::memory;
    use sudosat::io::remove_own_files;

    /// Size of the thread's stack in bytes: small, because it counts as memory from the start.
    const STACK: usize = 128 << 10;

    /// Starts the thread, and then lets SIGABRT wake it.
    pub(super) fn catch_abort() -> io::Result<()> {
        let (woken, wake) = io::pipe()?;
        let (kept, full) = io::pipe()?;
        let mut filler = full.try_clone()?;
        without_arena(|| {
            let (ready, started) = mpsc::channel();
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn(move || {
                let _ = ready.send(());
                drop(ready);
                wait(woken, &kept);
            })?;
            // An error means that the thread has ended.
            let _ = started.recv();
            Ok::<_, io::Error>(())
        })?;
        // The handler writes a byte to each, in this order.
        low_level::pipe::register(SIGABRT, wake)?;
        low_level::pipe::register(SIGABRT, full)?;
        // Registering makes a write fail that would have to wait; this one shall wait.
        while filler.write(&[0; 1 << 9]).is_ok() {}
        while filler.write(&[0]).is_ok() {}
        fcntl_setfl(&filler, OFlags::empty())?;
        Ok(())
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
            if let (Some(limit), Some(used)) = (before.current, addresses())
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
                Ok(1..) => end(),
                _ => return,
            }
        }
    }

    fn end() -> ! {
        memory::relax();
        remove_own_files();
        // Held by another thread only for a moment at the start.
        let exit = END.try_lock().map_or(Exit::GaveUp, |end| match &end.words {
            None => end.exit,
            Some(words) => match words(&mut Raw(stdout())) {
                Ok(()) => end.exit,
                Err(_) => Exit::BadInput,
            },
        });
        let text: &[u8] = match exit {
            Exit::Done => b"",
            Exit::GaveUp => b"gave up: out of memory\n",
            _ => b"error: out of memory: the input is too large for the memory that this run may have\n",
        };
        // If standard error is closed there is nobody to tell.
        let _ = Raw(stderr()).write_all(text);
        low_level::exit(exit.code().into())
    }

    /// A standard stream, without the buffer and the lock of the standard library: the
    /// thread that aborts may hold them.
    struct Raw(BorrowedFd<'static>);

    impl Write for Raw {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(rustix::io::write(self.0, bytes)?)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}
