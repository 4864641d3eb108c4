//! Outputs of results: standard output, with errors that name it, and files that
//! never replace an input.
//!
//! A program started with standard output closed (`>&-` in a shell) must not
//! lose its answer in silence. But by the time `main` runs, Rust's start-up code
//! has put `/dev/null` in the place of a closed descriptor, so the standard streams are
//! looked at before that code runs.

use super::report;
use anyhow::{Context, anyhow, bail};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use sudosat::io::{OutputError, Overwrite, Target, display, names_stdout, unwritable};

/// A writer to standard output. Its errors name standard output, and writing fails if
/// it was closed when the program started.
pub(super) struct CheckedStdout<W>(pub W);

impl<W: Write> Write for CheckedStdout<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        refuse_closed_stdout()?;
        self.0.write(bytes).map_err(|error| unwritable("-", error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| unwritable("-", error))
    }
}

/// Standard output, locked and buffered: the last word must be `flush`.
pub(super) type Stdout = BufWriter<Box<dyn Write>>;

pub(super) fn stdout() -> Stdout {
    BufWriter::with_capacity(64 << 10, Box::new(CheckedStdout(io::stdout().lock())))
}

/// Returns a writer that drops everything.
pub(super) fn nowhere() -> Stdout {
    BufWriter::new(Box::new(io::sink()))
}

/// Returns an error if nothing can be written to standard output because it was
/// closed, or open for reading only, when the program started.
pub(super) fn refuse_closed_stdout() -> io::Result<()> {
    #[cfg(unix)]
    if !unix::STDOUT_WRITES.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(unwritable("-", io::Error::other("it is closed")));
    }
    Ok(())
}

/// Remembers which descriptors the program was started with. Must come before it opens any.
pub(super) fn remember_descriptors() {
    #[cfg(unix)]
    sudosat::io::remember_descriptors(&unix::closed_streams());
}

/// Begins to write a file, or standard output if the path is `-`. A file that
/// exists is replaced if `force` is set, but never if it is one of the `inputs`.
pub(super) fn create(
    path: impl AsRef<Path>,
    force: bool,
    inputs: &[impl AsRef<OsStr>],
) -> anyhow::Result<Target> {
    let path = path.as_ref();
    refuse_inputs(path, inputs)?;
    if names_stdout(path) {
        refuse_closed_stdout()?;
    }
    let overwrite = match force {
        true => Overwrite::Always,
        false => Overwrite::Never,
    };
    Target::create(path, overwrite).map_err(explained)
}

/// Removes the proof of an earlier run, which this run was allowed to replace and
/// has no proof for, so that nobody takes it for this run's.
pub(super) fn remove_old_proof(path: &Path, quiet: bool) -> anyhow::Result<()> {
    if remove(path, "the old proof")? && !quiet {
        let name = path.to_string_lossy();
        report::note(&format!(
            "{}: removed: it was an earlier run's, and this run has no proof",
            display(&name)
        ));
    }
    Ok(())
}

/// Removes a file, which is `what` in the error. A link that leads to it stays. Returns `true` if
/// there was one.
pub(super) fn remove(path: &Path, what: &str) -> anyhow::Result<bool> {
    let file = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::remove_file(file) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => {
            let name = path.to_string_lossy();
            Err(error).with_context(|| format!("{}: {what} can't be removed", display(&name)))
        }
    }
}

/// Returns the error for a failure to write, with advice.
pub(super) fn explained(error: OutputError) -> anyhow::Error {
    match error {
        OutputError::Exists { .. } => anyhow!("{error}; `--force` replaces it"),
        other => other.into(),
    }
}

/// Refuses to write the file that one of the inputs comes from, under whatever
/// name: a link, or standard input redirected.
pub(super) fn refuse_inputs(path: &Path, inputs: &[impl AsRef<OsStr>]) -> anyhow::Result<()> {
    let output = file(path).filter(|_| path != Path::new("-"));
    let Some(output) = output else {
        return Ok(());
    };
    for input in inputs.iter().map(AsRef::as_ref) {
        let read = match input == "-" {
            true => descriptors::metadata(&io::stdin()),
            false => file(Path::new(input)),
        };
        if read.is_some_and(|read| read.is_file() && descriptors::is_same(&read, &output)) {
            let name = path.to_string_lossy();
            bail!(
                "{}: it is the input, which would be replaced",
                display(&name)
            );
        }
    }
    Ok(())
}

