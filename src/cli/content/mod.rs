//! The kinds of input, recognised by their first bytes, whatever the name.
//!
//! A command that fails to read an input says what it holds instead, and which
//! command reads that: a formula where a puzzle is expected, a proof where a
//! formula is. `decode` and `verify` take inputs of several kinds.

mod evidence;

pub(super) use evidence::{Evidence, begins_with_number, is_count};

use std::io::{BufRead, Chain, Cursor, Read};
use sudosat::formula::answer;
use sudosat::io::{InputError, Source, display};
use sudosat::proof::format;
use sudosat::sudoku::text::{self, Options};

/// Number of bytes that are looked at, after leading comments of DIMACS.
const LOOKED_AT: usize = 4096;

/// Number of bytes that are waited for. Of a pipe no more are, so that a puzzle
/// can be answered before the next one comes.
const ENOUGH: usize = 16;

/// Limit on the leading comments of DIMACS, in bytes: `encode --names` writes 25
/// million for a 100×100 grid.
const LONGEST_HEAD: usize = 64 << 20;

/// Number of lines that are looked at where each must have one form.
const LINES: usize = 20;

/// A kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A Sudoku.
    Puzzle,
    /// A formula in DIMACS.
    Formula,
    /// An exact-cover problem in Knuth's or miniexact's form.
    Cover,
    /// The output of a SAT solver, or the literals of a model.
    Answer,
    /// A DRAT, LRAT or VeriPB proof.
    Proof,
    /// A trace of `explain --json`.
    Trace,
}

/// An input with its first bytes, which stay to be read.
pub(super) struct Opened {
    /// The first bytes.
    pub prefix: Vec<u8>,
    /// All bytes.
    pub input: Chain<Cursor<Vec<u8>>, Source>,
}

/// Looks at the first bytes of a source.
pub(super) fn peek(source: Source) -> Result<Opened, InputError> {
    peek_at_least(source, ENOUGH)
}

/// Looks at the first `least` bytes of a source, or more, or all if it is shorter.
/// If comments of DIMACS come first, some bytes after them are among these.
pub(super) fn peek_at_least(mut source: Source, least: usize) -> Result<Opened, InputError> {
    let mut prefix = Vec::new();
    let mut head = Head::default();
    let mut body = 0;
    // The first chunk may be the few bytes that show a compression, and each may end
    // within a line.
    let shows_a_line = |text: &[u8]| text.len() >= LOOKED_AT || text.contains(&b'\n');
    while prefix.len() < least || !shows_a_line(&prefix[body..]) && body < LONGEST_HEAD {
        let name = source.name().to_owned();
        let chunk = source
            .fill_buf()
            .map_err(|error| InputError::unreadable(name, &error))?;
        let length = chunk.len().min(LOOKED_AT);
        prefix.extend_from_slice(&chunk[..length]);
        source.consume(length);
        if length == 0 {
            break;
        }
        body = head.end(&prefix);
    }
    let input = Cursor::new(prefix.clone()).chain(source);
    Ok(Opened { prefix, input })
}

/// Returns the text from its first line that is neither blank nor a comment of
/// DIMACS.
pub(super) fn without_comments(text: &[u8]) -> &[u8] {
    &text[Head::default().end(text)..]
}

/// Finds the end of the leading comments of a DIMACS text while its bytes arrive. Each
/// byte is examined once, so that a comment of megabytes takes linear time.
#[derive(Default)]
struct Head {
    /// Number of bytes looked at.
    seen: usize,
    /// Place of the first byte of the line that byte `seen` is in.
    line: usize,
    so_far: Line,
}

/// The kind of a line, by those of its bytes that were looked at.
#[derive(Clone, Copy, Default)]
enum Line {
    #[default]
    Blank,
    /// A `c`: a comment if the line ends, or goes on with a space.
    LetterC,
    Comment,
    Body,
}

