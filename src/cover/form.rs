//! Recognition of an input's text form.

use super::printed::table::lines::{has_bars, is_rule};
use super::printed::{sets, table};
use super::{ExactCover, knuth, xcc, zero_one};
use crate::io::InputError;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::io::{Cursor, Read};
use std::str::FromStr;

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
    /// A [table](super::printed::table) of 0s and 1s, with names of rows or columns or with
    /// brackets, commas or other marks between cells.
    Table,
    /// A family of [sets](super::printed::sets).
    Sets,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Knuth => "Knuth's text form",
            Form::ZeroOne => "a 0/1 matrix",
            Form::Xcc => "miniexact's p xcc",
            Form::Table => "a table of 0s and 1s",
            Form::Sets => "a family of sets",
        })
    }
}

impl Form {
    /// Recognises the form of a text by its beginning.
    ///
    /// A first line (comments apart) of 0s and 1s is a row of a matrix if it is one word
    /// (`0110`), or consists of single digits (`0 1 1 0`), or contains a word twice
    /// (`01 10 01`); unless the second line has other words. `p xcc 2 1` (four words, the last
    /// two of them numbers) is miniexact's header, which comments with `c` may precede. Any
    /// other line names items, for instance `00 01 10 11`, if the second line may be an option
    /// of these. If it may not, a brace makes the text a family of sets, and brackets, a matrix of
    /// LaTeX, or a second line of 0s and 1s make it a table. A rule of Markdown, or two lines
    /// with bars that begin with one, make any text a table.
    pub fn detect(text: &[u8]) -> Form {
        let text = lossy(text);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let lines = text.lines().map(|line| line.trim_ascii_end());
        let lines = lines.filter(|line| !line.is_empty());
        let is_markdown = |line: &str| is_rule(line) && has_bars(line);
        let begins_with_bar = |line: &&str| line.trim_start().starts_with('|');
        let is_barred = |line: &&str| begins_with_bar(line) && has_bars(line);
        let mut barred = 0;
        let has_rule = lines.clone().any(|line| {
            barred += usize::from(is_barred(&line));
            is_markdown(line)
        });
        if has_rule || barred > 1 {
            return Form::Table;
        }
        let mut bare = lines.filter(|line| !begins_with_bar(line));
        let trimmed = bare.clone().map(str::trim_ascii_start);
        let mut after_comments = trimmed.skip_while(|line| line.starts_with('c'));
        if after_comments.next().is_some_and(is_xcc) {
            return Form::Xcc;
        }
        let mut unruled = bare.clone().filter(|line| !is_rule(line));
        let (first, second) = (bare.next().unwrap_or_default(), bare.next());
        if is_matrix_row(first) {
            let is_other = |line: &str| is_row(line) && !words(line).all(is_binary);
            return match second.is_some_and(is_other) {
                true => Form::Table,
                false => Form::ZeroOne,
            };
        }
        if !first.starts_with("[[") && second.is_some_and(|second| may_be_knuth(first, second)) {
            return Form::Knuth;
        }
        let has = |mark: &str| text.contains(mark);
        let mut looks_like_rows = || {
            let first = unruled.next().unwrap_or_default();
            let below = |second: &str| is_row(second) || is_below(first, second);
            unruled.next().map_or_else(|| is_row(first), below)
        };
        match () {
            () if has("matrix}") || has("{array}") || has("{tabular}") => Form::Table,
            () if has("{") || has("∅") || has("\\emptyset") => Form::Sets,
            () if has("[") => Form::Table,
            () if looks_like_rows() => Form::Table,
            () => Form::Knuth,
        }
    }
}

/// Returns the text of these bytes, with a replacement character where they are not UTF-8.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    // The conversion of the standard library is slow even where there is nothing to replace.
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// Returns `true` if the word has the digits 0 and 1 alone.
fn is_binary(word: &str) -> bool {
    word.bytes().all(|byte| b"01".contains(&byte))
}

/// Returns `true` if the line is a row of a plain 0/1 matrix.
fn is_matrix_row(line: &str) -> bool {
    let number = words(line).count();
    let single = words(line).all(|word| word.len() == 1);
    let is_distinct = words(line).collect::<HashSet<_>>().len() == number;
    words(line).all(is_binary) && number > 0 && (number == 1 || single || !is_distinct)
}

