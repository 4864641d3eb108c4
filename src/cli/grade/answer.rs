//! A student's answer: a grid, and the rules that it breaks, or that there is no
//! solution.

use crate::cli::json;
use anyhow::bail;
use itertools::Itertools as _;
use serde::Serialize;
use sudosat::budget::Budget;
use sudosat::cdcl::{Solver, Verdict};
use sudosat::encode::{self, Constraint, Encoding, Numbering};
use sudosat::formula::Lit;
use sudosat::formula::answer::{Answer, Status};
use sudosat::sudoku::{Grid, Puzzle, Rules};
use sudosat::teach::names;
use sudosat::teach::reduction;
use sudosat::teach::story::MAX_ORDER;
use sudosat::teach::student::answer::{Fault, review};

/// A graded answer, as `--json` prints it.
#[derive(Default, Serialize)]
pub(super) struct GradedAnswer {
    /// Status that the answer claims.
    pub says: &'static str,
    /// Set if the answer is right, `None` if that was not found out.
    #[serde(skip)]
    pub right: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
    /// The numbering of a model's variables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbering: Option<&'static str>,
    /// Number of true candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<usize>,
    /// The rules that are broken, in words.
    pub faults: Vec<String>,
    /// The answer's grid if it is right, or a solution that it denies.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::grid")]
    pub solution: Option<Grid>,
}

/// Grades the output of a solver. The budget is that of the search for a solution that the
/// answer denies.
pub(super) fn grade(
    answer: &Answer,
    puzzle: &Puzzle,
    budget: &Budget,
) -> anyhow::Result<GradedAnswer> {
    match answer.status {
        Status::Unknown => Ok(GradedAnswer {
            says: "unknown",
            right: Some(false),
            ..GradedAnswer::default()
        }),
        Status::Satisfiable if !answer.has_model => Ok(GradedAnswer {
            says: "satisfiable",
            right: Some(false),
            faults: vec!["no model follows".into()],
            ..GradedAnswer::default()
        }),
        Status::Satisfiable => {
            let (numbering, graded) = of_model(&answer.lits, puzzle)?;
            let numbering = match numbering {
                Numbering::Consecutive => "without gaps",
                Numbering::Rcv => "by row, column, value",
            };
            Ok(GradedAnswer {
                numbering: Some(numbering),
                ..graded
            })
        }
        Status::Unsatisfiable => of_refutation(puzzle, budget),
    }
}

/// Grades a filled grid.
pub(super) fn of_grid(grid: &Grid, puzzle: &Puzzle) -> anyhow::Result<GradedAnswer> {
    let candidates = grid.candidates();
    let lits = candidates.map(|candidate| encode::var(candidate, grid.size()).positive());
    Ok(of_model(&lits.collect::<Vec<_>>(), puzzle)?.1)
}

/// Grades a model, and recognizes the numbering of its variables.
fn of_model(lits: &[Lit], puzzle: &Puzzle) -> anyhow::Result<(Numbering, GradedAnswer)> {
    let review = review(lits, puzzle);
    let is_right = review.faults.is_empty();
    let held = review.held.iter();
    let lits = held.map(|&candidate| encode::var(candidate, puzzle.size()).positive());
    let solution = is_right.then(|| encode::decode(puzzle.size(), lits));
    let faults = review.faults.iter();
    let graded = GradedAnswer {
        says: "satisfiable",
        right: Some(is_right),
        held: Some(review.held.len()),
        solution: solution.transpose()?,
        faults: faults
            .map(|fault| in_words(puzzle.rules(), fault))
            .collect(),
        ..GradedAnswer::default()
    };
    Ok((review.numbering, graded))
}

/// Grades the answer that there is no solution.
fn of_refutation(puzzle: &Puzzle, budget: &Budget) -> anyhow::Result<GradedAnswer> {
    let (side, most) = (puzzle.size().side(), MAX_ORDER * MAX_ORDER);
    if side > most {
        bail!("whether there is no solution is looked at up to {most}×{most}, found {side}×{side}");
    }
    let mut solver = Solver::default();
    solver.add_cnf(&reduction::cnf(puzzle, &Encoding::EXTENDED));
    let (right, gave_up) = match solver.solve(budget)? {
        Verdict::Unsat => (Some(true), None),
        Verdict::Sat => (Some(false), None),
        Verdict::Unknown(stop) => (None, Some(stop.to_string())),
    };
    let model = solver.model().filter(|_| right == Some(false));
    Ok(GradedAnswer {
        says: "unsatisfiable",
        right,
        gave_up,
        solution: model.and_then(|model| encode::decode(puzzle.size(), model.lits()).ok()),
        ..GradedAnswer::default()
    })
}

/// Returns a fault in words: `the clue r1c2=1 does not hold`, `row 1 needs a 3: it has
/// two, …`.
fn in_words(rules: &Rules, fault: &Fault) -> String {
    match fault {
        Fault::Clue(candidate) => format!("the clue {candidate} does not hold"),
        Fault::Excluded(candidate) => format!("{candidate} is excluded by the puzzle"),
        Fault::None(constraint) => format!("{}: none", names::constraint(rules, *constraint)),
        Fault::Pair(pair, [a, b]) => format!("{pair}: {a} and {b}"),
        Fault::Table(table) => format!("{table} does not hold"),
        Fault::Several(Constraint::Cell(cell), held) => {
            let digits = held.iter().map(|candidate| candidate.digit);
            format!("{cell} holds several numbers: {}", digits.format(", "))
        }
        Fault::Several(Constraint::House(house, digit), held) => {
            let cells = held.iter().map(|candidate| candidate.cell);
            format!("{house} has several {digit}s: {}", cells.format(", "))
        }
    }
}
