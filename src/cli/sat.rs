//! `sudosat sat`: our CDCL on any formula, with the output and the exit codes
//! of the SAT competition.

mod cubes;
mod progress;
mod proof;
mod shard;

use self::cubes::{Cubes, Numbers, Only};
use self::progress::{Comments, Lines};
use self::proof::{Proof, ProofFile};
pub(super) use self::shard::model_file;
use super::alarm::Alarm;
use super::context::Context;
use super::exit::Exit;
use super::overrun::Watch;
use super::relaxed::Relaxed;
use super::settings::Settings;
use super::{interrupt, last_resort, limits, out, report};
use anyhow::{Context as _, bail};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::cdcl::{CallLimits, Config, Solver, Stats, Verdict, portfolio};
use sudosat::check;
use sudosat::engine::memory;
use sudosat::formula::answer::{self, Status};
use sudosat::formula::dimacs::WithCubes;
use sudosat::formula::{Cnf, Lit, Model};
use sudosat::io::counted;

/// Solve any DIMACS formula with our own CDCL
///
/// Prints a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and the
/// model as `v` lines. The model is checked against the formula before it is
/// printed. `-v` prints the progress of the search as comment lines, and its
/// counts at the end; `-vv` prints more of them.
///
/// A formula with cubes, as `cube` writes it (`p inccnf`, clauses, and lines `a LITERALS 0`), is
/// searched under one cube after the other, and then where no cube is true. Limits on
/// conflicts and ticks hold for each cube. A cube that reaches one ends the run, or with
/// `--cube` or `--parts` is left for the next cube. With `--cube`, the answer is about these
/// cubes alone.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The formula: a DIMACS file, plain or compressed by gzip, xz or bzip2;
    /// `-` for standard input
    #[arg(value_name = "CNF", default_value = "-")]
    cnf: OsString,

    /// Write a proof to this file if the formula is unsatisfiable: VeriPB's
    /// if the name ends in `.pbp`, LRAT if it ends in `.lrat`, else DRAT;
    /// compressed if `.gz`, `.xz` or `.bz2` follows. If it can't be written, the answer
    /// is printed all the same, and the exit code is 2
    #[arg(long, value_name = "FILE")]
    proof: Option<OsString>,

    /// Write the DRAT or LRAT proof in the binary format
    #[arg(long, requires = "proof")]
    binary: bool,

    /// Replace the proof's file if it exists; it is removed if this run ends
    /// without a proof
    #[arg(short, long, requires = "proof")]
    force: bool,

    /// Search only this cube, or these, by their numbers from 1, each with a solver of its own
    #[arg(long, value_name = "I|I-J", conflicts_with_all = ["proof", "jobs"])]
    cube: Option<Numbers>,

    /// Write to this folder a part of a proof for each cube that is searched, `1.lrat`, …, unless
    /// a part is there that is right. With `--proof` instead, search nothing, and compose
    /// the parts of all cubes to one proof
    #[arg(long, value_name = "DIR", conflicts_with = "jobs")]
    parts: Option<PathBuf>,

    /// Time limit, including reading the input, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Limit on the number of conflicts
    #[arg(long, alias = "conflicts", value_name = "N")]
    conflict_limit: Option<u64>,

    /// Limit on the ticks of the search, estimated cache lines visited by
    /// propagation: a limit on the work that does not depend on the machine
    #[arg(long, value_name = "N")]
    tick_limit: Option<u64>,

    /// Number of parallel searches that share learned clauses; which model is
    /// found then varies from run to run, and no proof can be written
    #[arg(short, long, value_name = "N", default_value_t = 1, conflicts_with = "proof",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,

    /// Don't print the model
    #[arg(long)]
    no_model: bool,

    /// Print results and errors only, no comment lines and warnings
    #[arg(short, long, conflicts_with_all = ["verbose", "stats"])]
    quiet: bool,

    /// Print the counts of the search's steps as comment lines
    #[arg(long)]
    stats: bool,

    /// Print one JSON object: status, model, counts, seconds (docs/JSON.md)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    relaxed: Relaxed,

    #[command(flatten)]
    settings: Settings,
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let interrupt = interrupt::on_ctrl_c();
    let alarm = Alarm::after(arguments.time_limit, &interrupt)
        .context("the clock of --time-limit can't be started")?;
    let comments = Comments::of(context, arguments.json);
    let mut watch = Watch::of(arguments.time_limit);
    let budget = arguments.budget(&interrupt);
    arguments.give_up_with(&Cnf::new(0), start);
    // Before the search: no hour's work should fail for the proof's name.
    let proof = arguments.proof_file()?;
    let Some((cnf, cubes)) = arguments.read(&interrupt)? else {
        if let Some(proof) = proof {
            proof.discard(arguments.quiet)?;
        }
        let result = Finding::unknown(stopped(Stop::Interrupted, &alarm));
        return arguments.print(&result, &Cnf::new(0), &Stats::default(), start, context);
    };
    arguments.give_up_with(&cnf, start);
    last_resort::searching();
    comments.write(&format!(
        "c {} and {} read in {:.2} s\n",
        counted(cnf.num_vars(), "variable"),
        counted(cnf.num_clauses(), "clause"),
        start.elapsed().as_secs_f64()
    ))?;
    let lines = |all| progress::lines(comments, all, start, interrupt.clone());
    let lines = match context.verbose {
        0 => None,
        // These have a solver for each cube, or none.
        _ if arguments.cube.is_some() || arguments.parts.is_some() => None,
        times => Some(lines(times > 1)?),
    };
    arguments.refuse_cubes(cubes.is_some(), proof.as_ref())?;
    arguments.note_symmetry(cubes.is_some(), proof.as_ref());
    let searched = match arguments.jobs {
        _ if let Some(cubes) = &cubes => {
            let cubes = Cubes {
                arguments: &arguments,
                cnf: &cnf,
                cubes,
                budget: &budget,
                comments,
            };
            cubes.search(proof, lines, &mut watch)?
        }
        1 => arguments.search(&cnf, proof, lines, &budget, &mut watch)?,
        _ => arguments.search_in_parallel(&cnf, lines, &budget, comments)?,
    };
    let mut result = searched.finding(&cnf, &alarm)?;
    if let (Some(cubes), Some(numbers), Verdict::Unsat) =
        (&cubes, &arguments.cube, searched.verdict)
    {
        result.only = Some(Only::of(numbers, cubes.len()));
    }
    drop(watch);
    let stats = searched.stats;
    if stats.counting_steps > 0 {
        comments.write(&format!(
            "c\nc {} and {} of as many clauses as groups, or more, found in {}\n",
            counted(stats.at_most_ones, "at-most-one group"),
            counted(stats.blocks, "block"),
            counted(stats.counting_steps, "step"),
        ))?;
    }
    let exit = arguments.print(&result, &cnf, &stats, start, context)?;
    searched.proved?;
    Ok(exit)
}

