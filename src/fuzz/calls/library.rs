//! A library under test, and the process that plays traces with it.

use super::call::Trace;
use super::log::{self, Log};
use super::verdict::{self, Played};
use crate::budget::{Budget, Interrupt, Stop};
use crate::engine::EngineError;
use crate::engine::external::{End, External, Transcript};
use crate::io::display;
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

/// A library with the interface IPASIR. As it may crash or hang, it is loaded by another process,
/// one for each trace, which has the limits of outside programs.
#[derive(Clone, Debug)]
pub struct Library {
    player: External,
    library: OsString,
    /// The name as it was typed, with the signature that the library returns.
    name: String,
}

impl Library {
    /// Returns the library of this file; if there is no such file, the one that the system finds
    /// by this name. `player` is a program that calls [`super::play`], with its standard input
    /// read by [`super::read_request`] and with its standard output as the log; if it can't load
    /// the library, it writes why to standard error and ends with an exit code other than 0.
    ///
    /// # Errors
    /// If the player can't be run, or it can't load the library within `limit`.
    pub fn open(player: External, library: &Path, limit: Duration) -> Result<Library, EngineError> {
        let typed = display(&library.to_string_lossy()).into_owned();
        let refused = |reason: String| EngineError::CannotStart {
            engine: typed.clone(),
            reason,
        };
        let found = match library.exists() {
            true => env::current_dir()
                .map_err(|error| refused(error.to_string()))?
                .join(library),
            false => library.to_owned(),
        };
        if found.as_os_str().as_encoded_bytes().contains(&b'\n') {
            return Err(refused("its name has a line break".into()));
        }
        let mut opened = Library {
            player,
            library: found.into(),
            name: typed.clone(),
        };
        let budget = Budget::unlimited().with_time(limit);
        let Transcript { output, end } = opened.transcript(&Trace::default(), &budget)?;
        let text = String::from_utf8_lossy(&output);
        match (Log::new(&text), end) {
            (Some((signature, _)), _) => {
                if !signature.is_empty() {
                    opened.name += &format!(" ({})", display(signature));
                }
                Ok(opened)
            }
            (None, End::Exit(_, reason) | End::Signal(reason)) => Err(refused(reason)),
            (None, End::Stopped(_)) => {
                let seconds = limit.as_secs_f64();
                Err(refused(format!("it is not loaded within {seconds} s")))
            }
            (None, End::TooMuch) => Err(refused("too much output".into())),
        }
    }

    /// Returns the library's name, with its signature.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn transcript(&self, trace: &Trace, budget: &Budget) -> Result<Transcript, EngineError> {
        let input = log::request(&self.library, trace);
        self.player.transcript(&input, budget)
    }

    /// Plays a trace, and judges what came. It is a hang if the trace is not played within
    /// `limit`. Returns `None` if the interrupt was raised.
    ///
    /// # Errors
    /// If the player can't be run, or our own solver, whose answers are needed, is wrong.
    pub fn judge(
        &self,
        trace: &Trace,
        limit: Duration,
        interrupt: &Interrupt,
    ) -> Result<Option<Played>, EngineError> {
        let unlimited = Budget::unlimited().with_interrupt(interrupt.clone());
        let transcript = self.transcript(trace, &unlimited.clone().with_time(limit));
        let seconds = limit.as_secs_f64();
        let played = match transcript {
            Ok(transcript) if transcript.end == End::Stopped(Stop::Interrupted) => return Ok(None),
            Ok(transcript) => verdict::judged(trace, &transcript, seconds, &unlimited),
            Err(error) => Err(error),
        };
        match interrupt.is_raised() {
            true => Ok(None),
            false => played.map(Some),
        }
    }
}
