//! An observer shared by a solver and its caller.

use super::{Conclusion, Count, Counting, Id, LexLeader, Observer, Sums};
use crate::formula::{Lit, Var};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A handle on an observer. A solver owns one clone of it, and the caller keeps
/// another, to read the observer or to take it back:
///
/// ```
/// use sudosat::proof::{Recorder, Shared};
///
/// let recorder = Shared::new(Recorder::new());
/// let for_the_solver = Box::new(recorder.clone());
/// // … solve …
/// drop(for_the_solver);
/// let recorder: Recorder = recorder.into_inner().expect("the solver is gone");
/// ```
#[derive(Debug, Default)]
pub struct Shared<T>(Arc<Mutex<T>>);

impl<T> Shared<T> {
    /// Creates a handle on an observer.
    pub fn new(observer: T) -> Shared<T> {
        Shared(Arc::new(Mutex::new(observer)))
    }

    /// Calls `look` with access to the observer.
    pub fn with<R>(&self, look: impl FnOnce(&mut T) -> R) -> R {
        look(&mut self.lock())
    }

    /// Returns the observer, if this is the only handle.
    ///
    /// # Errors
    /// The handle itself, if another one exists.
    pub fn into_inner(self) -> Result<T, Shared<T>> {
        Arc::try_unwrap(self.0)
            .map(|mutex| mutex.into_inner().unwrap_or_else(PoisonError::into_inner))
            .map_err(Shared)
    }

    fn lock(&self) -> MutexGuard<'_, T> {
        // A thread that panicked while observing has at worst left out a
        // clause, and its panic is reported to the user.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(Arc::clone(&self.0))
    }
}

/// Passes the calls of these methods on to the observer.
macro_rules! forward {
    ($(fn $name:ident($($argument:ident: $type:ty),+);)+) => { $(
        fn $name(&mut self, $($argument: $type),+) {
            self.lock().$name($($argument),+);
        }
    )+ };
}

impl<T: Observer> Observer for Shared<T> {
    fn wants_steps(&self) -> bool {
        self.lock().wants_steps()
    }

    fn wants_hints(&self) -> bool {
        self.lock().wants_hints()
    }

    fn has_groups(&self) -> bool {
        self.lock().has_groups()
    }

    fn takes_sums(&self) -> bool {
        self.lock().takes_sums()
    }

    fn counting(&self) -> Counting {
        self.lock().counting()
    }

    fn takes_leaders(&self) -> bool {
        self.lock().takes_leaders()
    }

    forward! {
        fn original(id: Id, clause: &[Lit]);
        fn sum(terms: &[(u32, Lit)], bound: i64);
        fn derived(id: Id, clause: &[Lit], hints: &[Id]);
        fn defined(id: Id, clause: &[Lit], against: &[Id]);
        fn counted(count: &Count);
        fn summed(sums: &Sums);
        fn ordered(vars: &[Var]);
        fn led(leader: &LexLeader);
        fn shrunk(group: &[Lit], smaller: &[Lit]);
        fn deleted(id: Id, clause: &[Lit]);
        fn decided(lit: Lit, level: usize);
        fn implied(lit: Lit, reason: &[Lit], level: usize);
        fn conflict(clause: &[Lit], level: usize);
        fn resolved(pivot: Lit, reason: &[Lit], resolvent: &[Lit]);
        fn minimized(clause: &[Lit]);
        fn backjumped(from: usize, to: usize);
        fn restarted(level: usize);
    }

    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
        self.lock().conclude(conclusion)
    }
}
