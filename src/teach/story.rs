//! The whole explanation of a puzzle or of an exact-cover problem.

use super::algorithm::{self, Line};
use super::cover_steps::{self, Terms};
use super::engine::{CoverEngine, CoverForm, Engine};
use super::labels::Labels;
use super::names::{self, Namer};
use super::output::SharedOutput;
use super::recorder::Recorded;
use super::remaining::Remaining;
use super::runs::{self, Outcome, Solved};
use super::style::{FAINT, HEADING, TRUE, WRONG, paint};
use super::table::Mark;
use super::window::Window;
use super::{cdcl, count, cover_reduction, reduction, table, tree, tree_sizes};
use crate::budget::Stop;
use crate::cover::{ExactCover, OptionId};
use crate::encode::{self, Encoding, Family};
use crate::formula::Cnf;
use crate::sudoku::print::{self, Lines};
use crate::sudoku::rules::{Regions, Shape};
use crate::sudoku::{Grid, House, HouseKind, Puzzle, Rules, Size};
use itertools::Itertools;
use std::io::{self, Write};
use std::sync::Arc;

/// Largest order for which runs are shown. For larger ones nobody could follow,
/// and the formula fills the memory.
pub const MAX_ORDER: usize = 5;

/// Options of the explanation of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The engine whose run is shown.
    pub engine: Engine,
    /// The encoding of the reduction to SAT.
    pub encoding: Encoding,
    /// Shows only this part of the run, if given.
    pub window: Option<Window>,
    /// Set to list every clause.
    pub formula: bool,
}

/// Writes the explanation of a puzzle: its reductions and a run.
///
/// # Errors
/// An error of the output.
pub fn puzzle(out: &mut SharedOutput, puzzle: &Puzzle, options: &Options) -> io::Result<()> {
    if let Some(symbols) = names::symbols(puzzle) {
        writeln!(out, "{symbols}\n")?;
    }
    if options.window.is_none() {
        writeln!(out, "{}\n", paint(HEADING, "THE PUZZLE"))?;
        write!(out, "{}", print::boxed(puzzle, Lines::Ascii))?;
        rules(out, puzzle.rules())?;
        let excluded = puzzle.excluded().len();
        if excluded > 0 {
            let candidates = count(excluded, "candidate is", "candidates are");
            writeln!(out, "{candidates} excluded.")?;
        }
        for clash in puzzle.clashes() {
            writeln!(out, "{} {clash}", paint(WRONG, "No solution:"))?;
        }
        writeln!(out)?;
        reduction::write(out, puzzle, &options.encoding)?;
        writeln!(out)?;
        if options.formula {
            reduction::formula(out, puzzle, &options.encoding)?;
            writeln!(out)?;
        }
        cover_reduction::write(out, puzzle)?;
        writeln!(out)?;
    }
    let size = puzzle.size();
    if size.side() > MAX_ORDER * MAX_ORDER {
        let side = size.side();
        return writeln!(
            out,
            "Runs are shown up to n = {MAX_ORDER}, not for a grid of {side}×{side}."
        );
    }
    match options.engine {
        Engine::Cdcl | Engine::Dpll => run_on_formula(out, puzzle, options),
        Engine::Backtrack => run_backtrack(out, puzzle, options.window),
        Engine::Cover(engine) => {
            let problem = encode::cover(puzzle).map_err(io::Error::other)?;
            let labels = Labels::of_puzzle(&problem, puzzle.rules());
            let problem = Arc::new(problem);
            let window = options.window;
            let answer = run_cover(out, engine, &problem, labels, Some(size), window)?;
            let options = answer.map(|cover| {
                let options = cover.into_iter().map(|(option, _)| OptionId::new(option));
                options.collect::<Vec<_>>()
            });
            let grid = options.map(|options| encode::grid_from_options(&problem, size, &options));
            write_grid(
                out,
                puzzle,
                grid.transpose().map_err(io::Error::other)?.as_ref(),
            )?;
            write_tree_sizes(out, engine, &problem, window)
        }
    }
}

/// Writes the rules that the drawing of the grid does not show.
fn rules(out: &mut SharedOutput, rules: &Rules) -> io::Result<()> {
    let size = rules.size();
    if let Regions::Map(map) = &rules.spec().regions {
        writeln!(out, "The region of each cell:")?;
        let width = size.side().to_string().len();
        for row in map.chunks(size.side()) {
            let regions = row.iter().map(|region| format!("{:>width$}", region + 1));
            writeln!(out, "  {}", regions.format(" "))?;
        }
    }
    let is_drawn = |house: &House| {
        matches!(
            house.kind(),
            HouseKind::Row | HouseKind::Col | HouseKind::Box | HouseKind::Region
        )
    };
    for &house in rules.houses().iter().filter(|house| !is_drawn(house)) {
        writeln!(out, "{house}: {}", rules.cells_of(house).iter().format(" "))?;
    }
    for table in rules.tables().iter().filter(|table| table.marked.is_none()) {
        writeln!(out, "{table}")?;
    }
    for mark in &rules.spec().marks {
        match mark.rule.shape {
            Shape::Grid => writeln!(out, "{mark}: {}", Family::Pairs(mark.rule).sentence())?,
            _ => writeln!(out, "{mark}")?,
        }
    }
    Ok(())
}

