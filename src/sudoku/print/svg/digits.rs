//! Digits of cells, and their candidates as small digits.

use super::{CELL, corner, middle};
use crate::sudoku::print::Cells;
use crate::sudoku::rules::{Drawing, Mark, Parity};
use crate::sudoku::{Candidate, Cell};
use std::fmt::{Formatter, Result};

/// Returns the candidates that a puzzle excludes one by one, without those that even and odd
/// cells exclude.
pub fn exclusions(cells: &impl Cells) -> impl Iterator<Item = Candidate> {
    let parities = &cells.rules().spec().parities;
    let is_of_parity = |excluded: &Candidate| {
        let mut of_cell = parities.iter().filter(|(cell, _)| *cell == excluded.cell);
        let is_even = excluded.digit.value().is_multiple_of(2);
        of_cell.any(|(_, parity)| is_even != (*parity == Parity::Even))
    };
    let excluded = cells.excluded().iter().copied();
    excluded.filter(move |excluded| !is_of_parity(excluded))
}

/// Returns the cells that [`svg`](super::svg()) draws small digits in, in reading order: blank cells with
/// excluded candidates, or all blank cells if half of them are such.
pub fn marked_cells(cells: &impl Cells) -> Vec<Cell> {
    let is_blank = |cell: &Cell| cells.digit(*cell).is_none();
    let of_excluded = exclusions(cells).map(|excluded| excluded.cell);
    let mut marked: Vec<Cell> = of_excluded.filter(is_blank).collect();
    marked.dedup();
    let blank: Vec<Cell> = cells.size().cells().filter(is_blank).collect();
    match !marked.is_empty() && 2 * marked.len() >= blank.len() {
        true => blank,
        false => marked,
    }
}

/// Returns the number of candidates that a puzzle excludes one by one although they are its
/// clues, which [`svg`](super::svg()) does not draw.
pub fn undrawn_exclusions(cells: &impl Cells) -> usize {
    let is_clue = |excluded: &Candidate| cells.digit(excluded.cell) == Some(excluded.digit);
    exclusions(cells).filter(is_clue).count()
}

/// Draws the digits of the cells in their symbols, and candidates.
pub(super) fn draw(f: &mut Formatter<'_>, cells: &impl Cells) -> Result {
    let size = cells.size();
    let width = cells.symbols().width(size);
    let font = if width > 2 { 13 } else { 24 - 3 * (width - 1) };
    for cell in size.cells() {
        if let Some(digit) = cells.digit(cell) {
            let (x, y) = middle(cell);
            let symbol = cells.symbols().of(digit).to_string();
            let symbol = symbol.replace('&', "&amp;").replace('<', "&lt;");
            writeln!(
                f,
                "<text x=\"{x}\" y=\"{}\" font-size=\"{font}\" fill=\"currentColor\" stroke=\"none\">{symbol}</text>",
                y + font * 3 / 8
            )?;
        }
    }
    pencil_marks(f, cells)
}

/// Draws the digits that are left in cells with excluded candidates, each at its own place; a
/// cross where none is left.
fn pencil_marks(f: &mut Formatter<'_>, cells: &impl Cells) -> Result {
    let (size, symbols) = (cells.size(), cells.symbols());
    let across = (1..)
        .find(|across| across * across >= size.side())
        .unwrap_or(1);
    let down = size.side().div_ceil(across);
    // The sum of a cage stands in the upper left corner, and its line near the border.
    let spec = cells.rules().spec();
    let is_cage = |mark: &Mark| mark.rule.drawing == Drawing::Cage;
    let (inset, top) = match spec.cages.is_empty() && !spec.marks.iter().any(is_cage) {
        true => (2.0, 2.0),
        false => (6.0, 11.0),
    };
    let side = CELL as f64;
    let (width, height) = (
        (side - 2.0 * inset) / across as f64,
        (side - top - inset) / down as f64,
    );
    // A digit is about six tenths of the font's size wide.
    let widest = width / (0.75 * symbols.width(size) as f64);
    let font = widest.min(0.88 * height).min(10.0);
    for cell in marked_cells(cells) {
        let (x, y) = corner(cell);
        let (x, y) = (x as f64, y as f64);
        let mut is_empty = true;
        for digit in size.digits() {
            let candidate = Candidate::new(cell, digit);
            if cells.excluded().binary_search(&candidate).is_ok() {
                continue;
            }
            is_empty = false;
            let (column, row) = (digit.index() % across, digit.index() / across);
            let symbol = symbols.of(digit).to_string();
            let symbol = symbol.replace('&', "&amp;").replace('<', "&lt;");
            writeln!(
                f,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{font:.1}\" fill=\"currentColor\" stroke=\"none\">{symbol}</text>",
                x + inset + (column as f64 + 0.5) * width,
                y + top + (row as f64 + 0.5) * height + 0.36 * font
            )?;
        }
        if is_empty {
            let (x, y) = middle(cell);
            writeln!(
                f,
                "<text x=\"{x}\" y=\"{}\" font-size=\"14\" fill=\"currentColor\" stroke=\"none\">✗</text>",
                y + 5
            )?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::sudoku::text::{Options, read};

    /// The numbers of a cage stand in the upper left corner, whatever its rule is.
    #[test]
    fn small_digits_leave_room_for_the_numbers_of_cages() {
        let small_digits = |cage: &str| {
            let text =
                format!("size 4x4\ncandidates r1c1 12\n{cage}\nclues\n....\n....\n....\n....\n");
            let entry = read(text.as_bytes(), "text", &Options::default()).next();
            let picture = super::super::svg(&entry.unwrap().unwrap().puzzle).to_string();
            let mut texts = picture.lines().filter(|line| line.starts_with("<text"));
            texts.next_back().unwrap().to_owned()
        };
        let of_cage = small_digits("cage 3 r1c1 r1c2");
        assert_eq!(small_digits("sums 3 r1c1 r1c2"), of_cage);
        assert_ne!(small_digits("renban r1c1 r1c2"), of_cage);
    }
}
