//! The encodings by name: the families that a formula states.

use super::family::tables_of;
use super::{AtMostOne, Family};
use crate::sudoku::rules::RuleId;
use crate::sudoku::{HouseKind, Rules};
use itertools::Itertools as _;
use std::fmt;

/// The families of a formula, and the encoding of their at-most-ones.
///
/// Clues and exclusions are unit clauses in every encoding.
///
/// ```
/// use sudosat::encode::Encoding;
///
/// let lecture = Encoding::by_name("lecture").unwrap();
/// assert_eq!(lecture, Encoding::LECTURE);
/// assert!(lecture.house_at_least_one && !lecture.house_at_most_one);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The name on the command line.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Set if it states that each digit is in each house of N cells.
    pub house_at_least_one: bool,
    /// Set if it states that no cell holds two digits.
    pub cell_at_most_one: bool,
    /// Set if it states that no digit is twice in a house. Only such an
    /// encoding has families for houses of fewer cells, pairs and sums.
    pub house_at_most_one: bool,
    /// The encoding of the at-most-one families.
    pub at_most_one: AtMostOne,
    /// Set if two cells with several houses in common are in one clause for each
    /// digit only, in the family of the first of these houses. Only pairwise
    /// at-most-ones can leave pairs out.
    pub no_pair_twice: bool,
}

/// The encodings: the one table that code, `--help` and documentation share.
pub const ENCODINGS: [Encoding; 4] = [
    Encoding {
        name: "lecture",
        about: "each number in each row, column and box, one number in each cell; \
                4n⁴ + (n⁸−n⁶)/2 clauses, hard for solvers from 16×16 up",
        house_at_least_one: true,
        cell_at_most_one: true,
        house_at_most_one: false,
        at_most_one: AtMostOne::Pairwise,
        no_pair_twice: false,
    },
    Encoding {
        name: "minimal",
        about: "a number in each cell, none twice in a row, column or box \
                (Lynce & Ouaknine 2006)",
        house_at_least_one: false,
        cell_at_most_one: false,
        house_at_most_one: true,
        at_most_one: AtMostOne::Pairwise,
        no_pair_twice: false,
    },
    Encoding {
        name: "extended",
        about: "exactly one in each cell, row, column and box (Lynce & Ouaknine 2006); \
                contains both others, and solvers like it best",
        house_at_least_one: true,
        cell_at_most_one: true,
        house_at_most_one: true,
        at_most_one: AtMostOne::Pairwise,
        no_pair_twice: false,
    },
    Encoding {
        name: "strengthened",
        about: "the lecture's, and the at-most-ones that follow from it by counting, \
                no pair twice",
        house_at_least_one: true,
        cell_at_most_one: true,
        house_at_most_one: true,
        at_most_one: AtMostOne::Pairwise,
        no_pair_twice: true,
    },
];

/// Cages in messages.
const CAGES: &str = "cages";

impl Encoding {
    /// The lecture's encoding.
    pub const LECTURE: Encoding = ENCODINGS[0];
    /// Lynce and Ouaknine's minimal encoding.
    pub const MINIMAL: Encoding = ENCODINGS[1];
    /// All families, also those that the others imply.
    pub const EXTENDED: Encoding = ENCODINGS[2];
    /// The lecture's families and those that follow by counting.
    pub const STRENGTHENED: Encoding = ENCODINGS[3];

    /// Returns the encoding with this name.
    pub fn by_name(name: &str) -> Option<Encoding> {
        ENCODINGS.into_iter().find(|encoding| encoding.name == name)
    }

    /// Returns the same families with another encoding of at-most-ones.
    #[must_use]
    pub fn with_at_most_one(self, at_most_one: AtMostOne) -> Encoding {
        Encoding {
            at_most_one,
            ..self
        }
    }

    /// Returns the families of rules that the encoding states, in the order of the
    /// lecture: at-least-ones of rows, columns and boxes, cells, and then what the
    /// lecture has no number for.
    pub fn families(&self, rules: &Rules) -> Vec<Family> {
        let has = |kind: &HouseKind| !rules.houses_of_kind(*kind).is_empty();
        let kinds = HouseKind::ALL.into_iter().filter(has);
        let mut families = Vec::new();
        let has_full = |kind: &HouseKind| {
            let mut houses = rules.houses_of_kind(*kind);
            self.house_at_least_one && houses.any(|house| rules.is_full(house))
        };
        let at_least = kinds.clone().filter(has_full).map(Family::AtLeastOne);
        let (numbered, others): (Vec<_>, Vec<_>) =
            at_least.partition(|family| family.number().is_some());
        families.extend(numbered);
        families.push(Family::CellAtLeastOne);
        if self.cell_at_most_one {
            families.push(Family::CellAtMostOne);
        }
        families.extend(others);
        if self.house_at_most_one {
            families.extend(kinds.map(Family::AtMostOne));
            families.extend(rules_of_pairs(rules).into_iter().map(Family::Pairs));
            let tables = [Family::Cages, Family::Arrows, Family::Marks].into_iter();
            families.extend(tables.filter(|&family| tables_of(family, rules).next().is_some()));
        }
        families
    }

