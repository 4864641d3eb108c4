//! Items that are covered several times, with sets of options as bit sets.
//!
//! A state is the set of options that may still be chosen, and for each primary item its *bound*,
//! the number of times that it may still be covered. An item *needs* as many further options as
//! its bound exceeds its *slack*, the difference of its bounds in the problem. An item that needs
//! all options that it has left is forced: they are chosen at once, in the same state. No option
//! is left in a solution.
//!
//! The search branches on an option: it is chosen, or else it is excluded. It is an option of the
//! item for which the number of options beyond those that it needs is least, as in Knuth's
//! `ssmcc`. So each set of options is found once.

use super::super::search::{Search, SearchStats};
use super::super::{ExactCover, OptionId};
use super::NODES_PER_CHECK;
#[cfg(target_arch = "x86_64")]
use super::has_wide_instructions;
use super::tables::Tables;
use crate::budget::{Budget, Stop};

/// The rank of an item of which no further option can be chosen.
const CLOSED: u64 = u64::MAX;

/// The part of a rank that is subtracted from [`u16::MAX`] for the number of options left.
const SIZE: u32 = 16;

/// A branch on the current path of the search.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// The option that is chosen, and excluded afterwards.
    option: u32,
    /// Number of options chosen above the branch.
    taken: u32,
    /// The estimated share of the level's tree that was done before, 0 where the level is new, and
    /// that of the branch.
    before: f64,
    part: f64,
}

/// The next action of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The root has not been entered.
    Root,
    /// Branch in the state of the last level.
    Branch,
    /// Leave the last level, and exclude the option of the level above.
    Leave,
    /// Every possibility was tried.
    Done,
}

/// A search for the solutions of a problem that may have bounds.
#[derive(Debug)]
pub struct Bounded {
    tables: Tables,
    /// For each primary item, its greatest number of options in a solution, and its slack.
    highs: Vec<u32>,
    slacks: Vec<u32>,
    /// For each level, the options that may still be chosen.
    alive: Vec<u64>,
    /// For each level, the primary items of which further options can be chosen.
    open: Vec<u64>,
    /// For each level and primary item, its bound and its [rank](Bounded::count).
    bounds: Vec<u32>,
    ranks: Vec<u64>,
    frames: Vec<Frame>,
    /// Number of frames in use.
    depth: usize,
    /// The chosen options.
    taken: Vec<u32>,
    /// The items that need all options that they have left.
    forced: Vec<u64>,
    /// The items that lose options.
    touched: Vec<u64>,
    next: Next,
    stats: SearchStats,
    solution: Vec<OptionId>,
}

impl Bounded {
    /// Creates a search, which has not begun. Returns `None` if the problem has more than
    /// [`MAX_OPTIONS`](super::MAX_OPTIONS) options.
    pub fn new(problem: &ExactCover) -> Option<Bounded> {
        let tables = Tables::with_bounds(problem)?;
        let all = vec![u64::MAX; tables.option_words];
        let bounds = problem.items().take(tables.items).map(|item| {
            let size = size(&tables, item.index(), &all);
            // A bound above the number of options means the same as the limit set here.
            let bounds = problem.bounds(item);
            let low = bounds.low.min(size + 1);
            let high = bounds.high.min(low.max(size));
            (high, high - low)
        });
        let (highs, slacks) = bounds.unzip();
        let mut bounded = Bounded {
            highs,
            slacks,
            alive: Vec::new(),
            open: Vec::new(),
            bounds: Vec::new(),
            ranks: Vec::new(),
            frames: Vec::new(),
            depth: 0,
            taken: Vec::new(),
            forced: vec![0; tables.item_words],
            touched: vec![0; tables.item_words],
            next: Next::Root,
            stats: SearchStats::default(),
            solution: Vec::new(),
            tables,
        };
        bounded.make_room();
        Some(bounded)
    }

    /// Allocates one more level than there are frames.
    #[cold]
    fn make_room(&mut self) {
        let levels = self.frames.len() + 1;
        self.alive.resize(levels * self.tables.option_words, 0);
        self.open.resize(levels * self.tables.item_words, 0);
        self.bounds.resize(levels * self.tables.items, 0);
        self.ranks.resize(levels * self.tables.items, CLOSED);
    }

    /// Enters the root. Returns `false` if there is no solution.
    fn enter_root(&mut self) -> bool {
        self.stats.nodes = 1;
        for place in 0..self.tables.options.len() {
            self.alive[place / 64] |= 1 << (place % 64);
        }
        self.bounds[..self.tables.items].copy_from_slice(&self.highs);
        for item in 0..self.tables.items {
            self.open[item / 64] |= 1 << (item % 64);
            let size = size(&self.tables, item, &self.alive);
            if !self.count(item, size) {
                return false;
            }
        }
        self.settle()
    }

