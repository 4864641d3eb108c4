//! A page: one HTML file that shows a puzzle's reductions and runs, offline.
//!
//! The file holds its style, its script and its data: the traces of
//! `docs/TRACE.md`, made once for each of two encodings. It needs no server and
//! loads nothing, so it can be mailed, put on a stick or on a course's site.
//! The live page holds this library as well, as WebAssembly ([`live`]), and
//! shows what somebody types.

#[cfg(not(target_family = "wasm"))]
mod html;
pub mod live;
#[cfg(target_family = "wasm")]
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
use crate::sudoku::Puzzle;
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
    /// The first trace has every run. A second one has the CDCL run on the
    /// formula of another encoding.
    traces: Vec<Trace>,
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
        let other = match *encoding == Encoding::EXTENDED {
            true => Encoding::LECTURE,
            false => Encoding::EXTENDED,
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
            traces: vec![json::problem(problem, labels, engine, window)?],
        })
    }
}
