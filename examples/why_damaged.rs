//! Makes puzzles without a solution by changing clues, asks `why` about each, and checks
//! every set in the answers by searches of its own: `cargo run --release --example
//! why_damaged -- 1000`. Prints a table in Markdown: for each kind of puzzle the numbers of
//! sets, and the median, the 99th percentile and the longest of the answers' times in seconds.
//! Ends with code 1 if a set is wrong.

use fastrand::Rng;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use sudosat::budget::{Budget, Stop};
use sudosat::engine::{self, End, Engine, Limit, Request};
use sudosat::generate;
use sudosat::reason::statements::{Statement, Statements, chosen};
use sudosat::reason::why::{NoSolution, Options, Why, why};
use sudosat::sudoku::text::description::Statements as Stated;
use sudosat::sudoku::{Candidate, Candidates, Cell, Puzzle, Rules, Size};

/// Time limit of an answer, and of a check. Answers that take longer leave out parts.
const LIMIT: Duration = Duration::from_secs(20);

/// A kind of puzzles.
struct Kind {
    name: &'static str,
    side: usize,
    /// The rules beside the usual boxes.
    rules: &'static str,
    /// Percentage of the cells that are clues.
    share: usize,
    /// Puzzles of this kind in twenty.
    weight: usize,
}

const fn kind(
    name: &'static str,
    side: usize,
    rules: &'static str,
    share: usize,
    weight: usize,
) -> Kind {
    Kind {
        name,
        side,
        rules,
        share,
        weight,
    }
}

const KINDS: [Kind; 9] = [
    kind("4×4", 4, "", 40, 3),
    kind("9×9", 9, "", 32, 6),
    kind("16×16", 16, "", 48, 2),
    kind("25×25", 25, "", 58, 1),
    kind("6×6", 6, "", 34, 2),
    kind("9×9 diagonal", 9, "diagonal", 28, 2),
    kind("9×9 windoku", 9, "windoku", 28, 1),
    kind("9×9 anti-knight", 9, "anti-knight", 24, 1),
    kind("9×9 with cages of unlike digits", 9, CAGES, 20, 2),
];

/// Cages without sums of their own: no digit twice in them.
const CAGES: &str = "cage r1c1 r2c2 r3c3 r4c4; cage r9c1 r8c2 r7c3 r6c4; cage r5c4 r5c5 r5c6 r4c5";

/// The time that this thread has run: other processes do not count, where Linux reports
/// it. Elsewhere it is the time on the wall.
struct Clock {
    start: Instant,
    before: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock {
            start: Instant::now(),
            before: Clock::run_time(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.before, Clock::run_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.start.elapsed(),
        }
    }

    /// The first number of Linux's file: nanoseconds on a processor.
    fn run_time() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }
}

/// What is wrong in an answer.
pub(crate) type Fault = String;

