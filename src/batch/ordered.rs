//! A stream of tasks over many threads, with results in the order of the
//! tasks.
//!
//! One thread reads the tasks, several work, and the caller gets the results
//! as an iterator. Between the reader and the caller there are never more than
//! a fixed number of tasks, so that memory is bounded however long the stream
//! and however slow a single task. A slow task holds back the results after it,
//! not the work on them.

use crate::budget::Interrupt;
use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Number of tasks for each worker that may be read before their results are handed
/// out. Chosen by hand.
const AHEAD: usize = 64;

/// Time to sleep when no result is ready, so that several gather before this thread is
/// woken for the next one. Waking a thread can take longer than solving a puzzle.
const NAP: Duration = Duration::from_micros(500);

/// Time between two checks of the interrupt while no result comes.
const GLANCE: Duration = Duration::from_millis(50);

/// The results of [`ordered`].
#[derive(Debug)]
pub struct Ordered<R> {
    results: Receiver<(usize, Message<R>)>,
    /// Results that came before their turn.
    early: BTreeMap<usize, Message<R>>,
    next: usize,
    /// Permits to read one more task, one for each result handed out.
    permits: SyncSender<()>,
    /// Number of results handed out for which the reader has no permit yet. Permits are
    /// sent several at once, because each may wake the reader.
    owed: usize,
    /// Number of tasks that were read.
    read: Arc<AtomicUsize>,
    interrupt: Interrupt,
}

/// A message from a worker thread or the reader to the consumer.
#[derive(Debug)]
enum Message<R> {
    Result(R),
    Panic(Box<dyn Any + Send>),
    /// No result follows: the reader has come to the end of the tasks, or the interrupt
    /// was raised before this task was begun.
    End,
}

/// Does `work` on every task that `tasks` makes, in `jobs` threads.
///
/// When `interrupt` is raised, no more tasks are begun; results that are there
/// or under way still come, so `work` should watch the interrupt itself. A
/// panic in `tasks` or `work` goes on in the caller.
///
/// # Errors
/// If the system starts not even one thread to read and one to work.
pub fn ordered<T, R, I>(
    tasks: impl FnOnce() -> I + Send + 'static,
    jobs: NonZeroUsize,
    interrupt: &Interrupt,
    work: impl Fn(T) -> R + Send + Sync + 'static,
) -> io::Result<Ordered<R>>
where
    T: Send + 'static,
    R: Send + 'static,
    I: Iterator<Item = T>,
{
    let window = jobs.get() * AHEAD;
    let (permits, may_read) = sync_channel(window);
    for _ in 0..window {
        // There is room for all of them.
        let _ = permits.try_send(());
    }
    let (give, take) = sync_channel::<(usize, T)>(window);
    let take = Arc::new(Mutex::new(take));
    let (report, results) = channel();
    let work = Arc::new(work);
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let from_reader = report.clone();
    // The reader is started first, because without it nothing works, and the threads of workers
    // might leave no memory for it. It waits until at least one worker runs.
    let (begin, may_begin) = sync_channel::<()>(1);
    thread::Builder::new().spawn(move || {
        if may_begin.recv().is_ok() {
            let read = AssertUnwindSafe(|| read(tasks(), &may_read, &give, &counted));
            let end = match catch_unwind(read) {
                Ok(()) => Message::End,
                Err(panic) => Message::Panic(panic),
            };
            let _ = from_reader.send((counted.load(Ordering::Relaxed), end));
        }
    })?;
    for started in 0..jobs.get() {
        let (take, report, work) = (Arc::clone(&take), report.clone(), Arc::clone(&work));
        let interrupt = interrupt.clone();
        let worker = move || work_off(&take, &report, &interrupt, &*work);
        match thread::Builder::new().spawn(worker) {
            Ok(_) => {}
            Err(error) if started == 0 => return Err(error),
            // Fewer do the same, if more slowly.
            Err(_) => break,
        }
    }
    drop(report);
    // The channel has room for it.
    let _ = begin.try_send(());
    Ok(Ordered {
        results,
        early: BTreeMap::new(),
        next: 0,
        permits,
        owed: 0,
        read: count,
        interrupt: interrupt.clone(),
    })
}

/// Reads tasks and gives them to the workers, each when there is a permit for it, until there
/// are no more or nobody wants the results.
fn read<T>(
    tasks: impl Iterator<Item = T>,
    may_read: &Receiver<()>,
    give: &SyncSender<(usize, T)>,
    counted: &AtomicUsize,
) {
    for task in tasks {
        let number = counted.load(Ordering::Relaxed);
        if may_read.recv().is_err() {
            return;
        }
        // Counted first: what is counted is waited for.
        counted.store(number + 1, Ordering::Release);
        if give.send((number, task)).is_err() {
            return;
        }
    }
}

/// Takes tasks and reports their results, until there are no more, the interrupt is raised, or
/// the caller has gone.
fn work_off<T, R>(
    take: &Mutex<Receiver<(usize, T)>>,
    report: &Sender<(usize, Message<R>)>,
    interrupt: &Interrupt,
    work: &impl Fn(T) -> R,
) {
    loop {
        // The interrupt is looked at by whoever takes a task, while
        // nobody else can: all tasks before the first refused are done.
        let (task, is_over) = {
            let take = take.lock().unwrap_or_else(PoisonError::into_inner);
            (take.recv(), interrupt.is_raised())
        };
        let Ok((number, task)) = task else {
            return;
        };
        if is_over {
            let _ = report.send((number, Message::End));
            return;
        }
        let message = match catch_unwind(AssertUnwindSafe(|| work(task))) {
            Ok(result) => Message::Result(result),
            Err(panic) => Message::Panic(panic),
        };
        // If the caller has gone, the work is not wanted.
        if report.send((number, message)).is_err() {
            return;
        }
    }
}

