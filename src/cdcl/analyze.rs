//! Learning from a conflict.
//!
//! The conflict is resolved with the reasons of its literals, last assigned
//! first, until one literal of the current level is left: the first unique
//! implication point (Marques-Silva and Sakallah, "GRASP", ICCAD 1996; Zhang,
//! Madigan, Moskewicz, Malik, "Efficient Conflict Driven Learning", ICCAD
//! 2001). The clause so found is minimised, learned, and drives the search
//! back to the level at which it implies that literal.

use super::Solver;
use super::analysis::SEEN;
use super::clauses::{ClauseRef, MAX_USED};
use super::reason::{Antecedent, Conflict, Reason};
use crate::formula::Lit;

impl Solver {
    /// Learns a clause, jumps back, and assigns the literal that the clause
    /// then implies. At level 0 there is no model.
    pub(super) fn learn_from(&mut self, conflict: Conflict) {
        self.stats.conflicts += 1;
        self.tell_conflict(conflict);
        let level = self.trail.level();
        if level == 0 {
            self.derive_empty();
            return;
        }
        let consistent = self.trail.start(level);
        self.phases.note_consistent(&self.trail, consistent);

        self.analyze(conflict);
        let glue = self.analysis.levels.len() as u32;
        self.make_smaller();
        self.bump();
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let target = self.second_highest_to_second_place(&mut clause);
        self.telling.derived(&clause);
        self.backtrack(target);
        self.telling.backjumped(level, target);
        self.learn(&clause, glue);
        self.analysis.clause = clause;
        self.analysis.clear(&mut self.trail);
        self.note_conflict(glue);
    }

    /// Leaves the first-UIP clause in `analysis.clause`, its literal of the
    /// current level first and one of the next highest level second.
    fn analyze(&mut self, conflict: Conflict) {
        // The first place is for the literal of the current level.
        let placeholder = match conflict {
            Conflict::Binary(lit, _) => lit,
            Conflict::Long(clause) => self.clauses.lit(clause, 0),
        };
        self.analysis.clause.push(placeholder);
        match conflict {
            Conflict::Binary(first, second) => {
                self.analysis.see(first, &mut self.trail);
                self.analysis.see(second, &mut self.trail);
            }
            Conflict::Long(clause) => self.see_clause(clause),
        }
        let mut position = self.trail.len();
        let uip = loop {
            let lit = loop {
                position -= 1;
                let lit = self.trail.lits()[position];
                if self.trail.record(lit.var()).marks & SEEN != 0 {
                    break lit;
                }
            };
            self.analysis.open -= 1;
            if self.analysis.open == 0 {
                break lit;
            }
            let antecedent = self.trail.antecedent(lit.var());
            match antecedent {
                Antecedent::Binary(other) => self.analysis.see(other, &mut self.trail),
                Antecedent::Long(clause) => self.see_clause(clause),
                Antecedent::None => unreachable!("the decision is the last literal of its level"),
            }
            if self.telling.wants_steps() {
                self.tell_resolved(lit, antecedent, position);
            }
        };
        self.analysis.clause[0] = !uip;
    }

    /// Takes the clause's literals into the one being learned, and notes that
    /// the clause was of use.
    fn see_clause(&mut self, clause: ClauseRef) {
        let Solver {
            clauses,
            analysis,
            trail,
            config,
            ..
        } = self;
        for lit in clauses.lits(clause) {
            analysis.see(lit, trail);
        }
        if clauses.is_learned(clause) {
            clauses.set_used(clause, MAX_USED);
            let old = clauses.glue(clause);
            if old > config.tiers[0] {
                let glue = analysis.glue(clauses.lits(clause), trail);
                if glue < old {
                    clauses.set_glue(clause, glue);
                }
            }
        }
    }

    /// Tells one step of resolution: what is left are the literals of lower
    /// levels, and the seen ones of this level before `position`.
    fn tell_resolved(&mut self, pivot: Lit, reason: Antecedent, position: usize) {
        let start = self.trail.start(self.trail.level());
        let open = self.trail.lits()[start..position]
            .iter()
            .rev()
            .filter(|lit| self.trail.record(lit.var()).marks & SEEN != 0);
        let resolvent: Vec<Lit> = open
            .map(|&lit| !lit)
            .chain(self.analysis.clause[1..].iter().copied())
            .collect();
        self.telling
            .resolved(pivot, reason, &resolvent, &self.clauses);
    }

    /// Makes `analysis.clause` smaller, by shrinking or only by minimisation.
    fn make_smaller(&mut self) {
        let before = self.analysis.clause.len();
        if self.config.shrink {
            self.shrink();
        } else {
            self.minimize();
        }
        let removed = before - self.analysis.clause.len();
        self.stats.minimized_literals += removed as u64;
        if removed > 0
            && let Some(observer) = self.telling.steps()
        {
            observer.minimized(&self.analysis.clause);
        }
    }

    /// Brings a literal of the highest level behind the first to the second
    /// place and says that level: the one to jump to.
    fn second_highest_to_second_place(&mut self, clause: &mut [Lit]) -> usize {
        let highest = (1..clause.len()).max_by_key(|&index| {
            // Of equals the first: `max_by_key` would take the last.
            (
                self.trail.level_of(clause[index].var()),
                std::cmp::Reverse(index),
            )
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
    /// false, the second at the current level. If there is no room, forgets
    /// others.
    fn learn(&mut self, clause: &[Lit], glue: u32) {
        self.stats.learned += 1;
        self.stats.learned_literals += clause.len() as u64;
        let reason = match *clause {
            [_] => Reason::NONE,
            _ => {
                let mut added = self.add_to_arena(clause, Some(glue));
                if added.is_none() {
                    self.reduce();
                    self.collect();
                    added = self.add_to_arena(clause, Some(glue));
                }
                match added {
                    None => return self.is_full = true,
                    Some(_) if clause.len() == 2 => Reason::binary(clause[1]),
                    Some(added) => Reason::long(added),
                }
            }
        };
        self.trail.assign(clause[0], reason);
    }

    /// The empty clause follows: there is no model.
    pub(super) fn derive_empty(&mut self) {
        self.telling.derived(&[]);
        self.unsatisfiable = true;
    }

    /// Notes what schedules go by: the clause's glue, and the decisions that it
    /// took.
    fn note_conflict(&mut self, glue: u32) {
        if self.is_stable() {
            self.limits.reluctant.tick();
        } else {
            self.limits.fast_glue.update(f64::from(glue));
            self.limits.slow_glue.update(f64::from(glue));
        }
        let decisions = self.stats.decisions - self.limits.last_decisions;
        self.limits.last_decisions = self.stats.decisions;
        self.limits.decision_rate.update(decisions as f64);
    }
}
