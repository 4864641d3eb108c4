//! Word squares and rectangles: words across and words down. In a plain square they are the same
//! words; in a double square and in a rectangle they are different. No word is used twice.
//!
//! The problem is an exact cover with colours: a cell is a secondary item whose
//! colour is its letter, so crossing words agree. Items are the lines (`A1`
//! across, `D1` down), the cells `1.2`, and each word. An option is a word in a
//! line. In a plain square a word is in a row and in the same column at once,
//! and a cell and its mirror image are one item.

use super::draft::Draft;
use super::{Arguments, Family, Instance, ProblemError};
use crate::cover::Item;
use crate::cover::picture::{Canvas, Hues, Walls};
use crate::io::{InputError, Source, read_to_limit, utf8};
use itertools::Itertools;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// Greatest length of a word, in letters. Chosen by hand.
const LONGEST: usize = 16;
/// Greatest length of a list, in bytes, to bound memory. Chosen by hand.
const LONGEST_LIST: u64 = 1 << 26;

pub(super) const FAMILY: Family = Family {
    name: "words",
    arguments: "N[,double],file=LIST or words:RxC,file=LIST",
    title: "word squares of the words of N letters in a list, double: other words down than across; \
            or R words of C letters that cross C words of R letters",
    build,
};

fn build(arguments: &mut Arguments<'_>) -> Result<Instance, ProblemError> {
    let expected = format!("expected a number of letters from 1 to {LONGEST}, or two as 4x5");
    let board = arguments.rectangle()?;
    let sides = board.map(|board| [board.rows(), board.cols()]);
    let Some(sides) = sides.filter(|sides| sides.iter().all(|&side| side <= LONGEST)) else {
        return Err(arguments.error(expected));
    };
    let double = arguments.flag("double");
    let Some(name) = arguments.value("file") else {
        return Err(arguments.error("found no list of words"));
    };
    arguments.end()?;
    let bytes = read_to_limit(&mut Source::open(name)?, name, LONGEST_LIST)?;
    let text = utf8(name, &bytes)?;
    let [down, across] = sides.map(|n| {
        let mut seen = HashSet::new();
        let words = text
            .split_whitespace()
            .filter(|word| word.chars().all(char::is_alphabetic) && word.chars().count() == n);
        let words: Vec<&str> = words.filter(|word| seen.insert(*word)).collect();
        if words.is_empty() {
            let message = format!("found no word of {n} letters");
            return Err(ProblemError::from(InputError::whole(name, message)));
        }
        Ok(words)
    });
    let (across, down) = (across?, down?);
    match sides[0] == sides[1] {
        true => word_squares(&across, double),
        false => word_rectangles(&across, &down),
    }
}

/// Returns the problem of making squares of these words.
///
/// # Errors
/// If there is no word; if the words differ in length, are longer than 16
/// letters, or occur twice; if a word can't be the name of an item; or if the
/// problem would be too large.
pub fn word_squares(words: &[&str], double: bool) -> Result<Instance, ProblemError> {
    crossing(words, double.then_some(words))
}

/// Returns the problem of word rectangles: each row is one of the words `across`, each column one of
/// the words `down`, so there are as many rows as a word down has letters. A word in both lists is
/// used once at most.
///
/// # Errors
/// Those of [`word_squares`], where all words across and all words down have the same length.
pub fn word_rectangles(across: &[&str], down: &[&str]) -> Result<Instance, ProblemError> {
    crossing(across, Some(down))
}

/// Returns the length of the words.
fn length(words: &[&str]) -> Result<usize, ProblemError> {
    let length = |word: &str| word.chars().count();
    let n = words.first().map_or(0, |word| length(word));
    if n == 0 || n > LONGEST {
        return Err(ProblemError::TooLarge);
    }
    match words.iter().find(|word| length(word) != n) {
        None => Ok(n),
        Some(word) => Err(ProblemError::Word {
            word: super::arguments::quoted(word),
            length: n,
        }),
    }
}

/// Returns the problem of words across and words down; of a plain square without the latter.
fn crossing(across: &[&str], down: Option<&[&str]>) -> Result<Instance, ProblemError> {
    let cols = length(across)?;
    let rows = down.map_or(Ok(cols), length)?;
    let kind = if rows == cols { "square" } else { "rectangle" };
    let title = format!("a word {kind} of {rows}×{cols}");
    let mut canvas = Canvas::new(title, Walls::Regions, Hues::None);
    canvas.rectangle(rows, cols);
    let mut draft = Draft::new(canvas);
    let in_rows = draft.primaries((1..=rows).map(|line| format!("A{line}")))?;
    let in_cols = match down {
        Some(_) => draft.primaries((1..=cols).map(|line| format!("D{line}")))?,
        None => Vec::new(),
    };
    let mut cells = Vec::with_capacity(rows * cols);
    for (row, col) in itertools::iproduct!(0..rows, 0..cols) {
        cells.push(match down.is_some() || col >= row {
            true => draft.secondary(&format!("{}.{}", row + 1, col + 1))?,
            false => cells[col * cols + row],
        });
    }
    let words = down.unwrap_or_default();
    let mut used = HashMap::new();
    for &word in across {
        used.insert(word, draft.secondary(word)?);
    }
    for &word in words {
        if let Entry::Vacant(entry) = used.entry(word) {
            entry.insert(draft.secondary(word)?);
        }
    }
    let options = itertools::iproduct!(across, in_rows.iter().enumerate());
    for (&word, (row, &line)) in options {
        let places = (0..cols).map(|col| row * cols + col);
        write(&mut draft, (word, used[word]), line, &cells, places, true)?;
    }
    let options = itertools::iproduct!(words.iter().unique(), in_cols.iter().enumerate());
    for (&word, (col, &line)) in options {
        let places = (0..rows).map(|row| row * cols + col);
        write(&mut draft, (word, used[word]), line, &cells, places, false)?;
    }
    Ok(draft.finish())
}

/// Adds the option of a word in a line, whose cells have these places, and draws it there if it
/// `is_drawn`.
fn write(
    draft: &mut Draft,
    (word, used): (&str, Item),
    line: Item,
    cells: &[Item],
    places: impl Iterator<Item = usize>,
    is_drawn: bool,
) -> Result<(), ProblemError> {
    let mut items = vec![(line, None), (used, None)];
    let mut ink = Vec::new();
    for (letter, place) in word.chars().zip(places) {
        let letter = letter.to_string();
        items.push((cells[place], Some(draft.color(&letter)?)));
        if is_drawn {
            ink.push((place, draft.canvas.mark(&letter, 0)));
        }
    }
    draft.colored(items, ink)
}
