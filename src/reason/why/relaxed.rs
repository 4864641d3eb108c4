//! Correction sets of rules that a setter states: the fewest rules without which a puzzle has a
//! solution. One of them may be the mistake.

use super::NoAnswer;
use crate::budget::{Budget, Stop};
use crate::engine;
use crate::reason::corrections::End;
use crate::reason::explanation::Explanation;
use crate::reason::groups::Groups;
use crate::reason::solutions::Solutions;
use crate::reason::statements::{Statement, Statements};
use crate::reason::verify;
use crate::sudoku::rules::Spec;
use crate::sudoku::{Grid, Puzzle, Rules, print};
use std::sync::Arc;

/// A minimal set of rules whose removal leaves a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relaxed {
    /// The rules, as docs/RULES.md writes them: `arrow r1c1 = r1c2 r1c3`.
    pub rules: Vec<String>,
    /// Set if there is exactly one solution without them; `None` if this was not decided.
    pub is_unique: Option<bool>,
    /// A solution without them.
    pub solution: Grid,
    /// The places of the rules among those that are stated.
    pub(super) origins: Vec<Origin>,
}

/// Limit on the conflicts of a search. A set of rules for which it takes more is left out.
const CONFLICTS: u64 = 5_000;

/// Largest number of rules of a set.
const MOST: usize = 3;

/// Largest number of sets of the same size that are compared, to list those first that leave
/// exactly one solution.
const COMPARED: usize = 30;

/// Finds sets of stated rules without which there is a solution, all of the same least size, those
/// first that leave exactly one solution: at most `limit` sets, or [`COMPARED`] if that is more. There are none if the clash, as
/// `explanation` says, rests on none of these rules. Also returns the reason why there may be more.
pub(super) fn find(
    statements: &Statements,
    explanation: &Explanation,
    limit: usize,
    budget: &Budget,
) -> Result<(Vec<Relaxed>, End), NoAnswer> {
    let rules = statements.rules();
    let stated = stated(rules.spec());
    let states = |stated: &Stated| {
        let others = Rules::new(without(rules.spec(), &[stated.origin])).ok()?;
        let list = statements.list().iter().enumerate();
        let own = list.filter(|(_, statement)| !holds_by(**statement, rules, &others));
        Some(own.map(|(index, _)| index).collect::<Vec<usize>>())
    };
    let stated = stated.into_iter();
    let members = stated.filter_map(|stated| Some((states(&stated)?, stated)));
    let members: Vec<(Vec<usize>, Stated)> = members.collect();
    let of_rules = |statement: &Statement| {
        let index = statements.index(*statement);
        members
            .iter()
            .any(|(own, _)| index.is_some_and(|index| own.contains(&index)))
    };
    if !explanation.statements.iter().any(of_rules) {
        return Ok((Vec::new(), End::Complete));
    }
    let limited = budget.clone().with_steps(CONFLICTS);
    let (mut groups, of_members) = groups(statements, &members, budget)?;
    let found = groups.corrections(&of_members, &[], MOST, 1, COMPARED.max(limit), &limited);
    let (mut end, mut found) = (found.end, found.sets);
    if found.is_empty() && end == End::Stopped(Stop::Steps) {
        // A rule on which the clash does not rest is not enough: the same clash is left.
        let clash = explanation.statements.iter();
        let clash: Vec<usize> = clash.filter_map(|&one| statements.index(one)).collect();
        let is_of_clash = |own: &[usize]| own.iter().any(|index| clash.contains(index));
        let single = of_members.iter().zip(&members);
        let single = single.filter(|(_, (own, _))| is_of_clash(own));
        found = single.map(|(&group, _)| vec![group]).collect();
    }
    let mut sets = Vec::new();
    for set in found {
        let set = of_members
            .iter()
            .zip(&members)
            .filter(|(group, _)| set.contains(group));
        let set: Vec<&Stated> = set.map(|(_, (_, stated))| stated).collect();
        match NoAnswer::unless_stopped(relaxed(statements.puzzle(), &set, &limited))? {
            Ok(relaxed) => sets.extend(relaxed),
            Err(Stop::Steps) => end = End::Stopped(Stop::Steps),
            Err(stop) => return Err(stop.into()),
        }
    }
    sets.sort_by_key(|relaxed| relaxed.is_unique != Some(true));
    Ok((sets, end))
}

/// Returns groups of clauses with a further group for each of some rules: that its statements hold.
/// All other statements hold in every search. Also returns the numbers of the further groups.
fn groups(
    statements: &Statements,
    members: &[(Vec<usize>, Stated)],
    budget: &Budget,
) -> Result<(Groups, Vec<usize>), Stop> {
    let mut is_stated = vec![false; statements.list().len()];
    let all = members.iter().flat_map(|(own, _)| own);
    all.for_each(|&index| is_stated[index] = true);
    let is_fixed = |statement| {
        statements
            .index(statement)
            .is_none_or(|index| !is_stated[index])
    };
    let mut groups = statements.groups(is_fixed, budget)?;
    let numbers = members.iter().map(|(own, _)| {
        let number = groups.len();
        let selectors = own.iter().filter_map(|&index| groups.selector(index));
        let selectors: Vec<_> = selectors.collect();
        let mut group = groups.add();
        selectors
            .iter()
            .for_each(|&selector| group.add(&[selector]));
        number
    });
    let numbers = numbers.collect();
    Ok((groups, numbers))
}

