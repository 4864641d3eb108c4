//! At-most-one groups as native constraints.
//!
//! A group of m literals stands for m(m−1)/2 binary clauses but takes only m
//! words. When a member becomes true, the others become false, each with a
//! binary reason whose clause need not be stored. Conflict analysis sees no
//! difference, because a binary reason is just the clause's other literal.

use super::trail::Trail;
use crate::cdcl::counting::Groups;
use crate::formula::Lit;
use rustc_hash::FxHashSet;

/// The groups, and for each literal the groups that contain it.
#[derive(Default)]
pub(in crate::cdcl) struct AtMostOnes {
    members: Vec<Lit>,
    /// Start of each group in `members`; one entry more than groups.
    starts: Vec<u32>,
    /// The groups of all literals, literal by literal.
    groups: Vec<u32>,
    /// Start of each literal's groups in `groups`; one entry more than
    /// literals.
    places: Vec<u32>,
    /// Number of groups, the first ones, that are cliques of binary clauses.
    num_cliques: u32,
}

impl AtMostOnes {
    /// Creates groups over literals of `num_vars` variables, the first
    /// `num_cliques` of which are cliques of binary clauses. Returns `None` if
    /// there are too many members for 32 bits.
    pub(crate) fn new(groups: &Groups, num_cliques: usize, num_vars: usize) -> Option<AtMostOnes> {
        let total: usize = groups.iter().map(<[Lit]>::len).sum();
        u32::try_from(total).ok()?;
        let mut starts = Vec::with_capacity(groups.len() + 1);
        let mut members = Vec::with_capacity(total);
        let mut places = vec![0; 2 * num_vars + 1];
        starts.push(0);
        for group in groups.iter() {
            for lit in group {
                members.push(*lit);
                places[lit.code() + 1] += 1;
            }
            starts.push(members.len() as u32);
        }
        for code in 0..2 * num_vars {
            places[code + 1] += places[code];
        }
        let mut ends = places.clone();
        let mut of = vec![0; total];
        for (number, group) in groups.iter().enumerate() {
            for lit in group {
                of[ends[lit.code()] as usize] = number as u32;
                ends[lit.code()] += 1;
            }
        }
        Some(AtMostOnes {
            members,
            starts,
            groups: of,
            places,
            num_cliques: num_cliques as u32,
        })
    }

    /// Returns the groups that contain the literal.
    #[inline]
    pub(crate) fn of(&self, lit: Lit) -> &[u32] {
        // Variables added after the groups are in none.
        match self.places.get(lit.code()..lit.code() + 2) {
            Some(&[start, end]) => &self.groups[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Returns the members of a group.
    #[inline]
    pub(crate) fn members(&self, group: u32) -> &[Lit] {
        let group = group as usize;
        &self.members[self.starts[group] as usize..self.starts[group + 1] as usize]
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
        self.members.len()
    }

    /// Returns the number of groups.
    pub(crate) fn len(&self) -> u32 {
        self.starts.len().saturating_sub(1) as u32
    }

    /// Returns `true` if some clique contains both literals.
    pub(crate) fn in_one_clique(&self, a: Lit, b: Lit) -> bool {
        let is_clique = |group: &&u32| **group < self.num_cliques;
        let mut cliques = self.of(a).iter().filter(is_clique);
        // A literal's groups are in ascending order.
        cliques.any(|group| self.of(b).binary_search(group).is_ok())
    }
}
