//! Counting again, between restarts.
//!
//! Literals fixed at level 0 shorten clauses and groups, and what is short is
//! soon tight: after the clues of a Sudoku, two cells of a row with the same
//! two candidates are a block. So are pigeonholes that show only once a clause
//! was learned or added. What is known is counted anew then, with the groups
//! in use and the cliques of binary clauses that came since.

use super::Structure;
use crate::budget::{Budget, Stopwatch};
use crate::cdcl::Solver;
use crate::formula::Cnf;

/// Ticks of search that must lie between two counts, for each step of the
/// first, if it found nothing. More after each more that found nothing.
pub(super) const PAUSE: u64 = 16;
/// Most doublings of the pause.
const MOST_DOUBLINGS: u32 = 6;
/// As many learned binary clauses are news.
const MANY_PAIRS: u64 = 100;

impl Solver {
    /// There is something new to count, and the last count was long ago.
    pub(in crate::cdcl) fn recounting(&self) -> bool {
        let limits = &self.limits;
        self.config.counting
            && self.config.simplify
            && self.stats.ticks >= limits.recount
            && (self.trail.num_fixed() > limits.counted_fixed
                || limits.added > limits.counted_added
                || limits.pairs >= limits.counted_pairs + MANY_PAIRS)
            && self.telling.counts()
    }

    pub(in crate::cdcl) fn recount(&mut self, budget: &Budget) {
        let watch = Stopwatch::start();
        self.return_to_root();
        if self.trail.num_fixed() > self.limits.simplified {
            self.simplify();
        }
        let formula = self.open_formula();
        let (groups, num_cliques) = self.at_most_ones.to_groups();
        let effort = self.counting_effort(&formula);
        let structure = Structure::find_again(&formula, &groups, num_cliques, effort, budget);
        if self.can_prove(&structure) {
            self.use_structure(&formula, &structure);
        }
        self.schedule_recount(&formula, &structure);
        self.counting_time += watch.elapsed();
    }

    /// Everything that is there now was counted: says when to do so again.
    pub(in crate::cdcl) fn schedule_recount(&mut self, formula: &Cnf, structure: &Structure) {
        let limits = &mut self.limits;
        limits.counted_fixed = self.trail.num_fixed();
        limits.counted_added = limits.added;
        limits.counted_pairs = limits.pairs;
        limits.fruitless = match structure.findings.is_empty() {
            true => (limits.fruitless + 1).min(MOST_DOUBLINGS),
            false => 0,
        };
        let steps = structure.steps + formula.num_lits() as u64;
        let pause = ((PAUSE * steps) << limits.fruitless) - PAUSE * steps;
        limits.recount = self.stats.ticks.saturating_add(pause);
    }

    /// The clauses of the formula, and the binary ones that were learned.
    fn open_formula(&self) -> Cnf {
        let mut formula = Cnf::new(self.trail.num_vars());
        let mut lits = Vec::new();
        for clause in self.clauses.refs() {
            if !self.clauses.is_learned(clause) || self.clauses.size(clause) == 2 {
                lits.clear();
                lits.extend(self.clauses.lits(clause));
                formula.add_clause(&lits);
            }
        }
        formula
    }
}
