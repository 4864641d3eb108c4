//! The verdict on a run of an outside program.

use super::{End, Reply, Session, Transcript};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::engine::{EngineError, SatResult};
use crate::formula::answer::{self, Answer, Status};
use crate::formula::dimacs;
use crate::io::{InputError, display_bytes};
use crate::programs::{Cut, Gone, LAUNCHER, OUT, Process, ProgramFolder};
use crate::proof::{self, Step};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::time::Duration;

/// Time limit of a program whose output turned out to be nonsense. Its exit status
/// may explain the output.
const LAST_WORDS: Duration = Duration::from_millis(200);

impl Session {
    /// Runs the program on the formula. UNSAT comes with the proof if one was
    /// asked for and the program can give one.
    pub(super) fn run(
        &self,
        budget: &Budget,
    ) -> Result<(SatResult, Option<Vec<Step>>), EngineError> {
        let proof = self.wants_proof && self.command.can_prove();
        let judged = self.converse(budget, proof, |said, folder, gone| {
            let answer = said.consistent()?;
            match answer.status {
                Status::Unknown => Ok((SatResult::Unknown(Stop::Declined), None)),
                Status::Satisfiable => match check::model(&self.formula, &answer.lits) {
                    Ok(_) => Ok((SatResult::Sat(answer.lits), None)),
                    Err(_) if !answer.has_model => {
                        Err(self.silent("it says SATISFIABLE and gives no model".into(), gone))
                    }
                    Err(fault) => Err(EngineError::lied(&self.name, fault)),
                },
                Status::Unsatisfiable if proof => {
                    let steps = self.read_proof(&folder.join(self.command.proof_name()))?;
                    Ok((SatResult::Unsat, Some(steps)))
                }
                Status::Unsatisfiable => Ok((SatResult::Unsat, None)),
            }
        })?;
        Ok(judged.unwrap_or_else(|stop| (SatResult::Unknown(stop), None)))
    }

    /// Runs the program on the formula, with a proof if it can, and returns both
    /// unchecked, or why it was stopped.
    pub(super) fn reply(&self, budget: &Budget) -> Result<Result<Reply, Stop>, EngineError> {
        let proof = self.command.can_prove();
        self.converse(budget, proof, |Said { answer, failure }, folder, _| {
            let has_proof = proof && answer.status == Status::Unsatisfiable;
            let proof = has_proof.then(|| self.proof_bytes(folder));
            Ok(Reply {
                answer,
                proof,
                failure,
            })
        })
    }

    /// Returns the bytes of the proof's file, or why it can't be read, in words that follow
    /// its name.
    fn proof_bytes(&self, folder: &Path) -> Result<Vec<u8>, String> {
        let path = folder.join(self.command.proof_name());
        let mut bytes = Vec::new();
        match open_regular(&path, self.limits.file) {
            Ok(mut file) => match file.read_to_end(&mut bytes) {
                Ok(_) => Ok(bytes),
                Err(error) => Err(format!("can't be read: {error}")),
            },
            Err(Refusal::Missing) => Err("is missing".into()),
            Err(Refusal::Bad(reason)) => Err(reason),
        }
    }

    /// Runs the program on the formula and returns its answer unchecked, or why it
    /// was stopped.
    pub(super) fn ask(&self, budget: &Budget) -> Result<Result<Answer, Stop>, EngineError> {
        self.converse(budget, false, |said, _, _| said.consistent())
    }

