//! The solver under test, and the judgement of its answers.

use super::formulas;
use super::truth::{Truth, truth};
use crate::budget::{Budget, Interrupt, Stop};
use crate::check::{self, ModelFault, PbpChecker};
use crate::engine::external::{External, Reply};
use crate::engine::{EngineError, SatEngine, SatResult, memory, sat_by_name};
use crate::formula::answer::Status;
use crate::formula::{Cnf, Lit};
use crate::programs::Limits;
use crate::proof::{Step, drat, lrat, pbp};
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The kinds of faults, which are told apart because they have different causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// It says UNSATISFIABLE, and there is a model.
    WrongUnsat,
    /// It says SATISFIABLE, and there is no model.
    WrongSat,
    /// There is a model, but the one that it gives is none.
    WrongModel,
    /// A library says that assumptions failed with which the clauses have a model.
    WrongCore,
    /// A library says that a literal failed which was not assumed.
    NotAssumed,
    /// A clause that a library learned does not follow from the clauses.
    WrongLemma,
    /// The model would be one if it had a value for further variables.
    PartialModel,
    /// It says SATISFIABLE and gives no model.
    NoModel,
    /// The proof of a true UNSATISFIABLE is refused.
    WrongProof,
    /// The proof of a true UNSATISFIABLE is not there, or can't be opened.
    NoProof,
    /// It ended by a signal, a panic, or with an exit code that is no solver's.
    Crash,
    /// It did not end within the time limit.
    Hang,
    /// It ended without a status.
    NoAnswer,
    /// Its output can't be read, contradicts itself, or is too long.
    BadOutput,
    /// Its exit code contradicts its status.
    ExitCode,
    /// A function of a library returned what its interface does not allow.
    IllegalValue,
    /// A library called a callback in a way that its interface does not allow.
    IllegalCallback,
}

impl FaultKind {
    /// Returns `true` if the answer itself is wrong.
    fn is_wrong_answer(self) -> bool {
        matches!(
            self,
            FaultKind::WrongUnsat | FaultKind::WrongSat | FaultKind::WrongModel
        )
    }

    /// Returns the name, as in the names of files and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::WrongUnsat => "wrong-unsat",
            FaultKind::WrongSat => "wrong-sat",
            FaultKind::WrongModel => "wrong-model",
            FaultKind::PartialModel => "partial-model",
            FaultKind::NoModel => "no-model",
            FaultKind::WrongProof => "wrong-proof",
            FaultKind::NoProof => "no-proof",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::NoAnswer => "no-answer",
            FaultKind::BadOutput => "bad-output",
            FaultKind::ExitCode => "exit-code",
            FaultKind::WrongCore => "wrong-core",
            FaultKind::NotAssumed => "not-assumed",
            FaultKind::WrongLemma => "wrong-lemma",
            FaultKind::IllegalValue => "illegal-value",
            FaultKind::IllegalCallback => "illegal-callback",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A fault of the solver under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind, by which faults with different causes are told apart.
    pub kind: FaultKind,
    /// The message for the user.
    pub reason: String,
}

/// The judgement of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It gave a model, which satisfies every clause.
    Satisfiable,
    /// It said UNSATISFIABLE, which is true.
    Unsatisfiable {
        /// Set if its own proof was accepted. Otherwise our solver came to the same answer.
        is_proved: bool,
    },
    /// It answered UNKNOWN, or was stopped by a limit on files or memory.
    GaveUp(Stop),
    /// It said UNSATISFIABLE without a proof, and our solver found no answer.
    Undecided,
    /// The answer is wrong or missing.
    Faulty(Fault),
    /// The interrupt was raised.
    Interrupted,
}

/// The formats of a program's proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofKind {
    /// DRAT, in text or binary.
    Drat,
    /// LRAT, in text or binary.
    Lrat,
    /// VeriPB's.
    Pbp,
}

