//! `sudosat cube`: a formula cut into cubes.

use super::alarm::Alarm;
use super::content::Hints;
use super::context::Context;
use super::exit::Exit;
use super::overrun::Watch;
use super::quiet::Quiet;
use super::relaxed::Relaxed;
use super::{interrupt, limits, out, report};
use anyhow::{Context as _, bail};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use sudosat::budget::Stop;
use sudosat::cdcl::Solver;
use sudosat::engine::cubes::uncovered;
use sudosat::formula::dimacs;
use sudosat::io::counted;

/// Cut a formula into cubes, to be searched by many workers
///
/// A cube is a list of literals. The cubes written cover every assignment, which is proved
/// and checked, so the formula is unsatisfiable if it is under each of them. They are chosen
/// by look-ahead: of variables, and of clauses of which exactly one literal is true. What
/// propagation estimates to be hard is cut more often. The output is `p inccnf`, the
/// clauses, and a line `a LITERALS 0` for each cube.
///
/// `sat` reads it. With `--cube` and `--parts` it searches a part of the cubes, on any
/// machine, and writes a part of a proof for each; with `--parts` and `--proof` it composes one
/// proof of them: docs/SCALING.md.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The formula: a DIMACS file, plain or compressed by gzip, xz or bzip2;
    /// `-` for standard input
    #[arg(value_name = "CNF", default_value = "-")]
    cnf: OsString,

    /// Write to this file (compressed if it ends in .gz, .xz or .bz2) instead of standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Replace the file of -o if it exists
    #[arg(short, long)]
    force: bool,

    /// Number of cubes; there may be a few more, or fewer if propagation alone decides them
    /// [default: 100, or with --depth as many as there are]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST))]
    cubes: Option<u32>,

    /// Largest number of cuts that lead to a cube
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    depth: Option<u32>,

    #[command(flatten)]
    relaxed: Relaxed,

    /// Time limit, including reading the input, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    #[command(flatten)]
    quiet: Quiet,
}

/// Largest number of cubes. Chosen by hand to bound memory and time.
const MOST: i64 = 10_000_000;

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let interrupt = interrupt::on_ctrl_c();
    let alarm = Alarm::after(arguments.time_limit, &interrupt)
        .context("the clock of --time-limit can't be started")?;
    let watch = Watch::of(arguments.time_limit);
    let budget = limits::budget(arguments.time_limit, &interrupt);
    let mut target = out::create(&arguments.output, arguments.force, &[&arguments.cnf])?;
    let is_quiet = arguments.quiet.is_set();
    let warn = &mut |odd| {
        if !is_quiet {
            report::warning(&odd);
        }
    };
    let read = arguments
        .relaxed
        .read(&arguments.cnf, Hints::Usual, &interrupt, warn);
    let cnf = match read {
        Err(_) if interrupt.is_raised() => return gave_up(&alarm),
        read => read?,
    };
    let limits = limits::search_memory(&cnf, 1);
    let mut solver = Solver::default();
    solver.set_limits(limits.clone());
    for clause in cnf.clauses() {
        if interrupt.is_raised() {
            break; // looking ahead will see it, too
        }
        solver.add_clause(clause);
    }
    let (count, depth) = match (arguments.cubes, arguments.depth) {
        (count, None) => (count.unwrap_or(100) as usize, usize::MAX),
        (count, Some(depth)) => (count.map_or(MOST as usize, |n| n as usize), depth as usize),
    };
    let cubes = match solver.cubes(count, depth, &budget) {
        Ok(cubes) => cubes,
        Err(Stop::Interrupted) => return gave_up(&alarm),
        Err(stop) => return gave_up_because(stop),
    };
    match uncovered(&cubes, limits, &budget)? {
        Ok(None) => {}
        Ok(Some(_)) => {
            bail!("a fault in the look-ahead: the cubes do not cover every assignment")
        }
        Err(Stop::Interrupted) => return gave_up(&alarm),
        Err(stop) => return gave_up_because(stop),
    }
    drop(watch);
    dimacs::write_with_cubes(&cnf, &cubes, &mut target)?;
    target.commit().map_err(out::explained)?;
    if context.verbose > 0 {
        let literals = cubes.iter().map(Vec::len).sum::<usize>();
        report::note(&format!(
            "{} of {}",
            counted(cubes.len(), "cube"),
            counted(literals, "literal")
        ));
    }
    Ok(Exit::Done)
}

/// Reports the end by an interrupt, which the alarm uses as the user does.
fn gave_up(alarm: &Alarm) -> anyhow::Result<Exit> {
    gave_up_because(match alarm.rang() {
        true => Stop::Time,
        false => Stop::Interrupted,
    })
}

fn gave_up_because(stop: Stop) -> anyhow::Result<Exit> {
    report::note(&format!("gave up: {stop}"));
    Ok(Exit::GaveUp)
}
