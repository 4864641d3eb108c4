//! An explanation why statements contradict each other, or why a candidate holds or is
//! excluded: a minimal set of statements, and single steps from them if these are
//! enough. [`super::Explainer`] finds explanations.

use super::statements::{Statement, Statements};
use crate::budget::Stop;
use crate::formula::Lit;
use crate::sudoku::rules::Pair;
use crate::sudoku::{self, Candidate, Cell, Digit, House, Puzzle};

/// The fact to be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The statements can't hold together.
    Clash,
    /// The candidate holds, or is ruled out.
    Candidate {
        /// The cell and the digit that is asked about.
        candidate: Candidate,
        /// Set if it holds.
        holds: bool,
    },
}

impl Goal {
    /// Returns the opposite of the goal as a literal, unless the goal is a clash.
    pub(super) fn opposite(self, statements: &Statements) -> Option<Lit> {
        match self {
            Goal::Clash => None,
            Goal::Candidate { candidate, holds } => {
                let lit = statements.lit(candidate);
                Some(if holds { !lit } else { lit })
            }
        }
    }
}

/// A minimal set of statements with which the goal is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The fact that is explained.
    pub goal: Goal,
    /// The statements: clues and marks first, then rules.
    pub statements: Vec<Statement>,
    /// Set if none of the statements can be left out: no rule, and no clue and no pencil marks of a
    /// cell even where all rules of the puzzle hold, also those that are not among the statements.
    /// Not set if the budget ended before this was known.
    pub is_minimal: bool,
    /// Set if no smaller set of statements is enough.
    pub is_smallest: bool,
    /// The reason why the search for a minimal set, or for a smallest one if that was
    /// asked for, ended before it was decided.
    pub stop: Option<Stop>,
    /// The opposite of the goal, if the steps start from supposing it.
    pub supposed: Option<(Candidate, bool)>,
    /// The steps that the statements allow, as far as they matter for the end.
    pub steps: Vec<Step>,
    /// The end of the steps.
    pub end: Ending,
    /// A second explanation with more statements, if single steps from this one's
    /// statements do not reach the goal, or reach it only by assuming its opposite.
    /// From the statements of the second explanation single steps reach the goal
    /// directly. None of them can be left out for these steps, but the set is not
    /// minimal.
    pub by_steps: Option<Box<Explanation>>,
    /// If single steps do not reach a clash, even from a larger set: the digits of a cell
    /// that has a digit, each of which leads to a clash by single steps.
    pub cases: Option<Cases>,
}

/// The digits of a cell, each of which leads to a clash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The cell whose digits are gone through.
    pub cell: Cell,
    /// The digits that are ruled out at once.
    pub ruled_out: Vec<RuledOut>,
    /// The others.
    pub cases: Vec<Case>,
}

/// A digit that leads to a clash by single steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The digit in its cell.
    pub candidate: Candidate,
    /// The steps that follow.
    pub steps: Vec<Step>,
    /// The clash.
    pub end: Ending,
}

impl Explanation {
    /// Returns the clues among the statements.
    pub fn clues(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Clue(clue) => Some(*clue),
                _ => None,
            })
    }

    /// Returns the effort of following the explanation: steps, and then statements.
    pub(super) fn effort(&self) -> (bool, usize, bool, usize) {
        let is_open = self.end == Ending::Open;
        let is_supposed = self.supposed.is_some();
        (
            is_open,
            self.steps.len(),
            is_supposed,
            self.statements.len(),
        )
    }

    /// Returns the explanation of two clues, or of a clue and the marks of its cell,
    /// that can't stand together by themselves; `None` if no clues of the puzzle do.
    ///
    /// Takes time for each house and pair once, and needs no formula.
    pub fn of_clues(puzzle: &Puzzle) -> Option<Explanation> {
        let clash = puzzle.clashes().into_iter().next()?;
        let clue = |cell: Cell, digit| Candidate::new(cell, digit);
        let (statements, candidate, ruled_out) = match clash {
            sudoku::Clash::Twice {
                house,
                digit,
                cells: [first, second],
            } => (
                vec![
                    Statement::Clue(clue(first, digit)),
                    Statement::Clue(clue(second, digit)),
                    Statement::Once(house, digit),
                ],
                clue(second, digit),
                Because::House(house, first),
            ),
            sudoku::Clash::Pair { pair, digits } => of_pair(puzzle, pair, digits)?,
            sudoku::Clash::Excluded(excluded) => (
                vec![Statement::Clue(excluded), Statement::Marks(excluded.cell)],
                excluded,
                Because::Marks,
            ),
        };
        let rules = puzzle.rules();
        let has_houses_only = rules.pairs().is_empty() && rules.tables().is_empty();
        Some(Explanation {
            goal: Goal::Clash,
            statements,
            is_minimal: true,
            // Two clues and a rule: without marks and other rules, no two statements
            // of which one is a rule for a house can clash.
            is_smallest: has_houses_only && puzzle.excluded().is_empty(),
            stop: None,
            supposed: None,
            steps: Vec::new(),
            end: Ending::Against {
                candidate,
                holds: Because::Clue,
                ruled_out,
                known: Vec::new(),
            },
            by_steps: None,
            cases: None,
        })
    }
}

