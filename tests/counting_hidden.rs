//! At-most-ones behind auxiliary variables: found whatever the way, used, and
//! proved.

use crate::counting_common::{AtMostOnes, shuffled, solve};
use sudosat::cdcl::{Config, Verdict};
use sudosat::encode::{self, AtMostOne, Encoding};
use sudosat::formula::Cnf;
use sudosat::sudoku::{Cell, Digit, Puzzle, Size};

/// p pigeons in h holes, the holes' at-most-ones by this way.
fn pigeons(pigeons: usize, holes: usize, way: AtMostOne) -> Cnf {
    pigeons_with(pigeons, holes, |formula, all| formula.at_most(all, way))
}

/// p pigeons in h holes, with a constraint on the variables of each hole.
fn pigeons_with(
    pigeons: usize,
    holes: usize,
    constraint: impl Fn(&mut AtMostOnes, &[usize]),
) -> Cnf {
    let mut formula = AtMostOnes::new(pigeons * holes);
    for pigeon in 0..pigeons {
        let all: Vec<usize> = (0..holes).map(|hole| pigeon * holes + hole).collect();
        formula.at_least(&all);
    }
    for hole in 0..holes {
        let all: Vec<usize> = (0..pigeons).map(|pigeon| pigeon * holes + hole).collect();
        constraint(&mut formula, &all);
    }
    formula.cnf
}

/// The lecture's families with the cells' at-most-ones by this way, and two
/// equal clues in row 1.
fn clash(n: u32, way: AtMostOne) -> Cnf {
    let mut puzzle = Puzzle::empty(Size::of_order(n as usize).unwrap());
    let last = puzzle.size().side() - 1;
    for col in [0, last] {
        puzzle.set_clue(Cell::new(0, col), Some(Digit::from_index(0)));
    }
    encode::cnf(&puzzle, &Encoding::LECTURE.with_at_most_one(way))
}

#[test]
fn pigeons_are_counted_whatever_the_way() {
    for way in AtMostOne::ALL {
        for holes in [4, 7, 12, 20] {
            let cnf = pigeons(holes + 1, holes, way);
            for (seed, cnf) in [cnf.clone(), shuffled(&cnf, 5)].into_iter().enumerate() {
                let (verdict, solver) = solve(&cnf, Config::default());
                assert_eq!(verdict, Verdict::Unsat, "{way} {holes}");
                assert_eq!(
                    solver.stats().conflicts,
                    0,
                    "{way} {holes}, shuffled: {seed}"
                );
            }
            let fits = pigeons(holes, holes, way);
            assert_eq!(solve(&fits, Config::default()).0, Verdict::Sat);
        }
    }
}

#[test]
fn the_lecture_is_counted_whatever_the_way() {
    for way in AtMostOne::ALL {
        for n in [3, 4] {
            let cnf = clash(n, way);
            for (seed, cnf) in [cnf.clone(), shuffled(&cnf, 6)].into_iter().enumerate() {
                let (verdict, solver) = solve(&cnf, Config::default());
                assert_eq!(verdict, Verdict::Unsat, "{way} {n}");
                let conflicts = solver.stats().conflicts;
                assert!(conflicts < 100, "{way} {n}, shuffled {seed}: {conflicts}");
            }
        }
    }
}

#[test]
fn a_way_to_say_more_than_at_most_one_is_not_mistaken_for_it() {
    // Sinz's counter again, but for at most two of the pigeons in a hole:
    // 2h pigeons fit, and 2h + 1 don't.
    let cnf = pigeons_with(6, 3, AtMostOnes::at_most_two);
    assert_eq!(solve(&cnf, Config::default()).0, Verdict::Sat);
}
