//! Inequalities other than clauses, propagated by counting slack.
//!
//! The slack of an inequality is how much its literals that are not false can
//! still sum to above the degree. Below 0 it is in conflict; a literal whose
//! coefficient is above it must be true.

use super::super::assignment::Value;
use super::handle::Handle;
use super::trail::Trail;
use crate::formula::Lit;
use crate::proof::pbp::Inequality;

/// The inequalities that are present.
#[derive(Default)]
pub(super) struct Linear {
    entries: Vec<Entry>,
    /// Indices of removed inequalities whose occurrences are gone too.
    free: Vec<u32>,
    /// Indices of removed inequalities that still have occurrences.
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

    /// Returns the inequality with this index.
    pub(super) fn inequality(&self, index: u32) -> &Inequality {
        &self.entries[index as usize].inequality
    }

    /// Puts an inequality in and counts what is known of its literals. Returns its
    /// index, or `None` if there are too many.
    pub(super) fn insert(&mut self, inequality: Inequality, trail: &Trail) -> Option<u32> {
        let index = match self.free.pop() {
            Some(index) => index,
            None if self.entries.len() < Handle::LINEAR => self.entries.len() as u32,
            None => return None,
        };
        let terms = inequality.terms();
        for &(lit, coefficient) in terms {
            self.occurrences[lit.code()].push((index, coefficient));
        }
        let is_open = |&&(lit, _): &&(Lit, u64)| trail.value(lit) != Value::False;
        let sum: u64 = terms.iter().filter(is_open).map(|(_, c)| c).sum();
        let entry = Entry {
            slack: sum as i64 - inequality.degree() as i64,
            largest: terms.iter().map(|&(_, c)| c).max().unwrap_or(0),
            inequality,
            present: true,
        };
        match self.entries.get_mut(index as usize) {
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
        Some(index)
    }

    /// Undoes [`Linear::insert`], last in first out.
    pub(super) fn take_out(&mut self, index: u32) {
        let entry = &mut self.entries[index as usize];
        entry.present = false;
        for &(lit, _) in entry.inequality.terms() {
            let last = self.occurrences[lit.code()].pop();
            debug_assert!(last.is_some_and(|(last, _)| last == index));
        }
        self.free.push(index);
    }

    /// Removes an inequality.
    pub(super) fn remove(&mut self, index: u32) {
        self.entries[index as usize].present = false;
        self.removed.push(index);
        if 2 * self.removed.len() > self.entries.len() - self.free.len() {
            self.sweep();
        }
    }

    /// Drops the occurrences of what was removed.
    fn sweep(&mut self) {
        for list in &mut self.occurrences {
            list.retain(|&(index, _)| self.entries[index as usize].present);
        }
        self.free.append(&mut self.removed);
        for &index in &self.free {
            self.entries[index as usize].inequality = Inequality::default();
        }
    }

    /// Makes true what an inequality forces. Returns `false` if it is in conflict.
    pub(super) fn examine(&self, index: u32, trail: &mut Trail) -> bool {
        let entry = &self.entries[index as usize];
        if entry.slack < 0 {
            return false;
        }
        if entry.largest as i64 > entry.slack {
            for &(lit, coefficient) in entry.inequality.terms() {
                if coefficient as i64 > entry.slack && trail.value(lit) == Value::Open {
                    trail.assign(lit, Handle::of_linear(index));
                }
            }
        }
        true
    }

    /// Makes true what the inequalities force. Returns `false` in conflict.
    pub(super) fn examine_all(&self, trail: &mut Trail) -> bool {
        let mut indices = 0..self.entries.len() as u32;
        indices.all(|index| !self.entries[index as usize].present || self.examine(index, trail))
    }

    /// Counts a literal that became false, and makes true what is forced then.
    /// Returns `false` in conflict.
    pub(super) fn falsify(&mut self, lit: Lit, trail: &mut Trail) -> bool {
        let list = std::mem::take(&mut self.occurrences[lit.code()]);
        // All slacks are brought up to date even in conflict, so that undoing is
        // the same in either case.
        let mut in_conflict = false;
        for &(index, coefficient) in &list {
            let entry = &mut self.entries[index as usize];
            if entry.present {
                entry.slack -= coefficient as i64;
                in_conflict = in_conflict || !self.examine(index, trail);
            }
        }
        self.occurrences[lit.code()] = list;
        !in_conflict
    }

    /// Takes back that a literal is false.
    pub(super) fn restore(&mut self, lit: Lit) {
        for &(index, coefficient) in &self.occurrences[lit.code()] {
            let entry = &mut self.entries[index as usize];
            if entry.present {
                entry.slack += coefficient as i64;
            }
        }
    }
}
