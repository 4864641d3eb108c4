//! A block: lines of cells next to each other, and how many make a grid.

mod faults;

use super::chars::{self, is_gap};
use super::layout::Layout;
use super::line::{self, Kind};
use super::lines::Line;
use super::one_line::line_size;
use super::split::Body;
use super::styles::layouts;
use super::{Form, Options};
use crate::sudoku::Size;

/// The kind of a line of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Cells.
    Row,
    /// A drawn line; set if it may also be a row of blank cells.
    Rule { or_row: bool },
}

/// Lines next to each other.
#[derive(Default)]
pub(super) struct Block {
    pub lines: Vec<(Line, Role)>,
    /// The places of rows in `lines`.
    pub rows: Vec<usize>,
    /// Number of drawn lines that may be rows.
    pub maybe: usize,
    /// More rows than this tell nothing further.
    limit: usize,
    /// The numbers of rows ahead of the blank lines between bands.
    bands: Vec<usize>,
    /// Set if rows begin with their number and a point.
    is_numbered: bool,
    /// Lines of comments between the others.
    pub comments: Vec<Line>,
}

/// The chosen reading of a block.
pub(super) struct Fit {
    /// The place among the layouts.
    layout: usize,
    /// Set if drawn lines of blanks are rows.
    pub all_rows: bool,
    /// Number of lines that are used up.
    pub taken: usize,
    /// Set if rows do not stand on lines of their own.
    pub is_whole: bool,
}

impl Block {
    /// Adds a line by what it looks like.
    pub(super) fn add(&mut self, line: Line) {
        let role = match line::kind(&line.text) {
            Kind::Rule { or_row } => Role::Rule { or_row },
            _ => Role::Row,
        };
        self.push(line, role);
    }

    pub(super) fn push(&mut self, line: Line, role: Role) {
        match role {
            Role::Row => {
                self.rows.push(self.lines.len());
                let width = line.text.chars().count();
                self.limit = self
                    .limit
                    .max(2 * width.min(crate::sudoku::Size::MAX.side()) + 2);
            }
            Role::Rule { or_row } => self.maybe += usize::from(or_row),
        }
        self.lines.push((line, role));
    }

    /// Puts blank cells where the rows of a Samurai Sudoku, with or without a heading, leave gaps
    /// as blanks or `~`, so that all rows have 21 cells.
    pub(super) fn fill_gaps(&mut self) {
        const SIDE: usize = 21;
        let Some(first) = self.rows.len().checked_sub(SIDE).filter(|&first| first < 2) else {
            return;
        };
        let is_between = |at: usize| at / 3 == 3;
        let is_outer = |at: usize| !(2..5).contains(&(at / 3));
        let is_gap = |row: usize, col: usize| {
            is_between(row) && is_outer(col) || is_between(col) && is_outer(row)
        };
        let places = self.rows[first..].to_vec();
        let texts = || places.iter().map(|&place| &self.lines[place].0.text[..]);
        let blanks = ['.', '0', '-', '_', '*'];
        let blank = blanks
            .into_iter()
            .find(|&blank| texts().any(|text| text.contains(blank)));
        let filled = |(row, text): (usize, &str)| {
            let mut signs = text.trim_end().chars();
            let cells = (0..SIDE).map(|col| match (signs.next(), is_gap(row, col)) {
                (None | Some(' ' | '~'), true) => Some(blank.unwrap_or('.')),
                (Some(sign), false) if ![' ', '~'].contains(&sign) => Some(sign),
                _ => None,
            });
            let filled: Option<String> = cells.collect();
            filled.filter(|_| signs.next().is_none())
        };
        let filled: Option<Vec<String>> = texts().enumerate().map(filled).collect();
        for (place, text) in places.into_iter().zip(filled.into_iter().flatten()) {
            self.lines[place].0.text = text;
        }
    }

    /// Returns `true` if there are more rows than two grids have.
    pub(super) fn is_long(&self) -> bool {
        !self.rows.is_empty() && self.rows.len() >= self.limit
    }

    pub(super) fn has_tabs(&self) -> bool {
        self.lines
            .iter()
            .any(|(line, role)| *role == Role::Row && line.text.contains('\t'))
    }

    /// Returns `true` for a single word of letters.
    pub(super) fn is_word(&self) -> bool {
        match &self.lines[..] {
            [(line, Role::Row)] => {
                let word = line.text.trim().trim_end_matches(['!', '.', ',', ':', '?']);
                word.chars().all(char::is_alphabetic) && word.len() < 16
            }
            _ => false,
        }
    }

