//! `sat` on a formula with cubes: one search after the other, parts of a proof, and the
//! proof that is composed of them.
//!
//! A part of a proof stays when it is complete. A run that finds one checks it, and searches
//! the cube only if the part is damaged, so a run that was killed goes on where it
//! stopped.

use super::progress::{Comments, Lines};
use super::proof::{Proof, ProofFile};
use super::{Arguments, Searched};
use crate::cli::report;
use anyhow::{Context as _, bail};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;
use sudosat::budget::{Budget, Stop};
use sudosat::cdcl::{Stats, Verdict};
use sudosat::check::ProofFault;
use sudosat::engine::cubes::{Composed, Composer, PartFault};
use sudosat::formula::{Cnf, Lit};
use sudosat::io::{InputError, Source, counted, display};
use sudosat::proof::{Conclusion, Observer, lrat};

/// The cubes with these numbers, from 1: `5` or `5-9`.
#[derive(Clone, Debug)]
pub(super) struct Numbers(Range<usize>);

impl FromStr for Numbers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Numbers, &'static str> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = first.parse::<usize>().ok().zip(last.parse().ok());
        let range = range.filter(|&(first, last)| 0 < first && first <= last);
        let (first, last) =
            range.ok_or("expected the number of a cube, from 1, or two as in 5-9")?;
        Ok(Numbers(first - 1..last))
    }
}

/// A formula with cubes, and how `sat` is to search it.
pub(super) struct Cubes<'a> {
    pub arguments: &'a Arguments,
    pub cnf: &'a Cnf,
    pub cubes: &'a [Vec<Lit>],
    pub budget: &'a Budget,
    pub comments: Comments,
}

