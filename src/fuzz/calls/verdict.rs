//! The judgement of a trace that was played, call by call.

use super::call::{Call, LEARN, TERMINATE, Trace};
use super::callbacks::Event;
use super::log::{self, Broken, Log, Query};
use crate::budget::Budget;
use crate::check::{self, ModelFault};
use crate::engine::EngineError;
use crate::engine::external::{End, Transcript};
use crate::formula::{Cnf, Lit, Var};
use crate::fuzz::subject::{Fault, FaultKind, own};
use crate::fuzz::truth::{Truth, truth};
use crate::io::display;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// The judgement of a trace that was played: counts of its answers up to the first fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Number of calls of `ipasir_solve` that returned 10, with a right model.
    pub satisfiable: u64,
    /// Number of calls that returned 20, truly and with failed assumptions that are a reason.
    pub unsatisfiable: u64,
    /// Number of calls that returned 0.
    pub unknown: u64,
    /// Number of calls that returned 20, and of learned clauses, where our solver found no answer.
    pub undecided: u64,
    /// Number of learned clauses that follow from the clauses, without repetitions.
    pub learned: u64,
    /// The first fault.
    pub fault: Option<Fault>,
    /// The results, for people.
    pub remarks: Vec<Remark>,
}

/// A remark on a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The call's place in the trace, from 0. It is the number of calls for `ipasir_release` and
    /// what follows.
    pub call: usize,
    /// The result of the call, in words without a line break.
    pub text: String,
}

/// Largest number of literals that a remark shows.
const SHOWN: usize = 30;

/// Judges what the process that played a trace wrote, and its end.
///
/// # Errors
/// If our own solver, whose answers are needed, is wrong, or the log is that of another trace.
pub(super) fn judged(
    trace: &Trace,
    transcript: &Transcript,
    seconds: f64,
    budget: &Budget,
) -> Result<Played, EngineError> {
    let text = String::from_utf8_lossy(&transcript.output);
    let Some((_, log)) = Log::new(&text) else {
        let fault = ended(&transcript.end, "while the library is loaded", seconds);
        return Ok(Played {
            fault: Some(fault),
            ..Played::default()
        });
    };
    let mut judge = Judge {
        log,
        end: &transcript.end,
        seconds,
        budget,
        clauses: Cnf::new(0),
        assumptions: Vec::new(),
        vars: BTreeSet::new(),
        learned: FxHashSet::default(),
        is_stopped: false,
        played: Played::default(),
        at: 0,
    };
    match judge.trace(trace) {
        Ok(()) => {}
        Err(Found::Error(error)) => return Err(error),
        Err(Found::Fault(fault)) => {
            let text = format!("{}: {}", fault.kind, display(&fault.reason));
            judge.remark(text);
            judge.played.fault = Some(fault);
        }
    }
    Ok(judge.played)
}

/// The end of the judgement.
enum Found {
    Fault(Fault),
    Error(EngineError),
}

impl From<EngineError> for Found {
    fn from(error: EngineError) -> Found {
        Found::Error(error)
    }
}

fn fault(kind: FaultKind, reason: String) -> Found {
    Found::Fault(Fault { kind, reason })
}

/// Returns the fault of a process that ended, or was ended, too early.
fn ended(end: &End, place: &str, seconds: f64) -> Fault {
    let (kind, reason) = match end {
        End::Exit(_, how) | End::Signal(how) => (FaultKind::Crash, format!("{how} {place}")),
        End::Stopped(_) => (
            FaultKind::Hang,
            format!("no end within {seconds} s {place}"),
        ),
        End::TooMuch => (FaultKind::BadOutput, format!("too much output {place}")),
    };
    Fault { kind, reason }
}

/// The state of the judgement: what the solver was given so far.
struct Judge<'a> {
    log: Log<'a>,
    end: &'a End,
    seconds: f64,
    budget: &'a Budget,
    /// Without tautologies, which are true whatever the values are.
    clauses: Cnf,
    assumptions: Vec<Lit>,
    vars: BTreeSet<Var>,
    /// The learned clauses so far, each sorted.
    learned: FxHashSet<Vec<i32>>,
    /// Set if the callback of `ipasir_set_terminate` returned 1 in the current call.
    is_stopped: bool,
    played: Played,
    /// The place of the current call.
    at: usize,
}

