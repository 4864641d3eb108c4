//! From a model's literals to a checked grid.

use sudosat::check;
use sudosat::encode::{AtMostOne, ENCODINGS, Layout, Numbering, decode_numbered, size, var};
use sudosat::formula::{Lit, Model};
use sudosat::io::counted;
use sudosat::sudoku::{Grid, Order, Puzzle};

/// A model as a solver gave it: true literals, perhaps not of every variable.
pub struct Reading<'a> {
    pub lits: &'a [Lit],
    pub numbering: Numbering,
}

impl Reading<'_> {
    /// The solution of `puzzle` that the model says, or the clause of the
    /// lecture's formula that it breaks, in words.
    ///
    /// What the model leaves open counts as false, which a right grid allows:
    /// only true candidates make a grid.
    pub fn solution(&self, puzzle: &Puzzle) -> Result<Grid, String> {
        let order = puzzle.order();
        self.long_enough(order)?;
        let model = self.model(order);
        check::lecture(puzzle, &model).map_err(|fault| self.told(order, fault.to_string()))?;
        let lits = self.lits.iter().copied();
        let grid = decode_numbered(order, self.numbering, lits)
            .map_err(|fault| self.told(order, fault.to_string()))?;
        check::grid(puzzle, &grid).map_err(|fault| fault.to_string())?;
        Ok(grid)
    }

    /// The grid of the largest order that the model is a right grid of, among
    /// the orders whose formulas may have as many variables.
    pub fn of_any_order(&self) -> Result<Grid, String> {
        let highest = self.highest() as u64;
        let possible = (1..=Order::MAX.n())
            .rev()
            .filter_map(Order::new)
            .filter(|&order| {
                self.long_enough(order).is_ok() && highest <= most_vars(order, self.numbering)
            });
        let mut refused = None;
        for order in possible {
            match self.solution(&Puzzle::empty(order)) {
                Ok(grid) => return Ok(grid),
                Err(reason) => {
                    refused.get_or_insert_with(|| {
                        format!("{reason} (read as order {order}; PUZZLE or --order settles it)")
                    });
                }
            }
        }
        Err(refused
            .unwrap_or_else(|| format!("it ends at variable {highest}, as no grid's formula does")))
    }

    /// Whether the literals can be of a formula of this order. Solvers may
    /// print true variables alone, and the last cell has one.
    fn long_enough(&self, order: Order) -> Result<(), String> {
        let (highest, formula) = (self.highest(), self.numbering.num_vars(order));
        if highest > formula - order.side() {
            return Ok(());
        }
        let side = order.side();
        Err(format!(
            "it ends at variable {highest}, and a {side}×{side} grid has {formula}"
        ))
    }

    /// The highest variable number.
    fn highest(&self) -> usize {
        let numbers = self.lits.iter().map(|lit| lit.var().index() + 1);
        numbers.max().unwrap_or(0)
    }

    /// The candidates' values, numbered consecutively.
    fn model(&self, order: Order) -> Model {
        let mut values = vec![false; order.num_candidates()];
        for lit in self.lits.iter().filter(|lit| lit.is_positive()) {
            if let Some(candidate) = self.numbering.candidate(lit.var(), order) {
                values[var(candidate, order).index()] = true;
            }
        }
        Model::new(values)
    }

    /// The fault, and whether the model was partial.
    fn told(&self, order: Order, fault: String) -> String {
        let candidates = self
            .lits
            .iter()
            .filter(|lit| self.numbering.candidate(lit.var(), order).is_some())
            .count();
        match order.num_candidates() - candidates {
            0 => fault,
            open => format!("{fault}; it leaves {} open", counted(open, "variable")),
        }
    }
}

/// The most variables that a formula of this order has, in any encoding.
fn most_vars(order: Order, numbering: Numbering) -> u64 {
    let blank = Puzzle::empty(order);
    let layout = Layout {
        numbering,
        ..Layout::default()
    };
    let encodings = ENCODINGS.into_iter().flat_map(|encoding| {
        AtMostOne::ALL.map(|at_most_one| encoding.with_at_most_one(at_most_one))
    });
    let vars = encodings.map(|encoding| size(&blank, &encoding, layout).vars);
    vars.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudosat::encode::Encoding;
    use sudosat::formula::Var;
    use sudosat::sudoku::Digit;

    /// A right grid of any order.
    fn cyclic(order: Order) -> Grid {
        let (n, side) = (order.n(), order.side());
        let digit = |cell: sudosat::sudoku::Cell| {
            Digit::from_index((cell.row() % n * n + cell.row() / n + cell.col()) % side)
        };
        Grid::new(order, order.cells().map(digit).collect())
    }

    /// A model of an encoding's formula, its auxiliary variables true.
    fn model(grid: &Grid, encoding: &Encoding, numbering: Numbering) -> Vec<Lit> {
        let order = grid.order();
        let layout = Layout {
            numbering,
            ..Layout::default()
        };
        let vars = size(&Puzzle::empty(order), encoding, layout).vars as usize;
        (0..vars)
            .map(|index| {
                let var = Var::new(index);
                let value = numbering
                    .candidate(var, order)
                    .map_or(index >= numbering.num_vars(order), |candidate| {
                        grid.digit(candidate.cell) == candidate.digit
                    });
                var.lit(value)
            })
            .collect()
    }

    #[test]
    fn the_order_is_found_whatever_the_encoding() {
        for n in 1..=5 {
            let grid = cyclic(Order::new(n).unwrap());
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
