//! One student's work: read, recognised as a formula or an answer, and graded.

use crate::cli::check::student::{Task, answer_of_grid};
use crate::cli::check::student_json;
use crate::cli::content::Content;
use crate::cli::exit::Exit;
use crate::cli::overrun::Watch;
use anyhow::bail;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt};
use sudosat::encode::Encoding;
use sudosat::formula::{Var, answer};
use sudosat::io::{InputError, Source, read_to_limit, utf8};
use sudosat::sudoku::text::{self, Entry};
use sudosat::teach::story::MAX_ORDER;
use sudosat::teach::student::grade::reading::Text;
use sudosat::teach::student::grade::words::Voice;
use sudosat::teach::student::grade::{Grade, grade};

/// Largest size of a student's file in bytes. Chosen by hand: the formula of a 25×25 in
/// all families has 15 MB.
pub(super) const LARGEST: u64 = 256 << 20;

/// Grades work on one puzzle.
pub(super) struct Grader<'a> {
    pub entry: &'a Entry,
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
    /// The grade of a formula.
    Formula(Box<Grade>),
    /// What was found about an answer to one puzzle.
    Answer(Box<student_json::Answer>),
    /// Neither, or the program that should print it failed, for this reason.
    Failed(String),
}

impl Graded {
    /// Returns `true` for right work, and `None` if that was not found out.
    pub(super) fn is_right(&self) -> Option<bool> {
        match &self.result {
            Finding::Formula(grade) => grade.is_right(),
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
            Finding::Formula(grade) => {
                let voice = Voice::new(grade, &entry.puzzle);
                let names = grade.causes.iter().map(|cause| cause.kind.name());
                let names: Vec<&str> = names.collect();
                let words = grade.causes.iter().map(|cause| voice.sentence(&cause.kind));
                let words: Vec<String> = match grade.causes.is_empty() {
                    true => super::text::facts(&voice, grade),
                    false => words.collect(),
                };
                (names.join(" "), words.join(" "))
            }
        }
    }
}

impl Grader<'_> {
    /// Checks that formulas of this puzzle can be graded.
    pub(super) fn suits(&self) -> anyhow::Result<()> {
        let rules = self.entry.puzzle.rules();
        let (side, most) = (rules.size().side(), MAX_ORDER * MAX_ORDER);
        if side > most {
            bail!("puzzles up to {most}×{most} are graded, found {side}×{side}");
        }
        if !rules.tables().is_empty() {
            bail!(
                "puzzles with sums of cages or arrows are not graded, because their formulas \
                 need auxiliary variables for the sums; `sudosat check --student-answer` checks \
                 an answer"
            );
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
            true => Finding::Formula(Box::new(self.formula(name, words)?)),
            false => Finding::Answer(Box::new(self.answer(name, words)?)),
        };
        let name = name.to_owned();
        Ok(Graded { name, result })
    }

    fn budget(&self) -> Budget {
        Budget::unlimited()
            .with_time(self.time_limit)
            .with_interrupt(self.interrupt.clone())
    }

    fn formula(&self, name: &str, words: &str) -> anyhow::Result<Grade> {
        let text = Text::read(words, name)?;
        Ok(grade(&text, &self.entry.puzzle, &self.budget())?)
    }

    /// Grades a solver's answer or a grid.
    fn answer(&self, name: &str, words: &str) -> anyhow::Result<student_json::Answer> {
        let task = Task {
            as_json: false,
            puzzle: self.entry.puzzle.clone(),
            name: self.entry.name.clone(),
            encoding: Encoding::EXTENDED,
            budget: self.budget(),
            interrupt: self.interrupt,
        };
        let has_status = Content::of(words.as_bytes()) == Some(Content::Answer);
        if !has_status && let Some(answer) = self.grid(words, name)? {
            return task.answer_line(name, &answer);
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
        task.answer_line(name, &answer)
    }

    /// Reads a filled grid as an answer, if there is one.
    fn grid(&self, words: &str, name: &str) -> anyhow::Result<Option<answer::Answer>> {
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
        Ok(Some(answer_of_grid(&grid)))
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
