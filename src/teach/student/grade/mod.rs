//! The grade of a student's formula: right or wrong, and the smallest change that makes
//! it right.
//!
//! A formula is right if it states exactly the rules and the clues, in any numbering and
//! any encoding. If it is not, mistakes that students make are looked for, and those
//! are named whose repair makes the formula right. It is called wrong only if it is wrong
//! under every numbering.
//!
//! | module | idea |
//! |---|---|
//! | [`reading`] | the text, read as DIMACS says and line by line |
//! | [`textual`](mod@textual) | mistakes of the text: header, 0 |
//! | [`scheme`] | the numbering of the variables |
//! | [`numbering`] | a numbering as text, and its difference from another |
//! | [`implied`] | the numbering, if there are auxiliary variables |
//! | [`structure`] | the numbering, if it is no formula of row, column and value |
//! | [`certain`] | proofs that no numbering makes the formula right |
//! | [`changes`] | variables that stand for no candidate, because too few change with them |
//! | [`reference`](mod@reference) | the rules as clauses |
//! | [`judge`](mod@judge) | whether the formula states exactly the rules and clues |
//! | [`project`](mod@project) | elimination of auxiliary variables |
//! | [`work`] | a formula as it is being repaired |
//! | [`cause`] | the mistakes, as data |
//! | [`search`] | the search for them |
//! | [`words`] | the mistakes in sentences |
//! | [`points`] | the parts of a formula that are right |
//! | [`comparison`] | which clauses of one encoding the formula has |

pub mod cause;
pub mod certain;
pub mod changes;
pub mod comparison;
pub mod implied;
pub mod judge;
pub mod numbering;
pub mod points;
pub mod project;
pub mod reading;
pub mod reference;
pub mod scheme;
pub mod search;
pub mod structure;
pub mod textual;
pub mod words;
pub mod work;

use crate::budget::Budget;
use crate::encode::Constraint;
use crate::formula::Lit;
use crate::sudoku::{Candidate, Puzzle};
use cause::{Cause, Kind};
use certain::Proof;
use implied::recognize;
use itertools::Itertools as _;
use judge::{Judgement, judge};
use reading::{Reading, Text};
use reference::{Reference, is_tautology, sorted};
use rustc_hash::FxHashSet;
use scheme::{Fit, Scheme, Table};
use std::io;
use textual::textual;
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
    /// Set if the text is valid DIMACS.
    pub is_valid: bool,
    /// The clauses, each variable numbered as by [`encode::var`](crate::encode::var), those
    /// that stand for no candidate behind the candidates'.
    pub clauses: Vec<Vec<Lit>>,
    /// The numbering of the variables.
    pub scheme: Scheme,
    /// Numberings that explain a wrong formula as well as `scheme`: the formula leaves open
    /// which one is the student's.
    pub others: Vec<Scheme>,
    /// Set if the numbering makes sense of the formula.
    pub is_recognized: bool,
    /// The numbering that is required, if one is.
    pub required: Option<Required>,
    /// A numbering under which the formula is right, if it is no [`Scheme`] and was found
    /// from the structure of the formula. If the formula states the rules also under
    /// `scheme`, but other clues, it is not known which numbering is the student's.
    pub irregular: Option<Table>,
    /// The reason why the formula is wrong under every numbering, if one was found.
    pub proof: Option<Proof>,
    /// Set if the positive unit clauses state a full solution of a puzzle with blank cells.
    pub states_solution: bool,
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
    /// time, or because there may be a numbering of the variables under which it is. If a
    /// numbering is required, a formula that is wrong under it and has another one is wrong.
    pub fn is_right(&self) -> Option<bool> {
        let required = self.required.as_ref().map(|required| required.fits);
        if let (Some(fits @ (None | Some(false))), None) = (required, self.proof) {
            return fits.filter(|_| self.is_recognized);
        }
        match (self.judgement.is_right(), self.proof) {
            (Some(true), _) => Some(self.causes.is_empty()),
            (_, Some(_)) => Some(false),
            (_, None) => None,
        }
    }

    /// Returns `true` if the repairs of the causes make the formula right.
    pub fn is_repaired(&self) -> bool {
        let is_collision = |cause: &Cause| matches!(cause.kind, Kind::Collision(..));
        !self.causes.is_empty() && !self.causes.iter().any(is_collision)
    }

    /// Returns the number of clauses of the formula after all repairs.
    pub fn num_repaired(&self) -> usize {
        let repairs = self.causes.iter().map(|cause| &cause.repair);
        repaired(self.reading.clauses.len(), repairs)
    }
}

