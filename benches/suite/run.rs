//! One run of one solver: limited, timed, and its answer checked.

use super::solvers::{ProofBy, Solver};
use anyhow::{Context, ensure};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fmt, fs, io};
use sudosat::check;
use sudosat::formula::answer::{self, Status};
use sudosat::formula::{Cnf, dimacs};
use sudosat::io::Source;
use tempfile::TempDir;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With a model, which satisfies the formula.
    Satisfiable,
    /// With a refutation; checked if proofs were asked for.
    Unsatisfiable,
    /// Without an answer within the limits.
    TimeOut,
    /// Without an answer, before them.
    GaveUp,
    /// With a model that is none, or a proof that was refused.
    Wrong,
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

/// What a run gave.
#[derive(Clone, Copy)]
pub(crate) struct Outcome {
    pub status: Ending,
    /// User and system seconds of the process and its children.
    pub seconds: f64,
}

impl Outcome {
    pub(crate) fn is_solved(&self) -> bool {
        matches!(self.status, Ending::Satisfiable | Ending::Unsatisfiable)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>8} {:8.2} s", self.status, self.seconds)
    }
}

/// A formula, unpacked.
pub(crate) struct Formula {
    path: PathBuf,
    cnf: Cnf,
}

/// Runs solvers in a folder of its own.
pub(crate) struct Runner {
    limit: u64,
    memory: u64,
    proofs: bool,
    folder: TempDir,
    /// Keeps all runs on one core, where there is such a program.
    has_taskset: bool,
}

impl Runner {
    pub(crate) fn new(limit: u64, memory: u64, proofs: bool) -> anyhow::Result<Runner> {
        Ok(Runner {
            limit,
            memory,
            proofs,
            folder: TempDir::new()?,
            has_taskset: Path::new("/usr/bin/taskset").exists(),
        })
    }

    /// A plain copy of the formula, so that no run has to unpack it.
    pub(crate) fn unpack(&self, path: &Path) -> anyhow::Result<Formula> {
        let plain = self.folder.path().join("formula.cnf");
        io::copy(&mut Source::open(path)?, &mut fs::File::create(&plain)?)?;
        let name = path.display().to_string();
        let cnf = dimacs::read(&mut Source::open(&plain)?, &name)?;
        Ok(Formula { path: plain, cnf })
    }

    /// Runs a solver on a formula.
    pub(crate) fn run(&self, solver: &Solver, formula: &Formula) -> anyhow::Result<Outcome> {
        let output = self.folder.path().join("output");
        let answer = self.folder.path().join("answer");
        let proof = self.folder.path().join("proof.lrat");
        for file in [&answer, &proof] {
            let _ = fs::remove_file(file);
        }
        let mut line: Vec<OsString> = vec![solver.program.clone().into()];
        line.extend(solver.arguments.iter().cloned());
        let mut proof_kind = None;
        if let (true, ProofBy::Option(option)) = (self.proofs, solver.proof) {
            line.extend([option.into(), proof.clone().into()]);
            proof_kind = Some("lrat");
        }
        line.push(formula.path.clone().into());
        if let (true, ProofBy::SecondFile) = (self.proofs, solver.proof) {
            line.push(proof.clone().into());
            proof_kind = Some("drat");
        }
        if solver.answer_in_file {
            line.push(answer.clone().into());
        }
        let before = children_seconds()?;
        self.limited(&line)
            .stdin(Stdio::null())
            .stdout(fs::File::create(&output)?)
            .stderr(Stdio::null())
            .status()
            .with_context(|| format!("cannot run {}", solver.name))?;
        let seconds = children_seconds()? - before;
        let said = if solver.answer_in_file {
            &answer
        } else {
            &output
        };
        let ending = match read_answer(said, &formula.cnf) {
            Some(answer) if answer.status == Status::Satisfiable => {
                match check::model(&formula.cnf, &answer.lits) {
                    Ok(_) => Ending::Satisfiable,
                    Err(_) => Ending::Wrong,
                }
            }
            Some(answer) if answer.status == Status::Unsatisfiable => match proof_kind {
                Some(kind) if !self.accepts(formula, &proof, kind)? => Ending::Wrong,
                _ => Ending::Unsatisfiable,
            },
            _ if seconds + 1.0 >= self.limit as f64 => Ending::TimeOut,
            _ => Ending::GaveUp,
        };
        // The shell may give a run a second more than it was allowed.
        let late = seconds > self.limit as f64 && ending != Ending::Wrong;
        let status = if late { Ending::TimeOut } else { ending };
        Ok(Outcome { status, seconds })
    }

    /// A command under limits, on one core.
    fn limited(&self, line: &[OsString]) -> Command {
        let script = format!(
            "ulimit -t {}; ulimit -v {}; exec \"$@\"",
            self.limit + 1,
            self.memory * 1024
        );
        let mut command = match self.has_taskset {
            true => {
                let mut command = Command::new("taskset");
                command.args(["-c", "0", "sh"]);
                command
            }
            false => Command::new("sh"),
        };
        command.args(["-c", &script, "sh"]).args(line);
        command
    }

    /// Returns `true` if our checker accepts a proof.
    fn accepts(&self, formula: &Formula, proof: &Path, kind: &str) -> anyhow::Result<bool> {
        let status = Command::new(env!("CARGO_BIN_EXE_sudosat"))
            .arg("verify")
            .arg(&formula.path)
            .arg(proof)
            .args(["--format", kind])
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

/// The CPU seconds of all children that ended, from `/proc`.
fn children_seconds() -> anyhow::Result<f64> {
    /// What the kernel counts in, for programs.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").context("CPU times need /proc")?;
    // The program's name, in parentheses, may hold anything.
    let (_, rest) = stat.rsplit_once(')').context("/proc/self/stat is odd")?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    ensure!(fields.len() > 14, "/proc/self/stat is short");
    let ticks = fields[13].parse::<f64>()? + fields[14].parse::<f64>()?;
    Ok(ticks / TICKS)
}
