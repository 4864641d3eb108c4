//! Engines that lie, made for the purpose: each lie must be caught.

use super::{NINES, by_name, cases};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use sudosat::budget::{Budget, Interrupt};
use sudosat::engine::compare::{Comparison, Judgement, Terms, compare};
use sudosat::engine::{
    self, BySat, End, Engine, EngineError, Evidence, Kind, Limit, Request, SatEngine, SatResult,
    SatSolver, SearchReport, Steps,
};
use sudosat::formula::{Cnf, Lit};
use sudosat::proof::Step;
use sudosat::sudoku::text::Expected;
use sudosat::sudoku::{Digit, Grid, Puzzle};

/// How a SAT solver lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    /// Says UNSAT at once.
    NoSolution,
    /// Says UNSAT after the first solution, though there is another.
    NoSecond,
    /// Says UNSAT rightly, with a proof that skips everything.
    NoProof,
    /// Turns one literal of the model around.
    Flip,
    /// Gives the same model again, whatever clauses were added.
    Again,
    /// Gives literals of variables that there are not.
    Foreign,
    /// Gives half a model.
    Half,
    /// Ends with an error.
    Crash,
}

struct Liar(Lie);

struct Session {
    honest: Box<dyn SatSolver>,
    lie: Lie,
    first: Option<Vec<Lit>>,
}

impl SatEngine for Liar {
    fn name(&self) -> &str {
        "liar"
    }

    fn start(&self, formula: &Cnf, proof: bool) -> Result<Box<dyn SatSolver>, EngineError> {
        Ok(Box::new(Session {
            honest: engine::sat_by_name("cdcl")?.start(formula, proof)?,
            lie: self.0,
            first: None,
        }))
    }
}

impl SatSolver for Session {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.honest.add_clause(clause);
    }

    fn solve(&mut self, budget: &Budget) -> Result<SatResult, EngineError> {
        if self.lie == Lie::NoSolution || self.lie == Lie::NoSecond && self.first.is_some() {
            return Ok(SatResult::Unsat);
        }
        let SatResult::Sat(mut lits) = self.honest.solve(budget)? else {
            return Ok(SatResult::Unsat);
        };
        match self.lie {
            Lie::Flip => lits[100] = !lits[100],
            Lie::Again => lits = self.first.clone().unwrap_or(lits),
            Lie::Foreign => lits.push(Lit::from_dimacs(100_000).unwrap()),
            Lie::Half => lits.truncate(lits.len() / 2),
            Lie::Crash => {
                return Err(EngineError::Crashed {
                    engine: "liar".into(),
                    reason: "on purpose".into(),
                });
            }
            Lie::NoSolution | Lie::NoSecond | Lie::NoProof => {}
        }
        self.first.get_or_insert(lits.clone());
        Ok(SatResult::Sat(lits))
    }

    fn steps(&self) -> Steps {
        Steps::default()
    }

    fn take_proof(&mut self) -> Option<Vec<Step>> {
        Some(vec![Step::Add(Vec::new())])
    }
}

fn ask(engines: &[Box<dyn Engine>], puzzle: &Puzzle, expected: Option<&Expected>) -> Comparison {
    let terms = Terms {
        request: Request::new(Limit::UNIQUE),
        time_limit: None,
        interrupt: Interrupt::new(),
    };
    compare(engines, puzzle, expected, &terms)
}

fn liar(lie: Lie) -> Box<dyn Engine> {
    Box::new(BySat::new(Box::new(Liar(lie)), Kind::Sat))
}

/// A 9×9 with two solutions, one with none.
fn puzzles() -> [Puzzle; 2] {
    let cases = cases(NINES);
    [cases[0].puzzle.clone(), cases[4].puzzle.clone()]
}

/// Norvig's, which asks for a search.
const UNSOLVABLE: &str =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........:0";

#[test]
fn every_lie_of_a_sat_solver_is_caught() {
    let [two, none] = puzzles();
    let liars = |lie| [liar(lie), by_name("dlx")];
    for (lie, puzzle, word) in [
        (
            Lie::NoSolution,
            &two,
            "liar says that there are 0 solutions",
        ),
        (Lie::NoSecond, &two, "liar says that there is 1 solution"),
        (Lie::Flip, &two, "wrong answer"),
        (Lie::Again, &two, "wrong answer"),
        (Lie::Foreign, &two, "wrong answer"),
        (Lie::Half, &two, "wrong answer"),
    ] {
        let comparison = ask(&liars(lie), puzzle, None);
        assert_eq!(comparison.judgement, Judgement::Disagreed, "{lie:?}");
        let notes = comparison.notes.join("\n");
        assert!(notes.contains(word), "{lie:?}: {notes}");
    }
    let comparison = ask(&liars(Lie::Crash), &two, None);
    assert_eq!(comparison.judgement, Judgement::Failed);
    // Where the formula is refuted by unit propagation alone, "the empty clause
    // follows" is a right proof.
    let comparison = ask(&[liar(Lie::NoProof)], &none, None);
    assert_eq!(comparison.judgement, Judgement::Agreed);
    // Where it is not, the bad proof is of no matter as long as the search of
    // dlx stands behind the answer; without dlx it is looked at.
    let hard = &cases(UNSOLVABLE)[0].puzzle;
    let comparison = ask(&liars(Lie::NoProof), hard, None);
    assert_eq!(comparison.judgement, Judgement::Agreed);
    let comparison = ask(&[liar(Lie::NoProof)], hard, None);
    assert_eq!(comparison.judgement, Judgement::Disagreed);
    assert!(
        comparison.notes[0].contains("proof"),
        "{:?}",
        comparison.notes
    );
}

