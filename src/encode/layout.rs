//! The order of a formula's clauses, the numbers of its variables, and the part that is wanted.

use super::Numbering;

/// The order of the clauses. Literals ascend in every clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClauseOrder {
    /// For each cell its at-least-one and its at-most-one; then for each number,
    /// for each row, column, box and other house the same; then pairs of cells,
    /// cages with sums and arrows; clues last.
    #[default]
    Cells,
    /// Family after family in the order of [`Encoding::families`](super::Encoding::families), (i) to (v)
    /// first; clues last. Within a family the outer index of its
    /// formula runs slowest.
    Lecture,
}

/// The part of the formula that is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Part {
    /// Rules and clues.
    #[default]
    Whole,
    /// The rules without the clues: the blank grid's formula.
    Rules,
    /// The clues and exclusions alone.
    Clues,
}

/// The text of a formula: order, numbers and part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The order of clauses.
    pub order: ClauseOrder,
    /// The numbers of variables.
    pub numbering: Numbering,
    /// The part wanted.
    pub part: Part,
}
