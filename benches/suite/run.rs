//! One run of one solver: limited, measured, and its answer checked.

use super::solvers::{ProofBy, Solver};
use anyhow::{Context, bail};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fmt, fs, io};
use sudosat::check;
use sudosat::formula::answer::{self, Status};
use sudosat::formula::{Cnf, dimacs};
use sudosat::io::Source;
use tempfile::TempDir;

/// What limits the runs and is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Measure {
    /// User and system seconds
    Seconds,
    /// Ticks of our solver, which do not depend on the machine or its load
    Ticks,
    /// Conflicts of our solver
    Conflicts,
}

impl Measure {
    /// Returns the option of our program that limits it, but for the time.
    pub(crate) fn option(self) -> Option<&'static str> {
        match self {
            Measure::Seconds => None,
            Measure::Ticks => Some("--tick-limit="),
            Measure::Conflicts => Some("--conflict-limit="),
        }
    }

    /// Returns the unit of the tables: its name, and its size.
    pub(crate) fn unit(self) -> (&'static str, f64) {
        match self {
            Measure::Seconds => ("s", 1.0),
            Measure::Ticks => ("million ticks", 1e6),
            Measure::Conflicts => ("thousand conflicts", 1e3),
        }
    }

    /// Returns the least score of geometric means, in the unit: scores below this one count as
    /// this one.
    pub(crate) fn least(self) -> f64 {
        match self {
            Measure::Seconds => 0.05,
            Measure::Ticks => 1.0,
            Measure::Conflicts => 0.1,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With a model, which satisfies the formula.
    Satisfiable,
    /// With a refutation; checked if proofs were asked for.
    Unsatisfiable,
    /// Without an answer within the limits.
    TimeOut,
    /// Without an answer before the limits were reached: a crash, for example.
    GaveUp,
    /// With an assignment that is not a model, or a proof that was refused.
    Wrong,
}

impl Ending {
    pub(crate) const ALL: [Ending; 5] = [
        Ending::Satisfiable,
        Ending::Unsatisfiable,
        Ending::TimeOut,
        Ending::GaveUp,
        Ending::Wrong,
    ];
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ending::Satisfiable => "SAT",
            Ending::Unsatisfiable => "UNSAT",
            Ending::TimeOut => "timeout",
            Ending::GaveUp => "gave up",
            Ending::Wrong => "WRONG",
        })
    }
}

/// Result of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub status: Ending,
    /// Exit status as a shell returns it: 128 plus its number after a signal.
    pub exit: i32,
    /// User and system seconds of the process and its children.
    pub seconds: f64,
    /// Number of conflicts, if the solver prints it.
    pub conflicts: Option<u64>,
    /// Ticks of our solver: those of the search and of all techniques.
    pub ticks: Option<u64>,
}

impl Outcome {
    pub(crate) fn is_solved(&self) -> bool {
        matches!(self.status, Ending::Satisfiable | Ending::Unsatisfiable)
    }

    /// Returns what was measured, in the unit of the measure.
    fn measured(&self, measure: Measure) -> f64 {
        let (_, unit) = measure.unit();
        match measure {
            Measure::Seconds => self.seconds,
            Measure::Ticks => self.ticks.unwrap_or(0) as f64 / unit,
            Measure::Conflicts => self.conflicts.unwrap_or(0) as f64 / unit,
        }
    }

    /// Returns the score, in the unit of the measure: twice the limit without an answer.
    pub(crate) fn score(&self, measure: Measure, limit: u64) -> f64 {
        let (_, unit) = measure.unit();
        match self.is_solved() {
            true => self.measured(measure),
            false => 2.0 * limit as f64 / unit,
        }
    }

    /// Returns the outcome of a run under these limits: an answer after a limit is a timeout.
    ///
    /// Programs may end late: the shell gives a run up to a second more than its limit, and our
    /// `--tick-limit` counts the ticks of the search alone, the measure those of all techniques.
    pub(crate) fn under(self, limits: &Limits) -> Outcome {
        let (_, unit) = limits.measure.unit();
        let is_late = self.seconds > limits.seconds() as f64
            || self.measured(limits.measure) > limits.limit as f64 / unit;
        match self.is_solved() && is_late {
            true => Outcome {
                status: Ending::TimeOut,
                ..self
            },
            false => self,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>8} {:8.2} s", self.status, self.seconds)?;
        match self.status {
            Ending::GaveUp => write!(f, ", exit status {}", self.exit),
            _ => Ok(()),
        }
    }
}