/// Returns these rules as a set without which there is a solution, checked; `None` if there is none
/// or if one of them can stay: without a rule, the negative constraint of another may say more.
fn relaxed(puzzle: &Puzzle, set: &[&Stated], budget: &Budget) -> Result<Option<Relaxed>, NoAnswer> {
    let origins: Vec<Origin> = set.iter().map(|stated| stated.origin).collect();
    let changed = |left_out: &[Origin]| {
        let rules = Rules::new(without(puzzle.rules().spec(), left_out)).ok()?;
        Some(puzzle.clone().with_rules(Arc::new(rules)))
    };
    let solution = |puzzle: &Puzzle| -> Result<Option<Grid>, NoAnswer> {
        let statements = Statements::new(puzzle);
        Ok(Solutions::new(&statements, budget)?.solution(budget)?)
    };
    let Some(fewer) = changed(&origins) else {
        return Ok(None);
    };
    let Some(grid) = solution(&fewer)? else {
        return Ok(None);
    };
    verify::solution(&fewer, &grid)?;
    for kept in origins.iter().filter(|_| origins.len() > 1) {
        let others: Vec<Origin> = origins.iter().copied().filter(|one| one != kept).collect();
        let Some(puzzle) = changed(&others) else {
            return Ok(None);
        };
        if verify::has_solution(&puzzle, budget)? {
            return Ok(None);
        }
    }
    Ok(Some(Relaxed {
        rules: set.iter().map(|stated| stated.rule.clone()).collect(),
        is_unique: engine::is_only_solution(&fewer, &grid, budget).ok(),
        solution: grid,
        origins,
    }))
}

/// The place of a stated rule in a [`Spec`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// One of the two diagonals.
    Diagonal(usize),
    Windows,
    DisjointGroups,
    Extra(usize),
    Cage(usize),
    Parity(usize),
    Arrow(usize),
    Mark(usize),
}

/// A rule beside rows, columns and regions.
pub(super) struct Stated {
    pub(super) origin: Origin,
    /// The rule as it is written.
    pub(super) rule: String,
    /// The rule alone, with the regions.
    pub(super) only: Spec,
}

/// Returns each rule beside rows, columns and regions.
pub(super) fn stated(spec: &Spec) -> Vec<Stated> {
    let diagonals = (0..2).filter(|&place| spec.diagonals[place]);
    let windows = spec.windows.then_some(Origin::Windows);
    let groups = spec.disjoint_groups.then_some(Origin::DisjointGroups);
    let all = diagonals.map(Origin::Diagonal).chain(windows).chain(groups);
    let all = all
        .chain((0..spec.extra.len()).map(Origin::Extra))
        .chain((0..spec.cages.len()).map(Origin::Cage))
        .chain((0..spec.parities.len()).map(Origin::Parity))
        .chain((0..spec.arrows.len()).map(Origin::Arrow))
        .chain((0..spec.marks.len()).map(Origin::Mark));
    let stated = all.map(|origin| {
        let only = only(spec, origin);
        // The first statement is that of the regions; a definition may stand before a mark.
        let rule = print::statements(&only).into_iter().skip(1).last();
        Stated {
            origin,
            rule: rule.unwrap_or_default(),
            only,
        }
    });
    stated.collect()
}

/// Returns one of the rules alone, with the regions.
fn only(spec: &Spec, origin: Origin) -> Spec {
    let mut only = Spec {
        regions: spec.regions.clone(),
        ..Spec::latin(spec.size)
    };
    match origin {
        Origin::Diagonal(place) => only.diagonals[place] = true,
        Origin::Windows => only.windows = true,
        Origin::DisjointGroups => only.disjoint_groups = true,
        Origin::Extra(place) => only.extra.push(spec.extra[place].clone()),
        Origin::Cage(place) => only.cages.push(spec.cages[place].clone()),
        Origin::Parity(place) => only.parities.push(spec.parities[place]),
        Origin::Arrow(place) => only.arrows.push(spec.arrows[place].clone()),
        Origin::Mark(place) => only.marks.push(spec.marks[place].clone()),
    }
    only
}

/// Returns the rules that are left without some.
pub(super) fn without(spec: &Spec, left_out: &[Origin]) -> Spec {
    let mut others = spec.clone();
    let mut left_out = left_out.to_vec();
    // From the end of each list, so that the other places stay.
    left_out.sort_unstable();
    for origin in left_out.into_iter().rev() {
        match origin {
            Origin::Diagonal(place) => others.diagonals[place] = false,
            Origin::Windows => others.windows = false,
            Origin::DisjointGroups => others.disjoint_groups = false,
            Origin::Extra(place) => drop(others.extra.remove(place)),
            Origin::Cage(place) => drop(others.cages.remove(place)),
            Origin::Parity(place) => drop(others.parities.remove(place)),
            Origin::Arrow(place) => drop(others.arrows.remove(place)),
            Origin::Mark(place) => drop(others.marks.remove(place)),
        }
    }
    others
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
