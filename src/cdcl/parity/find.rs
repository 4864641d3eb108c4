//! Finds the parities that clauses state.
//!
//! The clauses over a set of variables with an even number of negations, all
//! 2ᵏ⁻¹ of them, are a parity, and so are those with an odd number. Clauses over
//! one set of variables have the same hash. At least half of the clauses must be
//! there; the others may be subsumed by shorter clauses, which the formula has
//! instead after literals were removed.

use crate::cdcl::Solver;
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::effort::Effort;
use crate::formula::{Lit, Var};
use crate::proof::Parity;
use rustc_hash::FxHashSet;

/// Largest number of variables of a parity. A wider one has at least 64
/// clauses, and encodings cut it into shorter ones.
pub(crate) const WIDEST: usize = 6;

/// The clauses over one set of variables.
struct Candidate {
    /// The variables, sorted.
    vars: Vec<Var>,
    /// For each clause, the bit with the number of the assignment that falsifies
    /// it.
    excluded: u64,
}

impl Candidate {
    /// Returns the assignments, as bits, that the parity excludes and no clause
    /// over its variables does.
    fn missing(&self, is_odd: bool) -> u64 {
        let assignments = 0..1_u32 << self.vars.len();
        let wrong = assignments.filter(|bits| (bits.count_ones() % 2 == 1) != is_odd);
        wrong.fold(0, |set, bits| set | 1 << bits) & !self.excluded
    }

    /// Returns the parity if at most half of its clauses are missing, and the
    /// assignments that these would exclude.
    fn parity(&self, is_odd: bool) -> Option<(Parity, u64)> {
        let missing = self.missing(is_odd);
        let vars = self.vars.clone();
        let is_near = 4 * missing.count_ones() as usize <= 1 << vars.len();
        is_near.then_some((Parity { vars, is_odd }, missing))
    }
}

impl Solver {
    /// Returns the parities that the clauses state, in an order that depends on
    /// the clauses only. Learned clauses count if they are binary. `None` if the effort ends.
    pub(super) fn find_parities(&self, effort: &mut Effort) -> Option<Vec<Parity>> {
        let mut found = Vec::new();
        let mut open: Vec<(Parity, u64)> = Vec::new();
        for candidate in self.candidates(effort)? {
            for is_odd in [false, true] {
                match candidate.parity(is_odd) {
                    Some((parity, 0)) => found.push(parity),
                    Some(pair) if candidate.vars.len() > 2 => open.push(pair),
                    _ => {}
                }
            }
        }
        if !open.is_empty() {
            let shorter = self.shorter_clauses(&open, effort)?;
            let is_there = |clause: &[Lit]| {
                let is_pair = |lits: &[Lit]| matches!(*lits, [a, b] if self.at_most_ones.in_one_clique(!a, !b));
                let subsets = 1..(1_u32 << clause.len()) - 1;
                subsets.into_iter().any(|set| {
                    let chosen = (0..clause.len()).filter(|&index| set >> index & 1 == 1);
                    let mut lits: Vec<Lit> = chosen.map(|index| clause[index]).collect();
                    lits.sort_unstable();
                    shorter.contains(&lits) || is_pair(&lits)
                })
            };
            let is_stated = |(parity, missing): &(Parity, u64)| {
                let mut bits = (0..u64::BITS).filter(|&bit| missing >> bit & 1 == 1);
                bits.all(|bit| is_there(&parity.excluding(u64::from(bit))))
            };
            let stated = open.into_iter().filter(is_stated);
            found.extend(stated.map(|(parity, _)| parity));
        }
        Some(found)
    }

    /// Returns `true` if the clause may be part of a parity.
    fn may_state_parity(&self, clause: ClauseRef) -> bool {
        let size = self.clauses.size(clause);
        (2..=WIDEST).contains(&size) && (size == 2 || !self.clauses.is_learned(clause))
    }

    /// Returns the sets of variables with at least half of the clauses of a
    /// parity. `None` if the effort ends.
    fn candidates(&self, effort: &mut Effort) -> Option<Vec<Candidate>> {
        // Most clauses share their variables with too few others. A table of small
        // counters, without keys, sorts them out.
        let bits = usize::BITS - self.clauses.num_clauses().leading_zeros();
        let shift = u64::BITS - bits.clamp(10, 26);
        let mut counts = vec![0_u8; 1 << (u64::BITS - shift)];
        let clauses = || {
            let clauses = self.clauses.refs();
            let clauses = clauses.filter(|&clause| self.may_state_parity(clause));
            clauses.map(|clause| (self.hash_of_vars(clause), clause))
        };
        for (hash, _) in clauses() {
            effort.spend(1);
            if effort.is_spent() {
                return None;
            }
            let count = &mut counts[(hash >> shift) as usize];
            *count = count.saturating_add(1);
        }
        let mut many: Vec<(u64, ClauseRef)> = clauses()
            .take_while(|_| {
                effort.spend(1);
                !effort.is_spent()
            })
            .filter(|&(hash, clause)| {
                let least = 1_u8 << self.clauses.size(clause).max(3) >> 2;
                counts[(hash >> shift) as usize] >= least
            })
            .collect();
        if effort.is_spent() {
            return None;
        }
        many.sort_unstable();
        let same = many.chunk_by(|a, b| a.0 == b.0);
        Some(same.filter_map(|clauses| self.candidate(clauses)).collect())
    }

