//! Backtracking as the lecture teaches it: fill cell after cell, try the digits
//! in ascending order, and undo the last placement when a cell has none left.
//!
//! ```text
//! Solve(cell):
//!   if there is no empty cell left: a solution
//!   for k = 1 … n²:
//!     if CanPlace(cell, k):
//!       place k; Solve(next cell); undo
//! ```
//!
//! Here the recursion is a stack of cells, so that a search can stop at a
//! solution and go on later, and a grid of any order fits. The cells are taken
//! in reading order, or always a cell with the fewest digits left
//! ([`Next::Fewest`]): the smallest change that makes the procedure usable.
//!
//! CanPlace looks at the houses of the cell, at its rules for two cells where
//! the other one is filled, and at its cages, arrows and marks: when their last cell
//! is filled, by their definition; before that by the least and the largest sum that the
//! open cells can make, or by the states that a mark's machine can reach (`sums`).

mod board;
pub(crate) mod sums;
mod watch;

pub use watch::{Because, Watcher};

use crate::budget::{Budget, Stop};
use crate::sudoku::{Candidate, Clash, Digit, Grid, Puzzle};
use board::Board;

/// The choice of the empty cell to be filled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next one in reading order, as in the lecture.
    Reading,
    /// One with the fewest digits left, the first of them in reading order.
    Fewest,
}

/// Numbers of steps that a search has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BacktrackStats {
    /// Digits placed.
    pub placements: u64,
    /// Digits that could not be placed.
    pub rejections: u64,
    /// Placements taken back.
    pub undos: u64,
}

/// A search of one puzzle, resumable after each solution.
#[derive(Debug)]
pub struct Backtrack {
    board: Board,
    next: Next,
    /// The cells filled or being filled by the search, in order.
    stack: Vec<Frame>,
    stats: BacktrackStats,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A cell is to be chosen, or the grid is full.
    Descend,
    /// The top of the stack tries its next digit.
    Advance,
    /// Every possibility has been tried.
    Exhausted,
}

/// A cell being filled.
#[derive(Debug)]
struct Frame {
    /// Its index in reading order.
    cell: usize,
    /// The digit to try next, as an index.
    next_digit: usize,
    /// Set if the digit before `next_digit` is placed.
    placed: bool,
}

impl Backtrack {
    /// Creates a search from the puzzle's clues.
    ///
    /// # Errors
    /// All pairs of clues that clash.
    pub fn new(puzzle: &Puzzle, next: Next) -> Result<Backtrack, Vec<Clash>> {
        let clashes = puzzle.clashes();
        if !clashes.is_empty() {
            return Err(clashes);
        }
        let board = Board::new(puzzle);
        let state = match board.has_broken_table() {
            true => State::Exhausted,
            false => State::Descend,
        };
        Ok(Backtrack {
            board,
            next,
            stack: Vec::new(),
            stats: BacktrackStats::default(),
            state,
        })
    }

    /// Returns the numbers of steps so far.
    pub fn stats(&self) -> BacktrackStats {
        self.stats
    }

