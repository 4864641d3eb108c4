//! An LRAT proof against a formula.
//!
//! The checker follows the hints and searches nothing, so it is short enough
//! to be believed; the format is described in [`crate::proof::lrat`]. Where
//! checkers differ:
//!
//! - A lemma's id must be above all ids before it, the formula's included.
//!   Ids are looked up in a table, so 10¹² costs no more than 10.
//! - A hint's clause must leave one literal that is not false, or none. If
//!   that literal is true already, nothing follows and the check goes on.
//!   Hints after a conflict are not looked at.
//! - A RAT candidate needs hints unless its clash with the lemma shows at
//!   once: a literal of it is true when the lemma is assumed false.
//! - Deleting an id that is not there is ignored, and counted.
//! - A formula that has the empty clause needs no step; nothing after the
//!   empty clause is checked.
//! - Lemmas may have variables that the formula has not.

use super::assignment::{Assignment, Value};
use super::numbering::{Numbering, is_tautology};
use super::occurrences::Occurrences;
use super::proof_fault::{ProofFault, check_budget};
use crate::budget::Budget;
use crate::formula::{Cnf, Lit};
use crate::proof::lrat::Step;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Borrow;

/// Checks that the steps refute the formula.
///
/// The budget's steps are the proof's.
///
/// ```
/// use sudosat::prelude::*;
/// use sudosat::proof::lrat;
///
/// let cnf: Cnf = [&[1, 2][..], &[1, -2], &[-1, 2], &[-1, -2]].into_iter().collect();
/// let proof = "5 1 0 1 2 0\n6 0 5 3 4 0\n";
/// let steps = lrat::read(proof.as_bytes(), "proof")?.collect::<Result<Vec<_>, _>>()?;
/// let stats = check::lrat(&cnf, steps, &Budget::unlimited())?;
/// assert_eq!(stats.lemmas, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first step that is wrong, [`ProofFault::NotRefuted`] if the steps end
/// without the empty clause, or [`ProofFault::GaveUp`] if the budget ends.
pub fn lrat<S: Borrow<Step>>(
    cnf: &Cnf,
    steps: impl IntoIterator<Item = S>,
    budget: &Budget,
) -> Result<LratStats, ProofFault> {
    let mut checker = LratChecker::of(cnf, budget)?;
    for step in steps {
        if checker.is_refuted() {
            break;
        }
        checker.step(step.borrow(), budget)?;
    }
    checker.finish()
}

/// Numbers of steps that an LRAT check took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LratStats {
    /// Steps up to the empty clause.
    pub steps: u64,
    /// Lemmas among them.
    pub lemmas: u64,
    /// Lemmas that are RAT, but not RUP by their hints.
    pub rat: u64,
    /// Clauses deleted.
    pub deleted: u64,
    /// Deletions of ids that were not there.
    pub missing_deletions: u64,
    /// Hints followed.
    pub hints: u64,
}

/// An LRAT checker, fed step by step.
#[derive(Clone, Debug)]
pub struct LratChecker {
    numbering: Numbering,
    /// The clauses present, sorted and without repetition.
    clauses: FxHashMap<u64, Box<[Lit]>>,
    /// Everything true follows from assuming a lemma false; between steps
    /// nothing is.
    assignment: Assignment,
    /// Of the clauses that are no tautologies; made when first needed.
    occurrences: Option<Occurrences<u64>>,
    /// The highest id so far.
    last: u64,
    refuted: bool,
    stats: LratStats,
}

impl LratChecker {
    /// Creates a checker of this formula.
    ///
    /// # Errors
    /// [`ProofFault::GaveUp`] if the budget ends before all clauses are read.
    pub fn of(cnf: &Cnf, budget: &Budget) -> Result<LratChecker, ProofFault> {
        let mut checker = LratChecker {
            numbering: Numbering::of(cnf),
            clauses: FxHashMap::default(),
            assignment: Assignment::default(),
            occurrences: None,
            last: 0,
            refuted: false,
            stats: LratStats::default(),
        };
        checker.clauses.reserve(cnf.num_clauses());
        for (clause, id) in cnf.clauses().zip(1..) {
            if id % 4096 == 1 {
                check_budget(budget, 0)?;
            }
            checker.original(id, clause);
        }
        Ok(checker)
    }

