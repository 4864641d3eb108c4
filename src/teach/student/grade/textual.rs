//! Mistakes of the text of a formula that is otherwise right: its header, and its zeros.

use super::cause::{Cause, Kind};
use super::reading::{Counts, Header, Reading, Text};
use super::repaired;
use super::scheme::Table;
use super::work::Repair;
use crate::encode;
use crate::formula::Var;
use crate::io::counted;
use crate::sudoku::Size;
use itertools::Itertools as _;
use rustc_hash::FxHashSet;

/// Number of lines that are listed one by one.
const LISTED: usize = 5;

/// A mistake of the text.
#[derive(Clone, Debug)]
pub enum Fault {
    /// There is no header; what it must declare.
    NoHeader(Counts),
    /// The header declares other numbers than those of the formula as it is, which follow
    /// first, and than those that it must declare, which follow last.
    Header(Header, Counts, Counts),
    /// The header is on the first line, after the clause on the second.
    LateHeader(usize, usize),
    /// Clauses do not end by 0, on these lines.
    Unterminated(Vec<usize>),
    /// Variable 0 is used as a candidate's, first on this line. The number of variables that
    /// the header must declare then, if it declares fewer.
    Zero(usize, Option<u64>),
    /// Variable 0 is used in unit clauses and stands for no candidate, first on this line.
    ZeroUnit(usize),
}

impl Fault {
    /// Returns the name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Fault::NoHeader(_) | Fault::Header(..) | Fault::LateHeader(..) => "header",
            Fault::Unterminated(_) => "unterminated",
            Fault::Zero(..) | Fault::ZeroUnit(_) => "variable-zero",
        }
    }

    /// Returns what is wrong, and what to do.
    pub fn words(&self) -> String {
        match self {
            Fault::NoHeader(needed) => format!(
                "The header is missing: the formula must begin with {}.",
                declaration(*needed)
            ),
            Fault::LateHeader(line, first) => format!(
                "The header is on line {line}, after the clause on line {first}: it must come before all \
                 clauses."
            ),
            Fault::Header(header, found, needed) => declared(header, *found, *needed),
            Fault::Unterminated(lines) => {
                let listed = lines.iter().take(LISTED).join(", ");
                let more = if lines.len() > LISTED { ", …" } else { "" };
                match lines.len() {
                    1 => format!(
                        "The 0 that ends the clause is missing on line {listed}: in DIMACS a clause \
                         ends with 0, not with the line."
                    ),
                    many => format!(
                        "The 0 that ends the clause is missing on {many} lines ({listed}{more}): in \
                         DIMACS a clause ends with 0, not with the line."
                    ),
                }
            }
            Fault::Zero(line, vars) => {
                let header = vars.map(|vars| format!(", and declare {vars} variables"));
                format!(
                    "Variable 0 is used (line {line}): you count from 0, but 0 ends a clause in DIMACS; \
                     add 1 to each number{}.",
                    header.unwrap_or_default()
                )
            }
            Fault::ZeroUnit(line) => format!(
                "Variable 0 is used (line {line}), which stands for no candidate: 0 ends a clause in \
                 DIMACS; remove the clause."
            ),
        }
    }
}

/// Returns the mistakes of the text alone, of a formula that these repairs make right. The
/// header may fit the formula as it is, or as it is after all repairs.
pub fn textual(
    text: &Text,
    reading: &Reading,
    (table, size): (&Table, Size),
    found: &[Cause],
) -> Vec<Cause> {
    let (zero, repair) = zero(reading, table).unzip();
    let repair: Repair = repair.unwrap_or_default();
    let repairs = found.iter().map(|cause| &cause.repair).chain([&repair]);
    let mut needed = needed(reading, table, size, repairs);
    needed.vars -= u64::from(matches!(zero, Some(Fault::ZeroUnit(_))) && needed.vars > 0);
    let faults = faults(text, reading, zero, needed).into_iter();
    let causes = faults.map(|fault| Cause {
        repair: match fault {
            Fault::Zero(..) | Fault::ZeroUnit(_) => repair.clone(),
            _ => Repair::default(),
        },
        kind: Kind::Text(fault),
    });
    causes.collect()
}

