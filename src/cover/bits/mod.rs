//! Exact cover with sets of options as bits.
//!
//! A state of the search is the set of options that may still be taken. To take
//! one is to keep those that go beside it: one "and" of bits. The size of an
//! item is the number of bits that its options and the state have in common.
//! Colours need nothing more: they say which options go beside each other.
//!
//! The tree is that of [`dlx`](super::dlx) under
//! [`Choice::Smallest`](super::Choice::Smallest): same nodes, but the options of
//! an item may be tried in another order, that of the bits. Up to a few thousand
//! options this is many times faster; beyond, sets get too long, and the search
//! refuses to begin.
//!
//! An update is a size that is counted again. Going back is free: each level keeps its own state. Sizes are counted again
//! only for the items that the option taken can have changed.

mod tables;

use super::search::{Search, Stats, share_done};
use super::{ExactCover, OptionId};
use crate::budget::{Budget, Stop};
use std::sync::Arc;

pub use tables::MAX_OPTIONS;
pub(super) use tables::{Part, Tables};

/// How many nodes may pass before the budget's clock is read again.
const NODES_PER_CHECK: u64 = 1 << 12;

/// Stands for the size of an item that is covered: larger than any.
const COVERED: u32 = u32::MAX;

/// An item's size with its number, so that the least is the leftmost of the
/// smallest.
fn ranked(size: u32, item: usize) -> u32 {
    size << 16 | item as u32
}

/// An option to branch on.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// The item.
    item: u32,
    /// The part of its options that is walked, and what is left of it.
    part: u32,
    left: u64,
    /// The option taken.
    option: u32,
    /// How many of how many options were tried.
    tried: u16,
    size: u16,
}

/// Where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The root has not been entered.
    Root,
    /// Try the next option of the last frame.
    Try,
    /// Nothing is left to try.
    Done,
}

/// A search for the solutions of one problem.
#[derive(Clone)]
pub struct Bits {
    tables: Arc<Tables>,
    /// At each level, the options that may still be taken.
    alive: Vec<u64>,
    /// At each level, the primary items that are not covered.
    open: Vec<u64>,
    /// At each level, the size of each item, [`ranked`].
    sizes: Vec<u32>,
    frames: Vec<Frame>,
    /// How many frames are in use.
    depth: usize,
    next: Next,
    stats: Stats,
    solution: Vec<OptionId>,
}

impl Bits {
    /// A search that has not begun; none if the problem has more than
    /// [`MAX_OPTIONS`] options, or bounds.
    pub fn new(problem: &ExactCover) -> Option<Bits> {
        let tables = Tables::new(problem)?;
        let mut bits = Bits {
            alive: Vec::new(),
            open: Vec::new(),
            sizes: Vec::new(),
            frames: Vec::new(),
            depth: 0,
            next: Next::Root,
            stats: Stats::default(),
            solution: Vec::new(),
            tables: Arc::new(tables),
        };
        bits.make_room();
        Some(bits)
    }

    /// Makes room for one level more than there are frames.
    #[cold]
    fn make_room(&mut self) {
        let levels = self.frames.len() + 1;
        self.alive.resize(levels * self.tables.option_words, 0);
        self.open.resize(levels * self.tables.item_words, 0);
        self.sizes.resize(levels * self.tables.items, COVERED);
    }

    /// Enters the root: whether that is a solution already.
    fn enter_root(&mut self) -> bool {
        let tables = Arc::clone(&self.tables);
        self.stats.nodes = 1;
        self.next = Next::Done;
        for place in 0..tables.options.len() {
            self.alive[place / 64] |= 1 << (place % 64);
        }
        for item in 0..tables.items {
            self.open[item / 64] |= 1 << (item % 64);
            let parts = tables.parts(item).iter();
            self.stats.updates += 1;
            let size = parts.map(|part| part.mask.count_ones()).sum();
            if size == 0 {
                return false;
            }
            self.sizes[item] = ranked(size, item);
        }
        if tables.items == 0 {
            self.stats.solutions = 1;
            return true;
        }
        self.branch();
        self.next = Next::Try;
        false
    }

