//! Automata over the digits of a fixed number of cells.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::Arc;

/// Largest number of steps (states before a cell times digits) of a machine that is being
/// built: 64 megabytes.
const MOST_STEPS: usize = 1 << 24;

/// Largest number of digits for which sets of them are counted: 512 bytes for a state.
const MOST_DIGITS: usize = 12;

/// For each digit 0 to 5, a mask of the 6-bit set numbers that contain it.
const WITH: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Stands for a digit that leads nowhere.
const NOWHERE: u32 = u32::MAX;

/// A deterministic automaton that reads a digit of each of some cells, one cell after
/// another, and accepts some of the rows of digits.
///
/// The states before each cell, and those after the last, are a layer each, numbered from
/// 0. Layer 0 has one state, the start. The other layers have only states that some digits
/// lead to and from which some digits are accepted, no two of them with the same
/// continuations, so the last layer has one state at most. Machines that accept the same
/// have equal layers and steps. They are equal if their selections and lines are, too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    /// N, the largest digit.
    side: usize,
    /// For each cell the states after each state before it and each digit.
    steps: Vec<Vec<u32>>,
    /// The number of states after the last cell: 0 if no digits are accepted.
    ends: usize,
    selection: Option<Arc<Selection>>,
    line: Option<Arc<Machine>>,
}

/// A sum of some of the digits that a machine reads: it accepts those of which the selected ones
/// have this sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// Reads a digit d as d + N if it is selected, and as d if it is not. Accepts for each row of
    /// digits one selection.
    pub machine: Machine,
    /// The sum.
    pub sum: u32,
}

/// Sets of digits: a bit for each set, whose number has a bit for each of its digits, from 0.
#[derive(Clone)]
struct Sets {
    words: Vec<u64>,
}

impl Sets {
    fn none(side: usize) -> Sets {
        Sets {
            words: vec![0; (1_usize << side).div_ceil(64)],
        }
    }

    /// Returns each of the sets that lacks a digit, with it.
    fn with(&self, digit: usize) -> Sets {
        let mut with = vec![0; self.words.len()];
        for (at, &word) in self.words.iter().enumerate() {
            match digit < 6 {
                true => with[at] = (word & !WITH[digit]) << (1 << digit),
                false if at >> (digit - 6) & 1 == 0 => with[at | 1 << (digit - 6)] = word,
                false => {}
            }
        }
        Sets { words: with }
    }

    /// Returns each of the sets that has a digit, without it.
    fn without(&self, digit: usize) -> Sets {
        let mut without = vec![0; self.words.len()];
        for (at, &word) in self.words.iter().enumerate() {
            match digit < 6 {
                true => without[at] = (word & WITH[digit]) >> (1 << digit),
                false if at >> (digit - 6) & 1 == 1 => without[at ^ 1 << (digit - 6)] = word,
                false => {}
            }
        }
        Sets { words: without }
    }

    fn extend(&mut self, more: &Sets) {
        let words = self.words.iter_mut().zip(&more.words);
        words.for_each(|(word, more)| *word |= more);
    }

    /// Returns `true` if one of the sets is among others.
    fn meets(&self, others: &Sets) -> bool {
        let mut words = self.words.iter().zip(&others.words);
        words.any(|(word, other)| word & other != 0)
    }
}

/// A machine would have too many states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {most} states after cell {} of {cells}", .place + 1)]
pub struct TooLarge {
    /// The place of the cell behind which the states are too many, from 0.
    pub place: usize,
    /// Number of cells.
    pub cells: usize,
    /// Largest number of states, all layers together.
    pub most: usize,
}