    /// Returns the number of the first line if it is a number alone, which names the
    /// puzzle after it.
    pub(super) fn heading(&self) -> Option<u64> {
        let (line, _) = self.lines.first()?;
        let rest = self.rows.get(1).map(|&row| &self.lines[row].0.text);
        let is_narrow = rest.is_none_or(|next| is_narrow(&line.text, next));
        (is_heading(&line.text) && is_narrow).then_some(line.number)
    }

    /// Returns `true` if the first row is more than twice as wide as a heading.
    pub(super) fn is_wider_than(&self, heading: &str) -> bool {
        let row = self.rows.first();
        row.is_some_and(|&row| is_narrow(heading, &self.lines[row].0.text))
    }

    /// Returns `true` for a single symbol.
    pub(super) fn is_single(&self) -> bool {
        match &self.lines[..] {
            [(line, _)] => body(&line.text).text.chars().count() == 1,
            _ => false,
        }
    }

    /// Returns `true` if `#` is a cell of a row of the block and this line, which
    /// begins with `#`, is as long and has nothing but such cells.
    pub(super) fn has_row_like(&self, line: &str) -> bool {
        let cells = |text: &str| text.chars().filter(|&c| !is_gap(c)).count();
        let is_row = |c: char| c == '#' || c.is_ascii_digit() || is_gap(c) || chars::is_bar(c);
        let own = body(line).text;
        let row = self.rows.iter().map(|&row| body(&self.lines[row].0.text));
        own.chars().all(is_row)
            && row
                .filter(|row| row.text.contains('#'))
                .any(|row| cells(row.text) == cells(own))
    }

    pub(super) fn into_lines(mut self) -> Vec<Line> {
        self.take_after(0)
    }

    /// Adds the next band of the grid.
    pub(super) fn append(&mut self, band: Block) {
        self.bands.push(self.rows.len());
        self.comments.extend(band.comments);
        for (line, role) in band.lines {
            self.push(line, role);
        }
    }

    /// Takes the lines from this one on away, with the comments behind it.
    pub(super) fn take_after(&mut self, lines: usize) -> Vec<Line> {
        let rest = self.lines.split_off(lines.min(self.lines.len()));
        let left = self.lines.len();
        self.rows.retain(|&row| row < left);
        let last = self.lines.last().map_or(0, |(line, _)| line.number);
        let comments = std::mem::take(&mut self.comments).into_iter();
        let (kept, behind) = comments.partition(|line| line.number < last);
        self.comments = kept;
        let mut rest: Vec<Line> = rest
            .into_iter()
            .map(|(line, _)| line)
            .chain(behind)
            .collect();
        rest.sort_by_key(|line| line.number);
        rest
    }

    /// Returns `true` for words as people write them, and no cells.
    pub(super) fn is_text(&self) -> bool {
        let mut rows = self.rows.iter().map(|&row| &self.lines[row].0.text);
        let width = |row: &String| row.trim().chars().count();
        let first = rows.clone().next().map(width);
        // Rows of the same width are cells.
        let is_even = self.rows.len() > 1 && rows.clone().all(|row| Some(width(row)) == first);
        (1..=3).contains(&self.rows.len()) && !is_even && rows.all(|row| is_text(row))
    }

    /// Returns `true` if most of the cells are letters, as in the map of a rule.
    pub(super) fn is_of_letters(&self) -> bool {
        let cells = || {
            let rows = self
                .rows
                .iter()
                .flat_map(|&row| self.lines[row].0.text.chars());
            rows.filter(|c| c.is_alphanumeric())
        };
        let letters = cells().filter(|c| c.is_alphabetic()).count();
        self.rows.len() > 3 && 2 * letters > cells().count()
    }

    /// Returns the places of rows in `lines`.
    pub(super) fn row_items(&self, all_rows: bool) -> Vec<usize> {
        let is_row =
            |role: &Role| *role == Role::Row || (all_rows && *role == Role::Rule { or_row: true });
        let lines = self.lines.iter().enumerate();
        lines
            .filter(|(_, (_, role))| is_row(role))
            .map(|(place, _)| place)
            .collect()
    }

