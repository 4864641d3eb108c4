//! Blocks: lines of cells next to each other, which are cut where a grid ends.

use super::grid::Found;
use super::state::{LOOK_AHEAD, Reader};
use super::words::{is_label, is_statement};
use crate::io::InputError;
use crate::sudoku::Size;
use crate::sudoku::text::block::{self, Block, Role};
use crate::sudoku::text::line::{self, Kind};
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::{Form, chars, description, layout, messages, one_line};
use itertools::Itertools as _;

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
        block.fill_gaps();
        if let Some((line, column, message)) = block.other_quote() {
            return Err(self.fault(&line, (column, message)));
        }
        self.refuse_text_behind(&block)?;
        // Before 16×16 grids, of which a list of many lines can have the shape.
        if self.is_list_of_4x4(&block) {
            return self.first_4x4(block);
        }
        if let Some(fit) = block.fit(&self.options) {
            if block.is_single() && !(is_first && self.is_at_end()?) && !self.is_stated_1x1() {
                return self.symbol_alone(&block.lines[0].0);
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
        let fit = block.fit_numbered(&self.options);
        if let Some(fit) = fit.or_else(|| block.fit_without_text(&self.options)) {
            return self.fitted(block, fit);
        }
        match (&block.lines[..], block.heading()) {
            ([(line, Role::Row)], _) if line::is_date(&line.text) => Ok(()),
            (_, Some(number)) => self.heading(block, number),
            (_, None) => self.no_grid(block),
        }
    }

    /// Refuses a block with a line of text right behind it, of which digits may be those of a
    /// row.
    fn refuse_text_behind(&mut self, block: &Block) -> Result<(), InputError> {
        let is_text = |line: &&Line| {
            matches!(line::kind(&line.text), Kind::Title { is_prose: true })
                && !description::is_description(&line.text)
        };
        let Some(line) = self.lines.peek(0)?.filter(is_text).cloned() else {
            return Ok(());
        };
        let has_digits = line.text.contains(|c: char| c.is_ascii_digit());
        if block.is_long() || !has_digits && block.fit(&self.options).is_some() {
            return Ok(());
        }
        self.lines.next()?;
        self.annotate(&line);
        let word = line.text.split_whitespace().next().unwrap_or_default();
        let message = format!(
            "found {} after row {}, expected the end of the grid or a blank line",
            messages::word(word),
            block.rows.len()
        );
        let column = line.text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        Err(self.fault(&line, (column, message)))
    }

    /// Reads the first of 4×4 puzzles on a line each.
    fn first_4x4(&mut self, mut block: Block) -> Result<(), InputError> {
        let rest = block.take_after(1);
        self.lines.give_back(rest);
        let line = block.lines[0].0.clone();
        self.grid_of_16 = Some(line.number);
        if let Kind::Cells(body) = line::kind(&line.text)
            && let Some(found) =
                one_line::find(&body, &self.options).map_err(|fault| self.fault(&line, fault))?
        {
            self.annotate_fields(&line);
            return self.one_line(found, &line);
        }
        Err(self.misfit(&block)?)
    }

    /// Takes a number alone on a line for the heading of the next puzzle, and refuses another
    /// symbol.
    fn symbol_alone(&mut self, line: &Line) -> Result<(), InputError> {
        if block::is_heading(&line.text) {
            let next = self.lines.peek(0)?.cloned();
            self.check_heading(line, next.as_ref())?;
            self.before.announced = Some(line.number);
            return Ok(());
        }
        self.annotate(line);
        let sign = line.text.trim().trim_start_matches(['>', ' ']);
        let message = format!(
            "found {} alone on its line, expected a row of a grid",
            messages::word(sign)
        );
        let column = line.text.find(sign).unwrap_or(0) + 1;
        Err(self.fault(line, (column, message)))
    }

    /// Takes the first line of a block as the heading of a puzzle.
    fn heading(&mut self, mut block: Block, number: u64) -> Result<(), InputError> {
        let next = match block.lines.get(1) {
            Some((next, _)) => Some(next.clone()),
            None => self.lines.peek(0)?.cloned(),
        };
        self.check_heading(&block.lines[0].0, next.as_ref())?;
        let rest = block.take_after(1);
        self.lines.give_back(rest);
        self.before.announced = Some(number);
        Ok(())
    }

    /// Passes over a block of words, and refuses any other one that is no grid.
    fn no_grid(&mut self, mut block: Block) -> Result<(), InputError> {
        let is_misspelt = description::is_misspelt(&block.lines[0].0.text);
        if block.is_text() && !is_misspelt || self.found_any && block.is_word() {
            block.lines.iter().for_each(|(line, _)| self.annotate(line));
            if !self.found_any {
                self.no_puzzle = Some(self.misfit(&block)?);
            }
            return Ok(());
        }
        let is_statement = |(line, _): &(Line, Role)| description::is_description(&line.text);
        if let Some(after) = block.lines.iter().skip(1).position(is_statement) {
            let rest = block.take_after(after + 1);
            self.lines.give_back(rest);
        }
        if let Some(after) = self.next_grid(&block) {
            let rest = block.take_after(after);
            self.lines.give_back(rest);
            self.ends = true;
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
            self.annotate_all(&block, &error);
            return Err(error);
        }
        let error = self.misfit(&block)?;
        self.annotate_all(&block, &error);
        if block.is_long() {
            self.skip_rows()?;
        }
        self.skip_description()?;
        Err(error)
    }

    /// Returns the place behind a line `---` of a damaged block if the lines from there to the next
    /// one, or to the end, are a grid: such lines separate puzzles, and also bands of a drawn grid.
    fn next_grid(&self, block: &Block) -> Option<usize> {
        let is_separator =
            |(line, _): &(Line, Role)| line.text.trim_end() == description::SEPARATOR;
        let ends = block.lines.iter().positions(is_separator);
        ends.map(|end| end + 1).find(|&start| {
            let mut grid = Block::default();
            let behind = block.lines[start..].iter();
            let lines = behind.take_while(|line| !is_separator(line));
            lines.for_each(|(line, _)| grid.add(line.clone()));
            !grid.rows.is_empty() && grid.is_grid(&self.options)
        })
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
    fn annotate_all(&mut self, block: &Block, error: &InputError) {
        if block.is_of_letters() {
            self.refused = Some(error.clone());
            return;
        }
        let lines = block.lines.iter().map(|(line, _)| line);
        for line in lines.chain(&block.comments) {
            self.annotate(line);
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
            let is_words = is_label(&line.text)
                || is_statement(&line.text)
                || description::is_description(&line.text);
            if is_words && block.is_grid(&self.options) {
                break;
            }
            let Some(role) = self.role_in(&block, &line.text) else {
                break;
            };
            // The number of the next puzzle, right behind this one.
            if block::is_heading(&line.text)
                && block.rows.len() > 1
                && block.is_wider_than(&line.text)
                && block.fit(&self.options).is_some()
            {
                break;
            }
            self.lines.next()?;
            match role != Role::Row && matches!(line::kind(&line.text), Kind::Comment(_)) {
                true => block.comments.push(line),
                false => block.push(line, role),
            }
        }
        Ok(block)
    }

    /// Returns the role of the line behind a block, `None` if it is no part of the block.
    fn role_in(&self, block: &Block, text: &str) -> Option<Role> {
        match line::kind(text) {
            Kind::Cells(body) => {
                let is_other = body.text.len() >= LEAST_ON_A_LINE
                    && !block.rows.is_empty()
                    && matches!(one_line::find(&body, &self.options), Ok(Some(_)));
                (!is_other).then_some(Role::Row)
            }
            Kind::Rule { or_row } => Some(Role::Rule { or_row }),
            Kind::Comment(_) if block.has_row_like(text) => Some(Role::Row),
            Kind::Comment(comment) => {
                let is_words = !comment.starts_with("count:")
                    && !comment.starts_with("title:")
                    && one_line::grid_in(comment, 1, &self.options).is_none();
                is_words.then_some(Role::Rule { or_row: false })
            }
            // A row of empty cells between tabs.
            Kind::Blank if block.has_tabs() && text.contains('\t') => Some(Role::Row),
            _ => None,
        }
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
                self.annotate_at(line, column, text);
            }
        }
        block.comments.iter().for_each(|line| self.annotate(line));
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
        let number = |row: usize, token| match fit.is_whole || layout.is_closed {
            true => block::line_of(&bodies, &numbers, token),
            false => numbers[row + dropped],
        };
        let cells = layout.rows.iter().enumerate().flat_map(|(row, cells)| {
            let cells = cells.iter();
            cells.map(move |&(column, token)| (token, (number(row, token), column)))
        });
        let form = match layout.form {
            Form::Rows if self.before.section => Form::Sdk,
            form => form,
        };
        let cells = Found::of_cells(form, side, cells);
        let found = Found {
            headed: layout.headed,
            line: match layout.is_closed {
                true => cells.line,
                false => numbers[dropped.min(numbers.len() - 1)],
            },
            parted: layout.parted,
            boxes,
            ..cells
        };
        self.empty_end = match found.tokens.last() {
            Some(&"") => numbers.last().copied(),
            _ => None,
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
        let (number, column, message) = block.misfit(next);
        Ok(match (block.text(number), column) {
            (Some(text), Some(column)) => messages::error_at(&name, number, column, text, message),
            _ => InputError {
                line: Some(number.max(1)),
                column: column.map(|column| column as u64),
                ..InputError::whole(&name, message)
            },
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
        let column = line.text.chars().take_while(|&c| chars::is_gap(c)).count() + 1;
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