/// Returns `true` if writing to the path would mix with the results: it is `-`, or
/// another name of the file behind standard output, such as `/dev/stdout`.
pub(super) fn is_stdout(path: &Path) -> bool {
    if names_stdout(path) {
        return true;
    }
    // Nobody reads what goes to `/dev/null`.
    let is_sink = !io::stdout().is_terminal()
        && fs::canonicalize(path).is_ok_and(|path| path == Path::new("/dev/null"));
    let same = |output| {
        descriptors::metadata(&io::stdout())
            .is_some_and(|stdout| descriptors::is_same(&stdout, &output))
    };
    !is_sink && file(path).is_some_and(same)
}

fn file(path: &Path) -> Option<Metadata> {
    fs::metadata(path).ok()
}

/// Refuses two outputs that would be one file, under whatever names. Each is a path and
/// the option that names it. What is no regular file, as `/dev/null`, may be named twice.
pub(super) fn refuse_same(outputs: &[(&Path, &str)]) -> anyhow::Result<()> {
    let mut owners: HashMap<PathBuf, &str> = HashMap::new();
    for &(path, option) in outputs {
        if path.exists() && !path.is_file() {
            continue;
        }
        if let Some(owner) = owners.insert(place(path), option) {
            let name = path.to_string_lossy();
            bail!(
                "{owner} and {option} would both be written to {}; name another file for one of them",
                display(&name)
            );
        }
    }
    Ok(())
}

/// Returns one path for all names of a file, whether it exists or not.
fn place(path: &Path) -> PathBuf {
    let real = fs::canonicalize(path).ok();
    let in_folder = || {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    real.or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

#[cfg(unix)]
mod unix {
    use rustix::fs::{OFlags, fcntl_getfl};
    use rustix::stdio::{stderr, stdin, stdout};
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Set if standard output could be written when the program started.
    pub(super) static STDOUT_WRITES: AtomicBool = AtomicBool::new(false);

    /// For descriptors 0, 1 and 2: set if it was open when the program started.
    static WAS_OPEN: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

    ctor::declarative::ctor! {
        /// Runs before `main`, so it does no more than a few system calls.
        #[ctor]
        fn look_at_streams() {
            let modes = [
                fcntl_getfl(stdin()),
                fcntl_getfl(stdout()),
                fcntl_getfl(stderr()),
            ];
            for (was_open, mode) in WAS_OPEN.iter().zip(modes) {
                was_open.store(mode.is_ok(), Ordering::Relaxed);
            }
            let writes = modes[1].is_ok_and(|flags| flags.intersects(OFlags::WRONLY | OFlags::RDWR));
            STDOUT_WRITES.store(writes, Ordering::Relaxed);
        }
    }

    /// Returns the numbers of the standard streams that were closed when the program started.
    pub(super) fn closed_streams() -> Vec<u32> {
        let streams = WAS_OPEN.iter().zip(0..);
        let closed = streams.filter(|(was_open, _)| !was_open.load(Ordering::Relaxed));
        closed.map(|(_, number)| number).collect()
    }
}

/// Metadata of open files, and a test if two are the same file.
#[cfg(unix)]
mod descriptors {
    use std::fs::{File, Metadata};
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    pub(super) fn metadata(stream: &impl AsFd) -> Option<Metadata> {
        let descriptor = stream.as_fd().try_clone_to_owned().ok()?;
        File::from(descriptor).metadata().ok()
    }

    pub(super) fn is_same(one: &Metadata, other: &Metadata) -> bool {
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }
}

/// On other systems this is not known.
#[cfg(not(unix))]
mod descriptors {
    use std::fs::Metadata;

    pub(super) fn metadata<T>(_: &T) -> Option<Metadata> {
        None
    }

    pub(super) fn is_same(_: &Metadata, _: &Metadata) -> bool {
        false
    }
}