/// The end of the search.
struct Searched {
    verdict: Verdict,
    model: Option<Model>,
    stats: Stats,
    /// Time of the search for counting structure, if one solver searched.
    counting: Option<Duration>,
    /// An error in writing the proof, which waits until the answer is printed.
    proved: anyhow::Result<()>,
}

impl Searched {
    /// Returns what one solver has found.
    fn of(solver: &Solver, verdict: Verdict, proved: anyhow::Result<()>) -> Searched {
        Searched {
            verdict,
            model: solver.model(),
            stats: solver.stats().clone(),
            counting: Some(solver.counting_time()),
            proved,
        }
    }

    /// Returns a result that no solver found, without a model.
    fn without_solver(verdict: Verdict) -> Searched {
        Searched {
            verdict,
            model: None,
            stats: Stats::default(),
            counting: None,
            proved: Ok(()),
        }
    }

    /// Returns the result that is printed. A model is checked first.
    fn finding(&self, cnf: &Cnf, alarm: &Alarm) -> anyhow::Result<Finding> {
        let finding = match self.verdict {
            Verdict::Unknown(stop) => Finding::unknown(stopped(stop, alarm)),
            Verdict::Unsat => Finding::of(Status::Unsatisfiable),
            Verdict::Sat => Finding {
                model: checked_model(cnf, self.model.as_ref())?,
                ..Finding::of(Status::Satisfiable)
            },
        };
        let counting = self.counting;
        Ok(Finding {
            counting,
            ..finding
        })
    }
}

