//! Decides if a grid is its puzzle's only solution: by CDCL on bit masks up to 16×16
//! where houses of all digits are the only rules, by dancing links where that takes long
//! and for other houses, and by CDCL on a formula where dancing links take long. Pairs and
//! tables go to CDCL alone, because exact covers of sums may be large.

use super::formulas::{residual_within, solver_of};
use super::masks::{FEW_CONFLICTS, Found, Masks};
use super::{BySat, End, Engine, Glance, Limit, Request};
use crate::budget::{Budget, Stop};
use crate::cdcl::{Config, Solver, Verdict};
use crate::check;
use crate::cover::dlx::{Choice, Dlx};
use crate::cover::{BuildError, ExactCover, Search};
use crate::encode::{self, AtMostOne, TooManyVars};
use crate::formula::{Lit, Var};
use crate::sudoku::{Candidates, Grid, Puzzle};
use std::io;
use std::ops::ControlFlow;

/// Limit on the nodes of a search by links: most puzzles made by taking away clues are decided
/// in fewer.
const NODES: u64 = 300;

/// The reason why uniqueness is not decided.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Undecided {
    /// The search ended without an answer.
    #[error("{0}")]
    Stopped(Stop),
    /// The exact cover is too large.
    #[error(transparent)]
    Cover(#[from] BuildError),
    /// The formula has too many variables.
    #[error(transparent)]
    Formula(#[from] TooManyVars),
    /// The solver failed to write.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Returns `true` if `grid`, which is a solution of `puzzle`, is its only one.
/// With a limit of steps in the budget, which counts conflicts, the answer is
/// `false` if the solver takes more of them to decide; searches before it have limits of
/// their own.
///
/// ```
/// use sudosat::engine;
/// use sudosat::prelude::*;
///
/// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
/// let grid = puzzle.solve()?.ok_or("it has a solution")?;
/// assert!(engine::is_only_solution(&puzzle, &grid, &Budget::unlimited())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the time ends, the interrupt is raised, or the puzzle is too large for an
/// exact cover or a formula.
pub fn is_only_solution(puzzle: &Puzzle, grid: &Grid, budget: &Budget) -> Result<bool, Undecided> {
    let rules = puzzle.rules();
    if !rules.pairs().is_empty() || !rules.tables().is_empty() {
        let residual = residual_within(puzzle, budget).map_err(Undecided::Stopped)?;
        let mut solver =
            solver_of(&residual, Config::default(), budget).map_err(Undecided::Stopped)?;
        solver.add_clause(&residual.not_again(grid));
        return has_no_model(solver, budget);
    }
    if let Some(stop) = budget.exhausted(0) {
        return Err(Undecided::Stopped(stop));
    }
    if let Some(mut masks) = Masks::for_rules(rules) {
        masks.begin(puzzle);
        match masks.solution_but(Some(grid), puzzle.size(), FEW_CONFLICTS) {
            Found::Solution(_) => return Ok(false),
            Found::NoMore => return Ok(true),
            Found::Hard => {}
        }
    }
    is_only_by_other_searches(puzzle, grid, budget)
}

/// Largest number of conflicts of [`Glance::Thorough`] where it does not search on masks.
/// Chosen by hand.
const CONFLICTS: u64 = 1000;

/// Greatest number of rows for [`Glance::Thorough`] where it does not search on masks: larger
/// grids take seconds before the first conflict.
const LARGEST: usize = 25;

/// Looks for a solution of `puzzle` other than `grid`, which is one, as `glance` says. Returns
/// `Some(false)` if there is another, which was checked, `Some(true)` if there is none, and
/// `None` if that is not known.
pub fn is_only_by_glance(
    puzzle: &Puzzle,
    grid: &Grid,
    glance: Glance,
    budget: &Budget,
) -> Option<bool> {
    if glance == Glance::No || budget.exhausted(0).is_some() {
        return None;
    }
    if let Some(mut masks) = Masks::for_rules(puzzle.rules()) {
        masks.begin(puzzle);
        let is_only = masks.is_only(puzzle, grid);
        if is_only.is_some() {
            return is_only;
        }
    }
    if glance == Glance::Quick || puzzle.size().side() > LARGEST {
        return None;
    }
    let budget = budget.clone().with_steps(CONFLICTS);
    let request = Request::new(Limit::UNIQUE);
    let mut is_found = false;
    let mut other = None;
    let report = BySat::cdcl().search(puzzle, &request, &budget, &mut |found| {
        if found == *grid {
            is_found = true;
            return ControlFlow::Continue(());
        }
        other = Some(found);
        ControlFlow::Break(())
    });
    match (other, report.ok()?.end) {
        // A search whose answers are wrong says nothing.
        (Some(other), _) => check::grid(puzzle, &other).is_ok().then_some(false),
        (None, End::Exhausted(_)) => is_found.then_some(true),
        (None, _) => None,
    }
}

/// Answers as [`is_only_solution`] where houses are the only rules and the search on masks did
/// not decide.
pub(crate) fn is_only_by_other_searches(
    puzzle: &Puzzle,
    grid: &Grid,
    budget: &Budget,
) -> Result<bool, Undecided> {
    let Some(problem) = encode::cover_while(puzzle, &mut || budget.exhausted(0).is_none())? else {
        let stop = budget.exhausted(0).unwrap_or(Stop::Interrupted);
        return Err(Undecided::Stopped(stop));
    };
    match by_links(&problem, budget) {
        Err(Stop::Steps) => by_clauses(&problem, puzzle, grid, budget),
        Err(stop) => Err(Undecided::Stopped(stop)),
        Ok(is_only) => Ok(is_only),
    }
}

/// Looks for a second solution by dancing links.
fn by_links(problem: &ExactCover, budget: &Budget) -> Result<bool, Stop> {
    let budget = budget.clone().with_steps(NODES);
    let mut links = Dlx::new(problem, Choice::default());
    Ok(!(links.advance(&budget)? && links.advance(&budget)?))
}

/// Looks for a solution other than the grid by CDCL.
fn by_clauses(
    problem: &ExactCover,
    puzzle: &Puzzle,
    grid: &Grid,
    budget: &Budget,
) -> Result<bool, Undecided> {
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
    has_no_model(solver, budget)
}

/// Returns `true` if the solver's clauses have no model, and `false` also if the
/// limit on conflicts is reached.
fn has_no_model(mut solver: Solver, budget: &Budget) -> Result<bool, Undecided> {
    match solver.solve(budget)? {
        Verdict::Sat | Verdict::Unknown(Stop::Steps) => Ok(false),
        Verdict::Unsat => Ok(true),
        Verdict::Unknown(stop) => Err(Undecided::Stopped(stop)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Interrupt;
    use crate::engine::backtrack::{Backtrack, Next};
    use crate::engine::solve;
    use crate::generate::{self, random_grid};
    use crate::sudoku::rules::{Regions, Spec};
    use crate::sudoku::{Rules, Size, text};
    use fastrand::Rng;
    use std::sync::Arc;

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
        let budget = Budget::unlimited();
        for (puzzle, expected) in [
            (".12....4.....2..", true),
            ("................", false),
            (solution, true),
            (".12....4........", false),
        ] {
            let (puzzle, grid) = entry(&format!("{puzzle}:1:{solution}"));
            let problem = encode::cover(&puzzle).unwrap();
            assert_eq!(by_links(&problem, &budget), Ok(expected));
            let clauses = by_clauses(&problem, &puzzle, &grid, &budget).unwrap();
            assert_eq!(clauses, expected);
        }
    }

    /// Returns the number of solutions up to two, by backtracking.
    fn count(puzzle: &Puzzle) -> usize {
        let mut search = Backtrack::new(puzzle, Next::Fewest).unwrap();
        let mut next = || search.next_solution(&Budget::unlimited(), &mut ()).unwrap();
        (0..2).filter(|_| next().is_some()).count()
    }

    #[test]
    fn a_glance_is_right_about_puzzles_of_any_number_of_clues() {
        let mut rng = Rng::with_seed(7);
        let budget = Budget::unlimited();
        let plain = Rules::plain(2).unwrap();
        let mut knights = Spec::latin(Size::new(5).unwrap());
        knights.mark("anti-knight", &[], &[]);
        let (mut unique, mut several) = (0, 0);
        for rules in [plain, Arc::new(Rules::new(knights).unwrap())] {
            for _ in 0..200 {
                let grid = random_grid(&rules, &mut rng, &budget).unwrap();
                let mut puzzle = Puzzle::new(Arc::clone(&rules));
                for cell in puzzle.size().cells() {
                    let is_clue = rng.u8(..10) < 3;
                    puzzle.set_clue(cell, is_clue.then(|| grid.digit(cell)));
                }
                let expected = Some(count(&puzzle) == 1);
                let glance = |glance| is_only_by_glance(&puzzle, &grid, glance, &budget);
                assert_eq!(glance(Glance::Thorough), expected, "{puzzle:?}");
                let quick = rules.pairs().is_empty().then_some(expected).flatten();
                assert_eq!(glance(Glance::Quick), quick, "{puzzle:?}");
                assert_eq!(glance(Glance::No), None);
                // As a part of the search, whatever the engine.
                let request = Request {
                    glance: Glance::Thorough,
                    ..Request::new(Limit::FIRST)
                };
                let (outcome, grids) = solve(&BySat::cdcl(), &puzzle, &request, &budget).unwrap();
                assert_eq!((outcome.is_only, grids.len()), (expected, 1), "{puzzle:?}");
                match expected {
                    Some(true) => unique += 1,
                    _ => several += 1,
                }
            }
        }
        assert!(unique > 50 && several > 50, "{unique} {several}");
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
        let budget = Budget::unlimited();
        for spec in specs {
            let rules = Arc::new(Rules::new(spec).unwrap());
            let mut rng = Rng::with_seed(3);
            let grid = random_grid(&rules, &mut rng, &budget).unwrap();
            let puzzle = generate::minimal(
                &rules,
                &grid,
                generate::Symmetry::None,
                &mut rng,
                |puzzle, grid| is_only_solution(puzzle, grid, &budget),
            )
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
        let budget = Budget::unlimited().with_interrupt(interrupt);
        let error = is_only_solution(&puzzle, &grid, &budget).unwrap_err();
        let stopped = matches!(error, Undecided::Stopped(Stop::Interrupted));
        assert!(stopped, "{error}");
    }
}
