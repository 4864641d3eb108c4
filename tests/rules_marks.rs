//! Marks of each rule of the table of rules, on random small puzzles: the formula by each
//! encoding, exact cover, backtracking and the check of grids agree with a brute force by
//! the rule's meaning as it stands in `rules_common::marks`.

use crate::fuzzing::pace::rounds;
use crate::rules_common::marks::marked_case;
use crate::rules_common::{Case, check_grids_of};
use crate::rules_cover::{by_cover, by_engine};
use crate::rules_sat::{has_formulas_of_the_size_told, has_models_that_are_the_solutions};
use sudosat::cover::Method;
use sudosat::sudoku::print;
use sudosat::sudoku::rules::RuleId;
use sudosat::sudoku::text;

/// Number of puzzles of each rule, in a usual run.
const CASES: u64 = 6;

/// Largest number of solutions of a puzzle.
const MOST: usize = 60;

/// Calls `each` with random puzzles of each rule, and checks that some have no solution, some one,
/// and some more.
fn for_each_case(cases: u64, mut each: impl FnMut(u64, &Case)) {
    let mut counts = [0; 3];
    for (number, &rule) in (0..).zip(RuleId::all()) {
        let mut solved = 0;
        for round in 0..rounds(cases) {
            let seed = number << 32 | round;
            let case = marked_case(rule, seed, MOST);
            counts[case.solutions.len().min(2)] += 1;
            solved += usize::from(!case.solutions.is_empty());
            each(seed, &case);
        }
        let is_solved = solved > 0 || cases < CASES;
        assert!(is_solved, "no puzzle of {} has a solution", rule.name);
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn formulas_have_the_solutions_and_the_size_told() {
    for_each_case(CASES, |seed, case| {
        has_models_that_are_the_solutions(seed, case);
        if seed % 4 == 0 {
            has_formulas_of_the_size_told(seed, &case.puzzle);
        }
    });
}

#[test]
fn exact_cover_finds_what_the_rules_allow() {
    for_each_case(CASES, |seed, case| {
        for method in [Method::Dlx, Method::Sparse, Method::Bits, Method::Matrix] {
            if let Some(found) = by_cover(&case.puzzle, method) {
                let spec = case.puzzle.rules().spec();
                assert_eq!(found, case.solutions, "{method} seed {seed}: {spec:?}");
            }
        }
    });
}

#[test]
fn engines_find_what_the_rules_allow() {
    for_each_case(CASES, |seed, case| {
        for engine in ["cdcl", "dlx", "backtrack", "backtrack-fewest"] {
            let found = by_engine(&case.puzzle, engine);
            let spec = case.puzzle.rules().spec();
            assert_eq!(found, case.solutions, "{engine} seed {seed}: {spec:?}");
        }
    });
}

/// Latin squares with the clues of a puzzle: the check accepts its solutions and no other.
#[test]
fn the_check_accepts_solutions_alone() {
    let mut wrong = 0;
    for_each_case(CASES, |seed, case| {
        wrong += check_grids_of(case, seed, 20)[1];
    });
    assert!(wrong > 100, "{wrong}");
}

#[test]
fn descriptions_are_read_again() {
    for_each_case(2, |seed, case| {
        let written = print::description(&case.puzzle).to_string();
        let mut entries = text::read(written.as_bytes(), "written", &text::Options::default());
        let entry = entries.next().unwrap();
        let entry = entry.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{written}"));
        assert_eq!(entry.puzzle, case.puzzle, "seed {seed}: {written}");
        assert!(entries.next().is_none(), "seed {seed}: {written}");
    });
}
