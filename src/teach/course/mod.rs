//! The lessons of `docs/teaching/` as pages (a lesson's text beside what it is about), slides,
//! handouts and keys of answers.
//!
//! The text is the Markdown file itself, compiled in. Two kinds of lines are for the
//! page only, and are comments elsewhere:
//!
//! - `<!-- step cdcl/25: the first conflict -->` is a link to a step of the page, by its
//!   address;
//! - `<!-- figure tree -->` is a figure of the lesson's subject.
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
use super::window::Window;
use crate::cover::problems::Problem;
use crate::encode::Encoding;
use crate::formula::{Cnf, dimacs};
use crate::sudoku::{Puzzle, text as sudoku_text};
use std::io;

/// A lesson of `docs/teaching/`, with what its page shows beside the text.
#[derive(Debug)]
pub struct Lesson {
    /// The text in Markdown.
    pub markdown: &'static str,
    /// The puzzle, formula or problem that the page shows beside the text.
    subject: Subject,
    /// The address of the step that is shown first.
    pub opens: &'static str,
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
    },
    Lesson {
        markdown: include_str!("../../../docs/teaching/2-sat.md"),
        subject: Subject::Puzzle(LECTURE),
        opens: "reduction",
    },
    Lesson {
        markdown: include_str!("../../../docs/teaching/3-pigeonholes.md"),
        subject: Subject::Puzzle("11.............."),
        opens: "cdcl/8",
    },
    Lesson {
        markdown: include_str!("../../../docs/teaching/4-exact-cover.md"),
        subject: Subject::Problem("knuth-6x7"),
        opens: "cover/0",
    },
    Lesson {
        markdown: include_str!("../../../docs/teaching/5-proofs.md"),
        subject: Subject::Formula(PIGEONS),
        opens: "cdcl/0",
    },
    Lesson {
        markdown: include_str!("../../../docs/teaching/6-counting.md"),
        subject: Subject::Puzzle("1234............"),
        opens: "cover/0",
    },
];

/// The lecture's 4×4.
const LECTURE: &str = include_str!("../../../puzzles/lecture-4x4.txt");

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
        match self.subject.object()? {
            Object::Puzzle(puzzle) => Page::of_puzzle(&puzzle, &Encoding::LECTURE, None, window),
            Object::Formula(formula) => Page::of_formula(&formula, None, window),
            Object::Problem(one) => {
                let problem = one.read();
                let labels = Labels::of_problem(&problem);
                Page::of_problem(&problem, &labels, CoverEngine::Dlx, window)
            }
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

    /// Returns a figure of the lesson's subject, with its title.
    fn figure(&self, name: &str, form: Form) -> io::Result<(String, Vec<u8>)> {
        let subject = figure::Subject::by_name(name)
            .ok_or_else(|| io::Error::other(format!("no such figure: {name}")))?;
        let figure = figure::draw::of_trace(subject, &self.trace(subject.engine())?);
        let figure = figure.map_err(io::Error::other)?;
        let mut drawn = Vec::new();
        figure::write(&mut drawn, &figure, form)?;
        Ok((figure.title().to_owned(), drawn))
    }

    /// Returns the trace of an engine on the lesson's subject.
    fn trace(&self, engine: Engine) -> io::Result<Trace> {
        let window = Window::default();
        match self.subject.object()? {
            Object::Puzzle(puzzle) => json::puzzle(&puzzle, &Encoding::LECTURE, &[engine], window),
            Object::Formula(formula) => json::formula(&formula, engine, window),
            Object::Problem(one) => {
                let problem = one.read();
                let labels = Labels::of_problem(&problem);
                json::problem(&problem, &labels, CoverEngine::Dlx, window)
            }
        }
    }
}
