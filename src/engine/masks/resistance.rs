//! The share of failed literals: of the candidates that singles leave, those whose
//! assumption leads to a contradiction by singles.

use super::Masks;
use super::board::{NONE, cell_of, digit_of, var};
use super::shape::CELLS;
use crate::sudoku::Puzzle;

impl Masks {
    /// Returns the share of the candidates left by singles that lead to a contradiction by
    /// singles (failed literals). It is 1 if singles fill the grid, and 0 if the puzzle needs
    /// search: if rounds that remove all failed literals and fill in singles end before the
    /// grid is full. Returns `None` if the share is larger than `most`, or if there is no
    /// solution and singles show it.
    ///
    /// The puzzle must have the rules that [`Masks::for_rules`] was given.
    pub(crate) fn failing_share(&mut self, puzzle: &Puzzle, most: f64) -> Option<f64> {
        self.begin(puzzle);
        if self.propagate().is_some() {
            return None;
        }
        if self.is_full() {
            return (most >= 1.0).then_some(1.0);
        }
        let candidates = self.num_candidates();
        let share = |failed: usize| failed as f64 / candidates as f64;
        let mut failed = self.failed_literals(|failed| share(failed) <= most)?;
        let share = share(failed.len());
        while !failed.is_empty() {
            for lit in failed {
                self.board.remove(&self.shape, cell_of(lit), digit_of(lit));
            }
            if self.propagate().is_some() {
                return None;
            }
            if self.is_full() {
                return Some(share);
            }
            failed = self.failed_literals(|_| true)?;
        }
        Some(0.0)
    }

    /// Returns the candidates of open cells that lead to a contradiction by singles. Returns
    /// `None` as soon as their number is not `accepted`.
    fn failed_literals(&mut self, accepted: impl Fn(usize) -> bool) -> Option<Vec<u16>> {
        let mut failed = Vec::new();
        // For each cell the digits that lead to no contradiction. What follows from such a
        // digit leads to none either, because less follows from it, so it is not tried.
        let mut holds = [0u16; CELLS];
        for cell in self.open_cells() {
            let mask = self.board.mask(&self.shape, cell);
            for digit in (0..self.shape.side as u8).filter(|digit| mask >> digit & 1 == 1) {
                if holds[usize::from(cell)] >> digit & 1 == 1 {
                    continue;
                }
                let start = self.board.trail.len();
                self.board.decide(&self.shape, cell, digit);
                let conflict = self.propagate();
                if conflict.is_none() {
                    for placed in &self.board.trail[start..] {
                        holds[usize::from(placed.cell)] |= 1 << placed.digit;
                    }
                }
                self.board.backtrack(&self.shape, 0);
                if conflict.is_some() {
                    failed.push(var(cell, digit));
                    if !accepted(failed.len()) {
                        return None;
                    }
                }
            }
        }
        Some(failed)
    }

    /// Returns the cells without a digit.
    fn open_cells(&self) -> Vec<u8> {
        let cells = 0..self.shape.num_cells;
        let open = cells.filter(|&cell| self.board.digits[cell] == NONE);
        open.map(|cell| cell as u8).collect()
    }

    /// Returns the number of candidates of the cells without a digit.
    fn num_candidates(&self) -> usize {
        let cells = self.open_cells().into_iter();
        let counts = cells.map(|cell| self.board.mask(&self.shape, cell).count_ones());
        counts.sum::<u32>() as usize
    }

