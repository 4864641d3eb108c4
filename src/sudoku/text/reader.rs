//! The reader: goes through the lines of an input, and reads the puzzles of the form that
//! begins on a line.
//!
//! | file | what it reads |
//! |---|---|
//! | `single` | puzzles whose cells are one text |
//! | `blocks` | lines of cells next to each other |
//! | `sixteen` | lines of 16 symbols: rows of a 16×16 grid, or 4×4 puzzles |
//! | `grid` | grids whose cells are known by their places |
//! | `brackets` | lists |
//! | `columns` | CSV with a column for each cell |
//! | `dashes` | lists of YAML |
//! | `numbered` | matrices of R |
//! | `named` | cells by their names |
//! | `links` | links that hold a grid |
//! | `objects` | JSON and links (`no_json` without the feature `json`) |
//! | `markup` | XML and HTML |
//! | `descriptions` | descriptions of rules |
//! | `skip` | what is passed over |
//! | `aside` | what stands beside puzzles: handed to [`Beside`], which holds puzzles back |

mod aside;
mod blocks;
mod brackets;
mod columns;
mod dashes;
mod descriptions;
mod grid;
mod links;
mod markup;
mod named;
mod numbered;
#[cfg_attr(not(feature = "json"), path = "reader/no_json.rs")]
mod objects;
mod single;
mod sixteen;
mod skip;

use super::beside::{Beside, Label, Said};
use super::line::{self, Kind};
use super::lines::{Line, Lines};
use super::no_rules::NoRules;
use super::one_line::{self, Fault};
use super::{Entry, Expected, Form, Options, Tokens};
use super::{beside, description, link, say, sumocue};
use crate::io::InputError;
use crate::sudoku::rules::Spec;
use crate::sudoku::{Puzzle, Rules, Size};
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

/// Reads the puzzles of an input one after the other; `name` is what errors
/// call it. A damaged puzzle is an error, and reading goes on behind it. An
/// input without any puzzle is an error.
pub fn read<'a>(input: impl BufRead + 'a, name: &str, options: &Options) -> Reader<'a> {
    Reader {
        lines: Lines::new(Box::new(input), name),
        options: options.clone(),
        before: Before::default(),
        pending: VecDeque::new(),
        beside: Beside::new(name, options.rules.clone()),
        said: Vec::new(),
        maps: Vec::new(),
        refused: None,
        text: String::new(),
        lacks: None,
        label: None,
        header: None,
        title_word: None,
        ends: false,
        no_puzzle: None,
        grid_of_16: None,
        last_of_list: None,
        no_clues_before: 0,
        empty_end: None,
        in_sections: false,
        found_any: false,
        done: false,
    }
}

/// The puzzles of an input. See [`super`] for the forms.
///
/// Holds one puzzle and a look ahead of some lines.
#[derive(Debug)]
pub struct Reader<'a> {
    lines: Lines<'a>,
    options: Options,
    before: Before,
    /// Puzzles and errors that were read on the last lines.
    pending: VecDeque<Result<Entry, InputError>>,
    /// The puzzles before and the texts around them.
    beside: Beside,
    /// Texts of the last lines that are no part of a puzzle's cells.
    said: Vec<Said>,
    /// Maps of regions on the last lines, as statements.
    maps: Vec<Said>,
    /// The error of the last lines that refuses the puzzles beside them too.
    refused: Option<InputError>,
    /// The last line that was begun with.
    text: String,
    /// The error of the puzzle on the last lines if no regions are stated beside it.
    lacks: Option<InputError>,
    /// What the line before announces.
    label: Option<(Label, Line)>,
    /// The names of the columns of puzzles on lines.
    header: Option<aside::Header>,
    /// The first word of the titles of puzzles.
    title_word: Option<String>,
    /// Set if the last line ends what stands beside a puzzle.
    ends: bool,
    /// The error of the first text that is none, for an input without puzzles.
    no_puzzle: Option<InputError>,
    /// The last line of 16 symbols that was a 4×4 grid.
    grid_of_16: Option<u64>,
    /// The last line that was a grid, or that was refused among such lines, and its length in
    /// characters.
    last_of_list: Option<(u64, usize)>,
    /// Number of a line: the statements before it, as far as they were looked at, have no clues.
    no_clues_before: u64,
    /// The last line of the last grid whose last cell is an empty field.
    empty_end: Option<u64>,
    /// Set behind a `[Puzzle]` line.
    in_sections: bool,
    /// Set if a puzzle or an error was handed out.
    found_any: bool,
    done: bool,
}

