//! The tables of `docs/BENCHMARKS.md` that are commands beside each other.
//!
//! `cargo bench --bench tables` measures all of them and prints them; names choose some, and
//! `--write docs/BENCHMARKS.md` replaces them there, between `<!-- table NAME -->` and
//! `<!-- end of table -->`. Each cell is one command of a shell, run alone. The puzzles are
//! made by `sudosat generate` from fixed seeds, so that anybody can make the same ones.
//! Solvers that are not on the PATH leave their cells empty.
//!
//! | file | what it holds |
//! |---|---|
//! | `list.rs` | the tables: their rows, columns and commands |
//! | `measure.rs` | one command, its time and its memory |

mod list;
mod measure;
#[path = "../common/usage.rs"]
#[allow(dead_code)] // another benchmark reads system seconds
mod usage;

use anyhow::{Context, bail, ensure};
use clap::Parser;
use list::{Cell, Table};
use measure::Shell;
use std::fs;
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

    /// Seconds of CPU time for each command
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    limit: u64,

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
            "there is no table '{name}'; the tables are {}",
            known.join(", ")
        );
    }
    let is_chosen = |table: &&Table| {
        arguments.names.is_empty() || arguments.names.iter().any(|n| n == table.name)
    };
    let shell = Shell::new(arguments.limit, arguments.dry_run)?;
    for table in all.iter().filter(is_chosen) {
        let text = rendered(table, &shell)?;
        match &arguments.write {
            Some(file) if !arguments.dry_run => {
                let old = fs::read_to_string(file)
                    .with_context(|| format!("{} can't be read", file.display()))?;
                fs::write(file, replaced(&old, table.name, &text)?)
                    .with_context(|| format!("{} can't be written", file.display()))?;
                eprintln!("{}: {}", table.name, file.display());
            }
            _ => println!("{text}"),
        }
    }
    Ok(())
}

/// Returns a table in Markdown, after running its commands.
fn rendered(table: &Table, shell: &Shell) -> anyhow::Result<String> {
    let mut text = format!("| {} |\n|---|", table.heads.join(" | "));
    text += &"--:|".repeat(table.heads.len() - 1);
    for row in &table.rows {
        shell.prepare(&row.setup)?;
        let mut cells = vec![row.label.clone()];
        for cell in &row.cells {
            cells.push(match cell {
                Cell::User(command) => shell.run(command)?.user_text(),
                Cell::UserWallPeak(command) => {
                    let run = shell.run(command)?;
                    format!(
                        "{} | {} | {}",
                        run.user_text(),
                        run.wall_text(),
                        run.peak_text()
                    )
                }
                Cell::Conflicts(command) => shell.conflicts(command)?,
            });
        }
        eprintln!("{}: {}", table.name, cells.join(" | "));
        text += &format!("\n| {} |", cells.join(" | "));
    }
    Ok(format!("{text}\n\n{}", measure::stamp(shell.limit())))
}

/// Returns a document with a table replaced.
fn replaced(document: &str, name: &str, table: &str) -> anyhow::Result<String> {
    let begin = format!("<!-- table {name} -->\n");
    let end = "<!-- end of table -->";
    let Some((before, rest)) = document.split_once(&begin) else {
        bail!("there is no line {}", begin.trim_end());
    };
    let Some((_, after)) = rest.split_once(end) else {
        bail!("there is no line {end} after {}", begin.trim_end());
    };
    Ok(format!("{before}{begin}\n{table}\n\n{end}{after}"))
}
