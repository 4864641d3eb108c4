//! Requests to engines.

use crate::encode::{AtMostOne, Encoding};
use crate::sudoku::Rules;

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

    /// Returns the number of solutions that are enough.
    #[cfg(feature = "engines")]
    pub(super) fn number(self) -> u64 {
        self.0
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
    /// exhausted search of `planes` or `dlx` if that ends soon, and otherwise as
    /// [`Proof::Required`] does.
    Confirmed,
    /// Prove the claim, and check the proof before the answer is accepted. Where the lemmas
    /// of the search can be checked as [`Lemmas`](super::Lemmas), no whole proof is made. The claim of an
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
