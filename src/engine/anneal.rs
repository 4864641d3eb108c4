//! A solution of a large grid by simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983; for Sudoku
//! Lewis, 2007): local search for grids with many open cells, each with few candidates.
//!
//! Naked and hidden singles are filled in first. Then each open cell holds one of its candidates at all times.
//! The energy is the number of pairs of equal digits in a house. A move gives a cell another
//! candidate. It is made with the probability 1 if it does not raise the energy, and e^(−Δ/T) if it
//! raises it by Δ; the temperature T falls slowly. Where a grid can be found this way, the energy falls
//! within a narrow range of temperatures, much as a liquid freezes. That range depends on the
//! number of candidates of a cell; its place was measured ([`freezing_point`]).
//!
//! In that range fewer than one move in a hundred is accepted. So moves are not tried: they are kept
//! by their Δ, and the next move is drawn among all of them with its probability (the n-fold way of Bortz,
//! Kalos and Lebowitz, 1975).

use crate::budget::{Budget, Stop};
use crate::sudoku::{Candidate, Candidates, Cell, Digit, Grid, Puzzle, Size};
use fastrand::Rng;

/// Moves that raise the energy by this much or more are never made. With five candidates or more in
/// an open cell, a run would not be long enough for one of them.
const CLASSES: usize = 8;

/// Number of moves between two checks of the budget, and between two temperatures.
const GLANCE: u64 = 1 << 14;

/// The temperatures of a run, first and last, in units of the freezing point.
const RANGE: [f64; 2] = [1.2, 0.75];

/// Local search in one puzzle.
pub(super) struct Annealing {
    size: Size,
    /// The digit of each cell that is filled, and the first candidate of each other one.
    digits: Vec<Digit>,
    /// The open cells.
    open: Vec<Cell>,
    /// For each open cell its houses, by [`Annealing::tables`].
    houses: Vec<Vec<u32>>,
    /// For each open cell the place of its first move; one entry more than cells.
    starts: Vec<u32>,
    moves: Vec<Move>,
    /// For each house and digit the moves to this digit in cells of the house.
    meeting: Vec<Vec<u32>>,
    /// For each house and digit the number of open cells that hold it.
    counts: Vec<u16>,
    /// For each open cell the move that gave it its digit.
    current: Vec<u32>,
    /// The moves by the energy that they add; those that take energy away are with those that add none.
    classes: [Vec<u32>; CLASSES],
    energy: i64,
    temperature: f64,
    rng: Rng,
    /// Number of moves made.
    made: u64,
}

/// A candidate of an open cell.
struct Move {
    /// The number of the cell among the open ones.
    cell: u32,
    digit: u16,
    /// Energy that it adds to the present one, except for a move that is current.
    energy: i16,
    /// Its class, or [`CLASSES`] if it is in none.
    class: u8,
    /// Its place in the class.
    place: u32,
}

/// Returns the temperature at which a grid with this number of candidates in an open cell, on average, is
/// found, if it is. Measured on six grids from 36×36 to 144×144 with 30 to 60 % holes, which have
/// 5.4 to 16.5 candidates.
fn freezing_point(candidates: f64) -> f64 {
    1.13 * candidates.powf(-0.7)
}

