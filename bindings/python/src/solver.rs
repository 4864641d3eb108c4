//! The SAT solver with the names of PySAT.

use crate::arguments::Arguments;
use crate::external::{Link, lock};
use crate::lits::{self, AtMost};
use crate::models::Models;
use crate::proof::{Format, Recording};
use crate::state::State;
use crate::values::shown;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};
use std::sync::{Arc, Mutex, MutexGuard};
use sudosat::budget::{Budget, Interrupt};
use sudosat::cdcl::{CallLimits, Config, Implied};
use sudosat::formula::{Lit, Var};

/// An incremental SAT solver with the methods of PySAT's solvers. Literals are integers: 5 is
/// variable 5, -5 its negation.
///
/// `bootstrap_with` is an iterable of clauses, such as PySAT's formulas are, or an object with the
/// attribute `clauses`.
/// With `with_proof`, the solver records a proof for `get_proof`: in DRAT if it is `True`, or in
/// the format that it names, `"drat"`, `"lrat"` or `"veripb"`. `use_timer`, `incr`,
/// `warm_start`, `native_card` and `sync_with` have no effect: the time is always measured, each
/// call starts from what the calls before it learned, at-most-k constraints are always there, and
/// the solver makes no variables of its own. A name, which PySAT's class `Solver` takes as its
/// first argument or as `name`, has no effect either: there is one solver here.
///
/// A search runs without the GIL, and Ctrl-C ends it. The methods are for one thread at a
/// time; only `interrupt` may be called while another thread searches.
///
/// A solver can be copied and pickled, as its clauses and constraints with its settings. The copy
/// starts anew: learned clauses, the last answer, phases, budgets and statistics are left out. With a
/// propagator that is an error.
#[pyclass(frozen, subclass, dict, weakref, module = "sudosat")]
pub(crate) struct Solver {
    /// `None` after `delete`. Locked during a search, which runs without the GIL: other
    /// threads must not wait for it while they hold the GIL.
    state: Mutex<Option<State>>,
    /// Outside of the state, so that another thread can end a search.
    interrupt: Mutex<Interrupt>,
    /// Outside of the state, so that a propagator can use it during a search.
    link: Mutex<Option<Arc<Link>>>,
}

impl Solver {
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut State) -> PyResult<R>) -> PyResult<R> {
        match &mut *self.try_state()? {
            Some(state) => work(state),
            None => Err(PyRuntimeError::new_err("the solver was deleted")),
        }
    }

    /// Returns the state, unless it is in use.
    fn try_state(&self) -> PyResult<MutexGuard<'_, Option<State>>> {
        self.state.try_lock().map_err(|_| {
            PyRuntimeError::new_err(
                "the solver is used by another thread, by the iterable it reads, or by a search that \
                 its propagator takes part in",
            )
        })
    }

    pub(crate) fn interrupt_flag(&self) -> Interrupt {
        lock(&self.interrupt).clone()
    }

    /// Begins anew with the clauses of a formula.
    fn reset(&self, state: State) -> PyResult<()> {
        *self.try_state()? = Some(state);
        *lock(&self.link) = None;
        Ok(())
    }

    /// Calls a method of the link to the propagator, also while a search runs.
    fn linked<R>(&self, work: impl FnOnce(&Link) -> R) -> PyResult<R> {
        match lock(&self.link).as_deref() {
            Some(link) => Ok(work(link)),
            None => Err(PyRuntimeError::new_err("no propagator is connected")),
        }
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

    /// Adds every clause of a formula, and then its at-most-k constraints.
    fn append(&self, formula: &Bound<'_, PyAny>) -> PyResult<()> {
        let at_mosts = lits::at_mosts(formula)?;
        lits::each_clause(formula, |clause| {
            self.with(|state| {
                state.add_clause(clause);
                Ok(())
            })
        })?;
        let mut at_mosts = at_mosts.into_iter();
        at_mosts.try_for_each(|at_most| self.with(|state| state.add_at_most(at_most)))
    }

    /// Returns the answer of a method that adds something: `None`, or else if the formula is
    /// consistent.
    fn added(&self, py: Python<'_>, no_return: bool) -> PyResult<Option<bool>> {
        match no_return {
            true => Ok(None),
            false => self.with(|state| state.is_consistent(py).map(Some)),
        }
    }
}

