//! The states between the cells of a table, whichever way it is read.

use super::running::{Layer, Running};
use crate::sudoku::rules::{Machine, Table, TableKind};
use std::sync::Arc;

/// The states of a table that is read cell by cell: the formula's automata and the options
/// of the exact cover are made of them.
#[derive(Clone, Debug)]
pub(super) enum States {
    /// The running number of a cage or an arrow.
    Numbers(Running),
    /// The states of the machine of a mark.
    Machine(Arc<Machine>),
}

impl States {
    /// Returns the states of a table in a grid with `side` digits.
    pub(super) fn new(table: &Table, side: usize) -> States {
        match table.kind {
            TableKind::Cage { sum, .. } => {
                States::Numbers(Running::new(sum.into(), 0, table.cells.len(), side))
            }
            TableKind::Arrow { bulb } => {
                States::Numbers(Running::new(0, bulb, table.cells.len(), side))
            }
            TableKind::Marked(_) => States::Machine(Arc::clone(table.machine())),
        }
    }

    /// Returns the state after the digit `value` in the cell at `place`.
    pub(super) fn next(&self, place: usize, state: u64, value: u64) -> Option<u64> {
        match self {
            States::Numbers(running) => running.next(place, state, value),
            States::Machine(machine) => {
                let next = machine.next(place, state as u32, value as usize);
                next.map(u64::from)
            }
        }
    }

    /// Returns the number of members of `from`, before the cell at `place`, which the digit
    /// `value` leads to members of `to`.
    pub(super) fn count_steps(&self, place: usize, value: u64, from: &Layer, to: &Layer) -> u64 {
        match self {
            States::Numbers(running) => running.count_steps(place, value, from, to),
            States::Machine(_) => {
                let leads = |&state: &u64| {
                    let next = self.next(place, state, value);
                    next.is_some_and(|next| to.index(next).is_some())
                };
                from.iter().filter(leads).count() as u64
            }
        }
    }

    /// Finds the states before each cell and after the last which some digits lead to and from
    /// which some digits lead to the end. The state before the first cell always stands there.
    /// `values` returns the digits that the cell at a place may hold.
    ///
    /// `watch` is called for each cell with the number of ranges of states that are about to be
    /// made for it, as restricted cells of large tables may need many.
    ///
    /// # Errors
    /// Those of `watch`.
    pub(super) fn layers<E>(
        &self,
        values: impl Fn(usize) -> Layer,
        watch: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<Vec<Layer>, E> {
        let machine = match self {
            States::Numbers(running) => return running.layers(values, watch),
            States::Machine(machine) => machine,
        };
        let cells = machine.num_cells();
        let mut layers = vec![Layer::of([0])];
        for place in 0..cells {
            watch(machine.num_states(place + 1) as u64)?;
            let values = values(place);
            let next = |state| {
                let next = values.iter();
                next.filter_map(move |value| self.next(place, state, value))
            };
            let after = Layer::of(layers[place].iter().flat_map(next));
            layers.push(after);
        }
        for place in (1..cells).rev() {
            let (values, to) = (values(place), &layers[place + 1]);
            let leads = |&state: &u64| {
                let mut next = values
                    .iter()
                    .filter_map(|value| self.next(place, state, value));
                next.any(|next| to.index(next).is_some())
            };
            let kept = Layer::of(layers[place].iter().filter(leads));
            layers[place] = kept;
        }
        Ok(layers)
    }
}
