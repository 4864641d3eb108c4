//! The bijection between candidates and variables.

use crate::formula::Var;
use crate::sudoku::{Candidate, Cell, Digit, Order};

/// Which number a candidate's variable has in DIMACS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// x_{ijk} = (i−1)·n⁴ + (j−1)·n² + k, without gaps from 1 to n⁶.
    #[default]
    Consecutive,
    /// Row, column and value written side by side in decimal, each with as many
    /// places as n² has: `111` … `999` for 9×9, `10101` … `161616` for 16×16.
    /// The numbers in between are variables that never occur.
    Rcv,
}

impl Numbering {
    /// All of them.
    pub const ALL: [Numbering; 2] = [Numbering::Consecutive, Numbering::Rcv];

    /// The name, as `--numbering` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Numbering::Consecutive => "consecutive",
            Numbering::Rcv => "rcv",
        }
    }

    /// The numbering of this name, if there is one.
    pub fn by_name(name: &str) -> Option<Numbering> {
        Numbering::ALL.into_iter().find(|one| one.name() == name)
    }

    /// The candidate's variable.
    #[inline]
    pub fn var(self, candidate: Candidate, order: Order) -> Var {
        match self {
            Numbering::Consecutive => Var::new(candidate.index(order)),
            Numbering::Rcv => {
                let places = places(order);
                let (row, col) = (candidate.cell.row() + 1, candidate.cell.col() + 1);
                Var::new((row * places + col) * places + candidate.digit.value() - 1)
            }
        }
    }

    /// The variable's candidate, if it has one.
    #[inline]
    pub fn candidate(self, var: Var, order: Order) -> Option<Candidate> {
        match self {
            Numbering::Consecutive => {
                (var.index() < order.num_candidates()).then(|| order.candidate(var.index()))
            }
            Numbering::Rcv => {
                let places = places(order);
                let number = var.index() + 1;
                let digit = Digit::from_value(number % places, order)?;
                let sides = 1..=order.side();
                let (row, col) = (number / places / places, number / places % places);
                (sides.contains(&row) && sides.contains(&col))
                    .then(|| Candidate::new(Cell::new(row - 1, col - 1), digit))
            }
        }
    }

    /// The highest number of a candidate's variable. Auxiliary variables follow it.
    pub fn num_vars(self, order: Order) -> usize {
        self.var(order.candidate(order.num_candidates() - 1), order)
            .index()
            + 1
    }
}

/// The power of ten above n².
fn places(order: Order) -> usize {
    let mut places = 10;
    while places <= order.side() {
        places *= 10;
    }
    places
}

/// The variable x_{ijk} = (i−1)·n⁴ + (j−1)·n² + k that says "cell (i, j) holds k".
#[inline]
pub fn var(candidate: Candidate, order: Order) -> Var {
    Numbering::Consecutive.var(candidate, order)
}

/// The candidate that a variable stands for. None for auxiliary variables.
#[inline]
pub fn candidate(var: Var, order: Order) -> Option<Candidate> {
    Numbering::Consecutive.candidate(var, order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_and_candidates_are_a_bijection() {
        for n in 1..=5 {
            let order = Order::new(n).unwrap();
            for numbering in [Numbering::Consecutive, Numbering::Rcv] {
                let mut found = 0;
                for index in 0..numbering.num_vars(order) + 2000 {
                    if let Some(candidate) = numbering.candidate(Var::new(index), order) {
                        assert_eq!(numbering.var(candidate, order).index(), index);
                        assert_eq!(candidate, order.candidate(found), "in ascending order");
                        found += 1;
                    }
                }
                assert_eq!(found, order.num_candidates());
            }
        }
    }

    #[test]
    fn numbers_are_the_ones_on_the_blackboard() {
        let number = |n: usize, [i, j, k]: [usize; 3], numbering: Numbering| {
            let order = Order::new(n).unwrap();
            let cell = Cell::new(i - 1, j - 1);
            let candidate = Candidate::new(cell, Digit::from_value(k, order).unwrap());
            numbering.var(candidate, order).to_dimacs()
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
        let order = Order::MAX;
        assert_eq!(Numbering::Consecutive.num_vars(order), 31usize.pow(6));
        assert_eq!(Numbering::Rcv.num_vars(order), 961_961_961);
    }
}