/// Grades the formula in a text, in any numbering or in the one that is required. The puzzle
/// must have no tables, and an order for which runs are
/// [shown](crate::teach::story::MAX_ORDER).
///
/// # Errors
/// None: our solver has no observer that could fail.
pub fn grade(
    text: &Text,
    puzzle: &Puzzle,
    required: Option<Scheme>,
    budget: &Budget,
) -> io::Result<Grade> {
    let reference = Reference::new(puzzle, required.clone());
    let (reading, fit) = reading_of(text, &reference, budget)?;
    let plain = reading.plain();
    let (mut numbered, required) = match required {
        None => (
            Numbered::find(fit, &reading, &plain, &reference, budget)?,
            None,
        ),
        Some(scheme) => {
            let given = Numbered::given(&scheme, &plain, &reference, budget)?;
            let required = Required {
                scheme,
                fits: given.judgement.is_right(),
                states_rules: given.judgement.gaps.is_empty(),
            };
            let numbered = match required.fits {
                Some(true) => given,
                _ => Numbered::find(fit, &reading, &plain, &reference, budget)?,
            };
            (numbered, Some(required))
        }
    };
    if numbered.judgement.is_right() != Some(true) {
        numbered.find_causes(&plain, &reference, budget)?;
    }
    let mut proof = None;
    if numbered.judgement.is_right() != Some(true) {
        let Numbered {
            clauses, judgement, ..
        } = &numbered;
        proof = certain::find(&reference, clauses, judgement, budget)?;
        let has_required = numbered.is_recognized
            && reference.is_required
            && numbered.scheme == reference.numbering;
        if proof.is_none() && !has_required {
            numbered.find_irregular(&plain, &reference, budget)?;
        }
    }
    let Numbered {
        scheme,
        others,
        clauses,
        auxiliary,
        judgement,
        is_recognized,
        irregular,
        mut causes,
        ..
    } = numbered;
    let table = irregular.clone().or_else(|| scheme.table(puzzle.size()));
    let table = (&table.unwrap_or_default(), puzzle.size());
    let mut textual = textual(text, &reading, table, &causes);
    let is_valid = textual.is_empty();
    // The text alone is not what makes another formula wrong.
    if judgement.is_right() == Some(true) || !causes.is_empty() {
        textual.append(&mut causes);
        causes = textual;
    }
    if let Some(required) = &required
        && required.fits == Some(false)
        && is_recognized
        && (scheme != required.scheme || irregular.is_some())
    {
        causes.push(Cause {
            kind: Kind::Numbering,
            repair: Repair::default(),
        });
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
        is_valid,
        scheme,
        others,
        is_recognized,
        required,
        states_solution: states_solution(&clauses, &reference),
        irregular,
        proof,
        auxiliary,
        judgement,
        causes,
        clauses,
    })
}

/// A numbering that is required.
#[derive(Clone, Debug)]
pub struct Required {
    /// The numbering.
    pub scheme: Scheme,
    /// Set if the formula is right under it, `None` if that was not found out.
    pub fits: Option<bool>,
    /// Set if the rules follow from the formula under it.
    pub states_rules: bool,
}

