//! The reduction to SAT as a stream of clauses.

use super::clauses::Families;
use super::{AtMostOne, ClauseOrder, Encoding, Family, Layout, Numbering, Part, size};
use crate::formula::{ClauseSink, Cnf};
use crate::sudoku::{Cell, HouseKind, Puzzle, Rules};

/// Writes a puzzle's formula into `sink`, clause by clause, in memory that
/// doesn't depend on its size. [`size`] returns the number of clauses.
///
/// ```
/// use sudosat::encode::{self, Encoding, Layout};
/// use sudosat::formula::dimacs;
/// use sudosat::sudoku::Puzzle;
///
/// // A formula of any size, written clause by clause.
/// let puzzle: Puzzle = "1... .... .... ....".parse()?;
/// let (encoding, layout) = (Encoding::LECTURE, Layout::default());
/// let size = encode::size(&puzzle, &encoding, layout);
/// let mut writer = dimacs::Writer::new(Vec::new());
/// writer.header(size.vars as usize, size.clauses)?;
/// encode::formula(&puzzle, &encoding, layout, &mut writer)?;
/// assert!(writer.finish()?.starts_with(b"p cnf 64 161\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The sink's.
///
/// # Panics
/// If there are too many variables: see [`super::FormulaSize::fits`].
pub fn formula<S: ClauseSink>(
    puzzle: &Puzzle,
    encoding: &Encoding,
    layout: Layout,
    sink: &mut S,
) -> Result<(), S::Error> {
    let rules = puzzle.rules();
    let mut families = Families::new(rules, layout.numbering, encoding, sink);
    if layout.part != Part::Clues {
        match layout.order {
            ClauseOrder::Cells => by_cells(rules, encoding, &mut families)?,
            ClauseOrder::Lecture => {
                let mut stated = encoding.families(rules).into_iter();
                stated.try_for_each(|family| families.family(family))?;
            }
        }
    }
    if layout.part != Part::Rules {
        families.clues(puzzle)?;
        families.exclusions(puzzle)?;
    }
    Ok(())
}

/// Returns the number in the default [`Layout`], from 1, of the first of the
/// clauses that say that a cell does not hold two digits: the clause of the first
/// two digits. The clauses of the other pairs follow, in the order of
/// [`ClauseSink::no_two`]. Returns `None` if the encoding has no such clauses.
pub fn first_pair_of_cell(cell: Cell, encoding: &Encoding, rules: &Rules) -> Option<u64> {
    if !encoding.cell_at_most_one || encoding.at_most_one != AtMostOne::Pairwise {
        return None;
    }
    let side = rules.size().side() as u64;
    let clauses_of_a_cell = 1 + side * (side - 1) / 2;
    Some(cell.index(rules.size()) as u64 * clauses_of_a_cell + 2)
}

/// Writes the rules, cell by cell and then number by number.
fn by_cells<S: ClauseSink>(
    rules: &Rules,
    encoding: &Encoding,
    families: &mut Families<S>,
) -> Result<(), S::Error> {
    let size = rules.size();
    for cell in size.cells() {
        families.part(Family::CellAtLeastOne, cell.row(), cell.col())?;
        if encoding.cell_at_most_one {
            families.part(Family::CellAtMostOne, cell.row(), cell.col())?;
        }
    }
    let (there, once) = (encoding.house_at_least_one, encoding.house_at_most_one);
    for digit in 0..size.side() {
        for kind in HouseKind::ALL {
            for place in 0..rules.houses_of_kind(kind).len() {
                families.house(kind, place, digit, there, once)?;
            }
        }
    }
    let rest = encoding.families(rules).into_iter();
    let mut rest = rest.filter(|family| {
        matches!(
            family,
            Family::Pairs(_) | Family::Cages | Family::Arrows | Family::Marks
        )
    });
    rest.try_for_each(|family| families.family(family))
}

/// Writes one part of a family of rules into `sink`: the clauses for one value
/// of each of the two outer indices of the family's formula, both from 0.
/// It is for examples. Variables are numbered consecutively, as in [`cnf`].
///
/// # Errors
/// The sink's.
///
/// # Panics
/// If there are too many variables: see [`super::FormulaSize::fits`].
pub fn part<S: ClauseSink>(
    family: Family,
    [outer, inner]: [usize; 2],
    rules: &Rules,
    encoding: &Encoding,
    sink: &mut S,
) -> Result<(), S::Error> {
    Families::new(rules, Numbering::Consecutive, encoding, sink).part(family, outer, inner)
}

/// Returns a puzzle's formula in memory.
///
/// Check [`super::FormulaSize::memory`] first where the order may be large.
///
/// ```
/// use sudosat::prelude::*;
///
/// // The lecture's formula of a 4×4: 4·2⁴ clauses of 4 literals, (2⁸ − 2⁶)/2 of 2, and a clue.
/// let puzzle: Puzzle = "1... .... .... ....".parse()?;
/// let cnf = encode::cnf(&puzzle, &Encoding::LECTURE);
/// assert_eq!((cnf.num_vars(), cnf.num_clauses()), (64, 64 + 96 + 1));
/// # Ok::<(), sudosat::io::InputError>(())
/// ```
///
/// # Panics
/// If there are too many variables: see [`super::FormulaSize::fits`].
pub fn cnf(puzzle: &Puzzle, encoding: &Encoding) -> Cnf {
    let layout = Layout::default();
    let mut cnf = Cnf::new(size(puzzle, encoding, layout).vars as usize);
    let Ok(()) = formula(puzzle, encoding, layout, &mut cnf);
    cnf
}
