//! Word squares: words that read the same across and down or, in a double
//! square, different words across and down. No word is used twice.
//!
//! The problem is an exact cover with colours: a cell is a secondary item whose
//! colour is its letter, so crossing words agree. Items are the lines (`A1`
//! across, `D1` down), the cells `1.2`, and each word. An option is a word in a
//! line. In a plain square a word is in a row and in the same column at once,
//! and a cell and its mirror image are one item.

use super::draft::Draft;
use super::{Arguments, Family, Instance, ProblemError};
use crate::cover::picture::{Canvas, Hues, Walls};
use crate::io::{InputError, Source, read_to_limit, utf8};
use std::collections::HashSet;

/// Greatest length of a word, in letters. Chosen by hand.
const LONGEST: usize = 16;
/// Greatest length of a list, in bytes, to bound memory. Chosen by hand.
const LONGEST_LIST: u64 = 1 << 26;

pub(super) const FAMILY: Family = Family {
    name: "words",
    arguments: "N[,double],file=LIST",
    title: "word squares of the words of N letters in a list; double: other words down than across",
    build,
};

fn build(arguments: &mut Arguments<'_>) -> Result<Instance, ProblemError> {
    let n = arguments.number(1..=LONGEST)?;
    let double = arguments.flag("double");
    let Some(name) = arguments.value("file") else {
        return Err(arguments.error("found no list of words"));
    };
    arguments.end()?;
    let bytes = read_to_limit(&mut Source::open(name)?, name, LONGEST_LIST)?;
    let text = utf8(name, &bytes)?;
    let mut seen = HashSet::new();
    let words: Vec<&str> = text
        .split_whitespace()
        .filter(|word| word.chars().all(char::is_alphabetic) && word.chars().count() == n)
        .filter(|word| seen.insert(*word))
        .collect();
    if words.is_empty() {
        let message = format!("found no word of {n} letters");
        return Err(InputError::whole(name, message).into());
    }
    word_squares(&words, double)
}

/// Returns the problem of making squares of these words.
///
/// # Errors
/// If there is no word; if the words differ in length, are longer than 16
/// letters, or occur twice; if a word can't be the name of an item; or if the
/// problem would be too large.
pub fn word_squares(words: &[&str], double: bool) -> Result<Instance, ProblemError> {
    let length = |word: &str| word.chars().count();
    let n = words.first().map_or(0, |word| length(word));
    if n == 0 || n > LONGEST {
        return Err(ProblemError::TooLarge);
    }
    if let Some(word) = words.iter().find(|word| length(word) != n) {
        return Err(ProblemError::Word {
            word: super::arguments::quoted(word),
            length: n,
        });
    }
    let mut canvas = Canvas::new(
        format!("a word square of {n}×{n}"),
        Walls::Regions,
        Hues::None,
    );
    canvas.rectangle(n, n);
    let mut draft = Draft::new(canvas);
    let across = draft.primaries((1..=n).map(|line| format!("A{line}")))?;
    let down = match double {
        true => draft.primaries((1..=n).map(|line| format!("D{line}")))?,
        false => Vec::new(),
    };
    let mut cells = Vec::with_capacity(n * n);
    for (row, col) in itertools::iproduct!(0..n, 0..n) {
        cells.push(match double || col >= row {
            true => draft.secondary(&format!("{}.{}", row + 1, col + 1))?,
            false => cells[col * n + row],
        });
    }
    let mut used = Vec::with_capacity(words.len());
    for word in words {
        used.push(draft.secondary(word)?);
    }
    for (word, &used) in words.iter().zip(&used) {
        let mut colors = Vec::with_capacity(n);
        let mut marks = Vec::with_capacity(n);
        for letter in word.chars() {
            let letter = letter.to_string();
            colors.push(Some(draft.color(&letter)?));
            marks.push(draft.canvas.mark(&letter, 0));
        }
        let letters = || colors.iter().copied().enumerate();
        for (row, &line) in across.iter().enumerate() {
            let in_row = letters().map(|(col, letter)| (cells[row * n + col], letter));
            let items = [(line, None), (used, None)].into_iter().chain(in_row);
            let ink = marks
                .iter()
                .enumerate()
                .map(|(col, &mark)| (row * n + col, mark));
            draft.colored(items, ink)?;
        }
        for (col, &line) in down.iter().enumerate() {
            let in_col = letters().map(|(row, letter)| (cells[row * n + col], letter));
            let items = [(line, None), (used, None)].into_iter().chain(in_col);
            draft.colored(items, [])?;
        }
    }
    Ok(draft.finish())
}
