//! The canonical form of a puzzle: equal for two puzzles exactly if a symmetry of
//! Sudoku turns one into the other.
//!
//! The symmetries rename digits, permute the bands, the rows within a band, the stacks
//! and the columns within a stack, and, where boxes are square, exchange rows and
//! columns. The canonical form is the least of all puzzles that they lead to, read row
//! by row, with a blank cell before 1.
//!
//! There are 3 359 232 · 9! of them for 9×9, so the search goes row by row
//! and keeps only the partial symmetries whose rows so far are least. Columns
//! that are blank in all rows so far, and stacks of them, are not put into an order
//! before a clue tells them apart, and digits get their new names in the order in
//! which they appear. So few partial symmetries are kept, and none that could lead to
//! the least form is lost.

use super::rules::{Regions, Spec};
use super::{Cell, Digit, Puzzle, Size};
use std::sync::Arc;
use thiserror::Error;

/// Largest side of a grid. In larger grids a single row can have more than a hundred
/// thousand orders of columns.
const MAX_SIDE: usize = 9;

/// A reason why a puzzle has no canonical form here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoCanonicalForm {
    /// The grid is larger than 9×9.
    #[error("found a {0} grid, expected at most 9×9 for a canonical form")]
    TooLarge(Size),
    /// The puzzle has other rules than boxes.
    #[error("found rules other than boxes, which the symmetries of Sudoku do not keep")]
    Rules,
    /// The puzzle excludes candidates one by one.
    #[error("found pencil marks, expected clues alone for a canonical form")]
    Marks,
}

/// Returns the canonical form of a puzzle whose rules are boxes alone, up to 9×9: the
/// least puzzle that is the same up to symmetry. It is written in decimal numbers.
///
/// ```
/// use sudosat::sudoku::{Puzzle, canonical};
///
/// let puzzle = Puzzle::from_values(&[0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
/// let same = Puzzle::from_values(&[0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0]);
/// let other = Puzzle::from_values(&[0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0]);
/// assert_eq!(canonical(&puzzle), canonical(&same));
/// assert_ne!(canonical(&puzzle), canonical(&other));
/// # Ok::<(), sudosat::sudoku::NoCanonicalForm>(())
/// ```
///
/// # Errors
/// If the grid is larger, or if there are other rules or excluded candidates.
pub fn canonical(puzzle: &Puzzle) -> Result<Puzzle, NoCanonicalForm> {
    let size = puzzle.size();
    let side = size.side();
    if side > MAX_SIDE {
        return Err(NoCanonicalForm::TooLarge(size));
    }
    let spec = puzzle.rules().spec();
    let (rows, cols) = match spec.regions {
        Regions::Boxes { rows, cols } if Spec::boxes(rows, cols).as_ref() == Some(spec) => {
            (rows, cols)
        }
        _ => return Err(NoCanonicalForm::Rules),
    };
    if !puzzle.excluded().is_empty() {
        return Err(NoCanonicalForm::Marks);
    }
    let view = View::new(puzzle, rows, cols);
    let mut views = vec![view];
    if rows == cols {
        views.push(view.transposed());
    }
    let mut form = Puzzle::new(Arc::clone(puzzle.rules()));
    for (row, text) in least_rows(&views).into_iter().enumerate() {
        for col in 0..side {
            let name = text >> (BITS * (side - 1 - col)) & ((1 << BITS) - 1);
            let digit = Digit::from_value(name as usize, size);
            form.set_clue(Cell::new(row, col), digit);
        }
    }
    Ok(form)
}

/// The digits of a puzzle, as they are or with rows and columns exchanged.
#[derive(Clone, Copy)]
struct View {
    side: usize,
    /// Number of rows of a box.
    height: usize,
    /// Number of columns of a box.
    width: usize,
    /// By row and column the value of the clue; 0 where there is none.
    values: [[u8; MAX_SIDE]; MAX_SIDE],
}

impl View {
    fn new(puzzle: &Puzzle, height: usize, width: usize) -> View {
        let mut values = [[0; MAX_SIDE]; MAX_SIDE];
        for clue in puzzle.clues() {
            values[clue.cell.row()][clue.cell.col()] = clue.digit.value() as u8;
        }
        View {
            side: puzzle.size().side(),
            height,
            width,
            values,
        }
    }

    fn transposed(self) -> View {
        let mut values = [[0; MAX_SIDE]; MAX_SIDE];
        for (row, line) in self.values.iter().enumerate() {
            for (col, &value) in line.iter().enumerate() {
                values[col][row] = value;
            }
        }
        View {
            height: self.width,
            width: self.height,
            values,
            ..self
        }
    }

    /// Returns `true` if a row has no clue.
    fn is_blank(&self, row: usize) -> bool {
        self.values[row][..self.side]
            .iter()
            .all(|&value| value == 0)
    }

    /// Returns the rows that can come next. Of rows or bands without a clue that can be
    /// exchanged, only the first is among them.
    fn next_rows(&self, partial: &Partial) -> impl Iterator<Item = usize> {
        let is_used = |row: usize| partial.used >> row & 1 == 1;
        let within = partial.used.count_ones() as usize % self.height;
        let mut rows = Vec::with_capacity(self.side);
        let mut had_blank_band = false;
        for band in 0..self.side / self.height {
            let all = band * self.height..(band + 1) * self.height;
            let is_next = match within {
                0 => !is_used(all.start),
                _ => band == usize::from(partial.band),
            };
            let is_blank = within == 0 && all.clone().all(|row| self.is_blank(row));
            if !is_next || is_blank && had_blank_band {
                continue;
            }
            had_blank_band |= is_blank;
            let mut had_blank = false;
            for row in all.filter(|&row| !is_used(row)) {
                let is_blank = self.is_blank(row);
                if !(is_blank && had_blank) {
                    rows.push(row);
                }
                had_blank |= is_blank;
            }
        }
        rows.into_iter()
    }
}

