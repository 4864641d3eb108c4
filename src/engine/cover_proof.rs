//! Proofs that an exact-cover problem has no solution, for other checkers.

use super::limited_text::LimitedText;
use super::{EngineError, Steps, cdcl, memory};
use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver, Verdict};
use crate::check::{self, DratChecker, LratChecker, PbpChecker, PbpFault, ProofFault};
use crate::cover::{ExactCover, OptionId};
use crate::encode::{self, AtMostOne, CoverAxioms, Derivation};
use crate::formula::{Cnf, Model};
use crate::io::InputError;
use crate::proof::{Observer, Shared, drat, lrat, pbp};
use std::io;

/// Approximate memory of a formula and its solver, as a multiple of the formula's.
const COPIES: u64 = 4;

/// Least length of a term of an inequality in VeriPB's format, such as `1 x1 `, in bytes.
const LEAST_TERM: u64 = 5;

/// The format of a proof that there is no exact cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverProofFormat {
    /// Steps in DRAT for [`encode::cover_to_cnf`]'s formula with pairwise at-most-ones.
    Drat,
    /// Steps in LRAT for the same formula.
    Lrat,
    /// A proof for VeriPB that starts from [`CoverAxioms`].
    Pbp,
}

/// The answer of [`prove_no_cover`].
#[derive(Debug)]
pub enum CoverAnswer {
    /// The options of a solution, which was checked.
    Solution(Vec<OptionId>),
    /// The text of a proof that there is none, which was checked.
    Proof(Vec<u8>),
    /// The search, or the check of its proof, did not end.
    GaveUp(Stop),
}

/// Searches for a solution by our solver, and returns a proof in this format if there is none.
///
/// # Errors
/// If the solver fails: its solution is wrong, or its proof is refused.
pub fn prove_no_cover(
    problem: &ExactCover,
    format: CoverProofFormat,
    budget: &Budget,
) -> Result<(CoverAnswer, Steps), EngineError> {
    let gave_up = |stop| Ok((CoverAnswer::GaveUp(stop), Steps::default()));
    let size = encode::cover_size(problem, AtMostOne::Pairwise);
    if size.memory().saturating_mul(COPIES) > memory::total() {
        return gave_up(Stop::Memory);
    }
    let axioms = CoverAxioms::new(problem);
    let Ok((cnf, derivation)) = axioms.formula() else {
        return gave_up(Stop::Memory);
    };
    // A term takes LEAST_TERM bytes of the proof or more.
    if format == CoverProofFormat::Pbp
        && derivation.num_terms().saturating_mul(LEAST_TERM) > memory::beside_tables()
    {
        return gave_up(Stop::Memory);
    }
    let (vars, clauses, text) = (cnf.num_vars(), cnf.num_clauses(), LimitedText::new());
    let found = match format {
        CoverProofFormat::Drat => {
            let writer = drat::Writer::text(text).extending(vars);
            search(&cnf, writer, drat::Writer::into_inner, budget)
        }
        CoverProofFormat::Lrat => {
            let writer = lrat::Writer::text(text, clauses).extending(vars);
            search(&cnf, writer, lrat::Writer::into_inner, budget)
        }
        CoverProofFormat::Pbp => {
            let writer = pbp::Writer::new(text, clauses);
            search(&cnf, writer, pbp::Writer::into_inner, budget)
        }
    };
    let found = found.map_err(|error| EngineError::Crashed {
        engine: cdcl::NAME.to_owned(),
        reason: error.to_string(),
    })?;
    let lied = |reason: String| EngineError::lied(cdcl::NAME, reason);
    let answer = match (found.verdict, found.text) {
        (Verdict::Unknown(stop), _) => CoverAnswer::GaveUp(stop),
        (Verdict::Sat, _) => {
            let lits = found.model.iter().flat_map(Model::lits);
            let options = encode::options_from_lits(problem, lits);
            check::cover(problem, &options).map_err(|fault| lied(fault.to_string()))?;
            CoverAnswer::Solution(options)
        }
        (Verdict::Unsat, None) => CoverAnswer::GaveUp(Stop::Memory),
        (Verdict::Unsat, Some(text)) => {
            let text = match format {
                CoverProofFormat::Pbp => {
                    let mut lifted = Bounded {
                        text: LimitedText::new(),
                        budget,
                        written: 0,
                    };
                    match lift(&text, &cnf, &derivation, &mut lifted) {
                        Ok(()) => lifted.text.into_text(),
                        Err(_) => {
                            let stop = budget.exhausted(0).unwrap_or(Stop::Memory);
                            return Ok((CoverAnswer::GaveUp(stop), found.steps));
                        }
                    }
                }
                CoverProofFormat::Drat | CoverProofFormat::Lrat => Some(text),
            };
            match text {
                None => CoverAnswer::GaveUp(Stop::Memory),
                Some(text) => match accepts(&cnf, &axioms, format, &text, budget) {
                    Ok(()) => CoverAnswer::Proof(text),
                    Err(Refusal::GaveUp(stop)) => CoverAnswer::GaveUp(stop),
                    Err(Refusal::Wrong(reason)) => {
                        return Err(lied(format!("its proof is refused: {reason}")));
                    }
                },
            }
        }
    };
    Ok((answer, found.steps))
}

