//! A portfolio: several searches of one formula in parallel, with different
//! settings, that share learned clauses.
//!
//! Every worker is a whole [`Solver`] with its own settings. Fixed literals and
//! clauses of small glue go into one pool that workers only append to; each
//! worker keeps its own reading position (as ManySAT, Hamadi, Jabbour and Sais,
//! JSAT 2009). The first answer ends the other workers. Which worker that is,
//! and which model it found, depends on the machine's timing; so no proof is
//! written here.

use super::setting::Modes;
use super::sharing::Sharing;
use crate::budget::{Budget, Interrupt, Stop};
use crate::cdcl::{Config, Solver, Stats, Verdict};
use crate::formula::{Cnf, Lit, Model};
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The largest glue of a shared clause. Chosen by hand: larger values share more
/// clauses, each of less use to the other workers.
const LARGEST_GLUE: u32 = 2;
/// The largest number of literals of a shared clause. Chosen by hand, as
/// `LARGEST_GLUE`.
const LONGEST: usize = 8;
/// Largest total number of literals in the pool (2²⁵ literals are 128 MB), to
/// bound its memory. Chosen by hand.
const POOL_LITS: usize = 1 << 25;
/// Time between two checks of the budget by the waiting main thread.
const GLANCE: Duration = Duration::from_millis(10);

/// The result of a portfolio, with the worker that found it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found {
    /// The first definite verdict of a worker, or the reason why there is none.
    pub verdict: Verdict,
    /// The model, if the verdict is `Sat`.
    pub model: Option<Model>,
    /// Counters of the worker that answered, or of the first worker if none
    /// did.
    pub stats: Stats,
    /// Index of that worker's settings.
    pub winner: usize,
}

/// Returns the settings of `workers` workers: the first has `config` itself,
/// the others vary it so that they search differently.
pub fn diversified(config: &Config, workers: usize) -> Vec<Config> {
    (0..workers)
        .map(|worker| {
            let mut config = config.clone();
            if worker > 0 {
                config.seed = config.seed.wrapping_add(worker as u64);
                config.first_phase ^= worker % 2 == 1;
                config.modes = match worker % 3 {
                    0 => Modes::Alternate,
                    1 => Modes::Stable,
                    _ => Modes::Focused,
                };
                if worker % 4 == 3 {
                    config.tier2 = config.tier2.saturating_add(4);
                }
            }
            config
        })
        .collect()
}

/// The shared clauses, each with the index of the worker that gave it.
#[derive(Default)]
struct Pool {
    clauses: Vec<(usize, Box<[Lit]>, u32)>,
    lits: usize,
}

/// One worker's access to the pool.
struct PoolAccess {
    worker: usize,
    pool: Arc<Mutex<Pool>>,
    /// Number of the pool's clauses already read.
    read: usize,
    /// Clauses to be appended to the pool at the next exchange.
    ready: Vec<(Box<[Lit]>, u32)>,
}

impl Sharing for PoolAccess {
    fn export_clause(&mut self, clause: &[Lit], glue: u32) {
        if glue <= LARGEST_GLUE && clause.len() <= LONGEST {
            self.ready.push((clause.into(), glue));
        }
    }

    fn import_clauses(&mut self, clauses: &mut Vec<(Vec<Lit>, u32)>) {
        // A worker that panicked has at worst left out a clause.
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let news = pool.clauses[self.read..].iter();
        let others = news.filter(|(worker, ..)| *worker != self.worker);
        clauses.extend(others.map(|(_, lits, glue)| (lits.to_vec(), *glue)));
        for (lits, glue) in self.ready.drain(..) {
            if pool.lits + lits.len() <= POOL_LITS {
                pool.lits += lits.len();
                pool.clauses.push((self.worker, lits, glue));
            }
        }
        self.read = pool.clauses.len();
    }
}

/// Searches with all these settings in parallel. `prepare` gets each worker's
/// index and solver before the clauses are added, and may change the solver.
///
/// The budget's steps are the conflicts of each worker.
///
/// ```
/// use sudosat::cdcl::portfolio;
/// use sudosat::prelude::*;
///
/// let cnf: Cnf = [&[1, 2][..], &[-1, 2], &[-2, 3]].into_iter().collect();
/// let configs = portfolio::diversified(&Config::default(), 2);
/// let found = portfolio::solve(&cnf, &configs, &Budget::unlimited(), |_, solver| solver)?;
/// assert_eq!(found.verdict, Verdict::Sat);
/// check::model(&cnf, &found.model.unwrap().lits().collect::<Vec<_>>()).unwrap();
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If a thread can't be started, if all workers panic, or if `prepare` connects
/// a [propagator](crate::cdcl::Propagator): the others would not know of its
/// constraint, and would share clauses that depend on it.
///
/// # Panics
/// If `configs` is empty.
pub fn solve(
    cnf: &Cnf,
    configs: &[Config],
    budget: &Budget,
    prepare: impl Fn(usize, Solver) -> Solver,
) -> io::Result<Found> {
    assert!(!configs.is_empty(), "a portfolio needs a worker");
    let pool = Arc::new(Mutex::new(Pool::default()));
    let end = Interrupt::new();
    let mut limits = Budget::unlimited().with_interrupt(end.clone());
    if let Some(steps) = budget.steps() {
        limits = limits.with_steps(steps);
    }
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for (worker, config) in configs.iter().enumerate() {
            let mut solver = prepare(worker, Solver::new(config.clone()));
            if solver.is_connected() {
                end.raise();
                let message = "a portfolio can't search with a propagator";
                return Err(io::Error::new(io::ErrorKind::Unsupported, message));
            }
            solver.share_with(Some(Box::new(PoolAccess {
                worker,
                pool: pool.clone(),
                read: 0,
                ready: Vec::new(),
            })));
            let (sender, limits) = (sender.clone(), &limits);
            // If the channel is closed, another worker has answered.
            let work = move || drop(sender.send(search(worker, solver, cnf, limits)));
            // A panic prints its message to standard error. The other workers
            // may still have an answer.
            let work = || drop(panic::catch_unwind(AssertUnwindSafe(work)));
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                end.raise();
                return Err(error);
            }
        }
        drop(sender);
        let found = first_answer(&receiver, budget, &end);
        end.raise();
        found
    })
}

