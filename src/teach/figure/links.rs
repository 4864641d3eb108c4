//! The links of dancing links: a box for each node, and an arrow for each of its
//! four pointers, also for those that a removed node still remembers. A pointer
//! past the end of a list leaves the picture on one side and comes in on the other.

use super::diagram::{Diagram, Edge, Look, Node, Path, Piece, Route};
use crate::teach::links::{Change, Field, Links};
use crate::teach::trace::{CoverPart, Event};

/// Distance of two rows in pixels.
const DOWN: i32 = 60;
/// Distance of the headers from the first row, where the pointers past removed headers run.
const BELOW_HEADERS: i32 = 92;
/// Gap between two nodes of a row in pixels.
const GAP: i32 = 46;
/// Height of a node in pixels.
const HEIGHT: i32 = 26;
/// Distance in pixels of a pointer from the middle of a node's side.
const OFF: i32 = 5;
/// Distance in pixels by which pointers leave the picture.
const MARGIN: i32 = 36;

/// The meaning of the signs in a table of the links.
const SIGNS: [&str; 4] = [
    "[i]: the header of item i; o:i: the node of option o in the list of item i",
    "L, R, U, D: the pointer to the left, to the right, up, down; size: nodes in the item's list",
    "*: what has just changed",
    "(…): the node is removed from this list, and only the node itself remembers the pointer",
];

/// The links at a moment of a run.
pub struct Moment<'a> {
    /// The problem whose options and items the nodes stand for.
    pub cover: &'a CoverPart,
    /// The pointers of all nodes.
    pub links: &'a Links,
    /// The changes that are shown as such.
    pub changes: &'a [Change],
    /// What the search has chosen.
    pub stack: &'a Stack,
}

/// The choices of a search, and what it has covered.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    /// The chosen items with their sizes and the selected options.
    levels: Vec<(usize, usize, Option<usize>)>,
    /// The covered items in the order in which they were covered.
    covered: Vec<usize>,
}

impl Stack {
    /// Follows an event.
    pub fn follow(&mut self, event: &Event) {
        match *event {
            Event::Choose { item, size } => {
                // A chosen item of which every option was tried is left without an event.
                let open = self.levels.iter().take_while(|level| level.2.is_some());
                self.levels.truncate(open.count());
                self.levels.push((item, size, None));
            }
            Event::Select { option } => {
                if let Some(level) = self.levels.last_mut() {
                    level.2 = Some(option);
                }
            }
            Event::Unselect { .. } => {
                while self.levels.last().is_some_and(|level| level.2.is_none()) {
                    self.levels.pop();
                }
                if let Some(level) = self.levels.last_mut() {
                    level.2 = None;
                }
            }
            Event::Cover { item } => self.covered.push(item),
            Event::Uncover { .. } => drop(self.covered.pop()),
            _ => {}
        }
    }

    /// Returns the stack as lines of text.
    fn lines(&self, cover: &CoverPart) -> Vec<String> {
        let item = |item: usize| cover.items[item].name.as_str();
        let mut lines = vec!["The stack:".to_string()];
        for (level, &(chosen, size, option)) in self.levels.iter().enumerate() {
            let taken = match option {
                Some(option) => format!("option {}", cover.options[option].name),
                None => "no option yet".into(),
            };
            let options = crate::teach::count(size, "option", "options");
            lines.push(format!(
                "{}  item {} ({options}): {taken}",
                level + 1,
                item(chosen)
            ));
        }
        if self.levels.is_empty() {
            lines.push("empty".into());
        }
        if !self.covered.is_empty() {
            lines.push("Covered, the last one first:".into());
            let names: Vec<&str> = self.covered.iter().rev().map(|&one| item(one)).collect();
            lines.extend(names.chunks(8).map(|names| names.join(" ")));
        }
        lines
    }
}

/// Returns the name of a node: `root`, the name of the item, or option and item.
pub fn name(cover: &CoverPart, links: &Links, node: usize) -> String {
    let node = &links.nodes()[node];
    match (node.item, node.option) {
        (None, _) => "root".into(),
        (Some(item), None) => format!("[{}]", cover.items[item].name),
        (Some(item), Some(option)) => {
            format!("{}:{}", cover.options[option].name, cover.items[item].name)
        }
    }
}

/// Returns the assignment of a change as Knuth writes it, and what it does.
pub fn assignment(cover: &CoverPart, links: &Links, change: &Change) -> String {
    let name = |node| name(cover, links, node);
    let (letter, x) = (change.field.letter(), name(change.about));
    let back = change.field.opposite().letter();
    let to = match change.restores() {
        true => "x".to_string(),
        false => format!("{letter}[x]"),
    };
    let size = change.size.map_or(String::new(), |(from, to)| {
        let item = links.nodes()[change.about]
            .item
            .map(|item| &cover.items[item].name);
        format!(
            "; size of {}: {from} → {to}",
            item.map_or("", String::as_str)
        )
    });
    format!(
        "x = {x}: {letter}[{back}[x]] ← {to}, so {letter} of {} is {} now, not {}{size}",
        name(change.node),
        name(change.to),
        name(change.from),
    )
}

