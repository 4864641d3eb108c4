//! The exact-cover view of a puzzle.

use super::ink::{HEADING, paint};
use super::labels::Labels;
use super::{count, names, table};
use crate::budget::Budget;
use crate::cover::dlx::{Choice, Dlx};
use crate::encode::{self, Constraint};
use crate::sudoku::{Candidates, Puzzle, Rules};
use itertools::Itertools;
use std::io::{self, Write};

/// Up to this size the matrix is printed.
const MATRIX_SIDE: usize = 4;

/// Tells how a puzzle is a problem of exact cover. For small orders the matrix
/// is printed, with the rows of the first solution marked.
pub fn tell(out: &mut impl Write, puzzle: &Puzzle) -> io::Result<()> {
    let size = puzzle.size();
    let every = size.num_candidates();
    let candidates = Candidates::new(puzzle);
    writeln!(
        out,
        "{}\n\n\
         Items are what a grid must have, 4n⁴ = {} in four blocks of n⁴ = {cells}:",
        paint(HEADING, "THE SAME PUZZLE AS EXACT COVER"),
        4 * size.num_cells(),
        cells = size.num_cells(),
    )?;
    blocks(out, puzzle.rules())?;
    writeln!(
        out,
        "Options are the candidates, n⁶ = {every}, each with one item of each block; the\n\
         clues rule {} of them out and leave {}. For example:",
        every - candidates.len(),
        candidates.len(),
    )?;
    if let Some(candidate) = candidates.iter().next() {
        let all: Vec<Constraint> = Constraint::all(puzzle.rules()).collect();
        let items = Constraint::of(candidate, puzzle.rules()).map(|index| all[index]);
        writeln!(out, "    {candidate} is {{{}}}", items.format(", "))?;
    }
    writeln!(
        out,
        "A solution takes {} so that each item is in exactly one.",
        count(size.num_cells(), "option", "options"),
    )?;
    match size.side() {
        ..=MATRIX_SIDE => matrix(out, puzzle),
        _ => Ok(()),
    }
}

/// One line for each block of items.
fn blocks(out: &mut impl Write, rules: &Rules) -> io::Result<()> {
    let cells = rules.size().num_cells();
    for (block, what) in ["cells", "rows", "columns", "boxes"].iter().enumerate() {
        let items = Constraint::all(rules).skip(block * cells).take(cells);
        let (Some(first), Some(last)) = (items.clone().next(), items.last()) else {
            continue;
        };
        let words = names::constraint(first);
        let range = format!("{first} … {last}");
        writeln!(out, "    {what:<8} {range:<16} {first} says that {words}")?;
    }
    Ok(())
}

fn matrix(out: &mut impl Write, puzzle: &Puzzle) -> io::Result<()> {
    let problem = encode::cover(puzzle).map_err(io::Error::other)?;
    let labels = Labels::of_puzzle(&problem, puzzle.rules());
    let rows: Vec<usize> = (0..problem.num_options()).collect();
    let columns: Vec<usize> = (0..problem.num_items()).collect();
    let mut search = Dlx::new(&problem, Choice::Smallest);
    let solution = search.next_solution(&Budget::unlimited());
    let mut taken = vec![false; rows.len()];
    let mut marks = "";
    if let Ok(Some(options)) = solution {
        marks = "; ● marks the rows of a solution";
        options
            .iter()
            .for_each(|option| taken[option.index()] = true);
    }
    writeln!(out, "\nThe matrix that the clues leave{marks}:\n")?;
    table::write(out, &problem, &labels, &rows, &columns, |row| taken[row])
}
