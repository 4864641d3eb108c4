//! The C interface IPASIR, as the incremental track of the SAT competitions
//! defines it (Balyo, Biere, Iser, Sinz, "SAT Race 2015", AIJ 2016). `include/ipasir.h`
//! declares it for C. `up` has its extension by a propagator, IPASIR-UP.
//!
//! Literals are DIMACS numbers. What no answer is defined for — a null solver,
//! a literal that is no number of one, a call from a callback — ends the program
//! with a message, as a panic may not cross into C.
//!
//! This is the only module that speaks with raw pointers.

#![allow(unsafe_code)]
#![allow(clippy::missing_safety_doc)] // one contract for all, in the header

pub mod up;

use crate::budget::Budget;
use crate::cdcl::{Config, Sharing, Solver, Verdict};
use crate::formula::Lit;
use std::ffi::{c_char, c_int, c_void};

/// The codes of `ipasir_solve`.
const SATISFIABLE: c_int = 10;
const UNSATISFIABLE: c_int = 20;
const UNKNOWN: c_int = 0;

/// A solver with its callbacks, to which a C program holds a pointer.
pub struct Ipasir {
    solver: Solver,
    /// The clause so far.
    clause: Vec<Lit>,
    /// Of the call to come.
    assumptions: Vec<Lit>,
    /// Set during `ipasir_solve`, which alone uses `solver` then.
    is_solving: bool,
}

/// Asks a C program whether to stop.
type Terminate = unsafe extern "C" fn(*mut c_void) -> c_int;
/// Gives a C program a clause, its end marked by 0.
type Learn = unsafe extern "C" fn(*mut c_void, *mut i32);

/// A function of the C program, with the pointer to pass to it.
struct Hook<F> {
    function: F,
    state: *mut c_void,
}

// SAFETY: a hook is called by `ipasir_solve` only, on the thread that called
// it; that no two threads use a solver at once is the caller's promise.
unsafe impl<F> Send for Hook<F> {}

impl Hook<Terminate> {
    fn asks_to_stop(&self) -> bool {
        // SAFETY: the caller of `ipasir_set_terminate` vouches for both.
        unsafe { (self.function)(self.state) != 0 }
    }
}

/// The callback that receives learned clauses up to a maximal length.
struct Learner {
    hook: Hook<Learn>,
    longest: usize,
    numbers: Vec<i32>,
}

impl Sharing for Learner {
    fn export_clause(&mut self, clause: &[Lit], _glue: u32) {
        if clause.len() > self.longest {
            return;
        }
        self.numbers.clear();
        self.numbers
            .extend(clause.iter().map(|lit| lit.to_dimacs()));
        self.numbers.push(0);
        // SAFETY: the caller of `ipasir_set_learn` vouches for both; the
        // numbers end with 0 and live until the call returns.
        unsafe { (self.hook.function)(self.hook.state, self.numbers.as_mut_ptr()) }
    }

    fn import_clauses(&mut self, _clauses: &mut Vec<(Vec<Lit>, u32)>) {}
}

/// Returns the solver behind a pointer.
///
/// # Safety
/// The pointer is null or comes from `ipasir_init`, was not released, and no
/// other call uses it now, except one of `ipasir_solve` on the same thread.
unsafe fn open<'a>(solver: *mut c_void) -> &'a mut Ipasir {
    let solver = solver.cast::<Ipasir>();
    assert!(!solver.is_null(), "IPASIR: the solver is a null pointer");
    // SAFETY: as above; `ipasir_solve` holds no reference to this field.
    let is_solving = unsafe { (*solver).is_solving };
    assert!(!is_solving, "IPASIR: a callback used its solver");
    // SAFETY: as above, and no call of `ipasir_solve` uses it.
    unsafe { &mut *solver }
}

fn literal(number: i32) -> Lit {
    Lit::from_dimacs(number).unwrap_or_else(|| panic!("IPASIR: {number} is no literal"))
}

/// The name and version of the solver.
#[unsafe(no_mangle)]
pub extern "C" fn ipasir_signature() -> *const c_char {
    concat!("sudosat-", env!("CARGO_PKG_VERSION"), "\0")
        .as_ptr()
        .cast()
}

/// Returns a new solver without clauses, which `ipasir_release` must free.
#[unsafe(no_mangle)]
pub extern "C" fn ipasir_init() -> *mut c_void {
    let solver = Box::new(Ipasir {
        solver: Solver::new(Config::default()),
        clause: Vec::new(),
        assumptions: Vec::new(),
        is_solving: false,
    });
    Box::into_raw(solver).cast()
}

/// Frees a solver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_release(solver: *mut c_void) {
    if !solver.is_null() {
        // SAFETY: it was boxed by `ipasir_init`, and this is its last use.
        drop(unsafe { Box::from_raw(solver.cast::<Ipasir>()) });
    }
}

/// Adds a literal to the current clause, or with 0 the clause.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_add(solver: *mut c_void, lit_or_zero: i32) {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    if lit_or_zero != 0 {
        this.clause.push(literal(lit_or_zero));
    } else {
        this.solver.add_clause(&this.clause);
        this.clause.clear();
    }
}

/// Assumes a literal in the next call of `ipasir_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_assume(solver: *mut c_void, lit: i32) {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    this.assumptions.push(literal(lit));
}

/// Solves: 10 satisfiable, 20 unsatisfiable, 0 neither was found.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_solve(solver: *mut c_void) -> c_int {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    let assumptions = std::mem::take(&mut this.assumptions);
    let this = solver.cast::<Ipasir>();
    // SAFETY: the contract of the header. The references end with each line, so
    // that `open` may read `is_solving` when a callback calls it.
    let verdict = unsafe {
        (*this).is_solving = true;
        let inner = &mut (*this).solver;
        let verdict = inner.solve_with(&assumptions, &Budget::unlimited());
        (*this).is_solving = false;
        verdict
    };
    // Without an observer there are no errors.
    match verdict {
        Ok(Verdict::Sat) => SATISFIABLE,
        Ok(Verdict::Unsat) => UNSATISFIABLE,
        Ok(Verdict::Unknown(_)) | Err(_) => UNKNOWN,
    }
}

/// After 10: the literal if it is true, its negation if it is false. Else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_val(solver: *mut c_void, lit: i32) -> i32 {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    match this.solver.value(literal(lit)) {
        Some(true) => lit,
        Some(false) => -lit,
        None => 0,
    }
}

/// After 20: 1 if the assumption is among those that can't all be true.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_failed(solver: *mut c_void, lit: i32) -> c_int {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    c_int::from(this.solver.failed(literal(lit)))
}

/// Has a function asked during a search whether to stop; null: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_set_terminate(
    solver: *mut c_void,
    state: *mut c_void,
    terminate: Option<Terminate>,
) {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    let hook = terminate.map(|function| Hook { function, state });
    this.solver.set_terminate(hook.map(|hook| {
        let ask = move || hook.asks_to_stop();
        Box::new(ask) as Box<dyn FnMut() -> bool + Send>
    }));
}

/// Gives a function each learned clause of up to `max_length` literals; null:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_set_learn(
    solver: *mut c_void,
    state: *mut c_void,
    max_length: c_int,
    learn: Option<Learn>,
) {
    // SAFETY: the contract of the header.
    let this = unsafe { open(solver) };
    let learner = learn.map(|function| Learner {
        hook: Hook { function, state },
        longest: usize::try_from(max_length).unwrap_or(0),
        numbers: Vec::new(),
    });
    this.solver
        .share_with(learner.map(|learner| Box::new(learner) as Box<dyn Sharing>));
}
