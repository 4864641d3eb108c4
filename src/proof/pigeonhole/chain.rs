//! That of a clause's literals one at most is true.

use super::{Derive, Hints};
use crate::formula::Lit;
use crate::proof::Id;

/// The literals of a clause in the order of their holes, linked by y(c,k).
pub(crate) struct Chain {
    pub(super) links: Vec<Link>,
}

/// A hole that the pigeon may be in.
pub(super) struct Link {
    /// The literals there, and why each makes x true if they are several.
    pub lits: Vec<(Lit, Id)>,
    /// The y before → y, and x → y.
    pub up: [Id; 2],
    /// The y before → ¬x.
    pub excludes: Id,
}

impl Chain {
    /// Derives that not both literals are true. `None` if they are not both in
    /// the chain, or in one hole, whose group says it.
    pub fn pair(&self, a: Lit, b: Lit, lemmas: &mut impl Derive) -> Option<Id> {
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

    /// Which link the literal is in, and why it makes x true.
    fn find(&self, lit: Lit) -> Option<(usize, Id)> {
        self.links.iter().enumerate().find_map(|(place, link)| {
            let (_, up) = link.lits.iter().find(|(other, _)| *other == lit)?;
            Some((place, *up))
        })
    }
}