    /// Returns a hash of the clause's variables, in any order.
    fn hash_of_vars(&self, clause: ClauseRef) -> u64 {
        let lits = self.clauses.lits(clause);
        let sum = lits.fold(0_u64, |sum, lit| {
            // The squares keep sums of different sets apart.
            let number = (lit.var().index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            sum.wrapping_add(number.wrapping_mul(number ^ number >> 32))
        });
        (sum ^ sum >> 32).wrapping_mul(0x94d0_49bb_1331_11eb)
    }

    /// Returns the clauses, which have the same hash, as a candidate.
    fn candidate(&self, clauses: &[(u64, ClauseRef)]) -> Option<Candidate> {
        let (_, first) = clauses[0];
        let size = self.clauses.size(first);
        if clauses.len() < 1 << size.max(3) >> 2 {
            return None;
        }
        let mut vars: Vec<Var> = self.clauses.lits(first).map(Lit::var).collect();
        vars.sort_unstable();
        let mut excluded = 0;
        for &(_, clause) in clauses {
            // Bit i is set if the assignment makes variable i true.
            let assignment = self.clauses.lits(clause).try_fold(0, |bits, lit| {
                let index = vars.binary_search(&lit.var()).ok()?;
                Some(bits | u32::from(lit.is_negative()) << index)
            });
            if let Some(bits) = assignment.filter(|_| self.clauses.size(clause) == size) {
                excluded |= 1 << bits;
            }
        }
        Some(Candidate { vars, excluded })
    }

    /// Returns the clauses, sorted, that may subsume missing clauses of these parities:
    /// those over their variables that are shorter than the widest parity. `None` if the effort
    /// ends.
    fn shorter_clauses(
        &self,
        open: &[(Parity, u64)],
        effort: &mut Effort,
    ) -> Option<FxHashSet<Vec<Lit>>> {
        let mut is_inside = vec![false; self.trail.num_vars()];
        let mut width = 0;
        for (parity, _) in open {
            width = width.max(parity.vars.len());
            for var in &parity.vars {
                is_inside[var.index()] = true;
            }
        }
        let mut found = FxHashSet::default();
        let mut lits = Vec::new();
        for clause in self.clauses.refs() {
            effort.spend(1);
            if effort.is_spent() {
                return None;
            }
            if self.may_state_parity(clause) && self.clauses.size(clause) < width {
                lits.clear();
                lits.extend(self.clauses.lits(clause));
                if lits.iter().all(|lit: &Lit| is_inside[lit.var().index()]) {
                    lits.sort_unstable();
                    found.insert(lits.clone());
                }
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::Config;
    use crate::formula::lits;

    /// Returns the parities of a formula: the numbers of the variables, and 1 if odd.
    fn found(clauses: &[Vec<Lit>]) -> Vec<(Vec<i32>, bool)> {
        let mut solver = Solver::new(Config::default());
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        let budget = Budget::unlimited();
        let parities = solver.find_parities(&mut solver.effort(1 << 40, &budget));
        let parities = parities.unwrap().into_iter();
        let mut found: Vec<(Vec<i32>, bool)> = parities
            .map(|parity| {
                (
                    parity.vars.iter().map(|var| var.to_dimacs()).collect(),
                    parity.is_odd,
                )
            })
            .collect();
        found.sort();
        found
    }

    fn parity(numbers: &[i32], is_odd: bool) -> Parity {
        let vars = numbers.iter().map(|&number| Var::new(number as usize - 1));
        Parity {
            vars: vars.collect(),
            is_odd,
        }
    }

    #[test]
    fn parities_of_all_widths_are_found_unless_a_clause_is_missing() {
        let mut random = fastrand::Rng::with_seed(1);
        for width in 2..=WIDEST as i32 {
            for is_odd in [false, true] {
                let numbers: Vec<i32> = (1..=width).map(|number| 3 * number).collect();
                let mut clauses: Vec<Vec<Lit>> = parity(&numbers, is_odd).clauses().collect();
                clauses.iter_mut().for_each(|clause| random.shuffle(clause));
                clauses.push(lits(&[3, 6, -7]));
                clauses.push(lits(&[1, -3]));
                random.shuffle(&mut clauses);
                assert_eq!(found(&clauses), [(numbers.clone(), is_odd)]);
                let own = clauses.iter().position(|clause| {
                    clause.len() == width as usize
                        && clause
                            .iter()
                            .all(|lit| numbers.contains(&lit.var().to_dimacs()))
                });
                clauses.remove(own.unwrap());
                assert_eq!(found(&clauses), []);
            }
        }
    }

    #[test]
    fn shorter_clauses_stand_for_those_that_they_subsume() {
        let clauses = |rest: &[&[i32]]| -> Vec<Vec<Lit>> {
            let mut clauses: Vec<Vec<Lit>> = rest.iter().map(|rest| lits(rest)).collect();
            let all = parity(&[1, 2, 3], true);
            clauses.extend(all.clauses().filter(|clause| *clause != lits(&[1, -2, -3])));
            clauses
        };
        let whole = [(vec![1, 2, 3], true)];
        assert_eq!(found(&clauses(&[])), []);
        assert_eq!(found(&clauses(&[&[-2, -3]])), whole);
        assert_eq!(found(&clauses(&[&[1, -3]])), whole);
        assert_eq!(found(&clauses(&[&[1, 3]])), []);
        assert_eq!(found(&clauses(&[&[1, -2, -3, 4]])), []);
    }

    #[test]
    fn both_parities_of_the_same_variables_are_found() {
        let clauses = [false, true].map(|is_odd| parity(&[1, 2, 3, 4], is_odd));
        let clauses: Vec<Vec<Lit>> = clauses.iter().flat_map(Parity::clauses).collect();
        let vars = vec![1, 2, 3, 4];
        assert_eq!(found(&clauses), [(vars.clone(), false), (vars, true)]);
    }
}
