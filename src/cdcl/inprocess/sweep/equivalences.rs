//! The equivalences that a round of sweeping has found.

use crate::formula::Lit;
use crate::proof::Id;
use rustc_hash::FxHashMap;

/// Classes of equivalent literals. The class of a literal's negation consists
/// of the negations.
pub(super) struct Equivalences {
    /// For each literal, the representative of its class.
    representatives: Vec<Lit>,
    /// For each literal, the next one of its class, in a circle.
    next: Vec<Lit>,
    /// For each literal that was merged into another class, the representative
    /// of that class at that time, and the id of the clause that states that the
    /// literal implies it.
    parents: FxHashMap<Lit, (Lit, Id)>,
}

impl Equivalences {
    /// Creates a class for each literal.
    pub(super) fn new(num_vars: usize) -> Equivalences {
        let lits: Vec<Lit> = (0..2 * num_vars).map(Lit::from_code).collect();
        Equivalences {
            representatives: lits.clone(),
            next: lits,
            parents: FxHashMap::default(),
        }
    }

    /// Returns the representative of the literal's class.
    pub(super) fn image(&self, lit: Lit) -> Lit {
        self.representatives[lit.code()]
    }

    /// Iterates over the literal's class, the literal itself first.
    pub(super) fn class(&self, lit: Lit) -> impl Iterator<Item = Lit> + '_ {
        let mut member = Some(lit);
        std::iter::from_fn(move || {
            let current = member?;
            member = Some(self.next[current.code()]).filter(|&next| next != lit);
            Some(current)
        })
    }

    /// Merges the class of `other` into that of `lit`, another representative.
    /// The ids are those of the clauses by which `other` implies `lit`, and the
    /// other way round.
    pub(super) fn merge(&mut self, [lit, other]: [Lit; 2], ids: [Id; 2]) {
        for ([lit, other], id) in [([lit, other], ids[0]), ([!lit, !other], ids[1])] {
            debug_assert!(self.image(lit) == lit && self.image(other) == other && lit != other);
            let members: Vec<Lit> = self.class(other).collect();
            for member in members {
                self.representatives[member.code()] = lit;
            }
            self.next.swap(lit.code(), other.code());
            self.parents.insert(other, (lit, id));
        }
    }

    /// Adds to `hints` those clauses, if they are not there, by which unit
    /// propagation makes `lit` false once its representative is false.
    pub(super) fn explain(&self, lit: Lit, hints: &mut Vec<Id>) {
        let end = hints.len();
        let mut from = lit;
        while let Some(&(to, id)) = self.parents.get(&from) {
            if !hints[..end].contains(&id) {
                hints.push(id);
            }
            from = to;
        }
        hints[end..].reverse();
    }
}
