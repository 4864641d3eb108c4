//! Stated rules that no digits of their cells obey: one by itself, or two together, with or
//! without the houses of these cells. Such a clash needs no steps, and the answer says what would
//! be possible instead.

use super::relaxed::{Stated, stated};
use crate::budget::{Budget, Stop};
use crate::reason::hint::MAX_SIDE;
use crate::reason::joint::{Joint, houses_among};
use crate::reason::statements::Statement;
use crate::sudoku::rules::{Numbers, Pair, Shape, Spec, Table};
use crate::sudoku::{Cell, House, Rules};
use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;

/// Largest number of cells of one rule, or of two.
const MOST_CELLS: usize = 16;

/// Largest number of cells of a rule that are counted.
const MOST_COUNTED: usize = 200;

/// Largest number of other numbers that are tried.
const MOST_NUMBERS: u32 = 200;

/// Stated rules that no digits of their cells obey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direct {
    /// One rule or two, as docs/RULES.md writes them.
    pub rules: Vec<String>,
    /// The houses whose cells must differ; none if the rules are not obeyed by any digits.
    pub houses: Vec<House>,
    /// The number of cells of the rules.
    pub num_cells: usize,
    /// Number of cells that must all differ, if they are more than there are digits.
    pub differ: Option<usize>,
    /// Numbers or a length with which the rule could be obeyed; `None` for two rules, and where
    /// they are not known.
    pub instead: Option<Instead>,
    /// The statements that can't hold together.
    pub(super) statements: Vec<Statement>,
}

/// A change of a rule that no digits obey, after which some digits do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// Another number within these bounds, ascending; they are empty if there is none.
    Numbers(Vec<RangeInclusive<u32>>),
    /// The first cells of the line, at most this many.
    Length(usize),
}

/// A rule with its cells and its place among the constraints of all rules.
struct Part {
    text: String,
    only: Spec,
    cells: Vec<Cell>,
}

/// Finds the stated rules that can't be obeyed by themselves; if there are none, two such rules.
///
/// # Errors
/// If the budget ends first.
pub(super) fn find(rules: &Rules, budget: &Budget) -> Result<Vec<Direct>, Stop> {
    if rules.size().side() > MAX_SIDE {
        return Ok(Vec::new());
    }
    let parts: Vec<Part> = { stated(rules.spec()).into_iter() }
        .filter_map(|Stated { rule, only, .. }| {
            let cells = cells_of(&Rules::new(only.clone()).ok()?);
            (1..=MOST_CELLS).contains(&cells.len()).then_some(Part {
                text: rule,
                only,
                cells,
            })
        })
        .collect();
    let mut found = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        budget.check_at(place)?;
        if let Some(houses) = clash(rules, &[part]) {
            let instead = instead(rules, part, &houses);
            found.push(direct(rules, &[part], houses, instead));
        }
    }
    if !found.is_empty() {
        return Ok(found);
    }
    for (place, [one, other]) in parts.iter().array_combinations().enumerate() {
        budget.check_at(place)?;
        if one.cells.iter().any(|cell| other.cells.contains(cell))
            && let Some(houses) = clash(rules, &[one, other])
        {
            found.push(direct(rules, &[one, other], houses, None));
        }
    }
    Ok(found)
}

fn direct(rules: &Rules, parts: &[&Part], houses: Vec<House>, instead: Option<Instead>) -> Direct {
    let digits = || rules.size().digits();
    let once = houses
        .iter()
        .flat_map(|&h| digits().map(move |d| Statement::Once(h, d)));
    let full = houses
        .iter()
        .filter(|&&house| rules.is_full(rules.index(house)));
    let has = full.flat_map(|&house| digits().map(move |digit| Statement::Has(house, digit)));
    let own: Vec<Rules> = { parts.iter() }
        .filter_map(|part| Rules::new(part.only.clone()).ok())
        .collect();
    let cages = own.iter().flat_map(|own| {
        let houses = own.houses().iter().filter(|house| is_stated(house));
        houses.filter_map(|&house| same_house(own, house, rules))
    });
    let of_cages = cages.flat_map(|house| digits().map(move |d| Statement::Once(house, d)));
    let pairs = own.iter().flat_map(|own| pairs_of(own, rules));
    let tables = own.iter().flat_map(|own| tables_of(own, rules));
    let statements = once
        .chain(has)
        .chain(of_cages)
        .chain(pairs.map(Statement::Pair))
        .chain(tables.map(Statement::Table));
    let cells = parts.iter().flat_map(|part| &part.cells);
    Direct {
        rules: parts.iter().map(|part| part.text.clone()).collect(),
        num_cells: cells.unique().count(),
        statements: statements.unique().collect(),
        houses,
        differ: None,
        instead,
    }
}

