//! Algorithm X on a dense 0/1 matrix, as it is taught.
//!
//! The matrix never changes; two lists record which rows and which columns are
//! still valid. Selecting a row invalidates every valid column in which it has
//! a 1, and every valid row that has a 1 in such a column, including the
//! selected row. These changes are recorded, so that they can be undone when
//! the search backtracks. This is the algorithm without dancing links: clear
//! rather than fast, because it reads every cell again and again.
//!
//! The search tree is that of [`dlx`](super::dlx) under the same [`Choice`]:
//! the same solutions in the same order, and the same nodes.

use super::choice::is_sharp;
use super::search::{Next, Search, SearchStats, share_done};
use super::{Choice, ExactCover, Item, OptionId, Watcher};
use crate::budget::{Budget, Stop};
use fastrand::Rng;
use std::fmt;

/// Largest number of cells of a matrix: with one byte each, 256 MB. A problem
/// that needs more gets [`Stop::Memory`].
pub const MAX_CELLS: usize = 1 << 28;

/// Number of cells read between two checks of the budget's clock. Chosen by
/// hand: larger numbers notice the end of the budget later, smaller ones read
/// the clock more often.
const CELLS_PER_CHECK: u64 = 1 << 18;

/// A choice on the current path of the search.
#[derive(Clone, Copy, Debug)]
struct Level {
    column: usize,
    /// The selected row, or the next row to examine.
    row: usize,
    /// Length of the list of invalidated rows and columns when the row was
    /// selected.
    mark: usize,
}

/// An invalidated row or column.
#[derive(Clone, Copy, Debug)]
enum Struck {
    Row(u32),
    Column(u32),
}

/// A search for the solutions of a problem.
pub struct Matrix {
    /// The matrix row by row: `true` if the option contains the item.
    cells: Vec<bool>,
    columns: usize,
    primary: usize,
    row_valid: Vec<bool>,
    column_valid: Vec<bool>,
    rule: Choice,
    /// For each item, `true` if the rule prefers it.
    sharp: Vec<bool>,
    rng: Rng,
    levels: Vec<Level>,
    struck: Vec<Struck>,
    /// Number of 1s in each valid column; used during one choice.
    sizes: Vec<u32>,
    next: Next,
    /// The updates are the rows and columns invalidated.
    stats: SearchStats,
    /// Number of cells of the matrix read.
    num_read: u64,
    /// Value of `num_read` at which the clock is read next.
    check_at: u64,
    solution: Vec<OptionId>,
    watcher: Option<Box<dyn Watcher>>,
    too_large: bool,
}

impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matrix")
            .field("rule", &self.rule)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl Matrix {
    /// Creates a search, which has not begun.
    ///
    /// # Panics
    /// If the problem has colours or bounds.
    pub fn new(problem: &ExactCover, rule: Choice) -> Matrix {
        assert!(!problem.has_bounds() && !problem.has_colors());
        let (rows, columns) = (problem.num_options(), problem.num_items());
        let size = rows
            .checked_mul(columns)
            .filter(|&cells| cells <= MAX_CELLS);
        let mut cells = vec![false; size.unwrap_or(0)];
        if size.is_some() {
            for option in problem.options() {
                for item in problem.option(option) {
                    cells[option.index() * columns + item.index()] = true;
                }
            }
        }
        Matrix {
            cells,
            columns,
            primary: problem.num_primary(),
            row_valid: problem
                .options()
                .map(|option| problem.may_be_chosen(option))
                .collect(),
            column_valid: vec![true; columns],
            rule,
            sharp: problem
                .items()
                .map(|item| is_sharp(problem, item))
                .collect(),
            rng: rule.rng(),
            levels: Vec::new(),
            struck: Vec::new(),
            sizes: vec![0; problem.num_primary()],
            next: Next::Enter,
            stats: SearchStats::default(),
            num_read: 0,
            check_at: 0,
            solution: Vec::new(),
            watcher: None,
            too_large: size.is_none(),
        }
    }

    /// Returns the search with a watcher that receives each step.
    #[must_use]
    pub fn with_watcher(mut self, watcher: Box<dyn Watcher>) -> Matrix {
        self.watcher = Some(watcher);
        self
    }

    /// Resets the search to its beginning, with the same random numbers and all
    /// counters zero.
    pub fn reset(&mut self) {
        let mut selected = self.next != Next::Try;
        while let Some(level) = self.levels.pop() {
            if selected {
                self.unselect(level);
            }
            selected = true;
        }
        self.rng = self.rule.rng();
        self.next = Next::Enter;
        (self.stats, self.num_read) = (SearchStats::default(), 0);
        self.check_at = 0;
    }

    /// Returns an error if the budget has ended.
    fn check(&mut self, budget: &Budget) -> Result<(), Stop> {
        if budget
            .steps()
            .is_some_and(|limit| self.stats.nodes >= limit)
        {
            return Err(Stop::Steps);
        }
        if self.num_read >= self.check_at {
            if let Some(stop) = budget.exhausted(self.stats.nodes) {
                return Err(stop);
            }
            self.check_at = self.num_read + CELLS_PER_CHECK;
        }
        Ok(())
    }

    /// Enters a node. Returns `true` if it is a solution; otherwise chooses a
    /// column.
    fn enter(&mut self) -> bool {
        self.stats.nodes += 1;
        self.count_columns();
        let Matrix {
            column_valid,
            sizes,
            sharp,
            rng,
            ..
        } = self;
        let columns = (0..)
            .zip(sizes.iter().copied())
            .filter(|&(column, _)| column_valid[column as usize]);
        let Some((column, size)) = self
            .rule
            .pick(columns, |column| sharp[column as usize], rng)
        else {
            self.stats.solutions += 1;
            self.next = Next::Leave;
            self.tell(|watcher| watcher.solution());
            return true;
        };
        let column = column as usize;
        self.tell(|watcher| watcher.choose(Item::new(column), size as usize));
        if size == 0 {
            self.tell(|watcher| watcher.dead_end(Item::new(column)));
        }
        self.levels.push(Level {
            column,
            row: 0,
            mark: self.struck.len(),
        });
        self.next = Next::Try;
        false
    }

    /// Counts the 1s of the valid primary columns in the valid rows.
    fn count_columns(&mut self) {
        self.sizes.fill(0);
        for row in 0..self.row_valid.len() {
            if !self.row_valid[row] {
                continue;
            }
            for column in 0..self.primary {
                if self.column_valid[column] {
                    self.sizes[column] += u32::from(self.cells[row * self.columns + column]);
                }
            }
            self.num_read += self.primary as u64;
        }
    }

    /// Selects the next valid row with a 1 in the chosen column. If there is
    /// none, gives up the column.
    fn try_row(&mut self) {
        let Some(level) = self.levels.last_mut() else {
            self.next = Next::Done;
            return;
        };
        while level.row < self.row_valid.len() {
            self.num_read += 1;
            if self.row_valid[level.row] && self.cells[level.row * self.columns + level.column] {
                break;
            }
            level.row += 1;
        }
        let row = level.row;
        if row < self.row_valid.len() {
            self.select(row);
            self.next = Next::Enter;
        } else {
            self.levels.pop();
            self.next = Next::Leave;
        }
    }

    /// Returns from a node to the row that led to it, and continues with the
    /// next row.
    fn leave(&mut self) {
        let Some(&level) = self.levels.last() else {
            self.next = Next::Done;
            return;
        };
        self.unselect(level);
        if let Some(top) = self.levels.last_mut() {
            top.row += 1;
        }
        self.next = Next::Try;
    }

    /// Invalidates the columns of a row, and the rows that share one of these
    /// columns.
    fn select(&mut self, row: usize) {
        self.tell(|watcher| watcher.select(OptionId::new(row)));
        let before = self.struck.len();
        for column in 0..self.columns {
            self.num_read += 1;
            if !self.column_valid[column] || !self.cells[row * self.columns + column] {
                continue;
            }
            for other in 0..self.row_valid.len() {
                self.num_read += 1;
                if self.row_valid[other] && self.cells[other * self.columns + column] {
                    self.row_valid[other] = false;
                    self.struck.push(Struck::Row(other as u32));
                }
            }
            self.column_valid[column] = false;
            self.struck.push(Struck::Column(column as u32));
            self.tell(|watcher| watcher.cover(Item::new(column)));
        }
        self.stats.updates += (self.struck.len() - before) as u64;
    }

    /// Undoes [`Matrix::select`], the last change first.
    fn unselect(&mut self, level: Level) {
        while self.struck.len() > level.mark {
            match self.struck.pop() {
                Some(Struck::Row(row)) => self.row_valid[row as usize] = true,
                Some(Struck::Column(column)) => {
                    self.column_valid[column as usize] = true;
                    self.tell(|watcher| watcher.uncover(Item::new(column as usize)));
                }
                None => break,
            }
        }
        self.tell(|watcher| watcher.unselect(OptionId::new(level.row)));
    }

    fn tell(&mut self, event: impl FnOnce(&mut dyn Watcher)) {
        if let Some(watcher) = &mut self.watcher {
            event(&mut **watcher);
        }
    }
}

