//! A library with the interface IPASIR, loaded while the program runs.
//!
//! Foreign code may do anything, so this is only used in the process that plays a trace. That process
//! has one solver, so the state of its callbacks is in a static variable: the pointer that a library
//! passes to a callback may be wrong.

#![allow(unsafe_code)]

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::fs::File;
use std::io::Write;
use std::iter;
use std::ptr::{self, NonNull};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use sudosat::fuzz::{Callbacks, Event, Incremental};

type Signature = unsafe extern "C" fn() -> *const c_char;
type Init = unsafe extern "C" fn() -> *mut c_void;
type Release = unsafe extern "C" fn(*mut c_void);
type Give = unsafe extern "C" fn(*mut c_void, i32);
type Solve = unsafe extern "C" fn(*mut c_void) -> c_int;
type Ask = unsafe extern "C" fn(*mut c_void, i32) -> i32;
type Terminate = unsafe extern "C" fn(*mut c_void) -> c_int;
type Learn = unsafe extern "C" fn(*mut c_void, *mut i32);
type SetTerminate = unsafe extern "C" fn(*mut c_void, *mut c_void, Option<Terminate>);
type SetLearn = unsafe extern "C" fn(*mut c_void, *mut c_void, c_int, Option<Learn>);

/// The functions of a library, which stays loaded until the process ends.
#[derive(Clone, Copy)]
pub(super) struct Functions {
    signature: Signature,
    init: Init,
    release: Release,
    add: Give,
    assume: Give,
    solve: Solve,
    val: Ask,
    failed: Ask,
    /// Older libraries do not have these two.
    set_terminate: Option<SetTerminate>,
    set_learn: Option<SetLearn>,
}

/// The callbacks, with the log to which they write.
#[derive(Default)]
struct Logged {
    callbacks: Callbacks,
    log: Option<File>,
}

impl Logged {
    fn note(&mut self, event: Option<Event>) {
        if let (Some(event), Some(log)) = (event, &mut self.log) {
            // An error recurs for the line of the call.
            let _ = log.write_all(format!("{event}\n").as_bytes());
        }
    }
}

static LOGGED: LazyLock<Mutex<Logged>> = LazyLock::new(Mutex::default);

/// Returns the callbacks, which must not be held while the library runs.
fn logged() -> MutexGuard<'static, Logged> {
    LOGGED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The callback for `ipasir_set_terminate`.
extern "C" fn terminate(state: *mut c_void) -> c_int {
    let mut logged = logged();
    let (stops, event) = logged.callbacks.terminate(state.addr());
    logged.note(event);
    stops.into()
}

/// The callback for `ipasir_set_learn`.
extern "C" fn learn(state: *mut c_void, clause: *mut i32) {
    let mut logged = logged();
    let lits = NonNull::new(clause).map(|clause| {
        let mut next = clause.as_ptr().cast_const();
        iter::from_fn(move || {
            // SAFETY: the library under test is trusted to pass a clause with 0 at its end, or as many
            // readable integers as the limit allows and one; `Callbacks::learn` reads no further. The
            // pointer need not be aligned. If it is wrong, the process of this trace alone ends.
            let lit = unsafe { next.read_unaligned() };
            next = next.wrapping_add(1);
            (lit != 0).then_some(lit)
        })
        .fuse()
    });
    let event = logged.callbacks.learn(state.addr(), lits);
    logged.note(event);
}

/// A solver object, which is released by [`Object::release`] alone.
pub(super) struct Object {
    functions: Functions,
    solver: NonNull<c_void>,
}

