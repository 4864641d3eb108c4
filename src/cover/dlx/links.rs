//! The doubly linked lists of dancing links.
//!
//! Every item has a vertical, circular list of the options that contain it; the
//! uncovered primary items are in a horizontal, circular list. To cover an item
//! is to unlink it from the horizontal list, and each of its options from all
//! *other* vertical lists. Nothing is erased: an unlinked node keeps its links
//! to its old neighbours, so undoing everything in reverse order restores each
//! link.
//!
//! Nodes are numbers. Node 0 is the root of the horizontal list, node i ≤ n the
//! head of item i (items count from 1 here). Then come the options, one node
//! for each item, in order, with a *spacer* before, between and after:
//!
//! ```text
//! 0 │ 1 2 … n │ ▪ │ option 0 │ ▪ │ option 1 │ ▪ …
//! ```
//!
//! The nodes of an option are thus neighbours in memory. A walk to the left
//! ends at a spacer, whose `down` is the option's last node. For walks to the
//! right there are links, because hiding walks that way and does most of the
//! work. A walk that must detect spacers turns round at a different place in
//! each option, which processors predict badly (measured: Langford's pairs took
//! half as long again).
//!
//! This is the layout of Knuth's `dlx1` and `dlx2`, except for the links to the
//! right: 16 bytes for each item in an option, 20 if there are colours.
//!
//! Colours work as in his `dlx2`. To *purify* an item, to which an option gives
//! a colour, is to hide the options that give it another colour or none. The
//! remaining options keep the item, and their nodes are marked, because nothing
//! is left to do for them. The item's list does not change, so that the marks
//! can be removed again.

#![allow(unsafe_code)] // unchecked access; debug builds check each

use super::super::{ExactCover, OptionId};

/// Flag in the `item` of a spacer. The other bits are the number of the option
/// before it.
const SPACER: u32 = 1 << 31;

/// Distance between node numbers: a number is an index times two. Processors
/// can scale an address by 8 in the instruction, but not by the 16 bytes of a
/// node.
pub(super) const STEP: u32 = 2;

/// A limit after all nodes.
pub(super) const ALL: u32 = u32::MAX;

/// The colour of a node without a colour.
const PLAIN: u32 = 0;

/// The colour of a node whose item was purified to the node's colour.
const PURE: u32 = u32::MAX;

/// An item's links in the horizontal list. A secondary item is its own
/// neighbour.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C)]
struct Head {
    prev: u32,
    next: u32,
}

/// A node's links in its vertical list, and the next node of its option. In an
/// item's head, `right` is the number of remaining options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C)]
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
    /// The colour of each node. Empty if there are no colours; then no marks
    /// need be checked.
    colors: Vec<u32>,
    /// With `MANY`, the uncovered items with one option left, as bits by number.
    single: Vec<u64>,
}

impl Links {
    /// Creates the lists of a problem, each with its options in their order.
    pub(super) fn new(problem: &ExactCover) -> Links {
        Links::in_order(problem, problem.options())
    }

    /// Creates the lists of a problem, each with its options in the order given.
    pub(super) fn in_order(problem: &ExactCover, options: impl Iterator<Item = OptionId>) -> Links {
        let items = problem.num_items() as u32;
        let primary = problem.num_primary() as u32;
        let head = |item: u32| match item <= primary {
            true => Head {
                prev: STEP * item.checked_sub(1).unwrap_or(primary),
                next: STEP * if item == primary { 0 } else { item + 1 },
            },
            false => Head {
                prev: STEP * item,
                next: STEP * item,
            },
        };
        let total = items as usize + 2 + problem.num_entries() + problem.num_options();
        let mut links = Links {
            heads: (0..=items).map(head).collect(),
            nodes: Vec::with_capacity(total),
            colors: Vec::new(),
            single: vec![0; items as usize / 64 + 1],
        };
        for item in (0..=items).map(|item| STEP * item) {
            links.push(item, item, item, 0);
        }
        links.push(0, 0, SPACER, 0);
        for option in options.filter(|&option| problem.may_be_chosen(option)) {
            links.append(problem, option);
        }
        if problem.has_colors() {
            links.give_colors(problem);
        }
        for item in (1..=items).map(|item| STEP * item) {
            if links.size(item) == 1 {
                links.toggle_single(item);
            }
        }
        links
    }

