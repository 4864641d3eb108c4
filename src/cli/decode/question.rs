//! What an answer is held against, and what is said of it: shared with `pipe`.

use super::read::Reading;
use crate::cli::exit::Exit;
use crate::cli::format::Format;
use crate::cli::{out, report};
use std::io::Write;
use sudosat::cdcl::{Config, Implied, Solver};
use sudosat::check;
use sudosat::encode::Numbering;
use sudosat::formula::answer::{Answer, Status};
use sudosat::formula::{Cnf, Lit, Var};
use sudosat::io::counted;
use sudosat::sudoku::text::Tokens;
use sudosat::sudoku::{Grid, Puzzle, Size};

/// What a solver was asked, as far as it is known.
#[derive(Default)]
pub struct Question {
    /// The puzzle.
    pub puzzle: Option<Puzzle>,
    /// The puzzle's cells as they stood in the input, if it was read from text.
    pub tokens: Option<Tokens>,
    /// The size of the grid, if there is no puzzle.
    pub size: Option<Size>,
    /// The numbers of variables.
    pub numbering: Numbering,
    /// The formula.
    pub formula: Option<Cnf>,
}

impl Question {
    /// Returns the number of variables that an answer may have.
    pub fn num_vars(&self) -> usize {
        self.formula.as_ref().map_or(Var::LIMIT, Cnf::num_vars)
    }

    /// Checks an answer, prints its grid, or says why there is none. Messages call
    /// the answer `name`.
    pub fn judge(&self, name: &str, answer: Answer, format: Format) -> anyhow::Result<Exit> {
        match answer.status {
            Status::Unknown => {
                report::note(&format!("{name}: the solver gave up"));
                Ok(Exit::GaveUp)
            }
            Status::Unsatisfiable => {
                self.no_solution(name)?;
                Ok(Exit::Done)
            }
            Status::Satisfiable if !answer.has_model => {
                refuse(
                    name,
                    "it says satisfiable, and no model follows (minisat writes \
                     the model to its second file)",
                );
                Ok(Exit::No)
            }
            Status::Satisfiable => match self.grid(name, answer.lits) {
                Ok(grid) => {
                    let mut out = out::stdout();
                    let blank = Puzzle::empty(grid.size());
                    let puzzle = self.puzzle.as_ref().unwrap_or(&blank);
                    format.write(&mut out, &puzzle.answer(&grid))?;
                    out.flush()?;
                    Ok(Exit::Done)
                }
                Err(reason) => {
                    refuse(name, &reason);
                    Ok(Exit::No)
                }
            },
        }
    }

    /// Passes on that there is no solution.
    fn no_solution(&self, name: &str) -> anyhow::Result<()> {
        let mut out = out::stdout();
        writeln!(out, "no solution")?;
        out.flush()?;
        let clashes = self.puzzle.iter().flat_map(Puzzle::clashes);
        match clashes.into_iter().next() {
            Some(clash) => report::note(&format!("{name}: as must be: {clash}")),
            None => report::note(&format!("{name}: the solver says so; no proof was checked")),
        }
        Ok(())
    }

    /// The grid that a model says, or why it is none.
    fn grid(&self, name: &str, lits: Vec<Lit>) -> Result<Grid, String> {
        let lits = match &self.formula {
            Some(formula) => completed(name, formula, lits)?,
            None => lits,
        };
        let reading = Reading {
            lits: &lits,
            numbering: self.numbering,
        };
        match (&self.puzzle, self.size) {
            (Some(puzzle), _) => {
                let grid = reading.solution(puzzle)?;
                if let Some(tokens) = &self.tokens {
                    check::tokens(tokens, puzzle.symbols(), &grid)
                        .map_err(|fault| fault.to_string())?;
                }
                Ok(grid)
            }
            (None, Some(size)) => reading.solution(&Puzzle::empty(size)),
            (None, None) => reading.of_any_order(),
        }
    }
}

/// Says why an answer isn't accepted.
fn refuse(name: &str, reason: &str) {
    report::note(&format!("{name}: refused: {reason}"));
}

/// The model with the literals that follow by unit propagation, if it does not
/// satisfy the formula without them. How many they are is said.
fn completed(name: &str, formula: &Cnf, lits: Vec<Lit>) -> Result<Vec<Lit>, String> {
    let Err(fault) = check::model(formula, &lits) else {
        return Ok(lits);
    };
    let missing = formula.num_vars().saturating_sub(lits.len());
    if missing == 0 {
        return Err(fault.to_string());
    }
    let mut solver = Solver::new(Config::default());
    solver.add_cnf(formula);
    let Implied::Consistent(all) = solver.propagate_under(&lits) else {
        return Err(fault.to_string());
    };
    let forced = all.len().saturating_sub(lits.len());
    let of = counted(missing, "variable");
    let said = format!("{of} had no value; {forced} follow from the clauses by unit propagation");
    if let Err(fault) = check::model(formula, &all) {
        return Err(format!("{fault}; {said}"));
    }
    report::note(&format!("{name}: {said}"));
    Ok(all)
}
