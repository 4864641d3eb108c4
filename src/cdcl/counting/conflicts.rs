//! Conflicts: the graph of literals that exclude each other by binary clauses.

use crate::cdcl::state::lists::Lists;
use crate::formula::Lit;

/// For each literal, the literals that can't be true together with it.
///
/// A binary clause a ∨ b means that ¬a and ¬b are not both true: they exclude
/// each other. The neighbours of a literal are distinct and sorted by code; the
/// relation is symmetric. Memory: 8 bytes for each binary clause and 16 bytes
/// for each variable.
pub struct Conflicts(Lists<Lit>);

impl Conflicts {
    /// Creates the graph of these binary clauses over `num_vars` variables.
    /// Clauses may repeat; clauses l ∨ l and l ∨ ¬l are ignored.
    pub fn new(num_vars: usize, binaries: impl Iterator<Item = [Lit; 2]> + Clone) -> Conflicts {
        let proper = binaries.filter(|[a, b]| a.var() != b.var());
        let both_ways = proper.flat_map(|[a, b]| [((!a).code(), !b), ((!b).code(), !a)]);
        let mut neighbours = Lists::sorted_by_list(2 * num_vars, both_ways);
        neighbours.sort_and_deduplicate();
        Conflicts(neighbours)
    }

    /// Returns the number of literals of the graph: twice the number of
    /// variables.
    pub fn num_lits(&self) -> usize {
        self.0.len()
    }

    /// Returns the total length of all lists: two entries for each distinct
    /// clause.
    pub fn num_entries(&self) -> usize {
        self.0.items().len()
    }

    /// Returns the literals that exclude `lit`, sorted.
    pub fn of(&self, lit: Lit) -> &[Lit] {
        self.0.of(lit.code())
    }

    /// Returns the range of `lit`'s neighbours among all entries.
    pub fn range(&self, lit: Lit) -> std::ops::Range<usize> {
        self.0.range(lit.code())
    }

    /// Returns `true` if a binary clause states that `a` and `b` exclude each
    /// other.
    pub fn exclusive(&self, a: Lit, b: Lit) -> bool {
        let (a, b) = if self.of(a).len() <= self.of(b).len() {
            (a, b)
        } else {
            (b, a)
        };
        self.of(a).binary_search(&b).is_ok()
    }

    /// Returns `true` if each two of these literals exclude each other.
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
