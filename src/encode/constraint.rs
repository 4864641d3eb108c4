//! The constraints "one of these candidates" of the rules.

use crate::sudoku::{Candidate, Cell, Digit, House, Rules};
use std::fmt;

/// One of some candidates holds: a digit in a cell, or a digit in a house.
/// Exactly one, or at most one if the house has fewer cells than there are
/// digits.
///
/// Shown as the exact-cover item is named: `R1C2` (a number in this cell),
/// `R1#4` (a 4 in row 1), `C2#4`, `B1#4` and so on
/// ([`HouseKind::letter`](crate::sudoku::HouseKind::letter)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The cell holds one digit.
    Cell(Cell),
    /// The digit stands in one cell of the house.
    House(House, Digit),
}

impl Constraint {
    /// Returns the number of constraints of some rules.
    pub fn count(rules: &Rules) -> usize {
        rules.size().num_cells() + rules.houses().len() * rules.size().side()
    }

    /// Returns all constraints: the cells in reading order, then for each house each
    /// digit.
    pub fn all(rules: &Rules) -> impl Iterator<Item = Constraint> + Clone + '_ {
        let size = rules.size();
        let of_house =
            move |&house: &House| size.digits().map(move |d| Constraint::House(house, d));
        let of_houses = rules.houses().iter().flat_map(of_house);
        size.cells().map(Constraint::Cell).chain(of_houses)
    }

    /// Returns the constraints that a candidate has a part in, by index: its cell's and
    /// those of the houses of its cell, row and column first.
    pub fn of(candidate: Candidate, rules: &Rules) -> impl Iterator<Item = usize> + Clone + '_ {
        let (size, Candidate { cell, digit }) = (rules.size(), candidate);
        let houses = rules.houses_of(cell).iter();
        let of_houses =
            houses.map(move |&house| Constraint::index_in(rules, house as usize, digit));
        std::iter::once(cell.index(size)).chain(of_houses)
    }

    /// Returns the constraint's place in [`Constraint::all`].
    #[inline]
    pub fn index(self, rules: &Rules) -> usize {
        match self {
            Constraint::Cell(cell) => cell.index(rules.size()),
            Constraint::House(house, digit) => {
                Constraint::index_in(rules, rules.index(house), digit)
            }
        }
    }

    /// Returns the place of the constraint for a digit in the house with this index.
    #[inline]
    fn index_in(rules: &Rules, house: usize, digit: Digit) -> usize {
        let size = rules.size();
        size.num_cells() + house * size.side() + digit.index()
    }

    /// Returns the constraint's candidates, in ascending order.
    pub fn candidates(self, rules: &Rules) -> Vec<Candidate> {
        match self {
            Constraint::Cell(cell) => {
                let digits = rules.size().digits();
                digits.map(|digit| Candidate::new(cell, digit)).collect()
            }
            Constraint::House(house, digit) => {
                let cells = rules.cells_of(house).iter();
                cells.map(|&cell| Candidate::new(cell, digit)).collect()
            }
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Constraint::Cell(cell) => write!(f, "R{}C{}", cell.row() + 1, cell.col() + 1),
            Constraint::House(house, digit) => {
                write!(f, "{}{}", house.kind().letter(), house.number() + 1)?;
                match house.grid() {
                    None => write!(f, "#{digit}"),
                    Some(grid) => write!(f, "g{}#{digit}", grid + 1),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_is_in_its_constraints_and_in_no_other() {
        for n in 1..=3 {
            let rules = Rules::plain(n).unwrap();
            let mut count = 0;
            for (place, constraint) in Constraint::all(&rules).enumerate() {
                assert_eq!(constraint.index(&rules), place);
                assert!(constraint.candidates(&rules).is_sorted());
                for candidate in constraint.candidates(&rules) {
                    assert!(Constraint::of(candidate, &rules).any(|index| index == place));
                    count += 1;
                }
            }
            assert_eq!(count, 4 * rules.size().num_candidates());
            assert_eq!(Constraint::count(&rules), 4 * rules.size().num_cells());
        }
    }

    #[test]
    fn items_are_named_as_taught() {
        let rules = Rules::plain(2).unwrap();
        let all: Vec<String> = Constraint::all(&rules).map(|c| c.to_string()).collect();
        let of = Constraint::of(rules.size().candidate(7), &rules);
        let named: Vec<&str> = of.map(|index| all[index].as_str()).collect();
        assert_eq!(named, ["R1C2", "R1#4", "C2#4", "B1#4"]);
    }
}
