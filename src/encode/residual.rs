//! A puzzle's formula without the variables that its clues decide.
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
//! ([`Residual::model`]), are exactly those of the whole formula. A proof that is
//! written starts from the whole formula, and derives this one.
//!
//! Of pairs and tables the clauses over the open cells remain: a clue in one of
//! two cells leaves unit clauses for the other, and the automaton of a table
//! reads clues as they are. The states of automata have variables after those of
//! the candidates.

use super::automaton::{Choice, TableClauses};
use super::clauses::{all_values, forbidden};
use super::running::Layer;
use super::{Constraint, Encoding, FormulaSize};
use crate::formula::{ClauseSink, Lit, Model, Var};
use crate::sudoku::rules::Regions;
use crate::sudoku::{Candidate, Candidates, Cell, Digit, Grid, Puzzle, Rules};
use fixedbitset::FixedBitSet;
use std::convert::Infallible;
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
    starts: Vec<usize>,
    /// The variables of each constraint, ascending.
    vars: Vec<Var>,
    /// The automata of the tables, over these variables.
    tables: Vec<TableClauses>,
}

impl Residual {
    /// Applies the puzzle's clues and exclusions.
    ///
    /// Clues that clash leave a constraint without candidates, so that the
    /// formula has an empty clause. The formula of a puzzle with sums may be too
    /// large to be written: see [`Residual::within`].
    pub fn new(puzzle: &Puzzle) -> Residual {
        let Ok(residual) = Residual::within(puzzle, false, &mut |_| Ok::<(), Infallible>(()));
        residual
    }

    /// Creates the same formula as [`Residual::new`], unless `watch` stops it. `watch`
    /// is called from time to time. It gets the number of variables so far, and the number of
    /// clauses and literals of the automata of cages, arrows and marks, which may be too many for
    /// solvers ([`FormulaSize::fits`]) or for the memory.
    ///
    /// With `for_proof`, unit propagation derives the clauses from those of the whole formula, for
    /// an encoding that states the at-most-ones of houses: the
    /// states of automata are those of cells that may hold any digit, more than the clues leave.
    ///
    /// # Errors
    /// Those of `watch`.
    pub fn within<E>(
        puzzle: &Puzzle,
        for_proof: bool,
        watch: &mut dyn FnMut(FormulaSize) -> Result<(), E>,
    ) -> Result<Residual, E> {
        let (size, rules) = (puzzle.size(), puzzle.rules());
        let allowed = Candidates::new(puzzle);
        let (mut candidates, mut clues) = (Vec::new(), Vec::new());
        let mut settled = FixedBitSet::with_capacity(Constraint::count(rules));
        for cell in size.cells() {
            if cell.col() == 0 {
                watch(FormulaSize::of_vars(candidates.len()))?;
            }
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
        let (starts, vars) = members(&candidates, rules, watch)?;
        let mut residual = Residual {
            rules: Arc::clone(rules),
            candidates,
            clues,
            settled,
            starts,
            vars,
            tables: Vec::new(),
        };
        residual.make_automata(for_proof, watch)?;
        Ok(residual)
    }

    /// Makes the automata of the tables.
    fn make_automata<E>(
        &mut self,
        for_proof: bool,
        watch: &mut dyn FnMut(FormulaSize) -> Result<(), E>,
    ) -> Result<(), E> {
        let rules = Arc::clone(&self.rules);
        let mut size = FormulaSize::of_vars(self.candidates.len());
        for table in rules.tables() {
            let values = |place: usize| match for_proof {
                true => all_values(&rules)(place),
                false => {
                    let choices = self.choices(table.cells[place]);
                    Layer::of(choices.iter().map(|&(value, _)| value as u64))
                }
            };
            // Each range of states has a variable at least.
            let mut ranges = 0_u64;
            let mut watch_ranges = |some: u64| {
                ranges = ranges.saturating_add(some);
                watch(FormulaSize {
                    vars: size.vars.saturating_add(some),
                    lits: size.lits.saturating_add(ranges),
                    ..size
                })
            };
            let side = rules.size().side();
            let automaton = TableClauses::new(table, side, values, &mut watch_ranges)?;
            let (clauses, lits) = automaton.num_clauses_and_lits(values);
            size.vars = size.vars.saturating_add(automaton.num_aux());
            size.clauses = size.clauses.saturating_add(clauses);
            size.lits = size.lits.saturating_add(lits);
            watch(size)?;
            self.tables.push(automaton);
        }
        Ok(())
    }

    /// Returns the digits that a cell may hold, ascending, with their literals.
    fn choices(&self, cell: Cell) -> Vec<Choice> {
        if let Ok(clue) = self.clues.binary_search_by_key(&cell, |clue| clue.cell) {
            return vec![(self.clues[clue].digit.value(), None)];
        }
        let choice = |digit: Digit| {
            let var = self.var(Candidate::new(cell, digit))?;
            Some((digit.value(), Some(var.positive())))
        };
        self.rules.size().digits().filter_map(choice).collect()
    }

    /// Returns the variable of a candidate in an open cell, if it has one.
    fn var(&self, candidate: Candidate) -> Option<Var> {
        // The variables of its cell.
        let cell = candidate.cell.index(self.rules.size());
        let places = self.starts[cell]..self.starts[cell + 1];
        let index = candidate.index(self.rules.size()) as u32;
        let vars = self.vars[places].iter().copied();
        vars.into_iter()
            .find(|var| self.candidates[var.index()] == index)
    }

    /// Returns the number of variables: the candidates of open cells, and then the
    /// states of automata.
    pub fn num_vars(&self) -> usize {
        let of_tables: u64 = self.tables.iter().map(TableClauses::num_aux).sum();
        self.candidates.len() + of_tables as usize
    }

    /// Returns the variable's candidate, if it has one.
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        let index = *self.candidates.get(var.index())?;
        Some(self.rules.size().candidate(index as usize))
    }

