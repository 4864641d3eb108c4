//! `sudosat cover`: exact cover.

mod report;

use super::Context;
use super::exit::Exit;
use super::{interrupt, limits};
use anyhow::bail;
use report::Report;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use sudosat::budget::Budget;
use sudosat::cover::problems::{PROBLEMS, Problem};
use sudosat::cover::{self, Choice, ExactCover};
use sudosat::encode::AtMostOne;
use sudosat::engine::{self, CoverError, CoverSearch, ENGINES, End, Kind, Limit, Steps};
use sudosat::io::{Source, display};

/// How many odd lines of an input are told one by one.
const WARNINGS: u64 = 5;

/// Solve exact-cover problems: find solutions, list or count them
#[derive(clap::Args)]
#[command(after_long_help = FORMS)]
pub struct Arguments {
    /// The problem: a file, or `-` for standard input; in Knuth's text form or as
    /// a matrix of 0s and 1s
    #[arg(required_unless_present = "problem")]
    file: Option<String>,

    /// One of the small problems that courses use
    #[arg(long, value_name = "NAME", conflicts_with = "file", value_parser = problem_names())]
    problem: Option<String>,

    /// The form of the file, where it can't be told from its first line
    #[arg(long, value_enum, conflicts_with = "problem")]
    form: Option<Form>,

    /// Who searches: `dlx` (Knuth's dancing links), `matrix` (Algorithm X on a
    /// matrix, as taught), or a SAT solver on the reduction to SAT: `cdcl`,
    /// `splr`, an installed one as `kissat`, or `'cmd:PROGRAM … {cnf} …'`
    #[arg(long, value_name = "NAME", default_value = "dlx")]
    engine: String,

    /// Stop after N solutions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// Find all solutions
    #[arg(long, conflicts_with = "count")]
    all: bool,

    /// Print how many solutions were found, not the solutions
    #[arg(short, long)]
    quiet: bool,

    /// Which item dlx and matrix branch on [default: smallest]
    #[arg(long, value_enum)]
    choice: Option<Rule>,

    /// Where the random numbers of a random choice start [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How a SAT engine is told that an item is covered at most once
    /// [default: pairwise]
    #[arg(long, value_name = "WAY", value_parser = at_most_one_names())]
    at_most_one: Option<String>,

    /// Give up the search after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Tell on standard error what the search took
    #[arg(long)]
    stats: bool,

    /// Print a JSON object on a line for each solution, and one for the whole
    #[arg(long)]
    json: bool,
}

/// The forms, for `--help`.
const FORMS: &str = "\
Knuth's text form: a line with the names of the items (primary ones, then after a | those that \
may stay uncovered); then a line for each option with the names of its items. \
A line that starts with | is a comment.

  a b c | x
  a x
  b c
  b x
  c

The matrix: a line of 0s and 1s for each option, with or without blanks between.

A solution is a choice of options that covers every primary item once, and the others at most \
once. Each one printed has been checked against that.";

/// [`cover::Form`] by its names on the command line.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Form {
    /// Knuth's: a line of items, then a line for each option
    Knuth,
    /// Rows of 0s and 1s
    Matrix,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Rule {
    /// The item with the fewest options left, the first such
    Smallest,
    /// The first item
    First,
    /// An item with the fewest options left, a random such
    RandomSmallest,
    /// A random item
    Random,
}

pub fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let rule = arguments.rule()?;
    let mut budget = Budget::unlimited().with_interrupt(interrupt::on_ctrl_c());
    let (problem, course) = match arguments.read(context, &budget) {
        Err(_) if budget.interrupt().is_raised() => {
            note("interrupted while reading");
            return Ok(Exit::GaveUp);
        }
        read => read?,
    };
    if let Some(limit) = arguments.time_limit {
        budget = budget.with_time(limit);
    }
    let start = Instant::now();
    let mut report = Report::new(&problem, course, arguments.json, arguments.quiet);
    let (end, steps) = match arguments.search(&problem, rule) {
        Ok(mut search) => {
            let end = arguments.find(&mut search, &budget, &mut report)?;
            (end, search.steps())
        }
        Err(CoverError::Failed(error)) => return Err(error.into()),
        Err(CoverError::Stopped(stop)) => {
            note("the formula would be too large; another --at-most-one may make it smaller");
            (End::GaveUp(stop), Steps::default())
        }
    };
    let time = start.elapsed();
    report.end(&end, &arguments.engine, &steps, time)?;
    if arguments.stats {
        note(&report.stats(&arguments.engine, &steps, time));
    }
    Ok(match end {
        End::Exhausted(_) | End::Enough => Exit::Done,
        End::GaveUp(_) => Exit::GaveUp,
    })
}

