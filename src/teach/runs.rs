//! Running engines with a listener.

use super::engine::{CoverEngine, CoverForm, Engine};
use super::recorder::{Listener, Recorded, Recorder};
use super::trace::{Because, Event};
use super::window::Window;
use crate::budget::{Budget, Interrupt, Stop};
use crate::cdcl::{Config, Solver, Verdict};
use crate::cover::dlx::Dlx;
use crate::cover::matrix::Matrix;
use crate::cover::{ExactCover, OptionId, Search};
use crate::encode;
use crate::engine::backtrack::{self, Backtrack, Next};
use crate::engine::dpll::Dpll;
use crate::formula::{Cnf, Lit, Model};
use crate::sudoku::{Candidate, Cell, Grid, HouseKind, Puzzle, Rules, Size};
use std::io;
use std::sync::Arc;

/// The end of a run that was recorded.
#[derive(Debug)]
pub struct Outcome<L, A> {
    /// The recorded run.
    pub recorded: Recorded<L>,
    /// The answer; `None` if there is none or if the window ended first.
    pub answer: Option<A>,
    /// Set if the search stopped by itself, for lack of memory.
    pub gave_up: Option<Stop>,
}

/// The solution of a formula.
#[derive(Debug)]
pub struct Solved {
    /// A model of the formula.
    pub model: Model,
    /// The grid of the model; `None` if the formula is not a puzzle's.
    pub grid: Option<Grid>,
}

/// Returns a recorder for a run, and the budget that ends the run with the window.
fn recorder<L: Listener>(listener: L, window: Window) -> (Recorder<L>, Budget) {
    let interrupt = Interrupt::new();
    let budget = Budget::unlimited().with_interrupt(interrupt.clone());
    (Recorder::new(listener, window, interrupt), budget)
}

/// Solves a formula by DPLL if `engine` is [`Engine::Dpll`], and by plain CDCL otherwise. Both
/// decide the first unassigned variable and try it true first, as in a run by hand; CDCL makes no
/// restarts and deletes no clause.
///
/// The literals `decide` are decided first, in their order. With CDCL there is no solution if they
/// can't all be true; DPLL tries their opposites, too. Without `size` the formula is not a
/// puzzle's, and the answer has no grid.
///
/// # Errors
/// An error of the listener.
pub fn sat<L: Listener + 'static>(
    engine: Engine,
    formula: &Cnf,
    decide: &[Lit],
    size: Option<Size>,
    listener: L,
    window: Window,
) -> io::Result<Outcome<L, Solved>> {
    let (recorder, budget) = recorder(listener, window);
    recorder.number(formula);
    let observer = Box::new(recorder.clone());
    let result = match engine {
        Engine::Dpll => {
            let mut search = Dpll::new(formula.num_vars())
                .with_first(decide)
                .with_watcher(observer);
            formula
                .clauses()
                .for_each(|clause| search.add_clause(clause));
            let mut truth = vec![false; formula.num_vars()];
            search.solve(&budget).map(|is_solved| {
                for lit in search.model() {
                    truth[lit.var().index()] = lit.is_positive();
                }
                is_solved.then(|| Model::new(truth))
            })
        }
        _ => {
            let mut solver = Solver::new(Config::plain(true)).with_observer(observer);
            solver.add_cnf(formula);
            match solver.solve_with(decide, &budget)? {
                Verdict::Sat => Ok(solver.model()),
                Verdict::Unsat => Ok(None),
                Verdict::Unknown(stop) => Err(stop),
            }
        }
    };
    let solved = |model: Model| {
        let grid = size.map(|size| encode::decode(size, model.lits()));
        let grid = grid.transpose().map_err(io::Error::other)?;
        recorder.event(Event::Solution {
            grid: grid.as_ref().map(values).unwrap_or_default(),
            options: Vec::new(),
        });
        Ok::<Solved, io::Error>(Solved { model, grid })
    };
    let result = match result {
        Ok(model) => Ok(model.map(solved).transpose()?),
        Err(stop) => Err(stop),
    };
    finish(recorder, result)
}

/// Searches for the first exact cover. If the problem is a puzzle's, `size`
/// adds the grid to the last event.
///
/// # Errors
/// An error of the listener.
pub fn cover<L: Listener + 'static>(
    engine: CoverEngine,
    problem: &ExactCover,
    size: Option<Size>,
    listener: L,
    window: Window,
) -> io::Result<Outcome<L, Vec<OptionId>>> {
    let (recorder, budget) = recorder(listener, window);
    let watcher = Box::new(recorder.clone());
    let to_owned = |options: Option<&[OptionId]>| options.map(<[_]>::to_vec);
    let result = match engine.form {
        CoverForm::Links => {
            let mut search = Dlx::new(problem, engine.choice()).with_watcher(watcher);
            search.next_solution(&budget).map(to_owned)
        }
        CoverForm::Matrix => {
            let mut search = Matrix::new(problem, engine.choice()).with_watcher(watcher);
            search.next_solution(&budget).map(to_owned)
        }
    };
    if let Ok(Some(options)) = &result {
        let grid = size.and_then(|size| encode::grid_from_options(problem, size, options).ok());
        recorder.event(Event::Solution {
            grid: grid.as_ref().map(values).unwrap_or_default(),
            options: options.iter().map(|option| option.index()).collect(),
        });
    }
    finish(recorder, result)
}

