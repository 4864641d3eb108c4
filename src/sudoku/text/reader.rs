//! The reader: lines become blocks, and blocks become puzzles.

#[cfg_attr(not(feature = "json"), path = "reader/no_json.rs")]
mod objects;

use super::block::{self, Block, Role};
use super::layout;
use super::line::{self, Body, Kind};
use super::lines::{LONGEST, Line, Lines};
use super::list::{self, Depth};
use super::no_rules::NoRules;
use super::one_line::{self, Fault};
use super::tokens::{TokenKind, Tokens};
use super::{Entry, Expected, Form, Options};
use super::{alphabet, description, link, say, sumocue, xml};
use crate::io::InputError;
use crate::sudoku::rules::Spec;
use crate::sudoku::{Cell, Digit, Puzzle, Rules, Size};
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

/// Reads the puzzles of an input one after the other; `name` is what errors
/// call it. A damaged puzzle is an error, and reading goes on behind it. An
/// input without any puzzle is an error.
pub fn read<R: BufRead>(input: R, name: &str, options: &Options) -> Reader<R> {
    Reader {
        lines: Lines::new(input, name),
        options: options.clone(),
        before: Before::default(),
        pending: VecDeque::new(),
        grid_of_16: None,
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
pub struct Reader<R> {
    lines: Lines<R>,
    options: Options,
    before: Before,
    /// Puzzles and errors that were read and not yet returned.
    pending: VecDeque<Result<Entry, InputError>>,
    /// The last line of 16 symbols that was a 4×4 grid.
    grid_of_16: Option<u64>,
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

/// The place of a text of cells.
struct Source<'a> {
    /// The lines of the list, object or document that holds it.
    text: &'a str,
    /// The first of these lines.
    first: &'a Line,
    /// The byte of `text` where the cells start.
    start: usize,
}

/// A grid whose cells are known and not yet read.
struct Found<'a> {
    form: Form,
    /// Set if the first row was taken for the names of columns, without names of rows.
    headed: bool,
    /// The line of its first row.
    line: u64,
    side: usize,
    tokens: Vec<&'a str>,
    /// For each cell its line and column.
    places: Vec<(u64, usize)>,
    parted: bool,
    /// Rows and columns of its boxes, if they are drawn.
    boxes: Option<(usize, usize)>,
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Entry, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.pending.pop_front() {
                self.found_any = true;
                return Some(item);
            }
            if self.done {
                return None;
            }
            match self.advance() {
                Ok(true) => {}
                Ok(false) => {
                    self.done = true;
                    self.finish();
                }
                Err(error) => {
                    self.before = Before::default();
                    self.pending.push_back(Err(error));
                    if self.lines.took_control() {
                        self.skip_damaged();
                    }
                }
            }
        }
    }
}

impl<R: BufRead> Reader<R> {
    /// Adds the errors that are known only at the end of the input.
    fn finish(&mut self) {
        if let Some(number) = self.before.announced {
            let message = "found the end of the input, expected a puzzle after this line";
            self.pending
                .push_back(Err(self.fault_of_line(number, message)));
        } else if !self.found_any {
            let message = "found no puzzle, expected at least one";
            let error = InputError::whole(self.lines.name(), message);
            self.pending.push_back(Err(error));
        }
    }

