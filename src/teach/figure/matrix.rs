//! The exact-cover matrix of a trace, whole or after a step.

use super::Figure;
use super::diagram::Look;
use super::table::{Dots, Table};
use crate::encode;
use crate::sudoku::Puzzle;
use crate::teach::cover_reduction::Status;
use crate::teach::labels::Labels;
use crate::teach::table::MAX;
use crate::teach::trace::{Event, Trace};
use itertools::Itertools;

/// Side of a cell in pixels.
const CELL: i32 = 20;

/// Largest number of rows whose names are at least 11 pixels high where the picture fills a slide
/// of 1280 × 720 pixels.
const NAMED: usize = 24;

/// A row of a matrix: its name, its columns, and how it stands.
struct Row {
    name: String,
    items: Vec<usize>,
    look: Look,
    taken: bool,
}

/// Draws the matrix after a step, or the whole one with the rows of a solution. A
/// puzzle's matrix has all rows: those of clues and those that the clues rule out
/// are marked. Small ones have names and sums, that of a 4×4 headings of its blocks instead of names,
/// and large ones are dots.
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
    let headings = match in_blocks && rows.len() > NAMED {
        true => headings(&rows, &names, cells),
        false => Default::default(),
    };
    let mut table = named(title, &rows, names, &covered, column_block);
    if !headings[0].is_empty() {
        table.row_block = rows.len() / headings[0].len();
        table.headings = headings;
    }
    Ok(Figure::Table(table))
}

/// Returns the headings of the blocks of rows, a cell each, and of columns; none if the cells have different
/// numbers of rows.
fn headings(rows: &[Row], names: &[String], cells: usize) -> [Vec<String>; 2] {
    let cell = |row: &Row| row.name.split('=').next().unwrap_or_default().to_owned();
    let of_rows: Vec<(usize, String)> = rows.iter().map(cell).dedup_with_count().collect();
    if !of_rows.iter().map(|(number, _)| number).all_equal() {
        return Default::default();
    }
    let of_columns = names.iter().step_by(cells).enumerate();
    let of_columns = of_columns.map(|(block, name)| match (block, name.chars().next()) {
        (0, _) => "cell".into(),
        (_, Some('R')) => "row, number".into(),
        (_, Some('C')) => "column, number".into(),
        _ => "box, number".into(),
    });
    let of_rows = of_rows.into_iter().map(|(_, cell)| cell);
    [of_rows.collect(), of_columns.collect()]
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
    let statuses = Status::of_options(puzzle, &problem);
    let rows = problem.options().zip(statuses).map(|(option, status)| Row {
        name: labels.option(option.index()).into(),
        items: problem
            .option(option)
            .iter()
            .map(|item| item.index())
            .collect(),
        look: match status {
            Status::Clue => Look::Right,
            Status::RuledOut => Look::Covered,
            Status::Open => Look::Plain,
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
        headings: Default::default(),
        row_block: 0,
        column_block,
        regions: Vec::new(),
        side: CELL,
    }
}
