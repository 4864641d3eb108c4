//! Conflict-driven clause learning on the candidates of a small grid, kept as bit masks.
//!
//! The formula is the one of [`Encoding::EXTENDED`](crate::encode::Encoding::EXTENDED)
//! without the variables that clues decide: each cell holds exactly one digit, and each
//! house holds each digit exactly once. These constraints are not written as clauses.
//! Unit propagation works on masks of the candidates: a cell with one digit left, and a
//! digit with one cell left in a house, are its unit clauses. A sweep over all masks finds
//! these, and only then are they placed. Reasons are looked up where a conflict needs them:
//! what was ruled out at level 0 needs none. Decisions, first unique
//! implication points, learned clauses with two watches and backjumping are those of any
//! such solver. Decisions are on the cells of recent conflicts. There are no restarts: the
//! known 9×9 puzzles with 17 clues take two conflicts on average, the hardest known ones a
//! hundred.
//!
//! All tables are made once for some rules ([`Shape`]), and a [`Masks`] is used for one
//! puzzle after the other, so that a puzzle needs no allocation.
//!
//! | file | what it holds |
//! |---|---|
//! | `shape.rs` | the tables that the rules decide |
//! | `board.rs` | the candidates, the trail, decisions and their undoing |
//! | `lanes.rs` | loops over masks as vectors |
//! | `propagate.rs` | unit propagation |
//! | `decide.rs` | the choice of decisions |
//! | `learn.rs` | conflict analysis and learned clauses |
//! | `resistance.rs` | the share of failed literals, for the generator |

mod board;
mod decide;
mod lanes;
mod learn;
mod propagate;
mod resistance;
mod shape;

use super::pool::{Pool, Pooled};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::engine::{Limit, Steps};
use crate::sudoku::text::{LineCells, LineClues};
use crate::sudoku::{Candidate, Digit, Grid, Puzzle, Rules, Size};
use board::{Board, Placed, Reason};
use decide::Activity;
use learn::Clauses;
use shape::Shape;
use std::sync::Arc;

/// A search for the solutions of one puzzle at a time.
pub(crate) struct Masks {
    shape: Shape,
    board: Board,
    activity: Activity,
    clauses: Clauses,
    stats: Stats,
    next: Next,
}

/// The next action of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Propagate and decide.
    Go,
    /// Exclude the solution that was found last, and go on.
    Exclude,
    /// There are no more solutions.
    Done,
}

/// The counters of a search.
#[derive(Clone, Copy, Default)]
struct Stats {
    conflicts: u64,
    decisions: u64,
    /// Number of digits placed by unit propagation.
    propagations: u64,
    learned: u64,
}

/// The result of [`Masks::advance`], as [`Found`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Solution,
    NoMore,
    Hard,
}

/// The result of [`Masks::next_solution`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A further solution.
    Solution(Grid),
    /// There are no more solutions.
    NoMore,
    /// There are [`CLAUSES`] learned clauses: another solver should do the rest.
    Hard,
}

/// Number of learned clauses, those against solutions included, after which the search
/// ends as [`Found::Hard`]. Chosen by hand: of the 49 158 known 9×9 puzzles with 17 clues
/// none learns more than 69. Larger grids that take more are for a solver with scores and
/// restarts.
const CLAUSES: usize = 1000;

/// Limit on the conflicts of a search for a second solution: most puzzles made by taking away
/// clues are decided in fewer.
pub(crate) const FEW_CONFLICTS: u64 = 300;

/// Number of conflicts and solutions between two looks at the clock.
const GLANCE: u64 = 64;

