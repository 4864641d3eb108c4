//! At-most-one groups as native constraints.
//!
//! A group of m literals stands for m(m−1)/2 binary clauses but takes only m
//! words. When a member becomes true, the others become false, each with a
//! binary reason whose clause need not be stored. Conflict analysis sees no
//! difference, because a binary reason is just the clause's other literal.

use super::lists::Lists;
use super::trail::Trail;
use crate::cdcl::counting::Groups;
use crate::formula::Lit;
use rustc_hash::FxHashSet;

/// The groups, and for each literal the groups that contain it.
#[derive(Default)]
pub(in crate::cdcl) struct AtMostOnes {
    members: Lists<Lit, u32>,
    /// For each literal, the numbers of its groups.
    groups: Lists<u32, u32>,
    /// Number of groups, the first ones, that are cliques of binary clauses.
    num_cliques: u32,
}

impl AtMostOnes {
    /// Creates groups over literals of `num_vars` variables, the first
    /// `num_cliques` of which are cliques of binary clauses. Returns `None` if
    /// there are too many members for 32 bits.
    pub(crate) fn new(groups: &Groups, num_cliques: usize, num_vars: usize) -> Option<AtMostOnes> {
        u32::try_from(groups.num_members()).ok()?;
        let mut members: Lists<Lit, u32> = Lists::with_capacity(groups.len(), groups.num_members());
        for group in groups.iter() {
            members.push(group.iter().copied());
        }
        Some(AtMostOnes {
            groups: members.by_literal(num_vars),
            members,
            num_cliques: num_cliques as u32,
        })
    }

    /// Returns the groups that contain the literal: none if its variable was
    /// added after the groups.
    #[inline]
    pub(crate) fn of(&self, lit: Lit) -> &[u32] {
        self.groups.get(lit.code())
    }

    /// Returns the members of a group.
    #[inline]
    pub(crate) fn members(&self, group: u32) -> &[Lit] {
        self.members.of(group as usize)
    }

    /// Returns all groups, and the number of those, the first ones, that are
    /// cliques: they stand for binary clauses that are stored nowhere else.
    /// Counting proved the others.
    pub(crate) fn to_groups(&self) -> (Groups, usize) {
        let mut groups = Groups::default();
        for number in 0..self.len() {
            groups.push(self.members(number));
        }
        (groups, self.num_cliques as usize)
    }

    /// Removes the literals fixed at level 0 from the groups, then removes
    /// redundant groups. Everything must be propagated at level 0. Calls
    /// `shrunk` for each group that became smaller, with its old and new
    /// members.
    pub(crate) fn shrink(&mut self, trail: &Trail, mut shrunk: impl FnMut(&[Lit], &[Lit])) {
        let mut known: FxHashSet<Box<[Lit]>> = FxHashSet::default();
        let mut smaller = Groups::default();
        let mut num_cliques = 0;
        for number in 0..self.len() {
            let group = self.members(number);
            let is_open = |lit: &Lit| trail.is_open(lit.var());
            let open: Vec<Lit> = group.iter().copied().filter(is_open).collect();
            // If a member is true, no other member is unassigned.
            if open.len() < 2 || !known.insert(open.as_slice().into()) {
                continue;
            }
            if open.len() < group.len() {
                shrunk(group, &open);
            }
            smaller.push(&open);
            num_cliques += usize::from(number < self.num_cliques);
        }
        *self = AtMostOnes::new(&smaller, num_cliques, trail.num_vars())
            .expect("fewer members than before");
    }

    /// Returns the total number of members of all groups.
    pub(crate) fn num_members(&self) -> usize {
        self.members.items().len()
    }

    /// Returns the number of groups.
    pub(crate) fn len(&self) -> u32 {
        self.members.len() as u32
    }

    /// Returns `true` if some clique contains both literals.
    pub(crate) fn in_one_clique(&self, a: Lit, b: Lit) -> bool {
        let is_clique = |group: &&u32| **group < self.num_cliques;
        let mut cliques = self.of(a).iter().filter(is_clique);
        // A literal's groups are in ascending order.
        cliques.any(|group| self.of(b).binary_search(group).is_ok())
    }
}
