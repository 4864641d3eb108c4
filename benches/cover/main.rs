//! Exact-cover searches side by side, ours and others'.
//!
//! `cargo bench --bench cover` solves the problems of [`problems::ROWS`] with each of our
//! searches, one process a run, one after the other, and prints the user and system seconds
//! of the best of several runs. `--peer NAME=COMMAND` puts another program beside them. The
//! command is for `sh`, with these words in it:
//!
//! - `{knuth}`, a file in Knuth's text form; or `{numbers}`, one in miniexact's;
//! - `{first}`, which becomes `t1000` where the first thousand solutions are wanted, and
//!   nothing where all are; a program without it only counts all solutions;
//! - `{cheapest}`, which becomes nothing: the program finds a solution of least cost.
//!
//! What the command prints must have the number of solutions or the least cost as a word. A
//! program that ends with an error refuses the problem; one with another answer is told on
//! standard error and left out. `--write docs/BENCHMARKS.md` also
//! replaces the table `cover` there. For example
//!
//! ```text
//! cargo bench --bench cover -- --peer 'dlx1=dlx1 {first} < {knuth}' \
//!     --peer 'dlx5=dlx5 m1 {cheapest} < {knuth}' --peer 'blynn=blynn < {numbers}'
//! ```

#[path = "../common/document.rs"]
#[allow(dead_code)] // another benchmark names versions
mod document;
mod made;
mod problems;
mod run;
#[path = "../common/usage.rs"]
#[allow(dead_code)] // another benchmark reads the peak
mod usage;

use clap::Parser;
use problems::{ROWS, Row, Task};
use run::{End, Files, Program, Runner};
use std::io::{self, Write};
use std::path::PathBuf;

/// Our searches, as `cover --engine` calls them, `auto` first.
const OURS: [&str; 8] = [
    "auto", "dlx", "sparse", "bits", "planes", "count", "frontier", "restarts",
];

/// A program gets this multiple of the seconds of `auto`, and one second.
const PATIENCE: f64 = 5.0;

/// A program that takes this multiple of the best time is not run again.
const HOPELESS: f64 = 1.5;

#[derive(Parser)]
#[command(
    name = "cover",
    about = "Solve exact-cover problems by our searches and others"
)]
struct Arguments {
    /// Another program: its name in the table, and how `sh` runs it
    #[arg(long, value_name = "NAME=COMMAND", value_parser = peer)]
    peer: Vec<(String, String)>,

    /// Only the problems whose kinds or names contain this
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

    /// Write the problems to this folder, and run nothing
    #[arg(long, value_name = "FOLDER")]
    files: Option<PathBuf>,

