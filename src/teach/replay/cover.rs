//! Replay of a search for an exact cover, step by step: which item is smallest,
//! which option is next, what is covered.

use super::{Result, expect};
use crate::teach::trace::{CoverPart, Event, ItemKind};
use itertools::Itertools;
use std::collections::BTreeSet;

/// A search that covers the leftmost smallest item first, or any smallest one, and tries its
/// options in order.
pub(super) struct Cover<'a> {
    problem: &'a CoverPart,
    /// Set for dancing links, which cover the chosen item before the option is
    /// selected.
    chosen_first: bool,
    /// Set if any smallest item may be chosen.
    by_chance: bool,
    covered: Vec<usize>,
    taken: Vec<usize>,
    /// The nodes of the path.
    nodes: Vec<Node>,
    last: Option<Event>,
}

/// A node of the search tree.
struct Node {
    item: usize,
    /// Number of options of the item at this node.
    size: usize,
    /// The last option tried.
    tried: Option<usize>,
}

impl Cover<'_> {
    pub(super) fn new(problem: &CoverPart, chosen_first: bool, by_chance: bool) -> Cover<'_> {
        Cover {
            problem,
            chosen_first,
            by_chance,
            covered: Vec::new(),
            taken: Vec::new(),
            nodes: Vec::new(),
            last: None,
        }
    }

    fn items(&self, option: usize) -> Result<&[usize]> {
        let option = self.problem.options.get(option);
        Ok(&option.ok_or("no such option")?.items)
    }

    /// Returns the remaining options that contain the item, whether the item
    /// itself is covered or not.
    fn options_of(&self, item: usize) -> impl Iterator<Item = usize> {
        let open = move |&other: &usize| other == item || !self.covered.contains(&other);
        let options = self.problem.options.iter().enumerate();
        let left = options.filter(move |(_, option)| {
            option.items.contains(&item) && option.items.iter().all(open)
        });
        left.map(|(index, _)| index)
    }

    fn open_primary(&self) -> impl Iterator<Item = usize> {
        let items = self.problem.items.iter().enumerate();
        items
            .filter(|(index, item)| item.kind == ItemKind::Primary && !self.covered.contains(index))
            .map(|(index, _)| index)
    }

    /// Checks that exactly the items of the chosen options are covered, and
    /// `and` if given.
    fn covers_what_is_taken(&self, and: Option<usize>) -> Result<()> {
        let options = self
            .taken
            .iter()
            .map(|&option| &self.problem.options[option]);
        let mut items: BTreeSet<usize> = options.flat_map(|o| o.items.iter().copied()).collect();
        items.extend(and);
        let covered: BTreeSet<usize> = self.covered.iter().copied().collect();
        expect(covered == items, "what is covered is what the options have")
    }

    /// Checks that every option was tried at the current node.
    fn check_exhausted(&self) -> Result<()> {
        let node = self.nodes.last().ok_or("a node")?;
        let mut left = self.options_of(node.item);
        let more = left.any(|option| node.tried.is_none_or(|tried| tried < option));
        expect(!more, "every option was tried")?;
        let dead = matches!(self.last, Some(Event::Deadend { .. }));
        expect(node.tried.is_some() || dead, "a dead end is told")
    }

    fn cover(&mut self, item: usize) -> Result<()> {
        expect(!self.covered.contains(&item), "not covered yet")?;
        let of_choice = matches!(self.last, Some(Event::Choose { item: i, .. }) if i == item);
        if !(self.chosen_first && of_choice) {
            let option = *self.taken.last().ok_or("an option was taken")?;
            let is_new = self.nodes.len() == self.taken.len();
            let of_option = is_new && self.items(option)?.contains(&item);
            expect(of_option, "an item of the option taken")?;
        }
        self.covered.push(item);
        Ok(())
    }

    fn select(&mut self, option: usize) -> Result<()> {
        let node = self.nodes.last().ok_or("an item was chosen")?;
        let depth = self.taken.len();
        expect(self.nodes.len() == depth + 1, "a choice comes first")?;
        self.covers_what_is_taken(self.chosen_first.then_some(node.item))?;
        let mut left = self.options_of(node.item);
        let next = left.find(|&option| node.tried.is_none_or(|tried| tried < option));
        expect(next == Some(option), "the item's next option")?;
        drop(left);
        self.nodes[depth].tried = Some(option);
        self.taken.push(option);
        Ok(())
    }

    pub(super) fn step(&mut self, event: &Event) -> Result<()> {
        match *event {
            Event::Choose { item, size } => {
                expect(self.nodes.len() == self.taken.len(), "one choice a level")?;
                self.covers_what_is_taken(None)?;
                let number = |item: usize| self.options_of(item).count();
                let best = self.open_primary().min_by_key(|&item| number(item));
                match (self.by_chance, best) {
                    (true, Some(best)) => {
                        let is_open = self.open_primary().contains(&item);
                        expect(is_open && number(item) == number(best), "a smallest item")?;
                    }
                    _ => expect(best == Some(item), "the leftmost smallest item")?,
                }
                expect(number(item) == size, "its size")?;
                let tried = None;
                self.nodes.push(Node { item, size, tried });
            }
            Event::Cover { item } => self.cover(item)?,
            Event::Uncover { item } => {
                if !matches!(self.last, Some(Event::Uncover { .. })) {
                    self.check_exhausted()?;
                }
                expect(self.covered.pop() == Some(item), "the item covered last")?;
            }
            Event::Select { option } => self.select(option)?,
            Event::Unselect { option } => {
                expect(self.taken.pop() == Some(option), "the option taken last")?;
                let depth = self.taken.len();
                let item = self.nodes.get(depth).ok_or("its choice")?.item;
                expect(self.nodes.len() == depth + 2, "it was tried")?;
                self.nodes.truncate(depth + 1);
                self.covers_what_is_taken(self.chosen_first.then_some(item))?;
            }
            Event::Deadend { item } => {
                let node = self.nodes.last().ok_or("an item was chosen")?;
                expect(node.item == item && node.size == 0, "no option left")?;
                let chosen = self.chosen_first.then_some(item);
                self.covers_what_is_taken(chosen)?;
                let again = matches!(self.last, Some(Event::Deadend { .. }));
                expect(!again, "once")?;
            }
            Event::Solution { ref options, .. } => {
                expect(*options == self.taken, "the options taken")?;
                expect(self.nodes.len() == self.taken.len(), "no choice is open")?;
                self.covers_what_is_taken(None)?;
                expect(
                    self.open_primary().next().is_none(),
                    "every item is covered",
                )?;
            }
            Event::NoSolution => {
                expect(self.taken.is_empty(), "nothing is taken")?;
                expect(self.covered.is_empty(), "everything is put back")?;
                let again = matches!(self.last, Some(Event::Uncover { .. }));
                if !again {
                    self.check_exhausted()?;
                }
            }
            _ => return Err("no step of exact cover".into()),
        }
        self.last = Some(event.clone());
        Ok(())
    }
}
