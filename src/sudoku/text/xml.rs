//! OpenSudoku's XML: `<game data="53007…" />`.

/// The values of `data` of all `<game …>` tags, each with the byte where it starts;
/// `None` with the byte of the tag if it has no such value.
pub(super) fn games(text: &str) -> Vec<(usize, Option<&str>)> {
    let mut games = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("<game") {
        let start = from + at;
        let end = text[start..]
            .find('>')
            .map_or(text.len(), |end| start + end);
        let tag = &text[start..end];
        let before = games.len();
        for quote in ['"', '\''] {
            let mark = format!("data={quote}");
            if let Some(at) = tag.find(&mark) {
                let value = start + at + mark.len();
                let length = text[value..end].find(quote).unwrap_or(end - value);
                games.push((value, Some(&text[value..value + length])));
            }
        }
        if games.len() == before && !tag["<game".len()..].starts_with(char::is_alphanumeric) {
            games.push((start, None));
        }
        from = end;
    }
    games
}

/// The names of elements that hold a document.
const DOCUMENTS: [&str; 5] = ["<?xml", "<!doctype", "<html", "<opensudoku", "<folder"];

/// Returns `true` if this text starts a document, and not a few tags.
pub(super) fn is_document(text: &str) -> bool {
    let text = text.trim_start().to_ascii_lowercase();
    DOCUMENTS.iter().any(|start| text.starts_with(start))
}

/// Returns `true` if a tag or a comment is open at the end of this text.
pub(super) fn is_open(text: &str) -> bool {
    let last = |mark: &str| text.rfind(mark).map_or(0, |at| at + 1);
    last("<") > last(">") || last("<!--") > last("-->")
}

/// Returns `true` if the document that starts with this text ends in this line.
pub(super) fn is_end(line: &str) -> bool {
    ENDS.iter().any(|end| line.contains(end))
}

const ENDS: [&str; 2] = ["</opensudoku>", "</html>"];

/// The byte and the column of what stands behind the end of the document on its last
/// line, if there is something.
pub(super) fn after_end(text: &str) -> Option<(usize, usize)> {
    let start = ENDS
        .iter()
        .find_map(|end| Some(text.find(end)? + end.len()))?;
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let column = text[line..start].chars().count() + 1;
    (!text[start..].trim().is_empty()).then_some((start, column))
}

/// The text with a space for each character of its comments other than ends of lines.
pub(super) fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("<!--") {
        let length = rest[start..]
            .find("-->")
            .map_or(rest.len() - start, |end| end + 3);
        plain.push_str(&rest[..start]);
        let comment = rest[start..start + length].chars();
        plain.extend(comment.map(|c| if c == '\n' { c } else { ' ' }));
        rest = &rest[start + length..];
    }
    plain + rest
}
