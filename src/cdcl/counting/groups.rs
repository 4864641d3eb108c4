//! At-most-one groups: cliques of literals that exclude each other.
//!
//! Covering a graph with the fewest cliques is NP-hard, but formulas written by
//! people make it easy. An encoder that writes "exactly one of these" also
//! writes the at-least-one clause, so long clauses whose literals all exclude
//! each other are tried first. The remaining conflicts are covered greedily, as
//! by Biere, Le Berre, Lonca and Manthey (Detecting cardinality constraints in
//! CNF, SAT 2014).

use super::Conflicts;
use crate::cdcl::state::effort::Effort;
use crate::cdcl::state::lists::Lists;
use crate::formula::Lit;
use rustc_hash::FxHashSet;

/// The smallest useful group: a group of two literals is a binary clause.
pub(in crate::cdcl) const SMALLEST: usize = 3;

/// Up to this many candidates are compared with each other; of more, the first
/// is taken. Chosen by hand: the comparison is quadratic.
const MOST_COMPARED: usize = 256;

/// Sets of literals, in each of which at most one literal can be true.
#[derive(Clone, Debug, Default)]
pub struct Groups(Lists<Lit>);

impl Groups {
    /// Finds groups in the graph of conflicts: every clause of `clauses` whose
    /// literals exclude each other, then a greedy cover of the remaining
    /// conflicts. `effort` limits the greedy part; when it is spent, the rest
    /// stays uncovered.
    pub(super) fn find<'a>(
        conflicts: &Conflicts,
        clauses: impl Iterator<Item = &'a [Lit]>,
        effort: &mut Effort<'_>,
    ) -> Groups {
        let mut groups = Groups::default();
        let mut covered = Covered::new(conflicts);
        let mut known = FxHashSet::default();
        for clause in clauses {
            if effort.is_spent() {
                break;
            }
            // Most clauses fail at their first literal; a clique is checked
            // pair by pair.
            let has_enough = |&lit: &Lit| conflicts.of(lit).len() + 1 >= clause.len();
            if clause.len() < SMALLEST || !has_enough(&clause[0]) {
                effort.spend(1);
                continue;
            }
            effort.spend(clause.len() + 1);
            if !clause.iter().all(has_enough) {
                continue;
            }
            effort.spend(clause.len().pow(2) + 1);
            if conflicts.all_exclusive(clause) {
                let mut group = clause.to_vec();
                group.sort_unstable();
                group.dedup();
                if group.len() >= SMALLEST && known.insert(group.clone()) {
                    covered.clique(&group);
                    groups.push(&group);
                }
            }
        }
        let mut growth = Growth {
            conflicts,
            effort,
            are_exclusive: false,
        };
        growth.cover_rest(&mut covered, &mut groups);
        groups
    }

    /// Returns the first `number` groups.
    pub fn first(&self, number: usize) -> Groups {
        let mut first = Groups::default();
        for group in self.iter().take(number) {
            first.push(group);
        }
        first
    }

    /// Adds a group.
    pub fn push(&mut self, members: &[Lit]) {
        self.0.push(members.iter().copied());
    }

    /// Adds all groups of another list.
    pub fn extend(&mut self, other: &Groups) {
        for group in other.iter() {
            self.push(group);
        }
    }

    /// Returns the total number of members of all groups.
    pub fn num_members(&self) -> usize {
        self.0.items().len()
    }

    /// Returns the number of groups.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there is no group.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the members of a group.
    pub fn group(&self, index: usize) -> &[Lit] {
        self.0.of(index)
    }

    /// Iterates over the groups in the order in which they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        self.0.iter()
    }
}

/// The conflicts that some group already accounts for, as a bit for each entry
/// of the conflict lists.
struct Covered<'a> {
    conflicts: &'a Conflicts,
    entries: fixedbitset::FixedBitSet,
}

impl<'a> Covered<'a> {
    fn new(conflicts: &'a Conflicts) -> Covered<'a> {
        let entries = fixedbitset::FixedBitSet::with_capacity(conflicts.num_entries());
        Covered { conflicts, entries }
    }

    /// Marks every pair of a sorted clique as covered.
    fn clique(&mut self, members: &[Lit]) {
        for &lit in members {
            let mut rest = members;
            for index in self.conflicts.range(lit) {
                let neighbour = self.conflicts.of(lit)[index - self.conflicts.range(lit).start];
                while rest.first().is_some_and(|&member| member < neighbour) {
                    rest = &rest[1..];
                }
                if rest.first() == Some(&neighbour) {
                    self.entries.insert(index);
                }
            }
        }
    }

    /// Returns the neighbours of `lit` whose conflict with it is not covered.
    fn open(&self, lit: Lit) -> impl Iterator<Item = Lit> {
        let range = self.conflicts.range(lit);
        range
            .zip(self.conflicts.of(lit))
            .filter(|&(index, _)| !self.entries.contains(index))
            .map(|(_, &neighbour)| neighbour)
    }
}

/// Grows cliques greedily until the effort is spent.
struct Growth<'a, 'b> {
    conflicts: &'a Conflicts,
    effort: &'a mut Effort<'b>,
    /// Set if all candidates for the current clique exclude each other.
    are_exclusive: bool,
}

impl Growth<'_, '_> {
    /// Covers the remaining conflicts, starting with the literals that have the
    /// most conflicts.
    fn cover_rest(&mut self, covered: &mut Covered, groups: &mut Groups) {
        let mut lits: Vec<Lit> = (0..self.conflicts.num_lits())
            .map(Lit::from_code)
            .filter(|&lit| self.conflicts.of(lit).len() + 1 >= SMALLEST)
            .collect();
        lits.sort_by_key(|&lit| std::cmp::Reverse(self.conflicts.of(lit).len()));
        for lit in lits {
            loop {
                let open: Vec<Lit> = covered.open(lit).collect();
                self.effort.spend(self.conflicts.of(lit).len() + 1);
                if self.effort.is_spent() {
                    return;
                }
                if open.is_empty() {
                    break;
                }
                let clique = self.grow(lit, &open);
                covered.clique(&clique);
                if clique.len() >= SMALLEST {
                    groups.push(&clique);
                } else if open.len() <= MOST_COMPARED {
                    break; // its best is a pair, so that all others are
                }
            }
        }
    }

