//! The faults for which a proof is not accepted.

use crate::budget::Stop;
use crate::proof::pbp::Id;
use std::fmt;

/// A reason why a proof is not accepted. Steps are counted from 1, without
/// comments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PbpFault {
    /// `f` names another number of clauses than the formula has.
    ClauseCount {
        /// Number of clauses in the proof's statement.
        claimed: u64,
        /// Number of clauses of the formula.
        actual: u64,
    },
    /// A number names no inequality, or one that was deleted.
    Unknown {
        /// The step.
        step: u64,
        /// The number.
        id: Id,
    },
    /// An expression has an operation without its operands, or leaves more or
    /// less than one inequality.
    Expression {
        /// The step.
        step: u64,
    },
    /// A number left 62 bits.
    Overflow {
        /// The step.
        step: u64,
    },
    /// An inequality does not follow by unit propagation.
    NotImplied {
        /// The step.
        step: u64,
    },
    /// A substitution does not make its inequality redundant.
    NotRedundant {
        /// The step.
        step: u64,
        /// The inequality whose image does not follow; `None`: the new one.
        id: Option<Id>,
    },
    /// The named inequality is another one.
    NotEqual {
        /// The step.
        step: u64,
        /// The number.
        id: Id,
    },
    /// The conclusion names an inequality that is no contradiction.
    NoContradiction {
        /// The number.
        id: Id,
    },
    /// The proof does not conclude that the formula is unsatisfiable.
    NotRefuted,
    /// The check was not finished.
    GaveUp(Stop),
}

impl fmt::Display for PbpFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PbpFault::ClauseCount { claimed, actual } => write!(
                f,
                "the proof is of a formula with another number of clauses: {claimed}, not {actual}"
            ),
            PbpFault::Unknown { step, id } => {
                write!(f, "step {step}: there is no inequality {id}")
            }
            PbpFault::Expression { step } => write!(
                f,
                "step {step}: the expression does not make one inequality"
            ),
            PbpFault::Overflow { step } => write!(
                f,
                "step {step}: the numbers are too large for 62 bits, or the expression too long"
            ),
            PbpFault::NotImplied { step } => write!(
                f,
                "step {step}: the inequality does not follow by unit propagation"
            ),
            PbpFault::NotRedundant { step, id: None } => write!(
                f,
                "step {step}: the substitution does not satisfy the inequality itself"
            ),
            PbpFault::NotRedundant { step, id: Some(id) } => write!(
                f,
                "step {step}: inequality {id} does not survive the substitution"
            ),
            PbpFault::NotEqual { step, id } => {
                write!(f, "step {step}: inequality {id} is another one")
            }
            PbpFault::NoContradiction { id } => {
                write!(f, "the conclusion: inequality {id} is no contradiction")
            }
            PbpFault::NotRefuted => f.write_str("the proof does not conclude UNSAT"),
            PbpFault::GaveUp(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for PbpFault {}
