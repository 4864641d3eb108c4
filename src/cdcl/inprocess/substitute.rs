//! Equivalent-literal substitution: replaces literals by equivalent ones.
//!
//! Literals that imply each other by binary clauses (see
//! [`super::implications`]) have the same value in every model. One of them
//! replaces the others in all clauses. The others are removed as eliminated
//! variables are: two binary clauses each give them their values, and restore
//! them when they are mentioned (Li, "Integrating Equivalency Reasoning into
//! Davis-Putnam Procedure", AAAI 2000; as PrecoSAT and CaDiCaL).
//!
//! Variables in groups, assumptions, and variables that a propagator observes
//! are not replaced, but may replace others.

use crate::cdcl::Solver;
use crate::cdcl::core::analysis::inside;
use crate::cdcl::state::clauses::ClauseRef;
use crate::formula::{Lit, Var};
use crate::proof::Id;

/// For each literal, the literal that replaces it.
struct Substitution {
    /// For each literal, the literal of its component that stays, or the
    /// literal itself if it is in no component.
    representatives: Vec<Lit>,
    /// For each variable, whether it is replaced.
    goes: Vec<bool>,
    /// For each literal, the id of the clause that states that it implies its
    /// representative.
    reasons: Vec<Id>,
}

impl Substitution {
    fn image(&self, lit: Lit) -> Lit {
        match self.goes[lit.var().index()] {
            true => self.representatives[lit.code()],
            false => lit,
        }
    }

    fn goes(&self, lit: Lit) -> bool {
        self.goes[lit.var().index()]
    }
}

impl Solver {
    /// Returns `true` if a substitution is due.
    pub(in crate::cdcl) fn substituting(&self) -> bool {
        self.limits.substitute.is_due(self.stats.conflicts)
    }

    /// Substitutes equivalent literals if the share of the search's ticks suffices, and
    /// sets the next time.
    pub(in crate::cdcl) fn substitute(&mut self) {
        self.return_to_root();
        self.limits.substitute.postpone(self.stats.conflicts, 1.0);
        let share = &self.limits.substitute_share;
        let effort = share.get(self.stats.ticks, self.config.substitute_effort);
        if self.substitution_cost() > effort {
            return; // until then there is more
        }
        self.limits.substitute_share.use_up(self.stats.ticks);
        self.substitute_now();
    }

    /// Returns the approximate cost of a substitution in ticks.
    fn substitution_cost(&self) -> u64 {
        self.implications().cost() + self.clauses.num_words() as u64 / 16
    }

    /// Substitutes at level 0 with everything propagated, unless substitution is
    /// switched off.
    pub(super) fn substitute_now(&mut self) {
        if self.config.substitute_interval.is_none() {
            return;
        }
        self.stats.substitutions += 1;
        self.stats.substitute_ticks += self.substitution_cost();
        let components = self.implications().components();
        if components.is_empty() {
            return;
        }
        let is_absurd = |component: &&Vec<Lit>| component[0] == !component[1];
        if let Some(component) = components.iter().find(is_absurd) {
            // The literal implies its negation and is implied by it, so the
            // formula is unsatisfiable.
            self.try_literal(component[0]);
            return;
        }
        let mut substitution = self.choose(&components);
        let mut room = 0;
        let mut affected: Vec<ClauseRef> = Vec::new();
        for clause in self.clauses.refs() {
            if self.clauses.lits(clause).any(|lit| substitution.goes(lit)) {
                room += self.clauses.end(clause) - clause.word() as usize;
                affected.push(clause);
            }
        }
        let gone: Vec<Var> = components
            .iter()
            .flatten()
            .filter(|&&lit| substitution.goes(lit))
            .map(|lit| lit.var())
            .collect();
        if gone.is_empty() || !self.clauses.has_room(room) {
            return;
        }
        self.prove_equivalences(&components, &mut substitution);
        for clause in affected {
            self.substitute_in(clause, &substitution);
            if self.unsatisfiable {
                return;
            }
        }
        for var in gone {
            self.remove_var(var, &substitution);
        }
        self.collect();
        // Propagate only now: the replaced clauses are no longer watched.
        if let Some(conflict) = self.propagate() {
            self.learn_from(conflict);
        }
    }

