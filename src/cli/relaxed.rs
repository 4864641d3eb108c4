//! `--relaxed`: formulas as other solvers accept them.

use super::content::{self, Content, Hints, Opened};
use std::ffi::OsStr;
use std::path::Path;
use sudosat::budget::Interrupt;
use sudosat::formula::Cnf;
use sudosat::formula::dimacs::{self, Reading};
use sudosat::io::{InputError, Source, read_to_limit};

/// Length in bytes, unpacked, up to which a refused formula is read again to see if the option
/// would help. Chosen by hand: an error should not take long.
const LARGEST: u64 = 16 << 20;

/// The option of commands that read a formula of any origin.
#[derive(clap::Args, Clone, Copy)]
pub(super) struct Relaxed {
    /// Accept a formula as other solvers do, without a header or with wrong numbers in it, without
    /// the last 0, with comments after literals, with +1 or a byte order mark; what was accepted
    /// is printed on standard error
    #[arg(long)]
    relaxed: bool,
}

impl Relaxed {
    /// Returns `true` if the option is given.
    pub(super) fn is_set(self) -> bool {
        self.relaxed
    }

    /// Reads a formula. An error says so if the option would help.
    pub(super) fn read(
        self,
        argument: impl AsRef<OsStr>,
        hints: Hints,
        interrupt: &Interrupt,
        warn: &mut dyn FnMut(InputError),
    ) -> Result<Cnf, InputError> {
        let source = Source::open_with(&argument, interrupt)?;
        let name = source.name().to_owned();
        let Opened { prefix, input } = content::peek(source)?;
        let reading = match self.relaxed {
            true => Reading::Relaxed,
            false => Reading::Strict,
        };
        dimacs::read_with(input, &name, reading, warn).map_err(|error| {
            let error = content::explained(error, &prefix, Content::Formula, hints);
            match Content::of(&prefix) {
                _ if self.relaxed || !is_accepted(argument.as_ref(), interrupt) => error,
                None | Some(Content::Formula) => with(error, "; `--relaxed` accepts it"),
                Some(Content::Proof) => with(
                    error,
                    "; if it is a formula without a header, `--relaxed` accepts it",
                ),
                Some(_) => error,
            }
        })
    }
}

/// Returns the error with more words.
fn with(mut error: InputError, words: &str) -> InputError {
    error.message += words;
    error
}

/// Returns `true` if the file is not large, can be read again, and is a formula with the option.
fn is_accepted(argument: &OsStr, interrupt: &Interrupt) -> bool {
    let again = || {
        let mut source = Source::open_with(argument, interrupt).ok()?;
        let text = read_to_limit(&mut source, "", LARGEST).ok()?;
        dimacs::read_with(&text[..], "", Reading::Relaxed, &mut |_| {}).ok()
    };
    Path::new(argument).is_file() && again().is_some()
}
