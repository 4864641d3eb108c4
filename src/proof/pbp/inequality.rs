//! Linear inequalities over literals, for pseudo-Boolean proofs.

use crate::formula::{Lit, Var};

/// An inequality ∑ coefficient·literal ≥ degree in normal form: coefficients
/// are positive, each variable occurs once, terms are sorted by variable.
/// Numbers have 64 bits; operations that would overflow return `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inequality {
    terms: Vec<(Lit, u64)>,
    /// The right-hand side. Never negative, because a sum of literals is at
    /// least 0 anyway.
    degree: u64,
}

impl Inequality {
    /// Creates the normal form of these terms.
    pub fn new(terms: &[(i64, Lit)], degree: i64) -> Option<Inequality> {
        // c·l = −c·¬l + c for a negative c: the constant goes to the right.
        let mut degree = i128::from(degree);
        let mut positive: Vec<(Lit, i128)> = Vec::with_capacity(terms.len());
        for &(coefficient, lit) in terms {
            if coefficient < 0 {
                degree -= i128::from(coefficient);
                positive.push((!lit, -i128::from(coefficient)));
            } else {
                positive.push((lit, i128::from(coefficient)));
            }
        }
        positive.sort_unstable_by_key(|&(lit, _)| lit);
        let mut merged: Vec<(Lit, i128)> = Vec::with_capacity(positive.len());
        for (lit, coefficient) in positive {
            match merged.last_mut() {
                Some((last, sum)) if *last == lit => *sum += coefficient,
                Some((last, sum)) if *last == !lit => {
                    // a·l + b·¬l = min(a, b) + the rest of the larger term.
                    degree -= (*sum).min(coefficient);
                    if *sum < coefficient {
                        *last = lit;
                    }
                    *sum = (*sum - coefficient).abs();
                }
                _ => merged.push((lit, coefficient)),
            }
        }
        let mut terms = Vec::with_capacity(merged.len());
        for (lit, coefficient) in merged {
            if coefficient > 0 {
                terms.push((lit, u64::try_from(coefficient).ok()?));
            }
        }
        let degree = u64::try_from(degree.max(0)).ok()?;
        Inequality { terms, degree }.bounded()
    }

    /// Creates the inequality of a clause: at least one literal is true.
    pub fn clause(lits: &[Lit]) -> Inequality {
        let mut sorted = lits.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let tautology = sorted.windows(2).any(|pair| pair[0] == !pair[1]);
        if tautology {
            return Inequality::default();
        }
        Inequality {
            terms: sorted.into_iter().map(|lit| (lit, 1)).collect(),
            degree: 1,
        }
    }

    /// Returns the inequality over other variables. `rename` must map different
    /// variables to different ones.
    pub fn renamed(&self, mut rename: impl FnMut(Lit) -> Lit) -> Inequality {
        let terms = self.terms.iter();
        let mut terms: Vec<(Lit, u64)> = terms.map(|&(lit, c)| (rename(lit), c)).collect();
        terms.sort_unstable();
        Inequality {
            terms,
            degree: self.degree,
        }
    }

    /// Creates the literal axiom lit ≥ 0.
    pub fn axiom(lit: Lit) -> Inequality {
        Inequality {
            terms: vec![(lit, 1)],
            degree: 0,
        }
    }

    /// Returns the terms, literals with coefficients, sorted by variable.
    pub fn terms(&self) -> &[(Lit, u64)] {
        &self.terms
    }

    /// Returns the right-hand side.
    pub fn degree(&self) -> u64 {
        self.degree
    }

    /// Returns `true` if every assignment satisfies the inequality.
    pub fn is_trivial(&self) -> bool {
        self.degree == 0
    }

    /// Returns `true` if no assignment satisfies the inequality.
    pub fn is_contradiction(&self) -> bool {
        self.total() < self.degree
    }

    /// Returns the sum of all coefficients.
    pub fn total(&self) -> u64 {
        self.terms.iter().map(|&(_, coefficient)| coefficient).sum()
    }

