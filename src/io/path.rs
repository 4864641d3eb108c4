//! Names, folders and kinds of the files that paths name.

use super::{display, display_bytes};
use std::ffi::OsStr;
use std::path::Path;

/// Returns a name for messages. Bytes that are not UTF-8 are shown as `\xff`.
pub(super) fn name_of(arg: &OsStr) -> String {
    match arg.to_str() {
        Some(name) => display(name).into_owned(),
        None => display_bytes(arg.as_encoded_bytes()),
    }
}

/// Returns the folder of a path; `.` for a name alone.
pub(super) fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Returns `true` for a named pipe.
#[cfg(unix)]
pub(super) fn is_fifo(kind: std::fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_fifo()
}

#[cfg(not(unix))]
pub(super) fn is_fifo(_kind: std::fs::FileType) -> bool {
    false
}
