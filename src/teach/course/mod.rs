//! The lessons of `docs/teaching/` as pages (a lesson's text beside what it is about), slides,
//! handouts and keys of answers.
//!
//! The text is the Markdown file itself, compiled in. Two kinds of lines are for the
//! page only, and are comments elsewhere:
//!
//! - `<!-- step cdcl/25: the first conflict -->` is a link to a step of the page, by its
//!   address;
//! - `<!-- figure tree -->` is a figure of the lesson's subject, `<!-- figure grid 8 -->` one after
//!   a step, and `<!-- figure matrix of zero-to-six -->` one of another subject of `SUBJECTS`;
//! - `<!-- slide figure tree 8 -->` is a figure that slides show instead of the next session, and
//!   `<!-- slide -->` leaves the session out. What slides leave out is in their notes.
//!
//! Answers stand between lines `<details>` and `</details>`. On paper they come at the end.

mod beamer;
mod deck;
mod handout;
mod slides;
mod text;

use super::engine::{CoverEngine, Engine};
use super::figure::{self, Form};
use super::json;
use super::labels::Labels;
use super::page::Lesson as Page;
use super::trace::Trace;
use super::window::{Unit, Window};
use crate::cover::problems::Problem;
use crate::encode::Encoding;
use crate::formula::{Cnf, dimacs};
use crate::sudoku::{Puzzle, text as sudoku_text};
use std::io;

/// The steps of a further example that a page holds: enough for the first dead end of a 9×9, in a file
/// that stays small.
const EXAMPLE_STEPS: &str = "1..300";

/// A lesson of `docs/teaching/`, with what its page shows beside the text.
#[derive(Debug)]
pub struct Lesson {
    /// The text in Markdown.
    pub markdown: &'static str,
    /// The puzzle, formula or problem that the page shows beside the text.
    subject: Subject,
    /// The address of the step that is shown first.
    pub opens: &'static str,
    /// Names of further subjects that the page shows when they are chosen.
    examples: &'static [&'static str],
}