/// A text in memory that is written until it is dropped or the budget ends, which are errors.
struct Bounded<'a> {
    text: LimitedText,
    budget: &'a Budget,
    /// Number of writes so far.
    written: u64,
}

impl io::Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written += 1;
        let stops = self.written.is_multiple_of(256) && self.budget.exhausted(0).is_some();
        if stops || self.text.is_dropped() {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a proof for the formula as [`pbp::Writer`] makes it so that it starts from the
/// inequalities of the problem.
fn lift<W: io::Write>(
    proof: &[u8],
    cnf: &Cnf,
    derivation: &Derivation,
    out: &mut W,
) -> io::Result<()> {
    let (axioms, definitions) = (derivation.num_axioms, derivation.num_definitions);
    let derive = |out: &mut W| derivation.write(cnf, out);
    pbp::lift(proof, axioms, definitions, derive, out)
}

/// The end of a search, with the text of the proof unless it was dropped.
struct Found {
    verdict: Verdict,
    model: Option<Model>,
    steps: Steps,
    text: Option<Vec<u8>>,
}

/// Searches for a model with a solver that writes its proof by `writer`.
fn search<W: Observer + 'static>(
    cnf: &Cnf,
    writer: W,
    into_inner: impl Fn(W) -> io::Result<LimitedText>,
    budget: &Budget,
) -> io::Result<Found> {
    let writer = Shared::new(writer);
    let mut solver = Solver::new(Config::default()).with_observer(Box::new(writer.clone()));
    solver.add_cnf(cnf);
    let verdict = solver.solve(budget)?;
    let (model, steps) = (solver.model(), Steps::new(solver.stats().steps()));
    drop(solver);
    let writer = writer.into_inner().ok();
    let text = writer.map(into_inner).transpose()?;
    Ok(Found {
        verdict,
        model,
        steps,
        text: text.and_then(LimitedText::into_text),
    })
}

/// The reason why a check does not accept a proof.
enum Refusal {
    Wrong(String),
    GaveUp(Stop),
}

impl From<ProofFault> for Refusal {
    fn from(fault: ProofFault) -> Refusal {
        match fault {
            ProofFault::GaveUp(stop) => Refusal::GaveUp(stop),
            fault => Refusal::Wrong(fault.to_string()),
        }
    }
}

impl From<PbpFault> for Refusal {
    fn from(fault: PbpFault) -> Refusal {
        match fault {
            PbpFault::GaveUp(stop) => Refusal::GaveUp(stop),
            fault => Refusal::Wrong(fault.to_string()),
        }
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Refusal {
        Refusal::Wrong(error.to_string())
    }
}

/// Checks a proof.
fn accepts(
    cnf: &Cnf,
    axioms: &CoverAxioms<'_>,
    format: CoverProofFormat,
    text: &[u8],
    budget: &Budget,
) -> Result<(), Refusal> {
    match format {
        CoverProofFormat::Drat => {
            let mut checker = DratChecker::of(cnf, budget)?;
            for step in drat::read(text, "proof")? {
                checker.step(&step?, budget)?;
            }
            checker.finish()?;
        }
        CoverProofFormat::Lrat => {
            let mut checker = LratChecker::of(cnf, budget)?;
            for step in lrat::read(text, "proof")? {
                checker.step(&step?, budget)?;
            }
            checker.finish()?;
        }
        CoverProofFormat::Pbp => {
            let mut checker = PbpChecker::of_sums(axioms.sums(), budget)?;
            for step in pbp::Reader::new(text, "proof") {
                checker.step(&step?, budget)?;
            }
            checker.finish()?;
        }
    }
    Ok(())
}
