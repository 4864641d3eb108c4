//! The grade of a student's formula: right or wrong, and the smallest change that makes
//! it right.
//!
//! A formula is right if it states exactly the rules and the clues, in any numbering and
//! any encoding. If it is wrong, mistakes that students make are looked for, and those
//! are named whose repair makes the formula right.
//!
//! | module | idea |
//! |---|---|
//! | [`reading`] | the text, read as DIMACS says and line by line |
//! | [`scheme`] | the numbering of the variables |
//! | [`implied`] | the numbering, if there are auxiliary variables |
//! | [`reference`](mod@reference) | the rules as clauses |
//! | [`judge`](mod@judge) | whether the formula states exactly the rules and clues |
//! | [`project`](mod@project) | elimination of auxiliary variables |
//! | [`work`] | a formula as it is being repaired |
//! | [`cause`] | the mistakes, as data |
//! | [`search`] | the search for them |
//! | [`words`] | the mistakes in sentences |

pub mod cause;
pub mod implied;
pub mod judge;
pub mod project;
pub mod reading;
pub mod reference;
pub mod scheme;
pub mod search;
pub mod words;
pub mod work;

use crate::budget::Budget;
use crate::formula::Lit;
use crate::sudoku::Puzzle;
use cause::{Cause, Kind};
use implied::recognize;
use itertools::Itertools as _;
use judge::{Judgement, judge};
use reading::{Reading, Text};
use reference::{Reference, is_tautology, sorted};
use scheme::{Fit, Scheme};
use std::io;
use work::{Repair, Work};

/// Largest number of wrong clauses that are looked for one by one. Chosen by hand.
const SURPLUS: usize = 8;
/// Share of sensible clauses, in thousandths, from which on a numbering counts as
/// recognized. Chosen by hand: a wrong family leaves more, another numbering less.
const RECOGNIZED: usize = 400;
/// Share of the rules, in thousandths, that must follow under a numbering of a formula with
/// auxiliary variables. Chosen by hand: of four families one may be wrong.
const FOLLOWING: usize = 700;
/// Largest number of mistakes in different families. Chosen by hand: more are no mistakes
/// that a student made, but differences from an encoding that was not meant.
const CHANGES: usize = 3;
/// Share of sensible clauses, in thousandths, from which on the numbering is certain.
const CERTAIN: usize = 900;

/// The grade of a formula.
#[derive(Clone, Debug)]
pub struct Grade {
    /// The text, as it was read.
    pub reading: Reading,
    /// The numbering of the variables.
    pub scheme: Scheme,
    /// Numberings that explain a wrong formula as well as `scheme`: the formula leaves open
    /// which one is the student's.
    pub others: Vec<Scheme>,
    /// Set if the numbering makes sense of the formula.
    pub is_recognized: bool,
    /// Number of variables that stand for no candidate.
    pub auxiliary: usize,
    /// Number of clauses that repeat an earlier one.
    pub repeated: usize,
    /// Number of tautologies.
    pub tautologies: usize,
    /// The judgement on the formula as it is.
    pub judgement: Judgement,
    /// The mistakes. If there are any, their repairs together make the formula right,
    /// and each of them is needed.
    pub causes: Vec<Cause>,
}

impl Grade {
    /// Returns `true` if the formula is right, and `None` if that was not found out: in
    /// time, or because the numbering of the variables was not recognized, under which
    /// the formula may well be right.
    pub fn is_right(&self) -> Option<bool> {
        match (self.causes.is_empty(), self.is_recognized) {
            (true, true) => self.judgement.is_right(),
            (true, false) => None,
            (false, _) => Some(false),
        }
    }

    /// Returns the number of clauses of the formula after all repairs.
    pub fn num_repaired(&self) -> usize {
        repaired(self.reading.clauses.len(), &self.causes)
    }
}