/// Returns the literals of an optional iterable.
fn optional(lits: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Lit>> {
    lits.map_or_else(|| Ok(Vec::new()), lits::read)
}

/// Returns the variable of a positive literal.
fn variable(number: &Bound<'_, PyAny>) -> PyResult<Var> {
    let lit = lits::lit(number)?;
    match lit.is_positive() {
        true => Ok(lit.var()),
        false => Err(PyValueError::new_err(format!(
            "found {}, expected a variable",
            shown(number)
        ))),
    }
}

/// Returns the limit that PySAT's number means: none if it is 0 or negative.
fn limit(budget: i64) -> Option<u64> {
    u64::try_from(budget).ok().filter(|&budget| budget > 0)
}

/// Returns the allowed form of a value of `configure`.
fn setting(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        return Ok("never".to_owned());
    }
    Ok(match value.cast::<PyBool>() {
        Ok(value) if value.is_true() => "on".to_owned(),
        Ok(_) => "off".to_owned(),
        Err(_) => value.str()?.to_string(),
    })
}

#[pymethods]
impl Solver {
    /// Creates a solver without clauses. The arguments are those of `__init__`, which subclasses
    /// may change.
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "(bootstrap_with=None, use_timer=False, incr=False, with_proof=False, \
            warm_start=False, *, name=None, native_card=False, sync_with=None)"
    )]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Solver {
        Solver {
            state: Mutex::new(Some(State::new(None, Vec::new()))),
            interrupt: Mutex::default(),
            link: Mutex::default(),
        }
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __init__(
        &self,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let Arguments {
            bootstrap_with,
            with_proof,
        } = Arguments::read(args, kwargs)?;
        self.reset(State::new(with_proof, Vec::new()))?;
        bootstrap_with.map_or(Ok(()), |formula| self.append(&formula))
    }

    /// Returns what a copy is made of.
    fn __getstate__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let copied = PyDict::new(this.py());
        if let Some(attributes) = this.as_any().getattr_opt("__dict__")? {
            copied.set_item("attributes", attributes)?;
        }
        let slots = PyDict::new(this.py());
        let names = this.py().import("copyreg")?;
        for name in names
            .call_method1("_slotnames", (this.get_type(),))?
            .try_iter()?
        {
            let name = name?.cast_into::<PyString>()?;
            if let Some(value) = this.as_any().getattr_opt(&name)? {
                slots.set_item(name, value)?;
            }
        }
        copied.set_item("slots", slots)?;
        this.get().with(|state| {
            if state.link.is_some() {
                let message = "a solver with a propagator can't be copied: disconnect it first";
                return Err(PyTypeError::new_err(message));
            }
            let clauses = state.formula.clauses.clauses();
            let clauses = clauses.map(|clause| lits::numbers(clause.iter().copied()));
            copied.set_item("clauses", clauses.collect::<Vec<_>>())?;
            let at_mosts = state.formula.at_mosts.iter().map(|it| {
                let (weights, lits): (Vec<u32>, Vec<Lit>) = it.terms.iter().copied().unzip();
                (lits::numbers(lits), it.bound, weights)
            });
            copied.set_item("atmosts", at_mosts.collect::<Vec<_>>())?;
            let parities = state.formula.parities.iter();
            let parities =
                parities.map(|(lits, value)| (lits::numbers(lits.iter().copied()), *value));
            copied.set_item("xors", parities.collect::<Vec<_>>())?;
            copied.set_item("variables", state.solver.num_vars())?;
            copied.set_item("settings", &state.settings)?;
            let format = state.proof.as_ref().map(|proof| proof.format().name());
            copied.set_item("with_proof", format)
        })?;
        Ok(copied)
    }

    fn __setstate__(this: &Bound<'_, Self>, copied: &Bound<'_, PyDict>) -> PyResult<()> {
        let part = |name: &str| copied.as_any().get_item(name);
        let format = Format::of(&part("with_proof")?)?;
        let solver = this.get();
        solver.reset(State::new(format, part("settings")?.extract()?))?;
        solver.append(&part("clauses")?)?;
        for constraint in part("atmosts")?.try_iter()? {
            let (lits, bound, weights) = constraint?.extract::<(Bound<'_, PyAny>, _, _)>()?;
            let at_most = AtMost::read(&lits, &bound, Some(&weights))?;
            solver.with(|state| state.add_at_most(at_most))?;
        }
        for constraint in part("xors")?.try_iter()? {
            let (lits, value): (Bound<'_, PyAny>, bool) = constraint?.extract()?;
            let lits = lits::read(&lits)?;
            solver.with(|state| state.add_parity(lits, value))?;
        }
        let num_vars = part("variables")?.extract()?;
        solver.with(|state| {
            state.solver.reserve_vars(num_vars);
            Ok(())
        })?;
        if let Some(attributes) = copied.get_item("attributes")? {
            let own = this.as_any().getattr("__dict__")?;
            own.call_method1("update", (attributes,))?;
        }
        for (name, value) in part("slots")?.cast_into::<PyDict>()? {
            this.as_any()
                .setattr(name.cast_into::<PyString>()?, value)?;
        }
        Ok(())
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let name = this.get_type().fully_qualified_name()?;
        let solver = this.get();
        let content = solver.with(|state| {
            let (vars, clauses) = (state.solver.num_vars(), state.formula.clauses.num_clauses());
            Ok(format!("{vars} variables, {clauses} clauses"))
        });
        // Another thread may search.
        Ok(format!(
            "<{name}: {}>",
            content.unwrap_or_else(|_| "busy or deleted".to_owned())
        ))
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
        *self.try_state()? = None;
        *lock(&self.link) = None;
        Ok(())
    }

    /// Adds a clause, an iterable of literals. With `no_return=False`, returns `False` if unit
    /// propagation refutes the formula, and otherwise `True`.
    #[pyo3(signature = (clause, no_return = true))]
    fn add_clause(&self, clause: &Bound<'_, PyAny>, no_return: bool) -> PyResult<Option<bool>> {
        let lits = lits::read(clause)?;
        self.with(|state| {
            state.add_clause(&lits);
            Ok(())
        })?;
        self.added(clause.py(), no_return)
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
        self.added(formula.py(), no_return)
    }

    /// Adds that at most `k` of the literals are true, or with `weights` that the weights of the
    /// true ones sum up to at most `k`. A literal may occur several times. The
    /// solver counts with `k=1` without weights; proofs in DRAT and LRAT take no other. `no_return` as
    /// in `add_clause`.
    #[pyo3(signature = (lits, k, weights = None, no_return = true))]
    fn add_atmost(
        &self,
        lits: &Bound<'_, PyAny>,
        k: &Bound<'_, PyAny>,
        weights: Option<&Bound<'_, PyAny>>,
        no_return: bool,
    ) -> PyResult<Option<bool>> {
        let at_most = AtMost::read(lits, k, weights)?;
        self.with(|state| state.add_at_most(at_most))?;
        self.added(lits.py(), no_return)
    }

    /// `True`: `add_atmost` takes any `k`, and weights.
    fn supports_atmost(&self) -> bool {
        true
    }

    /// Does nothing: `add_atmost` is always there.
    fn activate_atmost(&self) {}

    /// Adds that an odd number of the literals is true, or with `value=False` an even number. Up to
    /// 6 literals become clauses; more of them can't be used with `with_proof`.
    #[pyo3(signature = (lits, value = true))]
    fn add_xor_clause(&self, lits: &Bound<'_, PyAny>, value: bool) -> PyResult<()> {
        let lits = lits::read(lits)?;
        self.with(|state| state.add_parity(lits, value))
    }

    /// Does nothing: each call starts from what the calls before it learned.
    #[pyo3(signature = (warm = false))]
    fn start_mode(&self, warm: bool) {
        let _ = warm;
    }

    /// Sets settings of the solver, before the first clause. The names and values are those of the
    /// options of `sudosat sat`, as `{"restart-interval": 10, "vivify-interval": None}`; `None`
    /// means never. Those of other solvers are an error.
    fn configure(&self, parameters: &Bound<'_, PyDict>) -> PyResult<()> {
        self.with(|state| {
            let is_empty = state.formula.is_empty() && state.link.is_none();
            if !is_empty || state.status.is_some() {
                let message = "configure() must be called before anything else";
                return Err(PyRuntimeError::new_err(message));
            }
            let mut config = Config::default();
            let mut settings = state.settings.clone();
            for (key, value) in parameters {
                let name = key.extract::<String>()?.replace('-', "_");
                let value = setting(&value)?;
                if !config.set(&name, &value) {
                    let known = Config::SETTINGS.iter().map(|known| known.name);
                    let reason = match config.get(&name) {
                        Some(usual) => format!("can't be {value}; it is usually {usual}"),
                        None => format!("is none of {}", known.collect::<Vec<_>>().join(", ")),
                    };
                    return Err(PyValueError::new_err(format!(
                        "the setting {name} {reason}"
                    )));
                }
                settings.retain(|(known, _)| *known != name);
                settings.push((name, value));
            }
            let format = state.proof.as_ref().map(Recording::format);
            *state = State::new(format, settings);
            Ok(())
        })
    }

    /// Connects a propagator, an object with the methods of PySAT's `pysat.engines.Propagator`, which
    /// takes part in later searches and in `propagate`. Only `check_model` has to be there. It
    /// observes no variables yet: see `observe`. A propagator that was connected before is disconnected.
    ///
    /// Reasons are asked for at once. An exception of a method ends the search and is raised by it;
    /// the propagator then has to be connected again. Clauses that it adds stay. A proof is one
    /// of the formula with these clauses.
    fn connect_propagator(&self, propagator: &Bound<'_, PyAny>) -> PyResult<()> {
        self.with(|state| {
            state.connect(propagator)?;
            *lock(&self.link) = state.link.clone();
            Ok(())
        })
    }

    /// Disconnects the propagator, if there is one. No variable is observed after that.
    fn disconnect_propagator(&self) -> PyResult<()> {
        self.with(|state| {
            state.disconnect();
            *lock(&self.link) = None;
            Ok(())
        })
    }

    /// Lets the propagator take part in the search. During a search this begins at the next
    /// return to level 0.
    fn enable_propagator(&self) -> PyResult<()> {
        self.linked(|link| link.want(true))
    }

    /// Lets the propagator check models only. During a search this begins at the next return to
    /// level 0.
    fn disable_propagator(&self) -> PyResult<()> {
        self.linked(|link| link.want(false))
    }

    /// Returns `True` if the propagator takes part in the search, `False` if it checks models only.
    fn propagator_active(&self) -> PyResult<bool> {
        self.linked(Link::is_active)
    }

    /// Lets the propagator observe a variable: `on_assignment` is called for its literals.
    fn observe(&self, var: &Bound<'_, PyAny>) -> PyResult<()> {
        let var = variable(var)?;
        self.with(|state| {
            lock(&state.link()?.observed).insert(var);
            state.keep_model();
            state.solver.observe(&[var]);
            Ok(())
        })
    }

    /// Ends the observation of a variable.
    fn ignore(&self, var: &Bound<'_, PyAny>) -> PyResult<()> {
        let var = variable(var)?;
        self.with(|state| {
            lock(&state.link()?.observed).remove(&var);
            state.solver.unobserve(var);
            Ok(())
        })
    }

    /// Ends the observation of all variables.
    fn reset_observed(&self) -> PyResult<()> {
        self.with(|state| {
            let observed = std::mem::take(&mut *lock(&state.link()?.observed));
            observed
                .into_iter()
                .for_each(|var| state.solver.unobserve(var));
            Ok(())
        })
    }

    /// Returns `True` if the literal's variable, which is observed, got its value by a decision.
    /// For the methods of a propagator.
    fn is_decision(&self, lit: &Bound<'_, PyAny>) -> PyResult<bool> {
        let lit = lits::lit(lit)?;
        self.linked(|link| link.is_decision(lit))
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
        *lock(&self.interrupt) = Interrupt::new();
    }

    /// Returns what unit propagation of the assumptions gives: `False` if it ends in a
    /// conflict, else `True`, and the literals that became true, assumptions included.
    /// Literals that are true without assumptions are left out. With `phase_saving` 1 or 2, later
    /// searches try these values first.
    #[pyo3(signature = (assumptions = None, phase_saving = 0))]
    fn propagate(
        &self,
        py: Python<'_>,
        assumptions: Option<&Bound<'_, PyAny>>,
        phase_saving: i64,
    ) -> PyResult<(bool, Vec<i32>)> {
        if !(0..=2).contains(&phase_saving) {
            let message = format!("found phase_saving {phase_saving}, expected 0, 1 or 2");
            return Err(PyValueError::new_err(message));
        }
        let assumptions = optional(assumptions)?;
        self.with(|state| {
            let (is_consistent, mut implied) = match state.propagate(py, &assumptions)? {
                Implied::Consistent(lits) => (true, lits),
                Implied::Conflict(lits) => (false, lits),
            };
            implied.retain(|&lit| state.solver.fixed(lit).is_none());
            if phase_saving > 0 {
                implied.iter().for_each(|&lit| state.solver.phase(lit));
            }
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

    /// Returns the lines of the proof until the end of the last call, in the format that
    /// `with_proof` asked for, or `None` without it. `sudosat.verify` checks it. In VeriPB's
    /// format the solver counts as without a proof; in DRAT and LRAT it does not count.
    fn get_proof(&self) -> PyResult<Option<Vec<String>>> {
        self.with(|state| Ok(state.proof.as_ref().map(Recording::lines).transpose()?))
    }

    /// Returns an iterator over the models, in which all assumptions are true. A clause that
    /// excludes it is added for each model before the next is looked for. After `interrupt` the
    /// iterator raises `RuntimeError`, because there may be more models; `get_status` is then
    /// `None`, and after `clear_interrupt` the iteration can go on.
    #[pyo3(signature = (assumptions = None))]
    fn enum_models(this: Py<Self>, assumptions: Option<&Bound<'_, PyAny>>) -> PyResult<Models> {
        Ok(Models::new(this, optional(assumptions)?))
    }

    /// The highest variable of all clauses and assumptions.
    fn nof_vars(&self) -> PyResult<usize> {
        self.with(|state| Ok(state.solver.num_vars()))
    }

    /// The number of clauses added.
    fn nof_clauses(&self) -> PyResult<usize> {
        self.with(|state| Ok(state.formula.clauses.num_clauses()))
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
