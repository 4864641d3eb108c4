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
#[cfg(feature = "files")]
mod typed;

use super::algorithm::Line;
use super::engine::{CoverEngine, Engine};
use super::labels::Labels;
use super::trace::{Event, Trace};
use super::window::Window;
use super::{extent, json, math, names, reduction, solving};
use crate::cover::ExactCover;
use crate::encode::{self, Encoding};
use crate::formula::{Cnf, Lit};
use crate::sudoku::{House, Puzzle, Rules, Symbols, print};
use pigeonholes::Pigeonholes;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

/// Largest order of a puzzle on a page. The formula of a 25×25 would make the file larger
/// than 10 MB.
const MAX_ORDER: usize = 4;

/// Largest order of a puzzle that a live page explains. The document of a 16×16 has
/// about 3 MB, and the page asks for a new one at each question.
const MAX_LIVE_ORDER: usize = 3;

/// Largest number of literals of a puzzle's formula on a page: a plain 16×16 by the encoding
/// `extended` has 277 504 without its clues.
const MOST_LITERALS: u64 = 300_000;

/// Largest number of literals of a puzzle's formula on a live page, which asks for a new document at
/// each question. Chosen by hand: a 9×9 with many cages has about 50 000.
const MOST_LIVE_LITERALS: u64 = 100_000;

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
    /// The region of each cell of several grids, for the walls between regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<usize>>,
    /// Which numbers stand for the puzzle's symbols, if the symbols are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    symbols: Option<String>,
    /// The rules beyond rows, columns and boxes in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    /// Rules and excluded candidates as the beginning of a puzzle's text, if the clues alone would not
    /// say them.
    #[serde(skip_serializing_if = "Option::is_none")]
    stated: Option<String>,
    /// The pictures of these rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing: Option<DrawingPart>,
    /// The rules for two cells, in the order of the trace's numbers of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<String>,
    /// The rules for several cells, in the order of the trace's numbers of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tables: Vec<String>,
    /// For each trace, where the clauses of these rules are: the number of the first clause, how
    /// many there are, and the rule's place in `pairs` followed by `tables`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<Vec<(u64, u64, usize)>>,
    /// The steps of a person, a tab each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    persons: Vec<solving::Run>,
    /// The algorithm of each engine that runs in the traces, by its name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    algorithms: BTreeMap<String, Vec<Line>>,
    /// The formulas of the clause families in MathML.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    formulas: BTreeMap<String, String>,
    /// The traces: the first one has every run, the second one the runs on the
    /// formula of another encoding.
    traces: Vec<Trace>,
    /// Further documents that a reader can choose, unless the page is live, each with its name and
    /// title.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    examples: Vec<(String, String, Lesson)>,
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

/// The pictures of a puzzle's rules, below and above the lines of the grid: see [`print::Layers`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct DrawingPart {
    below: String,
    above: String,
    /// Space for numbers on each side of the grid, in hundredths of a cell.
    space: usize,
    /// The cells of cages, by their index in reading order, each with `true` if numbers stand in its
    /// corner.
    cages: Vec<(usize, bool)>,
}

impl DrawingPart {
    /// Returns the pictures, or `None` if there is nothing to draw.
    fn of(rules: &Rules) -> Option<DrawingPart> {
        let print::Layers {
            below,
            above,
            space,
            cages,
        } = print::Layers::of(rules.spec());
        let cages = cages.into_iter();
        let cages = cages.map(|(cell, is_numbered)| (cell.index(rules.size()), is_numbered));
        let is_empty = below.is_empty() && above.is_empty();
        (!is_empty).then(|| DrawingPart {
            below,
            above,
            space,
            cages: cages.collect(),
        })
    }
}

/// Checks that a page can show the puzzle with its formula by this encoding, and by the one that is
/// compared with it. A live page shows less.
///
/// # Errors
/// If the puzzle or a formula is too large.
pub fn check_showable(puzzle: &Puzzle, encoding: &Encoding, is_live: bool) -> Result<(), String> {
    let (max_order, most) = match is_live {
        true => (MAX_LIVE_ORDER, MOST_LIVE_LITERALS),
        false => (MAX_ORDER, MOST_LITERALS),
    };
    extent::check(puzzle.rules(), max_order, "a page shows puzzles")?;
    for encoding in [*encoding, compared_with(encoding, puzzle.rules())] {
        let size = encode::size(puzzle, &encoding, reduction::LAYOUT);
        if size.lits > most {
            return Err(format!(
                "a page shows formulas up to {most} literals, found {} in {} clauses by the encoding \
                 `{encoding}`",
                size.lits, size.clauses
            ));
        }
    }
    Ok(())
}

/// Returns the encoding that a page compares with this one. The lecture's has families for few
/// rules.
fn compared_with(encoding: &Encoding, rules: &Rules) -> Encoding {
    match (*encoding == Encoding::EXTENDED, rules.order()) {
        (true, Some(_)) => Encoding::LECTURE,
        (true, None) => Encoding::STRENGTHENED,
        (false, _) => Encoding::EXTENDED,
    }
}

