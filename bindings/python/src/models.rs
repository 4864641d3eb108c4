//! The iterator over the models of a solver.

use crate::lits;
use crate::solver::Solver;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sudosat::budget::Budget;
use sudosat::cdcl::CallLimits;
use sudosat::formula::Lit;

/// An iterator over models, made by `Solver.enum_models`.
#[pyclass(module = "sudosat")]
pub(crate) struct Models {
    solver: Py<Solver>,
    assumptions: Vec<Lit>,
    is_done: bool,
}

impl Models {
    pub(crate) fn new(solver: Py<Solver>, assumptions: Vec<Lit>) -> Models {
        Models {
            solver,
            assumptions,
            is_done: false,
        }
    }
}

#[pymethods]
impl Models {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let solver = self.solver.bind(py).repr()?;
        Ok(format!("<sudosat.Models of {solver}>"))
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Vec<i32>>> {
        if self.is_done {
            return Ok(None);
        }
        let solver = self.solver.get();
        let budget = Budget::unlimited().with_interrupt(solver.interrupt_flag());
        let model = solver.with(|state| {
            state.solver.set_limits(CallLimits::default());
            if state.solve(py, &self.assumptions, &budget)?.is_none() {
                let message = "interrupted: there may be more models";
                return Err(PyRuntimeError::new_err(message));
            }
            let Some(model) = state.solver.model() else {
                return Ok(None);
            };
            state.model = Some(lits::numbers(&model));
            let differs: Vec<Lit> = model.lits().map(|lit| !lit).collect();
            state.add_clause(&differs);
            Ok(state.model.clone())
        })?;
        self.is_done = model.is_none();
        Ok(model)
    }
}
