//! Linear inequalities over literals and the rules of cutting planes.

use alloc::collections::BTreeMap;

/// Numbers in inequalities stay below 2¹⁰⁰, so that sums of a few of them do not overflow.
const LIMIT: i128 = 1 << 100;

/// An inequality ∑ coefficient · literal ≥ degree in normal form: each variable occurs once, with a
/// positive coefficient. An operation whose numbers would reach 2¹⁰⁰ returns `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Inequality {
    /// By variable: c if the term is c·x, and −c if it is c·¬x. Never 0.
    terms: BTreeMap<i32, i128>,
    degree: i128,
    /// The sum of all coefficients.
    total: i128,
}

impl Inequality {
    /// Returns the inequality of a clause: the sum of its literals, each once, is at least 1.
    /// That of a clause with a literal and its opposite is 0 ≥ 0.
    pub(super) fn clause(lits: &[i32]) -> Inequality {
        let mut inequality = Inequality {
            degree: 1,
            ..Inequality::default()
        };
        for &lit in lits {
            let sign = i128::from(lit.signum());
            match inequality.terms.insert(lit.abs(), sign) {
                Some(other) if other != sign => return Inequality::default(),
                Some(_) => {}
                None => inequality.total += 1,
            }
        }
        inequality
    }

    /// Adds coefficient · literal to the left-hand side.
    pub(super) fn plus(mut self, coefficient: i128, lit: i32) -> Option<Inequality> {
        if !(-LIMIT..LIMIT).contains(&coefficient) {
            return None;
        }
        let old = self.terms.remove(&lit.abs()).unwrap_or(0);
        // −c·l = c·¬l − c, and c·l + d·¬l = min(c, d) + the rest of the larger term.
        let added = coefficient * i128::from(lit.signum());
        let new = old + added;
        self.degree -= coefficient.min(0);
        self.degree -= (old.abs() + added.abs() - new.abs()) / 2;
        self.total += new.abs() - old.abs();
        if new != 0 {
            self.terms.insert(lit.abs(), new);
        }
        self.bounded()
    }

    /// Adds 0 ≥ `degree`.
    pub(super) fn plus_constant(mut self, degree: i128) -> Option<Inequality> {
        self.degree = self.degree.checked_add(degree)?;
        self.bounded()
    }

    /// Adds two inequalities.
    pub(super) fn plus_all(mut self, other: &Inequality) -> Option<Inequality> {
        for (coefficient, lit) in other.terms() {
            self = self.plus(coefficient, lit)?;
        }
        self.plus_constant(other.degree)
    }

    /// Multiplies by a positive factor.
    pub(super) fn times(mut self, factor: i128) -> Option<Inequality> {
        self.degree = self.degree.checked_mul(factor)?;
        self.total = self.total.checked_mul(factor)?;
        for coefficient in self.terms.values_mut() {
            *coefficient = coefficient.checked_mul(factor)?;
        }
        self.bounded()
    }

    /// Divides by a positive number and rounds up.
    pub(super) fn divided(self, divisor: i128) -> Inequality {
        let up =
            |number: i128| number.div_euclid(divisor) + i128::from(number.rem_euclid(divisor) > 0);
        self.mapped(up(self.degree), up)
    }

    /// Lowers coefficients to the degree. An inequality that always holds loses all its terms.
    pub(super) fn saturated(self) -> Inequality {
        let degree = self.degree;
        self.mapped(degree, |coefficient| coefficient.min(degree.max(0)))
    }

    /// Weakens a variable away, as if its literal were true.
    pub(super) fn weakened(self, var: i32) -> Inequality {
        let is_positive = self.terms.get(&var).is_some_and(|&c| c > 0);
        self.assigned(if is_positive { var } else { -var })
    }

    /// Makes a literal true.
    pub(super) fn assigned(mut self, lit: i32) -> Inequality {
        let coefficient = self.terms.remove(&lit.abs()).unwrap_or(0);
        self.total -= coefficient.abs();
        if (coefficient > 0) == (lit > 0) {
            self.degree -= coefficient.abs();
        }
        self
    }

    /// Returns `true` if the other inequality follows by lowering coefficients of this one,
    /// and its degree by as much, and by adding literals.
    pub(super) fn implies(&self, other: &Inequality) -> bool {
        let surplus = self.terms.iter().map(|(var, &c)| {
            let kept = c.signum() * other.terms.get(var).unwrap_or(&0);
            (c.abs() - kept.max(0)).max(0)
        });
        (self.degree - surplus.sum::<i128>()).max(0) >= other.degree
    }

    /// Changes the coefficients, which do not grow.
    fn mapped(&self, degree: i128, change: impl Fn(i128) -> i128) -> Inequality {
        let mut mapped = Inequality {
            degree,
            ..Inequality::default()
        };
        for (&var, &coefficient) in &self.terms {
            let changed = change(coefficient.abs());
            mapped.total += changed;
            if changed != 0 {
                mapped.terms.insert(var, changed * coefficient.signum());
            }
        }
        mapped
    }

    /// Returns the inequality that holds exactly if this one does not:
    /// ∑ c·l ≤ degree − 1, so ∑ c·¬l ≥ total − degree + 1.
    pub(super) fn negated(&self) -> Inequality {
        Inequality {
            terms: self.terms.iter().map(|(&var, &c)| (var, -c)).collect(),
            degree: self.total - self.degree + 1,
            total: self.total,
        }
    }

    /// Returns the terms, each as a positive coefficient and a literal.
    pub(super) fn terms(&self) -> impl Iterator<Item = (i128, i32)> + '_ {
        let terms = self.terms.iter();
        terms.map(|(&var, &c)| (c.abs(), if c > 0 { var } else { -var }))
    }

    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(super) fn has_var(&self, var: i32) -> bool {
        self.terms.contains_key(&var)
    }

    /// Returns by how much the largest possible left-hand side exceeds the degree if the
    /// literals for which `is_false` holds are false. Below 0 nothing satisfies it.
    pub(super) fn slack(&self, is_false: impl Fn(i32) -> bool) -> i128 {
        let lost = self
            .terms()
            .filter(|&(_, lit)| is_false(lit))
            .map(|(c, _)| c);
        self.total - lost.sum::<i128>() - self.degree
    }

    /// Returns `true` if no assignment satisfies the inequality.
    pub(super) fn is_contradiction(&self) -> bool {
        self.total < self.degree
    }

    fn bounded(self) -> Option<Inequality> {
        let is_small = self.total < LIMIT && (-LIMIT..LIMIT).contains(&self.degree);
        is_small.then_some(self)
    }
}
