//! Families of sets.
//!
//! ```text
//! X = {1, …, 7}
//! A = {1, 4, 7}
//! B = {1, 4}
//! ```
//!
//! - A set is an option, its elements are primary items. It may have a name: before `=` or
//!   `:`, in `\item[A]`, or the number of an item of a list. Elements are separated by commas;
//!   `1, …, 7`, `a..g` and `x1, …, x4` list all between. `1-4` is refused, unless it is quoted.
//! - Sets stand in lines, are separated by commas, or are the elements of one family:
//!   `F = {{c, e, f}, {a, d, g}}`. A family's name is not kept.
//! - A set with the name `U`, `X`, `Ω`, `universe` or `Grundmenge` is the universe, whose
//!   elements are the items, in its order. Without a universe the items are the elements of all
//!   sets, in alphabetical order, numbers by value. Then a set that holds all others, and
//!   elements that are names of sets, are refused, for they have two readings.
//! - A set whose elements are the names of all others, `S = {A, B}`, lists them and is no
//!   option.
//! - Braces may have the backslash of LaTeX; `$`, spacing, `\left`, `\item`, `\begin{…}` and
//!   markup of names are skipped. Bullets of lists in Markdown are too, and numbers before names.
//!   Sets, frozen sets, lists and dictionaries of Python are read:
//!   `{'A': [1, 4, 7], 'B': {1, 4}}`.
//! - A word that begins a sentence, as in `Note: {1, 2}`, is no name unless it is quoted.
//! - The minus sign, typographic quotes and full-width characters count as those of ASCII.
//!   Invisible characters are refused.
//! - Lines that start with `|` are comments, unless they look like a table's. Any other text is
//!   refused.

mod family;
mod markup;
mod name;
mod parser;
mod range;

use super::draft::Draft;
use super::page::Page;
use crate::cover::ExactCover;
use crate::io::InputError;
use family::Family;
use itertools::Itertools;
use name::Name;
use range::natural;
use std::collections::HashSet;
use std::io::Read;

/// Reads a family of sets. `name` is the input's name in errors. `warn` receives findings
/// that are suspicious but no errors.
///
/// # Errors
/// If reading fails or the text is not in this form, with line and column.
pub fn read(
    input: impl Read,
    name: &str,
    warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    let page = Page::read(input, name)?;
    Family::of(&page, parser::sets(&page)?)?.problem(&page, warn)
}

impl Family {
    /// Returns the problem. Without a universe the items are all elements in order.
    fn problem(
        &self,
        page: &Page<'_>,
        warn: impl FnMut(InputError),
    ) -> Result<ExactCover, InputError> {
        let mut draft = Draft::new(page, "set", warn);
        let mut seen = HashSet::new();
        let items: Vec<&Name> = match &self.universe {
            Some(universe) => universe.elements.iter().collect(),
            None => {
                let names = self.sets.iter().flat_map(|set| &set.elements);
                names
                    .filter(|name| seen.insert(&name.text))
                    .sorted_by_cached_key(|name| natural(&name.text))
                    .collect()
            }
        };
        if items.is_empty() {
            let message = "found no element in any set, expected one";
            return Err(page.error(self.sets[0].offset, message));
        }
        for name in items {
            draft.item(name.offset, &name.text)?;
        }
        for set in &self.sets {
            let elements = set.elements.iter().map(|name| {
                let item = draft.builder.item(&name.text);
                item.map(|item| (name.offset, item))
                    .ok_or_else(|| page.unexpected(name.offset, "an element of the universe"))
            });
            let elements = elements.collect::<Result<Vec<_>, _>>()?;
            let label = set.label.as_ref().map(|label| (label.offset, &*label.text));
            draft.option(set.offset, &elements, label)?;
        }
        Ok(draft.builder.build())
    }
}
