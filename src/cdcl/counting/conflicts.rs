//! Which literals exclude each other: the graph of the binary clauses.

use crate::formula::Lit;

/// For each literal, the literals that can't be true beside it.
///
/// A binary clause a ∨ b forbids that ¬a and ¬b are both true: they exclude
/// each other. Neighbours are sorted by code and
/// distinct; the relation is symmetric. Memory: 8 bytes a binary clause and 8
/// a variable.
pub struct Conflicts {
    /// Where each literal's neighbours start; one entry more than literals.
    starts: Vec<usize>,
    neighbours: Vec<Lit>,
}

impl Conflicts {
    /// The graph of these binary clauses over `num_vars` variables. Clauses
    /// may repeat; a clause l ∨ l or l ∨ ¬l is passed over.
    pub fn new(num_vars: usize, binaries: impl Iterator<Item = [Lit; 2]> + Clone) -> Conflicts {
        let proper = binaries.filter(|[a, b]| a.var() != b.var());
        let mut starts = vec![0; 2 * num_vars + 1];
        for [a, b] in proper.clone() {
            starts[(!a).code() + 1] += 1;
            starts[(!b).code() + 1] += 1;
        }
        for code in 0..2 * num_vars {
            starts[code + 1] += starts[code];
        }
        let mut ends = starts.clone();
        let mut neighbours = vec![Lit::from_code(0); starts[2 * num_vars]];
        for [a, b] in proper {
            for (from, to) in [(!a, !b), (!b, !a)] {
                neighbours[ends[from.code()]] = to;
                ends[from.code()] += 1;
            }
        }
        let mut graph = Conflicts { starts, neighbours };
        graph.sort_and_deduplicate();
        graph
    }

    fn sort_and_deduplicate(&mut self) {
        let mut kept = 0;
        for code in 0..self.num_lits() {
            let (start, end) = (self.starts[code], self.starts[code + 1]);
            self.neighbours[start..end].sort_unstable();
            self.starts[code] = kept;
            for place in start..end {
                if kept == self.starts[code] || self.neighbours[kept - 1] != self.neighbours[place]
                {
                    self.neighbours[kept] = self.neighbours[place];
                    kept += 1;
                }
            }
        }
        let last = self.num_lits();
        self.starts[last] = kept;
        self.neighbours.truncate(kept);
    }

    /// How many literals the graph is over, twice its variables.
    pub fn num_lits(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many entries all lists have together: two for each distinct clause.
    pub fn num_entries(&self) -> usize {
        self.neighbours.len()
    }

    /// The literals that exclude `lit`, sorted.
    pub fn of(&self, lit: Lit) -> &[Lit] {
        &self.neighbours[self.places(lit)]
    }

    /// Where `lit`'s neighbours stand among all entries.
    pub fn places(&self, lit: Lit) -> std::ops::Range<usize> {
        self.starts[lit.code()]..self.starts[lit.code() + 1]
    }

    /// Whether a binary clause says that `a` and `b` exclude each other.
    pub fn exclusive(&self, a: Lit, b: Lit) -> bool {
        let (a, b) = if self.of(a).len() <= self.of(b).len() {
            (a, b)
        } else {
            (b, a)
        };
        self.of(a).binary_search(&b).is_ok()
    }

    /// Whether every two of these literals exclude each other.
    pub fn all_exclusive(&self, lits: &[Lit]) -> bool {
        lits.iter().enumerate().all(|(index, &lit)| {
            self.of(lit).len() + 1 >= lits.len()
                && lits[..index]
                    .iter()
                    .all(|&other| self.exclusive(lit, other))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    #[test]
    fn neighbours_are_sorted_distinct_and_mutual() {
        let clauses = [[-1, -3], [-1, -2], [-2, -1], [2, 2], [2, -2], [-2, -3]];
        let binaries = clauses.iter().map(|&[a, b]| [lit(a), lit(b)]);
        let graph = Conflicts::new(3, binaries);
        assert_eq!(graph.of(lit(1)), [lit(2), lit(3)]);
        assert_eq!(graph.of(lit(3)), [lit(1), lit(2)]);
        assert!(graph.of(lit(-1)).is_empty());
        assert!(graph.all_exclusive(&[lit(3), lit(1), lit(2)]));
        assert!(!graph.all_exclusive(&[lit(1), lit(-2)]));
        assert_eq!(graph.num_entries(), 6);
    }
}
