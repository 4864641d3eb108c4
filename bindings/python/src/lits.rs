//! Literals and clauses from Python's integers.

use pyo3::exceptions::{PyNotImplementedError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use sudosat::formula::{Lit, Var};

/// Replaces the content of `into` by the literals of an iterable of integers.
pub(crate) fn read_into(iterable: &Bound<'_, PyAny>, into: &mut Vec<Lit>) -> PyResult<()> {
    into.clear();
    // Lists and tuples are read without an iterator of Python's, which takes twice the time.
    if let Ok(list) = iterable.cast::<PyList>() {
        for item in list {
            into.push(lit(&item)?);
        }
    } else if let Ok(tuple) = iterable.cast::<PyTuple>() {
        for item in tuple {
            into.push(lit(&item)?);
        }
    } else {
        for item in iterable.try_iter()? {
            into.push(lit(&item?)?);
        }
    }
    Ok(())
}

/// Returns the literals of an iterable of integers.
pub(crate) fn read(iterable: &Bound<'_, PyAny>) -> PyResult<Vec<Lit>> {
    let mut lits = Vec::new();
    read_into(iterable, &mut lits)?;
    Ok(lits)
}

/// Returns the numbers of literals.
pub(crate) fn numbers(lits: impl IntoIterator<Item = Lit>) -> Vec<i32> {
    lits.into_iter().map(Lit::to_dimacs).collect()
}

fn lit(item: &Bound<'_, PyAny>) -> PyResult<Lit> {
    let number: i32 = match item.extract() {
        Ok(number) => number,
        Err(error) if error.is_instance_of::<PyOverflowError>(item.py()) => {
            return Err(no_lit(item));
        }
        Err(error) => return Err(error),
    };
    Lit::from_dimacs(number).ok_or_else(|| no_lit(item))
}

fn no_lit(item: &Bound<'_, PyAny>) -> PyErr {
    let limit = Var::LIMIT;
    let message = format!("found {item}, expected a literal: 1 to {limit} or -1 to -{limit}");
    PyValueError::new_err(message)
}

/// Returns the clauses of a formula: of its attribute `clauses`, if it has one, and otherwise
/// of the iterable itself.
///
/// # Errors
/// If the formula has constraints that are no clauses, in the attribute `atmosts` of PySAT's
/// `CNFPlus`.
pub(crate) fn clauses<'py>(formula: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if let Some(others) = formula.getattr_opt("atmosts")?
        && others.is_truthy()?
    {
        let message = "at-most-k constraints are not supported: encode them as clauses";
        return Err(PyNotImplementedError::new_err(message));
    }
    Ok(formula
        .getattr_opt("clauses")?
        .unwrap_or_else(|| formula.clone()))
}

/// Calls `add` with each clause of a formula. An error names the clause.
pub(crate) fn each_clause(
    formula: &Bound<'_, PyAny>,
    mut add: impl FnMut(&[Lit]) -> PyResult<()>,
) -> PyResult<()> {
    let mut lits = Vec::new();
    for (index, clause) in clauses(formula)?.try_iter()?.enumerate() {
        read_into(&clause?, &mut lits).map_err(|error| in_clause(formula.py(), index, &error))?;
        add(&lits)?;
    }
    Ok(())
}

/// Returns the error with the number of the clause before its text.
fn in_clause(py: Python<'_>, index: usize, error: &PyErr) -> PyErr {
    let message = format!("clause {}: {}", index + 1, error.value(py));
    PyErr::from_type(error.get_type(py), message)
}
