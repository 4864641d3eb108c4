//! The lessons of `docs/teaching/` as pages (a lesson's text beside what it is about), slides,
//! handouts, keys of answers and question banks.
//!
//! The text is the Markdown file itself, compiled in. Two kinds of lines are for the
//! page only, and are comments elsewhere:
//!
//! - `<!-- step cdcl/25: the first conflict -->` is a link to a step of the page, by its
//!   address;
//! - `<!-- figure tree -->` is a figure of the lesson's subject, `<!-- figure grid 8 -->` one after
//!   a step, and `<!-- figure matrix of zero-to-six -->` one of an example;
//! - `<!-- slide figure tree 8 -->` is a figure that slides show instead of the next session, and
//!   `<!-- slide -->` leaves the session out. What slides leave out is in their notes.
//!
//! Answers stand between lines `<details>` and `</details>`. On paper they come at the end.

mod beamer;
mod deck;
mod gift;
mod handout;
mod quiz;
mod slides;
mod text;

use super::engine::{CoverEngine, Engine};
use super::examples::{LECTURE, Object, PIGEONS, Subject};
use super::figure::{self, Form};
use super::json;
use super::labels::Labels;
use super::page::Lesson as Page;
use super::trace::Trace;
use super::window::{Unit, Window};
use crate::cover::problems::Problem;
use crate::encode::Encoding;
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
        subject: Subject::Problem("knuth-6x7", None),
        opens: "cover/0",
        examples: &[
            "knuth-6x7-random",
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
            Object::Problem(one, engine) => of_problem(one, engine)?,
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
                Object::Problem(one, engine) => of_problem(one, engine)?,
            };
            Ok(page.with_example(name, title, example))
        })
    }

    /// Returns the engine that the lesson is about.
    fn usual_engine(&self) -> Engine {
        match self.subject {
            Subject::Problem(..) => Engine::Cover(CoverEngine::DLX),
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

    /// Returns the questions that the text asks before steps, in Moodle's format GIFT.
    ///
    /// # Errors
    /// If an address asks what its step does not answer.
    pub fn gift(&self) -> io::Result<String> {
        gift::gift(self)
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
fn of_problem(problem: &Problem, engine: CoverEngine) -> io::Result<Page> {
    let problem = problem.read();
    let labels = Labels::of_problem(&problem);
    Page::of_problem(&problem, &labels, engine, Window::default())
}

/// Returns the trace of an engine on a subject.
fn trace(object: &Object, engine: Engine) -> io::Result<Trace> {
    let window = Window::default();
    match object {
        Object::Puzzle(puzzle) => json::puzzle(puzzle, &Encoding::LECTURE, &[engine], window),
        Object::Formula(formula) => json::formula(formula, engine, window),
        Object::Problem(one, cover) => {
            let problem = one.read();
            let labels = Labels::of_problem(&problem);
            json::problem(&problem, &labels, *cover, window)
        }
    }
}
