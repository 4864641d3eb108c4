//! The twelve pentominoes, each used once, in a rectangle or any region of 60
//! squares.
//!
//! Items are the pieces, by Golomb's letters, and the squares `0.0`, by row and
//! column from 0. An option is a piece in a place.

use super::draft::Draft;
use super::shape::{Space, Turn, is_first, orientations, shape};
use super::{Arguments, Board, Family, Instance, ProblemError};
use crate::cover::picture::{Canvas, Hues, Walls};
use crate::io::{Source, read_to_limit};

pub(super) const FAMILY: Family = Family {
    name: "pentominoes",
    arguments: "[6x10][,reduced] or pentominoes:region=#../##.,… or pentominoes:file=FILE",
    title: "the twelve pentominoes in a rectangle or region; reduced: one solution of those that \
            turns and reflections make alike",
    build: |arguments| {
        let reduced = arguments.flag("reduced");
        let board = board(arguments)?;
        arguments.end()?;
        pentominoes(&board, reduced)
    },
};

/// Greatest length in bytes of a drawing of a region. Chosen by hand: above 4
/// bytes for each of [`MAX_SQUARES`](super::MAX_SQUARES) squares nothing can be
/// right.
const LONGEST: u64 = 1 << 22;

/// Returns the board that the arguments describe, 6×10 if there are none.
fn board(arguments: &mut Arguments<'_>) -> Result<Board, ProblemError> {
    if let Some(text) = arguments.value("region") {
        return Board::from_text(text, "region");
    }
    if let Some(file) = arguments.value("file") {
        let bytes = read_to_limit(&mut Source::open(file)?, file, LONGEST)?;
        return Board::from_text(&String::from_utf8_lossy(&bytes), file);
    }
    let rectangle = arguments.rectangle()?;
    Ok(rectangle.unwrap_or_else(|| Board::rectangle(6, 10)))
}

/// The pieces with their letters.
pub(super) const PIECES: [(&str, &str); 12] = [
    ("F", ".##/##./.#."),
    ("I", "#####"),
    ("L", "####/#..."),
    ("N", ".###/##.."),
    ("P", "##/##/#."),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "#../#../###"),
    ("W", "#../##./.##"),
    ("X", ".#./###/.#."),
    ("Y", ".#../####"),
    ("Z", "##./.#./.##"),
];

/// Returns the problem of placing the pentominoes on a board. A board without
/// exactly 60 squares has no solution.
///
/// If `reduced`, the places of F are restricted to those that are first among
/// their images under the board's symmetries. No symmetry maps F to itself, so
/// of each class of symmetric solutions exactly one is left.
///
/// # Errors
/// If the problem would be too large.
pub fn pentominoes(board: &Board, reduced: bool) -> Result<Instance, ProblemError> {
    let title = format!("pentominoes in {}×{}", board.rows(), board.cols());
    let mut canvas = Canvas::new(title, Walls::Pieces, Hues::Marks);
    canvas.panel(board.panel());
    let mut draft = Draft::new(canvas);
    let pieces = draft.primaries(PIECES.map(|(letter, _)| letter.to_owned()))?;
    let space = Space::new(board.cells());
    let squares = draft.primaries(board.names())?;
    let places: Vec<usize> = board.places().collect();
    let turns = Turn::flat();
    let symmetries = space.symmetries(&turns);
    for (hue, ((letter, drawing), &piece)) in PIECES.iter().zip(&pieces).enumerate() {
        let mark = draft.canvas.mark(letter, hue);
        for shape in orientations(&shape(drawing), &turns) {
            for cells in space.placements(&shape) {
                if reduced && *letter == "F" && !is_first(&cells, &symmetries) {
                    continue;
                }
                let items = cells.iter().map(|&cell| squares[cell]);
                let ink = cells.iter().map(|&cell| (places[cell], mark));
                draft.option(std::iter::once(piece).chain(items), ink)?;
            }
        }
    }
    Ok(draft.finish())
}
