//! `sudosat verify`: a model or a proof against a formula, or a count against an exact cover.

mod checks;
mod trusted;

use super::alarm::Alarm;
use super::content::{self, Content, Evidence, Hints, Opened};
use super::context::Context;
use super::exit::Exit;
use super::overrun::Watch;
use super::puzzles::{self, ReadingArguments};
use super::quiet::Quiet;
use super::relaxed::Relaxed;
use super::{choices, interrupt, last_resort, limits, out, report};
use anyhow::Context as _;
use checks::{Acceptance, Report};
use serde_json::json;
use std::io::{self, BufRead, Cursor, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::check::PbpChecker;
use sudosat::cover::problems::{self, ProblemError};
use sudosat::cover::{self, ExactCover};
use sudosat::encode::{self, AtMostOne, CoverAxioms};
use sudosat::engine::memory;
use sudosat::formula::Cnf;
use sudosat::io::{InputError, Source, counted, display};
use sudosat::proof::format;

/// Check a model or a proof against a formula, or a count against an exact cover
///
/// Prints `s VERIFIED SAT` if FILE holds a model of the formula,
/// `s VERIFIED UNSAT` if it holds a proof that there is none, `s VERIFIED COUNT N` if it is a
/// certificate that an exact cover has N solutions, `s NOT VERIFIED`
/// if the model, proof or certificate is wrong, and `s UNKNOWN` if the check did not finish;
/// the exit codes are 0, 0, 1 and 3. The reason is printed on standard error. If
/// an input can't be read or is damaged, nothing is printed on standard output
/// and the exit code is 2.
#[derive(clap::Args)]
#[command(override_usage = "sudosat verify [OPTIONS] <CNF> <FILE>
       sudosat verify [OPTIONS] <--problem NAME[:ARGUMENTS]|--puzzle PUZZLE> <FILE>")]
pub(super) struct Arguments {
    /// The formula, in DIMACS; for a proof or certificate of `cover` the exact-cover problem, in
    /// a form that `cover` reads; with --trusted, for a VeriPB proof, also constraints in OPB; `-` for
    /// standard input. Left out with --problem and --puzzle
    #[arg(value_name = "CNF")]
    formula: String,

    /// A model as any SAT solver prints it, a DRAT or LRAT proof, in text or
    /// binary, a proof for VeriPB, or a certificate of `cover --certificate`; `-` for standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["problem", "puzzle"])]
    second: Option<String>,

    /// FILE, which is the only argument if an option names the problem.
    #[arg(skip)]
    evidence: String,

    /// The exact-cover problem, in place of CNF: a built-in one, such as `queens:8`
    #[arg(long, value_name = "NAME[:ARGUMENTS]", hide_possible_values = true,
          value_parser = choices::problems(), conflicts_with_all = ["second", "puzzle", "derives", "relaxed"])]
    problem: Option<String>,

    /// The exact-cover problem, in place of CNF: that of a puzzle, as `cover --puzzle` takes it
    #[arg(long, value_name = "PUZZLE", conflicts_with_all = ["second", "derives", "relaxed"])]
    puzzle: Option<String>,

    /// The problem that an option names.
    #[arg(skip)]
    built: Option<ExactCover>,

    /// The form of FILE [default: by `.drat`, `.lrat`, `.pbp` or `.count` in the name, else
    /// by content: binary is DRAT, a step with hints LRAT, and numbers alone are a
    /// model if they are all variables in order; a certificate on standard input needs
    /// `--form count` or `--trusted`]
    #[arg(long, alias = "format", value_name = "FORM")]
    form: Option<Evidence>,

    /// Check that FILE, a VeriPB proof, derives every clause of CNF2 from CNF, so
    /// that CNF is unsatisfiable if CNF2 is; prints `s VERIFIED DERIVATION`
    #[arg(long, value_name = "CNF2", conflicts_with = "form")]
    derives: Option<String>,

    /// Check with the trusted base alone: readers and checkers of 2 000 lines in all, made
    /// to be read, which use no other part of the program. It takes more time and memory,
    /// and reads models, LRAT, and VeriPB proofs of the steps f, pol, rup, red and del; also, in place
    /// of CNF and FILE, an exact-cover problem in Knuth's form and solutions as `cover` prints them,
    /// or a certificate of their number
    /// (those of `cover --json` are first written as lines)
    #[arg(long, conflicts_with_all = ["derives", "relaxed"])]
    trusted: bool,

    #[command(flatten)]
    relaxed: Relaxed,

    /// Time limit, including reading the input, in seconds or as 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Print one JSON object: verdict ("verified", "refused", "unknown"), format,
    /// claim ("satisfiable", "unsatisfiable", "derived", "solutions", "count"), both null if reading took
    /// until the time limit, reason (null if verified), steps (null for a model and with --trusted),
    /// count (of a certificate, as a string), seconds
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    quiet: Quiet,
}