impl Annealing {
    /// Returns a search in a puzzle. Returns `None` if it has rules other than houses, or singles leave
    /// a cell or a digit in a house without a candidate, or no cell open.
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
            houses: Vec::new(),
            starts: vec![0],
            moves: Vec::new(),
            meeting: vec![Vec::new(); rules.houses().len() * size.side()],
            counts: vec![0; rules.houses().len() * size.side()],
            current: Vec::new(),
            classes: Default::default(),
            energy: 0,
            temperature: 0.0,
            rng: Rng::with_seed(0),
            made: 0,
        };
        for (cell, digits) in size.cells().zip(&left) {
            annealing
                .digits
                .push(Digit::from_index(usize::from(digits[0])));
            if digits.len() > 1 {
                annealing.open(cell, digits, rules.houses_of(cell));
            }
        }
        Ok((!annealing.open.is_empty()).then_some(annealing))
    }

    /// Adds an open cell with these candidates.
    fn open(&mut self, cell: Cell, digits: &[u16], houses: &[u32]) {
        let number = self.open.len() as u32;
        for &digit in digits {
            for &house in houses {
                let table = self.table(house, digit);
                self.meeting[table].push(self.moves.len() as u32);
            }
            self.moves.push(Move {
                cell: number,
                digit,
                energy: 0,
                class: CLASSES as u8,
                place: 0,
            });
        }
        self.open.push(cell);
        self.houses.push(houses.to_vec());
        self.starts.push(self.moves.len() as u32);
    }

    /// Returns the place of a house and a digit in the tables.
    #[inline(always)]
    fn table(&self, house: u32, digit: u16) -> usize {
        house as usize * self.size.side() + usize::from(digit)
    }

    /// Returns the moves of an open cell.
    fn moves_of(&self, cell: u32) -> std::ops::Range<u32> {
        self.starts[cell as usize]..self.starts[cell as usize + 1]
    }

    /// Returns the number of moves made so far.
    pub(super) fn made(&self) -> u64 {
        self.made
    }

    /// Cools a random grid in this number of moves. Returns the grid if no house has a digit twice.
    ///
    /// # Errors
    /// If the time of the budget ends, or its interrupt is raised.
    pub(super) fn run(&mut self, moves: u64, budget: &Budget) -> Result<Option<Grid>, Stop> {
        self.shuffle();
        let candidates = self.moves.len() as f64 / self.open.len() as f64;
        let [first, last] = RANGE.map(|factor| factor * freezing_point(candidates));
        let mut weights = [0.0; CLASSES];
        for step in 0..moves {
            if self.energy == 0 {
                return Ok(Some(self.grid()));
            }
            if step.is_multiple_of(GLANCE) {
                // The steps of the budget are those of another search.
                if let Some(stop) = budget.exhausted(0) {
                    return Err(stop);
                }
                let share = step as f64 / moves as f64;
                self.temperature = first * (last / first).powf(share);
                for (weight, added) in weights.iter_mut().zip(0..) {
                    *weight = (f64::from(-added) / self.temperature).exp();
                }
            }
            match self.draw(&weights) {
                Some(next) => self.make(next),
                None => break,
            }
        }
        Ok((self.energy == 0).then(|| self.grid()))
    }

    /// Gives each open cell one of its candidates at random.
    fn shuffle(&mut self) {
        self.counts.fill(0);
        self.current.clear();
        for cell in 0..self.open.len() as u32 {
            let moves = self.moves_of(cell);
            let chosen = self.rng.u32(moves);
            self.current.push(chosen);
            self.count(cell, self.moves[chosen as usize].digit, 1);
        }
        let pairs = |&count: &u16| i64::from(count) * (i64::from(count) - 1) / 2;
        self.energy = self.counts.iter().map(pairs).sum();
        for class in &mut self.classes {
            class.clear();
        }
        for place in &mut self.moves {
            place.class = CLASSES as u8;
        }
        for cell in 0..self.open.len() as u32 {
            self.weigh(cell);
        }
    }

    /// Adds to the number of cells that hold a digit, in each house of a cell.
    fn count(&mut self, cell: u32, digit: u16, change: i16) {
        for house in 0..self.houses[cell as usize].len() {
            let table = self.table(self.houses[cell as usize][house], digit);
            self.counts[table] = self.counts[table].wrapping_add_signed(change);
        }
    }

    /// Calculates the energy that each move of a cell adds.
    fn weigh(&mut self, cell: u32) {
        let current = self.current[cell as usize];
        let pairs = |annealing: &Annealing, next: u32| -> i16 {
            let digit = annealing.moves[next as usize].digit;
            let houses = annealing.houses[cell as usize].iter();
            let of_house = |&house| annealing.counts[annealing.table(house, digit)] as i16;
            houses.map(of_house).sum()
        };
        // The cell itself does not count.
        let own = pairs(self, current) - self.houses[cell as usize].len() as i16;
        for next in self.moves_of(cell) {
            let energy = match next == current {
                true => 0,
                false => pairs(self, next) - own,
            };
            self.moves[next as usize].energy = energy;
            let class = match next == current {
                true => CLASSES,
                false => class_of(energy),
            };
            self.put(next, class);
        }
    }

    /// Puts a move into a class.
    #[inline(always)]
    fn put(&mut self, next: u32, class: usize) {
        let Move {
            class: before,
            place,
            ..
        } = self.moves[next as usize];
        if usize::from(before) == class {
            return;
        }
        if let Some(members) = self.classes.get_mut(usize::from(before)) {
            members.swap_remove(place as usize);
            if let Some(&moved) = members.get(place as usize) {
                self.moves[moved as usize].place = place;
            }
        }
        let mut place = 0;
        if let Some(members) = self.classes.get_mut(class) {
            place = members.len() as u32;
            members.push(next);
        }
        let next = &mut self.moves[next as usize];
        (next.class, next.place) = (class as u8, place);
    }

    /// Changes the energy that a move adds.
    #[inline(always)]
    fn add(&mut self, next: u32, change: i16) {
        let energy = &mut self.moves[next as usize].energy;
        *energy += change;
        let class = class_of(*energy);
        self.put(next, class);
    }

    /// Returns a move drawn with its probability: the weight of its class, divided by the sum of
    /// the weights of all moves.
    fn draw(&mut self, weights: &[f64; CLASSES]) -> Option<u32> {
        let of_class = |class: usize| weights[class] * self.classes[class].len() as f64;
        let total: f64 = (0..CLASSES).map(of_class).sum();
        let mut rest = self.rng.f64() * total;
        let mut chosen = None;
        for class in (0..CLASSES).filter(|&class| !self.classes[class].is_empty()) {
            chosen = Some(class);
            rest -= of_class(class);
            if rest < 0.0 {
                break;
            }
        }
        let members = &self.classes[chosen?];
        Some(members[self.rng.usize(..members.len())])
    }

    /// Makes a move.
    fn make(&mut self, next: u32) {
        let Move {
            cell,
            digit,
            energy,
            ..
        } = self.moves[next as usize];
        let before = self.moves[self.current[cell as usize] as usize].digit;
        self.energy += i64::from(energy);
        self.made += 1;
        self.count(cell, before, -1);
        self.count(cell, digit, 1);
        self.current[cell as usize] = next;
        for house in 0..self.houses[cell as usize].len() {
            let house = self.houses[cell as usize][house];
            for (digit, change) in [(before, -1), (digit, 1)] {
                let table = self.table(house, digit);
                for met in 0..self.meeting[table].len() {
                    let met = self.meeting[table][met];
                    let other = self.moves[met as usize].cell;
                    if other == cell {
                        continue;
                    }
                    if self.current[other as usize] != met {
                        self.add(met, change);
                        continue;
                    }
                    // The energy of its present digit has changed.
                    for leaving in self.moves_of(other).filter(|&leaving| leaving != met) {
                        self.add(leaving, -change);
                    }
                }
            }
        }
        self.weigh(cell);
    }

    /// Returns the grid.
    fn grid(&self) -> Grid {
        let mut digits = self.digits.clone();
        for (cell, &current) in self.open.iter().zip(&self.current) {
            let digit = self.moves[current as usize].digit;
            digits[cell.index(self.size)] = Digit::from_index(digit.into());
        }
        Grid::new(self.size, digits)
    }
}