/// A formula, unpacked.
pub(crate) struct Plain {
    path: PathBuf,
    cnf: Cnf,
}

/// The limits of the runs.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub measure: Measure,
    /// Limit in the measure: seconds, ticks or conflicts.
    pub limit: u64,
    /// MiB of memory.
    pub memory: u64,
}

impl Limits {
    /// Seconds of CPU time for a run that is limited otherwise.
    const PATIENCE: u64 = 3600;

    /// Returns the limit of the CPU time in seconds.
    fn seconds(&self) -> u64 {
        match self.measure {
            Measure::Seconds => self.limit,
            _ => Limits::PATIENCE,
        }
    }
}

/// Runs solvers in a folder of its own.
pub(crate) struct Runner {
    limits: Limits,
    proofs: bool,
    folder: TempDir,
    /// The core for all runs, where there is a program that keeps them there.
    core: Option<usize>,
}

impl Runner {
    pub(crate) fn new(limits: Limits, proofs: bool, core: usize) -> anyhow::Result<Runner> {
        let has_taskset = Path::new("/usr/bin/taskset").exists();
        Ok(Runner {
            limits,
            proofs,
            folder: TempDir::new()?,
            core: has_taskset.then_some(core),
        })
    }

    /// A plain copy of the formula, so that no run has to unpack it.
    pub(crate) fn unpack(&self, path: &Path) -> anyhow::Result<Plain> {
        let plain = self.folder.path().join("formula.cnf");
        io::copy(&mut Source::open(path)?, &mut fs::File::create(&plain)?)?;
        let name = path.display().to_string();
        let cnf = dimacs::read(&mut Source::open(&plain)?, &name)?;
        Ok(Plain { path: plain, cnf })
    }

    /// Runs a solver on a formula.
    pub(crate) fn run(
        &self,
        solver: &Solver,
        seed: u64,
        formula: &Plain,
    ) -> anyhow::Result<Outcome> {
        for file in [self.answer(), self.proof()] {
            let _ = fs::remove_file(file);
        }
        let output = self.folder.path().join("output");
        let ended = self
            .limited(&self.command(solver, seed, formula))
            .stdin(Stdio::null())
            .stdout(fs::File::create(&output)?)
            .output()
            .with_context(|| format!("cannot run {}", solver.name))?;
        let seconds = seconds_of(&String::from_utf8_lossy(&ended.stderr));
        let (Some(seconds), Some(exit)) = (seconds, ended.status.code()) else {
            bail!("no times of {}", solver.name);
        };
        let printed = fs::read(&output)?;
        let (conflicts, ticks) = counts(&String::from_utf8_lossy(&printed));
        let said = match solver.answer_in_file {
            true => self.answer(),
            false => output,
        };
        let outcome = Outcome {
            status: self.ending(solver, formula, &said, seconds)?,
            exit,
            seconds,
            conflicts,
            ticks: ticks.filter(|_| solver.is_ours),
        };
        Ok(outcome.under(&self.limits))
    }

    /// Returns the file for the answer of solvers that write it to a second file.
    fn answer(&self) -> PathBuf {
        self.folder.path().join("answer")
    }

    /// Returns the file for the proof. Our program takes the format from its name.
    fn proof(&self) -> PathBuf {
        self.folder.path().join("proof.lrat")
    }

    /// Returns the program of a solver and its arguments.
    fn command(&self, solver: &Solver, seed: u64, formula: &Plain) -> Vec<OsString> {
        let Limits { measure, limit, .. } = self.limits;
        let mut line: Vec<OsString> = vec![solver.program.clone().into()];
        line.extend(solver.arguments(seed, measure, limit));
        if let (true, ProofBy::Option(option)) = (self.proofs, solver.proof) {
            line.extend([option.into(), self.proof().into()]);
        }
        line.push(formula.path.clone().into());
        if let (true, ProofBy::SecondFile) = (self.proofs, solver.proof) {
            line.push(self.proof().into());
        }
        if solver.answer_in_file {
            line.push(self.answer().into());
        }
        line
    }

