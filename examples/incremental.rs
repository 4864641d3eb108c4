//! Solves under assumptions, reads the core, adds a clause, and solves again.
//!
//! Three tasks share two machines. Which of the wishes contradict each other?
//!
//! ```sh
//! cargo run --example incremental
//! ```

use std::error::Error;
use sudosat::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    // Variable `task`: the task runs on machine A, otherwise on machine B.
    let on_a = |task: i32| Lit::try_from(task);
    let mut solver = Solver::new(Config::default());
    // Tasks 1 and 2 need different machines, and so do tasks 2 and 3.
    for (first, second) in [(1, 2), (2, 3)] {
        solver.add_clause(&[on_a(first)?, on_a(second)?]);
        solver.add_clause(&[!on_a(first)?, !on_a(second)?]);
    }

    // Three wishes that hold for this call alone.
    let wishes = [on_a(1)?, on_a(4)?, !on_a(3)?];
    let budget = Budget::unlimited().with_steps(10_000);
    let verdict = solver.solve_with(&wishes, &budget)?;
    println!("with the wishes {wishes:?}: {verdict}");
    assert_eq!(verdict, Verdict::Unsat);
    // The wish about task 4 is not to blame.
    let core = solver.core().to_vec();
    println!("these contradict each other: {core:?}");
    assert!(!core.contains(&on_a(4)?));

    // The solver keeps what it learned. Without one of these wishes there is a plan.
    let kept: Vec<Lit> = wishes.into_iter().filter(|wish| *wish != core[0]).collect();
    assert_eq!(solver.solve_with(&kept, &budget)?, Verdict::Sat);
    // A clause holds from now on.
    solver.add_clause(&[!on_a(2)?]);
    let verdict = solver.solve(&budget)?;
    println!("with task 2 on machine B: {verdict}");
    for task in 1..=3 {
        let machine = match solver.value(on_a(task)?) {
            Some(true) => "A",
            Some(false) => "B",
            None => "any machine",
        };
        println!("task {task}: {machine}");
    }
    Ok(())
}