    /// Returns the next solution, or `None` if there are no more. After a [`Stop`], the
    /// next call continues the search.
    ///
    /// The budget's steps are placements.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn next_solution(
        &mut self,
        budget: &Budget,
        watcher: &mut impl Watcher,
    ) -> Result<Option<Grid>, Stop> {
        // Tries since the clock was read: a try is a few nanoseconds.
        let mut tries = u32::MAX;
        let most = budget.steps().unwrap_or(u64::MAX);
        loop {
            // With a large cage or arrow, choosing a cell takes long.
            if matches!(self.state, State::Descend)
                && self.board.has_tables()
                && let Some(stop) = budget.exhausted(self.stats.placements)
            {
                return Err(stop);
            }
            match self.state {
                State::Exhausted => return Ok(None),
                State::Descend => match self.choose() {
                    None => {
                        self.state = State::Advance;
                        let grid = self.board.grid();
                        watcher.solution(&grid);
                        return Ok(Some(grid));
                    }
                    Some(cell) => {
                        self.stack.push(Frame {
                            cell,
                            next_digit: 0,
                            placed: false,
                        });
                        self.state = State::Advance;
                    }
                },
                State::Advance => {
                    tries = tries.wrapping_add(1);
                    let is_due = tries.is_multiple_of(1024) || self.stats.placements >= most;
                    if is_due && let Some(stop) = budget.exhausted(self.stats.placements) {
                        return Err(stop);
                    }
                    self.advance(watcher);
                }
            }
        }
    }

    /// Takes back the placement on top of the stack, if there is one, and
    /// tries the next digit there.
    fn advance(&mut self, watcher: &mut impl Watcher) {
        let Backtrack {
            board,
            stack,
            stats,
            state,
            ..
        } = self;
        let Some(frame) = stack.last_mut() else {
            *state = State::Exhausted;
            return;
        };
        let cell = board.cell(frame.cell);
        let at = |digit| Candidate::new(cell, Digit::from_index(digit));
        if frame.placed {
            frame.placed = false;
            stats.undos += 1;
            watcher.undo(at(frame.next_digit - 1));
            board.clear(frame.cell);
        }
        if frame.next_digit == board.side() {
            watcher.dead_end(cell);
            stack.pop();
            return;
        }
        let digit = frame.next_digit;
        let candidate = at(digit);
        frame.next_digit += 1;
        watcher.attempt(candidate);
        if board.can_place(frame.cell, digit) {
            board.place(frame.cell, digit);
            frame.placed = true;
            stats.placements += 1;
            watcher.place(candidate);
            *state = State::Descend;
        } else {
            stats.rejections += 1;
            if watcher.wants_reasons() {
                watcher.reject(candidate, board.why_not(candidate));
            }
        }
    }

    /// Returns the cell to fill next, if one is empty.
    fn choose(&self) -> Option<usize> {
        match self.next {
            Next::Reading => {
                let start = self.stack.last().map_or(0, |frame| frame.cell + 1);
                self.board.first_empty(start)
            }
            Next::Fewest => self.board.fewest_left(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Cell, Size};

    fn count(puzzle: &Puzzle, next: Next) -> (u64, BacktrackStats) {
        let mut search = Backtrack::new(puzzle, next).unwrap();
        let mut count = 0;
        while let Some(grid) = search.next_solution(&Budget::unlimited(), &mut ()).unwrap() {
            assert_eq!(crate::check::grid(puzzle, &grid), Ok(()));
            count += 1;
        }
        (count, search.stats())
    }

    #[test]
    fn the_grids_of_order_1_and_2_are_counted() {
        for next in [Next::Reading, Next::Fewest] {
            assert_eq!(count(&Puzzle::empty(Size::of_order(1).unwrap()), next).0, 1);
            let (grids, stats) = count(&Puzzle::empty(Size::of_order(2).unwrap()), next);
            assert_eq!(grids, 288);
            assert_eq!(stats.placements, stats.undos, "all taken back at the end");
        }
    }

    #[test]
    fn a_full_grid_is_its_own_solution() {
        let puzzle = Puzzle::from_values(&[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
        assert_eq!(
            count(&puzzle, Next::Reading),
            (1, BacktrackStats::default())
        );
    }

    #[test]
    fn clashing_clues_are_told_before_any_search() {
        let puzzle = Puzzle::from_values(&[1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let clashes = Backtrack::new(&puzzle, Next::Reading).err().unwrap();
        assert_eq!(clashes[0].to_string(), "row 1 has two 1s: r1c1 and r1c2");
    }

    #[test]
    fn exclusions_are_kept() {
        let size = Size::of_order(2).unwrap();
        let mut puzzle = Puzzle::empty(size);
        for digit in size.digits().skip(1) {
            puzzle.exclude(Candidate::new(Cell::new(0, 0), digit));
        }
        for next in [Next::Reading, Next::Fewest] {
            assert_eq!(count(&puzzle, next).0, 288 / 4);
        }
        puzzle.exclude(size.candidate(0));
        for next in [Next::Reading, Next::Fewest] {
            assert_eq!(count(&puzzle, next).0, 0);
        }
    }

    #[test]
    fn a_budget_stops_it_and_it_can_go_on() {
        let puzzle = Puzzle::empty(Size::of_order(2).unwrap());
        let mut search = Backtrack::new(&puzzle, Next::Reading).unwrap();
        let mut found = 0;
        let mut limit = 0;
        loop {
            let budget = Budget::unlimited().with_steps(limit);
            match search.next_solution(&budget, &mut ()) {
                Ok(Some(_)) => found += 1,
                Ok(None) => break,
                Err(stop) => {
                    assert_eq!(stop, Stop::Steps);
                    assert!(search.stats().placements >= limit);
                    limit += 10;
                }
            }
        }
        assert_eq!(found, 288);
    }

    /// Writes the run down, one letter a step.
    #[derive(Default)]
    struct Told(Vec<String>);

    impl Watcher for Told {
        fn wants_reasons(&self) -> bool {
            true
        }
        fn reject(&mut self, candidate: Candidate, because: Because) {
            self.0.push(format!("{candidate} no: {because}"));
        }
        fn place(&mut self, candidate: Candidate) {
            self.0.push(format!("{candidate} yes"));
        }
        fn undo(&mut self, candidate: Candidate) {
            self.0.push(format!("{candidate} undone"));
        }
        fn dead_end(&mut self, cell: Cell) {
            self.0.push(format!("{cell} has no digit left"));
        }
        fn solution(&mut self, _grid: &Grid) {
            self.0.push("solved".into());
        }
    }

    #[test]
    fn a_watcher_is_told_every_step_and_why() {
        // Two cells empty: r1c1 must be 1, r1c3 must be 3.
        let puzzle = Puzzle::from_values(&[0, 2, 0, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
        let mut search = Backtrack::new(&puzzle, Next::Reading).unwrap();
        let mut told = Told::default();
        let budget = Budget::unlimited();
        assert!(search.next_solution(&budget, &mut told).unwrap().is_some());
        assert!(search.next_solution(&budget, &mut told).unwrap().is_none());
        assert_eq!(
            told.0,
            [
                "r1c1=1 yes",
                "r1c3=1 no: row 1 has a 1 in r1c1",
                "r1c3=2 no: row 1 has a 2 in r1c2",
                "r1c3=3 yes",
                "solved",
                "r1c3=3 undone",
                "r1c3=4 no: row 1 has a 4 in r1c4",
                "r1c3 has no digit left",
                "r1c1=1 undone",
                "r1c1=2 no: row 1 has a 2 in r1c2",
                "r1c1=3 no: column 1 has a 3 in r2c1",
                "r1c1=4 no: row 1 has a 4 in r1c4",
                "r1c1 has no digit left",
            ]
        );
    }
}