    /// Returns `true` if every cell has a digit.
    fn is_full(&self) -> bool {
        self.board.trail.len() == self.shape.num_cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::is_only_solution;
    use crate::generate;
    use crate::sudoku::Rules;
    use fastrand::Rng;

    /// The candidates of each cell of 9×9, as bits.
    type Marks = [u16; 81];

    fn houses() -> Vec<[usize; 9]> {
        let cell = |house: usize, place: usize| match house / 9 {
            0 => house * 9 + place,
            1 => place * 9 + house % 9,
            _ => (house % 9 / 3 * 3 + place / 3) * 9 + house % 3 * 3 + place % 3,
        };
        let house = |house| std::array::from_fn(|place| cell(house, place));
        (0..27).map(house).collect()
    }

    /// Fills in singles by their definition. Returns `false` if there is a contradiction.
    fn settle(marks: &mut Marks) -> bool {
        loop {
            let before = *marks;
            for house in houses() {
                for cell in house {
                    let others = || house.iter().filter(move |&&other| other != cell);
                    if marks[cell].is_power_of_two() {
                        for &other in others() {
                            marks[other] &= !marks[cell];
                        }
                    }
                    let elsewhere = others().fold(0, |all, &other| all | marks[other]);
                    let only_here = marks[cell] & !elsewhere;
                    match only_here.count_ones() {
                        0 => {}
                        1 => marks[cell] = only_here,
                        _ => return false,
                    }
                }
                let all = house.iter().fold(0, |all, &cell| all | marks[cell]);
                if all != 511 || house.iter().any(|&cell| marks[cell] == 0) {
                    return false;
                }
            }
            if *marks == before {
                return true;
            }
        }
    }

    /// Does what [`Masks::failing_share`] does without a limit, by the definition.
    fn by_definition(puzzle: &Puzzle) -> Option<f64> {
        let mut marks = [511; 81];
        for clue in puzzle.clues() {
            marks[clue.cell.index(puzzle.size())] = 1 << clue.digit.index();
        }
        if !settle(&mut marks) {
            return None;
        }
        let mut first_share = None;
        loop {
            let open = (0..81).filter(|&cell| !marks[cell].is_power_of_two());
            let bits = |cell: usize| (0..9).filter(move |digit| marks[cell] >> digit & 1 == 1);
            let candidates: Vec<(usize, u16)> = open
                .flat_map(|cell| bits(cell).map(move |digit| (cell, 1 << digit)))
                .collect();
            if candidates.is_empty() {
                return first_share.or(Some(1.0));
            }
            let fails = |&(cell, bit): &(usize, u16)| {
                let mut trial = marks;
                trial[cell] = bit;
                !settle(&mut trial)
            };
            let failed: Vec<(usize, u16)> = candidates.iter().copied().filter(fails).collect();
            if failed.is_empty() {
                return Some(0.0);
            }
            let share = failed.len() as f64 / candidates.len() as f64;
            first_share = first_share.or(Some(share));
            for (cell, bit) in failed {
                marks[cell] &= !bit;
            }
            if !settle(&mut marks) {
                return None;
            }
        }
    }

    fn plain(line: &str) -> Puzzle {
        let values: Vec<usize> = line
            .chars()
            .map(|symbol| symbol.to_digit(10).unwrap_or(0) as usize)
            .collect();
        Puzzle::from_values(&values)
    }

    #[test]
    fn the_share_of_random_puzzles_is_that_of_the_definition() {
        let rules = Rules::plain(3).unwrap();
        let mut masks = Masks::new(&rules).unwrap();
        let mut rng = Rng::with_seed(1);
        let (mut singles, mut solved) = (0, 0);
        for _ in 0..20 {
            let grid = generate::full_grid(&rules, &mut rng).unwrap();
            let is_only =
                |puzzle: &Puzzle, grid: &_| is_only_solution(puzzle, grid, &Budget::unlimited());
            let none = generate::Symmetry::None;
            let puzzle = generate::minimal(&rules, &grid, none, &mut rng, is_only).unwrap();
            let share = by_definition(&puzzle);
            assert_eq!(masks.failing_share(&puzzle, 1.0), share);
            let share = share.unwrap();
            assert_eq!(masks.failing_share(&puzzle, share), Some(share));
            assert_eq!(masks.failing_share(&puzzle, share * 0.99), None);
            match share {
                1.0 => singles += 1,
                _ => solved += 1,
            }
        }
        assert!(singles > 0 && solved > 0, "{singles} {solved}");
    }

    #[test]
    fn a_puzzle_can_need_search_and_a_wrong_one_is_a_contradiction() {
        let mut masks = Masks::new(&Rules::plain(3).unwrap()).unwrap();
        let hard =
            ".5......36..42.7..3......1....18.....7.5.9.4...8..7......2.197..2.7....1....5....";
        for (line, expected) in [
            (hard.to_owned(), Some(0.0)),
            // Two clues that clash.
            (hard.replacen('.', "5", 1), None),
            // No digit left for the last cell of the first row.
            (format!("12345678.........9{}", ".".repeat(63)), None),
        ] {
            let puzzle = plain(&line);
            assert_eq!(masks.failing_share(&puzzle, 1.0), expected, "{line}");
            assert_eq!(by_definition(&puzzle), expected, "{line}");
        }
    }
}
