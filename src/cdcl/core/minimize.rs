//! Removing literals that the rest of a learned clause implies.
//!
//! A literal is redundant if its reason holds only literals of the clause, or
//! literals that are redundant themselves (Sörensson and Biere, "Minimizing
//! Learned Clauses", SAT 2009). The search through reasons is depth-first with
//! a stack of its own: implication chains are as long as the formula. It gives
//! up early on a level without a literal of the clause, or before the first
//! one there (Knuth, The Art of Computer Programming 7.2.2.2, exercise 257).
//! What it finds out is kept in marks, so that a variable is visited once.

use super::analysis::{Analysis, POISON, REMOVABLE, SEEN};
use crate::cdcl::Solver;
use crate::cdcl::state::clauses::Clauses;
use crate::cdcl::state::reason::Antecedent;
use crate::cdcl::state::trail::Trail;
use crate::formula::Var;

impl Solver {
    /// Minimises `analysis.clause`. The first literal stays.
    pub(in crate::cdcl) fn minimize(&mut self) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let mut is_first = true;
        clause.retain(|lit| {
            let stays = is_first || !self.is_redundant(lit.var());
            is_first = false;
            stays
        });
        self.analysis.clause = clause;
    }

    /// Whether the other literals of the clause imply the clause's literal of
    /// this variable.
    pub(in crate::cdcl) fn is_redundant(&mut self, var: Var) -> bool {
        let (on_level, _) = self.analysis.on_level(self.trail.record(var).level);
        let is_alone = on_level < 2;
        !is_alone && self.trail.antecedent(var) != Antecedent::None && self.is_reached(var)
    }

    /// Whether the clause implies this variable's false literal, be it in the
    /// clause or not.
    pub(in crate::cdcl) fn is_implied(&mut self, var: Var) -> bool {
        match judge(var, &self.analysis, &self.trail) {
            Some(answer) => answer,
            None => self.is_reached(var),
        }
    }

    /// Whether every literal of the variable's reason is implied by the clause.
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
                    // Nor is anything that waits for it.
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

/// What the reason of a variable says.
enum Next {
    /// All its literals are implied.
    Implied,
    /// This one must be visited first; so many have been looked at.
    Visit(Var, u32),
    /// One of them is not implied.
    NotImplied,
}

/// Looks at the literals of the variable's reason, after the first `looked`.
fn next_unknown(
    var: Var,
    looked: u32,
    analysis: &Analysis,
    trail: &Trail,
    clauses: &Clauses,
) -> Next {
    // Not by `Antecedent::lits`: skipping into a chain of both kinds of reasons cost
    // 1.7 % of all instructions on a random formula.
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

/// Whether the variable is implied by the clause, if that is known at once.
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