    /// Branches in the state of the last level. If no option is left, returns `true`: this is a
    /// solution.
    #[inline(always)]
    fn branch(&mut self) -> bool {
        let Tables {
            option_words,
            item_words,
            items,
            ..
        } = self.tables;
        let level = self.depth;
        let ranks = &self.ranks[level * items..][..items];
        let least = ranks.iter().fold(CLOSED, |least, &rank| least.min(rank));
        if least == CLOSED {
            self.stats.solutions += 1;
            self.next = Next::Leave;
            return true;
        }
        let option = self.first_option((least & 0xFFFF) as usize);
        if level == self.frames.len() {
            self.frames.push(Frame::default());
            self.make_room();
        }
        let frame = &mut self.frames[level];
        frame.option = option as u32;
        frame.taken = self.taken.len() as u32;
        frame.part = (1.0 - frame.before) / (least >> 48) as f64;
        copy(&mut self.alive, level, option_words);
        copy(&mut self.open, level, item_words);
        copy(&mut self.bounds, level, items);
        copy(&mut self.ranks, level, items);
        self.depth += 1;
        self.next = match self.take(option) && self.settle() {
            true => Next::Branch,
            false => Next::Leave,
        };
        if let Some(below) = self.frames.get_mut(self.depth) {
            below.before = 0.0;
        }
        false
    }

    /// Leaves the last level, and excludes the option that led to it.
    #[inline(always)]
    fn leave(&mut self) {
        if self.depth == 0 {
            self.next = Next::Done;
            return;
        }
        self.depth -= 1;
        let frame = &mut self.frames[self.depth];
        frame.before += frame.part;
        self.taken.truncate(frame.taken as usize);
        let option = frame.option as usize;
        self.next = match self.exclude(option) && self.settle() {
            true => Next::Branch,
            false => Next::Leave,
        };
    }

    /// Returns an option of an item that may still be chosen.
    #[inline(always)]
    fn first_option(&self, item: usize) -> usize {
        let words = self.tables.option_words;
        let alive = &self.alive[self.depth * words..][..words];
        let first = self.tables.parts(item).iter().find_map(|part| {
            let left = part.mask & alive[part.word as usize];
            (left != 0).then(|| part.word * 64 + left.trailing_zeros())
        });
        first.unwrap_or_default() as usize // an open item has an option left
    }

    /// Excludes an option in the state of the last level. Returns `false` if an item has too few
    /// options left.
    #[inline(always)]
    fn exclude(&mut self, option: usize) -> bool {
        let Tables {
            option_words,
            items,
            ..
        } = self.tables;
        self.alive[self.depth * option_words + option / 64] &= !(1 << (option % 64));
        for place in 0..self.tables.list(option).len() {
            let item = usize::from(self.tables.list(option)[place]);
            let rank = self.ranks[self.depth * items + item];
            let size = u32::from(u16::MAX - (rank >> SIZE) as u16);
            if !self.count(item, size - 1) {
                return false;
            }
        }
        true
    }

    /// Chooses the options of items that need all that they have left. Returns `false` if an item
    /// has too few.
    #[inline(always)]
    fn settle(&mut self) -> bool {
        loop {
            let words = self.tables.item_words;
            let open = &self.open[self.depth * words..][..words];
            let mut words = self.forced.iter().zip(open).enumerate();
            let forced = words.find_map(|(place, (forced, open))| {
                let both = forced & open;
                (both != 0).then(|| place * 64 + both.trailing_zeros() as usize)
            });
            let Some(item) = forced else {
                self.forced.fill(0);
                return true;
            };
            let option = self.first_option(item);
            if !self.take(option) {
                return false;
            }
        }
    }

