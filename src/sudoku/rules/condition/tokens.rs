//! The words and signs of a rule's text.

use super::parse::Fault;
use super::tree::Comparison;

/// A word or sign, with the index of its first character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub at: usize,
    pub kind: TokenKind,
    pub text: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Number(i64),
    Word,
    /// A text between quotation marks, which the token has.
    Text,
    Compare(Comparison),
    /// Another sign, which is a character.
    Sign(char),
    End,
}

/// Largest number of tokens of a rule, which bounds the depth of its tree.
const MOST_TOKENS: usize = 600;

/// Returns the words and signs of a text whose first character has the index `from`.
pub(super) fn tokens(text: &str, from: usize) -> Result<Vec<Token<'_>>, Fault> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let byte = |place: usize| chars.get(place).map_or(text.len(), |&(byte, _)| byte);
    let mut tokens = Vec::new();
    let mut place = 0;
    while let Some(&(start, c)) = chars.get(place) {
        if c.is_whitespace() {
            place += 1;
            continue;
        }
        let rest = &chars[place..];
        let run = |is_in: fn(&char) -> bool| rest.iter().take_while(|(_, c)| is_in(c)).count();
        let (kind, length) = match (c, rest.get(1).map(|&(_, next)| next)) {
            ('0'..='9', _) => {
                let length = run(char::is_ascii_digit);
                let number = text[start..byte(place + length)].parse().ok();
                let message = "found a number of more than nine figures, expected a smaller one";
                let fault = || (from + place, message.to_owned());
                let number = number.filter(|_| length <= 9).ok_or_else(fault)?;
                (TokenKind::Number(number), length)
            }
            ('"', _) => {
                let is_end = |(_, c): &(usize, char)| *c == '"';
                let length = rest[1..].iter().position(is_end).ok_or_else(|| {
                    let message = "found no end of the text, expected another '\"'";
                    (from + place, message.to_owned())
                })?;
                (TokenKind::Text, length + 2)
            }
            ('a'..='z' | 'A'..='Z', _) => (TokenKind::Word, run(char::is_ascii_alphabetic)),
            (c, next) => sign(c, next).ok_or_else(|| {
                let found = c.escape_debug();
                let message = format!("found '{found}', expected a word, a number or a sign");
                (from + place, message)
            })?,
        };
        tokens.push(Token {
            at: from + place,
            kind,
            text: &text[start..byte(place + length)],
        });
        place += length;
        if tokens.len() > MOST_TOKENS {
            let message =
                format!("found more than {MOST_TOKENS} words and signs, expected a shorter rule");
            return Err((from + place, message));
        }
    }
    tokens.push(Token {
        at: from + text.trim_end().chars().count(),
        kind: TokenKind::End,
        text: "",
    });
    Ok(tokens)
}

/// Returns the sign that a character and the next make, and its number of characters.
fn sign(c: char, next: Option<char>) -> Option<(TokenKind, usize)> {
    let comparison = |comparison| TokenKind::Compare(comparison);
    Some(match (c, next) {
        ('<', Some('=')) => (comparison(Comparison::AtMost), 2),
        ('>', Some('=')) => (comparison(Comparison::AtLeast), 2),
        ('!', Some('=')) => (comparison(Comparison::Unequal), 2),
        ('<', _) => (comparison(Comparison::Less), 1),
        ('>', _) => (comparison(Comparison::Greater), 1),
        ('=', _) => (comparison(Comparison::Equal), 1),
        ('≤', _) => (comparison(Comparison::AtMost), 1),
        ('≥', _) => (comparison(Comparison::AtLeast), 1),
        ('≠', _) => (comparison(Comparison::Unequal), 1),
        ('−' | '–', _) => (TokenKind::Sign('-'), 1),
        ('+' | '-' | '*' | '/' | '%' | '|' | '(' | ')' | ',' | ';' | ':', _) => {
            (TokenKind::Sign(c), 1)
        }
        _ => return None,
    })
}

impl Token<'_> {
    /// Returns the token as messages name it.
    pub(super) fn shown(&self) -> String {
        match self.kind {
            TokenKind::End => "the end of the rule".to_owned(),
            _ => format!("'{}'", self.text),
        }
    }
}