impl Functions {
    /// Loads a library. All its symbols are looked up at once, so that none is missing later.
    ///
    /// # Errors
    /// If it can't be loaded, or does not have one of the functions that are not optional.
    pub(super) fn load(library: &OsStr) -> Result<Functions, libloading::Error> {
        // SAFETY: loading runs the library's own initialisation, which is the user's wish.
        let library = unsafe { Library::open(Some(library), RTLD_NOW | RTLD_LOCAL) }?;
        // SAFETY: the types are those that IPASIR gives to these names.
        let functions = unsafe {
            Functions {
                signature: *library.get::<Signature>(c"ipasir_signature")?,
                init: *library.get::<Init>(c"ipasir_init")?,
                release: *library.get::<Release>(c"ipasir_release")?,
                add: *library.get::<Give>(c"ipasir_add")?,
                assume: *library.get::<Give>(c"ipasir_assume")?,
                solve: *library.get::<Solve>(c"ipasir_solve")?,
                val: *library.get::<Ask>(c"ipasir_val")?,
                failed: *library.get::<Ask>(c"ipasir_failed")?,
                set_terminate: library
                    .get::<SetTerminate>(c"ipasir_set_terminate")
                    .ok()
                    .map(|symbol| *symbol),
                set_learn: library
                    .get::<SetLearn>(c"ipasir_set_learn")
                    .ok()
                    .map(|symbol| *symbol),
            }
        };
        // Never unloaded: the functions stay valid.
        let _ = library.into_raw();
        Ok(functions)
    }

    /// Returns the name and version of the solver.
    pub(super) fn signature(self) -> String {
        // SAFETY: the function takes nothing, and its library is loaded.
        let text = unsafe { (self.signature)() };
        if text.is_null() {
            return String::new();
        }
        // SAFETY: IPASIR returns a text that ends with 0 and stays.
        let text = unsafe { CStr::from_ptr(text) };
        text.to_string_lossy().into_owned()
    }

    /// Returns a new solver, or `None` if the library returns a null pointer. Its callbacks write
    /// to the log.
    pub(super) fn init(self, log: File) -> Option<Object> {
        logged().log = Some(log);
        // SAFETY: the function takes nothing, and its library is loaded.
        let solver = NonNull::new(unsafe { (self.init)() })?;
        Some(Object {
            functions: self,
            solver,
        })
    }
}

impl Object {
    /// Frees the solver.
    pub(super) fn release(self) {
        // SAFETY: the solver is the library's own, and this is its last use.
        unsafe { (self.functions.release)(self.solver.as_ptr()) }
    }
}

impl Incremental for Object {
    fn add(&mut self, lit_or_zero: i32) {
        // SAFETY: the solver is the library's own and not released.
        unsafe { (self.functions.add)(self.solver.as_ptr(), lit_or_zero) }
    }

    fn assume(&mut self, lit: i32) {
        // SAFETY: as above.
        unsafe { (self.functions.assume)(self.solver.as_ptr(), lit) }
    }

    fn solve(&mut self) -> i32 {
        logged().callbacks.solving(true);
        // SAFETY: as above.
        let status = unsafe { (self.functions.solve)(self.solver.as_ptr()) };
        logged().callbacks.solving(false);
        status
    }

    fn val(&mut self, lit: i32) -> i32 {
        // SAFETY: as above; `play` asks after 10 only.
        unsafe { (self.functions.val)(self.solver.as_ptr(), lit) }
    }

    fn failed(&mut self, lit: i32) -> i32 {
        // SAFETY: as above; `play` asks after 20 only.
        unsafe { (self.functions.failed)(self.solver.as_ptr(), lit) }
    }

    fn set_terminate(&mut self, zeros: Option<u32>) -> bool {
        let Some(set) = self.functions.set_terminate else {
            return false;
        };
        let state = ptr::without_provenance_mut(logged().callbacks.set_terminate(zeros));
        let callback = zeros.map(|_| terminate as Terminate);
        // SAFETY: as above; the callback takes any pointer.
        unsafe { set(self.solver.as_ptr(), state, callback) };
        true
    }

    fn set_learn(&mut self, max_length: Option<u32>) -> bool {
        let Some(set) = self.functions.set_learn else {
            return false;
        };
        let state = ptr::without_provenance_mut(logged().callbacks.set_learn(max_length));
        let longest = c_int::try_from(max_length.unwrap_or(0)).unwrap_or(c_int::MAX);
        let callback = max_length.map(|_| learn as Learn);
        // SAFETY: as above; the callback takes any pointer, and reads the clause up to its 0.
        unsafe { set(self.solver.as_ptr(), state, longest, callback) };
        true
    }
}
