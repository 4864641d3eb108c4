//! The reasons why proofs are refused.

use crate::budget::Stop;
use crate::formula::Lit;
use std::fmt;

/// Largest number of literals of a clause in a message, which then fits on a line.
const SHOWN: usize = 12;

/// A reason why a proof is not accepted. Steps are counted from 1, without
/// comments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofFault {
    /// All steps are right, but none of them is the empty clause.
    NotRefuted {
        /// Number of steps of the proof.
        steps: u64,
    },
    /// A lemma does not follow by unit propagation and is not harmless either.
    NotImplied {
        /// The step.
        step: u64,
        /// Its lemma.
        lemma: Vec<Lit>,
        /// The clause for which the RAT check on the lemma's first literal
        /// fails. The empty clause has no first literal.
        against: Option<Vec<Lit>>,
    },
    /// A lemma's id is not above all ids before it.
    Id {
        /// The step.
        step: u64,
        /// The lemma's id.
        id: u64,
        /// The highest id so far.
        last: u64,
    },
    /// A hint names a clause that is not there, or no longer.
    UnknownHint {
        /// The step.
        step: u64,
        /// The hint.
        hint: u64,
    },
    /// A hint's clause has two literals that are not false, so nothing follows.
    NotUnit {
        /// The step.
        step: u64,
        /// The hint.
        hint: u64,
        /// Its clause.
        clause: Vec<Lit>,
    },
    /// The hints end before a conflict.
    HintsEnd {
        /// The step.
        step: u64,
        /// Its lemma.
        lemma: Vec<Lit>,
    },
    /// A RAT hint's clause lacks the opposite of the lemma's first literal.
    NoPivot {
        /// The step.
        step: u64,
        /// The hint.
        hint: u64,
    },
    /// A clause has the opposite of the lemma's first literal, and no hints
    /// are given for it.
    NoHints {
        /// The step.
        step: u64,
        /// The clause's id.
        clause: u64,
    },
    /// The check was not finished.
    GaveUp(Stop),
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofFault::NotRefuted { steps: 0 } => {
                f.write_str("the proof is empty: it refutes nothing")
            }
            ProofFault::NotRefuted { .. } => {
                f.write_str("the proof ends without the empty clause: it refutes nothing")
            }
            ProofFault::NotImplied { step, lemma, .. } if lemma.is_empty() => write!(
                f,
                "step {step}: the empty clause does not follow by unit propagation"
            ),
            ProofFault::NotImplied {
                step,
                lemma,
                against,
            } => {
                write!(
                    f,
                    "step {step}: the lemma {} does not follow by unit propagation",
                    Clause(lemma)
                )?;
                match (lemma.first(), against) {
                    (Some(pivot), Some(clause)) => write!(
                        f,
                        ", nor is it RAT on {pivot}: the clause {} prevents it",
                        Clause(clause)
                    ),
                    _ => Ok(()),
                }
            }
            ProofFault::Id { step, id, last } => write!(
                f,
                "step {step}: the id {id} is not above {last}, the highest before it"
            ),
            ProofFault::UnknownHint { step, hint } => {
                write!(f, "step {step}: the hint {hint} names no clause present")
            }
            ProofFault::NotUnit { step, hint, clause } => write!(
                f,
                "step {step}: nothing follows from the hint {hint}: two literals of its clause {} are not false",
                Clause(clause)
            ),
            ProofFault::HintsEnd { step, lemma } => write!(
                f,
                "step {step}: the hints for {} end before a conflict",
                Clause(lemma)
            ),
            ProofFault::NoPivot { step, hint } => write!(
                f,
                "step {step}: the clause of the hint -{hint} lacks the opposite of the lemma's first literal"
            ),
            ProofFault::NoHints { step, clause } => write!(
                f,
                "step {step}: the hints reach no conflict, and none are given for clause {clause}, which has the opposite of the lemma's first literal"
            ),
            ProofFault::GaveUp(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for ProofFault {}

/// A clause in a message, shortened.
struct Clause<'a>(&'a [Lit]);

impl fmt::Display for Clause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for lit in self.0.iter().take(SHOWN) {
            write!(f, "{lit} ")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => f.write_str("0)"),
            more => write!(f, "… and {more} more)"),
        }
    }
}
