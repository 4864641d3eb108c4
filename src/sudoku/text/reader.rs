//! The reader: goes through the lines of an input, and reads the puzzles of the form that
//! begins on a line.
//!
//! | file | what it reads |
//! |---|---|
//! | `state` | the state of the reader, the rules of a grid, a puzzle handed out |
//! | `words`, `header` | lines of words, and the names of columns |
//! | `annotations` | what stands beside puzzles: handed to [`Queue`](super::annotations::Queue), which holds puzzles back |
//! | `grid` | grids whose cells are known by their places |
//! | `one_text` | puzzles whose cells are one text |
//! | `blocks` | lines of cells next to each other |
//! | `sixteen` | lines of 16 symbols: rows of a 16×16 grid, or 4×4 puzzles |
//! | `lists`, `yaml` | lists in brackets, and those of YAML |
//! | `csv` | CSV with a column for each cell |
//! | `r_matrix` | matrices of R |
//! | `named_cells` | cells by their names |
//! | `links` | links that hold a grid |
//! | `objects` | JSON and links (`no_json` without the feature `json`) |
//! | `markup` | XML and HTML |
//! | `descriptions` | descriptions of rules |
//! | `cuts` | the lines at which reading may begin |
//! | `skip` | what is passed over |

mod annotations;
mod blocks;
mod csv;
mod cuts;
mod descriptions;
mod grid;
mod header;
mod links;
mod lists;
mod markup;
mod named_cells;
#[cfg_attr(not(feature = "json"), path = "reader/no_json.rs")]
mod objects;
mod one_text;
mod r_matrix;
mod sixteen;
mod skip;
mod state;
mod words;
mod yaml;

pub use cuts::{Cuts, cuts};
pub use state::{Reader, Start, read, read_part};

use super::annotations::{Label, label};
use super::line::{self, Kind};
use super::lines::Line;
use super::run::{Item, Run};
use super::{Entry, Form, cell_names, description, link, messages, one_line, sumocue};
use crate::io::InputError;
use state::{Before, GRID_IN_COMMENT, own_tokens};
use words::{is_bullet, is_label, is_statement, is_words};

impl Iterator for Reader<'_> {
    type Item = Result<Entry, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.queue.next() {
                return Some(item);
            }
            if self.done {
                return self.pending.pop_front();
            }
            self.read_on();
        }
    }
}

/// The puzzles of an input like [`Reader`], those on consecutive lines that are nothing but their
/// cells together.
#[derive(Debug)]
pub struct Items<'a> {
    reader: Reader<'a>,
    /// The run behind the puzzles that are ready.
    run: Option<Run>,
    /// Set if nothing was read since the last run.
    is_behind_run: bool,
}

impl Iterator for Items<'_> {
    type Item = Result<Item, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.reader.queue.next() {
                return Some(entry.map(Item::Entry));
            }
            if let Some(run) = self.run.take() {
                return Some(Ok(Item::Run(run)));
            }
            if self.reader.done {
                return Some(self.reader.pending.pop_front()?.map(Item::Entry));
            }
            if self.is_behind_run || self.reader.queue.is_at_rest() {
                self.run = self.reader.take_run();
            }
            self.is_behind_run = self.run.is_some();
            if !self.is_behind_run {
                self.reader.read_on();
            }
        }
    }
}

impl<'a> Reader<'a> {
    /// Returns the puzzles with runs of lines taken together.
    pub fn items(self) -> Items<'a> {
        Items {
            reader: self,
            run: None,
            is_behind_run: false,
        }
    }
}

