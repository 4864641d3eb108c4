//! An answer against the puzzle's cells as they stood in the input.

use crate::sudoku::text::{TokenKind, Tokens};
use crate::sudoku::{Cell, Digit, Grid, Symbols};
use std::borrow::Cow;

/// A cell of the input that an answer does not keep.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TokenFault {
    /// The input has not one token for each cell of the answer.
    #[error("the input has {tokens} cells, the answer {cells}")]
    Count {
        /// Number of tokens.
        tokens: usize,
        /// Number of cells.
        cells: usize,
    },
    /// The answer has another symbol than the input, which is no blank there.
    #[error("the input has '{}' in {cell}, the answer {symbol}", .token.escape_debug())]
    Changed {
        /// The first cell in which they differ.
        cell: Cell,
        /// The token in the input.
        token: String,
        /// The symbol in the answer.
        symbol: String,
    },
    /// The answer's digit is not among the candidates of its cell.
    #[error("the input allows '{}' in {cell}, the answer has {symbol}", .token.escape_debug())]
    NoCandidate {
        /// The first cell in which they differ.
        cell: Cell,
        /// The candidates in the input.
        token: String,
        /// The symbol in the answer.
        symbol: String,
    },
}

/// Checks that every token of the input that is no blank stands in its cell of
/// the answer, as the answer is printed in these symbols.
///
/// The check does not use the reader's decisions. A token that is another text
/// than the printed symbol (letters in either case are the same, and so are
/// numbers with leading zeros) must be a blank: empty, a word as `null`, or a
/// sign that is no letter and no digit. `0` and `x` are blanks too if the answer
/// does not have them as symbols and if either the input has no other blank, or
/// all symbols of the answer occur in it, or the user stated the symbols. An `x`
/// that occurs once or twice beside another blank is none unless stated.
///
/// Takes time linear in the number of cells.
///
/// For JSON objects, f-puzzles and SumoCue the tokens are made from the clues that
/// were parsed, not cut out of the text. There the check sees whether an answer
/// keeps the parsed clues, but not whether the clues were parsed right.
///
/// # Errors
/// If there is another number of tokens than of cells, or the first token that
/// differs from the answer.
pub fn tokens(tokens: &Tokens, symbols: &Symbols, grid: &Grid) -> Result<(), TokenFault> {
    let size = grid.size();
    let count = tokens.len();
    if count != size.num_cells() {
        return Err(TokenFault::Count {
            tokens: count,
            cells: size.num_cells(),
        });
    }
    if are_kept(tokens, symbols, grid) {
        return Ok(());
    }
    let printed: Vec<String> = size
        .digits()
        .map(|digit| symbols.of(digit).to_string())
        .collect();
    if tokens.kind() == TokenKind::Candidates {
        return candidates(tokens, grid);
    }
    let keys: Vec<String> = printed
        .iter()
        .map(|symbol| key(symbol).into_owned())
        .collect();
    let is_symbol = |key: &str| keys.iter().any(|symbol| symbol == key);
    let changed = |cell: Cell, token: &str| TokenFault::Changed {
        cell,
        token: token.to_owned(),
        symbol: printed[grid.digit(cell).index()].clone(),
    };
    // The last blank and its kind: most blanks of a puzzle are the same text.
    let mut last: Option<(&str, usize)> = None;
    let mut occurs = vec![false; printed.len()];
    let mut blanks = Blanks::default();
    for (cell, token) in size.cells().zip(tokens.iter()) {
        if let Some((_, kind)) = last.filter(|&(blank, _)| blank == token) {
            blanks.add(kind, cell);
            continue;
        }
        let digit = grid.digit(cell).index();
        let key = key(token);
        if key == keys[digit] {
            occurs[digit] = true;
            continue;
        }
        match kind_of_blank(token).filter(|_| !is_symbol(&key)) {
            Some(kind) => {
                last = Some((token, kind));
                blanks.add(kind, cell);
            }
            None => return Err(changed(cell, token)),
        }
    }
    let is_complete = occurs.iter().all(|&occurs| occurs);
    match blanks.doubtful(is_complete) {
        Some((cell, token)) if !tokens.symbols_are_stated() => Err(changed(cell, token)),
        _ => Ok(()),
    }
}

