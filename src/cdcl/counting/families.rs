//! Families: sets of disjoint clauses whose literals share few at-most-one
//! groups.
//!
//! A tight block is easy to check and hard to guess: it is not obvious which
//! clauses belong to it, nor which of a literal's groups. Both are found from a
//! seed, which is a clause and a group that it meets. Groups that belong
//! together meet the same clauses; so for each further literal of the seed the
//! group is chosen that shares the most clauses with the seed's group. Clauses
//! that belong together meet the same groups; so every clause joins that has at
//! least half of its literals in the groups so far. Example: for a row of a
//! Sudoku, with "a 3 in row 1" and the cell r1c1 as seed, the first rule finds
//! the cells of the row and the second the other numbers of the row, with or
//! without clues.

use super::Groups;
use crate::cdcl::state::effort::Effort;
use crate::cdcl::state::lists::Lists;
use crate::formula::{Cnf, Lit};
use rustc_hash::{FxHashMap, FxHashSet};

/// A set of disjoint clauses, with a group for each of their literals.
#[derive(Debug, Default)]
pub(super) struct Family {
    /// Numbers of the clauses, pairwise without a common literal.
    pub clauses: Vec<u32>,
    /// Numbers of the groups, pairwise without a common member.
    pub groups: Vec<u32>,
    /// For each literal, the only group of `groups` that contains it. A literal
    /// of the clauses that is missing here is in none of the groups.
    pub group_of: FxHashMap<Lit, u32>,
}

/// For each literal, the clauses and the groups that contain it.
pub(super) struct Occurrences<'a> {
    clauses: &'a Cnf,
    groups: &'a Groups,
    clauses_of: Lists<u32>,
    groups_of: Lists<u32>,
}

impl<'a> Occurrences<'a> {
    pub(super) fn new(clauses: &'a Cnf, groups: &'a Groups) -> Occurrences<'a> {
        let num_lits = 2 * clauses.num_vars();
        let mut groups_of = indices_of(num_lits, groups.iter());
        // Large groups first, because they imply more.
        groups_of.sort_each_by_key(|&group| std::cmp::Reverse(groups.group(group as usize).len()));
        Occurrences {
            clauses,
            groups,
            clauses_of: indices_of(num_lits, clauses.clauses()),
            groups_of,
        }
    }

    /// Returns the clauses that meet a group, repeated for each common literal.
    fn meeting(&self, group: u32) -> impl Iterator<Item = u32> + '_ {
        let members = self.groups.group(group as usize);
        members
            .iter()
            .flat_map(|&lit| self.clauses_of.of(lit.code()))
            .copied()
    }
}

/// Returns, for each literal, the indices of the sets that contain it.
fn indices_of<'a>(num_lits: usize, sets: impl Iterator<Item = &'a [Lit]> + Clone) -> Lists<u32> {
    let pairs = (0..).zip(sets);
    let pairs = pairs.flat_map(|(number, set)| set.iter().map(move |lit| (lit.code(), number)));
    Lists::sorted_by_list(num_lits, pairs)
}

/// An iteration over the seeds, which grows a family from each seed that no
/// earlier family contains.
pub(super) struct Families<'a> {
    occurrences: &'a Occurrences<'a>,
    /// The next seed: a clause, and the index of a group of its first grouped
    /// literal. All clauses are tried with their largest group first, then with
    /// the next.
    seed: (u32, usize),
    /// Set while no clause was found with a group of this index; the iteration
    /// then ends.
    is_last: bool,
    /// The seeds that an earlier family contains.
    seen: FxHashSet<(u32, u32)>,
    /// For each clause, the number of times it meets the groups of the current
    /// family.
    meets: Vec<u32>,
    /// The clauses with a non-zero entry in `meets`.
    met: Vec<u32>,
    /// For each clause, the number of the last seed whose group it meets.
    near: Vec<u32>,
    /// For each clause, the number of the last seed whose family it joined.
    joined: Vec<u32>,
    /// Number of seeds grown so far.
    number: u32,
}

