//! `sudosat fuzz`: random formulas against any SAT solver.

mod finding;

use super::Context;
use super::choices;
use super::exit::Exit;
use super::interrupt::on_ctrl_c;
use super::limits;
use super::out::{self, Stdout};
use super::quiet::Quiet;
use anyhow::{Context as _, bail};
use clap::ArgGroup;
use finding::Finding;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use sudosat::batch::ordered;
use sudosat::budget::Interrupt;
use sudosat::engine::{EngineError, memory};
use sudosat::formula::Cnf;
use sudosat::fuzz::{FaultKind, Judgement, ProofKind, Shrunk, Subject, formula, shrink};
use sudosat::io::{counted, display};

/// Look for faults of a SAT solver with random formulas
///
/// Each formula is small: uniform near the threshold, pigeonholes, exactly-one constraints,
/// parity, colourings of graphs, mixtures, and trivial ones; half of them have odd features, such as
/// the empty clause, repeated literals, tautologies or unused variables. Every model is
/// checked against the clauses, every proof by the checker of its format, and UNSATISFIABLE
/// without a proof is compared with the answer of `cdcl`, whose steps are checked. A
/// crash, no answer in time, and a missing or unreadable answer are faults, too.
///
/// A formula with a fault is made as small as possible with a fault of the same kind, and
/// written to a file of the folder --keep, where nothing is overwritten. UNKNOWN is counted, but is no fault.
#[derive(clap::Args)]
#[command(
    group = ArgGroup::new("solver").args(["engine", "program"]).required(true),
    after_long_help = NOTES
)]
pub(super) struct Arguments {
    /// The solver: `cdcl`, `splr`, `dpll`, a program known by name, or 'cmd:PROGRAM … {cnf} …' as in
    /// `solve`; cadical and kissat write proofs
    #[arg(long, value_name = "NAME", value_parser = choices::sat_engines(), hide_possible_values = true)]
    engine: Option<String>,

    /// The solver: a command that is run on each formula. `{cnf}` stands for the formula's
    /// file, `{out}` for the file of its answer, `{proof}` for its proof. Without them,
    /// minisat, glucose, kissat, cadical, picosat and cryptominisat5 get the arguments they
    /// need, and any other program gets the formula on standard input
    #[arg(long, value_name = "COMMAND")]
    program: Option<String>,

    /// The format of the program's proof
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "drat")]
    proof_format: ProofFormat,

    /// Seed of the first formula; the second is that of the next seed, and so on
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// Number of formulas [default: 1000, or with --time-limit as many as there is time for]
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Begin no new formula after this time, and stop making one smaller; in seconds or as
    /// 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Time limit of the solver for each formula; no answer within it is a fault
    #[arg(long, value_name = "TIME", default_value = "10s", allow_negative_numbers = true, value_parser = limits::some_seconds)]
    hang_after: Duration,

    /// Number of formulas tried in parallel, each with an equal share of the memory
    /// [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,

    /// Folder for the formulas with faults
    #[arg(long, value_name = "DIR", default_value = "sudosat-findings")]
    keep: PathBuf,

    /// Print one JSON object for each fault that was made small, and one for the totals
    /// (docs/JSON.md)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    quiet: Quiet,
}

const NOTES: &str = "\
Examples:
  sudosat fuzz --engine splr
  sudosat fuzz --engine cadical --time-limit 10m
  sudosat fuzz --program 'python3 my_solver.py {cnf}' -n 200
  sudosat fuzz --program 'cadical -q --lrat {cnf} {proof}' --proof-format lrat";

/// The formats of proofs, as `--proof-format` names them.
#[derive(Clone, Copy, clap::ValueEnum)]
enum ProofFormat {
    /// DRAT, in text or binary
    Drat,
    /// LRAT, in text or binary
    Lrat,
    /// A proof for VeriPB
    Pbp,
}

/// Number of formulas without `-n` and `--time-limit`.
const COUNT: u64 = 1000;

/// Largest number of faults of a kind that are made small and written; more are counted. Faults
/// of a kind often have one cause, and each takes up to some thousand runs of the solver.
const SHRUNK: u64 = 5;

/// Largest number of runs of the solver to make a formula small.
const RUNS: u32 = 3000;

/// Largest number of runs of the solver to make a formula small on which it hangs: each such run
/// takes the whole `--hang-after`.
const RUNS_OF_HANGS: u32 = 100;