    /// Runs the program in a folder of its own, with a place for a proof if one is
    /// wanted, and lets `judge` see the answer while the folder is there. Returns
    /// what `judge` does, or why the program was stopped.
    fn converse<T>(
        &self,
        budget: &Budget,
        proof: bool,
        judge: impl FnOnce(Said, &Path, &Gone) -> Result<T, EngineError>,
    ) -> Result<Result<T, Stop>, EngineError> {
        if let Some(stop) = budget.exhausted(0) {
            return Ok(Err(stop));
        }
        let folder = ProgramFolder::new(|file| dimacs::write(&self.formula, file));
        let folder = folder.map_err(|reason| self.io(reason))?;
        let (heard, cut, gone) = self.hear(&folder, proof, budget)?;
        match cut {
            Some(Cut::Stopped(stop)) => return Ok(Err(stop)),
            Some(Cut::TooMuch) => {
                let limit = self.limits.output;
                return Err(self.nonsense(format!("it is longer than {limit} bytes")));
            }
            None => {}
        }
        // What grew is its proof, which is no fault of the program.
        let signal = gone.status.and_then(|status| status.signal());
        if proof && signal == Some(libc::SIGXFSZ) {
            return Ok(Err(Stop::Files));
        }
        let said = self.said(heard, &gone)?;
        judge(said, folder.path(), &gone).map(Ok)
    }

    /// Runs the program with this input, and returns what it wrote and how it ended.
    pub(super) fn transcript(
        &self,
        input: &[u8],
        budget: &Budget,
    ) -> Result<Transcript, EngineError> {
        let mut output = Vec::new();
        if let Some(stop) = budget.exhausted(0) {
            let end = End::Stopped(stop);
            return Ok(Transcript { output, end });
        }
        let folder = ProgramFolder::new(|file| file.write_all(input));
        let folder = folder.map_err(|reason| self.io(reason))?;
        let mut process = self.process(&folder, false, budget)?;
        let broken = |error: std::io::Error| self.io(error.to_string());
        process.read_to_end(&mut output).map_err(broken)?;
        let gone = process.finish(Duration::MAX).map_err(broken)?;
        let end = match (gone.cut, gone.status) {
            (Some(Cut::Stopped(stop)), _) => End::Stopped(stop),
            (Some(Cut::TooMuch), _) => End::TooMuch,
            (None, status) => {
                let signal = status.and_then(|status| status.signal());
                let code = status.and_then(|status| status.code());
                if let Some(error) = self.not_started(code, &gone) {
                    return Err(error);
                }
                match (signal, code) {
                    (Some(signal), _) => End::Signal(with_complaint(by_signal(signal), &gone)),
                    (None, code) => {
                        let words = with_complaint(exit(code), &gone);
                        End::Exit(code.unwrap_or(1), words)
                    }
                }
            }
        };
        Ok(Transcript { output, end })
    }

