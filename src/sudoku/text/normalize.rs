//! Characters that stand for others: digits and signs of other scripts and widths, spaces,
//! and characters that can't be seen.

/// The zeros of the decimal digits of Unicode 16 (general category Nd) beyond ASCII. The
/// digits 1 to 9 follow each of them.
const ZEROS: [u32; 75] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
    0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
    0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0,
    0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50,
    0x11da0, 0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1ccf0, 0x1d7ce,
    0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e950, 0x1fbf0,
];

/// The digit 1 of the digits in circles, which have no zero before it.
const ONES: [u32; 5] = [0x2460, 0x24f5, 0x2776, 0x2780, 0x278a];

/// The sign behind a digit that makes a key of it.
const KEYCAP: char = '\u{20e3}';

/// Returns the text with plain digits, signs and spaces, and without what can't be seen.
/// Digits in circles and keycaps beside plain digits stay: they may mean something else.
pub(super) fn plain(text: String) -> String {
    if text.is_ascii() {
        return text;
    }
    let digits = text.chars().filter(|&c| digit(c).is_some()).count();
    let keycaps = text.chars().filter(|&c| c == KEYCAP).count();
    let is_mixed = keycaps > 0 && keycaps != digits;
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        let sign = match c {
            _ if is_unseen(c) && !(c == KEYCAP && is_mixed) => continue,
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
            _ => digit(c)
                .or_else(|| circled(c).filter(|_| digits == 0))
                .or_else(|| wide(c))
                .unwrap_or(c),
        };
        plain.push(sign);
    }
    plain
}

/// Returns `true` for characters without a width: those that join or part others, marks of
/// the direction of text, and what makes a picture of a digit.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
    ) || matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}')
}

/// Returns the plain digit of a decimal digit.
fn digit(c: char) -> Option<char> {
    if c.is_ascii_digit() {
        return Some(c);
    }
    let code = u32::from(c);
    let zero = ZEROS[..ZEROS.partition_point(|&zero| zero <= code)].last()?;
    char::from_digit(code - zero, 10)
}

/// Returns the plain digit of a digit in a circle.
fn circled(c: char) -> Option<char> {
    let code = u32::from(c);
    if matches!(c, '\u{24ea}' | '\u{24ff}') {
        return Some('0');
    }
    let one = ONES.iter().find(|&&one| (one..one + 9).contains(&code))?;
    char::from_digit(code - one + 1, 10)
}

/// Returns the plain form of a letter or sign of full width.
fn wide(c: char) -> Option<char> {
    let code = u32::from(c);
    (0xff01..=0xff5e)
        .contains(&code)
        .then(|| char::from_u32(code - 0xff00 + 0x20))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_all_scripts_are_plain() {
        for (text, expected) in [
            ("\u{ff11}\u{ff12}\u{ff0e}\u{ff21}", "12.A"),
            ("\u{663}\u{6f4}\u{96b}", "345"),
            ("\u{2460}\u{2468}\u{24ea}", "190"),
            ("5\u{fe0f}\u{20e3}\u{2b1c}\u{fe0f}", "5\u{2b1c}"),
            ("5\u{200b} \u{feff}3\u{a0}.", "5 3 ."),
            // Which of them are the clues?
            ("5\u{2460}", "5\u{2460}"),
            ("5\u{fe0f}\u{20e3}3", "5\u{20e3}3"),
            ("\u{2469}\u{b2}", "\u{2469}\u{b2}"),
        ] {
            assert_eq!(plain(text.to_owned()), expected);
        }
        assert!(ZEROS.is_sorted());
        for zero in ZEROS {
            let nine = char::from_u32(zero + 9).unwrap();
            assert_eq!(
                (digit(nine), nine.is_numeric()),
                (Some('9'), true),
                "{zero:x}"
            );
        }
    }
}
