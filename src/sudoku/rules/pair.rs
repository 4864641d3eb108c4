//! Rules for two cells.

use super::{Relation, RuleId, Shape};
use crate::sudoku::Cell;
use std::fmt;

/// Two cells whose digits stand in a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The rule it comes from.
    pub rule: PairRule,
    /// The difference, ratio or sum of [`PairRule::Difference`],
    /// [`PairRule::Ratio`] and [`PairRule::Sum`]; the first number of a mark, 0 if it has
    /// none; 0 for the other rules.
    pub number: u32,
    /// The cells; their order matters for [`PairRule::Less`] and
    /// [`PairRule::Thermometer`] and [`PairRule::Marked`].
    pub cells: [Cell; 2],
    /// The digits that [`PairRule::Marked`] allows; `None` for the other rules.
    pub relation: Option<Relation>,
}

/// The rules for two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairRule {
    /// A knight's move apart: different digits.
    AntiKnight,
    /// Touching, also diagonally: different digits.
    AntiKing,
    /// Sharing a side: digits that are not consecutive.
    NonConsecutive,
    /// The first digit is less than the second.
    Less,
    /// Neighbours on a thermometer: the first digit is less than the second.
    Thermometer,
    /// The digits differ by a number.
    Difference,
    /// One digit is a multiple of the other by a number.
    Ratio,
    /// The digits add up to a number.
    Sum,
    /// Mirrored on a palindrome: the same digit.
    Palindrome,
    /// Cells of a mark of this rule: digits in the relation of the pair.
    Marked(RuleId),
}

impl Pair {
    /// Returns `true` if the values `first` and `second` (from 1) stand in the
    /// relation.
    pub fn allows(&self, first: usize, second: usize) -> bool {
        let number = self.number as usize;
        let (small, large) = (first.min(second), first.max(second));
        match self.rule {
            PairRule::AntiKnight | PairRule::AntiKing => first != second,
            PairRule::NonConsecutive => large - small != 1,
            PairRule::Less | PairRule::Thermometer => first < second,
            PairRule::Difference => large - small == number,
            PairRule::Ratio => large == small * number,
            PairRule::Sum => first + second == number,
            PairRule::Palindrome => first == second,
            PairRule::Marked(_) => self
                .relation
                .is_none_or(|relation| relation.allows(first, second)),
        }
    }
}

impl PairRule {
    /// All rules for two cells beside those of the table of rules.
    pub const ALL: [PairRule; 9] = [
        PairRule::AntiKnight,
        PairRule::AntiKing,
        PairRule::NonConsecutive,
        PairRule::Less,
        PairRule::Thermometer,
        PairRule::Difference,
        PairRule::Ratio,
        PairRule::Sum,
        PairRule::Palindrome,
    ];

    /// Returns `true` if the rule is stated for the whole grid, so that no cells are named.
    pub fn names_no_cells(self) -> bool {
        match self {
            PairRule::Marked(rule) => rule.shape == Shape::Grid,
            _ => self.is_of_grid(),
        }
    }

    /// Returns `true` if the rule is stated for the whole grid: it holds for all cells some
    /// steps apart. Rules of the table of rules are none of them.
    pub fn is_of_grid(self) -> bool {
        match self {
            PairRule::AntiKnight | PairRule::AntiKing | PairRule::NonConsecutive => true,
            PairRule::Less
            | PairRule::Thermometer
            | PairRule::Difference
            | PairRule::Ratio
            | PairRule::Sum
            | PairRule::Palindrome
            | PairRule::Marked(_) => false,
        }
    }

    /// Returns the rule's name in the text form of rules.
    pub fn name(self) -> &'static str {
        match self {
            PairRule::AntiKnight => "anti-knight",
            PairRule::AntiKing => "anti-king",
            PairRule::NonConsecutive => "non-consecutive",
            PairRule::Less => "less",
            PairRule::Thermometer => "thermometer",
            PairRule::Difference => "difference",
            PairRule::Ratio => "ratio",
            PairRule::Sum => "sum",
            PairRule::Palindrome => "palindrome",
            PairRule::Marked(rule) => &rule.rule().name,
        }
    }
}

/// The rule in words: `r1c1 < r1c2`.
impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([a, b], number) = (self.cells, self.number);
        match self.rule {
            PairRule::AntiKnight => write!(f, "{a} ≠ {b} (anti-knight)"),
            PairRule::AntiKing => write!(f, "{a} ≠ {b} (anti-king)"),
            PairRule::NonConsecutive => write!(f, "{a} and {b} are not consecutive"),
            PairRule::Less => write!(f, "{a} < {b}"),
            PairRule::Thermometer => write!(f, "{a} < {b} (thermometer)"),
            PairRule::Difference => write!(f, "{a} and {b} differ by {number}"),
            PairRule::Ratio => write!(f, "one of {a} and {b} is {number} times the other"),
            PairRule::Sum => write!(f, "{a} + {b} = {number}"),
            PairRule::Palindrome => write!(f, "{a} = {b} (palindrome)"),
            PairRule::Marked(rule) if number == 0 => write!(f, "{} of {a} and {b}", rule.name),
            PairRule::Marked(rule) => write!(f, "{} {number} of {a} and {b}", rule.name),
        }
    }
}
