//! Puzzles and grids as text. Each form is read back by [`super::text`].
//!
//! A blank cell is `.`, in JSON `null`. Up to 9×9 a digit is its symbol. In
//! larger grids it is a decimal number, but on one line and in `.sdk` grids of
//! 16×16 and 25×25 have one symbol a digit: 1–9 and then A–G or A–P.
//! Excluded candidates show in [`pencilmarks`] and [`json()`] alone.

use super::{Candidate, Cell, Digit, Grid, Order, Puzzle};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt::{self, Display, Formatter, Write};

/// What has cells to print: a puzzle or a grid.
pub trait Cells {
    /// The order.
    fn order(&self) -> Order;
    /// The digit in a cell, `None` if it is blank.
    fn digit(&self, cell: Cell) -> Option<Digit>;
    /// The candidates that are ruled out one by one.
    fn excluded(&self) -> &[Candidate];
}

impl Cells for Puzzle {
    fn order(&self) -> Order {
        self.order()
    }
    fn digit(&self, cell: Cell) -> Option<Digit> {
        self.clue(cell)
    }
    fn excluded(&self) -> &[Candidate] {
        self.excluded()
    }
}

impl Cells for Grid {
    fn order(&self) -> Order {
        self.order()
    }
    fn digit(&self, cell: Cell) -> Option<Digit> {
        Some(self.digit(cell))
    }
    fn excluded(&self) -> &[Candidate] {
        &[]
    }
}

/// The lines that a box is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// `|`, `-` and `+`.
    Ascii,
    /// Unicode's box drawing.
    Unicode,
}

/// Rows of symbols up to 9×9, of numbers in columns beyond; each row ends its
/// line.
pub fn plain(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| {
        let order = cells.order();
        for row in 0..order.side() {
            for col in 0..order.side() {
                let digit = cells.digit(Cell::new(row, col));
                if order.n() <= 3 {
                    f.write_char(symbol(digit))?;
                } else {
                    f.write_str(if col > 0 { " " } else { "" })?;
                    number(f, digit, width(order))?;
                }
            }
            f.write_char('\n')?;
        }
        Ok(())
    })
}

/// Rows in boxes, all cells parted; each row ends its line.
pub fn boxed(cells: &impl Cells, lines: Lines) -> impl Display + '_ {
    show(move |f| {
        let order = cells.order();
        let (n, width) = (order.n(), width(order));
        let bar = match lines {
            Lines::Ascii => '|',
            Lines::Unicode => '│',
        };
        for row in 0..order.side() {
            if row % n == 0 {
                border(f, order, lines, row)?;
            }
            for col in 0..order.side() {
                if col % n == 0 {
                    write!(f, "{bar} ")?;
                }
                number(f, cells.digit(Cell::new(row, col)), width)?;
                f.write_char(' ')?;
            }
            writeln!(f, "{bar}")?;
        }
        border(f, order, lines, order.side())
    })
}

/// A line across above this row, which may be the one after the last.
fn border(f: &mut Formatter<'_>, order: Order, lines: Lines, row: usize) -> fmt::Result {
    let [dash, left, cross, right] = match lines {
        Lines::Ascii => ['-', '+', '+', '+'],
        Lines::Unicode if row == 0 => ['─', '┌', '┬', '┐'],
        Lines::Unicode if row == order.side() => ['─', '└', '┴', '┘'],
        Lines::Unicode => ['─', '├', '┼', '┤'],
    };
    let length = order.n() * (width(order) + 1) + 1;
    for col in 0..order.n() {
        f.write_char(if col == 0 { left } else { cross })?;
        (0..length).try_for_each(|_| f.write_char(dash))?;
    }
    writeln!(f, "{right}")
}

/// All cells on one line, without an end of line: symbols up to 25×25, numbers
/// parted by blanks beyond.
pub fn line(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| row_of(f, cells, cells.order().cells()))
}

/// The `.sdk` form: `[Puzzle]`, then rows of symbols up to 25×25, of numbers
/// beyond; each row ends its line.
pub fn sdk(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| {
        let order = cells.order();
        writeln!(f, "[Puzzle]")?;
        for row in 0..order.side() {
            row_of(f, cells, (0..order.side()).map(|col| Cell::new(row, col)))?;
            f.write_char('\n')?;
        }
        Ok(())
    })
}

