//! Lex-leaders: constraints that leave one of several symmetric models.

use crate::formula::{Lit, Var};

/// A symmetry of the formula's clauses, and the constraint that the values of the compared
/// variables are lexicographically at most those of their images, where false is less than true.
/// Every model has a symmetric one that satisfies all lex-leaders over one order of variables.
#[derive(Clone, Copy, Debug)]
pub struct LexLeader<'a> {
    /// The variables that the symmetry moves, each with its image.
    pub images: &'a [(Var, Lit)],
    /// The variables that are compared, each with its image, in the order of variables. A variable
    /// that the symmetry moves is left out if it equals its image whenever all those before it do.
    pub compared: &'a [(Var, Lit)],
    /// For each comparison but the first, the positive literal of a new variable. It is true if
    /// this comparison and those after it are needed.
    pub rests: &'a [Lit],
}

impl LexLeader<'_> {
    /// Returns the clauses of the constraint.
    pub fn clauses(&self) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::with_capacity(3 * self.compared.len());
        for (place, &(var, image)) in self.compared.iter().enumerate() {
            let is_needed = place.checked_sub(1).map(|before| !self.rests[before]);
            let mut add = |lits: [Lit; 2]| {
                clauses.push(is_needed.into_iter().chain(lits).collect());
            };
            add([!var.positive(), image]);
            if let Some(&rest) = self.rests.get(place) {
                add([!var.positive(), rest]);
                add([image, rest]);
            }
        }
        clauses
    }
}
