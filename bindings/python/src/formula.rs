//! A puzzle as clauses.

use crate::errors::{self, value_error};
use crate::grid::Grid;
use crate::lits;
use crate::puzzle::{Puzzle, Reduced, file};
use crate::values::Int;
use crate::wait::{interrupted, wait};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use sudosat::budget::Interrupt;
use sudosat::encode::{self, Encoding, FormulaSize, Layout};
use sudosat::engine::memory;
use sudosat::formula::{ClauseSink, Cnf, Lit, Var, dimacs};
use sudosat::io::{OutputError, Overwrite, Target};
use sudosat::sudoku::{self, Candidate, Cell, Digit};

/// Estimated bytes of Python memory for one literal of a formula as lists: a pointer of 8
/// bytes, and a share of its integer.
const BYTES: u64 = 16;
/// Estimated bytes of an empty list in Python (56 in CPython), rounded up to a power of two.
const LIST: u64 = 64;
/// Number of clauses that become lists between two looks for signals and for other threads
/// that wait for the GIL: a few milliseconds.
const CLAUSES: usize = 4096;

/// The formula of a puzzle. It has what PySAT's solvers take: `clauses`, and iteration over
/// the clauses.
#[pyclass(frozen, module = "sudosat")]
pub(crate) struct Formula {
    puzzle: Arc<sudoku::Puzzle>,
    name: String,
    encoding: Encoding,
    layout: Layout,
    size: FormulaSize,
}

impl Formula {
    pub(crate) fn new(
        puzzle: &Arc<sudoku::Puzzle>,
        name: &str,
        encoding: Encoding,
    ) -> PyResult<Formula> {
        encoding.expresses(puzzle.rules()).map_err(value_error)?;
        let layout = Layout::default();
        let size = encode::size(puzzle, &encoding, layout);
        size.fits().map_err(value_error)?;
        Ok(Formula {
            puzzle: Arc::clone(puzzle),
            name: name.to_owned(),
            encoding,
            layout,
            size,
        })
    }

    /// Returns the clauses in memory.
    fn cnf(&self, py: Python<'_>) -> PyResult<Cnf> {
        let (lits, clauses) = (self.size.lits, self.size.clauses);
        let lists = (lits.saturating_mul(BYTES)).saturating_add(clauses.saturating_mul(LIST));
        if lists > memory::total() {
            let message = format!("{clauses} clauses do not fit into memory; write() needs none");
            return Err(PyMemoryError::new_err(message));
        }
        wait(py, |interrupt| {
            let cnf = Cnf::new(self.size.vars as usize);
            let mut sink = Interruptible(cnf, interrupt);
            encode::formula(&self.puzzle, &self.encoding, self.layout, &mut sink)?;
            Ok(sink.0)
        })?
    }

    fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        let mut writer = dimacs::Writer::new(out);
        for comment in encode::comments(&self.puzzle, &self.name, &self.encoding, self.layout) {
            writer.comment(&comment)?;
        }
        writer.header(self.size.vars as usize, self.size.clauses)?;
        encode::formula(&self.puzzle, &self.encoding, self.layout, &mut writer)?;
        writer.finish()?;
        Ok(())
    }
}

/// A receiver of clauses or bytes that refuses them when the interrupt is raised.
struct Interruptible<'a, T>(T, &'a Interrupt);

impl<T> Interruptible<'_, T> {
    fn check(&self) -> io::Result<()> {
        match self.1.is_raised() {
            true => Err(interrupted()),
            false => Ok(()),
        }
    }
}

impl ClauseSink for Interruptible<'_, Cnf> {
    type Error = io::Error;

    fn clause(&mut self, lits: &[Lit]) -> io::Result<()> {
        self.check()?;
        self.0.add_clause(lits);
        Ok(())
    }
}

impl<W: Write> Write for Interruptible<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check()?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[pymethods]
impl Formula {
    /// The number of variables.
    #[getter]
    fn variables(&self) -> u64 {
        self.size.vars
    }

