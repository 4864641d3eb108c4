//! A stream of tasks over many threads, with results in the order of the
//! tasks.
//!
//! One thread reads the tasks, several work, and the caller gets the results
//! as an iterator. Between the reader and the caller there are never more than
//! a fixed number of tasks, so that memory is bounded however long the stream
//! and however slow a single task. A slow task holds back the results after it,
//! not the work on them.
//!
//! Waking a thread takes longer than solving a small puzzle. So the reader hands on several
//! tasks at once, permits come back several at once, and the caller sleeps until several
//! results are there.

use crate::budget::Interrupt;
use std::any::Any;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Number of tasks for each worker that may be read before their results are handed
/// out. Chosen by hand: small puzzles take some hundred microseconds together.
const AHEAD: usize = 256;

/// Largest number of tasks that are handed on together. Chosen by hand.
const BATCH: usize = 32;

/// Time to sleep when no result is ready, so that several gather before this thread is
/// woken for the next one. A run of lines of plain 9×9 puzzles takes a little less.
const NAP: Duration = Duration::from_micros(500);

/// Time between two checks of the interrupt while no result comes.
const GLANCE: Duration = Duration::from_millis(50);

/// A function that hands on the tasks that were read so far.
pub type HandOn = Rc<dyn Fn()>;

/// The results of [`ordered`].
#[derive(Debug)]
pub struct Ordered<R> {
    results: Receiver<(usize, Message<R>)>,
    /// Results that came before their turn.
    early: BTreeMap<usize, Message<R>>,
    next: usize,
    permits: Arc<Permits>,
    /// Number of tasks for each worker that may be read ahead.
    ahead: usize,
    /// Number of results handed out for which the reader has no permit yet.
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
    ordered_within(AHEAD, tasks, jobs, interrupt, work)
}

/// Does the same as [`ordered`], with at most `ahead` tasks for each worker between the reader and the
/// caller, for tasks that take much memory.
///
/// # Errors
/// As [`ordered`].
pub fn ordered_within<T, R, I>(
    ahead: usize,
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
    begin(move |_| tasks(), (ahead, 1), jobs, interrupt, work)
}

/// Does the same as [`ordered`], and hands on several tasks at once. The iterator must call the
/// function that `tasks` is given before it waits for anything, such as a pipe: otherwise the
/// tasks before would wait, too.
///
/// # Errors
/// As [`ordered`].
pub fn ordered_in_batches<T, R, I>(
    tasks: impl FnOnce(&HandOn) -> I + Send + 'static,
    jobs: NonZeroUsize,
    interrupt: &Interrupt,
    work: impl Fn(T) -> R + Send + Sync + 'static,
) -> io::Result<Ordered<R>>
where
    T: Send + 'static,
    R: Send + 'static,
    I: Iterator<Item = T>,
{
    begin(tasks, (AHEAD, BATCH), jobs, interrupt, work)
}

/// Starts the threads. For each worker up to `ahead` tasks are read before their results are handed
/// out, and up to `batch` are handed on together.
fn begin<T, R, I>(
    tasks: impl FnOnce(&HandOn) -> I + Send + 'static,
    (ahead, batch): (usize, usize),
    jobs: NonZeroUsize,
    interrupt: &Interrupt,
    work: impl Fn(T) -> R + Send + Sync + 'static,
) -> io::Result<Ordered<R>>
where
    T: Send + 'static,
    R: Send + 'static,
    I: Iterator<Item = T>,
{
    let permits = Arc::new(Permits::default());
    permits.add(jobs.get() * ahead);
    let queue = Arc::new(Queue::default());
    let (report, results) = channel();
    let work = Arc::new(work);
    let count = Arc::new(AtomicUsize::new(0));
    // The reader is started first, because without it nothing works, and the threads of workers
    // might leave no memory for it. It waits until at least one worker runs.
    let (begin, may_begin) = sync_channel::<()>(1);
    thread::Builder::new().spawn({
        let (queue, permits) = (Arc::clone(&queue), Arc::clone(&permits));
        let (counted, report) = (Arc::clone(&count), report.clone());
        move || {
            if may_begin.recv().is_ok() {
                let read = || read(tasks, batch, &permits, &queue, &counted);
                let end = match catch_unwind(AssertUnwindSafe(read)) {
                    Ok(()) => Message::End,
                    Err(panic) => Message::Panic(panic),
                };
                let _ = report.send((counted.load(Ordering::Relaxed), end));
            }
            queue.end();
        }
    })?;
    for started in 0..jobs.get() {
        let (queue, report, work) = (Arc::clone(&queue), report.clone(), Arc::clone(&work));
        let interrupt = interrupt.clone();
        let worker = move || work_off(&queue, &report, &interrupt, &*work);
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
        ahead,
        owed: 0,
        read: count,
        interrupt: interrupt.clone(),
    })
}

