//! Sizes of grids and boxes, and ranges of symbols, that a text names.

use super::vocabulary::Subject;
use super::words::{self, Word};
use crate::sudoku::text::description::words::dimensions;

/// Words that may stand beside the sizes of a grid and its boxes without a further meaning.
const PLAIN: [&str; 16] = [
    "sudoku", "sudokus", "mini", "with", "a", "the", "puzzle", "puzzles", "grid", "grids", "size",
    "and", "board", "has", "in", "of",
];

/// Words that a range of symbols may follow.
const SYMBOLS: [&str; 16] = [
    "digits", "numbers", "symbols", "values", "uses", "using", "use", "figures", "ziffern",
    "zahlen", "chiffres", "nombres", "cifras", "numeros", "numeri", "cijfers",
];

/// Returns the sizes and ranges that a text names.
pub(super) fn measures(text: &str) -> Vec<Subject> {
    let words = words_of(text);
    let places = 0..words.len();
    let mut found: Vec<Subject> = places
        .clone()
        .filter_map(|at| rows_and_columns(&words[at..]))
        .map(|([rows, cols], _)| Subject::Dimensions(rows, cols))
        .collect();
    found.extend(places.clone().filter_map(|at| side_of_box(&words[at..])));
    found.extend(places.filter_map(|at| range(&words, at)));
    found
}

/// Returns the statements of a text that says nothing but the sizes of the grid and its
/// boxes, as `6x6, boxes 3x2`.
pub(super) fn statements(text: &str) -> Option<Vec<String>> {
    let words = words_of(text);
    let mut statements = Vec::new();
    let mut has_boxes = false;
    let mut rest = &words[..];
    while let Some(word) = rest.first() {
        let is_boxes = ["boxes", "box"].contains(&word.text.as_str());
        let links = rest[1..]
            .iter()
            .take_while(|word| ["are", "of", "is"].contains(&word.text.as_str()));
        let start = if is_boxes { 1 + links.count() } else { 0 };
        let used = match rows_and_columns(&rest[start..]) {
            Some(([rows, cols], used)) if is_boxes && !has_boxes => {
                has_boxes = true;
                statements.push(format!("boxes {rows}x{cols}"));
                start + used
            }
            Some(([rows, cols], used)) if !is_boxes && rows == cols => {
                statements.push(format!("size {rows}x{cols}"));
                used
            }
            None if PLAIN.contains(&word.text.as_str()) => 1,
            _ => return None,
        };
        rest = &rest[used..];
    }
    has_boxes.then_some(statements)
}

fn words_of(text: &str) -> Vec<Word> {
    words::words(&text.replace('×', "x"))
}

fn number(word: &Word) -> Option<usize> {
    let is_short = (1..=2).contains(&word.text.len());
    word.text
        .parse()
        .ok()
        .filter(|number| is_short && *number > 0)
}

/// Returns the rows and columns that words begin with, and the number of these words:
/// `3x2`, `3 by 2`, `3 rows by 2 columns`, `2 columns, 3 rows`.
fn rows_and_columns(words: &[Word]) -> Option<([usize; 2], usize)> {
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    if let Some(found) = dimensions(text(0)) {
        return found.iter().all(|side| *side < 100).then_some((found, 1));
    }
    let first = number(words.first()?)?;
    let is_between = |at: usize| ["x", "by", "mal", "par", "por", "per"].contains(&text(at));
    if is_between(1) {
        return Some(([first, number(words.get(2)?)?], 3));
    }
    let is_row = |at: usize| text(at).starts_with("row");
    let is_col = |at: usize| text(at).starts_with("col");
    let next = 2 + usize::from(is_between(2) || text(2) == "and");
    let second = number(words.get(next)?)?;
    if is_row(1) && is_col(next + 1) {
        Some(([first, second], next + 2))
    } else if is_col(1) && is_row(next + 1) {
        Some(([second, first], next + 2))
    } else {
        None
    }
}

/// Returns the height or width of boxes that words begin with, as `box height 3`.
fn side_of_box(words: &[Word]) -> Option<Subject> {
    let [box_word, side, value, ..] = words else {
        return None;
    };
    if !["box", "boxes", "block", "blocks"].contains(&box_word.text.as_str()) {
        return None;
    }
    match side.text.as_str() {
        "height" | "rows" => number(value).map(Subject::BoxRows),
        "width" | "columns" | "cols" => number(value).map(Subject::BoxCols),
        _ => None,
    }
}

/// Returns the range of symbols that begins with this word: behind `digits` and such, or from
/// a figure to a letter, as `0-F`.
fn range(words: &[Word], at: usize) -> Option<Subject> {
    let (first, last, next) = span(words, at)?;
    let is_joined = next == at + 2 && !words[at + 1].is_apart;
    let is_hex = is_joined && first < 2 && [15, 16].contains(&last);
    let mut before = words[..at].iter().rev();
    let before =
        before.find(|word| !["from", "the", "von", "de", "0"].contains(&word.text.as_str()));
    let is_announced = before.is_some_and(|word| SYMBOLS.contains(&word.text.as_str()));
    if !is_announced && !is_hex {
        return None;
    }
    // `0-9 and A-F`.
    let next = next + usize::from(words.get(next).is_some_and(|word| word.text == "and"));
    match span(words, next) {
        Some((from, to, _)) if from == last + 1 => Some(Subject::Symbols(first, to)),
        _ => Some(Subject::Symbols(first, last)),
    }
}

/// Returns the first and the last symbol of a range, and the place of the word behind it.
fn span(words: &[Word], at: usize) -> Option<(usize, usize, usize)> {
    let symbol = |at: usize| {
        let text = words.get(at)?.text.as_str();
        let mut chars = text.chars();
        match (chars.next()?, chars.next()) {
            (c, None) => c.to_digit(36).map(|value| value as usize),
            _ => number(&words[at]),
        }
    };
    let first = symbol(at)?;
    let is_to = |word: &Word| {
        ["to", "through", "thru", "bis", "a", "al", "tot"].contains(&word.text.as_str())
    };
    let next = at + 1 + usize::from(words.get(at + 1).is_some_and(is_to));
    let last = symbol(next).filter(|last| first < *last)?;
    Some((first, last, next + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_symbols_are_found_in_texts() {
        let found = |text: &str| measures(text);
        assert_eq!(found("3×2 Kästchen"), [Subject::Dimensions(3, 2)]);
        assert_eq!(found("2 columns by 3 rows"), [Subject::Dimensions(3, 2)]);
        assert_eq!(found("box height 3"), [Subject::BoxRows(3)]);
        assert_eq!(found("numbers 0 to 8"), [Subject::Symbols(0, 8)]);
        assert_eq!(found("digits 0-9 and A-F")[0], Subject::Symbols(0, 15));
        assert_eq!(found("Hex (0-F)"), [Subject::Symbols(0, 15)]);
        assert_eq!(found("on 3 May 1999, page 4"), []);
    }

    #[test]
    fn boxes_are_stated_beside_the_size() {
        let stated = |text: &str| statements(text).map(|all| all.join("; "));
        let expected = Some("size 6x6; boxes 3x2".to_owned());
        assert_eq!(
            stated("Mini sudoku 6x6 (boxes are 3 rows by 2 columns)"),
            expected
        );
        assert_eq!(stated("6x6, 3x2 boxes"), None);
        assert_eq!(stated("no boxes 3x2"), None);
    }
}