/// Grades the formula in a text. The puzzle must have no tables, and an order for which
/// runs are [shown](crate::teach::story::MAX_ORDER).
///
/// # Errors
/// None: our solver has no observer that could fail.
pub fn grade(text: &Text, puzzle: &Puzzle, budget: &Budget) -> io::Result<Grade> {
    let reference = Reference::new(puzzle);
    let (reading, fit) = reading_of(text, &reference, budget)?;
    let Fit {
        mut scheme,
        mut others,
        share,
    } = fit;
    let plain = reading.plain();
    let mut is_certain = share >= CERTAIN;
    let mut is_likely = share >= RECOGNIZED || reading.clauses.is_empty();
    let more = reading
        .num_vars()
        .saturating_sub(puzzle.size().num_candidates());
    if !is_certain && more > 0 {
        // Auxiliary variables make other numberings look likelier than the student's.
        let found = recognize(&plain, &reference, budget).unwrap_or_default();
        // A few are variables that a mistake adds.
        is_likely &= more * 8 <= puzzle.size().num_candidates();
        if let Some(found) = found
            && (found.share >= FOLLOWING || !is_likely)
        {
            is_likely = found.share >= FOLLOWING;
            is_certain = found.share >= CERTAIN;
            (scheme, others) = (found.scheme, found.others);
        }
    }
    // A formula without variables for the candidates may look like one with them.
    is_likely &= !is_about_order(&plain, puzzle.size().num_candidates());
    let usual = Scheme::usual(puzzle.size());
    let (mut clauses, mut auxiliary) = scheme.apply(&plain, puzzle.size());
    let mut judgement = Judgement::default();
    let mut is_done = false;
    if !is_certain && scheme != usual {
        let (as_usual, number) = usual.apply(&plain, puzzle.size());
        let half = budget.time_left().map(|left| left / 2);
        let half = half.map_or(budget.clone(), |half| budget.clone().with_time(half));
        let other = judge(&reference, &as_usual, &half)?;
        if other.is_right() == Some(true) {
            is_done = true;
            (scheme, clauses, auxiliary, judgement) = (usual, as_usual, number, other);
            others.clear();
        }
    }
    if !is_done {
        judgement = judge(&reference, &clauses, budget)?;
    }
    let mut causes = textual(text, &reading);
    let mut is_recognized = is_likely || judgement.is_right() == Some(true);
    if judgement.is_right() != Some(true) {
        let collision = match !is_certain {
            true => scheme::collision(&plain, &reference),
            false => None,
        };
        let mut found = match collision {
            Some(kind) => {
                is_recognized = false;
                let repair = Repair::default();
                Some(vec![Cause { kind, repair }])
            }
            // A formula that is not known to be wrong has no mistakes.
            None if is_recognized && judgement.is_right() == Some(false) => {
                structural(&reference, &clauses, budget)?
            }
            None => None,
        };
        if is_recognized && judgement.is_right() == Some(false) {
            // The order of the indices that needs the fewest changes is the student's.
            let mut open = Vec::new();
            for other in others {
                if budget.exhausted(0).is_some() {
                    open.push(other);
                    continue;
                }
                let (renumbered, number) = other.apply(&plain, puzzle.size());
                let judged = judge(&reference, &renumbered, budget)?;
                let changes = structural(&reference, &renumbered, budget)?;
                let count = |changes: &Option<Vec<Cause>>| {
                    let changes = changes.as_ref()?;
                    Some(places(changes, &reference))
                };
                let (new, old) = (count(&changes), count(&found));
                if new.is_some() && (old.is_none() || new < old) {
                    open.clear();
                    (scheme, clauses, auxiliary) = (other, renumbered, number);
                    (judgement, found) = (judged, changes);
                } else if new == old {
                    open.push(other);
                }
            }
            others = open;
        }
        match found {
            Some(found) => {
                let after = repaired(clauses.len(), &found) as u64;
                causes.retain(|cause| !is_header_of(&cause.kind, after));
                causes.extend(found);
            }
            // The text alone is not what makes it wrong.
            None => causes.clear(),
        }
    }
    let mut different: Vec<Vec<_>> = clauses.iter().map(|clause| sorted(clause)).collect();
    different.sort_unstable();
    different.dedup();
    Ok(Grade {
        repeated: clauses.len() - different.len(),
        tautologies: different
            .iter()
            .filter(|clause| is_tautology(clause))
            .count(),
        reading,
        scheme,
        others,
        is_recognized,
        auxiliary,
        judgement,
        causes,
    })
}

/// Returns `true` if the formula has fewer variables than candidates and most of its pairs
/// are implications: then its variables may mean something else, as "at most 3".
fn is_about_order(clauses: &[Vec<Lit>], candidates: usize) -> bool {
    let vars = clauses.iter().flatten().map(|lit| lit.var()).unique();
    let pairs = clauses.iter().filter(|clause| clause.len() == 2);
    let mixed = pairs
        .clone()
        .filter(|pair| pair[0].is_positive() != pair[1].is_positive());
    mixed.count() * 2 > pairs.count() && vars.count() < candidates
}

