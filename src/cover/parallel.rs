//! Search by several threads.
//!
//! The search tree is cut into pieces: a piece is a set of chosen options and
//! the problem that they leave. The piece with the most options left is cut
//! again at its smallest item, until there are many pieces for each thread. The
//! threads take piece after piece, large ones first, and search each
//! independently, with any method. They find the same solutions as one thread,
//! in an order that may differ from run to run.

use super::{Bounds, Choice, Color, ExactCover, Gauge, Item, Method, OptionId, SearchStats, Unfit};
use crate::budget::{Budget, Stop};
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
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
    Team::new(problem, method, choice, jobs, budget, gauge)?.run(None, None)
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
    Team::new(problem, method, choice, jobs, budget, gauge)?.run(Some(found), None)
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
        let team = Team::with_pieces(problem, method, choice, jobs, budget, gauge, pieces)?;
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

/// A piece of the search tree: the chosen options, those excluded, and the number of
/// options left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    left: usize,
    taken: Vec<OptionId>,
    /// Options that are in no solution of this piece, besides those that have an item in
    /// common with a chosen one. Only with bounds are there any.
    dropped: Vec<OptionId>,
    /// Number of branches at each cut that led to this piece. Its share of the
    /// tree is estimated as 1 divided by their product.
    branches: Vec<usize>,
}

impl Piece {
    fn share(&self) -> f64 {
        self.branches.iter().map(|&n| 1.0 / n as f64).product()
    }
}

/// A branch at a cut: an option to choose, or none, and options to exclude.
struct Branch {
    take: Option<OptionId>,
    drop: Vec<OptionId>,
}

/// The state of an item after some options were chosen.
#[derive(Clone, Copy)]
enum ItemState {
    /// No option has it, or fewer than its bounds allow.
    Open,
    /// An option has it, perhaps with a colour.
    Covered(Option<Color>),
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

/// The problem that some chosen options leave.
struct Rest {
    problem: ExactCover,
    /// For each remaining option, its number in the whole problem.
    options: Vec<OptionId>,
}

impl Rest {
    fn new(whole: &ExactCover, taken: &[OptionId], dropped: &[OptionId]) -> Rest {
        let mut states = vec![ItemState::Open; whole.num_items()];
        let mut counts = vec![0; whole.num_primary()];
        for &option in taken {
            for (item, color) in whole.colored(option) {
                if let Some(count) = counts.get_mut(item.index()) {
                    *count += 1;
                    if *count < whole.bounds(item).high {
                        continue;
                    }
                }
                states[item.index()] = ItemState::Covered(color);
            }
        }
        let is_open = |item: Item| matches!(states[item.index()], ItemState::Open);
        let open: Vec<Item> = whole.items().filter(|&item| is_open(item)).collect();
        let mut places = vec![Item::new(0); whole.num_items()];
        for (place, item) in open.iter().enumerate() {
            places[item.index()] = Item::new(place);
        }
        let primary = open.iter().filter(|&&item| whole.is_primary(item)).count();
        let bounds = open[..primary].iter().map(|&item| {
            let (Bounds { low, high }, count) = (whole.bounds(item), counts[item.index()]);
            Bounds {
                low: low.saturating_sub(count),
                high: high - count,
            }
        });
        let mut bounds: Vec<Bounds> = bounds.collect();
        if bounds.iter().all(|&bounds| bounds == Bounds::ONCE) {
            bounds.clear();
        }
        let mut problem = ExactCover {
            names: open
                .iter()
                .map(|&item| whole.name(item).into())
                .collect::<Vec<_>>()
                .into(),
            by_name: Arc::default(),
            primary,
            bounds,
            entries: Vec::new(),
            colors: Vec::new(),
            ends: Vec::new(),
            color_names: whole.color_names.clone(),
            costs: Vec::new(),
            labels: Vec::new(),
        };
        // Where items may be covered several times, a chosen option may have open items only.
        let mut is_gone = vec![
            false;
            if whole.has_bounds() {
                whole.num_options()
            } else {
                0
            }
        ];
        if whole.has_bounds() {
            for option in taken.iter().chain(dropped) {
                is_gone[option.index()] = true;
            }
        }
        let mut options = Vec::new();
        for option in whole.options() {
            // A repeated colour adds no condition.
            let fits = |(item, color): (Item, Option<Color>)| match states[item.index()] {
                ItemState::Open => true,
                ItemState::Covered(settled) => settled.is_some() && settled == color,
            };
            if !whole.may_be_chosen(option)
                || is_gone.get(option.index()) == Some(&true)
                || !whole.colored(option).all(fits)
            {
                continue;
            }
            for (item, color) in whole.colored(option) {
                if is_open(item) {
                    problem.entries.push(places[item.index()]);
                    if whole.has_colors() {
                        problem.colors.push(color);
                    }
                }
            }
            problem.ends.push(problem.entries.len() as u32);
            options.push(option);
        }
        Rest { problem, options }
    }