    /// Chooses the literal of each component that stays: one that must stay, if
    /// there is one.
    fn choose(&self, components: &[Vec<Lit>]) -> Substitution {
        let num_vars = self.trail.num_vars();
        let mut must_stay = vec![false; num_vars];
        for lit in &self.assumptions {
            must_stay[lit.var().index()] = true;
        }
        for (index, stays) in must_stay.iter_mut().enumerate() {
            *stays |= self.is_observed(Var::new(index));
        }
        let mut substitution = Substitution {
            representatives: (0..2 * num_vars).map(Lit::from_code).collect(),
            goes: vec![false; num_vars],
            reasons: vec![Id::NONE; 2 * num_vars],
        };
        for component in components {
            let stays = |lit: &Lit| must_stay[lit.var().index()] || !self.is_ungrouped(lit.var());
            let first = component.iter().copied().find(stays);
            let representative = first.unwrap_or(component[0]);
            for &lit in component {
                substitution.representatives[lit.code()] = representative;
                substitution.representatives[(!lit).code()] = !representative;
                substitution.goes[lit.var().index()] = lit != representative && !stays(&lit);
            }
        }
        substitution
    }

    /// Derives the two binary clauses for each replaced literal.
    fn prove_equivalences(&mut self, components: &[Vec<Lit>], substitution: &mut Substitution) {
        if !self.tracer.is_on() {
            return;
        }
        let mut is_reached = vec![false; 2 * self.trail.num_vars()];
        for component in components {
            if !component.iter().any(|&lit| substitution.goes(lit)) {
                continue;
            }
            let representative = substitution.representatives[component[0].code()];
            for root in [representative, !representative] {
                let is_member = |lit: Lit| substitution.representatives[lit.code()] == root;
                let edges = self.implications().tree(root, is_member, &mut is_reached);
                for (from, to) in edges {
                    if self.tracer.wants_reasons() {
                        if from != root {
                            self.tracer.hint(substitution.reasons[(!from).code()]);
                        }
                        let id = self.id_of_binary(!from, to);
                        self.tracer.hint(id);
                    }
                    let id = self.tracer.derive(&[!root, to]);
                    substitution.reasons[(!to).code()] = id;
                }
                for &lit in component {
                    let to = if root == representative { lit } else { !lit };
                    if to != root && !substitution.goes(to) {
                        let id = substitution.reasons[(!to).code()];
                        self.tracer.forget(&[!root, to], id);
                    }
                }
            }
        }
    }

    /// Replaces a clause with replaced literals by its image. The caller made
    /// sure that it fits into the arena.
    fn substitute_in(&mut self, clause: ClauseRef, substitution: &Substitution) {
        let old: Vec<Lit> = self.clauses.lits(clause).collect();
        let images: Vec<Lit> = old.iter().map(|&lit| substitution.image(lit)).collect();
        let mut lits: Vec<Lit> = Vec::with_capacity(old.len());
        let mut holds = false;
        for &lit in &images {
            let marks = &mut self.trail.record_mut(lit.var()).marks;
            let is_new = *marks & inside(lit) == 0;
            holds |= *marks & inside(!lit) != 0;
            *marks |= inside(lit);
            holds |= self.trail.is_true(lit);
            if is_new && !self.trail.is_false(lit) {
                lits.push(lit);
            }
        }
        for &lit in &images {
            self.trail.record_mut(lit.var()).marks &= !inside(lit);
        }
        if !holds {
            if self.tracer.wants_hints() {
                self.hint_false(&images);
                for &lit in old.iter().filter(|&&lit| substitution.goes(lit)) {
                    self.tracer.hint(substitution.reasons[lit.code()]);
                }
                self.tracer.hint(self.clauses.id(clause));
            }
            self.add_substituted(clause, &lits);
        }
        if !self.unsatisfiable {
            self.remove_clause(clause);
        }
    }

