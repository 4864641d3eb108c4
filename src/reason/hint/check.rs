//! A step against the facts that it names, and against the solution.

use super::{Deduction, Marks, Step};
use crate::check::{self, Line, StepFault};
use crate::sudoku::{Candidate, Grid};

/// Checks a step by [`check::step`], and compares it with the puzzle's solution where it
/// is known. `marks` are those before the step. A step that assumes a single solution
/// is compared with the solution only.
///
/// # Errors
/// The reason why the step is refused.
pub fn check(step: &Step, marks: &Marks, solution: Option<&Grid>) -> Result<(), StepFault> {
    check_lines(step, marks, solution).map(drop)
}

/// Does the same as [`check()`], and returns the lines of [`check::step`]; none for a
/// step that assumes a single solution.
///
/// # Errors
/// The reason why the step is refused.
pub fn check_lines(
    step: &Step,
    marks: &Marks,
    solution: Option<&Grid>,
) -> Result<Vec<Line>, StepFault> {
    let deduction = &step.deduction;
    match solution {
        Some(grid) => agrees(deduction, grid)?,
        None if step.technique.assumes_unique => return Err(StepFault::NotUnique),
        None => {}
    }
    if step.technique.assumes_unique {
        return Ok(Vec::new());
    }
    check::step(
        marks.board().rules(),
        &|candidate| marks.is_left(candidate),
        &deduction.premises,
        deduction.placement,
        &deduction.eliminations,
    )
}

/// Compares a deduction with the puzzle's solution.
///
/// # Errors
/// The digit that is placed although the solution has another one there, or the candidate
/// that is removed although it is in the solution.
pub fn agrees(deduction: &Deduction, solution: &Grid) -> Result<(), StepFault> {
    let holds = |candidate: &Candidate| solution.digit(candidate.cell) == candidate.digit;
    if let Some(wrong) = deduction.placement.filter(|placed| !holds(placed)) {
        return Err(StepFault::NotInSolution(wrong));
    }
    match deduction.eliminations.iter().find(|gone| holds(gone)) {
        Some(&wrong) => Err(StepFault::InSolution(wrong)),
        None => Ok(()),
    }
}
