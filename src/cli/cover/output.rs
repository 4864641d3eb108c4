//! The standard output of `cover`, printed as solutions are found.
//!
//! A solution of a problem that has pictures is drawn. Others are a line for
//! each of their options in the order in which the engine chose them: the
//! option's number or name, and its items.
//! `docs/JSON.md` describes the JSON.

use super::certificate::Written;
use super::drawing::DrawingArguments;
use super::proof;
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::last_resort;
use crate::cli::out::{self, Stdout};
use crate::cli::quiet::Quiet;
use anstream::{AutoStream, ColorChoice};
use anyhow::anyhow;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use sudosat::batch::AnswerRecord;
use sudosat::check;
use sudosat::cover::picture::text::text;
use sudosat::cover::problems::Instance;
use sudosat::cover::{ExactCover, OptionId, taught};
use sudosat::encode;
use sudosat::engine::{EngineError, Outcome, Solvability};
use sudosat::formula::{Cnf, answer};

/// The form in which solutions are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Each solution as a picture, or as the model of a formula; if it is
    /// neither, by its options.
    Drawn,
    /// Each solution by its options.
    Listed,
    /// Each solution by its options as programs of courses print them.
    Taught,
    /// No solutions, because an SVG picture is written to standard output.
    Silent,
    /// Their number alone.
    Counted,
    /// A JSON object with all solutions.
    Json,
    /// A JSON object without them.
    CountedJson,
}

/// Standard output.
pub(super) struct Output<'a> {
    instance: &'a Instance,
    /// The formula that the problem comes from.
    formula: Option<&'a Cnf>,
    style: Style,
    colours: ColorChoice,
    /// The problem with the costs that are printed.
    priced: Option<&'a ExactCover>,
    /// The costs of the solutions printed so far, for JSON.
    costs: Vec<u64>,
    /// The certificate that was written, for JSON.
    pub certificate: Option<Written>,
    /// The proof that was written, for JSON.
    pub proof: Option<proof::Written>,
    /// Number of solutions printed so far.
    count: u64,
    out: Stdout,
    /// Set if each solution is printed at once, because somebody waits for it.
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
    label: Option<&'a str>,
    items: Vec<String>,
}

