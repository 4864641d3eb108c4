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
//! The nodes of one option are thus neighbours in memory. Walking left ends at a
//! spacer, whose `down` is the option's last node. To the right there are links
//! too, for hiding walks that way and does most of the work: a walk that has to
//! look out for spacers turns round at another place in each option, which
//! processors foresee badly (Langford's pairs took half as long again).
//!
//! This is the layout of Knuth's `dlx1` and `dlx2` but for the links to the
//! right: 16 bytes for each item in an option, 20 where there are colours.
//!
//! Colours are his `dlx2`'s too. To *purify* an item that an option gives a
//! colour is to hide the options that give it another or none; the rest keep
//! the item, and their nodes are marked, for nothing is left to do about them.
//! The item's list stays as it is, so that the marks can be taken off again.

use super::super::{ExactCover, OptionId};

/// Marks the `item` of a spacer; the other bits number the option before it.
const SPACER: u32 = 1 << 31;

/// The colour of a node without one.
const PLAIN: u32 = 0;

/// The colour of a node whose item was purified to its colour.
const PURE: u32 = u32::MAX;

/// An item's place in the horizontal list; a secondary item is its own
/// neighbour.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    prev: u32,
    next: u32,
}

/// A node's place in a vertical list, and the next node of its option; of an
/// item's head, the number of options left.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    up: u32,
    down: u32,
    item: u32,
    right: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Links {
    heads: Vec<Head>,
    nodes: Vec<Node>,
    /// The colour of each node, if there are any: if not, nobody need look for
    /// marks.
    colors: Vec<u32>,
}

impl Links {
    pub fn new(problem: &ExactCover) -> Links {
        let items = problem.num_items() as u32;
        let primary = problem.num_primary() as u32;
        let head = |item: u32| match item <= primary {
            true => Head {
                prev: item.checked_sub(1).unwrap_or(primary),
                next: if item == primary { 0 } else { item + 1 },
            },
            false => Head {
                prev: item,
                next: item,
            },
        };
        let total = items as usize + 2 + problem.num_entries() + problem.num_options();
        let mut links = Links {
            heads: (0..=items).map(head).collect(),
            nodes: Vec::with_capacity(total),
            colors: Vec::new(),
        };
        for item in 0..=items {
            links.push(item, item, item, 0);
        }
        links.push(0, 0, SPACER, 0);
        for option in problem.options() {
            if problem.may_be_chosen(option) {
                links.append(problem, option);
            }
        }
        if problem.has_colors() {
            links.give_colors(problem);
        }
        links
    }

    fn push(&mut self, up: u32, down: u32, item: u32, right: u32) {
        self.nodes.push(Node {
            up,
            down,
            item,
            right,
        });
    }

    /// Notes the colours that the options give, option after option.
    fn give_colors(&mut self, problem: &ExactCover) {
        self.colors = vec![PLAIN; self.nodes.len()];
        for node in self.heads.len()..self.nodes.len() {
            let option = self.nodes[node].item;
            if option & SPACER != 0 && node > self.heads.len() {
                let option = OptionId::new((option & !SPACER) as usize);
                let entries = problem.colored(option);
                let first = node - entries.len();
                for (place, (_, color)) in (first..).zip(entries) {
                    self.colors[place] = color.map_or(PLAIN, |color| color.index() as u32 + 1);
                }
            }
        }
    }

    /// Appends an option at the end of its items' lists.
    fn append(&mut self, problem: &ExactCover, option: OptionId) {
        let first = self.nodes.len() as u32;
        let items = problem.option(option);
        let last = first + items.len() as u32 - 1;
        self.nodes[first as usize - 1].down = last;
        for (node, item) in (first..).zip(items) {
            let head = item.index() + 1;
            let bottom = self.nodes[head].up;
            let right = if node == last { first } else { node + 1 };
            self.push(bottom, head as u32, head as u32, right);
            self.nodes[bottom as usize].down = node;
            self.nodes[head].up = node;
            self.nodes[head].right += 1;
        }
        self.push(first, 0, SPACER | option.index() as u32, 0);
    }

    #[inline(always)]
    fn node(&self, node: u32) -> &Node {
        debug_assert!((node as usize) < self.nodes.len());
        // SAFETY: a number of a node is either a link, a neighbour of a node
        // within an option, or the number of an item. `new` sets all of them
        // below `nodes.len()`, after that links are only exchanged, and
        // neither vector changes its length. Spacers at both ends of each
        // option keep neighbours inside.
        unsafe { self.nodes.get_unchecked(node as usize) }
    }

