//! Panels of triangles as SVG.

use super::svg::{ground, write_text};
use super::{Panel, Tiles};
use std::io::{self, Write};

/// Half of a triangle's side in pixels: the distance of two columns.
const HALF: usize = 36;
/// Height of a triangle in pixels.
const HEIGHT: usize = 62;

/// Returns the width and the height of a panel in pixels.
pub(super) fn size(panel: &Panel) -> (usize, usize) {
    (HALF * (panel.cols + 1), HEIGHT * panel.rows())
}

/// Writes the triangles, the walls and the texts of a panel. A wall is a side of a triangle whose
/// neighbour there is of another region.
pub(super) fn write(panel: &Panel, out: &mut impl Write) -> io::Result<()> {
    let mut walls = String::new();
    let squares = panel.squares.iter().enumerate();
    let places = squares.filter_map(|(number, square)| {
        let place = (number / panel.cols, number % panel.cols);
        square.as_ref().map(|square| (place, square))
    });
    for ((row, col), square) in places.clone() {
        let up = points_up(panel, row, col);
        let (top, bottom) = (HEIGHT * row, HEIGHT * (row + 1));
        let (left, right) = (HALF * col, HALF * (col + 2));
        let (base, tip) = if up { (bottom, top) } else { (top, bottom) };
        let middle = left + HALF;
        let (corners, fill) = ([(left, base), (middle, tip), (right, base)], ground(square));
        let [a, b, c] = corners.map(|(x, y)| format!("{x} {y}"));
        writeln!(
            out,
            r##"<path d="M{a}L{b}L{c}Z" fill="{fill}" stroke="#999" stroke-width="0.5"/>"##
        )?;
        let beyond = if up { row + 1 } else { row.wrapping_sub(1) };
        let sides = [
            ((row, col.wrapping_sub(1)), [&a, &b]),
            ((row, col + 1), [&b, &c]),
            ((beyond, col), [&a, &c]),
        ];
        for (_, [from, to]) in sides
            .into_iter()
            .filter(|(other, _)| panel.wall((row, col), *other))
        {
            walls += &format!("M{from}L{to}");
        }
    }
    writeln!(
        out,
        r##"<path fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" d="{walls}"/>"##
    )?;
    for ((row, col), square) in places {
        // The text is around the centre of mass.
        let thirds = if points_up(panel, row, col) { 2 } else { 1 };
        let y = HEIGHT * row + HEIGHT * thirds / 3;
        write_text(square, HALF * (col + 1), y, out)?;
    }
    Ok(())
}

fn points_up(panel: &Panel, row: usize, col: usize) -> bool {
    let first = panel.tiles == Tiles::Triangles { up: true };
    first == (row + col).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::super::Square;
    use super::*;

    #[test]
    fn walls_are_sides_between_regions() {
        let square = |region| {
            Some(Square {
                region,
                text: "x".to_owned(),
                ..Square::default()
            })
        };
        let panel = Panel {
            squares: vec![square(1), square(1), square(2), None],
            tiles: Tiles::Triangles { up: true },
            ..Panel::rectangle(0, 2)
        };
        assert_eq!(size(&panel), (108, 124));
        let mut out = Vec::new();
        write(&panel, &mut out).unwrap();
        let drawn = String::from_utf8(out).unwrap();
        assert_eq!(drawn.matches(r#"<path d="M"#).count(), 3);
        // Two sides of each triangle of the first region, one of them to the other region.
        let walls = drawn.split(" d=\"").last().unwrap();
        let walls = walls.split('"').next().unwrap();
        assert_eq!(walls.matches('M').count(), 7, "{drawn}");
        assert!(walls.starts_with("M0 62L36 0M0 62L72 62"), "{walls}");
    }
}
