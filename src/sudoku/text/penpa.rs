//! Links of Penpa+: the lines of its save file, compressed with DEFLATE, in base64.
//!
//! Penpa+ is a drawing program for puzzles of any kind. Read are square grids with the kinds of
//! marks that it has for Sudoku: numbers, borders that divide the grid into regions, killer
//! cages with their sums, thermometers, arrows, and the diagonals and the genres that its menus
//! offer. What else is drawn is refused by its kind and place, or dropped if that is asked for.

mod board;
mod packed;

use super::foreign::Parsed;
use board::Board;

/// Reads the fields of a link, behind the address of the page. With `ignore_unknown`, drawings
/// that are not known are dropped.
pub(super) fn parse(fields: &str, ignore_unknown: bool) -> Result<Parsed, String> {
    let field = |name: &str| {
        let mut fields = fields.trim_start_matches(['#', '?']).split('&');
        fields.find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
    };
    let data =
        field("p").ok_or("found a link of Penpa+ without a puzzle, expected the field 'p'")?;
    let text = packed::plain(&packed::unpacked(data)?);
    let solution = field("a").map(packed::unpacked).transpose()?;
    let board = Board::new(&text)?;
    board.read(&text, solution.as_deref(), ignore_unknown)
}

#[cfg(test)]
mod tests;
