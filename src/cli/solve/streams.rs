//! Puzzles solved in parallel and handed over in the order of the input.
//!
//! The solutions of each puzzle go through a channel of bounded length. A search
//! whose turn has not come waits when its channel is full, and the search whose
//! turn it is never waits for another. So memory depends neither on the number of
//! puzzles nor on the number of solutions.

use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Deref};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use sudosat::batch::{HandOn, Ordered, ordered_in_batches};
use sudosat::budget::Interrupt;
use sudosat::sudoku::Grid;

/// Number of solutions that a search may be ahead of the printer.
const AHEAD: usize = 64;

/// Time in which results gather before they are waited for one by one: waking this
/// thread takes as long as printing a grid.
const NAP: Duration = Duration::from_micros(200);

/// Time between two looks at the interrupt while no puzzle comes.
const GLANCE: Duration = Duration::from_millis(50);

/// A puzzle and its solutions that were found and not yet taken.
struct Begun<T> {
    task: T,
    grids: Mutex<Grids>,
    changed: Condvar,
}

#[derive(Default)]
struct Grids {
    found: VecDeque<Grid>,
    /// Set if one side waits for the other.
    is_awaited: bool,
    /// Set after the last solution.
    has_ended: bool,
    /// Set if nobody takes solutions any more.
    is_unwanted: bool,
}

impl<T> Begun<T> {
    fn new(task: T) -> Begun<T> {
        Begun {
            task,
            grids: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn grids(&self) -> MutexGuard<'_, Grids> {
        self.grids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the solutions, and wakes the other side if it waits.
    fn change(&self, change: impl FnOnce(&mut Grids)) {
        let mut grids = self.grids();
        change(&mut grids);
        if std::mem::take(&mut grids.is_awaited) {
            self.changed.notify_all();
        }
    }

    /// Waits until the other side has changed the solutions.
    fn wait<'a>(&'a self, mut grids: MutexGuard<'a, Grids>) -> MutexGuard<'a, Grids> {
        grids.is_awaited = true;
        let wait = self.changed.wait(grids);
        wait.unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over a solution, and waits if too many were not taken yet. Breaks if
    /// nobody takes them any more.
    fn send(&self, grid: &Grid) -> ControlFlow<()> {
        let grids = self.grids();
        let is_full = |grids: &Grids| grids.found.len() >= AHEAD && !grids.is_unwanted;
        let mut grids = grids;
        while is_full(&grids) {
            grids = self.wait(grids);
        }
        if grids.is_unwanted {
            return ControlFlow::Break(());
        }
        drop(grids);
        self.change(|grids| grids.found.push_back(grid.clone()));
        ControlFlow::Continue(())
    }

    /// Waits for the next solution. Returns `None` if there are no more.
    fn receive(&self) -> Option<Grid> {
        let mut grids = self.grids();
        loop {
            if let Some(grid) = grids.found.pop_front() {
                if std::mem::take(&mut grids.is_awaited) {
                    self.changed.notify_all();
                }
                return Some(grid);
            }
            if grids.has_ended {
                return None;
            }
            grids = self.wait(grids);
        }
    }

    /// Returns `true` if [`receive`](Begun::receive) need not wait.
    fn is_ready(&self) -> bool {
        let grids = self.grids();
        grids.has_ended || !grids.found.is_empty()
    }
}

/// The sender of a puzzle's solutions.
pub(super) struct Solutions<T>(Arc<Begun<T>>);

impl<T> Solutions<T> {
    /// Hands over a solution, and waits if too many were not taken yet. Breaks if
    /// nobody takes them any more.
    pub(super) fn send(&self, grid: &Grid) -> ControlFlow<()> {
        self.0.send(grid)
    }
}

impl<T> Drop for Solutions<T> {
    fn drop(&mut self) {
        self.0.change(|grids| grids.has_ended = true);
    }
}

/// The receiver of a puzzle's solutions.
struct Receiving<T>(Arc<Begun<T>>);

impl<T> Drop for Receiving<T> {
    fn drop(&mut self) {
        self.0.change(|grids| {
            grids.is_unwanted = true;
            grids.found.clear();
        });
    }
}

/// The answer of a puzzle as it comes: its solutions first, then the result of its search.
pub(super) struct AnswerStream<'a, T, R> {
    begun: Receiving<T>,
    results: &'a mut Ordered<R>,
}

/// A puzzle whose answer is printed.
pub(super) struct Printed<T>(Arc<Begun<T>>);

impl<T> Deref for Printed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.task
    }
}

impl<T, R> AnswerStream<'_, T, R> {
    /// Returns the puzzle.
    pub(super) fn task(&self) -> Printed<T> {
        Printed(Arc::clone(&self.begun.0))
    }

    /// Waits for the next solution. Returns `None` if there are no more. Calls `idle`
    /// before it waits.
    pub(super) fn next_grid(
        &self,
        idle: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<Option<Grid>> {
        if !self.begun.0.is_ready() {
            idle()?;
            thread::sleep(NAP);
        }
        Ok(self.begun.0.receive())
    }

    /// Waits for the end of the search. Returns `None` if an interrupt came before
    /// the search began.
    pub(super) fn result(self) -> Option<R> {
        drop(self.begun);
        self.results.next()
    }
}