    /// The clauses, a list of lists of literals.
    #[getter]
    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let cnf = self.cnf(py)?;
        let list = PyList::empty(py);
        for (index, clause) in cnf.clauses().enumerate() {
            if index % CLAUSES == CLAUSES - 1 {
                py.check_signals()?;
                py.detach(|| {});
            }
            list.append(lits::numbers(clause.iter().copied()))?;
        }
        Ok(list)
    }

    /// The name of the encoding.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.encoding.name
    }

    /// The formula as text in DIMACS. Its comments contain the puzzle, so that `sudosat
    /// decode` needs nothing else.
    fn to_dimacs(&self, py: Python<'_>) -> PyResult<String> {
        let text = wait(py, |interrupt| {
            let mut text = Interruptible(Vec::new(), interrupt);
            self.write_to(&mut text).map(|()| text.0)
        })??;
        String::from_utf8(text).map_err(value_error)
    }

    /// Writes the formula to a file in DIMACS, completely or not at all. A name that ends in
    /// `.gz` or `.xz` is compressed. An existing file is only replaced with `force`.
    #[pyo3(signature = (path, *, force = false))]
    fn write(&self, py: Python<'_>, path: PathBuf, force: bool) -> PyResult<()> {
        let path = file(path);
        let overwrite = match force {
            true => Overwrite::Always,
            false => Overwrite::Never,
        };
        let written = wait(py, |interrupt| -> Result<(), OutputError> {
            let mut target = Target::create(&path, overwrite)?;
            self.write_to(&mut Interruptible(&mut target, interrupt))?;
            target.commit()
        })?;
        written.map_err(|error| errors::unwritable(py, &error, &path))
    }

    /// Returns the variable that says that a cell holds a digit. All three are numbered from 1.
    fn variable(&self, row: Int, column: Int, digit: Int) -> PyResult<i32> {
        let size = self.puzzle.size();
        let side = size.side();
        let most = side.max(size.rows()).max(size.cols());
        let number = |value: &Int| value.size().filter(|value| (1..=most).contains(value));
        let cell = number(&row).zip(number(&column));
        let cell = cell.map(|(row, column)| Cell::new(row - 1, column - 1));
        let digit_of = number(&digit).and_then(|value| Digit::from_value(value, size));
        match (cell.filter(|&cell| size.has(cell)), digit_of) {
            (Some(cell), Some(digit)) => {
                let candidate = Candidate::new(cell, digit);
                Ok(self.layout.numbering.var(candidate, size).to_dimacs())
            }
            _ => Err(PyValueError::new_err(format!(
                "found ({row}, {column}, {digit}), expected row, column and digit from 1 to {side}"
            ))),
        }
    }

    /// Returns `(row, column, digit)` of a variable, or `None` for an auxiliary variable.
    fn meaning(&self, variable: Int) -> PyResult<Option<(usize, usize, usize)>> {
        let vars = self.size.vars;
        let number = variable
            .value()
            .filter(|number| (1..=vars).contains(number));
        let number = number.ok_or_else(|| {
            let message = format!("found {variable}, expected a variable: 1 to {vars}");
            PyValueError::new_err(message)
        })?;
        let var = Var::new(number as usize - 1);
        let candidate = self.layout.numbering.candidate(var, self.puzzle.size());
        Ok(candidate
            .map(|Candidate { cell, digit }| (cell.row() + 1, cell.col() + 1, digit.value())))
    }

    /// Returns the grid of a model: an iterable of literals, from any solver.
    fn decode(&self, model: &Bound<'_, PyAny>) -> PyResult<Grid> {
        let size = self.puzzle.size();
        let candidates = self.layout.numbering.num_vars(size);
        let mut lits = lits::read(model)?;
        // Other variables are auxiliary.
        lits.retain(|lit| lit.var().index() < candidates);
        let grid = encode::decode(size, lits).map_err(value_error)?;
        Ok(Grid::new(&self.puzzle, grid))
    }

    fn __len__(&self) -> usize {
        self.size.clauses as usize
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.clauses(py)?.try_iter()
    }

    /// A formula is pickled as its puzzle and its encoding.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, ()>> {
        let puzzle = Py::new(py, Puzzle::new_of(&self.puzzle, &self.name))?;
        let encode = puzzle.bind(py).getattr("encode")?;
        let options = PyDict::new(py);
        options.set_item("at_most_one", self.encoding.at_most_one.name())?;
        let partial = py.import("functools")?.getattr("partial")?;
        let restore = partial.call((encode, self.encoding.name), Some(&options))?;
        Ok((restore, ()))
    }

    fn __repr__(&self) -> String {
        format!(
            "<sudosat.Formula {}: {} variables, {} clauses>",
            self.encoding.name, self.size.vars, self.size.clauses
        )
    }
}
