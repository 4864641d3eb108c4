//! Grids and matrices, as they stand at the beginning, at the end, or after a step.

use super::Figure;
use super::diagram::Look;
use super::subject;
use super::table::{Dots, Table};
use crate::encode;
use crate::sudoku::Puzzle;
use crate::sudoku::rules::Regions;
use crate::teach::cover_reduction::Standing;
use crate::teach::labels::Labels;
use crate::teach::table::MAX;
use crate::teach::trace::{Event, PuzzlePart, Trace};

/// Side of a cell of a grid in pixels.
const GRID_CELL: i32 = 40;
/// Side of a cell of a matrix in pixels.
const MATRIX_CELL: i32 = 20;

/// Draws the grid as it stands after a step.
///
/// # Errors
/// If the trace has no puzzle.
pub(super) fn grid(trace: &Trace, step: usize) -> Result<Table, String> {
    let puzzle = subject::puzzle_of(trace, "a grid is")?;
    let side = puzzle.rules()?.size().side();
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
        table.cells[cell / side][cell % side] = (text, look);
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
    let side = rules.size().side();
    let (row_block, column_block) = match rules.spec().regions {
        Regions::Boxes { rows, cols } => (rows, cols),
        _ => (0, 0),
    };
    let regions = match &rules.spec().regions {
        Regions::Map(map) => map.clone(),
        _ => Vec::new(),
    };
    let cell = |(&digit, &given): (&usize, &usize)| {
        let look = if given > 0 { Look::Chosen } else { Look::True };
        let text = if digit > 0 {
            digit.to_string()
        } else {
            String::new()
        };
        (text, look)
    };
    let cells: Vec<(String, Look)> = digits.iter().zip(&puzzle.givens).map(cell).collect();
    Ok(Table {
        title,
        cells: cells.chunks(side).map(<[_]>::to_vec).collect(),
        rows: Vec::new(),
        columns: Vec::new(),
        sums: 0,
        row_block,
        column_block,
        regions,
        side: GRID_CELL,
    })
}

/// A row of a matrix: its name, its columns, and how it stands.
struct Row {
    name: String,
    items: Vec<usize>,
    look: Look,
    taken: bool,
}

/// Draws the matrix after a step, or the whole one with the rows of a solution. A
/// puzzle's matrix has all rows: those of clues and those that the clues rule out
/// are marked. Small ones have names and sums, large ones are dots.
///
/// # Errors
/// If the rows can't be made, because the puzzle is too large, or the step is of an engine that
/// changes no matrix.
pub(super) fn matrix(
    trace: &Trace,
    puzzle: Option<&Puzzle>,
    step: Option<usize>,
) -> Result<Figure, String> {
    if let (Some(_), Some(run)) = (step, trace.runs.first())
        && !["dlx", "matrix"].contains(&run.engine.as_str())
    {
        return Err(format!(
            "the steps of a matrix are those of --engine dlx or matrix, and {} has none",
            run.engine
        ));
    }
    let cover = &trace.cover;
    let names: Vec<String> = cover.items.iter().map(|item| item.name.clone()).collect();
    let mut rows = Vec::new();
    if let Some(puzzle) = puzzle.filter(|puzzle| puzzle.rules().tables().is_empty()) {
        rows = all_rows(puzzle, &names)?;
    }
    if rows.is_empty() {
        rows.extend(cover.options.iter().map(|option| Row {
            name: option.name.clone(),
            items: option.items.clone(),
            look: Look::Plain,
            taken: false,
        }));
    }
    let mut title = format!("The exact-cover matrix: {} × {}", rows.len(), names.len());
    let has = |look: Look| rows.iter().any(|row| row.look == look);
    title += match (has(Look::Right), has(Look::Covered)) {
        (true, _) => "; green: the rows of clues (★) and those that clues rule out (○)",
        (false, true) => "; green: the rows that the pencil marks rule out (○)",
        (false, false) => "",
    };
    let (covered, taken) = state(trace, step);
    let is_taken = |row: &Row| {
        let mut taken = taken.iter().map(|&option| &cover.options[option].name);
        taken.any(|name| *name == row.name)
    };
    for row in &mut rows {
        let is_gone = row.items.iter().any(|&item| covered[item]);
        row.taken = is_taken(row);
        row.look = match row.look {
            Look::Plain if row.taken => Look::Chosen,
            Look::Plain if is_gone => Look::Faint,
            look => look,
        };
    }
    // The items of a puzzle come in blocks of the number of cells if all its
    // houses are rows, columns, and boxes or regions.
    let cells = trace
        .puzzle
        .as_ref()
        .map_or(0, |puzzle| puzzle.givens.len());
    let in_blocks = cells > 0 && [3, 4].map(|blocks| blocks * cells).contains(&names.len());
    let column_block = if in_blocks { cells } else { 0 };
    if rows.len() > MAX || names.len() > MAX {
        let numbers = |wanted: &dyn Fn(&Row) -> bool| {
            let found = rows.iter().enumerate().filter(|(_, row)| wanted(row));
            found.map(|(index, _)| index).collect()
        };
        let ones = rows.iter().enumerate();
        let ones = ones.flat_map(|(row, has)| has.items.iter().map(move |&item| (row, item)));
        return Ok(Figure::Dots(Dots {
            title,
            rows: rows.len(),
            columns: names.len(),
            ones: ones.collect(),
            taken: numbers(&|row| row.taken),
            covered: numbers(&|row| row.look == Look::Covered),
            column_block,
        }));
    }
    Ok(Figure::Table(named(
        title,
        &rows,
        names,
        &covered,
        column_block,
    )))
}

