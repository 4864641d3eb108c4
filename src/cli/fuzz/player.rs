//! The process that plays a trace with a library: this program, started by itself.

use anyhow::Context as _;
use std::env;
use std::process::ExitCode;
use sudosat::engine::external::External;

/// The only argument of the program when it plays a trace.
const ARGUMENT: &str = "--fuzz-player";

/// Returns the program that plays traces.
pub(super) fn player() -> anyhow::Result<External> {
    let program = env::current_exe().context("the program's own path is not known")?;
    let program = program
        .to_str()
        .context("the program's own path is not UTF-8")?;
    Ok(External::by_path(program, ARGUMENT))
}

/// Plays the trace on standard input if the program was started for that. It comes before
/// anything else: what the program does about signals and memory is not for a foreign library.
pub(crate) fn play_if_asked() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    let is_asked = arguments.next()? == ARGUMENT && arguments.next().is_none();
    is_asked.then(|| match play() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    })
}

#[cfg(unix)]
fn play() -> anyhow::Result<()> {
    use super::ipasir::{Functions, Object};
    use std::ffi::OsStr;
    use std::fs::{File, OpenOptions};
    use std::io::{self, Read};
    use std::os::unix::ffi::OsStrExt;
    use sudosat::fuzz::{play, read_request};

    // What the library prints must not get into the log.
    let mut log = File::from(rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3)?);
    rustix::stdio::dup2_stdout(OpenOptions::new().write(true).open("/dev/null")?)?;
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let (library, trace) = read_request(&input)?;
    let functions = Functions::load(OsStr::from_bytes(library))?;
    let log_of_callbacks = log.try_clone()?;
    play(
        &trace,
        &functions.signature(),
        || functions.init(log_of_callbacks),
        Object::release,
        &mut log,
    )?;
    Ok(())
}

#[cfg(not(unix))]
fn play() -> anyhow::Result<()> {
    anyhow::bail!("libraries can be tried on Unix only")
}
