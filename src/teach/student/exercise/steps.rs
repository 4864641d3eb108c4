//! Refutations that students write: steps of resolution, and lines of LRAT.

use super::{Cause, Mark};
use crate::budget::Budget;
use crate::check::{LratChecker, ProofFault};
use crate::formula::{Cnf, Lit};
use crate::io::{InputError, counted};
use crate::proof::lrat::{self, Step};
use crate::teach::student::grade::reference::sorted;
use itertools::Itertools as _;
use rustc_hash::FxHashMap;

/// Reads the lines of a refutation.
fn read(text: &str, name: &str) -> Result<Vec<Step>, InputError> {
    lrat::read(text.as_bytes(), name)?.collect()
}

/// Returns the clause as in DIMACS, without the 0.
fn shown(clause: &[Lit]) -> String {
    match clause {
        [] => "the empty clause".to_owned(),
        clause => format!("\"{}\"", clause.iter().map(|lit| lit.to_dimacs()).join(" ")),
    }
}

/// Grades steps of resolution: each clause must be the resolvent of its two parents, and one must be
/// the empty clause. Each step is checked by the parents as they are written. A step that is no
/// resolution of two clauses but may be right, as a chain of several, makes the grade unknown.
///
/// # Errors
/// If a line is no step.
pub fn resolution(text: &str, name: &str, cnf: &Cnf, budget: &Budget) -> Result<Mark, InputError> {
    let steps = read(text, name)?;
    let mut clauses: FxHashMap<u64, Vec<Lit>> = (1..).zip(cnf.clauses().map(sorted)).collect();
    let mut last = clauses.len() as u64;
    let (mut wrong, mut open) = (Vec::new(), Vec::new());
    let (mut right, mut is_refuted) = (0, false);
    for step in &steps {
        let (id, lits, parents) = match step {
            Step::Add { id, lits, hints } => (*id, lits, hints),
            Step::Delete { .. } => {
                right += 1;
                continue;
            }
        };
        let lits = sorted(lits);
        is_refuted |= lits.is_empty();
        let found = if id <= last {
            Err(Cause::new(
                "id-order",
                format!("Step {id}: the id must be above {last}, the highest before it."),
            ))
        } else {
            resolvent(id, &lits, parents, &clauses)
        };
        last = last.max(id);
        match found {
            Ok(true) => right += 1,
            Ok(false) => open.push(Cause::new(
                "several-at-once",
                format!(
                    "Step {id} has {}, and a resolution has two: it was not judged.",
                    counted(parents.len(), "parent")
                ),
            )),
            Err(cause) => wrong.push(cause),
        }
        clauses.insert(id, lits);
        if budget.exhausted(0).is_some() {
            break;
        }
    }
    if let Some(stop) = budget.exhausted(0) {
        return Ok(stopped(&stop.to_string()));
    }
    if !is_refuted && cnf.clauses().all(|clause| !clause.is_empty()) {
        wrong.push(Cause::new(
            "not-refuted",
            "No step is the empty clause: the refutation is not finished.",
        ));
    }
    let is_right = match (wrong.is_empty(), open.is_empty()) {
        (false, _) => Some(false),
        (true, false) => None,
        (true, true) => Some(true),
    };
    Ok(Mark {
        right: is_right,
        points: is_right.map(|_| (right + usize::from(is_refuted), steps.len() + 1)),
        causes: wrong.into_iter().chain(open).collect(),
        numbering: None,
    })
}

