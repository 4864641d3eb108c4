//! Explains why a puzzle has no solution, and finds changes of the clues that leave
//! one.

use super::changes::{self, Change, Changes};
use super::marks::UserMarks;
use super::relaxed::{self, Relaxed};
use super::several::Whole;
use super::{NoAnswer, Options, explained, fits, verify};
use crate::budget::{Budget, Stop};
use crate::engine;
use crate::formula::Lit;
use crate::reason::corrections::{Corrections, End};
use crate::reason::explanation::{Explanation, Goal};
use crate::reason::statements::{Statement, Statements};
use crate::sudoku::rules::{Regions, Spec};
use crate::sudoku::{Candidate, Cell, Grid, Puzzle};

/// The answer for a puzzle without solution: an explanation, and possible corrections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSolution {
    /// Statements that can't hold together.
    pub explanation: Explanation,
    /// The part of the puzzle that is wrong: clues, pencil marks or rules.
    pub blamed: Blamed,
    /// Set if the puzzle has pencil marks and the clues clash without them. Then they
    /// are left out of all that is answered.
    pub is_without_marks: bool,
    /// Rules that the setter states, without any one of which there is a solution: those first
    /// that leave exactly one.
    pub relaxed: Vec<Relaxed>,
    /// Minimal sets of clues, or of pencil marks, without which there is a solution:
    /// smallest first, of each size first those that leave exactly one solution, and
    /// then in reading order.
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

/// The part of a puzzle that a clash is due to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blamed {
    /// Clues: the rules have a solution without them.
    Clues,
    /// Pencil marks: the clues have a solution without them.
    Marks,
    /// The rules, which have no solution without any clue. Then there are no
    /// corrections, and only sums of cages are changed.
    Rules,
}

/// A minimal set of clues, or of pencil marks, without which there is a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The clues, in reading order.
    pub clues: Vec<Candidate>,
    /// The candidates of `solution` that the pencil marks lack, in reading order.
    pub missing: Vec<Candidate>,
    /// Set if no set of fewer cells is enough.
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

/// Largest number of sets of a size that are compared, to list those first that leave
/// exactly one solution: with two wrong clues there are some dozens of sets.
pub(super) const COMPARED: usize = 100;

/// Limit on the conflicts of a search for a second solution, in such a comparison.
const COMPARING_CONFLICTS: u64 = 2_000;

impl NoSolution {
    /// Creates an answer without corrections and changes.
    fn new(explanation: Explanation, blamed: Blamed) -> NoSolution {
        NoSolution {
            explanation,
            blamed,
            is_without_marks: false,
            relaxed: Vec::new(),
            corrections: Vec::new(),
            corrections_end: End::Complete,
            changes: Vec::new(),
            are_more_changes: false,
            changes_stop: None,
        }
    }

    /// Notes that no search was made for corrections and changes.
    fn give_up(&mut self, stop: Stop) {
        self.corrections_end = End::Stopped(stop);
        self.changes_stop = Some(stop);
    }

    fn set_changes(&mut self, changes: Changes) {
        self.changes = changes.list;
        self.are_more_changes = changes.are_more;
        self.changes_stop = changes.stop;
    }

    /// Finds the corrections and changes of clues, and if the rules have a solution
    /// without any clue.
    fn repair(
        &mut self,
        statements: &Statements,
        whole: &mut Whole,
        options: Options,
        budget: &Budget,
    ) -> Result<(), NoAnswer> {
        match relaxed::find(statements, &self.explanation, budget) {
            Ok(relaxed) => self.relaxed = relaxed,
            Err(NoAnswer::Stopped(stop)) => {
                self.give_up(stop);
                return Ok(());
            }
            Err(error) => return Err(error),
        }
        if self.blamed != Blamed::Rules {
            match corrections(statements, whole, options.limit, budget) {
                Ok((corrections, end)) => {
                    (self.corrections, self.corrections_end) = (corrections, end);
                }
                Err(NoAnswer::Stopped(stop)) => self.corrections_end = End::Stopped(stop),
                Err(error) => return Err(error),
            }
        }
        let is_by_clues = self.blamed == Blamed::Clues;
        self.set_changes(changes::find(
            statements,
            whole,
            is_by_clues,
            options.limit,
            budget,
        )?);
        Ok(())
    }
}

