//! Why a puzzle has no solution, and how the clues may have to change.

use super::changes::{self, Change};
use super::several::Whole;
use super::{NoAnswer, Options, verify};
use crate::budget::{Budget, Stop};
use crate::formula::Lit;
use crate::reason::corrections::End;
use crate::reason::explanation::{Explainer, Explanation, Goal};
use crate::reason::statements::{Statement, Statements};
use crate::sudoku::{Candidate, Grid, Puzzle};

/// Why a puzzle has no solution, and how the clues may have to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSolution {
    /// Statements that can't hold together.
    pub explanation: Explanation,
    /// Set if the rules and marks can't hold together without any clue. Then nothing
    /// else is listed.
    pub is_by_rules: bool,
    /// Minimal sets of clues without which there is a solution, smallest first.
    pub corrections: Vec<Correction>,
    /// The reason why there may be more of them. If the first one is marked as not
    /// smallest, it is the only one.
    pub corrections_end: End,
    /// Single changes that leave exactly one solution, likely mistakes first.
    pub changes: Vec<Change>,
    /// Set if there are more changes.
    pub are_more_changes: bool,
    /// The reason why the search for changes ended early.
    pub changes_stop: Option<Stop>,
}

/// A minimal set of clues without which there is a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The clues, in reading order.
    pub clues: Vec<Candidate>,
    /// Set if no set of fewer clues is enough, or sets with fewer are listed before.
    pub is_smallest: bool,
    /// Set if there is exactly one solution without them; `None` if this was not
    /// decided.
    pub is_unique: Option<bool>,
    /// A solution without them.
    pub solution: Grid,
}

/// Largest number of clues of the correction sets that are listed by size.
const MOST: usize = 5;

/// Limit on the conflicts of a search for a correction set.
const CONFLICTS: u64 = 20_000;

/// Finds why a puzzle without solution has none.
pub(super) fn explain(
    statements: &Statements,
    whole: &mut Whole,
    options: Options,
    budget: &Budget,
) -> Result<NoSolution, NoAnswer> {
    // Rules and marks that clash by themselves are explained without clues.
    let is_by_rules = whole.solution_with(&[], budget)?.is_none();
    let bare = is_by_rules.then(|| Statements::new(&without_clues(statements.puzzle())));
    let explained = bare.as_ref().unwrap_or(statements);
    let mut explainer = Explainer::new(explained);
    let explanation = explainer
        .explain(Goal::Clash, options.smallest, budget)?
        .ok_or(verify::Wrong::NotRefuted)?;
    verify::explanation(explained, &explanation, explainer.groups(), budget)?;
    let mut answer = NoSolution {
        explanation,
        is_by_rules,
        corrections: Vec::new(),
        corrections_end: End::Complete,
        changes: Vec::new(),
        are_more_changes: false,
        changes_stop: None,
    };
    if is_by_rules {
        return Ok(answer);
    }
    match corrections(statements, whole, options.limit, budget) {
        Ok((corrections, end)) => {
            (answer.corrections, answer.corrections_end) = (corrections, end);
        }
        Err(NoAnswer::Stopped(stop)) => answer.corrections_end = End::Stopped(stop),
        Err(error) => return Err(error),
    }
    let changes = changes::find(statements, whole, options.limit, budget)?;
    answer.changes = changes.list;
    answer.are_more_changes = changes.are_more;
    answer.changes_stop = changes.stop;
    Ok(answer)
}

/// Returns the puzzle without any clue.
fn without_clues(puzzle: &Puzzle) -> Puzzle {
    let mut bare = puzzle.clone();
    for clue in puzzle.clues() {
        bare.set_clue(clue.cell, None);
    }
    bare
}

/// Finds minimal correction sets of clues.
fn corrections(
    statements: &Statements,
    whole: &mut Whole,
    limit: usize,
    budget: &Budget,
) -> Result<(Vec<Correction>, End), NoAnswer> {
    let puzzle = statements.puzzle();
    let all: Vec<usize> = (0..puzzle.num_clues()).collect();
    let limited = budget.clone().with_steps(CONFLICTS);
    let found = whole.groups.corrections(&all, &[], MOST, limit, &limited);
    let mut sets = found.sets;
    let is_smallest = !sets.is_empty();
    if sets.is_empty() {
        // One that is minimal, but perhaps not smallest.
        let kept = whole.groups.maximal(&all, &[], Vec::new(), &limited)?;
        sets.push(all.iter().copied().filter(|&clue| !kept[clue]).collect());
    }
    let mut corrections = Vec::new();
    for set in sets {
        let clue = |&index: &usize| match statements.list()[index] {
            Statement::Clue(clue) => Some(clue),
            _ => None,
        };
        let clues: Vec<Candidate> = set.iter().filter_map(clue).collect();
        let kept = puzzle.clues().filter(|clue| !clues.contains(clue));
        let kept: Vec<Lit> = kept.map(|clue| statements.lit(clue)).collect();
        let Some(solution) = whole.solution_with(&kept, budget)? else {
            return Err(verify::Wrong::NotRefuted.into());
        };
        let cells: Vec<_> = clues.iter().map(|clue| clue.cell).collect();
        verify::correction(puzzle, &cells, &solution, budget)?;
        let mut fewer = puzzle.clone();
        cells.iter().for_each(|&cell| fewer.set_clue(cell, None));
        let is_unique = crate::engine::is_only_solution(&fewer, &solution, budget);
        corrections.push(Correction {
            clues,
            is_smallest,
            is_unique: is_unique.ok(),
            solution,
        });
    }
    Ok((corrections, found.end))
}
