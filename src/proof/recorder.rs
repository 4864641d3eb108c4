//! A proof kept in memory.

use super::{Conclusion, Id, Observer, Step};
use crate::formula::{Cnf, Lit};
use std::io;

/// Keeps in memory the clauses that a solver derives and deletes, in order.
///
/// Give a [`super::Shared`] recorder to a solver to read it afterwards.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    originals: Option<Cnf>,
    steps: Vec<Step>,
    conclusion: Option<Conclusion>,
}

impl Recorder {
    /// Creates a recorder of the proof.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// Creates a recorder of the proof and of the formula, as it was added to
    /// the solver.
    pub fn with_originals() -> Recorder {
        Recorder {
            originals: Some(Cnf::default()),
            ..Recorder::default()
        }
    }

    /// Returns the proof so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the formula so far, if it is recorded.
    pub fn originals(&self) -> Option<&Cnf> {
        self.originals.as_ref()
    }

    /// Returns the conclusion of the last call of `solve`, if there was one.
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.conclusion
    }
}

impl Observer for Recorder {
    fn original(&mut self, _: Id, clause: &[Lit]) {
        if let Some(originals) = &mut self.originals {
            originals.add_clause(clause);
        }
    }

    fn derived(&mut self, _: Id, clause: &[Lit], _: &[Id]) {
        self.steps.push(Step::Add(clause.to_vec()));
    }

    fn deleted(&mut self, _: Id, clause: &[Lit]) {
        self.steps.push(Step::Delete(clause.to_vec()));
    }

    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
        self.conclusion = Some(conclusion);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Shared;

    #[test]
    fn a_shared_recorder_is_read_while_a_solver_holds_it() {
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let recorder = Shared::new(Recorder::with_originals());
        let mut solvers: Box<dyn Observer> = Box::new(recorder.clone());
        solvers.original(Id::NONE, &[lit(1), lit(2)]);
        solvers.derived(Id::NONE, &[lit(2)], &[]);
        solvers.deleted(Id::NONE, &[lit(1), lit(2)]);
        solvers.derived(Id::NONE, &[], &[]);
        assert!(!solvers.wants_steps());
        let told: Vec<String> =
            recorder.with(|recorder| recorder.steps().iter().map(Step::to_string).collect());
        assert_eq!(told, ["2 0", "d 1 2 0", "0"]);
        solvers.conclude(Conclusion::Unsatisfiable).unwrap();

        let recorder = recorder.into_inner().expect_err("the solver still has it");
        drop(solvers);
        let recorder = recorder.into_inner().expect("nobody else has it");
        assert_eq!(recorder.conclusion(), Some(Conclusion::Unsatisfiable));
        assert_eq!(recorder.originals().map(Cnf::num_clauses), Some(1));
        assert!(Recorder::new().originals().is_none());
    }
}