/// Finds the stated rules of which more cells must differ than there are digits, each with one more
/// of these cells than there are digits.
pub(super) fn by_counting(rules: &Rules) -> Vec<(Direct, Vec<Cell>)> {
    let side = rules.size().side();
    let counted =
        { stated(rules.spec()).into_iter() }.filter_map(|Stated { rule, only, .. }| {
            let mark = only.marks.first()?;
            if !(side + 1..=MOST_COUNTED).contains(&mark.cells.len()) {
                return None;
            }
            let places = pairs_of(&Rules::new(only.clone()).ok()?, rules);
            let apart = places.iter().map(|&place| (place, rules.pairs()[place]));
            let apart = apart.filter(|(_, pair)| pair.relation.is_apart());
            let apart: FxHashMap<[Cell; 2], usize> = apart
                .map(|(place, pair)| (sorted(pair.cells), place))
                .collect();
            let common = |cells: [Cell; 2]| {
                let mut houses = rules.houses().iter().copied();
                houses.find(|&house| {
                    cells
                        .iter()
                        .all(|cell| rules.cells_of(house).contains(cell))
                })
            };
            let mut differ: Vec<Cell> = Vec::new();
            for &cell in mark.cells.iter().unique() {
                let is_apart = |&other: &Cell| {
                    let cells = sorted([cell, other]);
                    apart.contains_key(&cells) || common(cells).is_some()
                };
                if differ.iter().all(is_apart) {
                    differ.push(cell);
                }
            }
            let cells = differ.get(..side + 1)?.to_vec();
            let two = cells.iter().copied().array_combinations().map(sorted);
            let (of_rule, others): (Vec<_>, Vec<_>) = two.partition(|two| apart.contains_key(two));
            let houses: Vec<House> = others.into_iter().filter_map(common).unique().collect();
            let once = |&house: &House| {
                rules
                    .size()
                    .digits()
                    .map(move |d| Statement::Once(house, d))
            };
            // A rule for two cells says that they are filled.
            let is_open = |cell: &&Cell| of_rule.iter().all(|two| !two.contains(cell));
            let filled = cells.iter().filter(is_open);
            let filled = filled.map(|&cell| Statement::Filled(cell));
            let of_rule = of_rule.iter().map(|two| Statement::Pair(apart[two]));
            let part = Part {
                text: rule,
                cells: mark.cells.iter().copied().unique().collect(),
                only,
            };
            let is_short = part.cells.len() <= MOST_CELLS;
            let direct = Direct {
                rules: vec![part.text.clone()],
                num_cells: part.cells.len(),
                differ: Some(differ.len()),
                instead: is_short.then(|| instead(rules, &part, &houses)).flatten(),
                statements: filled
                    .chain(houses.iter().flat_map(once))
                    .chain(of_rule)
                    .collect(),
                houses,
            };
            Some((direct, cells))
        });
    counted.collect()
}

fn sorted(mut cells: [Cell; 2]) -> [Cell; 2] {
    cells.sort_unstable();
    cells
}

/// Returns `true` for a house that a rule states, beside rows, columns and regions.
fn is_stated(house: &House) -> bool {
    use crate::sudoku::HouseKind::{Box, Col, Region, Row};
    !matches!(house.kind(), Row | Col | Box | Region)
}

/// Returns the places of a rule's pairs among those of all rules, where they may say more, as
/// beside dots, or are left out because a house says the same.
fn pairs_of(own: &Rules, rules: &Rules) -> Vec<usize> {
    let key = |pair: &Pair| (pair.rule, pair.number, pair.cells);
    let own: FxHashSet<_> = own.pairs().iter().map(key).collect();
    let all = rules.pairs().iter().enumerate();
    all.filter(|(_, pair)| own.contains(&key(pair)))
        .map(|(place, _)| place)
        .collect()
}

