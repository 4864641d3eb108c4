//! The four-way links of dancing links before the search: the header row, and a
//! node for each 1, each linked with its four neighbours. A link that leaves
//! the picture on one side returns on the other.

use super::diagram::{Diagram, Edge, Look, Node, Route};
use crate::teach::trace::{CoverPart, ItemKind};

/// Distance of two rows in pixels.
const DOWN: i32 = 56;
/// Gap between two nodes of a row in pixels.
const GAP: i32 = 30;

/// Draws the links of a problem.
pub fn links(cover: &CoverPart) -> Diagram {
    let sizes: Vec<usize> = (0..cover.items.len())
        .map(|item| {
            let options = cover.options.iter();
            options
                .filter(|option| option.items.contains(&item))
                .count()
        })
        .collect();
    let headers = cover.items.iter().zip(&sizes);
    let headers = headers.map(|(item, size)| format!("{}: {size}", item.name));
    let labels: Vec<String> = std::iter::once("head".to_string()).chain(headers).collect();
    let ones = cover.options.iter().map(|option| option.name.as_str());
    let width = Diagram::width_for(labels.iter().map(String::as_str).chain(ones));
    let mut sheet = Sheet {
        nodes: Vec::new(),
        edges: Vec::new(),
        pitch: width + GAP,
    };
    for (column, label) in labels.into_iter().enumerate() {
        let look = if column == 0 {
            Look::Chosen
        } else {
            Look::Plain
        };
        sheet.node(label, column, 0, look);
    }
    let primary = cover.items.iter();
    let primary = primary.take_while(|item| item.kind == ItemKind::Primary);
    sheet.circle((0..=primary.count()).collect(), Route::RoundRight);
    let mut below: Vec<Vec<usize>> = (1..=cover.items.len()).map(|header| vec![header]).collect();
    for (row, option) in cover.options.iter().enumerate() {
        let mut items = option.items.clone();
        items.sort_unstable();
        let nodes: Vec<usize> = items
            .iter()
            .map(|&item| {
                let node = sheet.node(option.name.clone(), item + 1, row + 1, Look::True);
                below[item].push(node);
                node
            })
            .collect();
        sheet.circle(nodes, Route::RoundRight);
    }
    for column in below {
        sheet.circle(column, Route::RoundDown);
    }
    Diagram {
        title: "The links before the search".into(),
        nodes: sheet.nodes,
        edges: sheet.edges,
        width,
        height: 26,
    }
}

struct Sheet {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Distance between two columns.
    pitch: i32,
}

impl Sheet {
    fn node(&mut self, label: String, column: usize, row: usize, look: Look) -> usize {
        self.nodes.push(Node {
            label,
            note: String::new(),
            x: column as i32 * self.pitch,
            y: row as i32 * DOWN,
            look,
        });
        self.nodes.len() - 1
    }

    /// Links each node with the next, and the last with the first.
    fn circle(&mut self, nodes: Vec<usize>, round: Route) {
        let edge = |from, to, route| Edge {
            from,
            to,
            route,
            look: Look::Plain,
        };
        let pairs = nodes.windows(2);
        let mut edges: Vec<Edge> = pairs
            .map(|pair| edge(pair[0], pair[1], Route::Across))
            .collect();
        if let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) {
            edges.push(edge(last, first, round));
        }
        self.edges.extend(edges);
    }
}
