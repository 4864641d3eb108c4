//! The words and signs of lists in programs: where a list begins, comments, quoted texts,
//! names of types and calls.

use super::alphabet;
use super::chars::is_gap;

/// Goes through the characters of a text.
pub(super) struct Scanner {
    chars: Vec<char>,
    at: usize,
    line: usize,
    column: usize,
}

impl Scanner {
    pub(super) fn new(text: &str) -> Scanner {
        Scanner {
            chars: text.chars().collect(),
            at: 0,
            line: 0,
            column: 1,
        }
    }

    /// Returns the line, from 0, and the column, from 1.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    pub(super) fn rest(&self) -> &[char] {
        &self.chars[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.nth(0)
    }

    /// Returns the character this many places ahead.
    pub(super) fn nth(&self, distance: usize) -> Option<char> {
        self.rest().get(distance).copied()
    }

    /// Returns the character this many places behind the next blanks.
    pub(super) fn nth_after_blanks(&self, distance: usize) -> Option<char> {
        let blanks = self.rest().iter().take_while(|&&c| is_gap(c)).count();
        self.nth(blanks + distance)
    }

    pub(super) fn skip(&mut self, count: usize) {
        for _ in 0..count {
            (self.line, self.column) = match self.peek() {
                Some('\n') => (self.line + 1, 1),
                _ => (self.line, self.column + 1),
            };
            self.at += 1;
        }
        self.at = self.at.min(self.chars.len());
    }

    pub(super) fn skip_blanks(&mut self) {
        while self.peek().is_some_and(is_gap) {
            self.skip(1);
        }
    }

    /// Takes characters as a text.
    pub(super) fn take(&mut self, count: usize) -> String {
        let text = self.rest()[..count].iter().collect();
        self.skip(count);
        text
    }

    /// Takes the comment that starts here. Set `is_after` behind a list.
    pub(super) fn comment(&mut self, is_after: bool) -> Option<Result<String, &'static str>> {
        let length = comment(self.rest(), is_after)?;
        let Some(length) = length else {
            return Some(Err("found a comment without its end, expected '*/'"));
        };
        Some(Ok(self.take(length)))
    }

    /// Takes a text in quotes, `None` if it has no end on its line.
    pub(super) fn quoted(&mut self, quote: char) -> Option<String> {
        let mut text = String::new();
        self.skip(1);
        loop {
            let c = self.peek().filter(|&c| c != '\n')?;
            self.skip(1);
            match c {
                _ if c == quote => return Some(text),
                '\\' if self.peek() == Some('u') => {
                    let code: String = self.rest().iter().skip(1).take(4).collect();
                    let c = u32::from_str_radix(&code, 16).ok();
                    match c.and_then(char::from_u32).filter(|_| code.len() == 4) {
                        Some(c) => {
                            text.push(c);
                            self.skip(5);
                        }
                        None => text.push('\\'),
                    }
                }
                _ => text.push(c),
            }
        }
    }

    /// Takes a word.
    pub(super) fn word(&mut self) -> String {
        let is_end = |c: char| c.is_whitespace() || "[]{}(),;\"'=|".contains(c);
        let rest = self.rest().iter().skip(1);
        let length = 1 + rest.take_while(|&&c| !is_end(c)).count();
        self.take(length)
    }

    /// Takes the value of a named argument: all up to the comma or bracket behind it.
    pub(super) fn argument(&mut self) -> String {
        let mut depth = 0_usize;
        let mut length = 0;
        for c in self.rest() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth == 0 => break,
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 0 => break,
                _ => {}
            }
            length += 1;
        }
        self.take(length).trim().to_owned()
    }

    /// Takes arguments in round brackets.
    pub(super) fn group(&mut self) -> Option<String> {
        (self.peek() == Some('(')).then(|| self.skip(1))?;
        let mut depth = 1_usize;
        let length = self.rest().iter().position(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        let text = self.take(length);
        self.skip(1);
        Some(text)
    }
}

/// Returns the length of the comment that starts here, `None` within if it has no end. Set
/// `is_after` behind a list, where signs that may be cells elsewhere begin one too.
fn comment(rest: &[char], is_after: bool) -> Option<Option<usize>> {
    let line = || rest.iter().position(|&c| c == '\n').unwrap_or(rest.len());
    let is_words = |mark: usize| is_after || has_words(&rest[mark..]);
    match rest {
        ['/', '/', ..] => Some(Some(line())),
        ['/', '*', inner @ ..] => {
            let end = inner.windows(2).position(|pair| pair == ['*', '/']);
            Some(end.map(|end| end + 4))
        }
        ['#', ..] | ['%', ..] if is_words(1) => Some(Some(line())),
        ['-', '-', ..] if is_words(2) => Some(Some(line())),
        [';', ..] if has_words(&rest[1..]) => Some(Some(line())),
        _ => None,
    }
}

