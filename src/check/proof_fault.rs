//! The reasons why proofs are refused.

use super::message::clause_text;
use crate::budget::{Budget, Stop};
use crate::formula::Lit;

/// A reason why a proof is not accepted. Steps are counted from 1, without
/// comments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFault {
    /// All steps are right, but none of them is the empty clause.
    #[error("the proof {}: it refutes nothing", if *.steps == 0 { "is empty" } else { "ends without the empty clause" })]
    NotRefuted {
        /// Number of steps of the proof.
        steps: u64,
    },
    /// A lemma does not follow by unit propagation and is not harmless either.
    #[error("step {step}: {} does not follow by unit propagation{}", lemma_of(lemma), rat_of(lemma, against.as_deref()))]
    NotImplied {
        /// Number of the wrong step, from 1.
        step: u64,
        /// The lemma that the step adds.
        lemma: Vec<Lit>,
        /// The clause for which the RAT check on the lemma's first literal
        /// fails. The empty clause has no first literal.
        against: Option<Vec<Lit>>,
    },
    /// A lemma's id is not above all ids before it.
    #[error("step {step}: the id {id} is not above {last}, the highest before it")]
    Id {
        /// Number of the wrong step, from 1.
        step: u64,
        /// Id of the lemma that the step adds.
        id: u64,
        /// The highest id so far.
        last: u64,
    },
    /// A hint names a clause that is not there, or no longer.
    #[error("step {step}: the hint {hint} names no clause present")]
    UnknownHint {
        /// Number of the wrong step, from 1.
        step: u64,
        /// Id of the clause that the hint names.
        hint: u64,
    },
    /// A hint's clause has two literals that are not false, so nothing follows.
    #[error(
        "step {step}: nothing follows from the hint {hint}: two literals of its clause ({}) are not false",
        clause_text(clause)
    )]
    NotUnit {
        /// Number of the wrong step, from 1.
        step: u64,
        /// Id of the clause that the hint names.
        hint: u64,
        /// The clause that the hint names.
        clause: Vec<Lit>,
    },
    /// The hints end before a conflict.
    #[error(
        "step {step}: the hints for ({}) end before a conflict",
        clause_text(lemma)
    )]
    HintsEnd {
        /// Number of the wrong step, from 1.
        step: u64,
        /// The lemma that the step adds.
        lemma: Vec<Lit>,
    },
    /// A RAT hint's clause lacks the opposite of the lemma's first literal.
    #[error(
        "step {step}: the clause of the hint -{hint} lacks the opposite of the lemma's first literal"
    )]
    NoPivot {
        /// Number of the wrong step, from 1.
        step: u64,
        /// Id of the clause that the hint names.
        hint: u64,
    },
    /// A clause has the opposite of the lemma's first literal, and no hints
    /// are given for it.
    #[error(
        "step {step}: the hints reach no conflict, and none are given for clause {clause}, which has the opposite of the lemma's first literal"
    )]
    NoHints {
        /// Number of the wrong step, from 1.
        step: u64,
        /// Id of the clause for which hints are missing.
        clause: u64,
    },
    /// The check was not finished.
    #[error("{0}")]
    GaveUp(Stop),
}

/// Returns `GaveUp` if the budget ends before this number of steps.
pub(super) fn check_budget(budget: &Budget, steps: u64) -> Result<(), ProofFault> {
    budget
        .exhausted(steps)
        .map_or(Ok(()), |stop| Err(ProofFault::GaveUp(stop)))
}

fn lemma_of(lemma: &[Lit]) -> String {
    match lemma {
        [] => "the empty clause".to_owned(),
        _ => format!("the lemma ({})", clause_text(lemma)),
    }
}

/// Returns the reason why a lemma is not RAT, if it has a first literal.
fn rat_of(lemma: &[Lit], against: Option<&[Lit]>) -> String {
    match (lemma, against) {
        ([pivot, ..], Some(clause)) => format!(
            ", nor is it RAT on {pivot}: the clause ({}) prevents it",
            clause_text(clause)
        ),
        _ => String::new(),
    }
}
