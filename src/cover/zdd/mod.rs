//! All solutions at once: counting without listing, by a memoised search.
//!
//! The rest of a problem depends only on the uncovered items and on the options
//! that may still be chosen. If a search reaches the same state on many paths,
//! as with tilings, the state is solved only once: the tree becomes a graph
//! with one path from its root for each solution. This graph is a
//! zero-suppressed decision diagram (ZDD), except that the order of the options
//! may differ between paths: each node asks whether one option is chosen.
//! Knuth's `dlx6` builds it in this way, after the algorithm DXZ of Nishino,
//! Yasuda, Minato and Nagata (2017).
//!
//! The diagram gives the number of solutions, a solution drawn uniformly at
//! random, and a picture in DOT.
//!
//! Searches for queens and Sudoku hardly ever reach the same state twice. Their
//! diagram is as large as the tree, and a plain search counts faster.

mod build;
mod dot;
mod search;
#[cfg(test)]
mod tests;

pub use build::{NoZdd, ZddLimits};
pub use search::ByZdd;

use super::natural::add_limbs;
use super::{Natural, OptionId};
use fastrand::Rng;

/// The target of an edge: a node, or one of two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edge(u32);

impl Edge {
    /// The end without a solution.
    const NONE: Edge = Edge(u32::MAX);
    /// The end of a complete solution.
    const DONE: Edge = Edge(u32::MAX - 1);

    /// Returns the node, if the edge leads to one.
    fn node(self) -> Option<usize> {
        (self.0 < Edge::DONE.0).then_some(self.0 as usize)
    }
}

/// A node, which asks whether an option is chosen.
#[derive(Clone, Copy, Debug)]
struct Node {
    option: OptionId,
    /// The edge if the option is chosen.
    taken: Edge,
    /// The edge if it is not chosen.
    not: Edge,
}

/// A diagram of all solutions of a problem.
///
/// ```
/// use sudosat::prelude::*;
/// use sudosat::cover::zdd::{Zdd, ZddLimits};
///
/// let problem: ExactCover = "a b c d\na b\nc d\nb c\na d".parse()?;
/// let zdd = Zdd::new(&problem, ZddLimits::DEFAULT, &Budget::unlimited())?;
/// assert_eq!(zdd.count().to_string(), "2");
/// let any = zdd.sample(&mut fastrand::Rng::with_seed(1)).expect("there are solutions");
/// assert!(check::cover(&problem, &any).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Zdd {
    /// The nodes. Every edge leads to a node with a lower index.
    nodes: Vec<Node>,
    /// For each node, the number of solutions below it, in `limbs` limbs.
    counts: Vec<u64>,
    limbs: usize,
    root: Edge,
    /// Number of states searched, and `hits`, the number of times a state was
    /// met again.
    states: u64,
    hits: u64,
}

impl Zdd {
    /// Returns a diagram without solutions.
    fn empty() -> Zdd {
        Zdd {
            nodes: Vec::new(),
            counts: Vec::new(),
            limbs: 1,
            root: Edge::NONE,
            states: 0,
            hits: 0,
        }
    }

    /// Fills in the number of solutions below each node, with as many limbs as
    /// the largest number needs.
    fn count_solutions(&mut self) {
        let mut sum = vec![0; self.limbs];
        for node in 0..self.nodes.len() {
            let Node { taken, not, .. } = self.nodes[node];
            sum.fill(0);
            let mut overflows = false;
            for edge in [taken, not] {
                overflows |= add_limbs(&mut sum, self.below(edge));
            }
            if overflows {
                sum.push(1);
                let counts = self.counts.chunks(self.limbs);
                self.counts = counts.flat_map(|count| [count, &[0]].concat()).collect();
                self.limbs += 1;
            }
            self.counts.extend(&sum);
        }
    }

    /// Returns the number of solutions.
    pub fn count(&self) -> Natural {
        Natural::from_limbs(self.below(self.root))
    }

    /// Returns the number of nodes of the diagram.
    pub fn num_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of states that the search reached. Dead ends count
    /// each time.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Returns how many times the search reached a state that it knew already.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// Returns the counters with their names.
    pub fn steps(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("nodes", self.states),
            ("met again", self.hits),
            ("diagram", self.nodes.len() as u64),
        ]
    }

    /// Returns the number of solutions below an edge in limbs, the lowest first.
    fn below(&self, edge: Edge) -> &[u64] {
        match edge {
            Edge::NONE => &[0],
            Edge::DONE => &[1],
            Edge(node) => &self.counts[node as usize * self.limbs..][..self.limbs],
        }
    }

    /// Returns a solution drawn uniformly at random, or `None` if there is
    /// none.
    pub fn sample(&self, rng: &mut Rng) -> Option<Vec<OptionId>> {
        let mut options = Vec::new();
        let mut edge = self.root;
        while let Some(node) = edge.node() {
            let Node { option, taken, not } = self.nodes[node];
            let all = Natural::from_limbs(self.below(edge));
            if all.draw_less(rng) < Natural::from_limbs(self.below(taken)) {
                options.push(option);
                edge = taken;
            } else {
                edge = not;
            }
        }
        (edge == Edge::DONE).then_some(options)
    }

    /// Iterates over the solutions in the order of the search.
    pub fn solutions(&self) -> impl Iterator<Item = Vec<OptionId>> + '_ {
        let mut cursor = Cursor::default();
        std::iter::from_fn(move || cursor.advance(self).then(|| cursor.options.clone()))
    }
}

/// An iteration over all paths to a solution.
#[derive(Clone, Debug, Default)]
struct Cursor {
    /// The nodes on the path, each with whether its option was chosen.
    path: Vec<(usize, bool)>,
    /// The chosen options.
    options: Vec<OptionId>,
    began: bool,
}

impl Cursor {
    /// Continues to the next solution. Returns `true` if there is one.
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

    /// Goes back to the last node whose option was chosen, and returns its
    /// other edge.
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
