//! What the marks of a puzzle may take together while they are compiled.

use super::condition::Key;
use super::{Compiled, Machine, Relation, RuleId};
use crate::sudoku::Cell;
use std::collections::HashMap;
use std::sync::Arc;

/// Largest number of parts of conditions that are evaluated for all marks of a puzzle, about:
/// some seconds.
const MOST_PARTS: usize = 1 << 28;

/// Largest number of parts of conditions that are evaluated to reduce machines further, for all
/// marks of a puzzle. Machines after that are not reduced.
const MOST_REDUCTIONS: usize = 1 << 26;

/// Largest number of steps (states times digits) of the machines of all marks together, those of
/// a machine for each table that it has: reductions have a clause or more for each.
const MOST_STEPS: usize = 1 << 25;

/// Largest number of relations and machines of all marks together.
const MOST_CONSTRAINTS: usize = 4_000_000;

/// Largest number of parts of the conditions whose machines are kept: some 50 megabytes.
const MOST_KEPT: usize = 1_000_000;

/// What was done for the marks of a puzzle so far, which is bounded for all of them together.
#[derive(Debug, Default)]
pub struct Work {
    /// The parts of conditions that were evaluated.
    parts: usize,
    /// The parts of conditions that were evaluated to reduce machines.
    reductions: usize,
    /// The steps of the machines.
    steps: usize,
    constraints: usize,
    /// The machines of conditions, with the order in which they read the cells, by place.
    kept: HashMap<Key, (Vec<usize>, Arc<Machine>)>,
    /// The number of parts of these conditions.
    num_kept: usize,
    /// The relations of conditions, by the rule and all that they depend on.
    relations: HashMap<(RuleId, Vec<i64>), Relation>,
}

impl Work {
    /// Counts parts of conditions that are evaluated.
    ///
    /// # Errors
    /// If they are too many for a puzzle.
    pub fn evaluate(&mut self, parts: usize) -> Result<(), String> {
        self.parts = self.parts.saturating_add(parts);
        match self.parts > MOST_PARTS {
            true => Err(format!(
                "more than {MOST_PARTS} parts of conditions are evaluated for the marks so far; \
                 expected fewer cells, fewer marks or a simpler rule"
            )),
            false => Ok(()),
        }
    }

    /// Returns the work of which this many parts of conditions are left.
    #[cfg(test)]
    pub(super) fn with_left(parts: usize) -> Work {
        Work {
            parts: MOST_PARTS - parts,
            ..Work::default()
        }
    }

    /// Returns how many parts of conditions may still be evaluated.
    pub(super) fn parts_left(&self) -> usize {
        MOST_PARTS.saturating_sub(self.parts)
    }

    /// Counts parts of conditions that are evaluated to reduce a machine.
    pub(super) fn reduce(&mut self, parts: usize) {
        self.reductions = self.reductions.saturating_add(parts);
    }

    /// Returns how many parts of conditions may still be evaluated to reduce machines.
    pub(super) fn reductions_left(&self) -> usize {
        MOST_REDUCTIONS.saturating_sub(self.reductions)
    }

    /// Adds a machine to the constraints of a mark.
    ///
    /// # Errors
    /// If the constraints or their steps are too many for a puzzle.
    pub fn add_machine(
        &mut self,
        compiled: &mut Compiled,
        cells: Vec<Cell>,
        machine: Arc<Machine>,
    ) -> Result<(), String> {
        self.steps += machine.num_steps();
        if self.steps > MOST_STEPS {
            return Err(format!(
                "the automata of the marks so far have more than {MOST_STEPS} steps (states \
                 times digits); expected fewer cells, fewer marks or a simpler rule"
            ));
        }
        compiled.machines.push((cells, machine));
        self.count_constraint()
    }

    /// Adds a relation to the constraints of a mark.
    ///
    /// # Errors
    /// If the constraints are too many for a puzzle.
    pub fn add_pair(
        &mut self,
        compiled: &mut Compiled,
        cells: [Cell; 2],
        relation: Relation,
    ) -> Result<(), String> {
        compiled.pairs.push((cells, relation));
        self.count_constraint()
    }

    /// Returns the relation of a condition on two digits with this number of parts, which is made
    /// once for all marks on which it is the same.
    pub(super) fn relation(
        &mut self,
        key: (RuleId, Vec<i64>),
        side: usize,
        parts: usize,
        is_true: impl Fn(&[usize]) -> bool,
    ) -> Result<Relation, String> {
        if let Some(&known) = self.relations.get(&key) {
            return Ok(known);
        }
        self.evaluate(parts.saturating_mul(side * side))?;
        let relation = Relation::new(side, |one, other| is_true(&[one, other]));
        let relation = relation.map_err(|error| error.to_string())?;
        self.relations.insert(key, relation);
        Ok(relation)
    }

    fn count_constraint(&mut self) -> Result<(), String> {
        self.constraints += 1;
        match self.constraints > MOST_CONSTRAINTS {
            true => Err(format!(
                "found more than {MOST_CONSTRAINTS} pairs and automata of the marks so far, \
                 expected fewer cells or fewer marks"
            )),
            false => Ok(()),
        }
    }

    /// Returns the machine that was made for a condition.
    pub(super) fn kept(&self, key: &Key) -> Option<(Vec<usize>, Arc<Machine>)> {
        self.kept.get(key).cloned()
    }

    /// Keeps the machine of a condition with this number of parts for other marks.
    pub(super) fn keep(&mut self, key: Key, parts: usize, made: (Vec<usize>, Arc<Machine>)) {
        let num_kept = self.num_kept + parts + made.0.len();
        if num_kept <= MOST_KEPT {
            self.num_kept = num_kept;
            self.kept.insert(key, made);
        }
    }
}