    #[inline(always)]
    fn node_mut(&mut self, node: u32) -> &mut Node {
        debug_assert!((node as usize) < self.nodes.len());
        // SAFETY: as in `node`.
        unsafe { self.nodes.get_unchecked_mut(node as usize) }
    }

    /// The colour of a node; only where there are colours.
    #[inline(always)]
    fn node_color(&self, node: u32) -> u32 {
        debug_assert!((node as usize) < self.colors.len());
        // SAFETY: as in `node`, if there are colours, for then each node has
        // one; whoever asks has looked.
        unsafe { *self.colors.get_unchecked(node as usize) }
    }

    #[inline(always)]
    fn head(&self, item: u32) -> &Head {
        debug_assert!((item as usize) < self.heads.len());
        // SAFETY: an item's number is the `item` of a node that is no spacer,
        // or a link of a head: `new` sets both below `heads.len()`.
        unsafe { self.heads.get_unchecked(item as usize) }
    }

    #[inline(always)]
    fn head_mut(&mut self, item: u32) -> &mut Head {
        debug_assert!((item as usize) < self.heads.len());
        // SAFETY: as in `head`.
        unsafe { self.heads.get_unchecked_mut(item as usize) }
    }

    /// The uncovered primary items from left to right, with their sizes.
    #[inline]
    pub fn items(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut item = self.head(0).next;
        std::iter::from_fn(move || {
            let here = item;
            (here != 0).then(|| {
                item = self.head(here).next;
                (here, self.size(here))
            })
        })
    }

    /// The leftmost uncovered primary item of those with the fewest options,
    /// and how many items were looked at.
    #[inline]
    pub fn smallest(&self) -> (u32, u32, u64) {
        let (mut best, mut least, mut looked_at) = (0, u32::MAX, 0);
        let mut item = self.head(0).next;
        while item != 0 {
            let size = self.size(item);
            looked_at += 1;
            if size < least {
                (best, least) = (item, size);
                if least == 0 {
                    break;
                }
            }
            item = self.head(item).next;
        }
        (best, least, looked_at)
    }

    /// Whether every primary item is covered.
    #[inline]
    pub fn all_covered(&self) -> bool {
        self.head(0).next == 0
    }

    /// Whether the node is the head of an item and no node of an option.
    #[inline]
    pub fn is_head(&self, node: u32) -> bool {
        (node as usize) < self.heads.len()
    }

    /// How many options an item has left.
    #[inline(always)]
    pub fn size(&self, item: u32) -> u32 {
        self.node(item).right
    }

    /// The node below.
    #[inline]
    pub fn down(&self, node: u32) -> u32 {
        self.node(node).down
    }

    /// The item of a head or of a node of an option.
    #[inline]
    pub fn item(&self, node: u32) -> u32 {
        self.node(node).item
    }

    /// Whether an option gives its item a colour that is not settled yet, or
    /// one that is; a plain node is neither.
    #[inline]
    pub fn color(&self, node: u32) -> NodeColor {
        match self.colors.get(node as usize).copied().unwrap_or(PLAIN) {
            PLAIN => NodeColor::Plain,
            PURE => NodeColor::Settled,
            _ => NodeColor::Open,
        }
    }

    /// The option that a node belongs to.
    pub fn option(&self, mut node: u32) -> OptionId {
        while self.node(node).item & SPACER == 0 {
            node += 1;
        }
        OptionId::new((self.node(node).item & !SPACER) as usize)
    }

    /// The node to the right in the same option, going round.
    #[inline]
    pub fn right(&self, node: u32) -> u32 {
        self.node(node).right
    }

    /// The node to the left in the same option, going round.
    #[inline]
    pub fn left(&self, node: u32) -> u32 {
        let left = self.node(node - 1);
        match left.item & SPACER {
            0 => node - 1,
            _ => left.down,
        }
    }

    /// Takes an item and all its options out; how many nodes left a list, the
    /// item's head among them.
    #[inline]
    pub fn cover(&mut self, item: u32) -> u64 {
        match self.colors.is_empty() {
            true => self.cover_in::<false>(item),
            false => self.cover_in::<true>(item),
        }
    }

    #[inline(always)]
    fn cover_in<const COLORED: bool>(&mut self, item: u32) -> u64 {
        let &Head { prev, next } = self.head(item);
        self.head_mut(prev).next = next;
        self.head_mut(next).prev = prev;
        let mut updates = 1;
        let mut row = self.node(item).down;
        while row != item {
            updates += self.hide::<COLORED>(row);
            row = self.node(row).down;
        }
        updates
    }

