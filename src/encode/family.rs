//! The clause families: one line of the reduction each, with its formula.
//!
//! xᵢⱼₖ is the variable "cell (i, j) holds k"; i, j and k run from 1 to N, b
//! over the boxes, h over the houses of a kind. An at-most-one is given as its
//! pairwise formula; [`super::AtMostOne`] has the other encodings.

use crate::sudoku::rules::{RuleId, Table, TableKind};
use crate::sudoku::{HouseKind, Rules};
use std::borrow::Cow;

/// A family of clauses: one line of the reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Each number is in each house of this kind that has as many cells as
    /// there are numbers: (i) rows, (ii) columns, (iii) boxes, and others.
    AtLeastOne(HouseKind),
    /// (iv) Each cell holds a number.
    CellAtLeastOne,
    /// (v) No cell holds two numbers.
    CellAtMostOne,
    /// No number is twice in a house of this kind.
    AtMostOne(HouseKind),
    /// Pairs of cells stand in the relation of this rule.
    Pairs(RuleId),
    /// The digits of each cage with a sum add up to it.
    Cages,
    /// The digits along each arrow add up to the number in its bulb.
    Arrows,
    /// The digits of the cells of marks obey their rules, as far as these are not about pairs.
    Marks,
    /// The clues hold.
    Clues,
    /// The excluded candidates don't hold.
    Exclusions,
}

impl Family {
    /// Returns the family's name, its sentence in Sudoku's words, and its formula with
    /// at-most-ones in their pairwise form: the one table of them.
    fn words(self) -> [&'static str; 3] {
        match self {
            Family::AtLeastOne(kind) => at_least_one(kind),
            Family::CellAtLeastOne => [
                "cell-at-least-one",
                "each cell holds a number",
                "⋀ᵢ ⋀ⱼ ⋁ₖ xᵢⱼₖ",
            ],
            Family::CellAtMostOne => [
                "cell-at-most-one",
                "no cell holds two numbers",
                "⋀ᵢ ⋀ⱼ ⋀ₖ<ₗ (¬xᵢⱼₖ ∨ ¬xᵢⱼₗ)",
            ],
            Family::AtMostOne(kind) => at_most_one(kind),
            Family::Pairs(rule) => {
                let formula = "⋀ (¬xᵢⱼₖ ∨ ¬xₗₘₖ′) for each forbidden k, k′";
                [&rule.rule().name, &rule.rule().sentence, formula]
            }
            Family::Cages => [
                "cage-sums",
                "the numbers of each cage add up to its sum",
                "⋀ Σ₍ᵢ,ⱼ₎ Σₖ k·xᵢⱼₖ = sum of each cage",
            ],
            Family::Arrows => [
                "arrows",
                "the numbers along each arrow add up to its bulb's",
                "⋀ Σ₍ᵢ,ⱼ₎ Σₖ k·xᵢⱼₖ = bulb of each arrow",
            ],
            Family::Marks => [
                "marks",
                "the numbers of each marked line or set of cells obey its rule",
                "⋀ an automaton of each mark accepts its numbers",
            ],
            Family::Clues => [
                "clues",
                "the clues hold",
                "⋀ xᵢⱼₖ for each clue k in (i, j)",
            ],
            Family::Exclusions => [
                "exclusions",
                "the excluded candidates don't hold",
                "⋀ ¬xᵢⱼₖ for each k excluded in (i, j)",
            ],
        }
    }

    /// Returns the family's name.
    pub fn name(self) -> &'static str {
        self.words()[0]
    }

    /// Returns the family as a sentence in Sudoku's words.
    pub fn sentence(self) -> Cow<'static, str> {
        let sentence = self.words()[1];
        match self {
            Family::Pairs(_) => {
                let mut sentence = sentence.trim_end_matches('.').replace("{n}", "n");
                // The sentence of a rule begins with a capital letter.
                if let Some(first) = sentence.get_mut(..1) {
                    first.make_ascii_lowercase();
                }
                Cow::Owned(sentence)
            }
            _ => Cow::Borrowed(sentence),
        }
    }

    /// Returns the family's formula, at-most-ones in their pairwise form.
    pub fn formula(self) -> &'static str {
        self.words()[2]
    }

    /// Returns the lecture's number of the family, for the five that it has. Regions
    /// take the place of boxes.
    pub fn number(self) -> Option<&'static str> {
        match self {
            Family::AtLeastOne(HouseKind::Row) => Some("(i)"),
            Family::AtLeastOne(HouseKind::Col) => Some("(ii)"),
            Family::AtLeastOne(HouseKind::Box | HouseKind::Region) => Some("(iii)"),
            Family::CellAtLeastOne => Some("(iv)"),
            Family::CellAtMostOne => Some("(v)"),
            _ => None,
        }
    }

    /// Returns the constraint of the family, for any encoding of its at-most-ones.
    pub fn constraint(self) -> &'static str {
        match self {
            Family::CellAtMostOne => "⋀ᵢ ⋀ⱼ Σₖ xᵢⱼₖ ≤ 1",
            Family::AtMostOne(kind) => match kind {
                HouseKind::Row => "⋀ᵢ ⋀ₖ Σⱼ xᵢⱼₖ ≤ 1",
                HouseKind::Col => "⋀ⱼ ⋀ₖ Σᵢ xᵢⱼₖ ≤ 1",
                HouseKind::Box => "⋀_b ⋀ₖ Σ₍ᵢ,ⱼ₎∈b xᵢⱼₖ ≤ 1",
                _ => "⋀_h ⋀ₖ Σ₍ᵢ,ⱼ₎∈h xᵢⱼₖ ≤ 1",
            },
            _ => self.formula(),
        }
    }

    /// Returns `true` if the family consists of at-most-ones.
    pub fn is_at_most_one(self) -> bool {
        matches!(self, Family::CellAtMostOne | Family::AtMostOne(_))
    }
}

