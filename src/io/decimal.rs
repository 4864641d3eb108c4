//! Integers as decimal text, quicker than through the standard library's formatting.

/// Number of bytes that [`put`] may change: a sign, 19 digits, a blank, and what writing
/// eight digits at once needs.
pub(crate) const ROOM: usize = 32;
/// Largest number of digits that are found at once.
const DIGITS: usize = 8;
/// 10 to the power of `DIGITS`.
const MANY: u64 = 100_000_000;
/// The character `0` in each byte.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// A buffer in which one integer after the other is written.
#[derive(Debug, Default)]
pub(crate) struct Decimal {
    text: [u8; ROOM],
}

impl Decimal {
    /// Returns the number in decimal digits, with a `-` if it is negative.
    #[inline]
    pub(crate) fn of(&mut self, number: i64) -> &[u8] {
        let len = put(number, &mut self.text);
        &self.text[..len - 1]
    }
}

/// Writes the number in decimal digits, with a `-` if it is negative, and a blank to the
/// beginning of `text`. Returns the length of both.
#[inline]
pub(crate) fn put(number: i64, text: &mut [u8; ROOM]) -> usize {
    text[0] = b'-';
    let start = usize::from(number < 0);
    let magnitude = number.unsigned_abs();
    let end = match magnitude < MANY {
        true => put_first(magnitude, text, start),
        false => put_long(magnitude, text, start),
    };
    text[end] = b' ';
    end + 1
}

/// Writes a number of more than eight digits from `start` on, and returns the end.
#[cold]
fn put_long(magnitude: u64, text: &mut [u8; ROOM], start: usize) -> usize {
    let (high, low) = (magnitude / MANY, magnitude % MANY);
    let end = match high < MANY {
        true => put_first(high, text, start),
        false => put_long(high, text, start),
    };
    text[end..end + DIGITS].copy_from_slice(&(digits(low) | ZEROS).to_le_bytes());
    end + DIGITS
}

/// Writes a number of at most eight digits from `start` on, and returns the end.
#[inline]
fn put_first(number: u64, text: &mut [u8; ROOM], start: usize) -> usize {
    let digits = digits(number);
    // The last digit is written even if it is 0.
    let bits = (digits | 1 << 56).trailing_zeros() & !7;
    text[start..start + DIGITS].copy_from_slice(&((digits | ZEROS) >> bits).to_le_bytes());
    start + DIGITS - bits as usize / 8
}

/// Returns the eight digits of a number, each in a byte, the first one in the lowest.
#[inline]
fn digits(number: u64) -> u64 {
    // Each step halves the parts: h is the high half of a part x, and h + (x − h·b) · s
    // has the halves side by side. The divisions are multiplications, exact up to 9999
    // in 32 bits, and up to 99 in 16 bits.
    let high = number / 10_000;
    let fours = (number << 32) - high * ((10_000 << 32) - 1);
    let high = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let twos = (fours << 16) - high * ((100 << 16) - 1);
    let high = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    (twos << 8) - high * ((10 << 8) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        let tens = (0..19).map(|power| 10_i64.pow(power));
        let near = tens.flat_map(|ten| [ten - 1, ten, -ten, 1 - ten]);
        let odd = [i64::MIN, i64::MIN + 1, i64::MAX, 1_234_567_890];
        // Each group of four digits is found by the same steps.
        let groups = (0..10_000).flat_map(|number| [number, 10_000 * number + 9999 - number]);
        let mut decimal = Decimal::default();
        for number in near.chain(odd).chain(groups) {
            let text = number.to_string();
            assert_eq!(decimal.of(number), text.as_bytes());
            let mut line = [b'?'; ROOM];
            let len = put(number, &mut line);
            assert_eq!(line[..len], *format!("{text} ").as_bytes());
        }
    }
}
