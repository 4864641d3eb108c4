//! A solution of a large grid by local search at a constant temperature (Metropolis and others, 1953; for
//! Sudoku with falling temperatures Lewis, 2007): for grids with many open cells, each with few candidates.
//!
//! Naked and hidden singles are filled in first. Then each open cell holds one of its candidates at all times.
//! The energy is the number of pairs of cells that share a house and hold the same digit. A move gives a cell another
//! candidate. It is made with the probability 1 if it does not raise the energy, and e^(−Δ/T) if it
//! raises it by Δ, at the temperature T. Where a grid can be found this way, the energy falls
//! within a narrow range of temperatures, much as a liquid freezes. That range depends on the
//! number of candidates of a cell; its place was measured ([`temperature`]). A grid that is held there
//! goes on to change until it is a solution, or a new start from another random grid is as likely to succeed.
//!
//! In that range fewer than one move in a hundred is accepted. So the moves that do not raise the energy are kept, and
//! are not tried: the next move is drawn with the probabilities of those that would be made (the n-fold way of Bortz,
//! Kalos and Lebowitz, 1975). Only a move that raises the energy is drawn among all, and tried.

use crate::budget::{Budget, Stop};
use crate::sudoku::{Candidate, Candidates, Cell, Digit, Grid, Puzzle, Size};
use fastrand::Rng;

/// Moves that raise the energy by more than this are never made. With five candidates or more in an open cell,
/// fewer than one in 10²⁰ of those drawn would be.
const MAX_RAISE: usize = 15;

/// Number of moves between two checks of the budget.
const GLANCE: u64 = 1 << 14;

/// Number of moves made for each open cell before the search starts again. Some 36×36 grids take nearly as many.
const PATIENCE: u64 = 50_000;

/// Maximum number of entries of `meetings`, of four bytes each: 64 MB. Grids with more have so many
/// candidates that others find their solutions.
const MAX_MEETINGS: usize = 1 << 24;

/// Local search in one puzzle.
pub(super) struct Annealing {
    size: Size,
    /// The digit of each cell that is filled, and the first candidate of each other one.
    digits: Vec<Digit>,
    /// The open cells.
    open: Vec<Cell>,
    /// For each open cell the place of its first move; one entry more than cells.
    starts: Vec<u32>,
    moves: Vec<Move>,
    /// The digit of each move, as an index.
    to: Vec<u16>,
    /// The moves to the same digit in cells of a common house, one move after the other.
    meetings: Vec<u32>,
    /// For each move the end of its meetings.
    ends: Vec<u32>,
    /// For each open cell the move that gave it its digit.
    current: Vec<u32>,
    /// The moves that do not raise the energy.
    level: Vec<u32>,
    /// The probability with which a move is made that raises the energy by 0, 1, ….
    chances: [f64; MAX_RAISE + 1],
    energy: u64,
    rng: Rng,
    /// Number of moves made.
    made: u64,
    /// The value of `made` at which the search starts again from a random grid.
    until: u64,
}

/// A candidate of an open cell. What the search reads most, in twelve bytes.
struct Move {
    /// The number of the cell among the open ones.
    cell: u32,
    /// Its place among those that do not raise the energy, or [`RAISES`].
    place: u32,
    /// Number of cells that share a house with the cell and hold the digit.
    pairs: i16,
}

/// The place of a move that raises the energy, and of a current one.
const RAISES: u32 = u32::MAX;

/// Returns the temperature at which a grid with this number of candidates in an open cell, on average, is
/// found, if it is. Measured on grids from 36×36 to 100×100 with 35 to 60 % holes (docs/EXPERIMENTS.md).
fn temperature(candidates: f64) -> f64 {
    0.90 * candidates.powf(-0.7)
}

