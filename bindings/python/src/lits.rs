//! Literals and clauses from Python's integers.

use crate::values::{integer, iterate, shown, shown_with_type};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::fmt;
use sudosat::formula::{Lit, Var};
use sudosat::proof::pbp::Inequality;

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
            into.push(lit_in(&item, place)?);
        }
    } else if let Ok(tuple) = iterable.cast::<PyTuple>() {
        for item in tuple {
            into.push(lit_in(&item, place)?);
        }
    } else {
        let items = iterate(iterable)?.ok_or_else(|| {
            let found = shown_with_type(iterable);
            PyTypeError::new_err(format!(
                "{place}found {found}, expected an iterable of literals"
            ))
        })?;
        for item in items {
            into.push(lit_in(&item?, place)?);
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

/// Returns the literal of an integer.
pub(crate) fn lit(item: &Bound<'_, PyAny>) -> PyResult<Lit> {
    lit_in(item, Place(None))
}

fn lit_in(item: &Bound<'_, PyAny>, place: Place) -> PyResult<Lit> {
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

/// The constraint that the weights of the true literals sum up to at most `bound`.
pub(crate) struct AtMost {
    pub(crate) terms: Vec<(u32, Lit)>,
    pub(crate) bound: i64,
}

impl AtMost {
    /// Reads a constraint. Without weights, or with an empty list of them, each weight is 1.
    pub(crate) fn read(
        lits: &Bound<'_, PyAny>,
        bound: &Bound<'_, PyAny>,
        weights: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<AtMost> {
        let lits = read(lits)?;
        let bound = number(bound, "a bound")?;
        let mut values = Vec::new();
        for weight in weights
            .map(PyAnyMethods::try_iter)
            .into_iter()
            .flatten()
            .flatten()
        {
            let weight = weight?;
            let value = u32::try_from(number(&weight, WEIGHT)?).ok();
            values.push(value.ok_or_else(|| {
                PyValueError::new_err(format!("found {}, expected {WEIGHT}", shown(&weight)))
            })?);
        }
        if values.is_empty() {
            values.resize(lits.len(), 1);
        }
        if values.len() != lits.len() {
            let (weights, lits) = (values.len(), lits.len());
            let message = format!("found {weights} weights for {lits} literals");
            return Err(PyValueError::new_err(message));
        }
        Ok(AtMost {
            terms: values.into_iter().zip(lits).collect(),
            bound,
        })
    }

    /// Returns the constraint as an inequality, or `None` if its numbers are too large.
    pub(crate) fn inequality(&self) -> Option<Inequality> {
        let terms = self.terms.iter();
        let negated: Vec<(i64, Lit)> = terms
            .map(|&(weight, lit)| (-i64::from(weight), lit))
            .collect();
        Inequality::new(&negated, self.bound.saturating_neg())
    }

    /// Returns `true` if no weight is other than 1.
    pub(crate) fn is_count(&self) -> bool {
        self.terms.iter().all(|&(weight, _)| weight == 1)
    }
}

/// The weights of at-most-k constraints, in messages.
const WEIGHT: &str = "a weight from 0 to 4294967295";

/// Returns an integer of 64 bits.
fn number(value: &Bound<'_, PyAny>, what: &str) -> PyResult<i64> {
    let found = |value| format!("found {value}, expected {what}");
    let number =
        integer(value)?.ok_or_else(|| PyTypeError::new_err(found(shown_with_type(value))))?;
    number
        .extract()
        .map_err(|_| PyValueError::new_err(found(shown(value))))
}

/// Returns the constraints in the attribute `atmosts` of PySAT's `CNFPlus`, or none.
pub(crate) fn at_mosts(formula: &Bound<'_, PyAny>) -> PyResult<Vec<AtMost>> {
    let constraints = formula.getattr_opt("atmosts")?;
    let Some(constraints) = constraints.filter(|constraints| !constraints.is_none()) else {
        return Ok(Vec::new());
    };
    let read = |constraint: PyResult<Bound<'_, PyAny>>| {
        let constraint = constraint?;
        let weights = match constraint.len()? {
            0..=2 => None,
            _ => Some(constraint.get_item(2)?),
        };
        let (lits, bound) = (constraint.get_item(0)?, constraint.get_item(1)?);
        AtMost::read(&lits, &bound, weights.as_ref())
    };
    constraints.try_iter()?.map(read).collect()
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