impl Judge<'_> {
    fn remark(&mut self, text: String) {
        let call = self.at;
        self.played.remarks.push(Remark { call, text });
    }

    /// Returns the value of the next call of the log, and judges what the callbacks got in it.
    fn value(&mut self, call: &str) -> Result<i32, Found> {
        let name = match call.split(' ').next().unwrap_or_default() {
            name @ (LEARN | TERMINATE) => format!("ipasir_set_{name}"),
            name => format!("ipasir_{name}"),
        };
        let mut place = match call {
            "init" | "release" => format!("in {name}"),
            _ => format!("in {name}, call {} ({call})", self.at + 1),
        };
        self.is_stopped = false;
        while let Some(event) = self.log.event() {
            match event {
                Event::Learned(lits) => self.lemma(&lits)?,
                Event::Stopped => {
                    self.is_stopped = true;
                    place += ", after the callback of ipasir_set_terminate returned 1";
                }
                Event::Illegal(what) => {
                    let reason = format!("{what}, {place}");
                    return Err(fault(FaultKind::IllegalCallback, reason));
                }
            }
        }
        self.log.value(call).map_err(|broken| match broken {
            Broken::Ends => Found::Fault(ended(self.end, &place, self.seconds)),
            Broken::Other(line) => Found::Error(EngineError::Nonsense {
                engine: "the process that plays the trace".into(),
                reason: format!("found {:?}, expected {call:?}", display(&line)),
            }),
        })
    }

    fn trace(&mut self, trace: &Trace) -> Result<(), Found> {
        if self.value("init")? == 0 {
            let reason = "ipasir_init returned a null pointer".into();
            return Err(fault(FaultKind::IllegalValue, reason));
        }
        for (at, call) in trace.calls().iter().enumerate() {
            self.at = at;
            self.vars.extend(call.lits().iter().map(|lit| lit.var()));
            let value = self.value(&call.to_string())?;
            match call {
                Call::Add(clause) if clause.iter().any(|&lit| clause.contains(&!lit)) => {}
                Call::Add(clause) => self.clauses.add_clause(clause),
                Call::Assume(lit) => self.assumptions.push(*lit),
                Call::Solve => {
                    self.answer(value)?;
                    self.assumptions.clear();
                }
                Call::Learn(_) | Call::Terminate(_) if value == 0 => {
                    self.remark("not called: the library lacks this function".into());
                }
                Call::Learn(_) | Call::Terminate(_) => {}
            }
        }
        self.at = trace.calls().len();
        self.value("release")?;
        match self.end {
            End::Exit(0, _) => Ok(()),
            end => Err(Found::Fault(ended(
                end,
                "after ipasir_release",
                self.seconds,
            ))),
        }
    }

    /// Judges an answer of `ipasir_solve`.
    fn answer(&mut self, status: i32) -> Result<(), Found> {
        if status == 0 {
            self.played.unknown += 1;
            let text = match self.is_stopped {
                true => "0, after the callback of ipasir_set_terminate returned 1",
                false => "0",
            };
            self.remark(text.into());
            return Ok(());
        }
        let place = format!("call {}", self.at + 1);
        let Some(query) = Query::after(status) else {
            let reason = format!("{place}: ipasir_solve returned {status}, expected 0, 10 or 20");
            return Err(fault(FaultKind::IllegalValue, reason));
        };
        let largest = self.vars.last().map_or(0, |var| var.index() + 1);
        self.clauses.grow_vars(largest);
        let mut values = Vec::new();
        for lit in log::lits(&self.vars.clone()) {
            values.push((lit, self.value(&query.call(lit))?));
        }
        match query {
            Query::Val => self.model(&values, &place),
            Query::Failed => self.core(&values, &place),
        }
    }

    /// Judges a learned clause, which must follow from the clauses, without the assumptions.
    fn lemma(&mut self, lits: &[i32]) -> Result<(), Found> {
        let mut key = lits.to_vec();
        key.sort_unstable();
        key.dedup();
        let is_tautology = key
            .iter()
            .any(|lit| key.binary_search(&lit.wrapping_neg()).is_ok());
        // Literals of variables without a clause so far can be false.
        let known = key.iter().filter_map(|&lit| Lit::from_dimacs(lit));
        let known = known.filter(|lit| self.vars.contains(&lit.var()));
        let negation: Vec<Lit> = known.map(|lit| !lit).collect();
        if !self.learned.insert(key) {
            return Ok(());
        }
        let truth_of_negation = match is_tautology {
            true => Truth::Unsatisfiable,
            false => own(truth(&self.with_units(&negation), self.budget))?,
        };
        match truth_of_negation {
            Truth::Unsatisfiable => self.played.learned += 1,
            Truth::Satisfiable => {
                let assumed = [&negation[..], &self.assumptions].concat();
                let remark = match own(truth(&self.with_units(&assumed), self.budget))? {
                    Truth::Unsatisfiable => "; it follows from them with the assumptions",
                    _ => "",
                };
                let clause = match lits {
                    [] => "without literals".into(),
                    _ => cut(lits.iter().map(i32::to_string).collect()),
                };
                let reason = format!(
                    "call {}: the learned clause {clause} does not follow from the clauses{remark}",
                    self.at + 1,
                );
                return Err(fault(FaultKind::WrongLemma, reason));
            }
            _ => self.played.undecided += 1,
        }
        Ok(())
    }

    /// Returns the clauses with further units.
    fn with_units(&self, units: &[Lit]) -> Cnf {
        let mut cnf = self.clauses.clone();
        units.iter().for_each(|&lit| cnf.add_clause(&[lit]));
        cnf
    }

    /// Judges the values after 10.
    fn model(&mut self, values: &[(Lit, i32)], place: &str) -> Result<(), Found> {
        let mut model = Vec::new();
        for pair in values.chunks_exact(2) {
            let [(lit, value), (_, opposite)] = [pair[0], pair[1]];
            let number = lit.to_dimacs();
            for (asked, value) in [(number, value), (-number, opposite)] {
                if ![0, number, -number].contains(&value) {
                    let reason = format!(
                        "{place}: ipasir_val({asked}) returned {value}, expected {number}, -{number} or 0"
                    );
                    return Err(fault(FaultKind::IllegalValue, reason));
                }
            }
            if value != opposite {
                let reason = format!(
                    "{place}: ipasir_val({number}) returned {value}, and ipasir_val(-{number}) {opposite}"
                );
                return Err(fault(FaultKind::IllegalValue, reason));
            }
            model.extend(Lit::from_dimacs(value));
        }
        self.remark(format!("10, values: {}", shown(&model)));
        let formula = self.with_units(&self.assumptions);
        let Err(refused) = check::model(&formula, &model) else {
            self.played.satisfiable += 1;
            return Ok(());
        };
        let num_clauses = self.clauses.num_clauses();
        let (kind, refused) = match refused {
            ModelFault::Unsatisfied { clause, lits, open } => {
                let kind = match open {
                    0 => FaultKind::WrongModel,
                    _ => FaultKind::PartialModel,
                };
                let what = match lits.first() {
                    Some(lit) if clause >= num_clauses => {
                        format!("the assumption {lit} is not true")
                    }
                    _ => format!("no literal of the clause {} is true", shown(&lits)),
                };
                (kind, what)
            }
            refused => (FaultKind::WrongModel, refused.to_string()),
        };
        Err(match own(truth(&formula, self.budget))? {
            Truth::Unsatisfiable => fault(
                FaultKind::WrongSat,
                format!(
                    "{place}: expected 20, came 10; a checked proof shows that there is no model"
                ),
            ),
            _ => fault(kind, format!("{place}: {refused}")),
        })
    }

    /// Judges the failed assumptions after 20.
    fn core(&mut self, values: &[(Lit, i32)], place: &str) -> Result<(), Found> {
        let mut failed = Vec::new();
        for &(lit, value) in values {
            match value {
                0 => {}
                1 => failed.push(lit),
                _ => {
                    let reason =
                        format!("{place}: ipasir_failed({lit}) returned {value}, expected 0 or 1");
                    return Err(fault(FaultKind::IllegalValue, reason));
                }
            }
        }
        self.remark(format!("20, failed: {}", shown(&failed)));
        let is_assumed = |lit: &&Lit| self.assumptions.contains(lit);
        let (core, others): (Vec<Lit>, Vec<Lit>) = failed.iter().partition(|lit| is_assumed(lit));
        match own(truth(&self.with_units(&core), self.budget))? {
            Truth::Unsatisfiable => self.played.unsatisfiable += 1,
            Truth::Satisfiable => {
                let all = truth(&self.with_units(&self.assumptions), self.budget);
                return Err(match own(all)? {
                    Truth::Satisfiable => fault(
                        FaultKind::WrongUnsat,
                        format!("{place}: expected 10, came 20; there is a model"),
                    ),
                    _ => fault(
                        FaultKind::WrongCore,
                        format!(
                            "{place}: the clauses have a model with the failed assumptions, {}",
                            shown(&core)
                        ),
                    ),
                });
            }
            _ => self.played.undecided += 1,
        }
        match others.first() {
            None => Ok(()),
            Some(lit) => Err(fault(
                FaultKind::NotAssumed,
                format!("{place}: ipasir_failed({lit}) returned 1, and {lit} was not assumed"),
            )),
        }
    }
}

