//! A filled grid, and pictures for notebooks.

use pyo3::prelude::*;
use pyo3::types::PyList;
use std::fmt::Display;
use std::sync::Arc;
use sudosat::sudoku::print::{self, Cells};
use sudosat::sudoku::{self, Digit};

/// A filled grid: a sequence of rows, each a list of digits from 1. `str()` prints it in the
/// symbols of its puzzle.
#[pyclass(frozen, module = "sudosat", eq)]
pub(crate) struct Grid {
    puzzle: Arc<sudoku::Puzzle>,
    grid: sudoku::Grid,
}

impl PartialEq for Grid {
    fn eq(&self, other: &Grid) -> bool {
        self.grid == other.grid
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
}

#[pymethods]
impl Grid {
    /// The rows, each a list of digits from 1.
    #[getter]
    fn rows(&self) -> Vec<Vec<usize>> {
        let side = self.grid.size().side();
        let values = |row: &[Digit]| row.iter().map(|digit| digit.value()).collect();
        self.grid.digits().chunks(side).map(values).collect()
    }

    /// The grid on one line, as lists of puzzles have it.
    #[getter]
    fn line(&self) -> String {
        trimmed(print::line(&self.puzzle.answer(&self.grid)))
    }

    fn __len__(&self) -> usize {
        self.grid.size().side()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        row: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(py, self.rows())?.as_any().get_item(row)
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
