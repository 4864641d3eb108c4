//! What SAT solvers print, read and written.
//!
//! Three dialects are read, told by their words:
//!
//! - the SAT competition's: a line `s SATISFIABLE`, `s UNSATISFIABLE` or
//!   `s UNKNOWN`, lines `v` with the model's literals and a final 0, in either
//!   order, and comments `c`;
//! - minisat's on standard output: a line `SATISFIABLE`, `UNSATISFIABLE` or
//!   `INDETERMINATE` among lines of free text, without a model;
//! - minisat's result file: `SAT` and the literals up to a 0, or `UNSAT`, or
//!   `INDET`.
//!
//! Other lines are passed over. A status counts only if it is the whole line.
//! What contradicts itself is refused: two statuses, a model beside
//! `UNSATISFIABLE`, a literal and its negation, anything after the model's 0.
//! So is a word, or a variable that the formula doesn't have, among the
//! literals.

use super::{Lit, Var};
use crate::io::{InputError, Place, Scanner, counted};
use std::fmt;
use std::io::{self, Read, Write};

/// How long a line may be that holds no model, in bytes.
const LINE_LIMIT: usize = 16 << 20;
/// How many literals a model may repeat.
const REPEATS: u64 = 1 << 24;
/// How many columns a `v` line of ours has at most.
const WIDTH: usize = 78;

/// What a solver says of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// The competition's word.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Satisfiable => "SATISFIABLE",
            Status::Unsatisfiable => "UNSATISFIABLE",
            Status::Unknown => "UNKNOWN",
        })
    }
}

/// A solver's answer, as it was printed. Nothing of it is checked against a
/// formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict.
    pub status: Status,
    /// The true literals in the order in which they came, none twice, no two
    /// of one variable. Variables may be missing.
    pub lits: Vec<Lit>,
    /// Whether literals were given at all, if only the final 0. minisat says
    /// `SATISFIABLE` on standard output and gives the model elsewhere.
    pub has_model: bool,
    /// Whether the final 0 was there.
    pub complete: bool,
}

/// Reads a solver's output for a formula of `num_vars` variables
/// ([`Var::LIMIT`] where that isn't known).
///
/// Needs two bits for each variable up to the largest printed, and the
/// literals, each once; repeated literals are tolerated within limits.
///
/// # Errors
/// If the input can't be read, has no status or contradicts itself.
pub fn read(input: impl Read, name: &str, num_vars: usize) -> Result<Answer, InputError> {
    read_lines(input, name, num_vars)?
}

/// The same, but that there is no status is no error: `None`.
///
/// # Errors
/// If the input can't be read or contradicts itself.
pub fn read_if_any(
    input: impl Read,
    name: &str,
    num_vars: usize,
) -> Result<Option<Answer>, InputError> {
    Ok(read_lines(input, name, num_vars)?.ok())
}

/// Reads all lines. The inner error says that there is no status.
fn read_lines(
    input: impl Read,
    name: &str,
    num_vars: usize,
) -> Result<Result<Answer, InputError>, InputError> {
    let mut reader = Reader {
        scanner: Scanner::new(input, name),
        num_vars: num_vars.min(Var::LIMIT),
        status: None,
        gave_up: false,
        model: Literals::default(),
    };
    while let Some(first) = reader.scanner.peek()? {
        match first {
            b's' => reader.status_line()?,
            b'v' => reader.value_line()?,
            _ => reader.other_line()?,
        }
    }
    reader.finish()
}

struct Reader<R> {
    scanner: Scanner<R>,
    num_vars: usize,
    /// The status and the line it stands on.
    status: Option<(Status, u64)>,
    /// cadical says that it gave up in a comment, `c UNKNOWN`.
    gave_up: bool,
    model: Literals,
}

