//! The solver's side of the observer: what is reported, and when.
//!
//! A clause is reported when a proof gains or loses it; one that a proof still
//! needs is reported as deleted later or never. The steps of the
//! search are reported only if the observer wants them. Implications cost the
//! inner loop nothing: they are read off the trail when propagation is done.

use crate::cdcl::Solver;
use crate::cdcl::counting::{Finding, Structure};
use crate::cdcl::state::clauses::{ClauseRef, Clauses};
use crate::cdcl::state::ids::Ids;
use crate::cdcl::state::reason::{Antecedent, Conflict};
use crate::cdcl::state::trail::Trail;
use crate::formula::{Lit, Var};
use crate::proof::fingerprint::Fingerprint;
use crate::proof::lemmas::{Derive, Lemmas};
use crate::proof::{Conclusion, Counting, Id, LexLeader, Observer, Parity, Sum, Sums};
use rustc_hash::FxHashMap;
use std::io;

/// The observer, if there is one, and the state needed to report to it.
#[derive(Default)]
pub(in crate::cdcl) struct Tracer {
    observer: Option<Box<dyn Observer>>,
    steps: bool,
    /// Proof ids of the clauses; `None` unless the observer wants hints.
    ids: Option<Ids>,
    /// The hints collected for the next derived clause.
    hints: Vec<Id>,
    /// Index of the next extension variable; `None` if the observer does not allow
    /// proofs with new variables.
    extending: Option<usize>,
    /// Set once an extension variable was introduced.
    has_extended: bool,
    /// Set if a clause of the formula mentions a variable that was already used
    /// as a new one.
    has_clashed: bool,
    /// The clauses that pending proofs still need, with multiplicity. `pending`
    /// is the number of such proofs; while it is not 0, no binary clause is
    /// reported as deleted.
    pinned: FxHashMap<Fingerprint, u32>,
    pub pending: usize,
    /// Number of literals of the trail that were reported as implied.
    pub num_reported: usize,
    /// Buffer for a clause copied from the arena.
    clause: Vec<Lit>,
}

impl Tracer {
    pub(crate) fn set(&mut self, observer: Box<dyn Observer>) {
        self.steps = observer.wants_steps();
        self.ids = observer.wants_hints().then(Ids::default);
        self.extending = match observer.counting() {
            Counting::Extending(num_vars) => Some(num_vars),
            _ => None,
        };
        self.observer = Some(observer);
    }

    pub(crate) fn take(&mut self) -> Option<Box<dyn Observer>> {
        self.steps = false;
        self.ids = None;
        self.extending = None;
        self.pending = 0;
        self.observer.take()
    }

    pub(crate) fn is_on(&self) -> bool {
        self.observer.is_some()
    }

    /// Returns `true` if at-most-one groups of the formula are reported as clauses.
    pub(crate) fn needs_pairs(&self) -> bool {
        self.observer
            .as_ref()
            .is_some_and(|observer| !observer.has_groups())
    }

    #[inline]
    pub(crate) fn wants_steps(&self) -> bool {
        self.steps
    }

    /// Returns the observer, if it wants steps.
    #[inline]
    pub(crate) fn steps(&mut self) -> Option<&mut (dyn Observer + 'static)> {
        if !self.steps {
            return None;
        }
        self.observer.as_deref_mut()
    }

    /// Returns `true` if derived clauses need hints.
    #[inline]
    pub(crate) fn wants_hints(&self) -> bool {
        self.ids.is_some()
    }

    /// Returns `true` if reasons must be followed: for hints, or to find the
    /// pending proofs of counts that are used.
    #[inline]
    pub(crate) fn wants_reasons(&self) -> bool {
        self.ids.is_some() || self.pending > 0
    }

    /// Adds the hint `id` for the next derived clause. When the clause's
    /// literals are assumed false, each hint must in turn make a literal true,
    /// and the last one must be a conflict.
    #[inline]
    pub(crate) fn hint(&mut self, id: Id) {
        if self.ids.is_some() {
            self.hints.push(id);
        }
    }

