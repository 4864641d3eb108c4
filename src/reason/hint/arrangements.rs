//! Rules together with what is around them: arrangements of the digits left in a few cells.
//!
//! - *Rule with a house or cell*: a rule, and beside its cells those of a house, or one cell that
//!   sees some of them.
//! - *Two rules together*: the cells of two rules, some of which are the same or see each other, alone
//!   or with one more cell.
//! - *Several rules together*: two rules with one or two houses, a rule with two houses, or three
//!   rules.
//!
//! Where there are rules for two cells, a house alone, with a cell, or with another house is gone
//! through as well.
//!
//! A digit that no arrangement of the cells has is removed. An arrangement obeys the rules, all rules
//! for two cells and all houses among the cells, and if all cells that are left for a digit of a
//! house are among them, one of these holds it.

use super::units::{By, MOST_CELLS, checked, joint, premises, removed, stating};
use super::{Board, Deduction, Marks, Why, bits};
use crate::check::Premise;
use crate::reason::joint::{Joint, Need};
use crate::sudoku::House;
use itertools::Itertools as _;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// Limits of a technique, chosen by hand. Cached answers are charged their steps, so that a hint does
/// not depend on the hints before it.
struct Limits {
    /// Largest number of open cells.
    open: usize,
    /// Largest number of steps of the search for arrangements of some cells.
    steps: u64,
    /// Largest number of steps of all searches for a hint, and of those that show what a deduction
    /// needs.
    all: u64,
}

/// The limits of one rule and of two.
const FEW: Limits = Limits {
    open: 10,
    steps: 2_000,
    all: 100_000,
};

/// The limits of several rules.
const MANY: Limits = Limits {
    open: 14,
    steps: 5_000,
    all: 500_000,
};

/// Largest number of results that are kept for the steps that follow.
const MOST_KNOWN: usize = 20_000;

/// Largest number of groups that a technique searches.
const MOST_GROUPS: usize = 20_000;

/// Largest number of groups of which a technique counts the open cells.
const MOST_COUNTED: usize = 100_000;

// The cells of three rules, or of two and the open cells of houses, are bits of one word.
const _: () = assert!(3 * MOST_CELLS <= 64 && 2 * MOST_CELLS + MANY.open <= 64);

/// Rules, houses and a cell whose cells are taken together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Members {
    /// Rules, by the indices of their units.
    units: Vec<usize>,
    houses: Vec<usize>,
    cell: Option<usize>,
}

/// Some cells at some marks.
struct Group {
    members: Members,
    cells: Vec<usize>,
    num_open: usize,
}

/// Key of the cache: members, step limit, digits left, and digits confined to these cells, each with
/// its house.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Query {
    members: Members,
    steps: u64,
    left: Vec<u64>,
    needs: Vec<(usize, Need)>,
}

/// For a query the digits that are possible, and the number of steps of the search.
pub(super) type Searched = Mutex<FxHashMap<Query, (Vec<u64>, u64)>>;

/// Finds a digit that no arrangement of the cells of a rule has, with a house or one more cell; and
/// none of a house, alone or with one more cell, where there are rules for two cells.
pub(super) fn beside(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let units = (0..board.units().len()).map(|unit| Members {
        units: vec![unit],
        ..Members::default()
    });
    let with_house = units.clone();
    let with_house = with_house.flat_map(|members| with_houses(marks, members, 1, &FEW));
    let alone = units.chain(houses(board).map(|house| Members {
        houses: vec![house],
        ..Members::default()
    }));
    let with_cell = alone.clone().flat_map(|members| with_cell(marks, members));
    find(marks, alone.chain(with_cell).chain(with_house), &FEW)
}

/// Finds a digit that no arrangement of the cells of two rules has, alone or with one more cell.
pub(super) fn two(marks: &Marks) -> Option<Deduction> {
    let pairs = marks.board().linked().iter();
    let alone = pairs.map(|pair| Members {
        units: pair.to_vec(),
        ..Members::default()
    });
    let with_cell = alone.clone().flat_map(|members| with_cell(marks, members));
    find(marks, alone.chain(with_cell), &FEW)
}

