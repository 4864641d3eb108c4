//! The page: one HTML file that shows a puzzle's reductions and runs, offline.
//!
//! The file contains its style, its script and its data: the traces of
//! `docs/TRACE.md`, made for each of two encodings. It needs no server and
//! loads nothing, so it can be mailed, copied, or put on a course's site. The
//! live page also contains this library as WebAssembly ([`live`], built from
//! `bindings/wasm`), and shows what the user types.
//!
//! On the page an object (a literal, a clause, a family, an item or an option) has
//! a key, and `js/bus.js` hands the object that is pointed at or selected to every
//! panel, which lights what it shows of it. `js/walk.js` leads the keyboard through
//! the objects of a panel, and `js/patch.js` replaces in a panel only what a step has changed.

pub(super) mod base64;
#[cfg(feature = "files")]
mod html;
pub mod live;
mod pigeonholes;

use super::algorithm::Line;
use super::engine::{CoverEngine, Engine};
use super::labels::Labels;
use super::trace::{Event, Trace};
use super::window::Window;
use super::{json, names, solving};
use crate::cover::ExactCover;
use crate::encode::Encoding;
use crate::formula::{Cnf, Lit};
use crate::sudoku::rules::Regions;
use crate::sudoku::{House, Puzzle, Rules, Size, print};
use pigeonholes::Pigeonholes;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

/// Largest order of a puzzle on a page. The formula of a 25×25 would make the file larger
/// than 10 MB.
pub const MAX_ORDER: usize = 4;

/// Largest order of a puzzle that a live page explains. The document of a 16×16 has
/// about 3 MB, and the page asks for a new one at each question.
pub const MAX_LIVE_ORDER: usize = 3;

/// Largest number of variables of a formula, and of options and items of an
/// exact-cover problem, that a user may type. Chosen by hand to keep the page
/// readable.
pub const MOST: usize = 2000;

/// The content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lesson {
    /// Name of the engine whose tab is open at first; `None` for the reduction.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens: Option<&'static str>,
    /// The houses with their names, unless the rules are those of plain Sudoku.
    #[serde(skip_serializing_if = "Option::is_none")]
    houses: Option<Vec<HousePart>>,
    /// Which numbers stand for the puzzle's symbols, if the symbols are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    symbols: Option<String>,
    /// The rules beyond rows, columns and regions, in a page that has no clauses for them.
    #[serde(skip)]
    rules: Option<String>,
    /// The steps of a person, a tab each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    persons: Vec<solving::Run>,
    /// The algorithm of each engine that runs in the traces, by its name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    algorithms: BTreeMap<String, Vec<Line>>,
    /// The traces: the first one has every run, the second one the runs on the
    /// formula of another encoding.
    traces: Vec<Trace>,
    /// For each trace, the pigeonholes that refute its formula; missing if there are none in any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pigeonholes: Option<Vec<Option<Pigeonholes>>>,
}

/// A house on a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct HousePart {
    /// Name of the house, such as `region 1`.
    name: String,
    /// The cells, by their index in reading order.
    cells: Vec<usize>,
}

impl HousePart {
    /// Returns the houses of a puzzle, or `None` for a plain one.
    fn of(puzzle: &Puzzle) -> Option<Vec<HousePart>> {
        let rules = puzzle.rules();
        let cells = |house: House| rules.cells_of(house).iter();
        let houses = rules.houses().iter().map(|&house| HousePart {
            name: house.to_string(),
            cells: cells(house).map(|cell| cell.index(rules.size())).collect(),
        });
        rules.order().is_none().then(|| houses.collect())
    }
}

/// Checks that a page can show the puzzle, for puzzles up to the order `max_order`:
/// [`MAX_ORDER`], or [`MAX_LIVE_ORDER`] for a live page.
///
/// # Errors
/// If the puzzle is too large, has several grids, or rules beyond houses.
pub fn check_showable(puzzle: &Puzzle, max_order: usize) -> Result<(), String> {
    let (rules, side) = (puzzle.rules(), puzzle.size().side());
    let most = max_order * max_order;
    match rules.order() {
        _ if !rules.size().is_one_grid() => {
            Err(format!("a page shows one grid, found {}", rules.size()))
        }
        Some(n) if n > max_order => Err(format!(
            "a page shows puzzles up to n = {max_order}, found n = {n}"
        )),
        None if side > most => Err(format!(
            "a page shows puzzles up to {most}×{most}, found {side}×{side}"
        )),
        None if !rules.pairs().is_empty() || !rules.tables().is_empty() => Err(
            "a page shows rules about houses, and not those about pairs of cells or sums".into(),
        ),
        _ => Ok(()),
    }
}

/// Returns the reason why a live page does not take a puzzle of this size whose rules are
/// not the usual ones.
pub fn not_live(size: Size) -> String {
    let boxes = match Rules::usual(size).spec().regions {
        Regions::Boxes { rows, cols } => format!("boxes of {rows}×{cols}"),
        _ => "no boxes".to_owned(),
    };
    format!(
        "a live page reads a puzzle as its digits alone, by the usual rules (in a {size} {boxes}), \
         and this puzzle has other rules"
    )
}

/// Returns the pigeonholes of each formula whose run has found no solution, if there are any.
fn pigeonholes_of(traces: &[Trace]) -> Option<Vec<Option<Pigeonholes>>> {
    let found = traces.iter().map(|trace| {
        let runs = trace
            .runs
            .iter()
            .filter(|run| run.engine == Engine::Cdcl.name());
        let last = { runs }.find_map(|run| run.events.last());
        match last {
            Some(Event::Solution { .. }) => None,
            _ => Pigeonholes::of(trace.cnf.as_ref()?),
        }
    });
    let found: Vec<Option<Pigeonholes>> = found.collect();
    found.iter().any(Option::is_some).then_some(found)
}