/// A formula with a numbering of its variables, and what was found out under it. The fields
/// that [`Grade`] has, too, are explained there.
struct Numbered {
    scheme: Scheme,
    others: Vec<Scheme>,
    clauses: Vec<Vec<Lit>>,
    auxiliary: usize,
    judgement: Judgement,
    /// Set if nearly all clauses make sense under the numbering.
    is_certain: bool,
    is_recognized: bool,
    irregular: Option<Table>,
    causes: Vec<Cause>,
}

impl Numbered {
    /// Judges a formula by a numbering that is given.
    fn given(
        scheme: &Scheme,
        plain: &[Vec<Lit>],
        reference: &Reference,
        budget: &Budget,
    ) -> io::Result<Numbered> {
        let (clauses, auxiliary) = scheme.apply(plain, reference.size());
        let judgement = judge(reference, &clauses, budget)?;
        Ok(Numbered {
            scheme: scheme.clone(),
            others: Vec::new(),
            clauses,
            auxiliary,
            is_certain: true,
            is_recognized: true,
            judgement,
            irregular: None,
            causes: Vec::new(),
        })
    }

    /// Chooses the numbering of a formula, beginning with the one that fits best, and judges
    /// the formula.
    fn find(
        fit: Fit,
        reading: &Reading,
        plain: &[Vec<Lit>],
        reference: &Reference,
        budget: &Budget,
    ) -> io::Result<Numbered> {
        let Fit {
            mut scheme,
            mut others,
            share,
        } = fit;
        let size = reference.size();
        let mut is_certain = share >= CERTAIN;
        let mut is_likely = share >= RECOGNIZED || reading.clauses.is_empty();
        let more = reading.num_vars().saturating_sub(size.num_candidates());
        if !is_certain && more > 0 {
            // Auxiliary variables make other numberings look likelier than the student's.
            let found = recognize(plain, reference, budget).unwrap_or_default();
            // A few are variables that a mistake adds.
            is_likely &= more * 8 <= size.num_candidates();
            if let Some(found) = found
                && (found.share >= FOLLOWING || !is_likely)
            {
                is_likely = found.share >= FOLLOWING;
                is_certain = found.share >= CERTAIN;
                (scheme, others) = (found.scheme, found.others);
            }
        }
        // A formula without variables for the candidates may look like one with them.
        is_likely &= !is_about_order(plain, size.num_candidates());
        let usual = &reference.numbering;
        if !is_certain && scheme != *usual {
            let half = budget.time_left().map(|left| left / 2);
            let half = half.map_or(budget.clone(), |half| budget.clone().with_time(half));
            let numbered = Numbered::given(usual, plain, reference, &half)?;
            if numbered.judgement.is_right() == Some(true) {
                return Ok(numbered);
            }
        }
        let numbered = Numbered::given(&scheme, plain, reference, budget)?;
        Ok(Numbered {
            is_recognized: is_likely || numbered.judgement.is_right() == Some(true),
            others,
            is_certain,
            ..numbered
        })
    }

    /// Looks for the mistakes of a formula that is not known to be right, under the numbering and
    /// under those that explain it as well.
    fn find_causes(
        &mut self,
        plain: &[Vec<Lit>],
        reference: &Reference,
        budget: &Budget,
    ) -> io::Result<()> {
        if !self.is_certain
            && let Some(kind) = scheme::collision(plain, reference)
        {
            self.is_recognized = false;
            let repair = Repair::default();
            self.causes = vec![Cause { kind, repair }];
            return Ok(());
        }
        // A formula that is not known to be wrong has no mistakes.
        if !self.is_recognized || self.judgement.is_right() != Some(false) {
            return Ok(());
        }
        let mut found = structural(reference, plain, &self.scheme, &self.clauses, budget)?;
        // The order of the indices that needs the fewest changes is the student's.
        let mut open = Vec::new();
        let mut others = std::mem::take(&mut self.others);
        if reference.is_required {
            others.clear();
        }
        for other in others {
            if budget.exhausted(0).is_some() {
                open.push(other);
                continue;
            }
            let (renumbered, number) = other.apply(plain, reference.size());
            let judged = judge(reference, &renumbered, budget)?;
            let changes = structural(reference, plain, &other, &renumbered, budget)?;
            let count = |changes: &Option<Vec<Cause>>| {
                let changes = changes.as_ref()?;
                Some(places(changes, reference))
            };
            let (new, old) = (count(&changes), count(&found));
            if new.is_some() && (old.is_none() || new < old) {
                open.clear();
                (self.scheme, self.clauses, self.auxiliary) = (other, renumbered, number);
                (self.judgement, found) = (judged, changes);
            } else if new == old {
                open.push(other);
            }
        }
        self.others = open;
        self.causes = found.unwrap_or_default();
        Ok(())
    }