/// Writes the explanation of an exact-cover problem: its matrix and a run.
///
/// # Errors
/// An error of the output.
pub fn problem(
    out: &mut SharedOutput,
    problem: ExactCover,
    labels: Labels,
    engine: CoverEngine,
    window: Option<Window>,
) -> io::Result<()> {
    if window.is_none() {
        writeln!(out, "{}\n", paint(HEADING, "THE PROBLEM"))?;
        let secondary = problem.num_items() - problem.num_primary();
        writeln!(
            out,
            "Choose rows so that each column has exactly one 1 in them: {}, {}.",
            count(problem.num_options(), "row", "rows"),
            count(problem.num_items(), "column", "columns"),
        )?;
        if secondary > 0 {
            writeln!(out, "The last {secondary} may also have none.")?;
        }
        let rows: Vec<usize> = (0..problem.num_options()).collect();
        let columns: Vec<usize> = (0..problem.num_items()).collect();
        // Algorithm X will print it anyway.
        let small = rows.len() <= table::MAX && columns.len() <= table::MAX;
        if small && engine.form == CoverForm::Links {
            writeln!(out)?;
            table::write(out, &problem, &labels, &rows, &columns, |_| Mark::Left)?;
            writeln!(out)?;
            table::sparse(out, &problem, &labels)?;
        }
        writeln!(out)?;
    }
    let problem = Arc::new(problem);
    let answer = run_cover(out, engine, &problem, labels.clone(), None, window)?;
    if let Some(cover) = answer {
        writeln!(out, "\nThe cover:")?;
        for (option, chosen) in cover.into_iter().sorted() {
            let mut items: Vec<&str> = labels.items_of(&problem, option).collect();
            if engine.form == CoverForm::Links {
                cover_steps::from_chosen(&problem, option, chosen, &mut items);
            }
            let name = labels.option(option);
            writeln!(out, "  {} {name}: {}", paint(TRUE, "●"), items.join(" "))?;
        }
    }
    write_tree_sizes(out, engine, &problem, window)
}

/// Writes, for dancing links, the influence of the choice of items.
fn write_tree_sizes(
    out: &mut SharedOutput,
    engine: CoverEngine,
    problem: &ExactCover,
    window: Option<Window>,
) -> io::Result<()> {
    match (engine.form, window) {
        (CoverForm::Links, None) => tree_sizes::write(out, problem),
        _ => Ok(()),
    }
}

/// Returns a description of how CDCL or DPLL searches here, with the legend of the
/// marks.
pub(super) fn about(engine: Engine, numbers: &str) -> String {
    if engine == Engine::Dpll {
        return format!(
            "DPLL: the first open variable is decided and tried true first. A clause with one\n\
             literal left implies it. From a conflict the search goes back to the last decision\n\
             that was tried one way only, and tries the other way; it learns nothing. {numbers}\n{}",
            paint(FAINT, cdcl::LEGEND_OF_DPLL)
        );
    }
    format!(
        "Conflict-driven clause learning in its plainest manner: the first open variable\n\
         is decided and tried true first; no restarts, nothing forgotten. {numbers} {}",
        paint(FAINT, cdcl::LEGEND)
    )
}

fn run_on_formula(out: &mut SharedOutput, puzzle: &Puzzle, options: &Options) -> io::Result<()> {
    let Options {
        encoding,
        window,
        engine,
        ..
    } = *options;
    let heading = format!("THE RUN: {}, encoding {encoding}", engine.name());
    let about = about(engine, "Clauses are\nnumbered as above.");
    writeln!(out, "{}\n\n{about}\n", paint(HEADING, heading))?;
    let formula = Arc::new(reduction::cnf(puzzle, &encoding));
    let size = puzzle.size();
    let collapse = size.side() > 4 && window.is_none();
    let writer = cdcl::StepWriter::new(out.clone(), Namer::new(puzzle), formula.clone(), collapse);
    let solved = run_sat(out, engine, &formula, Some(size), writer, window)?;
    write_grid(out, puzzle, solved.and_then(|solved| solved.grid).as_ref())
}

/// Writes a run of CDCL or DPLL and how it ended, and returns the solution.
pub(super) fn run_sat(
    out: &mut SharedOutput,
    engine: Engine,
    formula: &Cnf,
    size: Option<Size>,
    writer: cdcl::StepWriter<SharedOutput>,
    window: Option<Window>,
) -> io::Result<Option<Solved>> {
    write_algorithm(out, engine, window)?;
    writeln!(out, "{}", paint(FAINT, "  step  level"))?;
    let window = window.unwrap_or_default();
    let mut outcome = runs::sat(engine, formula, &[], size, writer, window)?;
    outcome.recorded.listener.finish()?;
    ended(out, &outcome, window)?;
    if !outcome.recorded.truncated {
        writeln!(out, "{}", outcome.recorded.listener.watched())?;
    }
    Ok(outcome.answer)
}

