//! SAT solvers that are other programs.
//!
//! Nothing is believed. The program gets the formula as a file, and runs as
//! [`programs`](crate::programs) says. The formula stays in memory, so that
//! whatever happens to the file, models and proofs are checked against what was
//! asked.
//!
//! | what it does | what is said |
//! |---|---|
//! | is not there; can't be started | [`EngineError::NotFound`], [`EngineError::CannotStart`] |
//! | dies by a signal, or exits with a code that is no solver's, whatever it said before | [`EngineError::Crashed`] (with [`External::reply`], part of the reply if there was an answer) |
//! | exits without a status | [`EngineError::Silent`] |
//! | prints what can't be read, contradicts itself, or is too much | [`EngineError::Nonsense`] |
//! | ends with an exit code that contradicts its status | [`EngineError::ExitCode`] (the same) |
//! | gives a model that is none, or a proof that proves nothing | [`EngineError::Lied`] |
//! | dies by SIGXFSZ while it proves: its proof grew too large | [`crate::budget::Stop::Files`] |
//! | says `UNKNOWN` | [`crate::budget::Stop::Declined`] |
//! | is still running when the budget ends, answer or not | [`crate::budget::Stop::Time`], [`crate::budget::Stop::Interrupted`] |
//! | says `UNSATISFIABLE` without a proof | [`SatResult::Unsat`], which its caller calls not verified |

#[cfg(unix)]
mod verdict;

use super::{EngineError, SatEngine, SatResult, SatSolver, Steps};
use crate::budget::{Budget, Stop};
use crate::formula::answer::Answer;
use crate::formula::{Cnf, Lit};
use crate::programs::{Command, Limits, NotFound, PROGRAMS};
use crate::proof;
use std::path::PathBuf;
use std::time::Duration;

/// A program as an engine.
#[derive(Clone, Debug)]
pub struct External {
    name: String,
    command: Command,
    limits: Option<Limits>,
}

impl External {
    /// Returns the program of this name among [`PROGRAMS`], if it is one.
    pub fn by_name(name: &str) -> Option<External> {
        let program = PROGRAMS.iter().find(|program| program.name == name)?;
        Some(External {
            name: program.name.into(),
            command: program.command(),
            limits: None,
        })
    }

    /// Returns the engine of a command such as `minisat -verb=0 {cnf} {out}`.
    ///
    /// # Errors
    /// [`EngineError::Command`] if the text is no such command.
    pub fn by_command(text: &str) -> Result<External, EngineError> {
        let command = Command::parse(text).map_err(EngineError::Command)?;
        Ok(External {
            name: format!("cmd:{}", crate::io::display(text)),
            command,
            limits: None,
        })
    }

    /// Returns the engine of a command in words: see [`Command::from_words`].
    ///
    /// # Errors
    /// If there are no words.
    pub fn by_words(words: &[String]) -> Result<External, EngineError> {
        let command = Command::from_words(words).map_err(EngineError::Command)?;
        Ok(External {
            name: command.name(),
            command,
            limits: None,
        })
    }

    /// Returns the engine of a command line such as `kissat -q`, taken apart at blanks as
    /// [`Command::parse`] does, with what [`Command::from_words`] adds. The name is the whole
    /// command line.
    ///
    /// # Errors
    /// [`EngineError::Command`] if the text is no such command.
    pub fn by_line(text: &str) -> Result<External, EngineError> {
        let command = Command::from_line(text).map_err(EngineError::Command)?;
        Ok(External {
            name: crate::io::display(text).into_owned(),
            command,
            limits: None,
        })
    }

    /// Returns a program that is no solver, for [`External::transcript`].
    pub fn by_path(program: &str, argument: &str) -> External {
        let command = Command::with_input(program, argument);
        External {
            name: command.name(),
            command,
            limits: None,
        }
    }

    /// Returns the usual limits for a formula with `num_vars` variables: nine tenths of the
    /// memory for one search, and space for messages and for a model printed a few times.
    pub fn limits_for(num_vars: usize) -> Limits {
        let model = 64 * num_vars as u64;
        Limits {
            memory: super::memory::total() / 10 * 9,
            file: (1 << 30) + model,
            output: (256 << 20) + model,
            grace: Duration::from_millis(500),
        }
    }

    /// Returns the engine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the same engine with another ending of its proof's file, which some programs
    /// take the proof's format from. It is `drat` otherwise.
    #[must_use]
    pub fn with_proof_ending(mut self, ending: &str) -> External {
        self.command.set_proof_ending(ending);
        self
    }

    /// Runs the program on a formula and returns its answer as it gave it, or why
    /// it was stopped. A model is not checked.
    ///
    /// # Errors
    /// If the program can't be run, breaks down, or its output can't be read.
    pub fn ask(&self, formula: &Cnf, budget: &Budget) -> Result<Result<Answer, Stop>, EngineError> {
        self.session(formula, false)?.ask(budget)
    }

    /// Runs the program on a formula, with a proof if it can write one, and returns both
    /// unchecked, or why it was stopped. A failure after the answer is part of the reply.
    ///
    /// # Errors
    /// If the program can't be run, gives no answer, or its output can't be read.
    pub fn reply(
        &self,
        formula: &Cnf,
        budget: &Budget,
    ) -> Result<Result<Reply, Stop>, EngineError> {
        self.session(formula, true)?.reply(budget)
    }

