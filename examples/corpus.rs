//! Solves every puzzle of a file on all cores, and prints the answers in its order.
//!
//! ```sh
//! cargo run --example corpus -- puzzles/classic-9x9.txt
//! ```

use std::error::Error;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;
use sudosat::batch;
use sudosat::budget::{Budget, Interrupt};
use sudosat::engine::{self, Limit, Request};
use sudosat::io::Source;
use sudosat::sudoku::{print, text};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args()
        .nth(1)
        .ok_or("expected the name of a file")?;
    let source = Source::open(&name)?;
    // The file is read on a thread of its own while puzzles are solved.
    let puzzles = move || text::read(source, &name, &text::Options::default());
    let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let results = batch::ordered(puzzles, jobs, &Interrupt::new(), |entry| {
        // A damaged puzzle is an error; the others are still solved.
        let entry = entry.map_err(|error| error.to_string())?;
        let engine = engine::by_name("cdcl").map_err(|error| error.to_string())?;
        // A second solution shows that the puzzle is not unique.
        let request = Request::new(Limit::UNIQUE);
        let budget = Budget::unlimited().with_time(Duration::from_secs(10));
        let (outcome, grids) = engine::solve(&*engine, &entry.puzzle, &request, &budget)
            .map_err(|error| format!("{}: {error}", entry.name))?;
        Ok::<String, String>(match &grids[..] {
            [] => format!("{}: {}", entry.name, outcome.solvability()),
            [grid] => print::line(&entry.puzzle.answer(grid)).to_string(),
            _ => format!("{}: more than one solution", entry.name),
        })
    })?;
    let mut faults = 0;
    for result in results {
        match result {
            Ok(line) => println!("{line}"),
            Err(message) => {
                eprintln!("{message}");
                faults += 1;
            }
        }
    }
    match faults {
        0 => Ok(()),
        _ => Err(format!("puzzles without an answer: {faults}").into()),
    }
}
