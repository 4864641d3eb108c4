//! Our own solver as an engine. It is incremental: clauses added between calls
//! join what it has learned, and one proof covers all calls.

use super::{EngineError, SatEngine, SatResult, SatSolver, Steps};
use crate::budget::Budget;
use crate::cdcl::{Config, Solver, Verdict};
use crate::formula::{Cnf, Lit};
use crate::proof::{Recorder, Shared, Step};

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
        let recorder = proof.then(|| Shared::new(Recorder::new()));
        if let Some(recorder) = &recorder {
            solver = solver.with_observer(Box::new(recorder.clone()));
        }
        solver.add_cnf(formula);
        Ok(Box::new(Session { solver, recorder }))
    }
}

struct Session {
    solver: Solver,
    recorder: Option<Shared<Recorder>>,
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
        // A recorder in memory reports no errors.
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
        let recorder = self.recorder.as_ref()?;
        Some(recorder.with(|recorder| recorder.steps().to_vec()))
    }
}