impl Search for Matrix {
    /// A matrix that needs too much memory ends the search with [`Stop::Memory`] before it begins.
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        if self.too_large {
            return Err(Stop::Memory);
        }
        loop {
            match self.next {
                Next::Enter => {
                    self.check(budget)?;
                    if self.enter() {
                        return Ok(true);
                    }
                }
                Next::Try => self.try_row(),
                Next::Leave => self.leave(),
                Next::Done => return Ok(false),
            }
        }
    }

    fn solution(&mut self) -> &[OptionId] {
        self.solution.clear();
        let rows = self.levels.iter().map(|level| OptionId::new(level.row));
        self.solution.extend(rows);
        &self.solution
    }

    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn progress(&self) -> f64 {
        if self.next == Next::Done {
            return 1.0;
        }
        // Counts all rows of the column, also invalid ones: the whole estimate
        // is rough.
        share_done(self.levels.iter().map(|level| {
            let rows = self.row_valid.len();
            let ones = |rows: std::ops::Range<usize>| {
                rows.filter(|row| self.cells[row * self.columns + level.column])
                    .count() as u64
            };
            (ones(0..level.row.min(rows)), ones(0..rows))
        }))
    }

    fn steps(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("nodes", self.stats.nodes),
            ("struck out", self.stats.updates),
            ("cells looked at", self.num_read),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::problems::{PROBLEMS, Problem};

    #[test]
    fn a_search_dropped_anywhere_is_put_back() {
        for problem in &PROBLEMS {
            let problem = problem.read();
            let mut matrix = Matrix::new(&problem, Choice::Smallest);
            let (rows, columns) = (matrix.row_valid.clone(), matrix.column_valid.clone());
            while matrix.advance(&Budget::unlimited()).unwrap() {}
            let stats = matrix.stats();
            for nodes in 0..=stats.nodes {
                matrix.reset();
                let budget = Budget::unlimited().with_steps(nodes);
                while let Ok(true) = matrix.advance(&budget) {}
                assert_eq!(matrix.stats().nodes, nodes);
                matrix.reset();
                assert_eq!((&matrix.row_valid, &matrix.column_valid), (&rows, &columns));
            }
            // Stopped and continued at every node, the search does the same.
            for nodes in 0..=stats.nodes {
                let budget = Budget::unlimited().with_steps(nodes);
                while let Ok(true) = matrix.advance(&budget) {}
            }
            assert_eq!(matrix.advance(&Budget::unlimited()), Ok(false));
            assert_eq!(matrix.stats(), stats);
        }
    }

    /// The search of the 6×6 matrix, worked out by hand.
    #[test]
    fn steps_are_counted_as_told() {
        let problem = Problem::by_name("matrix-6x6").unwrap().read();
        let mut matrix = Matrix::new(&problem, Choice::Smallest);
        while matrix.advance(&Budget::unlimited()).unwrap() {}
        // Column 5 has only row 6, which strikes columns 4, 5 and rows 1, 3, 6;
        // column 2 then only row 2, which strikes columns 1, 2 and rows 2, 5;
        // row 4 strikes columns 3, 6 and itself.
        let stats = matrix.stats();
        assert_eq!((stats.solutions, stats.nodes, stats.updates), (1, 4, 12));
    }

    #[test]
    fn a_matrix_too_large_is_refused_and_takes_no_memory() {
        let mut builder = ExactCover::builder();
        for index in 0..30_000 {
            let item = builder.primary(&index.to_string()).unwrap();
            builder.option([item]).unwrap();
        }
        let mut matrix = Matrix::new(&builder.build(), Choice::First);
        assert_eq!(matrix.cells.capacity(), 0);
        assert_eq!(matrix.advance(&Budget::unlimited()), Err(Stop::Memory));
        assert_eq!(
            matrix.next_solution(&Budget::unlimited()),
            Err(Stop::Memory)
        );
    }
}
