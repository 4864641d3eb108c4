//! The solver against other solvers and known answers: formulas of some size,
//! every model and every proof checked; degenerate and enormous shapes;
//! budgets, interrupts and memory limits.

use crate::cdcl_common::*;
use crate::program::thread_time;
use std::time::Duration;
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::check;
use sudosat::formula::{Cnf, Lit, Model, Var};
use sudosat::proof::{Conclusion, Id, Observer, Recorder, Shared};

// Other solvers.

/// Solves, checks the model or the proof, and says whether there is a model.
fn is_satisfiable(cnf: &Cnf, config: Config) -> bool {
    let recorder = Shared::new(Recorder::new());
    let mut solver = Solver::new(config).with_observer(Box::new(recorder.clone()));
    solver.add_cnf(cnf);
    let verdict = solver.solve(&Budget::unlimited()).unwrap();
    solver.check_invariants();
    match verdict {
        Verdict::Sat => {
            assert!(satisfies(&solver.model().expect("there is a model"), cnf));
            true
        }
        Verdict::Unsat => {
            recorder.with(|recorder| {
                check::drat(cnf, recorder.steps(), &Budget::unlimited()).expect("a proof");
            });
            false
        }
        Verdict::Unknown(stop) => panic!("{stop} without a budget"),
    }
}

fn batsat_says(cnf: &Cnf) -> bool {
    use batsat::{BasicSolver, SolverInterface, lbool};
    let mut solver = BasicSolver::default();
    let vars: Vec<_> = (0..cnf.num_vars())
        .map(|_| solver.new_var_default())
        .collect();
    for clause in cnf.clauses() {
        let mut clause: Vec<_> = clause
            .iter()
            .map(|lit| batsat::Lit::new(vars[lit.var().index()], lit.is_positive()))
            .collect();
        solver.add_clause_reuse(&mut clause);
    }
    solver.solve_limited(&[]) == lbool::TRUE
}

/// All settings but those that would take long agree with batsat.
fn agree(cnf: &Cnf, configs: &[Config]) -> bool {
    let expected = batsat_says(cnf);
    for config in configs {
        assert_eq!(is_satisfiable(cnf, config.clone()), expected, "{config:?}");
    }
    expected
}

fn two_configs() -> Vec<Config> {
    odd_configs()[..2].to_vec()
}

#[test]
fn random_3sat_near_the_threshold() {
    let mut rng = fastrand::Rng::with_seed(11);
    let answers: Vec<bool> = (0..24)
        .map(|round| {
            let vars = 100 + 2 * round;
            let count = (f64::from(vars) * 4.26) as usize;
            agree(&random_uniform(&mut rng, vars, count, 3), &two_configs())
        })
        .collect();
    assert!(answers.contains(&true) && answers.contains(&false));
}

#[test]
fn planted_formulas_are_satisfiable() {
    let mut rng = fastrand::Rng::with_seed(12);
    for (width, vars, ratio) in [(3, 250, 4.0), (4, 120, 8.5), (5, 70, 18.0), (7, 50, 70.0)] {
        let model: Vec<bool> = (0..vars).map(|_| rng.bool()).collect();
        let mut cnf = Cnf::new(vars);
        let count = (vars as f64 * ratio) as usize;
        for clause in random_uniform(&mut rng, vars as i32, count, width).clauses() {
            if clause
                .iter()
                .any(|lit| model[lit.var().index()] == lit.is_positive())
            {
                cnf.add_clause(clause);
            }
        }
        for config in two_configs() {
            assert!(is_satisfiable(&cnf, config));
        }
    }
}

/// `pigeons` into `holes`, no two into one.
fn pigeonhole(pigeons: i32, holes: i32) -> Cnf {
    let var = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut cnf = Cnf::default();
    for pigeon in 0..pigeons {
        let clause: Vec<i32> = (0..holes).map(|hole| var(pigeon, hole)).collect();
        cnf.add_clause(&lits(&clause));
    }
    for hole in 0..holes {
        for first in 0..pigeons {
            for second in 0..first {
                cnf.add_clause(&lits(&[-var(first, hole), -var(second, hole)]));
            }
        }
    }
    cnf
}

#[test]
fn pigeons_and_holes() {
    for (pigeons, holes) in [(1, 1), (2, 1), (5, 5), (6, 5), (7, 6), (8, 7)] {
        let cnf = pigeonhole(pigeons, holes);
        assert_eq!(agree(&cnf, &two_configs()), pigeons <= holes);
    }
}