/// Properties of the next puzzle that comments and headings before it state.
#[derive(Debug, Default)]
struct Before {
    /// `# count: N`
    count: Option<u64>,
    /// `# title: TEXT`
    title: Option<String>,
    /// Set by a `[Puzzle]` line.
    section: bool,
    /// The line of a title or section, after which a puzzle must come.
    announced: Option<u64>,
}

impl Iterator for Reader<'_> {
    type Item = Result<Entry, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.beside.next() {
                return Some(item);
            }
            if self.done {
                return self.pending.pop_front();
            }
            let first = self.lines.last_taken() + 1;
            match self.advance() {
                Ok(true) => {}
                Ok(false) => {
                    self.done = true;
                    self.settle(first);
                    self.finish();
                    continue;
                }
                Err(error) => {
                    self.before = Before::default();
                    if is_words(&self.text) {
                        self.refused = Some(error.clone());
                    }
                    self.pending.push_back(Err(error));
                    if self.lines.took_control() {
                        self.skip_damaged();
                    }
                }
            }
            self.settle(first);
        }
    }
}

impl Reader<'_> {
    /// Adds the errors that are known only at the end of the input.
    fn finish(&mut self) {
        let stray = self.beside.end();
        if let Some(number) = self.before.announced {
            let message = "found the end of the input, expected a puzzle after this line";
            self.pending
                .push_back(Err(self.fault_of_line(number, message)));
        } else if !self.found_any {
            let message = "found no puzzle, expected at least one";
            let error = || InputError::whole(self.lines.name(), message);
            let error = stray.or(self.no_puzzle.take()).unwrap_or_else(error);
            self.pending.push_back(Err(error));
        } else {
            self.pending.extend(stray.map(Err));
        }
    }

    /// Reads the next line or block; `false` at the end of the input.
    fn advance(&mut self) -> Result<bool, InputError> {
        let Some(line) = self.lines.next()? else {
            return Ok(false);
        };
        self.text.clone_from(&line.text);
        if is_label(&line.text) {
            self.announce(&line);
            return Ok(true);
        }
        if description::is_description(&line.text) && !self.has_grid_beside_statement(&line.text) {
            self.description(line)?;
            return Ok(true);
        }
        if link::is_link(&line.text) {
            if let Err(error) = self.link(&line) {
                let has_grid = !link::grids(&line.text).is_empty();
                if has_grid || link::compressed(line.text.trim()).is_ok() {
                    return Err(error);
                }
                // The address of a page.
                self.no_puzzle.get_or_insert(error);
                self.say(&line);
            }
            return Ok(true);
        }
        if !description::is_description(&line.text) && is_statement(&line.text) {
            self.say(&line);
            return Ok(true);
        }
        if sumocue::is_jigsaw(&line.text) {
            let puzzle = sumocue::parse(&line.text).map_err(|fault| self.fault(&line, fault))?;
            let tokens = own_tokens(&puzzle);
            self.hand_out(puzzle, tokens, Form::SumoCue, line.number, None);
            return Ok(true);
        }
        if super::named::begins(&line.text) {
            self.named(line)?;
            return Ok(true);
        }
        if is_bullet(&line.text) {
            self.say(&line);
            return Ok(true);
        }
        if dashes::begins(&line.text) {
            self.dashes(line)?;
            return Ok(true);
        }
        if let Some(columns) = columns::heading(&line.text) {
            self.columns(&columns)?;
            return Ok(true);
        }
        if numbered::begins(&line.text) {
            self.numbered(line)?;
            return Ok(true);
        }
        let is_tabs = |text: &str| text.len() > 1 && text.bytes().all(|byte| byte == b'\t');
        match line::kind(&line.text) {
            // A first row of empty cells between tabs.
            Kind::Blank
                if is_tabs(&line.text)
                    && self
                        .lines
                        .peek(0)?
                        .is_some_and(|next| next.text.contains('\t')) =>
            {
                self.block(line)?;
            }
            Kind::Blank => {}
            Kind::Fence | Kind::Rule { or_row: false } => self.say(&line),
            Kind::Rule { or_row: true }
                if self.is_separator(&line.text, 0, None)?
                    || self.is_last_separator(&line.text)? =>
            {
                self.ends = true;
            }
            // As above and below the head of a file.
            Kind::Rule { or_row: true } if self.is_stray_separator(&line.text) => self.say(&line),
            Kind::Comment(text) if one_line::grid_in(text, 1, &self.options).is_some() => {
                let column = one_line::grid_in(&line.text, 1, &self.options).unwrap_or(1);
                return Err(self.fault(&line, (column, GRID_IN_COMMENT.to_owned())));
            }
            Kind::Comment(text) => {
                if let Some(count) = text.strip_prefix("count:") {
                    self.before.count = count.trim().parse().ok().or(self.before.count);
                }
                if let Some(title) = text.strip_prefix("title:") {
                    self.before.title = Some(title.trim().to_owned());
                }
                if beside::label(text.trim_end_matches([':', '='])).is_some() && !text.is_empty() {
                    self.announce(&line);
                } else {
                    self.say_comment(&line, text);
                }
            }
            Kind::Title { .. } => self.title(&line),
            Kind::Section(name) if name.eq_ignore_ascii_case("puzzle") => {
                self.in_sections = true;
                self.before.announced = Some(line.number);
                self.before.section = true;
            }
            Kind::Section(name)
                if match beside::label(name) {
                    Some(Label::Map) => true,
                    Some(Label::Solution) => self.in_sections,
                    _ => false,
                } =>
            {
                self.announce(&line);
            }
            // The head of a file: lines of names and values.
            Kind::Section(name)
                if !self.in_sections
                    && ["sudoku", "info", "game", "header", "general"]
                        .iter()
                        .any(|known| name.eq_ignore_ascii_case(known)) =>
            {
                self.say(&line);
            }
            // The state of a game and such, behind its puzzle.
            Kind::Section(_) if self.in_sections => {
                self.say(&line);
                self.skip_section()?;
            }
            Kind::Section(name) => {
                self.say(&line);
                let message = format!("found the section {}, expected [Puzzle]", say::word(name));
                let error = self.fault(&line, (1, message));
                self.skip_section()?;
                return Err(error);
            }
            Kind::Open => self.list(line)?,
            Kind::Xml => self.xml(line)?,
            Kind::Rule { or_row: true } => self.block(line)?,
            Kind::Cells(body) if body.text.starts_with("p cnf ") => {
                let message =
                    "found a DIMACS formula, expected a puzzle: `sudosat sat` reads formulas";
                let error = self.fault(&line, (body.column, message.to_owned()));
                self.skip_rows()?;
                return Err(error);
            }
            Kind::Cells(body) => {
                let found = one_line::find(&body, &self.options);
                match found.map_err(|fault| self.fault(&line, fault))? {
                    Some(found) if !self.is_row_of_16(&found, &line)? => {
                        self.take_label(&line);
                        self.say_fields(&line);
                        self.one_line(found, &line)?;
                    }
                    _ => self.block(line)?,
                }
            }
        }
        Ok(true)
    }

    /// Returns the rules of a grid of this size, of which an error is at the place that `at`
    /// gives. A grid without boxes may have regions beside it.
    fn rules_beside(
        &mut self,
        size: Size,
        boxes: Option<(usize, usize)>,
        at: impl Fn(String) -> InputError,
    ) -> Result<Arc<Rules>, InputError> {
        match self.rules(size, boxes) {
            Ok(rules) => Ok(rules),
            Err(NoRules::Grid(message)) if boxes.is_none() && Spec::usual(size).is_none() => {
                self.lacks = Some(at(message));
                Rules::new(Spec::latin(size))
                    .map(Arc::new)
                    .map_err(|error| at(error.to_string()))
            }
            Err(none) => Err(none.error(at)),
        }
    }

    /// Returns the rules of a grid of this size.
    fn rules(&self, size: Size, boxes: Option<(usize, usize)>) -> Result<Arc<Rules>, NoRules> {
        let drawn = boxes.and_then(|(rows, cols)| Spec::boxes(rows, cols));
        if let Some(statements) = &self.options.rules {
            return statements.rules_of(size, drawn).map_err(|mut error| {
                let name = crate::io::display(self.lines.name());
                error.message += &format!("; the grid in {name} is {size}");
                NoRules::Stated(error)
            });
        }
        let usual = Spec::usual(size);
        match drawn {
            Some(spec) if usual.as_ref() != Some(&spec) => Rules::new(spec)
                .map(Arc::new)
                .map_err(|error| NoRules::Grid(error.to_string())),
            _ if usual.is_none() => Err(NoRules::Grid(description::no_boxes(size))),
            _ => Ok(Rules::usual(size)),
        }
    }

    /// Hands a puzzle out, with the rules of the options too; what was said ahead
    /// of it is used up.
    fn hand_out(
        &mut self,
        puzzle: Puzzle,
        tokens: Tokens,
        form: Form,
        line: u64,
        expected: Option<Expected>,
    ) {
        let before = std::mem::take(&mut self.before);
        let told = before.count.map(|count| Expected {
            count: Some(count),
            solution: None,
        });
        let puzzle = match &self.options.rules {
            None => Ok(puzzle),
            Some(statements) if form.states_rules() => statements.apply(&puzzle),
            Some(statements) => {
                let mut puzzle = puzzle;
                statements.exclude(&mut puzzle).map(|()| puzzle)
            }
        };
        let name = format!("{}:{line}", self.lines.name());
        self.pending.push_back(puzzle.map(|puzzle| Entry {
            puzzle,
            tokens,
            form,
            line,
            name,
            expected: expected.or(told),
            title: before.title,
            dropped: Vec::new(),
        }));
    }

    fn fault(&self, line: &Line, (column, message): Fault) -> InputError {
        say::at(self.lines.name(), line.number, column, &line.text, message)
    }

    /// Returns an error at a byte of a text of several lines.
    fn fault_in(&self, text: &str, first: &Line, at: usize, message: String) -> InputError {
        let (line, column) = say::place(text, at);
        let shown = text.lines().nth(line - 1).unwrap_or_default();
        let number = first.number + line as u64 - 1;
        say::at(self.lines.name(), number, column, shown, message)
    }

    /// Returns an error at a line as a whole.
    fn fault_of_line(&self, number: u64, message: &str) -> InputError {
        let mut error = InputError::whole(self.lines.name(), message);
        error.line = Some(number.max(1));
        error
    }
}

