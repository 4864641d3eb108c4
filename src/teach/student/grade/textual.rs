//! Mistakes of the text of a formula that is otherwise right: its header, and its zeros.

use super::cause::{Cause, Counts, Kind};
use super::reading::{Reading, Text};
use super::repaired;
use super::scheme::Table;
use super::work::Repair;
use crate::encode;
use crate::formula::Var;
use crate::sudoku::Size;
use rustc_hash::FxHashSet;

/// Returns the mistakes of the text alone, of a formula that these repairs make right. The
/// header may fit the formula as it is, or as it is after all repairs.
pub fn textual(
    text: &Text,
    reading: &Reading,
    (table, size): (&Table, Size),
    found: &[Cause],
) -> Vec<Cause> {
    let mut causes: Vec<Cause> = zero(reading, table).into_iter().collect();
    let alone = |kind| Cause {
        kind,
        repair: Repair::default(),
    };
    if !reading.unterminated.is_empty() {
        causes.push(alone(Kind::Unterminated(reading.unterminated.clone())));
    }
    let repairs: Vec<Cause> = causes.iter().chain(found).cloned().collect();
    let needed = needed(reading, table, size, &repairs);
    let counts = Counts {
        vars: reading.highest(),
        clauses: reading.clauses.len(),
    };
    match text.header {
        None => causes.push(alone(Kind::NoHeader(needed))),
        Some(header) => {
            let fits = [counts, needed].map(|counts| header.clauses == counts.clauses as u64);
            let is_counted_up = header.vars >= counts.vars && header.vars < needed.vars;
            let with_zero = causes.iter_mut().find_map(|cause| match &mut cause.kind {
                Kind::Zero(_, vars) if is_counted_up => Some(vars),
                _ => None,
            });
            if let (Some(vars), true) = (with_zero, fits != [false, false]) {
                *vars = Some(needed.vars);
            } else if header.vars < needed.vars || fits == [false, false] {
                causes.push(alone(Kind::Header(header, counts, needed)));
            }
        }
    }
    causes
}

/// Returns the mistake of using variable 0: as a candidate's, or in a unit clause that stands
/// for no candidate and is to be removed.
fn zero(reading: &Reading, table: &Table) -> Option<Cause> {
    let line = reading.zero?;
    let zero = Var::new(0);
    let clauses = reading.clauses.iter().enumerate();
    let uses = clauses.filter(|(_, clause)| clause.iter().any(|lit| lit.var() == zero));
    let uses: Vec<_> = uses.collect();
    let is_counted = table.contains_key(&zero) || uses.iter().any(|(_, clause)| clause.len() > 1);
    Some(match is_counted {
        true => Cause {
            kind: Kind::Zero(line, None),
            repair: Repair::default(),
        },
        false => Cause {
            kind: Kind::ZeroUnit(line),
            repair: Repair {
                remove: uses.into_iter().map(|(place, _)| place).collect(),
                add: Vec::new(),
            },
        },
    })
}

/// Returns what the header must declare after the repairs.
fn needed(reading: &Reading, table: &Table, size: Size, causes: &[Cause]) -> Counts {
    let repairs = causes.iter().map(|cause| &cause.repair);
    let removed: FxHashSet<usize> = repairs
        .clone()
        .flat_map(|repair| repair.remove.iter().copied())
        .collect();
    let clauses = reading.clauses.iter().enumerate();
    let kept = clauses.filter(|(place, _)| !removed.contains(place));
    let kept = kept.flat_map(|(_, clause)| clause).map(|lit| lit.var());
    let added = repairs.flat_map(|repair| repair.add.iter().flatten());
    let added: FxHashSet<Var> = added.map(|lit| lit.var()).collect();
    let is_added = |candidate| added.contains(&encode::var(candidate, size));
    let numbers = table.iter().filter(|(_, candidate)| is_added(**candidate));
    let highest = kept.chain(numbers.map(|(&var, _)| var)).max();
    let highest = highest.map_or(0, |var| var.index() as u64 + 1);
    let is_shifted = causes
        .iter()
        .any(|cause| matches!(cause.kind, Kind::ZeroUnit(_)));
    Counts {
        vars: highest.saturating_sub(u64::from(is_shifted)),
        clauses: repaired(reading.clauses.len(), causes),
    }
}
