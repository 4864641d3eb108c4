//! The answer about a puzzle.

use crate::grid::Grid;
use crate::puzzle::Reduced;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sudosat::engine::{End, Evidence, Outcome};

/// The answer of `Puzzle.solve`.
#[pyclass(frozen, module = "sudosat")]
pub(crate) struct Result {
    grids: Vec<Py<Grid>>,
    facts: Facts,
}

/// The facts of a result beside its grids: the engine, why the search ended, its steps, and its time in
/// seconds.
#[derive(Clone, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Facts {
    engine: String,
    /// The evidence that these are all solutions, if they are.
    evidence: Option<String>,
    reason: Option<String>,
    steps: Vec<(String, u64)>,
    seconds: f64,
}

impl Result {
    pub(crate) fn new(engine: String, outcome: &Outcome, grids: Vec<Py<Grid>>) -> Result {
        let reason = match &outcome.end {
            End::GaveUp(stop) => Some(stop.to_string()),
            End::Exhausted(Evidence::Clash(clashes)) => {
                let clashes: Vec<String> = clashes.iter().map(ToString::to_string).collect();
                Some(clashes.join("; "))
            }
            _ => None,
        };
        let evidence = match &outcome.end {
            End::Exhausted(evidence) => Some(evidence.to_string()),
            _ => None,
        };
        let steps = outcome.steps.iter();
        let facts = Facts {
            engine,
            evidence,
            reason,
            steps: steps
                .map(|(name, count)| (name.to_owned(), count))
                .collect(),
            seconds: outcome.time.as_secs_f64(),
        };
        Result { grids, facts }
    }
}

/// Returns a result that was pickled.
#[pyfunction]
pub(crate) fn _result(grids: Vec<Py<Grid>>, facts: Facts) -> Result {
    Result { grids, facts }
}

#[pymethods]
impl Result {
    /// `"solved"` if one solution was found, `"several"` if more were, `"none"` if there is
    /// none, `"unknown"` if the search ended first.
    #[getter]
    fn status(&self) -> &'static str {
        match (self.grids.len(), &self.facts.evidence) {
            (0, Some(_)) => "none",
            (0, None) => "unknown",
            (1, _) => "solved",
            _ => "several",
        }
    }

    /// The first solution, or `None`.
    #[getter]
    fn grid(&self, py: Python<'_>) -> Option<Py<Grid>> {
        self.grids.first().map(|grid| grid.clone_ref(py))
    }

    /// All solutions that were found.
    #[getter]
    fn grids(&self, py: Python<'_>) -> Vec<Py<Grid>> {
        self.grids.iter().map(|grid| grid.clone_ref(py)).collect()
    }

    /// `True` if there is one solution and no more, `False` if there is none or several,
    /// `None` if this is not known: `solve` looks for a second solution only with `unique`.
    #[getter]
    fn is_unique(&self) -> Option<bool> {
        match (self.grids.len(), self.facts.evidence.is_some()) {
            (1, true) => Some(true),
            (0, true) | (2.., _) => Some(false),
            _ => None,
        }
    }

    /// The evidence that these are all solutions: `"search exhausted"`,
    /// `"cross-checked by …"`, `"proof checked"`, `"clues clash"`, or `"not verified"`.
    /// `None` if there may be more solutions. Each solution listed is always checked.
    #[getter]
    fn evidence(&self) -> Option<&str> {
        self.facts.evidence.as_deref()
    }

    /// The reason why there is no answer or no complete one, as `"out of time"`, or `None`.
    #[getter]
    fn reason(&self) -> Option<&str> {
        self.facts.reason.as_deref()
    }

    /// The name of the engine.
    #[getter]
    fn engine(&self) -> &str {
        &self.facts.engine
    }

    /// The engine's own counts of its steps, by name.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let steps = PyDict::new(py);
        for (name, count) in &self.facts.steps {
            steps.set_item(name, count)?;
        }
        Ok(steps)
    }

    /// The time in seconds, with all checks.
    #[getter]
    fn seconds(&self) -> f64 {
        self.facts.seconds
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Vec<Py<Grid>>, Facts)>> {
        let restore = py.import("sudosat.sudosat")?.getattr("_result")?;
        Ok((restore, (self.grids(py), self.facts.clone())))
    }

    fn __repr__(&self) -> String {
        let evidence = self
            .evidence()
            .map_or(String::new(), |text| format!(", {text}"));
        format!("<sudosat.Result {}{evidence}>", self.status())
    }

    fn __str__(&self, py: Python<'_>) -> String {
        let grids: Vec<String> = self
            .grids
            .iter()
            .map(|grid| grid.bind(py).to_string())
            .collect();
        match grids.is_empty() {
            true => self.status().to_owned(),
            false => grids.join("\n\n"),
        }
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let head = self.__repr__().replace('<', "&lt;").replace('>', "&gt;");
        let mut html = format!("<p>{head}</p>");
        for grid in &self.grids {
            let picture = grid.bind(py).call_method0("_repr_html_")?;
            html.push_str(&picture.extract::<String>()?);
        }
        Ok(html)
    }
}
