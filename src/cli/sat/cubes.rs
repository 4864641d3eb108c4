//! `sat` on a formula with cubes: one search after the other, parts of a proof, and the
//! proof that is composed of them.
//!
//! A part of a proof stays when it is complete. A run that finds one checks it, and searches
//! the cube only if the part is damaged, so a run that was killed goes on where it
//! stopped.

use super::progress::{Comments, Lines};
use super::proof::{Proof, ProofFile};
use super::{Arguments, Searched};
use crate::cli::corpus::shards::proof_of_cube;
use crate::cli::overrun::Watch;
use crate::cli::{limits, report};
use anyhow::{Context as _, bail};
use serde::Serialize;
use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;
use sudosat::budget::{Budget, Stop};
use sudosat::cdcl::Verdict;
use sudosat::check::ProofFault;
use sudosat::engine::cubes::{Composed, Composer, PartFault, negated, uncovered};
use sudosat::formula::{Cnf, Lit};
use sudosat::io::{InputError, Source, counted, display};
use sudosat::proof::{Conclusion, Observer, lrat};

/// The cubes with these numbers, from 1: `5` or `5-9`.
#[derive(Clone, Debug)]
pub(super) struct Numbers(Range<usize>);

impl Numbers {
    /// Returns the numbers of the cubes with these indices.
    pub(super) fn of(indices: Range<usize>) -> Numbers {
        Numbers(indices)
    }
}

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

/// The cubes that a refutation is about, if it is not about the formula.
#[derive(Serialize)]
pub(super) struct Only {
    first: usize,
    last: usize,
    /// Number of all cubes.
    of: usize,
}

impl Only {
    pub(super) fn of(numbers: &Numbers, all: usize) -> Only {
        Only {
            first: numbers.0.start + 1,
            last: numbers.0.end,
            of: all,
        }
    }
}