pub(super) fn run(arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let start = Instant::now();
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let jobs = arguments
        .jobs
        .and_then(|jobs| NonZeroUsize::new(jobs.into()));
    let jobs = jobs.unwrap_or_else(cores);
    // Before the subject, whose limits are a share of the memory.
    memory::share(jobs);
    let subject = Arc::new(arguments.subject()?);

    let count = match (arguments.count, arguments.time_limit) {
        (Some(count), _) => count,
        (None, Some(_)) => u64::MAX,
        (None, None) => COUNT,
    };
    let end = arguments
        .time_limit
        .and_then(|limit| start.checked_add(limit));
    let (first, limit) = (arguments.seed, arguments.hang_after);
    let (worker, raised) = (Arc::clone(&subject), interrupt.clone());
    let judged = ordered(
        move || (0..count).map(move |number| first.wrapping_add(number)),
        jobs,
        &interrupt,
        move |seed| {
            // All tasks after this one are over, too.
            if end.is_some_and(|end| Instant::now() >= end) {
                return None;
            }
            let formula = formula(seed);
            let judgement = worker.judge(&formula, limit, &raised);
            Some((seed, judgement))
        },
    );
    let mut run = Run {
        arguments: &arguments,
        subject: &subject,
        interrupt: &interrupt,
        end,
        out: out::stdout(),
        tally: Tally::default(),
        smallest: Vec::new(),
    };
    for result in judged.context("no thread can be started")? {
        let Some((seed, judgement)) = result else {
            break;
        };
        let judgement = judgement.with_context(|| format!("seed {seed}"));
        match judgement.and_then(|judgement| run.add(seed, judgement)) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                // Print the totals before the error.
                run.finish(start)?;
                return Err(error);
            }
        }
    }
    run.finish(start)
}

/// The counts of a run.
#[derive(Default)]
struct Tally {
    formulas: u64,
    satisfiable: u64,
    unsatisfiable: u64,
    /// Of the unsatisfiable ones, those with an accepted proof of the solver itself.
    proved: u64,
    unknown: u64,
    undecided: u64,
    faults: BTreeMap<FaultKind, u64>,
}

/// A run, which gets the judgements in the order of the seeds.
struct Run<'a> {
    arguments: &'a Arguments,
    subject: &'a Subject,
    interrupt: &'a Interrupt,
    /// The end of `--time-limit`.
    end: Option<Instant>,
    out: Stdout,
    tally: Tally,
    /// The small formulas that were written, each with its kind of fault.
    smallest: Vec<(FaultKind, Cnf)>,
}

