//! Grids drawn with lines: walls between boxes or regions, and a frame.

use super::{Cells, show, write_cell};
use crate::sudoku::Cell;
use std::fmt::{Display, Formatter, Result, Write};

/// The lines that a box is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// `|`, `-` and `+`.
    Ascii,
    /// Unicode's box drawing.
    Unicode,
}

/// Returns the rows with walls between boxes or regions and blanks between cells; each
/// row ends its line. A grid without boxes and regions gets a frame.
pub fn boxed(cells: &impl Cells, lines: Lines) -> impl Display + '_ {
    let width = cells.symbols().width(cells.size());
    drawn(cells, lines, width, move |f, cell| {
        write_cell(f, cells, cell, width)
    })
}

/// Returns rows drawn like [`boxed`], with cells that `write` writes in `width`
/// columns.
pub fn drawn<'a>(
    cells: &'a impl Cells,
    lines: Lines,
    width: usize,
    write: impl Fn(&mut Formatter<'_>, Cell) -> Result + 'a,
) -> impl Display + 'a {
    drawn_tall(cells, lines, (width, 1), move |f, cell, _| write(f, cell))
}

/// Returns rows drawn like [`drawn`], with cells of a width and a height: `write`
/// writes one line of a cell, numbered from 0. If a cell has several lines, there are
/// blank ones between rows.
pub fn drawn_tall<'a>(
    cells: &'a impl Cells,
    lines: Lines,
    size: (usize, usize),
    write: impl Fn(&mut Formatter<'_>, Cell, usize) -> Result + 'a,
) -> impl Display + 'a {
    laid_out(cells, lines, size, move |f, cell, line| {
        write(f, cell, line)?;
        f.write_char(' ')
    })
}

/// A mark at a cell of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Character written after the digit, instead of the space that is there without a mark.
    pub sign: char,
    /// Text written before the digit that takes no width: the start of a terminal
    /// style.
    pub before: String,
    /// Text written after the sign that takes no width: the end of a terminal style.
    pub after: String,
}

/// Draws a grid as [`boxed`] does, with marks at some cells.
pub fn marked<'a>(
    cells: &'a impl Cells,
    lines: Lines,
    mark: impl Fn(Cell) -> Option<Mark> + 'a,
) -> impl Display + 'a {
    let width = cells.symbols().width(cells.size());
    laid_out(cells, lines, (width, 1), move |f, cell, _| {
        let Some(mark) = mark(cell) else {
            write_cell(f, cells, cell, width)?;
            return f.write_char(' ');
        };
        f.write_str(&mark.before)?;
        write_cell(f, cells, cell, width)?;
        f.write_char(mark.sign)?;
        f.write_str(&mark.after)
    })
}

/// Returns rows with walls, of cells that `write` writes in `width` columns and one
/// more, and in `height` lines.
fn laid_out<'a>(
    cells: &'a impl Cells,
    lines: Lines,
    (width, height): (usize, usize),
    write: impl Fn(&mut Formatter<'_>, Cell, usize) -> Result + 'a,
) -> impl Display + 'a {
    show(move |f| {
        let walls = Walls::new(cells);
        let [rows, cols] = [walls.rows, walls.cols];
        for row in 0..rows {
            write_border(f, &walls, lines, row, width)?;
            let is_apart = height > 1 && row > 0 && !walls.has_border_above(row);
            // A blank line has walls too.
            let blank = is_apart.then_some(None);
            for line in blank.into_iter().chain((0..height).map(Some)) {
                // Blanks are written when something follows them: no line ends with some.
                let mut blanks = 0;
                for col in 0..=cols {
                    let is_wall = walls.is_left_of(row, col);
                    if walls.columns[col] && (is_wall || col < cols) {
                        let wall = lines.crossing([is_wall; 2], [false; 2]);
                        if is_wall {
                            write!(f, "{:blanks$}", "")?;
                            f.write_char(wall)?;
                            blanks = 0;
                        } else {
                            blanks += 1;
                        }
                        blanks += usize::from(col < cols);
                    }
                    match (line, walls.region(row, col)) {
                        (Some(line), Some(_)) => {
                            write!(f, "{:blanks$}", "")?;
                            blanks = 0;
                            write(f, Cell::new(row, col), line)?;
                        }
                        _ if col < cols => blanks += width + 1,
                        _ => {}
                    }
                }
                f.write_char('\n')?;
            }
        }
        write_border(f, &walls, lines, rows, width)
    })
}

