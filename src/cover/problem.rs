//! The exact-cover problem: named items, and options as sets of items.

use super::builder::Builder;
use rustc_hash::FxHashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

/// Greatest length in bytes of the name of an item or a colour. Chosen by hand:
/// longer than any name in Knuth's programs (32).
pub const MAX_NAME: usize = 64;

/// Largest number of items, options, and entries of options together, so that
/// indices of 32 bits suffice for links.
pub const MAX_SIZE: usize = (1 << 30) - 8;

/// Largest sum of the costs of all options, so that costs can be added without
/// overflow.
pub const MAX_COST: u64 = (1 << 62) - 1;

/// An item, identified by its index: primary items first, then the secondary
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item(u32);

impl Item {
    /// Creates the item with this index, from 0. It need not belong to a
    /// problem.
    pub(super) fn new(index: usize) -> Item {
        Item(index as u32)
    }

    /// Returns the index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A colour, identified by its index in the order in which the colours were
/// first named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(NonZeroU32);

impl Color {
    /// Creates the colour with this index, from 0. It need not belong to a
    /// problem.
    pub(super) fn new(index: usize) -> Color {
        Color(NonZeroU32::MIN.saturating_add(index as u32))
    }

    /// Returns the index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// An option, identified by its index in the order in which the options were
/// added.
///
/// *Option* is Knuth's term; the suffix distinguishes it from Rust's `Option`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionId(u32);

impl OptionId {
    /// Creates the option with this index, from 0. It need not belong to a
    /// problem.
    #[inline]
    pub fn new(index: usize) -> OptionId {
        OptionId(index as u32)
    }

    /// Returns the index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Bounds on the number of times that a solution covers a primary item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// Least number of times.
    pub low: u32,
    /// Greatest number of times, not 0.
    pub high: u32,
}

impl Bounds {
    /// Exactly once, as in an exact cover.
    pub const ONCE: Bounds = Bounds { low: 1, high: 1 };
}

/// An exact-cover problem.
///
/// Secondary items may have *colours* in options: options that give an item the
/// same colour are compatible. Primary items may have [`Bounds`] other than
/// exactly once. These are Knuth's generalizations XCC and MCC. Not every
/// engine supports them: see [`has_colors`](ExactCover::has_colors) and
/// [`has_bounds`](ExactCover::has_bounds). Options may have *costs*, which
/// [`Cheapest`](super::Cheapest) adds up and all other searches ignore.
///
/// Items and options keep the order in which they were added, and so do the
/// items of an option, because the order of a search depends on them. Memory is
/// linear in the problem: 4 bytes for each item in an option (8 if there are
/// colours), 4 for each option (12 if there are costs), and the names.
#[derive(Clone, Debug)]
pub struct ExactCover {
    /// The names of the items; shared with problems that have the same items.
    pub(super) names: Arc<Vec<Box<str>>>,
    pub(super) by_name: Arc<FxHashMap<Box<str>, Item>>,
    pub(super) primary: usize,
    /// The bounds of the primary items; empty if all are covered exactly once.
    pub(super) bounds: Vec<Bounds>,
    /// The items of all options, option after option.
    pub(super) entries: Vec<Item>,
    /// The colour of each entry; empty if none has a colour.
    pub(super) colors: Vec<Option<Color>>,
    /// End of each option in `entries`.
    pub(super) ends: Vec<u32>,
    pub(super) color_names: Vec<Box<str>>,
    /// The cost of each option; empty if all are 0.
    pub(super) costs: Vec<u64>,
    /// The label of each option, empty for an option without; empty if none has one.
    pub(super) labels: Vec<Box<str>>,
}

impl ExactCover {
    /// Returns a builder of a problem without items.
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// Returns the number of items, primary and secondary.
    pub fn num_items(&self) -> usize {
        self.names.len()
    }

    /// Returns the number of primary items, which come first.
    pub fn num_primary(&self) -> usize {
        self.primary
    }

    /// Returns the number of options.
    pub fn num_options(&self) -> usize {
        self.ends.len()
    }

    /// Returns the total number of items in all options: the number of 1s in
    /// the matrix.
    pub fn num_entries(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if an option gives a colour to an item.
    pub fn has_colors(&self) -> bool {
        !self.colors.is_empty()
    }

    /// Returns `true` if a primary item has bounds other than exactly once.
    pub fn has_bounds(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// Returns `true` if an option has a cost other than 0.
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// Returns the cost of an option, 0 if none was given. The costs of all options add
    /// up to at most [`MAX_COST`].
    pub fn cost(&self, option: OptionId) -> u64 {
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// Returns the name of an option, if it has one: the name of a set or of a row.
    pub fn label(&self, option: OptionId) -> Option<&str> {
        let label = self.labels.get(option.index())?;
        Some(&**label).filter(|label| !label.is_empty())
    }

    /// Returns the same problem in which each option costs 1, so that the cheapest
    /// solutions have the fewest options.
    #[must_use]
    pub fn with_unit_costs(mut self) -> ExactCover {
        self.costs = vec![1; self.num_options()];
        self
    }

    /// Iterates over the items, primary ones first.
    pub fn items(&self) -> impl ExactSizeIterator<Item = Item> + Clone + use<> {
        (0..self.num_items()).map(Item::new)
    }

    /// Iterates over the options in the order in which they were added.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + Clone + use<> {
        (0..self.num_options()).map(OptionId::new)
    }

    /// Returns the range of an option's entries.
    fn range(&self, option: OptionId) -> std::ops::Range<usize> {
        let index = option.index();
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1] as usize,
        };
        start..self.ends[index] as usize
    }