/// `a ⊕ b ⊕ c = value`, as four clauses.
fn add_parity(cnf: &mut Cnf, vars: [i32; 3], value: bool) {
    for bits in 0..8_u32 {
        if (bits.count_ones() % 2 == 1) != value {
            let clause: Vec<i32> = (0..3)
                .map(|index| {
                    let is_set = bits >> index & 1 == 1;
                    if is_set { -vars[index] } else { vars[index] }
                })
                .collect();
            cnf.add_clause(&lits(&clause));
        }
    }
}

/// The sum of all inputs, in two orders: parities that agree or not.
#[test]
fn parity_chains() {
    let mut rng = fastrand::Rng::with_seed(13);
    for inputs in [8, 14, 20] {
        for value in [false, true] {
            let mut cnf = Cnf::new(inputs as usize);
            let mut next = inputs + 1;
            let mut sums = Vec::new();
            for _ in 0..2 {
                let mut order: Vec<i32> = (1..=inputs).collect();
                rng.shuffle(&mut order);
                let mut sum = order[0];
                for &input in &order[1..] {
                    add_parity(&mut cnf, [sum, input, next], false);
                    sum = next;
                    next += 1;
                }
                sums.push(sum);
            }
            cnf.add_clause(&lits(&[sums[0]]));
            cnf.add_clause(&lits(&[if value { sums[1] } else { -sums[1] }]));
            assert_eq!(agree(&cnf, &two_configs()), value);
        }
    }
}

#[test]
fn graph_colouring() {
    let mut rng = fastrand::Rng::with_seed(14);
    let mut answers = Vec::new();
    for _ in 0..12 {
        let (nodes, colours) = (90, 3);
        let var = |node: i32, colour: i32| node * colours + colour + 1;
        let mut cnf = Cnf::default();
        for node in 0..nodes {
            let clause: Vec<i32> = (0..colours).map(|colour| var(node, colour)).collect();
            cnf.add_clause(&lits(&clause));
        }
        for _ in 0..nodes * 229 / 100 {
            let (first, second) = (rng.i32(0..nodes), rng.i32(0..nodes));
            if first != second {
                for colour in 0..colours {
                    cnf.add_clause(&lits(&[-var(first, colour), -var(second, colour)]));
                }
            }
        }
        answers.push(agree(&cnf, &two_configs()));
    }
    assert!(answers.contains(&true) && answers.contains(&false));
}

// Known counts.

/// Rows, columns and boxes of a 4×4 Sudoku, each value at least and at most
/// once, and each cell exactly one value.
fn sudoku_4x4() -> Cnf {
    let var = |row: i32, column: i32, value: i32| 16 * row + 4 * column + value + 1;
    let mut groups: Vec<Vec<i32>> = Vec::new();
    for a in 0..4 {
        for b in 0..4 {
            groups.push((0..4).map(|value| var(a, b, value)).collect());
            groups.push((0..4).map(|column| var(a, column, b)).collect());
            groups.push((0..4).map(|row| var(row, a, b)).collect());
            groups.push(
                (0..4)
                    .map(|cell| var(a / 2 * 2 + cell / 2, a % 2 * 2 + cell % 2, b))
                    .collect(),
            );
        }
    }
    let mut cnf = Cnf::default();
    for group in groups {
        cnf.add_clause(&lits(&group));
        for (index, &first) in group.iter().enumerate() {
            for &second in &group[..index] {
                cnf.add_clause(&lits(&[-first, -second]));
            }
        }
    }
    cnf
}

/// Returns the number of models, each blocked when found.
fn count_models(cnf: &Cnf, config: Config) -> usize {
    let recorder = Shared::new(Recorder::with_originals());
    let mut solver = Solver::new(config).with_observer(Box::new(recorder.clone()));
    solver.add_cnf(cnf);
    let mut models: Vec<Model> = Vec::new();
    while solver.solve(&Budget::unlimited()).unwrap() == Verdict::Sat {
        let model = solver.model().expect("there is a model");
        assert!(satisfies(&model, cnf));
        assert!(!models.contains(&model), "each model is new");
        let differs: Vec<Lit> = model
            .lits()
            .filter(|lit| lit.is_positive())
            .map(|lit| !lit)
            .collect();
        models.push(model);
        solver.add_clause(&differs);
    }
    recorder.with(|recorder| {
        let cnf = recorder.originals().expect("they are kept");
        check::drat(cnf, recorder.steps(), &Budget::unlimited()).expect("there are no more");
    });
    models.len()
}

