//! Search by several threads.
//!
//! The search tree is cut into pieces: a piece is a set of chosen options and
//! the problem that they leave. The piece with the most options left is cut
//! again at its smallest item, until there are many pieces for each thread. The
//! threads take piece after piece, large ones first, and search each
//! independently, with any method. They find the same solutions as one thread,
//! in an order that may differ from run to run.

mod pieces;
#[cfg(test)]
mod tests;

use super::{Choice, ExactCover, Gauge, Method, OptionId, SearchStats, Unfit};
use crate::budget::{Budget, Stop};
use pieces::{Cuts, Piece, Rest};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// Number of pieces for each thread. Chosen by hand: with many pieces no thread
/// is idle for long at the end.
const PIECES: usize = 64;

/// Number of pieces for each thread if the problem has more than [`LARGE`]
/// entries, where cutting takes long. Chosen by hand.
const FEW_PIECES: usize = 8;
/// Number of entries from which a problem is large. Chosen by hand.
const LARGE: usize = 1_000_000;

/// Number of nodes that a thread searches before it synchronises with the
/// others. Chosen by hand: fewer react faster to the end of the budget.
const NODES_PER_LOOK: u64 = 1 << 12;

/// Largest number of solutions waiting to be delivered. Chosen by hand.
const WAITING: usize = 256;

/// A callback that receives each solution and returns whether to continue.
pub type Found<'f> = &'f mut dyn FnMut(&[OptionId]) -> ControlFlow<()>;

/// The end of a search by several threads.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ended {
    /// Sum of the counters of all threads.
    pub stats: SearchStats,
    /// The reason why the search stopped early, if it did.
    pub stop: Option<Stop>,
    /// Share of the tree that was searched, from 0 to 1: an estimate if the
    /// search stopped early.
    pub share: f64,
}

/// Counts all solutions with `jobs` threads, which give their figures to `gauge`.
///
/// # Errors
/// If the method does not fit the problem.
pub fn count(
    problem: &ExactCover,
    method: Method,
    choice: Choice,
    jobs: usize,
    budget: &Budget,
    gauge: Option<&Gauge>,
) -> Result<Ended, Unfit> {
    let pieces = pieces(problem, jobs);
    Team::new(problem, method, choice, jobs, budget, gauge, pieces)?.run(None, None)
}

/// Finds all solutions with `jobs` threads, and calls `found` with each on the
/// calling thread, until `found` breaks.
///
/// The budget's steps are the nodes of all threads together. The search may
/// exceed them slightly.
///
/// # Errors
/// If the method does not fit the problem.
pub fn search(
    problem: &ExactCover,
    method: Method,
    choice: Choice,
    jobs: usize,
    budget: &Budget,
    gauge: Option<&Gauge>,
    found: Found<'_>,
) -> Result<Ended, Unfit> {
    let pieces = pieces(problem, jobs);
    Team::new(problem, method, choice, jobs, budget, gauge, pieces)?.run(Some(found), None)
}

/// Returns the number of pieces to cut a problem into for a search by `jobs` threads.
fn pieces(problem: &ExactCover, jobs: usize) -> usize {
    match problem.num_entries() > LARGE {
        true => FEW_PIECES * jobs,
        false => PIECES * jobs,
    }
}

/// The count of one piece of the search tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Index of the piece.
    pub piece: usize,
    /// Number of its solutions.
    pub solutions: u64,
    /// Number of its nodes, without its root.
    pub nodes: u64,
    /// Elements removed from a list or a set.
    pub updates: u64,
}

/// Number of pieces of a count that can be continued. It does not depend on the number of
/// threads. Chosen by hand: a count that is killed loses one piece for each thread.
const LASTING_PIECES: usize = 2048;

/// Largest number of solutions, nodes or updates of a piece that was counted before. No search
/// counts so far.
const MOST_OF_PIECE: u64 = 1 << 50;

/// A count of all solutions that can be continued by another process: the pieces of the
/// search tree, which depend on the problem alone, and what is known of them.
#[derive(Debug)]
pub struct Pieces<'a>(Team<'a>);

