//! Solves puzzles by the techniques of `hint` alone, and compares each step with the solution
//! that an exact cover gives: `cargo run --release --example hint_many -- FILE...`. Each step
//! must also follow from the facts that it names. Prints how often each technique was used,
//! and ends with code 1 if a step is wrong.

use std::process::ExitCode;
use sudosat::budget::Budget;
use sudosat::engine::{self, Engine, Limit, Request};
use sudosat::io::Source;
use sudosat::reason::hint::{Ladder, Next, Step, TECHNIQUES, check};
use sudosat::sudoku::{Grid, Puzzle, text};

/// Why the run has no result.
pub(crate) type Fault = String;

/// Steps of one technique.
#[derive(Clone, Copy, Default)]
pub(crate) struct Used {
    /// Number of steps.
    pub(crate) steps: u64,
    /// Number of puzzles with such a step.
    pub(crate) puzzles: u64,
    /// Number of digits placed.
    pub(crate) placed: u64,
    /// Number of candidates removed.
    pub(crate) removed: u64,
}

/// Totals of a run.
pub(crate) struct Totals {
    /// Puzzles with one solution.
    pub(crate) puzzles: u64,
    /// Puzzles that the techniques solve.
    pub(crate) solved: u64,
    /// Puzzles without solution or with several, which are left out.
    pub(crate) left_out: u64,
    /// Steps by technique, in the order of [`TECHNIQUES`].
    pub(crate) used: [Used; TECHNIQUES.len()],
    /// Steps that contradict the solution, or do not follow from the facts they name.
    pub(crate) wrong: Vec<String>,
}

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        eprintln!("usage: hint_many FILE...");
        return ExitCode::from(2);
    }
    match run(&names) {
        Ok(totals) => {
            print(&totals);
            ExitCode::from(u8::from(!totals.wrong.is_empty()))
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::from(2)
        }
    }
}

/// Solves the puzzles of these files.
pub(crate) fn run(names: &[String]) -> Result<Totals, Fault> {
    let dlx = engine::by_name("dlx").map_err(|error| error.to_string())?;
    let mut totals = Totals {
        puzzles: 0,
        solved: 0,
        left_out: 0,
        used: [Used::default(); TECHNIQUES.len()],
        wrong: Vec::new(),
    };
    for name in names {
        let source = Source::open(name).map_err(|error| error.to_string())?;
        for entry in text::read(source, name, &text::Options::default()) {
            let entry = entry.map_err(|error| error.to_string())?;
            match only_solution(&*dlx, &entry.puzzle)? {
                Some(grid) => climb(&entry.puzzle, &grid, &mut totals)
                    .map_err(|fault| format!("{}: {fault}", entry.name))?,
                None => totals.left_out += 1,
            }
        }
    }
    Ok(totals)
}

/// Returns the solution of a puzzle that has exactly one.
fn only_solution(engine: &dyn Engine, puzzle: &Puzzle) -> Result<Option<Grid>, Fault> {
    let request = Request::new(Limit::UNIQUE);
    let found = engine::solve(engine, puzzle, &request, &Budget::unlimited());
    let (_, mut grids) = found.map_err(|error| error.to_string())?;
    Ok(grids.pop().filter(|_| grids.is_empty()))
}

/// Solves a puzzle step by step, until it is solved, no technique applies, or a step is wrong.
fn climb(puzzle: &Puzzle, solution: &Grid, totals: &mut Totals) -> Result<(), Fault> {
    let ladder = Ladder::new(puzzle).ok_or("too large for hints")?;
    let mut ladder = ladder.assuming_unique(true);
    let mut used = [Used::default(); TECHNIQUES.len()];
    totals.puzzles += 1;
    loop {
        match ladder.next() {
            Next::Step(step) => {
                let fault = match fault(&step, solution) {
                    None => check(&step, ladder.marks(), Some(solution))
                        .err()
                        .map(|fault| fault.to_string()),
                    fault => fault,
                };
                if let Some(fault) = fault {
                    let name = step.technique.name;
                    totals.wrong.push(format!("{puzzle:?}: {name}: {fault}"));
                    break;
                }
                let used = &mut used[step.technique.index()];
                used.steps += 1;
                used.placed += u64::from(step.deduction.placement.is_some());
                used.removed += step.deduction.eliminations.len() as u64;
                ladder.take(&step);
            }
            Next::Solved => {
                match ladder.marks().grid().as_ref() == Some(solution) {
                    true => totals.solved += 1,
                    false => totals.wrong.push(format!("{puzzle:?}: another solution")),
                }
                break;
            }
            Next::Broken | Next::Contradiction(_) => {
                totals.wrong.push(format!("{puzzle:?}: a contradiction"));
                break;
            }
            Next::Stuck => break,
        }
    }
    for (total, used) in totals.used.iter_mut().zip(used) {
        total.steps += used.steps;
        total.puzzles += u64::from(used.steps > 0);
        total.placed += used.placed;
        total.removed += used.removed;
    }
    Ok(())
}

/// Returns what in a step is false in the solution.
fn fault(step: &Step, solution: &Grid) -> Option<String> {
    let deduction = &step.deduction;
    let mut placed = deduction.placement.iter();
    let mut removed = deduction.eliminations.iter();
    let false_placement = placed.find(|placed| solution.digit(placed.cell) != placed.digit);
    let false_removal = removed.find(|removed| solution.digit(removed.cell) == removed.digit);
    match (false_placement, false_removal) {
        (Some(placed), _) => Some(format!("{placed} is false")),
        (None, Some(removed)) => Some(format!("{removed} is true")),
        (None, None) => None,
    }
}

/// Prints a table of the techniques, then the totals.
fn print(totals: &Totals) {
    println!("technique               steps  puzzles   placed  removed");
    for (technique, used) in TECHNIQUES.iter().zip(&totals.used) {
        println!(
            "{:<18} {:>10} {:>8} {:>8} {:>8}",
            technique.name, used.steps, used.puzzles, used.placed, used.removed
        );
    }
    let sum = |field: fn(&Used) -> u64| totals.used.iter().map(field).sum::<u64>();
    println!(
        "{} puzzles, {} solved, {} left out; {} steps, {} digits placed, {} candidates removed, {} \
         wrong",
        totals.puzzles,
        totals.solved,
        totals.left_out,
        sum(|used| used.steps),
        sum(|used| used.placed),
        sum(|used| used.removed),
        totals.wrong.len()
    );
    for wrong in &totals.wrong {
        println!("{wrong}");
    }
}