impl Run<'_> {
    /// Counts a judgement, and makes the formula of a fault small. Returns `false` if the run
    /// ends here.
    fn add(&mut self, seed: u64, judgement: Judgement) -> anyhow::Result<bool> {
        let tally = &mut self.tally;
        let fault = match judgement {
            Judgement::Interrupted => return Ok(false),
            Judgement::Satisfiable => {
                tally.satisfiable += 1;
                None
            }
            Judgement::Unsatisfiable { is_proved } => {
                tally.unsatisfiable += 1;
                tally.proved += u64::from(is_proved);
                None
            }
            Judgement::GaveUp(_) => {
                tally.unknown += 1;
                None
            }
            Judgement::Undecided => {
                tally.undecided += 1;
                None
            }
            Judgement::Faulty(fault) => Some(fault),
        };
        tally.formulas += 1;
        let Some(fault) = fault else {
            return Ok(true);
        };
        let count = tally.faults.entry(fault.kind).or_default();
        *count += 1;
        if *count > SHRUNK {
            return Ok(true);
        }
        let whole = formula(seed);
        let (small, fault, error) = self.small(&whole, fault);
        let finding = Finding {
            seed,
            fault: &fault,
            whole: &whole,
            small: &small,
            solver: self.subject.name(),
            command: self.arguments.again(seed),
        };
        let known = (fault.kind, small.formula.clone());
        let is_new = !self.smallest.contains(&known);
        let path = match is_new {
            true => {
                self.smallest.push(known);
                Some(finding.write(&self.arguments.keep))
            }
            false => None,
        };
        let (path, unwritten) = match path.transpose() {
            Ok(path) => (path, None),
            Err(error) => (None, Some(error)),
        };
        match self.arguments.json {
            true => writeln!(self.out, "{}", finding.json(path.as_deref()))?,
            false => {
                let place = match (&path, &unwritten) {
                    (Some(path), _) => display(&path.to_string_lossy()).into_owned(),
                    (None, Some(_)) => "not written".into(),
                    (None, None) => "the same formula as an earlier fault".into(),
                };
                writeln!(self.out, "{}", finding.line(&place))?;
            }
        }
        // The next one may take long.
        self.out.flush()?;
        match unwritten {
            Some(error) => Err(error),
            None => error.map_or(Ok(true), |error| Err(error.into())),
        }
    }

    /// Makes a formula small, and returns it with its fault, which has the same kind, and an error
    /// that ended the search.
    fn small(
        &self,
        whole: &Cnf,
        fault: sudosat::fuzz::Fault,
    ) -> (Shrunk, sudosat::fuzz::Fault, Option<EngineError>) {
        let limit = match fault.kind {
            FaultKind::Hang => RUNS_OF_HANGS,
            _ => RUNS,
        };
        let (mut last, mut error) = (fault, None);
        let hang_after = self.arguments.hang_after;
        let small = shrink(whole, limit, |cnf| {
            if self.end.is_some_and(|end| Instant::now() >= end) {
                return None;
            }
            match self.subject.judge(cnf, hang_after, self.interrupt) {
                Ok(Judgement::Interrupted) => None,
                Ok(Judgement::Faulty(fault)) if fault.kind == last.kind => {
                    last = fault;
                    Some(true)
                }
                Ok(_) => Some(false),
                Err(wrong) => {
                    error = Some(wrong);
                    None
                }
            }
        });
        (small, last, error)
    }

    fn finish(&mut self, start: Instant) -> anyhow::Result<Exit> {
        let seconds = start.elapsed().as_secs_f64();
        let is_interrupted = self.interrupt.is_raised();
        match self.arguments.json {
            true => self.print_json(seconds)?,
            false => self.print(seconds)?,
        }
        self.out.flush()?;
        if is_interrupted {
            self.arguments
                .quiet
                .note("interrupted: further formulas were not tried");
        }
        Ok(match (self.tally.faults.is_empty(), is_interrupted) {
            (false, _) => Exit::No,
            (true, true) => Exit::GaveUp,
            (true, false) => Exit::Done,
        })
    }

    fn print(&mut self, seconds: f64) -> io::Result<()> {
        let (out, tally) = (&mut self.out, &self.tally);
        let mut parts = vec![
            format!("{} satisfiable", tally.satisfiable),
            format!(
                "{} unsatisfiable ({} by checked proofs)",
                tally.unsatisfiable, tally.proved
            ),
        ];
        if tally.unknown > 0 {
            parts.push(format!("{} unknown", tally.unknown));
        }
        if tally.undecided > 0 {
            parts.push(format!("{} not verified", tally.undecided));
        }
        for (kind, count) in &tally.faults {
            parts.push(format!("{count} {kind}"));
        }
        let (formulas, solver) = (counted(tally.formulas, "formula"), self.subject.name());
        let faults: u64 = tally.faults.values().sum();
        let (parts, faults) = (parts.join(", "), counted(faults, "fault"));
        writeln!(
            out,
            "{solver}: {formulas} in {seconds:.1} s: {parts}; {faults}"
        )
    }

    fn print_json(&mut self, seconds: f64) -> io::Result<()> {
        let tally = &self.tally;
        let faults: BTreeMap<&str, u64> = tally
            .faults
            .iter()
            .map(|(kind, &count)| (kind.name(), count))
            .collect();
        let totals = json!({
            "solver": self.subject.name(),
            "seed": self.arguments.seed,
            "formulas": tally.formulas,
            "satisfiable": tally.satisfiable,
            "unsatisfiable": tally.unsatisfiable,
            "proved": tally.proved,
            "unknown": tally.unknown,
            "not_verified": tally.undecided,
            "faults": faults,
            "interrupted": self.interrupt.is_raised(),
            "seconds": seconds,
        });
        writeln!(self.out, "{totals}")
    }
}

impl Arguments {
    fn subject(&self) -> anyhow::Result<Subject> {
        let format = match self.proof_format {
            ProofFormat::Drat => ProofKind::Drat,
            ProofFormat::Lrat => ProofKind::Lrat,
            ProofFormat::Pbp => ProofKind::Pbp,
        };
        if let Some(name) = &self.engine
            && format != ProofKind::Drat
            && !name.starts_with("cmd:")
        {
            bail!(
                "--proof-format: expected --program or `--engine cmd:…`; {name} writes DRAT or no proof"
            );
        }
        Ok(match (&self.engine, &self.program) {
            (Some(name), _) => Subject::engine(name, format)?,
            (None, command) => Subject::program(command.as_deref().unwrap_or_default(), format)?,
        })
    }

    /// Returns the command that tries the formula of this seed again.
    fn again(&self, seed: u64) -> String {
        let (option, solver) = match (&self.engine, &self.program) {
            (Some(name), _) => ("--engine", name.as_str()),
            (None, command) => ("--program", command.as_deref().unwrap_or_default()),
        };
        let solver = display(solver).replace('\'', r"'\''");
        let format = match self.proof_format {
            ProofFormat::Drat => "",
            ProofFormat::Lrat => " --proof-format lrat",
            ProofFormat::Pbp => " --proof-format pbp",
        };
        let hang = match self.hang_after {
            limit if limit == Duration::from_secs(10) => String::new(),
            limit => format!(" --hang-after {}s", limit.as_secs_f64()),
        };
        format!("sudosat fuzz --seed {seed} -n 1{format}{hang} {option} '{solver}'")
    }
}
