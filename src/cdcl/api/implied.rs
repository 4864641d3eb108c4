//! Literals that assumptions imply by unit propagation.

use crate::cdcl::Solver;
use crate::cdcl::external::connection::Connection;
use crate::formula::Lit;

/// The result of [`Solver::propagate_under`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Implied {
    /// Every literal that is then true, in the order found: the literals fixed
    /// already, the assumptions, and those they imply.
    Consistent(Vec<Lit>),
    /// The assumptions can't all be true. Holds the literals that were true
    /// when the conflict was found.
    Conflict(Vec<Lit>),
}

impl Solver {
    /// Assumes the literals and runs unit propagation, without any search: a
    /// consistent result does not mean that there is a model. Discards the
    /// current model. A propagator is consulted, but does not check models. The result
    /// is consistent and empty if memory ran out.
    ///
    /// ```
    /// use sudosat::prelude::*;
    /// use sudosat::cdcl::Implied;
    ///
    /// let mut solver = Solver::default();
    /// let [a, b] = [(); 2].map(|()| solver.new_var().positive());
    /// solver.add_clause(&[!a, b]);
    /// assert_eq!(solver.propagate_under(&[a]), Implied::Consistent(vec![a, b]));
    /// assert!(matches!(solver.propagate_under(&[a, !b]), Implied::Conflict(_)));
    /// ```
    pub fn propagate_under(&mut self, assumptions: &[Lit]) -> Implied {
        self.reopen();
        self.core.clear();
        self.is_full = false;
        for lit in assumptions {
            if !self.grow(lit.var().index() + 1) {
                return Implied::Consistent(Vec::new());
            }
        }
        self.restore_mentioned(assumptions);
        self.install_added();
        self.connections.iter_mut().for_each(Connection::begin_call);
        if !self.unsatisfiable
            && let Some(conflict) = self.propagate()
        {
            self.learn_from(conflict);
        }
        if self.unsatisfiable {
            return Implied::Conflict(Vec::new());
        }
        let record = self.record();
        let is_consistent = self.assume_each(assumptions);
        let lits = self.trail.lits().to_vec();
        self.return_to_root();
        self.connections
            .iter_mut()
            .for_each(Connection::notify_backtrack);
        self.restore_record(record);
        match is_consistent {
            _ if self.is_incomplete => Implied::Consistent(Vec::new()),
            true => Implied::Consistent(lits),
            false => Implied::Conflict(lits),
        }
    }

    /// Makes each literal true in turn, with all that follows by unit propagation and from the
    /// propagator. Returns `false` at a conflict.
    fn assume_each(&mut self, assumptions: &[Lit]) -> bool {
        let mut next = 0;
        while !self.unsatisfiable && !self.is_incomplete {
            if self.propagate().is_some() {
                return false;
            }
            let level = self.trail.level();
            if self.consult() {
                if self.trail.level() < level {
                    next = 0; // the clause of the propagator undid assumptions
                }
                continue;
            }
            let Some(&lit) = assumptions.get(next) else {
                return true;
            };
            match self.trail.value(lit) {
                0 => self.assume(lit),
                value if value < 0 => return false,
                _ => {}
            }
            next += 1;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Cnf, lits};

    #[test]
    fn what_follows_is_told_in_order_and_undone() {
        let cnf: Cnf = [&[5][..], &[-1, 2], &[-2, -5, 3], &[-3, -4]]
            .into_iter()
            .collect();
        let mut solver = Solver::default();
        solver.add_cnf(&cnf);
        let implied = solver.propagate_under(&lits(&[1]));
        assert_eq!(implied, Implied::Consistent(lits(&[5, 1, 2, 3, -4])));
        let implied = solver.propagate_under(&lits(&[1, 4]));
        assert_eq!(implied, Implied::Conflict(lits(&[5, 1, 2, 3, -4])));
        assert_eq!(
            solver.propagate_under(&[]),
            Implied::Consistent(lits(&[5])),
            "nothing stays"
        );
        solver.add_clause(&lits(&[-5]));
        assert_eq!(solver.propagate_under(&[]), Implied::Conflict(Vec::new()));
    }
}
