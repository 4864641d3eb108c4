//! Pictures in a terminal, with box-drawing characters.
//!
//! The text always contains its colours; the stream that it is written to
//! removes them where they are not wanted. Walls and letters give all the
//! information.

use super::{Panel, Picture, Square};
use itertools::Itertools;
use std::fmt::{self, Display, Formatter, Write};

/// The background of each hue among the 256 colours of terminals: light, for
/// dark letters.
const GROUNDS: [u8; super::HUES as usize] =
    [217, 222, 229, 192, 157, 158, 153, 147, 183, 219, 187, 252];

/// Panels are placed side by side up to this number of columns. Chosen by hand.
const WIDTH: usize = 100;

/// The corner characters, indexed by the walls that meet there as four bits: up
/// 1, right 2, down 4, left 8.
const CORNERS: [char; 16] = [
    ' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];

/// Returns the picture as lines of text, each with a line break.
pub fn text(picture: &Picture) -> impl Display + '_ {
    let mut groups: Vec<Vec<Block>> = Vec::new();
    let mut width = 0;
    for block in picture.panels.iter().map(Block::new) {
        width += block.width + 2;
        match groups.last_mut() {
            Some(group) if width <= WIDTH => group.push(block),
            _ => {
                width = block.width + 2;
                groups.push(vec![block]);
            }
        }
    }
    groups.into_iter().format_with("\n", |group, f| {
        let height = group.iter().map(|block| block.lines.len()).max();
        for line in 0..height.unwrap_or(0) {
            let lines = group.iter().map(|block| block.line(line));
            let joined = lines.format("  ").to_string();
            f(&format_args!("{}\n", joined.trim_end()))?;
        }
        Ok(())
    })
}

/// A panel as lines.
struct Block {
    /// Width of each line in columns, without colour codes.
    width: usize,
    lines: Vec<String>,
}

impl Block {
    fn new(panel: &Panel) -> Block {
        let squares = || panel.squares.iter().flatten();
        let longest = squares().map(|square| square.text.chars().count()).max();
        // A blank on either side of the text.
        let inside = longest.unwrap_or(0).max(1) + 2;
        let width = (panel.cols * (inside + 1) + 1).max(panel.title.chars().count());
        let mut lines = Vec::new();
        if !panel.title.is_empty() {
            lines.push(format!("{:<width$}", panel.title));
        }
        for row in 0..=panel.rows() {
            // A line without a wall across would only stretch the picture.
            if (0..panel.cols).any(|col| panel.wall_above(row, col)) {
                lines.push(across(panel, row, inside));
            }
            if row < panel.rows() {
                lines.push(along(panel, row, inside));
            }
        }
        Block { width, lines }
    }

    /// Returns a line, or a blank one after the last.
    fn line(&self, number: usize) -> String {
        let blank = || " ".repeat(self.width);
        self.lines.get(number).cloned().unwrap_or_else(blank)
    }
}

/// Returns the line of walls above a row.
fn across(panel: &Panel, row: usize, inside: usize) -> String {
    let mut line = String::new();
    for col in 0..=panel.cols {
        let up = panel.wall_left(row.wrapping_sub(1), col);
        let right = panel.wall_above(row, col);
        let down = panel.wall_left(row, col);
        let left = panel.wall_above(row, col.wrapping_sub(1));
        let bits = [up, right, down, left];
        let corner = bits
            .iter()
            .rev()
            .fold(0, |all, &bit| 2 * all + usize::from(bit));
        line.push(CORNERS[corner]);
        if col == panel.cols {
            break;
        }
        let (above, below) = (row.wrapping_sub(1), row);
        let ground = match (panel.square(above, col), panel.square(below, col)) {
            (Some(one), Some(other)) if one.region == other.region && one.hue == other.hue => {
                ground(one)
            }
            _ => None,
        };
        let fill = if right { "─" } else { " " }.repeat(inside);
        // Writing to a string can't fail.
        let _ = write!(line, "{}", Painted(false, ground, &fill));
    }
    line
}

/// Returns the line of squares of a row.
fn along(panel: &Panel, row: usize, inside: usize) -> String {
    let mut line = String::new();
    for col in 0..=panel.cols {
        line.push(if panel.wall_left(row, col) {
            '│'
        } else {
            ' '
        });
        if col == panel.cols {
            break;
        }
        let Some(square) = panel.square(row, col) else {
            line.push_str(&" ".repeat(inside));
            continue;
        };
        let text = format!("{:^inside$}", square.text);
        let _ = write!(line, "{}", Painted(square.given, ground(square), &text));
    }
    line
}

/// Returns the background of a square among the 256 colours, if it has one.
fn ground(square: &Square) -> Option<u8> {
    match square.hue {
        Some(hue) => Some(GROUNDS[usize::from(hue) % GROUNDS.len()]),
        None => square.shaded.then_some(252),
    }
}

/// A text, bold if the flag is set, and black on its background, if there is one.
struct Painted<'a>(bool, Option<u8>, &'a str);

impl Display for Painted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Painted(is_bold, ground, text) = self;
        if *is_bold {
            f.write_str("\x1b[1m")?;
        }
        if let Some(ground) = ground {
            write!(f, "\x1b[30m\x1b[48;5;{ground}m")?;
        }
        f.write_str(text)?;
        match *is_bold || ground.is_some() {
            true => f.write_str("\x1b[0m"),
            false => Ok(()),
        }
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::super::tests::picture;
    use super::*;

    fn plain(picture: &Picture) -> String {
        anstream::adapter::strip_str(&text(picture).to_string()).to_string()
    }

    #[test]
    fn walls_stand_between_pieces() {
        let drawn = plain(&picture(&["aab", "a.b", "ccc"]));
        let expected = "\
┌───────┬───┐
│ a   a │ b │
│   ┌───┤   │
│ a │   │ b │
├───┴───┴───┤
│ c   c   c │
└───────────┘
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn lines_without_walls_are_left_out() {
        let drawn = plain(&picture(&["aabb", "aabb"]));
        assert_eq!(
            drawn,
            "┌───────┬───────┐\n│ a   a │ b   b │\n│ a   a │ b   b │\n└───────┴───────┘\n"
        );
    }

    #[test]
    fn panels_stand_side_by_side() {
        let mut two = picture(&["a"]);
        two.panels[0].title = "top".to_owned();
        two.panels.push(picture(&["b", "c"]).panels.remove(0));
        assert_eq!(
            plain(&two),
            "top    ┌───┐\n┌───┐  │ b │\n│ a │  ├───┤\n└───┘  │ c │\n       └───┘\n"
        );
    }

    #[test]
    fn colours_can_be_taken_out() {
        let coloured = text(&picture(&["aa"])).to_string();
        assert!(coloured.contains("\u{1b}["));
        assert!(!plain(&picture(&["aa"])).contains('\u{1b}'));
    }
}