/// Cells as symbols up to 25×25, as numbers parted by blanks beyond.
fn row_of(
    f: &mut Formatter<'_>,
    cells: &impl Cells,
    places: impl Iterator<Item = Cell>,
) -> fmt::Result {
    for (place, cell) in places.enumerate() {
        let digit = cells.digit(cell);
        if cells.order().n() <= 5 {
            f.write_char(symbol(digit))?;
        } else {
            f.write_str(if place > 0 { " " } else { "" })?;
            number(f, digit, 1)?;
        }
    }
    Ok(())
}

/// The pencilmark form of a puzzle, which orders 2 and 3 have: n² symbols a
/// cell on one line, the digit where it is possible and `.` where it isn't,
/// without an end of line. A clue rules the other digits of its cell out; what
/// follows from it elsewhere is not drawn.
pub fn pencilmarks(puzzle: &Puzzle) -> Option<impl Display + '_> {
    let order = puzzle.order();
    matches!(order.n(), 2 | 3).then(|| {
        show(move |f| {
            (0..order.num_candidates()).try_for_each(|index| {
                let candidate = order.candidate(index);
                let Candidate { cell, digit } = candidate;
                let possible = puzzle.clue(cell).is_none_or(|clue| clue == digit)
                    && puzzle.excluded().binary_search(&candidate).is_err();
                f.write_char(symbol(possible.then_some(digit)))
            })
        })
    })
}

/// A JSON object on one line, without an end of line:
/// `{"order":2,"rows":[[1,null,null,null],…]}`. A puzzle with excluded
/// candidates has them as `"excluded":[[row,column,digit],…]`, from 1.
pub fn json(cells: &impl Cells) -> impl Display + '_ {
    show(move |f| f.write_str(&serde_json::to_string(&Json(cells)).map_err(|_| fmt::Error)?))
}

struct Json<'a, T>(&'a T);

impl<T: Cells> Serialize for Json<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (cells, order) = (self.0, self.0.order());
        let value = |cell| cells.digit(cell).map(Digit::value);
        let row = |row| (0..order.side()).map(move |col| Cell::new(row, col));
        let rows: Vec<Vec<Option<usize>>> = (0..order.side())
            .map(|index| row(index).map(value).collect())
            .collect();
        let place = |&Candidate { cell, digit }: &Candidate| {
            [cell.row() + 1, cell.col() + 1, digit.value()]
        };
        let excluded: Vec<[usize; 3]> = cells.excluded().iter().map(place).collect();
        let fields = if excluded.is_empty() { 2 } else { 3 };
        let mut object = serializer.serialize_struct("Puzzle", fields)?;
        object.serialize_field("order", &order.n())?;
        object.serialize_field("rows", &rows)?;
        if !excluded.is_empty() {
            object.serialize_field("excluded", &excluded)?;
        }
        object.end()
    }
}

/// In the shape that [`json()`] documents.
impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Json(self).serialize(serializer)
    }
}

/// In the shape that [`json()`] documents.
impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Json(self).serialize(serializer)
    }
}

/// One symbol for a digit up to 25: 1–9, then A–P; `.` for a blank.
fn symbol(digit: Option<Digit>) -> char {
    match digit.map(Digit::value) {
        None => '.',
        Some(value @ 1..=9) => char::from(b'0' + value as u8),
        Some(value) => char::from(b'A' + (value - 10) as u8),
    }
}

/// A decimal number in at least `width` columns, `.` for a blank.
fn number(f: &mut Formatter<'_>, digit: Option<Digit>, width: usize) -> fmt::Result {
    match digit {
        None => write!(f, "{:>width$}", '.'),
        Some(digit) => write!(f, "{:>width$}", digit.value()),
    }
}

/// How many figures the largest digit has.
fn width(order: Order) -> usize {
    order.side().ilog10() as usize + 1
}

/// A value that is shown by a function.
fn show(function: impl Fn(&mut Formatter<'_>) -> fmt::Result) -> impl Display {
    struct Show<F>(F);
    impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Show<F> {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            self.0(f)
        }
    }
    Show(function)
}
