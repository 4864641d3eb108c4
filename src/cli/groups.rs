//! The commands in groups, as `sudosat --help` lists them, their exit codes, and
//! the headings of their options.

use clap::{Arg, Command};
use std::fmt::Write;

/// A command of the list.
struct Row {
    name: &'static str,
    /// Its exit codes, for its own help.
    exit: &'static str,
}

/// A group: its heading, and its commands in the order of the list.
type Group = (&'static str, &'static [Row]);

const fn row(name: &'static str, exit: &'static str) -> Row {
    Row { name, exit }
}

/// Exit codes of commands that only print.
const PLAIN: &str = "0 done; 2 bad usage, or an output can't be written";

/// Every command, in its group.
const GROUPS: &[Group] = &[
    (
        "Puzzles",
        &[
            row(
                "solve",
                "0 every puzzle has an answer, `no solution` included; 1 with --unique, a puzzle \
                 has several solutions, with --proof, no proof was written, or an engine failed; \
                 2 bad usage, an input can't be read (the others are solved), or an output can't \
                 be written; 3 a limit of time or memory, or an interrupt, came first. \
                 Where several apply, 1 goes before 2, and 2 before 3.",
            ),
            row(
                "check",
                "0 the engines agree on every puzzle; 1 they disagree, or one failed, or with \
                 --distinct, two puzzles are the same; 2 bad usage, an input can't be read (the \
                 others are checked), or an output can't be written; 3 a puzzle was not \
                 cross-checked, or an interrupt came first. Where several apply, 1 goes before 2, and 2 before 3.",
            ),
            row(
                "batch",
                "`merge` has those of the command, `work` 0 if its shard is complete, whatever the \
                 answers, `submit` 0 if the scheduler has the shards; 2 bad usage or input, the scheduler failed, or a file can't be written; \
                 3 a shard is missing, or a limit or an interrupt came first",
            ),
            row(
                "show",
                "0 done; 2 bad usage, an input can't be read (the others are shown), or an output \
                 can't be written; 3 an interrupt came first",
            ),
            row(
                "why",
                "0 every puzzle has an answer; 1 an answer failed its check; 2 bad usage, an \
                 input can't be read (the others are answered), or an output can't be written; 3 \
                 a limit of time or memory, or an interrupt, came first, also where a part of an \
                 answer is missing. Where several apply, 1 goes before 2, and 2 before 3.",
            ),
            row(
                "hint",
                "0 done, `no solution` and `no technique applies` included; 2 bad usage, an input \
                 can't be read (the others get their hints), or an output can't be written; 3 the \
                 time limit or an interrupt came first",
            ),
            row(
                "rate",
                "0 done, puzzles that have not one solution included; 1 an engine failed, or a \
                 step contradicts the solution; 2 bad usage, an input can't be read (the others \
                 are rated), or an output can't be written; 3 the time limit or an interrupt came \
                 first. Where several apply, 1 goes before 2, and 2 before 3.",
            ),
            row(
                "generate",
                "0 done; 1 no grid obeys the rules; 2 bad usage or input, or an output can't be \
                 written; 3 no such puzzle was found, or the time limit or an interrupt came first",
            ),
            row(
                "minimize",
                "0 done; 1 a puzzle has no or several solutions, or with --check is not minimal; \
                 2 bad usage, an input can't be read (the others are worked on), or an output \
                 can't be written; 3 the time limit or an interrupt came first. Where several \
                 apply, 1 goes before 2, and 2 before 3.",
            ),
            row(
                "sheet",
                "0 done; 2 bad usage, an input can't be read (the others are on the page), or the \
                 page can't be written; 3 an interrupt came first",
            ),
        ],
    ),
    (
        "Reductions",
        &[
            row(
                "encode",
                "0 done; 2 bad usage, an input can't be read (the others are encoded), or a file \
                 can't be written; 3 the time limit of --preprocess or an interrupt came first",
            ),
            row(
                "decode",
                "0 a checked grid, or `no solution`; 1 the answer is refused; 2 bad usage or \
                 input; 3 the solver gave up",
            ),
            row(
                "pipe",
                "0 a checked grid, or `no solution`; 1 the answer is refused; 2 bad usage or \
                 input, or the solver can't be run; 3 the solver gave up",
            ),
            row(
                "sat",
                "10 satisfiable; 20 unsatisfiable; 0 unknown (a limit or an interrupt), as in the \
                 SAT competition; 2 bad usage or input, or an output can't be written, such as the \
                 proof of the answer that is printed",
            ),
            row(
                "cube",
                "0 done; 2 bad usage or input, or an output can't be written; 3 the time limit or an \
                 interrupt came first",
            ),
            row(
                "verify",
                "0 verified; 1 not verified; 2 bad usage or input, or an output can't be written; \
                 3 a limit of time or memory, or an interrupt, came first",
            ),
            row(
                "fuzz",
                "0 no fault was found; 1 faults were found; 2 bad usage, the solver can't be \
                 run, or a file can't be written; 3 an interrupt came first, and no fault was \
                 found before",
            ),
        ],
    ),
    (
        "Exact cover",
        &[row(
            "cover",
            "0 done, `no solution` included; 1 the engine failed; 2 bad usage or input, or an \
             output can't be written; 3 a limit of time or memory, or an interrupt, came first",
        )],
    ),
    (
        "Teaching",
        &[
            row(
                "explain",
                "0 done; 1 with --replay, a step of the trace is wrong; 2 bad usage, an input \
                 can't be read (the others are explained), or an output can't be written; 3 the \
                 time limit came first",
            ),
            row(
                "grade",
                "0 all is right; 1 something is wrong, or a program failed; 2 bad usage, an \
                 input can't be read (the others are graded), or an output can't be written; 3 a \
                 time limit or an interrupt came first. Where several apply, 1 goes before 2, and \
                 2 before 3.",
            ),
        ],
    ),
    ("Shell", &[row("completions", PLAIN), row("man", PLAIN)]),
];

