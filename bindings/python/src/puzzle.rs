//! A Sudoku puzzle.

use crate::errors::{self, WrongAnswer, value_error};
use crate::formula::Formula;
use crate::grid::{self, Grid};
use crate::result::Result;
use crate::wait::wait;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::io::BufRead;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::check;
use sudosat::encode::{AtMostOne, Encoding};
use sudosat::engine::{self, Engine, EngineError, Limit, Proof, Request};
use sudosat::io::{InputError, Source};
use sudosat::sudoku::text::description::Statements;
use sudosat::sudoku::text::{self, Entry, Options, Stated};
use sudosat::sudoku::{self, Cell, Digit, Size, Symbols, print};

/// A Sudoku puzzle of any size and rules, from a text in any usual form, or from rows of
/// digits in which 0 or `None` is a blank.
///
/// `rules` are statements such as `"diagonal; anti-knight"`, which are added to the rules that
/// the text states. `symbols` are the symbols of the grid (`"1-G"`, `"0-F"`, or all of them in
/// their order), where the text can be read in two ways. `str()` prints the puzzle in rows, and
/// notebooks draw it.
#[pyclass(frozen, module = "sudosat", eq)]
pub(crate) struct Puzzle {
    puzzle: Arc<sudoku::Puzzle>,
    /// Its cells as they stood in the input.
    tokens: text::Tokens,
    name: String,
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        self.puzzle == other.puzzle
    }
}

/// A text of cells, or the rows of a grid.
enum Cells {
    Text(String),
    Rows(Vec<Vec<Option<usize>>>),
}

impl Cells {
    fn read(cells: &Bound<'_, PyAny>) -> PyResult<Cells> {
        if let Ok(text) = cells.extract() {
            return Ok(Cells::Text(text));
        }
        cells.extract().map(Cells::Rows).map_err(|_| {
            let found = cells.get_type();
            PyTypeError::new_err(format!(
                "found {found}, expected a text or rows of digits with None or 0 for a blank"
            ))
        })
    }