impl Masks {
    /// Returns a search for puzzles with these rules, which is kept for the next puzzle when it
    /// is dropped; `None` if the grid is larger than 16×16, or there is a rule other than houses
    /// that hold every digit.
    pub(crate) fn for_rules(rules: &Arc<Rules>) -> Option<Pooled<'static, Box<Masks>>> {
        static MASKS: Pool<Box<Masks>> = Pool::new();
        MASKS.take(rules, || Masks::new(rules).map(Box::new))
    }

    fn new(rules: &Arc<Rules>) -> Option<Masks> {
        let shape = Shape::new(rules)?;
        Some(Masks {
            board: Board::new(&shape),
            activity: Activity::new(),
            clauses: Clauses::new(),
            stats: Stats::default(),
            next: Next::Done,
            shape,
        })
    }

    /// Begins the search for the solutions of a puzzle, which must have the rules that
    /// [`Masks::for_rules`] was given.
    pub(crate) fn begin(&mut self, puzzle: &Puzzle) {
        let size = puzzle.size();
        let numbers = |candidate: Candidate| (candidate.cell.index(size), candidate.digit.index());
        let excluded = puzzle.excluded().iter().copied();
        self.begin_with(excluded.map(numbers), puzzle.clues().map(numbers));
    }

    /// Begins the search for the solutions with these clues and without these candidates, each the number of
    /// its cell and its digit from 0.
    fn begin_with(
        &mut self,
        excluded: impl Iterator<Item = (usize, usize)>,
        clues: impl Iterator<Item = (usize, usize)>,
    ) {
        self.clauses.clear();
        self.board.clear(&self.shape);
        self.activity.clear();
        self.stats = Stats::default();
        self.next = Next::Go;
        for (cell, digit) in excluded {
            self.board.remove(&self.shape, cell as u8, digit as u8);
        }
        for (cell, digit) in clues {
            let (cell, digit, reason) = (cell as u8, digit as u8, Reason::Clue);
            self.board.place(Placed {
                cell,
                digit,
                reason,
            });
        }
    }

    /// Returns the digits of a solution of a plain 9×9 puzzle on a line, for whose rules these
    /// masks are. Returns `None` if there is no solution, if there is another one and the limit is more
    /// than one, or after [`FEW_CONFLICTS`].
    pub(super) fn of_line(&mut self, cells: &LineCells, limit: Limit) -> Option<LineCells> {
        self.begin_with(std::iter::empty(), LineClues::of(cells).iter());
        let budget = Budget::unlimited().with_steps(FEW_CONFLICTS);
        if self.advance(&budget).ok()? != Step::Solution {
            return None;
        }
        let solution = std::array::from_fn(|cell| b'1' + self.board.digits[cell]);
        if !limit.is_reached(1) && self.advance(&budget).ok()? != Step::NoMore {
            return None;
        }
        Some(solution)
    }

    /// Continues to the next solution. The budget's steps are conflicts.
    pub(super) fn next_solution(&mut self, size: Size, budget: &Budget) -> Result<Found, Stop> {
        Ok(match self.advance(budget)? {
            Step::Solution => Found::Solution(self.grid(size)),
            Step::NoMore => Found::NoMore,
            Step::Hard => Found::Hard,
        })
    }

    /// Continues until the next solution is on the trail.
    fn advance(&mut self, budget: &Budget) -> Result<Step, Stop> {
        if self.next == Next::Done {
            return Ok(Step::NoMore);
        }
        if self.next == Next::Exclude {
            if self.clauses.len() >= CLAUSES {
                return Ok(Step::Hard);
            }
            if !self.exclude() {
                self.next = Next::Done;
                return Ok(Step::NoMore);
            }
            self.next = Next::Go;
        }
        self.look(budget)?;
        loop {
            match self.propagate() {
                Some(conflict) => {
                    self.stats.conflicts += 1;
                    if !self.learn_from(conflict) {
                        self.next = Next::Done;
                        return Ok(Step::NoMore);
                    }
                    if self.clauses.len() >= CLAUSES {
                        return Ok(Step::Hard);
                    }
                    self.check(budget)?;
                }
                None => match self.activity.choose(&self.shape, &self.board) {
                    Some((cell, digit)) => {
                        self.stats.decisions += 1;
                        self.board.decide(&self.shape, cell, digit);
                    }
                    None => {
                        self.next = Next::Exclude;
                        return Ok(Step::Solution);
                    }
                },
            }
        }
    }

    /// Continues to the next solution other than `known`. Returns [`Found::Hard`] also after
    /// this number of conflicts.
    pub(crate) fn solution_but(
        &mut self,
        known: Option<&Grid>,
        size: Size,
        conflicts: u64,
    ) -> Found {
        let budget = Budget::unlimited().with_steps(conflicts);
        loop {
            match self.next_solution(size, &budget) {
                Err(_) => return Found::Hard,
                Ok(Found::Solution(grid)) if known == Some(&grid) => {}
                Ok(found) => return found,
            }
        }
    }

    /// Continues the search in a puzzle until it is known whether there is a solution other than
    /// `grid`. Returns `Some(false)` if there is another one, which was checked, `Some(true)` if
    /// there is none, and `None` if that takes more than [`FEW_CONFLICTS`].
    pub(super) fn is_only(&mut self, puzzle: &Puzzle, grid: &Grid) -> Option<bool> {
        match self.solution_but(Some(grid), puzzle.size(), FEW_CONFLICTS) {
            Found::Solution(other) => check::grid(puzzle, &other).is_ok().then_some(false),
            Found::NoMore => Some(true),
            Found::Hard => None,
        }
    }

    /// Returns the digits that follow from a puzzle's clues by naked and hidden singles.
    /// Returns `None` if a cell or a digit in a house is left without a candidate.
    pub(crate) fn singles(&mut self, puzzle: &Puzzle) -> Option<Vec<Candidate>> {
        self.begin(puzzle);
        if self.propagate().is_some() {
            return None;
        }
        let placed = self.board.trail.iter().skip(puzzle.num_clues());
        let candidate = |placed: &board::Placed| {
            let cell = puzzle.size().cell(placed.cell.into());
            Candidate::new(cell, Digit::from_index(placed.digit.into()))
        };
        Some(placed.map(candidate).collect())
    }

    /// Returns the learned clauses in the order in which they were learned. Each lists
    /// candidates that are not all true. A clause follows by unit propagation from the
    /// puzzle, the clauses before it, and that each solution found is excluded.
    pub(super) fn learned(
        &self,
        size: Size,
    ) -> impl Iterator<Item = impl Iterator<Item = Candidate>> {
        let candidate = move |&lit: &u16| {
            let digit = Digit::from_index(board::digit_of(lit).into());
            Candidate::new(size.cell(board::cell_of(lit).into()), digit)
        };
        let clauses = 0..self.clauses.len() as u32;
        clauses.map(move |clause| self.clauses.lits(clause).iter().map(candidate))
    }

    /// Returns the grid of the digits placed, one in each cell.
    fn grid(&self, size: Size) -> Grid {
        let digits = self.board.digits[..size.num_cells()].iter();
        Grid::new(
            size,
            digits
                .map(|&digit| Digit::from_index(digit.into()))
                .collect(),
        )
    }

    /// Returns an error if the budget has ended. The clock is read only at some of the calls.
    fn check(&self, budget: &Budget) -> Result<(), Stop> {
        let conflicts = self.stats.conflicts;
        if budget.steps().is_some_and(|limit| conflicts >= limit) {
            return Err(Stop::Steps);
        }
        match conflicts.is_multiple_of(GLANCE) {
            true => self.look(budget),
            false => Ok(()),
        }
    }

    /// Returns an error if the budget has ended.
    fn look(&self, budget: &Budget) -> Result<(), Stop> {
        budget.exhausted(self.stats.conflicts).map_or(Ok(()), Err)
    }

    /// Returns the steps of the search since [`Masks::begin`], by the names of those of
    /// [`Cdcl`](crate::engine::Cdcl).
    pub(super) fn steps(&self) -> Steps {
        Steps::new([
            ("conflicts", self.stats.conflicts),
            ("decisions", self.stats.decisions),
            ("propagations", self.stats.propagations),
            ("restarts", 0),
            ("learned", self.stats.learned),
            ("reductions", 0),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::backtrack::{Backtrack, Next};
    use crate::generate::random_grid;
    use crate::sudoku::rules::Spec;
    use fastrand::Rng;

    /// Most solutions that are compared.
    const MOST: usize = 20;

    /// Returns a puzzle made of a random grid: it has this share of the clues in per cent, a few
    /// candidates excluded, and sometimes a wrong clue.
    fn random_puzzle(rules: &Arc<Rules>, share: u32, rng: &mut Rng) -> Puzzle {
        let grid = random_grid(rules, rng, &Budget::unlimited()).unwrap();
        let mut puzzle = Puzzle::new(Arc::clone(rules));
        let size = puzzle.size();
        for cell in size.cells() {
            let is_clue = rng.u32(..100) < share;
            puzzle.set_clue(cell, is_clue.then(|| grid.digit(cell)));
        }
        let mut candidate = || {
            let digit = Digit::from_index(rng.usize(..size.side()));
            Candidate::new(size.cell(rng.usize(..size.num_cells())), digit)
        };
        for _ in 0..3 {
            let excluded = candidate();
            puzzle.exclude(excluded);
        }
        if let (wrong, true) = (candidate(), rng.u32(..5) == 0) {
            puzzle.set_clue(wrong.cell, Some(wrong.digit));
        }
        puzzle
    }

    /// Returns the first solutions in some order, and one more than [`MOST`] if there are more.
    fn first(next: impl FnMut() -> Option<Grid>) -> Vec<Vec<usize>> {
        let all = std::iter::from_fn(next).take(MOST + 1);
        let digits = |grid: Grid| grid.digits().iter().map(|digit| digit.index()).collect();
        let mut all: Vec<Vec<usize>> = all.map(digits).collect();
        all.sort();
        all
    }

    #[test]
    fn the_solutions_of_grids_of_all_shapes_are_those_of_backtracking() {
        let windows = Spec {
            windows: true,
            ..Spec::boxes(3, 3).unwrap()
        };
        let shapes = [
            (Spec::boxes(2, 2).unwrap(), 25),
            (Spec::boxes(2, 3).unwrap(), 30),
            (Spec::latin(Size::new(7).unwrap()), 45),
            (Spec::boxes(3, 3).unwrap(), 34),
            (windows, 26),
            (Spec::boxes(3, 4).unwrap(), 55),
            (Spec::boxes(4, 4).unwrap(), 58),
        ];
        let budget = Budget::unlimited();
        for (spec, share) in shapes {
            let rules = Arc::new(Rules::new(spec).unwrap());
            let mut masks = Masks::new(&rules).unwrap();
            let mut rng = Rng::with_seed(1);
            let side = rules.size().side();
            let (mut none, mut solved, mut conflicts) = (0, 0, 0);
            for _ in 0..60 {
                let puzzle = random_puzzle(&rules, share, &mut rng);
                // An error is a clue that is excluded.
                let search = Backtrack::new(&puzzle, Next::Fewest);
                let expected = search.map_or(Vec::new(), |mut search| {
                    first(|| search.next_solution(&budget, &mut ()).unwrap())
                });
                masks.begin(&puzzle);
                let found = first(|| match masks.next_solution(puzzle.size(), &budget) {
                    Ok(Found::Solution(grid)) => Some(grid),
                    other => {
                        assert_eq!(other.unwrap(), Found::NoMore);
                        None
                    }
                });
                conflicts += masks.stats.conflicts;
                match expected.len() {
                    0 => none += 1,
                    count => solved += u64::from(count <= MOST),
                }
                if expected.len() > MOST {
                    assert_eq!(found.len(), expected.len(), "{puzzle:?}");
                } else {
                    assert_eq!(found, expected, "{puzzle:?}");
                }
            }
            let counts = [none, solved, conflicts];
            assert!(counts.iter().all(|&count| count > 5), "{side}: {counts:?}");
        }
    }
}
