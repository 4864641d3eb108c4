//! Writing a file whole or not at all.

use super::descriptors::{CLOSED, names_closed_descriptor};
use super::error::{OutputError, unwritable};
use super::litter::{self, Noted};
use super::path::{directory_of, is_fifo, name_of};
use bzip2::write::BzEncoder;
use flate2::Compression;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Stderr, Stdout, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// The treatment of a file that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Refuse.
    Never,
    /// Replace it when the new one is complete.
    Always,
}

/// Number of bytes written at once.
const BLOCK: usize = 256 << 10;
/// The longest name, in bytes, that a temporary file's name repeats.
const LONGEST_NAME: usize = 180;

/// A file that is being written: whole or not at all.
///
/// The bytes go to a file beside it, named `.NAME.PID-START.HOST.k.tmp`, which takes the
/// file's name only when everything is written and on the disk. Whoever looks
/// at the file sees the old one or the new one, complete.
///
/// A pipe, a device or anything else but a regular file is written in place: a rename
/// would put a file where the device was. So is standard output or error under
/// a name such as `/dev/stdout`, through the descriptor that is open, whatever
/// it leads to: a regular file opened anew would be written from its start.
///
/// Dropped without [`Target::commit`], it leaves nothing behind and the old
/// file as it was.
pub struct Target {
    name: String,
    out: BufWriter<Packer>,
    place: Destination,
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Target")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The end of a write: what happens to the bytes when all are written.
enum Destination {
    /// They are moved to this path.
    File(PathBuf, Overwrite),
    /// They are already in their final place.
    Direct,
}

impl Target {
    /// Begins to write a file, or standard output if the path is `-`.
    ///
    /// A name that ends in `.gz` or `.xz` gets compressed. A link is followed:
    /// the file it leads to is written.
    ///
    /// # Errors
    /// If the file exists and is not to be overwritten, is a directory, or
    /// can't be created.
    pub fn create(path: impl AsRef<Path>, overwrite: Overwrite) -> Result<Target, OutputError> {
        let path = path.as_ref();
        if names_closed_descriptor(path) {
            return Err(OutputError::Unusable {
                name: name_of(path.as_os_str()),
                reason: CLOSED,
            });
        }
        if let Some((name, stream)) = standard_stream(path) {
            let packer = Packer::Plain(stream);
            return Target::new(name.to_owned(), packer, Destination::Direct);
        }
        let name = name_of(path.as_os_str());
        let failed = |error| OutputError::Failed(unwritable(&name, error));
        let (raw, place) = match kind_of(path).map_err(failed)? {
            Kind::Directory => {
                let reason = "it is a directory";
                return Err(OutputError::Unusable { name, reason });
            }
            Kind::Direct => (
                Raw::File(File::options().write(true).open(path).map_err(failed)?),
                Destination::Direct,
            ),
            Kind::Fifo => (
                Raw::File(open_fifo(path).map_err(failed)?),
                Destination::Direct,
            ),
            Kind::File if overwrite == Overwrite::Never => {
                return Err(OutputError::Exists { name });
            }
            Kind::File => {
                let path = fs::canonicalize(path).map_err(failed)?;
                let mode = fs::metadata(&path).map_err(failed)?.permissions();
                let raw = temporary(&path, Some(mode)).map_err(failed)?;
                (raw, Destination::File(path, overwrite))
            }
            Kind::Nothing => {
                if path.file_name().is_none() {
                    let reason = "it can't be a file's name";
                    return Err(OutputError::Unusable { name, reason });
                }
                if path.is_symlink() {
                    let reason = "it is a link to a file that is not there";
                    return Err(OutputError::Unusable { name, reason });
                }
                if !directory_of(path).exists() {
                    let reason = "the folder for it is not there";
                    return Err(OutputError::Unusable { name, reason });
                }
                let raw = temporary(path, None).map_err(failed)?;
                (raw, Destination::File(path.to_owned(), overwrite))
            }
        };
        let packer = match path.extension().and_then(OsStr::to_str) {
            Some("gz") => Packer::Gzip(GzEncoder::new(raw, Compression::default())),
            Some("xz") => Packer::Xz(XzEncoder::new(raw, 6)),
            // As `bzip2` itself: the largest blocks.
            Some("bz2") => Packer::Bzip2(BzEncoder::new(raw, bzip2::Compression::best())),
            _ => Packer::Plain(raw),
        };
        Target::new(name, packer, place)
    }

