//! The subjects of a trace that can be drawn as a figure.

use super::frames::Frame;
use super::table::Table;
use super::{Figure, conflict, links, pigeonholes, standing, tree};
use crate::sudoku::{Digit, Puzzle};
use crate::teach::engine::{CoverEngine, Engine};
use crate::teach::links::Links;
use crate::teach::names;
use crate::teach::table::MAX;
use crate::teach::trace::{PuzzlePart, Trace};

/// The subject of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The puzzle as given.
    Grid,
    /// The puzzle as solved.
    Solution,
    /// The exact-cover matrix, with the chosen rows marked.
    Matrix,
    /// The implication graph of the first conflict shown.
    Conflict,
    /// The search tree.
    Tree,
    /// The four-way links.
    Links,
    /// The numbers that a house needs, and the cells where they can go.
    Pigeonholes,
}

impl Subject {
    /// Returns the subject with the name that `explain --svg` gives it.
    pub fn by_name(name: &str) -> Option<Subject> {
        Some(match name {
            "grid" => Subject::Grid,
            "solution" => Subject::Solution,
            "matrix" => Subject::Matrix,
            "conflict" => Subject::Conflict,
            "tree" => Subject::Tree,
            "links" => Subject::Links,
            "pigeonholes" => Subject::Pigeonholes,
            _ => return None,
        })
    }

    /// Returns the engine whose run is usually drawn.
    pub fn engine(self) -> Engine {
        match self {
            Subject::Conflict => Engine::Cdcl,
            Subject::Grid | Subject::Tree => Engine::Backtrack,
            _ => Engine::Cover(CoverEngine::Dlx),
        }
    }
}

/// Draws the subject.
///
/// # Errors
/// If the trace does not contain the subject, or if it is too large.
pub fn draw(subject: Subject, trace: &Trace) -> Result<Figure, String> {
    Ok(match subject {
        Subject::Grid => Figure::Table(grid(trace, false)?),
        Subject::Solution => Figure::Table(grid(trace, true)?),
        Subject::Matrix => standing::matrix(trace, None, None)?,
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
        Subject::Pigeonholes => Figure::Diagram(pigeonholes::pigeonholes(trace)?),
    })
}

/// Draws the subject of a puzzle's trace. The cells of a grid have the puzzle's symbols; in
/// other figures digits are numbers; if the puzzle has symbols of its own, the frame's text
/// says which symbols these are.
///
/// # Errors
/// The same as [`draw`].
pub fn draw_of(puzzle: &Puzzle, subject: Subject, trace: &Trace) -> Result<Frame, String> {
    let mut figure = match subject {
        Subject::Matrix => standing::matrix(trace, Some(puzzle), None)?,
        _ => draw(subject, trace)?,
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

fn grid(trace: &Trace, solved: bool) -> Result<Table, String> {
    let puzzle = puzzle_of(trace, "a grid is")?;
    let (digits, title) = match (&puzzle.solution, solved) {
        (Some(solution), true) => (solution, "The solution"),
        (None, true) => {
            let cut = trace.runs.iter().find_map(|run| run.truncated);
            return Err(match cut {
                Some(step) => format!("the run was cut after step {step}, before a solution"),
                None => "the run found no solution".into(),
            });
        }
        (_, false) => (&puzzle.givens, "The puzzle"),
    };
    standing::table(puzzle, digits, title.into())
}

/// Returns the trace's puzzle.
///
/// # Errors
/// If the trace is of something else; `what` is the figure with its verb.
pub(super) fn puzzle_of<'a>(trace: &'a Trace, what: &str) -> Result<&'a PuzzlePart, String> {
    trace.puzzle.as_ref().ok_or_else(|| {
        format!(
            "{what} drawn of a puzzle; an exact-cover problem has the figures matrix, tree and links"
        )
    })
}

/// Returns the name of a literal: `r1c2=3`, `r1c2≠3`, `¬y65`.
pub(super) fn literal(trace: &Trace, lit: i32) -> String {
    let names = trace.cnf.as_ref().map(|cnf| &cnf.names);
    let name = names.and_then(|names| names.get(lit.unsigned_abs() as usize - 1));
    match (name, lit > 0) {
        (None, _) => lit.to_string(),
        (Some(name), true) => name.clone(),
        (Some(name), false) if name.contains('=') => name.replace('=', "≠"),
        (Some(name), false) => format!("¬{name}"),
    }
}
