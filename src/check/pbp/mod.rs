//! A VeriPB proof against a formula, checked forwards.
//!
//! The format is told in [`crate::proof::pbp`]. Every inequality that is
//! added follows from those present (`pol`, `rup`), or leaves the formula
//! satisfiable if it was (`red`); so a formula to which a contradiction can
//! be added had no model. Deleting only makes it easier to satisfy.
//!
//! `red` is checked as its definition says, with unit propagation for every
//! proof goal: the negation of the new inequality, and all inequalities
//! present, must imply the image of the new inequality and of every present
//! one that the substitution changes. Subproofs, orders, objectives and labels
//! are not supported and are refused by the reader.

mod clauses;
mod linear;
mod propagation;
mod sum;

use super::numbering::Numbering;
use crate::budget::{Budget, Stop};
use crate::formula::{Cnf, Lit, Var};
use crate::proof::pbp::{Claim, Id, Image, Inequality, Op, Step};
use propagation::{Handle, Propagation, View};
use rustc_hash::FxHashMap;
use std::fmt;
use sum::Sum;

/// Largest number of terms that the operations of one expression go through in
/// all: some seconds.
const MOST_TERMS: usize = 1 << 27;

/// A reason why a proof is not accepted. Steps are counted from 1, without
/// comments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PbpFault {
    /// `f` names another number of clauses than the formula has.
    ClauseCount {
        /// Number of clauses in the proof's statement.
        claimed: u64,
        /// Number of clauses of the formula.
        actual: u64,
    },
    /// A number names no inequality, or one that was deleted.
    Unknown {
        /// The step.
        step: u64,
        /// The number.
        id: Id,
    },
    /// An expression has an operation without its operands, or leaves more or
    /// less than one inequality.
    Expression {
        /// The step.
        step: u64,
    },
    /// A number left 62 bits.
    Overflow {
        /// The step.
        step: u64,
    },
    /// An inequality does not follow by unit propagation.
    NotImplied {
        /// The step.
        step: u64,
    },
    /// A substitution does not make its inequality redundant.
    NotRedundant {
        /// The step.
        step: u64,
        /// The inequality whose image does not follow; `None`: the new one.
        id: Option<Id>,
    },
    /// The named inequality is another one.
    NotEqual {
        /// The step.
        step: u64,
        /// The number.
        id: Id,
    },
    /// The conclusion names an inequality that is no contradiction.
    NoContradiction {
        /// The number.
        id: Id,
    },
    /// The proof does not conclude that the formula is unsatisfiable.
    NotRefuted,
    /// The check was not finished.
    GaveUp(Stop),
}

impl fmt::Display for PbpFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PbpFault::ClauseCount { claimed, actual } => write!(
                f,
                "the proof is of a formula with another number of clauses: {claimed}, not {actual}"
            ),
            PbpFault::Unknown { step, id } => {
                write!(f, "step {step}: there is no inequality {id}")
            }
            PbpFault::Expression { step } => write!(
                f,
                "step {step}: the expression does not make one inequality"
            ),
            PbpFault::Overflow { step } => write!(
                f,
                "step {step}: the numbers are too large for 62 bits, or the expression too long"
            ),
            PbpFault::NotImplied { step } => write!(
                f,
                "step {step}: the inequality does not follow by unit propagation"
            ),
            PbpFault::NotRedundant { step, id: None } => write!(
                f,
                "step {step}: the substitution does not satisfy the inequality itself"
            ),
            PbpFault::NotRedundant { step, id: Some(id) } => write!(
                f,
                "step {step}: inequality {id} does not survive the substitution"
            ),
            PbpFault::NotEqual { step, id } => {
                write!(f, "step {step}: inequality {id} is another one")
            }
            PbpFault::NoContradiction { id } => {
                write!(f, "the conclusion: inequality {id} is no contradiction")
            }
            PbpFault::NotRefuted => f.write_str("the proof does not conclude UNSAT"),
            PbpFault::GaveUp(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for PbpFault {}

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
    /// The other ones.
    Rest,
}

/// An operand of an expression.
enum Operand {
    /// An inequality that is present.
    Present(Handle),
    /// This literal is at least 0.
    Axiom(Lit),
    /// A result.
    Sum(Sum),
}

