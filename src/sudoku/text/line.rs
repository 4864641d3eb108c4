//! Recognises the kind of a line: blank, a comment, a title, a drawn line, cells.

use super::chars::{self, is_bar, is_gap};
use super::split::{self, Body, is_one_of};
use super::{Options, alphabet, annotations, literal, one_line};

/// The kind of a line.
#[derive(Debug)]
pub(super) enum Kind<'a> {
    /// Only blanks and tabs.
    Blank,
    /// A line that forums, mails and LaTeX put around a grid.
    Fence,
    /// A comment: the text after `#`.
    Comment(&'a str),
    /// A title or text; set if it is text in sentences, which no grid stands next to.
    Title { is_prose: bool },
    /// `[Puzzle]` or another section: the name.
    Section(&'a str),
    /// A drawn line; set if it may also be a row of blank cells.
    Rule { or_row: bool },
    /// The start of a list in brackets or of an object.
    Open,
    /// The start of XML or HTML.
    Xml,
    /// Anything else should be cells.
    Cells(Body<'a>),
}

/// Returns `true` for words in a tag of a forum, as `[b]Hard one[/b]`.
fn is_bold_text(text: &str) -> bool {
    let inner = text[1..].split_once(']');
    inner.is_some_and(|(tag, rest)| {
        ["b", "i", "u", "center"].contains(&tag.to_lowercase().as_str())
            && rest.starts_with(char::is_alphabetic)
            && rest.contains(' ')
    })
}

/// Returns what this line is.
pub(super) fn kind(line: &str) -> Kind<'_> {
    // Most lines of long files.
    let is_plain = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    if !line.is_empty() && line.bytes().all(is_plain) {
        return Kind::Cells(Body {
            text: line,
            column: 1,
            full: line,
            full_column: 1,
        });
    }
    let quoted = unquoted(line);
    let unquoted = without_fence(quoted);
    let trimmed = unquoted.trim_matches(is_gap);
    match trimmed.as_bytes() {
        [] if unquoted.len() < quoted.len() => return Kind::Fence,
        [] => return Kind::Blank,
        [b'#', ..] if !has_hash_cells(trimmed) => {
            return Kind::Comment(trimmed[1..].trim_start());
        }
        [b'{', ..] => return Kind::Open,
        [b'[', ..] if is_bold_text(trimmed) => return Kind::Title { is_prose: false },
        [b'[', ..] => {
            let name = trimmed[1..].strip_suffix(']').unwrap_or_default();
            if name.trim_start_matches('/').eq_ignore_ascii_case("code") {
                return Kind::Fence;
            }
            let is_name = name.len() > 1 && name.bytes().all(|b| b.is_ascii_alphabetic());
            return if is_name {
                Kind::Section(name)
            } else {
                Kind::Open
            };
        }
        [b'<', ..] => return Kind::Xml,
        [b'"', b'"', b'"'] | [b'\'', b'\'', b'\''] => return Kind::Fence,
        [b'\\', letter, ..] if letter.is_ascii_alphabetic() && !has_cells(trimmed) => {
            return Kind::Fence;
        }
        _ => {}
    }
    // A block of fixed text in YAML.
    if trimmed.starts_with(char::is_alphabetic)
        && [": |", ": >", ": |-", ": >-"]
            .iter()
            .any(|end| trimmed.ends_with(end))
        && !trimmed.contains(|c: char| c.is_ascii_digit())
    {
        return Kind::Fence;
    }
    if let Some(before) = trimmed.strip_suffix("\"\"\"")
        && before.trim_end_matches(is_gap).ends_with('=')
    {
        return Kind::Fence;
    }
    if literal::begins(trimmed).is_some() {
        return Kind::Open;
    }
    let full = without_end(unquoted);
    let text = full.trim_matches(is_gap);
    if text.is_empty() {
        return Kind::Blank;
    }
    if let Some(or_row) = split::drawn_line(text) {
        return Kind::Rule { or_row };
    }
    if let Some(is_prose) = title(text) {
        return Kind::Title { is_prose };
    }
    let chars = |text: &str| text.chars().count();
    let full_column = chars(line) - chars(unquoted) + 1;
    let indent = full.len() - full.trim_start_matches(is_gap).len();
    Kind::Cells(Body {
        text,
        column: full_column + indent,
        full,
        full_column,
    })
}

/// Returns the line without the marks of a quoted mail before it. A `>` ahead of a
/// comma, semicolon or `&` is a field, not a mark.
pub(super) fn unquoted(line: &str) -> &str {
    let mut rest = line;
    while let Some(quoted) = rest.trim_start_matches(is_gap).strip_prefix('>') {
        if quoted
            .trim_start_matches(is_gap)
            .starts_with([',', ';', '&'])
        {
            break;
        }
        rest = quoted.strip_prefix(' ').unwrap_or(quoted);
    }
    rest
}

/// Returns the line with a space for each mark of a quoted mail before it.
pub(super) fn without_quotes(line: &str) -> String {
    let rest = unquoted(line);
    let marks = line[..line.len() - rest.len()].chars();
    marks.map(|_| ' ').chain(rest.chars()).collect()
}

/// Returns the line without what begins a block of fixed text, as Markdown's and
/// forums' fences do, and without the drawn lines of LaTeX ahead of cells. The rest is
/// empty if nothing else is on the line but the name of a language.
fn without_fence(line: &str) -> &str {
    let text = line.trim_start_matches(is_gap);
    for mark in ["```", "~~~"] {
        if let Some(rest) = text.strip_prefix(mark) {
            let rest = rest.trim_start_matches(['`', '~']);
            let is_long = |word: &str| word.chars().count() >= 16;
            let is_info = rest.trim_start().starts_with('{')
                || rest.trim_start().starts_with(char::is_alphabetic)
                    && !rest.split(is_gap).any(is_long);
            return if is_info { "" } else { rest };
        }
    }
    let code = text.get(..6).unwrap_or_default();
    if code.eq_ignore_ascii_case("[code]") {
        return &text[6..];
    }
    let mut rest = text;
    while let Some(after) = after_drawn_line(rest) {
        rest = after.trim_start_matches(is_gap);
    }
    // A drawn line alone is one of the commands of LaTeX.
    let is_cells = rest.len() < text.len() && !rest.is_empty();
    if is_cells { rest } else { line }
}

/// Returns the text behind a command of LaTeX that draws a line between rows, if one is
/// ahead.
fn after_drawn_line(text: &str) -> Option<&str> {
    let rest = match text.strip_prefix("\\cline{") {
        Some(rest) => rest.split_once('}')?.1,
        None => ["\\hline", "\\toprule", "\\midrule", "\\bottomrule"]
            .iter()
            .find_map(|command| text.strip_prefix(command))?,
    };
    (!rest.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(rest)
}

/// The commands of LaTeX whose arguments are no cells.
const COMMANDS: &str = "begin end cline cmidrule vspace hspace addlinespace noalign caption label section subsection title \
    setlength setcounter renewcommand documentclass usepackage resizebox scalebox";

/// Returns `true` if a line that begins with a command of LaTeX has cells: a `&`, or a
/// digit that is in no argument of a command whose arguments are none.
fn has_cells(line: &str) -> bool {
    let mut rest = line;
    while let Some(command) = rest.strip_prefix('\\') {
        let length = command
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(command.len());
        let (name, after) = command.split_at(length);
        rest = after.trim_start_matches(|c: char| c == '*' || is_gap(c));
        while is_one_of(name, COMMANDS)
            && let Some(end) = end_of_argument(rest)
        {
            rest = rest[end..].trim_start_matches(is_gap);
        }
    }
    rest.contains(|c: char| c == '&' || c.is_ascii_digit())
}

/// Returns the byte behind the argument in brackets that a text starts with.
fn end_of_argument(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then_some(at + 1);
        }
    }
    None
}

