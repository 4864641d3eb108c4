//! Motley dissections: a rectangle cut into rectangles of which no two have the same rows and no
//! two the same columns.
//!
//! Items are the cells `0.0`, and the lines above rows, `r0`, and to the left of columns, `c0`: each
//! is the begin of at least one rectangle, for without it the dissection would be one of a smaller
//! rectangle. The secondary items `r0-2` and `c0-2` are intervals of rows and of columns, the end
//! excluded. There are 2 for 3×3, 16 for 4×4 and 20 for 4×5 (Knuth, The Art of Computer Programming
//! 7.2.2.1, exercise 365).

use super::draft::Draft;
use super::{Board, Family, Instance, MAX_ENTRIES, ProblemError};
use crate::cover::picture::{Canvas, Hues, Walls};
use crate::cover::{Bounds, Item};
use itertools::Itertools;

pub(super) const FAMILY: Family = Family {
    name: "motley",
    arguments: "[4x4]",
    title: "a rectangle cut into rectangles, no two with the same rows or the same columns",
    build: |arguments| {
        let board = arguments.rectangle()?;
        arguments.end()?;
        motley(&board.unwrap_or_else(|| Board::rectangle(4, 4)))
    },
};

/// Returns the problem of cutting a full rectangle into rectangles of which no two have the same
/// rows and no two the same columns. Each line between rows or columns begins a rectangle.
///
/// # Errors
/// If the problem would be too large.
pub fn motley(board: &Board) -> Result<Instance, ProblemError> {
    let (rows, cols) = (board.rows(), board.cols());
    // An interval of n lines has (n + 2) / 3 of them on average.
    let entries = |lines: usize| lines.saturating_mul(lines + 1).saturating_mul(lines + 2) / 6;
    if entries(rows).saturating_mul(entries(cols)) > MAX_ENTRIES {
        return Err(ProblemError::TooLarge);
    }
    let title = format!("a motley dissection of {rows}×{cols}");
    let mut canvas = Canvas::new(title, Walls::Pieces, Hues::Neighbours);
    canvas.panel(board.panel());
    let mark = canvas.mark("", 0);
    let mut draft = Draft::new(canvas);
    let cells = draft.primaries(board.names())?;
    let down = lines(&mut draft, 'r', rows)?;
    let across = lines(&mut draft, 'c', cols)?;
    let down = intervals(&mut draft, 'r', &down)?;
    let across = intervals(&mut draft, 'c', &across)?;
    for (height, width) in itertools::iproduct!(&down, &across) {
        let inside: Vec<usize> = itertools::iproduct!(height.from..height.to, width.from..width.to)
            .map(|(row, col)| row * cols + col)
            .collect();
        let items = [height.begin, width.begin, height.own, width.own];
        let items = inside.iter().map(|&cell| cells[cell]).chain(items);
        draft.option(items, inside.iter().map(|&cell| (cell, mark)))?;
    }
    Ok(draft.finish())
}

/// Rows or columns of a rectangle.
struct Interval {
    from: usize,
    to: usize,
    /// The line at which it begins.
    begin: Item,
    own: Item,
}

/// Adds an item for each line before a row or column.
fn lines(draft: &mut Draft, letter: char, number: usize) -> Result<Vec<Item>, ProblemError> {
    let bounds = Bounds {
        low: 1,
        high: number as u32,
    };
    (0..number)
        .map(|line| draft.bounded(&format!("{letter}{line}"), bounds))
        .collect()
}

/// Adds an item for each interval of these lines but the whole one.
fn intervals(
    draft: &mut Draft,
    letter: char,
    lines: &[Item],
) -> Result<Vec<Interval>, ProblemError> {
    let pairs = (0..=lines.len()).array_combinations();
    let proper = pairs.filter(|&[from, to]| to - from < lines.len());
    let interval = |[from, to]: [usize; 2]| {
        let own = draft.secondary(&format!("{letter}{from}-{to}"))?;
        let begin = lines[from];
        Ok(Interval {
            from,
            to,
            begin,
            own,
        })
    };
    proper.map(interval).collect()
}
