//! The library as a program uses it: its prelude, iterators and traits.

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