/// Takes the algorithms out of the runs, because the page needs each once.
fn algorithms_of(traces: &mut [Trace]) -> BTreeMap<String, Vec<Line>> {
    let runs = traces.iter_mut().flat_map(|trace| &mut trace.runs);
    runs.map(|run| (run.engine.clone(), std::mem::take(&mut run.algorithm)))
        .collect()
}

impl Lesson {
    /// Creates the content for a puzzle: its reductions, the runs of the
    /// engines up to the end of the window, and a CDCL run on a second encoding
    /// to compare. DPLL runs, on both encodings, only if `opens` is [`Engine::Dpll`].
    ///
    /// # Errors
    /// If the puzzle is too large to be an exact-cover problem.
    pub fn of_puzzle(
        puzzle: &Puzzle,
        encoding: &Encoding,
        opens: Option<Engine>,
        window: Window,
    ) -> io::Result<Lesson> {
        Lesson::deciding(puzzle, encoding, opens, window, &[])
    }

    /// Does the same as [`of_puzzle`](Self::of_puzzle), where CDCL and DPLL
    /// decide the literals `decide` first.
    fn deciding(
        puzzle: &Puzzle,
        encoding: &Encoding,
        opens: Option<Engine>,
        window: Window,
        decide: &[Lit],
    ) -> io::Result<Lesson> {
        let cover = match opens {
            Some(Engine::Cover(engine)) => engine,
            _ => CoverEngine::Dlx,
        };
        let on_formula = match opens {
            Some(Engine::Dpll) => &[Engine::Cdcl, Engine::Dpll][..],
            _ => &[Engine::Cdcl],
        };
        let engines = [on_formula, &[Engine::Cover(cover), Engine::Backtrack]].concat();
        // The lecture's encoding can't express houses of fewer cells than
        // digits.
        let other = match (*encoding == Encoding::EXTENDED, puzzle.rules().order()) {
            (true, Some(_)) => Encoding::LECTURE,
            (true, None) => Encoding::STRENGTHENED,
            (false, _) => Encoding::EXTENDED,
        };
        let mut traces = vec![
            json::puzzle_deciding(puzzle, encoding, &engines, decide, window)?,
            json::puzzle_deciding(puzzle, &other, on_formula, decide, window)?,
        ];
        // The page generates the words itself, and the exact-cover problem is
        // the same.
        for cnf in traces.iter_mut().filter_map(|trace| trace.cnf.as_mut()) {
            cnf.words.clear();
        }
        traces[1].cover.items.clear();
        traces[1].cover.options.clear();
        Ok(Lesson {
            opens: opens.map(Engine::name),
            houses: HousePart::of(puzzle),
            symbols: names::symbols(puzzle),
            pigeonholes: pigeonholes_of(&traces),
            algorithms: algorithms_of(&mut traces),
            traces,
            ..Lesson::default()
        })
    }

    /// Creates the content for the steps of a person alone, for a grid of any size and rules.
    pub fn of_steps(puzzle: &Puzzle, steps: solving::Run) -> Lesson {
        Lesson {
            opens: Some(steps.engine()),
            houses: HousePart::of(puzzle),
            symbols: names::symbols(puzzle),
            rules: match &print::statements(puzzle.rules().spec())[..] {
                [] | [_] => None,
                [_, further @ ..] => Some(format!("Rules: {}.", further.join("; "))),
            },
            persons: vec![steps],
            traces: vec![json::grid(puzzle)],
            ..Lesson::default()
        }
    }

    /// Adds the steps of a person as a further tab.
    #[must_use]
    pub fn with_steps(mut self, steps: solving::Run) -> Lesson {
        self.persons.push(steps);
        self
    }

    /// Creates the content for any formula, with a run of CDCL on it and, if `opens` is
    /// [`Engine::Dpll`], a run of DPLL.
    ///
    /// # Errors
    /// None: a collector has no errors.
    pub fn of_formula(formula: &Cnf, opens: Option<Engine>, window: Window) -> io::Result<Lesson> {
        Lesson::of_formula_deciding(formula, opens, window, &[])
    }

    /// Does the same as [`of_formula`](Self::of_formula), where CDCL and DPLL decide the literals
    /// `decide` first.
    fn of_formula_deciding(
        formula: &Cnf,
        opens: Option<Engine>,
        window: Window,
        decide: &[Lit],
    ) -> io::Result<Lesson> {
        let (opens, engines) = match opens {
            Some(Engine::Dpll) => (Engine::Dpll, &[Engine::Cdcl, Engine::Dpll][..]),
            _ => (Engine::Cdcl, &[Engine::Cdcl][..]),
        };
        let mut traces = vec![json::formula_deciding(formula, engines, decide, window)?];
        Ok(Lesson {
            opens: Some(opens.name()),
            pigeonholes: pigeonholes_of(&traces),
            algorithms: algorithms_of(&mut traces),
            traces,
            ..Lesson::default()
        })
    }

    /// Creates the content for an exact-cover problem, with a run on it.
    ///
    /// # Errors
    /// None: a collector has no errors.
    pub fn of_problem(
        problem: &ExactCover,
        labels: &Labels,
        engine: CoverEngine,
        window: Window,
    ) -> io::Result<Lesson> {
        let mut traces = vec![json::problem(problem, labels, engine, window)?];
        Ok(Lesson {
            opens: Some(Engine::Cover(engine).name()),
            algorithms: algorithms_of(&mut traces),
            traces,
            ..Lesson::default()
        })
    }
}
