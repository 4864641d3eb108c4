//! Lines of words between puzzles.

use crate::sudoku::text::annotations::{self, Label, Meaning};
use crate::sudoku::text::{cell_names, chars, description, line};

/// Returns `true` for a line that says that a map or a solution is next.
pub(super) fn is_label(line: &str) -> bool {
    let text = line::unquoted(line).trim();
    let name = text.trim_end_matches([':', '=', ' ']);
    let is_short = text.len() < 40 && text.starts_with(char::is_alphabetic);
    let is_next =
        is_short && matches!(annotations::label(name), Some(Label::Map | Label::Solution));
    is_next && !description::wants_map(line)
}

/// Returns `true` for a line that states a rule in other words than a description does, as
/// `Boxes: 2x3`.
pub(super) fn is_statement(line: &str) -> bool {
    let text = line::unquoted(line).trim();
    let may_be = text.len() < 100
        && text.starts_with(char::is_alphabetic)
        && text.contains([' ', ':', '=', '-'])
        && !text.contains("..");
    may_be && matches!(annotations::judge(text), Meaning::Statement(_))
}

/// Returns `true` for a line of words, or of names of cells, rather than of cells.
pub(super) fn is_words(line: &str) -> bool {
    let text = line::unquoted(line).trim();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let is_cell = |c: &char| c.is_ascii_digit() || chars::is_blank(*c);
    let cells = text.chars().filter(is_cell).count();
    let mut words = text.split(|c: char| !c.is_alphabetic());
    let is_word = |word: &str| word.chars().count() > 2 && word.contains(char::is_lowercase);
    letters >= cells
        && !text.starts_with(['{', '<'])
        && (words.any(is_word) || cell_names::begins(text))
}

/// Returns `true` for a line of words behind the mark of a list.
pub(super) fn is_bullet(line: &str) -> bool {
    let text = line::unquoted(line).trim_start();
    let Some(rest) = text
        .strip_prefix(['-', '*', '•', '+'])
        .filter(|rest| rest.starts_with(' '))
    else {
        return false;
    };
    let rest = rest.trim();
    is_words(rest)
        && !rest.starts_with(['-', '[', '('])
        && (rest.contains(' ') || annotations::judge(rest) != Meaning::Decoration)
}
