//! Reading a model or a proof and having it checked.

use std::io::BufRead;
use sudosat::budget::{Budget, Stop};
use sudosat::check::{
    self, DratChecker, DratStats, LratChecker, LratStats, PbpChecker, PbpFault, PbpStats,
    ProofFault,
};
use sudosat::formula::answer::{self, Status};
use sudosat::formula::{Cnf, Lit};
use sudosat::io::{InputError, Scanner, counted};
use sudosat::proof;

/// The result of checking a model or a proof, with the reason if it is not `Verified`.
pub(super) enum Acceptance {
    Verified,
    /// Verified, and the number of solutions.
    Counted(String),
    Refused(String),
    Unknown(String),
}

impl Acceptance {
    /// Returns the reason if it is not `Verified`.
    pub(super) fn reason(&self) -> Option<&str> {
        match self {
            Acceptance::Verified | Acceptance::Counted(_) => None,
            Acceptance::Refused(reason) | Acceptance::Unknown(reason) => Some(reason),
        }
    }
}

/// The result of a check and what was done for it.
pub(super) struct Report {
    pub acceptance: Acceptance,
    /// A sentence on what was read and checked.
    pub done: String,
    /// Number of steps of a proof that were checked.
    pub steps: Option<u64>,
}

/// Checks a solver's answer with a model.
pub(super) fn model(cnf: &Cnf, input: impl BufRead, name: &str) -> Result<Report, InputError> {
    let answer = answer::read(input, name, cnf.num_vars())?;
    let reason = match answer.status {
        Status::Satisfiable if answer.has_model => return Ok(literals(cnf, &answer.lits)),
        Status::Satisfiable => "it says SATISFIABLE, and there is no model in it",
        Status::Unsatisfiable => "it says UNSATISFIABLE, and there is no proof in it",
        Status::Unknown => "it says UNKNOWN: there is nothing to verify",
    };
    Ok(Report {
        acceptance: Acceptance::Refused(reason.to_owned()),
        done: "an answer without a model".to_owned(),
        steps: None,
    })
}

/// Checks a text with only a model's literals, with or without a 0 at the end.
pub(super) fn bare_model(cnf: &Cnf, input: impl BufRead, name: &str) -> Result<Report, InputError> {
    const LITERAL: &str = "a literal of the model, or its final 0";
    let mut scanner = Scanner::new(input, name);
    let mut lits = Vec::new();
    let mut ended = false;
    while let Some(byte) = scanner.skip_space()? {
        let place = scanner.place();
        if byte == b'c' {
            scanner.skip_line()?;
        } else if ended {
            return Err(scanner.unexpected(place, "nothing after the model's final 0"));
        } else {
            let number = scanner.integer(LITERAL)?;
            ended = number == 0;
            match i32::try_from(number).ok().and_then(Lit::from_dimacs) {
                Some(lit) => lits.push(lit),
                None if ended => {}
                None => return Err(scanner.unexpected(place, LITERAL)),
            }
        }
    }
    Ok(literals(cnf, &lits))
}

fn literals(cnf: &Cnf, lits: &[Lit]) -> Report {
    Report {
        acceptance: match check::model(cnf, lits) {
            Ok(_) => Acceptance::Verified,
            Err(fault) => Acceptance::Refused(fault.to_string()),
        },
        done: format!("a model of {}", counted(lits.len(), "literal")),
        steps: None,
    }
}

/// Checks a DRAT proof.
pub(super) fn drat(
    cnf: &Cnf,
    input: impl BufRead,
    name: &str,
    budget: &Budget,
) -> Result<Report, InputError> {
    let mut stats = DratStats::default();
    let mut reader = proof::drat::read(input, name)?;
    let result = drat_steps(cnf, &mut reader, budget, &mut stats);
    let mut acceptance = acceptance(result)?;
    if let Acceptance::Refused(reason) = &mut acceptance
        && stats.unit_deletions > 0
    {
        let ignored = stats.unit_deletions;
        *reason += &format!(
            "; ignored: {} of unit clauses",
            counted(ignored, "deletion")
        );
    }
    let done = format!(
        "DRAT in {}, {} ({} RAT), {} (also ignored: {} of unit clauses, {} of clauses not \
         there), {}",
        coding(reader.is_binary()),
        counted(stats.lemmas, "lemma"),
        stats.rat,
        counted(stats.deleted, "deletion"),
        stats.unit_deletions,
        stats.missing_deletions,
        counted(stats.propagations, "propagation"),
    );
    Ok(Report {
        acceptance,
        done,
        steps: Some(stats.steps),
    })
}

fn drat_steps(
    cnf: &Cnf,
    steps: impl Iterator<Item = Result<proof::Step, InputError>>,
    budget: &Budget,
    stats: &mut DratStats,
) -> Result<(), Failure> {
    let mut checker = DratChecker::of(cnf, budget)?;
    for step in steps {
        let step = step?;
        // All is read, even behind the empty clause: a damaged file is not to pass.
        let result = checker.step(&step, budget);
        *stats = checker.stats();
        result?;
    }
    *stats = checker.finish()?;
    Ok(())
}

/// Checks an LRAT proof.
pub(super) fn lrat(
    cnf: &Cnf,
    input: impl BufRead,
    name: &str,
    budget: &Budget,
) -> Result<Report, InputError> {
    let mut stats = LratStats::default();
    let mut reader = proof::lrat::read(input, name)?;
    let result = lrat_steps(cnf, &mut reader, budget, &mut stats);
    let done = format!(
        "LRAT in {}, {} ({} RAT), {} (also ignored: {} of clauses not there), {}",
        coding(reader.is_binary()),
        counted(stats.lemmas, "lemma"),
        stats.rat,
        counted(stats.deleted, "deletion"),
        stats.missing_deletions,
        counted(stats.hints, "hint"),
    );
    Ok(Report {
        acceptance: acceptance(result)?,
        done,
        steps: Some(stats.steps),
    })
}