/// Chooses the reading of the text: the one that the header counts right, else the one
/// that makes more sense.
fn reading_of(text: &Text, reference: &Reference, budget: &Budget) -> io::Result<(Reading, Fit)> {
    let zeros = text.by_zeros();
    let fit = scheme::recognize(&zeros.plain(), reference);
    let Some(lines) = text.by_lines() else {
        return Ok((zeros, fit));
    };
    let other = scheme::recognize(&lines.plain(), reference);
    let is_declared = |reading: &Reading| {
        let header = text.header;
        header.is_some_and(|header| header.clauses == reading.clauses.len() as u64)
    };
    let by_lines = match (is_declared(&zeros), is_declared(&lines)) {
        (true, _) => false,
        (false, true) => other.share >= fit.share,
        (false, false) if other.share == fit.share => {
            let (clauses, _) = fit.scheme.apply(&zeros.plain(), reference.size());
            judge(reference, &clauses, budget)?.is_right() != Some(true)
        }
        (false, false) => other.share > fit.share,
    };
    Ok(match by_lines {
        true => (lines, other),
        false => (zeros, fit),
    })
}

/// Returns the number of mistakes, those in one family counted once.
fn places(causes: &[Cause], reference: &Reference) -> usize {
    let families = causes.iter().map(|cause| cause.kind.family(reference));
    let (single, whole): (Vec<_>, Vec<_>) = families.partition(Option::is_some);
    single.iter().unique().count() + whole.len()
}

/// Returns the number of clauses of a formula with this number of them after the repairs.
fn repaired(clauses: usize, causes: &[Cause]) -> usize {
    let repairs = causes.iter().map(|cause| &cause.repair);
    let removed = repairs.clone().flat_map(|repair| &repair.remove).unique();
    let added: usize = repairs.clone().map(|repair| repair.add.len()).sum();
    clauses - removed.count() + added
}

/// Returns `true` if this is the mistake of a header that is right for this number of
/// clauses.
fn is_header_of(kind: &Kind, clauses: u64) -> bool {
    matches!(kind, Kind::Header(header, highest, _)
        if header.vars >= *highest && header.clauses == clauses)
}

/// Returns the mistakes of the text alone.
fn textual(text: &Text, reading: &Reading) -> Vec<Cause> {
    let mut kinds = Vec::new();
    if let Some(line) = reading.zero {
        kinds.push(Kind::Zero(line));
    }
    if !reading.unterminated.is_empty() {
        kinds.push(Kind::Unterminated(reading.unterminated.clone()));
    }
    let (highest, clauses) = (reading.highest(), reading.clauses.len());
    match text.header {
        None => kinds.push(Kind::NoHeader(highest, clauses)),
        Some(header) if header.vars < highest || header.clauses != clauses as u64 => {
            kinds.push(Kind::Header(header, highest, clauses));
        }
        Some(_) => {}
    }
    let causes = kinds.into_iter().map(|kind| Cause {
        kind,
        repair: Repair::default(),
    });
    causes.collect()
}

/// Returns the mistakes whose repairs make the formula right, if they are found.
fn structural(
    reference: &Reference,
    clauses: &[Vec<Lit>],
    budget: &Budget,
) -> io::Result<Option<Vec<Cause>>> {
    let work = Work::new(reference, clauses, budget);
    let mut causes = search::causes(&work, budget);
    let is_right = |causes: &[Cause]| {
        let repaired = work.repaired(causes.iter().map(|cause| &cause.repair));
        judge(reference, &repaired.formula(), budget).map(|judgement| (repaired, judgement))
    };
    let (mut repaired, mut now) = is_right(&causes)?;
    // What is left are clauses that must go.
    let mut surplus = Repair::default();
    let mut count = 0;
    while count < SURPLUS
        && budget.exhausted(0).is_none()
        && now.gaps.is_empty()
        && now.clues.is_empty()
        && let Some(refusal) = &now.refusal
        && let Some(place) = refusal.clause.and_then(|place| repaired.clauses[place].0)
    {
        if count > 0 {
            causes.pop();
        }
        count += 1;
        surplus.remove.extend(work.places(&sorted(&clauses[place])));
        let first = surplus.remove.iter().min().copied().unwrap_or(place);
        causes.push(Cause {
            kind: Kind::Surplus(count, first),
            repair: surplus.clone(),
        });
        (repaired, now) = is_right(&causes)?;
    }
    if now.is_right() != Some(true) || causes.is_empty() {
        return Ok(None);
    }
    // A harmless difference is no cause. Whole families come first: the student may have
    // meant an encoding without them, and this is soon known.
    for whole in [true, false] {
        let mut place = 0;
        while causes.len() > 1 && place < causes.len() {
            if matches!(causes[place].kind, Kind::Family(..)) != whole {
                place += 1;
                continue;
            }
            let mut others = causes.clone();
            others.remove(place);
            match is_right(&others)?.1.is_right() {
                Some(true) => causes = others,
                _ => place += 1,
            }
        }
    }
    let families = causes.iter().map(|cause| cause.kind.family(reference));
    let is_one_family = families.clone().all_equal() && families.flatten().next().is_some();
    Ok((causes.len() <= CHANGES || is_one_family).then_some(causes))
}