impl Arguments {
    /// Searches with one solver, which writes the proof if one is wanted. Ends the watch over the time
    /// when the answer is found.
    fn search(
        &self,
        cnf: &Cnf,
        proof: Option<ProofFile>,
        lines: Option<Lines>,
        budget: &Budget,
        watch: &mut Option<Watch>,
    ) -> anyhow::Result<Searched> {
        let proof = proof.map(|file| file.begin(cnf));
        let mut solver = self.solver(cnf, proof.as_ref());
        if let Some(lines) = lines {
            solver = solver.with_reporter(lines);
        }
        if !self.add_clauses(&mut solver, cnf, budget) {
            drop(solver);
            let verdict = Verdict::Unknown(Stop::Interrupted);
            return Ok(Searched {
                proved: self.end_proof(proof, verdict, watch),
                ..Searched::without_solver(verdict)
            });
        }
        let solved = solver.solve_once(budget)?;
        Ok(Searched {
            verdict: solved.verdict,
            model: solved.model,
            stats: solved.stats,
            counting: Some(solved.counting_time),
            proved: self.end_proof(proof, solved.verdict, watch),
        })
    }

    /// Returns a solver without clauses that writes the proof.
    fn solver(&self, cnf: &Cnf, proof: Option<&Proof>) -> Solver {
        let mut solver = Solver::new(self.settings.0.clone());
        if let Some(proof) = proof {
            solver = solver.with_observer(proof.observer());
        }
        solver.set_limits(self.limits(cnf));
        solver
    }

    /// Adds the formula to a solver. Returns `false` if interrupted. Then a proof lacks clauses of
    /// the formula, so the solver must not be asked.
    fn add_clauses(&self, solver: &mut Solver, cnf: &Cnf, budget: &Budget) -> bool {
        // Not `add_cnf`: variables that are only declared need no room.
        for clause in cnf.clauses() {
            if budget.interrupt().is_raised() {
                return false;
            }
            solver.add_clause(clause);
        }
        true
    }

    /// Ends the watch over the time if there is an answer, and keeps the proof of a refutation.
    /// The solver must have let go of it.
    fn end_proof(
        &self,
        proof: Option<Proof>,
        verdict: Verdict,
        watch: &mut Option<Watch>,
    ) -> anyhow::Result<()> {
        if !matches!(verdict, Verdict::Unknown(_)) {
            watch.take(); // what was found in time is printed
        }
        match (proof, verdict) {
            (None, _) => Ok(()),
            (Some(proof), Verdict::Unsat) => proof.keep(self.quiet),
            (Some(proof), Verdict::Sat | Verdict::Unknown(_)) => proof.discard(self.quiet),
        }
    }

    /// Searches with several solvers that share learned clauses.
    fn search_in_parallel(
        &self,
        cnf: &Cnf,
        lines: Option<Lines>,
        budget: &Budget,
        comments: Comments,
    ) -> anyhow::Result<Searched> {
        let settings = portfolio::diversified(&self.settings.0, self.jobs.into());
        // The first worker's progress stands for all.
        let lines = Mutex::new(lines);
        let found = portfolio::solve(cnf, &settings, budget, |worker, mut solver| {
            solver.set_limits(self.limits(cnf));
            let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            match lines.take_if(|_| worker == 0) {
                Some(lines) => solver.with_reporter(lines),
                None => solver,
            }
        })?;
        comments.write(&format!("c worker {} answered\n", found.winner + 1))?;
        Ok(Searched {
            verdict: found.verdict,
            model: found.model,
            stats: found.stats,
            counting: None,
            proved: Ok(()),
        })
    }
}

/// Returns the reason why the search stopped. The alarm uses the interrupt, as the
/// user does.
fn stopped(stop: Stop, alarm: &Alarm) -> Stop {
    match stop {
        Stop::Interrupted if alarm.rang() => Stop::Time,
        stop => stop,
    }
}