impl<'a> Families<'a> {
    pub(super) fn new(occurrences: &'a Occurrences<'a>) -> Families<'a> {
        let num_clauses = occurrences.clauses.num_clauses();
        Families {
            occurrences,
            seed: (0, 0),
            is_last: true,
            seen: FxHashSet::default(),
            meets: vec![0; num_clauses],
            met: Vec::new(),
            near: vec![0; num_clauses],
            joined: vec![0; num_clauses],
            number: 0,
        }
    }

    /// Grows the family of a seed.
    fn grow(&mut self, clause: u32, first: u32, effort: &mut Effort) -> Family {
        let mut family = Family::default();
        self.number += 1;
        for clause in self.occurrences.meeting(first) {
            self.near[clause as usize] = self.number;
        }
        self.add_group(first, &mut family, effort);
        self.add_clause(clause, &mut family, effort);
        loop {
            let mut ready: Vec<(usize, u32)> = Vec::new();
            for &clause in &self.met {
                let (length, meets) = (self.lits(clause).len(), self.meets[clause as usize]);
                let missing = length.saturating_sub(meets as usize);
                if 2 * missing <= length && self.joined[clause as usize] != self.number {
                    ready.push((missing, clause));
                }
            }
            effort.spend(self.met.len() + 1);
            // Clauses with the fewest literals outside the groups first.
            ready.sort_unstable();
            let before = family.clauses.len();
            for (_, clause) in ready {
                if self.is_disjoint(clause, effort) {
                    self.add_clause(clause, &mut family, effort);
                }
            }
            if family.clauses.len() == before || effort.is_spent() {
                break;
            }
        }
        for clause in self.met.drain(..) {
            self.meets[clause as usize] = 0;
        }
        family
    }

    fn lits(&self, clause: u32) -> &'a [Lit] {
        self.occurrences.clauses.clause(clause as usize)
    }

    /// Returns the groups of the clause's first literal that is in a group.
    fn first_groups(&self, clause: u32) -> &'a [u32] {
        let groups = self
            .lits(clause)
            .iter()
            .map(|&lit| self.occurrences.groups_of.of(lit.code()));
        groups
            .into_iter()
            .find(|groups| !groups.is_empty())
            .unwrap_or(&[])
    }

    /// Returns `true` if the clause shares no literal with the clauses of the
    /// family.
    fn is_disjoint(&self, clause: u32, effort: &mut Effort) -> bool {
        self.lits(clause).iter().all(|&lit| {
            let others = self.occurrences.clauses_of.of(lit.code());
            effort.spend(others.len() + 1);
            others
                .iter()
                .all(|&other| self.joined[other as usize] != self.number)
        })
    }

    /// Adds a clause. For each of its literals without a group in the family,
    /// adds the group that shares the most clauses with the seed's group.
    fn add_clause(&mut self, clause: u32, family: &mut Family, effort: &mut Effort) {
        self.joined[clause as usize] = self.number;
        family.clauses.push(clause);
        for &lit in self.lits(clause) {
            if family.group_of.contains_key(&lit) {
                continue;
            }
            let occurrences = self.occurrences;
            let mut best: Option<(usize, u32)> = None;
            for &group in occurrences.groups_of.of(lit.code()) {
                let members = occurrences.groups.group(group as usize);
                effort.spend(members.len() + 1);
                if members
                    .iter()
                    .any(|member| family.group_of.contains_key(member))
                {
                    continue;
                }
                let mut shared = 0;
                for clause in occurrences.meeting(group) {
                    shared += usize::from(self.near[clause as usize] == self.number);
                    effort.spend(1);
                }
                if best.is_none_or(|(most, _)| shared > most) {
                    best = Some((shared, group));
                }
            }
            if let Some((_, group)) = best {
                self.add_group(group, family, effort);
            }
        }
    }

    fn add_group(&mut self, group: u32, family: &mut Family, effort: &mut Effort) {
        family.groups.push(group);
        let occurrences = self.occurrences;
        for &lit in occurrences.groups.group(group as usize) {
            family.group_of.insert(lit, group);
        }
        for clause in occurrences.meeting(group) {
            let meets = &mut self.meets[clause as usize];
            *meets += 1;
            if *meets == 1 {
                self.met.push(clause);
            }
            effort.spend(1);
        }
    }
}

impl Families<'_> {
    /// Returns the next family, or `None` when every seed was tried or the
    /// effort is spent.
    pub(super) fn next(&mut self, effort: &mut Effort) -> Option<Family> {
        let num_clauses = self.occurrences.clauses.num_clauses() as u32;
        while !effort.is_spent() {
            let (clause, choice) = self.seed;
            if clause == num_clauses {
                if self.is_last {
                    return None;
                }
                self.seed = (0, choice + 1);
                self.is_last = true;
                continue;
            }
            self.seed.0 += 1;
            effort.spend(1);
            let Some(&first) = self.first_groups(clause).get(choice) else {
                continue;
            };
            self.is_last = false;
            if self.seen.contains(&(clause, first)) {
                continue;
            }
            let family = self.grow(clause, first, effort);
            let groups: FxHashSet<u32> = family.groups.iter().copied().collect();
            for &clause in &family.clauses {
                let own = |group: &&u32| groups.contains(group);
                let group = self.first_groups(clause).iter().find(own);
                self.seen.extend(group.map(|&group| (clause, group)));
            }
            return Some(family);
        }
        None
    }
}
