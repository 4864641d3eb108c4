//! Reports sums of parities to the observer.

use crate::budget::Budget;
use crate::cdcl::Solver;
use crate::formula::Lit;
use crate::proof::fingerprint::Fingerprint;
use crate::proof::parity::{Plan, derive_sum};
use crate::proof::{Id, Parity, Sum};
use rustc_hash::FxHashMap;

/// Largest number of variables of all sums together, if they are proved by
/// clauses: a proof of about six million clauses.
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
        let known = self.ids_of_long_clauses();
        let mut ids: FxHashMap<u32, Vec<Id>> = FxHashMap::default();
        let mut scraps = Vec::new();
        let mut derived = Vec::new();
        let mut left = MOST_VARS;
        // Sums of few parities first: of these the most can be proved.
        let mut order: Vec<&Sum> = sums.iter().collect();
        order.sort_by_key(|sum| sum.of.len());
        for sum in order {
            if self.is_over(budget) {
                break;
            }
            let chosen = sum.of.iter().map(|&index| &parities[index as usize]);
            let chosen: Vec<&Parity> = chosen.collect();
            let Some(plan) = Plan::new(&chosen, left) else {
                break; // the rest is as long, or longer
            };
            left -= plan.cost;
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
