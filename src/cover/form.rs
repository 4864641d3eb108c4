//! Recognition of an input's text form.

use super::{ExactCover, knuth, xcc, zero_one};
use crate::io::InputError;
use std::fmt;
use std::io::{Cursor, Read};

/// Number of bytes of an input that are examined to recognise its form. Chosen
/// by hand: enough for comments and the first line's beginning.
const PREFIX: u64 = 1 << 16;

/// A text form of exact cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// [Knuth's](knuth): a line of item names, then a line for each option.
    Knuth,
    /// A [0/1 matrix](zero_one): a line for each row.
    ZeroOne,
    /// [miniexact's](xcc) numbers after `p xcc`.
    Xcc,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Knuth => "Knuth's text form",
            Form::ZeroOne => "a 0/1 matrix",
            Form::Xcc => "miniexact's p xcc",
        })
    }
}

impl Form {
    /// Recognises the form of a text from its first line that is no comment.
    ///
    /// A line is a row of a matrix if it contains only 0s and 1s, and is one
    /// word (`0110`), or consists of single digits (`0 1 1 0`), or contains a
    /// word twice (`01 10 01`). `p xcc 2 1` (four words, the last two of them
    /// numbers) is miniexact's header, which comments with `c` may precede. Any
    /// other line names items, for instance `00 01 10 11`.
    pub fn detect(text: &[u8]) -> Form {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let mut lines = text
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii)
            .filter(|line| !line.is_empty() && line[0] != b'|');
        let mut after_comments = lines.clone().skip_while(|line| line[0] == b'c');
        if after_comments.next().is_some_and(is_xcc) {
            return Form::Xcc;
        }
        let mut words = words(lines.next().unwrap_or_default());
        let digits = words
            .iter()
            .all(|word| word.iter().all(|b| b"01".contains(b)));
        let single = words.iter().all(|word| word.len() == 1);
        let number = words.len();
        words.sort_unstable();
        words.dedup();
        if digits && number > 0 && (number == 1 || single || words.len() < number) {
            Form::ZeroOne
        } else {
            Form::Knuth
        }
    }
}

fn words(line: &[u8]) -> Vec<&[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns `true` if the line is a header such as `p xcc 2 1`.
fn is_xcc(line: &[u8]) -> bool {
    let [b"p", b"xc" | b"xcc", numbers @ ..] = &words(line)[..] else {
        return false;
    };
    numbers.len() == 2 && numbers.concat().iter().all(u8::is_ascii_digit)
}

/// Reads a problem in the given form, or else in the [recognised](Form::detect)
/// one. `name` is the input's name in errors. `warn` receives findings that are
/// suspicious but no errors.
///
/// # Errors
/// If reading fails or the text is not in the form, with line and column.
pub fn read(
    mut input: impl Read,
    name: &str,
    form: Option<Form>,
    warn: impl FnMut(InputError),
) -> Result<(ExactCover, Form), InputError> {
    let mut prefix = Vec::new();
    let form = match form {
        Some(form) => form,
        None => {
            let mut start = input.by_ref().take(PREFIX);
            start
                .read_to_end(&mut prefix)
                .map_err(|error| InputError::unreadable(name, &error))?;
            Form::detect(&prefix)
        }
    };
    let whole = Cursor::new(prefix).chain(input);
    let problem = match form {
        Form::Knuth => knuth::read(whole, name, warn)?,
        Form::ZeroOne => zero_one::read(whole, name, warn)?,
        Form::Xcc => xcc::read(whole, name, warn)?,
    };
    Ok((problem, form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells_the_form() {
        for text in [
            "0",
            "1\n",
            "| a b\n\n 0 1 1\n",
            "0110\n",
            "01 10 01\n",
            "\u{feff}10",
        ] {
            assert_eq!(Form::detect(text.as_bytes()), Form::ZeroOne, "{text:?}");
        }
        for text in ["p xcc 2 1\n1 0", "c a b\nc\n p  xc 2 0\r\n"] {
            assert_eq!(Form::detect(text.as_bytes()), Form::Xcc, "{text:?}");
        }
        for text in [
            "p xcc 1",
            "c a b\nc a\n",
            "p xcc a 1\np xcc a 1",
            "",
            "| 0 1",
            "a b\n0 1",
            "00 01 10 11\n",
            "0 1 2",
            "0 1 | 2",
        ] {
            assert_eq!(Form::detect(text.as_bytes()), Form::Knuth, "{text:?}");
        }
    }

    #[test]
    fn a_long_first_line_is_read_whole() {
        let row = "0 1 ".repeat(PREFIX as usize);
        let (problem, form) = read(row.as_bytes(), "in", None, |_| ()).unwrap();
        assert_eq!(form, Form::ZeroOne);
        assert_eq!(problem.num_entries(), PREFIX as usize);
        let (_, form) = read("0 1\n".as_bytes(), "in", Some(Form::Knuth), |_| ()).unwrap();
        assert_eq!(form, Form::Knuth);
    }
}
