//! The text form of miniexact, which resembles DIMACS: numbers only.
//!
//! ```text
//! p xcc 2 1
//! 2 3 -1 0
//! 1 3 -1 0
//! ```
//!
//! The header states the numbers of primary and secondary items. Items are
//! named by their numbers: the primary ones from 1, then the secondary ones. An
//! option is a list of items that ends with `0` and may span several lines; a
//! negative number after a secondary item is its colour. `p xc` is the same
//! form without colours. Lines that start with `c` are comments.
//!
//! An item takes memory as soon as the header declares it, so the header may
//! declare at most [`MAX_ITEMS`].

use super::builder::{BuildError, Builder};
use super::lines;
use super::problem::{Color, ExactCover, Item};
use crate::io::{InputError, Place, Scanner};
use std::io::{self, Read, Write};

/// Largest number of items that a header may declare: at about 130 bytes each,
/// half a gigabyte.
pub const MAX_ITEMS: i64 = 1 << 22;

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
    let mut reader = XccReader {
        scanner: lines::scanner(input, name)?,
        builder: ExactCover::builder(),
        items: 0,
        primary: 0,
        colors: false,
    };
    reader.header()?;
    while reader.skip_comments()? {
        reader.option(&mut warn)?;
    }
    Ok(reader.builder.build())
}

struct XccReader<R> {
    scanner: Scanner<R>,
    builder: Builder,
    /// Number of items that the header declares. `primary` is the number of
    /// primary ones.
    items: i64,
    primary: i64,
    /// Set if the header allows colours.
    colors: bool,
}

const HEADER: &str = "\"p xcc PRIMARY SECONDARY\"";
const NUMBER: &str = "a number, or 0 at the end of the option";

impl<R: Read> XccReader<R> {
    /// Skips blanks, line ends and comments. Returns `true` if anything
    /// follows.
    fn skip_comments(&mut self) -> Result<bool, InputError> {
        loop {
            match self.scanner.skip_space()? {
                Some(b'c') => self.scanner.skip_line()?,
                next => return Ok(next.is_some()),
            }
        }
    }

    fn header(&mut self) -> Result<(), InputError> {
        self.skip_comments()?;
        let start = self.scanner.place();
        if self.scanner.word(1, HEADER)? != b"p" {
            return Err(self.scanner.unexpected(start, HEADER));
        }
        self.scanner.skip_blanks()?;
        let place = self.scanner.place();
        self.colors = match self.scanner.word(3, "xc or xcc")?.as_slice() {
            b"xcc" => true,
            b"xc" => false,
            _ => return Err(self.scanner.unexpected(place, "xc or xcc")),
        };
        let primary = self.count("the number of primary items")?;
        let secondary = self.count("the number of secondary items")?;
        self.scanner.skip_blanks()?;
        if !self.scanner.at_line_end()? {
            let place = self.scanner.place();
            return Err(self.scanner.unexpected(place, "the end of the line"));
        }
        (self.items, self.primary) = (primary + secondary, primary);
        if self.items > MAX_ITEMS {
            let message = format!("found {} items, expected at most {MAX_ITEMS}", self.items);
            return Err(self.scanner.error(start, message));
        }
        for number in 1..=self.items {
            let name = number.to_string();
            let added = match number <= primary {
                true => self.builder.primary(&name),
                false => self.builder.secondary(&name),
            };
            added.map_err(|error| self.refused(start, &error))?;
        }
        Ok(())
    }

    /// Reads a number of items.
    fn count(&mut self, expected: &str) -> Result<i64, InputError> {
        self.scanner.skip_blanks()?;
        let place = self.scanner.place();
        let number = self.scanner.integer(expected)?;
        if !(0..=u32::MAX.into()).contains(&number) {
            return Err(self.scanner.unexpected(place, expected));
        }
        Ok(number)
    }

    /// Reads an option, up to its 0.
    fn option(&mut self, warn: &mut impl FnMut(InputError)) -> Result<(), InputError> {
        let start = self.scanner.place();
        self.builder
            .start_option()
            .map_err(|error| self.refused(start, &error))?;
        // A number is kept back until it is known whether a colour follows.
        let mut waiting: Option<(Place, i64)> = None;
        let mut primary = false;
        loop {
            if !self.skip_comments()? {
                let place = self.scanner.place();
                return Err(self.scanner.unexpected(place, NUMBER));
            }
            let place = self.scanner.place();
            let number = self.scanner.integer(NUMBER)?;
            match (number, waiting) {
                (..0, Some((at, item))) if self.colors && item > self.primary => {
                    let color = self
                        .builder
                        .color(&(-number).to_string())
                        .map_err(|error| self.refused(place, &error))?;
                    self.extend(at, item, Some(color))?;
                    waiting = None;
                }
                (..0, _) => {
                    let expected = "a colour only in xcc, once, after a secondary item";
                    return Err(self.scanner.unexpected(place, expected));
                }
                (_, Some((at, item))) => {
                    self.extend(at, item, None)?;
                    waiting = Some((place, number));
                }
                (_, None) => waiting = Some((place, number)),
            }
            if number == 0 {
                break;
            }
            if number > self.items {
                let expected = format!("an item from 1 to {}", self.items);
                return Err(self.scanner.unexpected(place, &expected));
            }
            primary |= (1..=self.primary).contains(&number);
        }
        self.builder.end_option();
        if !primary {
            let message = "this option has no primary item, so no solution has it";
            warn(self.scanner.error(start, message));
        }
        Ok(())
    }

