//! The grid of a puzzle, with its clues, its solution, or the digits after a step.

use super::diagram::Look;
use super::puzzle_of;
use super::table::Table;
use crate::sudoku::Cell;
use crate::sudoku::rules::Regions;
use crate::teach::trace::{Event, PuzzlePart, Trace};

/// Side of a cell in pixels.
const CELL: i32 = 40;

/// Draws the grid as it stands after a step.
///
/// # Errors
/// If the trace has no puzzle.
pub(super) fn after(trace: &Trace, step: usize) -> Result<Table, String> {
    let puzzle = puzzle_of(trace, "a grid is")?;
    let size = puzzle.rules()?.size();
    let side = size.side();
    let mut digits = puzzle.givens.clone();
    // The cells that the literals of the trail fill, with their levels.
    let mut trail: Vec<(usize, usize)> = Vec::new();
    let place = |var: i32| {
        let index = usize::try_from(var - 1).ok()?;
        (index < side * num_cells(puzzle)).then_some((index / side, index % side + 1))
    };
    let of_option = |option: usize| place(trace.cover.options[option].var?);
    // The cell that the last step is about, and how it is shown.
    let mut now = None;
    for event in &trace.runs[0].events[..step] {
        now = None;
        // The literals of the level go before its decision is turned round.
        if let Event::Flip { level, .. } = *event {
            undo(&mut trail, level - 1, puzzle, &mut digits);
        }
        let mut filled = |(cell, digit): (usize, usize)| {
            if puzzle.givens[cell] == 0 {
                digits[cell] = digit;
                now = Some((cell, digit, Look::Right));
            }
        };
        match *event {
            Event::Try { cell, digit, .. } => filled((cell, digit)),
            Event::Select { option } => { of_option(option) }.into_iter().for_each(filled),
            Event::Decide { lit, level }
            | Event::Imply { lit, level, .. }
            | Event::Flip { lit, level, .. } => {
                if let Some((cell, digit)) = place(lit) {
                    filled((cell, digit));
                    trail.push((cell, level));
                }
            }
            Event::Reject { cell, digit, .. } => now = Some((cell, digit, Look::Wrong)),
            Event::Stuck { cell, .. } => now = Some((cell, 0, Look::Wrong)),
            Event::Undo { cell, .. } => {
                now = Some((cell, digits[cell], Look::Wrong));
                digits[cell] = 0;
            }
            Event::Unselect { option } => {
                if let Some((cell, digit)) = of_option(option) {
                    digits[cell] = puzzle.givens[cell];
                    now = (digits[cell] == 0).then_some((cell, digit, Look::Wrong));
                }
            }
            Event::Backjump { to, .. } => undo(&mut trail, to, puzzle, &mut digits),
            Event::Restart { .. } => undo(&mut trail, 0, puzzle, &mut digits),
            _ => {}
        }
    }
    let mut table = table(puzzle, &digits, format!("The grid after step {step}"))?;
    if let Some((cell, digit, look)) = now {
        let text = match digit {
            0 => "✗".into(),
            digit => digit.to_string(),
        };
        let cell = size.cell(cell);
        table.cells[cell.row()][cell.col()] = (text, look);
    }
    Ok(table)
}

/// Returns the number of cells.
fn num_cells(puzzle: &PuzzlePart) -> usize {
    puzzle.givens.len()
}

/// Empties the cells that were filled above a level.
fn undo(trail: &mut Vec<(usize, usize)>, to: usize, puzzle: &PuzzlePart, digits: &mut [usize]) {
    while let Some(&(cell, level)) = trail.last()
        && level > to
    {
        digits[cell] = puzzle.givens[cell];
        trail.pop();
    }
}

/// Draws a grid with these digits.
pub(super) fn table(puzzle: &PuzzlePart, digits: &[usize], title: String) -> Result<Table, String> {
    let rules = puzzle.rules()?;
    let size = rules.size();
    let (row_block, column_block) = match rules.spec().regions {
        Regions::Boxes { rows, cols } if size.is_one_grid() => (rows, cols),
        _ => (0, 0),
    };
    let places = || (0..size.rows()).flat_map(|row| size.row(row));
    let regions = match &rules.spec().regions {
        Regions::Map(map) if size.is_one_grid() => map.clone(),
        _ if size.is_one_grid() => Vec::new(),
        _ => {
            let numbers = rules.regions();
            let region = |cell: Cell| numbers[cell.index(size)] as u16;
            places()
                .map(|cell| cell.map_or(Table::GAP, region))
                .collect()
        }
    };
    let drawn = |cell: Option<Cell>| {
        let Some(cell) = cell else {
            return (String::new(), Look::Faint);
        };
        let (digit, given) = (digits[cell.index(size)], puzzle.givens[cell.index(size)]);
        let look = if given > 0 { Look::Chosen } else { Look::True };
        let text = if digit > 0 {
            digit.to_string()
        } else {
            String::new()
        };
        (text, look)
    };
    let cells: Vec<(String, Look)> = places().map(drawn).collect();
    Ok(Table {
        title,
        cells: cells.chunks(size.cols()).map(<[_]>::to_vec).collect(),
        rows: Vec::new(),
        columns: Vec::new(),
        sums: 0,
        headings: Default::default(),
        row_block,
        column_block,
        regions,
        side: CELL,
    })
}
