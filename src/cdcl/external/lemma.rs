//! Adding a clause under any trail.
//!
//! The two literals to watch are the ones that become open first when the search
//! backtracks: true ones, open ones, then false ones of the highest levels. If all but
//! one are false, the search backtracks to the level at which the clause would have
//! implied this one; if all are false at different levels, too. Two false literals of the
//! highest level are a conflict.

use super::connection::SUMS;
use super::propagator::Lemma;
use crate::cdcl::Solver;
use crate::cdcl::state::reason::{Conflict, Reason};
use crate::formula::Lit;
use crate::proof::Id;

impl Solver {
    /// Adds a clause of the propagator in this place, draws the conclusion that it has under the
    /// trail, and lets the propagator observe its variables.
    pub(super) fn add_lemma(&mut self, place: usize, lemma: &Lemma) {
        let clause = lemma.lits();
        let id = match place == SUMS && self.tracer.takes_sums() {
            true => self.tracer.derive_from(clause, &[]),
            false => self.tracer.original(clause),
        };
        if !self.observe_mentioned(place, clause) || self.unsatisfiable {
            return;
        }
        if self.is_over_memory() {
            self.is_incomplete = true;
            return;
        }
        let mut lits = Vec::with_capacity(clause.len());
        if !self.simplify_into(clause, &mut lits) {
            self.tracer.deleted(clause, id);
            return;
        }
        let id = self.derive_simplified(clause, &lits, id);
        match *lits {
            [] => {}
            [unit] => {
                self.return_to_root();
                self.fix(unit, id);
            }
            _ => {
                lits.sort_by_key(|&lit| self.trail.watch_order(lit));
                if let Some(reason) = self.store_lemma(lemma, &lits, id) {
                    self.conclude_from(lits[0], lits[1], reason);
                }
            }
        }
    }

    /// Stores a clause of at least two literals, and returns it as the reason of its first
    /// literal. Returns `None` if it does not fit into memory.
    fn store_lemma(&mut self, lemma: &Lemma, lits: &[Lit], id: Id) -> Option<Reason> {
        let added = match lemma {
            Lemma::Kept(_) => {
                self.limits.added += 1;
                let added = self.add_to_arena(lits, None, id);
                self.is_incomplete |= added.is_none();
                added
            }
            Lemma::Forgettable(_) => {
                let assigned = lits.iter().filter(|lit| !self.trail.is_open(lit.var()));
                let glue = self.analysis.glue(assigned.copied(), &self.trail);
                self.add_learned(lits, glue.max(1), id)
            }
        };
        match lits.len() {
            2 => added.map(|_| Reason::binary(lits[1])),
            _ => added.map(Reason::long),
        }
    }

    /// Backtracks and assigns the first literal of a new clause, or learns from it, if the
    /// trail requires that. `first` and `second` are the literals that it watches.
    fn conclude_from(&mut self, first: Lit, second: Lit, reason: Reason) {
        let trail = &self.trail;
        if !trail.is_false(second) {
            return;
        }
        let level_of_first = trail.level_of(first.var());
        let level_of_second = trail.level_of(second.var());
        if trail.is_true(first) && level_of_first <= level_of_second {
            return;
        }
        let is_conflict = trail.is_false(first) && level_of_first == level_of_second;
        self.backjump(level_of_second);
        match (is_conflict, reason.antecedent().clause()) {
            (false, _) => self.trail.assign(first, reason),
            (true, None) => self.learn_from(Conflict::Binary(first, second)),
            (true, Some(clause)) => self.learn_from(Conflict::Long(clause)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Config, Propagator, Verdict};
    use crate::formula::{Model, Var};

    /// Adds clauses of a list at any time, and all that a model violates.
    struct Gossip {
        clauses: Vec<Vec<Lit>>,
        queue: Vec<Vec<Lit>>,
        rng: fastrand::Rng,
    }

    impl Propagator for Gossip {
        fn clause(&mut self) -> Option<Lemma> {
            let clause = match self.queue.pop() {
                Some(clause) => clause,
                None if self.rng.bool() => self.rng.choice(&self.clauses)?.clone(),
                None => return None,
            };
            Some(match self.rng.bool() {
                true => Lemma::Kept(clause),
                false => Lemma::Forgettable(clause),
            })
        }

        fn accepts(&mut self, model: &Model) -> bool {
            let is_false = |clause: &&Vec<Lit>| !clause.iter().any(|&lit| model.is_true(lit));
            self.queue
                .extend(self.clauses.iter().filter(is_false).cloned());
            self.queue.is_empty()
        }
    }

    #[test]
    fn invariants_hold_after_every_step_whenever_a_clause_comes() {
        const VARS: usize = 20;
        let busy = Config {
            restart_interval: Some(1),
            reduce_interval: Some(1),
            eliminate_interval: Some(2),
            congruence_interval: Some(1),
            substitute_interval: Some(1),
            vivify_interval: Some(3),
            ..Config::default()
        };
        let configs = [busy, Config::default(), Config::plain(false)];
        let mut verdicts = [0, 0];
        for (seed, config) in (0..150).zip(configs.iter().cycle()) {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut clause = || {
                let len = rng.usize(2..5);
                let lits = (0..len).map(|_| Var::new(rng.usize(0..VARS)).lit(rng.bool()));
                lits.collect::<Vec<Lit>>()
            };
            let hidden: Vec<Vec<Lit>> = (0..35).map(|_| clause()).collect();
            let stated: Vec<Vec<Lit>> = (0..35).map(|_| clause()).collect();
            let mut whole = Solver::default();
            let mut solver = Solver::new(config.clone());
            for clause in &stated {
                solver.add_clause(clause);
                whole.add_clause(clause);
            }
            hidden.iter().for_each(|clause| whole.add_clause(clause));
            solver.connect(Gossip {
                clauses: hidden.clone(),
                queue: Vec::new(),
                rng: fastrand::Rng::with_seed(seed),
            });
            let budget = Budget::unlimited();
            solver.begin_call(&[], &[]);
            let verdict = loop {
                if let Some(verdict) = solver.step(&budget) {
                    break verdict;
                }
                solver.check_invariants();
            };
            assert_eq!(verdict, whole.solve(&budget).unwrap(), "{seed}");
            if verdict == Verdict::Sat {
                let model = solver.model_of_trail();
                let mut all = stated.iter().chain(&hidden);
                assert!(all.all(|clause| clause.iter().any(|&lit| model.is_true(lit))));
            }
            verdicts[usize::from(verdict == Verdict::Sat)] += 1;
        }
        assert!(verdicts.iter().all(|&count| count > 20), "{verdicts:?}");
    }
}
