//! A solver of the crate with what its Python object adds: the formula, proofs, answers, times.

use crate::external::{External, Link, Raised, lock};
use crate::lits::{self, AtMost};
use crate::proof::{Format, Recording};
use crate::wait::INTERVAL;
use pyo3::exceptions::{PyMemoryError, PyNotImplementedError, PyRuntimeError};
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};
use sudosat::budget::{Budget, Stop};
use sudosat::cdcl::{self, CallLimits, Config, Implied, Verdict};
use sudosat::formula::{Cnf, Lit};

pub(crate) struct State {
    pub(crate) solver: cdcl::Solver,
    /// The settings, by their names in the crate.
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) formula: Stated,
    raised: Raised,
    pub(crate) proof: Option<Recording>,
    /// The connection to a propagator in Python.
    pub(crate) link: Option<Arc<Link>>,
    /// The answer of the last call.
    pub(crate) status: Option<bool>,
    /// The last model, if it was asked for, or if clauses were added after it.
    pub(crate) model: Option<Vec<i32>>,
    /// The last core.
    pub(crate) core: Vec<i32>,
    /// Limits of limited calls.
    pub(crate) conflicts: Option<u64>,
    pub(crate) limits: CallLimits,
    /// Time of the last call, and of all calls.
    pub(crate) time: Duration,
    pub(crate) total: Duration,
}

/// The clauses and constraints that were added to a solver, from which a copy is made.
#[derive(Default)]
pub(crate) struct Stated {
    pub(crate) clauses: Cnf,
    pub(crate) at_mosts: Vec<AtMost>,
    /// Literals of which an odd number is true, or an even one.
    pub(crate) parities: Vec<(Vec<Lit>, bool)>,
}

impl Stated {
    pub(crate) fn is_empty(&self) -> bool {
        let Stated {
            clauses,
            at_mosts,
            parities,
        } = self;
        clauses.num_clauses() == 0 && at_mosts.is_empty() && parities.is_empty()
    }
}

impl State {
    /// Creates a solver with these settings, which are known and allowed.
    pub(crate) fn new(format: Option<Format>, settings: Vec<(String, String)>) -> State {
        let raised = Raised::default();
        let proof = format.map(Recording::new);
        let mut config = Config::default();
        for (name, value) in &settings {
            config.set(name, value);
        }
        let mut solver = cdcl::Solver::new(config);
        if let Some(recording) = &proof {
            solver = solver.with_observer(recording.observer());
        }
        let found = Arc::clone(&raised);
        let mut last = Instant::now();
        // Called a few hundred times a second.
        solver.set_terminate(Some(Box::new(move || {
            if last.elapsed() >= INTERVAL && lock(&found).is_none() {
                last = Instant::now();
                let error = Python::attach(|py| py.check_signals()).err();
                *lock(&found) = error;
            }
            lock(&found).is_some()
        })));
        State {
            solver,
            settings,
            formula: Stated::default(),
            raised,
            proof,
            link: None,
            status: None,
            model: None,
            core: Vec::new(),
            conflicts: None,
            limits: CallLimits::default(),
            time: Duration::ZERO,
            total: Duration::ZERO,
        }
    }

    pub(crate) fn add_clause(&mut self, clause: &[Lit]) {
        self.keep_model();
        self.solver.add_clause(clause);
        self.formula.clauses.add_clause(clause);
    }

    pub(crate) fn add_at_most(&mut self, at_most: AtMost) -> PyResult<()> {
        if !(at_most.bound == 1 && at_most.is_count()) {
            self.refuse_proof(
                "at-most-k constraints with another bound than 1 or weights",
                &[Format::VeriPb],
                "with_proof=\"veripb\", or encode them by clauses, as PySAT's CardEnc and PBEnc do",
            )?;
        }
        self.keep_model();
        self.solver.add_at_most(&at_most.terms, at_most.bound);
        self.formula.at_mosts.push(at_most);
        Ok(())
    }

