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
//! | `state.rs` | what a `Solver` holds until it is deleted |
//! | `arguments.rs` | the arguments of `Solver` |
//! | `models.rs` | `Models`, the iterator of `Solver.enum_models` |
//! | `external.rs` | a propagator written in Python |
//! | `proof.rs` | proofs that a `Solver` records; `verify` |
//! | `lits.rs` | literals and clauses from Python's integers |
//! | `rows.rs` | grids from Python's lists |
//! | `values.rs` | integers of any size, and values in messages |
//! | `cover.rs` | `cover`: exact cover |
//! | `errors.rs` | the exceptions |
//! | `wait.rs` | work without the GIL that Ctrl-C ends |
//!
//! `python/sudosat/__init__.pyi` has the types and the documentation of every name; `tests/test_stubs.py`
//! compares it with the module.

mod arguments;
mod cover;
mod errors;
mod external;
mod formula;
mod grid;
mod lits;
mod models;
mod proof;
mod puzzle;
mod result;
mod rows;
mod solver;
mod state;
mod values;
mod wait;

/// Sudoku as SAT and as exact cover, with every answer checked; an incremental SAT solver.
#[pyo3::pymodule(name = "sudosat")]
mod module {
    use pyo3::prelude::*;
    use pyo3::types::PyString;

    #[pymodule_export]
    use crate::cover::{Cover, cover};
    #[pymodule_export]
    use crate::errors::{EngineError, InputError, WrongAnswer};
    #[pymodule_export]
    use crate::formula::Formula;
    #[pymodule_export]
    use crate::grid::Grid;
    #[pymodule_export]
    use crate::models::Models;
    #[pymodule_export]
    use crate::proof::verify;
    #[pymodule_export]
    use crate::puzzle::Puzzle;
    #[pymodule_export]
    use crate::result::Result;
    #[pymodule_export]
    use crate::solver::Solver;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        crate::errors::add_defaults(py)?;
        // As of the classes; a function has the name of the extension module otherwise.
        for function in ["cover", "verify"] {
            module.getattr(function)?.setattr("__module__", "sudosat")?;
        }
        // Not among the names of the package: only pickled objects refer to them.
        for restore in [
            wrap_pyfunction!(crate::puzzle::_puzzle, module)?,
            wrap_pyfunction!(crate::result::_result, module)?,
        ] {
            module.setattr(restore.getattr("__name__")?.cast::<PyString>()?, restore)?;
        }
        let sequence = py.import("collections.abc")?.getattr("Sequence")?;
        sequence.call_method1("register", (py.get_type::<Grid>(),))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
