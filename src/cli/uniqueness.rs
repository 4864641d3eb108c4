//! Whether a grid is its puzzle's only solution: found by dancing links, and
//! where they don't end soon, by CDCL. Rules beyond houses are left to CDCL
//! alone, as exact covers of sums may be large.

use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::cover::ExactCover;
use sudosat::cover::dlx::{Choice, Dlx};
use sudosat::encode::{self, AtMostOne, Encoding};
use sudosat::engine::residual_within;
use sudosat::formula::{Lit, Var};
use sudosat::sudoku::{Candidates, Grid, Puzzle};

/// There is no answer: interrupted, or too large to hold.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct GaveUp(Stop);

/// Returns `true` if `grid`, which is a solution of `puzzle`, is its only one.
/// With a limit on conflicts the answer is also no where it takes more to know.
///
/// # Errors
/// [`GaveUp`], or that the puzzle is too large for an exact cover or a formula.
pub fn is_only(
    puzzle: &Puzzle,
    grid: &Grid,
    conflicts: Option<u64>,
    interrupt: &Interrupt,
) -> anyhow::Result<bool> {
    let rules = puzzle.rules();
    if !rules.pairs().is_empty() || !rules.tables().is_empty() {
        let budget = Budget::unlimited().with_interrupt(interrupt.clone());
        let residual = residual_within(puzzle, &budget).map_err(GaveUp)?;
        let mut solver = Solver::new(Config::default());
        solver.reserve_vars(residual.num_vars());
        let Ok(()) = residual.formula(&Encoding::EXTENDED, &mut solver);
        solver.add_clause(&residual.not_again(grid));
        return has_no_model(solver, conflicts, interrupt);
    }
    let problem = encode::cover(puzzle)?;
    match by_links(&problem, interrupt) {
        Err(Stop::Steps) => by_clauses(&problem, puzzle, grid, conflicts, interrupt),
        Err(stop) => Err(GaveUp(stop).into()),
        Ok(only) => Ok(only),
    }
}

/// Looks for a second solution by dancing links, for a number of nodes that
/// refutes whatever is easy.
fn by_links(problem: &ExactCover, interrupt: &Interrupt) -> Result<bool, Stop> {
    const NODES: u64 = 300;
    let budget = Budget::unlimited()
        .with_steps(NODES)
        .with_interrupt(interrupt.clone());
    let mut links = Dlx::new(problem, Choice::default());
    Ok(!(links.advance(&budget)? && links.advance(&budget)?))
}

/// Looks for a solution that isn't the grid by CDCL.
fn by_clauses(
    problem: &ExactCover,
    puzzle: &Puzzle,
    grid: &Grid,
    conflicts: Option<u64>,
    interrupt: &Interrupt,
) -> anyhow::Result<bool> {
    let mut cnf = encode::cover_to_cnf(problem, AtMostOne::Pairwise)?;
    let candidates = Candidates::new(puzzle);
    let options = candidates.iter().zip(problem.options());
    let other_than_grid: Vec<Lit> = options
        .filter(|(candidate, _)| grid.digit(candidate.cell) == candidate.digit)
        .map(|(_, option)| Var::new(option.index()).negative())
        .collect();
    cnf.add_clause(&other_than_grid);
    let mut solver = Solver::new(Config::default());
    solver.add_cnf(&cnf);
    has_no_model(solver, conflicts, interrupt)
}

/// Returns `true` if the solver's clauses have no model; `false` also where it
/// takes more conflicts to know.
fn has_no_model(
    mut solver: Solver,
    conflicts: Option<u64>,
    interrupt: &Interrupt,
) -> anyhow::Result<bool> {
    let budget = Budget::unlimited().with_interrupt(interrupt.clone());
    let budget = match conflicts {
        Some(conflicts) => budget.with_steps(conflicts),
        None => budget,
    };
    match solver.solve(&budget)? {
        Verdict::Sat => Ok(false),
        Verdict::Unsat => Ok(true),
        Verdict::Unknown(Stop::Steps) => Ok(false),
        Verdict::Unknown(stop) => Err(GaveUp(stop).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use std::sync::Arc;
    use sudosat::engine::backtrack::{Backtrack, Next};
    use sudosat::engine::random_grid;
    use sudosat::sudoku::rules::{Regions, Spec};
    use sudosat::sudoku::{Rules, Size, generate, text};

    fn entry(line: &str) -> (Puzzle, Grid) {
        let entry = text::read(line.as_bytes(), "test", &text::Options::default())
            .next()
            .unwrap()
            .unwrap();
        (entry.puzzle, entry.expected.unwrap().solution.unwrap())
    }

    #[test]
    fn both_ways_agree_on_puzzles_with_one_solution_and_with_more() {
        let solution = "4123231414323241";
        let interrupt = Interrupt::new();
        for (puzzle, expected) in [
            (".12....4.....2..", true),
            ("................", false),
            (solution, true),
            (".12....4........", false),
        ] {
            let (puzzle, grid) = entry(&format!("{puzzle}:1:{solution}"));
            let problem = encode::cover(&puzzle).unwrap();
            assert_eq!(by_links(&problem, &interrupt), Ok(expected));
            let clauses = by_clauses(&problem, &puzzle, &grid, None, &interrupt).unwrap();
            assert_eq!(clauses, expected);
        }
    }

    /// Number of solutions up to two, by backtracking.
    fn count(puzzle: &Puzzle) -> usize {
        let mut search = Backtrack::new(puzzle, Next::Fewest).unwrap();
        let mut next = || search.next_solution(&Budget::unlimited(), &mut ()).unwrap();
        (0..2).filter(|_| next().is_some()).count()
    }

    #[test]
    fn minimal_puzzles_by_each_house_rule_have_one_solution() {
        let plain = || Spec::boxes(3, 3).unwrap();
        let jigsaw = vec![0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3];
        let specs = [
            Spec {
                diagonals: [true; 2],
                ..plain()
            },
            Spec {
                windows: true,
                ..plain()
            },
            Spec {
                disjoint_groups: true,
                ..plain()
            },
            Spec {
                regions: Regions::Map(jigsaw),
                ..Spec::latin(Size::new(4).unwrap())
            },
            Spec::boxes(3, 2).unwrap(),
            Spec::latin(Size::new(5).unwrap()),
        ];
        let interrupt = Interrupt::new();
        for spec in specs {
            let rules = Arc::new(Rules::new(spec).unwrap());
            let mut rng = Rng::with_seed(3);
            let grid = random_grid(&rules, &mut rng, &interrupt).unwrap();
            let puzzle = generate::minimal(&rules, &grid, &mut rng, |puzzle, grid| {
                is_only(puzzle, grid, None, &interrupt)
            })
            .unwrap();
            assert_eq!(puzzle.rules(), &rules);
            assert_eq!(count(&puzzle), 1);
            for clue in puzzle.clues() {
                let mut fewer = puzzle.clone();
                fewer.set_clue(clue.cell, None);
                assert_eq!(count(&fewer), 2, "{clue} can be spared");
            }
        }
    }

    #[test]
    fn an_interrupt_ends_the_question() {
        let (puzzle, grid) = entry("................:288:4123231414323241");
        let interrupt = Interrupt::new();
        interrupt.raise();
        let error = is_only(&puzzle, &grid, None, &interrupt).unwrap_err();
        assert!(error.is::<GaveUp>(), "{error}");
    }
}
