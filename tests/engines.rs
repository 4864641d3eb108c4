//! One suite for all engines: the same puzzles, the same sets of solutions;
//! engines that lie are caught.

mod liars;
mod programs;
mod same_solutions;

use std::collections::BTreeSet;
use sudosat::budget::Budget;
use sudosat::engine::{self, Engine, Request};
use sudosat::sudoku::text::{self, Options};
use sudosat::sudoku::{Grid, Puzzle};

/// The engines that are always there.
pub(crate) const INSIDE: [&str; 8] = [
    "cdcl",
    "splr",
    "dpll",
    "dlx",
    "matrix",
    "backtrack",
    "backtrack-fewest",
    "domains",
];

/// Outside solvers, tested where they are installed.
const OUTSIDE: [&str; 6] = [
    "kissat",
    "cadical",
    "minisat",
    "glucose",
    "picosat",
    "cryptominisat5",
];

/// A puzzle and how many solutions it has.
struct Case {
    puzzle: Puzzle,
    count: u64,
}

/// Reads `PUZZLE:COUNT` lines.
fn cases(lines: &str) -> Vec<Case> {
    text::read(lines.as_bytes(), "cases", &Options::default())
        .map(|entry| {
            let entry = entry.expect("a puzzle");
            let expected = entry.expected.expect("what is expected");
            Case {
                puzzle: entry.puzzle,
                count: expected.count.expect("a count"),
            }
        })
        .collect()
}

fn by_name(name: &str) -> Box<dyn Engine> {
    engine::by_name(name).expect("an engine")
}

/// The outside engines that are installed; says which are not.
fn installed() -> Vec<Box<dyn Engine>> {
    let mut engines = Vec::new();
    for name in OUTSIDE {
        match engine::by_name(name) {
            Ok(engine) => engines.push(engine),
            Err(error) => eprintln!("skipped: {error}"),
        }
    }
    engines
}

/// All solutions, each once.
fn all(engine: &dyn Engine, puzzle: &Puzzle, request: &Request) -> BTreeSet<Grid> {
    let (outcome, grids) = engine::solve(engine, puzzle, request, &Budget::unlimited())
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(outcome.is_complete(), "{}: {:?}", engine.name(), outcome);
    assert_eq!(outcome.count, grids.len() as u64, "{}", engine.name());
    let count = grids.len();
    let set: BTreeSet<Grid> = grids.into_iter().collect();
    assert_eq!(set.len(), count, "{} found a solution twice", engine.name());
    set
}

/// 4×4: a full grid, the lecture's puzzle, ones with several solutions or none.
const FOURS: &str = "\
4123231414323241:1
.1.......43..2.1:1
1.....2...3...4.:0
41........323...:2
......1....23..1:3
..2...14...2..4.:4
4.2.....1.3.3...:5
..2...1...3....1:6
.....3.4.......1:9
...3...4...2....:12
..2........2.2..:18
....23..........:24
....2........2..:36
...............1:72
12....4.........:0
";

/// 9×9, most of them the lecture's solution with clues taken away.
const NINES: &str = "\
69.5...3.1...7.5.9..8.6...4.1...68..45.8...1.7.912....32....9...6....3...4.....81:2
6....17..13.2....9.....9.2...34568...5......3..9..3.56..1.8.9.....9.5..2.......81:5
.....17....4.7..6.57...9..4.13.....74.6.9...3.8.12.4..3..6....5..7........5..26.1:12
.92.4.7..1.4.7..6.5....91.42....68.....8....3..91.34.6.....49....7..5....45...6..:33
..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..:0
";

/// A puzzle with 100 solutions: a solver that starts again for each takes long.
const MANY: &str = "\
.....17..1.4.7..695.8..91....3..6.97.....7.1...9.2..56...68.9.5....1.3...4.......:100
......7....4.78..95....9124.13.............1..89.2.4.........75..7..5.4294.....8.:252
....41.3.13......9.7..6..2.....56........7.137......5...16.49..8..91.3.......2..1:597
.....1..8...27...9...369..4.13.....745............34..3..6.49.5.6....3...45.....1:999
";