    /// Returns the texts of rows.
    pub(super) fn bodies(&self, all_rows: bool) -> Vec<Body<'_>> {
        let rows = self.row_items(all_rows);
        let bodies = rows.iter().map(|&row| body(&self.lines[row].0.text));
        match self.is_numbered {
            true => bodies.map(without_number).collect(),
            false => bodies.collect(),
        }
    }

    /// Takes numbers with a point, as `1.`, from the starts of rows if they count the
    /// rows and the rest of the rows is a grid.
    pub(super) fn fit_numbered(&mut self, options: &Options) -> Option<Fit> {
        let bodies = self.bodies(false);
        let mut rows = (1..).zip(&bodies);
        let is_numbered = bodies.len() > 1
            && rows.all(|(number, body)| row_number(body.text).is_some_and(|(of, _)| of == number));
        self.is_numbered = is_numbered;
        let fit = is_numbered.then(|| self.fit(options)).flatten();
        self.is_numbered = fit.is_some();
        fit
    }

    /// Cuts the first or last line off if it is a date or a text, and the rest is a grid.
    pub(super) fn fit_without_text(&mut self, options: &Options) -> Option<Fit> {
        let is_alpha = |c: char| c.is_alphabetic();
        let texts = || self.rows.iter().map(|&row| self.lines[row].0.text.as_str());
        let last = texts().next_back()?.to_owned();
        let others = self.rows.len() - 1;
        let is_name = (line::is_name(&last) || is_text(&last))
            && !texts().take(others).any(|row| row.contains(is_alpha));
        if (line::is_date(&last) || is_name)
            && self.rows.last() == Some(&(self.lines.len() - 1))
            && let Some((line, role)) = self.lines.pop()
        {
            self.rows.pop();
            if let Some(fit) = self.fit(options) {
                // Text below the grid, as comments are.
                self.comments.push(line);
                return Some(fit);
            }
            self.push(line, role);
        }
        let is_heading = |line: &str| line::is_date(line) || is_text(line);
        if self.rows.len() > 1 && self.rows[0] == 0 && is_heading(&self.lines[0].0.text) {
            let (first, role) = self.lines.remove(0);
            self.rows.remove(0);
            self.rows.iter_mut().for_each(|row| *row -= 1);
            if let Some(fit) = self.fit(options) {
                self.comments.push(first);
                return Some(fit);
            }
            self.rows.iter_mut().for_each(|row| *row += 1);
            self.rows.insert(0, 0);
            self.lines.insert(0, (first, role));
        }
        None
    }

    /// Returns the line numbers of rows.
    pub(super) fn numbers(&self, all_rows: bool) -> Vec<u64> {
        let rows = self.row_items(all_rows);
        rows.iter().map(|&row| self.lines[row].0.number).collect()
    }

    /// Returns, for each drawn or blank line between rows of a grid, the number of rows
    /// before it.
    pub(super) fn row_breaks(&self, all_rows: bool, side: usize) -> Vec<usize> {
        let rows = self.row_items(all_rows);
        let dropped = rows.len().saturating_sub(side);
        let mut breaks: Vec<usize> = (0..self.lines.len())
            .filter(|item| !rows.contains(item))
            .map(|item| rows.iter().filter(|&&row| row < item).count())
            .chain(self.bands.iter().copied())
            .filter_map(|before| before.checked_sub(dropped))
            .filter(|&before| before > 0 && before < side)
            .collect();
        breaks.sort_unstable();
        breaks.dedup();
        breaks
    }

    /// Returns the text of the line with this number.
    pub(super) fn text(&self, number: u64) -> Option<&str> {
        let line = self.lines.iter().find(|(line, _)| line.number == number);
        line.map(|(line, _)| line.text.as_str())
    }

    /// Finds the way of reading that makes grids of the block.
    pub(super) fn fit(&self, options: &Options) -> Option<Fit> {
        // One grid of all lines, where rows are as many as cells in a row, before puzzles
        // that stand on a line or several grids: a blank row of dashes is no drawn line
        // then.
        let is_square = |fit: &Fit| !fit.is_whole && fit.taken == self.lines.len();
        let alone = self.fit_rows(false, options);
        if self.maybe == 0 || alone.as_ref().is_some_and(is_square) {
            return alone;
        }
        let with_rules = self.fit_rows(true, options);
        if with_rules.as_ref().is_some_and(is_square) {
            return with_rules;
        }
        alone.or(with_rules)
    }

    /// Returns `true` if the lines so far are one whole grid.
    pub(super) fn is_grid(&self, options: &Options) -> bool {
        let fit = self.fit(options);
        fit.is_some_and(|fit| fit.taken == self.lines.len() && !self.is_single())
    }

    fn fit_rows(&self, all_rows: bool, options: &Options) -> Option<Fit> {
        let bodies = self.bodies(all_rows);
        let items = self.row_items(all_rows);
        if bodies.is_empty() {
            return None;
        }
        let layouts = layouts(&bodies);
        let fit = |layout: usize, taken: usize, is_whole: bool| Fit {
            layout,
            all_rows,
            taken,
            is_whole,
        };
        if !self.is_long() {
            // With rules, the columns that are empty may be those of a grid.
            let is_other = |layout: &Layout| layout.is_closed && options.rules.is_some();
            let is_grid = |layout: &Layout| {
                layout.is_valid() && layout.cols() == Some(layout.rows.len()) && !is_other(layout)
            };
            if let Some(layout) = layouts.iter().position(is_grid) {
                return Some(fit(layout, self.lines.len(), false));
            }
            let is_whole =
                |layout: &Layout| layout.is_valid() && whole(&bodies, layout, options).is_some();
            if let Some(layout) = layouts.iter().position(is_whole) {
                return Some(fit(layout, self.lines.len(), true));
            }
        }
        if let Some((layout, cols)) = self.first_of_several(&layouts, bodies.len()) {
            return Some(fit(layout, items[cols - 1] + 1, false));
        }
        // Grids of numbers, each on a line.
        let is_single = |layout: &Layout| layout.parted && is_grid_a_line(layout, options);
        let layout = layouts.iter().position(is_single)?;
        Some(fit(layout, items[0] + 1, true))
    }

    /// Returns the layout in which the block is several grids, and the number of their rows.
    fn first_of_several(&self, layouts: &[Layout], rows: usize) -> Option<(usize, usize)> {
        let is_long = self.is_long();
        let mut best: Option<(usize, usize)> = None;
        for (index, layout) in layouts.iter().enumerate() {
            if layout.rows.len() != rows {
                continue;
            }
            let cols = layout.rows[0].len();
            let count = if is_long { cols } else { rows };
            let is_even = layout.rows.iter().take(count).all(|row| row.len() == cols);
            let is_multiple = is_long || rows.is_multiple_of(cols.max(1));
            if cols > 1
                && cols < rows
                && is_even
                && is_multiple
                && layout.is_valid()
                && best.is_none_or(|(_, most)| cols > most)
            {
                best = Some((index, cols));
            }
        }
        best
    }

    /// Returns the number of rows of the grid of which the block is the first band, if
    /// it may be one.
    pub(super) fn band(&self) -> Option<usize> {
        let bodies = self.bodies(false);
        let rows = bodies.len();
        if rows == 0 || self.is_long() {
            return None;
        }
        let layouts = layouts(&bodies);
        let cols = layouts
            .iter()
            .filter(|layout| layout.is_valid())
            .filter_map(Layout::cols);
        cols.filter(|&cols| cols > rows && cols.is_multiple_of(rows))
            .max()
    }
}