/// The sets of an answer that were checked, and those that were left open.
#[derive(Default)]
struct Count {
    clashes: u64,
    members: u64,
    corrections: u64,
    open: u64,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(count) = words.first().map_or(Some(90), |word| word.parse().ok()) else {
        eprintln!("usage: why_damaged [NUMBER OF PUZZLES [SEED]]");
        return ExitCode::from(2);
    };
    let seed = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(1);
    match run(count, seed, Size::MAX.side()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

/// Checks about `count` puzzles of all kinds, or fewer if some kinds have a larger side than
/// `most`.
pub(crate) fn run(count: usize, seed: u64, most: usize) -> Result<(), Fault> {
    println!(
        "| puzzles | number | minimal sets | members left out one by one | correction sets | not \
         checked | median | 99th percentile | worst |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    let kinds = (0..).zip(&KINDS);
    for (place, kind) in kinds.filter(|(_, kind)| kind.side <= most) {
        let name = kind.name;
        let rules = rules_of(kind.side, kind.rules)?;
        let mut rng = Rng::with_seed(seed.wrapping_add(place));
        let puzzles = (count * kind.weight).div_ceil(20);
        let (mut sets, mut times) = (Count::default(), Vec::new());
        for _ in 0..puzzles {
            let puzzle = damaged(&rules, kind.share, &mut rng)?;
            let start = Clock::start();
            let budget = Budget::unlimited().with_time(LIMIT);
            let answer = why(&puzzle, None, Options::default(), &budget);
            times.push(start.elapsed());
            match answer {
                Ok(Why::NoSolution(answer)) => check(&puzzle, &answer, &mut sets)?,
                Ok(_) => return Err(format!("{name}: an answer of another kind")),
                Err(_) if budget.exhausted(0) == Some(Stop::Time) => sets.open += 1,
                Err(error) => return Err(format!("{name}: {error}")),
            }
        }
        times.sort_unstable();
        let last = times.len().saturating_sub(1);
        let times = [50, 99, 100].map(|percent| times.get(last * percent / 100));
        let [Some(median), Some(most), Some(worst)] = times else {
            continue;
        };
        println!(
            "| {name} | {puzzles} | {} | {} | {} | {} | {:.3} | {:.3} | {:.3} |",
            sets.clashes,
            sets.members,
            sets.corrections,
            sets.open,
            median.as_secs_f64(),
            most.as_secs_f64(),
            worst.as_secs_f64()
        );
    }
    Ok(())
}

/// Returns the rules of a grid with its usual boxes and these statements.
fn rules_of(side: usize, statements: &str) -> Result<Arc<Rules>, Fault> {
    let size = Size::new(side).ok_or("no such size")?;
    if statements.is_empty() {
        return Ok(Rules::usual(size));
    }
    let stated = Stated::read(statements, "rules").map_err(|error| error.to_string())?;
    stated.alone(size).map_err(|error| error.to_string())
}

/// Returns a puzzle without a solution: clues of a full grid, of which one after the other
/// is changed to a digit that clashes with no clue.
fn damaged(rules: &Arc<Rules>, share: usize, rng: &mut Rng) -> Result<Puzzle, Fault> {
    let budget = Budget::unlimited();
    let is_boxes = *rules.spec() == *Rules::usual(rules.size()).spec();
    loop {
        let grid = match generate::full_grid(rules, rng).filter(|_| is_boxes) {
            Some(grid) => grid,
            None => {
                generate::random_grid(rules, rng, &budget).map_err(|error| error.to_string())?
            }
        };
        let clues = rules.size().num_cells() * share / 100;
        let mut puzzle = generate::with_clues(rules, &grid, clues, generate::Symmetry::None, rng);
        let given: Vec<Cell> = puzzle.clues().map(|clue| clue.cell).collect();
        for _ in 0..40 {
            let Some(&cell) = rng.choice(&given) else {
                break;
            };
            puzzle.set_clue(cell, None);
            let left = Candidates::new(&puzzle);
            let wrong: Vec<_> = left
                .in_cell(cell)
                .filter(|&digit| digit != grid.digit(cell))
                .collect();
            let digit = rng.choice(&wrong).copied().unwrap_or(grid.digit(cell));
            puzzle.set_clue(cell, Some(digit));
            match has_solution(&puzzle) {
                Some(false) => return Ok(puzzle),
                Some(true) => {}
                // Too hard to check: another one.
                None => break,
            }
        }
    }
}

/// Checks the clash of an answer and its correction sets.
fn check(puzzle: &Puzzle, answer: &NoSolution, count: &mut Count) -> Result<(), Fault> {
    let explanation = &answer.explanation;
    count.clashes += 1;
    let statements = Statements::new(puzzle);
    let groups = statements.groups(|_| false, &Budget::unlimited());
    let mut groups = groups.map_err(|stop| stop.to_string())?;
    let index = |statement: &Statement| statements.index(*statement);
    let members: Vec<usize> = explanation.statements.iter().filter_map(index).collect();
    let budget = Budget::unlimited().with_time(LIMIT);
    match groups.solve(&members, &[], &budget) {
        Ok(None) => return Err(format!("{puzzle:?}: the clash has a solution")),
        Ok(Some(_)) => {}
        Err(_) => count.open += 1,
    }
    for &left_out in members.iter().filter(|_| explanation.is_minimal) {
        let others: Vec<usize> = members
            .iter()
            .copied()
            .filter(|&other| other != left_out)
            .collect();
        count.members += 1;
        let budget = Budget::unlimited().with_time(LIMIT);
        let is_model = match groups.solve(&others, &[], &budget) {
            Ok(Some(_)) => false,
            // The model is checked by what the statements mean.
            Ok(None) => {
                let chosen = chosen(&groups, statements.size());
                let mut others = others.iter().map(|&other| statements.list()[other]);
                others.all(|other| statements.holds(other, &chosen))
            }
            Err(_) => {
                count.open += 1;
                continue;
            }
        };
        if !is_model {
            let member = statements.words(statements.list()[left_out]);
            return Err(format!("{puzzle:?}: it is not needed that {member}"));
        }
    }
    let clues: Vec<Candidate> = explanation.clues().collect();
    for left_out in clues.iter().filter(|_| explanation.is_minimal) {
        // All rules hold here, those too that the set does not name.
        let mut others = Puzzle::new(Arc::clone(puzzle.rules()));
        for clue in clues.iter().filter(|clue| *clue != left_out) {
            others.set_clue(clue.cell, Some(clue.digit));
        }
        match has_solution(&others) {
            Some(true) => {}
            Some(false) => return Err(format!("{puzzle:?}: the clue {left_out} is not needed")),
            None => count.open += 1,
        }
    }
    for correction in &answer.corrections {
        count.corrections += 1;
        let without = |clues: &[Candidate]| {
            let mut fewer = puzzle.clone();
            clues
                .iter()
                .for_each(|clue| fewer.set_clue(clue.cell, None));
            fewer
        };
        match has_solution(&without(&correction.clues)) {
            Some(false) => return Err(format!("{puzzle:?}: no solution without a set")),
            Some(true) => {}
            None => count.open += 1,
        }
        for put_back in 0..correction.clues.len() {
            let mut clues = correction.clues.clone();
            let clue = clues.remove(put_back);
            match has_solution(&without(&clues)) {
                Some(true) => return Err(format!("{puzzle:?}: {clue} may stay")),
                Some(false) => {}
                None => count.open += 1,
            }
        }
    }
    Ok(())
}

/// Returns `true` if a puzzle has a solution. `None` if that was not decided in time.
fn has_solution(puzzle: &Puzzle) -> Option<bool> {
    let budget = Budget::unlimited().with_time(LIMIT);
    let engine: Box<dyn Engine> = engine::by_name("cdcl").ok()?;
    let request = Request::new(Limit::FIRST);
    let (outcome, grids) = engine::solve(&*engine, puzzle, &request, &budget).ok()?;
    match outcome.end {
        End::GaveUp(_) => None,
        _ => Some(!grids.is_empty()),
    }
}
