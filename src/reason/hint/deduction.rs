//! The deduction that a technique finds: the conclusion, and the reason for it.

use super::{Board, By, Contradiction};
use crate::check::Premise;
use crate::sudoku::{Candidate, Cell, Digit, House};

/// A conclusion from the marks, with the facts that it follows from.
#[derive(Clone, Debug)]
pub struct Deduction {
    /// The digit that is placed, if it is one.
    pub placement: Option<Candidate>,
    /// The candidates that are removed.
    pub eliminations: Vec<Candidate>,
    /// The cells, houses and other rules that it follows from.
    pub premises: Vec<Premise>,
    /// The cells of the pattern.
    pub cells: Vec<Cell>,
    /// The pattern that the conclusion follows from.
    pub why: Why,
}

/// The pattern that a technique found.
#[derive(Clone, Debug)]
pub enum Why {
    /// The last open cell of a house.
    FullHouse(House),
    /// The only cell for a digit in a house.
    HiddenSingle(House),
    /// The only digit left in a cell.
    NakedSingle,
    /// A rule for two cells.
    Relation {
        /// The index of the rule.
        pair: usize,
        /// The cell that is not changed.
        other: Cell,
        /// The digits left in that cell.
        left: Vec<Digit>,
    },
    /// The table with this index.
    Table(usize),
    /// Cages, arrows or marks, with the houses of the cells.
    Joint {
        /// The rules.
        by: Vec<By>,
        /// The houses whose cells among them differ.
        houses: Vec<House>,
        /// The houses that have each digit once.
        full: Vec<House>,
    },
    /// A cage, an arrow or a mark of which each combination has the digit.
    LockedByRule {
        /// The rules.
        by: Vec<By>,
        /// The houses whose cells among them differ.
        houses: Vec<House>,
        /// The digit.
        digit: Digit,
        /// The cells that are left for it.
        holders: Vec<Cell>,
    },
    /// The sum of houses without cages.
    Sums {
        /// The houses.
        houses: Vec<House>,
        /// The cages, by their index among the tables.
        cages: Vec<usize>,
        /// The cells that are left, with 1 if their digit is added, −1 if it is subtracted.
        signed: Vec<(Cell, i64)>,
        /// The houses whose cells among them differ.
        differ: Vec<House>,
    },
    /// All cells for a digit in the first house are in the second one, or seen by
    /// the cells of the eliminations if there is no second one.
    Locked {
        /// The digit whose cells are locked.
        digit: Digit,
        /// The house that needs the digit.
        house: House,
        /// The house that the digit is removed from.
        other: Option<House>,
    },
    /// k cells of a house have k digits together.
    NakedSubset {
        /// The houses that have all of these cells.
        houses: Vec<House>,
        /// The k digits, ascending.
        digits: Vec<Digit>,
    },
    /// k digits of a house have k cells together.
    HiddenSubset {
        /// The house that holds each of the digits.
        house: House,
        /// The k digits, ascending.
        digits: Vec<Digit>,
    },
    /// The cells for a digit in k lines lie in k crossing lines.
    Fish {
        /// The digit that the lines need.
        digit: Digit,
        /// The lines that need the digit.
        base: Vec<House>,
        /// The lines that the digit is removed from.
        cover: Vec<House>,
        /// The cells of the base lines outside of the cover lines.
        fins: Vec<Cell>,
    },
    /// Two houses with two cells each for a digit; a cell of the one sees a cell of the
    /// other.
    TwoLinks {
        /// The digit with two cells in each house.
        digit: Digit,
        /// The two houses, in the order of `joined` and `ends`.
        houses: [House; 2],
        /// The cells that see each other, of the first house and of the second.
        joined: [Cell; 2],
        /// The house that has both of these cells, if there is one.
        by: Option<House>,
        /// The other cell of each house: one of them holds the digit.
        ends: [Cell; 2],
    },
    /// A cell with two digits, or with three for an XYZ-wing, and two cells which
    /// it sees.
    Wing {
        /// The three cells with the digits left in them, the cell in the middle first.
        cells: Vec<(Cell, Vec<Digit>)>,
        /// The digit that the pincers share.
        digit: Digit,
        /// The cells of which one holds the digit: the pincers, and the pivot of an
        /// XYZ-wing.
        holders: Vec<Cell>,
    },
    /// Two cells with the same two digits, of which one does not hold `link`.
    WWing {
        /// The two cells.
        ends: [Cell; 2],
        /// The house that has only two cells for `link`, each seen by an end.
        house: House,
        /// The digit of the strong link.
        link: Digit,
        /// The digit that one of the ends holds.
        digit: Digit,
    },
    /// One of two colours is true; each cell of the eliminations sees both.
    ColourTrap {
        /// The digit whose cells are coloured.
        digit: Digit,
        /// The cells of each colour.
        colours: [Vec<Cell>; 2],
    },
    /// Two cells of a colour see each other.
    ColourWrap {
        /// The digit whose cells are coloured.
        digit: Digit,
        /// The cells of the colour that is false.
        wrong: Vec<Cell>,
        /// The cells of the other colour.
        right: Vec<Cell>,
        /// The two cells that see each other.
        clash: [Cell; 2],
    },
    /// An alternating chain: if the first candidate is false, the second is true,
    /// so the third is false, and so on until the last one, which is true.
    Chain {
        /// The candidates, false and true in turn.
        candidates: Vec<Candidate>,
        /// For each candidate that is true, the reason why it is if the one before it is
        /// false.
        reasons: Vec<Reason>,
    },
    /// A rectangle with two digits that could be swapped.
    Rectangle {
        /// The two digits that could be swapped.
        digits: [Digit; 2],
        /// The cell with more digits.
        roof: Cell,
        /// The digits left in that cell.
        of_roof: Vec<Digit>,
    },
    /// All open cells but this one have two digits.
    Bug(Cell),
    /// A candidate from which a contradiction follows.
    Contradiction(Case, Contradiction),
    /// Candidates of which one is true; the same follows from each.
    Forcing {
        /// The house that needs the digit of the cases; `None` if they are the
        /// digits of a cell.
        house: Option<House>,
        /// The candidates with what follows from each.
        cases: Vec<Case>,
    },
}

/// An assumption, and the placements that follow from it one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The candidate that is assumed to hold.
    pub assumed: Candidate,
    /// The placements that follow, in the order in which they are found.
    pub consequences: Vec<Consequence>,
}

/// A placement that follows from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Consequence {
    /// The digit and the cell where it is placed.
    pub candidate: Candidate,
    /// The reason why nothing else is left.
    pub reason: Reason,
}

/// The reason for a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The only digit left in its cell.
    Cell,
    /// The only cell left for its digit in this house.
    House(House),
}

impl Deduction {
    /// Returns a deduction that places a digit.
    pub fn place(board: &Board, cell: usize, digit: usize, premise: Premise, why: Why) -> Self {
        Deduction {
            placement: Some(board.candidate(cell, digit)),
            eliminations: Vec::new(),
            premises: vec![premise],
            cells: Vec::new(),
            why,
        }
    }

    /// Returns a deduction that removes candidates.
    pub fn remove(
        board: &Board,
        eliminations: impl IntoIterator<Item = (usize, usize)>,
        premises: Vec<Premise>,
        cells: &[usize],
        why: Why,
    ) -> Self {
        let eliminations = eliminations.into_iter();
        Deduction {
            placement: None,
            eliminations: eliminations.map(|(c, d)| board.candidate(c, d)).collect(),
            premises,
            cells: board.named(cells),
            why,
        }
    }
}
