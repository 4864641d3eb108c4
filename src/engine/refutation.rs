//! Proofs that there are no more solutions, and their check.

use super::ProofFormat;
use crate::budget::{Budget, Stop};
use crate::check::{self, BaseFault, PbpChecker, PbpFault, ProofFault};
use crate::formula::Cnf;
use crate::proof;
use std::io;
use std::time::Duration;

/// A formula and a proof that it has no model. The formula is the puzzle's,
/// with one more clause for each solution found: not this one again.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refutation {
    /// The formula that is refuted.
    pub formula: Cnf,
    /// The proof.
    pub certificate: Certificate,
    /// Time that its check took, if it was checked.
    pub check_time: Option<Duration>,
}

/// A proof, as the engine gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// Steps in DRAT.
    Drat(Vec<proof::Step>),
    /// The text of a proof in VeriPB's format.
    Pbp(Vec<u8>),
}

impl Certificate {
    /// Returns the proof's format.
    pub fn format(&self) -> ProofFormat {
        match self {
            Certificate::Drat(_) => ProofFormat::Drat,
            Certificate::Pbp(_) => ProofFormat::Pbp,
        }
    }

    /// Returns the number of clauses or inequalities that it derives.
    pub fn num_lemmas(&self) -> usize {
        match self {
            Certificate::Drat(steps) => {
                let is_lemma = |step: &&proof::Step| matches!(step, proof::Step::Add(_));
                steps.iter().filter(is_lemma).count()
            }
            Certificate::Pbp(text) => {
                let is_lemma = |line: &&[u8]| line.starts_with(b"rup") || line.starts_with(b"pol");
                text.split(|&byte| byte == b'\n').filter(is_lemma).count()
            }
        }
    }

    /// Writes it as a file.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        match self {
            Certificate::Drat(steps) => steps.iter().try_for_each(|step| writeln!(out, "{step}")),
            Certificate::Pbp(text) => out.write_all(text),
        }
    }
}

/// A fault found by the check of a refutation.
pub(super) enum RefutationFault {
    /// The proof is not accepted.
    Wrong(String),
    /// The check did not end: the budget was exhausted, or the search left nothing for the lemmas
    /// to refer to.
    GaveUp,
}

impl From<Stop> for RefutationFault {
    fn from(_: Stop) -> RefutationFault {
        RefutationFault::GaveUp
    }
}

impl From<PbpFault> for RefutationFault {
    fn from(fault: PbpFault) -> RefutationFault {
        match fault {
            PbpFault::GaveUp(_) => RefutationFault::GaveUp,
            fault => RefutationFault::Wrong(fault.to_string()),
        }
    }
}

impl From<BaseFault> for RefutationFault {
    fn from(fault: BaseFault) -> RefutationFault {
        match fault {
            BaseFault::GaveUp(_) => RefutationFault::GaveUp,
            fault => RefutationFault::Wrong(fault.to_string()),
        }
    }
}

impl Refutation {
    /// Returns a proof of this formula, which was not checked.
    pub(super) fn new(formula: Cnf, certificate: Certificate) -> Refutation {
        Refutation {
            formula,
            certificate,
            check_time: None,
        }
    }

    /// Checks the proof.
    pub(super) fn check(&self, budget: &Budget) -> Result<(), RefutationFault> {
        match &self.certificate {
            Certificate::Drat(steps) => match check::drat(&self.formula, steps, budget) {
                Ok(_) => Ok(()),
                Err(ProofFault::GaveUp(_)) => Err(RefutationFault::GaveUp),
                Err(fault) => Err(RefutationFault::Wrong(fault.to_string())),
            },
            Certificate::Pbp(text) => self.check_pbp(text, budget),
        }
    }

    fn check_pbp(&self, text: &[u8], budget: &Budget) -> Result<(), RefutationFault> {
        let mut checker = PbpChecker::of(&self.formula, budget)?;
        for step in proof::pbp::Reader::new(text, "proof") {
            let step = step.map_err(|error| RefutationFault::Wrong(error.to_string()))?;
            checker.step(&step, budget)?;
        }
        checker.finish()?;
        Ok(())
    }
}
