//! The difference between a student's formula and what it must state, and the mistakes that
//! explain it.

use super::Cause;
use super::statement::Statement;
use crate::formula::Lit;
use crate::io::counted;
use crate::teach::student::grade::judge::Unsure;
use crate::teach::student::grade::reading::Reading;
use crate::teach::student::grade::reference::sorted;
use itertools::Itertools as _;
use rustc_hash::FxHashSet;

/// The difference between a formula and a statement.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// The formula's clauses, the variables of the statement first.
    pub clauses: Vec<Vec<Lit>>,
    /// For each family, its sorted clauses that do not follow from the formula.
    pub missing: Vec<Vec<Vec<Lit>>>,
    /// The formula's clauses that do not follow from the statement, each with its place unless it
    /// is what several clauses with auxiliary variables amount to.
    pub surplus: Vec<(Option<usize>, Vec<Lit>)>,
    /// Set if the statement has a model.
    pub has_solution: bool,
    /// Where the statement has no model, a clause of the formula that is more than the statement's
    /// own clauses: whether it may stand there is not found out, as everything follows.
    pub doubtful: Option<Vec<Lit>>,
    /// The reason why something was not found out.
    pub unsure: Option<Unsure>,
    /// Share of the clauses that are the statement's, in hundredths.
    pub share: usize,
}

impl Difference {
    /// Returns `true` if the formula is right, and `None` if that was not found out.
    pub fn is_right(&self) -> Option<bool> {
        match self.missing.iter().all(Vec::is_empty) && self.surplus.is_empty() {
            true if self.unsure.is_some() || self.doubtful.is_some() => None,
            true => Some(true),
            // Eliminated clauses may be what is missing.
            false if self.unsure.is_some() => None,
            false => Some(false),
        }
    }

    /// Returns for each family that is asked for, and for the absence of surplus clauses, `true` if it
    /// is right.
    pub fn parts(&self, statement: &Statement) -> Vec<bool> {
        let families = statement.families.iter().zip(&self.missing);
        let asked = families.filter(|(family, _)| !family.is_optional);
        let stated = asked.map(|(_, missing)| missing.is_empty());
        stated.chain([self.surplus.is_empty()]).collect()
    }
}

/// A way to explain all missing clauses of a family: the name of the mistake; from a missing clause,
/// sets of clauses of which the student wrote one instead; and what to say of the family.
type Mistake = (&'static str, fn(&[Lit]) -> Vec<Vec<Vec<Lit>>>, &'static str);

/// The mistakes that are made in each clause of a family.
const MISTAKES: [Mistake; 5] = [
    (
        "signs",
        |clause| vec![vec![clause.iter().map(|&lit| !lit).collect()]],
        "is written with all signs wrong",
    ),
    (
        "signs",
        one_sign,
        "is written with a wrong sign in each clause",
    ),
    (
        "split-clauses",
        |clause| vec![clause.iter().map(|&lit| vec![lit]).collect()],
        "is written with each literal as a clause of its own: clauses are joined by \"and\", literals \
         by \"or\"",
    ),
    (
        "short-clauses",
        |clause| vec![vec![clause[..clause.len() - 1].to_vec()]],
        "lacks the last literal of each clause, as if the loop inside ended one too early",
    ),
    (
        "short-clauses",
        |clause| vec![vec![clause[1..].to_vec()]],
        "lacks the first literal of each clause, as if the loop inside began one too late",
    ),
];

fn one_sign(clause: &[Lit]) -> Vec<Vec<Vec<Lit>>> {
    let flipped = |place: usize| {
        let mut clause = clause.to_vec();
        clause[place] = !clause[place];
        vec![clause]
    };
    (0..clause.len()).map(flipped).collect()
}