    /// Opens a frame for the leftmost of the smallest items of this level.
    #[inline(always)]
    fn branch(&mut self) {
        let tables = &*self.tables;
        let sizes = &self.sizes[self.depth * tables.items..][..tables.items];
        let least = sizes.iter().fold(COVERED, |least, &size| least.min(size));
        let item = (least & 0xFFFF) as usize;
        let alive = &self.alive[self.depth * tables.option_words..][..tables.option_words];
        let first = tables.parts(item)[0];
        let frame = Frame {
            item: item as u32,
            part: 0,
            left: first.mask & alive[first.word as usize],
            option: 0,
            tried: 0,
            size: (least >> 16) as u16,
        };
        match self.frames.get_mut(self.depth) {
            Some(free) => *free = frame,
            None => {
                self.frames.push(frame);
                self.make_room();
            }
        }
        self.depth += 1;
    }

    /// The next option of the last frame.
    #[inline(always)]
    fn next_option(&mut self) -> Option<usize> {
        let tables = &*self.tables;
        let frame = &mut self.frames[self.depth - 1];
        if frame.tried == frame.size {
            return None;
        }
        let parts = tables.parts(frame.item as usize);
        let alive = &self.alive[(self.depth - 1) * tables.option_words..][..tables.option_words];
        while frame.left == 0 {
            frame.part += 1;
            let part = parts[frame.part as usize];
            frame.left = part.mask & alive[part.word as usize];
        }
        let word = parts[frame.part as usize].word;
        let option = word as usize * 64 + frame.left.trailing_zeros() as usize;
        frame.left &= frame.left - 1;
        frame.tried += 1;
        frame.option = option as u32;
        Some(option)
    }

    /// Makes the state of the next level from that of the last frame's, with
    /// this option taken. False if an item has no option left.
    #[inline(always)]
    fn take(&mut self, option: usize) -> bool {
        let Bits {
            tables,
            alive,
            open,
            sizes,
            depth,
            stats,
            ..
        } = self;
        let tables = &**tables;
        let level = *depth - 1;
        let (old, new) = alive[level * tables.option_words..][..2 * tables.option_words]
            .split_at_mut(tables.option_words);
        for ((new, old), beside) in new.iter_mut().zip(old).zip(tables.beside(option)) {
            *new = *old & beside;
        }
        let (old_open, new_open) = open[level * tables.item_words..][..2 * tables.item_words]
            .split_at_mut(tables.item_words);
        for ((new, old), covers) in new_open
            .iter_mut()
            .zip(&*old_open)
            .zip(tables.covers(option))
        {
            *new = *old & !covers;
        }
        let (old_sizes, new_sizes) =
            sizes[level * tables.items..][..2 * tables.items].split_at_mut(tables.items);
        new_sizes.copy_from_slice(old_sizes);
        for (place, (open, touched)) in new_open.iter().zip(tables.touches(option)).enumerate() {
            let mut rest = open & touched;
            stats.updates += u64::from(rest.count_ones());
            while rest != 0 {
                let item = place * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let mut size = 0;
                for part in tables.parts(item) {
                    // SAFETY: a part's word is that of an option, and `new`
                    // has a word for each option.
                    let word = unsafe { new.get_unchecked(part.word as usize) };
                    size += (word & part.mask).count_ones();
                }
                if size == 0 {
                    return false;
                }
                new_sizes[item] = ranked(size, item);
            }
        }
        for (place, (old, new)) in old_open.iter().zip(&*new_open).enumerate() {
            let mut rest = old & !new;
            while rest != 0 {
                new_sizes[place * 64 + rest.trailing_zeros() as usize] = COVERED;
                rest &= rest - 1;
            }
        }
        true
    }

    /// The search, up to the next solution.
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
                    if self.enter_root() {
                        return Ok(true);
                    }
                    continue;
                }
                Next::Try => {}
            }
            let Some(option) = self.next_option() else {
                self.depth -= 1;
                if self.depth == 0 {
                    self.next = Next::Done;
                }
                continue;
            };
            self.stats.nodes += 1;
            if !self.take(option) {
                continue;
            }
            let open = &self.open[self.depth * self.tables.item_words..][..self.tables.item_words];
            if open.iter().all(|&word| word == 0) {
                self.stats.solutions += 1;
                return Ok(true);
            }
            self.branch();
        }
    }

    /// [`Bits::run`] for processors that count bits in one step.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,sse4.1")]
    fn run_wide(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.run(budget)
    }
}

impl Search for Bits {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("sse4.1")
        {
            // SAFETY: the processor has what the function asks for.
            return unsafe { self.run_wide(budget) };
        }
        self.run(budget)
    }

    fn solution(&mut self) -> &[OptionId] {
        let options = self.frames[..self.depth].iter();
        self.solution.clear();
        self.solution
            .extend(options.map(|frame| self.tables.options[frame.option as usize]));
        &self.solution
    }

    fn stats(&self) -> Stats {
        self.stats
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