    /// Returns how a run ended, after checking its answer, which is in the file `said`, and its
    /// proof.
    fn ending(
        &self,
        solver: &Solver,
        formula: &Plain,
        said: &Path,
        seconds: f64,
    ) -> anyhow::Result<Ending> {
        let answer = read_answer(said, &formula.cnf);
        let status = answer.as_ref().map(|answer| answer.status);
        let is_at_limit = seconds + 1.0 >= self.limits.seconds() as f64
            || status == Some(Status::Unknown) && self.limits.measure != Measure::Seconds;
        Ok(match (status, answer) {
            (Some(Status::Satisfiable), Some(answer)) => {
                match check::model(&formula.cnf, &answer.lits) {
                    Ok(_) => Ending::Satisfiable,
                    Err(_) => Ending::Wrong,
                }
            }
            (Some(Status::Unsatisfiable), _) => match solver.proof.format() {
                Some(format) if self.proofs && !self.accepts(formula, format)? => Ending::Wrong,
                _ => Ending::Unsatisfiable,
            },
            _ if is_at_limit => Ending::TimeOut,
            _ => Ending::GaveUp,
        })
    }

    /// A command under limits, on one core. It prints what `times` prints as the last lines of
    /// its errors, and exits as the solver did.
    fn limited(&self, line: &[OsString]) -> Command {
        let script = format!(
            "ulimit -t {}; ulimit -v {}; \"$@\" 2>/dev/null; exit=$?; times >&2; exit $exit",
            self.limits.seconds() + 1,
            self.limits.memory * 1024
        );
        let mut command = match self.core {
            Some(core) => {
                let mut command = Command::new("taskset");
                command.args(["-c", &core.to_string(), "sh"]);
                command
            }
            None => Command::new("sh"),
        };
        command.args(["-c", &script, "sh"]).args(line);
        command
    }

    /// Returns `true` if our checker accepts the proof.
    fn accepts(&self, formula: &Plain, format: &str) -> anyhow::Result<bool> {
        let status = Command::new(env!("CARGO_BIN_EXE_sudosat"))
            .arg("verify")
            .arg(&formula.path)
            .arg(self.proof())
            .args(["--format", format])
            .stdout(Stdio::null())
            .status()?;
        Ok(status.success())
    }
}

fn read_answer(path: &Path, cnf: &Cnf) -> Option<answer::Answer> {
    let file = fs::File::open(path).ok()?;
    let mut answer = answer::read(file, "answer", cnf.num_vars()).ok()?;
    // Some print variables that are in no clause.
    answer.lits.retain(|lit| lit.var().index() < cnf.num_vars());
    Some(answer)
}

/// Returns the sum of user and system seconds of a shell's children from the output of `times`:
/// its last line, such as `0m1.23s 0m0.04s`.
pub(crate) fn seconds_of(times: &str) -> Option<f64> {
    let line = times.lines().next_back()?;
    let times = line.split_whitespace().map(|time| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    });
    times.sum()
}

/// Returns the number of conflicts that a solver prints among its statistics, and the sum of all
/// counters whose names end in `ticks`: our search and each technique count their own.
pub(crate) fn counts(output: &str) -> (Option<u64>, Option<u64>) {
    let (mut conflicts, mut ticks) = (None, None);
    for line in output.lines() {
        let words: Vec<&str> = line
            .trim_start_matches("c ")
            .split(|c: char| c.is_whitespace() || c == ':')
            .filter(|word| !word.is_empty())
            .collect();
        let [name, number, ..] = words[..] else {
            continue;
        };
        match number.parse::<u64>() {
            Ok(number) if name == "conflicts" => conflicts = Some(number),
            Ok(number) if name.ends_with("ticks") => *ticks.get_or_insert(0) += number,
            _ => {}
        }
    }
    (conflicts, ticks)
}
