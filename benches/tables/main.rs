//! The tables of `docs/BENCHMARKS.md` that are commands beside each other.
//!
//! `cargo bench --bench tables` measures all of them and prints them; names choose some, and
//! `--write docs/BENCHMARKS.md` replaces them there, between `<!-- table NAME -->` and
//! `<!-- end of table -->`. Each cell is one command of a shell, run alone, under the table's
//! limit of CPU time. The puzzles are made by `sudosat generate` from fixed seeds, so that
//! anybody can make the same ones. Programs that are not on the PATH leave their cells empty.
//!
//! | file | what it holds |
//! |---|---|
//! | `list.rs` | the tables: their rows, columns and commands |
//! | `measure.rs` | one command, its time and its memory |

#[path = "../common/document.rs"]
mod document;
mod list;
mod measure;
#[path = "../common/usage.rs"]
#[allow(dead_code)] // another benchmark reads system seconds
mod usage;

use anyhow::ensure;
use clap::Parser;
use list::{Body, Cell, Table};
use measure::Shell;
use std::path::PathBuf;

#[derive(Parser)]
#[command(name = "tables", about = "Measure the tables of docs/BENCHMARKS.md")]
struct Arguments {
    /// Names of tables; all of them if there is none
    names: Vec<String>,

    /// Replace the tables in this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// The 9×9 puzzles of the table `many`, one on each line
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,

    /// Print the commands, and run none
    #[arg(long)]
    dry_run: bool,

    /// `cargo bench` gives this to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,

    /// Run one command and print what it used: each has a process of its own, because the
    /// peak memory of children is that of the largest.
    #[arg(long, hide = true, value_name = "COMMAND")]
    measure: Option<String>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    if let Some(command) = &arguments.measure {
        return measure::run_and_print(command);
    }
    let all = list::tables(arguments.puzzles.as_deref())?;
    for name in &arguments.names {
        let known: Vec<&str> = all.iter().map(|table| table.name).collect();
        ensure!(
            known.contains(&name.as_str()),
            "there is no table '{name}'; the tables are {}, and with --puzzles many",
            known.join(", ")
        );
    }
    let is_chosen = |table: &&Table| {
        arguments.names.is_empty() || arguments.names.iter().any(|n| n == table.name)
    };
    if let Some(file) = &arguments.write {
        for table in all.iter().filter(is_chosen) {
            document::require(file, table.name)?;
        }
    }
    let commit = document::commit();
    let shell = Shell::new(arguments.dry_run)?;
    for table in all.iter().filter(is_chosen) {
        let text = format!("{}\n\n{}", rendered(table, &shell)?, stamp(&commit, table));
        match &arguments.write {
            Some(file) if !arguments.dry_run => document::write(file, table.name, &text)?,
            _ => println!("{text}"),
        }
    }
    Ok(())
}

/// Returns a table in Markdown, after running its commands.
fn rendered(table: &Table, shell: &Shell) -> anyhow::Result<String> {
    let (heads, rows) = match &table.body {
        Body::Rows(heads, rows) => (heads, rows),
        Body::Example(command) => {
            let name = command.split(' ').next().unwrap_or_default();
            shell.prepare(&list::built(name))?;
            return shell.output(&format!("$E/{command}"), table.limit);
        }
    };
    let mut text = format!("| {} |\n|---|", heads.join(" | "));
    text += &"--:|".repeat(heads.len() - 1);
    for row in rows {
        shell.prepare(&row.setup)?;
        let mut cells = vec![row.label.clone()];
        for cell in &row.cells {
            let run = |command: &str| shell.run(command, table.limit);
            cells.push(match cell {
                Cell::User(command) => run(command)?.user_text(),
                Cell::UserWallPeak(command) => {
                    let run = run(command)?;
                    format!(
                        "{} | {} | {}",
                        run.user_text(),
                        run.wall_text(),
                        run.peak_text()
                    )
                }
                Cell::UserRate(command, number) => {
                    let run = run(command)?;
                    format!("{} | {}", run.user_text(), run.rate_text(*number))
                }
                Cell::Conflicts(command) => shell.conflicts(command, table.limit)?,
                Cell::Size(file) => shell.size(file),
                Cell::Empty => String::new(),
            });
        }
        eprintln!("{}: {}", table.name, cells.join(" | "));
        text += &format!("\n| {} |", cells.join(" | "));
    }
    Ok(text)
}

/// Returns the line below a table: what was measured, and under which circumstances.
fn stamp(commit: &str, table: &Table) -> String {
    let mut parts = vec![commit.to_owned()];
    parts.extend(document::versions(table.peers.iter().copied()));
    parts.extend(document::load());
    parts.push(format!("`T`: not done in {} s of CPU", table.limit));
    format!("{}.", parts.join("; "))
}