/// Headings of options that are in several commands, with the options' ids; those
/// of one command alone stay under "Options".
const HEADINGS: [(&str, &[&str]); 4] = [
    (
        "Input options",
        &[
            "strict",
            "relaxed",
            "symbols",
            "rules",
            "form",
            "problem",
            "cnf",
            "cover",
            "replay",
            "max_input",
        ],
    ),
    (
        "Formula options",
        &[
            "encoding",
            "at_most_one",
            "numbering",
            "clause_order",
            "names",
            "rules_only",
            "clues_only",
            "preprocess",
        ],
    ),
    (
        "Search options",
        &[
            "engine",
            "engines",
            "count",
            "all",
            "unique",
            "minimal",
            "sample",
            "choice",
            "seed",
            "jobs",
            "time_limit",
            "memory_limit",
        ],
    ),
    (
        "Output options",
        &[
            "output",
            "proof",
            "binary",
            "force",
            "to",
            "json",
            "stats",
            "count_only",
            "list",
            "svg",
            "picture",
            "dot",
            "tikz",
            "write",
            "zdd",
            "csv",
            "resume",
            "report",
            "no_model",
            "keep",
            "all_rows",
            "quiet",
            "verbose",
            "color",
        ],
    ),
];

/// Puts an option under its heading, if it has none of its own.
fn under_heading(argument: Arg) -> Arg {
    let id = argument.get_id().as_str();
    let heading = HEADINGS.iter().find(|(_, ids)| ids.contains(&id));
    match heading {
        Some((heading, _))
            if !argument.is_positional() && argument.get_help_heading().is_none() =>
        {
            argument.help_heading(*heading)
        }
        _ => argument,
    }
}

/// Returns the exit codes of a command in a sentence, if there is one of this name.
pub(super) fn exit_codes(command: &str) -> Option<String> {
    let mut rows = GROUPS.iter().flat_map(|(_, rows)| rows.iter());
    let row = rows.find(|row| row.name == command)?;
    Some(format!("Exit codes: {}.", row.exit.trim_end_matches('.')))
}

/// Returns the command line with its commands listed in groups and the exit
/// codes in the long help of each.
pub(super) fn arranged(program: Command) -> Command {
    let header = program.get_styles().get_header().to_owned();
    let literal = program.get_styles().get_literal().to_owned();
    let mut list = String::new();
    for (heading, rows) in GROUPS {
        let known = rows
            .iter()
            .filter_map(|row| Some((row, program.find_subcommand(row.name)?)));
        let mut known = known.peekable();
        if known.peek().is_some() {
            let _ = writeln!(list, "{header}{heading}:{header:#}");
        }
        for (row, command) in known {
            let about = command.get_about().map(ToString::to_string);
            let (name, about) = (row.name, about.unwrap_or_default());
            let _ = writeln!(list, "  {literal}{name:<11}{literal:#}  {about}");
        }
        list.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\
         `sudosat help COMMAND` explains a command.\n\n{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    let names: Vec<String> = program
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    let mut program = program.help_template(template).mut_args(under_heading);
    for name in names {
        let Some(codes) = exit_codes(&name) else {
            continue;
        };
        program = program.mut_subcommand(name, |command| {
            let notes = command
                .get_after_long_help()
                .or_else(|| command.get_after_help())
                .map(|notes| notes.ansi().to_string().trim_end().to_owned());
            let notes = match notes {
                Some(notes) if notes.contains("Exit codes:") => notes,
                Some(notes) => format!("{notes}\n\n{codes}"),
                None => codes,
            };
            command.after_long_help(notes).mut_args(under_heading)
        });
    }
    program
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_stands_in_one_group_and_in_the_list() {
        let program = crate::cli::Arguments::command();
        let names = GROUPS.iter().flat_map(|(_, rows)| rows.iter());
        let names: Vec<&str> = names.map(|row| row.name).collect();
        let mut arranged = arranged(crate::cli::Arguments::command());
        let help = arranged.render_help().to_string();
        for command in program.get_subcommands() {
            let name = command.get_name();
            let count = names.iter().filter(|other| **other == name).count();
            assert_eq!(count, 1, "{name}");
            assert!(help.contains(&format!("\n  {name} ")), "{name}: {help}");
        }
    }
}