/// A row of the form as a number: [`BITS`] bits for each cell, the first cell highest.
type Text = u64;

/// Number of bits of a cell in a [`Text`].
const BITS: usize = 4;

/// A symmetry as far as the rows that are placed decide it.
#[derive(Clone, Copy)]
struct Partial {
    /// Index of the view: 1 where rows and columns are exchanged.
    view: u8,
    /// The rows of the view that are placed, as bits.
    used: u16,
    /// The band of the row that was placed last.
    band: u8,
    /// By position the column of the view. Only the order of the columns that `blank`
    /// does not count is decided.
    cols: [u8; MAX_SIDE],
    /// By position of a stack, the number of its first columns that are blank in all
    /// rows placed. The stacks of which all columns are blank come first, and their
    /// order is not decided.
    blank: [u8; MAX_SIDE],
    /// By value, its new name; 0 if it has none yet.
    names: [u8; MAX_SIDE + 1],
    /// Number of names that are given.
    named: u8,
}

impl Partial {
    /// Returns the symmetry of which nothing is decided but the view.
    fn start(index: usize, view: &View) -> Partial {
        let mut cols = [0; MAX_SIDE];
        (0..).zip(&mut cols).for_each(|(col, at)| *at = col);
        Partial {
            view: index as u8,
            used: 0,
            band: 0,
            cols,
            blank: [view.width as u8; MAX_SIDE],
            names: [0; MAX_SIDE + 1],
            named: 0,
        }
    }

    /// Counts the columns that are still blank after a row of the view.
    fn after(mut self, view: &View, row: &[u8; MAX_SIDE]) -> Partial {
        for stack in 0..view.side / view.width {
            let cols = self.cols[stack * view.width..].iter();
            let still = cols
                .take(usize::from(self.blank[stack]))
                .take_while(|&&col| row[usize::from(col)] == 0);
            self.blank[stack] = still.count() as u8;
        }
        self
    }
}

/// Returns the least rows that symmetries of the views lead to.
fn least_rows(views: &[View]) -> Vec<Text> {
    let starts = views.iter().enumerate();
    let mut partials: Vec<Partial> = starts
        .map(|(index, view)| Partial::start(index, view))
        .collect();
    let mut texts = Vec::new();
    for _ in 0..views[0].side {
        let mut least = Least {
            text: Text::MAX,
            partials: Vec::new(),
        };
        for partial in &partials {
            let view = &views[usize::from(partial.view)];
            for row in view.next_rows(partial) {
                let mut placed = *partial;
                placed.used |= 1 << row;
                placed.band = (row / view.height) as u8;
                least.place(view, &view.values[row], placed, 0, 0);
            }
        }
        texts.push(least.text);
        partials = least.partials;
    }
    texts
}

/// The least text of the next row, and the partial symmetries that lead to it.
struct Least {
    text: Text,
    partials: Vec<Partial>,
}

impl Least {
    /// Fills the row from `position` on in each way that may be least. `text` is what
    /// stands before.
    fn place(
        &mut self,
        view: &View,
        row: &[u8; MAX_SIDE],
        partial: Partial,
        position: usize,
        text: Text,
    ) {
        if position == view.side {
            if text < self.text {
                self.text = text;
                self.partials.clear();
            }
            self.partials.push(partial.after(view, row));
            return;
        }
        let (stack, width) = (position / view.width, view.width);
        if !position.is_multiple_of(width) || usize::from(partial.blank[stack]) < width {
            return self.place_column(view, row, partial, position, text);
        }
        // Any of the stacks that are blank so far can come here.
        let stacks = view.side / width;
        let blank = (stack..stacks).take_while(|&other| usize::from(partial.blank[other]) == width);
        let mut had_blank = false;
        for other in blank {
            let cols = &partial.cols[other * width..][..width];
            let is_blank = cols.iter().all(|&col| row[usize::from(col)] == 0);
            if is_blank && had_blank {
                continue;
            }
            had_blank |= is_blank;
            let mut chosen = partial;
            for col in 0..width {
                chosen.cols.swap(position + col, other * width + col);
            }
            self.place_column(view, row, chosen, position, text);
        }
    }

    /// Decides which column of its stack comes to `position`, and goes on.
    fn place_column(
        &mut self,
        view: &View,
        row: &[u8; MAX_SIDE],
        partial: Partial,
        position: usize,
        text: Text,
    ) {
        let (stack, within) = (position / view.width, position % view.width);
        // Any of the columns that are blank so far can come here, or there is only one.
        let end = position - within + usize::from(partial.blank[stack]).max(within + 1);
        let name = |col: u8| match row[usize::from(col)] {
            0 => 0,
            value => match partial.names[usize::from(value)] {
                0 => partial.named + 1,
                name => name,
            },
        };
        let columns = &partial.cols[position..end];
        let least = columns.iter().map(|&col| name(col)).min().unwrap_or(0);
        let text = text << BITS | Text::from(least);
        if text > self.text >> (BITS * (view.side - 1 - position)) {
            return;
        }
        for choice in position..end {
            let col = partial.cols[choice];
            if name(col) != least {
                continue;
            }
            let mut chosen = partial;
            chosen.cols.swap(position, choice);
            if least > partial.named {
                chosen.names[usize::from(row[usize::from(col)])] = least;
                chosen.named = least;
            }
            self.place(view, row, chosen, position + 1, text);
            if least == 0 {
                // The others that are blank stay interchangeable with this one.
                break;
            }
        }
    }
}
