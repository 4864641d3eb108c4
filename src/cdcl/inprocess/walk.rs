//! Local search for better phases: flips variables of false clauses.
//!
//! A total assignment that makes few clauses false is a good start for the
//! search, and sometimes it is a model. Starting from the saved phases, a
//! random false clause is chosen, and one of its variables is flipped, drawn
//! with a probability that falls with the number of clauses this would make
//! false (Balint and Schöning, "Choosing Probability Distributions for
//! Stochastic Local Search and the Role of Make versus Break", SAT 2012). On
//! random formulas this alone finds models that conflict-driven search does not
//! find.

use crate::budget::Budget;
use crate::cdcl::Solver;
use crate::cdcl::state::effort::Effort;
use crate::cdcl::state::lists::Lists;
use crate::formula::{Lit, Var};

/// Largest number of binary clauses that at-most-one groups may be expanded to.
/// With more, there is no local search. Chosen by hand to bound memory.
const MOST_PAIRS: usize = 4_000_000;
/// Least effort of the first local search, in ticks. Chosen by hand, so that
/// small formulas get one.
const FIRST_EFFORT: u64 = 1_000_000;
/// Factor by which each broken clause divides the probability of a literal, for
/// average clause lengths of 3 to 7 literals. From the paper named above.
const BASES: [f64; 5] = [2.5, 2.85, 3.7, 5.0, 5.4];

/// The clauses, an assignment, and the clauses that it makes false.
#[derive(Default)]
struct Walk {
    clauses: Lists<Lit>,
    /// For each literal, the numbers of its clauses.
    occurrences: Lists<u32, u32>,
    values: Vec<bool>,
    /// For each clause, the number of its true literals.
    num_true: Vec<u32>,
    /// For each clause, the exclusive or of their variables, so that a single one is
    /// known without a search.
    true_vars: Vec<u32>,
    /// For each variable, the number of clauses in which its literal is the
    /// only true one.
    breaks: Vec<u32>,
    /// The false clauses, and for each clause its index in this list.
    broken: Vec<u32>,
    position: Vec<u32>,
    ticks: u64,
}

impl Walk {
    fn push(&mut self, clause: impl Iterator<Item = Lit>) {
        self.clauses.push(clause);
    }

