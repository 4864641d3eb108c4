//! The length of a formula's text, without writing it.

use super::{Encoding, Family, Layout, family_sizes};
use crate::sudoku::{HouseKind, Puzzle};

/// The length of a formula's clauses in DIMACS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Length {
    /// Number of bytes; if it is not exact, an upper bound.
    pub bytes: u64,
    /// Set if `bytes` is exact. It is for plain Sudoku and the pairwise encoding
    /// of at-most-ones, which has no auxiliary variables.
    pub is_exact: bool,
}

/// Returns the length of the clauses that [`super::formula`] writes with these
/// arguments, one a line, without comments and header.
///
/// A literal takes its digits, a sign if it is negative, and a blank; a clause
/// ends with `0` and the end of the line. In a family in which every
/// candidate occurs equally often, the digits of all candidates together are
/// enough. In others each literal counts as the longest one.
pub fn length(puzzle: &Puzzle, encoding: &Encoding, layout: Layout) -> Length {
    let (size, numbering) = (puzzle.size(), layout.numbering);
    let candidates = size.num_candidates() as u64;
    let digits = numbering.num_digits(size);
    let longest = digits_of(super::size(puzzle, encoding, layout).vars);
    let units = |lits: &mut dyn Iterator<Item = _>| -> u64 {
        lits.map(|candidate| digits_of(numbering.var(candidate, size).index() as u64 + 1) + 1)
            .sum()
    };
    let mut length = Length {
        bytes: 0,
        is_exact: true,
    };
    for family in family_sizes(puzzle, encoding, layout) {
        let lits = match family.family {
            Family::Clues => units(&mut puzzle.clues()),
            Family::Exclusions => units(&mut puzzle.excluded().iter().copied()) + family.lits,
            of_rules if family.aux > 0 || !is_even(of_rules, encoding) || !size.is_one_grid() => {
                length.is_exact = false;
                family.lits.saturating_mul(longest + 2)
            }
            of_rules => {
                let occurrences = family.lits / candidates;
                let signs = family.lits * u64::from(of_rules.is_at_most_one());
                occurrences * digits + family.lits + signs
            }
        };
        let clauses = lits.saturating_add(family.clauses.saturating_mul(2));
        length.bytes = length.bytes.saturating_add(clauses);
    }
    length
}

/// Returns `true` if every candidate occurs equally often in the family: its
/// houses cover each cell once.
fn is_even(family: Family, encoding: &Encoding) -> bool {
    match family {
        Family::CellAtLeastOne | Family::CellAtMostOne => true,
        Family::AtLeastOne(kind) | Family::AtMostOne(kind) => match kind {
            HouseKind::Row | HouseKind::Col | HouseKind::Box => true,
            // Without the pairs of other houses, cells differ.
            HouseKind::Region | HouseKind::Group => {
                !encoding.no_pair_twice || matches!(family, Family::AtLeastOne(_))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Returns the number of decimal digits of a number.
fn digits_of(number: u64) -> u64 {
    u64::from(number.checked_ilog10().unwrap_or(0)) + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{AtMostOne, ClauseOrder, ENCODINGS, Numbering, Part, formula};
    use crate::formula::{ClauseSink, Lit};
    use crate::sudoku::{Cell, Digit, Size};
    use std::io;

    /// Counts the bytes of the lines.
    struct Lines(u64);

    impl ClauseSink for Lines {
        type Error = io::Error;

        fn clause(&mut self, lits: &[Lit]) -> io::Result<()> {
            let line: String = lits.iter().map(|lit| format!("{lit} ")).collect();
            self.0 += line.len() as u64 + 2;
            Ok(())
        }
    }

    #[test]
    fn pairwise_lengths_are_exact_and_others_close_bounds() {
        for n in 1..=4 {
            let size = Size::of_order(n).unwrap();
            let mut puzzle = Puzzle::empty(size);
            let last = size.side() - 1;
            puzzle.set_clue(Cell::new(last, 0), Some(Digit::from_index(last)));
            for encoding in ENCODINGS {
                for way in AtMostOne::ALL {
                    for numbering in [Numbering::Consecutive, Numbering::Rcv] {
                        for part in [Part::Whole, Part::Rules, Part::Clues] {
                            let encoding = encoding.with_at_most_one(way);
                            let layout = Layout {
                                order: ClauseOrder::Cells,
                                numbering,
                                part,
                            };
                            let mut lines = Lines(0);
                            formula(&puzzle, &encoding, layout, &mut lines).unwrap();
                            let told = length(&puzzle, &encoding, layout);
                            let case = format!("{n} {encoding} {layout:?}");
                            if told.is_exact {
                                assert_eq!(told.bytes, lines.0, "{case}");
                            } else {
                                assert_ne!(way, AtMostOne::Pairwise);
                                assert!(told.bytes >= lines.0, "{case}");
                                assert!(told.bytes <= 2 * lines.0, "{case}");
                            }
                        }
                    }
                }
            }
        }
    }
}
