//! The tree of a backtracking search, as indented lines.

use super::names::article;
use super::recorder::Listener;
use super::style::{FAINT, TRUE, WRONG, paint};
use super::trace::{Because, Event};
use crate::sudoku::{
    Candidate, Cell, Digit, House, Puzzle, Size,
    print::{self, Lines},
};
use std::fmt::Display;
use std::io::{self, Write};

/// Writes the steps of a backtracking search, one per line.
#[derive(Debug)]
pub struct StepWriter<W> {
    out: W,
    /// The clues, and the digits that the search has placed.
    board: Puzzle,
    /// Number of cells that the search has filled.
    depth: usize,
    /// For each level, whether the cell being filled got a digit since the
    /// search came to it.
    fitted: Vec<bool>,
    /// Set after the first dead end, whose grid is shown. Those of later ones
    /// are not.
    stuck: bool,
}

impl<W: Write + Send> StepWriter<W> {
    /// Creates a writer of the steps of a search of this puzzle.
    pub fn new(out: W, puzzle: &Puzzle) -> StepWriter<W> {
        StepWriter {
            out,
            board: puzzle.clone(),
            depth: 0,
            fitted: vec![false],
            stuck: false,
        }
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    fn candidate(&self, cell: usize, digit: usize) -> Candidate {
        Candidate::new(self.size().cell(cell), Digit::from_index(digit - 1))
    }

    fn line(&mut self, step: u64, text: impl Display) -> io::Result<()> {
        // The path of a 9×9 may be 81 cells long.
        let unit = if self.size().side() <= 4 { 2 } else { 1 };
        let indent = unit * self.depth;
        writeln!(self.out, "{step:>6}  {:indent$}{text}", "")
    }

    /// Updates the board. Returns `true` if the event is the first dead end.
    fn note(&mut self, event: &Event) -> bool {
        match *event {
            Event::Try { cell, digit, .. } => {
                let Candidate { cell, digit } = self.candidate(cell, digit);
                self.board.set_clue(cell, Some(digit));
                self.depth += 1;
                if let Some(fitted) = self.fitted.last_mut() {
                    *fitted = true;
                }
                self.fitted.push(false);
                false
            }
            Event::Undo { cell, .. } => {
                let cell = self.size().cell(cell);
                self.board.set_clue(cell, None);
                self.depth -= 1;
                self.fitted.pop();
                false
            }
            Event::Stuck { .. } => {
                let first = !self.stuck;
                self.stuck = true;
                first
            }
            _ => false,
        }
    }
}

/// Returns the reason why a digit is not possible in a cell of the board.
pub(super) fn because(board: &Puzzle, cell: Cell, digit: Digit, because: Because) -> String {
    let (size, rules) = (board.size(), board.rules());
    let house = |place: usize| rules.houses()[rules.houses_of(cell)[place] as usize];
    let taken = |house: House, by: usize| {
        let digit = article(digit);
        format!("{house} already has {digit}, in {}", size.cell(by))
    };
    match because {
        Because::Row(by) => taken(house(0), by),
        Because::Column(by) => taken(house(1), by),
        Because::Box(by) => taken(house(2), by),
        Because::House { house, by } => taken(rules.houses()[house], by),
        Because::Pair { pair, by } => {
            let by = size.cell(by);
            let digit = board.clue(by).map_or(0, Digit::value);
            format!("{by} is {digit}, and the rule is {}", rules.pairs()[pair])
        }
        Because::Table(table) => format!("it breaks {}", rules.tables()[table]),
        Because::Excluded => "the puzzle excludes it".into(),
    }
}

impl<W: Write + Send> Listener for StepWriter<W> {
    fn skip(&mut self, event: &Event) {
        self.note(event);
    }

    fn show(&mut self, step: u64, event: &Event) -> io::Result<()> {
        match *event {
            Event::Try { cell, digit, .. } => {
                let candidate = self.candidate(cell, digit);
                let text = format!("{} {}", paint(TRUE, "+"), paint(TRUE, candidate));
                self.line(step, text)?;
                self.note(event);
                Ok(())
            }
            Event::Reject {
                cell,
                digit,
                because,
                ..
            } => {
                let candidate = self.candidate(cell, digit);
                let because = self::because(&self.board, candidate.cell, candidate.digit, because);
                let text = format!("{} {candidate} rejected: {because}", paint(WRONG, "✗"));
                self.line(step, text)
            }
            Event::Undo { cell, .. } => {
                let cell = self.size().cell(cell);
                let digit = self.board.clue(cell);
                self.note(event);
                let digit = digit.map(|digit| digit.to_string()).unwrap_or_default();
                self.line(step, format!("↩ {cell}={digit} is taken away"))
            }
            Event::Stuck { cell, .. } => {
                let cell = self.size().cell(cell);
                let fitted = self.fitted.last().is_some_and(|&fitted| fitted);
                let text = match fitted {
                    true => format!("↩ {cell}: every number has been tried, back"),
                    false => format!("↩ {cell}: no number fits, back"),
                };
                self.line(step, paint(FAINT, text))?;
                if self.note(event) {
                    writeln!(self.out, "\nThe first dead end: no number fits {cell}.")?;
                    writeln!(self.out, "{}", print::boxed(&self.board, Lines::Ascii))?;
                }
                Ok(())
            }
            Event::Solution { .. } => self.line(step, paint(TRUE, "✓ every cell is filled")),
            Event::NoSolution => self.line(step, paint(WRONG, "✗ nothing is left to try")),
            _ => Ok(()),
        }
    }
}
