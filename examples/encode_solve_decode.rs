//! Encodes a Sudoku as a formula, solves it, decodes the model, and checks the answer.
//!
//! ```sh
//! cargo run --example encode_solve_decode
//! ```

use std::error::Error;
use sudosat::formula::dimacs;
use sudosat::prelude::*;

const CLUES: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle = CLUES.parse()?;
    let cnf = encode::cnf(&puzzle, &Encoding::EXTENDED);
    println!(
        "{} variables, {} clauses",
        cnf.num_vars(),
        cnf.num_clauses()
    );

    let mut solver = Solver::new(Config::default());
    solver.add_cnf(&cnf);
    let verdict = solver.solve(&Budget::unlimited())?;
    println!("{verdict}");

    let model = solver.model().ok_or("the puzzle has no solution")?;
    let grid = encode::decode(puzzle.size(), &model)?;
    check::grid(&puzzle, &grid)?;
    print!("{grid}");

    // The same formula for any other solver.
    let mut text = Vec::new();
    dimacs::write(&cnf, &mut text)?;
    println!("{} bytes of DIMACS", text.len());
    Ok(())
}