    /// Chooses an option in the state of the last level. Returns `false` if an item has too few
    /// options left.
    #[inline(always)]
    fn take(&mut self, option: usize) -> bool {
        let tables = &self.tables;
        let alive = &mut self.alive[self.depth * tables.option_words..][..tables.option_words];
        let open = &mut self.open[self.depth * tables.item_words..][..tables.item_words];
        let bounds = &mut self.bounds[self.depth * tables.items..][..tables.items];
        let ranks = &mut self.ranks[self.depth * tables.items..][..tables.items];
        self.stats.nodes += 1;
        self.taken.push(option as u32);
        for (alive, beside) in alive.iter_mut().zip(tables.beside(option)) {
            *alive &= beside;
        }
        alive[option / 64] &= !(1 << (option % 64));
        let both = tables.touches(option).iter().zip(tables.covers(option));
        for (touched, (touches, covers)) in self.touched.iter_mut().zip(both) {
            *touched = touches | covers;
        }
        for &item in tables.list(option) {
            let item = usize::from(item);
            bounds[item] -= 1;
            if bounds[item] > 0 {
                continue;
            }
            open[item / 64] &= !(1 << (item % 64));
            ranks[item] = CLOSED;
            // If the item was to be covered once from the start, nothing is left here.
            for part in tables.parts(item) {
                let mut gone = alive[part.word as usize] & part.mask;
                alive[part.word as usize] &= !part.mask;
                while gone != 0 {
                    let other = part.word as usize * 64 + gone.trailing_zeros() as usize;
                    gone &= gone - 1;
                    for (touched, covers) in self.touched.iter_mut().zip(tables.covers(other)) {
                        *touched |= covers;
                    }
                }
            }
        }
        for place in 0..self.tables.item_words {
            let open = self.open[self.depth * self.tables.item_words + place];
            let mut rest = self.touched[place] & open;
            while rest != 0 {
                let item = place * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let words = self.tables.option_words;
                let alive = &self.alive[self.depth * words..][..words];
                if !self.count(item, size(&self.tables, item, alive)) {
                    return false;
                }
            }
        }
        true
    }

    /// Records the number of options of an item in the state of the last level. Returns `false` if
    /// the item needs more.
    ///
    /// The rank of an item says how soon to branch on it: first its number of branches, if it were
    /// branched on option by option, then its slack, then the longer list, as in `dlx3`.
    #[inline(always)]
    fn count(&mut self, item: usize, size: u32) -> bool {
        let at = self.depth * self.tables.items + item;
        let bound = self.bounds[at];
        let slack = self.slacks[item].min(bound);
        let needed = bound - slack;
        self.stats.updates += 1;
        if size < needed {
            self.forced.fill(0);
            return false;
        }
        if size == 0 {
            self.open[self.depth * self.tables.item_words + item / 64] &= !(1 << (item % 64));
            self.ranks[at] = CLOSED;
            return true;
        }
        self.forced[item / 64] |= u64::from(size == needed) << (item % 64);
        let branches = u64::from(size - needed + 1);
        let short = u64::from(u16::MAX - size as u16);
        self.ranks[at] = branches << 48 | u64::from(slack) << 32 | short << SIZE | item as u64;
        true
    }

    /// Runs the search to the next solution.
    #[inline(always)]
    fn run(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let limit = budget.steps().unwrap_or(u64::MAX);
        let mut check_at = self.stats.nodes;
        loop {
            if self.stats.nodes >= check_at || self.stats.nodes >= limit {
                if let Some(stop) = budget.exhausted(self.stats.nodes) {
                    return Err(stop);
                }
                check_at = self.stats.nodes + NODES_PER_CHECK;
            }
            match self.next {
                Next::Done => return Ok(false),
                Next::Root => {
                    self.next = match self.enter_root() {
                        true => Next::Branch,
                        false => Next::Done,
                    };
                }
                Next::Branch => {
                    if self.branch() {
                        return Ok(true);
                    }
                }
                Next::Leave => self.leave(),
            }
        }
    }

    /// [`Bounded::run`] compiled for processors with an instruction that counts bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,sse4.1")]
    fn run_wide(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.run(budget)
    }
}

/// Returns the number of options of an item among these.
#[inline(always)]
fn size(tables: &Tables, item: usize, alive: &[u64]) -> u32 {
    let parts = tables.parts(item).iter();
    parts
        .map(|part| (part.mask & alive[part.word as usize]).count_ones())
        .sum()
}

/// Copies the state of one level to the next.
#[inline(always)]
fn copy<T: Copy>(states: &mut [T], level: usize, length: usize) {
    let (old, new) = states[level * length..][..2 * length].split_at_mut(length);
    new.copy_from_slice(old);
}

impl Search for Bounded {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        #[cfg(target_arch = "x86_64")]
        if has_wide_instructions() {
            // SAFETY: the processor has the features that the function requires.
            return unsafe { self.run_wide(budget) };
        }
        self.run(budget)
    }

    fn solution(&mut self) -> &[OptionId] {
        self.solution.clear();
        let options = self.taken.iter();
        self.solution
            .extend(options.map(|&option| self.tables.options[option as usize]));
        &self.solution
    }

    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn progress(&self) -> f64 {
        if self.next == Next::Done {
            return 1.0;
        }
        let (mut done, mut part) = (0.0, 1.0);
        for frame in &self.frames[..self.depth] {
            done += part * frame.before;
            part *= frame.part;
        }
        let before = self.frames.get(self.depth).map_or(0.0, |last| last.before);
        match self.next {
            // The rest of this level is done, half of which counts before the level is left.
            Next::Leave => done + part * (1.0 + before) / 2.0,
            _ => done + part * before,
        }
    }
}
