//! Any SAT solver as an engine for puzzles: encode, solve, check, decode, and
//! again without the solution found.
//!
//! Solvers get the formula as `encode` writes it. One that takes at-most-ones
//! as such gets only what the clues leave of it ([`Residual`]), in memory
//! linear in the candidates. If it is to prove that there are no more solutions,
//! the same search writes the proof of the whole formula, which begins with the
//! [`premises`] that the search starts from. Where that is not possible
//! ([`has_premises`]), the solver refutes the whole formula afterwards.
//!
//! Unless a whole proof is to be kept, it first searches small grids with houses alone on
//! bit masks ([`Masks`]): for most puzzles, starting a solver takes longer than their search.
//! The clauses that this search learns are the lemmas of a proof ([`Lemmas`]). After a thousand of
//! them the solver continues, with the solutions found so far excluded.

use super::masks::{Found, Masks};
use super::part::{LimitedText, Part};
use super::residual::{COPIES, Grow, Watched, residual_within};
use super::{
    Cdcl, Certificate, End, Engine, EngineError, Evidence, Glance, Kind, Lemmas, Proof, Refutation,
    Request, uniqueness,
};
use super::{
    ProofFormat, SatEngine, SatResult, SatSolver, SearchReport, Steps, default_encoding, memory,
    premises,
};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::encode::{self, AtMostOne, Encoding, Layout, Residual};
use crate::formula::{ClauseSink, Cnf, Lit, Model, Var};
use crate::proof::pbp;
use crate::sudoku::{Candidates, Grid, Puzzle, Rules};
use rustc_hash::FxHashSet;
use std::fmt;
use std::ops::ControlFlow;

/// Approximate number of bytes that a candidate takes in a solver that is given groups: its
/// variable's tables, its places in four clauses and four groups, and what the
/// search for structure needs for a while.
const CANDIDATE_BYTES: u64 = 500;

/// The fault of an engine that finds a solution twice.
const AGAIN: &str = "it found the same solution again";

/// A SAT engine that solves puzzles.
pub struct BySat {
    engine: Box<dyn SatEngine>,
    kind: Kind,
}

impl fmt::Debug for BySat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BySat")
            .field("engine", &self.engine.name())
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// The work that a search on masks has done before the solver goes on.
#[derive(Default)]
struct Before {
    /// The solutions found, which were handed over.
    known: FxHashSet<Grid>,
    /// The steps taken.
    steps: Steps,
}

impl BySat {
    /// Makes an engine for puzzles out of a SAT engine. `kind` says what the SAT engine is.
    pub fn new(engine: Box<dyn SatEngine>, kind: Kind) -> BySat {
        BySat { engine, kind }
    }

    /// Returns the engine `cdcl`: our own solver.
    pub fn cdcl() -> BySat {
        BySat::new(Box::new(Cdcl), Kind::Sat)
    }

    /// Returns the encoding asked for, or the engine's own.
    fn encoding_for(&self, request: &Request, rules: &Rules) -> Encoding {
        request.encoding_or(match self.engine.takes_groups() {
            true => Encoding::usual(rules),
            false => default_encoding(rules),
        })
    }

    fn lied(&self, reason: String) -> EngineError {
        EngineError::Lied {
            engine: self.engine.name().into(),
            reason,
        }
    }

    /// Returns the grid of a model, if the model satisfies the lecture's formula.
    fn grid(&self, puzzle: &Puzzle, model: &Model) -> Result<Grid, EngineError> {
        check::lecture(puzzle, model).map_err(|fault| self.lied(fault.to_string()))?;
        encode::decode(puzzle.size(), model.lits()).map_err(|fault| self.lied(fault.to_string()))
    }

