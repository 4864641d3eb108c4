//! A DRAT proof against a formula, checked forwards.
//!
//! Every lemma is checked against all clauses present when it is added: first
//! RUP, then RAT on its first literal (the formats' prose is in
//! [`crate::proof::drat`]). Each accepted lemma keeps the formula satisfiable
//! if it was, so a formula to which the empty clause can be added had no
//! model. The check ends at the empty clause, or as soon as unit propagation
//! alone refutes the clauses present; what follows is not checked.
//!
//! Where checkers differ, this one does as follows. None of it can make a
//! false proof pass: a lemma is always checked against the clauses that are
//! really there.
//!
//! - Deleting a clause that makes a literal true by unit propagation (a *unit
//!   deletion*) is ignored, as drat-trim does: solvers delete such clauses but
//!   keep the literal. So what unit propagation has found once stays.
//! - Deleting a clause that is not there is ignored, and counted.
//! - Deletions are matched as sets of literals; of several equal clauses one
//!   is deleted.
//! - Lemmas may have variables that the formula has not.
//! - Tautologies are accepted and forgotten.

mod clauses;
mod propagate;

use super::assignment::{Assignment, Value};
use super::numbering::{Numbering, is_tautology};
use super::occurrences::Occurrences;
use super::proof_fault::{ProofFault, check_budget};
use crate::budget::Budget;
use crate::formula::{Cnf, Lit};
use crate::proof::Step;
use clauses::Clauses;
use propagate::{NO_REASON, Watch};
use std::borrow::Borrow;

/// Checks that the steps refute the formula.
///
/// The budget's steps are the proof's.
///
/// # Errors
/// The first step that is wrong, [`ProofFault::NotRefuted`] if the steps end
/// without the empty clause, or [`ProofFault::GaveUp`] if the budget ends.
pub fn drat<S: Borrow<Step>>(
    cnf: &Cnf,
    steps: impl IntoIterator<Item = S>,
    budget: &Budget,
) -> Result<DratStats, ProofFault> {
    let mut checker = DratChecker::of(cnf, budget)?;
    for step in steps {
        if checker.is_refuted() {
            break;
        }
        checker.step(step.borrow(), budget)?;
    }
    checker.finish()
}

/// Numbers of steps that a DRAT check took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DratStats {
    /// Steps up to the empty clause.
    pub steps: u64,
    /// Lemmas among them.
    pub lemmas: u64,
    /// Lemmas that are RAT, but not RUP.
    pub rat: u64,
    /// Clauses deleted.
    pub deleted: u64,
    /// Deletions ignored because unit propagation needs the clause.
    pub unit_deletions: u64,
    /// Deletions of clauses that were not there.
    pub missing_deletions: u64,
    /// Literals made true by unit propagation.
    pub propagations: u64,
}

/// A forward DRAT checker, fed clause by clause and step by step.
///
/// Clone one that has the clauses common to many formulas to check a proof of
/// each.
#[derive(Clone, Debug)]
pub struct DratChecker {
    numbering: Numbering,
    clauses: Clauses,
    /// By literal code: the clauses whose first or second literal it is.
    watches: Vec<Vec<Watch>>,
    assignment: Assignment,
    /// By variable: the clause that made it true or false.
    reasons: Vec<u32>,
    occurrences: Option<Occurrences<u32>>,
    /// The clauses present are refuted by unit propagation.
    refuted: bool,
    stats: DratStats,
    /// The clause being worked on: sorted, without repetition.
    sorted: Vec<Lit>,
}

impl DratChecker {
    /// Creates a checker of this formula.
    ///
    /// # Errors
    /// [`ProofFault::GaveUp`] if the budget ends before all clauses are read.
    pub fn of(cnf: &Cnf, budget: &Budget) -> Result<DratChecker, ProofFault> {
        let mut checker = DratChecker {
            numbering: Numbering::of(cnf),
            clauses: Clauses::default(),
            watches: Vec::new(),
            assignment: Assignment::default(),
            reasons: Vec::new(),
            occurrences: None,
            refuted: false,
            stats: DratStats::default(),
            sorted: Vec::new(),
        };
        for (index, clause) in cnf.clauses().enumerate() {
            if index % 4096 == 0 {
                check_budget(budget, 0)?;
            }
            checker.original(clause);
        }
        Ok(checker)
    }

