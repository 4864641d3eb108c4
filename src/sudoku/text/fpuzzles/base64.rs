//! Decompression of lz-string's base64 form, with a bound on what comes out.
//!
//! lz-string is LZ78 over UTF-16 units. Codes are written bit by bit, lowest
//! first, in as many bits as the largest code needs. Code 0 is a new unit of 8
//! bits, 1 one of 16 bits, 2 the end; later codes are phrases, and each code
//! makes a phrase of the one before it and its own first unit.

/// The longest text that comes out, in UTF-16 units.
const LONGEST: usize = 10 << 20;

/// Returns the decompressed text, or the reason why this fails.
pub(super) fn decompress(data: &str) -> Result<String, &'static str> {
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
            2 => break,
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

const DAMAGED: &str = "found damaged data in the link, expected lz-string in base64";

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
                self.sextet = match byte {
                    b'A'..=b'Z' => byte - b'A',
                    b'a'..=b'z' => byte - b'a' + 26,
                    b'0'..=b'9' => byte - b'0' + 52,
                    b'+' | b'-' => 62,
                    b'/' | b'_' => 63,
                    _ => return Err(DAMAGED),
                };
                self.left = 6;
            }
            self.left -= 1;
            number |= usize::from(self.sextet >> self.left & 1) << place;
        }
        Ok(number)
    }
}