    /// Adds a clause of the formula, under an id above all before it. It may
    /// come between steps, as in the proof of a solver that is given clauses
    /// between its calls.
    pub fn original(&mut self, id: u64, clause: &[Lit]) {
        let clause = self.normalised(clause);
        self.insert(id, clause);
    }

    /// Checks a step and takes it. Once the formula is refuted, all steps are
    /// right.
    ///
    /// After a fault the checker is of no further use.
    ///
    /// # Errors
    /// If the step's lemma does not follow by its hints, its id is not above those
    /// before it, or the budget ends.
    pub fn step(&mut self, step: &Step, budget: &Budget) -> Result<(), ProofFault> {
        check_budget(budget, self.stats.steps)?;
        if self.refuted {
            return Ok(());
        }
        self.stats.steps += 1;
        match step {
            Step::Add { id, lits, hints } => self.lemma(*id, lits, hints, budget),
            Step::Delete { ids } => {
                ids.iter().for_each(|&id| self.delete(id));
                Ok(())
            }
        }
    }

    /// Returns `true` if the steps so far refute the formula.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// [`ProofFault::NotRefuted`] if the steps so far do not refute the formula.
    pub fn finish(&self) -> Result<LratStats, ProofFault> {
        if self.refuted {
            Ok(self.stats)
        } else {
            Err(ProofFault::NotRefuted {
                steps: self.stats.steps,
            })
        }
    }

    /// Counts the following steps from 1 again.
    pub fn count_anew(&mut self) {
        self.stats = LratStats::default();
    }

    /// Returns the numbers of steps so far.
    pub fn stats(&self) -> LratStats {
        self.stats
    }

    fn lemma(
        &mut self,
        id: u64,
        lits: &[Lit],
        hints: &[i64],
        budget: &Budget,
    ) -> Result<(), ProofFault> {
        self.stats.lemmas += 1;
        if id <= self.last {
            return Err(ProofFault::Id {
                step: self.stats.steps,
                id,
                last: self.last,
            });
        }
        let clause = self.normalised(lits);
        let conflict = self.assignment.assume_false(&clause, None) || {
            let rup = hints.iter().take_while(|hint| **hint > 0);
            self.follow(rup)?
        };
        if !conflict {
            self.rat(lits, hints, budget)?;
        }
        self.assignment.undo_to(0);
        self.insert(id, clause);
        Ok(())
    }

    /// Checks that the hints show that the lemma is RAT on its first literal. The
    /// lemma is assumed false, and its first hints were followed already.
    fn rat(&mut self, lemma: &[Lit], hints: &[i64], budget: &Budget) -> Result<(), ProofFault> {
        let step = self.stats.steps;
        let first_group = hints.iter().position(|&hint| hint < 0);
        let mut groups = &hints[first_group.unwrap_or(hints.len())..];
        let ends = || ProofFault::HintsEnd {
            step,
            lemma: lemma.to_vec(),
        };
        let Some(&pivot) = lemma.first() else {
            return Err(ends());
        };
        let opposite = !self.numbering.inner(pivot);
        let known = self.assignment.trail().len();

        // Each group is a candidate and the hints for it.
        let mut refuted = FxHashSet::default();
        while let [candidate, rest @ ..] = groups {
            check_budget(budget, step)?;
            let candidate = candidate.unsigned_abs();
            let length = rest.iter().position(|&hint| hint < 0);
            let (hints, next) = rest.split_at(length.unwrap_or(rest.len()));
            let clause = self.clause(candidate)?.to_vec();
            if !clause.contains(&opposite) {
                return Err(ProofFault::NoPivot {
                    step,
                    hint: candidate,
                });
            }
            if !self.assignment.assume_false(&clause, Some(opposite)) && !self.follow(hints)? {
                return Err(ends());
            }
            self.assignment.undo_to(known);
            refuted.insert(candidate);
            groups = next;
        }

        // Every other clause with the opposite literal must clash by itself.
        let others = self.occurrences().of(opposite).to_vec();
        for (index, &clause) in others.iter().enumerate() {
            if index % 4096 == 0 {
                check_budget(budget, step)?;
            }
            let clashes = || {
                let mut lits = self.clauses[&clause].iter();
                lits.any(|&lit| lit != opposite && self.assignment.value(lit) == Value::True)
            };
            if !refuted.contains(&clause) && !clashes() {
                return Err(ProofFault::NoHints { step, clause });
            }
        }
        self.stats.rat += 1;
        Ok(())
    }

