//! From a model's literals to a checked grid.

use sudosat::check;
use sudosat::encode;
use sudosat::encode::{AtMostOne, ENCODINGS, Layout, Numbering, decode_numbered, var};
use sudosat::formula::{Lit, Model};
use sudosat::io::counted;
use sudosat::sudoku::{Grid, Puzzle, Size};

/// A model as a solver gave it: true literals, perhaps not of every variable.
pub(super) struct Reading<'a> {
    pub lits: &'a [Lit],
    pub numbering: Numbering,
}

impl Reading<'_> {
    /// Returns the solution of `puzzle` that the model states, or the clause of the
    /// lecture's formula that it violates, in words.
    ///
    /// A variable without a value counts as false: only true candidates make a grid.
    pub(super) fn solution(&self, puzzle: &Puzzle) -> Result<Grid, String> {
        let size = puzzle.size();
        self.long_enough(size)?;
        let model = self.model(size);
        check::lecture(puzzle, &model)
            .map_err(|fault| self.with_open_variables(size, fault.to_string()))?;
        let lits = self.lits.iter().copied();
        let grid = decode_numbered(size, self.numbering, lits)
            .map_err(|fault| self.with_open_variables(size, fault.to_string()))?;
        check::grid(puzzle, &grid).map_err(|fault| fault.to_string())?;
        Ok(grid)
    }

    /// Returns the grid of the largest order for which the model is a correct grid,
    /// among the orders whose formulas can have that many variables.
    pub(super) fn of_any_order(&self) -> Result<Grid, String> {
        let highest = self.highest() as u64;
        let possible = (1..=Size::MAX_ORDER)
            .rev()
            .filter_map(Size::of_order)
            .filter(|&size| {
                self.long_enough(size).is_ok() && highest <= most_vars(size, self.numbering)
            });
        let mut refused = None;
        for size in possible {
            match self.solution(&Puzzle::empty(size)) {
                Ok(grid) => return Ok(grid),
                Err(reason) => {
                    refused.get_or_insert_with(|| {
                        format!("{reason} (read as {size}; PUZZLE or --order settles it)")
                    });
                }
            }
        }
        Err(refused
            .unwrap_or_else(|| format!("it ends at variable {highest}, as no grid's formula does")))
    }

    /// Checks that the literals can be of a formula of this order. Solvers may print
    /// true variables alone, and the last cell has one.
    fn long_enough(&self, size: Size) -> Result<(), String> {
        let (highest, formula) = (self.highest(), self.numbering.num_vars(size));
        if highest > formula - size.side() {
            return Ok(());
        }
        let grids = match size.is_one_grid() {
            true => format!("a {size} grid has"),
            false => format!("{size} have"),
        };
        Err(format!(
            "it ends at variable {highest}, and {grids} {formula}"
        ))
    }

    /// Returns the highest variable number.
    fn highest(&self) -> usize {
        let numbers = self.lits.iter().map(|lit| lit.var().index() + 1);
        numbers.max().unwrap_or(0)
    }

    /// Returns the candidates' values, numbered consecutively.
    fn model(&self, size: Size) -> Model {
        let mut values = vec![false; size.num_candidates()];
        for lit in self.lits.iter().filter(|lit| lit.is_positive()) {
            if let Some(candidate) = self.numbering.candidate(lit.var(), size) {
                values[var(candidate, size).index()] = true;
            }
        }
        Model::new(values)
    }

    /// Returns the fault, and the number of variables without a value.
    fn with_open_variables(&self, size: Size, fault: String) -> String {
        let candidates = self
            .lits
            .iter()
            .filter(|lit| self.numbering.candidate(lit.var(), size).is_some())
            .count();
        match size.num_candidates() - candidates {
            0 => fault,
            open => format!("{fault}; it leaves {} open", counted(open, "variable")),
        }
    }
}

/// Returns the largest number of variables in a formula of this order, in any encoding.
fn most_vars(size: Size, numbering: Numbering) -> u64 {
    let blank = Puzzle::empty(size);
    let layout = Layout {
        numbering,
        ..Layout::default()
    };
    let encodings = ENCODINGS.into_iter().flat_map(|encoding| {
        AtMostOne::ALL.map(|at_most_one| encoding.with_at_most_one(at_most_one))
    });
    let vars = encodings.map(|encoding| encode::size(&blank, &encoding, layout).vars);
    vars.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudosat::encode::Encoding;
    use sudosat::formula::Var;
    use sudosat::sudoku::Digit;

    /// Returns a correct grid of any order.
    fn cyclic(size: Size) -> Grid {
        let (n, side) = (size.side().isqrt(), size.side());
        let digit = |cell: sudosat::sudoku::Cell| {
            Digit::from_index((cell.row() % n * n + cell.row() / n + cell.col()) % side)
        };
        Grid::new(size, size.cells().map(digit).collect())
    }

    /// Returns a model of an encoding's formula, its auxiliary variables true.
    fn model(grid: &Grid, encoding: &Encoding, numbering: Numbering) -> Vec<Lit> {
        let size = grid.size();
        let layout = Layout {
            numbering,
            ..Layout::default()
        };
        let vars = encode::size(&Puzzle::empty(size), encoding, layout).vars as usize;
        (0..vars)
            .map(|index| {
                let var = Var::new(index);
                let value = numbering
                    .candidate(var, size)
                    .map_or(index >= numbering.num_vars(size), |candidate| {
                        grid.digit(candidate.cell) == candidate.digit
                    });
                var.lit(value)
            })
            .collect()
    }

    #[test]
    fn the_order_is_found_whatever_the_encoding() {
        for n in 1..=5 {
            let grid = cyclic(Size::of_order(n).unwrap());
            for at_most_one in AtMostOne::ALL {
                let encoding = Encoding::EXTENDED.with_at_most_one(at_most_one);
                for numbering in [Numbering::Consecutive, Numbering::Rcv] {
                    let lits = model(&grid, &encoding, numbering);
                    let reading = Reading {
                        lits: &lits,
                        numbering,
                    };
                    assert_eq!(reading.of_any_order().as_ref(), Ok(&grid), "{encoding} {n}");
                    let positive: Vec<Lit> = lits
                        .iter()
                        .copied()
                        .filter(|lit| lit.is_positive())
                        .collect();
                    let reading = Reading {
                        lits: &positive,
                        numbering,
                    };
                    assert_eq!(reading.of_any_order().as_ref(), Ok(&grid), "true ones only");
                }
            }
        }
    }
}
