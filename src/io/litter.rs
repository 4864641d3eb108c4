//! Temporary files and folders of processes that ended before they removed them.
//!
//! Their names contain the process, the time of its start and its machine, so a later run sees
//! whose they are, and removes them if that process has ended. A process that has to end at once removes its own
//! with [`remove_own_files`].

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Returns `PID-START.HOST.`, the part of a temporary name that says whose it is.
pub(crate) fn mark() -> String {
    let process = std::process::id();
    let start = start_of(process).unwrap_or_default();
    format!("{process}-{start}.{}.", host())
}

/// Returns `true` if a file or folder was left by a process that has ended: `rest` is the part of
/// its name that begins with the [`mark`].
pub(crate) fn is_left(rest: &str) -> bool {
    let mut parts = rest.split('.');
    let (owner, host_of_it) = (parts.next().unwrap_or_default(), parts.next());
    let owner = owner
        .split_once('-')
        .map(|(process, start)| (process.parse(), start.parse()));
    match owner {
        // A process of another machine or container, which shares the folder, can't be seen here.
        Some((Ok(process), Ok(start))) if host_of_it == Some(host()) => !is_running(process, start),
        _ => false,
    }
}

/// Removes the temporary files in a folder of writers that have ended. Their names are
/// `.NAME.PID-START.HOST.k.tmp`, or without the name. Whatever fails here is left alone.
///
/// A process looks through each folder once.
pub(crate) fn sweep(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if !swept.insert(folder.to_owned()) {
        return;
    }
    drop(swept);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let rest = name.to_str().and_then(marked);
        if rest.is_some_and(is_left) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the part of a temporary file's name that begins with the [`mark`].
fn marked(name: &str) -> Option<&str> {
    let rest = name.strip_suffix(".tmp")?;
    let (start, _) = rest.rmatch_indices('.').nth(2)?;
    name.starts_with('.').then(|| &rest[start + 1..])
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

/// Returns the name of the place whose processes this one can see, without dots: the machine's
/// name, `local` if it is not known, and on Linux the number of the namespace of processes, which
/// differs between containers.
pub fn host() -> &'static str {
    static HOST: OnceLock<String> = OnceLock::new();
    HOST.get_or_init(|| {
        let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        let name: String = name.trim().chars().filter(is_plain).take(20).collect();
        let name = if name.is_empty() { "local" } else { &name };
        let space = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        let space = space.to_string_lossy();
        let number: String = space.chars().filter(char::is_ascii_digit).collect();
        match number.is_empty() {
            true => name.to_owned(),
            false => format!("{name}-{number}"),
        }
    })
}

/// Returns the time at which a process started, in ticks since the machine did, if it is known.
fn start_of(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in brackets, the 22nd the time.
    let (_, fields) = text.rsplit_once(')')?;
    fields.split_whitespace().nth(19)?.parse().ok()
}

/// Returns `true` if the process that started with this number at this time runs, or if that
/// can't be seen. A later process may have the same number.
fn is_running(process: u32, start: u64) -> bool {
    match start_of(process) {
        Some(other) => other == start,
        None => start_of(std::process::id()).is_none() || exists(process),
    }
}

/// Returns `true` if there is a process with this number, also where `/proc` hides those of other users,
/// or if that can't be seen.
fn exists(process: u32) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, test_kill_process};
        let process = i32::try_from(process).ok().and_then(Pid::from_raw);
        process.is_some_and(|process| test_kill_process(process) != Err(rustix::io::Errno::SRCH))
    }
    #[cfg(not(unix))]
    {
        let _ = process;
        true
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_owner_is_a_process_at_its_time_on_its_machine() {
        let own = std::process::id();
        let (start, host) = (start_of(own).unwrap(), host());
        assert!(!is_left(&mark()));
        // A later process got the number; no process has it; another machine; no mark.
        assert!(is_left(&format!("{own}-{}.{host}.x", start - 1)));
        assert!(is_left(&format!("4294967295-{start}.{host}.x")));
        assert!(!is_left(&format!("4294967295-{start}.not-{host}.x")));
        for other in ["", ".", "x", "4294967295", "1-2", "4294967295-x.local.y"] {
            assert!(!is_left(other), "{other}");
        }
    }

    #[test]
    fn the_mark_of_a_name_is_its_end() {
        assert_eq!(marked(".f.1-2.host.k.tmp"), Some("1-2.host.k"));
        assert_eq!(marked(".a.b.cnf.1-2.host.k.tmp"), Some("1-2.host.k"));
        assert_eq!(marked(".1-2.host.k.tmp"), Some("1-2.host.k"));
        for other in [
            "f.1-2.host.k.tmp",
            ".f.1-2.host.k",
            ".k.tmp",
            ".tmp",
            "",
            "..tmp",
        ] {
            assert_eq!(marked(other), None, "{other}");
        }
    }
}
