//! Parities: constraints that an odd or an even number of variables is true.
//!
//! A parity over k variables is the same as 2ᵏ⁻¹ clauses of k literals. The sum
//! modulo 2 of several parities is a parity over the variables that occur in an
//! odd number of them. Resolution may need exponentially many steps to derive
//! it (Urquhart, "Hard Examples for Resolution", JACM 1987).

mod chain;

use crate::formula::{Lit, Var};
pub(crate) use chain::{Plan, derive_sum};

/// A constraint on the number of true variables: it is odd, or it is even.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parity {
    /// The variables, sorted, each once.
    pub vars: Vec<Var>,
    /// Set if the number of true variables is odd.
    pub is_odd: bool,
}

impl Parity {
    /// Returns the clauses that together mean the same: each excludes one
    /// assignment of the variables. A parity without variables that is odd is
    /// the empty clause.
    pub fn clauses(&self) -> impl Iterator<Item = Vec<Lit>> + '_ {
        let assignments = 0..1_u64 << self.vars.len();
        let is_excluded = |bits: &u64| (bits.count_ones() % 2 == 1) != self.is_odd;
        assignments
            .filter(is_excluded)
            .map(|bits| self.excluding(bits))
    }

    /// Returns the clause that is false exactly under the assignment that has
    /// bit i set if the variable with index i is true.
    pub(crate) fn excluding(&self, bits: u64) -> Vec<Lit> {
        let vars = self.vars.iter().enumerate();
        vars.map(|(index, var)| var.lit(bits >> index & 1 == 0))
            .collect()
    }
}

/// A parity that is the sum of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Indices of the parities that are added, each once.
    pub of: Vec<u32>,
    /// The result.
    pub total: Parity,
}

/// Parities that clauses state, and sums of them.
#[derive(Clone, Copy, Debug)]
pub struct Sums<'a> {
    /// The parities, each over at least two variables. Their clauses are
    /// present, or are subsumed by clauses that are present.
    pub parities: &'a [Parity],
    /// The sums. Their totals have few variables, so their clauses are few.
    pub sums: &'a [Sum],
}