impl ProofKind {
    /// Returns the ending of the proof's file.
    fn ending(self) -> &'static str {
        match self {
            ProofKind::Drat => "drat",
            ProofKind::Lrat => "lrat",
            ProofKind::Pbp => "pbp",
        }
    }
}

/// Largest size of a proof's file, as one part in `PROOF_SHARE` of the memory of a search: 9
/// bytes of text become a step of about 100, and the checker keeps its own clauses.
const PROOF_SHARE: u64 = 32;

/// Time limit for checking a proof, as a multiple of the time limit of the solver. Chosen by hand.
const CHECK_SHARE: u32 = 20;

/// A solver under test.
pub struct Subject(Way);

/// The two ways to reach a solver.
enum Way {
    Program(External, ProofKind),
    Engine(Box<dyn SatEngine>),
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Subject").field(&self.name()).finish()
    }
}

/// An answer that is not judged yet.
enum Answer {
    /// With the model, if one was given.
    Sat(Option<Vec<Lit>>),
    Unsat(Claim),
    Unknown(Stop),
}

/// The evidence for a claim that there is no model.
enum Claim {
    Word,
    Steps(Vec<Step>),
    File(ProofKind, Vec<u8>),
    /// The proof that should be there is not, for this reason.
    NoFile(String),
}

impl Subject {
    /// Returns an engine for formulas by its name.
    ///
    /// # Errors
    /// If there is none of this name, or it is a program and not installed.
    pub fn engine(name: &str, proof: ProofKind) -> Result<Subject, EngineError> {
        let program = match name.strip_prefix("cmd:") {
            Some(command) => Some(External::by_command(command)?),
            None => External::by_name(name),
        };
        match program {
            Some(program) => Subject::of(program, proof),
            None => Ok(Subject(Way::Engine(sat_by_name(name)?))),
        }
    }

    /// Returns a program by its command: see [`External::by_line`].
    ///
    /// # Errors
    /// If the command can't be read, or the program is not there.
    pub fn program(command: &str, proof: ProofKind) -> Result<Subject, EngineError> {
        Subject::of(External::by_line(command)?, proof)
    }

    fn of(program: External, proof: ProofKind) -> Result<Subject, EngineError> {
        program.find()?;
        // The checker's steps take more memory than the file.
        let most = memory::total() / PROOF_SHARE;
        let limits = External::limits_for(formulas::LARGEST as usize);
        let file = limits.file.min(most);
        let program = program
            .with_proof_ending(proof.ending())
            .with_limits(Limits { file, ..limits });
        Ok(Subject(Way::Program(program, proof)))
    }

    /// Returns the solver's name.
    pub fn name(&self) -> &str {
        match &self.0 {
            Way::Program(program, _) => program.name(),
            Way::Engine(engine) => engine.name(),
        }
    }

    /// Gives the solver a formula, and judges its answer. It is a hang if there is none within
    /// `limit`.
    ///
    /// # Errors
    /// If the solver can't be started, there is no place for temporary files, or our own solver,
    /// whose answer is needed, is wrong.
    pub fn judge(
        &self,
        formula: &Cnf,
        limit: Duration,
        interrupt: &Interrupt,
    ) -> Result<Judgement, EngineError> {
        let unlimited = Budget::unlimited().with_interrupt(interrupt.clone());
        let (answer, failure) = match self.answer(formula, &unlimited.clone().with_time(limit)) {
            Ok(answer) => answer,
            Err(_) if interrupt.is_raised() => return Ok(Judgement::Interrupted),
            Err(error) => return fault_of(error),
        };
        let judgement = judged(formula, answer, limit, &unlimited);
        match judgement {
            _ if interrupt.is_raised() => Ok(Judgement::Interrupted),
            judgement => with_failure(judgement?, failure),
        }
    }

