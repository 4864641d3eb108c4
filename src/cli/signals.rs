//! Signals about outputs: a write beyond the limit on file sizes, and a reader
//! of standard output that has gone.
//!
//! Rust's start-up code ignores SIGPIPE, so a write to a closed pipe is an
//! error like others. It is passed up to `main`, and on the way every temporary
//! file is removed.

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGPIPE, SIGXFSZ};
    use signal_hook::{flag, low_level};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

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
}

#[cfg(unix)]
pub(super) use unix::{die_of_closed_pipe, survive_file_size_limit};

/// Does nothing: there are no such signals here.
#[cfg(not(unix))]
pub fn survive_file_size_limit() {}

/// Does nothing: there are no such signals here.
#[cfg(not(unix))]
pub fn die_of_closed_pipe() {}
