//! Our own solver as an engine. It is incremental: clauses added between calls
//! join what it has learned, and one proof covers all calls.

use super::{EngineError, SatEngine, SatResult, SatSolver, Steps, memory};
use crate::budget::Budget;
use crate::cdcl::{Config, Solver, Verdict};
use crate::formula::{Cnf, Lit};
use crate::proof::{Conclusion, Observer, Shared, Step};
use std::io;

/// The engine's name.
pub(super) const NAME: &str = "cdcl";

/// The factory of sessions.
pub struct Cdcl;

impl SatEngine for Cdcl {
    fn name(&self) -> &str {
        NAME
    }

    fn start(&self, formula: &Cnf, proof: bool) -> Result<Box<dyn SatSolver>, EngineError> {
        let mut solver = Solver::new(Config::default());
        let recorder = proof.then(|| Shared::new(Keeper::new(memory::total() / 4)));
        if let Some(recorder) = &recorder {
            solver = solver.with_observer(Box::new(recorder.clone()));
        }
        solver.add_cnf(formula);
        Ok(Box::new(Session { solver, recorder }))
    }
}

struct Session {
    solver: Solver,
    recorder: Option<Shared<Keeper>>,
}

impl SatSolver for Session {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    fn solve(&mut self, budget: &Budget) -> Result<SatResult, EngineError> {
        let broken = |reason: String| EngineError::Crashed {
            engine: NAME.into(),
            reason,
        };
        // What is kept in memory reports no errors.
        let verdict = self
            .solver
            .solve(budget)
            .map_err(|error| broken(error.to_string()))?;
        Ok(match verdict {
            Verdict::Unsat => SatResult::Unsat,
            Verdict::Unknown(stop) => SatResult::Unknown(stop),
            Verdict::Sat => {
                let model = self.solver.model();
                let model = model.ok_or_else(|| broken("it has no model to show".into()))?;
                SatResult::Sat(model.lits().collect())
            }
        })
    }

    fn steps(&self) -> Steps {
        let stats = self.solver.stats();
        Steps::new([
            ("conflicts", stats.conflicts),
            ("decisions", stats.decisions),
            ("propagations", stats.propagations),
            ("restarts", stats.restarts),
            ("learned", stats.learned),
            ("reductions", stats.reductions),
        ])
    }

    fn take_proof(&mut self) -> Option<Vec<Step>> {
        self.recorder.as_ref()?.with(|keeper| keeper.steps.take())
    }
}

/// Keeps a proof in memory as long as it is not too large, and then drops it:
/// a long search must not fail for want of memory because its proof is kept.
struct Keeper {
    steps: Option<Vec<Step>>,
    /// Bytes that the proof may still take.
    left: u64,
}

impl Keeper {
    fn new(limit: u64) -> Keeper {
        Keeper {
            steps: Some(Vec::new()),
            left: limit,
        }
    }

    fn push(&mut self, step: Step) {
        // The list may be twice as long as what it holds.
        let size = 2 * size_of::<Step>() + size_of_val(step.lits());
        match self.left.checked_sub(size as u64) {
            None => self.steps = None,
            Some(left) => {
                self.left = left;
                if let Some(steps) = &mut self.steps {
                    steps.push(step);
                }
            }
        }
    }
}

impl Observer for Keeper {
    fn derived(&mut self, clause: &[Lit]) {
        self.push(Step::Add(clause.to_vec()));
    }

    fn deleted(&mut self, clause: &[Lit]) {
        self.push(Step::Delete(clause.to_vec()));
    }

    fn conclude(&mut self, _conclusion: Conclusion) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_that_grows_too_large_is_dropped() {
        let lits: Vec<Lit> = (1..=10).filter_map(Lit::from_dimacs).collect();
        let mut keeper = Keeper::new(1000);
        keeper.derived(&lits);
        keeper.deleted(&lits);
        assert_eq!(keeper.steps.as_ref().map(Vec::len), Some(2));
        for _ in 0..100 {
            keeper.derived(&lits);
        }
        assert_eq!(keeper.steps, None);
    }
}