    /// Returns the encoding for these rules where none is asked for: the lecture's
    /// where it can state them, else `extended`.
    pub fn usual(rules: &Rules) -> Encoding {
        match Encoding::LECTURE.expresses(rules) {
            Ok(()) => Encoding::LECTURE,
            Err(_) => Encoding::EXTENDED,
        }
    }

    /// Checks that the encoding has families for all of these rules.
    ///
    /// Without at-most-ones of houses it has none for houses of fewer cells than
    /// there are digits, and none for pairs and tables.
    ///
    /// # Errors
    /// The rules that it has no family for.
    pub fn expresses(&self, rules: &Rules) -> Result<(), Inexpressible> {
        let is_plain =
            rules.pairs().is_empty() && rules.tables().is_empty() && rules.are_houses_full();
        if self.house_at_most_one || is_plain {
            return Ok(());
        }
        let mut missing: Vec<&str> = Vec::new();
        for kind in HouseKind::ALL {
            if rules
                .houses_of_kind(kind)
                .any(|house| !rules.is_full(house))
            {
                missing.push(match kind {
                    HouseKind::Cage => CAGES,
                    _ => "houses of fewer cells than digits",
                });
            }
        }
        missing.extend(
            rules_of_pairs(rules)
                .iter()
                .map(|rule| &rule.rule().name[..]),
        );
        // A cage is one rule, though its digits and its sum have families of their own.
        for (family, name) in [(Family::Cages, CAGES), (Family::Arrows, "arrows")] {
            missing.extend(tables_of(family, rules).next().map(|_| name));
        }
        missing.extend(tables_of(Family::Marks, rules).map(|table| table.kind.name()));
        let missing: Vec<&str> = missing.into_iter().unique().collect();
        match missing.is_empty() {
            true => Ok(()),
            false => Err(Inexpressible {
                encoding: self.name,
                rules: missing,
            }),
        }
    }

    /// Returns a family's formula as this encoding states it, at-most-ones in their
    /// pairwise form.
    pub fn formula_of(&self, family: Family) -> String {
        let formula = family.formula().to_owned();
        match family {
            Family::AtMostOne(HouseKind::Row | HouseKind::Col) => formula,
            Family::AtMostOne(HouseKind::Box) if self.leaves_pairs_to_lines() => {
                formula + ", i≠l, j≠m"
            }
            Family::AtMostOne(_) if self.leaves_pairs_to_lines() => {
                formula + ", in no earlier house"
            }
            _ => formula,
        }
    }

    /// Returns `true` if at-most-ones leave out the pairs that an earlier house
    /// has already.
    pub(super) fn leaves_pairs_to_lines(&self) -> bool {
        self.no_pair_twice && self.at_most_one == AtMostOne::Pairwise
    }
}

/// Returns the rules for two cells that occur among these rules, each once.
fn rules_of_pairs(rules: &Rules) -> Vec<RuleId> {
    let pairs = rules.pairs().iter().map(|pair| pair.rule);
    pairs.dedup().unique().collect()
}

/// An encoding has no family for some rules of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the encoding '{encoding}' has no family for {}; 'extended' has (-e extended)",
    rules.join(", ")
)]
pub struct Inexpressible {
    /// The encoding's name.
    pub encoding: &'static str,
    /// The rules.
    pub rules: Vec<&'static str>,
}

/// `extended`, or `extended-product` where at-most-ones aren't pairwise.
impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        match self.at_most_one {
            AtMostOne::Pairwise => Ok(()),
            other => write!(f, "-{other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Size;
    use crate::sudoku::rules::{Cage, Spec};

    #[test]
    fn the_lecture_has_no_words_for_cages_and_pairs() {
        let size = Size::of_order(3).unwrap();
        let mut spec = Spec::boxes(3, 3).unwrap();
        spec.diagonals = [true; 2];
        let rules = Rules::new(spec.clone()).unwrap();
        assert_eq!(Encoding::LECTURE.expresses(&rules), Ok(()));
        assert_eq!(Encoding::usual(&rules), Encoding::LECTURE);
        spec.mark("anti-knight", &[], &[]);
        spec.cages.push(Cage {
            cells: size.cells().take(2).collect(),
            sum: Some(5),
            repeats: false,
        });
        let rules = Rules::new(spec).unwrap();
        assert_eq!(
            Encoding::LECTURE.expresses(&rules).unwrap_err().to_string(),
            "the encoding 'lecture' has no family for cages, anti-knight; \
             'extended' has (-e extended)"
        );
        assert_eq!(Encoding::MINIMAL.expresses(&rules), Ok(()));
        assert_eq!(Encoding::usual(&rules), Encoding::EXTENDED);
    }

    #[test]
    fn names_lead_to_encodings_and_constants_to_their_names() {
        for encoding in ENCODINGS {
            assert_eq!(Encoding::by_name(encoding.name), Some(encoding));
        }
        assert_eq!(Encoding::LECTURE.name, "lecture");
        assert_eq!(Encoding::MINIMAL.name, "minimal");
        assert_eq!(Encoding::EXTENDED.name, "extended");
        assert_eq!(Encoding::STRENGTHENED.name, "strengthened");
        assert_eq!(Encoding::by_name("lectur"), None);
        let product = Encoding::EXTENDED.with_at_most_one(AtMostOne::Product);
        assert_eq!(product.to_string(), "extended-product");
    }
}
