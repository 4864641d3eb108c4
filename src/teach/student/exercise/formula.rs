//! The judgement on the formula of an exercise.
//!
//! A formula is right if, in the variables that are asked for, its clauses follow from the statement
//! with its optional families, and the statement without them follows from the formula. Auxiliary
//! variables are [eliminated](crate::teach::student::grade::project).
//!
//! From a statement without a model, such as more pigeons than holes, everything follows. So each
//! clause is compared with the largest parts of the statement that have a model.

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
use crate::teach::student::grade::textual::{self, Fault};
use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, HashMap};
use std::io;

/// Share of the clauses, in hundredths, that must be the statement's for a numbering to count as
/// recognized. Chosen by hand.
const RECOGNIZED: usize = 40;
/// The same for a formula that another numbering may make the statement: its clauses have the
/// [shapes](may_be_renumbered) of the statement's. Chosen by hand.
const CERTAIN: usize = 90;

/// A numbering of the table: the number of the first variable, and the factors of row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

    /// Returns the numberings with a factor for rows and one for columns that give exactly these
    /// numbers, whatever the factors and the first number.
    fn linear(numbers: &BTreeSet<i64>, size: [usize; 2]) -> Vec<Numbering> {
        let mut ascending = numbers.iter();
        let (Some(&first), Some(&second)) = (ascending.next(), ascending.next()) else {
            return Vec::new();
        };
        let step = second - first;
        let numbering = |inner: usize| {
            let line: Vec<i64> = (0..size[inner] as i64).map(|i| first + step * i).collect();
            let next = numbers.iter().find(|&number| !line.contains(number));
            let mut factors = [step; 2];
            factors[1 - inner] = next.map_or(step, |next| next - first);
            Numbering { first, factors }
        };
        let fits = |own: &Numbering| {
            let table = (0..size[0] as i64).cartesian_product(0..size[1] as i64);
            let table = table.map(|(i, j)| own.first + own.factors[0] * i + own.factors[1] * j);
            size[0] * size[1] == numbers.len() && table.collect::<BTreeSet<i64>>() == *numbers
        };
        [1, 0].map(numbering).into_iter().filter(fits).collect()
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
    let asked = match Asked::new(statement, budget).map_err(failed)? {
        Ok(asked) => asked,
        Err(stop) => return Ok(Mark::stopped(stop)),
    };
    let readings = [Some(text.by_zeros()), text.by_lines()];
    let mut best: Option<(Reading, Numbering, Difference)> = None;
    for reading in readings.into_iter().flatten() {
        let found = compare(&reading.plain(), &asked, budget).map_err(failed)?;
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
    let is_known = difference.is_right() == Some(true)
        || doubtful.is_some()
        || difference.share >= least_share(statement, &difference.clauses)
        // Each variable is needed, in any numbering.
        || reading.num_vars() < statement.num_vars();
    let zero = reading.zero.map(|line| Fault::Zero(line, None));
    let faults = textual::faults(&text, &reading, zero, reading.counts()).into_iter();
    let faults = faults.map(|fault| Cause::new(fault.name(), fault.words()));
    let mut found: Vec<Cause> = faults.collect();
    let mut parts = difference.parts(statement);
    parts.push(found.is_empty());
    let has_other_numbering = is_lecture && numbering != usual;
    parts.extend(is_lecture.then_some(!has_other_numbering));
    if is_known && has_other_numbering {
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
    let mark = match (right, difference.unsure, doubtful) {
        (Some(is_right), ..) => {
            if !is_right {
                found.extend(causes(statement, &difference, &reading));
            }
            let right = parts.iter().filter(|&&is_right| is_right).count();
            Mark::judged(is_right, found, right, parts.len())
        }
        (None, Some(Unsure::Stopped(stop)), _) => Mark::stopped(stop),
        (None, Some(Unsure::Auxiliary), _) => Mark::unknown(Cause::new(
            "auxiliary",
            "Not everything was checked: the auxiliary variables are too entangled.",
        )),
        (None, None, Some(clause)) => Mark::unknown(Cause::new(
            "doubtful-clause",
            format!(
                "Not everything was checked: what is asked has no solution, so that everything \
                 follows from it, and \"{}\" is more than its own clauses.",
                statement.clause(clause)
            ),
        )),
        (None, None, None) => Mark::unknown(Cause::new(
            "unrecognized",
            format!(
                "The numbering of the variables was not recognized, expected {}.",
                usual.shown(statement.nouns)
            ),
        )),
    };
    Ok(Mark {
        numbering: is_known.then(|| numbering.shown(statement.nouns)),
        ..mark
    })
}

/// Returns the share of the clauses, in hundredths, that must be the statement's for a formula to be
/// wrong and not only numbered otherwise.
fn least_share(statement: &Statement, clauses: &[Vec<Lit>]) -> usize {
    match may_be_renumbered(statement, clauses) {
        // One clause that differs is no other numbering.
        true => CERTAIN.min(100 * clauses.len().saturating_sub(1) / clauses.len().max(1)),
        false => RECOGNIZED,
    }
}

/// Returns `true` if the formula may be the statement in another numbering: if its number of clauses
/// with each number of positive literals and of negative ones is possible. Without its optional
/// families the statement has the fewest such clauses, with all of them the most.
fn may_be_renumbered(statement: &Statement, clauses: &[Vec<Lit>]) -> bool {
    let shape = |clause: &Vec<Lit>| {
        let positive = clause.iter().filter(|lit| lit.is_positive()).count();
        (positive, clause.len() - positive)
    };
    let count = |is_asked: &dyn Fn(bool) -> bool| {
        let families = statement.families.iter();
        let families = families.filter(|family| is_asked(family.is_optional));
        families.flat_map(|family| &family.clauses).counts_by(shape)
    };
    let (required, all) = (count(&|is_optional| !is_optional), count(&|_| true));
    let own = clauses.iter().counts_by(shape);
    let number = |counts: &HashMap<(usize, usize), usize>, shape| {
        counts.get(shape).copied().unwrap_or_default()
    };
    let mut shapes = own.keys().chain(all.keys());
    shapes.all(|shape| {
        (number(&required, shape)..=number(&all, shape)).contains(&number(&own, shape))
    })
}

/// The clauses of a statement, and sets of them that each have a model.
struct Asked<'a> {
    statement: &'a Statement,
    /// The sorted clauses, each with its family.
    clauses: Vec<(usize, Vec<Lit>)>,
    known: FxHashSet<Vec<Lit>>,
    /// Places of the clauses of each part. Each clause is in one.
    parts: Vec<Part>,
}

/// Clauses that have a model together.
struct Part {
    clauses: Vec<usize>,
    /// Set if the part has all clauses of some families, and none of others.
    is_whole: bool,
}

impl<'a> Asked<'a> {
    /// Finds the parts. A statement with a model is one part. Of another one these are largest sets
    /// of families that have a model, and largest sets of clauses, of which those with a positive
    /// literal are left out where needed. The inner error is why they were not found.
    fn new(statement: &'a Statement, budget: &Budget) -> io::Result<Result<Asked<'a>, Stop>> {
        let families = statement.families.iter().enumerate();
        let clauses = families.flat_map(|(family, own)| {
            let clauses = own.clauses.iter();
            clauses.map(move |clause| (family, sorted(clause)))
        });
        let clauses: Vec<(usize, Vec<Lit>)> = clauses.collect();
        let families = (0..statement.families.len()).map(|family| {
            (0..clauses.len())
                .filter(|&at| clauses[at].0 == family)
                .collect()
        });
        let is_soft = |at: &usize| clauses[*at].1.iter().any(|lit| lit.is_positive());
        let (soft, hard): (Vec<usize>, Vec<usize>) = (0..clauses.len()).partition(is_soft);
        let single = soft.into_iter().map(|at| vec![at]).collect();
        let mut parts = Vec::new();
        for (always, groups, is_whole) in [
            (Vec::new(), families.collect(), true),
            (hard, single, false),
        ] {
            match largest(&clauses, &always, groups, budget)? {
                Ok(found) => {
                    parts.extend(found.into_iter().map(|clauses| Part { clauses, is_whole }))
                }
                Err(stop) => return Ok(Err(stop)),
            }
            if parts[0].clauses.len() == clauses.len() {
                break;
            }
        }
        Ok(Ok(Asked {
            statement,
            known: clauses.iter().map(|(_, clause)| clause.clone()).collect(),
            clauses,
            parts,
        }))
    }

    /// Returns `true` if a sorted clause has all literals of one that is asked for.
    fn contains(&self, clause: &Vec<Lit>) -> bool {
        let is_within = |own: &[Lit]| own.iter().all(|lit| clause.contains(lit));
        self.known.contains(clause) || self.clauses.iter().any(|(_, own)| is_within(own))
    }
}

/// Returns largest unions of groups of clauses that have a model together with the clauses that are
/// `always` there: each group is in one.
fn largest(
    clauses: &[(usize, Vec<Lit>)],
    always: &[usize],
    groups: Vec<Vec<usize>>,
    budget: &Budget,
) -> io::Result<Result<Vec<Vec<usize>>, Stop>> {
    let verdict = |part: &[usize]| {
        let mut solver = Solver::default();
        part.iter()
            .for_each(|&at| solver.add_clause(&clauses[at].1));
        solver.solve(budget)
    };
    let all = [always, &groups.concat()].concat();
    match verdict(&all)? {
        Verdict::Sat => return Ok(Ok(vec![all])),
        Verdict::Unsat => {}
        Verdict::Unknown(stop) => return Ok(Err(stop)),
    }
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for first in 0..groups.len() {
        let mut part = always.to_vec();
        for group in groups[first..].iter().chain(&groups[..first]) {
            let before = part.len();
            part.extend(group);
            match verdict(&part)? {
                Verdict::Sat => {}
                Verdict::Unsat => part.truncate(before),
                Verdict::Unknown(stop) => return Ok(Err(stop)),
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts.sort_unstable();
    parts.dedup();
    Ok(Ok(parts))
}

/// Compares a formula with a statement in the numbering under which it is right, or else has most of
/// the statement's clauses.
fn compare(
    clauses: &[Vec<Lit>],
    asked: &Asked,
    budget: &Budget,
) -> io::Result<(Numbering, Difference)> {
    // Signs may be wrong.
    let vars =
        |clause: &[Lit]| -> Vec<Var> { clause.iter().map(|lit| lit.var()).sorted().collect() };
    let own = asked.clauses.iter().map(|(_, clause)| vars(clause));
    let own: FxHashSet<Vec<Var>> = own.collect();
    let share = |clauses: &[Vec<Lit>]| {
        let known = clauses.iter().filter(|clause| own.contains(&vars(clause)));
        known.count() * 100 / clauses.len().max(1)
    };
    let mut best: Option<(Numbering, Difference)> = None;
    let literals = clauses.iter().flatten();
    let numbers = literals.map(|lit| i64::from(lit.var().to_dimacs()));
    let size = asked.statement.size;
    let linear = Numbering::linear(&numbers.collect(), size);
    for numbering in Numbering::all(size).into_iter().chain(linear).unique() {
        let renumbered = numbering.apply(clauses, size);
        let share = share(&renumbered);
        let is_far = |(_, best): &(Numbering, Difference)| share + 20 < best.share;
        if best.as_ref().is_some_and(is_far) {
            continue;
        }
        let difference = Difference {
            share,
            ..difference(&renumbered, asked, budget)?
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

/// Compares a formula with what is asked, part by part. A clause of the formula may stand there if it
/// contains one that is asked for or follows from a part of whole families, and a clause is missing if
/// it does not follow in any part from the formula's clauses that do.
fn difference(clauses: &[Vec<Lit>], asked: &Asked, budget: &Budget) -> io::Result<Difference> {
    let statement = asked.statement;
    let mut found = Difference {
        clauses: clauses.to_vec(),
        missing: vec![Vec::new(); statement.families.len()],
        has_solution: asked.parts[0].clauses.len() == asked.clauses.len(),
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
    let solver = |clauses: &mut dyn Iterator<Item = &Vec<Lit>>| {
        let mut solver = Solver::default();
        solver.reserve_vars(statement.num_vars());
        clauses.for_each(|clause| solver.add_clause(clause));
        solver
    };
    let contains = written.iter().map(|(_, clause)| asked.contains(clause));
    let mut may_stand: Vec<bool> = contains.collect();
    let mut follows = may_stand.clone();
    let mut is_stated = vec![false; asked.clauses.len()];
    for part in &asked.parts {
        let own = || part.clauses.iter().map(|&at| &asked.clauses[at].1);
        let known: FxHashSet<&Vec<Lit>> = own().collect();
        let mut of_part = solver(&mut own());
        let mut here: FxHashSet<&Vec<Lit>> = FxHashSet::default();
        for (place, (_, clause)) in written.iter().enumerate() {
            if known.contains(clause) || implies(&mut of_part, clause, budget, &mut found)? {
                follows[place] = true;
                may_stand[place] |= part.is_whole;
                here.insert(clause);
            }
        }
        let mut of_formula = solver(&mut here.iter().copied());
        for &at in &part.clauses {
            let (family, clause) = &asked.clauses[at];
            if !statement.families[*family].is_optional && !is_stated[at] {
                is_stated[at] =
                    here.contains(clause) || implies(&mut of_formula, clause, budget, &mut found)?;
            }
        }
    }
    for ((family, clause), is_stated) in asked.clauses.iter().zip(is_stated) {
        if !is_stated && !statement.families[*family].is_optional {
            found.missing[*family].push(clause.clone());
        }
    }
    for (place, clause) in written.into_iter().enumerate() {
        if !follows[place] {
            found.surplus.push(clause);
        } else if !may_stand[place] {
            found.doubtful.get_or_insert(clause.1);
        }
    }
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