/// Finds a digit that no arrangement of the cells of three rules has, of two and one or two houses, of
/// one and two houses, or of two houses where there are rules for two cells.
pub(super) fn several(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let pairs = board.linked().iter().map(|pair| Members {
        units: pair.to_vec(),
        ..Members::default()
    });
    let with_house = pairs.clone();
    let with_house = with_house.flat_map(|members| with_houses(marks, members, 1, &MANY));
    let one = (0..board.units().len()).map(|unit| Members {
        units: vec![unit],
        ..Members::default()
    });
    let with_two = one.chain(pairs);
    let with_two = with_two.flat_map(|members| with_houses(marks, members, 2, &MANY));
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); board.units().len()];
    for &[a, b] in board.linked() {
        beside[a].push(b);
        beside[b].push(a);
    }
    let beside = &beside;
    let three = board.linked().iter().flat_map(|&[a, b]| {
        let third = beside[a].iter().chain(&beside[b]);
        let third = third.filter(move |&&c| c != a && c != b);
        third.map(move |&c| Members {
            units: [a, b, c].into_iter().sorted_unstable().collect(),
            ..Members::default()
        })
    });
    // Each is found from two or three of its pairs.
    let three = three.unique();
    let houses = houses(board).array_combinations().filter(|[a, b]| {
        let cells = board.cells(*a).iter();
        cells.clone().any(|&cell| board.is_in(cell, *b))
    });
    let houses = houses.map(|pair| Members {
        houses: pair.to_vec(),
        ..Members::default()
    });
    let rules = with_house.chain(with_two).chain(three);
    find(marks, houses.chain(rules), &MANY)
}

/// Returns the houses of N cells; none if the puzzle has no rules for two cells.
fn houses(board: &Board) -> impl Iterator<Item = usize> + Clone {
    let has_pairs = !board.rules().pairs().is_empty();
    (0..board.num_houses()).filter(move |&house| has_pairs && board.is_full(house))
}

/// Returns the members with each set of `count` houses that have all digits and cells of these rules.
fn with_houses(
    marks: &Marks,
    members: Members,
    count: usize,
    limits: &Limits,
) -> impl Iterator<Item = Members> {
    let board = marks.board();
    let group = Group::new(marks, members);
    let is_small =
        |&house: &usize| board.is_full(house) && (1..=limits.open).contains(&marks.num_open(house));
    let houses = group.cells.iter().flat_map(|&cell| board.houses_of(cell));
    let houses = houses.map(|&(house, _)| house).filter(is_small);
    let mut houses: Vec<usize> = houses.sorted_unstable().dedup().collect();
    if group.num_open > limits.open {
        houses.clear();
    }
    let members = group.members;
    let sets = houses.into_iter().combinations(count);
    sets.map(move |houses| Members {
        houses,
        ..members.clone()
    })
}

/// Returns the members with each open cell outside of them that sees two of their open cells at
/// least, or has a rule with one of them.
fn with_cell(marks: &Marks, members: Members) -> impl Iterator<Item = Members> {
    let board = marks.board();
    let group = Group::new(marks, members);
    let is_small = group.num_open < FEW.open;
    let open = group
        .cells
        .iter()
        .filter(|&&cell| is_small && !marks.is_placed(cell));
    let seen = open.flat_map(|&cell| {
        let related = board.relations(cell).iter().map(|relation| relation.other);
        // A rule counts as much as two cells that are seen.
        let related = related.flat_map(|other| [other, other]);
        board.peers(cell).iter().copied().chain(related)
    });
    let seen = seen.counts().into_iter().filter(|&(cell, count)| {
        count > 1 && !marks.is_placed(cell) && !group.cells.contains(&cell)
    });
    let seen: Vec<usize> = seen.map(|(cell, _)| cell).sorted_unstable().collect();
    let members = group.members;
    seen.into_iter().map(move |cell| Members {
        cell: Some(cell),
        ..members.clone()
    })
}

/// Finds a digit that no arrangement of some cells has, among the first [`MOST_GROUPS`] groups, those
/// with the fewest open cells first.
fn find(
    marks: &Marks,
    members: impl Iterator<Item = Members>,
    limits: &Limits,
) -> Option<Deduction> {
    let members = members.take(MOST_COUNTED);
    let groups = members.map(|members| Group::new(marks, members));
    let groups = groups.filter(|group| (1..=limits.open).contains(&group.num_open));
    let groups = groups.take(MOST_GROUPS);
    let mut steps = limits.all;
    for group in groups.sorted_by_key(|group| group.num_open) {
        let query = group.query(marks, limits);
        let (possible, taken) = group.answer(marks.board(), &query, limits);
        let removed = removed(&group.cells, &query.left, &possible);
        if !removed.is_empty() {
            let mut left = limits.all;
            if let Some(found) = group.deduce(marks, &query, removed, &mut left) {
                return Some(found);
            }
            steps = steps.checked_sub(limits.all - left)?;
        }
        steps = steps.checked_sub(taken)?;
    }
    None
}

impl Group {
    fn new(marks: &Marks, members: Members) -> Group {
        let board = marks.board();
        let own = members
            .units
            .iter()
            .flat_map(|&unit| &board.units()[unit].cells);
        let of_houses = members.houses.iter().flat_map(|&house| board.cells(house));
        let of_houses = of_houses.filter(|&&cell| !marks.is_placed(cell));
        let cells = own.chain(of_houses).chain(&members.cell);
        let cells: Vec<usize> = cells.copied().unique().collect();
        let num_open = cells.iter().filter(|&&cell| !marks.is_placed(cell)).count();
        Group {
            members,
            cells,
            num_open,
        }
    }

