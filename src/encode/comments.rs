//! The comments at the head of a DIMACS file.
//!
//! Some readers give comments a meaning, so the text keeps to rules of its own:
//! it never holds `--` (cadical takes `--name=value` out of any comment of the
//! head as an option), and no comment begins with a word that counters and
//! samplers read (`ind`, `p`, `t`, `s`, `o`). With the feature `json` the last comments
//! are a [`Description`](super::Description), by which `decode` knows the puzzle.

use super::{Encoding, Layout, Numbering, Part};
use crate::sudoku::{Puzzle, Size};

/// Returns the comments at the head of a puzzle's formula, without the leading `c`.
/// `name` is where the puzzle came from.
pub fn comments(puzzle: &Puzzle, name: &str, encoding: &Encoding, layout: Layout) -> Vec<String> {
    let size = puzzle.size();
    let side = size.side();
    // Plain Sudoku is told by its order.
    let grid = match (puzzle.rules().order(), size.is_one_grid()) {
        (Some(order), _) => format!("order {order} ({side}x{side})"),
        (None, true) => format!("{side}x{side}"),
        (None, false) => format!("{} grids of {side}x{side}", size.starts().len()),
    };
    let told = super::size(puzzle, encoding, layout);
    let statements = match layout.part {
        Part::Whole => format!("{} clues", puzzle.num_clues()),
        Part::Rules => "the rules without the clues".to_owned(),
        Part::Clues => format!("{} clues without the rules", puzzle.num_clues()),
    };
    let mut comments = vec![
        format!("sudosat {}: Sudoku as SAT", env!("CARGO_PKG_VERSION")),
        format!("puzzle {}: {grid}, {statements}", harmless(name),),
        format!("encoding {}", harmless(&encoding.to_string())),
        format!(
            "variables are numbered by {}",
            numbers(size, layout.numbering)
        ),
    ];
    let candidates = layout.numbering.num_vars(size) as u64;
    if told.vars > candidates {
        let (first, last) = (candidates + 1, told.vars);
        comments.push(format!("variables {first} to {last} are auxiliary"));
    }
    #[cfg(feature = "json")]
    if let Some(description) = super::Description::new(puzzle, encoding, layout) {
        comments.extend(description.comments());
    }
    comments
}

/// Returns the numbering of the candidates in words, with examples.
fn numbers(size: Size, numbering: Numbering) -> String {
    let mut examples: Vec<String> = [0, 1, size.side(), size.num_candidates() - 1]
        .into_iter()
        .filter(|&index| index < size.num_candidates())
        .map(|index| {
            let candidate = size.candidate(index);
            let number = numbering.var(candidate, size).to_dimacs();
            format!("{number} is {candidate}")
        })
        .collect();
    examples.dedup();
    let rule = match numbering {
        Numbering::Consecutive => "row, column, value",
        Numbering::Rcv => "the digits of row, column, value",
    };
    format!("{rule}: {}", examples.join(", "))
}

/// Returns the text in printable ASCII without `--`.
fn harmless(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '-' if clean.ends_with('-') => {}
            ' '..='~' => clean.push(character),
            _ => clean.extend(character.escape_unicode()),
        }
    }
    clean
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use super::*;
    use crate::encode::{AtMostOne, Description, ENCODINGS};

    #[test]
    fn no_reader_takes_a_comment_for_more_than_that() {
        let names = [
            "a--elim=0.txt",
            "x\n--seed=7",
            "---",
            "ind 1 0",
            "ß\u{7f}",
            "",
        ];
        let numberings = [Numbering::Consecutive, Numbering::Rcv];
        let parts = [Part::Whole, Part::Rules, Part::Clues];
        for n in [1, 2, 3, 4] {
            let puzzle = Puzzle::empty(Size::of_order(n).unwrap());
            for (name, numbering, part) in itertools::iproduct!(names, numberings, parts) {
                let layout = Layout {
                    numbering,
                    part,
                    ..Layout::default()
                };
                for encoding in ENCODINGS {
                    for at_most_one in AtMostOne::ALL {
                        let encoding = encoding.with_at_most_one(at_most_one);
                        for comment in comments(&puzzle, name, &encoding, layout) {
                            assert!(!comment.contains("--"), "{comment}");
                            assert!(comment.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
                            let word = comment.split(' ').next().unwrap();
                            assert!(!["ind", "p", "t", "s", "o", ""].contains(&word));
                            assert!(!comment.starts_with("ind"), "{comment}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn only_a_formula_with_its_rules_is_described() {
        let puzzle = Puzzle::from_values(&[1]);
        for part in [Part::Whole, Part::Rules, Part::Clues] {
            let layout = Layout {
                part,
                ..Layout::default()
            };
            let said = comments(&puzzle, "x", &Encoding::LECTURE, layout);
            let read = Description::read(&said).unwrap();
            let expected = match part {
                Part::Whole => Some(puzzle.num_clues()),
                Part::Rules => Some(0),
                Part::Clues => None,
            };
            assert_eq!(read.map(|read| read.puzzle.num_clues()), expected);
        }
    }

    #[test]
    fn comments_tell_the_numbers() {
        let puzzle = Puzzle::empty(Size::of_order(3).unwrap());
        let encoding = Encoding::EXTENDED.with_at_most_one(AtMostOne::Sequential);
        let said = comments(&puzzle, "blank.txt", &encoding, Layout::default());
        assert_eq!(
            said[1..6],
            [
                "puzzle blank.txt: order 3 (9x9), 0 clues",
                "encoding extended-sequential",
                "variables are numbered by row, column, value: \
                 1 is r1c1=1, 2 is r1c1=2, 10 is r1c2=1, 729 is r9c9=9",
                "variables 730 to 3321 are auxiliary",
                "sudosat-formula encoding=extended at-most-one=sequential \
                 numbering=consecutive",
            ]
        );
        assert!(said[6].starts_with("sudosat-puzzle 1/1 {\"order\":3,"));
    }
}
