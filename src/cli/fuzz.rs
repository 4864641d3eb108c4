//! `sudosat fuzz`: random formulas against any SAT solver, and random calls of a library.

mod finding;
#[cfg(unix)]
mod ipasir;
mod player;
mod trial;

pub(super) use player::play_if_asked;

use super::choices;
use super::context::Context;
use super::exit::Exit;
use super::interrupt::on_ctrl_c;
use super::json;
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
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use sudosat::batch::ordered;
use sudosat::budget::Interrupt;
use sudosat::engine::{EngineError, memory};
use sudosat::fuzz::{Fault, FaultKind, Library, ProofKind, Remark, Shrunk, Subject, Trace};
use sudosat::io::{InputError, Source, counted, display, read_to_limit};
use trial::{Answers, Outcome, Traces, Trial};

/// Look for faults of a SAT solver with random formulas or calls
///
/// Each formula is small: uniform near the threshold, pigeonholes, exactly-one constraints,
/// parity, colourings of graphs, mixtures, and trivial ones; half of them have odd features, such as
/// the empty clause, repeated literals, tautologies or unused variables. Every model is
/// checked against the clauses, every proof by the checker of its format, and UNSATISFIABLE
/// without a proof is compared with the answer of `cdcl`, whose steps are checked. A
/// crash, no answer in time, and a missing or unreadable answer are faults, too.
///
/// A library with the incremental interface IPASIR (--library) gets random traces instead: clauses,
/// assumptions, callbacks and several solves on one solver object. After each solve the status, the
/// value of every literal and the failed assumptions are checked in the same way, and so are the
/// first 200 clauses that it learned.
///
/// A formula or trace with a fault is made as small as possible with a fault of the same kind, and
/// written to a file of the folder --keep, where nothing is overwritten. UNKNOWN is counted, but is no fault.
#[derive(clap::Args)]
#[command(
    group = ArgGroup::new("solver").args(["engine", "program", "library"]).required(true),
    after_long_help = NOTES
)]
pub(super) struct Arguments {
    /// The solver: `cdcl`, `splr`, `dpll`, a program known by name, or 'cmd:PROGRAM … {cnf} …' as in
    /// `solve`; cadical and kissat write proofs
    #[arg(long, visible_alias = "engines", value_name = "NAME", value_parser = choices::sat_engines(), hide_possible_values = true)]
    engine: Option<String>,

    /// The solver: a command that is run on each formula. `{cnf}` stands for the formula's
    /// file, `{out}` for the file of its answer, `{proof}` for its proof. Without them,
    /// minisat, glucose, kissat, cadical, picosat and cryptominisat5 get the arguments they
    /// need, and any other program gets the formula on standard input
    #[arg(long, value_name = "COMMAND")]
    program: Option<String>,

    /// The solver: a shared library with the functions of IPASIR, such as ./libcadical.so; a name
    /// that is no file is looked for where the system keeps libraries. Each trace is played in a
    /// process of its own
    #[arg(long, value_name = "LIB")]
    library: Option<PathBuf>,

    /// Play the trace of a file once, as --keep has them, instead of random ones (`-` is standard input)
    #[arg(
        long,
        alias = "replay",
        value_name = "FILE",
        requires = "library",
        conflicts_with_all = ["engine", "program", "seed", "count", "time_limit", "jobs", "keep", "json"]
    )]
    trace: Option<PathBuf>,

    /// The format of the program's proof
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value = "drat",
        conflicts_with = "library"
    )]
    proof_format: ProofFormat,

    /// Seed of the first formula or trace; the second is that of the next seed, and so on
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// Number of formulas or traces [default: 1000, or with --time-limit as many as there is time for]
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,

    /// Begin no new formula or trace after this time, and stop making one smaller; in seconds or as
    /// 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Time limit of the solver for each formula or trace; no answer within it is a fault
    #[arg(long, value_name = "TIME", default_value = "10s", allow_negative_numbers = true, value_parser = limits::some_seconds)]
    hang_after: Duration,

    /// Number of formulas or traces tried in parallel, each with an equal share of the memory
    /// [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,

    /// Folder for the formulas or traces with faults
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
  sudosat fuzz --program 'cadical -q --lrat {cnf} {proof}' --proof-format lrat
  sudosat fuzz --library ./libcadical.so
  sudosat fuzz --library ./libcadical.so --trace sudosat-findings/wrong-core-7.trace";

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