/// Draws the links.
pub fn links(moment: &Moment<'_>) -> Diagram {
    let Moment {
        cover,
        links,
        changes,
        stack,
    } = *moment;
    let label = |node: usize| {
        let node = &links.nodes()[node];
        match (node.item, node.option) {
            (None, _) => "root".into(),
            (Some(item), None) => format!("{}: {}", cover.items[item].name, links.size(item)),
            (_, Some(option)) => cover.options[option].name.clone(),
        }
    };
    let labels: Vec<String> = (0..links.nodes().len()).map(label).collect();
    let width = Diagram::width_for(labels.iter().map(String::as_str));
    let sheet = Sheet::new(cover, links, width);
    let taken: Vec<usize> = stack.levels.iter().filter_map(|level| level.2).collect();
    let node = |(index, label): (usize, &String)| {
        let node = &links.nodes()[index];
        let is_subject = changes.iter().any(|change| change.about == index);
        let resized = changes.iter().rev().find_map(|change| {
            let same = links.nodes()[change.about].item == node.item;
            change.size.filter(|_| same && node.option.is_none())
        });
        let look = match node.option {
            _ if is_subject => Look::Changed,
            _ if links.is_removed(index) => Look::Faint,
            Some(option) if taken.contains(&option) => Look::Chosen,
            Some(_) => Look::True,
            None => Look::Plain,
        };
        Node {
            label: label.clone(),
            note: resized.map_or(String::new(), |(from, _)| format!("was {from}")),
            x: sheet.x(index),
            y: sheet.y(index),
            look,
        }
    };
    let edge = |from: usize, field: Field| {
        let changed = |change: &Change| (change.node, change.field) == (from, field);
        Edge {
            from,
            to: links.get(from, field),
            route: sheet.route(from, field, links.get(from, field)),
            look: match links.is_remembered(from, field) {
                _ if changes.iter().any(changed) => Look::Changed,
                true => Look::Faint,
                false => Look::Plain,
            },
        }
    };
    // A secondary item's header is its own neighbour; that is not drawn.
    let is_drawn = |&(node, field): &(usize, Field)| {
        let is_level = matches!(field, Field::Left | Field::Right);
        let is_own = is_level && links.get(node, field) == node;
        let is_header = node > 0 && links.nodes()[node].option.is_none();
        !(is_own && is_header) && (node > 0 || is_level)
    };
    let all = (0..links.nodes().len()).flat_map(|node| Field::ALL.map(|field| (node, field)));
    let mut edges: Vec<Edge> = all
        .filter(is_drawn)
        .map(|(node, field)| edge(node, field))
        .collect();
    // What changed is drawn last, above the others.
    edges.sort_by_key(|edge| (edge.look == Look::Changed, edge.look != Look::Faint));
    Diagram {
        title: "The links of dancing links".into(),
        nodes: labels.iter().enumerate().map(node).collect(),
        edges,
        width,
        height: HEIGHT,
        beside: stack.lines(cover),
        rows: rows(moment),
    }
}

/// Returns the nodes with their pointers, a line for each.
fn rows(moment: &Moment<'_>) -> Vec<Vec<(String, Look)>> {
    let Moment {
        cover,
        links,
        changes,
        ..
    } = *moment;
    let heading = ["node", "L", "R", "U", "D", "size"];
    let mut rows = vec![heading.map(|word| (word.to_string(), Look::Faint)).to_vec()];
    for (index, node) in links.nodes().iter().enumerate() {
        let look = match links.is_removed(index) {
            _ if changes.iter().any(|change| change.about == index) => Look::Changed,
            true => Look::Faint,
            false => Look::Plain,
        };
        let mut row = vec![(name(cover, links, index), look)];
        for field in Field::ALL {
            let is_changed = |change: &Change| (change.node, change.field) == (index, field);
            let to = name(cover, links, links.get(index, field));
            row.push(match links.is_remembered(index, field) {
                _ if changes.iter().any(is_changed) => (format!("{to}*"), Look::Changed),
                true => (format!("({to})"), Look::Faint),
                false => (to, Look::Plain),
            });
        }
        if let (Some(item), None) = (node.item, node.option) {
            let is_resized = |change: &&Change| {
                change.size.is_some() && links.nodes()[change.about].item == Some(item)
            };
            row.push(match changes.iter().find(is_resized) {
                Some(_) => (format!("{}*", links.size(item)), Look::Changed),
                None => (links.size(item).to_string(), Look::Plain),
            });
        }
        rows.push(row);
    }
    let beside = moment.stack.lines(cover).into_iter();
    let line = |text: &str| vec![(text.to_string(), Look::Plain)];
    rows.push(Vec::new());
    rows.extend(SIGNS.iter().map(|text| line(text)));
    rows.push(Vec::new());
    rows.extend(beside.map(|text| line(&text)));
    rows
}

