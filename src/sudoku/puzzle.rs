//! A puzzle: the rules, the clues, and what the setter has ruled out.

use super::rules::{Pair, Parity};
use super::{Candidate, Cell, Digit, Grid, House, Rules, Size, Symbols};
use rustc_hash::FxHashSet;
use std::fmt;
use std::sync::Arc;

/// A grid with rules, with clues in some cells, and the symbols it is written in.
///
/// Beside clues a puzzle may exclude candidates one by one, as the pencilmark
/// form and even and odd cells do: such a candidate is no solution's.
///
/// ```
/// use sudosat::sudoku::{Cell, Digit, Puzzle};
///
/// let mut puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
/// let cell = Cell::new(3, 3);
/// assert_eq!(puzzle.clue(cell).map(Digit::value), Some(2));
/// puzzle.set_clue(cell, None);
/// assert_eq!(puzzle.num_clues(), 3);
/// assert_eq!(puzzle.solve()?.map(|grid| grid.digit(Cell::new(0, 0)).value()), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    rules: Arc<Rules>,
    symbols: Symbols,
    /// By cell in reading order.
    clues: Vec<Option<Digit>>,
    /// Ascending, without repetition.
    excluded: Vec<Candidate>,
}

impl Puzzle {
    /// Returns the puzzle without a clue by the usual rules of its size
    /// ([`Rules::usual`]), in decimal numbers.
    pub fn empty(size: Size) -> Puzzle {
        Puzzle::new(Rules::usual(size))
    }

    /// Returns the puzzle without a clue by these rules, in decimal numbers.
    ///
    /// What even and odd cells cannot hold is excluded.
    pub fn new(rules: Arc<Rules>) -> Puzzle {
        let size = rules.size();
        let mut excluded: Vec<Candidate> = Vec::new();
        for &(cell, parity) in &rules.spec().parities {
            let is_wrong = |digit: &Digit| match parity {
                Parity::Even => !digit.value().is_multiple_of(2),
                Parity::Odd => digit.value().is_multiple_of(2),
            };
            let wrong = size.digits().filter(is_wrong);
            excluded.extend(wrong.map(|digit| Candidate::new(cell, digit)));
        }
        excluded.sort_unstable();
        excluded.dedup();
        Puzzle {
            symbols: Symbols::NUMBERS,
            clues: vec![None; size.num_cells()],
            rules,
            excluded,
        }
    }

    /// Returns the same clues by other rules of the same size.
    ///
    /// # Panics
    /// If the size differs.
    #[must_use]
    pub fn with_rules(self, rules: Arc<Rules>) -> Puzzle {
        assert_eq!(rules.size(), self.size());
        let own = Puzzle::new(Arc::clone(&self.rules)).excluded;
        let mut puzzle = Puzzle::new(rules);
        let kept = self.excluded.into_iter();
        puzzle.exclude_all(kept.filter(|candidate| own.binary_search(candidate).is_err()));
        puzzle.clues = self.clues;
        puzzle.symbols = self.symbols;
        puzzle
    }

    /// Returns the puzzle without the candidates that are excluded one by one, as by
    /// pencil marks. What even and odd cells cannot hold stays excluded.
    #[must_use]
    pub fn without_marks(&self) -> Puzzle {
        Puzzle {
            symbols: self.symbols.clone(),
            clues: self.clues.clone(),
            ..Puzzle::new(Arc::clone(&self.rules))
        }
    }

    /// Returns the same puzzle written in other symbols.
    #[must_use]
    pub fn with_symbols(self, symbols: Symbols) -> Puzzle {
        Puzzle { symbols, ..self }
    }

