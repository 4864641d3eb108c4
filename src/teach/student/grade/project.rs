//! Elimination of auxiliary variables: the clauses over candidates that a formula with
//! auxiliary variables amounts to.
//!
//! A variable is eliminated by replacing its clauses by all their resolvents (Davis and
//! Putnam 1960); the formula that is left has exactly the models of the first one, with
//! the variable left out. Clauses that follow from the rules are dropped on the way,
//! which is what keeps the usual encodings of at-most-ones small.

use super::judge::Unsure;
use super::reference::is_tautology;
use crate::budget::Budget;
use crate::formula::{Lit, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Largest number of literals that all resolvents may have together. Chosen by hand to
/// bound memory.
const LITERALS: usize = 4_000_000;
/// Largest number of literals of all resolvents that are formed, also of those that are
/// dropped. Chosen by hand to bound the time to some seconds.
const FORMED: usize = 10 * LITERALS;
/// Number of pairs of clauses between two looks at the clock. Chosen by hand.
const GLANCE: usize = 64;

/// Returns the clauses that are left after the elimination of all variables from index
/// `candidates` on. Clauses for which `is_known` holds are dropped.
///
/// # Errors
/// If the resolvents become too many, or the budget is exhausted.
pub fn project(
    clauses: impl IntoIterator<Item = Vec<Lit>>,
    candidates: usize,
    is_known: impl Fn(&[Lit]) -> bool,
    budget: &Budget,
) -> Result<Vec<Vec<Lit>>, Unsure> {
    let mut left = Left::default();
    for clause in clauses {
        if !is_known(&clause) {
            left.add(clause, candidates);
        }
    }
    let vars: FxHashSet<Var> = left.occurrences.keys().map(|lit| lit.var()).collect();
    let mut queue: BinaryHeap<Reverse<(usize, Var)>> = BinaryHeap::new();
    queue.extend(vars.into_iter().map(|var| Reverse((left.cost(var), var))));
    let mut done: FxHashSet<Var> = FxHashSet::default();
    let (mut literals, mut formed, mut pairs) = (0, 0, 0_usize);
    while let Some(Reverse((cost, var))) = queue.pop() {
        if done.contains(&var) {
            continue;
        }
        let now = left.cost(var);
        if now > cost {
            queue.push(Reverse((now, var)));
            continue;
        }
        done.insert(var);
        let positive = left.take(var.positive());
        let negative = left.take(var.negative());
        let mut touched: FxHashSet<Var> = FxHashSet::default();
        for one in &positive {
            for other in &negative {
                if pairs.is_multiple_of(GLANCE)
                    && let Some(stop) = budget.exhausted(0)
                {
                    return Err(Unsure::Stopped(stop));
                }
                pairs += 1;
                formed += one.len() + other.len();
                if formed > FORMED {
                    return Err(Unsure::Auxiliary);
                }
                let both = one.iter().chain(other).copied();
                let mut resolvent: Vec<Lit> = both.filter(|lit| lit.var() != var).collect();
                resolvent.sort_unstable();
                resolvent.dedup();
                if is_tautology(&resolvent) || is_known(&resolvent) {
                    continue;
                }
                literals += resolvent.len();
                if literals > LITERALS {
                    return Err(Unsure::Auxiliary);
                }
                touched.extend(resolvent.iter().map(|lit| lit.var()));
                left.add(resolvent, candidates);
            }
        }
        // Their costs may have fallen.
        let others = positive.iter().chain(&negative).flatten();
        touched.extend(others.map(|lit| lit.var()));
        let is_left = |touched: &Var| touched.index() >= candidates && !done.contains(touched);
        for touched in touched.into_iter().filter(is_left) {
            queue.push(Reverse((left.cost(touched), touched)));
        }
    }
    Ok(left.clauses.into_iter().flatten().collect())
}

/// The clauses during the elimination of auxiliary variables.
#[derive(Default)]
struct Left {
    clauses: Vec<Option<Vec<Lit>>>,
    /// For each auxiliary literal, the places of clauses that have or had it.
    occurrences: FxHashMap<Lit, Vec<usize>>,
    known: FxHashSet<Vec<Lit>>,
}

impl Left {
    fn add(&mut self, clause: Vec<Lit>, candidates: usize) {
        if !self.known.insert(clause.clone()) {
            return;
        }
        for &lit in clause.iter().filter(|lit| lit.var().index() >= candidates) {
            self.occurrences
                .entry(lit)
                .or_default()
                .push(self.clauses.len());
        }
        self.clauses.push(Some(clause));
    }

    fn count(&mut self, lit: Lit) -> usize {
        let Some(places) = self.occurrences.get_mut(&lit) else {
            return 0;
        };
        places.retain(|&place| self.clauses[place].is_some());
        places.len()
    }

    /// Returns the number of resolvents on the variable.
    fn cost(&mut self, var: Var) -> usize {
        self.count(var.positive()) * self.count(var.negative())
    }

    /// Removes the clauses that have this literal, and returns them.
    fn take(&mut self, lit: Lit) -> Vec<Vec<Lit>> {
        let places = self.occurrences.remove(&lit).unwrap_or_default();
        let clauses = places.into_iter();
        clauses
            .filter_map(|place| self.clauses[place].take())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::lits;

    #[test]
    fn a_chain_of_auxiliary_variables_becomes_its_clause() {
        let clauses = [&[1, 2, 5][..], &[-5, 3, 6], &[-6, 4]].map(lits);
        let sorted = clauses.map(|clause| crate::teach::student::grade::reference::sorted(&clause));
        let left = project(sorted.clone(), 4, |_| false, &Budget::unlimited()).unwrap();
        assert_eq!(left, [lits(&[1, 2, 3, 4])]);
        let known = project(sorted, 4, |clause| clause.len() == 4, &Budget::unlimited()).unwrap();
        assert!(known.is_empty());
    }
}
