//! Chains: they prove that at most one literal of a clause is true.

use super::{Derive, Hints};
use crate::formula::Lit;
use crate::proof::Id;

/// The literals of a clause in the order of their holes, linked by the names
/// y(c,k).
pub(crate) struct Chain {
    pub(super) links: Vec<Link>,
}

/// A hole that the pigeon may be in.
pub(super) struct Link {
    /// The literals of the pigeon in this hole. If there are several, each with
    /// the id of the clause by which it implies x.
    pub lits: Vec<(Lit, Id)>,
    /// Ids of the clauses "previous y → y" and "x → y".
    pub up: [Id; 2],
    /// Id of the clause "previous y → ¬x".
    pub excludes: Id,
}

impl Chain {
    /// Derives that the two literals are not both true. Returns `None` if they
    /// are not both in the chain, or are in one hole, whose group excludes them
    /// already.
    pub(crate) fn pair(&self, a: Lit, b: Lit, lemmas: &mut impl Derive) -> Option<Id> {
        let [mut first, mut last] = [self.find(a)?, self.find(b)?];
        if first.0 == last.0 {
            return None;
        }
        if first.0 > last.0 {
            std::mem::swap(&mut first, &mut last);
        }
        let mut hints = vec![first.1, last.1, self.links[first.0].up[1]];
        let between = &self.links[first.0 + 1..last.0];
        hints.extend(between.iter().map(|link| link.up[0]));
        hints.push(self.links[last.0].excludes);
        Some(lemmas.derive(&[!a, !b], &Hints::of(&hints).0))
    }

    /// Returns the index of the literal's link, and the id of the clause by
    /// which it implies x.
    fn find(&self, lit: Lit) -> Option<(usize, Id)> {
        self.links.iter().enumerate().find_map(|(place, link)| {
            let (_, up) = link.lits.iter().find(|(other, _)| *other == lit)?;
            Some((place, *up))
        })
    }
}
