//! The board of a tiling: an exact-cover problem whose items `r1c2` are squares. The solution is
//! drawn with a wall between two pieces, and the name of each piece in its squares.

use super::diagram::Look;
use super::table::Table;
use crate::teach::trace::{CoverPart, Event, Trace};

/// Side of a square in pixels.
const SIDE: i32 = 44;

/// Draws the solution of a run.
///
/// # Errors
/// If no item names a square, or the run found no solution.
pub(super) fn board(trace: &Trace) -> Result<Table, String> {
    let cover = &trace.cover;
    let squares: Vec<Option<(usize, usize)>> =
        cover.items.iter().map(|item| square(&item.name)).collect();
    let height = squares.iter().flatten().map(|&(row, _)| row + 1).max();
    let width = squares.iter().flatten().map(|&(_, col)| col + 1).max();
    let (Some(height), Some(width)) = (height, width) else {
        return Err(
            "the solution is drawn of a puzzle, and of a problem whose items r1c1, r1c2, … are the \
             squares of a board"
                .into(),
        );
    };
    let events = trace.runs.first().map_or(&[][..], |run| &run.events);
    let Some(Event::Solution { options, .. }) = events.last() else {
        return Err(no_solution(trace));
    };
    let mut cells = vec![vec![(String::new(), Look::Plain); width]; height];
    let mut regions = vec![Table::GAP; width * height];
    for (&option, number) in options.iter().zip(0..) {
        let name = piece(cover, &squares, option);
        for &item in &cover.options[option].items {
            if let Some((row, col)) = squares[item] {
                cells[row][col].0.clone_from(&name);
                regions[row * width + col] = number;
            }
        }
    }
    Ok(Table {
        title: "The solution on the board".into(),
        cells,
        rows: Vec::new(),
        columns: Vec::new(),
        sums: 0,
        row_block: 0,
        headings: Default::default(),
        column_block: 0,
        regions,
        side: SIDE,
    })
}

/// Returns why a run has no solution to draw.
pub(super) fn no_solution(trace: &Trace) -> String {
    match trace.runs.iter().find_map(|run| run.truncated) {
        Some(step) => format!("the run was cut after step {step}, before a solution"),
        None => "the run found no solution".into(),
    }
}

/// Returns the row and column of a square, counted from 0, if the name is one.
fn square(name: &str) -> Option<(usize, usize)> {
    let (row, col) = name.strip_prefix('r')?.split_once('c')?;
    let [row, col]: [usize; 2] = [row.parse().ok()?, col.parse().ok()?];
    let largest = u8::MAX.into();
    ((1..=largest).contains(&row) && (1..=largest).contains(&col)).then(|| (row - 1, col - 1))
}

/// Returns the name of an option's piece: its first item that is no square, or else the option's
/// own name.
fn piece(cover: &CoverPart, squares: &[Option<(usize, usize)>], option: usize) -> String {
    let option = &cover.options[option];
    let mut others = option.items.iter().filter(|&&item| squares[item].is_none());
    let item = others.next().map(|&item| cover.items[item].name.as_str());
    item.unwrap_or(&option.name).to_owned()
}
