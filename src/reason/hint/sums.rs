//! The rule of 45: a house with every digit has a known sum, 45 in a 9×9 grid, so houses without
//! the cages in them leave a sum for the other cells.
//!
//! The cells of the houses that no subtracted cage has are the *innies*; the cells of subtracted
//! cages that lie outside the houses are the *outies*. The sum of the innies without that of the
//! outies is known.

use super::units::{checked, joint, removed};
use super::{Board, Deduction, Marks, Why};
use crate::check::Premise;
use crate::reason::joint::houses_among;
use crate::sudoku::rules::TableKind;
use crate::sudoku::{House, HouseKind};
use itertools::Itertools as _;

/// Largest number of open innies and outies.
const MOST_OPEN: usize = 5;

/// Largest number of rows or columns taken together.
const MOST_LINES: usize = 4;

/// Largest number of boxes or regions taken together.
const MOST_BOXES: usize = 3;

/// Largest number of sets of boxes or regions.
const MOST_SETS: usize = 1_000;

/// The sum of some houses without some cages.
struct Equation {
    houses: Vec<usize>,
    /// The subtracted cages, by their index among the tables.
    cages: Vec<usize>,
    /// For each cell that is left, 1 for an innie and −1 for an outie.
    factors: Vec<(usize, i64)>,
    total: i64,
}

/// Finds digits that the sum of innies and outies excludes, of the fewest of them first.
pub(super) fn rule_of_45(marks: &Marks) -> Option<Deduction> {
    let board = marks.board();
    let equations = { sets_of_houses(board).into_iter() }
        .filter_map(|houses| equation(marks, houses))
        .map(|equation| {
            let open = equation.factors.iter();
            let open = open.filter(|(cell, _)| !marks.is_placed(*cell)).count();
            (open, equation)
        })
        .filter(|(open, _)| (1..=MOST_OPEN).contains(open))
        .sorted_by_key(|(open, equation)| (*open, equation.houses.len()));
    let mut equations = equations.map(|(_, equation)| equation);
    equations.find_map(|equation| deduce(marks, &equation))
}

/// Returns the sets of houses that are summed up: neighbouring rows, neighbouring columns, and a
/// few boxes or regions.
fn sets_of_houses(board: &Board) -> Vec<Vec<usize>> {
    let has_sum = |kind: &TableKind| matches!(kind, TableKind::Cage { .. });
    let mut tables = board.rules().tables().iter();
    if !tables.any(|table| has_sum(&table.kind)) {
        return Vec::new();
    }
    let of_kind = |kind| {
        board
            .rules()
            .houses_of_kind(kind)
            .filter(|&h| board.is_full(h))
    };
    let mut sets = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Col] {
        let lines: Vec<usize> = of_kind(kind).collect();
        for count in 1..=MOST_LINES.min(lines.len()) {
            sets.extend(lines.windows(count).map(<[usize]>::to_vec));
        }
    }
    for kind in [HouseKind::Box, HouseKind::Region] {
        for count in 1..=MOST_BOXES {
            sets.extend(of_kind(kind).combinations(count).take(MOST_SETS));
        }
    }
    sets
}

/// Returns the equation of these houses: cages that lie in them are subtracted, and those that
/// have fewer open cells outside than inside.
fn equation(marks: &Marks, houses: Vec<usize>) -> Option<Equation> {
    let board = marks.board();
    let size = board.rules().size();
    let side = board.side() as i64;
    let mut factors = vec![0_i64; board.num_cells()];
    for &house in &houses {
        board
            .cells(house)
            .iter()
            .for_each(|&cell| factors[cell] += 1);
    }
    let mut total = houses.len() as i64 * side * (side + 1) / 2;
    let mut cages = Vec::new();
    for (index, table) in board.rules().tables().iter().enumerate() {
        let TableKind::Cage { sum, .. } = table.kind else {
            continue;
        };
        let cells: Vec<usize> = table.cells.iter().map(|cell| cell.index(size)).collect();
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            cells.iter().partition(|&&cell| factors[cell] == 1);
        let open = |cells: &[usize]| cells.iter().filter(|&&cell| !marks.is_placed(cell)).count();
        let is_new = outside.iter().all(|&cell| factors[cell] == 0);
        if is_new && open(&outside) < open(&inside) {
            cells.iter().for_each(|&cell| factors[cell] -= 1);
            total -= i64::from(sum);
            cages.push(index);
        }
    }
    let factors = factors.into_iter().enumerate();
    let factors = factors.filter(|&(_, factor)| factor != 0);
    (!cages.is_empty()).then(|| Equation {
        houses,
        cages,
        factors: factors.collect(),
        total,
    })
}

/// Returns what follows from an equation.
fn deduce(marks: &Marks, equation: &Equation) -> Option<Deduction> {
    let board = marks.board();
    let rules = board.rules();
    let (placed, open): (Vec<_>, Vec<_>) =
        { equation.factors.iter().copied() }.partition(|&(cell, _)| marks.is_placed(cell));
    let known = placed.iter().map(|&(cell, factor)| {
        let digit = marks.placed_at(cell).unwrap_or_default() as i64 + 1;
        factor * digit
    });
    let rest = equation.total - known.sum::<i64>();
    let (cells, factors): (Vec<usize>, Vec<i64>) = open.into_iter().unzip();
    let named = board.named(&cells);
    let among: Vec<House> = { houses_among(rules, &named).into_iter() }
        .map(|house| board.house(house))
        .collect();
    let left: Vec<u64> = cells.iter().map(|&cell| marks.digits(cell)).collect();
    let with = |houses: &[House]| {
        let houses: Vec<Premise> = houses.iter().copied().map(Premise::House).collect();
        let mut joint = joint(rules, &named, &houses);
        joint.add_sum(factors.clone(), rest);
        joint.possible(&left)
    };
    let possible = with(&among)?;
    let removed = removed(&cells, &left, &possible);
    if removed.is_empty() {
        return None;
    }
    let mut differ = among.clone();
    for house in among {
        let others: Vec<House> = differ.iter().copied().filter(|&own| own != house).collect();
        if with(&others).as_ref() == Some(&possible) {
            differ = others;
        }
    }
    let houses: Vec<House> = equation.houses.iter().map(|&h| board.house(h)).collect();
    let mut premises: Vec<Premise> = houses.iter().copied().map(Premise::Sum).collect();
    premises.extend(equation.cages.iter().copied().map(Premise::Less));
    premises.extend(differ.iter().copied().map(Premise::House));
    let signed = equation.factors.iter();
    let signed = signed.map(|&(cell, factor)| (board.cell(cell), factor));
    let why = Why::Sums {
        houses,
        cages: equation.cages.clone(),
        signed: signed.collect(),
        differ,
    };
    let cells: Vec<usize> = equation.factors.iter().map(|&(cell, _)| cell).collect();
    checked(marks, &cells, premises, removed, why)
}