#[test]
fn there_are_288_grids_of_order_2() {
    for config in odd_configs() {
        assert_eq!(count_models(&sudoku_4x4(), config), 288);
    }
}

// Enormous shapes: nothing may recurse, nothing may be quadratic.

fn lit(index: usize, value: bool) -> Lit {
    Var::new(index).lit(value)
}

const LONG: usize = 300_000;

#[test]
fn long_implication_chains() {
    // Each implies the next; the first is decided, then a conflict at the end.
    for config in [Config::default(), Config::plain(true)] {
        let mut solver = Solver::new(config.clone());
        for index in 0..LONG - 1 {
            solver.add_clause(&[lit(index, false), lit(index + 1, true)]);
        }
        assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
        solver.add_clause(&[lit(LONG - 1, false), lit(0, false)]);
        assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
        assert!(
            solver
                .model()
                .is_some_and(|model| !model.value(Var::new(0)))
        );
        solver.add_clause(&[lit(0, true)]);
        assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Unsat);
    }
}

#[test]
fn long_cycles_and_reasons() {
    // A cycle of equivalences with one inequality, in clauses of three, so that
    // reasons are long clauses; and a side literal that minimisation must follow.
    let side = LONG;
    let mut solver = Solver::default();
    for index in 0..LONG {
        let next = (index + 1) % LONG;
        let same = index + 1 < LONG;
        solver.add_clause(&[lit(index, false), lit(next, same), lit(side, true)]);
        solver.add_clause(&[lit(index, true), lit(next, !same), lit(side, true)]);
    }
    solver.phase(lit(side, false));
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    assert_eq!(solver.value(lit(side, true)), Some(true));
    solver.check_invariants();
    let verdict = solver.solve_with(&[lit(side, false)], &Budget::unlimited());
    assert_eq!(verdict.unwrap(), Verdict::Unsat);
    assert!(solver.core().iter().all(|&core| core == lit(side, false)));
}

#[test]
fn minimisation_follows_long_chains() {
    // a decides a chain of implications; b, with both ends of it, conflicts.
    // The clause learned first has both ends, of which one implies the other.
    let (b, c) = (LONG, LONG + 1);
    let mut solver = Solver::new(Config::plain(true).with(|config| config.first_phase = true));
    for index in 0..LONG - 1 {
        solver.add_clause(&[lit(index, false), lit(index + 1, true)]);
    }
    let (first, last) = (lit(1, false), lit(LONG - 1, false));
    solver.add_clause(&[first, last, lit(b, false), lit(c, true)]);
    solver.add_clause(&[first, last, lit(b, false), lit(c, false)]);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    assert_eq!(solver.stats().conflicts, 1);
    assert_eq!(solver.stats().minimized_literals, 1);
    assert_eq!(solver.stats().learned_literals, 2);
}

#[test]
fn clauses_of_a_million_literals() {
    let many = 1_000_000;
    let mut solver = Solver::default();
    let clause: Vec<Lit> = (0..many).map(|index| lit(index, true)).collect();
    solver.add_clause(&clause);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    for index in 0..many - 1 {
        solver.add_clause(&[lit(index, false), lit(many, true)]);
    }
    solver.add_clause(&[lit(many, false)]);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    assert_eq!(solver.fixed(lit(many - 1, true)), Some(true));
    solver.add_clause(&[lit(many - 1, false)]);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Unsat);
}

/// Too slow without optimisation:
/// `cargo test --release --test all cdcl_oracles:: -- --ignored`.
#[test]
#[ignore = "wants an optimised build: cargo test --release --test all cdcl_oracles:: -- --ignored"]
fn ten_million_clauses_and_a_chain_of_a_million() {
    // Each two neighbours imply the next five.
    let vars = 2_000_000;
    let mut solver = Solver::default();
    for index in 0..vars - 7 {
        for further in 2..7 {
            let next = lit(index + further, true);
            solver.add_clause(&[lit(index, false), lit(index + 1, false), next]);
        }
    }
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    solver.add_clause(&[lit(0, true)]);
    solver.add_clause(&[lit(1, true)]);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    assert_eq!(solver.fixed(lit(vars - 3, true)), Some(true));
    solver.add_clause(&[lit(vars - 3, false)]);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Unsat);

    let many = 1_000_000;
    let mut solver = Solver::default();
    for index in 0..many - 1 {
        solver.add_clause(&[lit(index, false), lit(index + 1, true)]);
    }
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    let ends = [lit(0, true), lit(many - 1, false)];
    let verdict = solver.solve_with(&ends, &Budget::unlimited());
    assert_eq!(verdict.unwrap(), Verdict::Unsat);
    assert_eq!(solver.core().len(), 2);
}

