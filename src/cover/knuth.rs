//! Knuth's text form of exact cover, as read by his DLX programs.
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
//! - Blanks and tabs separate words. An empty line, or a line whose first
//!   non-blank character is `|`, is a comment.
//! - The first other line names the items: first the primary ones, then, after
//!   a separate `|`, the secondary ones, if there are any.
//! - Each further line is an option: the names of its items, each once.
//! - A name is any text without blanks, `:` and `|`, of at most [`MAX_NAME`]
//!   bytes. (Knuth's own programs allow fewer: 8 characters at first, 32 in
//!   later versions.) Digits, letters and other characters are treated alike:
//!   `0`, `R1#4` and `♛` are names.
//! - `item:color` in an option gives a colour to a secondary item, as in his
//!   `dlx2`: options that give the item the same colour are compatible. If an
//!   option gives the item no colour, no other option of the solution contains
//!   it.
//! - `2:3|item` among the primary items is covered at least twice and at most
//!   three times, `3|item` exactly three times, as in his `dlx3`.
//!
//! The only solution of the example is {a x, b y, c}: `b x` would cover the
//! item `x` twice, and `b y` with `c y` would cover `y` twice.
//!
//! An option without a primary item is in no solution. Like Knuth's programs,
//! [`read`] warns about it. It keeps the option, so that the numbers of options
//! match the lines.

use super::builder::{BuildError, Builder};
use super::lines;
use super::problem::{Bounds, ExactCover, Item, MAX_NAME};
use crate::io::{InputError, Place, Scanner};
use std::io::{self, Read, Write};
use std::str::FromStr;

/// Reads a problem. `name` is the input's name in errors. `warn` receives
/// findings that are suspicious but no errors.
///
/// # Errors
/// If reading fails or the text is not in this form, with line and column.
pub fn read(
    input: impl Read,
    name: &str,
    mut warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    let mut reader = KnuthReader {
        scanner: lines::scanner(input, name)?,
        builder: ExactCover::builder(),
        items_line: 0,
        spare: Vec::new(),
    };
    if !lines::find_line(&mut reader.scanner)? {
        let place = reader.scanner.place();
        return Err(reader.scanner.unexpected(place, "a line of item names"));
    }
    reader.items()?;
    while lines::find_line(&mut reader.scanner)? {
        reader.option(&mut warn)?;
    }
    if reader.builder.num_options() == 0 {
        let line = reader.items_line;
        let message = format!("found no option after the items of line {line}");
        warn(reader.scanner.error(reader.scanner.place(), message));
    }
    Ok(reader.builder.build())
}

/// Writes a problem so that [`read`] reads it back.
///
/// The form can't express a problem without primary items, whose first line
/// would be a comment, nor an option without items, whose line would be empty.
/// Both are refused as [`io::ErrorKind::InvalidInput`], before anything is
/// written.
///
/// # Errors
/// If the form can't express the problem, or those of `output`.
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
    // At the very start of a text the character would be taken for a byte order mark.
    let mut names = problem.items().map(|item| problem.name(item));
    if names
        .next()
        .is_some_and(|name| name.starts_with('\u{feff}'))
    {
        writeln!(output)?;
    }
    let mut separator = "";
    for item in problem.items() {
        if item.index() == problem.num_primary() {
            write!(output, "{separator}|")?;
            separator = " ";
        }
        output.write_all(separator.as_bytes())?;
        match problem.bounds(item) {
            Bounds::ONCE => {}
            Bounds { low, high } if low == high => write!(output, "{high}|")?,
            Bounds { low, high } => write!(output, "{low}:{high}|")?,
        }
        output.write_all(problem.name(item).as_bytes())?;
        separator = " ";
    }
    writeln!(output)?;
    for option in problem.options() {
        let mut separator = "";
        for (item, color) in problem.colored(option) {
            output.write_all(separator.as_bytes())?;
            output.write_all(problem.name(item).as_bytes())?;
            if let Some(color) = color {
                write!(output, ":{}", problem.color_name(color))?;
            }
            separator = " ";
        }
        match problem.cost(option) {
            0 => writeln!(output)?,
            cost => writeln!(output, " |{cost}")?,
        }
    }
    Ok(())
}

struct KnuthReader<R> {
    scanner: Scanner<R>,
    builder: Builder,
    /// Number of the line that names the items.
    items_line: u64,
    /// Memory for the next word.
    spare: Vec<u8>,
}

/// Description of [`MAX_NAME`] in error messages.
const SHORT_NAME: &str = "a name of at most 64 bytes";

/// Greatest length of a word: a name with a colour, or with bounds.
const MAX_WORD: usize = 2 * MAX_NAME + 1;

