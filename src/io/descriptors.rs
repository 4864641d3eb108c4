//! Paths that name open descriptors, such as `/dev/fd/7`, `/proc/self/fd/7` and `/dev/stdin`.
//!
//! A process gets the lowest free numbers for what it opens. So a descriptor that the caller has
//! closed may be one of the program's own pipes or files by the time that its path is opened. The
//! program therefore remembers at its start which descriptors are open, and refuses paths that
//! name another one.

use super::path::directory_of;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The reason why a path is refused.
pub(super) const CLOSED: &str = "this descriptor was closed when the program started; \
                                 name a file, or open it as a shell does with 7>FILE or 7<FILE";

/// Largest number of links that are followed, as in Linux.
const MAX_LINKS: u32 = 40;

/// The descriptors that were open at the start of the program.
static OPEN: OnceLock<HashSet<u32>> = OnceLock::new();

/// Remembers the descriptors that are open now: from now on, inputs and outputs whose paths name
/// another one are refused. Of the standard streams, those whose numbers are in `closed` count as
/// closed: Rust's start-up code has opened `/dev/null` in their place.
///
/// Without this call, as in other programs that use this library, all paths are opened.
pub fn remember_descriptors(closed: &[u32]) {
    let Ok(entries) = fs::read_dir("/dev/fd") else {
        return;
    };
    let names = entries.flatten().map(|entry| entry.file_name());
    let names: Vec<_> = names.collect();
    // The descriptor that listed them is closed again, so it is not there any more.
    let is_there = |name: &OsString| fs::symlink_metadata(Path::new("/dev/fd").join(name)).is_ok();
    let names = names.into_iter().filter(is_there);
    let open = names.filter_map(|name| name.to_str()?.parse().ok());
    let _ = OPEN.set(open.filter(|number| !closed.contains(number)).collect());
}

/// Returns `true` if a path names a descriptor that was closed when the program started.
pub fn names_closed_descriptor(path: &Path) -> bool {
    let is_open = |open: &HashSet<u32>| number_of(path).is_none_or(|number| open.contains(&number));
    OPEN.get().is_some_and(|open| !is_open(open))
}

/// Returns `true` if standard input is known to have been closed when the program started.
pub(super) fn is_stdin_closed() -> bool {
    OPEN.get().is_some_and(|open| !open.contains(&0))
}

/// Returns the number of the descriptor that a path names, directly or by links.
fn number_of(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let folder = fs::canonicalize(directory_of(&path)).ok()?;
        if is_list(&folder) {
            return path.file_name()?.to_str()?.parse().ok();
        }
        // A link in the folder of another process's descriptors may lead to no path.
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}

/// Returns `true` if a folder lists the descriptors of this process.
fn is_list(folder: &Path) -> bool {
    let own = || fs::canonicalize("/proc/self").unwrap_or_else(|_| PathBuf::from("/proc/self"));
    let is_named = folder.file_name() == Some(OsStr::new("fd"));
    is_named && (folder == Path::new("/dev/fd") || folder.starts_with(own()))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_has_many_paths() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/fd/7", &link).unwrap();
        let chain = folder.path().join("chain");
        std::os::unix::fs::symlink("link", &chain).unwrap();
        let own = format!("/proc/{}/fd/7", std::process::id());
        for path in [
            "/dev/fd/7",
            "/dev//fd/./7",
            "/dev/../dev/fd/7",
            "/proc/self/fd/7",
            "/proc/thread-self/fd/7",
            &own,
            link.to_str().unwrap(),
            chain.to_str().unwrap(),
        ] {
            assert_eq!(number_of(Path::new(path)), Some(7), "{path}");
        }
        assert_eq!(number_of(Path::new("/dev/stdin")), Some(0));
        assert_eq!(number_of(Path::new("/dev/stderr")), Some(2));
        for path in [
            "7",
            "/dev/null",
            "/proc/1/fd/7",
            "/dev/fd",
            "/proc/self/fdinfo/7",
            "-",
            "",
        ] {
            assert_eq!(number_of(Path::new(path)), None, "{path}");
        }
    }
}
