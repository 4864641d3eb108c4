//! Unit propagation on clauses and other inequalities.
//!
//! Literals that follow from the inequalities alone are kept from check to check.
//! Those that follow from a check's assumptions are undone after it.

use super::super::assignment::Value;
use super::clauses::Clauses;
use super::handle::{Handle, Kind};
use super::linear::Linear;
use super::trail::Trail;
use crate::formula::Lit;
use crate::proof::pbp::Inequality;

/// An inequality that is present.
pub(super) enum View<'a, C> {
    /// A clause, by its literals.
    Clause(C),
    /// Another one.
    Linear(&'a Inequality),
}

/// The inequalities that are present, and what follows from them.
#[derive(Default)]
pub(super) struct Propagation {
    clauses: Clauses,
    linear: Linear,
    trail: Trail,
    refuted: bool,
    /// Set if an inequality was removed that literals of the trail may depend on.
    is_stale: bool,
}

impl Propagation {
    /// Returns `true` if the inequalities refute each other by unit propagation.
    pub(super) fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Returns an inequality that is present.
    pub(super) fn view(&self, handle: Handle) -> View<'_, impl ExactSizeIterator<Item = Lit>> {
        match handle.kind() {
            Kind::Clause(clause) => View::Clause(self.clauses.lits(clause)),
            Kind::Linear(index) => View::Linear(self.linear.inequality(index)),
        }
    }

    /// Returns a copy of an inequality that is present.
    pub(super) fn inequality(&self, handle: Handle) -> Inequality {
        match self.view(handle) {
            View::Clause(lits) => Inequality::clause(&lits.collect::<Vec<_>>()),
            View::Linear(inequality) => inequality.clone(),
        }
    }

    /// Makes room for variables with indices below `num_vars`.
    pub(super) fn grow(&mut self, num_vars: usize) {
        if self.trail.reasons.len() < num_vars {
            self.trail.assignment.grow(num_vars);
            self.trail.reasons.resize(num_vars, Handle::NONE);
            self.clauses.grow(2 * num_vars);
            self.linear.grow(2 * num_vars);
        }
    }

    /// Makes room for clauses with this number of literals in all.
    pub(super) fn reserve_clauses(&mut self, clauses: usize, lits: usize) {
        self.clauses.reserve(clauses, lits);
    }

    /// Returns `true` if the literal is false already.
    pub(super) fn is_false(&self, lit: Lit) -> bool {
        lit.var().index() < self.trail.reasons.len() && self.trail.value(lit) == Value::False
    }

    /// Adds an inequality and what follows from it. Returns `None` if there are
    /// too many.
    pub(super) fn add(&mut self, inequality: Inequality) -> Option<Handle> {
        let terms = inequality.terms();
        let is_clause = inequality.degree() == 1 && !terms.is_empty();
        if is_clause && terms.iter().all(|&(_, coefficient)| coefficient == 1) {
            let mut lits: Vec<Lit> = terms.iter().map(|&(lit, _)| lit).collect();
            return self.add_clause(&mut lits);
        }
        if let Some(&(last, _)) = terms.last() {
            self.grow(last.var().index() + 1);
        }
        let index = self.linear.insert(inequality, &self.trail)?;
        let examined = self.linear.examine(index, &mut self.trail);
        self.refuted = self.refuted || !(examined && self.propagate());
        let handle = Handle::of_linear(index);
        // A unit is a better reason than what was there before: it stays.
        if let &[(lit, _)] = self.linear.inequality(index).terms()
            && !self.linear.inequality(index).is_trivial()
            && self.trail.value(lit) == Value::True
        {
            self.trail.reasons[lit.var().index()] = handle;
        }
        Some(handle)
    }

    /// Adds a clause with at least one literal, without repeated variables, and
    /// what follows from it. Returns `None` if there are too many.
    pub(super) fn add_clause(&mut self, lits: &mut [Lit]) -> Option<Handle> {
        let last = lits.iter().map(|lit| lit.var().index()).max();
        self.grow(last.map_or(0, |last| last + 1));
        let is_satisfied = lits.iter().any(|&lit| self.trail.value(lit) == Value::True);
        // The literals that are not false are watched.
        let open = self.trail.assignment.move_watchable_first(lits);
        let handle = Handle::of_clause(self.clauses.add(lits, is_satisfied)?);
        if open < 2 {
            let implied = self.trail.imply(lits[0], handle);
            self.refuted = self.refuted || !(implied && self.propagate());
        }
        // A unit is a better reason than what was there before: it stays.
        if lits.len() == 1 && self.trail.value(lits[0]) == Value::True {
            self.trail.reasons[lits[0].var().index()] = handle;
        }
        Some(handle)
    }

    /// Removes an inequality. What followed from it alone goes with the next
    /// [`Propagation::settle`].
    pub(super) fn remove(&mut self, handle: Handle) {
        let trail = &self.trail;
        let is_reason = |lit: Lit| trail.is_reason(lit, handle);
        match handle.kind() {
            Kind::Clause(clause) => {
                self.is_stale |= self.clauses.lits(clause).any(is_reason);
                self.clauses.remove(clause);
            }
            Kind::Linear(index) => {
                let terms = self.linear.inequality(index).terms();
                self.is_stale |= terms.iter().any(|&(lit, _)| is_reason(lit));
                self.linear.remove(index);
            }
        }
    }

    /// Forgets what no longer follows. To be called after removals, before
    /// anything else.
    pub(super) fn settle(&mut self) {
        if std::mem::take(&mut self.is_stale) && !self.refuted {
            self.start_anew();
        }
    }

    /// Drops removed clauses if they take much room, and brings `handles`, all that
    /// are in use, up to date. To be called after [`Propagation::settle`].
    pub(super) fn tidy(&mut self, handles: &mut [Handle]) {
        if !self.clauses.is_wasteful() {
            return;
        }
        let Propagation {
            clauses,
            trail: Trail {
                assignment,
                reasons,
            },
            refuted,
            ..
        } = self;
        // A literal whose reason is gone is no longer asked for it.
        if *refuted {
            reasons.fill(Handle::NONE);
        }
        let moved = clauses.compact();
        for lit in assignment.trail() {
            let reason = &mut reasons[lit.var().index()];
            if let Kind::Clause(clause) = reason.kind() {
                *reason = Handle::of_clause(moved.of(clause));
            }
        }
        for handle in handles.iter_mut().filter(|handle| **handle != Handle::NONE) {
            if let Kind::Clause(clause) = handle.kind() {
                *handle = Handle::of_clause(moved.of(clause));
            }
        }
    }

    /// Returns `true` if unit propagation finds a conflict when these inequalities are
    /// assumed, too. Their variables must have been [made room
    /// for](Propagation::grow).
    pub(super) fn refutes(&mut self, assumptions: &[Inequality]) -> bool {
        if self.refuted {
            return true;
        }
        let kept = self.trail.assignment.trail().len();
        let mut in_conflict = false;
        let mut temporary = Vec::new();
        for assumption in assumptions {
            in_conflict = in_conflict || !self.assume(assumption, &mut temporary);
        }
        self.undo(kept);
        for index in temporary.into_iter().rev() {
            self.linear.take_out(index);
        }
        in_conflict
    }

    /// Returns the literals that follow from these by unit propagation, themselves among them,
    /// unless they are true anyway. Returns `None` if there is a conflict. Their variables must
    /// have been [made room for](Propagation::grow).
    pub(super) fn implied(&mut self, mut lits: impl Iterator<Item = Lit>) -> Option<Vec<Lit>> {
        let kept = self.trail.assignment.trail().len();
        let holds = !self.refuted
            && lits.all(|lit| self.trail.imply(lit, Handle::NONE) && self.propagate());
        let implied = holds.then(|| self.trail.assignment.trail()[kept..].to_vec());
        self.undo(kept);
        implied
    }

    /// Assumes an inequality. It is added to `temporary` if it may force something
    /// later. Returns `false` in conflict.
    fn assume(&mut self, inequality: &Inequality, temporary: &mut Vec<u32>) -> bool {
        let terms = inequality.terms();
        let smallest = terms.iter().map(|&(_, coefficient)| coefficient).min();
        let slack = inequality.total().checked_sub(inequality.degree());
        match (slack, smallest) {
            (None, _) => false,
            (Some(slack), Some(smallest)) if slack < smallest => {
                let mut lits = terms.iter().map(|&(lit, _)| lit);
                lits.all(|lit| self.trail.imply(lit, Handle::NONE)) && self.propagate()
            }
            _ => {
                let Some(index) = self.linear.insert(inequality.clone(), &self.trail) else {
                    return true;
                };
                temporary.push(index);
                self.linear.examine(index, &mut self.trail) && self.propagate()
            }
        }
    }

    /// Propagates every literal of the trail. Returns `false` in conflict.
    fn propagate(&mut self) -> bool {
        while let Some(lit) = self.trail.assignment.next_to_propagate() {
            // Slacks first: they are counted even in conflict.
            let trail = &mut self.trail;
            if !(self.linear.falsify(!lit, trail) && self.clauses.falsify(!lit, trail)) {
                return false;
            }
        }
        true
    }

    /// Takes back all but the first `kept` literals of the trail.
    fn undo(&mut self, kept: usize) {
        let assignment = &mut self.trail.assignment;
        for &lit in assignment.propagated().iter().skip(kept) {
            self.linear.restore(!lit);
        }
        assignment.undo_to(kept);
    }

    /// Forgets what followed, and finds again what still does.
    fn start_anew(&mut self) {
        self.undo(0);
        self.clauses.watch_all();
        let holds = self.clauses.assign_units(&mut self.trail)
            && self.linear.examine_all(&mut self.trail)
            && self.propagate();
        self.refuted = !holds;
    }
}