impl Annealing {
    /// Returns a search in a puzzle, at a random grid. Returns `None` if it has rules other than houses, if it is too
    /// large, or singles leave a cell or a digit in a house without a candidate, or no cell open.
    ///
    /// # Errors
    /// If the time of the budget ends, or its interrupt is raised.
    pub(super) fn new(puzzle: &Puzzle, budget: &Budget) -> Result<Option<Annealing>, Stop> {
        let (size, rules) = (puzzle.size(), puzzle.rules());
        if !rules.pairs().is_empty() || !rules.tables().is_empty() {
            return Ok(None);
        }
        let Some(left) = singles(puzzle, budget)? else {
            return Ok(None);
        };
        let mut annealing = Annealing {
            size,
            digits: Vec::with_capacity(size.num_cells()),
            open: Vec::new(),
            starts: vec![0],
            moves: Vec::new(),
            to: Vec::new(),
            meetings: Vec::new(),
            ends: Vec::new(),
            current: Vec::new(),
            level: Vec::new(),
            chances: [1.0; MAX_RAISE + 1],
            energy: 0,
            rng: Rng::with_seed(0),
            made: 0,
            until: 0,
        };
        // For each house and digit the moves to this digit in cells of the house.
        let table = |house: u32, digit: u16| house as usize * size.side() + usize::from(digit);
        let mut of_house = vec![Vec::new(); rules.houses().len() * size.side()];
        for (cell, digits) in size.cells().zip(&left) {
            annealing
                .digits
                .push(Digit::from_index(usize::from(digits[0])));
            if digits.len() > 1 {
                for (&digit, next) in digits.iter().zip(annealing.moves.len() as u32..) {
                    for &house in rules.houses_of(cell) {
                        of_house[table(house, digit)].push(next);
                    }
                }
                annealing.open(cell, digits);
            }
        }
        let most: usize = of_house.iter().map(|moves| moves.len().pow(2)).sum();
        if annealing.open.is_empty() || most > MAX_MEETINGS {
            return Ok(None);
        }
        let mut met: Vec<u32> = Vec::new();
        for (next, (place, &digit)) in (0..).zip(annealing.moves.iter().zip(&annealing.to)) {
            let houses = rules.houses_of(annealing.open[place.cell as usize]).iter();
            met.extend(houses.flat_map(|&house| &of_house[table(house, digit)]));
            met.sort_unstable();
            met.dedup();
            let others = met.drain(..).filter(|&other| other != next);
            annealing.meetings.extend(others);
            annealing.ends.push(annealing.meetings.len() as u32);
        }
        let candidates = annealing.moves.len() as f64 / annealing.open.len() as f64;
        for (raise, chance) in annealing.chances.iter_mut().enumerate() {
            *chance = (-(raise as f64) / temperature(candidates)).exp();
        }
        annealing.shuffle();
        Ok(Some(annealing))
    }

    /// Adds an open cell with these candidates.
    fn open(&mut self, cell: Cell, digits: &[u16]) {
        self.to.extend(digits);
        self.moves.extend(digits.iter().map(|_| Move {
            cell: self.open.len() as u32,
            place: RAISES,
            pairs: 0,
        }));
        self.open.push(cell);
        self.starts.push(self.moves.len() as u32);
    }

    /// Returns the moves of an open cell.
    #[inline(always)]
    fn moves_of(&self, cell: u32) -> std::ops::Range<u32> {
        self.starts[cell as usize]..self.starts[cell as usize + 1]
    }

    /// Returns the range of the meetings of a move.
    #[inline(always)]
    fn meetings_of(&self, next: u32) -> std::ops::Range<usize> {
        let end = |next: u32| self.ends[next as usize] as usize;
        next.checked_sub(1).map_or(0, end)..end(next)
    }

    /// Returns the number of moves made so far.
    pub(super) fn made(&self) -> u64 {
        self.made
    }

    /// Draws this number of moves, and makes those that are accepted. Returns the grid if no house has a digit twice.
    ///
    /// # Errors
    /// If the time of the budget ends, or its interrupt is raised.
    pub(super) fn run(&mut self, draws: u64, budget: &Budget) -> Result<Option<Grid>, Stop> {
        for step in 0..draws {
            if self.made >= self.until {
                self.shuffle();
            }
            if self.energy == 0 {
                break;
            }
            // The steps of the budget are those of another search.
            if step.is_multiple_of(GLANCE)
                && let Some(stop) = budget.exhausted(0)
            {
                return Err(stop);
            }
            if let Some(next) = self.draw() {
                self.make(next);
            }
        }
        Ok((self.energy == 0).then(|| self.grid()))
    }

    /// Gives each open cell one of its candidates at random.
    fn shuffle(&mut self) {
        self.until = self.made + PATIENCE * self.open.len() as u64;
        self.current.clear();
        self.level.clear();
        for next in &mut self.moves {
            (next.place, next.pairs) = (RAISES, 0);
        }
        for cell in 0..self.open.len() as u32 {
            let chosen = self.rng.u32(self.moves_of(cell));
            self.current.push(chosen);
            for place in self.meetings_of(chosen) {
                self.moves[self.meetings[place] as usize].pairs += 1;
            }
        }
        let of_move = |&current: &u32| self.moves[current as usize].pairs as u64;
        self.energy = self.current.iter().map(of_move).sum::<u64>() / 2;
        for cell in 0..self.open.len() as u32 {
            self.sort(cell);
        }
    }

    /// Brings `level` up to date for the moves of a cell.
    #[inline(always)]
    fn sort(&mut self, cell: u32) {
        let current = self.current[cell as usize];
        let own = self.moves[current as usize].pairs;
        for next in self.moves_of(cell) {
            self.keep(
                next,
                next != current && self.moves[next as usize].pairs <= own,
            );
        }
    }

