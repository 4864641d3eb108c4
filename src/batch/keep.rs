//! Keeps the evidence of a comparison that failed: a folder with the puzzle, the
//! formula, the answers and the proofs.

use crate::encode::{self, Encoding, Layout};
use crate::engine::End;
use crate::engine::compare::Comparison;
use crate::formula::dimacs;
use crate::io::{OutputError, Overwrite, Target, counted};
use crate::sudoku::{Puzzle, print};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Formulas over this size, in bytes of memory, are not written: `encode`
/// makes them again. Chosen by hand.
const LARGEST: u64 = 1 << 30;

/// Largest number of solutions of an engine that are written. Chosen by hand: two
/// that differ are enough to see a fault.
const MOST_SOLUTIONS: usize = 100;

/// Writes a comparison to a new folder below `root`, and says which.
///
/// | file | what |
/// |---|---|
/// | `puzzle.txt` | the puzzle; as JSON if candidates are excluded |
/// | `formula.cnf` | its formula in the encoding that `answers.txt` names, as outside SAT solvers get it |
/// | `answers.txt` | what is wrong, and what each engine said |
/// | `ENGINE-solution-1.txt` … | its solutions, at most 100; a second engine of the same name is `ENGINE-2` |
/// | `ENGINE.cnf`, `ENGINE.drat` or `ENGINE.pbp` | the formula it refuted (with a clause against each solution), and its proof |
///
/// # Errors
/// If a file can't be written.
pub fn keep(
    root: &Path,
    name: &str,
    puzzle: &Puzzle,
    encoding: &Encoding,
    comparison: &Comparison,
) -> Result<PathBuf, OutputError> {
    let folder = new_folder(root, name)?;
    let file = |name: &str, fill: &dyn Fn(&mut Target) -> io::Result<()>| {
        let mut target = Target::create(folder.join(name), Overwrite::Never)?;
        fill(&mut target).map_err(OutputError::Failed)?;
        target.commit()
    };
    file("puzzle.txt", &|out| match puzzle.excluded() {
        [] => write!(out, "{}", print::plain(puzzle)),
        _ => writeln!(out, "{}", print::json(puzzle)),
    })?;
    let size = encode::size(puzzle, encoding, Layout::default());
    if size.fits().is_ok() && size.memory() < LARGEST {
        file("formula.cnf", &|out| {
            dimacs::write(&encode::cnf(puzzle, encoding), out)
        })?;
    }
    file("answers.txt", &|out| answers(comparison, encoding, out))?;
    let mut names = Vec::new();
    for answer in &comparison.answers {
        let Ok((outcome, grids)) = &answer.result else {
            continue;
        };
        let plain = file_name(&answer.engine);
        let others = names.iter().filter(|&other| *other == plain).count();
        let engine = match others {
            0 => plain.clone(),
            _ => format!("{plain}-{}", others + 1),
        };
        names.push(plain);
        for (index, grid) in grids.iter().take(MOST_SOLUTIONS).enumerate() {
            let name = format!("{engine}-solution-{}.txt", index + 1);
            file(&name, &|out| {
                write!(out, "{}", print::plain(&puzzle.answer(grid)))
            })?;
        }
        if let Some(refutation) = &outcome.refutation {
            file(&format!("{engine}.cnf"), &|out| {
                dimacs::write(&refutation.formula, out)
            })?;
            let ending = refutation.certificate.format().ending();
            file(&format!("{engine}.{ending}"), &|out| {
                refutation.certificate.write(out)
            })?;
        }
    }
    Ok(folder)
}

fn answers(comparison: &Comparison, encoding: &Encoding, out: &mut Target) -> io::Result<()> {
    writeln!(out, "{}", comparison.judgement)?;
    for note in &comparison.notes {
        writeln!(out, "- {note}")?;
    }
    writeln!(out, "encoding of formula.cnf: {encoding}")?;
    for answer in &comparison.answers {
        match &answer.result {
            Ok((outcome, grids)) => writeln!(
                out,
                "{}: {}, {}, {}, {}",
                answer.engine,
                outcome.solvability(),
                counted(grids.len(), "solution"),
                match &outcome.end {
                    End::Exhausted(evidence) => evidence.text(),
                    End::Enough => "others not looked for".into(),
                    End::GaveUp(stop) => format!("gave up: {stop}").into(),
                },
                outcome.steps
            )?,
            Err(error) => writeln!(out, "{}: {error}", answer.engine)?,
        }
    }
    Ok(())
}

/// Creates a folder that did not exist before.
fn new_folder(root: &Path, name: &str) -> Result<PathBuf, OutputError> {
    let failed = |path: &Path, error: io::Error| {
        let text = format!("{}: {error}", path.display());
        OutputError::Failed(io::Error::new(error.kind(), text))
    };
    fs::create_dir_all(root).map_err(|error| failed(root, error))?;
    let base = file_name(name);
    for number in 1_u64.. {
        let folder = match number {
            1 => root.join(&base),
            _ => root.join(format!("{base}-{number}")),
        };
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(&folder, error)),
        }
    }
    unreachable!("there are fewer folders than numbers")
}

/// Returns a name fit for a file: letters, digits, `.`, `-`, at most 60 of them.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = name
        .chars()
        .map(|c| if c == '.' { c } else { plain(c) })
        .collect();
    let name = name.trim_matches(['-', '.']);
    let start = name.len().saturating_sub(60);
    if name.is_empty() {
        "puzzle".into()
    } else {
        name[start..].trim_matches(['-', '.']).into()
    }
}
