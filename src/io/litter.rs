//! Temporary files and folders of processes that ended before they removed them.
//!
//! Their names contain the process and its machine, so a later run sees whose they are, and
//! removes them if that process has ended. A process that has to end at once removes its own
//! with [`remove_own_files`].

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

/// Least age of a file or folder that a later run removes.
const STALE: Duration = Duration::from_secs(600);

/// Returns `PID.HOST.`, the part of a temporary name that says whose it is.
pub(crate) fn mark() -> String {
    format!("{}.{}.", std::process::id(), host())
}

/// Returns `true` if a file or folder was left by a process that has ended: `rest` is the part of
/// its name that begins with the [`mark`].
pub(crate) fn is_left(rest: &str, metadata: &Metadata) -> bool {
    let mut parts = rest.split('.');
    let (process, host_of_it) = (parts.next(), parts.next());
    // A process of another machine, which shares the folder, can't be seen here.
    let (Some(Ok(process)), true) = (process.map(str::parse::<u32>), host_of_it == Some(host()))
    else {
        return false;
    };
    let age = metadata
        .modified()
        .map(|time| SystemTime::now().duration_since(time));
    matches!(age, Ok(Ok(age)) if age > STALE) && !is_running(process)
}

/// The temporary files of this process.
static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn files() -> MutexGuard<'static, Vec<PathBuf>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a temporary file in the list that [`remove_own_files`] removes, until it is dropped.
#[derive(Debug)]
pub(crate) struct Noted(PathBuf);

impl Noted {
    /// Notes the file of this path.
    pub(crate) fn new(path: &Path) -> Noted {
        files().push(path.to_owned());
        Noted(path.to_owned())
    }
}

impl Drop for Noted {
    fn drop(&mut self) {
        files().retain(|path| *path != self.0);
    }
}

/// Removes the temporary files of this process, for the moment before it ends. Needs no memory, and
/// does not wait: if another thread is just making a file, all are left.
pub fn remove_own_files() {
    if let Ok(files) = FILES.try_lock() {
        for path in files.iter() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns the machine's name, without dots; `local` if it is not known.
fn host() -> &'static str {
    static HOST: OnceLock<String> = OnceLock::new();
    HOST.get_or_init(|| {
        let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        let name: String = name.trim().chars().filter(is_plain).take(20).collect();
        if name.is_empty() {
            "local".to_owned()
        } else {
            name
        }
    })
}

/// Returns `true` if a process with this number runs, or if that can't be seen.
fn is_running(process: u32) -> bool {
    let processes = Path::new("/proc");
    !processes.join("self").exists() || processes.join(process.to_string()).exists()
}
