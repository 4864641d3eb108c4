//! Signals of Unix: requests to end, a write beyond the limit on file sizes, and a reader of
//! standard output that has gone.
//!
//! Rust's start-up code ignores SIGPIPE, so a write to a closed pipe is an
//! error like others. It is passed up to `main`, and on the way every temporary
//! file is removed.

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::{flag, low_level};
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, mpsc};
    use std::{fs, thread};

    /// Lets the program live on after a write beyond `ulimit -f`: the write
    /// then fails with an error that can be reported.
    ///
    /// The signal is caught, not ignored: programs started by this one begin
    /// with the default again, and `ulimit -f` ends them as it should.
    pub(crate) fn survive_file_size_limit() {
        // Without the handler the signal kills the program, as it always did.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }

    /// Ends the program as other tools end when the reader of their standard
    /// output has gone: killed by SIGPIPE, which a shell shows as exit code 141.
    pub(crate) fn die_of_closed_pipe() {
        // It returns only where the signal is not known.
        let _ = low_level::emulate_default_handler(SIGPIPE);
    }

    /// Calls `handle` at each request to end, on a thread of its own. The thread runs when this
    /// returns: later there may be no memory for its start, which would be a panic. Without the
    /// thread, Ctrl-C just kills the program. A signal that is ignored stays so: `nohup` ignores
    /// SIGHUP for a run that is to outlive its terminal.
    pub(crate) fn call_at_each_request(mut handle: impl FnMut() + Send + 'static) {
        let no_signals: [i32; 0] = [];
        let Ok(mut signals) = Signals::new(no_signals) else {
            return;
        };
        let registry = signals.handle();
        let (started, starts) = mpsc::channel();
        let wait = move || {
            let _ = started.send(());
            (&mut signals).into_iter().for_each(|_| handle());
        };
        if thread::Builder::new().spawn(wait).is_err() || starts.recv().is_err() {
            return;
        }
        let ignored = ignored_signals();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            if ignored >> (signal - 1) & 1 == 0 {
                let _ = registry.add_signal(signal);
            }
        }
    }

    /// Returns the signals that the process ignores: bit 0 is signal 1. Only Linux reports them.
    fn ignored_signals() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .unwrap_or(0)
    }
}

#[cfg(unix)]
pub(super) use unix::{call_at_each_request, die_of_closed_pipe, survive_file_size_limit};

/// Does nothing: there are no such signals here.
#[cfg(not(unix))]
pub(super) fn survive_file_size_limit() {}

/// Does nothing: there are no such signals here.
#[cfg(not(unix))]
pub(super) fn die_of_closed_pipe() {}

/// Does nothing: Ctrl-C ends the program at once here.
#[cfg(not(unix))]
pub(super) fn call_at_each_request(_handle: impl FnMut() + Send + 'static) {}
