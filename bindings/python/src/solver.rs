//! The SAT solver with the names of PySAT.

use crate::lits;
use crate::values::Int;
use crate::wait::INTERVAL;
use pyo3::exceptions::{PyMemoryError, PyNotImplementedError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::cdcl::{self, CallLimits, Implied, Verdict};
use sudosat::formula::Lit;
use sudosat::proof::{Recorder, Shared};

/// An incremental SAT solver with the methods of PySAT's solvers. Literals are integers: 5 is
/// variable 5, -5 its negation.
///
/// `bootstrap_with` is an iterable of clauses, such as PySAT's formulas are, or an object with the
/// attribute `clauses`.
/// With `with_proof`, the solver records a proof: see `get_proof`. `use_timer`, `incr` and
/// `warm_start` have no effect: the time is always measured, and each call starts from what the
/// calls before it learned. A name, which PySAT's class `Solver` takes as its first argument or
/// as `name`, has no effect either: there is one solver here.
///
/// A search runs without the GIL, and Ctrl-C ends it. The methods are for one thread at a
/// time; only `interrupt` may be called while another thread searches.
#[pyclass(frozen, module = "sudosat")]
pub(crate) struct Solver {
    /// `None` after `delete`. Locked during a search, which runs without the GIL: other
    /// threads must not wait for it while they hold the GIL.
    state: Mutex<Option<State>>,
    /// Outside of the state, so that another thread can end a search.
    interrupt: Mutex<Interrupt>,
}

struct State {
    solver: cdcl::Solver,
    /// An exception that a signal handler raised during a search.
    raised: Arc<Mutex<Option<PyErr>>>,
    proof: Option<Shared<Recorder>>,
    /// The answer of the last call.
    status: Option<bool>,
    /// The last model, if it was asked for, or if clauses were added after it.
    model: Option<Vec<i32>>,
    /// The last core.
    core: Vec<i32>,
    /// Number of clauses added.
    num_clauses: usize,
    /// Limits of limited calls.
    conflicts: Option<u64>,
    limits: CallLimits,
    /// Time of the last call, and of all calls.
    time: Duration,
    total: Duration,
}

impl State {
    fn new(with_proof: bool) -> State {
        let raised = Arc::<Mutex<Option<PyErr>>>::default();
        let proof = with_proof.then(|| Shared::new(Recorder::new()));
        let mut solver = cdcl::Solver::default();
        if let Some(recorder) = &proof {
            solver = solver.with_observer(Box::new(recorder.clone()));
        }
        let found = Arc::clone(&raised);
        let mut last = Instant::now();
        // Called a few hundred times a second, and not again in a call that it has ended.
        solver.set_terminate(Some(Box::new(move || {
            if last.elapsed() < INTERVAL {
                return false;
            }
            last = Instant::now();
            let error = Python::attach(|py| py.check_signals()).err();
            let is_raised = error.is_some();
            *found.lock().unwrap_or_else(PoisonError::into_inner) = error;
            is_raised
        })));
        State {
            solver,
            raised,
            proof,
            status: None,
            model: None,
            core: Vec::new(),
            num_clauses: 0,
            conflicts: None,
            limits: CallLimits::default(),
            time: Duration::ZERO,
            total: Duration::ZERO,
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.keep_model();
        self.solver.add_clause(clause);
        self.num_clauses += 1;
    }

    fn add_at_most_one(&mut self, lits: &[Lit]) {
        self.keep_model();
        self.solver.add_at_most_one(lits);
    }

    /// Keeps the model of the last call, which the next change of the formula discards.
    fn keep_model(&mut self) {
        if self.status == Some(true) && self.model.is_none() {
            self.model = self.solver.model().map(|model| lits::numbers(&model));
        }
    }

    /// Returns `false` if unit propagation refutes the formula. That is then the status.
    fn is_consistent(&mut self) -> bool {
        let is_consistent = matches!(self.solver.propagate_under(&[]), Implied::Consistent(_));
        if !is_consistent {
            self.status = Some(false);
            self.core.clear();
        }
        is_consistent
    }

    fn solve(
        &mut self,
        py: Python<'_>,
        assumptions: &[Lit],
        budget: &Budget,
    ) -> PyResult<Option<bool>> {
        self.status = None;
        self.model = None;
        self.core.clear();
        let start = Instant::now();
        let solver = &mut self.solver;
        let verdict = py.detach(|| solver.solve_with(assumptions, budget))?;
        self.time = start.elapsed();
        self.total += self.time;
        let raised = self
            .raised
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(error) = raised {
            return Err(error);
        }
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
}

impl Solver {
    fn with<R>(&self, work: impl FnOnce(&mut State) -> PyResult<R>) -> PyResult<R> {
        let Ok(mut state) = self.state.try_lock() else {
            let message = "the solver is used by another thread, or by the iterable it reads";
            return Err(PyRuntimeError::new_err(message));
        };
        match &mut *state {
            Some(state) => work(state),
            None => Err(PyRuntimeError::new_err("the solver was deleted")),
        }
    }

    fn interrupt_flag(&self) -> Interrupt {
        let interrupt = self.interrupt.lock();
        interrupt.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn solve_within(
        &self,
        py: Python<'_>,
        assumptions: Option<&Bound<'_, PyAny>>,
        is_limited: bool,
    ) -> PyResult<Option<bool>> {
        let assumptions = optional(assumptions)?;
        let mut budget = Budget::unlimited().with_interrupt(self.interrupt_flag());
        self.with(|state| {
            let mut limits = CallLimits::default();
            if is_limited {
                limits = state.limits.clone();
                if let Some(conflicts) = state.conflicts {
                    budget = budget.with_steps(conflicts);
                }
            }
            state.solver.set_limits(limits);
            state.solve(py, &assumptions, &budget)
        })
    }

    /// Adds every clause of a formula, and then its at-most-one constraints.
    fn append(&self, formula: &Bound<'_, PyAny>) -> PyResult<()> {
        let groups = lits::at_most_ones(formula)?;
        lits::each_clause(formula, |clause| {
            self.with(|state| {
                state.add_clause(clause);
                Ok(())
            })
        })?;
        groups.iter().try_for_each(|group| {
            self.with(|state| {
                state.add_at_most_one(group);
                Ok(())
            })
        })
    }

    /// Returns the answer of a method that adds something: `None`, or else if the formula is
    /// consistent.
    fn added(&self, no_return: bool) -> PyResult<Option<bool>> {
        match no_return {
            true => Ok(None),
            false => self.with(|state| {
                state.keep_model();
                Ok(Some(state.is_consistent()))
            }),
        }
    }
}

/// Returns the literals of an optional iterable.
fn optional(lits: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Lit>> {
    lits.map_or_else(|| Ok(Vec::new()), lits::read)
}

/// Returns the limit that PySAT's number means: none if it is 0 or negative.
fn limit(budget: i64) -> Option<u64> {
    u64::try_from(budget).ok().filter(|&budget| budget > 0)
}

/// The arguments of `Solver`, in the order of PySAT's classes for each solver.
const ARGUMENTS: [&str; 5] = [
    "bootstrap_with",
    "use_timer",
    "incr",
    "with_proof",
    "warm_start",
];

/// Returns the values of `ARGUMENTS`. PySAT's class `Solver` has one more argument in front of
/// them, the name of a solver, which is left out.
fn arguments<'py>(
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<[Option<Bound<'py, PyAny>>; ARGUMENTS.len()]> {
    let mut values = [const { None }; ARGUMENTS.len()];
    let mut has_name = false;
    for (place, value) in args.iter().enumerate() {
        if place == 0 && value.is_instance_of::<PyString>() {
            has_name = true;
            continue;
        }
        match values.get_mut(place - usize::from(has_name)) {
            Some(slot) => *slot = Some(value),
            None => return Err(PyTypeError::new_err("Solver() got too many arguments")),
        }
    }
    for (key, value) in kwargs.into_iter().flatten() {
        let key: String = key.extract()?;
        let slot = ARGUMENTS.iter().position(|&name| name == key);
        let is_new = match slot {
            Some(slot) => values[slot].replace(value).is_none(),
            None if key == "name" => !has_name,
            None => {
                let message = format!("Solver() got an unexpected keyword argument '{key}'");
                return Err(PyTypeError::new_err(message));
            }
        };
        if !is_new {
            let message = format!("Solver() got multiple values for argument '{key}'");
            return Err(PyTypeError::new_err(message));
        }
    }
    Ok(values)
}

#[pymethods]
impl Solver {
    /// Creates a solver with the clauses of an iterable or of a formula.
    #[new]
    #[pyo3(
        signature = (*args, **kwargs),
        text_signature = "(bootstrap_with=None, use_timer=False, incr=False, with_proof=False, \
            warm_start=False, *, name=None)"
    )]
    fn new(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Solver> {
        let [clauses, _use_timer, _incr, with_proof, _warm_start] = arguments(args, kwargs)?;
        let with_proof = with_proof.map_or(Ok(false), |value| value.is_truthy())?;
        let solver = Solver {
            state: Mutex::new(Some(State::new(with_proof))),
            interrupt: Mutex::default(),
        };
        if let Some(formula) = clauses.filter(|clauses| !clauses.is_none()) {
            solver.append(&formula)?;
        }
        Ok(solver)
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.delete()
    }

    /// Frees the memory of the solver, which can't be used after that.
    fn delete(&self) -> PyResult<()> {
        match self.state.try_lock() {
            Ok(mut state) => {
                *state = None;
                Ok(())
            }
            Err(_) => Err(PyRuntimeError::new_err(
                "the solver is used by another thread",
            )),
        }
    }

    /// Adds a clause, an iterable of literals. With `no_return=False`, returns `False` if unit
    /// propagation refutes the formula, and otherwise `True`.
    #[pyo3(signature = (clause, no_return = true))]
    fn add_clause(&self, clause: &Bound<'_, PyAny>, no_return: bool) -> PyResult<Option<bool>> {
        let clause = lits::read(clause)?;
        self.with(|state| {
            state.add_clause(&clause);
            Ok(())
        })?;
        self.added(no_return)
    }

    /// Adds all clauses of an iterable, such as PySAT's formulas are, or of the attribute `clauses`
    /// of an object without iteration. `no_return` as in `add_clause`.
    #[pyo3(signature = (formula, no_return = true))]
    fn append_formula(
        &self,
        formula: &Bound<'_, PyAny>,
        no_return: bool,
    ) -> PyResult<Option<bool>> {
        self.append(formula)?;
        self.added(no_return)
    }

    /// Adds that at most one of the literals is true, in memory linear in the literals. Only
    /// `k=1` and no weights are supported. `no_return` as in `add_clause`.
    #[pyo3(signature = (lits, k, weights = None, no_return = true))]
    fn add_atmost(
        &self,
        lits: &Bound<'_, PyAny>,
        k: Int,
        weights: Option<&Bound<'_, PyAny>>,
        no_return: bool,
    ) -> PyResult<Option<bool>> {
        let is_weighted = weights.map_or(Ok(false), PyAnyMethods::is_truthy)?;
        if k.value() != Some(1) || is_weighted {
            let weights = if is_weighted { " with weights" } else { "" };
            return Err(PyNotImplementedError::new_err(format!(
                "found k={k}{weights}, expected k=1 without weights: encode others as clauses"
            )));
        }
        let lits = lits::read(lits)?;
        self.with(|state| {
            state.add_at_most_one(&lits);
            Ok(())
        })?;
        self.added(no_return)
    }

    /// `False`: at-most-k constraints are supported for `k=1` only.
    fn supports_atmost(&self) -> bool {
        false
    }

    /// Looks for a model in which all assumptions are true. Returns `True` if there is one,
    /// `False` if there is none, `None` after `interrupt`.
    #[pyo3(signature = (assumptions = None))]
    fn solve(
        &self,
        py: Python<'_>,
        assumptions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<bool>> {
        self.solve_within(py, assumptions, false)
    }

    /// Solves like `solve`, within the limits of `conf_budget`, `prop_budget` and `dec_budget`.
    /// Returns `None` if a limit was reached. `interrupt` needs no `expect_interrupt`.
    #[pyo3(signature = (assumptions = None, expect_interrupt = false))]
    fn solve_limited(
        &self,
        py: Python<'_>,
        assumptions: Option<&Bound<'_, PyAny>>,
        expect_interrupt: bool,
    ) -> PyResult<Option<bool>> {
        let _ = expect_interrupt;
        self.solve_within(py, assumptions, true)
    }

    /// Limits the conflicts of each later call of `solve_limited`; 0 or -1 is no limit.
    #[pyo3(signature = (budget = -1), text_signature = "($self, budget=-1)")]
    fn conf_budget(&self, budget: i64) -> PyResult<()> {
        self.with(|state| {
            state.conflicts = limit(budget);
            Ok(())
        })
    }

    /// Limits the propagations of each later call of `solve_limited`; 0 or -1 is no limit.
    #[pyo3(signature = (budget = -1), text_signature = "($self, budget=-1)")]
    fn prop_budget(&self, budget: i64) -> PyResult<()> {
        self.with(|state| {
            state.limits.propagations = limit(budget);
            Ok(())
        })
    }

    /// Limits the decisions of each later call of `solve_limited`; 0 or -1 is no limit.
    #[pyo3(signature = (budget = -1), text_signature = "($self, budget=-1)")]
    fn dec_budget(&self, budget: i64) -> PyResult<()> {
        self.with(|state| {
            state.limits.decisions = limit(budget);
            Ok(())
        })
    }

    /// Ends the search that is running in another thread, and every later one until
    /// `clear_interrupt`.
    fn interrupt(&self) {
        self.interrupt_flag().raise();
    }

    /// Allows searches again after `interrupt`.
    fn clear_interrupt(&self) {
        let interrupt = self.interrupt.lock();
        *interrupt.unwrap_or_else(PoisonError::into_inner) = Interrupt::new();
    }

    /// Returns what unit propagation of the assumptions gives: `False` if it ends in a
    /// conflict, else `True`, and the literals that became true, assumptions included.
    /// Literals that are true without assumptions are left out.
    #[pyo3(signature = (assumptions = None, phase_saving = 0))]
    fn propagate(
        &self,
        assumptions: Option<&Bound<'_, PyAny>>,
        phase_saving: i64,
    ) -> PyResult<(bool, Vec<i32>)> {
        if phase_saving != 0 {
            let message = "only phase_saving=0 is supported";
            return Err(PyNotImplementedError::new_err(message));
        }
        let assumptions = optional(assumptions)?;
        self.with(|state| {
            state.keep_model();
            let (is_consistent, implied) = match state.solver.propagate_under(&assumptions) {
                // The assumptions themselves are missing only where they do not fit.
                Implied::Consistent(lits) if lits.is_empty() && !assumptions.is_empty() => {
                    return Err(PyMemoryError::new_err("out of memory"));
                }
                Implied::Consistent(lits) => (true, lits),
                Implied::Conflict(lits) => (false, lits),
            };
            let is_new = |lit: &Lit| state.solver.fixed(*lit).is_none();
            let implied = implied.into_iter().filter(is_new);
            Ok((is_consistent, lits::numbers(implied)))
        })
    }

    /// Sets for each literal's variable the value to try first.
    #[pyo3(signature = (literals = None))]
    fn set_phases(&self, literals: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let literals = optional(literals)?;
        self.with(|state| {
            literals.iter().for_each(|&lit| state.solver.phase(lit));
            Ok(())
        })
    }

    /// The answer of the last call: `True`, `False`, or `None` if there was none.
    fn get_status(&self) -> PyResult<Option<bool>> {
        self.with(|state| Ok(state.status))
    }

    /// Returns the model that the last call found, a list with a literal for each variable, or
    /// `None`.
    fn get_model(&self) -> PyResult<Option<Vec<i32>>> {
        self.with(|state| {
            state.keep_model();
            Ok(state.model.clone().filter(|_| state.status == Some(true)))
        })
    }

    /// Returns assumptions of the last call that can't all be true, if it returned `False`, and
    /// otherwise `None`. The list is empty if the clauses alone have no model.
    fn get_core(&self) -> PyResult<Option<Vec<i32>>> {
        self.with(|state| Ok((state.status == Some(false)).then(|| state.core.clone())))
    }

    /// Returns the lines of the proof so far in DRAT, if the solver was created with
    /// `with_proof=True`, and otherwise `None`.
    fn get_proof(&self) -> PyResult<Option<Vec<String>>> {
        self.with(|state| {
            let lines = |recorder: &mut Recorder| {
                recorder.steps().iter().map(ToString::to_string).collect()
            };
            Ok(state.proof.as_ref().map(|proof| proof.with(lines)))
        })
    }

    /// Returns an iterator over the models, in which all assumptions are true. A clause that
    /// excludes it is added for each model before the next is looked for. After `interrupt` the
    /// iterator raises `RuntimeError`, because there may be more models; `get_status` is then
    /// `None`, and after `clear_interrupt` the iteration can go on.
    #[pyo3(signature = (assumptions = None))]
    fn enum_models(this: Py<Self>, assumptions: Option<&Bound<'_, PyAny>>) -> PyResult<Models> {
        Ok(Models {
            solver: this,
            assumptions: optional(assumptions)?,
            is_done: false,
        })
    }

    /// The highest variable of all clauses and assumptions.
    fn nof_vars(&self) -> PyResult<usize> {
        self.with(|state| Ok(state.solver.num_vars()))
    }

    /// The number of clauses added.
    fn nof_clauses(&self) -> PyResult<usize> {
        self.with(|state| Ok(state.num_clauses))
    }

    /// The numbers of restarts, conflicts, decisions and propagations of all calls, as a
    /// dictionary.
    fn accum_stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.with(|state| {
            let stats = state.solver.stats();
            let dict = PyDict::new(py);
            dict.set_item("restarts", stats.restarts)?;
            dict.set_item("conflicts", stats.conflicts)?;
            dict.set_item("decisions", stats.decisions)?;
            dict.set_item("propagations", stats.propagations)?;
            Ok(dict)
        })
    }

    /// The time of the last call in seconds, by the clock.
    fn time(&self) -> PyResult<f64> {
        self.with(|state| Ok(state.time.as_secs_f64()))
    }

    /// The time of all calls in seconds, by the clock.
    fn time_accum(&self) -> PyResult<f64> {
        self.with(|state| Ok(state.total.as_secs_f64()))
    }
}

/// An iterator over models, made by `Solver.enum_models`.
#[pyclass(module = "sudosat")]
pub(crate) struct Models {
    solver: Py<Solver>,
    assumptions: Vec<Lit>,
    is_done: bool,
}

#[pymethods]
impl Models {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
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
