//! A certificate of the number of all solutions, which [`trusted::count`](crate::trusted::count)
//! checks.
//!
//! A state is the rest of a problem after some options were chosen: the options that still fit,
//! and how often each item must and may still be covered. From the whole problem on, each
//! state becomes a line with an edge for each option of an item; states that are the same share a
//! line. The states with the most left come first, so that all edges to a state are known before
//! its own line. If too many states wait, those with the least left come first until there is
//! room again. Then fewer are found to be the same, and the certificate gets longer.

use super::frontier;
use super::{Bounds, Color, ExactCover, Method, Natural, OptionId};
use crate::budget::{Budget, Stop};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;
use std::rc::Rc;
use thiserror::Error;

/// Bytes for a waiting state in addition to its bits: its entries in the table and in the order,
/// while both are copied to twice their size.
const PER_STATE: usize = 320;

/// The size of a certificate, and what it certifies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certified {
    /// The number of solutions.
    pub solutions: Natural,
    /// The number of nodes.
    pub nodes: u64,
    /// The length in bytes.
    pub bytes: u64,
}

/// The reason why there is no certificate.
#[derive(Debug, Error)]
pub enum NoCertificate {
    /// The budget ended.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// The certificate can't be written.
    #[error(transparent)]
    Failed(#[from] io::Error),
}

/// A set of options and of uses of items.
type State = Rc<[u64]>;

/// A state whose line is not written yet.
struct Waiting {
    node: u64,
    /// The item to branch on.
    item: usize,
    /// Number of paths to the state.
    paths: Natural,
}

/// The waiting states that have the same number of uses left.
#[derive(Default)]
struct Level {
    known: FxHashMap<State, Waiting>,
    /// The same states, the last one to be the next.
    order: Vec<State>,
}

/// The end of an edge.
enum End {
    /// All items are covered.
    Solution,
    /// This item can't be covered.
    Dead(usize),
    /// There is this item to branch on.
    Branch(usize),
}

/// The meaning of the bits of a state. First comes a bit for each option. From `uses_start` on,
/// each primary item has one bit for each time that it may be covered, which is its upper bound.
struct Tables<'a> {
    problem: &'a ExactCover,
    words: usize,
    uses_start: usize,
    bounds: Vec<Bounds>,
    uses: Vec<Range<usize>>,
    /// For each item, its options as words and masks.
    parts: Vec<Vec<(usize, u64)>>,
    /// For each item, its options with their colours if there are any.
    colored: Vec<Vec<(usize, Option<Color>)>>,
    /// For each primary item, its place in a fixed order, or 0.
    ranks: Vec<usize>,
}

/// Counts the solutions of a problem and writes a certificate of their number. `method` chooses the
/// items to branch on: [`Method::Frontier`] in the order of a frontier, any other the one with
/// the fewest options. `checksum` is a word of the first line that identifies the problem; no check of
/// the count depends on it.
///
/// Up to `bytes` bytes of states are kept to find out which are the same, and those of the edges
/// of one node. The budget's steps are nodes; it is checked at each edge.
///
/// # Errors
/// If the budget or the memory ends, or those of `output`.
pub fn certify(
    problem: &ExactCover,
    checksum: &str,
    method: Method,
    bytes: usize,
    budget: &Budget,
    output: &mut dyn Write,
) -> Result<Certified, NoCertificate> {
    let tables = Tables::new(problem, method);
    let per_state = 8 * tables.words + PER_STATE;
    let mut writer = Writer {
        levels: Vec::new(),
        waiting: 0,
        named: 0,
        solutions: Natural::default(),
        line: String::new(),
        tables,
    };
    let first = format!("cover-count 1 {checksum}\n");
    output.write_all(first.as_bytes())?;
    let (mut nodes, mut written) = (0, first.len() as u64);
    writer.begin()?;
    while let Some((state, waiting)) = writer.next(writer.waiting * per_state > bytes) {
        let check = || budget.exhausted(nodes).map_or(Ok(()), Err);
        writer.node(&state, &waiting, &check)?;
        nodes += 1;
        output.write_all(writer.line.as_bytes())?;
        written += writer.line.len() as u64;
    }
    let last = format!("count {}\n", writer.solutions);
    output.write_all(last.as_bytes())?;
    Ok(Certified {
        solutions: writer.solutions,
        nodes,
        bytes: written + last.len() as u64,
    })
}

