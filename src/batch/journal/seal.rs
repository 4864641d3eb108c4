//! Seals: checksums that chain the lines of a journal.
//!
//! A line is a JSON object whose last field is its seal: the 128-bit SipHash-2-4 of the
//! text before this field, with the seal of the line before as the key. A seal may be that of
//! several lines, of which the last one has it. So a seal fits only
//! if these lines and all lines before them are, byte for byte and in this order, those that were
//! written. It is a checksum and no signature: who edits a line can compute the seals anew.

use siphasher::sip128::SipHasher24;

/// The seal of the last line so far: 0 before the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chain(u128);

impl Chain {
    /// Returns the next line, with its line end, from the text of an object with at least one
    /// field.
    pub fn seal(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        // The brace comes again, after the seal.
        text.pop();
        self.0 = self.next(&text);
        text.extend(end(self.0).as_bytes());
        text
    }

    /// Returns the text of the object of the next line, without its seal, or `None` if the seal
    /// does not fit; the chain then stays as it was.
    pub fn open(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        let length = line.len().checked_sub(end(0).len())?;
        let (text, found) = line.split_at(length);
        let seal = self.next(text);
        if found != end(seal).as_bytes() {
            return None;
        }
        self.0 = seal;
        Some([text, b"}"].concat())
    }

    /// Returns the seal at the end of a line, if it has one.
    pub(super) fn at_end_of(line: &[u8]) -> Option<Chain> {
        let place = line.len().checked_sub(end(0).len())?;
        let digits = line[place..].strip_prefix(b",\"seal\":\"")?;
        let digits = str::from_utf8(digits.strip_suffix(b"\"}\n")?).ok()?;
        u128::from_str_radix(digits, 16).ok().map(Chain)
    }

    fn next(self, text: &[u8]) -> u128 {
        let Chain(last) = self;
        SipHasher24::new_with_keys(last as u64, (last >> 64) as u64)
            .hash(text)
            .into()
    }
}

/// Returns the end of a line: its seal.
fn end(seal: u128) -> String {
    format!(",\"seal\":\"{seal:032x}\"}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(chain: &mut Chain, number: u32) -> Vec<u8> {
        chain.seal(format!("{{\"number\":{number}}}").into_bytes())
    }

    #[test]
    fn a_line_opens_in_its_place_only() {
        let mut chain = Chain::default();
        let lines: Vec<Vec<u8>> = (0..3).map(|number| sealed(&mut chain, number)).collect();
        let mut opened = Chain::default();
        for (number, line) in lines.iter().enumerate() {
            for (other, line) in lines.iter().enumerate() {
                assert!(other == number || opened.clone().open(line).is_none());
            }
            let text = format!("{{\"number\":{number}}}");
            assert_eq!(opened.open(line).unwrap(), text.as_bytes());
        }
        assert_eq!(opened, chain);
    }

    #[test]
    fn every_bit_is_sealed() {
        let line = sealed(&mut Chain::default(), 7);
        for bit in 0..8 * line.len() {
            let mut damaged = line.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Chain::default().open(&damaged), None, "bit {bit}");
        }
        for length in 0..line.len() {
            assert_eq!(Chain::default().open(&line[..length]), None, "{length}");
        }
    }

    /// The seals of the format: another function would refuse the journals that exist.
    #[test]
    fn seals_are_those_of_the_format() {
        let mut chain = Chain::default();
        sealed(&mut chain, 1);
        let line = sealed(&mut chain, 2);
        let line = String::from_utf8(line).unwrap();
        assert_eq!(
            line,
            "{\"number\":2,\"seal\":\"067f3bcb5e4ba444871731b35a01a8bf\"}\n"
        );
    }
}