    /// Adds a clause of the formula. It may come between steps, as in the
    /// proof of a solver that is given clauses between its calls.
    ///
    /// # Panics
    /// If a lemma was only RAT: it was harmless beside the clauses then
    /// present, and need not be beside this one.
    pub fn original(&mut self, clause: &[Lit]) {
        assert_eq!(self.stats.rat, 0, "a clause comes after a RAT lemma");
        if self.normalise(clause) {
            self.attach();
        }
    }

    /// Checks a step and takes it. Once the formula is refuted, all steps are
    /// right.
    ///
    /// After a fault the checker is of no further use.
    ///
    /// # Errors
    /// If the step's lemma is neither implied by unit propagation nor RAT, or if
    /// the budget ends.
    pub fn step(&mut self, step: &Step, budget: &Budget) -> Result<(), ProofFault> {
        check_budget(budget, self.stats.steps)?;
        if self.is_refuted() {
            return Ok(());
        }
        self.stats.steps += 1;
        match step {
            Step::Add(lemma) => {
                self.stats.lemmas += 1;
                if self.normalise(lemma) {
                    self.justify(lemma, budget)?;
                    self.attach();
                }
            }
            Step::Delete(clause) => {
                if self.normalise(clause) {
                    self.delete();
                }
            }
        }
        Ok(())
    }

    /// Deletes the clause in `sorted`.
    fn delete(&mut self) {
        let found = self.clauses.find(&self.sorted, |clause| {
            !is_reason(&self.clauses, &self.assignment, &self.reasons, clause)
        });
        match found {
            None => self.stats.missing_deletions += 1,
            Some(clause) if is_reason(&self.clauses, &self.assignment, &self.reasons, clause) => {
                self.stats.unit_deletions += 1;
            }
            Some(clause) => {
                self.stats.deleted += 1;
                self.detach(clause);
            }
        }
    }

