//! `encode --preprocess`: what our solver derives without a guess, and a proof
//! that it follows.

use super::place::Place;
use anyhow::{Context as _, bail};
use std::path::PathBuf;
use sudosat::budget::{Budget, Interrupt};
use sudosat::encode::Encoding;
use sudosat::engine::preprocess;
use sudosat::formula::dimacs;
use sudosat::io::{counted, display};
use sudosat::sudoku::text::Entry;

use crate::cli::puzzles::input_of;
use crate::cli::{out, report};

/// Writes the formula to its place and the proof beside it, and says how to
/// check it.
pub fn write(
    entry: &Entry,
    encoding: &Encoding,
    place: &Place,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    if place.is_stdout() {
        bail!("--preprocess writes two files, so -o must name a file");
    }
    place.prepare()?;
    let mut proof_path = place.path.clone().into_os_string();
    proof_path.push(".pbp");
    let proof_path = PathBuf::from(proof_path);
    let create = |path| out::create(path, place.replace, &[input_of(entry)]);
    let mut target = create(&place.path)?;
    let proof = create(&proof_path)?;

    let budget = Budget::unlimited().with_interrupt(interrupt.clone());
    let name = display(&entry.name).into_owned();
    let (formula, proof) =
        preprocess(&entry.puzzle, encoding, proof, &budget).with_context(|| name.clone())?;
    dimacs::write(&formula, &mut target)?;
    // The proof first: without it nobody need believe the formula.
    proof.commit().map_err(out::explained)?;
    target.commit().map_err(out::explained)?;

    let (path, proof_path) = (place.path.to_string_lossy(), proof_path.to_string_lossy());
    let (path, proof_path) = (display(&path), display(&proof_path));
    let (vars, clauses) = (formula.num_vars(), formula.num_clauses());
    let (vars, clauses) = (counted(vars, "variable"), counted(clauses, "clause"));
    report::note(&format!("{path}: {vars}, {clauses}"));
    report::note(&format!(
        "{proof_path}: how they follow from the formula of {encoding}"
    ));
    report::note(&format!(
        "check it: sudosat verify --derives {path} FORMULA.cnf {proof_path}, \
         with the FORMULA.cnf of `sudosat encode -e {}`",
        encoding.name
    ));
    Ok(())
}