    fn by(&self, board: &Board) -> Vec<By> {
        self.members
            .units
            .iter()
            .map(|&unit| board.units()[unit].by)
            .collect()
    }

    fn joint(&self, board: &Board, premises: &[Premise]) -> Joint {
        joint(board.rules(), &board.named(&self.cells), premises)
    }

    fn query(&self, marks: &Marks, limits: &Limits) -> Query {
        let board = marks.board();
        let open = self.cells.iter().filter(|&&cell| !marks.is_placed(cell));
        let houses = open.flat_map(|&cell| board.houses_of(cell).iter().map(|&(house, _)| house));
        let houses = houses.filter(|&house| board.is_full(house)).unique();
        let needs = houses.flat_map(|house| {
            let place = |cell| self.cells.iter().position(|&own| own == cell);
            let places: Vec<Option<usize>> =
                board.cells(house).iter().map(|&cell| place(cell)).collect();
            (0..board.side()).filter_map(move |digit| {
                let mut left = bits(marks.places(house, digit));
                let places = left.try_fold(0, |set, at| Some(set | 1 << places[at]?))?;
                Some((house, Need { digit, places }))
            })
        });
        Query {
            members: self.members.clone(),
            steps: limits.steps,
            left: self.cells.iter().map(|&cell| marks.digits(cell)).collect(),
            needs: needs.collect(),
        }
    }

    /// Returns the digits that are possible, and the number of steps of the search for them.
    fn answer(&self, board: &Board, query: &Query, limits: &Limits) -> (Vec<u64>, u64) {
        let searched = || {
            board
                .searched()
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(known) = searched().get(query) {
            return known.clone();
        }
        let named = board.named(&self.cells);
        let joint = self.joint(board, &premises(board.rules(), &self.by(board), &named));
        let needs: Vec<Need> = query.needs.iter().map(|(_, need)| need.clone()).collect();
        let mut steps = limits.steps;
        let possible = joint.supported(&query.left, &needs, &mut steps);
        let answer = (possible, limits.steps - steps);
        let mut searched = searched();
        if searched.len() >= MOST_KNOWN {
            searched.clear();
        }
        searched.insert(query.clone(), answer.clone());
        answer
    }

    /// Returns the deduction that these digits are not possible, with those of the constraints that
    /// it needs, as far as `steps` show it.
    fn deduce(
        &self,
        marks: &Marks,
        query: &Query,
        removed: Vec<(usize, usize)>,
        steps: &mut u64,
    ) -> Option<Deduction> {
        let board = marks.board();
        let by = self.by(board);
        let mut kept = premises(board.rules(), &by, &board.named(&self.cells));
        let of_needs = query
            .needs
            .iter()
            .map(|&(house, _)| Premise::House(board.house(house)));
        kept.extend(of_needs);
        kept = kept.into_iter().unique().collect();
        let mut full: Vec<House> = kept.iter().filter_map(house_of).collect();
        let mut is_enough = |premises: &[Premise], full: &[House]| {
            let joint = self.joint(board, premises);
            let needs = query.needs.iter();
            let needs = needs.filter(|&&(house, _)| full.contains(&board.house(house)));
            let needs: Vec<Need> = needs.map(|(_, need)| need.clone()).collect();
            let mut is_out = |&(cell, digit): &(usize, usize)| {
                let own = self.cells.iter().zip(&query.left);
                let left = own.map(|(&own, &left)| if own == cell { 1 << digit } else { left });
                let left: Vec<u64> = left.collect();
                let mut own = query.steps.min(*steps);
                *steps -= own;
                let has_none = joint.has_none(&left, &needs, &mut own);
                *steps += own;
                has_none == Some(true)
            };
            removed.iter().all(&mut is_out)
        };
        for house in full.clone() {
            let others: Vec<House> = full.iter().copied().filter(|&own| own != house).collect();
            if is_enough(&kept, &others) {
                full = others;
            }
        }
        for premise in kept.clone().into_iter().rev() {
            let others: Vec<Premise> = kept.iter().copied().filter(|&own| own != premise).collect();
            let is_full = house_of(&premise).is_some_and(|house| full.contains(&house));
            if !is_full && is_enough(&others, &full) {
                kept = others;
            }
        }
        let houses = kept.iter().filter_map(house_of);
        let why = Why::Joint {
            by: stating(board, &kept),
            houses: houses.filter(|house| !full.contains(house)).collect(),
            full,
        };
        checked(marks, &self.cells, kept, removed, why)
    }
}

fn house_of(premise: &Premise) -> Option<House> {
    match *premise {
        Premise::House(house) => Some(house),
        _ => None,
    }
}
