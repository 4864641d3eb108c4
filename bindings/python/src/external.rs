//! A propagator written in Python, with the methods of PySAT's class `Propagator`.

use crate::lits;
use crate::values::{iterate, shown, shown_with_type};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use sudosat::cdcl::{Lemma, Propagator};
use sudosat::formula::{Lit, Model, Var};

/// An exception that a signal handler or a propagator raised during a search.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// Locks a mutex. A thread that panicked left no half-made change in ours.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state of a connected propagator that its callbacks may read and change during a search, when the
/// solver itself is borrowed.
pub(crate) struct Link {
    /// Set if the propagator shall take part in the search, not only check models.
    is_wanted: AtomicBool,
    /// Set if it takes part. This changes at level 0 only.
    is_active: AtomicBool,
    is_at_root: AtomicBool,
    /// Set once a method has raised an exception: the propagator may have missed reports.
    has_failed: AtomicBool,
    pub(crate) observed: Mutex<HashSet<Var>>,
    /// The observed decisions with their levels.
    decisions: Mutex<Vec<(usize, Lit)>>,
    raised: Raised,
}

impl Link {
    /// Makes the propagator take part in the search, or not, from level 0 on.
    pub(crate) fn want(&self, is_wanted: bool) {
        self.is_wanted.store(is_wanted, Ordering::Relaxed);
        if self.is_at_root.load(Ordering::Relaxed) {
            self.settle();
        }
    }

    /// Lets the propagator take part from now on if it is wanted.
    fn settle(&self) {
        let is_wanted = self.is_wanted.load(Ordering::Relaxed);
        self.is_active.store(is_wanted, Ordering::Relaxed);
    }

    pub(crate) fn is_active(&self) -> bool {
        self.is_active.load(Ordering::Relaxed)
    }

    /// Returns `true` if the variable's value is an observed decision.
    pub(crate) fn is_decision(&self, lit: Lit) -> bool {
        let decisions = lock(&self.decisions);
        decisions.iter().any(|(_, it)| it.var() == lit.var())
    }

    /// # Errors
    /// If a method of the propagator has raised an exception in an earlier call.
    pub(crate) fn check(&self) -> PyResult<()> {
        match self.has_failed.load(Ordering::Relaxed) {
            true => Err(PyRuntimeError::new_err(
                "the propagator raised an exception in an earlier call, so that it may have missed \
                 assignments: disconnect it, or connect it again",
            )),
            false => Ok(()),
        }
    }

    fn observes(&self, lit: Lit) -> bool {
        lock(&self.observed).contains(&lit.var())
    }
}

/// The propagator. After an exception it does nothing more, and the search ends.
pub(crate) struct External {
    object: Py<PyAny>,
    link: Arc<Link>,
    /// The observed literals that are true, and the number of them below each level.
    trail: Vec<Lit>,
    starts: Vec<usize>,
    is_true: HashSet<Lit>,
    /// Literals that `propagate` returned and the solver has not taken yet.
    implied: VecDeque<Lit>,
    /// The reason of the literal that the solver takes.
    reason: Vec<Lit>,
    /// Clauses that exclude the rejected model, or came before them.
    clauses: VecDeque<Vec<Lit>>,
}

impl External {
    /// # Errors
    /// `TypeError` if the object has no method `check_model`.
    pub(crate) fn new(object: &Bound<'_, PyAny>, raised: &Raised) -> PyResult<External> {
        if object.getattr_opt("check_model")?.is_none() {
            let found = shown_with_type(object);
            let message = format!("found {found}, expected a propagator with check_model(model)");
            return Err(PyTypeError::new_err(message));
        }
        let is_lazy = match object.getattr_opt("is_lazy")? {
            Some(is_lazy) => is_lazy.is_truthy()?,
            None => false,
        };
        Ok(External {
            object: object.clone().unbind(),
            link: Arc::new(Link {
                is_wanted: AtomicBool::new(!is_lazy),
                is_active: AtomicBool::new(!is_lazy),
                is_at_root: AtomicBool::new(true),
                has_failed: AtomicBool::new(false),
                observed: Mutex::default(),
                decisions: Mutex::default(),
                raised: Arc::clone(raised),
            }),
            trail: Vec::new(),
            starts: Vec::new(),
            is_true: HashSet::new(),
            implied: VecDeque::new(),
            reason: Vec::new(),
            clauses: VecDeque::new(),
        })
    }

