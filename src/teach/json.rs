//! Traces as JSON: `docs/TRACE.md` has the schema.

use super::algorithm;
use super::engine::{CoverEngine, Engine};
use super::labels::Labels;
use super::names::Namer;
use super::recorder::Listener;
use super::reduction;
use super::rules::RulesPart;
use super::runs::{self, Outcome};
use super::trace::{
    CnfPart, CoverPart, Event, Group, ItemKind, ItemPart, OptionPart, PuzzlePart, Run, SCHEMA,
    Trace,
};
use super::window::Window;
use crate::cover::ExactCover;
use crate::encode::{self, Encoding};
use crate::formula::{Cnf, Lit, Var};
use crate::sudoku::Puzzle;
use std::io;

/// Error message for an exact-cover engine on a puzzle whose exact cover has
/// colours.
pub const COLOURS: &str = "the exact cover of cages with sums and of arrows has colours, \
                           of which no run is shown; take the engine cdcl or backtrack";

/// A listener that keeps the events.
#[derive(Debug, Default)]
pub struct Collector(Vec<Event>);

impl Listener for Collector {
    fn skip(&mut self, event: &Event) {
        self.0.push(event.clone());
    }

    fn wants_graphs(&self) -> bool {
        true
    }

    fn show(&mut self, _step: u64, event: &Event) -> io::Result<()> {
        self.0.push(event.clone());
        Ok(())
    }
}

/// Returns the trace of a puzzle with one run of each engine, up to the end of
/// the window.
///
/// The exact cover of cages with sums and of arrows has colours, which a trace
/// can't represent: then the trace has no `cover`.
///
/// # Errors
/// If the puzzle is too large to be an exact-cover problem, or if the exact
/// cover has colours and `engines` contains an engine for exact covers.
pub fn puzzle(
    puzzle: &Puzzle,
    encoding: &Encoding,
    engines: &[Engine],
    window: Window,
) -> io::Result<Trace> {
    puzzle_deciding(puzzle, encoding, engines, &[], window)
}

/// Does the same as [`puzzle`], where CDCL and DPLL decide the literals `decide` first.
///
/// # Errors
/// The same as [`puzzle`].
pub(super) fn puzzle_deciding(
    puzzle: &Puzzle,
    encoding: &Encoding,
    engines: &[Engine],
    decide: &[Lit],
    window: Window,
) -> io::Result<Trace> {
    let size = puzzle.size();
    let formula = reduction::cnf(puzzle, encoding);
    let problem = match puzzle.rules().tables() {
        [] => Some(encode::cover(puzzle).map_err(io::Error::other)?),
        _ => None,
    };
    let mut cover = blank().cover;
    if let Some(problem) = &problem {
        let labels = Labels::of_puzzle(problem, puzzle.rules());
        cover = cover_part(problem, &labels);
        for (part, option) in cover.options.iter_mut().zip(problem.options()) {
            part.var = encode::candidate_of_option(problem, option, size)
                .map(|candidate| encode::var(candidate, size).to_dimacs());
        }
    }
    let runs = engines.iter().map(|&engine| {
        let collector = Collector::default();
        Ok(match engine {
            Engine::Cdcl | Engine::Dpll => {
                let outcome = runs::sat(engine, &formula, decide, Some(size), collector, window)?;
                run_deciding(engine, decide, outcome)
            }
            Engine::Backtrack => run(engine, runs::backtrack(puzzle, collector, window)?),
            Engine::Cover(which) => {
                let problem = problem.as_ref().ok_or_else(|| io::Error::other(COLOURS))?;
                let outcome = runs::cover(which, problem, Some(size), collector, window)?;
                run(engine, outcome)
            }
        })
    });
    let runs = runs.collect::<io::Result<Vec<Run>>>()?;
    let mut events = runs.iter().flat_map(|run| &run.events);
    let solution = events.find_map(|event| match event {
        Event::Solution { grid, .. } => Some(grid.clone()),
        _ => None,
    });
    Ok(Trace {
        puzzle: Some(puzzle_part(puzzle, solution)),
        cnf: Some(cnf_part(puzzle, encoding, &formula)),
        cover,
        runs,
        ..blank()
    })
}

fn puzzle_part(puzzle: &Puzzle, solution: Option<Vec<usize>>) -> PuzzlePart {
    let size = puzzle.size();
    let givens = size
        .cells()
        .map(|cell| puzzle.clue(cell).map_or(0, |digit| digit.value()));
    let excluded = puzzle.excluded().iter();
    let excluded = excluded.map(|&candidate| encode::var(candidate, size).to_dimacs());
    PuzzlePart {
        order: puzzle.rules().order(),
        rules: match puzzle.rules().order() {
            Some(_) => None,
            None => Some(RulesPart::new(puzzle.rules())),
        },
        givens: givens.collect(),
        excluded: excluded.collect(),
        solution,
    }
}

