//! The comparison of a graded formula with one encoding, clause by clause.
//!
//! The grade allows any encoding. A student who was given one may want to know which of its
//! clauses are there, and whether other clauses have at least the same solutions.

use super::Grade;
use super::reference::{clauses_of, is_tautology, sorted};
use crate::budget::Budget;
use crate::cdcl::{Solver, Verdict};
use crate::encode::{Encoding, Family};
use crate::formula::Lit;
use crate::sudoku::{Grid, Puzzle};
use crate::teach::reduction::LAYOUT;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io;

/// A formula beside an encoding of its puzzle. Literals are numbered as by
/// [`encode::var`](crate::encode::var).
#[derive(Debug)]
pub struct Comparison {
    /// For each family of the encoding, the number of its different clauses, and the number of
    /// those that the formula has.
    pub families: Vec<(Family, usize, usize)>,
    /// The clauses of the encoding that the formula does not have, family by family.
    pub missing: Vec<(Family, Vec<Lit>)>,
    /// Numbers of different clauses that the encoding does not have, by the family that
    /// they belong to in the encoding `extended`, if any.
    pub others: Vec<(Option<Family>, usize)>,
    /// Place of the first clause that is in no encoding, from 0.
    pub strange: Option<usize>,
    /// Set if the formula has the same solutions as the encoding for this puzzle, `None` if
    /// that was not found out.
    pub has_same_solutions: Option<bool>,
}

impl Comparison {
    /// Returns `true` if the formula has the clauses of the encoding and no others.
    pub fn has_same_clauses(&self) -> bool {
        self.missing.is_empty() && self.others.is_empty()
    }
}

/// Compares the formula of a grade with an encoding of the puzzle, which states at-most-ones
/// pairwise.
///
/// # Errors
/// None: our solver has no observer that could fail.
pub fn compare(
    grade: &Grade,
    puzzle: &Puzzle,
    encoding: &Encoding,
    budget: &Budget,
) -> io::Result<Comparison> {
    let (clauses, ranges) = clauses_of(puzzle, encoding, LAYOUT);
    let ours: FxHashSet<&[Lit]> = clauses.iter().map(|clause| &clause[..]).collect();
    let (all, all_ranges) = clauses_of(puzzle, &Encoding::EXTENDED, LAYOUT);
    let mut extended: FxHashMap<&[Lit], Family> = FxHashMap::default();
    for (family, places) in all_ranges {
        for clause in &all[places] {
            extended.entry(clause).or_insert(family);
        }
    }

    let mut found: FxHashSet<Vec<Lit>> = FxHashSet::default();
    let mut others: Vec<(Option<Family>, usize)> = Vec::new();
    let mut strange = None;
    for (place, clause) in grade.clauses.iter().enumerate() {
        let clause = sorted(clause);
        let is_new = !is_tautology(&clause) && found.insert(clause.clone());
        if !is_new || ours.contains(&clause[..]) {
            continue;
        }
        let family = extended.get(&clause[..]).copied();
        match others.iter_mut().find(|(other, _)| *other == family) {
            Some((_, count)) => *count += 1,
            None => others.push((family, 1)),
        }
        if family.is_none() {
            strange = strange.or(Some(place));
        }
    }

    let mut families = Vec::new();
    let mut missing = Vec::new();
    let mut counted: FxHashSet<&[Lit]> = FxHashSet::default();
    for (family, places) in ranges {
        let clauses = clauses[places].iter();
        let different = clauses.filter(|clause| counted.insert(clause));
        let (there, lacking): (Vec<_>, Vec<_>) =
            different.partition(|clause| found.contains(&clause[..]));
        families.push((family, there.len() + lacking.len(), there.len()));
        missing.extend(lacking.into_iter().map(|clause| (family, clause.clone())));
    }
    Ok(Comparison {
        has_same_solutions: has_same_solutions(grade, puzzle, &missing, budget)?,
        families,
        missing,
        others,
        strange,
    })
}

/// Returns `true` if the formula has the same solutions as an encoding of which these
/// clauses are missing; `None` if that was not found out.
fn has_same_solutions(
    grade: &Grade,
    puzzle: &Puzzle,
    missing: &[(Family, Vec<Lit>)],
    budget: &Budget,
) -> io::Result<Option<bool>> {
    // Of a puzzle without solution the refused grid only obeys the rules.
    let refusal = grade.judgement.refusal.as_ref();
    let is_solution = |grid: &Grid| grid.candidates().all(|held| puzzle.allows(held));
    if refusal.is_some_and(|refusal| is_solution(&refusal.grid)) {
        return Ok(Some(false));
    }
    let mut solver = Solver::default();
    solver.reserve_vars(puzzle.size().num_candidates());
    for clause in &grade.clauses {
        solver.add_clause(clause);
    }
    for (_, clause) in missing {
        let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
        match solver.solve_with(&negated, budget)? {
            Verdict::Unsat => {}
            Verdict::Sat => return Ok(Some(false)),
            Verdict::Unknown(_) => return Ok(None),
        }
    }
    Ok(grade.judgement.unsure.is_none().then_some(true))
}
