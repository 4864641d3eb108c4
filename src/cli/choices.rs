//! The values of options: one of a table, or names that are suggested to shells while other text
//! is accepted, too.

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
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

/// Returns the parser of one of these choices: the name of each, its value, and what it is.
pub(super) fn named<T: Clone + Send + Sync + 'static>(
    choices: impl IntoIterator<Item = (&'static str, T, &'static str)>,
) -> impl TypedValueParser<Value = T> {
    let choices: Vec<_> = choices.into_iter().collect();
    let names = choices.iter();
    let names = names.map(|(name, _, about)| PossibleValue::new(*name).help(*about));
    let names: Vec<PossibleValue> = names.collect();
    PossibleValuesParser::new(names).try_map(move |name| {
        let found = choices.iter().find(|(other, ..)| *other == name);
        found
            .map(|(_, value, _)| value.clone())
            .ok_or("no such name")
    })
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
