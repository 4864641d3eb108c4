//! The orthogonal mates of a Latin square: Latin squares that, superposed on
//! it, show each pair of symbols once.
//!
//! An item states that a cell of the mate has a symbol (`p01`), that a row or a
//! column of the mate contains a symbol (`r04`, `c14`), or that a pair of
//! symbols occurs (`s24`). An option is a symbol of the mate in a cell.

use super::draft::Draft;
use super::square::{letter, names};
use super::{Family, Instance, ProblemError, Square};
use crate::cover::picture::{Canvas, Hues, Walls};

/// Largest side: 256³ options exceed [`MAX_ENTRIES`](super::MAX_ENTRIES)
/// already.
const LARGEST: usize = 256;

pub(super) const FAMILY: Family = Family {
    name: "mates",
    arguments: "N[,reduced] or mates:square=012/120/201[,reduced]",
    title: "the orthogonal mates of a Latin square, of the cyclic one if only N is given; \
            reduced: their first row is in order",
    build: |arguments| {
        let reduced = arguments.flag("reduced");
        let square = match arguments.value("square") {
            Some(text) => {
                Square::from_text(text).map_err(|error| arguments.error(error.to_string()))?
            }
            None => Square::cyclic(arguments.number(1..=LARGEST)?),
        };
        arguments.end()?;
        mates(&square, reduced)
    },
};

/// Returns the problem of finding the orthogonal mates of a square. If
/// `reduced`, the first row of the mate is 0, 1, …, n − 1; there are n! times
/// as many mates as reduced ones.
///
/// # Errors
/// If the problem would be too large.
pub fn mates(square: &Square, reduced: bool) -> Result<Instance, ProblemError> {
    let n = square.side();
    if n > LARGEST {
        return Err(ProblemError::TooLarge);
    }
    let title = format!("a Latin square of {n}×{n} and a mate");
    let mut canvas = Canvas::new(title, Walls::Regions, Hues::Marks);
    canvas.rectangle(n, n);
    let mut draft = Draft::new(canvas);
    let cells = draft.primaries(names('p', n))?;
    let rows = draft.primaries(names('r', n))?;
    let cols = draft.primaries(names('c', n))?;
    let pairs = draft.primaries(names('s', n))?;
    for (row, col, symbol) in itertools::iproduct!(0..n, 0..n, 0..n) {
        if reduced && row == 0 && symbol != col {
            continue;
        }
        let given = square.symbol(row, col);
        let items = [
            cells[row * n + col],
            rows[row * n + symbol],
            cols[col * n + symbol],
            pairs[given * n + symbol],
        ];
        let mark = draft
            .canvas
            .mark(&format!("{given}{}", letter(symbol)), given);
        draft.option(items, [(row * n + col, mark)])?;
    }
    Ok(draft.finish())
}
