//! `encode --preprocess`: the formula after the solver's preprocessing, and a proof
//! that every clause of it follows.

use super::formula_file::FormulaFile;
use anyhow::{Context as _, bail};
use std::path::{Path, PathBuf};
use sudosat::budget::Budget;
use sudosat::encode::{AtMostOne, Description, Encoding, Layout, comments};
use sudosat::engine::{PreprocessError, preprocess};
use sudosat::formula::{ClauseSink, dimacs};
use sudosat::io::{Target, counted, display};
use sudosat::sudoku::text::Entry;

use crate::cli::exit::Exit;
use crate::cli::overrun::Watch;
use crate::cli::puzzles::input_of;
use crate::cli::quiet::Quiet;
use crate::cli::{out, report};

/// The comment of a preprocessed formula, by which `decode` recognises it.
pub(crate) const COMMENT: &str = "sudosat-preprocessed";

/// Writes the formula to its place and the proof beside it, and prints how to
/// check it. If the budget ends, that is reported and nothing is written.
pub(crate) fn write(
    entry: &Entry,
    encoding: &Encoding,
    file: &FormulaFile,
    quiet: Quiet,
    budget: &Budget,
    watch: Option<Watch>,
) -> anyhow::Result<Exit> {
    if file.is_stdout() {
        bail!("--preprocess writes two files, so -o must name a file");
    }
    file.prepare()?;
    let comments = comments(&entry.puzzle, &entry.name, encoding, Layout::default());
    file.refuse_other(entry, &comments)?;
    let mut proof_path = file.path.clone().into_os_string();
    proof_path.push(".pbp");
    let proof_path = PathBuf::from(proof_path);
    file.refuse_lone_proof(&proof_path)?;
    let create = |path| out::create(path, file.replace, &[input_of(entry)]);
    let mut target = create(&file.path)?;
    let proof = create(&proof_path)?;

    let name = display(&entry.name).into_owned();
    let (formula, proof) = match preprocess(&entry.puzzle, encoding, proof, budget) {
        Err(PreprocessError::Stopped(stop)) => {
            report::note(&format!("{name}: gave up: {stop}"));
            return Ok(Exit::GaveUp);
        }
        result => result.with_context(|| name.clone())?,
    };
    drop(watch);
    let mut writer = dimacs::Writer::new(&mut target);
    writer.comment(COMMENT)?;
    // The others are about the formula that these clauses follow from.
    let is_of_puzzle =
        |it: &&String| it.starts_with("puzzle ") || it.starts_with(Description::PUZZLE);
    for comment in comments.iter().filter(is_of_puzzle) {
        writer.comment(comment)?;
    }
    writer.header(formula.num_vars(), formula.num_clauses() as u64)?;
    for clause in formula.clauses() {
        writer.clause(clause)?;
    }
    writer.finish()?;
    Target::commit_both(proof, target).map_err(out::explained)?;

    let (vars, clauses) = (formula.num_vars(), formula.num_clauses());
    let (vars, clauses) = (counted(vars, "variable"), counted(clauses, "clause"));
    quiet.note(&format!(
        "{}: {vars}, {clauses}",
        display(&file.path.to_string_lossy())
    ));
    note_checks(&file.path, &proof_path, encoding, quiet);
    Ok(Exit::Done)
}

/// Prints how to check the formula, and how to read an answer to it.
fn note_checks(path: &Path, proof_path: &Path, encoding: &Encoding, quiet: Quiet) {
    let (path, proof_path) = (path.to_string_lossy(), proof_path.to_string_lossy());
    let (path, proof_path) = (display(&path), display(&proof_path));
    quiet.note(&format!(
        "{proof_path}: the proof that they follow from the formula of {encoding}"
    ));
    quiet.note(&format!(
        "check it: sudosat verify --derives {path} FORMULA.cnf {proof_path}, \
         with the FORMULA.cnf of `sudosat encode -e {}{}`",
        encoding.name,
        match encoding.at_most_one {
            AtMostOne::Pairwise => String::new(),
            way => format!(" --at-most-one {}", way.name()),
        }
    ));
    quiet.note(&format!(
        "a solver's answer to {path} is read by: sudosat decode PUZZLE ANSWER"
    ));
}
