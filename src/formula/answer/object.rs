//! The JSON object of `sudosat sat --json`: its fields `status` and `model`. Other fields are
//! skipped.

use super::Status;
use crate::io::{InputError, Scanner};
use std::io::Read;

/// Number of bytes of a text that are kept: more than of any key or status that is looked for.
const KEPT: usize = 64;

/// End of the message for an input that ends within the object: the text that was expected.
const CUT_OFF: &str = "the brace that ends the object; is the output cut off?";

/// Returns `true` if `text` begins an object with a solver's status.
pub fn begins_object(text: &[u8]) -> bool {
    let key = b"\"status\"";
    let place = text.windows(key.len()).position(|window| window == key);
    let Some(place) = place.filter(|_| text.starts_with(b"{")) else {
        return false;
    };
    let value = text[place + key.len()..].trim_ascii_start();
    let value = value.strip_prefix(b":").unwrap_or_default();
    let value = value.trim_ascii_start().strip_prefix(b"\"");
    let word = value.and_then(|value| value.split(|&byte| byte == b'"').next());
    word.and_then(Status::from_word).is_some()
}

/// A reader of an object's fields.
pub(super) struct Fields {
    /// Set until the first field is read.
    is_first: bool,
}

impl Fields {
    /// Skips the opening brace, at which the scanner stands.
    pub(super) fn open<R: Read>(scanner: &mut Scanner<R>) -> Fields {
        scanner.bump();
        Fields { is_first: true }
    }

    /// Returns the key of the next field, at whose value the scanner then stands, or `None`
    /// after the closing brace.
    pub(super) fn next<R: Read>(
        &mut self,
        scanner: &mut Scanner<R>,
    ) -> Result<Option<Vec<u8>>, InputError> {
        let next = scanner.skip_space()?;
        let place = scanner.place();
        match (next, self.is_first) {
            (Some(b'}'), _) => {
                scanner.bump();
                return Ok(None);
            }
            (Some(b'"'), true) => {}
            (Some(b','), false) => scanner.bump(),
            (None, _) => return Err(scanner.unexpected(place, CUT_OFF)),
            _ => return Err(scanner.unexpected(place, "a comma, or the end of the object")),
        }
        self.is_first = false;
        scanner.skip_space()?;
        let key = string(scanner)?;
        let colon = scanner.skip_space()?;
        let place = scanner.place();
        if colon != Some(b':') {
            return Err(scanner.unexpected(place, "a colon after the key"));
        }
        scanner.bump();
        scanner.skip_space()?;
        Ok(Some(key))
    }
}

/// Reads a text in quotes. Escapes stay as they are, and of a long text only the beginning is
/// returned.
pub(super) fn string<R: Read>(scanner: &mut Scanner<R>) -> Result<Vec<u8>, InputError> {
    let place = scanner.place();
    if scanner.peek()? != Some(b'"') {
        return Err(scanner.unexpected(place, "a text in quotes"));
    }
    scanner.bump();
    let mut text = Vec::new();
    let mut is_escaped = false;
    loop {
        let place = scanner.place();
        let Some(byte) = scanner.peek()? else {
            return Err(scanner.unexpected(place, CUT_OFF));
        };
        scanner.bump();
        if byte == b'"' && !is_escaped {
            return Ok(text);
        }
        is_escaped = byte == b'\\' && !is_escaped;
        if text.len() < KEPT {
            text.push(byte);
        }
    }
}

/// Skips a value of any kind.
pub(super) fn skip_value<R: Read>(scanner: &mut Scanner<R>) -> Result<(), InputError> {
    let mut depth = 0_u64;
    loop {
        let next = scanner.skip_space()?;
        let place = scanner.place();
        match next {
            None => return Err(scanner.unexpected(place, CUT_OFF)),
            Some(b'"') => drop(string(scanner)?),
            Some(b'{' | b'[') => {
                scanner.bump();
                depth += 1;
            }
            Some(b'}' | b']') if depth > 0 => {
                scanner.bump();
                depth -= 1;
            }
            Some(b',' | b':') if depth > 0 => scanner.bump(),
            Some(b'}' | b']' | b',' | b':') => {
                return Err(scanner.unexpected(place, "a value"));
            }
            Some(_) => {
                let is_end = |byte: u8| byte.is_ascii_whitespace() || b",:{}[]\"".contains(&byte);
                while scanner.peek()?.is_some_and(|byte| !is_end(byte)) {
                    scanner.bump();
                }
            }
        }
        if depth == 0 {
            return Ok(());
        }
    }
}
