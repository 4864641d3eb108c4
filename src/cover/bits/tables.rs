//! The constant tables of a search: which options are compatible, as bits.

use super::super::{Color, ExactCover, OptionId};
use std::collections::HashMap;

/// Number of bits in a word.
const WORD: usize = u64::BITS as usize;

/// Largest number of options (that a solution may contain) for which the tables
/// are built, so that the size of an item fits into 15 bits. The table of compatible
/// options is quadratic: 128 MB at this size.
pub const MAX_OPTIONS: usize = (1 << 15) - 1;

/// Largest number of primary items, so that an item and a size fit into 32
/// bits.
const MAX_ITEMS: usize = 1 << 16;

/// Largest number of options times number of primary items for which the tables are built. A search
/// has at most one level for each option and keeps up to 12 bytes for each item on each level, so
/// that this is a limit of 800 megabytes.
pub const MAX_PRODUCT: usize = 1 << 26;

/// With at most this many options, their order is not changed. Chosen by hand.
const FEW: usize = 4 * WORD;

/// The options of an item that are in one word.
#[derive(Clone, Copy, Debug)]
pub(in crate::cover) struct Part {
    pub word: u32,
    pub mask: u64,
}

/// The problem as bit sets. Options that no solution may contain are left out.
#[derive(Debug)]
pub(in crate::cover) struct Tables {
    /// For each option, its number in the problem.
    pub options: Vec<OptionId>,
    /// Number of words in a set of options, and `item_words` in a set of
    /// primary items.
    pub option_words: usize,
    pub item_words: usize,
    pub items: usize,
    /// For each option, the options compatible with it.
    beside: Vec<u64>,
    /// For each option, the primary items that it covers.
    covers: Vec<u64>,
    /// For each option, the other items that lose options when it is chosen.
    touches: Vec<u64>,
    /// The options of the items in parts, and `ends`, the end of each item's
    /// parts.
    parts: Vec<Part>,
    ends: Vec<u32>,
    /// The primary items of the options, and `list_ends`, the end of each
    /// option's items.
    lists: Vec<u16>,
    list_ends: Vec<u32>,
}

impl Tables {
    /// Builds the tables. Returns `None` if there are more than [`MAX_OPTIONS`]
    /// options, too many items, or bounds.
    pub(crate) fn new(problem: &ExactCover) -> Option<Tables> {
        match problem.has_bounds() {
            true => None,
            false => Tables::with_bounds(problem),
        }
    }

    /// Builds the tables, in which options exclude each other only by items that are covered at
    /// most once, and by colours. Returns `None` if there are more than [`MAX_OPTIONS`] options or
    /// too many items.
    pub(super) fn with_bounds(problem: &ExactCover) -> Option<Tables> {
        let kept = problem.options().filter(|&o| problem.may_be_chosen(o));
        let mut options: Vec<OptionId> = kept.take(MAX_OPTIONS + 1).collect();
        let items = problem.num_primary();
        let is_large = options.len() > MAX_OPTIONS || items > MAX_ITEMS;
        if is_large || options.len() * items > MAX_PRODUCT {
            return None;
        }
        order(problem, &mut options);
        let option_words = options.len().div_ceil(WORD);
        let item_words = items.div_ceil(WORD);
        let mut tables = Tables {
            beside: vec![0; options.len() * option_words],
            covers: vec![0; options.len() * item_words],
            touches: vec![0; options.len() * item_words],
            parts: Vec::new(),
            ends: Vec::with_capacity(items),
            lists: Vec::new(),
            list_ends: Vec::with_capacity(options.len()),
            options,
            option_words,
            item_words,
            items,
        };
        let mut of_item = tables.entries(problem);
        tables.fill_parts(&of_item);
        for (item, bounds) in of_item.iter_mut().zip(&problem.bounds) {
            if bounds.high > 1 {
                item.clear();
            }
        }
        tables.fill_beside(&of_item);
        tables.fill_touches(&of_item);
        Some(tables)
    }

