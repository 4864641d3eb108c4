//! One student's work: read, recognised as a formula or an answer, and graded.

use super::answer::{self as answers, GradedAnswer};
use super::facts::facts;
use crate::cli::content::Content;
use crate::cli::exit::Exit;
use crate::cli::limits;
use crate::cli::overrun::Watch;
use anyhow::bail;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt};
use sudosat::encode::Encoding;
use sudosat::formula::{Var, answer};
use sudosat::io::{InputError, Source, read_to_limit, utf8};
use sudosat::sudoku::Grid;
use sudosat::sudoku::text::{self, Entry};
use sudosat::teach::story::MAX_ORDER;
use sudosat::teach::student::grade::comparison::{Comparison, compare};
use sudosat::teach::student::grade::reading::Text;
use sudosat::teach::student::grade::words::Voice;
use sudosat::teach::student::grade::{Grade, grade};

/// Largest size of a student's file in bytes. Chosen by hand: the formula of a 25×25 in
/// all families has 15 MB.
pub(super) const LARGEST: u64 = 256 << 20;

/// Grades work on one puzzle.
pub(super) struct Grader<'a> {
    pub entry: &'a Entry,
    /// The encoding that formulas are also compared with.
    pub encoding: Option<Encoding>,
    pub time_limit: Duration,
    pub interrupt: &'a Interrupt,
}

/// A graded piece of work, under its file's name.
pub(super) struct Graded {
    pub name: String,
    pub result: Finding,
}

/// The result of grading one file.
pub(super) enum Finding {
    /// The grade of a formula, and its comparison with an encoding if one is named.
    Formula(Box<Grade>, Option<Comparison>),
    /// The grade of an answer to one puzzle: a grid or a model, and the faults found.
    Answer(Box<GradedAnswer>),
    /// Neither, or the program that should print it failed, for this reason.
    Failed(String),
}

impl Graded {
    /// Returns `true` for right work, and `None` if that was not found out.
    pub(super) fn is_right(&self) -> Option<bool> {
        match &self.result {
            Finding::Formula(grade, _) => grade.is_right(),
            Finding::Answer(answer) => answer.right,
            Finding::Failed(_) => Some(false),
        }
    }

    /// Returns the verdict in a word.
    pub(super) fn verdict(&self) -> &'static str {
        match (&self.result, self.is_right()) {
            (Finding::Failed(_), _) => "failed",
            (_, Some(true)) => "right",
            (_, Some(false)) => "wrong",
            (_, None) => "unknown",
        }
    }

    pub(super) fn exit(&self) -> Exit {
        match self.is_right() {
            Some(true) => Exit::Done,
            Some(false) => Exit::No,
            None => Exit::GaveUp,
        }
    }

    /// Returns the names of the causes, and what to say of the work in a line.
    pub(super) fn summary(&self, entry: &Entry) -> (String, String) {
        match &self.result {
            Finding::Failed(reason) => (String::new(), reason.clone()),
            Finding::Answer(answer) => {
                let more = match answer.faults.len() {
                    0 | 1 => String::new(),
                    many => format!(" (and {} more)", many - 1),
                };
                let first = answer.faults.first().cloned().unwrap_or_default();
                (String::new(), first + &more)
            }
            Finding::Formula(grade, _) => {
                let voice = Voice::new(grade, &entry.puzzle);
                let names = grade.causes.iter().map(|cause| cause.kind.name());
                let names: Vec<&str> = names.collect();
                let words = grade.causes.iter().map(|cause| voice.sentence(&cause.kind));
                let words: Vec<String> = match grade.causes.is_empty() {
                    true => facts(&voice, grade),
                    false => words.collect(),
                };
                (names.join(" "), words.join(" "))
            }
        }
    }
}

