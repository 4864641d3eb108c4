//! The answer of our own solver about a formula, with each step checked.

use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver, Verdict};
use crate::check::{self, Auditor};
use crate::formula::Cnf;
use crate::proof::Shared;

/// Limit on the conflicts of the search for the truth. The formulas of [`super::formula`] take
/// at most some thousands.
const CONFLICTS: u64 = 1_000_000;

/// What is known of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It has a model, which was checked.
    Satisfiable,
    /// It has none: a proof was checked.
    Unsatisfiable,
    /// The search ended without an answer.
    Unknown(Stop),
    /// Our own solver is wrong, in words.
    OwnFault(String),
}

/// Returns the truth about a formula: by our solver, with its model checked against the
/// clauses, or each step of its proof checked when it is taken.
pub fn truth(formula: &Cnf, budget: &Budget) -> Truth {
    let auditor = Shared::new(Auditor::new());
    let mut solver = Solver::new(Config::default()).with_observer(Box::new(auditor.clone()));
    solver.add_cnf(formula);
    let budget = budget.clone().with_steps(CONFLICTS);
    let verdict = solver.solve(&budget);
    let fault = auditor.with(|auditor| auditor.fault().map(ToString::to_string));
    if let Some(fault) = fault {
        return Truth::OwnFault(fault);
    }
    match verdict {
        Err(error) => Truth::OwnFault(error.to_string()),
        Ok(Verdict::Unknown(stop)) => Truth::Unknown(stop),
        Ok(Verdict::Unsat) if auditor.with(|auditor| auditor.is_refuted()) => Truth::Unsatisfiable,
        Ok(Verdict::Unsat) => Truth::OwnFault("its proof does not end".into()),
        Ok(Verdict::Sat) => {
            let Some(model) = solver.model() else {
                return Truth::OwnFault("it has no model to show".into());
            };
            let lits: Vec<_> = model.lits().take(formula.num_vars()).collect();
            match check::model(formula, &lits) {
                Ok(_) => Truth::Satisfiable,
                Err(fault) => Truth::OwnFault(fault.to_string()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_of_all_seeds_are_decided() {
        let mut counts = [0, 0];
        for seed in 0..150 {
            match truth(&super::super::formula(seed), &Budget::unlimited()) {
                Truth::Satisfiable => counts[0] += 1,
                Truth::Unsatisfiable => counts[1] += 1,
                other => panic!("seed {seed}: {other:?}"),
            }
        }
        assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
    }
}