/// Returns the trace of a puzzle with the names of its candidates, and without clauses, exact
/// cover and runs.
pub(super) fn grid(puzzle: &Puzzle) -> Trace {
    let namer = Namer::new(puzzle);
    let vars = puzzle.size().num_candidates();
    let names = (0..vars).map(|index| namer.literal(Var::new(index).positive()));
    Trace {
        puzzle: Some(puzzle_part(puzzle, None)),
        cnf: Some(CnfPart {
            encoding: "none".into(),
            vars,
            names: names.collect(),
            groups: Vec::new(),
            clauses: Vec::new(),
            words: Vec::new(),
        }),
        ..blank()
    }
}

/// Returns the trace of a run of CDCL or DPLL on any formula.
///
/// # Errors
/// None: a collector has no errors.
pub fn formula(formula: &Cnf, engine: Engine, window: Window) -> io::Result<Trace> {
    formula_deciding(formula, &[engine], &[], window)
}

/// Returns the trace of one run of each engine, CDCL or DPLL, which decide the literals `decide`
/// first.
///
/// # Errors
/// The same as [`formula`].
pub(super) fn formula_deciding(
    formula: &Cnf,
    engines: &[Engine],
    decide: &[Lit],
    window: Window,
) -> io::Result<Trace> {
    let runs = engines.iter().map(|&engine| {
        let outcome = runs::sat(engine, formula, decide, None, Collector::default(), window)?;
        Ok(run_deciding(engine, decide, outcome))
    });
    let runs = runs.collect::<io::Result<Vec<Run>>>()?;
    let clauses = dimacs(formula);
    let vars = formula.num_vars();
    Ok(Trace {
        cnf: Some(CnfPart {
            encoding: "as typed".into(),
            vars,
            names: (1..=vars).map(|number| format!("x{number}")).collect(),
            groups: vec![Group {
                id: "clauses".into(),
                title: "the formula's clauses".into(),
                formula: String::new(),
                first: 1,
                count: clauses.len() as u64,
            }],
            clauses,
            words: Vec::new(),
        }),
        runs,
        ..blank()
    })
}

/// Returns the trace of a run on an exact-cover problem.
///
/// # Errors
/// None: a collector has no errors.
pub fn problem(
    problem: &ExactCover,
    labels: &Labels,
    engine: CoverEngine,
    window: Window,
) -> io::Result<Trace> {
    let outcome = runs::cover(engine, problem, None, Collector::default(), window)?;
    Ok(Trace {
        cover: cover_part(problem, labels),
        runs: vec![run(Engine::Cover(engine), outcome)],
        ..blank()
    })
}

fn blank() -> Trace {
    Trace {
        schema: SCHEMA.into(),
        generator: concat!("sudosat ", env!("CARGO_PKG_VERSION")).into(),
        puzzle: None,
        cnf: None,
        cover: CoverPart {
            items: Vec::new(),
            options: Vec::new(),
        },
        runs: Vec::new(),
    }
}

fn run<A>(engine: Engine, outcome: Outcome<Collector, A>) -> Run {
    run_deciding(engine, &[], outcome)
}

fn run_deciding<A>(engine: Engine, decide: &[Lit], outcome: Outcome<Collector, A>) -> Run {
    let Collector(events) = outcome.recorded.listener;
    Run {
        engine: engine.name().into(),
        seed: engine.seed(),
        truncated: outcome.recorded.truncated.then_some(outcome.recorded.steps),
        algorithm: match decide {
            [] => algorithm::of(engine),
            _ => algorithm::asked(engine),
        },
        at: algorithm::letters(engine, &events),
        events,
    }
}

fn cnf_part(puzzle: &Puzzle, encoding: &Encoding, formula: &Cnf) -> CnfPart {
    let namer = Namer::new(puzzle);
    let mut first = 1;
    let groups = encode::family_sizes(puzzle, encoding, reduction::LAYOUT);
    let groups = groups.into_iter().map(|size| {
        let group = Group {
            id: size.family.name().into(),
            title: size.family.sentence().into(),
            formula: encoding.formula_of(size.family),
            first,
            count: size.clauses,
        };
        first += size.clauses;
        group
    });
    CnfPart {
        encoding: encoding.to_string(),
        vars: formula.num_vars(),
        names: (0..formula.num_vars())
            .map(|index| namer.literal(Var::new(index).positive()))
            .collect(),
        groups: groups.collect(),
        clauses: dimacs(formula),
        words: formula
            .clauses()
            .map(|clause| namer.clause(clause))
            .collect(),
    }
}

/// Returns the clauses of a formula as DIMACS numbers.
fn dimacs(formula: &Cnf) -> Vec<Vec<i32>> {
    let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
    formula.clauses().map(numbers).collect()
}

fn cover_part(problem: &ExactCover, labels: &Labels) -> CoverPart {
    let items = problem.items().map(|item| ItemPart {
        kind: match problem.is_primary(item) {
            true => ItemKind::Primary,
            false => ItemKind::Secondary,
        },
        name: problem.name(item).into(),
    });
    let options = problem.options().map(|option| OptionPart {
        name: labels.option(option.index()).into(),
        var: None,
        items: problem
            .option(option)
            .iter()
            .map(|item| item.index())
            .collect(),
    });
    CoverPart {
        items: items.collect(),
        options: options.collect(),
    }
}
