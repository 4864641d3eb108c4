//! A reader of solvers' output, line by line.

use super::literals::Literals;
use super::object::{Fields, begins_object};
use super::{Answer, Status, list, object};
use crate::io::{InputError, Place, Scanner};
use std::io::Read;

/// Greatest length in bytes of a line without a model. Chosen by hand to bound
/// memory.
const LINE_LIMIT: usize = 16 << 20;
/// Number of bytes of a line that are examined to recognise a model without a
/// status. Chosen by hand.
const WINDOW: usize = 500;

/// Reads a solver's output for a formula of `num_vars` variables
/// ([`Var::LIMIT`](crate::formula::Var::LIMIT) if their number is unknown).
///
/// Memory: two bits for each variable up to the largest one printed, and the
/// literals, each once. Repeated literals are accepted up to a limit.
///
/// ```
/// use sudosat::formula::answer::{self, Status};
///
/// let answer = answer::read(&b"s SATISFIABLE\nv 1 -2 0\n"[..], "answer", 2)?;
/// assert_eq!(answer.status, Status::Satisfiable);
/// # Ok::<(), sudosat::io::InputError>(())
/// ```
///
/// # Errors
/// If the input can't be read, has neither a status nor a model, or contradicts
/// itself.
pub fn read(input: impl Read, name: &str, num_vars: usize) -> Result<Answer, InputError> {
    read_lines(input, name, num_vars)?
}

/// Does the same as [`read`], but returns `None` for output without status and
/// model.
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

/// Reads all lines. The inner error means that there is no status.
fn read_lines(
    input: impl Read,
    name: &str,
    num_vars: usize,
) -> Result<Result<Answer, InputError>, InputError> {
    let mut reader = AnswerReader {
        scanner: Scanner::new(input, name),
        status: None,
        gave_up: false,
        began: false,
        model: Literals::new(num_vars),
    };
    while let Some(first) = reader.scanner.peek()? {
        match first {
            b's' | b'S' => reader.status_line()?,
            b'v' => reader.value_line()?,
            b'{' if begins_object(reader.scanner.peek_many(WINDOW)?) => reader.object()?,
            b'[' | b'(' | b'T' if reader.list_begins()? => reader.list()?,
            b'-' | b' ' | b'0'..=b'9' if reader.bare_model_begins()? => {
                reader.literals(End::Zero)?;
            }
            _ => reader.other_line()?,
        }
    }
    reader.finish()
}

struct AnswerReader<R> {
    scanner: Scanner<R>,
    /// The status and the number of its line.
    status: Option<(Status, u64)>,
    /// Set after a word that means `Unknown` only if no status follows: cadical's
    /// comment `c UNKNOWN`, or an SMT solver's `unknown`.
    gave_up: bool,
    /// Set after the first line that is neither blank nor a comment.
    began: bool,
    model: Literals,
}

/// The end of literals without a leading `v`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// A 0.
    Zero,
    /// A 0, or the end of a line if the next line has no literal.
    Line,
}

impl<R: Read> AnswerReader<R> {
    /// Reads a line that begins with `s` or `S`.
    fn status_line(&mut self) -> Result<(), InputError> {
        if !matches!(self.scanner.peek_many(2)?, [b's', b' ' | b'\t']) {
            return self.other_line();
        }
        self.began = true;
        let place = self.scanner.place();
        let line = self.short_line()?;
        let word = line.get(2..).unwrap_or_default().trim_ascii_start();
        let status = match Status::from_word(word) {
            Some(status) => status,
            // A single letter is no status line.
            None if word.is_empty() => return Ok(()),
            None => {
                let line = crate::io::display_bytes(&line);
                let message = format!(
                    "found \"{line}\", expected \"s SATISFIABLE\", \"s UNSATISFIABLE\" or \"s UNKNOWN\""
                );
                return Err(self.scanner.error(place, message));
            }
        };
        self.set_status(place, status)
    }