impl<R> Iterator for Ordered<R> {
    type Item = R;

    fn next(&mut self) -> Option<R> {
        loop {
            if let Some(message) = self.early.remove(&self.next) {
                self.next += 1;
                self.owed += 1;
                if self.owed >= AHEAD / 2 {
                    for _ in 0..std::mem::take(&mut self.owed) {
                        // A reader that has come to its end needs no more.
                        let _ = self.permits.try_send(());
                    }
                }
                match message {
                    Message::Result(result) => return Some(result),
                    Message::Panic(panic) => resume_unwind(panic),
                    Message::End => {
                        // Nothing comes after it, however often one asks.
                        self.early.clear();
                        self.early.insert(self.next, Message::End);
                        return None;
                    }
                }
            }
            let message = match self.results.try_recv() {
                Err(TryRecvError::Empty) => {
                    thread::sleep(NAP);
                    self.results.recv_timeout(GLANCE)
                }
                message => message.map_err(|_| RecvTimeoutError::Disconnected),
            };
            match message {
                Ok((number, message)) => {
                    self.early.insert(number, message);
                }
                Err(RecvTimeoutError::Timeout) => {
                    // The reader may hang in a pipe that nobody writes to; all
                    // that it has read is done.
                    let is_idle = self.next >= self.read.load(Ordering::Acquire);
                    if self.interrupt.is_raised() && is_idle {
                        return None;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    fn jobs(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        for threads in [1, 3] {
            let interrupt = Interrupt::new();
            let slow_first = |task: u64| {
                thread::sleep(Duration::from_millis(if task.is_multiple_of(100) {
                    20
                } else {
                    0
                }));
                task * task
            };
            let results = ordered(|| 0..1000, jobs(threads), &interrupt, slow_first).unwrap();
            assert!(results.eq((0..1000).map(|task| task * task)));
        }
        let mut none = ordered(|| 0..0, jobs(2), &Interrupt::new(), |task: i32| task).unwrap();
        assert_eq!((none.next(), none.next()), (None, None));
    }

    #[test]
    fn a_panic_of_the_reader_is_no_end_of_the_tasks() {
        let tasks = || (0..9).inspect(|&task| assert!(task < 3, "no further task"));
        let mut results = ordered(tasks, jobs(2), &Interrupt::new(), |task| task).unwrap();
        assert!(results.by_ref().take(3).eq(0..3));
        let next = catch_unwind(AssertUnwindSafe(|| results.next()));
        assert!(next.is_err(), "{next:?}");
    }

    #[test]
    fn the_reader_does_not_run_away() {
        let read = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&read);
        let tasks = move || {
            (0..100_000).inspect(move |_| {
                counter.fetch_add(1, Ordering::Relaxed);
            })
        };
        let interrupt = Interrupt::new();
        let mut results = ordered(tasks, jobs(2), &interrupt, |task: usize| task).unwrap();
        assert_eq!(results.next(), Some(0));
        thread::sleep(Duration::from_millis(100));
        // The window, the one handed out, and one in the reader's hand.
        assert!(read.load(Ordering::Relaxed) <= 2 * AHEAD + 2);
        assert_eq!(results.count(), 99_999);
    }

    #[test]
    fn an_interrupt_ends_it_after_what_was_begun() {
        let interrupt = Interrupt::new();
        let raise = interrupt.clone();
        let results = ordered(
            || 0..,
            jobs(2),
            &interrupt,
            move |task: usize| {
                if task == 10 {
                    raise.raise();
                }
                task
            },
        )
        .unwrap();
        let results: Vec<usize> = results.collect();
        assert!(results.iter().copied().eq(0..results.len()));
        assert!((10..200).contains(&results.len()), "{}", results.len());
    }

    #[test]
    fn an_interrupt_does_not_wait_for_an_input_that_hangs() {
        let interrupt = Interrupt::new();
        let barrier = Arc::new(Barrier::new(2));
        let hangs = Arc::clone(&barrier);
        let tasks = move || {
            (0..5).inspect(move |&task| {
                if task == 3 {
                    hangs.wait();
                }
            })
        };
        let mut results = ordered(tasks, jobs(1), &interrupt, |task: i32| task).unwrap();
        let first: Vec<i32> = results.by_ref().take(3).collect();
        assert_eq!(first, [0, 1, 2]);
        interrupt.raise();
        assert_eq!(results.next(), None);
        barrier.wait();
    }

    #[test]
    fn a_panic_goes_on_in_the_caller() {
        let work = |task: i32| assert_ne!(task, 7, "seven");
        let results = ordered(|| 0..20, jobs(2), &Interrupt::new(), work).unwrap();
        let panic = catch_unwind(AssertUnwindSafe(|| results.count())).unwrap_err();
        assert!(panic.downcast_ref::<String>().unwrap().contains("seven"));
    }
}
