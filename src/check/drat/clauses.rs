//! The clauses present, to be found by their literals.

use crate::formula::Lit;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// End of a chain of clauses.
const NONE: u32 = u32::MAX;

/// Clauses in one buffer, each with a handle that stays the same as long as
/// the clause is present. Deleted clauses leave holes, which are closed when
/// they make up half of the buffer.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    lits: Vec<Lit>,
    slots: Vec<Slot>,
    /// Handles without a clause.
    free: Vec<u32>,
    /// Number of literals in `lits` that belong to deleted clauses.
    holes: usize,
    /// The first clause of each chain; a power of two of them, or none.
    chains: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    start: usize,
    /// 0 without a clause.
    len: u32,
    hash: u32,
    /// The next clause of the chain.
    next: u32,
}

impl Clauses {
    /// Adds a clause that has literals, sorted and without repetition.
    pub(super) fn add(&mut self, sorted: &[Lit]) -> u32 {
        if self.len() >= self.chains.len() {
            self.widen();
        }
        let slot = Slot {
            start: self.lits.len(),
            len: sorted.len() as u32,
            hash: hash(sorted),
            next: NONE,
        };
        self.lits.extend_from_slice(sorted);
        let clause = match self.free.pop() {
            Some(clause) => {
                self.slots[clause as usize] = slot;
                clause
            }
            None => {
                self.slots.push(slot);
                (self.slots.len() - 1) as u32
            }
        };
        self.link(clause);
        clause
    }

    /// Returns a clause with exactly these literals (sorted, without repetition) that
    /// `wanted` agrees to, or else one that it does not agree to.
    pub(super) fn find(&self, sorted: &[Lit], wanted: impl Fn(u32) -> bool) -> Option<u32> {
        let hash = hash(sorted);
        let mut clause = *self.chains.get(self.chain_of(hash))?;
        let mut second_best = None;
        while clause != NONE {
            let slot = self.slots[clause as usize];
            if slot.hash == hash && slot.len as usize == sorted.len() {
                let lits = self.lits(clause);
                if lits.iter().all(|lit| sorted.binary_search(lit).is_ok()) {
                    if wanted(clause) {
                        return Some(clause);
                    }
                    second_best = Some(clause);
                }
            }
            clause = slot.next;
        }
        second_best
    }

    /// Deletes a clause.
    pub(super) fn delete(&mut self, clause: u32) {
        self.unlink(clause);
        let slot = &mut self.slots[clause as usize];
        self.holes += slot.len as usize;
        slot.len = 0;
        self.free.push(clause);
        if self.holes > 1024 && self.holes > self.lits.len() / 2 {
            self.close_holes();
        }
    }

    /// Returns the clause's literals.
    #[inline]
    pub(super) fn lits(&self, clause: u32) -> &[Lit] {
        let slot = &self.slots[clause as usize];
        &self.lits[slot.start..slot.start + slot.len as usize]
    }

    /// Returns the clause's literals, to be put in another order.
    #[inline]
    pub(super) fn lits_mut(&mut self, clause: u32) -> &mut [Lit] {
        let slot = &self.slots[clause as usize];
        &mut self.lits[slot.start..slot.start + slot.len as usize]
    }

    /// Returns the number of clauses present.
    pub(super) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Returns the handles of the clauses.
    pub(super) fn handles(&self) -> impl Iterator<Item = u32> + '_ {
        let present = |&clause: &u32| self.slots[clause as usize].len > 0;
        (0..self.slots.len() as u32).filter(present)
    }

    fn chain_of(&self, hash: u32) -> usize {
        hash as usize & self.chains.len().wrapping_sub(1)
    }

    fn link(&mut self, clause: u32) {
        let chain = self.chain_of(self.slots[clause as usize].hash);
        self.slots[clause as usize].next = self.chains[chain];
        self.chains[chain] = clause;
    }

    fn unlink(&mut self, clause: u32) {
        let Slot { hash, next, .. } = self.slots[clause as usize];
        let chain = self.chain_of(hash);
        if self.chains[chain] == clause {
            self.chains[chain] = next;
            return;
        }
        let mut before = self.chains[chain];
        while self.slots[before as usize].next != clause {
            before = self.slots[before as usize].next;
        }
        self.slots[before as usize].next = next;
    }

    fn widen(&mut self) {
        let wider = (2 * self.chains.len()).max(64);
        self.chains.clear();
        self.chains.resize(wider, NONE);
        for clause in 0..self.slots.len() as u32 {
            if self.slots[clause as usize].len > 0 {
                self.link(clause);
            }
        }
    }

    fn close_holes(&mut self) {
        let mut packed = Vec::with_capacity(self.lits.len() - self.holes);
        for slot in self.slots.iter_mut().filter(|slot| slot.len > 0) {
            let lits = &self.lits[slot.start..slot.start + slot.len as usize];
            slot.start = packed.len();
            packed.extend_from_slice(lits);
        }
        self.lits = packed;
        self.holes = 0;
    }
}

fn hash(sorted: &[Lit]) -> u32 {
    let mut hasher = FxHasher::default();
    for lit in sorted {
        lit.hash(&mut hasher);
    }
    hasher.finish() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn clauses_are_found_and_deleted_as_often_as_they_were_added() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut clauses = Clauses::default();
        let mut expected: HashMap<Vec<Lit>, usize> = HashMap::new();
        for _ in 0..30_000 {
            let mut lits: Vec<Lit> = (0..random.usize(1..4))
                .map(|_| Lit::from_code(random.usize(0..24)))
                .collect();
            lits.sort_unstable();
            lits.dedup();
            let count = expected.entry(lits.clone()).or_default();
            if random.usize(0..100) < 52 {
                match clauses.find(&lits, |_| true) {
                    Some(clause) => {
                        assert!(*count > 0);
                        *count -= 1;
                        clauses.delete(clause);
                    }
                    None => assert_eq!(*count, 0),
                }
            } else {
                *count += 1;
                let clause = clauses.add(&lits);
                let len = lits.len();
                clauses.lits_mut(clause).swap(0, random.usize(0..len));
            }
        }
        assert_eq!(clauses.len(), expected.values().sum::<usize>());
        assert_eq!(clauses.handles().count(), clauses.len());
        assert!(clauses.lits.len() <= 2 * (clauses.lits.len() - clauses.holes) + 1024);
    }

    #[test]
    fn clauses_of_one_hash_are_told_apart() {
        let mut random = fastrand::Rng::with_seed(2);
        let mut by_hash: HashMap<u32, [Lit; 3]> = HashMap::new();
        let mut pairs = 0;
        for _ in 0..400_000 {
            // They share a literal.
            let mut lits = [0, random.usize(2..1 << 20), random.usize(2..1 << 20)];
            lits.sort_unstable();
            let lits = lits.map(Lit::from_code);
            match by_hash.insert(hash(&lits), lits) {
                Some(other) if other != lits => {
                    pairs += 1;
                    let mut clauses = Clauses::default();
                    let clause = clauses.add(&other);
                    assert_eq!(clauses.find(&other, |_| true), Some(clause));
                    assert_eq!(clauses.find(&lits, |_| true), None);
                }
                _ => {}
            }
        }
        assert!(pairs > 0);
    }
}
