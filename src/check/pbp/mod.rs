//! A VeriPB proof against a formula, checked forwards.
//!
//! [`crate::proof::pbp`] describes the format. Every inequality that is
//! added follows from those present (`pol`, `rup`), or leaves the formula
//! satisfiable if it was (`red`); so a formula to which a contradiction can
//! be added had no model. Deleting only makes it easier to satisfy.
//!
//! `red` is checked as its definition says: the negation of the new inequality,
//! and all inequalities present, must imply the image of the new inequality and
//! of every present one that the substitution changes. An image follows from the
//! negation alone by smaller coefficients, or from all by unit propagation. `dom` is checked for
//! the lexicographic order and a single literal. Other orders, other subproofs, objectives and
//! labels are not supported and are refused by the reader.

mod clauses;
mod dominance;
mod expression;
mod fault;
mod handle;
mod linear;
mod propagation;
mod redundant;
mod sum;
mod trail;
mod uses;

use super::numbering::{Numbering, is_tautology};
use crate::budget::{Budget, Stop};
use crate::formula::{Cnf, Lit};
use crate::proof::pbp::{Claim, Id, Inequality, Step};
use dominance::Order;
use handle::Handle;
use propagation::{Propagation, View};
use rustc_hash::FxHashSet;
use std::fmt;
use sum::Sum;
use uses::Uses;

pub use fault::PbpFault;

/// Numbers of steps that a check took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PbpStats {
    /// Steps up to the conclusion.
    pub steps: u64,
    /// Inequalities added by expressions.
    pub pol: u64,
    /// Inequalities added by unit propagation.
    pub rup: u64,
    /// Inequalities added by substitution.
    pub red: u64,
    /// Inequalities added by dominance.
    pub dom: u64,
    /// Inequalities deleted.
    pub deleted: u64,
}

/// The fault of a proof with more inequalities than can be numbered.
const TOO_MANY: PbpFault = PbpFault::GaveUp(Stop::Memory);

/// The order in which the clauses of a formula are added.
#[derive(Clone, Copy)]
enum Stage {
    /// The clauses of one literal.
    Units,
    /// Those with a literal that is false by then.
    Shortened,
    /// The clauses that are left.
    Rest,
}

/// A forward checker, fed step by step.
///
/// ```
/// use sudosat::check::PbpChecker;
/// use sudosat::prelude::*;
/// use sudosat::proof::pbp;
///
/// let cnf: Cnf = [&[1][..], &[-1]].into_iter().collect();
/// let proof = "pseudo-Boolean proof version 3.0\nf 2;\npol 1 2 +;\noutput NONE;\n\
///              conclusion UNSAT : 3;\nend pseudo-Boolean proof;\n";
/// let budget = Budget::unlimited();
/// let mut checker = PbpChecker::of(&cnf, &budget)?;
/// for step in pbp::Reader::new(proof.as_bytes(), "proof") {
///     checker.step(&step?, &budget)?;
/// }
/// checker.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PbpChecker {
    propagation: Propagation,
    /// The handle of each numbered inequality, [`Handle::NONE`] if it was deleted;
    /// that of number 1 is at index 0.
    handles: Vec<Handle>,
    num_clauses: u64,
    /// The inequalities that contain a variable.
    uses: Uses,
    /// A sum whose memory the next expression uses.
    spare: Sum,
    /// Variables as small numbers, which all fields above use.
    numbering: Numbering,
    /// The order that was loaded.
    order: Option<Order>,
    concluded: bool,
    stats: PbpStats,
}

