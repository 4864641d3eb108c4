//! Conditions that depend on where cells are in the grid, or on digits that stand for cells.

use super::{Compiled, Condition, Machine, Mark, Regions, Relation, Spec, Work};
use crate::sudoku::Cell;
use itertools::Itertools as _;
use std::sync::Arc;

/// Largest number of states of a machine that is being built.
const MOST_STATES: usize = 200_000;

/// The cells of a mark fall into parts, whose sums are equal.
#[derive(Debug)]
pub(super) enum EqualSums {
    /// The borders of regions cut a line.
    OfRegions,
    /// The numbers of the mark are those of the cells of the parts, one after another.
    OfNumbers,
}

impl EqualSums {
    /// Returns the number of the part of each cell, from 0.
    fn parts(&self, mark: &Mark, spec: &Spec) -> Vec<usize> {
        let lengths: Vec<usize> = match self {
            EqualSums::OfRegions => {
                let same = |one: &Cell, other: &Cell| region(spec, *one) == region(spec, *other);
                mark.cells.chunk_by(same).map(<[Cell]>::len).collect()
            }
            EqualSums::OfNumbers => mark.numbers.iter().map(|&length| length as usize).collect(),
        };
        let parts = lengths.into_iter().enumerate();
        parts
            .flat_map(|(number, length)| vec![number; length])
            .collect()
    }
}

impl Condition for EqualSums {
    fn fault(&self, mark: &Mark, spec: &Spec, value: &dyn Fn(Cell) -> usize) -> Option<Vec<Cell>> {
        let mut sums: Vec<usize> = Vec::new();
        match self {
            EqualSums::OfRegions => {
                for (at, &cell) in mark.cells.iter().enumerate() {
                    match at.checked_sub(1).map(|before| mark.cells[before]) {
                        Some(before) if region(spec, before) == region(spec, cell) => {
                            *sums.last_mut()? += value(cell);
                        }
                        _ => sums.push(value(cell)),
                    }
                }
            }
            EqualSums::OfNumbers => {
                let mut cells = mark.cells.iter();
                for &length in &mark.numbers {
                    let group = cells.by_ref().take(length as usize);
                    sums.push(group.map(|&cell| value(cell)).sum());
                }
            }
        }
        (!sums.iter().all_equal()).then(|| mark.cells.clone())
    }

    fn compile(&self, mark: &Mark, spec: &Spec, work: &mut Work) -> Result<Compiled, String> {
        match self {
            EqualSums::OfRegions => {
                one_grid(spec)?;
                if spec.regions == Regions::None {
                    let message = "found a grid without boxes or regions, expected one with them";
                    return Err(message.to_owned());
                }
            }
            EqualSums::OfNumbers => {
                let total: u64 = mark.numbers.iter().map(|&length| u64::from(length)).sum();
                let found = mark.cells.len();
                if mark.numbers.contains(&0) || total != found as u64 {
                    return Err(format!(
                        "found {found} cells in groups of {}, expected the number of cells of each group",
                        mark.numbers.iter().format(", ")
                    ));
                }
                if mark.numbers.len() < 2 {
                    return Err("found one group of cells, expected at least two".to_owned());
                }
            }
        }
        let parts = self.parts(mark, spec);
        if parts.last().is_none_or(|&last| last == 0) {
            // One part has the sum of itself.
            return Ok(Compiled::default());
        }
        // The sum of the first part when it is over, and the sum of the part that is read.
        let steps = std::cell::Cell::new(0);
        let step = |place: usize, &(first, sum): &(Option<usize>, usize), value: usize| {
            steps.set(steps.get() + 1);
            let is_new = place > 0 && parts[place] != parts[place - 1];
            match (is_new, first) {
                (true, Some(first)) if sum != first => None,
                (true, first) => Some((first.or(Some(sum)), value)),
                (false, first) if first.is_some_and(|first| sum + value > first) => None,
                (false, first) => Some((first, sum + value)),
            }
        };
        let accepts =
            |&(first, sum): &(Option<usize>, usize)| first.is_none_or(|first| first == sum);
        let (cells, side) = (mark.cells.len(), spec.size.side());
        let machine = Machine::build(cells, side, (None, 0), step, accepts, MOST_STATES);
        let machine = machine.map_err(|error| format!("its automaton has {error}"))?;
        work.evaluate(steps.get())?;
        let mut compiled = Compiled::default();
        work.add_machine(&mut compiled, mark.cells.clone(), Arc::new(machine))?;
        Ok(compiled)
    }
}

/// Refuses several grids, in which a cell may be in two regions.
fn one_grid(spec: &Spec) -> Result<(), String> {
    let size = spec.size;
    let refused = || format!("found {size}, expected one grid");
    size.is_one_grid().then_some(()).ok_or_else(refused)
}

/// Returns the region of a cell, if the grid has any.
fn region(spec: &Spec, cell: Cell) -> Option<usize> {
    match &spec.regions {
        Regions::None => None,
        Regions::Boxes { rows, cols } => Some(cell.row() / rows * rows + cell.col() / cols),
        Regions::Map(map) => Some(map[cell.index(spec.size)].into()),
    }
}

/// The digit of a marked cell is the place, in its row, column or region, of the digit that
/// is the place of the marked cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Indexer {
    /// In the cell's row: its column is the digit whose column it states.
    Column,
    /// In the cell's column: its row is the digit whose row it states.
    Row,
    /// In the cell's box or region, by its cells in reading order.
    Box,
}

impl Indexer {
    /// Returns the cells among which a marked cell states a place, in order.
    fn cells(self, cell: Cell, spec: &Spec) -> Vec<Cell> {
        let among = |other: &Cell| match self {
            Indexer::Column => other.row() == cell.row(),
            Indexer::Row => other.col() == cell.col(),
            Indexer::Box => region(spec, *other) == region(spec, cell),
        };
        spec.size.cells().filter(among).collect()
    }
}

impl Condition for Indexer {
    fn fault(&self, mark: &Mark, spec: &Spec, value: &dyn Fn(Cell) -> usize) -> Option<Vec<Cell>> {
        let mut cells = mark.cells.iter();
        let wrong = cells.find(|&&cell| {
            let among = self.cells(cell, spec);
            // The places of the digit that is the place of the cell: one alone.
            let own = among.iter().position(|&other| other == cell);
            let is_place = |place: &usize| Some(value(among[*place])) == own.map(|own| own + 1);
            let places: Vec<usize> = (0..among.len()).filter(is_place).collect();
            places != [value(cell) - 1]
        });
        wrong.map(|&cell| vec![cell])
    }

    fn compile(&self, mark: &Mark, spec: &Spec, work: &mut Work) -> Result<Compiled, String> {
        one_grid(spec)?;
        if *self == Indexer::Box && spec.regions == Regions::None {
            return Err("found a grid without boxes or regions, expected one with them".to_owned());
        }
        let mut compiled = Compiled::default();
        for &cell in &mark.cells {
            work.evaluate(spec.size.num_cells())?;
            let among = self.cells(cell, spec);
            let own = among.iter().position(|&other| other == cell).unwrap_or(0) + 1;
            for (place, &other) in (1..).zip(&among).filter(|(_, other)| **other != cell) {
                let relation = Relation::new(spec.size.side(), |digit, of_other| {
                    (digit == place) == (of_other == own)
                });
                let relation = relation.map_err(|error| error.to_string())?;
                work.add_pair(&mut compiled, [cell, other], relation)?;
            }
            work.evaluate(among.len() * spec.size.side() * spec.size.side())?;
        }
        Ok(compiled)
    }
}