impl Head {
    /// Returns the place of the first line that is neither blank nor a comment: the
    /// length of the text if there is none, or if the last line is not finished and
    /// may be either. The text begins with that of the call before.
    fn end(&mut self, text: &[u8]) -> usize {
        for (place, byte) in text.iter().enumerate().skip(self.seen) {
            self.so_far = match (self.so_far, byte) {
                (Line::Body, _) => break,
                (_, b'\n') => {
                    self.line = place + 1;
                    Line::Blank
                }
                (Line::Comment, _) => Line::Comment,
                (Line::LetterC, b' ' | b'\t' | b'\r') => Line::Comment,
                (Line::Blank, b'c') => Line::LetterC,
                (Line::Blank, byte) if byte.is_ascii_whitespace() => Line::Blank,
                _ => Line::Body,
            };
        }
        self.seen = text.len();
        match self.so_far {
            Line::Body => self.line,
            Line::Blank | Line::LetterC | Line::Comment => text.len(),
        }
    }
}

/// The command lines that errors of an input of another kind name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Hints {
    /// The usual command for each kind.
    #[default]
    Usual,
    /// Those of `explain`, for the kinds that it takes.
    Explain,
}

/// Returns the error of an input that holds something else than expected, or
/// `None` if its first bytes show nothing of the kind.
pub(super) fn recognised(
    name: &str,
    prefix: &[u8],
    expected: Content,
    hints: Hints,
) -> Option<InputError> {
    let found = Content::of(prefix).filter(|found| *found != expected)?;
    let (what, command) = (found.noun(), found.command(name, hints));
    let expected = expected.noun();
    let message = format!("this is {what}, expected {expected}: `{command}` reads it");
    Some(InputError::whole(name, message))
}

/// Returns the error of [`recognised`], or else `error`.
pub(super) fn explained(
    error: InputError,
    prefix: &[u8],
    expected: Content,
    hints: Hints,
) -> InputError {
    recognised(&error.name, prefix, expected, hints).unwrap_or(error)
}

impl Content {
    /// Recognises an input by its first bytes.
    pub(super) fn of(prefix: &[u8]) -> Option<Content> {
        let beginning = &prefix[..prefix.len().min(LOOKED_AT)];
        if beginning.contains(&0) {
            return format::is_binary(beginning).then_some(Content::Proof);
        }
        let is_comment = |line: &&str| *line == "c" || line.starts_with("c ");
        let text = whole_lines(without_comments(prefix));
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.filter(|line| !is_comment(line)).take(LINES).collect();
        let first = *lines.first()?;
        if first.starts_with("p cnf") || first.starts_with("p inccnf") {
            Some(Content::Formula)
        } else if first.starts_with("p xcc") || is_knuth(&text) {
            Some(Content::Cover)
        } else if first.starts_with("pseudo-Boolean proof") {
            Some(Content::Proof)
        } else if first.starts_with('{') && first.contains("\"sudosat-trace") {
            Some(Content::Trace)
        } else if is_answer(first) || answer::begins_object(text.as_bytes()) {
            Some(Content::Answer)
        } else if is_puzzle(&whole_lines(beginning)) {
            Some(Content::Puzzle)
        } else {
            of_numbers(&lines)
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Content::Puzzle => "a Sudoku",
            Content::Formula => "a DIMACS formula",
            Content::Cover => "an exact-cover problem",
            Content::Answer => "a SAT solver's answer",
            Content::Proof => "a proof",
            Content::Trace => "a trace of `explain --json`",
        }
    }

    /// Returns the command that reads such an input.
    fn command(self, name: &str, hints: Hints) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./+:@,%".contains(c);
        let file = match !name.is_empty() && name.chars().all(is_plain) {
            true => display(name).into_owned(),
            // A name that a shell would take apart is not repeated.
            false => "FILE".to_owned(),
        };
        match self {
            Content::Puzzle if hints == Hints::Explain => format!("sudosat explain {file}"),
            Content::Formula if hints == Hints::Explain => format!("sudosat explain --cnf {file}"),
            Content::Cover if hints == Hints::Explain => format!("sudosat explain --cover {file}"),
            Content::Puzzle => format!("sudosat solve {file}"),
            Content::Formula => format!("sudosat sat {file}"),
            Content::Cover => format!("sudosat cover {file}"),
            Content::Answer => format!("sudosat decode PUZZLE {file}"),
            Content::Proof => format!("sudosat verify FORMULA {file}"),
            Content::Trace => format!("sudosat explain --replay {file}"),
        }
    }
}

