//! What is wrong with a model: each rule that it breaks.

use super::numbering::{Renumber, guess};
use crate::encode::{Constraint, Numbering};
use crate::formula::Lit;
use crate::sudoku::{Candidate, Puzzle};
use rustc_hash::FxHashSet;

/// A rule that a model breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A clue does not hold.
    Clue(Candidate),
    /// An excluded candidate holds.
    Excluded(Candidate),
    /// Of these candidates, of which one should hold, none does.
    None(Constraint),
    /// Of these candidates, of which one should hold, several do.
    Several(Constraint, Vec<Candidate>),
}

/// What there is to say of a model.
#[derive(Debug)]
pub struct Review {
    /// How its variables are numbered.
    pub numbering: Numbering,
    /// The candidates that hold, in ascending order.
    pub held: Vec<Candidate>,
    /// The rules broken: clues first, then cells, rows, columns and boxes.
    pub faults: Vec<Fault>,
}

/// Looks at every rule. What the model leaves open counts as false.
pub fn review(lits: &[Lit], puzzle: &Puzzle) -> Review {
    let size = puzzle.size();
    let numbering = guess(lits.iter().copied(), size);
    let mut renumber = Renumber::new(size, numbering);
    let mut held: Vec<Candidate> = lits
        .iter()
        .filter(|lit| lit.is_positive())
        .map(|&lit| renumber.lit(lit).var().index())
        .filter(|&index| index < size.num_candidates())
        .map(|index| size.candidate(index))
        .collect();
    held.sort_unstable();
    let set: FxHashSet<Candidate> = held.iter().copied().collect();
    let clues = puzzle.clues().filter(|clue| !set.contains(clue));
    let excluded = puzzle.excluded().iter().copied();
    let excluded = excluded.filter(|candidate| set.contains(candidate));
    let rules = Constraint::all(puzzle.rules()).filter_map(|constraint| {
        let mut holding = constraint.candidates(puzzle.rules());
        holding.retain(|candidate| set.contains(candidate));
        match holding.len() {
            0 => Some(Fault::None(constraint)),
            1 => None,
            _ => Some(Fault::Several(constraint, holding)),
        }
    });
    let faults = clues.map(Fault::Clue).chain(excluded.map(Fault::Excluded));
    Review {
        numbering,
        faults: faults.chain(rules).collect(),
        held,
    }
}
