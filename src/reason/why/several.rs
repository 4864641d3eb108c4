//! The cells that differ between the solutions of a puzzle, and clues that settle them.

use super::{NoAnswer, Options, verify};
use crate::budget::{Budget, Stop};
use crate::engine;
use crate::formula::{Lit, Var};
use crate::reason::backbone::Backbone;
use crate::reason::groups::Groups;
use crate::reason::statements::{Statement, Statements, chosen};
use crate::sudoku::{Candidate, Cell, Digit, Grid};
use fastrand::Rng;

/// A cell that has different digits in different solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCell {
    /// The cell.
    pub cell: Cell,
    /// The digits that solutions have in the cell, ascending.
    pub digits: Vec<Digit>,
}

/// What differs between the solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The solution that the clues leave.
    pub solution: Option<Grid>,
}

/// Limit on the conflicts of a search for another solution, where the answer may be
/// left open.
const CONFLICTS: u64 = 5_000;

/// A puzzle as a formula whose rules hold in every search.
pub(in crate::reason) struct Whole<'a> {
    statements: &'a Statements,
    pub groups: Groups,
    clues: Vec<Lit>,
}

impl<'a> Whole<'a> {
    pub fn new(statements: &'a Statements) -> Whole<'a> {
        let groups = statements.groups(|statement| !matches!(statement, Statement::Clue(_)));
        let clues = statements.puzzle().clues();
        Whole {
            statements,
            groups,
            clues: clues.map(|clue| statements.lit(clue)).collect(),
        }
    }

    /// Returns a solution, if there is one.
    pub fn solution(&mut self, budget: &Budget) -> Result<Option<Grid>, Stop> {
        let clues = self.clues.clone();
        self.solution_with(&clues, budget)
    }

    /// Returns a grid that obeys the rules and these literals, if there is one.
    pub fn solution_with(&mut self, lits: &[Lit], budget: &Budget) -> Result<Option<Grid>, Stop> {
        match self.groups.is_possible(lits, budget)? {
            true => Ok(grid_of(&self.groups, self.statements)),
            false => Ok(None),
        }
    }

    /// Returns a solution with this candidate, if there is one.
    pub fn solution_having(
        &mut self,
        candidate: Candidate,
        budget: &Budget,
    ) -> Result<Option<Grid>, Stop> {
        let mut lits = self.clues.clone();
        lits.push(self.statements.lit(candidate));
        self.solution_with(&lits, budget)
    }

    /// Returns the only grid that obeys the rules and these literals, if there is
    /// exactly one.
    pub fn only_solution(&mut self, lits: &[Lit], budget: &Budget) -> Result<Option<Grid>, Stop> {
        let Some(grid) = self.solution_with(lits, budget)? else {
            return Ok(None);
        };
        // The clause holds only if its last literal is assumed to be false.
        let switch = Var::new(self.groups.new_vars(1)).positive();
        let mut differs: Vec<Lit> = grid
            .candidates()
            .map(|held| !self.statements.lit(held))
            .collect();
        differs.push(switch);
        self.groups.fixed().add(&differs);
        let mut lits = lits.to_vec();
        lits.push(!switch);
        let is_other = self.groups.is_possible(&lits, budget);
        self.groups.fixed().add(&[switch]);
        Ok((!is_other?).then_some(grid))
    }

    /// Returns the digits that solutions have in a cell, ascending, each solution and
    /// each missing digit checked.
    pub fn digits(&mut self, cell: Cell, budget: &Budget) -> Result<Vec<Digit>, NoAnswer> {
        let mut possible = Vec::new();
        let mut ruled_out = Vec::new();
        for digit in self.statements.size().digits() {
            let candidate = Candidate::new(cell, digit);
            match self.solution_having(candidate, budget)? {
                None => ruled_out.push(candidate),
                Some(grid) => {
                    verify::solution(self.statements.puzzle(), &grid)?;
                    possible.push(digit);
                }
            }
        }
        verify::impossible(self.statements, ruled_out, budget)?;
        Ok(possible)
    }
}

/// Returns the model that was found last as a grid, if each cell has a digit.
fn grid_of(groups: &Groups, statements: &Statements) -> Option<Grid> {
    let size = statements.size();
    let chosen = chosen(groups, size);
    let digit = |cell: usize| {
        let mut digits =
            (0..size.side()).filter(|digit| chosen.contains(cell * size.side() + digit));
        digits.next().map(Digit::from_index)
    };
    let digits: Option<Vec<Digit>> = (0..size.num_cells()).map(digit).collect();
    Some(Grid::new(size, digits?))
}

/// Finds what differs between the solutions of a puzzle with several.
pub(super) fn explain(
    statements: &Statements,
    options: Options,
    budget: &Budget,
) -> Result<Several, NoAnswer> {
    let mut whole = Whole::new(statements);
    let backbone = Backbone::of_solvable(statements, &mut whole, budget)?;
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
        solution: None,
    };
    for grid in backbone.solutions {
        match settle(statements, &several.cells, &grid, options, budget) {
            Ok(Some(found))
                if several.solution.is_none() || found.0.len() < several.clues.len() =>
            {
                (several.clues, several.is_minimal, several.is_smallest) = found;
                several.solution = Some(grid);
            }
            Ok(_) => {}
            Err(NoAnswer::Stopped(_)) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(several)
}

/// Clues that leave one solution, and if they are minimal and smallest.
type Settled = (Vec<Candidate>, bool, bool);

/// Finds a minimal set of the candidates of a solution in open cells that leaves this
/// solution alone.
fn settle(
    statements: &Statements,
    open: &[OpenCell],
    grid: &Grid,
    options: Options,
    budget: &Budget,
) -> Result<Option<Settled>, NoAnswer> {
    let mut groups = statements.groups(|_| true);
    let fixed = groups.len();
    let mut held: Vec<Candidate> = open
        .iter()
        .map(|open| Candidate::new(open.cell, grid.digit(open.cell)))
        .collect();
    Rng::with_seed(1).shuffle(&mut held);
    for &candidate in &held {
        groups.add().add(&[statements.lit(candidate)]);
    }
    let differs: Vec<Lit> = held.iter().map(|&held| !statements.lit(held)).collect();
    groups.fixed().add(&differs);
    let all: Vec<usize> = (fixed..groups.len()).collect();
    let limited = budget.clone().with_steps(CONFLICTS);
    let Some(mut core) = groups.minimal_core(&all, &[], &limited)? else {
        return Ok(None);
    };
    if options.smallest {
        core = groups.smallest_core(&all, &[], core, budget);
    }
    let puzzle = statements.puzzle();
    let mut settled = puzzle.clone();
    for &member in &core.members {
        let clue = held[member - fixed];
        settled.set_clue(clue.cell, Some(clue.digit));
    }
    verify::solution(&settled, grid)?;
    if !engine::is_only_solution(&settled, grid, budget)? {
        return Ok(None);
    }
    for &left_out in core.members.iter().filter(|_| core.is_minimal) {
        let others = core.members.iter().filter(|&&member| member != left_out);
        let others: Vec<usize> = others.copied().collect();
        let other = match groups.solve(&others, &[], budget)? {
            None => grid_of(&groups, statements).filter(|other| other != grid),
            Some(_) => None,
        };
        let clue = held[left_out - fixed];
        let mut fewer = settled.clone();
        fewer.set_clue(clue.cell, None);
        match other {
            Some(other) => verify::solution(&fewer, &other)?,
            None => return Err(verify::Wrong::NotMinimal(clue.cell).into()),
        }
    }
    let mut clues: Vec<Candidate> = core
        .members
        .iter()
        .map(|&member| held[member - fixed])
        .collect();
    clues.sort_unstable();
    Ok(Some((clues, core.is_minimal, core.is_smallest)))
}