    /// Reads a line that begins with `v`.
    fn value_line(&mut self) -> Result<(), InputError> {
        self.began = true;
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
            self.literal()?;
        }
        if !self.model.complete {
            let place = self.scanner.place();
            let expected = "the model's final 0; is the output cut off?";
            return Err(self.scanner.unexpected(place, expected));
        }
        Ok(())
    }

    /// Reads any other line: a comment, a status of one word, or free text.
    fn other_line(&mut self) -> Result<(), InputError> {
        let place = self.scanner.place();
        let line = self.short_line()?;
        self.began |= !matches!(line.as_slice(), [] | [b'c'] | [b'c', b' ' | b'\t', ..]);
        match line.to_ascii_uppercase().as_slice() {
            b"SATISFIABLE" => self.set_status(place, Status::Satisfiable),
            b"UNSATISFIABLE" | b"UNSAT" => self.set_status(place, Status::Unsatisfiable),
            b"FALSE NONE" | b"(FALSE, NONE)" => self.set_status(place, Status::Unsatisfiable),
            b"INDETERMINATE" | b"INDET" => self.set_status(place, Status::Unknown),
            b"SAT" => {
                // glucose prints `SAT` after `s SATISFIABLE` on standard
                // output.
                let is_first = self.status.is_none();
                self.set_status(place, Status::Satisfiable)?;
                self.after_sat(is_first && line == b"SAT")
            }
            b"UNKNOWN" | b"C UNKNOWN" => {
                self.gave_up = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Reads what follows the line `SAT`. In minisat's result file, whose first
    /// line is exactly this, the literals must follow.
    fn after_sat(&mut self, is_result_file: bool) -> Result<(), InputError> {
        let end = if is_result_file { End::Zero } else { End::Line };
        match self.scanner.skip_space()? {
            Some(b'-' | b'0'..=b'9') => self.literals(end),
            Some(b'[' | b'(' | b'v' | b's' | b'c') => Ok(()),
            _ if is_result_file => self.literals(end),
            _ => Ok(()),
        }
    }

    /// Returns `true` if the input begins with a line of literals, ignoring
    /// comments.
    fn bare_model_begins(&mut self) -> Result<bool, InputError> {
        if self.began || self.model.given {
            return Ok(false);
        }
        let window = self.scanner.peek_many(WINDOW)?;
        let line = window.split(|&byte| byte == b'\n').next();
        let is_literals = |line: &[u8]| {
            line.iter().all(|byte| b"-0123456789 \t\r".contains(byte))
                && line.iter().any(u8::is_ascii_digit)
        };
        Ok(line.is_some_and(is_literals))
    }

    /// Reads literals without a leading `v`, on any number of lines.
    fn literals(&mut self, end: End) -> Result<(), InputError> {
        self.began = true;
        self.model.given = true;
        let mut line_ended = false;
        while let Some(next) = self.scanner.skip_blanks()? {
            if next == b'\n' {
                self.scanner.bump();
                line_ended = true;
                continue;
            }
            if end == End::Line && line_ended && !matches!(next, b'-' | b'0'..=b'9') {
                break;
            }
            line_ended = false;
            self.literal()?;
        }
        self.model.complete |= end == End::Line && line_ended;
        if !self.model.complete {
            let place = self.scanner.place();
            let expected = "the model's final 0; is the file cut off?";
            return Err(self.scanner.unexpected(place, expected));
        }
        Ok(())
    }

    /// Reads a literal of the model, or its final 0.
    fn literal(&mut self) -> Result<(), InputError> {
        let place = self.scanner.place();
        if self.model.complete {
            let expected = "nothing after the model's end";
            return Err(self.scanner.unexpected(place, expected));
        }
        let number = self.scanner.integer("a literal of the model")?;
        if number == 0 {
            self.model.complete = true;
            return Ok(());
        }
        self.add(place, number)
    }

    /// Adds the literal with this number, found at `place`.
    fn add(&mut self, place: Place, number: i64) -> Result<(), InputError> {
        let lit = self
            .model
            .literal(number)
            .map_err(|expected| self.scanner.unexpected(place, &expected))?;
        self.model
            .add(lit)
            .map_err(|message| self.scanner.error(place, message))
    }

    /// Returns `true` if a model written as a list begins here, possibly after
    /// `True`.
    fn list_begins(&mut self) -> Result<bool, InputError> {
        let text = self.scanner.peek_many(WINDOW)?;
        Ok(list::begins(
            text.strip_prefix(list::STATUS).unwrap_or(text),
        ))
    }

    /// Reads a model written as a list, to the end of the list's last line.
    fn list(&mut self) -> Result<(), InputError> {
        self.began = true;
        if self.scanner.peek()? == Some(b'T') {
            self.scanner.skip_word(list::STATUS)?;
        }
        self.items(list::Ending::Line)
    }

    /// Reads a list of literals, at whose bracket the scanner stands.
    fn items(&mut self, ending: list::Ending) -> Result<(), InputError> {
        let place = self.scanner.place();
        if self.model.given {
            let expected = "nothing after the model's end";
            return Err(self.scanner.unexpected(place, expected));
        }
        self.model.given = true;
        let mut items = list::Items::open(&mut self.scanner, ending)?;
        while let Some((place, number)) = items.next(&mut self.scanner)? {
            self.add(place, number)?;
        }
        self.model.complete = true;
        Ok(())
    }

    /// Reads the object of `sat --json`.
    fn object(&mut self) -> Result<(), InputError> {
        self.began = true;
        let mut fields = Fields::open(&mut self.scanner);
        while let Some(key) = fields.next(&mut self.scanner)? {
            match key.as_slice() {
                b"status" => {
                    let place = self.scanner.place();
                    let word = object::string(&mut self.scanner)?;
                    let status = Status::from_word(&word).ok_or_else(|| {
                        let expected = "SATISFIABLE, UNSATISFIABLE or UNKNOWN";
                        self.scanner.unexpected(place, expected)
                    })?;
                    self.set_status(place, status)?;
                }
                b"model" => {
                    let place = self.scanner.place();
                    if self.scanner.peek()? != Some(b'[') {
                        return Err(self.scanner.unexpected(place, "a list of literals"));
                    }
                    self.items(list::Ending::Bracket)?;
                }
                _ => object::skip_value(&mut self.scanner)?,
            }
        }
        self.scanner.skip_blanks()?;
        if !self.scanner.at_line_end()? {
            let place = self.scanner.place();
            return Err(self.scanner.unexpected(place, "nothing after the object"));
        }
        Ok(())
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

    /// Skips a line and returns its text without the line end and trailing
    /// blanks. Of a line longer than any status only the beginning is returned.
    fn short_line(&mut self) -> Result<Vec<u8>, InputError> {
        const SHORT: usize = 64;
        let mut line = Vec::new();
        let mut ended = false;
        while line.len() < SHORT
            && !ended
            && let Some(byte) = self.scanner.peek()?
        {
            self.scanner.bump();
            ended = byte == b'\n';
            line.push(byte);
        }
        if !ended {
            self.pass_line(line.len())?;
        }
        let length = line.iter().rposition(|byte| !b" \t\r\n".contains(byte));
        line.truncate(length.map_or(0, |last| last + 1));
        Ok(line)
    }

    /// Skips the rest of a line of which `passed` bytes were read.
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
            None if self.model.complete => Status::Satisfiable,
            None if self.model.given => {
                let message = "found a model without a status and without its final 0; \
                               is the output cut off?";
                return Err(self.scanner.error(place, message));
            }
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
            has_model: self.model.given,
            complete: self.model.complete,
            lits: self.model.lits,
        }))
    }
}
