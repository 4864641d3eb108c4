//! Latin squares: each of n symbols once in each row and column.
//!
//! An item states that a cell has a symbol (`p01`: row 0, column 1), that a row
//! contains a symbol (`r04`), or that a column contains one (`c14`). An option
//! is a symbol in a cell.

use super::draft::Draft;
use super::square::name;
use super::{Family, Instance, ProblemError};
use crate::cover::picture::{Canvas, Hues, Walls};

/// Largest side: 256³ options of three items exceed
/// [`MAX_ENTRIES`](super::MAX_ENTRIES) already.
const LARGEST: usize = 256;

pub(super) const FAMILY: Family = Family {
    name: "latin",
    arguments: "N[,reduced]",
    title: "Latin squares of N×N; reduced: the first row and column are in order",
    build: |arguments| {
        let n = arguments.number(1..=LARGEST)?;
        let reduced = arguments.flag("reduced");
        arguments.end()?;
        latin(n, reduced)
    },
};

/// Returns the problem of finding Latin squares of n×n. If `reduced`, their
/// first row and column are 0, 1, …, n − 1; there are n! (n − 1)! times as many
/// squares as reduced ones.
///
/// # Errors
/// If n is 0, or the problem would be too large.
pub fn latin(n: usize, reduced: bool) -> Result<Instance, ProblemError> {
    if n == 0 || n > LARGEST {
        return Err(ProblemError::TooLarge);
    }
    let mut canvas = Canvas::new(
        format!("a Latin square of {n}×{n}"),
        Walls::Regions,
        Hues::Marks,
    );
    canvas.rectangle(n, n);
    let mut draft = Draft::new(canvas);
    // The three items of a kind are next to each other, so that a search from
    // left to right fills one row after the other.
    let mut items = Vec::with_capacity(3 * n * n);
    for (first, second) in itertools::iproduct!(0..n, 0..n) {
        for letter in ['p', 'r', 'c'] {
            items.push(draft.primary(&name(letter, [first, second], n))?);
        }
    }
    let item = |kind, [first, second]: [usize; 2]| items[3 * (first * n + second) + kind];
    let marks: Vec<_> = (0..n)
        .map(|symbol| draft.canvas.mark(&symbol.to_string(), symbol))
        .collect();
    for (row, col, symbol) in itertools::iproduct!(0..n, 0..n, 0..n) {
        if reduced && (row == 0 || col == 0) && symbol != row + col {
            continue;
        }
        let items = [
            item(0, [row, col]),
            item(1, [row, symbol]),
            item(2, [col, symbol]),
        ];
        draft.option(items, [(row * n + col, marks[symbol])])?;
    }
    Ok(draft.finish())
}