impl<R: Read> KnuthReader<R> {
    /// Reads the line of item names.
    fn items(&mut self) -> Result<(), InputError> {
        self.items_line = self.scanner.place().line();
        let mut primary = true;
        while let Some((place, word)) = self.next_word()? {
            if word == "|" {
                if !primary {
                    let message = "found a second \"|\" in this line";
                    return Err(self.scanner.error(place, message));
                }
                primary = false;
                continue;
            }
            let (bounds, name) = match word.split_once('|') {
                None => (None, word.as_str()),
                Some((bounds, name)) => match read_bounds(bounds) {
                    Some(bounds) if primary => (Some(bounds), name),
                    Some(_) => {
                        let message = format!("found \"{word}\": bounds are for primary items");
                        return Err(self.scanner.error(place, message));
                    }
                    None => {
                        let expected = "\"|\" by itself, or the name of an item, or one with bounds as 2:3|name";
                        return Err(self.scanner.unexpected(place, expected));
                    }
                },
            };
            if name.contains(['|', ':']) {
                return Err(self.scanner.unexpected(place, "the name of an item"));
            }
            self.check_length(place, name)?;
            let added = match bounds {
                Some(bounds) => self.builder.bounded(name, bounds),
                None if primary => self.builder.primary(name),
                None => self.builder.secondary(name),
            };
            added.map_err(|error| self.refused(place, &error))?;
        }
        Ok(())
    }

    /// Reads the line of an option.
    fn option(&mut self, warn: &mut impl FnMut(InputError)) -> Result<(), InputError> {
        let start = self.scanner.place();
        let (mut primary, mut costs) = (false, Vec::new());
        self.builder
            .start_option()
            .map_err(|error| self.refused(start, &error))?;
        loop {
            if let Some((place, item)) = self.plain_item() {
                primary |= self.builder.is_primary(item);
                self.builder
                    .extend_option(item, None)
                    .map_err(|error| self.refused(place, &error))?;
                continue;
            }
            let Some((place, word)) = self.next_word()? else {
                break;
            };
            if let Some(cost) = word.strip_prefix('|').filter(|cost| !cost.is_empty()) {
                let Some(cost) = read_number(cost) else {
                    return Err(self
                        .scanner
                        .unexpected(place, "the cost of the option, as |5"));
                };
                costs.push((place, cost));
                continue;
            }
            let (name, color) = match word.split_once(':') {
                None => (word.as_str(), None),
                Some((name, color)) => (name, Some(color)),
            };
            self.check_length(place, name)?;
            let Some(item) = self.builder.item(name) else {
                let line = self.items_line;
                let expected = format!("an item that line {line} names");
                return Err(self.scanner.unexpected(place, &expected));
            };
            primary |= self.builder.is_primary(item);
            let color = match color {
                None => None,
                Some(color) => {
                    if color.is_empty() || color.contains([':', '|']) {
                        let expected = "one colour after the \":\"";
                        return Err(self.scanner.unexpected(place, expected));
                    }
                    self.check_length(place, color)?;
                    let color = self.builder.color(color);
                    Some(color.map_err(|error| self.refused(place, &error))?)
                }
            };
            self.builder
                .extend_option(item, color)
                .map_err(|error| self.refused(place, &error))?;
            self.spare = word.into_bytes();
        }
        self.builder.end_option();
        for (place, cost) in costs {
            self.builder
                .charge(cost)
                .map_err(|error| self.refused(place, &error))?;
        }
        if !primary {
            let message = "this option has no primary item, so no solution has it";
            warn(self.scanner.error(start, message));
        }
        Ok(())
    }

    /// Reads the next word of an option if it is just the name of an item, as most words are, without
    /// copying it as [`Self::next_word`] does. Otherwise passes blanks at most.
    #[inline]
    fn plain_item(&mut self) -> Option<(Place, Item)> {
        let name = self.scanner.peek_plain([b':', b'|'])?;
        let (item, length) = (self.builder.item(name)?, name.len());
        let place = self.scanner.place();
        self.scanner.pass(length);
        Some((place, item))
    }

    /// Reads the next word of the line. Returns it with its place.
    fn next_word(&mut self) -> Result<Option<(Place, String)>, InputError> {
        self.scanner.skip_blanks()?;
        if self.scanner.at_line_end()? {
            return Ok(None);
        }
        let place = self.scanner.place();
        let mut word = std::mem::take(&mut self.spare);
        word.clear();
        self.scanner.word_into(&mut word, MAX_WORD, SHORT_NAME)?;
        let Ok(word) = String::from_utf8(word) else {
            return Err(self.scanner.unexpected(place, "a name in UTF-8"));
        };
        let is_plain = word.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_plain && word.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(self.scanner.unexpected(place, "the name of an item"));
        }
        Ok(Some((place, word)))
    }

    /// Refuses a name that is too long.
    fn check_length(&mut self, place: Place, name: &str) -> Result<(), InputError> {
        if name.len() > MAX_NAME {
            return Err(self.scanner.unexpected(place, SHORT_NAME));
        }
        Ok(())
    }

    fn refused(&self, place: Place, error: &BuildError) -> InputError {
        self.scanner.error(place, error.to_string())
    }
}

