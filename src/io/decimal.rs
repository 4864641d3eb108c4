//! Integers as decimal text, quicker than through the standard library's formatting.

/// The two digits of each number below 100, so that a division yields two digits.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};
/// Length of the longest text: a sign and 19 digits.
const LONGEST: usize = 20;
/// Number of bytes that [`Decimal::append`] copies at once: more than most numbers have
/// digits, and a constant, which needs no call.
const CHUNK: usize = 16;

/// A buffer in which one integer after the other is written.
#[derive(Debug)]
pub(crate) struct Decimal {
    /// The text ends at `LONGEST`; blanks follow it.
    text: [u8; LONGEST + CHUNK],
}

impl Default for Decimal {
    fn default() -> Decimal {
        Decimal {
            text: [b' '; LONGEST + CHUNK],
        }
    }
}

impl Decimal {
    /// Returns the number in decimal digits, with a `-` if it is negative.
    #[inline]
    pub(crate) fn of(&mut self, number: i64) -> &[u8] {
        let start = self.write(number);
        &self.text[start..LONGEST]
    }

    /// Appends the number, in decimal digits, and a blank.
    #[inline]
    pub(crate) fn append(&mut self, number: i64, out: &mut Vec<u8>) {
        let start = self.write(number);
        let len = LONGEST - start + 1;
        match self.text[start..].first_chunk::<CHUNK>() {
            Some(chunk) if len <= CHUNK => {
                out.extend_from_slice(chunk);
                out.truncate(out.len() - CHUNK + len);
            }
            _ => out.extend_from_slice(&self.text[start..=LONGEST]),
        }
    }

    /// Writes the number and returns the place where its text starts.
    #[inline]
    fn write(&mut self, number: i64) -> usize {
        let mut rest = number.unsigned_abs();
        let mut start = LONGEST;
        while rest > u64::from(u32::MAX) {
            start -= 2;
            self.text[start..start + 2].copy_from_slice(&PAIRS[(rest % 100) as usize]);
            rest /= 100;
        }
        // Divisions of 32 bits are quicker.
        let mut rest = rest as u32;
        while rest >= 10 {
            start -= 2;
            self.text[start..start + 2].copy_from_slice(&PAIRS[(rest % 100) as usize]);
            rest /= 100;
        }
        if rest > 0 || start == LONGEST {
            start -= 1;
            self.text[start] = b'0' + rest as u8;
        }
        if number < 0 {
            start -= 1;
            self.text[start] = b'-';
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        let mut decimal = Decimal::default();
        let tens = (0..19).map(|power| 10_i64.pow(power));
        let near = tens.flat_map(|ten| [ten - 1, ten, -ten, 1 - ten]);
        for number in near.chain([i64::MIN, i64::MIN + 1, i64::MAX, 1_234_567_890]) {
            let text = number.to_string();
            assert_eq!(decimal.of(number), text.as_bytes());
            let mut line = b"1 ".to_vec();
            decimal.append(number, &mut line);
            assert_eq!(line, format!("1 {text} ").as_bytes());
        }
    }
}
