//! Finds and uses the counting structure of the formula.
//!
//! Runs before the first decision on the clauses as they were added: before the
//! first propagation, unit clauses do not shorten them. For a formula that came
//! with groups it is put off, because the easily found structure is stated
//! already. Cliques of binary clauses become native groups, and their clauses
//! leave the watch lists. The clauses stay in the proof, because whatever a
//! group implies follows from them. What counting proves beyond that is used
//! only if the observer can account for it.

use super::recount::PAUSE;
use super::{Finding, Groups, Structure};
use crate::budget::{Budget, Stopwatch};
use crate::cdcl::Solver;
use crate::cdcl::inprocess::eliminate::SMALL_GROUP;
use crate::cdcl::state::at_most_one::AtMostOnes;
use crate::formula::{Cnf, Lit};
use crate::proof::Id;
use rustc_hash::FxHashSet;

/// Largest number of steps of the search for structure, for each word of the
/// clauses. Chosen by hand: larger numbers find more in formulas with many
/// overlapping groups, smaller ones start the search earlier.
const EFFORT_PER_WORD: u64 = 20;

impl Solver {
    /// Returns `true` if the formula was not searched for structure yet, or has
    /// doubled since.
    pub(in crate::cdcl) fn counting(&self) -> bool {
        self.config.counting && self.limits.added >= self.limits.count
    }

    /// Searches the formula for groups and blocks, and uses what the observer can
    /// account for.
    pub(in crate::cdcl) fn count(&mut self, budget: &Budget) {
        let watch = Stopwatch::start();
        self.return_to_root();
        self.limits.count = 2 * self.limits.added + 1;
        let mut formula = Cnf::new(self.trail.num_vars());
        for clause in self.clauses.refs() {
            if !self.clauses.is_learned(clause) {
                let lits: Vec<_> = self.clauses.lits(clause).collect();
                formula.add_clause(&lits);
            }
        }
        // Groups in use belong to the formula and stand for their clauses.
        let (known, num_cliques) = self.at_most_ones.to_groups();
        let effort = self.counting_effort(&formula);
        let mut found = None;
        if self.tracer.counts() {
            let structure = Structure::find_again(&formula, &known, num_cliques, effort, budget);
            found = self.can_prove(&structure).then_some(structure);
        }
        let structure = found
            .unwrap_or_else(|| Structure::cliques(&formula, &known, num_cliques, effort, budget));
        self.use_structure(&formula, &structure);
        self.schedule_recount(&formula, &structure);
        self.counting_time += watch.elapsed();
    }

    /// Returns the step limit of the search for structure.
    pub(in crate::cdcl) fn counting_effort(&self, formula: &Cnf) -> u64 {
        let words = 4 * formula.num_clauses() + formula.num_lits();
        EFFORT_PER_WORD * (words + self.at_most_ones.num_members()) as u64
    }

    /// Reports the findings, falsifies the literals that they make false, and
    /// takes the groups into use.
    pub(in crate::cdcl) fn use_structure(&mut self, formula: &Cnf, structure: &Structure) {
        self.stats.at_most_ones = structure.groups.len() as u64;
        self.stats.blocks += structure.findings.len() as u64;
        self.stats.counting_steps += structure.steps;
        self.derive_hidden_pairs(formula, structure);
        let blocks = structure.findings.iter().map(|finding| finding.parts().0);
        let clauses = blocks.flat_map(|block| &block.clauses);
        let lits = clauses.flat_map(|&number| structure.clauses.clause(number as usize));
        let ids = self.ids_of_long_clauses(lits.map(|lit| lit.var()));
        for finding in &structure.findings {
            self.prove(structure, finding, &ids);
            if matches!(finding, Finding::Refuted(_)) && !self.unsatisfiable {
                self.derive_empty();
            }
            if self.unsatisfiable {
                return;
            }
        }
        for finding in &structure.findings {
            let Finding::Tight { rest, .. } = finding else {
                continue;
            };
            for &lit in rest {
                if !self.trail.is_false(lit) {
                    let id = match self.blocks.falsified(lit) {
                        Some(id) => id,
                        None => self.tracer.derive(&[!lit]),
                    };
                    self.fix(!lit, id);
                }
                if self.unsatisfiable {
                    return;
                }
            }
        }
        if structure.groups.len() > self.at_most_ones.len() as usize {
            self.install(structure);
        }
    }

