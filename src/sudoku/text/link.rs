//! Links: those that hold a grid as symbols, and those of f-puzzles and SudokuPad, in which a
//! compressed puzzle stands.

use super::{Options, messages, one_line};

/// Texts between the site's name and the data of a link, longest first.
const MARKS: [&str; 6] = [
    "?load=",
    "&load=",
    "/fpuzzles",
    "/fpuz",
    "puzzleid=fpuzzles",
    "puzzleid=fpuz",
];

/// Prefixes of a link's data if the site's name is left out.
const BARE: [&str; 2] = ["fpuzzles", "fpuz"];

/// Prefixes of SudokuPad's formats that contain drawings and no rules.
const DRAWINGS: [&str; 3] = ["scl", "scf", "ctc"];

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
    is_site || BARE.iter().chain(&DRAWINGS).any(|start| is_id(start))
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

/// Returns the compressed part of a link, in plain base64.
pub(super) fn compressed(link: &str) -> Result<String, String> {
    let found = MARKS
        .iter()
        .find_map(|mark| Some(&link[link.find(mark)? + mark.len()..]));
    let bare = BARE.iter().find_map(|start| link.strip_prefix(start));
    let Some(data) = found.or(bare) else {
        let id = link.rsplit('/').next().unwrap_or_default();
        return Err(match DRAWINGS.iter().any(|start| id.starts_with(start)) {
            true => format!(
                "found SudokuPad's own format ({}…), which holds a drawing and no rules, \
                 expected a link of f-puzzles (?load=… or fpuz…)",
                &id[..3]
            ),
            false => {
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
                    "{found}, expected one that holds the puzzle (its symbols, ?load=… or fpuz…): \
                     nothing is fetched from the net"
                )
            }
        });
    };
    let data = data.split(['&', '#', '?']).next().unwrap_or_default();
    // What browsers write for + / and =; a + may have become a blank.
    let mut plain = data.replace(' ', "+");
    for (escaped, c) in [("%2B", "+"), ("%2F", "/"), ("%3D", "="), ("%20", "+")] {
        plain = plain.replace(escaped, c);
        plain = plain.replace(&escaped.to_lowercase(), c);
    }
    Ok(plain.trim_start_matches('/').to_owned())
}
