//! What `solve` prints on standard output, while it is found.

use super::Arguments;
use crate::cli::color::{self, Painter};
use crate::cli::engines::{AnswerJson, rows};
use crate::cli::format::Format;
use crate::cli::out::{self, Stdout};
use std::io::{self, IsTerminal, Write};
use sudosat::engine::{EngineError, Evidence, Outcome, Verdict};
use sudosat::io::display;
use sudosat::sudoku::text::Entry;
use sudosat::sudoku::{Grid, Puzzle};

/// Standard output, as text or JSON. Nothing is held back: each solution is
/// printed when it is found, and JSON arrays are written as they grow.
pub struct Output {
    out: Stdout,
    format: Format,
    json: bool,
    /// Solutions of the puzzle at hand.
    count: u64,
    /// Set if a grid or a word was printed before.
    printed: bool,
    /// Set if the puzzles' names are printed above their grids.
    names: bool,
    /// The name that is to be printed above the next grid.
    name: Option<String>,
    painter: Painter,
}

/// The first fields of a puzzle's JSON object.
#[derive(serde::Serialize)]
struct Head<'a> {
    puzzle: &'a str,
    /// n, for plain Sudoku.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<usize>,
    size: usize,
    clues: usize,
}

impl Output {
    pub fn new(arguments: &Arguments) -> Output {
        Output {
            out: out::stdout(),
            format: arguments.format,
            json: arguments.json,
            count: 0,
            printed: false,
            names: false,
            name: None,
            painter: Painter::stdout(),
        }
    }

    /// Returns `true` if names may be printed above grids: a person reads them,
    /// and the form has comments.
    pub fn can_name(&self) -> bool {
        !self.json && self.format != Format::Json && io::stdout().is_terminal()
    }

    /// Decides whether the names of puzzles are printed above their grids, where
    /// they may be.
    pub fn names(&mut self, wanted: bool) {
        self.names = wanted && self.can_name();
    }

    /// A puzzle's turn begins.
    pub fn begin(&mut self, entry: &Entry) -> io::Result<()> {
        self.count = 0;
        self.name = self.names.then(|| display(&entry.name).into_owned());
        if !self.json {
            return Ok(());
        }
        let head = serde_json::to_string(&Head {
            puzzle: &entry.name,
            order: entry.puzzle.rules().order(),
            size: entry.puzzle.size().side(),
            clues: entry.puzzle.num_clues(),
        })?;
        write!(self.out, "{},\"solutions\":[", head.trim_end_matches('}'))
    }

    /// A solution of it.
    pub fn solution(&mut self, puzzle: &Puzzle, grid: &Grid) -> io::Result<()> {
        self.count += 1;
        if self.json {
            let comma = if self.count > 1 { "," } else { "" };
            write!(self.out, "{comma}{}", serde_json::to_string(&rows(grid))?)?;
        } else {
            self.part()?;
            self.format.write(&mut self.out, &puzzle.answer(grid))?;
        }
        self.out.flush()
    }

    /// Its turn ends.
    pub fn end(&mut self, engine: &str, result: Result<&Outcome, &EngineError>) -> io::Result<()> {
        if self.json {
            let tail = serde_json::to_string(&AnswerJson::new(engine, result))?;
            writeln!(self.out, "],{}", tail.trim_start_matches('{'))?;
        } else if self.count == 0 {
            self.part()?;
            let word = match result.map(Outcome::verdict) {
                Ok(Verdict::Unsolvable) => "no solution",
                Ok(Verdict::Solved | Verdict::GaveUp(_)) | Err(_) => "unknown",
            };
            writeln!(self.out, "{word}")?;
        }
        self.out.flush()
    }

    fn part(&mut self) -> io::Result<()> {
        if self.printed {
            write!(self.out, "{}", self.format.between())?;
        }
        self.printed = true;
        if let Some(name) = self.name.take() {
            let line = self.painter.paint(&format!("# {name}"), color::ASIDE);
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}

/// Why there are no more solutions, as the end of a sentence.
pub fn because(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Clash(clashes) => {
            let clashes: Vec<String> = clashes.iter().map(ToString::to_string).collect();
            clashes.join("; ")
        }
        Evidence::Search => "every possibility was tried".into(),
        Evidence::Proof => "the proof was checked".into(),
        Evidence::Agreed(engine) => format!("{engine} tried every possibility and agrees"),
        Evidence::Word => "the solver's word alone, not verified".into(),
    }
}
