//! Counting again, between restarts.
//!
//! Literals fixed at level 0 shorten clauses and groups, and what is short is
//! soon tight: after the clues of a Sudoku, two cells of a row with the same
//! two candidates are a block. So are pigeonholes that show only once a clause
//! was learned or added. What is known is counted anew then, with the groups
//! in use and the cliques of binary clauses that came since.

use super::{Groups, Structure};
use crate::budget::{Budget, Stopwatch};
use crate::cdcl::Solver;
use crate::cdcl::state::at_most_one::AtMostOnes;
use crate::formula::{Cnf, Lit};
use rustc_hash::FxHashSet;

/// Ticks of search that must lie between two counts, for each step of the
/// first, if it found nothing. More after each more that found nothing.
const PAUSE: u64 = 16;
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

    /// Takes the literals fixed at level 0 out of the groups. At level 0, and
    /// everything propagated.
    pub(in crate::cdcl) fn shrink_groups(&mut self) {
        let Solver {
            at_most_ones,
            trail,
            telling,
            ..
        } = self;
        if at_most_ones.len() == 0 {
            return;
        }
        let (groups, num_cliques) = at_most_ones.to_groups();
        let mut known: FxHashSet<Box<[Lit]>> = FxHashSet::default();
        let mut smaller = Groups::default();
        let mut smaller_cliques = 0;
        for (number, group) in groups.iter().enumerate() {
            let open: Vec<Lit> = group
                .iter()
                .filter(|lit| trail.is_open(lit.var()))
                .copied()
                .collect();
            // Of a group with a true member no other is open.
            if open.len() < 2 || !known.insert(open.as_slice().into()) {
                continue;
            }
            if open.len() < group.len() {
                telling.shrunk(group, &open);
            }
            smaller.push(&open);
            smaller_cliques += usize::from(number < num_cliques);
        }
        let num_vars = trail.num_vars();
        *at_most_ones = AtMostOnes::new(&smaller, smaller_cliques, num_vars)
            .expect("fewer members than before");
    }
}
