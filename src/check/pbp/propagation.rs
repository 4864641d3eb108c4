//! Unit propagation on clauses and other inequalities.
//!
//! Literals that follow from the inequalities alone are kept from check to check.
//! Those that follow from a check's assumptions are undone after it.

use super::clauses::Clauses;
use super::linear::Linear;
use crate::formula::Lit;
use crate::proof::pbp::Inequality;

/// The place of an inequality in [`Propagation`], until it is
/// [tidied](Propagation::tidy).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle(u32);

impl Handle {
    /// Bit of a handle whose inequality is no clause.
    const TAG: u32 = 1 << 31;
    /// Bound on the words of all clauses.
    pub(super) const CLAUSES: usize = Handle::TAG as usize;
    /// Bound on the number of other inequalities.
    pub(super) const LINEAR: usize = Handle::TAG as usize - 2;
    /// No inequality.
    pub(super) const NONE: Handle = Handle(u32::MAX);

    pub(super) fn of_clause(clause: u32) -> Handle {
        Handle(clause)
    }

    pub(super) fn of_linear(place: u32) -> Handle {
        Handle(place | Handle::TAG)
    }

    fn kind(self) -> Kind {
        match self.0 & Handle::TAG == 0 {
            true => Kind::Clause(self.0),
            false => Kind::Linear(self.0 & !Handle::TAG),
        }
    }
}

enum Kind {
    Clause(u32),
    Linear(u32),
}

/// The values of literals and where they come from.
#[derive(Default)]
pub(super) struct Assignment {
    /// By literal code: 1 true, −1 false, 0 open.
    pub values: Vec<i8>,
    /// By variable: the inequality that fixed it, if it was not assumed.
    reasons: Vec<Handle>,
    /// The true literals in the order in which they became true.
    trail: Vec<Lit>,
}