    /// Derives the binary clauses of groups that are hidden behind auxiliary
    /// variables. From then on these groups are cliques of existing clauses.
    fn derive_hidden_pairs(&mut self, formula: &Cnf, structure: &Structure) {
        let tracer = &mut self.tracer;
        if !tracer.is_on() {
            return;
        }
        structure.hidden_pairs(formula, |[first, second], chain| {
            if tracer.wants_hints() {
                for step in chain.windows(2) {
                    let id = tracer.binary(!step[0], step[1]);
                    tracer.hint(id.unwrap_or(Id::NONE));
                }
            }
            let id = tracer.derive(&[first, second]);
            tracer.add_binary(first, second, id);
        });
    }

    /// Makes the groups native. They include the groups already in use.
    fn install(&mut self, structure: &Structure) {
        // Elimination and congruence closure need small cliques as clauses, and
        // groups in use may have become small since.
        let smallest = if self.stats.eliminations == 0 && self.stats.congruences == 0 {
            0
        } else if self.dissolve_small_groups() {
            SMALL_GROUP + 1
        } else {
            return;
        };
        let mut groups = Groups::default();
        let mut num_cliques = 0;
        let mut known: FxHashSet<&[Lit]> = FxHashSet::default();
        for (number, group) in structure.groups.iter().enumerate() {
            let is_clique = number < structure.num_cliques;
            if (!is_clique || group.len() >= smallest) && known.insert(group) {
                groups.push(group);
                num_cliques += usize::from(is_clique);
            }
        }
        let num_vars = self.trail.num_vars();
        let Some(at_most_ones) = AtMostOnes::new(&groups, num_cliques, num_vars) else {
            return; // the clauses will do
        };
        let clauses = &mut self.clauses;
        let mut word = 0;
        while let Some(clause) = clauses.next_from(word) {
            word = clauses.end(clause);
            if clauses.size(clause) == 2
                && !clauses.is_garbage(clause)
                && at_most_ones.in_one_clique(!clauses.lit(clause, 0), !clauses.lit(clause, 1))
            {
                clauses.mark_garbage(clause);
            }
        }
        self.at_most_ones = at_most_ones;
        self.collect();
        // Literals that are true already were propagated without the groups.
        self.trail.propagate_again();
    }

    /// Turns the groups that were added since the last call of `solve` into native
    /// groups.
    pub(in crate::cdcl) fn install_added(&mut self) {
        if self.added_groups.is_empty() {
            return;
        }
        if self.stats.counting_steps == 0 {
            self.put_counting_off();
        }
        let (known, num_cliques) = self.at_most_ones.to_groups();
        let mut groups = std::mem::take(&mut self.added_groups);
        let num_cliques = groups.len() + num_cliques;
        groups.extend(&known);
        match AtMostOnes::new(&groups, num_cliques, self.trail.num_vars()) {
            Some(at_most_ones) => self.at_most_ones = at_most_ones,
            None => self.is_incomplete = true,
        }
        self.trail.propagate_again();
    }

    /// Puts off the first search for structure until the CDCL search has run
    /// for a while: a formula that came with groups states already what is
    /// found most easily.
    fn put_counting_off(&mut self) {
        self.limits.count = u64::MAX;
        let words = self.clauses.num_words() + self.added_groups.num_members();
        let pause = PAUSE.saturating_mul(EFFORT_PER_WORD * words as u64);
        self.limits.recount = self.stats.ticks.saturating_add(pause);
    }
}
