//! The formulas of the folders, and what is known about each.

use anyhow::{Context, bail, ensure};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A formula's file.
pub(crate) struct Formula {
    pub path: PathBuf,
    /// Name of the file.
    pub name: String,
    /// Name of the family that it belongs to.
    pub family: String,
    /// Set if `status.tsv` says that the formula is satisfiable.
    pub is_satisfiable: bool,
}

/// Returns the formulas in the folders, by their names, those whose name contains `only`.
pub(crate) fn list(folders: &[PathBuf], only: Option<&str>) -> anyhow::Result<Vec<Formula>> {
    let mut formulas = Vec::new();
    for folder in folders {
        let known = Known::of(folder)?;
        let entries = fs::read_dir(folder);
        for entry in entries.with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if is_formula(&name) && only.is_none_or(|only| name.contains(only)) {
                formulas.push(known.formula(&path, &name));
            }
        }
    }
    formulas.sort_by(|a, b| a.name.cmp(&b.name));
    let twice = formulas
        .windows(2)
        .find(|pair| pair[0].name == pair[1].name);
    if let Some([first, second]) = twice {
        let (first, second) = (first.path.display(), second.path.display());
        bail!("two formulas have the same name: {first} and {second}");
    }
    ensure!(!formulas.is_empty(), "no formulas in these folders");
    Ok(formulas)
}

/// Returns `true` if this is the name of a DIMACS file, plain or compressed.
fn is_formula(name: &str) -> bool {
    ["", ".gz", ".xz", ".bz2"]
        .iter()
        .any(|packed| name.ends_with(&format!(".cnf{packed}")))
}

/// What a file `status.tsv` says: a table with a line of titles, columns separated by tabs, of
/// which `name`, `status` and `family` are used.
pub(crate) struct Known(HashMap<String, (String, String)>);

impl Known {
    /// Reads the file of a folder, if it has one.
    fn of(folder: &Path) -> anyhow::Result<Known> {
        let path = folder.join("status.tsv");
        match fs::read_to_string(&path) {
            Ok(text) => Known::read(&text).with_context(|| path.display().to_string()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Known(HashMap::new())),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    /// Reads the text of such a file. The column `family` may be missing.
    pub(crate) fn read(text: &str) -> anyhow::Result<Known> {
        let mut lines = text
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>());
        let titles = lines.next().unwrap_or_default();
        let column = |title: &str| titles.iter().position(|&of| of == title);
        let (Some(name), Some(status)) = (column("name"), column("status")) else {
            bail!("its first line has no titles `name` and `status`, separated by tabs");
        };
        let family = column("family");
        let mut known = HashMap::new();
        for (row, number) in lines.zip(2..) {
            let (Some(&name), Some(&status)) = (row.get(name), row.get(status)) else {
                bail!("line {number} has no name or no status");
            };
            ensure!(
                ["SAT", "UNSAT", "?", ""].contains(&status),
                "line {number}: the status `{status}` is not SAT, UNSAT or ?"
            );
            let family = family.and_then(|place| row.get(place)).unwrap_or(&"");
            known.insert(name.to_owned(), (status.to_owned(), (*family).to_owned()));
        }
        Ok(Known(known))
    }

    /// Returns what is known about a file.
    pub(crate) fn formula(&self, path: &Path, name: &str) -> Formula {
        let (status, family) = self.0.get(name).cloned().unwrap_or_default();
        Formula {
            path: path.to_owned(),
            name: name.to_owned(),
            family: match family.is_empty() {
                true => family_of(name).to_owned(),
                false => family,
            },
            is_satisfiable: status == "SAT",
        }
    }
}

/// Returns the family of a formula by its name: the name up to its first digit, without a
/// separator at the end, or the whole name if it begins with a digit.
pub(crate) fn family_of(name: &str) -> &str {
    let name = name.split(".cnf").next().unwrap_or(name);
    let end = name
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(name.len());
    match name[..end].trim_end_matches(['_', '-', '.']) {
        "" => name,
        family => family,
    }
}
