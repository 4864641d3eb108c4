//! What `cover` prints on standard output, while it is found.
//!
//! As text, a solution is a line for each of its options in the order in which
//! the engine chose them: the option's number (or the course's letter for it),
//! and its items. `docs/JSON.md` describes the JSON.

use crate::cli::engines::AnswerJson;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use sudosat::cover::problems::Problem;
use sudosat::cover::{ExactCover, OptionId};
use sudosat::engine::{EngineError, Outcome, Verdict};

/// How solutions are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Each solution as text.
    Listed,
    /// Their number alone.
    Counted,
    /// A JSON object with all solutions.
    Json,
    /// A JSON object without them.
    CountedJson,
}

/// Standard output.
pub struct Output<'a> {
    problem: &'a ExactCover,
    /// Whose letters the options have.
    course: Option<&'static Problem>,
    style: Style,
    /// How many solutions were printed.
    count: u64,
    out: BufWriter<StdoutLock<'static>>,
    /// Whether somebody waits for each solution.
    watched: bool,
}

/// The first fields of the JSON object.
#[derive(Serialize)]
struct Head<'a> {
    problem: &'a str,
    items: usize,
    primary: usize,
    options: usize,
    entries: usize,
}

/// An option of a solution.
#[derive(Serialize)]
struct Chosen<'a> {
    number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'static str>,
    items: Vec<&'a str>,
}

impl<'a> Output<'a> {
    pub fn new(
        problem: &'a ExactCover,
        course: Option<&'static Problem>,
        style: Style,
    ) -> Output<'a> {
        let out = io::stdout().lock();
        Output {
            problem,
            course,
            style,
            count: 0,
            watched: out.is_terminal(),
            out: BufWriter::new(out),
        }
    }

    /// The search begins; messages call the problem `name`.
    pub fn begin(&mut self, name: &str) -> io::Result<()> {
        if !matches!(self.style, Style::Json | Style::CountedJson) {
            return Ok(());
        }
        let head = serde_json::to_string(&Head {
            problem: name,
            items: self.problem.num_items(),
            primary: self.problem.num_primary(),
            options: self.problem.num_options(),
            entries: self.problem.num_entries(),
        })?;
        write!(self.out, "{},", head.trim_end_matches('}'))?;
        if self.style == Style::Json {
            self.out.write_all(b"\"solutions\":[")?;
        }
        Ok(())
    }

    /// A solution was found.
    pub fn solution(&mut self, options: &[OptionId]) -> io::Result<()> {
        self.count += 1;
        if self.style == Style::Json {
            let chosen: Vec<Chosen<'_>> =
                options.iter().map(|&option| self.chosen(option)).collect();
            let comma = if self.count > 1 { "," } else { "" };
            write!(self.out, "{comma}{}", serde_json::to_string(&chosen)?)?;
        } else {
            let between = if self.count > 1 { "\n" } else { "" };
            writeln!(self.out, "{between}solution {}", self.count)?;
            for &option in options {
                let Chosen { number, label, .. } = self.chosen(option);
                let text = self.problem.text(option);
                match label {
                    Some(label) => writeln!(self.out, "{label}: {text}")?,
                    None => writeln!(self.out, "{number}: {text}")?,
                }
            }
        }
        if self.watched {
            self.out.flush()?;
        }
        Ok(())
    }

    /// The search ended.
    pub fn end(&mut self, engine: &str, result: Result<&Outcome, &EngineError>) -> io::Result<()> {
        match self.style {
            Style::Json | Style::CountedJson => {
                let tail = serde_json::to_string(&AnswerJson::new(engine, result))?;
                let close = if self.style == Style::Json { "]," } else { "" };
                writeln!(self.out, "{close}{}", tail.trim_start_matches('{'))?;
            }
            Style::Counted => {
                if let Ok(outcome) = result {
                    writeln!(self.out, "{}", outcome.count)?;
                }
            }
            Style::Listed if self.count == 0 => {
                let word = match result.map(Outcome::verdict) {
                    Ok(Verdict::Unsolvable) => "no solution",
                    Ok(Verdict::Solved | Verdict::GaveUp(_)) | Err(_) => "unknown",
                };
                writeln!(self.out, "{word}")?;
            }
            Style::Listed => {}
        }
        self.out.flush()
    }

    fn chosen(&self, option: OptionId) -> Chosen<'a> {
        let items = self.problem.option(option).iter();
        Chosen {
            number: option.index() + 1,
            label: self.course.and_then(|course| course.label(option)),
            items: items.map(|&item| self.problem.name(item)).collect(),
        }
    }
}