    /// Gives the engine the formula, clause by clause.
    fn search_whole(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        encoding: &Encoding,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError> {
        let mut formula = match encode_within(puzzle, encoding, budget) {
            Ok(formula) => formula,
            Err(stop) => return Ok(SearchReport::gave_up(stop)),
        };
        let wants_proof = request.proof != Proof::No;
        let mut session = self.engine.start(&formula, wants_proof)?;
        let end = loop {
            match session.solve(budget)? {
                SatResult::Unknown(stop) => break End::GaveUp(stop),
                SatResult::Unsat => break End::Exhausted(Evidence::Word),
                SatResult::Sat(lits) => {
                    let model = check::model(&formula, &lits);
                    let model = model.map_err(|fault| self.lied(fault.to_string()))?;
                    let grid = self.grid(puzzle, &model)?;
                    let blocking = blocking_clause(puzzle, &grid);
                    if found(grid).is_break() {
                        break End::Enough;
                    }
                    session.add_clause(&blocking);
                    formula.add_clause(&blocking);
                }
            }
        };
        let proof = match end {
            End::Exhausted(_) if wants_proof => session.take_proof(),
            _ => None,
        };
        let refutation = |steps| {
            let certificate = Certificate::Drat(steps);
            Box::new(Refutation {
                formula,
                certificate,
                check_time: None,
            })
        };
        Ok(SearchReport {
            end,
            steps: session.steps(),
            refutation: proof.map(refutation),
            lemmas: None,
            is_only: None,
        })
    }

    /// Begins a session on what the clues leave, with a proof of the whole formula
    /// if a format is given.
    fn start_residual(
        &self,
        puzzle: &Puzzle,
        residual: &Residual,
        encoding: &Encoding,
        format: Option<ProofFormat>,
        budget: &Budget,
    ) -> Result<Box<dyn SatSolver>, SearchFault> {
        let mut session = None;
        if let Some(format) = format {
            let part = part_of_whole(puzzle, residual, encoding, format, budget)?;
            session = self.engine.start_part(part);
        }
        let mut session = match session {
            Some(session) => session,
            None => self.engine.start(&Cnf::new(residual.num_vars()), false)?,
        };
        let mut sink = Watched::new(Feed(&mut *session), budget);
        residual.formula(encoding, &mut sink)?;
        session.end_of_part();
        Ok(session)
    }

    /// Searches on masks. Returns what it has done before if another solver should go
    /// on. With an encoding, the lemmas that refute further solutions of its formula are
    /// returned. With `glances` set, a quick search for a second solution follows one that ends
    /// with the first.
    fn search_masks(
        &self,
        puzzle: &Puzzle,
        encoding: Option<&Encoding>,
        glances: bool,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<Result<SearchReport, Before>, EngineError> {
        let rules = puzzle.rules();
        if !self.engine.has_masks() {
            return Ok(Err(Before::default()));
        }
        let Some(mut masks) = Masks::for_rules(rules) else {
            return Ok(Err(Before::default()));
        };
        masks.begin(puzzle);
        let mut known = FxHashSet::default();
        let end = loop {
            match masks.next_solution(puzzle.size(), budget) {
                Err(stop) => break Some(End::GaveUp(stop)),
                Ok(Found::NoMore) => break Some(End::Exhausted(Evidence::Word)),
                Ok(Found::Hard) => break None,
                Ok(Found::Solution(grid)) => {
                    if !known.insert(grid.clone()) {
                        return Err(self.lied(AGAIN.into()));
                    }
                    if found(grid).is_break() {
                        break Some(End::Enough);
                    }
                }
            }
        };
        let steps = masks.steps();
        let is_only = match (&end, known.iter().next()) {
            (Some(End::Enough), Some(grid)) if glances && known.len() == 1 => {
                uniqueness::is_only_on_masks(&mut masks, puzzle, grid)
            }
            _ => None,
        };
        let lemmas = match (encoding, &end) {
            (Some(encoding), Some(End::Exhausted(_))) => {
                let against = known.iter().map(|grid| blocking_clause(puzzle, grid));
                let learned = masks.learned(puzzle.size());
                Some(Box::new(Lemmas::new(puzzle, encoding, against, learned)))
            }
            _ => None,
        };
        Ok(match end {
            None => Err(Before { known, steps }),
            Some(end) => Ok(SearchReport {
                end,
                steps,
                refutation: None,
                lemmas,
                is_only,
            }),
        })
    }

    /// Gives the engine what the clues leave, and the solutions that were found before.
    /// With a format, the search writes a proof.
    fn search_residual(
        &self,
        puzzle: &Puzzle,
        encoding: &Encoding,
        format: Option<ProofFormat>,
        before: Before,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError> {
        // Each open cell has at most N candidates: most puzzles need no closer
        // look.
        let size = puzzle.size();
        let num_open = (size.num_cells() - puzzle.num_clues()) as u64;
        let is_too_large = |candidates: u64| candidates * CANDIDATE_BYTES > memory::for_tables();
        if is_too_large(num_open * size.side() as u64)
            && is_too_large(Candidates::new(puzzle).len() as u64)
        {
            return Ok(SearchReport::gave_up(Stop::Memory));
        }
        let residual = match residual_within(puzzle, budget) {
            Ok(residual) => residual,
            Err(stop) => return Ok(SearchReport::gave_up(stop)),
        };
        let session = self.start_residual(puzzle, &residual, encoding, format, budget);
        let mut session = match session {
            Ok(session) => session,
            Err(SearchFault::Stopped(stop)) => return Ok(SearchReport::gave_up(stop)),
            Err(SearchFault::Failed(error)) => return Err(error),
        };
        let Before { mut known, steps } = before;
        let mut grids: Vec<Grid> = match format {
            Some(_) => known.iter().cloned().collect(),
            None => Vec::new(),
        };
        for grid in &known {
            session.add_clause(&residual.not_again(grid));
        }
        let end = loop {
            match session.solve(budget)? {
                SatResult::Unknown(stop) => break End::GaveUp(stop),
                SatResult::Unsat => break End::Exhausted(Evidence::Word),
                SatResult::Sat(lits) => {
                    let grid = self.grid(puzzle, &residual.model(lits))?;
                    let not_again = residual.not_again(&grid);
                    if !known.insert(grid.clone()) {
                        return Err(self.lied(AGAIN.into()));
                    }
                    if format.is_some() {
                        grids.push(grid.clone());
                    }
                    if found(grid).is_break() {
                        break End::Enough;
                    }
                    session.add_clause(&not_again);
                }
            }
        };
        let refutation = match (format, &end) {
            (Some(_), End::Exhausted(_)) => {
                refutation(puzzle, &grids, encoding, &mut *session, budget)
            }
            _ => None,
        };
        Ok(SearchReport {
            end,
            steps: steps.plus(&session.steps()),
            refutation,
            lemmas: None,
            is_only: None,
        })
    }

    /// Proves by a search of the open cells that a puzzle has these solutions and no
    /// more.
    fn prove_residual(
        &self,
        puzzle: &Puzzle,
        solutions: &[Grid],
        encoding: &Encoding,
        format: ProofFormat,
        budget: &Budget,
    ) -> Result<Option<Box<Refutation>>, EngineError> {
        let Ok(residual) = residual_within(puzzle, budget) else {
            return Ok(None);
        };
        let session = self.start_residual(puzzle, &residual, encoding, Some(format), budget);
        let mut session = match session {
            Ok(session) => session,
            Err(SearchFault::Stopped(_)) => return Ok(None),
            Err(SearchFault::Failed(error)) => return Err(error),
        };
        for grid in solutions {
            session.add_clause(&residual.not_again(grid));
        }
        Ok(match session.solve(budget)? {
            SatResult::Unsat => refutation(puzzle, solutions, encoding, &mut *session, budget),
            SatResult::Sat(lits) => {
                self.grid(puzzle, &residual.model(lits))?;
                return Err(self.lied("there is a further solution".into()));
            }
            SatResult::Unknown(_) => None,
        })
    }

    /// Returns the encoding of the formula that a proof refutes: in DRAT, where
    /// counting takes long proofs, by default one that states what counting would
    /// find.
    fn encoding_for_proof(&self, request: &Request, rules: &Rules) -> Encoding {
        request.encoding_or(match request.proof_format {
            ProofFormat::Pbp => Encoding::usual(rules),
            ProofFormat::Drat => default_encoding(rules),
        })
    }
}

/// A reason why a session did not begin.
enum SearchFault {
    Stopped(Stop),
    Failed(EngineError),
}

impl From<Stop> for SearchFault {
    fn from(stop: Stop) -> SearchFault {
        SearchFault::Stopped(stop)
    }
}

impl From<EngineError> for SearchFault {
    fn from(error: EngineError) -> SearchFault {
        SearchFault::Failed(error)
    }
}

/// Returns `true` if a search of the open cells can prove something of the whole
/// formula in this format. With cages or arrows it can't: their automata depend on the
/// cells that are given. DRAT can't state at-most-ones that follow only by counting.
fn has_premises(rules: &Rules, encoding: &Encoding, format: ProofFormat) -> bool {
    rules.tables().is_empty()
        && encoding.at_most_one == AtMostOne::Pairwise
        && (encoding.house_at_most_one || format == ProofFormat::Pbp)
}

/// Returns the whole formula as a session on what the clues leave has to know it,
/// with the beginning of a proof.
fn part_of_whole(
    puzzle: &Puzzle,
    residual: &Residual,
    encoding: &Encoding,
    format: ProofFormat,
    budget: &Budget,
) -> Result<Part, Stop> {
    let whole = encode::size(puzzle, encoding, Layout::default());
    let names = (0..residual.num_vars()).map(Var::new);
    let names = names.filter_map(|var| residual.candidate(var));
    let mut part = Part {
        names: names
            .map(|candidate| encode::var(candidate, puzzle.size()))
            .collect(),
        num_vars: whole.vars as usize,
        premises: None,
    };
    if format == ProofFormat::Pbp {
        let mut writer = pbp::Writer::growing(LimitedText::new(), whole.clauses);
        premises::derive(puzzle, encoding, &mut writer, budget)?;
        part.premises = Some(writer);
    }
    Ok(part)
}

/// Returns the refutation of the whole formula with a clause against each solution,
/// by the proof of a session that was given these clauses. Returns `None` if the
/// session has no proof, or the formula is too large.
fn refutation(
    puzzle: &Puzzle,
    solutions: &[Grid],
    encoding: &Encoding,
    session: &mut dyn SatSolver,
    budget: &Budget,
) -> Option<Box<Refutation>> {
    let certificate = session.take_certificate()?;
    let mut formula = encode_within(puzzle, encoding, budget).ok()?;
    for grid in solutions {
        formula.add_clause(&blocking_clause(puzzle, grid));
    }
    Some(Box::new(Refutation {
        formula,
        certificate,
        check_time: None,
    }))
}

impl Engine for BySat {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn can_prove(&self) -> bool {
        self.engine.can_prove()
    }

    fn encoding(&self, request: &Request, rules: &Rules) -> Option<Encoding> {
        Some(self.encoding_for(request, rules))
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError> {
        let encoding = self.encoding_for(request, puzzle.rules());
        encoding.expresses(puzzle.rules())?;
        if self.engine.takes_groups() && encoding.at_most_one == AtMostOne::Pairwise {
            let of_proof = self.encoding_for_proof(request, puzzle.rules());
            let is_whole = || {
                request.proof >= Proof::Required
                    && has_premises(puzzle.rules(), &of_proof, request.proof_format)
                    && fits(puzzle, &of_proof)
            };
            let has_lemmas = matches!(request.proof, Proof::Kept | Proof::Required)
                && Lemmas::are_for(&of_proof);
            let searched = match has_lemmas {
                // Only the solver's search gives a whole proof.
                false if is_whole() => Err(Before::default()),
                _ => {
                    let of_lemmas = has_lemmas.then_some(&of_proof);
                    let glances = request.glance != Glance::No;
                    self.search_masks(puzzle, of_lemmas, glances, budget, found)?
                }
            };
            match searched {
                Ok(search) => Ok(search),
                Err(before) => {
                    let budget = match budget.steps() {
                        None => budget.clone(),
                        Some(limit) => {
                            let taken = before.steps.main().map_or(0, |(_, conflicts)| conflicts);
                            budget.clone().with_steps(limit.saturating_sub(taken))
                        }
                    };
                    let format = is_whole().then_some(request.proof_format);
                    let encoding = match format {
                        Some(_) => &of_proof,
                        None => &encoding,
                    };
                    self.search_residual(puzzle, encoding, format, before, &budget, found)
                }
            }
        } else {
            self.search_whole(puzzle, request, &encoding, budget, found)
        }
    }

    /// Proves that there is no further solution: refutes the whole formula with a
    /// clause against each solution.
    fn prove(
        &self,
        puzzle: &Puzzle,
        solutions: &[Grid],
        request: &Request,
        budget: &Budget,
    ) -> Result<Option<Box<Refutation>>, EngineError> {
        if !self.engine.takes_groups() {
            return Ok(None);
        }
        let encoding = self.encoding_for_proof(request, puzzle.rules());
        let format = request.proof_format;
        encoding.expresses(puzzle.rules())?;
        if !fits(puzzle, &encoding) {
            return Ok(None);
        }
        if has_premises(puzzle.rules(), &encoding, format) {
            return self.prove_residual(puzzle, solutions, &encoding, format, budget);
        }
        let Ok(mut formula) = encode_within(puzzle, &encoding, budget) else {
            return Ok(None);
        };
        for grid in solutions {
            formula.add_clause(&blocking_clause(puzzle, grid));
        }
        let certificate = self.engine.refute(&formula, format, budget)?;
        Ok(certificate.map(|certificate| {
            Box::new(Refutation {
                formula,
                certificate,
                check_time: None,
            })
        }))
    }
}

/// Returns the clause that rules out this grid: one of the cells without a clue
/// holds another number.
fn blocking_clause(puzzle: &Puzzle, grid: &Grid) -> Vec<Lit> {
    grid.candidates()
        .filter(|candidate| puzzle.clue(candidate.cell).is_none())
        .map(|candidate| encode::var(candidate, puzzle.size()).negative())
        .collect()
}

/// Returns `true` if the puzzle's formula is not too large.
fn fits(puzzle: &Puzzle, encoding: &Encoding) -> bool {
    let size = encode::size(puzzle, encoding, Layout::default());
    size.fits().is_ok() && size.memory().saturating_mul(COPIES) <= memory::total()
}

/// Returns the puzzle's formula, unless it is too large or the budget ends before.
pub(super) fn encode_within(
    puzzle: &Puzzle,
    encoding: &Encoding,
    budget: &Budget,
) -> Result<Cnf, Stop> {
    if !fits(puzzle, encoding) {
        return Err(Stop::Memory);
    }
    let size = encode::size(puzzle, encoding, Layout::default());
    let mut formula = Cnf::new(size.vars as usize);
    let mut sink = Watched::new(Whole(&mut formula), budget);
    encode::formula(puzzle, encoding, Layout::default(), &mut sink)?;
    Ok(formula)
}

/// A formula in memory.
struct Whole<'a>(&'a mut Cnf);

impl Grow for Whole<'_> {
    fn clause(&mut self, lits: &[Lit]) {
        self.0.add_clause(lits);
    }

    fn no_two(&mut self, lits: &[Lit]) {
        let Ok(()) = self.0.no_two(lits);
    }
}

/// A solver's session.
struct Feed<'a>(&'a mut dyn SatSolver);

impl Grow for Feed<'_> {
    fn clause(&mut self, lits: &[Lit]) {
        self.0.add_clause(lits);
    }

    fn no_two(&mut self, lits: &[Lit]) {
        self.0.add_at_most_one(lits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Interrupt;
    use crate::sudoku::rules::{Cage, Spec};

    #[test]
    fn making_the_automaton_of_a_cage_ends_with_the_budget() {
        let mut spec = Spec::boxes(10, 10).unwrap();
        spec.cages.push(Cage {
            cells: spec.size.cells().take(300).collect(),
            sum: Some(15_000),
            repeats: true,
        });
        let puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
        let interrupt = Interrupt::new();
        interrupt.raise();
        let budget = Budget::unlimited().with_interrupt(interrupt);
        let stopped = residual_within(&puzzle, &budget).err();
        assert_eq!(stopped, Some(Stop::Interrupted));
    }
}
