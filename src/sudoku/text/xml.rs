//! OpenSudoku's XML: `<game data="53007…" />`.

/// The values of `data` of all `<game …>` tags, each with the byte where it starts.
pub(super) fn games(text: &str) -> Vec<(usize, &str)> {
    let mut games = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("<game") {
        let start = from + at;
        let end = text[start..]
            .find('>')
            .map_or(text.len(), |end| start + end);
        let tag = &text[start..end];
        for quote in ['"', '\''] {
            let mark = format!("data={quote}");
            if let Some(at) = tag.find(&mark) {
                let value = start + at + mark.len();
                let length = text[value..end].find(quote).unwrap_or(end - value);
                games.push((value, &text[value..value + length]));
            }
        }
        from = end;
    }
    games
}

/// Returns `true` if the document that starts with this text ends in this line.
pub(super) fn is_end(line: &str) -> bool {
    line.contains("</opensudoku>") || line.contains("</html>")
}
