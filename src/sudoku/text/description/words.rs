//! The words of statements: keywords, cells, numbers, symbols.

use crate::io::{self, distance};
use crate::sudoku::rules::{Numbers, RuleId, Shape};
use crate::sudoku::text::messages;
use crate::sudoku::{Cell, Digit, Size, Symbols};

/// A place in the text: the index of its line, and the column, from 1.
pub(super) type Place = (usize, usize);

/// A message and the place it is about.
pub(super) type Fault = (Place, String);

/// A word of a line, with its column, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub column: usize,
}

/// The words that statements begin with, each with an example.
pub(super) const KEYWORDS: [(&str, &str); 19] = [
    ("size", "size 6x6"),
    ("grids", "grids r1c1 r7c7"),
    ("boxes", "boxes 2x3"),
    ("no-boxes", "no-boxes"),
    ("latin", "latin"),
    ("regions", "regions"),
    ("diagonal", "diagonal"),
    ("windoku", "windoku"),
    ("disjoint-groups", "disjoint-groups"),
    ("house", "house r1c1 r2c2 r3c3"),
    ("cage", "cage 15 r1c1 r1c2"),
    ("cages", "cages"),
    ("even", "even r1c1"),
    ("odd", "odd r1c1"),
    ("arrow", "arrow r3c3 = r3c4 r4c5"),
    ("kropki", "kropki white r1c1 r1c2"),
    ("xv", "xv X r1c1 r1c2"),
    ("candidates", "candidates r1c1 135"),
    ("symbols", "symbols ABCDEF"),
];

/// The keyword before a puzzle's grid; a table of its own, as no example of it
/// fits on a line.
pub(super) const CLUES: &str = "clues";

/// The keyword of a rule of the user's own; the rest of its line is no words.
pub(super) const RULE: &str = "rule";

/// Returns `true` if a puzzle's description may begin with this line: it begins
/// with a keyword, or with a word near to one.
pub(in crate::sudoku::text) fn is_description(line: &str) -> bool {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '-';
    if !line.trim_start().starts_with(is_first) {
        return false;
    }
    let line = line.split(['#', ';']).next().unwrap_or_default();
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return false;
    };
    // Prose may begin with such a word: rules that name cells have figures.
    let needs_figures = [
        "even", "odd", "less", "house", "sum", "cage", "size", "arrow", "grids",
    ];
    let has_figures = line.bytes().any(|byte| byte.is_ascii_digit());
    if begins_statement(line) && (has_figures || !needs_figures.contains(&first)) {
        return true;
    }
    // Rows of cells are no words of small letters that name a cell next, or
    // that are nearly a long keyword.
    let is_word = first.len() >= 3 && first.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-');
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let word = words.find(|word| !is_number(word));
    let names_cell = word.is_some_and(|word| cell(word).is_some());
    let is_near = (6..=20).contains(&first.len())
        && nearest_keyword(first).is_some_and(|nearest| distance(first, nearest) <= 2);
    is_word && (names_cell || is_near)
}

/// Returns `true` if a line begins with a keyword, with something behind those
/// that need it.
pub(in crate::sudoku::text) fn begins_statement(line: &str) -> bool {
    let mut words = line.split(|c: char| c.is_whitespace() || c == ';');
    let first = words.find(|word| !word.is_empty()).unwrap_or_default();
    let has_more = words.any(|word| !word.is_empty());
    let is_keyword =
        |(keyword, example): &(&str, &str)| *keyword == first && (has_more || keyword == example);
    // Prose may begin with the word as well.
    let is_rule = first == RULE && line.contains('(') && line.contains(':');
    first == CLUES || is_rule || KEYWORDS.iter().any(is_keyword) || is_mark(line)
}

/// Returns `true` if a line begins with the name of a rule of the table of rules and names a
/// cell, or has nothing else than numbers where the rule is for the whole grid. Prose begins
/// with such words, too.
fn is_mark(line: &str) -> bool {
    let statement = line.split(['#', ';']).next().unwrap_or_default();
    let mut words = statement
        .split([' ', '\t', ','])
        .filter(|word| !word.is_empty());
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match words.next().and_then(RuleId::by_name) {
        Some(rule) if rule.shape == Shape::Grid => words.all(is_number),
        Some(_) => words
            .find(|word| !is_number(word))
            .is_some_and(|word| cells(word).is_ok()),
        None => false,
    }
}