    /// Starts the program.
    fn process<'a>(
        &'a self,
        folder: &'a ProgramFolder,
        proof: bool,
        budget: &'a Budget,
    ) -> Result<Process<'a>, EngineError> {
        folder
            .start(&self.program, &self.command, proof, budget, &self.limits)
            .map_err(|error| EngineError::CannotStart {
                engine: self.name.clone(),
                reason: error.to_string(),
            })
    }

    /// Returns the error of a program that the shell could not start.
    fn not_started(&self, code: Option<i32>, gone: &Gone) -> Option<EngineError> {
        if !matches!(code, Some(126 | 127)) || !gone.complaint.starts_with(LAUNCHER.as_bytes()) {
            return None;
        }
        let words = last_words(&gone.complaint);
        let reason = words.rsplit(": ").next().unwrap_or_default();
        let program = display_bytes(self.program.as_os_str().as_encoded_bytes());
        Some(EngineError::CannotStart {
            engine: self.name.clone(),
            reason: format!(
                "{program} is there, but the system says \"{reason}\"; is the interpreter on its first line missing?"
            ),
        })
    }

    /// Runs the program to its end, or its budget's, and reads its answer. Also
    /// says whether something cut it short before all was read.
    fn hear(
        &self,
        folder: &ProgramFolder,
        proof: bool,
        budget: &Budget,
    ) -> Result<(Heard, Option<Cut>, Gone), EngineError> {
        let mut process = self.process(folder, proof, budget)?;
        let broken = |error: std::io::Error| self.io(error.to_string());
        if self.command.has_result_file() {
            let gone = process.finish(Duration::MAX).map_err(broken)?;
            let heard = self.read_result(&folder.path().join(OUT));
            return Ok((heard, gone.cut, gone));
        }
        match answer::read_if_any(&mut process, "its output", self.formula.num_vars()) {
            Ok(answer) => {
                let gone = process.finish(Duration::MAX).map_err(broken)?;
                Ok((Ok(answer.ok_or("no status line")), gone.cut, gone))
            }
            Err(error) => {
                let cut = process.cut();
                let gone = process.finish(LAST_WORDS).map_err(broken)?;
                Ok((Err(self.nonsense(place(&error))), cut, gone))
            }
        }
    }

    /// Returns the answer, and the failure if the program ended by a signal or with an exit code
    /// that does not fit. If there is no answer, the failure is the error.
    fn said(&self, heard: Heard, gone: &Gone) -> Result<Said, EngineError> {
        let code = match gone.status {
            None => None,
            Some(status) => match status.signal() {
                Some(signal) => {
                    let crash = self.crashed(by_signal(signal), gone);
                    return match heard {
                        Ok(Ok(answer)) => Ok(Said {
                            answer,
                            failure: Some(crash),
                        }),
                        _ => Err(crash),
                    };
                }
                None => status.code(),
            },
        };
        if let Some(error) = self.not_started(code, gone) {
            return Err(error);
        }
        let answer = match heard? {
            Ok(answer) => answer,
            Err(missing) => {
                let hint = match self.command.reads_stdin() {
                    true => "; it had the formula on standard input, {cnf} gives it a file",
                    false => "",
                };
                return Err(match code {
                    Some(0 | 10 | 20) => {
                        self.silent(format!("{missing}, {}{hint}", exit(code)), gone)
                    }
                    _ => self.crashed(exit(code), gone),
                });
            }
        };
        // The exit codes that say something else.
        let opposite: &[i32] = match answer.status {
            Status::Satisfiable => &[20],
            Status::Unsatisfiable => &[10],
            Status::Unknown => &[10, 20],
        };
        let failure = match code {
            Some(code) if opposite.contains(&code) => Some(EngineError::ExitCode {
                engine: self.name.clone(),
                reason: format!(
                    "it says {} and ends with exit code {code}",
                    word(answer.status)
                ),
            }),
            Some(0 | 10 | 20) => None,
            _ if answer.status == Status::Unknown => None,
            _ => Some(self.crashed(exit(code), gone)),
        };
        Ok(Said { answer, failure })
    }

    /// Reads the answer in minisat's result file.
    fn read_result(&self, path: &Path) -> Heard {
        let file = match open_regular(path, self.limits.output) {
            Ok(file) => file,
            Err(Refusal::Missing) => return Ok(Err("no result file")),
            Err(Refusal::Bad(reason)) => {
                return Err(self.nonsense(format!("its result file {reason}")));
            }
        };
        answer::read_if_any(file, "its result file", self.formula.num_vars())
            .map(|answer| answer.ok_or("no status in its result file"))
            .map_err(|error| self.nonsense(place(&error)))
    }

    fn read_proof(&self, path: &Path) -> Result<Vec<Step>, EngineError> {
        let refuse = |reason: String| self.nonsense(format!("its proof {reason}"));
        let file = open_regular(path, self.limits.file).map_err(|refusal| match refusal {
            Refusal::Missing => refuse("is missing".into()),
            Refusal::Bad(reason) => refuse(reason),
        })?;
        proof::drat::read(file, "its proof")
            .and_then(Iterator::collect)
            .map_err(|error: InputError| refuse(format!("can't be read: {}", place(&error))))
    }

    fn crashed(&self, how: String, gone: &Gone) -> EngineError {
        EngineError::Crashed {
            engine: self.name.clone(),
            reason: with_complaint(how, gone),
        }
    }

    fn silent(&self, what: String, gone: &Gone) -> EngineError {
        EngineError::Silent {
            engine: self.name.clone(),
            reason: with_complaint(what, gone),
        }
    }

    fn nonsense(&self, reason: String) -> EngineError {
        EngineError::Nonsense {
            engine: self.name.clone(),
            reason,
        }
    }

    fn io(&self, reason: String) -> EngineError {
        EngineError::Io {
            engine: self.name.clone(),
            reason,
        }
    }
}

