//! Blocks: lines of cells next to each other, which are cut where a grid ends.

use super::grid::Found;
use super::{LOOK_AHEAD, Reader};
use crate::io::InputError;
use crate::sudoku::Size;
use crate::sudoku::text::block::{self, Block, Role};
use crate::sudoku::text::line::{self, Kind};
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::{Form, description, layout, one_line, say};

/// Least length in bytes of a line that is a grid and no row: that of a 6×6 grid.
const LEAST_ON_A_LINE: usize = 36;

impl Reader<'_> {
    /// Reads the puzzles of the block that starts on this line.
    pub(super) fn block(&mut self, first: Line) -> Result<(), InputError> {
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
            self.say(&line);
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
                self.say_fields(&line);
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
                let letter = line.clone();
                self.say(&letter);
                let line = &block.lines[0].0;
                let message = format!(
                    "found {} alone on its line, expected a row of a grid",
                    say::word(sign)
                );
                let column = line.text.find(sign).unwrap_or(0) + 1;
                return Err(self.fault(line, (column, message)));
            }
            return self.fitted(block, fit);
        }
        if !(block.rows.len() == 1 && block.is_text())
            && let Some(rows) = block.band()
            && self.add_bands(&mut block, rows)?
            && let Some(fit) = block.fit(&self.options)
        {
            return self.fitted(block, fit);
        }
        if let Some(fit) = block.fit_numbered(&self.options) {
            return self.fitted(block, fit);
        }
        if let Some(fit) = block.fit_without_text(&self.options) {
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
        let is_misspelt = description::is_misspelt(&block.lines[0].0.text);
        if block.is_text() && !is_misspelt || self.found_any && block.is_word() {
            block.lines.iter().for_each(|(line, _)| self.say(line));
            if !self.found_any {
                self.no_puzzle = Some(self.misfit(&block)?);
            }
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
        if self.is_in_list(&block)? {
            let rest = block.take_after(1);
            self.lines.give_back(rest);
            let line = &block.lines[0].0;
            self.last_of_list = Some((line.number, line.text.chars().count()));
            let error = self.misfit(&block)?;
            self.say_all(&block, &error);
            return Err(error);
        }
        let error = self.misfit(&block)?;
        self.say_all(&block, &error);
        if block.is_long() {
            self.skip_rows()?;
        }
        self.skip_description()?;
        Err(error)
    }

    /// Returns `true` if the first line of a block is a damaged grid among grids on a line: one
    /// is right before or after the block, and about as long.
    fn is_in_list(&mut self, block: &Block) -> Result<bool, InputError> {
        let Some((first, _)) = block.lines.first().filter(|_| block.rows.len() > 1) else {
            return Ok(false);
        };
        let before = self
            .last_of_list
            .filter(|(number, _)| number + 1 == first.number);
        let after = self
            .lines
            .peek(0)?
            .and_then(|line| match line::kind(&line.text) {
                Kind::Cells(body) if body.text.len() >= LEAST_ON_A_LINE => {
                    let found = one_line::find(&body, &self.options);
                    matches!(found, Ok(Some(_))).then(|| line.text.chars().count())
                }
                _ => None,
            });
        let length = first.text.chars().count();
        let other = before.map(|(_, length)| length).or(after);
        Ok(other.is_some_and(|other| length < 2 * other && other < 2 * length))
    }

    /// Passes on what stands in a block that is no grid: it may be words, or a map of a rule
    /// of the puzzle beside it.
    fn say_all(&mut self, block: &Block, error: &InputError) {
        if block.is_of_letters() {
            self.refused = Some(error.clone());
            return;
        }
        let lines = block.lines.iter().map(|(line, _)| line);
        for line in lines.chain(&block.comments) {
            self.say(line);
        }
    }

    /// Returns the lines of a block, from this one.
    pub(super) fn collect(&mut self, first: Option<Line>) -> Result<Block, InputError> {
        let mut block = Block::default();
        if let Some(line) = first {
            block.add(line);
        }
        while !block.is_long() {
            let Some(line) = self.lines.peek(0)?.cloned() else {
                break;
            };
            if self.is_separator(&line.text, 1, Some(&block))? {
                break;
            }
            // Statements, or what announces a map or a solution, right below a grid.
            let is_words = super::is_label(&line.text)
                || super::is_statement(&line.text)
                || description::is_description(&line.text);
            if is_words && block.is_grid(&self.options) {
                break;
            }
            let role = match line::kind(&line.text) {
                Kind::Cells(body) => {
                    let is_other = body.text.len() >= LEAST_ON_A_LINE
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
            match is_comment {
                true => block.comments.push(line),
                false => block.push(line, role),
            }
        }
        Ok(block)
    }

    /// Appends the bands that follow after blank lines until the block has `rows` rows.
    /// Each band must have the height of the block at the call. Returns `false` if the
    /// bands end before `rows`.
    pub(super) fn add_bands(&mut self, block: &mut Block, rows: usize) -> Result<bool, InputError> {
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
    pub(super) fn fitted(&mut self, mut block: Block, fit: block::Fit) -> Result<(), InputError> {
        let rest = block.take_after(fit.taken);
        self.lines.give_back(rest);
        self.refuse_statement()?;
        for (line, _) in &block.lines {
            if let Some((column, text)) = line::comment_behind(&line.text) {
                self.say_at(line, column, text);
            }
        }
        block.comments.iter().for_each(|line| self.say(line));
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
                let number = match fit.is_whole || layout.is_closed {
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
            line: match (layout.is_closed, places.first()) {
                (true, Some((number, _))) => *number,
                _ => numbers[dropped.min(numbers.len() - 1)],
            },
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
        let read = self.grid(found, &texts);
        if let Err(error) = &read
            && block.is_of_letters()
        {
            self.refused = Some(error.clone());
        }
        read
    }

    /// Returns the error for a block from which no grid can be made.
    pub(super) fn misfit(&mut self, block: &Block) -> Result<InputError, InputError> {
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

    /// Refuses a number alone on its line, next to a grid with an empty cell there: it may
    /// be that cell rather than the puzzle's name.
    pub(super) fn check_heading(&self, line: &Line, next: Option<&Line>) -> Result<(), InputError> {
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

    /// Returns `true` if the rules that were given are those of a 1×1 grid.
    pub(super) fn is_stated_1x1(&self) -> bool {
        let size = Size::new(1);
        let rules = self.options.rules.as_ref();
        size.is_some_and(|size| rules.is_some_and(|rules| rules.are_for(size)))
    }

    /// Returns `true` if nothing but blank lines and comments is left.
    pub(super) fn is_at_end(&mut self) -> Result<bool, InputError> {
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
}
