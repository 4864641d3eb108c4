//! Unit propagation on inequalities, by counting slack.
//!
//! The slack of an inequality is how much its literals that are not false can
//! still sum to above the degree. Below 0 it is in conflict; a literal whose
//! coefficient is above it must be true. What follows from the inequalities
//! alone is kept from check to check; what follows from a check's assumptions
//! is undone after it.

use crate::formula::Lit;
use crate::proof::pbp::Inequality;

/// Place of an inequality in [`Propagation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle(u32);

#[derive(Default)]
pub(super) struct Propagation {
    inequalities: Vec<Entry>,
    /// Handles of removed inequalities whose occurrences are gone too.
    free: Vec<u32>,
    /// Handles of removed inequalities that still have occurrences.
    removed: Vec<u32>,
    /// By literal code: the inequalities that have the literal, with its coefficient.
    occurrences: Vec<Vec<(u32, u64)>>,
    /// By literal code: 1 true, −1 false, 0 open.
    values: Vec<i8>,
    /// By variable: the inequality that fixed it, or `ASSUMED`.
    reasons: Vec<u32>,
    trail: Vec<Lit>,
    /// Number of literals of the trail that have been counted in every slack.
    counted: usize,
    refuted: bool,
    /// Set if an inequality was removed that literals of the trail may depend on.
    is_stale: bool,
}

struct Entry {
    inequality: Inequality,
    slack: i64,
    largest: u64,
    present: bool,
}

const ASSUMED: u32 = u32::MAX;

