//! Proofs that puzzles with other rules than plain Sudoku's have one solution,
//! and the lecture's formula of irregular regions, which hides pigeonholes.

use crate::rules_common::marks::marked_case;
use crate::rules_common::random_map;
use fastrand::Rng;
use std::sync::Arc;
use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::check::PbpChecker;
use sudosat::encode::{self, Encoding};
use sudosat::engine::{self, Certificate, End, Evidence, Limit, Proof, ProofFormat, Request};
use sudosat::proof::pbp;
use sudosat::sudoku::rules::{Cage, Regions, RuleId, Spec};
use sudosat::sudoku::{Cell, Digit, Grid, Puzzle, Rules, Size};

/// Rows, columns and connected regions of any form.
fn jigsaw(side: usize, seed: u64) -> Arc<Rules> {
    let size = Size::new(side).unwrap();
    let mut spec = Spec::latin(size);
    spec.regions = Regions::Map(random_map(size, &mut Rng::with_seed(seed)));
    Arc::new(Rules::new(spec).unwrap())
}

/// At most `limit` solutions by our solver, in what the clues leave of the
/// usual formula.
fn solve(puzzle: &Puzzle, limit: Limit) -> Vec<Grid> {
    let cdcl = engine::by_name("cdcl").unwrap();
    let budget = Budget::unlimited().with_time(Duration::from_secs(60));
    let result = engine::solve(&*cdcl, puzzle, &Request::new(limit), &budget);
    let (outcome, grids) = result.unwrap();
    assert!(!matches!(outcome.end, End::GaveUp(_)), "out of time");
    grids
}

/// The puzzle with clues of this grid where it has several solutions.
fn made_unique(mut puzzle: Puzzle, grid: &Grid) -> Puzzle {
    loop {
        let found = solve(&puzzle, Limit::UNIQUE);
        let differs = |cell: &Cell| {
            let mut digits = found.iter().map(|found| found.digit(*cell));
            digits.any(|digit| digit != grid.digit(*cell))
        };
        let Some(cell) = puzzle.size().cells().find(differs) else {
            return puzzle;
        };
        puzzle.set_clue(cell, Some(grid.digit(cell)));
    }
}

/// Has it proved in both formats that the puzzle has one solution.
fn prove_unique(puzzle: &Puzzle) {
    let cdcl = engine::by_name("cdcl").unwrap();
    for format in [ProofFormat::Pbp, ProofFormat::Drat] {
        let request = Request {
            proof: Proof::Checked,
            proof_format: format,
            ..Request::new(Limit::UNIQUE)
        };
        let result = engine::solve(&*cdcl, puzzle, &request, &Budget::unlimited());
        let (outcome, grids) = result.unwrap();
        assert_eq!(grids.len(), 1);
        assert_eq!(outcome.end, End::Exhausted(Evidence::Proof), "{format:?}");
        let refutation = outcome.refutation.expect("a proof");
        assert_eq!(refutation.certificate.format(), format);
    }
}

#[test]
fn that_a_jigsaw_has_one_solution_is_proved() {
    for seed in 0..3 {
        let blank = Puzzle::new(jigsaw(9, seed));
        assert_eq!(Encoding::usual(blank.rules()), Encoding::LECTURE);
        let grid = solve(&blank, Limit::FIRST).pop().expect("a grid");
        prove_unique(&made_unique(blank, &grid));
    }
}

