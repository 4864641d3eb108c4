//! The Python module `sudosat`.
//!
//! It translates Python's types and calls to those of the crate and back, and contains no
//! algorithm. A file holds a class or two:
//!
//! | file | what it holds |
//! |---|---|
//! | `puzzle.rs` | `Puzzle`: reading, encoding, solving, checking |
//! | `grid.rs` | `Grid`, a filled grid; pictures for notebooks |
//! | `result.rs` | `Result`, the answer about a puzzle |
//! | `formula.rs` | `Formula`: a puzzle as clauses |
//! | `solver.rs` | `Solver`, with the names of PySAT |
//! | `lits.rs` | literals and clauses from Python's integers |
//! | `rows.rs` | grids from Python's lists |
//! | `values.rs` | integers of any size, and values in messages |
//! | `cover.rs` | `cover`: exact cover |
//! | `errors.rs` | the exceptions |
//! | `wait.rs` | work without the GIL that Ctrl-C ends |
//!
//! `sudosat.pyi` has the types and the documentation of every name; `tests/test_stubs.py`
//! compares it with the module.

mod cover;
mod errors;
mod formula;
mod grid;
mod lits;
mod puzzle;
mod result;
mod rows;
mod solver;
mod values;
mod wait;

/// Sudoku as SAT and as exact cover, with every answer checked; an incremental SAT solver.
#[pyo3::pymodule(name = "sudosat")]
mod module {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::cover::{Cover, cover};
    #[pymodule_export]
    use crate::errors::{EngineError, InputError, WrongAnswer};
    #[pymodule_export]
    use crate::formula::Formula;
    #[pymodule_export]
    use crate::grid::Grid;
    #[pymodule_export]
    use crate::puzzle::Puzzle;
    #[pymodule_export]
    use crate::result::Result;
    #[pymodule_export]
    use crate::solver::{Models, Solver};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        crate::errors::add_defaults(py)?;
        // As of the classes; a function has the name of the extension module otherwise.
        module.getattr("cover")?.setattr("__module__", "sudosat")?;
        let sequence = py.import("collections.abc")?.getattr("Sequence")?;
        sequence.call_method1("register", (py.get_type::<Grid>(),))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