impl Assignment {
    #[inline]
    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.code()]
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: Handle) {
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        self.reasons[lit.var().index()] = reason;
        self.trail.push(lit);
    }

    /// Makes a literal true unless it is. Returns `false` if it is false.
    #[inline]
    pub(super) fn imply(&mut self, lit: Lit, reason: Handle) -> bool {
        let value = self.value(lit);
        if value == 0 {
            self.assign(lit, reason);
        }
        value >= 0
    }

    fn is_reason(&self, lit: Lit, handle: Handle) -> bool {
        self.value(lit) > 0 && self.reasons[lit.var().index()] == handle
    }
}

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
    assignment: Assignment,
    /// Number of literals of the trail whose consequences are known.
    propagated: usize,
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
            Kind::Linear(place) => View::Linear(self.linear.inequality(place)),
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
        if self.assignment.reasons.len() < num_vars {
            self.assignment.values.resize(2 * num_vars, 0);
            self.assignment.reasons.resize(num_vars, Handle::NONE);
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
        let value = self.assignment.values.get(lit.code());
        value.is_some_and(|&value| value < 0)
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
        let place = self.linear.insert(inequality, &self.assignment)?;
        let examined = self.linear.examine(place, &mut self.assignment);
        self.refuted = self.refuted || !(examined && self.propagate());
        let handle = Handle::of_linear(place);
        // A unit is a better reason than what was there before: it stays.
        if let &[(lit, _)] = self.linear.inequality(place).terms()
            && !self.linear.inequality(place).is_trivial()
            && self.assignment.value(lit) > 0
        {
            self.assignment.reasons[lit.var().index()] = handle;
        }
        Some(handle)
    }

    /// Adds a clause with at least one literal, without repeated variables, and
    /// what follows from it. Returns `None` if there are too many.
    pub(super) fn add_clause(&mut self, lits: &mut [Lit]) -> Option<Handle> {
        let last = lits.iter().map(|lit| lit.var().index()).max();
        self.grow(last.map_or(0, |last| last + 1));
        let is_satisfied = lits.iter().any(|&lit| self.assignment.value(lit) > 0);
        // The literals that are not false are watched.
        let mut open = 0;
        for place in 0..lits.len() {
            if self.assignment.value(lits[place]) >= 0 {
                lits.swap(open, place);
                open += 1;
                if open == 2 {
                    break;
                }
            }
        }
        let handle = Handle::of_clause(self.clauses.add(lits, is_satisfied)?);
        if open < 2 {
            let implied = self.assignment.imply(lits[0], handle);
            self.refuted = self.refuted || !(implied && self.propagate());
        }
        // A unit is a better reason than what was there before: it stays.
        if lits.len() == 1 && self.assignment.value(lits[0]) > 0 {
            self.assignment.reasons[lits[0].var().index()] = handle;
        }
        Some(handle)
    }

    /// Removes an inequality. What followed from it alone goes with the next
    /// [`Propagation::settle`].
    pub(super) fn remove(&mut self, handle: Handle) {
        let assignment = &self.assignment;
        let is_reason = |lit: Lit| assignment.is_reason(lit, handle);
        match handle.kind() {
            Kind::Clause(clause) => {
                self.is_stale |= self.clauses.lits(clause).any(is_reason);
                self.clauses.remove(clause);
            }
            Kind::Linear(place) => {
                let terms = self.linear.inequality(place).terms();
                self.is_stale |= terms.iter().any(|&(lit, _)| is_reason(lit));
                self.linear.remove(place);
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
            assignment,
            refuted,
            ..
        } = self;
        // A literal whose reason is gone is no longer asked for it.
        if *refuted {
            assignment.reasons.fill(Handle::NONE);
        }
        let moved = clauses.compact();
        let fixed = assignment.trail.iter().map(|lit| lit.var().index());
        let reasons = &mut assignment.reasons;
        for var in fixed {
            if let Kind::Clause(clause) = reasons[var].kind() {
                reasons[var] = Handle::of_clause(moved.of(clause));
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
        let kept = self.assignment.trail.len();
        let mut in_conflict = false;
        let mut temporary = Vec::new();
        for assumption in assumptions {
            in_conflict = in_conflict || !self.assume(assumption, &mut temporary);
        }
        self.undo(kept);
        for place in temporary.into_iter().rev() {
            self.linear.take_out(place);
        }
        in_conflict
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
                lits.all(|lit| self.assignment.imply(lit, Handle::NONE)) && self.propagate()
            }
            _ => {
                let place = self.linear.insert(inequality.clone(), &self.assignment);
                let Some(place) = place else {
                    return true;
                };
                temporary.push(place);
                self.linear.examine(place, &mut self.assignment) && self.propagate()
            }
        }
    }

    /// Propagates every literal of the trail. Returns `false` in conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.assignment.trail.get(self.propagated) {
            self.propagated += 1;
            // Slacks first: they are counted even in conflict.
            let assignment = &mut self.assignment;
            if !(self.linear.falsify(!lit, assignment) && self.clauses.falsify(!lit, assignment)) {
                return false;
            }
        }
        true
    }

    /// Takes back all but the first `kept` literals of the trail.
    fn undo(&mut self, kept: usize) {
        let assignment = &mut self.assignment;
        while assignment.trail.len() > kept {
            let Some(lit) = assignment.trail.pop() else {
                return;
            };
            assignment.values[lit.code()] = 0;
            assignment.values[(!lit).code()] = 0;
            assignment.reasons[lit.var().index()] = Handle::NONE;
            if assignment.trail.len() < self.propagated {
                self.propagated = assignment.trail.len();
                self.linear.restore(!lit);
            }
        }
    }

    /// Forgets what followed, and finds again what still does.
    fn start_anew(&mut self) {
        self.undo(0);
        self.clauses.watch_all();
        let holds = self.clauses.assign_units(&mut self.assignment)
            && self.linear.examine_all(&mut self.assignment)
            && self.propagate();
        self.refuted = !holds;
    }
}
