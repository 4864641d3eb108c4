//! Graeco-Latin squares: two Latin squares that, superposed, show each pair of
//! symbols once. For n = 6 (Euler's 36 officers) there is none.
//!
//! Items are those of [`mates`](super::mates()) for both squares at once: `p01`
//! for the cells, `r04` and `c14` for the first, `R04` and `C14` for the second,
//! `s24` for the pairs; an option is a pair of symbols in a cell.

use super::draft::Draft;
use super::square::{letter, names};
use super::{Family, Instance, ProblemError};
use crate::cover::picture::{Canvas, Hues, Walls};

/// Largest side. The limit on entries is reached at a much smaller one.
const LARGEST: usize = 64;

pub(super) const FAMILY: Family = Family {
    name: "graeco-latin",
    arguments: "N[,reduced]",
    title: "pairs of orthogonal Latin squares of N×N; reduced: the first rows of both and the \
            first column of one are in order",
    build: |arguments| {
        let n = arguments.number(1..=LARGEST)?;
        let reduced = arguments.flag("reduced");
        arguments.end()?;
        graeco_latin(n, reduced)
    },
};

/// Returns the problem of finding pairs of orthogonal Latin squares of n×n. If
/// `reduced`, the first row of each and the first column of the first square
/// are 0, 1, …, n − 1; there are n! n! (n − 1)! times as many pairs as reduced
/// ones.
///
/// # Errors
/// If n is 0, or the problem would be too large.
pub fn graeco_latin(n: usize, reduced: bool) -> Result<Instance, ProblemError> {
    if n == 0 || n > LARGEST {
        return Err(ProblemError::TooLarge);
    }
    let title = format!("a Graeco-Latin square of {n}×{n}");
    let mut canvas = Canvas::new(title, Walls::Regions, Hues::Marks);
    canvas.rectangle(n, n);
    let mut draft = Draft::new(canvas);
    let cells = draft.primaries(names('p', n))?;
    let [rows, cols, rows2, cols2, pairs] = {
        let mut items = |letter| draft.primaries(names(letter, n));
        [
            items('r')?,
            items('c')?,
            items('R')?,
            items('C')?,
            items('s')?,
        ]
    };
    let mut marks = Vec::with_capacity(n * n);
    for (first, second) in itertools::iproduct!(0..n, 0..n) {
        marks.push(
            draft
                .canvas
                .mark(&format!("{first}{}", letter(second)), first),
        );
    }
    for (row, col, first, second) in itertools::iproduct!(0..n, 0..n, 0..n, 0..n) {
        let ordered = (row > 0 || (first, second) == (col, col)) && (col > 0 || first == row);
        if reduced && !ordered {
            continue;
        }
        let items = [
            cells[row * n + col],
            rows[row * n + first],
            cols[col * n + first],
            rows2[row * n + second],
            cols2[col * n + second],
            pairs[first * n + second],
        ];
        draft.option(items, [(row * n + col, marks[first * n + second])])?;
    }
    Ok(draft.finish())
}
