//! One student's work: read, recognised as a formula or an answer, and graded.

use super::answer::{self as answers, GradedAnswer};
use super::facts::facts;
use crate::cli::content::Content;
use crate::cli::exit::Exit;
use crate::cli::limits;
use crate::cli::overrun::Watch;
use anyhow::{anyhow, bail};
use itertools::Itertools as _;
use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt};
use sudosat::encode::Encoding;
use sudosat::formula::{Var, answer};
use sudosat::io::{InputError, Source, counted, display, read_to_limit, utf8};
use sudosat::sudoku::Grid;
use sudosat::sudoku::text::{self, Entry};
use sudosat::teach::story::MAX_ORDER;
use sudosat::teach::student::exercise::{Exercise, Mark};
use sudosat::teach::student::grade::comparison::{Comparison, compare};
use sudosat::teach::student::grade::points::points;
use sudosat::teach::student::grade::reading::Text;
use sudosat::teach::student::grade::scheme::Scheme;
use sudosat::teach::student::grade::words::Voice;
use sudosat::teach::student::grade::{Grade, grade};

/// Largest size of a student's file in bytes. Chosen by hand: the formula of a 25×25 in
/// all families has 15 MB.
pub(super) const LARGEST: u64 = 256 << 20;

/// The puzzle or the exercise that the students were given.
#[derive(Clone, Copy)]
pub(super) enum Task<'a> {
    /// A puzzle.
    Puzzle(&'a Entry),
    /// An exercise, and the text that names it.
    Exercise(&'a str, &'a Exercise),
}

/// Grades work on one puzzle or exercise.
pub(super) struct Grader<'a> {
    pub task: Task<'a>,
    /// The encoding that formulas are also compared with.
    pub encoding: Option<Encoding>,
    /// The numbering that is required: `any`, `lecture` or a formula.
    pub numbering: &'a str,
    pub time_limit: Duration,
    pub interrupt: &'a Interrupt,
}

/// A graded piece of work, under its file's name.
pub(super) struct Graded<'a> {
    pub name: String,
    /// Name of the puzzle or the exercise.
    pub task: &'a str,
    pub result: Finding<'a>,
    /// Set if the file begins with a byte order mark.
    pub has_mark: bool,
    /// Name of the student's folder, if the file was in one.
    pub folder: Option<String>,
    /// Other files of the same student.
    pub others: Vec<String>,
}

