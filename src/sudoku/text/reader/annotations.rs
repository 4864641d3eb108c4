//! What stands beside puzzles: texts on and between the lines of puzzles, and the columns of
//! puzzles on lines.

use super::header::{Header, NAMES, fields, header};
use super::state::{GRID_IN_COMMENT, Reader};
use crate::sudoku::text::annotations::{self, Annotation, Label, Meaning};
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::region_map::{self, Drawn};
use crate::sudoku::text::split::{trimmed, unquoted};
use crate::sudoku::text::{description, line, one_line};

impl Reader<'_> {
    /// Returns a text of a line.
    pub(super) fn annotation(&self, line: &Line, column: usize, text: &str) -> Annotation {
        Annotation {
            line: line.number,
            column,
            shown: line.text.clone(),
            text: text.to_owned(),
            is_kind: false,
        }
    }

    /// Passes a whole line on that is no part of a puzzle's cells.
    pub(super) fn annotate(&mut self, line: &Line) {
        let text = line::unquoted(&line.text);
        let start = text.len() - text.trim_start().len();
        let column = line.text.chars().count() - text[start..].chars().count() + 1;
        let text = text_of_command(text.trim());
        let text = if text.starts_with('\\') && !annotations::names_rule(text) {
            ""
        } else {
            text
        };
        self.annotations.push(self.annotation(line, column, text));
    }

    /// Passes a part of a line on.
    pub(super) fn annotate_at(&mut self, line: &Line, column: usize, text: &str) {
        self.annotations.push(self.annotation(line, column, text));
        if let Some(column) = one_line::grid_in(text, column, &self.options) {
            self.refused = Some(self.fault(line, (column, GRID_IN_COMMENT.to_owned())));
        }
    }

    /// Passes on the name of a list, what stands behind it, and the comments in it. `start` is
    /// its first line with the name.
    pub(super) fn annotate_around(&mut self, start: &str, text: &str, first: &Line) {
        let mut depth = 0_usize;
        for (number, line) in (first.number..).zip(start.lines().chain(text.lines().skip(1))) {
            let comment = line.find("//").unwrap_or(line.len());
            let mut around = String::new();
            for c in line[..comment].chars() {
                match c {
                    '[' | '{' | '(' => depth += 1,
                    ']' | '}' | ')' => depth = depth.saturating_sub(1),
                    _ if depth == 0 => around.push(c),
                    _ => {}
                }
            }
            let column = line[..comment].chars().count() + 1;
            let line = Line {
                number,
                text: line.to_owned(),
            };
            for (column, text) in [(1, around.trim()), (column, line.text[comment..].trim())] {
                self.annotations.push(self.annotation(&line, column, text));
            }
        }
    }

    /// Passes a comment on: `count:` is none about rules, and files of `.sdk` begin comments
    /// with a letter.
    pub(super) fn annotate_comment(&mut self, line: &Line, text: &str) {
        if text.starts_with("count:") {
            self.annotations.push(self.annotation(line, 1, ""));
            return;
        }
        /// Letters that begin comments of `.sdk`: author, description, comment, date, source, level, rules, address.
        const TAGS: &str = "ADCBSLRU";
        let text = text.strip_prefix("title:").unwrap_or(text).trim();
        let column = line.text.chars().count() - text.chars().count() + 1;
        let mut chars = text.chars();
        let next = [chars.next(), chars.next(), chars.next()];
        let is = |at: usize, test: fn(char) -> bool| next[at].is_some_and(test);
        let first = text.split(' ').next().unwrap_or_default();
        // `#AJane`, but not `# AJane`, and not the short name of a rule, as in `#AK`.
        let is_close = line.text.contains(&format!("#{text}"));
        let is_short_name = first.len() == 2 && annotations::states_rule(first);
        let has_tag = is(0, |c| TAGS.contains(c))
            && is(1, |c| c.is_alphanumeric() || c == ' ')
            && is_close
            && !is_short_name;
        let rest = text.get(1..).filter(|_| has_tag).map(str::trim_start);
        // `#DKiller`, but not `#KILLER`.
        let is_sure = is(1, char::is_uppercase) && !is(2, char::is_uppercase);
        let has_rule = |rest: &str| {
            let first = rest.split(' ').next().unwrap_or_default();
            let is_number = rest.starts_with(|c: char| c.is_ascii_digit());
            let is_name = rest == first && rest.starts_with(char::is_uppercase);
            is_statement(rest)
                || annotations::names_rule(first)
                || is_name && annotations::states_rule(rest)
                || is_number && annotations::judge(rest) != Meaning::Decoration
        };
        let is_whole = is_statement(text) || annotations::is_ordinary(text);
        match rest {
            Some(rest) if is_sure || !is_whole && has_rule(rest) => {
                let column = column + text.chars().count() - rest.chars().count();
                self.annotations.push(self.annotation(line, column, rest));
            }
            _ => self.annotations.push(self.annotation(line, column, text)),
        }
    }

    /// Passes a title on, and takes the names of columns from it.
    pub(super) fn title(&mut self, line: &Line) {
        let word = line
            .text
            .split(|c: char| !c.is_alphabetic())
            .find(|word| !word.is_empty());
        let word = word.map(str::to_lowercase);
        if !self.found_any || word.is_some() && self.title_word == word {
            self.before.announced = Some(line.number);
            self.title_word = word;
        }
        self.header = header(line::unquoted(&line.text));
        let Some(header) = &self.header else {
            if annotations::label(&line.text).is_some() {
                self.announce(line);
            } else {
                self.annotate(line);
            }
            return;
        };
        // The column of puzzles may have a rule in its name; others are judged by their values.
        let names = header.columns.iter().filter(|name| {
            name.split(|c: char| !c.is_alphabetic())
                .any(|word| NAMES.contains(&word))
        });
        let names: Vec<&str> = names.map(String::as_str).collect();
        // Those alone that may state a rule, or all if they do together.
        let of_rules = names.iter().filter(|name| annotations::states_rule(name));
        let of_rules = of_rules.map(|name| format!("heading: {name}"));
        let of_rules = of_rules.collect::<Vec<_>>().join("; ");
        let text = match of_rules.is_empty() {
            true => names.join(". "),
            false => of_rules,
        };
        self.annotations.push(self.annotation(line, 1, &text));
    }

    /// Takes a line that says what the next block is.
    pub(super) fn announce(&mut self, line: &Line) {
        self.label = annotations::label(&line.text).map(|label| (label, line.clone()));
        if self
            .label
            .as_ref()
            .is_some_and(|(label, _)| *label == Label::Kind)
        {
            self.label = None;
        }
        match self.label {
            Some((Label::Solution, _)) => self.annotations.push(self.annotation(line, 1, "")),
            _ => self.annotate(line),
        }
    }

    /// Takes the label ahead of the solution on a line.
    pub(super) fn take_label(&mut self, line: &Line) {
        let has_label = line.text.starts_with(char::is_alphabetic) && self.queue.holds();
        if has_label
            && let Some((name, _)) = line.text.split_once([':', '='])
            && annotations::label(name) == Some(Label::Solution)
        {
            self.label = Some((Label::Solution, line.clone()));
        }
    }

    /// Returns `true` if a line has a grid behind a word that statements begin with.
    pub(super) fn has_grid_beside_statement(&self, text: &str) -> bool {
        !description::has_clues(text)
            && one_line::grid_in(text, 1, &self.options).is_some()
            && !text.trim_start().starts_with("regions ")
            && !text.trim_start().starts_with("cages ")
    }

    /// Passes on what stands beside the cells of a puzzle on a line.
    pub(super) fn annotate_fields(&mut self, line: &Line) {
        let has_words = line.text.contains(char::is_alphabetic) || line.text.contains('#');
        if !has_words && self.header.is_none() {
            return;
        }
        if let Some((column, text)) = line::comment_behind(&line.text) {
            self.annotate_at(line, column, text);
        }
        let text = match line::comment_behind(&line.text) {
            Some((column, _)) => {
                let end = line.text.char_indices().nth(column - 1);
                line.text[..end.map_or(line.text.len(), |(at, _)| at)]
                    .trim_end_matches([' ', '\t', '#'])
            }
            None => &line.text,
        };
        let header = self.header.take();
        match &header {
            Some(header) if self.annotate_columns(line, text, header) => {}
            _ => self.annotate_words(line, text),
        }
        self.header = header;
    }

    /// Passes the fields of named columns on. Returns `false` if a line has others.
    fn annotate_columns(&mut self, line: &Line, text: &str, header: &Header) -> bool {
        let fields = fields(text, header.mark);
        if fields.len() != header.columns.len() {
            return false;
        }
        let names = header.columns.iter().zip(&header.rules);
        for ((name, &is_rule), (column, field)) in names.zip(fields) {
            let (column, field) = unquoted(trimmed(column, field));
            let is_size = name == "size";
            let is_true = annotations::truth(&field.to_lowercase()).is_some();
            if is_rule && !field.is_empty() && (is_true || annotations::names_rule(name)) {
                let text = format!("{name} = {field}");
                self.annotations.push(self.annotation(line, column, &text));
                continue;
            }
            let is_symbols = ["symbols", "digits", "alphabet"].contains(&name.as_str());
            let is_boxes = ["box", "block"].iter().any(|word| name.starts_with(word))
                && annotations::label(name).is_none();
            let is_measure = is_size || is_symbols || is_boxes;
            if field.is_empty() || is_cells(field) && !is_measure {
                continue;
            }
            let text = match annotations::label(name) {
                Some(Label::Map) if field.len() < 12 => {
                    let small = field.to_lowercase();
                    let is_shape =
                        small.contains('x') && small.starts_with(|c: char| c.is_ascii_digit());
                    if is_shape {
                        format!("boxes {small}")
                    } else {
                        field.to_owned()
                    }
                }
                _ if is_symbols => format!("symbols {field}"),
                _ if is_boxes => format!("{} {field}", name.replace('_', " ")),
                _ if is_size => format!("size {}", field.to_lowercase()),
                _ => field.to_owned(),
            };
            let is_kind = matches!(annotations::label(name), Some(Label::Kind | Label::Map));
            if annotations::label(name) == Some(Label::Map) && is_map(field) {
                continue;
            }
            let said = self.annotation(line, column, &text);
            self.annotations.push(Annotation { is_kind, ..said });
        }
        true
    }

    /// Passes on the words around the cells on a line.
    fn annotate_words(&mut self, line: &Line, text: &str) {
        // HoDoKu's fields behind the grid.
        if text.starts_with(':') {
            for (column, field) in fields(text, ':').into_iter().skip(4) {
                self.annotate_field(line, column, field.trim());
            }
            return;
        }
        let is_end = |c: char| matches!(c, ' ' | '\t' | ',' | ';' | '|');
        let mut start: Option<usize> = None;
        let mut at = 0;
        for word in text.split_inclusive(is_end) {
            let inner = word.trim_end_matches(is_end).trim_matches(['"', '\'', '`']);
            // Letters alone may be cells, too.
            let is_puzzle = || one_line::puzzle_in(inner, &self.options).is_some();
            if inner.chars().count() >= 16 && (is_cells(inner) || is_puzzle()) {
                self.annotate_part(line, text, start.take().map(|start| (start, at)));
            } else if !inner.is_empty() {
                start.get_or_insert(at);
            }
            at += word.len();
        }
        self.annotate_part(line, text, start.map(|start| (start, text.len())));
    }

    /// Passes on a part of a line, and each of its fields.
    fn annotate_part(&mut self, line: &Line, text: &str, part: Option<(usize, usize)>) {
        let Some((start, end)) = part else {
            return;
        };
        let is_mark = |c: char| matches!(c, ' ' | '\t' | ',' | ';' | '|' | ':' | '=');
        let part = &text[start..end];
        let inner = part.trim_start_matches(is_mark);
        let column = text[..end - inner.len()].chars().count() + 1;
        let (column, inner) = unquoted((column, inner.trim_end_matches(is_mark)));
        let is_quoted = inner.len() + 2 <= part.trim().len();
        self.annotate_field(line, column, inner);
        let marks = [';', ',', '\t', '|']
            .into_iter()
            .find(|&mark| inner.contains(mark));
        let Some(mark) = marks.filter(|_| !is_quoted && !is_statement(inner)) else {
            return;
        };
        for (place, field) in fields(inner, mark) {
            let (place, field) = unquoted(trimmed(place, field));
            let is_x = field.eq_ignore_ascii_case("x");
            if is_x || is_statement(field) {
                self.annotate_field(line, column + place - 1, field);
            }
        }
    }

    /// Passes on a field: `X` alone is no name and no rating.
    fn annotate_field(&mut self, line: &Line, column: usize, field: &str) {
        let is_kind = field.eq_ignore_ascii_case("x");
        let said = self.annotation(line, column, field);
        self.annotations.push(Annotation { is_kind, ..said });
    }

    /// Hands on what was read on the lines from this one on.
    pub(super) fn settle(&mut self, first: u64) {
        let last = self.lines.last_taken().max(first);
        let items: Vec<_> = std::mem::take(&mut self.pending).into();
        let mut said = std::mem::take(&mut self.annotations);
        let lacks = self.lacks.take();
        let refused = self.refused.take();
        let start = self.label.as_ref().map_or(first, |(_, line)| line.number);
        for map in std::mem::take(&mut self.maps) {
            self.label = None;
            if !items.is_empty() {
                said.push(map);
                continue;
            }
            self.found_any = true;
            self.before.announced = None;
            let line = start.min(map.line);
            self.queue.state(last, Annotation { line, ..map });
        }
        let is_failure = !items.is_empty() && items.iter().all(Result::is_err);
        let is_solution = matches!(self.label, Some((Label::Solution, _))) && self.queue.holds();
        if !items.is_empty() {
            self.found_any = true;
            self.label = None;
        }
        if is_failure && (refused.is_some() || self.queue.states(&said)) {
            // It is no puzzle, and what it states may be a rule of those beside it.
            if refused.is_none() {
                said.into_iter().for_each(|said| self.queue.annotate(said));
            }
            let errors = items.into_iter().filter_map(Result::err);
            errors
                .filter(|error| Some(error) != refused.as_ref())
                .for_each(|error| self.queue.fail(error));
        } else if is_solution && !items.is_empty() {
            items.into_iter().for_each(|item| self.queue.solution(item));
            self.queue.reach(last);
        } else if !items.is_empty() {
            let is_item = self.text.trim_start().starts_with("- ");
            self.queue
                .puzzles(items, (first, last), said, lacks, is_item);
        } else {
            said.into_iter().for_each(|said| self.queue.annotate(said));
        }
        if let Some(error) = refused {
            self.found_any = true;
            self.queue.refuse(first, last, error);
        }
        if std::mem::take(&mut self.ends) {
            self.queue.separate(last);
            self.header = None;
            self.label = None;
        }
    }
}

