//! Any SAT solver as an engine for puzzles: encode, solve, check, decode, and
//! again without the solution found.

use super::{End, Engine, EngineError, Evidence, Kind, Proof, Refutation, Request, SatEngine};
use super::{SatResult, Search, memory};
use crate::budget::{Budget, Stop};
use crate::check;
use crate::encode::{self, Layout};
use crate::formula::{ClauseSink, Cnf, Lit};
use crate::sudoku::{Grid, Puzzle};
use std::ops::ControlFlow;

/// A SAT engine that solves puzzles.
pub struct BySat {
    engine: Box<dyn SatEngine>,
    kind: Kind,
}

impl BySat {
    /// Puts puzzles to this engine.
    pub fn new(engine: Box<dyn SatEngine>, kind: Kind) -> BySat {
        BySat { engine, kind }
    }

    fn lied(&self, reason: String) -> EngineError {
        EngineError::Lied {
            engine: self.engine.name().into(),
            reason,
        }
    }

    /// The grid of a model that satisfies the formula it was asked for and the
    /// lecture's.
    fn grid(&self, puzzle: &Puzzle, formula: &Cnf, lits: &[Lit]) -> Result<Grid, EngineError> {
        let model = check::model(formula, lits).map_err(|fault| self.lied(fault.to_string()))?;
        check::lecture(puzzle, &model).map_err(|fault| self.lied(fault.to_string()))?;
        encode::decode(puzzle.order(), model.lits()).map_err(|fault| self.lied(fault.to_string()))
    }
}

impl Engine for BySat {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<Search, EngineError> {
        let mut formula = match encode_within(puzzle, request, budget) {
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
                    let grid = self.grid(puzzle, &formula, &lits)?;
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
        Ok(Search {
            end,
            steps: session.steps(),
            refutation: proof.map(|steps| Box::new(Refutation { formula, steps })),
        })
    }
}

/// Not this grid again: one of the cells that are no clue has another number.
fn blocking_clause(puzzle: &Puzzle, grid: &Grid) -> Vec<Lit> {
    grid.candidates()
        .filter(|candidate| puzzle.clue(candidate.cell).is_none())
        .map(|candidate| encode::var(candidate, puzzle.order()).negative())
        .collect()
}

/// The puzzle's formula, unless it is too large or the budget ends before.
fn encode_within(puzzle: &Puzzle, request: &Request, budget: &Budget) -> Result<Cnf, Stop> {
    // Besides this copy the solver has its own, with watches.
    const COPIES: u64 = 4;
    let encoding = request.encoding_for(puzzle.order());
    let size = encode::size(puzzle, &encoding, Layout::default());
    if size.fits().is_err() || size.memory().saturating_mul(COPIES) > memory::total() {
        return Err(Stop::Memory);
    }
    let mut guarded = Guarded {
        formula: Cnf::new(size.vars as usize),
        budget,
    };
    encode::formula(puzzle, &encoding, Layout::default(), &mut guarded)?;
    Ok(guarded.formula)
}

/// A formula that looks at the budget while it grows.
struct Guarded<'a> {
    formula: Cnf,
    budget: &'a Budget,
}

impl ClauseSink for Guarded<'_> {
    type Error = Stop;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Stop> {
        self.formula.add_clause(lits);
        if self.formula.num_clauses().is_multiple_of(1 << 16) {
            // Clauses are no steps of a search: only the clock and the
            // interrupt count.
            match self.budget.exhausted(0) {
                None | Some(Stop::Steps) => {}
                Some(stop) => return Err(stop),
            }
        }
        Ok(())
    }
}