/// Number of lines that are looked at before one is understood.
const LOOK_AHEAD: usize = 1000;

/// Returns `true` for a line that says that a map or a solution is next.
fn is_label(line: &str) -> bool {
    let text = line::unquoted(line).trim();
    let name = text.trim_end_matches([':', '=', ' ']);
    let is_short = text.len() < 40 && text.starts_with(char::is_alphabetic);
    let is_next = is_short && matches!(beside::label(name), Some(Label::Map | Label::Solution));
    is_next && !description::wants_map(line)
}

/// Returns `true` for a line that states a rule in other words than a description does, as
/// `Boxes: 2x3`.
fn is_statement(line: &str) -> bool {
    let text = line::unquoted(line).trim();
    let may_be = text.len() < 100
        && text.starts_with(char::is_alphabetic)
        && text.contains([' ', ':', '=', '-'])
        && !text.contains("..");
    may_be && matches!(beside::judge(text), beside::Meaning::Statement(_))
}

/// Returns `true` for a line of words, or of names of cells, rather than of cells.
fn is_words(line: &str) -> bool {
    let text = line::unquoted(line).trim();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let is_cell = |c: &char| c.is_ascii_digit() || say::is_blank(*c);
    let cells = text.chars().filter(is_cell).count();
    let mut words = text.split(|c: char| !c.is_alphabetic());
    let is_word = |word: &str| word.chars().count() > 2 && word.contains(char::is_lowercase);
    letters >= cells
        && !text.starts_with(['{', '<'])
        && (words.any(is_word) || super::named::begins(text))
}

/// Returns `true` for a line of words behind the mark of a list.
fn is_bullet(line: &str) -> bool {
    let text = line::unquoted(line).trim_start();
    let Some(rest) = text
        .strip_prefix(['-', '*', '•', '+'])
        .filter(|rest| rest.starts_with(' '))
    else {
        return false;
    };
    let rest = rest.trim();
    is_words(rest)
        && !rest.starts_with(['-', '[', '('])
        && (rest.contains(' ') || beside::judge(rest) != beside::Meaning::Decoration)
}

const GRID_IN_COMMENT: &str =
    "found a grid in a comment, expected words; a grid is read without the '#' before it";

/// Returns the clues of a puzzle whose form fixes how cells are written.
fn own_tokens(puzzle: &Puzzle) -> Tokens {
    let cells = puzzle.size().cells();
    let texts: Vec<String> = cells
        .map(|cell| match puzzle.clue(cell) {
            Some(clue) => puzzle.symbols().of(clue).to_string(),
            None => ".".to_owned(),
        })
        .collect();
    Tokens::words(texts.iter().map(String::as_str))
}
