//! The inequalities present, and unit propagation on them.
//!
//! An inequality propagates a literal if its coefficient is larger than the slack: if the literal
//! were false, the left-hand side could not reach the degree. There is a conflict if the slack is
//! below 0. The order has no influence on whether propagation ends in a conflict.

use super::Fault;
use super::inequality::Inequality;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::vec::Vec;

/// The inequalities present, by number.
#[derive(Default)]
pub(super) struct Database {
    present: BTreeMap<i64, Rc<Inequality>>,
    /// The largest number so far.
    pub last: i64,
    /// By literal, the inequalities that have it.
    occurrences: BTreeMap<i32, BTreeSet<i64>>,
    /// The inequalities that propagate, or are in conflict, without any assumption.
    units: BTreeSet<i64>,
}

impl Database {
    /// Adds an inequality under the next number.
    pub(super) fn add(&mut self, inequality: Inequality) {
        self.last += 1;
        for (_, lit) in inequality.terms() {
            self.occurrences.entry(lit).or_default().insert(self.last);
        }
        if implied(&inequality, &BTreeSet::new()).is_none_or(|lits| !lits.is_empty()) {
            self.units.insert(self.last);
        }
        self.present.insert(self.last, Rc::new(inequality));
    }

    /// Removes an inequality. Returns `false` if it is not present.
    pub(super) fn remove(&mut self, id: i64) -> bool {
        let Some(inequality) = self.present.remove(&id) else {
            return false;
        };
        for (_, lit) in inequality.terms() {
            if let Some(ids) = self.occurrences.get_mut(&lit) {
                ids.remove(&id);
            }
        }
        self.units.remove(&id);
        true
    }

    pub(super) fn get(&self, id: i64) -> Option<&Rc<Inequality>> {
        self.present.get(&id)
    }

    /// Returns the inequalities present.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Inequality> {
        self.present.values().map(|inequality| &**inequality)
    }

    /// Returns the inequalities that have a variable.
    pub(super) fn with(&self, var: i32) -> impl Iterator<Item = &Inequality> {
        let ids = [var, -var].into_iter();
        let ids = ids.filter_map(|lit| self.occurrences.get(&lit)).flatten();
        ids.map(|id| &*self.present[id])
    }

    /// Returns `true` if unit propagation on all inequalities present and on
    /// assumptions ends in a conflict. Calls `poll` before each inequality is looked at.
    pub(super) fn refutes(
        &self,
        assumptions: &[Inequality],
        poll: impl Fn() -> Result<(), Fault>,
    ) -> Result<bool, Fault> {
        let mut truths = BTreeSet::new();
        let mut queue = VecDeque::from_iter(assumptions);
        queue.extend(self.units.iter().map(|id| &*self.present[id]));
        while let Some(inequality) = queue.pop_front() {
            poll()?;
            let Some(implied) = implied(inequality, &truths) else {
                return Ok(true);
            };
            for lit in implied {
                truths.insert(lit);
                // Those that have lost a term can propagate more.
                let ids = self.occurrences.get(&-lit).into_iter().flatten();
                queue.extend(ids.map(|id| &*self.present[id]));
                queue.extend(assumptions.iter().filter(|one| one.has_var(lit.abs())));
            }
        }
        Ok(false)
    }
}

/// Returns the open literals that an inequality implies, `None` if it is in conflict.
fn implied(inequality: &Inequality, truths: &BTreeSet<i32>) -> Option<Vec<i32>> {
    let slack = inequality.slack(|lit| truths.contains(&-lit));
    if slack < 0 {
        return None;
    }
    let is_open = |lit: i32| !truths.contains(&lit) && !truths.contains(&-lit);
    let terms = inequality
        .terms()
        .filter(|&(c, lit)| c > slack && is_open(lit));
    Some(terms.map(|(_, lit)| lit).collect())
}
