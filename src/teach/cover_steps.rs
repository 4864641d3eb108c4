//! A search for exact covers in words: dancing links, or Algorithm X on a
//! matrix that is printed as it shrinks.

use super::labels::Labels;
use super::recorder::Listener;
use super::remaining::Remaining;
use super::style::{CHOICE, FAINT, TRUE, WRONG, paint};
use super::table::Mark;
use super::trace::Event;
use super::{count, table};
use crate::cover::{ExactCover, OptionId};
use itertools::Itertools;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;

/// The terms in which a search is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Knuth's terms: items are covered and options hidden.
    Links,
    /// Terms of the matrix: columns and rows are deleted. A small matrix is
    /// printed before each choice.
    Matrix,
}

/// Largest number of names of a list that are shown; of a longer list, one
/// fewer. Chosen by hand for one line.
const NAMES: usize = 8;

/// Writes the steps of a search, one per line.
#[derive(Debug)]
pub struct StepWriter<W> {
    out: W,
    terms: Terms,
    labels: Arc<Labels>,
    remaining: Remaining,
    /// The chosen options.
    taken: Vec<usize>,
    /// The items on which the search branched, one for each level.
    chosen: Vec<usize>,
    /// Set once a matrix was printed.
    printed: bool,
}

impl<W: Write + Send> StepWriter<W> {
    /// Creates a writer of the steps of a search that begins in the state `remaining`.
    pub fn new(out: W, terms: Terms, labels: Arc<Labels>, remaining: Remaining) -> StepWriter<W> {
        StepWriter {
            out,
            terms,
            labels,
            remaining,
            taken: Vec::new(),
            chosen: Vec::new(),
            printed: false,
        }
    }

    fn line(&mut self, step: u64, text: impl Display) -> io::Result<()> {
        let indent = 2 * self.taken.len().min(MAX_INDENT);
        writeln!(self.out, "{step:>6}  {:indent$}{text}", "")
    }

    /// Returns the names of options after a word, shortened if there are many.
    /// Returns an empty text if there are none.
    fn with(&self, word: &str, options: &[usize]) -> String {
        if options.is_empty() {
            return String::new();
        }
        let shown = match options.len() {
            few if few <= NAMES => few,
            _ => NAMES - 1,
        };
        let names = options[..shown].iter();
        let names = names.map(|&option| self.labels.option(option)).join(", ");
        let what = match (self.terms, options.len()) {
            (Terms::Links, 1) => "option",
            (Terms::Links, _) => "options",
            (Terms::Matrix, 1) => "row",
            (Terms::Matrix, _) => "rows",
        };
        match options.len() - shown {
            0 => format!("{word} {what} {names}"),
            more => format!("{word} {what} {names} and {more} more"),
        }
    }

    /// Returns what happens to an item, and with it to options.
    fn with_options(&self, (verb, word): (&str, &str), item: usize, options: &[usize]) -> String {
        let name = self.labels.item(item);
        format!("{verb} {name}{}", self.with(word, options))
    }

    fn matrix(&mut self) -> io::Result<()> {
        let (rows, columns) = (self.remaining.options(), self.remaining.items());
        if self.printed {
            writeln!(self.out)?;
        }
        self.printed = true;
        let size = format!(
            "{} × {}",
            count(rows.len(), "row", "rows"),
            count(columns.len(), "column", "columns"),
        );
        if rows.len() > table::MAX || columns.len() > table::MAX {
            let text = format!("The matrix has {size} now, too many to print.");
            return writeln!(self.out, "{}", paint(FAINT, text));
        }
        writeln!(self.out, "The matrix: {size}.\n")?;
        let (problem, labels) = (self.remaining.problem(), &self.labels);
        table::write(&mut self.out, problem, labels, &rows, &columns, |_| {
            Mark::Left
        })?;
        writeln!(self.out)
    }

    /// Records the item of a level.
    fn branch(&mut self, item: usize) {
        self.chosen.truncate(self.taken.len());
        self.chosen.push(item);
    }

    /// Returns the options taken, each with the item for which it was taken.
    pub fn cover(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.taken.iter().copied().zip(self.chosen.iter().copied())
    }

