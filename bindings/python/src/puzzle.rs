//! A Sudoku puzzle.

use crate::errors::{self, WrongAnswer};
use crate::formula::Formula;
use crate::grid::{self, Grid};
use crate::result::Result;
use crate::rows::Rows;
use crate::values::Int;
use crate::wait::wait;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde::Serialize;
use std::collections::HashMap;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt};
use sudosat::check;
use sudosat::encode::{AtMostOne, Encoding};
use sudosat::engine::{self, Engine, EngineError, Limit, Proof, Request};
use sudosat::generate::{self, Minimized, NotMinimized};
use sudosat::io::{InputError, Source};
use sudosat::reason;
use sudosat::reason::hint::{self, NoHints};
use sudosat::reason::rate::{self, NoRating, Rater};
use sudosat::reason::why::{self, Asked, NoAnswer};
use sudosat::sudoku::rules::Spec;
use sudosat::sudoku::text::description::Statements;
use sudosat::sudoku::text::{self, Entry, Options, Stated};
use sudosat::sudoku::{self, Cell, Digit, Size, Symbols, print};

/// The longest time limit in seconds; a `Duration` ends at 1.8e19.
const LONGEST: f64 = 1e19;

/// A Sudoku puzzle of any size and rules, from a text in any usual form, from rows of digits from 1
/// in which 0 or `None` is a blank, or from a list of all digits row by row. Rows may be lists,
/// arrays or tables, as a `DataFrame`; missing values are blanks, and digits may be floats and texts.
///
/// `rules` are statements such as `"diagonal; anti-knight"`, which are added to the rules that
/// the text states. `symbols` are the symbols of the grid (`"1-G"`, `"0-F"`, or all of them in
/// their order), where the text can be read in two ways; a puzzle of rows is only printed in
/// them. `str()` prints the puzzle in rows, and notebooks draw it.
#[pyclass(frozen, module = "sudosat", eq, hash)]
pub(crate) struct Puzzle {
    puzzle: Arc<sudoku::Puzzle>,
    /// The cells as they stood in the text that the puzzle was read from, if there was one.
    tokens: Option<text::Tokens>,
    name: String,
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        self.puzzle == other.puzzle
    }
}

/// Equal puzzles have the same symbols and clues.
impl Hash for Puzzle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.puzzle.symbols().hash(state);
        for clue in self.puzzle.clues() {
            clue.hash(state);
        }
    }
}

#[pymethods]
impl Puzzle {
    /// Reads a puzzle.
    #[new]
    #[pyo3(signature = (text, *, rules = None, symbols = None))]
    fn new(
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
        rules: Option<&str>,
        symbols: Option<&str>,
    ) -> PyResult<Puzzle> {
        if let Ok(text) = text.cast::<PyString>() {
            let options = options(py, rules, symbols)?;
            return of_text(py, text, "string", &options);
        }
        let (size, digits) = match Rows::read(text)? {
            Rows::Cells { size, digits } => (size, digits),
            Rows::Text(text) => {
                let options = options(py, rules, symbols)?;
                return of_text(py, &PyString::new(py, &text), "rows", &options);
            }
        };
        let symbols = symbols.map(|symbols| printed(symbols, size)).transpose()?;
        let mut puzzle = blank(py, size, rules)?;
        for (cell, digit) in size.cells().zip(digits) {
            puzzle.set_clue(cell, digit);
        }
        if let Some(symbols) = symbols {
            puzzle = puzzle.with_symbols(symbols);
        }
        Ok(Puzzle {
            puzzle: Arc::new(puzzle),
            tokens: None,
            name: "rows".to_owned(),
        })
    }

    /// Reads the only puzzle of a file, which may be compressed.
    #[staticmethod]
    #[pyo3(signature = (path, *, rules = None, symbols = None))]
    fn from_file(
        py: Python<'_>,
        path: PathBuf,
        rules: Option<&str>,
        symbols: Option<&str>,
    ) -> PyResult<Puzzle> {
        let options = options(py, rules, symbols)?;
        let path = file(path);
        let read = wait(py, |interrupt| {
            let source = open(&path, interrupt)?;
            let name = source.name().to_owned();
            Ok(Puzzle::of(only(source, &name, &options)?))
        })?;
        read.map_err(|fault: FileFault| fault.exception(py, &path))
    }

