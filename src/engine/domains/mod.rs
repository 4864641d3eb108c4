//! Backtracking with constraint propagation: each cell has a *domain*, the digits left in it.
//!
//! ```text
//! Solve(domains):
//!   remove digits that a rule rules out, until no rule removes any; no digit left in a cell: return
//!   if each cell has one digit left: a solution
//!   choose a cell and a digit that is left in it
//!   Solve(domains with this digit in the cell); Solve(domains without it)
//! ```
//!
//! Each rule alone removes all digits that it can:
//!
//! | rule | digits removed |
//! |---|---|
//! | house (`house`) | by Hall's theorem: if some cells have as many digits left together as there are cells, no other cell holds these digits |
//! | pair (`network`) | those with no partner left in the other cell |
//! | table (`automaton`) | those on no way through the table's automaton, forwards from its start and backwards from its end. The automaton also says what houses and pairs exclude within the table, if that fits |
//!
//! The cell chosen has the smallest domain, divided by the number of failures of its rules in the search so far
//! (dom/wdeg: Boussemart, Hemery, Lecoutre, Sais 2004): the search stays where the puzzle is hard.

mod automaton;
mod house;
mod network;

use crate::budget::{Budget, Stop};
use crate::sudoku::{Candidates, Digit, Grid, Puzzle, Rules, Size};
use network::Network;

/// Largest number of digits: a domain is a word with a bit for each.
const MOST_DIGITS: usize = 64;

/// A search of one puzzle, resumable after each solution.
#[derive(Debug)]
pub struct Domains {
    size: Size,
    network: Network,
    /// The domains that are still to be searched, the next one last.
    open: Vec<Node>,
    nodes: u64,
    failures: u64,
}

/// Domains, and the cell that has lost digits since they were propagated; at the beginning none.
#[derive(Debug)]
struct Node {
    domains: Vec<u64>,
    changed: Option<usize>,
}

impl Domains {
    /// Returns `true` if puzzles with these rules can be searched.
    pub fn are_for(rules: &Rules) -> bool {
        rules.size().side() <= MOST_DIGITS
    }

    /// Creates a search of a puzzle whose clues do not clash.
    ///
    /// # Errors
    /// If there are too many digits, the budget ends, or the rules need too much memory.
    pub fn new(puzzle: &Puzzle, budget: &Budget) -> Result<Domains, Stop> {
        if !Domains::are_for(puzzle.rules()) {
            return Err(Stop::Unfit("it takes at most 64 digits"));
        }
        let candidates = Candidates::new(puzzle);
        let domain = |cell| {
            let digits = candidates.in_cell(cell);
            digits.fold(0, |set, digit| set | 1 << digit.index())
        };
        let mut domains: Vec<u64> = puzzle.size().cells().map(domain).collect();
        let network = Network::new(puzzle.rules(), &mut domains, budget)?;
        Ok(Domains {
            size: puzzle.size(),
            network,
            open: vec![Node {
                domains,
                changed: None,
            }],
            nodes: 0,
            failures: 0,
        })
    }

    /// Returns the next solution, or `None` if there are no more. After a [`Stop`], the next call
    /// continues the search.
    ///
    /// The budget's steps are nodes: domains that are propagated.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn next_solution(&mut self, budget: &Budget) -> Result<Option<Grid>, Stop> {
        loop {
            if let Some(stop) = budget.exhausted(self.nodes) {
                return Err(stop);
            }
            let Some(Node {
                mut domains,
                changed,
            }) = self.open.pop()
            else {
                return Ok(None);
            };
            self.nodes += 1;
            changed.inspect(|&cell| self.network.touch(cell));
            if self.network.propagate(&mut domains).is_err() {
                self.failures += 1;
                continue;
            }
            let Some(cell) = self.choose(&domains) else {
                let digits = domains.iter().map(|set| set.trailing_zeros() as usize);
                let digits = digits.map(Digit::from_index).collect();
                return Ok(Some(Grid::new(self.size, digits)));
            };
            let digit = domains[cell] & domains[cell].wrapping_neg();
            let mut without = domains.clone();
            without[cell] &= !digit;
            domains[cell] = digit;
            self.open.extend([without, domains].map(|domains| Node {
                domains,
                changed: Some(cell),
            }));
        }
    }

    /// Returns a cell with several digits left, unless there is none.
    fn choose(&self, domains: &[u64]) -> Option<usize> {
        let open = (0..domains.len()).filter(|&cell| !domains[cell].is_power_of_two());
        open.min_by_key(|&cell| {
            let left = u64::from(domains[cell].count_ones());
            (left << 32) / self.network.failures_at(cell)
        })
    }

    /// Returns the numbers of steps so far, by their names: nodes, those of them that failed, and
    /// constraints applied.
    pub fn steps(&self) -> [(&'static str, u64); 3] {
        [
            ("nodes", self.nodes),
            ("failures", self.failures),
            ("propagations", self.network.applied),
        ]
    }
}

/// Returns the digits of a set, by index, ascending.
fn digits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let digit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (digit < MOST_DIGITS).then_some(digit)
    })
}
