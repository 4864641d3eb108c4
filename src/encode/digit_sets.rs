//! Cages without repeats in clauses, by the sets of digits that have their sum.
//!
//! A cage of two cells with the sum 5 holds the set {1, 4} or {2, 3}. There are few such sets: a
//! cage in a 9×9 grid has at most 12, whatever its number of cells. Each has an auxiliary variable
//! s, and each digit that is in some of them but not in all has an auxiliary variable p: "the
//! digit is in the cage". The clauses say:
//!
//! - x is false, if x is a candidate of the cage whose digit is in no set;
//! - a digit of all sets is in one of the cells;
//! - x → p for each cell, and p → one of the x;
//! - s → p for each digit of the set, and s → ¬p for each other;
//! - one of the s is true; also if p is, or ¬p is, of those with the digit, or without it.
//!
//! A set has as many digits as the cage has cells, so each of its digits is in one cell
//! and no digit is in two. In contrast to an automaton, no clause depends on an order of the
//! cells, so digits that are ruled out in any of them rule out sets at once.

use super::automaton::Choice;
use super::running::Layer;
use crate::formula::{ClauseSink, Lit, Var};
use std::convert::Infallible;

/// Largest number of sets of a cage; cages with more are read by an automaton. Chosen by hand: most
/// cages of up to five cells in a 16×16 grid have fewer.
const MAX_SETS: usize = 256;

/// Limit on the steps of the search for sets, which cells with few candidates may lead astray.
const MAX_STEPS: usize = 1 << 14;

/// The sets of digits that a cage may hold. A set is a bit for each digit.
#[derive(Clone, Debug)]
pub(super) struct DigitSets {
    sets: Vec<u64>,
    /// Number of cells.
    cells: usize,
}

impl DigitSets {
    /// Returns the sets of digits with this sum for a cage of `cells` cells in a grid with `side`
    /// digits, such that each cell may hold one of the digits. `values` returns the digits
    /// that a cell may hold. Returns `None` if there are more than [`MAX_SETS`].
    pub(super) fn new(
        cells: usize,
        sum: u64,
        side: usize,
        values: impl Fn(usize) -> Layer,
    ) -> Option<DigitSets> {
        if side >= u64::BITS as usize || cells > side {
            return None;
        }
        let of_cells: Vec<u64> = (0..cells).map(|place| set_of(&values(place))).collect();
        let all = of_cells.iter().fold(0, |all, of_cell| all | of_cell);
        let mut search = Search {
            digits: digits_of(all).collect(),
            found: Vec::new(),
            steps: 0,
        };
        search.extend(0, 0, cells, sum)?;
        let mut sets = search.found;
        sets.retain(|set| of_cells.iter().all(|of_cell| set & of_cell != 0));
        Some(DigitSets { sets, cells })
    }

    /// Returns the number of auxiliary variables: one for each set, and for each digit that
    /// is in some of them but not in all.
    pub(super) fn num_aux(&self) -> u64 {
        let of_sets = if self.sets.len() > 1 {
            self.sets.len()
        } else {
            0
        };
        u64::from(self.undecided().count_ones()) + of_sets as u64
    }

    /// Returns the numbers of clauses and literals that [`DigitSets::write`] writes if the cells
    /// may hold `values` and no digit is certain. It writes no more otherwise.
    pub(super) fn num_clauses_and_lits(&self, values: impl Fn(usize) -> Layer) -> (u64, u64) {
        /// Counts clauses and literals.
        struct Count(u64, u64);
        impl ClauseSink for Count {
            type Error = Infallible;
            fn clause(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
                self.0 += 1;
                self.1 += lits.len() as u64;
                Ok(())
            }
        }
        let mut count = Count(0, 0);
        let any = Some(Var::new(0).positive());
        let choices = |place| values(place).iter().map(|v| (v as usize, any)).collect();
        let Ok(()) = self.write(choices, 1, &mut count);
        (count.0, count.1)
    }

    /// Writes the clauses. `choices` returns what the cell at a place may hold. Auxiliary
    /// variables are the [`DigitSets::num_aux`] from index `aux` on. Literals ascend within a
    /// clause if `aux` is above those of the choices.
    ///
    /// # Errors
    /// The sink's.
    pub(super) fn write<S: ClauseSink>(
        &self,
        choices: impl Fn(usize) -> Vec<Choice>,
        aux: usize,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let undecided = self.undecided();
        let present = |digit: usize| {
            let below = undecided & ((1 << digit) - 1);
            let index = aux + below.count_ones() as usize;
            (undecided >> digit & 1 == 1).then(|| Var::new(index).positive())
        };
        let first_set = aux + undecided.count_ones() as usize;
        let sets = || {
            (first_set..)
                .map(|index| Var::new(index).positive())
                .zip(&self.sets)
        };

        // The literals of each digit in the cells, `None` where it is certain.
        let mut held: [Vec<Option<Lit>>; u64::BITS as usize] = [const { Vec::new() }; 64];
        for place in 0..self.cells {
            for (value, lit) in choices(place) {
                held[value].push(lit);
            }
        }
        for (digit, held) in held.iter().enumerate().filter(|(_, held)| !held.is_empty()) {
            let is_somewhere = self.sets.iter().any(|set| set >> digit & 1 == 1);
            let present = present(digit);
            for lit in held {
                match (present, lit) {
                    (Some(present), Some(lit)) => sink.clause(&[!*lit, present])?,
                    (Some(present), None) => sink.clause(&[present])?,
                    (None, _) if is_somewhere => {}
                    (None, lit) => sink.clause(lit.map(|lit| !lit).as_slice())?,
                }
            }
            if is_somewhere && held.iter().all(Option::is_some) {
                let mut clause: Vec<Lit> = held.iter().flatten().copied().collect();
                clause.sort_unstable();
                clause.extend(present.map(|present| !present));
                sink.clause(&clause)?;
            }
        }
        if self.sets.len() < 2 {
            return Ok(());
        }
        for digit in digits_of(undecided) {
            let present = Var::new(first_set - (undecided >> digit).count_ones() as usize);
            for is_present in [true, false] {
                let has = |set: u64| (set >> digit & 1 == 1) == is_present;
                let with = || sets().filter(|&(_, &set)| has(set)).map(|(lit, _)| lit);
                let clause: Vec<Lit> = [present.lit(!is_present)]
                    .into_iter()
                    .chain(with())
                    .collect();
                sink.clause(&clause)?;
                for lit in with() {
                    sink.clause(&[present.lit(is_present), !lit])?;
                }
            }
        }
        let any: Vec<Lit> = sets().map(|(lit, _)| lit).collect();
        sink.clause(&any)
    }

