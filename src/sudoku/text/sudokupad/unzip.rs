//! The short form of SudokuPad's JSON in links: keys without quote marks and abbreviated, texts in
//! single quote marks, some values as a letter, and nothing for an empty object.

/// Keys, each with its abbreviation.
const KEYS: [(&str, &str); 24] = [
    ("c", "color"),
    ("ca", "cages"),
    ("ct", "center"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("w", "width"),
    ("h", "height"),
    ("v", "value"),
    ("vd", "videos"),
    ("l", "lines"),
    ("r", "rounded"),
    ("re", "regions"),
    ("fs", "fontSize"),
    ("th", "thickness"),
    ("hl", "headLength"),
    ("wp", "wayPoints"),
    ("t", "title"),
    ("te", "text"),
    ("d", "duration"),
];

/// Returns the JSON that a text in the short form stands for; any other text is returned as it is.
pub(in crate::sudoku::text) fn unzipped(text: &str) -> String {
    if text.contains('"') {
        return text.to_owned();
    }
    let mut json = String::with_capacity(text.len() * 2);
    let mut rest = text;
    // The last character that is no blank and outside of texts.
    let mut last = ' ';
    while let Some(c) = rest.chars().next() {
        let is_end = matches!(c, ',' | '}' | ']');
        if is_end && (last == ',' || last == '[') {
            json.push_str("{}");
        }
        let length = match c {
            '\'' => quoted(rest, &mut json),
            _ if c.is_ascii_alphanumeric() || "#_".contains(c) => word(rest, last, &mut json),
            _ => {
                json.push(c);
                c.len_utf8()
            }
        };
        if !c.is_whitespace() {
            last = c;
        }
        rest = &rest[length..];
    }
    json
}

/// Writes the text in single quote marks that begins here as a JSON text, and returns its length.
fn quoted(text: &str, json: &mut String) -> usize {
    json.push('"');
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\'' => {
                json.push('"');
                return at + 1;
            }
            // Both quote marks are written in this way.
            '\\' if text[at + 1..].starts_with('\'') => {
                chars.next();
                json.push('\'');
            }
            '\\' => {
                json.push('\\');
                json.extend(chars.next().map(|(_, c)| c));
            }
            _ => json.push(c),
        }
    }
    text.len()
}

/// Writes the key, number or value without quote marks that begins here, and returns its length.
fn word(text: &str, last: char, json: &mut String) -> usize {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "#_.+-".contains(c);
    let word = &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())];
    if text[word.len()..].starts_with(':') && matches!(last, '{' | ',') {
        let known = KEYS.iter().find(|(short, _)| *short == word);
        json.push_str(&format!("\"{}\"", known.map_or(word, |(_, key)| key)));
        return word.len();
    }
    let is_color = word.len() == 6 && word.chars().all(|c| c.is_ascii_hexdigit());
    match word {
        "f" => json.push_str("false"),
        "t" => json.push_str("true"),
        "#0" => json.push_str("\"#000000\""),
        "#F" => json.push_str("\"#FFFFFF\""),
        _ if is_color && last == ':' => json.push_str(&format!("\"#{word}\"")),
        _ => json.push_str(word),
    }
    word.len()
}
