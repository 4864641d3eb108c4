//! A solution of a large grid by local search at a constant temperature (Metropolis and others, 1953; for
//! Sudoku with falling temperatures Lewis, 2007): for grids with many open cells, each with few candidates.
//!
//! Naked and hidden singles are filled in first. Then each open cell holds one of its candidates at all times.
//! The energy is the number of pairs of cells that share a house and hold the same digit. A move gives a cell another
//! candidate. It is made with the probability 1 if it does not raise the energy, and e^(−Δ/T) if it
//! raises it by Δ, at the temperature T. Where a grid can be found this way, the energy falls
//! within a narrow range of temperatures, much as a liquid freezes. That range depends on the
//! number of candidates of a cell; its place was measured ([`temperature`]). A grid that is held there
//! goes on to change until it is a solution, or a run is over and the next one starts from another random grid. The
//! lengths of the runs are Luby's sequence (Luby, Sinclair, Zuckerman, 1993; its terms by Knuth, The Art of Computer
//! Programming, 7.2.2.2, exercise 293).
//!
//! In that range fewer than one move in a hundred is accepted. So not all moves are tried. Those that do not raise the
//! energy are kept in a list, and one drawn from it is made (the n-fold way of Bortz, Kalos and Lebowitz, 1975). The
//! others are drawn from all moves, as often as they would be if each added 1; one that adds 1 is made, one that adds more is
//! made less often, and one of the list is dropped.

use crate::budget::{Budget, Stop};
use crate::engine::memory;
use crate::sudoku::{Candidate, Candidates, Cell, Digit, Grid, Puzzle, Size};
use fastrand::Rng;

/// Moves that raise the energy by more than this are never made. With five candidates or more in an open cell,
/// fewer than one in 10²⁰ of those drawn would be.
const MAX_RAISE: usize = 15;

/// Effort that a move takes if it is made, beside the 1 that drawing it takes. So an effort takes about as long on
/// each grid: 40 to 120 million take a second.
const MADE_EFFORT: u64 = 12;

/// Effort between two checks of the budget.
const GLANCE: u64 = 1 << 16;

/// Effort that a grid takes for each of its cells, to be copied and checked.
const CELL_EFFORT: u64 = 2;

/// Length of the shortest run, in moves made for each open cell. Chosen by hand: some runs on 49×49 with 55 % holes
/// made four times as many without a solution, while the others found one in fewer.
const SHORTEST_RUN: u64 = 16_000;

/// Maximum number of entries of `meetings`, of four bytes each: 64 MB. A blank grid of 49×49 would
/// have 17 million.
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
    /// The cell of each move, by its number among the open ones.
    cells: Vec<u32>,
    /// The digit of each move, as an index.
    to: Vec<u16>,
    /// For each move the energy that it adds, or [`CURRENT`]. What the search reads most.
    raises: Vec<i16>,
    /// For each move its place in `level`, or [`NO_PLACE`].
    places: Vec<u32>,
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
    energy: i64,
    rng: Rng,
    /// Number of moves made so far.
    made: u64,
    /// Knuth's pair of numbers (u, v) for Luby's sequence; v is the length of the next run, in shortest ones.
    luby: (u64, u64),
    /// The value of `made` at which the search starts again from a random grid.
    until: u64,
}

/// Marks in `raises` the moves to the digits that the cells hold now: they are no moves at present.
const CURRENT: i16 = i16::MAX;

/// The place of a move that is not in `level`.
const NO_PLACE: u32 = u32::MAX;

/// Returns the temperature for a grid with this number of candidates in an open cell, on average. Fitted by hand to
/// the best of several temperatures on grids from 36×36 to 144×144, with 5.7 to 16.7 candidates (docs/EXPERIMENTS.md).
fn temperature(candidates: f64) -> f64 {
    0.81 * candidates.powf(-0.64)
}

