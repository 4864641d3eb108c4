//! The diagram as a search: built by the first call, then iterated over.

use super::super::bits::Tables;
use super::super::{ExactCover, OptionId, Search, SearchStats, Unfit};
use super::{Cursor, NoZdd, Zdd, ZddLimits};
use crate::budget::{Budget, Stop};

/// The reason why a search by a diagram stops at 2¹²⁸ solutions, in words.
pub const TOO_MANY: &str = "there are 2^128 solutions or more, too many to count";

/// A search by means of a [`Zdd`]. Its nodes are the diagram's states.
#[derive(Debug)]
pub struct ByZdd {
    tables: Tables,
    limits: ZddLimits,
    zdd: Option<Zdd>,
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
        Ok(ByZdd {
            tables: Tables::new(problem).ok_or(Unfit::Size)?,
            limits,
            zdd: None,
            cursor: Cursor::default(),
            solutions: 0,
        })
    }

    /// Returns the diagram, which the first call builds.
    ///
    /// # Errors
    /// If the budget or the memory limit ends first; the next call begins anew.
    fn zdd(&mut self, budget: &Budget) -> Result<&Zdd, Stop> {
        if self.zdd.is_none() {
            let zdd = Zdd::of(&self.tables, self.limits, budget);
            self.zdd = Some(zdd.map_err(|error| match error {
                NoZdd::Stopped(stop) => stop,
                NoZdd::TooMany => Stop::Unfit(TOO_MANY),
                NoZdd::Unfit(_) | NoZdd::Futile => Stop::Declined,
            })?);
        }
        self.zdd.as_ref().ok_or(Stop::Declined)
    }
}

impl Search for ByZdd {
    fn advance(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.zdd(budget)?;
        let Some(zdd) = &self.zdd else {
            return Err(Stop::Declined);
        };
        if let Some(stop) = budget.exhausted(zdd.states) {
            return Err(stop);
        }
        let found = self.cursor.advance(zdd);
        self.solutions += u64::from(found);
        Ok(found)
    }

    fn total(&mut self, budget: &Budget) -> Result<Option<u128>, Stop> {
        Ok(Some(self.zdd(budget)?.count()))
    }

    fn solution(&mut self) -> &[OptionId] {
        &self.cursor.options
    }

    fn stats(&self) -> SearchStats {
        let zdd = self.zdd.as_ref();
        SearchStats {
            solutions: self.solutions,
            nodes: zdd.map_or(0, Zdd::states),
            updates: zdd.map_or(0, |zdd| zdd.num_nodes() as u64),
        }
    }

    fn progress(&self) -> f64 {
        match &self.zdd {
            None => 0.0,
            Some(zdd) => match zdd.count() {
                0 => 1.0,
                count if self.cursor.path.is_empty() && self.cursor.began => count.min(1) as f64,
                count => self.solutions as f64 / count as f64,
            },
        }
    }

    fn steps(&self) -> Vec<(&'static str, u64)> {
        self.zdd.as_ref().map_or_else(Vec::new, Zdd::steps)
    }
}