    fn len(&self) -> usize {
        self.clauses.len()
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.var().index()] == lit.is_positive()
    }

    /// Sets the assignment and computes the counters for it.
    fn begin(&mut self, values: Vec<bool>) {
        let clauses = (0..).zip(self.clauses.iter());
        let occurrences =
            clauses.flat_map(|(number, clause)| clause.iter().map(move |lit| (lit.code(), number)));
        self.occurrences = Lists::sorted_by_list(2 * values.len(), occurrences);
        self.breaks = vec![0; values.len()];
        self.values = values;
        self.position = vec![0; self.len()];
        for clause in 0..self.len() {
            let (mut num_true, mut true_vars) = (0, 0);
            for &lit in self.clauses.of(clause) {
                if self.is_true(lit) {
                    num_true += 1;
                    true_vars ^= lit.var().index() as u32;
                }
            }
            self.num_true.push(num_true);
            self.true_vars.push(true_vars);
            match num_true {
                0 => self.break_clause(clause as u32),
                1 => self.breaks[true_vars as usize] += 1,
                _ => {}
            }
        }
    }

    fn break_clause(&mut self, clause: u32) {
        self.position[clause as usize] = self.broken.len() as u32;
        self.broken.push(clause);
    }

    fn mend_clause(&mut self, clause: u32) {
        let index = self.position[clause as usize];
        self.broken.swap_remove(index as usize);
        if let Some(&moved) = self.broken.get(index as usize) {
            self.position[moved as usize] = index;
        }
    }

    fn clauses_of(&self, lit: Lit) -> std::ops::Range<usize> {
        self.occurrences.range(lit.code())
    }

    fn flip(&mut self, var: Var) {
        let index = var.index();
        let old = var.lit(self.values[index]);
        self.values[index] = !self.values[index];
        for occurrence in self.clauses_of(!old) {
            let clause = self.occurrences.items()[occurrence];
            let (num_true, true_vars) = (
                &mut self.num_true[clause as usize],
                &mut self.true_vars[clause as usize],
            );
            *num_true += 1;
            match *num_true {
                1 => self.breaks[index] += 1,
                2 => self.breaks[*true_vars as usize] -= 1,
                _ => {}
            }
            *true_vars ^= index as u32;
            if *num_true == 1 {
                self.mend_clause(clause);
            }
        }
        for occurrence in self.clauses_of(old) {
            let clause = self.occurrences.items()[occurrence];
            let (num_true, true_vars) = (
                &mut self.num_true[clause as usize],
                &mut self.true_vars[clause as usize],
            );
            *num_true -= 1;
            *true_vars ^= index as u32;
            match *num_true {
                0 => {
                    self.breaks[index] -= 1;
                    self.break_clause(clause);
                }
                1 => self.breaks[*true_vars as usize] += 1,
                _ => {}
            }
        }
        self.ticks += 2 + (self.clauses_of(old).len() + self.clauses_of(!old).len()) as u64;
    }

    /// Flips variables until no clause is false, or `must_end` returns `true` for
    /// the number of ticks spent. Returns the best assignment met, and the number
    /// of its false clauses.
    fn walk(
        &mut self,
        rng: &mut fastrand::Rng,
        mut must_end: impl FnMut(u64) -> bool,
    ) -> (Vec<bool>, usize) {
        let average = self.clauses.items().len() as f64 / self.len().max(1) as f64;
        let chances = chances(average);
        let mut best = self.values.clone();
        let mut least = self.broken.len();
        // The flips since the best assignment. Once there are as many as
        // variables, copying the assignment is cheaper.
        let mut flips: Vec<Var> = Vec::new();
        let mut weights: Vec<f64> = Vec::new();
        while !self.broken.is_empty() && !must_end(self.ticks) {
            let clause = self.broken[rng.usize(0..self.broken.len())] as usize;
            let lits = self.clauses.of(clause);
            weights.clear();
            let mut total = 0.0;
            for lit in lits {
                let breaks = self.breaks[lit.var().index()] as usize;
                total += chances[breaks.min(chances.len() - 1)];
                weights.push(total);
            }
            let drawn = rng.f64() * total;
            let chosen = weights.partition_point(|&weight| weight <= drawn);
            let lit = lits[chosen.min(weights.len() - 1)];
            self.ticks += 1 + lits.len() as u64 / 4;
            self.flip(lit.var());
            if flips.len() < best.len() {
                flips.push(lit.var());
            }
            if self.broken.len() < least {
                least = self.broken.len();
                if flips.len() == best.len() {
                    best.clone_from(&self.values);
                }
                for var in flips.drain(..) {
                    best[var.index()] = self.values[var.index()];
                }
            }
        }
        (best, least)
    }
}

/// Returns, for each number of broken clauses, the weight of a literal.
fn chances(average: f64) -> Vec<f64> {
    let offset = (average - 3.0).clamp(0.0, 3.999);
    let (low, fraction) = (offset as usize, offset.fract());
    let base = match average < 3.0 {
        true => 2.0 + (average - 2.0).max(0.0) * (BASES[0] - 2.0),
        false => BASES[low] + fraction * (BASES[low + 1] - BASES[low]),
    };
    let falling = (0..).map(|breaks| base.powi(-breaks));
    falling.take_while(|&chance| chance > 1e-30).collect()
}

