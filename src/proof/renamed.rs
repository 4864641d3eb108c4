//! An observer of a solver that works on a part of a formula, in variables of
//! its own.
//!
//! The solver's formula follows from the whole one: by unit propagation, or by
//! what the observer was told before. So the clauses that the solver is given
//! first are not reported as clauses of the formula. Everything that the solver
//! derives is a lemma of the whole formula, in the variables of the whole.

use super::{Conclusion, Count, Counting, Id, Observer, Parity, Sum, Sums};
use crate::formula::{Lit, Var};
use std::io;

/// The use of the clauses that the solver is given first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// They are not reported.
    Silent,
    /// They are reported as derived clauses.
    Lemmas,
}

/// Renames the variables of what a solver reports, for another observer.
#[derive(Debug)]
pub struct Renamed<T> {
    observer: T,
    /// For each variable of the solver, that of the whole formula.
    names: Vec<Var>,
    /// Index of the first variable that the whole formula does not have.
    first_new: usize,
    given: Given,
    /// Set as long as the solver is given the part.
    is_stating: bool,
}

impl<T: Observer> Renamed<T> {
    /// Creates an observer that reports to `observer`. `names` has the solver's
    /// variables in the whole formula, which has `num_vars` variables. New
    /// variables follow both.
    pub fn new(observer: T, names: Vec<Var>, num_vars: usize, given: Given) -> Renamed<T> {
        Renamed {
            observer,
            names,
            first_new: num_vars,
            given,
            is_stating: true,
        }
    }

    /// Ends the clauses of the part: from now on, clauses that the solver is
    /// given are reported as clauses of the whole formula.
    pub fn end_of_part(&mut self) {
        self.is_stating = false;
    }

    /// Returns the observer that is reported to.
    pub fn observer(&mut self) -> &mut T {
        &mut self.observer
    }

    /// Returns the observer that is reported to.
    pub fn into_observer(self) -> T {
        self.observer
    }

    fn lits(&self, lits: &[Lit]) -> Vec<Lit> {
        let lits = lits.iter();
        lits.map(|lit| self.var(lit.var()).lit(lit.is_positive()))
            .collect()
    }

    fn var(&self, var: Var) -> Var {
        match self.names.get(var.index()) {
            Some(&name) => name,
            None => Var::new(self.first_new + var.index() - self.names.len()),
        }
    }

    fn parity(&self, parity: &Parity) -> Parity {
        let mut vars: Vec<Var> = parity.vars.iter().map(|&var| self.var(var)).collect();
        vars.sort_unstable();
        let is_odd = parity.is_odd;
        Parity { vars, is_odd }
    }
}

impl<T: Observer> Observer for Renamed<T> {
    fn has_groups(&self) -> bool {
        true
    }

    fn original(&mut self, id: Id, clause: &[Lit]) {
        let clause = self.lits(clause);
        match (self.is_stating, self.given) {
            (false, _) => self.observer.original(id, &clause),
            (true, Given::Lemmas) => self.observer.derived(id, &clause, &[]),
            (true, Given::Silent) => {}
        }
    }

    fn derived(&mut self, id: Id, clause: &[Lit], hints: &[Id]) {
        self.observer.derived(id, &self.lits(clause), hints);
    }

    fn defined(&mut self, id: Id, clause: &[Lit], against: &[Id]) {
        self.observer.defined(id, &self.lits(clause), against);
    }

    fn counting(&self) -> Counting {
        match self.observer.counting() {
            Counting::Extending(_) => Counting::Extending(self.names.len()),
            other => other,
        }
    }

    fn counted(&mut self, count: &Count) {
        let all = |lists: &[&[Lit]]| -> Vec<Vec<Lit>> {
            lists.iter().map(|list| self.lits(list)).collect()
        };
        let (clauses, groups) = (all(count.clauses), all(count.groups));
        let clauses: Vec<&[Lit]> = clauses.iter().map(Vec::as_slice).collect();
        let groups: Vec<&[Lit]> = groups.iter().map(Vec::as_slice).collect();
        let [singles, outside, rest] =
            [count.singles, count.outside, count.rest].map(|lits| self.lits(lits));
        self.observer.counted(&Count {
            clauses: &clauses,
            groups: &groups,
            singles: &singles,
            outside: &outside,
            rest: &rest,
        });
    }

    fn summed(&mut self, sums: &Sums) {
        let parities = sums.parities.iter().map(|parity| self.parity(parity));
        let parities: Vec<Parity> = parities.collect();
        let sums = sums.sums.iter().map(|sum| Sum {
            of: sum.of.clone(),
            total: self.parity(&sum.total),
        });
        let sums: Vec<Sum> = sums.collect();
        self.observer.summed(&Sums {
            parities: &parities,
            sums: &sums,
        });
    }

    fn shrunk(&mut self, group: &[Lit], smaller: &[Lit]) {
        let (group, smaller) = (self.lits(group), self.lits(smaller));
        self.observer.shrunk(&group, &smaller);
    }

    fn deleted(&mut self, id: Id, clause: &[Lit]) {
        // The pairs of a group are clauses of the whole formula, which stay.
        if clause.len() > 2 {
            self.observer.deleted(id, &self.lits(clause));
        }
    }

    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
        self.observer.conclude(conclusion)
    }
}