pub(super) fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    if arguments.problem.as_deref() == Some("help") {
        super::cover::print_problems()?;
        return Ok(Exit::Done);
    }
    let start = Instant::now();
    let interrupt = interrupt::on_ctrl_c();
    let alarm = Alarm::after(arguments.time_limit, &interrupt)
        .context("the clock of --time-limit can't be started")?;
    let budget = limits::budget(arguments.time_limit, &interrupt);
    let watch = Watch::of(arguments.time_limit);
    answer_unknown(arguments.json, start);
    let arguments = arguments.settled(context, &interrupt)?;
    let derived = arguments.derives.as_deref().unwrap_or_default();
    let inputs = [&arguments.formula, &arguments.evidence, derived];
    if inputs.iter().filter(|input| **input == "-").count() > 1 {
        anyhow::bail!("CNF and FILE can't both be standard input");
    }

    let examined = match arguments.trusted {
        true => trusted::examine(&arguments, &interrupt, &budget),
        false => examine(&arguments, &interrupt, &budget),
    };
    let examined = match examined {
        Err(error) if interrupt.is_raised() => Examined::interrupted(error),
        examined => examined?,
    };
    let Examined {
        sizes,
        name,
        kind,
        mut report,
    } = examined;
    if let Acceptance::Unknown(reason) = &mut report.acceptance
        && alarm.rang()
    {
        *reason = Stop::Time.to_string(); // the alarm uses the interrupt, as the user does
    }

    if context.verbose > 0 && kind != Kind::Unread {
        tell(&arguments.formula, &sizes);
        tell(&name, &report.done);
    }
    if let Some(reason) = report.acceptance.reason()
        && !arguments.quiet.is_set()
    {
        match kind {
            Kind::Unread => tell(&name, &format!("{reason} while reading")),
            _ => tell(&name, reason),
        }
    }
    drop(watch);
    last_resort::answering();
    print(&arguments, kind, &report, start.elapsed())?;
    Ok(match report.acceptance {
        Acceptance::Verified | Acceptance::Counted(_) => Exit::Done,
        Acceptance::Refused(_) => Exit::No,
        Acceptance::Unknown(_) => Exit::GaveUp,
    })
}