/// Returns the mistakes that explain the difference.
pub fn causes(statement: &Statement, difference: &Difference, reading: &Reading) -> Vec<Cause> {
    let mut causes = Vec::new();
    let mut surplus: FxHashSet<Vec<Lit>> = difference
        .surplus
        .iter()
        .map(|(_, clause)| clause.clone())
        .collect();
    let written: FxHashSet<Vec<Lit>> = difference
        .clauses
        .iter()
        .map(|clause| sorted(clause))
        .collect();
    // A loop over pairs that begins with equal indices.
    let alone: Vec<Vec<Lit>> = surplus
        .iter()
        .filter(|clause| matches!(clause[..], [lit] if !lit.is_positive()))
        .cloned()
        .collect();
    if alone.len() == statement.num_vars() {
        surplus.retain(|clause| clause.len() != 1);
        let is_split = difference
            .missing
            .iter()
            .enumerate()
            .any(|(family, missing)| {
                !missing.is_empty()
                    && statement.families[family].clauses[0]
                        .iter()
                        .all(|lit| !lit.is_positive())
            });
        if !is_split {
            causes.push(Cause::new("pair-with-itself", "Pairs with two equal indices forbid each variable alone: let the second index begin one after the first."));
        } else {
            surplus.extend(alone);
        }
    }
    for (family, missing) in statement.families.iter().zip(&difference.missing) {
        if missing.is_empty() {
            continue;
        }
        let said = format!("\"{}\"", family.sentence);
        let whole = missing.len() == family.clauses.len();
        let instead = |mistake: &Mistake| {
            let wrote = |clause: &Vec<Lit>| {
                let mut sets = mistake.1(clause).into_iter();
                sets.find(|set| set.iter().all(|clause| written.contains(&sorted(clause))))
            };
            let made: Option<Vec<_>> = missing.iter().map(wrote).collect();
            made.filter(|_| whole && missing[0].len() > 1)
                .map(|made| made.concat())
        };
        if let Some((mistake, made)) = MISTAKES
            .iter()
            .find_map(|mistake| Some((mistake, instead(mistake)?)))
        {
            made.iter().for_each(|clause| {
                surplus.remove(&sorted(clause));
            });
            causes.push(Cause::new(mistake.0, format!("{said} {}.", mistake.2)));
            continue;
        }
        let has_slip = missing
            .iter()
            .any(|clause| slip(clause, &surplus).is_some());
        if !whole
            && !has_slip
            && let Some(place) = loop_end(statement, &family.clauses, missing)
        {
            causes.push(Cause::new(
                "loop-end",
                format!("The clauses of {said} {place}."),
            ));
            continue;
        }
        if whole
            && missing.len() > 1
            && let Some((noun, taken)) = wrong_indices(statement, missing, &surplus)
        {
            let (own, right) = (statement.clause(&taken[0]), statement.clause(&missing[0]));
            let words = format!(
                "The clauses of {said} have a wrong {noun} each: \"{own}\" should be \"{right}\"."
            );
            causes.push(Cause::new("wrong-indices", words));
            taken.iter().for_each(|clause| {
                surplus.remove(clause);
            });
            continue;
        }
        if whole && missing.len() > 1 {
            causes.push(Cause::new(
                "missing-family",
                format!("No clause says {said}: this family is missing."),
            ));
            continue;
        }
        let mut left = Vec::new();
        for clause in missing {
            match slip(clause, &surplus) {
                Some((name, other)) => {
                    let (own, right) = (statement.clause(&other), statement.clause(clause));
                    causes.push(Cause::new(
                        name,
                        format!("\"{own}\" should be \"{right}\", which is of {said}."),
                    ));
                    surplus.remove(&other);
                }
                None => left.push(clause),
            }
        }
        if let Some(first) = left.first() {
            let (is, first) = (
                if left.len() == 1 { "is" } else { "are" },
                statement.clause(first),
            );
            causes.push(Cause::new(
                "missing-clause",
                format!(
                    "{} of {said} {is} missing, such as \"{first}\".",
                    counted(left.len(), "clause")
                ),
            ));
        }
    }
    let mut left = difference
        .surplus
        .iter()
        .filter(|(_, clause)| surplus.contains(clause))
        .peekable();
    if let Some((place, clause)) = left.peek() {
        let line = place.and_then(|place| reading.lines.get(place));
        let line = line.map_or(String::new(), |line| format!(" (line {line})"));
        let clause = statement.clause(clause);
        let does = if left.clone().count() == 1 {
            "does"
        } else {
            "do"
        };
        let asked = match difference.has_solution {
            true => "what is asked",
            false => "any part of what is asked that has a solution",
        };
        let words = format!(
            "{} {does} not follow from {asked}, such as \"{clause}\"{line}.",
            counted(left.count(), "clause")
        );
        causes.push(Cause::new("surplus-clause", words));
    }
    causes
}