/// Returns `true` if `#` stands for a cell in this line: alone between cells, twice
/// or more, in a word of digits as `##3#`, or in groups as `#4 #1`. A comment has words,
/// or one `#`.
fn has_hash_cells(line: &str) -> bool {
    let words: Vec<&str> = line
        .trim_end_matches(|c: char| is_gap(c) || c == '\\')
        .split(|c: char| is_gap(c) || is_bar(c) || matches!(c, ',' | ';' | '&'))
        .filter(|word| !word.is_empty())
        .collect();
    if let [word] = words[..] {
        let hashes = word.bytes().filter(|&byte| byte == b'#').count();
        let is_cell = |c: char| c == '#' || c.is_ascii_digit();
        return hashes > 1 && hashes < word.len() && word.len() >= 4 && word.chars().all(is_cell);
    }
    // Groups of cells.
    let hashes = line.bytes().filter(|&byte| byte == b'#').count();
    let is_group = |word: &&str| {
        let is_cell = |byte: u8| byte == b'#' || byte.is_ascii_digit();
        word.len() > 1 && word.len() == words[0].len() && word.bytes().all(is_cell)
    };
    if hashes > 1 && words.iter().all(is_group) && line.contains(|c: char| c.is_ascii_digit()) {
        return true;
    }
    let is_cell = |word: &&str| {
        let mut chars = word.chars();
        let is_sign = chars.next().is_some() && chars.next().is_none();
        is_sign || (word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let hashes = words.iter().filter(|word| **word == "#").count();
    let is_first = words.first().is_some_and(|word| *word == "#");
    hashes > usize::from(is_first) && words.iter().all(is_cell)
}

/// Returns the column and text of the comment at the end of a line of cells, without `#`.
pub(super) fn comment_behind(line: &str) -> Option<(usize, &str)> {
    if !line.contains('#') {
        return None;
    }
    let at = comment_start(without_fence(unquoted(line)))?;
    let rest = without_fence(unquoted(line));
    let start = line.len() - rest.len() + at;
    let text = line[start..].trim_start_matches(['#', ' ', '\t']);
    let column = line[..line.len() - text.len()].chars().count() + 1;
    Some((column, text))
}

/// Returns the line without its comment, and without the ends of rows of LaTeX and of
/// blocks of fixed text. In `Sudoku #1 53..7…` no comment begins at `#`.
fn without_end(line: &str) -> &str {
    let mut rest = comment_start(line).map_or(line, |at| &line[..at]);
    loop {
        let trimmed = rest.trim_end_matches(is_gap);
        let ends = ["\\hline", "\\\\", "[/code]", "[/CODE]", "```", "~~~"];
        match ends.iter().find_map(|end| trimmed.strip_suffix(end)) {
            Some(shorter) => rest = shorter,
            None => return rest,
        }
    }
}

/// Returns the byte at which the comment of a line begins.
fn comment_start(line: &str) -> Option<usize> {
    let has_grid = |text: &str| one_line::grid_in(text, 1, &Options::default()).is_some();
    line.match_indices('#')
        .map(|(at, _)| at)
        .find(|&at| line[..at].ends_with(is_gap))
        .filter(|_| !has_hash_cells(line))
        .filter(|&at| !has_grid(&line[at..]) || has_grid(&line[..at]) || is_row(&line[..at]))
}

/// Returns `true` for a text of digits and blanks.
fn is_row(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || chars::is_blank(c);
    text.chars().filter(|&c| is_sign(c)).count() > 3
        && text.chars().all(|c| is_sign(c) || is_gap(c) || is_bar(c))
}

/// Length in bytes of the shortest of [`TITLES`].
const SHORTEST_TITLE: usize = 4;

/// Words that titles have.
#[rustfmt::skip]
const TITLES: [&str; 38] = [
    "grid", "puzzle", "puzzles", "sudoku", "board", "easy", "medium", "moderate", "hard", "harder",
    "hardest", "expert", "evil", "extreme", "diabolical", "fiendish", "tough", "gentle", "simple",
    "beginner", "level", "difficulty", "rating", "solution", "quizzes", "solutions", "quiz", "clues",
    "givens", "name", "title", "author", "source", "date", "problem", "wordoku", "number", "game",
];

// A shorter title would not be found.
const _: () = {
    let mut index = 0;
    while index < TITLES.len() {
        assert!(TITLES[index].len() >= SHORTEST_TITLE);
        index += 1;
    }
};

/// Returns, for a title or text, `true` if it is text in sentences; `None` for any
/// other line.
fn title(text: &str) -> Option<bool> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '.' && c != '_')
        .map(|word| word.trim_matches(['.', '\'', '_']))
        .filter(|word| !word.is_empty())
        .collect();
    let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    let is_key = |word: &str| {
        // Cells and blanks, of which a line may have millions, are not compared.
        if word.len() < SHORTEST_TITLE {
            return false;
        }
        let mark = |c: char| ":#.,()!*=\"'".contains(c);
        let word = word.trim_matches(mark).to_ascii_lowercase();
        TITLES.contains(&word.as_str())
    };
    let has_key = text.split([' ', '\t', ',', ';']).any(is_key);
    let longest = words.iter().map(|word| word.len()).max()?;
    // A puzzle on the line is no title; nor is what has more cells than words.
    let is_address = |word: &str| word.starts_with("www.") || word.contains(".com");
    let is_long = |word: &&str| word.len() >= 16 && !is_word(word) && !is_address(word);
    if longest >= 16 && words.iter().any(is_long) {
        return None;
    }
    if text.contains(is_bar) || text.starts_with(':') {
        return None;
    }
    // `null` and such may be cells.
    let is_named = |word: &&&str| is_word(word) && !alphabet::is_blank_word(word);
    let named = words.iter().filter(is_named).count();
    let is_named_kind = || {
        let name = text.split_once([':', '=']).map_or("", |(name, _)| name);
        name.len() > 2 && annotations::label(name).is_some()
    };
    if named == words.len() && text.contains([':', '=']) && is_named_kind() {
        return Some(false);
    }
    if has_key && words.len() <= 8 && !text.contains("..") {
        return Some(false);
    }
    if text.ends_with(':') && named > 0 && longest > 2 {
        return Some(false);
    }
    let equal = words.iter().all(|word| word.len() == words[0].len());
    let has_real = words.iter().filter(is_named).any(|word| word.len() > 2);
    (named >= 2 && text.contains(is_gap) && has_real && !equal && 2 * named >= words.len())
        .then_some(true)
}