    pub(crate) fn add_parity(&mut self, lits: Vec<Lit>, is_odd: bool) -> PyResult<()> {
        if lits.len() > cdcl::Solver::WIDEST_PARITY {
            let widest = cdcl::Solver::WIDEST_PARITY;
            self.refuse_proof(
                &format!("exclusive ors of more than {widest} literals"),
                &[],
                "shorter ones, which share new variables",
            )?;
        }
        self.keep_model();
        self.solver.add_parity(&lits, is_odd);
        self.formula.parities.push((lits, is_odd));
        Ok(())
    }

    /// # Errors
    /// If a proof is recorded in a format other than these, in which `what` can't be stated.
    fn refuse_proof(&self, what: &str, formats: &[Format], instead: &str) -> PyResult<()> {
        match self.proof.as_ref().map(Recording::format) {
            Some(format) if !formats.contains(&format) => {
                let name = format.name();
                Err(PyNotImplementedError::new_err(format!(
                    "{what} can't be part of a proof with with_proof={name:?}: use {instead}"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Connects a propagator in place of the one before, if there was one.
    pub(crate) fn connect(&mut self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        self.keep_model();
        let external = External::new(object, &self.raised)?;
        self.solver.disconnect::<External>();
        self.link = Some(external.link());
        self.solver.connect(external);
        Ok(())
    }

    pub(crate) fn disconnect(&mut self) {
        self.keep_model();
        self.solver.disconnect::<External>();
        self.link = None;
    }

    /// # Errors
    /// If no propagator is connected.
    pub(crate) fn link(&self) -> PyResult<&Link> {
        let link = self.link.as_deref();
        link.ok_or_else(|| PyRuntimeError::new_err("no propagator is connected"))
    }

    /// Keeps the model of the last call, which the next change of the formula discards.
    pub(crate) fn keep_model(&mut self) {
        if self.status == Some(true) && self.model.is_none() {
            self.model = self.solver.model().map(|model| lits::numbers(&model));
        }
    }

    /// Returns what unit propagation of the assumptions gives.
    pub(crate) fn propagate(&mut self, py: Python<'_>, assumptions: &[Lit]) -> PyResult<Implied> {
        self.begin()?;
        self.keep_model();
        let solver = &mut self.solver;
        let implied = py.detach(|| solver.propagate_under(assumptions));
        match self.end()? {
            () if matches!(&implied, Implied::Consistent(lits) if lits.is_empty())
                && !assumptions.is_empty() =>
            {
                // The assumptions themselves are missing only where they do not fit.
                Err(PyMemoryError::new_err("out of memory"))
            }
            () => Ok(implied),
        }
    }

    /// Returns `false` if unit propagation refutes the formula. That is then the status.
    pub(crate) fn is_consistent(&mut self, py: Python<'_>) -> PyResult<bool> {
        let is_consistent = matches!(self.propagate(py, &[])?, Implied::Consistent(_));
        if !is_consistent {
            self.status = Some(false);
            self.core.clear();
        }
        Ok(is_consistent)
    }

    pub(crate) fn solve(
        &mut self,
        py: Python<'_>,
        assumptions: &[Lit],
        budget: &Budget,
    ) -> PyResult<Option<bool>> {
        self.begin()?;
        self.status = None;
        self.model = None;
        self.core.clear();
        let start = Instant::now();
        let solver = &mut self.solver;
        let verdict = py.detach(|| solver.solve_with(assumptions, budget))?;
        self.time = start.elapsed();
        self.total += self.time;
        self.end()?;
        self.status = match verdict {
            Verdict::Sat => Some(true),
            Verdict::Unsat => {
                self.core = lits::numbers(self.solver.core().iter().copied());
                Some(false)
            }
            Verdict::Unknown(Stop::Memory) => return Err(PyMemoryError::new_err("out of memory")),
            Verdict::Unknown(_) => None,
        };
        Ok(self.status)
    }

    /// Call it before the solver runs.
    ///
    /// # Errors
    /// If the propagator has failed in an earlier call.
    fn begin(&self) -> PyResult<()> {
        self.link.as_deref().map_or(Ok(()), Link::check)
    }

    /// Call it after the solver has run.
    ///
    /// # Errors
    /// The exception that a signal handler or the propagator raised.
    fn end(&self) -> PyResult<()> {
        lock(&self.raised).take().map_or(Ok(()), Err)
    }
}