    /// Adds the hints `ids`; see [`hint`](Self::hint).
    pub(crate) fn hint_all<'a>(&mut self, ids: impl Iterator<Item = &'a Id>) {
        if self.ids.is_some() {
            self.hints.extend(ids);
        }
    }

    /// Returns the id of the unit clause of a variable fixed at level 0.
    pub(crate) fn unit(&self, var: Var) -> Option<Id> {
        self.ids.as_ref().map(|ids| ids.unit(var))
    }

    /// Adds the hint for the unit clause of a variable fixed at level 0.
    pub(crate) fn hint_unit(&mut self, var: Var) {
        if let Some(ids) = &self.ids {
            self.hints.push(ids.unit(var));
        }
    }

    /// Returns `true` if the observer takes sums as part of the formula.
    pub(crate) fn takes_sums(&self) -> bool {
        let observer = self.observer.as_ref();
        observer.is_some_and(|observer| observer.takes_sums())
    }

    /// Reports a sum of the formula.
    pub(crate) fn sum(&mut self, terms: &[(u32, Lit)], bound: i64) {
        if let Some(observer) = &mut self.observer
            && observer.takes_sums()
        {
            observer.sum(terms, bound);
        }
    }

    /// Reports a clause of the formula and returns its id.
    pub(crate) fn original(&mut self, clause: &[Lit]) -> Id {
        let Some(observer) = &mut self.observer else {
            return Id::NONE;
        };
        if let Some(next) = &mut self.extending {
            for lit in clause {
                if lit.var().index() >= *next {
                    self.has_clashed |= self.has_extended;
                    *next = lit.var().index() + 1;
                }
            }
        }
        let id = self.ids.as_mut().map_or(Id::NONE, Ids::next_original);
        observer.original(id, clause);
        id
    }

    /// Reports a clause that follows from the hints collected since the last
    /// one, and returns its id. Every clause of the solver comes from here or
    /// from [`original`](Self::original).
    pub(crate) fn derive(&mut self, clause: &[Lit]) -> Id {
        let mut hints = std::mem::take(&mut self.hints);
        let id = self.derive_from(clause, &hints);
        hints.clear();
        self.hints = hints;
        id
    }

    /// Reports a clause that follows from `hints`, and returns its id.
    pub(crate) fn derive_from(&mut self, clause: &[Lit], hints: &[Id]) -> Id {
        self.lemma(hints, |observer, id, hints| {
            observer.derived(id, clause, hints)
        })
    }

    /// Reports a clause with a new id, and with `hints` if they are wanted.
    fn lemma(&mut self, hints: &[Id], report: impl FnOnce(&mut dyn Observer, Id, &[Id])) -> Id {
        let Some(observer) = &mut self.observer else {
            return Id::NONE;
        };
        let (id, hints) = match &mut self.ids {
            Some(ids) => (ids.next_derived(), hints),
            None => (Id::NONE, &[][..]),
        };
        report(observer.as_mut(), id, hints);
        id
    }

    /// Returns `true` if counts are proved by new variables.
    pub(crate) fn extends(&self) -> bool {
        self.extending.is_some()
    }

    /// Keeps a clause in the proof even if the solver deletes it.
    pub(crate) fn pin(&mut self, clause: &[Lit]) {
        *self.pinned.entry(Fingerprint::of(clause)).or_default() += 1;
    }

    pub(crate) fn unpin(&mut self, clause: &[Lit]) {
        let print = Fingerprint::of(clause);
        if let Some(count) = self.pinned.get_mut(&print) {
            *count -= 1;
            if *count == 0 {
                self.pinned.remove(&print);
            }
        }
    }

    /// Records the unit clause `id` of a literal that is now true at level 0.
    pub(crate) fn set_unit(&mut self, lit: Lit, id: Id) {
        if let Some(ids) = &mut self.ids {
            ids.set_unit(lit.var(), id);
        }
    }

    /// Records the id of a binary clause.
    pub(crate) fn add_binary(&mut self, first: Lit, second: Lit, id: Id) {
        if let Some(ids) = &mut self.ids {
            ids.add_binary(first, second, id);
        }
    }

    /// Returns the id of a binary clause that is in the arena or that a group
    /// replaced.
    pub(crate) fn binary(&self, first: Lit, second: Lit) -> Option<Id> {
        self.ids.as_ref()?.binary(first, second)
    }

    /// Returns the same as [`binary`](Self::binary), for the reasons of propagation.
    #[inline]
    pub(crate) fn binary_again(&mut self, lit: Lit, other: Lit) -> Option<Id> {
        self.ids.as_mut()?.binary_again(lit, other)
    }

    /// Returns `true` if counts may be used: there is no observer, or it can
    /// account for them.
    pub(crate) fn counts(&self) -> bool {
        self.observer
            .as_ref()
            .is_none_or(|observer| observer.counting() != Counting::No)
    }

    pub(crate) fn counted(&mut self, structure: &Structure, finding: &Finding) {
        if let Some(observer) = &mut self.observer {
            structure.report(finding, observer.as_mut());
        }
    }

    /// Reports sums of parities, unless there are none.
    pub(crate) fn summed(&mut self, parities: &[Parity], sums: &[Sum]) {
        if let Some(observer) = &mut self.observer
            && !sums.is_empty()
        {
            observer.summed(&Sums { parities, sums });
        }
    }

    /// Returns `true` if lex-leaders may be used: there is no observer, or it can account for them.
    pub(crate) fn takes_leaders(&self) -> bool {
        let observer = self.observer.as_ref();
        observer.is_none_or(|observer| observer.takes_leaders())
    }

    /// Reports the order of variables of all lex-leaders.
    pub(crate) fn ordered(&mut self, vars: &[Var]) {
        if let Some(observer) = &mut self.observer {
            observer.ordered(vars);
        }
    }

    /// Reports a lex-leader.
    pub(crate) fn led(&mut self, leader: &LexLeader) {
        if let Some(observer) = &mut self.observer {
            observer.led(leader);
        }
    }

    pub(crate) fn shrunk(&mut self, group: &[Lit], smaller: &[Lit]) {
        if let Some(observer) = &mut self.observer {
            observer.shrunk(group, smaller);
        }
    }

    /// Reports the deletion of a clause. Deletions of unit clauses are never
    /// reported: a fixed literal stays fixed, and checkers differ in what
    /// deleting a unit means.
    pub(crate) fn deleted(&mut self, clause: &[Lit], id: Id) {
        let is_pinned = self.pending > 0
            && (clause.len() == 2 || self.pinned.contains_key(&Fingerprint::of(clause)));
        if !self.is_on() || clause.len() < 2 || is_pinned {
            return;
        }
        if let (Some(ids), &[first, second]) = (&mut self.ids, clause) {
            ids.remove_binary(first, second, id);
        }
        self.forget(clause, id);
    }

    /// Deletes a clause that exists only in the proof.
    pub(crate) fn forget(&mut self, clause: &[Lit], id: Id) {
        if let Some(observer) = &mut self.observer {
            observer.deleted(id, clause);
        }
    }

    /// Reports the deletion of a clause of the arena; see [`Tracer::deleted`].
    pub(crate) fn deleted_clause(&mut self, clause: ClauseRef, clauses: &Clauses) {
        if self.is_on() {
            let mut lits = std::mem::take(&mut self.clause);
            lits.clear();
            lits.extend(clauses.lits(clause));
            self.deleted(&lits, clauses.id(clause));
            self.clause = lits;
        }
    }

    pub(crate) fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
        if self.has_clashed {
            return Err(io::Error::other(
                "a clause came with a variable that the proof uses as a new one",
            ));
        }
        match &mut self.observer {
            Some(observer) => observer.conclude(conclusion),
            None => Ok(()),
        }
    }

    pub(crate) fn backjumped(&mut self, from: usize, to: usize) {
        if let Some(observer) = self.steps() {
            observer.backjumped(from, to);
        }
    }

    /// Reports that analysis resolves upon `pivot` with its reason.
    pub(crate) fn resolved(
        &mut self,
        pivot: Lit,
        reason: Antecedent,
        resolvent: &[Lit],
        clauses: &Clauses,
    ) {
        if !self.steps {
            return;
        }
        self.copy_reason(pivot, reason, clauses);
        if let Some(observer) = &mut self.observer {
            observer.resolved(pivot, &self.clause, resolvent);
        }
    }

    /// Copies the clause that implies `lit` into `self.clause`, this literal
    /// first.
    fn copy_reason(&mut self, lit: Lit, reason: Antecedent, clauses: &Clauses) {
        self.clause.clear();
        self.clause.push(lit);
        let others = reason.lits(clauses).filter(|&other| other != lit);
        self.clause.extend(others);
    }

    fn implied(&mut self, lit: Lit, trail: &Trail, clauses: &Clauses) {
        let reason = trail.antecedent(lit.var());
        let level = trail.level_of(lit.var());
        if reason == Antecedent::None && level > 0 {
            return; // a decision, told as such
        }
        self.copy_reason(lit, reason, clauses);
        if let Some(observer) = &mut self.observer {
            observer.implied(lit, &self.clause, level);
        }
    }
}