/// Returns the statements by which the clues of a pair clash, the clue that can't hold, and why;
/// `None` if the rule allows no clue at all in either cell.
fn of_pair(
    puzzle: &Puzzle,
    pair: Pair,
    digits: [Digit; 2],
) -> Option<(Vec<Statement>, Candidate, Because)> {
    let [first, second] = [0, 1].map(|place| Candidate::new(pair.cells[place], digits[place]));
    let index = puzzle.rules().pairs().iter().position(|one| *one == pair)?;
    let values = || puzzle.size().digits().map(Digit::value);
    let fits_first = values().any(|value| pair.allows(first.digit.value(), value));
    let fits_second = values().any(|value| pair.allows(value, second.digit.value()));
    let (clues, because) = match (fits_first, fits_second) {
        (true, true) => {
            let (first, second) = (first.min(second), first.max(second));
            (vec![first, second], Because::Pair(index, Some(first.digit)))
        }
        // One clue alone breaks the rule.
        (false, true) => (vec![first], Because::Pair(index, None)),
        (true, false) => (vec![second], Because::Pair(index, None)),
        (false, false) => return None,
    };
    let last = *clues.last()?;
    let clues = clues.into_iter().map(Statement::Clue);
    let statements = clues.chain([Statement::Pair(index)]).collect();
    Some((statements, last, because))
}

/// A step that follows from statements and earlier steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A cell gets a digit.
    Placed {
        /// The cell and its digit.
        candidate: Candidate,
        /// The reason.
        because: Because,
        /// The other digits of the cell, or the other cells of the house, that are
        /// ruled out.
        others: Vec<RuledOut>,
    },
    /// Digits of a cell are ruled out by a pair or table, because of what is known of
    /// other cells.
    RuledOut {
        /// The candidates, all of one cell.
        candidates: Vec<Candidate>,
        /// The reason.
        because: Because,
        /// The candidates of the other cells of the pair or table that the reason depends
        /// on, each held or ruled out.
        known: Vec<Known>,
    },
}

/// A candidate that is known to hold, or to be ruled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The candidate of which something is known.
    pub candidate: Candidate,
    /// Set if it holds; not set if it is ruled out.
    pub holds: bool,
    /// The step that derives it.
    pub because: Because,
}

/// A candidate that is ruled out, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuledOut {
    /// The candidate that is ruled out.
    pub candidate: Candidate,
    /// The reason.
    pub because: Because,
}

/// The reason of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// A clue of the puzzle fills the cell.
    Clue,
    /// The pencil marks of the cell exclude the digit.
    Marks,
    /// The steps start from supposing it.
    Supposed,
    /// The cell holds this digit.
    Cell(Digit),
    /// The house has the digit in this other cell.
    House(House, Cell),
    /// It is the only digit left in its cell.
    OnlyDigit,
    /// It is the only cell left for its digit in this house.
    OnlyCell(House),
    /// The pair with this index in the rules, and the digit of its other cell; without
    /// a digit, none that is left there fits.
    Pair(usize, Option<Digit>),
    /// The table with this index in the rules.
    Table(usize),
}

/// The end of the steps of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last step is the goal.
    Reached,
    /// The cell can hold no digit: each is ruled out.
    NoDigit(Cell, Vec<RuledOut>),
    /// The house has no cell for the digit: each is ruled out.
    NoCell(House, Digit, Vec<RuledOut>),
    /// The candidate holds, but it is ruled out.
    Against {
        /// The candidate that holds and is ruled out.
        candidate: Candidate,
        /// The reason why it holds.
        holds: Because,
        /// The reason why it is ruled out.
        ruled_out: Because,
        /// The candidates of other cells that a pair or table rules it out by.
        known: Vec<Known>,
    },
    /// No digits left in the cells of the table with this index fit together, because
    /// of what is known of these cells.
    NoDigits(usize, Vec<Known>),
    /// Single steps from the statements do not lead to the goal.
    Open,
}