/// Returns the mistake of using variable 0, if that was found, clauses without their 0, and the
/// mistakes of the header, which must declare what the formula has, or what is `needed` after all
/// repairs.
pub fn faults(text: &Text, reading: &Reading, zero: Option<Fault>, needed: Counts) -> Vec<Fault> {
    let mut faults: Vec<Fault> = zero.into_iter().collect();
    if !reading.unterminated.is_empty() {
        faults.push(Fault::Unterminated(reading.unterminated.clone()));
    }
    let Some(header) = text.header else {
        faults.push(Fault::NoHeader(needed));
        return faults;
    };
    if let Some(&first) = reading.lines.first().filter(|&&first| first < header.line) {
        faults.push(Fault::LateHeader(header.line, first));
    }
    let counts = reading.counts();
    let fits = [counts, needed].map(|counts| header.clauses == counts.clauses as u64);
    let is_counted_up = header.vars >= counts.vars && header.vars < needed.vars;
    let with_zero = faults.iter_mut().find_map(|fault| match fault {
        Fault::Zero(_, vars) if is_counted_up => Some(vars),
        _ => None,
    });
    if let (Some(vars), true) = (with_zero, fits != [false, false]) {
        *vars = Some(needed.vars);
    } else if header.vars < needed.vars || fits == [false, false] {
        faults.push(Fault::Header(header, counts, needed));
    }
    faults
}

/// Returns the mistake of using variable 0: as a candidate's, or in a unit clause that stands
/// for no candidate and is to be removed.
fn zero(reading: &Reading, table: &Table) -> Option<(Fault, Repair)> {
    let line = reading.zero?;
    let zero = Var::new(0);
    let clauses = reading.clauses.iter().enumerate();
    let uses = clauses.filter(|(_, clause)| clause.iter().any(|lit| lit.var() == zero));
    let uses: Vec<_> = uses.collect();
    let is_counted = table.contains_key(&zero) || uses.iter().any(|(_, clause)| clause.len() > 1);
    Some(match is_counted {
        true => (Fault::Zero(line, None), Repair::default()),
        false => {
            let remove = uses.into_iter().map(|(place, _)| place).collect();
            (
                Fault::ZeroUnit(line),
                Repair {
                    remove,
                    add: Vec::new(),
                },
            )
        }
    })
}

/// Returns what the header must declare after the repairs.
fn needed<'a>(
    reading: &Reading,
    table: &Table,
    size: Size,
    repairs: impl Iterator<Item = &'a Repair> + Clone,
) -> Counts {
    let removed: FxHashSet<usize> = repairs
        .clone()
        .flat_map(|repair| repair.remove.iter().copied())
        .collect();
    let clauses = reading.clauses.iter().enumerate();
    let kept = clauses.filter(|(place, _)| !removed.contains(place));
    let kept = kept.flat_map(|(_, clause)| clause).map(|lit| lit.var());
    let added = repairs
        .clone()
        .flat_map(|repair| repair.add.iter().flatten());
    let added: FxHashSet<Var> = added.map(|lit| lit.var()).collect();
    let is_added = |candidate| added.contains(&encode::var(candidate, size));
    let numbers = table.iter().filter(|(_, candidate)| is_added(**candidate));
    let highest = kept.chain(numbers.map(|(&var, _)| var)).max();
    let highest = highest.map_or(0, |var| var.index() as u64 + 1);
    Counts {
        vars: highest,
        clauses: repaired(reading.clauses.len(), repairs),
    }
}

/// Returns what is wrong with a header. The second counts are those of the repaired formula.
fn declared(header: &Header, found: Counts, needed: Counts) -> String {
    let vars = (header.vars < needed.vars).then(|| {
        let declared = counted(header.vars, "variable");
        let has = match found.vars >= needed.vars {
            true => "has",
            false => "needs",
        };
        (declared, format!("{has} variables up to {}", needed.vars))
    });
    let is_other = ![found, needed]
        .iter()
        .any(|counts| header.clauses == counts.clauses as u64);
    let clauses = is_other.then(|| {
        let declared = counted(header.clauses, "clause");
        (
            declared,
            format!("has {}", counted(found.clauses, "clause")),
        )
    });
    let (declared, has): (Vec<_>, Vec<_>) = vars.into_iter().chain(clauses).unzip();
    let after = match found == needed {
        true => "",
        false => " after the other changes",
    };
    format!(
        "The header on line {} declares {}, but the formula {}: write {}{after}.",
        header.line,
        declared.join(" and "),
        has.join(" and "),
        declaration(needed),
    )
}

fn declaration(counts: Counts) -> String {
    format!("\"p cnf {} {}\"", counts.vars, counts.clauses)
}
