//! A fault that was found: its line, its JSON, and its file.

use anyhow::Context as _;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudosat::formula::{ClauseSink, Cnf, dimacs};
use sudosat::fuzz::{Fault, Shrunk};
use sudosat::io::{OutputError, Overwrite, Target, counted, display};

/// A fault, with the formula that shows it.
pub(super) struct Finding<'a> {
    /// The seed of the formula.
    pub seed: u64,
    /// The fault on the small formula.
    pub fault: &'a Fault,
    /// The formula of the seed.
    pub whole: &'a Cnf,
    /// The formula made small.
    pub small: &'a Shrunk,
    /// The name of the solver.
    pub solver: &'a str,
    /// The command that finds it again.
    pub command: String,
}

/// Largest number of files whose names differ only in their number.
const MOST_FILES: u32 = 10_000;

impl Finding<'_> {
    /// Returns the finding in a line that ends with `place`: where it was written to.
    pub(super) fn line(&self, place: &str) -> String {
        let Fault { kind, reason } = self.fault;
        let (seed, size) = (self.seed, size(&self.small.formula));
        format!("seed {seed}: {kind}: {reason}; {size}: {place}")
    }

    /// Returns the finding as JSON.
    pub(super) fn json(&self, path: Option<&Path>) -> Value {
        let (small, whole) = (&self.small.formula, self.whole);
        json!({
            "seed": self.seed,
            "fault": self.fault.kind.name(),
            "reason": self.fault.reason,
            "variables": small.num_vars(),
            "clauses": small.num_clauses(),
            "before": {"variables": whole.num_vars(), "clauses": whole.num_clauses()},
            "runs": self.small.runs,
            "minimal": self.small.is_minimal,
            "file": path.map(|path| path.to_string_lossy()),
        })
    }

    /// Writes the small formula to a new file of the folder, and returns its path. A file that
    /// has the same content already is left as it is.
    pub(super) fn write(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        let name = display(&folder.to_string_lossy()).into_owned();
        fs::create_dir_all(folder)
            .with_context(|| format!("{name}: the folder can't be created"))?;
        let bytes = self.bytes()?;
        let stem = format!("{}-{}", self.fault.kind, self.seed);
        for number in 1..=MOST_FILES {
            let path = folder.join(match number {
                1 => format!("{stem}.cnf"),
                _ => format!("{stem}-{number}.cnf"),
            });
            let mut target = match Target::create(&path, Overwrite::Never) {
                Ok(target) => target,
                Err(OutputError::Exists { .. }) => match fs::read(&path) {
                    Ok(old) if old == bytes => return Ok(path),
                    _ => continue,
                },
                Err(error) => return Err(error.into()),
            };
            target.write_all(&bytes)?;
            match target.commit() {
                Ok(()) => return Ok(path),
                // Another run made it just now.
                Err(OutputError::Exists { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        anyhow::bail!("{name}: there are {MOST_FILES} files {stem} already")
    }

    /// Returns the file: comments, then the small formula.
    fn bytes(&self) -> io::Result<Vec<u8>> {
        let small = &self.small.formula;
        let Fault { kind, reason } = self.fault;
        let before = size(self.whole);
        let end = match self.small.is_minimal {
            true => "no single clause or literal can be removed",
            false => "stopped before it was minimal",
        };
        let runs = counted(self.small.runs, "run");
        let mut writer = dimacs::Writer::new(Vec::new());
        let lines = [
            format!("Found by sudosat {} fuzz.", env!("CARGO_PKG_VERSION")),
            format!("Solver: {}", self.solver),
            format!("Fault: {kind}: {reason}"),
            format!(
                "Seed: {}, {before}; made small in {runs}: {end}.",
                self.seed
            ),
            "To see the fault, run the solver on this file. To find it again:".into(),
            self.command.clone(),
            "(Hyphens are apart where there were two: cadical reads options from comments.)".into(),
        ];
        for line in lines {
            writer.comment(&harmless(&line))?;
        }
        writer.header(small.num_vars(), small.num_clauses() as u64)?;
        for clause in small.clauses() {
            writer.clause(clause)?;
        }
        writer.finish()
    }
}

/// Returns a text that may be a comment of a formula.
fn harmless(text: &str) -> String {
    let mut text = display(text).into_owned();
    while text.contains("--") {
        text = text.replace("--", "- -");
    }
    text
}

fn size(cnf: &Cnf) -> String {
    let vars = counted(cnf.num_vars(), "variable");
    format!("{vars}, {}", counted(cnf.num_clauses(), "clause"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudosat::fuzz::FaultKind;

    #[test]
    fn a_file_is_never_overwritten_and_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let fault = Fault {
            kind: FaultKind::Crash,
            reason: "it wrote: --\n---bad".into(),
        };
        let formula: Cnf = [&[1, -2][..], &[]].into_iter().collect();
        let mut small = Shrunk {
            formula: formula.clone(),
            runs: 3,
            is_minimal: true,
        };
        let write = |small: &Shrunk| {
            let finding = Finding {
                seed: 7,
                fault: &fault,
                whole: &formula,
                small,
                solver: "x --y",
                command: "sudosat fuzz --seed 7".into(),
            };
            finding.write(folder.path()).unwrap()
        };
        let first = write(&small);
        assert_eq!(first, folder.path().join("crash-7.cnf"));
        assert_eq!(write(&small), first, "the same content");
        let bytes = fs::read(&first).unwrap();
        assert_eq!(dimacs::read(&bytes[..], "-").unwrap(), formula);
        small.runs = 4;
        assert_eq!(write(&small), folder.path().join("crash-7-2.cnf"));
        assert_eq!(fs::read(&first).unwrap(), bytes);
    }
}
