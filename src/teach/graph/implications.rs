//! The implication graph of a conflict's level.
//!
//! The graph contains every literal of the conflict's level that the conflict
//! follows from and, as leaves, the literals of earlier levels that these
//! depend on. An edge leads from each other literal of a reason to the implied
//! literal.

use super::layers::{self, Layers};
use crate::formula::Lit;
use crate::teach::trace::{Edge, Graph, Node};
use rustc_hash::FxHashMap;

/// The current assignment with its reasons.
#[derive(Clone, Debug, Default)]
pub struct Implications {
    trail: Vec<Entry>,
    /// For each literal, its position on the trail.
    places: FxHashMap<Lit, usize>,
}

#[derive(Clone, Debug)]
struct Entry {
    lit: Lit,
    level: usize,
    /// The other literals of the clause that implied it; none for a decision.
    others: Box<[Lit]>,
}

impl Implications {
    /// Adds a literal that became true, by `reason` or by a decision.
    pub fn assign(&mut self, lit: Lit, level: usize, reason: &[Lit]) {
        let others = reason.iter().copied().filter(|&other| other != lit);
        let others = others.collect();
        self.places.insert(lit, self.trail.len());
        self.trail.push(Entry { lit, level, others });
    }

    /// Removes the levels above `to`.
    pub fn undo(&mut self, to: usize) {
        while let Some(entry) = self.trail.pop_if(|entry| entry.level > to) {
            self.places.remove(&entry.lit);
        }
    }

    /// Returns the graph of a conflict on `level`, where every literal of
    /// `clause` is false.
    ///
    /// Nodes are in the order of the trail, the conflict last. Literals whose
    /// assignment was not reported are left out.
    pub fn graph(&self, clause: &[Lit], level: usize) -> Graph {
        let mut places = self.behind(clause, level);
        places.sort_unstable();
        let node_of: FxHashMap<usize, usize> = places
            .iter()
            .enumerate()
            .map(|(node, &place)| (place, node))
            .collect();
        let conflict = places.len();
        let mut edges = Vec::new();
        let entries = places.iter().map(|&place| &self.trail[place]);
        for (to, entry) in entries.enumerate() {
            if entry.level == level {
                let from = self.places_of(&entry.others);
                edges.extend(from.map(|place| (node_of[&place], to)));
            }
        }
        let last = self.places_of(clause);
        edges.extend(last.map(|place| (node_of[&place], conflict)));
        edges.sort_unstable();
        edges.dedup();
        let is_leaf: Vec<bool> = places
            .iter()
            .map(|&place| self.trail[place].level != level)
            .chain([false])
            .collect();
        let columns = layers::by_depth(&is_leaf, &edges);
        let Layers { rows, bends } = layers::lay_out(&columns, &edges);
        let lits = places
            .iter()
            .map(|&place| self.trail[place].lit.to_dimacs())
            .chain([Graph::CONFLICT]);
        Graph {
            nodes: lits
                .zip(columns.iter().zip(rows))
                .map(|(lit, (&column, row))| Node(lit, column as i32, row))
                .collect(),
            edges: edges
                .iter()
                .zip(bends)
                .map(|(&(from, to), bends)| Edge(from, to, bends))
                .collect(),
        }
    }

    /// Returns the trail positions of the literals that make these false.
    fn places_of(&self, lits: &[Lit]) -> impl Iterator<Item = usize> {
        lits.iter()
            .filter_map(|&lit| self.places.get(&!lit))
            .copied()
    }

    /// Returns all trail positions that the falsity of the clause depends on,
    /// back to other levels.
    fn behind(&self, clause: &[Lit], level: usize) -> Vec<usize> {
        let mut known = vec![false; self.trail.len()];
        let mut places = Vec::new();
        let mut open: Vec<usize> = self.places_of(clause).collect();
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut known[place], true) {
                continue;
            }
            places.push(place);
            if self.trail[place].level == level {
                open.extend(self.places_of(&self.trail[place].others));
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::lits;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    /// 9 is true from the start; 8 is decided and implies nothing relevant; 1
    /// is decided and implies 2 and 3, which with 9 imply the conflict.
    fn trail() -> Implications {
        let mut trail = Implications::default();
        trail.assign(lit(9), 0, &lits(&[9]));
        trail.assign(lit(8), 1, &[]);
        trail.assign(lit(1), 2, &[]);
        trail.assign(lit(2), 2, &lits(&[2, -1]));
        trail.assign(lit(7), 2, &lits(&[7, -1]));
        trail.assign(lit(-3), 2, &lits(&[-3, -1, -2]));
        trail
    }

    #[test]
    fn the_graph_holds_what_the_conflict_needs_and_nothing_else() {
        let graph = trail().graph(&lits(&[3, -9, -1]), 2);
        let nodes: Vec<i32> = graph.nodes.iter().map(|node| node.0).collect();
        assert_eq!(nodes, [9, 1, 2, -3, 0]);
        let edges: Vec<(usize, usize)> = graph.edges.iter().map(|edge| (edge.0, edge.1)).collect();
        assert_eq!(edges, [(0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (3, 4)]);
        let columns: Vec<i32> = graph.nodes.iter().map(|node| node.1).collect();
        assert_eq!(columns, [2, 0, 1, 2, 3], "the leaf stands before its use");
    }

    #[test]
    fn undoing_forgets() {
        let mut trail = trail();
        trail.undo(1);
        let graph = trail.graph(&lits(&[-8, -9]), 1);
        let nodes: Vec<i32> = graph.nodes.iter().map(|node| node.0).collect();
        assert_eq!(nodes, [9, 8, 0]);
        trail.undo(0);
        assert_eq!(trail.graph(&lits(&[-8, -9]), 0).nodes.len(), 2);
    }
}