/// Longest file of a trace, in bytes: many times the longest that a random one has.
const LONGEST_TRACE: u64 = 64 << 20;

pub(super) fn run(arguments: Arguments, _context: Context) -> anyhow::Result<Exit> {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let jobs = arguments
        .jobs
        .and_then(|jobs| NonZeroUsize::new(jobs.into()));
    let jobs = jobs.unwrap_or_else(cores);
    // Before the solver, whose limits are a share of the memory.
    memory::share(jobs);
    match (&arguments.library, &arguments.trace) {
        (None, _) => try_all(&arguments, arguments.subject()?, jobs),
        (Some(path), None) => {
            let traces = arguments.traces(path)?;
            try_all(&arguments, traces, jobs)
        }
        (Some(path), Some(trace)) => {
            let traces = arguments.traces(path)?;
            try_one(&arguments, &traces, trace)
        }
    }
}

/// Plays the trace of a file.
fn try_one(arguments: &Arguments, traces: &Traces, path: &Path) -> anyhow::Result<Exit> {
    let name = path.to_string_lossy();
    let bytes = read_to_limit(&mut Source::open(path)?, &name, LONGEST_TRACE)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| InputError::whole(&*name, "expected a trace, which is text in UTF-8"))?;
    let trace = Trace::read(&text, &name)?;
    let mut out = out::stdout();
    let outcome = traces.judge(&trace, arguments.hang_after, &on_ctrl_c())?;
    let (words, exit) = match &outcome {
        Outcome::Interrupted => {
            arguments.quiet.note("interrupted");
            return Ok(Exit::GaveUp);
        }
        Outcome::Faulty(Fault { kind, reason }, _) => {
            (format!("{kind}: {}", display(reason)), Exit::No)
        }
        Outcome::Right(answers) => (format!("{}; no fault", answers.words(false)), Exit::Done),
    };
    writeln!(out, "{}: {words}", traces.name())?;
    out.flush()?;
    Ok(exit)
}

