//! Any SAT solver as an engine for puzzles: encode, solve, check, decode, and
//! again without the solution found.
//!
//! Solvers get the formula as `encode` writes it. One that takes at-most-ones
//! as such gets only what the clues leave of it ([`Residual`]), in memory
//! linear in the candidates; if it is to prove that there are no more
//! solutions, it does so afterwards and on the whole formula.

use super::{Certificate, End, Engine, EngineError, Evidence, Kind, Proof, Refutation, Request};
use super::{ProofFormat, SatEngine, SatResult, SatSolver, Search, default_encoding, memory};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::encode::{self, AtMostOne, Encoding, Layout, Residual};
use crate::formula::{ClauseSink, Cnf, Lit, Model};
use crate::sudoku::{Candidates, Grid, Puzzle, Rules};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// Approximate number of bytes that a candidate takes in a solver that is given groups: its
/// variable's tables, its places in four clauses and four groups, and what the
/// search for structure needs for a while.
const CANDIDATE_BYTES: u64 = 500;

/// About how many times the memory of its clauses a formula takes in all: the
/// solver's copy has watches, and with a proof there is a second copy.
const COPIES: u64 = 4;

/// A SAT engine that solves puzzles.
pub struct BySat {
    engine: Box<dyn SatEngine>,
    kind: Kind,
}

impl BySat {
    /// Solves puzzles with this engine.
    pub fn new(engine: Box<dyn SatEngine>, kind: Kind) -> BySat {
        BySat { engine, kind }
    }

    /// The encoding asked for, or the engine's own.
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

    /// The grid of a model, if the model satisfies the lecture's formula.
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
    ) -> Result<Search, EngineError> {
        let mut formula = match encode_within(puzzle, encoding, budget) {
            Ok(formula) => formula,
            Err(stop) => return Ok(Search::gave_up(stop)),
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
            })
        };
        Ok(Search {
            end,
            steps: session.steps(),
            refutation: proof.map(refutation),
        })
    }

    /// Gives the engine what the clues leave.
    fn search_residual(
        &self,
        puzzle: &Puzzle,
        encoding: &Encoding,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<Search, EngineError> {
        // Each open cell has at most n² candidates: most puzzles need no closer
        // look.
        let size = puzzle.size();
        let num_open = (size.num_cells() - puzzle.num_clues()) as u64;
        let is_too_large = |candidates: u64| candidates * CANDIDATE_BYTES > memory::total() / 2;
        if is_too_large(num_open * size.side() as u64)
            && is_too_large(Candidates::new(puzzle).len() as u64)
        {
            return Ok(Search::gave_up(Stop::Memory));
        }
        let residual = match residual_within(puzzle, budget) {
            Ok(residual) => residual,
            Err(stop) => return Ok(Search::gave_up(stop)),
        };
        let mut session = self.engine.start(&Cnf::new(residual.num_vars()), false)?;
        let mut sink = Watched {
            sink: Feed(&mut *session),
            budget,
            taken: 0,
        };
        if let Err(stop) = residual.formula(encoding, &mut sink) {
            return Ok(Search::gave_up(stop));
        }
        let mut grids: FxHashSet<Grid> = FxHashSet::default();
        let end = loop {
            match session.solve(budget)? {
                SatResult::Unknown(stop) => break End::GaveUp(stop),
                SatResult::Unsat => break End::Exhausted(Evidence::Word),
                SatResult::Sat(lits) => {
                    let grid = self.grid(puzzle, &residual.model(lits))?;
                    let not_again = residual.not_again(&grid);
                    if !grids.insert(grid.clone()) {
                        return Err(self.lied("it found the same solution again".into()));
                    }
                    if found(grid).is_break() {
                        break End::Enough;
                    }
                    session.add_clause(&not_again);
                }
            }
        };
        Ok(Search {
            end,
            steps: session.steps(),
            refutation: None,
        })
    }
}

