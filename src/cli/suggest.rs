//! Tips for commands and options that are called otherwise in other programs. Names that are nearly
//! right are clap's own to suggest.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

/// Commands of other programs, each with the command line that does the same here.
const COMMANDS: [(&str, &str); 17] = [
    ("canonicalize", "show --canonical"),
    ("check-proof", "verify CNF PROOF"),
    ("compare", "check"),
    ("convert", "show --to FORM"),
    ("count", "solve --all"),
    ("create", "generate"),
    ("difficulty", "rate"),
    ("dimacs", "encode"),
    ("draw", "show --to svg"),
    ("export", "show --to FORM"),
    ("import", "show --to FORM"),
    ("make", "generate"),
    ("parse", "show"),
    ("print", "show"),
    ("prove", "solve --proof FILE"),
    ("validate", "check"),
    ("view", "show"),
];

/// Options of other programs, each with the one that means the same here.
const OPTIONS: [(&str, &str); 6] = [
    ("cores", "jobs"),
    ("overwrite", "force"),
    ("silent", "quiet"),
    ("solutions", "count"),
    ("solver", "engine"),
    ("threads", "jobs"),
];

/// Returns an error of clap with the name that this program has for an unknown command or option.
pub(super) fn with_tips(mut error: Error, program: &Command) -> Error {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = named(&error, ContextKind::InvalidSubcommand);
            if let Some((_, line)) = COMMANDS.iter().find(|(other, _)| *other == name) {
                let tip = format!("`sudosat {line}` does this");
                tell(&mut error, ContextKind::SuggestedSubcommand, tip);
            }
        }
        ErrorKind::UnknownArgument => {
            let name = named(&error, ContextKind::InvalidArg);
            let name = name.trim_start_matches('-');
            let own = OPTIONS.iter().find(|(other, _)| *other == name);
            if let Some((_, own)) = own
                && command(program).is_some_and(|command| has(command, own))
            {
                let tip = format!("the option is called '--{own}'");
                tell(&mut error, ContextKind::SuggestedArg, tip);
            }
        }
        _ => {}
    }
    error
}

/// Returns the command that the command line names.
fn command(program: &Command) -> Option<&Command> {
    std::env::args().find_map(|word| program.find_subcommand(word))
}

/// Returns `true` if a command has this option.
fn has(command: &Command, option: &str) -> bool {
    let mut names = command.get_arguments().flat_map(|argument| {
        let aliases = argument.get_all_aliases().unwrap_or_default();
        argument.get_long().into_iter().chain(aliases)
    });
    names.any(|name| name == option)
}

/// Returns the wrong name of the error.
fn named(error: &Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(name)) => name.clone(),
        _ => String::new(),
    }
}

/// Puts a tip in the place of clap's own.
fn tell(error: &mut Error, own: ContextKind, tip: String) {
    error.remove(own);
    let tip = vec![StyledStr::from(tip)];
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tip));
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_tips_name_commands_and_options_that_there_are() {
        let program = super::super::Arguments::command();
        for (other, line) in COMMANDS {
            assert!(program.find_subcommand(other).is_none(), "{other}");
            let mut words = line.split(' ');
            let command = program.find_subcommand(words.next().unwrap()).unwrap();
            for option in words.filter_map(|word| word.strip_prefix("--")) {
                assert!(has(command, option), "{line}");
            }
        }
        for (other, own) in OPTIONS {
            let mut commands = program.get_subcommands();
            assert!(commands.any(|command| has(command, own) && !has(command, other)));
        }
    }
}