impl<'a> Tables<'a> {
    fn new(problem: &'a ExactCover, method: Method) -> Tables<'a> {
        let mut parts: Vec<Vec<(usize, u64)>> = vec![Vec::new(); problem.num_items()];
        let mut colored = vec![Vec::new(); problem.num_items()];
        let mut sizes = vec![0u32; problem.num_items()];
        for option in problem.options().filter(|&o| problem.may_be_chosen(o)) {
            let (word, bit) = (option.index() / 64, 1 << (option.index() % 64));
            for (item, color) in problem.colored(option) {
                let item = item.index();
                sizes[item] += 1;
                match parts[item].last_mut() {
                    Some((last, mask)) if *last == word => *mask |= bit,
                    _ => parts[item].push((word, bit)),
                }
                if problem.has_colors() && item >= problem.num_primary() {
                    colored[item].push((option.index(), color));
                }
            }
        }
        colored
            .iter_mut()
            .filter(|list| list.iter().all(|(_, color)| color.is_none()))
            .for_each(Vec::clear);
        let uses_start = problem.num_options().div_ceil(64);
        let mut end = 64 * uses_start;
        let mut uses = Vec::with_capacity(problem.num_primary());
        let mut bounds = Vec::with_capacity(problem.num_primary());
        for item in problem.items().take(problem.num_primary()) {
            let most = problem.bounds(item);
            let high = most.high.min(sizes[item.index()]);
            uses.push(end..end + high as usize);
            bounds.push(Bounds { high, ..most });
            end += high as usize;
        }
        let mut ranks = vec![0; problem.num_primary()];
        let order = (method == Method::Frontier).then(|| frontier::order(problem));
        for (rank, item) in order.flatten().into_iter().flatten().enumerate() {
            ranks[item] = rank;
        }
        Tables {
            problem,
            words: end.div_ceil(64),
            uses_start,
            bounds,
            uses,
            parts,
            colored,
            ranks,
        }
    }

    /// Returns the state of the whole problem.
    fn whole(&self) -> Vec<u64> {
        let mut state = vec![0; self.words];
        for (item, uses) in self.uses.iter().enumerate() {
            uses.clone()
                .for_each(|one| state[one / 64] |= 1 << (one % 64));
            for &(word, mask) in &self.parts[item] {
                state[word] |= mask;
            }
        }
        state
    }

    /// Returns how many times an item can still be covered. The first uses are removed first.
    fn left(&self, item: usize, state: &[u64]) -> u32 {
        let Range { mut start, mut end } = self.uses[item];
        while start < end {
            let middle = start.midpoint(end);
            match state[middle / 64] >> (middle % 64) & 1 {
                1 => end = middle,
                _ => start = middle + 1,
            }
        }
        (self.uses[item].end - start) as u32
    }

    /// Returns how many times an item must still be covered.
    fn need(&self, item: usize, state: &[u64]) -> u32 {
        let Bounds { low, high } = self.bounds[item];
        low.saturating_sub(high - self.left(item, state))
    }

    /// Returns the number of options of an item that fit.
    fn size(&self, item: usize, state: &[u64]) -> u32 {
        let parts = self.parts[item].iter();
        parts
            .map(|&(word, mask)| (state[word] & mask).count_ones())
            .sum()
    }

    /// Chooses an option: removes what no longer fits.
    fn choose(&self, option: OptionId, state: &mut [u64]) {
        for (item, color) in self.problem.colored(option) {
            let index = item.index();
            if let Some(uses) = self.uses.get(index) {
                let left = self.left(index, state);
                if left > 0 {
                    let one = uses.end - left as usize;
                    state[one / 64] &= !(1 << (one % 64));
                }
                if left > 1 {
                    continue;
                }
            }
            match color {
                None => {
                    for &(word, mask) in &self.parts[index] {
                        state[word] &= !mask;
                    }
                }
                Some(_) => {
                    for &(other, _) in self.colored[index].iter().filter(|other| other.1 != color) {
                        state[other / 64] &= !(1 << (other % 64));
                    }
                }
            }
        }
        state[option.index() / 64] &= !(1 << (option.index() % 64));
    }

    fn end(&self, state: &[u64]) -> End {
        let mut best: Option<((usize, u32), usize)> = None;
        for item in 0..self.uses.len() {
            let (left, need) = (self.left(item, state), self.need(item, state));
            if left == 0 && need == 0 {
                continue;
            }
            let size = self.size(item, state);
            if need > size {
                return End::Dead(item);
            }
            let key = (self.ranks[item], size - need);
            if size > 0 && best.is_none_or(|(least, _)| key < least) {
                best = Some((key, item));
            }
        }
        best.map_or(End::Solution, |(_, item)| End::Branch(item))
    }
}

/// A certificate that is being written.
struct Writer<'a> {
    tables: Tables<'a>,
    /// The waiting states by the number of uses left.
    levels: Vec<Level>,
    /// Number of waiting states.
    waiting: usize,
    /// Number of nodes that were named.
    named: u64,
    solutions: Natural,
    /// The line of the node in work.
    line: String,
}

