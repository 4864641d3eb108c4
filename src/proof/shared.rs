//! An observer shared by a solver and its caller.

use super::{Conclusion, Count, Counting, Id, Observer};
use crate::formula::Lit;
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

    fn original(&mut self, id: Id, clause: &[Lit]) {
        self.lock().original(id, clause);
    }

    fn derived(&mut self, id: Id, clause: &[Lit], hints: &[Id]) {
        self.lock().derived(id, clause, hints);
    }

    fn defined(&mut self, id: Id, clause: &[Lit], against: &[Id]) {
        self.lock().defined(id, clause, against);
    }

    fn counting(&self) -> Counting {
        self.lock().counting()
    }

    fn counted(&mut self, count: &Count) {
        self.lock().counted(count);
    }

    fn shrunk(&mut self, group: &[Lit], smaller: &[Lit]) {
        self.lock().shrunk(group, smaller);
    }

    fn deleted(&mut self, id: Id, clause: &[Lit]) {
        self.lock().deleted(id, clause);
    }

    fn decided(&mut self, lit: Lit, level: usize) {
        self.lock().decided(lit, level);
    }

    fn implied(&mut self, lit: Lit, reason: &[Lit], level: usize) {
        self.lock().implied(lit, reason, level);
    }

    fn conflict(&mut self, clause: &[Lit], level: usize) {
        self.lock().conflict(clause, level);
    }

    fn resolved(&mut self, pivot: Lit, reason: &[Lit], resolvent: &[Lit]) {
        self.lock().resolved(pivot, reason, resolvent);
    }

    fn minimized(&mut self, clause: &[Lit]) {
        self.lock().minimized(clause);
    }

    fn backjumped(&mut self, from: usize, to: usize) {
        self.lock().backjumped(from, to);
    }

    fn restarted(&mut self, level: usize) {
        self.lock().restarted(level);
    }

    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
        self.lock().conclude(conclusion)
    }
}
