//! Hooking y right of x: the ring of headers before and after a header is put into it, with the
//! four assignments. This is how a program for dancing links makes its lists.

use super::diagram::{Diagram, Edge, Look, Node, Path, Piece, Route};
use crate::teach::trace::{CoverPart, ItemKind};

/// Largest number of headers that are drawn, the root included; the last stands for all others.
/// Chosen by hand for a slide.
const MOST: usize = 9;
/// Gap between two headers in pixels.
const GAP: i32 = 46;
/// Height of a header in pixels.
const HEIGHT: i32 = 26;
/// Distance of y from the ring into which it is put, and of the two rings from each other.
const DOWN: (i32, i32) = (56, 76);
/// Distance in pixels of a pointer from the middle of a header's side.
const OFF: i32 = 5;
/// Distance in pixels by which pointers leave the picture.
const MARGIN: i32 = 36;

/// A header: its number among the nodes of the figure, and its column and height in pixels.
type Place = (usize, i32, i32);

/// Draws the headers of the primary items, the second of which is put into the ring.
///
/// # Errors
/// If there are less than two primary items.
pub(super) fn hook(cover: &CoverPart) -> Result<Diagram, String> {
    let primary = cover
        .items
        .iter()
        .filter(|item| item.kind == ItemKind::Primary);
    let mut names: Vec<&str> = std::iter::once("root")
        .chain(primary.map(|item| item.name.as_str()))
        .collect();
    if names.len() < 3 {
        return Err("hooking is drawn of a problem with two primary items".into());
    }
    if names.len() > MOST {
        names.truncate(MOST - 1);
        names.push("…");
    }
    let width = Diagram::width_for(names.iter().copied());
    let (x, y) = (1, 2);
    let all: Vec<usize> = (0..names.len()).collect();
    let without: Vec<usize> = all.iter().copied().filter(|&node| node != y).collect();
    let place = |ring: usize, node: usize| -> Place {
        let is_loose = ring == 0 && node == y;
        let level = ring as i32 * (DOWN.0 + DOWN.1) + if is_loose { DOWN.0 } else { 0 };
        (
            ring * names.len() + node,
            node as i32 * (width + GAP),
            level,
        )
    };
    let nodes = itertools::iproduct!(0..2, &all).map(|(ring, &node)| {
        let (_, column, level) = place(ring, node);
        let roles = [(x, "x"), (y, "y")];
        let note = roles.into_iter().find(|&(role, _)| role == node);
        Node {
            label: names[node].to_owned(),
            note: note.map_or("", |(_, note)| note).to_owned(),
            x: column,
            y: level,
            look: if node == y {
                Look::Changed
            } else {
                Look::Plain
            },
        }
    });
    let mut edges = Vec::new();
    for (ring, heads) in [&without, &all].into_iter().enumerate() {
        for (index, &from) in heads.iter().enumerate() {
            let to = heads[(index + 1) % heads.len()];
            let is_new = ring == 1 && (from == y || to == y);
            let look = if is_new { Look::Changed } else { Look::Plain };
            let (left, right) = (place(ring, from), place(ring, to));
            let last = place(ring, names.len() - 1).1;
            edges.push(edge([left, right], 1, (width, last), look));
            edges.push(edge([right, left], -1, (width, last), look));
        }
    }
    // What changed is drawn last, above the others.
    edges.sort_by_key(|edge| edge.look == Look::Changed);
    let beside = [
        "Hook y right of x:",
        "1  R[y] ← R[x]",
        "2  L[R[y]] ← y",
        "3  L[y] ← x",
        "4  R[x] ← y",
        "Above: before; below: after.",
    ];
    Ok(Diagram {
        title: format!("Hooking y = {} right of x = {}", names[y], names[x]),
        nodes: nodes.collect(),
        edges,
        width,
        height: HEIGHT,
        beside: beside.map(str::to_owned).to_vec(),
        rows: rows(&names, [&without, &all], y, &beside),
    })
}

/// Returns a pointer to the next header on the right (`way` is 1) or on the left (−1). From the
/// end of the ring it leaves the picture, whose headers have this width and whose last one is at
/// this place, and comes in on the other side.
fn edge([from, to]: [Place; 2], way: i32, (width, last): (i32, i32), look: Look) -> Edge {
    let level = from.2 - way * OFF;
    let line = |start: i32, end: i32| Path {
        start: (start, level),
        pieces: vec![Piece::Line((end, level))],
        arrow_at_end: true,
    };
    let (start, end) = (from.1 + way * width / 2, to.1 - way * width / 2);
    let (mut out, mut back) = (last + width / 2 + MARGIN, -width / 2 - MARGIN);
    if way < 0 {
        std::mem::swap(&mut out, &mut back);
    }
    let paths = match (to.1 - from.1).signum() == way {
        true => vec![line(start, end)],
        false => vec![line(start, out), line(back, end)],
    };
    let ports = if way > 0 { ["ne", "nw"] } else { ["sw", "se"] };
    Edge {
        from: from.0,
        to: to.0,
        route: Route::Own { paths, ports },
        look,
    }
}

/// Returns the neighbours of each header before and after, a line for each, and lines of text.
fn rows(
    names: &[&str],
    rings: [&Vec<usize>; 2],
    y: usize,
    beside: &[&str],
) -> Vec<Vec<(String, Look)>> {
    let neighbour = |ring: usize, node: usize, by: usize| -> String {
        let heads = rings[ring];
        let place = heads.iter().position(|&head| head == node);
        place.map_or("–".to_owned(), |place| {
            names[heads[(place + by) % heads.len()]].to_owned()
        })
    };
    let heading = ["header", "L before", "R before", "L after", "R after"];
    let mut rows = vec![heading.map(|word| (word.to_owned(), Look::Faint)).to_vec()];
    for (node, name) in names.iter().enumerate() {
        let look = if node == y {
            Look::Changed
        } else {
            Look::Plain
        };
        let mut row = vec![((*name).to_owned(), look)];
        let before = [rings[0].len() - 1, 1].map(|by| neighbour(0, node, by));
        let after = [rings[1].len() - 1, 1].map(|by| neighbour(1, node, by));
        row.extend(before.iter().map(|text| (text.clone(), Look::Plain)));
        for (old, new) in before.iter().zip(after) {
            row.push(match *old == new {
                true => (new, Look::Plain),
                false => (format!("{new}*"), Look::Changed),
            });
        }
        rows.push(row);
    }
    rows.push(Vec::new());
    rows.extend(
        beside
            .iter()
            .map(|line| vec![((*line).to_owned(), Look::Plain)]),
    );
    rows
}