/// Returns the places of a rule's tables among those of all rules.
fn tables_of(own: &Rules, rules: &Rules) -> Vec<usize> {
    let place = |table: &Table| {
        rules.tables().iter().position(|one| {
            (one.kind, &one.cells, &one.marked) == (table.kind, &table.cells, &table.marked)
        })
    };
    own.tables().iter().filter_map(place).collect()
}

/// Returns the house of other rules with the same cells.
fn same_house(own: &Rules, house: House, rules: &Rules) -> Option<House> {
    let cells = own.cells_of(house);
    let mut houses = rules.houses().iter().copied();
    houses.find(|&other| rules.cells_of(other) == cells)
}

/// Returns the cells of pairs and tables, in the order in which the first ones name them.
fn cells_of(rules: &Rules) -> Vec<Cell> {
    let tables = rules.tables().iter().flat_map(|table| &table.cells);
    let pairs = rules.pairs().iter().flat_map(|pair| &pair.cells);
    tables.chain(pairs).copied().unique().collect()
}

/// Returns the houses, none of which can be left out, with which no digits obey the rules;
/// `None` if some do, or if there are too many combinations.
fn clash(rules: &Rules, parts: &[&Part]) -> Option<Vec<House>> {
    let cells: Vec<Cell> = parts
        .iter()
        .flat_map(|part| &part.cells)
        .copied()
        .unique()
        .collect();
    if cells.len() > MOST_CELLS {
        return None;
    }
    let mut own = Joint::new(&cells, rules.size().side());
    for part in parts {
        let only = Rules::new(part.only.clone()).ok()?;
        let pairs = pairs_of(&only, rules).into_iter();
        add(&mut own, &only, pairs.map(|place| &rules.pairs()[place]));
    }
    let is_empty = |houses: &[usize]| {
        let mut joint = own.clone();
        houses
            .iter()
            .for_each(|&house| joint.add_house(rules.cells(house)));
        joint.is_empty()
    };
    if is_empty(&[])? {
        return Some(Vec::new());
    }
    let mut houses = houses_among(rules, &cells);
    if !is_empty(&houses)? {
        return None;
    }
    for house in houses.clone() {
        let others: Vec<usize> = houses.iter().copied().filter(|&h| h != house).collect();
        if is_empty(&others) == Some(true) {
            houses = others;
        }
    }
    Some(
        houses
            .into_iter()
            .map(|house| rules.houses()[house])
            .collect(),
    )
}

/// Adds what a rule states by itself to a joint, with these pairs.
fn add<'a>(joint: &mut Joint, only: &Rules, pairs: impl Iterator<Item = &'a Pair>) {
    let tables = only.tables().iter();
    tables.for_each(|table| joint.add_table(table));
    pairs.for_each(|pair| joint.add_pair(pair));
    let stated = only.houses().iter().filter(|house| is_stated(house));
    stated.for_each(|&house| joint.add_house(only.cells_of(house)));
}

