//! The links that dance.
//!
//! Every item has a vertical, circular list of the options that have it; the
//! primary items not covered yet hang in a horizontal, circular list. To cover
//! an item is to unlink it from the horizontal list, and each of its options
//! from all *other* vertical lists. Nothing is erased: a node taken out still
//! knows its old neighbours, so that putting everything back in reverse order
//! restores each link.
//!
//! Nodes are numbers. Node 0 is the root of the horizontal list, node i ≤ n
//! the head of item i (items count from 1 here). Then come the options, one
//! node for each item, in order, with a *spacer* before, between and after:
//!
//! ```text
//! 0 │ 1 2 … n │ ▪ │ option 0 │ ▪ │ option 1 │ ▪ …
//! ```
//!
//! The nodes of one option are thus neighbours in memory, and need no links of
//! their own: walking right ends at a spacer, whose `up` is the option's first
//! node; walking left ends at a spacer whose `down` is the option's last.
//!
//! This is the layout of Knuth's `dlx1`. What he keeps in two arrays of
//! records stands here in six arrays of 32-bit numbers: 12 bytes for each item
//! in an option.

use super::super::{ExactCover, Item, OptionId};

/// Marks the `item` of a spacer; the other bits number the option before it.
const SPACER: u32 = 1 << 31;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Links {
    /// The items' horizontal list; a secondary item is its own neighbour.
    prev: Vec<u32>,
    next: Vec<u32>,
    /// How many options each item has left.
    size: Vec<u32>,
    /// The vertical lists.
    up: Vec<u32>,
    down: Vec<u32>,
    /// The item of each node.
    item: Vec<u32>,
}

impl Links {
    pub fn new(problem: &ExactCover) -> Links {
        let items = problem.num_items() as u32;
        let primary = problem.num_primary() as u32;
        let mut prev: Vec<u32> = (0..=items).collect();
        let mut next = prev.clone();
        for item in 0..=primary {
            prev[item as usize] = item.checked_sub(1).unwrap_or(primary);
            next[item as usize] = if item == primary { 0 } else { item + 1 };
        }
        let heads: Vec<u32> = (0..=items).collect();
        let nodes = heads.len() + problem.num_entries() + problem.num_options() + 1;
        let mut links = Links {
            prev,
            next,
            size: vec![0; heads.len()],
            up: with_capacity(&heads, nodes),
            down: with_capacity(&heads, nodes),
            item: with_capacity(&heads, nodes),
        };
        links.push(0, 0, SPACER);
        for option in problem.options() {
            if problem.may_be_chosen(option) {
                links.append(option, problem.option(option));
            }
        }
        links
    }

    fn push(&mut self, up: u32, down: u32, item: u32) {
        self.up.push(up);
        self.down.push(down);
        self.item.push(item);
    }

    /// Appends an option at the end of its items' lists.
    fn append(&mut self, option: OptionId, items: &[Item]) {
        let first = self.item.len() as u32;
        let last = first + items.len() as u32 - 1;
        self.down[first as usize - 1] = last;
        for (node, item) in (first..).zip(items) {
            let head = item.index() + 1;
            let bottom = self.up[head];
            self.push(bottom, head as u32, head as u32);
            self.down[bottom as usize] = node;
            self.up[head] = node;
            self.size[head] += 1;
        }
        self.push(first, 0, SPACER | option.index() as u32);
    }

    /// The uncovered primary items from left to right, with their sizes.
    #[inline]
    pub fn items(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut item = self.next[0];
        std::iter::from_fn(move || {
            let here = item;
            (here != 0).then(|| {
                item = self.next[here as usize];
                (here, self.size[here as usize])
            })
        })
    }

    /// Whether every primary item is covered.
    #[inline]
    pub fn all_covered(&self) -> bool {
        self.next[0] == 0
    }

    /// Whether the node is the head of an item and no node of an option.
    #[inline]
    pub fn is_head(&self, node: u32) -> bool {
        (node as usize) < self.size.len()
    }

    /// The node below.
    #[inline]
    pub fn down(&self, node: u32) -> u32 {
        self.down[node as usize]
    }

    /// The item of a head or of a node of an option.
    #[inline]
    pub fn item(&self, node: u32) -> u32 {
        self.item[node as usize]
    }

    /// The option that a node belongs to.
    pub fn option(&self, mut node: u32) -> OptionId {
        while self.item[node as usize] & SPACER == 0 {
            node += 1;
        }
        OptionId::new((self.item[node as usize] & !SPACER) as usize)
    }

    /// The node to the right in the same option, going round.
    #[inline]
    pub fn right(&self, node: u32) -> u32 {
        let right = node + 1;
        if self.item[right as usize] & SPACER == 0 {
            right
        } else {
            self.up[right as usize]
        }
    }

