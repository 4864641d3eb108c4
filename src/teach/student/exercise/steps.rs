//! Refutations that students write: steps of resolution, and lines of LRAT.

use super::{Cause, Mark};
use crate::budget::Budget;
use crate::check::{LratChecker, ProofFault};
use crate::formula::{Cnf, Lit};
use crate::io::{InputError, counted};
use crate::proof::lrat::{self, Step};
use crate::reason::why::words::capital;
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
    // Is the empty clause there, and does it follow?
    let given = cnf.clauses().any(|clause| clause.is_empty());
    let (mut right, mut is_there, mut is_refuted) = (0, given, given);
    // Each step has a line of its own.
    let mut deletions = (1..).zip(text.lines()).filter(|(_, line)| {
        let mut words = line.split_whitespace();
        words.next().is_some_and(|first| !first.starts_with('c')) && words.next() == Some("d")
    });
    for step in &steps {
        if let Some(stop) = budget.exhausted(0) {
            return Ok(Mark::stopped(stop));
        }
        let (id, lits, parents) = match step {
            Step::Add { id, lits, hints } => (*id, lits, hints),
            Step::Delete { .. } => {
                let line = deletions.next().map_or(0, |(line, _)| line);
                wrong.push(Cause::new(
                    "deletion",
                    format!(
                        "Line {line} deletes clauses, which is no resolution: remove it, or hand in \
                         the proof as LRAT."
                    ),
                ));
                continue;
            }
        };
        let lits = sorted(lits);
        let found = if id <= last {
            Err(Cause::new(
                "id-order",
                format!("Step {id}: the id must be above {last}, the highest before it."),
            ))
        } else {
            resolvent(id, &lits, parents, &clauses)
        };
        last = last.max(id);
        is_there |= lits.is_empty();
        match found {
            Ok(true) => {
                right += 1;
                is_refuted |= lits.is_empty();
            }
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
    }
    if !is_there {
        wrong.push(Cause::new(
            "not-refuted",
            "No step is the empty clause: the refutation is not finished.",
        ));
    }
    let (is_wrong, is_open) = (!wrong.is_empty(), !open.is_empty());
    let causes = wrong.into_iter().chain(open).collect();
    Ok(match is_open && !is_wrong {
        true => Mark {
            causes,
            ..Mark::default()
        },
        false => {
            let right = right + usize::from(is_refuted);
            Mark::judged(!is_wrong, causes, right, steps.len() + 1)
        }
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
    let fault = match checked {
        Ok(_) => return Ok(Mark::judged(true, Vec::new(), most, most)),
        Err(ProofFault::GaveUp(stop)) => return Ok(Mark::stopped(stop)),
        Err(fault) => fault,
    };
    let hints: &[i64] = match steps.get(right) {
        Some(Step::Add { hints, .. }) => hints,
        _ => &[],
    };
    let cause = match fault {
        ProofFault::NotRefuted { .. } => "not-refuted",
        ProofFault::Id { .. } => "id-order",
        ProofFault::UnknownHint { .. } => "unknown-hint",
        ProofFault::NotUnit { .. } => "hint-not-unit",
        _ if hints.is_empty() => "no-hints",
        // Without hints for other clauses no RAT step was meant.
        _ if hints.iter().all(|&hint| hint > 0) => "hints-end",
        ProofFault::HintsEnd { .. } => "hints-end",
        _ => "rat",
    };
    let words = format!("{}.", capital(&fault.to_string()));
    Ok(Mark::judged(
        false,
        vec![Cause::new(cause, words)],
        right,
        most,
    ))
}