impl Engine for BySat {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn kind(&self) -> Kind {
        self.kind
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
    ) -> Result<Search, EngineError> {
        let encoding = self.encoding_for(request, puzzle.rules());
        encoding.expresses(puzzle.rules())?;
        if self.engine.takes_groups() && encoding.at_most_one == AtMostOne::Pairwise {
            self.search_residual(puzzle, &encoding, budget, found)
        } else {
            self.search_whole(puzzle, request, &encoding, budget, found)
        }
    }

    /// The proof refutes the whole formula with a clause against each solution.
    /// In DRAT, where counting takes long proofs, that is by default the formula
    /// of an encoding that states what counting would find.
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
        let default = match request.proof_format {
            ProofFormat::Pbp => Encoding::usual(puzzle.rules()),
            ProofFormat::Drat => default_encoding(puzzle.rules()),
        };
        let encoding = request.encoding_or(default);
        encoding.expresses(puzzle.rules())?;
        let Ok(mut formula) = encode_within(puzzle, &encoding, budget) else {
            return Ok(None);
        };
        for grid in solutions {
            formula.add_clause(&blocking_clause(puzzle, grid));
        }
        let format = request.proof_format;
        let certificate = self.engine.refute(&formula, format, budget)?;
        Ok(certificate.map(|certificate| {
            Box::new(Refutation {
                formula,
                certificate,
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

/// Returns what the clues leave of a puzzle's formula, unless its cages and arrows
/// have clauses that do not fit into memory, or the budget ends before.
pub(super) fn residual_within(puzzle: &Puzzle, budget: &Budget) -> Result<Residual, Stop> {
    let limit = memory::total() / COPIES;
    Residual::within(puzzle, &mut |size| {
        if size.fits().is_err() || size.memory() > limit {
            return Err(Stop::Memory);
        }
        ended(budget)
    })
}

/// The puzzle's formula, unless it is too large or the budget ends before.
pub(super) fn encode_within(
    puzzle: &Puzzle,
    encoding: &Encoding,
    budget: &Budget,
) -> Result<Cnf, Stop> {
    let size = encode::size(puzzle, encoding, Layout::default());
    if size.fits().is_err() || size.memory().saturating_mul(COPIES) > memory::total() {
        return Err(Stop::Memory);
    }
    let mut formula = Cnf::new(size.vars as usize);
    let mut sink = Watched {
        sink: Whole(&mut formula),
        budget,
        taken: 0,
    };
    encode::formula(puzzle, encoding, Layout::default(), &mut sink)?;
    Ok(formula)
}

/// A receiver of clauses and at-most-ones that cannot fail.
trait Grow {
    fn clause(&mut self, lits: &[Lit]);
    fn no_two(&mut self, lits: &[Lit]);
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

/// A sink that checks the budget now and then.
struct Watched<'a, T> {
    sink: T,
    budget: &'a Budget,
    /// Number of literals since the last check of the budget.
    taken: usize,
}

impl<T> Watched<'_, T> {
    fn look(&mut self, size: usize) -> Result<(), Stop> {
        /// Number of literals between two checks of the budget: some milliseconds.
        const GLANCE: usize = 1 << 17;
        self.taken += size;
        if self.taken < GLANCE {
            return Ok(());
        }
        self.taken = 0;
        ended(self.budget)
    }
}

/// Checks the clock and the interrupt. Clauses are no steps of a search.
fn ended(budget: &Budget) -> Result<(), Stop> {
    match budget.exhausted(0) {
        None | Some(Stop::Steps) => Ok(()),
        Some(stop) => Err(stop),
    }
}

impl<T: Grow> ClauseSink for Watched<'_, T> {
    type Error = Stop;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Stop> {
        self.sink.clause(lits);
        self.look(lits.len())
    }

    fn no_two(&mut self, lits: &[Lit]) -> Result<(), Stop> {
        self.sink.no_two(lits);
        // As a formula it may take as many clauses as there are pairs.
        self.look(lits.len() * lits.len())
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
