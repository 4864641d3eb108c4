//! The library as a program uses it: its prelude, iterators and traits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use sudosat::cover::problems;
use sudosat::engine::by_name;
use sudosat::prelude::*;

#[test]
fn solutions_of_a_cover_are_an_iterator_that_ends_with_an_error() {
    let queens = problems::build("queens:6").unwrap();
    let queens = queens.problem();
    let mut search = Dlx::new(queens, Choice::Smallest);
    let unlimited = Budget::unlimited();
    let all: Result<Vec<_>, Stop> = cover::solutions(&mut search, &unlimited).collect();
    let all = all.unwrap();
    assert_eq!(all.len(), 4);
    for options in &all {
        assert_eq!(check::cover(queens, options), Ok(()));
    }
    // Without steps there is one error, and nothing behind it.
    let mut search = Dlx::new(queens, Choice::Smallest);
    let none = Budget::unlimited().with_steps(0);
    let items: Vec<_> = cover::solutions(&mut search, &none).collect();
    assert_eq!(items, [Err(Stop::Steps)]);
    assert!(format!("{search:?}").starts_with("Dlx {"));
}

#[test]
fn a_new_variable_is_in_no_clause() {
    let mut cnf: Cnf = [&[1, -3][..]].into_iter().collect();
    let var = cnf.new_var();
    assert_eq!((var.index(), cnf.num_vars()), (3, 4));
    assert!(cnf.clauses().flatten().all(|lit| lit.var() != var));
}

#[test]
fn a_solver_hands_out_variables() {
    let mut solver = Solver::default();
    let (a, b) = (solver.new_var(), solver.new_var());
    solver.add_clause(&[a.positive(), b.positive()]);
    solver.add_clause(&[a.negative()]);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    assert_eq!(solver.num_vars(), 2);
    assert!(format!("{solver:?}").starts_with("Solver { num_vars: 2"));
}

#[test]
fn engines_of_one_code_have_one_lineage() {
    let lineage = |name: &str| by_name(name).unwrap().lineage().to_owned();
    assert_eq!(lineage("backtrack-fewest"), lineage("backtrack"));
    assert_ne!(lineage("cdcl"), lineage("splr"));
}

/// A callback that returns `true` once ends the search at whatever moment that is: also when
/// a technique of the solver asked, and ended by itself.
#[test]
fn a_callback_needs_to_end_a_search_only_once() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut cnf = Cnf::new(210);
    for _ in 0..894 {
        let clause: [Lit; 3] = std::array::from_fn(|_| Var::new(rng.usize(0..210)).lit(rng.bool()));
        cnf.add_clause(&clause);
    }
    // Among these calls are some of techniques.
    for last in 45..=60 {
        let calls = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&calls);
        let mut solver = Solver::default();
        solver.add_cnf(&cnf);
        solver.set_terminate(Some(Box::new(move || {
            counter.fetch_add(1, Ordering::Relaxed) + 1 == last
        })));
        let verdict = solver.solve(&Budget::unlimited()).unwrap();
        let interrupted = Verdict::Unknown(Stop::Interrupted);
        assert_eq!(
            (verdict, calls.load(Ordering::Relaxed)),
            (interrupted, last)
        );
    }
}
