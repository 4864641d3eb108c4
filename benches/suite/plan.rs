//! All runs of a comparison: every solver on every formula with every seed.

use super::formulas::Formula;
use super::journal::{Journal, Key};
use super::run::{Limits, Outcome, Runner};
use super::solvers::{Solver, checksum};
use super::table::Column;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io, thread};

/// What is run, and how.
pub(crate) struct Plan {
    pub limits: Limits,
    /// Number of seeds, from 0, for solvers that take one.
    pub seeds: u64,
    /// Number of runs at the same time, each on a core of its own.
    pub jobs: u64,
    /// Set if solvers that can write a proof must write one.
    pub proofs: bool,
}

/// One run: the indices of its formula and solver, and what it depends on.
struct Task {
    formula: usize,
    solver: usize,
    key: Key,
}

impl Plan {
    /// Does all runs that the journal does not have, those with the first seed first, and
    /// returns the outcomes of each solver.
    pub(crate) fn columns(
        &self,
        formulas: &[Formula],
        solvers: &[Solver],
        journal: Journal,
    ) -> anyhow::Result<Vec<Column>> {
        let tasks = self.tasks(formulas, solvers)?;
        for task in &tasks {
            journal.check(&task.key)?;
        }
        let open = tasks.iter().filter(|task| journal.get(&task.key).is_none());
        let open = Mutex::new(open.collect::<Vec<_>>().into_iter());
        let journal = Mutex::new(journal);
        let work = |core: usize| -> anyhow::Result<()> {
            let runner = Runner::new(self.limits, self.proofs, core)?;
            let mut plain = None;
            loop {
                let next = lock(&open).next();
                let Some(task) = next else { return Ok(()) };
                let (formula, solver) = (&formulas[task.formula], &solvers[task.solver]);
                let unpacked = match plain.take() {
                    Some((of, unpacked)) if of == task.formula => unpacked,
                    _ => runner.unpack(&formula.path)?,
                };
                let outcome = runner.run(solver, task.key.seed, &unpacked)?;
                plain = Some((task.formula, unpacked));
                let (name, seed) = (&solver.name, task.key.seed);
                eprintln!("{:<40} {name:<20} {seed} {outcome}", formula.name);
                lock(&journal).add(task.key.clone(), outcome)?;
            }
        };
        // After an error no worker begins another run.
        let work = |core| work(core).inspect_err(|_| *lock(&open) = Vec::new().into_iter());
        thread::scope(|scope| {
            let start = |core| scope.spawn(move || work(core));
            let workers: Vec<_> = (0..self.jobs as usize).map(start).collect();
            let mut ends = workers.into_iter().map(|worker| match worker.join() {
                Ok(end) => end,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            ends.try_for_each(|end| end)
        })?;
        let journal = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
        let new = |solver| Column::new(solver, formulas.len());
        let mut columns: Vec<Column> = solvers.iter().map(new).collect();
        for task in &tasks {
            let outcome: Option<Outcome> = journal.get(&task.key);
            columns[task.solver].runs[task.formula].extend(outcome);
        }
        Ok(columns)
    }

    fn tasks(&self, formulas: &[Formula], solvers: &[Solver]) -> io::Result<Vec<Task>> {
        let builds = solvers.iter().map(Solver::checksum);
        let builds: Vec<String> = builds.collect::<Result<_, _>>()?;
        let contents = formulas.iter().map(|formula| fs::read(&formula.path));
        let contents = contents.map(|content| Ok(checksum(&content?)));
        let contents: Vec<String> = contents.collect::<io::Result<_>>()?;
        let Limits {
            limit,
            measure,
            memory,
        } = self.limits;
        let proofs = if self.proofs { " with proofs" } else { "" };
        let limits = format!("{limit} {measure:?} {memory} MiB{proofs}");
        let mut tasks = Vec::new();
        for seed in 0..self.seeds {
            for (formula, of) in formulas.iter().enumerate() {
                for (solver, by) in solvers.iter().enumerate() {
                    if seed > 0 && by.seed.is_none() {
                        continue;
                    }
                    let key = Key {
                        formula: of.name.clone(),
                        content: contents[formula].clone(),
                        solver: by.name.clone(),
                        build: builds[solver].clone(),
                        seed,
                        limits: limits.clone(),
                    };
                    tasks.push(Task {
                        formula,
                        solver,
                        key,
                    });
                }
            }
        }
        Ok(tasks)
    }
}

/// Locks a mutex, even after a panic of another worker.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
