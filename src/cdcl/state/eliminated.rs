//! The variables that were eliminated, and the clauses that went with them.
//!
//! A model of what is left says nothing of an eliminated variable. Its value
//! follows from its clauses: they are looked at in the reverse order of the
//! eliminations, so that every other literal in them has its value. If a
//! variable is mentioned again, its clauses come back.

use crate::formula::{Lit, Var};
use crate::proof::Id;

/// One eliminated variable.
struct Entry {
    var: Var,
    /// Where its clauses start in `spans`.
    start: usize,
    /// Its clauses were given back.
    is_restored: bool,
}

/// The clauses of eliminated variables, in the order of elimination.
#[derive(Default)]
pub(in crate::cdcl) struct Eliminated {
    entries: Vec<Entry>,
    /// For each clause its number in a proof, and where it ends in `lits`.
    spans: Vec<(Id, usize)>,
    lits: Vec<Lit>,
    /// By variable: the entry, plus 1.
    places: Vec<u32>,
    /// By variable: 0, or the value in the model, 1 or −1.
    values: Vec<i8>,
    /// By variable: elimination was tried, and none of its clauses went since.
    settled: Vec<bool>,
    /// How many clauses more there may be after an elimination than before.
    pub bound: usize,
}

impl Eliminated {
    pub fn has(&self, var: Var) -> bool {
        self.places.get(var.index()).is_some_and(|&place| place > 0)
    }

    /// Whether elimination was tried, and would end the same again.
    pub fn is_settled(&self, var: Var) -> bool {
        self.settled.get(var.index()) == Some(&true)
    }

    pub fn settle(&mut self, var: Var) {
        if self.settled.len() <= var.index() {
            self.settled.resize(var.index() + 1, false);
        }
        self.settled[var.index()] = true;
    }

    /// One of the variable's clauses went.
    pub fn unsettle(&mut self, var: Var) {
        if let Some(settled) = self.settled.get_mut(var.index()) {
            *settled = false;
        }
    }

    /// Every variable may be tried again.
    pub fn unsettle_all(&mut self) {
        self.settled.fill(false);
    }

    /// Opens the entry of a variable. Its clauses follow.
    pub fn begin(&mut self, var: Var) {
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

    pub fn push(&mut self, clause: impl Iterator<Item = Lit>, id: Id) {
        self.lits.extend(clause);
        self.spans.push((id, self.lits.len()));
    }

    /// The clauses of an eliminated variable, which is one no more.
    pub fn restore(&mut self, var: Var) -> Vec<(Id, Vec<Lit>)> {
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

    /// Gives every eliminated variable the value that its clauses ask for;
    /// `is_true` is the model of what is left.
    pub fn extend(&mut self, is_true: impl Fn(Lit) -> bool) {
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

    /// The variable's value in the model, if it is eliminated.
    pub fn value(&self, var: Var) -> Option<bool> {
        match self.values.get(var.index()) {
            None | Some(0) => None,
            Some(&value) => Some(value > 0),
        }
    }
}