    /// Reads all puzzles of a file.
    #[staticmethod]
    #[pyo3(signature = (path, *, rules = None, symbols = None))]
    fn all_from_file(
        py: Python<'_>,
        path: PathBuf,
        rules: Option<&str>,
        symbols: Option<&str>,
    ) -> PyResult<Vec<Puzzle>> {
        let options = options(py, rules, symbols)?;
        let path = file(path);
        let read = wait(py, |interrupt| {
            let source = open(&path, interrupt)?;
            let name = source.name().to_owned();
            text::read(source, &name, &options)
                .map(|entry| Ok(Puzzle::of(entry?)))
                .collect::<std::result::Result<Vec<Puzzle>, FileFault>>()
        })?;
        read.map_err(|fault| fault.exception(py, &path))
    }

    /// The number N of digits, and of rows and columns of a grid.
    #[getter]
    fn size(&self) -> usize {
        self.puzzle.size().side()
    }

    /// The rules as statements, which `rules` accepts again.
    #[getter]
    fn rules(&self) -> Vec<String> {
        print::statements(self.puzzle.rules().spec())
    }

    /// The rows, each a list of digits from 1, with `None` for a blank and where several grids
    /// leave a gap.
    #[getter]
    fn rows(&self) -> Vec<Vec<Option<usize>>> {
        let size = self.puzzle.size();
        let clue = |cell: Option<Cell>| self.puzzle.clue(cell?).map(Digit::value);
        (0..size.rows())
            .map(|row| size.row(row).map(clue).collect())
            .collect()
    }

    /// The number of clues.
    #[getter]
    fn clues(&self) -> usize {
        self.puzzle.num_clues()
    }

    /// The puzzle on one line, as lists of puzzles have it.
    #[getter]
    fn line(&self) -> String {
        print::line(&*self.puzzle).to_string().trim_end().to_owned()
    }

    /// Returns the puzzle's formula in an encoding: `"lecture"`, `"minimal"`, `"extended"` or
    /// `"strengthened"`. `at_most_one` is the encoding of its at-most-one constraints:
    /// `"pairwise"`, `"sequential"`, `"product"`, `"commander"` or `"bitwise"`.
    #[pyo3(signature = (encoding = "lecture", *, at_most_one = "pairwise"))]
    fn encode(&self, encoding: &str, at_most_one: &str) -> PyResult<Formula> {
        let named = Encoding::by_name(encoding).ok_or_else(|| {
            let names = sudosat::encode::ENCODINGS.iter().map(|known| known.name);
            unknown("encoding", encoding, names)
        })?;
        let at_most_one = AtMostOne::by_name(at_most_one).ok_or_else(|| {
            let names = AtMostOne::ALL.iter().map(|known| known.name());
            unknown("encoding of at-most-ones", at_most_one, names)
        })?;
        let encoding = named.with_at_most_one(at_most_one);
        Formula::new(&self.puzzle, &self.name, encoding)
    }

