//! Reports sums of parities to the observer.

use crate::budget::Budget;
use crate::cdcl::Solver;
use crate::formula::Lit;
use crate::proof::fingerprint::Fingerprint;
use crate::proof::parity::{Plan, derive_sum};
use crate::proof::{Id, Parity, Sum};
use rustc_hash::FxHashMap;

/// Largest number of variables of all sums that a solver proves by clauses, in all
/// rounds together: a proof of about six million clauses.
const MOST_VARS: usize = 1 << 19;

impl Solver {
    /// Derives the clauses of the sums, and returns them with their ids. Sums whose
    /// proof would be too long are left out.
    pub(super) fn prove_sums(
        &mut self,
        parities: &[Parity],
        sums: &[Sum],
        budget: &Budget,
    ) -> Vec<(Vec<Lit>, Id)> {
        if self.tracer.extends() {
            return self.prove_sums_by_clauses(parities, sums, budget);
        }
        self.tracer.summed(parities, sums);
        let clauses = sums.iter().flat_map(|sum| sum.total.clauses());
        clauses
            .map(|clause| {
                let id = self.tracer.derive(&clause);
                (clause, id)
            })
            .collect()
    }

    fn prove_sums_by_clauses(
        &mut self,
        parities: &[Parity],
        sums: &[Sum],
        budget: &Budget,
    ) -> Vec<(Vec<Lit>, Id)> {
        let chosen = sums.iter().flat_map(|sum| &sum.of);
        let vars = chosen.flat_map(|&index| &parities[index as usize].vars);
        let known = self.ids_of_long_clauses(vars.copied());
        let mut ids: FxHashMap<u32, Vec<Id>> = FxHashMap::default();
        let mut scraps = Vec::new();
        let mut derived = Vec::new();
        // Sums of few parities first: of these the most can be proved.
        let mut order: Vec<&Sum> = sums.iter().collect();
        order.sort_by_key(|sum| sum.of.len());
        for sum in order {
            if self.is_over(budget) {
                break;
            }
            let chosen = sum.of.iter().map(|&index| &parities[index as usize]);
            let chosen: Vec<&Parity> = chosen.collect();
            let left = MOST_VARS.saturating_sub(self.limits.parity_proved);
            let Some(plan) = Plan::new(&chosen, left) else {
                break; // the rest is as long, or longer
            };
            self.limits.parity_proved += plan.cost;
            let own: Vec<Vec<Id>> = sum
                .of
                .iter()
                .map(|&index| {
                    let parity = &parities[index as usize];
                    let own = ids.entry(index);
                    own.or_insert_with(|| self.ids_of_parity(parity, &known, &mut scraps))
                        .clone()
                })
                .collect();
            derived.extend(derive_sum(&chosen, &own, &plan, &mut self.tracer));
            if derived.last().is_some_and(|(clause, _)| clause.is_empty()) {
                break;
            }
        }
        for (clause, id) in scraps {
            self.tracer.forget(&clause, id);
        }
        derived
    }

    /// Returns the ids of the clauses of a parity. Those that shorter clauses stand
    /// for are derived, and added to `scraps`.
    fn ids_of_parity(
        &mut self,
        parity: &Parity,
        known: &FxHashMap<Fingerprint, Id>,
        scraps: &mut Vec<(Vec<Lit>, Id)>,
    ) -> Vec<Id> {
        let clauses = parity.clauses();
        if !self.tracer.wants_hints() {
            return clauses.map(|_| Id::NONE).collect();
        }
        clauses
            .map(|clause| {
                let all = (1_u32 << clause.len()) - 1;
                // The whole clause first.
                let id_of = |set: u32| {
                    let chosen = (0..clause.len()).filter(|&index| set >> index & 1 == 1);
                    let lits: Vec<Lit> = chosen.map(|index| clause[index]).collect();
                    match lits[..] {
                        [a, b] => self.tracer.binary(a, b),
                        _ => known.get(&Fingerprint::of(&lits)).copied(),
                    }
                };
                let (set, id) = (1..=all)
                    .rev()
                    .find_map(|set| Some((set, id_of(set)?)))
                    .expect("the clause, or one that subsumes it");
                if set == all {
                    return id;
                }
                let id = self.tracer.derive_from(&clause, &[id]);
                scraps.push((clause, id));
                id
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Var, lits};
    use crate::proof::drat;

    /// Returns a solver with the clauses of a ⊕ b ⊕ c = 0 and a ⊕ b ⊕ d = 1, the
    /// parities, and their sum.
    fn example() -> (Solver, Vec<Parity>, Vec<Sum>) {
        let parity = |numbers: &[usize], is_odd| Parity {
            vars: numbers.iter().map(|&number| Var::new(number)).collect(),
            is_odd,
        };
        let parities = vec![parity(&[0, 1, 2], false), parity(&[0, 1, 3], true)];
        let sum = Sum {
            of: vec![0, 1],
            total: parity(&[2, 3], true),
        };
        let writer = drat::Writer::text(Vec::new()).extending(4);
        let mut solver = Solver::default().with_observer(Box::new(writer));
        for clause in parities.iter().flat_map(Parity::clauses) {
            solver.add_clause(&clause);
        }
        (solver, parities, vec![sum])
    }

    #[test]
    fn proofs_by_clauses_are_limited_in_all_rounds_together() {
        let (mut solver, parities, sums) = example();
        let budget = Budget::unlimited();
        let prove = |solver: &mut Solver| solver.prove_sums(&parities, &sums, &budget);
        let clauses: Vec<Vec<Lit>> = prove(&mut solver).into_iter().map(|(c, _)| c).collect();
        assert_eq!(clauses, [lits(&[3, 4]), lits(&[-3, -4])]);
        let cost = solver.limits.parity_proved;
        assert!(cost > 0);
        assert_eq!(prove(&mut solver).len(), 2);
        assert_eq!(solver.limits.parity_proved, 2 * cost);
        solver.limits.parity_proved = MOST_VARS - cost;
        assert_eq!(prove(&mut solver).len(), 2);
        assert_eq!(prove(&mut solver).len(), 0);
    }
}
