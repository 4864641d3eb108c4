//! A search for the solutions of plain 9×9 puzzles on the places of each digit.
//!
//! The places of a digit are three words, one for each *band* of three rows. In a band, a
//! digit has one cell in each row and in each box. So its *minirows* (three cells that a row
//! and a box share) form a permutation: one minirow for each row and for each box. Of the nine
//! minirows only those remain that are in one of the six permutations that are left, which a
//! table has for each of the 512 cases; people call this locked candidates. The same table
//! serves the columns of three boxes one below the other, of which each band takes one. Both
//! together leave a digit one cell of a row, wherever it has one place left in a house.
//!
//! Decisions are on a cell with two candidates, a digit with two places in a row, or else the
//! cell with the fewest candidates. Backtracking is free, because an alternative is a
//! copy of some 300 bytes.
//!
//! That a word for each digit and band, and a table of locked candidates, make a fast search
//! is an idea of zhouyundong's (forum.enjoysudoku.com, 2012), on which JCZSolve is based.

use super::widened::widened;
use super::{Limit, Steps};
use crate::budget::{Budget, Stop};
use crate::check::Places;
use crate::sudoku::text::{LineCells, LineClues};
use crate::sudoku::{Candidate, Digit, Grid, Puzzle, Rules, Size};

/// Number of digits, and of the cells of a row.
const SIDE: usize = 9;

/// Number of bands, and of the rows of a band.
const BANDS: usize = 3;

/// Number of cells of a band.
const CELLS: usize = BANDS * SIDE;

/// The first row of a band: bit `9 * row + column` is a cell.
const ROW: u32 = 0o777;

/// The first cells of the minirows of a band.
const FIRSTS: u32 = 0o111_111_111;

/// The first column of a band.
const COLUMN: u32 = 0o001_001_001;

/// All cells of a band.
const ALL: u32 = 0o777_777_777;

/// Number of nodes between two checks of the budget's clock. Chosen by hand.
const NODES_PER_CHECK: u64 = 1 << 10;

/// Maximum number of nodes of a search after which a puzzle is given up or given to another engine, more than ten times
/// what a puzzle needs: the most is 457 in the 49 158 puzzles of the 17-clue list, and 1309 in the 375 hardest ones
/// of `HardestDatabase110626.txt` (`solve -u --engine planes --stats`).
pub(super) const NODES: u64 = 20_000;

/// A set of cells: a word for each band, and one more that is 0, because four words are a
/// vector of the processor.
type Cells = [u32; BANDS + 1];

/// For each set of nine bits of three rows, those that are in a permutation it contains: three
/// bits, one for each row and for each column.
const PERMUTED: [u16; 512] = {
    let mut permuted = [0; 512];
    let mut set = 0;
    while set < permuted.len() {
        let mut pair = 0;
        while pair < 9 {
            let (first, second) = (pair / 3, pair % 3);
            let permutation = 0o1 << first | 0o10 << second | 0o100 << ((6 - first - second) % 3);
            if first != second && permutation & !set == 0 {
                permuted[set] |= permutation as u16;
            }
            pair += 1;
        }
        set += 1;
    }
    permuted
};

/// For each set of minirows, the cells of those that [`PERMUTED`] leaves. Bit `3 * box + row` of a set is a minirow.
const LOCKED: [u32; 512] = {
    let mut locked = [0; 512];
    let mut set = 0;
    while set < locked.len() {
        let mut minirow = 0;
        while minirow < 9 {
            if PERMUTED[set] >> minirow & 1 == 1 {
                locked[set] |= 0o7 << (9 * (minirow % 3) + 3 * (minirow / 3));
            }
            minirow += 1;
        }
        set += 1;
    }
    locked
};