    fn new(name: String, packer: Packer, place: Destination) -> Result<Target, OutputError> {
        Ok(Target {
            name,
            out: BufWriter::with_capacity(BLOCK, packer),
            place,
        })
    }

    /// Returns the name to use in messages: `-` for standard output.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns `true` if there is a file that [`Target::commit`] will replace.
    pub fn replaces(&self) -> bool {
        matches!(&self.place, Destination::File(path, Overwrite::Always) if path.exists())
    }

    /// Writes what is left, puts it on the disk and gives it its name.
    ///
    /// # Errors
    /// If any of that fails; then there is no new file. The exception is
    /// [`OutputError::NotLasting`]: the file is there, but a crash may lose it.
    pub fn commit(self) -> Result<(), OutputError> {
        self.complete()?.appear()?.settle()
    }

    /// Commits two files that belong together: both appear, or neither does.
    ///
    /// Both are on the disk before the first gets its name. If the second can't get its
    /// name, the first is taken back, and the file that it replaced is restored.
    ///
    /// # Errors
    /// As [`Target::commit`].
    pub fn commit_both(first: Target, second: Target) -> Result<(), OutputError> {
        let (first, second) = (first.complete()?, second.complete()?);
        let undo = first.undo()?;
        let first = first.appear()?;
        match second.appear() {
            Ok(second) => {
                let settled = [first.settle(), second.settle()];
                settled.into_iter().collect()
            }
            Err(error) => {
                undo.run();
                Err(error)
            }
        }
    }

    /// Writes what is left and puts it on the disk.
    fn complete(self) -> Result<Complete, OutputError> {
        let Target { name, out, place } = self;
        let done = out
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(Packer::finish)
            .and_then(|mut raw| {
                raw.flush()?;
                if let Raw::Temporary(file, _) = &raw {
                    file.as_file().sync_all()?;
                }
                Ok(raw)
            });
        match done {
            Ok(raw) => Ok(Complete { name, raw, place }),
            Err(error) => Err(OutputError::Failed(unwritable(&name, error))),
        }
    }
}

/// A file that is on the disk, but not yet under its own name.
struct Complete {
    name: String,
    raw: Raw,
    place: Destination,
}

impl Complete {
    /// Gives the file its name.
    fn appear(self) -> Result<Appeared, OutputError> {
        let Complete { name, raw, place } = self;
        let (Raw::Temporary(file, _noted), Destination::File(path, overwrite)) = (raw, place)
        else {
            return Ok(Appeared { name, folder: None });
        };
        match rename(file, &path, overwrite) {
            Ok(()) => Ok(Appeared {
                name,
                folder: Some(directory_of(&path).to_owned()),
            }),
            Err(error)
                if overwrite == Overwrite::Never
                    && error.kind() == io::ErrorKind::AlreadyExists =>
            {
                Err(OutputError::Exists { name })
            }
            Err(error) => Err(OutputError::Failed(unwritable(&name, error))),
        }
    }

    /// Returns how to take the file back once it has its name. The file that it
    /// replaces is kept under a second name until then.
    fn undo(&self) -> Result<Undo, OutputError> {
        let Destination::File(path, overwrite) = &self.place else {
            return Ok(Undo::Nothing);
        };
        if *overwrite == Overwrite::Never || !path.exists() {
            return Ok(Undo::Remove(path.clone()));
        }
        let kept = create_beside(path, |second| {
            fs::hard_link(path, second).or_else(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Err(error),
                // Not every file system has links.
                _ => fs::copy(path, second)
                    .map(|_| ())
                    .inspect_err(|_| drop(fs::remove_file(second))),
            })
        });
        match kept {
            Ok(kept) => Ok(Undo::Restore(kept.into_temp_path(), path.clone())),
            Err(error) => Err(OutputError::Failed(unwritable(&self.name, error))),
        }
    }
}

/// The way to take back a file that has its name already.
enum Undo {
    /// It is no regular file.
    Nothing,
    /// There was no file before.
    Remove(PathBuf),
    /// The old file is there under a second name.
    Restore(TempPath, PathBuf),
}

