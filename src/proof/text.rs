//! The text coding of the clausal proof formats: one step per line, and comments.

use super::coding::{Head, Source, id};
use crate::io::{InputError, Place, Scanner};
use std::io::Read;

impl<R: Read> Source for Scanner<R> {
    type Place = Place;

    /// Skips blank lines and comments before the step.
    fn begin_step(&mut self, has_id: bool) -> Result<Option<Head>, InputError> {
        loop {
            match self.skip_space()? {
                None => return Ok(None),
                Some(b'c') => self.skip_line()?,
                Some(_) => break,
            }
        }
        let mut step_id = 0;
        if has_id {
            let (place, number) = self.number("the id of a step")?;
            step_id = id(number).map_err(|_| self.unexpected(place, "the id of a step, from 1"))?;
            self.skip_blanks()?;
        }
        let deletes = skip_deletion_mark(self)?;
        Ok(Some(Head {
            deletes,
            id: step_id,
        }))
    }

    #[inline]
    fn number(&mut self, expected: &str) -> Result<(Place, i64), InputError> {
        self.skip_blanks()?;
        let place = self.place();
        Ok((place, self.integer(expected)?))
    }

    fn end_step(&mut self, expected: &str) -> Result<(), InputError> {
        self.skip_blanks()?;
        let place = self.place();
        match self.at_line_end()? {
            true => Ok(()),
            false => Err(self.unexpected(place, expected)),
        }
    }

    fn error(&self, place: Place, message: String) -> InputError {
        Scanner::error(self, place, message)
    }
}

/// Skips the `d` of a deletion. Returns `true` if it was present.
fn skip_deletion_mark<R: Read>(scanner: &mut Scanner<R>) -> Result<bool, InputError> {
    let place = scanner.place();
    if scanner.peek()? != Some(b'd') {
        return Ok(false);
    }
    scanner.bump();
    match scanner.at_token_end()? {
        true => Ok(true),
        false => Err(scanner.unexpected(place, "\"d\" and a blank, or a number")),
    }
}