    pub(crate) fn link(&self) -> Arc<Link> {
        Arc::clone(&self.link)
    }

    /// Calls a method of the object. Returns `None` if it has no such method, or returns `None`.
    fn call<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        arguments: impl pyo3::call::PyCallArgs<'py>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let method = self.object.bind(py).getattr_opt(name)?;
        let answer = method.map(|method| method.call1(arguments)).transpose()?;
        Ok(answer.filter(|answer| !answer.is_none()))
    }

    /// Runs calls of the object, unless one has failed before. Keeps an exception for the
    /// caller of the search, and returns the default.
    fn ask<R: Default>(
        &mut self,
        calls: impl FnOnce(&mut External, Python<'_>) -> PyResult<R>,
    ) -> R {
        if self.link.has_failed.load(Ordering::Relaxed) {
            return R::default();
        }
        Python::attach(|py| {
            calls(self, py).unwrap_or_else(|error| {
                self.link.has_failed.store(true, Ordering::Relaxed);
                *lock(&self.link.raised) = Some(error);
                R::default()
            })
        })
    }

    /// Returns the literals that a method returned.
    fn lits(&self, name: &str, answer: &Bound<'_, PyAny>) -> PyResult<Vec<Lit>> {
        if iterate(answer)?.is_none() {
            let found = shown_with_type(answer);
            let message = format!("{name}() returned {found}, expected a list of literals");
            return Err(PyTypeError::new_err(message));
        }
        lits::read(answer)
    }

    /// Returns the next clause of the object, if it has one. An empty one is a clause if
    /// `has_clause` has said so.
    fn next_clause(&self, py: Python<'_>) -> PyResult<Option<Vec<Lit>>> {
        let has_clause = self.call(py, "has_clause", ())?;
        let has_clause = has_clause.map(|answer| answer.is_truthy()).transpose()?;
        if has_clause == Some(false) {
            return Ok(None);
        }
        let clause = match self.call(py, "add_clause", ())? {
            Some(answer) => self.lits("add_clause", &answer)?,
            None => Vec::new(),
        };
        if clause.is_empty() && has_clause.is_none() {
            return Ok(None);
        }
        lock(&self.link.observed).extend(clause.iter().map(|lit| lit.var()));
        Ok(Some(clause))
    }

    /// Returns the reason of an implied literal.
    fn reason_of(&self, py: Python<'_>, lit: Lit) -> PyResult<Vec<Lit>> {
        let number = lit.to_dimacs();
        self.check_observed("propagate", lit)?;
        let answer = self.call(py, "provide_reason", (number,))?;
        let answer = answer.ok_or_else(|| {
            let message = format!("propagate() returned {number}, and provide_reason() no clause");
            PyValueError::new_err(message)
        })?;
        let reason = self.lits("provide_reason", &answer)?;
        let is_false = |other: &Lit| self.is_true.contains(&!*other) && self.link.observes(*other);
        let mut others = reason.iter().filter(|&&other| other != lit);
        match reason.contains(&lit) && others.all(is_false) {
            true => Ok(reason),
            false => Err(PyValueError::new_err(format!(
                "provide_reason({number}) returned {}, expected {number} and observed literals \
                 that are false now",
                shown(&answer)
            ))),
        }
    }

    fn check_observed(&self, name: &str, lit: Lit) -> PyResult<()> {
        match self.link.observes(lit) {
            true => Ok(()),
            false => Err(PyValueError::new_err(format!(
                "{name}() returned {}, a variable that is not observed",
                lit.to_dimacs()
            ))),
        }
    }
}

