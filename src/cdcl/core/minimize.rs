//! Minimisation: removes literals of a learned clause that its other literals
//! imply.
//!
//! A literal is redundant if its reason contains only literals of the clause or
//! redundant literals (Sörensson and Biere, "Minimizing Learned Clauses", SAT
//! 2009). The search through reasons is depth-first with an explicit stack,
//! because implication chains can be as long as the formula. It stops early on
//! a level without a literal of the clause, or before the first such literal of
//! a level (Knuth, The Art of Computer Programming 7.2.2.2, exercise 257).
//! Results are kept in marks, so that a variable is visited once.

use super::analysis::{Analysis, POISON, REMOVABLE, SEEN};
use crate::cdcl::Solver;
use crate::cdcl::state::clauses::Clauses;
use crate::cdcl::state::reason::Antecedent;
use crate::cdcl::state::trail::Trail;
use crate::formula::Var;

impl Solver {
    /// Minimises `analysis.clause`. Always keeps the first literal.
    pub(in crate::cdcl) fn minimize(&mut self) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let mut is_first = true;
        clause.retain(|lit| {
            let stays = is_first || !self.is_redundant(lit.var());
            is_first = false;
            if !stays {
                self.analysis.removed.push(lit.var());
            }
            stays
        });
        self.analysis.clause = clause;
    }

    /// Returns `true` if the other literals of the clause imply the clause's
    /// literal of this variable.
    pub(in crate::cdcl) fn is_redundant(&mut self, var: Var) -> bool {
        let (on_level, _) = self.analysis.on_level(self.trail.record(var).level);
        let is_alone = on_level < 2;
        !is_alone && self.trail.antecedent(var) != Antecedent::None && self.is_reached(var)
    }

    /// Returns `true` if the clause's literals, assumed false, imply the
    /// variable's present value. The variable need not be in the clause.
    pub(in crate::cdcl) fn is_implied(&mut self, var: Var) -> bool {
        match judge(var, &self.analysis, &self.trail) {
            Some(answer) => answer,
            None => self.is_reached(var),
        }
    }

    /// Returns `true` if the clause implies every literal of the variable's
    /// reason.
    fn is_reached(&mut self, var: Var) -> bool {
        let Solver {
            analysis,
            trail,
            clauses,
            ..
        } = self;
        analysis.stack.push((var, 0));
        while let Some((var, looked)) = analysis.stack.pop() {
            match next_unknown(var, looked, analysis, trail, clauses) {
                Next::Implied => {
                    trail.record_mut(var).marks |= REMOVABLE;
                    analysis.minimized.push(var);
                }
                Next::Visit(other, looked) => {
                    analysis.stack.push((var, looked));
                    analysis.stack.push((other, 0));
                }
                Next::NotImplied => {
                    // The variables that wait for this result are not implied
                    // either.
                    analysis.stack.push((var, looked));
                    for (var, _) in analysis.stack.drain(..) {
                        trail.record_mut(var).marks |= POISON;
                        analysis.minimized.push(var);
                    }
                    return false;
                }
            }
        }
        true
    }
}

/// The next step of minimisation for a variable, by its reason.
enum Next {
    /// All literals of the reason are implied.
    Implied,
    /// This variable must be visited first. The number is the index in the reason at
    /// which to continue afterwards.
    Visit(Var, u32),
    /// A literal of the reason is not implied.
    NotImplied,
}

/// Examines the literals of the variable's reason, from index `looked` on.
fn next_unknown(
    var: Var,
    looked: u32,
    analysis: &Analysis,
    trail: &Trail,
    clauses: &Clauses,
) -> Next {
    // `Antecedent::lits` is not used here: skipping into a chain of both kinds
    // of reasons cost 1.7 % of all instructions on a random formula.
    match trail.antecedent(var) {
        Antecedent::None => Next::NotImplied,
        Antecedent::Binary(other) => match judge(other.var(), analysis, trail) {
            Some(true) => Next::Implied,
            Some(false) => Next::NotImplied,
            None => Next::Visit(other.var(), 0),
        },
        Antecedent::Long(clause) => {
            for (index, lit) in clauses.lits(clause).enumerate().skip(looked as usize) {
                if lit.var() == var {
                    continue;
                }
                match judge(lit.var(), analysis, trail) {
                    Some(true) => {}
                    Some(false) => return Next::NotImplied,
                    None => return Next::Visit(lit.var(), index as u32),
                }
            }
            Next::Implied
        }
    }
}

/// Returns `Some(true)` if the clause implies the variable's value and `Some(false)` if
/// it does not. Returns `None` if this is not known without following the variable's
/// reason.
fn judge(var: Var, analysis: &Analysis, trail: &Trail) -> Option<bool> {
    let record = trail.record(var);
    if record.level == 0 || record.marks & (SEEN | REMOVABLE) != 0 {
        return Some(true);
    }
    let (on_level, first) = analysis.on_level(record.level);
    if record.marks & POISON != 0
        || record.reason.antecedent() == Antecedent::None
        || on_level == 0
        || record.position < first
    {
        return Some(false);
    }
    None
}
