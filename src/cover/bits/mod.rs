//! Exact cover with sets of options as bit sets.
//!
//! A state of the search is the set of options that may still be chosen.
//! Choosing an option keeps the options compatible with it: one bitwise "and".
//! The size of an item is the number of bits common to its options and the
//! state. Colours need nothing more, since they only determine which options
//! are compatible.
//!
//! If an item has only one option left, this option is chosen at once in the
//! same state, without a level of its own. This is many times faster than lists, but the
//! tables that it needs are quadratic: above some thousands of options they take longer to build
//! than many a search takes, and above [`MAX_OPTIONS`] the search refuses to begin.
//!
//! The sizes of items are stored. They are updated in one of two ways,
//! whichever is less work for the problem. If options exclude few others, the
//! items of each excluded option get smaller by one. Otherwise the bits of all
//! items that an option affects are counted again. An *update* is a size
//! changed or counted in this way. Backtracking is free, because each level has
//! its own state.

#![allow(unsafe_code)] // unchecked access and wider instructions; debug builds check each

mod bounded;
mod tables;

use super::search::{Search, SearchStats, share_done};
use super::{ExactCover, OptionId};
use crate::budget::{Budget, Stop};
use std::sync::Arc;

pub use bounded::Bounded;
pub use tables::{MAX_OPTIONS, MAX_PRODUCT};
pub(super) use tables::{Part, Tables};

/// Number of nodes between two checks of the budget's clock. Chosen by hand:
/// larger numbers notice the end of the budget later, smaller ones read the
/// clock more often.
const NODES_PER_CHECK: u64 = 1 << 12;

/// Marks the size of a covered item. It is larger than any other size, even
/// after every option was subtracted.
const COVERED: u32 = u32::MAX;

/// Every size is less than this, [`ranked`] or not.
const NO_SIZE: u32 = 1 << 31;

/// The value of one option in a [`ranked`] size.
const ONE: u32 = 1 << 16;

/// Combines an item's size with its number, so that the minimum is the leftmost
/// of the smallest items.
fn ranked(size: u32, item: usize) -> u32 {
    size << 16 | item as u32
}

/// An item to branch on, with the position in its list of options.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// The number of the item.
    item: u32,
    /// The current part of the item's options, and the untried options in it.
    part: u32,
    left: u64,
    /// Number of options chosen above this frame.
    taken: u32,
    /// Number of options tried, and `size` the total number.
    tried: u16,
    size: u16,
}

/// The next action of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The root has not been entered.
    Root,
    /// Try the next option of the last frame.
    Try,
    /// Every possibility was tried.
    Done,
}

/// A search for the solutions of a problem.
#[derive(Clone, Debug)]
pub struct Bits {
    tables: Arc<Tables>,
    /// Set if sizes are lowered, not counted again.
    lowers: bool,
    /// For each level, the options that may still be chosen.
    alive: Vec<u64>,
    /// For each level, the primary items that are not covered.
    open: Vec<u64>,
    /// For each level, the size of each item, [`ranked`].
    sizes: Vec<u32>,
    frames: Vec<Frame>,
    /// Number of frames in use.
    depth: usize,
    /// The chosen options.
    taken: Vec<u32>,
    /// The items that have only one option left.
    forced: Vec<u64>,
    next: Next,
    stats: SearchStats,
    solution: Vec<OptionId>,
}

impl Bits {
    /// Creates a search, which has not begun. Returns `None` if the problem has
    /// bounds or more than [`MAX_OPTIONS`] options.
    pub fn new(problem: &ExactCover) -> Option<Bits> {
        let tables = Tables::new(problem)?;
        let mut bits = Bits {
            alive: Vec::new(),
            open: Vec::new(),
            sizes: Vec::new(),
            frames: Vec::new(),
            depth: 0,
            taken: Vec::new(),
            forced: vec![0; tables.item_words],
            next: Next::Root,
            stats: SearchStats::default(),
            solution: Vec::new(),
            lowers: tables.excludes_few(),
            tables: Arc::new(tables),
        };
        bits.make_room();
        Some(bits)
    }

    /// Allocates one more level than there are frames.
    #[cold]
    fn make_room(&mut self) {
        let levels = self.frames.len() + 1;
        self.alive.resize(levels * self.tables.option_words, 0);
        self.open.resize(levels * self.tables.item_words, 0);
        self.sizes.resize(levels * self.tables.items, COVERED);
    }

