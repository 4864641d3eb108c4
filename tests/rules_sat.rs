//! The reduction to SAT of rules of every kind.
//!
//! - models: on random small puzzles those of every encoding that has families
//!   for the rules are the solutions by definition
//! - sizes: as told beforehand
//! - the engine `cdcl`, which gets what the clues leave, finds the same

use crate::encode::models;
use crate::fuzzing::pace::rounds;
use crate::rules_common::{Case, random_case};
use std::collections::BTreeSet;
use std::convert::Infallible;
use sudosat::budget::Budget;
use sudosat::encode::{self, AtMostOne, ClauseOrder, ENCODINGS, Encoding, Layout, Numbering, cnf};
use sudosat::engine::{self, Limit, Request};
use sudosat::formula::{ClauseSink, Lit};
use sudosat::sudoku::{Grid, Puzzle};

/// Number of random puzzles of each test, in a usual run.
const CASES: u64 = 400;

/// The most solutions that a random puzzle has.
const MOST: usize = 40;

/// Counts what passes and keeps nothing.
#[derive(Default)]
struct Counter {
    clauses: u64,
    lits: u64,
    highest: u64,
}

impl ClauseSink for Counter {
    type Error = Infallible;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        self.clauses += 1;
        self.lits += lits.len() as u64;
        for pair in lits.windows(2) {
            assert!(pair[0].var() < pair[1].var(), "literals ascend");
        }
        let last = lits.last().expect("no clause is empty");
        self.highest = self.highest.max(last.var().index() as u64 + 1);
        Ok(())
    }
}

/// Checks that the models of the puzzle's formula by each encoding are its solutions.
fn has_models_that_are_the_solutions(seed: u64, case: &Case) {
    let rules = case.puzzle.rules();
    for encoding in ENCODINGS {
        let is_lecture = encoding == Encoding::LECTURE;
        assert!(is_lecture || encoding.expresses(rules).is_ok());
        if encoding.expresses(rules).is_ok() {
            has_models_by(encoding, seed, case);
        }
    }
}

/// Checks that the models of the puzzle's formula by an encoding are its solutions, one time in ten
/// by each encoding of at-most-one constraints.
pub(crate) fn has_models_by(encoding: Encoding, seed: u64, case: &Case) {
    let Case { puzzle, solutions } = case;
    let ways = match seed % 10 {
        0 => &AtMostOne::ALL[..],
        _ => &AtMostOne::ALL[..1],
    };
    for &way in ways {
        let encoding = encoding.with_at_most_one(way);
        let cnf = cnf(puzzle, &encoding);
        let found = models(&cnf, puzzle.size(), Numbering::Consecutive);
        let spec = puzzle.rules().spec();
        assert_eq!(&found, solutions, "{encoding} seed {seed} {spec:?}");
    }
}

#[test]
fn models_are_the_solutions_by_definition() {
    (0..rounds(CASES))
        .for_each(|seed| has_models_that_are_the_solutions(seed, &random_case(seed, MOST)));
}

#[test]
fn formulas_have_the_size_told_beforehand() {
    for seed in 0..rounds(CASES / 8) {
        has_formulas_of_the_size_told(seed, &random_case(seed, MOST).puzzle);
    }
}

/// Checks that the formulas of a puzzle by each encoding have the size told beforehand.
pub(crate) fn has_formulas_of_the_size_told(seed: u64, puzzle: &Puzzle) {
    for encoding in ENCODINGS {
        for way in AtMostOne::ALL {
            for order in [ClauseOrder::Cells, ClauseOrder::Lecture] {
                let encoding = encoding.with_at_most_one(way);
                let layout = Layout {
                    order,
                    ..Layout::default()
                };
                let told = encode::size(puzzle, &encoding, layout);
                let mut counter = Counter::default();
                let Ok(()) = encode::formula(puzzle, &encoding, layout, &mut counter);
                let found = (counter.clauses, counter.lits);
                assert_eq!(found, (told.clauses, told.lits), "{encoding} seed {seed}");
                assert!(counter.highest <= told.vars, "{encoding} seed {seed}");
            }
        }
    }
}

#[test]
fn our_solver_finds_the_same_in_what_clues_leave() {
    let cdcl = engine::by_name("cdcl").unwrap();
    for seed in 0..rounds(CASES / 2) {
        let Case { puzzle, solutions } = random_case(seed, MOST);
        for encoding in ENCODINGS {
            if encoding.expresses(puzzle.rules()).is_err() {
                continue;
            }
            let request = Request {
                encoding: Some(encoding),
                ..Request::new(Limit::ALL)
            };
            let result = engine::solve(&*cdcl, &puzzle, &request, &Budget::unlimited());
            let (outcome, grids) = result.unwrap();
            assert!(outcome.is_complete());
            let grids: BTreeSet<Grid> = grids.into_iter().collect();
            assert_eq!(grids, solutions, "{encoding} seed {seed}");
        }
    }
}
