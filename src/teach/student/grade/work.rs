//! A formula as it is being repaired: its clauses, looked up and compared with the rules.

use super::reference::{Reference, is_tautology, sorted};
use super::scheme::Scheme;
use crate::budget::Budget;
use crate::cdcl::{Implied, Solver};
use crate::encode::Family;
use crate::formula::Lit;
use crate::sudoku::Candidate;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A formula's clauses, each with its place in the student's formula, from 0; clauses
/// that a repair added have none.
#[derive(Clone, Debug)]
pub struct Work<'a> {
    /// The rules and clues that the work is compared with.
    pub reference: &'a Reference<'a>,
    /// The clauses as the student numbers them, and the numbering.
    pub written: (&'a [Vec<Lit>], &'a Scheme),
    /// The clauses, numbered as by [`encode::var`](crate::encode::var).
    pub clauses: Vec<(Option<usize>, Vec<Lit>)>,
    /// The places in `clauses` of each sorted clause.
    had: FxHashMap<Vec<Lit>, Vec<usize>>,
    /// The rules' sorted clauses that follow from clauses with auxiliary variables.
    implied: Rc<FxHashSet<Vec<Lit>>>,
}

/// A repair of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repair {
    /// Clauses to remove, by their place in the student's formula, from 0.
    pub remove: Vec<usize>,
    /// Clauses to add.
    pub add: Vec<Vec<Lit>>,
}

impl<'a> Work<'a> {
    /// Creates the work from a student's clauses. If the budget is exhausted, it is not
    /// known which rules follow from clauses with auxiliary variables.
    pub fn new(
        reference: &'a Reference<'a>,
        written: (&'a [Vec<Lit>], &'a Scheme),
        clauses: &[Vec<Lit>],
        budget: &Budget,
    ) -> Work<'a> {
        let implied = Rc::new(implied(reference, clauses, budget));
        let clauses = clauses.iter().enumerate();
        let clauses = clauses.map(|(place, clause)| (Some(place), clause.clone()));
        Work::of(reference, written, clauses.collect(), implied)
    }

    fn of(
        reference: &'a Reference<'a>,
        written: (&'a [Vec<Lit>], &'a Scheme),
        clauses: Vec<(Option<usize>, Vec<Lit>)>,
        implied: Rc<FxHashSet<Vec<Lit>>>,
    ) -> Work<'a> {
        let mut had: FxHashMap<Vec<Lit>, Vec<usize>> = FxHashMap::default();
        for (place, (_, clause)) in clauses.iter().enumerate() {
            had.entry(sorted(clause)).or_default().push(place);
        }
        Work {
            reference,
            written,
            clauses,
            had,
            implied,
        }
    }

    /// Returns the work after these repairs.
    #[must_use]
    pub fn repaired<'r>(&self, repairs: impl IntoIterator<Item = &'r Repair>) -> Work<'a> {
        let mut removed: FxHashSet<usize> = FxHashSet::default();
        let mut added = Vec::new();
        for repair in repairs {
            removed.extend(&repair.remove);
            added.extend(repair.add.iter().map(|clause| (None, clause.clone())));
        }
        let stays = |place: &Option<usize>| place.is_none_or(|place| !removed.contains(&place));
        let kept = self.clauses.iter().filter(|(place, _)| stays(place));
        let clauses = kept.cloned().chain(added).collect();
        Work::of(
            self.reference,
            self.written,
            clauses,
            Rc::clone(&self.implied),
        )
    }

    /// Returns the clauses alone.
    pub fn formula(&self) -> Vec<Vec<Lit>> {
        let clauses = self.clauses.iter().map(|(_, clause)| clause.clone());
        clauses.collect()
    }

    /// Returns `true` if the formula has the sorted clause.
    pub fn has(&self, clause: &[Lit]) -> bool {
        self.had.contains_key(clause)
    }

    /// Returns how often the formula has the sorted clause.
    pub fn count(&self, clause: &[Lit]) -> usize {
        self.had.get(clause).map_or(0, Vec::len)
    }

    /// Returns the places in the student's formula of the sorted clause.
    pub fn places(&self, clause: &[Lit]) -> impl Iterator<Item = usize> {
        let places = self.had.get(clause).into_iter().flatten();
        places.filter_map(|&place| self.clauses[place].0)
    }

    /// Returns `true` if the formula has the rule's sorted clause, or it follows from
    /// clauses with auxiliary variables.
    pub fn says(&self, clause: &[Lit]) -> bool {
        self.has(clause) || self.implied.contains(clause)
    }

    /// Returns the clauses of a family that the formula does not say.
    pub fn missing(&self, family: Family) -> Vec<&'a Vec<Lit>> {
        let clauses = self.reference.of(family).iter();
        clauses.filter(|clause| !self.says(clause)).collect()
    }

    /// Returns `true` if the formula states a part of the family: a quarter of the
    /// clauses that no other family has.
    pub fn states(&self, family: Family) -> bool {
        let own = self.reference.own(family);
        let found = own.iter().filter(|clause| self.says(clause)).count();
        found > 0 && found * 4 >= own.len()
    }

    /// Returns the candidate of a literal, if its variable is not auxiliary.
    pub fn candidate(&self, lit: Lit) -> Option<Candidate> {
        self.reference.candidate(lit)
    }

    /// Returns the student's clauses over candidates that are no rules and no
    /// tautologies, units left out, each with its place and its sorted literals.
    pub fn strange(&self) -> Vec<(usize, Vec<Lit>)> {
        let clauses = self.clauses.iter();
        let clauses = clauses.filter_map(|(place, clause)| Some(((*place)?, sorted(clause))));
        let is_strange = |(_, clause): &(usize, Vec<Lit>)| {
            clause.len() != 1
                && clause.iter().all(|&lit| self.candidate(lit).is_some())
                && self.reference.place(clause).is_none()
                && !is_tautology(clause)
        };
        clauses.filter(is_strange).collect()
    }

    /// Returns the student's unit clauses over candidates, each with its place.
    pub fn units(&self) -> Vec<(usize, Lit)> {
        let clauses = self.clauses.iter();
        let units = clauses.filter_map(|(place, clause)| match sorted(clause)[..] {
            [lit] => Some(((*place)?, lit)),
            _ => None,
        });
        units
            .filter(|&(_, lit)| self.candidate(lit).is_some())
            .collect()
    }
}

/// Returns the rules' clauses that follow by unit propagation from a formula with
/// auxiliary variables; none if it has no such variables.
fn implied(reference: &Reference, clauses: &[Vec<Lit>], budget: &Budget) -> FxHashSet<Vec<Lit>> {
    let is_candidate = |lit: &Lit| reference.candidate(*lit).is_some();
    let rest = clauses
        .iter()
        .filter(|clause| clause.len() > 1 || !clause.iter().all(is_candidate));
    if rest.clone().flatten().all(is_candidate) {
        return FxHashSet::default();
    }
    let mut solver = Solver::default();
    rest.for_each(|clause| solver.add_clause(clause));
    let rules = reference.clauses.iter().enumerate();
    let within = rules.take_while(|(place, _)| budget.check_at(*place).is_ok());
    let follows = |clause: &&Vec<Lit>| {
        let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
        matches!(solver.propagate_under(&negated), Implied::Conflict(_))
    };
    let rules = within.map(|(_, clause)| clause);
    rules.filter(follows).cloned().collect()
}
