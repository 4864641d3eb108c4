//! Which digits the symbols of a grid mean.

use super::cells::Raw;
use super::say;
use super::{Options, Symbols};
use crate::sudoku::{Digit, Size};

/// How the cells of one grid are to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// Decimal numbers; 0 is a blank.
    Numbers,
    /// One symbol a digit.
    Symbols(Symbols),
}

/// Finds the alphabet of a grid, or tells why it can't be known.
///
/// `parted` says whether each cell has separators around it.
pub(super) fn alphabet(
    size: Size,
    cells: impl Iterator<Item = Raw>,
    parted: bool,
    options: &Options,
) -> Result<Alphabet, String> {
    let (mut zero, mut digit, mut number) = (false, false, false);
    let mut letter = None;
    for cell in cells {
        match cell {
            Raw::Blank => {}
            Raw::Zero => zero = true,
            Raw::Digit(_) => digit = true,
            Raw::Letter(symbol) => letter = letter.max(Some(place(symbol))),
            Raw::Number(_) => number = true,
        }
    }
    let has_letters = matches!(size.side(), 16 | 25);
    if !has_letters || number {
        return Ok(Alphabet::Numbers);
    }
    if let Some(symbols) = options.symbols {
        return Ok(Alphabet::Symbols(symbols));
    }
    // The last letter where the first digit is 1: G or P.
    let last = (size.side() - 10) as u8;
    match letter {
        None if parted || !zero => Ok(Alphabet::Numbers),
        Some(place) if place > last && !digit => Ok(Alphabet::Symbols(Symbols::Letters)),
        Some(place) if place >= last || !zero => Ok(Alphabet::Symbols(Symbols::FromOne)),
        _ => Err(format!(
            "found 0 where it may be a blank or a digit, expected no 0, or the option \
             --symbols: is a digit one of 0–{} or of 1–{}?",
            char::from(b'A' + last - 1),
            char::from(b'A' + last),
        )),
    }
}

/// The digit that a cell holds, `None` for a blank, or what was expected of it.
pub(super) fn digit(alphabet: Alphabet, size: Size, cell: Raw) -> Result<Option<Digit>, String> {
    let index = match (alphabet, cell) {
        (_, Raw::Blank) => return Ok(None),
        (Alphabet::Symbols(Symbols::FromZero), Raw::Zero) => Some(0),
        (_, Raw::Zero) => return Ok(None),
        (Alphabet::Numbers, Raw::Letter(_)) => None,
        (Alphabet::Numbers, Raw::Digit(value)) => Some(usize::from(value) - 1),
        (_, Raw::Number(value)) => Some(usize::from(value) - 1),
        (Alphabet::Symbols(Symbols::FromZero), Raw::Digit(value)) => Some(usize::from(value)),
        (Alphabet::Symbols(Symbols::FromZero), Raw::Letter(symbol)) => {
            Some(usize::from(place(symbol)) + 10)
        }
        (Alphabet::Symbols(Symbols::FromOne), Raw::Digit(value)) => Some(usize::from(value) - 1),
        (Alphabet::Symbols(Symbols::FromOne), Raw::Letter(symbol)) => {
            Some(usize::from(place(symbol)) + 9)
        }
        (Alphabet::Symbols(Symbols::Letters), Raw::Digit(_)) => None,
        (Alphabet::Symbols(Symbols::Letters), Raw::Letter(symbol)) => {
            Some(usize::from(place(symbol)))
        }
    };
    match index.filter(|&index| index < size.side()) {
        Some(index) => Ok(Some(Digit::from_index(index))),
        None => Err(format!("{} or {}", range(alphabet, size), say::BLANKS)),
    }
}

/// A letter's place in the alphabet, from A = 0.
fn place(letter: u8) -> u8 {
    letter.to_ascii_uppercase() - b'A'
}

/// A cell's text as an error shows it.
pub(super) fn shown(cell: Raw) -> String {
    match cell {
        Raw::Blank => "a blank".to_owned(),
        Raw::Zero => "'0'".to_owned(),
        Raw::Digit(value) => format!("'{value}'"),
        Raw::Letter(symbol) => format!("'{}'", char::from(symbol)),
        Raw::Number(value) => format!("'{value}'"),
    }
}

/// The clues of an alphabet in words.
fn range(alphabet: Alphabet, size: Size) -> String {
    let side = size.side();
    let letter = |index: usize| char::from(b'A' + index as u8);
    match alphabet {
        Alphabet::Numbers if side == 1 => "1".to_owned(),
        Alphabet::Numbers => format!("1 to {side}"),
        Alphabet::Symbols(Symbols::FromZero) => format!("0–9 and A–{}", letter(side - 11)),
        Alphabet::Symbols(Symbols::FromOne) => format!("1–9 and A–{}", letter(side - 10)),
        Alphabet::Symbols(Symbols::Letters) => format!("A–{}", letter(side - 1)),
    }
}
