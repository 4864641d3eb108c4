//! The proof that `sat` was asked for, while it is being written.
//!
//! A proof that can't be written costs no answer: the search goes on, and the
//! error is reported when the answer is printed. And no proof of an earlier run
//! is left in its place: `--force` allowed to replace it, so it is removed.

use crate::cli::content::Evidence;
use crate::cli::out;
use anyhow::{Context, bail};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudosat::formula::{Cnf, Lit};
use sudosat::io::{OutputError, Target};
use sudosat::proof::{Observer, Shared, UnderCube, drat, lrat, pbp};

/// The proof's file, opened before the formula is read.
pub(super) struct ProofFile {
    target: Target,
    kind: Evidence,
    binary: bool,
    /// The file that is there already and may be replaced.
    old: Option<PathBuf>,
}

impl ProofFile {
    /// Returns `true` if the proof will be one of clauses.
    pub(super) fn is_clausal(&self) -> bool {
        self.kind != Evidence::Pbp
    }

    /// Opens the file. The formula's is known, so that the proof does not
    /// replace it.
    pub(super) fn create(
        path: &OsStr,
        cnf: &OsStr,
        binary: bool,
        force: bool,
    ) -> anyhow::Result<ProofFile> {
        if out::is_stdout(Path::new(path)) {
            bail!("the proof can't go to standard output, where the answer goes");
        }
        let kind = Evidence::by_name(&path.to_string_lossy()).unwrap_or(Evidence::Drat);
        if binary && kind == Evidence::Pbp {
            bail!("VeriPB's format has no binary form: `--binary` is for DRAT and LRAT");
        }
        let target = out::create(path, force, &[cnf])?;
        let old = target.replaces().then(|| PathBuf::from(path));
        Ok(ProofFile {
            target,
            kind,
            binary,
            old,
        })
    }

    /// Begins the proof that the formula has no model.
    pub(super) fn begin(self, cnf: &Cnf) -> Proof {
        let (num_vars, num_clauses) = (cnf.num_vars(), cnf.num_clauses());
        let output = Output {
            target: self.target,
            failure: None,
        };
        let lrat =
            |writer: lrat::Writer<Output>| Format::Lrat(Shared::new(writer.extending(num_vars)));
        let drat =
            |writer: drat::Writer<Output>| Format::Drat(Shared::new(writer.extending(num_vars)));
        let format = match (self.kind, self.binary) {
            (Evidence::Pbp, _) => {
                Format::VeriPb(Shared::new(pbp::Writer::new(output, num_clauses)))
            }
            (Evidence::Lrat, false) => lrat(lrat::Writer::text(output, num_clauses)),
            (Evidence::Lrat, true) => lrat(lrat::Writer::binary(output, num_clauses)),
            (_, false) => drat(drat::Writer::text(output)),
            (_, true) => drat(drat::Writer::binary(output)),
        };
        Proof {
            format,
            old: self.old,
        }
    }

    /// Begins the part of a proof in LRAT that the formula has no model in which the cube is
    /// true. If there will be no part, an old one stays: it is damaged, but nobody is misled.
    pub(super) fn begin_part(self, cnf: &Cnf, cube: &[Lit]) -> Proof {
        let output = Output {
            target: self.target,
            failure: None,
        };
        let writer = lrat::Writer::text(output, cnf.num_clauses()).extending(cnf.num_vars());
        let part = UnderCube::new(writer, cnf.num_clauses(), cube.to_vec());
        Proof {
            format: Format::Part(Shared::new(part)),
            old: None,
        }
    }

    /// Gives the proof up before the search has begun.
    pub(super) fn discard(self, quiet: bool) -> anyhow::Result<()> {
        drop(self.target);
        remove(self.old, quiet)
    }
}

/// A proof that is being written.
pub(super) struct Proof {
    format: Format,
    old: Option<PathBuf>,
}

enum Format {
    Drat(Shared<drat::Writer<Output>>),
    Lrat(Shared<lrat::Writer<Output>>),
    Part(Shared<UnderCube<lrat::Writer<Output>>>),
    VeriPb(Shared<pbp::Writer<Output>>),
}

impl Proof {
    /// Returns the observer that writes the proof.
    pub(super) fn observer(&self) -> Box<dyn Observer> {
        match &self.format {
            Format::Drat(proof) => Box::new(proof.clone()),
            Format::Lrat(proof) => Box::new(proof.clone()),
            Format::Part(proof) => Box::new(proof.clone()),
            Format::VeriPb(proof) => Box::new(proof.clone()),
        }
    }

    /// Gives the complete proof its name. The solver must have let go of it. If
    /// that fails, no older file of that name is left either.
    pub(super) fn keep(self, quiet: bool) -> anyhow::Result<()> {
        let output = match self.format {
            Format::Drat(proof) => proof.into_inner().ok().map(drat::Writer::into_inner),
            Format::Lrat(proof) => proof.into_inner().ok().map(lrat::Writer::into_inner),
            Format::Part(proof) => {
                let writer = proof.into_inner().ok().map(UnderCube::into_observer);
                writer.map(lrat::Writer::into_inner)
            }
            Format::VeriPb(proof) => proof.into_inner().ok().map(pbp::Writer::into_inner),
        };
        let Some(output) = output else {
            bail!("a fault in the solver: it holds on to the proof");
        };
        let kept = output
            .map_err(OutputError::Failed)
            .and_then(|output| match output.failure {
                None => output.target.commit(),
                Some(error) => Err(OutputError::Failed(error)),
            });
        match kept {
            Ok(()) => Ok(()),
            // The proof is there.
            Err(error @ OutputError::NotLasting { .. }) => Err(error.into()),
            Err(error) => {
                remove(self.old, quiet)?;
                Err(out::explained(error)).context("there is no proof of the answer")
            }
        }
    }

    /// Gives the proof up, because the formula was not refuted.
    pub(super) fn discard(self, quiet: bool) -> anyhow::Result<()> {
        drop(self.format);
        remove(self.old, quiet)
    }
}

/// Removes the old file, if there is one.
fn remove(old: Option<PathBuf>, quiet: bool) -> anyhow::Result<()> {
    old.map_or(Ok(()), |path| out::remove_old_proof(&path, quiet))
}

/// The proof's file, as the search sees it: writing never fails. The first error
/// is kept, and what comes after it is dropped.
struct Output {
    target: Target,
    failure: Option<io::Error>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failure.is_none() {
            self.failure = self.target.write_all(bytes).err();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failure.is_none() {
            self.failure = self.target.flush().err();
        }
        Ok(())
    }
}