impl Derive for Tracer {
    fn derive(&mut self, clause: &[Lit], hints: &[Id]) -> Id {
        self.derive_from(clause, hints)
    }
}

impl Lemmas for Tracer {
    fn fresh(&mut self) -> Lit {
        let next = self.extending.as_mut().expect("the observer lets us");
        *next += 1;
        self.has_extended = true;
        Var::new(*next - 1).positive()
    }

    fn define(&mut self, clause: &[Lit], against: &[Id]) -> Id {
        self.lemma(against, |observer, id, against| {
            observer.defined(id, clause, against)
        })
    }

    fn delete(&mut self, clause: &[Lit], id: Id) {
        self.forget(clause, id);
    }
}

impl Solver {
    /// Returns the solver with `observer`. To see all clauses, the observer
    /// must be set before the first clause is added.
    ///
    /// ```
    /// use sudosat::prelude::*;
    /// use sudosat::proof::{Shared, drat};
    ///
    /// let cnf: Cnf = [&[1, 2][..], &[-1, 2], &[1, -2], &[-1, -2]].into_iter().collect();
    /// let proof = Shared::new(drat::Writer::text(Vec::new()));
    /// let mut solver = Solver::default().with_observer(Box::new(proof.clone()));
    /// solver.add_cnf(&cnf);
    /// assert_eq!(solver.solve(&Budget::unlimited())?, Verdict::Unsat);
    /// drop(solver);
    /// let text = proof.into_inner().expect("the solver is gone").into_inner()?;
    /// let steps = drat::read(&text[..], "proof")?.collect::<Result<Vec<_>, _>>()?;
    /// check::drat(&cnf, steps, &Budget::unlimited())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the observer wants hints and there already are clauses.
    #[must_use]
    pub fn with_observer(mut self, observer: Box<dyn Observer>) -> Solver {
        if observer.wants_hints() {
            let is_empty = self.clauses.num_words() == 0 && self.trail.len() == 0;
            assert!(is_empty, "hints are wanted before the first clause");
            self.clauses.have_ids();
        }
        self.tracer.set(observer);
        self
    }

