//! `sat` in shards of cubes, for `batch`.

use super::cubes::{Cubes, Numbers};
use super::progress::Comments;
use super::{Arguments, Finding, checked_model};
use crate::cli::content::Evidence;
use crate::cli::context::Context;
use crate::cli::corpus::shards::{self, Job, ShardFile, hash_of_file};
use crate::cli::exit::Exit;
use crate::cli::{interrupt, out, report};
use anyhow::{Context as _, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use sudosat::batch::journal::Header;
use sudosat::cdcl::{Stats, Verdict};
use sudosat::check;
use sudosat::formula::answer::{self, Status};
use sudosat::formula::{Cnf, Lit};
use sudosat::io::{Overwrite, Source, Target, display};

/// Returns the file with the model that was found under a cube, in a folder of shards.
pub(in crate::cli) fn model_file(folder: &Path) -> PathBuf {
    folder.join("model.txt")
}

impl Arguments {
    /// Returns the header of the files of shards. Parts of a proof depend on the formula with its
    /// cubes alone.
    pub(in crate::cli) fn header(&self) -> anyhow::Result<Header> {
        Ok(Header::new(
            "sat",
            [("the formula of hash", Some(self.hash()?))],
        ))
    }

    /// Returns the hash of the formula's file.
    pub(in crate::cli) fn hash(&self) -> anyhow::Result<String> {
        hash_of_file(Path::new(&self.cnf)).with_context(|| self.name())
    }

    /// Returns `true` if the folder has a model, which is checked.
    ///
    /// # Errors
    /// If it is no model of the formula.
    pub(in crate::cli) fn has_model(&self, folder: &Path) -> anyhow::Result<bool> {
        let path = model_file(folder);
        if !path.exists() {
            return Ok(false);
        }
        match self.read(&interrupt::on_ctrl_c())? {
            Some((cnf, _)) => read_model(&path, &cnf).map(|_| true),
            None => Ok(false),
        }
    }

    /// Returns the number of bytes of the formula's file.
    pub(in crate::cli) fn num_bytes(&self) -> anyhow::Result<u64> {
        Ok(fs::metadata(&self.cnf).with_context(|| self.name())?.len())
    }

    fn name(&self) -> String {
        display(&self.cnf.to_string_lossy()).into_owned()
    }

    /// Refuses options and inputs that do not go with shards.
    pub(in crate::cli) fn refuse_in_part(&self) -> anyhow::Result<()> {
        shards::refuse_options(&[
            ("--cube", self.cube.is_some()),
            ("--parts", self.parts.is_some()),
            ("--jobs", self.jobs > 1),
            ("--time-limit", self.time_limit.is_some()),
        ])?;
        if self.cnf == "-" {
            bail!("each shard reads the formula, so it can't be standard input; name a file");
        }
        let kind = |proof: &std::ffi::OsString| Evidence::by_name(&proof.to_string_lossy());
        if self.proof.as_ref().and_then(kind) == Some(Evidence::Pbp) {
            bail!("parts are composed to a proof in DRAT or LRAT, not for VeriPB");
        }
        Ok(())
    }

    /// Refutes the cubes of a shard. Ends with `Satisfiable` if one has a model, which is written to
    /// the folder.
    pub(in crate::cli) fn work(mut self, job: Job, context: Context) -> anyhow::Result<Exit> {
        let interrupt = interrupt::on_ctrl_c();
        let budget = self.budget(&interrupt);
        let (shard, folder) = (job.shard, job.folder.clone());
        self.parts = Some(folder.clone());
        let Some((cnf, cubes)) = self.read(&interrupt)? else {
            return Ok(Exit::GaveUp);
        };
        self.refuse_cubes(cubes.is_some(), None)?;
        let cubes = cubes.unwrap_or_default();
        let range = shard.cubes(cubes.len());
        self.cube = Some(Numbers::of(range.clone()));
        let (mut file, _) = ShardFile::begin(job)?;
        let searched = Cubes {
            arguments: &self,
            cnf: &cnf,
            cubes: &cubes,
            budget: &budget,
            comments: Comments::of(context, false),
        }
        .search(None, None, &mut None)?;
        searched.proved?;
        match searched.verdict {
            Verdict::Unsat => match file.finish_cubes(range)? {
                true => Ok(Exit::Done),
                false => Ok(Exit::GaveUp),
            },
            Verdict::Sat => {
                let model = checked_model(&cnf, searched.model.as_ref())?;
                write_model(&model_file(&folder), model)?;
                file.remove();
                report::note(&format!(
                    "shard {shard}: a cube has a model; {} has it",
                    display(&model_file(&folder).to_string_lossy())
                ));
                Ok(Exit::Satisfiable)
            }
            Verdict::Unknown(stop) => {
                file.remove();
                if !interrupt.is_raised() {
                    shard.fail(&folder, &format!("a cube has no answer: {stop}"));
                }
                Ok(Exit::GaveUp)
            }
        }
    }

    /// Prints the answer that follows from the shards, and composes the proof if one is wanted. The
    /// shards must be complete, unless a model was found.
    pub(in crate::cli) fn merge(
        mut self,
        folder: PathBuf,
        context: Context,
    ) -> anyhow::Result<Exit> {
        let path = model_file(&folder);
        if !path.exists() {
            self.parts = Some(folder);
            return super::run(self, context);
        }
        let start = Instant::now();
        let proof = self.proof_file()?;
        let Some((cnf, _)) = self.read(&interrupt::on_ctrl_c())? else {
            return Ok(Exit::GaveUp);
        };
        if let Some(proof) = proof {
            proof.discard(self.quiet)?;
        }
        let finding = Finding {
            model: read_model(&path, &cnf)?,
            ..Finding::of(Status::Satisfiable)
        };
        self.print(&finding, &cnf, &Stats::default(), start, context)
    }
}

fn write_model(path: &Path, model: Vec<Lit>) -> anyhow::Result<()> {
    let mut target = Target::create(path, Overwrite::Always)?;
    answer::write_status(&mut target, Status::Satisfiable)?;
    answer::write_model(&mut target, model)?;
    target.commit().map_err(out::explained)
}

/// Reads a model, and checks it against the formula.
fn read_model(path: &Path, cnf: &Cnf) -> anyhow::Result<Vec<Lit>> {
    let source = Source::open(path)?;
    let name = source.name().to_owned();
    let found = answer::read(source, &name, cnf.num_vars())?;
    match check::model(cnf, &found.lits) {
        Ok(model) => Ok(model.lits().collect()),
        Err(fault) => bail!(
            "{}: it is no model of the formula: {fault}; remove the file, and run `batch work` again",
            display(&name)
        ),
    }
}
