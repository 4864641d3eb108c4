//! Shrinking: replaces the literals of one decision level by a single literal.
//!
//! The literals of a learned clause on one decision level form a block.
//! Resolving them with their reasons, last assigned first, ends in one literal,
//! the block's unique implication point, unless it brings in new literals of
//! lower levels; then the block is only minimised (Fleury and Biere, "Efficient
//! All-UIP Learned Clause Minimization", SAT 2021). Blocks are processed from
//! the highest level down, so that the literals a block relies on are still in
//! the clause.

use super::analysis::SHRINKABLE;
use crate::cdcl::Solver;
use crate::cdcl::state::reason::Antecedent;
use crate::formula::Lit;

impl Solver {
    /// Shrinks or minimises each block of `analysis.clause`. Keeps the first
    /// literal; the others are then sorted by falling levels.
    pub(in crate::cdcl) fn shrink(&mut self) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        self.sort_by_position(&mut clause[1..]);
        let mut kept = 1;
        let mut start = 1;
        while start < clause.len() {
            let level = self.trail.level_of(clause[start].var());
            let is_here = |lit: &&Lit| self.trail.level_of(lit.var()) == level;
            let end = start + clause[start..].iter().take_while(is_here).count();
            if let Some(uip) = self.uip_of_block(&clause[start..end], level) {
                let replaced = clause[start..end].iter().map(|lit| lit.var());
                self.analysis.removed.extend(replaced);
                clause[kept] = !uip;
                kept += 1;
            } else {
                for index in start..end {
                    if self.is_redundant(clause[index].var()) {
                        self.analysis.removed.push(clause[index].var());
                    } else {
                        clause[kept] = clause[index];
                        kept += 1;
                    }
                }
            }
            start = end;
        }
        clause.truncate(kept);
        self.analysis.clause = clause;
    }

    /// Sorts literals by falling trail positions, and so by falling levels.
    fn sort_by_position(&mut self, lits: &mut [Lit]) {
        let Solver {
            trail, analysis, ..
        } = self;
        let placed = lits.iter();
        let placed = placed.map(|lit| (u64::from(trail.record(lit.var()).position), lit.code()));
        analysis.keyed.extend(placed);
        analysis
            .keyed
            .sort_unstable_by_key(|&(position, _)| position);
        for (lit, (_, code)) in lits.iter_mut().rev().zip(analysis.keyed.drain(..)) {
            *lit = Lit::from_code(code);
        }
    }

    /// Returns the literal of `level` that, with literals of the clause on
    /// lower levels, implies that the whole block is false. Returns `None` if
    /// there is no such literal.
    fn uip_of_block(&mut self, block: &[Lit], level: usize) -> Option<Lit> {
        debug_assert!(self.analysis.block.is_empty());
        for &lit in block {
            self.take_into_block(lit);
        }
        let uip = loop {
            let Some(position) = self.analysis.block.pop() else {
                unreachable!("a block ends at the decision of its level at the latest");
            };
            let lit = self.trail.lits()[position as usize];
            if self.analysis.block.is_empty() {
                break Some(lit);
            }
            if !self.resolve_in_block(lit, level) {
                break None;
            }
        };
        self.analysis.block.clear();
        uip
    }

    /// Adds the other literals of a true literal's reason to the block. Returns
    /// `false` if one of them is on a lower level and not implied by the
    /// clause.
    fn resolve_in_block(&mut self, lit: Lit, level: usize) -> bool {
        match self.trail.antecedent(lit.var()) {
            Antecedent::None => unreachable!("the decision is the last literal of its block"),
            Antecedent::Binary(other) => self.accept_in_block(other, level),
            Antecedent::Long(clause) => (0..self.clauses.size(clause)).all(|index| {
                let other = self.clauses.lit(clause, index);
                other == lit || self.accept_in_block(other, level)
            }),
        }
    }

    fn accept_in_block(&mut self, lit: Lit, level: usize) -> bool {
        if self.trail.level_of(lit.var()) < level {
            return self.is_implied(lit.var());
        }
        if self.trail.record(lit.var()).marks & SHRINKABLE == 0 {
            self.take_into_block(lit);
        }
        true
    }

    fn take_into_block(&mut self, lit: Lit) {
        let record = self.trail.record_mut(lit.var());
        record.marks |= SHRINKABLE;
        self.analysis.block.push(record.position);
        self.analysis.minimized.push(lit.var());
    }
}
