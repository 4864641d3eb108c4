//! The beginning of a proof that a search of the open cells continues: the
//! constraints of the open cells follow from the whole formula.
//!
//! Where the encoding says that no digit is twice in a house, they follow by unit
//! propagation, and need no lines. The lecture's encoding does not say so. It
//! follows by counting (`docs/COUNTING.md`): the m digits of a house that are no
//! clues there need its m open cells, and no cell takes two. In lines of cutting
//! planes that is, in this order:
//!
//! 1. for each open cell, that at most one of its literals is true, from the
//!    clauses of its pairs;
//! 2. for each house, the sum of these and of the clauses of its open digits: all
//!    literals of its clues' digits in its open cells are false;
//! 3. for each open cell and each open digit of a house, the clause over the
//!    candidates that are left, by unit propagation, and for each house the sums
//!    of all its cells and all its digits but one: this digit is there at most
//!    once.
//!
//! Two equal clues in a house leave it more open digits than open cells; the sum of
//! step 2 is then a contradiction.

use crate::budget::{Budget, Stop};
use crate::encode::{self, Encoding};
use crate::engine::formulas::ended;
use crate::formula::Lit;
use crate::proof::pbp::Writer;
use crate::proof::{Count, Id, Observer};
use crate::sudoku::{Candidate, Candidates, Cell, Digit, Puzzle};
use std::io::Write;

/// Derives the constraints of the open cells that unit propagation does not
/// derive from the formula of the encoding, in its default layout. The formula
/// must have been stated to the writer by its number of clauses.
///
/// # Errors
/// If the budget ends before.
pub(super) fn derive<W: Write + Send>(
    puzzle: &Puzzle,
    encoding: &Encoding,
    writer: &mut Writer<W>,
    budget: &Budget,
) -> Result<(), Stop> {
    if encoding.house_at_most_one {
        return Ok(());
    }
    let mut open = Open::new(puzzle, encoding);
    let num_houses = puzzle.rules().houses().len();
    if let Some(house) = (0..num_houses).find(|&house| open.has_clash(house)) {
        let (cells, _) = open.of_house(house);
        for cell in cells {
            open.group_of_cell(cell, writer);
        }
        open.false_in_house(house, writer);
        writer.derived(Id::NONE, &[], &[]);
        return Ok(());
    }
    for cell in puzzle.size().cells() {
        if puzzle.clue(cell).is_none() {
            open.group_of_cell(cell, writer);
            ended(budget)?;
        }
    }
    for house in 0..num_houses {
        open.false_in_house(house, writer);
    }
    ended(budget)?;
    open.candidates_of_cells(writer);
    for house in 0..num_houses {
        if writer.is_refuted() {
            return Ok(());
        }
        open.groups_of_house(house, writer);
        ended(budget)?;
    }
    Ok(())
}

/// The open cells, and the constraints that are derived for them.
struct Open<'a> {
    puzzle: &'a Puzzle,
    encoding: &'a Encoding,
    allowed: Candidates,
    /// By cell: the number of its group of all digits, if it is open.
    groups: Vec<Option<Id>>,
    /// The candidates of open cells, cell by cell.
    candidates: Vec<Vec<Lit>>,
}

