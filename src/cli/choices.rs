//! Options that suggest names to shells and accept other text, too.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use sudosat::cover::Method;
use sudosat::cover::problems::{FAMILIES, PROBLEMS};
use sudosat::engine::{ENGINES, Kind};
use sudosat::programs::PROGRAMS;

/// A parser of text that names the usual values for completions. The command
/// itself says what it makes of other text.
#[derive(Clone)]
pub(super) struct Suggested(Vec<PossibleValue>);

impl Suggested {
    /// Returns the names.
    pub(super) fn names(&self) -> Vec<&str> {
        self.0.iter().map(PossibleValue::get_name).collect()
    }
}

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// Engines that solve puzzles; `cmd:…` is accepted, too.
pub(super) fn engines() -> Suggested {
    let own = ENGINES.iter().map(|entry| entry.name);
    let programs = PROGRAMS.iter().map(|program| program.name);
    Suggested(own.chain(programs).map(PossibleValue::new).collect())
}

/// Engines that solve formulas; `cmd:…` is accepted, too.
pub(super) fn sat_engines() -> Suggested {
    let own = ENGINES.iter().filter(|entry| entry.kind == Kind::Sat);
    let programs = PROGRAMS.iter().map(|program| program.name);
    let names = own.map(|entry| entry.name).chain(programs);
    Suggested(names.map(PossibleValue::new).collect())
}

/// Engines that solve exact covers; `cmd:…` is accepted, too.
pub(super) fn cover_engines() -> Suggested {
    let methods = Method::ALL.map(Method::name).into_iter();
    let solvers = ENGINES.iter().filter(|entry| entry.kind == Kind::Sat);
    let programs = PROGRAMS.iter().map(|program| program.name);
    let names = methods
        .chain(solvers.map(|entry| entry.name))
        .chain(programs);
    Suggested(names.map(PossibleValue::new).collect())
}

/// Problems of `cover`; a family's arguments may follow its name after `:`.
pub(super) fn problems() -> Suggested {
    let families = FAMILIES.iter().map(|family| family.name);
    let problems = PROBLEMS.iter().map(|problem| problem.name);
    let names = families.chain(problems).chain(["help"]);
    Suggested(names.map(PossibleValue::new).collect())
}
