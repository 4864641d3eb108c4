//! A puzzle as statements that a person would make: its clues, and its rules one
//! house and digit at a time.
//!
//! One rule needs no statement: a cell never holds two digits.
//!
//! The clauses are over the candidates, numbered as by [`encode::var`]. A cell may be
//! blank in a model if the statement that it has a digit is left out.

use super::groups::Groups;
use super::lists::one_of;
use crate::budget::{Budget, Stop};
use crate::encode;
use crate::formula::{Lit, Var};
use crate::sudoku::rules::{Pair, Parity, Shape, Table};
use crate::sudoku::{Candidate, Cell, Digit, House, Puzzle, Rules, Size};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::fmt;

/// A statement about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Statement {
    /// The cell holds this clue.
    Clue(Candidate),
    /// The cell holds no candidate that the puzzle excludes: pencil marks, even and
    /// odd cells.
    Marks(Cell),
    /// The cell has a digit.
    Filled(Cell),
    /// The digit is in the house.
    Has(House, Digit),
    /// The digit is not in the house twice.
    Once(House, Digit),
    /// The pair with this index in [`Rules::pairs`] stands in its relation. Unless the
    /// rule is only that digits differ or are not consecutive, both cells have digits.
    Pair(usize),
    /// The table with this index in [`Rules::tables`] holds; its cells have digits.
    Table(usize),
}

impl Statement {
    /// Returns `true` if the setter has written the statement into the grid: a clue
    /// or pencil marks. The others are rules.
    pub fn is_given(self) -> bool {
        matches!(self, Statement::Clue(_) | Statement::Marks(_))
    }
}

/// All statements of a puzzle, each with its index.
#[derive(Clone, Debug)]
pub struct Statements {
    puzzle: Puzzle,
    list: Vec<Statement>,
    index: FxHashMap<Statement, usize>,
    /// The cells with pencil marks beyond what their parity excludes, by index.
    marked_by_hand: FixedBitSet,
}

impl Statements {
    /// Returns the statements of a puzzle: clues, pencil marks, rules.
    pub fn new(puzzle: &Puzzle) -> Statements {
        let (size, rules) = (puzzle.size(), puzzle.rules());
        let mut list: Vec<Statement> = puzzle.clues().map(Statement::Clue).collect();
        for excluded in puzzle.excluded() {
            let marks = Statement::Marks(excluded.cell);
            if list.last() != Some(&marks) {
                list.push(marks);
            }
        }
        list.extend(size.cells().map(Statement::Filled));
        for (index, &house) in rules.houses().iter().enumerate() {
            for digit in size.digits() {
                list.push(Statement::Once(house, digit));
                if rules.is_full(index) {
                    list.push(Statement::Has(house, digit));
                }
            }
        }
        list.extend((0..rules.pairs().len()).map(Statement::Pair));
        list.extend((0..rules.tables().len()).map(Statement::Table));
        let index = list.iter().copied().zip(0..).collect();
        let by_rules = puzzle.without_marks();
        let is_mark =
            |candidate: &&Candidate| by_rules.excluded().binary_search(candidate).is_err();
        let marks = puzzle.excluded().iter().filter(is_mark);
        let mut marked_by_hand = FixedBitSet::with_capacity(size.num_cells());
        marked_by_hand.extend(marks.map(|candidate| candidate.cell.index(size)));
        Statements {
            puzzle: puzzle.clone(),
            list,
            index,
            marked_by_hand,
        }
    }

    /// Returns the puzzle that makes the statements.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the rules of the puzzle.
    pub fn rules(&self) -> &Rules {
        self.puzzle.rules()
    }

    /// Returns the size of the grid.
    pub fn size(&self) -> Size {
        self.puzzle.size()
    }

    /// Returns the statements in the order of their indices.
    pub fn list(&self) -> &[Statement] {
        &self.list
    }

    /// Returns the index of a statement, if the puzzle makes it.
    pub fn index(&self, statement: Statement) -> Option<usize> {
        self.index.get(&statement).copied()
    }

    /// Returns the pair of `Statement::Pair(index)`.
    pub fn pair(&self, index: usize) -> &Pair {
        &self.rules().pairs()[index]
    }

    /// Returns the table of `Statement::Table(index)`.
    pub fn table(&self, index: usize) -> &Table {
        &self.rules().tables()[index]
    }

