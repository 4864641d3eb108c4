//! Checks of all that is answered.
//!
//! That statements can't hold together is refuted again by a solver each of whose
//! steps is checked ([`Auditor`]), on clauses of these statements alone. That none
//! can be left out is checked by the meaning of the others in a model without it.

use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver, Verdict};
use crate::check::{self, Auditor, GridFault};
use crate::encode;
use crate::engine::{ByCover, End, Engine, Limit, Request};
use crate::formula::{ClauseSink, Lit};
use crate::reason::explanation::{Explanation, Goal};
use crate::reason::groups::Groups;
use crate::reason::statements::{Statement, Statements, chosen};
use crate::sudoku::{Candidate, Cell, Grid, Puzzle};
use std::ops::ControlFlow;

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
    /// A clue can be left out of a correction set.
    #[error("a set of clues to take away does not need {0}")]
    NotMinimal(Cell),
    /// No set of statements was found that decides the cell.
    #[error("no statements were found that decide {0}")]
    NotForced(Cell),
    /// Another engine found a solution with a digit that was ruled out.
    #[error("a digit was ruled out that a solution has: {0}")]
    Possible(Candidate),
}

/// Checks a solution against the rules and clues.
pub fn solution(puzzle: &Puzzle, grid: &Grid) -> Result<(), Wrong> {
    Ok(check::grid(puzzle, grid)?)
}