#[test]
fn variables_without_clauses_cost_nothing() {
    let mut solver = Solver::default();
    solver.reserve_vars(10_000_000);
    solver.add_clause(&lits(&[1, 2]));
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    assert_eq!(solver.stats().decisions, 1);
    let model = solver.model().expect("there is a model");
    assert_eq!(model.num_vars(), 10_000_000);
}

// Limits.

/// Raises an interrupt at the first clause that the solver derives.
struct Raiser(Interrupt);

impl Observer for Raiser {
    fn derived(&mut self, _: Id, _: &[Lit], _: &[Id]) {
        self.0.raise();
    }

    fn conclude(&mut self, _: Conclusion) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn budgets_and_interrupts_stop() {
    // Out of reach, for one who can't count.
    let cnf = pigeonhole(13, 12);
    let mut solver = Solver::new(Config::default().with(|config| config.counting = false));
    solver.add_cnf(&cnf);

    let start = thread_time();
    let budget = Budget::unlimited().with_time(Duration::from_millis(200));
    let verdict = solver.solve(&budget).unwrap();
    assert_eq!(verdict, Verdict::Unknown(Stop::Time));
    assert!(thread_time() - start < Duration::from_secs(2));

    let before = solver.stats().conflicts;
    for steps in [0, 1, 255, 256, 257, 1000] {
        let budget = Budget::unlimited().with_steps(steps);
        let verdict = solver.solve(&budget).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Stop::Steps));
    }
    assert_eq!(solver.stats().conflicts, before + 1769);

    let interrupt = Interrupt::new();
    let budget = Budget::unlimited().with_interrupt(interrupt.clone());
    let config = Config::default().with(|config| config.counting = false);
    let mut solver = Solver::new(config).with_observer(Box::new(Raiser(interrupt)));
    solver.add_cnf(&cnf);
    let verdict = solver.solve(&budget).unwrap();
    assert_eq!(verdict, Verdict::Unknown(Stop::Interrupted));
    assert!(solver.stats().conflicts > 0);
    solver.check_invariants();
}

#[test]
fn a_search_without_memory_gives_up() {
    let cnf = pigeonhole(9, 8);
    let words_of_formula: usize = cnf.clauses().map(|clause| clause.len() + 3).sum();
    let run = |clause_words, reduce_interval| {
        let mut solver = Solver::new(Config::default().with(|config| {
            config.clause_words = clause_words;
            config.reduce_interval = reduce_interval;
            config.counting = false;
        }));
        solver.add_cnf(&cnf);
        let verdict = solver.solve(&Budget::unlimited()).unwrap();
        solver.check_invariants();
        verdict
    };
    // The formula itself does not fit.
    let small = words_of_formula - 1;
    assert_eq!(run(small, None), Verdict::Unknown(Stop::Memory));
    // No room for what is learned.
    let tight = words_of_formula + 20;
    assert_eq!(run(tight, None), Verdict::Unknown(Stop::Memory));
    // Room for little: forgetting makes do, even if it is not scheduled.
    let enough = words_of_formula + 40_000;
    assert_eq!(run(enough, Some(1_000_000)), Verdict::Unsat);
}

/// The tables for a single literal with the highest number would take a
/// hundred gigabytes.
#[test]
fn one_enormous_variable_does_not_abort() {
    let policy = std::fs::read_to_string("/proc/sys/vm/overcommit_memory");
    if policy.map(|policy| policy.trim() == "0").unwrap_or(false) {
        let mut solver = Solver::default();
        solver.add_clause(&lits(&[1, 2]));
        solver.add_clause(&[lit(Var::LIMIT - 1, true)]);
        solver.phase(lit(Var::LIMIT - 2, true));
        solver.add_clause(&lits(&[-1, 2]));
        let verdict = solver.solve_with(&[lit(Var::LIMIT - 3, true)], &Budget::unlimited());
        assert_eq!(verdict.unwrap(), Verdict::Unknown(Stop::Memory));
        assert_eq!(solver.value(lit(Var::LIMIT - 1, true)), None);
        assert_eq!(solver.fixed(lit(Var::LIMIT - 1, true)), None);
    } else {
        println!("skipped: this system promises any amount of memory");
    }
}