    /// Returns a maximal clique that contains `lit`, sorted. It takes first
    /// from the neighbours in `open`, of which it contains at least one, then
    /// from all neighbours.
    fn grow(&mut self, lit: Lit, open: &[Lit]) -> Vec<Lit> {
        let mut clique = vec![lit];
        let mut common = self.conflicts.of(lit).to_vec();
        let mut candidates = open.to_vec();
        for _stage in 0..2 {
            self.are_exclusive = false;
            while let Some(next) = self.best(&mut candidates) {
                let neighbours = self.conflicts.of(next);
                let is_left = |other: &Lit| neighbours.binary_search(other).is_ok();
                self.effort.spend((common.len() + candidates.len()) * 2 + 1);
                common.retain(is_left);
                candidates.retain(is_left);
                clique.push(next);
            }
            candidates.clone_from(&common);
        }
        clique.sort_unstable();
        clique
    }

    /// Removes and returns the candidate that has the most conflicts with the
    /// others, since it is most likely to be in the largest clique. Takes the
    /// first if there are too many candidates, or if all exclude each other.
    fn best(&mut self, candidates: &mut Vec<Lit>) -> Option<Lit> {
        let mut best: Option<(usize, usize)> = None;
        if candidates.len() <= MOST_COMPARED && !self.are_exclusive {
            self.are_exclusive = true;
            for (index, &candidate) in candidates.iter().enumerate() {
                let neighbours = self.conflicts.of(candidate);
                self.effort.spend(candidates.len() + 1);
                let others = candidates
                    .iter()
                    .filter(|other| neighbours.binary_search(other).is_ok())
                    .count();
                self.are_exclusive &= others + 1 == candidates.len();
                if best.is_none_or(|(most, _)| others > most) {
                    best = Some((others, index));
                }
            }
        }
        let index = best.map_or(0, |(_, index)| index);
        (index < candidates.len()).then(|| candidates.remove(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    /// Returns the pairs of each of these cliques, as binary clauses.
    fn pairs(cliques: &[&[i32]]) -> Vec<[Lit; 2]> {
        let mut pairs = Vec::new();
        for clique in cliques {
            for (index, &a) in clique.iter().enumerate() {
                for &b in &clique[..index] {
                    pairs.push([lit(-a), lit(-b)]);
                }
            }
        }
        pairs
    }

    fn found(cliques: &[&[i32]], clauses: &[&[i32]]) -> Vec<Vec<i32>> {
        let binaries = pairs(cliques);
        let conflicts = Conflicts::new(20, binaries.iter().copied());
        let clauses: Vec<Vec<Lit>> = clauses
            .iter()
            .map(|clause| clause.iter().map(|&number| lit(number)).collect())
            .collect();
        let groups = Groups::find(
            &conflicts,
            clauses.iter().map(Vec::as_slice),
            &mut Effort::new(1_000_000, &Budget::unlimited()),
        );
        let mut found: Vec<Vec<i32>> = groups
            .iter()
            .map(|group| group.iter().map(|lit| lit.to_dimacs()).collect())
            .collect();
        found.sort();
        found
    }

    #[test]
    fn a_clause_of_exclusive_literals_is_a_group() {
        assert_eq!(found(&[&[1, -2, 3, 4]], &[&[4, 3, -2, 1]]), [[1, -2, 3, 4]]);
        // The clause is no clique, but contains one.
        assert_eq!(found(&[&[1, 2, 3]], &[&[1, 2, 3, 4]]), [[1, 2, 3]]);
    }

    #[test]
    fn cliques_without_a_clause_are_grown() {
        let cliques: &[&[i32]] = &[&[1, 2, 3, 4, 5], &[5, 6, 7], &[8, 9]];
        assert_eq!(found(cliques, &[]), [vec![1, 2, 3, 4, 5], vec![5, 6, 7]]);
    }

    #[test]
    fn spent_effort_leaves_only_what_clauses_show() {
        let binaries = pairs(&[&[1, 2, 3], &[4, 5, 6]]);
        let conflicts = Conflicts::new(6, binaries.iter().copied());
        let clause = [lit(1), lit(2), lit(3)];
        let groups = Groups::find(
            &conflicts,
            [&clause[..]].into_iter(),
            &mut Effort::new(10, &Budget::unlimited()),
        );
        assert_eq!(groups.len(), 1);
    }
}