impl Propagation {
    /// Returns `true` if the inequalities refute each other by unit propagation.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    pub fn inequality(&self, handle: Handle) -> &Inequality {
        &self.inequalities[handle.0 as usize].inequality
    }

    /// Adds an inequality and what follows from it.
    pub fn add(&mut self, inequality: Inequality) -> Handle {
        let handle = self.insert(inequality);
        self.refuted = self.refuted || !(self.examine(handle) && self.propagate());
        // A unit is a better reason than what was there before: it stays.
        let unit = match self.inequality(Handle(handle)).terms() {
            &[(lit, _)] if !self.inequality(Handle(handle)).is_trivial() => Some(lit),
            _ => None,
        };
        if let Some(lit) = unit.filter(|lit| self.values[lit.code()] > 0) {
            self.reasons[lit.var().index()] = handle;
        }
        Handle(handle)
    }

    /// Removes an inequality. What followed from it alone goes with the next
    /// [`Propagation::settle`].
    pub fn remove(&mut self, handle: Handle) {
        let entry = &mut self.inequalities[handle.0 as usize];
        entry.present = false;
        self.removed.push(handle.0);
        let terms = entry.inequality.terms();
        let is_reason = terms.iter().any(|(lit, _)| {
            self.values[lit.code()] > 0 && self.reasons[lit.var().index()] == handle.0
        });
        if 2 * self.removed.len() > self.inequalities.len() - self.free.len() {
            self.sweep();
        }
        self.is_stale |= is_reason;
    }

    /// Forgets what no longer follows. To be called after removals, before
    /// anything else.
    pub fn settle(&mut self) {
        if std::mem::take(&mut self.is_stale) && !self.refuted {
            self.start_anew();
        }
    }

    /// Returns `true` if unit propagation finds a conflict when these inequalities are
    /// assumed, too.
    pub fn refutes(&mut self, assumptions: &[Inequality]) -> bool {
        if self.refuted {
            return true;
        }
        let kept = self.trail.len();
        let mut conflict = false;
        let mut temporary = Vec::new();
        for assumption in assumptions {
            let handle = self.insert(assumption.clone());
            temporary.push(handle);
            conflict = conflict || !(self.examine(handle) && self.propagate());
        }
        self.undo(kept);
        for handle in temporary.into_iter().rev() {
            self.take_out(handle);
        }
        conflict
    }

    /// Puts an inequality in and counts what is known of its literals.
    fn insert(&mut self, inequality: Inequality) -> u32 {
        let terms = inequality.terms();
        if let Some(&(last, _)) = terms.last() {
            let num_vars = last.var().index() + 1;
            if num_vars > self.reasons.len() {
                self.occurrences.resize_with(2 * num_vars, Vec::new);
                self.values.resize(2 * num_vars, 0);
                self.reasons.resize(num_vars, ASSUMED);
            }
        }
        let handle = self.free.pop().unwrap_or(self.inequalities.len() as u32);
        for &(lit, coefficient) in terms {
            self.occurrences[lit.code()].push((handle, coefficient));
        }
        let entry = Entry {
            slack: self.slack_of(&inequality),
            largest: terms.iter().map(|&(_, c)| c).max().unwrap_or(0),
            inequality,
            present: true,
        };
        match self.inequalities.get_mut(handle as usize) {
            Some(place) => *place = entry,
            None => self.inequalities.push(entry),
        }
        handle
    }

    fn slack_of(&self, inequality: &Inequality) -> i64 {
        let open = |&&(lit, _): &&(Lit, u64)| self.values[lit.code()] >= 0;
        let sum: u64 = inequality.terms().iter().filter(open).map(|(_, c)| c).sum();
        sum as i64 - inequality.degree() as i64
    }

    /// Undoes [`Propagation::insert`], last in first out.
    fn take_out(&mut self, handle: u32) {
        let entry = &mut self.inequalities[handle as usize];
        entry.present = false;
        for &(lit, _) in entry.inequality.terms() {
            let last = self.occurrences[lit.code()].pop();
            debug_assert!(last.is_some_and(|(last, _)| last == handle));
        }
        self.free.push(handle);
    }

    /// Makes true what an inequality forces; false if it is in conflict.
    fn examine(&mut self, handle: u32) -> bool {
        let entry = &self.inequalities[handle as usize];
        if entry.slack < 0 {
            return false;
        }
        if (entry.largest as i64) > entry.slack {
            for &(lit, coefficient) in entry.inequality.terms() {
                if coefficient as i64 > entry.slack && self.values[lit.code()] == 0 {
                    self.values[lit.code()] = 1;
                    self.values[(!lit).code()] = -1;
                    self.reasons[lit.var().index()] = handle;
                    self.trail.push(lit);
                }
            }
        }
        true
    }

    /// Counts every literal of the trail and what follows; false in conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.counted) {
            self.counted += 1;
            let falsified = (!lit).code();
            let list = std::mem::take(&mut self.occurrences[falsified]);
            // All slacks are brought up to date even in conflict, so that
            // undoing is the same in either case.
            let mut conflict = false;
            for &(handle, coefficient) in &list {
                let entry = &mut self.inequalities[handle as usize];
                if entry.present {
                    entry.slack -= coefficient as i64;
                    conflict = conflict || !self.examine(handle);
                }
            }
            self.occurrences[falsified] = list;
            if conflict {
                return false;
            }
        }
        true
    }

    /// Takes back all but the first `kept` literals of the trail.
    fn undo(&mut self, kept: usize) {
        while self.trail.len() > kept {
            let Some(lit) = self.trail.pop() else {
                return;
            };
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
            self.reasons[lit.var().index()] = ASSUMED;
            if self.trail.len() < self.counted {
                self.counted = self.trail.len();
                for &(handle, coefficient) in &self.occurrences[(!lit).code()] {
                    let entry = &mut self.inequalities[handle as usize];
                    if entry.present {
                        entry.slack += coefficient as i64;
                    }
                }
            }
        }
    }

    /// Forgets what followed, and finds again what still does.
    fn start_anew(&mut self) {
        self.undo(0);
        for handle in 0..self.inequalities.len() as u32 {
            let present = self.inequalities[handle as usize].present;
            if present && !(self.examine(handle) && self.propagate()) {
                self.refuted = true;
                return;
            }
        }
    }

    /// Drops the occurrences of what was removed.
    fn sweep(&mut self) {
        for list in &mut self.occurrences {
            list.retain(|&(handle, _)| self.inequalities[handle as usize].present);
        }
        self.free.append(&mut self.removed);
        for &handle in &self.free {
            self.inequalities[handle as usize].inequality = Inequality::default();
        }
    }
}
