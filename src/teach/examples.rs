//! Examples by name: the puzzles, formulas and problems that lessons and live pages show.

use super::engine::CoverEngine;
use crate::cover::problems::Problem;
use crate::formula::{Cnf, dimacs};
use crate::sudoku::{Puzzle, text as sudoku_text};
use std::io;

/// The subject of a lesson or an example: the puzzle, problem or formula on which its runs are made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject {
    /// A puzzle as text.
    Puzzle(&'static str),
    /// A formula in DIMACS.
    Formula(&'static str),
    /// One of the courses' exact-cover problems by its name, with the seed by which dancing links
    /// choose among columns with equally few rows, if there is one.
    Problem(&'static str, Option<u64>),
}

/// A [`Subject`], read.
pub(super) enum Object {
    Puzzle(Puzzle),
    Formula(Cnf),
    Problem(&'static Problem, CoverEngine),
}

/// An example: its name, its title, and what it is about. A problem without a title has its own.
#[derive(Debug)]
pub(super) struct Example(pub(super) &'static str, &'static str, pub(super) Subject);

/// The lecture's 4×4.
pub(super) const LECTURE: &str = include_str!("../../puzzles/lecture-4x4.txt");

/// Three pigeons in two holes.
pub(super) const PIGEONS: &str = "c x1, x3, x5: pigeon 1, 2, 3 in the first hole; x2, x4, x6: in the second\n\
    p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n";

/// The examples, in the order in which a live page lists them.
pub(super) const EXAMPLES: [Example; 23] = {
    use Subject::{Formula, Problem, Puzzle};
    [
        Example("lecture-4x4", "4×4 of the lecture", Puzzle(LECTURE)),
        Example(
            "cover-4x4",
            "4×4 of the lecture's exact cover",
            Puzzle(include_str!("../../puzzles/exact-cover-4x4.txt")),
        ),
        Example("blank-4x4", "4×4, blank", Puzzle("................")),
        Example(
            "several-4x4",
            "4×4 with 2 solutions",
            Puzzle(".12.2.1.......4."),
        ),
        Example(
            "none-4x4",
            "4×4 without a solution",
            Puzzle("12....4........."),
        ),
        Example(
            "clash-4x4",
            "4×4 with two 1s in a row",
            Puzzle("11.............."),
        ),
        Example(
            "class-96",
            "4×4, a grid of the class of 96",
            Puzzle("1234341221434321"),
        ),
        Example(
            "class-192",
            "4×4, a grid of the class of 192",
            Puzzle("1234341223414123"),
        ),
        Example(
            "lecture-9x9",
            "9×9 of the lecture",
            Puzzle(include_str!("../../puzzles/lecture-9x9.txt")),
        ),
        Example(
            "classic-9x9",
            "9×9 that most pages show",
            Puzzle(include_str!("../../puzzles/classic-9x9.txt")),
        ),
        Example(
            "hard-9x9",
            "9×9 against backtracking",
            Puzzle(include_str!("../../puzzles/brute-force-killer.txt")),
        ),
        Example(
            "none-9x9",
            "9×9 without a solution",
            Puzzle(
                "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
            ),
        ),
        Example(
            "clash-9x9",
            "9×9 with two 1s in a row",
            Puzzle(
                "11...............................................................................",
            ),
        ),
        Example(
            "blank-9x9",
            "9×9, blank",
            Puzzle(include_str!("../../puzzles/empty-9x9.txt")),
        ),
        Example("pigeons", "3 pigeons in 2 holes", Formula(PIGEONS)),
        Example("a-to-g", "", Problem("a-to-g", None)),
        Example("knuth-6x7", "", Problem("knuth-6x7", None)),
        Example(
            "knuth-6x7-random",
            "the 6×7 matrix, among equal columns one at random (seed 1)",
            Problem("knuth-6x7", Some(1)),
        ),
        Example("zero-to-six", "", Problem("zero-to-six", None)),
        Example("one-to-five", "", Problem("one-to-five", None)),
        Example("matrix-6x6", "", Problem("matrix-6x6", None)),
        Example("abc", "", Problem("abc", None)),
        Example("triominoes-3x4", "", Problem("triominoes-3x4", None)),
    ]
};

impl Example {
    /// Returns the title.
    pub(super) fn title(&self) -> &'static str {
        match self.2 {
            Subject::Problem(name, _) if self.1.is_empty() => {
                Problem::by_name(name).map_or("", |problem| problem.title)
            }
            _ => self.1,
        }
    }
}

impl Subject {
    /// Returns the subject of an example, and its title.
    pub(super) fn by_name(name: &str) -> io::Result<(Subject, &'static str)> {
        let example = EXAMPLES.iter().find(|example| example.0 == name);
        let example = example.map(|example| (example.2, example.title()));
        example.ok_or_else(|| io::Error::other(format!("no such example: {name}")))
    }

    /// Reads the subject.
    ///
    /// # Errors
    /// None: the texts are compiled in, and tests read them.
    pub(super) fn object(self) -> io::Result<Object> {
        const NAME: &str = "an example";
        Ok(match self {
            Subject::Puzzle(text) => {
                let mut puzzles =
                    sudoku_text::read(text.as_bytes(), NAME, &sudoku_text::Options::default());
                let entry = puzzles.next().ok_or_else(|| io::Error::other(NAME))?;
                Object::Puzzle(entry.map_err(io::Error::other)?.puzzle)
            }
            Subject::Formula(text) => {
                let formula = dimacs::read(text.as_bytes(), NAME);
                Object::Formula(formula.map_err(io::Error::other)?)
            }
            Subject::Problem(name, seed) => {
                let problem = Problem::by_name(name).ok_or_else(|| io::Error::other(NAME))?;
                Object::Problem(
                    problem,
                    CoverEngine {
                        seed,
                        ..CoverEngine::DLX
                    },
                )
            }
        })
    }
}
