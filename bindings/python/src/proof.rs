//! Proofs: what a solver records, and their check.

use crate::errors::{self, WrongAnswer};
use crate::lits::{self, AtMost};
use crate::values::{integer, iterate, shown_with_type, type_name};
use crate::wait::wait;
use pyo3::exceptions::{PyNotImplementedError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use sudosat::budget::{Budget, Stop};
use sudosat::check::{self, PbpChecker, PbpFault, ProofFault};
use sudosat::formula::{Cnf, Lit};
use sudosat::io::InputError;
use sudosat::proof::pbp::{self, Inequality};
use sudosat::proof::{Conclusion, Id, Observer, Recorder, Shared, drat, format, lrat};

/// The first words of every proof for VeriPB.
const VERIPB: &[u8] = b"pseudo-Boolean proof";
/// The name of a proof in messages.
const NAME: &str = "proof";

/// A format of proofs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Drat,
    Lrat,
    VeriPb,
}

impl Format {
    const ALL: [(Format, &'static str); 3] = [
        (Format::Drat, "drat"),
        (Format::Lrat, "lrat"),
        (Format::VeriPb, "veripb"),
    ];

    /// Returns the format that the argument `with_proof` asks for: a name, or DRAT for `True`.
    pub(crate) fn of(value: &Bound<'_, PyAny>) -> PyResult<Option<Format>> {
        let known = Format::ALL.map(|(_, name)| format!("{name:?}")).join(", ");
        let message = |found: &str| {
            format!("with_proof: found {found}, expected True, False, or one of {known}")
        };
        let Ok(name) = value.cast::<PyString>() else {
            // `True` of numpy is no integer.
            let is_flag = value.is_none()
                || integer(value)?.is_some()
                || type_name(value).starts_with("bool");
            return match is_flag {
                true => Ok(value.is_truthy()?.then_some(Format::Drat)),
                false => Err(PyTypeError::new_err(message(&shown_with_type(value)))),
            };
        };
        let named = Format::ALL.iter().find(|(_, known)| name == *known);
        let named = named.map(|&(format, _)| Some(format));
        named.ok_or_else(|| PyValueError::new_err(message(&format!("{name:?}"))))
    }

    /// Returns the name that `with_proof` takes.
    pub(crate) fn name(self) -> &'static str {
        let known = Format::ALL.iter().find(|(format, _)| *format == self);
        known.map_or("", |&(_, name)| name)
    }

    /// Returns the format of a proof in text or binary.
    fn of_proof(proof: &[u8]) -> Format {
        if proof.trim_ascii_start().starts_with(VERIPB) {
            return Format::VeriPb;
        }
        let prefix = &proof[..proof.len().min(format::PREFIX)];
        match !format::is_binary(prefix) && format::of_text(prefix) == format::Format::Lrat {
            true => Format::Lrat,
            false => Format::Drat,
        }
    }
}

/// A proof that is being recorded.
pub(crate) enum Recording {
    Drat(Shared<Recorder>),
    Lrat(Shared<Steps>),
    VeriPb(Shared<pbp::Writer<Text>>, Text),
}

impl Recording {
    pub(crate) fn new(format: Format) -> Recording {
        match format {
            Format::Drat => Recording::Drat(Shared::new(Recorder::new())),
            Format::Lrat => Recording::Lrat(Shared::default()),
            Format::VeriPb => {
                let text = Text::default();
                // The formula may grow between two calls.
                let writer = pbp::Writer::growing(text.clone(), 0);
                Recording::VeriPb(Shared::new(writer), text)
            }
        }
    }

    pub(crate) fn format(&self) -> Format {
        match self {
            Recording::Drat(_) => Format::Drat,
            Recording::Lrat(_) => Format::Lrat,
            Recording::VeriPb(..) => Format::VeriPb,
        }
    }

    /// Returns the observer to give to the solver.
    pub(crate) fn observer(&self) -> Box<dyn Observer> {
        match self {
            Recording::Drat(recorder) => Box::new(recorder.clone()),
            Recording::Lrat(steps) => Box::new(steps.clone()),
            Recording::VeriPb(writer, _) => Box::new(writer.clone()),
        }
    }

