//! Exact cover.

use crate::wait::INTERVAL;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use std::sync::{Mutex, PoisonError};
use sudosat::budget::{Budget, Stop};
use sudosat::cover::dlx::{Choice, Dlx};
use sudosat::cover::{ExactCover, Item, Search};

/// An iterator over the solutions of an exact cover, made by `cover`.
#[pyclass(module = "sudosat")]
pub(crate) struct Cover {
    /// Never locked: the mutex only makes it shareable.
    search: Mutex<Dlx>,
    /// The names of the options.
    names: Vec<Py<PyAny>>,
}

#[pymethods]
impl Cover {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __repr__(&self) -> String {
        format!("<sudosat.Cover: {} options>", self.names.len())
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let search = self
            .search
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        loop {
            // The search ends now and then to look for Ctrl-C, and continues.
            let advanced = py.detach(|| {
                let budget = Budget::unlimited().with_time(INTERVAL);
                search.advance(&budget)
            });
            match advanced {
                Ok(true) => break,
                Ok(false) => return Ok(None),
                Err(Stop::Time) => py.check_signals()?,
                Err(stop) => return Err(PyMemoryError::new_err(stop.to_string())),
            }
        }
        let solution = Search::solution(search).iter();
        let names = solution.map(|option| self.names[option.index()].bind(py).clone());
        Ok(Some(names.collect()))
    }
}

/// Returns an iterator over the exact covers: choices of options in which each item is in one
/// option, and each secondary item in at most one. Found by Knuth's dancing links.
///
/// Items are any hashable objects. An option is an iterable of items. If `options` is a mapping,
/// a solution is a list of its keys, and otherwise a list of indices from 0.
#[pyfunction]
#[pyo3(signature = (items, options, *, secondary = None))]
pub(crate) fn cover(
    items: &Bound<'_, PyAny>,
    options: &Bound<'_, PyAny>,
    secondary: Option<&Bound<'_, PyAny>>,
) -> PyResult<Cover> {
    let py = items.py();
    let mut builder = ExactCover::builder();
    // The items of the problem by those of Python, which may be any hashable objects.
    let numbers = PyDict::new(py);
    let mut all: Vec<Item> = Vec::new();
    for (these, is_primary) in [(Some(items), true), (secondary, false)] {
        let Some(these) = these else { continue };
        for item in these.try_iter()? {
            let item = item?;
            if numbers.contains(&item)? {
                return Err(PyValueError::new_err(format!(
                    "item {} is named twice",
                    item.repr()?
                )));
            }
            let name = all.len().to_string();
            let added = match is_primary {
                true => builder.primary(&name),
                false => builder.secondary(&name),
            };
            numbers.set_item(item, all.len())?;
            all.push(added.map_err(crate::errors::value_error)?);
        }
    }
    let mut names = Vec::new();
    let mut add = |name: Bound<'_, PyAny>, members: Bound<'_, PyAny>| -> PyResult<()> {
        let mut option: Vec<Item> = Vec::new();
        for member in members.try_iter()? {
            let member = member?;
            let Some(number) = numbers.get_item(&member)? else {
                let (name, member) = (name.repr()?, member.repr()?);
                let message = format!("option {name}: there is no item {member}");
                return Err(PyValueError::new_err(message));
            };
            let item = all[number.extract::<usize>()?];
            if option.contains(&item) {
                let (name, member) = (name.repr()?, member.repr()?);
                let message = format!("option {name}: item {member} is in it twice");
                return Err(PyValueError::new_err(message));
            }
            option.push(item);
        }
        builder.option(option).map_err(crate::errors::value_error)?;
        names.push(name.unbind());
        Ok(())
    };
    if let Ok(mapping) = options.cast::<PyMapping>() {
        for pair in mapping.items()? {
            let (name, members) = pair.extract()?;
            add(name, members)?;
        }
    } else {
        for (index, members) in options.try_iter()?.enumerate() {
            add(index.into_pyobject(py)?.into_any(), members?)?;
        }
    }
    let search = Dlx::new(&builder.build(), Choice::Smallest);
    let search = Mutex::new(search);
    Ok(Cover { search, names })
}
