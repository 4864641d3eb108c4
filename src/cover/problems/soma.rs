//! Piet Hein's Soma cube: seven pieces of three and four cubes that make a
//! cube of 3×3×3.
//!
//! Items are the pieces 1 to 7 and the cells `000`, by layer, row and column.
//! The 11 520 solutions are 240 up to the 48 symmetries of the cube.

use super::draft::Draft;
use super::shape::{Cell, Space, Turn, image, is_first, normal, orientations, shape};
use super::{Family, Instance, ProblemError};
use crate::cover::Item;
use crate::cover::picture::{Canvas, Hues, Panel, Walls};

pub(super) const FAMILY: Family = Family {
    name: "soma",
    arguments: "[reduced]",
    title: "the Soma cube; reduced: one solution of those that turns and reflections make alike",
    build: |arguments| {
        let reduced = arguments.flag("reduced");
        arguments.end()?;
        soma(reduced)
    },
};

/// The flat pieces 1 to 4: bent, ell, tee, skew.
const FLAT: [&str; 4] = ["##/#.", "###/#..", "###/.#.", "##./.##"];
/// The pieces 5 to 7: the two screws, which are mirror images, and the claw.
pub(super) const SOLID: [[Cell; 4]; 3] = [
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0]],
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]],
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]],
];
/// Index of the ell among the pieces.
const ELL: usize = 1;
/// Index of the claw among the pieces.
const CLAW: usize = 6;

/// Returns the problem of the Soma cube.
///
/// If `reduced`, the places of the ell are restricted to those that are first
/// among their images under the 48 symmetries of the cube. In a middle layer
/// the ell is its own image under reflection in that layer. There a secondary
/// item keeps the claw to one side; the claw is not its own image in any layer.
///
/// # Errors
/// None occurs in practice.
pub fn soma(reduced: bool) -> Result<Instance, ProblemError> {
    let mut canvas = Canvas::new("the Soma cube", Walls::Pieces, Hues::Marks);
    for title in ["top", "middle", "bottom"] {
        canvas.panel(Panel {
            title: title.to_owned(),
            ..Panel::rectangle(3, 3)
        });
    }
    let mut draft = Draft::new(canvas);
    let pieces = draft.primaries((1..=7).map(|piece| piece.to_string()))?;
    let space = Space::new(itertools::iproduct!(0..3, 0..3, 0..3).map(|(z, y, x)| [z, y, x]));
    let names = space.cells().iter().map(|[z, y, x]| format!("{z}{y}{x}"));
    let cells = draft.primaries(names)?;
    let symmetries = match reduced {
        true => space.symmetries(&Turn::all().collect::<Vec<_>>()),
        false => Vec::new(),
    };
    let flat = FLAT.iter().map(|drawing| shape(drawing));
    let shapes = flat.chain(SOLID.into_iter().map(normal));
    let places: Vec<Vec<Vec<usize>>> = shapes
        .map(|shape| {
            let turned = orientations(&shape, &Turn::rotations());
            let places = turned.iter().flat_map(|shape| space.placements(shape));
            places.collect()
        })
        .collect();
    // The reflections that map some first place of the ell to itself.
    let mut mirrors: Vec<(&Vec<usize>, Item)> = Vec::new();
    for place in places[ELL]
        .iter()
        .filter(|place| is_first(place, &symmetries))
    {
        for symmetry in symmetries.iter().skip(1) {
            let known = mirrors.iter().any(|&(mirror, _)| mirror == symmetry);
            if !known && image(place, symmetry) == *place {
                let item = draft.secondary(&format!("mirror{}", mirrors.len() + 1))?;
                mirrors.push((symmetry, item));
            }
        }
    }
    for (number, (places, &piece)) in places.iter().zip(&pieces).enumerate() {
        let mark = draft.canvas.mark(&(number + 1).to_string(), number);
        for place in places {
            if number == ELL && !is_first(place, &symmetries) {
                continue;
            }
            let guards = mirrors.iter().filter(|&&(mirror, _)| match number {
                ELL => image(place, mirror) == *place,
                CLAW => image(place, mirror) < *place,
                _ => false,
            });
            let items = std::iter::once(piece).chain(place.iter().map(|&cell| cells[cell]));
            let items = items.chain(guards.map(|&(_, item)| item));
            draft.option(items, place.iter().map(|&cell| (cell, mark)))?;
        }
    }
    Ok(draft.finish())
}
