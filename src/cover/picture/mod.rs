//! Solutions as pictures: squares with letters in them, and walls between.
//!
//! A [`Picture`] knows nothing of exact cover. It is drawn [as text](text) for
//! a terminal and [as SVG](svg). Regions are parted by walls, and what a square
//! holds is written in it, so a picture can be read without its colours.

mod canvas;
pub mod svg;
pub mod text;

pub(crate) use canvas::hues_of_regions;
pub use canvas::{Canvas, Hues, Mark, Walls};

/// How many colours there are; a [`Square`]'s hue is less.
pub const HUES: u8 = 12;

/// One or several panels of squares: the layers of a cube are three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What it shows, in a few words.
    pub title: String,
    /// The panels, to be shown from left to right.
    pub panels: Vec<Panel>,
}

/// A rectangle of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// What it is among the panels; empty if there is nothing to say.
    pub title: String,
    /// How many columns it has.
    pub cols: usize,
    /// The squares, row after row; none where the board has a hole.
    pub squares: Vec<Option<Square>>,
}

/// A square of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// What stands in it.
    pub text: String,
    /// Walls stand between neighbours of different regions.
    pub region: u32,
    /// Its colour, below [`HUES`].
    pub hue: Option<u8>,
    /// Whether its ground is darker: a chessboard's dark squares.
    pub shaded: bool,
    /// Whether its text was given, not found.
    pub given: bool,
    /// What stands small in its corner, in SVG alone.
    pub note: String,
    /// Its cage, if not 0: in SVG a dashed line is drawn around each.
    pub cage: u32,
}

impl Panel {
    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.squares.len().checked_div(self.cols).unwrap_or(0)
    }

    /// The square at a place, if the board has one there. Rows and columns
    /// count from 0; wrapped-around numbers are outside.
    fn square(&self, row: usize, col: usize) -> Option<&Square> {
        match col < self.cols && row < self.rows() {
            true => self.squares[row * self.cols + col].as_ref(),
            false => None,
        }
    }

    /// Whether a wall stands between two places.
    fn wall(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let region = |(row, col)| self.square(row, col).map(|square| square.region);
        region(one) != region(other)
    }

    /// Whether there is a wall above a place; the row may be the one after the last.
    fn wall_above(&self, row: usize, col: usize) -> bool {
        self.wall((row.wrapping_sub(1), col), (row, col))
    }

    /// Whether there is a wall left of a place; the column may be the one after the last.
    fn wall_left(&self, row: usize, col: usize) -> bool {
        self.wall((row, col.wrapping_sub(1)), (row, col))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of one panel from its regions, `.` for holes; each square
    /// shows its region.
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
                title: String::new(),
                cols: rows[0].len(),
                squares: squares.collect(),
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