/// Returns `true` if statements of the program's own begin with this word.
pub(super) fn is_taken(word: &str) -> bool {
    keywords().chain(names()).any(|known| known == word)
}

/// Returns an example of a mark of a rule.
pub(super) fn example_of(rule: RuleId) -> String {
    let numbers: &[&str] = match rule.numbers {
        Numbers::None => &[],
        Numbers::One(_) => &["3"],
        Numbers::Many => &["1", "3"],
    };
    let cells: &[&str] = match rule.shape {
        Shape::Line | Shape::Cells => &["r1c1", "r1c2", "r1c3"],
        Shape::Pair => &["r1c1", "r1c2"],
        Shape::Outside => &["r1c1-r1c9"],
        Shape::Grid => &[],
    };
    let words = [&[&rule.rule().name[..]], numbers, cells];
    words.concat().join(" ")
}

/// Returns `true` if a line with a cell or a size begins with a word that differs from a
/// keyword by a letter.
pub(in crate::sudoku::text) fn is_misspelt(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    words.any(|word| cell(word).is_some() || dimensions(word).is_some())
        && (3..=20).contains(&first.len())
        && nearest(first).is_some_and(|nearest| distance(first, nearest) == 1)
}

/// Returns `true` if lines are nothing but statements, right or wrong, and one states the size: a
/// puzzle without clues.
pub(in crate::sudoku::text) fn are_statements(lines: &[String]) -> bool {
    let mut states_size = false;
    let mut is_statement = |line: &String| {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return true;
        };
        states_size |= first == "size";
        let is_near = || {
            (6..=20).contains(&first.len())
                && nearest(first).is_some_and(|nearest| distance(first, nearest) <= 2)
        };
        is_taken(first)
            || is_near()
            || is_description(line)
            || words.any(|word| cell(word).is_some())
    };
    lines.iter().all(&mut is_statement) && states_size
}

/// Returns `true` if a line has the keyword of the clues.
pub(in crate::sudoku::text) fn has_clues(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default();
    let mut words = line
        .split(';')
        .filter_map(|part| part.split_whitespace().next());
    words.any(|word| word == CLUES)
}

/// Returns `true` if a line ends with a keyword that a map follows on the next lines.
pub(in crate::sudoku::text) fn wants_map(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default();
    let last = line.rsplit(';').next().unwrap_or_default().trim();
    [CLUES, "regions", "cages"].contains(&last)
}

/// Returns the keyword or the name of a rule that a word is nearest to, if less than half of its
/// letters differ.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    io::nearest(word, keywords().chain(names()))
}

/// Returns the keyword that a word is nearest to, if less than half of its letters differ.
fn nearest_keyword(word: &str) -> Option<&'static str> {
    io::nearest(word, keywords())
}

fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS
        .iter()
        .map(|(keyword, _)| *keyword)
        .chain([CLUES, RULE])
}

/// Returns the names of the rules of the table of rules.
fn names() -> impl Iterator<Item = &'static str> {
    RuleId::all().iter().map(|rule| &rule.rule().name[..])
}

/// Returns how the rules of a variant are stated, by its usual name.
pub(super) fn variant(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().as_str() {
        "killer" => {
            "the cages of a killer puzzle are stated as 'cage 15 r1c1 r1c2', or as a map \
             behind 'cages'"
        }
        "jigsaw" | "irregular" | "nonomino" => {
            "the regions of a jigsaw are stated as a map behind 'regions': docs/RULES.md"
        }
        "thermometer" | "thermometers" => "thermometers are stated as 'thermo r1c1 r1c2 r1c3'",
        "x" | "x-sudoku" => "both diagonals are stated as 'diagonal'",
        "knight" => "the rule is named 'anti-knight'",
        "king" => "the rule is named 'anti-king'",
        _ => return None,
    })
}

/// Returns all keywords of rules as a list.
pub(super) fn all() -> String {
    let keywords = KEYWORDS.iter().map(|(keyword, _)| *keyword);
    let keywords: Vec<&str> = keywords.chain([RULE]).chain(names()).collect();
    keywords.join(", ")
}

