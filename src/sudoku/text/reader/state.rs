//! The state of a reader, and what it does with a puzzle whose cells are read: its rules, and
//! errors at their places.

use super::header::{Header, header};
use crate::io::InputError;
use crate::sudoku::rules::Spec;
use crate::sudoku::text::annotations::{Annotation, Label, Queue};
use crate::sudoku::text::description::no_boxes;
use crate::sudoku::text::lines::{Line, Lines};
use crate::sudoku::text::messages::{self, Fault};
use crate::sudoku::text::no_rules::NoRules;
use crate::sudoku::text::{Entry, Expected, Form, Options, Tokens};
use crate::sudoku::{Puzzle, Rules, Size};
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

/// Number of lines that are looked at before one is understood.
pub(super) const LOOK_AHEAD: usize = 1000;

/// The message about a grid in a comment.
pub(super) const GRID_IN_COMMENT: &str =
    "found a grid in a comment, expected words; a grid is read without the '#' before it";

/// Reads the puzzles of an input one after the other; `name` is what errors
/// call it. A damaged puzzle is an error, and reading goes on behind it. An
/// input without any puzzle is an error.
pub fn read<'a>(input: impl BufRead + 'a, name: &str, options: &Options) -> Reader<'a> {
    Reader {
        lines: Lines::new(Box::new(input), name),
        options: options.clone(),
        before: Before::default(),
        pending: VecDeque::new(),
        queue: Queue::new(name, options.rules.clone()),
        annotations: Vec::new(),
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

/// A line of an input at which reading may begin: what is before it does not change what is read
/// from it on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Number of the line, from 1.
    pub line: u64,
    /// The line before it that names the columns of puzzles on lines, if they are named.
    pub columns: Option<Arc<str>>,
    /// The first word of the titles of puzzles, if they have one.
    pub title: Option<Arc<str>>,
}

/// Reads the puzzles of a part of an input that begins at `start`, as [`read`] does.
pub fn read_part<'a>(
    input: impl BufRead + 'a,
    name: &str,
    options: &Options,
    start: &Start,
) -> Reader<'a> {
    let mut reader = read(input, name, options);
    if start.line > 1 {
        reader.lines.begin_at(start.line);
        // The part before it has a puzzle.
        reader.found_any = true;
        reader.header = start.columns.as_deref().and_then(header);
        reader.title_word = start.title.as_deref().map(str::to_owned);
    }
    reader
}

/// The puzzles of an input. See [`text`](crate::sudoku::text) for the forms.
///
/// Holds one puzzle and a look ahead of some lines.
#[derive(Debug)]
pub struct Reader<'a> {
    pub(super) lines: Lines<'a>,
    pub(super) options: Options,
    pub(super) before: Before,
    /// Puzzles and errors that were read on the last lines.
    pub(super) pending: VecDeque<Result<Entry, InputError>>,
    /// The puzzles before and the texts around them.
    pub(super) queue: Queue,
    /// Texts of the last lines that are no part of a puzzle's cells.
    pub(super) annotations: Vec<Annotation>,
    /// Maps of regions on the last lines, as statements.
    pub(super) maps: Vec<Annotation>,
    /// The error of the last lines that refuses the puzzles beside them too.
    pub(super) refused: Option<InputError>,
    /// The last line that was begun with.
    pub(super) text: String,
    /// The error of the puzzle on the last lines if no regions are stated beside it.
    pub(super) lacks: Option<InputError>,
    /// What the line before announces.
    pub(super) label: Option<(Label, Line)>,
    /// The names of the columns of puzzles on lines.
    pub(super) header: Option<Header>,
    /// The first word of the titles of puzzles.
    pub(super) title_word: Option<String>,
    /// Set if the last line ends what stands beside a puzzle.
    pub(super) ends: bool,
    /// The error of the first text that is none, for an input without puzzles.
    pub(super) no_puzzle: Option<InputError>,
    /// The last line of 16 symbols that was a 4×4 grid.
    pub(super) grid_of_16: Option<u64>,
    /// The last line that was a grid, or that was refused among such lines, and its length in
    /// characters.
    pub(super) last_of_list: Option<(u64, usize)>,
    /// Number of a line: the statements before it, as far as they were looked at, have no clues.
    pub(super) no_clues_before: u64,
    /// The last line of the last grid whose last cell is an empty field.
    pub(super) empty_end: Option<u64>,
    /// Set behind a `[Puzzle]` line.
    pub(super) in_sections: bool,
    /// Set if a puzzle or an error was handed out.
    pub(super) found_any: bool,
    pub(super) done: bool,
}

