//! The judgement on the formula of an exercise.
//!
//! A formula is right if, in the variables that are asked for, it has the models of the statement.
//! Auxiliary variables are [eliminated](crate::teach::student::grade::project). A statement without
//! a model, such as more pigeons than holes, is compared part by part: each largest part of it that
//! has a model, with the clauses that follow from this part. A formula is right there only if each
//! of its clauses has all literals of one of the statement.

use super::difference::{Difference, causes};
use super::statement::Statement;
use super::{Cause, Mark};
use crate::budget::{Budget, Stop};
use crate::cdcl::{Solver, Verdict};
use crate::formula::{Lit, Var};
use crate::io::InputError;
use crate::teach::student::grade::judge::Unsure;
use crate::teach::student::grade::project::project;
use crate::teach::student::grade::reading::{Reading, Text};
use crate::teach::student::grade::reference::{is_tautology, sorted};
use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io;

/// Share of the clauses, in hundredths, that must be the statement's for a numbering to count as
/// recognized. Chosen by hand.
const RECOGNIZED: usize = 40;

/// A numbering of the table: the number of the first variable, and the factors of row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbering {
    first: i64,
    factors: [i64; 2],
}

impl Numbering {
    /// Returns the numberings that are recognized, the usual one first: by rows, by columns, or
    /// digits in a row.
    fn all([rows, columns]: [usize; 2]) -> Vec<Numbering> {
        let (rows, columns) = (rows as i64, columns as i64);
        let factors = [[columns, 1], [1, rows], [10, 1], [1, 10], [100, 1]];
        let mut all = Vec::new();
        for factors in factors {
            let [a, b] = factors;
            let largest = (rows - 1) * a + (columns - 1) * b;
            let is_unique = a >= columns * b || b >= rows * a;
            for first in [1, a + b].into_iter().unique() {
                if is_unique && first + largest < Var::LIMIT as i64 {
                    all.push(Numbering { first, factors });
                }
            }
        }
        all
    }

    fn shown(self, nouns: [&str; 2]) -> String {
        let terms = (0..2).map(|place| match self.factors[place] {
            1 => format!("({}−1)", nouns[place]),
            factor => format!("{factor}·({}−1)", nouns[place]),
        });
        format!("{} + {}", terms.collect::<Vec<_>>().join(" + "), self.first)
    }

    /// Renumbers clauses: the variables of the table row by row, then all others.
    fn apply(self, clauses: &[Vec<Lit>], size: [usize; 2]) -> Vec<Vec<Lit>> {
        let squares = (0..size[0]).cartesian_product(0..size[1]).enumerate();
        let mut table: FxHashMap<i64, usize> = squares
            .map(|(index, (row, column))| {
                let [a, b] = self.factors;
                (self.first + a * row as i64 + b * column as i64, index)
            })
            .collect();
        let mut renumber = |lit: &Lit| {
            let next = table.len();
            let number = i64::from(lit.var().to_dimacs());
            Var::new(*table.entry(number).or_insert(next)).lit(lit.is_positive())
        };
        let clauses = clauses.iter();
        clauses
            .map(|clause| clause.iter().map(&mut renumber).collect())
            .collect()
    }
}

/// Grades the formula in a text.
///
/// # Errors
/// If the text is no formula.
pub fn grade(
    text: &str,
    name: &str,
    statement: &Statement,
    is_lecture: bool,
    budget: &Budget,
) -> Result<Mark, InputError> {
    let text = Text::read(text, name)?;
    let failed = |error: io::Error| InputError::whole(name, error.to_string());
    let readings = [Some(text.by_zeros()), text.by_lines()];
    let mut best: Option<(Reading, Numbering, Difference)> = None;
    for reading in readings.into_iter().flatten() {
        let found = compare(&reading.plain(), statement, budget).map_err(failed)?;
        let rank =
            |difference: &Difference| (difference.is_right() == Some(true), difference.share);
        if best
            .as_ref()
            .is_none_or(|(.., best)| rank(&found.1) > rank(best))
        {
            best = Some((reading, found.0, found.1));
        }
    }
    let Some((reading, numbering, difference)) = best else {
        return Ok(Mark::default());
    };
    let usual = Numbering::all(statement.size)[0];
    let is_open = difference.is_right().is_none();
    let doubtful = difference.doubtful.as_ref().filter(|_| is_open);
    let is_known =
        difference.is_right() == Some(true) || doubtful.is_some() || difference.share >= RECOGNIZED;
    let mut found = textual(&text, &reading);
    let points = difference.points(statement, found.is_empty());
    if is_lecture && is_known && numbering != usual {
        let (own, asked) = (
            numbering.shown(statement.nouns),
            usual.shown(statement.nouns),
        );
        found.push(Cause::new(
            "numbering",
            format!("The variables are numbered as {own}, but {asked} is required."),
        ));
    }
    let right = match difference.is_right() {
        Some(true) => Some(found.is_empty()),
        Some(false) if is_known => Some(false),
        _ => None,
    };
    match (right, difference.unsure, doubtful) {
        (Some(false), ..) => found.extend(causes(statement, &difference, &reading)),
        (None, Some(Unsure::Auxiliary), _) => {
            found = vec![Cause::new(
                "auxiliary",
                "Not everything was checked: the auxiliary variables are too entangled.",
            )]
        }
        (None, Some(Unsure::Stopped(stop)), _) => {
            found = vec![Cause::new(
                "stopped",
                format!("Not everything was checked: {stop}."),
            )];
        }
        (None, None, Some(clause)) => {
            let clause = statement.clause(clause);
            found = vec![Cause::new(
                "doubtful-clause",
                format!(
                    "Not everything was checked: what is asked has no solution, so that everything \
                     follows from it, and \"{clause}\" is more than its own clauses."
                ),
            )];
        }
        (None, None, None) => {
            found = vec![Cause::new(
                "unrecognized",
                format!(
                    "The numbering of the variables was not recognized, expected {}.",
                    usual.shown(statement.nouns)
                ),
            )]
        }
        (Some(true), ..) => {}
    }
    Ok(Mark {
        right,
        causes: found,
        points: right.map(|_| points),
        numbering: is_known.then(|| numbering.shown(statement.nouns)),
    })
}