    /// Solves the puzzle with an engine of the program, by default `"cdcl"`. Every solution is
    /// checked against the rules.
    ///
    /// `unique` looks for a second solution, `count` is the largest number of solutions that
    /// are looked for, and `time_limit` is in seconds. That there are no (more) solutions is
    /// confirmed by a second search where that is possible; with `prove`, an engine that writes
    /// proofs proves it, and the proof is checked. `Result.evidence` says which.
    #[pyo3(
        signature = (engine = "cdcl", *, unique = false, count = Int::from(1), time_limit = None, prove = false),
        text_signature = "($self, engine='cdcl', *, unique=False, count=1, time_limit=None, prove=False)"
    )]
    fn solve(
        &self,
        py: Python<'_>,
        engine: &str,
        unique: bool,
        count: Int,
        time_limit: Option<f64>,
        prove: bool,
    ) -> PyResult<Result> {
        let engine = shared_engine(engine).map_err(|failure| errors::engine_error(&failure))?;
        let positive = count.value().filter(|&count| count > 0);
        let count = positive.ok_or_else(|| {
            let most = u64::MAX;
            PyValueError::new_err(format!("found count {count}, expected 1 to {most}"))
        })?;
        let limit = if unique { count.max(2) } else { count };
        let mut request = Request::new(Limit::count(limit));
        request.proof = match prove {
            true => Proof::Required,
            false => Proof::Confirmed,
        };
        let budget = budget(time_limit)?;
        let solved = wait(py, |interrupt| {
            let budget = budget.with_interrupt(interrupt.clone());
            engine::solve(&*engine, &self.puzzle, &request, &budget)
        })?;
        let (outcome, grids) = solved.map_err(|failure| errors::engine_error(&failure))?;
        if let Some(tokens) = &self.tokens {
            // The reader is checked too: the answer keeps the text of the cells.
            for grid in &grids {
                check::tokens(tokens, self.puzzle.symbols(), grid)
                    .map_err(|fault| errors::EngineError::new_err(fault.to_string()))?;
            }
        }
        let grids = grids
            .into_iter()
            .map(|grid| Py::new(py, Grid::new(&self.puzzle, grid)));
        let grids = grids.collect::<PyResult<Vec<_>>>()?;
        Ok(Result::new(engine.name().to_owned(), &outcome, grids))
    }

    /// Raises `WrongAnswer` if an answer does not solve the puzzle. The answer is a grid, a text
    /// in the puzzle's symbols, or rows of digits from 1.
    fn check(&self, py: Python<'_>, answer: &Bound<'_, PyAny>) -> PyResult<()> {
        let grid = match answer.cast::<Grid>() {
            Ok(grid) => grid.get().grid().clone(),
            Err(_) => match answer.cast::<PyString>() {
                Ok(text) => self.grid_in(py, text)?,
                Err(_) => match Rows::read(answer)? {
                    Rows::Cells { size, digits } => grid_of(size, digits)?,
                    Rows::Text(text) => self.grid_in(py, &PyString::new(py, &text))?,
                },
            },
        };
        check::grid(&self.puzzle, &grid).map_err(|fault| WrongAnswer::new_err(fault.to_string()))
    }

    /// Returns why the puzzle has no solution, how its solutions differ, or with a cell (as
    /// `"r3c5"`, `"r3c5=7"` or `"r3c5!=7"`) why the cell has its digit, or does not have the
    /// given one. All that is returned is checked.
    ///
    /// The dictionary has the fields of `sudosat why --json`, which docs/JSON.md describes, as
    /// `answer`, `explanation`, `corrections`, `changes`; cells are strings as `"r3c5"`.
    /// `smallest` searches for a set with the fewest clues and rules, `limit` is the largest
    /// number of corrections and of changes, and `time_limit` is in seconds.
    #[pyo3(
        signature = (cell = None, *, smallest = false, limit = Int::from(10), time_limit = None),
        text_signature = "($self, cell=None, *, smallest=False, limit=10, time_limit=None)"
    )]
    fn why<'py>(
        &self,
        py: Python<'py>,
        cell: Option<&str>,
        smallest: bool,
        limit: Int,
        time_limit: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = cell.map(str::parse::<Asked>).transpose();
        let question =
            asked.and_then(|asked| asked.map(|asked| asked.about(&self.puzzle)).transpose());
        let question = question.map_err(errors::value_error)?;
        let positive = limit.size().filter(|&limit| limit > 0);
        let limit = positive.ok_or_else(|| {
            let most = usize::MAX;
            PyValueError::new_err(format!("found limit {limit}, expected 1 to {most}"))
        })?;
        let budget = budget(time_limit)?;
        let answer = wait(py, |interrupt| {
            let budget = budget.with_interrupt(interrupt.clone());
            let statements = reason::Statements::new(&self.puzzle);
            match why::why(
                &self.puzzle,
                question,
                why::Options { smallest, limit },
                &budget,
            ) {
                Ok(answer) => Ok(answer.to_json(&statements).to_string()),
                Err(stopped @ NoAnswer::Stopped(_)) => Ok(stopped.to_json().to_string()),
                Err(error) => Err(error),
            }
        })?;
        let answer = loads(py, &answer.map_err(failed)?)?;
        shown_as(&answer, "Why")
    }

    /// Returns the next step in solving the puzzle, as a person takes it, or with `all` all
    /// steps. Each step is of the easiest technique that applies, and is checked.
    ///
    /// The dictionary has the fields of `sudosat hint --json`, which docs/JSON.md describes, as
    /// `steps`, `state`, `solutions`; `grid` is the puzzle after the steps. `uniqueness` allows
    /// techniques that assume a single solution, which are used only if a search has confirmed
    /// it, and `time_limit` is in seconds.
    #[pyo3(signature = (*, all = false, uniqueness = true, time_limit = None))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        all: bool,
        uniqueness: bool,
        time_limit: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let budget = budget(time_limit)?;
        let options = hint::Options {
            all,
            no_uniqueness: !uniqueness,
        };
        let engine = shared_engine("cdcl").map_err(failed)?;
        let hints = wait(py, |interrupt| {
            let budget = budget.with_interrupt(interrupt.clone());
            hint::hints(&*engine, &self.puzzle, options, &budget)
        })?;
        let hints = hints.map_err(|error| match error {
            NoHints::TooLarge => PyValueError::new_err(error.to_string()),
            error => failed(error),
        })?;
        let after = hints.after.to_puzzle(&self.puzzle);
        let answer = dictionary(py, &hints.to_json(&self.puzzle))?;
        answer.set_item("grid", self.like(after))?;
        shown_as(&answer, "Hint")
    }

    /// Returns how hard the puzzle is: for a person, by the techniques of `hint`, and for
    /// solvers, by propagation and search.
    ///
    /// The dictionary has the fields of `sudosat rate --json`, which docs/JSON.md describes, as
    /// `score`, `hardest`, `class`. A puzzle that does not have exactly one solution has no
    /// rating, and `error` says so. `time_limit` is in seconds.
    #[pyo3(signature = (*, time_limit = None))]
    fn rate<'py>(&self, py: Python<'py>, time_limit: Option<f64>) -> PyResult<Bound<'py, PyAny>> {
        static RATER: LazyLock<Rater> = LazyLock::new(Rater::new);
        let budget = budget(time_limit)?;
        let rating = wait(py, |interrupt| {
            let budget = budget.with_interrupt(interrupt.clone());
            RATER.rate(&self.puzzle, &budget)
        })?;
        match rating {
            Err(error @ NoRating::TooLarge) => Err(PyValueError::new_err(error.to_string())),
            Err(error @ (NoRating::Engine(_) | NoRating::Wrong { .. })) => Err(failed(error)),
            rating => dictionary(py, &rate::to_json(&self.puzzle, &rating)),
        }
    }

    /// Drops clues that the puzzle does not need, in random order, as long as one solution
    /// remains. Of `tries` orders, the result with the fewest clues is returned; `seed` is that
    /// of the first. With `check` nothing is dropped: `minimal` says if every clue is needed,
    /// and `needless` lists those of which any single one could be dropped.
    ///
    /// The dictionary has the fields of `sudosat minimize --json`, which docs/JSON.md
    /// describes; `grid` is the minimal puzzle. If there is no solution or several,
    /// `solutions` says so. `time_limit` is in seconds; if it is reached, `gave_up` is all.
    #[pyo3(
        signature = (*, check = false, tries = Int::from(1), seed = Int::from(0), time_limit = None),
        text_signature = "($self, *, check=False, tries=1, seed=0, time_limit=None)"
    )]
    fn minimize<'py>(
        &self,
        py: Python<'py>,
        check: bool,
        tries: Int,
        seed: Int,
        time_limit: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let most = u64::MAX;
        let tries = tries.value().filter(|&tries| tries > 0).ok_or_else(|| {
            PyValueError::new_err(format!("found tries {tries}, expected 1 to {most}"))
        })?;
        let seed = seed.value().ok_or_else(|| {
            PyValueError::new_err(format!("found seed {seed}, expected 0 to {most}"))
        })?;
        let budget = budget(time_limit)?;
        let engine = shared_engine("cdcl").map_err(failed)?;
        let answer = wait(py, |interrupt| {
            let budget = budget.with_interrupt(interrupt.clone());
            match check {
                true => generate::needless_clues(&*engine, &self.puzzle, &budget),
                false => generate::minimize(&*engine, &self.puzzle, tries, seed, &budget),
            }
        })?;
        let answer = match answer {
            Err(NotMinimized::Stopped(stop)) => {
                let answer = PyDict::new(py);
                answer.set_item("gave_up", stop.to_string())?;
                return Ok(answer.into_any());
            }
            answer => answer.map_err(failed)?,
        };
        let object = dictionary(py, &answer.to_json(&self.puzzle))?;
        if let Minimized::Minimal(minimal) = answer {
            object.set_item("grid", self.like(minimal))?;
        }
        Ok(object)
    }

    fn __str__(&self) -> String {
        self.puzzle.to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!(
            "<sudosat.Puzzle {}, {} {}>",
            self.puzzle.size(),
            self.puzzle.num_clues(),
            match self.puzzle.num_clues() {
                1 => "clue",
                _ => "clues",
            }
        )
    }

    fn _repr_html_(&self) -> String {
        grid::picture(&*self.puzzle)
    }

    /// A puzzle is pickled as its text in JSON and its name.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (String, String)>> {
        let text = print::json(&*self.puzzle).to_string();
        let restore = py.import("sudosat.sudosat")?.getattr("_puzzle")?;
        Ok((restore, (text, self.name.clone())))
    }

    /// Returns the grid of these digits by cell, which was pickled with this puzzle.
    fn _grid(&self, digits: Vec<usize>) -> PyResult<Grid> {
        let size = self.puzzle.size();
        let known = digits.iter().map(|&value| Digit::from_value(value, size));
        let known: Vec<_> = known.collect();
        if known.len() != size.cells().count() {
            let message = format!("found {} digits, expected one for each cell", known.len());
            return Err(PyValueError::new_err(message));
        }
        Ok(Grid::new(&self.puzzle, grid_of(size, known)?))
    }
}

