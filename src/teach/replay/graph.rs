//! Checks of a graph's coordinates: columns are depths, nothing overlaps, and
//! no edge runs through a node.

use super::{Result, expect};
use crate::teach::graph::layers::lay_out;
use crate::teach::trace::{Edge, Graph, Node};
use std::collections::BTreeMap;

/// Least distance of two nodes in a column, in units of a row.
const NODE: i32 = 4;
/// Height of an edge that passes a column, in units of a row.
const PASSING: i32 = 2;

/// Checks that each node with `of_level` is one column after the last node with
/// an edge to it, and each other node one column before its first use.
pub(super) fn columns_are_depths(graph: &Graph, of_level: impl Fn(i32) -> bool) -> Result<()> {
    let column = |node: usize| i64::from(graph.nodes[node].1);
    for (index, &Node(lit, x, _)) in graph.nodes.iter().enumerate() {
        let into = graph.edges.iter().filter(|edge| edge.1 == index);
        let from = graph.edges.iter().filter(|edge| edge.0 == index);
        let right = match of_level(lit) {
            true => into.map(|edge| column(edge.0) + 1).max().unwrap_or(0),
            false => from.map(|edge| column(edge.1) - 1).min().unwrap_or(0),
        };
        expect(i64::from(x) == right, "a node's column")?;
    }
    Ok(())
}

/// Checks that laying out the same nodes and edges again gives the same
/// coordinates.
pub(super) fn check_layout(graph: &Graph) -> Result<()> {
    let columns: Vec<usize> = graph.nodes.iter().map(|node| node.1 as usize).collect();
    let edges: Vec<(usize, usize)> = graph.edges.iter().map(|edge| (edge.0, edge.1)).collect();
    let forwards = edges.iter().all(|&(from, to)| columns[from] < columns[to]);
    expect(forwards, "from left to right")?;
    let layers = lay_out(&columns, &edges);
    let rows = graph.nodes.iter().map(|node| node.2);
    expect(rows.eq(layers.rows), "the rows")?;
    let bends = graph.edges.iter().map(|edge| &edge.2);
    expect(bends.eq(&layers.bends), "the bends")
}

/// Checks that nothing overlaps and every path is connected.
pub(super) fn check_drawing(graph: &Graph) -> Result<()> {
    let mut columns: BTreeMap<i32, Vec<(i32, i32)>> = BTreeMap::new();
    for &Node(_, x, y) in &graph.nodes {
        expect(x >= 0 && y >= 0, "coordinates from 0")?;
        columns.entry(x).or_default().push((y, NODE));
    }
    for Edge(from, to, bends) in &graph.edges {
        let point = |node: usize| (graph.nodes[node].1, graph.nodes[node].2);
        let mut path = vec![point(*from)];
        path.extend(bends);
        path.push(point(*to));
        for pair in path.windows(2) {
            let [(x, y), (next_x, next_y)] = pair else {
                continue;
            };
            expect(x < next_x, "to the right")?;
            expect(x + 1 == *next_x || y == next_y, "no slant through a column")?;
            for column in x + 1..*next_x {
                columns.entry(column).or_default().push((*y, PASSING));
            }
        }
        for &(x, y) in bends {
            columns.entry(x).or_default().push((y, PASSING));
        }
    }
    for things in columns.values_mut() {
        things.sort_unstable();
        let apart = |pair: &[(i32, i32)]| pair[1].0 - pair[0].0 >= (pair[0].1 + pair[1].1) / 2;
        expect(things.windows(2).all(apart), "nothing overlaps")?;
    }
    Ok(())
}