/// Compares a formula with a statement in the numbering under which it is right, or else has most of
/// the statement's clauses.
fn compare(
    clauses: &[Vec<Lit>],
    statement: &Statement,
    budget: &Budget,
) -> io::Result<(Numbering, Difference)> {
    // Signs may be wrong.
    let vars =
        |clause: &[Lit]| -> Vec<Var> { clause.iter().map(|lit| lit.var()).sorted().collect() };
    let families = statement.families.iter();
    let own: FxHashSet<Vec<Var>> = families
        .flat_map(|family| family.clauses.iter().map(|clause| vars(clause)))
        .collect();
    let share = |clauses: &[Vec<Lit>]| {
        let known = clauses.iter().filter(|clause| own.contains(&vars(clause)));
        known.count() * 100 / clauses.len().max(1)
    };
    let mut best: Option<(Numbering, Difference)> = None;
    for numbering in Numbering::all(statement.size) {
        let renumbered = numbering.apply(clauses, statement.size);
        let share = share(&renumbered);
        let is_far = |(_, best): &(Numbering, Difference)| share + 20 < best.share;
        if best.as_ref().is_some_and(is_far) {
            continue;
        }
        let difference = Difference {
            share,
            ..difference(&renumbered, statement, budget)?
        };
        if difference.is_right() == Some(true) {
            return Ok((numbering, difference));
        }
        if best.as_ref().is_none_or(|(_, best)| share > best.share) {
            best = Some((numbering, difference));
        }
    }
    Ok(best.expect("there is a numbering"))
}

/// Compares a formula with the statement, with and without its optional families.
fn difference(
    clauses: &[Vec<Lit>],
    statement: &Statement,
    budget: &Budget,
) -> io::Result<Difference> {
    let whole = by_parts(clauses, statement, true, budget)?;
    if whole.is_right() == Some(true) || !statement.families.iter().any(|family| family.is_optional)
    {
        return Ok(whole);
    }
    let required = by_parts(clauses, statement, false, budget)?;
    let faults = |difference: &Difference| {
        let missing: usize = difference.missing.iter().map(Vec::len).sum();
        (
            difference.is_right() != Some(true),
            missing + difference.surplus.len(),
        )
    };
    Ok(if faults(&required) <= faults(&whole) {
        required
    } else {
        whole
    })
}

