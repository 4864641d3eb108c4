//! `verify --trusted`: the check by `sudosat::trusted`, which shares no code with the rest.
//!
//! Opening and unpacking the files, recognising the format and printing the result are
//! done as without it.

use super::super::content::{Content, Evidence, is_count, without_comments};
use super::super::cover::certificate::checksum;
use super::super::{last_resort, relaxed};
use super::checks::{Acceptance, Report};
use super::{Arguments, Examined, Kind as Checked, sizes, swapped};
use std::fmt::Display;
use sudosat::budget::{Budget, Interrupt};
use sudosat::cover::{Form, knuth};
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
    let (formula_name, text) = match &arguments.built {
        None => read(&arguments.formula, interrupt)?,
        Some(problem) => {
            let mut text = Vec::new();
            knuth::write(problem, &mut text)
                .map_err(|error| InputError::whole(&arguments.formula, error.to_string()))?;
            (arguments.formula.clone(), text)
        }
    };
    if is_opb(&text) {
        return examine_opb(&formula_name, &text, arguments, interrupt, budget);
    }
    let prefix = &text[..text.len().min(LOOKED_AT)];
    let formula = match trusted::dimacs(&text) {
        Ok(formula) => formula,
        Err(_) if super::is_count(arguments) || is_cover(prefix, &text) => {
            return examine_cover(&formula_name, &text, arguments, interrupt, budget);
        }
        Err(fault) => {
            let fault = placed_in_text(&formula_name, &text, &fault);
            let option = "`--relaxed` without `--trusted`";
            let error = relaxed::refused(&text, prefix, fault, option);
            return Err(swapped(arguments).unwrap_or(error));
        }
    };
    drop(text);
    examine_evidence(arguments, &formula, interrupt, budget)
}

/// Reads the model or proof and checks it.
fn examine_evidence(
    arguments: &Arguments,
    formula: &trusted::Formula,
    interrupt: &Interrupt,
    budget: &Budget,
) -> Result<Examined, InputError> {
    let (num_vars, clauses) = formula.parts();
    let num_vars = num_vars as usize;
    let (name, text) = read(&arguments.evidence, interrupt)?;
    let named_kind = arguments
        .form
        .or_else(|| Evidence::by_name(&arguments.evidence));
    let kind = named_kind.unwrap_or_else(|| Evidence::by_content(&text, num_vars));
    super::refuse_other_inputs(&name, &text[..text.len().min(LOOKED_AT)], kind)?;
    last_resort::searching();
    let stop = || budget.exhausted(0).is_some();
    let (result, done) = match kind {
        Evidence::Model => (trusted::model(formula, &text), "a model"),
        Evidence::Lrat => (trusted::lrat(formula, &text, &stop), "a proof in LRAT"),
        Evidence::Pbp => (
            trusted::veripb(formula, &text, &stop),
            "a proof in VeriPB's format",
        ),
        // A proof without a step has no format of its own.
        Evidence::Drat if text.is_empty() => (trusted::lrat(formula, &text, &stop), "a proof"),
        Evidence::Drat => {
            let mut message =
                "this is DRAT, and `--trusted` checks models, LRAT and VeriPB proofs".to_owned();
            if named_kind.is_none() {
                message += "; if it is binary LRAT, say so: `--form lrat`";
            }
            return Err(InputError::whole(name, message));
        }
        Evidence::Count => return Err(InputError::whole(name, super::NO_COVER)),
    };
    let acceptance = acceptance(result, &name, &text, is_text(&text), budget)?;
    let bytes = counted(text.len(), "byte");
    let report = Report {
        acceptance,
        done: format!("{done} of {bytes}, checked by the trusted base"),
        steps: None,
    };
    Ok(Examined {
        sizes: sizes(num_vars, clauses.len()),
        name,
        kind: Checked::Of(kind),
        report,
    })
}

/// Returns `true` if a text begins with a comment of OPB, as the constraints of a proof do. No other form that is
/// read has comments with this sign.
pub(super) fn is_opb(text: &[u8]) -> bool {
    text.starts_with(b"*")
}