    /// Returns `true` if the statement is a rule of the puzzle, even and odd cells included. Clues
    /// and pencil marks are none.
    pub fn is_rule(&self, statement: Statement) -> bool {
        match statement {
            Statement::Clue(_) => false,
            Statement::Marks(cell) => !self.marked_by_hand.contains(cell.index(self.size())),
            _ => true,
        }
    }

    /// Returns the literal of a candidate.
    pub fn lit(&self, candidate: Candidate) -> Lit {
        encode::var(candidate, self.size()).positive()
    }

    /// Returns the cells of a statement, in reading order.
    pub fn cells(&self, statement: Statement) -> Vec<Cell> {
        let mut cells = match statement {
            Statement::Clue(clue) => vec![clue.cell],
            Statement::Marks(cell) | Statement::Filled(cell) => vec![cell],
            Statement::Has(house, _) | Statement::Once(house, _) => {
                self.rules().cells_of(house).to_vec()
            }
            Statement::Pair(index) => self.pair(index).cells.to_vec(),
            Statement::Table(index) => self.table(index).cells.clone(),
        };
        cells.sort_unstable();
        cells
    }

    /// Returns the cells of a pair or table that have digits by its statement.
    pub(super) fn filled_by(&self, statement: Statement) -> &[Cell] {
        match statement {
            Statement::Pair(index) if self.pair(index).rule.shape == Shape::Grid => &[],
            Statement::Pair(index) => &self.pair(index).cells,
            Statement::Table(index) => &self.table(index).cells,
            _ => &[],
        }
    }

    /// Returns the digits that the marks of a cell leave, ascending.
    pub fn marked(&self, cell: Cell) -> Vec<Digit> {
        let is_left = |digit: &Digit| {
            let excluded = self.puzzle.excluded();
            excluded
                .binary_search(&Candidate::new(cell, *digit))
                .is_err()
        };
        self.size().digits().filter(is_left).collect()
    }

    /// Returns the statements as groups of clauses with the same numbers. Those for
    /// which `is_fixed` returns `true` hold in every search.
    ///
    /// # Errors
    /// If the budget ends before all clauses are written.
    pub fn groups(
        &self,
        is_fixed: impl Fn(Statement) -> bool,
        budget: &Budget,
    ) -> Result<Groups, Stop> {
        let size = self.size();
        let mut groups = Groups::new(size.num_candidates());
        for cell in size.cells() {
            let lits = self.lits(Statement::Filled(cell));
            groups.fixed().add_at_most_one(&lits);
        }
        for (index, &statement) in self.list.iter().enumerate() {
            budget.check_at(index)?;
            let mut sink = match is_fixed(statement) {
                true => groups.add_fixed(),
                false => groups.add(),
            };
            for &cell in self.filled_by(statement) {
                sink.add(&self.lits(Statement::Filled(cell)));
            }
            let lits = self.lits(statement);
            match statement {
                Statement::Clue(_) | Statement::Filled(_) | Statement::Has(..) => sink.add(&lits),
                Statement::Marks(_) => lits.iter().for_each(|&lit| sink.add(&[lit])),
                Statement::Once(..) => sink.add_at_most_one(&lits),
                Statement::Pair(index) => {
                    for (first, second) in encode::forbidden(self.pair(index)) {
                        sink.add(&[!self.lit(first), !self.lit(second)]);
                    }
                }
                Statement::Table(index) => {
                    let (table, rules) = (self.table(index), self.rules());
                    let Ok(()) =
                        encode::table(table, rules, &mut sink, |sink, count| sink.new_vars(count));
                }
            }
        }
        Ok(groups)
    }

    /// Returns the literals of the candidates that a clue, a cell or a house is
    /// about, and of marks the negated literals.
    pub(super) fn lits(&self, statement: Statement) -> Vec<Lit> {
        let of = |candidate| self.lit(candidate);
        match statement {
            Statement::Clue(clue) => vec![of(clue)],
            Statement::Marks(cell) => {
                let excluded = self.puzzle.excluded().iter();
                let excluded = excluded.filter(|candidate| candidate.cell == cell);
                excluded.map(|&candidate| !of(candidate)).collect()
            }
            Statement::Filled(cell) => {
                let digits = self.size().digits();
                digits
                    .map(|digit| of(Candidate::new(cell, digit)))
                    .collect()
            }
            Statement::Has(house, digit) | Statement::Once(house, digit) => {
                let cells = self.rules().cells_of(house).iter();
                cells.map(|&cell| of(Candidate::new(cell, digit))).collect()
            }
            Statement::Pair(_) | Statement::Table(_) => Vec::new(),
        }
    }

