//! Hidden at-most-one constraints: those behind auxiliary variables.
//!
//! Sequential counters, products, commanders, binary numbers: there are many
//! encodings of an at-most-one constraint without a clause for each two
//! literals. In all of them unit propagation does what these clauses would do:
//! if one literal becomes true, auxiliary variables and binary clauses make the
//! others false. So each literal is propagated through the binary clauses, and
//! the pairs found are treated as conflicts like those of binary clauses. The
//! encoding need not be known (the semantic detection of Biere, Le Berre, Lonca
//! and Manthey, SAT 2014).
//!
//! Most formulas hide no such constraint. So only literals of clauses of three
//! or more literals are propagated, since only those are counted later. The
//! first few literals must be promising: two literals that exclude a third must
//! often exclude each other.

use super::Conflicts;
use crate::cdcl::state::effort::Effort;
use crate::formula::{Cnf, Lit};
use fixedbitset::FixedBitSet;

/// Number of literals tried before the detection may give up; `PROMISING` of
/// them must be promising. Both chosen by hand: more trials cost time on
/// formulas that hide nothing.
const TRIALS: usize = 64;
/// Least number of promising literals among the first `TRIALS`.
const PROMISING: usize = 16;
/// Largest number of pairs (2²⁶ pairs are 512 MB), to bound memory. With more,
/// nothing is detected.
const MOST_PAIRS: usize = 1 << 26;

/// Returns the conflicts between literals of clauses of three or more literals,
/// including those that follow from `conflicts` by unit propagation. Returns
/// `None` if nothing new follows, if the pairs do not look like at-most-one
/// constraints, if there are too many pairs, or if the effort was spent.
pub(super) fn implied_conflicts(
    formula: &Cnf,
    conflicts: &Conflicts,
    effort: &mut Effort,
) -> Option<Conflicts> {
    let lits = candidates(formula, conflicts);
    let mut asked = FixedBitSet::with_capacity(conflicts.num_lits());
    asked.extend(lits.iter().map(|lit| lit.code()));
    effort.spend(formula.num_lits() + 1);
    let mut chains = Chains::new(conflicts);
    // Commander variables are in longer clauses too. The commanded literals
    // imply them, and they are not to be counted.
    let mut commanders = FixedBitSet::with_capacity(conflicts.num_lits());
    let mut pairs: Vec<[Lit; 2]> = Vec::new();
    let (mut trials, mut promising, mut has_new) = (0, 0, false);
    for lit in lits {
        chains.follow(lit, effort);
        let start = pairs.len();
        let mut new = Vec::new();
        for &implied in &chains.implied {
            let other = !implied;
            if asked.contains(implied.code()) {
                commanders.insert(implied.code());
            }
            if asked.contains(other.code()) && other != lit {
                pairs.push([!lit, implied]);
                if !conflicts.exclusive(lit, other) {
                    new.push(other);
                }
            }
        }
        if chains.implied.contains(&!lit) {
            pairs.truncate(start); // the literal is false
            continue;
        }
        has_new |= !new.is_empty();
        if let [first, .., last] = new[..]
            && trials < TRIALS
        {
            trials += 1;
            chains.follow(first, effort);
            promising += usize::from(chains.implied.contains(&!last));
        }
        let is_hopeless = trials == TRIALS && promising < PROMISING;
        if effort.is_spent() || is_hopeless || pairs.len() > MOST_PAIRS {
            return None;
        }
    }
    if !has_new || promising == 0 {
        return None;
    }
    let is_commander = |lit: Lit| commanders.contains(lit.code());
    pairs.retain(|&[a, b]| !is_commander(!a) && !is_commander(!b));
    let num_vars = conflicts.num_lits() / 2;
    Some(Conflicts::new(num_vars, pairs.into_iter()))
}

/// Returns the literals of clauses of three or more literals that are in conflict with
/// another literal, in the order of the formula.
fn candidates(formula: &Cnf, conflicts: &Conflicts) -> Vec<Lit> {
    let mut seen = FixedBitSet::with_capacity(conflicts.num_lits());
    let long = formula.clauses().filter(|clause| clause.len() > 2);
    let lits = long.flatten().copied();
    lits.filter(|&lit| !conflicts.of(lit).is_empty() && !seen.put(lit.code()))
        .collect()
}

