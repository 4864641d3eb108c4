//! The face of SAT solvers: a formula in, a model out, then perhaps more
//! clauses and again.

use super::{EngineError, Steps};
use crate::budget::{Budget, Stop};
use crate::formula::{Cnf, Lit};
use crate::proof;

/// What a SAT solver says. Nobody has checked it yet: a model is checked by
/// [`crate::check::model`], UNSAT by a proof or another solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// These literals are true. Variables may be missing.
    Sat(Vec<Lit>),
    /// There is no model.
    Unsat,
    /// The budget ran out, or the solver gave up by itself.
    Unknown(Stop),
}

/// A way to solve formulas.
pub trait SatEngine: Send + Sync {
    /// The engine's name, as `--engine` takes it.
    fn name(&self) -> &str;

    /// Begins a session on a formula. With `proof`, an engine that can will
    /// keep a proof of each UNSAT.
    fn start(&self, formula: &Cnf, proof: bool) -> Result<Box<dyn SatSolver>, EngineError>;
}

/// A session of a SAT solver on one formula that only grows.
pub trait SatSolver {
    /// Adds a clause; it may bring new variables.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Looks for a model of the formula and of all clauses added since.
    fn solve(&mut self, budget: &Budget) -> Result<SatResult, EngineError>;

    /// What all calls of `solve` have taken so far.
    fn steps(&self) -> Steps;

    /// Hands over the proof for the last answer, if it was UNSAT and a proof was
    /// asked for and can be given. It starts from the formula and all clauses
    /// added.
    fn take_proof(&mut self) -> Option<Vec<proof::Step>> {
        None
    }
}
