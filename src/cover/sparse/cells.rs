//! Dancing cells: the options of each item as a sparse set.
//!
//! The options of an item are stored in one section of an array, the remaining
//! ones before the removed ones. To remove an option, it is exchanged with the
//! last remaining one, and the size is lowered by one; to restore all, the old
//! size is set again. Christine Solnon proposed such sets for exact covers, and
//! Knuth's `ssxcc` has them in this form.
//!
//! The uncovered items are such a set too. A secondary item stays in it until
//! an option of the solution contains it.

#![allow(unsafe_code)] // unchecked access; debug builds check each

use super::super::{ExactCover, OptionId};

/// Flag in the `item` of a spacer. The other bits are the distance back to the
/// first node of the option.
pub(super) const SPACER: u32 = 1 << 31;

/// An occurrence of an item in an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub item: u32,
    /// Position in the item's set.
    pub place: u32,
    pub color: u32,
}

/// The set of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Start of its set.
    pub start: u32,
    /// Number of remaining options.
    pub size: u32,
    /// Position of the item among the active items.
    pub place: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Cells {
    pub nodes: Vec<Node>,
    pub heads: Vec<Head>,
    /// The sets, one after the other, as numbers of nodes.
    pub sets: Vec<u32>,
    /// The items. The first [`Cells::active`] of them are not settled.
    pub items: Vec<u32>,
    pub active: u32,
    /// Number of primary items.
    pub primary: u32,
}

impl Cells {
    pub(super) fn new(problem: &ExactCover) -> Cells {
        let items = problem.num_items();
        let mut heads: Vec<Head> = (0..items as u32)
            .map(|place| Head {
                start: 0,
                size: 0,
                place,
            })
            .collect();
        let kept = || problem.options().filter(|&o| problem.may_be_chosen(o));
        for item in kept().flat_map(|option| problem.option(option)) {
            heads[item.index()].size += 1;
        }
        let mut total = 0;
        for head in &mut heads {
            head.start = total;
            total += std::mem::take(&mut head.size);
        }
        let spacer = |back: usize| Node {
            item: SPACER | back as u32,
            place: 0,
            color: 0,
        };
        let mut sets = vec![0; total as usize];
        let mut nodes = Vec::with_capacity(total as usize + problem.num_options() + 1);
        nodes.push(spacer(0));
        for option in kept() {
            let entries = problem.colored(option);
            let length = entries.len();
            for (item, color) in entries {
                let head = &mut heads[item.index()];
                let place = head.start + head.size;
                sets[place as usize] = nodes.len() as u32;
                head.size += 1;
                nodes.push(Node {
                    item: item.index() as u32,
                    place,
                    color: color.map_or(0, |color| color.index() as u32 + 1),
                });
            }
            nodes.push(Node {
                place: option.index() as u32,
                ..spacer(length)
            });
        }
        Cells {
            nodes,
            heads,
            sets,
            items: (0..items as u32).collect(),
            active: items as u32,
            primary: problem.num_primary() as u32,
        }
    }

    /// Restores every set completely, from any state of a search.
    pub(super) fn restore(&mut self) {
        self.active = self.items.len() as u32;
        let ends: Vec<u32> = self.heads.iter().skip(1).map(|head| head.start).collect();
        let total = self.sets.len() as u32;
        for (head, end) in self.heads.iter_mut().zip(ends.into_iter().chain([total])) {
            head.size = end - head.start;
        }
    }

    // SAFETY of the four functions below: `new` makes all numbers of nodes,
    // items and places smaller than the length of the vector that they index.
    // After `new` they are only moved from one cell to another. No vector
    // changes its length, and a spacer stands before and after each option.

    #[inline(always)]
    pub(super) fn node(&self, node: u32) -> &Node {
        debug_assert!((node as usize) < self.nodes.len());
        // SAFETY: see above.
        unsafe { self.nodes.get_unchecked(node as usize) }
    }

