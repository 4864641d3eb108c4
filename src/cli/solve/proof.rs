//! Writing the proof that `solve` was asked for.

use std::io::Write;
use std::path::Path;
use sudosat::engine::{End, Evidence, Outcome};
use sudosat::formula::dimacs;
use sudosat::io::{Overwrite, Target, display};
use sudosat::proof::Step;

/// Writes the proof to `path` and the formula that it refutes beside it, and
/// says how to check it again. If there is none it says why, and `false` comes
/// back.
pub fn write(path: &Path, force: bool, engine: &str, outcome: &Outcome) -> anyhow::Result<bool> {
    let none = |why: &str| {
        anstream::eprintln!("no proof was written: {why}");
        Ok(false)
    };
    let refutation = match (&outcome.end, &outcome.refutation) {
        (End::Exhausted(Evidence::Clash(_)), _) => {
            return none("the clues clash, and nothing was searched");
        }
        (End::Exhausted(_), Some(refutation)) => refutation,
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
    let overwrite = if force {
        Overwrite::Always
    } else {
        Overwrite::Never
    };
    let mut name = path.as_os_str().to_owned();
    name.push(".cnf");
    let formula_path = Path::new(&name);
    let mut formula = Target::create(formula_path, overwrite)?;
    let mut proof = Target::create(path, overwrite)?;
    dimacs::write(&refutation.formula, &mut formula)?;
    for step in &refutation.steps {
        writeln!(proof, "{step}")?;
    }
    proof.commit()?;
    formula.commit()?;
    let lemmas = refutation
        .steps
        .iter()
        .filter(|step| matches!(step, Step::Add(_)))
        .count();
    let (path, formula_path) = (path.to_string_lossy(), formula_path.to_string_lossy());
    let (path, formula_path) = (display(&path), display(&formula_path));
    anstream::eprintln!("wrote {path}: {lemmas} lemmas that refute {formula_path}");
    anstream::eprintln!("check it: sudosat verify {formula_path} {path}");
    Ok(true)
}
