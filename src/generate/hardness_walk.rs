//! A walk from puzzle to puzzle of one full grid, towards puzzles that failed literals do
//! not solve.
//!
//! Hardly any minimal puzzle up to 9×9 is one of them. A step removes a few clues, adds
//! others until the puzzle has one solution again, and removes what is not needed then. The
//! walk stays with the new puzzle if it is harder, and sometimes if it is not (Kirkpatrick,
//! Gelatt and Vecchi, *Optimization by Simulated Annealing*, Science 1983, at a fixed
//! temperature). Hardness is measured by the share of failed literals: of the candidates that
//! singles leave, those that lead to a contradiction by singles. The smaller the share, the
//! harder the puzzle. It counts as 0 if the rounds of removing failed literals end before the
//! grid is full.
//!
//! Most questions of uniqueness are answered by *unavoidable sets*: cells in which another
//! solution differs from the grid. A puzzle without a clue in one of them has several
//! solutions. They are kept for all puzzles of the grid.

use super::Symmetry;
use crate::budget::Budget;
use crate::engine::masks::{FEW_CONFLICTS, Found, Masks};
use crate::engine::pool::Pooled;
use crate::engine::uniqueness::{Undecided, is_only_by_other_searches};
use crate::sudoku::{Cell, Grid, Puzzle, Rules};
use fastrand::Rng;
use std::sync::Arc;

/// Largest number of clues, or of groups of clues of a symmetric pattern, that a step removes.
/// From the measurements in docs/GENERATE.md.
const MOST_REMOVED: usize = 3;

/// The walk ends after this many steps in a row that find no puzzle harder than the hardest so far.
/// From the measurements in docs/GENERATE.md.
const PATIENCE: u64 = 3000;

/// After this many such steps the walk returns to the hardest puzzle. Chosen by hand.
const ASTRAY: u64 = 2000;

/// The walk goes on with a puzzle if its share of failed literals is at most that of the last one
/// divided by the largest of this many uniform random numbers from 0 to 1. That number is
/// distributed as the tenth root of one: simulated annealing at temperature 0.1, as in
/// docs/GENERATE.md. A root computed by `powf` could differ between platforms.
const DRAWS: usize = 10;

/// Largest number of unavoidable sets that are kept. Chosen by hand: more take longer to go
/// through than they save.
const SETS: usize = 4000;

/// A set of groups of cells.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Groups {
    low: u128,
    high: u128,
}

impl Groups {
    /// Largest number of groups: the cells of 16×16.
    const MAX: usize = 2 * u128::BITS as usize;

    #[inline]
    fn and(self, other: Groups) -> Groups {
        Groups {
            low: self.low & other.low,
            high: self.high & other.high,
        }
    }

    #[inline]
    fn without(self, other: Groups) -> Groups {
        Groups {
            low: self.low & !other.low,
            high: self.high & !other.high,
        }
    }

    #[inline]
    fn or(self, other: Groups) -> Groups {
        Groups {
            low: self.low | other.low,
            high: self.high | other.high,
        }
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// Returns the set if it has one group, and otherwise the empty set.
    #[inline]
    fn if_single(self) -> Groups {
        let more = |word: u128| word & word.wrapping_sub(1);
        let is_single = more(self.low) | more(self.high) == 0 && (self.low == 0 || self.high == 0);
        match is_single {
            true => self,
            false => Groups::default(),
        }
    }

    /// Returns the set of one group.
    fn of(group: usize) -> Groups {
        match group.checked_sub(128) {
            None => Groups {
                low: 1 << group,
                high: 0,
            },
            Some(group) => Groups {
                low: 0,
                high: 1 << group,
            },
        }
    }

    fn len(self) -> usize {
        (self.low.count_ones() + self.high.count_ones()) as usize
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        let words = [(self.low, 0), (self.high, 128)].into_iter();
        words.flat_map(|(word, first)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(first + bit)
            })
        })
    }

    /// Returns one of the groups at random; `None` if there is none.
    fn choice(self, rng: &mut Rng) -> Option<usize> {
        match self.len() {
            0 => None,
            len => self.iter().nth(rng.usize(..len)),
        }
    }
}

