//! The formulas of the folders, and what is known about each.

use anyhow::{Context, ensure};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

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
        let known = fs::read_to_string(folder.join("status.tsv")).unwrap_or_default();
        let known = Known::read(&known);
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
        anyhow::bail!("two formulas have the same name: {first} and {second}");
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
    pub(crate) fn read(text: &str) -> Known {
        let mut lines = text
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>());
        let titles = lines.next().unwrap_or_default();
        let column = |title: &str| titles.iter().position(|&of| of == title);
        let places = ["name", "status", "family"].map(column);
        let rows = lines.filter_map(|row| {
            let [name, status, family] = places.map(|place| Some((*row.get(place?)?).to_owned()));
            Some((
                name?,
                (status.unwrap_or_default(), family.unwrap_or_default()),
            ))
        });
        Known(rows.collect())
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