/// Tries the cases of all seeds.
fn try_all<T: Trial>(arguments: &Arguments, trial: T, jobs: NonZeroUsize) -> anyhow::Result<Exit> {
    let interrupt = on_ctrl_c();
    let start = Instant::now();
    let trial = Arc::new(trial);

    let count = match (arguments.count, arguments.time_limit) {
        (Some(count), _) => count,
        (None, Some(_)) => u64::MAX,
        (None, None) => COUNT,
    };
    let end = arguments
        .time_limit
        .and_then(|limit| start.checked_add(limit));
    let (first, limit) = (arguments.seed, arguments.hang_after);
    let (worker, raised) = (Arc::clone(&trial), interrupt.clone());
    let judged = ordered(
        move || (0..count).map(move |number| first.wrapping_add(number)),
        jobs,
        &interrupt,
        move |seed| {
            // All tasks after this one are over, too.
            if end.is_some_and(|end| Instant::now() >= end) {
                return None;
            }
            let outcome = worker.judge(&T::case(seed), limit, &raised);
            Some((seed, outcome))
        },
    );
    let mut run = Run {
        arguments,
        trial: &*trial,
        interrupt: &interrupt,
        end,
        out: out::stdout(),
        tally: Tally::default(),
        smallest: Vec::new(),
    };
    for result in judged.context("no thread can be started")? {
        let Some((seed, outcome)) = result else {
            break;
        };
        let outcome = outcome.with_context(|| format!("seed {seed}"));
        match outcome.and_then(|outcome| run.add(seed, outcome)) {
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
    cases: u64,
    answers: Answers,
    faults: BTreeMap<FaultKind, u64>,
}

impl Answers {
    fn add(&mut self, more: Answers) {
        self.satisfiable += more.satisfiable;
        self.unsatisfiable += more.unsatisfiable;
        self.proved += more.proved;
        self.unknown += more.unknown;
        self.undecided += more.undecided;
        self.learned += more.learned;
    }

    /// Returns the counts in words. Libraries write no proofs.
    fn words(&self, has_proofs: bool) -> String {
        let mut parts = vec![
            format!("{} satisfiable", self.satisfiable),
            match has_proofs {
                true => format!(
                    "{} unsatisfiable ({} by checked proofs)",
                    self.unsatisfiable, self.proved
                ),
                false => format!("{} unsatisfiable", self.unsatisfiable),
            },
        ];
        if self.unknown > 0 {
            parts.push(format!("{} unknown", self.unknown));
        }
        if self.learned > 0 {
            parts.push(counted(self.learned, "right learned clause"));
        }
        if self.undecided > 0 {
            parts.push(format!("{} not verified", self.undecided));
        }
        parts.join(", ")
    }
}

/// A fault, with remarks on the calls of a trace.
type Remarked = (Fault, Vec<Remark>);

/// A run, which gets the outcomes in the order of the seeds.
struct Run<'a, T: Trial> {
    arguments: &'a Arguments,
    trial: &'a T,
    interrupt: &'a Interrupt,
    /// The end of `--time-limit`.
    end: Option<Instant>,
    out: Stdout,
    tally: Tally,
    /// The small cases that were written, each with its kind of fault.
    smallest: Vec<(FaultKind, T::Case)>,
}

impl<T: Trial> Run<'_, T> {
    /// Counts an outcome, and makes the case of a fault small. Returns `false` if the run
    /// ends here.
    fn add(&mut self, seed: u64, outcome: Outcome) -> anyhow::Result<bool> {
        let tally = &mut self.tally;
        let fault = match outcome {
            Outcome::Interrupted => return Ok(false),
            Outcome::Right(answers) => {
                tally.answers.add(answers);
                None
            }
            Outcome::Faulty(fault, remarks) => Some((fault, remarks)),
        };
        tally.cases += 1;
        let Some((fault, remarks)) = fault else {
            return Ok(true);
        };
        let count = tally.faults.entry(fault.kind).or_default();
        *count += 1;
        match *count > SHRUNK {
            true => Ok(true),
            false => self.report(seed, (fault, remarks)),
        }
    }

    /// Makes the case of a fault small, writes it and prints the fault. Returns `true`, because the
    /// run goes on.
    fn report(&mut self, seed: u64, (fault, remarks): Remarked) -> anyhow::Result<bool> {
        let whole = T::case(seed);
        let (small, (fault, remarks), error) = self.small(&whole, (fault, remarks));
        let finding = Finding {
            trial: self.trial,
            seed,
            fault: &fault,
            remarks: &remarks,
            whole: &whole,
            small: &small,
            command: self.arguments.again(seed),
        };
        let known = (fault.kind, small.case.clone());
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
            true => json::line(&mut self.out, &finding.json(path.as_deref()))?,
            false => {
                let place = match (&path, &unwritten) {
                    (Some(path), _) => display(&path.to_string_lossy()).into_owned(),
                    (None, Some(_)) => "not written".into(),
                    (None, None) => format!("the same {} as an earlier fault", T::WORDS.one),
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

    /// Makes a case small, and returns it with its fault, which has the same kind, and an error
    /// that ended the search. Remarks are passed with their fault.
    fn small(
        &self,
        whole: &T::Case,
        fault: Remarked,
    ) -> (Shrunk<T::Case>, Remarked, Option<EngineError>) {
        let limit = match fault.0.kind {
            FaultKind::Hang => RUNS_OF_HANGS,
            _ => RUNS,
        };
        let (mut last, mut error) = (fault, None);
        let hang_after = self.arguments.hang_after;
        let small = T::shrink(whole, limit, |case| {
            if self.end.is_some_and(|end| Instant::now() >= end) {
                return None;
            }
            match self.trial.judge(case, hang_after, self.interrupt) {
                Ok(Outcome::Interrupted) => None,
                Ok(Outcome::Faulty(fault, remarks)) if fault.kind == last.0.kind => {
                    last = (fault, remarks);
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
            self.arguments.quiet.note(&format!(
                "interrupted: further {} were not tried",
                T::WORDS.many
            ));
        }
        Ok(match (self.tally.faults.is_empty(), is_interrupted) {
            (false, _) => Exit::No,
            (true, true) => Exit::GaveUp,
            (true, false) => Exit::Done,
        })
    }

    fn print(&mut self, seconds: f64) -> io::Result<()> {
        let (out, tally) = (&mut self.out, &self.tally);
        let mut parts = vec![tally.answers.words(T::HAS_PROOFS)];
        for (kind, count) in &tally.faults {
            parts.push(format!("{count} {kind}"));
        }
        let (cases, solver) = (counted(tally.cases, T::WORDS.one), self.trial.name());
        let faults: u64 = tally.faults.values().sum();
        let (parts, faults) = (parts.join(", "), counted(faults, "fault"));
        writeln!(
            out,
            "{solver}: {cases} in {seconds:.1} s: {parts}; {faults}"
        )
    }

    fn print_json(&mut self, seconds: f64) -> io::Result<()> {
        let tally = &self.tally;
        let faults: BTreeMap<&str, u64> = tally
            .faults
            .iter()
            .map(|(kind, &count)| (kind.name(), count))
            .collect();
        let answers = tally.answers;
        let mut totals = json!({
            "solver": self.trial.name(),
            "seed": self.arguments.seed,
            "satisfiable": answers.satisfiable,
            "unsatisfiable": answers.unsatisfiable,
            "proved": answers.proved,
            "unknown": answers.unknown,
            "learned": answers.learned,
            "not_verified": answers.undecided,
            "faults": faults,
            "interrupted": self.interrupt.is_raised(),
            "seconds": seconds,
        });
        totals[T::WORDS.many] = tally.cases.into();
        json::line(&mut self.out, &totals)
    }
}

impl Arguments {
    fn traces(&self, path: &Path) -> anyhow::Result<Traces> {
        let library = Library::open(player::player()?, path, self.hang_after)?;
        let command = format!("sudosat fuzz{}{} --trace", self.hang(), self.solver());
        Ok(Traces::new(library, command))
    }

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

    /// Returns the option that names the solver.
    fn solver(&self) -> String {
        let (option, solver) = match (&self.engine, &self.program, &self.library) {
            (Some(name), _, _) => ("--engine", name.into()),
            (None, Some(command), _) => ("--program", command.into()),
            (None, None, path) => (
                "--library",
                path.as_deref().unwrap_or(Path::new("")).to_string_lossy(),
            ),
        };
        let solver = display(&solver).replace('\'', r"'\''");
        format!(" {option} '{solver}'")
    }

    fn hang(&self) -> String {
        match self.hang_after {
            limit if limit == Duration::from_secs(10) => String::new(),
            limit => format!(" --hang-after {}s", limit.as_secs_f64()),
        }
    }

    /// Returns the command that tries the formula or trace of this seed again.
    fn again(&self, seed: u64) -> String {
        let format = match self.proof_format {
            ProofFormat::Drat => "",
            ProofFormat::Lrat => " --proof-format lrat",
            ProofFormat::Pbp => " --proof-format pbp",
        };
        let (hang, solver) = (self.hang(), self.solver());
        format!("sudosat fuzz --seed {seed} -n 1{format}{hang}{solver}")
    }
}
