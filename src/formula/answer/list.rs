//! Models written as a list by Python or z3.
//!
//! | printed by | form |
//! |---|---|
//! | PySAT, pycosat | `[1, -2, 3]` |
//! | pycryptosat | `(None, True, False)`, entry i for variable i |
//! | z3's Python interface, for a formula read from DIMACS | `[k!1 = True, k!2 = False]` |
//!
//! Line ends are treated as blanks. z3 shortens long lists with `...`; this is
//! refused, with a hint how to print the whole list.

use crate::io::{InputError, Place, Scanner};
use std::io::Read;

/// Prefix of the names that z3 gives to the variables of a DIMACS formula.
const Z3: &[u8] = b"k!";

/// Status that may precede a list in its line: `print(solver.solve(), model)`.
pub(super) const STATUS: &[u8] = b"True ";

/// Returns `true` if `text` begins a model, not a line of free text such as
/// `[12:30:01] reading` or `(c) 2003`.
pub(super) fn begins(text: &[u8]) -> bool {
    let Some((open, text)) = text.split_at_checked(1) else {
        return false;
    };
    let text = text.trim_ascii_start();
    if open == b"(" && text.starts_with(b"None,") {
        return true;
    }
    if open != b"[" {
        return false;
    }
    if text.starts_with(Z3) {
        return true;
    }
    let is_blank = |line: &[u8]| line.trim_ascii().is_empty();
    let other = |byte: &u8| !b"-0123456789, \t\r\n".contains(byte);
    let Some(length) = text.iter().position(other) else {
        return true;
    };
    let (numbers, rest) = text.split_at(length);
    let ends_here = || {
        let rest = rest.strip_prefix(b"]");
        rest.and_then(|rest| rest.split(|&byte| byte == b'\n').next())
            .is_some_and(is_blank)
    };
    // A list with a comma that continues with anything else is damaged.
    numbers.contains(&b',') || ends_here()
}

/// The form of a list's entries.
#[derive(Clone, Copy)]
enum Entries {
    /// `-2`: a literal.
    Numbers,
    /// `k!2 = False`.
    Named,
    /// `False`: the value of the variable with this number.
    Values(i64),
}

/// The place where a list ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// The end of the line, before which nothing follows the closing bracket.
    Line,
    /// The closing bracket; anything may follow in its line.
    Bracket,
}

/// A reader of a list's entries.
pub(super) struct Items {
    ending: Ending,
    entries: Entries,
    close: u8,
    /// Set until the first entry is read.
    is_first: bool,
    /// Set after a 0, which nothing may follow.
    ended: bool,
}

impl Items {
    /// Skips the opening bracket, at which the scanner stands.
    pub(super) fn open<R: Read>(
        scanner: &mut Scanner<R>,
        ending: Ending,
    ) -> Result<Items, InputError> {
        let close = match scanner.peek()? {
            Some(b'(') => b')',
            _ => b']',
        };
        scanner.bump();
        scanner.skip_space()?;
        let entries = match scanner.peek_many(2)? {
            b"k!" => Entries::Named,
            b"No" => {
                scanner.skip_word(b"None")?;
                Entries::Values(0)
            }
            _ => Entries::Numbers,
        };
        Ok(Items {
            ending,
            entries,
            close,
            is_first: !matches!(entries, Entries::Values(_)),
            ended: false,
        })
    }

    /// Returns the next literal's DIMACS number and place, or `None` after the
    /// closing bracket and, if the list ends there, the end of its line.
    pub(super) fn next<R: Read>(
        &mut self,
        scanner: &mut Scanner<R>,
    ) -> Result<Option<(Place, i64)>, InputError> {
        const CUT_OFF: &str = "the bracket that ends the list; is the output cut off?";
        let mut comma = self.is_first;
        self.is_first = false;
        loop {
            let next = scanner.skip_space()?;
            let place = scanner.place();
            match next {
                None => return Err(scanner.unexpected(place, CUT_OFF)),
                Some(byte) if byte == self.close => {
                    scanner.bump();
                    return self.after(scanner).map(|()| None);
                }
                Some(b',') if !comma => {
                    scanner.bump();
                    comma = true;
                    continue;
                }
                Some(b'.') => {
                    let expected = "a literal; z3 leaves out entries of long lists unless \
                                    z3.set_option(max_args=10**9, max_lines=10**9, max_depth=10**9) is set";
                    return Err(scanner.unexpected(place, expected));
                }
                _ if self.ended => {
                    return Err(scanner.unexpected(place, "nothing after the list's 0"));
                }
                // numpy separates numbers by blanks only.
                _ if !comma && !matches!(self.entries, Entries::Numbers) => {
                    return Err(scanner.unexpected(place, "a comma"));
                }
                _ => {}
            }
            match self.entry(scanner)? {
                0 => self.ended = true,
                number => return Ok(Some((place, number))),
            }
            comma = false;
        }
    }

    /// Reads an entry as a DIMACS number.
    fn entry<R: Read>(&mut self, scanner: &mut Scanner<R>) -> Result<i64, InputError> {
        let stops = [b',', self.close];
        match &mut self.entries {
            Entries::Numbers => scanner.integer_before(&stops, "a literal of the list"),
            Entries::Named => {
                const EXPECTED: &str = "an entry such as \"k!1 = True\"";
                let place = scanner.place();
                scanner.skip_word(Z3)?;
                let var = scanner.integer_before(b"=", EXPECTED)?;
                scanner.skip_space()?;
                scanner.skip_word(b"=")?;
                scanner.skip_space()?;
                if var <= 0 {
                    return Err(scanner.unexpected(place, EXPECTED));
                }
                Ok(if value(scanner)? { var } else { -var })
            }
            Entries::Values(var) => {
                *var += 1;
                Ok(if value(scanner)? { *var } else { -*var })
            }
        }
    }

    /// Checks that nothing follows the list in its line.
    fn after<R: Read>(&self, scanner: &mut Scanner<R>) -> Result<(), InputError> {
        if self.ending == Ending::Bracket {
            return Ok(());
        }
        scanner.skip_blanks()?;
        if scanner.at_line_end()? {
            return Ok(());
        }
        let place = scanner.place();
        Err(scanner.unexpected(place, "nothing after the model's end"))
    }
}

/// Reads `True` or `False`.
fn value<R: Read>(scanner: &mut Scanner<R>) -> Result<bool, InputError> {
    let is_true = scanner.peek()? == Some(b'T');
    scanner.skip_word(if is_true { b"True" } else { b"False" })?;
    Ok(is_true)
}
