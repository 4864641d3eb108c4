//! The encodings by name: which families a formula states.

use super::{AtMostOne, Family};
use std::fmt;

/// A list of families, and how its at-most-ones are said.
///
/// Clues are unit clauses in every encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What it states beside the clues, in the lecture's order.
    pub families: &'static [Family],
    /// How the at-most-one families are said.
    pub at_most_one: AtMostOne,
    /// Pairs of a box that share a row or column are said by that family only,
    /// not again by the box's. Only pairwise at-most-ones can leave pairs out.
    pub no_pair_twice: bool,
}

/// The encodings: the one table that code, `--help` and documentation share.
pub const ENCODINGS: [Encoding; 4] = [
    Encoding {
        name: "lecture",
        about: "each number in each row, column and box, one number in each cell; \
                4n⁴ + (n⁸−n⁶)/2 clauses, hard for solvers from 16×16 up",
        families: &[
            Family::RowAtLeastOne,
            Family::ColAtLeastOne,
            Family::BoxAtLeastOne,
            Family::CellAtLeastOne,
            Family::CellAtMostOne,
        ],
        at_most_one: AtMostOne::Pairwise,
        no_pair_twice: false,
    },
    Encoding {
        name: "minimal",
        about: "a number in each cell, none twice in a row, column or box \
                (Lynce & Ouaknine 2006)",
        families: &[
            Family::CellAtLeastOne,
            Family::RowAtMostOne,
            Family::ColAtMostOne,
            Family::BoxAtMostOne,
        ],
        at_most_one: AtMostOne::Pairwise,
        no_pair_twice: false,
    },
    Encoding {
        name: "extended",
        about: "exactly one in each cell, row, column and box (Lynce & Ouaknine 2006); \
                contains both others, and solvers like it best",
        families: &[
            Family::RowAtLeastOne,
            Family::ColAtLeastOne,
            Family::BoxAtLeastOne,
            Family::CellAtLeastOne,
            Family::CellAtMostOne,
            Family::RowAtMostOne,
            Family::ColAtMostOne,
            Family::BoxAtMostOne,
        ],
        at_most_one: AtMostOne::Pairwise,
        no_pair_twice: false,
    },
    Encoding {
        name: "strengthened",
        about: "the lecture's, and the at-most-ones that follow from it by counting, \
                no pair twice",
        families: &[
            Family::RowAtLeastOne,
            Family::ColAtLeastOne,
            Family::BoxAtLeastOne,
            Family::CellAtLeastOne,
            Family::CellAtMostOne,
            Family::RowAtMostOne,
            Family::ColAtMostOne,
            Family::BoxAtMostOne,
        ],
        at_most_one: AtMostOne::Pairwise,
        no_pair_twice: true,
    },
];

impl Encoding {
    /// The lecture's own.
    pub const LECTURE: Encoding = ENCODINGS[0];
    /// Lynce and Ouaknine's minimal one.
    pub const MINIMAL: Encoding = ENCODINGS[1];
    /// Everything, the implied clauses too.
    pub const EXTENDED: Encoding = ENCODINGS[2];
    /// The lecture's with what counting derives.
    pub const STRENGTHENED: Encoding = ENCODINGS[3];

    /// The encoding with this name.
    pub fn by_name(name: &str) -> Option<Encoding> {
        ENCODINGS.into_iter().find(|encoding| encoding.name == name)
    }

    /// The same families with at-most-ones said in another way.
    pub fn with_at_most_one(self, at_most_one: AtMostOne) -> Encoding {
        Encoding {
            at_most_one,
            ..self
        }
    }

    /// A family's formula as this encoding states it, at-most-ones in their
    /// pairwise form.
    pub fn formula_of(&self, family: Family) -> String {
        let formula = family.formula().to_owned();
        match family == Family::BoxAtMostOne && self.leaves_pairs_to_lines() {
            true => formula + ", i≠l, j≠m",
            false => formula,
        }
    }

    /// Whether the box's at-most-ones are without the pairs that share a row or
    /// column.
    pub(super) fn leaves_pairs_to_lines(&self) -> bool {
        self.no_pair_twice && self.at_most_one == AtMostOne::Pairwise
    }

    /// Whether the encoding states this family.
    pub fn has(&self, family: Family) -> bool {
        self.families.contains(&family)
    }
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
