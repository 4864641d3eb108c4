//! Several N×N grids on one board, which share the cells where they overlap: Samurai,
//! Butterfly, Twodoku.
//!
//! A [`Size`](super::Size) is copied everywhere, so it only names its board: boards are made
//! once for each arrangement of grids, and are kept.

use super::{Cell, Size};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Largest number of different boards of a process.
const MOST_BOARDS: usize = 4_096;

/// Largest number of places of all boards of a process, which are kept: 256 megabytes at most.
const MOST_PLACES: usize = 1 << 25;

/// Largest number of grids of a board.
const MOST_GRIDS: usize = 1_000;

/// Several N×N grids on one board.
#[derive(Debug)]
pub(super) struct Board {
    side: usize,
    /// The first cell of each grid, in reading order.
    pub(super) starts: Vec<Cell>,
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The cells of all grids, in reading order.
    pub(super) cells: Vec<Cell>,
    /// For each place of the board, row by row, the index of its cell; [`GAP`] where there is
    /// none.
    places: Vec<u32>,
}

/// Stands for the index of a place of the board that is in no grid.
const GAP: u32 = u32::MAX;

/// The number of a board, which names it in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct BoardId(u16);

static BOARDS: [OnceLock<Board>; MOST_BOARDS] = [const { OnceLock::new() }; MOST_BOARDS];

/// Why grids are no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There are fewer than two grids, or too many.
    #[error("found {0} grids, expected 2 to {MOST_GRIDS}")]
    Number(usize),
    /// Two grids begin in the same cell.
    #[error("two grids begin in {0}")]
    Twice(Cell),
    /// No grid begins in the first row, or in the first column.
    #[error("no grid begins in {0} 1, expected grids from the border on")]
    Border(&'static str),
    /// The board has more rows or columns than the largest grid.
    #[error("the board would have {rows} rows and {cols} columns, expected at most {} each", Size::MAX.side())]
    Large {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// Boards are kept until the process ends. Their number, or that of all their cells, is at its
    /// limit.
    #[error("there are too many different arrangements of grids, or too large ones")]
    Many,
}

impl Board {
    /// Makes the board of N×N grids that begin in these cells, or finds it.
    pub(super) fn of(side: usize, mut starts: Vec<Cell>) -> Result<BoardId, BoardError> {
        starts.sort_unstable();
        if !(2..=MOST_GRIDS).contains(&starts.len()) {
            return Err(BoardError::Number(starts.len()));
        }
        if let Some(pair) = starts.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(BoardError::Twice(pair[0]));
        }
        let (rows, cols) = starts.iter().fold((0, 0), |(rows, cols), start| {
            (rows.max(start.row() + side), cols.max(start.col() + side))
        });
        if rows.max(cols) > Size::MAX.side() {
            return Err(BoardError::Large { rows, cols });
        }
        if starts[0].row() > 0 {
            return Err(BoardError::Border("row"));
        }
        if starts.iter().all(|start| start.col() > 0) {
            return Err(BoardError::Border("column"));
        }
        /// Held while a board is looked for and made.
        static MAKING: Mutex<()> = Mutex::new(());
        let making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        let known = BOARDS.iter().map_while(OnceLock::get);
        let is_known = |board: &Board| board.side == side && board.starts == starts;
        let place = known.clone().position(is_known);
        let places: usize = known.clone().map(|board| board.places.len()).sum();
        if place.is_none() && places + rows * cols > MOST_PLACES {
            return Err(BoardError::Many);
        }
        let number = place.unwrap_or_else(|| known.count());
        let board = BOARDS.get(number).ok_or(BoardError::Many)?;
        board.get_or_init(|| Board::laid_out(side, starts, rows, cols));
        drop(making);
        Ok(BoardId(number as u16))
    }

    fn laid_out(side: usize, starts: Vec<Cell>, rows: usize, cols: usize) -> Board {
        let mut places = vec![GAP; rows * cols];
        for start in &starts {
            for row in start.row()..start.row() + side {
                let first = row * cols + start.col();
                places[first..first + side].fill(0);
            }
        }
        let mut cells = Vec::new();
        for (place, index) in places.iter_mut().enumerate() {
            if *index != GAP {
                *index = cells.len() as u32;
                cells.push(Cell::new(place / cols, place % cols));
            }
        }
        Board {
            side,
            starts,
            rows,
            cols,
            cells,
            places,
        }
    }

    /// Returns the index of a cell in reading order; `None` if it is in no grid.
    #[inline]
    pub(super) fn index(&self, cell: Cell) -> Option<usize> {
        if cell.row() >= self.rows || cell.col() >= self.cols {
            return None;
        }
        let index = self.places[cell.row() * self.cols + cell.col()];
        (index != GAP).then_some(index as usize)
    }
}

impl BoardId {
    /// Returns the board.
    #[inline]
    pub(super) fn board(self) -> &'static Board {
        let board = BOARDS[usize::from(self.0)].get();
        board.expect("an id is of a board that was made")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four() -> Size {
        Size::new(4).unwrap()
    }

    fn two(at: Cell) -> Result<Size, BoardError> {
        four().overlapping(vec![Cell::new(0, 0), at])
    }

    #[test]
    fn shared_cells_are_counted_once() {
        let size = two(Cell::new(2, 3)).unwrap();
        assert_eq!([size.rows(), size.cols(), size.side()], [6, 7, 4]);
        assert_eq!(size.num_cells(), 2 * 16 - 2);
        for (index, cell) in size.cells().enumerate() {
            assert!(size.has(cell));
            assert_eq!(cell.index(size), index);
            assert_eq!(size.cell(index), cell);
        }
        assert!(!size.has(Cell::new(0, 4)) && !size.has(Cell::new(7, 0)));
        let candidates = 0..size.num_candidates();
        assert!(
            candidates
                .into_iter()
                .all(|index| size.candidate(index).index(size) == index)
        );
        assert_eq!(size.to_string(), "2 grids of 4×4");
        assert_eq!(size.order(), None);
    }

    #[test]
    fn the_same_grids_are_the_same_size() {
        assert_eq!(two(Cell::new(2, 2)), two(Cell::new(2, 2)));
        assert_ne!(two(Cell::new(2, 2)), two(Cell::new(2, 3)));
        let swapped = four().overlapping(vec![Cell::new(2, 2), Cell::new(0, 0)]);
        assert_eq!(two(Cell::new(2, 2)), swapped);
    }

    #[test]
    fn grids_that_are_no_board_are_refused() {
        let refused = |starts: &[[usize; 2]]| {
            let starts = starts.iter().map(|&[row, col]| Cell::new(row, col));
            four().overlapping(starts.collect()).unwrap_err()
        };
        assert_eq!(refused(&[[0, 0]]), BoardError::Number(1));
        assert_eq!(
            refused(&[[0, 0], [0, 0]]),
            BoardError::Twice(Cell::new(0, 0))
        );
        assert_eq!(refused(&[[1, 0], [2, 0]]), BoardError::Border("row"));
        assert_eq!(refused(&[[0, 1], [2, 1]]), BoardError::Border("column"));
        let large = BoardError::Large { rows: 4, cols: 962 };
        assert_eq!(refused(&[[0, 0], [0, 958]]), large);
    }
}
