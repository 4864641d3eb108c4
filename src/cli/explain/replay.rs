//! `explain --replay`: traces checked.

use super::super::exit::Exit;
use super::super::limits;
use super::Arguments;
use anyhow::bail;
use std::io::{BufReader, Write};
use sudosat::budget::Interrupt;
use sudosat::io::{InputError, Source, counted, display};
use sudosat::teach::SharedOutput;
use sudosat::teach::replay;
use sudosat::teach::trace::Trace;

/// Checks every trace of the file; says of each what came of it.
pub(super) fn run(
    arguments: &Arguments,
    interrupt: &Interrupt,
    out: &mut SharedOutput,
) -> anyhow::Result<Exit> {
    let Some(file) = &arguments.replay else {
        bail!("no trace is named");
    };
    let name = match file.as_str() {
        "-" => "standard input".into(),
        file => display(file),
    };
    let source = BufReader::new(Source::open_with(file, interrupt)?.at_most(limits::input()));
    let mut exit = Exit::Done;
    let mut any = false;
    for trace in serde_json::Deserializer::from_reader(source).into_iter::<Trace>() {
        let trace = trace.map_err(|error| misread(file, error))?;
        any = true;
        match replay::trace(&trace) {
            Ok(()) => {
                for run in &trace.runs {
                    let (steps, engine) = (counted(run.events.len(), "step"), &run.engine);
                    writeln!(out, "{name}: {steps} of {engine}: each is as it must be")?;
                }
            }
            Err(refused) => {
                exit = Exit::No;
                writeln!(out, "{name}: refused: {refused}")?;
            }
        }
    }
    if !any {
        bail!("{name}: found nothing, expected a trace as `explain --json` prints it");
    }
    Ok(exit)
}

/// Returns an error of the JSON with its place.
fn misread(file: &str, error: serde_json::Error) -> InputError {
    if error.is_io() {
        return InputError::unreadable(file, &error.into());
    }
    let text = error.to_string();
    let (line, column) = (error.line(), error.column());
    let what = text
        .split(&format!(" at line {line}"))
        .next()
        .unwrap_or(&text);
    let message = format!("{what}; this is no trace as `explain --json` prints it");
    // At the very beginning, before anything was read, it says column 0.
    InputError::at(file, line.max(1) as u64, column.max(1) as u64, message)
}