    /// Reads the next line or block; `false` at the end of the input.
    fn advance(&mut self) -> Result<bool, InputError> {
        let Some(line) = self.lines.next()? else {
            return Ok(false);
        };
        if description::is_description(&line.text) {
            self.description(line)?;
            return Ok(true);
        }
        if link::is_link(&line.text) {
            self.link(&line)?;
            return Ok(true);
        }
        if sumocue::is_jigsaw(&line.text) {
            let puzzle = sumocue::parse(&line.text).map_err(|fault| self.fault(&line, fault))?;
            let tokens = own_tokens(&puzzle);
            self.hand_out(puzzle, tokens, Form::SumoCue, line.number, None);
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
            Kind::Blank | Kind::Fence | Kind::Rule { or_row: false } => {}
            Kind::Rule { or_row: true } if self.separates(&line.text, 0)? => {}
            Kind::Comment(text) if one_line::grid_in(text, 1, &self.options).is_some() => {
                let column = one_line::grid_in(&line.text, 1, &self.options).unwrap_or(1);
                let message = "found a grid in a comment, expected words; a grid is read without the '#' before it";
                return Err(self.fault(&line, (column, message.to_owned())));
            }
            Kind::Comment(text) => {
                if let Some(count) = text.strip_prefix("count:") {
                    self.before.count = count.trim().parse().ok().or(self.before.count);
                }
                if let Some(title) = text.strip_prefix("title:") {
                    self.before.title = Some(title.trim().to_owned());
                }
            }
            Kind::Title { .. } if names_rules(&line.text) => {
                let message = "found rules in a title, expected a description that begins with its size, as \
                               'size 9x9', or rules given with --rules";
                let error = self.fault(&line, (1, message.to_owned()));
                self.skip_rows()?;
                return Err(error);
            }
            Kind::Title { is_prose } => {
                if !is_prose || !self.found_any {
                    self.before.announced = Some(line.number);
                }
            }
            Kind::Section(name) if name.eq_ignore_ascii_case("puzzle") => {
                self.in_sections = true;
                self.before.announced = Some(line.number);
                self.before.section = true;
            }
            // The state of a game and such, behind its puzzle.
            Kind::Section(_) if self.in_sections => self.skip_section()?,
            Kind::Section(name) => {
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
                        self.one_line(found, &line)?;
                    }
                    _ => self.block(line)?,
                }
            }
        }
        Ok(true)
    }

    /// Passes over the lines of a section that is none of puzzles. Cells behind a
    /// blank line are a puzzle again.
    fn skip_section(&mut self) -> Result<(), InputError> {
        let mut is_started = false;
        let mut after_blank = false;
        while let Some(line) = self.lines.peek(0)? {
            match line::kind(&line.text) {
                Kind::Section(_) | Kind::Title { .. } => break,
                Kind::Blank => after_blank = is_started,
                _ if after_blank => break,
                _ => is_started = true,
            }
            self.lines.next()?;
        }
        Ok(())
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

    /// Reads the puzzle on this line.
    fn one_line(&mut self, found: one_line::OneLine, line: &Line) -> Result<(), InputError> {
        let form = found.form;
        let rules = self
            .rules(found.size, None)
            .map_err(|none| none.error(|message| self.fault(line, (1, message))))?;
        let read = found.read(rules, &self.options);
        let (puzzle, tokens, expected) = read.map_err(|fault| self.fault(line, fault))?;
        self.hand_out(puzzle, tokens, form, line.number, expected);
        Ok(())
    }

    /// Returns `true` if a line of 16 symbols is a row of a 16×16 grid, by what
    /// stands there and in the lines after it.
    fn is_row_of_16(
        &mut self,
        found: &one_line::OneLine,
        first: &Line,
    ) -> Result<bool, InputError> {
        if found.size.side() != 4 || !found.bare || found.form != Form::Line {
            return Ok(false);
        }
        if self.before.section {
            return Ok(true);
        }
        let after_grid = self.grid_of_16 == Some(first.number - 1);
        if !after_grid {
            let mut run = block::RunOf16::default();
            let mut more = run.add(&first.text);
            let mut distance = 0;
            while more {
                more = match self.lines.peek(distance)? {
                    Some(line) if distance < LOOK_AHEAD => run.add(&line.text),
                    _ => false,
                };
                distance += 1;
            }
            if run.is_grid() {
                return Ok(true);
            }
        }
        self.grid_of_16 = Some(first.number);
        Ok(false)
    }

    /// Returns the lines of a block, from this one.
    fn collect(&mut self, first: Option<Line>) -> Result<Block, InputError> {
        let mut block = Block::default();
        if let Some(line) = first {
            block.add(line);
        }
        while !block.is_long() {
            let Some(line) = self.lines.peek(0)?.cloned() else {
                break;
            };
            if self.separates(&line.text, 1)? {
                break;
            }
            let role = match line::kind(&line.text) {
                Kind::Cells(body) => {
                    let is_other = body.text.len() >= 36
                        && !block.rows.is_empty()
                        && matches!(one_line::find(&body, &self.options), Ok(Some(_)));
                    if is_other {
                        break;
                    }
                    Role::Row
                }
                Kind::Rule { or_row } => Role::Rule { or_row },
                Kind::Comment(_) if block.has_row_like(&line.text) => Role::Row,
                Kind::Comment(text)
                    if !["count:", "title:"]
                        .iter()
                        .any(|word| text.starts_with(word))
                        && one_line::grid_in(text, 1, &self.options).is_none() =>
                {
                    Role::Rule { or_row: false }
                }
                // A row of empty cells between tabs.
                Kind::Blank
                    if !line.text.is_empty() && block.has_tabs() && line.text.contains('\t') =>
                {
                    Role::Row
                }
                _ => break,
            };
            let is_comment =
                role != Role::Row && matches!(line::kind(&line.text), Kind::Comment(_));
            // The number of the next puzzle, right behind this one.
            if block::is_heading(&line.text)
                && block.rows.len() > 1
                && block.is_wider_than(&line.text)
                && block.fit(&self.options).is_some()
            {
                break;
            }
            let Some(line) = self.lines.next()? else {
                break;
            };
            if !is_comment {
                block.push(line, role);
            }
        }
        Ok(block)
    }

    /// Reads the puzzles of the block that starts on this line.
    fn block(&mut self, first: Line) -> Result<(), InputError> {
        let is_first = !self.found_any && (self.before.announced.is_none() || self.before.section);
        let mut block = self.collect(Some(first))?;
        if block.rows.is_empty() && block.maybe == 0 {
            return Ok(());
        }
        if let Some((line, column, message)) = block.other_quote() {
            return Err(self.fault(&line, (column, message)));
        }
        let text_after = match self.lines.peek(0)? {
            Some(line) => (matches!(line::kind(&line.text), Kind::Title { is_prose: true })
                && !description::is_description(&line.text))
            .then(|| line.clone()),
            None => None,
        };
        if let Some(line) = text_after
            && !block.is_long()
            // Digits of a text may be those of a row.
            && (line.text.contains(|c: char| c.is_ascii_digit())
                || block.fit(&self.options).is_none())
        {
            self.lines.next()?;
            let word = line.text.split_whitespace().next().unwrap_or_default();
            let message = format!(
                "found {} after row {}, expected the end of the grid or a blank line",
                say::word(word),
                block.rows.len()
            );
            let column = line.text.chars().take_while(|c| c.is_whitespace()).count() + 1;
            return Err(self.fault(&line, (column, message)));
        }
        // Before 16×16 grids, of which a list of many lines can have the shape.
        if self.is_list_of_4x4(&block) {
            let rest = block.take_after(1);
            self.lines.give_back(rest);
            let line = block.lines[0].0.clone();
            self.grid_of_16 = Some(line.number);
            if let Kind::Cells(body) = line::kind(&line.text)
                && let Some(found) = one_line::find(&body, &self.options)
                    .map_err(|fault| self.fault(&line, fault))?
            {
                return self.one_line(found, &line);
            }
            return Err(self.misfit(&block)?);
        }
        if let Some(fit) = block.fit(&self.options) {
            if block.is_single() && !(is_first && self.is_at_end()?) && !self.is_stated_1x1() {
                let line = &block.lines[0].0;
                if block::is_heading(&line.text) {
                    let next = self.lines.peek(0)?.cloned();
                    self.check_heading(line, next.as_ref())?;
                    self.before.announced = Some(line.number);
                    return Ok(());
                }
                let sign = line.text.trim().trim_start_matches(['>', ' ']);
                let message = format!(
                    "found {} alone on its line, expected a row of a grid",
                    say::word(sign)
                );
                let column = line.text.find(sign).unwrap_or(0) + 1;
                return Err(self.fault(line, (column, message)));
            }
            return self.fitted(block, fit);
        }
        if let Some(rows) = block.band()
            && self.add_bands(&mut block, rows)?
            && let Some(fit) = block.fit(&self.options)
        {
            return self.fitted(block, fit);
        }
        if let Some(fit) = block.fit_numbered(&self.options) {
            return self.fitted(block, fit);
        }
        if let Some(fit) = block.fit_without_date(&self.options) {
            return self.fitted(block, fit);
        }
        if let [(line, Role::Row)] = &block.lines[..]
            && line::is_date(&line.text)
        {
            return Ok(());
        }
        if let Some(number) = block.heading() {
            let next = block.lines.get(1).map(|(line, _)| line.clone());
            let next = match next {
                Some(next) => Some(next),
                None => self.lines.peek(0)?.cloned(),
            };
            self.check_heading(&block.lines[0].0, next.as_ref())?;
            let rest = block.take_after(1);
            self.lines.give_back(rest);
            self.before.announced = Some(number);
            return Ok(());
        }
        if self.found_any && block.is_word() {
            return Ok(());
        }
        let is_statement = |(line, _): &(Line, Role)| description::is_description(&line.text);
        let statement = block.lines.iter().skip(1).position(is_statement);
        if let Some(rows) = statement.map(|after| after + 1) {
            let rest = block.take_after(rows);
            self.lines.give_back(rest);
        }
        if block.rows.len() > 1 {
            self.refuse_statement()?;
        }
        let error = self.misfit(&block)?;
        if block.is_long() {
            self.skip_rows()?;
        }
        self.skip_description()?;
        Err(error)
    }

    /// Returns the error for a block from which no grid can be made.
    fn misfit(&mut self, block: &Block) -> Result<InputError, InputError> {
        let next = self
            .lines
            .peek(0)?
            .map(|line| (line.number, line::name(&line.text)));
        let name = self.lines.name().to_owned();
        let (number, fault) = block.misfit(next);
        Ok(match (block.text(number), fault.0) {
            (Some(text), Some(column)) => say::at(&name, number, column, text, fault.1),
            _ => {
                let mut error = InputError::whole(&name, fault.1);
                error.line = Some(number.max(1));
                error.column = fault.0.map(|column| column as u64);
                error
            }
        })
    }

    /// Returns `true` if a line is the `---` between two puzzles of which the second is a
    /// description. The lines behind it begin `distance` lines ahead.
    fn separates(&mut self, line: &str, mut distance: usize) -> Result<bool, InputError> {
        if line.trim_end() != description::SEPARATOR {
            return Ok(false);
        }
        while let Some(next) = self.lines.peek(distance)? {
            if distance == LOOK_AHEAD
                || !matches!(line::kind(&next.text), Kind::Blank | Kind::Comment(_))
            {
                return Ok(description::is_description(&next.text));
            }
            distance += 1;
        }
        Ok(false)
    }

    /// Refuses a statement of rules right behind the rows of a grid: it may belong to this
    /// grid or to the next puzzle.
    fn refuse_statement(&mut self) -> Result<(), InputError> {
        let next = self.lines.peek(0)?;
        let Some(line) = next.filter(|line| description::is_description(&line.text)) else {
            return Ok(());
        };
        let line = line.clone();
        let word = line
            .text
            .split([' ', '\t', ';'])
            .find(|word| !word.is_empty());
        let message = format!(
            "found {} right behind the rows of a grid, expected rules before 'clues' and the grid, or a line \
             '---' between two puzzles",
            say::word(word.unwrap_or_default())
        );
        let column = line.text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        self.skip_description()?;
        Err(self.fault(&line, (column, message)))
    }

    /// Passes over the rest of a description whose beginning was damaged, if it is next:
    /// without its beginning it may lack rules.
    fn skip_description(&mut self) -> Result<(), InputError> {
        let next = self.lines.peek(0)?;
        if !next.is_some_and(|line| description::is_description(&line.text)) {
            return Ok(());
        }
        while let Some(line) = self.lines.next()? {
            if line.text.trim_end() == description::SEPARATOR {
                break;
            }
        }
        Ok(())
    }

    /// Returns `true` if the lines of a block are 4×4 puzzles on a line, some of them
    /// damaged.
    fn is_list_of_4x4(&self, block: &Block) -> bool {
        let is_16x16 = Size::new(16).is_some_and(|size| {
            let rules = self.options.rules.as_ref();
            rules.is_some_and(|rules| rules.are_for(size))
        });
        let number = block.lines.first().map_or(0, |(line, _)| line.number);
        let is_after_one = self.grid_of_16.is_some_and(|last| last + 1 == number);
        !is_16x16 && !self.before.section && block.is_list_of_4x4(is_after_one)
    }

    /// Passes over the rows behind a line that is no text; more such lines are a
    /// fault of the same puzzle.
    fn skip_damaged(&mut self) {
        while self.skip_rows().is_err() && self.lines.took_control() {}
    }

    /// Returns `true` if the rules that were given are those of a 1×1 grid.
    fn is_stated_1x1(&self) -> bool {
        let size = Size::new(1);
        let rules = self.options.rules.as_ref();
        size.is_some_and(|size| rules.is_some_and(|rules| rules.are_for(size)))
    }

    /// Returns `true` if nothing but blank lines and comments is left.
    fn is_at_end(&mut self) -> Result<bool, InputError> {
        let mut distance = 0;
        while let Some(line) = self.lines.peek(distance)? {
            if distance == LOOK_AHEAD
                || !matches!(line::kind(&line.text), Kind::Blank | Kind::Comment(_))
            {
                return Ok(false);
            }
            distance += 1;
        }
        Ok(true)
    }

    /// Refuses a number alone on its line, next to a grid with an empty cell there: it may
    /// be that cell rather than the puzzle's name.
    fn check_heading(&self, line: &Line, next: Option<&Line>) -> Result<(), InputError> {
        let which = match next {
            Some(next) if line::starts_empty(&next.text) => "first cell of the grid after it",
            _ if self.empty_end == line.number.checked_sub(1) => "last cell of the grid before it",
            _ => return Ok(()),
        };
        let message = format!(
            "found a number alone on its line, which is the name of a puzzle or the {which}, which is empty; \
             write the number into its row, or . for the empty cell"
        );
        let column = line.text.chars().take_while(|&c| line::is_gap(c)).count() + 1;
        Err(self.fault(line, (column, message)))
    }

    /// Passes over what is left of a damaged block.
    fn skip_rows(&mut self) -> Result<(), InputError> {
        while let Some(line) = self.lines.peek(0)? {
            match line::kind(&line.text) {
                Kind::Cells(body)
                    if !matches!(one_line::find(&body, &self.options), Ok(Some(_))) => {}
                Kind::Rule { .. } => {}
                _ => break,
            }
            self.lines.next()?;
        }
        Ok(())
    }

    /// Adds the bands that stand behind blank lines, each of as many rows as the
    /// block has, until there are `rows` of them. Returns `false` if there are
    /// not as many.
    fn add_bands(&mut self, block: &mut Block, rows: usize) -> Result<bool, InputError> {
        let height = block.rows.len();
        while block.rows.len() < rows {
            let mut distance = 0;
            let is_row = loop {
                match self
                    .lines
                    .peek(distance)?
                    .map(|line| line::kind(&line.text))
                {
                    Some(Kind::Blank | Kind::Rule { or_row: false }) if distance < LOOK_AHEAD => {
                        distance += 1
                    }
                    Some(Kind::Cells(_) | Kind::Rule { or_row: true }) => break distance > 0,
                    _ => break false,
                }
            };
            if !is_row {
                return Ok(false);
            }
            let mut passed = Vec::new();
            for _ in 0..distance {
                passed.extend(self.lines.next()?);
            }
            let band = self.collect(None)?;
            if band.rows.len() != height {
                passed.extend(band.into_lines());
                self.lines.give_back(passed);
                return Ok(false);
            }
            block.append(band);
        }
        Ok(true)
    }

    /// Reads the puzzle of a block whose cells are known, and gives the rest of the
    /// block back.
    fn fitted(&mut self, mut block: Block, fit: block::Fit) -> Result<(), InputError> {
        let rest = block.take_after(fit.taken);
        self.lines.give_back(rest);
        self.refuse_statement()?;
        let bodies = block.bodies(fit.all_rows);
        let fault = |reader: &Self, (row, message): (usize, String)| {
            let line = &block.lines[block.row_items(fit.all_rows)[row.min(bodies.len() - 1)]].0;
            reader.fault(line, (1, message))
        };
        let layout = block::reshaped(&bodies, &fit, &self.options)
            .ok_or_else(|| fault(self, (0, "found cells that make no grid".to_owned())))?;
        let side = layout.rows.len();
        let boxes = match fit.is_whole {
            true => None,
            false => {
                let breaks = block.row_breaks(fit.all_rows, side);
                layout::boxes(side, &layout, &breaks).map_err(|wrong| fault(self, wrong))?
            }
        };
        let numbers: Vec<u64> = block.numbers(fit.all_rows);
        let dropped = numbers.len().saturating_sub(side);
        if let Some(message) = block.doubtful(&layout, fit.all_rows) {
            return Err(fault(self, (dropped, message)));
        }
        let form = match layout.form {
            Form::Rows if self.before.section => Form::Sdk,
            form => form,
        };
        let mut tokens = Vec::new();
        let mut places = Vec::new();
        for (row, cells) in layout.rows.iter().enumerate() {
            for &(column, token) in cells {
                tokens.push(token);
                let number = match fit.is_whole {
                    true => block::line_of(&bodies, &numbers, token),
                    false => numbers[row + dropped],
                };
                places.push((number, column));
            }
        }
        self.empty_end = match tokens.last() {
            Some(&"") => numbers.last().copied(),
            _ => None,
        };
        let found = Found {
            form,
            headed: layout.headed,
            line: numbers[dropped.min(numbers.len() - 1)],
            side,
            tokens,
            places,
            parted: layout.parted,
            boxes,
        };
        let texts: Vec<(u64, &str)> = block
            .lines
            .iter()
            .map(|(line, _)| (line.number, line.text.as_str()))
            .collect();
        self.grid(found, &texts)
    }

    /// Reads the puzzle that has these cells.
    fn grid(&mut self, found: Found, texts: &[(u64, &str)]) -> Result<(), InputError> {
        let name = self.lines.name().to_owned();
        let at = |place: usize, message: String| {
            let (number, column) = found.places.get(place).copied().unwrap_or((found.line, 1));
            let text = texts
                .iter()
                .find(|(line, _)| *line == number)
                .map_or("", |(_, text)| text);
            say::at(&name, number, column, text, message)
        };
        let Some(size) = Size::new(found.side) else {
            let message = format!(
                "found {} rows, expected 1 to {}",
                found.side,
                Size::MAX.side()
            );
            return Err(at(0, message));
        };
        let rules = self
            .rules(size, found.boxes)
            .map_err(|none| none.error(|message| at(0, message)))?;
        let is_marks = found.parted
            && size.side() <= 9
            && found
                .tokens
                .iter()
                .all(|token| layout::is_marks(token) || matches!(token.as_bytes(), [b'1'..=b'9']))
            && found.tokens.iter().any(|token| layout::is_marks(token));
        let tokens =
            Tokens::words(found.tokens.iter().copied()).stated(self.options.symbols.is_some());
        let marked = |token: &&&str| layout::is_marks(token);
        if is_marks && found.tokens.iter().filter(marked).count() == 1 {
            let place = found
                .tokens
                .iter()
                .position(|token| layout::is_marks(token));
            let place = place.unwrap_or(0);
            let word = say::word(found.tokens[place]);
            let message = format!("found {word} in a grid of single digits, expected one digit");
            return Err(at(place, message));
        }
        if is_marks {
            let mut marks = Vec::with_capacity(found.tokens.len());
            for (cell, token) in size.cells().zip(&found.tokens) {
                if let Some(wrong) = token
                    .bytes()
                    .find(|byte| usize::from(byte - b'0') > size.side())
                {
                    let message = format!(
                        "found {} among the candidates of {cell}, expected 1 to {}",
                        say::character(char::from(wrong)),
                        size.side()
                    );
                    return Err(at(cell.index(size), message));
                }
                let digits = token
                    .bytes()
                    .map(|byte| Digit::from_index(usize::from(byte - b'1')));
                marks.push(digits.collect());
            }
            let mut puzzle = Puzzle::new(rules);
            one_line::set_marks(&mut puzzle, &marks);
            let tokens = tokens.of_kind(TokenKind::Candidates);
            self.hand_out(puzzle, tokens, Form::Candidates, found.line, None);
            return Ok(());
        }
        let reading = alphabet::read(
            size,
            tokens.iter(),
            found.parted,
            self.options.symbols.as_ref(),
        )
        .map_err(|(place, message)| at(place, message))?;
        let mut puzzle = Puzzle::new(rules).with_symbols(reading.symbols);
        one_line::set(&mut puzzle, &reading.digits);
        let counts_from = |first: usize| {
            let row = found.tokens.iter().take(found.side).enumerate();
            row.into_iter()
                .all(|(place, token)| token.parse() == Ok(place + first))
        };
        // Small grids have such rows by chance.
        let may_be_head = found.side > 5 && puzzle.as_grid().is_none();
        if may_be_head && (counts_from(1) || counts_from(0)) && !puzzle.clashes().is_empty() {
            let message = "found a first row that counts the columns and clashes with clues below: \
                           it is a heading and a row is lost, or a clue is wrong";
            return Err(at(0, message.to_owned()));
        }
        if found.headed && !puzzle.clashes().is_empty() {
            let message = "found clues that clash below a row that counts the columns: it is a row of the \
                           grid and another row is doubled, or a clue is wrong";
            return Err(at(0, message.to_owned()));
        }
        if let Some(inner) = drawn_candidates(&puzzle) {
            let message = format!(
                "found rows that repeat symbols in a grid of {size}, as the candidates of a {inner}×{inner} grid \
                 do where each cell is drawn as a square; write the candidates of a cell as one word"
            );
            return Err(at(0, message));
        }
        self.hand_out(puzzle, tokens, found.form, found.line, None);
        Ok(())
    }

    /// Reads the lists or the object that start on this line.
    fn list(&mut self, first: Line) -> Result<(), InputError> {
        let mut depth = Depth::default();
        let start = line::without_quotes(&first.text);
        let mut complete = depth.over(&start);
        let mut text = line::without_name(&start);
        let is_row = |text: &str| {
            let text = text.trim_start();
            text.starts_with('[') && !text[1..].trim_start().starts_with(['[', '{'])
        };
        let mut is_rows = complete && is_row(&text);
        loop {
            if complete {
                let next = self.lines.peek(0)?;
                is_rows = is_rows
                    && next.is_some_and(|line| {
                        is_row(line::unquoted(&line.text))
                            && !matches!(line::kind(&line.text), Kind::Section(_))
                    });
                if !is_rows {
                    break;
                }
            }
            let Some(line) = self.lines.next()? else {
                let message = "found the end of the input within a list or JSON object, expected its closing bracket";
                return Err(self.fault(&first, (1, message.to_owned())));
            };
            if line.text.trim().is_empty() {
                let message =
                    "found a blank line within a list or JSON object, expected its closing bracket";
                return Err(self.fault(&line, (1, message.to_owned())));
            }
            let plain = line::without_quotes(&line.text);
            complete = depth.over(&plain);
            text.push('\n');
            text.push_str(&plain);
            if text.len() > LONGEST {
                let message =
                    format!("found a list of more than {LONGEST} bytes, expected a puzzle");
                return Err(self.fault(&first, (1, message)));
            }
        }
        if self.objects(&text, &first)? {
            return Ok(());
        }
        self.lists(
            &text,
            &text,
            &first,
            is_row(&text) && text.lines().count() > 1,
        )
    }

    /// Reads the puzzles in lists; `are_rows` is set if each list is a row. Errors show
    /// the lines of `source`, which is `text` or contains it.
    fn lists(
        &mut self,
        text: &str,
        source: &str,
        first: &Line,
        are_rows: bool,
    ) -> Result<(), InputError> {
        let name = self.lines.name().to_owned();
        let shown = |(line, column, message): list::ListFault| {
            let excerpt = source.lines().nth(line).unwrap_or_default();
            say::at(&name, first.number + line as u64, column, excerpt, message)
        };
        let mut nodes = list::parse(text).map_err(shown)?;
        if are_rows && nodes.len() > 1 {
            nodes = vec![list::Node::List(nodes, (0, 1))];
        }
        for node in &nodes {
            for grid in list::grids(node).map_err(shown)? {
                match grid {
                    list::Grid::Line(cells, (line, column)) => {
                        let start: usize =
                            source.split_inclusive('\n').take(line).map(str::len).sum();
                        let mut places = source[start..].char_indices().skip(column - 1);
                        let (at, c) = places.next().unwrap_or((0, ' '));
                        let start = start + at + usize::from(matches!(c, '"' | '\''));
                        let source = Source {
                            text: source,
                            first,
                            start,
                        };
                        self.one_text(&cells, Form::List, &source, None)?;
                    }
                    list::Grid::Cells(rows) => {
                        let side = rows.len();
                        if let Some((row, cells)) =
                            rows.iter().enumerate().find(|(_, row)| row.len() != side)
                        {
                            let (line, column) = cells.first().map_or((0, 1), |(_, at)| *at);
                            let message = format!(
                                "found {} cells in row {} of {side} rows, expected {side}",
                                cells.len(),
                                row + 1
                            );
                            return Err(shown((line, column, message)));
                        }
                        let texts: Vec<(u64, &str)> = source
                            .lines()
                            .enumerate()
                            .map(|(line, text)| (first.number + line as u64, text))
                            .collect();
                        let cells = || rows.iter().flatten();
                        let start = cells().next().map_or(0, |(_, (line, _))| *line);
                        self.grid(
                            Found {
                                form: Form::List,
                                headed: false,
                                line: first.number + start as u64,
                                side,
                                tokens: cells().map(|(token, _)| token.as_str()).collect(),
                                places: cells()
                                    .map(|(_, (line, column))| {
                                        (first.number + *line as u64, *column)
                                    })
                                    .collect(),
                                parted: true,
                                boxes: None,
                            },
                            &texts,
                        )?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads the puzzle in a text of one line in a list, an object or a tag.
    fn one_text(
        &mut self,
        cells: &str,
        form: Form,
        source: &Source,
        solution: Option<&str>,
    ) -> Result<(), InputError> {
        let (line, column) = say::place(source.text, source.start);
        let shown = source.text.lines().nth(line - 1).unwrap_or_default();
        let line = Line {
            number: source.first.number + line as u64 - 1,
            text: shown.to_owned(),
        };
        let cells = match solution {
            Some(solution) => format!("{cells} {solution}"),
            None => cells.to_owned(),
        };
        let body = Body {
            text: cells.trim(),
            column,
            full: &cells,
            full_column: column,
        };
        match one_line::find(&body, &self.options).map_err(|fault| self.fault(&line, fault))? {
            Some(mut found) => {
                if found.form == Form::Line {
                    found.form = form;
                }
                self.one_line(found, &line)
            }
            None => {
                let found = cells.chars().count();
                let message =
                    format!("found a text of {found} symbols, expected the N² cells of a grid");
                Err(self.fault(&line, (column, message)))
            }
        }
    }

    /// Reads the puzzles in OpenSudoku's XML.
    fn xml(&mut self, first: Line) -> Result<(), InputError> {
        let mut text = first.text.clone();
        let is_document = xml::is_document(&text);
        let mut ended = xml::is_end(&text);
        let mut open = xml::Open::default();
        open.over(&text);
        while !ended && text.len() < LONGEST {
            // Outside of a document, tags end with their lines.
            if !is_document
                && !open.is_open()
                && !self
                    .lines
                    .peek(0)?
                    .is_some_and(|line| matches!(line::kind(&line.text), Kind::Xml))
            {
                break;
            }
            let Some(line) = self.lines.next()? else {
                break;
            };
            ended = xml::is_end(&line.text);
            open.over(&line.text);
            text.push('\n');
            text.push_str(&line.text);
        }
        if let Some((start, column)) = xml::after_end(&text) {
            let number = first.number + text.matches('\n').count() as u64;
            let blanks = " ".repeat(column - 1);
            let after = blanks + &text[start..];
            text.truncate(start);
            self.lines.give_back(vec![Line {
                number,
                text: after,
            }]);
        }
        let text = match xml::without_comments(&text) {
            Ok(plain) => plain,
            Err((at, message)) => return Err(self.fault_in(&text, &first, at, message)),
        };
        let stray = |text: &str| one_line::grid_in(text, 1, &self.options).is_some();
        if let Some((at, message)) = xml::stray(&text, stray) {
            return Err(self.fault_in(&text, &first, at, message));
        }
        let games = xml::games(&text);
        let tables = match xml::tables(&text) {
            Ok(tables) => tables,
            Err((at, message)) => return Err(self.fault_in(&text, &first, at, message)),
        };
        for rows in &tables {
            if let Err(error) = self.table(rows, &text, &first) {
                self.pending.push_back(Err(error));
            }
        }
        if games.is_empty() && !tables.is_empty() {
            return Ok(());
        }
        if games.is_empty() {
            let message = "found XML or HTML without a puzzle, expected one (OpenSudoku's <game data=\"…\"> is read)";
            return Err(self.fault(&first, (1, message.to_owned())));
        }
        for (at, game) in games {
            let source = Source {
                text: &text,
                first: &first,
                start: at,
            };
            let read = match game {
                Some(game) => self.one_text(game, Form::Xml, &source, None),
                None => {
                    let message = "found <game> without data=\"…\", expected the cells of a grid";
                    Err(self.fault_in(&text, &first, at, message.to_owned()))
                }
            };
            if let Err(error) = read {
                self.pending.push_back(Err(error));
            }
        }
        Ok(())
    }

    /// Reads the puzzle in an HTML table.
    fn table(&mut self, rows: &[xml::Row], text: &str, first: &Line) -> Result<(), InputError> {
        let side = rows.len();
        if let Some((row, cells)) = (1..).zip(rows).find(|(_, row)| row.len() != side) {
            let found = cells.len();
            let message =
                format!("found {found} cells in row {row} of {side} rows, expected {side}");
            return Err(self.fault_in(text, first, cells[0].0, message));
        }
        let texts: Vec<(u64, &str)> = (first.number..).zip(text.lines()).collect();
        let places: Vec<(u64, usize)> = rows
            .iter()
            .flatten()
            .map(|&(at, _)| {
                let (line, column) = say::place(text, at);
                (first.number + line as u64 - 1, column)
            })
            .collect();
        let found = Found {
            form: Form::Fields,
            headed: false,
            line: places[0].0,
            side,
            tokens: rows.iter().flatten().map(|&(_, cell)| cell).collect(),
            places,
            parted: true,
            boxes: None,
        };
        self.grid(found, &texts)
    }

    /// Reads the puzzle whose description starts on this line; it ends at a line `---`
    /// or with the input.
    fn description(&mut self, first: Line) -> Result<(), InputError> {
        let mut text = first.text.clone();
        while let Some(line) = self.lines.next()? {
            if line.text.trim_end() == description::SEPARATOR {
                break;
            }
            text.push('\n');
            text.push_str(&line.text);
            if text.len() > LONGEST {
                let message =
                    format!("found a description of more than {LONGEST} bytes, expected a puzzle");
                return Err(self.fault(&first, (1, message)));
            }
        }
        let (puzzle, tokens) = description::parse(&text, self.lines.name(), first.number)?;
        self.hand_out(puzzle, tokens, Form::Description, first.number, None);
        Ok(())
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

/// Returns the side of the grid whose candidates this may be, each cell drawn as a
/// square of its candidates: then most digits stand at their places in such squares.
fn drawn_candidates(puzzle: &Puzzle) -> Option<usize> {
    let side = puzzle.size().side();
    let root = (2..)
        .take_while(|n| n * n * n <= side)
        .find(|n| n * n * n == side)?;
    let is_drawn =
        |cell: Cell, digit: Digit| digit.index() == cell.row() % root * root + cell.col() % root;
    let clues = puzzle.clues().count();
    let drawn = puzzle
        .clues()
        .filter(|clue| is_drawn(clue.cell, clue.digit))
        .count();
    (clues > side && 4 * drawn >= 3 * clues).then_some(root * root)
}

/// Returns `true` for a line `rules: …` that names a rule other than the usual ones.
fn names_rules(line: &str) -> bool {
    let text = line::unquoted(line).trim().to_ascii_lowercase();
    ["rules", "rule", "variant", "variants", "constraints"]
        .iter()
        .filter_map(|word| text.strip_prefix(word)?.strip_prefix(':'))
        .any(say::names_rule)
}

/// Returns `true` if a text begins as a JSON object does: after `{` comes a key in quotes,
/// the closing bracket, or nothing.
fn begins_object(text: &str) -> bool {
    text.trim_start().strip_prefix('{').is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with(['"', '}'])
    })
}

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
