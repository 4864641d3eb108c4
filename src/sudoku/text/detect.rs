//! What a line is: nothing, a comment, a drawn line, cells. How cells become a
//! puzzle is decided in [`super::reader`] by the rules of [`super`].

use super::cells::{self, Raw, Row, Separator, is_bar, is_gap};
use crate::sudoku::Size;

/// What a line is.
#[derive(Debug)]
pub(super) enum Kind<'a> {
    /// Nothing but blanks and tabs.
    Blank,
    /// A comment: the text after `#`.
    Comment(&'a str),
    /// A title as `Grid 01`.
    Title,
    /// `[Puzzle]` or another section: the name.
    Section(&'a str),
    /// A drawn line.
    Rule,
    /// The start of a JSON object.
    Json,
    /// Anything else should be cells.
    Cells(Body<'a>),
}

/// The text of a line without its comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    /// Without blanks around it.
    pub text: &'a str,
    /// Its column, from 1.
    pub column: usize,
    /// With the blanks around it.
    pub full: &'a str,
}

/// What this line is.
pub(super) fn kind(line: &str) -> Kind<'_> {
    let trimmed = line.trim_matches(is_gap);
    match trimmed.as_bytes().first() {
        None => return Kind::Blank,
        Some(b'#') => return Kind::Comment(&trimmed[1..]),
        Some(b'{') => return Kind::Json,
        Some(b'[') => {
            let name = trimmed[1..].strip_suffix(']');
            if let Some(name) = name.filter(|name| name.bytes().all(|b| b.is_ascii_alphabetic())) {
                return Kind::Section(name);
            }
        }
        Some(_) => {}
    }
    let full = line.split_once('#').map_or(line, |(full, _)| full);
    let text = full.trim_matches(is_gap);
    let indent = full.len() - full.trim_start_matches(is_gap).len();
    if is_title(text) {
        Kind::Title
    } else if is_rule(text) {
        Kind::Rule
    } else {
        Kind::Cells(Body {
            text,
            column: indent + 1,
            full,
        })
    }
}

/// `Grid` and a number.
fn is_title(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(word, number)| {
        word.eq_ignore_ascii_case("grid") && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Only what draws lines, with something horizontal in it: a row of `*` is one
/// of blank cells.
fn is_rule(text: &str) -> bool {
    let horizontal = |c| {
        matches!(
            c,
            '-' | '=' | '─' | '━' | '═' | '╌' | '╍' | '┄' | '┅' | '┈' | '┉'
        )
    };
    let drawn = |c| matches!(c, '-' | '=' | '+' | '*' | '\u{2500}'..='\u{257f}');
    text.contains(horizontal) && text.chars().all(|c| drawn(c) || is_bar(c) || is_gap(c))
}

/// What another format's line is, if this looks like one.
pub(super) fn foreign(text: &str) -> Option<&'static str> {
    if text.starts_with("p cnf") {
        Some("a DIMACS formula, expected a puzzle: `sudosat sat` reads formulas")
    } else if text.starts_with(':') {
        Some("a line of colon fields (HoDoKu), expected a puzzle: keep its fourth field")
    } else if text.starts_with('<') {
        Some("XML or HTML, expected a puzzle")
    } else if text.starts_with('[') {
        Some(
            "a JSON array or an unknown section, expected a puzzle: as JSON, {\"rows\":[…]} is read",
        )
    } else if text.starts_with(['"', '\'']) {
        Some("a quote, expected a puzzle: take the quotes away")
    } else {
        None
    }
}

/// The order of a grid of this many symbols on a line, if that is a form.
pub(super) fn line_order(symbols: usize) -> Option<Size> {
    [2, 3, 4, 5]
        .into_iter()
        .filter_map(Size::of_order)
        .find(|size| size.num_cells() == symbols)
}

/// The order of a puzzle of this many pencilmarks, if that is a form.
pub(super) fn pencilmark_order(symbols: usize) -> Option<Size> {
    [2, 3]
        .into_iter()
        .filter_map(Size::of_order)
        .find(|size| size.num_candidates() == symbols)
}

/// Lines of 16 symbols in a row: the rows of one 16×16 grid, or 4×4 grids?
#[derive(Debug)]
pub(super) struct RunOf16 {
    rows: usize,
    /// No blank line so far.
    unbroken: bool,
    /// A symbol beyond 4 before the first blank line.
    beyond_at_once: bool,
    /// A symbol beyond 4 anywhere.
    beyond: bool,
    clues: bool,
}

impl Default for RunOf16 {
    fn default() -> RunOf16 {
        RunOf16 {
            rows: 0,
            unbroken: true,
            beyond_at_once: false,
            beyond: false,
            clues: false,
        }
    }
}

impl RunOf16 {
    /// Looks at the next line; says whether to go on. Lines that may stand
    /// between the rows of a grid are passed over.
    pub fn add(&mut self, line: &str) -> bool {
        match kind(line) {
            Kind::Comment(_) | Kind::Rule => true,
            Kind::Blank => {
                self.unbroken = false;
                self.rows < 16 && self.rows.is_multiple_of(4)
            }
            Kind::Cells(body) => match cells::row(&body) {
                Ok(row) if row.separator == Separator::None && row.cells.len() == 16 => {
                    self.add_row(&row);
                    // A row after the last shows that these are no grid.
                    self.rows <= 16
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn add_row(&mut self, row: &Row) {
        self.rows += 1;
        if self.rows > 16 {
            return;
        }
        for cell in &row.cells {
            match cell {
                Raw::Blank | Raw::Zero => continue,
                Raw::Digit(..5) => {}
                Raw::Digit(_) | Raw::Letter(_) | Raw::Number(_) => {
                    self.beyond = true;
                    self.beyond_at_once |= self.unbroken;
                }
            }
            self.clues = true;
        }
    }

    /// Whether the lines are the rows of one grid.
    pub fn is_grid(&self) -> bool {
        // A line that stands alone is no grid, whatever is in it.
        (self.beyond_at_once && self.rows > 1) || (self.rows == 16 && (self.beyond || !self.clues))
    }
}
