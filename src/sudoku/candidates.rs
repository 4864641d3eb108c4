//! The candidates that a puzzle's clues and exclusions leave.

use super::{Candidate, Cell, Digit, Puzzle};
use crate::sudoku::Size;
use fixedbitset::FixedBitSet;

/// The candidates that [`Puzzle::allows`], as a set: N³ bits, made in time
/// linear in them, asked in constant time.
///
/// ```
/// use sudosat::sudoku::{Candidates, Cell, Puzzle};
///
/// let puzzle: Puzzle = "12.. .... ..4. ....".parse()?;
/// let candidates = Candidates::new(&puzzle);
/// let left = candidates.in_cell(Cell::new(0, 2)).map(|digit| digit.value());
/// assert_eq!(left.collect::<Vec<_>>(), [3]);
/// # Ok::<(), sudosat::io::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    size: Size,
    /// By [`Candidate::index`].
    allowed: FixedBitSet,
}

impl Candidates {
    /// Returns the candidates of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Candidates {
        let (size, rules) = (puzzle.size(), puzzle.rules());
        let side = size.side();
        // How often each digit is a clue in each house.
        let mut clues = vec![0u32; rules.houses().len() * side];
        for clue in puzzle.clues() {
            for &house in rules.houses_of(clue.cell) {
                clues[house as usize * side + clue.digit.index()] += 1;
            }
        }
        let mut allowed = FixedBitSet::with_capacity(size.num_candidates());
        for cell in size.cells() {
            let first = cell.index(size) * side;
            let houses = rules.houses_of(cell);
            let has = |digit: usize, count: u32| {
                let mut houses = houses.iter();
                houses.all(|&house| clues[house as usize * side + digit] == count)
            };
            match puzzle.clue(cell) {
                None => {
                    for digit in (0..side).filter(|&digit| has(digit, 0)) {
                        allowed.insert(first + digit);
                    }
                }
                // The clue itself is the one in each of its houses.
                Some(clue) if has(clue.index(), 1) => {
                    allowed.insert(first + clue.index());
                }
                Some(_) => {}
            }
        }
        for excluded in puzzle.excluded() {
            allowed.remove(excluded.index(size));
        }
        Candidates { size, allowed }
    }

    /// Returns the size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns `true` if clues and exclusions leave this candidate, as
    /// [`Puzzle::allows`] does.
    #[inline]
    pub fn allows(&self, candidate: Candidate) -> bool {
        self.allowed.contains(candidate.index(self.size))
    }

    /// Returns the digits left in a cell, ascending.
    pub fn in_cell(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        let first = cell.index(self.size) * self.size.side();
        (0..self.size.side())
            .filter(move |digit| self.allowed.contains(first + digit))
            .map(Digit::from_index)
    }

    /// Returns the candidates, by cell in reading order and then digit.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.allowed.ones().map(|index| self.size.candidate(index))
    }

    /// Returns the number of candidates left.
    pub fn len(&self) -> usize {
        self.allowed.count_ones(..)
    }

    /// Returns `true` if no candidate is left.
    pub fn is_empty(&self) -> bool {
        self.allowed.is_clear()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_blank_puzzle_allows_all() {
        for n in 1..=4 {
            let size = Size::of_order(n).unwrap();
            let candidates = Candidates::new(&Puzzle::empty(size));
            assert_eq!(candidates.len(), size.num_candidates());
        }
    }

    proptest! {
        /// Clues at random, so that many clash, and some exclusions.
        #[test]
        fn the_set_is_what_the_puzzle_allows(
            n in 1usize..=3,
            clues in prop::collection::vec(any::<(u32, u32)>(), 0..40),
            excluded in prop::collection::vec(any::<u32>(), 0..20),
        ) {
            let size = Size::of_order(n).unwrap();
            let mut puzzle = Puzzle::empty(size);
            for (cell, digit) in clues {
                let cell = size.cell(cell as usize % size.num_cells());
                puzzle.set_clue(cell, Some(Digit::from_index(digit as usize % size.side())));
            }
            let excluded = excluded.iter().map(|&index| index as usize % size.num_candidates());
            puzzle.exclude_all(excluded.map(|index| size.candidate(index)));
            let candidates = Candidates::new(&puzzle);
            let all = (0..size.num_candidates()).map(|index| size.candidate(index));
            let expected: Vec<Candidate> = all.filter(|&candidate| puzzle.allows(candidate)).collect();
            prop_assert_eq!(candidates.iter().collect::<Vec<_>>(), expected.clone());
            prop_assert_eq!(candidates.len(), expected.len());
            prop_assert_eq!(candidates.is_empty(), expected.is_empty());
            let by_cell = size.cells().flat_map(|cell| {
                let digits: Vec<Digit> = candidates.in_cell(cell).collect();
                digits.into_iter().map(move |digit| Candidate::new(cell, digit))
            });
            prop_assert_eq!(by_cell.collect::<Vec<_>>(), expected);
        }
    }
}
