//! The text in a field of a link.

use crate::sudoku::lz_string::sextet;
use crate::sudoku::text::link;
use flate2::read::DeflateDecoder;
use std::io::Read as _;

/// Largest number of bytes that are unpacked.
const LONGEST: u64 = 4 << 20;

/// Abbreviations of the text, in the order in which they are made.
const ABBREVIATIONS: [(&str, &str); 31] = [
    ("z", "zZ"),
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

/// Returns the text that a field of a link holds.
pub(super) fn unpacked(data: &str) -> Result<String, String> {
    const DAMAGED: &str = "found damaged data in the link, expected DEFLATE in base64";
    let bytes = bytes(data).ok_or(DAMAGED)?;
    let mut text = Vec::new();
    let mut decoder = DeflateDecoder::new(&bytes[..]).take(LONGEST + 1);
    if decoder.read_to_end(&mut text).is_err() {
        return Err(format!("{DAMAGED}: it may be cut off"));
    }
    if text.len() as u64 > LONGEST {
        return Err("found more than 4 MiB compressed, expected a puzzle".to_owned());
    }
    String::from_utf8(text).map_err(|_| format!("{DAMAGED} of UTF-8"))
}

/// Returns the text without abbreviations.
pub(super) fn plain(text: &str) -> String {
    let back = ABBREVIATIONS.iter().rev();
    back.fold(text.to_owned(), |text, (long, short)| {
        text.replace(short, long)
    })
}

/// Returns the bytes of base64, `None` if it is damaged. The padding may be missing.
fn bytes(data: &str) -> Option<Vec<u8>> {
    let plain = link::base64(data);
    let (mut bits, mut filled) = (0u32, 0);
    let mut bytes = Vec::with_capacity(plain.len() / 4 * 3);
    for sign in plain.trim_end_matches('=').bytes() {
        bits = bits << 6 | u32::from(sextet(sign)?);
        filled += 6;
        if filled >= 8 {
            filled -= 8;
            bytes.push((bits >> filled) as u8);
            bits &= (1 << filled) - 1;
        }
    }
    Some(bytes)
}