/// Returns where the clauses of each rule for cells are in a formula: [`Lesson::sources`].
fn sources(puzzle: &Puzzle, encoding: &Encoding) -> Vec<(u64, u64, usize)> {
    let mut sources = Vec::new();
    let mut first = 1;
    for size in encode::family_sizes(puzzle, encoding, reduction::LAYOUT) {
        let mut next = first;
        for (rule, count) in encode::clauses_by_rule(size.family, puzzle.rules()) {
            sources.push((next, count, rule));
            next += count;
        }
        first += size.clauses;
    }
    sources
}

/// Returns the region of each cell, if there are several grids.
fn regions(rules: &Rules) -> Option<Vec<usize>> {
    (!rules.size().is_one_grid()).then(|| rules.regions())
}

/// Returns the rules of a puzzle in words, if there are more than rows, columns and boxes.
fn further_rules(puzzle: &Puzzle) -> Option<String> {
    let sentences = print::sentences(puzzle.rules().spec());
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Returns the rules and excluded candidates of a puzzle as the beginning of a text that a live page
/// may send, which its clues end; `None` if they are the usual ones, so that the clues are enough.
fn stated(puzzle: &Puzzle) -> Option<String> {
    if *puzzle.rules() == Rules::usual(puzzle.size()) && puzzle.excluded().is_empty() {
        return None;
    }
    let mut blank = Puzzle::new(puzzle.rules().clone()).with_symbols(Symbols::NUMBERS);
    for &candidate in puzzle.excluded() {
        blank.exclude(candidate);
    }
    Some(format!("{}clues\n", print::description(&blank)))
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

/// Returns the formulas of the clause families in MathML.
fn formulas_of(traces: &[Trace]) -> BTreeMap<String, String> {
    let groups = traces.iter().filter_map(|trace| trace.cnf.as_ref());
    let formulas = groups
        .flat_map(|cnf| &cnf.groups)
        .map(|group| &group.formula);
    let formulas = formulas.filter(|formula| math::is_formula(formula));
    formulas
        .map(|formula| (formula.clone(), math::mathml(formula)))
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
            _ => CoverEngine::DLX,
        };
        let on_formula = match opens {
            Some(Engine::Dpll) => &[Engine::Cdcl, Engine::Dpll][..],
            _ => &[Engine::Cdcl],
        };
        let rules = puzzle.rules();
        // An exact cover with colours is not shown, unless it was asked for: then this is an error.
        let on_cover = match (rules.tables(), opens) {
            ([_, ..], None | Some(Engine::Cdcl | Engine::Dpll | Engine::Backtrack)) => &[][..],
            _ => &[Engine::Cover(cover)],
        };
        let engines = [on_formula, on_cover, &[Engine::Backtrack]].concat();
        let other = compared_with(encoding, rules);
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
            regions: regions(puzzle.rules()),
            symbols: names::symbols(puzzle),
            rules: further_rules(puzzle),
            stated: stated(puzzle),
            drawing: DrawingPart::of(rules),
            pairs: rules.pairs().iter().map(ToString::to_string).collect(),
            tables: rules.tables().iter().map(ToString::to_string).collect(),
            sources: match rules.pairs().is_empty() && rules.tables().is_empty() {
                true => Vec::new(),
                false => [*encoding, other]
                    .map(|encoding| sources(puzzle, &encoding))
                    .to_vec(),
            },
            pigeonholes: pigeonholes_of(&traces),
            algorithms: algorithms_of(&mut traces),
            formulas: formulas_of(&traces),
            traces,
            ..Lesson::default()
        })
    }

    /// Creates the content for the steps of a person alone, for a grid of any size and rules.
    pub fn of_steps(puzzle: &Puzzle, steps: solving::Run) -> Lesson {
        Lesson {
            opens: Some(steps.engine()),
            houses: HousePart::of(puzzle),
            regions: regions(puzzle.rules()),
            symbols: names::symbols(puzzle),
            rules: further_rules(puzzle),
            drawing: DrawingPart::of(puzzle.rules()),
            persons: vec![steps],
            traces: vec![json::grid(puzzle)],
            ..Lesson::default()
        }
    }

    /// Creates the content for the run of one engine on a puzzle, with the lecture's formula.
    ///
    /// # Errors
    /// If the puzzle is too large to be an exact-cover problem.
    pub fn of_run(puzzle: &Puzzle, engine: Engine, window: Window) -> io::Result<Lesson> {
        let mut traces = vec![json::puzzle(puzzle, &Encoding::LECTURE, &[engine], window)?];
        for cnf in traces.iter_mut().filter_map(|trace| trace.cnf.as_mut()) {
            cnf.words.clear();
        }
        if !matches!(engine, Engine::Cover(_)) {
            traces[0].cover.items.clear();
            traces[0].cover.options.clear();
        }
        Ok(Lesson {
            opens: Some(engine.name()),
            algorithms: algorithms_of(&mut traces),
            formulas: formulas_of(&traces),
            traces,
            ..Lesson::default()
        })
    }

    /// Adds a document that a reader can choose by its title.
    #[must_use]
    pub fn with_example(mut self, name: &str, title: &str, example: Lesson) -> Lesson {
        self.examples
            .push((name.to_owned(), title.to_owned(), example));
        self
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
