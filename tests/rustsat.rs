//! Our solver behind rustsat's traits: what their documentation promises.
//! rustsat's own tests for solvers are run by `.ci/rustsat`.

use rustsat::solvers::{
    Interrupt, InterruptSolver, LimitConflicts, LimitDecisions, LimitPropagations, Propagate,
    Solve, SolveIncremental, SolveStats, SolverResult, SolverState, StateError,
};
use rustsat::types::{Lit, TernaryVal, Var};
use rustsat::{clause, lit, var};
use sudosat::rustsat::RustSat;

/// Each of nine pigeons in one of eight holes.
fn pigeons() -> RustSat {
    let at = |pigeon: u32, hole: u32| Lit::positive(8 * pigeon + hole);
    let config = sudosat::cdcl::Config::default().with(|config| config.counting = false);
    let mut solver = RustSat::new(config);
    for pigeon in 0..9 {
        let somewhere: rustsat::types::Clause = (0..8).map(|hole| at(pigeon, hole)).collect();
        solver.add_clause(somewhere).unwrap();
        for other in 0..pigeon {
            for hole in 0..8 {
                solver
                    .add_binary(!at(pigeon, hole), !at(other, hole))
                    .unwrap();
            }
        }
    }
    solver
}

fn state_of(error: anyhow::Error) -> (SolverState, SolverState) {
    let error: StateError = error.downcast().expect("an error of states");
    (error.required_state, error.actual_state)
}

#[test]
fn states_values_and_cores() {
    let mut solver = RustSat::default();
    solver.add_clause(clause![lit![0], lit![1]]).unwrap();
    solver.add_clause(clause![!lit![0], lit![2]]).unwrap();
    let error = state_of(solver.lit_val(lit![0]).unwrap_err());
    assert_eq!(error, (SolverState::Sat, SolverState::Input));
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    let solution = solver.full_solution().unwrap();
    assert!(
        solution.lit_value(lit![0]) == TernaryVal::True
            || solution.lit_value(lit![1]) == TernaryVal::True
    );
    assert_eq!(solver.var_val(var![99]).unwrap(), TernaryVal::DontCare);
    assert!(solver.core().is_err());

    let assumptions = [lit![5], lit![0], !lit![2]];
    let result = solver.solve_assumps(&assumptions).unwrap();
    assert_eq!(result, SolverResult::Unsat);
    let mut core = solver.core().unwrap();
    core.sort_unstable();
    assert_eq!(core, [!lit![0], lit![2]], "a clause that follows");
    let stats = solver.stats();
    assert_eq!((stats.n_sat, stats.n_unsat, stats.n_clauses), (1, 1, 2));
    assert_eq!(stats.max_var, Some(Var::new(5)));
    solver.extend([clause![!lit![2]], clause![!lit![1]]]);
    assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
    assert!(solver.core().unwrap().is_empty());
}

#[test]
fn limits_and_interrupts_are_for_one_call() {
    let mut solver = pigeons();
    solver.limit_conflicts(Some(5)).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    solver.limit_conflicts(None).unwrap();
    solver.limit_decisions(Some(5)).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    solver.limit_decisions(None).unwrap();
    solver.limit_propagations(Some(5)).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    solver.limit_propagations(None).unwrap();
    let interrupter = solver.interrupter();
    interrupter.interrupt();
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    assert_eq!(solver.n_terminated(), 4);
    assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
}

#[test]
fn propagation_tells_what_assumptions_imply() {
    let mut solver = RustSat::default();
    solver.add_unit(lit![3]).unwrap();
    solver.add_binary(!lit![0], lit![1]).unwrap();
    solver.add_binary(!lit![1], lit![2]).unwrap();
    let result = solver.propagate(&[lit![0]], false).unwrap();
    assert!(!result.conflict);
    assert_eq!(result.propagated, [lit![0], lit![1], lit![2]]);
    let result = solver.propagate(&[lit![0], !lit![2]], true).unwrap();
    assert!(result.conflict);
}
