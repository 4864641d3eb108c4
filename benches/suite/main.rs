//! SAT solvers side by side on folders of formulas.
//!
//! `cargo bench --bench suite -- FOLDER` runs our solver and every known one
//! that is installed on each DIMACS file of the folders, with a limit of CPU time, on one
//! core or more, with one seed or more. Every model is checked, on request
//! every proof too. It prints tables (solved, PAR-2, ratios with their errors, families, lost
//! formulas) and writes, where asked, a CSV file, from which it can be continued, a cactus
//! plot, and the table `suite` or `hard` of docs/BENCHMARKS.md.

mod cactus;
#[path = "../common/document.rs"]
mod document;
mod formulas;
mod journal;
mod library;
mod plan;
mod run;
mod solvers;
mod statistics;
mod table;

use clap::Parser;
use journal::Journal;
use plan::Plan;
use run::{Limits, Measure};
use solvers::Solver;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::{fs, io, thread};
use sudosat::cdcl::{Config, Technique};
use sudosat::io::counted;
use table::{By, Results};

#[derive(Parser)]
#[command(
    name = "suite",
    about = "Run SAT solvers side by side on a folder of formulas"
)]
struct Arguments {
    /// Folders of DIMACS files, plain or compressed; a file `status.tsv` in one may name
    /// families and answers
    folders: Vec<PathBuf>,

    /// What limits the runs and is compared; ticks and conflicts are for our solver only
    #[arg(long, value_name = "WORD", default_value = "seconds")]
    measure: Measure,

    /// Limit on each run, in the measure: seconds of CPU time, ticks or conflicts
    #[arg(long, value_name = "N", default_value_t = 30,
          default_value_ifs = [("measure", "ticks", "500000000"), ("measure", "conflicts", "200000")],
          value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Number of seeds, from 0, for the solvers that take one
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,

    /// Number of runs at the same time, each on a core of its own
    #[arg(short, long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    jobs: u64,

    /// MiB of memory for each run
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory: u64,

    /// Only these solvers
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    solvers: Vec<String>,

    /// Only the formulas whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Have solvers that can write a proof write one, and check it
    #[arg(long)]
    proofs: bool,

    /// Our solver alone: as it is, and with each technique switched off
    #[arg(long, conflicts_with = "solvers")]
    ablate: bool,

    /// Also our solver with these options, separated by spaces
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    variant: Vec<String>,

    /// Also print a table with a row for each family or formula
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    by: Vec<By>,

    /// Another build of our program to put beside this one
    #[arg(long, value_name = "PROGRAM")]
    other: Vec<PathBuf>,

    /// Write a line for each run to this file, and don't repeat a run that it has
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write a cactus plot to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Also replace tables in this file by those that are printed
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// Name of the tables that `--write` replaces, as in `<!-- table NAME -->`
    #[arg(long, value_name = "NAME", default_value = "suite")]
    table: String,

    /// `cargo bench` gives this to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,

    /// Solve one formula by a library, and print the answer: how the solvers
    /// that are libraries are run under the same limits as the programs.
    #[arg(long, hide = true, num_args = 2, value_names = ["NAME", "FILE"])]
    answer: Vec<OsString>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    if let [name, file] = &arguments.answer[..] {
        return library::answer(&name.to_string_lossy(), file);
    }
    if arguments.folders.is_empty() {
        eprintln!("no folder of formulas was given; `-- --help` says how");
        return Ok(());
    }
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    anyhow::ensure!(
        arguments.jobs <= cores,
        "--jobs {}: each run needs a core of its own, and there are {cores}",
        arguments.jobs
    );
    let formulas = formulas::list(&arguments.folders, arguments.only.as_deref())?;
    let solvers = chosen(&arguments)?;
    if let Some(file) = &arguments.write {
        document::require(file, &arguments.table)?;
    }
    let commit = document::commit();
    let plan = Plan {
        limits: Limits {
            measure: arguments.measure,
            limit: arguments.limit,
            memory: arguments.memory,
        },
        seeds: arguments.seeds,
        jobs: arguments.jobs,
        proofs: arguments.proofs,
    };
    let journal = arguments.csv.as_deref().map(Journal::open).transpose()?;
    let columns = plan.columns(&formulas, &solvers, journal.unwrap_or_default())?;
    let mut results = Results {
        columns,
        formulas: &formulas,
        measure: arguments.measure,
        limit: arguments.limit,
    };
    results.judge();
    let conditions = conditions(&arguments, commit, formulas.len(), &solvers);
    let groups = arguments.by.iter().map(|&by| results.groups(by));
    let mut tables = vec![results.solvers()];
    tables.extend(groups.chain([results.losses()]));
    tables.retain(|table| !table.is_empty());
    let text = format!("{}\n{conditions}.\n", tables.join("\n"));
    write!(io::stdout(), "{text}")?;
    if let Some(file) = &arguments.write {
        document::write(file, &arguments.table, &text)?;
    }
    if let Some(path) = &arguments.svg {
        fs::write(path, cactus::draw(&results))?;
    }
    Ok(())
}

/// Returns the line below the table: what was measured, and how.
fn conditions(
    arguments: &Arguments,
    commit: String,
    formulas: usize,
    solvers: &[Solver],
) -> String {
    let mut parts = vec![commit, counted(formulas, "formula")];
    let names = solvers.iter().map(|solver| solver.name.as_str());
    parts.extend(document::versions(names.filter(|&name| name != "sudosat")));
    parts.extend(document::load());
    parts.push(counted(arguments.seeds as usize, "seed"));
    if arguments.jobs > 1 {
        parts.push(format!("{} runs at the same time", arguments.jobs));
    }
    let (unit, size) = arguments.measure.unit();
    let limit = arguments.limit as f64 / size;
    let memory = arguments.memory;
    parts.push(format!(
        "scores in {unit}, limits {limit} {unit} and {memory} MiB"
    ));
    parts.join("; ")
}

/// The solvers to run: those that are asked for and found.
fn chosen(arguments: &Arguments) -> anyhow::Result<Vec<Solver>> {
    let mut solvers = vec![Solver::ours()];
    let variants = arguments
        .variant
        .iter()
        .map(|options| Solver::variant(options));
    solvers.extend(variants);
    solvers.extend(arguments.other.iter().map(|program| Solver::other(program)));
    if arguments.ablate {
        let config = Config::default();
        let used = Technique::ALL.iter().filter(|row| row.is_on(&config));
        solvers.extend(used.filter_map(|row| row.off).map(Solver::without));
        return Ok(solvers);
    }
    if arguments.measure == Measure::Seconds {
        solvers.extend(solvers::peers()?);
    }
    if !arguments.solvers.is_empty() {
        for name in &arguments.solvers {
            let found = solvers.iter().any(|solver| solver.name == *name);
            anyhow::ensure!(found, "there is no solver {name} here");
        }
        solvers.retain(|solver| {
            arguments.solvers.contains(&solver.name) || solver.is_ours && solver.name != "sudosat"
        });
    }
    Ok(solvers)
}