/// Returns `true` if each row has the cells of a grid.
fn is_grid_a_line(layout: &Layout, options: &Options) -> bool {
    let Some(cells) = layout.cols() else {
        return false;
    };
    // No row has as many.
    if cells > Size::MAX.side() {
        return Size::new(cells.isqrt()).is_some_and(|size| size.num_cells() == cells);
    }
    let mut tokens = layout.rows.iter().flatten();
    let is_digit = tokens.all(|(_, token)| token.chars().count() <= 1);
    is_digit && cells >= 16 && cells > 2 * layout.rows.len() && line_size(cells, options).is_some()
}

/// Returns the cells of a line that is a row.
fn body(text: &str) -> Body<'_> {
    match line::kind(text) {
        Kind::Cells(body) => body,
        _ => Body {
            text: text.trim_matches(is_gap),
            column: text.chars().take_while(|&c| is_gap(c)).count() + 1,
            full: text,
            full_column: 1,
        },
    }
}

/// Returns the side of the grid that stands in lines as a whole: all on one line, or
/// broken where lines were full.
fn whole(bodies: &[Body], layout: &Layout, options: &Options) -> Option<usize> {
    let cells = layout.rows.iter().map(Vec::len).sum::<usize>();
    let side = cells.isqrt();
    let is_square = side >= 4 && side * side == cells;
    let is_known = line_size(cells, options).is_some() || (layout.parted && is_square);
    let (_, full) = bodies.split_last()?;
    const FULL: usize = 60;
    let is_broken = bodies.len() <= 12 && full.iter().all(|body| body.text.chars().count() >= FULL);
    // A line of symbols alone has been looked at before.
    let is_refused = bodies.len() == 1 && layout.form == Form::Rows;
    (is_square && is_known && is_broken && !is_refused && !layout.drawn && side != bodies.len())
        .then_some(side)
}

