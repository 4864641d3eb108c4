//! The cases of a run: formulas for a solver, or traces for a library.

use serde_json::{Value, json};
use std::io;
use std::time::Duration;
use sudosat::budget::Interrupt;
use sudosat::engine::EngineError;
use sudosat::formula::{ClauseSink, Cnf, dimacs};
use sudosat::fuzz::{
    Call, Fault, Judgement, Library, Played, Remark, Shrunk, Subject, Trace, formula, shrink,
    shrink_trace, trace,
};
use sudosat::io::{counted, display};

/// The words of a kind of cases.
pub(super) struct Words {
    pub one: &'static str,
    pub many: &'static str,
    /// The parts of which none can be removed from a minimal case.
    pub parts: &'static str,
    /// The ending of its files.
    pub ending: &'static str,
}

/// The answers to a case without a fault. A formula has one.
#[derive(Clone, Copy, Default)]
pub(super) struct Answers {
    pub satisfiable: u64,
    pub unsatisfiable: u64,
    /// Of the unsatisfiable ones, those with an accepted proof of the solver itself.
    pub proved: u64,
    pub unknown: u64,
    pub undecided: u64,
    /// Number of learned clauses that a library gave, and that follow from its clauses.
    pub learned: u64,
}

/// The result of a case.
pub(super) enum Outcome {
    Right(Answers),
    /// With remarks on the calls of a trace.
    Faulty(Fault, Vec<Remark>),
    Interrupted,
}

/// A solver under test, with the cases that it can be given.
pub(super) trait Trial: Send + Sync + 'static {
    type Case: Clone + PartialEq;

    const WORDS: Words;

    /// Set if the solver may write proofs.
    const HAS_PROOFS: bool;

    /// Returns the solver's name.
    fn name(&self) -> &str;

    /// Returns the case of a seed.
    fn case(seed: u64) -> Self::Case;

    fn judge(
        &self,
        case: &Self::Case,
        limit: Duration,
        interrupt: &Interrupt,
    ) -> Result<Outcome, EngineError>;

    fn shrink(
        case: &Self::Case,
        limit: u32,
        is_same: impl FnMut(&Self::Case) -> Option<bool>,
    ) -> Shrunk<Self::Case>;

    /// Returns the size of a case in words.
    fn size(case: &Self::Case) -> String;

    /// Returns the size of a case as an object.
    fn size_json(case: &Self::Case) -> Value;

    /// Returns the lines of comments that say how a file is tried again.
    fn again(&self, command: &str) -> Vec<String>;

    /// Returns a file with these comments, and with remarks on its calls.
    fn file(comments: &[String], case: &Self::Case, remarks: &[Remark]) -> io::Result<Vec<u8>>;
}

impl Trial for Subject {
    type Case = Cnf;

    const WORDS: Words = Words {
        one: "formula",
        many: "formulas",
        parts: "clause or literal",
        ending: "cnf",
    };

    const HAS_PROOFS: bool = true;

    fn name(&self) -> &str {
        Subject::name(self)
    }

    fn case(seed: u64) -> Cnf {
        formula(seed)
    }

    fn judge(
        &self,
        case: &Cnf,
        limit: Duration,
        interrupt: &Interrupt,
    ) -> Result<Outcome, EngineError> {
        let mut answers = Answers::default();
        match Subject::judge(self, case, limit, interrupt)? {
            Judgement::Interrupted => return Ok(Outcome::Interrupted),
            Judgement::Faulty(fault) => return Ok(Outcome::Faulty(fault, Vec::new())),
            Judgement::Satisfiable => answers.satisfiable = 1,
            Judgement::Unsatisfiable { is_proved } => {
                answers.unsatisfiable = 1;
                answers.proved = is_proved.into();
            }
            Judgement::GaveUp(_) => answers.unknown = 1,
            Judgement::Undecided => answers.undecided = 1,
        }
        Ok(Outcome::Right(answers))
    }

    fn shrink(case: &Cnf, limit: u32, is_same: impl FnMut(&Cnf) -> Option<bool>) -> Shrunk<Cnf> {
        shrink(case, limit, is_same)
    }

