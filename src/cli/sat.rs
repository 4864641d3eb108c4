//! `sudosat sat`: our CDCL on any formula, with the output and the exit codes
//! of the SAT competition.

mod proof;

use self::proof::Proof;
use super::Context;
use super::exit::Exit;
use super::settings::Settings;
use super::{interrupt, limits, report};
use anyhow::{Context as _, bail};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::cdcl::{Solver, Stats, Verdict};
use sudosat::check;
use sudosat::formula::answer::{self, Status};
use sudosat::formula::{Cnf, Lit, dimacs};
use sudosat::io::Source;

/// Solve any DIMACS formula with our own CDCL
///
/// Prints a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and the
/// model as lines `v`. The model is checked against the formula before it is
/// printed.
#[derive(clap::Args)]
pub struct Arguments {
    /// The formula: a DIMACS file, plain or compressed by gzip, xz or bzip2;
    /// `-` for standard input
    #[arg(value_name = "CNF", default_value = "-")]
    cnf: OsString,

    /// Write a proof to this file if the formula is unsatisfiable: VeriPB's
    /// if the name ends in `.pbp`, LRAT if it ends in `.lrat`, else DRAT;
    /// compressed if `.gz` or `.xz` follows
    #[arg(long, value_name = "FILE")]
    proof: Option<OsString>,

    /// Write the DRAT or LRAT proof in the binary format
    #[arg(long, requires = "proof")]
    binary: bool,

    /// Replace the proof's file if it exists
    #[arg(short, long, requires = "proof")]
    force: bool,

    /// Give up after this time; it counts from the start, but reading is not
    /// cut short
    #[arg(long, value_name = "SECONDS", value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Give up after this many conflicts
    #[arg(long, value_name = "N")]
    conflicts: Option<u64>,

    /// Don't print the model
    #[arg(long)]
    no_model: bool,

    /// Print the counts of the search's steps as comments
    #[arg(long)]
    stats: bool,

    /// Print one JSON object instead: status, model, counts, seconds
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    settings: Settings,
}

pub fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let interrupt = interrupt::on_ctrl_c();
    let budget = arguments.budget(&interrupt);
    // Before the search: no hour's work should fail for the proof's name.
    let proof = match &arguments.proof {
        Some(path) => {
            let (cnf, binary, force) = (&arguments.cnf, arguments.binary, arguments.force);
            Some((path, proof::create(path, cnf, binary, force)?))
        }
        None => None,
    };
    let Some(cnf) = read(&arguments.cnf, &interrupt)? else {
        let result = Finding::unknown(Stop::Interrupted);
        return arguments.print(&result, &Cnf::new(0), &Stats::default(), start);
    };
    if context.verbose > 0 {
        let (vars, clauses) = (cnf.num_vars(), cnf.num_clauses());
        let seconds = start.elapsed().as_secs_f64();
        report::note(&format!(
            "{vars} variables, {clauses} clauses read in {seconds:.2} s"
        ));
    }
    let mut solver = Solver::new(arguments.settings.0.clone());
    let proof = proof.map(|(path, target)| Proof::begin(target, path, arguments.binary, &cnf));
    if let Some(proof) = &proof {
        solver = solver.with_observer(proof.observer());
    }
    // Not `add_cnf`: variables that are only declared need no room.
    for clause in cnf.clauses() {
        solver.add_clause(clause);
    }
    let result = match solver.solve(&budget)? {
        Verdict::Unknown(stop) => Finding::unknown(stop),
        Verdict::Unsat => {
            drop(solver.take_observer());
            if let Some(proof) = proof {
                proof.keep()?;
            }
            Finding::of(Status::Unsatisfiable)
        }
        Verdict::Sat => Finding {
            model: checked_model(&cnf, &solver)?,
            ..Finding::of(Status::Satisfiable)
        },
    };
    let stats = solver.stats();
    if context.verbose > 0 && stats.counting_steps > 0 {
        report::note(&format!(
            "{} at-most-one groups, {} blocks of as many clauses as groups, or more, in {} steps",
            stats.at_most_ones, stats.blocks, stats.counting_steps
        ));
    }
    arguments.print(&result, &cnf, stats, start)
}

/// What is printed.
struct Finding {
    status: Status,
    /// Why the status is unknown.
    stop: Option<Stop>,
    /// A literal for every variable, if the formula is satisfiable.
    model: Vec<Lit>,
}