    /// Returns, for each variable of the residual formula, its variable in the whole formula, in an encoding whose at-most-ones need no
    /// variables, if the clauses were made for a proof.
    pub fn names(&self) -> impl Iterator<Item = Var> + '_ {
        let num_candidates = self.rules.size().num_candidates();
        let names = self.candidates.iter().map(|&index| index as usize);
        let states = num_candidates..num_candidates + self.num_vars() - self.candidates.len();
        names.chain(states).map(Var::new)
    }

    /// Writes the formula into `sink`: for each constraint that no clue
    /// satisfies, the clauses of the encoding's families over its variables.
    /// The encoding must express the rules ([`Encoding::expresses`]).
    /// At-most-ones are handed over as such ([`ClauseSink::no_two`]), for any
    /// [`super::AtMostOne`].
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
            let places = self.starts[constraint]..self.starts[constraint + 1];
            lits.clear();
            lits.extend(self.vars[places].iter().map(|var| var.positive()));
            let (there, once) = match constraint.checked_sub(num_cells) {
                None => (true, encoding.cell_at_most_one),
                Some(of_house) => {
                    let there = encoding.house_at_least_one && self.rules.is_full(of_house / side);
                    let counted = there && encoding.cell_at_most_one;
                    (there, encoding.house_at_most_one || counted)
                }
            };
            if there {
                sink.clause(&lits)?;
            }
            if once {
                sink.no_two(&lits)?;
            }
        }
        if encoding.house_at_most_one {
            self.pairs(sink)?;
            let mut aux = self.candidates.len();
            for (table, automaton) in self.rules.tables().iter().zip(&self.tables) {
                let choices = |place: usize| self.choices(table.cells[place]);
                automaton.write(choices, aux, sink)?;
                aux += automaton.num_aux() as usize;
            }
        }
        Ok(())
    }

    /// Writes for each pair that no two digits stand there which it forbids.
    fn pairs<S: ClauseSink>(&self, sink: &mut S) -> Result<(), S::Error> {
        let size = self.rules.size();
        let mut is_clue = FixedBitSet::with_capacity(size.num_candidates());
        for clue in &self.clues {
            is_clue.insert(clue.index(size));
        }
        // The literal that says that a candidate is not chosen; `None` if it is
        // a clue.
        let out = |candidate: Candidate| self.var(candidate).map(Var::negative);
        for pair in self.rules.pairs() {
            for (first, second) in forbidden(pair) {
                let lits = [first, second].map(out);
                let [first_clue, second_clue] =
                    [first, second].map(|candidate| is_clue.contains(candidate.index(size)));
                match lits {
                    [Some(first), Some(second)] => {
                        sink.clause(&[first.min(second), first.max(second)])?;
                    }
                    [Some(lit), None] if second_clue => sink.clause(&[lit])?,
                    [None, Some(lit)] if first_clue => sink.clause(&[lit])?,
                    [None, None] if first_clue && second_clue => sink.clause(&[])?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Returns the model of the whole formula in which these literals and the clues are
    /// true. Candidates are numbered as by [`super::var`]. Literals over auxiliary
    /// variables do not matter.
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

    /// Returns the clause that rules out this grid: one of the open cells holds
    /// another number. The grid must obey the clues.
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

/// Returns the variables of the candidates of all constraints, and for each constraint
/// the place where its own start. Calls `watch` as [`Residual::within`] does.
fn members<E>(
    candidates: &[u32],
    rules: &Rules,
    watch: &mut dyn FnMut(FormulaSize) -> Result<(), E>,
) -> Result<(Vec<usize>, Vec<Var>), E> {
    /// Number of candidates between two calls: about a millisecond.
    const GLANCE: usize = 1 << 14;
    let size = rules.size();
    let constraints = |&index: &u32| Constraint::of(size.candidate(index as usize), rules);
    let mut starts = vec![0; Constraint::count(rules) + 1];
    for some in candidates.chunks(GLANCE) {
        watch(FormulaSize::of_vars(candidates.len()))?;
        for constraint in some.iter().flat_map(constraints) {
            starts[constraint + 1] += 1;
        }
    }
    for constraint in 1..starts.len() {
        starts[constraint] += starts[constraint - 1];
    }
    let mut ends = starts.clone();
    let mut vars = vec![Var::new(0); starts.last().map_or(0, |&end| end)];
    for (var, index) in candidates.iter().enumerate() {
        if var % GLANCE == 0 {
            watch(FormulaSize::of_vars(candidates.len()))?;
        }
        for constraint in constraints(index) {
            vars[ends[constraint]] = Var::new(var);
            ends[constraint] += 1;
        }
    }
    Ok((starts, vars))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Implied, Solver, Verdict};
    use crate::encode::{ENCODINGS, cnf, decode};
    use crate::formula::Cnf;
    use crate::sudoku::Size;
    use crate::sudoku::rules::{Cage, Mark, RuleId, Spec};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Returns all grids, by the whole formula or by what the clues leave of it.
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

    #[test]
    fn the_size_of_a_huge_cage_is_told_before_its_clauses_are_made() {
        let mut spec = Spec::boxes(10, 10).unwrap();
        spec.cages.push(Cage {
            cells: spec.size.cells().take(300).collect(),
            sum: Some(15_000),
            repeats: true,
        });
        let puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
        let mut told = None;
        let residual = Residual::within(&puzzle, false, &mut |size| {
            told = Some(size);
            Ok::<(), Infallible>(())
        });
        let Ok(residual) = residual;
        let told = told.unwrap();
        assert_eq!(told.vars, residual.num_vars() as u64);
        // Each of 100 digits leads from most of some million states to another.
        assert!(told.vars > 2_000_000 && told.clauses > 100 * told.vars);
        let stopped = Residual::within(&puzzle, false, &mut |size| match size.vars > 1_000_100 {
            true => Err("too large"),
            false => Ok(()),
        });
        assert_eq!(stopped.err(), Some("too large"));
    }

    /// Clues from outside, and a cage, of a random grid.
    fn marked(side: usize, rng: &mut fastrand::Rng) -> (Puzzle, Vec<usize>) {
        let place = |cell: Cell| (cell.row() * side / 2 + cell.row() / 2 + cell.col()) % side;
        let mut names: Vec<usize> = (1..=side).collect();
        rng.shuffle(&mut names);
        let value = |cell: Cell| names[place(cell)];
        let mut spec = Spec::latin(Size::new(side).unwrap());
        spec.regions = Regions::Boxes {
            rows: 2,
            cols: side / 2,
        };
        for name in ["skyscraper", "sandwich", "xsum"] {
            let rule = RuleId::by_name(name).unwrap();
            for line in 0..side {
                let is_row = rng.bool();
                let cells = (0..side).map(|at| match is_row {
                    true => Cell::new(line, at),
                    false => Cell::new(at, line),
                });
                let cells: Vec<Cell> = cells.collect();
                let mark = |number| Mark {
                    rule,
                    cells: cells.clone(),
                    numbers: vec![number],
                };
                let holds = |mark: &Mark| rule.condition.holds(mark, &spec, &value);
                let fitting = (0..=21).map(mark).find(holds);
                spec.marks.extend(fitting.filter(|_| rng.u8(..3) > 0));
            }
        }
        let cells: Vec<Cell> = (0..3).map(|col| Cell::new(0, col)).collect();
        spec.cages.push(Cage {
            sum: Some(cells.iter().map(|&cell| value(cell) as u32).sum()),
            cells,
            repeats: rng.bool(),
        });
        let digits = spec.size.cells().map(value).collect();
        (Puzzle::new(Rules::new(spec).unwrap().into()), digits)
    }

    #[test]
    fn for_a_proof_unit_propagation_derives_each_clause() {
        let mut rng = fastrand::Rng::with_seed(5);
        for round in 0..8 {
            let (mut puzzle, digits) = marked(6, &mut rng);
            let size = puzzle.size();
            for cell in size.cells().filter(|_| rng.usize(..8) < round) {
                let digit = Digit::from_index(digits[cell.index(size)] - 1);
                puzzle.set_clue(cell, Some(digit));
            }
            let encoding = Encoding::EXTENDED;
            let Ok(residual) = Residual::within(&puzzle, true, &mut |_| Ok::<(), Infallible>(()));
            let mut own = Cnf::new(residual.num_vars());
            let Ok(()) = residual.formula(&encoding, &mut own);
            let names: Vec<Var> = residual.names().collect();
            let mut solver = Solver::default();
            solver.add_cnf(&cnf(&puzzle, &encoding));
            for clause in own.clauses() {
                let negated = clause.iter().map(|&lit| {
                    let name = names[lit.var().index()];
                    if lit.is_positive() {
                        name.negative()
                    } else {
                        name.positive()
                    }
                });
                let negated: Vec<Lit> = negated.collect();
                let implied = solver.propagate_under(&negated);
                assert!(matches!(implied, Implied::Conflict(_)), "{clause:?}");
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
