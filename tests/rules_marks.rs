//! Marks of each rule of the table of rules, and of rules of one's own, on random small puzzles:
//! the formula by each encoding, exact cover, backtracking and the check of grids agree with a
//! brute force by the rule's meaning as it stands in `rules_common::marks`.
//!
//! `SUDOSAT_ROUNDS=1000 cargo test --test all rules_marks:: -- --nocapture` plays 10 000 puzzles
//! of each rule and tells for each how many there were.

use crate::fuzzing::pace::rounds;
use crate::rules_common::marks::{marked_case, own_rules};
use crate::rules_common::{Case, check_grids_of};
use crate::rules_cover::{by_cover, by_engine};
use crate::rules_sat::{has_formulas_of_the_size_told, has_models_by};
use std::time::Instant;
use sudosat::cover::Method;
use sudosat::encode::{ENCODINGS, Encoding};
use sudosat::sudoku::print;
use sudosat::sudoku::rules::{RuleId, Shape};
use sudosat::sudoku::text;

/// Number of puzzles of each rule, in a usual run.
const CASES: u64 = 10;

/// Largest number of solutions of a puzzle.
const MOST: usize = 30;

/// Plays the puzzles of some rules, and tells how many had no solution, one, and more.
fn play(rules: impl Iterator<Item = RuleId>) {
    let mut all = [0; 3];
    let mut wrong_grids = 0;
    for rule in rules {
        let start = Instant::now();
        let mut counts = [0; 3];
        // By the name, so that another rule in the table does not change the puzzles.
        let hash = |hash: u64, byte| (31 * hash + u64::from(byte)) % (1 << 31);
        let of_rule = rule.name.bytes().fold(0, hash);
        for round in 0..rounds(CASES) {
            let seed = of_rule << 32 | round;
            let case = marked_case(rule, seed, MOST);
            counts[case.solutions.len().min(2)] += 1;
            wrong_grids += agree(round, seed, &case);
            if round % 10 == 0 {
                has_formulas_of_the_size_told(seed, &case.puzzle);
                is_read_again(seed, &case);
            }
        }
        let [none, one, more] = counts;
        let (name, seconds) = (&rule.name, start.elapsed().as_secs_f64());
        eprintln!(
            "{name}: {none} without a solution, {one} with one, {more} with more, {seconds:.1} s"
        );
        assert!(one + more > 0, "no puzzle of {name} has a solution");
        all = [0, 1, 2].map(|kind| all[kind] + counts[kind]);
    }
    assert!(all.iter().all(|&count| count > 0), "{all:?}");
    assert!(wrong_grids > 20, "{wrong_grids}");
}

/// Asserts that a formula, an exact cover, backtracking and `cdcl` find the solutions of a puzzle:
/// in turn each encoding, and each method of the others. Returns the number of other grids that the
/// check refused.
fn agree(round: u64, seed: u64, case: &Case) -> usize {
    let Case { puzzle, solutions } = case;
    let spec = puzzle.rules().spec();
    let round = round as usize;
    let fit = ENCODINGS
        .into_iter()
        .filter(|encoding| encoding.expresses(puzzle.rules()).is_ok());
    let fit: Vec<Encoding> = fit.collect();
    has_models_by(fit[round % fit.len()], seed, case);
    let method = [Method::Dlx, Method::Sparse, Method::Bits, Method::Matrix][round % 4];
    // Algorithm X on a dense matrix has no colours.
    let found = by_cover(puzzle, method).or_else(|| by_cover(puzzle, Method::Dlx));
    let found = found.expect("dlx takes colours");
    assert_eq!(&found, solutions, "{method} seed {seed}: {spec:?}");
    for engine in [
        "cdcl",
        ["backtrack", "backtrack-fewest", "domains"][round / 4 % 3],
    ] {
        let found = by_engine(puzzle, engine);
        assert_eq!(&found, solutions, "{engine} seed {seed}: {spec:?}");
    }
    // Latin squares with the clues of the puzzle.
    check_grids_of(case, seed, 10)[1]
}

/// Asserts that the description of a puzzle states the same puzzle.
fn is_read_again(seed: u64, case: &Case) {
    let written = print::description(&case.puzzle).to_string();
    let mut entries = text::read(written.as_bytes(), "written", &text::Options::default());
    let entry = entries.next().unwrap();
    let entry = entry.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{written}"));
    assert_eq!(entry.puzzle, case.puzzle, "seed {seed}: {written}");
    assert!(entries.next().is_none(), "seed {seed}: {written}");
}

fn of_shape(shapes: &[Shape]) -> impl Iterator<Item = RuleId> {
    let all = RuleId::all().iter().copied();
    all.filter(|rule| shapes.contains(&rule.shape))
}

#[test]
fn rules_of_lines() {
    play(of_shape(&[Shape::Line]));
}

#[test]
fn rules_of_cells_and_pairs() {
    play(of_shape(&[Shape::Cells, Shape::Pair]));
}

#[test]
fn rules_from_outside_and_of_the_grid() {
    play(of_shape(&[Shape::Outside, Shape::Grid]));
}

#[test]
fn rules_of_ones_own() {
    play(own_rules());
}
