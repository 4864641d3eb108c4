//! What the clues leave of a puzzle's formula.
//!
//! A clue settles its cell, and its number in its row, column and box: the
//! candidate is true, the others of those four constraints are false, and none
//! of them needs a variable. What remains is a formula over the candidates of
//! the open cells alone, densely numbered, in memory linear in them: at n = 15
//! a full grid has 11 390 625 candidates, a puzzle of a few thousand holes some
//! ten thousand.
//!
//! For an encoding that states the at-most-ones of rows, columns and boxes,
//! this is unit propagation. The lecture's states only that of cells; that a
//! clue's number is nowhere else in its row follows by counting: the other
//! n² − 1 numbers of the row fill its other n² − 1 cells, so none of these can
//! hold the clue's. Every model of the lecture's formula is a Sudoku grid, then,
//! and has these literals; so the models here, with what the clues say put back
//! ([`Residual::model`]), are exactly those of the whole formula. A proof for
//! somebody else starts from the whole formula, never from this one.

use super::{Constraint, Encoding};
use crate::formula::{ClauseSink, Lit, Model, Var};
use crate::sudoku::rules::Regions;
use crate::sudoku::{Candidate, Candidates, Grid, Puzzle, Rules};
use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// A puzzle's formula without what its clues decide.
#[derive(Clone, Debug)]
pub struct Residual {
    rules: Arc<Rules>,
    /// By variable: the candidate's index.
    candidates: Vec<u32>,
    /// The true candidates that are no variable: the clues that can stand.
    clues: Vec<Candidate>,
    /// The constraints that a clue satisfies, by [`Constraint::index`].
    settled: FixedBitSet,
    /// For each constraint, where its variables start in `vars`; one entry more
    /// than constraints.
    starts: Vec<u32>,
    /// The variables of each constraint, ascending.
    vars: Vec<Var>,
}

impl Residual {
    /// Applies the puzzle's clues and exclusions.
    ///
    /// Clues that clash leave a constraint without candidates, so that the
    /// formula has an empty clause.
    pub fn new(puzzle: &Puzzle) -> Residual {
        let (size, rules) = (puzzle.size(), puzzle.rules());
        let allowed = Candidates::new(puzzle);
        let (mut candidates, mut clues) = (Vec::new(), Vec::new());
        let mut settled = FixedBitSet::with_capacity(Constraint::count(rules));
        for cell in size.cells() {
            if let Some(digit) = puzzle.clue(cell) {
                let clue = Candidate::new(cell, digit);
                if allowed.allows(clue) {
                    clues.push(clue);
                    for constraint in Constraint::of(clue, rules) {
                        settled.insert(constraint);
                    }
                }
                continue;
            }
            // Solvers like to decide the last variable first. In the order of
            // digits that fills rows alike until they clash; with the digits
            // rotated from cell to cell as in a grid that anybody can write
            // down, a blank grid is filled without a clash.
            let side = size.side();
            let (row, shift) = match rules.spec().regions {
                Regions::Boxes { rows, cols } => {
                    (cell.row() % rows * cols + cell.row() / rows, cell.col())
                }
                _ => (cell.row(), cell.col()),
            };
            let last = (row + shift) % side;
            let rotated = (last + 1..side).chain(0..=last);
            let first = cell.index(size) * side;
            candidates.extend(
                rotated
                    .map(|digit| first + digit)
                    .filter(|&index| allowed.allows(size.candidate(index)))
                    .map(|index| index as u32),
            );
        }
        let (starts, vars) = members(&candidates, rules);
        Residual {
            rules: Arc::clone(rules),
            candidates,
            clues,
            settled,
            starts,
            vars,
        }
    }

    /// How many variables there are: the candidates of open cells.
    pub fn num_vars(&self) -> usize {
        self.candidates.len()
    }

    /// The variable's candidate, if it has one.
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        let index = *self.candidates.get(var.index())?;
        Some(self.rules.size().candidate(index as usize))
    }

    /// Pours the formula into `sink`: for each constraint that no clue
    /// satisfies, the clauses of the encoding's families over its variables.
    /// At-most-ones are handed over as such ([`ClauseSink::no_two`]), however
    /// the encoding would say them.
    ///
    /// # Errors
    /// The sink's.
    pub fn formula<S: ClauseSink>(
        &self,
        encoding: &Encoding,
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let num_cells = self.rules.size().num_cells();
        let side = self.rules.size().side();
        let mut lits: Vec<Lit> = Vec::with_capacity(side);
        for constraint in 0..Constraint::count(&self.rules) {
            if self.settled.contains(constraint) {
                continue;
            }
            let places = self.starts[constraint] as usize..self.starts[constraint + 1] as usize;
            lits.clear();
            lits.extend(self.vars[places].iter().map(|var| var.positive()));
            let (there, once) = match constraint.checked_sub(num_cells) {
                None => (true, encoding.cell_at_most_one),
                Some(of_house) => (
                    encoding.house_at_least_one && self.rules.is_full(of_house / side),
                    encoding.house_at_most_one,
                ),
            };
            if there {
                sink.clause(&lits)?;
            }
            if once {
                sink.no_two(&lits)?;
            }
        }
        Ok(())
    }

    /// The model of the whole formula in which these literals are true, beside
    /// what the clues say. Candidates are numbered as by [`super::var`].
    /// Literals over other variables say nothing.
    pub fn model(&self, lits: impl IntoIterator<Item = Lit>) -> Model {
        let mut values = vec![false; self.rules.size().num_candidates()];
        for clue in &self.clues {
            values[clue.index(self.rules.size())] = true;
        }
        for lit in lits.into_iter().filter(|lit| lit.is_positive()) {
            if let Some(&index) = self.candidates.get(lit.var().index()) {
                values[index as usize] = true;
            }
        }
        Model::new(values)
    }

    /// Not this grid again: one of the open cells has another number.
    ///
    /// The grid must obey the clues.
    pub fn not_again(&self, grid: &Grid) -> Vec<Lit> {
        let vars = (0..self.num_vars()).map(Var::new);
        vars.zip(&self.candidates)
            .filter(|&(_, &index)| {
                let Candidate { cell, digit } = self.rules.size().candidate(index as usize);
                grid.digit(cell) == digit
            })
            .map(|(var, _)| var.negative())
            .collect()
    }
}

