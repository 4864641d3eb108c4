//! `--relaxed`: formulas as other solvers accept them.

use super::content::{self, Content, Hints, Opened};
use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use sudosat::budget::Interrupt;
use sudosat::formula::Cnf;
use sudosat::formula::dimacs::{self, Reading, WithCubes};
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
        self.read_by(argument, hints, interrupt, |input, name, reading| {
            dimacs::read_with(input, name, reading, warn)
        })
    }

    /// Reads a formula, which may have cubes. An error says so if the option would help.
    pub(super) fn read_with_cubes(
        self,
        argument: impl AsRef<OsStr>,
        interrupt: &Interrupt,
        warn: &mut dyn FnMut(InputError),
    ) -> Result<WithCubes, InputError> {
        self.read_by(argument, Hints::Usual, interrupt, |input, name, reading| {
            dimacs::read_with_cubes(input, name, reading, warn)
        })
    }

    fn read_by<T>(
        self,
        argument: impl AsRef<OsStr>,
        hints: Hints,
        interrupt: &Interrupt,
        read: impl FnOnce(&mut dyn Read, &str, Reading) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        let source = Source::open_with(&argument, interrupt)?;
        let name = source.name().to_owned();
        let opened = content::peek(source)?;
        self.read_opened_by(argument, (&name, opened), hints, interrupt, read)
    }

    /// Reads a formula from an input that is open under its name.
    pub(super) fn read_opened(
        self,
        argument: impl AsRef<OsStr>,
        opened: (&str, Opened),
        interrupt: &Interrupt,
        warn: &mut dyn FnMut(InputError),
    ) -> Result<Cnf, InputError> {
        let read = |input: &mut dyn Read, name: &str, reading| {
            dimacs::read_with(input, name, reading, warn)
        };
        self.read_opened_by(argument, opened, Hints::Usual, interrupt, read)
    }

    fn read_opened_by<T>(
        self,
        argument: impl AsRef<OsStr>,
        (name, opened): (&str, Opened),
        hints: Hints,
        interrupt: &Interrupt,
        read: impl FnOnce(&mut dyn Read, &str, Reading) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        let Opened { prefix, mut input } = opened;
        let reading = match self.relaxed {
            true => Reading::Relaxed,
            false => Reading::Strict,
        };
        read(&mut input, name, reading).map_err(|error| {
            // Clauses without a header look like answers and proofs.
            let error = match Content::of(&prefix) {
                Some(Content::Answer | Content::Proof)
                    if self.relaxed && content::begins_with_number(&prefix) =>
                {
                    error
                }
                _ => content::explained(error, &prefix, Content::Formula, hints),
            };
            match self.relaxed || !is_accepted(argument.as_ref(), interrupt) {
                true => error,
                false => advised(error, &prefix, "`--relaxed`"),
            }
        })
    }
}

/// Returns the error of a text that is no formula without `--relaxed`. It is that of the usual reader if this
/// refuses the text too, because its messages say more, and otherwise `fault`. `prefix` is the
/// beginning of the text. `option` names the options with which the text would be accepted.
pub(super) fn refused(text: &[u8], prefix: &[u8], fault: InputError, option: &str) -> InputError {
    let usual = dimacs::read(text, &fault.name).err();
    let error = usual.unwrap_or(fault);
    let error = content::explained(error, prefix, Content::Formula, Hints::Usual);
    match text.len() as u64 <= LARGEST && is_relaxed(text) {
        true => advised(error, prefix, option),
        false => error,
    }
}

/// Adds to the error of a formula that the option accepts it, unless the text, which begins with
/// `prefix`, has another form.
fn advised(mut error: InputError, prefix: &[u8], option: &str) -> InputError {
    let condition = match Content::of(prefix) {
        None | Some(Content::Formula) => "",
        Some(Content::Proof) => "if it is a formula without a header, ",
        Some(_) => return error,
    };
    error.message += &format!("; {condition}{option} accepts it");
    error
}

/// Returns `true` if the text is a formula with the option.
fn is_relaxed(text: &[u8]) -> bool {
    dimacs::read_with(text, "", Reading::Relaxed, &mut |_| {}).is_ok()
}

/// Returns `true` if the file is not large, can be read again, and is a formula with the option.
fn is_accepted(argument: &OsStr, interrupt: &Interrupt) -> bool {
    let again = || {
        let mut source = Source::open_with(argument, interrupt).ok()?;
        read_to_limit(&mut source, "", LARGEST).ok()
    };
    Path::new(argument).is_file() && again().is_some_and(|text| is_relaxed(&text))
}
