//! `sudosat verify`: a model or a proof against a formula.

mod kind;
mod verdict;

use super::Context;
use super::exit::Exit;
use super::{interrupt, limits, out, report};
pub use kind::Kind;
use serde_json::json;
use std::io::{self, Cursor, Read, Write};
use std::time::{Duration, Instant};
use sudosat::budget::{Budget, Interrupt};
use sudosat::formula::{Cnf, dimacs};
use sudosat::io::{InputError, Source, counted};
use sudosat::proof::format;
use verdict::{Report, Verdict};

/// Check a model or a proof against a formula
///
/// Prints `s VERIFIED SAT` if FILE holds a model of the formula,
/// `s VERIFIED UNSAT` if it holds a proof that there is none,
/// `s NOT VERIFIED` if what it holds is refused, and `s UNKNOWN` if the check
/// was not finished; the exit codes are 0, 0, 1 and 3. The reason is told on
/// standard error. If an input can't be read or is damaged, nothing is printed
/// and the exit code is 2.
#[derive(clap::Args)]
pub struct Arguments {
    /// The formula, in DIMACS; `-` for standard input
    #[arg(value_name = "CNF")]
    formula: String,

    /// A model as any SAT solver prints it, a DRAT or LRAT proof, in text or
    /// binary, or a proof for VeriPB; `-` for standard input
    #[arg(value_name = "FILE")]
    evidence: String,

    /// What FILE holds. Without it `.drat`, `.lrat` or `.pbp` in the name decides,
    /// then the first bytes: binary is DRAT, a step with hints LRAT; numbers
    /// alone are a model if they are all variables in order
    #[arg(long, value_enum)]
    format: Option<Kind>,

    /// Check instead that FILE, for VeriPB, derives every clause of this formula
    /// from CNF: then CNF is unsatisfiable if it is. Prints
    /// `s VERIFIED DERIVATION`
    #[arg(long, value_name = "CNF2", conflicts_with = "format")]
    derives: Option<String>,

    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = limits::seconds)]
    time_limit: Option<Duration>,

    /// Print one JSON object instead: verdict ("verified", "refused",
    /// "unknown"), format, claim ("satisfiable", "unsatisfiable", "derived"), reason
    /// (null if verified), steps (null for a model), seconds
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: Arguments, context: Context) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let interrupt = interrupt::on_ctrl_c();
    let mut budget = Budget::unlimited().with_interrupt(interrupt.clone());
    if let Some(limit) = arguments.time_limit {
        budget = budget.with_time(limit);
    }
    let derived = arguments.derives.as_deref().unwrap_or_default();
    let inputs = [&arguments.formula, &arguments.evidence, derived];
    if inputs.iter().filter(|input| **input == "-").count() > 1 {
        anyhow::bail!("CNF and FILE can't both be standard input");
    }

    let examined = match examine(&arguments, &interrupt, &budget) {
        Err(_) if interrupt.is_raised() => {
            report::note("interrupted while reading");
            return Ok(Exit::GaveUp);
        }
        examined => examined?,
    };
    let Examined {
        cnf,
        name,
        kind,
        report,
    } = examined;

    if context.verbose > 0 {
        let (vars, clauses) = (cnf.num_vars(), cnf.num_clauses());
        let sizes = format!(
            "{}, {}",
            counted(vars, "variable"),
            counted(clauses, "clause")
        );
        tell(&arguments.formula, &sizes);
        tell(&name, &report.done);
    }
    if let Some(reason) = report.verdict.reason() {
        tell(&name, reason);
    }
    print(&arguments, kind, &report, start.elapsed())?;
    Ok(match report.verdict {
        Verdict::Verified => Exit::Done,
        Verdict::Refused(_) => Exit::No,
        Verdict::Unknown(_) => Exit::GaveUp,
    })
}

