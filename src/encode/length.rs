//! How long the text of a formula will be, in closed form.

use super::{Encoding, Family, Layout, family_sizes, size};
use crate::sudoku::Puzzle;

/// The length of a formula's clauses in DIMACS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Number of bytes; if it is not exact, an upper bound.
    pub bytes: u64,
    /// Set if `bytes` is exact. It is for the pairwise encoding of
    /// at-most-ones, which has no auxiliary variables.
    pub is_exact: bool,
}

/// Returns the length of the clauses that [`super::formula`] writes with these
/// arguments, one a line, without comments and header.
///
/// A literal takes its digits, a sign if it is negative, and a blank; a clause
/// ends with `0` and the end of the line. In a family without auxiliary
/// variables every candidate occurs equally often, so the digits of all
/// candidates together are enough. In one with auxiliary variables each literal
/// counts as the longest one.
pub fn length(puzzle: &Puzzle, encoding: &Encoding, layout: Layout) -> Length {
    let (order, numbering) = (puzzle.order(), layout.numbering);
    let candidates = order.num_candidates() as u64;
    let digits = numbering.num_digits(order);
    let longest = digits_of(size(puzzle, encoding, layout).vars);
    let units = |lits: &mut dyn Iterator<Item = _>| -> u64 {
        lits.map(|candidate| digits_of(numbering.var(candidate, order).index() as u64 + 1) + 1)
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
            _ if family.aux > 0 => {
                length.is_exact = false;
                family.lits * (longest + 2)
            }
            of_rules => {
                let occurrences = family.lits / candidates;
                let signs = family.lits * u64::from(of_rules.is_at_most_one());
                occurrences * digits + family.lits + signs
            }
        };
        length.bytes += lits + 2 * family.clauses;
    }
    length
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
    use crate::sudoku::{Cell, Digit, Order};
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
            let order = Order::new(n).unwrap();
            let mut puzzle = Puzzle::empty(order);
            let last = order.side() - 1;
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