/// Returns `true` if the rest of a line begins with words, and not with cells.
fn has_words(rest: &[char]) -> bool {
    // Number of characters that are looked at: a long line may have many marks. Chosen by
    // hand.
    const LOOK: usize = 120;
    let line = rest.iter().take(LOOK).take_while(|&&c| c != '\n');
    let text: String = line.collect();
    let text = text.trim_start_matches(['#', '%', ';', '-']).trim();
    let is_word = |word: &str| {
        let word = word.trim_end_matches([':', '.', ',']);
        word.chars().count() > 1
            && word.chars().all(char::is_alphabetic)
            && !alphabet::is_blank_word(word)
    };
    text.starts_with(char::is_alphabetic)
        && !text.contains(['[', ']', '{', '}', '(', ')'])
        && text.split_whitespace().any(is_word)
}

/// Returns the length of the name of a type or call that a bracket with cells or lists
/// follows: `np.array`, `new int[,] `, `vec!`, `[][]int`, `std::vector<std::vector<int>> `.
pub(super) fn constructor(rest: &[char]) -> Option<usize> {
    let skip = |mut at: usize, is: fn(char) -> bool| {
        while rest.get(at).copied().is_some_and(is) {
            at += 1;
        }
        at
    };
    let is_open = |at: usize| matches!(rest.get(at), Some('[' | '{' | '('));
    // Dimensions, as `[9][9]` or `[,]`.
    let dimensions = |mut at: usize| {
        while rest.get(at) == Some(&'[') {
            let end = skip(at + 1, |c| {
                c.is_ascii_digit() || matches!(c, ',' | '.' | ' ')
            });
            if rest.get(end) != Some(&']') {
                break;
            }
            at = end + 1;
        }
        at
    };
    let mut start = skip(0, |c| matches!(c, '&' | '@' | '$'));
    if start > 0 && is_open(start) {
        return Some(start);
    }
    let is_new = rest[start..].starts_with(&['n', 'e', 'w']) && {
        rest.get(start + 3).is_some_and(|&c| is_gap(c) || c == '[')
    };
    if is_new {
        start = skip(start + 3, is_gap);
    }
    let before = dimensions(start);
    let word = skip(before, |c| {
        c.is_alphanumeric() || matches!(c, '_' | '.' | ':')
    });
    let starts_with_letter = rest
        .get(before)
        .is_some_and(|c| c.is_alphabetic() || *c == '_');
    if word == before || !starts_with_letter {
        let after = skip(before, is_gap);
        return (is_new && is_open(after)).then_some(after);
    }
    let word = word + usize::from(rest.get(word) == Some(&'!'));
    let mut end = word;
    if rest.get(end) == Some(&'<') {
        let mut depth = 0_usize;
        let length = rest[end..].iter().take(200).position(|c| {
            match c {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        end += length? + 1;
    }
    let sized = dimensions(end);
    let spaced = skip(sized, is_gap);
    let is_array = rest[before..word].iter().collect::<String>() == "array";
    let is_type = is_new || is_array || before > start || end > word || sized > end;
    match is_type {
        true if is_open(spaced) => Some(spaced),
        _ => is_open(end).then_some(end),
    }
}

/// Returns `true` if what follows a bracket is the beginning of a list: nothing, a list, a
/// text in quotes, or cells.
fn is_data(rest: &str) -> bool {
    let rest = rest.trim_start();
    let chars: Vec<char> = rest.chars().take(300).collect();
    let Some(&first) = chars.first() else {
        return true;
    };
    if "[{('\"|/".contains(first) {
        return true;
    }
    if let Some(length) = constructor(&chars) {
        let after: String = chars[length..].iter().skip(1).collect();
        return is_data(&after);
    }
    if rest.starts_with("list ") || rest.starts_with("vector ") {
        return is_data(&rest[5..]);
    }
    let is_end = |c: char| is_gap(c) || matches!(c, ',' | ';' | '|');
    let (word, after) = rest.split_once(is_end).unwrap_or((rest, ""));
    let number = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number = number.split('.').next().unwrap_or_default();
    let is_cell = alphabet::class(word).is_ok()
        || !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = word.trim_start_matches('.').is_empty();
    let is_cell = is_cell && (word.is_empty() || is_name || !word.contains(['[', ']', '(', ')']));
    let next = after.trim_start().chars().next();
    is_cell
        && next.is_none_or(|c| !c.is_alphabetic() || after.len() < 20 || c == 'N' || c == 'n')
        && (!after.is_empty() || rest.len() > word.len())
}

/// Returns the byte of a line where a list of a program begins, with the names of types
/// and calls before it.
pub(super) fn begins(line: &str) -> Option<usize> {
    let text = line.trim_start_matches(is_gap);
    // Most lines have none of these.
    if !text.contains(['[', '{', '(', '=']) {
        return None;
    }
    let at = |rest: &str| line.len() - rest.trim_start().len();
    if text.starts_with(['[', '{']) {
        return Some(at(text));
    }
    if let Some(inner) = text.trim_start_matches('\'').strip_prefix('(') {
        // A definition of Lisp.
        if inner.starts_with(|c: char| c.is_ascii_alphabetic())
            && let Some(bracket) = text.find("[[").or_else(|| text.find("'("))
            && is_data(&text[bracket + 1..])
        {
            return Some(at(&text[bracket..]));
        }
        let is_list = inner.trim_start().starts_with(['(', '[', '{', '\'']);
        let is_row = is_data(inner) && inner.matches([',', ' ']).count() > 2 && inner.contains(')');
        return (is_list && is_data(inner) || is_row).then(|| at(text));
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_[]<>,.:;*&$@'\"() \t-".contains(c);
    let is_left =
        |left: &str| left.chars().all(is_name) && left.contains(|c: char| c.is_ascii_alphabetic());
    let is_right = |right: &str| {
        let chars: Vec<char> = right.trim_start().chars().take(300).collect();
        let length = constructor(&chars).unwrap_or(0);
        let after: String = chars[length..].iter().collect();
        let after = after.trim_start_matches('\'');
        after.starts_with(['[', '{', '(']) && is_data(&after[1..])
    };
    for operator in ["<-", ":=", "=", ":"] {
        let Some((left, right)) = text.split_once(operator) else {
            continue;
        };
        if right.starts_with(['=', '>']) || left.ends_with(['<', '>', '!']) {
            continue;
        }
        let is_declared = operator == "=" && left.contains('[') && right.trim().is_empty();
        if is_left(left) && (is_right(right) || is_declared) {
            return Some(at(right));
        }
    }
    // Declarations without a sign, as std::vector<std::vector<int>> grid{{5,3…
    if let Some((left, right)) = text.split_once('{')
        && is_left(left)
        && left.contains(['<', '['])
        && is_data(right)
    {
        return Some(at(&text[left.len()..]));
    }
    let chars: Vec<char> = text.chars().take(300).collect();
    let length = constructor(&chars)?;
    let after: String = chars[length + 1..].iter().collect();
    (is_data(&after)).then(|| at(text))
}

/// The depth of brackets at the end of a text that starts outside of all.
#[derive(Default)]
pub(super) struct Depth {
    open: usize,
    in_comment: bool,
    /// Set behind the first opening bracket.
    started: bool,
    /// Set if the last line ended in a comma or an opening bracket.
    is_unfinished: bool,
}

impl Depth {
    /// Goes over a line; returns `true` if all brackets are closed.
    pub(super) fn over(&mut self, line: &str) -> bool {
        let chars: Vec<char> = line.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            let rest = &chars[at..];
            if self.in_comment {
                let end = rest.windows(2).position(|pair| pair == ['*', '/']);
                self.in_comment = end.is_none();
                at += end.map_or(rest.len(), |end| end + 2);
                continue;
            }
            match comment(rest, self.started && self.open == 0) {
                Some(Some(length)) => {
                    at += length;
                    continue;
                }
                Some(None) => {
                    self.in_comment = true;
                    break;
                }
                None => {}
            }
            match rest[0] {
                '\'' if rest.get(1) == Some(&'(') => {}
                quote @ ('"' | '\'') => at += quoted(rest, quote),
                '[' | '{' | '(' => {
                    self.open += 1;
                    self.started = true;
                }
                ']' | '}' | ')' => self.open = self.open.saturating_sub(1),
                _ => {}
            }
            if !rest[0].is_whitespace() {
                self.is_unfinished = matches!(rest[0], ',' | '[' | '{' | '(');
            }
            at += 1;
        }
        self.started && self.open == 0 && !self.in_comment
    }

    /// Returns `true` if the list goes on although a blank line follows.
    pub(super) fn is_unfinished(&self) -> bool {
        self.is_unfinished && self.open > 0
    }
}

/// Returns the number of characters between the quote that a text starts with and the one
/// that ends it, the latter included.
fn quoted(rest: &[char], quote: char) -> usize {
    let mut escaped = false;
    let end = rest.iter().skip(1).position(|&c| {
        let is_end = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        is_end
    });
    end.map_or(rest.len() - 1, |end| end + 1)
}