impl<'a> Output<'a> {
    pub(super) fn new(
        instance: &'a Instance,
        formula: Option<&'a Cnf>,
        style: Style,
    ) -> Output<'a> {
        let stdout = io::stdout();
        Output {
            instance,
            formula,
            style,
            priced: Some(instance.problem()).filter(|problem| problem.has_costs()),
            costs: Vec::new(),
            certificate: None,
            proof: None,
            colours: AutoStream::choice(&stdout),
            count: 0,
            watched: stdout.is_terminal(),
            out: out::stdout(),
        }
    }

    /// Returns the same output, which prints the costs of this problem with each solution.
    #[must_use]
    pub(super) fn priced(mut self, problem: &'a ExactCover) -> Output<'a> {
        self.priced = Some(problem);
        self
    }

    /// Begins the output of a search; messages call the problem `name`.
    pub(super) fn begin(&mut self, name: &str) -> io::Result<()> {
        if !matches!(self.style, Style::Json | Style::CountedJson) {
            return Ok(());
        }
        let problem = self.instance.problem();
        let head = json::text(&Head {
            problem: name,
            items: problem.num_items(),
            primary: problem.num_primary(),
            options: problem.num_options(),
            entries: problem.num_entries(),
        })?;
        write!(self.out, "{},", head.trim_end_matches('}'))?;
        if self.style == Style::Json {
            self.out.write_all(b"\"solutions\":[")?;
        }
        Ok(())
    }

    /// Prints a solution of the problem `name`, and also draws it as SVG if `drawing` requires it, with
    /// a note unless `quiet` is set.
    pub(super) fn solution(
        &mut self,
        options: &[OptionId],
        drawing: &DrawingArguments,
        name: &str,
        quiet: Quiet,
    ) -> anyhow::Result<()> {
        self.count += 1;
        let cost = self.priced.map(|problem| {
            let costs = options.iter().map(|&option| problem.cost(option));
            costs.sum::<u64>()
        });
        let drawn = match self.style {
            Style::Drawn => self.instance.picture(options),
            _ => None,
        };
        match self.style {
            Style::Json => {
                let chosen: Vec<Chosen> =
                    options.iter().map(|&option| self.chosen(option)).collect();
                let comma = if self.count > 1 { "," } else { "" };
                write!(self.out, "{comma}{}", json::text(&chosen)?)?;
                self.costs.extend(cost);
            }
            Style::Drawn | Style::Listed | Style::Taught => {
                let between = if self.count > 1 { "\n" } else { "" };
                write!(self.out, "{between}solution {}", self.count)?;
                match cost {
                    Some(cost) => writeln!(self.out, ", cost {cost}")?,
                    None => writeln!(self.out)?,
                }
                match drawn {
                    None if self.style == Style::Drawn && self.formula.is_some() => {
                        self.model(options)?;
                    }
                    Some(picture) if self.colours == ColorChoice::Never => {
                        let drawn = text(&picture).to_string();
                        write!(self.out, "{}", anstream::adapter::strip_str(&drawn))?;
                    }
                    Some(picture) => write!(self.out, "{}", text(&picture))?,
                    None => self.list(options)?,
                }
            }
            Style::Silent | Style::Counted | Style::CountedJson => {}
        }
        if self.watched {
            self.out.flush()?;
        }
        match drawing.picture(self.instance, options) {
            Some(picture) => drawing.draw(&picture, self.count, name, quiet),
            None => Ok(()),
        }
    }

    /// Prints the model that the options stand for, if the problem comes from a
    /// formula.
    fn model(&mut self, options: &[OptionId]) -> anyhow::Result<()> {
        let Some(cnf) = self.formula else {
            return Ok(());
        };
        let lits = encode::lits_from_options(cnf.num_vars(), options);
        let model = check::model(cnf, &lits)
            .map_err(|fault| anyhow!("a fault in the reduction: its model is wrong: {fault}"))?;
        Ok(answer::write_model(&mut self.out, model.lits())?)
    }

    /// Prints a line for each option.
    fn list(&mut self, options: &[OptionId]) -> io::Result<()> {
        let problem = self.instance.problem();
        let mut taught = match self.style {
            Style::Taught => taught::rows(problem, options).into_iter(),
            _ => Vec::new().into_iter(),
        };
        for &option in options {
            let text = match taught.next() {
                Some(row) => {
                    let names = row.into_iter().map(|item| problem.name(item));
                    names.collect::<Vec<&str>>().join(" ")
                }
                None => problem.text(option),
            };
            match problem.label(option) {
                Some(label) => writeln!(self.out, "{label}: {text}")?,
                None => writeln!(self.out, "{}: {text}", option.index() + 1)?,
            }
        }
        Ok(())
    }

    /// Ends the output of a search.
    pub(super) fn end(
        &mut self,
        engine: &str,
        result: Result<&Outcome, &EngineError>,
    ) -> io::Result<()> {
        self.finish(engine, result, None)
    }

    /// Ends the output of a search for the cheapest solutions. `optimal` says that every
    /// other solution costs at least as much.
    pub(super) fn end_priced(
        &mut self,
        engine: &str,
        outcome: &Outcome,
        optimal: bool,
    ) -> io::Result<()> {
        self.finish(engine, Ok(outcome), Some(optimal))
    }

    fn finish(
        &mut self,
        engine: &str,
        result: Result<&Outcome, &EngineError>,
        optimal: Option<bool>,
    ) -> io::Result<()> {
        let tail = self.tail(engine, result, optimal)?;
        self.out.write_all(&tail)?;
        self.out.flush()
    }

    /// Prints what was found so far. If the run can't go on from now on, the end of the output
    /// for this result is still printed, without a certificate.
    pub(super) fn keep(
        &mut self,
        engine: &str,
        result: Result<&Outcome, &EngineError>,
    ) -> io::Result<()> {
        let tail = self.tail(engine, result, None)?;
        self.out.flush()?;
        last_resort::give_up_with(Exit::GaveUp, move |out, _| out.write_all(&tail));
        Ok(())
    }

    /// Returns the end of the output of a search.
    fn tail(
        &self,
        engine: &str,
        result: Result<&Outcome, &EngineError>,
        optimal: Option<bool>,
    ) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        match self.style {
            Style::Json | Style::CountedJson => {
                let record = match self.style {
                    Style::CountedJson => AnswerRecord::of_count(engine, result),
                    _ => AnswerRecord::new(engine, result),
                };
                let tail = json::text(&record)?;
                if self.style == Style::Json {
                    out.write_all(b"],")?;
                    if self.priced.is_some() {
                        write!(out, "\"costs\":{},", json::text(&self.costs)?)?;
                    }
                }
                if let Some(certificate) = &self.certificate {
                    write!(out, "\"certificate\":{},", json::text(certificate)?)?;
                }
                if let Some(proof) = &self.proof {
                    write!(out, "\"proof\":{},", json::text(proof)?)?;
                }
                if let Some(optimal) = optimal {
                    write!(out, "\"optimal\":{optimal},")?;
                }
                writeln!(out, "{}", tail.trim_start_matches('{'))?;
            }
            Style::Counted => {
                let record = AnswerRecord::of_count(engine, result);
                match (record.count, record.at_least) {
                    (Some(count), _) if record.complete => writeln!(out, "{count}")?,
                    (Some(least), _) | (None, Some(least)) => {
                        writeln!(out, "at least {least}")?;
                    }
                    (None, None) => writeln!(out, "unknown")?,
                }
            }
            Style::Drawn | Style::Listed | Style::Taught if self.count == 0 => {
                let word = match result.map(Outcome::solvability) {
                    Ok(Solvability::Unsolvable) => "no solution",
                    Ok(Solvability::Solved | Solvability::GaveUp(_)) | Err(_) => "unknown",
                };
                writeln!(out, "{word}")?;
            }
            Style::Drawn | Style::Listed | Style::Taught | Style::Silent => {}
        }
        Ok(out)
    }

    fn chosen(&self, option: OptionId) -> Chosen<'a> {
        let problem = self.instance.problem();
        let items = problem.colored(option);
        Chosen {
            number: option.index() + 1,
            label: problem.label(option),
            items: items.map(|entry| problem.word(entry)).collect(),
        }
    }
}
