//! A puzzle as clauses.

use crate::errors::value_error;
use crate::grid::Grid;
use crate::lits;
use pyo3::exceptions::{PyFileExistsError, PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use sudosat::encode::{self, Encoding, FormulaSize, Layout};
use sudosat::engine::memory;
use sudosat::formula::{Cnf, Var, dimacs};
use sudosat::io::{Overwrite, Target};
use sudosat::sudoku::{self, Candidate, Cell, Digit};

/// Estimated bytes of Python memory for one literal of a formula as lists: a pointer of 8
/// bytes, and a share of its integer.
const BYTES: u64 = 16;
/// Estimated bytes of an empty list in Python (56 in CPython), rounded up to a power of two.
const LIST: u64 = 64;

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

    fn cnf(&self) -> PyResult<Cnf> {
        let (lits, clauses) = (self.size.lits, self.size.clauses);
        let lists = (lits.saturating_mul(BYTES)).saturating_add(clauses.saturating_mul(LIST));
        if lists > memory::total() {
            let message = format!("{clauses} clauses do not fit into memory; write() needs none");
            return Err(PyMemoryError::new_err(message));
        }
        Ok(encode::cnf(&self.puzzle, &self.encoding))
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

#[pymethods]
impl Formula {
    /// The number of variables.
    #[getter]
    fn variables(&self) -> u64 {
        self.size.vars
    }

    /// The clauses, a list of lists of literals.
    #[getter]
    fn clauses(&self) -> PyResult<Vec<Vec<i32>>> {
        let cnf = self.cnf()?;
        let clauses = cnf.clauses();
        Ok(clauses
            .map(|clause| lits::numbers(clause.iter().copied()))
            .collect())
    }

    /// The name of the encoding.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.encoding.name
    }

    /// The formula as text in DIMACS. Its comments contain the puzzle, so that `sudosat
    /// decode` needs nothing else.
    fn to_dimacs(&self, py: Python<'_>) -> PyResult<String> {
        let text = py.detach(|| {
            let mut text = Vec::new();
            self.write_to(&mut text).map(|()| text)
        })?;
        String::from_utf8(text).map_err(value_error)
    }

    /// Writes the formula to a file in DIMACS, completely or not at all. A name that ends in
    /// `.gz` or `.xz` is compressed. An existing file is only replaced with `force`.
    #[pyo3(signature = (path, *, force = false))]
    fn write(&self, py: Python<'_>, path: PathBuf, force: bool) -> PyResult<()> {
        let overwrite = match force {
            true => Overwrite::Always,
            false => Overwrite::Never,
        };
        let os_error = |error: sudosat::io::OutputError| match error {
            sudosat::io::OutputError::Exists { .. } => {
                PyFileExistsError::new_err(error.to_string())
            }
            _ => PyOSError::new_err(error.to_string()),
        };
        py.detach(|| {
            let mut target = Target::create(&path, overwrite).map_err(os_error)?;
            self.write_to(&mut target)?;
            target.commit().map_err(os_error)
        })
    }

    /// Returns the variable that says that a cell holds a digit. All three are numbered from 1.
    fn variable(&self, row: usize, column: usize, digit: usize) -> PyResult<i32> {
        let size = self.puzzle.size();
        let side = size.side();
        let range = 1..=side;
        match Digit::from_value(digit, size) {
            Some(digit) if range.contains(&row) && range.contains(&column) => {
                let cell = Cell::new(row - 1, column - 1);
                let candidate = Candidate::new(cell, digit);
                Ok(self.layout.numbering.var(candidate, size).to_dimacs())
            }
            _ => Err(PyValueError::new_err(format!(
                "found ({row}, {column}, {digit}), expected row, column and digit from 1 to {side}"
            ))),
        }
    }

    /// Returns `(row, column, digit)` of a variable, or `None` for an auxiliary variable.
    fn meaning(&self, variable: u64) -> PyResult<Option<(usize, usize, usize)>> {
        if variable == 0 || variable > self.size.vars {
            let message = format!(
                "found {variable}, expected a variable: 1 to {}",
                self.size.vars
            );
            return Err(PyValueError::new_err(message));
        }
        let var = Var::new(variable as usize - 1);
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

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.clauses()?)?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        format!(
            "<sudosat.Formula {}: {} variables, {} clauses>",
            self.encoding.name, self.size.vars, self.size.clauses
        )
    }
}
