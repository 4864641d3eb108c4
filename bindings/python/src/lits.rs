//! Literals and clauses from Python's integers.

use crate::values::{integer, iterate, shown, shown_with_type};
use pyo3::exceptions::{PyNotImplementedError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::fmt;
use sudosat::formula::{Lit, Var};

/// The clause that an error is in: its number from 1, unless there is only one.
#[derive(Clone, Copy)]
struct Place(Option<usize>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(number) => write!(f, "clause {number}: "),
            None => Ok(()),
        }
    }
}

/// Replaces the content of `into` by the literals of an iterable of integers. An exception
/// that the iterable raises is returned unchanged; other errors name the place.
fn read_into(iterable: &Bound<'_, PyAny>, into: &mut Vec<Lit>, place: Place) -> PyResult<()> {
    into.clear();
    // Lists and tuples are read without an iterator of Python's, which takes twice the time.
    if let Ok(list) = iterable.cast::<PyList>() {
        for item in list {
            into.push(lit(&item, place)?);
        }
    } else if let Ok(tuple) = iterable.cast::<PyTuple>() {
        for item in tuple {
            into.push(lit(&item, place)?);
        }
    } else {
        let items = iterate(iterable)?.ok_or_else(|| {
            let found = shown_with_type(iterable);
            PyTypeError::new_err(format!(
                "{place}found {found}, expected an iterable of literals"
            ))
        })?;
        for item in items {
            into.push(lit(&item?, place)?);
        }
    }
    Ok(())
}

/// Returns the literals of an iterable of integers.
pub(crate) fn read(iterable: &Bound<'_, PyAny>) -> PyResult<Vec<Lit>> {
    let mut lits = Vec::new();
    read_into(iterable, &mut lits, Place(None))?;
    Ok(lits)
}

/// Returns the numbers of literals.
pub(crate) fn numbers(lits: impl IntoIterator<Item = Lit>) -> Vec<i32> {
    lits.into_iter().map(Lit::to_dimacs).collect()
}

fn lit(item: &Bound<'_, PyAny>, place: Place) -> PyResult<Lit> {
    if let Ok(number) = item.extract::<i32>()
        && let Some(lit) = Lit::from_dimacs(number)
    {
        return Ok(lit);
    }
    let limit = Var::LIMIT;
    let expected = format!("expected a literal: 1 to {limit} or -1 to -{limit}");
    Err(match integer(item)? {
        Some(number) => {
            PyValueError::new_err(format!("{place}found {}, {expected}", shown(&number)))
        }
        None => PyTypeError::new_err(format!(
            "{place}found {}, {expected}",
            shown_with_type(item)
        )),
    })
}

/// Returns the groups of literals of which at most one is true: the constraints in the
/// attribute `atmosts` of PySAT's `CNFPlus`, or none.
///
/// # Errors
/// If a constraint has another bound than 1, or weights.
pub(crate) fn at_most_ones(formula: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<Lit>>> {
    let mut groups = Vec::new();
    let constraints = formula.getattr_opt("atmosts")?;
    let Some(constraints) = constraints.filter(|constraints| !constraints.is_none()) else {
        return Ok(groups);
    };
    for (index, constraint) in constraints.try_iter()?.enumerate() {
        let constraint = constraint?;
        let bound = constraint.get_item(1)?;
        let is_weighted = constraint.len()? > 2 && constraint.get_item(2)?.is_truthy()?;
        if is_weighted || !bound.eq(1)? {
            let weights = if is_weighted { " with weights" } else { "" };
            return Err(PyNotImplementedError::new_err(format!(
                "at-most-k constraint {}: found k={}{weights}, expected k=1 without weights: \
                 encode others as clauses",
                index + 1,
                shown(&bound)
            )));
        }
        groups.push(read(&constraint.get_item(0)?)?);
    }
    Ok(groups)
}

/// Calls `add` with each clause of a formula, as iteration gives them: PySAT's formulas become
/// clauses only when they are iterated. The attribute `clauses` is taken where there is no
/// iteration, and where there are constraints in `atmosts`, which iteration would mix with the
/// clauses.
pub(crate) fn each_clause(
    formula: &Bound<'_, PyAny>,
    mut add: impl FnMut(&[Lit]) -> PyResult<()>,
) -> PyResult<()> {
    let constraints = formula.getattr_opt("atmosts")?;
    let has_constraints = constraints.is_some_and(|constraints| !constraints.is_none());
    let clauses = match iterate(formula)? {
        Some(clauses) if !has_constraints => clauses,
        _ => match formula.getattr_opt("clauses")? {
            Some(clauses) => clauses.try_iter()?,
            None => formula.try_iter()?,
        },
    };
    let mut lits = Vec::new();
    for (index, clause) in clauses.enumerate() {
        read_into(&clause?, &mut lits, Place(Some(index + 1)))?;
        add(&lits)?;
    }
    Ok(())
}
