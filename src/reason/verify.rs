//! Checks of all that is answered.
//!
//! That statements can't hold together is refuted again by a solver each of whose
//! steps is checked ([`Auditor`]), on clauses of these statements alone. That none
//! can be left out is checked by the meaning of the others in a model without it.

use super::explainer::Explainer;
use super::explanation::{Explanation, Goal};
use super::groups::CONFLICTS;
use super::plain;
use super::statements::{Statement, Statements, chosen};
use crate::budget::{Budget, Stop};
use crate::cdcl::{Solver, Verdict};
use crate::check::{self, Auditor, GridFault};
use crate::cover::Search;
use crate::cover::dlx::{Choice, Dlx};
use crate::encode;
use crate::engine::Undecided;
use crate::formula::Lit;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Puzzle};
use itertools::Itertools as _;
use rustc_hash::FxHashSet;

/// A part of an answer that failed its check.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// A solution breaks a rule.
    #[error("a solution is wrong: {0}")]
    Solution(#[from] GridFault),
    /// The statements of an explanation can hold together.
    #[error("the statements of an explanation can hold together")]
    NotRefuted,
    /// A step of the refutation is wrong.
    #[error("the refutation is wrong: {0}")]
    Refutation(std::io::Error),
    /// A statement can be left out of an explanation.
    #[error("an explanation does not need that {0}")]
    NotNeeded(String),
    /// A cell can be left out of a correction set.
    #[error("a set of cells to correct does not need {0}")]
    NotMinimal(Cell),
    /// No set of statements was found that decides the cell.
    #[error("no statements were found that decide {0}")]
    NotForced(Cell),
    /// Another engine found a solution with a digit that was ruled out.
    #[error("a digit was ruled out that a solution has: {0}")]
    Possible(Candidate),
}

/// The reason why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The search ended first.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// An answer failed its check.
    #[error(transparent)]
    Wrong(#[from] Wrong),
    /// It was not decided if the solution is the only one.
    #[error(transparent)]
    Undecided(Undecided),
}

impl NoAnswer {
    /// Returns the value, or the reason why the budget ended, as a value; other failures stay
    /// errors.
    pub(super) fn unless_stopped<T>(
        result: Result<T, NoAnswer>,
    ) -> Result<Result<T, Stop>, NoAnswer> {
        match result {
            Ok(value) => Ok(Ok(value)),
            Err(NoAnswer::Stopped(stop)) => Ok(Err(stop)),
            Err(error) => Err(error),
        }
    }
}

impl From<Undecided> for NoAnswer {
    fn from(undecided: Undecided) -> NoAnswer {
        match undecided {
            Undecided::Stopped(stop) => NoAnswer::Stopped(stop),
            other => NoAnswer::Undecided(other),
        }
    }
}

/// Checks a solution against the rules and clues.
pub(crate) fn solution(puzzle: &Puzzle, grid: &Grid) -> Result<(), Wrong> {
    Ok(check::grid(puzzle, grid)?)
}

/// Checks that the statements of an explanation lead to its goal, and, if it is marked
/// as minimal, that each of them is needed: a clue or pencil marks where all rules hold, and a rule
/// beside the other statements.
pub(crate) fn explanation(
    statements: &Statements,
    explanation: &Explanation,
    explainer: &mut Explainer,
    budget: &Budget,
) -> Result<(), NoAnswer> {
    let given: Vec<Lit> = explanation.goal.opposite(statements).into_iter().collect();
    let members = explanation.statements.iter();
    let members: Vec<usize> = members
        .filter_map(|&member| statements.index(member))
        .collect();
    let mut audited = Audited::new(statements, &members, budget)?;
    if !audited.is_refuted(&given, budget)? {
        return Err(Wrong::NotRefuted.into());
    }
    if !explanation.is_minimal {
        return Ok(());
    }
    let is_rule = |member: usize| statements.is_rule(statements.list()[member]);
    for &left_out in &members {
        let others = members.iter().filter(|&&member| member != left_out);
        let mut others: Vec<usize> = others.copied().collect();
        if !is_rule(left_out) {
            others.retain(|&other| !is_rule(other));
            others.extend((0..statements.list().len()).filter(|&rule| is_rule(rule)));
        }
        let unneeded = || {
            let words = statements.words(statements.list()[left_out]);
            NoAnswer::from(Wrong::NotNeeded(words.to_string()))
        };
        let (groups, limited) = match is_rule(left_out) {
            true => (explainer.groups(), budget.clone().with_steps(CONFLICTS)),
            false => (explainer.beside_rules(budget)?, budget.clone()),
        };
        let model = match groups.solve(&others, &given, &limited) {
            Ok(None) => Some(chosen(groups, statements.size())),
            Ok(Some(_)) => None,
            Err(Stop::Steps) => plain::model(statements, &others, &given, budget)?,
            Err(stop) => return Err(stop.into()),
        };
        let Some(chosen) = model else {
            return Err(unneeded());
        };
        let all_hold = others
            .iter()
            .all(|&other| statements.holds(statements.list()[other], &chosen));
        let is_opposite = match explanation.goal {
            Goal::Clash => true,
            Goal::Candidate { candidate, holds } => {
                chosen.contains(candidate.index(statements.size())) != holds
            }
        };
        let side = statements.size().side();
        let is_single = |cell: usize| chosen.count_ones(cell * side..(cell + 1) * side) <= 1;
        let are_single = (0..statements.size().num_cells()).all(is_single);
        if !all_hold || !is_opposite || !are_single {
            return Err(unneeded());
        }
    }
    Ok(())
}