impl Undo {
    /// Takes the file back. A failure is ignored: the error that made it necessary is
    /// reported.
    fn run(self) {
        match self {
            Undo::Nothing => {}
            Undo::Remove(path) => drop(fs::remove_file(path)),
            Undo::Restore(kept, path) => drop(kept.persist(path)),
        }
    }
}

/// A file that has its name, in a folder that is not yet on the disk.
struct Appeared {
    name: String,
    /// `None` if the file was written in place.
    folder: Option<PathBuf>,
}

impl Appeared {
    /// Makes the new name last.
    fn settle(self) -> Result<(), OutputError> {
        let Some(folder) = self.folder else {
            return Ok(());
        };
        sync_directory(&folder).map_err(|error| OutputError::NotLasting {
            name: self.name,
            error,
        })
    }
}

/// Gives a temporary file its name. An interrupted call is repeated.
fn rename(mut file: NamedTempFile, path: &Path, overwrite: Overwrite) -> io::Result<()> {
    loop {
        let renamed = match overwrite {
            Overwrite::Always => file.persist(path),
            Overwrite::Never => file.persist_noclobber(path),
        };
        match renamed {
            Ok(_) => return Ok(()),
            Err(failed) if failed.error.kind() == io::ErrorKind::Interrupted => {
                file = failed.file;
            }
            Err(failed) => return Err(failed.error),
        }
    }
}

/// Repeats a call as long as a signal interrupts it.
fn repeated<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

impl Write for Target {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out
            .write(bytes)
            .map_err(|error| unwritable(&self.name, error))
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out
            .write_all(bytes)
            .map_err(|error| unwritable(&self.name, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out
            .flush()
            .map_err(|error| unwritable(&self.name, error))
    }
}

enum Packer {
    Plain(Raw),
    Gzip(GzEncoder<Raw>),
    Xz(XzEncoder<Raw>),
    Bzip2(BzEncoder<Raw>),
}

impl Packer {
    fn finish(self) -> io::Result<Raw> {
        match self {
            Packer::Plain(raw) => Ok(raw),
            Packer::Gzip(encoder) => encoder.finish(),
            Packer::Xz(encoder) => encoder.finish(),
            Packer::Bzip2(encoder) => encoder.finish(),
        }
    }
}

impl Write for Packer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Packer::Plain(raw) => raw.write(bytes),
            Packer::Gzip(encoder) => encoder.write(bytes),
            Packer::Xz(encoder) => encoder.write(bytes),
            Packer::Bzip2(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Packer::Plain(raw) => raw.flush(),
            Packer::Gzip(encoder) => encoder.flush(),
            Packer::Xz(encoder) => encoder.flush(),
            Packer::Bzip2(encoder) => encoder.flush(),
        }
    }
}

enum Raw {
    Temporary(NamedTempFile, Noted),
    File(File),
    Stdout(Stdout),
    Stderr(Stderr),
}

// The encoders don't repeat a write that a signal interrupts.
impl Write for Raw {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        repeated(|| match self {
            Raw::Temporary(file, _) => file.as_file_mut().write(bytes),
            Raw::File(file) => file.write(bytes),
            Raw::Stdout(stdout) => stdout.write(bytes),
            Raw::Stderr(stderr) => stderr.write(bytes),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        repeated(|| match self {
            Raw::Temporary(file, _) => file.as_file_mut().flush(),
            Raw::File(file) => file.flush(),
            Raw::Stdout(stdout) => stdout.flush(),
            Raw::Stderr(stderr) => stderr.flush(),
        })
    }
}

/// Returns the standard stream that the path names, and its name for messages.
fn standard_stream(path: &Path) -> Option<(&'static str, Raw)> {
    match path.to_str()? {
        "-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => {
            Some(("-", Raw::Stdout(io::stdout())))
        }
        "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => {
            Some(("/dev/stderr", Raw::Stderr(io::stderr())))
        }
        _ => None,
    }
}

/// Returns `true` if the path is a name of standard output: `-`, or one such as
/// `/dev/stdout`.
pub fn names_stdout(path: &Path) -> bool {
    matches!(standard_stream(path), Some((_, Raw::Stdout(_))))
}