impl<'a> Pieces<'a> {
    /// Cuts the search tree, to be searched with `jobs` threads.
    ///
    /// # Errors
    /// If the method does not fit the problem.
    pub fn new(
        problem: &'a ExactCover,
        method: Method,
        choice: Choice,
        jobs: usize,
        budget: &'a Budget,
        gauge: Option<&'a Gauge>,
    ) -> Result<Pieces<'a>, Unfit> {
        let pieces = LASTING_PIECES;
        let team = Team::new(problem, method, choice, jobs, budget, gauge, pieces)?;
        // The largest piece.
        if let Some(Piece { taken, dropped, .. }) = team.pieces.first() {
            method.start(&Rest::new(problem, taken, dropped).problem, choice)?;
        }
        Ok(Pieces(team))
    }

    /// Returns numbers that say how the tree was cut: for each piece the options chosen and
    /// those excluded, each with their number before them.
    pub fn cuts(&self) -> impl Iterator<Item = usize> {
        let lists = self.0.pieces.iter().flat_map(|p| [&p.taken, &p.dropped]);
        lists.flat_map(|list| {
            let options = list.iter().map(|option| option.index());
            std::iter::once(list.len()).chain(options)
        })
    }

    /// Returns the number of pieces. After the end of the budget there may be too few.
    pub fn number(&self) -> usize {
        self.0.pieces.len()
    }

    /// Adds what was counted before, which is not searched again. Returns `false` if there is no
    /// such piece, it is known already, or no search could have counted so much.
    pub fn know(&mut self, counted: Counted) -> bool {
        let team = &mut self.0;
        let Some(known) = team.known.get_mut(counted.piece) else {
            return false;
        };
        let most = counted.solutions.max(counted.nodes).max(counted.updates);
        if most > MOST_OF_PIECE || *known {
            return false;
        }
        let done = team.done.get_mut().unwrap_or_else(|e| e.into_inner());
        let nodes = team.nodes.get_mut();
        let sums = (
            done.stats.solutions.checked_add(counted.solutions),
            done.stats.updates.checked_add(counted.updates),
            nodes.checked_add(counted.nodes),
        );
        let (Some(solutions), Some(updates), Some(all)) = sums else {
            return false;
        };
        (*known, *nodes) = (true, all);
        (done.stats.solutions, done.stats.updates) = (solutions, updates);
        done.share += team.pieces[counted.piece].share();
        true
    }

    /// Counts the other pieces, and calls `finished` with each, until it breaks.
    ///
    /// # Errors
    /// If the method does not fit the problem.
    pub fn count(self, finished: Finished<'_>) -> Result<Ended, Unfit> {
        self.0.run(None, Some(finished))
    }
}

/// A callback that receives the count of each piece and returns whether to continue.
pub type Finished<'f> = &'f mut (dyn FnMut(Counted) -> ControlFlow<()> + Send);

/// The receivers of what the threads find.
#[derive(Clone)]
struct Sinks<'s, 'f> {
    solutions: Option<SyncSender<Vec<OptionId>>>,
    finished: Option<&'s Mutex<Finished<'f>>>,
}

/// The end of the search of a piece.
enum PieceEnd {
    /// It was searched to its end.
    Searched,
    /// The solutions are not wanted any more, or another thread has ended the search.
    Dropped,
    /// The budget or the memory ended.
    Stopped(Stop),
}

/// The data that the threads share.
#[derive(Debug)]
struct Team<'a> {
    problem: &'a ExactCover,
    method: Method,
    choice: Choice,
    jobs: usize,
    budget: &'a Budget,
    gauge: Option<&'a Gauge>,
    /// For each thread, the solutions of its piece and the share of the tree that it has
    /// done, when the figures were last asked for.
    parts: Mutex<Vec<(u64, f64)>>,
    pieces: Vec<Piece>,
    /// For each piece, set if it was counted before.
    known: Vec<bool>,
    /// Index of the next piece to be taken.
    next: AtomicUsize,
    /// Number of nodes of all threads, including those of the cutting.
    nodes: AtomicU64,
    /// Set when all threads must end.
    end: AtomicBool,
    /// The sum of what was done so far.
    done: Mutex<Ended>,
}

