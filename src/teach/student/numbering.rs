//! Recognition of a student's numbering of variables.

use crate::encode::{self, Numbering};
use crate::formula::{Lit, Var};
use crate::sudoku::Size;
use rustc_hash::FxHashMap;

/// Returns the numbering of these variables: by row, column and value as decimal
/// digits, or consecutive.
///
/// It is the former if each variable has such a number or a larger number than all of
/// these. Variable 1 occurs in every formula with consecutive numbers, and in no other.
pub fn guess(lits: impl IntoIterator<Item = Lit>, size: Size) -> Numbering {
    let mut is_any = false;
    for lit in lits {
        let is_candidate = Numbering::Rcv.candidate(lit.var(), size).is_some();
        is_any |= is_candidate;
        if !is_candidate && lit.var().index() < Numbering::Rcv.num_vars(size) {
            return Numbering::Consecutive;
        }
    }
    match is_any {
        true => Numbering::Rcv,
        false => Numbering::Consecutive,
    }
}

/// Renumbers variables: the candidates' as by [`encode::var`], all others after
/// them.
#[derive(Clone, Debug)]
pub struct Renumber {
    size: Size,
    numbering: Numbering,
    others: FxHashMap<Var, Var>,
}

impl Renumber {
    /// Creates a renumbering from this numbering.
    pub fn new(size: Size, numbering: Numbering) -> Renumber {
        Renumber {
            size,
            numbering,
            others: FxHashMap::default(),
        }
    }

    /// Returns the same literal in our numbering.
    pub fn lit(&mut self, lit: Lit) -> Lit {
        let var = match self.numbering.candidate(lit.var(), self.size) {
            Some(candidate) => encode::var(candidate, self.size),
            None => {
                let next = self.size.num_candidates() + self.others.len();
                *self.others.entry(lit.var()).or_insert(Var::new(next))
            }
        };
        var.lit(lit.is_positive())
    }

    /// Returns the number of variables that stand for no candidate.
    pub fn num_others(&self) -> usize {
        self.others.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::lits;

    #[test]
    fn rows_columns_and_values_side_by_side_are_seen() {
        let size = Size::of_order(2).unwrap();
        let is_rcv = |numbers: &[i32]| guess(lits(numbers), size) == Numbering::Rcv;
        assert!(is_rcv(&[111, -444, 123]));
        assert!(is_rcv(&[111, 445]), "an auxiliary variable behind them");
        for other in [&[1, 111][..], &[111, 440], &[110], &[445], &[]] {
            assert!(!is_rcv(other), "{other:?}");
        }
    }

    #[test]
    fn auxiliary_variables_come_after_the_candidates() {
        let size = Size::of_order(2).unwrap();
        let mut renumber = Renumber::new(size, Numbering::Rcv);
        let numbers = lits(&[123, -500, 444, 500, 7]);
        let ours: Vec<i32> = numbers
            .iter()
            .map(|&lit| renumber.lit(lit).to_dimacs())
            .collect();
        assert_eq!(ours, [7, -65, 64, 65, 66]);
        assert_eq!(renumber.num_others(), 2);
    }
}