/// The value of `__reduce__`, from which `pickle` restores an object: a function, and its arguments.
pub(crate) type Reduced<'py, T> = (Bound<'py, PyAny>, T);

/// Returns a puzzle that was pickled.
#[pyfunction]
pub(crate) fn _puzzle(py: Python<'_>, text: &Bound<'_, PyString>, name: &str) -> PyResult<Puzzle> {
    let puzzle = of_text(py, text, name, &options(py, None, None)?)?;
    let name = name.to_owned(); // without the place in the text
    Ok(Puzzle { name, ..puzzle })
}

impl Puzzle {
    /// Returns the full grid of a text in the puzzle's symbols.
    fn grid_in(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<sudoku::Grid> {
        let options = Options {
            symbols: Some(stated(self.puzzle.symbols())),
            rules: self.stated_regions(py)?.map(Arc::new),
            ..Options::default()
        };
        let read = of_text(py, text, "answer", &options)?;
        let own = self.puzzle.rules().spec();
        let plain = Spec {
            regions: own.regions.clone(),
            ..Spec::latin(self.puzzle.size())
        };
        // An answer of another size is refused as one.
        let stated = read.puzzle.rules().spec();
        if stated.size == own.size && ![own, &plain].contains(&stated) {
            let message = "found an answer with other rules than the puzzle's, expected its grid";
            return Err(PyValueError::new_err(message));
        }
        let full = read.puzzle.as_grid();
        full.ok_or_else(|| WrongAnswer::new_err("the answer has blank cells"))
    }

    /// Returns the puzzle's regions as the reader takes them, or `None` if they are the usual
    /// ones of its size. Without them the reader refuses a grid of a size that has no boxes.
    fn stated_regions(&self, py: Python<'_>) -> PyResult<Option<Statements>> {
        let (size, regions) = (self.puzzle.size(), &self.puzzle.rules().spec().regions);
        if Spec::usual(size).is_some_and(|usual| usual.regions == *regions) {
            return Ok(None);
        }
        let spec = Spec {
            regions: regions.clone(),
            ..Spec::latin(size)
        };
        let statements = print::statements(&spec).join("\n");
        let statements = Statements::read(&statements, "rules");
        statements
            .map(Some)
            .map_err(|error| errors::input_error(py, &error))
    }

    /// Returns a puzzle that was made of this one.
    fn like(&self, puzzle: sudoku::Puzzle) -> Puzzle {
        Puzzle {
            puzzle: Arc::new(puzzle),
            tokens: None,
            name: self.name.clone(),
        }
    }

    /// Returns a puzzle of Python with the content of this one.
    pub(crate) fn new_of(puzzle: &Arc<sudoku::Puzzle>, name: &str) -> Puzzle {
        Puzzle {
            puzzle: Arc::clone(puzzle),
            tokens: None,
            name: name.to_owned(),
        }
    }

    fn of(entry: Entry) -> Puzzle {
        Puzzle {
            puzzle: Arc::new(entry.puzzle),
            tokens: Some(entry.tokens),
            name: entry.name,
        }
    }
}

/// Returns the exception of an engine that failed.
fn failed(error: impl ToString) -> PyErr {
    errors::EngineError::new_err(error.to_string())
}

/// Returns the value of a text in JSON.
fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// Returns an object as a dictionary.
fn dictionary<'py>(py: Python<'py>, object: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(object).map_err(failed)?;
    loads(py, &json)
}