    /// Enters the root. Returns `true` if it is a solution already.
    fn enter_root<const LOWER: bool>(&mut self) -> bool {
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
            self.forced[item / 64] |= u64::from(size == 1) << (item % 64);
        }
        if !self.settle::<LOWER>(0, None) {
            return false;
        }
        let is_solution = self.branch();
        if self.depth > 0 {
            self.next = Next::Try;
        }
        is_solution
    }

    /// Opens a frame for the leftmost of the smallest items of this level. If
    /// no item is left, returns `true`: this is a solution.
    #[inline(always)]
    fn branch(&mut self) -> bool {
        let tables = &*self.tables;
        let sizes = &self.sizes[self.depth * tables.items..][..tables.items];
        let least = sizes.iter().fold(COVERED, |least, &size| least.min(size));
        if least >= NO_SIZE {
            self.stats.solutions += 1;
            return true;
        }
        let item = (least & 0xFFFF) as usize;
        let alive = &self.alive[self.depth * tables.option_words..][..tables.option_words];
        let first = tables.parts(item)[0];
        let frame = Frame {
            item: item as u32,
            part: 0,
            left: first.mask & alive[first.word as usize],
            taken: self.taken.len() as u32,
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
        false
    }

    /// Returns the next option of the last frame.
    #[inline(always)]
    fn next_option(&mut self) -> Option<usize> {
        let tables = &*self.tables;
        let frame = &mut self.frames[self.depth - 1];
        self.taken.truncate(frame.taken as usize);
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
        Some(option)
    }

    /// Computes the next level's state from that of the last frame: this option
    /// is chosen, and all that this forces. Returns `false` if an item has no
    /// option left.
    #[inline(always)]
    fn take<const LOWER: bool>(&mut self, option: usize) -> bool {
        /// Copies the state of one level to the next.
        fn copy<T: Copy>(states: &mut [T], level: usize, length: usize) {
            let (old, new) = states[level * length..][..2 * length].split_at_mut(length);
            new.copy_from_slice(old);
        }
        let level = self.depth - 1;
        copy(&mut self.alive, level, self.tables.option_words);
        copy(&mut self.open, level, self.tables.item_words);
        copy(&mut self.sizes, level, self.tables.items);
        self.settle::<LOWER>(level + 1, Some(option))
    }

    /// Chooses an option in the state of a level, then the only options of
    /// items, until each uncovered item has at least two. Returns `false` if an
    /// item has none.
    #[inline(always)]
    fn settle<const LOWER: bool>(&mut self, level: usize, mut option: Option<usize>) -> bool {
        let Bits {
            tables,
            alive,
            open,
            sizes,
            taken,
            forced,
            stats,
            ..
        } = self;
        let tables = &**tables;
        let alive = &mut alive[level * tables.option_words..][..tables.option_words];
        let open = &mut open[level * tables.item_words..][..tables.item_words];
        let sizes = &mut sizes[level * tables.items..][..tables.items];
        loop {
            let option = match option.take() {
                Some(option) => option,
                None => {
                    let mut words = forced.iter().zip(&*open).enumerate();
                    let Some((place, both)) = words.find_map(|(place, (forced, open))| {
                        let both = forced & open;
                        (both != 0).then_some((place, both))
                    }) else {
                        forced.fill(0);
                        return true;
                    };
                    let item = place * 64 + both.trailing_zeros() as usize;
                    let only = tables.parts(item).iter().find_map(|part| {
                        let left = part.mask & alive[part.word as usize];
                        (left != 0).then(|| part.word * 64 + left.trailing_zeros())
                    });
                    only.unwrap_or_default() as usize // its size is 1
                }
            };
            stats.nodes += 1;
            taken.push(option as u32);
            for (open, covers) in open.iter_mut().zip(tables.covers(option)) {
                *open &= !covers;
            }
            for &item in tables.list(option) {
                sizes[usize::from(item)] = COVERED;
            }
            let possible = if LOWER {
                lower(tables, option, alive, sizes, forced, stats)
            } else {
                count_again(tables, option, alive, open, sizes, forced, stats)
            };
            if !possible {
                forced.fill(0);
                return false;
            }
        }
    }

    /// Runs the search to the next solution.
    #[inline(always)]
    fn run<const LOWER: bool>(&mut self, budget: &Budget) -> Result<bool, Stop> {
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
                    if self.enter_root::<LOWER>() {
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
            if self.take::<LOWER>(option) && self.branch() {
                return Ok(true);
            }
        }
    }

    /// [`Bits::run`] compiled for processors with an instruction that counts
    /// bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,sse4.1")]
    fn run_wide(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.run_any(budget)
    }

    #[inline(always)]
    fn run_any(&mut self, budget: &Budget) -> Result<bool, Stop> {
        match self.lowers {
            true => self.run::<true>(budget),
            false => self.run::<false>(budget),
        }
    }
}