/// A forward checker, fed step by step.
pub struct PbpChecker {
    propagation: Propagation,
    /// The handle of each numbered inequality, [`Handle::NONE`] if it was deleted;
    /// that of number 1 is at index 0.
    handles: Vec<Handle>,
    num_clauses: u64,
    /// For each variable, its number of terms in the inequalities present.
    uses: Vec<u32>,
    /// A sum whose memory the next expression uses.
    spare: Sum,
    /// Variables as small numbers, which all fields above use.
    numbering: Numbering,
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
    /// Creates a checker of this formula.
    ///
    /// # Errors
    /// [`PbpFault::GaveUp`] if the budget or the memory ends before all clauses are
    /// read.
    pub fn of(cnf: &Cnf, budget: &Budget) -> Result<PbpChecker, PbpFault> {
        let mut checker = PbpChecker {
            propagation: Propagation::default(),
            handles: Vec::new(),
            num_clauses: cnf.num_clauses() as u64,
            uses: Vec::new(),
            spare: Sum::default(),
            // A header may promise more variables than there are literals.
            numbering: Numbering::new(cnf.num_vars().min(2 * cnf.num_lits() + 1000)),
            concluded: false,
            stats: PbpStats::default(),
        };
        let propagation = &mut checker.propagation;
        propagation.reserve_clauses(cnf.num_clauses(), cnf.num_lits());
        checker.handles.resize(cnf.num_clauses(), Handle::NONE);
        // Units first, and then what they shorten: clauses that are satisfied when
        // they are added take less room.
        for stage in [Stage::Units, Stage::Shortened, Stage::Rest] {
            for (index, clause) in cnf.clauses().enumerate() {
                if index % 4096 == 0 {
                    spend(budget, 0)?;
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
        let mut lits: Vec<Lit> = clause
            .iter()
            .map(|&lit| self.numbering.inner(lit))
            .collect();
        lits.sort_unstable();
        lits.dedup();
        let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        let added = match is_tautology || lits.is_empty() {
            true => self.propagation.add(Inequality::clause(clause)),
            false => {
                self.count_uses(lits.iter().copied());
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
        spend(budget, self.stats.steps)?;
        let number = self.stats.steps;
        match step {
            Step::Formula(None) => {}
            Step::Formula(Some(claimed)) => {
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
            Step::Delete(ids) => {
                for &id in ids {
                    let handle = self.handle(id)?;
                    let mut lost = |lit: Lit| self.uses[lit.var().index()] -= 1;
                    match self.propagation.view(handle) {
                        View::Clause(lits) => lits.for_each(lost),
                        View::Linear(inequality) => {
                            inequality.terms().iter().for_each(|&(lit, _)| lost(lit));
                        }
                    }
                    self.propagation.remove(handle);
                    let index = self.index(id)?;
                    self.handles[index] = Handle::NONE;
                    self.stats.deleted += 1;
                }
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
        self.count_uses(inequality.terms().iter().map(|&(lit, _)| lit));
        let handle = self.propagation.add(inequality);
        self.handles.push(handle.ok_or(TOO_MANY)?);
        Ok(())
    }

    fn count_uses(&mut self, lits: impl Iterator<Item = Lit>) {
        for lit in lits {
            let index = lit.var().index();
            if index >= self.uses.len() {
                self.uses.resize(index + 1, 0);
            }
            self.uses[index] += 1;
        }
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

    /// Returns the inequality that an expression in reverse Polish notation makes.
    fn evaluate(&mut self, ops: &[Op], budget: &Budget) -> Result<Inequality, PbpFault> {
        let step = self.stats.steps;
        let malformed = || PbpFault::Expression { step };
        let overflow = || PbpFault::Overflow { step };
        let mut stack: Vec<Operand> = Vec::new();
        // Number of terms gone through.
        let mut terms = 0;
        let mut ops = ops.iter().peekable();
        while let Some(&op) = ops.next() {
            spend(budget, step)?;
            let result = match op {
                Op::Number(number) => match ops.peek() {
                    Some(Op::Multiply | Op::Divide) => {
                        let operand = stack.pop().ok_or_else(malformed)?;
                        let mut sum = self.sum(operand).ok_or_else(overflow)?;
                        let number = u64::try_from(number).map_err(|_| malformed())?;
                        match ops.next() {
                            Some(Op::Multiply) => sum.multiply(number).ok_or_else(overflow)?,
                            _ if number == 0 => return Err(malformed()),
                            _ => sum.divide(number),
                        }
                        terms += sum.len();
                        Operand::Sum(sum)
                    }
                    _ => Operand::Present(self.handle(number)?),
                },
                Op::Lit(lit) => match ops.peek() {
                    Some(Op::Weaken) => {
                        ops.next();
                        let operand = stack.pop().ok_or_else(malformed)?;
                        let mut sum = self.sum(operand).ok_or_else(overflow)?;
                        sum.weaken(self.numbering.inner(lit).var());
                        Operand::Sum(sum)
                    }
                    _ => Operand::Axiom(self.numbering.inner(lit)),
                },
                Op::Add => {
                    let right = stack.pop().ok_or_else(malformed)?;
                    let left = stack.pop().ok_or_else(malformed)?;
                    let (one, other) = match right {
                        Operand::Sum(_) => (right, left),
                        right => (left, right),
                    };
                    let mut sum = self.sum(one).ok_or_else(overflow)?;
                    terms += self.len(&other);
                    self.add_operand(&mut sum, other).ok_or_else(overflow)?;
                    Operand::Sum(sum)
                }
                Op::Saturate => {
                    let operand = stack.pop().ok_or_else(malformed)?;
                    let mut sum = self.sum(operand).ok_or_else(overflow)?;
                    sum.saturate();
                    terms += sum.len();
                    Operand::Sum(sum)
                }
                Op::Multiply | Op::Divide | Op::Weaken => return Err(malformed()),
            };
            terms += 1;
            if terms > MOST_TERMS {
                return Err(overflow());
            }
            stack.push(result);
        }
        match stack.pop() {
            Some(result) if stack.is_empty() => {
                let sum = self.sum(result).ok_or_else(overflow)?;
                let inequality = sum.inequality().ok_or_else(overflow)?;
                self.spare = sum.cleared();
                Ok(inequality)
            }
            _ => Err(malformed()),
        }
    }

    /// Returns an operand as a sum that can be changed.
    fn sum(&mut self, operand: Operand) -> Option<Sum> {
        match operand {
            Operand::Sum(sum) => Some(sum),
            other => {
                let mut sum = std::mem::take(&mut self.spare);
                self.add_operand(&mut sum, other)?;
                Some(sum)
            }
        }
    }

    /// Adds an operand to a sum.
    fn add_operand(&mut self, sum: &mut Sum, operand: Operand) -> Option<()> {
        match operand {
            Operand::Axiom(lit) => sum.add([(lit, 1)], 0),
            Operand::Present(handle) => match self.propagation.view(handle) {
                View::Clause(lits) => sum.add(lits.map(|lit| (lit, 1)), 1),
                View::Linear(inequality) => {
                    sum.add(inequality.terms().iter().copied(), inequality.degree())
                }
            },
            Operand::Sum(other) => {
                sum.add_sum(&other)?;
                self.spare = other.cleared();
                Some(())
            }
        }
    }

    /// Returns the number of terms of an operand.
    fn len(&self, operand: &Operand) -> usize {
        match operand {
            Operand::Axiom(_) => 1,
            Operand::Present(handle) => match self.propagation.view(*handle) {
                View::Clause(lits) => lits.len(),
                View::Linear(inequality) => inequality.terms().len(),
            },
            Operand::Sum(sum) => sum.len(),
        }
    }

    fn check_redundant(
        &mut self,
        inequality: &Inequality,
        witness: &[(Var, Image)],
        budget: &Budget,
    ) -> Result<(), PbpFault> {
        let step = self.stats.steps;
        let mut substitution: FxHashMap<Var, Image> = FxHashMap::default();
        for &(var, image) in witness {
            let image = match image {
                Image::Lit(lit) => Image::Lit(self.numbering.inner(lit)),
                value => value,
            };
            substitution.insert(self.numbering.inner(var.positive()).var(), image);
        }
        let negation = inequality.negated();
        let overflow = || PbpFault::Overflow { step };
        let image = image_of(inequality, &substitution).ok_or_else(overflow)?;
        if !self.refutes(&[negation.clone(), image.negated()]) {
            return Err(PbpFault::NotRedundant { step, id: None });
        }
        let used = |var: &Var| self.uses.get(var.index()).is_some_and(|&uses| uses > 0);
        if !substitution.keys().any(used) {
            // A new variable: there is nothing that it could change.
            return Ok(());
        }
        for index in 0..self.handles.len() {
            let handle = self.handles[index];
            if handle == Handle::NONE {
                continue;
            }
            let is_changed = |lit: Lit| substitution.contains_key(&lit.var());
            let is_changed = match self.propagation.view(handle) {
                View::Clause(mut lits) => lits.any(is_changed),
                View::Linear(present) => present.terms().iter().any(|&(lit, _)| is_changed(lit)),
            };
            if !is_changed {
                continue;
            }
            spend(budget, step)?;
            let present = self.propagation.inequality(handle);
            let image = image_of(&present, &substitution).ok_or_else(overflow)?;
            let implied = image.is_trivial()
                || image == present
                || self.refutes(&[negation.clone(), image.negated()]);
            if !implied {
                let id = Some(index as Id + 1);
                return Err(PbpFault::NotRedundant { step, id });
            }
        }
        Ok(())
    }
}

/// Returns the inequality with the substitution applied.
fn image_of(inequality: &Inequality, images: &FxHashMap<Var, Image>) -> Option<Inequality> {
    let mut terms: Vec<(i64, Lit)> = Vec::with_capacity(inequality.terms().len());
    let mut degree = i64::try_from(inequality.degree()).ok()?;
    for &(lit, coefficient) in inequality.terms() {
        let coefficient = i64::try_from(coefficient).ok()?;
        match images.get(&lit.var()) {
            None => terms.push((coefficient, lit)),
            Some(Image::Value(value)) if *value == lit.is_positive() => degree -= coefficient,
            Some(Image::Value(_)) => {}
            Some(&Image::Lit(image)) => {
                let image = if lit.is_positive() { image } else { !image };
                terms.push((coefficient, image));
            }
        }
    }
    Inequality::new(&terms, degree)
}

fn spend(budget: &Budget, steps: u64) -> Result<(), PbpFault> {
    match budget.exhausted(steps) {
        Some(stop) => Err(PbpFault::GaveUp(stop)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::pbp::Reader;

    fn check(cnf: &Cnf, proof: &str) -> Result<PbpStats, PbpFault> {
        let budget = Budget::unlimited();
        let mut checker = PbpChecker::of(cnf, &budget)?;
        let proof = format!("pseudo-Boolean proof version 3.0\n{proof}");
        for step in Reader::new(proof.as_bytes(), "proof") {
            checker.step(&step.expect("a well-formed proof"), &budget)?;
        }
        checker.finish()
    }

    fn square() -> Cnf {
        let clauses: [&[i32]; 4] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];
        clauses.into_iter().collect()
    }

    const END: &str = "end pseudo-Boolean proof;";

    #[test]
    fn right_proofs_are_accepted() {
        for proof in [
            "f 4; rup 1 x1 >= 1; rup >= 1; conclusion UNSAT : 6;",
            "pol 1 2 + 2 d; pol 3 4 + 2 d; pol 5 6 +; conclusion UNSAT : 7;",
            "pol 1 2 + s; pol -1 3 + 4 +; rup 1 x1 >= 1; conclusion UNSAT;",
            "rup 1 x1 >= 1 : 1 2; del id 1 2; rup >= 1; conclusion UNSAT : -1;",
            "e 1 x2 1 x1 >= 1 : 1; rup 1 x1 >= 1; rup >= 1; conclusion UNSAT : 6;",
            // A name for x1 ∧ x2: each half by what makes it true.
            "red 1 ~x3 1 x1 >= 1 : x3 -> 0; red 1 ~x3 1 x2 >= 1 : x3 -> 0; \
             red 1 x3 1 ~x1 1 ~x2 >= 1 : x3 -> 1; rup 1 ~x3 >= 1; rup 1 x1 >= 1; \
             rup >= 1; conclusion UNSAT : 10;",
        ] {
            let result = check(&square(), &format!("{proof} {END}"));
            assert!(result.is_ok(), "{proof}: {result:?}");
        }
    }

    #[test]
    fn wrong_proofs_are_refused() {
        let clauses: [&[i32]; 3] = [&[1, 2], &[1, -2], &[-1, 2]];
        let open: Cnf = clauses.into_iter().collect();
        for (proof, fault) in [
            (
                "f 4;",
                PbpFault::ClauseCount {
                    claimed: 4,
                    actual: 3,
                },
            ),
            ("rup 1 ~x1 >= 1;", PbpFault::NotImplied { step: 1 }),
            ("rup >= 1;", PbpFault::NotImplied { step: 1 }),
            ("pol 4;", PbpFault::Unknown { step: 1, id: 4 }),
            ("pol 0;", PbpFault::Unknown { step: 1, id: 0 }),
            ("pol -4;", PbpFault::Unknown { step: 1, id: -4 }),
            ("del id 1; pol 1;", PbpFault::Unknown { step: 2, id: 1 }),
            ("pol 1 2;", PbpFault::Expression { step: 1 }),
            ("pol +;", PbpFault::Expression { step: 1 }),
            ("pol 1 0 d;", PbpFault::Expression { step: 1 }),
            ("e 1 x1 >= 1 : 1;", PbpFault::NotEqual { step: 1, id: 1 }),
            ("conclusion UNSAT : 1;", PbpFault::NoContradiction { id: 1 }),
            ("conclusion UNSAT;", PbpFault::NotRefuted),
            ("conclusion NONE;", PbpFault::NotRefuted),
            ("", PbpFault::NotRefuted),
            (
                "pol 1 4611686018427387904 *;",
                PbpFault::Overflow { step: 1 },
            ),
            (
                "red 1 ~x1 >= 1 : x1 -> 0;",
                PbpFault::NotRedundant {
                    step: 1,
                    id: Some(2),
                },
            ),
            (
                "red 1 x3 >= 1 : x3 -> 0;",
                PbpFault::NotRedundant { step: 1, id: None },
            ),
            // What a deleted unit implied must not make a substitution pass.
            (
                "rup 1 x1 >= 1; del id 4; del id 1; del id 2; red 1 ~x1 >= 1 : x1 -> 0; \
                 rup >= 1; conclusion UNSAT : 6;",
                PbpFault::NotImplied { step: 6 },
            ),
        ] {
            assert_eq!(
                check(&open, &format!("{proof} {END}")),
                Err(fault),
                "{proof}"
            );
        }
    }

    /// Random steps on random formulas: whatever is accepted must be true.
    #[test]
    fn satisfiable_formulas_are_never_refuted() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut accepted = 0;
        for _ in 0..3000 {
            let mut cnf = Cnf::new(4);
            for _ in 0..random.usize(2..9) {
                let lits: Vec<Lit> = (0..random.usize(1..4))
                    .map(|_| Var::new(random.usize(0..4)).lit(random.bool()))
                    .collect();
                cnf.add_clause(&lits);
            }
            let satisfiable = (0..16u32).any(|bits| {
                let value = |lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
                cnf.clauses().all(|clause| clause.iter().any(value))
            });
            let budget = Budget::unlimited();
            let mut checker = PbpChecker::of(&cnf, &budget).unwrap();
            let any = |random: &mut fastrand::Rng| {
                let terms: Vec<(i64, Lit)> = (0..random.usize(0..4))
                    .map(|_| {
                        (
                            random.i64(1..3),
                            Var::new(random.usize(0..5)).lit(random.bool()),
                        )
                    })
                    .collect();
                Inequality::new(&terms, random.i64(1..3)).unwrap()
            };
            for _ in 0..30 {
                let id = random.i64(1..checker.handles.len() as i64 + 1);
                let step = match random.u32(0..6) {
                    0 => Step::Delete(vec![id]),
                    1 | 2 => {
                        let images = [
                            Image::Value(random.bool()),
                            Image::Lit(Var::new(random.usize(0..5)).lit(random.bool())),
                        ];
                        let var = Var::new(random.usize(0..5));
                        Step::Red(any(&mut random), vec![(var, images[random.usize(0..2)])])
                    }
                    3 => Step::Pol(vec![
                        Op::Number(id),
                        Op::Number(random.i64(1..checker.handles.len() as i64 + 1)),
                        Op::Add,
                        Op::Number(random.i64(1..3)),
                        [Op::Multiply, Op::Divide][random.usize(0..2)],
                    ]),
                    _ => Step::Rup(any(&mut random)),
                };
                // A refused step leaves nothing behind here.
                if checker.step(&step, &budget).is_ok() {
                    accepted += 1;
                }
            }
            let refuted = checker.propagation.is_refuted();
            assert!(!(refuted && satisfiable), "{cnf:?}");
        }
        assert!(accepted > 10_000, "{accepted}");
    }
}