/// Returns the cells of the grid of a block.
pub(super) fn reshaped<'a>(
    bodies: &[Body<'a>],
    fit: &Fit,
    options: &Options,
) -> Option<Layout<'a>> {
    let mut layout = layouts(bodies).into_iter().nth(fit.layout)?;
    if fit.is_whole {
        let side = whole(bodies, &layout, options)?;
        let cells: Vec<_> = layout.rows.concat();
        layout.rows = cells.chunks(side).map(<[_]>::to_vec).collect();
        layout.breaks = vec![Vec::new(); side];
        layout.form = if layout.parted {
            Form::NumberLine
        } else {
            Form::Line
        };
    }
    Some(layout)
}

/// Returns the number of the line in which this text stands.
pub(super) fn line_of(bodies: &[Body], numbers: &[u64], token: &str) -> u64 {
    let at = token.as_ptr() as usize;
    let holds = |body: &Body| {
        let start = body.full.as_ptr() as usize;
        (start..=start + body.full.len()).contains(&at)
    };
    let row = bodies.iter().position(holds).unwrap_or(0);
    numbers[row]
}

/// Returns the number and a point, bracket or colon that a row begins with, and where
/// the rest begins.
fn row_number(row: &str) -> Option<(usize, usize)> {
    let figures = row.bytes().take_while(u8::is_ascii_digit).count();
    let rest = row[figures..].strip_prefix(['.', ')', ':'])?;
    let start = row.len() - rest.trim_start_matches(is_gap).len();
    (rest.starts_with(is_gap)).then_some((row[..figures].parse().ok()?, start))
}

/// Returns a row without its number.
fn without_number(body: Body<'_>) -> Body<'_> {
    let start = row_number(body.text).map_or(0, |(_, start)| start);
    let text = &body.text[start..];
    let column = body.column + body.text[..start].chars().count();
    Body {
        text,
        column,
        full: text,
        full_column: column,
    }
}

/// Returns `true` for words as people write them: a line of letters, or a few words with one of
/// letters, as in `No. 17`, or a name and a number, as in `top95` and `q=0.9`.
fn is_text(line: &str) -> bool {
    let text = line::unquoted(line);
    let mut words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let letters = |word: &str| word.chars().take_while(|c| c.is_alphabetic()).count();
    let is_small = |word: &str| word.contains(char::is_lowercase);
    let longest = words.clone().map(|word| word.chars().count()).max();
    let is_name = |word: &str| letters(word) > 1 && (is_small(word) || letters(word) < 4);
    let is_short = text.chars().count() < 40 && !text.contains("..");
    let begins = words.clone().next().is_some_and(is_name)
        || words
            .clone()
            .any(|word| letters(word) > 2 && is_small(word))
        || text.contains('=') && words.clone().next().is_some_and(|word| letters(word) > 0);
    let mut is_of_letters = || words.all(|word| word.chars().all(char::is_alphabetic));
    // Longer words are cells.
    longest.is_some_and(|longest| (2..=24).contains(&longest))
        && (is_short && begins || is_of_letters() && is_small(text))
}

/// Returns `true` if a line has fewer than half the symbols of another.
fn is_narrow(line: &str, other: &str) -> bool {
    let signs = |text: &str| body(text).text.chars().filter(|&c| !is_gap(c)).count();
    2 * signs(line) < signs(other)
}

/// Returns `true` if a line is a number alone, as `12`, `12.` or `12)`. Beside tabs it
/// is a cell of a row with empty ones.
pub(super) fn is_heading(line: &str) -> bool {
    if line.contains('\t') {
        return false;
    }
    let text = line::unquoted(line).trim_matches(is_gap);
    let number = text.trim_end_matches(['.', ')', ':']);
    // A tab parts fields: the number is a cell of a row then.
    !line.contains('\t')
        && number.len() + 1 >= text.len()
        && (1..=6).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
}
