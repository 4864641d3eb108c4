//! Solutions as pictures: squares with text, separated by walls.
//!
//! A [`Picture`] does not depend on exact cover. It is drawn [as text](text)
//! for a terminal and [as SVG](svg). Walls separate regions, and the text of a
//! square is written in it, so a picture can be read without its colours.
//! Solutions of small problems without a board are drawn as a [matrix].

mod canvas;
pub mod matrix;
pub mod svg;
pub mod text;
mod triangles;

pub(crate) use canvas::hues_of_regions;
pub use canvas::{Canvas, Hues, Mark, Walls};

/// Number of colours; a [`Square`]'s hue is less. Chosen by hand: the twelve
/// pentominoes get one each.
pub const HUES: u8 = 12;

/// One or several panels of squares; the three layers of a cube are three
/// panels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// A short description of the picture.
    pub title: String,
    /// The panels, from left to right.
    pub panels: Vec<Panel>,
}

/// A rectangle of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The title of the panel; empty if it needs none.
    pub title: String,
    /// Number of columns.
    pub cols: usize,
    /// The squares row after row; `None` where the board has a hole.
    pub squares: Vec<Option<Square>>,
    /// The form in which SVG draws the squares.
    pub tiles: Tiles,
}

/// The form of a panel's squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tiles {
    /// Squares.
    #[default]
    Squares,
    /// Triangles, which point up and down in turn along a row and along a column. Each shares its
    /// horizontal side with the one below or above.
    Triangles {
        /// Set if the first one of the first row points up.
        up: bool,
    },
}

/// A square of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// The text of the square.
    pub text: String,
    /// The region. Walls stand between neighbours of different regions.
    pub region: u32,
    /// The colour, below [`HUES`].
    pub hue: Option<u8>,
    /// Set for a darker background, such as a chessboard's dark squares.
    pub shaded: bool,
    /// Set if the text was given, not found.
    pub given: bool,
    /// A small text in the corner, only in SVG.
    pub note: String,
    /// The number of the cage, if not 0. In SVG a dashed line is drawn around
    /// each cage.
    pub cage: u32,
}

impl Panel {
    /// Creates a panel of `rows` rows and `cols` columns of equal squares, without a title.
    pub fn rectangle(rows: usize, cols: usize) -> Panel {
        Panel {
            title: String::new(),
            cols,
            squares: vec![Some(Square::default()); rows * cols],
            tiles: Tiles::Squares,
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.squares.len().checked_div(self.cols).unwrap_or(0)
    }

    /// Returns the square at a place, if the board has one there. Rows and
    /// columns count from 0; a number that wrapped around is outside.
    fn square(&self, row: usize, col: usize) -> Option<&Square> {
        match col < self.cols && row < self.rows() {
            true => self.squares[row * self.cols + col].as_ref(),
            false => None,
        }
    }

    /// Returns `true` if there is a wall between two places.
    fn wall(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let region = |(row, col)| self.square(row, col).map(|square| square.region);
        region(one) != region(other)
    }

    /// Returns `true` if there is a wall above a place. The row may be the one
    /// after the last.
    fn wall_above(&self, row: usize, col: usize) -> bool {
        self.wall((row.wrapping_sub(1), col), (row, col))
    }

    /// Returns `true` if there is a wall to the left of a place. The column may
    /// be the one after the last.
    fn wall_left(&self, row: usize, col: usize) -> bool {
        self.wall((row, col.wrapping_sub(1)), (row, col))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a picture of one panel from its regions, with `.` for holes.
    /// Each square shows its region.
    pub(super) fn picture(rows: &[&str]) -> Picture {
        let squares = rows.iter().flat_map(|row| row.chars());
        let squares = squares.map(|c| {
            (c != '.').then(|| Square {
                text: c.to_string(),
                region: c as u32,
                hue: Some((c as u32 % 12) as u8),
                ..Square::default()
            })
        });
        Picture {
            title: "<a> & b".to_owned(),
            panels: vec![Panel {
                squares: squares.collect(),
                ..Panel::rectangle(0, rows[0].len())
            }],
        }
    }

    #[test]
    fn walls_part_regions_and_the_board_from_what_is_outside() {
        let Picture { panels, .. } = picture(&["aab", "a.b"]);
        let panel = &panels[0];
        assert_eq!((panel.rows(), panel.cols), (2, 3));
        assert!(panel.wall_above(0, 0) && !panel.wall_above(1, 0));
        assert!(panel.wall_above(1, 1) && panel.wall_above(2, 2));
        assert!(!panel.wall_above(2, 1), "nothing on either side");
        assert!(panel.wall_left(0, 0) && !panel.wall_left(0, 1));
        assert!(panel.wall_left(0, 2) && panel.wall_left(0, 3));
    }
}