/// Returns the dictionary as one that notebooks show: of this class of the module `_answers`.
fn shown_as<'py>(answer: &Bound<'py, PyAny>, class: &str) -> PyResult<Bound<'py, PyAny>> {
    let classes = answer.py().import("sudosat._answers")?;
    classes.call_method1(class, (answer,))
}

/// Returns the budget for a time limit in seconds.
fn budget(time_limit: Option<f64>) -> PyResult<Budget> {
    let budget = Budget::unlimited();
    match time_limit {
        None => Ok(budget),
        Some(seconds) if (0.0..=LONGEST).contains(&seconds) => {
            Ok(budget.with_time(Duration::from_secs_f64(seconds)))
        }
        Some(seconds) => Err(PyValueError::new_err(format!(
            "found time_limit {seconds:?}, expected seconds from 0 to {LONGEST:e}, or None for no \
             limit"
        ))),
    }
}

/// Returns the options for reading a puzzle.
fn options(py: Python<'_>, rules: Option<&str>, symbols: Option<&str>) -> PyResult<Options> {
    let rules = rules
        .map(|rules| Statements::read(rules, "rules"))
        .transpose();
    let rules = rules.map_err(|error| errors::input_error(py, &error))?;
    let symbols = symbols.map(|text| text.parse::<Stated>()).transpose();
    let symbols = symbols.map_err(|error| PyValueError::new_err(format!("symbols: {error}")))?;
    Ok(Options {
        symbols,
        rules: rules.map(Arc::new),
        ignore_unknown_rules: false,
    })
}

