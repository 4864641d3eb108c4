//! `cover --certificate`: the number of all solutions, to be checked by `verify`.

use super::Arguments;
use super::output::Output;
use crate::cli::batch::quoted;
use crate::cli::content::Evidence;
use crate::cli::{last_resort, out, report};
use anyhow::{Context as _, bail};
use clap::ValueEnum as _;
use serde::Serialize;
use siphasher::sip128::{Hasher128 as _, SipHasher24};
use std::hash::Hasher as _;
use std::io;
use std::path::Path;
use sudosat::budget::Budget;
use sudosat::cover::certificate::{NoCertificate, certify};
use sudosat::cover::{ExactCover, Method, knuth};
use sudosat::engine::{EngineError, Outcome, diagram_limits};
use sudosat::io::{Target, counted, display};

/// Least number of steps of a count for which a note estimates the certificate's size before it
/// is written. Chosen by hand: the size is then some 30 MB.
const MANY_STEPS: u64 = 1_000_000;

/// Bytes of a certificate for a step of the count. Measured: 20 to 30 on queens, dominoes and
/// Latin squares if all steps lead to different states, and 40 on pentominoes.
const BYTES_PER_STEP: u64 = 30;

/// The field `certificate` of the answer in JSON: the file, its number of nodes and of bytes.
#[derive(Serialize)]
pub(super) struct Written {
    file: String,
    nodes: u64,
    bytes: u64,
}

/// Returns the checksum of a problem in Knuth's text form, by which a file of another problem is
/// recognised. `more` is added to it.
///
/// # Errors
/// If the form can't express the problem.
pub(in crate::cli) fn checksum(problem: &ExactCover, more: &[u8]) -> io::Result<String> {
    let mut text = Vec::new();
    knuth::write(problem, &mut text)?;
    let mut hasher = SipHasher24::new();
    hasher.write(&text);
    hasher.write(more);
    Ok(format!("{:032x}", hasher.finish128().as_u128()))
}

impl Arguments {
    /// Begins the file of the certificate, if one is wanted, with its first line.
    pub(super) fn begin_certificate(
        &self,
        problem: &ExactCover,
    ) -> anyhow::Result<Option<(Target, String)>> {
        let Some(file) = &self.certificate else {
            return Ok(None);
        };
        if out::is_stdout(Path::new(file)) {
            bail!("the certificate can't go to standard output, where the answer goes");
        }
        let checksum = checksum(problem, &[]).context("there is no certificate")?;
        Ok(Some((self.drawing.target(file, self.name())?, checksum)))
    }

    /// Writes the certificate of a count and gives it to `output`, unless the count was not
    /// finished, or the budget or the memory ended before all was written: the result is printed
    /// even then. A count that the certificate contradicts becomes an error of the engine.
    pub(super) fn certify(
        &self,
        target: (Target, String),
        problem: &ExactCover,
        result: &mut Result<Outcome, EngineError>,
        output: &mut Output<'_>,
        budget: &Budget,
    ) -> anyhow::Result<()> {
        output.keep(&self.engine, result.as_ref())?;
        let written = self.write_certificate(target, problem, result, budget);
        last_resort::answering();
        output.certificate = written?;
        Ok(())
    }

    /// Writes the certificate of a count. Returns nothing if it was not finished.
    fn write_certificate(
        &self,
        (mut target, checksum): (Target, String),
        problem: &ExactCover,
        result: &mut Result<Outcome, EngineError>,
        budget: &Budget,
    ) -> anyhow::Result<Option<Written>> {
        let name = display(target.name()).into_owned();
        let not_written = |why: &str| {
            // The only reason for the exit code, so it is printed even with -q.
            report::note(&format!("{name}: not written: {why}"));
            Ok(None)
        };
        let Some(outcome) = result.as_ref().ok().filter(|outcome| outcome.is_complete()) else {
            return not_written("the count was not finished");
        };
        let steps = outcome.steps.main().map_or(0, |(_, steps)| steps);
        if steps >= MANY_STEPS {
            let megabytes = steps.saturating_mul(BYTES_PER_STEP) / 1_000_000;
            self.quiet.note(&format!(
                "{name}: the certificate may get some {megabytes} MB long, or less if many states \
                 are the same"
            ));
        }
        let method = outcome.method.or_else(|| Method::by_name(&self.engine));
        let (method, bytes) = (method.unwrap_or_default(), diagram_limits().bytes);
        let certified = match certify(problem, &checksum, method, bytes, budget, &mut target) {
            Err(NoCertificate::Stopped(stop)) => return not_written(&stop.to_string()),
            Err(NoCertificate::Failed(error)) => return Err(error.into()),
            Ok(certified) => certified,
        };
        let (count, found) = (outcome.number(), certified.solutions);
        if count != found {
            *result = Err(EngineError::Lied {
                engine: self.engine.clone(),
                reason: format!("it counted {count} solutions, and the certificate has {found}"),
            });
            return not_written("the count is wrong");
        }
        target.commit()?;
        let (nodes, bytes) = (certified.nodes, certified.bytes);
        self.quiet.note(&format!(
            "wrote {name}: {} in {}",
            counted(nodes, "node"),
            counted(bytes, "byte")
        ));
        let file = self.certificate.clone().unwrap_or_default();
        let command = self.check_command(&file);
        self.quiet.note(&format!("check it: {}", display(&command)));
        Ok(Some(Written { file, nodes, bytes }))
    }

    /// Returns a command line that checks a certificate or a proof: of the problem's name or file,
    /// if `verify` reads it as this run did, or else of the problem in Knuth's text form.
    pub(super) fn check_command(&self, evidence: &str) -> String {
        let mut verify = vec!["sudosat", "verify"];
        let kind = Evidence::by_name(evidence);
        if self.certificate.is_some() && kind.is_some_and(|kind| kind != Evidence::Count) {
            verify.extend(["--form", "count"]);
        }
        if self.proof.is_some() && kind.is_none() {
            verify.extend(["--form", "drat"]);
        }
        let problem = self.name();
        let form = self.form.and_then(|form| form.to_possible_value());
        let mut cover = vec!["sudosat", "cover"];
        match (&self.drawing.problem, &self.drawing.puzzle, &form) {
            (Some(_), ..) => {
                verify.extend(["--problem", problem, evidence]);
                return quoted(&verify);
            }
            (None, Some(puzzle), _) if puzzle == "-" => cover.push("--puzzle"),
            (None, Some(_), _) => {
                verify.extend(["--puzzle", problem, evidence]);
                return quoted(&verify);
            }
            (None, None, Some(form)) => cover.extend(["--form", form.get_name()]),
            (None, None, None) if Path::new(problem).is_file() => {
                verify.extend([problem, evidence]);
                return quoted(&verify);
            }
            (None, None, None) => {}
        }
        if self.relaxed.is_set() {
            cover.push("--relaxed");
        }
        cover.extend([problem, "--write", "-"]);
        if self.certificate.is_some() {
            verify.push("--trusted");
        }
        verify.extend(["-", evidence]);
        format!("{} | {}", quoted(&cover), quoted(&verify))
    }
}
