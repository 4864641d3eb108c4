//! Conditions on many cells, read one by one: running values, and a condition on them.

use super::tree::{
    Comparison, Expr, Name, Operation, Scope, Value, Whole, WholeKind, integer, operate,
};
use crate::sudoku::rules::{Machine, TooLarge};
use std::cell::Cell;
use std::ops::Range;

/// A condition on cells that are read one by one.
pub(super) struct Fold {
    /// The condition as it is stated.
    pub stated: Expr,
    /// The condition, of running values.
    condition: Expr,
    /// The places of the cells for each of which it holds; `None` if it holds after the last.
    pub each: Option<Range<usize>>,
    /// Set if a digit d is read as d + N where the condition holds, and as d elsewhere.
    selects: bool,
    /// Holds while the digits added so far do not exceed the sum that they must have.
    bound: Option<Expr>,
    /// The running values.
    wholes: Vec<Whole>,
    /// The digits that are read before the others: the name of each.
    pins: Vec<Name>,
    /// Set when a number is beyond 10¹⁵.
    pub beyond: Cell<bool>,
}

/// What is known of the cells that were read.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    /// The digits of the pins.
    pins: Vec<usize>,
    running: Vec<Running>,
}

/// A running value.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Running {
    /// The least or the greatest of no number.
    Nothing,
    Number(Value),
    /// A bit for each digit that was read.
    Digits(Vec<u64>),
}

/// What an expression sees at a cell.
struct At<'a> {
    fold: &'a Fold,
    state: &'a State,
    side: usize,
    /// The digit and the place of the cell.
    cell: [i64; 2],
}

impl Scope for At<'_> {
    fn name(&self, name: Name) -> i64 {
        match name {
            Name::X => self.cell[0],
            Name::I => self.cell[1],
            _ => {
                let pin = self.fold.pins.iter().position(|&pin| pin == name);
                pin.map_or(0, |pin| self.state.pins[pin] as i64)
            }
        }
    }

    fn whole(&self, _whole: &Whole) -> Value {
        None
    }

    fn beyond(&self) -> &Cell<bool> {
        &self.fold.beyond
    }

    fn slot(&self, slot: usize) -> Value {
        match (&self.state.running[slot], self.fold.wholes[slot].kind) {
            (Running::Number(number), _) => *number,
            (Running::Digits(bits), _) => {
                integer(bits.iter().map(|bits| i64::from(bits.count_ones())).sum())
            }
            (Running::Nothing, WholeKind::Product) => integer(1),
            (Running::Nothing, WholeKind::Least) => integer(self.side as i64 + 1),
            (Running::Nothing, _) => integer(0),
        }
    }
}

impl Fold {
    /// Returns the fold of a condition that holds after the last cell.
    pub(super) fn whole(condition: &Expr) -> Fold {
        Fold::new(condition, None)
    }

    /// Returns the fold of a condition that holds for each cell at some places.
    pub(super) fn each(condition: &Expr, places: Range<usize>) -> Fold {
        Fold::new(condition, Some(places))
    }