/// Gives the puzzle's solution with two numbers exchanged, or the same solution
/// twice.
struct BadGrids {
    twice: bool,
}

impl Engine for BadGrids {
    fn name(&self) -> &str {
        "bad grids"
    }

    fn kind(&self) -> Kind {
        Kind::Grid
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        budget: &Budget,
        found: &mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<SearchReport, EngineError> {
        let asked = Request {
            limit: Limit::FIRST,
            ..*request
        };
        let (_, grids) = engine::solve(&*by_name("dlx"), puzzle, &asked, budget)?;
        let grid = grids[0].clone();
        if self.twice {
            let _ = found(grid.clone());
            let _ = found(grid);
        } else {
            let mut digits: Vec<Digit> = grid.digits().to_vec();
            digits.swap(0, 1);
            let _ = found(Grid::new(grid.size(), digits));
        }
        let end = End::Exhausted(Evidence::Search);
        Ok(SearchReport::new(end, Steps::default()))
    }
}

#[test]
fn bad_grids_of_any_engine_are_caught() {
    let [two, _] = puzzles();
    for (twice, word) in [(false, "wrong answer"), (true, "different ones")] {
        let comparison = ask(&[Box::new(BadGrids { twice }), by_name("dlx")], &two, None);
        assert_eq!(comparison.judgement, Judgement::Disagreed);
        let notes = comparison.notes.join("\n");
        assert!(notes.contains(word), "{notes}");
    }
    let handed_out = AtomicBool::new(false);
    let request = Request::new(Limit::FIRST);
    let error = engine::run(
        &BadGrids { twice: false },
        &two,
        &request,
        &Budget::unlimited(),
        &mut |_| {
            handed_out.store(true, Ordering::Relaxed);
            ControlFlow::Continue(())
        },
    );
    assert!(matches!(error, Err(EngineError::Lied { .. })));
    assert!(
        !handed_out.load(Ordering::Relaxed),
        "a wrong grid is shown to nobody"
    );
}

#[test]
fn what_the_input_says_is_compared_too() {
    let [two, none] = puzzles();
    let engines = ["cdcl", "dlx"].map(by_name);
    let says = |count, solution| Expected { count, solution };
    for (puzzle, count, judgement) in [
        (&two, 2, Judgement::Agreed),
        (&two, 1, Judgement::Disagreed),
        (&two, 3, Judgement::Disagreed),
        (&two, 1_000_000, Judgement::Disagreed),
        (&none, 0, Judgement::Agreed),
        (&none, 1, Judgement::Disagreed),
    ] {
        let comparison = ask(&engines, puzzle, Some(&says(Some(count), None)));
        assert_eq!(
            comparison.judgement, judgement,
            "{count}: {:?}",
            comparison.notes
        );
    }
    let (_, grids) = engine::solve(
        &*by_name("dlx"),
        &two,
        &Request::new(Limit::ALL),
        &Budget::unlimited(),
    )
    .unwrap();
    let comparison = ask(&engines, &two, Some(&says(None, Some(grids[1].clone()))));
    assert_eq!(comparison.judgement, Judgement::Agreed);
    let mut digits = grids[1].digits().to_vec();
    digits.swap(3, 4);
    let wrong = Grid::new(two.size(), digits);
    let comparison = ask(&engines, &two, Some(&says(None, Some(wrong))));
    assert_eq!(comparison.judgement, Judgement::Disagreed);
}

#[test]
fn one_word_alone_is_not_cross_checked() {
    let [two, none] = puzzles();
    for (engines, puzzle, judgement) in [
        // Solutions speak for themselves, and so does a proof.
        (vec!["dlx"], &two, Judgement::Agreed),
        (vec!["cdcl"], &none, Judgement::Agreed),
        (vec!["dlx"], &none, Judgement::NotCrossChecked),
        (vec!["splr"], &none, Judgement::NotCrossChecked),
        (vec!["splr", "splr"], &none, Judgement::NotCrossChecked),
        (vec!["splr", "dlx"], &none, Judgement::Agreed),
        (vec!["matrix", "dlx"], &none, Judgement::Agreed),
    ] {
        let asked: Vec<Box<dyn Engine>> = engines.iter().map(|name| by_name(name)).collect();
        let comparison = ask(&asked, puzzle, None);
        assert_eq!(
            comparison.judgement, judgement,
            "{engines:?} {:?}",
            comparison.notes
        );
        let is_agreed = judgement == Judgement::Agreed;
        assert_eq!(comparison.notes.is_empty(), is_agreed, "{engines:?}");
    }
}

#[test]
fn engines_that_gave_up_are_named() {
    let engines = ["cdcl", "dlx", "backtrack"].map(by_name);
    // Reading order needs minutes for it, the others microseconds.
    let lines =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9:1";
    let terms = Terms {
        request: Request::new(Limit::UNIQUE),
        time_limit: Some(std::time::Duration::from_secs(2)),
        interrupt: Interrupt::new(),
    };
    let comparison = compare(&engines, &cases(lines)[0].puzzle, None, &terms);
    assert_eq!(comparison.judgement, Judgement::Agreed);
    assert_eq!(
        comparison.notes,
        ["not cross-checked by backtrack: it gave up after 2 s"]
    );
}