/// Returns the words of [`Family::AtLeastOne`].
fn at_least_one(kind: HouseKind) -> [&'static str; 3] {
    macro_rules! words {
        ($word:literal, $house:literal, $formula:expr) => {
            [
                concat!($word, "-at-least-one"),
                concat!("each number is in each ", $house),
                $formula,
            ]
        };
    }
    let of_any = "⋀_h ⋀ₖ ⋁₍ᵢ,ⱼ₎∈h xᵢⱼₖ";
    match kind {
        HouseKind::Row => words!("row", "row", "⋀ᵢ ⋀ₖ ⋁ⱼ xᵢⱼₖ"),
        HouseKind::Col => words!("column", "column", "⋀ⱼ ⋀ₖ ⋁ᵢ xᵢⱼₖ"),
        HouseKind::Box => words!("box", "box", "⋀_b ⋀ₖ ⋁₍ᵢ,ⱼ₎∈b xᵢⱼₖ"),
        HouseKind::Region => words!("region", "region", of_any),
        HouseKind::Diagonal => words!("diagonal", "diagonal", of_any),
        HouseKind::Window => words!("window", "window", of_any),
        HouseKind::Group => words!("group", "disjoint group", of_any),
        HouseKind::Extra => words!("house", "extra house", of_any),
        HouseKind::Cage => words!("cage", "cage of N cells", of_any),
    }
}

/// Returns the words of [`Family::AtMostOne`].
fn at_most_one(kind: HouseKind) -> [&'static str; 3] {
    macro_rules! words {
        ($word:literal, $house:literal, $formula:expr) => {
            [
                concat!($word, "-at-most-one"),
                concat!("no number is twice in ", $house),
                $formula,
            ]
        };
    }
    let of_any = "⋀_h ⋀ₖ ⋀₍ᵢ,ⱼ₎<₍ₗ,ₘ₎∈h (¬xᵢⱼₖ ∨ ¬xₗₘₖ)";
    match kind {
        HouseKind::Row => words!("row", "a row", "⋀ᵢ ⋀ₖ ⋀ⱼ<ₗ (¬xᵢⱼₖ ∨ ¬xᵢₗₖ)"),
        HouseKind::Col => words!("column", "a column", "⋀ⱼ ⋀ₖ ⋀ᵢ<ₗ (¬xᵢⱼₖ ∨ ¬xₗⱼₖ)"),
        HouseKind::Box => words!("box", "a box", "⋀_b ⋀ₖ ⋀₍ᵢ,ⱼ₎<₍ₗ,ₘ₎∈b (¬xᵢⱼₖ ∨ ¬xₗₘₖ)"),
        HouseKind::Region => words!("region", "a region", of_any),
        HouseKind::Diagonal => words!("diagonal", "a diagonal", of_any),
        HouseKind::Window => words!("window", "a window", of_any),
        HouseKind::Group => words!("group", "a disjoint group", of_any),
        HouseKind::Extra => words!("house", "an extra house", of_any),
        HouseKind::Cage => words!("cage", "a cage", of_any),
    }
}

/// Returns the tables of a family.
pub(super) fn tables_of(family: Family, rules: &Rules) -> impl Iterator<Item = &Table> {
    let tables = rules.tables().iter();
    tables.filter(move |table| match table.kind {
        TableKind::Cage { .. } => family == Family::Cages,
        TableKind::Arrow { .. } => family == Family::Arrows,
        TableKind::Marked(_) => family == Family::Marks,
    })
}
