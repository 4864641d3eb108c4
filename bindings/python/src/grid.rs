//! A filled grid, and pictures for notebooks.

use crate::puzzle::{Puzzle, Reduced};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use sudosat::sudoku::print::{self, Cells};
use sudosat::sudoku::{self, Cell};

/// A filled grid: a sequence of rows, each a list of digits from 1. `str()` prints it in the
/// symbols of its puzzle.
#[pyclass(frozen, sequence, module = "sudosat", eq, hash)]
pub(crate) struct Grid {
    puzzle: Arc<sudoku::Puzzle>,
    grid: sudoku::Grid,
}

impl PartialEq for Grid {
    fn eq(&self, other: &Grid) -> bool {
        self.grid == other.grid
    }
}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.grid.hash(state);
    }
}

impl Grid {
    pub(crate) fn new(puzzle: &Arc<sudoku::Puzzle>, grid: sudoku::Grid) -> Grid {
        let puzzle = Arc::clone(puzzle);
        Grid { puzzle, grid }
    }

    pub(crate) fn grid(&self) -> &sudoku::Grid {
        &self.grid
    }

    /// Returns the rows as a list of Python's.
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.rows())?.into_any())
    }
}

#[pymethods]
impl Grid {
    /// The rows, each a list of digits from 1, with `None` where several grids leave a gap.
    #[getter]
    fn rows(&self) -> Vec<Vec<Option<usize>>> {
        let size = self.grid.size();
        let value = |cell: Option<Cell>| Some(self.grid.digit(cell?).value());
        (0..size.rows())
            .map(|row| size.row(row).map(value).collect())
            .collect()
    }

    /// The grid on one line, as lists of puzzles have it.
    #[getter]
    fn line(&self) -> String {
        trimmed(print::line(&self.puzzle.answer(&self.grid)))
    }

    fn __len__(&self) -> usize {
        self.grid.size().rows()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        row: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.get_item(row)
    }

    fn __contains__(&self, py: Python<'_>, row: Bound<'_, PyAny>) -> PyResult<bool> {
        self.list(py)?.contains(row)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.call_method0("__iter__")
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.call_method0("__reversed__")
    }

    /// Returns the index of the first row that equals `row`, as lists do.
    #[pyo3(signature = (row, *range), text_signature = "($self, row, start=0, stop=sys.maxsize, /)")]
    fn index<'py>(
        &self,
        py: Python<'py>,
        row: Bound<'py, PyAny>,
        range: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut arguments = vec![row];
        arguments.extend(range);
        let arguments = PyTuple::new(py, arguments)?;
        self.list(py)?.call_method1("index", arguments)
    }

    /// Returns the number of rows that equal `row`.
    fn count<'py>(&self, py: Python<'py>, row: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.call_method1("count", (row,))
    }

    fn __str__(&self) -> String {
        trimmed(print::plain(&self.puzzle.answer(&self.grid)))
    }

    fn __repr__(&self) -> String {
        format!("<sudosat.Grid {}>", self.line())
    }

    fn _repr_html_(&self) -> String {
        picture(&self.puzzle.answer(&self.grid))
    }

    /// A grid is pickled with its puzzle.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Vec<usize>,)>> {
        let puzzle = Py::new(py, Puzzle::new_of(&self.puzzle, "grid"))?;
        let size = self.grid.size();
        let digits = size.cells().map(|cell| self.grid.digit(cell).value());
        Ok((puzzle.bind(py).getattr("_grid")?, (digits.collect(),)))
    }
}

/// Returns the SVG picture of a grid as HTML of a readable size.
pub(crate) fn picture(cells: &impl Cells) -> String {
    framed(print::svg(cells))
}

fn framed(svg: impl Display) -> String {
    format!("<div style=\"max-width: 22em\">{svg}</div>")
}

/// Returns a text without the line end that the program's printers write.
fn trimmed(printed: impl Display) -> String {
    printed.to_string().trim_end().to_owned()
}
