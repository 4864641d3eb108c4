//! The instance: items with names, options as sets of items.

use super::builder::Builder;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

/// The longest name of an item or a colour, in bytes.
pub const MAX_NAME: usize = 64;

/// The most that items, options and the items within options may number
/// together, so that links of 32 bits reach them all.
pub const MAX_SIZE: usize = (1 << 30) - 8;

/// An item, by its place: primary items first, then the secondary ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item(u32);

impl Item {
    /// The item at this place, from 0. It need not be one of any problem.
    pub(super) fn new(index: usize) -> Item {
        Item(index as u32)
    }

    /// The place, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A colour, by the order in which the problem's colours were first named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(NonZeroU32);

impl Color {
    /// The colour at this place, from 0. It need not be one of any problem.
    pub(super) fn new(index: usize) -> Color {
        Color(NonZeroU32::MIN.saturating_add(index as u32))
    }

    /// The place, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// An option, by its place in the order in which the options were given.
///
/// Knuth's word; the "Id" sets it off from Rust's `Option`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionId(u32);

impl OptionId {
    /// The option at this place, from 0. It need not be one of any problem.
    #[inline]
    pub fn new(index: usize) -> OptionId {
        OptionId(index as u32)
    }

    /// The place, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How often a primary item is to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// At least so often.
    pub low: u32,
    /// At most so often, which is not 0.
    pub high: u32,
}

impl Bounds {
    /// Exactly once, as in an exact cover.
    pub const ONCE: Bounds = Bounds { low: 1, high: 1 };
}

/// An exact-cover problem.
///
/// Secondary items may have *colours* in options: options that give an item
/// the same colour go together. Primary items may have [`Bounds`] other than
/// exactly once. Each is Knuth's generalization (XCC, and MCC), and not every
/// engine solves it: see [`has_colors`](ExactCover::has_colors) and
/// [`has_bounds`](ExactCover::has_bounds).
///
/// Items and options keep the order in which they were given, and so do the
/// items of an option: the order of a search depends on them. Memory is linear
/// in the instance: 4 bytes for each item in an option (8 where there are
/// colours), 4 for each option, and the names.
#[derive(Clone, Debug)]
pub struct ExactCover {
    /// Shared with problems that have the same items.
    pub(super) names: Arc<Vec<Box<str>>>,
    pub(super) by_name: Arc<HashMap<Box<str>, Item>>,
    pub(super) primary: usize,
    /// The bounds of the primary items, or nothing if all are covered once.
    pub(super) bounds: Vec<Bounds>,
    /// The items of all options, option after option.
    pub(super) entries: Vec<Item>,
    /// The colour of each entry, or nothing if none has any.
    pub(super) colors: Vec<Option<Color>>,
    /// Where each option ends in `entries`.
    pub(super) ends: Vec<u32>,
    pub(super) color_names: Vec<Box<str>>,
}

impl ExactCover {
    /// A builder of a problem without items.
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// How many items there are, primary and secondary.
    pub fn num_items(&self) -> usize {
        self.names.len()
    }

    /// How many items are primary; they come first.
    pub fn num_primary(&self) -> usize {
        self.primary
    }

    /// How many options there are.
    pub fn num_options(&self) -> usize {
        self.ends.len()
    }

    /// How many items the options have in all: the 1s of the matrix.
    pub fn num_entries(&self) -> usize {
        self.entries.len()
    }

    /// How many colours were named.
    pub fn num_colors(&self) -> usize {
        self.color_names.len()
    }

    /// Whether any option gives an item a colour.
    pub fn has_colors(&self) -> bool {
        !self.colors.is_empty()
    }

    /// Whether any primary item has bounds other than exactly once.
    pub fn has_bounds(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// The items, primary ones first.
    pub fn items(&self) -> impl ExactSizeIterator<Item = Item> + Clone + use<> {
        (0..self.num_items()).map(Item::new)
    }

    /// The options, in the order in which they were given.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + Clone + use<> {
        (0..self.num_options()).map(OptionId::new)
    }

    /// Where an option's entries are.
    fn range(&self, option: OptionId) -> std::ops::Range<usize> {
        let index = option.index();
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1] as usize,
        };
        start..self.ends[index] as usize
    }

    /// The items of an option, in the order in which they were given.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[inline]
    pub fn option(&self, option: OptionId) -> &[Item] {
        &self.entries[self.range(option)]
    }

    /// The items of an option with the colours that it gives them.
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

    /// Whether the item must be covered; a secondary one may.
    #[inline]
    pub fn is_primary(&self, item: Item) -> bool {
        item.index() < self.primary
    }

    /// How often a primary item is to be covered: exactly once, unless the
    /// problem says otherwise. For a secondary item it says nothing.
    pub fn bounds(&self, item: Item) -> Bounds {
        self.bounds
            .get(item.index())
            .copied()
            .unwrap_or(Bounds::ONCE)
    }

    /// Whether a search may take the option: it has a primary item.
    ///
    /// No primary item ever asks for an option of secondary items alone (or of
    /// none), so it is in no solution, as in Knuth's programs.
    pub fn may_be_chosen(&self, option: OptionId) -> bool {
        self.option(option)
            .iter()
            .any(|&item| self.is_primary(item))
    }

    /// The name of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    pub fn name(&self, item: Item) -> &str {
        &self.names[item.index()]
    }

    /// The name of a colour.
    ///
    /// # Panics
    /// If the problem has no such colour.
    pub fn color_name(&self, color: Color) -> &str {
        &self.color_names[color.index()]
    }

    /// The item with this name.
    pub fn item(&self, name: &str) -> Option<Item> {
        self.by_name.get(name).copied()
    }

    /// An option as the names of its items, with blanks between; a coloured
    /// item as `item:color`.
    ///
    /// # Panics
    /// If the problem has no such option.
    pub fn text(&self, option: OptionId) -> String {
        let words = self.colored(option).map(|entry| self.word(entry));
        words.collect::<Vec<String>>().join(" ")
    }

    /// An item of an option as a word: `item`, or `item:color`.
    pub fn word(&self, (item, color): (Item, Option<Color>)) -> String {
        let name = self.name(item);
        match color {
            None => name.to_owned(),
            Some(color) => format!("{name}:{}", self.color_name(color)),
        }
    }

    /// Items, options and the items within options.
    pub(super) fn size(&self) -> usize {
        self.names.len() + self.ends.len() + self.entries.len()
    }
}

/// Two problems are equal if they have the same items and options in the same order.
impl PartialEq for ExactCover {
    fn eq(&self, other: &ExactCover) -> bool {
        self.names == other.names
            && self.primary == other.primary
            && self.bounds == other.bounds
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