    #[inline(always)]
    pub(super) fn head(&self, item: u32) -> &Head {
        debug_assert!((item as usize) < self.heads.len());
        // SAFETY: see above.
        unsafe { self.heads.get_unchecked(item as usize) }
    }

    #[inline(always)]
    pub(super) fn head_mut(&mut self, item: u32) -> &mut Head {
        debug_assert!((item as usize) < self.heads.len());
        // SAFETY: see above.
        unsafe { self.heads.get_unchecked_mut(item as usize) }
    }

    #[inline(always)]
    pub(super) fn set(&self, place: u32) -> u32 {
        debug_assert!((place as usize) < self.sets.len());
        // SAFETY: see above.
        unsafe { *self.sets.get_unchecked(place as usize) }
    }

    /// Puts a node at a position in its item's set.
    #[inline(always)]
    fn put(&mut self, place: u32, node: u32) {
        debug_assert!((place as usize) < self.sets.len() && (node as usize) < self.nodes.len());
        // SAFETY: see above.
        unsafe {
            *self.sets.get_unchecked_mut(place as usize) = node;
            self.nodes.get_unchecked_mut(node as usize).place = place;
        }
    }

    /// Settles an active item by moving it behind the active ones.
    #[inline(always)]
    pub(super) fn settle(&mut self, item: u32) {
        self.active -= 1;
        let (last, place) = (self.active, self.head(item).place);
        debug_assert!(place <= last);
        let other = self.items[last as usize];
        self.items[last as usize] = item;
        self.items[place as usize] = other;
        self.head_mut(other).place = place;
        self.head_mut(item).place = last;
    }

    /// Returns the other nodes of a node's option: from this node to the right,
    /// then from the left end of the option.
    #[inline(always)]
    pub(super) fn others(&self, node: u32) -> impl Iterator<Item = u32> + use<> {
        let mut first = node;
        while self.node(first - 1).item & SPACER == 0 {
            first -= 1;
        }
        let mut end = node + 1;
        while self.node(end).item & SPACER == 0 {
            end += 1;
        }
        (node + 1..end).chain(first..node)
    }

    /// Returns the option that a node belongs to.
    pub(super) fn option(&self, mut node: u32) -> OptionId {
        while self.node(node).item & SPACER == 0 {
            node += 1;
        }
        OptionId::new(self.node(node).place as usize)
    }

    /// Hides the remaining options of an item or, if `color` is not 0, those
    /// that give it another colour: removes them from the sets of their other
    /// items, as far as these were among the first `before` active ones.
    ///
    /// With `CHECK`, primary items left with one option are pushed to `forced`.
    /// If an item would have none left, stops and returns `false`.
    #[inline(always)]
    pub(super) fn hide<const CHECK: bool>(
        &mut self,
        item: u32,
        color: u32,
        before: u32,
        forced: &mut Vec<u32>,
        updates: &mut u64,
    ) -> bool {
        let Head { start, size, .. } = *self.head(item);
        for place in start..start + size {
            let row = self.set(place);
            if color != 0 && self.node(row).color == color {
                continue;
            }
            let mut node = row + 1;
            while node != row {
                let Node {
                    item: other,
                    place: at,
                    ..
                } = *self.node(node);
                if other & SPACER != 0 {
                    node -= other & !SPACER;
                    continue;
                }
                let head = self.head_mut(other);
                if head.place < before {
                    let size = head.size - 1;
                    let last = head.start + size;
                    let settled = head.place;
                    if CHECK && size <= 1 && other < self.primary && settled < self.active {
                        if size == 0 {
                            return false;
                        }
                        forced.push(other);
                    }
                    self.head_mut(other).size = size;
                    let moved = self.set(last);
                    self.put(at, moved);
                    self.put(last, node);
                    *updates += 1;
                }
                node += 1;
            }
        }
        true
    }
}
