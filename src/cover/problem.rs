//! The instance: items with names, options as sets of items.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use thiserror::Error;

/// The longest name of an item, in bytes.
pub const MAX_NAME: usize = 64;

/// The most that items, options and the items within options may number
/// together, so that links of 32 bits reach them all.
pub const MAX_SIZE: usize = (1 << 31) - 1;

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

/// An exact-cover problem.
///
/// Items and options keep the order in which they were given, and so do the
/// items of an option: the order of a search depends on them. Memory is linear
/// in the instance: 4 bytes for each item in an option, 4 for each option, and
/// the names.
#[derive(Clone, Debug)]
pub struct ExactCover {
    names: Vec<Box<str>>,
    by_name: HashMap<Box<str>, Item>,
    primary: usize,
    /// The items of all options, option after option.
    entries: Vec<Item>,
    /// Where each option ends in `entries`.
    ends: Vec<u32>,
}

impl ExactCover {
    /// A builder of a problem without items.
    pub fn builder() -> Builder {
        Builder {
            problem: ExactCover {
                names: Vec::new(),
                by_name: HashMap::new(),
                primary: 0,
                entries: Vec::new(),
                ends: Vec::new(),
            },
            last_in: Vec::new(),
        }
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

    /// The items, primary ones first.
    pub fn items(&self) -> impl ExactSizeIterator<Item = Item> + Clone {
        (0..self.num_items()).map(Item::new)
    }

    /// The options, in the order in which they were given.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + Clone {
        (0..self.num_options()).map(OptionId::new)
    }

    /// The items of an option, in the order in which they were given.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[inline]
    pub fn option(&self, option: OptionId) -> &[Item] {
        let index = option.index();
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1] as usize,
        };
        &self.entries[start..self.ends[index] as usize]
    }

    /// Whether the item must be covered; a secondary one may.
    #[inline]
    pub fn is_primary(&self, item: Item) -> bool {
        item.index() < self.primary
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

    /// The item with this name.
    pub fn item(&self, name: &str) -> Option<Item> {
        self.by_name.get(name).copied()
    }

    /// An option as the names of its items, with blanks between.
    ///
    /// # Panics
    /// If the problem has no such option.
    pub fn text(&self, option: OptionId) -> String {
        let names: Vec<&str> = self
            .option(option)
            .iter()
            .map(|&item| self.name(item))
            .collect();
        names.join(" ")
    }
}

/// Two problems are equal if they have the same items and options in the same order.
impl PartialEq for ExactCover {
    fn eq(&self, other: &ExactCover) -> bool {
        self.names == other.names
            && self.primary == other.primary
            && self.entries == other.entries
            && self.ends == other.ends
    }
}

impl Eq for ExactCover {}

/// What is wrong with an item or an option.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BuildError {
    /// An item has an empty name.
    #[error("an item needs a name")]
    NoName,
    /// The name is longer than [`MAX_NAME`].
    #[error("the name of an item has at most {MAX_NAME} bytes, this one has {length}")]
    LongName {
        /// Its length in bytes.
        length: usize,
    },
    /// The name holds what the text form gives a meaning.
    #[error("'{}' can't stand in the name of an item", character.escape_debug())]
    BadName {
        /// The character: a blank, a control character, `:` or `|`.
        character: char,
    },
    /// Two items of the same kind have one name.
    #[error("item '{name}' is named twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// An item is named as a primary and as a secondary one.
    #[error("item '{name}' is both primary and secondary")]
    BothSides {
        /// The name.
        name: String,
    },
    /// A primary item after a secondary one.
    #[error("primary item '{name}' comes after a secondary one")]
    PrimaryAfterSecondary {
        /// The name.
        name: String,
    },
    /// An option names an item that the problem doesn't have.
    #[error("there is no item '{name}'")]
    Unknown {
        /// The name.
        name: String,
    },
    /// An option has an item twice.
    #[error("item '{name}' is twice in one option")]
    Repeated {
        /// The name.
        name: String,
    },
    /// The problem would pass [`MAX_SIZE`].
    #[error("items and options number more than {MAX_SIZE} together")]
    TooLarge,
}

/// Builds an [`ExactCover`]: first the primary items, then the secondary ones;
/// options at any time after their items.
///
/// An option refused leaves the builder as it was.
#[derive(Clone, Debug)]
pub struct Builder {
    problem: ExactCover,
    /// For each item, the number (from 1) of the last option that has it.
    last_in: Vec<u32>,
}

impl Builder {
    /// Adds a primary item: one that every solution covers exactly once.
    pub fn primary(&mut self, name: &str) -> Result<Item, BuildError> {
        self.add(name, true)
    }

    /// Adds a secondary item: one that a solution covers at most once.
    pub fn secondary(&mut self, name: &str) -> Result<Item, BuildError> {
        self.add(name, false)
    }

    fn add(&mut self, name: &str, primary: bool) -> Result<Item, BuildError> {
        if name.is_empty() {
            return Err(BuildError::NoName);
        }
        if name.len() > MAX_NAME {
            let length = name.len();
            return Err(BuildError::LongName { length });
        }
        if let Some(character) = name
            .chars()
            .find(|&c| c.is_whitespace() || c.is_control() || c == ':' || c == '|')
        {
            return Err(BuildError::BadName { character });
        }
        let problem = &mut self.problem;
        let index = problem.names.len();
        if problem.size() >= MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        let item = Item::new(index);
        match problem.by_name.entry(name.into()) {
            Entry::Occupied(entry) => {
                let name = name.to_owned();
                return Err(if (entry.get().index() < problem.primary) == primary {
                    BuildError::Twice { name }
                } else {
                    BuildError::BothSides { name }
                });
            }
            Entry::Vacant(_) if primary && problem.primary < index => {
                let name = name.to_owned();
                return Err(BuildError::PrimaryAfterSecondary { name });
            }
            Entry::Vacant(entry) => entry.insert(item),
        };
        problem.names.push(name.into());
        problem.primary += usize::from(primary);
        self.last_in.push(0);
        Ok(item)
    }