fn lrat_steps(
    cnf: &Cnf,
    steps: impl Iterator<Item = Result<proof::lrat::Step, InputError>>,
    budget: &Budget,
    stats: &mut LratStats,
) -> Result<(), Failure> {
    let mut checker = LratChecker::of(cnf, budget)?;
    for step in steps {
        let step = step?;
        let result = checker.step(&step, budget);
        *stats = checker.stats();
        result?;
    }
    *stats = checker.finish()?;
    Ok(())
}

/// Checks a proof in the format of VeriPB with a checker of what it starts from, which `start`
/// returns. `other` is appended to the fault of a proof of another number of inequalities.
pub(super) fn pbp(
    start: impl FnOnce() -> Result<PbpChecker, PbpFault>,
    input: impl BufRead,
    name: &str,
    other: &str,
    budget: &Budget,
) -> Result<Report, InputError> {
    let mut stats = PbpStats::default();
    let steps = proof::pbp::Reader::new(input, name);
    let result = pbp_steps(start, steps, other, budget, &mut stats);
    let done = format!(
        "VeriPB's format, {}; inequalities: {} by expressions, {} by unit propagation, {} by \
         substitution, {} deleted",
        counted(stats.steps, "step"),
        stats.pol,
        stats.rup,
        stats.red + stats.dom,
        stats.deleted,
    );
    Ok(Report {
        acceptance: acceptance(result)?,
        done,
        steps: Some(stats.steps),
    })
}

/// Checks that a proof in VeriPB's format derives every clause of another formula,
/// so that one is unsatisfiable if the other is.
pub(super) fn derivation(
    cnf: &Cnf,
    input: impl BufRead,
    name: &str,
    derived: &Cnf,
    budget: &Budget,
) -> Result<Report, InputError> {
    let mut stats = PbpStats::default();
    let steps = proof::pbp::Reader::new(input, name);
    let result = derivation_steps(cnf, steps, derived, budget, &mut stats);
    let done = format!(
        "VeriPB's format, {}; by unit propagation: {}",
        counted(stats.steps, "step"),
        counted(derived.num_clauses(), "clause")
    );
    Ok(Report {
        acceptance: acceptance(result)?,
        done,
        steps: Some(stats.steps),
    })
}

fn derivation_steps(
    cnf: &Cnf,
    steps: impl Iterator<Item = Result<proof::pbp::Step, InputError>>,
    derived: &Cnf,
    budget: &Budget,
    stats: &mut PbpStats,
) -> Result<(), Failure> {
    let mut checker = PbpChecker::of(cnf, budget)?;
    for step in steps {
        let step = step?;
        if let proof::pbp::Step::Conclude(_) = step {
            continue; // whatever it claims, the clauses decide
        }
        let result = checker.step(&step, budget);
        *stats = checker.stats();
        result?;
    }
    for (index, clause) in derived.clauses().enumerate() {
        if index % 256 == 0
            && let Some(stop) = budget.exhausted(0)
        {
            return Err(Failure::GaveUp(stop));
        }
        if !checker.implies(clause) {
            let number = index + 1;
            return Err(Failure::Wrong(format!(
                "clause {number} of the derived formula does not follow by unit propagation"
            )));
        }
    }
    Ok(())
}

fn pbp_steps(
    start: impl FnOnce() -> Result<PbpChecker, PbpFault>,
    steps: impl Iterator<Item = Result<proof::pbp::Step, InputError>>,
    other: &str,
    budget: &Budget,
    stats: &mut PbpStats,
) -> Result<(), Failure> {
    let mut checker = start()?;
    for step in steps {
        let result = checker.step(&step?, budget);
        *stats = checker.stats();
        result.map_err(|fault| match fault {
            PbpFault::ClauseCount { .. } => Failure::Wrong(format!("{fault}{other}")),
            fault => fault.into(),
        })?;
    }
    checker.finish()?;
    Ok(())
}

/// The reason why a proof in a file is not accepted.
enum Failure {
    /// The file is damaged.
    Input(InputError),
    /// The proof is wrong.
    Wrong(String),
    /// The check was not finished.
    GaveUp(Stop),
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::Input(error)
    }
}

impl From<ProofFault> for Failure {
    fn from(fault: ProofFault) -> Failure {
        match fault {
            ProofFault::GaveUp(stop) => Failure::GaveUp(stop),
            fault => Failure::Wrong(fault.to_string()),
        }
    }
}

impl From<PbpFault> for Failure {
    fn from(fault: PbpFault) -> Failure {
        match fault {
            PbpFault::GaveUp(stop) => Failure::GaveUp(stop),
            fault => Failure::Wrong(fault.to_string()),
        }
    }
}

fn acceptance(result: Result<(), Failure>) -> Result<Acceptance, InputError> {
    match result {
        Ok(()) => Ok(Acceptance::Verified),
        Err(Failure::Input(error)) => Err(error),
        Err(Failure::GaveUp(stop)) => Ok(Acceptance::Unknown(stop.to_string())),
        Err(Failure::Wrong(reason)) => Ok(Acceptance::Refused(reason)),
    }
}

fn coding(is_binary: bool) -> &'static str {
    if is_binary { "binary" } else { "text" }
}
