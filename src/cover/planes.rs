//! Exact cover with sets of items as bits.
//!
//! The options of each item are numbered from 0. *Plane* `k` is the set of the items whose
//! option `k` may still be chosen. One pass over the planes, in bitwise operations, finds
//! all items that have no option left, and all that have one. Choosing an option removes
//! the options that exclude it from all planes by one bitwise "and" with a row that was
//! made before the search.
//!
//! An item with only one option left is covered at once in the same state, without a level
//! of its own. Backtracking is free, because each level has its own state. There is no
//! allocation after the deepest level was reached once.
//!
//! This is for problems of few items with few options each, as small Sudoku puzzles are:
//! there it takes less than half the time of lists (docs/BENCHMARKS.md). Rows for
//! larger problems would not fit into the caches of a processor.

use super::search::{Search, share_done};
use super::{ExactCover, Item, OptionId, SearchStats};
use crate::budget::{Budget, Stop};

/// Number of words in a set of items. A constant lets the compiler use vector
/// instructions.
const WORDS: usize = 6;

/// Largest number of items: a 9×9 Sudoku puzzle has 324.
pub const MAX_ITEMS: usize = WORDS * u64::BITS as usize;

/// Largest number of options of one item.
pub const MAX_PLANES: usize = 16;

/// Largest number of options. Each has a row of 17 sets of 48 bytes, so that the rows
/// take at most 1.7 MB.
pub const MAX_OPTIONS: usize = 1 << 11;

/// Number of nodes between two checks of the budget's clock. Chosen by hand.
const NODES_PER_CHECK: u64 = 1 << 10;

/// A set of items.
type Set = [u64; WORDS];

/// Returns the word of an item in a set, and its bit there.
fn place(item: usize) -> (usize, usize) {
    (item / u64::BITS as usize, item % u64::BITS as usize)
}

/// A plane and an item that has an option there.
#[derive(Clone, Copy, Debug)]
struct Spot {
    plane: u16,
    item: u16,
}

/// An item to branch on.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    item: u16,
    /// The first plane that was not tried.
    next: u16,
    /// Number of options tried, and `size` the number of all.
    tried: u16,
    size: u16,
    /// Number of options chosen above this frame.
    taken: usize,
}

/// The next action of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Look for what is forced in the state of the deepest level.
    Settle,
    /// Try the next option of the last frame.
    Try,
    /// Nothing is left to try.
    Done,
}

/// A state in which nothing is forced, or that has no solution.
enum Settled {
    /// An item has no option left.
    Dead,
    /// Every primary item is covered.
    Solved,
    /// This item has the fewest options, at least two.
    Open(usize),
}

/// A search for the solutions of a problem.
#[derive(Clone, Debug)]
pub struct Planes {
    /// Number of planes.
    planes: usize,
    /// For each item its options, `planes` places for each.
    options: Vec<u16>,
    /// For each option the first of its items, and the plane in which it has the option.
    spots: Vec<Option<Spot>>,
    /// For each option a row of `planes` sets, in which the options that it excludes are
    /// missing, and the set of the items that it does not cover.
    rows: Vec<Set>,
    /// The state before the search. A state has `planes` sets, and behind them the set of
    /// the primary items that are not covered.
    start: Vec<Set>,
    /// For each level its state.
    states: Vec<Set>,
    frames: Vec<Frame>,
    /// Number of frames in use: the deepest level.
    depth: usize,
    /// The chosen options.
    taken: Vec<u16>,
    next: Next,
    nodes: u64,
    solutions: u64,
    /// Number of passes over the planes.
    passes: u64,
    solution: Vec<OptionId>,
}

