//! The option `--jobs` of the commands that work on many puzzles in parallel.

use std::num::NonZeroUsize;
use sudosat::batch::HandOn;
use sudosat::engine::memory::{self, Reservation};
use sudosat::sudoku::Puzzle;

/// Largest number of puzzles worked on in parallel: each takes a thread.
const MAX_JOBS: usize = 1024;

/// Largest number of candidates of a puzzle that is worked on beside others by default:
/// those of a 25×25 grid. Its search, its proof and an outside solver get an equal share
/// of the memory. Chosen by hand: larger grids may need more than a share.
const SMALL: usize = 25 * 25 * 25;

/// The number of puzzles worked on in parallel.
#[derive(clap::Args, Clone, Copy)]
pub(super) struct Jobs {
    /// Number of puzzles worked on in parallel; the results come in the order of the
    /// input [default: one for each core, with an equal share of the memory; grids
    /// larger than 25×25 one at a time, each with all the memory]
    #[arg(short, long, value_name = "N", value_parser = parse)]
    jobs: Option<NonZeroUsize>,
}

impl Jobs {
    /// Returns the number of puzzles to work on in parallel, and divides the memory among
    /// them.
    pub(super) fn begin(self) -> NonZeroUsize {
        self.begin_for(NonZeroUsize::MAX)
    }

    /// Does the same for a run of at most `count` puzzles.
    pub(super) fn begin_for(self, count: NonZeroUsize) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let jobs = self.jobs.unwrap_or_else(cores).min(count);
        memory::share(jobs);
        jobs
    }

    /// Returns the same, but one at a time by default.
    pub(super) fn or_one(self) -> Jobs {
        let jobs = self.jobs.or(Some(NonZeroUsize::MIN));
        Jobs { jobs }
    }

    /// Waits until there is memory for a puzzle, and reserves it. To be called in the order
    /// of the input; the reservation must be kept as long as the puzzle is worked on. Before it
    /// waits, the puzzles that were read are handed on.
    pub(super) fn reserve(self, puzzle: &Puzzle, hand_on: &HandOn) -> Reservation {
        let is_large = puzzle.size().num_candidates() > SMALL;
        match self.jobs {
            None if is_large => Reservation::whole(|| hand_on()),
            _ => Reservation::part(|| hand_on()),
        }
    }
}

/// Reads the number of puzzles to work on in parallel.
fn parse(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = text
        .parse()
        .ok()
        .filter(|jobs: &NonZeroUsize| jobs.get() <= MAX_JOBS);
    jobs.ok_or_else(|| format!("expected a number from 1 to {MAX_JOBS}"))
}
