//! The exact-cover view of a puzzle.

use super::labels::Labels;
use super::style::{HEADING, paint};
use super::table::Mark;
use super::{count, names, table};
use crate::budget::Budget;
use crate::cover::dlx::{Choice, Dlx};
use crate::cover::{ExactCover, OptionId, Search};
use crate::encode::{self, Constraint};
use crate::sudoku::{Candidate, Candidates, HouseKind, Puzzle, Rules};
use itertools::Itertools;
use std::io::{self, Write};

/// Largest side of a puzzle whose matrix is printed; a larger one does not fit
/// on a screen.
const MATRIX_SIDE: usize = 4;

/// The relation of an option to the clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// A clue chooses it.
    Clue,
    /// It shares an item with a clue, or the puzzle excludes its candidate.
    RuledOut,
    /// Clues leave it open.
    Open,
}

impl Status {
    /// Returns the status of each option of the problem of the blank puzzle.
    pub(super) fn of_options(puzzle: &Puzzle, blank: &ExactCover) -> Vec<Status> {
        let size = puzzle.size();
        let candidate = |option| encode::candidate_of_option(blank, option, size);
        let is_clue = |candidate: Candidate| puzzle.clue(candidate.cell) == Some(candidate.digit);
        let mut covered = vec![false; blank.num_items()];
        for option in blank.options() {
            if candidate(option).is_some_and(is_clue) {
                let items = blank.option(option).iter();
                items.for_each(|item| covered[item.index()] = true);
            }
        }
        let statuses = blank.options().map(|option| match candidate(option) {
            Some(one) if is_clue(one) => Status::Clue,
            Some(one) if !puzzle.allows(one) => Status::RuledOut,
            _ if blank
                .option(option)
                .iter()
                .any(|item| covered[item.index()]) =>
            {
                Status::RuledOut
            }
            _ => Status::Open,
        });
        statuses.collect()
    }
}

/// Writes how a puzzle becomes an exact-cover problem. For small sizes the
/// matrix is printed, with the rows of the first solution marked.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, puzzle: &Puzzle) -> io::Result<()> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let every = size.num_candidates();
    let candidates = Candidates::new(puzzle);
    let heading = paint(HEADING, "THE SAME PUZZLE AS EXACT COVER");
    writeln!(out, "{heading}\n")?;
    match rules.order() {
        Some(_) => writeln!(
            out,
            "Items are what a grid must have, 4n⁴ = {} in four blocks of n⁴ = {cells}:",
            4 * size.num_cells(),
            cells = size.num_cells(),
        )?,
        None => writeln!(out, "Items are what a grid must have:")?,
    }
    blocks(out, rules)?;
    let (left, out_by_clues) = (candidates.len(), every - candidates.len());
    let given = super::reduction::given(puzzle);
    match rules.order() {
        Some(_) => writeln!(
            out,
            "Options are the candidates, n⁶ = {every}, each with one item of each block; the\n\
             {given} rule {out_by_clues} of them out and leave {left}. For example:",
        )?,
        None => writeln!(
            out,
            "Options are the candidates, {every}, each with the item of its cell and one of each\n\
             of its houses; the {given} rule {out_by_clues} of them out and leave {left}. For example:",
        )?,
    }
    if let Some(candidate) = candidates.iter().next() {
        let all: Vec<Constraint> = Constraint::all(rules).collect();
        let items = Constraint::of(candidate, rules).map(|index| all[index]);
        writeln!(out, "    {candidate} is {{{}}}", items.format(", "))?;
    }
    if !rules.pairs().is_empty() {
        writeln!(
            out,
            "A rule for two cells adds secondary items: one for each number in the first\n\
             cell, in the option that puts it there and in those of the second cell that\n\
             cannot go with it."
        )?;
    }
    if !rules.tables().is_empty() {
        writeln!(
            out,
            "Cages with sums, arrows and marks add items and options of their own, which agree\n\
             with the candidates by colours."
        )?;
    }
    let partial = rules
        .houses()
        .iter()
        .any(|&house| !rules.is_full(rules.index(house)));
    match partial || !rules.pairs().is_empty() || !rules.tables().is_empty() {
        false => writeln!(
            out,
            "A solution takes {} so that each item is in exactly one.",
            count(size.num_cells(), "option", "options"),
        )?,
        true => writeln!(
            out,
            "A solution takes one option for each of the {} so that each primary item is\n\
             in exactly one option taken, and each secondary item in at most one.",
            count(size.num_cells(), "cell", "cells"),
        )?,
    }
    // A matrix of 0s and 1s can't show colours.
    match size.side() <= MATRIX_SIDE && rules.tables().is_empty() {
        true => matrix(out, puzzle),
        false => Ok(()),
    }
}