    /// Puts back what [`Links::cover`] took out.
    #[inline]
    pub fn uncover(&mut self, item: u32) {
        match self.colors.is_empty() {
            true => self.uncover_in::<false>(item),
            false => self.uncover_in::<true>(item),
        }
    }

    #[inline(always)]
    fn uncover_in<const COLORED: bool>(&mut self, item: u32) {
        let mut row = self.node(item).up;
        while row != item {
            self.unhide::<COLORED>(row);
            row = self.node(row).up;
        }
        let &Head { prev, next } = self.head(item);
        self.head_mut(prev).next = item;
        self.head_mut(next).prev = item;
    }

    /// Settles the colour of a node's item; how many nodes left a list.
    pub fn purify(&mut self, node: u32) -> u64 {
        let (item, color) = (self.item(node), self.node_color(node));
        let mut updates = 0;
        let mut row = self.node(item).down;
        while row != item {
            if self.node_color(row) != color {
                updates += self.hide::<true>(row);
            } else if row != node {
                self.colors[row as usize] = PURE;
            }
            row = self.node(row).down;
        }
        updates
    }

    /// Undoes [`Links::purify`].
    pub fn unpurify(&mut self, node: u32) {
        let (item, color) = (self.item(node), self.node_color(node));
        let mut row = self.node(item).up;
        while row != item {
            if self.node_color(row) == PURE {
                self.colors[row as usize] = color;
            } else if row != node {
                self.unhide::<true>(row);
            }
            row = self.node(row).up;
        }
    }

    /// Unlinks the other nodes of a node's option; how many.
    #[inline(always)]
    fn hide<const COLORED: bool>(&mut self, row: u32) -> u64 {
        let mut updates = 0;
        let mut node = self.node(row).right;
        while node != row {
            let &Node {
                up,
                down,
                item,
                right,
            } = self.node(node);
            if !COLORED || self.node_color(node) != PURE {
                self.node_mut(up).down = down;
                self.node_mut(down).up = up;
                self.node_mut(item).right -= 1;
                updates += 1;
            }
            node = right;
        }
        updates
    }

    /// Links them again. They are in different lists, so their order is free.
    #[inline(always)]
    fn unhide<const COLORED: bool>(&mut self, row: u32) {
        let mut node = self.node(row).right;
        while node != row {
            let &Node {
                up,
                down,
                item,
                right,
            } = self.node(node);
            if !COLORED || self.node_color(node) != PURE {
                self.node_mut(up).down = node;
                self.node_mut(down).up = node;
                self.node_mut(item).right += 1;
            }
            node = right;
        }
    }
}

/// What [`Links::color`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeColor {
    /// The item has no colour in the option.
    Plain,
    /// It has one, and another option of the solution may still ask for another.
    Open,
    /// An option chosen before gave it the same.
    Settled,
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
            let next = self.heads[item as usize].next;
            if self.heads[next as usize].prev != item {
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
            let down = self.nodes[node as usize].down;
            if self.nodes[down as usize].up != node {
                return Err(format!("node {down} does not lead back to {node}"));
            }
            if down == item {
                break;
            }
            if self.nodes[down as usize].item != item {
                return Err(format!("node {down} is in the list of item {item}"));
            }
            if down <= node {
                return Err(format!("node {down} comes after {node}"));
            }
            size += 1;
            node = down;
        }
        if size != self.size(item) {
            let told = self.size(item);
            return Err(format!("item {item} has {size} options and says {told}"));
        }
        Ok(())
    }

    /// The spacers, which never change.
    fn options_are_sound(&self) -> Result<(), Fault> {
        let spacers: Vec<usize> = (self.heads.len()..self.nodes.len())
            .filter(|&node| self.nodes[node].item & SPACER != 0)
            .collect();
        for pair in spacers.windows(2) {
            let (left, right) = (pair[0], pair[1]);
            if self.nodes[left].down as usize != right - 1
                || self.nodes[right].up as usize != left + 1
            {
                return Err(format!("spacers {left} and {right} do not lead round"));
            }
            for node in left + 1..right {
                let next = if node + 1 == right {
                    left + 1
                } else {
                    node + 1
                };
                if self.nodes[node].right as usize != next {
                    return Err(format!("node {node} does not lead to {next}"));
                }
            }
        }
        Ok(())
    }
}