/// Checks that each digit of the answer is among the candidates of its cell.
fn candidates(tokens: &Tokens, grid: &Grid) -> Result<(), TokenFault> {
    for (cell, token) in grid.size().cells().zip(tokens.iter()) {
        let symbol = grid.digit(cell).value().to_string();
        if !token.contains(&symbol) {
            let token = token.to_owned();
            return Err(TokenFault::NoCandidate {
                cell,
                token,
                symbol,
            });
        }
    }
    Ok(())
}

/// The blanks of an input.
#[derive(Default)]
struct Blanks {
    /// The first of each kind: signs, 0, x.
    first: [Option<Cell>; 3],
    /// Number of `x`.
    xs: usize,
}

impl Blanks {
    fn add(&mut self, kind: usize, cell: Cell) {
        self.first[kind].get_or_insert(cell);
        self.xs += usize::from(kind == 2);
    }

    /// Returns a blank that may be a symbol, because there are blanks of another kind.
    /// `is_complete` is set if every digit of the answer occurs in the input.
    fn doubtful(&self, is_complete: bool) -> Option<(Cell, &'static str)> {
        if self.first.iter().flatten().count() < 2 {
            return None;
        }
        match self.first {
            // A letter that is there once or twice may be a slip in place of a clue.
            [_, _, Some(cell)] if self.xs <= 2 => Some((cell, "x")),
            _ if is_complete => None,
            [_, Some(cell), _] => Some((cell, "0")),
            [_, _, x] => x.map(|cell| (cell, "x")),
        }
    }
}

/// Returns `true` if each token is the symbol of the answer, or the one sign that stands
/// for all blanks: the usual case, which needs no closer look.
fn are_kept(tokens: &Tokens, symbols: &Symbols, grid: &Grid) -> bool {
    let (Some(chars), Some(text)) = (symbols.chars(grid.size()), tokens.as_chars()) else {
        return false;
    };
    if tokens.kind() == TokenKind::Candidates {
        return false;
    }
    let mut blank = None;
    let mut is_kept = |c: char, digit: &Digit| {
        if c == chars[digit.index()] || blank == Some(c) {
            return true;
        }
        let is_blank = blank.is_none() && !c.is_alphanumeric() && !chars.contains(&c);
        blank = is_blank.then_some(c);
        is_blank
    };
    if !text.is_ascii() {
        return text
            .chars()
            .zip(grid.digits())
            .all(|(c, digit)| is_kept(c, digit));
    }
    for (byte, digit) in text.bytes().zip(grid.digits()) {
        if !is_kept(char::from(byte), digit) {
            return false;
        }
    }
    true
}

/// Returns the kind of blank that a token may be: a sign, 0, x.
fn kind_of_blank(token: &str) -> Option<usize> {
    let words = [
        "null",
        "none",
        "nan",
        "nil",
        "na",
        "<na>",
        "missing",
        "nothing",
        "undefined",
        "-1",
    ];
    if words.iter().any(|word| token.eq_ignore_ascii_case(word)) {
        return Some(0);
    }
    if token.chars().all(|c| !c.is_alphanumeric()) {
        return Some(0);
    }
    if token.bytes().all(|byte| byte == b'0') {
        return Some(1);
    }
    token.eq_ignore_ascii_case("x").then_some(2)
}

