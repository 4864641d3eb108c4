//! The arguments of `Solver`, as PySAT's class `Solver` and its classes for each solver have them.

use crate::proof::Format;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

/// The arguments in the order of PySAT's classes for each solver.
const NAMES: [&str; 5] = [
    "bootstrap_with",
    "use_timer",
    "incr",
    "with_proof",
    "warm_start",
];
/// Arguments that PySAT has by name only, which have no effect here: at-most-k constraints are
/// always there, and the solver makes no variables that a pool would have to know.
const BY_NAME: [&str; 2] = ["native_card", "sync_with"];

/// The arguments that have an effect.
pub(crate) struct Arguments<'py> {
    pub(crate) bootstrap_with: Option<Bound<'py, PyAny>>,
    pub(crate) with_proof: Option<Format>,
}

impl<'py> Arguments<'py> {
    /// Reads the arguments. PySAT's class `Solver` has one more in front of `NAMES`, the name of a
    /// solver, which is left out.
    pub(crate) fn read(
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Arguments<'py>> {
        let mut values = [const { None }; NAMES.len()];
        let mut has_name = false;
        for (place, value) in args.iter().enumerate() {
            if place == 0 && value.is_instance_of::<PyString>() {
                check_name(&value)?;
                has_name = true;
                continue;
            }
            match values.get_mut(place - usize::from(has_name)) {
                Some(slot) => *slot = Some(value),
                None => return Err(PyTypeError::new_err("Solver() got too many arguments")),
            }
        }
        for (key, value) in kwargs.into_iter().flatten() {
            let key: String = key.extract()?;
            let slot = NAMES.iter().position(|&name| name == key);
            let is_new = match slot {
                Some(slot) => values[slot].replace(value).is_none(),
                None if key == "name" => {
                    check_name(&value)?;
                    !has_name
                }
                None if BY_NAME.contains(&key.as_str()) => true,
                None => {
                    let message = format!("Solver() got an unexpected keyword argument '{key}'");
                    return Err(PyTypeError::new_err(message));
                }
            };
            if !is_new {
                let message = format!("Solver() got multiple values for argument '{key}'");
                return Err(PyTypeError::new_err(message));
            }
        }
        let [bootstrap_with, _use_timer, _incr, with_proof, _warm_start] = values;
        let with_proof = with_proof.map(|value| Format::of(&value)).transpose()?;
        Ok(Arguments {
            bootstrap_with: bootstrap_with.filter(|clauses| !clauses.is_none()),
            with_proof: with_proof.flatten(),
        })
    }
}

/// Refuses a text that is no name of a solver, such as the path of a formula.
fn check_name(name: &Bound<'_, PyAny>) -> PyResult<()> {
    let Ok(text) = name.extract::<String>() else {
        return Ok(());
    };
    let is_name = |symbol: char| symbol.is_ascii_alphanumeric() || "-_".contains(symbol);
    match text.chars().all(is_name) {
        true => Ok(()),
        false => Err(PyValueError::new_err(format!(
            "Solver(): found {text:?}, expected clauses, or the name of a solver, such as \"cadical195\""
        ))),
    }
}