    /// Returns the sum of two inequalities.
    pub fn add(&self, other: &Inequality) -> Option<Inequality> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut degree = self.degree.checked_add(other.degree)?;
        let (mut left, mut right) = (&self.terms[..], &other.terms[..]);
        while let (Some((&(a, x), rest_left)), Some((&(b, y), rest_right))) =
            (left.split_first(), right.split_first())
        {
            if a.var() < b.var() {
                terms.push((a, x));
                left = rest_left;
            } else if b.var() < a.var() {
                terms.push((b, y));
                right = rest_right;
            } else {
                if a == b {
                    terms.push((a, x.checked_add(y)?));
                } else {
                    degree = degree.saturating_sub(x.min(y));
                    if x != y {
                        terms.push((if x > y { a } else { b }, x.abs_diff(y)));
                    }
                }
                (left, right) = (rest_left, rest_right);
            }
        }
        terms.extend_from_slice(left);
        terms.extend_from_slice(right);
        Inequality { terms, degree }.bounded()
    }

    /// Multiplies the inequality by `factor`.
    pub fn multiply(mut self, factor: u64) -> Option<Inequality> {
        self.degree = self.degree.checked_mul(factor)?;
        for (_, coefficient) in &mut self.terms {
            *coefficient = coefficient.checked_mul(factor)?;
        }
        self.terms.retain(|&(_, coefficient)| coefficient > 0);
        self.bounded()
    }

    /// Divides all numbers by `divisor`, which must not be 0, and rounds up.
    pub fn divide(mut self, divisor: u64) -> Inequality {
        self.degree = self.degree.div_ceil(divisor);
        for (_, coefficient) in &mut self.terms {
            *coefficient = coefficient.div_ceil(divisor);
        }
        self
    }

    /// Lowers every coefficient to at most the degree.
    pub fn saturate(mut self) -> Inequality {
        for (_, coefficient) in &mut self.terms {
            *coefficient = (*coefficient).min(self.degree);
        }
        self.terms.retain(|&(_, coefficient)| coefficient > 0);
        self
    }

    /// Weakens a variable away: removes its term as if its literal were true.
    pub fn weaken(mut self, var: Var) -> Inequality {
        if let Ok(place) = self.terms.binary_search_by_key(&var, |&(lit, _)| lit.var()) {
            let (_, coefficient) = self.terms.remove(place);
            self.degree = self.degree.saturating_sub(coefficient);
        }
        self
    }

    /// Returns the negation: the inequality that holds exactly if this one does
    /// not.
    pub fn negated(&self) -> Inequality {
        // ∑ c·l ≤ d − 1, so ∑ c·¬l ≥ total − d + 1. A trivial one becomes
        // total + 1: a contradiction.
        Inequality {
            degree: (self.total() + 1).saturating_sub(self.degree),
            terms: self.terms.iter().map(|&(lit, c)| (!lit, c)).collect(),
        }
    }

    /// Returns the inequality unless sums over it may exceed 62 bits.
    fn bounded(self) -> Option<Inequality> {
        let mut total = self.degree;
        for &(_, coefficient) in &self.terms {
            total = total.checked_add(coefficient)?;
        }
        (total < 1 << 62).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    fn inequality(terms: &[(i64, i32)], degree: i64) -> Inequality {
        let terms: Vec<(i64, Lit)> = terms.iter().map(|&(c, l)| (c, lit(l))).collect();
        Inequality::new(&terms, degree).unwrap()
    }

    /// Returns `true` if the assignment, given as one bit for each variable,
    /// satisfies the inequality.
    fn holds(inequality: &Inequality, assignment: u32) -> bool {
        let value = |lit: Lit| (assignment >> lit.var().index() & 1 == 1) == lit.is_positive();
        let terms = inequality.terms().iter();
        let sum: u64 = terms.filter(|(lit, _)| value(*lit)).map(|(_, c)| c).sum();
        sum >= inequality.degree()
    }

    #[test]
    fn the_normal_form_means_the_same() {
        let form = inequality(&[(-2, 1), (3, -1), (1, 2), (1, 2), (5, 3), (-5, -3)], 1);
        for assignment in 0..8u32 {
            let [x, y, z] = [0, 1, 2].map(|bit| i64::from(assignment >> bit & 1));
            let raw = -2 * x + 3 * (1 - x) + 2 * y + 5 * z - 5 * (1 - z) >= 1;
            assert_eq!(holds(&form, assignment), raw, "{assignment:b}");
        }
    }

    #[test]
    fn every_operation_keeps_what_holds() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut any = || {
            let terms: Vec<(i64, i32)> = (1..=4)
                .map(|var| (random.i64(-4..5), if random.bool() { var } else { -var }))
                .collect();
            inequality(&terms, random.i64(-3..9))
        };
        for _ in 0..2000 {
            let (a, b) = (any(), any());
            let sum = a.add(&b).unwrap();
            let derived = [
                a.clone().multiply(3).unwrap(),
                a.clone().divide(2),
                a.clone().saturate(),
                a.clone().weaken(Var::new(1)),
            ];
            for assignment in 0..16 {
                assert_ne!(holds(&a, assignment), holds(&a.negated(), assignment));
                if holds(&a, assignment) {
                    assert!(derived.iter().all(|one| holds(one, assignment)));
                    assert!(!holds(&b, assignment) || holds(&sum, assignment));
                }
            }
            let satisfiable = (0..16).any(|assignment| holds(&a, assignment));
            assert_eq!(a.is_contradiction(), !satisfiable);
        }
    }

    #[test]
    fn numbers_that_leave_64_bits_are_refused() {
        assert_eq!(Inequality::new(&[(i64::MAX, lit(1))], i64::MAX), None);
        let large = inequality(&[(1 << 40, 1)], 1);
        assert_eq!(large.multiply(1 << 40), None);
    }
}