/// Returns `true` for a date in numbers, as `2024-03-12`, `12.3.2024` or `12/03/24`,
/// perhaps with a time behind it.
pub(super) fn is_date(line: &str) -> bool {
    let mut words = unquoted(line).split_whitespace();
    let Some(date) = words.next() else {
        return false;
    };
    let is_part = |part: &str| part.len() <= 4 && part.parse::<u16>().is_ok_and(|part| part > 0);
    let is_date = ['-', '.', '/'].iter().any(|&mark| {
        let parts: Vec<&str> = date.split(mark).collect();
        parts.len() == 3 && parts.iter().all(|part| is_part(part))
    });
    let is_time =
        |word: &str| word.contains(':') && word.split(':').all(|part| part.parse::<u8>().is_ok());
    is_date && words.next().is_none_or(is_time) && words.next().is_none()
}

/// Returns `true` for a name as a mail ends with: a word with a capital letter and
/// then small ones, perhaps behind dashes.
pub(super) fn is_name(line: &str) -> bool {
    let name =
        unquoted(line).trim_matches(|c: char| is_gap(c) || matches!(c, '-' | '–' | '—' | '.'));
    let mut letters = name.chars();
    letters.next().is_some_and(char::is_uppercase)
        && name.chars().count() > 2
        && letters.all(char::is_lowercase)
}

/// Returns `true` if the first cell of a row of fields is empty.
pub(super) fn starts_empty(line: &str) -> bool {
    let full = unquoted(line);
    let text = full.trim_start_matches(is_gap);
    let in_bars = text.strip_prefix(is_bar);
    let in_bars = in_bars.map(|rest| rest.trim_start_matches(is_gap));
    full.trim_start_matches(' ').starts_with('\t')
        || text.starts_with([',', ';', '&'])
        || in_bars.is_some_and(|rest| rest.starts_with(is_bar))
}

/// Returns the name of the line's kind for error messages.
pub(super) fn name(line: &str) -> &'static str {
    match kind(line) {
        Kind::Blank => "a blank line",
        Kind::Fence | Kind::Title { .. } => "text",
        Kind::Comment(_) => "a comment",
        Kind::Section(_) => "a section",
        Kind::Rule { .. } => "a drawn line",
        Kind::Open => "a list",
        Kind::Xml => "XML or HTML",
        Kind::Cells(_) => "other cells",
    }
}