/// The result that is printed.
struct Finding {
    status: Status,
    /// The reason why the status is unknown.
    stop: Option<Stop>,
    /// A literal for every variable, if the formula is satisfiable.
    model: Vec<Lit>,
    /// Time of the search for counting structure, if one solver searched.
    counting: Option<Duration>,
    /// The cubes that were refuted, if others were not searched.
    only: Option<Only>,
}

impl Finding {
    fn of(status: Status) -> Finding {
        Finding {
            status,
            stop: None,
            model: Vec::new(),
            counting: None,
            only: None,
        }
    }

    fn unknown(stop: Stop) -> Finding {
        Finding {
            stop: Some(stop),
            ..Finding::of(Status::Unknown)
        }
    }
}

/// Returns the solver's model with a value for every variable of the formula, if it is
/// one.
fn checked_model(cnf: &Cnf, model: Option<&Model>) -> anyhow::Result<Vec<Lit>> {
    let model = model.context("the solver gave no model")?;
    let lits: Vec<Lit> = model.lits().collect();
    match check::model(cnf, &lits) {
        Ok(model) => Ok(model.lits().collect()),
        Err(fault) => bail!("a fault in the solver: its model is wrong: {fault}"),
    }
}

impl Arguments {
    /// Opens the file of the proof that is asked for, if one is.
    fn proof_file(&self) -> anyhow::Result<Option<ProofFile>> {
        let create = |path: &OsString| ProofFile::create(path, &self.cnf, self.binary, self.force);
        self.proof.as_ref().map(create).transpose()
    }

    /// Refuses options that do not fit a formula with cubes, or without.
    fn refuse_cubes(&self, has_cubes: bool, proof: Option<&ProofFile>) -> anyhow::Result<()> {
        let composes = self.parts.is_some() && proof.is_some();
        if !has_cubes && (self.cube.is_some() || self.parts.is_some()) {
            bail!("--cube and --parts are for a formula with cubes, which `sudosat cube` writes");
        } else if has_cubes && self.jobs > 1 {
            bail!(
                "a formula with cubes is not searched in parallel: `--cube` searches a part of them"
            );
        } else if composes && proof.is_some_and(|proof| !proof.is_clausal()) {
            bail!("parts are composed to a proof in DRAT or LRAT, not for VeriPB");
        }
        Ok(())
    }

    /// Prints a note if symmetries are not broken although one of their settings is not the
    /// default.
    fn note_symmetry(&self, has_cubes: bool, proof: Option<&ProofFile>) {
        let of = |config: &Config| (config.symmetry_start, config.symmetry_least);
        let given = of(&self.settings.0);
        if self.quiet || given.0.is_none() || given == of(&Config::default()) {
            return;
        }
        let reason = if self.jobs > 1 {
            "with --jobs, searches would share clauses that do not follow from the formula"
        } else if has_cubes {
            "a formula with cubes is searched without that"
        } else if proof.is_some_and(ProofFile::is_clausal) {
            "a proof in DRAT or LRAT can't state that; one for VeriPB, FILE.pbp, can"
        } else {
            return;
        };
        report::note(&format!("note: symmetries are not broken: {reason}"));
    }

    /// Reads the formula and its cubes, if it has any, unless interrupted.
    fn read(&self, interrupt: &Interrupt) -> anyhow::Result<Option<WithCubes>> {
        if self.cnf == "-" && io::stdin().is_terminal() {
            bail!(
                "standard input is a terminal, expected a formula: name a file, as in \
                 `sudosat sat x.cnf`, or pipe one in"
            );
        }
        let warn = &mut |warning| {
            if !self.quiet {
                report::warning(&warning);
            }
        };
        match self.relaxed.read_with_cubes(&self.cnf, interrupt, warn) {
            Err(_) if interrupt.is_raised() => Ok(None),
            read => Ok(Some(read?)),
        }
    }

    /// Returns the limits of one search.
    fn limits(&self, cnf: &Cnf) -> CallLimits {
        CallLimits {
            ticks: self.tick_limit,
            ..limits::search_memory(cnf, self.jobs)
        }
    }

