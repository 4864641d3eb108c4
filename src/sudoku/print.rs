//! Puzzles and grids as text. Each form is read back by [`super::text`].
//!
//! A blank cell is `.`, in JSON `null`. Digits are printed in the puzzle's
//! symbols; forms of one character a cell use 1–9 and A–P for numbers above 9.
//! Excluded candidates show in [`pencilmarks`], `json()`, `fpuzzles()` and [`description()`]
//! alone, rules other than boxes and regions in the last three.

mod description;
mod drawing;
#[cfg(feature = "json")]
mod fpuzzles;
#[cfg(feature = "json")]
mod json;
mod svg;

pub use description::{description, statements};
pub use drawing::{Lines, Mark, boxed, drawn, drawn_tall, marked};
#[cfg(feature = "json")]
pub use fpuzzles::{NotInFPuzzles, fpuzzles, fpuzzles_link};
#[cfg(feature = "json")]
pub use json::json;
pub use svg::{Layers, exclusions, is_drawn, marked_cells, sentences, svg, undrawn_exclusions};

use super::{Candidate, Cell, Digit, Grid, Puzzle, Rules, Size, Symbols};
use std::fmt::{self, Display, Formatter, Write};

/// Stands for a place between several grids, where rows are read by their columns.
pub(crate) const GAP: char = '~';

/// A type with cells to print: a puzzle or its answer.
pub trait Cells {
    /// Returns the rules: they say where boxes are.
    fn rules(&self) -> &Rules;
    /// Returns the symbols to print digits in.
    fn symbols(&self) -> &Symbols;
    /// Returns the digit in a cell, `None` if it is blank.
    fn digit(&self, cell: Cell) -> Option<Digit>;
    /// Returns the same for the cell at this place in reading order.
    fn digit_at(&self, place: usize) -> Option<Digit>;
    /// Returns the candidates that are ruled out one by one.
    fn excluded(&self) -> &[Candidate];
    /// Returns the size of the grid.
    fn size(&self) -> Size {
        self.rules().size()
    }
}

impl Cells for Puzzle {
    fn rules(&self) -> &Rules {
        self.rules()
    }
    fn symbols(&self) -> &Symbols {
        self.symbols()
    }
    fn digit(&self, cell: Cell) -> Option<Digit> {
        self.clue(cell)
    }
    fn digit_at(&self, place: usize) -> Option<Digit> {
        self.clues_of_cells()[place]
    }
    fn excluded(&self) -> &[Candidate] {
        self.excluded()
    }
}

/// A full grid as the answer to a puzzle: printed by its rules, in its symbols.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    puzzle: &'a Puzzle,
    grid: &'a Grid,
}

impl Puzzle {
    /// Returns this grid as an answer to the puzzle, to be printed.
    pub fn answer<'a>(&'a self, grid: &'a Grid) -> Answer<'a> {
        Answer { puzzle: self, grid }
    }
}

impl Cells for Answer<'_> {
    fn rules(&self) -> &Rules {
        self.puzzle.rules()
    }
    fn symbols(&self) -> &Symbols {
        self.puzzle.symbols()
    }
    fn digit(&self, cell: Cell) -> Option<Digit> {
        Some(self.grid.digit(cell))
    }
    fn digit_at(&self, place: usize) -> Option<Digit> {
        Some(self.grid.digits()[place])
    }
    fn excluded(&self) -> &[Candidate] {
        &[]
    }
}

/// Returns the rows of symbols if each is a single character, and otherwise rows of
/// numbers in columns; each row ends its line. Blanks stand where several grids leave a gap.
pub fn plain(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| {
        let (size, symbols) = (cells.size(), cells.symbols());
        if let (Some(chars), true) = (symbols.chars(size), size.is_one_grid()) {
            let char_at = |place| match cells.digit_at(place) {
                Some(digit) => chars[digit.index()],
                None => BLANK,
            };
            let mut text = String::with_capacity(size.num_cells() + size.side());
            for row in 0..size.side() {
                text.extend((row * size.side()..).take(size.side()).map(char_at));
                text.push('\n');
            }
            return f.write_str(&text);
        }
        let gap = if symbols.are_chars(size) { "" } else { " " };
        write_rows(f, cells, symbols.width(size), gap, ' ')
    })
}