/// Says something on standard error. If that is closed there is nobody to tell.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

impl Arguments {
    /// The rule of choice. What would do nothing is refused.
    fn rule(&self) -> anyhow::Result<Choice> {
        let seed = self.seed.unwrap_or(0);
        let rule = match self.choice.unwrap_or(Rule::Smallest) {
            Rule::Smallest => Choice::Smallest,
            Rule::First => Choice::First,
            Rule::RandomSmallest => Choice::RandomSmallest { seed },
            Rule::Random => Choice::Random { seed },
        };
        let draws = matches!(rule, Choice::RandomSmallest { .. } | Choice::Random { .. });
        if self.seed.is_some() && !draws {
            bail!("--seed needs --choice random-smallest or --choice random");
        }
        if self.choice.is_some() && self.takes_formula() {
            bail!("--choice is for the engines dlx and matrix");
        }
        let kind = ENGINES.iter().find(|entry| entry.name == self.engine);
        if kind.is_some_and(|entry| entry.kind == Kind::Grid) {
            bail!("{} works on Sudoku grids, not on exact covers", self.engine);
        }
        if self.at_most_one.is_some() && !self.takes_formula() {
            bail!("--at-most-one is for engines that get a formula");
        }
        Ok(rule)
    }

    /// Hands to `report` as many solutions as are wanted.
    fn find(
        &self,
        search: &mut CoverSearch<'_>,
        budget: &Budget,
        report: &mut Report<'_>,
    ) -> anyhow::Result<End> {
        let limit = match self.all {
            true => Limit::ALL,
            false => Limit::count(self.count),
        };
        while !limit.is_reached(report.found()) {
            let next = match self.quiet {
                true => search.advance(budget).map(|more| more.then(Vec::new)),
                false => search.next_solution(budget),
            };
            match next {
                Ok(Some(options)) => report.solution(&options)?,
                Ok(None) => return Ok(End::Exhausted(search.evidence())),
                Err(CoverError::Stopped(stop)) => return Ok(End::GaveUp(stop)),
                Err(CoverError::Failed(error)) => return Err(error.into()),
            }
        }
        Ok(End::Enough)
    }

    /// The problem, and the course's words for it if it is one of a course.
    fn read(
        &self,
        context: Context,
        budget: &Budget,
    ) -> anyhow::Result<(ExactCover, Option<&'static Problem>)> {
        if let Some(name) = &self.problem
            && let Some(problem) = Problem::by_name(name)
        {
            return Ok((problem.read(), Some(problem)));
        }
        let name = self.file.as_deref().unwrap_or("-");
        let source = Source::open_with(name, budget.interrupt())?;
        let form = self.form.map(|form| match form {
            Form::Knuth => cover::Form::Knuth,
            Form::Matrix => cover::Form::ZeroOne,
        });
        let mut warnings = 0;
        let (problem, form) = cover::read(source, name, form, |warning| {
            warnings += 1;
            if warnings <= WARNINGS {
                super::report::warning(&warning);
            }
        })?;
        if warnings > WARNINGS {
            let more = warnings - WARNINGS;
            note(&format!("warning: {more} more lines like these"));
        }
        if context.verbose > 0 {
            note(&format!("{}: {form}", display(name)));
        }
        Ok((problem, None))
    }

    fn search<'a>(
        &self,
        problem: &'a ExactCover,
        rule: Choice,
    ) -> Result<CoverSearch<'a>, CoverError> {
        match self.engine.as_str() {
            "dlx" => Ok(CoverSearch::by_dlx(problem, rule)),
            "matrix" => Ok(CoverSearch::by_matrix(problem, rule)),
            name => {
                let engine = engine::sat_by_name(name)?;
                let way = self.at_most_one.as_deref().and_then(AtMostOne::by_name);
                CoverSearch::by_sat(problem, &*engine, way.unwrap_or_default())
            }
        }
    }

    /// Whether the engine gets the problem as a formula.
    fn takes_formula(&self) -> bool {
        !matches!(self.engine.as_str(), "dlx" | "matrix")
    }
}

/// The course's problems, as `--help` lists them.
fn problem_names() -> clap::builder::PossibleValuesParser {
    let values = PROBLEMS
        .iter()
        .map(|problem| clap::builder::PossibleValue::new(problem.name).help(problem.title));
    values.collect::<Vec<_>>().into()
}

/// The ways to say "at most one", as `--help` lists them.
fn at_most_one_names() -> clap::builder::PossibleValuesParser {
    let values = AtMostOne::ALL
        .iter()
        .map(|way| clap::builder::PossibleValue::new(way.name()).help(way.about()));
    values.collect::<Vec<_>>().into()
}
