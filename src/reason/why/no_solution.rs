//! Explains why a puzzle has no solution, and finds changes of the clues that leave
//! one.

use super::changes::{self, Change, Changes};
use super::corrections::{Correction, Removable};
use super::direct::{self, Direct};
use super::marks::UserMarks;
use super::relaxed::{self, Relaxed};
use super::{NoAnswer, Options, explained, explained_within};
use crate::budget::{Budget, Stop};
use crate::formula::Lit;
use crate::reason::corrections::End;
use crate::reason::explanation::{Ending, Explanation, Goal};
use crate::reason::solutions::{Solutions, fits};
use crate::reason::statements::Statements;
use crate::reason::verify::{self, Counted, Wrong};
use crate::sudoku::rules::{Regions, Spec};
use crate::sudoku::{Cell, Puzzle};

/// The answer for a puzzle without solution: an explanation, and possible corrections.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoSolution {
    /// Statements that can't hold together.
    pub explanation: Explanation,
    /// Rules that no digits of their cells obey, one by itself or two together.
    pub direct: Vec<Direct>,
    /// The part of the puzzle that is wrong: clues, pencil marks or rules.
    pub blamed: Blamed,
    /// Set if the puzzle has pencil marks and the clues clash without them. Then they
    /// are left out of all that is answered.
    pub is_without_marks: bool,
    /// Sets of rules that the setter states, without which there is a solution: those of the least
    /// size, of at most three rules, and of these first those that leave exactly one.
    pub relaxed: Vec<Relaxed>,
    /// The reason why there may be more of them.
    pub relaxed_end: End,
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
    /// Set if other numbers were not tried for each rule without which there is a solution, because
    /// not all of these rules are known.
    pub are_rules_untried: bool,
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

impl NoSolution {
    /// Creates an answer without corrections and changes.
    fn new(explanation: Explanation, blamed: Blamed) -> NoSolution {
        NoSolution {
            explanation,
            direct: Vec::new(),
            blamed,
            is_without_marks: false,
            relaxed: Vec::new(),
            relaxed_end: End::Complete,
            corrections: Vec::new(),
            corrections_end: End::Complete,
            changes: Vec::new(),
            are_more_changes: false,
            changes_stop: None,
            are_rules_untried: false,
        }
    }

    /// Notes that no search was made for corrections and changes.
    fn give_up(&mut self, stop: Stop) {
        self.corrections_end = End::Stopped(stop);
        self.changes_stop = Some(stop);
    }