    /// Returns the digits that are in some of the sets but not in all.
    fn undecided(&self) -> u64 {
        let some = self.sets.iter().fold(0, |some, set| some | set);
        let all = self.sets.iter().fold(some, |all, set| all & set);
        some & !all
    }
}

/// The search for the sets of a number of digits with a sum.
struct Search {
    /// The digits, ascending.
    digits: Vec<u64>,
    found: Vec<u64>,
    /// Number of sets tried, complete or not.
    steps: usize,
}

impl Search {
    /// Adds to `found` each set that has the digits of `set` and `left` more, from `start` on,
    /// whose sum is `sum`. Calls itself at most once for each cell. Returns `None` if a limit is
    /// reached.
    fn extend(&mut self, set: u64, start: usize, left: usize, sum: u64) -> Option<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.found.len() > MAX_SETS {
            return None;
        }
        if left == 0 {
            if sum == 0 {
                self.found.push(set);
            }
            return (self.found.len() <= MAX_SETS).then_some(());
        }
        let most: u64 = self.digits[start..].iter().rev().take(left).sum();
        if self.digits.len() - start < left || most < sum {
            return Some(());
        }
        for next in start..=self.digits.len() - left {
            let least: u64 = self.digits[next..next + left].iter().sum();
            if least > sum {
                break;
            }
            let digit = self.digits[next];
            self.extend(set | 1 << digit, next + 1, left - 1, sum - digit)?;
        }
        Some(())
    }
}

/// Returns the set of the members of a layer, which are below 64.
fn set_of(layer: &Layer) -> u64 {
    layer.iter().fold(0, |set, digit| set | 1 << digit)
}

/// Returns the digits of a set, ascending.
fn digits_of(set: u64) -> impl Iterator<Item = u64> {
    (0..u64::from(u64::BITS)).filter(move |digit| set >> digit & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(side: u64) -> impl Fn(usize) -> Layer {
        move |_| Layer::union(std::iter::once(1..side + 1))
    }

    /// Against all subsets of the digits, tried one after another.
    #[test]
    fn the_sets_are_those_with_the_sum_and_a_digit_for_each_cell() {
        let side = 9_u64;
        // All digits; then the second cell holds 4, and the last an even digit.
        for is_restricted in [false, true] {
            for cells in 1..=side as usize {
                let values = |place: usize| match place {
                    1 if is_restricted => Layer::of([4]),
                    _ if is_restricted && place + 1 == cells => Layer::of([2, 4, 6, 8]),
                    _ => all(side)(place),
                };
                for sum in 0..50 {
                    let sets = DigitSets::new(cells, sum, side as usize, values).unwrap();
                    let mut found = sets.sets;
                    found.sort_unstable();
                    let of_cells: Vec<u64> = (0..cells).map(|p| set_of(&values(p))).collect();
                    let union = of_cells.iter().fold(0, |union, of_cell| union | of_cell);
                    let subsets = (0..1 << (side + 1)).step_by(2);
                    let expected: Vec<u64> = subsets
                        .filter(|set: &u64| set & !union == 0)
                        .filter(|set| set.count_ones() as usize == cells)
                        .filter(|&set| digits_of(set).sum::<u64>() == sum)
                        .filter(|set| of_cells.iter().all(|of_cell| set & of_cell != 0))
                        .collect();
                    assert_eq!(found, expected, "{cells} cells, sum {sum}");
                }
            }
        }
    }

    #[test]
    fn a_cage_with_one_set_has_no_auxiliary_variable() {
        let sets = DigitSets::new(2, 3, 9, all(9)).unwrap();
        assert_eq!((sets.sets.as_slice(), sets.num_aux()), (&[0b110][..], 0));
        // The digits 3 to 9 are in no set: 7 clauses for each cell; 1 and 2 are in one of the cells.
        assert_eq!(sets.num_clauses_and_lits(all(9)), (16, 18));
        // {1, 4} and {2, 3}.
        let sets = DigitSets::new(2, 5, 9, all(9)).unwrap();
        assert_eq!(sets.num_aux(), 6);
    }

    #[test]
    fn many_sets_and_long_searches_are_left_to_automata() {
        assert!(DigitSets::new(8, 68, 16, all(16)).is_none());
        assert!(DigitSets::new(20, 630, 62, all(62)).is_none());
        assert!(DigitSets::new(2, 64, 64, all(64)).is_none());
        // No set of even digits has an odd sum.
        let even = |_| Layer::of((2..=60).step_by(2));
        assert!(DigitSets::new(12, 331, 60, even).is_none());
        assert!(DigitSets::new(10, 11, 9, all(9)).is_none());
    }
}