fn is_statement(text: &str) -> bool {
    matches!(annotations::judge(text), Meaning::Statement(_))
}

/// Returns the text in a command of LaTeX, as `\caption{…}`; other texts as they are.
fn text_of_command(text: &str) -> &str {
    let name = text
        .strip_prefix('\\')
        .and_then(|rest| rest.split_once('{'));
    match name {
        Some(("begin" | "end" | "usepackage", _)) | None => text,
        Some((_, inner)) => inner.rsplit_once('}').map_or(inner, |(inner, _)| inner),
    }
}

/// Returns `true` for a field that is a map of regions.
fn is_map(field: &str) -> bool {
    let tokens: Vec<&str> = field.split("").filter(|token| !token.is_empty()).collect();
    let side = tokens.len().isqrt();
    matches!(region_map::drawn(&tokens, side, true, false), Drawn::Map(_))
}

/// Returns `true` for a field of the cells of a grid, or of figures.
fn is_cells(field: &str) -> bool {
    if !field.contains(char::is_alphabetic) {
        return true;
    }
    let signs = field.chars().count();
    let cells = field
        .chars()
        .filter(|c| !c.is_alphabetic() && *c != ' ')
        .count();
    !field.contains([' ', '/']) && (signs >= 16 && 3 * cells >= signs || signs >= 36)
}