/// For each cell, the cells that share a house with it.
const PEERS: [Cells; BANDS * CELLS] = {
    let mut peers = [[0; BANDS + 1]; BANDS * CELLS];
    let mut cell = 0;
    while cell < peers.len() {
        let mut other = 0;
        while other < peers.len() {
            let is_in_row = cell / SIDE == other / SIDE;
            let is_in_column = cell % SIDE == other % SIDE;
            let is_in_box = cell / CELLS == other / CELLS && cell % SIDE / 3 == other % SIDE / 3;
            if cell != other && (is_in_row || is_in_column || is_in_box) {
                peers[cell][other / CELLS] |= 1 << (other % CELLS);
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// The places that are left for each digit.
#[derive(Clone, Copy, Debug)]
struct State {
    /// The places of each digit.
    places: [Cells; SIDE],
    /// The places of each digit after the last [`State::lock`] of it. Where they differ from
    /// `places`, the digit must be locked again.
    locked: [Cells; SIDE],
    /// The cells whose digit is not known, or known but still among the places of others.
    open: Cells,
}

/// A listener that the search calls at each of its steps, in their order: [`Places`] checks them, and `()`
/// ignores them. It is a type parameter, so that a search that nobody checks has no calls.
pub(super) trait Watch {
    /// A digit is placed in each of these cells.
    fn place(&mut self, digit: usize, cells: Cells);
    /// The search branches: first the digit is in this cell, later not.
    fn branch(&mut self, place: Place);
    /// A branch has no solution, perhaps because this digit has no place.
    fn leave(&mut self, digit: Option<usize>);
    /// A branch has one solution.
    fn solve(&mut self);
}

impl Watch for () {
    fn place(&mut self, _: usize, _: Cells) {}
    fn branch(&mut self, _: Place) {}
    fn leave(&mut self, _: Option<usize>) {}
    fn solve(&mut self) {}
}

impl Watch for Places {
    // Called at each step; the compiler does not inline it by itself.
    #[inline(always)]
    fn place(&mut self, digit: usize, [first, second, third, _]: Cells) {
        self.place(digit, &[first, second, third]);
    }

    fn branch(&mut self, Place { digit, band, bit }: Place) {
        self.branch(digit, band, bit);
    }

    fn leave(&mut self, digit: Option<usize>) {
        self.leave(digit);
    }

    fn solve(&mut self) {
        self.solve();
    }
}

/// A candidate: a digit, a band and the bit of a cell in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    digit: usize,
    band: usize,
    bit: u32,
}

impl Place {
    /// Returns the candidate of a digit, from 0, in a cell of this number.
    fn of(cell: usize, digit: usize) -> Place {
        Place {
            digit,
            band: cell / CELLS,
            bit: 1 << (cell % CELLS),
        }
    }
}

/// A state in which nothing more follows.
enum Settled {
    /// A digit or a cell has no place or candidate.
    Dead,
    /// Each cell has its digit.
    Solved,
    /// These cells have two candidates.
    Open(Cells),
}

impl State {
    const BLANK: State = State {
        places: [[ALL, ALL, ALL, 0]; SIDE],
        locked: [[0; BANDS + 1]; SIDE],
        open: [ALL, ALL, ALL, 0],
    };

    /// Leaves a digit no other cell in the row of this one. The rest follows from it.
    #[inline]
    fn put(&mut self, place: Place) {
        let row = place.bit.trailing_zeros() / SIDE as u32;
        let others = ROW << (row * SIDE as u32) & !place.bit;
        // All words, because one is written faster than it is read with the others.
        for (band, places) in self.places[place.digit].iter_mut().enumerate() {
            *places &= !if band == place.band { others } else { 0 };
        }
    }

    /// Removes a candidate.
    fn exclude(&mut self, place: Place) {
        self.places[place.digit][place.band] &= !place.bit;
    }

    /// Removes the places of a digit that locked candidates exclude, and the other candidates
    /// of the cells where it must be. Returns `false` if it has no place in a house.
    #[inline(always)]
    fn lock(&mut self, digit: usize, watch: &mut impl Watch) -> bool {
        let mut places = self.places[digit];
        lock_rows(&mut places);
        loop {
            if !lock_columns(&mut places) {
                return false;
            }
            let before = places;
            lock_rows(&mut places);
            if places == before {
                break;
            }
        }
        self.places[digit] = places;
        self.locked[digit] = places;
        self.take_cells(digit, watch);
        true
    }

    /// Removes the other candidates of the cells that are a digit's only place in a row.
    #[inline(always)]
    fn take_cells(&mut self, digit: usize, watch: &mut impl Watch) {
        let mut taken: Cells = [0; BANDS + 1];
        for (band, taken) in taken.iter_mut().enumerate() {
            let places = self.places[digit][band];
            for row in [ROW, ROW << 9, ROW << 18] {
                let row = places & row;
                *taken |= if row & row.wrapping_sub(1) == 0 {
                    row
                } else {
                    0
                };
            }
            *taken &= self.open[band];
        }
        if taken == [0; BANDS + 1] {
            return;
        }
        watch.place(digit, taken);
        let own = self.places[digit];
        for places in &mut self.places {
            remove(places, &taken);
        }
        self.places[digit] = own;
        remove(&mut self.open, &taken);
    }

    /// Returns the digits that must be locked again, as a set of bits.
    #[inline(always)]
    fn changed(&self) -> u32 {
        let both = self.places.iter().zip(&self.locked).rev();
        both.fold(0, |changed, (places, locked)| {
            changed << 1 | u32::from(places != locked)
        })
    }

    /// Removes all candidates that locked candidates and single candidates exclude, and counts
    /// the passes over the cells. Reports each digit found to `watch`, and a dead end.
    #[inline(always)]
    fn settle(&mut self, passes: &mut u64, watch: &mut impl Watch) -> Settled {
        loop {
            loop {
                let mut changed = self.changed();
                if changed == 0 {
                    break;
                }
                while changed != 0 {
                    let digit = changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    if !self.lock(digit, watch) {
                        watch.leave(Some(digit));
                        return Settled::Dead;
                    }
                }
            }
            *passes += 1;
            let (mut once, mut twice, mut more) = ([0; 4], [0; 4], [0; 4]);
            for places in &self.places {
                for word in 0..places.len() {
                    more[word] |= twice[word] & places[word];
                    twice[word] |= once[word] & places[word];
                    once[word] |= places[word];
                }
            }
            if once != [ALL, ALL, ALL, 0] {
                watch.leave(None);
                return Settled::Dead;
            }
            let single: Cells = std::array::from_fn(|word| self.open[word] & !twice[word]);
            if single == [0; 4] {
                return match self.open {
                    [0, 0, 0, 0] => Settled::Solved,
                    _ => Settled::Open(std::array::from_fn(|word| twice[word] & !more[word])),
                };
            }
            for (band, bit) in bits(single) {
                let digit = self.candidates(band, bit).trailing_zeros() as usize;
                // Otherwise another cell of this pass has taken the digit.
                if digit >= SIDE {
                    watch.leave(None);
                    return Settled::Dead;
                }
                let mut cells = [0; BANDS + 1];
                cells[band] = bit;
                watch.place(digit, cells);
                self.put(Place { digit, band, bit });
            }
            // No other digit has these cells.
            remove(&mut self.open, &single);
        }
    }

    /// Returns the candidates of a cell, as a set of bits.
    #[inline(always)]
    fn candidates(&self, band: usize, bit: u32) -> u32 {
        let digits = self.places.iter().rev();
        digits.fold(0, |all, places| {
            all << 1 | u32::from(places[band] & bit != 0)
        })
    }

    /// Returns the candidate to try, in a settled state whose cells with two candidates are
    /// given.
    #[inline(always)]
    fn decision(&self, twos: &Cells) -> Place {
        // In the cell with two candidates that has most open neighbours with one of them, where those with two
        // candidates count four times. Of a dozen such weights it had about the fewest nodes on each list.
        // The cell is in the lower bits of what is compared, so that this needs no branch. 0 is no cell.
        let mut best = 0;
        for (band, bit) in bits(*twos) {
            let cell = index(band, bit);
            let digits = self.candidates(band, bit);
            let one = &self.places[digits.trailing_zeros() as usize];
            let other = &self.places[digits.ilog2() as usize];
            let near = std::array::from_fn(|word| PEERS[cell][word] & (one[word] | other[word]));
            let weight = num_common(&near, &self.open) + 3 * num_common(&near, twos);
            best = best.max((weight + 1) << 8 | cell as u32);
        }
        if best != 0 {
            let cell = best as usize & 0xff;
            let (band, bit) = (cell / CELLS, 1 << (cell % CELLS));
            let digit = self.candidates(band, bit).trailing_zeros() as usize;
            return Place { digit, band, bit };
        }
        // Of the digits with two places in a row, the one whose places exclude most others.
        let rows = (0..SIDE * BANDS * 3).map(|number| {
            let (digit, band, row) = (number / 9, number / 3 % 3, number % 3);
            (digit, band, self.places[digit][band] & ROW << (row * SIDE))
        });
        let pairs = rows.filter(|&(.., row)| row.count_ones() == 2);
        let weight = |&(digit, band, row): &(usize, usize, u32)| {
            let first = &PEERS[index(band, row)];
            let second = &PEERS[index(band, row & (row - 1))];
            num_common(first, &self.places[digit]) + num_common(second, &self.places[digit])
        };
        if let Some((digit, band, row)) = pairs.max_by_key(weight) {
            let bit = row & row.wrapping_neg();
            return Place { digit, band, bit };
        }
        let num_candidates = |&(band, bit): &(usize, u32)| self.candidates(band, bit).count_ones();
        let fewest = bits(self.open).min_by_key(num_candidates);
        let (band, bit) = fewest.expect("a cell is open");
        let digit = self.candidates(band, bit).trailing_zeros() as usize;
        Place { digit, band, bit }
    }

    /// Returns the digit of each cell of a solved state, from 0.
    #[inline(always)]
    fn digits(&self) -> [u8; BANDS * CELLS] {
        let mut digits = [0; BANDS * CELLS];
        for (digit, places) in self.places.iter().enumerate() {
            for (band, bit) in bits(*places) {
                digits[index(band, bit)] = digit as u8;
            }
        }
        digits
    }
}

/// Removes the places of a digit outside of the minirows that are in a permutation of their band.
#[inline(always)]
fn lock_rows(places: &mut Cells) {
    for places in &mut places[..BANDS] {
        let any = (*places | *places >> 1 | *places >> 2) & FIRSTS;
        *places &= LOCKED[((any | any >> 8 | any >> 16) & 0o777) as usize];
    }
}

/// Removes the places of a digit outside of the columns of a band that are in a permutation of their three boxes.
/// Returns `false` if there is no permutation in three such boxes: the digit has no place in a house.
#[inline(always)]
fn lock_columns(places: &mut Cells) -> bool {
    let [first, second, third, _] =
        places.map(|places| (places | places >> 9 | places >> 18) & ROW);
    let kept = [0, 3, 6].map(|shift| {
        let of_band = |columns: u32| columns >> shift & 0o7;
        let set = of_band(first) | of_band(second) << 3 | of_band(third) << 6;
        u32::from(PERMUTED[set as usize])
    });
    if kept.contains(&0) {
        return false;
    }
    for (band, places) in places[..BANDS].iter_mut().enumerate() {
        let [left, middle, right] = kept.map(|kept| kept >> (3 * band) & 0o7);
        *places &= (left | middle << 3 | right << 6) * COLUMN;
    }
    true
}

/// Returns the number of a candidate's cell, and its digit from 0.
fn numbers(size: Size, candidate: Candidate) -> (usize, usize) {
    (candidate.cell.index(size), candidate.digit.index())
}

/// Returns the number of the cell that is the lowest bit of a band.
fn index(band: usize, bits: u32) -> usize {
    band * CELLS + bits.trailing_zeros() as usize
}

/// Removes cells from a set.
fn remove(cells: &mut Cells, others: &Cells) {
    for (word, other) in cells.iter_mut().zip(others) {
        *word &= !other;
    }
}

/// Returns the number of cells that two sets have in common.
fn num_common(first: &Cells, second: &Cells) -> u32 {
    let [top, middle, bottom, _]: Cells = std::array::from_fn(|word| first[word] & second[word]);
    // Two words are counted faster than four.
    let upper = u64::from(top) | u64::from(middle) << u32::BITS;
    upper.count_ones() + bottom.count_ones()
}

/// Returns the cells of a set, each as a band and a bit.
fn bits(cells: Cells) -> impl Iterator<Item = (usize, u32)> {
    let words = cells.into_iter().enumerate();
    words.flat_map(|(band, mut word)| {
        std::iter::from_fn(move || {
            let bit = word & word.wrapping_neg();
            word ^= bit;
            (bit != 0).then_some((band, bit))
        })
    })
}

/// A search for the solutions of one puzzle after the other.
#[derive(Debug, Default)]
pub(super) struct Bands {
    /// The alternatives that were not searched, the next one last.
    states: Vec<State>,
    /// Number of states that were searched.
    nodes: u64,
    passes: u64,
}

impl Bands {
    /// Returns `true` if these are the rules of plain 9×9 Sudoku.
    pub(super) fn are_for(rules: &Rules) -> bool {
        rules.order() == Some(BANDS)
    }

    /// Begins the search for the solutions of a plain 9×9 puzzle.
    pub(super) fn begin(&mut self, puzzle: &Puzzle) {
        self.begin_with(puzzle.clues().map(|clue| numbers(puzzle.size(), clue)));
        for &candidate in puzzle.excluded() {
            let (cell, digit) = numbers(puzzle.size(), candidate);
            self.states[0].exclude(Place::of(cell, digit));
        }
    }

    /// Begins the search for the solutions of a plain 9×9 puzzle, of which these are the clues: the
    /// number of the cell and the digit from 0. No cell has two.
    pub(super) fn begin_with(&mut self, all: impl Iterator<Item = (usize, usize)>) {
        let mut state = State::BLANK;
        let mut clues = [[0; BANDS + 1]; SIDE];
        for (cell, digit) in all {
            let Place { digit, band, bit } = Place::of(cell, digit);
            clues[digit][band] |= bit;
            state.open[band] &= !bit;
            remove(&mut state.places[digit], &PEERS[cell]);
        }
        let full: Cells = std::array::from_fn(|word| State::BLANK.open[word] & !state.open[word]);
        for (places, clues) in state.places.iter_mut().zip(&clues) {
            let others: Cells = std::array::from_fn(|word| full[word] & !clues[word]);
            remove(places, &others);
        }
        self.states.clear();
        self.states.push(state);
        (self.nodes, self.passes) = (0, 0);
    }

    /// Continues to the next solution like [`Bands::next_digits`].
    pub(super) fn next_solution(
        &mut self,
        size: Size,
        budget: &Budget,
        watch: &mut impl Watch,
    ) -> Result<Option<Grid>, Stop> {
        let digits = self.next_digits(budget, watch)?;
        let digit = |digit: u8| Digit::from_index(digit.into());
        Ok(digits.map(|digits| Grid::new(size, digits.map(digit).to_vec())))
    }

    /// Continues to the next solution: the digit of each cell, from 0; `None` if there is none. The
    /// budget's steps are nodes. Reports each step to `watch`, which must have seen those before it.
    pub(super) fn next_digits(
        &mut self,
        budget: &Budget,
        watch: &mut impl Watch,
    ) -> Result<Option<[u8; BANDS * CELLS]>, Stop> {
        advance(self, budget, watch)
    }

    /// Searches until the next solution.
    #[inline(always)]
    fn search<W: Watch>(
        &mut self,
        budget: &Budget,
        watch: &mut W,
    ) -> Result<Option<[u8; BANDS * CELLS]>, Stop> {
        let limit = budget.steps().unwrap_or(u64::MAX);
        let mut check_at = self.nodes;
        while let Some(state) = self.states.last_mut() {
            if self.nodes >= check_at || self.nodes >= limit {
                if let Some(stop) = budget.exhausted(self.nodes) {
                    return Err(stop);
                }
                check_at = self.nodes + NODES_PER_CHECK;
            }
            self.nodes += 1;
            match state.settle(&mut self.passes, watch) {
                Settled::Dead => {
                    self.states.pop();
                }
                Settled::Solved => {
                    watch.solve();
                    let digits = state.digits();
                    self.states.pop();
                    return Ok(Some(digits));
                }
                Settled::Open(twos) => {
                    let place = state.decision(&twos);
                    watch.branch(place);
                    let mut chosen = *state;
                    chosen.put(place);
                    state.exclude(place);
                    self.states.push(chosen);
                }
            }
        }
        Ok(None)
    }

    /// Returns the digits of a solution of a plain 9×9 puzzle on a line. Returns `None` if there is no solution,
    /// if there is another one and the limit is more than one, or if the search takes more than `max_nodes`
    /// nodes. With `is_checked`, each step of a search for another one is checked, those before it too, and the
    /// result is `None` also if one is wrong.
    pub(super) fn of_line(
        &mut self,
        cells: &LineCells,
        limit: Limit,
        max_nodes: u64,
        is_checked: bool,
    ) -> Option<LineCells> {
        let budget = Budget::unlimited().with_steps(max_nodes);
        let clues = LineClues::of(cells);
        self.begin_with(clues.iter());
        let digits = if limit.is_reached(1) {
            self.next_digits(&budget, &mut ()).ok()?
        } else if is_checked {
            let mut places = Places::of_clues(clues.iter());
            let only = self.only_digits(&budget, &mut places)?;
            only.filter(|_| places.finish() == Ok(1))
        } else {
            self.only_digits(&budget, &mut ())?
        };
        digits.map(|digits| digits.map(|digit| b'1' + digit))
    }

    /// Ends a search. Returns its solution, or `None` if there is none or another one, or the budget is used up.
    fn only_digits(
        &mut self,
        budget: &Budget,
        watch: &mut impl Watch,
    ) -> Option<Option<[u8; BANDS * CELLS]>> {
        let digits = self.next_digits(budget, watch).ok()?;
        if digits.is_some() && self.next_digits(budget, watch).ok()?.is_some() {
            return None;
        }
        Some(digits)
    }

    /// Returns the steps of the search since [`Bands::begin`].
    pub(super) fn steps(&self) -> Steps {
        Steps::new([("nodes", self.nodes), ("passes", self.passes)])
    }
}

widened! {
    /// Calls [`Bands::search`], in the build for this processor.
    fn advance<W: Watch>(
        bands: &mut Bands,
        budget: &Budget,
        watch: &mut W
    ) -> Result<Option<[u8; BANDS * CELLS]>, Stop> {
        bands.search(budget, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_keep_what_is_in_a_permutation() {
        let all: Vec<u32> = (0..512)
            .filter(|set: &u32| PERMUTED[*set as usize] == *set as u16 && set.count_ones() == 3)
            .collect();
        assert_eq!(all.len(), 6);
        for set in 0..512u32 {
            let union = all
                .iter()
                .filter(|&&one| one & !set == 0)
                .fold(0, |a, b| a | b);
            assert_eq!(u32::from(PERMUTED[set as usize]), union, "{set:o}");
        }
        assert_eq!(
            (PERMUTED[0o777], PERMUTED[0o421], PERMUTED[0o377]),
            (0o777, 0o421, 0o377)
        );
    }
}
