//! The programs that run now, so that none outlives this one.
//!
//! A program and its folder are seen to by whoever started it. When this
//! program must end at once, threads that wait for others are not waited for:
//! [`end_all`] then kills what runs and removes the folders.

use rustix::process::{Pid, Signal, kill_process_group};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The running programs, and whether more may start.
struct Running {
    entries: Vec<Entry>,
    ended: bool,
}

struct Entry {
    folder: PathBuf,
    group: Option<Pid>,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    entries: Vec::new(),
    ended: false,
});

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run, from before its program starts until its folder is to be removed.
pub(super) struct Run(PathBuf);

impl Run {
    /// Notes a run in this folder.
    pub(super) fn new(folder: &Path) -> Run {
        let entry = Entry {
            folder: folder.to_path_buf(),
            group: None,
        };
        running().entries.push(entry);
        Run(folder.to_path_buf())
    }

    /// Starts the program with `spawn`, which gives its process group; not
    /// any more once all were ended.
    pub(super) fn start<T>(
        &self,
        spawn: impl FnOnce() -> std::io::Result<T>,
        group: impl FnOnce(&T) -> Pid,
    ) -> std::io::Result<T> {
        // Under the lock: nothing can start between the killing and the end.
        let mut running = running();
        if running.ended {
            return Err(std::io::Error::other("this program is about to end"));
        }
        let started = spawn()?;
        let entry = running
            .entries
            .iter_mut()
            .find(|entry| entry.folder == self.0);
        if let Some(entry) = entry {
            entry.group = Some(group(&started));
        }
        Ok(started)
    }

    /// Called when the program has ended and its process id may be reused.
    pub(super) fn ended(&self) {
        let mut running = running();
        let entry = running
            .entries
            .iter_mut()
            .find(|entry| entry.folder == self.0);
        if let Some(entry) = entry {
            entry.group = None;
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // The folder first: while it is there, somebody must know of it.
        let _ = std::fs::remove_dir_all(&self.0);
        running().entries.retain(|entry| entry.folder != self.0);
    }
}

/// Kills every program that an engine runs now, removes its folder, and lets
/// none start any more. For the moment before this program ends.
pub fn end_all() {
    let mut running = running();
    running.ended = true;
    for entry in running.entries.drain(..) {
        if let Some(group) = entry.group {
            // It may have ended just now.
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = std::fs::remove_dir_all(&entry.folder);
    }
}
