//! Our own solver as an engine. It is incremental: clauses added between calls
//! join what it has learned, and one proof covers all calls.

use super::limited_text::LimitedText;
use super::{
    Certificate, Embedding, EngineError, ProofFormat, SatEngine, SatResult, SatSolver, Steps,
    memory,
};
use crate::budget::Budget;
use crate::cdcl::{Config, Modes, Solver, Verdict};
use crate::formula::{Cnf, Lit};
use crate::proof::{Conclusion, Counting, Given, Id, Observer, Renamed, Shared, Step, pbp};
use std::io;

/// The engine's name.
pub(super) const NAME: &str = "cdcl";

/// The factory of sessions.
#[derive(Clone, Copy, Debug)]
pub struct Cdcl;

impl SatEngine for Cdcl {
    fn name(&self) -> &str {
        NAME
    }

    fn can_prove(&self) -> bool {
        true
    }

    fn start(&self, formula: &Cnf, proof: bool) -> Result<Box<dyn SatSolver>, EngineError> {
        let mut solver = Solver::new(Config::default());
        let mut recorder = None;
        if proof {
            let keeper = Shared::new(Keeper::new(memory::beside_tables(), formula.num_vars()));
            solver = solver.with_observer(Box::new(keeper.clone()));
            recorder = Some(Recorder::Steps(keeper));
        }
        solver.add_cnf(formula);
        Ok(Box::new(Session { solver, recorder }))
    }

    fn start_part(&self, embedding: Embedding) -> Option<Box<dyn SatSolver>> {
        let Embedding {
            names,
            num_vars,
            premises,
        } = embedding;
        let mut solver = Solver::new(Config::default());
        solver.reserve_vars(names.len());
        let recorder = match premises {
            Some(writer) => {
                let writer = Renamed::new(writer, names, num_vars, Given::Silent);
                let writer = Shared::new(writer);
                solver = solver.with_observer(Box::new(writer.clone()));
                Recorder::Text(writer)
            }
            None => {
                let keeper = Keeper::new(memory::beside_tables(), num_vars);
                let keeper = Renamed::new(keeper, names, num_vars, Given::Lemmas);
                let keeper = Shared::new(keeper);
                solver = solver.with_observer(Box::new(keeper.clone()));
                Recorder::StepsOfPart(keeper)
            }
        };
        let recorder = Some(recorder);
        Some(Box::new(Session { solver, recorder }))
    }

    fn takes_groups(&self) -> bool {
        true
    }

    fn has_masks(&self) -> bool {
        true
    }

    fn refute(
        &self,
        formula: &Cnf,
        format: ProofFormat,
        budget: &Budget,
    ) -> Result<Option<Certificate>, EngineError> {
        match format {
            ProofFormat::Pbp => Ok(refute_by_counting(formula, budget).map(Certificate::Pbp)),
            ProofFormat::Drat => {
                let mut session = self.start(formula, true)?;
                let is_refuted = session.solve(budget)? == SatResult::Unsat;
                let steps = is_refuted.then(|| session.take_proof()).flatten();
                Ok(steps.map(Certificate::Drat))
            }
        }
    }
}

/// Returns a refutation in VeriPB's format, unless it grows too large for memory.
fn refute_by_counting(formula: &Cnf, budget: &Budget) -> Option<Vec<u8>> {
    let writer = Shared::new(pbp::Writer::new(LimitedText::new(), formula.num_clauses()));
    let mut solver = Solver::new(Config::default()).with_observer(Box::new(writer.clone()));
    solver.add_cnf(formula);
    let verdict = solver.solve(budget).ok()?;
    drop(solver);
    let writer = writer.into_inner().ok()?;
    (verdict == Verdict::Unsat).then(|| writer.into_inner().ok()?.into_text())?
}

/// The proof that a session keeps.
enum Recorder {
    Steps(Shared<Keeper>),
    /// Of a session on a part of a formula.
    StepsOfPart(Shared<Renamed<Keeper>>),
    /// Of a session on a part of a formula, in VeriPB's format.
    Text(Shared<Renamed<pbp::Writer<LimitedText>>>),
}

struct Session {
    solver: Solver,
    recorder: Option<Recorder>,
}

impl SatSolver for Session {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    fn add_at_most_one(&mut self, lits: &[Lit]) {
        self.solver.add_at_most_one(lits);
    }

    fn expect_model(&mut self, is_expected: bool) {
        self.solver.set_modes(match is_expected {
            true => Modes::Stable,
            false => Modes::Alternate,
        });
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
        Steps::new(self.solver.stats().steps())
    }

    fn end_of_part(&mut self) {
        match &self.recorder {
            Some(Recorder::StepsOfPart(keeper)) => keeper.with(Renamed::end_of_part),
            Some(Recorder::Text(writer)) => writer.with(Renamed::end_of_part),
            Some(Recorder::Steps(_)) | None => {}
        }
    }

    fn take_proof(&mut self) -> Option<Vec<Step>> {
        match self.recorder.as_ref()? {
            Recorder::Steps(keeper) => keeper.with(|keeper| keeper.steps.take()),
            Recorder::StepsOfPart(keeper) => keeper.with(|part| part.observer().steps.take()),
            Recorder::Text(_) => None,
        }
    }

    fn take_certificate(&mut self) -> Option<Certificate> {
        match self
            .recorder
            .take_if(|recorder| matches!(recorder, Recorder::Text(_)))
        {
            Some(Recorder::Text(writer)) => {
                self.solver.take_observer();
                let writer = writer.into_inner().ok()?.into_observer();
                let num_premises = writer.num_premises();
                let mut text = writer.into_inner().ok()?.into_text()?;
                pbp::state_premises(&mut text, num_premises);
                Some(Certificate::Pbp(text))
            }
            _ => self.take_proof().map(Certificate::Drat),
        }
    }
}

/// Keeps a proof in memory as long as it is not too large, and then drops it:
/// a long search must not fail for want of memory because its proof is kept.
struct Keeper {
    steps: Option<Vec<Step>>,
    /// Bytes that the proof may still take.
    left: u64,
    /// Number of variables of the formula.
    num_vars: usize,
}

impl Keeper {
    fn new(limit: u64, num_vars: usize) -> Keeper {
        Keeper {
            steps: Some(Vec::new()),
            left: limit,
            num_vars,
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
    fn counting(&self) -> Counting {
        Counting::Extending(self.num_vars)
    }

    fn derived(&mut self, _: Id, clause: &[Lit], _: &[Id]) {
        self.push(Step::Add(clause.to_vec()));
    }

    fn deleted(&mut self, _: Id, clause: &[Lit]) {
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
        let mut keeper = Keeper::new(1000, 10);
        keeper.derived(Id::NONE, &lits, &[]);
        keeper.deleted(Id::NONE, &lits);
        assert_eq!(keeper.steps.as_ref().map(Vec::len), Some(2));
        for _ in 0..100 {
            keeper.derived(Id::NONE, &lits, &[]);
        }
        assert_eq!(keeper.steps, None);
    }
}
