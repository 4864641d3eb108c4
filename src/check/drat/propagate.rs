//! Unit propagation by two watched literals.
//!
//! The first two literals of a clause are watched. While a clause has two
//! literals that are not false, those are watched; else a watched literal is
//! true, or is about to become so, or the clause is a conflict.

use super::super::assignment::Value;
use super::DratChecker;
use crate::formula::Lit;
use std::mem;

/// The reason of a literal that was only assumed.
pub(super) const NO_REASON: u32 = u32::MAX;

/// An entry of a literal's watch list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    clause: u32,
    /// Another literal of the clause: while it is true, the clause can wait.
    /// In a clause of two it is the other one.
    other: Lit,
    /// Set if the clause has two literals.
    binary: bool,
}

impl DratChecker {
    /// Adds the clause in `sorted`.
    pub(super) fn attach(&mut self) {
        if self.sorted.is_empty() {
            self.refuted = true;
            return;
        }
        let clause = self.clauses.add(&self.sorted);
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.add(clause, &self.sorted);
        }

        // Literals that are not false come first: they are the ones to watch.
        let lits = self.clauses.lits_mut(clause);
        let watchable = self.assignment.move_watchable_first(lits);
        let unit = lits[0];
        if let [one, two, ..] = *lits {
            let binary = lits.len() == 2;
            for (watched, other) in [(one, two), (two, one)] {
                self.watches[watched.code()].push(Watch {
                    clause,
                    other,
                    binary,
                });
            }
        }
        match watchable {
            0 => self.refuted = true,
            1 if self.assignment.value(unit) == Value::Open => self.imply(unit, clause),
            _ => {}
        }
    }

    /// Takes a clause away.
    pub(super) fn detach(&mut self, clause: u32) {
        let lits = self.clauses.lits(clause);
        if lits.len() > 1 {
            for watched in &lits[..2] {
                let list = &mut self.watches[watched.code()];
                if let Some(index) = list.iter().position(|watch| watch.clause == clause) {
                    list.swap_remove(index);
                }
            }
        }
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.remove(clause, lits);
        }
        self.clauses.delete(clause);
    }

    /// Propagates what is known for good.
    pub(super) fn settle(&mut self) {
        if !self.refuted && self.propagate() {
            self.refuted = true;
        }
    }

    /// Makes true all that follows by unit propagation. Returns `true` if a clause
    /// becomes false.
    pub(super) fn propagate(&mut self) -> bool {
        while let Some(lit) = self.assignment.next_to_propagate() {
            if self.visit(!lit) {
                return true;
            }
        }
        false
    }

    /// Finds new watches for the clauses that watch a literal now false. Returns `true`
    /// if one of them has become false.
    fn visit(&mut self, falsified: Lit) -> bool {
        let mut list = mem::take(&mut self.watches[falsified.code()]);
        let (mut read, mut kept) = (0, 0);
        let mut conflict = false;
        while read < list.len() && !conflict {
            let Watch {
                clause,
                mut other,
                binary,
            } = list[read];
            read += 1;
            let mut value = self.assignment.value(other);
            if value != Value::True && !binary {
                let lits = self.clauses.lits_mut(clause);
                if lits[0] == falsified {
                    lits.swap(0, 1);
                }
                other = lits[0];
                value = self.assignment.value(other);
                if value != Value::True {
                    let standing = lits[2..]
                        .iter()
                        .position(|&lit| self.assignment.value(lit) != Value::False);
                    if let Some(index) = standing {
                        lits.swap(1, index + 2);
                        self.watches[lits[1].code()].push(Watch {
                            clause,
                            other,
                            binary,
                        });
                        continue;
                    }
                }
            }
            list[kept] = Watch {
                clause,
                other,
                binary,
            };
            kept += 1;
            match value {
                Value::True => {}
                Value::Open => self.imply(other, clause),
                Value::False => conflict = true,
            }
        }
        list.drain(kept..read);
        self.watches[falsified.code()] = list;
        conflict
    }

    fn imply(&mut self, lit: Lit, clause: u32) {
        self.assignment.assign(lit);
        self.reasons[lit.var().index()] = clause;
        self.stats.propagations += 1;
    }
}