/// An answer that was read, or what is missing.
type Heard = Result<Result<Answer, &'static str>, EngineError>;

/// An answer, and how the program ended.
struct Said {
    answer: Answer,
    /// The failure, if the end of the program is one: its exit code contradicts the answer or is no
    /// solver's, or a signal ended it.
    failure: Option<EngineError>,
}

impl Said {
    /// Returns the answer of a program that did not fail.
    fn consistent(self) -> Result<Answer, EngineError> {
        match self.failure {
            None => Ok(self.answer),
            Some(failure) => Err(failure),
        }
    }
}

/// A reason why a file of the program is not read.
enum Refusal {
    Missing,
    /// In words that follow the file's name.
    Bad(String),
}

/// Opens a file that an untrusted program should have written. It must be a plain file
/// of at most `limit` bytes, and not a link.
fn open_regular(path: &Path, limit: u64) -> Result<impl Read, Refusal> {
    let bad = |reason: &str| Refusal::Bad(reason.into());
    let file = OpenOptions::new()
        .read(true)
        // A pipe would block the opening, a link would lead elsewhere.
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
        .open(path)
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => Refusal::Missing,
            _ if path.is_symlink() => bad("is a link"),
            _ => Refusal::Bad(format!("can't be opened: {error}")),
        })?;
    let meta = file.metadata().map_err(|error| bad(&error.to_string()))?;
    if !meta.is_file() {
        return Err(bad("is no regular file"));
    }
    if meta.len() > limit {
        let size = meta.len();
        return Err(Refusal::Bad(format!(
            "has {size} bytes, over the limit of {limit}"
        )));
    }
    // It may still grow.
    Ok(file.take(limit))
}

/// Returns the place in the output and the fault, without the name.
fn place(error: &InputError) -> String {
    let line = error
        .line
        .map_or(String::new(), |line| format!("line {line}: "));
    format!("{line}{}", error.message)
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Satisfiable => "SATISFIABLE",
        Status::Unsatisfiable => "UNSATISFIABLE",
        Status::Unknown => "UNKNOWN",
    }
}

fn exit(code: Option<i32>) -> String {
    code.map_or("no exit code".into(), |code| format!("exit code {code}"))
}

fn with_complaint(how: String, gone: &Gone) -> String {
    match last_words(&gone.complaint) {
        words if words.is_empty() => how,
        words => format!("{how}; it wrote: {words}"),
    }
}

/// Returns the last line of standard error that says anything, made fit for a message.
fn last_words(complaint: &[u8]) -> String {
    const SHOWN: usize = 200;
    let line = complaint
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .rfind(|line| !line.is_empty())
        .unwrap_or_default();
    let start = line.len().saturating_sub(SHOWN);
    let dots = if start > 0 { "…" } else { "" };
    format!("{dots}{}", display_bytes(&line[start..]))
}

fn by_signal(signal: i32) -> String {
    let name = match signal {
        libc::SIGABRT => "aborted",
        libc::SIGBUS | libc::SIGSEGV => "invalid memory access",
        libc::SIGFPE => "arithmetic error",
        libc::SIGILL => "illegal instruction",
        libc::SIGKILL => "killed, perhaps for want of memory",
        libc::SIGTERM => "terminated",
        libc::SIGXCPU => "over its limit of processor time",
        libc::SIGXFSZ => "over its limit of file size",
        _ => return format!("ended by signal {signal}"),
    };
    format!("ended by signal {signal} ({name})")
}