/// Returns `true` if a clause is the resolvent of its parents, `false` if there are other than two.
fn resolvent(
    id: u64,
    clause: &[Lit],
    parents: &[i64],
    clauses: &FxHashMap<u64, Vec<Lit>>,
) -> Result<bool, Cause> {
    let cause = |name, words: String| Err(Cause::new(name, format!("Step {id}: {words}.")));
    let mut found = Vec::new();
    for &parent in parents {
        match u64::try_from(parent)
            .ok()
            .and_then(|parent| clauses.get(&parent))
        {
            Some(clause) => found.push(clause),
            None => {
                return cause(
                    "unknown-parent",
                    format!("there is no clause {parent} before it"),
                );
            }
        }
    }
    let [a, b] = found[..] else {
        return match parents.len() {
            0 | 1 => cause(
                "too-few-parents",
                format!(
                    "it has {}, and a resolution has two",
                    counted(parents.len(), "parent")
                ),
            ),
            _ => Ok(false),
        };
    };
    let pivots: Vec<Lit> = a
        .iter()
        .filter(|&&lit| b.contains(&!lit))
        .copied()
        .collect();
    let [pivot] = pivots[..] else {
        let vars = pivots.iter().map(|lit| lit.var().to_dimacs()).join(" and ");
        return match pivots.is_empty() {
            true => cause(
                "no-pivot",
                format!(
                    "its parents {} and {} have no variable with both signs",
                    shown(a),
                    shown(b)
                ),
            ),
            false => cause(
                "two-pivots",
                format!(
                    "its parents have variables {vars} with both signs, so each resolvent is always true"
                ),
            ),
        };
    };
    // A parent that is always true keeps the other literal of the pivot.
    let first = a.iter().filter(|&&lit| lit != pivot);
    let both = first.chain(b.iter().filter(|&&lit| lit != !pivot));
    let right = sorted(&both.copied().collect::<Vec<Lit>>());
    let more: Vec<Lit> = clause
        .iter()
        .filter(|lit| !right.contains(lit))
        .copied()
        .collect();
    let fewer: Vec<Lit> = right
        .iter()
        .filter(|lit| !clause.contains(lit))
        .copied()
        .collect();
    let expected = format!(
        "the resolvent on variable {} is {}",
        pivot.var().to_dimacs(),
        shown(&right)
    );
    match (&more[..], &fewer[..]) {
        ([], []) => Ok(true),
        (more, []) if more.iter().all(|lit| lit.var() == pivot.var()) => {
            cause("pivot-kept", format!("{expected}: the pivot goes"))
        }
        (_, []) => cause(
            "literal-surplus",
            format!("{expected}, without {}", shown(&more)),
        ),
        ([], _) => cause(
            "literal-missing",
            format!("{expected}, with {}", shown(&fewer)),
        ),
        _ if more.iter().any(|&lit| fewer.contains(&!lit)) => cause("literal-sign", expected),
        _ => cause("literal-wrong", expected),
    }
}

fn stopped(reason: &str) -> Mark {
    Mark {
        causes: vec![Cause::new(
            "stopped",
            format!("Not everything was checked: {reason}."),
        )],
        ..Mark::default()
    }
}

/// Grades a refutation in LRAT.
///
/// # Errors
/// If a line is no step.
pub fn lrat(text: &str, name: &str, cnf: &Cnf, budget: &Budget) -> Result<Mark, InputError> {
    let steps = read(text, name)?;
    let mut right = 0;
    let checked = LratChecker::of(cnf, budget).and_then(|mut checker| {
        for step in &steps {
            checker.step(step, budget)?;
            right += 1;
        }
        checker.finish()
    });
    let most = steps.len() + 1;
    let Err(fault) = checked else {
        return Ok(Mark {
            right: Some(true),
            points: Some((most, most)),
            ..Mark::default()
        });
    };
    if let ProofFault::GaveUp(stop) = fault {
        return Ok(stopped(&stop.to_string()));
    }
    let has_no_hints = match steps.get(right) {
        Some(Step::Add { hints, .. }) => hints.is_empty(),
        _ => false,
    };
    let cause = match fault {
        ProofFault::NotRefuted { .. } => "not-refuted",
        ProofFault::Id { .. } => "id-order",
        ProofFault::UnknownHint { .. } => "unknown-hint",
        ProofFault::NotUnit { .. } => "hint-not-unit",
        ProofFault::HintsEnd { .. } | ProofFault::NoHints { .. } if has_no_hints => "no-hints",
        ProofFault::HintsEnd { .. } => "hints-end",
        _ => "rat",
    };
    let words = fault.to_string();
    Ok(Mark {
        right: Some(false),
        causes: vec![Cause::new(
            cause,
            format!("{}.", crate::reason::why::words::capital(&words)),
        )],
        points: Some((right, most)),
        numbering: None,
    })
}
