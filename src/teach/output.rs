//! The output of explanations.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A handle on an output. Its clones write to the same output, so that a
/// listener inside a solver can have one.
#[derive(Clone)]
pub struct SharedOutput(Arc<Mutex<dyn Write + Send>>);

impl fmt::Debug for SharedOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedOutput").finish_non_exhaustive()
    }
}

impl SharedOutput {
    /// Creates a handle on `output`.
    pub fn new(output: impl Write + Send + 'static) -> SharedOutput {
        SharedOutput(Arc::new(Mutex::new(output)))
    }

    fn output(&self) -> MutexGuard<'_, dyn Write + Send + 'static> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output().write(bytes)
    }

    fn write_fmt(&mut self, text: std::fmt::Arguments<'_>) -> io::Result<()> {
        self.output().write_fmt(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output().flush()
    }
}
