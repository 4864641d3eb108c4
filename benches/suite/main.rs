//! SAT solvers side by side on a folder of formulas.
//!
//! `cargo bench --bench suite -- FOLDER` runs our solver and every known one
//! that is installed on each DIMACS file of a folder, one after the other on
//! the same core, with a limit of CPU time. Every model is checked, on request
//! every proof too. It prints a table (solved, PAR-2, ratio to the best) and
//! writes, where asked, a CSV file, a cactus plot, and the table `suite` of
//! docs/BENCHMARKS.md.

mod cactus;
#[path = "../common/document.rs"]
mod document;
mod library;
mod run;
mod solvers;
mod table;

use clap::Parser;
use run::{Outcome, Runner};
use solvers::Solver;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};
use sudosat::cdcl::{Config, Technique};
use sudosat::io::counted;

#[derive(Parser)]
#[command(
    name = "suite",
    about = "Run SAT solvers side by side on a folder of formulas"
)]
struct Arguments {
    /// A folder of DIMACS files, plain or compressed
    folder: Option<PathBuf>,

    /// Seconds of CPU time for each run
    #[arg(long, value_name = "SECONDS", default_value_t = 30,
          value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

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

    /// Another build of our program to put beside this one
    #[arg(long, value_name = "PROGRAM")]
    other: Vec<PathBuf>,

    /// Write a line for each run to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write a cactus plot to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Also replace the table `suite` in this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

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
    let Some(folder) = &arguments.folder else {
        eprintln!("no folder of formulas was given; `-- --help` says how");
        return Ok(());
    };
    let formulas = formulas(folder, arguments.only.as_deref())?;
    anyhow::ensure!(!formulas.is_empty(), "no formulas in {}", folder.display());
    let solvers = chosen(&arguments)?;
    if let Some(file) = &arguments.write {
        document::require(file, "suite")?;
    }
    let commit = document::commit();
    let runner = Runner::new(arguments.limit, arguments.memory, arguments.proofs)?;
    let mut csv = match &arguments.csv {
        Some(path) => Some(io::BufWriter::new(fs::File::create(path)?)),
        None => None,
    };
    if let Some(csv) = &mut csv {
        writeln!(csv, "formula,solver,status,seconds")?;
    }
    let mut outcomes: Vec<Vec<Outcome>> = solvers.iter().map(|_| Vec::new()).collect();
    for path in &formulas {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let formula = runner.unpack(path)?;
        for (solver, outcomes) in solvers.iter().zip(&mut outcomes) {
            let outcome = runner.run(solver, &formula)?;
            eprintln!("{name:<40} {:<20} {outcome}", solver.name);
            if let Some(csv) = &mut csv {
                let (status, seconds) = (outcome.status, outcome.seconds);
                writeln!(csv, "{name},{},{status},{seconds:.2}", solver.name)?;
                csv.flush()?;
            }
            outcomes.push(outcome);
        }
    }
    table::contradictions(&formulas, &solvers, &outcomes);
    let mut parts = vec![commit, counted(formulas.len(), "formula")];
    let names = solvers.iter().map(|solver| solver.name.as_str());
    parts.extend(document::versions(names.filter(|&name| name != "sudosat")));
    parts.extend(document::load());
    parts.push(format!(
        "{} s of CPU and {} MiB for each",
        arguments.limit, arguments.memory
    ));
    let table = table::rendered(&solvers, &outcomes, arguments.limit);
    let table = format!("{table}\n{}.\n", parts.join("; "));
    write!(io::stdout(), "{table}")?;
    if let Some(file) = &arguments.write {
        document::write(file, "suite", &table)?;
    }
    if let Some(path) = &arguments.svg {
        fs::write(path, cactus::draw(&solvers, &outcomes, arguments.limit))?;
    }
    Ok(())
}

/// The files of the folder that are formulas by their names, in order.
fn formulas(folder: &Path, only: Option<&str>) -> io::Result<Vec<PathBuf>> {
    let mut formulas = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_formula = ["", ".gz", ".xz", ".bz2"]
            .iter()
            .any(|packed| name.ends_with(&format!(".cnf{packed}")));
        if is_formula && only.is_none_or(|only| name.contains(only)) {
            formulas.push(path);
        }
    }
    formulas.sort();
    Ok(formulas)
}

/// The solvers to run: those that are asked for and found.
fn chosen(arguments: &Arguments) -> anyhow::Result<Vec<Solver>> {
    let mut solvers = vec![Solver::ours()];
    if arguments.ablate {
        let config = Config::default();
        let used = Technique::ALL.iter().filter(|row| row.is_on(&config));
        solvers.extend(used.filter_map(|row| row.off).map(Solver::without));
        return Ok(solvers);
    }
    for program in &arguments.other {
        solvers.push(Solver::other(program));
    }
    solvers.extend(solvers::peers()?);
    if !arguments.solvers.is_empty() {
        for name in &arguments.solvers {
            let found = solvers.iter().any(|solver| solver.name == *name);
            anyhow::ensure!(found, "there is no solver {name} here");
        }
        solvers.retain(|solver| {
            arguments.solvers.contains(&solver.name) || solver.name.starts_with("other")
        });
    }
    Ok(solvers)
}
