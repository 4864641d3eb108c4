//! The trail: the true literals in order, with their levels and reasons.

use super::clauses::ClauseRef;
use super::reason::{Antecedent, Reason};
use crate::formula::{Lit, Var};

/// The data of an assigned variable that conflict analysis reads, together in
/// 16 bytes.
#[derive(Clone, Copy)]
pub(in crate::cdcl) struct Record {
    /// The decision level of the assignment.
    pub level: u32,
    /// The variable's position on the trail.
    pub position: u32,
    pub reason: Reason,
    /// Flags of [`crate::cdcl::core::analysis::Analysis`]; 0 between conflicts.
    pub marks: u32,
}

/// The partial assignment: the true literals in their order, with levels and reasons.
#[derive(Default)]
pub(in crate::cdcl) struct Trail {
    /// For each literal, 1 if it is true, −1 if false, 0 if unassigned. Both
    /// literals of a variable are stored, so that a test is one load.
    values: Vec<i8>,
    records: Vec<Record>,
    /// The true literals in the order of their assignment.
    lits: Vec<Lit>,
    /// Number of literals of `lits` that have been propagated.
    propagated: usize,
    /// Start of each level from 1 in `lits`.
    starts: Vec<u32>,
    /// Number of literals of level 0 that are recorded as fixed: reported as
    /// unit clauses, and without reasons.
    fixed: usize,
}

impl Trail {
    pub(crate) fn num_vars(&self) -> usize {
        self.records.len()
    }

    pub(crate) fn grow(&mut self, num_vars: usize) {
        let record = Record {
            level: 0,
            position: 0,
            reason: Reason::NONE,
            marks: 0,
        };
        self.values.resize(2 * num_vars, 0);
        self.records.resize(num_vars, record);
        // Reserve, so that assignments during propagation never allocate.
        self.lits.reserve(num_vars - self.lits.len());
    }

    #[inline]
    pub(crate) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.code()]
    }

    #[inline]
    pub(crate) fn is_true(&self, lit: Lit) -> bool {
        self.value(lit) > 0
    }

    #[inline]
    pub(crate) fn is_false(&self, lit: Lit) -> bool {
        self.value(lit) < 0
    }

    /// Returns `true` if the literal is false at level 0.
    pub(crate) fn is_fixed_false(&self, lit: Lit) -> bool {
        self.is_false(lit) && self.level_of(lit.var()) == 0
    }

    #[inline]
    pub(crate) fn is_open(&self, var: Var) -> bool {
        self.value(var.positive()) == 0
    }

    /// Returns the values by literal code, for the inner loop.
    #[inline]
    pub(crate) fn values(&self) -> &[i8] {
        &self.values
    }

    #[inline]
    pub(crate) fn record(&self, var: Var) -> &Record {
        &self.records[var.index()]
    }

    #[inline]
    pub(crate) fn record_mut(&mut self, var: Var) -> &mut Record {
        &mut self.records[var.index()]
    }

    #[inline]
    pub(crate) fn level_of(&self, var: Var) -> usize {
        self.record(var).level as usize
    }

    #[inline]
    pub(crate) fn antecedent(&self, var: Var) -> Antecedent {
        self.record(var).reason.antecedent()
    }

    #[inline]
    pub(crate) fn position_of(&self, var: Var) -> usize {
        self.record(var).position as usize
    }

    /// Returns the sort key by which the first two literals of a new clause are
    /// those to watch: true literals, those of low levels first; open ones;
    /// false ones, those of high levels first.
    pub(crate) fn watch_order(&self, lit: Lit) -> (u8, usize) {
        let level = self.level_of(lit.var());
        match self.value(lit) {
            0 => (1, 0),
            value if value > 0 => (0, level),
            _ => (2, usize::MAX - level),
        }
    }

    /// Returns the current decision level.
    #[inline]
    pub(crate) fn level(&self) -> usize {
        self.starts.len()
    }

    /// Returns the true literals in the order of their assignment.
    #[inline]
    pub(crate) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.lits.len()
    }

    pub(crate) fn is_total(&self) -> bool {
        self.lits.len() == self.records.len()
    }

    /// Returns the trail position at which `level` starts.
    pub(crate) fn start(&self, level: usize) -> usize {
        match level {
            0 => 0,
            _ => self.starts[level - 1] as usize,
        }
    }

    /// Returns the number of literals recorded as fixed at level 0.
    pub(crate) fn num_fixed(&self) -> usize {
        self.fixed
    }

    /// Returns `true` if any literal has been propagated.
    pub(crate) fn has_propagated(&self) -> bool {
        self.propagated > 0
    }

    /// Returns `true` if every true literal has been propagated.
    pub(crate) fn is_propagated(&self) -> bool {
        self.propagated == self.lits.len()
    }

    /// Returns the next literal to propagate.
    #[inline]
    pub(crate) fn next_to_propagate(&mut self) -> Option<Lit> {
        let lit = *self.lits.get(self.propagated)?;
        self.propagated += 1;
        Some(lit)
    }

    /// Returns the literal that is propagated `ahead` literals after the next one.
    #[inline]
    pub(crate) fn upcoming(&self, ahead: usize) -> Option<Lit> {
        self.lits.get(self.propagated + ahead).copied()
    }

    /// Marks all literals as not propagated, because constraints were added.
    pub(crate) fn propagate_again(&mut self) {
        debug_assert!(self.level() == 0);
        self.propagated = 0;
    }

    /// Opens a decision level. The next literal assigned is its decision. A
    /// level whose assumption is already true has no decision.
    pub(crate) fn open_level(&mut self) {
        self.starts.push(self.lits.len() as u32);
    }

    /// Makes an unassigned literal true at the current level.
    #[inline]
    pub(crate) fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert!(self.value(lit) == 0);
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        let record = &mut self.records[lit.var().index()];
        record.level = self.starts.len() as u32;
        record.position = self.lits.len() as u32;
        record.reason = reason;
        self.lits.push(lit);
    }

    /// Undoes and returns the last assignment above `level`. Closes these
    /// levels when no assignment is left.
    pub(crate) fn pop_above(&mut self, level: usize) -> Option<Lit> {
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

    /// Returns the next literal of level 0 that is not yet recorded as fixed,
    /// and its reason, which is then removed.
    pub(crate) fn next_to_fix(&mut self) -> Option<(Lit, Antecedent)> {
        debug_assert!(self.level() == 0);
        let lit = *self.lits.get(self.fixed)?;
        self.fixed += 1;
        let antecedent = self.antecedent(lit.var());
        self.record_mut(lit.var()).reason = Reason::NONE;
        Some((lit, antecedent))
    }

    /// Updates the clause reference of every reason after clauses were moved.
    pub(crate) fn move_reasons(&mut self, mut moved: impl FnMut(ClauseRef) -> ClauseRef) {
        let Trail { lits, records, .. } = self;
        for lit in lits {
            let reason = &mut records[lit.var().index()].reason;
            if let Antecedent::Long(clause) = reason.antecedent() {
                *reason = Reason::long(moved(clause));
            }
        }
    }

    /// Iterates over the clauses that are reasons of true literals.
    pub(crate) fn reasons(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        self.lits
            .iter()
            .filter_map(|lit| self.antecedent(lit.var()).clause())
    }
}