    /// Adds the clause `lits`, which follows from the hints given so far, as
    /// learned or irredundant like `clause`.
    fn add_substituted(&mut self, clause: ClauseRef, lits: &[Lit]) {
        if lits.is_empty() {
            self.derive_empty();
            return;
        }
        let id = self.tracer.derive(lits);
        if let [unit] = *lits {
            self.fix(unit, id);
            return;
        }
        let is_learned = self.clauses.is_learned(clause);
        let glue = self.clauses.glue(clause).min(lits.len() as u32 - 1);
        let used = self.clauses.used(clause);
        match self.add_to_arena(lits, is_learned.then_some(glue), id) {
            Some(added) if is_learned => self.clauses.set_used(added, used),
            Some(_) => {}
            None => self.is_incomplete = true, // there was room
        }
    }

    /// Removes a variable that no clause contains any more.
    fn remove_var(&mut self, var: Var, substitution: &Substitution) {
        let representative = substitution.representatives[var.positive().code()];
        self.eliminated.begin(var);
        for (lit, other) in [
            (var.positive(), representative),
            (var.negative(), !representative),
        ] {
            let clause = [!lit, other].into_iter();
            self.eliminated
                .push(clause, substitution.reasons[lit.code()]);
            self.watches.clear(lit);
        }
        self.queue.remove(var);
        self.scores.remove(var);
        self.stats.substituted += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Config, Verdict};
    use crate::check::Auditor;
    use crate::formula::Cnf;
    use crate::proof::Shared;

    const VARS: usize = 10;

    /// Returns the assignments that satisfy all clauses, as bit masks.
    fn models(cnf: &Cnf) -> Vec<u32> {
        let holds =
            |bits: u32, lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
        (0..1 << VARS)
            .filter(|&bits| {
                cnf.clauses()
                    .all(|clause| clause.iter().any(|lit| holds(bits, lit)))
            })
            .collect()
    }

    #[test]
    fn what_goes_leaves_no_clause_and_comes_back() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut gone, mut refuted) = (0, 0);
        for _ in 0..1000 {
            let mut cnf = Cnf::new(VARS);
            for _ in 0..rng.usize(8..24) {
                let size = if rng.u32(0..4) > 0 {
                    2
                } else {
                    rng.usize(3..5)
                };
                let lits = (0..size).map(|_| Var::new(rng.usize(0..VARS)).lit(rng.bool()));
                cnf.add_clause(&lits.collect::<Vec<_>>());
            }
            let auditor = Shared::new(Auditor::new());
            let mut solver = Solver::new(Config {
                counting: false,
                ..Config::default()
            })
            .with_observer(Box::new(auditor.clone()));
            solver.add_cnf(&cnf);
            if let Some(conflict) = solver.propagate() {
                solver.learn_from(conflict);
            }
            if !solver.unsatisfiable {
                solver.substitute_now();
            }
            let expected = models(&cnf);
            if solver.unsatisfiable {
                assert!(expected.is_empty());
                refuted += 1;
                continue;
            }
            solver.check_invariants();
            gone += solver.stats.substituted;
            for clause in solver.clauses.refs() {
                let mut lits = solver.clauses.lits(clause);
                assert!(!lits.any(|lit| solver.eliminated.has(lit.var())));
            }
            let verdict = solver.solve(&Budget::unlimited()).unwrap();
            assert_eq!(verdict == Verdict::Sat, !expected.is_empty());
            if let Some(model) = solver.model() {
                let bits = model.lits().filter(|lit| lit.is_positive());
                let bits = bits.fold(0, |bits, lit| bits | 1 << lit.var().index());
                assert!(expected.contains(&bits));
            }
            let left = solver.preprocess(&Budget::unlimited()).unwrap();
            assert_eq!(models(&left), expected);
            auditor.with(|auditor| assert_eq!(auditor.fault(), None));
        }
        assert!(gone > 500 && refuted > 50, "{gone} {refuted}");
    }
}