/// Locks a mutex that no panic leaves in a wrong state.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Permits to read tasks, one for each.
#[derive(Debug, Default)]
struct Permits {
    state: Mutex<Free>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Free {
    count: usize,
    /// Set if the reader waits.
    is_awaited: bool,
    /// Set if nobody wants the results.
    has_ended: bool,
}

impl Permits {
    fn add(&self, count: usize) {
        let mut free = lock(&self.state);
        free.count += count;
        if std::mem::take(&mut free.is_awaited) {
            self.changed.notify_one();
        }
    }

    fn end(&self) {
        lock(&self.state).has_ended = true;
        self.changed.notify_one();
    }

    /// Takes all permits that are there. Calls `before_waiting` if there is none, and waits. Returns 0
    /// if nobody wants the results.
    fn take(&self, before_waiting: impl FnOnce()) -> usize {
        let count = std::mem::take(&mut lock(&self.state).count);
        if count > 0 {
            return count;
        }
        before_waiting();
        let mut free = lock(&self.state);
        while free.count == 0 && !free.has_ended {
            free.is_awaited = true;
            let wait = self.changed.wait(free);
            free = wait.unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut free.count)
    }
}

/// The tasks that wait for a worker, each with its number.
struct Queue<T> {
    state: Mutex<Waiting<T>>,
    changed: Condvar,
}

struct Waiting<T> {
    tasks: VecDeque<(usize, T)>,
    /// Number of workers that wait for a task.
    idle: usize,
    has_ended: bool,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue {
            state: Mutex::new(Waiting {
                tasks: VecDeque::new(),
                idle: 0,
                has_ended: false,
            }),
            changed: Condvar::new(),
        }
    }
}

impl<T> Queue<T> {
    /// Adds tasks.
    fn add(&self, tasks: &mut Vec<(usize, T)>) {
        let mut waiting = lock(&self.state);
        let woken = waiting.idle.min(tasks.len());
        waiting.tasks.extend(tasks.drain(..));
        drop(waiting);
        for _ in 0..woken {
            self.changed.notify_one();
        }
    }

    /// Ends the queue: no task will be added.
    fn end(&self) {
        lock(&self.state).has_ended = true;
        self.changed.notify_all();
    }

    /// Waits for the next task, and returns it with the state of the interrupt at this moment.
    /// Returns `None` if there are no more.
    fn take(&self, interrupt: &Interrupt) -> Option<(usize, T, bool)> {
        let mut waiting = lock(&self.state);
        loop {
            if let Some((number, task)) = waiting.tasks.pop_front() {
                // Looked at while no other worker can take a task: all tasks before the first
                // that is refused are done.
                return Some((number, task, interrupt.is_raised()));
            }
            if waiting.has_ended {
                return None;
            }
            waiting.idle += 1;
            let wait = self.changed.wait(waiting);
            waiting = wait.unwrap_or_else(PoisonError::into_inner);
            waiting.idle -= 1;
        }
    }
}

