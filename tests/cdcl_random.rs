//! The solver against truth tables: hundreds of small random formulas, with
//! every model checked, every proof step checked, and every step of the
//! search that is told; alone, in sequences of calls, and under assumptions.

use crate::cdcl_common::*;
use crate::fuzzing::pace::rounds;
use sudosat::budget::{Budget, Stop};
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::formula::{Cnf, Lit};
use sudosat::proof::Shared;

fn refereed(config: Config, steps: bool) -> (Solver, Shared<Referee>) {
    let referee = Shared::new(Referee::with_hints(steps));
    let solver = Solver::new(config).with_observer(Box::new(referee.clone()));
    (solver, referee)
}

/// Solves and compares with the truth table.
fn solve_and_compare(solver: &mut Solver, cnf: &Cnf, assumptions: &[Lit]) -> Verdict {
    let verdict = solver
        .solve_with(assumptions, &Budget::unlimited())
        .unwrap();
    let expected = match truth_table(cnf, assumptions) {
        Some(_) => Verdict::Sat,
        None => Verdict::Unsat,
    };
    assert_eq!(verdict, expected, "{cnf:?} under {assumptions:?}");
    solver.check_invariants();
    if verdict == Verdict::Sat {
        let model = solver.model().expect("there is a model");
        assert!(satisfies(&model, cnf), "{model:?} of {cnf:?}");
        assert!(assumptions.iter().all(|&lit| model.is_true(lit)));
        for lit in model.lits() {
            assert_eq!(solver.value(lit), Some(true));
            assert_ne!(solver.fixed(lit), Some(false), "fixed in every model");
        }
    } else {
        assert_eq!(solver.model(), None);
        let core = solver.core().to_vec();
        assert!(core.iter().all(|lit| assumptions.contains(lit)));
        assert_eq!(truth_table(cnf, &core), None, "a core suffices");
    }
    verdict
}

#[test]
fn random_formulas_agree_with_the_truth_table() {
    let mut rng = fastrand::Rng::with_seed(1);
    let configs = odd_configs();
    let (mut sat, mut unsat) = (0, 0);
    let rounds = rounds(1000) as usize;
    for round in 0..rounds {
        let vars = rng.i32(1..=12);
        let longest = rng.usize(3..=6);
        let count = rng.usize(0..=vars as usize * 5);
        let mut cnf = Cnf::new(vars as usize);
        for _ in 0..count {
            cnf.add_clause(&random_clause(&mut rng, vars, longest));
        }
        let config = configs[round % configs.len()].clone();
        let (mut solver, _referee) = refereed(config, round % 2 == 0);
        solver.add_cnf(&cnf);
        match solve_and_compare(&mut solver, &cnf, &[]) {
            Verdict::Sat => sat += 1,
            _ => unsat += 1,
        }
    }
    let least = rounds / 6;
    assert!(
        sat > least && unsat > least,
        "{sat} and {unsat}: both matter"
    );
}

#[test]
fn uniform_formulas_near_the_threshold_agree_with_the_truth_table() {
    let mut rng = fastrand::Rng::with_seed(2);
    let configs = odd_configs();
    let (mut conflicts, mut reduced, mut deletions, mut restarts) = (0, 0, 0, 0);
    let rounds = rounds(200) as usize;
    for round in 0..rounds {
        let vars = rng.i32(14..=20);
        let cnf = random_uniform(&mut rng, vars, vars as usize * 43 / 10, 3);
        let config = configs[round % configs.len()].clone();
        let (mut solver, referee) = refereed(config, round % 3 == 0);
        solver.add_cnf(&cnf);
        solve_and_compare(&mut solver, &cnf, &[]);
        conflicts += solver.stats().conflicts;
        reduced += solver.stats().reduced;
        restarts += solver.stats().restarts;
        deletions += referee.with(|referee| referee.deletions);
    }
    let least = rounds as u64 / 6;
    assert!(
        conflicts > 10 * least && reduced > least && deletions > least as usize && restarts > least,
        "{conflicts} {reduced} {deletions} {restarts}"
    );
}

#[test]
fn any_settings_agree_with_the_truth_table() {
    let mut rng = fastrand::Rng::with_seed(6);
    for round in 0..rounds(400) as usize {
        let vars = rng.i32(6..=14);
        let width = rng.usize(2..=4).min(vars as usize);
        let ratio = [0.0, 0.0, 1.2, 4.3, 9.5][width];
        let cnf = random_uniform(&mut rng, vars, (f64::from(vars) * ratio) as usize, width);
        let (mut solver, _referee) = refereed(random_config(&mut rng), round % 2 == 0);
        solver.add_cnf(&cnf);
        solve_and_compare(&mut solver, &cnf, &[]);
        let assumptions: Vec<i32> = (0..3).map(|_| random_lit(&mut rng, vars)).collect();
        solve_and_compare(&mut solver, &cnf, &lits(&assumptions));
    }
}