/// Returns the text that tokens of the same symbol share: numbers without leading
/// zeros, letters in upper case.
fn key(token: &str) -> Cow<'_, str> {
    if token.len() > 1 && token.bytes().all(|byte| byte.is_ascii_digit()) {
        let figures = token.trim_start_matches('0');
        return Cow::Borrowed(if figures.is_empty() { "0" } else { figures });
    }
    let is_plain = |byte: u8| byte.is_ascii() && !byte.is_ascii_lowercase();
    match token.bytes().all(is_plain) {
        true => Cow::Borrowed(token),
        false => Cow::Owned(token.to_uppercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Digit, Size};

    /// Checks the tokens of a 4×4 grid against an answer in these symbols.
    fn check(input: &str, symbols: Symbols, answer: &str) -> Result<(), TokenFault> {
        let size = Size::new(4).unwrap();
        let all: Vec<String> = size
            .digits()
            .map(|digit| symbols.of(digit).to_string())
            .collect();
        let digit =
            |text: &str| Digit::from_index(all.iter().position(|symbol| symbol == text).unwrap());
        let grid = Grid::new(size, answer.split(' ').map(digit).collect());
        tokens(&Tokens::words(input.split(' ')), &symbols, &grid)
    }

    const ANSWER: &str = "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1";

    #[test]
    fn a_dropped_token_is_noticed() {
        let one = || Symbols::NUMBERS;
        let kept = "1 . . . . . . . . . . . . . . .";
        assert_eq!(check(kept, one(), ANSWER), Ok(()));
        assert_eq!(check(&kept.replace('.', "0"), one(), ANSWER), Ok(()));
        // 0 beside another blank is no blank, unless all symbols stand there.
        assert!(check("1 0 . . . . . . . . . . . . . .", one(), ANSWER).is_err());
        assert_eq!(
            check("1 2 3 4 0 . . . . . . . . . . .", one(), ANSWER),
            Ok(())
        );
        // A clue that was changed, and one that is no symbol.
        assert!(check("2 . . . . . . . . . . . . . . .", one(), ANSWER).is_err());
        assert!(check("A . . . . . . . . . . . . . . .", one(), ANSWER).is_err());
        assert!(check("1 x . . . . . . . . . . . . . .", one(), ANSWER).is_err());
        // A rare x is no blank beside zeros, though all symbols stand there.
        assert!(check("1 2 3 4 x 0 0 0 0 0 0 0 0 0 0 0", one(), ANSWER).is_err());
        assert_eq!(
            check("1 2 3 4 x x x 0 0 0 0 0 0 0 0 0", one(), ANSWER),
            Ok(())
        );
        assert_eq!(
            check("01 2 3 4 x x x x x x x x x x x x", one(), ANSWER),
            Ok(())
        );
        let from_zero = "0 1 2 3 2 3 0 1 1 0 3 2 3 2 1 0";
        let zero = Symbols::Numbers { first: 0 };
        assert_eq!(
            check("0 . . . . . . . . . . . . . . .", zero.clone(), from_zero),
            Ok(())
        );
        assert!(check(". 0 . . . . . . . . . . . . . .", zero, from_zero).is_err());
        assert!(check("1 2", one(), ANSWER).is_err());
    }

    #[test]
    fn letters_are_the_same_in_either_case() {
        let letters = Symbols::Chars(['A', 'B', 'C', 'D'].into());
        let answer = "A B C D C D A B B A D C D C B A";
        assert_eq!(
            check("a . . . . . . . . . . . . . . .", letters.clone(), answer),
            Ok(())
        );
        assert!(check("b . . . . . . . . . . . . . . .", letters, answer).is_err());
    }

    #[test]
    fn an_answer_keeps_the_candidates() {
        let size = Size::new(1).unwrap();
        let grid = Grid::new(size, vec![Digit::from_index(0)]);
        let marks = |text| Tokens::words([text]).of_kind(TokenKind::Candidates);
        assert_eq!(tokens(&marks("1"), &Symbols::NUMBERS, &grid), Ok(()));
        assert!(tokens(&marks("."), &Symbols::NUMBERS, &grid).is_err());
    }
}
