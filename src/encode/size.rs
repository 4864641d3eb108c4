//! How large a formula will be, in closed form.

use super::{Encoding, Family, Layout, Part};
use crate::formula::Var;
use crate::sudoku::Puzzle;

/// The numbers of variables, clauses and literals of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The highest variable number: what the DIMACS header says.
    pub vars: u64,
    /// How many clauses.
    pub clauses: u64,
    /// How many literals the clauses have in all.
    pub lits: u64,
}

impl Size {
    /// Whether the variables fit into the numbers that solvers take.
    ///
    /// # Errors
    /// If they don't.
    pub fn fits(self) -> Result<(), TooManyVars> {
        if self.vars > Var::LIMIT as u64 {
            return Err(TooManyVars(self.vars));
        }
        Ok(())
    }

    /// About how many bytes a [`crate::formula::Cnf`] of this size takes.
    pub fn memory(self) -> u64 {
        let lits = self.lits.saturating_mul(4);
        lits.saturating_add(self.clauses.saturating_mul(8))
    }
}

/// A formula would have more variables than [`Var::LIMIT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the formula would have {0} variables, and solvers take at most {limit}", limit = Var::LIMIT)]
pub struct TooManyVars(pub u64);

/// What one family adds to a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilySize {
    /// The family.
    pub family: Family,
    /// How many clauses.
    pub clauses: u64,
    /// How many literals they have in all.
    pub lits: u64,
    /// How many auxiliary variables they need.
    pub aux: u64,
}

/// The size of [`super::formula`] with these arguments.
pub fn size(puzzle: &Puzzle, encoding: &Encoding, layout: Layout) -> Size {
    let candidates = layout.numbering.num_vars(puzzle.order()) as u64;
    let mut size = Size {
        vars: candidates,
        clauses: 0,
        lits: 0,
    };
    for family in family_sizes(puzzle, encoding, layout) {
        size.vars += family.aux;
        size.clauses += family.clauses;
        size.lits += family.lits;
    }
    size
}

/// What each family adds, in the lecture's order.
///
/// Of rules, each has n⁴ parts of n² literals: at least one is one clause of n²
/// literals, at most one pairwise n²(n²−1)/2 clauses of two. With the clues that
/// is 4n⁴ + (n⁸−n⁶)/2 + clues for the lecture's encoding. A box has n²(n−1)²/2 pairs
/// of cells in different rows and columns.
pub fn family_sizes(puzzle: &Puzzle, encoding: &Encoding, layout: Layout) -> Vec<FamilySize> {
    let order = puzzle.order();
    let (parts, m) = (order.num_cells() as u64, order.side());
    let of_rules = |&family: &Family| {
        let ((clauses, lits), aux) =
            if family == Family::BoxAtMostOne && encoding.leaves_pairs_to_lines() {
                let pairs = (m * (order.n() - 1).pow(2) / 2) as u64;
                ((pairs, 2 * pairs), 0)
            } else if family.is_at_most_one() {
                let way = encoding.at_most_one;
                (way.num_clauses_and_lits(m), way.num_aux(m) as u64)
            } else {
                ((1, m as u64), 0)
            };
        FamilySize {
            family,
            clauses: parts * clauses,
            lits: parts * lits,
            aux: parts * aux,
        }
    };
    let units = |family, count: usize| FamilySize {
        family,
        clauses: count as u64,
        lits: count as u64,
        aux: 0,
    };
    let mut sizes = Vec::new();
    if layout.part != Part::Clues {
        sizes.extend(encoding.families.iter().map(of_rules));
    }
    if layout.part != Part::Rules {
        sizes.push(units(Family::Clues, puzzle.num_clues()));
        if !puzzle.excluded().is_empty() {
            sizes.push(units(Family::Exclusions, puzzle.excluded().len()));
        }
    }
    sizes
}
