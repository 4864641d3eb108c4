//! Expressions in reverse Polish notation, which make an inequality of those present.

use super::handle::Handle;
use super::propagation::View;
use super::sum::Sum;
use super::{PbpChecker, PbpFault, check_budget};
use crate::budget::Budget;
use crate::formula::Lit;
use crate::proof::pbp::{Inequality, Op};

/// Largest number of terms that the operations of one expression go through in
/// all: some seconds.
const MOST_TERMS: usize = 1 << 27;

/// An operand of an expression.
enum Operand {
    /// An inequality that is present.
    Present(Handle),
    /// This literal is at least 0.
    Axiom(Lit),
    /// The result of an operation.
    Sum(Sum),
}

impl PbpChecker {
    /// Returns the inequality that an expression in reverse Polish notation makes.
    pub(super) fn evaluate(&mut self, ops: &[Op], budget: &Budget) -> Result<Inequality, PbpFault> {
        let step = self.stats.steps;
        let overflow = || PbpFault::Overflow { step };
        let mut stack: Vec<Operand> = Vec::new();
        // Number of terms gone through.
        let mut terms = 0;
        let mut ops = ops.iter();
        while let Some(&op) = ops.next() {
            check_budget(budget, step)?;
            let result = self.apply(op, &mut ops, &mut stack, &mut terms)?;
            terms += 1;
            if terms > MOST_TERMS {
                return Err(overflow());
            }
            stack.push(result);
        }
        match stack.pop() {
            Some(result) if stack.is_empty() => {
                let sum = self.sum(result)?;
                let inequality = sum.inequality().ok_or_else(overflow)?;
                self.spare = sum.cleared();
                Ok(inequality)
            }
            _ => Err(PbpFault::Expression { step }),
        }
    }

    /// Applies an operation to the operands on the stack, and returns its result. Takes
    /// the operation from `ops` that `op` is the number or variable of, if it is one's.
    /// Adds to `terms` the number of terms gone through.
    fn apply(
        &mut self,
        op: Op,
        ops: &mut std::slice::Iter<Op>,
        stack: &mut Vec<Operand>,
        terms: &mut usize,
    ) -> Result<Operand, PbpFault> {
        let step = self.stats.steps;
        let malformed = || PbpFault::Expression { step };
        let overflow = || PbpFault::Overflow { step };
        let sum = match (op, ops.as_slice().first()) {
            (Op::Number(number), Some(&next @ (Op::Multiply | Op::Divide))) => {
                ops.next();
                let mut sum = self.sum(stack.pop().ok_or_else(malformed)?)?;
                let number = u64::try_from(number).ok().filter(|&number| number > 0);
                let number = number.ok_or_else(malformed)?;
                match next {
                    Op::Multiply => sum.multiply(number).ok_or_else(overflow)?,
                    _ => sum.divide(number),
                }
                *terms += sum.len();
                sum
            }
            (Op::Number(number), _) => return Ok(Operand::Present(self.handle(number)?)),
            (Op::Lit(lit), Some(Op::Weaken)) => {
                if lit.is_negative() {
                    return Err(malformed());
                }
                ops.next();
                let mut sum = self.sum(stack.pop().ok_or_else(malformed)?)?;
                sum.weaken(self.numbering.inner(lit).var());
                sum
            }
            (Op::Lit(lit), _) => return Ok(Operand::Axiom(self.numbering.inner(lit))),
            (Op::Add, _) => {
                let right = stack.pop().ok_or_else(malformed)?;
                let left = stack.pop().ok_or_else(malformed)?;
                let (one, other) = match right {
                    Operand::Sum(_) => (right, left),
                    right => (left, right),
                };
                let mut sum = self.sum(one)?;
                *terms += self.len(&other);
                self.add_operand(&mut sum, other).ok_or_else(overflow)?;
                sum
            }
            (Op::Saturate, _) => {
                let mut sum = self.sum(stack.pop().ok_or_else(malformed)?)?;
                sum.saturate();
                *terms += sum.len();
                sum
            }
            (Op::Multiply | Op::Divide | Op::Weaken, _) => return Err(malformed()),
        };
        Ok(Operand::Sum(sum))
    }

    /// Returns an operand as a sum that can be changed.
    fn sum(&mut self, operand: Operand) -> Result<Sum, PbpFault> {
        match operand {
            Operand::Sum(sum) => Ok(sum),
            other => {
                let step = self.stats.steps;
                let mut sum = std::mem::take(&mut self.spare);
                self.add_operand(&mut sum, other)
                    .ok_or(PbpFault::Overflow { step })?;
                Ok(sum)
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
}
