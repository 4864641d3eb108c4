//! Variables as small numbers, so that memory follows what a formula and its
//! proof hold and not the largest number that they mention.

use crate::formula::{Cnf, Lit, Var};
use rustc_hash::FxHashMap;

/// Gives every variable that occurs an index. The first few keep their own;
/// the others get the next one when they are first met.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    /// Variables below this keep their index.
    own: usize,
    indices: FxHashMap<Var, usize>,
    /// The variables with other indices: entry i has the index `own` + i here.
    others: Vec<Var>,
}

impl Numbering {
    /// Variables below `own` keep their index.
    pub(super) fn new(own: usize) -> Numbering {
        Numbering {
            own,
            ..Numbering::default()
        }
    }

    /// Returns a numbering for a formula and its proof.
    pub(super) fn of(cnf: &Cnf) -> Numbering {
        // A header may promise more variables than there are literals.
        Numbering::new(cnf.num_vars().min(2 * cnf.num_lits() + 1000))
    }

    /// Returns the number of indices in use.
    pub(super) fn len(&self) -> usize {
        self.own + self.others.len()
    }

    /// Returns the literal of the variable's index.
    pub(super) fn inner(&mut self, lit: Lit) -> Lit {
        let var = lit.var();
        if var.index() < self.own {
            return lit;
        }
        let next = self.own + self.others.len();
        let index = *self.indices.entry(var).or_insert(next);
        if index == next {
            self.others.push(var);
        }
        // At most as many variables are in use as there are numbers for them.
        Var::new(index).lit(lit.is_positive())
    }

    /// Puts the clause into `lits`, in inner literals, sorted and without repetition.
    pub(super) fn sort_into(&mut self, clause: &[Lit], lits: &mut Vec<Lit>) {
        lits.clear();
        lits.extend(clause.iter().map(|&lit| self.inner(lit)));
        lits.sort_unstable();
        lits.dedup();
    }

    /// Returns the literal of the formula for a literal of [`Numbering::inner`].
    pub(super) fn outer(&self, lit: Lit) -> Lit {
        match lit.var().index().checked_sub(self.own) {
            None => lit,
            Some(index) => self.others[index].lit(lit.is_positive()),
        }
    }
}

/// Returns `true` if a sorted clause has a literal and its opposite. Every
/// assignment satisfies such a clause.
pub(super) fn is_tautology(sorted: &[Lit]) -> bool {
    sorted.windows(2).any(|pair| pair[0] == !pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_variables_come_near_and_back() {
        let mut numbering = Numbering::new(3);
        let far = Var::new(Var::LIMIT - 1);
        for (lit, expected) in [
            (Var::new(2).negative(), Var::new(2).negative()),
            (far.negative(), Var::new(3).negative()),
            (Var::new(7).positive(), Var::new(4).positive()),
            (far.positive(), Var::new(3).positive()),
        ] {
            let inner = numbering.inner(lit);
            assert_eq!(inner, expected);
            assert_eq!(numbering.outer(inner), lit);
        }
        assert_eq!(numbering.len(), 5);
    }
}
