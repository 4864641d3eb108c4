//! Learning a clause from a conflict, and jumping back.
//!
//! Every literal of the clause that [analysis](super::analyze) finds is false,
//! and exactly one of them was assigned at the current level. With the clause
//! present from the start, propagation would have made this literal true at the
//! highest level of the others. So the clause is minimised and added, and the
//! search jumps back to that level, where the clause implies the literal
//! (Marques-Silva and Sakallah, "GRASP", ICCAD 1996).

use crate::cdcl::Solver;
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::reason::{Conflict, Reason};
use crate::formula::Lit;
use crate::proof::Id;
use std::cmp::Reverse;

impl Solver {
    /// Learns a clause from the conflict, jumps back, and assigns the literal
    /// that the clause then implies. Derives the empty clause if the conflict
    /// is at level 0.
    pub(in crate::cdcl) fn learn_from(&mut self, conflict: Conflict) {
        self.stats.conflicts += 1;
        self.trace_conflict(conflict);
        let level = self.trail.level();
        if level == 0 {
            self.explain(conflict, &[]);
            self.derive_empty();
            return;
        }
        let consistent = self.trail.start(level);
        self.phases.note_consistent(&self.trail, consistent);

        self.analyze(conflict);
        let glue = self.analysis.levels.len() as u32;
        self.shrink_or_minimize();
        self.explain_learned(conflict);
        self.bump();
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let target = self.second_highest_to_second_place(&mut clause);
        let id = self.tracer.derive(&clause);
        self.backtrack(target);
        self.tracer.backjumped(level, target);
        self.learn(&clause, glue, id);
        self.export_clause(&clause, glue);
        self.analysis.clause = clause;
        self.analysis.clear(&mut self.trail);
        self.update_averages(glue);
    }

    /// Minimises `analysis.clause`, and shrinks it if `shrink` is on.
    fn shrink_or_minimize(&mut self) {
        let before = self.analysis.clause.len();
        if self.config.shrink {
            self.shrink();
        } else {
            self.minimize();
        }
        let removed = before - self.analysis.clause.len();
        self.stats.minimized_literals += removed as u64;
        if removed > 0
            && let Some(observer) = self.tracer.steps()
        {
            observer.minimized(&self.analysis.clause);
        }
    }

    /// Moves a literal of the highest level after the first literal's to the
    /// second place, and returns that level, which is the backjump level.
    fn second_highest_to_second_place(&mut self, clause: &mut [Lit]) -> usize {
        let highest = (1..clause.len()).max_by_key(|&index| {
            // Take the first of equals; `max_by_key` alone would take the last.
            (self.trail.level_of(clause[index].var()), Reverse(index))
        });
        match highest {
            None => 0,
            Some(index) => {
                clause.swap(1, index);
                self.trail.level_of(clause[1].var())
            }
        }
    }

    /// Adds the learned clause. Its first literal is open and all others are
    /// false, the second at the current level.
    fn learn(&mut self, clause: &[Lit], glue: u32, id: Id) {
        self.stats.learned += 1;
        self.stats.learned_literals += clause.len() as u64;
        let reason = match *clause {
            [unit] => {
                self.fix(unit, id);
                return;
            }
            _ => match self.add_learned(clause, glue, id) {
                None => return,
                Some(_) if clause.len() == 2 => {
                    self.limits.pairs += 1;
                    Reason::binary(clause[1])
                }
                Some(added) => Reason::long(added),
            },
        };
        self.trail.assign(clause[0], reason);
    }

    /// Stores a learned clause of at least two literals. If the arena is full,
    /// deletes other learned clauses first. Returns `None`, and ends the call,
    /// if it still does not fit.
    pub(in crate::cdcl) fn add_learned(
        &mut self,
        clause: &[Lit],
        glue: u32,
        id: Id,
    ) -> Option<ClauseRef> {
        let mut added = self.add_to_arena(clause, Some(glue), id);
        if added.is_none() {
            self.reduce();
            self.collect();
            added = self.add_to_arena(clause, Some(glue), id);
        }
        self.is_full |= added.is_none();
        added
    }

    /// Derives the empty clause from the hints given so far: there is no model.
    pub(in crate::cdcl) fn derive_empty(&mut self) {
        self.tracer.derive(&[]);
        self.unsatisfiable = true;
    }

    /// Updates the values that schedules depend on: averages of the glue and of
    /// the decisions between two conflicts.
    fn update_averages(&mut self, glue: u32) {
        if self.is_stable() {
            self.limits.reluctant.tick();
            self.limits.stable_glue.update(f64::from(glue));
        } else {
            self.limits.fast_glue.update(f64::from(glue));
            self.limits.slow_glue.update(f64::from(glue));
        }
        let decisions = self.stats.decisions - self.limits.last_decisions;
        self.limits.last_decisions = self.stats.decisions;
        self.limits.decision_rate.update(decisions as f64);
    }
}