    /// Ends the observation and returns the observer.
    pub fn take_observer(&mut self) -> Option<Box<dyn Observer>> {
        self.tracer.take()
    }

    /// Reports the literals implied since the last call.
    pub(in crate::cdcl) fn trace_implied(&mut self) {
        let Solver {
            tracer,
            trail,
            clauses,
            ..
        } = self;
        if tracer.steps {
            for &lit in &trail.lits()[tracer.num_reported.min(trail.len())..] {
                tracer.implied(lit, trail, clauses);
            }
            tracer.num_reported = trail.len();
        }
    }

    pub(in crate::cdcl) fn trace_conflict(&mut self, conflict: Conflict) {
        let Solver {
            tracer,
            trail,
            clauses,
            ..
        } = self;
        if let Some(observer) = tracer.steps() {
            let clause: Vec<Lit> = conflict.lits(clauses).collect();
            observer.conflict(&clause, trail.level());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Config, Verdict};
    use crate::formula::Cnf;
    use crate::proof::Shared;

    /// Writes a line for every event.
    #[derive(Default)]
    struct Scribe(Vec<String>);

    impl Observer for Scribe {
        fn wants_steps(&self) -> bool {
            true
        }

        fn derived(&mut self, _: Id, clause: &[Lit], _: &[Id]) {
            self.0.push(format!("derived {clause:?}"));
        }

        fn deleted(&mut self, _: Id, clause: &[Lit]) {
            self.0.push(format!("deleted {clause:?}"));
        }

        fn decided(&mut self, lit: Lit, level: usize) {
            self.0.push(format!("level {level}: decided {lit}"));
        }

        fn implied(&mut self, lit: Lit, reason: &[Lit], level: usize) {
            self.0
                .push(format!("level {level}: implied {lit} by {reason:?}"));
        }

        fn conflict(&mut self, clause: &[Lit], level: usize) {
            self.0.push(format!("level {level}: conflict {clause:?}"));
        }

        fn resolved(&mut self, pivot: Lit, reason: &[Lit], resolvent: &[Lit]) {
            self.0
                .push(format!("upon {pivot} with {reason:?}: {resolvent:?}"));
        }

        fn minimized(&mut self, clause: &[Lit]) {
            self.0.push(format!("minimized {clause:?}"));
        }

        fn backjumped(&mut self, from: usize, to: usize) {
            self.0.push(format!("from {from} to {to}"));
        }

        fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
            self.0.push(format!("{conclusion:?}"));
            Ok(())
        }
    }

