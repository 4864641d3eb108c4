//! Building an instance, item by item and option by option.

use super::problem::{Bounds, Color, ExactCover, Item, MAX_COST, MAX_NAME, MAX_SIZE, OptionId};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use thiserror::Error;

/// The reason why an item or an option is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The name of an item, a colour or an option is empty.
    #[error("an item or a colour needs a name")]
    NoName,
    /// The name is longer than [`MAX_NAME`].
    #[error("a name has at most {MAX_NAME} bytes, this one has {length}")]
    LongName {
        /// Length of the name in bytes.
        length: usize,
    },
    /// The name contains a character that has a meaning in the text form.
    #[error("'{}' can't stand in a name", character.escape_debug())]
    BadName {
        /// The character: a blank, a control character, `:` or `|`.
        character: char,
    },
    /// Two items of the same kind have the same name.
    #[error("item '{name}' is named twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// An item is named both as a primary and as a secondary item.
    #[error("item '{name}' is both primary and secondary")]
    BothSides {
        /// The name.
        name: String,
    },
    /// A primary item is added after a secondary one.
    #[error("primary item '{name}' comes after a secondary one")]
    PrimaryAfterSecondary {
        /// The name.
        name: String,
    },
    /// An option names an item that the problem does not have.
    #[error("there is no item '{name}'")]
    Unknown {
        /// The name.
        name: String,
    },
    /// An option contains an item twice.
    #[error("item '{name}' is twice in one option")]
    Repeated {
        /// The name.
        name: String,
    },
    /// An option gives a colour to a primary item.
    #[error("item '{name}' is primary and can't have a colour")]
    ColoredPrimary {
        /// The name.
        name: String,
    },
    /// No number satisfies the bounds of a primary item.
    #[error("an item can't be covered at least {} and at most {} times{}", bounds.low, bounds.high, if bounds.high == 0 { ": leave it out" } else { "" })]
    BadBounds {
        /// The bounds.
        bounds: Bounds,
    },
    /// The costs of all options would exceed [`MAX_COST`].
    #[error("the costs of all options are more than {MAX_COST} together")]
    Expensive,
    /// The problem would exceed [`MAX_SIZE`].
    #[error("items and options number more than {MAX_SIZE} together")]
    TooLarge,
}

/// Builds an [`ExactCover`]: first the primary items, then the secondary ones.
/// An option may be added any time after its items.
///
/// A refused option leaves the builder unchanged. Clones share the names of the
/// items until one of them adds another item, so a builder with items and
/// without options is a cheap template for many problems.
///
/// ```
/// use sudosat::cover::ExactCover;
///
/// let mut builder = ExactCover::builder();
/// let items = ["a", "b"].map(|name| builder.primary(name));
/// let [a, b] = [items[0].clone()?, items[1].clone()?];
/// builder.option([a, b])?;
/// builder.option([a])?;
/// builder.option([b])?;
/// assert_eq!(builder.build().solutions().count(), 2);
/// # Ok::<(), sudosat::cover::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    problem: ExactCover,
    /// For each item, the number (from 1) of the last option that contains it.
    last_in: Vec<u32>,
    by_color: FxHashMap<Box<str>, Color>,
    /// The costs of all options.
    total_cost: u64,
}

impl Builder {
    pub(super) fn new() -> Builder {
        Builder {
            problem: ExactCover {
                names: Arc::default(),
                by_name: Arc::default(),
                primary: 0,
                bounds: Vec::new(),
                entries: Vec::new(),
                colors: Vec::new(),
                ends: Vec::new(),
                color_names: Vec::new(),
                costs: Vec::new(),
                labels: Vec::new(),
            },
            total_cost: 0,
            last_in: Vec::new(),
            by_color: FxHashMap::default(),
        }
    }

    /// Adds a primary item that every solution covers exactly once.
    ///
    /// # Errors
    /// As [`Builder::bounded`], except for the bounds.
    pub fn primary(&mut self, name: &str) -> Result<Item, BuildError> {
        self.bounded(name, Bounds::ONCE)
    }