impl Planes {
    /// Creates a search, which has not begun. Returns `None` if the problem has colours or
    /// bounds, more than [`MAX_ITEMS`] items, an item with more than [`MAX_PLANES`] options,
    /// or too many options.
    pub fn new(problem: &ExactCover) -> Option<Planes> {
        let (items, options) = (problem.num_items(), problem.num_options());
        if items > MAX_ITEMS || options > MAX_OPTIONS || problem.has_colors() {
            return None;
        }
        let mut of_item: Vec<Vec<u16>> = vec![Vec::new(); items];
        let mut spots_of: Vec<Vec<Spot>> = vec![Vec::new(); options];
        for option in problem.options().filter(|&o| problem.may_be_chosen(o)) {
            for item in problem.option(option) {
                let list = &mut of_item[item.index()];
                spots_of[option.index()].push(Spot {
                    plane: list.len() as u16,
                    item: item.index() as u16,
                });
                list.push(option.index() as u16);
            }
        }
        let planes = of_item.iter().map(Vec::len).max().unwrap_or(0);
        if planes > MAX_PLANES || problem.has_bounds() {
            return None;
        }
        let mut search = Planes {
            planes,
            options: vec![0; items * planes],
            spots: spots_of
                .iter()
                .map(|spots| spots.first().copied())
                .collect(),
            rows: vec![[u64::MAX; WORDS]; options * (planes + 1)],
            start: vec![[0; WORDS]; planes + 1],
            states: Vec::new(),
            frames: Vec::new(),
            depth: 0,
            taken: Vec::new(),
            next: Next::Done,
            nodes: 0,
            solutions: 0,
            passes: 0,
            solution: Vec::new(),
        };
        for (item, list) in of_item.iter().enumerate() {
            let (word, bit) = place(item);
            search.options[item * planes..][..list.len()].copy_from_slice(list);
            for plane in &mut search.start[..list.len()] {
                plane[word] |= 1 << bit;
            }
            if problem.is_primary(Item::new(item)) {
                search.start[planes][word] |= 1 << bit;
            }
        }
        for (option, spots) in spots_of.iter().enumerate() {
            let row = &mut search.rows[option * (planes + 1)..][..=planes];
            for spot in spots {
                let (word, bit) = place(spot.item.into());
                row[planes][word] &= !(1 << bit);
                let excluded = of_item[usize::from(spot.item)].iter();
                for spot in excluded.flat_map(|&other| &spots_of[usize::from(other)]) {
                    let (word, bit) = place(spot.item.into());
                    row[usize::from(spot.plane)][word] &= !(1 << bit);
                }
            }
        }
        search.reset();
        Some(search)
    }

    /// Resets the search to its beginning, with all counters zero and no option given.
    pub fn reset(&mut self) {
        if self.states.is_empty() {
            self.states.extend_from_slice(&self.start);
        }
        self.states[..self.start.len()].copy_from_slice(&self.start);
        self.depth = 0;
        self.taken.clear();
        self.next = Next::Settle;
        (self.nodes, self.solutions, self.passes) = (1, 0, 0);
    }

    /// Restricts a search that has not begun to the solutions with these options.
    /// [`Planes::reset`] takes them back. Each counts as a node, as if the search had chosen
    /// it.
    ///
    /// Returns `false` if an option may not be chosen, or has an item in common with one
    /// before. Then there is no such solution, and the search must be reset.
    ///
    /// # Panics
    /// If the search has begun.
    pub fn give(&mut self, options: impl IntoIterator<Item = OptionId>) -> bool {
        assert!(self.depth == 0 && self.next == Next::Settle, "it has begun");
        options.into_iter().all(|option| {
            let is_left = self.spots[option.index()].is_some_and(|spot| {
                let (word, bit) = place(spot.item.into());
                self.states[usize::from(spot.plane)][word] >> bit & 1 == 1
            });
            if is_left {
                self.choose(option.index());
            }
            is_left
        })
    }

    /// Chooses an option in the state of the deepest level.
    #[inline(always)]
    fn choose(&mut self, option: usize) {
        self.nodes += 1;
        self.taken.push(option as u16);
        let height = self.planes + 1;
        let state = self.states[self.depth * height..][..height].as_flattened_mut();
        let row = self.rows[option * height..][..height].as_flattened();
        for (word, row) in state.iter_mut().zip(row) {
            *word &= row;
        }
    }

    /// Chooses the only options of items in the state of the deepest level, until each
    /// uncovered item has at least two.
    fn settle(&mut self) -> Settled {
        let (planes, height) = (self.planes, self.planes + 1);
        loop {
            self.passes += 1;
            let state = &self.states[self.depth * height..][..height];
            let open = &state[planes];
            let [once, twice] = at_least_two(&state[..planes]);
            let (mut empty, mut any, mut forced) = (0, 0, [0; WORDS]);
            for word in 0..WORDS {
                empty |= open[word] & !once[word];
                forced[word] = open[word] & !twice[word];
                any |= forced[word];
            }
            if empty != 0 {
                return Settled::Dead;
            }
            if any == 0 {
                return smallest(state).map_or(Settled::Solved, Settled::Open);
            }
            for (word, &forced) in forced.iter().enumerate() {
                let mut rest = forced;
                while rest != 0 {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let state = &self.states[self.depth * height..][..height];
                    // An option chosen before may have covered the item.
                    if state[planes][word] >> bit & 1 == 0 {
                        continue;
                    }
                    // Without a branch, because the processor could not predict it.
                    let (mut only, mut size) = (0, 0);
                    for (number, plane) in state[..planes].iter().enumerate() {
                        let is_left = (plane[word] >> bit & 1) as usize;
                        only += number * is_left;
                        size += is_left;
                    }
                    if size == 0 {
                        return Settled::Dead;
                    }
                    let item = word * u64::BITS as usize + bit;
                    let option = self.options[item * planes + only];
                    self.choose(usize::from(option));
                }
            }
        }
    }

