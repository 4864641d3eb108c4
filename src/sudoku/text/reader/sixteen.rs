//! Lines of 16 symbols: rows of a 16×16 grid, or 4×4 puzzles.

use super::state::{LOOK_AHEAD, Reader};
use crate::io::InputError;
use crate::sudoku::Size;
use crate::sudoku::text::alphabet::{self, Class};
use crate::sudoku::text::block::Block;
use crate::sudoku::text::chars::{self, is_gap};
use crate::sudoku::text::line::{self, Kind};
use crate::sudoku::text::lines::Line;
use crate::sudoku::text::{Form, one_line};

impl Reader<'_> {
    /// Returns `true` if a line of 16 symbols is a row of a 16×16 grid, by what
    /// stands there and in the lines after it.
    pub(super) fn is_row_of_16(
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
            let mut run = RunOf16::default();
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

    /// Returns `true` if the lines of a block are 4×4 puzzles on a line, some of them
    /// damaged.
    pub(super) fn is_list_of_4x4(&self, block: &Block) -> bool {
        let is_16x16 = Size::new(16).is_some_and(|size| {
            let rules = self.options.rules.as_ref();
            rules.is_some_and(|rules| rules.are_for(size))
        });
        let number = block.lines.first().map_or(0, |(line, _)| line.number);
        let is_after_one = self.grid_of_16.is_some_and(|last| last + 1 == number);
        !is_16x16 && !self.before.section && is_list_of_4x4(block, is_after_one)
    }
}

/// Returns `true` if the lines are 4×4 puzzles, each on a line, some of them damaged,
/// and no rows of a damaged 16×16 grid. `is_after_one` is set if such a puzzle stands
/// right before them.
///
/// Most of the lines must be 4×4 puzzles with clues, and the damaged ones about as long.
/// A line with a symbol above 4 may be a row of a 16×16 grid. Then there must not be 15
/// to 17 lines, and one line must have a clue twice, which a row never has.
fn is_list_of_4x4(block: &Block, is_after_one: bool) -> bool {
    if block.rows.len() != block.lines.len() {
        return false;
    }
    let (mut fits, mut beyond, mut repeats) = (usize::from(is_after_one), false, false);
    for body in block.bodies(false) {
        let length = body.text.chars().count();
        let classes = body
            .text
            .chars()
            .map(|c| alphabet::class(c.encode_utf8(&mut [0; 4])));
        let mut clues = Vec::new();
        let mut is_4x4 = length == 16;
        for class in classes {
            match class {
                Ok(Class::Number(number @ ..5)) => clues.push(number),
                Ok(Class::Letter('X') | Class::Blank | Class::Zero | Class::Other(_)) => {}
                Ok(Class::Number(_) | Class::Letter(_)) => {
                    is_4x4 = false;
                    beyond = true;
                }
                Err(_) => is_4x4 = false,
            }
        }
        if !is_4x4 && !(8..36).contains(&length) {
            return false;
        }
        fits += usize::from(is_4x4 && !clues.is_empty());
        repeats |= is_4x4 && (1..clues.len()).any(|at| clues[..at].contains(&clues[at]));
    }
    let lines = block.rows.len();
    let is_16x16 = beyond && ((15..=17).contains(&lines) || !repeats);
    let neighbours = lines + usize::from(is_after_one);
    lines > 1 && !is_16x16 && 2 * fits > neighbours
}

/// Lines of 16 symbols in a row: the rows of one 16×16 grid, or 4×4 grids?
#[derive(Debug)]
struct RunOf16 {
    rows: usize,
    /// Number of lines of 16 equal signs: rows of blank cells, or drawn.
    maybe: usize,
    /// Set if there was no blank line so far.
    unbroken: bool,
    /// Set by a symbol beyond 4 before the first blank line.
    beyond_at_once: bool,
    /// Set by a symbol beyond 4 anywhere.
    beyond: bool,
    clues: bool,
}

impl Default for RunOf16 {
    fn default() -> RunOf16 {
        RunOf16 {
            rows: 0,
            maybe: 0,
            unbroken: true,
            beyond_at_once: false,
            beyond: false,
            clues: false,
        }
    }
}

impl RunOf16 {
    /// Takes the next line. Returns `true` if further lines are needed.
    fn add(&mut self, text: &str) -> bool {
        match line::kind(text) {
            Kind::Comment(_) | Kind::Rule { or_row: false } => true,
            Kind::Rule { or_row: true } => {
                let is_row = text.trim().chars().count() == 16;
                self.maybe += usize::from(is_row);
                is_row && self.maybe <= 16
            }
            Kind::Blank => {
                self.unbroken = false;
                self.rows < 16 && self.rows.is_multiple_of(4)
            }
            Kind::Cells(body) => {
                let is_row = body.text.chars().count() == 16
                    && !body
                        .text
                        .contains(|c| is_gap(c) || chars::is_bar(c) || c == ',');
                if is_row {
                    self.add_row(body.text);
                }
                // A row after the last shows that these are no grid.
                is_row && self.rows <= 16
            }
            _ => false,
        }
    }

    fn add_row(&mut self, row: &str) {
        self.rows += 1;
        if self.rows > 16 {
            return;
        }
        for c in row.chars() {
            match alphabet::class(c.encode_utf8(&mut [0; 4])) {
                Ok(Class::Number(..5)) => {}
                Ok(Class::Number(_)) => self.beyond(),
                Ok(Class::Letter(letter)) if letter != 'X' => self.beyond(),
                _ => continue,
            }
            self.clues = true;
        }
    }

    fn beyond(&mut self) {
        self.beyond = true;
        self.beyond_at_once |= self.unbroken;
    }

    /// Returns `true` if the lines are the rows of one grid.
    fn is_grid(&self) -> bool {
        // A line that stands alone is no grid, whatever is in it.
        let is_whole = [self.rows, self.rows + self.maybe].contains(&16);
        (self.beyond_at_once && self.rows > 1) || (is_whole && (self.beyond || !self.clues))
    }
}