    /// Adds an item to those with one option left, or removes it.
    #[inline(always)]
    fn toggle_single(&mut self, item: u32) {
        let number = (item / STEP) as usize;
        self.single[number / 64] ^= 1 << (number % 64);
    }

    /// Returns the leftmost uncovered primary item with one option left. Only with
    /// `MANY`.
    #[inline]
    pub(super) fn first_single(&self) -> Option<u32> {
        let word = self.single.iter().position(|&word| word != 0)?;
        let number = 64 * word as u32 + self.single[word].trailing_zeros();
        // Secondary items come after the primary ones, and are their own neighbours.
        let item = STEP * number;
        (self.head(item).next != item).then_some(item)
    }

    fn push(&mut self, up: u32, down: u32, item: u32, right: u32) {
        self.nodes.push(Node {
            up,
            down,
            item,
            right,
        });
    }

    /// Stores the colours that the options give, option after option.
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

    /// Appends an option to the lists of its items.
    fn append(&mut self, problem: &ExactCover, option: OptionId) {
        let items = problem.option(option);
        let first = STEP * self.nodes.len() as u32;
        let last = first + STEP * (items.len() as u32 - 1);
        self.node_mut(first - STEP).down = last;
        for (node, item) in (first..).step_by(STEP as usize).zip(items) {
            let head = STEP * (item.index() as u32 + 1);
            let bottom = self.node(head).up;
            let right = if node == last { first } else { node + STEP };
            self.push(bottom, head, head, right);
            self.node_mut(bottom).down = node;
            let head = self.node_mut(head);
            head.up = node;
            head.right += 1;
        }
        self.push(first, 0, SPACER | option.index() as u32, 0);
    }

    #[inline(always)]
    fn node(&self, node: u32) -> &Node {
        debug_assert!(node.is_multiple_of(STEP) && ((node / STEP) as usize) < self.nodes.len());
        // SAFETY: a node number is a link, a neighbour of a node within an
        // option, or the number of an item. `new` makes all of them even, and
        // half of each less than `nodes.len()`. After `new` links are only
        // exchanged, and neither vector changes its length. Spacers at both
        // ends of each option keep neighbours inside. So this is the node with
        // half that number, at a multiple of its size.
        unsafe {
            &*self
                .nodes
                .as_ptr()
                .cast::<[u32; 2]>()
                .add(node as usize)
                .cast()
        }
    }

    #[inline(always)]
    fn node_mut(&mut self, node: u32) -> &mut Node {
        debug_assert!(node.is_multiple_of(STEP) && ((node / STEP) as usize) < self.nodes.len());
        // SAFETY: as in `node`.
        unsafe {
            &mut *self
                .nodes
                .as_mut_ptr()
                .cast::<[u32; 2]>()
                .add(node as usize)
                .cast()
        }
    }

    /// Returns the colour of a node. Only for problems with colours.
    #[inline(always)]
    fn node_color(&self, node: u32) -> u32 {
        debug_assert!(((node / STEP) as usize) < self.colors.len());
        // SAFETY: as in `node`. If there are colours, each node has one, and
        // callers have checked that there are colours.
        unsafe { *self.colors.get_unchecked((node / STEP) as usize) }
    }

    #[inline(always)]
    fn head(&self, item: u32) -> &Head {
        debug_assert!(item.is_multiple_of(STEP) && ((item / STEP) as usize) < self.heads.len());
        // SAFETY: an item's number is the `item` of a node that is no spacer,
        // or a link of a head. `new` makes both even, and half of each less
        // than `heads.len()`. A head is two numbers of 32 bits.
        unsafe { &*self.heads.as_ptr().cast::<u32>().add(item as usize).cast() }
    }

    #[inline(always)]
    fn head_mut(&mut self, item: u32) -> &mut Head {
        debug_assert!(item.is_multiple_of(STEP) && ((item / STEP) as usize) < self.heads.len());
        // SAFETY: as in `head`.
        unsafe {
            &mut *self
                .heads
                .as_mut_ptr()
                .cast::<u32>()
                .add(item as usize)
                .cast()
        }
    }

