//! The search for generators of the symmetry group.
//!
//! One literal after the other is made a cell of its own, and the partition is refined, until all
//! literals are alone: the
//! *path*. Then, from its end to its beginning, the literal of each level is replaced by each other one of its cell that
//! no symmetry found so far makes equal to it, in a second partition that is refined beside the
//! first one in the same steps. In cells that differ, literals are made cells of their own in both.
//! As soon as all other cells are equal, a permutation can be read off: cells of one vertex are
//! mapped, and all else stays. It is checked against the clauses. There is no backtracking, so some
//! symmetries may be missed. (Darga, Sakallah, Markov, "Faster Symmetry Discovery Using Sparsity of
//! Symmetries", DAC 2008.)
//!
//! The path also gives an order of variables: those that it tells apart early come first, for each
//! cell of the partition before it. The literals of a cell are tried in this order, and
//! permutations of few literals first. So the generators of interchangeable rows are swaps of
//! neighbouring rows, whose lex-leaders over the same order exclude all but the models with ordered
//! rows. On formulas with shuffled variables this order made lex-leaders far stronger than that of
//! the variables' numbers.

use super::formula::{Formula, Permutation};
use super::partition::{Graph, Partition, Trace};
use crate::cdcl::state::effort::Effort;
use std::cmp::Reverse;

/// Generators of the symmetry group, and an order of variables for their lex-leaders.
pub(super) struct Found {
    /// Generators of symmetries.
    pub(super) permutations: Vec<Permutation>,
    /// The place of each variable in the order for lex-leaders.
    pub(super) places: Vec<u32>,
}

/// A level of the path.
struct Level {
    /// The literal that is made a cell of its own.
    lit: u32,
    /// Number of splits before this level.
    splits: usize,
}

struct Search<'a> {
    formula: &'a mut Formula,
    graph: Graph,
    /// The partition of the path, and the one beside it.
    left: Partition,
    right: Partition,
    trace: Trace,
    /// By literal: its cell before the path.
    roots: Vec<u32>,
    /// By literal: another one of its orbit under the symmetries found, or itself if it stands for
    /// the orbit.
    orbits: Vec<u32>,
}

/// Searches for generators. Those that are not found within the effort are missing.
pub(super) fn find(formula: &mut Formula, effort: &mut Effort) -> Found {
    let graph = Graph::new(formula);
    effort.spend(2 * formula.size());
    let left = Partition::new(&graph);
    let mut search = Search {
        roots: vec![0; formula.num_lits()],
        orbits: (0..formula.num_lits() as u32).collect(),
        right: left.clone(),
        left,
        graph,
        formula,
        trace: Trace::default(),
    };
    let levels = search.descend(effort);
    let places = search.order();
    let mut permutations = Vec::new();
    for level in levels.iter().rev() {
        search.left.undo(level.splits);
        search.right.undo(level.splits);
        let mut cell = search.left.cell(search.left.cell_of(level.lit)).to_vec();
        // Sorting a large cell on each level may take longer than all else.
        effort.spend(2 * cell.len());
        if effort.is_spent() {
            break;
        }
        cell.sort_unstable_by_key(|&lit| places[lit as usize]);
        let mut failed: Vec<u32> = Vec::new();
        for &other in &cell {
            let orbit = search.orbit(other);
            if orbit == search.orbit(level.lit) || failed.contains(&orbit) {
                continue;
            }
            if effort.is_spent() {
                break;
            }
            match search.map(level, other, effort) {
                Some(permutation) => {
                    search.join(&permutation);
                    failed = failed.iter().map(|&lit| search.orbit(lit)).collect();
                    permutations.push(permutation);
                }
                None => failed.push(orbit),
            }
            search.left.undo(level.splits);
            search.right.undo(level.splits);
        }
    }
    let vars = 0..search.formula.num_lits() / 2;
    Found {
        permutations,
        places: vars
            .map(|var| places[2 * var].min(places[2 * var + 1]))
            .collect(),
    }
}

