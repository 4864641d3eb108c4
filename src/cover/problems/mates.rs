//! The orthogonal mates of a Latin square: Latin squares that, laid over it,
//! show each pair of symbols once.
//!
//! Items say that a cell has a symbol of the mate (`p01`), that a row, a column
//! has this symbol of it (`r04`, `c14`), and that the pair of symbols is
//! somewhere (`s24`); an option is a symbol of the mate in a cell.

use super::draft::Draft;
use super::square::{letter, names};
use super::{Family, Instance, ProblemError, Square};
use crate::cover::picture::{Canvas, Hues, Walls};

/// No larger square can be had.
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

/// The orthogonal mates of a square. Where reduced, the first row of the mate
/// is 0, 1, …, n − 1; there are n! times as many mates as reduced ones.
///
/// # Errors
/// If it would be too large.
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
