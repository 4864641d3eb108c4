//! Running numbers: cages and arrows read cell by cell.
//!
//! The running number of a cage begins with its sum, that of an arrow with 0.
//! Each cell of a bulb appends its digit d to the number s (10·s + d), each other
//! cell takes its digit away (s − d). The rule is obeyed if 0 is left after the
//! last cell. The formula's automata and the options of the exact cover are both
//! made of the numbers that [`Running`] finds between the cells.

use std::ops::Range;

/// A set of numbers, as ascending ranges of which no two touch. The set of
/// running numbers of a cage whose cells may hold any digit is one range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layer {
    ranges: Vec<Range<u64>>,
    /// For each range, the number of members that are below it.
    below: Vec<u64>,
}

impl Layer {
    /// Returns the union of ranges, which may overlap and have any order.
    pub(super) fn union(ranges: impl IntoIterator<Item = Range<u64>>) -> Layer {
        let mut ranges: Vec<Range<u64>> = ranges.into_iter().collect();
        ranges.retain(|range| !range.is_empty());
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.dedup_by(|next, last| {
            let touches = next.start <= last.end;
            if touches {
                last.end = last.end.max(next.end);
            }
            touches
        });
        let mut count = 0;
        let below = ranges.iter().map(|range| {
            let below = count;
            count += range.end - range.start;
            below
        });
        Layer {
            below: below.collect(),
            ranges,
        }
    }

    /// Returns the set of these numbers.
    pub(super) fn of(numbers: impl IntoIterator<Item = u64>) -> Layer {
        Layer::union(numbers.into_iter().map(|number| number..number + 1))
    }

    /// Returns the number of members.
    pub(super) fn len(&self) -> u64 {
        self.rank(u64::MAX)
    }

    /// Returns the members, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.ranges.iter().cloned().flatten()
    }

    /// Returns the place of a number among the members, ascending from 0.
    pub(super) fn index(&self, number: u64) -> Option<u64> {
        let range = self.ranges.partition_point(|range| range.end <= number);
        let start = self.ranges.get(range)?.start;
        Some(self.below[range] + number.checked_sub(start)?)
    }

    /// Returns the number of members below `bound`.
    fn rank(&self, bound: u64) -> u64 {
        match self.ranges.partition_point(|range| range.start < bound) {
            0 => 0,
            some => {
                let last = &self.ranges[some - 1];
                self.below[some - 1] + last.end.min(bound) - last.start
            }
        }
    }

    /// Returns the number of members in a range.
    fn count_in(&self, range: &Range<u64>) -> u64 {
        self.rank(range.end).saturating_sub(self.rank(range.start))
    }

    /// Returns the members that another set has, too.
    fn intersection(&self, other: &Layer) -> Layer {
        let mut common = Vec::new();
        let (mut first, mut second) = (0, 0);
        while let (Some(a), Some(b)) = (self.ranges.get(first), other.ranges.get(second)) {
            common.push(a.start.max(b.start)..a.end.min(b.end));
            match a.end < b.end {
                true => first += 1,
                false => second += 1,
            }
        }
        Layer::union(common)
    }
}

/// The running numbers of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Running {
    /// The number before the first cell.
    start: u64,
    /// Number of cells that append their digit; they come first.
    bulb: usize,
    /// Number of cells.
    cells: usize,
    /// The largest digit.
    side: u64,
}

impl Running {
    /// Returns the running numbers of a table of `cells` cells, the first `bulb` of them an
    /// arrow's bulb, that begin with `start`, in a grid with `side` digits.
    pub(super) fn new(start: u64, bulb: usize, cells: usize, side: usize) -> Running {
        Running {
            start,
            bulb,
            cells,
            side: side as u64,
        }
    }

    /// Returns the number after the digit `value` in the cell at `place`.
    pub(super) fn next(self, place: usize, number: u64, value: u64) -> Option<u64> {
        match place < self.bulb {
            true => Some(10 * number + value),
            false => number.checked_sub(value),
        }
    }

    /// Returns the number of members of `from`, before the cell at `place`, which
    /// the digit `value` leads to members of `to`.
    pub(super) fn count_steps(self, place: usize, value: u64, from: &Layer, to: &Layer) -> u64 {
        let values = value..value + 1;
        let before = to.ranges.iter();
        let before = before.map(|range| self.before(place, range, &values));
        before.map(|range| from.count_in(&range)).sum()
    }

