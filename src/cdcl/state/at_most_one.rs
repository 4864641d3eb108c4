//! At-most-one groups as constraints of their own.
//!
//! A group of m literals stands for m(m−1)/2 binary clauses in m words. When a
//! member becomes true the others become false, each for the reason of a
//! binary clause that need not exist: analysis sees no difference, since a
//! binary reason is its other literal.

use super::trail::Trail;
use crate::cdcl::counting::Groups;
use crate::formula::Lit;
use rustc_hash::FxHashSet;

/// The groups, and which of them each literal is in.
#[derive(Default)]
pub(in crate::cdcl) struct AtMostOnes {
    members: Vec<Lit>,
    /// Where each group starts in `members`; one entry more than groups.
    starts: Vec<u32>,
    /// The groups of all literals, literal by literal.
    groups: Vec<u32>,
    /// Where each literal's groups start in `groups`; one entry more than literals.
    places: Vec<u32>,
    /// How many of the groups, the first ones, are cliques of binary clauses.
    num_cliques: u32,
}

impl AtMostOnes {
    /// The groups over literals of `num_vars` variables, first the cliques of
    /// binary clauses; `None` if they are too many for 32 bits.
    pub fn new(groups: &Groups, num_cliques: usize, num_vars: usize) -> Option<AtMostOnes> {
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

    /// The groups that a literal is in.
    #[inline]
    pub fn of(&self, lit: Lit) -> &[u32] {
        // Variables that came after the groups are in none.
        match self.places.get(lit.code()..lit.code() + 2) {
            Some(&[start, end]) => &self.groups[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The members of a group.
    #[inline]
    pub fn members(&self, group: u32) -> &[Lit] {
        let group = group as usize;
        &self.members[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// All groups, and how many of them, the first ones, are cliques: they
    /// stand for binary clauses, which are no longer anywhere else. The others
    /// were proved by counting.
    pub fn to_groups(&self) -> (Groups, usize) {
        let mut groups = Groups::default();
        for number in 0..self.len() {
            groups.push(self.members(number));
        }
        (groups, self.num_cliques as usize)
    }

    /// Removes the literals fixed at level 0 from the groups, and groups that are
    /// then superfluous. Everything must be propagated at level 0. Calls `shrunk`
    /// with each group that becomes smaller, before and after.
    pub fn shrink(&mut self, trail: &Trail, mut shrunk: impl FnMut(&[Lit], &[Lit])) {
        let mut known: FxHashSet<Box<[Lit]>> = FxHashSet::default();
        let mut smaller = Groups::default();
        let mut num_cliques = 0;
        for number in 0..self.len() {
            let group = self.members(number);
            let is_open = |lit: &Lit| trail.is_open(lit.var());
            let open: Vec<Lit> = group.iter().copied().filter(is_open).collect();
            // Of a group with a true member no other is open.
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

    /// How many members the groups have in all.
    pub fn num_members(&self) -> usize {
        self.members.len()
    }

    /// How many groups there are.
    pub fn len(&self) -> u32 {
        self.starts.len().saturating_sub(1) as u32
    }

    /// Whether some clique has both literals.
    pub fn in_one_clique(&self, a: Lit, b: Lit) -> bool {
        let is_clique = |group: &&u32| **group < self.num_cliques;
        let mut cliques = self.of(a).iter().filter(is_clique);
        // A literal's groups are in ascending order.
        cliques.any(|group| self.of(b).binary_search(group).is_ok())
    }
}
