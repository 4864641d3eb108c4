//! `sudosat man`: the manual pages.

use super::exit::{self, Exit};
use super::groups;
use super::out;
use clap_mangen::Man;
use std::io::{self, Write};
use sudosat::io::did_you_mean;

/// Print the manual page in roff, of the program or of one command
///
/// To read it: sudosat man encode | man -l -
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The command; the program as a whole without it
    command: Option<String>,
}

/// Prints the page of `program` or of one of its commands.
pub(super) fn run(arguments: Arguments, program: clap::Command) -> anyhow::Result<Exit> {
    // `help` is not worth a page of its own.
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let command = match &arguments.command {
        None => program.clone(),
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                let names = program.get_subcommands().map(clap::Command::get_name);
                let near = did_you_mean(name, names);
                anyhow::bail!("there is no command {name:?}{near}; `sudosat help` lists them")
            }
        },
    };
    let codes = arguments.command.as_deref().and_then(groups::exit_codes);
    let page = page(
        &program,
        command,
        &codes.unwrap_or_else(|| exit::HELP.to_owned()),
    )?;
    let mut out = out::stdout();
    out.write_all(&page)?;
    out.flush()?;
    Ok(Exit::Done)
}

/// Returns the page of the program or of one of its commands, with its exit codes.
fn page(program: &clap::Command, mut command: clap::Command, codes: &str) -> io::Result<Vec<u8>> {
    let usage = command.render_usage().to_string();
    let synopsis = usage.trim_start_matches("Usage:").trim().to_string();
    let has_commands = command.has_subcommands();
    let has_notes = command.get_after_help().is_some() || command.get_after_long_help().is_some();
    let version = program.get_version().unwrap_or_default();
    let name = command
        .get_display_name()
        .unwrap_or("sudosat")
        .to_uppercase();
    let man = Man::new(command);
    let mut page = Vec::new();
    // As clap_mangen's own title, which loses the empty date.
    writeln!(page, ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '")?;
    writeln!(
        page,
        ".TH {name} 1 \"\" \"sudosat {version}\" \"User Commands\""
    )?;
    man.render_name_section(&mut page)?;
    // clap's usage line says which options take a value and what excludes what.
    writeln!(page, ".SH SYNOPSIS\n{}", escaped(&synopsis))?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    if has_notes && !has_commands {
        man.render_extra_section(&mut page)?;
    }
    writeln!(page, ".SH \"EXIT STATUS\"\n{}", escaped(codes))?;
    if !has_commands {
        writeln!(page, ".SH \"SEE ALSO\"\n\\fBsudosat\\fR(1)")?;
    }
    let text = String::from_utf8_lossy(&page)
        // A blank line between two breaks is a blank line.
        .replace(".br\n\n.br\n", ".sp\n")
        // An option's name needs no break before its values.
        .replace(
            "\n\n.br\n\\fIPossible values:",
            "\n.sp\n\\fIPossible values:",
        )
        .replace(".SH EXTRA\n", ".SH NOTES\n");
    Ok(text.into_bytes())
}

/// Returns a text as roff prints it: without escapes and requests, and with hyphens
/// that can be copied.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    let lines = text
        .lines()
        .map(|line| match line.starts_with(['.', '\'']) {
            true => format!("\\&{line}"),
            false => line.to_string(),
        });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::HashMap;

    /// Checks the definitions from which pages, help and completions are made.
    #[test]
    fn every_command_and_argument_is_explained_and_means_one_thing() {
        let mut program = crate::cli::Arguments::command();
        program.build();
        let mut longs: HashMap<char, String> = HashMap::new();
        let mut shorts: HashMap<String, (Option<char>, Vec<String>)> = HashMap::new();
        for command in program.get_subcommands() {
            let name = command.get_name();
            assert!(command.get_about().is_some(), "{name}");
            for argument in command.get_arguments() {
                let id = argument.get_id();
                assert!(argument.get_help().is_some(), "{name}: {id}");
                let Some(long) = argument.get_long() else {
                    continue;
                };
                let short = argument.get_short();
                if let Some(short) = short {
                    let known = longs.entry(short).or_insert_with(|| long.to_string());
                    assert_eq!(known, long, "{name}: -{short}");
                }
                let values = argument.get_value_names().unwrap_or_default();
                let values = values.iter().map(|value| value.split(['[', '.']).next());
                let values = values.map(|value| value.unwrap_or_default().to_owned());
                let found = (short, values.collect());
                // The settings of the solver have numbers; a hidden option only says what it was.
                if long != "seed" && !argument.is_hide_set() {
                    let known = shorts.entry(long.to_owned());
                    let known = known.or_insert_with(|| found.clone());
                    assert_eq!(*known, found, "{name}: --{long}");
                }
            }
        }
    }

    #[test]
    fn text_can_hold_no_request() {
        assert_eq!(escaped(".TH a\\b\n'x\n-o"), "\\&.TH a\\eb\n\\&'x\n\\-o");
    }
}