    fn choose(&mut self, step: u64, item: usize, size: usize) -> io::Result<()> {
        self.branch(item);
        let item = self.labels.item_in_words(item);
        let choose = paint(CHOICE, "?");
        let text = match self.terms {
            Terms::Links => {
                format!(
                    "{choose} choose item {item}: {} left",
                    count(size, "option", "options")
                )
            }
            Terms::Matrix => {
                self.matrix()?;
                format!(
                    "{choose} choose column {item}: {} a 1 there",
                    count(size, "row has", "rows have")
                )
            }
        };
        self.line(step, text)
    }

    fn select(&mut self, step: u64, option: usize) -> io::Result<()> {
        let name = paint(TRUE, self.labels.option(option)).to_string();
        let problem = self.remaining.problem();
        let mut items: Vec<&str> = self.labels.items_of(problem, option).collect();
        // The links lead round from the chosen node; a row of a matrix has a beginning.
        if let (Terms::Links, Some(&chosen)) = (self.terms, self.chosen.get(self.taken.len())) {
            from_chosen(problem, option, chosen, &mut items);
        }
        let items = items.join(", ");
        let plus = paint(TRUE, "+");
        let text = match self.terms {
            Terms::Links => format!("{plus} take option {name}: items {items}"),
            Terms::Matrix => format!("{plus} take row {name}: 1s in columns {items}"),
        };
        self.line(step, text)
    }
}

/// Turns the items of an option so that the chosen one is first, as the links lead from
/// its node round the option.
pub fn from_chosen<T>(problem: &ExactCover, option: usize, chosen: usize, items: &mut [T]) {
    let own = problem.option(OptionId::new(option)).iter();
    let place = { own }.position(|item| item.index() == chosen);
    items.rotate_left(place.unwrap_or(0));
}

/// Deeper levels are not indented further.
const MAX_INDENT: usize = 20;

impl<W: Write + Send> Listener for StepWriter<W> {
    fn skip(&mut self, event: &Event) {
        match *event {
            Event::Cover { item } => drop(self.remaining.cover(item)),
            Event::Uncover { item } => drop(self.remaining.uncover(item)),
            Event::Choose { item, .. } => self.branch(item),
            Event::Select { option } => self.taken.push(option),
            Event::Unselect { .. } => drop(self.taken.pop()),
            _ => {}
        }
    }

    fn show(&mut self, step: u64, event: &Event) -> io::Result<()> {
        match *event {
            Event::Choose { item, size } => self.choose(step, item, size),
            Event::Cover { item } => {
                let going = self.remaining.cover(item);
                let text = match self.terms {
                    Terms::Links => ("cover item", ", hide"),
                    Terms::Matrix => ("delete column", ", and with it"),
                };
                let text = self.with_options(text, item, &going);
                self.line(step, text)
            }
            Event::Uncover { item } => {
                let mut coming = self.remaining.uncover(item);
                // The list is walked upwards.
                coming.reverse();
                let text = match self.terms {
                    Terms::Links => ("uncover item", ", unhide"),
                    Terms::Matrix => ("put back column", ", and with it"),
                };
                let text = self.with_options(text, item, &coming);
                self.line(step, paint(FAINT, text))
            }
            Event::Select { option } => {
                self.select(step, option)?;
                self.taken.push(option);
                Ok(())
            }
            Event::Unselect { option } => {
                self.taken.pop();
                let what = match self.terms {
                    Terms::Links => "option",
                    Terms::Matrix => "row",
                };
                let text = format!("↩ give up {what} {}", self.labels.option(option));
                self.line(step, text)
            }
            Event::Deadend { item } => {
                let item = self.labels.item_in_words(item);
                let what = match self.terms {
                    Terms::Links => format!("✗ dead end: item {item} has no option left"),
                    Terms::Matrix => format!("✗ dead end: column {item} has no 1 left"),
                };
                self.line(step, paint(WRONG, what))
            }
            Event::Solution { ref options, .. } => {
                let names = self.with(":", options);
                let problem = self.remaining.problem();
                let items = match problem.num_primary() == problem.num_items() {
                    true => "item",
                    false => "primary item",
                };
                let text = format!("✓ every {items} is covered exactly once{names}");
                self.line(step, paint(TRUE, text))
            }
            Event::NoSolution => self.line(step, paint(WRONG, "✗ nothing is left to try")),
            _ => Ok(()),
        }
    }
}
