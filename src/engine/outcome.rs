//! What an engine is asked, and what it answers.

use crate::budget::{Budget, Stop};
use crate::check::{self, ProofFault};
use crate::encode::Encoding;
use crate::formula::Cnf;
use crate::proof;
use crate::sudoku::{Clash, Order};
use std::fmt;
use std::time::Duration;

/// How many solutions are wanted, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Limit(u64);

impl Limit {
    /// Any one solution.
    pub const FIRST: Limit = Limit(1);
    /// A second solution too, if there is one: the question of uniqueness.
    pub const UNIQUE: Limit = Limit(2);
    /// All of them.
    pub const ALL: Limit = Limit(u64::MAX);

    /// At most `count` solutions, but at least one.
    pub fn count(count: u64) -> Limit {
        Limit(count.max(1))
    }

    /// Whether `count` solutions are enough.
    pub fn is_reached(self, count: u64) -> bool {
        count >= self.0
    }
}

/// What to do about the proof that there are no (more) solutions. Only some
/// SAT engines can give one; the others answer without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// No proof is wanted.
    #[default]
    No,
    /// Keep it with the outcome, unchecked.
    Kept,
    /// Keep it, and check it before the engine is believed.
    Checked,
}

/// What is asked of an engine beside the puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// How many solutions.
    pub limit: Limit,
    /// The encoding for the SAT engines; the order's own if not given:
    /// [`default_encoding`].
    pub encoding: Option<Encoding>,
    /// Whether a proof is wanted.
    pub proof: Proof,
    /// The seed of random choices, for engines that make any; without it they
    /// make none.
    pub seed: Option<u64>,
}

impl Request {
    /// At most so many solutions, and everything else as usual.
    pub fn new(limit: Limit) -> Request {
        Request {
            limit,
            encoding: None,
            proof: Proof::No,
            seed: None,
        }
    }

    /// The encoding for puzzles of this order.
    pub fn encoding_for(&self, order: Order) -> Encoding {
        self.encoding.unwrap_or_else(|| default_encoding(order))
    }
}

/// The encoding that SAT engines get unless told otherwise: the lecture's up
/// to order 2, and `extended` from order 3 on, where the lecture's hides
/// pigeonholes that no solver gets through. `extended` contains every clause of
/// the lecture's, and models are checked against the lecture's in any case.
pub fn default_encoding(order: Order) -> Encoding {
    if order.n() <= 2 {
        Encoding::LECTURE
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
    /// How many solutions were found.
    pub count: u64,
    /// Why the search ended.
    pub end: End,
    /// What the search took, in the engine's own units.
    pub steps: Steps,
    /// What it took in time, translation and checks included.
    pub time: Duration,
    /// The proof that there are no more solutions, where it was asked for and
    /// the engine gave one.
    pub refutation: Option<Box<Refutation>>,
}

impl Outcome {
    /// The answer in one word.
    pub fn verdict(&self) -> Verdict {
        match &self.end {
            _ if self.count > 0 => Verdict::Solved,
            End::Exhausted(_) => Verdict::Unsolvable,
            End::GaveUp(stop) => Verdict::GaveUp(*stop),
            // An engine that ends so without a solution has not said anything.
            End::Enough => Verdict::GaveUp(Stop::Declined),
        }
    }

    /// Whether it is known that there are no more solutions than were found.
    pub fn is_complete(&self) -> bool {
        matches!(self.end, End::Exhausted(_))
    }

    /// Checks the proof that was kept, and notes that it holds. Without a
    /// proof nothing happens; nor if the budget ends before the check.
    ///
    /// # Errors
    /// Why the proof is refused.
    pub fn check_proof(&mut self, budget: &Budget) -> Result<(), ProofFault> {
        if let (End::Exhausted(evidence), Some(refutation)) = (&mut self.end, &self.refutation) {
            match check::drat(&refutation.formula, &refutation.steps, budget) {
                Ok(_) => *evidence = Evidence::Proof,
                Err(ProofFault::GaveUp(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }
}

/// An answer in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A solution was found.
    Solved,
    /// There is none.
    Unsolvable,
    /// Neither is known.
    GaveUp(Stop),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Solved => f.write_str("solved"),
            Verdict::Unsolvable => f.write_str("unsolvable"),
            Verdict::GaveUp(stop) => write!(f, "gave up: {stop}"),
        }
    }
}

/// Why a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no more solutions, and this says so.
    Exhausted(Evidence),
    /// As many solutions as were wanted have been found.
    Enough,
    /// The budget ran out, or the engine can do no more.
    GaveUp(Stop),
}

/// What stands behind the claim that there are no (more) solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The clues themselves clash; nothing was searched.
    Clash(Vec<Clash>),
    /// The engine's own search tried every possibility.
    Search,
    /// A proof that an independent checker accepted.
    Proof,
    /// Only a SAT solver's word.
    Word,
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Evidence::Clash(_) => "clues clash",
            Evidence::Search => "search exhausted",
            Evidence::Proof => "proof checked",
            Evidence::Word => "not verified",
        })
    }
}

/// A formula and a proof that it has no model. The formula is the puzzle's,
/// with one more clause for each solution found: not this one again.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// What is refuted.
    pub formula: Cnf,
    /// How, in DRAT.
    pub steps: Vec<proof::Step>,
}

/// Named counts of the steps that a search took. They do not depend on the
/// machine, as its seconds do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps(Vec<(&'static str, u64)>);

impl Steps {
    /// The counts in the order given.
    pub fn new(counts: impl IntoIterator<Item = (&'static str, u64)>) -> Steps {
        Steps(counts.into_iter().collect())
    }

    /// Names and counts.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'static str, u64)> + '_ {
        self.0.iter().copied()
    }

    /// The count of this name, if the engine has it.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.iter()
            .find_map(|(other, count)| (other == name).then_some(count))
    }

    /// The count that stands for the effort as a whole: the first.
    pub fn main(&self) -> Option<(&'static str, u64)> {
        self.0.first().copied()
    }
}

/// The counts in a row: `12 conflicts, 345 decisions`.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, count)) in self.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{count} {name}")?;
        }
        Ok(())
    }
}
