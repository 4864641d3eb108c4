//! The grid of a step: the cells that change in square brackets, the other cells of the
//! pattern in round ones, both in colour where the output takes it.

use crate::cli::color::{BAD, GOOD, Painter, UNSURE};
use anstyle::Style;
use itertools::Itertools as _;
use std::fmt::Display;
use sudosat::reason::hint::{Marks, Step};
use sudosat::sudoku::print::{Lines, drawn_tall};
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
pub(super) fn step<'a>(
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
        Some(placed) if placed.cell == cell => vec![puzzle.symbols().of(placed.digit).to_string()],
        _ => text(puzzle, before, cell, pencil),
    };
    cells(puzzle, text, mark)
}

/// Draws marks.
pub(super) fn grid<'a>(puzzle: &'a Puzzle, marks: &'a Marks, pencil: bool) -> impl Display + 'a {
    let text = move |cell: Cell| text(puzzle, marks, cell, pencil);
    cells(puzzle, text, |_| Mark::None)
}

/// Largest side of a grid whose pencil marks stand on one line in each cell.
const ONE_LINE: usize = 9;

/// Returns the digit of a cell, or with `pencil` the digits that are left, in lines.
fn text(puzzle: &Puzzle, marks: &Marks, cell: Cell, pencil: bool) -> Vec<String> {
    let (symbols, size) = (puzzle.symbols(), puzzle.size());
    match marks.placed(cell).or(puzzle.clue(cell)) {
        Some(digit) => return vec![symbols.of(digit).to_string()],
        None if !pencil => return vec![".".to_owned()],
        None => {}
    }
    let between = match symbols.are_chars(size) {
        true => "",
        false if size.side() <= ONE_LINE => ",",
        false => " ",
    };
    let per_line = match size.side() {
        ..=ONE_LINE => ONE_LINE,
        side if symbols.are_chars(size) => side.isqrt(),
        // Numbers are wider than high.
        side => side.isqrt().min(3),
    };
    let digits = marks
        .in_cell(cell)
        .map(|digit| symbols.of(digit).to_string());
    let lines = digits.chunks(per_line);
    lines
        .into_iter()
        .map(|mut line| line.join(between))
        .collect()
}

fn cells<'a>(
    puzzle: &'a Puzzle,
    text: impl Fn(Cell) -> Vec<String> + 'a,
    mark: impl Fn(Cell) -> Mark + 'a,
) -> impl Display + 'a {
    let painter = Painter::stdout();
    let texts: Vec<Vec<String>> = puzzle.size().cells().map(text).collect();
    let widths = texts.iter().flatten().map(|line| line.chars().count());
    let width = widths.max().unwrap_or(1);
    let height = texts.iter().map(Vec::len).max().unwrap_or(1);
    drawn_tall(
        puzzle,
        Lines::Unicode,
        (width + 2, height),
        move |f, cell, line| {
            let (open, close, style) = match mark(cell) {
                Mark::Filled => ('[', ']', GOOD),
                Mark::Loses => ('[', ']', BAD),
                Mark::Pattern => ('(', ')', UNSURE),
                Mark::None => (' ', ' ', Style::new()),
            };
            let lines = &texts[cell.index(puzzle.size())];
            // The brackets stand around all lines of a cell.
            let own = lines.iter().map(|line| line.chars().count()).max();
            let shown = match lines.get(line) {
                Some(text) => format!("{open}{text:<0$}{close}", own.unwrap_or(0)),
                None => String::new(),
            };
            let padding = " ".repeat(width + 2 - shown.chars().count());
            match mark(cell) {
                Mark::None => write!(f, "{shown}{padding}"),
                _ => write!(f, "{}{padding}", painter.paint(&shown, style)),
            }
        },
    )
}
