//! A fault that was found: its line, its JSON, and its file.

use super::trial::Trial;
use anyhow::Context as _;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudosat::fuzz::{Fault, Remark, Shrunk};
use sudosat::io::{OutputError, Overwrite, Target, counted, display};

/// A fault, with the case that shows it.
pub(super) struct Finding<'a, T: Trial> {
    /// The solver.
    pub trial: &'a T,
    /// The seed of the case.
    pub seed: u64,
    /// The fault on the small case.
    pub fault: &'a Fault,
    /// Remarks on the calls of the small case.
    pub remarks: &'a [Remark],
    /// The case of the seed.
    pub whole: &'a T::Case,
    /// The case made small.
    pub small: &'a Shrunk<T::Case>,
    /// The command that finds it again.
    pub command: String,
}

/// Largest number of files whose names differ only in their number.
const MOST_FILES: u32 = 10_000;

impl<T: Trial> Finding<'_, T> {
    /// Returns the finding in a line that ends with `place`: where it was written to.
    pub(super) fn line(&self, place: &str) -> String {
        let Fault { kind, reason } = self.fault;
        let (seed, size) = (self.seed, T::size(&self.small.case));
        format!("seed {seed}: {kind}: {}; {size}: {place}", display(reason))
    }

    /// Returns the finding as JSON.
    pub(super) fn json(&self, path: Option<&Path>) -> Value {
        let mut object = json!({
            "seed": self.seed,
            "fault": self.fault.kind.name(),
            "reason": self.fault.reason,
            "before": T::size_json(self.whole),
            "runs": self.small.runs,
            "minimal": self.small.is_minimal,
            "file": path.map(|path| path.to_string_lossy()),
        });
        if let (Value::Object(object), Value::Object(size)) =
            (&mut object, T::size_json(&self.small.case))
        {
            object.extend(size);
        }
        object
    }

    /// Writes the small case to a new file of the folder, and returns its path. A file that
    /// has the same content already is left as it is.
    pub(super) fn write(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        let name = display(&folder.to_string_lossy()).into_owned();
        fs::create_dir_all(folder)
            .with_context(|| format!("{name}: the folder can't be created"))?;
        let bytes = self.bytes()?;
        let stem = format!("{}-{}", self.fault.kind, self.seed);
        let ending = T::WORDS.ending;
        for number in 1..=MOST_FILES {
            let path = folder.join(match number {
                1 => format!("{stem}.{ending}"),
                _ => format!("{stem}-{number}.{ending}"),
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

    /// Returns the file: comments, then the small case.
    fn bytes(&self) -> io::Result<Vec<u8>> {
        let Fault { kind, reason } = self.fault;
        let before = T::size(self.whole);
        let end = match self.small.is_minimal {
            true => format!("no single {} can be removed", T::WORDS.parts),
            false => "stopped before it was minimal".into(),
        };
        let runs = counted(self.small.runs, "run");
        let mut lines = vec![
            format!("Found by sudosat {} fuzz.", env!("CARGO_PKG_VERSION")),
            format!("Solver: {}", self.trial.name()),
            format!("Fault: {kind}: {reason}"),
            format!(
                "Seed: {}, {before}; made small in {runs}: {end}.",
                self.seed
            ),
        ];
        lines.extend(self.trial.again(&self.command));
        T::file(&lines, &self.small.case, self.remarks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudosat::formula::{Cnf, dimacs};
    use sudosat::fuzz::{FaultKind, ProofKind, Subject};

    #[test]
    fn a_file_is_never_overwritten_and_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let trial = Subject::engine("cdcl", ProofKind::Drat).unwrap();
        let fault = Fault {
            kind: FaultKind::Crash,
            reason: "it wrote: --\n---bad".into(),
        };
        let formula: Cnf = [&[1, -2][..], &[]].into_iter().collect();
        let mut small = Shrunk {
            case: formula.clone(),
            runs: 3,
            is_minimal: true,
        };
        let write = |small: &Shrunk<Cnf>| {
            let finding = Finding {
                trial: &trial,
                seed: 7,
                fault: &fault,
                remarks: &[],
                whole: &formula,
                small,
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