/// Returns `true` if the processor has the features for which the searches of this module are
/// compiled a second time.
#[cfg(target_arch = "x86_64")]
fn has_wide_instructions() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("sse4.1")
}

/// Removes the options incompatible with this one, and lowers the sizes of
/// their items by one each. Returns `false` if an item has no option left.
#[inline(always)]
fn lower(
    tables: &Tables,
    option: usize,
    alive: &mut [u64],
    sizes: &mut [u32],
    forced: &mut [u64],
    stats: &mut SearchStats,
) -> bool {
    let mut least = COVERED;
    for (place, (alive, beside)) in alive.iter_mut().zip(tables.beside(option)).enumerate() {
        let mut gone = *alive & !beside;
        *alive &= beside;
        while gone != 0 {
            let other = place * 64 + gone.trailing_zeros() as usize;
            gone &= gone - 1;
            let list = tables.list(other);
            stats.updates += list.len() as u64;
            for &item in list {
                let item = usize::from(item);
                let size = sizes[item] - ONE;
                sizes[item] = size;
                least = least.min(size);
                // No branch here: the processor could not predict it.
                forced[item / 64] |= u64::from(size < 2 * ONE) << (item % 64);
            }
            if least < ONE {
                return false;
            }
        }
    }
    true
}

/// Removes the options incompatible with this one, and counts the options of
/// all items that lose some. Returns `false` if an item has no option left.
#[inline(always)]
fn count_again(
    tables: &Tables,
    option: usize,
    alive: &mut [u64],
    open: &[u64],
    sizes: &mut [u32],
    forced: &mut [u64],
    stats: &mut SearchStats,
) -> bool {
    for (alive, beside) in alive.iter_mut().zip(tables.beside(option)) {
        *alive &= beside;
    }
    let touches = open.iter().zip(tables.touches(option));
    for ((place, (open, touched)), forced) in touches.enumerate().zip(forced) {
        let mut rest = open & touched;
        stats.updates += u64::from(rest.count_ones());
        while rest != 0 {
            let item = place * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mut size = 0;
            for part in tables.parts(item) {
                // SAFETY: a part's word is the word of an option, and `alive`
                // has a word for each option.
                let word = unsafe { alive.get_unchecked(part.word as usize) };
                size += (word & part.mask).count_ones();
            }
            if size == 0 {
                return false;
            }
            *forced |= u64::from(size == 1) << (item % 64);
            sizes[item] = ranked(size, item);
        }
    }
    true
}

impl Search for Bits {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        #[cfg(target_arch = "x86_64")]
        if has_wide_instructions() {
            // SAFETY: the processor has the features that the function
            // requires.
            return unsafe { self.run_wide(budget) };
        }
        self.run_any(budget)
    }

    fn solution(&mut self) -> &[OptionId] {
        let options = self.taken.iter();
        self.solution.clear();
        self.solution
            .extend(options.map(|&option| self.tables.options[option as usize]));
        &self.solution
    }

    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn work(&self) -> u64 {
        let words = self.tables.option_words + self.tables.item_words;
        self.stats.nodes * (5 + words as u64) + 4 * self.stats.updates
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A size with all of them is told from that of a covered item.
    #[test]
    #[cfg_attr(miri, ignore = "a hundred megabytes take Miri too long")]
    fn one_item_may_have_all_options() {
        let mut builder = ExactCover::builder();
        builder.primary("a").unwrap();
        for _ in 0..MAX_OPTIONS {
            builder.option_named(["a"]).unwrap();
        }
        let mut bits = Bits::new(&builder.clone().build()).unwrap();
        while bits.advance(&Budget::unlimited()).unwrap() {}
        assert_eq!(bits.stats().solutions, MAX_OPTIONS as u64);
        builder.option_named(["a"]).unwrap();
        assert!(Bits::new(&builder.build()).is_none());
    }
}
