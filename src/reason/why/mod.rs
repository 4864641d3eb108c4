//! Explains why a puzzle has no solution, why a cell has its digit, and how several
//! solutions differ.
//!
//! | file | what it holds |
//! |---|---|
//! | `no_solution` | the clash, and what to change |
//! | `direct` | rules that no digits of their cells obey |
//! | `corrections` | which clues or pencil marks to take away |
//! | `marks` | pencil marks that leave no solution: the digits that they lack |
//! | `relaxed` | the fewest stated rules without which there is a solution |
//! | `changes` | single changes of clues and numbers of rules, as typing mistakes make them, that leave one solution |
//! | `several` | the cells that differ between solutions, and clues that settle them |
//! | `question` | the cell and the digit of a question, as they are typed |
//! | `words` | explanations in words |
//! | `json` | answers as JSON, with the feature `json` |

mod changes;
mod corrections;
mod direct;
#[cfg(feature = "json")]
mod json;
mod marks;
mod no_solution;
mod question;
mod relaxed;
mod several;
pub mod words;

pub use super::verify::{NoAnswer, Wrong};
pub use changes::{Change, mistyped};
pub use corrections::Correction;
pub use direct::{Direct, Instead};
pub use no_solution::{Blamed, NoSolution};
pub use question::{Asked, NoQuestion};
pub use relaxed::Relaxed;
pub use several::{OpenCell, Several};

use super::solutions::{Solutions, fits};
use super::statements::{Statement, Statements};
use super::verify;
use super::{Explainer, Explanation, Goal};
use crate::budget::{Budget, Stop};
use crate::engine;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle};

/// A question about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The cell that is asked about.
    pub cell: Cell,
    /// The digit that is asked about; without one it is the digit of the solution.
    pub digit: Option<Digit>,
}

/// Options for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Search for a smallest set of statements instead of one that is easy to follow.
    pub smallest: bool,
    /// Largest number of correction sets, and of changes; at least 1.
    pub limit: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            smallest: false,
            limit: 10,
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The puzzle has no solution.
    NoSolution(Box<NoSolution>),
    /// The puzzle has this one solution, and nothing was asked about a cell.
    OneSolution(Grid),
    /// The cell of the question has the same digit in each solution.
    Cell {
        /// The digit that each solution has in the cell.
        digit: Digit,
        /// Set if the puzzle has one solution.
        is_only: bool,
        /// The reason why the candidate of the question holds or is excluded.
        explanation: Box<Explanation>,
    },
    /// The puzzle has several solutions, and the candidate that was asked about is
    /// ruled out in all of them, though the cell has no certain digit.
    RuledOut {
        /// The digits that the solutions have in the cell.
        possible: Vec<Digit>,
        /// The reason why the candidate of the question is excluded.
        explanation: Box<Explanation>,
    },
    /// The cell of the question has one of several digits, and the one that was asked
    /// about is among them.
    Open(OpenCell),
    /// The puzzle has several solutions, and nothing was asked about a cell.
    Several(Box<Several>),
}

impl Why {
    /// Returns the explanation, if the answer has one.
    pub fn explanation(&self) -> Option<&Explanation> {
        match self {
            Why::NoSolution(answer) => Some(&answer.explanation),
            Why::Cell { explanation, .. } | Why::RuledOut { explanation, .. } => Some(explanation),
            Why::OneSolution(_) | Why::Open(_) | Why::Several(_) => None,
        }
    }
}

/// Answers a question about a puzzle; without a question, explains why the puzzle has no
/// solution or several. Every part of the answer is checked before it is returned.
///
/// ```
/// use sudosat::prelude::*;
/// use sudosat::reason::why::{self, Options, Why};
///
/// let puzzle: Puzzle = "12.. ..3. .... ....".parse()?;
/// let answer = why::why(&puzzle, None, Options::default(), &Budget::unlimited())?;
/// let Why::NoSolution(reason) = answer else { panic!("it has no solution") };
/// assert!(!reason.corrections.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the budget ends before there is an answer, or if an answer fails its check. If the
/// budget ends later, the answer lacks parts, and has a field for each that says so.
pub fn why(
    puzzle: &Puzzle,
    question: Option<Question>,
    options: Options,
    budget: &Budget,
) -> Result<Why, NoAnswer> {
    let unmarked = puzzle.without_marks();
    let has_marks = unmarked.excluded() != puzzle.excluded();
    // Two clues that clash by themselves are found at once, whatever the size.
    if let Some(clash) = Explanation::of_clues(&unmarked) {
        let mut answer = no_solution::of_clues(&unmarked, clash, options, budget)?;
        answer.is_without_marks = has_marks;
        return Ok(Why::NoSolution(Box::new(answer)));
    }
    if !fits(puzzle) {
        return Err(Stop::Memory.into());
    }
    if let Some(mut answer) = no_solution::by_counting(&unmarked, options, budget)? {
        answer.is_without_marks = has_marks;
        return Ok(Why::NoSolution(Box::new(answer)));
    }
    let statements = Statements::new(puzzle);
    let mut solutions = Solutions::new(&statements, budget)?;
    let Some(grid) = solutions.solution(budget)? else {
        let answer = match has_marks {
            true => without_marks(puzzle, unmarked, options, budget)?,
            false => no_solution::explain(&statements, &mut solutions, options, budget)?,
        };
        return Ok(Why::NoSolution(Box::new(answer)));
    };
    verify::solution(puzzle, &grid)?;
    let is_only = engine::is_only_solution(puzzle, &grid, budget)?;
    let Some(question) = question else {
        return Ok(match is_only {
            true => Why::OneSolution(grid),
            false => Why::Several(Box::new(several::explain(&statements, options, budget)?)),
        });
    };
    let possible = match is_only {
        true => vec![grid.digit(question.cell)],
        false => solutions.digits(question.cell, budget)?,
    };
    about_cell(&statements, question, possible, is_only, options, budget)
}

