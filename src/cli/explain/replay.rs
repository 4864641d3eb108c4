//! `explain --replay`: traces checked.

use super::super::exit::Exit;
use super::Arguments;
use anyhow::{Context, bail};
use std::io::{BufReader, Write};
use sudosat::io::{Source, display};
use sudosat::teach::Paper;
use sudosat::teach::replay;
use sudosat::teach::trace::Trace;

/// Checks every trace of the file; says of each what came of it.
pub fn run(arguments: &Arguments, paper: &mut Paper) -> anyhow::Result<Exit> {
    let Some(file) = &arguments.replay else {
        bail!("no trace is named");
    };
    let name = match file.as_str() {
        "-" => "standard input".into(),
        file => display(file),
    };
    let source = BufReader::new(Source::open(file)?);
    let mut exit = Exit::Done;
    let mut any = false;
    for trace in serde_json::Deserializer::from_reader(source).into_iter::<Trace>() {
        let trace = trace.with_context(|| format!("{name}: no trace"))?;
        any = true;
        match replay::trace(&trace) {
            Ok(()) => {
                for run in &trace.runs {
                    let (steps, engine) = (run.events.len(), &run.engine);
                    writeln!(
                        paper,
                        "{name}: {steps} steps of {engine}: each is as it must be"
                    )?;
                }
            }
            Err(refused) => {
                exit = Exit::No;
                writeln!(paper, "{name}: refused: {refused}")?;
            }
        }
    }
    if !any {
        bail!("{name}: found nothing, expected a trace as `explain --json` prints it");
    }
    Ok(exit)
}