impl Reader<'_> {
    /// Takes the next lines of plain 9×9 puzzles that are nothing but their cells, if there are any
    /// and nothing that was stated before may hold for them. What the queue keeps must be at rest; a
    /// puzzle that it holds back is then ready.
    fn take_run(&mut self) -> Option<Run> {
        let is_alone = self.options.rules.is_none()
            && self.options.symbols.is_none()
            && self.pending.is_empty()
            && self.annotations.is_empty()
            && self.maps.is_empty()
            && self.before == Before::default()
            && self.header.is_none()
            && self.label.is_none();
        if !is_alone {
            return None;
        }
        let (first, lines) = self.lines.take_bare();
        let last = first + (lines.len() as u64).checked_sub(1)?;
        self.queue.release_held();
        self.last_of_list = Some((last, lines[0].len()));
        Some(Run::new(self.lines.shared_name(), first, lines))
    }

    /// Reads the next line or block, and hands it on.
    fn read_on(&mut self) {
        let first = self.lines.last_taken() + 1;
        match self.advance() {
            Ok(true) => {}
            Ok(false) => {
                self.done = true;
                self.settle(first);
                self.finish();
                return;
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

    /// Adds the errors that are known only at the end of the input.
    fn finish(&mut self) {
        let stray = self.queue.end();
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
        if self.header.is_none()
            && let Some(found) = one_line::bare(&line.text)
        {
            self.one_line(found, &line)?;
            return Ok(true);
        }
        if let Some(line) = self.read_words(line)?
            && let Some(line) = self.read_form(line)?
        {
            self.read_kind(line)?;
        }
        Ok(true)
    }

    /// Reads a line of words, a description, or a link. Returns any other line.
    fn read_words(&mut self, line: Line) -> Result<Option<Line>, InputError> {
        let is_description = description::is_description(&line.text);
        if is_label(&line.text) {
            self.announce(&line);
        } else if is_description && !self.has_grid_beside_statement(&line.text) {
            self.description(line)?;
        } else if link::is_link(&line.text) {
            if let Err(error) = self.link(&line) {
                let has_grid = !link::grids(&line.text).is_empty();
                if has_grid || link::data(line.text.trim()).is_ok() {
                    return Err(error);
                }
                // The address of a page.
                self.no_puzzle.get_or_insert(error);
                self.annotate(&line);
            }
        } else if !is_description && is_statement(&line.text) {
            self.annotate(&line);
        } else {
            return Ok(Some(line));
        }
        Ok(None)
    }

    /// Reads a form that its first line shows. Returns any other line.
    fn read_form(&mut self, line: Line) -> Result<Option<Line>, InputError> {
        if sumocue::is_jigsaw(&line.text) {
            let puzzle = sumocue::parse(&line.text).map_err(|fault| self.fault(&line, fault))?;
            let tokens = own_tokens(&puzzle);
            self.hand_out(puzzle, tokens, Form::SumoCue, line.number, None);
        } else if cell_names::begins(&line.text) {
            self.named(line)?;
        } else if is_bullet(&line.text) {
            self.annotate(&line);
        } else if yaml::begins(&line.text) {
            self.yaml(line)?;
        } else if let Some(columns) = csv::heading(&line.text) {
            self.columns(&columns)?;
        } else if r_matrix::begins(&line.text) {
            self.r_matrix(line)?;
        } else {
            return Ok(Some(line));
        }
        Ok(None)
    }

    /// Reads what begins on a line of this kind.
    fn read_kind(&mut self, line: Line) -> Result<(), InputError> {
        match line::kind(&line.text) {
            Kind::Blank if self.is_empty_row(&line.text)? => return self.block(line),
            Kind::Blank => {}
            Kind::Fence | Kind::Rule { or_row: false } => self.annotate(&line),
            Kind::Rule { or_row: true } => return self.drawn_line(line),
            Kind::Comment(text) => return self.comment(&line, text),
            Kind::Title { .. } => self.title(&line),
            Kind::Section(name) => return self.section(&line, name),
            Kind::Open => return self.list(line),
            Kind::Xml => return self.xml(line),
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
                        self.annotate_fields(&line);
                        self.one_line(found, &line)?;
                    }
                    _ => self.block(line)?,
                }
            }
        }
        Ok(())
    }

    /// Returns `true` for a first row of empty cells between tabs.
    fn is_empty_row(&mut self, text: &str) -> Result<bool, InputError> {
        let is_tabs = text.len() > 1 && text.bytes().all(|byte| byte == b'\t');
        let has_tab = |next: &Line| next.text.contains('\t');
        Ok(is_tabs && self.lines.peek(0)?.is_some_and(has_tab))
    }

    /// Reads a drawn line that may be a row of blank cells, or a line between puzzles.
    fn drawn_line(&mut self, line: Line) -> Result<(), InputError> {
        if self.is_separator(&line.text, 0, None)? || self.is_last_separator(&line.text)? {
            self.ends = true;
        } else if self.is_stray_separator(&line.text) {
            // As above and below the head of a file.
            self.annotate(&line);
        } else {
            return self.block(line);
        }
        Ok(())
    }

    /// Takes a comment: it may state the number of solutions or a title.
    fn comment(&mut self, line: &Line, text: &str) -> Result<(), InputError> {
        if one_line::grid_in(text, 1, &self.options).is_some() {
            let column = one_line::grid_in(&line.text, 1, &self.options).unwrap_or(1);
            return Err(self.fault(line, (column, GRID_IN_COMMENT.to_owned())));
        }
        if let Some(count) = text.strip_prefix("count:") {
            self.before.count = count.trim().parse().ok().or(self.before.count);
        }
        if let Some(title) = text.strip_prefix("title:") {
            self.before.title = Some(title.trim().to_owned());
        }
        match label(text.trim_end_matches([':', '='])) {
            Some(_) if !text.is_empty() => self.announce(line),
            _ => self.annotate_comment(line, text),
        }
        Ok(())
    }

    /// Takes the heading of a section of a file.
    fn section(&mut self, line: &Line, name: &str) -> Result<(), InputError> {
        // Lines of names and values at the head of a file.
        const HEADS: [&str; 5] = ["sudoku", "info", "game", "header", "general"];
        let is_head = HEADS.iter().any(|known| name.eq_ignore_ascii_case(known));
        let is_announced = match label(name) {
            Some(Label::Map) => true,
            Some(Label::Solution) => self.in_sections,
            _ => false,
        };
        if name.eq_ignore_ascii_case("puzzle") {
            self.in_sections = true;
            self.before.announced = Some(line.number);
            self.before.section = true;
        } else if is_announced {
            self.announce(line);
        } else if !self.in_sections && is_head {
            self.annotate(line);
        } else {
            self.annotate(line);
            let message = format!(
                "found the section {}, expected [Puzzle]",
                messages::word(name)
            );
            let error = self.fault(line, (1, message));
            self.skip_section()?;
            // The state of a game and such, behind its puzzle.
            if !self.in_sections {
                return Err(error);
            }
        }
        Ok(())
    }
}