impl<R: Read> Reader<R> {
    /// A line that begins with `s`.
    fn status_line(&mut self) -> Result<(), InputError> {
        let place = self.scanner.place();
        let line = self.short_line()?;
        let Some(rest) = line.strip_prefix(b"s ").or(line.strip_prefix(b"s\t")) else {
            return Ok(());
        };
        let status = match rest.trim_ascii_start() {
            b"SATISFIABLE" => Status::Satisfiable,
            b"UNSATISFIABLE" => Status::Unsatisfiable,
            b"UNKNOWN" | b"INDETERMINATE" | b"TIMEOUT" => Status::Unknown,
            _ => {
                let line = crate::io::display_bytes(&line);
                let message = format!(
                    "found \"{line}\", expected \"s SATISFIABLE\", \"s UNSATISFIABLE\" or \"s UNKNOWN\""
                );
                return Err(self.scanner.error(place, message));
            }
        };
        self.set_status(place, status)
    }

    /// A line that begins with `v`.
    fn value_line(&mut self) -> Result<(), InputError> {
        const EXPECTED: &str = "a literal of the model";
        let place = self.scanner.place();
        let glued = matches!(self.scanner.peek_many(2)?, [b'v', b'-' | b'0'..=b'9']);
        if glued {
            return Err(self.scanner.unexpected(place, "a blank after the \"v\""));
        }
        self.scanner.bump();
        if !self.scanner.at_token_end()? {
            return self.pass_line(0);
        }
        self.model.given = true;
        while self.scanner.skip_blanks()?.is_some() {
            if self.scanner.at_line_end()? {
                self.scanner.bump();
                return Ok(());
            }
            self.literal(EXPECTED)?;
        }
        if !self.model.complete {
            let place = self.scanner.place();
            let expected = "the model's final 0; is the output cut off?";
            return Err(self.scanner.unexpected(place, expected));
        }
        Ok(())
    }