#[test]
fn clauses_between_calls_agree_with_the_truth_table() {
    let mut rng = fastrand::Rng::with_seed(3);
    let configs = odd_configs();
    let (mut eliminated, mut restored) = (0, 0);
    let rounds = rounds(200) as usize;
    for round in 0..rounds {
        let vars = rng.i32(3..=11);
        let config = configs[round % configs.len()].clone();
        let (mut solver, referee) = refereed(config, round % 2 == 0);
        let mut cnf = Cnf::new(vars as usize);
        solver.reserve_vars(vars as usize);
        loop {
            let mut clauses: Vec<Vec<Lit>> = (0..rng.usize(0..=2 * vars as usize))
                .map(|_| random_clause(&mut rng, vars, 4))
                .collect();
            if rng.bool() {
                let members = random_clause(&mut rng, vars, 5);
                for (index, &first) in members.iter().enumerate() {
                    clauses.extend(members[..index].iter().map(|&second| vec![!first, !second]));
                }
            }
            for clause in clauses {
                cnf.add_clause(&clause);
                solver.add_clause(&clause);
                assert_eq!(solver.model(), None, "a model ends with the next clause");
            }
            let assumptions: Vec<Lit> = match rng.bool() {
                true => Vec::new(),
                false => {
                    let count = rng.usize(0..=4);
                    let numbers: Vec<i32> =
                        (0..count).map(|_| random_lit(&mut rng, vars)).collect();
                    lits(&numbers)
                }
            };
            let verdict = solve_and_compare(&mut solver, &cnf, &assumptions);
            if verdict == Verdict::Unsat && solver.core().is_empty() {
                break;
            }
        }
        eliminated += solver.stats().eliminated;
        restored += solver.stats().restored;
        assert!(referee.with(|referee| referee.refuted()));
        // What is unsatisfiable stays so.
        solver.add_clause(&lits(&[1]));
        assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Unsat);
    }
    let least = rounds as u64 / 40;
    assert!(
        eliminated > least && restored > least / 4,
        "{eliminated} {restored}"
    );
}

#[test]
fn a_search_that_gives_up_can_go_on() {
    let mut rng = fastrand::Rng::with_seed(4);
    let configs = odd_configs();
    let mut stopped = 0;
    let rounds = rounds(60) as usize;
    for round in 0..rounds {
        let vars = rng.i32(12..=18);
        let cnf = random_uniform(&mut rng, vars, vars as usize * 43 / 10, 3);
        let config = configs[round % configs.len()].clone();
        let (mut solver, _referee) = refereed(config, round % 2 == 0);
        solver.add_cnf(&cnf);
        loop {
            let before = solver.stats().conflicts;
            let budget = Budget::unlimited().with_steps(3);
            match solver.solve(&budget).unwrap() {
                Verdict::Unknown(stop) => {
                    assert_eq!(stop, Stop::Steps);
                    assert_eq!(solver.stats().conflicts, before + 3);
                    assert_eq!(solver.model(), None);
                    stopped += 1;
                }
                _ => break,
            }
        }
        solve_and_compare(&mut solver, &cnf, &[]);
    }
    assert!(stopped > rounds / 2, "{stopped}");
}

#[test]
fn the_same_input_gives_the_same_search() {
    let mut rng = fastrand::Rng::with_seed(5);
    for config in odd_configs() {
        let cnf = random_uniform(&mut rng, 20, 86, 3);
        let runs: Vec<_> = (0..2)
            .map(|_| {
                let (mut solver, referee) = refereed(config.clone(), true);
                solver.add_cnf(&cnf);
                solver.solve(&Budget::unlimited()).unwrap();
                let derived = referee.with(|referee| std::mem::take(&mut referee.derived));
                (solver.stats().clone(), solver.model(), derived)
            })
            .collect();
        assert_eq!(runs[0], runs[1]);
    }
}

/// Without an observer a group is added as such, not by its clauses.
#[test]
fn groups_bring_eliminated_variables_back() {
    let mut rng = fastrand::Rng::with_seed(8);
    let config = odd_configs().swap_remove(2); // eliminates all the time
    let mut restored = 0;
    let rounds = rounds(100);
    for _ in 0..rounds {
        let vars = 14;
        let mut cnf = random_uniform(&mut rng, vars, 50, 3);
        let mut solver = Solver::new(config.clone());
        solver.add_cnf(&cnf);
        solve_and_compare(&mut solver, &cnf, &[]);
        let mut group: Vec<i32> = (1..=vars).collect();
        rng.shuffle(&mut group);
        group.truncate(6);
        let group = lits(&group);
        solver.add_at_most_one(&group);
        for (place, &first) in group.iter().enumerate() {
            for &second in &group[..place] {
                cnf.add_clause(&[!first, !second]);
            }
        }
        solve_and_compare(&mut solver, &cnf, &[]);
        restored += solver.stats().restored;
    }
    assert!(restored > rounds / 20, "{restored}");
}

/// At-most-one groups found in one call must still hold after the next.
#[test]
fn groups_of_different_calls_hold_together() {
    let mut solver = Solver::default();
    let mut cnf = Cnf::new(0);
    for group in 0..8 {
        let members: Vec<i32> = (1..=4).map(|member| 4 * group + member).collect();
        let mut clauses = vec![members.clone()];
        for first in 0..4 {
            for second in 0..first {
                clauses.push(vec![-members[first], -members[second]]);
            }
        }
        for clause in clauses {
            cnf.add_clause(&lits(&clause));
            solver.add_clause(&lits(&clause));
        }
        assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
        assert!(satisfies(&solver.model().unwrap(), &cnf));
        for pair in 0..=group {
            let both = lits(&[4 * pair + 1, 4 * pair + 2]);
            let verdict = solver.solve_with(&both, &Budget::unlimited()).unwrap();
            assert_eq!(verdict, Verdict::Unsat, "group {pair} of {group}");
        }
    }
}