/// Returns `true` if the line may be a row of a table: 0s and 1s, at most after a name.
fn is_row(line: &str) -> bool {
    let line = line.trim_end_matches('\\');
    let is_mark = |c: char| "|│,;&\"".contains(c);
    let is_bracket = |c: char| "()[]".contains(c) || ('⎛'..='⎭').contains(&c);
    let is_between = |c: char| c.is_whitespace() || is_mark(c) || is_bracket(c);
    let cells = line.split(is_between).filter(|cell| !cell.is_empty());
    let cells: Vec<&str> = cells.collect();
    let is_cell = |cell: &&str| {
        matches!(*cell, "." | "·" | "1." | "0." | "True" | "False") || is_binary(cell)
    };
    let Some(first) = cells.first() else {
        return false;
    };
    let values = &cells[usize::from(!is_cell(first))..];
    // A row of one word has several digits; other cells have one.
    let are_cells = match values {
        [word] => is_cell(word),
        _ => values.iter().all(|cell| {
            is_cell(cell) && !(cell.len() > 1 && cell.bytes().all(|b| b.is_ascii_digit()))
        }),
    };
    let is_clear = values.len() > 1
        || values.last().is_some_and(|cell| cell.len() > 1)
        || line.chars().filter(|&c| is_mark(c)).count() > 1
        || line.trim().contains('\t');
    is_clear && are_cells
}

/// Returns `true` if the second line is a name that is below no word of the first line, and then
/// 1s that are each below such a word.
fn is_below(first: &str, second: &str) -> bool {
    let spans = |line: &str| {
        let mut spans: Vec<(usize, usize)> = Vec::new();
        for (at, byte) in line.bytes().enumerate() {
            match spans.last_mut() {
                _ if byte.is_ascii_whitespace() => {}
                Some((_, end)) if *end == at => *end += 1,
                _ => spans.push((at, at + 1)),
            }
        }
        spans
    };
    let (names, cells) = (spans(first), spans(second));
    let is_named = |&(start, end): &(usize, usize)| {
        let mut names = names.iter();
        names.any(|&(name, after)| start < after && name < end)
    };
    let Some((label, cells)) = cells.split_first() else {
        return false;
    };
    let are_ones = words(second).skip(1).all(|word| word == "1");
    !cells.is_empty() && are_ones && !is_named(label) && cells.iter().all(is_named)
}

/// Returns `true` if the first line may name items in Knuth's form of which the second is an
/// option.
fn may_be_knuth(first: &str, second: &str) -> bool {
    let mut items = HashSet::new();
    let mut names = words(first)
        .filter(|&word| word != "|")
        .map(|word| word.split_once('|').map_or(word, |(_, name)| name));
    let is_named = names.all(|name| !name.contains(':') && items.insert(name));
    let mut seen = HashSet::new();
    let mut option = words(second)
        .filter(|word| !word.starts_with('|'))
        .map(|word| word.split(':').next().unwrap_or_default());
    is_named && option.all(|word| items.contains(word) && seen.insert(word))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_ascii_whitespace()
}

/// Returns `true` if the line is a header such as `p xcc 2 1`.
fn is_xcc(line: &str) -> bool {
    let words: Vec<&str> = words(line).collect();
    let ["p", "xc" | "xcc", numbers @ ..] = &words[..] else {
        return false;
    };
    numbers.len() == 2 && numbers.concat().bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a problem in the given form, or else in the [recognised](Form::detect)
/// one. `name` is the input's name in errors. `warn` receives findings that are
/// suspicious but no errors.
///
/// # Errors
/// If reading fails or the text is not in the form, with line and column; or, without a given
/// form, if it is in Knuth's form and just as well another problem as a table or a family of
/// sets.
pub fn read(
    mut input: impl Read,
    name: &str,
    form: Option<Form>,
    warn: impl FnMut(InputError),
) -> Result<(ExactCover, Form), InputError> {
    let mut prefix = Vec::new();
    let detected = match form {
        Some(form) => form,
        None => {
            let mut start = input.by_ref().take(PREFIX);
            start
                .read_to_end(&mut prefix)
                .map_err(|error| InputError::unreadable(name, &error))?;
            Form::detect(&prefix)
        }
    };
    let others = match (form, detected) {
        (None, Form::Knuth) => other_readings(&prefix),
        _ => &[],
    };
    if (form, detected) == (None, Form::Sets) && may_be_rows(&prefix) {
        let message = "these may be rows of 0s and 1s, or sets whose elements are 0 and 1: \
                           choose --form sets, or write rows in brackets, as [[1, 0], [0, 1]]";
        return Err(InputError::whole(name, message));
    }
    let whole = Cursor::new(prefix).chain(input);
    let problem = match detected {
        Form::Knuth if !others.is_empty() => unambiguous(whole, name, others, warn)?,
        Form::Knuth => knuth::read(whole, name, warn)?,
        Form::ZeroOne => zero_one::read(whole, name, warn)?,
        Form::Xcc => xcc::read(whole, name, warn)?,
        Form::Table => table::read(whole, name, warn)?,
        Form::Sets => sets::read(whole, name, warn)?,
    };
    Ok((problem, detected))
}

/// Reads a problem in any [form](Form). Warnings of [`read`] are errors here.
///
/// ```
/// use sudosat::cover::ExactCover;
///
/// let problem: ExactCover = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g".parse()?;
/// assert_eq!((problem.num_items(), problem.num_options()), (7, 6));
/// # Ok::<(), sudosat::io::InputError>(())
/// ```
impl FromStr for ExactCover {
    type Err = InputError;

    fn from_str(text: &str) -> Result<ExactCover, InputError> {
        let mut finding = None;
        let (problem, _) = read(text.as_bytes(), "string", None, |found| {
            finding.get_or_insert(found);
        })?;
        match finding {
            None => Ok(problem),
            Some(finding) => Err(finding),
        }
    }
}

/// Returns the forms that a text that looks like Knuth's may have too, by its beginning.
fn other_readings(prefix: &[u8]) -> &'static [Form] {
    let text = lossy(prefix);
    let has_ones = || {
        let lines = text.lines().map(str::trim_ascii);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('|'));
        let is_cell =
            |word: &str| matches!(word, "True" | "False") || is_binary(&word.replace('.', ""));
        lines.skip(1).flat_map(words).all(is_cell)
    };
    match () {
        () if text.contains('{') => &[Form::Sets],
        () if text.contains('[') || has_ones() => &[Form::Table],
        () => &[],
    }
}

