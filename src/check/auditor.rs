//! A solver's steps checked as it takes them, by their hints.

use super::{LratChecker, ProofFault};
use crate::budget::Budget;
use crate::formula::{Cnf, Lit, Var};
use crate::proof::lrat::Step;
use crate::proof::{Conclusion, Counting, Id, Observer};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io;

/// Index of the first variable that the solver adds. Half of the range of
/// variables is far above those of any formula that fits into memory.
const FIRST_NEW: usize = Var::LIMIT / 2;

/// An observer that checks every clause that a solver derives, for tests and for
/// users who want to be sure without writing a proof. Clauses may be added and
/// derived in any order, as in incremental use.
///
/// The first fault is kept, and [`Observer::conclude`] returns it as an error;
/// so does a conclusion that there is no model without the empty clause.
///
/// ```
/// use sudosat::budget::Budget;
/// use sudosat::cdcl::{Solver, Verdict};
/// use sudosat::check::Auditor;
/// use sudosat::formula::Cnf;
///
/// let cnf: Cnf = [&[1, 2][..], &[1, -2], &[-1, 2], &[-1, -2]].into_iter().collect();
/// let mut solver = Solver::default().with_observer(Box::new(Auditor::new()));
/// solver.add_cnf(&cnf);
/// assert_eq!(solver.solve(&Budget::unlimited())?, Verdict::Unsat);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Auditor {
    checker: LratChecker,
    /// The checker's ids grow from step to step; the solver's are of two kinds.
    ids: FxHashMap<Id, u64>,
    last: u64,
    /// The variables that the solver brought in.
    defined: FxHashSet<Var>,
    fault: Option<ProofFault>,
}

impl Auditor {
    /// Creates an observer for a solver without clauses.
    pub fn new() -> Auditor {
        Auditor {
            checker: LratChecker::of(&Cnf::new(0), &Budget::unlimited())
                .expect("the budget is unlimited"),
            ids: FxHashMap::default(),
            last: 0,
            defined: FxHashSet::default(),
            fault: None,
        }
    }

    /// Returns the first step that was wrong, if one was.
    pub fn fault(&self) -> Option<&ProofFault> {
        self.fault.as_ref()
    }

    /// Returns `true` if the clauses received so far are refuted.
    pub fn is_refuted(&self) -> bool {
        self.checker.is_refuted()
    }

    fn step(&mut self, step: &Step) {
        if self.fault.is_none() {
            self.fault = self.checker.step(step, &Budget::unlimited()).err();
        }
    }

    /// Returns the checker's number of a new clause.
    fn number(&mut self, id: Id) -> u64 {
        self.last += 1;
        self.ids.insert(id, self.last);
        self.last
    }

    /// Returns the checker's number of a clause; one that no clause has if it is none.
    fn known(&self, id: Id) -> u64 {
        self.ids.get(&id).copied().unwrap_or(i64::MAX as u64)
    }

    /// Adds a clause that follows from the hints, or, if it `defines` its first
    /// literal's variable, is harmless.
    fn add(&mut self, id: Id, clause: &[Lit], hints: Vec<i64>, defines: bool) {
        let step = Step::Add {
            id: self.number(id),
            lits: clause.to_vec(),
            hints,
        };
        let rat = self.checker.stats().rat;
        self.step(&step);
        // What is only harmless need not be beside clauses that come later.
        if self.checker.stats().rat > rat && !defines {
            self.fault = Some(ProofFault::HintsEnd {
                step: self.checker.stats().steps,
                lemma: clause.to_vec(),
            });
        }
    }
}

impl Default for Auditor {
    fn default() -> Auditor {
        Auditor::new()
    }
}

impl Observer for Auditor {
    fn wants_hints(&self) -> bool {
        true
    }

    fn counting(&self) -> Counting {
        Counting::Extending(FIRST_NEW)
    }

    fn original(&mut self, id: Id, clause: &[Lit]) {
        let number = self.number(id);
        self.checker.original(number, clause);
        let mut vars = clause.iter().map(|lit| lit.var());
        if let Some(var) = vars.find(|var| self.defined.contains(var)) {
            let step = self.checker.stats().steps;
            let lemma = vec![var.positive()];
            self.fault = Some(ProofFault::HintsEnd { step, lemma });
        }
    }

    fn derived(&mut self, id: Id, clause: &[Lit], hints: &[Id]) {
        let hints = hints.iter().map(|&id| self.known(id) as i64).collect();
        self.add(id, clause, hints, false);
    }

    fn defined(&mut self, id: Id, clause: &[Lit], against: &[Id]) {
        let hints = against.iter().map(|&id| -(self.known(id) as i64)).collect();
        self.add(id, clause, hints, true);
        self.defined.extend(clause.first().map(|lit| lit.var()));
    }

    fn deleted(&mut self, id: Id, _: &[Lit]) {
        let ids = vec![self.known(id)];
        self.step(&Step::Delete { ids });
        self.ids.remove(&id);
    }

    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
        if let Some(fault) = &self.fault {
            return Err(io::Error::other(fault.to_string()));
        }
        if conclusion == Conclusion::Unsatisfiable {
            self.checker
                .finish()
                .map_err(|fault| io::Error::other(fault.to_string()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::lits;

    /// Returns two clauses, and one derived by these hints.
    fn audited(derived: &[i32], hints: &[Id]) -> Auditor {
        let mut auditor = Auditor::new();
        for (number, clause) in [(1, [1, 2]), (2, [1, -2])] {
            auditor.original(Id::original(number), &lits(&clause));
        }
        auditor.derived(Id::derived(1), &lits(derived), hints);
        auditor
    }

    #[test]
    fn wrong_hints_and_wrong_clauses_are_noticed() {
        let both = [Id::original(1), Id::original(2)];
        let mut right = audited(&[1], &both);
        assert!(right.conclude(Conclusion::Unknown).is_ok());
        let error = right.conclude(Conclusion::Unsatisfiable).unwrap_err();
        assert!(error.to_string().contains("without the empty clause"));
        for (clause, hints) in [
            (&[1][..], &both[..1]),
            (&[1], &[]),
            (&[1], &[Id::original(1), Id::original(3)]),
            (&[1], &[Id::original(1), Id::NONE]),
            (&[2], &both),
            (&[], &both),
        ] {
            let mut wrong = audited(clause, hints);
            assert!(wrong.fault().is_some(), "{clause:?}");
            assert!(wrong.conclude(Conclusion::Unknown).is_err());
        }
    }

    #[test]
    fn a_deleted_clause_is_no_hint() {
        let mut auditor = audited(&[1], &[Id::original(1), Id::original(2)]);
        auditor.deleted(Id::original(1), &lits(&[1, 2]));
        let hints = [Id::original(1), Id::original(2)];
        auditor.derived(Id::derived(2), &lits(&[1, 3]), &hints);
        assert!(auditor.fault().is_some());
    }
}