    /// The node to the left in the same option, going round.
    #[inline]
    pub fn left(&self, node: u32) -> u32 {
        let left = node - 1;
        if self.item[left as usize] & SPACER == 0 {
            left
        } else {
            self.down[left as usize]
        }
    }

    /// Takes an item and all its options out; how many nodes left a list, the
    /// item's head among them.
    #[inline]
    pub fn cover(&mut self, item: u32) -> u64 {
        let (left, right) = (self.prev[item as usize], self.next[item as usize]);
        self.next[left as usize] = right;
        self.prev[right as usize] = left;
        let mut updates = 1;
        let mut row = self.down[item as usize];
        while row != item {
            updates += self.hide(row);
            row = self.down[row as usize];
        }
        updates
    }

    /// Puts back what [`Links::cover`] took out.
    #[inline]
    pub fn uncover(&mut self, item: u32) {
        let mut row = self.up[item as usize];
        while row != item {
            self.unhide(row);
            row = self.up[row as usize];
        }
        let (left, right) = (self.prev[item as usize], self.next[item as usize]);
        self.next[left as usize] = item;
        self.prev[right as usize] = item;
    }

    /// Unlinks the other nodes of a node's option; how many.
    #[inline]
    fn hide(&mut self, row: u32) -> u64 {
        let mut updates = 0;
        let mut node = row + 1;
        while node != row {
            let item = self.item[node as usize];
            if item & SPACER != 0 {
                node = self.up[node as usize];
                continue;
            }
            let (up, down) = (self.up[node as usize], self.down[node as usize]);
            self.down[up as usize] = down;
            self.up[down as usize] = up;
            self.size[item as usize] -= 1;
            updates += 1;
            node += 1;
        }
        updates
    }

    /// Links them again.
    #[inline]
    fn unhide(&mut self, row: u32) {
        let mut node = row - 1;
        while node != row {
            let item = self.item[node as usize];
            if item & SPACER != 0 {
                node = self.down[node as usize];
                continue;
            }
            let (up, down) = (self.up[node as usize], self.down[node as usize]);
            self.down[up as usize] = node;
            self.up[down as usize] = node;
            self.size[item as usize] += 1;
            node -= 1;
        }
    }
}

/// What [`Links::sanity`] holds against: the place, and what is wrong there.
#[cfg(test)]
type Fault = String;

/// Derives again all that is redundant. For tests: it walks every list.
#[cfg(test)]
impl Links {
    /// Checks that every list is circular and sound, that sizes are the lengths
    /// of the lists, and that spacers lead round their options.
    pub fn sanity(&self) -> Result<(), Fault> {
        self.items_are_sound()?;
        self.options_are_sound()
    }

    /// The horizontal list, and the vertical lists of the items in it.
    fn items_are_sound(&self) -> Result<(), Fault> {
        let mut item = 0;
        loop {
            let next = self.next[item as usize];
            if self.prev[next as usize] != item {
                return Err(format!("item {next} does not lead back to {item}"));
            }
            if next == 0 {
                return Ok(());
            }
            if next <= item {
                return Err(format!("item {next} comes after {item}"));
            }
            item = next;
            self.list_is_sound(item)?;
        }
    }

    /// The vertical list of one item.
    fn list_is_sound(&self, item: u32) -> Result<(), Fault> {
        let (mut node, mut size) = (item, 0);
        loop {
            let down = self.down[node as usize];
            if self.up[down as usize] != node {
                return Err(format!("node {down} does not lead back to {node}"));
            }
            if down == item {
                break;
            }
            if self.item[down as usize] != item {
                return Err(format!("node {down} is in the list of item {item}"));
            }
            if down <= node {
                return Err(format!("node {down} comes after {node}"));
            }
            size += 1;
            node = down;
        }
        if size != self.size[item as usize] {
            let told = self.size[item as usize];
            return Err(format!("item {item} has {size} options and says {told}"));
        }
        Ok(())
    }

    /// The spacers, which never change.
    fn options_are_sound(&self) -> Result<(), Fault> {
        let spacers: Vec<usize> = (self.size.len()..self.item.len())
            .filter(|&node| self.item[node] & SPACER != 0)
            .collect();
        for pair in spacers.windows(2) {
            let (left, right) = (pair[0], pair[1]);
            if self.down[left] as usize != right - 1 || self.up[right] as usize != left + 1 {
                return Err(format!("spacers {left} and {right} do not lead round"));
            }
        }
        Ok(())
    }
}

/// A copy that will grow to `capacity`.
fn with_capacity(start: &[u32], capacity: usize) -> Vec<u32> {
    let mut copy = Vec::with_capacity(capacity);
    copy.extend_from_slice(start);
    copy
}