    /// Iterates over the uncovered primary items from left to right, with their
    /// sizes.
    #[inline]
    pub(super) fn items(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut item = self.head(0).next;
        std::iter::from_fn(move || {
            let here = item;
            (here != 0).then(|| {
                item = self.head(here).next;
                (here, self.size(here))
            })
        })
    }

    /// Returns the leftmost of the uncovered primary items with the fewest
    /// options, its size, and the number of items examined. No item may be
    /// smaller than `least`.
    #[inline]
    pub(super) fn smallest(&self, least: u32) -> (u32, u32, u64) {
        // The list goes from left to right, so the minimum of (size, number) is
        // wanted. A comparison with a branch could not be predicted.
        let (mut best, mut looked_at) = (u64::MAX, 0);
        let mut item = self.head(0).next;
        while item != 0 {
            let size = self.size(item);
            best = best.min(u64::from(size) << 32 | u64::from(item));
            looked_at += 1;
            if size <= least {
                break;
            }
            item = self.head(item).next;
        }
        (best as u32, (best >> 32) as u32, looked_at)
    }

    /// Returns `true` if an option gives a colour to an item.
    #[inline]
    pub(super) fn has_colors(&self) -> bool {
        !self.colors.is_empty()
    }

    /// Returns the number of nodes, heads and spacers included.
    pub(super) fn num_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `true` if every primary item is covered.
    #[inline]
    pub(super) fn all_covered(&self) -> bool {
        self.head(0).next == 0
    }

    /// Returns `true` if the node is the head of an item, not a node of an
    /// option.
    #[inline]
    pub(super) fn is_head(&self, node: u32) -> bool {
        node < STEP * self.heads.len() as u32
    }

    /// Returns the number of remaining options of an item.
    #[inline(always)]
    pub(super) fn size(&self, item: u32) -> u32 {
        self.node(item).right
    }

    /// Returns the node below.
    #[inline]
    pub(super) fn down(&self, node: u32) -> u32 {
        self.node(node).down
    }

    /// Returns the item of a head or of an option's node.
    #[inline]
    pub(super) fn item(&self, node: u32) -> u32 {
        self.node(node).item
    }

    /// Returns the state of the node's colour: no colour, a colour that is not chosen
    /// yet, or a chosen one. Without `COLORS` every node is plain.
    #[inline(always)]
    pub(super) fn color<const COLORS: bool>(&self, node: u32) -> NodeColor {
        if !COLORS {
            return NodeColor::Plain;
        }
        match self.node_color(node) {
            PLAIN => NodeColor::Plain,
            PURE => NodeColor::Settled,
            _ => NodeColor::Open,
        }
    }

    /// Returns the option that a node belongs to.
    pub(super) fn option(&self, mut node: u32) -> OptionId {
        while self.node(node).item & SPACER == 0 {
            node += STEP;
        }
        OptionId::new((self.node(node).item & !SPACER) as usize)
    }

    /// Returns the first node of each option, by its number; 0 for an option that is not
    /// among the links.
    pub(super) fn first_nodes(&self, num_options: usize) -> Vec<u32> {
        let mut first = vec![0; num_options];
        let spacers = self.nodes.iter().skip(self.heads.len() + 1);
        for spacer in spacers.filter(|node| node.item & SPACER != 0) {
            first[(spacer.item & !SPACER) as usize] = spacer.up;
        }
        first
    }

    /// Returns the next node to the right in the same option, cyclically.
    #[inline]
    pub(super) fn right(&self, node: u32) -> u32 {
        self.node(node).right
    }

    /// Returns the next node to the left in the same option, cyclically.
    #[inline]
    pub(super) fn left(&self, node: u32) -> u32 {
        let left = self.node(node - STEP);
        match left.item & SPACER {
            0 => node - STEP,
            _ => left.down,
        }
    }

    /// Removes an item from the horizontal list.
    #[inline(always)]
    pub(super) fn unlink(&mut self, item: u32) {
        let &Head { prev, next } = self.head(item);
        self.head_mut(prev).next = next;
        self.head_mut(next).prev = prev;
    }

