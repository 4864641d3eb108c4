//! The bijection between candidates and variables.

use crate::formula::Var;
use crate::sudoku::{Candidate, Cell, Digit, Size};

/// The number of a candidate's variable in DIMACS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// x_{ijk} = (i−1)·N² + (j−1)·N + k, without gaps from 1 to N³.
    #[default]
    Consecutive,
    /// Row, column and value written side by side in decimal, each with as many
    /// places as N has: `111` … `999` for 9×9, `10101` … `161616` for 16×16.
    /// The numbers in between are variables that never occur.
    Rcv,
}

impl Numbering {
    /// All numberings.
    pub const ALL: [Numbering; 2] = [Numbering::Consecutive, Numbering::Rcv];

    /// Returns the name, as `--numbering` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Numbering::Consecutive => "consecutive",
            Numbering::Rcv => "rcv",
        }
    }

    /// Returns the numbering of this name, if there is one.
    pub fn by_name(name: &str) -> Option<Numbering> {
        Numbering::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Returns the candidate's variable.
    ///
    /// ```
    /// use sudosat::encode;
    /// use sudosat::sudoku::{Candidate, Cell, Digit, Size};
    ///
    /// // r1c2=3 of a 9×9: x₁₂₃ = 0·81 + 1·9 + 3.
    /// let size = Size::of_order(3).unwrap();
    /// let candidate = Candidate::new(Cell::new(0, 1), Digit::from_index(2));
    /// let var = encode::var(candidate, size);
    /// assert_eq!(var.to_dimacs(), 12);
    /// assert_eq!(encode::candidate(var, size), Some(candidate));
    /// ```
    #[inline]
    pub fn var(self, candidate: Candidate, size: Size) -> Var {
        match self {
            Numbering::Consecutive => Var::new(candidate.index(size)),
            Numbering::Rcv => {
                let places = places(size);
                let (row, col) = (candidate.cell.row() + 1, candidate.cell.col() + 1);
                Var::new((row * places + col) * places + candidate.digit.value() - 1)
            }
        }
    }

    /// Returns the variable's candidate, if it has one.
    #[inline]
    pub fn candidate(self, var: Var, size: Size) -> Option<Candidate> {
        match self {
            Numbering::Consecutive => {
                (var.index() < size.num_candidates()).then(|| size.candidate(var.index()))
            }
            Numbering::Rcv => {
                let places = places(size);
                let number = var.index() + 1;
                let digit = Digit::from_value(number % places, size)?;
                let (row, col) = (number / places / places, number / places % places);
                let cell = Cell::new(row.checked_sub(1)?, col.checked_sub(1)?);
                size.has(cell).then(|| Candidate::new(cell, digit))
            }
        }
    }

    /// Returns the number of decimal digits that the variables of all candidates
    /// have together.
    pub(super) fn num_digits(self, size: Size) -> u64 {
        match self {
            Numbering::Consecutive => digits_up_to(size.num_candidates() as u64),
            Numbering::Rcv => {
                let width = u64::from(places(size).ilog10());
                // Row, column and value; only the row has no leading zeros.
                let of_row = |cell: Cell| {
                    digits_up_to(cell.row() as u64 + 1) - digits_up_to(cell.row() as u64)
                };
                let of_rows: u64 = size.cells().map(of_row).sum();
                of_rows * size.side() as u64 + 2 * width * size.num_candidates() as u64
            }
        }
    }

    /// Returns the highest number of a candidate's variable. Auxiliary variables follow
    /// it.
    pub fn num_vars(self, size: Size) -> usize {
        self.var(size.candidate(size.num_candidates() - 1), size)
            .index()
            + 1
    }
}

/// Returns the smallest power of ten above the number of digits, of rows and of columns.
fn places(size: Size) -> usize {
    let mut places = 10;
    while places <= size.side().max(size.rows()).max(size.cols()) {
        places *= 10;
    }
    places
}

/// Returns the number of decimal digits of all numbers from 1 to `last` together.
fn digits_up_to(last: u64) -> u64 {
    // Each number has a digit for every power of ten that is not above it.
    let powers = (0..).map_while(|exponent| 10_u64.checked_pow(exponent));
    powers
        .take_while(|&power| power <= last)
        .map(|power| last - power + 1)
        .sum()
}

/// Returns the variable x_{ijk} = (i−1)·N² + (j−1)·N + k that says "cell (i, j) holds
/// k".
#[inline]
pub fn var(candidate: Candidate, size: Size) -> Var {
    Numbering::Consecutive.var(candidate, size)
}

/// Returns the candidate that a variable stands for. None for auxiliary variables.
#[inline]
pub fn candidate(var: Var, size: Size) -> Option<Candidate> {
    Numbering::Consecutive.candidate(var, size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_and_candidates_are_a_bijection() {
        for n in 1..=5 {
            let size = Size::of_order(n).unwrap();
            for numbering in [Numbering::Consecutive, Numbering::Rcv] {
                let mut found = 0;
                for index in 0..numbering.num_vars(size) + 2000 {
                    if let Some(candidate) = numbering.candidate(Var::new(index), size) {
                        assert_eq!(numbering.var(candidate, size).index(), index);
                        assert_eq!(candidate, size.candidate(found), "in ascending order");
                        found += 1;
                    }
                }
                assert_eq!(found, size.num_candidates());
            }
        }
    }

    #[test]
    fn numbers_are_the_ones_on_the_blackboard() {
        let number = |n: usize, [i, j, k]: [usize; 3], numbering: Numbering| {
            let size = Size::of_order(n).unwrap();
            let cell = Cell::new(i - 1, j - 1);
            let candidate = Candidate::new(cell, Digit::from_value(k, size).unwrap());
            numbering.var(candidate, size).to_dimacs()
        };
        assert_eq!(number(3, [1, 1, 1], Numbering::Consecutive), 1);
        assert_eq!(number(3, [2, 3, 4], Numbering::Consecutive), 81 + 18 + 4);
        assert_eq!(number(4, [16, 16, 16], Numbering::Consecutive), 4096);
        assert_eq!(number(2, [4, 3, 2], Numbering::Rcv), 432);
        assert_eq!(number(3, [1, 2, 3], Numbering::Rcv), 123);
        assert_eq!(number(4, [1, 12, 3], Numbering::Rcv), 11203);
        assert_eq!(number(10, [100, 9, 100], Numbering::Rcv), 100009100);
    }

    #[test]
    fn the_largest_order_fits_either_way() {
        let size = Size::MAX;
        assert_eq!(Numbering::Consecutive.num_vars(size), 31usize.pow(6));
        assert_eq!(Numbering::Rcv.num_vars(size), 961_961_961);
    }
}
