//! A puzzle's formula after our solver's preprocessing, for other solvers, with
//! a proof that it follows.

use super::formulas::whole_within;
use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver};
use crate::encode::Encoding;
use crate::formula::Cnf;
use crate::proof::{Conclusion, Observer, Shared, pbp};
use crate::sudoku::Puzzle;
use std::io::{self, Write};

/// A reason why there is no preprocessed formula.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PreprocessError {
    /// It was given up.
    #[error("given up: {0}")]
    Stopped(Stop),
    /// The proof could not be written.
    #[error("the proof can't be written: {0}")]
    Proof(#[from] io::Error),
}

/// Returns the formula of an encoding after [`Solver::preprocess`], over the same
/// variables and with the same models. `proof` gets a proof in VeriPB's format that
/// every clause of it follows from the formula as [`crate::encode::formula`] writes it.
///
/// # Errors
/// If the budget ends, the formula is too large for memory, or the proof can't
/// be written.
pub fn preprocess<W: Write + Send + 'static>(
    puzzle: &Puzzle,
    encoding: &Encoding,
    proof: W,
    budget: &Budget,
) -> Result<(Cnf, W), PreprocessError> {
    let formula = whole_within(puzzle, encoding, budget).map_err(PreprocessError::Stopped)?;
    let writer = Shared::new(pbp::Writer::new(proof, formula.num_clauses()));
    let mut solver = Solver::new(Config::default()).with_observer(Box::new(writer.clone()));
    solver.reserve_vars(formula.num_vars());
    for (index, clause) in formula.clauses().enumerate() {
        budget.check_at(index).map_err(PreprocessError::Stopped)?;
        solver.add_clause(clause);
    }
    let left = solver
        .preprocess(budget)
        .map_err(PreprocessError::Stopped)?;
    drop(solver);
    let Ok(mut writer) = writer.into_inner() else {
        unreachable!("the solver is gone, and its handle with it");
    };
    let proof = if left.clauses().any(<[_]>::is_empty) {
        writer.conclude(Conclusion::Unsatisfiable)?;
        writer.into_inner()?
    } else {
        writer.end_with(left.clauses())?
    };
    Ok((left, proof))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::PbpChecker;
    use crate::encode::cnf;
    use crate::formula::Lit;
    use crate::proof::pbp::{Reader, Step};
    use crate::sudoku::{Cell, Digit, Size};

    /// Returns a checker of the puzzle's formula that took the proof in, and what is
    /// left.
    fn derived(puzzle: &Puzzle) -> (Cnf, PbpChecker) {
        let budget = Budget::unlimited();
        let (left, proof) = preprocess(puzzle, &Encoding::LECTURE, Vec::new(), &budget).unwrap();
        let formula = cnf(puzzle, &Encoding::LECTURE);
        let mut checker = PbpChecker::of(&formula, &budget).unwrap();
        for step in Reader::new(&proof[..], "proof") {
            match step.unwrap() {
                Step::Conclude(_) => break,
                step => checker.step(&step, &budget).unwrap(),
            }
        }
        (left, checker)
    }

    #[test]
    fn what_is_left_follows_and_says_what_was_hidden() {
        let mut puzzle = Puzzle::empty(Size::of_order(3).unwrap());
        puzzle.set_clue(Cell::new(0, 0), Some(Digit::from_index(4)));
        let (left, mut checker) = derived(&puzzle);
        assert!(left.clauses().all(|clause| checker.implies(clause)));
        let lit = |number| Lit::from_dimacs(number).unwrap();
        // The clue's number is nowhere else in its row.
        assert!(left.clauses().any(|clause| clause == [lit(-14)]));
        // No two 1s in row 2.
        let pair = [lit(-82), lit(-91)];
        assert!(left.clauses().any(|clause| clause == pair));
        // And what does not follow is not said to.
        assert!(!checker.implies(&[lit(82)]));
    }

    #[test]
    fn what_can_t_be_is_the_empty_clause() {
        let mut puzzle = Puzzle::empty(Size::of_order(3).unwrap());
        for cell in [Cell::new(0, 0), Cell::new(0, 8)] {
            puzzle.set_clue(cell, Some(Digit::from_index(4)));
        }
        let (left, mut checker) = derived(&puzzle);
        assert_eq!(left.clauses().collect::<Vec<_>>(), [&[] as &[Lit]]);
        assert!(checker.implies(&[]));
    }
}