impl Cubes<'_> {
    /// Searches the cubes that the arguments name, or composes the proof of all.
    pub(super) fn search(
        &self,
        proof: Option<ProofFile>,
        lines: Option<Lines>,
    ) -> anyhow::Result<Searched> {
        let all = self.cubes.len();
        let numbers = match &self.arguments.cube {
            Some(Numbers(range)) if range.end > all => {
                bail!("--cube {}: there are {}", range.end, counted(all, "cube"))
            }
            Some(Numbers(range)) => range.clone(),
            None => 0..all,
        };
        match (&self.arguments.parts, proof) {
            (Some(folder), Some(proof)) => self.compose(folder, proof),
            (None, proof) if self.arguments.cube.is_none() => self.one_by_one(proof, lines),
            (folder, _) => self.each_alone(numbers, folder.as_deref()),
        }
    }

    /// Searches all cubes with one solver, which keeps what it learns, and then what the
    /// cubes leave out.
    fn one_by_one(
        &self,
        proof: Option<ProofFile>,
        lines: Option<Lines>,
    ) -> anyhow::Result<Searched> {
        let proof = proof.map(|file| file.begin(self.cnf));
        let mut solver = self.arguments.solver(self.cnf, proof.as_ref());
        if let Some(lines) = lines {
            solver = solver.with_reporter(lines);
        }
        self.arguments
            .add_clauses(&mut solver, self.cnf, self.budget);
        let mut verdict = Verdict::Unsat;
        let everything = Vec::new();
        for (index, cube) in self.cubes.iter().chain([&everything]).enumerate() {
            let (start, before) = (Instant::now(), solver.stats().conflicts);
            verdict = solver.solve_with(cube, self.budget)?;
            if index < self.cubes.len() {
                self.tell(index, verdict, solver.stats().conflicts - before, start)?;
            }
            if verdict != Verdict::Unsat || solver.core().is_empty() {
                break;
            }
            solver.keep_core();
        }
        drop(solver.take_observer());
        let proved = self.arguments.end_proof(proof, verdict);
        Ok(Searched::of(&solver, verdict, proved))
    }

    /// Searches each of the cubes with a solver of its own, and writes the parts of a proof
    /// to the folder, if there is one. A cube that reaches a limit of steps does not stop
    /// the others.
    fn each_alone(&self, numbers: Range<usize>, folder: Option<&Path>) -> anyhow::Result<Searched> {
        if let Some(folder) = folder {
            fs::create_dir_all(folder).with_context(|| name_of(folder))?;
        }
        let mut all = Searched {
            verdict: Verdict::Unsat,
            model: None,
            stats: Stats::default(),
            counting: None,
            proved: Ok(()),
        };
        for index in numbers {
            let path = folder.map(|folder| part(folder, index));
            if let Some(path) = &path
                && self.has_part(path, index)?
            {
                self.comments
                    .write(&format!("c cube {}: its part is complete\n", index + 1))?;
                continue;
            }
            let start = Instant::now();
            let found = self.alone(index, path.as_deref())?;
            self.tell(index, found.verdict, found.stats.conflicts, start)?;
            all.stats.add(&found.stats);
            match found.verdict {
                Verdict::Unsat => {}
                Verdict::Unknown(Stop::Steps) => all.verdict = found.verdict,
                _ => {
                    let stats = all.stats;
                    return Ok(Searched { stats, ..found });
                }
            }
            if found.proved.is_err() {
                return Ok(Searched {
                    proved: found.proved,
                    ..all
                });
            }
        }
        Ok(all)
    }

    /// Searches a cube.
    fn alone(&self, index: usize, path: Option<&Path>) -> anyhow::Result<Searched> {
        let cube = &self.cubes[index];
        let begin = |path: &Path| -> anyhow::Result<Proof> {
            let file = ProofFile::create(path.as_os_str(), &self.arguments.cnf, false, true)?;
            Ok(file.begin_part(self.cnf, cube))
        };
        let proof = path.map(begin).transpose()?;
        let mut solver = self.arguments.solver(self.cnf, proof.as_ref());
        self.arguments
            .add_clauses(&mut solver, self.cnf, self.budget);
        for &lit in cube {
            solver.add_clause(&[lit]);
        }
        let verdict = solver.solve(self.budget)?;
        drop(solver.take_observer());
        let proved = self.arguments.end_proof(proof, verdict);
        Ok(Searched::of(&solver, verdict, proved))
    }

    /// Returns `true` if the part is there and right. A wrong one is reported.
    fn has_part(&self, path: &Path, index: usize) -> anyhow::Result<bool> {
        if !path.exists() {
            return Ok(false);
        }
        let mut composer = Composer::new(self.cnf, Box::new(Nobody), self.budget)?;
        match self.add_part(&mut composer, path, index) {
            Ok(()) => Ok(true),
            Err(PartFault::Step(fault @ ProofFault::GaveUp(_))) => Err(fault.into()),
            Err(fault) => {
                let message = format!("{}; it is made again", fault_of(&fault));
                report::warning(&InputError::whole(path.to_string_lossy(), message));
                Ok(false)
            }
        }
    }

    /// Composes the parts of all cubes to a proof.
    fn compose(&self, folder: &Path, proof: ProofFile) -> anyhow::Result<Searched> {
        self.refuse_missing(folder)?;
        let proof = proof.begin(self.cnf);
        let mut searched = Searched {
            verdict: Verdict::Unsat,
            model: None,
            stats: Stats::default(),
            counting: None,
            proved: Ok(()),
        };
        let composed = self.compose_parts(folder, &proof)?;
        match composed {
            Composed::Refuted => {}
            Composed::Unknown(stop) => searched.verdict = Verdict::Unknown(stop),
            Composed::Uncovered(model) => {
                searched.verdict = Verdict::Sat;
                searched.model = Some(model);
            }
        }
        searched.proved = self.arguments.end_proof(Some(proof), searched.verdict);
        Ok(searched)
    }

    fn compose_parts(&self, folder: &Path, proof: &Proof) -> anyhow::Result<Composed> {
        let given_up = |fault| match fault {
            ProofFault::GaveUp(stop) => Ok(Composed::Unknown(stop)),
            fault => Err(fault),
        };
        let mut composer = match Composer::new(self.cnf, proof.observer(), self.budget) {
            Ok(composer) => composer,
            Err(fault) => return Ok(given_up(fault)?),
        };
        for index in 0..self.cubes.len() {
            let path = part(folder, index);
            match self.add_part(&mut composer, &path, index) {
                Ok(()) => {}
                Err(PartFault::Step(ProofFault::GaveUp(stop))) => {
                    return Ok(Composed::Unknown(stop));
                }
                Err(fault) => {
                    let error = InputError::whole(path.to_string_lossy(), fault_of(&fault));
                    bail!(
                        "{error}; `--cube {} --parts` without `--proof` makes it again",
                        index + 1
                    );
                }
            }
        }
        Ok(composer.finish(self.cnf, self.budget)?)
    }

    fn add_part(
        &self,
        composer: &mut Composer,
        path: &Path,
        index: usize,
    ) -> Result<(), PartFault> {
        let source = Source::open_with(path, self.budget.interrupt())?;
        let name = source.name().to_owned();
        let steps = lrat::read(source, &name)?;
        composer.add_part(&self.cubes[index], steps, self.budget)
    }

    /// Refuses a folder in which parts are missing.
    fn refuse_missing(&self, folder: &Path) -> anyhow::Result<()> {
        let is_missing = |&index: &usize| !part(folder, index).exists();
        let missing: Vec<usize> = (0..self.cubes.len()).filter(is_missing).collect();
        let Some(&first) = missing.first() else {
            return Ok(());
        };
        let others = match missing.len() - 1 {
            0 => String::new(),
            others => format!(", nor are those of {}", counted(others, "other cube")),
        };
        bail!(
            "{}: the part of cube {} is not there{others}; `--cube {} --parts` without \
             `--proof` makes it",
            name_of(&part(folder, first)),
            first + 1,
            first + 1,
        );
    }

    /// Writes what was found for a cube as a comment.
    fn tell(
        &self,
        index: usize,
        verdict: Verdict,
        conflicts: u64,
        start: Instant,
    ) -> anyhow::Result<()> {
        let line = format!(
            "c cube {}: {verdict}, {}, {:.2} s\n",
            index + 1,
            counted(conflicts, "conflict"),
            start.elapsed().as_secs_f64()
        );
        Ok(self.comments.write(&line)?)
    }
}

/// The observer of a check that writes nothing.
struct Nobody;

impl Observer for Nobody {
    fn conclude(&mut self, _: Conclusion) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns the file of the part of the cube with this index.
fn part(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("{}.lrat", index + 1))
}

fn name_of(path: &Path) -> String {
    display(&path.to_string_lossy()).to_string()
}

/// Returns the fault in words, for a message that names the part already.
fn fault_of(fault: &PartFault) -> String {
    match fault {
        PartFault::Input(InputError {
            line: Some(line),
            message,
            ..
        }) => format!("line {line}: {message}"),
        PartFault::Input(error) => error.message.clone(),
        fault => fault.to_string(),
    }
}