    /// Returns `true` if the steps so far refute the formula.
    pub fn is_refuted(&mut self) -> bool {
        self.settle();
        self.refuted
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// [`ProofFault::NotRefuted`] if the steps so far do not refute the formula.
    pub fn finish(&mut self) -> Result<DratStats, ProofFault> {
        if self.is_refuted() {
            Ok(self.stats)
        } else {
            Err(ProofFault::NotRefuted {
                steps: self.stats.steps,
            })
        }
    }

    /// Returns the numbers of steps so far.
    pub fn stats(&self) -> DratStats {
        self.stats
    }

    /// Puts the clause into `sorted`. Returns `false` if it is a tautology.
    fn normalise(&mut self, clause: &[Lit]) -> bool {
        self.numbering.sort_into(clause, &mut self.sorted);
        let num_vars = self.numbering.len();
        if self.reasons.len() < num_vars {
            self.assignment.grow(num_vars);
            self.reasons.resize(num_vars, NO_REASON);
            self.watches.resize_with(2 * num_vars, Vec::new);
        }
        !is_tautology(&self.sorted)
    }

    /// Checks that the clause in `sorted` may be added: that it is RUP, or RAT on
    /// the first literal of `lemma`, the clause as it was given.
    fn justify(&mut self, lemma: &[Lit], budget: &Budget) -> Result<(), ProofFault> {
        let known = self.assignment.trail().len();
        let is_rup = self.assignment.assume_false(&self.sorted, None) || self.propagate();
        let verdict = if is_rup {
            Ok(())
        } else {
            self.rat(lemma, budget)
        };
        self.assignment.undo_to(known);
        verdict
    }

    /// Checks that the lemma is RAT on its first literal. Its negation is assumed
    /// and propagated already.
    fn rat(&mut self, lemma: &[Lit], budget: &Budget) -> Result<(), ProofFault> {
        let step = self.stats.steps;
        let refused = |against| ProofFault::NotImplied {
            step,
            lemma: lemma.to_vec(),
            against,
        };
        let Some(&pivot) = lemma.first() else {
            return Err(refused(None));
        };
        let opposite = !self.numbering.inner(pivot);
        let candidates = self.occurrences().of(opposite).to_vec();
        let known = self.assignment.trail().len();
        for clause in candidates {
            check_budget(budget, step)?;
            let lits = self.clauses.lits(clause);
            if !self.assignment.assume_false(lits, Some(opposite)) && !self.propagate() {
                let lits = self.clauses.lits(clause).iter();
                let lits = lits.map(|&lit| self.numbering.outer(lit)).collect();
                return Err(refused(Some(lits)));
            }
            self.assignment.undo_to(known);
        }
        self.stats.rat += 1;
        Ok(())
    }

    /// Returns the occurrence lists, made when they are first asked for.
    fn occurrences(&mut self) -> &Occurrences<u32> {
        let clauses = &self.clauses;
        self.occurrences.get_or_insert_with(|| {
            let mut occurrences = Occurrences::default();
            for clause in clauses.handles() {
                occurrences.add(clause, clauses.lits(clause));
            }
            occurrences
        })
    }
}

/// Returns `true` if the clause is the reason of one of its literals.
fn is_reason(clauses: &Clauses, assignment: &Assignment, reasons: &[u32], clause: u32) -> bool {
    // The literal it made true is one of the two that are watched.
    clauses
        .lits(clause)
        .iter()
        .take(2)
        .any(|&lit| assignment.value(lit) == Value::True && reasons[lit.var().index()] == clause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Interrupt, Stop};
    use crate::formula::lits;

    fn cnf(clauses: &[&[i32]]) -> Cnf {
        clauses.iter().copied().collect()
    }

    fn add(numbers: &[i32]) -> Step {
        Step::Add(lits(numbers))
    }

    fn delete(numbers: &[i32]) -> Step {
        Step::Delete(lits(numbers))
    }

    fn told(clauses: &[&[i32]], steps: &[Step]) -> String {
        match drat(&cnf(clauses), steps, &Budget::unlimited()) {
            Ok(_) => "accepted".to_owned(),
            Err(fault) => fault.to_string(),
        }
    }

    const SQUARE: [&[i32]; 4] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];
    /// The example of the drat-trim paper.
    const RAT: [&[i32]; 8] = [
        &[1, 2, -3],
        &[-1, -2, 3],
        &[2, 3, -4],
        &[-2, -3, 4],
        &[-1, -3, -4],
        &[1, 3, 4],
        &[-1, 2, 4],
        &[1, -2, -4],
    ];

    #[test]
    fn right_proofs_are_accepted() {
        assert_eq!(told(&SQUARE, &[add(&[1]), add(&[])]), "accepted");
        let with_deletion = [add(&[1]), delete(&[2, 1]), add(&[])];
        assert_eq!(told(&SQUARE, &with_deletion), "accepted");
        assert_eq!(told(&[&[]], &[]), "accepted");
        assert_eq!(told(&[&[1], &[-1]], &[]), "accepted");
        let extension = [add(&[9, 1]), add(&[9, -1]), add(&[1, 1])];
        assert_eq!(told(&SQUARE, &extension), "accepted");

        let stats = drat(
            &cnf(&RAT),
            [add(&[-1]), add(&[2]), add(&[]), add(&[-77])],
            &Budget::unlimited(),
        )
        .unwrap();
        assert_eq!((stats.lemmas, stats.rat), (2, 1), "{stats:?}");
    }