/// Answers for a puzzle with two clues that clash by themselves, which `explanation`
/// says, unless the rules clash without any clue. The budget limits the search for corrections and changes.
pub(super) fn of_clues(
    puzzle: &Puzzle,
    explanation: Explanation,
    options: Options,
    budget: &Budget,
) -> Result<NoSolution, NoAnswer> {
    verify::clues(puzzle, &explanation)?;
    let mut answer = NoSolution::new(explanation, Blamed::Clues);
    // By these rules each clue alone has a solution: the digits of any grid can be exchanged.
    let spec = puzzle.rules().spec();
    let usual = Spec {
        regions: spec.regions.clone(),
        ..Spec::latin(spec.size)
    };
    answer.explanation.is_minimal = *spec == usual && !matches!(spec.regions, Regions::Map(_));
    if !fits(puzzle) {
        answer.give_up(Stop::Memory);
        return Ok(answer);
    }
    match of_clues_within(&mut answer, puzzle, options, budget) {
        Err(NoAnswer::Stopped(stop)) => answer.give_up(stop),
        other => other?,
    }
    Ok(answer)
}

fn of_clues_within(
    answer: &mut NoSolution,
    puzzle: &Puzzle,
    options: Options,
    budget: &Budget,
) -> Result<(), NoAnswer> {
    let statements = Statements::new(puzzle);
    if options.smallest && !answer.explanation.is_smallest {
        answer.explanation = super::smallest(&statements, answer.explanation.clone(), budget)?;
    }
    let mut whole = Whole::new(&statements, budget)?;
    // A clue may break the rules alone.
    let clues: Vec<Lit> = answer
        .explanation
        .clues()
        .map(|clue| statements.lit(clue))
        .collect();
    for left_out in &clues {
        let others: Vec<Lit> = clues
            .iter()
            .copied()
            .filter(|clue| clue != left_out)
            .collect();
        if whole.solution_with(&others, budget)?.is_none() {
            *answer = explain(&statements, &mut whole, options, budget)?;
            return Ok(());
        }
    }
    answer.explanation.is_minimal = true;
    answer.repair(&statements, &mut whole, options, budget)
}

/// Finds why a puzzle without solution has none. Pencil marks count as rules.
pub(super) fn explain(
    statements: &Statements,
    whole: &mut Whole,
    options: Options,
    budget: &Budget,
) -> Result<NoSolution, NoAnswer> {
    // Rules that clash by themselves are explained without clues.
    let is_by_rules = whole.solution_with(&[], budget)?.is_none();
    let bare = is_by_rules.then(|| Statements::new(&without_clues(statements.puzzle())));
    let blamed = match is_by_rules {
        true => Blamed::Rules,
        false => Blamed::Clues,
    };
    let explanation = explained(
        bare.as_ref().unwrap_or(statements),
        Goal::Clash,
        options,
        budget,
    )?;
    let explanation = explanation.ok_or(verify::Wrong::NotRefuted)?;
    let mut answer = NoSolution::new(explanation, blamed);
    answer.repair(statements, whole, options, budget)?;
    Ok(answer)
}