/// Checks a VeriPB proof for constraints in OPB.
fn examine_opb(
    premises_name: &str,
    premises: &[u8],
    arguments: &Arguments,
    interrupt: &Interrupt,
    budget: &Budget,
) -> Result<Examined, InputError> {
    let premises =
        trusted::opb(premises).map_err(|fault| placed_in_text(premises_name, premises, &fault))?;
    let (name, text) = read(&arguments.evidence, interrupt)?;
    let named_kind = arguments
        .form
        .or_else(|| Evidence::by_name(&arguments.evidence));
    let kind = named_kind.unwrap_or_else(|| Evidence::by_content(&text, usize::MAX));
    if kind != Evidence::Pbp {
        let message =
            "expected a VeriPB proof: for constraints in OPB no other evidence is checked";
        return Err(InputError::whole(name, message));
    }
    last_resort::searching();
    let result = trusted::veripb(premises, &text, &|| budget.exhausted(0).is_some());
    let bytes = counted(text.len(), "byte");
    Ok(Examined {
        sizes: "constraints in OPB".to_owned(),
        report: Report {
            acceptance: acceptance(result, &name, &text, true, budget)?,
            done: format!("a proof in VeriPB's format of {bytes}, checked by the trusted base"),
            steps: None,
        },
        name,
        kind: Checked::Of(kind),
    })
}

/// Returns `true` if a text that is no formula is to be read as an exact-cover problem in Knuth's
/// form: it looks like one, or it is one with an option and looks like nothing else. `prefix` is its
/// beginning.
fn is_cover(prefix: &[u8], text: &[u8]) -> bool {
    let is_knuth = Form::detect(prefix) == Form::Knuth;
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"|"));
    let has_option = lines.nth(1).is_some();
    is_knuth
        && match Content::of(prefix) {
            Some(Content::Cover) => true,
            None => {
                has_option
                    && !without_comments(prefix).is_empty()
                    && trusted::exact_cover(text).is_ok()
            }
            Some(_) => false,
        }
}

/// The error of a proof for an exact-cover problem.
const NO_PROOFS: &str = "the trusted base checks no proof for an exact-cover problem: leave out \
                         `--trusted`, or give it FILE.opb of a VeriPB proof or FILE.cnf of an LRAT proof";

/// Checks solutions of an exact-cover problem, which is read already.
fn examine_cover(
    problem_name: &str,
    problem: &[u8],
    arguments: &Arguments,
    interrupt: &Interrupt,
    budget: &Budget,
) -> Result<Examined, InputError> {
    if let Some(format) = arguments.form.filter(|form| *form != Evidence::Count) {
        let format = format!("{format:?}").to_lowercase();
        let message =
            format!("this is an exact-cover problem, expected a formula for `--form {format}`");
        return Err(InputError::whole(problem_name, message));
    }
    let problem_text = problem;
    let problem = trusted::exact_cover(problem)
        .map_err(|fault| placed_in_text(problem_name, problem, &fault))?;
    let (name, text) = read(&arguments.evidence, interrupt)?;
    if arguments.form == Some(Evidence::Count) || is_count(&text) {
        let same = knuth::read(problem_text, problem_name, |_| ());
        let checksum = same.ok().and_then(|same| checksum(&same, &[]).ok());
        return count(&problem, checksum, name, &text, budget);
    }
    let named = Evidence::by_name(&arguments.evidence);
    let is_pbp = text.starts_with(b"pseudo-Boolean");
    if is_pbp || matches!(named, Some(Evidence::Drat | Evidence::Lrat | Evidence::Pbp)) {
        return Err(InputError::whole(name, NO_PROOFS));
    }
    let acceptance = match text.trim_ascii_start().starts_with(b"{") {
        true => of_json(&problem, &name, &text)?,
        false => {
            let result = trusted::cover(&problem, &text);
            acceptance(result, &name, &text, true, &Budget::unlimited())?
        }
    };
    let report = Report {
        acceptance,
        done: "solutions, checked by the trusted base".to_owned(),
        steps: None,
    };
    Ok(Examined {
        sizes: "an exact-cover problem".to_owned(),
        name,
        kind: Checked::Cover,
        report,
    })
}

/// Checks a certificate of a count for a problem in any form, which the trusted base then gets in
/// Knuth's.
pub(super) fn examine_count(
    arguments: &Arguments,
    interrupt: &Interrupt,
    budget: &Budget,
) -> Result<Examined, InputError> {
    let (problem_name, problem) = arguments.cover(interrupt)?;
    let whole = |error: &dyn Display| InputError::whole(problem_name.as_str(), error.to_string());
    let mut text = Vec::new();
    knuth::write(&problem, &mut text).map_err(|error| whole(&error))?;
    let checksum = checksum(&problem, &[]).ok();
    drop(problem);
    let problem = trusted::exact_cover(&text).map_err(|fault| whole(&fault))?;
    let (name, text) = read(&arguments.evidence, interrupt)?;
    count(&problem, checksum, name, &text, budget)
}