    /// Returns the text; rows as a list of lists, in which a blank is 0.
    fn into_text(self) -> String {
        match self {
            Cells::Text(text) => text,
            Cells::Rows(rows) => {
                let values = rows.iter().map(|row| -> Vec<usize> {
                    row.iter().map(|cell| cell.unwrap_or(0)).collect()
                });
                format!("{:?}", values.collect::<Vec<_>>())
            }
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
        let options = options(py, rules, symbols)?;
        let text = Cells::read(text)?.into_text();
        only(py, text.as_bytes(), "string", &options)
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
        let source = Source::open(&path).map_err(|error| errors::input_error(py, &error))?;
        let name = source.name().to_owned();
        only(py, source, &name, &options)
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
        let read = || {
            let source = Source::open(&path)?;
            let name = source.name().to_owned();
            text::read(source, &name, &options)
                .map(|entry| entry.map(Puzzle::of))
                .collect::<std::result::Result<Vec<Puzzle>, InputError>>()
        };
        py.detach(read)
            .map_err(|error| errors::input_error(py, &error))
    }

    /// The number N of rows, columns and digits.
    #[getter]
    fn size(&self) -> usize {
        self.puzzle.size().side()
    }

    /// The rules as statements, which `rules` accepts again.
    #[getter]
    fn rules(&self) -> Vec<String> {
        print::statements(self.puzzle.rules().spec())
    }

    /// The rows, each a list of digits from 1, with `None` for a blank.
    #[getter]
    fn rows(&self) -> Vec<Vec<Option<usize>>> {
        let size = self.puzzle.size();
        let clue = |cell| self.puzzle.clue(cell).map(Digit::value);
        let row = |row| {
            (0..size.side())
                .map(|col| clue(Cell::new(row, col)))
                .collect()
        };
        (0..size.side()).map(row).collect()
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
    /// confirmed by a second search where that is possible; with `prove` it is proved, and the
    /// proof is checked. `Result.evidence` says which.
    #[pyo3(signature = (engine = "cdcl", *, unique = false, count = 1, time_limit = None, prove = false))]
    fn solve(
        &self,
        py: Python<'_>,
        engine: &str,
        unique: bool,
        count: u64,
        time_limit: Option<f64>,
        prove: bool,
    ) -> PyResult<Result> {
        let engine = shared_engine(engine).map_err(|failure| errors::engine_error(&failure))?;
        if count == 0 {
            return Err(PyValueError::new_err("found count 0, expected at least 1"));
        }
        let limit = if unique { count.max(2) } else { count };
        let mut request = Request::new(Limit::count(limit));
        request.proof = match prove {
            true => Proof::Checked,
            false => Proof::Confirmed,
        };
        let mut budget = Budget::unlimited();
        if let Some(seconds) = time_limit {
            let time = Duration::try_from_secs_f64(seconds).map_err(value_error)?;
            budget = budget.with_time(time);
        }
        let solved = wait(py, |interrupt| {
            let budget = budget.with_interrupt(interrupt.clone());
            engine::solve(&*engine, &self.puzzle, &request, &budget)
        })?;
        let (outcome, grids) = solved.map_err(|failure| errors::engine_error(&failure))?;
        for grid in &grids {
            // The reader is checked too: the answer keeps the text of the cells.
            check::tokens(&self.tokens, self.puzzle.symbols(), grid)
                .map_err(|fault| errors::EngineError::new_err(fault.to_string()))?;
        }
        let grids = grids
            .into_iter()
            .map(|grid| Py::new(py, Grid::new(&self.puzzle, grid)));
        let grids = grids.collect::<PyResult<Vec<_>>>()?;
        Ok(Result::new(engine.name().to_owned(), outcome, grids))
    }

    /// Raises `WrongAnswer` if an answer does not solve the puzzle. The answer is a grid, a text
    /// in the puzzle's symbols, or rows of digits from 1.
    fn check(&self, py: Python<'_>, answer: &Bound<'_, PyAny>) -> PyResult<()> {
        let grid = match answer.cast::<Grid>() {
            Ok(grid) => grid.get().grid().clone(),
            Err(_) => match Cells::read(answer)? {
                Cells::Rows(rows) => grid_of(&rows)?,
                Cells::Text(text) => self.grid_in(py, &text)?,
            },
        };
        check::grid(&self.puzzle, &grid).map_err(|fault| WrongAnswer::new_err(fault.to_string()))
    }

    fn __str__(&self) -> String {
        self.puzzle.to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!(
            "<sudosat.Puzzle {}, {} clues>",
            self.puzzle.size(),
            self.puzzle.num_clues()
        )
    }

    fn _repr_html_(&self) -> String {
        grid::picture(&*self.puzzle)
    }
}

impl Puzzle {
    /// Returns the full grid of a text in the puzzle's symbols.
    fn grid_in(&self, py: Python<'_>, text: &str) -> PyResult<sudoku::Grid> {
        let options = Options {
            symbols: Some(stated(self.puzzle.symbols())),
            ..Options::default()
        };
        let read = only(py, text.as_bytes(), "answer", &options)?;
        let full = read.puzzle.as_grid();
        full.ok_or_else(|| WrongAnswer::new_err("the answer has blank cells"))
    }

    fn of(entry: Entry) -> Puzzle {
        Puzzle {
            puzzle: Arc::new(entry.puzzle),
            tokens: entry.tokens,
            name: entry.name,
        }
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

/// Reads the only puzzle of an input.
fn only(py: Python<'_>, input: impl BufRead, name: &str, options: &Options) -> PyResult<Puzzle> {
    let mut entries = text::read(input, name, options);
    let read = match (entries.next(), entries.next()) {
        (None, _) => Err(InputError::whole(name, "found no puzzle, expected one")),
        (Some(first), None) => first,
        (Some(Err(error)), _) | (_, Some(Err(error))) => Err(error),
        (_, Some(Ok(second))) => Err(InputError {
            line: Some(second.line),
            ..InputError::whole(name, "found a second puzzle, expected one")
        }),
    };
    read.map(Puzzle::of)
        .map_err(|error| errors::input_error(py, &error))
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

/// Returns the grid of these rows of digits from 1.
fn grid_of(rows: &[Vec<Option<usize>>]) -> PyResult<sudoku::Grid> {
    let side = rows.len();
    let size = Size::new(side).filter(|_| rows.iter().all(|row| row.len() == side));
    let size = size.ok_or_else(|| {
        let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
        PyValueError::new_err(format!(
            "found rows of {lengths:?} cells, expected N rows of N cells"
        ))
    })?;
    let digit = |(cell, value): (Cell, &Option<usize>)| match value {
        None | Some(0) => Err(WrongAnswer::new_err(format!("{cell} is blank"))),
        Some(value) => Digit::from_value(*value, size).ok_or_else(|| {
            PyValueError::new_err(format!(
                "{cell}: found {value}, expected a digit from 1 to {side}"
            ))
        }),
    };
    let values = rows.iter().flatten();
    let digits = size
        .cells()
        .zip(values)
        .map(digit)
        .collect::<PyResult<Vec<Digit>>>()?;
    Ok(sudoku::Grid::new(size, digits))
}

/// Returns the error for a name that is not among `known`.
fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> PyErr {
    let known: Vec<&str> = known.collect();
    PyValueError::new_err(format!(
        "no {what} is called {name:?}; there are {}",
        known.join(", ")
    ))
}
