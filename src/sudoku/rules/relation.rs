//! Relations of two digits, made once and shared by all pairs that have them.

use rustc_hash::FxHashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex};

/// Largest number of bits of all relations of a process together: eight megabytes. A rule
/// of a 9×9 grid has a relation of 81 bits for all cells, or for each pair of places at most.
const MOST_BITS: usize = 1 << 26;

/// A relation of two digits: the pairs of digits that are allowed.
///
/// It is a handle. Relations that allow the same are the same, and are never freed.
#[derive(Clone, Copy)]
pub struct Relation(&'static Allowed);

/// The pairs of digits of a relation.
#[derive(PartialEq, Eq, Hash)]
struct Allowed {
    /// N, the largest digit.
    side: usize,
    /// A bit for each first and then each second digit.
    bits: Vec<u64>,
    /// Largest number of digits of one cell that a digit of the other excludes.
    most_excluded: usize,
    /// Number of pairs of digits that are not allowed.
    num_forbidden: usize,
}

/// There are too many different relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found too many different relations of two digits")]
pub struct TooManyRelations;

impl Relation {
    /// Returns the relation of the values from 1 to `side` for which `allows` returns `true`.
    ///
    /// # Errors
    /// If it is new and there are too many.
    pub fn new(
        side: usize,
        allows: impl Fn(usize, usize) -> bool,
    ) -> Result<Relation, TooManyRelations> {
        static KNOWN: LazyLock<Mutex<(FxHashSet<&'static Allowed>, usize)>> =
            LazyLock::new(Mutex::default);
        let mut bits = vec![0; (side * side).div_ceil(64)];
        for (first, second) in itertools::iproduct!(0..side, 0..side) {
            if allows(first + 1, second + 1) {
                let bit = first * side + second;
                bits[bit / 64] |= 1 << (bit % 64);
            }
        }
        let allows = |first: usize, second: usize| {
            let bit = first * side + second;
            bits[bit / 64] >> (bit % 64) & 1 == 1
        };
        let of_first = |first| (0..side).filter(|&second| !allows(first, second)).count();
        let of_second = |second| (0..side).filter(|&first| !allows(first, second)).count();
        let counts = (0..side).map(|digit| of_first(digit).max(of_second(digit)));
        let most_excluded = counts.max().unwrap_or(0);
        let num_forbidden = (0..side).map(of_first).sum();
        let allowed = Allowed {
            side,
            bits,
            most_excluded,
            num_forbidden,
        };
        let mut known = KNOWN.lock().unwrap_or_else(|lock| lock.into_inner());
        let (relations, num_bits) = &mut *known;
        if let Some(&same) = relations.get(&allowed) {
            return Ok(Relation(same));
        }
        *num_bits += side * side;
        if *num_bits > MOST_BITS {
            *num_bits -= side * side;
            return Err(TooManyRelations);
        }
        let allowed: &'static Allowed = Box::leak(Box::new(allowed));
        relations.insert(allowed);
        Ok(Relation(allowed))
    }

    /// Returns `true` if the values `first` and `second` (from 1) stand in the relation.
    #[inline]
    pub fn allows(self, first: usize, second: usize) -> bool {
        let bit = (first - 1) * self.0.side + second - 1;
        self.0.bits[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Returns N, the largest digit.
    pub fn side(self) -> usize {
        self.0.side
    }

    /// Returns the largest number of digits of one cell that a digit of the other excludes.
    #[inline]
    pub fn most_excluded(self) -> usize {
        self.0.most_excluded
    }

    /// Returns the number of pairs of digits that are not allowed.
    #[inline]
    pub fn num_forbidden(self) -> usize {
        self.0.num_forbidden
    }

    /// Returns `true` if all pairs of digits are allowed.
    pub fn is_everything(self) -> bool {
        self.0.num_forbidden == 0
    }

    /// Returns `true` if no digit goes with itself.
    pub fn is_apart(self) -> bool {
        (1..=self.0.side).all(|digit| !self.allows(digit, digit))
    }

    /// Returns the pairs of values that are not allowed, in ascending order.
    pub fn forbidden(self) -> impl Iterator<Item = (usize, usize)> {
        let Allowed { side, bits, .. } = self.0;
        let words = bits.iter().enumerate();
        let zeros = words.flat_map(|(word, &bits)| {
            let mut zeros = !bits;
            std::iter::from_fn(move || {
                let bit = zeros.trailing_zeros() as usize;
                zeros &= zeros.wrapping_sub(1);
                (bit < 64).then_some(64 * word + bit)
            })
        });
        let zeros = zeros.take_while(move |bit| *bit < side * side);
        zeros.map(move |bit| (bit / side + 1, bit % side + 1))
    }
}

impl PartialEq for Relation {
    fn eq(&self, other: &Relation) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Relation {}

impl Hash for Relation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl fmt::Debug for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = itertools::iproduct!(1..=self.0.side, 1..=self.0.side);
        let allowed = pairs.filter(|&(first, second)| self.allows(first, second));
        f.debug_set().entries(allowed).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_that_allow_the_same_are_the_same() {
        let less = Relation::new(9, |a, b| a < b).unwrap();
        assert_eq!(less, Relation::new(9, |a, b| b - a.min(b) > 0).unwrap());
        assert_ne!(less, Relation::new(8, |a, b| a < b).unwrap());
        assert!(less.allows(3, 4) && !less.allows(4, 4) && !less.allows(9, 1));
        assert!(!less.is_everything());
        assert!(Relation::new(9, |_, _| true).unwrap().is_everything());
        let small = Relation::new(2, |a, b| a < b).unwrap();
        assert_eq!(format!("{small:?}"), "{(1, 2)}");
        let forbidden: Vec<(usize, usize)> = small.forbidden().collect();
        assert_eq!(forbidden, [(1, 1), (2, 1), (2, 2)]);
        assert!(small.is_apart() && small.most_excluded() == 2);
        let near = Relation::new(16, |a, b| a.abs_diff(b) != 1).unwrap();
        assert!(!near.is_apart() && near.most_excluded() == 2);
        assert_eq!(near.forbidden().count(), 30);
        assert_eq!(near.num_forbidden(), 30);
        assert!(near.forbidden().all(|(a, b)| a.abs_diff(b) == 1));
    }
}
