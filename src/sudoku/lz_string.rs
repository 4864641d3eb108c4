//! lz-string's base64 form, in which f-puzzles and SudokuPad put a puzzle into a link.
//!
//! lz-string is LZ78 over UTF-16 units. Codes are written bit by bit, lowest
//! first, each in the number of bits of the largest code so far. Code 0 says that
//! a unit follows in 8 bits, code 1 that one follows in 16 bits, and code 2 ends the text. Each
//! code from 3 on stands for a phrase: the phrase of an earlier code and one more unit. What comes out is bounded: a
//! link can unpack to the square of its own length.

use std::collections::HashMap;

/// The longest text that comes out, in UTF-16 units.
const LONGEST: usize = 10 << 20;

/// Returns the decompressed text, or the reason why this fails.
pub(in crate::sudoku) fn decompress(data: &str) -> Result<String, &'static str> {
    let mut bits = Bits {
        sextets: data.bytes(),
        left: 0,
        sextet: 0,
    };
    let mut out: Vec<u16> = Vec::new();
    // Phrases as parts of what came out: each starts where its code was met.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut width = 2;
    let mut last: Option<(usize, usize)> = None;
    loop {
        // Before the first phrase only a new unit or the end can come.
        let code = bits.take(width)?;
        let start = out.len();
        let phrase = match code {
            0 | 1 => {
                let unit = bits.take(if code == 0 { 8 } else { 16 })?;
                out.push(unit as u16);
                phrases.push((start, 1));
                (start, 1)
            }
            END => break,
            code => {
                let (from, length) = match (phrases.get(code), last) {
                    (Some(&phrase), _) => phrase,
                    // The phrase that this very code makes.
                    (None, Some((from, length))) if code == phrases.len() => (from, length + 1),
                    _ => return Err(DAMAGED),
                };
                if out.len() + length > LONGEST {
                    return Err("found more than 10 MiB compressed, expected a puzzle");
                }
                for place in from..from + length {
                    out.push(out[place]);
                }
                (start, length)
            }
        };
        // The phrase before and the first unit of this one stand side by side.
        if let Some((from, length)) = last {
            phrases.push((from, length + 1));
        }
        last = Some(phrase);
        while phrases.len() >= 1 << width {
            width += 1;
        }
    }
    String::from_utf16(&out).map_err(|_| DAMAGED)
}

/// Returns the compressed text.
pub(in crate::sudoku) fn compress(text: &str) -> String {
    let mut out = Out::new();
    // Codes of phrases by the code of all but their last unit, 0 for none, and this unit.
    let mut phrases: HashMap<(usize, u16), usize> = HashMap::new();
    let mut next = 3;
    let mut phrase = 0;
    // The unit of the phrase, if it is one that was not written before.
    let mut fresh = None;
    for unit in text.encode_utf16() {
        let is_new = !phrases.contains_key(&(0, unit));
        let single = *phrases.entry((0, unit)).or_insert_with(|| {
            next += 1;
            next - 1
        });
        match phrases.get(&(phrase, unit)) {
            Some(&longer) => phrase = longer,
            None => {
                // Single units are known, so there is a phrase before.
                out.phrase(phrase, fresh.take());
                phrases.insert((phrase, unit), next);
                next += 1;
                phrase = single;
            }
        }
        fresh = is_new.then_some(unit);
    }
    if phrase > 0 {
        out.phrase(phrase, fresh);
    }
    out.bits(END, out.width);
    out.finish()
}

/// The code of the end of the text.
const END: usize = 2;

/// The signs of base64, by their sextet.
const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Compressed text in the making.
struct Out {
    text: String,
    sextet: u8,
    /// Number of bits in `sextet`.
    filled: u32,
    /// Number of bits of a code.
    width: u32,
    /// Number of codes until they need one bit more.
    left: u32,
}

impl Out {
    fn new() -> Out {
        Out {
            text: String::new(),
            sextet: 0,
            filled: 0,
            width: 2,
            left: 2,
        }
    }

    /// Writes a phrase: its code, or its only unit where this is new.
    fn phrase(&mut self, code: usize, fresh: Option<u16>) {
        match fresh {
            Some(unit) => {
                let bits = if unit < 256 { 8 } else { 16 };
                self.bits(bits / 8 - 1, self.width);
                self.bits(unit.into(), bits as u32);
                self.count();
            }
            None => self.bits(code, self.width),
        }
        self.count();
    }

    /// Counts a code that the reader can use from now on.
    fn count(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.width;
            self.width += 1;
        }
    }

    /// Writes the lowest `count` bits of a number, lowest first.
    fn bits(&mut self, number: usize, count: u32) {
        for place in 0..count {
            self.sextet = self.sextet << 1 | (number >> place & 1) as u8;
            self.filled += 1;
            if self.filled == 6 {
                self.text.push(SIGNS[usize::from(self.sextet)].into());
                (self.sextet, self.filled) = (0, 0);
            }
        }
    }

    /// Returns the text, padded with at least one bit and then to whole bytes.
    fn finish(mut self) -> String {
        self.bits(0, 6 - self.filled);
        while !self.text.len().is_multiple_of(4) {
            self.text.push('=');
        }
        self.text
    }
}

const DAMAGED: &str = "found damaged data in the link, expected lz-string in base64";

/// Returns the sextet of a sign of base64, also of its form for addresses.
pub(in crate::sudoku) fn sextet(sign: u8) -> Option<u8> {
    Some(match sign {
        b'A'..=b'Z' => sign - b'A',
        b'a'..=b'z' => sign - b'a' + 26,
        b'0'..=b'9' => sign - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

/// The bits of base64 text, from the highest of each sextet.
struct Bits<'a> {
    sextets: std::str::Bytes<'a>,
    sextet: u8,
    /// Number of bits left of the sextet.
    left: u32,
}

impl Bits<'_> {
    /// Returns the next `count` bits, lowest first.
    fn take(&mut self, count: u32) -> Result<usize, &'static str> {
        let mut number = 0;
        for place in 0..count {
            if self.left == 0 {
                let byte = self
                    .sextets
                    .next()
                    .ok_or("found the end of the link, expected more: it was cut off")?;
                self.sextet = sextet(byte).ok_or(DAMAGED)?;
                self.left = 6;
            }
            self.left -= 1;
            number |= usize::from(self.sextet >> self.left & 1) << place;
        }
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Compressed by the Python package lzstring 1.0.4.
    #[test]
    fn texts_are_compressed_as_elsewhere() {
        for (text, compressed) in [
            ("", "Q==="),
            ("a", "IZA="),
            ("aaaaaaaaaa", "IY1o"),
            ("{\"size\":4}", "N4IgzglgXgpiBcAWAvkA"),
            ("naïve → ∑ 数独", "HYQw9wbgpgBISYQ0IhENAOpoG6cg"),
        ] {
            assert_eq!(compress(text), compressed, "{text}");
        }
    }

    #[test]
    fn what_is_compressed_comes_back() {
        let mut rng = Rng::with_seed(1);
        for round in 0..400 {
            let signs = ['a', '"', 'R', '1', 'ÿ', '→', '😀', ' '];
            let kinds = 1 + round % signs.len();
            let text: String = (0..rng.usize(..2000))
                .map(|_| signs[rng.usize(..kinds)])
                .collect();
            assert_eq!(decompress(&compress(&text)).as_ref(), Ok(&text));
        }
    }
}