    /// Returns the branches of the item that has the fewest; of several, the leftmost.
    /// Returns `None` if no item is left to branch on.
    fn branches(&self) -> Option<Vec<Branch>> {
        let problem = &self.problem;
        let mut sizes = vec![0u32; problem.num_primary()];
        for item in &problem.entries {
            if let Some(size) = sizes.get_mut(item.index()) {
                *size += 1;
            }
        }
        let degrees = problem.items().zip(sizes).filter_map(|(item, size)| {
            match problem.bounds(item).low {
                // The item may be left as it is, and must be if it has no options.
                0 => (size > 0).then_some((item, size + 1)),
                low => Some((item, (size + 1).saturating_sub(low))),
            }
        });
        let (item, degree) = degrees.min_by_key(|&(_, degree)| degree)?;
        let has = |option: &OptionId| problem.option(*option).contains(&item);
        let options = problem.options().filter(has);
        let options: Vec<OptionId> = options.map(|o| self.options[o.index()]).collect();
        let branch = |place: usize| Branch {
            take: options.get(place).copied(),
            // Of options that exclude each other, none need be dropped.
            drop: match problem.bounds(item) {
                Bounds::ONCE => Vec::new(),
                _ => options[..place].to_vec(),
            },
        };
        Some((0..degree as usize).map(branch).collect())
    }
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
    fn new(
        problem: &'a ExactCover,
        method: Method,
        choice: Choice,
        jobs: usize,
        budget: &'a Budget,
        gauge: Option<&'a Gauge>,
    ) -> Result<Team<'a>, Unfit> {
        let many = if problem.num_entries() > LARGE {
            FEW_PIECES
        } else {
            PIECES
        };
        Team::with_pieces(problem, method, choice, jobs, budget, gauge, many * jobs)
    }

    /// Creates a team for about `wanted` pieces.
    fn with_pieces(
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
        let mut team = Team {
            problem,
            method,
            choice,
            jobs,
            budget,
            gauge,
            parts: Mutex::new(vec![(0, 0.0); jobs]),
            pieces: Vec::new(),
            known: Vec::new(),
            next: AtomicUsize::new(0),
            nodes: AtomicU64::new(1),
            end: AtomicBool::new(false),
            done: Mutex::new(Ended {
                stats: SearchStats::default(),
                stop: None,
                share: 0.0,
            }),
        };
        team.cut(wanted);
        team.known = vec![false; team.pieces.len()];
        Ok(team)
    }