/// Returns the class of a move that adds this energy, [`CLASSES`] if it is never made.
#[inline(always)]
fn class_of(energy: i16) -> usize {
    energy.clamp(0, CLASSES as i16) as usize
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
        let mut annealing = Annealing::new(&puzzle, &Budget::unlimited())
            .unwrap()
            .unwrap();
        for moves in 0..200 {
            let _ = annealing.run(moves, &Budget::unlimited()).unwrap();
            let kept: Vec<(i16, u8)> = annealing
                .moves
                .iter()
                .map(|m| (m.energy, m.class))
                .collect();
            let pairs = |&count: &u16| i64::from(count) * (i64::from(count) - 1) / 2;
            assert_eq!(
                annealing.energy,
                annealing.counts.iter().map(pairs).sum::<i64>()
            );
            for cell in 0..annealing.open.len() as u32 {
                annealing.weigh(cell);
            }
            let anew: Vec<(i16, u8)> = annealing
                .moves
                .iter()
                .map(|m| (m.energy, m.class))
                .collect();
            assert_eq!(kept, anew, "after {moves} moves");
            for (class, members) in annealing.classes.iter().enumerate() {
                for (place, &member) in members.iter().enumerate() {
                    let member = &annealing.moves[member as usize];
                    assert_eq!(
                        (member.class as usize, member.place as usize),
                        (class, place)
                    );
                }
            }
        }
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