fn print(arguments: &Arguments, kind: Kind, report: &Report, elapsed: Duration) -> io::Result<()> {
    let mut out = out::stdout();
    if arguments.json {
        let mut object = as_json(kind, report, elapsed);
        if arguments.derives.is_some() {
            object["claim"] = json!("derived");
        }
        writeln!(out, "{object}")?;
    } else {
        let line = match (&report.verdict, kind) {
            (Verdict::Verified, _) if arguments.derives.is_some() => "s VERIFIED DERIVATION",
            (Verdict::Verified, Kind::Model) => "s VERIFIED SAT",
            (Verdict::Verified, Kind::Drat | Kind::Lrat | Kind::Pbp) => "s VERIFIED UNSAT",
            (Verdict::Refused(_), _) => "s NOT VERIFIED",
            (Verdict::Unknown(_), _) => "s UNKNOWN",
        };
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// Says something of a file on standard error.
fn tell(name: &str, what: &str) {
    // In the form of an error of the whole file, which knows how to name it.
    report::note(&format!("{}", InputError::whole(name, what)));
}

/// A formula, and what came out about what was said of it.
struct Examined {
    cnf: Cnf,
    /// The name of the evidence, for messages.
    name: String,
    kind: Kind,
    report: Report,
}

fn examine(
    arguments: &Arguments,
    interrupt: &Interrupt,
    budget: &Budget,
) -> Result<Examined, InputError> {
    let cnf = read_formula(&arguments.formula, interrupt)?;
    let mut source = Source::open_with(&arguments.evidence, interrupt)?;
    let name = source.name().to_owned();
    let prefix = kind::prefix(&mut source, &name)?;
    let derived = match &arguments.derives {
        Some(path) => Some(read_formula(path, interrupt)?),
        None => None,
    };
    let derives = derived.is_some().then_some(Kind::Pbp);
    let told = arguments
        .format
        .or(derives)
        .or_else(|| Kind::by_name(&arguments.evidence));
    let kind = told.unwrap_or_else(|| Kind::by_content(&prefix, cnf.num_vars()));
    let is_guess = told.is_none() && format::is_binary(&prefix);
    let bare = kind::begins_with_number(&prefix);
    let input = Cursor::new(prefix).chain(source);
    let report = match kind {
        Kind::Model if bare => verdict::bare_model(&cnf, input, &name)?,
        Kind::Model => verdict::model(&cnf, input, &name)?,
        Kind::Drat => verdict::drat(&cnf, input, &name, budget).map_err(|mut error| {
            if is_guess {
                error.message += "; if it is LRAT, say so: `--format lrat`";
            }
            error
        })?,
        Kind::Lrat => verdict::lrat(&cnf, input, &name, budget)?,
        Kind::Pbp => match &derived {
            Some(derived) => verdict::derivation(&cnf, input, &name, derived, budget)?,
            None => verdict::pbp(&cnf, input, &name, budget)?,
        },
    };
    Ok(Examined {
        cnf,
        name,
        kind,
        report,
    })
}

fn read_formula(argument: &str, interrupt: &Interrupt) -> Result<Cnf, InputError> {
    let source = Source::open_with(argument, interrupt)?;
    let name = source.name().to_owned();
    dimacs::read_with(source, &name, &mut |odd| report::warning(&odd))
}

fn as_json(kind: Kind, report: &Report, elapsed: Duration) -> serde_json::Value {
    let verdict = match report.verdict {
        Verdict::Verified => "verified",
        Verdict::Refused(_) => "refused",
        Verdict::Unknown(_) => "unknown",
    };
    let (format, claim) = match kind {
        Kind::Model => ("model", "satisfiable"),
        Kind::Drat => ("drat", "unsatisfiable"),
        Kind::Lrat => ("lrat", "unsatisfiable"),
        Kind::Pbp => ("pbp", "unsatisfiable"),
    };
    json!({
        "verdict": verdict,
        "format": format,
        "claim": claim,
        "reason": report.verdict.reason(),
        "steps": report.steps,
        "seconds": elapsed.as_secs_f64(),
    })
}