/// Checks a certificate of a count. One whose checksum is not that of the problem is refused at
/// once.
fn count(
    problem: &trusted::Problem<'_>,
    checksum: Option<String>,
    name: String,
    text: &[u8],
    budget: &Budget,
) -> Result<Examined, InputError> {
    last_resort::searching();
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let words = first.split(u8::is_ascii_whitespace);
    let mut words = words.filter(|word| !word.is_empty());
    let found = words
        .nth(2)
        .map(String::from_utf8_lossy)
        .unwrap_or_default();
    let acceptance = match checksum {
        Some(checksum) if is_count(text) && found != checksum => Acceptance::Refused(format!(
            "line 1: found the checksum {found:.40}, expected {checksum}: this is the certificate of another \
             problem"
        )),
        _ => match trusted::count(problem, text, &|| budget.exhausted(0).is_some()) {
            Ok(count) => Acceptance::Counted(count),
            Err(fault) if fault.kind == Kind::Wrong => {
                let (line, column) = line_and_column(text, fault.offset);
                Acceptance::Refused(format!("line {line}, column {column}: {fault}"))
            }
            Err(fault) => acceptance(Err(fault), &name, text, true, budget)?,
        },
    };
    let bytes = counted(text.len(), "byte");
    Ok(Examined {
        sizes: "an exact-cover problem".to_owned(),
        name,
        kind: Checked::Of(Evidence::Count),
        report: Report {
            acceptance,
            done: format!("a certificate of {bytes}, checked by the trusted base"),
            steps: None,
        },
    })
}

/// An option of a solution, as `cover --json` prints it.
#[derive(serde::Deserialize)]
struct Chosen {
    number: usize,
    items: Vec<String>,
}

/// The solutions that `cover --json` prints.
#[derive(serde::Deserialize)]
struct Solutions {
    solutions: Vec<Vec<Chosen>>,
}

/// Checks the solutions of `cover --json`, which are first written as the lines that the trusted
/// base reads.
fn of_json(
    problem: &trusted::Problem<'_>,
    name: &str,
    text: &[u8],
) -> Result<Acceptance, InputError> {
    let Solutions { solutions } = serde_json::from_slice(text).map_err(|error| {
        let message = format!("expected the object of `cover --json` with its solutions: {error}");
        InputError::at(
            name,
            error.line() as u64,
            error.column().max(1) as u64,
            message,
        )
    })?;
    let is_word = |item: &String| !item.is_empty() && !item.contains(char::is_whitespace);
    let mut options = solutions.iter().flatten();
    if let Some(option) = options.find(|option| !option.items.iter().all(is_word)) {
        let message = format!(
            "option {}: found an item's name that is empty or with a blank, expected one word",
            option.number
        );
        return Err(InputError::whole(name, message));
    }
    let mut lines = String::new();
    for solution in &solutions {
        lines += "solution\n";
        for Chosen { number, items } in solution {
            lines += &format!("{number}: {}\n", items.join(" "));
        }
    }
    let Err(fault) = trusted::cover(problem, lines.as_bytes()) else {
        return Ok(Acceptance::Verified);
    };
    let heads = lines.match_indices("solution\n").map(|(at, _)| at);
    let is_head = |&at: &usize| at == 0 || lines[..at].ends_with('\n');
    let number = heads
        .filter(is_head)
        .filter(|&at| at <= fault.offset)
        .count();
    Ok(Acceptance::Refused(match solutions.is_empty() {
        true => fault.message,
        false => format!("solution {number}: {fault}"),
    }))
}

/// Returns the outcome of a check. An input of another form is an error.
fn acceptance(
    result: Result<(), Fault>,
    name: &str,
    text: &[u8],
    is_text: bool,
    budget: &Budget,
) -> Result<Acceptance, InputError> {
    let Err(fault) = result else {
        return Ok(Acceptance::Verified);
    };
    match fault.kind {
        Kind::Malformed if is_text => Err(placed_in_text(name, text, &fault)),
        Kind::Malformed => Err(placed(name, text, &fault)),
        // A fault at the end is one of the whole text, so no line is named.
        Kind::Wrong if fault.offset >= text.len() => Ok(Acceptance::Refused(fault.message)),
        Kind::Wrong if is_text => {
            let (line, _) = line_and_column(text, fault.offset);
            Ok(Acceptance::Refused(format!("line {line}: {fault}")))
        }
        Kind::Wrong => {
            let byte = fault.offset + 1;
            Ok(Acceptance::Refused(format!("byte {byte}: {fault}")))
        }
        Kind::Stopped => {
            let stop = budget.exhausted(0).map(|stop| stop.to_string());
            Ok(Acceptance::Unknown(stop.unwrap_or(fault.message)))
        }
    }
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
    placed_in_text(name, text, fault)
}

/// Returns a fault of a text as an error with its place in the file.
fn placed_in_text(name: &str, text: &[u8], fault: &Fault) -> InputError {
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
