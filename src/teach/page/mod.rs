//! A page: one HTML file that shows a puzzle's reductions and runs, offline.
//!
//! The file holds its style, its script and its data: the traces of
//! `docs/TRACE.md`, made once for each of two encodings. It needs no server and
//! loads nothing, so it can be mailed, put on a stick or on a course's site.

use super::json;
use super::labels::Labels;
use super::runs::CoverEngine;
use super::story::Engine;
use super::trace::Trace;
use super::window::Window;
use crate::cover::ExactCover;
use crate::encode::Encoding;
use crate::sudoku::Puzzle;
use serde::Serialize;
use std::io::{self, Write};

/// The largest order shown: of a 16×16 the candidates would be too small to read.
pub const MAX_ORDER: usize = 3;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// The parts of the script, in their order. They share one scope.
const SCRIPT: [&str; 11] = [
    include_str!("js/names.js"),
    include_str!("js/replay.js"),
    include_str!("js/ink.js"),
    include_str!("js/grid.js"),
    include_str!("js/reduction.js"),
    include_str!("js/graph.js"),
    include_str!("js/cdcl.js"),
    include_str!("js/cover.js"),
    include_str!("js/tree.js"),
    include_str!("js/predict.js"),
    include_str!("js/main.js"),
];

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
            json::puzzle(puzzle, encoding, &engines, window)?,
            json::puzzle(puzzle, &other, &[Engine::Cdcl], window)?,
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

    /// Writes the page.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let data = inlined(&serde_json::to_string(self)?);
        for part in PAGE.split_inclusive("-->") {
            let (text, hole) = match part.split_once("<!--") {
                Some((text, hole)) => (text, hole.trim_end_matches("-->").trim()),
                None => (part, ""),
            };
            out.write_all(text.as_bytes())?;
            match hole {
                "style" => out.write_all(trimmed(STYLE).as_bytes())?,
                "data" => out.write_all(data.as_bytes())?,
                "script" => {
                    for script in SCRIPT {
                        out.write_all(trimmed(script).as_bytes())?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A source without indentation and without lines that are a comment: a tenth
/// of the page.
fn trimmed(source: &str) -> String {
    let lines = source.lines().map(str::trim).filter(|line| {
        let comment = line.starts_with("//") || (line.starts_with("/*") && line.ends_with("*/"));
        !line.is_empty() && !comment
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// JSON that can stand inside a `<script>`: no `</script>` ends it early, no
/// `<!--` opens anything.
fn inlined(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_the_script() {
        let data = inlined(r#"{"name":"</script><!--"}"#);
        assert!(!data.contains('<'));
        let back: serde_json::Value = serde_json::from_str(&data).unwrap();
        assert_eq!(back["name"], "</script><!--");
    }

    #[test]
    fn every_hole_of_the_page_is_filled() {
        for hole in ["style", "data", "script"] {
            assert_eq!(PAGE.matches(&format!("<!--{hole}-->")).count(), 1, "{hole}");
        }
        assert_eq!(PAGE.matches("<!--").count(), 3);
    }
}