impl Writer<'_> {
    /// Lets the whole problem wait.
    fn begin(&mut self) -> Result<(), Stop> {
        let state = self.tables.whole();
        // A problem without items to branch on can't be written in Knuth's form.
        let item = match self.tables.end(&state) {
            End::Branch(item) | End::Dead(item) => item,
            End::Solution => 0,
        };
        self.wait(state, item, 1_u64.into())
    }

    fn level(&self, state: &[u64]) -> usize {
        let uses = state[self.tables.uses_start..].iter();
        uses.map(|word| word.count_ones() as usize).sum()
    }

    /// Lets a state wait for its line, if there is memory for it.
    fn wait(&mut self, state: Vec<u64>, item: usize, paths: Natural) -> Result<(), Stop> {
        let level = self.level(&state);
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Level::default);
        }
        self.named += 1;
        self.waiting += 1;
        let node = self.named;
        let waiting = Waiting { node, item, paths };
        let level = &mut self.levels[level];
        // The allocation of an `Rc` can't be tried, so one of several states is tried before it.
        let room = Vec::<u64>::new().try_reserve_exact(4 * state.len());
        let room = room.and_then(|()| level.order.try_reserve(1));
        room.and_then(|()| level.known.try_reserve(1))
            .map_err(|_| Stop::Memory)?;
        let state: State = state.into();
        level.order.push(state.clone());
        level.known.insert(state, waiting);
        Ok(())
    }

    /// Removes the next state that waits: one with the most left, or with the least left if
    /// too many wait.
    fn next(&mut self, too_many: bool) -> Option<(State, Waiting)> {
        let is_left = |level: &Level| !level.order.is_empty();
        let level = match too_many {
            true => self.levels.iter().position(is_left),
            false => self.levels.iter().rposition(is_left),
        };
        let level = level?;
        if !too_many {
            self.levels.truncate(level + 1);
        }
        let level = &mut self.levels[level];
        let state = level.order.pop()?;
        let waiting = level.known.remove(&state)?;
        if level.order.is_empty() {
            *level = Level::default(); // frees its table
        }
        self.waiting -= 1;
        Some((state, waiting))
    }

    /// Makes the line of a node. Calls `check` at each edge.
    fn node(
        &mut self,
        state: &State,
        waiting: &Waiting,
        check: &dyn Fn() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Waiting {
            node,
            item,
            ref paths,
        } = *waiting;
        self.line.clear();
        let name = self.tables.problem.name(super::Item::new(item));
        let _ = write!(self.line, "{node} {name}");
        let may_end = self.tables.need(item, state) == 0;
        let mut rest = state.to_vec();
        for part in 0..self.tables.parts[item].len() {
            let (word, mask) = self.tables.parts[item][part];
            let mut fitting = state[word] & mask;
            while fitting != 0 {
                check()?;
                let option = OptionId::new(64 * word + fitting.trailing_zeros() as usize);
                let mut next = rest.clone();
                self.tables.choose(option, &mut next);
                rest[word] &= !(fitting & fitting.wrapping_neg());
                fitting &= fitting - 1;
                self.edge(option.index() + 1, next, paths)?;
            }
        }
        if may_end {
            let uses = self.tables.uses[item].clone();
            uses.for_each(|one| rest[one / 64] &= !(1 << (one % 64)));
            self.edge(0, rest, paths)?;
        }
        self.line.push('\n');
        Ok(())
    }

    fn edge(&mut self, option: usize, state: Vec<u64>, paths: &Natural) -> Result<(), Stop> {
        let level = self.level(&state);
        let known = self
            .levels
            .get_mut(level)
            .and_then(|level| level.known.get_mut(&state[..]));
        let _ = match known {
            Some(waiting) => {
                waiting.paths.add(paths);
                write!(self.line, " {option}:{}", waiting.node)
            }
            None => match self.tables.end(&state) {
                End::Solution => {
                    self.solutions.add(paths);
                    write!(self.line, " {option}.")
                }
                End::Dead(item) => {
                    let name = self.tables.problem.name(super::Item::new(item));
                    write!(self.line, " {option}!{name}")
                }
                End::Branch(item) => {
                    self.wait(state, item, paths.clone())?;
                    write!(self.line, " {option}:{}", self.named)
                }
            },
        };
        Ok(())
    }
}