/// Reads the puzzle of a text.
fn of_text(
    py: Python<'_>,
    text: &Bound<'_, PyString>,
    name: &str,
    options: &Options,
) -> PyResult<Puzzle> {
    let text: String = text.extract()?;
    let read = py.detach(|| only(text.as_bytes(), name, options).map(Puzzle::of));
    read.map_err(|error| errors::input_error(py, &error))
}

/// Returns the puzzle without a clue of this size and these rules. The text that is read for
/// it can't be misread: the digits of rows never become text.
fn blank(py: Python<'_>, size: Size, rules: Option<&str>) -> PyResult<sudoku::Puzzle> {
    let options = Options {
        symbols: Some(Stated::FromOne),
        ..options(py, rules, None)?
    };
    let rows = vec![vec![0; size.side()]; size.side()];
    let read = py.detach(|| only(format!("{rows:?}").as_bytes(), "rows", &options));
    match read {
        Ok(entry) => Ok(entry.puzzle),
        Err(mut error) => {
            if error.name == "rows" {
                // The place is one in the text, which the caller does not have.
                (error.line, error.column) = (None, None);
            }
            Err(errors::input_error(py, &error))
        }
    }
}

/// Returns the symbols that `symbols` names for printing a grid of this size.
fn printed(symbols: &str, size: Size) -> PyResult<Symbols> {
    let refused = |error: String| PyValueError::new_err(format!("symbols: {error}"));
    let numbers = |first: u16| {
        let numbers = Symbols::Numbers { first };
        // A range that ends in a letter, as 1-G.
        let single = symbols.ends_with(char::is_alphabetic);
        let single = single.then(|| numbers.single(size)).flatten();
        single.unwrap_or(numbers)
    };
    let side = size.side();
    match symbols.parse::<Stated>().map_err(refused)? {
        Stated::FromOne => Ok(numbers(1)),
        Stated::FromZero => Ok(numbers(0)),
        Stated::Letters if side <= 26 => Ok(Symbols::Chars(('A'..='Z').take(side).collect())),
        Stated::Letters => Err(refused(format!("found 26 letters, expected {side}"))),
        Stated::Chars(chars) if chars.len() == side => Ok(Symbols::Chars(chars)),
        Stated::Chars(chars) => Err(refused(format!("found {}, expected {side}", chars.len()))),
    }
}