/// Returns the word for the index that is wrong, and a surplus clause for each missing one, if these
/// differ only in that index.
fn wrong_indices(
    statement: &Statement,
    missing: &[Vec<Lit>],
    surplus: &FxHashSet<Vec<Lit>>,
) -> Option<(&'static str, Vec<Vec<Lit>>)> {
    (0..2).find_map(|right| {
        let key = |clause: &[Lit]| {
            let place = |lit: &Lit| Some((statement.place(lit.var())?[right], lit.is_positive()));
            let places: Option<Vec<_>> = clause.iter().map(place).collect();
            places.map(|places| places.into_iter().sorted().collect::<Vec<_>>())
        };
        let mut left = surplus
            .iter()
            .sorted()
            .into_group_map_by(|clause| key(clause));
        let mut take = |clause: &Vec<Lit>| left.get_mut(&key(clause))?.pop().cloned();
        let taken: Option<Vec<_>> = missing.iter().map(&mut take).collect();
        Some((statement.nouns[1 - right], taken?))
    })
}

/// Returns what the missing clauses have in common, if they are those at an end of a loop over
/// rows or columns.
fn loop_end(statement: &Statement, all: &[Vec<Lit>], missing: &[Vec<Lit>]) -> Option<String> {
    let ends = [0, 1]
        .into_iter()
        .flat_map(|index| [(index, true), (index, false)]);
    let found = ends.filter(|&(index, is_last)| {
        let end = if is_last {
            statement.size[index] - 1
        } else {
            0
        };
        let is_at = |lit: &Lit| {
            statement
                .place(lit.var())
                .is_some_and(|place| place[index] == end)
        };
        // The outer loop sets the index of all literals, the inner one that of the last.
        let is_outer = all
            .iter()
            .filter(|clause| clause.iter().all(is_at))
            .map(|clause| sorted(clause))
            .collect::<FxHashSet<_>>();
        let is_inner = all
            .iter()
            .filter(|clause| clause.iter().any(is_at))
            .map(|clause| sorted(clause))
            .collect::<FxHashSet<_>>();
        [is_outer, is_inner].iter().any(|set| {
            set.len() == missing.len() && missing.iter().all(|clause| set.contains(clause))
        })
    });
    let (index, is_last) = found.into_iter().next()?;
    let (end, loops) = if is_last {
        ("last", "ended one too early")
    } else {
        ("first", "began one too late")
    };
    Some(format!(
        "with the {end} {} are missing, as if the loop {loops}",
        statement.nouns[index]
    ))
}

/// Returns a surplus clause that differs from a missing one in a single literal, and how.
fn slip(clause: &[Lit], surplus: &FxHashSet<Vec<Lit>>) -> Option<(&'static str, Vec<Lit>)> {
    let own: FxHashSet<Lit> = clause.iter().copied().collect();
    let kinds = surplus.iter().sorted().filter_map(|other| {
        let more: Vec<Lit> = other
            .iter()
            .filter(|lit| !own.contains(lit))
            .copied()
            .collect();
        let fewer: Vec<Lit> = clause
            .iter()
            .filter(|lit| !other.contains(lit))
            .copied()
            .collect();
        let name = match (&more[..], &fewer[..]) {
            ([], [_]) => "literal-missing",
            ([_], []) => "literal-surplus",
            (&[a], &[b]) if a == !b => "literal-sign",
            ([_], [_]) => "literal-wrong",
            _ => return None,
        };
        Some((name, other.clone()))
    });
    kinds.min_by_key(|(name, _)| *name == "literal-wrong")
}