impl Solver {
    /// Improves the saved phases by local search, if the effort allows.
    pub(in crate::cdcl) fn walk(&mut self, budget: &Budget) {
        debug_assert!(self.trail.level() == 0);
        let share = &mut self.limits.walk_share;
        let mut effort = share.take(self.stats.ticks, self.config.walk_effort);
        if self.stats.walks == 0 {
            effort = effort.max(FIRST_EFFORT);
        }
        let Some(cost) = self.cost_of_formula_to_walk() else {
            return;
        };
        if effort < 4 * cost {
            return;
        }
        self.stats.walks += 1;
        let mut walk = self.formula_to_walk();
        walk.ticks = cost;
        let vars = (0..self.trail.num_vars()).map(Var::new);
        walk.begin(vars.map(|var| self.phases.saved(var)).collect());
        let before = walk.broken.len();
        let mut rng = fastrand::Rng::with_seed(self.stats.walks);
        let mut effort = Effort::new(effort, budget);
        let (values, least) = walk.walk(&mut rng, |ticks| {
            effort.spend((ticks - effort.spent()) as usize);
            self.must_end(&mut effort)
        });
        self.stats.walk_ticks += walk.ticks;
        if least < before {
            self.stats.walks_improved += 1;
            for (index, value) in values.into_iter().enumerate() {
                self.phases.save(Var::new(index), value);
            }
        }
    }

    /// Returns the cost of [`Solver::formula_to_walk`] in ticks, or `None` if it
    /// would need too much memory.
    fn cost_of_formula_to_walk(&self) -> Option<u64> {
        let groups = &self.at_most_ones;
        let pairs = (0..groups.len())
            .map(|group| groups.members(group).len().saturating_pow(2) / 2)
            .fold(0, usize::saturating_add);
        let words = self.clauses.num_words() + 2 * pairs.min(MOST_PAIRS);
        (pairs <= MOST_PAIRS).then_some((words / 4 + self.trail.num_vars()) as u64)
    }

    /// Returns the irredundant clauses without fixed literals, and the binary
    /// clauses of the groups.
    fn formula_to_walk(&self) -> Walk {
        let mut walk = Walk::default();
        let trail = &self.trail;
        for clause in self.clauses.refs() {
            if !self.clauses.is_learned(clause)
                && !self.clauses.lits(clause).any(|lit| trail.is_true(lit))
            {
                let lits = self.clauses.lits(clause);
                walk.push(lits.filter(|&lit| !trail.is_false(lit)));
            }
        }
        for group in 0..self.at_most_ones.len() {
            let is_open = |lit: &&Lit| trail.is_open(lit.var());
            let members = self.at_most_ones.members(group).iter();
            let open: Vec<Lit> = members.filter(is_open).copied().collect();
            for (index, &first) in open.iter().enumerate() {
                for &second in &open[index + 1..] {
                    walk.push([!first, !second].into_iter());
                }
            }
        }
        walk
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_right_after_any_flips_and_models_are_found() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut found = 0;
        for round in 0..100 {
            let hidden: Vec<bool> = (0..20).map(|_| rng.bool()).collect();
            let mut walk = Walk::default();
            for _ in 0..80 {
                let mut vars: Vec<usize> = (0..20).collect();
                rng.shuffle(&mut vars);
                let mut lits: Vec<Lit> = vars[..rng.usize(1..4)]
                    .iter()
                    .map(|&index| Var::new(index).lit(rng.bool()))
                    .collect();
                let first = lits[0].var();
                lits[0] = first.lit(hidden[first.index()]);
                walk.push(lits.into_iter());
            }
            walk.begin((0..20).map(|_| rng.bool()).collect());
            let (values, least) = walk.walk(&mut rng, |ticks| ticks >= 100 * (round + 1));
            let is_false = |values: &[bool], clause: usize| {
                let mut lits = walk.clauses.of(clause).iter();
                lits.all(|lit| values[lit.var().index()] != lit.is_positive())
            };
            let count = |values: &[bool]| (0..walk.len()).filter(|&c| is_false(values, c)).count();
            assert_eq!(count(&values), least);
            assert_eq!(count(&walk.values), walk.broken.len());
            for index in 0..20 {
                let mut flipped = walk.values.clone();
                flipped[index] = !flipped[index];
                let broken = (0..walk.len())
                    .filter(|&c| is_false(&flipped, c) && !is_false(&walk.values, c));
                assert_eq!(broken.count(), walk.breaks[index] as usize);
            }
            found += usize::from(least == 0);
        }
        assert!(found > 20, "{found}");
    }
}
