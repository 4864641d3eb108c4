//! MacMahon's triangles: the 24 triangles whose sides have four colours fill a hexagon, sides that
//! meet have the same colour, and the hexagon's border is of one colour.
//!
//! Items are the triangles `0.1`, by row and place in the row, and the pieces, named by the colours
//! of their sides clockwise (`abc`; turns count as the same). The sides `h1.0` above and `v0.2` to
//! the left of a triangle are secondary items, whose colours must agree. There are 11 853 792
//! solutions (Knuth, The Art of Computer Programming 7.2.2.1, exercise 126).

use super::draft::Draft;
use super::{Instance, ProblemError};
use crate::cover::picture::{Canvas, Hues, Panel, Square, Tiles, Walls};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

/// The colours of the sides; the border has the first.
const COLORS: [&str; 4] = ["a", "b", "c", "d"];

/// First and last place of a triangle in each row of the hexagon.
const ROWS: [(usize, usize); 4] = [(1, 5), (0, 6), (0, 6), (1, 5)];

/// Number of places in a row.
const WIDE: usize = 7;

/// The colours of a triangle's sides, clockwise.
type Sides = [usize; 3];

fn turns(sides: Sides) -> BTreeSet<Sides> {
    let turn = |by| [0_usize, 1, 2].map(|side| sides[(side + by) % 3]);
    (0..3).map(turn).collect()
}

/// Returns the names of the sides of a triangle, clockwise from the left or, if it points down, from
/// above; `None` on the border.
fn sides_of((row, col): (usize, usize)) -> [Option<String>; 3] {
    let (first, last) = ROWS[row];
    let left = |col| (first < col && col <= last).then(|| format!("v{row}.{col}"));
    let above = |row: usize| {
        let is_inside = |row: &(usize, usize)| row.0 <= col && col <= row.1;
        let inside = row > 0 && ROWS.get(row).is_some_and(is_inside);
        inside.then(|| format!("h{row}.{col}"))
    };
    match points_up(row, col) {
        true => [left(col), left(col + 1), above(row + 1)],
        false => [above(row), left(col + 1), left(col)],
    }
}

fn points_up(row: usize, col: usize) -> bool {
    (row + col) % 2 == 1
}

/// Returns the problem of MacMahon's triangles in a hexagon of side 2.
///
/// # Errors
/// None occurs in practice.
pub fn macmahon_triangles() -> Result<Instance, ProblemError> {
    let mut canvas = Canvas::new("MacMahon's triangles", Walls::Pieces, Hues::None);
    let rows = ROWS.iter().enumerate();
    let places = rows.flat_map(|(row, &(first, last))| (first..=last).map(move |col| (row, col)));
    let places: Vec<(usize, usize)> = places.collect();
    let mut panel = Panel {
        squares: vec![None; ROWS.len() * WIDE],
        tiles: Tiles::Triangles {
            up: points_up(0, 0),
        },
        ..Panel::rectangle(0, WIDE)
    };
    for &(row, col) in &places {
        panel.squares[row * WIDE + col] = Some(Square::default());
    }
    canvas.panel(panel);
    let mut draft = Draft::new(canvas);
    let all = itertools::iproduct!(0..4, 0..4, 0..4).map(|(a, b, c)| [a, b, c]);
    let pieces: BTreeSet<Sides> = all.filter_map(|sides| turns(sides).pop_first()).collect();
    let name = |sides: Sides| sides.map(|color| COLORS[color]).concat();
    let cells = draft.primaries(places.iter().map(|(row, col)| format!("{row}.{col}")))?;
    let items = draft.primaries(pieces.iter().map(|&piece| name(piece)))?;
    let mut between = HashMap::new();
    for side in places.iter().flat_map(|&place| sides_of(place)).flatten() {
        if let Entry::Vacant(entry) = between.entry(side) {
            let item = draft.secondary(entry.key())?;
            entry.insert(item);
        }
    }
    let mut colors = Vec::with_capacity(COLORS.len());
    for color in COLORS {
        colors.push(draft.color(color)?);
    }
    for (&piece, &item) in pieces.iter().zip(&items) {
        for sides in turns(piece) {
            let mark = draft.canvas.mark(&name(sides), 0);
            for (&(row, col), &cell) in places.iter().zip(&cells) {
                let around = sides_of((row, col));
                let mut border = around.iter().zip(sides).filter(|(side, _)| side.is_none());
                if border.any(|(_, color)| color != 0) {
                    continue;
                }
                let inner = around.iter().zip(sides).filter_map(|(side, color)| {
                    let side = between[side.as_ref()?];
                    Some((side, Some(colors[color])))
                });
                let own = [(cell, None), (item, None)];
                draft.colored(own.into_iter().chain(inner), [(row * WIDE + col, mark)])?;
            }
        }
    }
    Ok(draft.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cover::{Search, sparse::Sparse};

    /// Counting all takes minutes. In each of some solutions, sides that meet agree, and the
    /// twelve of the border have the first colour.
    #[test]
    fn sides_agree() {
        let instance = macmahon_triangles().unwrap();
        assert_eq!(instance.problem().num_primary(), 48);
        let mut search = Sparse::new(instance.problem());
        for _ in 0..20 {
            let options = search.next_solution(&Budget::unlimited()).unwrap().unwrap();
            let picture = instance.picture(options).unwrap();
            let squares = &picture.panels[0].squares;
            let side = |row: usize, col: usize, side: usize| {
                let square = squares[row * WIDE + col].as_ref().unwrap();
                char::from(square.text.as_bytes()[side])
            };
            let is_inside = |row: usize, col: usize| {
                let inside = |&(first, last): &(usize, usize)| (first..=last).contains(&col);
                ROWS.get(row).is_some_and(inside)
            };
            let mut border = 0;
            for (row, col) in itertools::iproduct!(0..4, 0..WIDE) {
                if !is_inside(row, col) {
                    continue;
                }
                // The number of a side among those of a triangle that points up or down.
                let up = points_up(row, col);
                let (left, right, level) = if up { (0, 1, 2) } else { (2, 1, 0) };
                let (other_left, other_level) = if up { (2, 0) } else { (0, 2) };
                let beyond = if up { row + 1 } else { row.wrapping_sub(1) };
                for (number, (row_beside, col_beside), other) in [
                    (left, (row, col.wrapping_sub(1)), 1),
                    (right, (row, col + 1), other_left),
                    (level, (beyond, col), other_level),
                ] {
                    let own = side(row, col, number);
                    if is_inside(row_beside, col_beside) {
                        assert_eq!(own, side(row_beside, col_beside, other));
                    } else {
                        assert_eq!(own, 'a');
                        border += 1;
                    }
                }
            }
            assert_eq!(border, 12);
        }
    }
}