/// Checks an explanation of clues that can't stand together by themselves: what it
/// names is in the puzzle, and breaks the rule that it names.
pub(crate) fn clues(puzzle: &Puzzle, explanation: &Explanation) -> Result<(), Wrong> {
    let are_clues = explanation
        .clues()
        .all(|clue| puzzle.clue(clue.cell) == Some(clue.digit));
    let clues: Vec<Candidate> = explanation.clues().collect();
    let rule = explanation.statements.last();
    let is_broken = match (rule, &clues[..]) {
        (Some(&Statement::Once(house, digit)), [first, second]) => {
            let cells = puzzle.rules().cells_of(house);
            first.cell != second.cell
                && clues
                    .iter()
                    .all(|clue| clue.digit == digit && cells.contains(&clue.cell))
        }
        (Some(&Statement::Pair(index)), clues) => {
            let pair = puzzle.rules().pairs()[index];
            let size = puzzle.size();
            let may_be = |cell: Cell, digit: &Digit| {
                let clue = clues.iter().find(|clue| clue.cell == cell);
                clue.is_none_or(|clue| clue.digit == *digit)
            };
            let [a, b] = pair.cells;
            let mut firsts = size.digits().filter(|digit| may_be(a, digit));
            firsts.all(|first| {
                let mut seconds = size.digits().filter(|digit| may_be(b, digit));
                seconds.all(|second| !pair.allows(first.value(), second.value()))
            })
        }
        (Some(&Statement::Marks(cell)), [clue]) => {
            clue.cell == cell && puzzle.excluded().contains(clue)
        }
        _ => false,
    };
    match are_clues && is_broken {
        true => Ok(()),
        false => Err(Wrong::NotRefuted),
    }
}

/// Result of [`by_counting`].
pub(crate) enum Counted {
    /// Nothing.
    Open,
    /// They can't hold together.
    Refuted,
    /// They can't, and none can be left out: each of them alone fills a cell, or excludes equal digits
    /// only and alone some digit in two cells, and the cells are one more than the digits.
    Minimal,
}

/// Checks by counting that some statements can't hold together: each of these cells is filled, they
/// are more than there are digits, and for each two of them a statement excludes each digit in both.
pub(crate) fn by_counting(
    statements: &Statements,
    members: &[Statement],
    cells: &[Cell],
) -> Counted {
    let is_filled = |cell: &Cell| {
        let by = |&member: &Statement| {
            member == Statement::Filled(*cell) || statements.filled_by(member).contains(cell)
        };
        members.iter().any(by)
    };
    let excludes = |member: Statement, two: [&Cell; 2], digit: Digit| match member {
        Statement::Pair(index) => {
            let pair = statements.pair(index);
            let are_two = pair.cells.iter().all(|cell| two.contains(&cell));
            are_two && !pair.allows(digit.value(), digit.value())
        }
        Statement::Once(house, of) => {
            let own = statements.rules().cells_of(house);
            of == digit && two.iter().all(|cell| own.contains(cell))
        }
        _ => false,
    };
    let mut needed: FxHashSet<Statement> = FxHashSet::default();
    let side = statements.size().side();
    let are_known = members
        .iter()
        .all(|&member| statements.index(member).is_some());
    let mut is_refuted =
        are_known && cells.iter().all_unique() && cells.len() > side && cells.iter().all(is_filled);
    for (two, digit) in cells
        .iter()
        .array_combinations()
        .cartesian_product(statements.size().digits())
    {
        let mut by = members
            .iter()
            .filter(|&&member| excludes(member, two, digit));
        match (by.next(), by.next()) {
            (None, _) => is_refuted = false,
            (Some(&only), None) => drop(needed.insert(only)),
            _ => {}
        }
    }
    // All but one of the cells can hold different digits, if nothing says more than that they differ.
    let is_needed = |&member: &Statement| match member {
        Statement::Filled(cell) => {
            !{ members.iter() }.any(|&other| statements.filled_by(other).contains(&cell))
        }
        Statement::Pair(index) => {
            needed.contains(&member) && statements.pair(index).relation.most_excluded() == 1
        }
        _ => needed.contains(&member),
    };
    match is_refuted {
        true if cells.len() == side + 1 && members.iter().all(is_needed) => Counted::Minimal,
        true => Counted::Refuted,
        false => Counted::Open,
    }
}