/// Returns the first literals, for people.
fn shown(lits: &[Lit]) -> String {
    match lits {
        [] => "none".into(),
        _ => cut(lits.iter().map(ToString::to_string).collect()),
    }
}

/// Returns the first words.
fn cut(mut words: Vec<String>) -> String {
    let more = words.len().saturating_sub(SHOWN);
    words.truncate(SHOWN);
    if more > 0 {
        words.push(format!("… and {more} more"));
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::log::{Incremental, play};
    use super::*;

    /// A solver that gives a script's values, in the order of the calls that ask for one.
    struct Script<'a>(std::slice::Iter<'a, i32>);

    impl Incremental for Script<'_> {
        fn add(&mut self, _: i32) {}
        fn assume(&mut self, _: i32) {}
        /// 0 after the script.
        fn solve(&mut self) -> i32 {
            self.0.next().copied().unwrap_or(0)
        }
        fn val(&mut self, _: i32) -> i32 {
            *self.0.next().unwrap()
        }
        fn failed(&mut self, _: i32) -> i32 {
            *self.0.next().unwrap()
        }
        fn set_terminate(&mut self, _: Option<u32>) -> bool {
            false
        }
        fn set_learn(&mut self, _: Option<u32>) -> bool {
            true
        }
    }

    fn transcript(trace: &Trace, values: &[i32]) -> Transcript {
        let mut output = Vec::new();
        let script = Script(values.iter());
        play(trace, "script", || Some(script), drop, &mut output).unwrap();
        let end = End::Exit(0, "exit code 0".into());
        Transcript { output, end }
    }

    fn played(text: &str, values: &[i32]) -> Played {
        let trace = Trace::read(text, "-").unwrap();
        judged(
            &trace,
            &transcript(&trace, values),
            1.0,
            &Budget::unlimited(),
        )
        .unwrap()
    }

    fn kind(text: &str, values: &[i32]) -> FaultKind {
        played(text, values).fault.unwrap().kind
    }

    #[test]
    fn right_answers_have_no_fault() {
        let text = "add 1 2 0\nadd 3 -3 0\nassume -1\nsolve\nassume -1\nassume -2\nsolve\nsolve\n";
        let first = [10, -1, -1, 2, 2, 0, 0];
        let second = [20, 0, 1, 0, 1, 0, 0];
        let found = played(text, &[&first[..], &second, &[0]].concat());
        let texts: Vec<&str> = found.remarks.iter().map(|remark| &*remark.text).collect();
        assert_eq!(texts, ["10, values: -1 2", "20, failed: -1 -2", "0"]);
        let expected = Played {
            satisfiable: 1,
            unsatisfiable: 1,
            unknown: 1,
            remarks: found.remarks.clone(),
            ..Played::default()
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn every_wrong_answer_has_its_kind() {
        use FaultKind::{IllegalValue, NotAssumed, PartialModel};
        use FaultKind::{WrongCore, WrongModel, WrongSat, WrongUnsat};
        let clause = "add 1 0\nsolve\n";
        assert_eq!(kind(clause, &[11]), IllegalValue);
        assert_eq!(kind(clause, &[10, 2, 1]), IllegalValue);
        assert_eq!(kind(clause, &[10, 1, -1]), IllegalValue);
        assert_eq!(kind(clause, &[10, -1, -1]), WrongModel);
        assert_eq!(kind(clause, &[10, 0, 0]), PartialModel);
        assert_eq!(kind(clause, &[20, 0, 0]), WrongUnsat);
        assert_eq!(kind(clause, &[20, 0, 2]), IllegalValue);
        let empty = "add 0\nassume 1\nsolve\n";
        assert_eq!(kind(empty, &[10, 1, 1]), WrongSat);
        assert_eq!(kind(empty, &[20, 0, 1]), NotAssumed);
        assert_eq!(played(empty, &[20, 1, 0]).fault, None);
        let assumed = "assume 1\nassume -1\nsolve\nassume -1\nsolve\nsolve\n";
        assert_eq!(kind(assumed, &[20, 1, 0]), WrongCore);
        assert_eq!(kind(assumed, &[10, 1, 1]), WrongSat);
        let right = [20, 1, 1];
        assert_eq!(
            kind(assumed, &[&right[..], &[10, 1, 1]].concat()),
            WrongModel
        );
        assert_eq!(
            kind(assumed, &[&right[..], &[20, 0, 1]].concat()),
            WrongUnsat
        );
        // The assumptions are forgotten after each answer.
        let twice = [&right[..], &[10, -1, -1], &[10, 1, 1]].concat();
        assert_eq!(played(assumed, &twice).fault, None);
    }

    /// Six calls, the fourth and the last of which are solves without an answer, with these lines in
    /// the log before that of the call with this number. If `ends`, the log stops after the lines.
    fn with_lines(lines: &[&str], call: usize, ends: bool) -> Played {
        let text = "add 1 2 0\nadd -1 2 0\nassume -2\nsolve\nadd -2 3 0\nsolve\n";
        let trace = Trace::read(text, "-").unwrap();
        let mut transcript = transcript(&trace, &[]);
        let whole = String::from_utf8(transcript.output).unwrap();
        let mut log: Vec<&str> = whole.lines().collect();
        // The signature and `init` come first.
        let rest = log.split_off(call + 1);
        log.extend(lines);
        if ends {
            transcript.end = End::Signal("it ended".into());
        } else {
            log.extend(rest);
        }
        transcript.output = (log.join("\n") + "\n").into_bytes();
        judged(&trace, &transcript, 1.0, &Budget::unlimited()).unwrap()
    }

    #[test]
    fn learned_clauses_follow_from_the_clauses_so_far() {
        for (lines, call, count) in [
            (&["learned 2 0", "learned 1 2 0", "learned 2 1 0"][..], 4, 2),
            (&["learned 2 -7 0", "learned 7 -7 0"], 4, 2),
            (&["learned 3 0", "learned 2 3 2 0"], 6, 2),
        ] {
            let found = with_lines(lines, call, false);
            assert_eq!(
                (found.fault, found.learned, found.unknown),
                (None, count, 2)
            );
        }
        for (line, call, told) in [
            ("learned 3 0", 4, "learned clause 3 does"),
            (
                "learned 1 0",
                6,
                "call 6: the learned clause 1 does not follow from the clauses",
            ),
            ("learned 7 0", 6, "learned clause 7 does"),
            ("learned 1 -2147483647 0", 6, "clause 1 -2147483647 does"),
            (
                "learned 0",
                4,
                "clause without literals does not follow from the clauses; it follows from them with the assumptions",
            ),
        ] {
            let fault = with_lines(&["learned 2 0", line], call, false)
                .fault
                .unwrap();
            assert_eq!(fault.kind, FaultKind::WrongLemma);
            assert!(fault.reason.contains(told), "{}", fault.reason);
            // With the assumption, the clauses of the first solve contradict each other.
            let is_assumed = fault.reason.contains("with the assumptions");
            assert_eq!(is_assumed, call == 4, "{line}");
        }
        // A right clause of the second solve is wrong in the first one, with the assumption or not.
        assert_eq!(with_lines(&["learned -1 3 0"], 6, false).fault, None);
        let early = with_lines(&["learned -1 3 0"], 4, false).fault.unwrap();
        assert_eq!(early.kind, FaultKind::WrongLemma);
    }

    #[test]
    fn calls_of_callbacks_are_told_with_their_call() {
        let texts = |played: &Played| -> Vec<String> {
            let remarks = played.remarks.iter();
            remarks.map(|remark| remark.text.clone()).collect()
        };
        let stopped = "0, after the callback of ipasir_set_terminate returned 1";
        let found = with_lines(&["learned 2 0", "stopped"], 4, false);
        assert_eq!(texts(&found), [stopped, "0"]);
        let found = with_lines(&["stopped"], 6, true).fault.unwrap();
        let place = "in ipasir_solve, call 6 (solve)";
        let told =
            format!("it ended {place}, after the callback of ipasir_set_terminate returned 1");
        assert_eq!((found.kind, found.reason), (FaultKind::Crash, told));
        let found = with_lines(&["illegal no"], 6, false).fault.unwrap();
        let told = format!("no, {place}");
        assert_eq!(
            (found.kind, found.reason),
            (FaultKind::IllegalCallback, told)
        );
        // A library without the function.
        assert_eq!(
            texts(&played("learn 1\nterminate off\n", &[])),
            ["not called: the library lacks this function"]
        );
        let trace = Trace::read("terminate off\n", "-").unwrap();
        let mut transcript = transcript(&trace, &[]);
        transcript.output = b"s\ninit -> 1\n".to_vec();
        let found = judged(&trace, &transcript, 1.0, &Budget::unlimited()).unwrap();
        let place = "exit code 0 in ipasir_set_terminate, call 1 (terminate off)";
        assert_eq!(found.fault.unwrap().reason, place);
    }

    #[test]
    fn an_early_end_is_told_with_its_call() {
        let trace = Trace::read("add 1 -2 0\nsolve\n", "-").unwrap();
        let whole = transcript(&trace, &[10, 1, 1, -2, -2]).output;
        let whole = String::from_utf8(whole).unwrap();
        let lines: Vec<&str> = whole.split_inclusive('\n').collect();
        for (count, place) in [
            (0, "while the library is loaded"),
            (1, "in ipasir_init"),
            (2, "in ipasir_add, call 1 (add 1 -2 0)"),
            (3, "in ipasir_solve, call 2 (solve)"),
            (5, "in ipasir_val, call 2 (val -1)"),
            (8, "in ipasir_release"),
            (9, "after ipasir_release"),
        ] {
            for (end, kind) in [
                (End::Signal("it ended".into()), FaultKind::Crash),
                (End::Stopped(crate::budget::Stop::Time), FaultKind::Hang),
            ] {
                let output = lines[..count].concat().into_bytes();
                let transcript = Transcript { output, end };
                let budget = Budget::unlimited();
                let found = judged(&trace, &transcript, 1.5, &budget).unwrap();
                let fault = found.fault.unwrap();
                let how = match kind {
                    FaultKind::Crash => "it ended",
                    _ => "no end within 1.5 s",
                };
                assert_eq!((fault.kind, fault.reason), (kind, format!("{how} {place}")));
            }
        }
    }

    #[test]
    fn the_log_of_another_trace_is_an_error() {
        let other = Trace::read("add 2 0\nsolve\n", "-").unwrap();
        let log = transcript(&other, &[0]);
        let trace = Trace::read("add 1 0\nsolve\n", "-").unwrap();
        let error = judged(&trace, &log, 1.0, &Budget::unlimited()).unwrap_err();
        assert!(error.to_string().contains("\"add 2 0 -> 0\""), "{error}");
    }
}