/// Backtracks to the first solution, with cells in reading order as in the
/// lecture. The clues must not contradict each other.
///
/// # Errors
/// An error of the listener.
pub fn backtrack<L: Listener>(
    puzzle: &Puzzle,
    listener: L,
    window: Window,
) -> io::Result<Outcome<L, Grid>> {
    let (recorder, budget) = recorder(listener, window);
    let mut tree = Tree {
        recorder: recorder.clone(),
        rules: Arc::clone(puzzle.rules()),
        path: Vec::new(),
        nodes: 0,
    };
    let result = match Backtrack::new(puzzle, Next::Reading) {
        Ok(mut search) => search.next_solution(&budget, &mut tree),
        Err(_) => Ok(None),
    };
    finish(recorder, result)
}

/// Ends the recording, with an event if there is no solution.
fn finish<L: Listener, A>(
    recorder: Recorder<L>,
    result: Result<Option<A>, Stop>,
) -> io::Result<Outcome<L, A>> {
    if let Ok(None) = result {
        recorder.event(Event::NoSolution);
    }
    let recorded = recorder.finish()?;
    let (answer, gave_up) = match result {
        // Events after the window were not shown.
        Ok(_) if recorded.truncated => (None, None),
        Ok(answer) => (answer, None),
        Err(stop) => (None, (!recorded.truncated).then_some(stop)),
    };
    Ok(Outcome {
        recorded,
        answer,
        gave_up,
    })
}

/// Returns the values of a grid's digits.
pub fn values(grid: &Grid) -> Vec<usize> {
    grid.digits().iter().map(|digit| digit.value()).collect()
}

/// Numbers the nodes of a backtracking tree.
struct Tree<L> {
    recorder: Recorder<L>,
    rules: Arc<Rules>,
    /// The nodes from below the root to the current one. The root, 0, is not
    /// included.
    path: Vec<u64>,
    /// Number of nodes below the root.
    nodes: u64,
}

impl<L: Listener> Tree<L> {
    fn node(&self) -> u64 {
        self.path.last().copied().unwrap_or(0)
    }

    fn spot(&self, candidate: Candidate) -> (usize, usize) {
        (
            candidate.cell.index(self.rules.size()),
            candidate.digit.value(),
        )
    }
}

/// Returns the index of a rule, which must be among these.
fn index_of<R: PartialEq>(rules: &[R], rule: &R) -> usize {
    let index = rules.iter().position(|other| other == rule);
    index.expect("a rule of the puzzle")
}

impl<L: Listener> backtrack::Watcher for Tree<L> {
    fn wants_reasons(&self) -> bool {
        true
    }

    fn reject(&mut self, candidate: Candidate, because: backtrack::Because) {
        let (cell, digit) = self.spot(candidate);
        let because = match because {
            backtrack::Because::Taken { house, by, .. } => {
                let by = by.index(self.rules.size());
                // Of several grids a cell may be in two rows.
                match house.kind() {
                    HouseKind::Row if house.grid().is_none() => Because::Row(by),
                    HouseKind::Col if house.grid().is_none() => Because::Column(by),
                    HouseKind::Box if house.grid().is_none() => Because::Box(by),
                    _ => Because::House {
                        house: self.rules.index(house),
                        by,
                    },
                }
            }
            backtrack::Because::Pair { pair, by } => Because::Pair {
                pair: index_of(self.rules.pairs(), &pair),
                by: by.cell.index(self.rules.size()),
            },
            backtrack::Because::Table(table) => {
                Because::Table(index_of(self.rules.tables(), &table))
            }
            backtrack::Because::Excluded => Because::Excluded,
        };
        self.recorder.event(Event::Reject {
            cell,
            digit,
            node: self.node(),
            because,
        });
    }

    fn place(&mut self, candidate: Candidate) {
        let (cell, digit) = self.spot(candidate);
        let parent = self.node();
        self.nodes += 1;
        self.path.push(self.nodes);
        self.recorder.event(Event::Try {
            cell,
            digit,
            node: self.nodes,
            parent,
        });
    }

    fn undo(&mut self, candidate: Candidate) {
        let (cell, _) = self.spot(candidate);
        let node = self.node();
        self.path.pop();
        self.recorder.event(Event::Undo { cell, node });
    }

    fn dead_end(&mut self, cell: Cell) {
        self.recorder.event(Event::Stuck {
            cell: cell.index(self.rules.size()),
            node: self.node(),
        });
    }

    fn solution(&mut self, grid: &Grid) {
        self.recorder.event(Event::Solution {
            grid: values(grid),
            options: Vec::new(),
        });
    }
}
