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

/// The links at a moment of a run.
pub struct Moment<'a> {
    /// The problem.
    pub cover: &'a CoverPart,
    /// The links.
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
    rows.push(Vec::new());
    rows.extend(beside.map(|line| vec![(line, Look::Plain)]));
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

    fn x(&self, node: usize) -> i32 {
        self.places[node].0 as i32 * (self.width + GAP)
    }

    fn y(&self, node: usize) -> i32 {
        match self.places[node].1 as i32 {
            0 => 0,
            row => BELOW_HEADERS + (row - 1) * DOWN,
        }
    }

    /// Returns `true` if there is a node between two places of a row or column,
    /// both excluded.
    fn is_blocked(&self, column: (usize, usize), row: (usize, usize)) -> bool {
        let within = |at: usize, (from, to): (usize, usize)| match to - from {
            0 => at == from,
            _ => from < at && at < to,
        };
        let mut places = self.places.iter();
        places.any(|&(x, y)| within(x, column) && within(y, row))
    }

    fn route(&self, from: usize, field: Field, to: usize) -> Route {
        let (paths, ports) = match field {
            Field::Right => (self.level(from, to, 1), ["ne", "nw"]),
            Field::Left => (self.level(from, to, -1), ["sw", "se"]),
            Field::Down => (self.upright(from, to, 1), ["sw", "nw"]),
            Field::Up => (self.upright(from, to, -1), ["ne", "se"]),
        };
        Route::Own { paths, ports }
    }

    /// Returns the lines of R (`way` is 1) or L (−1), which run above or below the
    /// middle of the nodes, and above or below the nodes that they pass.
    fn level(&self, from: usize, to: usize, way: i32) -> Vec<Path> {
        let ((a, row), (b, _)) = (self.places[from], self.places[to]);
        let half = self.width / 2;
        let y = self.y(from) - way * OFF;
        let lane = |span: usize| self.y(from) - way * (HEIGHT / 2 + 6 + 4 * span.min(6) as i32);
        let (start, end) = (self.x(from) + way * half, self.x(to) - way * half);
        // A line that starts at a side, or at the upper or lower edge if it must pass a node.
        let leaves = |x: i32, blocked: bool, lane: i32| match blocked {
            false => ((x + way * half, y), Vec::new()),
            true => {
                let x = x + way * half / 2;
                (
                    (x, self.y(from) - way * HEIGHT / 2),
                    vec![Piece::Line((x, lane))],
                )
            }
        };
        let enters = |x: i32, blocked: bool, lane: i32| match blocked {
            false => vec![Piece::Line((x - way * half, y))],
            true => {
                let x = x - way * half / 2;
                let side = self.y(from) - way * HEIGHT / 2;
                vec![Piece::Line((x, lane)), Piece::Line((x, side))]
            }
        };
        let rows = (row, row);
        let onward = if way > 0 { a < b } else { b < a };
        if onward {
            if !self.is_blocked((a.min(b), a.max(b)), rows) {
                return vec![line((start, y), vec![Piece::Line((end, y))])];
            }
            let lane = lane(a.abs_diff(b));
            let (start, mut pieces) = leaves(self.x(from), true, lane);
            pieces.extend(enters(self.x(to), true, lane));
            return vec![line(start, pieces)];
        }
        let (first, last) = (0, self.last.0 + 1);
        let beyond = |at: usize| if way > 0 { (at, last) } else { (first, at) };
        let before = |at: usize| if way > 0 { (first, at) } else { (at, last) };
        let blocked = |(from, to): (usize, usize), at: usize| {
            let mut of_row = self.places.iter().filter(|place| place.1 == row);
            of_row.any(|&(x, _)| x != at && from <= x && x <= to)
        };
        let (out_blocked, in_blocked) = (blocked(beyond(a), a), blocked(before(b), b));
        let right = self.last.0 as i32 * (self.width + GAP) + half + MARGIN;
        let left = -half - MARGIN;
        let (leave, enter) = if way > 0 {
            (right, left)
        } else {
            (left, right)
        };
        let lane = lane(7);
        let (start, mut out) = leaves(self.x(from), out_blocked, lane);
        out.push(Piece::Line((leave, if out_blocked { lane } else { y })));
        let back = (enter, if in_blocked { lane } else { y });
        vec![
            line(start, out),
            line(back, enters(self.x(to), in_blocked, lane)),
        ]
    }

    /// Returns the lines of D (`way` is 1) or U (−1), which run left or right of the
    /// middle of the nodes, and left or right of the nodes that they pass.
    fn upright(&self, from: usize, to: usize, way: i32) -> Vec<Path> {
        let ((column, a), (_, b)) = (self.places[from], self.places[to]);
        let half = HEIGHT / 2;
        let x = self.x(from) - way * OFF;
        let side = self.x(from) - way * self.width / 2;
        let lane = |span: usize| side - way * (6 + 3 * span.min(5) as i32);
        let leaves = |y: i32, blocked: bool, lane: i32| match blocked {
            false => ((x, y + way * half), Vec::new()),
            true => {
                let y = y + way * (half - 4);
                ((side, y), vec![Piece::Line((lane, y))])
            }
        };
        let enters = |y: i32, blocked: bool, lane: i32| match blocked {
            false => vec![Piece::Line((x, y - way * half))],
            true => {
                let y = y - way * (half - 4);
                vec![Piece::Line((lane, y)), Piece::Line((side, y))]
            }
        };
        let columns = (column, column);
        let onward = if way > 0 { a < b } else { b < a };
        if onward {
            let blocked = self.is_blocked(columns, (a.min(b), a.max(b)));
            let lane = lane(a.abs_diff(b));
            let (start, mut pieces) = leaves(self.y(from), blocked, lane);
            pieces.extend(enters(self.y(to), blocked, lane));
            return vec![line(start, pieces)];
        }
        let (first, last) = (0, self.last.1 + 1);
        let beyond = |at: usize| if way > 0 { (at, last) } else { (first, at) };
        let before = |at: usize| if way > 0 { (first, at) } else { (at, last) };
        let blocked = |(from, to): (usize, usize), at: usize| {
            let mut of_column = self.places.iter().filter(|place| place.0 == column);
            of_column.any(|&(_, y)| y != at && from <= y && y <= to)
        };
        let (out_blocked, in_blocked) = (blocked(beyond(a), a), blocked(before(b), b));
        let bottom = match self.last.1 as i32 {
            0 => half + MARGIN,
            rows => BELOW_HEADERS + (rows - 1) * DOWN + half + MARGIN,
        };
        let top = -half - MARGIN;
        let (leave, enter) = if way > 0 {
            (bottom, top)
        } else {
            (top, bottom)
        };
        let lane = lane(6);
        let (start, mut out) = leaves(self.y(from), out_blocked, lane);
        out.push(Piece::Line((if out_blocked { lane } else { x }, leave)));
        let back = (if in_blocked { lane } else { x }, enter);
        vec![
            line(start, out),
            line(back, enters(self.y(to), in_blocked, lane)),
        ]
    }
}

fn line(start: (i32, i32), pieces: Vec<Piece>) -> Path {
    Path {
        start,
        pieces,
        arrow_at_end: true,
    }
}
