//! Requests to engines and their outcomes.

use super::{Lemmas, Steps};
use crate::budget::{Budget, Stop, Stopwatch};
use crate::check::{self, BaseFault, PbpChecker, PbpFault, ProofFault};
use crate::encode::{AtMostOne, Encoding};
use crate::formula::Cnf;
use crate::proof;
use crate::sudoku::{Clash, Rules};
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::time::Duration;

/// Largest number of solutions wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Limit(u64);

impl Limit {
    /// Any one solution.
    pub const FIRST: Limit = Limit(1);
    /// A second solution too, if there is one: the question of uniqueness.
    pub const UNIQUE: Limit = Limit(2);
    /// All of them.
    pub const ALL: Limit = Limit(u64::MAX);

    /// Returns a limit of `count` solutions, or of one if `count` is 0.
    pub fn count(count: u64) -> Limit {
        Limit(count.max(1))
    }

    /// Returns `true` if `count` solutions are enough.
    pub fn is_reached(self, count: u64) -> bool {
        count >= self.0
    }
}

/// The proof asked for of a claim that there are no (more) solutions. Only some SAT engines
/// can give one; the others answer without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// No proof is wanted.
    #[default]
    No,
    /// Keep the proof with the outcome, unchecked, if the search writes one.
    Kept,
    /// As [`Proof::Kept`]. If the engine's claim is not verified, confirm it: by an
    /// exhausted search for exact covers if that ends soon, and otherwise as
    /// [`Proof::Required`] does.
    Confirmed,
    /// Prove the claim, and check the proof before the answer is accepted. Where the lemmas
    /// of the search can be checked as [`Lemmas`], no whole proof is made. The claim of an
    /// engine that writes no proofs is confirmed as with [`Proof::Confirmed`].
    Required,
    /// As [`Proof::Required`], and keep the whole proof.
    Checked,
}

/// The formats of proofs that an engine may be asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProofFormat {
    /// VeriPB's: it can count, so it refutes the lecture's formula of any order.
    #[default]
    Pbp,
    /// DRAT: it counts by new variables, in longer proofs.
    Drat,
}

impl ProofFormat {
    /// Returns the usual ending of a file's name.
    pub fn ending(self) -> &'static str {
        match self {
            ProofFormat::Pbp => "pbp",
            ProofFormat::Drat => "drat",
        }
    }
}

/// The effort of looking for a second solution after a search that has ended with the first one.
/// The second one is not handed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glance {
    /// No search.
    #[default]
    No,
    /// A search that takes little time compared with the search for the first one: up to 16×16 on bit masks,
    /// where houses of all digits are the only rules.
    Quick,
    /// A search that may take as long as that for the first one: for any rules up to 25×25, by CDCL with
    /// a limit on conflicts.
    Thorough,
}

/// The request to an engine beside the puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Largest number of solutions.
    pub limit: Limit,
    /// The encoding for the SAT engines; each engine's own if not given:
    /// [`Encoding::usual`] for ours, [`default_encoding`] for the others.
    pub encoding: Option<Encoding>,
    /// The encoding of at-most-ones, with any families.
    pub at_most_one: AtMostOne,
    /// Use of the proof.
    pub proof: Proof,
    /// Format of the proof, if the engine has a choice.
    pub proof_format: ProofFormat,
    /// The seed of random choices, for engines that make any; without it they
    /// make none.
    pub seed: Option<u64>,
    /// The search for a second solution where the limit is one.
    pub glance: Glance,
}

impl Request {
    /// Creates a request with this limit and the defaults for everything else.
    pub fn new(limit: Limit) -> Request {
        Request {
            limit,
            encoding: None,
            at_most_one: AtMostOne::Pairwise,
            proof: Proof::No,
            proof_format: ProofFormat::default(),
            seed: None,
            glance: Glance::No,
        }
    }

    /// Returns the requested encoding, or `default` if none was requested, with the
    /// requested encoding of at-most-ones.
    pub fn encoding_or(&self, default: Encoding) -> Encoding {
        let encoding = self.encoding.unwrap_or(default);
        encoding.with_at_most_one(self.at_most_one)
    }
}

/// Returns the encoding for SAT engines that can't count where none is asked for: the
/// lecture's up to 4×4 where it can state the rules, and `extended` for larger grids,
/// where the lecture's hides pigeonholes that no such solver gets through. `extended`
/// contains every clause of the lecture's, and models are checked against the lecture's
/// in any case.
pub fn default_encoding(rules: &Rules) -> Encoding {
    if rules.size().side() <= 4 {
        Encoding::usual(rules)
    } else {
        Encoding::EXTENDED
    }
}

/// An engine's answer about a puzzle.
///
/// Every solution was handed over as it was found and obeyed the rules and the
/// clues: [`super::run`] saw to it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Number of solutions found; `u64::MAX` if there were more.
    pub count: u64,
    /// Number of solutions, if they were counted without listing them.
    pub total: Option<u128>,
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
    /// `None` if that is not known. This is the result of the search that [`Request::glance`] asks
    /// for, which no second engine confirms; it is not part of `steps`.
    pub is_only: Option<bool>,
}

impl Outcome {
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

/// A formula and a proof that it has no model. The formula is the puzzle's,
/// with one more clause for each solution found: not this one again.
#[derive(Clone, Debug)]
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
