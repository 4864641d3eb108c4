//! Linear inequalities over literals, for pseudo-Boolean proofs.

use crate::formula::Lit;

/// An inequality ∑ coefficient·literal ≥ degree in normal form: coefficients
/// are positive, each variable occurs once, terms are sorted by variable.
/// Numbers have 64 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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
    #[must_use]
    pub fn renamed(&self, mut rename: impl FnMut(Lit) -> Lit) -> Inequality {
        let terms = self.terms.iter();
        let mut terms: Vec<(Lit, u64)> = terms.map(|&(lit, c)| (rename(lit), c)).collect();
        terms.sort_unstable();
        Inequality {
            terms,
            degree: self.degree,
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

    /// Returns the negation: the inequality that holds exactly if this one does
    /// not.
    #[must_use]
    pub fn negated(&self) -> Inequality {
        // ∑ c·l ≤ d − 1, so ∑ c·¬l ≥ total − d + 1. A trivial one becomes
        // total + 1: a contradiction.
        Inequality {
            degree: (self.total() + 1).saturating_sub(self.degree),
            terms: self.terms.iter().map(|&(lit, c)| (!lit, c)).collect(),
        }
    }

    /// Returns `true` if the other inequality follows by making coefficients
    /// smaller, as weakening does, and adding literals. Coefficients need not be
    /// divided for it.
    pub fn implies(&self, other: &Inequality) -> bool {
        let coefficient = |lit: Lit| {
            let place = other.terms.binary_search_by_key(&lit, |&(lit, _)| lit);
            place.map_or(0, |place| other.terms[place].1)
        };
        let surplus = self.terms.iter();
        let surplus = surplus.map(|&(lit, c)| c.saturating_sub(coefficient(lit)));
        self.degree.saturating_sub(surplus.sum()) >= other.degree
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
    fn the_negation_holds_where_the_inequality_does_not() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..2000 {
            let terms: Vec<(i64, i32)> = (1..=4)
                .map(|var| (random.i64(-4..5), if random.bool() { var } else { -var }))
                .collect();
            let a = inequality(&terms, random.i64(-3..9));
            for assignment in 0..16 {
                assert_ne!(holds(&a, assignment), holds(&a.negated(), assignment));
            }
            let satisfiable = (0..16).any(|assignment| holds(&a, assignment));
            assert_eq!(a.is_contradiction(), !satisfiable);
        }
    }

    #[test]
    fn what_is_implied_holds_too() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut implied = 0;
        for _ in 0..20_000 {
            let [a, b] = [(); 2].map(|()| {
                let terms: Vec<(i64, i32)> = (1..=4)
                    .map(|var| (random.i64(0..4), if random.bool() { var } else { -var }))
                    .collect();
                inequality(&terms, random.i64(0..6))
            });
            if a.implies(&b) {
                implied += u32::from(!b.is_trivial());
                assert!((0..16).all(|bits| !holds(&a, bits) || holds(&b, bits)));
            }
            assert!(a.implies(&a));
        }
        assert!(implied > 500, "{implied}");
    }

    #[test]
    fn numbers_that_leave_64_bits_are_refused() {
        assert_eq!(Inequality::new(&[(i64::MAX, lit(1))], i64::MAX), None);
    }
}
