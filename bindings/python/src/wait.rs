//! Searches without the GIL, which Ctrl-C ends.

use pyo3::prelude::*;
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
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Interrupt) -> T + Send,
) -> PyResult<T> {
    let interrupt = Interrupt::new();
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let flag = &interrupt;
            let worker = scope.spawn(move || {
                // The receiver is there until the worker has ended.
                let _ = sender.send(work(flag));
            });
            let mut raised = None;
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(result) => return raised.map_or(Ok(result), Err),
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
    })
}