    /// Propagates along the hints. Returns `true` if they reach a conflict.
    fn follow<'a>(&mut self, hints: impl IntoIterator<Item = &'a i64>) -> Result<bool, ProofFault> {
        for hint in hints {
            self.stats.hints += 1;
            let hint = hint.unsigned_abs();
            let clause = self.clause(hint)?;
            let mut standing = clause
                .iter()
                .filter(|&&lit| self.assignment.value(lit) != Value::False);
            match (standing.next(), standing.next()) {
                (None, _) => return Ok(true),
                (Some(&unit), None) => {
                    if self.assignment.value(unit) == Value::Open {
                        self.assignment.assign(unit);
                    }
                }
                (Some(_), Some(_)) => {
                    let clause = clause.iter().map(|&lit| self.numbering.outer(lit));
                    return Err(ProofFault::NotUnit {
                        step: self.stats.steps,
                        hint,
                        clause: clause.collect(),
                    });
                }
            }
        }
        Ok(false)
    }

    fn clause(&self, id: u64) -> Result<&[Lit], ProofFault> {
        match self.clauses.get(&id) {
            Some(clause) => Ok(clause),
            None => Err(ProofFault::UnknownHint {
                step: self.stats.steps,
                hint: id,
            }),
        }
    }

    /// Returns the clause in our numbering, sorted and without repetition.
    fn normalised(&mut self, clause: &[Lit]) -> Box<[Lit]> {
        let mut lits = Vec::with_capacity(clause.len());
        self.numbering.sort_into(clause, &mut lits);
        self.assignment.grow(self.numbering.len());
        lits.into_boxed_slice()
    }

    fn insert(&mut self, id: u64, clause: Box<[Lit]>) {
        self.last = id;
        self.refuted |= clause.is_empty();
        if let Some(occurrences) = &mut self.occurrences
            && !is_tautology(&clause)
        {
            occurrences.add(id, &clause);
        }
        self.clauses.insert(id, clause);
    }

    fn delete(&mut self, id: u64) {
        match self.clauses.remove(&id) {
            None => self.stats.missing_deletions += 1,
            Some(clause) => {
                self.stats.deleted += 1;
                if let Some(occurrences) = &mut self.occurrences
                    && !is_tautology(&clause)
                {
                    occurrences.remove(id, &clause);
                }
            }
        }
    }

    /// Returns the occurrence lists, made when they are first asked for.
    fn occurrences(&mut self) -> &Occurrences<u64> {
        let clauses = &self.clauses;
        self.occurrences.get_or_insert_with(|| {
            let mut occurrences = Occurrences::default();
            for (&id, clause) in clauses {
                if !is_tautology(clause) {
                    occurrences.add(id, clause);
                }
            }
            occurrences
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cnf(clauses: &[&[i32]]) -> Cnf {
        clauses.iter().copied().collect()
    }

    fn told(clauses: &[&[i32]], proof: &str) -> String {
        let steps: Vec<Step> = crate::proof::lrat::read(proof.as_bytes(), "p")
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        match lrat(&cnf(clauses), &steps, &Budget::unlimited()) {
            Ok(stats) => format!("accepted, {} rat", stats.rat),
            Err(fault) => fault.to_string(),
        }
    }

    const SQUARE: [&[i32]; 4] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];
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
        for proof in [
            "5 1 0 1 2 0\n6 0 5 3 4 0\n",
            "5 1 0 1 2 0\n5 d 1 2 77 0\n6 0 5 3 4 0\n",
            "10 1 1 0 1 2 0\n1000000000000 0 10 3 4 0\n",
            // Hints after the conflict, and a literal that is true already.
            "5 1 0 1 2 99 0\n6 0 5 5 3 4 -1 0\n",
            // After the empty clause nothing counts.
            "5 1 0 1 2 0\n6 0 5 3 4 0\n7 -1 0 99 0\n",
        ] {
            assert_eq!(told(&SQUARE, proof), "accepted, 0 rat", "{proof}");
        }
        assert_eq!(told(&[&[]], ""), "accepted, 0 rat");
        assert_eq!(
            told(&[&[1, -1], &[1], &[-1]], "4 0 2 3 0\n"),
            "accepted, 0 rat"
        );
    }

    #[test]
    fn rat_needs_hints_for_each_clause_it_could_break() {
        // The literal 1 is in the clauses 1, 6 and 8.
        let rest = "10 2 0 9 1 6 3 0\n11 0 9 10 8 6 4 0\n";
        let with = |hints: &str| told(&RAT, &format!("9 -1 0 {hints} 0\n{rest}"));
        assert_eq!(with("-1 7 5 -6 7 2 -8 2 5"), "accepted, 1 rat");
        assert_eq!(with("-8 2 5 -1 7 5 -6 7 2"), "accepted, 1 rat");
        let missing = |clause: u64| {
            format!(
                "step 1: the hints reach no conflict, and none are given for clause {clause}, \
                 which has the opposite of the lemma's first literal"
            )
        };
        assert_eq!(with("-1 7 5 -6 7 2"), missing(8));
        assert_eq!(with("-1 7 5 -8 2 5"), missing(6));
        assert!(with("").starts_with("step 1: the hints reach no conflict"));
        assert_eq!(
            with("-1 7 5 -6 7 2 -8 2"),
            "step 1: the hints for (-1 0) end before a conflict"
        );
        assert_eq!(
            with("-2 7 5 -6 7 2 -8 2 5"),
            "step 1: the clause of the hint -2 lacks the opposite of the lemma's first literal"
        );
        assert_eq!(
            with("-9 7 5 -6 7 2 -8 2 5"),
            "step 1: the hint 9 names no clause present"
        );
    }

    #[test]
    fn a_clause_that_clashes_by_itself_needs_no_hints() {
        // x = 3 is new: (x or 1), then (-x or -1) clashes with it on 1.
        let square: Vec<&[i32]> = SQUARE.to_vec();
        let proof = "5 3 1 0 0\n6 -3 -1 0 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n";
        assert_eq!(told(&square, proof), "accepted, 2 rat");
        // A lemma added or deleted since the first RAT lemma counts, too.
        let proof = "5 3 1 0 0\n6 -3 0 0\n";
        assert!(told(&square, proof).contains("none are given for clause 5,"));
        let proof = "5 3 1 0 0\n6 d 5 0\n6 -3 0 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n";
        assert_eq!(told(&square, proof), "accepted, 2 rat");
        // A tautology is nothing that a lemma could break.
        let with_tautology: [&[i32]; 3] = [&[1, -1, 2], &[-2], &[2, 3]];
        assert_eq!(
            told(&with_tautology, "4 1 0 0\n5 3 0 2 3 0\n"),
            "the proof ends without the empty clause: it refutes nothing"
        );
    }

    #[test]
    fn wrong_proofs_are_refused_with_the_step() {
        for (proof, fault) in [
            ("", "the proof is empty: it refutes nothing"),
            (
                "5 1 0 1 2 0\n",
                "the proof ends without the empty clause: it refutes nothing",
            ),
            (
                "5 1 0 1 2 0\n6 0 5 3 0\n",
                "step 2: the hints for (0) end before a conflict",
            ),
            (
                "5 1 0 1 2 0\n6 0 3 4 5 0\n",
                "step 2: nothing follows from the hint 3: \
                 two literals of its clause (-1 2 0) are not false",
            ),
            ("5 1 0 5 0\n", "step 1: the hint 5 names no clause present"),
            (
                "5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n",
                "step 3: the hint 3 names no clause present",
            ),
            (
                "4 1 0 1 2 0\n",
                "step 1: the id 4 is not above 4, the highest before it",
            ),
            (
                "9 1 0 1 2 0\n6 0 9 3 4 0\n",
                "step 2: the id 6 is not above 9, the highest before it",
            ),
        ] {
            assert_eq!(told(&SQUARE, proof), fault);
        }
    }

    #[test]
    fn a_budget_ends_a_check() {
        let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
        let fault = lrat::<Step>(&cnf(&SQUARE), [], &budget).unwrap_err();
        assert_eq!(fault.to_string(), "out of time");
    }
}
