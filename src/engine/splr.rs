//! splr, a CDCL solver in Rust by Shuji Narazaki, as a library.
//!
//! All that is peculiar about it stays in this file:
//!
//! - It is given clauses, never a file: its reader takes clauses apart at line
//!   ends.
//! - `Config::enable_eliminator` is left alone: set to false, splr 0.17.2
//!   answers UNSAT for satisfiable formulas.
//! - UNSAT comes in many shapes: as an answer, and inside errors of two kinds
//!   when the formula contradicts itself while it is loaded. `flatten` knows
//!   them all.
//! - It has no way to add a clause later or to be interrupted. So each call
//!   starts a fresh solver, in a thread of its own that is left behind when the
//!   budget ends before it: splr looks at its own time limit, in whole
//!   seconds, only now and then.
//! - It can panic in the middle of a search. That ends its thread, not the
//!   program, and the panic's text becomes the error instead of being printed.

use super::memory;
use super::{EngineError, SatEngine, SatResult, SatSolver, Steps};
use crate::budget::{Budget, Stop};
use crate::formula::{Cnf, Lit};
use splr::assign::property::Tusize;
use splr::types::PropertyDereference;
use splr::{Certificate, Config, SolveIF, Solver, SolverError};
use std::any::Any;
use std::cell::Cell;
use std::sync::Once;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The engine's name.
pub(super) const NAME: &str = "splr";

/// As much stack as a main thread has.
const STACK: usize = 8 << 20;

/// Time between two checks of the budget while splr works: short enough for Ctrl-C
/// to seem immediate.
const GLANCE: Duration = Duration::from_millis(20);

/// The factory of sessions.
pub(super) struct Splr;

impl SatEngine for Splr {
    fn name(&self) -> &str {
        NAME
    }

    fn start(&self, formula: &Cnf, _proof: bool) -> Result<Box<dyn SatSolver>, EngineError> {
        let mut session = Session::default();
        for clause in formula.clauses() {
            session.add_clause(clause);
        }
        Ok(Box::new(session))
    }
}

/// The clauses so far, as DIMACS numbers in one buffer.
/// Memory for a clause of the formula, in bytes. Measured on the formulas of 25×25 and 36×36 grids, whose
/// clauses have two literals: 190 to 200. What splr learns comes on top.
const CLAUSE_BYTES: u64 = 250;

#[derive(Default)]
struct Session {
    numbers: Vec<i32>,
    ends: Vec<usize>,
    counts: Counts,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    conflicts: u64,
    decisions: u64,
    propagations: u64,
    restarts: u64,
}

impl SatSolver for Session {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.numbers
            .extend(clause.iter().map(|lit| lit.to_dimacs()));
        self.ends.push(self.numbers.len());
    }

    fn solve(&mut self, budget: &Budget) -> Result<SatResult, EngineError> {
        if let Some(stop) = budget.exhausted(0) {
            return Ok(SatResult::Unknown(stop));
        }
        // It ends the program if it finds no memory, so it does not begin without enough.
        let has_stack = Vec::<u8>::new().try_reserve_exact(STACK).is_ok();
        if !has_stack || self.ends.len() as u64 * CLAUSE_BYTES > memory::total() {
            return Ok(SatResult::Unknown(Stop::Memory));
        }
        let (numbers, ends) = (self.numbers.clone(), self.ends.clone());
        let seconds = budget
            .time_left()
            .map_or(f64::MAX, |left| left.as_secs_f64().ceil() + 1.0);
        let (sender, receiver) = mpsc::sync_channel(1);
        silence_panics_of_splr();
        let worker = thread::Builder::new()
            .name(NAME.into())
            .stack_size(STACK)
            .spawn(move || {
                SILENT.set(true);
                // Nobody listens any more if the budget has ended: fine.
                let _ = sender.send(solve_once(&numbers, &ends, seconds));
            })
            .map_err(|error| EngineError::Io {
                engine: NAME.into(),
                reason: error.to_string(),
            })?;
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok((answer, counts)) => {
                    self.counts.add(counts);
                    return answer;
                }
                Err(RecvTimeoutError::Timeout) => {
                    // Its steps can't be seen while it works: a limit on them
                    // is not kept, the clock and the interrupt are.
                    if let Some(stop) = budget.exhausted(0) {
                        return Ok(SatResult::Unknown(stop));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let reason = match worker.join() {
                        Err(panic) => format!("it panicked: {}", panic_text(&*panic)),
                        Ok(()) => "it ended without an answer".into(),
                    };
                    return Err(crashed(reason));
                }
            }
        }
    }

    fn steps(&self) -> Steps {
        Steps::new([
            ("conflicts", self.counts.conflicts),
            ("decisions", self.counts.decisions),
            ("propagations", self.counts.propagations),
            ("restarts", self.counts.restarts),
        ])
    }
}

impl Counts {
    fn of(solver: &Solver) -> Counts {
        let count = |key: Tusize| solver.asg.derefer(key) as u64;
        Counts {
            conflicts: count(Tusize::NumConflict),
            decisions: count(Tusize::NumDecision),
            propagations: count(Tusize::NumPropagation),
            restarts: count(Tusize::NumRestart),
        }
    }

    fn add(&mut self, other: Counts) {
        self.conflicts += other.conflicts;
        self.decisions += other.decisions;
        self.propagations += other.propagations;
        self.restarts += other.restarts;
    }
}