    fn new(condition: &Expr, each: Option<Range<usize>>) -> Fold {
        let pins = Name::PINS
            .into_iter()
            .filter(|&pin| condition.names(&[pin]));
        let pins = pins.collect();
        let mut wholes = Vec::new();
        let stated = condition.clone();
        let condition = slots(condition, &mut wholes);
        let bound = match &condition {
            Expr::Compare(comparisons, of)
                if each.is_none() && *comparisons == [Comparison::Equal] =>
            {
                let is_sum = |slot: usize| {
                    wholes[slot].kind == WholeKind::Sum && wholes[slot].of == Expr::Name(Name::X)
                };
                match of[..] {
                    [Expr::Slot(slot), Expr::Number(_)] if is_sum(slot) => {
                        Some(Expr::Compare(vec![Comparison::AtMost], of.clone()))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        Fold {
            stated,
            condition,
            bound,
            each,
            selects: false,
            wholes,
            pins,
            beyond: Cell::new(false),
        }
    }

    /// Returns the fold that tells which digits are added, and their sum, if the condition is about a
    /// sum of some of the digits.
    pub(super) fn selection(&self, cells: usize) -> Option<(Fold, u32)> {
        let Expr::Compare(comparisons, of) = &self.stated else {
            return None;
        };
        let ([Comparison::Equal], [Expr::Whole(whole), Expr::Number(sum)]) =
            (&comparisons[..], &of[..])
        else {
            return None;
        };
        let filter = whole.filter.as_ref()?;
        let is_of_digits = whole.kind == WholeKind::Sum && whole.of == Expr::Name(Name::X);
        let fold = Fold {
            selects: true,
            ..Fold::each(filter, 0..cells)
        };
        // A later cell that is read first is selected or not when its turn comes.
        let is_read_in_order = fold.pins.iter().all(|&pin| pin == Name::First);
        let sum = u32::try_from(*sum).ok()?;
        (is_of_digits && is_read_in_order && self.each.is_none()).then_some((fold, sum))
    }

    /// Returns the size of a state in bytes, about.
    pub(super) fn state_bytes(&self, side: usize) -> usize {
        let digits = |whole: &&Whole| whole.kind == WholeKind::Distinct;
        size_of::<State>()
            + self.pins.len() * size_of::<usize>()
            + self.wholes.len() * size_of::<Running>()
            + self.wholes.iter().filter(digits).count() * side.div_ceil(64) * 8
    }

    /// Returns the number of parts of expressions that are evaluated for a step, at most.
    pub(super) fn step_parts(&self) -> usize {
        let of_whole = |whole: &Whole| {
            1 + whole.of.num_parts() + whole.filter.as_ref().map_or(0, Expr::num_parts)
        };
        self.condition.num_parts() + self.wholes.iter().map(of_whole).sum::<usize>()
    }

    /// Returns the order in which the cells are read, by place, those of pins first, and for each
    /// pin its place in this order.
    fn order(&self, cells: usize) -> (Vec<usize>, Vec<usize>) {
        let mut order = Vec::with_capacity(cells);
        let mut pinned = Vec::new();
        for pin in &self.pins {
            let place = match pin {
                Name::First => 0,
                Name::Last => cells - 1,
                _ => cells / 2,
            };
            let known = order.iter().position(|&known| known == place);
            pinned.push(known.unwrap_or_else(|| {
                order.push(place);
                order.len() - 1
            }));
        }
        let pins = order.clone();
        order.extend((0..cells).filter(|place| !pins.contains(place)));
        (order, pinned)
    }

    /// Returns the order in which the cells are read, by place, and the machine. Adds the number
    /// of steps that it took to `steps`.
    pub(super) fn machine(
        &self,
        cells: usize,
        side: usize,
        most_states: usize,
        steps: &mut usize,
    ) -> Result<(Vec<usize>, Machine), TooLarge> {
        let count = Cell::new(0);
        let (order, pinned) = self.order(cells);
        let heads = pinned.iter().map(|pin| pin + 1).max().unwrap_or(0);
        let start = State {
            pins: Vec::new(),
            running: self.wholes.iter().map(|_| Running::Nothing).collect(),
        };
        let largest = if self.selects { 2 * side } else { side };
        let step = |at: usize, state: &State, value: usize| {
            count.set(count.get() + 1);
            let (holds, value) = match self.selects {
                true => (value > side, (value - 1) % side + 1),
                false => (true, value),
            };
            let cell = |value: usize, place: usize| (value, place, holds);
            let mut state = state.clone();
            if at < heads {
                // Until all are read, in the order of reading.
                state.pins.push(value);
                if at + 1 < heads {
                    return Some(state);
                }
                state.pins = pinned.iter().map(|&pin| state.pins[pin]).collect();
            } else {
                self.read(&mut state, cell(value, order[at]), side)?;
            }
            // Then those that were read before.
            let mut next = if at < heads { 0 } else { order[at] + 1 };
            while let Some(pin) = pinned.iter().position(|&pin| order[pin] == next) {
                let value = state.pins[pin];
                self.read(&mut state, cell(value, next), side)?;
                next += 1;
            }
            let at = At {
                fold: self,
                state: &state,
                side,
                cell: [0; 2],
            };
            let is_possible = self.bound.as_ref().is_none_or(|bound| bound.is_true(&at));
            is_possible.then_some(state)
        };
        let accepts = |state: &State| {
            let at = At {
                fold: self,
                state,
                side,
                cell: [0; 2],
            };
            self.each.is_some() || self.condition.is_true(&at)
        };
        let machine = Machine::build(cells, largest, start, step, accepts, most_states);
        *steps += count.get();
        Ok((order, machine?))
    }

    /// Goes on with the digit in the cell at a place; `None` if its condition is not as stated.
    fn read(
        &self,
        state: &mut State,
        (value, place, holds): (usize, usize, bool),
        side: usize,
    ) -> Option<()> {
        let cell = [value as i64, place as i64 + 1];
        let at = At {
            fold: self,
            state,
            side,
            cell,
        };
        let is_meant = self.each.as_ref().is_some_and(|each| each.contains(&place));
        if is_meant && self.condition.is_true(&at) != holds {
            return None;
        }
        let wholes = self.wholes.iter().zip(&state.running);
        let running = wholes.map(|(whole, running)| {
            if !whole
                .filter
                .as_ref()
                .is_none_or(|filter| filter.is_true(&at))
            {
                return running.clone();
            }
            next(whole, running, &at, value)
        });
        state.running = running.collect();
        Some(())
    }
}

/// Returns a running value after one more cell.
fn next(whole: &Whole, running: &Running, at: &At<'_>, value: usize) -> Running {
    if whole.kind == WholeKind::Distinct {
        let mut bits = match running {
            Running::Digits(bits) => bits.clone(),
            _ => vec![0; at.side.div_ceil(64)],
        };
        bits[(value - 1) / 64] |= 1 << ((value - 1) % 64);
        return Running::Digits(bits);
    }
    let number = whole.of.value(at);
    let operation = match whole.kind {
        WholeKind::Product => Operation::Times,
        WholeKind::Least => Operation::Min,
        WholeKind::Greatest | WholeKind::Any => Operation::Max,
        WholeKind::Sum | WholeKind::Distinct => Operation::Plus,
    };
    Running::Number(match running {
        Running::Number(before) => operate(operation, *before, number, at.beyond()),
        _ => number,
    })
}

/// Returns an expression with a running value in place of each value of several cells, which are
/// added to `wholes`.
fn slots(of: &Expr, wholes: &mut Vec<Whole>) -> Expr {
    of.map(&mut |part| {
        let Expr::Whole(whole) = part else {
            return None;
        };
        // Those within it first; `before` is what a running value is while a cell is read.
        let mut inner = Whole {
            before: false,
            ..(**whole).clone()
        };
        inner.of = slots(&inner.of, wholes);
        inner.filter = inner.filter.as_ref().map(|filter| slots(filter, wholes));
        let known = wholes.iter().position(|known| *known == inner);
        let slot = known.unwrap_or_else(|| {
            wholes.push(inner);
            wholes.len() - 1
        });
        Some(Expr::Slot(slot))
    })
}
