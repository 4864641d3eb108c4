//! What is true now, in which order, and why.

use super::clauses::ClauseRef;
use super::reason::{Antecedent, Reason};
use crate::formula::{Lit, Var};

/// What analysis must know of an assigned variable, in 16 bytes: it reads
/// all of them together.
#[derive(Clone, Copy)]
pub(in crate::cdcl) struct Record {
    /// The level at which the variable was assigned.
    pub level: u32,
    /// Its position on the trail.
    pub position: u32,
    pub reason: Reason,
    /// Flags of [`crate::cdcl::core::analysis::Analysis`]; 0 in between conflicts.
    pub marks: u32,
}

/// The partial assignment.
#[derive(Default)]
pub(in crate::cdcl) struct Trail {
    /// By literal: 1 true, −1 false, 0 open. Both literals of a variable are
    /// written, so that a test is one load.
    values: Vec<i8>,
    records: Vec<Record>,
    /// The true literals in the order of their assignment.
    lits: Vec<Lit>,
    /// How many of them have been propagated.
    propagated: usize,
    /// Where each level from 1 starts in `lits`.
    starts: Vec<u32>,
    /// How many literals of level 0 are known to be fixed: told as units, and
    /// without reasons.
    fixed: usize,
}

impl Trail {
    pub fn num_vars(&self) -> usize {
        self.records.len()
    }

    pub fn grow(&mut self, num_vars: usize) {
        let record = Record {
            level: 0,
            position: 0,
            reason: Reason::NONE,
            marks: 0,
        };
        self.values.resize(2 * num_vars, 0);
        self.records.resize(num_vars, record);
        // An assignment in propagation never allocates.
        self.lits.reserve(num_vars - self.lits.len());
    }

    #[inline]
    pub fn value(&self, lit: Lit) -> i8 {
        self.values[lit.code()]
    }

    #[inline]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.value(lit) > 0
    }

    #[inline]
    pub fn is_false(&self, lit: Lit) -> bool {
        self.value(lit) < 0
    }

    /// Whether the literal is false at level 0.
    pub fn is_fixed_false(&self, lit: Lit) -> bool {
        self.is_false(lit) && self.level_of(lit.var()) == 0
    }

    #[inline]
    pub fn is_open(&self, var: Var) -> bool {
        self.value(var.positive()) == 0
    }

    /// The values by literal code, for the inner loop.
    #[inline]
    pub fn values(&self) -> &[i8] {
        &self.values
    }

    #[inline]
    pub fn record(&self, var: Var) -> &Record {
        &self.records[var.index()]
    }

    #[inline]
    pub fn record_mut(&mut self, var: Var) -> &mut Record {
        &mut self.records[var.index()]
    }

    #[inline]
    pub fn level_of(&self, var: Var) -> usize {
        self.record(var).level as usize
    }

    #[inline]
    pub fn antecedent(&self, var: Var) -> Antecedent {
        self.record(var).reason.antecedent()
    }

    /// The current level.
    #[inline]
    pub fn level(&self) -> usize {
        self.starts.len()
    }

    /// The true literals in the order of their assignment.
    #[inline]
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.lits.len()
    }

    pub fn is_total(&self) -> bool {
        self.lits.len() == self.records.len()
    }

    /// Where `level` starts on the trail.
    pub fn start(&self, level: usize) -> usize {
        match level {
            0 => 0,
            _ => self.starts[level - 1] as usize,
        }
    }

    /// How many literals are fixed at level 0.
    pub fn num_fixed(&self) -> usize {
        self.fixed
    }

    /// Whether any literal has been propagated.
    pub fn has_propagated(&self) -> bool {
        self.propagated > 0
    }

    /// Whether every true literal has been propagated.
    pub fn is_propagated(&self) -> bool {
        self.propagated == self.lits.len()
    }

    /// The next literal to propagate.
    #[inline]
    pub fn next_to_propagate(&mut self) -> Option<Lit> {
        let lit = *self.lits.get(self.propagated)?;
        self.propagated += 1;
        Some(lit)
    }

    /// All literals are to be propagated once more: there are new constraints.
    pub fn propagate_again(&mut self) {
        debug_assert!(self.level() == 0);
        self.propagated = 0;
    }

    /// Opens a level. The literal assigned next is its decision; a level
    /// whose assumption is true already has none.
    pub fn open_level(&mut self) {
        self.starts.push(self.lits.len() as u32);
    }

    /// Makes an open literal true at the current level.
    #[inline]
    pub fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert!(self.value(lit) == 0);
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        let record = &mut self.records[lit.var().index()];
        record.level = self.starts.len() as u32;
        record.position = self.lits.len() as u32;
        record.reason = reason;
        self.lits.push(lit);
    }

    /// Undoes the last assignment above `level`; closes the levels when there
    /// is none left.
    pub fn pop_above(&mut self, level: usize) -> Option<Lit> {
        if level >= self.level() {
            return None;
        }
        if self.lits.len() > self.starts[level] as usize {
            let lit = self.lits.pop()?;
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
            return Some(lit);
        }
        self.starts.truncate(level);
        self.propagated = self.propagated.min(self.lits.len());
        None
    }

    /// The next literal of level 0 that is not yet known to be fixed, and its
    /// reason, which it needs no more.
    pub fn next_to_fix(&mut self) -> Option<(Lit, Antecedent)> {
        debug_assert!(self.level() == 0);
        let lit = *self.lits.get(self.fixed)?;
        self.fixed += 1;
        let antecedent = self.antecedent(lit.var());
        self.record_mut(lit.var()).reason = Reason::NONE;
        Some((lit, antecedent))
    }

    /// Tells every reason where its clause has gone.
    pub fn move_reasons(&mut self, mut moved: impl FnMut(ClauseRef) -> ClauseRef) {
        let Trail { lits, records, .. } = self;
        for lit in lits {
            let reason = &mut records[lit.var().index()].reason;
            if let Antecedent::Long(clause) = reason.antecedent() {
                *reason = Reason::long(moved(clause));
            }
        }
    }

    /// The clauses that are reasons now.
    pub fn reasons(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        self.lits
            .iter()
            .filter_map(|lit| self.antecedent(lit.var()).clause())
    }
}