/// Properties of the next puzzle that comments and headings before it state.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Before {
    /// `# count: N`
    pub(super) count: Option<u64>,
    /// `# title: TEXT`
    pub(super) title: Option<String>,
    /// Set by a `[Puzzle]` line.
    pub(super) section: bool,
    /// The line of a title or section, after which a puzzle must come.
    pub(super) announced: Option<u64>,
}

impl Reader<'_> {
    /// Returns the rules of a grid of this size, of which an error is at the place that `at`
    /// gives. A grid without boxes may have regions beside it.
    pub(super) fn rules_beside(
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
    pub(super) fn rules(
        &self,
        size: Size,
        boxes: Option<(usize, usize)>,
    ) -> Result<Arc<Rules>, NoRules> {
        let drawn = boxes.and_then(|(rows, cols)| Spec::boxes(rows, cols));
        if let Some(statements) = &self.options.rules {
            return statements.rules_of(size, drawn).map_err(|mut error| {
                let name = crate::io::display(self.lines.name());
                error.message += &format!("; the grid in {name} is {size}");
                NoRules::Stated(error)
            });
        }
        if drawn.is_none() && size.order().is_some_and(|order| order > 1) {
            return Ok(Rules::usual(size));
        }
        let usual = Spec::usual(size);
        match drawn {
            Some(spec) if usual.as_ref() != Some(&spec) => Rules::new(spec)
                .map(Arc::new)
                .map_err(|error| NoRules::Grid(error.to_string())),
            _ if usual.is_none() => Err(NoRules::Grid(no_boxes(size))),
            _ => Ok(Rules::usual(size)),
        }
    }

    /// Hands a puzzle out, with the rules of the options too; what was said ahead
    /// of it is used up.
    pub(super) fn hand_out(
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
            beside: Vec::new(),
        }));
    }

    pub(super) fn fault(&self, line: &Line, (column, message): Fault) -> InputError {
        messages::error_at(self.lines.name(), line.number, column, &line.text, message)
    }

    /// Returns an error at a byte of a text of several lines.
    pub(super) fn fault_in(
        &self,
        text: &str,
        first: &Line,
        at: usize,
        message: String,
    ) -> InputError {
        let (line, column) = messages::line_and_column(text, at);
        let shown = text.lines().nth(line - 1).unwrap_or_default();
        let number = first.number + line as u64 - 1;
        messages::error_at(self.lines.name(), number, column, shown, message)
    }

    /// Returns an error at a line as a whole.
    pub(super) fn fault_of_line(&self, number: u64, message: &str) -> InputError {
        let mut error = InputError::whole(self.lines.name(), message);
        error.line = Some(number.max(1));
        error
    }
}

/// Returns the clues of a puzzle whose form fixes how cells are written.
pub(super) fn own_tokens(puzzle: &Puzzle) -> Tokens {
    let cells = puzzle.size().cells();
    let texts: Vec<String> = cells
        .map(|cell| match puzzle.clue(cell) {
            Some(clue) => puzzle.symbols().of(clue).to_string(),
            None => ".".to_owned(),
        })
        .collect();
    Tokens::words(texts.iter().map(String::as_str))
}
