//! An answer against the puzzle's cells as they stood in the input.

use crate::sudoku::text::{TokenKind, Tokens};
use crate::sudoku::{Cell, Grid, Symbols};
use std::borrow::Cow;
use std::fmt;

/// A cell of the input that an answer does not keep.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenFault {
    /// The input has not one token for each cell of the answer.
    Count {
        /// Number of tokens.
        tokens: usize,
        /// Number of cells.
        cells: usize,
    },
    /// The answer has another symbol than the input, which is no blank there.
    Changed {
        /// The cell.
        cell: Cell,
        /// The token in the input.
        token: String,
        /// The symbol in the answer.
        symbol: String,
    },
    /// The answer's digit is not among the candidates of its cell.
    NoCandidate {
        /// The cell.
        cell: Cell,
        /// The candidates in the input.
        token: String,
        /// The symbol in the answer.
        symbol: String,
    },
}

impl fmt::Display for TokenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenFault::Count { tokens, cells } => {
                write!(f, "the input has {tokens} cells, the answer {cells}")
            }
            TokenFault::Changed {
                cell,
                token,
                symbol,
            } => write!(
                f,
                "the input has '{}' in {cell}, the answer {symbol}",
                token.escape_debug()
            ),
            TokenFault::NoCandidate {
                cell,
                token,
                symbol,
            } => write!(
                f,
                "the input allows '{}' in {cell}, the answer has {symbol}",
                token.escape_debug()
            ),
        }
    }
}

impl std::error::Error for TokenFault {}

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
    let cells = || size.cells().zip(tokens.iter());
    if tokens.kind() == TokenKind::Candidates {
        for (cell, token) in cells() {
            let value = grid.digit(cell).value().to_string();
            if !token.contains(&value) {
                return Err(TokenFault::NoCandidate {
                    cell,
                    token: token.to_owned(),
                    symbol: value,
                });
            }
        }
        return Ok(());
    }
    let keys: Vec<String> = printed
        .iter()
        .map(|symbol| key(symbol).into_owned())
        .collect();
    let is_symbol = |key: &str| keys.iter().any(|symbol| symbol == key);
    // The last blank and its kind: most blanks of a puzzle are the same text.
    let mut last: Option<(&str, usize)> = None;
    let mut occurs = vec![false; printed.len()];
    // The first of each kind of blank: signs, 0, x.
    let mut blanks: [Option<Cell>; 3] = [None; 3];
    let mut xs = 0;
    for (cell, token) in cells() {
        let digit = grid.digit(cell).index();
        if let Some((_, kind)) = last.filter(|&(blank, _)| blank == token) {
            xs += usize::from(kind == 2);
            continue;
        }
        let key = key(token);
        if key == keys[digit] {
            occurs[digit] = true;
            continue;
        }
        match kind_of_blank(token).filter(|_| !is_symbol(&key)) {
            Some(kind) => {
                last = Some((token, kind));
                blanks[kind].get_or_insert(cell);
                xs += usize::from(kind == 2);
            }
            None => {
                return Err(TokenFault::Changed {
                    cell,
                    token: token.to_owned(),
                    symbol: printed[digit].clone(),
                });
            }
        }
    }
    let kinds = blanks.iter().flatten().count();
    if kinds < 2 || tokens.symbols_are_stated() {
        return Ok(());
    }
    let is_complete = occurs.iter().all(|&occurs| occurs);
    let doubtful = match blanks {
        // A letter that is there once or twice may be a slip in place of a clue.
        [_, _, Some(cell)] if xs <= 2 => Some((cell, "x")),
        _ if is_complete => None,
        [_, Some(cell), _] => Some((cell, "0")),
        [_, _, x] => x.map(|cell| (cell, "x")),
    };
    match doubtful {
        Some((cell, token)) => Err(TokenFault::Changed {
            cell,
            token: token.to_owned(),
            symbol: printed[grid.digit(cell).index()].clone(),
        }),
        None => Ok(()),
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
    text.chars().zip(grid.digits()).all(|(c, digit)| {
        let is_blank = |c: char| !c.is_alphanumeric() && !chars.contains(&c);
        c == chars[digit.index()] || *blank.get_or_insert(c) == c && is_blank(c)
    })
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