    /// Returns the solver's answer, and its failure if it failed after the answer.
    fn answer(
        &self,
        formula: &Cnf,
        budget: &Budget,
    ) -> Result<(Answer, Option<EngineError>), EngineError> {
        let (program, kind) = match &self.0 {
            Way::Program(program, kind) => (program, *kind),
            Way::Engine(engine) => {
                return Ok((answer_of_engine(&**engine, formula, budget)?, None));
            }
        };
        let reply = match program.reply(formula, budget)? {
            Ok(reply) => reply,
            Err(stop) => return Ok((Answer::Unknown(stop), None)),
        };
        let Reply {
            answer,
            proof,
            failure,
        } = reply;
        let answer = match answer.status {
            Status::Unknown => Answer::Unknown(Stop::Declined),
            Status::Satisfiable => Answer::Sat(answer.has_model.then_some(answer.lits)),
            Status::Unsatisfiable => Answer::Unsat(match proof {
                None => Claim::Word,
                Some(Ok(bytes)) => Claim::File(kind, bytes),
                Some(Err(reason)) => Claim::NoFile(reason),
            }),
        };
        Ok((answer, failure))
    }
}

/// Runs an engine of this process. A panic is an error of the engine.
fn answer_of_engine(
    engine: &dyn SatEngine,
    formula: &Cnf,
    budget: &Budget,
) -> Result<Answer, EngineError> {
    let solve = || {
        let mut session = engine.start(formula, true)?;
        Ok(match session.solve(budget)? {
            SatResult::Sat(lits) => Answer::Sat(Some(lits)),
            SatResult::Unknown(stop) => Answer::Unknown(stop),
            SatResult::Unsat => Answer::Unsat(match session.take_proof() {
                Some(steps) => Claim::Steps(steps),
                None => Claim::Word,
            }),
        })
    };
    catch_unwind(AssertUnwindSafe(solve)).unwrap_or_else(|panic| {
        Err(EngineError::Crashed {
            engine: engine.name().into(),
            reason: format!("it panicked: {}", words_of(&*panic)),
        })
    })
}

/// Returns the message of a panic.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "without a message".into());
    text.lines().next().unwrap_or_default().to_owned()
}

fn faulty(kind: FaultKind, reason: impl Into<String>) -> Result<Judgement, EngineError> {
    let reason = reason.into();
    Ok(Judgement::Faulty(Fault { kind, reason }))
}

/// Returns the fault that an error of the engine is.
///
/// # Errors
/// If it is none of the solver under test.
fn fault_of(error: EngineError) -> Result<Judgement, EngineError> {
    let (kind, reason) = match error {
        EngineError::Crashed { reason, .. } => (FaultKind::Crash, reason),
        EngineError::Silent { reason, .. } => (FaultKind::NoAnswer, reason),
        EngineError::ExitCode { reason, .. } => (FaultKind::ExitCode, reason),
        EngineError::Nonsense { reason, .. } => (FaultKind::BadOutput, reason),
        error => return Err(error),
    };
    faulty(kind, reason)
}

/// Returns the judgement of an answer after which the solver failed. A wrong answer is graver than the
/// failure, whose reason is then added. Other faults of the answer may come from the failure.
fn with_failure(
    judgement: Judgement,
    failure: Option<EngineError>,
) -> Result<Judgement, EngineError> {
    let Some(failure) = failure else {
        return Ok(judgement);
    };
    let failed = fault_of(failure)?;
    Ok(match (judgement, failed) {
        (Judgement::Faulty(mut wrong), Judgement::Faulty(failed))
            if wrong.kind.is_wrong_answer() =>
        {
            wrong.reason += &format!("; {}: {}", failed.kind, failed.reason);
            Judgement::Faulty(wrong)
        }
        (_, failed) => failed,
    })
}

