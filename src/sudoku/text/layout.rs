//! The cells of a block's rows, parted in one way, and the boxes drawn between them.

use super::split::Token;
use super::{Form, alphabet, chars};

/// One way to part the lines of a block into cells.
#[derive(Clone, Debug)]
pub(super) struct Layout<'a> {
    pub form: Form,
    /// Set if there are separators around each cell: then it may be a number.
    pub parted: bool,
    pub rows: Vec<Vec<Token<'a>>>,
    /// For each row the places before which a line or gap between boxes stands.
    pub breaks: Vec<Vec<usize>>,
    /// Set if the breaks are drawn.
    pub drawn: bool,
    /// Set if a sign of a drawn row stands in no cell.
    pub loses: bool,
    /// Set if the first row was taken for the names of columns although rows have no
    /// names.
    pub headed: bool,
    /// Set if empty columns between boxes were taken away.
    pub is_closed: bool,
}

impl Layout<'_> {
    /// Returns the number of cells of each row, if it is the same in all.
    pub(super) fn cols(&self) -> Option<usize> {
        let cols = self.rows.first()?.len();
        (cols > 0 && self.rows.iter().all(|row| row.len() == cols)).then_some(cols)
    }

    /// Returns `true` if every token can be a cell. In drawn boxes empty cells
    /// stand beside no other blank: a lost symbol would look like one.
    pub(super) fn is_valid(&self) -> bool {
        let cells = || self.rows.iter().flatten().map(|(_, token)| *token);
        let is_blank = |token: &str| !token.is_empty() && token.chars().all(chars::is_blank);
        if self.loses {
            return false;
        }
        if self.drawn && cells().any(str::is_empty) && cells().any(is_blank) {
            return false;
        }
        !self.parted || self.rows.iter().flatten().all(|(_, token)| is_cell(token))
    }
}

fn is_cell(token: &str) -> bool {
    token.chars().nth(1).is_none() || is_marks(token) || alphabet::class(token).is_ok()
}

/// Returns `true` for the candidates of a cell: several ascending digits.
pub(super) fn is_marks(token: &str) -> bool {
    token.len() > 1
        && token.bytes().all(|byte| (b'1'..=b'9').contains(&byte))
        && token.as_bytes().windows(2).all(|pair| pair[0] < pair[1])
}

/// Returns the rows and columns of the boxes that lines and gaps draw in a grid, if
/// they draw any, or why they make no sense.
pub(super) fn boxes(
    side: usize,
    layout: &Layout,
    row_breaks: &[usize],
) -> Result<Option<(usize, usize)>, (usize, String)> {
    let first = &layout.breaks[0];
    if let Some(row) = layout.breaks.iter().position(|breaks| breaks != first) {
        if !layout.drawn {
            return Ok(None);
        }
        let message = format!(
            "found the lines between boxes of row {} at other places than in row 1, expected boxes \
             of one shape; other regions need --rules",
            row + 1
        );
        return Err((row, message));
    }
    let cols = match step(side, first) {
        Ok(cols) => cols,
        Err(()) if !layout.drawn => return Ok(None),
        Err(()) => {
            let message = "found boxes of different widths, expected boxes of one shape; other regions need --rules";
            return Err((0, message.to_owned()));
        }
    };
    let rows = match step(side, row_breaks) {
        Ok(rows) => rows,
        // The heading of a table.
        Err(()) if first.first() == Some(&1) => None,
        Err(()) => {
            let row = row_breaks.first().copied().unwrap_or(0).min(side - 1);
            let message = "found boxes of different heights, expected boxes of one shape; other regions need --rules";
            return Err((row, message.to_owned()));
        }
    };
    match (rows, cols) {
        (None, None) => Ok(None),
        (Some(rows), None) => Ok(Some((rows, side / rows))),
        (None, Some(cols)) => Ok(Some((side / cols, cols))),
        (Some(rows), Some(cols)) if rows * cols == side => Ok(Some((rows, cols))),
        (Some(rows), Some(cols)) => Err((
            0,
            format!(
                "found boxes of {rows}×{cols} cells drawn in a grid of {side}×{side}, expected boxes \
                 of {side} cells as {}×{cols} or {rows}×{}; --rules says other regions",
                side / cols,
                side / rows
            ),
        )),
    }
}

/// Returns the distance of breaks, if it is more than one cell; an error if it varies.
fn step(side: usize, breaks: &[usize]) -> Result<Option<usize>, ()> {
    let Some(&step) = breaks.first() else {
        return Ok(None);
    };
    let expected = (1..)
        .map(|index| index * step)
        .take_while(|&place| place < side);
    match side.is_multiple_of(step) && expected.eq(breaks.iter().copied()) {
        true => Ok((step > 1).then_some(step)),
        false => Err(()),
    }
}
