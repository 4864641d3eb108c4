//! The failures of engines.
//!
//! Giving up is no failure: it is an [outcome](super::End::GaveUp). A failure
//! says nothing about the puzzle or formula.

use crate::encode::Inexpressible;
use crate::io::did_you_mean;
use std::fmt::Display;
use thiserror::Error;

/// A reason why an engine gave no answer that can be used. Texts from outside
/// programs are shortened and free of control characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no engine of this name.
    #[error(
        "no engine is called {name:?}{}; there are {known}, and 'cmd:PROGRAM … {{cnf}} …'",
        did_you_mean(name, known.split(", "))
    )]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },

    /// A `cmd:` engine that can't be run as written.
    #[error("bad engine command: {0}")]
    Command(String),

    /// The encoding asked for has no family for some rules of the puzzle.
    #[error(transparent)]
    Encoding(#[from] Inexpressible),

    /// The program is not on the PATH, or not where its path says.
    #[error("{engine} is not installed: no program {program:?} was found{}", if program.contains('/') { "" } else { " on the PATH" })]
    NotFound {
        /// Name of the engine.
        engine: String,
        /// The program looked for.
        program: String,
    },

    /// The program is there and can't be started.
    #[error("{engine} can't be started: {reason}")]
    CannotStart {
        /// Name of the engine.
        engine: String,
        /// The reason, in words.
        reason: String,
    },

    /// The engine failed: it panicked, was killed, or ended with an exit code that is no
    /// answer. What it printed before is not used.
    #[error("{engine} failed: {reason}")]
    Crashed {
        /// Name of the engine.
        engine: String,
        /// Exit code or signal, and what it said on standard error; or the panic.
        reason: String,
    },

    /// The program ended properly without an answer.
    #[error("{engine} gave no answer: {reason}")]
    Silent {
        /// Name of the engine.
        engine: String,
        /// The missing part, in words.
        reason: String,
    },

    /// The program's output is not in a solver's format, contradicts itself, or is too
    /// long.
    #[error("the output of {engine} is refused: {reason}")]
    Nonsense {
        /// Name of the engine.
        engine: String,
        /// The fault of the output, in words.
        reason: String,
    },

    /// The program's exit code contradicts the status that it printed.
    #[error("the output of {engine} is refused: {reason}")]
    ExitCode {
        /// Name of the engine.
        engine: String,
        /// The printed status and the exit code that contradicts it, in words.
        reason: String,
    },

    /// The answer was checked and is wrong.
    #[error("{engine} gave a wrong answer: {reason}")]
    Lied {
        /// Name of the engine.
        engine: String,
        /// The fault that the check found, in words.
        reason: String,
    },

    /// An input or output error of this program: no temporary folder, a full disk.
    #[error("{engine} could not be used: {reason}")]
    Io {
        /// Name of the engine.
        engine: String,
        /// The error of the operating system.
        reason: String,
    },
}

impl EngineError {
    /// Returns the error of an engine whose answer was found wrong.
    pub(super) fn lied(engine: &str, reason: impl Display) -> EngineError {
        EngineError::Lied {
            engine: engine.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// Returns `true` if every other request to the engine would fail in the same way,
    /// because it does not exist or cannot be started.
    pub fn is_permanent(&self) -> bool {
        matches!(
            self,
            EngineError::Unknown { .. }
                | EngineError::Command(_)
                | EngineError::NotFound { .. }
                | EngineError::CannotStart { .. }
        )
    }
}
