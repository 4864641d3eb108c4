//! Fingerprints: clauses identified without storing them.

use crate::formula::Lit;

/// A hash of a clause in 128 bits, independent of the order of its literals.
///
/// If two clauses had the same fingerprint, a correct proof might be refused,
/// but no wrong one would be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fingerprint(u64, u64);

impl Fingerprint {
    pub(crate) fn of(lits: &[Lit]) -> Fingerprint {
        // The sum makes the order irrelevant. The literals are mixed first, so
        // that sums of different literals differ.
        let mut print = Fingerprint(lits.len() as u64, 0);
        for lit in lits {
            let code = lit.code() as u64;
            print.0 = print.0.wrapping_add(mix(2 * code));
            print.1 = print.1.wrapping_add(mix(2 * code + 1));
        }
        print
    }
}

/// Applies the finalizer of SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