/// The result of grading one file.
pub(super) enum Finding<'a> {
    /// The grade of a puzzle's formula, and its comparison with an encoding if one is named.
    Formula(&'a Entry, Box<Grade>, Option<Comparison>),
    /// The grade of an answer to one puzzle: a grid or a model, and the faults found.
    Answer(&'a Entry, Box<GradedAnswer>),
    /// The grade of an exercise.
    Exercise(Mark),
    /// Neither, or the program that should print it failed, for this reason.
    Failed(String),
}

impl<'a> Graded<'a> {
    pub(super) fn new(name: &str, task: &'a str, result: Finding<'a>) -> Graded<'a> {
        Graded {
            name: name.to_owned(),
            task,
            result,
            has_mark: false,
            folder: None,
            others: Vec::new(),
        }
    }

    /// Returns the name of the student's folder, or that of the file without its ending.
    pub(super) fn id(&self) -> String {
        self.folder.clone().unwrap_or_else(|| stem(&self.name))
    }

    /// Returns the grade of a file that can't be read.
    pub(super) fn failed(name: &str, task: &'a str, error: &anyhow::Error) -> Graded<'a> {
        let reason = match error.downcast_ref::<InputError>() {
            Some(error) => placed(error),
            None => format!("{error:#}"),
        };
        Graded::new(name, task, Finding::Failed(reason))
    }

    /// Returns `true` for right work, and `None` if that was not found out.
    pub(super) fn is_right(&self) -> Option<bool> {
        match &self.result {
            Finding::Formula(_, grade, _) => grade.is_right(),
            Finding::Answer(_, answer) => answer.right,
            Finding::Exercise(mark) => mark.right,
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

    /// Returns the points and the most that there can be, if the points are known.
    pub(super) fn points(&self) -> Option<(usize, usize)> {
        match &self.result {
            Finding::Formula(entry, grade, _) => {
                let parts = points(grade, &entry.puzzle)?;
                let right = parts.iter().filter(|part| part.is_right);
                Some((right.count(), parts.len()))
            }
            Finding::Answer(..) => Some((usize::from(self.is_right()?), 1)),
            Finding::Exercise(mark) => mark.points,
            Finding::Failed(_) => Some((0, 1)),
        }
    }

    /// Returns the numbering of a formula in a few words, if it is recognized.
    pub(super) fn numbering(&self) -> Option<String> {
        match &self.result {
            Finding::Formula(entry, grade, _) => Voice::new(grade, &entry.puzzle).named(),
            Finding::Exercise(mark) => mark.numbering.clone(),
            _ => None,
        }
    }

    pub(super) fn exit(&self) -> Exit {
        match self.is_right() {
            Some(true) => Exit::Done,
            Some(false) => Exit::No,
            None => Exit::GaveUp,
        }
    }

    /// Returns sentences about the work that are no mistakes.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = match &self.result {
            Finding::Exercise(mark) => mark.remarks.clone(),
            _ => Vec::new(),
        };
        if self.has_mark {
            remarks.push(
                "The file begins with a byte order mark, which SAT solvers may refuse: save it as \
                 UTF-8 without one."
                    .to_owned(),
            );
        }
        if !self.others.is_empty() {
            remarks.push(format!(
                "The same student handed in {} too: {}.",
                counted(self.others.len(), "other file"),
                self.others.iter().map(|name| display(name)).join(", ")
            ));
        }
        remarks
    }

    /// Returns the names of the causes, and what to say of the work in a line.
    pub(super) fn summary(&self) -> (String, String) {
        let (names, words) = self.causes();
        let words = [words].into_iter().filter(|words| !words.is_empty());
        (names, words.chain(self.remarks()).join(" "))
    }

    fn causes(&self) -> (String, String) {
        match &self.result {
            Finding::Failed(reason) => (String::new(), reason.clone()),
            Finding::Exercise(mark) => {
                let names = mark.causes.iter().map(|cause| cause.name).join(" ");
                (
                    names,
                    mark.causes.iter().map(|cause| &cause.words).join(" "),
                )
            }
            Finding::Answer(_, answer) => {
                let more = match answer.faults.len() {
                    0 | 1 => String::new(),
                    many => format!(" (and {} more)", many - 1),
                };
                let first = answer.faults.first().cloned().unwrap_or_default();
                (String::new(), first + &more)
            }
            Finding::Formula(entry, grade, _) => {
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

impl<'a> Grader<'a> {
    /// Checks that formulas of this puzzle can be graded, and compared with the encoding.
    pub(super) fn suits(&self) -> anyhow::Result<()> {
        let Task::Puzzle(entry) = self.task else {
            if self.encoding.is_some() {
                bail!("--encoding is for puzzles");
            }
            return match (self.numbering, self.task) {
                ("any", _) | ("lecture", Task::Exercise(_, Exercise::Formula(_))) => Ok(()),
                ("lecture", _) => bail!("--numbering is for formulas: this exercise has none"),
                (other, _) => bail!("--numbering {other:?}: exercises have `lecture` and `any`"),
            };
        };
        let rules = entry.puzzle.rules();
        let (side, most) = (rules.size().side(), MAX_ORDER * MAX_ORDER);
        if side > most {
            bail!("formulas up to {most}×{most} are graded, found {side}×{side}");
        }
        self.numbering(entry)?;
        if let Some(encoding) = self.encoding {
            encoding.expresses(rules)?;
        }
        Ok(())
    }

    /// Returns the numbering that is required, if one is.
    fn numbering(&self, entry: &Entry) -> anyhow::Result<Option<Scheme>> {
        if self.numbering == "any" {
            return Ok(None);
        }
        let size = entry.puzzle.size();
        let scheme = Scheme::read(self.numbering, size);
        let scheme = scheme.map_err(|reason| anyhow!("--numbering {:?}: {reason}", self.numbering));
        Ok(Some(scheme?))
    }

    /// Grades a file.
    pub(super) fn file(&self, file: &OsStr) -> anyhow::Result<Graded<'a>> {
        let mut source = Source::open_with(file, self.interrupt)?;
        let name = file.to_string_lossy();
        let bytes = read_to_limit(&mut source, &name, LARGEST)?;
        self.bytes(&name, &bytes)
    }

    /// Grades work that was read.
    pub(super) fn bytes(&self, name: &str, bytes: &[u8]) -> anyhow::Result<Graded<'a>> {
        let _watch = Watch::of_puzzle(Some(self.time_limit));
        let words = utf8(name, bytes)?;
        let unmarked = words.strip_prefix('\u{feff}');
        let (words, has_mark) = (unmarked.unwrap_or(words), unmarked.is_some());
        if words.trim().is_empty() {
            let message = "the file is empty, expected a formula in DIMACS or an answer";
            return Err(InputError::whole(name, message).into());
        }
        let (task, result) = match self.task {
            Task::Exercise(task, exercise) => {
                self.suits()?;
                let is_lecture = self.numbering == "lecture";
                let mark = exercise.grade(words, name, is_lecture, &self.budget())?;
                (task, Finding::Exercise(mark))
            }
            Task::Puzzle(entry) if is_formula(words) => {
                (&entry.name[..], self.formula(entry, name, words)?)
            }
            Task::Puzzle(entry) => {
                let answer = self.answer(entry, name, words)?;
                (&entry.name[..], Finding::Answer(entry, Box::new(answer)))
            }
        };
        Ok(Graded {
            has_mark,
            ..Graded::new(name, task, result)
        })
    }

    fn budget(&self) -> Budget {
        limits::budget(Some(self.time_limit), self.interrupt)
    }

    fn formula(&self, entry: &'a Entry, name: &str, words: &str) -> anyhow::Result<Finding<'a>> {
        self.suits()?;
        if !entry.puzzle.rules().tables().is_empty() {
            bail!(
                "formulas of puzzles with sums, arrows or other rules for several cells together \
                 are not graded, because they need auxiliary variables; answers are"
            );
        }
        let (puzzle, text) = (&entry.puzzle, Text::read(words, name)?);
        let grade = grade(&text, puzzle, self.numbering(entry)?, &self.budget())?;
        let compare = |encoding| compare(&grade, puzzle, encoding, &self.budget());
        let encoding = self.encoding.as_ref().filter(|_| grade.is_recognized);
        let comparison = encoding.map(compare).transpose()?;
        Ok(Finding::Formula(entry, Box::new(grade), comparison))
    }

    /// Grades a solver's answer or a grid.
    fn answer(&self, entry: &Entry, name: &str, words: &str) -> anyhow::Result<GradedAnswer> {
        let puzzle = &entry.puzzle;
        let has_status = Content::of(words.as_bytes()) == Some(Content::Answer);
        if !has_status && let Some(grid) = grid(entry, words, name)? {
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
}

/// Returns the name of a file without its folder and its ending.
pub(super) fn stem(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let is_ending = |end: &str| end.chars().all(char::is_alphanumeric);
    match name.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() && is_ending(end) => stem.to_owned(),
        _ => name.into_owned(),
    }
}

/// Reads a filled grid, if there is one.
fn grid(entry: &Entry, words: &str, name: &str) -> anyhow::Result<Option<Grid>> {
    let size = entry.puzzle.size();
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

/// Returns `true` for text in DIMACS, with or without its header: a line of `p`, or
/// several lines of numbers that end with 0.
fn is_formula(words: &str) -> bool {
    let mut zeros = 0;
    let mut lines = words.lines().map(|line| line.split_whitespace());
    lines.any(|mut line| {
        let first = line.next();
        zeros += usize::from(line.last() == Some("0"));
        first == Some("p")
    }) || zeros > 1
        && !words
            .lines()
            .any(|line| line.starts_with(['s', 'v', 'S', 'U']))
}

/// Returns the error with its place: `line 3, column 5: found …`.
pub(super) fn placed(error: &InputError) -> String {
    match (error.line, error.column) {
        (Some(line), Some(column)) => {
            format!("line {line}, column {column}: {}", error.message)
        }
        (Some(line), None) => format!("line {line}: {}", error.message),
        _ => error.message.clone(),
    }
}