fn judged(
    formula: &Cnf,
    answer: Answer,
    limit: Duration,
    budget: &Budget,
) -> Result<Judgement, EngineError> {
    match answer {
        Answer::Unknown(Stop::Time) => {
            let seconds = limit.as_secs_f64();
            faulty(FaultKind::Hang, format!("no answer within {seconds} s"))
        }
        Answer::Unknown(Stop::Interrupted) => Ok(Judgement::Interrupted),
        Answer::Unknown(stop) => Ok(Judgement::GaveUp(stop)),
        Answer::Sat(model) => {
            let (kind, reason) = match model.map(|lits| check::model(formula, &lits)) {
                Some(Ok(_)) => return Ok(Judgement::Satisfiable),
                None => (
                    FaultKind::NoModel,
                    "it says SATISFIABLE and gives no model".to_owned(),
                ),
                Some(Err(fault)) => {
                    let kind = match fault {
                        ModelFault::Unsatisfied { open, .. } if open > 0 => FaultKind::PartialModel,
                        _ => FaultKind::WrongModel,
                    };
                    (kind, fault.to_string())
                }
            };
            match own(truth(formula, budget))? {
                Truth::Unsatisfiable => faulty(
                    FaultKind::WrongSat,
                    format!(
                        "it says SATISFIABLE, and a checked proof shows that there is no model; {reason}"
                    ),
                ),
                _ => faulty(kind, reason),
            }
        }
        Answer::Unsat(claim) => {
            let time = budget.clone().with_time(limit.saturating_mul(CHECK_SHARE));
            let (kind, reason) = match checked(formula, &claim, &time) {
                Some(Ok(())) => return Ok(Judgement::Unsatisfiable { is_proved: true }),
                None => (None, String::new()),
                // The check was not finished, so the proof is not refused.
                Some(Err(_)) if time.exhausted(0).is_some() => (None, String::new()),
                Some(Err((kind, reason))) => (Some(kind), reason),
            };
            match (own(truth(formula, budget))?, kind) {
                (Truth::Satisfiable, _) => faulty(
                    FaultKind::WrongUnsat,
                    "it says UNSATISFIABLE, and there is a model",
                ),
                (_, Some(kind)) => faulty(kind, reason),
                (Truth::Unsatisfiable, None) => Ok(Judgement::Unsatisfiable { is_proved: false }),
                (_, None) => Ok(Judgement::Undecided),
            }
        }
    }
}

/// Turns a fault of our own solver into an error.
pub(super) fn own(truth: Truth) -> Result<Truth, EngineError> {
    match truth {
        Truth::OwnFault(reason) => Err(EngineError::Lied {
            engine: "cdcl, with which answers are compared,".into(),
            reason,
        }),
        truth => Ok(truth),
    }
}

/// Checks the proof of a claim, if there is one.
fn checked(
    formula: &Cnf,
    claim: &Claim,
    budget: &Budget,
) -> Option<Result<(), (FaultKind, String)>> {
    const NAME: &str = "its proof";
    let refused = |reason: String| {
        (
            FaultKind::WrongProof,
            format!("its proof is refused: {reason}"),
        )
    };
    let text = |error: &dyn fmt::Display| error.to_string();
    let result = match claim {
        Claim::Word => return None,
        Claim::NoFile(reason) => {
            let reason = format!("its proof {reason}");
            return Some(Err((FaultKind::NoProof, reason)));
        }
        Claim::Steps(steps) => check::drat(formula, steps, budget)
            .map(drop)
            .map_err(|fault| text(&fault)),
        Claim::File(ProofKind::Drat, bytes) => drat::read(&bytes[..], NAME)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| text(&error))
            .and_then(|steps| {
                let result = check::drat(formula, &steps, budget);
                result.map(drop).map_err(|fault| text(&fault))
            }),
        Claim::File(ProofKind::Lrat, bytes) => lrat::read(&bytes[..], NAME)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| text(&error))
            .and_then(|steps| {
                let result = check::lrat(formula, &steps, budget);
                result.map(drop).map_err(|fault| text(&fault))
            }),
        Claim::File(ProofKind::Pbp, bytes) => check_pbp(formula, bytes, budget),
    };
    Some(result.map_err(refused))
}

