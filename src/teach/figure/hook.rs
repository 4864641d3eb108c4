//! A header put into the ring of headers, and one taken out and put back: the ring after each
//! assignment. This is how a program for dancing links makes its lists, and how they dance.

use super::diagram::{Diagram, Edge, Look, Node, Path, Piece, Route};
use crate::teach::trace::{CoverPart, ItemKind};

/// Largest number of headers that are drawn, the root included; the last stands for all others.
/// Chosen by hand for a slide.
const MOST: usize = 9;
/// Gap between two headers in pixels.
const GAP: i32 = 46;
/// Height of a header in pixels.
const HEIGHT: i32 = 26;
/// Distance in pixels of the header that comes or goes from the ring, so that pointers can pass it.
const DOWN: i32 = 36;
/// Number of lines of text between two rings.
const LINES: usize = 4;
/// Height of a line of text in pixels, as in [`svg`](super::svg).
const LINE: i32 = 18;
/// Distance in pixels of a pointer from the middle of a header's side.
const OFF: i32 = 5;
/// Distance in pixels by which pointers leave the picture.
const MARGIN: i32 = 36;

/// The place of the header that is put in or taken out: the second behind the root.
const MOVING: usize = 2;

/// The two figures: a header enters a circular list, or leaves it and comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The second header, y, is put into the ring right of the first one, x.
    Hook,
    /// The second header, x, is taken out of the ring and put back.
    Splice,
}

/// A pointer: `true` for R and `false` for L, the header that has it, and where it points.
type Pointer = (bool, usize, usize);

/// A ring at a moment: the pointers L and R of each header, the one that has just changed, and the
/// assignment that did it.
struct State {
    left: Vec<Option<usize>>,
    right: Vec<Option<usize>>,
    changed: Option<Pointer>,
    caption: String,
}

/// Draws the headers of the primary items at each moment.
///
/// # Errors
/// If there are less than two primary items.
pub(super) fn rings(cover: &CoverPart, change: Change) -> Result<Diagram, String> {
    let primary = cover
        .items
        .iter()
        .filter(|item| item.kind == ItemKind::Primary);
    let mut names: Vec<&str> = std::iter::once("root")
        .chain(primary.map(|item| item.name.as_str()))
        .collect();
    if names.len() < 3 {
        let what = match change {
            Change::Hook => "hooking",
            Change::Splice => "a splice",
        };
        return Err(format!(
            "{what} is drawn of a problem with two primary items"
        ));
    }
    if names.len() > MOST {
        names.truncate(MOST - 1);
        names.push("…");
    }
    let states = states(names.len(), change);
    let width = Diagram::width_for(names.iter().copied());
    let count = names.len();
    let place = |ring: usize, header: usize| {
        let level = ring as i32 * LINES as i32 * LINE + if header == MOVING { DOWN } else { 0 };
        (header as i32 * (width + GAP), level)
    };
    let roles: &[(usize, &str)] = match change {
        Change::Hook => &[(1, "x"), (MOVING, "y")],
        Change::Splice => &[(MOVING, "x")],
    };
    let mut nodes = Vec::new();
    let mut edges = Vec::new();
    let mut beside = vec![String::new(); (states.len() - 1) * LINES + 1];
    for (ring, state) in states.iter().enumerate() {
        beside[ring * LINES].clone_from(&state.caption);
        for (header, name) in names.iter().enumerate() {
            let (x, y) = place(ring, header);
            let role = roles.iter().find(|&&(of, _)| of == header);
            nodes.push(Node {
                label: (*name).to_owned(),
                note: role.map_or("", |(_, role)| role).to_owned(),
                x,
                y,
                look: if header == MOVING {
                    Look::Changed
                } else {
                    Look::Plain
                },
            });
        }
        for pointer @ (is_right, from, to) in state.pointers() {
            let look = match state.changed {
                Some(changed) if changed == pointer => Look::Changed,
                _ if state.is_remembered(pointer) => Look::Faint,
                _ => Look::Plain,
            };
            let ends = [place(ring, from), place(ring, to)];
            let last = place(0, count - 1).0;
            let (paths, ports) = way(ends, is_right, width, last);
            edges.push(Edge {
                from: ring * count + from,
                to: ring * count + to,
                route: Route::Own { paths, ports },
                look,
            });
        }
    }
    // What changed is drawn last, above the others.
    edges.sort_by_key(|edge| edge.look == Look::Changed);
    Ok(Diagram {
        title: match change {
            Change::Hook => format!("Hooking y = {} right of x = {}", names[2], names[1]),
            Change::Splice => format!(
                "Taking x = {} out of its list, and putting it back",
                names[2]
            ),
        },
        nodes,
        edges,
        width,
        height: HEIGHT,
        beside,
        rows: rows(&names, &states),
    })
}