impl fmt::Display for Only {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Only { first, last, of } = self;
        match first == last {
            true => write!(f, "cube {first} of {of} only"),
            false => write!(f, "cubes {first} to {last} of {of} only"),
        }
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
        watch: &mut Option<Watch>,
    ) -> anyhow::Result<Searched> {
        let all = self.cubes.len();
        let numbers = match &self.arguments.cube {
            Some(Numbers(range)) if range.end > all => {
                bail!("--cube {}: found {}", range.end, counted(all, "cube"))
            }
            Some(Numbers(range)) => range.clone(),
            None => 0..all,
        };
        match (&self.arguments.parts, proof) {
            (Some(folder), Some(proof)) => self.compose(folder, proof, watch),
            (None, proof) if self.arguments.cube.is_none() => self.one_by_one(proof, lines, watch),
            (folder, _) => {
                let searched = self.each_alone(numbers, folder.as_deref())?;
                self.arguments.end_proof(None, searched.verdict, watch)?;
                Ok(searched)
            }
        }
    }

    /// Searches all cubes with one solver, which keeps what it learns, and then what the
    /// cubes leave out.
    fn one_by_one(
        &self,
        proof: Option<ProofFile>,
        lines: Option<Lines>,
        watch: &mut Option<Watch>,
    ) -> anyhow::Result<Searched> {
        let proof = proof.map(|file| file.begin(self.cnf));
        let mut solver = self.arguments.solver(self.cnf, proof.as_ref());
        if let Some(lines) = lines {
            solver = solver.with_reporter(lines);
        }
        let is_added = self
            .arguments
            .add_clauses(&mut solver, self.cnf, self.budget);
        let mut verdict = Verdict::Unknown(Stop::Interrupted);
        let everything = Vec::new();
        let cubes = self.cubes.iter().chain([&everything]).enumerate();
        for (index, cube) in cubes.filter(|_| is_added) {
            let (start, before) = (Instant::now(), solver.stats().conflicts);
            verdict = solver.solve_with(cube, self.budget)?;
            if index < self.cubes.len() {
                self.report(index, verdict, solver.stats().conflicts - before, start)?;
            }
            if verdict != Verdict::Unsat || solver.core().is_empty() {
                break;
            }
            solver.keep_core();
        }
        drop(solver.take_observer());
        let proved = self.arguments.end_proof(proof, verdict, watch);
        Ok(Searched::of(&solver, verdict, proved))
    }

    /// Searches each of the cubes with a solver of its own, and writes the parts of a proof
    /// to the folder, if there is one. A cube that reaches a limit of steps does not stop
    /// the others. If all cubes of the formula are refuted, searches what they leave out.
    fn each_alone(&self, numbers: Range<usize>, folder: Option<&Path>) -> anyhow::Result<Searched> {
        if let Some(folder) = folder {
            fs::create_dir_all(folder).with_context(|| name_of(folder))?;
        }
        let mut all = Searched::without_solver(Verdict::Unsat);
        for index in numbers {
            let found = self.alone(index, folder)?;
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
        if self.arguments.cube.is_none() && all.verdict == Verdict::Unsat {
            let found = self.rest()?;
            all.stats.add(&found.stats);
            let stats = all.stats;
            return Ok(Searched { stats, ..found });
        }
        Ok(all)
    }

    /// Searches a cube, unless its part is in the folder and right. A wrong one is reported.
    fn alone(&self, index: usize, folder: Option<&Path>) -> anyhow::Result<Searched> {
        let cube = &self.cubes[index];
        let path = folder.map(|folder| proof_of_cube(folder, index));
        if let Some(path) = &path
            && path.exists()
        {
            match self.check_part(path, index)? {
                Added::Right => {
                    let line = format!("c cube {}: its part is complete\n", index + 1);
                    self.comments.write(&line)?;
                    return Ok(Searched::without_solver(Verdict::Unsat));
                }
                Added::Stopped(stop) => {
                    return Ok(Searched::without_solver(Verdict::Unknown(stop)));
                }
                Added::Wrong(error) if self.arguments.quiet => drop(error),
                Added::Wrong(mut error) => {
                    error.message.push_str("; it is made again");
                    report::warning(&error);
                }
            }
        }
        let start = Instant::now();
        let begin = |path: PathBuf| -> anyhow::Result<Proof> {
            let file = ProofFile::create(path.as_os_str(), &self.arguments.cnf, false, true)?;
            Ok(file.begin_part(self.cnf, cube))
        };
        let proof = path.map(begin).transpose()?;
        let found = self.search_with(cube.iter().map(|&lit| vec![lit]), proof)?;
        self.report(index, found.verdict, found.stats.conflicts, start)?;
        Ok(found)
    }

    /// Searches the formula where none of the cubes is true.
    fn rest(&self) -> anyhow::Result<Searched> {
        let limits = limits::search_memory(self.cnf, 1);
        let verdict = match uncovered(self.cubes, limits, &self.without_steps())? {
            Ok(None) => Verdict::Unsat,
            Ok(Some(_)) => {
                return self.search_with(self.cubes.iter().map(|cube| negated(cube)), None);
            }
            Err(stop) => Verdict::Unknown(stop),
        };
        Ok(Searched::without_solver(verdict))
    }

    /// Searches the formula with more clauses.
    fn search_with(
        &self,
        clauses: impl Iterator<Item = Vec<Lit>>,
        proof: Option<Proof>,
    ) -> anyhow::Result<Searched> {
        let mut solver = self.arguments.solver(self.cnf, proof.as_ref());
        let is_added = self
            .arguments
            .add_clauses(&mut solver, self.cnf, self.budget);
        clauses.for_each(|clause| solver.add_clause(&clause));
        let verdict = match is_added {
            true => solver.solve(self.budget)?,
            false => Verdict::Unknown(Stop::Interrupted),
        };
        drop(solver.take_observer());
        let proved = self.arguments.end_proof(proof, verdict, &mut None);
        Ok(Searched::of(&solver, verdict, proved))
    }

    /// Composes the parts of all cubes to a proof.
    fn compose(
        &self,
        folder: &Path,
        proof: ProofFile,
        watch: &mut Option<Watch>,
    ) -> anyhow::Result<Searched> {
        let quiet = self.arguments.quiet;
        if let Err(error) = self.refuse_missing(folder) {
            proof.discard(quiet)?;
            return Err(error);
        }
        let proof = proof.begin(self.cnf);
        let composed = match self.compose_parts(folder, &proof) {
            Ok(composed) => composed,
            Err(error) => {
                proof.discard(quiet)?;
                return Err(error);
            }
        };
        let (verdict, model) = match composed {
            Composed::Refuted => (Verdict::Unsat, None),
            Composed::Unknown(stop) => (Verdict::Unknown(stop), None),
            Composed::Uncovered(model) => (Verdict::Sat, Some(model)),
        };
        let proved = self.arguments.end_proof(Some(proof), verdict, watch);
        Ok(Searched {
            model,
            proved,
            ..Searched::without_solver(verdict)
        })
    }

    fn compose_parts(&self, folder: &Path, proof: &Proof) -> anyhow::Result<Composed> {
        let budget = self.without_steps();
        let mut composer = match Composer::new(self.cnf, proof.observer(), &budget) {
            Ok(composer) => composer,
            Err(ProofFault::GaveUp(stop)) => return Ok(Composed::Unknown(stop)),
            Err(fault) => return Err(fault.into()),
        };
        for index in 0..self.cubes.len() {
            match self.add_part(&mut composer, &proof_of_cube(folder, index), index)? {
                Added::Right => {}
                Added::Stopped(stop) => return Ok(Composed::Unknown(stop)),
                Added::Wrong(error) => bail!(
                    "{error}; `--cube {} --parts` without `--proof` makes it again",
                    index + 1
                ),
            }
        }
        let limits = limits::search_memory(self.cnf, 1);
        Ok(composer.finish(self.cnf, limits, &budget)?)
    }

    /// Checks the part of a cube.
    fn check_part(&self, path: &Path, index: usize) -> anyhow::Result<Added> {
        match Composer::new(self.cnf, Box::new(NoOutput), &self.without_steps()) {
            Ok(mut composer) => self.add_part(&mut composer, path, index),
            Err(ProofFault::GaveUp(stop)) => Ok(Added::Stopped(stop)),
            Err(fault) => Err(fault.into()),
        }
    }

    /// Adds the part of a cube to a composition.
    ///
    /// # Errors
    /// If the part can't be read.
    fn add_part(
        &self,
        composer: &mut Composer,
        path: &Path,
        index: usize,
    ) -> anyhow::Result<Added> {
        let interrupt = self.budget.interrupt();
        let mut add = || {
            let source = Source::open_with(path, interrupt)?;
            let name = source.name().to_owned();
            let steps = lrat::read(source, &name)?;
            composer.add_part(&self.cubes[index], steps, &self.without_steps())
        };
        match add() {
            Ok(()) => Ok(Added::Right),
            Err(PartFault::Step(ProofFault::GaveUp(stop))) => Ok(Added::Stopped(stop)),
            Err(PartFault::Input(_)) if interrupt.is_raised() => {
                Ok(Added::Stopped(Stop::Interrupted))
            }
            // What is wrong in a text has a line. The others are failures to open or read it.
            Err(PartFault::Input(error)) if error.line.is_none() => Err(error.into()),
            Err(fault) => {
                let error = InputError::whole(path.to_string_lossy(), fault_of(&fault));
                Ok(Added::Wrong(error))
            }
        }
    }

    /// Returns the budget without its limit on conflicts, for checks, whose steps are others.
    fn without_steps(&self) -> Budget {
        self.budget.clone().with_steps(u64::MAX)
    }

    /// Refuses a folder in which parts are missing.
    fn refuse_missing(&self, folder: &Path) -> anyhow::Result<()> {
        let is_missing = |&index: &usize| !proof_of_cube(folder, index).exists();
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
            name_of(&proof_of_cube(folder, first)),
            first + 1,
            first + 1,
        );
    }

    /// Writes what was found for a cube as a comment.
    fn report(
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

/// The end of reading and checking a part.
enum Added {
    Right,
    /// The time is over, or there was an interrupt.
    Stopped(Stop),
    /// The part is damaged, or that of another cube.
    Wrong(InputError),
}

/// The observer of a check that writes nothing.
struct NoOutput;

impl Observer for NoOutput {
    fn conclude(&mut self, _: Conclusion) -> std::io::Result<()> {
        Ok(())
    }
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
        fault => fault.to_string(),
    }
}
