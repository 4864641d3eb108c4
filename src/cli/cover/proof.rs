//! `cover --proof`: a proof that there is no solution, and what it starts from.

use super::output::Output;
use super::{Arguments, exit};
use crate::cli::content::Evidence;
use crate::cli::exit::Exit;
use crate::cli::overrun::Watch;
use crate::cli::{last_resort, out, report};
use anyhow::bail;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use sudosat::budget::Budget;
use sudosat::cover::ExactCover;
use sudosat::cover::problems::Instance;
use sudosat::encode::{self, AtMostOne, CoverAxioms};
use sudosat::engine::{
    self, CoverAnswer, CoverProofFormat, End, EngineError, Evidence as Grounds, Outcome, Steps,
};
use sudosat::formula::{Cnf, dimacs};
use sudosat::io::{Target, counted, display};

/// The field `proof` of the answer in JSON: the file, the one that it starts from, and its bytes.
#[derive(Serialize)]
pub(super) struct Written {
    file: String,
    premises: String,
    bytes: usize,
}

/// The outcome of a search, and what was written or why that failed.
type Answer = (
    Result<Outcome, EngineError>,
    anyhow::Result<Option<Written>>,
);

/// The files of a proof, opened before the search.
struct Files {
    format: CoverProofFormat,
    proof: Target,
    premises: Target,
    /// Name of the file of the premises.
    beside: String,
}

impl Arguments {
    /// Returns the name of the file that the proof starts from.
    pub(super) fn premises(&self) -> Option<String> {
        let file = self.proof.as_ref()?;
        Some(match Evidence::by_name(file) {
            Some(Evidence::Pbp) => format!("{file}.opb"),
            _ => format!("{file}.cnf"),
        })
    }

    /// Searches for a solution by `cdcl`, and writes the proof if there is none. `watch` ends the
    /// run only before that: a proof that was found is written.
    pub(super) fn by_proof(
        &self,
        instance: &Instance,
        formula: Option<&Cnf>,
        budget: &Budget,
        watch: Option<Watch>,
    ) -> anyhow::Result<Exit> {
        let problem = instance.problem();
        let files = self.begin_proof()?;
        let mut output = Output::new(instance, formula, self.style());
        output.begin(self.name())?;
        let start = Instant::now();
        let proved = engine::prove_no_cover(problem, files.format, budget);
        let seconds = start.elapsed();
        drop(watch);
        last_resort::answering();
        let (result, written) = self.answer(proved, files, problem, &mut output)?;
        let result = result.map(|mut outcome| {
            outcome.time = seconds;
            outcome
        });
        let (written, failed) = match written {
            Ok(written) => (written, None),
            Err(error) => (None, Some(error)),
        };
        let is_written = written.is_some();
        output.proof = written;
        output.end(&self.engine, result.as_ref())?;
        self.tell(problem, result.as_ref());
        match failed {
            Some(error) => Err(error),
            None if is_written => Ok(Exit::Done),
            None => Ok(match result.as_ref().map_or(Exit::No, exit) {
                Exit::Done => Exit::No,
                exit => exit,
            }),
        }
    }

    /// Prints the solution or writes the proof. Returns the outcome, and what was written or why
    /// that failed. Files of an earlier run that there is no new proof for are removed.
    fn answer(
        &self,
        proved: Result<(CoverAnswer, Steps), EngineError>,
        files: Files,
        problem: &ExactCover,
        output: &mut Output<'_>,
    ) -> anyhow::Result<Answer> {
        let (outcome, why) = match proved {
            Err(error) => (Err(error), "the solver failed".to_owned()),
            Ok((CoverAnswer::GaveUp(stop), steps)) => {
                let outcome = Outcome::new(0, End::GaveUp(stop), steps);
                (Ok(outcome), format!("the search gave up: {stop}"))
            }
            Ok((CoverAnswer::Solution(options), steps)) => {
                output.solution(&options, &self.drawing, self.name(), self.quiet)?;
                let outcome = Outcome::new(1, End::Enough, steps);
                (Ok(outcome), "there is a solution".to_owned())
            }
            Ok((CoverAnswer::Proof(text), steps)) => {
                let outcome = Outcome::new(0, End::Exhausted(Grounds::Proof), steps);
                return Ok((
                    Ok(outcome),
                    self.write_proof(&text, files, problem).map(Some),
                ));
            }
        };
        drop(files);
        report::note(&format!("no proof was written: {why}"));
        let old = self.proof.clone().into_iter().chain(self.premises());
        for file in old.filter(|file| self.drawing.force && Path::new(file).is_file()) {
            out::remove_old_proof(Path::new(&file), self.quiet.is_set())?;
        }
        Ok((outcome, Ok(None)))
    }

    /// Opens the files of the proof and of what it starts from.
    fn begin_proof(&self) -> anyhow::Result<Files> {
        let file = self.proof.clone().unwrap_or_default();
        let beside = self.premises().unwrap_or_default();
        if out::is_stdout(Path::new(&file)) {
            bail!("the proof can't go to standard output, where the answer goes");
        }
        let format = match Evidence::by_name(&file) {
            Some(Evidence::Pbp) => CoverProofFormat::Pbp,
            Some(Evidence::Lrat) => CoverProofFormat::Lrat,
            Some(Evidence::Drat) | None => CoverProofFormat::Drat,
            Some(Evidence::Count | Evidence::Model) => {
                bail!(
                    "{}: expected a name in .pbp, .lrat or .drat for a proof",
                    display(&file)
                )
            }
        };
        let name = Path::new(&file);
        if name.exists() && !name.is_file() {
            let (file, beside) = (display(&file), display(&beside));
            bail!(
                "{file}: expected a file's name: what the proof starts from is written beside it, to {beside}"
            );
        }
        Ok(Files {
            format,
            premises: self.drawing.target(&beside, self.name())?,
            proof: self.drawing.target(&file, self.name())?,
            beside,
        })
    }

    /// Writes the proof and what it starts from, and says how to check it.
    fn write_proof(
        &self,
        text: &[u8],
        files: Files,
        problem: &ExactCover,
    ) -> anyhow::Result<Written> {
        let Files {
            format,
            mut proof,
            mut premises,
            beside,
        } = files;
        match format {
            CoverProofFormat::Pbp => CoverAxioms::new(problem).write(&mut premises)?,
            CoverProofFormat::Drat | CoverProofFormat::Lrat => {
                let cnf = encode::cover_to_cnf(problem, AtMostOne::Pairwise)?;
                dimacs::write(&cnf, &mut premises)?;
            }
        }
        proof.write_all(text)?;
        Target::commit_both(premises, proof).map_err(out::explained)?;
        let file = self.proof.clone().unwrap_or_default();
        let lines = text.iter().filter(|&&byte| byte == b'\n').count();
        self.quiet.note(&format!(
            "wrote {}: {} that {} {}",
            display(&file),
            counted(lines, "line"),
            if lines == 1 { "refutes" } else { "refute" },
            display(&beside)
        ));
        let command = self.check_command(&file);
        self.quiet.note(&format!("check it: {}", display(&command)));
        Ok(Written {
            file,
            premises: beside,
            bytes: text.len(),
        })
    }
}
