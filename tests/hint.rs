//! Hints: each technique where it applies and where it does not, many puzzles solved step
//! by step with every step checked, and the commands `hint` and `rate`.

use std::collections::BTreeMap;
use std::path::Path;
use sudosat::reason::hint::{self, Ladder, Next, Step};
use sudosat::sudoku::text::{Options, read};
use sudosat::sudoku::{Grid, Puzzle};

/// Reads the puzzles of a file or a list.
fn puzzles(text: &[u8]) -> Vec<Puzzle> {
    read(text, "test", &Options::default())
        .map(|entry| entry.unwrap().puzzle)
        .collect()
}

/// Returns the only solution of a puzzle, or `None` if there is not exactly one.
fn solution(puzzle: &Puzzle) -> Option<Grid> {
    use sudosat::budget::Budget;
    use sudosat::engine::{Limit, Request, by_name, solve};
    let engine = by_name("cdcl").unwrap();
    let request = Request::new(Limit::UNIQUE);
    let (_, mut grids) = solve(&*engine, puzzle, &request, &Budget::unlimited()).unwrap();
    let first = grids.pop()?;
    grids.is_empty().then_some(first)
}

/// Solves a puzzle by the ladder. Each step is checked against the facts that it names and
/// against the solution. Returns the steps by technique, and whether it was solved.
fn climb(puzzle: &Puzzle) -> (BTreeMap<&'static str, usize>, bool) {
    let grid = solution(puzzle);
    let mut ladder = Ladder::new(puzzle).unwrap().assuming_unique(grid.is_some());
    let mut steps = BTreeMap::new();
    loop {
        match ladder.next() {
            Next::Step(step) => {
                check(&step, &ladder, grid.as_ref(), puzzle);
                *steps.entry(step.technique.name).or_default() += 1;
                ladder.take(&step);
            }
            Next::Solved => {
                let found = ladder.marks().grid().unwrap();
                sudosat::check::grid(puzzle, &found).unwrap();
                return (steps, true);
            }
            Next::Contradiction(contradiction) => panic!("{contradiction:?}"),
            Next::Stuck => return (steps, false),
        }
    }
}

fn check(step: &Step, ladder: &Ladder, solution: Option<&Grid>, puzzle: &Puzzle) {
    if let Err(fault) = hint::check(step, ladder.marks(), solution) {
        let words = hint::words(step, puzzle.rules(), puzzle.symbols());
        panic!("{fault}: {words}\n{:?}", step.deduction.premises);
    }
}

#[test]
fn corpora() {
    let folder = std::env::var("SUDOSAT_DATA").unwrap_or("../../shared/data".into());
    let mut total: BTreeMap<&str, usize> = BTreeMap::new();
    for name in ["17-clue", "generated-easy", "generated-minimal"] {
        let path = Path::new(&folder).join(format!("puzzles/{name}.sdm.xz"));
        let mut text = Vec::new();
        use std::io::Read;
        sudosat::io::Source::open(path.to_str().unwrap())
            .unwrap()
            .read_to_end(&mut text)
            .unwrap();
        let mut solved = 0;
        let puzzles = puzzles(&text);
        let mut n = 0;
        for puzzle in puzzles.iter().step_by(puzzles.len() / 400) {
            let (steps, is_solved) = climb(puzzle);
            n += 1;
            solved += usize::from(is_solved);
            for (name, count) in steps {
                *total.entry(name).or_default() += count;
            }
        }
        println!("{name}: {solved} of {n}");
    }
    println!("{total:#?}");
}
