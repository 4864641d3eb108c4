//! Writing the proof that `solve` was asked for.

use crate::cli::out;
use crate::cli::puzzles::input_of;
use anyhow::bail;
use std::path::{Path, PathBuf};
use sudosat::engine::{End, Evidence, Outcome, ProofFormat};
use sudosat::formula::dimacs;
use sudosat::io::{Target, counted, display};
use sudosat::sudoku::text::Entry;

/// Returns the path of the formula that the proof refutes.
fn formula_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".cnf");
    PathBuf::from(name)
}

/// Returns the format of the proof, by the name of its file.
pub(super) fn format(path: &Path) -> ProofFormat {
    match path.extension() {
        Some(ending) if ending == "pbp" => ProofFormat::Pbp,
        _ => ProofFormat::Drat,
    }
}

/// Refuses, before the search, a path to which no proof can be written. `others` are the
/// other files that the run writes, and the options that name them.
pub(super) fn refuse_early(
    path: &Path,
    force: bool,
    entry: &Entry,
    others: &[(&Path, &str)],
) -> anyhow::Result<()> {
    if out::is_stdout(path) {
        bail!("the proof can't go to standard output, where the answer goes");
    }
    if path.extension().is_some_and(|ending| ending == "lrat") {
        bail!("the proof is DRAT, and a name in .lrat says that it is not");
    }
    if path.exists() && !path.is_file() {
        let name = path.to_string_lossy();
        let name = display(&name);
        bail!("{name}: expected a file's name: the formula is written beside it, to {name}.cnf");
    }
    let formula = formula_path(path);
    let own = [
        (path, "--proof"),
        (formula.as_path(), "the formula of --proof"),
    ];
    out::refuse_same(&[&own, others].concat())?;
    for path in [path, &formula] {
        // Begun and given up: what fails here would fail after the search. A pipe is left
        // alone, because its reader would take the end of this for the end of the file.
        if path.is_file() || !path.exists() || path.is_dir() {
            drop(out::create(path, force, &[input_of(entry)])?);
        }
    }
    Ok(())
}

/// Writes the proof to `path` and the formula that it refutes beside it, and
/// says how to check it again. If there is none it says why, removes the files
/// that `force` allowed to replace, and returns `false`.
pub(super) fn write(
    path: &Path,
    force: bool,
    engine: &str,
    outcome: &Outcome,
) -> anyhow::Result<bool> {
    let none = |why: &str| {
        crate::cli::report::note(&format!("no proof was written: {why}"));
        for old in [path, &formula_path(path)] {
            if force && old.is_file() {
                out::remove_old_proof(old, false)?;
            }
        }
        Ok(false)
    };
    let refutation = match (&outcome.end, &outcome.refutation) {
        (End::Exhausted(_), Some(refutation)) => refutation,
        (End::Exhausted(Evidence::Clash(_)), None) => {
            return none("the clues clash, and nothing was searched");
        }
        (End::Exhausted(_), None) => {
            return none(&format!(
                "{engine} gave none (cdcl, cadical and kissat can)"
            ));
        }
        (End::Enough, _) => {
            return none(
                "there is a solution; with --unique or --all the proof is that there are no more",
            );
        }
        (End::GaveUp(_), _) => return none(&format!("{engine} gave up")),
    };
    if refutation.certificate.format() != format(path) {
        return none(&format!(
            "{engine}'s is in DRAT, and the file's name says that it is not"
        ));
    }
    // That neither is the input was seen early.
    let create = |path: &Path| out::create(path, force, &[""; 0]);
    let formula_path = &formula_path(path);
    let mut formula = create(formula_path)?;
    let mut proof = create(path)?;
    dimacs::write(&refutation.formula, &mut formula)?;
    refutation.certificate.write(&mut proof)?;
    Target::commit_both(formula, proof).map_err(out::explained)?;
    let lemmas = refutation.certificate.num_lemmas();
    let (path, formula_path) = (path.to_string_lossy(), formula_path.to_string_lossy());
    let (path, formula_path) = (display(&path), display(&formula_path));
    crate::cli::report::note(&format!(
        "wrote {path}: {} to refute {formula_path}",
        counted(lemmas, "lemma")
    ));
    crate::cli::report::note(&format!("check it: sudosat verify {formula_path} {path}"));
    Ok(true)
}
