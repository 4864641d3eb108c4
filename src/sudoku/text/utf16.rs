//! UTF-16 as UTF-8: with a byte order mark, or where the first bytes leave no doubt.

use std::fmt;
use std::io::{self, BufRead, Read};

/// An input whose text is UTF-8, whether it was UTF-16 or not.
///
/// The input is a trait object, so that the readers of puzzles are compiled once.
pub(super) struct Decoded<'a> {
    input: Box<dyn BufRead + 'a>,
    order: Order,
    /// UTF-8 that was not taken yet, and the number of bytes taken of it.
    text: Vec<u8>,
    taken: usize,
    /// The first byte of a code unit, and the first unit of a pair.
    byte: Option<u8>,
    unit: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Nothing was read yet.
    Unknown,
    /// UTF-8, or something else.
    Bytes,
    Little,
    Big,
}

/// A byte that is no UTF-8, for what is no UTF-16.
const INVALID: u8 = 0xff;

impl fmt::Debug for Decoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoded").finish_non_exhaustive()
    }
}

impl<'a> Decoded<'a> {
    pub(super) fn new(input: Box<dyn BufRead + 'a>) -> Decoded<'a> {
        Decoded {
            input,
            order: Order::Unknown,
            text: Vec::new(),
            taken: 0,
            byte: None,
            unit: None,
        }
    }

    /// Returns `true` if what was read so far is UTF-16.
    pub(super) fn is_utf16(&self) -> bool {
        matches!(self.order, Order::Little | Order::Big)
    }

    /// Fills the buffer with the next characters; it stays empty at the end.
    fn decode(&mut self) -> io::Result<()> {
        self.text.clear();
        self.taken = 0;
        while self.text.is_empty() {
            let bytes = self.input.fill_buf()?;
            let length = bytes.len();
            if length == 0 {
                let is_cut = self.byte.take().is_some() | self.unit.take().is_some();
                self.text.extend(is_cut.then_some(INVALID));
                return Ok(());
            }
            for &byte in bytes {
                let Some(first) = self.byte.take() else {
                    self.byte = Some(byte);
                    continue;
                };
                let unit = match self.order {
                    Order::Big => u16::from_be_bytes([first, byte]),
                    _ => u16::from_le_bytes([first, byte]),
                };
                push(unit, &mut self.unit, &mut self.text);
            }
            self.input.consume(length);
        }
        Ok(())
    }
}

/// Adds a code unit to a text, or keeps it as the first one of a pair.
fn push(unit: u16, before: &mut Option<u16>, text: &mut Vec<u8>) {
    let units = [before.take(), Some(unit)];
    for c in char::decode_utf16(units.into_iter().flatten()) {
        match c {
            Ok(c) => text.extend(c.encode_utf8(&mut [0; 4]).bytes()),
            Err(error) if error.unpaired_surrogate() == unit && unit < 0xdc00 => {
                *before = Some(unit);
            }
            Err(_) => text.push(INVALID),
        }
    }
}

/// Returns the order of the bytes of an input that begins with these.
fn order(bytes: &[u8]) -> Order {
    // Number of units without a mark that must be plain text. Chosen by hand: no shorter
    // line is a puzzle.
    const PLAIN: usize = 8;
    let mut units = bytes.chunks_exact(2).take(32);
    let is_plain = |high: usize| {
        let mut units = bytes.chunks_exact(2).take(32);
        units.all(|unit| unit[high] == 0 && unit[1 - high] != 0 && unit[1 - high].is_ascii())
    };
    match units.next() {
        Some([0xff, 0xfe]) => Order::Little,
        Some([0xfe, 0xff]) => Order::Big,
        _ if bytes.len() < 2 * PLAIN => Order::Bytes,
        _ if is_plain(1) => Order::Little,
        _ if is_plain(0) => Order::Big,
        _ => Order::Bytes,
    }
}

impl Read for Decoded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.fill_buf()?;
        let length = bytes.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Decoded<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.order == Order::Unknown {
            self.order = order(self.input.fill_buf()?);
        }
        if self.order == Order::Bytes {
            return self.input.fill_buf();
        }
        if self.taken == self.text.len() {
            self.decode()?;
        }
        Ok(&self.text[self.taken..])
    }

    fn consume(&mut self, amount: usize) {
        match self.order {
            Order::Little | Order::Big => self.taken += amount,
            _ => self.input.consume(amount),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn decoded(bytes: &[u8], capacity: usize) -> Vec<u8> {
        let mut text = Vec::new();
        let input = BufReader::with_capacity(capacity, bytes);
        Decoded::new(Box::new(input))
            .read_to_end(&mut text)
            .unwrap();
        text
    }

    #[test]
    fn both_orders_are_decoded_with_and_without_a_mark() {
        let text = "53..7....\n\u{1f600}\u{e9}";
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for capacity in [20, 3, 64] {
            let marked = |mark: &[u8], bytes: &[u8]| decoded(&[mark, bytes].concat(), capacity);
            let expected = format!("\u{feff}{text}").into_bytes();
            assert_eq!(marked(&[0xff, 0xfe], &little), expected);
            assert_eq!(marked(&[0xfe, 0xff], &big), expected);
        }
        let plain = "53..7....\n";
        let bytes: Vec<u8> = plain.bytes().flat_map(|byte| [byte, 0]).collect();
        assert_eq!(decoded(&bytes, 64), plain.as_bytes());
        let bytes: Vec<u8> = plain.bytes().flat_map(|byte| [0, byte]).collect();
        assert_eq!(decoded(&bytes, 64), plain.as_bytes());
    }

    #[test]
    fn what_is_no_utf_16_is_kept_or_is_no_text() {
        for bytes in [&b"53..7....\n"[..], b"5\x003", b"", b"\xff", b"5\0\xe9\0"] {
            assert_eq!(decoded(bytes, 64), bytes);
        }
        // Cut off within a unit, and halves of pairs.
        assert_eq!(decoded(b"\xff\xfe5\x003", 64), b"\xef\xbb\xbf5\xff");
        assert_eq!(decoded(b"\xff\xfe\0\xd85\0", 64), b"\xef\xbb\xbf\xff5");
        assert_eq!(decoded(b"\xff\xfe\0\xdc", 64), b"\xef\xbb\xbf\xff");
    }
}