    #[test]
    fn a_plain_run_is_told_step_by_step() {
        let cnf: Cnf = [
            &[1, 1, -7][..],
            &[7],
            &[-2, 3],
            &[-4, 5],
            &[-5, -3, 6],
            &[-6, -5, -2],
        ]
        .into_iter()
        .collect();
        let scribe = Shared::new(Scribe::default());
        let mut solver = Solver::new(Config::plain(true)).with_observer(Box::new(scribe.clone()));
        solver.add_cnf(&cnf);
        assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
        let told = scribe.with(|scribe| std::mem::take(&mut scribe.0));
        assert_eq!(
            told,
            [
                "derived [1, -7]", // without the repetition
                "deleted [1, 1, -7]",
                "level 0: implied 7 by [7]",
                "level 0: implied 1 by [1, -7]",
                "derived [1]",
                "level 1: decided 2",
                "level 1: implied 3 by [3, -2]",
                "level 2: decided 4",
                "level 2: implied 5 by [5, -4]",
                "level 2: implied 6 by [6, -5, -3]",
                "level 2: conflict [-6, -5, -2]",
                "upon 6 with [6, -5, -3]: [-5, -2, -3]",
                "minimized [-5, -2]",
                "derived [-5, -2]",
                "from 2 to 1",
                "level 1: implied -5 by [-5, -2]",
                "level 1: implied -4 by [-4, 5]",
                "level 2: decided 6",
                "Satisfiable",
            ]
        );
    }

    /// An observer that can't store the events.
    struct Full;

    impl Observer for Full {
        fn conclude(&mut self, _: Conclusion) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }
    }

    #[test]
    fn an_error_of_the_observer_is_the_callers() {
        let mut solver = Solver::default().with_observer(Box::new(Full));
        solver.add_cnf(&[&[1, 2][..]].into_iter().collect());
        let error = solver.solve(&Budget::unlimited()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(solver.take_observer().is_some());
        assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    }
}
