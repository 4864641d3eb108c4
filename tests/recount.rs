//! Counting again, after literals were fixed and clauses added, with proofs.

use crate::counting_common::{lecture, pigeons, shuffled, solve};
use sudosat::budget::Budget;
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::formula::{Cnf, Lit};

/// Minimal puzzles; the first two need more than singles.
const PUZZLES: [&str; 3] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
];

/// Far fewer conflicts than a search through 15 pigeons takes.
fn few() -> Budget {
    Budget::unlimited().with_steps(10_000)
}

#[test]
fn clues_make_new_blocks_and_the_only_solution_is_proved_so() {
    let mut found_again = 0;
    for (seed, puzzle) in PUZZLES.iter().enumerate() {
        for cnf in [lecture(puzzle), shuffled(&lecture(puzzle), seed as u64)] {
            let (verdict, solver) = solve(&cnf, Config::default());
            assert_eq!(verdict, Verdict::Sat);
            let mut other = cnf.clone();
            let model = solver.model().unwrap();
            let differs: Vec<Lit> = model.lits().map(|lit| !lit).collect();
            other.add_clause(&differs);
            let (verdict, solver) = solve(&other, Config::default());
            assert_eq!(verdict, Verdict::Unsat);
            found_again += u64::from(solver.stats().blocks > 27);
        }
    }
    assert!(found_again > 0, "blank grids have 27 blocks");
}

/// The pigeons come between calls, so few at a time that the formula is
/// never searched as a whole again.
#[test]
fn clauses_added_between_calls_are_counted() {
    let (holes, cnf) = (14, pigeons(15, 14));
    let mut clauses: Vec<&[Lit]> = cnf.clauses().collect();
    // The clauses of the pigeons come last.
    clauses.rotate_left(15);
    let mut solver = Solver::default();
    for clause in &clauses[..clauses.len() - 15] {
        solver.add_clause(clause);
    }
    for (pigeon, clause) in clauses[clauses.len() - 15..].iter().enumerate() {
        solver.check_invariants();
        let verdict = solver.solve(&Budget::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Sat, "{pigeon} pigeons in {holes} holes");
        solver.add_clause(clause);
    }
    let verdict = solver.solve(&few()).unwrap();
    assert_eq!(verdict, Verdict::Unsat);
}

/// Units shorten the clauses of a block from outside: more pigeons than holes
/// once two spare holes are shut.
#[test]
fn pigeons_whose_spare_holes_are_shut_later() {
    let mut solver = Solver::default();
    solver.add_cnf(&pigeons(15, 16));
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    for shut in [3, 7] {
        for pigeon in 0..15 {
            solver.add_clause(&[Lit::from_dimacs(-(pigeon * 16 + shut + 1)).unwrap()]);
        }
    }
    assert_eq!(solver.solve(&few()).unwrap(), Verdict::Unsat);
    solver.check_invariants();
}

/// The same under a proof: what shuts the holes is learned by a conflict.
#[test]
fn units_that_are_learned_are_counted_and_proved() {
    let base = pigeons(15, 16);
    let lit = |number: i32| Lit::from_dimacs(number).unwrap();
    let (a, b) = (lit(15 * 16 + 1), lit(15 * 16 + 2));
    let mut cnf = Cnf::new(base.num_vars() + 2);
    for clause in base.clauses() {
        cnf.add_clause(clause);
    }
    cnf.add_clause(&[!a, b]);
    cnf.add_clause(&[!a, !b]);
    for pigeon in 0..15 {
        for shut in [3, 7] {
            cnf.add_clause(&[a, !lit(pigeon * 16 + shut + 1)]);
        }
    }
    for cnf in [cnf.clone(), shuffled(&cnf, 3)] {
        let (verdict, solver) = solve(&cnf, Config::default());
        assert_eq!(verdict, Verdict::Unsat);
        assert!(solver.stats().conflicts < 10_000);
    }
}