/// Parses bounds: the part before the `|` of an item's name, `3` or `2:3`.
fn read_bounds(text: &str) -> Option<Bounds> {
    let (low, high) = text.split_once(':').unwrap_or((text, text));
    Some(Bounds {
        low: read_number(low)?,
        high: read_number(high)?,
    })
}

/// Parses a number: digits and nothing else.
fn read_number<T: FromStr>(text: &str) -> Option<T> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::OptionId;

    /// Reads a text and returns the warnings as text.
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
        let (problem, warnings) = read_text(b"\na |");
        assert_eq!(problem.unwrap().num_items(), 1);
        assert_eq!(
            warnings,
            ["in:2:4: found no option after the items of line 2"]
        );
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "a b | x y\na x\nb x\nb y\n",
            "0\n0\n",
            "a 0:2|b 3|c d | x y\na x:7\nb x:♛ y\nc d y:a\n",
            "♛1 R1#4\nR1#4 ♛1\n♛1\n",
            "\n\u{feff}a b\n\u{feff}a\nb\n",
            "0:2|a b | x\na x:1 |3\nb\na b |4000000000000000000\n",
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
    fn costs_of_an_option_are_added() {
        let problem = good("a b | x\na |2 x |3\nb\na |0\n");
        let costs = problem.options().map(|option| problem.cost(option));
        assert_eq!(costs.collect::<Vec<u64>>(), [5, 0, 0]);
        assert!(!good("a\na |0\n").has_costs());
    }

    #[test]
    fn faults_have_a_place() {
        let long = "n".repeat(MAX_NAME + 1);
        for (text, message) in [
            (
                "",
                "1:1: found the end of the file, expected a line of item names",
            ),
            (
                "| c\n\n",
                "3:1: found the end of the file, expected a line of item names",
            ),
            ("a b a\n", "1:5: item 'a' is named twice"),
            ("a | x a\n", "1:7: item 'a' is both primary and secondary"),
            ("a | x | y\n", "1:7: found a second \"|\" in this line"),
            (
                "| c\na b\na c\n",
                "3:3: found \"c\", expected an item that line 2 names",
            ),
            ("é b\né b é\n", "2:5: item 'é' is twice in one option"),
            (
                "a b\na | b\n",
                "2:3: found \"|\", expected an item that line 1 names",
            ),
            (
                "a | x\na:7\n",
                "2:1: item 'a' is primary and can't have a colour",
            ),
            (
                "a | x\na x:\n",
                "2:3: found \"x:\", expected one colour after the \":\"",
            ),
            (
                "a | x\na x:1:2\n",
                "2:3: found \"x:1:2\", expected one colour after the \":\"",
            ),
            (
                "a | x\na :1\n",
                "2:3: found \":1\", expected an item that line 1 names",
            ),
            ("a | x\na x:1 x:1\n", "2:7: item 'x' is twice in one option"),
            (
                "a b|c\n",
                "1:3: found \"b|c\", expected \"|\" by itself, or the name of an item, or one with bounds as 2:3|name",
            ),
            (
                "a -1:2|c\n",
                "1:3: found \"-1:2|c\", expected \"|\" by itself, or the name of an item, or one with bounds as 2:3|name",
            ),
            (
                "99999999999|c\n",
                "1:1: found \"99999999999|c\", expected \"|\" by itself, or the name of an item, or one with bounds as 2:3|name",
            ),
            (
                "3:2|c\n",
                "1:1: an item can't be covered at least 3 and at most 2 times",
            ),
            (
                "0|c\n",
                "1:1: an item can't be covered at least 0 and at most 0 times: leave it out",
            ),
            (
                "a\na |x\n",
                "2:3: found \"|x\", expected the cost of the option, as |5",
            ),
            (
                "a\na |4611686018427387903\na |0 |1\n",
                "3:6: the costs of all options are more than 4611686018427387903 together",
            ),
            ("2|\n", "1:1: an item or a colour needs a name"),
            ("a:b\n", "1:1: found \"a:b\", expected the name of an item"),
            (
                "2|a|b\n",
                "1:1: found \"2|a|b\", expected the name of an item",
            ),
            (
                "a | 2|x\n",
                "1:5: found \"2|x\": bounds are for primary items",
            ),
            (
                "a \u{1b}[1m\n",
                "1:3: found \"\\u{1b}[1m\", expected the name of an item",
            ),
            (
                &long,
                "1:1: found \"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…\", expected a name of at most 64 bytes",
            ),
        ] {
            assert_eq!(fault(text), format!("in:{message}"));
        }
        let (problem, _) = read_text(b"a\n\xff\n");
        assert_eq!(
            problem.unwrap_err(),
            "in:2:1: found \"\\xff\", expected a name in UTF-8"
        );
        assert!(SHORT_NAME.contains(&format!(" {MAX_NAME} ")));
        let longest = "n".repeat(MAX_NAME);
        let text = format!("{longest} | x\n{longest} x:{longest}\n");
        assert_eq!(good(&text).num_items(), 2);
        let text = format!("a | x\na x:{long}\n");
        assert!(fault(&text).ends_with("expected a name of at most 64 bytes"));
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
