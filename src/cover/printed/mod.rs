//! Exact covers as lectures and programs print them: [tables](table) of 0s and 1s with
//! names of rows and columns, and families of [sets].
//!
//! Markup around names is read: Markdown, LaTeX, Python. Any other text is refused with its
//! place. Lines that start with `|` are comments in a family of sets, as in
//! [Knuth's form](super::knuth), but rows of a table in Markdown.

mod draft;
mod page;
pub mod sets;
pub mod table;

/// Markup of LaTeX that encloses a name.
const AROUND_NAMES: &str =
    "mathcal mathrm mathbf mathit mathsf mathtt text textbf textit texttt emph operatorname";

/// Returns `true` if the list, separated by blanks, has the word.
fn is_among(word: &str, list: &str) -> bool {
    list.split(' ').any(|other| other == word)
}

#[cfg(test)]
mod tests;
