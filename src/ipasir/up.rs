//! IPASIR-UP for C: a propagator as a struct of functions, in the form of the
//! C wrapper of CaDiCaL in the crate rustsat-cadical. `include/ipasir_up.h`
//! declares it.

use super::{literal, open};
use crate::cdcl::{Lemma, Propagator};
use crate::formula::{Lit, Model, Var};
use std::ffi::{c_int, c_void};

/// The functions of a propagator in C; null ones are left out. The first argument of
/// each is the pointer that was passed when it was connected.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Callbacks {
    notify_assignment: Option<unsafe extern "C" fn(*mut c_void, *const i32, usize)>,
    notify_new_decision_level: Option<unsafe extern "C" fn(*mut c_void)>,
    notify_backtrack: Option<unsafe extern "C" fn(*mut c_void, usize)>,
    cb_check_found_model: Option<unsafe extern "C" fn(*mut c_void, *const i32, usize) -> c_int>,
    cb_decide: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
    cb_propagate: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
    cb_add_reason_clause_lit: Option<unsafe extern "C" fn(*mut c_void, i32) -> i32>,
    cb_has_external_clause: Option<unsafe extern "C" fn(*mut c_void, *mut c_int) -> c_int>,
    cb_add_external_clause_lit: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
}

/// A propagator in C.
struct External {
    state: *mut c_void,
    callbacks: Callbacks,
    /// Set if only complete assignments are checked.
    is_lazy: bool,
    /// Set if reasons may be deleted.
    forgets_reasons: bool,
    /// Set from the rejection of a model until there is no clause to add.
    has_rejected: bool,
    /// Buffer for DIMACS numbers.
    numbers: Vec<i32>,
}

// SAFETY: it is called by `ipasir_solve` only, on the thread that called it;
// that no two threads use a solver at once is the caller's promise.
unsafe impl Send for External {}

impl External {
    /// Returns the clause whose literals `next` returns, with 0 at its end.
    fn clause(next: impl FnMut() -> i32) -> Vec<Lit> {
        let numbers = std::iter::repeat_with(next).take_while(|&number| number != 0);
        numbers.map(literal).collect()
    }

    fn write(&mut self, lits: impl Iterator<Item = Lit>) {
        self.numbers.clear();
        self.numbers.extend(lits.map(|lit| lit.to_dimacs()));
    }
}

// SAFETY of the calls in this block: the caller of
// `ipasir_connect_external_propagator` vouches for the functions and the
// pointer; the numbers live until the call returns.
impl Propagator for External {
    fn assigned(&mut self, lits: &[Lit]) {
        if !self.is_lazy
            && let Some(notify) = self.callbacks.notify_assignment
        {
            self.write(lits.iter().copied());
            // SAFETY: as above.
            unsafe { notify(self.state, self.numbers.as_ptr(), self.numbers.len()) }
        }
    }

    fn new_level(&mut self) {
        if !self.is_lazy
            && let Some(notify) = self.callbacks.notify_new_decision_level
        {
            // SAFETY: as above.
            unsafe { notify(self.state) }
        }
    }

    fn backtracked(&mut self, level: usize) {
        if !self.is_lazy
            && let Some(notify) = self.callbacks.notify_backtrack
        {
            // SAFETY: as above.
            unsafe { notify(self.state, level) }
        }
    }

    fn propagate(&mut self) -> Option<Lit> {
        let propagate = self.callbacks.cb_propagate.filter(|_| !self.is_lazy)?;
        // SAFETY: as above.
        let number = unsafe { propagate(self.state) };
        (number != 0).then(|| literal(number))
    }

    fn reason(&mut self, lit: Lit) -> Lemma {
        let next = self.callbacks.cb_add_reason_clause_lit;
        let next = next.expect("IPASIR-UP: cb_propagate without cb_add_reason_clause_lit");
        // SAFETY: as above.
        let clause = External::clause(|| unsafe { next(self.state, lit.to_dimacs()) });
        match self.forgets_reasons {
            true => Lemma::Forgettable(clause),
            false => Lemma::Kept(clause),
        }
    }

    fn clause(&mut self) -> Option<Lemma> {
        if self.is_lazy && !self.has_rejected {
            return None;
        }
        let (has, next) = (
            self.callbacks.cb_has_external_clause?,
            self.callbacks.cb_add_external_clause_lit?,
        );
        let mut is_forgettable = 0;
        // SAFETY: as above.
        if unsafe { has(self.state, &raw mut is_forgettable) } == 0 {
            self.has_rejected = false;
            return None;
        }
        // SAFETY: as above.
        let clause = External::clause(|| unsafe { next(self.state) });
        Some(match is_forgettable {
            0 => Lemma::Kept(clause),
            _ => Lemma::Forgettable(clause),
        })
    }

    fn decide(&mut self) -> Option<Lit> {
        let decide = self.callbacks.cb_decide.filter(|_| !self.is_lazy)?;
        // SAFETY: as above.
        let number = unsafe { decide(self.state) };
        (number != 0).then(|| literal(number))
    }

    fn accepts(&mut self, model: &Model) -> bool {
        let Some(check) = self.callbacks.cb_check_found_model else {
            return true;
        };
        self.write(model.lits());
        // SAFETY: as above.
        let answer = unsafe { check(self.state, self.numbers.as_ptr(), self.numbers.len()) };
        self.has_rejected = answer == 0;
        answer != 0
    }
}

/// Connects a propagator in the place of the one before, if there was one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_connect_external_propagator(
    solver: *mut c_void,
    state: *mut c_void,
    callbacks: Callbacks,
    is_lazy: c_int,
    are_reasons_forgettable: c_int,
) {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    this.solver.disconnect::<External>();
    this.solver.connect(External {
        state,
        callbacks,
        is_lazy: is_lazy != 0,
        forgets_reasons: are_reasons_forgettable != 0,
        has_rejected: false,
        numbers: Vec::new(),
    });
}

/// Disconnects the propagator, if there is one. No variable is observed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_disconnect_external_propagator(solver: *mut c_void) {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    this.solver.disconnect::<External>();
}

/// Lets the propagator observe a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_add_observed_var(solver: *mut c_void, var: i32) {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    this.solver.observe(&[literal(var).var()]);
}

/// Ends the observation of a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_remove_observed_var(solver: *mut c_void, var: i32) {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    this.solver.unobserve(literal(var).var());
}

/// Ends the observation of all variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_reset_observed_vars(solver: *mut c_void) {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    for index in 0..this.solver.num_vars() {
        this.solver.unobserve(Var::new(index));
    }
}
