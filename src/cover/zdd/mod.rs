//! All solutions at once: counting without listing, by memoised search.
//!
//! What is left to be solved depends only on the items that are open and the
//! options that may still be taken. Where a search comes to the same set of them on many ways, as with
//! tilings, it is solved once: the tree becomes a graph, with as many ways from
//! its root as there are solutions. That graph is a zero-suppressed decision
//! diagram (ZDD), though without one order of the options for all ways: each of
//! its nodes asks whether one option is taken. Knuth's `dlx6` builds it so, after
//! the algorithm DXZ of Nishino, Yasuda, Minato and Nagata (2017).
//!
//! From the diagram come the number of solutions, a solution drawn at random
//! with the same chance for each, and a picture in DOT. The number is exact, up
//! to 2¹²⁸ − 1.
//!
//! Queens and Sudoku hardly ever come to the same set twice; there the diagram
//! is as large as the tree, and a search is the better way to count.

mod build;
mod dot;
mod search;
#[cfg(test)]
mod tests;

pub use build::{EARLY, NoZdd, Room};
pub use search::ByZdd;

use super::OptionId;
use fastrand::Rng;

/// Where an edge leads: to a node, or to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edge(u32);

impl Edge {
    /// No solution this way.
    const NONE: Edge = Edge(u32::MAX);
    /// A solution is complete.
    const DONE: Edge = Edge(u32::MAX - 1);

    /// The node, if it leads to one.
    fn node(self) -> Option<usize> {
        (self.0 < Edge::DONE.0).then_some(self.0 as usize)
    }
}

/// Whether an option is taken.
#[derive(Clone, Copy, Debug)]
struct Node {
    option: OptionId,
    /// Where it goes on if it is.
    taken: Edge,
    /// Where it goes on if it is not.
    not: Edge,
}

/// A diagram of all solutions of one problem.
#[derive(Clone, Debug)]
pub struct Zdd {
    /// Every edge leads to a node further in front.
    nodes: Vec<Node>,
    /// How many solutions each node has below it.
    counts: Vec<u128>,
    root: Edge,
    /// States that were searched, and how often one was met again.
    states: u64,
    hits: u64,
}

impl Zdd {
    /// The number of solutions.
    pub fn count(&self) -> u128 {
        self.below(self.root)
    }

    /// How many nodes the diagram has.
    pub fn num_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many states the search came to, dead ends each time.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// How often it came to a state that it knew already.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// What it took, each with its name.
    pub fn steps(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("nodes", self.states),
            ("met again", self.hits),
            ("diagram", self.nodes.len() as u64),
        ]
    }

    /// How many solutions there are along an edge.
    fn below(&self, edge: Edge) -> u128 {
        match edge {
            Edge::NONE => 0,
            Edge::DONE => 1,
            Edge(node) => self.counts[node as usize],
        }
    }

    /// A solution, each with the same chance; `None` if there is none.
    pub fn sample(&self, rng: &mut Rng) -> Option<Vec<OptionId>> {
        let mut options = Vec::new();
        let mut edge = self.root;
        while let Some(node) = edge.node() {
            let Node { option, taken, not } = self.nodes[node];
            if rng.u128(..self.counts[node]) < self.below(taken) {
                options.push(option);
                edge = taken;
            } else {
                edge = not;
            }
        }
        (edge == Edge::DONE).then_some(options)
    }

    /// The solutions, one after the other, in the order of the search.
    pub fn solutions(&self) -> impl Iterator<Item = Vec<OptionId>> + '_ {
        let mut cursor = Cursor::default();
        std::iter::from_fn(move || cursor.advance(self).then(|| cursor.options.clone()))
    }
}

/// A walk along all ways to a solution.
#[derive(Clone, Debug, Default)]
struct Cursor {
    /// The nodes passed, each with whether its option was taken.
    path: Vec<(usize, bool)>,
    /// The options taken.
    options: Vec<OptionId>,
    began: bool,
}

impl Cursor {
    /// Goes on to the next solution: whether there is one.
    fn advance(&mut self, zdd: &Zdd) -> bool {
        let mut edge = match self.began {
            false => zdd.root,
            true => match self.back(zdd) {
                Some(edge) => edge,
                None => return false,
            },
        };
        self.began = true;
        loop {
            if let Some(node) = edge.node() {
                self.path.push((node, true));
                self.options.push(zdd.nodes[node].option);
                edge = zdd.nodes[node].taken;
            } else if edge == Edge::DONE {
                return true;
            } else {
                match self.back(zdd) {
                    Some(next) => edge = next,
                    None => return false,
                }
            }
        }
    }

    /// Goes back to the last node whose option was taken, and leaves it out.
    fn back(&mut self, zdd: &Zdd) -> Option<Edge> {
        loop {
            let (node, taken) = self.path.pop()?;
            if taken {
                self.options.pop();
                self.path.push((node, false));
                return Some(zdd.nodes[node].not);
            }
        }
    }
}