impl<'a> Open<'a> {
    fn new(puzzle: &'a Puzzle, encoding: &'a Encoding) -> Open<'a> {
        let size = puzzle.size();
        let allowed = Candidates::new(puzzle);
        let candidates = size.cells().map(|cell| {
            let digits = allowed.in_cell(cell);
            digits
                .map(|digit| encode::var(Candidate::new(cell, digit), size).positive())
                .collect()
        });
        Open {
            puzzle,
            encoding,
            candidates: candidates.collect(),
            allowed,
            groups: vec![None; size.num_cells()],
        }
    }

    fn lit(&self, cell: Cell, digit: Digit) -> Lit {
        encode::var(Candidate::new(cell, digit), self.puzzle.size()).positive()
    }

    /// Derives that at most one literal of an open cell is true.
    fn group_of_cell<W: Write + Send>(&mut self, cell: Cell, writer: &mut Writer<W>) {
        let (size, rules) = (self.puzzle.size(), self.puzzle.rules());
        let Some(first) = encode::first_pair_of_cell(cell, self.encoding, rules) else {
            return;
        };
        let lits: Vec<Lit> = size.digits().map(|digit| self.lit(cell, digit)).collect();
        if lits.len() < 2 {
            return;
        }
        let side = size.side() as u64;
        let mut pairs = Vec::with_capacity(lits.len() * (lits.len() - 1) / 2);
        for later in 1..side {
            for earlier in 0..later {
                // The clauses are ordered by their earlier member.
                let before = earlier * side - earlier * (earlier + 1) / 2;
                pairs.push(Id::original(first + before + later - earlier - 1));
            }
        }
        self.groups[cell.index(size)] = Some(writer.group_of_pairs(&lits, &pairs));
    }

    /// Returns `true` if two clues of a house have the same digit, so that it has
    /// more open digits than open cells.
    fn has_clash(&self, house: usize) -> bool {
        let (cells, digits) = self.of_house(house);
        digits.len() > cells.len()
    }

    /// Returns the open cells of a house and the digits that are no clues in it.
    fn of_house(&self, house: usize) -> (Vec<Cell>, Vec<Digit>) {
        let cells = self.puzzle.rules().cells(house).iter().copied();
        let (open, given): (Vec<Cell>, Vec<Cell>) =
            cells.partition(|&cell| self.puzzle.clue(cell).is_none());
        let clues: Vec<Digit> = given
            .iter()
            .filter_map(|&cell| self.puzzle.clue(cell))
            .collect();
        let digits = self.puzzle.size().digits();
        (
            open,
            digits.filter(|digit| !clues.contains(digit)).collect(),
        )
    }

    /// Derives that the digits of a house's clues are not in its open cells.
    fn false_in_house<W: Write + Send>(&self, house: usize, writer: &mut Writer<W>) {
        let size = self.puzzle.size();
        let (cells, digits) = self.of_house(house);
        if digits.is_empty() || digits.len() == size.side() {
            return;
        }
        let clauses: Vec<Id> = digits
            .iter()
            .map(|&digit| {
                let lits: Vec<Lit> = cells.iter().map(|&cell| self.lit(cell, digit)).collect();
                writer.rup_once(&lits)
            })
            .collect();
        let groups = cells
            .iter()
            .filter_map(|cell| self.groups[cell.index(size)]);
        let all: Vec<Id> = clauses.iter().copied().chain(groups).collect();
        writer.sum(&all, &[], &[]);
        writer.delete(&clauses);
    }

    /// Derives of each open cell that it holds one of its candidates, and at most
    /// one of them, and deletes the groups of all digits.
    fn candidates_of_cells<W: Write + Send>(&mut self, writer: &mut Writer<W>) {
        let size = self.puzzle.size();
        let mut spare = Vec::new();
        for cell in size.cells() {
            let index = cell.index(size);
            let Some(group) = self.groups[index] else {
                continue;
            };
            let candidates = &self.candidates[index];
            if candidates.len() < size.side() {
                let lits: Vec<Lit> = size.digits().map(|digit| self.lit(cell, digit)).collect();
                writer.shrunk(&lits, candidates);
                spare.push(group);
            }
            writer.derived(Id::NONE, candidates, &[]);
            if writer.is_refuted() {
                return;
            }
        }
        writer.delete(&spare);
    }

    /// Derives of each open digit of a house that it is in one of the cells that
    /// are left for it, and in at most one of them.
    fn groups_of_house<W: Write + Send>(&self, house: usize, writer: &mut Writer<W>) {
        let size = self.puzzle.size();
        let (cells, digits) = self.of_house(house);
        let clauses: Vec<Vec<Lit>> = digits
            .iter()
            .map(|&digit| {
                let places = cells.iter();
                places
                    .filter(|&&cell| self.allowed.allows(Candidate::new(cell, digit)))
                    .map(|&cell| self.lit(cell, digit))
                    .collect()
            })
            .collect();
        for clause in &clauses {
            writer.derived(Id::NONE, clause, &[]);
        }
        if writer.is_refuted() {
            return;
        }
        let clauses: Vec<&[Lit]> = clauses.iter().map(Vec::as_slice).collect();
        let of_cells = cells
            .iter()
            .map(|cell| &self.candidates[cell.index(size)][..]);
        let (groups, singles): (Vec<&[Lit]>, Vec<&[Lit]>) =
            of_cells.partition(|candidates| candidates.len() > 1);
        let singles = singles.concat();
        writer.counted(&Count {
            clauses: &clauses,
            groups: &groups,
            singles: &singles,
            outside: &[],
            rest: &[],
        });
    }
}