    /// Returns the puzzle with these clues, by cell in reading order, 0 for none. For
    /// tests and examples.
    ///
    /// # Panics
    /// If the number of values is no n⁴ or a value is over n².
    pub fn from_values(values: &[usize]) -> Puzzle {
        let size = Size::new(values.len().isqrt()).expect("n⁴ values");
        assert_eq!(values.len(), size.num_cells(), "n⁴ values");
        let mut puzzle = Puzzle::empty(size);
        for (cell, &value) in size.cells().zip(values) {
            if value > 0 {
                let digit = Digit::from_value(value, size).expect("a value of at most n²");
                puzzle.set_clue(cell, Some(digit));
            }
        }
        puzzle
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Returns the symbols that the puzzle is written in.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Returns the size of the grid.
    #[inline]
    pub fn size(&self) -> Size {
        self.rules.size()
    }

    /// Returns the clue in a cell, if there is one.
    #[inline]
    pub fn clue(&self, cell: Cell) -> Option<Digit> {
        self.clues[cell.index(self.size())]
    }

    /// Puts a clue into a cell, or takes it away.
    pub fn set_clue(&mut self, cell: Cell, clue: Option<Digit>) {
        let place = cell.index(self.size());
        self.clues[place] = clue;
    }

    /// Puts clues into the cells, in reading order.
    pub(crate) fn set_clues(&mut self, clues: impl IntoIterator<Item = Option<Digit>>) {
        for (place, clue) in self.clues.iter_mut().zip(clues) {
            *place = clue;
        }
    }

    /// Leaves each cell these digits, in reading order: one digit is a clue, of several the
    /// others are excluded.
    pub(crate) fn set_candidates(&mut self, left: &[Vec<Digit>]) {
        let size = self.size();
        let mut excluded = Vec::new();
        for (cell, left) in size.cells().zip(left) {
            match left[..] {
                [clue] => self.set_clue(cell, Some(clue)),
                _ => excluded.extend(
                    size.digits()
                        .filter(|digit| !left.contains(digit))
                        .map(|digit| Candidate::new(cell, digit)),
                ),
            }
        }
        self.exclude_all(excluded);
    }

    /// Returns the clues in reading order.
    pub fn clues(&self) -> impl Iterator<Item = Candidate> + Clone + '_ {
        let size = self.size();
        let clues = self.clues.iter().enumerate();
        clues.filter_map(move |(place, &clue)| Some(Candidate::new(size.cell(place), clue?)))
    }

    /// Returns the clue of each cell in reading order, if it has one.
    pub fn clues_of_cells(&self) -> &[Option<Digit>] {
        &self.clues
    }

    /// Returns the number of clues.
    pub fn num_clues(&self) -> usize {
        self.clues.iter().flatten().count()
    }

    /// Rules a candidate out.
    pub fn exclude(&mut self, candidate: Candidate) {
        if let Err(place) = self.excluded.binary_search(&candidate) {
            self.excluded.insert(place, candidate);
        }
    }

    /// Takes the exclusion of a candidate back.
    pub fn include(&mut self, candidate: Candidate) {
        if let Ok(place) = self.excluded.binary_search(&candidate) {
            self.excluded.remove(place);
        }
    }

    /// Rules many candidates out at once.
    pub fn exclude_all(&mut self, candidates: impl IntoIterator<Item = Candidate>) {
        self.excluded.extend(candidates);
        self.excluded.sort_unstable();
        self.excluded.dedup();
    }

    /// Returns the candidates ruled out one by one, by cell and digit. Those that clues
    /// rule out are not among them.
    pub fn excluded(&self) -> &[Candidate] {
        &self.excluded
    }

    /// Returns `true` if the clues and exclusions allow this candidate: it is not
    /// excluded, its cell has no other clue, and no other cell of its houses has its
    /// digit as a clue.
    pub fn allows(&self, candidate: Candidate) -> bool {
        let Candidate { cell, digit } = candidate;
        self.clue(cell).is_none_or(|clue| clue == digit)
            && self.excluded.binary_search(&candidate).is_err()
            && self.rules.houses_of(cell).iter().all(|&house| {
                let mut cells = self.rules.cells(house as usize).iter();
                cells.all(|&peer| peer == cell || self.clue(peer) != Some(digit))
            })
    }

    /// Returns the clues as a full grid, if every cell has one. Nothing is checked.
    pub fn as_grid(&self) -> Option<Grid> {
        let digits: Option<Vec<Digit>> = self.clues.iter().copied().collect();
        Some(Grid::new(self.size(), digits?))
    }

    /// Returns `true` if no house has the same clue twice, and `false` without a look if
    /// the digits are no bits of a word.
    fn are_clues_distinct(&self) -> bool {
        /// Number of houses of most rules.
        const HOUSES: usize = 48;
        let num_houses = self.rules.houses().len();
        let (mut few, mut many) = ([0_u64; HOUSES], Vec::new());
        let seen = match few.get_mut(..num_houses) {
            Some(few) => few,
            None => {
                many.resize(num_houses, 0);
                &mut many[..]
            }
        };
        let side = self.size().side();
        if side > u64::BITS as usize {
            return false;
        }
        let mut twice = 0;
        for (place, clue) in self.clues.iter().enumerate() {
            let Some(digit) = clue else {
                continue;
            };
            let bit = 1 << digit.index();
            for &house in self.rules.houses_of_place(place) {
                let seen = &mut seen[house as usize];
                twice |= *seen & bit;
                *seen |= bit;
            }
        }
        twice == 0
    }

