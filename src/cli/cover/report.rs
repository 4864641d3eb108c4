//! How the solutions of an exact-cover problem are printed.
//!
//! As text, a solution is a line for each of its options in the order in which
//! the engine chose them: the option's number (or the course's letter for it),
//! and its items. As JSON it is
//!
//! ```text
//! {"solution":1,"options":[{"number":2,"label":"B","items":["1","4"]},…]}
//! ```
//!
//! and at the end comes, on a line of its own,
//!
//! ```text
//! {"solutions":1,"complete":true,"evidence":"search exhausted","stopped":null,
//!  "engine":"dlx","steps":{"nodes":6,"updates":42},"seconds":0.000012,
//!  "items":7,"primary":7,"options":6,"entries":16}
//! ```
//!
//! where `complete` says that there are no further solutions, `evidence` how
//! that is known, and `stopped` why the search gave up, if it did. The `label`
//! is the course's letter; most options have none. The `steps` are the engine's
//! own.

use serde::{Serialize, Serializer};
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::time::Duration;
use sudosat::cover::problems::Problem;
use sudosat::cover::{ExactCover, OptionId};
use sudosat::engine::{End, Evidence, Steps};

/// Prints what a search finds, as it finds it.
pub struct Report<'a> {
    problem: &'a ExactCover,
    /// Whose letters the options have.
    course: Option<&'static Problem>,
    json: bool,
    quiet: bool,
    found: u64,
    out: BufWriter<StdoutLock<'static>>,
    /// Whether somebody waits for each solution.
    watched: bool,
}

impl<'a> Report<'a> {
    pub fn new(
        problem: &'a ExactCover,
        course: Option<&'static Problem>,
        json: bool,
        quiet: bool,
    ) -> Report<'a> {
        let out = io::stdout().lock();
        Report {
            problem,
            course,
            json,
            quiet,
            found: 0,
            watched: out.is_terminal(),
            out: BufWriter::new(out),
        }
    }

    /// How many solutions were found.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// A solution was found.
    pub fn solution(&mut self, options: &[OptionId]) -> io::Result<()> {
        self.found += 1;
        if self.quiet {
            return Ok(());
        }
        if self.json {
            let solution = Solution {
                solution: self.found,
                options: options.iter().map(|&option| self.chosen(option)).collect(),
            };
            self.object(&solution)?;
        } else {
            writeln!(self.out, "solution {}", self.found)?;
            for &option in options {
                let text = self.problem.text(option);
                match self.label(option) {
                    Some(label) => writeln!(self.out, "{label}: {text}")?,
                    None => writeln!(self.out, "{}: {text}", option.index() + 1)?,
                }
            }
            writeln!(self.out)?;
        }
        if self.watched {
            self.out.flush()?;
        }
        Ok(())
    }

    /// The search ended; nothing is printed after this.
    pub fn end(
        &mut self,
        end: &End,
        engine: &str,
        steps: &Steps,
        time: Duration,
    ) -> io::Result<()> {
        if self.json {
            let whole = Whole {
                solutions: self.found,
                complete: matches!(end, End::Exhausted(_)),
                evidence: match end {
                    End::Exhausted(evidence) => Some(evidence.to_string()),
                    End::Enough | End::GaveUp(_) => None,
                },
                stopped: match end {
                    End::GaveUp(stop) => Some(stop.to_string()),
                    End::Exhausted(_) | End::Enough => None,
                },
                engine,
                steps,
                seconds: time.as_secs_f64(),
                items: self.problem.num_items(),
                primary: self.problem.num_primary(),
                options: self.problem.num_options(),
                entries: self.problem.num_entries(),
            };
            self.object(&whole)?;
        } else {
            let solutions = Counted(self.found, "solution");
            match end {
                End::Exhausted(Evidence::Word) => {
                    writeln!(
                        self.out,
                        "{solutions}; that there are no more is {engine}'s word"
                    )?;
                }
                End::Exhausted(_) => writeln!(self.out, "{solutions}")?,
                End::Enough => writeln!(self.out, "{solutions}, not searched further")?,
                End::GaveUp(stop) => writeln!(self.out, "{solutions} so far; gave up: {stop}")?,
            }
        }
        self.out.flush()
    }

    /// How large the problem is, and what was done.
    pub fn stats(&self, engine: &str, steps: &Steps, time: Duration) -> String {
        let problem = self.problem;
        format!(
            "{} ({} primary), {}, {}\n{engine}: {steps}, {:.3} s",
            Counted(problem.num_items() as u64, "item"),
            problem.num_primary(),
            Counted(problem.num_options() as u64, "option"),
            Counted(problem.num_entries() as u64, "entry"),
            time.as_secs_f64(),
        )
    }

    fn label(&self, option: OptionId) -> Option<&'static str> {
        self.course?.label(option)
    }

    fn chosen(&self, option: OptionId) -> Chosen<'a> {
        let items = self.problem.option(option).iter();
        Chosen {
            number: option.index() + 1,
            label: self.label(option),
            items: items.map(|&item| self.problem.name(item)).collect(),
        }
    }

    /// Writes a JSON object on a line.
    fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, object)?;
        writeln!(self.out)
    }
}

#[derive(Serialize)]
struct Solution<'a> {
    solution: u64,
    options: Vec<Chosen<'a>>,
}

#[derive(Serialize)]
struct Chosen<'a> {
    number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'static str>,
    items: Vec<&'a str>,
}

#[derive(Serialize)]
struct Whole<'a> {
    solutions: u64,
    complete: bool,
    evidence: Option<String>,
    stopped: Option<String>,
    engine: &'a str,
    #[serde(serialize_with = "in_order")]
    steps: &'a Steps,
    seconds: f64,
    items: usize,
    primary: usize,
    options: usize,
    entries: usize,
}

/// Step counts as an object whose keys keep their order.
fn in_order<S: Serializer>(steps: &&Steps, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(steps.iter())
}

/// A number of things in words.
struct Counted(u64, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (0, what) => write!(f, "no {what}"),
            (1, what) => write!(f, "1 {what}"),
            (n, "entry") => write!(f, "{n} entries"),
            (n, what) => write!(f, "{n} {what}s"),
        }
    }
}