    /// Cuts the tree into about `wanted` pieces.
    fn cut(&mut self, wanted: usize) {
        let whole = Piece {
            left: self.problem.num_options(),
            taken: Vec::new(),
            dropped: Vec::new(),
            branches: Vec::new(),
        };
        let mut uncut = BinaryHeap::from([whole]);
        while uncut.len() + self.pieces.len() < wanted {
            if self.budget.exhausted(0).is_some() {
                break;
            }
            let Some(piece) = uncut.pop() else { break };
            let rest = Rest::new(self.problem, &piece.taken, &piece.dropped);
            let Some(branches) = rest.branches() else {
                self.pieces.push(piece); // a solution
                continue;
            };
            if branches.is_empty() {
                let mut done = self.done.lock().unwrap_or_else(|e| e.into_inner());
                done.share += piece.share();
            }
            for Branch { take, drop } in &branches {
                *self.nodes.get_mut() += 1;
                let taken = [&piece.taken[..], take.as_slice()].concat();
                let dropped = [&piece.dropped[..], drop].concat();
                uncut.push(Piece {
                    left: Rest::new(self.problem, &taken, &dropped).options.len(),
                    taken,
                    dropped,
                    branches: [&piece.branches[..], &[branches.len()]].concat(),
                });
            }
        }
        self.pieces.extend(uncut);
        self.pieces.sort_by(|a, b| b.cmp(a));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::problems;
    use crate::cover::tests::rich_problems;
    use std::collections::BTreeSet;

    fn solutions(
        problem: &ExactCover,
        method: Method,
        jobs: usize,
    ) -> (BTreeSet<BTreeSet<OptionId>>, Ended) {
        let mut all = BTreeSet::new();
        let mut keep = |options: &[OptionId]| {
            assert_eq!(crate::check::cover(problem, options), Ok(()));
            assert!(all.insert(options.iter().copied().collect()));
            ControlFlow::Continue(())
        };
        let unlimited = Budget::unlimited();
        let ended = search(
            problem,
            method,
            Choice::Smallest,
            jobs,
            &unlimited,
            None,
            &mut keep,
        );
        (all, ended.unwrap())
    }

    #[test]
    fn several_threads_find_what_one_finds() {
        for text in [
            "queens:6",
            "queens:3",
            "langford:7",
            "dominoes:4x5",
            "latin:4",
            "a-to-g",
        ] {
            let instance = problems::build(text).unwrap();
            let problem = instance.problem();
            let mut one = Method::Dlx.start(problem, Choice::Smallest).unwrap();
            let mut expected = BTreeSet::new();
            while let Some(options) = one.next_solution(&Budget::unlimited()).unwrap() {
                expected.insert(options.iter().copied().collect());
            }
            for (method, jobs) in [
                (Method::Dlx, 1),
                (Method::Auto, 2),
                (Method::Sparse, 3),
                (Method::Bits, 7),
                (Method::Planes, 2),
                (Method::Matrix, 2),
            ] {
                let (found, ended) = solutions(problem, method, jobs);
                assert_eq!(found, expected, "{text}, {method}, {jobs}");
                assert_eq!(ended.stats.solutions, found.len() as u64);
                assert_eq!((ended.stop, ended.share > 0.999), (None, true), "{ended:?}");
                let unlimited = Budget::unlimited();
                let counted =
                    count(problem, method, Choice::Smallest, jobs, &unlimited, None).unwrap();
                assert_eq!(counted.stats, ended.stats, "{text}, {method}, {jobs}");
            }
        }
    }

    proptest::proptest! {
        /// With bounds and colours; so few options that the pieces are single solutions.
        #[test]
        fn pieces_with_bounds_have_all_solutions(problem in rich_problems(), jobs in 1..4usize) {
            let mut one = Method::Dlx.start(&problem, Choice::Smallest).unwrap();
            let mut expected = BTreeSet::new();
            while let Some(options) = one.next_solution(&Budget::unlimited()).unwrap() {
                expected.insert(options.iter().copied().collect());
            }
            for method in [Method::Auto, Method::Dlx] {
                let (found, ended) = solutions(&problem, method, jobs);
                proptest::prop_assert_eq!(&found, &expected);
                proptest::prop_assert!(ended.share > 0.999 && ended.stop.is_none());
            }
        }
    }

    #[test]
    fn the_tree_of_links_is_the_same_in_pieces() {
        let instance = problems::build("langford:8,reduced").unwrap();
        let (_, ended) = solutions(instance.problem(), Method::Dlx, 2);
        assert_eq!((ended.stats.solutions, ended.stats.nodes), (150, 1_389));
    }

    #[test]
    fn all_end_when_one_must() {
        let instance = problems::build("queens:16").unwrap();
        let problem = instance.problem();
        let all = |budget: Budget| {
            count(problem, Method::Auto, Choice::Smallest, 2, &budget, None).unwrap()
        };
        let ended = all(Budget::unlimited().with_steps(200_000));
        assert_eq!(ended.stop, Some(Stop::Steps));
        assert!(ended.stats.nodes < 400_000 && ended.share > 0.0 && ended.share < 0.5);
        let ended = all(Budget::unlimited().with_time(std::time::Duration::ZERO));
        assert_eq!(ended.stop, Some(Stop::Time));
        let mut two = 0;
        let mut stop = |_: &[OptionId]| {
            two += 1;
            if two == 2 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let unlimited = Budget::unlimited();
        let ended = search(
            problem,
            Method::Dlx,
            Choice::Smallest,
            2,
            &unlimited,
            None,
            &mut stop,
        );
        assert_eq!((ended.unwrap().stop, two), (None, 2));
    }

    proptest::proptest! {
        /// Stopped after any piece and continued, with another number of threads.
        #[test]
        fn a_count_continued_is_the_same(
            problem in rich_problems(),
            stop in 0..9usize,
            jobs in 1..3usize,
        ) {
            let unlimited = Budget::unlimited();
            let rule = Choice::Smallest;
            let whole = count(&problem, Method::Dlx, rule, 1, &unlimited, None).unwrap();
            let pieces = |jobs| {
                Pieces::new(&problem, Method::Dlx, rule, jobs, &unlimited, None).unwrap()
            };
            let mut kept = Vec::new();
            let first = pieces(1).count(&mut |counted| {
                kept.push(counted);
                match kept.len() > stop {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            proptest::prop_assert!(first.unwrap().stats.solutions <= whole.stats.solutions);
            let mut again = pieces(jobs);
            for &counted in &kept {
                proptest::prop_assert!(again.know(counted));
                proptest::prop_assert!(!again.know(counted), "known already");
            }
            let number = again.number();
            let none = Counted {
                piece: number,
                solutions: 1,
                nodes: 1,
                updates: 1,
            };
            proptest::prop_assert!(!again.know(none));
            let too_many = Counted { piece: 0, solutions: u64::MAX, ..none };
            proptest::prop_assert!(!again.know(too_many));
            let mut rest = 0;
            let ended = again.count(&mut |counted| {
                assert!(!kept.iter().any(|known| known.piece == counted.piece));
                rest += 1;
                ControlFlow::Continue(())
            });
            let ended = ended.unwrap();
            proptest::prop_assert_eq!(rest + kept.len(), number);
            proptest::prop_assert_eq!(ended.stats.solutions, whole.stats.solutions);
            proptest::prop_assert!(ended.share > 0.999 && ended.stop.is_none());
        }
    }

    #[test]
    fn figures_grow_to_those_of_the_end() {
        let instance = problems::build("queens:10").unwrap();
        let gauge = Gauge::default();
        let mut last = crate::cover::Figures::default();
        let mut look = |_: &[OptionId]| {
            gauge.ask();
            let now = gauge.figures();
            assert!(now.nodes >= last.nodes && now.solutions >= last.solutions);
            assert!((0.0..=1.0).contains(&now.share));
            last = now;
            ControlFlow::Continue(())
        };
        let (unlimited, rule) = (Budget::unlimited(), Choice::Smallest);
        let problem = instance.problem();
        let ended = search(
            problem,
            Method::Dlx,
            rule,
            2,
            &unlimited,
            Some(&gauge),
            &mut look,
        );
        let ended = ended.unwrap();
        assert_eq!(ended.stats.solutions, 724);
        assert!(
            last.nodes > 1000 && last.nodes <= ended.stats.nodes,
            "{last:?}"
        );
        assert!(last.solutions > 100 && last.share > 0.2, "{last:?}");
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let text = "2|a\na\na\n";
        let problem = crate::cover::knuth::read(text.as_bytes(), "text", |_| ()).unwrap();
        let unlimited = Budget::unlimited();
        let counted = count(
            &problem,
            Method::Sparse,
            Choice::Smallest,
            2,
            &unlimited,
            None,
        );
        assert_eq!(counted, Err(Unfit::Bounds("sparse".to_owned())));
        let queens = problems::build("queens:6").unwrap();
        let counted = count(
            queens.problem(),
            Method::Bits,
            Choice::First,
            2,
            &unlimited,
            None,
        );
        assert_eq!(counted, Err(Unfit::Choice(Method::Bits)));
    }
}