    /// `cargo bench` gives this to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

fn peer(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, command)) if !command.is_empty() => Ok((name.to_owned(), command.to_owned())),
        _ => Err("expected NAME=COMMAND".to_owned()),
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let is_chosen = |row: &&Row| {
        let only = arguments.only.as_deref().unwrap_or_default();
        row.kind.contains(only) || row.name.contains(only)
    };
    let rows: Vec<&Row> = ROWS.iter().filter(is_chosen).collect();
    if let Some(folder) = &arguments.files {
        for row in rows {
            let name = format!("{} {}", row.kind, row.name).replace(['/', ' ', ','], "_");
            std::fs::write(folder.join(name + ".dlx"), row.text()?)?;
        }
        return Ok(());
    }
    if let Some(file) = &arguments.write {
        document::require(file, "cover")?;
    }
    let commit = document::commit();
    let own = OURS.into_iter().map(Program::Own);
    let peers = arguments.peer.iter().cloned();
    let peers = peers.map(|(name, command)| Program::Peer(name, command));
    let programs: Vec<Program> = own.chain(peers).collect();
    // The table so far: a row is printed as soon as it is known.
    let mut table = String::new();
    let mut say = |line: String| {
        table += &format!("{line}\n");
        writeln!(io::stdout(), "{line}")
    };
    say("| kind | problem | answer | auto | best engine | best peer | engine / auto | peer / auto |".to_owned())?;
    say("|---|---|--:|--:|--:|--:|--:|--:|".to_owned())?;
    let runner = Runner::new()?;
    let (mut all, mut searched) = (Mean::default(), Mean::default());
    for row in rows {
        let measured = measure(row, &programs, &runner, &arguments)?;
        say(measured.line(row))?;
        if let Some(ratio) = measured.to_peer() {
            all.add(ratio);
            if !measured.counts_only() {
                searched.add(ratio);
            }
        }
    }
    if let (Some(all), Some(searched)) = (all.value(), searched.value()) {
        say(format!(
            "\nThe geometric mean of the last column is {all:.2}; without the rows of which \
             `count` or `frontier` is the best engine, {searched:.2}."
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

/// A geometric mean.
#[derive(Default)]
struct Mean {
    logs: f64,
    number: u32,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.logs += value.ln();
        self.number += 1;
    }

    fn value(&self) -> Option<f64> {
        (self.number > 0).then(|| (self.logs / f64::from(self.number)).exp())
    }
}

/// What was measured of a problem.
struct Measured {
    answer: String,
    /// Seconds of `auto`.
    auto: Option<f64>,
    /// The fastest of our other engines, and of the peers.
    engine: Option<(String, f64)>,
    peer: Option<(String, f64)>,
}

impl Measured {
    fn to_peer(&self) -> Option<f64> {
        Some(self.peer.as_ref()?.1 / self.auto?)
    }

    /// Returns `true` if no engine that finds one solution after the other is as fast.
    fn counts_only(&self) -> bool {
        let best = self.engine.as_ref().map(|(name, _)| name.as_str());
        matches!(best, Some("count" | "frontier"))
    }

    fn line(&self, row: &Row) -> String {
        let ratio = |best: &Option<(String, f64)>| match (best, self.auto) {
            (Some((_, best)), Some(auto)) => format!("{:.2}", best / auto),
            _ => "–".to_owned(),
        };
        let best = |best: &Option<(String, f64)>| match best {
            Some((name, seconds)) => format!("{name} {seconds:.3}"),
            None => "–".to_owned(),
        };
        let auto = self
            .auto
            .map_or("–".to_owned(), |auto| format!("{auto:.3}"));
        let cells = [
            row.kind,
            row.name,
            &self.answer,
            &auto,
            &best(&self.engine),
            &best(&self.peer),
            &ratio(&self.engine),
            &ratio(&self.peer),
        ];
        format!("| {} |", cells.join(" | "))
    }
}

/// Runs all programs on a problem, one round after the other: what else the machine does meets
/// all of them.
fn measure(
    row: &Row,
    programs: &[Program],
    runner: &Runner,
    arguments: &Arguments,
) -> anyhow::Result<Measured> {
    let files = Files::new(runner, &row.text()?)?;
    let mut expected: Option<String> = None;
    let mut times: Vec<Option<f64>> = vec![Some(f64::INFINITY); programs.len()];
    for _ in 0..arguments.runs {
        for (place, program) in programs.iter().enumerate() {
            let least = times
                .iter()
                .flatten()
                .copied()
                .fold(f64::INFINITY, f64::min);
            let Some(before) = times[place] else { continue };
            if before.is_finite() && place > 0 && before > HOPELESS * least {
                continue;
            }
            let patience = PATIENCE * times[0].unwrap_or(f64::INFINITY) + 1.0;
            let limit = arguments.limit.min(patience.min(1e6) as u64 + 1);
            times[place] =
                match runner.run(program, row.task, &files, expected.as_deref(), limit)? {
                    End::Answer(answer, seconds) => {
                        expected.get_or_insert(answer);
                        Some(f64::min(before, seconds))
                    }
                    End::Refused | End::Late => None,
                };
        }
    }
    let best = |is_own: bool| {
        let others = programs.iter().zip(&times).skip(1);
        let others = others.filter(|(program, _)| matches!(program, Program::Own(_)) == is_own);
        let known = others.filter_map(|(program, &time)| Some((program.name().to_owned(), time?)));
        known.min_by(|a, b| a.1.total_cmp(&b.1))
    };
    let answer = match (row.task, expected) {
        (_, None) => "–".to_owned(),
        (Task::First(number), Some(answer)) if answer == number.to_string() => {
            format!("first {answer}")
        }
        (Task::Cheapest, Some(answer)) => format!("cost {answer}"),
        (_, Some(answer)) => answer,
    };
    Ok(Measured {
        answer,
        auto: times[0],
        engine: best(true),
        peer: best(false),
    })
}