/// Returns the words of a text that begins at this column; commas part words as blanks
/// do, and `=` is a word of its own.
pub(super) fn split(text: &str, column: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start: Option<(usize, usize)> = None;
    let ends = text.char_indices().chain([(text.len(), ' ')]);
    for (place, (index, c)) in ends.enumerate() {
        let is_end = c.is_whitespace() || matches!(c, ',' | '=');
        match start {
            Some((from, at)) if is_end => {
                words.push(Word {
                    text: &text[from..index],
                    column: column + at,
                });
                start = None;
            }
            None if !is_end => start = Some((index, place)),
            _ => {}
        }
        if c == '=' {
            words.push(Word {
                text: &text[index..=index],
                column: column + place,
            });
        }
    }
    words
}

/// Returns a cell by its name, as `r1c2`; letters may be capital.
pub(in crate::sudoku::text) fn cell(text: &str) -> Option<Cell> {
    let rest = text.strip_prefix(['r', 'R'])?;
    let (row, col) = rest.split_once(['c', 'C'])?;
    let place = |text: &str| -> Option<usize> {
        let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        let number: usize = is_number.then(|| text.parse().ok())??;
        number.checked_sub(1)
    };
    Some(Cell::new(place(row)?, place(col)?))
}

/// Returns the cells of a word: one, or those of a straight line as `r1c1-r1c4`, which
/// may also be diagonal.
pub(super) fn cells(word: &str) -> Result<Vec<Cell>, String> {
    let expected = "expected a cell as r1c2, or cells in a line as r1c2-r1c4";
    let unknown = || format!("found {}, {expected}", messages::word(word));
    let Some((first, last)) = word.split_once(['-', '–']) else {
        return cell(word).map(|cell| vec![cell]).ok_or_else(unknown);
    };
    let (Some(first), Some(last)) = (cell(first), cell(last)) else {
        return Err(unknown());
    };
    let rows = last.row() as isize - first.row() as isize;
    let cols = last.col() as isize - first.col() as isize;
    let steps = rows.abs().max(cols.abs());
    if steps == 0 || ![0, steps].contains(&rows.abs()) || ![0, steps].contains(&cols.abs()) {
        return Err(unknown());
    }
    let line = (0..=steps).map(|step| {
        let row = first.row() as isize + step * rows.signum();
        let col = first.col() as isize + step * cols.signum();
        Cell::new(row as usize, col as usize)
    });
    Ok(line.collect())
}

/// Returns a size as `6x6`, or boxes as `2x3`: rows and columns.
pub(in crate::sudoku::text) fn dimensions(word: &str) -> Option<[usize; 2]> {
    let (rows, cols) = word.split_once(['x', 'X', '×'])?;
    let number = |text: &str| {
        text.parse()
            .ok()
            .filter(|number| (1..=961).contains(number))
    };
    Some([number(rows)?, number(cols)?])
}

/// Returns the digit that a symbol stands for.
pub(in crate::sudoku::text) fn symbol(text: &str, size: Size, symbols: &Symbols) -> Option<Digit> {
    let index = match symbols {
        Symbols::Numbers { first } => {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let value: usize = is_number.then(|| text.parse().ok())??;
            value.checked_sub(usize::from(*first))?
        }
        Symbols::Chars(symbols) => {
            let mut chars = text.chars();
            let (only, None) = (chars.next()?, chars.next()) else {
                return None;
            };
            symbols.iter().position(|&symbol| symbol == only)?
        }
    };
    (index < size.side()).then(|| Digit::from_index(index))
}

/// Returns the digits of a word of `candidates`: one, or several of a symbol each.
pub(super) fn digits(text: &str, size: Size, symbols: &Symbols) -> Result<Vec<Digit>, String> {
    if text == "none" {
        return Ok(Vec::new());
    }
    if let Some(digit) = symbol(text, size, symbols) {
        return Ok(vec![digit]);
    }
    let each = text.char_indices().map(|(start, c)| {
        let is_single = symbols.are_chars(size);
        let one = &text[start..start + c.len_utf8()];
        is_single.then(|| symbol(one, size, symbols))?
    });
    let found = messages::word(text);
    let digits: Option<Vec<Digit>> = each.collect();
    digits.ok_or_else(|| format!("found {found}, expected {} or none", range(size, symbols)))
}

/// Returns the symbols of a grid in words.
fn range(size: Size, symbols: &Symbols) -> String {
    match symbols {
        Symbols::Numbers { first } => {
            let first = usize::from(*first);
            format!("{first} to {}", first + size.side() - 1)
        }
        Symbols::Chars(chars) => {
            let chars: String = chars.iter().collect();
            format!("one of {chars}")
        }
    }
}