    fn size(case: &Cnf) -> String {
        let vars = counted(case.num_vars(), "variable");
        format!("{vars}, {}", counted(case.num_clauses(), "clause"))
    }

    fn size_json(case: &Cnf) -> Value {
        json!({"variables": case.num_vars(), "clauses": case.num_clauses()})
    }

    fn again(&self, command: &str) -> Vec<String> {
        vec![
            "To see the fault, run the solver on this file. To find it again:".into(),
            command.into(),
            "(Hyphens are apart where there were two: cadical reads options from comments.)".into(),
        ]
    }

    fn file(comments: &[String], case: &Cnf, _remarks: &[Remark]) -> io::Result<Vec<u8>> {
        let mut writer = dimacs::Writer::new(Vec::new());
        for line in comments {
            writer.comment(&harmless(line))?;
        }
        writer.header(case.num_vars(), case.num_clauses() as u64)?;
        for clause in case.clauses() {
            writer.clause(clause)?;
        }
        writer.finish()
    }
}

/// Returns a text that may be a comment of a formula.
fn harmless(text: &str) -> String {
    let mut text = display(text).into_owned();
    while text.contains("--") {
        text = text.replace("--", "- -");
    }
    text
}

/// A library under test.
pub(super) struct Traces {
    library: Library,
    /// The command that plays a file, without its name.
    command: String,
}

impl Traces {
    pub(super) fn new(library: Library, command: String) -> Traces {
        Traces { library, command }
    }
}

impl Trial for Traces {
    type Case = Trace;

    const WORDS: Words = Words {
        one: "trace",
        many: "traces",
        parts: "call or literal",
        ending: "trace",
    };

    const HAS_PROOFS: bool = false;

    fn name(&self) -> &str {
        self.library.name()
    }

    fn case(seed: u64) -> Trace {
        trace(seed)
    }

    fn judge(
        &self,
        case: &Trace,
        limit: Duration,
        interrupt: &Interrupt,
    ) -> Result<Outcome, EngineError> {
        let Some(played) = self.library.judge(case, limit, interrupt)? else {
            return Ok(Outcome::Interrupted);
        };
        let Played {
            satisfiable,
            unsatisfiable,
            unknown,
            undecided,
            learned,
            fault,
            remarks,
        } = played;
        Ok(match fault {
            Some(fault) => Outcome::Faulty(fault, remarks),
            None => Outcome::Right(Answers {
                satisfiable,
                unsatisfiable,
                proved: 0,
                unknown,
                undecided,
                learned,
            }),
        })
    }

    fn shrink(
        case: &Trace,
        limit: u32,
        is_same: impl FnMut(&Trace) -> Option<bool>,
    ) -> Shrunk<Trace> {
        shrink_trace(case, limit, is_same)
    }

    fn size(case: &Trace) -> String {
        let vars = counted(case.variables().len(), "variable");
        format!("{vars}, {}", counted(case.calls().len(), "call"))
    }

    fn size_json(case: &Trace) -> Value {
        json!({"variables": case.variables().len(), "calls": case.calls().len()})
    }

    fn again(&self, command: &str) -> Vec<String> {
        vec![
            format!("To see the fault: {} FILE", self.command),
            format!("To find it again: {command}"),
            "After each solve, ipasir_val or ipasir_failed is called for all literals so far."
                .into(),
        ]
    }

    fn file(comments: &[String], case: &Trace, remarks: &[Remark]) -> io::Result<Vec<u8>> {
        Ok(annotated(comments, case, remarks).into_bytes())
    }
}

/// Returns a trace with comments before it, and remarks below its calls.
fn annotated(comments: &[String], trace: &Trace, remarks: &[Remark]) -> String {
    let mut text = String::new();
    for line in comments {
        text += &format!("# {}\n", display(line));
    }
    let calls = trace.calls().iter().map(Call::to_string);
    for (place, call) in calls.chain([String::new()]).enumerate() {
        if !call.is_empty() {
            text += &format!("{call}\n");
        }
        for remark in remarks.iter().filter(|remark| remark.call == place) {
            text += &format!("#   {}\n", remark.text);
        }
    }
    text
}
