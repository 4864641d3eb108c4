//! The temporary folders in which outside programs work.

use super::Limits;
use super::command::{CNF, Command};
use super::process::Process;
use super::running::Run;
use crate::budget::Budget;
use crate::io::litter::{is_left, mark};
use std::env;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;

/// Beginning of the names of temporary folders.
const FOLDER: &str = "sudosat-";

/// The folder in which a program works, with its input. It goes away when it is dropped, with
/// whatever the program left in it.
pub(crate) struct ProgramFolder {
    /// Dropped before the folder.
    run: Run,
    folder: TempDir,
}

impl ProgramFolder {
    /// Makes a folder with the program's input, which `write` writes.
    ///
    /// # Errors
    /// If that is not possible; the reason in words.
    pub(crate) fn new(
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<ProgramFolder, String> {
        let parent = env::temp_dir();
        let folder = tempfile::Builder::new()
            .prefix(&prefix(&parent))
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(parent)
            .map_err(|error| format!("no temporary folder: {error}"))?;
        let run = Run::new(folder.path());
        let write = || {
            let mut file = BufWriter::new(File::create_new(folder.path().join(CNF))?);
            write(&mut file)?;
            file.flush()
        };
        write().map_err(|error| format!("its input can't be written: {error}"))?;
        Ok(ProgramFolder { run, folder })
    }

    /// Returns the folder's path.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Starts a program in the folder, with a place for a proof if one is wanted.
    pub(crate) fn start<'a>(
        &'a self,
        program: &Path,
        command: &Command,
        proof: bool,
        budget: &'a Budget,
        limits: &'a Limits,
    ) -> io::Result<Process<'a>> {
        Process::start(
            program,
            command,
            proof,
            self.path(),
            budget,
            limits,
            &self.run,
        )
    }
}

/// Returns the beginning of the name of a new temporary folder. The first call removes the folders
/// that processes left in `parent` which were killed. What can't be removed stays.
fn prefix(parent: &Path) -> String {
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
