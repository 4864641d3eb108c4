//! A clock that raises an interrupt: what has no budget, such as reading, can
//! be ended by it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;
use sudosat::budget::Interrupt;

/// Raises the interrupt when its time has come, unless dropped before.
pub(super) struct Alarm {
    /// Set once the alarm has rung, or was stopped.
    is_over: Arc<AtomicBool>,
    rang: Arc<AtomicBool>,
    /// When it goes, the clock stops.
    _running: Option<Sender<()>>,
}

impl Alarm {
    /// Returns an alarm that rings after this time, if any.
    ///
    /// # Errors
    /// If its thread can't be started.
    pub(super) fn after(limit: Option<Duration>, interrupt: &Interrupt) -> io::Result<Alarm> {
        let is_over = Arc::new(AtomicBool::new(false));
        let rang = Arc::new(AtomicBool::new(false));
        let start = |limit| {
            let (running, stopped) = mpsc::channel();
            let (is_over, rang) = (is_over.clone(), rang.clone());
            let interrupt = interrupt.clone();
            thread::Builder::new().spawn(move || {
                if stopped.recv_timeout(limit) == Err(RecvTimeoutError::Timeout)
                    && !is_over.swap(true, Ordering::Relaxed)
                {
                    rang.store(true, Ordering::Relaxed);
                    interrupt.raise();
                }
            })?;
            Ok::<_, io::Error>(running)
        };
        let running = limit.map(start).transpose()?;
        Ok(Alarm {
            is_over,
            rang,
            _running: running,
        })
    }

    /// Stops the clock for good. Returns `true` if it was too late for that, and the alarm raised
    /// the interrupt, or is about to.
    pub(super) fn stop(self) -> bool {
        self.is_over.swap(true, Ordering::Relaxed)
    }

    /// Returns `true` if the alarm raised the interrupt.
    pub(super) fn rang(&self) -> bool {
        self.rang.load(Ordering::Relaxed)
    }
}