/// A walk in search of a puzzle that neither singles nor failed literals solve.
pub struct HardnessWalk<'a> {
    grid: &'a Grid,
    rng: &'a mut Rng,
    budget: &'a Budget,
    /// The cells that have clues together.
    groups: Vec<Vec<Cell>>,
    /// For each cell, the group.
    of_cell: Vec<usize>,
    masks: Pooled<'static, Box<Masks>>,
    /// The puzzle of `shown`, which the masks are given.
    puzzle: Puzzle,
    /// The groups that have clues in `puzzle`.
    shown: Groups,
    /// Sets of groups of which each puzzle with one solution has a clue in at least one.
    sets: Vec<Groups>,
    /// The place of the next set, where [`SETS`] are kept.
    next: usize,
}

impl std::fmt::Debug for HardnessWalk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HardnessWalk").finish_non_exhaustive()
    }
}

impl<'a> HardnessWalk<'a> {
    /// Returns `true` if there are walks through puzzles with these rules: if the grid is at
    /// most 16×16, and houses that hold every digit are the only rules.
    pub fn is_for(rules: &Arc<Rules>) -> bool {
        Masks::for_rules(rules).is_some()
    }

    /// Returns a walk through puzzles of a grid, with patterns of clues of this symmetry;
    /// `None` unless [`HardnessWalk::is_for`] the rules.
    ///
    /// The grid must satisfy the rules. The same seed gives the same walk.
    pub fn new(
        rules: &'a Arc<Rules>,
        grid: &'a Grid,
        symmetry: Symmetry,
        rng: &'a mut Rng,
        budget: &'a Budget,
    ) -> Option<HardnessWalk<'a>> {
        let masks = Masks::for_rules(rules)?;
        let size = rules.size();
        let groups = symmetry.groups(size);
        debug_assert!(groups.len() <= Groups::MAX);
        let mut of_cell = vec![0; size.num_cells()];
        for (index, group) in groups.iter().enumerate() {
            group
                .iter()
                .for_each(|cell| of_cell[cell.index(size)] = index);
        }
        Some(HardnessWalk {
            grid,
            rng,
            budget,
            groups,
            of_cell,
            masks,
            puzzle: Puzzle::new(Arc::clone(rules)),
            shown: Groups::default(),
            sets: Vec::new(),
            next: 0,
        })
    }

    /// Walks until it meets a puzzle that needs search, and has this number of clues if one
    /// is given. It has one solution, the grid, and no clue that could be removed together
    /// with its images. Returns `None` if the walk meets none.
    ///
    /// `visit` is called for each puzzle on the way.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn run(
        mut self,
        clues: Option<usize>,
        visit: impl FnMut(),
    ) -> Result<Option<Puzzle>, Undecided> {
        self.search(0.0, clues, visit)
    }

    /// Walks to a puzzle whose share of failed literals is at most `goal` (0: it needs search),
    /// with `clues` clues if that is given. Returns `None` after [`PATIENCE`] steps without a
    /// smaller share.
    fn search(
        &mut self,
        goal: f64,
        clues: Option<usize>,
        mut visit: impl FnMut(),
    ) -> Result<Option<Puzzle>, Undecided> {
        let all = self.all();
        let mut current = self.minimize(all)?;
        let mut share = self.failing_share(current, 1.0).unwrap_or(1.0);
        let (mut best, mut best_share) = (current, share);
        let mut astray = 0;
        visit();
        loop {
            if share <= goal {
                self.show(current);
                if clues.is_none_or(|clues| self.puzzle.num_clues() == clues) {
                    return Ok(Some(self.puzzle.clone()));
                }
            }
            if astray == PATIENCE {
                return Ok(None);
            }
            astray += 1;
            if astray.is_multiple_of(ASTRAY) {
                (current, share) = (best, best_share);
            }
            let next = self.step(current)?;
            if next == current {
                continue;
            }
            visit();
            let root = (0..DRAWS).map(|_| self.rng.f64()).fold(0.0, f64::max);
            let most = share / root;
            if let Some(next_share) = self.failing_share(next, most) {
                (current, share) = (next, next_share);
            }
            if share < best_share {
                (best, best_share) = (current, share);
                astray = 0;
            }
        }
    }

    /// Makes a new puzzle from this one: removes 1 to [`MOST_REMOVED`] groups of clues, adds
    /// others until there is one solution, and removes what is not needed.
    fn step(&mut self, clues: Groups) -> Result<Groups, Undecided> {
        let mut left = clues;
        for _ in 0..self.rng.usize(1..=MOST_REMOVED) {
            if let Some(group) = left.choice(self.rng) {
                left = left.without(Groups::of(group));
            }
        }
        let removed = clues.without(left);
        let completed = self.complete(left, removed)?;
        self.minimize(completed)
    }

    /// Adds clues until the grid is the only solution; those of `last` only if no others
    /// help.
    fn complete(&mut self, mut clues: Groups, last: Groups) -> Result<Groups, Undecided> {
        loop {
            let is_missed = |set: &&Groups| set.and(clues).is_empty();
            let set = match self.sets.iter().find(is_missed) {
                Some(set) => *set,
                None => match self.unavoidable(clues)? {
                    Some(set) => set,
                    None => return Ok(clues),
                },
            };
            let others = set.without(last);
            let group = others.choice(self.rng).or_else(|| set.choice(self.rng));
            clues = group.map_or(clues, |group| clues.or(Groups::of(group)));
        }
    }

    /// Removes clues in random order as long as the grid is the only solution.
    fn minimize(&mut self, mut clues: Groups) -> Result<Groups, Undecided> {
        let mut needed = self.needed(clues);
        while let Some(group) = clues.without(needed).choice(self.rng) {
            let group = Groups::of(group);
            let fewer = clues.without(group);
            if self.unavoidable(fewer)?.is_some() {
                needed = needed.or(group);
            } else {
                clues = fewer;
                needed = needed.or(self.needed(clues));
            }
        }
        Ok(clues)
    }

    /// Returns the clues that are the only ones in one of the sets.
    fn needed(&self, clues: Groups) -> Groups {
        let single = self.sets.iter().map(|set| set.and(clues).if_single());
        single.fold(Groups::default(), Groups::or)
    }

    /// Looks for a second solution of the puzzle with these clues. Returns the groups of the
    /// cells in which it differs from the grid, and adds them to the sets: each puzzle with one
    /// solution has a clue in at least one. Returns `None` if the grid is the only solution.
    fn unavoidable(&mut self, clues: Groups) -> Result<Option<Groups>, Undecided> {
        if let Some(stop) = self.budget.exhausted(0) {
            return Err(Undecided::Stopped(stop));
        }
        self.show(clues);
        self.masks.begin(&self.puzzle);
        let size = self.grid.size();
        let set = match self
            .masks
            .solution_but(Some(self.grid), size, FEW_CONFLICTS)
        {
            Found::NoMore => return Ok(None),
            Found::Solution(other) => {
                let cells = self.grid.digits().iter().zip(other.digits());
                let differing = cells.zip(&self.of_cell).filter(|((a, b), _)| a != b);
                let groups = differing.map(|(_, group)| Groups::of(*group));
                groups.fold(Groups::default(), Groups::or)
            }
            Found::Hard if is_only_by_other_searches(&self.puzzle, self.grid, self.budget)? => {
                return Ok(None);
            }
            // Nothing more is known than that these clues are not enough.
            Found::Hard => self.all().without(clues),
        };
        if self.sets.len() < SETS {
            self.sets.push(set);
        } else {
            self.sets[self.next] = set;
            self.next = (self.next + 1) % SETS;
        }
        Ok(Some(set))
    }

    /// Returns all groups.
    fn all(&self) -> Groups {
        let groups = (0..self.groups.len()).map(Groups::of);
        groups.fold(Groups::default(), Groups::or)
    }

    /// Gives the puzzle these clues.
    fn show(&mut self, clues: Groups) {
        for group in clues.without(self.shown).iter() {
            for &cell in &self.groups[group] {
                self.puzzle.set_clue(cell, Some(self.grid.digit(cell)));
            }
        }
        for group in self.shown.without(clues).iter() {
            for &cell in &self.groups[group] {
                self.puzzle.set_clue(cell, None);
            }
        }
        self.shown = clues;
    }

    /// Returns the share of failed literals of the puzzle with these clues; `None` if it is
    /// larger than `most`.
    fn failing_share(&mut self, clues: Groups, most: f64) -> Option<f64> {
        self.show(clues);
        self.masks.failing_share(&self.puzzle, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Interrupt;
    use crate::engine::is_only_solution;
    use crate::generate;

    /// Returns the puzzle that a walk with the goal finds in the grid of a seed, with the
    /// share of failed literals and the number of puzzles on the way.
    fn found(seed: u64, goal: f64, symmetry: Symmetry) -> (Grid, Option<Puzzle>, f64, u64) {
        let rules = Rules::plain(3).unwrap();
        let mut rng = Rng::with_seed(seed);
        let grid = generate::full_grid(&rules, &mut rng).unwrap();
        let budget = Budget::unlimited();
        let mut visited = 0;
        let mut walk = HardnessWalk::new(&rules, &grid, symmetry, &mut rng, &budget).unwrap();
        let puzzle = walk.search(goal, None, || visited += 1).unwrap();
        let share = puzzle
            .as_ref()
            .and_then(|puzzle| walk.masks.failing_share(puzzle, 1.0));
        (grid.clone(), puzzle, share.unwrap_or(1.0), visited)
    }

    #[test]
    fn a_walk_leads_to_harder_puzzles_which_are_minimal_and_have_one_solution() {
        let budget = Budget::unlimited();
        for (seed, goal, symmetry) in [
            (1, 0.3, Symmetry::None),
            (2, 0.2, Symmetry::None),
            (3, 0.4, Symmetry::HalfTurn),
        ] {
            let (grid, puzzle, share, visited) = found(seed, goal, symmetry);
            let puzzle = puzzle.unwrap();
            assert!(share <= goal && visited > 1, "{seed}: {share} {visited}");
            assert!(is_only_solution(&puzzle, &grid, &budget).unwrap());
            for group in symmetry.groups(grid.size()) {
                let has_clue = puzzle.clue(group[0]).is_some();
                let mut fewer = puzzle.clone();
                for cell in group {
                    assert_eq!(puzzle.clue(cell).is_some(), has_clue);
                    fewer.set_clue(cell, None);
                }
                let is_only = is_only_solution(&fewer, &grid, &budget).unwrap();
                assert_eq!(is_only, !has_clue);
            }
            let again = found(seed, goal, symmetry);
            assert_eq!(again, (grid, Some(puzzle), share, visited));
        }
    }

    /// Singles solve each 4×4 puzzle.
    #[test]
    fn a_walk_ends_where_no_puzzle_needs_search() {
        let rules = Rules::plain(2).unwrap();
        let mut rng = Rng::with_seed(1);
        let grid = generate::full_grid(&rules, &mut rng).unwrap();
        let budget = Budget::unlimited();
        let walk = HardnessWalk::new(&rules, &grid, Symmetry::None, &mut rng, &budget).unwrap();
        let mut visited = 0;
        assert_eq!(walk.run(None, || visited += 1).unwrap(), None);
        assert!(visited > 1);
    }

    #[test]
    fn an_interrupt_ends_a_walk() {
        let rules = Rules::plain(3).unwrap();
        let mut rng = Rng::with_seed(1);
        let grid = generate::full_grid(&rules, &mut rng).unwrap();
        let interrupt = Interrupt::new();
        let budget = Budget::unlimited().with_interrupt(interrupt.clone());
        let walk = HardnessWalk::new(&rules, &grid, Symmetry::None, &mut rng, &budget).unwrap();
        let mut visited = 0;
        let walked = walk.run(None, || {
            visited += 1;
            if visited == 5 {
                interrupt.raise();
            }
        });
        assert!(matches!(walked, Err(Undecided::Stopped(_))));
        assert_eq!(visited, 5);
    }

    #[test]
    fn sets_of_groups_reach_to_the_last_cell_of_16x16() {
        let mut rng = Rng::with_seed(1);
        let mut all = Groups::default();
        for group in [0, 1, 127, 128, 255] {
            let single = Groups::of(group);
            assert_eq!(single.iter().collect::<Vec<_>>(), [group]);
            assert!(single.if_single() == single);
            assert_eq!(single.choice(&mut rng), Some(group));
            all = all.or(single);
            assert!(all.len() == 1 || all.if_single().is_empty());
        }
        assert_eq!(all.iter().collect::<Vec<_>>(), [0, 1, 127, 128, 255]);
        assert!(all.without(all).choice(&mut rng).is_none());
        assert!(!HardnessWalk::is_for(&Rules::plain(5).unwrap()));
    }
}
