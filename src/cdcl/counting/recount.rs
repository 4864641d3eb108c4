//! Repeated counting, between restarts.
//!
//! Literals fixed at level 0 shorten clauses and groups, and short ones are
//! more often tight: after the clues of a Sudoku, two cells of a row with the
//! same two candidates are a block. Other pigeonholes appear only after a
//! clause was learned or added. So the formula is counted again, with the
//! groups in use and the new cliques of binary clauses.

use super::Structure;
use crate::budget::{Budget, Stopwatch};
use crate::cdcl::Solver;
use crate::formula::Cnf;

/// Number of ticks of search between two counts, for each step of the first
/// count, if that found nothing. Doubles after each further count that found
/// nothing. Chosen by hand: counting takes at most about a sixteenth of the
/// time of the search.
pub(super) const PAUSE: u64 = 16;
/// Largest number of doublings of the pause. Chosen by hand.
const MOST_DOUBLINGS: u32 = 6;
/// Number of newly learned binary clauses that makes another count worth while.
/// Chosen by hand.
const MANY_PAIRS: u64 = 100;

impl Solver {
    /// Returns `true` if there is something new to count and the last count was
    /// long enough ago.
    pub(in crate::cdcl) fn recounting(&self) -> bool {
        let limits = &self.limits;
        self.config.counting
            && self.config.simplify
            && self.stats.ticks >= limits.recount
            && (self.trail.num_fixed() > limits.counted_fixed
                || limits.added > limits.counted_added
                || limits.pairs >= limits.counted_pairs + MANY_PAIRS)
            && self.tracer.counts()
    }

    /// Counts again, with the groups in use, and sets the next time.
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

    /// Records the state that was just counted, and sets the time of the next
    /// count.
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

    /// Returns the irredundant clauses and the learned binary clauses.
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
