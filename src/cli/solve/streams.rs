//! Puzzles solved in parallel and handed over in the order of the input.
//!
//! The solutions of each puzzle go through a channel of bounded length. A search
//! whose turn has not come waits when its channel is full, and the search whose
//! turn it is never waits for another. So memory depends neither on the number of
//! puzzles nor on the number of solutions.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, channel, sync_channel,
};
use std::thread;
use std::time::Duration;
use sudosat::batch::{Ordered, ordered};
use sudosat::budget::Interrupt;
use sudosat::sudoku::Grid;

/// Number of solutions that a search may be ahead of the printer.
const AHEAD: usize = 64;

/// Time in which results gather before they are waited for one by one: waking this
/// thread takes as long as printing a grid.
const NAP: Duration = Duration::from_micros(500);

/// Time between two looks at the interrupt while no puzzle comes.
const GLANCE: Duration = Duration::from_millis(50);

/// The sender of a puzzle's solutions.
pub(super) struct Solutions(SyncSender<Grid>);

impl Solutions {
    /// Hands over a solution, and waits if too many were not taken yet. Breaks if
    /// nobody takes them any more.
    pub(super) fn send(&self, grid: &Grid) -> ControlFlow<()> {
        match self.0.send(grid.clone()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// The answer of a puzzle as it comes: its solutions first, then the result of its search.
pub(super) struct AnswerStream<'a, T, R> {
    /// The puzzle.
    pub task: Arc<T>,
    /// The solutions as they are found.
    grids: Receiver<Grid>,
    results: &'a mut Ordered<R>,
}

impl<T, R> AnswerStream<'_, T, R> {
    /// Waits for the next solution. Returns `None` if there are no more. Calls `idle`
    /// before it waits.
    pub(super) fn next_grid(
        &self,
        idle: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<Option<Grid>> {
        match self.grids.try_recv() {
            Ok(grid) => Ok(Some(grid)),
            Err(TryRecvError::Disconnected) => Ok(None),
            Err(TryRecvError::Empty) => {
                idle()?;
                thread::sleep(NAP);
                Ok(self.grids.recv().ok())
            }
        }
    }

    /// Waits for the end of the search. Returns `None` if an interrupt came before
    /// the search began.
    pub(super) fn result(self) -> Option<R> {
        drop(self.grids);
        self.results.next()
    }
}

/// The answers of all puzzles, in order.
pub(super) struct AnswerStreams<T, R> {
    begun: Receiver<(Arc<T>, Receiver<Grid>)>,
    results: Ordered<R>,
    interrupt: Interrupt,
}

impl<T: Send + Sync + 'static, R: Send + 'static> AnswerStreams<T, R> {
    /// Begins to do `work` on the tasks, in `jobs` threads. Each task has at most `limit`
    /// solutions.
    ///
    /// # Errors
    /// If the threads can't be started.
    pub(super) fn new<I: Iterator<Item = T>>(
        tasks: impl FnOnce() -> I + Send + 'static,
        limit: usize,
        jobs: NonZeroUsize,
        interrupt: &Interrupt,
        work: impl Fn(&T, &Solutions) -> R + Send + Sync + 'static,
    ) -> io::Result<AnswerStreams<T, R>> {
        let (begin, begun) = channel();
        let tasks = move || {
            tasks().map_while(move |task| {
                let (solutions, grids) = sync_channel(limit.min(AHEAD));
                let task = Arc::new(task);
                begin.send((Arc::clone(&task), grids)).ok()?;
                Some((task, Solutions(solutions)))
            })
        };
        let work = move |(task, solutions): (Arc<T>, Solutions)| work(&task, &solutions);
        Ok(AnswerStreams {
            begun,
            results: ordered(tasks, jobs, interrupt, work)?,
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
        let Some((task, grids)) = begun else {
            if !self.interrupt.is_raised() {
                // The reader has ended; if by a panic, this goes on here.
                self.results.next();
            }
            return Ok(None);
        };
        let results = &mut self.results;
        Ok(Some(AnswerStream {
            task,
            grids,
            results,
        }))
    }

    /// Waits for the next puzzle. Returns `None` after the last one, and if an interrupt
    /// is raised.
    fn wait(&self) -> Option<(Arc<T>, Receiver<Grid>)> {
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
            let work = |&task: &usize, solutions: &Solutions| {
                let sent = (0..10 * AHEAD * (task % 2)).map(|_| solutions.send(&grid()));
                sent.filter(|flow| flow.is_continue()).count()
            };
            let interrupt = Interrupt::new();
            let mut streams =
                AnswerStreams::new(|| 0..200, usize::MAX, jobs, &interrupt, work).unwrap();
            let mut expected = 0;
            while let Some(stream) = streams.next(nothing).unwrap() {
                assert_eq!(*stream.task, expected);
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
        let work = |(): &(), solutions: &Solutions| {
            while solutions.send(&grid()).is_continue() {}
            "ended"
        };
        let tasks = || std::iter::once(());
        let mut streams = AnswerStreams::new(
            tasks,
            usize::MAX,
            NonZeroUsize::MIN,
            &Interrupt::new(),
            work,
        )
        .unwrap();
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
        let tasks = move || silent.into_iter();
        let jobs = NonZeroUsize::MIN;
        let mut streams =
            AnswerStreams::new(tasks, usize::MAX, jobs, &interrupt, |_, _| ()).unwrap();
        keep.send(1).unwrap();
        assert_eq!(streams.next(nothing).unwrap().unwrap().result(), Some(()));
        interrupt.raise();
        assert!(streams.next(nothing).unwrap().is_none());
    }
}
