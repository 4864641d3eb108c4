//! A page: one HTML file that shows a puzzle's reductions and runs, offline.
//!
//! The file holds its style, its script and its data: the traces of
//! `docs/TRACE.md`, made once for each of two encodings. It needs no server and
//! loads nothing, so it can be mailed, put on a stick or on a course's site.
//! The live page holds this library as well, as WebAssembly ([`live`]), and
//! shows what somebody types.

#[cfg(feature = "files")]
mod html;
pub mod live;
#[cfg(feature = "page-exports")]
mod wasm;

use super::json;
use super::labels::Labels;
use super::runs::CoverEngine;
use super::story::Engine;
use super::trace::Trace;
use super::window::Window;
use crate::cover::ExactCover;
use crate::encode::Encoding;
use crate::formula::{Cnf, Lit};
use crate::sudoku::{House, Puzzle};
use serde::Serialize;
use std::io;

/// The largest order shown: of a 16×16 the candidates would be too small to read.
pub const MAX_ORDER: usize = 3;

/// The most variables of a formula, and the most options and items of a problem
/// of exact cover that somebody types.
pub const MOST: usize = 2000;

/// What a page shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lesson {
    /// The engine whose tab opens first; none for the reduction.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens: Option<&'static str>,
    /// The houses by the names of the story, unless the rules are plain Sudoku's.
    #[serde(skip_serializing_if = "Option::is_none")]
    houses: Option<Vec<HousePart>>,
    /// The first trace has every run. A second one has the CDCL run on the
    /// formula of another encoding.
    traces: Vec<Trace>,
}

/// A house of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct HousePart {
    /// Its name, as `region 1`.
    name: String,
    /// Its cells, by reading order.
    cells: Vec<usize>,
}

impl HousePart {
    /// The houses of a puzzle, unless they are those of a plain one.
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

/// Why a page does not show a puzzle.
///
/// # Errors
/// If the puzzle is too large, or has rules beyond houses.
pub fn can_show(puzzle: &Puzzle) -> Result<(), String> {
    let (rules, side) = (puzzle.rules(), puzzle.size().side());
    let most = MAX_ORDER * MAX_ORDER;
    match rules.order() {
        Some(n) if n > MAX_ORDER => Err(format!(
            "a page shows puzzles up to n = {MAX_ORDER}, found n = {n}"
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

impl Lesson {
    /// The reductions of a puzzle and the runs of all engines on them, each of
    /// the window's steps, and CDCL on a second encoding to compare.
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

    /// The same; CDCL decides these literals first.
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
        let engines = [Engine::Cdcl, Engine::Cover(cover), Engine::Backtrack];
        // The lecture's encoding has no words for houses of fewer cells than digits.
        let other = match (*encoding == Encoding::EXTENDED, puzzle.rules().order()) {
            (true, Some(_)) => Encoding::LECTURE,
            (true, None) => Encoding::STRENGTHENED,
            (false, _) => Encoding::EXTENDED,
        };
        let mut traces = vec![
            json::puzzle_deciding(puzzle, encoding, &engines, decide, window)?,
            json::puzzle_deciding(puzzle, &other, &[Engine::Cdcl], decide, window)?,
        ];
        // The page finds the words itself, and the cover problem is the same.
        for cnf in traces.iter_mut().filter_map(|trace| trace.cnf.as_mut()) {
            cnf.words.clear();
        }
        traces[1].cover.items.clear();
        traces[1].cover.options.clear();
        Ok(Lesson {
            opens: opens.map(Engine::name),
            houses: HousePart::of(puzzle),
            traces,
        })
    }

    /// A formula that comes from anywhere, and a run of CDCL on it.
    ///
    /// # Errors
    /// None that a collector could have.
    pub fn of_formula(formula: &Cnf, window: Window) -> io::Result<Lesson> {
        Lesson::of_formula_deciding(formula, window, &[])
    }

    /// The same; CDCL decides these literals first.
    fn of_formula_deciding(formula: &Cnf, window: Window, decide: &[Lit]) -> io::Result<Lesson> {
        Ok(Lesson {
            opens: Some(Engine::Cdcl.name()),
            houses: None,
            traces: vec![json::formula_deciding(formula, decide, window)?],
        })
    }

    /// A problem of exact cover and a run on it.
    ///
    /// # Errors
    /// None that a collector could have.
    pub fn of_problem(
        problem: &ExactCover,
        labels: &Labels,
        engine: CoverEngine,
        window: Window,
    ) -> io::Result<Lesson> {
        Ok(Lesson {
            opens: Some(engine.name()),
            houses: None,
            traces: vec![json::problem(problem, labels, engine, window)?],
        })
    }
}
