//! A step against the facts that it names, and against the solution.

use super::{Marks, Step};
use crate::check::{self, StepFault};
use crate::sudoku::Grid;

/// Checks a step by [`check::step`], and compares it with the puzzle's solution where it
/// is known. `marks` are those before the step. A step that assumes a single solution
/// is compared with the solution only.
///
/// # Errors
/// The reason why the step is refused.
pub fn check(step: &Step, marks: &Marks, solution: Option<&Grid>) -> Result<(), StepFault> {
    let deduction = &step.deduction;
    match solution {
        Some(grid) => {
            let holds = |candidate: &crate::sudoku::Candidate| {
                grid.digit(candidate.cell) == candidate.digit
            };
            if let Some(wrong) = deduction.placement.filter(|placed| !holds(placed)) {
                return Err(StepFault::NotInSolution(wrong));
            }
            if let Some(&wrong) = deduction.eliminations.iter().find(|gone| holds(gone)) {
                return Err(StepFault::InSolution(wrong));
            }
        }
        None if step.technique.assumes_unique => return Err(StepFault::NotUnique),
        None => {}
    }
    if step.technique.assumes_unique {
        return Ok(());
    }
    check::step(
        marks.board().rules(),
        &|candidate| marks.is_left(candidate),
        &deduction.premises,
        deduction.placement,
        &deduction.eliminations,
    )
}
