//! Rules that a setter states, without any one of which a puzzle has a solution: one of them may
//! be the mistake.

use super::NoAnswer;
use crate::budget::{Budget, Stop};
use crate::engine;
use crate::reason::explanation::Explanation;
use crate::reason::solutions::Solutions;
use crate::reason::statements::{Statement, Statements};
use crate::reason::verify;
use crate::sudoku::rules::Spec;
use crate::sudoku::{Grid, Rules, print};
use std::sync::Arc;

/// A rule without which there is a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relaxed {
    /// The rule, as docs/RULES.md writes it: `arrow r1c1 = r1c2 r1c3`.
    pub rule: String,
    /// Set if there is exactly one solution without it; `None` if this was not decided.
    pub is_unique: Option<bool>,
    /// A solution without it.
    pub solution: Grid,
}

/// Limit on the conflicts of the search for a solution without a rule. A rule for which it takes
/// more is left out.
const CONFLICTS: u64 = 5_000;

/// Finds the stated rules without any one of which there is a solution. Only those are tried that
/// the clash rests on, as `explanation` says: without another one the same clash is left.
pub(super) fn find(
    statements: &Statements,
    explanation: &Explanation,
    budget: &Budget,
) -> Result<Vec<Relaxed>, NoAnswer> {
    let (puzzle, rules) = (statements.puzzle(), statements.rules());
    let limited = budget.clone().with_steps(CONFLICTS);
    let mut found = Vec::new();
    for Stated { rule, others, .. } in stated(rules.spec()) {
        let Ok(others) = Rules::new(others) else {
            continue;
        };
        let mut members = explanation.statements.iter();
        if members.all(|&member| holds_by(member, rules, &others)) {
            continue;
        }
        let changed = puzzle.clone().with_rules(Arc::new(others));
        let statements = Statements::new(&changed);
        let solution = match Solutions::new(&statements, budget)?.solution(&limited) {
            Err(Stop::Steps) => continue,
            solution => solution?,
        };
        let Some(solution) = solution else { continue };
        verify::solution(&changed, &solution)?;
        found.push(Relaxed {
            rule,
            is_unique: engine::is_only_solution(&changed, &solution, &limited).ok(),
            solution,
        });
    }
    found.sort_by_key(|relaxed| relaxed.is_unique != Some(true));
    Ok(found)
}

/// A rule beside rows, columns and regions.
pub(super) struct Stated {
    /// The rule as it is written.
    pub(super) rule: String,
    /// The rule alone, with the regions.
    pub(super) only: Spec,
    /// The rules that are left without it.
    pub(super) others: Spec,
}

/// Returns each rule beside rows, columns and regions.
pub(super) fn stated(spec: &Spec) -> Vec<Stated> {
    let none = Spec {
        regions: spec.regions.clone(),
        ..Spec::latin(spec.size)
    };
    let mut all: Vec<(Spec, Spec)> = Vec::new();
    macro_rules! word {
        ($($part:tt)+) => {
            if spec.$($part)+ {
                let (mut only, mut others) = (none.clone(), spec.clone());
                (only.$($part)+, others.$($part)+) = (true, false);
                all.push((only, others));
            }
        };
    }
    macro_rules! list {
        ($list:ident) => {
            for place in 0..spec.$list.len() {
                let (mut only, mut others) = (none.clone(), spec.clone());
                only.$list.push(others.$list.remove(place));
                all.push((only, others));
            }
        };
    }
    word!(diagonals[0]);
    word!(diagonals[1]);
    word!(windows);
    word!(disjoint_groups);
    list!(extra);
    list!(cages);
    list!(parities);
    list!(arrows);
    list!(marks);
    // The first statement is that of the regions; a definition may stand before a mark.
    let rule = |only: &Spec| {
        let statements = print::statements(only).into_iter();
        statements.skip(1).last().unwrap_or_default()
    };
    all.into_iter()
        .map(|(only, others)| Stated {
            rule: rule(&only),
            only,
            others,
        })
        .collect()
}

/// Returns `true` if a statement by some rules holds by `others`, too.
fn holds_by(statement: Statement, rules: &Rules, others: &Rules) -> bool {
    match statement {
        Statement::Clue(_) | Statement::Filled(_) => true,
        Statement::Marks(cell) => {
            let parity = |rules: &Rules| {
                let mut stated = rules.spec().parities.iter();
                stated.find(|(of, _)| *of == cell).copied()
            };
            parity(rules) == parity(others)
        }
        Statement::Has(house, _) | Statement::Once(house, _) => {
            let cells = rules.cells_of(house);
            let mut houses = others.houses().iter();
            houses.any(|&other| others.cells_of(other) == cells)
        }
        Statement::Pair(index) => others.pairs().contains(&rules.pairs()[index]),
        Statement::Table(index) => {
            let table = &rules.tables()[index];
            let mut tables = others.tables().iter();
            tables.any(|other| {
                other.kind == table.kind
                    && other.cells == table.cells
                    && other.marked == table.marked
            })
        }
    }
}
