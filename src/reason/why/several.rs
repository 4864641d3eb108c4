//! The cells that differ between the solutions of a puzzle, and clues that settle them.

use super::{NoAnswer, Options};
use crate::budget::{Budget, Stop};
use crate::engine;
use crate::formula::Lit;
use crate::reason::backbone::Backbone;
use crate::reason::groups::Groups;
use crate::reason::minimal::Core;
use crate::reason::solutions::{Solutions, grid_of};
use crate::reason::statements::Statements;
use crate::reason::verify;
use crate::sudoku::{Candidate, Cell, Digit, Grid};
use fastrand::Rng;

/// A cell that has different digits in different solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCell {
    /// The position of the cell.
    pub cell: Cell,
    /// The digits that solutions have in the cell, ascending.
    pub digits: Vec<Digit>,
}

/// The differences between the solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Several {
    /// The cells that differ, in reading order.
    pub cells: Vec<OpenCell>,
    /// Set if no cell and no digit is missing in `cells`; not set if the budget ended
    /// before this was known.
    pub is_complete: bool,
    /// Clues that leave one solution if they are added, in reading order; empty if the
    /// budget ended before they were found.
    pub clues: Vec<Candidate>,
    /// Set if none of these clues can be left out.
    pub is_minimal: bool,
    /// Set if no fewer clues leave this solution.
    pub is_smallest: bool,
    /// The reason why a part is missing, or why it is not known if fewer clues are
    /// enough although that was asked for.
    pub stop: Option<Stop>,
    /// The solution that the clues leave.
    pub solution: Option<Grid>,
}

/// Limit on the conflicts of a search for another solution, where the answer may be
/// left open.
const CONFLICTS: u64 = 5_000;

/// Finds what differs between the solutions of a puzzle with several.
pub(super) fn explain(
    statements: &Statements,
    options: Options,
    budget: &Budget,
) -> Result<Several, NoAnswer> {
    let mut solutions = Solutions::new(statements, budget)?;
    let backbone = Backbone::of_solvable(statements, &mut solutions, budget)?;
    let cells = statements.size().cells().filter_map(|cell| {
        let digits: Vec<Digit> = backbone.possible(cell).collect();
        (digits.len() > 1).then_some(OpenCell { cell, digits })
    });
    let mut several = Several {
        cells: cells.collect(),
        is_complete: backbone.stop.is_none(),
        clues: Vec::new(),
        is_minimal: false,
        is_smallest: false,
        stop: backbone.stop,
        solution: None,
    };
    for grid in backbone.solutions {
        let settled = settle(statements, &mut several, &grid, options, budget);
        if let Err(stop) = NoAnswer::unless_stopped(settled)? {
            several.stop = Some(stop);
            break;
        }
    }
    Ok(several)
}

/// Finds a minimal set of the candidates of a solution in open cells that leaves this
/// solution alone, or with the option a smallest one. It becomes the set of the answer
/// if that has none or a larger one.
fn settle(
    statements: &Statements,
    several: &mut Several,
    grid: &Grid,
    options: Options,
    budget: &Budget,
) -> Result<(), NoAnswer> {
    let mut groups = statements.groups(|_| true, budget)?;
    let fixed = groups.len();
    let mut held: Vec<Candidate> = several
        .cells
        .iter()
        .map(|open| Candidate::new(open.cell, grid.digit(open.cell)))
        .collect();
    Rng::with_seed(1).shuffle(&mut held);
    for &candidate in &held {
        groups.add().add(&[statements.lit(candidate)]);
    }
    let differs: Vec<Lit> = held.iter().map(|&held| !statements.lit(held)).collect();
    groups.fixed().add(&differs);
    let mut settling = Settling {
        statements,
        grid,
        groups,
        held,
        fixed,
    };
    let all: Vec<usize> = (fixed..settling.groups.len()).collect();
    let limited = budget.clone().with_steps(CONFLICTS);
    let Some(core) = settling.groups.minimal_core(&all, &[], &limited)? else {
        return Ok(());
    };
    settling.check_and_keep(&core, several, budget)?;
    if options.smallest {
        let smallest = settling.groups.smallest_core(&all, &[], &core, budget)?;
        settling.check_and_keep(&smallest, several, budget)?;
    }
    Ok(())
}

/// Candidates of a solution as groups, of which some leave this solution alone.
struct Settling<'a> {
    statements: &'a Statements,
    grid: &'a Grid,
    groups: Groups,
    /// The candidates.
    held: Vec<Candidate>,
    /// The number of the first one's group.
    fixed: usize,
}

impl Settling<'_> {
    /// Checks that some candidates leave one solution, and that none can be left out if
    /// they are marked as minimal. They become the set of the answer if that has none
    /// or a larger one.
    fn check_and_keep(
        &mut self,
        core: &Core,
        several: &mut Several,
        budget: &Budget,
    ) -> Result<(), NoAnswer> {
        let (statements, grid) = (self.statements, self.grid);
        let members = core.members.iter();
        let mut clues: Vec<Candidate> = members
            .map(|&member| self.held[member - self.fixed])
            .collect();
        let mut settled = statements.puzzle().clone();
        for &clue in &clues {
            settled.set_clue(clue.cell, Some(clue.digit));
        }
        verify::solution(&settled, grid)?;
        if !engine::is_only_solution(&settled, grid, budget)? {
            return Ok(());
        }
        for &left_out in core.members.iter().filter(|_| core.is_minimal) {
            let others = core.members.iter().filter(|&&member| member != left_out);
            let others: Vec<usize> = others.copied().collect();
            let other = match self.groups.solve(&others, &[], budget)? {
                None => grid_of(&self.groups, statements).filter(|other| other != grid),
                Some(_) => None,
            };
            let clue = self.held[left_out - self.fixed];
            let mut fewer = settled.clone();
            fewer.set_clue(clue.cell, None);
            match other {
                Some(other) => verify::solution(&fewer, &other)?,
                None => return Err(verify::Wrong::NotMinimal(clue.cell).into()),
            }
        }
        clues.sort_unstable();
        let is_better = clues.len() < several.clues.len()
            || clues.len() == several.clues.len() && core.is_smallest && !several.is_smallest;
        if several.solution.is_none() || is_better {
            several.clues = clues;
            several.is_minimal = core.is_minimal;
            several.is_smallest = core.is_smallest;
            several.solution = Some(grid.clone());
        }
        Ok(())
    }
}