/// Returns the ring of `count` headers at each moment.
fn states(count: usize, change: Change) -> Vec<State> {
    let next = |header: usize| (header + 1) % count;
    let before = |header: usize| (header + count - 1) % count;
    let ring = |caption: &str| State {
        left: (0..count).map(|header| Some(before(header))).collect(),
        right: (0..count).map(|header| Some(next(header))).collect(),
        changed: None,
        caption: caption.to_owned(),
    };
    let (x, y, z) = (1, 2, next(2));
    let (first, assignments): (State, [(Pointer, &str); 4]) = match change {
        Change::Hook => {
            let mut first = ring("Before");
            (first.left[y], first.right[y]) = (None, None);
            (first.right[x], first.left[z]) = (Some(z), Some(x));
            let assignments = [
                ((true, y, z), "1  R[y] ← R[x]"),
                ((false, z, y), "2  L[R[y]] ← y"),
                ((false, y, x), "3  L[y] ← x"),
                ((true, x, y), "4  R[x] ← y"),
            ];
            (first, assignments)
        }
        Change::Splice => {
            let assignments = [
                ((false, z, x), "1  L[R[x]] ← L[x]"),
                ((true, x, z), "2  R[L[x]] ← R[x]: x is out"),
                ((false, z, y), "3  L[R[x]] ← x"),
                ((true, x, y), "4  R[L[x]] ← x: x is back"),
            ];
            (ring("Before"), assignments)
        }
    };
    let mut states = vec![first];
    for (changed @ (is_right, from, to), caption) in assignments {
        let last = &states[states.len() - 1];
        let (mut left, mut right) = (last.left.clone(), last.right.clone());
        let side = if is_right { &mut right } else { &mut left };
        side[from] = Some(to);
        states.push(State {
            left,
            right,
            changed: Some(changed),
            caption: caption.to_owned(),
        });
    }
    states
}

impl State {
    /// Returns the pointers that are set.
    fn pointers(&self) -> impl Iterator<Item = Pointer> + '_ {
        let of_side = |is_right: bool, side: &'_ [Option<usize>]| {
            let set = side.iter().enumerate();
            let set = set.filter_map(move |(from, to)| Some((is_right, from, (*to)?)));
            set.collect::<Vec<Pointer>>()
        };
        let right = of_side(true, &self.right);
        right.into_iter().chain(of_side(false, &self.left))
    }

    /// Returns `true` if only the header that has the pointer still knows it: where it points,
    /// another header is the neighbour.
    fn is_remembered(&self, (is_right, from, to): Pointer) -> bool {
        let back = if is_right { &self.left } else { &self.right };
        let side = if is_right { &self.right } else { &self.left };
        let is_passed = back[to].is_some_and(|other| other != from && side[other] == Some(to));
        from == MOVING && is_passed
    }
}

/// Returns the lines of a pointer to the right or to the left, and its corners for Graphviz. From
/// the end of the ring it leaves the picture, whose headers have this width and whose last one is
/// at `last`, and comes in on the other side.
fn way(
    [from, to]: [(i32, i32); 2],
    is_right: bool,
    width: i32,
    last: i32,
) -> (Vec<Path>, [&'static str; 2]) {
    let way = if is_right { 1 } else { -1 };
    let line = |start: (i32, i32), end: (i32, i32)| Path {
        start: (start.0, start.1 - way * OFF),
        pieces: vec![Piece::Line((end.0, end.1 - way * OFF))],
        arrow_at_end: true,
    };
    let (start, end) = (from.0 + way * width / 2, to.0 - way * width / 2);
    let (mut out, mut back) = (last + width / 2 + MARGIN, -width / 2 - MARGIN);
    if !is_right {
        std::mem::swap(&mut out, &mut back);
    }
    let paths = match (to.0 - from.0).signum() == way {
        true => vec![line((start, from.1), (end, to.1))],
        false => vec![
            line((start, from.1), (out, from.1)),
            line((back, to.1), (end, to.1)),
        ],
    };
    let ports = if is_right { ["ne", "nw"] } else { ["sw", "se"] };
    (paths, ports)
}

/// Returns L and R of each header at each moment, a line for each, and the assignments.
fn rows(names: &[&str], states: &[State]) -> Vec<Vec<(String, Look)>> {
    let heading = states.iter().enumerate().flat_map(|(number, _)| {
        ["L", "R"].map(|side| match number {
            0 => format!("{side} before"),
            number => format!("{side} after {number}"),
        })
    });
    let heading = std::iter::once("header".to_owned()).chain(heading);
    let mut rows: Vec<Vec<(String, Look)>> =
        vec![heading.map(|word| (word, Look::Faint)).collect()];
    for (header, name) in names.iter().enumerate() {
        let mut row = vec![((*name).to_owned(), Look::Plain)];
        for state in states {
            for (is_right, side) in [(false, &state.left), (true, &state.right)] {
                let to = side[header].map_or("–", |to| names[to]);
                let is_new = matches!(state.changed, Some((right, from, _)) if (right, from) == (is_right, header));
                row.push(match is_new {
                    true => (format!("{to}*"), Look::Changed),
                    false => (to.to_owned(), Look::Plain),
                });
            }
        }
        rows.push(row);
    }
    rows.push(Vec::new());
    let captions = states[1..].iter().map(|state| state.caption.clone());
    rows.extend(captions.map(|caption| vec![(caption, Look::Plain)]));
    rows
}
