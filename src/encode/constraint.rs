//! The 4n⁴ statements that make a filled grid a solution.

use crate::sudoku::{Candidate, Cell, Digit, House, Order};
use std::fmt;

/// Exactly one of n² candidates holds: one constraint of the rules.
///
/// Shown as the exact-cover item is named: `R1C2` (a number in this cell),
/// `R1#4` (a 4 in row 1), `C2#4`, `B1#4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// One number in the cell.
    Cell(Cell),
    /// The number at one place in the house.
    House(House, Digit),
}

impl Constraint {
    /// All of them: the cells in reading order, then for each row each number,
    /// then for the columns, then for the boxes.
    pub fn all(order: Order) -> impl Iterator<Item = Constraint> + Clone {
        let houses = order
            .houses()
            .flat_map(move |house| order.digits().map(move |d| Constraint::House(house, d)));
        order.cells().map(Constraint::Cell).chain(houses)
    }

    /// The four constraints that a candidate has a part in: its cell's, and its
    /// row's, column's and box's.
    pub fn of(candidate: Candidate, order: Order) -> [Constraint; 4] {
        let [row, col, r#box] = candidate
            .cell
            .houses(order)
            .map(|house| Constraint::House(house, candidate.digit));
        [Constraint::Cell(candidate.cell), row, col, r#box]
    }

    /// The constraint's place in [`Constraint::all`].
    #[inline]
    pub fn index(self, order: Order) -> usize {
        let (kind, house, digit) = match self {
            Constraint::Cell(cell) => return cell.index(order),
            Constraint::House(House::Row(row), digit) => (1, row, digit),
            Constraint::House(House::Col(col), digit) => (2, col, digit),
            Constraint::House(House::Box(index), digit) => (3, index, digit),
        };
        kind * order.num_cells() + house * order.side() + digit.index()
    }

    /// Its n² candidates, in ascending order.
    pub fn candidates(self, order: Order) -> impl ExactSizeIterator<Item = Candidate> + Clone {
        (0..order.side()).map(move |place| match self {
            Constraint::Cell(cell) => Candidate::new(cell, Digit::from_index(place)),
            Constraint::House(house, digit) => Candidate::new(house.cell(place, order), digit),
        })
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Constraint::Cell(cell) => write!(f, "R{}C{}", cell.row() + 1, cell.col() + 1),
            Constraint::House(House::Row(row), digit) => write!(f, "R{}#{digit}", row + 1),
            Constraint::House(House::Col(col), digit) => write!(f, "C{}#{digit}", col + 1),
            Constraint::House(House::Box(index), digit) => write!(f, "B{}#{digit}", index + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_is_in_its_four_constraints_and_in_no_other() {
        for n in 1..=3 {
            let order = Order::new(n).unwrap();
            let mut count = 0;
            for (place, constraint) in Constraint::all(order).enumerate() {
                assert_eq!(constraint.index(order), place);
                assert!(constraint.candidates(order).is_sorted());
                for candidate in constraint.candidates(order) {
                    assert!(Constraint::of(candidate, order).contains(&constraint));
                    count += 1;
                }
            }
            assert_eq!(count, 4 * order.num_candidates());
        }
    }

    #[test]
    fn items_are_named_as_taught() {
        let order = Order::new(2).unwrap();
        let named = Constraint::of(order.candidate(7), order).map(|c| c.to_string());
        assert_eq!(named, ["R1C2", "R1#4", "C2#4", "B1#4"]);
    }
}
