//! The ids of clauses, for an observer that wants hints.
//!
//! A clause of the arena has its id stored with it. The ids of clauses that
//! have no place there, or that are used without reading the arena, are stored
//! here: unit clauses by variable, binary clauses by their literals.

use crate::formula::{Lit, Var};
use crate::proof::Id;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The ids of unit and binary clauses, and the next ids.
#[derive(Default)]
pub(in crate::cdcl) struct Ids {
    originals: u64,
    derived: u64,
    /// For each variable, the unit clause that fixed it at level 0.
    units: Vec<Id>,
    binaries: FxHashMap<[Lit; 2], Id>,
    /// For each literal, the other literal and the id of the binary clause that was
    /// looked up last for it: propagation uses few binary clauses often.
    recent: Vec<(Lit, Id)>,
    /// The further ids of binary clauses that exist several times.
    repeated: FxHashMap<[Lit; 2], BTreeSet<Id>>,
}

impl Ids {
    pub(crate) fn next_original(&mut self) -> Id {
        self.originals += 1;
        Id::original(self.originals)
    }

    pub(crate) fn next_derived(&mut self) -> Id {
        self.derived += 1;
        Id::derived(self.derived)
    }

    pub(crate) fn set_unit(&mut self, var: Var, id: Id) {
        if self.units.len() <= var.index() {
            self.units.resize(var.index() + 1, Id::NONE);
        }
        self.units[var.index()] = id;
    }

    /// Returns the id of the unit clause of a variable fixed at level 0.
    pub(crate) fn unit(&self, var: Var) -> Id {
        self.units[var.index()]
    }

    /// Records the id of a binary clause. Changes nothing if the id is known,
    /// as for a clause that is restored after elimination.
    pub(crate) fn add_binary(&mut self, first: Lit, second: Lit, id: Id) {
        let pair = pair(first, second);
        let Some(old) = self.binaries.insert(pair, id) else {
            return;
        };
        if old != id {
            let repeated = self.repeated.entry(pair).or_default();
            repeated.remove(&id);
            repeated.insert(old);
        }
    }

    /// Forgets the id of a deleted binary clause.
    pub(crate) fn remove_binary(&mut self, first: Lit, second: Lit, id: Id) {
        for (lit, other) in [(first, second), (second, first)] {
            if let Some(recent) = self.recent.get_mut(lit.code())
                && recent.0 == other
            {
                recent.1 = Id::NONE;
            }
        }
        let pair = pair(first, second);
        let repeated = self.repeated.get_mut(&pair);
        if self.binaries.get(&pair) == Some(&id) {
            match repeated.and_then(BTreeSet::pop_last) {
                Some(other) => self.binaries.insert(pair, other),
                None => self.binaries.remove(&pair),
            };
        } else if let Some(repeated) = repeated {
            repeated.remove(&id);
        }
    }

    /// Returns the same as [`binary`](Self::binary), more quickly if the last call with
    /// `lit` had the same other literal.
    #[inline]
    pub(crate) fn binary_again(&mut self, lit: Lit, other: Lit) -> Option<Id> {
        match self.recent.get(lit.code()) {
            Some(&(last, id)) if last == other && id != Id::NONE => Some(id),
            _ => self.look_up(lit, other),
        }
    }

    /// Looks a binary clause up, and remembers it for the literal.
    fn look_up(&mut self, lit: Lit, other: Lit) -> Option<Id> {
        let id = self.binary(lit, other)?;
        if self.recent.len() <= lit.code() {
            self.recent.resize(lit.code() + 1, (lit, Id::NONE));
        }
        self.recent[lit.code()] = (other, id);
        Some(id)
    }

    /// Returns the id of a binary clause with these literals, if there is one.
    pub(crate) fn binary(&self, first: Lit, second: Lit) -> Option<Id> {
        self.binaries.get(&pair(first, second)).copied()
    }
}

/// Returns the two literals sorted by code.
fn pair(first: Lit, second: Lit) -> [Lit; 2] {
    match first < second {
        true => [first, second],
        false => [second, first],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_binary_clause_stays_until_its_last_copy_goes() {
        let [a, b] = [Var::new(0).positive(), Var::new(1).negative()];
        let mut ids = Ids::default();
        let given: Vec<Id> = (0..3).map(|_| ids.next_original()).collect();
        for &id in &given {
            ids.add_binary(a, b, id);
        }
        for gone in [0, 2] {
            ids.remove_binary(b, a, given[gone]);
            let left = ids.binary(b, a).unwrap();
            assert!(left != given[gone]);
        }
        assert_eq!(ids.binary(a, b), Some(given[1]));
        ids.add_binary(b, a, given[1]);
        ids.remove_binary(a, b, given[1]);
        assert_eq!(ids.binary(a, b), None);
    }

    #[test]
    fn what_was_looked_up_is_forgotten_when_it_goes() {
        let [a, b, c] = [0, 1, 2].map(|index| Var::new(index).positive());
        let mut ids = Ids::default();
        let [first, second, third] = [0; 3].map(|_| ids.next_original());
        ids.add_binary(a, b, first);
        ids.add_binary(a, c, second);
        for _ in 0..2 {
            assert_eq!(ids.binary_again(a, b), Some(first));
            assert_eq!(ids.binary_again(b, a), Some(first));
        }
        assert_eq!(ids.binary_again(a, c), Some(second));
        assert_eq!(ids.binary_again(c, b), None);
        ids.remove_binary(a, b, first);
        assert_eq!(ids.binary_again(b, a), None);
        ids.add_binary(b, a, third);
        assert_eq!(ids.binary_again(b, a), Some(third));
        assert_eq!(ids.binary_again(a, b), Some(third));
        ids.remove_binary(c, a, second);
        assert_eq!(ids.binary_again(a, c), None);
    }
}