    /// Adds a move to `level`, or removes it.
    #[inline(always)]
    fn keep(&mut self, next: u32, is_level: bool) {
        let place = &mut self.moves[next as usize].place;
        if is_level == (*place != RAISES) {
            return;
        }
        if is_level {
            *place = self.level.len() as u32;
            self.level.push(next);
            return;
        }
        let place = std::mem::replace(place, RAISES);
        self.level.swap_remove(place as usize);
        if let Some(&moved) = self.level.get(place as usize) {
            self.moves[moved as usize].place = place;
        }
    }

    /// Returns a move drawn with its probability. Returns `None` if it was one to be tried, and is not made.
    #[inline(always)]
    fn draw(&mut self) -> Option<u32> {
        let level = self.level.len() as f64;
        let raising = self.chances[1] * self.moves.len() as f64;
        if self.rng.f64() * (level + raising) < level {
            return Some(self.level[self.rng.usize(..self.level.len())]);
        }
        let next = self.rng.u32(..self.moves.len() as u32);
        let Move { cell, pairs, .. } = self.moves[next as usize];
        let raise = pairs - self.moves[self.current[cell as usize] as usize].pairs;
        let chance = *self.chances.get(raise as usize)?;
        (raise > 0 && self.rng.f64() * self.chances[1] < chance).then_some(next)
    }

    /// Makes a move.
    #[inline(always)]
    fn make(&mut self, next: u32) {
        let cell = self.moves[next as usize].cell;
        let before = std::mem::replace(&mut self.current[cell as usize], next);
        let pairs = |next: u32| self.moves[next as usize].pairs;
        let change = i64::from(pairs(next)) - i64::from(pairs(before));
        self.energy = self.energy.wrapping_add_signed(change);
        self.made += 1;
        for (next, change) in [(before, -1), (next, 1)] {
            for place in self.meetings_of(next) {
                let met = self.meetings[place];
                let Move { cell, pairs, .. } = &mut self.moves[met as usize];
                *pairs += change;
                let (cell, pairs) = (*cell, *pairs);
                let current = self.current[cell as usize];
                match current == met {
                    // It costs another energy to leave the cell's digit.
                    true => self.sort(cell),
                    false => self.keep(met, pairs <= self.moves[current as usize].pairs),
                }
            }
        }
        self.sort(cell);
    }

    /// Returns the grid.
    fn grid(&self) -> Grid {
        let mut digits = self.digits.clone();
        for (cell, &current) in self.open.iter().zip(&self.current) {
            let digit = self.to[current as usize];
            digits[cell.index(self.size)] = Digit::from_index(digit.into());
        }
        Grid::new(self.size, digits)
    }
}

