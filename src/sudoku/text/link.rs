//! Links of f-puzzles and SudokuPad, and where in them the compressed puzzle stands.

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
            false => "found a link, expected one that holds the puzzle (?load=… or fpuz…): \
                      nothing is fetched from the net"
                .to_owned(),
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