    /// Returns the lines of the proof until the end of the last call.
    pub(crate) fn lines(&self) -> io::Result<Vec<String>> {
        let bytes = match self {
            Recording::Drat(recorder) => {
                return Ok(recorder.with(|it| it.steps().iter().map(ToString::to_string).collect()));
            }
            Recording::Lrat(steps) => steps.with(|steps| steps.text())?,
            Recording::VeriPb(writer, text) => {
                let mut text = lock(&text.0).clone();
                pbp::state_premises(&mut text, writer.with(|writer| writer.num_premises()));
                text
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        Ok(text.lines().map(str::to_owned).collect())
    }
}

use crate::external::lock;

/// A text that one owner writes and another reads.
#[derive(Clone, Default)]
pub(crate) struct Text(Arc<Mutex<Vec<u8>>>);

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The steps of an LRAT proof, whose numbers depend on the number of clauses in the end.
#[derive(Default)]
pub(crate) struct Steps {
    num_originals: usize,
    steps: Vec<(Id, Vec<Lit>, Option<Vec<Id>>)>,
}

impl Steps {
    /// Returns the proof.
    fn text(&self) -> io::Result<Vec<u8>> {
        let mut writer = lrat::Writer::text(Vec::new(), self.num_originals);
        for (id, clause, hints) in &self.steps {
            match hints {
                Some(hints) => writer.derived(*id, clause, hints),
                None => writer.deleted(*id, clause),
            }
        }
        writer.into_inner()
    }
}

impl Observer for Steps {
    fn wants_hints(&self) -> bool {
        true
    }

    fn original(&mut self, _: Id, _: &[Lit]) {
        self.num_originals += 1;
    }

    fn derived(&mut self, id: Id, clause: &[Lit], hints: &[Id]) {
        self.steps.push((id, clause.to_vec(), Some(hints.to_vec())));
    }

    fn deleted(&mut self, id: Id, _: &[Lit]) {
        // The writer needs no more than the number of the clause.
        self.steps.push((id, Vec::new(), None));
    }

    fn conclude(&mut self, _: Conclusion) -> io::Result<()> {
        Ok(())
    }
}

/// Checks a proof that a formula has no model. Returns `True`, or raises `WrongAnswer` with the
/// step that is wrong or missing.
///
/// The formula is an iterable of clauses, or for a proof in the format of VeriPB also PySAT's
/// `CNFPlus`, whose at-most-k constraints come after the clauses. The proof is in DRAT, LRAT or the format
/// of VeriPB, as a text, as `bytes`, or as the lines that `Solver.get_proof` returns. The checkers share no
/// code with the solver.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    formula: &Bound<'_, PyAny>,
    proof: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let mut cnf = Cnf::default();
    let at_mosts = lits::at_mosts(formula)?;
    lits::each_clause(formula, |clause| {
        cnf.add_clause(clause);
        Ok(())
    })?;
    let proof = bytes(proof)?;
    if !at_mosts.is_empty() && Format::of_proof(&proof) != Format::VeriPb {
        let message = "a formula with at-most-k constraints: DRAT and LRAT are checked against \
                       clauses; with_proof=\"veripb\" records a proof for the constraints too";
        return Err(PyNotImplementedError::new_err(message));
    }
    let sums: Option<Vec<Inequality>> = at_mosts.iter().map(AtMost::inequality).collect();
    let sums = sums.ok_or_else(|| {
        PyValueError::new_err("the numbers of a constraint are too large to be checked")
    })?;
    let checked = wait(py, |interrupt| {
        let budget = Budget::unlimited().with_interrupt(interrupt.clone());
        check(&cnf, &sums, &proof, &budget)
    })?;
    match checked {
        Ok(()) => Ok(true),
        Err(Fault::Input(error)) => Err(errors::input_error(py, &error)),
        Err(Fault::Wrong(reason)) => Err(WrongAnswer::new_err(reason)),
        Err(Fault::GaveUp(stop)) => Err(errors::EngineError::new_err(stop.to_string())),
    }
}

/// Returns the content of a proof: a text, bytes, or lines.
fn bytes(proof: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = proof.cast::<PyString>() {
        return Ok(text.to_cow()?.as_bytes().to_vec());
    }
    if let Ok(bytes) = proof.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let lines = iterate(proof)?.ok_or_else(|| {
        let found = shown_with_type(proof);
        PyTypeError::new_err(format!(
            "found {found}, expected a proof: a text or its lines"
        ))
    })?;
    let mut text = String::new();
    for line in lines {
        text += &line?.cast::<PyString>()?.to_cow()?;
        text.push('\n');
    }
    Ok(text.into_bytes())
}

/// The reason why a proof is not accepted.
enum Fault {
    Input(InputError),
    Wrong(String),
    GaveUp(Stop),
}

impl From<InputError> for Fault {
    fn from(error: InputError) -> Fault {
        Fault::Input(error)
    }
}

impl From<ProofFault> for Fault {
    fn from(fault: ProofFault) -> Fault {
        match fault {
            ProofFault::GaveUp(stop) => Fault::GaveUp(stop),
            fault => Fault::Wrong(fault.to_string()),
        }
    }
}

impl From<PbpFault> for Fault {
    fn from(fault: PbpFault) -> Fault {
        match fault {
            PbpFault::GaveUp(stop) => Fault::GaveUp(stop),
            fault => Fault::Wrong(fault.to_string()),
        }
    }
}

fn check(cnf: &Cnf, sums: &[Inequality], proof: &[u8], budget: &Budget) -> Result<(), Fault> {
    match Format::of_proof(proof) {
        Format::Drat => {
            let steps = drat::read(proof, NAME)?.collect::<Result<Vec<_>, _>>()?;
            check::drat(cnf, steps, budget)?;
        }
        Format::Lrat => {
            let steps = lrat::read(proof, NAME)?.collect::<Result<Vec<_>, _>>()?;
            check::lrat(cnf, steps, budget)?;
        }
        Format::VeriPb => {
            let mut checker = PbpChecker::of(cnf, budget)?;
            sums.iter().try_for_each(|sum| checker.add_premise(sum))?;
            for step in pbp::Reader::new(proof, NAME) {
                checker.step(&step?, budget)?;
            }
            checker.finish()?;
        }
    }
    Ok(())
}