    /// Returns for each item the options that contain it, with the colours they
    /// give it.
    fn entries(&mut self, problem: &ExactCover) -> Vec<Vec<(usize, Option<Color>)>> {
        let mut of_item = vec![Vec::new(); problem.num_items()];
        for (place, &option) in self.options.iter().enumerate() {
            for (item, color) in problem.colored(option) {
                of_item[item.index()].push((place, color));
                if problem.is_primary(item) {
                    self.lists.push(item.index() as u16);
                    let at = place * self.item_words + item.index() / WORD;
                    self.covers[at] |= 1 << (item.index() % WORD);
                }
            }
            self.list_ends.push(self.lists.len() as u32);
        }
        of_item
    }

    fn fill_parts(&mut self, of_item: &[Vec<(usize, Option<Color>)>]) {
        for entries in &of_item[..self.items] {
            let start = self.parts.len();
            for &(option, _) in entries {
                let (word, bit) = ((option / WORD) as u32, 1 << (option % WORD));
                match self.parts[start..].last_mut() {
                    Some(part) if part.word == word => part.mask |= bit,
                    _ => self.parts.push(Part { word, mask: bit }),
                }
            }
            self.ends.push(self.parts.len() as u32);
        }
    }

    /// Fills `beside`: first with the excluded options, then with the
    /// complement.
    fn fill_beside(&mut self, of_item: &[Vec<(usize, Option<Color>)>]) {
        let words = self.option_words;
        let put = |set: &mut [u64], option: usize| set[option / WORD] |= 1 << (option % WORD);
        let mut all = vec![0u64; words];
        for entries in of_item {
            all.fill(0);
            let mut alike: HashMap<Color, Vec<u64>> = HashMap::new();
            for &(option, color) in entries {
                put(&mut all, option);
                if let Some(color) = color {
                    put(alike.entry(color).or_insert(vec![0; words]), option);
                }
            }
            for &(option, color) in entries {
                let stay = color.and_then(|color| alike.get(&color));
                let row = &mut self.beside[option * words..][..words];
                for (place, word) in row.iter_mut().enumerate() {
                    *word |= all[place] & !stay.map_or(0, |stay| stay[place]);
                }
            }
        }
        for word in &mut self.beside {
            *word = !*word;
        }
    }

    /// Fills `touches` item by item, with the items covered by the options that
    /// an option excludes there: all of them, or those of another colour.
    /// Comparing each two options instead would take minutes.
    fn fill_touches(&mut self, of_item: &[Vec<(usize, Option<Color>)>]) {
        let words = self.item_words;
        let (mut plain, mut once, mut twice) = (vec![0; words], vec![0; words], vec![0; words]);
        for entries in of_item {
            // Items covered by options that have no colour here, by options of
            // at least one colour, and by options of at least two colours.
            for set in [&mut plain, &mut once, &mut twice] {
                set.fill(0);
            }
            let mut alike: HashMap<Color, Vec<u64>> = HashMap::new();
            for &(option, color) in entries {
                let set = match color {
                    None => &mut plain,
                    Some(color) => alike.entry(color).or_insert(vec![0; words]),
                };
                add(set, &self.covers[option * words..][..words]);
            }
            for set in alike.values() {
                for ((once, twice), &word) in once.iter_mut().zip(&mut twice).zip(set) {
                    *twice |= *once & word;
                    *once |= word;
                }
            }
            for &(option, color) in entries {
                let row = &mut self.touches[option * words..][..words];
                add(row, &plain);
                match color.and_then(|color| alike.get(&color)) {
                    None => add(row, &once),
                    Some(own) => {
                        for (place, word) in row.iter_mut().enumerate() {
                            *word |= twice[place] | once[place] & !own[place];
                        }
                    }
                }
            }
        }
        for (touches, covers) in self.touches.iter_mut().zip(&self.covers) {
            *touches &= !covers;
        }
    }

    /// Returns the options compatible with this one.
    #[inline(always)]
    pub(crate) fn beside(&self, option: usize) -> &[u64] {
        &self.beside[option * self.option_words..][..self.option_words]
    }

