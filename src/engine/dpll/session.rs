//! DPLL as an engine for formulas. It keeps nothing between two calls, so each
//! search starts anew.

use crate::budget::{Budget, Stop};
use crate::engine::{EngineError, SatEngine, SatResult, SatSolver, Steps, memory};
use crate::formula::{Cnf, Lit};

/// The engine's name.
pub(in crate::engine) const NAME: &str = "dpll";

/// Estimated memory for a clause in bytes, with that of the formula it comes from: its vector,
/// its literals, two watches. Measured: 107 for each of 3.3 million clauses of two literals.
const CLAUSE_BYTES: u64 = 160;

/// The factory of sessions.
pub(in crate::engine) struct Dpll;

impl SatEngine for Dpll {
    fn name(&self) -> &str {
        NAME
    }

    fn start(&self, formula: &Cnf, _proof: bool) -> Result<Box<dyn SatSolver>, EngineError> {
        let clauses = formula.num_clauses() as u64;
        let is_large = clauses.saturating_mul(CLAUSE_BYTES) > memory::total();
        let mut search = super::Dpll::new(formula.num_vars());
        if !is_large {
            formula
                .clauses()
                .for_each(|clause| search.add_clause(clause));
        }
        Ok(Box::new(Session { search, is_large }))
    }
}

struct Session {
    search: super::Dpll,
    /// Set if the formula does not fit into memory, so that the search has none of it.
    is_large: bool,
}

impl SatSolver for Session {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.search.add_clause(clause);
    }

    fn solve(&mut self, budget: &Budget) -> Result<SatResult, EngineError> {
        if self.is_large {
            return Ok(SatResult::Unknown(Stop::Memory));
        }
        Ok(match self.search.solve(budget) {
            Ok(true) => SatResult::Sat(self.search.model().to_vec()),
            Ok(false) => SatResult::Unsat,
            Err(stop) => SatResult::Unknown(stop),
        })
    }

    fn steps(&self) -> Steps {
        let stats = self.search.stats();
        Steps::new([
            ("conflicts", stats.conflicts),
            ("decisions", stats.decisions),
            ("flips", stats.flips),
            ("propagations", stats.propagations),
        ])
    }
}
