//! A hash table from states to counts.

use super::super::natural::{Natural, add_limbs};

/// Flag in the first word of a key that is present.
const PRESENT: u64 = 1 << 63;

/// Factor of the hash function: 2⁶⁴ divided by the golden ratio.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A table from keys of `W` words to counts of a fixed number of limbs. Keys do not use the
/// highest bit of their first word.
#[derive(Debug)]
pub(super) struct Table<const W: usize> {
    /// For each place, a key and its count, or zeros. The number of places is a
    /// power of two.
    words: Vec<u64>,
    places: usize,
    limbs: usize,
    len: usize,
}

impl<const W: usize> Table<W> {
    /// Creates an empty table that holds this many keys before it grows.
    pub(super) fn new(limbs: usize, keys: usize) -> Table<W> {
        let places = (2 * keys).next_power_of_two().max(4);
        Table {
            words: vec![0; places * (W + limbs)],
            places,
            limbs,
            len: 0,
        }
    }

    /// Returns the number of keys.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of places, each with or without a key.
    pub(super) fn places(&self) -> usize {
        self.places
    }

    /// Returns the number of limbs of a count.
    pub(super) fn limbs(&self) -> usize {
        self.limbs
    }

    /// Returns the memory of the table in bytes.
    pub(super) fn bytes(&self) -> usize {
        8 * self.words.len()
    }

    /// Returns the key and the count at a place, if there is one. The key has
    /// the flag that it is present.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> Option<(&[u64; W], &[u64])> {
        let entry = &self.words[place * (W + self.limbs)..][..W + self.limbs];
        let (key, count) = entry.split_first_chunk::<W>()?;
        (key[0] & PRESENT != 0).then_some((key, count))
    }

    /// Adds to the count of a key. The sum must not need more limbs.
    #[inline(always)]
    pub(super) fn add(&mut self, key: &[u64; W], count: &[u64]) {
        if 2 * self.len >= self.places {
            self.grow();
        }
        let stride = W + self.limbs;
        let mut key = *key;
        key[0] |= PRESENT;
        let mixed = |hash: u64, &word: &u64| (hash.rotate_left(25) ^ word).wrapping_mul(FACTOR);
        let hash = key.iter().fold(0, mixed);
        let mut place = (hash >> 32) as usize & (self.places - 1);
        loop {
            let entry = &mut self.words[place * stride..][..stride];
            let (old, sum) = entry.split_at_mut(W);
            if old[0] == 0 {
                old.copy_from_slice(&key);
                sum[..count.len()].copy_from_slice(count);
                self.len += 1;
                return;
            }
            if *old == key {
                let overflows = add_limbs(sum, count);
                debug_assert!(!overflows, "the counts have too few limbs");
                return;
            }
            place = (place + 1) & (self.places - 1);
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Table::new(self.limbs, self.places);
        for place in 0..self.places {
            if let Some((key, count)) = self.get(place) {
                larger.add(key, count);
            }
        }
        *self = larger;
    }

    /// Returns the sum of all counts.
    pub(super) fn sum(&self) -> Natural {
        let mut sum = vec![0; self.limbs + 1];
        for place in 0..self.places {
            if let Some((_, count)) = self.get(place) {
                add_limbs(&mut sum, count);
            }
        }
        Natural::from_limbs(&sum)
    }
}
