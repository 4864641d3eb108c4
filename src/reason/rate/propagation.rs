//! Propagation of singles, and failed literals.

use super::super::hint::{Marks, bits, combinations, pair};

/// Places singles until there are none.
#[derive(Default)]
pub(super) struct Propagation {
    /// Number of rounds that placed a digit.
    pub rounds: u64,
}

impl Propagation {
    /// Places all singles, in rounds, until there are none. Between rounds without a
    /// single, rules for two cells and combinations of cages and arrows remove what they
    /// exclude. Returns `false` if there is a contradiction.
    pub(super) fn settle(&mut self, marks: &mut Marks) -> bool {
        loop {
            if marks.contradiction().is_some() {
                return false;
            }
            let found = singles(marks);
            if found.is_empty() {
                let Some(deduction) = pair(marks).or_else(|| combinations(marks)) else {
                    return true;
                };
                for candidate in deduction.eliminations {
                    marks.remove(candidate);
                }
                continue;
            }
            self.rounds += 1;
            for (cell, digit) in found {
                match marks.placed_at(cell) {
                    Some(placed) if placed == digit => {}
                    None if marks.has(cell, digit) => marks.place_at(cell, digit),
                    _ => return false,
                }
            }
        }
    }
}

/// Returns the hidden and naked singles as indices of cell and digit. A single that is
/// both, or hidden in two houses, occurs more than once.
fn singles(marks: &Marks) -> Vec<(usize, usize)> {
    let board = marks.board();
    let mut found = Vec::new();
    for house in board
        .full_houses()
        .filter(|&house| marks.num_open(house) > 0)
    {
        for digit in 0..board.side() {
            let places = marks.places(house, digit);
            if places.is_power_of_two() {
                let cell = board.cells(house)[places.trailing_zeros() as usize];
                if !marks.is_placed(cell) {
                    found.push((cell, digit));
                }
            }
        }
    }
    let naked = marks.open_cells().filter(|&cell| marks.count(cell) == 1);
    found.extend(naked.map(|cell| (cell, marks.digits(cell).trailing_zeros() as usize)));
    found
}

/// Returns `true` if marks without a single are solved by removing, again and again, each
/// candidate that leads to a contradiction by singles.
pub(super) fn is_solved_by_failed_literals(marks: &Marks) -> bool {
    let mut marks = marks.clone();
    loop {
        let mut has_changed = false;
        for cell in 0..marks.board().num_cells() {
            for digit in bits(marks.digits(cell)) {
                if marks.is_placed(cell) || !marks.has(cell, digit) {
                    continue;
                }
                let mut trial = marks.clone();
                trial.place_at(cell, digit);
                if !Propagation::default().settle(&mut trial) {
                    marks.remove_at(cell, digit);
                    has_changed = true;
                    if !Propagation::default().settle(&mut marks) {
                        return false;
                    }
                }
            }
        }
        if marks.is_complete() || !has_changed {
            return marks.is_complete();
        }
    }
}