impl Machine {
    /// Builds the machine that reads `cells` digits from 1 to `side`. Before the first cell
    /// it is in the state `start`; `step` returns the state that a digit in the cell at a
    /// place (from 0) leads to, `None` if none; `accepts` returns `true` for the states in
    /// which the digits are accepted after the last cell.
    ///
    /// # Errors
    /// If more than `most_states` states are reached.
    pub fn build<S: Eq + Hash + Clone>(
        cells: usize,
        side: usize,
        start: S,
        step: impl Fn(usize, &S, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        most_states: usize,
    ) -> Result<Machine, TooLarge> {
        let most = most_states.min(MOST_STEPS / side.max(1));
        let mut steps: Vec<Vec<u32>> = Vec::with_capacity(cells);
        let mut layer = vec![start];
        let mut count = 1;
        for place in 0..cells {
            let mut next: Vec<S> = Vec::new();
            let mut numbers: FxHashMap<S, u32> = FxHashMap::default();
            let mut row = Vec::with_capacity(layer.len() * side);
            for (state, value) in itertools::iproduct!(&layer, 1..=side) {
                let Some(reached) = step(place, state, value) else {
                    row.push(NOWHERE);
                    continue;
                };
                let number = *numbers.entry(reached).or_insert_with_key(|reached| {
                    next.push(reached.clone());
                    next.len() as u32 - 1
                });
                row.push(number);
                if count + next.len() > most {
                    return Err(TooLarge { place, cells, most });
                }
            }
            count += next.len();
            steps.push(row);
            layer = next;
        }
        let ends = layer.iter().map(|state| match accepts(state) {
            true => 0,
            false => NOWHERE,
        });
        Ok(Machine::minimal(side, steps, ends.collect()))
    }

    /// Returns the machine with these steps whose ends are the places of `ends`, with states
    /// that are the same as one, and without those that lead nowhere.
    fn minimal(side: usize, mut steps: Vec<Vec<u32>>, ends: Vec<u32>) -> Machine {
        // By state of the layer after the cell: its number among those that are kept.
        let mut kept = ends;
        let mut ends = usize::from(kept.contains(&0));
        for (place, layer) in steps.iter_mut().enumerate().rev() {
            for next in layer.iter_mut().filter(|next| **next != NOWHERE) {
                *next = kept[*next as usize];
            }
            let mut rows: FxHashMap<&[u32], u32> = FxHashMap::default();
            let mut different: Vec<u32> = Vec::new();
            kept = Vec::new();
            for row in layer.chunks(side) {
                let is_dead = place > 0 && row.iter().all(|&next| next == NOWHERE);
                kept.push(match is_dead {
                    true => NOWHERE,
                    false => *rows.entry(row).or_insert_with(|| {
                        different.extend_from_slice(row);
                        (different.len() / side) as u32 - 1
                    }),
                });
            }
            *layer = different;
        }
        // Numbered by the first digits that lead to them, which are the same for all
        // machines that accept the same; a state that no digits lead to is dropped.
        let mut before = vec![0];
        for layer in &mut steps {
            let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
            let mut order = Vec::new();
            let mut renumbered = Vec::with_capacity(before.len() * side);
            for &state in &before {
                let first = state as usize * side;
                renumbered.extend(layer[first..first + side].iter().map(|&next| match next {
                    NOWHERE => NOWHERE,
                    _ => *numbers.entry(next).or_insert_with(|| {
                        order.push(next);
                        order.len() as u32 - 1
                    }),
                }));
            }
            *layer = renumbered;
            before = order;
        }
        if !steps.is_empty() {
            ends = before.len();
        }
        Machine {
            side,
            steps,
            ends,
            selection: None,
            line: None,
        }
    }

    /// Returns the machine with the sum that it states.
    pub(crate) fn of_selection(self, selection: Selection) -> Machine {
        Machine {
            selection: Some(Arc::new(selection)),
            ..self
        }
    }

    /// Returns the machine with what [`Machine::line`] returns, unless the grid is too large.
    pub(crate) fn with_line(self) -> Machine {
        let line = (self.side <= MOST_DIGITS).then(|| Arc::new(self.of_different_digits()));
        Machine { line, ..self }
    }

    /// Returns a machine that accepts the same rows of different digits, and fewer others, if it
    /// is known.
    pub(crate) fn line(&self) -> Option<&Arc<Machine>> {
        self.line.as_ref()
    }

    /// Returns the machine without the steps that no row of different digits takes.
    fn of_different_digits(&self) -> Machine {
        let cells = self.num_cells();
        let layers =
            || (0..=cells).map(|layer| vec![Sets::none(self.side); self.num_states(layer)]);
        // By state: the sets of digits that lead to it, and those after which some lead to the end.
        let mut before: Vec<Vec<Sets>> = layers().collect();
        let mut after: Vec<Vec<Sets>> = layers().collect();
        before[0][0].words[0] = 1;
        after[cells]
            .iter_mut()
            .for_each(|sets| sets.words.fill(u64::MAX));
        let taken = |place: usize| {
            let steps = self.steps[place].iter().enumerate();
            let steps = steps.filter(|(_, next)| **next != NOWHERE);
            steps.map(|(step, &next)| (step / self.side, step % self.side, next as usize))
        };
        for place in 0..cells {
            for (state, digit, next) in taken(place) {
                let more = before[place][state].with(digit);
                before[place + 1][next].extend(&more);
            }
        }
        for place in (0..cells).rev() {
            for (state, digit, next) in taken(place) {
                let more = after[place + 1][next].without(digit);
                after[place][state].extend(&more);
            }
        }
        let mut steps = self.steps.clone();
        for (place, steps) in steps.iter_mut().enumerate() {
            for (state, digit, next) in taken(place) {
                let read = before[place][state].with(digit);
                if !read.meets(&after[place + 1][next]) {
                    steps[state * self.side + digit] = NOWHERE;
                }
            }
        }
        Machine::minimal(self.side, steps, vec![0; self.ends])
    }

    /// Returns the selection whose sum the machine states, if that is known.
    pub(crate) fn selection(&self) -> Option<&Selection> {
        self.selection.as_deref()
    }

    /// Returns the number of cells.
    pub fn num_cells(&self) -> usize {
        self.steps.len()
    }

    /// Returns N, the largest digit.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the number of states before the cell at a place, or after the last cell.
    pub fn num_states(&self, layer: usize) -> usize {
        match self.steps.get(layer) {
            Some(steps) => steps.len() / self.side,
            None => self.ends,
        }
    }

    /// Returns the number of steps: states times digits, of all layers but the last.
    pub fn num_steps(&self) -> usize {
        self.steps.iter().map(Vec::len).sum()
    }

    /// Returns the state that a digit in the cell at `place` leads to from a state before it.
    #[inline]
    pub fn next(&self, place: usize, state: u32, value: usize) -> Option<u32> {
        let next = self.steps[place][state as usize * self.side + value - 1];
        (next != NOWHERE).then_some(next)
    }

    /// Returns `true` if these digits, one for each cell, are accepted.
    pub fn allows(&self, values: &[usize]) -> bool {
        let mut places = values.iter().enumerate();
        let end = places.try_fold(0, |state, (place, &value)| self.next(place, state, value));
        end.is_some() && self.ends > 0
    }
}

#[cfg(test)]
impl Machine {
    /// Returns the machine of some random rows of digits, each taken with the chance of `share`
    /// in 4.
    pub(crate) fn random(
        cells: usize,
        side: usize,
        share: usize,
        random: &mut fastrand::Rng,
    ) -> Machine {
        use itertools::Itertools as _;

        let rows = (0..cells).map(|_| 1..=side).multi_cartesian_product();
        let accepted: Vec<Vec<usize>> = rows.filter(|_| random.usize(0..4) < share).collect();
        let step = |_: usize, read: &Vec<usize>, value: usize| {
            let mut read = read.clone();
            read.push(value);
            Some(read)
        };
        let accepts = |read: &Vec<usize>| accepted.contains(read);
        let built = Machine::build(cells, side, Vec::new(), step, accepts, 1 << 16);
        built.expect("a few cells")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools as _;

    /// Returns the machine of the rows of digits for which `holds` is `true`, by states that
    /// are all digits read.
    fn naive(cells: usize, side: usize, holds: impl Fn(&[usize]) -> bool) -> Machine {
        let step = |_: usize, read: &Vec<usize>, value: usize| {
            let mut read = read.clone();
            read.push(value);
            Some(read)
        };
        Machine::build(cells, side, Vec::new(), step, |read| holds(read), 10_000).unwrap()
    }

    #[test]
    fn of_a_machine_of_different_digits_no_step_is_too_many() {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..200 {
            let (cells, side) = (random.usize(1..5), random.usize(1..9));
            let side = if cells > 3 { side.min(5) } else { side };
            let machine = Machine::random(cells, side, random.usize(0..5), &mut random);
            let line = machine.clone().with_line();
            let line = line.line().unwrap();
            let rows = (0..cells).map(|_| 1..=side).multi_cartesian_product();
            let mut taken = std::collections::HashSet::new();
            for row in rows {
                let allowed = machine.allows(&row);
                if row.iter().all_unique() {
                    assert_eq!(line.allows(&row), allowed, "{row:?}");
                }
                assert!(allowed || !line.allows(&row), "{row:?}");
                if allowed && row.iter().all_unique() {
                    row.iter().enumerate().fold(0, |state, (place, &value)| {
                        taken.insert((place, state, value));
                        line.next(place, state, value).unwrap()
                    });
                }
            }
            let steps = line.steps.iter().flatten().filter(|&&next| next != NOWHERE);
            assert_eq!(steps.count(), taken.len());
        }
    }

    #[test]
    fn a_machine_accepts_what_its_states_say_and_has_no_state_too_many() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..200 {
            let (cells, side) = (random.usize(1..5), random.usize(1..5));
            let rows = || (0..cells).map(|_| 1..=side).multi_cartesian_product();
            let share = random.usize(0..5);
            let accepted: Vec<Vec<usize>> = rows().filter(|_| random.usize(0..4) < share).collect();
            let machine = naive(cells, side, |read| accepted.contains(&read.to_vec()));
            for row in rows() {
                assert_eq!(machine.allows(&row), accepted.contains(&row));
            }
            assert_eq!(machine.num_states(0), 1);
            assert_eq!(machine.num_states(cells), usize::from(!accepted.is_empty()));
            // By the theorem of Myhill and Nerode: as many states as continuations.
            for layer in 1..cells {
                let heads = (0..layer).map(|_| 1..=side).multi_cartesian_product();
                let tails = heads.map(|head| -> Vec<&[usize]> {
                    let begun = accepted.iter().filter(|row| row.starts_with(&head));
                    begun.map(|row| &row[layer..]).collect()
                });
                let continuations = tails.filter(|tails| !tails.is_empty()).unique().count();
                assert_eq!(machine.num_states(layer), continuations);
            }
        }
    }

    #[test]
    fn machines_that_accept_the_same_are_equal() {
        let sum = |cells: usize, total: usize| {
            let step = |_: usize, sum: &usize, value: usize| Some(sum + value);
            Machine::build(cells, 4, 0, step, |&sum| sum == total, 100).unwrap()
        };
        let same = naive(3, 4, |read| read.iter().sum::<usize>() == 7);
        assert_eq!(sum(3, 7), same);
        assert_ne!(sum(3, 8), same);
        assert_eq!(sum(3, 13), naive(3, 4, |_| false));
        assert_eq!(sum(3, 13).num_states(1), 0);
        assert!(!sum(3, 13).allows(&[4, 4, 4]));
    }

    #[test]
    fn too_many_states_are_refused_with_the_place() {
        let step = |_: usize, read: &u64, value: usize| Some(read * 9 + value as u64);
        let built = Machine::build(9, 9, 0, step, |_| true, 1_000);
        let expected = TooLarge {
            place: 3,
            cells: 9,
            most: 1_000,
        };
        assert_eq!(built, Err(expected));
        assert_eq!(
            expected.to_string(),
            "more than 1000 states after cell 4 of 9"
        );
    }
}
