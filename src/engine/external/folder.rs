//! The temporary folders in which outside programs work.

use crate::io::litter::{is_left, mark};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Beginning of the names of temporary folders.
const FOLDER: &str = "sudosat-";

/// Returns the beginning of the name of a new temporary folder. The first call removes the folders
/// that processes left in `parent` which were killed. What can't be removed stays.
pub(super) fn prefix(parent: &Path) -> String {
    static SWEPT: AtomicBool = AtomicBool::new(false);
    if !SWEPT.swap(true, Ordering::Relaxed) {
        for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let rest = name.to_str().and_then(|name| name.strip_prefix(FOLDER));
            // Of the entry itself, not of what a link leads to.
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && rest.is_some_and(is_left) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
    format!("{FOLDER}{}", mark())
}