fn check_pbp(formula: &Cnf, bytes: &[u8], budget: &Budget) -> Result<(), String> {
    let mut checker = PbpChecker::of(formula, budget).map_err(|fault| fault.to_string())?;
    for step in pbp::Reader::new(bytes, "its proof") {
        let step = step.map_err(|error| error.to_string())?;
        let result = checker.step(&step, budget);
        result.map_err(|fault| fault.to_string())?;
    }
    checker
        .finish()
        .map(drop)
        .map_err(|fault| fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged_alone(clauses: &[&[i32]], answer: Answer) -> Judgement {
        let cnf: Cnf = clauses.iter().copied().collect();
        let (limit, budget) = (Duration::from_secs(3), Budget::unlimited());
        judged(&cnf, answer, limit, &budget).unwrap()
    }

    fn kind(clauses: &[&[i32]], answer: Answer) -> FaultKind {
        match judged_alone(clauses, answer) {
            Judgement::Faulty(fault) => fault.kind,
            other => panic!("{other:?}"),
        }
    }

    fn model(numbers: &[i32]) -> Answer {
        let lits = numbers
            .iter()
            .filter_map(|&number| Lit::from_dimacs(number));
        Answer::Sat(Some(lits.collect()))
    }

    #[test]
    fn every_wrong_answer_has_its_kind() {
        let (yes, no): (&[&[i32]], &[&[i32]]) = (&[&[1, 2], &[-1]], &[&[1], &[-1]]);
        assert_eq!(judged_alone(yes, model(&[-1, 2])), Judgement::Satisfiable);
        assert_eq!(kind(yes, model(&[1, 2])), FaultKind::WrongModel);
        assert_eq!(kind(yes, model(&[2])), FaultKind::PartialModel);
        assert_eq!(kind(yes, Answer::Sat(None)), FaultKind::NoModel);
        assert_eq!(kind(no, Answer::Sat(None)), FaultKind::WrongSat);
        assert_eq!(kind(no, model(&[1])), FaultKind::WrongSat);
        let file = |kind, text: &str| Answer::Unsat(Claim::File(kind, text.into()));
        let proved = Judgement::Unsatisfiable { is_proved: true };
        let unproved = Judgement::Unsatisfiable { is_proved: false };
        assert_eq!(judged_alone(no, file(ProofKind::Drat, "0\n")), proved);
        assert_eq!(
            judged_alone(no, file(ProofKind::Lrat, "3 0 1 2 0\n")),
            proved
        );
        assert_eq!(judged_alone(no, Answer::Unsat(Claim::Word)), unproved);
        let lrat = file(ProofKind::Lrat, "3 0 1 0\n");
        assert_eq!(kind(no, lrat), FaultKind::WrongProof);
        assert_eq!(kind(no, file(ProofKind::Pbp, "0\n")), FaultKind::WrongProof);
        assert_eq!(
            kind(yes, file(ProofKind::Drat, "0\n")),
            FaultKind::WrongUnsat
        );
        assert_eq!(kind(yes, Answer::Unsat(Claim::Word)), FaultKind::WrongUnsat);
        let missing = || Answer::Unsat(Claim::NoFile("is missing".into()));
        assert_eq!(kind(no, missing()), FaultKind::NoProof);
        assert_eq!(kind(yes, missing()), FaultKind::WrongUnsat);
        assert_eq!(kind(yes, Answer::Unknown(Stop::Time)), FaultKind::Hang);
        let declined = judged_alone(yes, Answer::Unknown(Stop::Declined));
        assert_eq!(declined, Judgement::GaveUp(Stop::Declined));
    }

    #[test]
    fn our_engines_have_no_fault() {
        let subject = Subject::engine("cdcl", ProofKind::Drat).unwrap();
        let (mut sat, mut proved) = (0, 0);
        for seed in 0..150 {
            let cnf = crate::fuzz::formula(seed);
            let limit = Duration::from_secs(60);
            match subject.judge(&cnf, limit, &Interrupt::new()).unwrap() {
                Judgement::Satisfiable => sat += 1,
                Judgement::Unsatisfiable { is_proved: true } => proved += 1,
                other => panic!("seed {seed}: {other:?}"),
            }
        }
        assert!(sat > 30 && proved > 30, "{sat} {proved}");
    }
}
