//! The binary coding of the clausal proof formats, above all its numbers.
//!
//! A number is split into groups of seven bits, the lowest first; every byte
//! but the last has its high bit set. DRAT and LRAT encode a signed number x as
//! 2·|x| + (1 if x is negative), so that the byte 0 can end a list.

use super::coding::{Head, Source, id};
use crate::formula::Lit;
use crate::io::{InputError, ROOM, Scanner};
use std::io::Read;

/// Writes a signed number to the beginning of `bytes`, and returns its length: at most ten.
#[inline]
pub(super) fn put_signed(number: i64, bytes: &mut [u8; ROOM]) -> usize {
    let magnitude = number.unsigned_abs();
    put_number(magnitude << 1 | u64::from(number < 0), bytes)
}

/// Does the same as [`put_signed`] for a number that is not negative.
#[inline]
pub(super) fn put_unsigned(number: u64, bytes: &mut [u8; ROOM]) -> usize {
    put_number(number << 1, bytes)
}

/// Writes an unsigned number to the beginning of `bytes`, and returns its length.
#[inline]
fn put_number(mut number: u64, bytes: &mut [u8; ROOM]) -> usize {
    if number < 1 << 28 {
        // The usual case: compute four groups at once. Those above the highest will be
        // overwritten.
        let number = number as u32;
        let groups = number & 0x7f
            | (number & 0x7f << 7) << 1
            | (number & 0x7f << 14) << 2
            | (number & 0x7f << 21) << 3;
        let more = (31 - (number | 1).leading_zeros()) / 7;
        let flags = 0x80_8080 & ((1_u32 << (8 * more)) - 1);
        if let Some(place) = bytes.first_chunk_mut() {
            *place = (groups | flags).to_le_bytes();
        }
        return more as usize + 1;
    }
    let mut len = 0;
    while number > 0x7f {
        bytes[len] = number as u8 | 0x80;
        number >>= 7;
        len += 1;
    }
    bytes[len] = number as u8;
    len + 1
}

/// Appends a literal.
pub(super) fn push_lit(bytes: &mut Vec<u8>, lit: Lit) {
    push_signed(bytes, lit.to_dimacs().into());
}

/// Appends a signed number.
pub(super) fn push_signed(bytes: &mut Vec<u8>, number: i64) {
    let mut coded = [0; ROOM];
    let len = put_signed(number, &mut coded);
    bytes.extend_from_slice(&coded[..len]);
}

/// A reader of bytes and numbers, which counts bytes for error messages.
#[derive(Debug)]
pub(super) struct Bytes<R> {
    scanner: Scanner<R>,
    name: String,
    /// Number of bytes read.
    read: u64,
}

impl<R: Read> Bytes<R> {
    pub(super) fn new(scanner: Scanner<R>, name: &str) -> Bytes<R> {
        Bytes {
            scanner,
            name: name.to_owned(),
            read: 0,
        }
    }

    /// Reads the next byte, if there is one.
    fn byte(&mut self) -> Result<Option<u8>, InputError> {
        let byte = self.scanner.peek()?;
        if byte.is_some() {
            self.scanner.bump();
            self.read += 1;
        }
        Ok(byte)
    }

    /// Reads a signed number. Only one encoding of each number is accepted.
    fn signed(&mut self) -> Result<i64, InputError> {
        let place = self.read;
        let mut number: u64 = 0;
        let mut shift = 0;
        loop {
            let Some(byte) = self.byte()? else {
                return Err(self.error_at(
                    self.read,
                    "found the end of the file, expected the rest of a step",
                ));
            };
            let group = u64::from(byte & 0x7f);
            if shift > 63 || group << shift >> shift != group {
                return Err(self.error_at(place, "found a number of more than 64 bits"));
            }
            number |= group << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                if byte == 0 && shift > 7 {
                    return Err(self.error_at(place, "found a number with needless zeros in front"));
                }
                break;
            }
        }
        let magnitude = (number >> 1) as i64;
        match (magnitude, number & 1) {
            (0, 1) => Err(self.error_at(place, "found the number -0")),
            (_, 0) => Ok(magnitude),
            (_, _) => Ok(-magnitude),
        }
    }

    /// Returns an error at the byte with this offset.
    fn error_at(&self, offset: u64, message: &str) -> InputError {
        InputError::whole(
            self.name.as_str(),
            format!("byte {}: {message}", offset + 1),
        )
    }
}

impl<R: Read> Source for Bytes<R> {
    type Place = u64;

    fn begin_step(&mut self, has_id: bool) -> Result<Option<Head>, InputError> {
        let place = self.read;
        let deletes = match self.byte()? {
            None => return Ok(None),
            Some(b'a') => false,
            Some(b'd') => true,
            Some(byte) => {
                let message =
                    format!("found 0x{byte:02x}, expected 'a' or 'd' at the start of a step");
                return Err(self.error_at(place, &message));
            }
        };
        let mut step_id = 0;
        if has_id && !deletes {
            let (place, number) = self.number("the id of a step")?;
            step_id = id(number).map_err(|message| self.error(place, message))?;
        }
        Ok(Some(Head {
            deletes,
            id: step_id,
        }))
    }

    #[inline]
    fn number(&mut self, _expected: &str) -> Result<(u64, i64), InputError> {
        let place = self.read;
        Ok((place, self.signed()?))
    }

    /// Reads nothing: the 0 of the last list ends the step.
    fn end_step(&mut self, _expected: &str) -> Result<(), InputError> {
        Ok(())
    }

    fn error(&self, place: u64, message: String) -> InputError {
        self.error_at(place, &message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(bytes: &[u8]) -> Result<i64, String> {
        Bytes::new(Scanner::new(bytes, "p"), "p")
            .signed()
            .map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_come_back() {
        for number in [
            0,
            1,
            -1,
            63,
            64,
            -64,
            8191,
            8192,
            (1 << 20) - 1,
            1 << 20,
            (1 << 27) - 1,
            1 << 27,
            1 << 31,
            i64::MAX,
            -i64::MAX,
        ] {
            let mut bytes = Vec::new();
            push_signed(&mut bytes, number);
            assert_eq!(signed(&bytes), Ok(number));
            for cut in 0..bytes.len() {
                let error = signed(&bytes[..cut]).unwrap_err();
                assert!(error.contains("found the end of the file"), "{error}");
            }
        }
    }

    #[test]
    fn there_is_one_coding_of_each_number_and_none_of_more() {
        assert_eq!(
            signed(b"\x01").unwrap_err(),
            "p: byte 1: found the number -0"
        );
        assert_eq!(
            signed(b"\x82\x00").unwrap_err(),
            "p: byte 1: found a number with needless zeros in front"
        );
        for bytes in [&[0xff; 20][..], b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"] {
            assert_eq!(
                signed(bytes).unwrap_err(),
                "p: byte 1: found a number of more than 64 bits"
            );
        }
    }
}
