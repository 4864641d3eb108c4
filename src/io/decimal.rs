//! Integers as decimal text, quicker than through the standard library's formatting.

/// A buffer in which one integer after the other is written.
#[derive(Debug, Default)]
pub(crate) struct Decimal {
    /// A sign and 19 digits are the longest text.
    text: [u8; 20],
}

impl Decimal {
    /// Returns the number in decimal digits, with a `-` if it is negative.
    #[inline]
    pub(crate) fn of(&mut self, number: i64) -> &[u8] {
        let mut rest = number.unsigned_abs();
        let mut start = self.text.len();
        loop {
            start -= 1;
            self.text[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            start -= 1;
            self.text[start] = b'-';
        }
        &self.text[start..]
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
            assert_eq!(decimal.of(number), number.to_string().as_bytes());
        }
    }
}
