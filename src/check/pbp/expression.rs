//! Expressions in reverse Polish notation, which make an inequality of those present.

use super::propagation::{Handle, View};
use super::sum::Sum;
use super::{PbpChecker, PbpFault, spend};
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
    /// A result.
    Sum(Sum),
}

impl PbpChecker {
    /// Returns the inequality that an expression in reverse Polish notation makes.
    pub(super) fn evaluate(&mut self, ops: &[Op], budget: &Budget) -> Result<Inequality, PbpFault> {
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
                        let number = u64::try_from(number).ok().filter(|&number| number > 0);
                        let number = number.ok_or_else(malformed)?;
                        match ops.next() {
                            Some(Op::Multiply) => sum.multiply(number).ok_or_else(overflow)?,
                            _ => sum.divide(number),
                        }
                        terms += sum.len();
                        Operand::Sum(sum)
                    }
                    _ => Operand::Present(self.handle(number)?),
                },
                Op::Lit(lit) => match ops.peek() {
                    Some(Op::Weaken) if lit.is_negative() => return Err(malformed()),
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
}