/// Returns the digits left in each cell after all naked and hidden singles, as indices. Returns `None` if
/// a cell or a digit in a full house has none left.
///
/// # Errors
/// If the time of the budget ends, or its interrupt is raised.
fn singles(puzzle: &Puzzle, budget: &Budget) -> Result<Option<Vec<Vec<u16>>>, Stop> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let mut left: Vec<Vec<u16>> = vec![Vec::new(); size.num_cells()];
    for Candidate { cell, digit } in Candidates::new(puzzle).iter() {
        left[cell.index(size)].push(digit.index() as u16);
    }
    let mut is_settled = vec![false; size.num_cells()];
    loop {
        if let Some(stop) = budget.exhausted(0) {
            return Err(stop);
        }
        let mut has_changed = false;
        for cell in size.cells() {
            let place = cell.index(size);
            match left[place][..] {
                [] => return Ok(None),
                [digit] if !is_settled[place] => {
                    is_settled[place] = true;
                    has_changed = true;
                    let houses = rules.houses_of(cell).iter();
                    for &other in houses.flat_map(|&house| rules.cells(house as usize)) {
                        if other != cell {
                            left[other.index(size)].retain(|&candidate| candidate != digit);
                        }
                    }
                }
                _ => {}
            }
        }
        for house in (0..rules.houses().len()).filter(|&house| rules.is_full(house)) {
            let mut places = vec![(0, 0); size.side()];
            for cell in rules.cells(house) {
                let place = cell.index(size);
                for &digit in &left[place] {
                    let (count, last) = &mut places[usize::from(digit)];
                    (*count, *last) = (*count + 1, place);
                }
            }
            for (digit, (count, place)) in (0..).zip(places) {
                match count {
                    0 => return Ok(None),
                    1 if left[place].len() > 1 => {
                        left[place] = vec![digit];
                        has_changed = true;
                    }
                    _ => {}
                }
            }
        }
        if !has_changed {
            return Ok(Some(left));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use crate::generate::{self, Symmetry};
    use crate::sudoku::Rules;

    /// Returns a grid of order n with clues in some of its cells.
    fn puzzle(n: usize, clues: usize, seed: u64) -> Puzzle {
        let (rules, mut rng) = (Rules::plain(n).unwrap(), Rng::with_seed(seed));
        let grid = generate::full_grid(&rules, &mut rng).unwrap();
        generate::with_clues(&rules, &grid, clues, Symmetry::None, &mut rng)
    }

    #[test]
    fn grids_are_found_and_right() {
        for seed in 0..5 {
            let puzzle = puzzle(4, 100, seed);
            let mut annealing = Annealing::new(&puzzle, &Budget::unlimited())
                .unwrap()
                .unwrap();
            let grid = annealing.run(2_000_000, &Budget::unlimited()).unwrap();
            check::grid(&puzzle, &grid.expect("a grid")).unwrap();
        }
    }

    #[test]
    fn the_energy_of_moves_is_kept_up() {
        let puzzle = puzzle(4, 100, 1);
        let rules = puzzle.rules();
        let mut annealing = Annealing::new(&puzzle, &Budget::unlimited())
            .unwrap()
            .unwrap();
        for moves in 0..200 {
            let _ = annealing.run(moves, &Budget::unlimited()).unwrap();
            let grid = annealing.grid();
            let num_equal = |cell: Cell, digit: Digit| {
                let others = puzzle.size().cells().filter(|&other| {
                    let shares = |house| rules.houses_of(other).contains(house);
                    other != cell && rules.houses_of(cell).iter().any(shares)
                });
                others.filter(|&other| grid.digit(other) == digit).count() as i16
            };
            let (mut twice, mut num_level) = (0, 0);
            for (number, &cell) in annealing.open.iter().enumerate() {
                let own = num_equal(cell, grid.digit(cell));
                twice += own as u64;
                for next in annealing.moves_of(number as u32) {
                    let Move { pairs, place, .. } = annealing.moves[next as usize];
                    let digit = annealing.to[next as usize];
                    let expected = num_equal(cell, Digit::from_index(digit.into()));
                    assert_eq!(pairs, expected, "after {moves} moves");
                    let is_level = annealing.current[number] != next && pairs <= own;
                    assert_eq!(place != RAISES, is_level);
                    let kept = annealing.level.get(place as usize);
                    assert_eq!(kept, is_level.then_some(&next));
                    num_level += usize::from(is_level);
                }
            }
            assert_eq!(annealing.energy, twice / 2);
            assert_eq!(annealing.level.len(), num_level);
        }
    }

    #[test]
    fn a_long_search_starts_again() {
        let mut annealing = Annealing::new(&puzzle(4, 100, 1), &Budget::unlimited())
            .unwrap()
            .unwrap();
        let _ = annealing.run(1000, &Budget::unlimited()).unwrap();
        annealing.until = annealing.made;
        let before = annealing.grid();
        let _ = annealing.run(1, &Budget::unlimited()).unwrap();
        let changed = |&cell: &Cell| annealing.grid().digit(cell) != before.digit(cell);
        assert!(annealing.open.iter().filter(|cell| changed(cell)).count() > 10);
        let patience = PATIENCE * annealing.open.len() as u64;
        assert!(annealing.until - annealing.made <= patience);
        assert!(annealing.until > annealing.made + patience / 2);
    }

    #[test]
    fn turns_add_up_to_one_search() {
        let puzzle = puzzle(4, 100, 1);
        let run = |turns: u64, moves: u64| {
            let mut annealing = Annealing::new(&puzzle, &Budget::unlimited())
                .unwrap()
                .unwrap();
            for _ in 0..turns {
                let found = annealing.run(moves, &Budget::unlimited()).unwrap();
                assert_eq!(found, None);
            }
            assert!(annealing.made() > 0);
            annealing.grid()
        };
        assert_eq!(run(1, 40), run(4, 10));
    }

    #[test]
    fn contradictions_and_other_rules_are_left_to_others() {
        let clash: Puzzle = "12.. ...3 .... ..4.".parse().unwrap();
        assert!(
            Annealing::new(&clash, &Budget::unlimited())
                .unwrap()
                .is_none()
        );
        let blank = Puzzle::empty(Size::of_order(3).unwrap());
        assert!(
            Annealing::new(&blank, &Budget::unlimited())
                .unwrap()
                .is_some()
        );
        let knight: Puzzle = "boxes 2x2\nanti-knight\nclues\n1...\n....\n....\n...."
            .parse()
            .unwrap();
        assert!(
            Annealing::new(&knight, &Budget::unlimited())
                .unwrap()
                .is_none()
        );
    }
}
