//! The formula that is left after simplification at level 0.
//!
//! Runs propagation, counting, merging of equal gates and simplification at level 0
//! until nothing changes. For a solver that can't count, the result is the formula
//! with its hidden at-most-one constraints made explicit.

use crate::budget::{Budget, Stop};
use crate::cdcl::Solver;
use crate::formula::{Cnf, Lit, Var};

impl Solver {
    /// Draws the conclusions that need no decision, and returns the formula
    /// that is left, over the same variables and with the same models: the
    /// fixed literals, the binary clauses of each at-most-one group, two binary clauses
    /// for each literal that an equivalent one replaced, and the other clauses without
    /// their false literals. Returns the empty clause
    /// alone if there is no model. A propagator is not consulted.
    ///
    /// The observer receives a derivation of all of it except the binary
    /// clauses of groups. Each of these follows from what was reported by unit
    /// propagation on inequalities.
    ///
    /// # Errors
    /// If the budget ends or memory runs out.
    pub fn preprocess(&mut self, budget: &Budget) -> Result<Cnf, Stop> {
        let vars = (0..self.trail.num_vars()).map(Var::new);
        let eliminated = vars.filter(|&var| self.eliminated.has(var));
        let eliminated: Vec<Lit> = eliminated.map(Var::positive).collect();
        self.begin_call(&[], &eliminated);
        while !self.unsatisfiable {
            if let Some(stop) = self.stopping(budget) {
                return Err(stop);
            } else if let Some(conflict) = self.propagate() {
                self.learn_from(conflict);
            } else if self.counting() {
                self.count(budget);
            } else if self.recounting() {
                self.recount(budget);
            } else if self.trail.num_fixed() > self.limits.simplified {
                self.simplify();
            } else if self.merging() {
                self.merge_gates(budget);
            } else {
                break;
            }
        }
        self.open_clauses(budget)
    }

    /// Returns the formula that is left, unless the budget ends before.
    fn open_clauses(&self, budget: &Budget) -> Result<Cnf, Stop> {
        let mut formula = Cnf::new(self.num_vars());
        if self.unsatisfiable {
            formula.add_clause(&[]);
            return Ok(formula);
        }
        let mut units = self.trail.lits().to_vec();
        units.sort_unstable();
        for unit in units {
            formula.add_clause(&[unit]);
        }
        // Groups may share pairs.
        let mut pairs: Vec<[Lit; 2]> = Vec::new();
        for (index, group) in self.at_most_ones.to_groups().0.iter().enumerate() {
            budget.check_at(index)?;
            for (index, &first) in group.iter().enumerate() {
                pairs.extend(group[index + 1..].iter().map(|&second| [!first, !second]));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for (index, pair) in pairs.into_iter().enumerate() {
            budget.check_at(index)?;
            formula.add_clause(&pair);
        }
        // Nothing was eliminated but by substitution.
        for (index, clause) in self.eliminated.remaining().enumerate() {
            budget.check_at(index)?;
            formula.add_clause(clause);
        }
        let mut lits = Vec::new();
        for (index, clause) in self.clauses.refs().enumerate() {
            budget.check_at(index)?;
            if !self.clauses.is_learned(clause) {
                lits.clear();
                lits.extend(self.clauses.lits(clause));
                lits.sort_unstable();
                formula.add_clause(&lits);
            }
        }
        Ok(formula)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::Verdict;
    use crate::formula::{ClauseSink, Var};
    use std::collections::BTreeSet;

    fn models(cnf: &Cnf) -> BTreeSet<Vec<bool>> {
        let mut solver = Solver::default();
        solver.add_cnf(cnf);
        let mut models = BTreeSet::new();
        while solver.solve(&Budget::unlimited()).unwrap() == Verdict::Sat {
            let model = solver.model().unwrap();
            let not_again: Vec<Lit> = model.lits().map(|lit| !lit).collect();
            solver.add_clause(&not_again);
            models.insert(model.lits().map(|lit| lit.is_positive()).collect());
        }
        models
    }

    #[test]
    fn what_is_left_has_the_same_models() {
        for seed in 0..60 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut cnf = Cnf::new(9);
            // Three pigeons with three holes each, some of them closed.
            let lit = |pigeon: usize, hole: usize| Var::new(3 * pigeon + hole).positive();
            for index in 0..3 {
                cnf.add_clause(&[0, 1, 2].map(|hole| lit(index, hole)));
                let Ok(()) = cnf.no_two(&[0, 1, 2].map(|pigeon| lit(pigeon, index)));
            }
            for _ in 0..seed % 5 {
                cnf.add_clause(&[lit(rng.usize(0..3), rng.usize(0..3)).var().negative()]);
            }
            let mut solver = Solver::default();
            solver.add_cnf(&cnf);
            let left = solver.preprocess(&Budget::unlimited()).unwrap();
            assert_eq!(models(&left), models(&cnf), "{seed}");
            // Three pigeons fill three holes: no pigeon is in two.
            if seed % 5 == 0 {
                let pair = [!lit(0, 0), !lit(0, 1)];
                assert!(left.clauses().any(|clause| clause == pair));
            }
        }
    }
}