/// Checks that the statements of an explanation lead to its goal, and, if it is
/// marked as minimal, that each of them is needed. `groups` are those of all
/// statements.
pub fn explanation(
    statements: &Statements,
    explanation: &Explanation,
    groups: &mut Groups,
    budget: &Budget,
) -> Result<(), NotChecked> {
    let opposite = match explanation.goal {
        Goal::Clash => None,
        Goal::Candidate { candidate, holds } => {
            let lit = statements.lit(candidate);
            Some(if holds { !lit } else { lit })
        }
    };
    let given: Vec<Lit> = opposite.into_iter().collect();
    let mut audited = Audited::new(statements, &explanation.statements);
    if !audited.is_refuted(&given, budget)? {
        return Err(Wrong::NotRefuted.into());
    }
    if !explanation.is_minimal {
        return Ok(());
    }
    let members = explanation.statements.iter();
    let members: Vec<usize> = members
        .filter_map(|&member| statements.index(member))
        .collect();
    for &left_out in &members {
        let others = members.iter().filter(|&&member| member != left_out);
        let others: Vec<usize> = others.copied().collect();
        let unneeded = || {
            let words = statements.words(statements.list()[left_out]);
            NotChecked::from(Wrong::NotNeeded(words.to_string()))
        };
        // The search that found the set minimal had no longer limits.
        if groups.solve(&others, &given, budget)?.is_some() {
            return Err(unneeded());
        }
        let chosen = chosen(groups, statements.size());
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

/// Checks that a set of clues is a minimal correction set: `solution` is a solution
/// without them, and there is none if one of them comes back.
pub fn correction(
    puzzle: &Puzzle,
    cells: &[Cell],
    solution: &Grid,
    budget: &Budget,
) -> Result<(), NotChecked> {
    let without = |cells: &mut dyn Iterator<Item = Cell>| {
        let mut fewer = puzzle.clone();
        cells.for_each(|cell| fewer.set_clue(cell, None));
        fewer
    };
    self::solution(&without(&mut cells.iter().copied()), solution)?;
    for &kept in cells {
        let mut others = cells.iter().copied().filter(|&cell| cell != kept);
        if has_solution(&without(&mut others), budget)? {
            return Err(Wrong::NotMinimal(kept).into());
        }
    }
    Ok(())
}

/// Checks that no solution has one of these candidates.
pub fn impossible(
    statements: &Statements,
    candidates: impl IntoIterator<Item = Candidate>,
    budget: &Budget,
) -> Result<(), NotChecked> {
    let mut audited = Audited::new(statements, statements.list());
    for candidate in candidates {
        if !audited.is_refuted(&[statements.lit(candidate)], budget)? {
            return Err(Wrong::Possible(candidate).into());
        }
    }
    Ok(())
}

/// Checks that the rules and marks can't hold together without any clue.
pub fn impossible_without_clues(
    statements: &Statements,
    budget: &Budget,
) -> Result<(), NotChecked> {
    let rules = statements.list().iter().copied();
    let rules = rules.filter(|statement| !matches!(statement, Statement::Clue(_)));
    let rules: Vec<Statement> = rules.collect();
    match Audited::new(statements, &rules).is_refuted(&[], budget)? {
        true => Ok(()),
        false => Err(Wrong::NotRefuted.into()),
    }
}

/// Decides by dancing links if a puzzle has a solution, and where that takes long, by
/// a solver whose steps are checked.
fn has_solution(puzzle: &Puzzle, budget: &Budget) -> Result<bool, NotChecked> {
    /// Limit on the nodes of dancing links.
    const NODES: u64 = 5_000;
    if !puzzle.clashes().is_empty() {
        return Ok(false);
    }
    let rules = puzzle.rules();
    if rules.pairs().is_empty() && rules.tables().is_empty() {
        let limited = budget.clone().with_steps(NODES);
        let mut found = false;
        let search =
            ByCover::dlx().search(puzzle, &Request::new(Limit::FIRST), &limited, &mut |_| {
                found = true;
                ControlFlow::Break(())
            });
        match search.map(|search| search.end) {
            _ if found => return Ok(true),
            Ok(End::Exhausted(_)) => return Ok(false),
            _ => {}
        }
    }
    let statements = Statements::new(puzzle);
    let mut audited = Audited::new(&statements, statements.list());
    Ok(!audited.is_refuted(&[], budget)?)
}

/// The reason why a check has no result.
#[derive(Debug)]
pub enum NotChecked {
    /// The budget ended first.
    Stopped(Stop),
    /// The check failed.
    Wrong(Wrong),
}

impl From<Stop> for NotChecked {
    fn from(stop: Stop) -> NotChecked {
        NotChecked::Stopped(stop)
    }
}

impl From<Wrong> for NotChecked {
    fn from(wrong: Wrong) -> NotChecked {
        NotChecked::Wrong(wrong)
    }
}

impl From<NotChecked> for super::NoAnswer {
    fn from(not_checked: NotChecked) -> super::NoAnswer {
        match not_checked {
            NotChecked::Stopped(stop) => stop.into(),
            NotChecked::Wrong(wrong) => wrong.into(),
        }
    }
}

/// A solver of some statements whose every step is checked.
struct Audited {
    solver: Solver,
}

impl Audited {
    /// Writes the clauses of the statements, at-most-ones as pairs.
    fn new(statements: &Statements, members: &[Statement]) -> Audited {
        let config = Config {
            counting: false,
            ..Config::default()
        };
        let solver = Solver::new(config).with_observer(Box::new(Auditor::new()));
        let mut audited = Audited { solver };
        let (size, rules) = (statements.size(), statements.rules());
        audited.solver.reserve_vars(size.num_candidates());
        let mut aux = size.num_candidates();
        for cell in size.cells() {
            let digits = size.digits().map(|digit| Candidate::new(cell, digit));
            audited.no_two(statements, digits.collect());
        }
        for &member in members {
            match member {
                Statement::Clue(clue) => audited.one_of(statements, vec![clue]),
                Statement::Marks(cell) => {
                    let marked = statements.marked(cell);
                    let ruled_out = size.digits().filter(|digit| !marked.contains(digit));
                    for digit in ruled_out {
                        let lit = statements.lit(Candidate::new(cell, digit));
                        audited.solver.add_clause(&[!lit]);
                    }
                }
                Statement::Filled(cell) => {
                    let digits = size.digits().map(|digit| Candidate::new(cell, digit));
                    audited.one_of(statements, digits.collect());
                }
                Statement::Has(house, digit) => {
                    let cells = rules.cells_of(house).iter();
                    let cells = cells.map(|&cell| Candidate::new(cell, digit));
                    audited.one_of(statements, cells.collect());
                }
                Statement::Once(house, digit) => {
                    let cells = rules.cells_of(house).iter();
                    let cells = cells.map(|&cell| Candidate::new(cell, digit));
                    audited.no_two(statements, cells.collect());
                }
                Statement::Pair(index) => {
                    let pair = statements.pair(index);
                    for first in size.digits() {
                        for second in size.digits() {
                            if !pair.allows(first.value(), second.value()) {
                                let [a, b] = pair.cells;
                                let lits = [Candidate::new(a, first), Candidate::new(b, second)]
                                    .map(|candidate| !statements.lit(candidate));
                                audited.solver.add_clause(&lits);
                            }
                        }
                    }
                }
                Statement::Table(index) => {
                    let table = statements.table(index);
                    let Ok(()) = encode::table(table, rules, &mut audited.solver, |_, count| {
                        aux += count;
                        aux - count
                    });
                }
            }
        }
        audited
    }

    fn one_of(&mut self, statements: &Statements, candidates: Vec<Candidate>) {
        let lits = candidates.into_iter();
        let lits: Vec<Lit> = lits.map(|candidate| statements.lit(candidate)).collect();
        self.solver.add_clause(&lits);
    }

    fn no_two(&mut self, statements: &Statements, candidates: Vec<Candidate>) {
        let lits = candidates.into_iter();
        let lits: Vec<Lit> = lits.map(|candidate| statements.lit(candidate)).collect();
        let Ok(()) = self.solver.no_two(&lits);
    }

    /// Returns `true` if the statements can't hold together where the literals are
    /// true, by a refutation each of whose steps is right.
    fn is_refuted(&mut self, given: &[Lit], budget: &Budget) -> Result<bool, NotChecked> {
        match self.solver.solve_with(given, budget) {
            Err(fault) => Err(Wrong::Refutation(fault).into()),
            Ok(Verdict::Unsat) => Ok(true),
            Ok(Verdict::Sat) => Ok(false),
            Ok(Verdict::Unknown(stop)) => Err(stop.into()),
        }
    }
}