impl Grader<'_> {
    /// Checks that formulas of puzzles of this size can be graded, and compared with the encoding.
    pub(super) fn suits(&self) -> anyhow::Result<()> {
        let rules = self.entry.puzzle.rules();
        let (side, most) = (rules.size().side(), MAX_ORDER * MAX_ORDER);
        if side > most {
            bail!("formulas up to {most}×{most} are graded, found {side}×{side}");
        }
        if let Some(encoding) = self.encoding {
            encoding.expresses(rules)?;
        }
        Ok(())
    }

    /// Grades a file.
    pub(super) fn file(&self, file: &str) -> anyhow::Result<Graded> {
        let mut source = Source::open_with(file, self.interrupt)?;
        let bytes = read_to_limit(&mut source, file, LARGEST)?;
        self.bytes(file, &bytes)
    }

    /// Grades work that was read.
    pub(super) fn bytes(&self, name: &str, bytes: &[u8]) -> anyhow::Result<Graded> {
        let _watch = Watch::of_puzzle(Some(self.time_limit));
        let words = utf8(name, bytes)?;
        if words.trim().is_empty() {
            let message = "the file is empty, expected a formula in DIMACS or an answer";
            return Err(InputError::whole(name, message).into());
        }
        let result = match is_formula(words) {
            true => self.formula(name, words)?,
            false => Finding::Answer(Box::new(self.answer(name, words)?)),
        };
        let name = name.to_owned();
        Ok(Graded { name, result })
    }

    fn budget(&self) -> Budget {
        limits::budget(Some(self.time_limit), self.interrupt)
    }

    fn formula(&self, name: &str, words: &str) -> anyhow::Result<Finding> {
        self.suits()?;
        if !self.entry.puzzle.rules().tables().is_empty() {
            bail!(
                "formulas of puzzles with sums, arrows or other rules for several cells together \
                 are not graded, because they need auxiliary variables; answers are"
            );
        }
        let (puzzle, text) = (&self.entry.puzzle, Text::read(words, name)?);
        let grade = grade(&text, puzzle, &self.budget())?;
        let compare = |encoding| compare(&grade, puzzle, encoding, &self.budget());
        let encoding = self.encoding.as_ref().filter(|_| grade.is_recognized);
        let comparison = encoding.map(compare).transpose()?;
        Ok(Finding::Formula(Box::new(grade), comparison))
    }

    /// Grades a solver's answer or a grid.
    fn answer(&self, name: &str, words: &str) -> anyhow::Result<GradedAnswer> {
        let puzzle = &self.entry.puzzle;
        let has_status = Content::of(words.as_bytes()) == Some(Content::Answer);
        if !has_status && let Some(grid) = self.grid(words, name)? {
            return answers::of_grid(&grid, puzzle);
        }
        let answer = answer::read(words.as_bytes(), name, Var::LIMIT).map_err(|error| {
            let is_answer = |line: &str| line.starts_with("v ") || line.starts_with("s ");
            match has_status || words.lines().any(is_answer) {
                true => error,
                false => InputError::whole(
                    name,
                    "found no formula in DIMACS (a line \"p cnf VARIABLES CLAUSES\", then \
                     clauses that end with 0), no output of a SAT solver and no filled grid",
                ),
            }
        })?;
        answers::grade(&answer, puzzle, &self.budget())
    }

    /// Reads a filled grid, if there is one.
    fn grid(&self, words: &str, name: &str) -> anyhow::Result<Option<Grid>> {
        let size = self.entry.puzzle.size();
        let mut entries = text::read(words.as_bytes(), name, &text::Options::default());
        let Some(Ok(found)) = entries.next() else {
            return Ok(None);
        };
        if found.puzzle.size() != size {
            return Ok(None);
        }
        let Some(grid) = found.puzzle.as_grid() else {
            let blanks = size.num_cells() - found.puzzle.num_clues();
            bail!(InputError::whole(
                name,
                format!("found a grid with {blanks} blank cells, expected a filled grid")
            ));
        };
        Ok(Some(grid))
    }
}

/// Returns `true` for text in DIMACS, with or without its header: a line of `p`, or
/// several numbers that end by 0 or are negative.
fn is_formula(words: &str) -> bool {
    let mut zeros = 0;
    let mut lines = words.lines().map(str::trim);
    lines.any(|line| {
        zeros += usize::from(line.ends_with(" 0"));
        line.starts_with("p ") || line == "p"
    }) || zeros > 1
        && !words
            .lines()
            .any(|line| line.starts_with(['s', 'v', 'S', 'U']))
}
