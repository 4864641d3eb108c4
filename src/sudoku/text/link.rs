//! Links: those that hold a grid as symbols, and those of f-puzzles, SudokuPad and Penpa+, in
//! which a compressed puzzle stands.

use super::{Options, messages, one_line};

/// What the data in a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The object of f-puzzles, compressed.
    FPuzzles,
    /// The object of SudokuPad, compressed.
    SudokuPad,
    /// The short form of SudokuPad.
    Short,
    /// The fields of a link of Penpa+.
    Penpa,
}

/// Texts between the site's name and the data of a link; of those at one place the longest first.
const MARKS: [(&str, Kind); 13] = [
    ("?load=", Kind::FPuzzles),
    ("&load=", Kind::FPuzzles),
    ("/fpuzzles", Kind::FPuzzles),
    ("/fpuz", Kind::FPuzzles),
    ("puzzleid=fpuzzles", Kind::FPuzzles),
    ("puzzleid=fpuz", Kind::FPuzzles),
    ("/scl", Kind::SudokuPad),
    ("/ctc", Kind::SudokuPad),
    ("puzzleid=scl", Kind::SudokuPad),
    ("puzzleid=ctc", Kind::SudokuPad),
    ("/scf", Kind::Short),
    ("puzzleid=scf", Kind::Short),
    ("/penpa-edit/", Kind::Penpa),
];

/// Prefixes of a link's data if the site's name is left out.
const BARE: [(&str, Kind); 5] = [
    ("fpuzzles", Kind::FPuzzles),
    ("fpuz", Kind::FPuzzles),
    ("scl", Kind::SudokuPad),
    ("ctc", Kind::SudokuPad),
    ("scf", Kind::Short),
];

/// Returns `true` if a line is a link, or the compressed part of one.
pub(super) fn is_link(line: &str) -> bool {
    let line = line.trim();
    let is_site = ["https://", "http://"]
        .iter()
        .any(|start| line.starts_with(start));
    let is_id = |start: &str| {
        let data = line.strip_prefix(start);
        data.is_some_and(|data| data.len() > 40)
    };
    is_site || BARE.iter().any(|(start, _)| is_id(start))
}

/// Returns the grids that stand in a link as symbols, each with the byte where it starts.
pub(super) fn grids(link: &str) -> Vec<(usize, &str)> {
    let is_end = |c: char| "/?&=#;,".contains(c) || c.is_whitespace();
    let mut start = 0;
    let mut grids = Vec::new();
    for word in link.split_inclusive(is_end) {
        let inner = word.trim_end_matches(is_end);
        if one_line::grid_in(inner, 1, &Options::default()).is_some() {
            grids.push((start, inner));
        }
        start += word.len();
    }
    grids
}

/// Returns the field of a link that may hold a puzzle in a form that is not known.
fn unknown(link: &str) -> Option<&str> {
    let (_, fields) = link.split_once(['?', '#'])?;
    let field = fields.split(['&', '#']).find(|field| field.len() >= 16)?;
    Some(field.split('=').next().unwrap_or_default())
}

/// Returns `true` if a link holds base64, and no symbols of a grid.
pub(super) fn is_packed(link: &str) -> bool {
    let has = |data: &str, is_kind: fn(&char) -> bool| data.chars().any(|c| is_kind(&c));
    match data(link.trim()) {
        Ok((_, data)) => {
            data.len() > 40
                && has(&data, char::is_ascii_lowercase)
                && has(&data, char::is_ascii_uppercase)
        }
        Err(_) => false,
    }
}

/// Returns the data in a link, without the escapes of browsers.
pub(super) fn data(link: &str) -> Result<(Kind, String), String> {
    let bare = BARE
        .iter()
        .find_map(|&(start, kind)| Some((kind, link.strip_prefix(start)?)));
    // Base64 may hold a mark by chance, behind the first.
    let first = MARKS
        .iter()
        .filter_map(|&(mark, kind)| Some((link.find(mark)?, mark, kind)))
        .filter(|&(at, mark, kind)| match kind {
            Kind::FPuzzles => true,
            // `sclass` may be the name of a page.
            Kind::SudokuPad => link.len() > at + mark.len() + 40,
            // `/scf?puzzleid=` begins links of all forms.
            Kind::Short => link[at + mark.len()..].starts_with(|c: char| c.is_ascii_alphanumeric()),
            Kind::Penpa => link.contains("p="),
        })
        .min_by_key(|&(at, ..)| at);
    let found = first.map(|(at, mark, kind)| (kind, &link[at + mark.len()..]));
    let Some((kind, data)) = bare.or(found) else {
        return Err(refused(link));
    };
    if kind == Kind::Penpa {
        return Ok((kind, data.to_owned()));
    }
    let data = data.split(['&', '#', '?']).next().unwrap_or_default();
    if kind == Kind::Short {
        return Ok((kind, unescaped(data)?));
    }
    Ok((kind, base64(data).trim_start_matches('/').to_owned()))
}

/// Returns a part of a link without its percent escapes, which are bytes of UTF-8.
fn unescaped(text: &str) -> Result<String, String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part
            .get(..2)
            .filter(|digits| digits.bytes().all(|c| c.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let Some(byte) = byte else {
            let found: String = part.chars().take(2).collect();
            let found = messages::word(&format!("%{found}"));
            return Err(format!(
                "found {found} in a link, expected two hexadecimal digits behind %"
            ));
        };
        bytes.push(byte);
        bytes.extend(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes)
        .map_err(|_| "found percent escapes (%…) in a link that are not UTF-8".to_owned())
}

/// Returns the base64 of a link's data: with + / and = for what browsers write for them, and for
/// the blank that a + may have become.
pub(super) fn base64(data: &str) -> String {
    let mut plain = data.replace(' ', "+");
    for (escaped, c) in [("%2B", "+"), ("%2F", "/"), ("%3D", "="), ("%20", "+")] {
        plain = plain.replace(escaped, c);
        plain = plain.replace(&escaped.to_lowercase(), c);
    }
    plain
}

/// Returns the message for a link without a puzzle that is read.
fn refused(link: &str) -> String {
    let found = match unknown(link) {
        Some(field) if field.len() < 16 => {
            format!(
                "found a link whose field {} can't be read",
                messages::word(field)
            )
        }
        _ => "found a link".to_owned(),
    };
    format!(
        "{found}, expected one that holds the puzzle (its symbols, ?load=…, fpuz…, scl… or a link \
         of Penpa+): nothing is fetched from the net"
    )
}