/// Returns what one worker finds.
fn search(worker: usize, mut solver: Solver, cnf: &Cnf, limits: &Budget) -> io::Result<Found> {
    solver.reserve_vars(cnf.num_vars());
    for clause in cnf.clauses() {
        if limits.interrupt().is_raised() {
            break; // the search will see it, too
        }
        solver.add_clause(clause);
    }
    let verdict = solver.solve(limits)?;
    Ok(Found {
        verdict,
        model: solver.model(),
        stats: solver.stats().clone(),
        winner: worker,
    })
}

/// Waits for the first answer of a worker, and returns it. If all end without one, returns
/// what the first of them has. Raises `end` when the budget ends.
fn first_answer(
    receiver: &Receiver<io::Result<Found>>,
    budget: &Budget,
    end: &Interrupt,
) -> io::Result<Found> {
    let mut stop = None;
    let mut best: Option<Found> = None;
    loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(found) => {
                let found = found?;
                if !matches!(found.verdict, Verdict::Unknown(_)) {
                    return Ok(found);
                }
                if best.as_ref().is_none_or(|best| found.winner < best.winner) {
                    best = Some(found);
                }
            }
            Err(RecvTimeoutError::Timeout) if stop.is_none() => {
                stop = budget.exhausted(0).filter(|stop| *stop != Stop::Steps);
                if stop.is_some() {
                    end.raise();
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let mut found = best.ok_or_else(|| io::Error::other("every worker panicked"))?;
    if let Some(stop) = stop {
        found.verdict = Verdict::Unknown(stop);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Var;

    fn random(rng: &mut fastrand::Rng, vars: usize, count: usize) -> Cnf {
        let mut cnf = Cnf::new(vars);
        for _ in 0..count {
            let lits: Vec<Lit> = (0..3)
                .map(|_| Var::new(rng.usize(0..vars)).lit(rng.bool()))
                .collect();
            cnf.add_clause(&lits);
        }
        cnf
    }

    #[test]
    fn many_find_what_one_finds_and_share() {
        let mut rng = fastrand::Rng::with_seed(3);
        let (mut imported, mut verdicts) = (0, [0, 0]);
        // On a busy machine the first search may end before another begins:
        // repeat with larger formulas until clauses were shared.
        for round in 0..60 {
            if round >= 12 && imported > 0 {
                break;
            }
            let vars = 120 + 10 * (round % 4) + 2 * round;
            let cnf = random(&mut rng, vars, vars * 43 / 10);
            let mut alone = Solver::default();
            alone.add_cnf(&cnf);
            let expected = alone.solve(&Budget::unlimited()).unwrap();
            let mut config = Config::default();
            if round % 3 == 0 {
                config.eliminate_interval = Some(200);
            }
            let configs = diversified(&config, 4);
            let budget = Budget::unlimited();
            let found = solve(&cnf, &configs, &budget, |_, solver| solver).unwrap();
            assert_eq!(found.verdict, expected);
            verdicts[usize::from(expected == Verdict::Sat)] += 1;
            if expected == Verdict::Sat {
                let model = found.model.unwrap();
                assert!(
                    cnf.clauses()
                        .all(|c| c.iter().any(|&lit| model.is_true(lit)))
                );
            }
            imported += found.stats.imported;
        }
        assert!(verdicts.iter().all(|&count| count > 0), "{verdicts:?}");
        assert!(imported > 0, "clauses were shared");
    }

    #[test]
    fn the_budget_ends_all() {
        let mut rng = fastrand::Rng::with_seed(4);
        let cnf = random(&mut rng, 400, 1720);
        let configs = diversified(&Config::default(), 3);
        let run = |budget: &Budget| {
            let found = solve(&cnf, &configs, budget, |_, solver| solver).unwrap();
            found.verdict
        };
        let steps = Budget::unlimited().with_steps(20);
        assert_eq!(run(&steps), Verdict::Unknown(Stop::Steps));
        let time = Budget::unlimited().with_time(Duration::from_millis(50));
        assert_eq!(run(&time), Verdict::Unknown(Stop::Time));
        let interrupt = Interrupt::new();
        interrupt.raise();
        let interrupted = Budget::unlimited().with_interrupt(interrupt);
        assert_eq!(run(&interrupted), Verdict::Unknown(Stop::Interrupted));
    }

    #[test]
    fn workers_differ_but_the_first() {
        let configs = diversified(&Config::default(), 8);
        assert_eq!(configs[0], Config::default());
        for (index, config) in configs.iter().enumerate() {
            assert!(!configs[..index].contains(config), "{index}");
        }
    }
}