fn run_backtrack(
    out: &mut SharedOutput,
    puzzle: &Puzzle,
    window: Option<Window>,
) -> io::Result<()> {
    let rejected = match puzzle.rules().order() {
        Some(_) => "its row, column or box has already is rejected",
        None => "breaks a rule beside the numbers that stand is rejected",
    };
    writeln!(
        out,
        "{}\n\n\
         The empty cells are filled in reading order. In each, the numbers are tried from\n\
         1 on; one that {rejected}. When none is left\n\
         the search goes back to the cell before and tries on there. A step to the right\n\
         is a level down in the tree.\n",
        paint(HEADING, "THE RUN: backtracking"),
    )?;
    if !puzzle.clashes().is_empty() {
        return writeln!(out, "Two clues clash, so there is nothing to search.");
    }
    write_algorithm(out, Engine::Backtrack, window)?;
    let writer = tree::StepWriter::new(out.clone(), puzzle);
    let window = window.unwrap_or_default();
    let outcome = runs::backtrack(puzzle, writer, window)?;
    ended(out, &outcome, window)?;
    write_grid(out, puzzle, outcome.answer.as_ref())
}

/// Writes a run, and returns the options of the cover, each with the item for which it was
/// taken.
fn run_cover(
    out: &mut SharedOutput,
    engine: CoverEngine,
    problem: &Arc<ExactCover>,
    labels: Labels,
    size: Option<Size>,
    window: Option<Window>,
) -> io::Result<Option<Vec<(usize, usize)>>> {
    let (terms, text) = match engine.form {
        CoverForm::Links => (
            Terms::Links,
            "Knuth's dancing links: choose an item with the fewest options left and cover it\n\
             (it leaves the list of items, and its options leave the lists of all others);\n\
             take its options one after the other, and cover the other items of each, following\n\
             the links from the chosen node. To go back, uncover everything in reverse order: a\n\
             removed node still has the neighbours that it had when it was removed, and only in\n\
             this order are they in the lists again.",
        ),
        CoverForm::Matrix => (
            Terms::Matrix,
            "Algorithm X on the matrix: choose a column (here one with the fewest 1s, as Knuth\n\
             recommends), take a row that has a 1 there, delete every column in which that row\n\
             has a 1, and every row that has a 1 in such a column. Go on with what is left.",
        ),
    };
    let seed = { engine.seed }.map(|seed| format!(", seed {seed}"));
    let heading = format!(
        "THE RUN: {}{}",
        Engine::Cover(engine).name(),
        seed.unwrap_or_default()
    );
    writeln!(out, "{}\n\n{text}\n", paint(HEADING, heading))?;
    write_algorithm(out, Engine::Cover(engine), window)?;
    let remaining = Remaining::new(problem.clone());
    let writer = cover_steps::StepWriter::new(out.clone(), terms, Arc::new(labels), remaining);
    let window = window.unwrap_or_default();
    let outcome = runs::cover(engine, problem, size, writer, window)?;
    ended(out, &outcome, window)?;
    let cover = outcome.recorded.listener.cover().collect();
    Ok(outcome.answer.map(|_| cover))
}

/// Writes the algorithm of an engine, unless only a part of its run is asked for.
fn write_algorithm(
    out: &mut SharedOutput,
    engine: Engine,
    window: Option<Window>,
) -> io::Result<()> {
    if window.is_some() {
        return Ok(());
    }
    for Line(_, indent, text) in algorithm::of(engine) {
        let blanks = if text.is_empty() { 0 } else { 4 + 2 * indent };
        writeln!(out, "{:blanks$}{text}", "")?;
    }
    writeln!(out)
}

/// Writes how far the run was shown, and how to see more.
fn ended<L, A>(out: &mut SharedOutput, outcome: &Outcome<L, A>, window: Window) -> io::Result<()> {
    let Recorded {
        steps,
        shown,
        truncated,
        ..
    } = outcome.recorded;
    let unit = window.unit().name();
    writeln!(out)?;
    if truncated {
        return writeln!(
            out,
            "The run goes on; these were {unit} {window}. `--{unit} {}` shows what comes next.",
            window.next()
        );
    }
    if !shown && steps > 0 {
        writeln!(out, "The run has fewer {unit}.")?;
    }
    if let Some(stop) = outcome.gave_up {
        let why = match stop {
            Stop::Memory => "the matrix would be too large".to_string(),
            other => other.to_string(),
        };
        return writeln!(out, "The search gave up: {why}.");
    }
    writeln!(out, "{}.", count(steps as usize, "step", "steps"))?;
    match outcome.answer {
        Some(_) => Ok(()),
        None => writeln!(out, "There is no solution."),
    }
}

fn write_grid(out: &mut SharedOutput, puzzle: &Puzzle, grid: Option<&Grid>) -> io::Result<()> {
    match grid {
        Some(grid) => write!(
            out,
            "\n{}",
            print::boxed(&puzzle.answer(grid), Lines::Ascii)
        ),
        None => Ok(()),
    }
}