    #[test]
    fn wrong_proofs_are_refused_with_the_step() {
        assert_eq!(told(&SQUARE, &[]), "the proof is empty: it refutes nothing");
        assert_eq!(
            told(&SQUARE, &[add(&[1, 2])]),
            "the proof ends without the empty clause: it refutes nothing"
        );
        assert_eq!(
            told(&SQUARE, &[delete(&[1, 2]), add(&[])]),
            "step 2: the empty clause does not follow by unit propagation"
        );
        assert_eq!(
            told(&SQUARE, &[delete(&[1, 2]), add(&[1])]),
            "step 2: the lemma (1 0) does not follow by unit propagation, \
             nor is it RAT on 1: the clause (-1 2 0) prevents it"
        );
        // RAT on -1, but here the first literal is another one.
        assert_eq!(
            told(&[&[1, 2], &[-2, 3]], &[add(&[2, -1])]),
            "step 1: the lemma (2 -1 0) does not follow by unit propagation, \
             nor is it RAT on 2: the clause (-2 3 0) prevents it"
        );
    }

    #[test]
    fn a_literal_that_is_known_stays_known() {
        // Deleting what made 1 true, in any of its copies, changes nothing.
        let units: [&[i32]; 4] = [&[1], &[1], &[-1, 2], &[1, 2]];
        let steps = [
            delete(&[1]),
            delete(&[1]),
            delete(&[-1, 2]),
            delete(&[3, 4]),
            add(&[-2]),
        ];
        let mut checker = DratChecker::of(&cnf(&units), &Budget::unlimited()).unwrap();
        for step in &steps[..4] {
            checker.step(step, &Budget::unlimited()).unwrap();
        }
        let stats = checker.stats();
        assert_eq!(
            (stats.deleted, stats.unit_deletions, stats.missing_deletions),
            (1, 2, 1)
        );
        assert!(checker.step(&steps[4], &Budget::unlimited()).is_err());
    }

    #[test]
    fn rat_looks_at_clauses_added_and_not_at_clauses_deleted() {
        let clauses: [&[i32]; 2] = [&[1, 2], &[-1, 3]];
        let checker = DratChecker::of(&cnf(&clauses), &Budget::unlimited()).unwrap();
        let passes = |steps: &[Step]| {
            let mut checker = checker.clone();
            steps
                .iter()
                .all(|step| checker.step(step, &Budget::unlimited()).is_ok())
        };
        // 4 is new: each of these makes the occurrence lists.
        assert!(passes(&[add(&[4, 1])]));
        assert!(passes(&[add(&[4, 1]), add(&[-4, -1, 3])]));
        assert!(!passes(&[add(&[4, 1]), add(&[-4])]));
        assert!(passes(&[add(&[4, 1]), delete(&[1, 4]), add(&[-4])]));
        assert!(!passes(&[add(&[1])]));
        assert!(passes(&[add(&[4, 1]), delete(&[3, -1]), add(&[1])]));
    }

    #[test]
    fn memory_follows_the_clauses_and_not_the_numbers() {
        let mut huge = cnf(&SQUARE);
        huge.grow_vars(crate::formula::Var::LIMIT);
        let far = crate::formula::Var::LIMIT as i32;
        let steps = [add(&[far, 1]), add(&[-far, 1]), add(&[1])];
        assert!(drat(&huge, &steps, &Budget::unlimited()).is_ok());
    }

    #[test]
    fn a_budget_ends_a_check() {
        let steps = [add(&[1]), add(&[])];
        let budget = Budget::unlimited().with_steps(0);
        let fault = drat(&cnf(&SQUARE), &steps, &budget).unwrap_err();
        assert_eq!(fault, ProofFault::GaveUp(Stop::Steps));
        let interrupt = Interrupt::new();
        interrupt.raise();
        let budget = Budget::unlimited().with_interrupt(interrupt);
        let fault = drat(&cnf(&SQUARE), &steps, &budget).unwrap_err();
        assert_eq!(fault.to_string(), "interrupted");
    }
}
