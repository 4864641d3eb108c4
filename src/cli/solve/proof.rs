//! Writing the proof that `solve` was asked for.

use crate::cli::puzzles::input_of;
use crate::cli::quiet::Quiet;
use crate::cli::{out, report};
use anyhow::bail;
use std::path::{Path, PathBuf};
use sudosat::encode::{AtMostOne, Axioms};
use sudosat::engine::{Certificate, End, Evidence, Outcome, ProofFormat, Refutation};
use sudosat::formula::dimacs;
use sudosat::io::{Target, counted, display};
use sudosat::proof::pbp;
use sudosat::sudoku::Puzzle;
use sudosat::sudoku::text::Entry;

/// The files of a proof and of what it starts from.
pub(super) struct ProofOutput<'a> {
    pub path: &'a Path,
    /// Set if old files may be replaced.
    pub force: bool,
    /// Set if it starts from the rules and clues, not from a formula.
    pub from_rules: bool,
    /// The at-most-ones of the formula.
    pub at_most_one: AtMostOne,
    /// Set if no notes are wanted.
    pub quiet: Quiet,
}

impl ProofOutput<'_> {
    /// Returns the path of what the proof starts from.
    fn premises(&self) -> PathBuf {
        self.beside(if self.from_rules { ".opb" } else { ".cnf" })
    }

    /// Returns the path of what a proof of the same name starts from if it is made with
    /// `--from-rules` and this one is not, or the reverse.
    fn other_premises(&self) -> Option<PathBuf> {
        let ending = if self.from_rules { ".cnf" } else { ".opb" };
        (format(self.path) == ProofFormat::Pbp).then(|| self.beside(ending))
    }

    /// Removes the files of an earlier run that this one was allowed to replace.
    fn remove_old(&self) -> anyhow::Result<()> {
        let own = [self.path.to_owned(), self.premises()];
        for old in own.into_iter().chain(self.other_premises()) {
            if self.force && old.is_file() {
                out::remove_old_proof(&old, self.quiet.is_set())?;
            }
        }
        Ok(())
    }

    /// Removes what an earlier proof of the same name started from.
    fn remove_other_premises(&self) -> anyhow::Result<()> {
        let other = self.other_premises();
        let Some(other) = other.filter(|other| self.force && other.is_file()) else {
            return Ok(());
        };
        out::remove(&other, "the old file")?;
        self.quiet.note(&format!(
            "{}: removed: an earlier proof started from it",
            display(&other.to_string_lossy())
        ));
        Ok(())
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    }
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
    output: &ProofOutput,
    entry: &Entry,
    others: &[(&Path, &str)],
) -> anyhow::Result<()> {
    let ProofOutput { path, force, .. } = *output;
    if output.from_rules {
        refuse_from_rules(output, entry)?;
    }
    if out::is_stdout(path) {
        bail!("the proof can't go to standard output, where the answer goes");
    }
    if path.extension().is_some_and(|ending| ending == "lrat") {
        bail!("the proof is DRAT, and a name in .lrat says that it is not");
    }
    if path.exists() && !path.is_file() {
        let name = path.to_string_lossy();
        let name = display(&name);
        let (what, ending) = match output.from_rules {
            true => ("the rules are", "opb"),
            false => ("the formula is", "cnf"),
        };
        bail!("{name}: expected a file's name: {what} written beside it, to {name}.{ending}");
    }
    let premises = output.premises();
    let premises_option = match output.from_rules {
        true => "the rules of --proof",
        false => "the formula of --proof",
    };
    let old = output.other_premises();
    let own = [(path, "--proof"), (premises.as_path(), premises_option)];
    // Removed if it is there.
    let removed = old.as_deref().map(|old| (old, "the old file of --proof"));
    let own: Vec<_> = own.into_iter().chain(removed).collect();
    out::refuse_same(&[&own, others].concat())?;
    for path in [path, &premises] {
        // Begun and given up: what fails here would fail after the search. A pipe is left
        // alone, because its reader would take the end of this for the end of the file.
        if path.is_file() || !path.exists() || path.is_dir() {
            drop(out::create(path, force, &[input_of(entry)])?);
        }
    }
    // It would be taken for what the new proof starts from.
    if let Some(old) = old.filter(|old| old.is_file()) {
        out::refuse_inputs(&old, &[input_of(entry)])?;
        if !force {
            let (old, path) = (old.to_string_lossy(), path.to_string_lossy());
            bail!(
                "{}: the file is of another proof called {}; `--force` removes it",
                display(&old),
                display(&path)
            );
        }
    }
    Ok(())
}