impl Finding {
    fn of(status: Status) -> Finding {
        Finding {
            status,
            stop: None,
            model: Vec::new(),
        }
    }

    fn unknown(stop: Stop) -> Finding {
        Finding {
            stop: Some(stop),
            ..Finding::of(Status::Unknown)
        }
    }
}

/// The formula, unless the user interrupts.
fn read(arg: &OsStr, interrupt: &Interrupt) -> anyhow::Result<Option<Cnf>> {
    let read = Source::open_with(arg, interrupt).and_then(|mut source| {
        let name = source.name().to_string();
        dimacs::read_with(&mut source, &name, &mut |warning| report::warning(&warning))
    });
    match read {
        Err(_) if interrupt.is_raised() => Ok(None),
        read => Ok(Some(read?)),
    }
}

/// The solver's model with a value for every variable of the formula, if it
/// is one.
fn checked_model(cnf: &Cnf, solver: &Solver) -> anyhow::Result<Vec<Lit>> {
    let model = solver.model().context("the solver gave no model")?;
    let lits: Vec<Lit> = model.lits().collect();
    match check::model(cnf, &lits) {
        Ok(model) => Ok(model.lits().collect()),
        Err(fault) => bail!("a fault in the solver: its model is wrong: {fault}"),
    }
}

impl Arguments {
    fn budget(&self, interrupt: &Interrupt) -> Budget {
        let mut budget = Budget::unlimited().with_interrupt(interrupt.clone());
        if let Some(limit) = self.time_limit {
            budget = budget.with_time(limit);
        }
        if let Some(conflicts) = self.conflicts {
            budget = budget.with_steps(conflicts);
        }
        budget
    }

    fn print(
        &self,
        result: &Finding,
        cnf: &Cnf,
        stats: &Stats,
        start: Instant,
    ) -> anyhow::Result<Exit> {
        let mut out = BufWriter::with_capacity(64 << 10, io::stdout().lock());
        if self.json {
            self.print_json(&mut out, result, cnf, stats, start)?;
        } else {
            self.print_lines(&mut out, result, stats, start)?;
        }
        out.flush()?;
        Ok(match result.status {
            Status::Satisfiable => Exit::Satisfiable,
            Status::Unsatisfiable => Exit::Unsatisfiable,
            // The competition's code for "unknown" is 0.
            Status::Unknown => Exit::Done,
        })
    }

    /// The competition's lines. The counts come first, so that a reader who
    /// stops at the model has all.
    fn print_lines(
        &self,
        out: &mut impl Write,
        result: &Finding,
        stats: &Stats,
        start: Instant,
    ) -> io::Result<()> {
        if self.stats {
            for (name, value) in stats.iter() {
                writeln!(out, "c {name} {value}")?;
            }
            writeln!(out, "c seconds {:.3}", start.elapsed().as_secs_f64())?;
        }
        if let Some(stop) = result.stop {
            writeln!(out, "c gave up: {stop}")?;
        }
        answer::write_status(out, result.status)?;
        if result.status == Status::Satisfiable && !self.no_model {
            answer::write_model(out, result.model.iter().copied())?;
        }
        Ok(())
    }

    fn print_json(
        &self,
        out: &mut impl Write,
        result: &Finding,
        cnf: &Cnf,
        stats: &Stats,
        start: Instant,
    ) -> anyhow::Result<()> {
        let has_model = result.status == Status::Satisfiable && !self.no_model;
        let json = Json {
            status: result.status.to_string(),
            reason: result.stop.map(|stop| stop.to_string()),
            variables: cnf.num_vars(),
            clauses: cnf.num_clauses(),
            model: has_model.then(|| result.model.iter().map(|lit| lit.to_dimacs()).collect()),
            steps: stats.iter().collect(),
            seconds: start.elapsed().as_secs_f64(),
        };
        serde_json::to_writer(&mut *out, &json).map_err(io::Error::from)?;
        writeln!(out)?;
        Ok(())
    }
}

/// The answer as one JSON object.
#[derive(Serialize)]
struct Json {
    /// `SATISFIABLE`, `UNSATISFIABLE` or `UNKNOWN`.
    status: String,
    /// Why the status is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// As the header declares them.
    variables: usize,
    clauses: usize,
    /// The true literals as DIMACS numbers, one for every variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Vec<i32>>,
    /// The counts of the search's steps.
    steps: BTreeMap<&'static str, u64>,
    /// From the start of the program.
    seconds: f64,
}
