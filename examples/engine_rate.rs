//! Measures an engine alone: `cargo run --release --example engine_rate -- ENGINE FILE`.
//!
//! Reads all puzzles of a file first. Then it asks the engine, in one thread, whether each has
//! one solution: it searches for a second one, checks the solutions against the rules, and does
//! not confirm by another engine that there are no more. It prints the answers' number, and the
//! time of reading and of the searches. `sudosat solve -u` also confirms and prints the answers,
//! while it reads.

use std::error::Error;
use std::time::Instant;
use sudosat::budget::Budget;
use sudosat::engine::{self, Limit, Request};
use sudosat::io::Source;
use sudosat::sudoku::{Puzzle, text};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(name), Some(path)) = (arguments.next(), arguments.next()) else {
        return Err("expected an engine and a file".into());
    };
    let engine = engine::by_name(&name)?;
    let start = Instant::now();
    let entries = text::read(Source::open(&path)?, &path, &text::Options::default());
    let puzzles = entries
        .map(|entry| entry.map(|entry| entry.puzzle))
        .collect::<Result<Vec<Puzzle>, _>>()?;
    let reading = start.elapsed().as_secs_f64();
    let request = Request::new(Limit::UNIQUE);
    let budget = Budget::unlimited();
    // Puzzles with no solution, one, and several.
    let mut answers = [0_u64; 3];
    let start = Instant::now();
    for puzzle in &puzzles {
        let (_, grids) = engine::solve(&*engine, puzzle, &request, &budget)?;
        answers[grids.len()] += 1;
    }
    let searching = start.elapsed().as_secs_f64();
    let [none, one, several] = answers;
    println!("{name}: {one} with one solution, {several} with several, {none} with none");
    println!("read in {reading:.2} s, searched in {searching:.2} s");
    println!(
        "{:.0} searches a second",
        puzzles.len() as f64 / searching.max(f64::EPSILON)
    );
    Ok(())
}