/// The walls of a drawing: between cells of different regions, and around the grids.
struct Walls {
    rows: usize,
    cols: usize,
    /// For each place, row by row, the region of its cell; `None` where there is no grid.
    regions: Vec<Option<usize>>,
    /// For each column, and after the last one: set if any row has a wall to the
    /// left of it. Only these columns have space for a wall.
    columns: Vec<bool>,
}

impl Walls {
    fn new(cells: &impl Cells) -> Walls {
        let size = cells.size();
        let regions = cells.rules().regions();
        let places = (0..size.rows()).flat_map(|row| size.row(row));
        let region = |cell: Cell| regions[cell.index(size)];
        let mut walls = Walls {
            rows: size.rows(),
            cols: size.cols(),
            regions: places.map(|cell| cell.map(region)).collect(),
            columns: Vec::new(),
        };
        let any = |col| (0..walls.rows).any(|row| walls.is_left_of(row, col));
        walls.columns = (0..=walls.cols).map(any).collect();
        walls
    }

    /// Returns the region of a cell; `None` outside of the grids.
    fn region(&self, row: usize, col: usize) -> Option<usize> {
        let is_inside = row < self.rows && col < self.cols;
        is_inside.then(|| self.regions[row * self.cols + col])?
    }

    /// Returns `true` if there is a wall between a cell and the one left of it.
    fn is_left_of(&self, row: usize, col: usize) -> bool {
        let left = col.checked_sub(1).and_then(|col| self.region(row, col));
        left != self.region(row, col)
    }

    /// Returns `true` if there is a line of walls above a row.
    fn has_border_above(&self, row: usize) -> bool {
        (0..self.cols).any(|col| self.is_above(row, col))
    }

    /// Returns `true` if there is a wall between a cell and the one above it.
    fn is_above(&self, row: usize, col: usize) -> bool {
        let above = row.checked_sub(1).and_then(|row| self.region(row, col));
        above != self.region(row, col)
    }
}

/// Writes the line of walls above a row, which may be the one after the last; nothing
/// where there are none.
fn write_border(
    f: &mut Formatter<'_>,
    walls: &Walls,
    lines: Lines,
    row: usize,
    width: usize,
) -> Result {
    let [rows, cols] = [walls.rows, walls.cols];
    if !walls.has_border_above(row) {
        return Ok(());
    }
    let mut line = String::new();
    for col in 0..=cols {
        let right = col < cols && walls.is_above(row, col);
        let dash = match (lines, right) {
            (_, false) => ' ',
            (Lines::Ascii, true) => '-',
            (Lines::Unicode, true) => '─',
        };
        if walls.columns[col] {
            let left = col > 0 && walls.is_above(row, col - 1);
            let up = row > 0 && walls.is_left_of(row - 1, col);
            let down = row < rows && walls.is_left_of(row, col);
            line.push(lines.crossing([up, down], [left, right]));
            if col < cols {
                line.push(dash);
            }
        }
        if col < cols {
            line.extend(std::iter::repeat_n(dash, width + 1));
        }
    }
    writeln!(f, "{}", line.trim_end())
}

impl Lines {
    /// Returns the character for a point from which walls lead in the directions that are
    /// set.
    fn crossing(self, [up, down]: [bool; 2], [left, right]: [bool; 2]) -> char {
        let sides = [up, down, left, right].map(usize::from);
        let index = sides.iter().fold(0, |index, side| 2 * index + side);
        let signs = match self {
            Lines::Ascii => [
                ' ', '-', '-', '-', '|', '+', '+', '+', '|', '+', '+', '+', '|', '+', '+', '+',
            ],
            Lines::Unicode => [
                ' ', '╶', '╴', '─', '╷', '┌', '┐', '┬', '╵', '└', '┘', '┴', '│', '├', '┤', '┼',
            ],
        };
        signs[index]
    }
}