    /// Looks for a numbering that is no [`Scheme`] and under which the formula is right.
    fn find_irregular(
        &mut self,
        plain: &[Vec<Lit>],
        reference: &Reference,
        budget: &Budget,
    ) -> io::Result<()> {
        let Some(table) = structure::recognize(plain, reference, budget) else {
            return Ok(());
        };
        let (renumbered, number) = scheme::renumbered(plain, &table, reference.size());
        let judged = judge(reference, &renumbered, budget)?;
        if judged.is_right() != Some(true) {
            return Ok(());
        }
        self.irregular = Some(table);
        // Otherwise the clues may be wrong as well as the numbering unusual.
        if !self.is_recognized || !self.judgement.gaps.is_empty() {
            (self.clauses, self.auxiliary, self.judgement) = (renumbered, number, judged);
            self.is_recognized = true;
            self.others.clear();
            self.causes.clear();
        }
        Ok(())
    }
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

/// Returns `true` if the puzzle has blank cells and the positive unit clauses about candidates
/// are those of one of its solutions.
fn states_solution(clauses: &[Vec<Lit>], reference: &Reference) -> bool {
    let units = clauses.iter().map(|clause| sorted(clause));
    let units = units.filter_map(|clause| match clause[..] {
        [lit] if lit.is_positive() => reference.candidate(lit),
        _ => None,
    });
    let units: FxHashSet<Candidate> = units.collect();
    let size = reference.size();
    let holds = |constraint: Constraint| {
        let candidates = constraint.candidates(reference.rules()).into_iter();
        let held = candidates.filter(|candidate| units.contains(candidate));
        held.count()
    };
    let mut all = Constraint::all(reference.rules());
    let mut pairs = reference.clauses.iter().filter(|clause| clause.len() == 2);
    let is_held = |lit: &Lit| {
        reference
            .candidate(*lit)
            .is_some_and(|c| units.contains(&c))
    };
    units.len() == size.num_cells()
        && reference.puzzle.num_clues() < units.len()
        && reference.puzzle.clues().all(|clue| units.contains(&clue))
        && all.all(|constraint| holds(constraint) <= 1)
        && pairs.all(|pair| pair.iter().any(|lit| is_held(lit) == lit.is_positive()))
}

/// Returns the number of mistakes, those in one family counted once.
fn places(causes: &[Cause], reference: &Reference) -> usize {
    let families = causes.iter().map(|cause| cause.kind.family(reference));
    let (single, whole): (Vec<_>, Vec<_>) = families.partition(Option::is_some);
    single.iter().unique().count() + whole.len()
}

/// Returns the number of clauses of a formula with this number of them after the repairs.
fn repaired<'a>(clauses: usize, repairs: impl Iterator<Item = &'a Repair> + Clone) -> usize {
    let removed = repairs.clone().flat_map(|repair| &repair.remove).unique();
    let added: usize = repairs.clone().map(|repair| repair.add.len()).sum();
    clauses - removed.count() + added
}

/// Returns the mistakes whose repairs make the formula right, if they are found.
fn structural(
    reference: &Reference,
    plain: &[Vec<Lit>],
    scheme: &Scheme,
    clauses: &[Vec<Lit>],
    budget: &Budget,
) -> io::Result<Option<Vec<Cause>>> {
    let work = Work::new(reference, (plain, scheme), clauses, budget);
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