/// Explains why a puzzle with pencil marks has no solution: by its marks, or without them.
fn without_marks(
    puzzle: &Puzzle,
    unmarked: Puzzle,
    options: Options,
    budget: &Budget,
) -> Result<NoSolution, NoAnswer> {
    let statements = Statements::new(&unmarked);
    let mut solutions = Solutions::new(&statements, budget)?;
    let Some(solution) = solutions.solution(budget)? else {
        return Ok(NoSolution {
            is_without_marks: true,
            ..no_solution::explain(&statements, &mut solutions, options, budget)?
        });
    };
    verify::solution(&unmarked, &solution)?;
    let marks = marks::UserMarks::new(puzzle, unmarked, solution);
    no_solution::by_marks(puzzle, &marks, options, budget)
}

/// Answers a question about a cell in which the solutions have these digits.
fn about_cell(
    statements: &Statements,
    Question { cell, digit }: Question,
    possible: Vec<Digit>,
    is_only: bool,
    options: Options,
    budget: &Budget,
) -> Result<Why, NoAnswer> {
    let asked = match (digit, &possible[..]) {
        (Some(digit), _) => Some(digit),
        (None, &[digit]) => Some(digit),
        (None, _) => None,
    };
    let asked = asked.filter(|asked| possible.len() == 1 || !possible.contains(asked));
    let Some(asked) = asked else {
        let digits = possible;
        return Ok(Why::Open(OpenCell { cell, digits }));
    };
    let goal = Goal::Candidate {
        candidate: Candidate::new(cell, asked),
        holds: possible.contains(&asked),
    };
    let explanation = explained(statements, goal, options, budget)?;
    let explanation = Box::new(explanation.ok_or(Wrong::NotForced(cell))?);
    Ok(match possible[..] {
        [digit] => Why::Cell {
            digit,
            is_only,
            explanation,
        },
        _ => Why::RuledOut {
            possible,
            explanation,
        },
    })
}

/// Explains a goal by a minimal set of statements, or with the option by a smallest
/// one, and checks the explanation; `None` if the goal does not follow. If the budget
/// ends before a smallest set is known, returns the minimal one, marked as not smallest.
fn explained(
    statements: &Statements,
    goal: Goal,
    options: Options,
    budget: &Budget,
) -> Result<Option<Explanation>, NoAnswer> {
    let mut explainer = Explainer::new(statements, budget)?;
    // What is found must also be checked before the time ends.
    let Some(minimal) = explainer.explain(goal, &budget.half())? else {
        return Ok(None);
    };
    verify::explanation(statements, &minimal, &mut explainer, budget)?;
    match options.smallest {
        true => Ok(Some(smaller(statements, &mut explainer, minimal, budget)?)),
        false => Ok(Some(minimal)),
    }
}

/// Explains that some statements can't hold together by a minimal set of them, and checks the
/// explanation; `None` if they can.
fn explained_within(
    statements: &Statements,
    members: &[Statement],
    budget: &Budget,
) -> Result<Option<Explanation>, NoAnswer> {
    let mut explainer = Explainer::new(statements, budget)?;
    let Some(found) = explainer.explain_within(members, &budget.half())? else {
        return Ok(None);
    };
    verify::explanation(statements, &found, &mut explainer, budget)?;
    Ok(Some(found))
}

/// Searches for a smallest set of statements that explains what a known one does, as
/// [`explained`].
fn smallest(
    statements: &Statements,
    known: Explanation,
    budget: &Budget,
) -> Result<Explanation, NoAnswer> {
    match Explainer::new(statements, budget) {
        Ok(mut explainer) => smaller(statements, &mut explainer, known, budget),
        Err(stop) => Ok(Explanation {
            stop: Some(stop),
            ..known
        }),
    }
}

fn smaller(
    statements: &Statements,
    explainer: &mut Explainer,
    known: Explanation,
    budget: &Budget,
) -> Result<Explanation, NoAnswer> {
    let found = explainer
        .smallest(&known, &budget.half())
        .map_err(NoAnswer::from);
    let checked = found.and_then(|found| {
        verify::explanation(statements, &found, explainer, budget)?;
        Ok(found)
    });
    Ok(
        NoAnswer::unless_stopped(checked)?.unwrap_or_else(|stop| Explanation {
            stop: Some(stop),
            ..known
        }),
    )
}
