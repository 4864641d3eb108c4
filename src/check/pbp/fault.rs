//! The faults for which a proof is not accepted.

use crate::budget::Stop;
use crate::proof::pbp::Id;

/// A reason why a proof is not accepted. Steps are counted from 1, without
/// comments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PbpFault {
    /// `f` names another number of clauses than the formula has.
    #[error("the proof is of a formula with another number of clauses: {claimed}, not {actual}")]
    ClauseCount {
        /// Number of clauses in the proof's statement.
        claimed: u64,
        /// Number of clauses of the formula.
        actual: u64,
    },
    /// A number names no inequality, or one that was deleted.
    #[error("step {step}: there is no inequality {id}")]
    Unknown {
        /// Number of the wrong step, from 1.
        step: u64,
        /// Number of the inequality, from 1; negative if counted from the last one.
        id: Id,
    },
    /// An expression has an operation without its operands, or leaves more or
    /// less than one inequality.
    #[error("step {step}: the expression does not make one inequality")]
    Expression {
        /// Number of the wrong step, from 1.
        step: u64,
    },
    /// A number left 62 bits.
    #[error("step {step}: the numbers are too large for 62 bits, or the expression too long")]
    Overflow {
        /// Number of the wrong step, from 1.
        step: u64,
    },
    /// An inequality does not follow by unit propagation.
    #[error("step {step}: the inequality does not follow by unit propagation")]
    NotImplied {
        /// Number of the wrong step, from 1.
        step: u64,
    },
    /// A substitution does not make its inequality redundant.
    #[error("step {step}: {}", .id.map_or_else(of_itself, of_inequality))]
    NotRedundant {
        /// Number of the wrong step, from 1.
        step: u64,
        /// The inequality whose image does not follow; `None`: the new one.
        id: Option<Id>,
    },
    /// An order is loaded twice, or has a variable twice, or is missing; or the step changes what
    /// the order or dominance depends on.
    #[error("step {step}: not possible with this order, or without one")]
    Order {
        /// Number of the wrong step, from 1.
        step: u64,
    },
    /// A literal does not follow by dominance.
    #[error(
        "step {step}: the substitution does not make the values less whenever the literal is false"
    )]
    NotDominated {
        /// Number of the wrong step, from 1.
        step: u64,
    },
    /// The named inequality is another one.
    #[error("step {step}: inequality {id} is another one")]
    NotEqual {
        /// Number of the wrong step, from 1.
        step: u64,
        /// Number of the inequality, from 1; negative if counted from the last one.
        id: Id,
    },
    /// The conclusion names an inequality that is no contradiction.
    #[error("the conclusion: inequality {id} is no contradiction")]
    NoContradiction {
        /// Number of the inequality, from 1; negative if counted from the last one.
        id: Id,
    },
    /// The proof does not conclude that the formula is unsatisfiable.
    #[error("the proof does not conclude UNSAT")]
    NotRefuted,
    /// The check was not finished.
    #[error("{0}")]
    GaveUp(Stop),
}

fn of_itself() -> String {
    "the substitution does not satisfy the inequality itself".to_owned()
}

fn of_inequality(id: Id) -> String {
    format!("inequality {id} does not survive the substitution")
}
