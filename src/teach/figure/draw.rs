//! Figures of a whole trace, one of each subject.

use super::table::Table;
use super::{
    Figure, Frame, Subject, board, conflict, grid, hook, links, matrix, pigeonholes, puzzle_of,
    resolution, tree,
};
use crate::sudoku::{Digit, Puzzle};
use crate::teach::links::Links;
use crate::teach::names;
use crate::teach::table::MAX;
use crate::teach::trace::Trace;

/// Draws the subject.
///
/// # Errors
/// If the trace does not contain the subject, or if it is too large.
pub fn of_trace(subject: Subject, trace: &Trace) -> Result<Figure, String> {
    Ok(match subject {
        Subject::Grid => Figure::Table(grid_of(trace, false)?),
        Subject::Solution if trace.puzzle.is_none() => Figure::Table(board::board(trace)?),
        Subject::Solution => Figure::Table(grid_of(trace, true)?),
        Subject::Matrix => matrix::matrix(trace, None, None)?,
        Subject::Conflict => Figure::Diagram(conflict::first(trace)?),
        Subject::Tree => Figure::Diagram(tree::tree(trace, None)?),
        Subject::Links => {
            check_size(trace)?;
            Figure::Diagram(links::links(&links::Moment {
                cover: &trace.cover,
                links: &Links::new(&trace.cover),
                changes: &[],
                stack: &links::Stack::default(),
            }))
        }
        Subject::Hook => Figure::Diagram(hook::rings(&trace.cover, hook::Change::Hook)?),
        Subject::Splice => Figure::Diagram(hook::rings(&trace.cover, hook::Change::Splice)?),
        Subject::Resolution => Figure::Diagram(resolution::first(trace)?),
        Subject::Pigeonholes => Figure::Diagram(pigeonholes::pigeonholes(trace)?),
    })
}

/// Draws the subject of a puzzle's trace. The cells of a grid have the puzzle's symbols; in
/// other figures digits are numbers; if the puzzle has symbols of its own, the frame's text
/// says which symbols these are.
///
/// # Errors
/// The same as [`of_trace`].
pub fn of_puzzle(puzzle: &Puzzle, subject: Subject, trace: &Trace) -> Result<Frame, String> {
    let mut figure = match subject {
        Subject::Matrix => matrix::matrix(trace, Some(puzzle), None)?,
        _ => of_trace(subject, trace)?,
    };
    translate(puzzle, subject, &mut figure);
    let is_grid = matches!(subject, Subject::Grid | Subject::Solution);
    let symbols = names::symbols(puzzle).filter(|_| !is_grid);
    let title = figure.title().to_owned();
    Ok(Frame {
        caption: symbols.map_or(Vec::new(), |symbols| vec![title, symbols]),
        legend: None,
        figure,
    })
}

/// Writes the puzzle's symbols in the cells of a grid.
pub(super) fn translate(puzzle: &Puzzle, subject: Subject, figure: &mut Figure) {
    let (Subject::Grid | Subject::Solution, Figure::Table(table)) = (subject, figure) else {
        return;
    };
    for (text, _) in table.cells.iter_mut().flatten() {
        let digit = text.parse().ok();
        let digit = digit.and_then(|value| Digit::from_value(value, puzzle.size()));
        if let Some(digit) = digit {
            *text = puzzle.symbols().of(digit).to_string();
        }
    }
}

/// Checks that the links are few enough to be drawn.
pub(super) fn check_size(trace: &Trace) -> Result<(), String> {
    let (options, items) = (trace.cover.options.len(), trace.cover.items.len());
    match options <= MAX && items <= MAX {
        true => Ok(()),
        false => Err(format!(
            "links are drawn of at most {MAX} options and {MAX} items, not of \
             {options} and {items}"
        )),
    }
}

fn grid_of(trace: &Trace, solved: bool) -> Result<Table, String> {
    let puzzle = puzzle_of(trace, "a grid is")?;
    let (digits, title) = match (&puzzle.solution, solved) {
        (Some(solution), true) => (solution, "The solution"),
        (None, true) => return Err(board::no_solution(trace)),
        (_, false) => (&puzzle.givens, "The puzzle"),
    };
    grid::table(puzzle, digits, title.into())
}
