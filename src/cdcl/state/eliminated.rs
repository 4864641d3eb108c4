//! Eliminated variables and their clauses.
//!
//! A model of the remaining formula gives no value to an eliminated variable.
//! Its value follows from its removed clauses: they are evaluated in the
//! reverse order of the eliminations, so that every other literal in them has a
//! value. If a variable is mentioned again, its clauses are restored.

use crate::formula::{Lit, Var};
use crate::proof::Id;

/// An eliminated variable, with the clauses that decide its value in a model.
struct Entry {
    var: Var,
    /// Start of its clauses in `spans`.
    start: usize,
    /// Set once its clauses were restored.
    is_restored: bool,
}

/// The removed clauses of eliminated variables, in the order of elimination.
#[derive(Default)]
pub(in crate::cdcl) struct Eliminated {
    entries: Vec<Entry>,
    /// For each clause, its id in a proof and its end in `lits`.
    spans: Vec<(Id, usize)>,
    lits: Vec<Lit>,
    /// For each variable, the index of its entry plus 1; 0 if it is not
    /// eliminated.
    places: Vec<u32>,
    /// For each variable, its value in the model: 1 for true, −1 for false, 0
    /// if it is not eliminated.
    values: Vec<i8>,
    /// For each variable, whether elimination was tried and none of its clauses
    /// was removed since.
    settled: Vec<bool>,
    /// Largest allowed excess of resolvents over the clauses they replace.
    pub bound: usize,
}

impl Eliminated {
    pub(crate) fn has(&self, var: Var) -> bool {
        self.places.get(var.index()).is_some_and(|&place| place > 0)
    }

    /// Returns `true` if elimination was tried and would have the same result
    /// again.
    pub(crate) fn is_settled(&self, var: Var) -> bool {
        self.settled.get(var.index()) == Some(&true)
    }

    pub(crate) fn settle(&mut self, var: Var) {
        if self.settled.len() <= var.index() {
            self.settled.resize(var.index() + 1, false);
        }
        self.settled[var.index()] = true;
    }

    /// Records that one of the variable's clauses was removed.
    pub(crate) fn unsettle(&mut self, var: Var) {
        if let Some(settled) = self.settled.get_mut(var.index()) {
            *settled = false;
        }
    }

    /// Makes every variable a candidate for elimination again.
    pub(crate) fn unsettle_all(&mut self) {
        self.settled.fill(false);
    }

    /// Begins the entry of a variable. Its clauses are added next.
    pub(crate) fn begin(&mut self, var: Var) {
        if self.places.len() <= var.index() {
            self.places.resize(var.index() + 1, 0);
        }
        self.places[var.index()] = self.entries.len() as u32 + 1;
        self.entries.push(Entry {
            var,
            start: self.spans.len(),
            is_restored: false,
        });
    }

    pub(crate) fn push(&mut self, clause: impl Iterator<Item = Lit>, id: Id) {
        self.lits.extend(clause);
        self.spans.push((id, self.lits.len()));
    }

    /// Returns the clauses of an eliminated variable, and makes it an ordinary
    /// variable again.
    pub(crate) fn restore(&mut self, var: Var) -> Vec<(Id, Vec<Lit>)> {
        let place = std::mem::take(&mut self.places[var.index()]) as usize - 1;
        if let Some(value) = self.values.get_mut(var.index()) {
            *value = 0;
        }
        self.entries[place].is_restored = true;
        let clauses = self.clauses(place);
        clauses.map(|(id, lits)| (id, lits.to_vec())).collect()
    }

    fn clauses(&self, place: usize) -> impl Iterator<Item = (Id, &[Lit])> {
        let end = match self.entries.get(place + 1) {
            Some(next) => next.start,
            None => self.spans.len(),
        };
        (self.entries[place].start..end).map(|index| {
            let start = match index {
                0 => 0,
                _ => self.spans[index - 1].1,
            };
            let (id, end) = self.spans[index];
            (id, &self.lits[start..end])
        })
    }

    /// Iterates over the clauses of the variables that are eliminated now.
    pub(crate) fn remaining(&self) -> impl Iterator<Item = &[Lit]> {
        let places = (0..self.entries.len()).filter(|&place| !self.entries[place].is_restored);
        places.flat_map(|place| self.clauses(place).map(|(_, lits)| lits))
    }

    /// Gives every eliminated variable the value that its clauses require.
    /// `is_true` is the model of the remaining formula.
    pub(crate) fn extend(&mut self, is_true: impl Fn(Lit) -> bool) {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        values.resize(self.places.len(), 0);
        for place in (0..self.entries.len()).rev() {
            let Entry {
                var, is_restored, ..
            } = self.entries[place];
            if is_restored {
                continue;
            }
            let holds = |lit: Lit| match values.get(lit.var().index()) {
                None | Some(0) => is_true(lit),
                Some(&value) => (value > 0) == lit.is_positive(),
            };
            let is_needed = self.clauses(place).any(|(_, clause)| {
                let mut others = clause.iter().filter(|lit| lit.var() != var);
                clause.contains(&var.positive()) && !others.any(|&lit| holds(lit))
            });
            values[var.index()] = if is_needed { 1 } else { -1 };
        }
        self.values = values;
    }

    /// Returns the variable's value in the model, if it is eliminated.
    pub(crate) fn value(&self, var: Var) -> Option<bool> {
        match self.values.get(var.index()) {
            None | Some(0) => None,
            Some(&value) => Some(value > 0),
        }
    }
}
