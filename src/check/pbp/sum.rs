//! Sums of inequalities, in which the terms of the next one are looked up.

use crate::formula::{Lit, Var};
use crate::proof::pbp::Inequality;
use rustc_hash::FxHashMap;

/// An inequality in the course of an expression, in the normal form of
/// [`Inequality`].
///
/// Adding another one takes time linear in that one. An operation that would
/// overflow returns `None`.
#[derive(Debug, Default)]
pub(super) struct Sum {
    /// The coefficients that are not 0; negative where the literal is.
    coefficients: FxHashMap<Var, i64>,
    degree: u64,
}

impl Sum {
    /// Returns the number of terms.
    pub(super) fn len(&self) -> usize {
        self.coefficients.len()
    }

    /// Returns the sum 0 ≥ 0, in place of an old one.
    pub(super) fn cleared(mut self) -> Sum {
        self.coefficients.clear();
        self.degree = 0;
        self
    }

    /// Adds an inequality with these terms, which have different variables.
    pub(super) fn add(
        &mut self,
        terms: impl IntoIterator<Item = (Lit, u64)>,
        degree: u64,
    ) -> Option<()> {
        self.degree = self.degree.checked_add(degree)?;
        for (lit, coefficient) in terms {
            let coefficient = i64::try_from(coefficient).ok()?;
            let signed = if lit.is_positive() {
                coefficient
            } else {
                -coefficient
            };
            let sum = self.coefficients.entry(lit.var()).or_default();
            if (*sum < 0) != (signed < 0) {
                // a·l + b·¬l = min(a, b) + the rest of the larger term.
                let cancelled = sum.unsigned_abs().min(signed.unsigned_abs());
                self.degree = self.degree.saturating_sub(cancelled);
            }
            *sum = sum.checked_add(signed)?;
            if *sum == 0 {
                self.coefficients.remove(&lit.var());
            }
        }
        Some(())
    }

    /// Adds another sum.
    pub(super) fn add_sum(&mut self, other: &Sum) -> Option<()> {
        self.add(other.terms(), other.degree)
    }

    fn terms(&self) -> impl Iterator<Item = (Lit, u64)> + '_ {
        let terms = self.coefficients.iter();
        terms.map(|(var, &c)| (var.lit(c > 0), c.unsigned_abs()))
    }

    /// Multiplies by `factor`.
    pub(super) fn multiply(&mut self, factor: u64) -> Option<()> {
        self.degree = self.degree.checked_mul(factor)?;
        let factor = i64::try_from(factor).ok()?;
        for coefficient in self.coefficients.values_mut() {
            *coefficient = coefficient.checked_mul(factor)?;
        }
        self.drop_zeros();
        Some(())
    }

    /// Divides by `divisor`, which must not be 0, and rounds up.
    pub(super) fn divide(&mut self, divisor: u64) {
        self.degree = self.degree.div_ceil(divisor);
        self.map(|coefficient| coefficient.div_ceil(divisor));
    }

    /// Lowers every coefficient to at most the degree.
    pub(super) fn saturate(&mut self) {
        let degree = self.degree;
        self.map(|coefficient| coefficient.min(degree));
        self.drop_zeros();
    }

    /// Weakens a variable away: removes its term as if its literal were true.
    pub(super) fn weaken(&mut self, var: Var) {
        if let Some(coefficient) = self.coefficients.remove(&var) {
            self.degree = self.degree.saturating_sub(coefficient.unsigned_abs());
        }
    }

    /// Returns the inequality, unless it has numbers that are too large.
    pub(super) fn inequality(&self) -> Option<Inequality> {
        let coefficients = self.coefficients.iter();
        let terms: Vec<(i64, Lit)> = coefficients
            .map(|(var, &c)| (c.saturating_abs(), var.lit(c > 0)))
            .collect();
        Inequality::new(&terms, i64::try_from(self.degree).ok()?)
    }

    /// Changes the amounts of the coefficients, to smaller ones.
    fn map(&mut self, change: impl Fn(u64) -> u64) {
        for coefficient in self.coefficients.values_mut() {
            let amount = change(coefficient.unsigned_abs()) as i64;
            *coefficient = amount * coefficient.signum();
        }
    }

    fn drop_zeros(&mut self) {
        self.coefficients.retain(|_, coefficient| *coefficient != 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `true` if the assignment, given as one bit for each variable,
    /// satisfies the inequality.
    fn holds(inequality: &Inequality, assignment: u32) -> bool {
        let value = |lit: Lit| (assignment >> lit.var().index() & 1 == 1) == lit.is_positive();
        let terms = inequality.terms().iter();
        let sum: u64 = terms.filter(|(lit, _)| value(*lit)).map(|(_, c)| c).sum();
        sum >= inequality.degree()
    }

    fn sum(inequality: &Inequality) -> Sum {
        let mut sum = Sum::default();
        let terms = inequality.terms().iter().copied();
        sum.add(terms, inequality.degree()).unwrap();
        sum
    }

    #[test]
    fn every_operation_keeps_what_holds() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut any = || {
            let terms: Vec<(i64, Lit)> = (0..4)
                .map(|var| (random.i64(-4..5), Var::new(var).lit(random.bool())))
                .collect();
            Inequality::new(&terms, random.i64(-3..9)).unwrap()
        };
        for _ in 0..2000 {
            let (a, b) = (any(), any());
            let mut total = sum(&a);
            total.add_sum(&sum(&b)).unwrap();
            let total = total.inequality().unwrap();
            let derived = [0, 1, 2, 3].map(|operation| {
                let mut sum = sum(&a);
                match operation {
                    0 => sum.multiply(3).unwrap(),
                    1 => sum.divide(2),
                    2 => sum.saturate(),
                    _ => sum.weaken(Var::new(0)),
                }
                sum.inequality().unwrap()
            });
            for assignment in 0..16 {
                if holds(&a, assignment) {
                    assert!(derived.iter().all(|one| holds(one, assignment)));
                    assert!(!holds(&b, assignment) || holds(&total, assignment));
                }
            }
        }
    }

    #[test]
    fn numbers_that_leave_64_bits_are_refused() {
        let large = Inequality::new(&[(1 << 40, Var::new(0).positive())], 1).unwrap();
        assert_eq!(sum(&large).multiply(1 << 40), None);
    }
}