    /// The item with this name, if it was added.
    pub fn item(&self, name: &str) -> Option<Item> {
        self.problem.item(name)
    }

    /// Whether an item of this builder is primary.
    pub fn is_primary(&self, item: Item) -> bool {
        self.problem.is_primary(item)
    }

    /// Adds an option of these items.
    ///
    /// # Panics
    /// If an item is not of this builder.
    pub fn option(
        &mut self,
        items: impl IntoIterator<Item = Item>,
    ) -> Result<OptionId, BuildError> {
        self.start_option()?;
        for item in items {
            self.extend_option(item)?;
        }
        Ok(self.end_option())
    }

    /// Adds an option of the items with these names.
    pub fn option_named<'a>(
        &mut self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<OptionId, BuildError> {
        self.start_option()?;
        for name in names {
            let Some(item) = self.problem.item(name) else {
                self.abandon_option();
                let name = name.to_owned();
                return Err(BuildError::Unknown { name });
            };
            self.extend_option(item)?;
        }
        Ok(self.end_option())
    }

    /// Opens an option; its items follow one by one.
    pub(super) fn start_option(&mut self) -> Result<(), BuildError> {
        if self.problem.size() >= MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        Ok(())
    }

    /// Adds an item to the open option, or abandons the option.
    pub(super) fn extend_option(&mut self, item: Item) -> Result<(), BuildError> {
        let number = self.problem.ends.len() as u32 + 1;
        let error = if self.last_in[item.index()] == number {
            let name = self.problem.name(item).to_owned();
            BuildError::Repeated { name }
        } else if self.problem.size() >= MAX_SIZE {
            BuildError::TooLarge
        } else {
            self.last_in[item.index()] = number;
            self.problem.entries.push(item);
            return Ok(());
        };
        self.abandon_option();
        Err(error)
    }

    /// Drops the open option.
    fn abandon_option(&mut self) {
        let start = self.problem.ends.last().map_or(0, |&end| end as usize);
        for item in self.problem.entries.drain(start..) {
            self.last_in[item.index()] = 0;
        }
    }

    /// Closes the open option.
    pub(super) fn end_option(&mut self) -> OptionId {
        let option = OptionId::new(self.problem.ends.len());
        self.problem.ends.push(self.problem.entries.len() as u32);
        option
    }

    /// The problem.
    pub fn build(self) -> ExactCover {
        self.problem
    }
}

impl ExactCover {
    /// Items, options and the items within options.
    fn size(&self) -> usize {
        self.names.len() + self.ends.len() + self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn abx() -> Builder {
        let mut builder = ExactCover::builder();
        builder.primary("a").unwrap();
        builder.primary("b").unwrap();
        builder.secondary("x").unwrap();
        builder
    }

    #[test]
    fn items_and_options_come_back_as_they_went_in() {
        let mut builder = abx();
        let (a, x) = (builder.item("a").unwrap(), builder.item("x").unwrap());
        builder.option([x, a]).unwrap();
        builder.option([]).unwrap();
        let last = builder.option_named(["b"]).unwrap();
        let problem = builder.build();
        assert_eq!((problem.num_items(), problem.num_primary()), (3, 2));
        assert_eq!((problem.num_options(), problem.num_entries()), (3, 3));
        assert_eq!(problem.option(OptionId::new(0)), [x, a]);
        assert_eq!(problem.text(OptionId::new(0)), "x a");
        assert_eq!(problem.text(OptionId::new(1)), "");
        assert_eq!(problem.text(last), "b");
        assert!(problem.may_be_chosen(last));
        assert!(!problem.may_be_chosen(OptionId::new(1)));
        assert!(problem.is_primary(a) && !problem.is_primary(x));
    }

    #[test]
    fn bad_items_are_told_precisely() {
        let mut builder = abx();
        let text = |error: BuildError| error.to_string();
        assert_eq!(
            builder.primary("a").map_err(text),
            Err("item 'a' is named twice".into())
        );
        assert_eq!(
            builder.secondary("a").map_err(text),
            Err("item 'a' is both primary and secondary".into())
        );
        assert_eq!(
            builder.primary("x").map_err(text),
            Err("item 'x' is both primary and secondary".into())
        );
        assert_eq!(
            builder.primary("c").map_err(text),
            Err("primary item 'c' comes after a secondary one".into())
        );
        assert_eq!(builder.primary(""), Err(BuildError::NoName));
        assert_eq!(
            builder.secondary("y:z"),
            Err(BuildError::BadName { character: ':' })
        );
        assert_eq!(
            builder.secondary("a b").map_err(text),
            Err("' ' can't stand in the name of an item".into())
        );
        assert_eq!(
            builder.secondary(&"n".repeat(MAX_NAME + 1)),
            Err(BuildError::LongName {
                length: MAX_NAME + 1
            })
        );
        assert!(builder.secondary(&"n".repeat(MAX_NAME)).is_ok());
        assert_eq!(builder.build().num_items(), 4);
    }

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let mut builder = abx();
        assert_eq!(
            builder.option_named(["a", "b", "a"]),
            Err(BuildError::Repeated { name: "a".into() })
        );
        assert_eq!(
            builder.option_named(["b", "q"]),
            Err(BuildError::Unknown { name: "q".into() })
        );
        // The same items again: had the refused options left marks, these would clash.
        builder.option_named(["a", "b"]).unwrap();
        let problem = builder.build();
        assert_eq!((problem.num_options(), problem.num_entries()), (1, 2));
    }
}
