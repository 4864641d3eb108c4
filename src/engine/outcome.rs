//! The outcomes of searches, and the evidence for them.

use super::refutation::RefutationFault;
use super::{Lemmas, Refutation, Steps};
use crate::budget::{Budget, Stop, Stopwatch};
use crate::cover::{Method, Natural};
use crate::sudoku::Clash;
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// An engine's answer about a puzzle.
///
/// Every solution was handed over as it was found and obeyed the rules and the
/// clues: [`super::run`] saw to it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// Number of solutions found; `u64::MAX` if there were more.
    pub count: u64,
    /// Number of solutions, if they were counted without listing them.
    pub total: Option<Natural>,
    /// The method that answered, if the engine chose one of several.
    pub method: Option<Method>,
    /// Estimated share of its search tree, from 0 to 1, that a search for covers had
    /// done when it gave up.
    pub share: Option<f64>,
    /// The reason why the search ended.
    pub end: End,
    /// Steps of the search, in the engine's own units.
    pub steps: Steps,
    /// Time that it took, translation and checks included.
    pub time: Duration,
    /// The proof that there are no more solutions, where it was asked for and
    /// the engine gave one.
    pub refutation: Option<Box<Refutation>>,
    /// Learned clauses of the search that prove there are no more solutions, where the engine
    /// gave these instead of a whole proof; [`Outcome::check_proof`] checks them.
    pub lemmas: Option<Box<Lemmas>>,
    /// Set if the solution found is the only one, `false` if there is another, which was checked;
    /// `None` if that is not known. This is the result of the search that [`Request::glance`](super::Request::glance) asks
    /// for, which no second engine confirms; it is not part of `steps`.
    pub is_only: Option<bool>,
}

impl Outcome {
    /// Returns the outcome of a search without proof, lemmas or further search, and without
    /// its time.
    pub fn new(count: u64, end: End, steps: Steps) -> Outcome {
        Outcome {
            count,
            total: None,
            method: None,
            share: None,
            end,
            steps,
            time: Duration::ZERO,
            refutation: None,
            lemmas: None,
            is_only: None,
        }
    }

    /// Returns the number of solutions found or counted.
    pub fn number(&self) -> Natural {
        self.total.clone().unwrap_or_else(|| self.count.into())
    }

    /// Returns the answer in one word.
    pub fn solvability(&self) -> Solvability {
        match &self.end {
            _ if self.count > 0 => Solvability::Solved,
            End::Exhausted(_) => Solvability::Unsolvable,
            End::GaveUp(stop) => Solvability::GaveUp(*stop),
            // An engine that ends so without a solution has not said anything.
            End::Enough => Solvability::GaveUp(Stop::Declined),
        }
    }

    /// Returns `true` if there are no more solutions than were found.
    pub fn is_complete(&self) -> bool {
        matches!(self.end, End::Exhausted(_))
    }

    /// Checks the proof that was kept, and notes that it holds. Without a
    /// proof nothing happens; nor if the budget ends before the check.
    ///
    /// # Errors
    /// The reason why the proof is refused.
    pub fn check_proof(&mut self, budget: &Budget) -> Result<(), String> {
        let End::Exhausted(evidence) = &mut self.end else {
            return Ok(());
        };
        let start = Stopwatch::start();
        let (checked, check_time) = match (&mut self.lemmas, &mut self.refutation) {
            (Some(lemmas), _) => (lemmas.check(budget), &mut lemmas.check_time),
            (None, Some(refutation)) => (refutation.check(budget), &mut refutation.check_time),
            (None, None) => return Ok(()),
        };
        match checked {
            Ok(()) => {
                *check_time = Some(start.elapsed());
                *evidence = Evidence::Proof;
            }
            Err(RefutationFault::GaveUp) => {}
            Err(RefutationFault::Wrong(fault)) => return Err(fault),
        }
        Ok(())
    }

    /// Returns the time that the check of the proof took, if one was checked.
    pub fn check_time(&self) -> Option<Duration> {
        let of_lemmas = self.lemmas.as_ref().and_then(|lemmas| lemmas.check_time);
        let of_refutation = self.refutation.as_ref();
        of_lemmas.or_else(|| of_refutation.and_then(|refutation| refutation.check_time))
    }
}

/// The answer about a puzzle or an exact cover in one word, from any kind of engine.
///
/// The answer of a SAT solver about a formula is a [`SatResult`](super::SatResult),
/// that of our own one a [`cdcl::Verdict`](crate::cdcl::Verdict).
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// A solution was found.
    Solved,
    /// There is none.
    Unsolvable,
    /// Neither is known.
    GaveUp(Stop),
}

impl fmt::Display for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Solvability::Solved => f.write_str("solved"),
            Solvability::Unsolvable => f.write_str("unsolvable"),
            Solvability::GaveUp(stop) => write!(f, "gave up: {stop}"),
        }
    }
}

/// A reason why a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no more solutions; the evidence for it.
    Exhausted(Evidence),
    /// The requested number of solutions was found.
    Enough,
    /// The budget ran out, or the engine can do no more.
    GaveUp(Stop),
}

/// Evidence that there are no (more) solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The clues themselves clash; nothing was searched.
    Clash(Vec<Clash>),
    /// The engine's own search tried every possibility.
    Search,
    /// A proof that an independent checker accepted.
    Proof,
    /// The search of the engine of this name tried every possibility, and each of its steps was
    /// checked.
    Checked(&'static str),
    /// The engine of this name searched too: it tried every possibility, and
    /// found the same solutions.
    Agreed(&'static str),
    /// Only a SAT solver's word.
    Word,
}

impl Evidence {
    /// Returns the evidence in words.
    pub fn text(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Evidence::Clash(_) => "clues clash",
            Evidence::Search => "search exhausted",
            Evidence::Proof => "proof checked",
            Evidence::Checked(engine) => return Cow::Owned(format!("steps of {engine} checked")),
            Evidence::Agreed(engine) => return Cow::Owned(format!("cross-checked by {engine}")),
            Evidence::Word => "not verified",
        })
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
