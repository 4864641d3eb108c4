//! Boxes filled with polycubes: the solid pentominoes, the tetracubes, or bricks.
//!
//! Items are the pieces and the cubes `000`, by layer, row and column. A brick that is used several
//! times is one item with bounds. Published numbers of solutions, up to the symmetries of the box:
//! solid pentominoes 3×4×5 3 940, 2×5×6 264, 2×3×10 12 (C. J. Bouwkamp, Journal of Combinatorial
//! Theory 7, 1969); the brick packing of Slothouber and Graatsma, 3×3×3 with six of 1×2×2 and three
//! of 1×1×1, one.

use super::draft::Draft;
use super::pentominoes::PIECES;
use super::shape::{Cell, Shape, Space, Turn, normal, orientations, shape};
use super::soma::SOLID;
use super::{Arguments, Family, Instance, ProblemError};
use crate::cover::Bounds;
use crate::cover::picture::{Canvas, Hues, Panel, Walls};

pub(super) const FAMILY: Family = Family {
    name: "polycubes",
    arguments: "LxMxN[,tetracubes] or polycubes:LxMxN,bricks=6*1x2x2+3*1x1x1",
    title: "a box filled with the twelve solid pentominoes, the eight tetracubes, or bricks",
    build,
};

/// Greatest number of cubes of a box or a brick. Chosen by hand.
const LARGEST: usize = 1 << 12;

/// A polycube with its name, and the number of times that it is used.
#[derive(Clone, Debug)]
pub struct Polycube {
    name: String,
    cells: Shape,
    copies: u32,
}

fn build(arguments: &mut Arguments<'_>) -> Result<Instance, ProblemError> {
    let tetracubes = arguments.flag("tetracubes");
    let bricks = arguments.value("bricks");
    let sides = arguments.sides()?;
    let bad = || arguments.error("expected bricks as 6*1x2x2+3*1x1x1");
    let pieces = match (bricks, tetracubes) {
        (Some(text), false) => text
            .split('+')
            .map(|word| brick(word).ok_or_else(bad))
            .collect::<Result<_, _>>()?,
        (None, true) => solid_tetrominoes(),
        (None, false) => solid_pentominoes(),
        (Some(_), true) => return Err(arguments.error("bricks and tetracubes are two sets")),
    };
    arguments.end()?;
    polycubes(sides, &pieces)
}

/// Returns the side lengths that are written `1x2x3`, of at most [`LARGEST`] cubes.
pub(super) fn sides_of(word: &str) -> Option<[usize; 3]> {
    let sides: Vec<usize> = word
        .split('x')
        .map(|side| side.parse().ok())
        .collect::<Option<_>>()?;
    let sides: [usize; 3] = sides.try_into().ok()?;
    let cubes = sides
        .iter()
        .try_fold(1_usize, |all, &side| all.checked_mul(side))?;
    (1..=LARGEST).contains(&cubes).then_some(sides)
}

fn brick(word: &str) -> Option<Polycube> {
    let (copies, sides) = word.split_once('*').unwrap_or(("1", word));
    Some(Polycube {
        name: sides.to_owned(),
        cells: cuboid(sides_of(sides)?),
        copies: copies.parse().ok().filter(|&copies| copies > 0)?,
    })
}

/// Returns the cells of a box.
fn cuboid([depth, height, width]: [usize; 3]) -> Shape {
    let cells = itertools::iproduct!(0..depth, 0..height, 0..width);
    cells
        .map(|(z, y, x)| [z, y, x].map(|side| side as i32))
        .collect()
}

fn piece(name: &str, cells: impl IntoIterator<Item = Cell>) -> Polycube {
    Polycube {
        name: name.to_owned(),
        cells: normal(cells),
        copies: 1,
    }
}

/// Returns the twelve pentominoes, one cube thick.
pub fn solid_pentominoes() -> Vec<Polycube> {
    PIECES
        .iter()
        .map(|(name, drawing)| piece(name, shape(drawing)))
        .collect()
}

/// Returns the eight tetracubes, mirror images included.
pub fn solid_tetrominoes() -> Vec<Polycube> {
    let flat = [
        ("I", "####"),
        ("O", "##/##"),
        ("L", "###/#.."),
        ("T", "###/.#."),
        ("S", "##./.##"),
    ];
    let flat = flat.map(|(name, drawing)| piece(name, shape(drawing)));
    let solid = ["A", "B", "C"]
        .into_iter()
        .zip(SOLID)
        .map(|(name, cells)| piece(name, cells));
    flat.into_iter().chain(solid).collect()
}

/// Returns the problem of filling a box with polycubes, in all their orientations in space.
///
/// # Errors
/// If the box has no cube or more than 4096, two pieces have the same name, or the problem would be
/// too large.
pub fn polycubes(sides: [usize; 3], pieces: &[Polycube]) -> Result<Instance, ProblemError> {
    let [depth, height, width] = sides;
    let cubes = sides
        .iter()
        .try_fold(1_usize, |all, &side| all.checked_mul(side));
    if !cubes.is_some_and(|cubes| (1..=LARGEST).contains(&cubes)) {
        return Err(ProblemError::TooLarge);
    }
    let title = format!("polycubes in {depth}×{height}×{width}");
    let mut canvas = Canvas::new(title, Walls::Pieces, Hues::Marks);
    for layer in 1..=depth {
        canvas.panel(Panel {
            title: format!("layer {layer}"),
            ..Panel::rectangle(height, width)
        });
    }
    let mut draft = Draft::new(canvas);
    let mut items = Vec::with_capacity(pieces.len());
    for Polycube { name, copies, .. } in pieces {
        items.push(draft.bounded(
            name,
            Bounds {
                low: *copies,
                high: *copies,
            },
        )?);
    }
    let space = Space::new(cuboid(sides));
    let names = space
        .cells()
        .iter()
        .map(|[z, y, x]| match sides.iter().max() {
            Some(..=10) => format!("{z}{y}{x}"),
            _ => format!("{z}.{y}.{x}"),
        });
    let cubes = draft.primaries(names)?;
    let turns = Turn::rotations();
    for (number, (piece, &item)) in pieces.iter().zip(&items).enumerate() {
        let mark = draft.canvas.mark(&piece.name, number);
        for shape in orientations(&piece.cells, &turns) {
            for place in space.placements(&shape) {
                let covered = place.iter().map(|&cube| cubes[cube]);
                let ink = place.iter().map(|&cube| (cube, mark));
                draft.option(std::iter::once(item).chain(covered), ink)?;
            }
        }
    }
    Ok(draft.finish())
}