impl Annealing {
    /// Returns a search in a puzzle, at a random grid. Returns `None` if the puzzle has rules other than houses, if its
    /// meetings are too many or do not fit into memory, if singles leave a cell or a digit in a house without a
    /// candidate, or if they leave no cell open.
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
            cells: Vec::new(),
            to: Vec::new(),
            raises: Vec::new(),
            places: Vec::new(),
            meetings: Vec::new(),
            ends: Vec::new(),
            current: Vec::new(),
            level: Vec::new(),
            chances: [1.0; MAX_RAISE + 1],
            energy: 0,
            rng: Rng::with_seed(0),
            made: 0,
            until: 0,
            luby: (1, 1),
        };
        // For each house and digit the moves to this digit in cells of the house.
        let table = |house: u32, digit: u16| house as usize * size.side() + usize::from(digit);
        let mut of_house = vec![Vec::new(); rules.houses().len() * size.side()];
        for (cell, digits) in size.cells().zip(&left) {
            annealing
                .digits
                .push(Digit::from_index(usize::from(digits[0])));
            if digits.len() > 1 {
                for (&digit, next) in digits.iter().zip(annealing.cells.len() as u32..) {
                    for &house in rules.houses_of(cell) {
                        of_house[table(house, digit)].push(next);
                    }
                }
                annealing.open(cell, digits);
            }
        }
        let most: usize = of_house.iter().map(|moves| moves.len().pow(2)).sum();
        let is_too_large = most > MAX_MEETINGS || 4 * most as u64 > memory::for_tables();
        if annealing.open.is_empty() || is_too_large {
            return Ok(None);
        }
        annealing.meetings.reserve_exact(most);
        let mut met: Vec<u32> = Vec::new();
        for (next, (&cell, &digit)) in (0..).zip(annealing.cells.iter().zip(&annealing.to)) {
            if next % 1024 == 0
                && let Some(stop) = budget.exhausted(0)
            {
                return Err(stop);
            }
            let houses = rules.houses_of(annealing.open[cell as usize]).iter();
            met.extend(houses.flat_map(|&house| &of_house[table(house, digit)]));
            met.sort_unstable();
            met.dedup();
            let others = met.drain(..).filter(|&other| other != next);
            annealing.meetings.extend(others);
            annealing.ends.push(annealing.meetings.len() as u32);
        }
        let candidates = annealing.cells.len() as f64 / annealing.open.len() as f64;
        for (raise, chance) in annealing.chances.iter_mut().enumerate() {
            *chance = (-(raise as f64) / temperature(candidates)).exp();
        }
        annealing.shuffle();
        Ok(Some(annealing))
    }

    /// Adds an open cell with these candidates.
    fn open(&mut self, cell: Cell, digits: &[u16]) {
        self.to.extend(digits);
        self.cells
            .extend(digits.iter().map(|_| self.open.len() as u32));
        self.open.push(cell);
        self.starts.push(self.cells.len() as u32);
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

    /// Draws moves, and makes those that are accepted, until a grid has no digit twice in a house, which is returned,
    /// or the effort is spent. What was done is subtracted from it: 1 for each drawn move, [`MADE_EFFORT`] for each that is
    /// made, [`CELL_EFFORT`] for each cell of the grid that is returned. The next call goes on from the last grid.
    ///
    /// # Errors
    /// If the time of the budget ends, or its interrupt is raised.
    pub(super) fn run(&mut self, effort: &mut u64, budget: &Budget) -> Result<Option<Grid>, Stop> {
        let mut glance = u64::MAX;
        while *effort > 0 {
            // The steps of the budget are those of another search.
            if *effort <= glance {
                if let Some(stop) = budget.exhausted(0) {
                    return Err(stop);
                }
                glance = effort.saturating_sub(GLANCE);
            }
            if self.made >= self.until {
                self.shuffle();
            }
            *effort -= 1;
            if let Some(next) = self.draw() {
                self.make(next);
                *effort = effort.saturating_sub(MADE_EFFORT);
                if self.energy == 0 {
                    *effort = effort.saturating_sub(CELL_EFFORT * self.digits.len() as u64);
                    return Ok(Some(self.grid()));
                }
            }
        }
        Ok(None)
    }

    /// Gives each open cell one of its candidates at random.
    fn shuffle(&mut self) {
        let (u, v) = self.luby;
        self.until = self.made + SHORTEST_RUN * v * self.open.len() as u64;
        self.luby = match u & u.wrapping_neg() == v {
            true => (u + 1, 1),
            false => (u, 2 * v),
        };
        self.current.clear();
        self.level.clear();
        self.places.clear();
        self.places.resize(self.cells.len(), NO_PLACE);
        // For each move the number of cells that share a house with its cell and hold its digit.
        let mut pairs = vec![0; self.cells.len()];
        for cell in 0..self.open.len() as u32 {
            let chosen = self.rng.u32(self.moves_of(cell));
            self.current.push(chosen);
            for place in self.meetings_of(chosen) {
                pairs[self.meetings[place] as usize] += 1;
            }
        }
        let of_move = |&current: &u32| i64::from(pairs[current as usize]);
        self.energy = self.current.iter().map(of_move).sum::<i64>() / 2;
        self.raises = pairs;
        for cell in 0..self.open.len() as u32 {
            let current = self.current[cell as usize];
            let own = std::mem::replace(&mut self.raises[current as usize], CURRENT);
            for next in self.moves_of(cell).filter(|&next| next != current) {
                self.raises[next as usize] -= own;
                if self.raises[next as usize] <= 0 {
                    self.keep(next);
                }
            }
        }
    }

    /// Adds a move to `level`.
    #[inline(always)]
    fn keep(&mut self, next: u32) {
        self.places[next as usize] = self.level.len() as u32;
        self.level.push(next);
    }

    /// Removes a move from `level`.
    #[inline(always)]
    fn remove(&mut self, next: u32) {
        let place = std::mem::replace(&mut self.places[next as usize], NO_PLACE);
        self.level.swap_remove(place as usize);
        if let Some(&moved) = self.level.get(place as usize) {
            self.places[moved as usize] = place;
        }
    }

    /// Changes the energy that a move adds.
    #[inline(always)]
    fn add(&mut self, next: u32, change: i16) {
        let raise = &mut self.raises[next as usize];
        let was_level = *raise <= 0;
        *raise += change;
        match (was_level, *raise <= 0) {
            (true, false) => self.remove(next),
            (false, true) => self.keep(next),
            _ => {}
        }
    }

    /// Changes the energy that the other moves of a current move's cell add. It is not inlined: one in
    /// many meetings comes to it, and the others are faster without its code.
    #[inline(never)]
    fn add_to_others(&mut self, current: u32, change: i16) {
        for other in self.moves_of(self.cells[current as usize]) {
            if other != current {
                self.add(other, change);
            }
        }
    }

    /// Returns a move drawn with its probability. Returns `None` if it was one to be tried, and is not made.
    #[inline(always)]
    fn draw(&mut self) -> Option<u32> {
        let level = self.level.len() as f64;
        let drawn = self.rng.f64() * (level + self.chances[1] * self.cells.len() as f64);
        if drawn < level {
            return Some(self.level[drawn as usize]);
        }
        let next = ((drawn - level) / self.chances[1]) as u32;
        match *self.raises.get(next as usize)? {
            ..=0 => None,
            1 => Some(next),
            raise => {
                let chance = *self.chances.get(raise as usize)?;
                (self.rng.f64() * self.chances[1] < chance).then_some(next)
            }
        }
    }

    /// Makes a move.
    #[inline(always)]
    fn make(&mut self, next: u32) {
        let cell = self.cells[next as usize];
        let before = std::mem::replace(&mut self.current[cell as usize], next);
        let raise = std::mem::replace(&mut self.raises[next as usize], CURRENT);
        self.energy += i64::from(raise);
        self.made += 1;
        if raise <= 0 {
            self.remove(next);
        }
        self.raises[before as usize] = 0;
        self.keep(before);
        if raise != 0 {
            self.add_to_others(next, -raise);
        }
        for (next, change) in [(before, -1), (next, 1)] {
            for place in self.meetings_of(next) {
                let met = self.meetings[place];
                match self.raises[met as usize] {
                    // It costs another energy to leave the cell's digit.
                    CURRENT => self.add_to_others(met, -change),
                    _ => self.add(met, change),
                }
            }
        }
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
            let mut effort = 20_000_000;
            for _ in 0..2 {
                let grid = annealing.run(&mut effort, &Budget::unlimited()).unwrap();
                check::grid(&puzzle, &grid.expect("a grid")).unwrap();
            }
        }
    }

    #[test]
    fn the_energy_of_moves_is_kept_up() {
        let puzzle = puzzle(4, 100, 1);
        let rules = puzzle.rules();
        let mut annealing = Annealing::new(&puzzle, &Budget::unlimited())
            .unwrap()
            .unwrap();
        for _ in 0..200 {
            let _ = annealing.run(&mut 1000, &Budget::unlimited()).unwrap();
            let moves = annealing.made();
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
                twice += i64::from(own);
                for next in annealing.moves_of(number as u32) {
                    let digit = annealing.to[next as usize];
                    let raise = match annealing.current[number] == next {
                        true => CURRENT,
                        false => num_equal(cell, Digit::from_index(digit.into())) - own,
                    };
                    assert_eq!(
                        annealing.raises[next as usize], raise,
                        "after {moves} moves"
                    );
                    let place = annealing.places[next as usize];
                    assert_eq!(place != NO_PLACE, raise <= 0);
                    let kept = annealing.level.get(place as usize);
                    assert_eq!(kept, (raise <= 0).then_some(&next));
                    num_level += usize::from(raise <= 0);
                }
            }
            assert_eq!(annealing.energy, twice / 2);
            assert_eq!(annealing.level.len(), num_level);
        }
    }

    #[test]
    fn a_long_search_starts_again_for_lubys_times() {
        let mut annealing = Annealing::new(&puzzle(4, 100, 1), &Budget::unlimited())
            .unwrap()
            .unwrap();
        let num_open = annealing.open.len() as u64;
        for length in [1, 1, 2, 1, 1, 2, 4, 1] {
            assert_eq!(
                annealing.until - annealing.made,
                SHORTEST_RUN * length * num_open
            );
            let before = annealing.grid();
            annealing.shuffle();
            let changed = |&cell: &Cell| annealing.grid().digit(cell) != before.digit(cell);
            assert!(annealing.open.iter().filter(|cell| changed(cell)).count() > 10);
        }
        annealing.until = annealing.made;
        let before = annealing.grid();
        // Of one drawn move, one cell changes at most.
        let _ = annealing.run(&mut 1, &Budget::unlimited()).unwrap();
        let changed = |&cell: &Cell| annealing.grid().digit(cell) != before.digit(cell);
        assert!(annealing.open.iter().filter(|cell| changed(cell)).count() > 10);
    }

    #[test]
    fn moves_are_drawn_with_their_probabilities() {
        let mut annealing = Annealing::new(&puzzle(4, 60, 1), &Budget::unlimited())
            .unwrap()
            .unwrap();
        // Of the numbers of moves that add nothing, 1, 2 and 3, those drawn in a fixed state.
        let (mut number, mut drawn) = ([0.0; 4], [0.0; 4]);
        let chance = |raise: usize| 0.5f64.powi(raise as i32);
        annealing.chances = std::array::from_fn(chance);
        let class = |raise: i16| usize::try_from(raise.max(0)).unwrap();
        for &raise in annealing.raises.iter().filter(|&&raise| raise <= 3) {
            number[class(raise)] += 1.0;
        }
        for _ in 0..1_000_000 {
            if let Some(next) = annealing.draw() {
                let raise = annealing.raises[next as usize];
                assert!(raise <= MAX_RAISE as i16);
                if let Some(drawn) = drawn.get_mut(class(raise)) {
                    *drawn += 1.0;
                }
            }
        }
        for raise in 1..4 {
            let expected = number[raise] / number[0] * chance(raise);
            let share = drawn[raise] / drawn[0];
            // Five standard deviations.
            let spread = 5.0 * f64::sqrt(expected / drawn[0]);
            assert!(
                (share - expected).abs() < spread,
                "{raise}: {share} {expected}"
            );
        }
        assert!(drawn[3] > 1000.0, "{drawn:?}");
    }

    #[test]
    fn the_budget_ends_a_search() {
        let mut annealing = Annealing::new(&puzzle(4, 60, 1), &Budget::unlimited())
            .unwrap()
            .unwrap();
        let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
        let mut effort = u64::MAX;
        assert_eq!(annealing.run(&mut effort, &budget), Err(Stop::Time));
        assert!(Annealing::new(&puzzle(4, 60, 1), &budget).is_err());
    }

    #[test]
    fn turns_add_up_to_one_search() {
        let puzzle = puzzle(4, 100, 1);
        let new = || {
            Annealing::new(&puzzle, &Budget::unlimited())
                .unwrap()
                .unwrap()
        };
        let (mut whole, mut parts) = (new(), new());
        let found = whole.run(&mut 100, &Budget::unlimited()).unwrap();
        assert_eq!((found, whole.made() > 3), (None, true));
        for _ in 0..100 {
            if parts.made() == whole.made() {
                break;
            }
            let found = parts.run(&mut 1, &Budget::unlimited()).unwrap();
            assert_eq!(found, None);
        }
        assert_eq!(parts.grid(), whole.grid());
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