/// The answers of all puzzles, in order.
pub(super) struct AnswerStreams<T, R> {
    begun: Receiver<Receiving<T>>,
    results: Ordered<R>,
    interrupt: Interrupt,
}

impl<T: Send + Sync + 'static, R: Send + 'static> AnswerStreams<T, R> {
    /// Begins to do `work` on the tasks, in `jobs` threads. The iterator must call the function
    /// that `tasks` is given before it waits.
    ///
    /// # Errors
    /// If the threads can't be started.
    pub(super) fn new<I: Iterator<Item = T>>(
        tasks: impl FnOnce(&HandOn) -> I + Send + 'static,
        jobs: NonZeroUsize,
        interrupt: &Interrupt,
        work: impl Fn(&T, &Solutions<T>) -> R + Send + Sync + 'static,
    ) -> io::Result<AnswerStreams<T, R>> {
        let (begin, begun) = channel();
        let tasks = move |hand_on: &HandOn| {
            tasks(hand_on).map_while(move |task| {
                let task = Arc::new(Begun::new(task));
                begin.send(Receiving(Arc::clone(&task))).ok()?;
                Some(Solutions(task))
            })
        };
        let work = move |solutions: Solutions<T>| work(&solutions.0.task, &solutions);
        Ok(AnswerStreams {
            begun,
            results: ordered_in_batches(tasks, jobs, interrupt, work)?,
            interrupt: interrupt.clone(),
        })
    }

    /// Returns the next stream, or `None` after the last one and if an interrupt is
    /// raised while no puzzle comes. Calls `idle` before it waits.
    pub(super) fn next(
        &mut self,
        idle: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<Option<AnswerStream<'_, T, R>>> {
        let begun = match self.begun.try_recv() {
            Ok(begun) => Some(begun),
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) => {
                idle()?;
                self.wait()
            }
        };
        let Some(begun) = begun else {
            if !self.interrupt.is_raised() {
                // The reader has ended; if by a panic, this goes on here.
                self.results.next();
            }
            return Ok(None);
        };
        let results = &mut self.results;
        Ok(Some(AnswerStream { begun, results }))
    }

    /// Waits for the next puzzle. Returns `None` after the last one, and if an interrupt
    /// is raised.
    fn wait(&self) -> Option<Receiving<T>> {
        loop {
            match self.begun.recv_timeout(GLANCE) {
                Ok(begun) => return Some(begun),
                Err(RecvTimeoutError::Timeout) if !self.interrupt.is_raised() => {}
                Err(_) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;
    use sudosat::sudoku::{Digit, Size};

    /// Does nothing before waiting.
    fn nothing() -> io::Result<()> {
        Ok(())
    }

    /// Returns a 1×1 grid.
    fn grid() -> Grid {
        Grid::new(Size::new(1).unwrap(), vec![Digit::from_index(0)])
    }

    #[test]
    fn solutions_and_results_come_in_order_however_many() {
        for jobs in [1, 3] {
            let jobs = NonZeroUsize::new(jobs).unwrap();
            let work = |&task: &usize, solutions: &Solutions<usize>| {
                let sent = (0..10 * AHEAD * (task % 2)).map(|_| solutions.send(&grid()));
                sent.filter(|flow| flow.is_continue()).count()
            };
            let interrupt = Interrupt::new();
            let mut streams = AnswerStreams::new(|_| 0..200, jobs, &interrupt, work).unwrap();
            let mut expected = 0;
            while let Some(stream) = streams.next(nothing).unwrap() {
                assert_eq!(*stream.task(), expected);
                let mut taken = 0;
                while stream.next_grid(nothing).unwrap().is_some() {
                    taken += 1;
                }
                assert_eq!(taken, 10 * AHEAD * (expected % 2));
                assert_eq!(stream.result(), Some(taken));
                expected += 1;
            }
            assert_eq!(expected, 200);
        }
    }

    #[test]
    fn solutions_that_nobody_takes_end_the_search() {
        let work = |(): &(), solutions: &Solutions<()>| {
            while solutions.send(&grid()).is_continue() {}
            "ended"
        };
        let tasks = |_: &HandOn| std::iter::once(());
        let mut streams =
            AnswerStreams::new(tasks, NonZeroUsize::MIN, &Interrupt::new(), work).unwrap();
        assert_eq!(
            streams.next(nothing).unwrap().unwrap().result(),
            Some("ended")
        );
        assert!(streams.next(nothing).unwrap().is_none());
    }

    #[test]
    fn an_interrupt_ends_it_while_no_puzzle_comes() {
        let interrupt = Interrupt::new();
        let (keep, silent) = channel::<usize>();
        let tasks = move |hand_on: &HandOn| {
            let hand_on = Rc::clone(hand_on);
            std::iter::from_fn(move || {
                hand_on();
                silent.recv().ok()
            })
        };
        let jobs = NonZeroUsize::MIN;
        let mut streams = AnswerStreams::new(tasks, jobs, &interrupt, |_, _| ()).unwrap();
        keep.send(1).unwrap();
        assert_eq!(streams.next(nothing).unwrap().unwrap().result(), Some(()));
        interrupt.raise();
        assert!(streams.next(nothing).unwrap().is_none());
    }
}