    /// Adds a primary item, with bounds on the number of times that a solution
    /// covers it.
    ///
    /// # Errors
    /// If no number satisfies the bounds, the name is empty, too long, taken or has a
    /// character that names can't have, if a secondary item was added before, or if
    /// the problem becomes too large.
    pub fn bounded(&mut self, name: &str, bounds: Bounds) -> Result<Item, BuildError> {
        if bounds.high == 0 || bounds.low > bounds.high {
            return Err(BuildError::BadBounds { bounds });
        }
        let item = self.add(name, true)?;
        let all = &mut self.problem.bounds;
        if bounds != Bounds::ONCE || !all.is_empty() {
            all.resize(item.index(), Bounds::ONCE);
            all.push(bounds);
        }
        Ok(item)
    }

    /// Adds a secondary item, which a solution covers at most once.
    ///
    /// # Errors
    /// If the name is empty, too long, taken or has a character that names can't have,
    /// or if the problem becomes too large.
    pub fn secondary(&mut self, name: &str) -> Result<Item, BuildError> {
        self.add(name, false)
    }

    fn add(&mut self, name: &str, primary: bool) -> Result<Item, BuildError> {
        check_name(name)?;
        let problem = &mut self.problem;
        let index = problem.names.len();
        if problem.size() >= MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        let item = Item::new(index);
        match Arc::make_mut(&mut problem.by_name).entry(name.into()) {
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
        Arc::make_mut(&mut problem.names).push(name.into());
        problem.primary += usize::from(primary);
        self.last_in.push(0);
        Ok(item)
    }

    /// Returns the item with this name, if it was added.
    pub fn item(&self, name: &str) -> Option<Item> {
        self.problem.item(name)
    }

    /// Returns the number of options added.
    pub fn num_options(&self) -> usize {
        self.problem.num_options()
    }

    /// Returns `true` if the item is primary.
    pub fn is_primary(&self, item: Item) -> bool {
        self.problem.is_primary(item)
    }

    /// Returns the colour with this name, which is added if it is new.
    ///
    /// # Errors
    /// If a new name is empty, too long or has a character that names can't have, or if
    /// there are too many colours.
    pub fn color(&mut self, name: &str) -> Result<Color, BuildError> {
        if let Some(&color) = self.by_color.get(name) {
            return Ok(color);
        }
        check_name(name)?;
        let names = &mut self.problem.color_names;
        if names.len() >= MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        let color = Color::new(names.len());
        names.push(name.into());
        self.by_color.insert(name.into(), color);
        Ok(color)
    }

    /// Adds an option of these items.
    ///
    /// # Errors
    /// If an item is repeated, or the problem becomes too large.
    ///
    /// # Panics
    /// If an item does not belong to this builder.
    pub fn option(
        &mut self,
        items: impl IntoIterator<Item = Item>,
    ) -> Result<OptionId, BuildError> {
        self.colored(items.into_iter().map(|item| (item, None)))
    }

    /// Adds an option of these items, each with its colour, if any.
    ///
    /// # Errors
    /// If an item is repeated, a primary item has a colour, or the problem becomes too
    /// large.
    ///
    /// # Panics
    /// If an item or a colour does not belong to this builder.
    pub fn colored(
        &mut self,
        items: impl IntoIterator<Item = (Item, Option<Color>)>,
    ) -> Result<OptionId, BuildError> {
        self.start_option()?;
        for (item, color) in items {
            self.extend_option(item, color)?;
        }
        Ok(self.end_option())
    }

    /// Adds an option of the items with these names. `item:color` gives a
    /// colour to a secondary item.
    ///
    /// # Errors
    /// If there is no item with one of the names, and as [`Builder::colored`] and
    /// [`Builder::color`].
    pub fn option_named<'a>(
        &mut self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<OptionId, BuildError> {
        self.start_option()?;
        for word in names {
            let (name, color) = match word.split_once(':') {
                None => (word, None),
                Some((name, color)) => match self.color(color) {
                    Ok(color) => (name, Some(color)),
                    Err(error) => {
                        self.abandon_option();
                        return Err(error);
                    }
                },
            };
            let Some(item) = self.problem.item(name) else {
                self.abandon_option();
                let name = name.to_owned();
                return Err(BuildError::Unknown { name });
            };
            self.extend_option(item, color)?;
        }
        Ok(self.end_option())
    }

    /// Adds to the cost of the option that was added last.
    ///
    /// # Errors
    /// If the costs of all options exceed [`MAX_COST`]. The option stays.
    ///
    /// # Panics
    /// If there is no option.
    pub fn charge(&mut self, cost: u64) -> Result<(), BuildError> {
        let total = self.total_cost.checked_add(cost);
        let total = total.filter(|&total| total <= MAX_COST);
        self.total_cost = total.ok_or(BuildError::Expensive)?;
        let problem = &mut self.problem;
        if cost > 0 || problem.has_costs() {
            problem.costs.resize(problem.ends.len(), 0);
            *problem.costs.last_mut().expect("an option was added") += cost;
        }
        Ok(())
    }

    /// Gives a label to the option that was added last.
    ///
    /// # Errors
    /// If the label is empty, too long, or has a control character or a line end. The
    /// option stays.
    ///
    /// # Panics
    /// If there is no option.
    pub fn label(&mut self, label: &str) -> Result<(), BuildError> {
        check_length(label)?;
        if let Some(character) = label.chars().find(|c| c.is_control()) {
            return Err(BuildError::BadName { character });
        }
        let problem = &mut self.problem;
        problem.labels.resize(problem.ends.len(), Box::default());
        *problem.labels.last_mut().expect("an option was added") = label.into();
        Ok(())
    }

    /// Begins an option, whose items follow one by one.
    pub(super) fn start_option(&mut self) -> Result<(), BuildError> {
        if self.problem.size() >= MAX_SIZE {
            return Err(BuildError::TooLarge);
        }
        Ok(())
    }

    /// Adds an item to the current option. On an error, drops the option.
    pub(super) fn extend_option(
        &mut self,
        item: Item,
        color: Option<Color>,
    ) -> Result<(), BuildError> {
        let number = self.problem.ends.len() as u32 + 1;
        let error = if self.last_in[item.index()] == number {
            let name = self.problem.name(item).to_owned();
            BuildError::Repeated { name }
        } else if color.is_some() && self.problem.is_primary(item) {
            let name = self.problem.name(item).to_owned();
            BuildError::ColoredPrimary { name }
        } else if self.problem.size() + 1 >= MAX_SIZE {
            BuildError::TooLarge // with the option itself
        } else {
            let known = |color: Color| color.index() < self.problem.color_names.len();
            assert!(color.is_none_or(known), "a colour of another builder");
            self.last_in[item.index()] = number;
            let problem = &mut self.problem;
            if color.is_some() || problem.has_colors() {
                // The first colour of the problem: all earlier entries have
                // none.
                problem.colors.resize(problem.entries.len(), None);
                problem.colors.push(color);
            }
            problem.entries.push(item);
            return Ok(());
        };
        self.abandon_option();
        Err(error)
    }

    /// Drops the current option.
    fn abandon_option(&mut self) {
        let start = self.problem.ends.last().map_or(0, |&end| end as usize);
        for item in self.problem.entries.drain(start..) {
            self.last_in[item.index()] = 0;
        }
        self.problem.colors.truncate(start);
    }

    /// Ends the current option.
    pub(super) fn end_option(&mut self) -> OptionId {
        let option = OptionId::new(self.problem.ends.len());
        self.problem.ends.push(self.problem.entries.len() as u32);
        option
    }

    /// Returns the problem.
    pub fn build(mut self) -> ExactCover {
        let problem = &mut self.problem;
        if problem.colors.iter().all(Option::is_none) {
            problem.colors = Vec::new(); // those of options refused
        }
        if problem.has_bounds() {
            problem.bounds.resize(problem.primary, Bounds::ONCE);
        }
        if problem.has_costs() {
            problem.costs.resize(problem.ends.len(), 0);
        }
        self.problem
    }
}

/// Checks that an item or a colour may have this name.
fn check_name(name: &str) -> Result<(), BuildError> {
    check_length(name)?;
    match name
        .chars()
        .find(|&c| c.is_whitespace() || c.is_control() || c == ':' || c == '|')
    {
        Some(character) => Err(BuildError::BadName { character }),
        None => Ok(()),
    }
}

/// Checks that a name is neither empty nor too long.
fn check_length(name: &str) -> Result<(), BuildError> {
    match name.len() {
        0 => Err(BuildError::NoName),
        1..=MAX_NAME => Ok(()),
        length => Err(BuildError::LongName { length }),
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
            Err("' ' can't stand in a name".into())
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
        assert_eq!(
            builder
                .option_named(["a", "x:1", "b:1"])
                .unwrap_err()
                .to_string(),
            "item 'b' is primary and can't have a colour"
        );
        assert_eq!(builder.option_named(["a", "x:"]), Err(BuildError::NoName));
        // Options of the same items again would be refused if refused options
        // had left marks.
        builder.option_named(["a", "b"]).unwrap();
        let problem = builder.build();
        assert_eq!((problem.num_options(), problem.num_entries()), (1, 2));
        assert!(!problem.has_colors());
    }

    #[test]
    fn colours_and_bounds_come_back() {
        let mut builder = ExactCover::builder();
        let bounds = Bounds { low: 0, high: 3 };
        let a = builder.primary("a").unwrap();
        let b = builder.bounded("b", bounds).unwrap();
        let c = builder.primary("c").unwrap();
        let x = builder.secondary("x").unwrap();
        for bounds in [Bounds { low: 0, high: 0 }, Bounds { low: 3, high: 2 }] {
            let error = builder.bounded("d", bounds);
            assert_eq!(error, Err(BuildError::BadBounds { bounds }));
        }
        builder.option([a, b, x]).unwrap();
        let red = builder.color("red").unwrap();
        builder.colored([(c, None), (x, Some(red))]).unwrap();
        let named = builder.option_named(["x:blue", "a"]).unwrap();
        assert_eq!(builder.color("red").unwrap(), red);
        let problem = builder.build();
        assert!(problem.has_colors() && problem.has_bounds());
        assert_eq!(problem.color_names.len(), 2);
        assert_eq!(problem.bounds(b), bounds);
        assert_eq!(
            [a, c, x].map(|item| problem.bounds(item)),
            [Bounds::ONCE; 3]
        );
        assert_eq!(problem.text(OptionId::new(0)), "a b x");
        assert_eq!(problem.text(OptionId::new(1)), "c x:red");
        assert_eq!(problem.text(named), "x:blue a");
    }

    #[test]
    fn problems_are_equal_by_the_names_of_colours() {
        let make = |first: &str| {
            let mut builder = abx();
            builder.color(first).unwrap();
            builder.option_named(["a", "x:1"]).unwrap();
            builder.option_named(["b", "x:2"]).unwrap();
            builder
        };
        assert_eq!(make("1").build(), make("2").build());
        let mut other = make("1");
        other.option_named(["a"]).unwrap();
        assert_ne!(make("1").build(), other.build());
    }

    #[test]
    #[should_panic(expected = "a colour of another builder")]
    fn a_colour_of_another_builder_is_refused() {
        let color = abx().color("red").unwrap();
        let mut builder = abx();
        let x = builder.item("x").unwrap();
        let _ = builder.colored([(x, Some(color))]);
    }
}
