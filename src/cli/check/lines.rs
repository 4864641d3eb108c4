//! Plain 9×9 puzzles on consecutive lines, compared together: for most of them handing a puzzle from
//! thread to thread takes longer than its search.

use super::table::FEW;
use super::{Arguments, Checked};
use crate::cli::context::Context;
use crate::cli::corpus::{self, Reading};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use sudosat::budget::Interrupt;
use sudosat::encode::AtMostOne;
use sudosat::engine::compare::compare_lines;
use sudosat::engine::{Engine, Proof, lineage_for};
use sudosat::io::InputError;
use sudosat::sudoku::Rules;
use sudosat::sudoku::text::{Entry, Item, Run};

/// Shortest time limit with which puzzles are compared together. The searches then look at no clock, but end
/// after some thousand nodes, which take some milliseconds.
const SHORTEST: Duration = Duration::from_secs(1);

/// A piece of work that one thread does alone: a puzzle, or the puzzles of a run of lines.
#[expect(
    clippy::large_enum_variant,
    reason = "most of many puzzles are in runs"
)]
pub(super) enum Task {
    /// A puzzle of the input, or the error in its place.
    One(corpus::Task),
    /// Puzzles on consecutive lines.
    Many {
        run: Run,
        /// Number of bytes of the inputs read so far.
        position: u64,
    },
}

/// The result of a puzzle.
pub(super) enum Outcome {
    /// Both engines found the same only solution, in these times, and the puzzle has no row.
    Agreed([Duration; 2]),
    /// It was compared as one that stands alone, or could not be read.
    Alone(Box<Result<Checked, InputError>>),
}

impl Arguments {
    /// Returns `true` if puzzles on consecutive lines may be compared together: if these engines can, and
    /// nothing is printed or kept of one on which they agree.
    pub(super) fn may_take_lines(
        &self,
        engines: &[Box<dyn Engine>],
        reading: &Reading,
        context: Context,
    ) -> bool {
        let [first, second] = engines else {
            return false;
        };
        matches!(reading, Reading::All)
            && context.verbose == 0
            && !(self.json || self.stats || self.all_rows)
            && !self.corpus.keeps_answers()
            && self.encoding.named().is_none()
            && self.encoding.at_most_one() == AtMostOne::Pairwise
            && self.time_limit >= SHORTEST
            && first.takes_lines(Proof::No)
            && second.takes_lines(Proof::No)
            // The search of one tries every possibility, which confirms the other's answer.
            && [first, second].iter().any(|engine| engine.takes_lines(Proof::Confirmed))
            && !is_one_search(&**first, &**second)
    }
}

/// Returns `true` if two engines run the same code on plain 9×9 puzzles.
fn is_one_search(first: &dyn Engine, second: &dyn Engine) -> bool {
    Rules::plain(3).is_none_or(|rules| {
        let [first, second] = [first, second].map(|engine| lineage_for(engine.lineage(), &rules));
        first == second
    })
}

/// Returns the tasks of puzzles, those on consecutive lines together if more than [`FEW`] puzzles stand
/// before them, so that they have no rows in the table.
pub(super) fn tasks(
    items: impl Iterator<Item = Result<Item, InputError>>,
    consumed: Arc<AtomicU64>,
) -> impl Iterator<Item = Task> {
    let mut num_alone = 0;
    items.flat_map(move |item| {
        let position = consumed.load(Ordering::Relaxed);
        let entries: Vec<Result<Entry, InputError>> = match item {
            Ok(Item::Run(run)) if num_alone > FEW => return vec![Task::Many { run, position }],
            Ok(Item::Run(run)) => (0..run.lines().len())
                .map(|index| run.entry(index))
                .collect(),
            Ok(Item::Entry(entry)) => vec![Ok(entry)],
            Err(error) => vec![Err(error)],
        };
        num_alone += entries.iter().flatten().count();
        let alone = entries.into_iter();
        alone
            .map(|entry| Task::One(corpus::Task::new(entry, position, false)))
            .collect()
    })
}

/// Compares the puzzles on lines with two engines, those on which they do not agree at once with `alone`.
pub(super) fn compared(
    engines: [&dyn Engine; 2],
    run: &Run,
    interrupt: &Interrupt,
    alone: impl Fn(Entry) -> Checked,
) -> Vec<Outcome> {
    let results = compare_lines(engines, run.lines(), interrupt).into_iter();
    let outcome = |(index, times)| match times {
        Some(times) => Outcome::Agreed(times),
        None => Outcome::Alone(Box::new(run.entry(index).map(&alone))),
    };
    results.enumerate().map(outcome).collect()
}
