//! Lucky guesses: simple assignments that are models of many easy formulas.
//!
//! All variables are decided in ascending or descending order, all true or all
//! false, with propagation in between; or, in each clause without a true
//! literal, a literal of a chosen sign is made true. A guess ends with the
//! first conflict, and nothing is learned from it, so most guesses cost little.
//! A guess without a conflict is a model, so there are no guesses while a
//! propagator may reject models. (CaDiCaL's lucky phases.)

use crate::cdcl::Solver;
use crate::cdcl::state::clauses::ClauseRef;
use crate::formula::{Lit, Var};

/// The order of the decisions of a guess.
#[derive(Clone, Copy)]
enum Order {
    Ascending,
    Descending,
    /// A literal in each clause, then every open variable with the opposite
    /// sign.
    ByClause,
}

/// The guesses: an order of decisions, and the sign of the literals made true.
const GUESSES: [(Order, bool); 6] = [
    (Order::Ascending, false),
    (Order::Ascending, true),
    (Order::Descending, false),
    (Order::Descending, true),
    (Order::ByClause, true),
    (Order::ByClause, false),
];

impl Solver {
    /// Returns `true` if a guess was not tried on this formula, or if the
    /// formula has doubled since the last round of guesses.
    pub(in crate::cdcl) fn guessing(&self) -> bool {
        self.config.lucky
            && self.limits.added >= self.limits.guess
            && self.trail.level() == 0
            && self.assumptions.is_empty()
            && !self.is_connected()
    }

    /// Tries the next guess. If it is a model, sets `has_model`.
    pub(in crate::cdcl) fn guess(&mut self) {
        let (order, sign) = GUESSES[self.limits.guesses];
        self.limits.guesses += 1;
        if self.limits.guesses == GUESSES.len() {
            self.limits.guesses = 0;
            self.limits.guess = 2 * self.limits.added + 1;
        }
        let record = self.record();
        let is_model = match order {
            Order::Ascending => self.decide_all(sign, false),
            Order::Descending => self.decide_all(sign, true),
            Order::ByClause => self.decide_in_clauses(sign) && self.decide_all(!sign, false),
        };
        if is_model {
            self.stats.lucky += 1;
            self.has_model = true;
        } else {
            self.return_to_root();
            self.restore_record(record);
        }
    }

    /// Decides every unassigned variable. Returns `false` on a conflict.
    fn decide_all(&mut self, sign: bool, is_descending: bool) -> bool {
        let num_vars = self.trail.num_vars();
        (0..num_vars).all(|place| {
            let index = match is_descending {
                true => num_vars - 1 - place,
                false => place,
            };
            let var = Var::new(index);
            self.is_consistent_if_open(var.lit(sign))
        })
    }

    /// Decides a literal of this sign in every clause that is not satisfied.
    /// Returns `false` if a clause has no such literal, or on a conflict.
    fn decide_in_clauses(&mut self, sign: bool) -> bool {
        let mut word = 0;
        while let Some(clause) = self.clauses.next_from(word) {
            word = self.clauses.end(clause);
            if self.clauses.is_garbage(clause)
                || self.clauses.is_learned(clause)
                || self.is_satisfied(clause)
            {
                continue;
            }
            match self.open_literal(clause, sign) {
                Some(lit) if self.is_consistent_with(lit) => {}
                _ => return false,
            }
        }
        true
    }

    fn open_literal(&self, clause: ClauseRef, sign: bool) -> Option<Lit> {
        let mut lits = self.clauses.lits(clause);
        lits.find(|lit| lit.is_positive() == sign && self.trail.is_open(lit.var()))
    }

    /// Decides a literal if its variable is neither assigned nor eliminated. Returns `false` on a conflict.
    pub(in crate::cdcl) fn is_consistent_if_open(&mut self, lit: Lit) -> bool {
        !self.trail.is_open(lit.var())
            || self.eliminated.has(lit.var())
            || self.is_consistent_with(lit)
    }

    /// Decides a literal. Returns `false` on a conflict.
    fn is_consistent_with(&mut self, lit: Lit) -> bool {
        self.assume(lit);
        self.propagate().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Config, Verdict};
    use crate::formula::Cnf;

    /// Solves the formula and returns whether a lucky guess alone found the
    /// model.
    fn is_lucky(clauses: &[&[i32]]) -> bool {
        let cnf: Cnf = clauses.iter().copied().collect();
        let mut solver = Solver::new(Config {
            counting: false,
            congruence_interval: None,
            ..Config::default()
        });
        solver.add_cnf(&cnf);
        assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
        let model = solver.model().unwrap();
        let holds = |clause: &[Lit]| clause.iter().any(|&lit| model.is_true(lit));
        assert!(cnf.clauses().all(holds));
        solver.stats().lucky == 1
    }

    #[test]
    fn phases_that_were_asked_for_are_no_matter_of_luck() {
        for (asks, guesses) in [(false, 1), (true, 0)] {
            let mut solver = Solver::default();
            let [one, two] = [0, 1].map(|index| Var::new(index).positive());
            solver.add_clause(&[one, two]);
            if asks {
                solver.phase(one);
            }
            let verdict = solver.solve(&Budget::unlimited()).unwrap();
            assert_eq!((verdict, solver.stats().lucky), (Verdict::Sat, guesses));
        }
    }

    /// Returns clauses that make both literals true, but not by propagation.
    fn hidden(first: i32, second: i32) -> Vec<Vec<i32>> {
        [(1, 1), (1, -1), (-1, 1)]
            .map(|(a, b)| vec![a * first, b * second])
            .to_vec()
    }

    #[test]
    fn each_guess_finds_the_models_that_it_is_for() {
        assert!(is_lucky(&[&[-1, 2, 3], &[-2, -3], &[1, -4], &[-4, -5]]));
        assert!(is_lucky(&[&[1, 2, -3], &[2, 3], &[1, -4]]));
        // Satisfied only if both are true: no constant assignment works, and
        // any order does.
        assert!(is_lucky(&[&[1, 2], &[-1, -2], &[3, 4], &[-3, -4]]));
        // 1 and 2 are true, 3 and 4 false, and no decision propagates much.
        let mut clauses = hidden(1, 2);
        clauses.extend(hidden(-3, -4));
        let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
        assert!(!is_lucky(&clauses));
    }
}
