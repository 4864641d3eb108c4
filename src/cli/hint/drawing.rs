//! The grid of a step: the cells that change in square brackets, the other cells of the
//! pattern in round ones, both in colour where the output takes it.

use crate::cli::color::{BAD, GOOD, Painter, UNSURE};
use anstyle::Style;
use itertools::Itertools as _;
use std::fmt::Display;
use sudosat::reason::hint::{Marks, Step};
use sudosat::sudoku::print::{Lines, drawn};
use sudosat::sudoku::{Cell, Puzzle};

/// The part that a cell has in a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Filled,
    Loses,
    Pattern,
    None,
}

/// Draws the marks before a step, with the digit that the step places. With `pencil`, open
/// cells show the digits that are left in them.
pub fn step<'a>(
    puzzle: &'a Puzzle,
    before: &'a Marks,
    step: &'a Step,
    pencil: bool,
) -> impl Display + 'a {
    let deduction = &step.deduction;
    let mark = move |cell: Cell| {
        if deduction
            .placement
            .is_some_and(|placed| placed.cell == cell)
        {
            Mark::Filled
        } else if deduction.eliminations.iter().any(|gone| gone.cell == cell) {
            Mark::Loses
        } else if deduction.cells.contains(&cell) {
            Mark::Pattern
        } else {
            Mark::None
        }
    };
    let text = move |cell: Cell| match deduction.placement {
        Some(placed) if placed.cell == cell => puzzle.symbols().of(placed.digit).to_string(),
        _ => text(puzzle, before, cell, pencil),
    };
    cells(puzzle, text, mark)
}

/// Draws marks.
pub fn grid<'a>(puzzle: &'a Puzzle, marks: &'a Marks, pencil: bool) -> impl Display + 'a {
    let text = move |cell: Cell| text(puzzle, marks, cell, pencil);
    cells(puzzle, text, |_| Mark::None)
}

/// The digit of a cell, or with `pencil` the digits that are left.
fn text(puzzle: &Puzzle, marks: &Marks, cell: Cell, pencil: bool) -> String {
    let symbols = puzzle.symbols();
    let between = match symbols.are_chars(puzzle.size()) {
        true => "",
        false => ",",
    };
    match marks.placed(cell).or(puzzle.clue(cell)) {
        Some(digit) => symbols.of(digit).to_string(),
        None if pencil => marks
            .in_cell(cell)
            .map(|digit| symbols.of(digit).to_string())
            .join(between),
        None => ".".to_owned(),
    }
}

fn cells<'a>(
    puzzle: &'a Puzzle,
    text: impl Fn(Cell) -> String + 'a,
    mark: impl Fn(Cell) -> Mark + 'a,
) -> impl Display + 'a {
    let painter = Painter::stdout();
    let widest = puzzle
        .size()
        .cells()
        .map(|cell| text(cell).chars().count())
        .max();
    let width = widest.unwrap_or(1);
    drawn(puzzle, Lines::Unicode, width + 2, move |f, cell| {
        let (open, close, style) = match mark(cell) {
            Mark::Filled => ('[', ']', GOOD),
            Mark::Loses => ('[', ']', BAD),
            Mark::Pattern => ('(', ')', UNSURE),
            Mark::None => (' ', ' ', Style::new()),
        };
        let shown = format!("{open}{}{close}", text(cell));
        let padding = " ".repeat(width + 2 - shown.chars().count());
        match mark(cell) {
            Mark::None => write!(f, "{shown}{padding}"),
            _ => write!(f, "{}{padding}", painter.paint(&shown, style)),
        }
    })
}
