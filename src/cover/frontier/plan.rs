//! The moves of a count by a given order of the primary items, and the place of each item in
//! a state.

use super::super::{ExactCover, Item, OptionId};
use super::{Move, Step};
use std::collections::BTreeMap;

/// Largest number of words of a state. Chosen by hand: a frontier of more bits has too many
/// states in any case.
pub(super) const MAX_WORDS: usize = 4;

/// Bits of the words that states use: the highest bit marks a used place of the table.
const FREE: [u64; MAX_WORDS] = [u64::MAX >> 1, u64::MAX, u64::MAX, u64::MAX];

/// The part of a state that belongs to an item.
#[derive(Clone, Copy, Debug)]
struct Slot {
    word: usize,
    shift: u32,
    /// Number of bits.
    width: u32,
}

impl Slot {
    fn mask(self) -> u64 {
        (u64::MAX >> (64 - self.width)) << self.shift
    }
}

/// The steps at which an item is first and last met.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: usize,
    last: usize,
}

/// An order of the primary items, and what follows from it.
pub(super) struct Plan<'a> {
    problem: &'a ExactCover,
    /// For each step, the item to cover.
    pub(super) order: Vec<usize>,
    /// For each step, its options: those of its item without items of earlier steps.
    options: Vec<Vec<OptionId>>,
    spans: Vec<Span>,
    /// For each item, its values other than free: without a colour, and each colour.
    values: Vec<BTreeMap<usize, u64>>,
    slots: Vec<Option<Slot>>,
    /// For each step, the number of bits in use before it.
    bits: Vec<u32>,
    /// Number of words of a state.
    pub(super) words: usize,
}

impl<'a> Plan<'a> {
    /// Returns the plan for an order, or `None` if a state would need more than
    /// [`MAX_WORDS`] words.
    pub(super) fn new(problem: &'a ExactCover, order: Vec<usize>) -> Option<Plan<'a>> {
        let items = problem.num_items();
        let mut step_of = vec![0; problem.num_primary()];
        for (step, &item) in order.iter().enumerate() {
            step_of[item] = step;
        }
        let none = Span {
            first: usize::MAX,
            last: 0,
        };
        let mut plan = Plan {
            problem,
            options: vec![Vec::new(); order.len()],
            spans: vec![none; items],
            values: vec![BTreeMap::new(); items],
            slots: vec![None; items],
            bits: Vec::with_capacity(order.len()),
            words: 1,
            order,
        };
        for option in problem.options() {
            let steps = problem.option(option).iter();
            let Some(step) = steps.filter_map(|item| step_of.get(item.index())).min() else {
                continue; // it may not be chosen
            };
            plan.options[*step].push(option);
            for (item, color) in problem.colored(option) {
                let span = &mut plan.spans[item.index()];
                span.first = span.first.min(*step);
                span.last = match step_of.get(item.index()) {
                    Some(&own) => own,
                    None => span.last.max(*step),
                };
                let values = &mut plan.values[item.index()];
                let next = values.len() as u64 + 1;
                let value = color.map_or(0, |color| color.index() + 1);
                values.entry(value).or_insert(next);
            }
        }
        plan.place()?;
        Some(plan)
    }

    /// Gives each item that options of several steps contain a place in the state, from the
    /// end of its first step to the end of its last.
    fn place(&mut self) -> Option<()> {
        let steps = self.order.len();
        let (mut begin, mut end) = (vec![Vec::new(); steps], vec![Vec::new(); steps]);
        for (item, span) in self.spans.iter().enumerate() {
            if span.first < span.last {
                begin[span.first].push(item);
                end[span.last].push(item);
            }
        }
        let (mut free, mut used) = (FREE, 0);
        for step in 0..steps {
            self.bits.push(used);
            for &item in &end[step] {
                if let Some(slot) = self.slots[item] {
                    free[slot.word] |= slot.mask();
                    used -= slot.width;
                }
            }
            for &item in &begin[step] {
                let width = self.values[item].len().checked_ilog2()? + 1;
                let slots = (0..MAX_WORDS * 64).map(|place| Slot {
                    word: place / 64,
                    shift: place as u32 % 64,
                    width,
                });
                let mut slots = slots.filter(|slot| slot.shift + width <= 64);
                let slot = slots.find(|slot| free[slot.word] & slot.mask() == slot.mask())?;
                free[slot.word] &= !slot.mask();
                used += width;
                self.words = self.words.max(slot.word + 1);
                self.slots[item] = Some(slot);
            }
        }
        Some(())
    }

    /// Returns the estimated number of moves, if each combination of bits is a state, as a
    /// logarithm to base 2.
    pub(super) fn cost(&self) -> f64 {
        let most = f64::from(self.bits.iter().copied().max().unwrap_or(0));
        let steps = self.bits.iter().zip(&self.options);
        let moves = steps
            .map(|(&bits, options)| f64::exp2(f64::from(bits) - most) * (options.len() + 1) as f64);
        most + moves.sum::<f64>().max(1.0).log2()
    }

    /// Returns the steps, with states of `W` words.
    pub(super) fn steps<const W: usize>(&self) -> Vec<Step<W>> {
        let mut steps = Vec::with_capacity(self.order.len());
        for (at, &own) in self.order.iter().enumerate() {
            let mut covered = [0; W];
            let moves = self.options[at].iter();
            let moves = moves.map(|&option| self.option(option, own, at)).collect();
            if let Some(slot) = self.slots[own].filter(|_| self.spans[own].first < at) {
                covered[slot.word] = slot.mask();
            }
            let mut keep = [u64::MAX; W];
            for &option in &self.options[at] {
                for &item in self.problem.option(option) {
                    self.release(item, at, &mut keep);
                }
            }
            self.release(Item::new(own), at, &mut keep);
            steps.push(Step {
                covered,
                keep,
                moves,
                bits: self.bits[at],
                released: keep.iter().map(|word| word.count_zeros()).sum(),
            });
        }
        steps
    }

    /// Removes an item's bits from `keep` if this step is its last.
    fn release<const W: usize>(&self, item: Item, at: usize, keep: &mut [u64; W]) {
        let slot = self.slots[item.index()].filter(|_| self.spans[item.index()].last == at);
        if let Some(slot) = slot {
            keep[slot.word] &= !slot.mask();
        }
    }

    /// Returns the move that chooses an option at a step.
    fn option<const W: usize>(&self, option: OptionId, own: usize, at: usize) -> Move<W> {
        let mut choice = Move {
            blocked: [0; W],
            set: [0; W],
            colors: Vec::new(),
        };
        for (item, color) in self.problem.colored(option) {
            let index = item.index();
            let Some(slot) = self.slots[index].filter(|_| index != own) else {
                continue;
            };
            let color = color.map_or(0, |color| color.index() + 1);
            let value = self.values[index][&color] << slot.shift;
            let Span { first, last } = self.spans[index];
            if first < at {
                match color {
                    0 => choice.blocked[slot.word] |= slot.mask(),
                    _ => choice.colors.push((slot.word, slot.mask(), value)),
                }
            }
            if at < last {
                choice.set[slot.word] |= value;
            }
        }
        choice
    }
}