    /// Undoes [`Links::unlink`].
    #[inline(always)]
    pub(super) fn relink(&mut self, item: u32) {
        let &Head { prev, next } = self.head(item);
        self.head_mut(prev).next = item;
        self.head_mut(next).prev = item;
    }

    /// Covers an item: removes it and its options before the node `limit`. Returns
    /// the number of nodes removed from a list, including the item's head, and the
    /// number of further items that have no option left.
    #[inline(always)]
    pub(super) fn cover<const COLORS: bool, const MANY: bool>(
        &mut self,
        item: u32,
        limit: u32,
    ) -> (u64, u32) {
        self.unlink(item);
        let (mut updates, mut emptied) = (1, 0u32);
        if MANY {
            match self.size(item) {
                // It is not left any more.
                0 => emptied = emptied.wrapping_sub(1),
                1 => self.toggle_single(item),
                _ => {}
            }
        }
        let mut row = self.node(item).down;
        while row != item && row < limit {
            updates += self.hide::<COLORS, MANY>(row, &mut emptied);
            row = self.node(row).down;
        }
        (updates, emptied)
    }

    /// Undoes [`Links::cover`] with the same `limit`.
    ///
    /// The options return in the order in which they were hidden, not in reverse.
    /// That restores the lists too: where two of them were neighbours, the second
    /// is linked to the first when the first returns.
    #[inline(always)]
    pub(super) fn uncover<const COLORS: bool, const MANY: bool>(&mut self, item: u32, limit: u32) {
        let mut row = self.node(item).down;
        while row != item && row < limit {
            self.unhide::<COLORS, MANY>(row);
            row = self.node(row).down;
        }
        if MANY && self.size(item) == 1 {
            self.toggle_single(item);
        }
        self.relink(item);
    }

    /// Settles the colour of a node's item, as far as its options before the node
    /// `limit` are concerned. Returns the number of nodes removed from a list, and
    /// the number of items that lost their last option.
    pub(super) fn purify<const MANY: bool>(&mut self, node: u32, limit: u32) -> (u64, u32) {
        let (item, color) = (self.item(node), self.node_color(node));
        let (mut updates, mut emptied) = (0, 0);
        let mut row = self.node(item).down;
        while row != item && row < limit {
            if self.node_color(row) != color {
                updates += self.hide::<true, MANY>(row, &mut emptied);
            } else if row != node {
                self.colors[(row / STEP) as usize] = PURE;
            }
            row = self.node(row).down;
        }
        (updates, emptied)
    }

    /// Undoes [`Links::purify`] with the same `limit`.
    pub(super) fn unpurify<const MANY: bool>(&mut self, node: u32, limit: u32) {
        let (item, color) = (self.item(node), self.node_color(node));
        let mut row = self.node(item).down;
        while row != item && row < limit {
            if self.node_color(row) == PURE {
                self.colors[(row / STEP) as usize] = color;
            } else if row != node {
                self.unhide::<true, MANY>(row);
            }
            row = self.node(row).down;
        }
    }

    /// Removes the first option of an item from the item's list and, if
    /// `everywhere`, from those of its other items: Knuth's *tweak*. Returns the
    /// number of nodes removed.
    #[inline(always)]
    pub(super) fn tweak<const COLORS: bool>(&mut self, node: u32, everywhere: bool) -> u64 {
        let &Node { down, item, .. } = self.node(node);
        self.node_mut(item).down = down;
        self.node_mut(down).up = item;
        self.node_mut(item).right -= 1;
        match everywhere {
            true => 1 + self.hide::<COLORS, false>(node, &mut 0),
            false => 1,
        }
    }

    /// Undoes all calls of [`Links::tweak`] since `first` was the first option of the
    /// item: the removed nodes still lead from one to the next.
    #[inline(always)]
    pub(super) fn untweak<const COLORS: bool>(&mut self, item: u32, first: u32, everywhere: bool) {
        let end = self.node(item).down;
        self.node_mut(item).down = first;
        let (mut above, mut node) = (item, first);
        while node != end {
            self.node_mut(node).up = above;
            self.node_mut(item).right += 1;
            if everywhere {
                self.unhide::<COLORS, false>(node);
            }
            (above, node) = (node, self.node(node).down);
        }
        self.node_mut(end).up = above;
    }

