//! A set of trail positions, from which the highest is taken first.

/// A set of trail positions as two levels of bits.
#[derive(Default)]
pub(in crate::cdcl) struct Positions {
    /// For each position a bit.
    words: Vec<u64>,
    /// For each word a bit that is set if the word is not 0.
    summary: Vec<u64>,
    /// Index of the highest word of `summary` that may differ from 0.
    highest: usize,
}

impl Positions {
    /// Makes room for the positions below `len`. Needed before any other call.
    pub(crate) fn grow(&mut self, len: usize) {
        if self.words.len() <= len / 64 {
            self.words.resize(len / 64 + 1, 0);
            self.summary.resize(len / 4096 + 1, 0);
        }
    }

    /// Adds a position, for which there must be room.
    #[inline]
    pub(crate) fn insert(&mut self, position: u32) {
        let index = position as usize / 64;
        self.words[index] |= 1 << (position % 64);
        self.summary[index / 64] |= 1 << (index % 64);
        self.highest = self.highest.max(index / 64);
    }

    /// Removes and returns the highest position.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        while self.summary[self.highest] == 0 {
            self.highest = self.highest.checked_sub(1)?;
        }
        let summary = &mut self.summary[self.highest];
        let index = 64 * self.highest + summary.ilog2() as usize;
        let word = &mut self.words[index];
        let bit = word.ilog2();
        *word ^= 1 << bit;
        if *word == 0 {
            *summary ^= 1 << (index % 64);
        }
        Some(64 * index as u32 + bit)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.summary.iter().all(|&word| word == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn positions_are_taken_from_the_highest_down() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut positions = Positions::default();
        for _ in 0..200 {
            let len = rng.u32(1..20_000);
            positions.grow(len as usize);
            let mut expected = BTreeSet::new();
            for _ in 0..rng.usize(0..50) {
                let position = rng.u32(0..len);
                positions.insert(position);
                expected.insert(position);
            }
            while let Some(position) = expected.pop_last() {
                assert!(!positions.is_empty());
                assert_eq!(positions.pop(), Some(position));
                // Reasons are below what they imply.
                if position > 0 && rng.u32(0..3) == 0 {
                    let lower = rng.u32(0..position);
                    positions.insert(lower);
                    expected.insert(lower);
                }
            }
            assert!(positions.is_empty() && positions.pop().is_none());
        }
    }
}