/// A killer puzzle: cages of up to four neighbours, with sums.
fn killer(seed: u64) -> (Puzzle, Grid) {
    let mut rng = Rng::with_seed(seed);
    let size = Size::of_order(3).unwrap();
    let mut start = Puzzle::empty(size);
    let mut row: Vec<Digit> = size.digits().collect();
    rng.shuffle(&mut row);
    for (col, digit) in row.into_iter().enumerate() {
        start.set_clue(Cell::new(0, col), Some(digit));
    }
    let grid = solve(&start, Limit::FIRST).pop().unwrap();
    let mut spec = Spec::boxes(3, 3).unwrap();
    let mut open: Vec<Cell> = size.cells().collect();
    while let Some(&first) = open.first() {
        let mut cells = vec![first];
        let most = rng.usize(2..=4);
        while cells.len() < most {
            let last = *cells.last().unwrap();
            let is_next = |cell: &&Cell| {
                let apart = cell.row().abs_diff(last.row()) + cell.col().abs_diff(last.col());
                let mut digits = cells.iter().map(|&cell| grid.digit(cell));
                apart == 1
                    && !cells.contains(cell)
                    && digits.all(|digit| digit != grid.digit(**cell))
            };
            let Some(&next) = open.iter().find(is_next) else {
                break;
            };
            cells.push(next);
        }
        open.retain(|cell| !cells.contains(cell));
        let sum = cells
            .iter()
            .map(|&cell| grid.digit(cell).value())
            .sum::<usize>();
        spec.cages.push(Cage {
            cells,
            sum: Some(sum as u32),
            repeats: false,
        });
    }
    (Puzzle::new(Arc::new(Rules::new(spec).unwrap())), grid)
}

#[test]
fn that_a_killer_has_one_solution_is_proved() {
    for seed in 0..3 {
        let (puzzle, grid) = killer(seed);
        assert_eq!(Encoding::usual(puzzle.rules()), Encoding::EXTENDED);
        let puzzle = made_unique(puzzle, &grid);
        assert_eq!(solve(&puzzle, Limit::UNIQUE), [grid]);
        prove_unique(&puzzle);
    }
}

#[test]
fn that_puzzles_with_marks_have_one_solution_is_proved() {
    for (number, &rule) in (0..).zip(RuleId::all()) {
        let cases = (0..10).map(|round| marked_case(rule, number << 32 | round, 1));
        let mut unique = cases.filter(|case| case.solutions.len() == 1);
        let case = unique.next().unwrap_or_else(|| panic!("{}", rule.name));
        prove_unique(&case.puzzle);
    }
}

#[test]
fn an_encoding_without_families_for_the_rules_is_refused_by_name() {
    let (puzzle, _) = killer(0);
    for name in ["cdcl", "splr"] {
        let engine = engine::by_name(name).unwrap();
        let request = Request {
            encoding: Some(Encoding::LECTURE),
            ..Request::new(Limit::FIRST)
        };
        let result = engine::solve(&*engine, &puzzle, &request, &Budget::unlimited());
        assert_eq!(
            result.unwrap_err().to_string(),
            "the encoding 'lecture' has no family for cages; \
             'extended' has (-e extended)"
        );
    }
}

#[test]
fn a_blank_jigsaw_is_filled_by_the_lectures_formula() {
    for side in [9, 12, 16] {
        for seed in 0..3 {
            let found = solve(&Puzzle::new(jigsaw(side, seed)), Limit::FIRST);
            assert_eq!(found.len(), 1, "{side} {seed}");
        }
    }
}

#[test]
fn two_equal_clues_in_a_region_are_refuted_by_counting() {
    for side in [9, 16] {
        let rules = jigsaw(side, 1);
        let mut puzzle = Puzzle::new(Arc::clone(&rules));
        let region = rules
            .houses_of_kind(sudosat::sudoku::HouseKind::Region)
            .start
            + 1;
        let cells = rules.cells(region);
        let in_other_lines =
            |cell: &&Cell| cell.row() != cells[0].row() && cell.col() != cells[0].col();
        let other = *cells
            .iter()
            .find(in_other_lines)
            .expect("an irregular region");
        for cell in [cells[0], other] {
            puzzle.set_clue(cell, Some(Digit::from_index(0)));
        }
        let formula = encode::cnf(&puzzle, &Encoding::LECTURE);
        let cdcl = engine::sat_by_name("cdcl").unwrap();
        let budget = Budget::unlimited().with_time(Duration::from_secs(60));
        let certificate = cdcl.refute(&formula, ProofFormat::Pbp, &budget).unwrap();
        let Some(Certificate::Pbp(text)) = certificate else {
            panic!("no proof by counting");
        };
        let mut checker = PbpChecker::of(&formula, &budget).unwrap();
        for step in pbp::Reader::new(&text[..], "proof") {
            checker.step(&step.unwrap(), &budget).unwrap();
        }
        checker.finish().unwrap();
    }
}