impl Propagator for External {
    fn assigned(&mut self, lits: &[Lit]) {
        self.trail.extend(lits);
        self.is_true.extend(lits);
        let is_fixed = self.starts.is_empty();
        if is_fixed || self.link.is_active() {
            self.ask(|this, py| {
                for lit in lits {
                    this.call(py, "on_assignment", (lit.to_dimacs(), is_fixed))?;
                }
                Ok(())
            });
        }
    }

    fn new_level(&mut self) {
        if self.starts.is_empty() {
            self.link.settle();
            self.link.is_at_root.store(false, Ordering::Relaxed);
        }
        self.starts.push(self.trail.len());
        if self.link.is_active() {
            self.ask(|this, py| this.call(py, "on_new_level", ()).map(drop));
        }
    }

    fn decided(&mut self, lit: Lit) {
        lock(&self.link.decisions).push((self.starts.len(), lit));
    }

    fn backtracked(&mut self, level: usize) {
        for lit in self.trail.drain(self.starts[level]..) {
            self.is_true.remove(&lit);
        }
        self.starts.truncate(level);
        self.implied.clear();
        lock(&self.link.decisions).retain(|(of, _)| *of <= level);
        if self.link.is_active() {
            self.ask(|this, py| this.call(py, "on_backtrack", (level,)).map(drop));
        }
        if level == 0 {
            self.link.is_at_root.store(true, Ordering::Relaxed);
            self.link.settle();
        }
    }

    fn propagate(&mut self) -> Option<Lit> {
        if !self.starts.is_empty() && !self.link.is_active() {
            return None;
        }
        self.ask(|this, py| {
            if this.implied.is_empty()
                && let Some(answer) = this.call(py, "propagate", ())?
            {
                this.implied = this.lits("propagate", &answer)?.into();
            }
            while let Some(lit) = this.implied.pop_front() {
                if !this.is_true.contains(&lit) {
                    this.reason = this.reason_of(py, lit)?;
                    return Ok(Some(lit));
                }
            }
            Ok(None)
        })
    }

    fn reason(&mut self, _: Lit) -> Lemma {
        Lemma::Forgettable(std::mem::take(&mut self.reason))
    }

    fn clause(&mut self) -> Option<Lemma> {
        let clause = self.clauses.pop_front();
        let clause = clause.or_else(|| match self.link.is_active() {
            true => self.ask(|this, py| this.next_clause(py)),
            false => None,
        });
        clause.map(Lemma::Kept)
    }

    fn decide(&mut self) -> Option<Lit> {
        if !self.link.is_active() {
            return None;
        }
        self.ask(|this, py| {
            let answer = this.call(py, "decide", ())?;
            let answer = answer.map(|number| Ok::<_, PyErr>((number.eq(0)?, number)));
            let Some((false, number)) = answer.transpose()? else {
                return Ok(None);
            };
            let lit = lits::lit(&number)?;
            this.check_observed("decide", lit)?;
            Ok(Some(lit))
        })
    }

    fn accepts(&mut self, model: &Model) -> bool {
        let is_false = |lit: &Lit| lit.var().index() >= model.num_vars() || !model.is_true(*lit);
        // A failed propagator accepts: the exception takes the place of the answer.
        let is_rejected = self.ask(|this, py| {
            let answer = this.call(py, "check_model", (lits::numbers(model),))?;
            if let Some(answer) = answer
                && answer.is_truthy()?
            {
                return Ok(false);
            }
            while let Some(clause) = this.next_clause(py)? {
                let excludes = clause.iter().all(is_false);
                this.clauses.push_back(clause);
                if excludes {
                    return Ok(true);
                }
            }
            Err(PyValueError::new_err(
                "check_model() returned False, but add_clause() no clause that is false in the \
                 model",
            ))
        });
        if !is_rejected {
            self.clauses.clear();
        }
        !is_rejected
    }
}
