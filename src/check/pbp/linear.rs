//! Inequalities other than clauses, propagated by counting slack.
//!
//! The slack of an inequality is how much its literals that are not false can
//! still sum to above the degree. Below 0 it is in conflict; a literal whose
//! coefficient is above it must be true.

use super::propagation::{Assignment, Handle};
use crate::formula::Lit;
use crate::proof::pbp::Inequality;

/// The inequalities that are present.
#[derive(Default)]
pub(super) struct Linear {
    entries: Vec<Entry>,
    /// Places of removed inequalities whose occurrences are gone too.
    free: Vec<u32>,
    /// Places of removed inequalities that still have occurrences.
    removed: Vec<u32>,
    /// By literal code: the inequalities that have the literal, with its coefficient.
    occurrences: Vec<Vec<(u32, u64)>>,
}

struct Entry {
    inequality: Inequality,
    slack: i64,
    largest: u64,
    present: bool,
}

impl Linear {
    /// Makes room for literals with codes below `num_lits`.
    pub(super) fn grow(&mut self, num_lits: usize) {
        if self.occurrences.len() < num_lits {
            self.occurrences.resize_with(num_lits, Vec::new);
        }
    }

    /// Returns the inequality at a place.
    pub(super) fn inequality(&self, place: u32) -> &Inequality {
        &self.entries[place as usize].inequality
    }

    /// Puts an inequality in and counts what is known of its literals. Returns its
    /// place, or `None` if there are too many.
    pub(super) fn insert(
        &mut self,
        inequality: Inequality,
        assignment: &Assignment,
    ) -> Option<u32> {
        let place = match self.free.pop() {
            Some(place) => place,
            None if self.entries.len() < Handle::LINEAR => self.entries.len() as u32,
            None => return None,
        };
        let terms = inequality.terms();
        for &(lit, coefficient) in terms {
            self.occurrences[lit.code()].push((place, coefficient));
        }
        let is_open = |&&(lit, _): &&(Lit, u64)| assignment.value(lit) >= 0;
        let sum: u64 = terms.iter().filter(is_open).map(|(_, c)| c).sum();
        let entry = Entry {
            slack: sum as i64 - inequality.degree() as i64,
            largest: terms.iter().map(|&(_, c)| c).max().unwrap_or(0),
            inequality,
            present: true,
        };
        match self.entries.get_mut(place as usize) {
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
        Some(place)
    }

    /// Undoes [`Linear::insert`], last in first out.
    pub(super) fn take_out(&mut self, place: u32) {
        let entry = &mut self.entries[place as usize];
        entry.present = false;
        for &(lit, _) in entry.inequality.terms() {
            let last = self.occurrences[lit.code()].pop();
            debug_assert!(last.is_some_and(|(last, _)| last == place));
        }
        self.free.push(place);
    }

    /// Removes an inequality.
    pub(super) fn remove(&mut self, place: u32) {
        self.entries[place as usize].present = false;
        self.removed.push(place);
        if 2 * self.removed.len() > self.entries.len() - self.free.len() {
            self.sweep();
        }
    }

    /// Drops the occurrences of what was removed.
    fn sweep(&mut self) {
        for list in &mut self.occurrences {
            list.retain(|&(place, _)| self.entries[place as usize].present);
        }
        self.free.append(&mut self.removed);
        for &place in &self.free {
            self.entries[place as usize].inequality = Inequality::default();
        }
    }

    /// Makes true what an inequality forces. Returns `false` if it is in conflict.
    pub(super) fn examine(&self, place: u32, assignment: &mut Assignment) -> bool {
        let entry = &self.entries[place as usize];
        if entry.slack < 0 {
            return false;
        }
        if entry.largest as i64 > entry.slack {
            for &(lit, coefficient) in entry.inequality.terms() {
                if coefficient as i64 > entry.slack && assignment.value(lit) == 0 {
                    assignment.assign(lit, Handle::of_linear(place));
                }
            }
        }
        true
    }

    /// Makes true what the inequalities force. Returns `false` in conflict.
    pub(super) fn examine_all(&self, assignment: &mut Assignment) -> bool {
        let mut places = 0..self.entries.len() as u32;
        places.all(|place| !self.entries[place as usize].present || self.examine(place, assignment))
    }

    /// Counts a literal that became false, and makes true what is forced then.
    /// Returns `false` in conflict.
    pub(super) fn falsify(&mut self, lit: Lit, assignment: &mut Assignment) -> bool {
        let list = std::mem::take(&mut self.occurrences[lit.code()]);
        // All slacks are brought up to date even in conflict, so that undoing is
        // the same in either case.
        let mut in_conflict = false;
        for &(place, coefficient) in &list {
            let entry = &mut self.entries[place as usize];
            if entry.present {
                entry.slack -= coefficient as i64;
                in_conflict = in_conflict || !self.examine(place, assignment);
            }
        }
        self.occurrences[lit.code()] = list;
        !in_conflict
    }

    /// Takes back that a literal is false.
    pub(super) fn restore(&mut self, lit: Lit) {
        for &(place, coefficient) in &self.occurrences[lit.code()] {
            let entry = &mut self.entries[place as usize];
            if entry.present {
                entry.slack += coefficient as i64;
            }
        }
    }
}