/// Writes the rows of symbols, each at least `width` wide with a text between them; signs where
/// several grids leave a gap, but blanks at the end of a row are left out.
fn write_rows(
    f: &mut Formatter<'_>,
    cells: &impl Cells,
    width: usize,
    between: &str,
    sign: char,
) -> fmt::Result {
    let size = cells.size();
    for row in 0..size.rows() {
        let trailing = size.row(row).rev().take_while(|cell| cell.is_none());
        let shown = match sign {
            ' ' => size.cols() - trailing.count(),
            _ => size.cols(),
        };
        for (col, cell) in size.row(row).take(shown).enumerate() {
            f.write_str(if col > 0 { between } else { "" })?;
            match cell {
                Some(cell) => write_cell(f, cells, cell, width)?,
                None => write!(f, "{sign:>width$}")?,
            }
        }
        f.write_char('\n')?;
    }
    Ok(())
}

/// Returns all cells on one line, without an end of line: single characters up to
/// 25×25, numbers parted by blanks beyond.
pub fn line(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| row_of(f, cells, cells.size().cells()))
}

/// Returns the `.sdk` form: `[Puzzle]`, then rows of single characters up to 25×25, of
/// numbers beyond; each row ends its line. Blank cells stand where several grids leave a gap.
pub fn sdk(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| {
        let size = cells.size();
        writeln!(f, "[Puzzle]")?;
        if !size.is_one_grid() {
            let symbols = cells.symbols();
            let gap = if symbols.are_chars(size) { "" } else { " " };
            return write_rows(f, cells, symbols.width(size), gap, BLANK);
        }
        for row in 0..size.rows() {
            row_of(f, cells, size.row(row).flatten())?;
            f.write_char('\n')?;
        }
        Ok(())
    })
}

/// Returns cells as single characters if there are enough of them, and otherwise as
/// numbers separated by blanks.
fn row_of(
    f: &mut Formatter<'_>,
    cells: &impl Cells,
    places: impl Iterator<Item = Cell>,
) -> fmt::Result {
    let size = cells.size();
    let single = cells.symbols().single(size);
    if let Some(chars) = single.and_then(|symbols| symbols.chars(size)) {
        let char_of = |cell| {
            cells
                .digit(cell)
                .map_or(BLANK, |digit| chars[digit.index()])
        };
        let mut text = String::with_capacity(size.num_cells());
        for cell in places {
            text.push(char_of(cell));
        }
        return f.write_str(&text);
    }
    for (place, cell) in places.enumerate() {
        f.write_str(if place > 0 { " " } else { "" })?;
        write_cell(f, cells, cell, 1)?;
    }
    Ok(())
}

/// The character that is printed for a blank cell.
const BLANK: char = '.';

/// Writes a cell in at least `width` columns.
fn write_cell(f: &mut Formatter<'_>, cells: &impl Cells, cell: Cell, width: usize) -> fmt::Result {
    match cells.digit(cell) {
        None => write!(f, "{BLANK:>width$}"),
        Some(digit) => write!(f, "{:>width$}", cells.symbols().of(digit)),
    }
}

/// Returns the pencilmark form of a puzzle, which sizes from 2×2 to 9×9 have: N symbols
/// a cell on one line, the digit where it is possible and `.` where it isn't, without
/// an end of line. A clue rules the other digits of its cell out; what follows from it
/// elsewhere is not drawn.
pub fn pencilmarks(cells: &impl Cells) -> Option<impl Display + '_> {
    let size = cells.size();
    (2..=9).contains(&size.side()).then(|| {
        show(move |f| {
            (0..size.num_candidates()).try_for_each(|index| {
                let candidate = size.candidate(index);
                let Candidate { cell, digit } = candidate;
                let possible = cells.digit(cell).is_none_or(|clue| clue == digit)
                    && cells.excluded().binary_search(&candidate).is_err();
                match possible {
                    true => write!(f, "{digit}"),
                    false => f.write_char(BLANK),
                }
            })
        })
    })
}

/// Returns a value that is shown by a function.
fn show(function: impl Fn(&mut Formatter<'_>) -> fmt::Result) -> impl Display {
    struct Show<F>(F);
    impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Show<F> {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            self.0(f)
        }
    }
    Show(function)
}