/// The places of the nodes, and the lines between them.
struct Sheet {
    /// For each node, its column and its row; the root and the headers are row 0.
    places: Vec<(usize, usize)>,
    width: i32,
    /// The last column and the last row.
    last: (usize, usize),
}

impl Sheet {
    fn new(cover: &CoverPart, links: &Links, width: i32) -> Sheet {
        let place = |node: &crate::teach::links::Node| {
            let column = node.item.map_or(0, |item| item + 1);
            (column, node.option.map_or(0, |option| option + 1))
        };
        Sheet {
            places: links.nodes().iter().map(place).collect(),
            width,
            last: (cover.items.len(), cover.options.len()),
        }
    }

    fn x_of(&self, column: usize) -> i32 {
        column as i32 * (self.width + GAP)
    }

    fn y_of(&self, row: usize) -> i32 {
        match row as i32 {
            0 => 0,
            row => BELOW_HEADERS + (row - 1) * DOWN,
        }
    }

    fn x(&self, node: usize) -> i32 {
        self.x_of(self.places[node].0)
    }

    fn y(&self, node: usize) -> i32 {
        self.y_of(self.places[node].1)
    }

    fn route(&self, from: usize, field: Field, to: usize) -> Route {
        let (is_level, way, ports) = match field {
            Field::Right => (true, 1, ["ne", "nw"]),
            Field::Left => (true, -1, ["sw", "se"]),
            Field::Down => (false, 1, ["sw", "nw"]),
            Field::Up => (false, -1, ["ne", "se"]),
        };
        let paths = self.paths(from, to, is_level, way);
        Route::Own { paths, ports }
    }

    /// Returns the lines of a pointer. It runs along the x axis (L and R) or the y axis, to
    /// greater coordinates (`way` is 1) or smaller ones (−1), on one side of the middle of the
    /// nodes, and passes other nodes on that side. A pair is a position along this axis and
    /// one across it.
    fn paths(&self, from: usize, to: usize, is_level: bool, way: i32) -> Vec<Path> {
        let turned = |x, y| if is_level { (x, y) } else { (y, x) };
        let place = |(column, row)| {
            if is_level {
                (column, row)
            } else {
                (row, column)
            }
        };
        let (p, list) = place(self.places[from]);
        let (q, _) = place(self.places[to]);
        let (half, side) = turned(self.width / 2, HEIGHT / 2);
        let (start, across) = turned(self.x(from), self.y(from));
        let (end, _) = turned(self.x(to), self.y(to));
        let middle = across - way * OFF;
        let edge = across - way * side;
        let (inset, step, most) = if is_level {
            (half / 2, 4, 6)
        } else {
            (half - 4, 3, 5)
        };
        let lane = |span: usize| edge - way * (6 + step * span.min(most) as i32);
        let is_before = |one: usize, other: usize| if way > 0 { one < other } else { other < one };
        let is_any = |wanted: &dyn Fn(usize) -> bool| {
            let mut places = self.places.iter().map(|&at| place(at));
            places.any(|(at, other)| other == list && wanted(at))
        };
        // A node is left and reached at its end, or at its side if there is a node to pass.
        let leave = |is_blocked: bool, lane: i32| match is_blocked {
            false => vec![(start + way * half, middle)],
            true => vec![(start + way * inset, edge), (start + way * inset, lane)],
        };
        let reach = |is_blocked: bool, lane: i32| match is_blocked {
            false => vec![(end - way * half, middle)],
            true => vec![(end - way * inset, lane), (end - way * inset, edge)],
        };
        let line = |points: Vec<(i32, i32)>| {
            let mut points = points
                .into_iter()
                .map(|(along, across)| turned(along, across));
            Path {
                start: points.next().unwrap_or_default(),
                pieces: points.map(Piece::Line).collect(),
                arrow_at_end: true,
            }
        };
        if is_before(p, q) {
            let is_blocked = is_any(&|at| is_before(p, at) && is_before(at, q));
            let lane = lane(p.abs_diff(q));
            return vec![line(
                [leave(is_blocked, lane), reach(is_blocked, lane)].concat(),
            )];
        }
        // Out of the picture on one side, and in again on the other.
        let (last, _) = turned(self.x_of(self.last.0), self.y_of(self.last.1));
        let (mut out, mut back) = (last + half + MARGIN, -half - MARGIN);
        if way < 0 {
            std::mem::swap(&mut out, &mut back);
        }
        let lane = lane(most);
        let at_end = |is_blocked: bool| if is_blocked { lane } else { middle };
        let out_blocked = is_any(&|at| is_before(p, at));
        let in_blocked = is_any(&|at| is_before(at, q));
        let leaves = [leave(out_blocked, lane), vec![(out, at_end(out_blocked))]];
        let comes = [vec![(back, at_end(in_blocked))], reach(in_blocked, lane)];
        vec![line(leaves.concat()), line(comes.concat())]
    }
}
