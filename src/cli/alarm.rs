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
        let rang = Arc::new(AtomicBool::new(false));
        let start = |limit| {
            let (running, stopped) = mpsc::channel();
            let (rang, interrupt) = (rang.clone(), interrupt.clone());
            thread::Builder::new().spawn(move || {
                if stopped.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                    rang.store(true, Ordering::Relaxed);
                    interrupt.raise();
                }
            })?;
            Ok::<_, io::Error>(running)
        };
        let running = limit.map(start).transpose()?;
        Ok(Alarm {
            rang,
            _running: running,
        })
    }

    /// Returns `true` if the alarm raised the interrupt.
    pub(super) fn rang(&self) -> bool {
        self.rang.load(Ordering::Relaxed)
    }
}