/// Returns the first [`LOOKED_AT`] bytes as text, without a last line that may be
/// cut off there.
pub(super) fn whole_lines(bytes: &[u8]) -> String {
    if bytes.len() < LOOKED_AT {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let bytes = &bytes[..LOOKED_AT];
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    String::from_utf8_lossy(&bytes[..end.map_or(0, |end| end + 1)]).into_owned()
}

/// Returns `true` for the first line of a solver's output.
fn is_answer(line: &str) -> bool {
    const STATUSES: [&str; 7] = [
        "SAT",
        "SATISFIABLE",
        "UNSAT",
        "UNSATISFIABLE",
        "UNKNOWN",
        "INDET",
        "INDETERMINATE",
    ];
    let line = line.to_ascii_uppercase();
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let number = |word: &&str| word.trim_matches([',', '[', ']']).parse::<i64>().ok();
    match &words[..] {
        [word] | ["S", word] if STATUSES.contains(word) => true,
        ["V", literals @ ..] => literals.iter().all(|word| number(word).is_some()),
        // The models and the `None` of libraries, in brackets as Python prints them.
        [first, ..] if first.starts_with("[K!") || first.starts_with("(NONE,") => true,
        [first, ..] if first.starts_with('[') => {
            let numbers: Option<Vec<i64>> = words.iter().map(number).collect();
            // No puzzle has negative numbers.
            numbers.is_some_and(|numbers| numbers.iter().any(|&number| number < 0))
        }
        _ => false,
    }
}

fn is_puzzle(text: &str) -> bool {
    let first = text::read(text.as_bytes(), "", &Options::default()).next();
    matches!(first, Some(Ok(_)))
}

/// Returns the content of lines that hold nothing but numbers. If each ends with 0,
/// one line with the variables in order is a model, and others are steps of a
/// proof. If not, negative numbers are those of a model.
fn of_numbers(lines: &[&str]) -> Option<Content> {
    let numbers = |line: &&str| -> Option<Vec<i64>> {
        let words = line.split_whitespace().filter(|word| *word != "d");
        words.map(|word| word.parse().ok()).collect()
    };
    let rows: Vec<Vec<i64>> = lines.iter().map(numbers).collect::<Option<_>>()?;
    if rows.iter().any(|row| row.last() != Some(&0)) {
        let is_model = rows.iter().flatten().any(|&number| number < 0);
        return is_model.then_some(Content::Answer);
    }
    match &rows[..] {
        [row] if row.is_sorted_by(|a, b| a.abs() < b.abs() || *b == 0) && row.len() > 1 => {
            Some(Content::Answer)
        }
        _ => Some(Content::Proof),
    }
}

/// Returns `true` for a line of named items and lines of options that take a
/// part of them. Items must have letters, or rows of digits would be options.
fn is_knuth(text: &str) -> bool {
    let lines = text.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('|'));
    let Some(first) = lines.next() else {
        return false;
    };
    let items: Vec<&str> = first
        .split_whitespace()
        .filter(|word| *word != "|")
        .map(|word| word.rsplit('|').next().unwrap_or(word))
        .collect();
    let has_letter = |item: &&str| item.chars().any(char::is_alphabetic);
    let options: Vec<Vec<&str>> = lines
        .take(LINES)
        .map(|line| line.split_whitespace().collect())
        .collect();
    let is_option = |option: &Vec<&str>| {
        let mut words = option
            .iter()
            .map(|word| word.split(':').next().unwrap_or(word));
        option.len() < items.len() && words.all(|word| items.contains(&word))
    };
    items.len() > 1
        && items.iter().all(has_letter)
        && !options.is_empty()
        && options.iter().all(is_option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_comments_is_found_however_the_bytes_come() {
        for (text, rest) in [
            ("c one\n\n c\nc\ttwo\r\np cnf 1 1\n", "p cnf 1 1\n"),
            ("c\r\ncells 3\n", "cells 3\n"),
            ("c no end", ""),
            ("  \n  ", ""),
            ("1 0\nc later\n", "1 0\nc later\n"),
        ] {
            for step in 1..=text.len() {
                let mut head = Head::default();
                let ends = (1..=text.len()).step_by(step).chain([text.len()]);
                let last = ends.map(|end| head.end(&text.as_bytes()[..end])).last();
                assert_eq!(&text[last.unwrap()..], rest, "{text:?} by {step}");
            }
        }
    }

    #[test]
    fn contents_are_recognised_by_their_first_bytes() {
        for (text, content) in [
            ("c hi\np cnf 2 1\n1 2 0\n", Some(Content::Formula)),
            ("p xcc 2 0\n1 0\n", Some(Content::Cover)),
            (
                "| a comment\na b c | x\na x:red\nb c\n",
                Some(Content::Cover),
            ),
            ("s SATISFIABLE\nv 1 2 0\n", Some(Content::Answer)),
            ("c x\nUNSAT\n", Some(Content::Answer)),
            ("1 -2 3 0\n", Some(Content::Answer)),
            ("sat\n", Some(Content::Answer)),
            ("v 1 -2 3", Some(Content::Answer)),
            ("-1 2\n-3", Some(Content::Answer)),
            ("[1, -2, 3]", Some(Content::Answer)),
            ("[k!1 = True]", Some(Content::Answer)),
            (
                "{\"status\":\"UNKNOWN\",\"reason\":\"out of time\"}\n",
                Some(Content::Answer),
            ),
            ("{\"status\":\"ok\"}\n", None),
            ("s a t u\n", None),
            ("1-3-\n", None),
            ("[[5,3,0]]\n", None),
            ("1 -2 0\n-1 0\n0\n", Some(Content::Proof)),
            ("d 3 -1 0\n", Some(Content::Proof)),
            ("a\u{2}\0", Some(Content::Proof)),
            ("pseudo-Boolean proof version 3.0\n", Some(Content::Proof)),
            ("{\"format\":\"sudosat-trace/1\"}", Some(Content::Trace)),
            ("1...\n..3.\n.4..\n...2\n", Some(Content::Puzzle)),
            ("# c\n1.....3..4.....2\n", Some(Content::Puzzle)),
            ("hello world\n", None),
            ("1...\n..x.\n", None),
            ("", None),
        ] {
            assert_eq!(Content::of(text.as_bytes()), content, "{text:?}");
        }
    }

    #[test]
    fn a_long_input_is_recognised_by_its_whole_lines() {
        let line = "1.....3..4.....2\n";
        let text = line.repeat(LOOKED_AT / line.len() + 1);
        assert_eq!(
            Content::of(&text.as_bytes()[..LOOKED_AT]),
            Some(Content::Puzzle)
        );
    }

    #[test]
    fn leading_comments_are_passed_over_however_many() {
        let comments = "c varname 1 r1c1=1\nc\n".repeat(LOOKED_AT);
        let formula = format!("{comments}\np cnf 2 1\n1 2 0\n");
        assert_eq!(Content::of(formula.as_bytes()), Some(Content::Formula));
        for text in [&formula, &comments, &format!("{comments}c cut o")] {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), text).unwrap();
            let mut opened = peek(Source::open(file.path()).unwrap()).unwrap();
            let mut all = String::new();
            opened.input.read_to_string(&mut all).unwrap();
            assert!(all == **text);
            let is_formula = Content::of(&opened.prefix) == Some(Content::Formula);
            assert_eq!(is_formula, text == &formula);
        }
    }

    #[test]
    fn the_error_names_the_right_command() {
        let error = recognised("x.cnf", b"p cnf 1 0\n", Content::Puzzle, Hints::Usual).unwrap();
        assert_eq!(
            error.message,
            "this is a DIMACS formula, expected a Sudoku: `sudosat sat x.cnf` reads it"
        );
        assert_eq!(
            recognised("x", b"p cnf 1 0\n", Content::Formula, Hints::Usual),
            None
        );
        let error = recognised("x.cnf", b"p cnf 1 0\n", Content::Puzzle, Hints::Explain).unwrap();
        assert!(
            error
                .message
                .ends_with("`sudosat explain --cnf x.cnf` reads it")
        );
        let error =
            recognised("a b", b"1.....3..4.....2\n", Content::Formula, Hints::Usual).unwrap();
        assert!(error.message.ends_with("`sudosat solve FILE` reads it"));
    }
}
