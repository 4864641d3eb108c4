//! Exact-cover searches side by side, ours and others'.
//!
//! `cargo bench --bench cover` counts the solutions of ten problems by each of
//! our searches, one process a run, one after the other, and prints the user
//! and system seconds of the best of several runs. `--peer NAME=COMMAND` puts
//! another program beside them: the command is for `sh`, with `{knuth}` for a
//! file in Knuth's text form and `{numbers}` for one in miniexact's; what it
//! prints must have the number of solutions as a word. `--write docs/BENCHMARKS.md` also
//! replaces the table `cover` there. For example
//!
//! ```text
//! cargo bench --bench cover -- --peer 'dlx1=./dlx1 < {knuth}' --peer 'blynn=./blynn < {numbers}'
//! ```

#[path = "../common/document.rs"]
#[allow(dead_code)] // another benchmark names versions
mod document;
mod run;
#[path = "../common/usage.rs"]
#[allow(dead_code)] // another benchmark reads the peak
mod usage;

use anyhow::Context as _;
use clap::Parser;
use run::{Files, Runner, search};
use std::io::{self, Write};
use std::path::PathBuf;
use sudosat::cover::problems::{self, Instance};
use sudosat::encode;
use sudosat::sudoku::text;

/// Names in the table, and the problems as `cover --problem` takes them, or the
/// puzzles.
const PROBLEMS: [(&str, &str); 10] = [
    ("queens 13", "queens:13"),
    ("queens 14", "queens:14"),
    ("Soma cube", "soma"),
    ("Langford 12", "langford:12,reduced"),
    (
        "pentominoes 8×8 with a hole",
        "pentominoes:region=########/########/########/###..###/###..###/########/########/########",
    ),
    ("pentominoes 6×10", "pentominoes:6x10"),
    ("dominoes 8×8", "dominoes:8x8"),
    ("L-trominoes 9×10", "triominoes:9x10,corners"),
    (
        "Sudoku 9×9, 15 clues",
        ".........................3......3.2...4....5...6.1.....3......6.7..8...952.7.....",
    ),
    ("Sudoku 16×16, 59 % holes", include_str!("16x16.txt")),
];

/// Our searches, as `cover --engine` calls them.
const OURS: [&str; 4] = ["dlx", "sparse", "bits", "auto"];

#[derive(Parser)]
#[command(
    name = "cover",
    about = "Count exact covers by our searches and others"
)]
struct Arguments {
    /// Another program: its name in the table, and how `sh` runs it
    #[arg(long, value_name = "NAME=COMMAND", value_parser = peer)]
    peer: Vec<(String, String)>,

    /// Only the problems whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Number of runs of each; the least time counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    runs: u64,

    /// Seconds of CPU time for each run
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    limit: u64,

    /// Also replace the table in this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// `cargo bench` gives this to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,

    /// Count the solutions of one file by one of our searches: how each run of
    /// ours gets a process of its own.
    #[arg(long, hide = true, num_args = 2, value_names = ["ENGINE", "FILE"])]
    search: Vec<String>,
}

fn peer(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, command)) if !command.is_empty() => Ok((name.to_owned(), command.to_owned())),
        _ => Err("expected NAME=COMMAND".to_owned()),
    }
}

/// The puzzle of a text.
fn puzzle(text: &str) -> anyhow::Result<Instance> {
    let mut entries = text::read(text.as_bytes(), "puzzle", &text::Options::default());
    let entry = entries.next().context("no puzzle")??;
    Ok(encode::instance(&entry.puzzle)?)
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    if let [engine, file] = &arguments.search[..] {
        let count = search(engine, &PathBuf::from(file))?;
        writeln!(io::stdout(), "{count}")?;
        return Ok(());
    }
    if let Some(file) = &arguments.write {
        document::require(file, "cover")?;
    }
    let commit = document::commit();
    let runner = Runner::new(arguments.limit)?;
    // The table so far: a row is printed as soon as it is known.
    let mut table = String::new();
    let mut say = |line: String| {
        table += &format!("{line}\n");
        writeln!(io::stdout(), "{line}")
    };
    let peers = arguments.peer.iter().map(|(name, _)| name.as_str());
    let names: Vec<&str> = peers.chain(OURS).collect();
    say(format!(
        "| problem | solutions | {} | auto to the best peer |",
        names.join(" | ")
    ))?;
    say(format!("|---|--:|{}--:|", "--:|".repeat(names.len())))?;
    let (mut logs, mut lines) = (0.0, 0);
    for (name, text) in PROBLEMS {
        if arguments
            .only
            .as_ref()
            .is_some_and(|only| !name.contains(only))
        {
            continue;
        }
        let instance = match name.starts_with("Sudoku") {
            true => puzzle(text)?,
            false => problems::build(text)?,
        };
        let files = Files::new(&runner, instance.problem())?;
        let count = runner.ours("auto", &files)?.count;
        // A round of all, then the next: what else the machine does meets all.
        let mut best: Vec<Option<f64>> = vec![None; names.len()];
        for _ in 0..arguments.runs {
            for (place, best) in best.iter_mut().enumerate() {
                let result = match arguments.peer.get(place) {
                    Some((_, command)) => runner.peer(command, &files, &count)?,
                    None => runner.ours(names[place], &files)?.seconds,
                };
                *best = match (*best, result) {
                    (Some(old), Some(new)) => Some(f64::min(old, new)),
                    (old, new) => old.or(new),
                };
            }
        }
        let cells = best.iter().map(|seconds| match seconds {
            Some(seconds) => format!("{seconds:.3}"),
            None => "–".to_owned(),
        });
        let cells = cells.collect::<Vec<_>>().join(" | ");
        let peers = best[..arguments.peer.len()].iter().flatten();
        let best_peer = peers.copied().reduce(f64::min);
        let ratio = match (best_peer, best.last()) {
            (Some(peer), Some(&Some(ours))) => {
                logs += (peer / ours).ln();
                lines += 1;
                format!("{:.2}", peer / ours)
            }
            _ => "–".to_owned(),
        };
        say(format!("| {name} | {count} | {cells} | {ratio} |"))?;
    }
    if lines > 0 {
        let mean = (logs / f64::from(lines)).exp();
        say(format!(
            "\nThe geometric mean of the last column is {mean:.2}."
        ))?;
    }
    let mut parts = vec![commit];
    parts.push(match arguments.runs {
        1 => "one run of each".to_owned(),
        runs => format!("the least of {runs} runs"),
    });
    parts.extend(document::load());
    parts.push(format!("`–`: not done in {} s of CPU", arguments.limit));
    say(format!("\n{}.", parts.join("; ")))?;
    if let Some(file) = &arguments.write {
        document::write(file, "cover", &table)?;
    }
    Ok(())
}
