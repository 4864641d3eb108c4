//! The interface of all SAT solvers: a formula in, a model out, then perhaps more
//! clauses and again.

use super::limited_text::LimitedText;
use super::{Certificate, EngineError, ProofFormat, Steps};
use crate::budget::{Budget, Stop};
use crate::formula::{ClauseSink, Cnf, Lit, Var};
use crate::proof::{self, pbp};
use std::convert::Infallible;

/// The unchecked answer of any SAT solver about a formula, with its model. A model
/// is checked by [`crate::check::model`], UNSAT by a proof or another solver.
///
/// Our solver's [`cdcl::Verdict`](crate::cdcl::Verdict) leaves the model in the
/// solver. An [`answer::Status`](crate::formula::answer::Status) is the answer's word
/// in a text.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// These literals are true. Variables may be missing.
    Sat(Vec<Lit>),
    /// There is no model.
    Unsat,
    /// The budget ran out, or the solver gave up by itself.
    Unknown(Stop),
}

/// The place of a part of a formula in the whole, for a session that is given the part and
/// writes a proof of the whole. The part follows from the whole formula and the beginning of
/// the proof.
#[derive(Debug)]
pub struct Embedding {
    /// For each variable of the part, that of the whole formula.
    pub(super) names: Vec<Var>,
    /// Number of variables of the whole formula.
    pub(super) num_vars: usize,
    /// The beginning of the proof in VeriPB's format; `None` for one in DRAT,
    /// which has no beginning.
    pub(super) premises: Option<pbp::Writer<LimitedText>>,
}

/// A way to solve formulas.
pub trait SatEngine: Send + Sync {
    /// Returns the engine's name, as `--engine` takes it.
    fn name(&self) -> &str;

    /// Begins a session on a formula. With `proof`, an engine that can will
    /// keep a proof of each UNSAT.
    ///
    /// # Errors
    /// If the engine can't be started.
    fn start(&self, formula: &Cnf, proof: bool) -> Result<Box<dyn SatSolver>, EngineError>;

    /// Begins a session on a part of a formula, with a proof of the whole one. Until
    /// [`SatSolver::end_of_part`], it is given the part. Returns `None` if the
    /// engine can't.
    fn start_part(&self, embedding: Embedding) -> Option<Box<dyn SatSolver>> {
        let _ = embedding;
        None
    }

    /// Returns `true` if sessions take [at-most-ones](SatSolver::add_at_most_one) as such.
    /// A puzzle then need not be written out in clauses.
    fn takes_groups(&self) -> bool {
        false
    }

    /// Returns `true` if puzzles are searched on bit masks before a session begins: by
    /// the same engine, as its way for small grids.
    fn has_masks(&self) -> bool {
        false
    }

    /// Returns `true` if the engine can give a proof of UNSAT.
    fn can_prove(&self) -> bool {
        false
    }

    /// Refutes a formula, and gives a proof of it. None if the engine can't, or
    /// not within the budget, or if there is a model.
    ///
    /// # Errors
    /// If the engine breaks down.
    fn refute(
        &self,
        formula: &Cnf,
        format: ProofFormat,
        budget: &Budget,
    ) -> Result<Option<Certificate>, EngineError> {
        let _ = (formula, format, budget);
        Ok(None)
    }
}

/// A session of a SAT solver on one formula that only grows.
pub trait SatSolver {
    /// Adds a clause; it may bring new variables.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Adds that at most one of these literals is true. Where the engine has no
    /// better way, a clause for each two of them.
    fn add_at_most_one(&mut self, lits: &[Lit]) {
        for (place, &first) in lits.iter().enumerate() {
            for &second in &lits[place + 1..] {
                self.add_clause(&[!first, !second]);
            }
        }
    }

    /// Ends the clauses of the part that [`SatEngine::start_part`] began. Those added later belong to the whole
    /// formula.
    fn end_of_part(&mut self) {}

    /// Looks for a model of the formula and of all clauses added since.
    ///
    /// # Errors
    /// If the engine fails or its answer can't be read.
    fn solve(&mut self, budget: &Budget) -> Result<SatResult, EngineError>;

    /// Chooses how later calls of `solve` search: for a model that is hard to find, or as usual. An engine may
    /// ignore it.
    fn expect_model(&mut self, is_expected: bool) {
        let _ = is_expected;
    }

    /// Returns the steps of all calls of `solve` so far.
    fn steps(&self) -> Steps;

    /// Hands over the proof for the last answer, if it was UNSAT and a proof was
    /// asked for and can be given. It starts from the formula and all clauses
    /// added.
    fn take_proof(&mut self) -> Option<Vec<proof::Step>> {
        None
    }

    /// Hands over the proof as [`SatSolver::take_proof`], in any format.
    fn take_certificate(&mut self) -> Option<Certificate> {
        self.take_proof().map(Certificate::Drat)
    }
}

/// Sessions receive formulas.
impl ClauseSink for dyn SatSolver + '_ {
    type Error = Infallible;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        self.add_clause(lits);
        Ok(())
    }

    fn no_two(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        self.add_at_most_one(lits);
        Ok(())
    }
}