/// Returns a path that names a file whatever it is: the reader and the writer of the crate take
/// `-` for a standard stream.
pub(crate) fn file(path: PathBuf) -> PathBuf {
    match path == Path::new("-") {
        true => PathBuf::from("./-"),
        false => path,
    }
}

/// An error of a file: it can't be opened, or its content is wrong.
enum FileFault {
    Unreadable(io::Error),
    Input(InputError),
}

impl FileFault {
    fn exception(&self, py: Python<'_>, path: &Path) -> PyErr {
        match self {
            FileFault::Unreadable(error) => errors::unreadable(py, error, path),
            FileFault::Input(error) => errors::input_error(py, error),
        }
    }
}

impl From<InputError> for FileFault {
    fn from(error: InputError) -> FileFault {
        FileFault::Input(error)
    }
}

/// Opens a file.
fn open(path: &Path, interrupt: &Interrupt) -> std::result::Result<Source, FileFault> {
    readable(path).map_err(FileFault::Unreadable)?;
    Ok(Source::open_with(path, interrupt)?)
}

/// Returns the system's error for a file that can't be opened or a directory. Pipes and devices
/// are not opened.
fn readable(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_file() || kind.is_dir() {
        // A directory can be opened, but not read.
        io::copy(&mut File::open(path)?.take(1), &mut io::sink())?;
    }
    Ok(())
}

/// Reads the only puzzle of an input.
fn only(
    input: impl BufRead,
    name: &str,
    options: &Options,
) -> std::result::Result<Entry, InputError> {
    let mut entries = text::read(input, name, options);
    match (entries.next(), entries.next()) {
        (None, _) => Err(InputError::whole(name, "found no puzzle, expected one")),
        (Some(first), None) => first,
        (Some(Err(error)), _) | (_, Some(Err(error))) => Err(error),
        (_, Some(Ok(second))) => Err(InputError {
            line: Some(second.line),
            ..InputError::whole(name, "found a second puzzle, expected one")
        }),
    }
}

/// Returns the engine of this name, with the tables that it made for the last puzzle.
fn shared_engine(name: &str) -> std::result::Result<Arc<dyn Engine>, EngineError> {
    static ENGINES: Mutex<Option<HashMap<String, Arc<dyn Engine>>>> = Mutex::new(None);
    let mut engines = ENGINES.lock().unwrap_or_else(PoisonError::into_inner);
    let engines = engines.get_or_insert_default();
    if let Some(engine) = engines.get(name) {
        return Ok(Arc::clone(engine));
    }
    let engine: Arc<dyn Engine> = engine::by_name(name)?.into();
    engines.insert(name.to_owned(), Arc::clone(&engine));
    Ok(engine)
}

/// Returns the symbols of a puzzle as the reader takes them.
fn stated(symbols: &Symbols) -> Stated {
    match symbols {
        Symbols::Numbers { first: 0 } => Stated::FromZero,
        Symbols::Numbers { .. } => Stated::FromOne,
        Symbols::Chars(chars) => Stated::Chars(Arc::clone(chars)),
    }
}

/// Returns the grid of these rows.
fn grid_of(size: Size, digits: Vec<Option<Digit>>) -> PyResult<sudoku::Grid> {
    let digit = |(cell, digit): (Cell, Option<Digit>)| {
        digit.ok_or_else(|| WrongAnswer::new_err(format!("{cell} is blank")))
    };
    let digits = size.cells().zip(digits).map(digit);
    Ok(sudoku::Grid::new(size, digits.collect::<PyResult<_>>()?))
}

/// Returns the error for a name that is not among `known`.
fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> PyErr {
    let known: Vec<&str> = known.collect();
    PyValueError::new_err(format!(
        "no {what} is called {name:?}; there are {}",
        known.join(", ")
    ))
}