    /// Any other line: a comment, a word of minisat's, free text.
    fn other_line(&mut self) -> Result<(), InputError> {
        let place = self.scanner.place();
        let line = self.short_line()?;
        match line.as_slice() {
            b"SATISFIABLE" => self.set_status(place, Status::Satisfiable),
            b"UNSATISFIABLE" | b"UNSAT" => self.set_status(place, Status::Unsatisfiable),
            b"INDETERMINATE" | b"INDET" => self.set_status(place, Status::Unknown),
            b"SAT" => {
                self.set_status(place, Status::Satisfiable)?;
                self.result_file()
            }
            b"c UNKNOWN" => {
                self.gave_up = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What follows the line `SAT` in minisat's result file.
    fn result_file(&mut self) -> Result<(), InputError> {
        self.model.given = true;
        while self.scanner.skip_space()?.is_some() {
            self.literal("a literal of the model")?;
        }
        if !self.model.complete {
            let place = self.scanner.place();
            let expected = "the model's final 0; is the file cut off?";
            return Err(self.scanner.unexpected(place, expected));
        }
        Ok(())
    }

    /// One literal of the model, or its final 0.
    fn literal(&mut self, expected: &str) -> Result<(), InputError> {
        let place = self.scanner.place();
        if self.model.complete {
            let expected = "nothing after the model's final 0";
            return Err(self.scanner.unexpected(place, expected));
        }
        let number = self.scanner.integer(expected)?;
        if number == 0 {
            self.model.complete = true;
            return Ok(());
        }
        let lit = i32::try_from(number)
            .ok()
            .and_then(Lit::from_dimacs)
            .filter(|lit| lit.var().index() < self.num_vars);
        let Some(lit) = lit else {
            let expected = format!(
                "a literal of the formula's {}",
                counted(self.num_vars, "variable")
            );
            return Err(self.scanner.unexpected(place, &expected));
        };
        self.model
            .add(lit, self.num_vars)
            .map_err(|message| self.scanner.error(place, message))
    }

    fn set_status(&mut self, place: Place, status: Status) -> Result<(), InputError> {
        match self.status {
            Some((other, line)) if other != status => {
                let message =
                    format!("found {status}, expected nothing but the {other} of line {line}");
                Err(self.scanner.error(place, message))
            }
            _ => {
                self.status.get_or_insert((status, place.line()));
                Ok(())
            }
        }
    }

    /// Passes a line. What it holds is given without its end and the blanks
    /// before that, or cut off if it is longer than any status.
    fn short_line(&mut self) -> Result<Vec<u8>, InputError> {
        const SHORT: usize = 64;
        let mut line = Vec::new();
        while line.len() < SHORT
            && let Some(byte) = self.scanner.peek()?
        {
            self.scanner.bump();
            if byte == b'\n' {
                let blank = |byte: &u8| b" \t\r".contains(byte);
                let length = line.iter().rposition(|byte| !blank(byte));
                line.truncate(length.map_or(0, |last| last + 1));
                return Ok(line);
            }
            line.push(byte);
        }
        self.pass_line(line.len())?;
        let length = line.iter().rposition(|byte| !b" \t\r".contains(byte));
        line.truncate(length.map_or(0, |last| last + 1));
        Ok(line)
    }

    /// Passes the rest of a line of which `passed` bytes were passed.
    fn pass_line(&mut self, passed: usize) -> Result<(), InputError> {
        let place = self.scanner.place();
        if self.scanner.skip_line_within(LINE_LIMIT - passed)? {
            Ok(())
        } else {
            let message = format!("found a line of more than {LINE_LIMIT} bytes that is no model");
            Err(self.scanner.error(place, message))
        }
    }

    fn finish(self) -> Result<Result<Answer, InputError>, InputError> {
        let place = self.scanner.place();
        let status = match self.status {
            Some((status, _)) => status,
            None if self.gave_up => Status::Unknown,
            None => {
                let message = "found no status, expected a line \"s SATISFIABLE\", \
                               \"s UNSATISFIABLE\" or \"s UNKNOWN\"";
                return Ok(Err(self.scanner.error(place, message)));
            }
        };
        if self.model.given && status != Status::Satisfiable {
            let message = format!("found a model beside {status}, expected none");
            return Err(self.scanner.error(place, message));
        }
        Ok(Ok(Answer {
            status,
            lits: self.model.lits,
            has_model: self.model.given,
            complete: self.model.complete,
        }))
    }
}

/// The literals of a model while they come in.
#[derive(Default)]
struct Literals {
    lits: Vec<Lit>,
    /// Which literals are there, by code.
    seen: Vec<u64>,
    repeats: u64,
    given: bool,
    complete: bool,
}

impl Literals {
    fn add(&mut self, lit: Lit, num_vars: usize) -> Result<(), String> {
        if self.has(!lit) {
            return Err(format!(
                "found {lit}, expected no contradiction to {}",
                !lit
            ));
        }
        if self.has(lit) {
            self.repeats += 1;
            if self.repeats > REPEATS + num_vars as u64 {
                return Err(format!("found {lit} again, expected an end of repetitions"));
            }
            return Ok(());
        }
        const NO_MEMORY: &str = "there is no memory for so long a model";
        let word = lit.code() / 64;
        if word >= self.seen.len() {
            let more = word + 1 - self.seen.len();
            self.seen.try_reserve(more).map_err(|_| NO_MEMORY)?;
            self.seen.resize(word + 1, 0);
        }
        self.seen[word] |= 1 << (lit.code() % 64);
        self.lits.try_reserve(1).map_err(|_| NO_MEMORY)?;
        self.lits.push(lit);
        Ok(())
    }

    fn has(&self, lit: Lit) -> bool {
        let word = self.seen.get(lit.code() / 64);
        word.is_some_and(|word| word >> (lit.code() % 64) & 1 == 1)
    }
}

/// Writes the `s` line. The output should be buffered.
///
/// # Errors
/// If writing fails.
pub fn write_status(out: &mut impl Write, status: Status) -> io::Result<()> {
    writeln!(out, "s {status}")
}

/// Writes a model as `v` lines of at most 78 columns, and the final 0. The
/// output should be buffered.
///
/// # Errors
/// If writing fails.
pub fn write_model(out: &mut impl Write, lits: impl IntoIterator<Item = Lit>) -> io::Result<()> {
    let mut digits = itoa::Buffer::new();
    let mut column = 1;
    out.write_all(b"v")?;
    let numbers = lits.into_iter().map(Lit::to_dimacs).chain([0]);
    for number in numbers {
        let text = digits.format(number);
        if column + 1 + text.len() > WIDTH {
            out.write_all(b"\nv")?;
            column = 1;
        }
        out.write_all(b" ")?;
        out.write_all(text.as_bytes())?;
        column += 1 + text.len();
    }
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Result<Answer, String> {
        read(text.as_bytes(), "out", 4).map_err(|error| error.to_string())
    }

    fn numbers(text: &str) -> Vec<i32> {
        let answer = answer(text).unwrap();
        assert_eq!(answer.status, Status::Satisfiable);
        answer.lits.iter().map(|lit| lit.to_dimacs()).collect()
    }

    #[test]
    fn models_of_every_dialect_are_read() {
        let expected = [-1, -2, 3, 4];
        for text in [
            "c hello\ns SATISFIABLE\nv -1 -2 3 4 0\n",
            "s SATISFIABLE\nv -1 -2\nv 3\nv 4 0\n",
            "s SATISFIABLE\nv -1\nv -2 3 4\nv 0\n",
            "v -1 -2 3 4 0\ns SATISFIABLE\n",
            "s SATISFIABLE\nv -1 -2\nc between\nv 3 4 0",
            "s SATISFIABLE\r\nv -1 -2 3 4 0\r\n",
            "s SATISFIABLE\nv -1 -1 -2 3 3 4 0\n",
            "s SATISFIABLE\nv -1 -2 3 4\n",
            "s  SATISFIABLE \nv  -1\t-2  3 4 0 \n",
            "WARNING: free text\nSATISFIABLE\nv -1 -2 3 4 0\n",
            "SAT\n-1 -2 3 4 0\n",
            "SAT\r\n-1 -2\r\n3 4 0",
        ] {
            assert_eq!(numbers(text), expected, "{text:?}");
        }
    }

    #[test]
    fn answers_without_a_model_are_read() {
        for (text, status) in [
            ("s UNSATISFIABLE\n", Status::Unsatisfiable),
            ("s UNSATISFIABLE", Status::Unsatisfiable),
            ("UNSAT\n", Status::Unsatisfiable),
            ("=====\nUNSATISFIABLE\n", Status::Unsatisfiable),
            (
                "c cannot show s UNSATISFIABLE\ns UNKNOWN\n",
                Status::Unknown,
            ),
            ("s INDETERMINATE\n", Status::Unknown),
            ("s TIMEOUT\n", Status::Unknown),
            ("INDETERMINATE\n", Status::Unknown),
            ("INDET\n", Status::Unknown),
            ("c UNKNOWN\n", Status::Unknown),
            ("| stats |\nSATISFIABLE\n", Status::Satisfiable),
        ] {
            let answer = answer(text).unwrap();
            assert_eq!(
                (answer.status, answer.has_model),
                (status, false),
                "{text:?}"
            );
        }
        let empty = answer("s SATISFIABLE\nv 0\n").unwrap();
        assert!(empty.has_model && empty.complete && empty.lits.is_empty());
        let empty = answer("SAT\n 0\n").unwrap();
        assert!(empty.has_model && empty.complete && empty.lits.is_empty());
    }

    #[test]
    fn what_contradicts_itself_or_is_no_answer_is_refused() {
        for (text, part) in [
            ("", "out:1:1: found no status"),
            ("hello\n", "found no status"),
            ("\0\0\0", "found no status"),
            ("  s SATISFIABLE\n  v -1 0\n", "found no status"),
            ("\u{feff}s SATISFIABLE\n", "found no status"),
            ("s satisfiable\n", "found \"s satisfiable\""),
            ("s SATISFIABLE (maybe)\n", "found \"s SATISFIABLE (maybe)\""),
            ("s SATISFIABLE\0\n", "found \"s SATISFIABLE\\0\""),
            (
                "s SATIS\x1b[31mFIABLE\n",
                "found \"s SATIS\\u{1b}[31mFIABLE\"",
            ),
            ("s OPTIMUM FOUND\n", "found \"s OPTIMUM FOUND\""),
            (
                "s SATISFIABLE\ns UNSATISFIABLE\n",
                "out:2:1: found UNSATISFIABLE",
            ),
            ("s UNSATISFIABLE\nv 1 0\n", "found a model beside"),
            ("v 1 0\n", "found no status"),
            ("s SATISFIABLE\nv 1 -1 0\n", "out:2:5: found -1"),
            ("s SATISFIABLE\nv 1\nv 2 -1 0\n", "out:3:5: found -1"),
            ("s SATISFIABLE\nv 5 0\n", "out:2:3: found \"5\""),
            ("s SATISFIABLE\nv 2147483648 0\n", "found \"2147483648\""),
            ("s SATISFIABLE\nv -4294967297 0\n", "found \"-4294967297\""),
            ("s SATISFIABLE\nv 1 two 0\n", "found \"two\""),
            ("s SATISFIABLE\nv-1 0\n", "found \"v-1\""),
            (
                "s SATISFIABLE\nv 1 0\nv 2 0\n",
                "nothing after the model's final 0",
            ),
            (
                "s SATISFIABLE\nv 1 0 0\n",
                "nothing after the model's final 0",
            ),
            ("s SATISFIABLE\nv 1 -2", "is the output cut off?"),
            ("SAT\n-1 -2", "is the file cut off?"),
            ("SAT\n-1 -2 3 4", "is the file cut off?"),
            ("SAT\n", "is the file cut off?"),
            ("UNSAT\nSATISFIABLE\n", "the UNSATISFIABLE of line 1"),
        ] {
            let error = answer(text).unwrap_err();
            assert!(error.contains(part), "{text:?}: {error}");
        }
    }

    #[test]
    fn endless_output_is_refused_in_bounded_memory() {
        let error = read(io::repeat(0), "out", 4).unwrap_err();
        assert!(error.to_string().contains("found a line of more than"));
        let endless = (&b"s SATISFIABLE\nv"[..]).chain(Repeating(b" 1", 0));
        let error = read(endless, "out", 4).unwrap_err();
        assert!(error.to_string().contains("end of repetitions"));
    }

    struct Repeating(&'static [u8], usize);

    impl Read for Repeating {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            for byte in out.iter_mut() {
                *byte = self.0[self.1];
                self.1 = (self.1 + 1) % self.0.len();
            }
            Ok(out.len())
        }
    }

    #[test]
    fn our_own_answers_come_back_and_stay_within_the_columns() {
        let lits: Vec<Lit> = (1..=500)
            .map(|number| Lit::from_dimacs(if number % 3 == 0 { -number } else { number }).unwrap())
            .collect();
        let mut text = Vec::new();
        write_status(&mut text, Status::Satisfiable).unwrap();
        write_model(&mut text, lits.iter().copied()).unwrap();
        let answer = read(&text[..], "out", 500).unwrap();
        assert_eq!(answer.lits, lits);
        assert!(answer.complete);
        let longest = text.split(|&byte| byte == b'\n').map(<[u8]>::len).max();
        assert!(longest.is_some_and(|length| (70..=78).contains(&length)));
        let mut empty = Vec::new();
        write_model(&mut empty, []).unwrap();
        assert_eq!(empty, b"v 0\n");
    }
}