/// Reads tasks and gives them to the workers, each when there is a permit for it, until there
/// are no more or nobody wants the results.
fn read<T: 'static, I: Iterator<Item = T>>(
    tasks: impl FnOnce(&HandOn) -> I,
    batch: usize,
    permits: &Permits,
    queue: &Arc<Queue<T>>,
    counted: &AtomicUsize,
) {
    let gathered = Rc::new(RefCell::new(Vec::new()));
    let hand_on: HandOn = {
        let (gathered, queue) = (Rc::clone(&gathered), Arc::clone(queue));
        Rc::new(move || queue.add(&mut gathered.borrow_mut()))
    };
    // Also if the iterator panics: what was read before is done.
    let _at_the_end = AtTheEnd(&hand_on);
    let mut free = 0;
    for task in tasks(&hand_on) {
        if free == 0 {
            free = permits.take(|| hand_on());
            if free == 0 {
                return;
            }
        }
        free -= 1;
        let number = counted.load(Ordering::Relaxed);
        // Counted first: what is counted is waited for.
        counted.store(number + 1, Ordering::Release);
        let num_gathered = {
            let mut gathered = gathered.borrow_mut();
            gathered.push((number, task));
            gathered.len()
        };
        if num_gathered >= batch {
            hand_on();
        }
    }
}

/// Hands on what was read when it is dropped.
struct AtTheEnd<'a>(&'a HandOn);

impl Drop for AtTheEnd<'_> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Takes tasks and reports their results, until there are no more, the interrupt is raised, or
/// the caller has gone.
fn work_off<T, R>(
    queue: &Queue<T>,
    report: &Sender<(usize, Message<R>)>,
    interrupt: &Interrupt,
    work: &impl Fn(T) -> R,
) {
    while let Some((number, task, is_over)) = queue.take(interrupt) {
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

impl<R> Ordered<R> {
    /// Hands out the message whose turn it is.
    fn hand_out(&mut self, message: Message<R>) -> Option<R> {
        self.next += 1;
        self.owed += 1;
        if self.owed >= self.ahead / 2 {
            self.permits.add(std::mem::take(&mut self.owed));
        }
        match message {
            Message::Result(result) => Some(result),
            Message::Panic(panic) => resume_unwind(panic),
            Message::End => {
                // Nothing comes after it, however often one asks.
                self.early.clear();
                self.early.insert(self.next, Message::End);
                None
            }
        }
    }
}

impl<R> Drop for Ordered<R> {
    fn drop(&mut self) {
        self.permits.end();
    }
}

impl<R> Iterator for Ordered<R> {
    type Item = R;

    fn next(&mut self) -> Option<R> {
        loop {
            if let Some(message) = self.early.remove(&self.next) {
                return self.hand_out(message);
            }
            let message = match self.results.try_recv() {
                Err(TryRecvError::Empty) => {
                    thread::sleep(NAP);
                    self.results.recv_timeout(GLANCE)
                }
                message => message.map_err(|_| RecvTimeoutError::Disconnected),
            };
            match message {
                Ok((number, message)) if number == self.next => return self.hand_out(message),
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
        let most = 2 * AHEAD + 10;
        assert!((10..most).contains(&results.len()), "{}", results.len());
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

    #[test]
    fn tasks_are_handed_on_before_the_reader_waits() {
        let barrier = Arc::new(Barrier::new(2));
        let waits = Arc::clone(&barrier);
        let tasks = move |hand_on: &HandOn| {
            let hand_on = Rc::clone(hand_on);
            (0..100).inspect(move |&task| {
                if task == 3 || task == 50 {
                    hand_on();
                    waits.wait();
                }
            })
        };
        let interrupt = Interrupt::new();
        let mut results = ordered_in_batches(tasks, jobs(2), &interrupt, |task: i32| task).unwrap();
        for wanted in [0..3, 3..50, 50..100] {
            assert!(results.by_ref().take(wanted.len()).eq(wanted));
            if results.next < 100 {
                barrier.wait();
            }
        }
        assert_eq!(results.next(), None);
        // Without permits, what was read is handed on.
        let results = ordered_in_batches(|_: &HandOn| 0..5000, jobs(1), &interrupt, |task| task);
        assert!(results.unwrap().eq(0..5000));
    }

    #[test]
    fn what_was_read_before_a_panic_of_the_reader_is_done() {
        let tasks = |_: &HandOn| (0..9).inspect(|&task| assert!(task < 3, "no further task"));
        let mut results =
            ordered_in_batches(tasks, jobs(1), &Interrupt::new(), |task| task).unwrap();
        assert!(results.by_ref().take(3).eq(0..3));
        let next = catch_unwind(AssertUnwindSafe(|| results.next()));
        assert!(next.is_err(), "{next:?}");
    }
}
