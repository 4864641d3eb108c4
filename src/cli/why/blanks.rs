//! A blank cell too few or too many in a pasted grid: where it may be.
//!
//! Of rows of single characters one is a character shorter or longer than the others, or
//! a line of a whole grid is. A blank is put in, or left out, at each place in turn, and
//! the places are named that leave exactly one solution.

use std::path::Path;
use sudosat::budget::Budget;
use sudosat::engine::{self, End, Limit, Request};
use sudosat::sudoku::text::{self, Options};
use sudosat::sudoku::{Cell, Size};

/// Longest text in bytes: a grid of 25×25 with the ends of its lines.
const LONGEST: usize = 700;

/// The repair of a text.
struct Repair {
    /// Set if a blank is put in; not set if it is left out.
    is_missing: bool,
    /// The cell of the blank.
    cell: Cell,
    text: String,
}

/// Returns a sentence with the places where a blank may be missing or too much in the
/// puzzle, which is a file or the text itself; `None` if there are none.
pub(super) fn suggestion(puzzle: &str, options: &Options, budget: &Budget) -> Option<String> {
    let text = match Path::new(puzzle).is_file() {
        true => {
            let is_short = std::fs::metadata(puzzle).ok()?.len() <= LONGEST as u64;
            is_short.then(|| std::fs::read_to_string(puzzle).ok())??
        }
        false => puzzle.to_owned(),
    };
    let repairs = repairs(&text);
    let is_missing = repairs.first()?.is_missing;
    let cells: Vec<String> = repairs
        .iter()
        .filter(|repair| has_one_solution(&repair.text, options, budget))
        .map(|repair| repair.cell.to_string())
        .collect();
    let place = match &cells[..] {
        [] => return None,
        [only] => only.clone(),
        several => format!("one of {}", several.join(", ")),
    };
    Some(match is_missing {
        true => format!("With a blank put in at {place} there is exactly one solution."),
        false => format!("Without the blank at {place} there is exactly one solution."),
    })
}

/// Returns the repairs of a text whose rows show that a blank is missing, or is too much.
fn repairs(text: &str) -> Vec<Repair> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let is_cell = |c: char| c.is_ascii_alphanumeric() || c == '.';
    if text.len() > LONGEST || !lines.iter().all(|line| line.chars().all(is_cell)) {
        return Vec::new();
    }
    let length = |line: &str| line.len();
    // Either one line holds the whole grid, or each line is a row: then most rows have as
    // many cells as there are rows.
    let (wrong, whole) = match &lines[..] {
        [line] => {
            let mut sizes = (1..=Size::MAX_ORDER).filter_map(Size::of_order);
            let near = |size: &Size| size.num_cells().abs_diff(length(line)) == 1;
            match sizes.find(near) {
                Some(size) => (0, size.num_cells()),
                None => return Vec::new(),
            }
        }
        rows => {
            let side = rows.len();
            let mut wrong = (0..side).filter(|&row| length(rows[row]) != side);
            match (wrong.next(), wrong.next()) {
                (Some(row), None) if length(rows[row]).abs_diff(side) == 1 => (row, side),
                _ => return Vec::new(),
            }
        }
    };
    let line = lines[wrong];
    let side = match lines.len() {
        1 => whole.isqrt(),
        rows => rows,
    };
    let is_missing = line.len() < whole;
    let blank = if text.contains('.') { '.' } else { '0' };
    // In a run of blanks, each place gives the same text.
    let is_first = |&place: &usize| place == 0 || !line[..place].ends_with(blank);
    let places = (0..=line.len()).filter(is_first);
    let places = places.filter(|&place| is_missing || line[place..].starts_with(blank));
    let repair = |place: usize| {
        let mut repaired = line.to_owned();
        match is_missing {
            true => repaired.insert(place, blank),
            false => {
                repaired.remove(place);
            }
        }
        let mut lines = lines.clone();
        lines[wrong] = &repaired;
        let cell = match lines.len() {
            1 => Cell::new((place / side).min(side - 1), place % side),
            _ => Cell::new(wrong, place.min(side - 1)),
        };
        Repair {
            is_missing,
            cell,
            text: lines.join("\n"),
        }
    };
    places.map(repair).collect()
}

/// Returns `true` if the text is a puzzle with exactly one solution.
fn has_one_solution(text: &str, options: &Options, budget: &Budget) -> bool {
    let mut entries = text::read(text.as_bytes(), "", options);
    let (Some(Ok(entry)), None) = (entries.next(), entries.next()) else {
        return false;
    };
    let Ok(engine) = engine::by_name("cdcl") else {
        return false;
    };
    let request = Request::new(Limit::UNIQUE);
    match engine::solve(&*engine, &entry.puzzle, &request, budget) {
        Ok((outcome, grids)) => !matches!(outcome.end, End::GaveUp(_)) && grids.len() == 1,
        Err(_) => false,
    }
}
