//! The proof that `sat` was asked for, while it is being written.

use crate::cli::out;
use crate::cli::verify::Kind;
use anyhow::bail;
use std::ffi::OsStr;
use std::path::Path;
use sudosat::formula::Cnf;
use sudosat::io::Target;
use sudosat::proof::{Observer, Shared, drat, lrat, pbp};

/// Opens the proof's file. The formula's is known, so that the proof does not
/// replace it.
pub fn create(path: &OsStr, cnf: &OsStr, binary: bool, force: bool) -> anyhow::Result<Target> {
    if out::is_stdout(Path::new(path)) {
        bail!("the proof can't go to standard output, where the answer goes");
    }
    if binary && kind(path) == Kind::Pbp {
        bail!("VeriPB's format has no binary form: `--binary` is for DRAT and LRAT");
    }
    out::create(path, force, &[cnf])
}

/// The format that the name asks for.
fn kind(path: &OsStr) -> Kind {
    Kind::by_name(&path.to_string_lossy()).unwrap_or(Kind::Drat)
}

/// A proof that is being written.
pub enum Proof {
    Drat(Shared<drat::Writer<Target>>),
    Lrat(Shared<lrat::Writer<Target>>),
    VeriPb(Shared<pbp::Writer<Target>>),
}

impl Proof {
    /// Begins the proof that the formula has no model, in the format that
    /// `path` asks for.
    pub fn begin(target: Target, path: &OsStr, binary: bool, cnf: &Cnf) -> Proof {
        let (num_vars, num_clauses) = (cnf.num_vars(), cnf.num_clauses());
        let lrat =
            |writer: lrat::Writer<Target>| Proof::Lrat(Shared::new(writer.extending(num_vars)));
        let drat =
            |writer: drat::Writer<Target>| Proof::Drat(Shared::new(writer.extending(num_vars)));
        match (kind(path), binary) {
            (Kind::Pbp, _) => Proof::VeriPb(Shared::new(pbp::Writer::new(target, num_clauses))),
            (Kind::Lrat, false) => lrat(lrat::Writer::text(target, num_clauses)),
            (Kind::Lrat, true) => lrat(lrat::Writer::binary(target, num_clauses)),
            (_, false) => drat(drat::Writer::text(target)),
            (_, true) => drat(drat::Writer::binary(target)),
        }
    }

    /// Who writes it, for the solver to tell.
    pub fn observer(&self) -> Box<dyn Observer> {
        match self {
            Proof::Drat(proof) => Box::new(proof.clone()),
            Proof::Lrat(proof) => Box::new(proof.clone()),
            Proof::VeriPb(proof) => Box::new(proof.clone()),
        }
    }

    /// Gives the proof's file its name. The solver must have let go of it.
    pub fn keep(self) -> anyhow::Result<()> {
        let target = match self {
            Proof::Drat(proof) => proof.into_inner().ok().map(drat::Writer::into_inner),
            Proof::Lrat(proof) => proof.into_inner().ok().map(lrat::Writer::into_inner),
            Proof::VeriPb(proof) => proof.into_inner().ok().map(pbp::Writer::into_inner),
        };
        let Some(target) = target else {
            bail!("a fault in the solver: it holds on to the proof");
        };
        target?.commit()?;
        Ok(())
    }
}