/// Returns `true` if braces or brackets enclose lists of the same length, of 0s and 1s alone.
fn may_be_rows(prefix: &[u8]) -> bool {
    let text = String::from_utf8_lossy(prefix);
    let lists = text.split(['{', '}', '[', ']']).filter_map(|part| {
        let text = part.trim_matches(|c: char| c.is_whitespace() || ",\\".contains(c));
        let cells: Vec<&str> = text.split(',').map(str::trim).collect();
        (cells.len() > 1).then_some(cells)
    });
    let lists: Vec<Vec<&str>> = lists.collect();
    let is_row = |cells: &Vec<&str>| {
        let are_values = cells.iter().all(|&cell| matches!(cell, "0" | "1"));
        are_values && cells.len() == lists[0].len()
    };
    lists.len() > 1 && lists.iter().all(is_row)
}

/// Reads a problem in Knuth's form if no other form makes another problem of the text.
fn unambiguous(
    mut input: impl Read,
    name: &str,
    others: &[Form],
    warn: impl FnMut(InputError),
) -> Result<ExactCover, InputError> {
    let mut text = Vec::new();
    input
        .read_to_end(&mut text)
        .map_err(|error| InputError::unreadable(name, &error))?;
    let problem = knuth::read(&text[..], name, warn)?;
    for &form in others {
        let other = match form {
            Form::Sets => sets::read(&text[..], name, |_| ()),
            _ => table::read(&text[..], name, |_| ()),
        };
        // Lines that begin and end with braces hardly have them in names.
        let is_braced = form == Form::Sets && are_lines_braced(&text);
        let other = match other {
            Err(mut error) if is_braced => {
                error.message += "; or choose --form knuth, where braces are part of names";
                return Err(error);
            }
            other => other,
        };
        if other.is_ok_and(|other| !same_sets(&other, &problem)) {
            let (word, own) = match form {
                Form::Sets => ("sets", "braces are part of names"),
                _ => ("table", "the first line names the items of the others"),
            };
            let message = format!(
                "this is {form}, and in Knuth's text form, where {own}, another problem: choose \
                 with --form {word} or --form knuth"
            );
            return Err(InputError::whole(name, message));
        }
    }
    Ok(problem)
}

/// Returns `true` if each line that is not blank begins and ends with a brace.
fn are_lines_braced(text: &[u8]) -> bool {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty());
    lines.all(|line| line.starts_with(b"{") && line.ends_with(b"}"))
}

/// Returns `true` if both problems have the same options, as sets of names.
fn same_sets(one: &ExactCover, other: &ExactCover) -> bool {
    let sets = |problem: &ExactCover| -> Vec<Vec<String>> {
        let options = problem.options().map(|option| {
            let items = problem.option(option).iter();
            let mut names: Vec<String> = items.map(|&item| problem.name(item).to_owned()).collect();
            names.sort_unstable();
            names
        });
        options.collect()
    };
    one.num_items() == other.num_items() && sets(one) == sets(other)
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
        for text in [
            "a b\n0 1",
            "0 1\nA 1 0",
            "A 1 0 1",
            "  a b\nA 1",
            "[0 1]",
            "0,1",
        ] {
            assert_eq!(Form::detect(text.as_bytes()), Form::Table, "{text:?}");
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
            "a b\na 1",
            "a b\nb\n0 1",
            "1 2 3\n4 1",
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
