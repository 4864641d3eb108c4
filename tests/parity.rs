//! Parity reasoning against a truth table, and its proofs against the checkers.

use crate::counting_common::{solve, solve_extending};
use crate::fuzzing::pace::rounds;
use sudosat::budget::Budget;
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::formula::{Cnf, Lit, Var};
use sudosat::proof::Parity;

fn parity(vars: impl IntoIterator<Item = usize>, is_odd: bool) -> Parity {
    let mut vars: Vec<Var> = vars.into_iter().map(Var::new).collect();
    vars.sort_unstable();
    Parity { vars, is_odd }
}

/// Returns the clauses of parities in a random order.
fn formula(num_vars: usize, parities: &[Parity], random: &mut fastrand::Rng) -> Cnf {
    let mut clauses: Vec<Vec<Lit>> = parities.iter().flat_map(Parity::clauses).collect();
    random.shuffle(&mut clauses);
    let mut cnf = Cnf::new(num_vars);
    clauses.iter().for_each(|clause| cnf.add_clause(clause));
    cnf
}

fn any(num_vars: usize, width: usize, random: &mut fastrand::Rng) -> Parity {
    let mut vars: Vec<usize> = (0..num_vars).collect();
    random.shuffle(&mut vars);
    parity(vars.into_iter().take(width), random.bool())
}

/// Returns a Tseitin formula of a random graph: each node has an edge to the next
/// one on a circle, and `further` edges are added. An odd number of nodes is odd.
pub(crate) fn tseitin(nodes: usize, further: usize, seed: u64) -> Cnf {
    let random = &mut fastrand::Rng::with_seed(seed);
    let mut edges: Vec<[usize; 2]> = (0..nodes).map(|node| [node, (node + 1) % nodes]).collect();
    while edges.len() < nodes + further {
        let [a, b] = [(); 2].map(|()| random.usize(0..nodes));
        let degree = |node| edges.iter().filter(|edge| edge.contains(&node)).count();
        if a != b && degree(a) < 5 && degree(b) < 5 {
            edges.push([a, b]);
        }
    }
    let mut odd: Vec<bool> = (0..nodes).map(|_| random.bool()).collect();
    odd[0] ^= odd.iter().filter(|&&odd| odd).count() % 2 == 0;
    let parities: Vec<Parity> = (0..nodes)
        .map(|node| {
            let own = (0..edges.len()).filter(|&edge| edges[edge].contains(&node));
            parity(own, odd[node])
        })
        .collect();
    formula(edges.len(), &parities, random)
}

/// Returns a system of parities over about half of the variables each, cut into
/// short ones by further variables.
fn cut(num_vars: usize, number: usize, random: &mut fastrand::Rng) -> Cnf {
    let mut next = num_vars;
    let mut parities = Vec::new();
    for _ in 0..number {
        let mut vars: Vec<usize> = (0..num_vars).filter(|_| random.bool()).collect();
        random.shuffle(&mut vars);
        while vars.len() > 3 {
            parities.push(parity([vars[0], vars[1], next], false));
            vars.drain(..2);
            vars.push(next);
            next += 1;
        }
        if vars.len() > 1 {
            parities.push(parity(vars, random.bool()));
        }
    }
    formula(next, &parities, random)
}

fn has_model(cnf: &Cnf) -> bool {
    (0..1u32 << cnf.num_vars()).any(|bits| {
        let value = |lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
        cnf.clauses().all(|clause| clause.iter().any(value))
    })
}

#[test]
fn parity_reasoning_agrees_with_a_truth_table() {
    let mut random = fastrand::Rng::with_seed(2027);
    let (mut unsatisfiable, mut units, mut pairs) = (0, 0, 0);
    let rounds = rounds(300);
    for round in 0..rounds {
        let num_vars = random.usize(5..11);
        let mut parities = Vec::new();
        for _ in 0..random.usize(2..9) {
            let width = random.usize(2..7.min(num_vars));
            parities.push(any(num_vars, width, &mut random));
        }
        let mut cnf = formula(num_vars, &parities, &mut random);
        let is_pure = random.bool();
        if !is_pure {
            for _ in 0..random.usize(1..6) {
                let width = random.usize(1..4);
                let noise = any(num_vars, width, &mut random);
                let signs = noise.vars.iter().map(|var| var.lit(random.bool()));
                cnf.add_clause(&signs.collect::<Vec<_>>());
            }
        }
        let expected = match has_model(&cnf) {
            true => Verdict::Sat,
            false => Verdict::Unsat,
        };
        let (verdict, solver) = solve(&cnf, Config::default());
        assert_eq!(verdict, expected, "round {round}: {cnf:?}");
        if is_pure && expected == Verdict::Unsat {
            assert_eq!(solver.stats().conflicts, 0, "round {round}: {cnf:?}");
        }
        unsatisfiable += u64::from(expected == Verdict::Unsat);
        units += solver.stats().parity_units;
        pairs += solver.stats().parity_pairs;
        assert_eq!(solve_extending(&cnf), expected, "round {round}: {cnf:?}");
        let without = Config::default().with(|config| config.parity_interval = None);
        assert_eq!(solve(&cnf, without).0, expected, "round {round}: {cnf:?}");
    }
    assert!(
        unsatisfiable > rounds / 6,
        "{unsatisfiable} without a model"
    );
    assert!(units > rounds / 6 && pairs > rounds / 6, "{units} {pairs}");
}

#[test]
fn hard_formulas_are_refuted_without_a_conflict_and_with_proofs() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut formulas = vec![tseitin(100, 100, 1), tseitin(20, 20, 2)];
    for width in [3, 4, 5, 6] {
        let parities: Vec<Parity> = (0..40).map(|_| any(32, width, &mut random)).collect();
        formulas.push(formula(32, &parities, &mut random));
    }
    formulas.push(cut(16, 22, &mut random));
    for cnf in formulas {
        let (verdict, solver) = solve(&cnf, Config::default());
        assert_eq!(verdict, Verdict::Unsat);
        assert_eq!(solver.stats().conflicts, 0);
        assert_eq!(solve_extending(&cnf), Verdict::Unsat);
    }
}

/// Parities that come later are found in a later call.
#[test]
fn parity_reasoning_is_incremental() {
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..rounds(40) {
        let mut solver = Solver::default();
        let mut cnf = Cnf::new(9);
        loop {
            let clauses: Vec<Vec<Lit>> = any(9, 3, &mut random).clauses().collect();
            for clause in &clauses {
                cnf.add_clause(clause);
                solver.add_clause(clause);
            }
            let verdict = solver.solve(&Budget::unlimited()).unwrap();
            assert_eq!(verdict == Verdict::Sat, has_model(&cnf), "{cnf:?}");
            solver.check_invariants();
            if verdict == Verdict::Unsat {
                break;
            }
        }
    }
}