impl fmt::Debug for PbpChecker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PbpChecker")
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl PbpChecker {
    fn with(num_clauses: u64, numbering: Numbering) -> PbpChecker {
        PbpChecker {
            propagation: Propagation::default(),
            handles: Vec::new(),
            num_clauses,
            uses: Uses::default(),
            spare: Sum::default(),
            numbering,
            order: None,
            concluded: false,
            stats: PbpStats::default(),
        }
    }

    /// Creates a checker of these inequalities: literals, and how many of them are true at least.
    ///
    /// # Errors
    /// [`PbpFault::GaveUp`] if the budget or the memory ends before all are read.
    pub fn of_sums(
        sums: impl IntoIterator<Item = (Vec<Lit>, usize)>,
        budget: &Budget,
    ) -> Result<PbpChecker, PbpFault> {
        let mut checker = PbpChecker::with(0, Numbering::default());
        for (lits, low) in sums {
            check_budget(budget, 0)?;
            let terms: Vec<(i64, Lit)> = lits.iter().map(|&lit| (1, lit)).collect();
            let inequality = Inequality::new(&terms, low as i64).ok_or(TOO_MANY)?;
            checker.add_premise(&inequality)?;
        }
        Ok(checker)
    }

    /// Adds an inequality to those that the proof starts from, before the first step.
    ///
    /// # Errors
    /// [`PbpFault::GaveUp`] if there are too many inequalities.
    pub fn add_premise(&mut self, inequality: &Inequality) -> Result<(), PbpFault> {
        let inequality = self.inner(inequality);
        self.add(inequality)?;
        self.num_clauses += 1;
        Ok(())
    }

    /// Creates a checker of this formula.
    ///
    /// # Errors
    /// [`PbpFault::GaveUp`] if the budget or the memory ends before all clauses are
    /// read.
    pub fn of(cnf: &Cnf, budget: &Budget) -> Result<PbpChecker, PbpFault> {
        let mut checker = PbpChecker::with(cnf.num_clauses() as u64, Numbering::of(cnf));
        let propagation = &mut checker.propagation;
        propagation.reserve_clauses(cnf.num_clauses(), cnf.num_lits());
        checker.handles.resize(cnf.num_clauses(), Handle::NONE);
        // Units first, and then what they shorten: clauses that are satisfied when
        // they are added take less room.
        for stage in [Stage::Units, Stage::Shortened, Stage::Rest] {
            for (index, clause) in cnf.clauses().enumerate() {
                if index % 4096 == 0 {
                    check_budget(budget, 0)?;
                }
                if checker.handles[index] == Handle::NONE && checker.is_due(clause, stage) {
                    checker.handles[index] = checker.add_clause(clause)?;
                }
            }
        }
        Ok(checker)
    }

    /// Returns `true` if a clause of the formula is added at this stage.
    fn is_due(&mut self, clause: &[Lit], stage: Stage) -> bool {
        match stage {
            Stage::Units => clause.len() == 1,
            Stage::Shortened => {
                let Self {
                    numbering,
                    propagation,
                    ..
                } = self;
                let mut lits = clause.iter().map(|&lit| numbering.inner(lit));
                lits.any(|lit| propagation.is_false(lit))
            }
            Stage::Rest => true,
        }
    }

    /// Adds a clause of the formula.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<Handle, PbpFault> {
        let mut lits = Vec::with_capacity(clause.len());
        self.numbering.sort_into(clause, &mut lits);
        let added = match is_tautology(&lits) || lits.is_empty() {
            true => self.propagation.add(Inequality::clause(clause)),
            false => {
                lits.iter().for_each(|lit| self.uses.count(lit.var()));
                self.propagation.add_clause(&mut lits)
            }
        };
        added.ok_or(TOO_MANY)
    }

    /// Checks a step and takes it. After a fault the checker is of no further
    /// use.
    ///
    /// # Errors
    /// If the step does not follow from those before it, or names inequalities that
    /// are not present, or if the budget or the memory ends.
    pub fn step(&mut self, step: &Step, budget: &Budget) -> Result<(), PbpFault> {
        self.stats.steps += 1;
        check_budget(budget, self.stats.steps)?;
        let number = self.stats.steps;
        match step {
            Step::Formula(claimed) => {
                if *claimed != self.num_clauses {
                    return Err(PbpFault::ClauseCount {
                        claimed: *claimed,
                        actual: self.num_clauses,
                    });
                }
            }
            Step::Pol(ops) => {
                let inequality = self.evaluate(ops, budget)?;
                self.stats.pol += 1;
                self.add(inequality)?;
            }
            Step::Rup(inequality) => {
                let inequality = self.inner(inequality);
                if !self.refutes(&[inequality.negated()]) {
                    return Err(PbpFault::NotImplied { step: number });
                }
                self.stats.rup += 1;
                self.add(inequality)?;
            }
            Step::Red(inequality, witness) => {
                let inequality = self.inner(inequality);
                self.check_redundant(&inequality, witness, budget)?;
                self.stats.red += 1;
                self.add(inequality)?;
            }
            Step::LoadOrder(vars) => self.load_order(vars)?,
            Step::Dom(inequality, witness, num_proved) => {
                self.dominate(inequality, witness, *num_proved, budget)?;
            }
            Step::Delete(ids) => {
                ids.iter().try_for_each(|&id| self.delete(id))?;
                self.propagation.settle();
                self.propagation.tidy(&mut self.handles);
            }
            Step::Equals(inequality, id) => {
                let inequality = self.inner(inequality);
                let handle = self.handle(*id)?;
                if self.propagation.inequality(handle) != inequality {
                    return Err(PbpFault::NotEqual {
                        step: number,
                        id: *id,
                    });
                }
            }
            Step::Conclude(claim) => self.conclude(*claim)?,
        }
        Ok(())
    }

    /// Deletes an inequality. What followed from it alone goes with the next call of
    /// [`Propagation::settle`].
    fn delete(&mut self, id: Id) -> Result<(), PbpFault> {
        let handle = self.handle(id)?;
        let mut lost = |lit: Lit| self.uses.lose(lit.var());
        match self.propagation.view(handle) {
            View::Clause(lits) => lits.for_each(lost),
            View::Linear(inequality) => {
                inequality.terms().iter().for_each(|&(lit, _)| lost(lit));
            }
        }
        let index = self.index(id)?;
        let mut order = self.order.iter();
        if order.any(|order| index < order.num_core) {
            let step = self.stats.steps;
            return Err(PbpFault::Order { step });
        }
        self.propagation.remove(handle);
        self.handles[index] = Handle::NONE;
        self.stats.deleted += 1;
        Ok(())
    }

    /// Returns `true` if a clause follows from the inequalities present by unit
    /// propagation. The clause is not added.
    pub fn implies(&mut self, clause: &[Lit]) -> bool {
        let clause = self.inner(&Inequality::clause(clause));
        self.refutes(&[clause.negated()])
    }

    /// Returns the numbers of steps so far.
    pub fn stats(&self) -> PbpStats {
        self.stats
    }

    /// Returns the inequalities that are present.
    pub(super) fn into_present(self) -> FxHashSet<Inequality> {
        let handles = self.handles.iter();
        let present = handles.filter(|&&handle| handle != Handle::NONE);
        let outer = |lit: Lit| self.numbering.outer(lit);
        present
            .map(|&handle| self.propagation.inequality(handle).renamed(outer))
            .collect()
    }

    /// Checks that the proof has refuted the formula and has concluded it.
    ///
    /// # Errors
    /// [`PbpFault::NotRefuted`] if there was no conclusion yet.
    pub fn finish(self) -> Result<PbpStats, PbpFault> {
        if self.concluded {
            Ok(self.stats)
        } else {
            Err(PbpFault::NotRefuted)
        }
    }

    fn conclude(&mut self, claim: Claim) -> Result<(), PbpFault> {
        match claim {
            Claim::Unsatisfiable(None) if self.propagation.is_refuted() => {}
            Claim::Unsatisfiable(Some(id)) => {
                let handle = self.handle(id)?;
                if !self.propagation.inequality(handle).is_contradiction() {
                    return Err(PbpFault::NoContradiction { id });
                }
            }
            _ => return Err(PbpFault::NotRefuted),
        }
        self.concluded = true;
        Ok(())
    }

    /// Returns the inequality over small variables.
    fn inner(&mut self, inequality: &Inequality) -> Inequality {
        inequality.renamed(|lit| self.numbering.inner(lit))
    }

    fn add(&mut self, inequality: Inequality) -> Result<(), PbpFault> {
        let terms = inequality.terms().iter();
        terms.for_each(|&(lit, _)| self.uses.count(lit.var()));
        let handle = self.propagation.add(inequality);
        self.handles.push(handle.ok_or(TOO_MANY)?);
        match self.uses.has_lists() {
            true => self.list_uses(self.handles.len() - 1),
            false => Ok(()),
        }
    }

    /// Adds an inequality that is present to the lists of its variables.
    fn list_uses(&mut self, place: usize) -> Result<(), PbpFault> {
        let Self {
            handles,
            uses,
            propagation,
            ..
        } = self;
        let handle = handles[place];
        if handle == Handle::NONE {
            return Ok(());
        }
        let place = u32::try_from(place).map_err(|_| TOO_MANY)?;
        match propagation.view(handle) {
            View::Clause(lits) => lits.for_each(|lit| uses.list(lit.var(), place, handles)),
            View::Linear(inequality) => {
                let terms = inequality.terms().iter();
                terms.for_each(|&(lit, _)| uses.list(lit.var(), place, handles));
            }
        }
        Ok(())
    }

    /// Returns `true` if unit propagation finds a conflict when these inequalities,
    /// over small variables, are assumed too.
    fn refutes(&mut self, assumptions: &[Inequality]) -> bool {
        self.propagation.grow(self.numbering.len());
        self.propagation.refutes(assumptions)
    }

    /// Returns the place of a number in the table; negative ones count from the end.
    fn index(&self, id: Id) -> Result<usize, PbpFault> {
        let length = self.handles.len() as i64;
        let index = if id < 0 {
            length.checked_add(id)
        } else {
            id.checked_sub(1)
        };
        match index {
            Some(index) if (0..length).contains(&index) => Ok(index as usize),
            _ => Err(PbpFault::Unknown {
                step: self.stats.steps,
                id,
            }),
        }
    }

    fn handle(&self, id: Id) -> Result<Handle, PbpFault> {
        match self.handles[self.index(id)?] {
            Handle::NONE => Err(PbpFault::Unknown {
                step: self.stats.steps,
                id,
            }),
            handle => Ok(handle),
        }
    }
}

fn check_budget(budget: &Budget, steps: u64) -> Result<(), PbpFault> {
    match budget.exhausted(steps) {
        Some(stop) => Err(PbpFault::GaveUp(stop)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