impl<'a> Team<'a> {
    /// Creates a team for about `wanted` pieces.
    fn new(
        problem: &'a ExactCover,
        method: Method,
        choice: Choice,
        jobs: usize,
        budget: &'a Budget,
        gauge: Option<&'a Gauge>,
        wanted: usize,
    ) -> Result<Team<'a>, Unfit> {
        // The pieces may have no bounds, so check the whole problem.
        if problem.has_bounds() && !method.takes_bounds() {
            return Err(Unfit::Bounds(method.to_string()));
        }
        let Cuts {
            pieces,
            nodes,
            share,
        } = Cuts::new(problem, wanted, budget);
        Ok(Team {
            problem,
            method,
            choice,
            jobs,
            budget,
            gauge,
            parts: Mutex::new(vec![(0, 0.0); jobs]),
            known: vec![false; pieces.len()],
            pieces,
            next: AtomicUsize::new(0),
            nodes: AtomicU64::new(nodes),
            end: AtomicBool::new(false),
            done: Mutex::new(Ended {
                stats: SearchStats::default(),
                stop: None,
                share,
            }),
        })
    }

    /// Runs the threads. Without `found` they only count.
    fn run(self, found: Option<Found<'_>>, finished: Option<Finished<'_>>) -> Result<Ended, Unfit> {
        let (team, finished) = (&self, finished.map(Mutex::new));
        let result = thread::scope(|scope| {
            let (sender, receiver) = sync_channel(WAITING);
            let sinks = Sinks {
                solutions: found.is_some().then_some(sender),
                finished: finished.as_ref(),
            };
            let mut threads = Vec::new();
            for number in 0..team.jobs {
                let sinks = sinks.clone();
                let work = move || team.work(number, &sinks);
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(thread) => threads.push(thread),
                    Err(_) if threads.is_empty() => return Err(Unfit::NoThread),
                    // Fewer do the same, if more slowly.
                    Err(_) => break,
                }
            }
            drop(sinks);
            if let Some(found) = found {
                for solution in receiver {
                    if found(&solution).is_break() {
                        team.end.store(true, Ordering::Relaxed);
                        break; // whoever wants to send learns of it too
                    }
                }
            }
            threads
                .into_iter()
                .try_for_each(|thread| match thread.join() {
                    Ok(result) => result,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
        });
        result?;
        let mut done = self.done.into_inner().unwrap_or_else(|e| e.into_inner());
        done.stats.nodes = self.nodes.into_inner();
        done.share = done.share.min(1.0);
        Ok(done)
    }

    /// Does the work of one thread: searches pieces until none is left or `end` is set.
    fn work(&self, number: usize, sinks: &Sinks<'_, '_>) -> Result<(), Unfit> {
        let mut answered = 0;
        while !self.end.load(Ordering::Relaxed) {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            match self.known.get(place) {
                None => break,
                Some(true) => continue,
                Some(false) => {}
            }
            let result = self.search(place, number, &mut answered, sinks);
            if result.is_err() {
                self.end.store(true, Ordering::Relaxed);
            }
            result?;
        }
        Ok(())
    }

    /// Gives the figures of all threads, of which one has done this part of its piece.
    fn tell(&self, gauge: &Gauge, number: usize, part: (u64, f64), nodes: u64) {
        let mut parts = self.parts.lock().unwrap_or_else(|e| e.into_inner());
        parts[number] = part;
        let done = *self.done.lock().unwrap_or_else(|e| e.into_inner());
        let (solutions, share) = parts.iter().fold(
            (done.stats.solutions, done.share),
            |(solutions, share), part| (solutions + part.0, share + part.1),
        );
        let stats = SearchStats {
            solutions,
            nodes,
            ..done.stats
        };
        gauge.give(stats, share.min(1.0));
    }

    fn search(
        &self,
        place: usize,
        number: usize,
        answered: &mut u64,
        sinks: &Sinks<'_, '_>,
    ) -> Result<(), Unfit> {
        let piece = &self.pieces[place];
        let rest = Rest::new(self.problem, &piece.taken, &piece.dropped);
        let mut search = self.method.start(&rest.problem, self.choice)?;
        // The piece's root was counted when it was cut.
        let mut counted = 1;
        let end = loop {
            let nodes = search.stats().nodes;
            let new = nodes.saturating_sub(counted);
            counted = counted.max(nodes);
            let all = self.nodes.fetch_add(new, Ordering::Relaxed) + new;
            if let Some(gauge) = self.gauge
                && gauge.is_asked(answered)
            {
                let part = piece.share() * search.progress();
                self.tell(gauge, number, (search.stats().solutions, part), all);
            }
            if self.end.load(Ordering::Relaxed) {
                break PieceEnd::Dropped;
            }
            if let Some(stop) = self.budget.exhausted(all) {
                break PieceEnd::Stopped(stop);
            }
            let slice = self.budget.clone().with_steps(nodes + NODES_PER_LOOK);
            let end_of_slice = loop {
                match search.advance(&slice) {
                    Ok(true) => {
                        let Some(sender) = &sinks.solutions else {
                            continue;
                        };
                        let options = search.solution().iter();
                        let options = options.map(|option| rest.options[option.index()]);
                        let solution = piece.taken.iter().copied().chain(options).collect();
                        if sender.send(solution).is_err() {
                            break Some(PieceEnd::Dropped);
                        }
                    }
                    Ok(false) => break Some(PieceEnd::Searched),
                    Err(Stop::Steps) => break None,
                    Err(stop) => break Some(PieceEnd::Stopped(stop)),
                }
            };
            if let Some(end) = end_of_slice {
                break end;
            }
        };
        let stats = search.stats();
        self.nodes
            .fetch_add(stats.nodes.saturating_sub(counted), Ordering::Relaxed);
        let mut parts = self.parts.lock().unwrap_or_else(|e| e.into_inner());
        parts[number] = (0, 0.0);
        let mut done = self.done.lock().unwrap_or_else(|e| e.into_inner());
        done.stats.solutions += stats.solutions;
        done.stats.updates += stats.updates;
        done.share += piece.share() * search.progress();
        if let PieceEnd::Stopped(stop) = end {
            done.stop.get_or_insert(stop);
        }
        drop((done, parts));
        if !matches!(end, PieceEnd::Searched) {
            self.end.store(true, Ordering::Relaxed);
        } else if let Some(finished) = sinks.finished {
            let counted = Counted {
                piece: place,
                solutions: stats.solutions,
                nodes: stats.nodes.saturating_sub(1),
                updates: stats.updates,
            };
            let mut finished = finished.lock().unwrap_or_else(|e| e.into_inner());
            if finished(counted).is_break() {
                self.end.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}
