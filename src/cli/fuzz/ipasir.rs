//! A library with the interface IPASIR, loaded while the program runs.
//!
//! Foreign code may do anything, so this is only used in the process that plays a trace.

#![allow(unsafe_code)]

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::ptr::NonNull;
use sudosat::fuzz::Incremental;

type Signature = unsafe extern "C" fn() -> *const c_char;
type Init = unsafe extern "C" fn() -> *mut c_void;
type Release = unsafe extern "C" fn(*mut c_void);
type Give = unsafe extern "C" fn(*mut c_void, i32);
type Solve = unsafe extern "C" fn(*mut c_void) -> c_int;
type Ask = unsafe extern "C" fn(*mut c_void, i32) -> i32;

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
    /// If it can't be loaded, or does not have one of the functions.
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

    /// Returns a new solver, or `None` if the library returns a null pointer.
    pub(super) fn init(self) -> Option<Object> {
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
        // SAFETY: as above.
        unsafe { (self.functions.solve)(self.solver.as_ptr()) }
    }

    fn val(&mut self, lit: i32) -> i32 {
        // SAFETY: as above; `play` asks after 10 only.
        unsafe { (self.functions.val)(self.solver.as_ptr(), lit) }
    }

    fn failed(&mut self, lit: i32) -> i32 {
        // SAFETY: as above; `play` asks after 20 only.
        unsafe { (self.functions.failed)(self.solver.as_ptr(), lit) }
    }
}
