//! Outside programs, run under limits.
//!
//! A program works in a folder of its own, which goes away with all that it left there. The folder
//! is its working directory too, unless the user typed the command in words
//! ([`Command::from_words`]). It runs in a process group of its own, with limits on memory, file
//! size and output, and without standard input; but where its command has no `{cnf}`, the file
//! of its input is its standard input. When this process ends, the program ends with it.
//!
//! The output of a program is returned as bytes; `engine::external` reads and judges that of solvers.

// Elsewhere nothing runs the programs, but errors name them.
#[cfg_attr(not(unix), allow(dead_code))]
mod command;
#[cfg(unix)]
mod folder;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod running;

#[cfg(unix)]
pub(crate) use command::OUT;
pub use command::{Command, NotFound, PROGRAMS, Program};
#[cfg(unix)]
pub(crate) use folder::ProgramFolder;
#[cfg(unix)]
pub(crate) use process::{Cut, Gone, LAUNCHER, Process};
#[cfg(unix)]
pub use running::end_all;

use std::time::Duration;

/// A script for `/bin/sh` that becomes another program, and leaves a watcher beside it which ends
/// the program's group when this process is gone, killed even by SIGKILL.
///
/// The arguments of the script are a file or folder, the program's input, and the program with
/// its arguments. Standard input is a pipe which this process holds open and to which it never writes: the
/// watcher reads from it, so it wakes when this process ends. It then kills the
/// program, removes the file or folder, and kills what is left of the group. The shell must
/// begin a process group of its own, and this process ends that group when the program
/// has ended: the watcher is part of it. `$$` is the program's process number in the watcher, too.
pub const WATCHED: &str = r#"litter=$1 input=$2; shift 2
exec 3<&0 <"$input"
(exec >/dev/null 2>&1; read -r nothing <&3; kill -KILL $$; rm -rf -- "$litter"; kill -KILL -$$) &
exec 3<&-
exec "$@""#;

/// Limits of an outside program. The defaults suit solvers; tests are stricter.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Address space, in bytes.
    pub memory: u64,
    /// The size of each file it writes, in bytes.
    pub file: u64,
    /// Largest output on standard output, in bytes.
    pub output: u64,
    /// Time between SIGTERM and SIGKILL, and time limit for reading the rest of its
    /// output after it has ended.
    pub grace: Duration,
}

/// Does nothing, because other programs are run only on Unix.
#[cfg(not(unix))]
pub fn end_all() {}