impl Search<'_> {
    /// Refines both partitions along the path, and returns its levels. There is none if the effort
    /// ends.
    fn descend(&mut self, effort: &mut Effort) -> Vec<Level> {
        let mut levels = Vec::new();
        let mut first = 0;
        if !self.refine_both(effort) {
            return levels;
        }
        for (lit, root) in (0..).zip(&mut self.roots) {
            *root = self.left.cell_of(lit);
        }
        while let Some(cell) = self.first_open(first) {
            let vertices = self.left.cell(cell);
            let lit = vertices.iter().copied().min().expect("a cell is not empty");
            effort.spend(vertices.len());
            levels.push(Level {
                lit,
                splits: self.left.num_splits(),
            });
            self.left.individualize(lit);
            self.right.individualize(lit);
            if !self.refine_both(effort) {
                return Vec::new();
            }
            first = cell;
        }
        levels
    }

    /// Returns the place of each literal in the order of the path, which must have been descended.
    fn order(&self) -> Vec<u32> {
        let mut lits: Vec<u32> = (0..self.formula.num_lits() as u32).collect();
        // What is split off comes to the end of its cell.
        lits.sort_by_key(|&lit| (self.roots[lit as usize], Reverse(self.left.cell_of(lit))));
        let mut places = vec![0; lits.len()];
        for (place, lit) in (0..).zip(lits) {
            places[lit as usize] = place;
        }
        places
    }

    /// Refines the left partition, and the right one in the same steps.
    fn refine_both(&mut self, effort: &mut Effort) -> bool {
        self.trace.record();
        let is_done = self.left.refine(&self.graph, &mut self.trace, effort);
        self.trace.compare();
        // Also after a failure: the queue must be emptied.
        self.right.refine(&self.graph, &mut self.trace, effort) && is_done
    }

    /// Returns the first cell of several literals from the cell `first` on.
    fn first_open(&self, first: u32) -> Option<u32> {
        let mut cell = first;
        while (cell as usize) < self.formula.num_lits() {
            match self.left.cell(cell).len() {
                1 => cell += 1,
                _ => return Some(cell),
            }
        }
        None
    }

    /// Returns a symmetry that maps the literal of a level to another one, and those of the levels
    /// before to themselves. Prefers one that moves few literals.
    fn map(&mut self, level: &Level, other: u32, effort: &mut Effort) -> Option<Permutation> {
        for is_sparse in [true, false] {
            let permutation = self.try_map(level.lit, other, is_sparse, effort);
            if permutation.is_some() {
                return permutation;
            }
            self.left.undo(level.splits);
            self.right.undo(level.splits);
        }
        None
    }

    fn try_map(
        &mut self,
        lit: u32,
        other: u32,
        is_sparse: bool,
        effort: &mut Effort,
    ) -> Option<Permutation> {
        let (mut from, mut to) = (lit, other);
        loop {
            self.left.individualize(from);
            self.right.individualize(to);
            if !self.refine_both(effort) {
                return None;
            }
            effort.spend(self.formula.num_lits());
            match self.difference() {
                Some(pair) => (from, to) = pair,
                None => break,
            }
            if is_sparse && let Some(fixed) = self.neighbour_in_equal_cell(from) {
                (from, to) = (fixed, fixed);
            }
        }
        let lits = 0..self.formula.num_lits() as u32;
        let image = |lit: u32| match *self.left.cell(self.left.cell_of(lit)) {
            [_] => (lit, self.right.cell(self.left.cell_of(lit))[0]),
            _ => (lit, lit),
        };
        let permutation = Permutation::new(lits.map(image));
        let mut steps = 0;
        let is_symmetry =
            permutation.image(lit) == other && self.formula.is_symmetry(&permutation, &mut steps);
        effort.spend(steps);
        is_symmetry.then_some(permutation)
    }

    /// Returns a literal that only the left partition has in a cell of several literals, and one
    /// that only the right one has there.
    fn difference(&self) -> Option<(u32, u32)> {
        let mut cell = 0;
        while (cell as usize) < self.formula.num_lits() {
            let lits = self.left.cell(cell);
            if lits.len() > 1 {
                let from = lits.iter().find(|&&lit| self.right.cell_of(lit) != cell);
                if let Some(&from) = from {
                    let others = self.right.cell(cell).iter();
                    let to = others.copied().find(|&lit| self.left.cell_of(lit) != cell);
                    return to.map(|to| (from, to));
                }
            }
            cell += lits.len() as u32;
        }
        None
    }

    /// Returns a neighbour of the literal or its negation that may be mapped to itself, and is not
    /// alone in its cell.
    fn neighbour_in_equal_cell(&self, lit: u32) -> Option<u32> {
        let lits = [lit, lit ^ 1].into_iter();
        let mut neighbours = lits.flat_map(|lit| self.graph.neighbours(lit)).copied();
        neighbours.find(|&vertex| {
            let cell = self.left.cell_of(vertex);
            self.right.cell_of(vertex) == cell && self.left.cell(cell).len() > 1
        })
    }

    /// Returns the literal that stands for the orbit of a literal.
    fn orbit(&self, lit: u32) -> u32 {
        let mut lit = lit;
        while self.orbits[lit as usize] != lit {
            lit = self.orbits[lit as usize];
        }
        lit
    }

    /// Joins the orbits of each literal and its image.
    fn join(&mut self, permutation: &Permutation) {
        for &(lit, image) in permutation.moved() {
            for (lit, image) in [(lit, image), (lit ^ 1, image ^ 1)] {
                let (a, b) = (self.orbit(lit), self.orbit(image));
                self.orbits[a.max(b) as usize] = a.min(b);
            }
        }
    }
}
