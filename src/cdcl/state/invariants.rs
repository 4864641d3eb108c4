//! The invariants that hold between two steps of the search, as executable
//! checks.

use crate::cdcl::Solver;
use crate::formula::{Lit, Var};

impl Solver {
    /// Checks the invariants of every part and between parts. Takes time linear
    /// in the size of all clauses, so it is meant for tests.
    ///
    /// # Panics
    /// If an invariant does not hold.
    pub fn check_invariants(&self) {
        let trail = &self.trail;
        let is_eliminated = |var| self.eliminated.has(var);
        self.queue.check_invariants(trail, is_eliminated);
        self.scores
            .check_invariants(|var| trail.is_open(var) && !is_eliminated(var));
        self.analysis.check_invariants(trail);
        for index in 0..self.lowest_open.min(trail.num_vars()) {
            assert!(
                !trail.is_open(Var::new(index)) || is_eliminated(Var::new(index)),
                "none open below lowest_open"
            );
        }
        self.check_trail();
        self.check_watches();
        self.check_groups();
        self.check_connections();
    }

    /// Checks that no propagator was told more than is true, and that the
    /// variables that they observe are not eliminated.
    fn check_connections(&self) {
        for connection in &self.connections {
            connection.check_invariants(&self.trail, |var| self.eliminated.has(var));
        }
    }

    /// Checks that, once all is propagated, no group has two true literals, or
    /// a true one and an unassigned one.
    fn check_groups(&self) {
        if !self.trail.is_propagated() {
            return;
        }
        for group in 0..self.at_most_ones.len() {
            let members = self.at_most_ones.members(group);
            let is_false = |lit: &&Lit| self.trail.is_false(**lit);
            let num_false = members.iter().filter(is_false).count();
            let has_true = members.iter().any(|&lit| self.trail.is_true(lit));
            assert!(
                !has_true || num_false + 1 == members.len(),
                "one true literal makes the others of its group false"
            );
        }
    }

    /// Checks that every literal on the trail is true, has the right position,
    /// has a level not lower than the one before, and has a reason whose other
    /// literals were falsified earlier.
    fn check_trail(&self) {
        let trail = &self.trail;
        let mut level = 0;
        for (position, &lit) in trail.lits().iter().enumerate() {
            let record = trail.record(lit.var());
            assert!(trail.is_true(lit) && trail.is_false(!lit), "{lit} is true");
            assert_eq!(record.position as usize, position, "{lit} is at its place");
            assert!(record.level as usize >= level, "levels do not fall");
            level = record.level as usize;
            let is_earlier = |other| {
                trail.is_false(other)
                    && (trail.record(other.var()).position as usize) < position
                    && trail.level_of(other.var()) <= level
            };
            let antecedent = record.reason.antecedent();
            let mut lits = antecedent.lits(&self.clauses);
            assert!(
                lits.all(|other| other == lit || is_earlier(other)),
                "{lit} is implied"
            );
            if let Some(clause) = antecedent.clause() {
                assert!(!self.clauses.is_garbage(clause), "reasons are kept");
                let first = [self.clauses.lit(clause, 0), self.clauses.lit(clause, 1)];
                assert!(first.contains(&lit), "an implied literal is watched");
            }
        }
        let open = (0..trail.num_vars()).filter(|&index| trail.is_open(Var::new(index)));
        assert_eq!(open.count() + trail.len(), trail.num_vars());
    }

    /// Checks that every clause is watched by exactly its first two literals,
    /// and that, once all is propagated, a false watched literal has a true one
    /// beside it.
    fn check_watches(&self) {
        let (clauses, trail) = (&self.clauses, &self.trail);
        let mut expected: Vec<_> = clauses
            .refs()
            .flat_map(|clause| [0, 1].map(|index| (clauses.lit(clause, index), clause)))
            .collect();
        let mut found = Vec::new();
        for code in 0..2 * trail.num_vars() {
            let lit = Lit::from_code(code);
            for watch in self.watches.list(lit) {
                let clause = watch.clause();
                if clauses.is_garbage(clause) {
                    continue;
                }
                found.push((lit, clause));
                assert!(
                    clauses.lits(clause).any(|other| other == watch.blit()),
                    "a blocking literal is in its clause"
                );
                assert!(watch.blit() != lit, "a literal does not block itself");
                assert!(!watch.is_binary() || clauses.size(clause) == 2);
                if trail.is_propagated() && trail.is_false(lit) {
                    let level = trail.level_of(lit.var());
                    let holds =
                        |other| trail.is_true(other) && trail.level_of(other.var()) <= level;
                    let watched = [clauses.lit(clause, 0), clauses.lit(clause, 1)];
                    assert!(
                        holds(watch.blit()) || watched.into_iter().any(holds),
                        "a false watched literal has a true one beside it"
                    );
                }
            }
        }
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(
            found, expected,
            "clauses are watched by their first two literals"
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::budget::Budget;
    use crate::cdcl::{Config, Solver, Verdict};
    use crate::formula::{Lit, Var};

    /// Returns random clauses of three literals, slightly more than are
    /// satisfiable.
    fn hard(seed: u64, vars: usize) -> Vec<[Lit; 3]> {
        let mut rng = fastrand::Rng::with_seed(seed);
        (0..vars * 9 / 2)
            .map(|_| [(); 3].map(|()| Var::new(rng.usize(0..vars)).lit(rng.bool())))
            .collect()
    }

    #[test]
    fn invariants_hold_after_every_step() {
        let busy = Config {
            mode_interval: 7,
            restart_interval: Some(1),
            reluctant_period: 3,
            rephase_interval: Some(5),
            reduce_interval: Some(1),
            tier1: 0,
            tier2: 1,
            ..Config::default()
        };
        for (seed, config) in [busy, Config::default(), Config::plain(false)]
            .into_iter()
            .cycle()
            .take(30)
            .enumerate()
        {
            let mut solver = Solver::new(config);
            for clause in hard(seed as u64, 25) {
                solver.add_clause(&clause);
                solver.check_invariants();
            }
            let verdict = loop {
                if let Some(verdict) = solver.step(&Budget::unlimited()) {
                    break verdict;
                }
                solver.check_invariants();
            };
            assert!(matches!(verdict, Verdict::Sat | Verdict::Unsat));
        }
    }
}