    /// Returns the primary items that an option covers.
    #[inline(always)]
    pub(crate) fn covers(&self, option: usize) -> &[u64] {
        &self.covers[option * self.item_words..][..self.item_words]
    }

    /// Returns the other primary items that lose options when this option is
    /// chosen.
    #[inline(always)]
    pub(crate) fn touches(&self, option: usize) -> &[u64] {
        &self.touches[option * self.item_words..][..self.item_words]
    }

    /// Returns the primary items that an option covers, as a list.
    #[inline(always)]
    pub(crate) fn list(&self, option: usize) -> &[u16] {
        let start = match option {
            0 => 0,
            _ => self.list_ends[option - 1] as usize,
        };
        &self.lists[start..self.list_ends[option] as usize]
    }

    /// Returns `true` if lowering sizes is less work than counting again: on a
    /// sample of options, the items of the excluded options are no more than
    /// the parts of the affected items. This is so in Sudoku, where few options
    /// exclude each other and are spread over many words.
    pub(crate) fn excludes_few(&self) -> bool {
        let (mut excluded, mut touched) = (0, 0);
        let step = self.options.len().div_ceil(FEW).max(1);
        for option in (0..self.options.len()).step_by(step) {
            let beside = self.beside(option).iter().map(|word| word.count_ones());
            let gone = self.option_words * WORD - beside.sum::<u32>() as usize;
            excluded += gone * self.list(option).len();
            for (place, &word) in self.touches(option).iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    let item = place * WORD + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    touched += self.parts(item).len();
                }
            }
        }
        excluded <= touched
    }

    /// Returns the options of a primary item.
    #[inline(always)]
    pub(crate) fn parts(&self, item: usize) -> &[Part] {
        let start = match item {
            0 => 0,
            _ => self.ends[item - 1] as usize,
        };
        &self.parts[start..self.ends[item] as usize]
    }
}

/// Adds the members of `other` to `set`.
fn add(set: &mut [u64], other: &[u64]) {
    for (word, other) in set.iter_mut().zip(other) {
        *word |= other;
    }
}

/// Orders the options so that those of an item are in few words: either in
/// their given order or by their first primary item, whichever is better. This
/// keeps a board's cells near each other, whatever the order of the pieces.
fn order(problem: &ExactCover, options: &mut Vec<OptionId>) {
    let words = |options: &[OptionId]| {
        let mut last = vec![usize::MAX; problem.num_primary()];
        let mut words = 0;
        for (place, &option) in options.iter().enumerate() {
            for item in problem.option(option) {
                if let Some(last) = last.get_mut(item.index()) {
                    words += usize::from(*last != place / WORD);
                    *last = place / WORD;
                }
            }
        }
        words
    };
    if options.len() <= FEW {
        return;
    }
    let mut best = words(options);
    let given = options.clone();
    for last in [false, true] {
        let mut other = given.clone();
        other.sort_by_cached_key(|&option| {
            let items = problem
                .option(option)
                .iter()
                .filter(|&&i| problem.is_primary(i));
            if last { items.max() } else { items.min() }
        });
        let size = words(&other);
        if size < best {
            (best, *options) = (size, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::problems;

    #[test]
    fn an_option_touches_what_the_options_it_excludes_cover() {
        let words = "abc bca cab abd bdc acb bac".split(' ').collect::<Vec<_>>();
        let squares = problems::word_squares(&words, true).unwrap();
        for problem in [squares, problems::build("queens:6").unwrap()] {
            let tables = Tables::new(problem.problem()).unwrap();
            let has = |set: &[u64], place: usize| set[place / WORD] >> (place % WORD) & 1 == 1;
            for option in 0..tables.options.len() {
                let mut expected = vec![0; tables.item_words];
                for other in 0..tables.options.len() {
                    if !has(tables.beside(option), other) {
                        add(&mut expected, tables.covers(other));
                    }
                }
                for (word, covers) in expected.iter_mut().zip(tables.covers(option)) {
                    *word &= !covers;
                }
                assert_eq!(tables.touches(option), expected, "option {option}");
            }
        }
    }
}