    /// Opens a frame for an item that has at least two options left.
    fn branch(&mut self, item: usize) {
        let frame = Frame {
            item: item as u16,
            next: 0,
            tried: 0,
            size: size(
                &self.states[self.depth * (self.planes + 1)..][..self.planes],
                item,
            ),
            taken: self.taken.len(),
        };
        match self.frames.get_mut(self.depth) {
            Some(free) => *free = frame,
            None => {
                self.frames.push(frame);
                let levels = self.frames.len() + 1;
                self.states.resize(levels * (self.planes + 1), [0; WORDS]);
            }
        }
        self.depth += 1;
    }

    /// Chooses the next option of the last frame in a new state. Returns `false` if there
    /// is none.
    fn try_next(&mut self) -> bool {
        let height = self.planes + 1;
        let frame = &mut self.frames[self.depth - 1];
        self.taken.truncate(frame.taken);
        if frame.tried == frame.size {
            return false;
        }
        let (word, bit) = place(frame.item.into());
        let from = (self.depth - 1) * height;
        let left = self.states[from..][..self.planes].iter().enumerate();
        let mut left = left.skip(frame.next.into());
        let (plane, _) = left
            .find(|(_, plane)| plane[word] >> bit & 1 == 1)
            .expect("`size` of them are left");
        frame.next = plane as u16 + 1;
        frame.tried += 1;
        let option = self.options[usize::from(frame.item) * self.planes + plane];
        self.states.copy_within(from..from + height, from + height);
        self.choose(usize::from(option));
        true
    }
}

/// Returns the items that are in at least one of the sets, and those that are in at least
/// two.
fn at_least_two(sets: &[Set]) -> [Set; 2] {
    let (mut once, mut twice) = ([0; WORDS], [0; WORDS]);
    for set in sets {
        for word in 0..WORDS {
            twice[word] |= once[word] & set[word];
            once[word] |= set[word];
        }
    }
    [once, twice]
}

/// Returns the first of the uncovered items with the fewest options, if each has at least
/// two. Returns `None` if every item is covered.
fn smallest(state: &[Set]) -> Option<usize> {
    let (open, planes) = state.split_last()?;
    let (mut once, mut twice, mut more) = ([0; WORDS], [0; WORDS], [0; WORDS]);
    for set in planes {
        for word in 0..WORDS {
            more[word] |= twice[word] & set[word];
            twice[word] |= once[word] & set[word];
            once[word] |= set[word];
        }
    }
    let items = |set: Set| {
        let firsts = (0..MAX_ITEMS).step_by(u64::BITS as usize);
        firsts.zip(set).flat_map(|(first, word)| {
            let words = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            let rest = words.take_while(|&word| word != 0);
            rest.map(move |word| first + word.trailing_zeros() as usize)
        })
    };
    let mut two = *open;
    for (two, more) in two.iter_mut().zip(&more) {
        *two &= !more;
    }
    items(two)
        .next()
        .or_else(|| items(*open).min_by_key(|&item| size(planes, item)))
}

/// Returns the number of options that an item has left.
fn size(planes: &[Set], item: usize) -> u16 {
    let (word, bit) = place(item);
    planes
        .iter()
        .map(|plane| (plane[word] >> bit & 1) as u16)
        .sum()
}

impl Search for Planes {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let limit = budget.steps().unwrap_or(u64::MAX);
        let mut check_at = self.nodes;
        loop {
            if self.next == Next::Settle && (self.nodes >= check_at || self.nodes >= limit) {
                if let Some(stop) = budget.exhausted(self.nodes) {
                    return Err(stop);
                }
                check_at = self.nodes + NODES_PER_CHECK;
            }
            match self.next {
                Next::Done => return Ok(false),
                Next::Settle => {
                    self.next = Next::Try;
                    match self.settle() {
                        Settled::Dead => {}
                        Settled::Open(item) => self.branch(item),
                        Settled::Solved => {
                            self.solutions += 1;
                            return Ok(true);
                        }
                    }
                }
                Next::Try if self.depth == 0 => self.next = Next::Done,
                Next::Try => match self.try_next() {
                    true => self.next = Next::Settle,
                    false => self.depth -= 1,
                },
            }
        }
    }

    fn solution(&mut self) -> &[OptionId] {
        let options = self
            .taken
            .iter()
            .map(|&option| OptionId::new(option.into()));
        self.solution.clear();
        self.solution.extend(options);
        &self.solution
    }

    fn stats(&self) -> SearchStats {
        SearchStats {
            solutions: self.solutions,
            nodes: self.nodes,
            updates: self.passes,
        }
    }

    fn steps(&self) -> Vec<(&'static str, u64)> {
        vec![("nodes", self.nodes), ("passes", self.passes)]
    }

    fn work(&self) -> u64 {
        let stats = self.stats();
        15 * stats.nodes + 4 * self.planes as u64 * stats.updates
    }

    fn progress(&self) -> f64 {
        if self.next == Next::Done {
            return 1.0;
        }
        let frames = self.frames[..self.depth].iter();
        share_done(frames.map(|frame| {
            let before = u64::from(frame.tried).saturating_sub(1);
            (before, u64::from(frame.size))
        }))
    }
}
