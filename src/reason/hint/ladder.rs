//! The ladder: always the easiest technique that applies.

use super::{Contradiction, Deduction, Marks, TECHNIQUES, Technique};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::sudoku::Puzzle;
use std::sync::Arc;

/// A puzzle solved step by step, each by the easiest technique that applies.
///
/// ```
/// use sudosat::reason::hint::{Ladder, Next};
/// use sudosat::sudoku::Puzzle;
///
/// let puzzle = Puzzle::from_values(&[1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/// let ladder = Ladder::new(&puzzle).ok_or("too large")?;
/// let Next::Step(step) = ladder.next() else {
///     return Err("no step".into());
/// };
/// assert_eq!(step.technique.name, "full house");
/// assert_eq!(step.deduction.placement.map(|found| found.to_string()).as_deref(), Some("r1c4=4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ladder {
    marks: Marks,
    assumes_unique: bool,
}

/// The state of a puzzle, or the step that comes next.
#[derive(Clone, Debug)]
pub enum Next {
    /// The step of the easiest technique that applies.
    Step(Box<Step>),
    /// Every cell is filled, and the grid obeys the rules.
    Solved,
    /// Every cell is filled, and the grid breaks a rule: the marks have no solution.
    Broken,
    /// The marks have no solution.
    Contradiction(Contradiction),
    /// No technique applies.
    Stuck,
}

/// A deduction, and the technique that found it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The technique that found the deduction.
    pub technique: &'static Technique,
    /// The digits placed and candidates removed, with the reason.
    pub deduction: Deduction,
}

impl Ladder {
    /// Begins with a puzzle's clues and excluded candidates. Returns `None` if the
    /// puzzle is larger than [`super::MAX_SIDE`].
    ///
    /// Techniques that assume a single solution are left out.
    pub fn new(puzzle: &Puzzle) -> Option<Ladder> {
        Marks::new(puzzle).map(Ladder::of)
    }

    /// Begins with these marks.
    pub fn of(marks: Marks) -> Ladder {
        Ladder {
            marks,
            assumes_unique: false,
        }
    }

    /// Adds the techniques that assume a single solution, or leaves them out.
    #[must_use]
    pub fn assuming_unique(self, assumes_unique: bool) -> Ladder {
        Ladder {
            assumes_unique,
            ..self
        }
    }

    /// Returns the candidates that are left.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Returns the next step, or the reason why there is none.
    pub fn next(&self) -> Next {
        let next = self.next_within(&Budget::unlimited());
        next.expect("an unlimited budget does not end")
    }

    /// Returns the next step, or the reason why there is none. The time and the interrupt
    /// of the budget are looked at before each technique.
    ///
    /// # Errors
    /// If the budget ends before a technique applies.
    pub fn next_within(&self, budget: &Budget) -> Result<Next, Stop> {
        if let Some(contradiction) = self.marks.contradiction() {
            return Ok(Next::Contradiction(contradiction));
        }
        if let Some(grid) = self.marks.grid() {
            // Houses may be full while another rule is broken.
            let blank = Puzzle::new(Arc::clone(self.marks.board().rules()));
            return Ok(match check::grid(&blank, &grid) {
                Ok(()) => Next::Solved,
                Err(_) => Next::Broken,
            });
        }
        let allowed = |technique: &&Technique| self.assumes_unique || !technique.assumes_unique;
        for technique in TECHNIQUES.iter().filter(allowed) {
            if let Some(stop) = budget.exhausted(0) {
                return Err(stop);
            }
            if let Some(deduction) = (technique.find)(&self.marks) {
                return Ok(Next::Step(Box::new(Step {
                    technique,
                    deduction,
                })));
            }
        }
        Ok(Next::Stuck)
    }

    /// Places and removes what a step says.
    pub fn take(&mut self, step: &Step) {
        for &candidate in &step.deduction.eliminations {
            self.marks.remove(candidate);
        }
        if let Some(candidate) = step.deduction.placement {
            self.marks.place(candidate);
        }
    }
}