/// Checks that the clues or marks of some cells are a minimal correction set:
/// `solution` is a solution without them, and there is none if those of one of the cells
/// come back. `without` returns the puzzle without those of some cells.
pub(crate) fn correction(
    without: &dyn Fn(&[Cell]) -> Puzzle,
    cells: &[Cell],
    solution: &Grid,
    budget: &Budget,
) -> Result<(), NoAnswer> {
    self::solution(&without(cells), solution)?;
    for &kept in cells {
        let others = cells.iter().copied().filter(|&cell| cell != kept);
        let others: Vec<Cell> = others.collect();
        if has_solution(&without(&others), budget)? {
            return Err(Wrong::NotMinimal(kept).into());
        }
    }
    Ok(())
}

/// Checks that no solution has one of these candidates.
pub(crate) fn impossible(
    statements: &Statements,
    candidates: impl IntoIterator<Item = Candidate>,
    budget: &Budget,
) -> Result<(), NoAnswer> {
    let mut refuter = Refuter::new(statements, budget)?;
    candidates
        .into_iter()
        .try_for_each(|candidate| refuter.impossible(candidate, budget))
}

/// Checks that a puzzle has no solution.
pub(crate) fn no_solution(statements: &Statements, budget: &Budget) -> Result<(), NoAnswer> {
    let mut audited = Audited::new(statements, &all(statements), budget)?;
    match audited.is_refuted(&[], budget)? {
        true => Ok(()),
        false => Err(Wrong::NotRefuted.into()),
    }
}

/// Checks one candidate after the other that no solution has it.
pub(crate) struct Refuter<'a> {
    statements: &'a Statements,
    audited: Audited,
}

impl<'a> Refuter<'a> {
    /// Prepares refutations from all statements of a puzzle.
    pub(crate) fn new(statements: &'a Statements, budget: &Budget) -> Result<Refuter<'a>, Stop> {
        Ok(Refuter {
            statements,
            audited: Audited::new(statements, &all(statements), budget)?,
        })
    }

    /// Checks that no solution has this candidate.
    pub(crate) fn impossible(
        &mut self,
        candidate: Candidate,
        budget: &Budget,
    ) -> Result<(), NoAnswer> {
        let lit = self.statements.lit(candidate);
        match self.audited.is_refuted(&[lit], budget)? {
            true => Ok(()),
            false => Err(Wrong::Possible(candidate).into()),
        }
    }
}

/// Decides by dancing links if a puzzle has a solution, and where that takes long, by
/// a solver whose steps are checked.
pub(crate) fn has_solution(puzzle: &Puzzle, budget: &Budget) -> Result<bool, NoAnswer> {
    /// Limit on the nodes of dancing links.
    const NODES: u64 = 5_000;
    if !puzzle.clashes().is_empty() {
        return Ok(false);
    }
    let rules = puzzle.rules();
    if rules.pairs().is_empty() && rules.tables().is_empty() {
        let limited = budget.clone().with_steps(NODES);
        let mut keep_on = || budget.exhausted(0).is_none();
        if let Ok(Some(problem)) = encode::cover_while(puzzle, &mut keep_on)
            && let Ok(found) = Dlx::new(&problem, Choice::default()).advance(&limited)
        {
            return Ok(found);
        }
    }
    let statements = Statements::new(puzzle);
    let mut audited = Audited::new(&statements, &all(&statements), budget)?;
    Ok(!audited.is_refuted(&[], budget)?)
}

/// Returns the indices of all statements.
fn all(statements: &Statements) -> Vec<usize> {
    (0..statements.list().len()).collect()
}

/// A solver of some statements whose every step is checked.
struct Audited {
    solver: Solver,
}

impl Audited {
    /// Prepares a refutation of statements, by their indices.
    fn new(statements: &Statements, members: &[usize], budget: &Budget) -> Result<Audited, Stop> {
        let auditor = Box::new(Auditor::new());
        Ok(Audited {
            solver: plain::solver(statements, members, Some(auditor), budget, |_| {})?,
        })
    }

    /// Returns `true` if the statements can't hold together where the literals are
    /// true, by a refutation each of whose steps is right.
    fn is_refuted(&mut self, given: &[Lit], budget: &Budget) -> Result<bool, NoAnswer> {
        match self.solver.solve_with(given, budget) {
            Err(fault) => Err(Wrong::Refutation(fault).into()),
            Ok(Verdict::Unsat) => Ok(true),
            Ok(Verdict::Sat) => Ok(false),
            Ok(Verdict::Unknown(stop)) => Err(stop.into()),
        }
    }
}