    /// Sets the answer that is printed if the run can't go on.
    fn give_up_with(&self, cnf: &Cnf, start: Instant) {
        let (json, quiet) = (self.json, self.quiet);
        let (variables, clauses) = (cnf.num_vars(), cnf.num_clauses());
        last_resort::give_up_with(Exit::Done, move |out, reason| {
            let seconds = start.elapsed().as_secs_f64();
            let status = Status::Unknown;
            if json {
                return writeln!(
                    out,
                    "{{\"status\":\"{status}\",\"reason\":\"{reason}\",\"variables\":{variables},\
                     \"clauses\":{clauses},\"steps\":{{}},\"seconds\":{seconds}}}"
                );
            }
            if !quiet {
                writeln!(out, "c seconds {seconds:.3}\nc gave up: {reason}")?;
            }
            writeln!(out, "s {status}")
        });
    }

    fn budget(&self, interrupt: &Interrupt) -> Budget {
        let mut budget = limits::budget(self.time_limit, interrupt);
        if let Some(conflicts) = self.conflict_limit {
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
        context: Context,
    ) -> anyhow::Result<Exit> {
        last_resort::answering();
        let mut out = out::stdout();
        if self.json {
            self.print_json(&mut out, result, cnf, stats, start)?;
        } else {
            let with_stats = self.stats || context.verbose > 0;
            self.print_lines(&mut out, result, cnf, with_stats.then_some(stats), start)?;
        }
        out.flush()?;
        Ok(match result.status {
            Status::Satisfiable => Exit::Satisfiable,
            Status::Unsatisfiable => Exit::Unsatisfiable,
            // The competition's code for "unknown" is 0.
            Status::Unknown => Exit::Done,
        })
    }

    /// Prints the answer in the SAT competition's format. The counts come first, so
    /// that a reader that stops at the model has seen all.
    fn print_lines(
        &self,
        out: &mut impl Write,
        result: &Finding,
        cnf: &Cnf,
        stats: Option<&Stats>,
        start: Instant,
    ) -> io::Result<()> {
        if let Some(stats) = stats {
            for (name, value) in stats.iter() {
                writeln!(out, "c {name} {value}")?;
            }
            if let Some(time) = result.counting {
                writeln!(out, "c counting_seconds {:.3}", time.as_secs_f64())?;
            }
            writeln!(out, "c seconds {:.3}", start.elapsed().as_secs_f64())?;
        }
        if let (Some(stop), false) = (result.stop, self.quiet) {
            let more = match stop {
                Stop::Memory => {
                    let bytes = limits::bytes_for_searches(cnf) >> 20;
                    let total = memory::total() >> 20;
                    format!("; the search may take {bytes} MiB of the {total} MiB for this program")
                }
                _ => String::new(),
            };
            writeln!(out, "c gave up: {stop}{more}")?;
        }
        if let (Some(only), false) = (&result.only, self.quiet) {
            writeln!(out, "c {only}")?;
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
            cubes: result.only.as_ref(),
            variables: cnf.num_vars(),
            clauses: cnf.num_clauses(),
            model: has_model.then(|| result.model.iter().map(|lit| lit.to_dimacs()).collect()),
            steps: stats.iter().collect(),
            counting_seconds: result.counting.map(|time| time.as_secs_f64()),
            seconds: start.elapsed().as_secs_f64(),
        };
        serde_json::to_writer(&mut *out, &json).map_err(io::Error::from)?;
        writeln!(out)?;
        Ok(())
    }
}

/// The answer as one JSON object.
#[derive(Serialize)]
struct Json<'a> {
    /// `SATISFIABLE`, `UNSATISFIABLE` or `UNKNOWN`.
    status: String,
    /// The reason why the status is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The cubes that were refuted, if others were not searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    cubes: Option<&'a Only>,
    /// As the header declares them.
    variables: usize,
    clauses: usize,
    /// The true literals as DIMACS numbers, one for every variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Vec<i32>>,
    /// The counts of the search's steps.
    steps: BTreeMap<&'static str, u64>,
    /// The part of `seconds` that the search for structure took, if one solver searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    counting_seconds: Option<f64>,
    /// From the start of the program.
    seconds: f64,
}
