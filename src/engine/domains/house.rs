//! The digits that a house leaves in its cells.

/// Largest number of open cells of a house of which all sets are looked at.
pub(super) const MOST_OPEN: usize = 9;

/// Removes digits from the cells of a house by Hall's theorem: if some cells have together as many
/// digits left as there are cells, the other cells have none of these. Returns `false` if cells
/// have fewer digits than there are cells.
///
/// In a house with more than [`MOST_OPEN`] open cells, only a digit of a filled cell is removed from
/// the others, and a digit put into the last cell that has it. `restrict` keeps some digits of a
/// cell, and returns `false` if none is left.
pub(super) fn filter_house(
    cells: &[usize],
    is_full: bool,
    domains: &mut [u64],
    restrict: &mut dyn FnMut(&mut [u64], usize, u64) -> bool,
) -> bool {
    let mut filled = 0_u64;
    for &cell in cells
        .iter()
        .filter(|&&cell| domains[cell].is_power_of_two())
    {
        if filled & domains[cell] != 0 {
            return false;
        }
        filled |= domains[cell];
    }
    let (mut once, mut twice) = (filled, 0);
    let mut open = [0; MOST_OPEN];
    let mut count = 0;
    for &cell in cells {
        if domains[cell].is_power_of_two() {
            continue;
        }
        if !restrict(domains, cell, !filled) {
            return false;
        }
        twice |= once & domains[cell];
        once |= domains[cell];
        if let Some(place) = open.get_mut(count) {
            *place = cell;
        }
        count += 1;
    }
    if is_full && (once.count_ones() as usize) < cells.len() {
        return false;
    }
    if count > MOST_OPEN {
        let last = once & !twice & !filled;
        let mut cells = cells.iter().filter(|_| is_full);
        return cells.all(|&cell| {
            let last = domains[cell] & last;
            last == 0 || last.is_power_of_two() && restrict(domains, cell, last)
        });
    }
    // By set of open cells, a bit for each: the digits left in them.
    let mut unions = [0_u64; 1 << MOST_OPEN];
    for set in 1_usize..1 << count {
        let first = open[set.trailing_zeros() as usize];
        unions[set] = unions[set & (set - 1)] | domains[first];
        let union = unions[set];
        if union.count_ones() < set.count_ones() {
            return false;
        }
        if union.count_ones() == set.count_ones() {
            let others = (0..count).filter(|place| set >> place & 1 == 0);
            for cell in others.map(|place| open[place]) {
                if !restrict(domains, cell, !union) {
                    return false;
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools as _;

    /// Against all rows of different digits. Applied again and again, as the network does.
    #[test]
    fn the_digits_left_are_those_of_rows_of_different_digits() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut solvable = 0;
        for _ in 0..1_000 {
            let side = random.usize(2..6);
            let count = random.usize(1..=side);
            let cells: Vec<usize> = (0..count).collect();
            let before: Vec<u64> = cells.iter().map(|_| random.u64(1..1 << side)).collect();
            let rows = before.iter().map(|&set| super::super::digits(set));
            let mut expected = vec![0; count];
            let rows = rows
                .map(Iterator::collect::<Vec<_>>)
                .multi_cartesian_product();
            for row in rows.filter(|row| row.iter().all_unique()) {
                let places = expected.iter_mut().zip(&row);
                places.for_each(|(set, digit)| *set |= 1 << digit);
            }
            let mut found = before.clone();
            let mut is_possible = true;
            let mut has_changed = true;
            while is_possible && has_changed {
                has_changed = false;
                is_possible = filter_house(
                    &cells,
                    count == side,
                    &mut found,
                    &mut |sets, cell, left| {
                        has_changed |= sets[cell] & !left != 0;
                        sets[cell] &= left;
                        sets[cell] != 0
                    },
                );
            }
            assert_eq!(is_possible, expected[0] != 0, "{before:?}");
            if is_possible {
                solvable += 1;
                assert_eq!(found, expected, "{before:?}");
            }
        }
        assert!(solvable > 100, "{solvable}");
    }
}
