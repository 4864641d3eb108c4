//! `cover --certificate`: the number of all solutions, to be checked by `verify`.

use super::Arguments;
use crate::cli::out;
use anyhow::{Context as _, bail};
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

/// Number of steps of the count from which on the size of the certificate is told before it is
/// written. Chosen by hand: some 30 MB.
const MANY_STEPS: u64 = 1_000_000;

/// Bytes of a certificate for a step of the count. Measured: 20 to 30 on queens, dominoes and
/// Latin squares if all steps lead to different states, and 40 on pentominoes.
const BYTES_PER_STEP: u64 = 30;

/// What is printed of a certificate in JSON.
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

    /// Writes the certificate of a count. Returns nothing if the count was not finished, or the
    /// budget ended before all was written. A count that the certificate contradicts becomes an
    /// error of the engine.
    pub(super) fn certify(
        &self,
        (mut target, checksum): (Target, String),
        problem: &ExactCover,
        result: &mut Result<Outcome, EngineError>,
        budget: &Budget,
    ) -> anyhow::Result<Option<Written>> {
        let name = display(target.name()).into_owned();
        let not_written = |why: &str| {
            self.quiet.note(&format!("{name}: not written: {why}"));
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
        let problem = display(self.name());
        self.quiet.note(&match (&self.drawing.problem, &self.drawing.puzzle) {
            (None, None) => format!("check it: sudosat verify {problem} {name}"),
            (of_family, _) => {
                let option = of_family.as_ref().map_or("puzzle", |_| "problem");
                format!(
                    "check it: sudosat cover --{option} {problem} --write - | sudosat verify - {name}"
                )
            }
        });
        let file = self.certificate.clone().unwrap_or_default();
        Ok(Some(Written { file, nodes, bytes }))
    }
}