    fn extend(
        &mut self,
        place: Place,
        number: i64,
        color: Option<Color>,
    ) -> Result<(), InputError> {
        self.builder
            .extend_option(Item::new(number as usize - 1), color)
            .map_err(|error| self.refused(place, &error))
    }

    fn refused(&self, place: Place, error: &BuildError) -> InputError {
        self.scanner.error(place, error.to_string())
    }
}

/// Writes a problem. Items and colours lose their names and get numbers.
///
/// The form can't express bounds and costs: a problem that has them is refused as
/// [`io::ErrorKind::InvalidInput`].
///
/// # Errors
/// If the problem has bounds or costs, or those of `output`.
pub fn write(problem: &ExactCover, mut output: impl Write) -> io::Result<()> {
    if problem.has_bounds() {
        let message = "p xcc can't say how often an item is to be covered";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    if problem.has_costs() {
        let message = "p xcc can't say what an option costs";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let (primary, items) = (problem.num_primary(), problem.num_items());
    writeln!(output, "p xcc {primary} {}", items - primary)?;
    for option in problem.options() {
        for (item, color) in problem.colored(option) {
            write!(output, "{} ", item.index() + 1)?;
            if let Some(color) = color {
                write!(output, "-{} ", color.index() + 1)?;
            }
        }
        output.write_all(b"0\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::OptionId;

    fn read_text(text: &str) -> (Result<ExactCover, String>, Vec<String>) {
        let mut warnings = Vec::new();
        let problem = read(text.as_bytes(), "in", |odd| warnings.push(odd.to_string()));
        (problem.map_err(|error| error.to_string()), warnings)
    }

    #[test]
    fn options_colours_and_comments_are_read() {
        let (problem, warnings) =
            read_text("c no item\n p xcc 2 2 \r\n2 3 -1 4 0 c odd\n1\n3 -7\n0\n3 0");
        let problem = problem.unwrap();
        assert_eq!(
            warnings,
            ["in:7:1: this option has no primary item, so no solution has it"]
        );
        assert_eq!((problem.num_items(), problem.num_primary()), (4, 2));
        let texts: Vec<String> = problem.options().map(|o| problem.text(o)).collect();
        assert_eq!(texts, ["2 3:1 4", "1 3:7", "3"]);
        let mut written = Vec::new();
        write(&problem, &mut written).unwrap();
        assert_eq!(written, b"p xcc 2 2\n2 3 -1 4 0\n1 3 -2 0\n3 0\n");
        let (plain, _) = read_text("p xc 1 0\n1 0\n");
        assert_eq!(plain.unwrap().text(OptionId::new(0)), "1");
    }

    #[test]
    fn faults_have_a_place() {
        for (text, message) in [
            (
                "",
                "1:1: found the end of the file, expected \"p xcc PRIMARY SECONDARY\"",
            ),
            ("p cnf 1 2\n", "1:3: found \"cnf\", expected xc or xcc"),
            (
                "p xcc 1 -2\n",
                "1:9: found \"-2\", expected the number of secondary items",
            ),
            (
                "p xcc 1 99999999999\n",
                "1:9: found \"99999999999\", expected the number of secondary items",
            ),
            (
                "p xcc 2147483640 0\n1 0\n",
                "1:1: found 2147483640 items, expected at most 4194304",
            ),
            (
                "p xcc 1 1 1\n",
                "1:11: found \"1\", expected the end of the line",
            ),
            (
                "p xcc 1 1\n1 3 0\n",
                "2:3: found \"3\", expected an item from 1 to 2",
            ),
            ("p xcc 1 1\n1 1 0\n", "2:3: item '1' is twice in one option"),
            (
                "p xcc 1 1\n1 -1 0\n",
                "2:3: found \"-1\", expected a colour only in xcc, once, after a secondary item",
            ),
            (
                "p xcc 1 1\n1 2 -1 -1 0\n",
                "2:8: found \"-1\", expected a colour only in xcc, once, after a secondary item",
            ),
            (
                "p xc 1 1\n1 2 -1 0\n",
                "2:5: found \"-1\", expected a colour only in xcc, once, after a secondary item",
            ),
            (
                "p xcc 1 1\n1 2\n",
                "3:1: found the end of the file, expected a number, or 0 at the end of the option",
            ),
            (
                "p xcc 1 1\n1 x 0\n",
                "2:3: found \"x\", expected a number, or 0 at the end of the option",
            ),
        ] {
            assert_eq!(read_text(text).0.unwrap_err(), format!("in:{message}"));
        }
    }
}
