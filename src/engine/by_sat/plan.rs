//! The plan of a search: which formula the solver gets, in which encoding, whether a search on
//! masks comes first, and which of them proves that there are no more solutions.

use super::Lemmas;
use super::small::Small;
use crate::encode::{AtMostOne, Encoding};
use crate::engine::formulas::fits;
use crate::engine::{
    EngineError, Glance, Proof, ProofFormat, Request, SatEngine, default_encoding,
};
use crate::sudoku::{Puzzle, Rules};

/// The formula that a solver's session gets, and the proof that it writes.
pub(super) enum Task {
    /// The formula as `encode` writes it. With `proof`, an engine that can proves it in its
    /// own format.
    Whole { encoding: Encoding, proof: bool },
    /// The formula of the open cells: the part that the clues leave undecided. With a format, the
    /// session writes a proof of the whole formula.
    Open {
        encoding: Encoding,
        proof: Option<ProofFormat>,
    },
}

/// The plan of the search in a puzzle.
pub(super) struct Plan<'a> {
    engine: &'a dyn SatEngine,
    puzzle: &'a Puzzle,
    request: &'a Request,
    encoding: Encoding,
    /// The encoding of the formula that proofs refute.
    of_proof: Encoding,
}

impl<'a> Plan<'a> {
    /// Returns the plan of a search by this engine.
    ///
    /// # Errors
    /// If the encoding that was asked for can't express the rules.
    pub(super) fn new(
        engine: &'a dyn SatEngine,
        puzzle: &'a Puzzle,
        request: &'a Request,
    ) -> Result<Plan<'a>, EngineError> {
        let rules = puzzle.rules();
        let encoding = encoding_for(engine, request, rules);
        encoding.expresses(rules)?;
        Ok(Plan {
            engine,
            puzzle,
            request,
            encoding,
            of_proof: encoding_for_proof(request, rules),
        })
    }

    /// Returns the search on masks that comes first, if there is one.
    pub(super) fn small(&self) -> Option<Small<'a>> {
        if !self.leaves_clues_out() || !self.engine.has_masks() {
            return None;
        }
        let has_lemmas = matches!(self.request.proof, Proof::Kept | Proof::Required)
            && Lemmas::are_for(&self.of_proof);
        if !has_lemmas && self.proves_whole() {
            return None; // Only the solver's search gives a whole proof.
        }
        let lemmas = has_lemmas.then_some(self.of_proof);
        let glances = self.request.glance != Glance::No;
        Small::new(self.engine, self.puzzle, lemmas, glances)
    }

    /// Returns what the solver gets.
    pub(super) fn task(&self) -> Task {
        if !self.leaves_clues_out() {
            return Task::Whole {
                encoding: self.encoding,
                proof: self.request.proof != Proof::No,
            };
        }
        match self.proves_whole() {
            true => Task::Open {
                encoding: self.of_proof,
                proof: Some(self.request.proof_format),
            },
            false => Task::Open {
                encoding: self.encoding,
                proof: None,
            },
        }
    }

    /// Returns `true` if the solver gets only what the clues leave of the formula.
    fn leaves_clues_out(&self) -> bool {
        self.engine.takes_groups() && self.encoding.at_most_one == AtMostOne::Pairwise
    }

    /// Returns `true` if the solver's search writes a proof of the whole formula. Exact cover rarely
    /// confirms soon what it finds of tables, so that a proof would take a second search.
    fn proves_whole(&self) -> bool {
        let format = self.request.proof_format;
        let least = match self.puzzle.rules().tables().is_empty() {
            false if !self.request.limit.is_reached(1) => Proof::Confirmed,
            _ => Proof::Required,
        };
        self.request.proof >= least
            && has_premises(&self.of_proof, format)
            && fits(self.puzzle, &self.of_proof)
    }
}

/// Returns the encoding asked for, or the engine's own.
pub(super) fn encoding_for(engine: &dyn SatEngine, request: &Request, rules: &Rules) -> Encoding {
    request.encoding_or(match engine.takes_groups() {
        true => Encoding::usual(rules),
        false => default_encoding(rules),
    })
}

/// Returns the encoding of the formula that a proof refutes: in DRAT, where
/// counting takes long proofs, by default one that states what counting would
/// find.
pub(super) fn encoding_for_proof(request: &Request, rules: &Rules) -> Encoding {
    request.encoding_or(match request.proof_format {
        ProofFormat::Pbp => Encoding::usual(rules),
        ProofFormat::Drat => default_encoding(rules),
    })
}

/// Returns `true` if a search of the open cells can prove something of the whole
/// formula in this format. DRAT can't state at-most-ones that follow only by counting.
pub(super) fn has_premises(encoding: &Encoding, format: ProofFormat) -> bool {
    encoding.at_most_one == AtMostOne::Pairwise
        && (encoding.house_at_most_one || format == ProofFormat::Pbp)
}