    fn set_corrections(
        &mut self,
        found: Result<(Vec<Correction>, End), NoAnswer>,
    ) -> Result<(), NoAnswer> {
        match NoAnswer::unless_stopped(found)? {
            Ok(found) => (self.corrections, self.corrections_end) = found,
            Err(stop) => self.corrections_end = End::Stopped(stop),
        }
        Ok(())
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
        solutions: &mut Solutions,
        options: Options,
        budget: &Budget,
    ) -> Result<(), NoAnswer> {
        let relaxed = relaxed::find(statements, &self.explanation, options.limit, budget);
        match NoAnswer::unless_stopped(relaxed)? {
            Ok(found) => (self.relaxed, self.relaxed_end) = found,
            Err(stop) => {
                self.are_rules_untried = true;
                self.relaxed_end = End::Stopped(stop);
                self.give_up(stop);
                return Ok(());
            }
        }
        if self.blamed != Blamed::Rules {
            self.set_corrections(corrections(statements, solutions, options.limit, budget))?;
        }
        // The search ends with the first number of rules that suffices, so all sets have the same.
        let are_single = { self.relaxed.first() }.is_none_or(|first| first.rules.len() == 1);
        self.are_rules_untried = match self.relaxed_end {
            End::More => are_single,
            End::Stopped(_) => true,
            End::Complete | End::Larger => false,
        };
        let is_by_clues = self.blamed == Blamed::Clues;
        self.set_changes(changes::find(
            statements,
            solutions,
            is_by_clues,
            &self.relaxed,
            options.limit,
            budget,
        )?);
        if self.relaxed.len() > options.limit {
            self.relaxed.truncate(options.limit);
            self.relaxed_end = End::More;
        }
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
    let result = of_clues_within(&mut answer, puzzle, options, budget);
    if let Err(stop) = NoAnswer::unless_stopped(result)? {
        answer.give_up(stop);
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
    let mut solutions = Solutions::new(&statements, budget)?;
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
        if solutions.solution_with(&others, budget)?.is_none() {
            *answer = explain(&statements, &mut solutions, options, budget)?;
            return Ok(());
        }
    }
    answer.explanation.is_minimal = true;
    answer.repair(&statements, &mut solutions, options, budget)
}

/// Limit on the conflicts of a search that refutes a rule beside one that is refuted by counting.
const DIRECT_CONFLICTS: u64 = 20_000;

/// Answers for a puzzle with a rule of which more cells must differ than there are digits, which
/// would take a search long to see; `None` if there is no such rule.
pub(super) fn by_counting(
    puzzle: &Puzzle,
    options: Options,
    budget: &Budget,
) -> Result<Option<NoSolution>, NoAnswer> {
    let counted = direct::by_counting(puzzle.rules());
    if counted.is_empty() {
        return Ok(None);
    }
    let bare = Statements::new(&without_clues(puzzle));
    let mut told: Vec<Direct> = Vec::new();
    let mut is_minimal = true;
    for (one, cells) in counted {
        match verify::by_counting(&bare, &one.statements, &cells) {
            Counted::Open => continue,
            Counted::Refuted => is_minimal &= !told.is_empty(),
            Counted::Minimal => {}
        }
        told.push(one);
    }
    // What is not seen by counting is left to a search.
    if told.is_empty() {
        return Ok(None);
    }
    let explanation = Explanation {
        goal: Goal::Clash,
        statements: told[0].statements.clone(),
        is_minimal,
        is_smallest: false,
        stop: None,
        supposed: None,
        steps: Vec::new(),
        end: Ending::Open,
        by_steps: None,
        cases: None,
    };
    let limited = budget.clone().with_steps(DIRECT_CONFLICTS);
    for one in direct::find(puzzle.rules(), budget)? {
        let is_new = told.iter().all(|other| other.rules != one.rules);
        let refuted = is_new.then(|| explained_within(&bare, &one.statements, &limited));
        let refuted = refuted.map_or(Ok(Ok(None)), NoAnswer::unless_stopped)?;
        if let Ok(Some(_)) = refuted {
            told.push(one);
        }
    }
    let mut answer = NoSolution::new(explanation, Blamed::Rules);
    answer.direct = told;
    let statements = Statements::new(puzzle);
    let mut solutions = Solutions::new(&statements, budget)?;
    answer.repair(&statements, &mut solutions, options, budget)?;
    Ok(Some(answer))
}

/// Finds why a puzzle without solution has none. Pencil marks count as rules.
pub(super) fn explain(
    statements: &Statements,
    solutions: &mut Solutions,
    options: Options,
    budget: &Budget,
) -> Result<NoSolution, NoAnswer> {
    // Rules that clash by themselves are explained without clues.
    let is_by_rules = solutions.solution_with(&[], budget)?.is_none();
    let bare = is_by_rules.then(|| Statements::new(&without_clues(statements.puzzle())));
    let blamed = match is_by_rules {
        true => Blamed::Rules,
        false => Blamed::Clues,
    };
    let direct = match is_by_rules {
        true => direct::find(statements.rules(), budget)?,
        false => Vec::new(),
    };
    let explained_by = bare.as_ref().unwrap_or(statements);
    // A sentence is told if what it names is refuted.
    let (mut explanation, mut told) = (None, Vec::new());
    for one in direct {
        if let Some(found) = explained_within(explained_by, &one.statements, budget)? {
            explanation.get_or_insert(found);
            told.push(one);
        }
    }
    let explanation = match explanation {
        Some(explanation) => explanation,
        None => explained(explained_by, Goal::Clash, options, budget)?.ok_or(Wrong::NotRefuted)?,
    };
    let mut answer = NoSolution::new(explanation, blamed);
    answer.direct = told;
    answer.repair(statements, solutions, options, budget)?;
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
    let explanation = explanation.ok_or(Wrong::NotRefuted)?;
    let mut answer = NoSolution::new(explanation, Blamed::Marks);
    answer.set_corrections(marks.corrections(puzzle, options.limit, budget))?;
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
    solutions: &mut Solutions,
    limit: usize,
    budget: &Budget,
) -> Result<(Vec<Correction>, End), NoAnswer> {
    let puzzle = statements.puzzle();
    let clues = puzzle.clues().enumerate();
    let mut removable = Removable {
        statements,
        groups: &mut solutions.groups,
        // The statements begin with the clues.
        members: clues
            .map(|(group, clue)| (group, clue.cell, statements.lit(clue)))
            .collect(),
        without: &|cells: &[Cell]| {
            let mut fewer = puzzle.clone();
            cells.iter().for_each(|&cell| fewer.set_clue(cell, None));
            fewer
        },
    };
    removable.corrections(limit, budget)
}
