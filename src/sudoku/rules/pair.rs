//! Rules for two cells.

use super::{Relation, RuleId};
use crate::sudoku::Cell;
use std::fmt;

/// Two cells whose digits stand in a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The rule of the mark that it comes from.
    pub rule: RuleId,
    /// The first number of the mark, 0 if it has none.
    pub number: u32,
    /// The cells; their order matters for some rules.
    pub cells: [Cell; 2],
    /// The digits that are allowed.
    pub relation: Relation,
}

impl Pair {
    /// Returns `true` if the values `first` and `second` (from 1) stand in the
    /// relation.
    #[inline]
    pub fn allows(&self, first: usize, second: usize) -> bool {
        self.relation.allows(first, second)
    }
}

/// The rule in words: `r1c1 < r1c2 (thermo)`.
impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.cells.map(|cell| cell.to_string());
        let (rule, number) = (self.rule.rule(), self.number);
        match rule.of_pair {
            "" if number == 0 => write!(f, "{} of {a} and {b}", rule.name),
            "" => write!(f, "{} {number} of {a} and {b}", rule.name),
            words => {
                let words = words.replace("{a}", &a).replace("{b}", &b);
                f.write_str(&words.replace("{n}", &number.to_string()))
            }
        }
    }
}
