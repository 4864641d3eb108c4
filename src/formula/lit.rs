//! Variables and literals as small integers.

use std::fmt;
use std::ops::Not;

/// A propositional variable, numbered from 0.
///
/// There are at most [`Var::LIMIT`] variables, so that a literal code leaves
/// two bits of a 32-bit word for tags of a solver.
///
/// ```
/// use sudosat::formula::Var;
///
/// let var = Var::new(0);
/// assert_eq!((var.to_dimacs(), var.negative().to_dimacs()), (1, -1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Var(u32);

impl Var {
    /// Largest number of variables of a formula: 2³⁰ − 1, which is also the
    /// limit of kissat. The lecture's formula of a Sudoku of order 31 has 887
    /// 503 681.
    pub const LIMIT: usize = (1 << 30) - 1;

    /// Returns the variable with this index.
    ///
    /// # Panics
    /// If `index` is not below [`Var::LIMIT`].
    #[inline]
    pub fn new(index: usize) -> Var {
        assert!(index < Var::LIMIT, "variable {index} is over the limit");
        Var(index as u32)
    }

    /// Returns the variable's index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal that is true if the variable is true.
    #[inline]
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// Returns the literal that is true if the variable is false.
    #[inline]
    pub fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// Returns the literal that is true if the variable has this value.
    #[inline]
    pub fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | u32::from(!value))
    }

    /// Returns the variable's DIMACS number, from 1.
    #[inline]
    pub fn to_dimacs(self) -> i32 {
        self.0 as i32 + 1
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

/// A variable or its negation. Literals are ordered by variable, positive
/// first.
///
/// ```
/// use sudosat::formula::Lit;
///
/// let lit = Lit::from_dimacs(-3).unwrap();
/// assert_eq!((lit.var().index(), lit.is_negative()), (2, true));
/// assert_eq!((!lit).to_dimacs(), 3);
/// assert_eq!(Lit::from_dimacs(0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Lit(u32);

impl Lit {
    /// Returns the literal with this DIMACS number, or `None` if it is 0 or its
    /// variable exceeds the limit.
    #[inline]
    pub fn from_dimacs(number: i32) -> Option<Lit> {
        let magnitude = number.unsigned_abs();
        if magnitude == 0 || magnitude as usize > Var::LIMIT {
            return None;
        }
        Some(Lit((magnitude - 1) << 1 | u32::from(number < 0)))
    }

    /// Returns the literal's DIMACS number.
    #[inline]
    pub fn to_dimacs(self) -> i32 {
        let number = self.var().to_dimacs();
        if self.is_negative() { -number } else { number }
    }

    /// Returns the literal with this code; see [`Lit::code`].
    ///
    /// # Panics
    /// In debug builds, if the code's variable is over the limit.
    #[inline]
    pub fn from_code(code: usize) -> Lit {
        debug_assert!(code / 2 < Var::LIMIT);
        Lit(code as u32)
    }

    /// Returns the literal as an index: `2·variable + sign`, with sign 1 for a
    /// negation.
    #[inline]
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal's variable.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Returns `true` if the literal is a variable.
    #[inline]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns `true` if the literal is a variable's negation.
    #[inline]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A number that is not the DIMACS number of a literal: 0, or one whose variable is over
/// [`Var::LIMIT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {0}, expected a literal: 1 to {limit} or -1 to -{limit}", limit = Var::LIMIT)]
pub struct NotALit(pub i32);

/// The literal with this DIMACS number, like [`Lit::from_dimacs`].
impl TryFrom<i32> for Lit {
    type Error = NotALit;

    fn try_from(number: i32) -> Result<Lit, NotALit> {
        Lit::from_dimacs(number).ok_or(NotALit(number))
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Writes the DIMACS number.
impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns the literals with these DIMACS numbers, for tests.
#[cfg(test)]
pub(crate) fn lits(numbers: &[i32]) -> Vec<Lit> {
    let lits = numbers.iter().map(|&number| Lit::from_dimacs(number));
    lits.collect::<Option<_>>().expect("no literal is 0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_survives_dimacs_and_code() {
        for number in [
            1,
            -1,
            2,
            -2,
            77,
            -77,
            Var::LIMIT as i32,
            -(Var::LIMIT as i32),
        ] {
            let lit = Lit::from_dimacs(number).unwrap();
            assert_eq!(lit.to_dimacs(), number);
            assert_eq!(Lit::from_code(lit.code()), lit);
            assert_eq!((!lit).to_dimacs(), -number);
            assert_eq!(lit.is_negative(), number < 0);
            assert_eq!(lit.var().lit(lit.is_positive()), lit);
        }
    }

    #[test]
    fn numbers_outside_the_range_are_no_literals() {
        for number in [0, i32::MIN, i32::MAX, Var::LIMIT as i32 + 1] {
            assert_eq!(Lit::from_dimacs(number), None);
        }
    }
}