    /// Returns the next uncovered primary item; the first after 0, and 0 after the last.
    #[inline(always)]
    pub(super) fn next(&self, item: u32) -> u32 {
        self.head(item).next
    }

    /// Unlinks the other nodes of a node's option, and returns their number.
    /// Adds the number of items that lost their last option to `emptied`.
    #[inline(always)]
    fn hide<const COLORS: bool, const MANY: bool>(&mut self, row: u32, emptied: &mut u32) -> u64 {
        let mut updates = 0;
        let mut node = self.node(row).right;
        while node != row {
            let &Node {
                up,
                down,
                item,
                right,
            } = self.node(node);
            if !COLORS || self.node_color(node) != PURE {
                self.node_mut(up).down = down;
                self.node_mut(down).up = up;
                let size = &mut self.node_mut(item).right;
                *size -= 1;
                let size = *size;
                if MANY {
                    *emptied = emptied.wrapping_add(u32::from(size == 0));
                    if size < 2 {
                        self.toggle_single(item);
                    }
                }
                updates += 1;
            }
            node = right;
        }
        updates
    }

    /// Undoes `hide`. The nodes are in different lists, so their order is free.
    #[inline(always)]
    fn unhide<const COLORS: bool, const MANY: bool>(&mut self, row: u32) {
        let mut node = self.node(row).right;
        while node != row {
            let &Node {
                up,
                down,
                item,
                right,
            } = self.node(node);
            if !COLORS || self.node_color(node) != PURE {
                self.node_mut(up).down = node;
                self.node_mut(down).up = node;
                let size = &mut self.node_mut(item).right;
                *size += 1;
                if MANY && *size < 3 {
                    self.toggle_single(item);
                }
            }
            node = right;
        }
    }
}

/// The state of a node's colour; see [`Links::color`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeColor {
    /// The option gives no colour to the item.
    Plain,
    /// The option gives a colour, and other options of the solution may still
    /// give another.
    Open,
    /// An option chosen before gave the item the same colour.
    Settled,
}

/// A violation found by [`Links::sanity`]: the place, and the fault there.
#[cfg(test)]
type Fault = String;

/// Checks of all redundant data, for tests: they walk every list.
#[cfg(test)]
impl Links {
    /// Checks that every list is circular and consistent, that sizes are the
    /// lengths of the lists, and that spacers point to the ends of their
    /// options.
    pub(super) fn sanity(&self) -> Result<(), Fault> {
        self.items_are_sound()?;
        self.options_are_sound()
    }

    /// Checks the horizontal list, and the vertical lists of its items.
    fn items_are_sound(&self) -> Result<(), Fault> {
        let mut item = 0;
        loop {
            let next = self.head(item).next;
            if self.head(next).prev != item {
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

    /// Checks the vertical list of an item.
    fn list_is_sound(&self, item: u32) -> Result<(), Fault> {
        let (mut node, mut size) = (item, 0);
        loop {
            let down = self.node(node).down;
            if self.node(down).up != node {
                return Err(format!("node {down} does not lead back to {node}"));
            }
            if down == item {
                break;
            }
            if self.item(down) != item {
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

    /// Checks the spacers, which never change.
    fn options_are_sound(&self) -> Result<(), Fault> {
        let spacers: Vec<u32> = (self.heads.len()..self.nodes.len())
            .map(|place| STEP * place as u32)
            .filter(|&node| self.item(node) & SPACER != 0)
            .collect();
        for pair in spacers.windows(2) {
            let (left, right) = (pair[0], pair[1]);
            if self.node(left).down != right - STEP || self.node(right).up != left + STEP {
                return Err(format!("spacers {left} and {right} do not lead round"));
            }
            for node in (left + STEP..right).step_by(STEP as usize) {
                let next = if node + STEP == right {
                    left + STEP
                } else {
                    node + STEP
                };
                if self.right(node) != next {
                    return Err(format!("node {node} does not lead to {next}"));
                }
            }
        }
        Ok(())
    }
}