    /// Returns the items of an option in the order in which they were given.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[inline]
    pub fn option(&self, option: OptionId) -> &[Item] {
        &self.entries[self.range(option)]
    }

    /// Iterates over the items of an option, each with the colour that the
    /// option gives it.
    ///
    /// # Panics
    /// If the problem has no such option.
    pub fn colored(
        &self,
        option: OptionId,
    ) -> impl ExactSizeIterator<Item = (Item, Option<Color>)> + Clone {
        self.range(option).map(|entry| {
            let color = self.colors.get(entry).copied().flatten();
            (self.entries[entry], color)
        })
    }

    /// Returns `true` if the item is primary, so that every solution must cover it.
    #[inline]
    pub fn is_primary(&self, item: Item) -> bool {
        item.index() < self.primary
    }

    /// Returns how often a solution covers a primary item: exactly once unless
    /// the problem has bounds. The result has no meaning for a secondary item.
    pub fn bounds(&self, item: Item) -> Bounds {
        self.bounds
            .get(item.index())
            .copied()
            .unwrap_or(Bounds::ONCE)
    }

    /// Returns `true` if a solution may contain the option: it contains a
    /// primary item.
    ///
    /// A search branches on primary items only, so it never chooses an option
    /// without any. Such an option is in no solution, as in Knuth's programs.
    pub fn may_be_chosen(&self, option: OptionId) -> bool {
        self.option(option)
            .iter()
            .any(|&item| self.is_primary(item))
    }

    /// Returns the name of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    pub fn name(&self, item: Item) -> &str {
        &self.names[item.index()]
    }

    /// Returns the name of a colour.
    ///
    /// # Panics
    /// If the problem has no such colour.
    pub fn color_name(&self, color: Color) -> &str {
        &self.color_names[color.index()]
    }

    /// Returns the item with this name.
    pub fn item(&self, name: &str) -> Option<Item> {
        self.by_name.get(name).copied()
    }

    /// Returns an option as the names of its items, separated by blanks. A
    /// coloured item is written `item:color`.
    ///
    /// # Panics
    /// If the problem has no such option.
    pub fn text(&self, option: OptionId) -> String {
        let words = self.colored(option).map(|entry| self.word(entry));
        words.collect::<Vec<String>>().join(" ")
    }

    /// Returns an item of an option as a word: `item` or `item:color`.
    pub fn word(&self, (item, color): (Item, Option<Color>)) -> String {
        let name = self.name(item);
        match color {
            None => name.to_owned(),
            Some(color) => format!("{name}:{}", self.color_name(color)),
        }
    }

    /// Returns a problem with some of the items, primary ones first, and without options.
    pub(super) fn with_items(&self, items: &[Item]) -> ExactCover {
        let primary = items.partition_point(|&item| self.is_primary(item));
        let bounds = items[..primary].iter().map(|&item| self.bounds(item));
        let mut bounds: Vec<Bounds> = bounds.collect();
        if bounds.iter().all(|&bounds| bounds == Bounds::ONCE) {
            bounds.clear();
        }
        let names = items.iter().map(|&item| self.name(item).into());
        ExactCover {
            names: Arc::new(names.collect()),
            by_name: Arc::default(),
            primary,
            bounds,
            entries: Vec::new(),
            colors: Vec::new(),
            ends: Vec::new(),
            color_names: self.color_names.clone(),
            costs: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Returns the number of items, options, and entries of options.
    pub(super) fn size(&self) -> usize {
        self.names.len() + self.ends.len() + self.entries.len()
    }
}

/// Two problems are equal if they have the same items and options in the same order,
/// whatever the labels of the options.
impl PartialEq for ExactCover {
    fn eq(&self, other: &ExactCover) -> bool {
        self.names == other.names
            && self.primary == other.primary
            && self.bounds == other.bounds
            && self.costs == other.costs
            && self.entries == other.entries
            && self.ends == other.ends
            && self.has_colors() == other.has_colors()
            && (self.color_names == other.color_names && self.colors == other.colors
                || self.options().all(|option| {
                    let name = |color: &ExactCover, entry: (Item, Option<Color>)| {
                        entry.1.map(|c| color.color_name(c).to_owned())
                    };
                    let theirs = other.colored(option).map(|entry| name(other, entry));
                    self.colored(option)
                        .map(|entry| name(self, entry))
                        .eq(theirs)
                }))
    }
}

impl Eq for ExactCover {}