fn solve_once(
    numbers: &[i32],
    ends: &[usize],
    seconds: f64,
) -> (Result<SatResult, EngineError>, Counts) {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let clauses: Vec<&[i32]> = starts
        .zip(ends)
        .map(|(start, &end)| &numbers[start..end])
        .collect();
    let config = Config {
        c_timeout: seconds,
        quiet_mode: true,
        no_color: true,
        ..Config::default()
    };
    match Solver::try_from((config, clauses.as_slice())) {
        Ok(mut solver) => {
            let answer = solver.solve();
            (flatten(answer), Counts::of(&solver))
        }
        Err(early) => (flatten(early), Counts::default()),
    }
}

/// splr's many ways to say the same.
fn flatten(answer: Result<Certificate, SolverError>) -> Result<SatResult, EngineError> {
    match answer {
        Ok(Certificate::SAT(numbers)) => numbers
            .into_iter()
            .map(Lit::from_dimacs)
            .collect::<Option<Vec<Lit>>>()
            .map(SatResult::Sat)
            .ok_or_else(|| crashed("its model holds a number that is no literal".into())),
        Ok(Certificate::UNSAT)
        | Err(
            SolverError::EmptyClause
            | SolverError::RootLevelConflict(_)
            | SolverError::Inconsistent,
        ) => Ok(SatResult::Unsat),
        Err(SolverError::TimeOut) => Ok(SatResult::Unknown(Stop::Time)),
        Err(SolverError::OutOfMemory) => Ok(SatResult::Unknown(Stop::Memory)),
        Err(
            error @ (SolverError::InvalidLiteral
            | SolverError::IOError
            | SolverError::SolverBug
            | SolverError::UndescribedError),
        ) => Err(crashed(format!("it reports {error}"))),
    }
}

fn crashed(reason: String) -> EngineError {
    EngineError::Crashed {
        engine: NAME.into(),
        reason,
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| text.to_string())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without a message".into());
    text.lines().next().unwrap_or_default().to_owned()
}

thread_local! {
    /// Set if panics of this thread are not printed.
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Puts a hook before the one in place that says nothing of splr's threads.
fn silence_panics_of_splr() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !SILENT.get() {
                usual(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(clauses: &[&[i32]]) -> SatResult {
        let formula: Cnf = clauses.iter().copied().collect();
        let mut session = Splr.start(&formula, false).unwrap();
        session.solve(&Budget::unlimited()).unwrap()
    }

    #[test]
    fn trivial_formulas() {
        let sat = |clauses: &[&[i32]]| match solve(clauses) {
            SatResult::Sat(lits) => clauses.iter().all(|clause| {
                clause
                    .iter()
                    .any(|&number| lits.contains(&Lit::from_dimacs(number).unwrap()))
            }),
            _ => false,
        };
        assert!(sat(&[]), "no clause");
        assert!(sat(&[&[1]]), "a unit");
        assert!(sat(&[&[1, 1, 2], &[-2, -2]]), "repeated literals");
        assert!(sat(&[&[1, -1], &[2, -2, 3]]), "tautologies");
        assert!(sat(&[&[1], &[1], &[1, 2], &[1, 2]]), "repeated clauses");
        assert!(sat(&[&[7, -900], &[900]]), "gaps between variables");
        assert_eq!(solve(&[&[]]), SatResult::Unsat, "the empty clause");
        assert_eq!(solve(&[&[1, 2], &[]]), SatResult::Unsat);
        assert_eq!(solve(&[&[1], &[-1]]), SatResult::Unsat, "units clash");
        assert_eq!(solve(&[&[1], &[-1, 2], &[-2]]), SatResult::Unsat);
        assert_eq!(
            solve(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]),
            SatResult::Unsat,
            "no unit"
        );
    }

    #[test]
    fn clauses_may_be_added_between_calls() {
        let formula: Cnf = [&[1, 2][..]].into_iter().collect();
        let mut session = Splr.start(&formula, false).unwrap();
        let mut models = 0;
        while let SatResult::Sat(lits) = session.solve(&Budget::unlimited()).unwrap() {
            models += 1;
            let blocking: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
            session.add_clause(&blocking);
        }
        assert_eq!(models, 3);
    }

    #[test]
    fn the_clock_and_the_interrupt_end_it() {
        // Twelve pigeons in eleven holes keep it busy for longer than this.
        let (pigeons, holes) = (12, 11);
        let place = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
        let mut formula = Cnf::default();
        let lit = |number| Lit::from_dimacs(number).unwrap();
        for pigeon in 0..pigeons {
            let somewhere: Vec<Lit> = (0..holes).map(|hole| lit(place(pigeon, hole))).collect();
            formula.add_clause(&somewhere);
            for (hole, other) in itertools::iproduct!(0..holes, 0..pigeon) {
                formula.add_clause(&[lit(-place(pigeon, hole)), lit(-place(other, hole))]);
            }
        }
        let mut session = Splr.start(&formula, false).unwrap();
        let budget = Budget::unlimited().with_time(Duration::from_millis(200));
        let answer = session.solve(&budget).unwrap();
        assert_eq!(answer, SatResult::Unknown(Stop::Time));

        let budget = Budget::unlimited().with_time(Duration::from_secs(60));
        let interrupt = budget.interrupt().clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            interrupt.raise();
        });
        let answer = session.solve(&budget).unwrap();
        assert_eq!(answer, SatResult::Unknown(Stop::Interrupted));
    }

    #[test]
    fn a_panic_is_an_error_with_its_first_line() {
        let panic = thread::spawn(|| {
            SILENT.set(true);
            panic!("first\nsecond");
        });
        silence_panics_of_splr();
        assert_eq!(panic_text(&*panic.join().unwrap_err()), "first");
    }
}