    /// Returns `true` if the statement holds where exactly these candidates are
    /// chosen, at most one in each cell.
    pub fn holds(&self, statement: Statement, chosen: &FixedBitSet) -> bool {
        let size = self.size();
        let has =
            |cell: Cell, digit: Digit| chosen.contains(Candidate::new(cell, digit).index(size));
        let digit = |&cell: &Cell| size.digits().find(|&digit| has(cell, digit));
        let count = |house: House, digit: Digit| {
            let cells = self.rules().cells_of(house).iter();
            cells.filter(|&&cell| has(cell, digit)).count()
        };
        match statement {
            Statement::Clue(clue) => has(clue.cell, clue.digit),
            Statement::Marks(cell) => {
                digit(&cell).is_none_or(|digit| self.marked(cell).contains(&digit))
            }
            Statement::Filled(cell) => digit(&cell).is_some(),
            Statement::Has(house, digit) => count(house, digit) > 0,
            Statement::Once(house, digit) => count(house, digit) < 2,
            Statement::Pair(index) => {
                let pair = self.pair(index);
                match [0, 1].map(|place| digit(&pair.cells[place])) {
                    [Some(first), Some(second)] => pair.allows(first.value(), second.value()),
                    _ => self.filled_by(statement).is_empty(),
                }
            }
            Statement::Table(index) => {
                let table = self.table(index);
                let digits: Option<Vec<usize>> = table
                    .cells
                    .iter()
                    .map(|cell| digit(cell).map(Digit::value))
                    .collect();
                digits.is_some_and(|digits| table.allows(&digits))
            }
        }
    }

    /// Returns the statement in words, with digits in the puzzle's symbols.
    pub fn words(&self, statement: Statement) -> impl fmt::Display + '_ {
        Words {
            statements: self,
            statement,
        }
    }
}

/// A statement in words.
struct Words<'a> {
    statements: &'a Statements,
    statement: Statement,
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let statements = self.statements;
        let symbols = statements.puzzle.symbols();
        match self.statement {
            Statement::Clue(Candidate { cell, digit }) => {
                write!(f, "{cell} is {}", symbols.of(digit))
            }
            Statement::Marks(cell) => {
                let marked = statements.marked(cell);
                let parities = &statements.rules().spec().parities;
                let stated = parities.iter().find(|(of, _)| *of == cell);
                let is_right = |parity: Parity, digit: &Digit| {
                    (parity == Parity::Even) == digit.value().is_multiple_of(2)
                };
                // Pencil marks may leave fewer digits than the rule does.
                let of_rule = stated.filter(|(_, parity)| {
                    let digits = statements.size().digits();
                    digits
                        .filter(|digit| is_right(*parity, digit))
                        .eq(marked.iter().copied())
                });
                match of_rule {
                    Some((_, Parity::Even)) => write!(f, "{cell} is even"),
                    Some((_, Parity::Odd)) => write!(f, "{cell} is odd"),
                    None if marked.is_empty() => {
                        write!(f, "the pencil marks of {cell} are empty")
                    }
                    None => {
                        let digits = marked.iter().map(|&digit| symbols.of(digit));
                        write!(f, "{cell} can only be {} (pencil marks)", one_of(digits))
                    }
                }
            }
            Statement::Filled(cell) => write!(f, "{cell} has a digit"),
            Statement::Has(house, digit) => {
                write!(f, "{house} contains {}", symbols.of(digit))
            }
            Statement::Once(house, digit) => {
                write!(f, "{house} has only one {}", symbols.of(digit))
            }
            Statement::Pair(index) => write!(f, "{}", statements.pair(index)),
            Statement::Table(index) => write!(f, "{}", statements.table(index)),
        }
    }
}

/// Returns the candidates of the model that was found last.
pub fn chosen(groups: &Groups, size: Size) -> FixedBitSet {
    let mut chosen = FixedBitSet::with_capacity(size.num_candidates());
    let is_true = |&index: &usize| groups.is_true(Var::new(index).positive());
    chosen.extend((0..size.num_candidates()).filter(is_true));
    chosen
}