/// Returns all rows of a puzzle's matrix, those of clues and those that they rule out
/// with their looks; none if its columns are not these.
fn all_rows(puzzle: &Puzzle, names: &[String]) -> Result<Vec<Row>, String> {
    let blank = Puzzle::new(puzzle.rules().clone());
    let problem = encode::cover(&blank).map_err(|error| error.to_string())?;
    let labels = Labels::of_puzzle(&problem, puzzle.rules());
    if !problem.items().map(|item| problem.name(item)).eq(names) {
        return Ok(Vec::new());
    }
    let standing = Standing::of_options(puzzle, &problem);
    let rows = problem
        .options()
        .zip(standing)
        .map(|(option, standing)| Row {
            name: labels.option(option.index()).into(),
            items: problem
                .option(option)
                .iter()
                .map(|item| item.index())
                .collect(),
            look: match standing {
                Standing::Clue => Look::Right,
                Standing::RuledOut => Look::Covered,
                Standing::Open => Look::Plain,
            },
            taken: false,
        });
    Ok(rows.collect())
}

/// Returns the covered items and the taken options after a step, or of the last solution.
fn state(trace: &Trace, step: Option<usize>) -> (Vec<bool>, Vec<usize>) {
    let mut covered = vec![false; trace.cover.items.len()];
    let mut taken = Vec::new();
    let events = trace.runs.first().map_or(&[][..], |run| &run.events);
    for event in &events[..step.unwrap_or(events.len())] {
        match (event, step) {
            (Event::Solution { options, .. }, _) => taken.clone_from(options),
            (Event::Cover { item }, Some(_)) => covered[*item] = true,
            (Event::Uncover { item }, Some(_)) => covered[*item] = false,
            (Event::Select { option }, Some(_)) => taken.push(*option),
            (Event::Unselect { .. }, Some(_)) => drop(taken.pop()),
            _ => {}
        }
    }
    (covered, taken)
}

/// Draws a small matrix with names, and two rows of sums: the number of 1s in the rows
/// that are left, and, once rows are taken, in these.
fn named(
    title: String,
    rows: &[Row],
    names: Vec<String>,
    covered: &[bool],
    column_block: usize,
) -> Table {
    let columns = names.len();
    let look_of = |item: usize| match covered[item] {
        true => Look::Faint,
        false => Look::Plain,
    };
    let mut cells: Vec<Vec<(String, Look)>> = Vec::new();
    for row in rows {
        let one = |item| match row.items.contains(&item) {
            true => ("1".to_string(), row.look),
            false => (String::new(), Look::Plain),
        };
        cells.push((0..columns).map(one).collect());
    }
    let mut heads: Vec<(String, Look)> = rows
        .iter()
        .map(|row| (row.name.clone(), row.look))
        .collect();
    let mut sum = |name: &str, wanted: &dyn Fn(&Row) -> bool| {
        let of_item = |item: usize| {
            let ones = rows
                .iter()
                .filter(|row| wanted(row) && row.items.contains(&item));
            (ones.count().to_string(), look_of(item))
        };
        cells.push((0..columns).map(of_item).collect());
        heads.push((name.into(), Look::Plain));
    };
    let is_left = |row: &Row| {
        let is_open = matches!(row.look, Look::Plain | Look::Right);
        is_open && !row.taken && !row.items.iter().any(|&item| covered[item])
    };
    let is_taken = |row: &Row| row.taken;
    // A solution leaves no row.
    if covered.contains(&true) || !rows.iter().any(is_taken) {
        sum("sum of the rows left", &is_left);
    }
    if rows.iter().any(is_taken) {
        sum("sum of the rows taken", &is_taken);
    }
    let sums = cells.len() - rows.len();
    Table {
        title,
        cells,
        rows: heads,
        columns: names
            .into_iter()
            .enumerate()
            .map(|(item, name)| (name, look_of(item)))
            .collect(),
        sums,
        row_block: 0,
        column_block,
        regions: Vec::new(),
        side: MATRIX_CELL,
    }
}