/// Finds why a puzzle has no solution because of its pencil marks.
pub(super) fn by_marks(
    puzzle: &Puzzle,
    marks: &UserMarks,
    options: Options,
    budget: &Budget,
) -> Result<NoSolution, NoAnswer> {
    let statements = Statements::new(puzzle);
    let explanation = explained(&statements, Goal::Clash, options, budget)?;
    let explanation = explanation.ok_or(verify::Wrong::NotRefuted)?;
    let mut answer = NoSolution::new(explanation, Blamed::Marks);
    let limited = budget.clone().with_steps(CONFLICTS);
    match marks.corrections(puzzle, MOST, options.limit, &limited, budget) {
        Ok((corrections, end)) => {
            answer.corrections = in_order(corrections);
            answer.corrections_end = end;
        }
        Err(NoAnswer::Stopped(stop)) => answer.corrections_end = End::Stopped(stop),
        Err(error) => return Err(error),
    }
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

/// Keeps `limit` of the sets found, those that come first in the order of [`in_order`].
/// `solution` returns the puzzle without a set, and a solution of it.
pub(super) fn keep_first(
    found: &mut Corrections,
    limit: usize,
    budget: &Budget,
    mut solution: impl FnMut(&[usize], &Budget) -> Option<(Puzzle, Grid)>,
) {
    if found.sets.len() <= limit {
        return;
    }
    let limited = budget.clone().with_steps(COMPARING_CONFLICTS);
    let mut is_unique = |set: &[usize]| {
        let found = solution(set, &limited);
        found.is_some_and(|(puzzle, grid)| {
            engine::is_only_solution(&puzzle, &grid, &limited).unwrap_or(false)
        })
    };
    let sets = std::mem::take(&mut found.sets).into_iter();
    let mut sets: Vec<_> = sets.map(|set| (set.len(), !is_unique(&set), set)).collect();
    sets.sort_unstable();
    sets.truncate(limit);
    found.sets = sets.into_iter().map(|(_, _, set)| set).collect();
    if !matches!(found.end, End::Stopped(_)) {
        found.end = End::More;
    }
}

/// Sorts corrections: smallest first, then those that leave exactly one solution, then
/// in reading order.
fn in_order(mut corrections: Vec<Correction>) -> Vec<Correction> {
    corrections.sort_by_key(|correction| {
        let cells: Vec<Cell> = correction.cells().collect();
        let is_unique = correction.is_unique == Some(true);
        (cells.len(), !is_unique, cells)
    });
    corrections
}

impl Correction {
    /// Returns the cells of the clues or marks, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let candidates = self.clues.iter().chain(&self.missing);
        candidates.map(|candidate| candidate.cell)
    }
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
    let clues_of = |set: &[usize]| -> Vec<Candidate> {
        let clue = |&index: &usize| match statements.list()[index] {
            Statement::Clue(clue) => Some(clue),
            _ => None,
        };
        set.iter().filter_map(clue).collect()
    };
    let limited = budget.clone().with_steps(CONFLICTS);
    let mut found = whole
        .groups
        .corrections(&all, &[], MOST, limit, COMPARED, &limited);
    let without = |cells: &[Cell]| {
        let mut fewer = puzzle.clone();
        cells.iter().for_each(|&cell| fewer.set_clue(cell, None));
        fewer
    };
    keep_first(&mut found, limit, budget, |set, limited| {
        let clues = clues_of(set);
        let kept = puzzle.clues().filter(|clue| !clues.contains(clue));
        let kept: Vec<Lit> = kept.map(|clue| statements.lit(clue)).collect();
        let grid = whole.solution_with(&kept, limited).ok().flatten();
        let cells: Vec<Cell> = clues.iter().map(|clue| clue.cell).collect();
        grid.map(|grid| (without(&cells), grid))
    });
    let mut sets = found.sets;
    let least = sets.first().map(Vec::len);
    if sets.is_empty() {
        // One that is minimal, but perhaps not smallest.
        let kept = whole.groups.maximal(&all, &[], Vec::new(), &limited)?;
        sets.push(all.iter().copied().filter(|&clue| !kept[clue]).collect());
    }
    let mut corrections = Vec::new();
    for set in sets {
        let clues = clues_of(&set);
        let kept = puzzle.clues().filter(|clue| !clues.contains(clue));
        let kept: Vec<Lit> = kept.map(|clue| statements.lit(clue)).collect();
        let Some(solution) = whole.solution_with(&kept, budget)? else {
            return Err(verify::Wrong::NotRefuted.into());
        };
        let cells: Vec<Cell> = clues.iter().map(|clue| clue.cell).collect();
        verify::correction(without, &cells, &solution, budget)?;
        let is_unique = engine::is_only_solution(&without(&cells), &solution, budget);
        corrections.push(Correction {
            is_smallest: least == Some(clues.len()),
            clues,
            missing: Vec::new(),
            is_unique: is_unique.ok(),
            solution,
        });
    }
    Ok((in_order(corrections), found.end))
}
