//! `verify --trusted`: the check by `sudosat::trusted`, which shares no code with the rest.
//!
//! Opening and unpacking the files, recognising the format and printing the result are
//! done as without it.

use super::super::content::{self, Content, Evidence, Hints};
use super::checks::{Acceptance, Report};
use super::{Arguments, Examined, swapped};
use sudosat::budget::{Budget, Interrupt};
use sudosat::io::{InputError, Source, counted, read_to_limit};
use sudosat::trusted::{self, Fault, Kind};

/// Number of bytes of an input that is no formula in which another kind is looked for.
/// Chosen by hand.
const LOOKED_AT: usize = 1 << 16;

/// Reads both files and checks the second.
pub(super) fn examine(
    arguments: &Arguments,
    interrupt: &Interrupt,
    budget: &Budget,
) -> Result<Examined, InputError> {
    let (formula_name, text) = read(&arguments.formula, interrupt)?;
    let formula = trusted::dimacs(&text).map_err(|fault| {
        let error = placed(&formula_name, &text, &fault);
        let prefix = &text[..text.len().min(LOOKED_AT)];
        let error = content::explained(error, prefix, Content::Formula, Hints::Usual);
        swapped(arguments).unwrap_or(error)
    })?;
    drop(text);
    let (num_vars, clauses) = formula.parts();
    let num_vars = num_vars as usize;
    let (name, text) = read(&arguments.evidence, interrupt)?;
    let told = arguments
        .format
        .or_else(|| Evidence::by_name(&arguments.evidence));
    let kind = told.unwrap_or_else(|| Evidence::by_content(&text, num_vars));
    super::answer_unknown_without_memory(arguments.json);
    let stop = || budget.exhausted(0).is_some();
    let (result, done) = match kind {
        Evidence::Model => (trusted::model(&formula, &text), "a model"),
        Evidence::Lrat => (trusted::lrat(&formula, &text, &stop), "a proof in LRAT"),
        Evidence::Pbp => (
            trusted::veripb(&formula, &text, &stop),
            "a proof in VeriPB's format",
        ),
        // A proof without a step has no format of its own.
        Evidence::Drat if text.is_empty() => (trusted::lrat(&formula, &text, &stop), "a proof"),
        Evidence::Drat => {
            let mut message =
                "this is DRAT, and `--trusted` checks models, LRAT and VeriPB proofs".to_owned();
            if told.is_none() {
                message += "; if it is binary LRAT, say so: `--format lrat`";
            }
            return Err(InputError::whole(name, message));
        }
    };
    let acceptance = match result {
        Ok(()) => Acceptance::Verified,
        Err(fault) => match fault.kind {
            Kind::Malformed => return Err(placed(&name, &text, &fault)),
            Kind::Wrong if is_text(&text) => {
                let (line, _) = line_and_column(&text, fault.offset);
                Acceptance::Refused(format!("line {line}: {fault}"))
            }
            Kind::Wrong => Acceptance::Refused(format!("byte {}: {fault}", fault.offset + 1)),
            Kind::Stopped => {
                let stop = budget.exhausted(0).map(|stop| stop.to_string());
                Acceptance::Unknown(stop.unwrap_or(fault.message))
            }
        },
    };
    let bytes = counted(text.len(), "byte");
    let report = Report {
        acceptance,
        done: format!("{done} of {bytes}, checked by the trusted base"),
        steps: None,
    };
    Ok(Examined {
        num_vars,
        num_clauses: clauses.len(),
        name,
        kind,
        report,
    })
}

/// Reads a whole file. Returns it with its name for messages.
fn read(argument: &str, interrupt: &Interrupt) -> Result<(String, Vec<u8>), InputError> {
    let mut source = Source::open_with(argument, interrupt)?;
    let name = source.name().to_owned();
    let text = read_to_limit(&mut source, &name, u64::MAX)?;
    Ok((name, text))
}

/// Returns a fault as an error with its place in the file.
fn placed(name: &str, text: &[u8], fault: &Fault) -> InputError {
    if !is_text(text) {
        return InputError::whole(name, format!("byte {}: {fault}", fault.offset + 1));
    }
    let (line, column) = line_and_column(text, fault.offset);
    InputError::at(name, line, column, &fault.message)
}

/// Returns `true` unless a text would be binary LRAT.
fn is_text(text: &[u8]) -> bool {
    !text.starts_with(b"a") && !text.starts_with(b"d")
}

/// Returns the line and the column, both from 1, of an offset in a text.
fn line_and_column(text: &[u8], offset: usize) -> (u64, u64) {
    let before = &text[..offset.min(text.len())];
    let lines = before.iter().filter(|&&byte| byte == b'\n').count();
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    // Bytes that continue a character of UTF-8 are no columns.
    let column = before[line_start..]
        .iter()
        .filter(|&&byte| byte & 0xc0 != 0x80)
        .count();
    (lines as u64 + 1, column as u64 + 1)
}
