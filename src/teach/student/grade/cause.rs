//! The causes of a wrong formula, as data: what the student did, and the repair.

use super::reference::Reference;
use super::scheme::Scheme;
use super::textual::Fault;
use super::work::Repair;
use crate::encode::Family;
use crate::formula::Lit;
use crate::sudoku::{Candidate, Cell, HouseKind};

/// A cause, and the repair that removes it.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The mistake.
    pub kind: Kind,
    /// The repair of the clauses; empty if the text alone is wrong.
    pub repair: Repair,
}

/// An index of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// The row.
    Row,
    /// The column.
    Col,
    /// The value.
    Digit,
    /// The number of the house among those of its kind.
    House,
    /// The place of the cell in the house.
    Place,
}

/// The end of a loop that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The loop begins one too late.
    First,
    /// The loop ends one too early.
    Last,
}

/// A change of one literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// This literal has the wrong sign.
    Sign(Lit),
    /// This literal is missing.
    Missing(Lit),
    /// This literal is one too many.
    Surplus(Lit),
    /// The first literal stands where the second should be.
    Instead(Lit, Lit),
}

/// The way in which boxes are wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Height and width of the boxes are exchanged.
    Turned,
    /// The boxes begin one cell apart: the corner is not multiplied by the box's size.
    Corner,
    /// There is a box at each cell: the loops step by 1.
    Sliding,
    /// The boxes have this height and width.
    Size(usize, usize),
    /// Other sets of cells.
    Other,
}

/// A mistake in the clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clues {
    /// No clue is there.
    None,
    /// All clues are in one clause, at this place.
    OneClause(usize),
    /// Rows and columns of the clues are exchanged.
    Transposed,
    /// The indices of the clues are in another order than elsewhere; the names of the
    /// indices that stand in the places of row, column and value.
    Order([&'static str; 3]),
    /// An index of each clue is off by this amount.
    Shifted(Index, isize),
    /// The variable's number of each clue is off by this amount.
    Number(i64),
    /// The clues have another numbering than the rules.
    Numbering(Scheme),
    /// Blank cells are written as clues with the value 0: such a cell, and the candidate that
    /// its clause states.
    Blanks(Cell, Candidate),
    /// The clues at an end of a loop are missing.
    Loop(Index, End),
    /// A clue is missing.
    Missing(Candidate),
    /// The first is stated, and the second is the clue of this cell.
    Wrong(Candidate, Candidate),
    /// This is stated as a clue, and is none.
    Surplus(Candidate),
    /// A candidate is stated to be false.
    Denied(Candidate),
}

/// Clauses that the student may have written instead of those of a missing family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// This family, which is there twice.
    Twice(Family),
    /// This many clauses that state no rule, but have its signs; the place of the first.
    Strange(usize, usize),
}

/// The mistakes of students that are recognised.
#[derive(Clone, Debug)]
pub enum Kind {
    /// The text is no valid DIMACS.
    Text(Fault),
    /// Two candidates have the same variable.
    Collision(String, [Candidate; 2], i64),
    /// The numbering is another one than the one that is required.
    Numbering,
    /// The literals of these families, and of the clues if set, have the wrong sign.
    Signs(Vec<Family>, bool),
    /// One of the two literals of each clause of this family has the wrong sign; the first
    /// such clause.
    OneSign(Family, usize),
    /// The loop over pairs begins with equal indices; the first such clause.
    PairWithItself(usize),
    /// Each literal of these families is a clause of its own; the first such clause.
    Split(Vec<Family>, usize),
    /// In these families the loop inside the clause leaves out an end.
    ShortClauses(Vec<Family>, Index, End),
    /// The indices of a family are in another order than elsewhere.
    Order(Family, [&'static str; 3]),
    /// A family is about wrong sets of cells: the way, the first such clause, and its
    /// cells.
    Houses(HouseKind, Shape, usize),
    /// In these families the loop around the clauses leaves out an end.
    Loop(Vec<Family>, Index, End),
    /// A family is missing; another one may be there twice, or clauses that state no rule
    /// may be meant for it.
    Family(Family, Option<Instead>),
    /// Clauses of a family are missing: their number and the first.
    Missing(Family, usize, Vec<Lit>),
    /// A literal of the clause at this place is wrong; the right clause.
    Literal(usize, Change, Vec<Lit>),
    /// Clauses are wrong: their number and the place of the first.
    Surplus(usize, usize),
    /// The clues are wrong.
    Clues(Clues),
}

impl Kind {
    /// Returns the family that the mistake is about, if it is about a single one.
    pub fn family(&self, reference: &Reference) -> Option<Family> {
        match self {
            Kind::OneSign(family, _)
            | Kind::Order(family, _)
            | Kind::Family(family, _)
            | Kind::Missing(family, ..) => Some(*family),
            Kind::Literal(_, _, clause) => reference.family_at(reference.place(clause)?),
            Kind::Clues(_) => Some(Family::Clues),
            _ => None,
        }
    }

    /// Returns the name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Text(fault) => fault.name(),
            Kind::Collision(..) => "collision",
            Kind::Numbering => "numbering",
            Kind::Signs(..) | Kind::OneSign(..) => "signs",
            Kind::PairWithItself(_) => "pair-with-itself",
            Kind::Split(..) => "split-clauses",
            Kind::ShortClauses(..) => "short-clauses",
            Kind::Order(..) => "index-order",
            Kind::Houses(..) => "wrong-houses",
            Kind::Loop(..) => "loop-end",
            Kind::Family(..) => "missing-family",
            Kind::Missing(..) => "missing-clause",
            Kind::Literal(_, change, _) => match change {
                Change::Sign(_) => "literal-sign",
                Change::Missing(_) => "literal-missing",
                Change::Surplus(_) => "literal-surplus",
                Change::Instead(..) => "literal-wrong",
            },
            Kind::Surplus(..) => "surplus-clause",
            Kind::Clues(clues) => match clues {
                Clues::None => "no-clues",
                Clues::OneClause(_) => "clues-in-one-clause",
                Clues::Transposed => "clues-transposed",
                Clues::Order(_) => "clues-index-order",
                Clues::Shifted(..) | Clues::Number(_) => "clues-shifted",
                Clues::Numbering(_) => "clues-numbering",
                Clues::Blanks(..) => "blanks-as-clues",
                Clues::Loop(..) => "clues-loop-end",
                Clues::Missing(_) => "clue-missing",
                Clues::Wrong(..) => "clue-wrong",
                Clues::Surplus(_) => "clue-surplus",
                Clues::Denied(_) => "clue-denied",
            },
        }
    }
}