    /// Finds the numbers before each cell and after the last which some digits
    /// lead to and from which some digits lead to 0. The number before the first
    /// cell always stands there. `values` returns the digits that the cell at a
    /// place may hold.
    ///
    /// `watch` is called for each cell with the number of ranges that are about to
    /// be made for it, as restricted cells of large tables may need many.
    ///
    /// # Errors
    /// Those of `watch`.
    pub(super) fn layers<E>(
        self,
        values: impl Fn(usize) -> Layer,
        watch: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<Vec<Layer>, E> {
        let mut layers = Vec::with_capacity(self.cells + 1);
        layers.push(Layer::of([self.start]));
        for place in 0..self.cells {
            let after = self.after(place, &layers[place], &values(place), watch)?;
            layers.push(after);
        }
        for place in (1..self.cells).rev() {
            let values = values(place);
            let to = &layers[place + 1].ranges;
            watch((to.len() * values.ranges.len()) as u64)?;
            let before = itertools::iproduct!(to, &values.ranges)
                .map(|(range, values)| self.before(place, range, values));
            layers[place] = layers[place].intersection(&Layer::union(before));
        }
        Ok(layers)
    }

    /// Returns the numbers that digits in the cell at `place` lead to and from which
    /// the cells after it can reach 0.
    fn after<E>(
        self,
        place: usize,
        from: &Layer,
        values: &Layer,
        watch: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<Layer, E> {
        // What the cells that are still to come take away.
        let least = (self.cells - self.bulb.max(place + 1)) as u64;
        let most = least * self.side;
        let is_bulb_read = place + 1 >= self.bulb;
        let allowed = if is_bulb_read { least } else { 0 }..most + 1;
        // Ten values in a row leave no gap between 10·s and 10·(s + 1).
        let has_gaps = |values: &Range<u64>| place < self.bulb && values.end - values.start < 10;
        let mut after = Vec::new();
        for (from, values) in itertools::iproduct!(&from.ranges, &values.ranges) {
            if has_gaps(values) {
                // Larger ones are not allowed after the cell.
                let from = from.start..from.end.min(most / 10 + 1);
                watch(from.end.saturating_sub(from.start))?;
                after.extend(from.map(|s| 10 * s + values.start..10 * s + values.end));
            } else {
                watch(1)?;
                after.push(match place < self.bulb {
                    true => 10 * from.start + values.start..10 * (from.end - 1) + values.end,
                    false => {
                        let start = from.start.saturating_sub(values.end - 1);
                        start..from.end.saturating_sub(values.start)
                    }
                });
            }
        }
        Ok(Layer::union(after).intersection(&Layer::union([allowed])))
    }

    /// Returns the numbers from which some of the `values`, in the cell at `place`,
    /// lead into `after`.
    fn before(self, place: usize, after: &Range<u64>, values: &Range<u64>) -> Range<u64> {
        match place < self.bulb {
            true => {
                let start = after.start.saturating_sub(values.end - 1);
                let end = after.end.saturating_sub(values.start);
                start.div_ceil(10)..end.div_ceil(10)
            }
            false => after.start + values.start..after.end + values.end - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    #[test]
    fn a_layer_is_the_set_of_its_ranges() {
        let layer = Layer::union([7..9, 1..3, 3..4, 8..8, 2..3]);
        assert_eq!(layer.iter().collect::<Vec<_>>(), [1, 2, 3, 7, 8]);
        assert_eq!(layer.ranges, [1..4, 7..9]);
        assert_eq!(layer.len(), 5);
        let places = [0, 1, 3, 4, 6, 7, 8, 9].map(|number| layer.index(number));
        assert_eq!(
            places,
            [None, Some(0), Some(2), None, None, Some(3), Some(4), None]
        );
        assert_eq!(
            [0, 1, 4, 6, 8, 20].map(|bound| layer.rank(bound)),
            [0, 0, 3, 3, 4, 5]
        );
        let common = layer.intersection(&Layer::union([0..2, 3..8]));
        assert_eq!(common, Layer::of([1, 3, 7]));
        assert_eq!(Layer::of([]).len(), 0);
    }

    #[test]
    fn a_huge_cage_has_one_range_between_two_cells() {
        let running = Running::new(13_000_000, 0, 90_000, 300);
        let all = |_| Layer::union(std::iter::once(1..301));
        let mut ranges = 0;
        let layers = running.layers(all, &mut |some| {
            ranges += some;
            Ok::<(), Infallible>(())
        });
        let Ok(layers) = layers;
        assert!(layers.iter().all(|layer| layer.ranges.len() == 1));
        assert_eq!(ranges, 2 * 90_000 - 1);
        let stopped = running.layers(all, &mut |_| Err("enough"));
        assert_eq!(stopped, Err("enough"));
    }

    proptest! {
        /// Against all digits of all cells, tried one after another.
        #[test]
        fn layers_are_the_numbers_on_a_way_to_the_end(
            sum in 1u32..30,
            bulb in 0usize..4,
            held in prop::collection::vec(prop::collection::btree_set(1u64..13, 0..6), 1..5),
        ) {
            let (start, bulb) = match bulb {
                1.. if bulb < held.len() => (0, bulb),
                _ => (u64::from(sum), 0),
            };
            let running = Running::new(start, bulb, held.len(), 12);
            let values = |place: usize| Layer::of(held[place].iter().copied());
            let Ok(layers) = running.layers(values, &mut |_| Ok::<(), Infallible>(()));

            let mut expected = vec![BTreeSet::new(); held.len() + 1];
            expected[0].insert(running.start);
            let mut ways = vec![vec![running.start]];
            for (place, held) in held.iter().enumerate() {
                ways = itertools::iproduct!(ways, held)
                    .filter_map(|(mut way, &value)| {
                        way.push(running.next(place, way[place], value)?);
                        Some(way)
                    })
                    .collect();
            }
            for way in ways.iter().filter(|way| way.last() == Some(&0)) {
                for (place, &number) in way.iter().enumerate() {
                    expected[place].insert(number);
                }
            }
            for (layer, expected) in layers.iter().zip(&expected) {
                let found: BTreeSet<u64> = layer.iter().collect();
                prop_assert_eq!(&found, expected);
            }
            for place in 0..held.len() {
                let (from, to) = (&layers[place], &layers[place + 1]);
                for value in 1..13 {
                    let leads = |&number: &u64| {
                        let next = running.next(place, number, value);
                        next.is_some_and(|next| to.index(next).is_some())
                    };
                    let steps = from.iter().filter(leads).count() as u64;
                    prop_assert_eq!(running.count_steps(place, value, from, to), steps);
                }
            }
        }
    }
}
