//! A list of lists in one buffer.

use crate::formula::Lit;
use std::ops::Range;

/// A type for positions in the buffer. The smaller one takes half the memory,
/// where the number of items is known to fit.
pub(in crate::cdcl) trait Place: Copy {
    /// Returns the position. It must fit.
    fn at(index: usize) -> Self;
    /// Returns the position as an index.
    fn index(self) -> usize;
}

impl Place for u32 {
    #[inline]
    fn at(index: usize) -> u32 {
        debug_assert!(u32::try_from(index).is_ok());
        index as u32
    }

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl Place for usize {
    #[inline]
    fn at(index: usize) -> usize {
        index
    }

    #[inline]
    fn index(self) -> usize {
        self
    }
}

/// A list of lists, one after the other in one buffer, so that a list takes no
/// heap block of its own, only an offset beside its items.
#[derive(Clone, Debug)]
pub(in crate::cdcl) struct Lists<T, P = usize> {
    items: Vec<T>,
    /// Start of each list in `items`; one entry more than lists. Empty if there
    /// never was a list.
    starts: Vec<P>,
}

impl<T, P> Default for Lists<T, P> {
    fn default() -> Lists<T, P> {
        Lists {
            items: Vec::new(),
            starts: Vec::new(),
        }
    }
}

impl<T, P: Place> Lists<T, P> {
    /// Creates no lists, with room for `num_lists` lists of `num_items` items in
    /// total.
    pub(crate) fn with_capacity(num_lists: usize, num_items: usize) -> Lists<T, P> {
        Lists {
            items: Vec::with_capacity(num_items),
            starts: Vec::with_capacity(num_lists + 1),
        }
    }

    /// Creates `num_lists` lists from pairs of a list's index and an item. The
    /// items of a list are in the order of the pairs.
    pub(crate) fn sorted_by_list(
        num_lists: usize,
        pairs: impl Iterator<Item = (usize, T)> + Clone,
    ) -> Lists<T, P>
    where
        T: Copy,
    {
        let mut starts = vec![P::at(0); num_lists + 1];
        let mut num_items = 0;
        for (list, _) in pairs.clone() {
            starts[list + 1] = P::at(starts[list + 1].index() + 1);
            num_items += 1;
        }
        for list in 0..num_lists {
            starts[list + 1] = P::at(starts[list].index() + starts[list + 1].index());
        }
        let mut ends = starts.clone();
        let mut items = match pairs.clone().next() {
            Some((_, item)) => vec![item; num_items],
            None => Vec::new(),
        };
        for (list, item) in pairs {
            items[ends[list].index()] = item;
            ends[list] = P::at(ends[list].index() + 1);
        }
        Lists { items, starts }
    }

    /// Appends a list.
    pub(crate) fn push(&mut self, items: impl IntoIterator<Item = T>) {
        if self.starts.is_empty() {
            self.starts.push(P::at(0));
        }
        self.items.extend(items);
        self.starts.push(P::at(self.items.len()));
    }

    /// Returns the number of lists.
    pub(crate) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns all items, list by list.
    pub(crate) fn items(&self) -> &[T] {
        &self.items
    }

    /// Returns the indices of a list's items among all items.
    #[inline]
    pub(crate) fn range(&self, list: usize) -> Range<usize> {
        self.starts[list].index()..self.starts[list + 1].index()
    }

    /// Returns the items of a list.
    #[inline]
    pub(crate) fn of(&self, list: usize) -> &[T] {
        &self.items[self.range(list)]
    }

    /// Returns the items of a list for changes in place.
    #[inline]
    pub(crate) fn of_mut(&mut self, list: usize) -> &mut [T] {
        let range = self.range(list);
        &mut self.items[range]
    }

    /// Returns the items of a list, none if there is no such list.
    #[inline]
    pub(crate) fn get(&self, list: usize) -> &[T] {
        match self.starts.get(list..list + 2) {
            Some(&[start, end]) => &self.items[start.index()..end.index()],
            _ => &[],
        }
    }

    /// Iterates over the lists.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> + Clone {
        (0..self.len()).map(|list| self.of(list))
    }

    /// Sorts each list by key, keeping the order of equal keys.
    pub(crate) fn sort_each_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        for list in 0..self.len() {
            let range = self.range(list);
            self.items[range].sort_by_key(&mut key);
        }
    }

    /// Sorts each list, and removes repeated items.
    pub(crate) fn sort_and_deduplicate(&mut self)
    where
        T: Copy + Ord,
    {
        let mut kept = 0;
        for list in 0..self.len() {
            let range = self.range(list);
            self.items[range.clone()].sort_unstable();
            let start = kept;
            for index in range {
                if kept == start || self.items[kept - 1] != self.items[index] {
                    self.items[kept] = self.items[index];
                    kept += 1;
                }
            }
            self.starts[list] = P::at(start);
        }
        if let Some(last) = self.starts.last_mut() {
            *last = P::at(kept);
        }
        self.items.truncate(kept);
    }
}

impl Lists<Lit, u32> {
    /// Returns for each literal of `num_vars` variables the numbers of the lists that contain it, in ascending order.
    pub(crate) fn by_literal(&self, num_vars: usize) -> Lists<u32, u32> {
        let of = (0..).zip(self.iter());
        let of = of.flat_map(|(number, lits)| lits.iter().map(move |lit| (lit.code(), number)));
        Lists::sorted_by_list(2 * num_vars, of)
    }
}
