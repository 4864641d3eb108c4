//! Plain 9×9 puzzles on consecutive lines, solved together: for most of them handing a puzzle from
//! thread to thread takes longer than its search.

use super::Arguments;
use super::run::Solved;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use sudosat::budget::Interrupt;
use sudosat::check;
use sudosat::engine::{Engine, Glance, Limit, Proof};
use sudosat::io::InputError;
use sudosat::sudoku::Grid;
use sudosat::sudoku::text::{Entry, LineCells, Run};

/// Puzzles on consecutive lines.
pub(super) struct Many {
    pub run: Run,
    /// Set if the first of them is the first of the input.
    pub is_first: bool,
    /// Number of bytes of the inputs read so far.
    pub position: u64,
}

/// The answer of the puzzle on a line.
pub(super) enum OfLine {
    /// It has a solution, the only one where [`Arguments::wants_only`] says so.
    Solved {
        /// The digits of the solution, checked.
        digits: LineCells,
        time: Duration,
    },
    /// It was solved as one that stands alone.
    Other(Box<Other>),
    /// It is no puzzle.
    Refused(InputError),
}

/// A puzzle that was solved as one that stands alone.
pub(super) struct Other {
    pub entry: Entry,
    /// The solution that is printed.
    pub grid: Option<Grid>,
    pub solved: Solved,
}

impl Arguments {
    /// Returns `true` if puzzles on consecutive lines may be solved together: if nothing is printed or
    /// kept of one with one solution but its grid.
    pub(super) fn may_take_lines(&self) -> bool {
        self.limit() <= Limit::UNIQUE
            && self.count.is_none()
            && !self.prove
            && self.proof.is_none()
            && self.time_limit.is_none()
            && !self.shows_engine()
            && !self.corpus.keeps_answers()
            && self.to.is_digits()
    }

    /// Returns `true` if the search on lines must also look for a second solution: with --unique, or because
    /// the totals count the puzzles that have one.
    pub(super) fn wants_only(&self) -> bool {
        self.unique || self.glance(false) != Glance::No
    }

    /// Solves the puzzles on lines, until an interrupt comes.
    pub(super) fn solve_lines(
        &self,
        engine: &dyn Engine,
        many: &Many,
        interrupt: &Interrupt,
    ) -> Vec<OfLine> {
        let run = &many.run;
        let mut answers = Vec::with_capacity(run.lines().len());
        let mut start = Instant::now();
        let limit = match self.wants_only() {
            true => Limit::UNIQUE,
            false => Limit::FIRST,
        };
        // Without --unique, nothing claims that there is no other solution.
        let proof = match self.unique {
            true => Proof::Confirmed,
            false => Proof::No,
        };
        engine.solve_lines(run.lines(), limit, proof, &mut |digits| {
            if interrupt.is_raised() {
                return ControlFlow::Break(());
            }
            let index = answers.len();
            let checked = digits.filter(|digits| check::line(&run.lines()[index], digits));
            let end = Instant::now();
            let time = end - start;
            start = end;
            answers.push(match checked.ok_or_else(|| run.entry(index)) {
                Ok(digits) => OfLine::Solved { digits, time },
                Err(Ok(entry)) => OfLine::Other(Box::new(self.solve_alone(
                    engine,
                    entry,
                    many.is_first && index == 0,
                    interrupt,
                ))),
                Err(Err(error)) => OfLine::Refused(error),
            });
            ControlFlow::Continue(())
        });
        answers
    }

    /// Solves a puzzle of which the first solution is printed.
    fn solve_alone(
        &self,
        engine: &dyn Engine,
        entry: Entry,
        is_first: bool,
        interrupt: &Interrupt,
    ) -> Other {
        let mut grid = None;
        let send = &mut |found: &Grid| {
            grid.get_or_insert_with(|| found.clone());
            ControlFlow::Continue(())
        };
        let solved = self.solve(engine, &entry, is_first, send, interrupt);
        Other {
            entry,
            grid,
            solved,
        }
    }
}
