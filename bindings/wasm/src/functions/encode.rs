//! Formulas of puzzles: `encode`.

use super::puzzle::Reading;
use super::{Failure, unknown};
use serde::Deserialize;
use std::io;
use sudosat::encode::{self, AtMostOne, ENCODINGS, Encoding, Layout};
use sudosat::formula::dimacs;
use sudosat::sudoku::Puzzle;
use sudosat::sudoku::text::Entry;

/// Returns the encoding with these names; without a name it is the lecture's, or
/// `extended` for rules that the lecture has no clauses for.
pub(super) fn encoding(
    puzzle: &Puzzle,
    name: Option<&str>,
    at_most_one: Option<&str>,
) -> Result<Encoding, Failure> {
    let named = match name {
        None => Encoding::usual(puzzle.rules()),
        Some(name) => Encoding::by_name(name)
            .ok_or_else(|| unknown("encoding", name, ENCODINGS.iter().map(|known| known.name)))?,
    };
    let encoding = match at_most_one {
        None => named,
        Some(name) => named.with_at_most_one(AtMostOne::by_name(name).ok_or_else(|| {
            let names = AtMostOne::ALL.map(AtMostOne::name);
            unknown("encoding of at-most-ones", name, names)
        })?),
    };
    encoding.expresses(puzzle.rules()).map_err(Failure::new)?;
    Ok(encoding)
}

/// Options of `encode`.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Encode {
    encoding: Option<String>,
    at_most_one: Option<String>,
    rules: Option<String>,
    symbols: Option<String>,
}

/// Longest formula that is returned as a string, in bytes. Strings of V8, the engine of
/// Node and Chromium, have at most 2²⁹ − 24 characters.
const LONGEST: u64 = 500_000_000;

/// Returns the puzzle's formula in DIMACS, as `sudosat encode` writes it.
pub(super) fn encode(text: &str, options: Encode) -> Result<String, Failure> {
    let Encode {
        encoding: name,
        at_most_one,
        rules,
        symbols,
    } = options;
    let Entry {
        puzzle,
        name: place,
        ..
    } = Reading { rules, symbols }.only(text)?;
    let encoding = encoding(&puzzle, name.as_deref(), at_most_one.as_deref())?;
    let layout = Layout::default();
    let size = encode::size(&puzzle, &encoding, layout);
    size.fits().map_err(Failure::new)?;
    let length = encode::length(&puzzle, &encoding, layout).bytes;
    if length > LONGEST {
        return Err(Failure::new(format!(
            "the formula has about {length} bytes, and a string has room for {LONGEST}; \
             the program `sudosat encode` writes it to a file"
        )));
    }
    let mut formula = Vec::new();
    let mut writer = dimacs::Writer::new(&mut formula);
    let write = || -> io::Result<()> {
        for comment in encode::comments(&puzzle, &place, &encoding, layout) {
            writer.comment(&comment)?;
        }
        writer.header(size.vars as usize, size.clauses)?;
        encode::formula(&puzzle, &encoding, layout, &mut writer)?;
        writer.finish().map(|_| ())
    };
    write().map_err(Failure::new)?;
    String::from_utf8(formula).map_err(Failure::new)
}