    /// Runs the program with `input` on standard input instead of a formula, and returns what it
    /// wrote, unread, and how it ended.
    ///
    /// # Errors
    /// If the program can't be run.
    pub fn transcript(&self, input: &[u8], budget: &Budget) -> Result<Transcript, EngineError> {
        self.session(&Cnf::new(0), false)?.transcript(input, budget)
    }

    fn session(&self, formula: &Cnf, proof: bool) -> Result<Session, EngineError> {
        Ok(Session {
            name: self.name.clone(),
            program: self.locate()?,
            command: self.command.clone(),
            limits: self
                .limits
                .unwrap_or_else(|| External::limits_for(formula.num_vars())),
            formula: formula.clone(),
            wants_proof: proof,
            proof: None,
            runs: 0,
        })
    }

    /// Returns the same engine with these limits instead of its own.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> External {
        External {
            limits: Some(limits),
            ..self
        }
    }

    /// Checks that the program is there.
    ///
    /// # Errors
    /// [`EngineError::NotFound`] if it is not, or [`EngineError::CannotStart`] if it may
    /// not be run.
    pub fn find(&self) -> Result<(), EngineError> {
        self.locate().map(|_| ())
    }

    /// Returns the program's full path.
    fn locate(&self) -> Result<PathBuf, EngineError> {
        let engine = self.name.clone();
        self.command.locate().map_err(|fault| match fault {
            NotFound::Nowhere(program) => EngineError::NotFound { engine, program },
            NotFound::NotExecutable(program) => EngineError::CannotStart {
                engine,
                reason: format!("{program} is not executable"),
            },
        })
    }
}

/// The answer of a program, unchecked.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// The answer as it was printed.
    pub answer: Answer,
    /// The bytes of the proof's file, or why it can't be read, in words that follow "its
    /// proof". `None` if the answer needs no proof or the program's command writes none.
    pub proof: Option<Result<Vec<u8>, String>>,
    /// The failure of the program if its exit code contradicts the answer or is no solver's, or if
    /// a signal ended it: [`EngineError::ExitCode`] or [`EngineError::Crashed`].
    pub failure: Option<EngineError>,
}

/// The output of a program that is no solver, and the way it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transcript {
    /// The bytes of its standard output, up to its end or ours.
    pub output: Vec<u8>,
    /// The end of the program.
    pub end: End,
}

/// The end of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It ended by itself, with this exit code, and in words with the last line that it wrote to
    /// standard error.
    Exit(i32, String),
    /// A signal ended it; in words as above.
    Signal(String),
    /// It was ended with the budget.
    Stopped(Stop),
    /// It was ended because it wrote more than it may.
    TooMuch,
}

impl SatEngine for External {
    fn name(&self) -> &str {
        &self.name
    }

    fn can_prove(&self) -> bool {
        self.command.can_prove()
    }

    fn start(&self, formula: &Cnf, proof: bool) -> Result<Box<dyn SatSolver>, EngineError> {
        Ok(Box::new(self.session(formula, proof)?))
    }
}

/// A formula for one program; each call of `solve` is a run.
#[cfg_attr(not(unix), allow(dead_code))]
struct Session {
    name: String,
    program: PathBuf,
    command: Command,
    limits: Limits,
    formula: Cnf,
    wants_proof: bool,
    proof: Option<Vec<proof::Step>>,
    runs: u64,
}

/// Other programs are run on Unix only.
#[cfg(not(unix))]
impl Session {
    fn reply(&self, budget: &Budget) -> Result<Result<Reply, Stop>, EngineError> {
        let answer = self.ask(budget)?;
        Ok(answer.map(|answer| Reply {
            answer,
            proof: None,
            failure: None,
        }))
    }

    fn transcript(&self, _: &[u8], budget: &Budget) -> Result<Transcript, EngineError> {
        let unavailable = self.ask(budget)?;
        Ok(Transcript {
            output: Vec::new(),
            end: End::Stopped(unavailable.err().unwrap_or(Stop::Declined)),
        })
    }

    fn ask(&self, _: &Budget) -> Result<Result<Answer, Stop>, EngineError> {
        Err(EngineError::CannotStart {
            engine: self.name.clone(),
            reason: "other programs can be run on Unix only".into(),
        })
    }
}

impl SatSolver for Session {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.formula.add_clause(clause);
    }

    fn solve(&mut self, budget: &Budget) -> Result<SatResult, EngineError> {
        self.runs += 1;
        self.proof = None;
        #[cfg(unix)]
        {
            let (result, proof) = self.run(budget)?;
            self.proof = proof;
            Ok(result)
        }
        #[cfg(not(unix))]
        {
            let unavailable = self.ask(budget);
            unavailable.map(|_| SatResult::Unknown(Stop::Declined))
        }
    }

    fn steps(&self) -> Steps {
        Steps::new([("runs", self.runs)])
    }

    fn take_proof(&mut self) -> Option<Vec<proof::Step>> {
        self.proof.take()
    }
}
