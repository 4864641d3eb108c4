//! The diagram as a search: built by the first call, then iterated over.

use super::super::bits::Tables;
use super::super::{ExactCover, Natural, OptionId, Search, SearchStats, Unfit};
use super::build::Construction;
use super::{Cursor, Zdd, ZddLimits};
use crate::budget::{Budget, Stop};

/// A search by means of a [`Zdd`]. Its nodes are the diagram's states.
#[derive(Debug)]
pub struct ByZdd {
    construction: Construction,
    is_built: bool,
    limits: ZddLimits,
    cursor: Cursor,
    solutions: u64,
}

impl ByZdd {
    /// Creates a search, which has not begun.
    ///
    /// # Errors
    /// If the problem has bounds or too many options.
    pub fn new(problem: &ExactCover, limits: ZddLimits) -> Result<ByZdd, Unfit> {
        if problem.has_bounds() {
            return Err(Unfit::Bounds("count".to_owned()));
        }
        let tables = Tables::new(problem).ok_or(Unfit::Size)?;
        Ok(ByZdd {
            construction: Construction::new(tables.into()),
            is_built: false,
            limits,
            cursor: Cursor::default(),
            solutions: 0,
        })
    }

    /// Returns the diagram, after building what is left of it.
    ///
    /// # Errors
    /// If the budget or the memory limit ends first; the next call continues.
    fn zdd(&mut self, budget: &Budget) -> Result<&Zdd, Stop> {
        if !self.is_built {
            self.construction.run(self.limits, budget)?;
            self.is_built = true;
        }
        Ok(&self.construction.zdd)
    }
}

impl Search for ByZdd {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.zdd(budget)?;
        let zdd = &self.construction.zdd;
        if let Some(stop) = budget.exhausted(zdd.states) {
            return Err(stop);
        }
        let found = self.cursor.advance(zdd);
        self.solutions += u64::from(found);
        Ok(found)
    }

    fn total(&mut self, budget: &Budget) -> Result<Option<Natural>, Stop> {
        Ok(Some(self.zdd(budget)?.count()))
    }

    fn solution(&mut self) -> &[OptionId] {
        &self.cursor.options
    }

    fn stats(&self) -> SearchStats {
        let zdd = &self.construction.zdd;
        SearchStats {
            solutions: self.solutions,
            nodes: zdd.states,
            updates: zdd.hits,
        }
    }

    fn work(&self) -> u64 {
        let stats = self.stats();
        500 * (stats.nodes + stats.updates) + 3 * self.construction.looks
    }

    fn progress(&self) -> f64 {
        if !self.is_built {
            return self.construction.progress();
        }
        let count = self.construction.zdd.count();
        match count.is_zero() {
            _ if self.cursor.path.is_empty() && self.cursor.began => 1.0,
            true => 1.0,
            false => self.solutions as f64 / count.to_f64(),
        }
    }

    fn steps(&self) -> Vec<(&'static str, u64)> {
        self.construction.zdd.steps()
    }
}