/// The subject of a lesson, which its page shows beside the text.
#[derive(Clone, Copy, Debug)]
enum Subject {
    /// A puzzle as text, with a run of every engine.
    Puzzle(&'static str),
    /// A formula in DIMACS, with a run of CDCL.
    Formula(&'static str),
    /// One of the courses' exact-cover problems by its name, with a run of dancing links.
    Problem(&'static str),
}

/// The lessons in their order; the first one has number 1.
pub const LESSONS: [Lesson; 6] = [
    Lesson {
        markdown: include_str!("../../../docs/teaching/1-backtracking.md"),
        subject: Subject::Puzzle(LECTURE),
        opens: "backtracking/0",
        examples: &["lecture-9x9", "hard-9x9"],
    },
    Lesson {
        markdown: include_str!("../../../docs/teaching/2-sat.md"),
        subject: Subject::Puzzle(LECTURE),
        opens: "reduction",
        examples: &[],
    },
    Lesson {
        markdown: include_str!("../../../docs/teaching/3-pigeonholes.md"),
        subject: Subject::Puzzle("11.............."),
        opens: "cdcl/8",
        examples: &[],
    },
    Lesson {
        markdown: include_str!("../../../docs/teaching/4-exact-cover.md"),
        subject: Subject::Problem("knuth-6x7"),
        opens: "cover/0",
        examples: &[
            "zero-to-six",
            "one-to-five",
            "a-to-g",
            "matrix-6x6",
            "abc",
            "triominoes-3x4",
            "cover-4x4",
        ],
    },
    Lesson {
        markdown: include_str!("../../../docs/teaching/5-proofs.md"),
        subject: Subject::Formula(PIGEONS),
        opens: "cdcl/0",
        examples: &[],
    },
    Lesson {
        markdown: include_str!("../../../docs/teaching/6-counting.md"),
        subject: Subject::Puzzle("1234............"),
        opens: "cover/0",
        examples: &[],
    },
];

/// The lecture's 4×4.
const LECTURE: &str = include_str!("../../../puzzles/lecture-4x4.txt");

/// Puzzles that lessons show besides their own subject, with the names and titles that live pages
/// have for them; problems have their own names.
const SUBJECTS: [(&str, &str, &str); 7] = [
    (
        "lecture-9x9",
        "9×9 of the lecture",
        include_str!("../../../puzzles/lecture-9x9.txt"),
    ),
    (
        "hard-9x9",
        "9×9 against backtracking",
        include_str!("../../../puzzles/brute-force-killer.txt"),
    ),
    (
        "cover-4x4",
        "4×4 of the lecture's exact cover",
        include_str!("../../../puzzles/exact-cover-4x4.txt"),
    ),
    ("clash-4x4", "4×4 with two 1s in a row", "11.............."),
    ("class-96", "a grid of the class of 96", "1234341221434321"),
    (
        "class-192",
        "a grid of the class of 192",
        "1234341223414123",
    ),
    (
        "blank-9x9",
        "9×9, blank",
        include_str!("../../../puzzles/empty-9x9.txt"),
    ),
];

/// Three pigeons in two holes.
const PIGEONS: &str =
    "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n";

/// A [`Subject`], read.
enum Object {
    Puzzle(Puzzle),
    Formula(Cnf),
    Problem(&'static Problem),
}

impl Subject {
    /// Returns the subject of a name, and its title.
    fn by_name(name: &str) -> io::Result<(Subject, &'static str)> {
        let puzzle = SUBJECTS.iter().find(|(own, ..)| *own == name);
        let puzzle = puzzle.map(|&(_, title, text)| (Subject::Puzzle(text), title));
        let problem = || Problem::by_name(name).map(|one| (Subject::Problem(one.name), one.title));
        puzzle
            .or_else(problem)
            .ok_or_else(|| io::Error::other(format!("no such subject: {name}")))
    }

    /// Reads the subject.
    fn object(self) -> io::Result<Object> {
        const NAME: &str = "a lesson's subject";
        Ok(match self {
            Subject::Puzzle(text) => {
                let options = sudoku_text::Options::default();
                let mut puzzles = sudoku_text::read(text.as_bytes(), NAME, &options);
                let entry = puzzles.next().ok_or_else(|| io::Error::other(NAME))?;
                Object::Puzzle(entry.map_err(io::Error::other)?.puzzle)
            }
            Subject::Formula(text) => {
                let formula = dimacs::read(text.as_bytes(), NAME);
                Object::Formula(formula.map_err(io::Error::other)?)
            }
            Subject::Problem(name) => {
                let problem = Problem::by_name(name);
                Object::Problem(problem.ok_or_else(|| io::Error::other(NAME))?)
            }
        })
    }
}

impl Lesson {
    /// Returns the lesson with a number from 1 on.
    pub fn by_number(number: usize) -> Option<&'static Lesson> {
        LESSONS.get(number.checked_sub(1)?)
    }

    /// Returns the first line of the text, without its `#`.
    pub fn title(&self) -> &'static str {
        let line = self.markdown.lines().next().unwrap_or_default();
        line.trim_start_matches(['#', ' '])
    }

    /// Returns the content of the page beside the text.
    ///
    /// # Errors
    /// None: the subjects are compiled in, and tests read them.
    pub fn page(&self) -> io::Result<Page> {
        let window = Window::default();
        let page = match self.subject.object()? {
            Object::Puzzle(puzzle) => Page::of_puzzle(&puzzle, &Encoding::LECTURE, None, window)?,
            Object::Formula(formula) => Page::of_formula(&formula, None, window)?,
            Object::Problem(one) => of_problem(one)?,
        };
        self.examples.iter().try_fold(page, |page, name| {
            let (subject, title) = Subject::by_name(name)?;
            let example = match subject.object()? {
                Object::Puzzle(puzzle) => {
                    let steps = Unit::Steps
                        .window(EXAMPLE_STEPS)
                        .map_err(io::Error::other)?;
                    Page::of_run(&puzzle, self.usual_engine(), steps)?
                }
                Object::Formula(formula) => Page::of_formula(&formula, None, window)?,
                Object::Problem(one) => of_problem(one)?,
            };
            Ok(page.with_example(name, title, example))
        })
    }

    /// Returns the engine that the lesson is about.
    fn usual_engine(&self) -> Engine {
        match self.subject {
            Subject::Problem(_) => Engine::Cover(CoverEngine::Dlx),
            Subject::Puzzle(_) => Engine::Backtrack,
            Subject::Formula(_) => Engine::Cdcl,
        }
    }

    /// Returns the text as HTML: a `section` with the figures, the answers, and a key of all
    /// answers for paper.
    ///
    /// # Errors
    /// If the text names a figure that does not exist.
    pub fn html(&self) -> io::Result<String> {
        text::html(self)
    }

    /// Returns the lesson as slides, an HTML file. A slide has the first sentences of each
    /// paragraph, and whole lists, tables, sessions and figures; the other sentences are notes
    /// below it.
    ///
    /// # Errors
    /// If the text names a figure that does not exist.
    pub fn slides(&self) -> io::Result<String> {
        slides::html(self)
    }

    /// Returns the same slides in LaTeX, for the class beamer and `lualatex`.
    ///
    /// # Errors
    /// If the text names a figure that does not exist.
    pub fn beamer(&self) -> io::Result<String> {
        beamer::tex(self)
    }

    /// Returns the text without answers, with room to write them, as an HTML file to print.
    ///
    /// # Errors
    /// If the text names a figure that does not exist.
    pub fn handout(&self) -> io::Result<String> {
        handout::handout(self)
    }

    /// Returns the answers alone, as an HTML file to print.
    ///
    /// # Errors
    /// If the text names a figure that does not exist.
    pub fn answers(&self) -> io::Result<String> {
        handout::answers(self)
    }

    /// Returns the addresses of the steps that the text leads to, each with its words.
    pub fn steps(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.markdown.lines().filter_map(text::step)
    }

    /// Returns a figure, with its title. A description is the figure's name, the step after which it
    /// is drawn, and its subject: `matrix 5 of zero-to-six`. Without a step it is of the whole run,
    /// without a subject of the lesson's.
    ///
    /// # Errors
    /// If there is no such figure, step or subject.
    fn figure(&self, description: &str, form: Form) -> io::Result<(String, Vec<u8>)> {
        let (what, subject) = match description.split_once(" of ") {
            Some((what, name)) => (what, Subject::by_name(name)?.0),
            None => (description, self.subject),
        };
        let (name, step) = match what.split_once(' ') {
            Some((name, step)) => (name, Some(step.parse().map_err(io::Error::other)?)),
            None => (what, None),
        };
        let drawn = figure::Subject::by_name(name)
            .ok_or_else(|| io::Error::other(format!("no such figure: {name}")))?;
        let object = subject.object()?;
        let trace = trace(&object, drawn.engine())?;
        let puzzle = match &object {
            Object::Puzzle(puzzle) => Some(puzzle),
            _ => None,
        };
        let figure = match (step, puzzle) {
            (Some(step), _) => figure::frames::after(drawn, &trace, puzzle, step),
            (None, Some(puzzle)) => figure::draw::of_puzzle(puzzle, drawn, &trace),
            (None, None) => figure::draw::of_trace(drawn, &trace).map(figure::Frame::from),
        };
        let frame = figure.map_err(|error| io::Error::other(format!("{description}: {error}")))?;
        let title = frame.caption.first().map(String::as_str);
        let title = title.unwrap_or(frame.figure.title()).to_owned();
        let mut out = Vec::new();
        figure::write(&mut out, &frame.figure, form)?;
        Ok((title, out))
    }
}

/// Returns the page of a problem.
fn of_problem(problem: &Problem) -> io::Result<Page> {
    let problem = problem.read();
    let labels = Labels::of_problem(&problem);
    Page::of_problem(&problem, &labels, CoverEngine::Dlx, Window::default())
}

/// Returns the trace of an engine on a subject.
fn trace(object: &Object, engine: Engine) -> io::Result<Trace> {
    let window = Window::default();
    match object {
        Object::Puzzle(puzzle) => json::puzzle(puzzle, &Encoding::LECTURE, &[engine], window),
        Object::Formula(formula) => json::formula(formula, engine, window),
        Object::Problem(one) => {
            let problem = one.read();
            let labels = Labels::of_problem(&problem);
            json::problem(&problem, &labels, CoverEngine::Dlx, window)
        }
    }
}