/// Returns what a rule could state instead.
fn instead(rules: &Rules, part: &Part, houses: &[House]) -> Option<Instead> {
    // `None` if that is too much to try.
    let is_possible = |changed: &Spec| -> Option<bool> {
        let Ok(only) = Rules::new(changed.clone()) else {
            return Some(false);
        };
        let cells = cells_of(&only);
        let mut joint = Joint::new(&cells, rules.size().side());
        add(&mut joint, &only, only.pairs().iter());
        houses
            .iter()
            .for_each(|&house| joint.add_house(rules.cells_of(house)));
        joint.is_empty().map(|is_empty| !is_empty)
    };
    let side = rules.size().side();
    let numbers = match (&part.only.cages[..], &part.only.marks[..]) {
        ([cage], []) => Some([1, cage.cells.len() * side]),
        // A rule for the whole grid may depend on other marks.
        ([], [mark])
            if matches!(mark.rule.numbers, Numbers::One(_)) && mark.rule.shape != Shape::Grid =>
        {
            let [least, most] = mark.rule.range(side);
            // The sums and counts of the table are of the mark's own digits.
            let of_digits = mark.cells.len() * side;
            let most = if mark.rule.is_own {
                most
            } else {
                most.min(of_digits)
            };
            Some([least, most])
        }
        _ => None,
    };
    if let Some([least, most]) = numbers {
        let with = |number: u32| {
            let mut changed = part.only.clone();
            changed
                .cages
                .iter_mut()
                .for_each(|cage| cage.sum = Some(number));
            changed
                .marks
                .iter_mut()
                .for_each(|mark| mark.numbers = vec![number]);
            changed
        };
        // All that are possible are named, or none.
        let is_short = most - least <= MOST_NUMBERS as usize;
        let all = (least as u32..=most as u32).take_while(|_| is_short);
        let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
        let mut is_complete = true;
        for number in all {
            match (is_possible(&with(number)), ranges.last_mut()) {
                (None, _) => {
                    is_complete = false;
                    break;
                }
                (Some(false), _) => {}
                (Some(true), Some(last)) if *last.end() + 1 == number => {
                    *last = *last.start()..=number;
                }
                (Some(true), _) => ranges.push(number..=number),
            }
        }
        if is_complete && !ranges.is_empty() {
            return Some(Instead::Numbers(ranges));
        }
    }
    let mut shorter = part.only.clone();
    loop {
        match (&mut shorter.marks[..], &mut shorter.arrows[..]) {
            ([mark], []) if mark.rule.shape == Shape::Line && mark.cells.len() > 2 => {
                mark.cells.pop();
            }
            ([], [arrow]) if arrow.shaft.len() > 1 => {
                arrow.shaft.pop();
            }
            _ => return None,
        }
        if is_possible(&shorter) == Some(true) {
            let cells = match (&shorter.marks[..], &shorter.arrows[..]) {
                ([mark], _) => mark.cells.len(),
                (_, [arrow]) => arrow.bulb.len() + arrow.shaft.len(),
                _ => return None,
            };
            return Some(Instead::Length(cells));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Puzzle;

    /// Returns what is found for a 6×6 grid with these statements, in words.
    fn found(rules: &str) -> Vec<String> {
        let text = format!("size 6x6; {rules}");
        let mut entries = crate::sudoku::text::read(text.as_bytes(), "", &Default::default());
        let puzzle: Puzzle = entries.next().unwrap().unwrap().puzzle;
        let found = find(puzzle.rules(), &Budget::unlimited()).unwrap();
        let words = |direct: &Direct| super::super::words::direct(direct, puzzle.rules());
        found.iter().map(words).collect()
    }

    #[test]
    fn rules_without_any_digits_say_what_would_be_possible() {
        assert_eq!(
            found("skyscraper 6 r1c1-r1c6; sandwich 18 r2c1-r2c6; renban r3c1-r3c6 r4c6"),
            [
                "no digits of the 6 cells obey sandwich 18 r2c1-r2c6, because row 2 has no digit \
                 twice; possible are 0, 2 to 12 and 14",
                "no digits of the 7 cells obey renban r3c1 r3c2 r3c3 r3c4 r3c5 r3c6 r4c6 in a 6×6 \
                 grid; the first 6 of them would do",
            ]
        );
        assert_eq!(
            found("arrow r1c1 = r1c2-r1c5; cage 4 repeats r5c5 r5c6 r6c5"),
            [
                "no digits of the 3 cells obey cage 4 repeats r5c5 r5c6 r6c5, because box 6 has no \
                 digit twice; possible are 6 to 15",
                "no digits of the 5 cells obey arrow r1c1 = r1c2 r1c3 r1c4 r1c5, because row 1 has \
                 no digit twice; the first 4 of them would do",
            ]
        );
        assert!(
            found("skyscraper 6 r1c1-r1c6; whispers 3 r2c1-r2c4; cage 21 r3c1-r3c6").is_empty()
        );
    }

    #[test]
    fn two_rules_of_the_same_cells_clash() {
        assert_eq!(
            found("kropki white r1c1 r1c2; xv X r1c1 r1c2; whispers r5c1 r6c2 r5c3"),
            [
                "no digits of the 2 cells obey both kropki white r1c1 r1c2 and xv X r1c1 r1c2 \
                 in a 6×6 grid"
            ]
        );
        let row = found("sandwich 5 r1c1-r1c6; sandwich 6 r1c1-r1c6");
        assert!(
            matches!(&row[..], [only] if only.contains("both sandwich 5 ")),
            "{row:?}"
        );
    }
}