/// The literals that a literal implies through binary clauses, with the chain
/// to each.
pub(super) struct Chains<'a> {
    conflicts: &'a Conflicts,
    /// The literals implied by the last literal followed, in the order found.
    pub implied: Vec<Lit>,
    /// For each implied literal, the literal that implies it directly.
    from: Vec<Option<Lit>>,
}

impl<'a> Chains<'a> {
    pub(super) fn new(conflicts: &'a Conflicts) -> Chains<'a> {
        Chains {
            conflicts,
            implied: Vec::new(),
            from: vec![None; conflicts.num_lits()],
        }
    }

    /// Finds the literals that `lit` implies.
    pub(super) fn follow(&mut self, lit: Lit, effort: &mut Effort) {
        for old in self.implied.drain(..) {
            self.from[old.code()] = None;
        }
        self.step(lit, effort);
        let mut next = 0;
        while let Some(&implied) = self.implied.get(next) {
            next += 1;
            self.step(implied, effort);
        }
    }

    fn step(&mut self, lit: Lit, effort: &mut Effort) {
        let excluded = self.conflicts.of(lit);
        effort.spend(excluded.len() + 1);
        for &other in excluded {
            let from = &mut self.from[(!other).code()];
            if from.is_none() {
                *from = Some(lit);
                self.implied.push(!other);
            }
        }
    }

    /// Returns the chain from `lit`, the literal followed last, to `implied`,
    /// in which each literal implies the next by a binary clause. Empty if
    /// there is no chain.
    pub(super) fn to(&self, lit: Lit, implied: Lit) -> Vec<Lit> {
        let mut chain = vec![implied];
        let mut at = implied;
        while let Some(from) = self.from[at.code()] {
            chain.push(from);
            if from == lit {
                chain.reverse();
                return chain;
            }
            at = from;
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    fn conflicts(formula: &Cnf) -> Conflicts {
        let binaries = formula.clauses().filter_map(|clause| match *clause {
            [a, b] => Some([a, b]),
            _ => None,
        });
        Conflicts::new(formula.num_vars(), binaries)
    }

    /// Returns the formula "exactly one of 1 to 4", with a sequential counter
    /// of the variables 5, 6 and 7.
    fn counter() -> Cnf {
        let clauses: [&[i32]; 10] = [
            &[1, 2, 3, 4],
            &[-1, 5],
            &[-5, 6],
            &[-2, 6],
            &[-2, -5],
            &[-6, 7],
            &[-3, 7],
            &[-3, -6],
            &[-4, -7],
            &[5, 6, 7],
        ];
        clauses.into_iter().collect()
    }

    #[test]
    fn a_counter_excludes_every_two_of_its_literals() {
        let (formula, budget) = (counter(), Budget::unlimited());
        let explicit = conflicts(&formula);
        let mut effort = Effort::new(1_000_000, &budget);
        let implied = implied_conflicts(&formula, &explicit, &mut effort).unwrap();
        assert!(implied.all_exclusive(&[lit(1), lit(2), lit(3), lit(4)]));
        assert!(!explicit.exclusive(lit(1), lit(4)));
        let mut chains = Chains::new(&explicit);
        chains.follow(lit(1), &mut effort);
        let chain = [1, 5, 6, 7, -4].map(lit);
        assert_eq!(chains.to(lit(1), lit(-4)), chain);
        assert!(chains.to(lit(1), lit(4)).is_empty());
    }

    #[test]
    fn chains_without_at_most_ones_are_left_alone() {
        // A path of implications: that a literal excludes two others does not
        // mean that these exclude each other.
        let mut formula = Cnf::new(600);
        for var in 1..600 {
            formula.add_clause(&[lit(-var), lit(var + 1)]);
            formula.add_clause(&[lit(var), lit(-var % 599 - 1), lit(600)]);
        }
        let explicit = conflicts(&formula);
        let budget = Budget::unlimited();
        let mut effort = Effort::new(10_000_000, &budget);
        assert!(implied_conflicts(&formula, &explicit, &mut effort).is_none());
        assert!(effort.spent() < 1_000_000, "{}", effort.spent());
    }
}
