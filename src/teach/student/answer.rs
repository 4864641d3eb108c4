//! Faults of a model: the rules that it violates.

use crate::encode::{Constraint, Numbering};
use crate::formula::Lit;
use crate::sudoku::rules::{Pair, Table};
use crate::sudoku::{Candidate, Cell, Puzzle, Size};
use itertools::Itertools as _;
use rustc_hash::FxHashSet;

/// A rule that a model violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A clue is not true.
    Clue(Candidate),
    /// An excluded candidate is true.
    Excluded(Candidate),
    /// None of the constraint's candidates is true, but one should be.
    None(Constraint),
    /// Several of the constraint's candidates are true, but at most one should
    /// be.
    Several(Constraint, Vec<Candidate>),
    /// Two candidates are true that a pair rule forbids together.
    Pair(Pair, [Candidate; 2]),
    /// A cage or an arrow, each cell of which has one digit, has the wrong sum.
    Table(Table),
}

/// The review of a model.
#[derive(Debug)]
pub struct Review {
    /// The numbering of its variables.
    pub numbering: Numbering,
    /// The candidates that are true, in ascending order.
    pub held: Vec<Candidate>,
    /// The violated rules: clues first, then cells, rows, columns, boxes and
    /// other houses, pairs and sums.
    pub faults: Vec<Fault>,
}

/// Checks every rule. Variables that the model leaves out count as false.
pub fn review(lits: &[Lit], puzzle: &Puzzle) -> Review {
    let size = puzzle.size();
    let numbering = numbering_of(lits, size);
    let positive = lits.iter().filter(|lit| lit.is_positive());
    let mut held: Vec<Candidate> = positive
        .filter_map(|lit| numbering.candidate(lit.var(), size))
        .collect();
    held.sort_unstable();
    let set: FxHashSet<Candidate> = held.iter().copied().collect();
    let clues = puzzle.clues().filter(|clue| !set.contains(clue));
    let excluded = puzzle.excluded().iter().copied();
    let excluded = excluded.filter(|candidate| set.contains(candidate));
    let rules = puzzle.rules();
    let houses = Constraint::all(rules).filter_map(|constraint| {
        let mut holding = constraint.candidates(rules);
        holding.retain(|candidate| set.contains(candidate));
        let must_hold = match constraint {
            Constraint::Cell(_) => true,
            Constraint::House(house, _) => rules.is_full(rules.index(house)),
        };
        match holding.len() {
            0 => must_hold.then_some(Fault::None(constraint)),
            1 => None,
            _ => Some(Fault::Several(constraint, holding)),
        }
    });
    let in_cell = |cell: Cell| {
        let digits = size.digits().map(move |digit| Candidate::new(cell, digit));
        digits.filter(|candidate| set.contains(candidate))
    };
    let pairs = rules.pairs().iter().flat_map(|pair| {
        let [first, second] = pair.cells;
        let held = in_cell(first).cartesian_product(in_cell(second));
        let wrong = held.filter(move |(a, b)| !pair.allows(a.digit.value(), b.digit.value()));
        wrong.map(|(a, b)| Fault::Pair(*pair, [a, b]))
    });
    // A cell with no digit or several digits is a fault of its own.
    let tables = rules.tables().iter().filter(|table| {
        let values = table.cells.iter().map(|&cell| {
            let held = in_cell(cell).exactly_one().ok()?;
            Some(held.digit.value())
        });
        let values: Option<Vec<usize>> = values.collect();
        values.is_some_and(|values| !table.allows(&values))
    });
    let rules = houses.chain(pairs).chain(tables.cloned().map(Fault::Table));
    let faults = clues.map(Fault::Clue).chain(excluded.map(Fault::Excluded));
    Review {
        numbering,
        faults: faults.chain(rules).collect(),
        held,
    }
}

/// Returns the numbering of the variables of a model: by row, column and value as decimal digits,
/// or consecutive.
///
/// It is the former if each variable has such a number or a larger number than all of
/// these. Variable 1 occurs in every model with consecutive numbers, and in no other.
fn numbering_of(lits: &[Lit], size: Size) -> Numbering {
    let rcv = Numbering::Rcv;
    let is_candidate = |lit: &Lit| rcv.candidate(lit.var(), size).is_some();
    let is_above = |lit: &Lit| lit.var().index() >= rcv.num_vars(size);
    let is_rcv =
        lits.iter().any(is_candidate) && lits.iter().all(|lit| is_candidate(lit) || is_above(lit));
    match is_rcv {
        true => Numbering::Rcv,
        false => Numbering::Consecutive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode;
    use crate::formula::lits;
    use crate::sudoku::rules::{Cage, Spec};
    use crate::sudoku::{Digit, Rules};
    use std::sync::Arc;

    /// Returns the faults of a 4×4 grid.
    fn faults(spec: Spec, values: [usize; 16]) -> Vec<Fault> {
        let puzzle = Puzzle::new(Arc::new(Rules::new(spec).unwrap()));
        let size = puzzle.size();
        let held = size.cells().zip(values).map(|(cell, value)| {
            let digit = Digit::from_value(value, size).unwrap();
            encode::var(Candidate::new(cell, digit), size).positive()
        });
        review(&held.collect::<Vec<_>>(), &puzzle).faults
    }

    #[test]
    fn further_rules_are_looked_at() {
        let grid = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let cells = |indices: &[usize]| indices.iter().map(|i| Cell::new(i / 4, i % 4)).collect();
        let mut spec = Spec::boxes(2, 2).unwrap();
        // Fewer cells than digits: a 4 need not be there.
        spec.extra.push(cells(&[0, 5, 11]));
        spec.mark("less", &[], &[Cell::new(0, 0), Cell::new(0, 1)]);
        spec.cages.push(Cage {
            cells: cells(&[0, 1]),
            sum: Some(3),
            repeats: false,
        });
        assert_eq!(faults(spec.clone(), grid), []);
        spec.extra.push(cells(&[0, 15]));
        spec.mark("less", &[], &[Cell::new(3, 3), Cell::new(0, 0)]);
        spec.cages[0].sum = Some(4);
        let told = faults(spec, grid);
        assert!(matches!(told[0], Fault::Several(Constraint::House(..), _)));
        assert!(matches!(told[1], Fault::Pair(..)));
        assert!(matches!(told[2], Fault::Table(_)));
        assert_eq!(told.len(), 3, "{told:?}");
    }

    #[test]
    fn rows_columns_and_values_side_by_side_are_seen() {
        let size = Size::of_order(2).unwrap();
        let is_rcv = |numbers: &[i32]| numbering_of(&lits(numbers), size) == Numbering::Rcv;
        assert!(is_rcv(&[111, -444, 123]));
        assert!(is_rcv(&[111, 445]), "an auxiliary variable behind them");
        for other in [&[1, 111][..], &[111, 440], &[110], &[445], &[]] {
            assert!(!is_rcv(other), "{other:?}");
        }
    }
}
