//! Work without the GIL, which Ctrl-C ends.

use crate::errors;
use pyo3::prelude::*;
use std::io;
use std::panic;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use sudosat::budget::Interrupt;

/// Time between two looks for signals. A person does not notice it, and a look takes
/// microseconds.
pub(crate) const INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own, without the GIL, and waits for it. A signal whose
/// handler raises an exception, as Ctrl-C does, raises the interrupt that `work` gets; the
/// exception is returned when `work` has ended.
///
/// # Errors
/// The exception of a signal handler, or `OSError` if no thread can be started.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Interrupt) -> T + Send,
) -> PyResult<T> {
    let interrupt = Interrupt::new();
    let started = py.detach(|| {
        thread::scope(|scope| -> io::Result<PyResult<T>> {
            let (sender, receiver) = mpsc::sync_channel(1);
            let flag = &interrupt;
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                // The receiver is there until the worker has ended.
                let _ = sender.send(work(flag));
            })?;
            let mut raised = None;
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(result) => return Ok(raised.map_or(Ok(result), Err)),
                    Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                        raised = Python::attach(|py| py.check_signals()).err();
                        if raised.is_some() {
                            interrupt.raise();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            match worker.join() {
                Err(panic) => panic::resume_unwind(panic),
                Ok(()) => unreachable!("a worker that ends has sent its result"),
            }
        })
    });
    started.unwrap_or_else(|error| {
        let reason = format!("can't start a thread: {error}");
        Err(errors::os_error(py, &error, &reason, None))
    })
}

/// Returns the error of an output whose writing was interrupted.
pub(crate) fn interrupted() -> io::Error {
    // A writer repeats a write that fails with `ErrorKind::Interrupted`.
    io::Error::other("interrupted")
}