/// For each constraint the variables of its candidates: where they start, and
/// all of them.
fn members(candidates: &[u32], rules: &Rules) -> (Vec<u32>, Vec<Var>) {
    let size = rules.size();
    let constraints = |&index: &u32| Constraint::of(size.candidate(index as usize), rules);
    let mut starts = vec![0; Constraint::count(rules) + 1];
    for constraint in candidates.iter().flat_map(constraints) {
        starts[constraint + 1] += 1;
    }
    for constraint in 1..starts.len() {
        starts[constraint] += starts[constraint - 1];
    }
    let mut ends = starts.clone();
    let mut vars = vec![Var::new(0); starts.last().map_or(0, |&end| end as usize)];
    for (var, index) in candidates.iter().enumerate() {
        for constraint in constraints(index) {
            vars[ends[constraint] as usize] = Var::new(var);
            ends[constraint] += 1;
        }
    }
    (starts, vars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Solver, Verdict};
    use crate::encode::{ENCODINGS, cnf, decode};
    use crate::sudoku::Size;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// All grids, by the whole formula or by what the clues leave of it.
    fn grids(puzzle: &Puzzle, encoding: &Encoding, whole: bool) -> BTreeSet<Grid> {
        let residual = Residual::new(puzzle);
        let mut solver = Solver::default();
        if whole {
            solver.add_cnf(&cnf(puzzle, encoding));
        } else {
            solver.reserve_vars(residual.num_vars());
            let Ok(()) = residual.formula(encoding, &mut solver);
        }
        let mut grids = BTreeSet::new();
        while solver.solve(&Budget::unlimited()).unwrap() == Verdict::Sat {
            let model = solver.model().unwrap();
            let model = match whole {
                true => model,
                false => residual.model(model.lits()),
            };
            let grid = decode(puzzle.size(), model.lits()).unwrap();
            let not_again: Vec<Lit> = match whole {
                true => model
                    .lits()
                    .filter(|lit| lit.is_positive())
                    .map(|lit| !lit)
                    .collect(),
                false => residual.not_again(&grid),
            };
            solver.add_clause(&not_again);
            assert!(grids.insert(grid));
        }
        grids
    }

    #[test]
    fn a_blank_grid_keeps_every_candidate_and_a_full_one_none() {
        let size = Size::of_order(2).unwrap();
        let blank = Residual::new(&Puzzle::empty(size));
        assert_eq!(blank.num_vars(), 64);
        let found: BTreeSet<_> = (0..64).map(|var| blank.candidate(Var::new(var))).collect();
        assert_eq!(found.len(), 64);
        assert_eq!(blank.candidate(Var::new(64)), None);
        let full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let puzzle = Puzzle::from_values(&full);
        assert_eq!(Residual::new(&puzzle).num_vars(), 0);
        assert_eq!(grids(&puzzle, &Encoding::LECTURE, false).len(), 1);
    }

    #[test]
    fn clashing_clues_leave_an_empty_clause() {
        for [first, second] in [[0, 1], [0, 12], [0, 5]] {
            let mut values = [0; 16];
            (values[first], values[second]) = (3, 3);
            let puzzle = Puzzle::from_values(&values);
            for encoding in ENCODINGS {
                assert!(grids(&puzzle, &encoding, false).is_empty());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        /// Clues at random, so that many clash, and some exclusions.
        #[test]
        fn the_grids_are_those_of_the_whole_formula(
            clues in prop::collection::vec((0usize..16, 0usize..4), 3..9),
            excluded in prop::collection::vec(0usize..64, 0..6),
        ) {
            let size = Size::of_order(2).unwrap();
            let mut puzzle = Puzzle::empty(size);
            for (cell, digit) in clues {
                puzzle.set_clue(size.cell(cell), Some(crate::sudoku::Digit::from_index(digit)));
            }
            puzzle.exclude_all(excluded.into_iter().map(|index| size.candidate(index)));
            for encoding in ENCODINGS {
                prop_assert_eq!(
                    grids(&puzzle, &encoding, false),
                    grids(&puzzle, &encoding, true)
                );
            }
        }
    }
}