    /// Returns the pairs of clues that can't both stand, in the order of houses; a pair
    /// that shares two houses is named once. Also clues that are excluded.
    ///
    /// ```
    /// let puzzle: sudosat::sudoku::Puzzle = "1..1 .... .... ....".parse()?;
    /// assert_eq!(puzzle.clashes()[0].to_string(), "row 1 has two 1s: r1c1 and r1c4");
    /// # Ok::<(), sudosat::io::InputError>(())
    /// ```
    pub fn clashes(&self) -> Vec<Clash> {
        if self.rules.pairs().is_empty() && self.excluded.is_empty() && self.are_clues_distinct() {
            return Vec::new();
        }
        let mut clashes: Vec<Clash> = Vec::new();
        let mut known: FxHashSet<[Cell; 2]> = FxHashSet::default();
        let mut first: Vec<Option<Cell>> = vec![None; self.size().side()];
        for (index, &house) in self.rules.houses().iter().enumerate() {
            first.fill(None);
            for &cell in self.rules.cells(index) {
                let Some(digit) = self.clue(cell) else {
                    continue;
                };
                match first[digit.index()] {
                    None => first[digit.index()] = Some(cell),
                    Some(earlier) => {
                        if known.insert([earlier, cell]) {
                            clashes.push(Clash::Twice {
                                house,
                                digit,
                                cells: [earlier, cell],
                            });
                        }
                    }
                }
            }
        }
        for &pair in self.rules.pairs() {
            if let [Some(first), Some(second)] = pair.cells.map(|cell| self.clue(cell))
                && !pair.allows(first.value(), second.value())
                && known.insert(pair.cells)
            {
                clashes.push(Clash::Pair {
                    pair,
                    digits: [first, second],
                });
            }
        }
        let excluded = self
            .clues()
            .filter(|clue| self.excluded.binary_search(clue).is_ok());
        clashes.extend(excluded.map(Clash::Excluded));
        clashes
    }
}

/// Two statements of a puzzle that can't both hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// A house has the same clue twice.
    Twice {
        /// The house.
        house: House,
        /// The clue.
        digit: Digit,
        /// The two cells, in reading order.
        cells: [Cell; 2],
    },
    /// Two clues break a rule for their cells.
    Pair {
        /// The cells and the rule.
        pair: Pair,
        /// The clues in these cells.
        digits: [Digit; 2],
    },
    /// A clue is among the excluded candidates.
    Excluded(Candidate),
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clash::Twice {
                house,
                digit,
                cells: [first, second],
            } => write!(f, "{house} has two {digit}s: {first} and {second}"),
            Clash::Pair {
                pair,
                digits: [first, second],
            } => {
                let [a, b] = pair.cells;
                write!(f, "{a}={first} and {b}={second} break the rule {pair}")
            }
            Clash::Excluded(clue) => write!(
                f,
                "the clue {clue} is excluded by pencil marks, or by an even or odd cell"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_clues_in_a_house_clash_once_each() {
        let mut puzzle = Puzzle::empty(Size::of_order(3).unwrap());
        let seven = Some(Digit::from_index(6));
        puzzle.set_clue(Cell::new(2, 0), seven);
        puzzle.set_clue(Cell::new(2, 7), seven);
        puzzle.set_clue(Cell::new(1, 6), seven);
        let told: Vec<String> = puzzle.clashes().iter().map(Clash::to_string).collect();
        assert_eq!(
            told,
            [
                "row 3 has two 7s: r3c1 and r3c8",
                "box 3 has two 7s: r2c7 and r3c8"
            ]
        );
        puzzle.set_clue(Cell::new(2, 7), None);
        puzzle.set_clue(Cell::new(2, 1), seven);
        assert_eq!(puzzle.clashes().len(), 1, "row and box of one pair");
    }

    #[test]
    fn clues_rule_out_their_peers() {
        let puzzle = Puzzle::from_values(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let size = puzzle.size();
        let one = Digit::from_index(0);
        let allowed: Vec<String> = size
            .cells()
            .map(|cell| Candidate::new(cell, one))
            .filter(|&candidate| puzzle.allows(candidate))
            .map(|candidate| candidate.to_string())
            .collect();
        assert_eq!(
            allowed,
            [
                "r1c1=1", "r2c3=1", "r2c4=1", "r3c2=1", "r3c3=1", "r3c4=1", "r4c2=1", "r4c3=1",
                "r4c4=1"
            ]
        );
        assert!(!puzzle.allows(size.candidate(1)));
    }
}
