//! Integers as decimal text, quicker than through the standard library's formatting.

/// Number of bytes that [`put`] may change: a sign, 19 digits, a blank, and what writing
/// eight bytes at once needs.
pub(crate) const ROOM: usize = 32;
/// The three digits of a group.
const DIGITS: u32 = 0xff_ffff;

/// For each number below 1000 its three digits and a blank, the first byte in the lowest.
static GROUPS: [u32; 1000] = {
    let mut groups = [0; 1000];
    let mut number = 0;
    while number < 1000 {
        groups[number as usize] =
            0x2030_3030 | (number / 100) | ((number / 10 % 10) << 8) | ((number % 10) << 16);
        number += 1;
    }
    groups
};

/// For each number below 1000 the number of bits in front of its first digit that is not 0, or of
/// its last.
static ZEROS: [u8; 1000] = {
    let mut zeros = [0; 1000];
    let mut number = 0;
    while number < 100 {
        zeros[number] = if number < 10 { 16 } else { 8 };
        number += 1;
    }
    zeros
};

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
    let magnitude = number.unsigned_abs();
    match magnitude < 1_000_000 {
        true => put_short(magnitude as u32, number < 0, text),
        false => put_long(magnitude, number < 0, text),
    }
}

/// Does the same as [`put`] for a number that is not negative.
#[inline]
pub(crate) fn put_unsigned(number: u64, text: &mut [u8; ROOM]) -> usize {
    match number < 1_000_000 {
        true => put_short(number as u32, false, text),
        false => put_long(number, false, text),
    }
}

/// Writes a number of more than six digits.
#[inline(never)]
fn put_long(magnitude: u64, is_negative: bool, text: &mut [u8; ROOM]) -> usize {
    let high = magnitude / 1000;
    let end = match high < 1_000_000 {
        true => put_short(high as u32, is_negative, text),
        false => put_long(high, is_negative, text),
    };
    // The next group replaces the blank.
    let group = GROUPS[(magnitude % 1000) as usize];
    if let Some(place) = text[end - 1..].first_chunk_mut() {
        *place = group.to_le_bytes();
    }
    end + 3
}

/// Writes a number of at most six digits.
#[inline]
fn put_short(magnitude: u32, is_negative: bool, text: &mut [u8; ROOM]) -> usize {
    let (mut word, mut len) = short(magnitude);
    if is_negative {
        word = word << 8 | u64::from(b'-');
        len += 1;
    }
    // Eight bytes at once: copying `len` bytes calls a function.
    if let Some(place) = text.first_chunk_mut() {
        *place = word.to_le_bytes();
    }
    len
}

/// Returns the text of a number of at most six digits and a blank, the first byte in the
/// lowest, and the length of both.
#[inline]
fn short(number: u32) -> (u64, usize) {
    if number < 1000 {
        let zeros = ZEROS[number as usize];
        let text = GROUPS[number as usize] >> zeros;
        return (text.into(), 4 - usize::from(zeros / 8));
    }
    let (high, low) = (number as usize / 1000, number as usize % 1000);
    let zeros = ZEROS[high];
    let text = u64::from(GROUPS[high] & DIGITS) | u64::from(GROUPS[low]) << 24;
    (text >> zeros, 7 - usize::from(zeros / 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        let tens = (0..19).map(|power| 10_i64.pow(power));
        let near = tens.flat_map(|ten| [ten - 1, ten, -ten, 1 - ten]);
        let odd = [i64::MIN, i64::MIN + 1, i64::MAX, 1_234_567_890];
        // Each group of three digits is read from the table, alone or after others.
        let groups = (0..1000).flat_map(|number| {
            let reversed = 999 - number;
            [
                number,
                1000 * number + reversed,
                (1000 * reversed + number) * 1000 + reversed,
            ]
        });
        let mut decimal = Decimal::default();
        for number in near.chain(odd).chain(groups) {
            let text = number.to_string();
            assert_eq!(decimal.of(number), text.as_bytes());
            let mut line = [b'?'; ROOM];
            let len = put(number, &mut line);
            assert_eq!(line[..len], *format!("{text} ").as_bytes());
            if let Ok(number) = u64::try_from(number) {
                let mut line = [b'?'; ROOM];
                let len = put_unsigned(number, &mut line);
                assert_eq!(line[..len], *format!("{text} ").as_bytes());
            }
        }
    }
}