/// Compares a formula with each largest part of the statement that has a model.
fn by_parts(
    clauses: &[Vec<Lit>],
    statement: &Statement,
    with_optional: bool,
    budget: &Budget,
) -> io::Result<Difference> {
    let mut found = Difference {
        clauses: clauses.to_vec(),
        missing: vec![Vec::new(); statement.families.len()],
        ..Difference::default()
    };
    let mut written: Vec<(Option<usize>, Vec<Lit>)> = Vec::new();
    let mut auxiliary = Vec::new();
    for (place, clause) in clauses.iter().enumerate() {
        let clause = sorted(clause);
        match clause
            .iter()
            .all(|lit| lit.var().index() < statement.num_vars())
        {
            _ if is_tautology(&clause) => {}
            true => written.push((Some(place), clause)),
            false => auxiliary.push(clause),
        }
    }
    match project(auxiliary, statement.num_vars(), |_| false, budget) {
        Ok(left) => written.extend(left.into_iter().map(|clause| (None, sorted(&clause)))),
        Err(unsure) => found.unsure = Some(unsure),
    }
    let asked = |place: &usize| with_optional || !statement.families[*place].is_optional;
    let families: Vec<usize> = (0..statement.families.len()).filter(asked).collect();
    let reference = families.iter().flat_map(|&family| {
        let clauses = statement.families[family].clauses.iter();
        clauses.map(move |clause| (family, sorted(clause)))
    });
    let reference: Vec<(usize, Vec<Lit>)> = reference.collect();
    let mut follows = vec![false; written.len()];
    let parts = match parts(&reference, budget)? {
        Ok(parts) => parts,
        Err(stop) => {
            found.unsure = Some(Unsure::Stopped(stop));
            return Ok(found);
        }
    };
    if parts.iter().all(|part| part.len() < reference.len()) {
        let clauses = statement.families.iter().flat_map(|family| &family.clauses);
        let own: Vec<Vec<Lit>> = clauses.map(|clause| sorted(clause)).collect();
        let known: FxHashSet<&Vec<Lit>> = own.iter().collect();
        let is_own = |clause: &Vec<Lit>| {
            let is_within = |one: &Vec<Lit>| one.iter().all(|lit| clause.contains(lit));
            known.contains(clause) || own.iter().any(is_within)
        };
        let mut all = written.iter().map(|(_, clause)| clause);
        found.doubtful = all.find(|&clause| !is_own(clause)).cloned();
    }
    for part in parts {
        let solver = |clauses: &mut dyn Iterator<Item = &Vec<Lit>>| {
            let mut solver = Solver::default();
            solver.reserve_vars(statement.num_vars());
            clauses.for_each(|clause| solver.add_clause(clause));
            solver
        };
        let known: FxHashSet<&Vec<Lit>> = part.iter().map(|&place| &reference[place].1).collect();
        let mut of_part = solver(&mut known.iter().copied());
        let mut here = Vec::new();
        for (place, (_, clause)) in written.iter().enumerate() {
            if known.contains(clause) || implies(&mut of_part, clause, budget, &mut found)? {
                follows[place] = true;
                here.push(clause);
            }
        }
        let had: FxHashSet<&Vec<Lit>> = here.iter().copied().collect();
        let mut of_formula = solver(&mut here.into_iter());
        for &place in &part {
            let (family, clause) = &reference[place];
            let is_missing =
                !had.contains(clause) && !implies(&mut of_formula, clause, budget, &mut found)?;
            if is_missing && !found.missing[*family].contains(clause) {
                found.missing[*family].push(clause.clone());
            }
        }
    }
    let surplus = written
        .into_iter()
        .zip(follows)
        .filter(|(_, follows)| !follows);
    found.surplus = surplus.map(|(clause, _)| clause).collect();
    Ok(found)
}

/// Returns `true` if a solver's clauses imply another; if that is not found out, the difference is
/// unsure.
fn implies(
    solver: &mut Solver,
    clause: &[Lit],
    budget: &Budget,
    found: &mut Difference,
) -> io::Result<bool> {
    let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
    Ok(match solver.solve_with(&negated, budget)? {
        Verdict::Unsat => true,
        Verdict::Sat => false,
        Verdict::Unknown(stop) => {
            found.unsure = Some(Unsure::Stopped(stop));
            true
        }
    })
}

/// Returns largest sets of clauses that have a model: each clause is in one. The clauses with a
/// positive literal are left out where needed. The inner error is why they were not found.
fn parts(
    reference: &[(usize, Vec<Lit>)],
    budget: &Budget,
) -> io::Result<Result<Vec<Vec<usize>>, Stop>> {
    let is_soft = |place: &usize| reference[*place].1.iter().any(|lit| lit.is_positive());
    let (soft, hard): (Vec<usize>, Vec<usize>) = (0..reference.len()).partition(is_soft);
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for first in 0..soft.len() {
        let mut part = hard.clone();
        for &place in soft[first..].iter().chain(&soft[..first]) {
            part.push(place);
            let mut solver = Solver::default();
            part.iter()
                .for_each(|&place| solver.add_clause(&reference[place].1));
            match solver.solve(budget)? {
                Verdict::Sat => {}
                Verdict::Unsat => _ = part.pop(),
                Verdict::Unknown(stop) => return Ok(Err(stop)),
            }
        }
        part.sort_unstable();
        let is_whole = part.len() == reference.len();
        parts.push(part);
        if is_whole {
            break;
        }
    }
    parts.sort_unstable();
    parts.dedup();
    Ok(Ok(parts))
}

/// Returns the mistakes of the text.
fn textual(text: &Text, reading: &Reading) -> Vec<Cause> {
    let mut causes = Vec::new();
    if let Some(line) = reading.zero {
        causes.push(Cause::new(
            "variable-zero",
            format!("Variable 0 is used (line {line}): 0 ends a clause in DIMACS; count from 1."),
        ));
    }
    if let Some(line) = reading.unterminated.first() {
        causes.push(Cause::new(
            "unterminated",
            format!("The 0 that ends the clause is missing (line {line})."),
        ));
    }
    let (vars, clauses) = (reading.highest(), reading.clauses.len() as u64);
    let right = format!("\"p cnf {vars} {clauses}\"");
    match text.header {
        None => causes.push(Cause::new(
            "header",
            format!("The header is missing: write {right}."),
        )),
        Some(header) if header.vars < vars || header.clauses != clauses => {
            let words = format!(
                "The header on line {} declares {} variables and {} clauses: write {right}.",
                header.line, header.vars, header.clauses
            );
            causes.push(Cause::new("header", words));
        }
        Some(_) => {}
    }
    causes
}