/// Returns the number of bytes that may be written to a file of this name until
/// the disk is full; `None` if it is no regular file, or can't be told.
pub fn free_space(path: &Path) -> Option<u64> {
    let is_file = matches!(kind_of(path), Ok(Kind::File | Kind::Nothing));
    if standard_stream(path).is_some() || !is_file {
        return None;
    }
    #[cfg(unix)]
    {
        // The new file is made in the folder of the one that a link leads to.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let disk = rustix::fs::statvfs(directory_of(&path)).ok()?;
        // Some network and virtual disks tell no sizes at all.
        (disk.f_blocks > 0).then(|| disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    None
}

enum Kind {
    Nothing,
    File,
    Directory,
    Fifo,
    /// A device or a socket.
    Direct,
}

fn kind_of(path: &Path) -> io::Result<Kind> {
    let kind = match fs::metadata(path) {
        Ok(data) => data.file_type(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Kind::Nothing),
        Err(error) => return Err(error),
    };
    Ok(if kind.is_dir() {
        Kind::Directory
    } else if kind.is_file() {
        Kind::File
    } else if is_fifo(kind) {
        Kind::Fifo
    } else {
        Kind::Direct
    })
}

/// Opens a pipe, waiting some seconds for a reader.
fn open_fifo(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::{OFlags, fcntl_setfl};
        use std::os::unix::fs::OpenOptionsExt;
        use std::time::{Duration, Instant};
        /// Longest time that a named pipe may be without a reader.
        const PATIENCE: Duration = Duration::from_secs(5);
        let deadline = Instant::now() + PATIENCE;
        loop {
            // Opened so, a pipe without a reader is an error (ENXIO) at once.
            let opened = File::options()
                .write(true)
                .custom_flags(libc::O_NONBLOCK)
                .open(path);
            match opened {
                Ok(file) => {
                    // Writes wait for the reader. The pipe is not opened again:
                    // the reader may be gone by then, and opening would hang.
                    fcntl_setfl(&file, OFlags::empty())?;
                    return Ok(file);
                }
                Err(error) if error.raw_os_error() != Some(libc::ENXIO) => return Err(error),
                Err(_) if Instant::now() >= deadline => {
                    return Err(io::Error::other("it is a pipe that nobody reads"));
                }
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }
    #[cfg(not(unix))]
    File::options().write(true).open(path)
}

/// Returns a new file beside `path`, with the rights of the one that it will replace.
fn temporary(path: &Path, mode: Option<fs::Permissions>) -> io::Result<Raw> {
    litter::sweep(directory_of(path));
    // Opened as any new file is: its rights are what the umask leaves, and an
    // error does not tell the temporary name, which means nothing to the user.
    let file = create_beside(path, |name| {
        File::options().write(true).create_new(true).open(name)
    })?;
    if let Some(mode) = mode {
        file.as_file().set_permissions(mode)?;
    }
    let noted = Noted::new(file.path());
    Ok(Raw::Temporary(file, noted))
}

/// Calls `make` with new names beside `path`, until one of them is free.
fn create_beside<T>(
    path: &Path,
    make: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<NamedTempFile<T>> {
    let mut prefix = stem_of(path);
    prefix.push(litter::mark());
    let mut builder = tempfile::Builder::new();
    let named = builder.prefix(&prefix).suffix(".tmp");
    named.make_in(directory_of(path), make)
}

/// Returns the beginning of the names of the temporary files for this path: `.NAME.`. A
/// name that would get too long for the file system is left out.
fn stem_of(path: &Path) -> std::ffi::OsString {
    let name = path.file_name().unwrap_or_default();
    let mut stem = std::ffi::OsString::from(".");
    if name.len() <= LONGEST_NAME {
        stem.push(name);
        stem.push(".");
    }
    stem
}

/// Makes the new names in a folder last. A file system that can't is let be.
///
/// # Errors
/// If the folder can't be put on the disk.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(directory).and_then(|directory| directory.sync_all()) {
        Err(error)
            if !matches!(
                error.kind(),
                io::ErrorKind::InvalidInput
                    | io::ErrorKind::Unsupported
                    | io::ErrorKind::PermissionDenied
            ) =>
        {
            Err(error)
        }
        _ => Ok(()),
    }
}
