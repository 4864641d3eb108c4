//! Pigeonholes of formulas that were never Sudoku, stated without what follows.

use crate::counting_common::{AtMostOnes, pigeons, shuffled, solve};
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::encode::AtMostOne;
use sudosat::formula::{Cnf, Var};

/// Solves the formula and a shuffled copy. Both must have the verdict `verdict`, with a
/// model or a proof, after at most `conflicts` conflicts.
fn expect(cnf: &Cnf, verdict: Verdict, conflicts: u64) -> Solver {
    let (shuffled_verdict, solver) = solve(&shuffled(cnf, 11), Config::default());
    assert_eq!(shuffled_verdict, verdict, "shuffled");
    assert!(
        solver.stats().conflicts <= conflicts,
        "{:?}",
        solver.stats()
    );
    let (plain, solver) = solve(cnf, Config::default());
    assert_eq!(plain, verdict);
    assert!(
        solver.stats().conflicts <= conflicts,
        "{:?}",
        solver.stats()
    );
    solver
}

#[test]
fn many_pigeons() {
    for holes in [30, 50] {
        let solver = expect(&pigeons(holes + 1, holes), Verdict::Unsat, 0);
        assert_eq!(solver.stats().blocks, 1);
    }
}

/// Each pigeon in one hole at most, and no hole empty.
#[test]
fn functional_and_onto_pigeons() {
    for (birds, holes) in [(8, 7), (16, 15), (25, 24)] {
        let mut cnf = pigeons(birds, holes);
        let var = |bird: usize, hole: usize| Var::new(bird * holes + hole).positive();
        for bird in 0..birds {
            for a in 0..holes {
                for b in 0..a {
                    cnf.add_clause(&[!var(bird, a), !var(bird, b)]);
                }
            }
        }
        expect(&cnf, Verdict::Unsat, 0);
        for hole in 0..holes {
            let clause: Vec<_> = (0..birds).map(|bird| var(bird, hole)).collect();
            cnf.add_clause(&clause);
        }
        expect(&cnf, Verdict::Unsat, 0);
    }
}

/// A Latin square of order m as the lecture would state it: a number in each
/// cell, one at most, and each number in each row and column. `given` are
/// triples of row, column, number.
fn latin(m: usize, given: &[[usize; 3]]) -> Cnf {
    let var = |row: usize, col: usize, number: usize| (row * m + col) * m + number;
    let mut formula = AtMostOnes::new(m * m * m);
    for a in 0..m {
        for b in 0..m {
            let cell: Vec<usize> = (0..m).map(|number| var(a, b, number)).collect();
            formula.at_least(&cell);
            formula.at_most(&cell, AtMostOne::Pairwise);
            formula.at_least(&(0..m).map(|col| var(a, col, b)).collect::<Vec<_>>());
            formula.at_least(&(0..m).map(|row| var(row, a, b)).collect::<Vec<_>>());
        }
    }
    for &[row, col, number] in given {
        formula.at_least(&[var(row, col, number)]);
    }
    formula.cnf
}

/// The cyclic square with numbers renamed and holes dug.
fn quasigroup_with_holes(m: usize, holes: usize, seed: u64) -> Vec<[usize; 3]> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut names: [Vec<usize>; 3] = std::array::from_fn(|_| (0..m).collect());
    for names in &mut names {
        random.shuffle(names);
    }
    let mut cells: Vec<[usize; 3]> = (0..m * m)
        .map(|cell| {
            let (row, col) = (cell / m, cell % m);
            [names[0][row], names[1][col], names[2][(row + col) % m]]
        })
        .collect();
    random.shuffle(&mut cells);
    cells.truncate(m * m - holes);
    cells
}

#[test]
fn latin_squares() {
    for m in [8, 12, 16] {
        let solver = expect(&latin(m, &[]), Verdict::Sat, 2000);
        assert_eq!(solver.stats().blocks, 2 * m as u64);
        // The same number at both ends of a row.
        let clash = latin(m, &[[2, 0, 1], [2, m - 1, 1]]);
        expect(&clash, Verdict::Unsat, 10);
    }
}

#[test]
fn quasigroups_with_holes() {
    for seed in 0..4 {
        let given = quasigroup_with_holes(14, 90, seed);
        expect(&latin(14, &given), Verdict::Sat, 2000);
    }
}

/// A first row 1, 2, …, k and a column that holds all other numbers below its
/// last cell: no number is left for the corner.
#[test]
fn a_corner_without_a_number() {
    let m = 14;
    let mut given: Vec<[usize; 3]> = (0..7).map(|col| [0, col, col]).collect();
    given.extend((7..m).map(|number| [number - 6, m - 1, number]));
    expect(&latin(m, &given), Verdict::Unsat, 10);
}

/// A round robin of an even number of teams: each pair meets in some round,
/// and no team plays twice in a round. Nothing says that each team plays in
/// each round; with a round fewer that is impossible.
fn round_robin(teams: usize, rounds: usize) -> Cnf {
    let pairs: Vec<[usize; 2]> = (0..teams)
        .flat_map(|b| (0..b).map(move |a| [a, b]))
        .collect();
    let mut formula = AtMostOnes::new(pairs.len() * rounds);
    let var = |pair: usize, round: usize| pair * rounds + round;
    for pair in 0..pairs.len() {
        formula.at_least(
            &(0..rounds)
                .map(|round| var(pair, round))
                .collect::<Vec<_>>(),
        );
    }
    for team in 0..teams {
        for round in 0..rounds {
            let games: Vec<usize> = (0..pairs.len())
                .filter(|&pair| pairs[pair].contains(&team))
                .map(|pair| var(pair, round))
                .collect();
            formula.at_most(&games, AtMostOne::Pairwise);
        }
    }
    formula.cnf
}

#[test]
fn round_robins() {
    for teams in [6, 8, 10] {
        let solver = expect(&round_robin(teams, teams - 1), Verdict::Sat, 20_000);
        assert!(solver.stats().blocks > 0);
        expect(&round_robin(teams, teams - 2), Verdict::Unsat, 0);
    }
}

/// Colourings of a graph with a clique of `size` and further vertices, each
/// joined to some of what was there before.
fn colouring(size: usize, further: usize, colours: usize, seed: u64) -> Cnf {
    let mut random = fastrand::Rng::with_seed(seed);
    let vertices = size + further;
    let mut formula = AtMostOnes::new(vertices * colours);
    for vertex in 0..vertices {
        let all: Vec<usize> = (0..colours)
            .map(|colour| vertex * colours + colour)
            .collect();
        formula.at_least(&all);
        for other in 0..vertex {
            if vertex < size || random.u8(0..4) == 0 {
                for colour in 0..colours {
                    let two = [vertex * colours + colour, other * colours + colour];
                    formula.at_most(&two, AtMostOne::Pairwise);
                }
            }
        }
    }
    formula.cnf
}

#[test]
fn colourings_of_cliques() {
    for (size, further) in [(8, 0), (15, 0), (25, 0), (12, 10), (12, 40), (20, 60)] {
        for seed in 0..3 {
            let cnf = colouring(size, further, size - 1, seed);
            expect(&cnf, Verdict::Unsat, 0);
        }
        expect(&colouring(size, further, size + 3, 0), Verdict::Sat, 20_000);
    }
}