/// Writes one line for each block of items: the cells, then each kind of
/// houses. Houses with fewer cells than there are numbers have lines of their
/// own.
fn blocks(out: &mut impl Write, rules: &Rules) -> io::Result<()> {
    let cells: Vec<Constraint> = rules.size().cells().map(Constraint::Cell).collect();
    let mut blocks = vec![("cells", cells)];
    let mut secondary = Vec::new();
    for kind in HouseKind::ALL {
        let of_kind = |full: bool| {
            let houses = rules.houses_of_kind(kind);
            let houses = houses.filter(move |&house| rules.is_full(house) == full);
            let digits = houses.cartesian_product(rules.size().digits());
            digits
                .map(|(house, digit)| Constraint::House(rules.houses()[house], digit))
                .collect()
        };
        blocks.push((names::plural(kind), of_kind(true)));
        secondary.push((names::plural(kind), of_kind(false)));
    }
    let primary = blocks.len();
    blocks.extend(secondary);
    let present = blocks.iter().filter(|(_, items)| !items.is_empty());
    let wide = present
        .map(|(what, _)| what.len())
        .max()
        .unwrap_or(0)
        .max(8);
    for (index, (what, items)) in blocks.into_iter().enumerate() {
        let (Some(&first), Some(last)) = (items.first(), items.last()) else {
            continue;
        };
        let words = names::constraint(rules, first);
        let range = format!("{first} … {last}");
        let kind = match index < primary {
            true => "",
            false => "; these are secondary",
        };
        writeln!(
            out,
            "    {what:<wide$} {range:<16} {first} says that {words}{kind}"
        )?;
    }
    Ok(())
}

/// Writes the matrix of the blank puzzle: the rows of clues, those that clues rule out, and
/// those of a solution are marked.
fn matrix(out: &mut impl Write, puzzle: &Puzzle) -> io::Result<()> {
    let blank = Puzzle::new(puzzle.rules().clone());
    let problem = encode::cover(&blank).map_err(io::Error::other)?;
    let labels = Labels::of_puzzle(&problem, puzzle.rules());
    let rows: Vec<usize> = (0..problem.num_options()).collect();
    let columns: Vec<usize> = (0..problem.num_items()).collect();
    let statuses = Status::of_options(puzzle, &problem);
    let left = encode::cover(puzzle).map_err(io::Error::other)?;
    let size = puzzle.size();
    let mut search = Dlx::new(&left, Choice::Smallest);
    let solution = search.next_solution(&Budget::unlimited());
    let solution = solution.ok().flatten().unwrap_or_default();
    let taken = solution
        .iter()
        .map(|&option| encode::candidate_of_option(&left, option, size));
    let taken: Vec<Option<Candidate>> = taken.collect();
    let mark = |row: usize| {
        let candidate = encode::candidate_of_option(&problem, OptionId::new(row), size);
        match statuses[row] {
            Status::Clue => Mark::Clue,
            Status::RuledOut => Mark::RuledOut,
            Status::Open if taken.contains(&candidate) => Mark::Taken,
            Status::Open => Mark::Left,
        }
    };
    let is_marked = statuses.contains(&Status::RuledOut);
    let marks = match (puzzle.num_clues(), taken.is_empty()) {
        (0, true) if is_marked => "; ○ marks the rows that the pencil marks rule out",
        (0, false) if is_marked => {
            "; ○ marks the rows that the pencil marks rule out,\n\
             ● those of a solution; the sums are of all but ○"
        }
        (0, true) => "",
        (0, false) => "; ● marks the rows of a solution",
        (_, true) => "; ★ marks the rows of clues, ○ those that the clues cover",
        (_, false) => {
            "; ★ marks the rows of clues, ○ those\n\
             that the clues cover, ● the others of a solution; the sums are of all but ○"
        }
    };
    writeln!(out, "\nThe matrix{marks}:\n")?;
    table::write(out, &problem, &labels, &rows, &columns, mark)
}