/// Refuses a proof from the rules where there is none.
fn refuse_from_rules(output: &ProofOutput, entry: &Entry) -> anyhow::Result<()> {
    if format(output.path) != ProofFormat::Pbp {
        bail!("--from-rules is for proofs in VeriPB's format: name the file of --proof FILE.pbp");
    }
    if !entry.puzzle.rules().tables().is_empty() {
        bail!(
            "{}: the rules have sums or others for several cells together, which formulas state \
             with further variables; expected rules that houses and pairs of cells state for \
             --from-rules",
            display(&entry.name)
        );
    }
    if output.at_most_one != AtMostOne::Pairwise {
        bail!(
            "--from-rules does not apply to --at-most-one {}, whose clauses have further variables",
            output.at_most_one.name()
        );
    }
    Ok(())
}

/// Writes the proof, and beside it what it starts from, and
/// says how to check it again. If there is none it says why, removes the files
/// that `force` allowed to replace, and returns `false`.
pub(super) fn write(
    output: &ProofOutput,
    puzzle: &Puzzle,
    engine: &str,
    outcome: &Outcome,
) -> anyhow::Result<bool> {
    let refutation = match refutation(outcome, engine, format(output.path)) {
        Ok(refutation) => refutation,
        Err(why) => {
            report::note(&format!("no proof was written: {why}"));
            output.remove_old()?;
            return Ok(false);
        }
    };
    let path = output.path;
    let formula = &refutation.formula;
    let axioms = output.from_rules.then(|| Axioms::new(puzzle)).flatten();
    // That neither is the input was seen early.
    let create = |path: &Path| out::create(path, output.force, &[""; 0]);
    let premises_path = &output.premises();
    let mut premises = create(premises_path)?;
    let mut proof = create(path)?;
    let (is_from_rules, checker) = match (&refutation.certificate, axioms) {
        (Certificate::Pbp(text), Some(mut axioms)) => {
            // The last clauses exclude the solutions that were found.
            let found = usize::try_from(outcome.count).unwrap_or(usize::MAX);
            let rest = formula.num_clauses().saturating_sub(found);
            for clause in formula.clauses().skip(rest) {
                axioms.add_clause(clause);
            }
            axioms.write(&mut premises)?;
            let derive = |out: &mut Target| {
                let mut clauses = formula.clauses();
                clauses.try_for_each(|clause| pbp::rup(out, clause))
            };
            pbp::lift(text, axioms.num_inequalities(), 0, derive, &mut proof)?;
            (true, "veripb")
        }
        (certificate, _) => {
            dimacs::write(formula, &mut premises)?;
            certificate.write(&mut proof)?;
            (false, "sudosat verify")
        }
    };
    Target::commit_both(premises, proof).map_err(out::explained)?;
    output.remove_other_premises()?;
    let lemmas = counted(refutation.certificate.num_lemmas(), "lemma");
    let (path, premises_path) = (path.to_string_lossy(), premises_path.to_string_lossy());
    let (path, premises_path) = (display(&path), display(&premises_path));
    let quiet = output.quiet;
    quiet.note(&match is_from_rules {
        true => format!(
            "wrote {path}: derives the formula from {premises_path}, then refutes it in {lemmas}"
        ),
        false => format!("wrote {path}: {lemmas} to refute {premises_path}"),
    });
    quiet.note(&format!("check it: {checker} {premises_path} {path}"));
    Ok(true)
}

/// Returns the refutation that a search ended with, or why there is none in this format.
fn refutation<'a>(
    outcome: &'a Outcome,
    engine: &str,
    format: ProofFormat,
) -> Result<&'a Refutation, String> {
    match (&outcome.end, &outcome.refutation) {
        (End::Exhausted(_), Some(found)) if found.certificate.format() == format => Ok(found),
        (End::Exhausted(_), Some(_)) => Err(format!(
            "{engine} writes DRAT, and the name of the file asks for VeriPB's format; \
             --engine cdcl writes that"
        )),
        (End::Exhausted(Evidence::Clash(_)), None) => {
            Err("the clues clash, and nothing was searched".to_owned())
        }
        (End::Exhausted(_), None) => {
            Err(format!("{engine} gave none (cdcl, cadical and kissat can)"))
        }
        (End::Enough, _) => Err(
            "there is a solution; with --unique or --all the proof is that there are no more"
                .to_owned(),
        ),
        (End::GaveUp(_), _) => Err(format!("{engine} gave up")),
    }
}
