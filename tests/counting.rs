//! Counting against a truth table, and its proofs against the checker.

use crate::counting_common::{pigeons, solve, solve_extending};
use crate::fuzzing::pace::rounds;
use sudosat::budget::Budget;
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::formula::{Cnf, Lit, Var};

fn has_model(cnf: &Cnf) -> bool {
    (0..1u32 << cnf.num_vars()).any(|bits| {
        let value = |lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
        cnf.clauses().all(|clause| clause.iter().any(value))
    })
}

/// Cliques, clauses over them, units and noise: formulas in which there is
/// something to count, and often just not.
fn structured(random: &mut fastrand::Rng) -> Cnf {
    let num_vars = random.usize(4..14);
    let signs: Vec<bool> = (0..num_vars).map(|_| random.bool()).collect();
    let lit = |var: usize| Var::new(var).lit(signs[var]);
    let subset = |random: &mut fastrand::Rng, sizes: std::ops::Range<usize>| {
        let mut vars: Vec<usize> = (0..num_vars).collect();
        random.shuffle(&mut vars);
        vars.truncate(random.usize(sizes));
        vars.into_iter().map(lit).collect::<Vec<Lit>>()
    };
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for _ in 0..random.usize(1..5) {
        let group = subset(random, 2..7);
        for (index, &b) in group.iter().enumerate() {
            clauses.extend(group[..index].iter().map(|&a| vec![!a, !b]));
        }
        if random.bool() {
            clauses.push(group);
        }
    }
    for _ in 0..random.usize(0..6) {
        clauses.push(subset(random, 2..6));
    }
    for _ in 0..random.usize(0..3) {
        clauses.push(subset(random, 1..2));
    }
    for _ in 0..random.usize(0..4) {
        let mut noise = subset(random, 1..4);
        for lit in &mut noise {
            if random.bool() {
                *lit = !*lit;
            }
        }
        clauses.push(noise);
    }
    random.shuffle(&mut clauses);
    let mut cnf = Cnf::new(num_vars);
    for clause in clauses {
        cnf.add_clause(&clause);
    }
    cnf
}

#[test]
fn counting_agrees_with_a_truth_table() {
    let mut random = fastrand::Rng::with_seed(2026);
    let (mut unsatisfiable, mut blocks) = (0, 0);
    let rounds = rounds(500);
    for round in 0..rounds {
        let cnf = structured(&mut random);
        let expected = match has_model(&cnf) {
            true => Verdict::Sat,
            false => Verdict::Unsat,
        };
        let (verdict, solver) = solve(&cnf, Config::default());
        assert_eq!(verdict, expected, "round {round}: {cnf:?}");
        blocks += solver.stats().blocks;
        unsatisfiable += u64::from(expected == Verdict::Unsat);
        assert_eq!(solve_extending(&cnf), expected, "round {round}: {cnf:?}");
        let without = Config::default().with(|config| config.counting = false);
        assert_eq!(solve(&cnf, without).0, expected, "round {round}: {cnf:?}");
        let mut unobserved = Solver::default();
        unobserved.add_cnf(&cnf);
        assert_eq!(unobserved.solve(&Budget::unlimited()).unwrap(), expected);
    }
    assert!(
        unsatisfiable > rounds / 8,
        "{unsatisfiable} without a model"
    );
    assert!(blocks > rounds / 4, "{blocks} blocks");
}

/// Clauses that come later may double the formula and start a new search.
#[test]
fn counting_is_incremental() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..rounds(100) {
        let mut cnf = structured(&mut random);
        let mut solver = Solver::default();
        solver.add_cnf(&cnf);
        loop {
            let expected = has_model(&cnf);
            let verdict = solver.solve(&Budget::unlimited()).unwrap();
            assert_eq!(verdict == Verdict::Sat, expected, "{cnf:?}");
            solver.check_invariants();
            if !expected {
                break;
            }
            let model = solver.model().unwrap();
            let differs: Vec<Lit> = model.lits().map(|lit| !lit).collect();
            for clause in structured(&mut random)
                .clauses()
                .take(2)
                .chain([&differs[..]])
            {
                cnf.add_clause(clause);
                solver.add_clause(clause);
            }
        }
    }
}

#[test]
fn pigeons_are_counted_without_a_conflict() {
    for holes in [2, 5, 10, 20] {
        let (verdict, solver) = solve(&pigeons(holes + 1, holes), Config::default());
        assert_eq!(verdict, Verdict::Unsat);
        assert_eq!(solver.stats().conflicts, 0);
        assert_eq!(
            solve(&pigeons(holes, holes), Config::default()).0,
            Verdict::Sat
        );
    }
}

/// What counting finds becomes a proof by clauses, too, and a short one.
#[test]
fn proofs_by_clauses_count() {
    use crate::counting_common::{lecture, shuffled};
    for holes in [2, 5, 12] {
        let cnf = shuffled(&pigeons(holes + 1, holes), holes as u64);
        assert_eq!(solve_extending(&cnf), Verdict::Unsat);
    }
    let clash = lecture("1.......1");
    assert_eq!(solve_extending(&clash), Verdict::Unsat);
    assert_eq!(solve_extending(&shuffled(&clash, 1)), Verdict::Unsat);
    // Number 9 has no place left in the first box, and cells 2 and 3 of the
    // first row one number.
    let starved = lecture(
        "1..4567.....8.........................................9...........................",
    );
    assert_eq!(
        solve_extending(&starved),
        solve(&starved, Config::default()).0
    );
    assert_eq!(solve_extending(&lecture("")), Verdict::Sat);
}

/// Clues as units before the clauses that they shorten: the blocks are still
/// there to be found.
#[test]
fn units_that_come_first_hide_nothing() {
    use sudosat::encode::{self, Encoding};
    use sudosat::sudoku::{Cell, Digit, Puzzle, Size};
    let mut puzzle = Puzzle::empty(Size::of_order(4).unwrap());
    for col in [0, 15] {
        puzzle.set_clue(Cell::new(0, col), Some(Digit::from_index(0)));
    }
    let cnf = encode::cnf(&puzzle, &Encoding::by_name("lecture").unwrap());
    let mut reversed = Cnf::new(cnf.num_vars());
    for index in (0..cnf.num_clauses()).rev() {
        reversed.add_clause(cnf.clause(index));
    }
    let (verdict, solver) = solve(&reversed, Config::default());
    assert_eq!(verdict, Verdict::Unsat);
    assert!(solver.stats().conflicts <= 1);
    assert_eq!(solver.stats().blocks, 48);
}
