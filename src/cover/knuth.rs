//! Knuth's text form of exact cover, as his DLX programs read it.
//!
//! ```text
//! | Cover a, b and c; x and y at most once
//! a b c | x y
//! a x
//! b x
//! b y
//! c y
//! c
//! ```
//!
//! - Blanks and tabs separate; a line that is empty, or whose first character
//!   that is no blank is `|`, is a comment.
//! - The first other line names the items: the primary ones, and after a
//!   separate `|` the secondary ones, if there are any.
//! - Each further line is an option: the names of its items, each once.
//! - A name is any text without blanks, `:` and `|`, of at most
//!   [`MAX_NAME`] bytes. (Knuth's own programs take fewer: 8 characters at
//!   first, 32 in later versions.) Numbers, letters and signs are all alike:
//!   `0`, `R1#4` and `♛` are names.
//! - `item:color` in an option belongs to the larger problem of his `dlx2`. It
//!   is refused until this crate solves that problem.
//!
//! The example has the solutions {a x, b y, c} and no other: with `b x` the
//! item `x` would be covered twice, and so would `y` with `b y` and `c y`.
//!
//! An option without a primary item is in no solution. Like Knuth's programs,
//! [`read`] says so; it keeps the option, so that options are numbered as the
//! lines are.

use super::problem::{Builder, ExactCover, MAX_NAME};
use super::scan::{Scanner, is_blank};
use crate::io::InputError;
use std::io::{self, BufRead, Write};

/// Reads a problem. `name` is the input's in errors; `warn` is told what is
/// odd but no error.
pub fn read(
    input: impl BufRead,
    name: &str,
    mut warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    let mut reader = Reader {
        scanner: Scanner::new(input, name)?,
        builder: ExactCover::builder(),
        items_line: 0,
        word: Vec::new(),
    };
    if !reader.scanner.find_line()? {
        let message = "found the end of the input, expected a line of item names";
        return Err(reader.scanner.error(reader.scanner.place(), message));
    }
    reader.items()?;
    while reader.scanner.find_line()? {
        reader.option(&mut warn)?;
    }
    Ok(reader.builder.build())
}

/// Writes a problem; [`read`] gives it back.
///
/// The form has no text for a problem without primary items, whose first line
/// would be a comment, nor for an option without items, whose line would be
/// none: those are refused as [`io::ErrorKind::InvalidInput`], before anything
/// is written.
pub fn write(problem: &ExactCover, mut output: impl Write) -> io::Result<()> {
    let refused = |message| Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    if problem.num_primary() == 0 {
        return refused("Knuth's form can't say a problem without primary items");
    }
    if problem
        .options()
        .any(|option| problem.option(option).is_empty())
    {
        return refused("Knuth's form can't say an option without items");
    }
    let mut separator = "";
    for item in problem.items() {
        if item.index() == problem.num_primary() {
            write!(output, "{separator}|")?;
            separator = " ";
        }
        write!(output, "{separator}{}", problem.name(item))?;
        separator = " ";
    }
    writeln!(output)?;
    for option in problem.options() {
        let mut separator = "";
        for &item in problem.option(option) {
            write!(output, "{separator}{}", problem.name(item))?;
            separator = " ";
        }
        writeln!(output)?;
    }
    Ok(())
}

/// What stands between blanks.
enum Word {
    /// A `|` by itself.
    Bar,
    /// The name of an item, in [`Reader::word`].
    Name,
}

struct Reader<'a, R> {
    scanner: Scanner<'a, R>,
    builder: Builder,
    /// The line that names the items.
    items_line: u64,
    /// The word read last.
    word: Vec<u8>,
}

