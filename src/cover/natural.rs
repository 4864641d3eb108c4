//! Natural numbers of any size, for counts of solutions.

use fastrand::Rng;
use std::cmp::Ordering;
use std::fmt;

/// Largest power of ten that fits into a limb, and its number of zeros.
const TEN: (u64, usize) = (10_000_000_000_000_000_000, 19);

/// A natural number of any size.
///
/// ```
/// use sudosat::cover::Natural;
///
/// let mut power = Natural::from(1_u64);
/// for _ in 0..130 {
///     power.multiply(2);
/// }
/// assert_eq!(power.to_string(), "1361129467683753853853498429727072845824");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural {
    /// The digits to base 2⁶⁴, the lowest first. The last one is not 0.
    limbs: Vec<u64>,
}

impl Natural {
    /// Returns the number with these digits to base 2⁶⁴, the lowest first.
    pub(super) fn from_limbs(limbs: &[u64]) -> Natural {
        let length = limbs.iter().rposition(|&limb| limb != 0);
        Natural {
            limbs: limbs[..length.map_or(0, |last| last + 1)].to_vec(),
        }
    }

    /// Returns the number of bits, which is 0 for 0.
    pub(super) fn bits(&self) -> u32 {
        let last = self
            .limbs
            .last()
            .map_or(0, |limb| 64 - limb.leading_zeros());
        (64 * self.limbs.len().saturating_sub(1)) as u32 + last
    }

    /// Returns `true` if the number is 0.
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// Adds a number.
    pub fn add(&mut self, other: &Natural) {
        let length = self.limbs.len().max(other.limbs.len());
        self.limbs.resize(length, 0);
        if add_limbs(&mut self.limbs, &other.limbs) {
            self.limbs.push(1);
        }
    }

    /// Multiplies the number.
    pub fn multiply(&mut self, factor: u64) {
        let mut carry = 0;
        for limb in &mut self.limbs {
            let product = u128::from(*limb) * u128::from(factor) + carry;
            (*limb, carry) = (product as u64, product >> 64);
        }
        self.limbs.push(carry as u64);
        *self = Natural::from_limbs(&self.limbs);
    }

    /// Returns the product of two numbers.
    pub(super) fn product(&self, other: &Natural) -> Natural {
        let mut product = Natural::default();
        for &limb in other.limbs.iter().rev() {
            if !product.is_zero() {
                product.limbs.insert(0, 0);
            }
            let mut part = self.clone();
            part.multiply(limb);
            product.add(&part);
        }
        product
    }

    /// Divides the number, and returns the remainder.
    ///
    /// # Panics
    /// If the divisor is 0.
    pub fn divide(&mut self, divisor: u64) -> u64 {
        let mut rest = 0;
        for limb in self.limbs.iter_mut().rev() {
            let part = u128::from(rest) << 64 | u128::from(*limb);
            *limb = (part / u128::from(divisor)) as u64;
            rest = (part % u128::from(divisor)) as u64;
        }
        *self = Natural::from_limbs(&self.limbs);
        rest
    }

    /// Returns the number if it is less than 2⁶⁴.
    pub fn to_u64(&self) -> Option<u64> {
        match self.limbs[..] {
            [] => Some(0),
            [low] => Some(low),
            _ => None,
        }
    }

    /// Returns the number, or the largest of 64 bits if that is less.
    pub fn saturated(&self) -> u64 {
        self.to_u64().unwrap_or(u64::MAX)
    }

    /// Returns the number if it is less than 2¹²⁸.
    pub fn to_u128(&self) -> Option<u128> {
        match self.limbs[..] {
            [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
            _ => self.to_u64().map(u128::from),
        }
    }

    /// Returns a smaller number, drawn uniformly at random.
    ///
    /// # Panics
    /// If the number is 0.
    pub(super) fn draw_less(&self, rng: &mut Rng) -> Natural {
        if let Some(number) = self.to_u128() {
            return rng.u128(..number).into();
        }
        let unused = (64 - self.bits() % 64) % 64;
        loop {
            let mut limbs: Vec<u64> = self.limbs.iter().map(|_| rng.u64(..)).collect();
            if let Some(last) = limbs.last_mut() {
                *last >>= unused;
            }
            let drawn = Natural::from_limbs(&limbs);
            if drawn < *self {
                return drawn;
            }
        }
    }

    /// Returns the number, rounded.
    pub fn to_f64(&self) -> f64 {
        let limbs = self.limbs.iter().rev();
        limbs.fold(0.0, |sum, &limb| sum * 2f64.powi(64) + limb as f64)
    }
}

/// Adds a number to one that has at least as many limbs. Returns `true` if the sum needs one
/// limb more, which is 1.
#[inline(always)]
pub(super) fn add_limbs(sum: &mut [u64], other: &[u64]) -> bool {
    let (low, high) = sum.split_at_mut(other.len());
    let mut carry = false;
    for (limb, &other) in low.iter_mut().zip(other) {
        let (part, first) = limb.overflowing_add(other);
        let (part, second) = part.overflowing_add(u64::from(carry));
        (*limb, carry) = (part, first | second);
    }
    for limb in high {
        if !carry {
            break;
        }
        (*limb, carry) = limb.overflowing_add(1);
    }
    carry
}

impl From<u64> for Natural {
    fn from(number: u64) -> Natural {
        Natural::from_limbs(&[number])
    }
}

impl From<u128> for Natural {
    fn from(number: u128) -> Natural {
        Natural::from_limbs(&[number as u64, (number >> 64) as u64])
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Natural) -> Ordering {
        let lengths = self.limbs.len().cmp(&other.limbs.len());
        lengths.then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Natural) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// In decimal digits.
impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut rest, mut parts) = (self.clone(), Vec::new());
        while rest.limbs.len() > 1 {
            parts.push(rest.divide(TEN.0));
        }
        let mut text = rest.to_u64().unwrap_or_default().to_string();
        for part in parts.iter().rev() {
            text += &format!("{part:0width$}", width = TEN.1);
        }
        f.pad_integral(true, "", &text)
    }
}

/// As a number, or as a string of digits from 2¹²⁸ on.
#[cfg(feature = "json")]
impl serde::Serialize for Natural {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_u128() {
            Some(number) => serializer.serialize_u128(number),
            None => serializer.collect_str(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn small_numbers_are_as_the_machine_has_them(a in any::<u128>(), b in any::<u64>(), shift in 0..128u32) {
            let a = a >> shift;
            let mut number = Natural::from(a);
            prop_assert_eq!(number.to_string(), a.to_string());
            prop_assert_eq!(number.to_u128(), Some(a));
            prop_assert_eq!(number.to_u64(), u64::try_from(a).ok());
            prop_assert_eq!(number.cmp(&Natural::from(b)), a.cmp(&u128::from(b)));
            number.multiply(b);
            number.add(&Natural::from(7_u64));
            if b > 7 {
                prop_assert_eq!(number.divide(b), 7);
                prop_assert_eq!(number, Natural::from(a));
            }
        }
    }

    #[test]
    fn powers_of_ten_have_their_zeros() {
        let mut power = Natural::from(1_u64);
        for zeros in 0..90 {
            assert_eq!(power.to_string(), format!("1{}", "0".repeat(zeros)));
            assert!((power.to_f64() / 10f64.powi(zeros as i32) - 1.0).abs() < 1e-9);
            let mut nines = power.clone();
            nines.multiply(u64::MAX);
            nines.add(&power); // carries through every limb
            assert_eq!(nines.limbs[0], 0);
            power.multiply(10);
        }
        assert_eq!(Natural::default().to_string(), "0");
    }
}