fn print(arguments: &Arguments, kind: Kind, report: &Report, elapsed: Duration) -> io::Result<()> {
    let mut out = out::stdout();
    if arguments.json {
        let mut object = as_json(kind, report, elapsed);
        if arguments.derives.is_some() && kind != Kind::Unread {
            object["claim"] = json!("derived");
        }
        super::json::line(&mut out, &object)?;
    } else {
        if let Acceptance::Counted(count) = &report.acceptance {
            writeln!(out, "s VERIFIED COUNT {count}")?;
            return out.flush();
        }
        let line = match (&report.acceptance, kind) {
            (Acceptance::Verified, _) if arguments.derives.is_some() => "s VERIFIED DERIVATION",
            (Acceptance::Verified, Kind::Cover) => "s VERIFIED COVER",
            (Acceptance::Verified, Kind::Of(Evidence::Model)) => "s VERIFIED SAT",
            (Acceptance::Verified | Acceptance::Counted(_), _) => "s VERIFIED UNSAT",
            (Acceptance::Refused(_), _) => "s NOT VERIFIED",
            (Acceptance::Unknown(_), _) => "s UNKNOWN",
        };
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// Prints a note about a file on standard error.
fn tell(name: &str, what: &str) {
    // In the form of an error of the whole file, which knows how to name it.
    report::note(&format!("{}", InputError::whole(name, what)));
}

/// The kind of the input that was checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A model or a proof for a formula.
    Of(Evidence),
    /// Solutions of an exact cover.
    Cover,
    /// Nothing was checked: reading an input was interrupted.
    Unread,
}

/// The result of `verify`, and the inputs that it is about.
struct Examined {
    /// The size of the formula or the exact cover in words, empty if it was not read.
    sizes: String,
    /// The name of the input that was checked, or at which reading was interrupted, for messages.
    name: String,
    kind: Kind,
    report: Report,
}

/// Returns the size of a formula in words.
fn sizes(num_vars: usize, num_clauses: usize) -> String {
    let variables = counted(num_vars, "variable");
    format!("{variables}, {}", counted(num_clauses, "clause"))
}

impl Examined {
    /// Returns the result if reading an input was interrupted, which caused `error`.
    fn interrupted(error: InputError) -> Examined {
        Examined {
            sizes: String::new(),
            name: error.name,
            kind: Kind::Unread,
            report: Report {
                acceptance: Acceptance::Unknown(Stop::Interrupted.to_string()),
                done: String::new(),
                steps: None,
            },
        }
    }
}

impl Arguments {
    /// Returns the same arguments with the problem that an option names, and FILE in its place.
    fn settled(mut self, context: Context, interrupt: &Interrupt) -> anyhow::Result<Arguments> {
        self.built = match (&self.problem, &self.puzzle) {
            (Some(name), _) => {
                let built = problems::build(name).map_err(|error| match error {
                    ProblemError::Input(input) => anyhow::Error::from(input),
                    other => other.into(),
                })?;
                Some(built.problem().clone())
            }
            (None, Some(puzzle)) => {
                let reading = ReadingArguments::default();
                let entry = puzzles::single(puzzle, &reading, context, interrupt)?;
                Some(encode::instance(&entry.puzzle)?.problem().clone())
            }
            (None, None) => None,
        };
        let named = self.problem.clone().or_else(|| self.puzzle.clone());
        self.evidence = match (self.second.take(), named) {
            (None, Some(name)) => std::mem::replace(&mut self.formula, name),
            (second, _) => second.unwrap_or_default(),
        };
        Ok(self)
    }

    /// Returns the exact-cover problem and its name.
    fn cover(&self, interrupt: &Interrupt) -> Result<(String, ExactCover), InputError> {
        if let Some(problem) = &self.built {
            return Ok((self.formula.clone(), problem.clone()));
        }
        let source = Source::open_with(&self.formula, interrupt)?;
        let name = source.name().to_owned();
        let opened = content::peek(source.at_most(limits::input()))?;
        let problem = self.read_cover(&name, opened)?;
        Ok((name, problem))
    }

    fn read_cover(&self, name: &str, mut opened: Opened) -> Result<ExactCover, InputError> {
        self.try_cover(name, &mut opened).map_err(|error| {
            content::explained(error, &opened.prefix, Content::Cover, Hints::Usual)
        })
    }

    /// Reads an exact-cover problem. If that fails, part of the input has been read.
    fn try_cover(&self, name: &str, opened: &mut Opened) -> Result<ExactCover, InputError> {
        let warn = |warning| self.warn(&warning);
        let (problem, _) = cover::read(&mut opened.input, name, None, warn)?;
        Ok(problem)
    }

    /// Prints what is odd about an input, unless notes are not wanted.
    fn warn(&self, odd: &InputError) {
        if !self.quiet.is_set() {
            report::warning(odd);
        }
    }

    /// Reads what a proof is about. A file that is no formula may be an exact-cover problem.
    fn base(&self, interrupt: &Interrupt) -> Result<Base, InputError> {
        let may_be_cover = self.derives.is_none() && !self.relaxed.is_set();
        if self.built.is_some() {
            return Ok(Base::Cover(self.cover(interrupt)?.1));
        }
        let source = Source::open_with(&self.formula, interrupt)?;
        let name = source.name().to_owned();
        let mut opened = content::peek(source)?;
        if trusted::is_opb(&opened.prefix) {
            return Err(InputError::whole(name, OPB));
        }
        if may_be_cover && Content::of(&opened.prefix) == Some(Content::Cover) {
            return Ok(Base::Cover(self.read_cover(&name, limited(opened))?));
        }
        let kind = self.form.or_else(|| Evidence::by_name(&self.evidence));
        let is_proof = kind.is_some_and(|kind| kind != Evidence::Model);
        if may_be_cover && is_proof && !may_be_formula(&opened.prefix) {
            opened = limited(opened);
            if let Ok(problem) = self.try_cover(&name, &mut opened) {
                return Ok(Base::Cover(problem));
            }
            // The error is that of a formula, whose header is missing in the first bytes.
            let (_, rest) = opened.input.into_inner();
            opened.input = Cursor::new(opened.prefix.clone()).chain(rest);
        }
        let warn = &mut |odd| self.warn(&odd);
        let read = self
            .relaxed
            .read_opened(&self.formula, (&name, opened), interrupt, warn);
        read.map(Base::Formula)
            .map_err(|error| swapped(self).unwrap_or(error))
    }
}

/// Returns the input with the limit on inputs that are held in memory.
fn limited(Opened { prefix, input }: Opened) -> Opened {
    let (start, rest) = input.into_inner();
    let input = start.chain(rest.at_most(limits::input()));
    Opened { prefix, input }
}

/// Returns `true` unless a text, of which this is the beginning, is certainly no formula with a header.
/// One line of an answer counts as a damaged formula, because `cover` would take it for items without
/// options.
fn may_be_formula(prefix: &[u8]) -> bool {
    let text = content::whole_lines(prefix);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_answer = Content::of(prefix) == Some(Content::Answer);
    // Comments may go on after the prefix, and items may have names in `c`.
    let Some(first) = lines.clone().find(|line| !line.starts_with('c')) else {
        return prefix.len() > text.len() || is_answer || prefix.is_empty();
    };
    let header = first.strip_prefix('p').map(str::trim_start);
    let is_knuth = || cover::Form::detect(prefix) == cover::Form::Knuth;
    header.is_some_and(|rest| rest.starts_with("cnf"))
        || is_answer && lines.nth(1).is_none() && is_knuth()
}

/// The formula or the exact cover that a model or a proof is checked against.
enum Base {
    Formula(Cnf),
    Cover(ExactCover),
}

fn examine(
    arguments: &Arguments,
    interrupt: &Interrupt,
    budget: &Budget,
) -> Result<Examined, InputError> {
    if is_count(arguments) {
        return trusted::examine_count(arguments, interrupt, budget);
    }
    let base = arguments.base(interrupt)?;
    let num_vars = match &base {
        Base::Formula(cnf) => cnf.num_vars(),
        Base::Cover(_) => usize::MAX,
    };
    let source = Source::open_with(&arguments.evidence, interrupt)?;
    let name = source.name().to_owned();
    let Opened { prefix, input } = content::peek_at_least(source, format::PREFIX)?;
    let derived = match &arguments.derives {
        Some(path) => Some(read_formula(path, arguments, interrupt)?),
        None => None,
    };
    let derives = derived.is_some().then_some(Evidence::Pbp);
    let named_kind = arguments
        .form
        .or(derives)
        .or_else(|| Evidence::by_name(&arguments.evidence));
    let kind = named_kind.unwrap_or_else(|| Evidence::by_content(&prefix, num_vars));
    let is_guess = named_kind.is_none() && format::is_binary(&prefix);
    let bare = content::begins_with_number(&prefix);
    refuse_other_inputs(&name, &prefix, kind)?;
    last_resort::searching();
    let cnf = match base {
        Base::Formula(cnf) => cnf,
        Base::Cover(_) if kind == Evidence::Model && arguments.built.is_none() => {
            // Solutions of an exact cover are for `--trusted`.
            let is_cover = b"p xcc ";
            let error =
                content::recognised(&arguments.formula, is_cover, Content::Formula, Hints::Usual);
            return Err(error.unwrap_or_else(|| InputError::whole(name, NO_COVER)));
        }
        Base::Cover(problem) => {
            let named = (&arguments.formula[..], &problem);
            let report = proof_of_cover(named, kind, input, &name, budget)?;
            return Ok(Examined {
                sizes: "an exact-cover problem".to_owned(),
                name,
                kind: Kind::Of(kind),
                report,
            });
        }
    };
    let report = match kind {
        Evidence::Model if bare => checks::bare_model(&cnf, input, &name)?,
        Evidence::Model => checks::model(&cnf, input, &name)?,
        Evidence::Drat => checks::drat(&cnf, input, &name, budget).map_err(|mut error| {
            if is_guess {
                error.message += "; if it is LRAT, say so: `--form lrat`";
            }
            error
        })?,
        Evidence::Lrat => checks::lrat(&cnf, input, &name, budget)?,
        Evidence::Count => return Err(InputError::whole(name, NO_COVER)),
        Evidence::Pbp => match &derived {
            Some(derived) => checks::derivation(&cnf, input, &name, derived, budget)?,
            None => {
                let start = || PbpChecker::of(&cnf, budget);
                checks::pbp(start, input, &name, OF_FORMULA_AS_COVER, budget)?
            }
        },
    };
    Ok(Examined {
        sizes: sizes(cnf.num_vars(), cnf.num_clauses()),
        name,
        kind: Kind::Of(kind),
        report,
    })
}

/// Checks a proof that an exact-cover problem has no solution. What it starts from is made from the
/// problem.
fn proof_of_cover(
    (problem_name, problem): (&str, &ExactCover),
    kind: Evidence,
    input: impl BufRead,
    name: &str,
    budget: &Budget,
) -> Result<Report, InputError> {
    if kind == Evidence::Pbp {
        let axioms = CoverAxioms::new(problem);
        let start = || PbpChecker::of_sums(axioms.sums(), budget);
        return checks::pbp(start, input, name, "", budget);
    }
    if matches!(kind, Evidence::Model | Evidence::Count) {
        let message = format!(
            "expected a proof that {} has no solution; `--trusted` checks solutions",
            display(problem_name)
        );
        return Err(InputError::whole(name, &message));
    }
    let size = encode::cover_size(problem, AtMostOne::Pairwise);
    let cnf = match size.memory() <= memory::total() {
        true => encode::cover_to_cnf(problem, AtMostOne::Pairwise).ok(),
        false => None,
    };
    let Some(cnf) = cnf else {
        return Ok(Report {
            acceptance: Acceptance::Unknown(Stop::Memory.to_string()),
            done: String::new(),
            steps: None,
        });
    };
    match kind {
        Evidence::Lrat => checks::lrat(&cnf, input, name, budget),
        _ => checks::drat(&cnf, input, name, budget),
    }
}

/// The end of the error that a proof is about another number of clauses than the formula has: the
/// command that checks a proof made by `cover --form cnf`.
const OF_FORMULA_AS_COVER: &str = "; if it is a proof of `cover --form cnf CNF`, check it by \
     `sudosat cover --form cnf CNF --write - | sudosat verify - FILE`";

/// The error of constraints in OPB.
const OPB: &str =
    "these are pseudo-Boolean constraints (OPB): `--trusted` checks a VeriPB proof for them";

/// The error of a certificate of a count for a formula.
const NO_COVER: &str =
    "this is a certificate of a count, which is for an exact cover, not for a formula";

/// Returns `true` if the evidence is a certificate of a count, as far as can be seen before the
/// formula is read.
fn is_count(arguments: &Arguments) -> bool {
    let path = &arguments.evidence;
    let begins = || {
        let source = Path::new(path).is_file().then(|| Source::open(path).ok());
        let opened = content::peek_at_least(source??, format::PREFIX).ok()?;
        content::is_count(&opened.prefix).then_some(Evidence::Count)
    };
    let named = arguments
        .form
        .or_else(|| Evidence::by_name(path))
        .or_else(begins);
    named == Some(Evidence::Count) && arguments.derives.is_none()
}

/// Returns an error that names the right command if an input is no evidence at all, which would only be
/// called damaged. `prefix` is its beginning.
fn refuse_other_inputs(name: &str, prefix: &[u8], kind: Evidence) -> Result<(), InputError> {
    if let Some(found @ (Content::Formula | Content::Puzzle | Content::Cover)) = Content::of(prefix)
        && let Some(error) = content::recognised(name, prefix, Content::Proof, Hints::Usual)
        && !(found == Content::Puzzle && kind != Evidence::Model)
    {
        return Err(error);
    }
    Ok(())
}

/// Makes `s UNKNOWN` the answer if the run can't go on.
fn answer_unknown(json: bool, start: Instant) {
    last_resort::give_up_with(Exit::GaveUp, move |out, reason| match json {
        true => writeln!(
            out,
            "{{\"verdict\":\"unknown\",\"format\":null,\"claim\":null,\"reason\":\"{reason}\",\
             \"steps\":null,\"seconds\":{}}}",
            start.elapsed().as_secs_f64()
        ),
        false => writeln!(out, "s UNKNOWN"),
    });
}

fn read_formula(
    argument: &str,
    arguments: &Arguments,
    interrupt: &Interrupt,
) -> Result<Cnf, InputError> {
    let warn = &mut |odd| arguments.warn(&odd);
    arguments
        .relaxed
        .read(argument, Hints::Usual, interrupt, warn)
}

/// Returns the error of arguments in the wrong order: the second is the formula.
fn swapped(arguments: &Arguments) -> Option<InputError> {
    let (first, second) = (&arguments.formula, &arguments.evidence);
    if !Path::new(second).is_file() {
        return None;
    }
    let Opened { prefix, .. } = content::peek(Source::open(second).ok()?).ok()?;
    (Content::of(&prefix) == Some(Content::Formula)).then(|| {
        let (first, second) = (display(first), display(second));
        let message = format!(
            "this is no DIMACS formula, but {second} is one; the formula comes first: \
             `sudosat verify {second} {first}`"
        );
        InputError::whole(arguments.formula.clone(), message)
    })
}

fn as_json(kind: Kind, report: &Report, elapsed: Duration) -> serde_json::Value {
    let verdict = match report.acceptance {
        Acceptance::Verified | Acceptance::Counted(_) => "verified",
        Acceptance::Refused(_) => "refused",
        Acceptance::Unknown(_) => "unknown",
    };
    let (format, claim) = match kind {
        Kind::Unread => (None, None),
        Kind::Cover => (Some("cover"), Some("solutions")),
        Kind::Of(Evidence::Model) => (Some("model"), Some("satisfiable")),
        Kind::Of(Evidence::Drat) => (Some("drat"), Some("unsatisfiable")),
        Kind::Of(Evidence::Lrat) => (Some("lrat"), Some("unsatisfiable")),
        Kind::Of(Evidence::Pbp) => (Some("pbp"), Some("unsatisfiable")),
        Kind::Of(Evidence::Count) => (Some("count"), Some("count")),
    };
    let mut object = json!({
        "verdict": verdict,
        "format": format,
        "claim": claim,
        "reason": report.acceptance.reason(),
        "steps": report.steps,
        "seconds": elapsed.as_secs_f64(),
    });
    if let Acceptance::Counted(count) = &report.acceptance {
        object["count"] = json!(count);
    }
    object
}