impl<R: BufRead> Reader<'_, R> {
    /// The line of item names.
    fn items(&mut self) -> Result<(), InputError> {
        self.items_line = self.scanner.place().0;
        let mut primary = true;
        while let Some((place, word)) = self.next_word()? {
            match word {
                Word::Bar if primary => primary = false,
                Word::Bar => {
                    let message = "found a second '|', expected the name of an item";
                    return Err(self.scanner.error(place, message));
                }
                Word::Name => {
                    let name = self.name(place, "expected the name of an item")?;
                    let added = if primary {
                        self.builder.primary(&name)
                    } else {
                        self.builder.secondary(&name)
                    };
                    added.map_err(|error| self.scanner.error(place, error.to_string()))?;
                }
            }
        }
        Ok(())
    }

    /// The line of an option.
    fn option(&mut self, warn: &mut impl FnMut(InputError)) -> Result<(), InputError> {
        let start = self.scanner.place();
        let mut primary = false;
        self.builder
            .start_option()
            .map_err(|error| self.scanner.error(start, error.to_string()))?;
        while let Some((place, word)) = self.next_word()? {
            if let Word::Bar = word {
                let message = "found '|' in an option, expected the name of an item";
                return Err(self.scanner.error(place, message));
            }
            let name = self.name(place, "expected the name of an item")?;
            let Some(item) = self.builder.item(&name) else {
                let line = self.items_line;
                let message = format!("found '{name}', expected an item named in line {line}");
                return Err(self.scanner.error(place, message));
            };
            primary |= self.builder.is_primary(item);
            self.builder
                .extend_option(item)
                .map_err(|error| self.scanner.error(place, error.to_string()))?;
        }
        self.builder.end_option();
        if !primary {
            let message = "this option has no primary item, so no solution has it";
            warn(self.scanner.error(start, message));
        }
        Ok(())
    }

    /// The next word of the line, and where it starts.
    fn next_word(&mut self) -> Result<Option<((u64, u64), Word)>, InputError> {
        while let Some(byte) = self.scanner.peek()?.filter(|&byte| is_blank(byte)) {
            self.scanner.pass(byte);
        }
        let place = self.scanner.place();
        self.word.clear();
        while let Some(byte) = self.scanner.peek()? {
            if is_blank(byte) || byte == b'\n' {
                break;
            }
            if self.word.len() == MAX_NAME {
                let message =
                    format!("found a longer word, expected a name of at most {MAX_NAME} bytes");
                return Err(self.scanner.error(place, message));
            }
            self.word.push(byte);
            self.scanner.pass(byte);
        }
        Ok(match self.word.as_slice() {
            [] => None,
            b"|" => Some((place, Word::Bar)),
            _ => Some((place, Word::Name)),
        })
    }

    /// The word read last, as a name.
    fn name(&self, place: (u64, u64), expected: &str) -> Result<String, InputError> {
        let Ok(word) = str::from_utf8(&self.word) else {
            let message = format!("found bytes that are no UTF-8, {expected}");
            return Err(self.scanner.error(place, message));
        };
        let refused = word
            .char_indices()
            .find(|(_, c)| c.is_whitespace() || c.is_control() || matches!(c, ':' | '|'));
        let Some((at, character)) = refused else {
            return Ok(word.to_owned());
        };
        let place = (place.0, place.1 + word[..at].chars().count() as u64);
        let message = match character {
            ':' => "found ':', but items with colours are not supported yet".to_owned(),
            '|' => format!("found '|' within a word, {expected}, or '|' between blanks"),
            other => format!("found '{}', {expected}", other.escape_debug()),
        };
        Err(self.scanner.error(place, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::OptionId;

    /// Reads a text; the warnings come as text.
    fn read_text(text: &[u8]) -> (Result<ExactCover, String>, Vec<String>) {
        let mut warnings = Vec::new();
        let problem = read(text, "in", |warning| warnings.push(warning.to_string()));
        (problem.map_err(|error| error.to_string()), warnings)
    }

    fn good(text: &str) -> ExactCover {
        let (problem, warnings) = read_text(text.as_bytes());
        assert_eq!(warnings, [""; 0]);
        problem.unwrap()
    }

    fn fault(text: &str) -> String {
        read_text(text.as_bytes()).0.unwrap_err()
    }

    #[test]
    fn comments_blanks_and_line_ends_do_not_matter() {
        let plain = good("a b | x\na x\nb\n");
        let odd = "\u{feff}\n| comment\r\n\t a  b\t| x \r\n  |a b | x: y\n\n a x\r\n\nb";
        assert_eq!(good(odd), plain);
        assert_eq!((plain.num_items(), plain.num_primary()), (3, 2));
        assert_eq!(plain.text(OptionId::new(0)), "a x");
        assert_eq!(good("a|".replace('|', " |").as_str()).num_items(), 1);
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "a b | x y\na x\nb x\nb y\n",
            "0\n",
            "♛1 R1#4\nR1#4 ♛1\n♛1\n",
        ] {
            let problem = good(text);
            let mut written = Vec::new();
            write(&problem, &mut written).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), text);
        }
        let empty = ExactCover::builder().build();
        assert!(write(&empty, io::sink()).is_err());
        let mut builder = ExactCover::builder();
        builder.primary("a").unwrap();
        builder.option([]).unwrap();
        assert!(write(&builder.build(), io::sink()).is_err());
    }

    #[test]
    fn faults_have_a_place() {
        let long = "n".repeat(MAX_NAME + 1);
        for (text, message) in [
            (
                "",
                "in:1:1: found the end of the input, expected a line of item names",
            ),
            (
                "| only\n\n",
                "in:3:1: found the end of the input, expected a line of item names",
            ),
            ("a b a\n", "in:1:5: item 'a' is named twice"),
            (
                "a | x a\n",
                "in:1:7: item 'a' is both primary and secondary",
            ),
            (
                "a | x | y\n",
                "in:1:7: found a second '|', expected the name of an item",
            ),
            (
                "| c\na b\na c\n",
                "in:3:3: found 'c', expected an item named in line 2",
            ),
            ("é b\né b é\n", "in:2:5: item 'é' is twice in one option"),
            (
                "a b\na | b\n",
                "in:2:3: found '|' in an option, expected the name of an item",
            ),
            (
                "a | x\na x:7\n",
                "in:2:4: found ':', but items with colours are not supported yet",
            ),
            (
                "a b|c\n",
                "in:1:4: found '|' within a word, expected the name of an item, or '|' between blanks",
            ),
            (
                "a \u{1b}[1m\n",
                "in:1:3: found '\\u{1b}', expected the name of an item",
            ),
            (
                long.as_str(),
                "in:1:1: found a longer word, expected a name of at most 64 bytes",
            ),
        ] {
            assert_eq!(fault(text), message);
        }
        let (problem, _) = read_text(b"a\n\xff\n");
        assert_eq!(
            problem.unwrap_err(),
            "in:2:1: found bytes that are no UTF-8, expected the name of an item"
        );
    }

    #[test]
    fn an_option_that_no_solution_has_is_kept_and_told() {
        let (problem, warnings) = read_text(b"a | x\n  x\na\n");
        let problem = problem.unwrap();
        assert_eq!(
            warnings,
            ["in:2:3: this option has no primary item, so no solution has it"]
        );
        assert_eq!(problem.num_options(), 2);
        assert!(!problem.may_be_chosen(OptionId::new(0)));
    }
}
